"""Many processes, one order: results come back in the order of the tasks, whoever was faster.

    with Workers(2) as workers:
        for result in workers.in_order(function, tasks):
            ...

One worker is this process itself. More are processes of `concurrent.futures`; with the address of a Dask
scheduler they are whatever its cluster has, and if one of them dies, Dask gives its work to another.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from gamekit.errors import GamekitError

Task = tuple[Any, ...]
CONNECT_SECONDS = 10.0  # how long to look for a scheduler


class Workers:
    """Whoever does the work."""

    def __init__(self, count: int = 1, scheduler: str | None = None) -> None:
        self.count = count
        self._pool: Any = None
        self._client: Any = None
        if scheduler is not None:
            self._client = _connect(scheduler)
            self.count = max(1, sum(self._client.ncores().values()))
        elif count > 1:
            # Fresh processes, not forks: a fork of a process with threads may hang.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(count, context, initializer=_leave_ctrl_c_to_the_parent)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        if self._client is not None:
            self._client.close()

    def in_order(self, function: Callable[..., Any], tasks: Iterable[Task]) -> Iterator[Any]:
        """function(*task) for each task, in the order of the tasks; a few are worked on ahead."""
        if self._pool is None and self._client is None:
            for task in tasks:
                yield function(*task)
            return
        rest = iter(tasks)
        waiting = deque(self._submit(function, task) for task in islice(rest, 2 * self.count))
        try:
            while waiting:
                result = waiting.popleft().result()
                waiting.extend(self._submit(function, task) for task in islice(rest, 1))
                yield result
        except BrokenProcessPool:
            raise GamekitError(
                "a worker process was killed; the same command goes on from the last checkpoint"
            ) from None
        finally:
            for future in waiting:
                future.cancel()

    def _submit(self, function: Callable[..., Any], task: Task) -> Any:
        if self._client is not None:
            return self._client.submit(function, *task, pure=False)
        return self._pool.submit(function, *task)


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise GamekitError(
            "a cluster needs Dask, which is not installed: pip install 'distributed>=2025.1'"
        ) from None
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as problem:
        raise GamekitError(f"there is no Dask scheduler at {address}: {problem}") from None


def cores() -> int:
    """How many processes can work at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
