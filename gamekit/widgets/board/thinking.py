"""Thinking in the background: one thread for each thought, players lent from a pool.

A player is not to be shared by threads, and its tables are large. So thirty boards do not own thirty
players: a thought borrows one that is idle, or makes a new one, and gives it back.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from gamekit.players import OUTSIDE, Limits, Player, player
from gamekit.rules import snapshot

Thinker = Any  # a player's spec, a Player, any function from a state to a move; or None, where people play
Report = Callable[["Thought", Any], None]
Done = Callable[["Thought"], None]

_LOOK_AGAIN = 0.05  # seconds after which somebody who waits looks whether to go on waiting
_at_once = threading.BoundedSemaphore(max(2, os.cpu_count() or 1))  # more would only slow each other down
_idle: defaultdict[str, list[Player]] = defaultdict(list)
_in_use: WeakKeyDictionary[Any, threading.Lock] = WeakKeyDictionary()  # of players that somebody else made
_running: WeakSet[Thought] = WeakSet()
_guard = threading.Lock()


class Thought:
    """A player thinks about one state in a thread of its own.

    `report` hears of progress and `done` of the end, both in that thread. Neither hears anything any more
    once the thought was cancelled. At the end `result` has the answer, or `error` says why there is none.
    """

    def __init__(
        self,
        thinker: Thinker,
        state: Any,
        limits: Limits | None,
        *,
        purpose: str = "move",
        after: float = 0.0,
        least_seconds: float = 0.0,
        report: Report | None = None,
        done: Done | None = None,
    ) -> None:
        self.thinker, self.state, self.limits = thinker, snapshot(state), limits
        # "move": choose one; "graph": what is the position worth? "values", "hint": what is every move worth?
        self.purpose = purpose
        self.after = after  # seconds to wait before it begins
        self.least_seconds = least_seconds  # people miss an answer that comes too soon
        self.result: Any = None
        self.error = ""
        self._report, self._done = report, done
        self._cancelled = threading.Event()
        self._player: Player | None = None  # while it thinks
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="gamekit board", daemon=True)

    def start(self) -> Thought:
        """Begin, and return at once."""
        with _guard:
            _running.add(self)
        self._thread.start()
        return self

    def cancel(self) -> None:
        """Stop; nobody hears of this thought again."""
        self._cancelled.set()
        with self._lock:
            if self._player is not None:
                self._player.cancel()

    def join(self, seconds: float | None = None) -> bool:
        """Wait for the thread to end; has it?"""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        self._cancelled.wait(self.after)
        begin = time.perf_counter()
        try:
            with _held(_at_once, self._cancelled) as is_my_turn:
                if is_my_turn:
                    self._think()
        except Exception as problem:  # from a learner's own player perhaps: the board must say it, not hang
            self.error = f"{type(problem).__name__}: {problem}"
        self._cancelled.wait(max(0.0, self.least_seconds - (time.perf_counter() - begin)))
        if not self._cancelled.is_set() and self._done is not None:
            self._done(self)

    def _think(self) -> None:
        if callable(self.thinker) and not isinstance(self.thinker, Player):
            self.result = self.thinker(snapshot(self.state))
            return
        with _borrowed(self.thinker, self._cancelled) as chosen:
            if chosen is None:
                return
            try:
                with self._lock:
                    self._player = chosen
                ask = chosen.think if self.purpose in ("move", "graph") else chosen.analyse
                if not self._cancelled.is_set():
                    self.result = ask(self.state, self.limits, self._heard)
            finally:
                with self._lock:  # from now on it may think for somebody else, whom we must not cancel
                    self._player = None

    def _heard(self, result: Any) -> None:
        """A report. A search that was cancelled just before it began does not know it: it is told again."""
        if self._cancelled.is_set():
            self.cancel()
        elif self._report is not None:
            self._report(self, result)


def is_searching(thinker: Thinker) -> bool:
    """Does it search, so that it has an opinion of every move and can be limited?"""
    if isinstance(thinker, str):
        thinker = player(thinker)
    if not isinstance(thinker, Player) or thinker.spec.text.startswith(OUTSIDE):
        return False
    return thinker.method not in ("random", "minimax")


@contextmanager
def _held(lock: Any, cancelled: threading.Event) -> Iterator[bool]:
    """Wait for a lock and hold it; False where the thought was cancelled meanwhile."""
    while not lock.acquire(timeout=_LOOK_AGAIN):
        if cancelled.is_set():
            yield False
            return
    try:
        yield True
    finally:
        lock.release()


@contextmanager
def _borrowed(thinker: Thinker, cancelled: threading.Event) -> Iterator[Player | None]:
    """A player that nobody else uses; None where the thought was cancelled while it waited for one."""
    if isinstance(thinker, Player):
        with _guard:
            lock = _in_use.setdefault(thinker, threading.Lock())
        with _held(lock, cancelled) as is_mine:
            yield thinker if is_mine else None
        return
    with _guard:
        chosen = _idle[thinker].pop() if _idle[thinker] else None
    chosen = chosen or player(thinker)
    try:
        yield chosen
    finally:
        with _guard:
            _idle[thinker].append(chosen)


@atexit.register
def _stop_all() -> None:
    """Compiled code must not run on while Python takes itself apart."""
    with _guard:
        thoughts = list(_running)
    for thought in thoughts:
        thought.cancel()
    for thought in thoughts:
        thought.join(1.0)
