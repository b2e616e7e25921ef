"""The server in the sandbox: everything is imported, and each submission gets a fork of it.

It is told only "run" and given a socket, which it hands to the fork unread. So its memory, which every fork
inherits, never holds a question, an answer or a student's work. It runs one submission at a time: then every
other process it can see belongs to that submission, and ending the submission means ending them all.
"""

from __future__ import annotations

import gc
import importlib.abc
import json
import os
import re
import select
import signal
import socket
import sys
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from numba.core.dispatcher import Dispatcher

from gamekit import code_cache, games
from gamekit.isolation import fence, harness
from gamekit.isolation.wire import MOST_SENT, Wire
from gamekit.rules import is_over, key, moves, play, score, to_move

WATCH_EVERY = 0.02  # seconds
SCRATCH = "/scratch"  # a submission's own folder, and its /tmp; Python itself may lie in the real one
CODE = "/kit-cache"  # compiled code of the parts of the kit that may be seen, read-only
MOST_FILES = 2000


class Server:
    """Forks a child for each socket that arrives on `control`, and sees it buried."""

    def __init__(self, control: socket.socket, settings: dict[str, Any]) -> None:
        self.control, self.settings = control, settings
        self.is_sandbox: bool = settings["sandbox"]  # else there is no namespace to rely on
        self.nested: bool = settings["nested"]
        self.address_space = self.own_memory = 0
        self.seconds: dict[int, float] = {}  # of the processor, by process

    def run(self) -> None:
        """Serve until the grader hangs up."""
        if self.settings["cores"]:
            os.sched_setaffinity(0, self.settings["cores"])
        fence.be_killed_first(600)
        if not self.is_sandbox:
            with suppress(OSError, AttributeError):
                fence.adopt_orphans()
        else:
            fence.become_nobody()  # and with root go all rights
            fence.open_memory(self.nested)  # if not nested, a submission sees /proc, and this process in it
        gc.collect()
        gc.freeze()
        self.own_memory = _memory(os.getpid())
        self.address_space = fence.address_space()
        self.control.send(json.dumps({"ready": True}).encode())
        while True:
            message, sockets, _, _ = socket.recv_fds(self.control, 2**16, 1)
            if not message:
                return
            limits = json.loads(message)
            child = os.fork()
            if child == 0:
                self._child(sockets[0], limits)
            os.close(sockets[0])
            ended = self._watch(child, limits)
            left = self._bury(child)
            # The grader always says "stop", once; it may ask for something else before it knows of the end.
            while ended != "stopped" and (message := self.control.recv(2**16)) != b"stop":
                if not message:
                    return
                self.control.send(b"[1e9, 0]")
            self.control.send(json.dumps({"ended": ended, "left": left}).encode())

    # --- the child ----------------------------------------------------------------------------------------

    def _child(self, number: int, limits: dict[str, int]) -> None:
        """Never returns: becomes the fence's keeper and, one fork further, the student's process."""
        try:
            self.control.close()
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            fence.open_memory(True)  # to the server, which counts it
            fence.be_killed_first(1000)
            if self.nested:
                fence.new_namespaces(["/proc", CODE], SCRATCH, limits["scratch"], MOST_FILES)
                self._keep_first_process()
            elif not self.is_sandbox:
                os.setsid()
            wire = self._shut_in(number, limits)
        except BaseException as error:  # the fence could not be built: tell the grader, run nothing
            with suppress(BaseException):
                Wire(socket.socket(fileno=number)).send({"fence": f"{type(error).__name__}: {error}"})
            os._exit(70)
        try:
            harness.converse(wire, self.settings["kinds"])
        finally:
            os._exit(70)

    def _keep_first_process(self) -> None:
        """Fork twice: number 1 of the new namespace ends when the student's process does, and all with it."""
        for _ in range(2):
            below = os.fork()
            if below == 0:
                fence.die_with_parent()
                continue
            _close_all_but(())
            fence.drop_capabilities()
            while True:  # reap whatever ends until it is the one below
                pid, status = os.wait()
                if pid == below:
                    os._exit(min(os.waitstatus_to_exitcode(status) % 256, 255))

    def _shut_in(self, number: int, limits: dict[str, int]) -> Wire:
        """The last steps before a student's code may run."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nothing, standard)
        _close_all_but((0, 1, 2, number))
        if self.is_sandbox:
            os.chdir(SCRATCH)
            fence.set_limits(limits, self.address_space)
            fence.drop_rights()
        else:
            os.chdir(tempfile.mkdtemp(dir=self.settings["scratch"]))
            with suppress(OSError, ValueError):
                fence.set_limits(limits, self.address_space)
        sys.setrecursionlimit(3000)
        return Wire(socket.socket(fileno=number), MOST_SENT, 2**40)

    # --- watching and ending it ---------------------------------------------------------------------------

    def _watch(self, child: int, limits: dict[str, int]) -> str:
        """Wait until the child ends, the grader has had enough, or it takes too much memory or disk."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN | select.POLLHUP)
        try:
            handle = os.pidfd_open(child)
        except (OSError, AttributeError):
            handle = -1
        if handle >= 0:
            poll.register(handle, select.POLLIN)
        pause = WATCH_EVERY
        self.seconds.clear()
        try:
            while True:
                events = dict(poll.poll(1000 * pause))
                if self.control.fileno() in events:
                    message = self.control.recv(2**16)
                    if message not in (b"clock", b"pause", b"resume"):
                        return "stopped"
                    self.control.send(json.dumps(self._obey(message)).encode())
                if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                    return "exit"
                begin = time.monotonic()
                self._used()
                if self._takes_too_much(limits["memory"]):
                    return "memory"
                pause = max(WATCH_EVERY, 3 * (time.monotonic() - begin))
                if self.is_sandbox and not self.nested and _is_full(limits["scratch"]):
                    return "disk"  # the submission's own folder system, where it has one, needs no watching
        finally:
            if handle >= 0:
                os.close(handle)

    def _obey(self, message: bytes) -> list[float]:
        """Stop its processes or let them go on, if asked; the seconds that they computed, and waited."""
        told: set[int] = set()
        while message != b"clock" and (fresh := set(self._of_submission()) - told):
            told |= fresh  # until none was started while we looked
            for pid in fresh:
                with suppress(OSError):
                    os.kill(pid, signal.SIGSTOP if message == b"pause" else signal.SIGCONT)
        used, waited = fence.clock(self._of_submission())
        return [max(used, self._used()), waited]

    def _used(self) -> float:
        """The processor's seconds of all processes ever seen: no parent need know of its children."""
        for pid in self._of_submission():
            self.seconds[pid] = max(fence.processor_seconds(pid), self.seconds.get(pid, 0.0))
        return sum(self.seconds.values())

    def _of_submission(self) -> list[int]:
        """Every process but ourselves and bubblewrap's first."""
        if not self.is_sandbox:
            return fence.descendants(os.getpid())
        visible = [int(name) for name in os.listdir("/proc") if name.isdigit()]
        return [pid for pid in visible if pid not in (1, os.getpid())]

    def _takes_too_much(self, most: int) -> bool:
        """Has the submission taken more memory than it may, beyond what each fork shares with the server?

        Memory that several processes share is divided among them by the kernel, so all parts together, less
        what the server had alone, are what the submission added. That takes a while to find out; the sum of
        what each process sees is never less, and mostly enough.
        """
        pids = self._of_submission()
        keepers = 2 if self.nested else 0
        if sum(map(_resident, pids)) - keepers * self.own_memory <= most:
            return False
        return sum(_memory(pid) for pid in [*pids, os.getpid()]) - self.own_memory > most

    def _bury(self, child: int) -> int:
        """End everything but ourselves and bubblewrap's first process; how many would not go (0)."""
        deadline = time.monotonic() + 10
        left: list[int] = []
        while time.monotonic() < deadline:
            for pid in {*self._of_submission(), child}:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            while True:
                try:
                    if os.waitpid(-1, os.WNOHANG)[0] == 0:
                        break
                except ChildProcessError:
                    break
            left = self._of_submission()
            if not left:
                return 0
            time.sleep(0.001)
        return len(left)


