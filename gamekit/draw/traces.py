"""What a trace says: sides, windows, the best line, and why a node stopped early.

A trace holds calls and answers only. Here they are read as game-tree search, whatever its style: values
of the first player throughout (minimax, alpha-beta), values of the side to move (negamax, PVS), or a
learner's own function, of which as much is read as can be.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gamekit.rules import FIRST, INF, is_over, move_name, score, to_move
from gamekit.tracing import Node, Trace

ENOUGH_TO_TELL = 2000  # nodes to look at when telling the style of a trace

# Whose values are these? The first player's throughout (minimax), those of whoever moves at a node (negamax),
# or neither (a function that counts, say).
FIRST_VIEW, MOVER_VIEW, NO_VIEW = "first", "mover", "none"


def number_of(value: Any) -> Any:
    """The number in an answer: itself, or the first number where a function returns (value, move).

    >>> number_of((7, "d3"))
    7
    """
    if isinstance(value, tuple | list):
        return next((part for part in map(number_of, value) if part is not None), None)
    if isinstance(value, bool) or value is None or not hasattr(value, "__float__"):
        return None
    return value


def number_text(value: Any) -> str:
    """A value for people: short, with a sign for infinity.

    >>> number_text(-(10**9)), number_text(20), number_text(0.123456)
    ('−∞', '20', '0.123')
    """
    number = number_of(value)
    if number is None:
        return "" if value is None else str(value)[:12]
    if abs(number) >= INF:
        return "∞" if number > 0 else "−∞"
    text = str(int(number)) if float(number).is_integer() else f"{float(number):.3g}"
    return text.replace("-", "−")


def side(node: Node) -> str:
    """ "max" or "min": who chooses here; "" where nobody can tell.

    A flag such as `maximising` among the arguments decides; else whose turn it is in the state.
    """
    for name, value in node.arguments.items():
        if name.lower().startswith(("maxim", "is_max")) and isinstance(value, bool):
            return "max" if value else "min"
    if node.state is None:
        return ""
    return "max" if to_move(node.state) == FIRST else "min"


def window(node: Node) -> tuple[Any, Any] | None:
    """(alpha, beta) as they were when the search came here; None where it has no window."""
    named = {name.lower(): value for name, value in node.arguments.items()}
    alpha, beta = number_of(named.get("alpha")), number_of(named.get("beta"))
    return None if alpha is None or beta is None else (alpha, beta)


def edge_name(parent: Node, move: Any) -> str:
    """The name of a move, as it stands on the edge below a node."""
    if move is None or parent.state is None:
        return ""
    return str(move_name(parent.state, move)) if move_name.knows(type(parent.state)) else str(move)


class Cut(NamedTuple):
    """Why a node looked no further: its value had reached a bound."""

    value: Any
    sign: str  # "≤" or "≥"
    bound: str  # "alpha" or "beta"
    limit: Any

    def __str__(self) -> str:
        return f"{number_text(self.value)} {self.sign} {self.bound} {number_text(self.limit)}"


class Reading:
    """A trace read as a search tree.

    >>> from gamekit import INF, trace
    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import tree
    >>> from gamekit.search.alphabeta import alphabeta
    >>> walk = trace(alphabeta)(tree.start(), 2, -INF, INF, True, FinalScore())
    >>> reading = Reading(walk)
    >>> [int(node.value) for node in reading.line], str(reading.cut(walk.nodes[4]))
    ([3, 3, 3], '1 ≤ alpha 3')
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.for_mover = whose_values(trace) == MOVER_VIEW  # values of the side to move, as in negamax
        self.line = self._best_line()
        self._on_line = set(map(id, self.line))

    def is_on_line(self, node: Node | None) -> bool:
        """Does the search expect this node to be reached?"""
        return id(node) in self._on_line

    def line_names(self) -> list[str]:
        """The moves of the best line."""
        return [edge_name(above, below.move) for above, below in zip(self.line, self.line[1:], strict=False)]

    def cut(self, node: Node) -> Cut | None:
        """The bound that made a node look no further; None where it saw everything or had no such bound."""
        asked, found = window(node), number_of(node.value)
        if not node.pruned or asked is None or found is None:
            return None
        alpha, beta = asked
        if self.for_mover or side(node) == "max":
            return Cut(found, "≥", "beta", beta) if found >= beta else None
        return Cut(found, "≤", "alpha", alpha) if found <= alpha else None

    def _best_line(self) -> list[Node]:
        """From the root down, each time to the child that gave the node its value."""
        line = [self.trace.root]
        while line[-1].children:
            node = line[-1]
            found = number_of(node.value)
            matching = [c for c in node.children if found is not None and self._seen_above(node, c) == found]
            if not matching:
                break
            # A search with null windows looks twice at a better move: the second answer is the value.
            line.append([c for c in matching if c.move == matching[0].move or c is matching[0]][-1])
        return line

    def _seen_above(self, node: Node, child: Node) -> Any:
        """A child's value as its parent sees it."""
        found = number_of(child.value)
        if found is None or not self.for_mover:
            return found
        return found if _same_side(node, child) else -found


