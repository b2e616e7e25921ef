"""Any tree as nested lists, with numbers at the leaves: a game that exists to be searched and drawn.

    [[5, 3], [1, 9]]

The first player (max) moves at the root, then the sides take turns. Leaves are what the first player
gets. Nodes are numbered breadth first, so that the children of a node lie side by side; three arrays
hold the tree. Infinite leaves are kept as the whole numbers INF and -INF, which are beyond all others.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import Bits, mix
from gamekit.errors import BadText
from gamekit.game import Game
from gamekit.notation import clip, fail, shown
from gamekit.rules import (
    FIRST,
    INF,
    SECOND,
    Move,
    State,
    board_text,
    is_over,
    key,
    move_name,
    moves,
    parse_move,
    play,
    position_text,
    score,
    to_move,
)

EXAMPLE = "[[5, 3], [1, 9]]"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_NODES, MOST_LEVELS = 100_000, 200


@shown
class Tree(NamedTuple):
    """A node of a tree and whose turn it is there."""

    first_child: Any  # of each node
    children: Any  # how many each node has; 0 at a leaf
    leaf: Any  # the number at each leaf
    node: int
    turn: int


@moves.on(Tree, plain=True)
def _(state: State) -> Any:
    return range(state.children[state.node])


@play.on(Tree, plain=True)
def _(state: State, move: Move) -> State:
    child = state.first_child[state.node] + move
    return Tree(state.first_child, state.children, state.leaf, child, 1 - state.turn)


@is_over.on(Tree, plain=True)
def _(state: State) -> Any:
    return state.children[state.node] == 0


@score.on(Tree, plain=True)
def _(state: State) -> Any:
    number = state.leaf[state.node]
    return number if state.turn == FIRST else -number


@to_move.on(Tree, plain=True)
def _(state: State) -> Any:
    return state.turn


@key.on(Tree, plain=True)
def _(state: State) -> Any:
    return mix(Bits(2 * state.node + state.turn + 1))


# --- lists and text ---------------------------------------------------------------------------------------


def from_lists(lists: Any, turn: int = FIRST) -> Tree:
    """The tree that nested lists spell; numbers may be infinite. Whole numbers stay whole.

    >>> moves(from_lists([[5, 3], [1, 9]]))
    range(0, 2)
    """
    first_child, children, leaf = [], [], []
    level, count = [lists], 1
    for _ in range(MOST_LEVELS):
        below: list[Any] = []
        for node in level:
            is_list = isinstance(node, list | tuple)
            if not is_list and (isinstance(node, bool) or not isinstance(node, int | float) or node != node):
                raise BadText(f"a tree is made of lists and numbers, not of {clip(repr(node))}")
            if is_list and not node:
                raise BadText("an empty list is neither a leaf nor a node with children")
            first_child.append(count + len(below) if is_list else 0)
            children.append(len(node) if is_list else 0)
            leaf.append(0 if is_list else _finite(node))
            below.extend(node if is_list else ())
        count += len(below)
        level = below
        if not level or count > MOST_NODES:
            break
    if level:
        raise BadText(f"a tree has at most {MOST_NODES:,} nodes on {MOST_LEVELS} levels")
    whole = all(isinstance(number, int) for number in leaf)
    numbers = np.array(leaf, np.int64 if whole else np.float64)
    return Tree(np.array(first_child, np.int64), np.array(children, np.int64), numbers, 0, turn)


def _finite(number: float) -> float:
    """The number at a leaf, with INF for infinity."""
    if math.isinf(number):
        return INF if number > 0 else -INF
    if abs(number) >= INF:
        raise BadText(f"the number {clip(repr(number), 20)} at a leaf is too large; use inf for infinity")
    return number


def to_lists(state: Tree) -> Any:
    """The tree from this node down, as nested lists.

    >>> to_lists(play(from_lists([[5, 3], [1, 9]]), 1))
    [1, 9]
    """
    if is_over(state):
        number = state.leaf[state.node].item()
        return math.copysign(math.inf, number) if abs(number) == INF else number
    return [to_lists(play(state, move)) for move in moves(state)]


def start(tree: str | None = None) -> Tree:
    """The root of a tree; the seven-node tree of lesson 02 if not said.

    >>> print(start())
    max
    +- min
    |  +- 5
    |  +- 3
    +- min
       +- 1
       +- 9
    """
    return parse(tree or EXAMPLE)


def parse(text: str) -> Tree:
    """Read nested lists such as `[[5, 3], [1, 9]]`, `inf` for infinity, then `min` if the second side moves.

    >>> position_text(parse("[[5, -inf], 2.5] min"))
    '[[5, -inf], 2.5] min'
    """
    body = re.sub(r"\s+(max|min)\s*$", "", text, flags=re.IGNORECASE)
    turn = SECOND if re.search(r"\smin\s*$", text, flags=re.IGNORECASE) else FIRST
    return from_lists(_read(body), turn)


def _read(text: str) -> Any:
    """Nested lists and numbers; JSON can say little else, and `from_lists` refuses that."""
    as_json = re.sub("inf", "Infinity", text, flags=re.IGNORECASE)
    try:
        return json.loads(as_json, parse_float=_number)
    except json.JSONDecodeError as fault:
        place = fault.pos - len("inity") * as_json.count("Infinity", 0, fault.pos)
        rest = text[place:].strip()
        found = f"not {clip(rest, 20)}" if rest else "but the text ends"
        fail(place, f"expected a number, [, ] or a comma, {found}")
    except (RecursionError, ValueError):  # ValueError: a whole number of thousands of digits
        raise BadText(f"a tree has at most {MOST_LEVELS} levels, and no endless numbers") from None


def _number(text: str) -> float:
    return min(max(float(text), -1e300), 1e300)  # 1e999 is no infinity


@move_name.on(Tree)
def _(state: Tree, move: int) -> str:
    return LETTERS[move] if move < len(LETTERS) else str(move + 1)  # a number might be a leaf's value


@parse_move.on(Tree)
def _(state: Tree, text: str) -> int:
    count = len(moves(state))
    name = text.strip().lower()
    if len(name) == 1 and name in LETTERS[:count]:
        return LETTERS.index(name)
    if re.fullmatch(r"\d{1,6}", name) and name.isascii() and 1 <= int(name) <= count:
        return int(name) - 1
    raise BadText(f"a move is the letter or the number of a child, 1 to {count}, not {clip(text)}")


@position_text.on(Tree)
def _(state: Tree) -> str:
    return _written(to_lists(state)) + (" min" if state.turn == SECOND else "")


def _written(tree: Any) -> str:
    """Nested lists as text; whole numbers without a decimal point."""
    if isinstance(tree, list):
        return f"[{', '.join(map(_written, tree))}]"
    return str(int(tree)) if isinstance(tree, float) and tree.is_integer() else str(tree)


@board_text.on(Tree)
def _(state: Tree) -> str:
    def lines(at: Tree) -> list[str]:
        if is_over(at):
            return [_written(to_lists(at))]
        found = ["min" if at.turn == SECOND else "max"]
        count = len(moves(at))
        for move in moves(at):
            bar = "|  " if move < count - 1 else "   "
            child = lines(play(at, move))
            found += ["+- " + child[0], *(bar + line for line in child[1:])]
        return found

    return "\n".join(lines(state))


GAME = Game("tree")