def _resident(pid: int) -> int:
    """Bytes in memory that a process sees."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/statm", encoding="utf-8") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _memory(pid: int) -> int:
    """A process's part of the memory: what it shares is divided. Who hides it, has all that it sees."""
    with (
        suppress(OSError, ValueError, AttributeError),
        open(f"/proc/{pid}/smaps_rollup", encoding="utf-8") as file,
    ):
        text = file.read()
        return sum(1024 * int(found) for found in re.findall(r"^(?:Pss|SwapPss): +(\d+) kB", text, re.M))
    return _resident(pid)


def _is_full(most_bytes: int) -> bool:
    """Has the submission written more files, or more into them, than it may?"""
    now = os.statvfs(SCRATCH)
    return now.f_files - now.f_ffree > MOST_FILES or (now.f_blocks - now.f_bfree) * now.f_frsize > most_bytes


def _close_all_but(keep: tuple[int, ...]) -> None:
    last = 0
    for number in sorted(keep):
        if last < number:  # closerange(0, 0) would close everything
            os.closerange(last, number)
        last = number + 1
    os.closerange(last, 4096)


# What students import most. A fork has them already; everything else is loaded when asked for.
USUAL = (
    *("collections", "copy", "dataclasses", "functools", "heapq", "itertools", "math", "operator", "typing"),
    *("numba", "numpy", "gamekit.evaluators", "gamekit.games.plates", "gamekit.games.tree"),
)


