"""Play the games of a plan: in a few threads here, or on a Dask cluster. Each player has its own process.

Each thread plays one game at a time and keeps the processes of its players for the next game.
"""

from __future__ import annotations

import atexit
import threading
import time
import zlib
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from itertools import islice
from typing import Any

from gamekit.arena.log import Row
from gamekit.arena.plan import FEW, Pairing, Plan
from gamekit.arena.processes import PlayerProcess, close_sandboxes, process_for
from gamekit.arena.referee import play_out
from gamekit.errors import GamekitError
from gamekit.protocols.process import ProgramFailed
from gamekit.record import Record
from gamekit.training.workers import Workers

MEAN = 2  # times what a move should take, over a game, for students: the limit of a move is there for mishaps
LAZY = 0.05  # seconds that a late answer may come from a busy machine, without being too late


class Runner:
    """Plays one game after the other. Used by one thread."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._start = plan.start
        self._processes: dict[int, PlayerProcess] = {}

    def play(self, pairing: Pairing) -> Row:
        """One game, whatever the players do."""
        plan, sides = self.plan, (pairing.x, pairing.o)
        self._make_room(sides)
        record = Record(self._start, plan.opening(pairing))
        times: tuple[list[float], list[float]] = ([], [])
        allowed = plan.limits.seconds or 1.0
        case = {
            "game": plan.game,
            "size": plan.size,
            "rule": plan.rule,
            "seconds": allowed,
            "limits": asdict(plan.limits),
        }
        # Each side is told its own seed only.
        own = [plan.seed_of(pairing, side) for side in (0, 1)]
        seeds = [zlib.crc32(each.encode()) for each in own]
        names = own if plan.secret else [pairing.name] * 2
        failed: list[ProgramFailed | None] = [None, None]
        busy = [0.0, 0.0]  # seconds of the processor
        for side, who in enumerate(sides):
            try:
                self._processes[who].get_ready({**case, "id": names[side], "moves": [], "seed": seeds[side]})
            except ProgramFailed as error:
                failed[side] = error  # it loses when it is its turn

        def think(side: int, record: Record) -> Any:
            if failed[side] is not None:
                raise failed[side]  # type: ignore[misc]
            seed = (seeds[side] + len(record)) % 2**32
            question = {**case, "id": names[side], "moves": record.moves, "seed": seed}
            process = self._processes[sides[side]]
            begin, used = time.perf_counter(), process.used
            answer = process.choose(record, question)
            seconds = time.perf_counter() - begin - process.waited
            times[side].append(seconds)
            if seconds > plan.most_seconds + LAZY:
                raise ProgramFailed("timeout", f"it thought for {seconds:.3g} s")
            busy[side] += process.used - used
            if busy[side] > MEAN * allowed * len(times[side]) + plan.most_seconds:
                raise ProgramFailed(
                    "timeout", f"it thought for {busy[side]:.3g} s in {len(times[side])} moves"
                )
            return answer

        ending = play_out(record, think)
        return {
            "id": pairing.name,
            "points": ending.points,
            **asdict(ending),
            "moves": record.transcript,
            "plies": len(record),
            "seconds": [round(sum(each), 4) for each in times],
            "longest": [round(max(each, default=0.0), 4) for each in times],
            "thought": [len(each) for each in times],
        }

    def _make_room(self, sides: tuple[int, int]) -> None:
        """Processes for these two; of many players all others end theirs, until they play again."""
        plan = self.plan
        if len(plan.entrants) > (2 if any(each.source for each in plan.entrants) else FEW):
            for who in self._processes.keys() - set(sides):
                self._processes[who].close()
        for who in sides:
            if who not in self._processes:
                settings = plan.memory, plan.most_seconds, plan.isolation
                self._processes[who] = process_for(plan.entrants[who], *settings)

    def close(self) -> None:
        for process in list(self._processes.values()):
            process.close()


def play_all(
    plan: Plan, pairings: Iterable[Pairing], jobs: int = 1, scheduler: str | None = None
) -> Generator[Row, None, None]:
    """The games as they end. Pairings are taken only when somebody has time for them."""
    if scheduler is not None:
        if any(each.function is not None for each in plan.entrants):
            raise GamekitError(
                "a function of this notebook cannot travel to a cluster; write it to a .py file"
            )
        with Workers(scheduler=scheduler) as workers:
            yield from workers.in_order(play_one, ((plan, pairing) for pairing in pairings))
        return
    left = iter(pairings)
    pool = ThreadPoolExecutor(jobs)
    running: set[Future[Row]] = set()
    try:
        running |= {pool.submit(play_one, plan, pairing) for pairing in islice(left, jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
                running |= {pool.submit(play_one, plan, pairing) for pairing in islice(left, 1)}
    finally:
        _close_runners(plan)  # their games, if any still run, end at once, and nobody looks at them
        pool.shutdown(wait=True, cancel_futures=True)
        _close_runners(plan)
        _runners[:] = [runner for runner in _runners if runner.plan != plan]
        close_sandboxes()


_own = threading.local()
_runners: list[Runner] = []  # of all threads


def play_one(plan: Plan, pairing: Pairing) -> Row:
    """One game, by this thread's runner: the processes of its earlier games still wait."""
    known: Runner | None = getattr(_own, "runner", None)
    if known is None or known.plan != plan:
        if known is not None:
            known.close()
        known = _own.runner = Runner(plan)
        _runners.append(known)
    return known.play(pairing)


@atexit.register  # on a worker of a cluster nobody else knows when the last game was played
def _close_runners(plan: Plan | None = None) -> None:
    for runner in list(_runners):
        if plan is None or runner.plan == plan:
            runner.close()
