"""The Othello program: a learnt evaluation, a selective search that deepens, and exact endgames.

    opening and middle game    principal variation search over patterns, with a table, moves in the order that
                               the patterns suggest, Multi-ProbCut; ply by ply as long as time lasts
    near the end               the solver: first who wins, then by how much
    at the end                 the solver at once

When the solver takes over depends on the time there is: it should be able to finish. If it does not, the move
of the search that went before stands. The search computes in hundredths of a disc; answers are in discs, a
whole number where the score is exact.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from gamekit.errors import GamekitError
from gamekit.games.othello import Othello
from gamekit.games.othello import parse as parse_othello
from gamekit.othello.patterns import DISC, patterns
from gamekit.othello.probcut import shipped
from gamekit.othello.solver import Solver
from gamekit.rules import Move, State, Value, is_over, moves, play, score
from gamekit.search.clock import thinking_time
from gamekit.search.deepening import Searcher
from gamekit.search.limits import NO_LIMITS, Limits
from gamekit.search.result import Result
from gamekit.search.table import Table
from gamekit.search.thinker import Report, Thinker

# Roughly what an exact score takes, after the bench's targets for 14, 16 and 18 empty squares; not fitted.
# Single positions differ much. To know who wins takes about a fifth (see `solve`).
SECONDS_AT_14, GROWTH = 0.0025, 2.35  # with 14 empty squares, and for each square more
OUTCOME_SHARE = 0.2
NODES_A_SECOND = 20e6  # of the solver, an order of magnitude

AT_ONCE = 0.02  # of the time: an exact score that takes less needs no search before it
WORTH_TRYING = 0.5  # of the time: what should take longer is not begun
FIRST_SHARE = 0.2  # of the time for the search that stands in for a solver that does not finish
FORCED_DEPTH = 4  # for an opinion of a position with one move
LONGEST_WAIT = 0.005  # seconds between two looks of whoever stops the solver


class Engine(Thinker):
    """The Othello program. `full_width` does without Multi-ProbCut.

    >>> Engine(table_mb=1).think(parse_othello("f5"), depth=6).value < 0
    True
    """

    def __init__(self, table_mb: float = 32, full_width: bool = False) -> None:
        self.searcher = Searcher(
            patterns(),
            method="pvs",
            table=Table(table_mb),
            static=3,
            history=True,
            probcut=None if full_width else shipped(),
            unit=DISC,
        )
        self._solver = Solver()
        self._is_prepared = False

    def cancel(self) -> None:
        """Stop thinking, from another thread; what is known by then is the answer."""
        super().cancel()
        self.searcher.cancel()

    def check(self, state: State, limits: Limits) -> None:
        """It plays on 8x8."""
        if not isinstance(state, Othello):
            raise GamekitError("the engine plays othello on 8x8, and nothing else")

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        """Choose a move; `report` hears of each depth and of what the solver finds.

        With a depth and no clock the solver takes over where the depth reaches the end of the game; with a
        number of nodes where it needs no more on average. So both give the same answer every time.
        """
        self._prepare(state)
        begin = time.perf_counter()
        seconds, expected = limits.seconds, expected_seconds(state)
        at_once = seconds is not None and expected <= AT_ONCE * seconds
        if seconds and len(moves(state)) == 1 and not at_once:  # nothing to choose, so no time to spend
            depth = min(limits.depth or FORCED_DEPTH, FORCED_DEPTH)
            return self.searcher.think(state, Limits(depth), report)
        if is_over(state) or not is_worth_trying(state, OUTCOME_SHARE, limits):
            return self.searcher.think(state, limits, report)
        end = begin + thinking_time(seconds) if seconds else None
        if seconds and not at_once:
            first = self.searcher.think(state, Limits(limits.depth, seconds=FIRST_SHARE * seconds), report)
        else:
            first = self.searcher.think(state, Limits(depth=1))
        outcome_first = seconds is not None and expected > WORTH_TRYING * seconds
        found = self._solve(state, first, end, outcome_first, report)
        return replace(found, seconds=time.perf_counter() - begin)

    def _analyse(self, state: State, limits: Limits, report: Report | None) -> Result:
        """By search, and where the solver should be able to finish in time, exact values after that."""
        self._prepare(state)
        exact = is_worth_trying(state, len(moves(state)), limits)
        first = limits
        if exact:
            seconds = limits.seconds
            first = replace(limits, seconds=seconds * FIRST_SHARE) if seconds else Limits(depth=1)
        found = self.searcher.analyse(state, first, report)
        if exact and not self._cancelled:
            left = None if limits.seconds is None else limits.seconds - found.seconds
            found = self.exact_values(state, left, report) or found
        return found

    def exact_values(
        self, state: State, seconds: float | None, report: Report | None = None
    ) -> Result | None:
        """What every move is worth exactly, best first in `values`; None if the time is not enough."""
        self._prepare(state)
        begin = time.perf_counter()
        end = begin + thinking_time(seconds) if seconds else None
        values: dict[Move, Value] = {}
        lines: dict[Move, tuple[Move, ...]] = {}
        nodes = 0
        for move in moves(state):
            child = play(state, move)
            if is_over(child):
                values[move], lines[move] = -score(child), (move,)
                continue
            found = self._ask(child, end, with_line=True)
            if found is None:
                return None
            nodes += found.nodes
            values[move], lines[move] = -found.value, (move, *found.line)
        if not values:
            return None
        values = dict(sorted(values.items(), key=lambda pair: -pair[1]))
        best = next(iter(values))
        spent = time.perf_counter() - begin
        found = Result(best, values[best], lines[best], empties(state), nodes, seconds=spent, values=values)
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

    def _solve(
        self, state: State, first: Result, end: float | None, outcome_first: bool, report: Report | None
    ) -> Result:
        """`first`, improved by what the solver finds before the end."""
        best, low, high = first, -64, 64
        if outcome_first:
            found = self._ask(state, end, outcome_only=True)
            if found is None:
                return best
            best, low, high = _with_outcome(first, found)
            if report is not None:
                report(best)
        if low < high:
            found = self._ask(state, end, alpha=low, beta=high)
            if found is not None:
                best = replace(found, nodes=best.nodes + found.nodes)
                if report is not None:
                    report(best)
        return best

    def _ask(self, state: State, end: float | None, **question: int | bool) -> Result | None:
        """The solver's answer; None where the time is over before or somebody cancels."""
        if self._cancelled or (end is not None and time.perf_counter() >= end):
            return None
        try:
            with self._stopped_in_time(end):
                return self._solver.solve(state, **question)  # type: ignore[arg-type]
        except GamekitError:
            return None

    @contextmanager
    def _stopped_in_time(self, end: float | None) -> Iterator[None]:
        """Somebody else looks at the clock: the solver does not."""
        done = threading.Event()

        def watch() -> None:
            while True:
                left = LONGEST_WAIT if end is None else min(LONGEST_WAIT, end - time.perf_counter())
                if done.wait(max(left, 0.0005)):
                    return
                if self._cancelled or (end is not None and time.perf_counter() >= end):
                    self._solver.cancel()  # again and again: it may not have begun yet

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()