def preload(settings: dict[str, Any]) -> None:
    """Import all that a submission may need, and load the compiled rules of the lab's games."""
    if settings["source_hash"]:
        # Some sources are not here, so the hash would differ; the compiled code is the same.
        known = settings["source_hash"]
        code_cache.source_hash = lambda: known  # type: ignore[assignment]
        # Nor can anything be written there: numba then keeps what it compiles to itself.
        code_cache.folder = lambda: Path(CODE) / known  # type: ignore[assignment]
    for name in (*USUAL, settings["kinds"]):
        import_module(name)
    for name in settings["warm"]:
        state = games.start(name)
        for rule in (moves, is_over, score, key, to_move):
            rule(state)
        play(state, next(iter(moves(state))))
    _forget_answers(set(settings["allowed"]))
    # `@njit(cache=True)` works in a notebook; here there is nowhere to keep it, and no need to.
    Dispatcher.enable_caching = lambda self: None  # type: ignore[method-assign]
    # The lab's own first cell, which everybody has: run here once, its imports are there for all.
    harness.run_cells({"__name__": "__main__"}, [["setup", "setup", source] for source in settings["setup"]])


def _forget_answers(allowed: set[str]) -> None:
    """Where the kit's files cannot be hidden, at least its answers cannot be imported."""

    def is_blocked(name: str) -> bool:
        return name.split(".")[0] == "gamekit" and name not in allowed

    class Blocked(importlib.abc.MetaPathFinder):
        def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
            if is_blocked(name):
                raise ModuleNotFoundError(f"{name} is not there while grading", name=name)

    for name in list(sys.modules):
        if is_blocked(name):
            del sys.modules[name]
    sys.meta_path.insert(0, Blocked())


def main() -> None:
    """`server CONTROL`: the number of the control socket, on which settings come first, as JSON.

    Nothing is told in the command line, which every fork could look up.
    """
    control = socket.socket(fileno=int(sys.argv[1]))
    settings = json.loads(control.recv(2**18))
    preload(settings)
    Server(control, settings).run()
