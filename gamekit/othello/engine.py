"""The Othello program: a learnt evaluation, a selective search that deepens, and exact endgames.

    opening and middle game    alpha-beta over patterns, with a table, moves in the order that the patterns
                               suggest, Multi-ProbCut; ply by ply as long as time lasts
    near the end               the solver: first who wins, then by how much
    at the end                 the solver at once

When the solver takes over depends on the time, or the nodes, that there are: it should be able to finish. If
it does not, the move of the search that went before stands. The search computes in hundredths of a disc;
answers are in discs, a whole number where the score is exact.

Windows are open: beside Multi-ProbCut null windows lose games (lesson 17).
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Any

from gamekit.errors import GamekitError
from gamekit.games.othello import Othello
from gamekit.games.othello import parse as parse_othello
from gamekit.othello.patterns import DISC, patterns
from gamekit.othello.probcut import CONFIDENCE, shipped
from gamekit.othello.solver import Solver
from gamekit.rules import Move, State, Value, is_over, moves, play, score
from gamekit.search.clock import thinking_time
from gamekit.search.deepening import Searcher
from gamekit.search.limits import NO_LIMITS, Limits
from gamekit.search.result import Result
from gamekit.search.table import Table
from gamekit.search.thinker import Report, Thinker, best_first

# Roughly what an exact score takes, after the bench's targets for 14, 16 and 18 empty squares; not fitted.
# Single positions differ much. To know who wins takes about a fifth (see `solve`).
SECONDS_AT_14, GROWTH = 0.0025, 2.35  # with 14 empty squares, and for each square more
OUTCOME_SHARE = 0.2
NODES_A_SECOND = 8e6  # so that it fits the nodes with 14, 16 and 18 empty squares; processors are quicker

AT_ONCE = 0.02  # of what is allowed: an exact score that takes less needs no search before it
WORTH_TRYING = 0.5  # of what is allowed: what should take more is not begun
FIRST_SHARE = 0.2  # of what is allowed for the search that stands in for a solver that does not finish
FORCED_DEPTH = 4  # for an opinion of a position with one move


@dataclass(frozen=True)
class Switches:
    """Which parts the program uses."""

    ordering: bool = True
    table: bool = True
    null_windows: bool = False  # they cost games beside Multi-ProbCut
    probcut: bool = True
    endgame: bool = True


EVERYTHING = Switches()


class Engine(Thinker):
    """The Othello program. Several `threads` think deeper in the same time, but not the same twice.

    >>> Engine(table_mb=1).think(parse_othello("f5"), depth=6).value < 0
    True
    """

    def __init__(
        self,
        switches: Switches = EVERYTHING,
        table_mb: float = 32,
        threads: int = 1,
        confidence: float = CONFIDENCE,
    ) -> None:
        self.switches = switches
        self.searcher = Searcher(
            patterns(),
            method="pvs" if switches.null_windows else "alphabeta",
            table=Table(table_mb) if switches.table else None,
            static=3 if switches.ordering else False,
            history=switches.ordering,
            probcut=shipped(confidence) if switches.probcut else None,
            unit=DISC,
            threads=threads,
        )
        self._solver = Solver(threads=threads)
        self._is_prepared = False
        self._end: float | None = None  # when to stop the solver
        self._nodes = 0  # spent in all on this answer ...
        self._most_nodes: int | None = None  # ... and how many may be

    def cancel(self) -> None:
        """Stop thinking, from another thread; what is known by then is the answer."""
        super().cancel()
        self.searcher.cancel()
        self._solver.cancel()

    def check(self, state: State, limits: Limits) -> None:
        """It plays on 8x8."""
        if not isinstance(state, Othello):
            raise GamekitError("the engine plays othello on 8x8, and nothing else")

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        """Choose a move; `report` hears of each depth and of what the solver finds.

        With a depth and no clock the solver takes over where the depth reaches the end of the game; with a
        number of nodes where it should manage with them. So both give the same answer every time.
        """
        begin = self._begin(state, limits)
        load = self._load(state, limits)
        if limits.seconds and len(moves(state)) == 1 and load > AT_ONCE:  # nothing to choose
            depth = min(limits.depth or FORCED_DEPTH, FORCED_DEPTH)
            return self.searcher.think(state, Limits(depth), report)
        if is_over(state) or OUTCOME_SHARE * load > WORTH_TRYING:
            return self.searcher.think(state, limits, report)
        if load > AT_ONCE:
            first = self.searcher.think(state, limits.share(FIRST_SHARE), report)
        else:
            first = self.searcher.think(state, Limits(depth=1))
        self._nodes = first.nodes
        found = self._solve(state, first, load > WORTH_TRYING, report)
        return replace(found, nodes=self._nodes, seconds=time.perf_counter() - begin)

    def _analyse(self, state: State, limits: Limits, report: Report | None) -> Result:
        """By search, and where the solver should be able to finish in time, exact values after that."""
        begin = self._begin(state, limits)
        load = len(moves(state)) * self._load(state, limits)
        if load > WORTH_TRYING:
            return self.searcher.analyse(state, limits, report)
        first = limits.share(FIRST_SHARE) if load > AT_ONCE else Limits(depth=1)
        found = self.searcher.analyse(state, first, report)
        self._nodes = found.nodes
        exact = None if self._cancelled else self._exact_values(state, report)
        return replace(exact or found, nodes=self._nodes, seconds=time.perf_counter() - begin)

    def _load(self, state: State, limits: Limits) -> float:
        """What an exact score takes on average, as a share of what is allowed."""
        return exact_load(state, limits) if self.switches.endgame else math.inf

    def _begin(self, state: State, limits: Limits) -> float:
        """Now the clock runs."""
        self._prepare(state)
        begin = time.perf_counter()
        self._end = begin + thinking_time(limits.seconds) if limits.seconds else None
        self._nodes, self._most_nodes = 0, limits.nodes
        return begin

    def _exact_values(self, state: State, report: Report | None) -> Result | None:
        """What every move is worth exactly, best first in `values`; None if the time is not enough."""
        values: dict[Move, Value] = {}
        lines: dict[Move, tuple[Move, ...]] = {}
        for move in moves(state):
            child = play(state, move)
            if is_over(child):
                values[move], lines[move] = -score(child), (move,)
                continue
            found = self._ask(child, with_line=True)
            if found is None:
                return None
            values[move], lines[move] = -found.value, (move, *found.line)
        if not values:
            return None
        values = best_first(values)
        best = next(iter(values))
        found = Result(best, values[best], lines[best], empties(state), self._nodes, values=values)
        if report is not None:
            report(found)
        return found

    def _prepare(self, state: State) -> None:
        """Compile before the clock starts."""
        self.check(state, NO_LIMITS)
        if not self._is_prepared:
            self.searcher.deepen(state, nodes=1)
            self._solver.solve(parse_othello(NEARLY_OVER))
            self._is_prepared = True

    def _solve(self, state: State, first: Result, outcome_first: bool, report: Report | None) -> Result:
        """`first`, improved by what the solver finds before the end."""
        best, low, high = first, -64, 64
        if outcome_first:
            found = self._ask(state, outcome_only=True)
            if found is None:
                return best
            best, low, high = _with_outcome(first, found)
            best = replace(best, nodes=self._nodes)
            if report is not None:
                report(best)
        if low < high:
            found = self._ask(state, alpha=low, beta=high)
            if found is not None:
                best = replace(found, nodes=self._nodes)
                if report is not None:
                    report(best)
        return best

    def _ask(self, state: State, **question: Any) -> Result | None:
        """The solver's answer; None where time or nodes are used up before or somebody cancels."""
        seconds = None if self._end is None else self._end - time.perf_counter()
        nodes = None if self._most_nodes is None else self._most_nodes - self._nodes
        if self._cancelled or (seconds is not None and seconds <= 0) or (nodes is not None and nodes <= 0):
            return None
        try:
            return self._solver.solve(
                state, nodes=nodes, seconds=seconds, is_cancelled=lambda: self._cancelled, **question
            )
        except GamekitError:
            return None
        finally:
            self._nodes += self._solver.nodes


