"""A finished trace as a film: a step for each node entered, each value that comes up, each cut.

A trace knows the arguments and the value of every call. What happened inside a node (best value so far, the
window closing) is worked out from these by the textbook rule: a node that maximises raises alpha, one that
minimises lowers beta. A function that does something else shows itself by windows and cuts that do not fit,
and the words say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from gamekit.draw.traces import (
    FIRST_VIEW,
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
MOST_NODES = 20_000  # more would not open at once; deeper levels are folded then


class Step(NamedTuple):
    """One moment of the film. The window and the best value are those of node `at` after it."""

    kind: str
    node: int  # the node entered, or whose value comes up, or where the rest is cut
    at: int  # the node where it happens: the parent of a value that comes up; -1 after the root
    alpha: Any  # None where the function has no such argument
    beta: Any
    best: Any  # None before the first value
    visited: int  # nodes so far, those folded away included
    pruned: int  # moves so far that were cut
    source: int = -1  # a cut: the node above whose best value is the bound; -1 where there is none
    closed: bool = False  # no value can matter any more at node `at`


class Playback:
    """The film of a trace; nodes are counted in the order of visits.

    `view` says from whose side to show it, `own_view` in whose view the function answers (found out if not
    said).

    >>> from gamekit import INF, trace
    >>> from gamekit.games import plates
    >>> from gamekit.search.negamax import negamax
    >>> from gamekit.evaluators import FinalScore
    >>> film = Playback(trace(negamax)(plates.start(), 3, -INF, INF, FinalScore()))
    >>> film.view, len(film.nodes), film.steps[-1].visited
    ('mover', 18, 18)
    """

    def __init__(self, trace: Trace, view: str | None = None, own_view: str | None = None) -> None:
        if not isinstance(trace, Trace):
            raise GamekitError(
                f"a trace is needed, not {type(trace).__name__}: write trace(your_function)(state, ...)"
            )
        self.trace = trace
        if own_view is None:
            own_view = NO_VIEW if trace.root.state is None else whose_values(trace, undecided=MOVER_VIEW)
        self.own_view = own_view  # without a view values come up, but nothing is best
        self.view = self.own_view if view is None else view
        if NO_VIEW in (self.view, self.own_view):
            self.view = self.own_view  # nothing to turn round
        self._fold()
        self.parent = [-1] * len(self.nodes)
        self.children: list[list[int]] = [[] for _ in self.nodes]
        places = {node.number: place for place, node in enumerate(self.nodes)}
        for place, node in enumerate(self.nodes):
            if not self.folded[place]:
                self.children[place] = [places[child.number] for child in node.children]
            for child in self.children[place]:
                self.parent[child] = place
        self.movers = [_mover(node) for node in self.nodes]
        self.values = [self._turned(place, number(node.value)) for place, node in enumerate(self.nodes)]
        self.windows = [self._window(place, node) for place, node in enumerate(self.nodes)]
        self.has_window = any(window != (None, None) for window in self.windows)
        self.names = [self._name(place) for place in range(len(self.nodes))]
        self.pruned_names = [[edge_name(node, move) for move in node.pruned] for node in self.nodes]
        self.best_child = [-1] * len(self.nodes)
        self.steps = self._film()

    # --- what is shown ------------------------------------------------------------------------------------

    def _fold(self) -> None:
        """Choose the levels that are shown: as many as fit."""
        every = self.trace.nodes
        depth, below, cuts = [0] * len(every), [1] * len(every), [len(node.pruned) for node in every]
        for node in every:
            for child in node.children:
                depth[child.number] = depth[node.number] + 1
        for node in reversed(every):
            for child in node.children:
                below[node.number] += below[child.number]
                cuts[node.number] += cuts[child.number]
        self.deepest = max(depth)
        self.levels = self.deepest
        if len(every) > MOST_NODES:
            width = [0] * (self.deepest + 1)
            for level in depth:
                width[level] += 1
            total, self.levels = width[0], 0
            while total + width[self.levels + 1] <= MOST_NODES:
                self.levels += 1
                total += width[self.levels]
        self.nodes: list[Node] = [node for node in every if depth[node.number] <= self.levels]
        self.depth = [depth[node.number] for node in self.nodes]
        self._below = [below[node.number] for node in self.nodes]
        self._cuts_below = [cuts[node.number] for node in self.nodes]
        # How many nodes hang below a node without being shown; all or none of them are.
        self.folded = [
            size - 1 if level == self.levels else 0
            for size, level in zip(self._below, self.depth, strict=True)
        ]

    def is_leaf(self, place: int) -> bool:
        """Did the search look no deeper here?"""
        return not self.nodes[place].children

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

    def path(self, place: int) -> list[int]:
        """The nodes from the root to this one, both included."""
        found = []
        while place >= 0:
            found.append(place)
            place = self.parent[place]
        return found[::-1]

    # --- views --------------------------------------------------------------------------------------------

    def maximises(self, place: int) -> bool:
        """Does this node want much, in the view that is shown? Negamax always does."""
        return self.view != FIRST_VIEW or self.movers[place] == FIRST

    def _is_better(self, place: int, value: Any, than: Any) -> bool:
        return bool(value > than if self.maximises(place) else value < than)

    def _turned(self, place: int, value: Any) -> Any:
        """A value of the function, in the view that is shown."""
        turn = self.view != self.own_view and self.movers[place] == SECOND
        return -value if turn and value is not None else value

    def _window(self, place: int, node: Node) -> tuple[Any, Any]:
        alpha, beta = number(node.arguments.get("alpha")), number(node.arguments.get("beta"))
        turn = self.view != self.own_view and self.movers[place] == SECOND
        low, high = (beta, alpha) if turn else (alpha, beta)
        return self._turned(place, low), self._turned(place, high)

    def value_above(self, place: int) -> Any:
        """A node's value as its parent sees it."""
        above = self.parent[place]
        value = self.values[place]
        if value is None or above < 0 or self.view != MOVER_VIEW:
            return value
        return value if self.movers[place] == self.movers[above] else -value

    # --- the film -----------------------------------------------------------------------------------------

    def _film(self) -> list[Step]:
        steps: list[Step] = []
        pruned = 0
        frames: list[_Frame] = []
        waiting = [(0, ENTER)]
        while waiting:
            place, kind = waiting.pop()
            number_here = self.nodes[place].number
            if kind == ENTER:
                frame = _Frame(place, *self.windows[place])
                frames.append(frame)
                steps.append(self._step(ENTER, place, frame, number_here + 1, pruned))
                waiting.append((place, RETURN))
                if self.nodes[place].pruned and not self.folded[place]:
                    waiting.append((place, CUT))
                waiting += [(child, ENTER) for child in reversed(self.children[place])]
                continue
            visited = number_here + self._below[place]
            if kind == CUT:
                pruned += len(self.nodes[place].pruned)
                source = self._source(frames)
                steps.append(self._step(CUT, place, frames[-1], visited, pruned, source))
                continue
            if self.folded[place]:
                pruned += self._cuts_below[place]
            frames.pop()
            above = frames[-1] if frames else _Frame(-1, None, None, self.values[0])
            if frames:
                self._take(above, place)
            steps.append(self._step(RETURN, place, above, visited, pruned))
        return steps

    def _step(
        self, kind: str, place: int, frame: _Frame, visited: int, pruned: int, source: int = -1
    ) -> Step:
        closed = frame.alpha is not None and frame.beta is not None and frame.alpha >= frame.beta
        return Step(
            kind, place, frame.place, frame.alpha, frame.beta, frame.best, visited, pruned, source, closed
        )

    def _take(self, frame: _Frame, child: int) -> None:
        """A child's value comes up: is it the best so far, and does the window close?"""
        value = self.value_above(child)
        if value is None or self.view == NO_VIEW:
            return
        if frame.best is None or self._is_better(frame.place, value, frame.best):
            frame.best, self.best_child[frame.place] = value, child
        much = self.maximises(frame.place)
        if much and frame.alpha is not None:
            frame.alpha = max(frame.alpha, frame.best)
        if not much and frame.beta is not None:
            frame.beta = min(frame.beta, frame.best)

    def _source(self, frames: list[_Frame]) -> int:
        """Whose best value is the bound that a cut met? The nearest node above that wants the opposite."""
        here = frames[-1]
        bound = here.beta if self.maximises(here.place) else here.alpha
        if bound is None:
            return -1
        mover = self.movers[here.place]
        for frame in reversed(frames[:-1]):
            if self.movers[frame.place] != mover and frame.best is not None:
                best = -frame.best if self.view == MOVER_VIEW else frame.best
                if best == bound:
                    return frame.place
        return -1

    def best_before(self, place: int, child: int) -> tuple[Any, int]:
        """The best value at a node before it came to this child, and the child that brought it."""
        best, chosen = None, -1
        for earlier in self.children[place]:
            if earlier == child:
                break
            value = self.value_above(earlier)
            if value is not None and (best is None or self._is_better(place, value, best)):
                best, chosen = value, earlier
        return best, chosen

    def line(self) -> list[int]:
        """The line of best play from the root, as far as it was searched."""
        found = [0]
        while self.best_child[found[-1]] >= 0:
            found.append(self.best_child[found[-1]])
        return found


@dataclass
class _Frame:
    """What an open node knows while its children are looked at."""

    place: int
    alpha: Any
    beta: Any
    best: Any = None


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


def _mover(node: Node) -> int:
    return {"max": FIRST, "min": SECOND, "": -1}[side(node)]