NEARLY_OVER = "XXXXXXXX" * 7 + "XXXXXXO-" + " X;"


def empties(state: State) -> int:
    """How many squares are empty.

    >>> empties(parse_othello("f5"))
    59
    """
    return 64 - (int(state.player) | int(state.opponent)).bit_count()


def expected_seconds(state: State) -> float:
    """What the solver takes for the exact score of such a position, on average."""
    return float(SECONDS_AT_14 * GROWTH ** (empties(state) - 14))


def is_worth_trying(state: State, share: float, limits: Limits) -> bool:
    """Should the solver manage this within the limits? `share` is the work as a share of one exact score.

    >>> is_worth_trying(parse_othello("f5"), 1.0, Limits(seconds=10))
    False
    """
    expected = share * expected_seconds(state)
    if limits.depth is not None and limits.depth < empties(state):
        return False
    if limits.seconds is not None:
        return expected <= WORTH_TRYING * limits.seconds
    return limits.nodes is None or expected * NODES_A_SECOND <= limits.nodes


def _with_outcome(first: Result, outcome: Result) -> tuple[Result, int, int]:
    """The better of both moves, and between which scores the exact one lies."""
    nodes = first.nodes + outcome.nodes
    known = replace(first, nodes=nodes, depth=outcome.depth)
    if outcome.value < 0:  # all moves lose: the search chose one that loses little
        return replace(known, value=min(first.value, -2)), -64, 0
    known = replace(known, move=outcome.move, line=outcome.line)
    if outcome.value == 0:
        return replace(known, value=0), 0, 0
    return replace(known, value=max(first.value, 2)), 0, 64
