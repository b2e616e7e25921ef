"""Two traces side by side: step by step together, and where they part."""

from __future__ import annotations

from typing import Any, NamedTuple

from gamekit.draw.traces import FIRST_VIEW, NO_VIEW, number_text
from gamekit.tracing import Trace
from gamekit.widgets.stepper.events import CUT, ENTER, RETURN, Playback


class Difference(NamedTuple):
    """A moment of the lockstep where two searches part."""

    moment: int  # which pair of steps
    node: int  # the number of the node, in the trace that has it (the reference's where both have)
    words: str


def lockstep(reference: Trace, other: Trace, names: tuple[str, str] = ("the reference", "yours")) -> Lockstep:
    """Put a reference and another search side by side, each in its own view.

    >>> from gamekit import INF, trace
    >>> from gamekit.games import tree
    >>> from gamekit.search.alphabeta import alphabeta
    >>> from gamekit.search.minimax import minimax
    >>> from gamekit.evaluators import FinalScore
    >>> ours = trace(alphabeta)(tree.start(), 2, -INF, INF, True, FinalScore())
    >>> yours = trace(minimax)(tree.start(), 2, True, FinalScore())
    >>> print(lockstep(ours, yours).differences[0].words)
    At node 4, after b: the reference leaves out 1 move, yours goes on with b.
    """
    left, right = Playback(reference), Playback(other)
    pair = Lockstep(left, right, names)
    if left.own_view != right.own_view:
        # A wrong search can look as if it spoke for the other side: read it in its own favour.
        kinder = Lockstep(left, Playback(other, own_view=left.own_view), names)
        pair = kinder if kinder.parts_at() > pair.parts_at() else pair
    return pair


class Lockstep:
    """Two films shown together. Where only one of the two goes somewhere, the other waits."""

    def __init__(self, left: Playback, right: Playback, names: tuple[str, str]) -> None:
        self.names = names
        # Each in its own view unless they differ: then both as the first player sees it.
        if left.view != right.view and NO_VIEW not in (left.view, right.view):
            left = Playback(left.trace, FIRST_VIEW, left.own_view)
            right = Playback(right.trace, FIRST_VIEW, right.own_view)
        self.left, self.right = left, right
        self._align()
        self.differences = self._differences()

    def parts_at(self) -> int:
        """The first moment where the two part; the end where they never do."""
        return self.differences[0].moment if self.differences else len(self.moments)

    def _align(self) -> None:
        """Pair the steps: equal steps (same kind, same moves) happen together."""
        paths: dict[tuple[int, str, int], int] = {}
        left, right = _keys(self.left, paths), _keys(self.right, paths)
        when_right = {key: at for at, key in enumerate(right)}
        self.moments: list[tuple[int, int]] = []  # the step of each film that is shown
        self.together: list[bool] = []  # did both move?
        i = j = 0
        while i < len(left) or j < len(right):
            both = i < len(left) and j < len(right) and left[i] == right[j]
            if both:
                step_left, step_right = True, True
            elif j == len(right) or (i < len(left) and when_right.get(left[i], -1) < j):
                step_left, step_right = True, False  # the other never comes there, or was there already
            else:
                step_left, step_right = False, True
            i, j = i + step_left, j + step_right
            self.moments.append((max(0, i - 1), max(0, j - 1)))
            self.together.append(both)

    def _differences(self) -> list[Difference]:
        found: list[Difference] = []
        strange_windows: set[int] = set()  # nodes of the left film whose window differs
        alone_before = False
        for moment, ((i, j), both) in enumerate(zip(self.moments, self.together, strict=True)):
            if not both:
                if not alone_before:  # what follows from one parting is not told again
                    found.append(self._parting(moment))
                alone_before = True
                continue
            alone_before = False
            step = self.left.steps[i]
            if step.kind == ENTER:
                words = self._windows_differ(i, j)
                if words:
                    strange_windows.add(step.node)
                    if self.left.parent[step.node] in strange_windows:
                        words = ""
            elif step.kind == RETURN:
                words = self._values_differ(i, j)
            else:
                words = ""
            if words:
                found.append(Difference(moment, step.node, words))
        return found

    def _windows_differ(self, i: int, j: int) -> str:
        one, other = self.left.steps[i].node, self.right.steps[j].node
        window, yours = self.left.windows[one], self.right.windows[other]
        if all(None in bounds or bounds[0] == bounds[1] for bounds in zip(window, yours, strict=True)):
            return ""  # a function with one bound, or none, is compared by what it has
        return (
            f"At {self._where(one, other)}: {self.names[0]} searches with {_bounds(*window)}, "
            f"{self.names[1]} with {_bounds(*yours).removeprefix('the window ')}."
        )

    def _values_differ(self, i: int, j: int) -> str:
        one, other = self.left.steps[i].node, self.right.steps[j].node
        value, yours = self.left.values[one], self.right.values[other]
        if value is None or yours is None:
            raw, raw_yours = self.left.nodes[one].value, self.right.nodes[other].value
            if value is None and yours is None and repr(raw) == repr(raw_yours):
                return ""
            return f"At {self._where(one, other)}: {self._return(repr(raw), repr(raw_yours))}"
        if value == yours:
            return ""
        return f"At {self._where(one, other)}: {self._return(number_text(value), number_text(yours))}"

    def _return(self, one: str, other: str) -> str:
        return f"{self.names[0]} returns {one}, {self.names[1]} {other}."

    def _parting(self, moment: int) -> Difference:
        """One goes where the other does not: say what each does next."""
        i, j = self.moments[moment]
        left_moves = moment == 0 or i != self.moments[moment - 1][0]
        next_i = i if left_moves else min(i + 1, len(self.left.steps) - 1)
        next_j = min(j + 1, len(self.right.steps) - 1) if left_moves else j
        mine, yours = self.left.steps[next_i], self.right.steps[next_j]
        place = mine.node if mine.kind == CUT else (self.left.parent[mine.node] if mine.node else 0)
        other = yours.node if yours.kind == CUT else (self.right.parent[yours.node] if yours.node else 0)
        film, at = (self.left, place) if left_moves else (self.right, other)
        words = (
            f"At {_place(film, at)}: {self.names[0]} {_does(self.left, next_i)}, "
            f"{self.names[1]} {_does(self.right, next_j)}."
        )
        return Difference(moment, at, words)

    def _where(self, one: int, other: int) -> str:
        text = _place(self.left, one)
        return text if one == other else f"{text} (node {other} of {self.names[1]})"

    def summary(self) -> str:
        """One sentence: whether the two part, and where first."""
        if not self.differences:
            return (
                f"They never part: the same nodes, windows and values, {len(self.left.trace):,} nodes each."
            )
        count = len(self.differences)
        more = "" if count == 1 else f" They part at {count:,} places in all."
        return self.differences[0].words + more


