"""A finished trace as a film: a step for each node entered, each value that comes up, each cut.

A trace knows the arguments and the value of every call. What happened inside a node (best value so far, the
window closing), and the words for it, the page works out: `film.js` and `words.js`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gamekit.draw.traces import (
    MOVER_VIEW,
    NO_VIEW,
    edge_name,
    number_of,
    side,
    whose_values,
)
from gamekit.errors import GamekitError
from gamekit.rules import FIRST, INF, SECOND
from gamekit.tracing import Node, Trace

ENTER, RETURN, CUT = "enter", "return", "cut"
MOST_NODES = 20_000  # more would not open at once


class Step(NamedTuple):
    """One moment of the film."""

    kind: str
    node: int  # the node entered, or whose value comes up, or where the rest is cut
    at: int  # the node where it happens: the parent of a value that comes up; -1 after the root


class Playback:
    """The film of a trace; nodes are counted in the order of visits.

    `view` says from whose side to show it, `own_view` in whose view the function answers (found out if not
    said).

    >>> from gamekit import INF, trace
    >>> from gamekit.games import plates
    >>> from gamekit.search.negamax import negamax
    >>> from gamekit.evaluators import FinalScore
    >>> film = Playback(trace(negamax)(plates.start(), 3, -INF, INF, FinalScore()))
    >>> film.view, len(film.nodes), film.steps[-1]
    ('mover', 18, Step(kind='return', node=0, at=-1))
    """

    def __init__(self, trace: Trace, view: str | None = None, own_view: str | None = None) -> None:
        if not isinstance(trace, Trace):
            raise GamekitError(
                f"a trace is needed, not {type(trace).__name__}: write trace(your_function)(state, ...)"
            )
        if len(trace) > MOST_NODES:
            raise GamekitError(
                f"at most {MOST_NODES:,} nodes can be stepped through, and this search has {len(trace):,}: "
                "search less deep"
            )
        self.trace, self.nodes = trace, trace.nodes
        if own_view is None:
            own_view = NO_VIEW if trace.root.state is None else whose_values(trace, undecided=MOVER_VIEW)
        self.own_view = own_view  # without a view values come up, but nothing is best
        self.view = own_view if view is None or NO_VIEW in (view, own_view) else view
        self.children = [[child.number for child in node.children] for node in self.nodes]
        self.parent = [-1] * len(self.nodes)
        self.depth = [0] * len(self.nodes)
        for above, children in enumerate(self.children):
            for child in children:
                self.parent[child], self.depth[child] = above, self.depth[above] + 1
        self.movers = [{"max": FIRST, "min": SECOND, "": -1}[side(node)] for node in self.nodes]
        self.values = [self._turned(place, number(node.value)) for place, node in enumerate(self.nodes)]
        self.windows = [self._window(place, node) for place, node in enumerate(self.nodes)]
        self.names = [self._name(place) for place in range(len(self.nodes))]
        self.pruned_names = [[edge_name(node, move) for move in node.pruned] for node in self.nodes]
        self.steps = self._steps()

    def is_leaf(self, place: int) -> bool:
        """Did the search look no deeper here?"""
        return not self.children[place]

    def path(self, place: int) -> list[int]:
        """The nodes from the root to this one, both included."""
        found = []
        while place >= 0:
            found.append(place)
            place = self.parent[place]
        return found[::-1]

    def _name(self, place: int) -> str:
        """The move that led to a node; for a function without moves, what it was called with."""
        node, above = self.nodes[place], self.parent[place]
        if above < 0:
            return ""
        if node.move is not None and self.nodes[above].state is not None:
            return edge_name(self.nodes[above], node.move)
        if node.state is not None:
            return node.function
        return clipped(", ".join(str(argument) for argument in node.arguments.values()))

    def _turned(self, place: int, value: Any) -> Any:
        """A value of the function, in the view that is shown."""
        turn = self.view != self.own_view and self.movers[place] == SECOND
        return -value if turn and value is not None else value

    def _window(self, place: int, node: Node) -> tuple[Any, Any]:
        alpha, beta = number(node.arguments.get("alpha")), number(node.arguments.get("beta"))
        turn = self.view != self.own_view and self.movers[place] == SECOND
        low, high = (beta, alpha) if turn else (alpha, beta)
        return self._turned(place, low), self._turned(place, high)

    def _steps(self) -> list[Step]:
        steps = []
        waiting = [(ENTER, 0)]
        while waiting:
            kind, node = waiting.pop()
            steps.append(Step(kind, node, self.parent[node] if kind == RETURN else node))
            if kind == ENTER:
                waiting.append((RETURN, node))
                if self.nodes[node].pruned:
                    waiting.append((CUT, node))
                waiting += [(ENTER, child) for child in reversed(self.children[node])]
        return steps


def number(value: Any) -> Any:
    """A plain number for a page, infinity as INF; None for what is no number. (value, move) counts as value.

    >>> number((20, "A")), number(float("inf")), number("x")
    (20, 1000000000, None)
    """
    found = number_of(value)
    if found is None or found != found:
        return None
    found = found.item() if hasattr(found, "item") else found
    return max(-INF, min(INF, found))


def clipped(text: str, most: int = 24) -> str:
    """A text that fits a label."""
    return text if len(text) <= most else text[: most - 1] + "…"
