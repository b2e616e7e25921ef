"""A tree that counts who looks at it: the game on which searches are measured.

It obeys the rules like any other game, in Python and in compiled code, so a recursive function, a loop with
a stack, a class and an `@njit` function are all measured alike. A *visit* is a state that was made by `play`
(or is the root) and then asked `is_over`, `moves`, `score` or how many moves it has. Making children and
never looking at them is no visit; asking one state twice is one; playing the same move again and looking
again is two.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable

from gamekit.bits import Bits, mix
from gamekit.rules import (
    Evaluator,
    Move,
    State,
    board_text,
    count_moves,
    is_legal,
    is_over,
    key,
    move_name,
    moves,
    play,
    position_text,
    score,
    to_move,
    value,
)

MOST_VISITS = 200_000
MOST_ORDER = 2000  # so many visits are told one by one
_PLAYS, _VISITS, _HEAD = 0, 1, 2  # log[0] counts plays, log[1] visits


class Probe(NamedTuple):
    """A node of a tree, and the log that all nodes of the tree share."""

    first_child: Any  # of each node; nodes are numbered level by level
    children: Any  # how many each node has; 0 at a leaf
    number: Any  # at each node: what the first player gets at a leaf, and a guess of it elsewhere
    turns: Any  # whose turn it is at each node
    names: Any  # of each node: what `key` is made from; equal positions may share one
    log: Any
    seen: Any  # by serial number: has this state been looked at?
    order: Any  # nodes in the order of visits
    node: int
    serial: int  # no two states that `play` made have the same


# Not one of the kit's own classes to the code cache: what is compiled for it must not be kept, since the
# grader's sources are not part of the cache's name.
Probe.__module__ = "grading_probe"


@register_jitable  # type: ignore[untyped-decorator, unused-ignore]
def _look(state: Any) -> None:
    """Note that somebody looks at this state."""
    if state.seen[state.serial] == 0:
        state.seen[state.serial] = 1
        visits = state.log[_VISITS]
        if visits < len(state.order):
            state.order[visits] = state.node
        state.log[_VISITS] = visits + 1


@moves.on(Probe, plain=True)
def _(state: State) -> Any:
    _look(state)
    return range(state.children[state.node])


@play.on(Probe, plain=True)
def _(state: State, move: Move) -> State:
    plays = state.log[_PLAYS] + 1
    state.log[_PLAYS] = plays
    return Probe(
        state.first_child,
        state.children,
        state.number,
        state.turns,
        state.names,
        state.log,
        state.seen,
        state.order,
        state.first_child[state.node] + move,
        min(plays, len(state.seen) - 1),
    )


@is_over.on(Probe, plain=True)
def _(state: State) -> Any:
    _look(state)
    return state.children[state.node] == 0


@score.on(Probe, plain=True)
def _(state: State) -> Any:
    _look(state)
    number = state.number[state.node]
    return number if state.turns[state.node] == 0 else -number


@count_moves.on(Probe, plain=True)
def _(state: State) -> Any:
    _look(state)
    return state.children[state.node]


@is_legal.on(Probe, plain=True)
def _(state: State, move: Move) -> Any:  # asked by `play`, which is no visit
    return 0 <= move < state.children[state.node]


@to_move.on(Probe, plain=True)
def _(state: State) -> Any:
    return state.turns[state.node]


@key.on(Probe, plain=True)
def _(state: State) -> Any:
    return mix(Bits(state.names[state.node] + 1))


class Guess(NamedTuple):
    """The evaluator of such trees: it sees the number at a node, which at a leaf is the truth."""


@value.on(Guess, plain=True)
def _(evaluator: Evaluator, state: State) -> Any:
    return score(state)


@move_name.on(Probe)
def _(state: Probe, move: int) -> str:
    return str(move + 1)


@position_text.on(Probe)
def _(state: Probe) -> str:
    return f"node {state.node}"


@board_text.on(Probe)
def _(state: Probe) -> str:
    return f"node {state.node} of a tree with {len(state.children)} nodes"


def of_case(case: dict[str, Any]) -> Probe:
    """The tree of a case (see `kinds.py`)."""
    return from_lists(case["tree"], case.get("turn", 0), case.get("shared", False))


class Nodes(NamedTuple):
    """A tree in five columns: a number for each node, the nodes numbered level by level."""

    first_child: list[int]
    children: list[int]
    number: list[int]
    turns: list[int]
    names: list[int]


def nodes_of(lists: Any, turn: int = 0, shared: bool = False) -> Nodes:
    """The nodes of a tree of nested lists with whole numbers at the leaves.

    A list may begin with `{"guess": 3}`, the number an evaluator sees at that node, or `{"again": true}`:
    below it the same side moves once more. With `shared`, nodes below which everything is equal are one
    position: they have the same `key`, as when two orders of moves lead to one board.
    """
    nodes = Nodes([], [], [], [], [])
    known: dict[Any, int] = {}
    level, count = [(lists, turn)], 1
    while level:
        below: list[tuple[Any, int]] = []
        for node, mover in level:
            facts = node[0] if isinstance(node, list) and isinstance(node[0], dict) else {}
            inner = (node[1:] if facts else node) if isinstance(node, list) else []
            nodes.first_child.append(count + len(below) if inner else 0)
            nodes.children.append(len(inner))
            nodes.number.append(int(facts.get("guess", 0)) if inner else int(node))
            nodes.turns.append(mover)
            place = len(nodes.names)
            nodes.names.append(known.setdefault((repr(node), mover), place) if shared else place)
            below += [(child, mover if facts.get("again") else 1 - mover) for child in inner]
        count += len(below)
        level = below
    return nodes


def from_lists(lists: Any, turn: int = 0, shared: bool = False) -> Probe:
    """A tree from nested lists (see `nodes_of`). A fresh one has been looked at by nobody.

    >>> root = from_lists([[5, 3], [1, 9]])
    >>> [int(score(play(play(root, 0), move))) for move in moves(root)]
    [5, 3]
    >>> measured(root)
    {'visits': 3, 'plays': 4, 'order': [0, 3, 4]}
    """
    nodes = nodes_of(lists, turn, shared)
    return Probe(
        **{name: np.array(column, np.int64) for name, column in nodes._asdict().items()},
        log=np.zeros(_HEAD, np.int64),
        seen=np.zeros(MOST_VISITS, np.int8),
        order=np.zeros(MOST_ORDER, np.int64),
        node=0,
        serial=0,
    )


def visits_of(state: Any) -> int:
    """How many nodes of its tree have been looked at so far."""
    log = state.log
    return int(log[_VISITS]) if isinstance(log, np.ndarray) else int(log.visits)


def measured(state: Probe) -> dict[str, Any]:
    """What has been done to a tree so far: visits, plays, and the nodes in the order of visits."""
    visits = int(state.log[_VISITS])
    return {
        "visits": visits,
        "plays": int(state.log[_PLAYS]),
        "order": [int(node) for node in state.order[:visits]],
    }