def _bounds(alpha: Any, beta: Any) -> str:
    """A window in words; a function with one bound has only that."""
    if alpha is None:
        return f"beta = {number_text(beta)} alone"
    if beta is None:
        return f"alpha = {number_text(alpha)} alone"
    return f"the window ({number_text(alpha)}, {number_text(beta)})"


def _place(film: Playback, place: int) -> str:
    """A node by number and by the moves that lead to it."""
    names = [film.names[at] for at in film.path(place) if film.names[at]]
    if not names:
        return f"node {place}, the start"
    after = "" if film.nodes[place].state is None else f", after {', '.join(names)}"
    return f"node {place}{after}"


def _does(film: Playback, at: int) -> str:
    """What a search does at a step, told from outside."""
    step = film.steps[at]
    if step.kind == ENTER:
        first = film.parent[step.node] < 0 or film.children[film.parent[step.node]][0] == step.node
        return f"{'looks at' if first else 'goes on with'} {film.names[step.node] or 'the start'}"
    if step.kind == CUT:
        count = len(film.pruned_names[step.node])
        return f"leaves out {count} move" + ("" if count == 1 else "s")
    value = film.values[step.node]
    return f"returns {number_text(value) if value is not None else repr(film.nodes[step.node].value)}"


def _keys(film: Playback, paths: dict[tuple[int, str, int], int]) -> list[tuple[str, int]]:
    """A key for each step: what happens, and at which path of moves (the same move twice counts up)."""
    own = [0] * len(film.nodes)
    for place in range(1, len(film.nodes)):
        above, name = film.parent[place], film.names[place]
        times = sum(film.names[child] == name for child in film.children[above] if child < place)
        own[place] = paths.setdefault((own[above], name, times), len(paths) + 1)
    return [(step.kind, own[step.node]) for step in film.steps]