NEARLY_OVER = "XXXXXXXX" * 7 + "XXXXXXO-" + " X;"


def empties(state: State) -> int:
    """How many squares are empty.

    >>> empties(parse_othello("f5"))
    59
    """
    return 64 - (int(state.player) | int(state.opponent)).bit_count()


def expected_seconds(empty: int) -> float:
    """What the solver takes for an exact score with so many empty squares, on average."""
    return float(SECONDS_AT_14 * GROWTH ** (empty - 14))


def exact_load(state: State, limits: Limits) -> float:
    """What an exact score takes on average, as a share of what is allowed; infinite where the depth is less.

    >>> state = parse_othello("f5")
    >>> exact_load(state, Limits(seconds=10)) > 1, exact_load(state, Limits(depth=60))
    (True, 0.0)
    """
    return load_of(empties(state), limits.depth or 0, limits.nodes or 0, limits.seconds or 0.0)


def load_of(empty: int, depth: int, nodes: int, seconds: float) -> float:
    """The same from numbers, 0 where nothing limits: a page has no others."""
    if depth and depth < empty:
        return math.inf
    expected = expected_seconds(empty)
    by_time = expected / seconds if seconds else 0.0
    return max(by_time, expected * NODES_A_SECOND / nodes if nodes else 0.0)


def _with_outcome(first: Result, outcome: Result) -> tuple[Result, int, int]:
    """The better of both moves, and between which scores the exact one lies."""
    known = replace(first, depth=outcome.depth)
    if outcome.value < 0:  # all moves lose: the search chose one that loses little
        return replace(known, value=min(first.value, -2)), -64, 0
    known = replace(known, move=outcome.move, line=outcome.line)
    if outcome.value == 0:
        return replace(known, value=0), 0, 0
    return replace(known, value=max(first.value, 2)), 0, 64