def _same_side(node: Node, child: Node) -> bool:
    """Does the same side move again? Only a game with passes without a move of their own has that."""
    return node.state is not None and child.state is not None and side(node) == side(child) != ""


def whose_values(trace: Trace, undecided: str = FIRST_VIEW) -> str:
    """In whose view a function answers, asked of the trace itself; `undecided` where nothing tells it.

    A function with a flag such as `maximising` speaks for the first player. Else values tell it nearly
    always. Where both views fit (all values 0, or a tree that is its own mirror image), finished games tell
    it, and then the windows.
    """
    if any(name.lower().startswith(("maxim", "is_max")) for name in trace.root.arguments):
        return FIRST_VIEW
    nodes = trace.nodes[:ENOUGH_TO_TELL]
    *by_value, asked = _clues_of_values(nodes)
    if max(by_value) < asked / 2:
        return NO_VIEW
    for mover, first in (by_value, _clues_of_leaves(nodes), _clues_of_windows(nodes)):
        if mover != first:
            return MOVER_VIEW if mover > first else FIRST_VIEW
    return undecided


def _clues_of_values(nodes: list[Node]) -> tuple[int, int, int]:
    """How many nodes have the value that each view computes from the values below; and how many could."""
    mover = first = asked = 0
    for node in nodes:
        found = number_of(node.value)
        below = [number_of(child.value) for child in node.children]
        if found is None or not below or None in below:
            continue
        asked += 1
        low, high = window(node) or (-INF, INF)
        best = min(below) if side(node) == "min" else max(below)
        seen = (
            number if _same_side(node, child) else -number
            for child, number in zip(node.children, below, strict=True)
        )
        mover += found in _with_clamped(max(seen), low, high)
        first += found in _with_clamped(best, low, high)
    return mover, first, asked


def _clues_of_leaves(nodes: list[Node]) -> tuple[int, int]:
    """How many finished games with the second player to move have the sign that each style gives them."""
    mover = first = 0
    for node in nodes:
        found = number_of(node.value)
        if (
            found
            and not node.children
            and side(node) == "min"
            and node.state is not None
            and is_over(node.state)
        ):
            agreement = found * score(node.state)
            mover += agreement > 0
            first += agreement < 0
    return mover, first


def _clues_of_windows(nodes: list[Node]) -> tuple[int, int]:
    """How many windows are passed down as each style does: as they are, or turned round."""
    mover = first = 0
    for node in nodes:
        asked = window(node)
        for child in node.children:
            passed = window(child)
            if asked is not None and passed is not None:
                mover += passed[0] == -asked[1]
                first += passed[0] == asked[0] if side(node) == "min" else passed[1] == asked[1]
    return mover, first


def _with_clamped(number: Any, low: Any, high: Any) -> tuple[Any, Any]:
    """A value as it is, and as a search that never leaves its window would give it."""
    return number, min(max(number, low), high)
