"""A process that grades one submission after the other, and that can be killed.

Whatever a submission does to the code that reads, asks and judges it, an exception, an endless loop, all of
the memory, it does in here: whoever holds the worker gets a row, if need be one that says what went wrong.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from gamekit.grading.lab import Lab
from gamekit.grading.marking import JUDGE_SECONDS, Row, grade_one, sandbox_for
from gamekit.isolation import fence
from gamekit.isolation.limits import SandboxLimits
from gamekit.isolation.sandbox import START_SECONDS, SandboxError
from gamekit.isolation.wire import MOST_WAIT

_starting = threading.Lock()  # a fork in another thread must not inherit half of a new connection


class Worker:
    """A grader in a process of its own: `ask`, then `answer` once its `end` is ready or `deadline` is over.

    `part` says (number, of how many): each has its share of the cores.
    """

    def __init__(
        self,
        lab: Lab,
        seed: bytes,
        isolation: str,
        limits: SandboxLimits | None,
        part: tuple[int, int] = (0, 1),
    ) -> None:
        self.lab, self.seed, self.isolation, self.limits = lab, seed, isolation, limits
        self.part = part
        self.hidden: list[Path] = []  # that no submission sees, wherever it lies
        allowed = limits or lab.limits
        # Starting a sandbox twice, waiting for one that gets no core, and judging.
        self._most = (
            2 * START_SECONDS + MOST_WAIT * allowed.total_seconds + 2 * JUDGE_SECONDS * len(lab.tasks)
        )
        self._process = 0
        self.end: Connection | None = None
        self.student, self.deadline = "", 0.0

    def ask(self, student: str, data: bytes) -> None:
        if self._process == 0:
            self._start()
        self.student, self.deadline = student, time.monotonic() + self._most
        with suppress(OSError):  # it is gone, and so there will be no answer
            assert self.end is not None
            self.end.send((student, data))

    def answer(self) -> Row:
        """The row; where there is none, one without points that says why."""
        assert self.end is not None
        try:
            if not self.end.poll(max(0.0, self.deadline - time.monotonic())):
                return self._without("grading it took too long, and was stopped")
            found: Row | str = self.end.recv()
        except (OSError, EOFError):
            return self._without("grading it ended the program that grades")
        if isinstance(found, str):
            self.close()
            raise SandboxError(found)
        return found

    def grade(self, student: str, data: bytes) -> Row:
        self.ask(student, data)
        return self.answer()

    def _without(self, remark: str) -> Row:
        self.close()
        row = failed(self.lab, self.student, remark)
        return {**row, "late": True}

    def _start(self) -> None:
        with _starting, warnings.catch_warnings():  # Python warns of threads
            warnings.simplefilter("ignore", DeprecationWarning)
            self.end, theirs = Pipe()
            self._process = os.fork()
            if self._process == 0:
                try:
                    fence.die_with_parent()
                    self._serve(theirs)
                finally:
                    os._exit(0)
            theirs.close()

    def close(self) -> None:
        """End it and all that it started."""
        if self._process:
            fence.end_descendants(self._process)
            with suppress(OSError):
                os.kill(self._process, signal.SIGKILL)
                os.waitpid(self._process, 0)
            self._process = 0
        if self.end is not None:
            self.end.close()
            self.end = None

    # --- in the process -----------------------------------------------------------------------------------

    def _serve(self, end: Connection) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
        fence.be_killed_first(300)
        with suppress(OSError):
            fence.adopt_orphans()
        sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        sandbox = sandbox_for(self.lab, self.isolation)
        sandbox.cores = cores(*self.part)
        with suppress(OSError):  # they talk all the time, which is quicker on one core
            os.sched_setaffinity(0, sandbox.cores)
        sandbox.hidden += self.hidden
        while True:
            student, data = end.recv()
            try:
                try:
                    row = grade_one(self.lab, student, data, self.seed, sandbox, self.limits)
                except SandboxError:
                    sandbox.close()  # once more with a new one; if that fails too, the batch stops
                    row = grade_one(self.lab, student, data, self.seed, sandbox, self.limits)
            except SandboxError as error:
                end.send(str(error))
                continue
            except Exception as error:
                said = f"grading it failed with {type(error).__name__}"
                row = failed(self.lab, student, said)
            if self.isolation == "process" and not sandbox.is_running:
                fence.end_descendants(os.getpid())  # a server that was killed leaves orphans, which are ours
            end.send(row)


def failed(lab: Lab, student: str, remark: str) -> Row:
    """The row of a submission of which nothing can be said but this."""
    # As an empty file: nothing is run, nothing is asked.
    row = grade_one(lab, student, b"", b"", sandbox_for(lab, "process"))
    return {**row, "remarks": [remark]}


def cores(number: int, of: int) -> list[int]:
    """The share of one worker of several: cores of its own where there are enough, else all of them.

    >>> sorted(cores(0, 1)) == sorted(os.sched_getaffinity(0))
    True
    """
    every = sorted(os.sched_getaffinity(0))
    return every[number::of] if of <= len(every) else every
