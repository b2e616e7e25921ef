"""Iterative deepening: think for exactly as long as allowed, and always have an answer.

A `Searcher` is one player's thinking: its table, killers and history live on between its searches.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from gamekit.compiling import compiled
from gamekit.errors import BadText, GamekitError
from gamekit.rules import (
    INF,
    Evaluator,
    Move,
    State,
    Value,
    is_legal,
    is_over,
    moves,
    play,
    score,
    snapshot,
    value,
)
from gamekit.search.aspiration import aspiration
from gamekit.search.clock import HAS_CLOCK, thinking_time
from gamekit.search.context import (
    MOST_MOVES,
    MOST_PLIES,
    NO_MOVE,
    Context,
    Off,
    On,
    Switch,
    new_work,
    reset_work,
)
from gamekit.search.full import full_search
from gamekit.search.limits import Limits
from gamekit.search.mtdf import bisection, mtdf
from gamekit.search.probcut import ProbCut
from gamekit.search.result import Pass, Result
from gamekit.search.table import Table, recall
from gamekit.search.thinker import Report, Thinker, best_first
from gamekit.search.threads import after, beside, check_threads

fast_search = compiled(full_search)
METHODS = ("alphabeta", "pvs", "mtdf", "bisection")
SHARED_DEPTH = 5  # a shallower search is over before a second thread has begun


class Searcher(Thinker):
    """Alpha-beta with any choice of help. Not to be shared by threads, but any thread may `cancel` it.

    >>> from gamekit.othello.evaluators import Mobility
    >>> from gamekit.games import othello
    >>> searcher = Searcher(Mobility(1), table=Table(1), killers=True)
    >>> searcher.search(othello.start(), depth=6).value
    -1
    """

    def __init__(
        self,
        evaluator: Evaluator,
        *,
        method: str = "alphabeta",
        table: Table | None = None,
        static: bool | int = False,
        policy: Any = None,
        few: int = MOST_MOVES,
        killers: bool = False,
        history: bool = False,
        previous: bool = False,
        aspiration_width: int = 0,
        probcut: ProbCut | None = None,
        unit: int = 1,
        threads: int = 1,
    ) -> None:
        """`static` may say from how many plies to go on it orders moves; `True` means 2. A `policy` orders
        them in its place. With `few`, only so many moves are searched at each node, the first: then values
        are opinions, and every node has to be ordered.

        Answers are told in units of so many points of the evaluator. With more than one of `threads`, which
        share the table, the nodes searched differ from run to run.
        """
        if method not in METHODS:
            raise BadText(f"there is no method {method!r}; there are {', '.join(METHODS)}")
        self.method, self.table, self.aspiration_width = method, table, aspiration_width
        self.passes: list[Pass] = []  # of the last depth searched, where the method has passes
        if check_threads(threads) > 1 and table is None:
            raise BadText("threads share a table: a search without one has one thread")
        self._works = [new_work() for _ in range(threads)]
        self._work = self._works[0]
        for number, work in enumerate(self._works):
            work["static_from"] = 1 if few < MOST_MOVES else 2 if static is True else static or 2
            work["few"] = few
            work["thread"], work["threads"] = number, threads
            if table is not None:
                table.attach(work)
        self.unit = unit
        self._saw_horizon = False  # did the depth end any line before the game did?
        self.stopped = False  # did a limit or `cancel` end the last search before its depth was finished?
        self._prepared: set[type] = set()
        self.context = Context(
            evaluator,
            _switch(table is not None),
            policy or _switch(bool(static)),
            _switch(killers),
            _switch(history),
            _switch(previous),
            _switch(method == "pvs"),
            probcut or Off(),
            self._work[0],
        )
        self._contexts = [self.context._replace(work=work[0]) for work in self._works]
        self.forget()

    def forget(self) -> None:
        """Empty killers, history, table and all else that was learnt."""
        for work in self._works:
            work["killers"] = NO_MOVE
            work["history"] = 0
            work["previous"] = 0
        if self.table is not None:
            self.table.clear()

    def cancel(self) -> None:
        """Stop a search that runs in another thread; it returns what it has."""
        super().cancel()
        self._stop()

    def _stop(self) -> None:
        for work in self._works:
            work["stop"] = 1

    def search(self, state: State, depth: int) -> Result:
        """Search to exactly this depth."""
        self._cancelled = False
        return self._think(state, Limits(depth), None, first_depth=depth)

    deepen = Thinker.think  # depth by depth until a limit is met: the name that lessons use

    def _think(self, state: State, limits: Limits, report: Report | None, first_depth: int = 1) -> Result:
        """The answer of the last finished depth. Without any limit the game is searched to its end.

        `seconds` is when the answer is wanted: the search ends a little earlier.
        """
        state = snapshot(state)
        options = list(moves(state))
        if not options:
            return Result(None, self._in_units(value(self.context.evaluator, state)))
        self._prepare(state)
        self.stopped = False
        begin = time.perf_counter()
        thinking = thinking_time(limits.seconds) if limits.seconds else 0.0
        for work in self._works:
            share = -(-(limits.nodes or 0) // len(self._works))
            reset_work(work, share, begin + thinking if limits.seconds else 0.0)
        needs_timer = limits.seconds and not HAS_CLOCK  # compiled code cannot read this system's clock
        guess = found = value(self.context.evaluator, state)
        best = Result(options[0], self._in_units(found), (options[0],))
        last_depth = min(limits.depth or MOST_PLIES - 2, MOST_PLIES - 2)
        with after(thinking if needs_timer else None, self.cancel), collector_paused(bool(limits.seconds)):
            for at_depth in range(min(first_depth, last_depth), last_depth + 1):
                self._saw_horizon = False
                last = found
                try:
                    found, line = self._one_depth(state, at_depth, guess)
                except _Stopped:
                    self.stopped = True
                    break
                guess = last  # of two depths before the next: values swing with who moves last
                best = self._result(self._in_units(found), line, at_depth, begin)
                if report is not None:
                    report(best)
                if not self._saw_horizon:  # every line was searched to the end of the game
                    break
        return self._result(best.value, best.line, best.depth, begin)

    def _prepare(self, state: State) -> None:
        """Compile for this kind of state before the clock starts: the first time takes seconds."""
        known = [value(self.context.evaluator, state), *([score(state)] if score.knows(type(state)) else ())]
        if any(isinstance(worth, float) for worth in known):
            raise GamekitError(
                f"{self.method} searches whole numbers, and values here have fractions; minimax takes them"
            )
        if type(state) not in self._prepared:
            reset_work(self._work, 0, 0.0)
            fast_search(state, 0, -INF, INF, 0, self.context)
            self._longer(play(snapshot(state), moves(state)[0]), (), 2)
            self._prepared.add(type(state))

    def _one_depth(self, state: State, depth: int, guess: Value) -> tuple[Value, tuple[Move, ...]]:
        """The value at this depth and the line found; `_Stopped` where a limit was met before."""
        line: tuple[Move, ...] = ()

        def ask(alpha: Value, beta: Value) -> Value:
            nonlocal line
            answer, work = self._first_answer(state, depth, alpha, beta)
            self._saw_horizon |= bool(work["horizon"][0])
            length = int(work["length"][0][0])
            if length:  # a pass that fails low has no line; the one before it keeps its own
                line = tuple(int(move) for move in work["line"][0][0, :length])
            return answer

        if self.method == "mtdf":
            found, self.passes = mtdf(ask, guess)
        elif self.method == "bisection":
            found, self.passes = bisection(ask, -INF, INF)
        elif self.aspiration_width and depth > 1:
            found, self.passes = aspiration(ask, guess, self.aspiration_width)
        else:
            found = ask(-INF, INF)
        return found, self._longer(state, line, depth)

    def _first_answer(self, state: State, depth: int, alpha: Value, beta: Value) -> tuple[Value, Any]:
        """What the thread that is ready first answers, and its record; `_Stopped` where none is."""
        answers: list[tuple[Value, Any]] = []

        def run(number: int) -> None:
            work = self._works[number]
            work["horizon"] = 0
            answer = fast_search(snapshot(state), depth, alpha, beta, 0, self._contexts[number])
            if not work["stop"][0]:
                answers.append((answer, work))
                if helpers:
                    self._stop()

        helpers = range(1, len(self._works) if depth >= SHARED_DEPTH else 1)
        with beside((partial(run, number) for number in helpers), self._stop):
            run(0)
        if not answers or self._cancelled:
            raise _Stopped
        if helpers:
            for work in self._works:
                work["stop"] = 0
        return answers[0]

    def _longer(self, state: State, line: tuple[Move, ...], depth: int) -> tuple[Move, ...]:
        """Null windows and table hits cut the line short; the table knows how it goes on."""
        if self.table is None:
            return line
        at = snapshot(state)
        for move in line:
            at = play(at, move)
        while len(line) < depth and not is_over(at):
            move = int(recall(On(), at, depth - len(line), self.context.work)[2])
            if not is_legal(at, move):
                break
            line = (*line, move)
            at = play(at, move)
        return line

    def _result(
        self,
        found: Value,
        line: tuple[Move, ...],
        depth: int,
        begin: float,
    ) -> Result:
        counts = [sum(int(work[name][0]) for work in self._works) for name in ("nodes", "cutoffs", "hits")]
        seconds = time.perf_counter() - begin
        return Result(line[0], found, line, depth, counts[0], counts[1], counts[2], seconds)

    def _analyse(self, state: State, limits: Limits, report: Report | None) -> Result:
        """Search below every move to depth 1, 2, 3, ...; the values are those of the last finished depth."""
        evaluator = self.context.evaluator
        if moves(state):
            self._prepare(snapshot(state))  # so that it is compiled when the clock starts
        begin = time.perf_counter()
        best = Result(None, self._in_units(value(evaluator, state)))
        nodes = 0
        for depth in range(1, (limits.depth or MOST_PLIES - 2) + 1):
            values: dict[Move, Value] = {}
            lines: dict[Move, tuple[Move, ...]] = {}
            reaches_the_end = True
            for move in best.values or moves(state):
                child = play(snapshot(state), move)
                if is_over(child) or depth == 1:
                    values[move], lines[move] = -self._in_units(value(evaluator, child)), (move,)
                    nodes += 1
                    reaches_the_end &= bool(is_over(child))
                    continue
                left = limits.left(nodes, time.perf_counter() - begin)
                if left is None or self._cancelled:
                    return replace(best, nodes=nodes, seconds=time.perf_counter() - begin)
                found = self._think(child, replace(left, depth=depth - 1), None)
                nodes += found.nodes
                if self.stopped:  # what is not finished is worth nothing
                    return replace(best, nodes=nodes, seconds=time.perf_counter() - begin)
                values[move], lines[move] = -found.value, (move, *found.line)
                reaches_the_end &= found.depth < depth - 1
            if not values or self._cancelled:
                break
            values = best_first(values)
            move = next(iter(values))
            seconds = time.perf_counter() - begin
            best = Result(move, values[move], lines[move], depth, nodes, seconds=seconds, values=values)
            if report is not None:
                report(best)
            if reaches_the_end:
                break
        return best

    def _in_units(self, found: Value) -> Value:
        """A value in the unit of the answers."""
        return found if self.unit == 1 else found / self.unit


@contextmanager
def collector_paused(is_timed: bool) -> Iterator[None]:
    """Going through all that numba has loaded, Python's garbage collector takes 30 ms: not under a clock."""
    pause = is_timed and gc.isenabled()
    if pause:
        gc.disable()
    try:
        yield
    finally:
        if pause:
            gc.enable()


def _switch(on: bool) -> Switch:
    return On() if on else Off()


class _Stopped(Exception):
    """A limit was met, or somebody cancelled: what was being searched is worth nothing."""
