"""A player in a process of its own, with limits on time and memory.

| player                        | its process                                                  |
| ----------------------------- | ------------------------------------------------------------ |
| a spec of the kit, a .py file | `FreshPlayer`: a fresh Python, kept for many games           |
| a function in a notebook      | `ForkedPlayer`: a fork of the notebook, kept for many games  |
| a student's file              | `SandboxedPlayer`: the isolation of grading                  |
| gtp:..., piskvork:...         | `OutsideProgram`: a program is a process already             |

A player can hang, die, lie or eat memory; `choose` then raises `ProgramFailed` with the reason, and the next
game starts the player anew. What it answers is no move until the referee says so.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import resource
import secrets
import signal
import socket
import subprocess
import sys
import threading
import warnings
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from gamekit import games
from gamekit.arena import player_process
from gamekit.errors import BadText
from gamekit.files import one_line
from gamekit.isolation import fence
from gamekit.isolation.choosing import choose_move
from gamekit.isolation.limits import SandboxLimits
from gamekit.isolation.sandbox import Sandbox, SandboxError
from gamekit.isolation.wire import MOST_SENT, Broken, TooLate, Wire
from gamekit.players import OUTSIDE, Limits, player
from gamekit.protocols.outside import OutsidePlayer
from gamekit.protocols.process import ProgramFailed
from gamekit.record import Record
from gamekit.rules import State, parse_move

START_SECONDS = 120.0  # to start and to compile, before any clock runs
FIRST_SECONDS = 20.0  # for somebody's own function to be asked once before its first game
MOST_STARTS = 2  # in vain, then a player is not started again
MOST_RECEIVED = 2**30  # bytes from one process in all its life

_starting = threading.Lock()  # a fork in another thread must not inherit half of a new connection


@dataclass(frozen=True)
class Entrant:
    """Who plays: a name for tables, and one of spec, path, function or source."""

    name: str
    spec: str = ""  # of a player of the kit, or of a program
    path: str = ""  # of a Python file with a function choose
    function: Callable[..., Any] | None = None
    source: str = ""  # of a student's file: runs in the sandbox of grading only

    def check(self, start: State, limits: Limits) -> None:
        """`GamekitError` where this player cannot play this game."""
        if self.spec:
            made = player(self.spec)
            made.check(start, None if made.limits else limits)
        elif self.path and not os.path.isfile(self.path):
            raise BadText(f"there is no file {self.path} to be a player")

    def as_dict(self) -> dict[str, str]:
        """What tells this player from others, for the log; a file is known by what it holds."""
        about = {"name": self.name}
        code = self.source
        if self.spec:
            about["text"] = self.spec  # the key in logs of every version
            for file in re.findall(r"(?:eval|weights)=([^,]+)", self.spec):
                if os.path.isfile(file):
                    code += Path(file).read_bytes().hex()
        if self.path:
            with open(self.path, encoding="utf-8", errors="replace") as file:
                code = file.read()
        if code:
            about["code"] = f"{zlib.crc32(code.encode()):08x}"
        return about


def entrant(what: str | Callable[..., Any] | Entrant) -> Entrant:
    """A player from a spec, the name of a .py file, or a function.

    >>> entrant("players/mine.py").name, entrant("pvs,eval=mine.py").name, entrant(len).name
    ('mine.py', 'pvs,eval=mine.py', 'len')
    """
    if isinstance(what, Entrant):
        return what
    if callable(what):
        return Entrant(getattr(what, "__name__", "") or "a function", function=what)
    if what.endswith(".py") and not what.startswith(OUTSIDE) and "eval=" not in what:
        return Entrant(os.path.basename(what), path=os.path.abspath(what))
    return Entrant(what, spec=what)


class PlayerProcess(ABC):
    """A player that runs elsewhere."""

    waited = 0.0  # seconds of the last question in which it got no core: they are not its own
    used = 0.0  # seconds of the processor so far, where somebody counts them

    @abstractmethod
    def get_ready(self, case: dict[str, Any]) -> None:
        """A game begins; whatever takes long and is not thinking happens now."""

    @abstractmethod
    def choose(self, record: Record, case: dict[str, Any]) -> Any:
        """A move by number or name, or something else; `ProgramFailed` where there is no answer."""

    @abstractmethod
    def close(self) -> None:
        """End the player's process."""


def process_for(who: Entrant, memory: int, most_seconds: float, isolation: str = "sandbox") -> PlayerProcess:
    """The process that fits a player; `memory` in megabytes."""
    if who.source:
        return SandboxedPlayer(who.source, memory, most_seconds, isolation)
    if who.function is not None:
        return ForkedPlayer(who.function, memory, most_seconds)
    if who.spec.startswith(OUTSIDE):
        return OutsideProgram(who.spec, memory, most_seconds)
    return FreshPlayer(who, memory, most_seconds)


# --- whoever is asked over a wire -------------------------------------------------------------------------


class _JustAnError(ProgramFailed):
    """The player raised an error, but it still runs."""


class WiredPlayer(PlayerProcess):
    """A player who is asked over a wire. A subclass says how it is started, ended, and why it is gone."""

    def __init__(self, memory: int, most_seconds: float) -> None:
        self.memory, self.most_seconds = memory, most_seconds
        self.first_seconds = FIRST_SECONDS
        self._wire: Wire | None = None
        self.failed_starts: list[ProgramFailed] = []  # one after the other

    @abstractmethod
    def _open(self) -> Wire: ...

    @abstractmethod
    def _end(self) -> str:
        """End it; how did it end, if by itself?"""

    def get_ready(self, case: dict[str, Any]) -> None:
        """Start it if it does not run, and let it compile what it needs."""
        if self._wire is not None:
            return
        if len(self.failed_starts) >= MOST_STARTS:
            raise self.failed_starts[-1]  # twice is enough: the other players want to get on
        try:
            self._wire = self._open()
            with suppress(_JustAnError):  # what it does in a game counts
                # About the start, which is no move in any game.
                self._ask({**case, "warm": True, "id": "", "moves": []}, self.first_seconds)
        except ProgramFailed as failed:
            what = str(failed).removeprefix(f"{failed.kind}: ")
            self.failed_starts.append(ProgramFailed(failed.kind, f"before the game, {what}"))
            raise self.failed_starts[-1] from None
        self.failed_starts.clear()

    def choose(self, record: Record, case: dict[str, Any]) -> Any:
        return _as_move(self._ask(case, self.most_seconds), record)

    def _ask(self, case: dict[str, Any], seconds: float) -> Any:
        if self._wire is None:
            raise ProgramFailed("crash", "it is not running")
        nonce = secrets.token_hex(4)
        try:
            self._wire.send({"nonce": nonce, "function": "choose", "kind": "choose", "case": case}, seconds)
            reply = self._wire.receive(seconds)
            self.waited = self._wire.waited
        except TooLate:
            self.close()
            raise ProgramFailed("timeout", f"no move within {seconds:.3g} s") from None
        except Broken as error:
            why = self._end() if error.went_away else str(error)
            self._wire = None
            raise ProgramFailed("crash", why) from None
        if type(reply) is not dict or reply.get("nonce") != nonce:
            self.close()
            raise ProgramFailed("nonsense", "it answered what nobody had asked")
        if "answer" not in reply:
            raise self._went_wrong(reply)
        answer = reply["answer"]
        return answer.get("move") if type(answer) is dict else None

    def _went_wrong(self, reply: dict[str, Any]) -> ProgramFailed:
        """The reason in the words of the player's own error."""
        if reply.get("missing"):
            return _JustAnError("crash", "there is no function choose(state) in it")
        kind = str(reply.get("error"))[:60]
        if kind == "MemoryError":
            self.close()  # who has no room left will hardly find some for the next game
            return ProgramFailed("crash", f"it took more than {self.memory} MB of memory")
        where = reply.get("where")
        at = f", line {where[1]}" if isinstance(where, list) and len(where) == 2 else ""
        says = f": {str(reply['says'])[:300]}" if reply.get("says") else ""
        return _JustAnError("crash", f"{kind}{says}{at}")

    def close(self) -> None:
        if self._wire is not None:
            self._wire = None
            self._end()


def _as_move(answer: Any, record: Record) -> Any:
    """A name becomes a number; what is neither is left for the referee to refuse."""
    if isinstance(answer, str):
        try:
            return parse_move(record.state, answer)
        except BadText as error:
            raise ProgramFailed(
                "nonsense", f"asked for a move it said {answer[:40]!r}; {one_line(str(error), 160)}"
            ) from None
    if answer is not None and type(answer) is not int:
        raise ProgramFailed("nonsense", f"asked for a move it answered {one_line(str(answer), 60)}")
    return answer


class LocalPlayer(WiredPlayer):
    """A player in a process of ours, at the other end of a pair of sockets. A subclass says how it starts."""

    _process: Any = None
    _socket: socket.socket

    @abstractmethod
    def _start(self, theirs: socket.socket) -> Any:
        """Start it in a session of its own: what it starts dies with it, and Ctrl-C is for us alone."""

    @abstractmethod
    def _wait(self, process: Any, seconds: float | None) -> int | None:
        """Its exit status; None where it still runs after so many seconds."""

    def _open(self) -> Wire:
        with _starting:
            self._socket, theirs = socket.socketpair()
            with theirs:
                self._process = self._start(theirs)
        pid = self._process.pid
        wire = Wire(self._socket, in_all=MOST_RECEIVED, spent=lambda: fence.clock([pid]))
        try:
            first = wire.receive(START_SECONDS)
        except TooLate:
            self._end()
            raise ProgramFailed("timeout", f"it did not start within {START_SECONDS:g} s") from None
        except Broken:
            raise ProgramFailed("crash", self._end()) from None
        if first != {"ready": True}:
            self._end()
            raise ProgramFailed("crash", str(first.get("failed", "it did not start")))
        return wire

    def _end(self) -> str:
        process, self._process = self._process, None
        if process is None:
            return "it is gone"
        self._socket.close()
        status = self._wait(process, 0.2)
        _kill(process)
        self._wait(process, None)
        if status is None:
            return "it closed its connection"
        return f"it ended with status {status}" if status >= 0 else f"it was killed by signal {-status}"

    def close(self) -> None:
        """End it at once: nobody waits for its answer."""
        if self._process is not None:
            _kill(self._process)
        super().close()


def _kill(process: Any) -> None:
    """End a process and all that it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()


class FreshPlayer(LocalPlayer):
    """A player of the kit, or somebody's file, in a fresh Python."""

    def __init__(self, who: Entrant, memory: int, most_seconds: float) -> None:
        super().__init__(memory, most_seconds)
        self._who = who
        self.first_seconds = FIRST_SECONDS if who.path else START_SECONDS

    def _start(self, theirs: socket.socket) -> subprocess.Popen[bytes]:
        about = {"path": self._who.path} if self._who.path else {"text": self._who.spec}
        settings = json.dumps({**about, "memory": self.memory, "games": games.added()})
        run = "from gamekit.arena.player_process import main; main()"
        return subprocess.Popen(
            [sys.executable, "-c", run, str(theirs.fileno()), settings],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )

    def _wait(self, process: subprocess.Popen[bytes], seconds: float | None) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        return process.returncode


class ForkedPlayer(LocalPlayer):
    """A function of a notebook in a fork of the notebook's process."""

    def __init__(self, function: Callable[..., Any], memory: int, most_seconds: float) -> None:
        super().__init__(memory, most_seconds)
        self._function = function

    def _start(self, theirs: socket.socket) -> BaseProcess:
        settings = self._function, self._socket, theirs, self.memory
        process = get_context("fork").Process(target=_converse, args=settings, daemon=True)
        with warnings.catch_warnings():  # Python warns of threads, and a notebook would show it
            warnings.simplefilter("ignore", DeprecationWarning)
            process.start()
        return process

    def _wait(self, process: BaseProcess, seconds: float | None) -> int | None:
        process.join(seconds)
        return process.exitcode


def _converse(function: Callable[..., Any], ours: socket.socket, end: socket.socket, memory: int) -> None:
    """In the fork: nothing that is printed gets anywhere, and Ctrl-C is for the notebook."""
    ours.close()
    os.setsid()
    with suppress(OSError, AttributeError):
        fence.die_with_parent()
    fence.silence()
    player_process.limit_memory(memory)
    with suppress(BaseException):  # the arena has hung up
        player_process.serve(Wire(end, MOST_SENT, 2**40), lambda case: choose_move(function, case))


class SandboxedPlayer(WiredPlayer):
    """A student's file in the isolation of grading. Used by the thread that made it, and by no other."""

    def __init__(self, source: str, memory: int, most_seconds: float, isolation: str) -> None:
        super().__init__(memory, most_seconds)
        self._source, self._isolation = source, isolation
        self._sandbox: Sandbox | None = None
        self._stack = ExitStack()
        self._remarks: list[str] = []

    def _open(self) -> Wire:
        allowed = SandboxLimits(total_seconds=LONGEST_LIFE, memory=self.memory * 2**20)
        self._sandbox = _spare_sandbox(self._isolation)
        try:
            wire = self._stack.enter_context(self._sandbox.child(allowed))
        except SandboxError:  # it was killed, perhaps; once more with a new one
            self._sandbox.close()
            wire = self._stack.enter_context(self._sandbox.child(allowed))
        try:
            wire.send({"cells": [["player", "answer", self._source]]}, FIRST_SECONDS)
            reply = wire.receive(FIRST_SECONDS)
        except TooLate:
            self._end()
            raise ProgramFailed("timeout", f"the file took more than {FIRST_SECONDS:g} s to load") from None
        except Broken as error:
            why = self._end()
            raise ProgramFailed("crash", why if error.went_away else str(error)) from None
        said = reply.get("remarks") if isinstance(reply, dict) else None
        self._remarks = [one_line(str(line), 160) for line in said[:3]] if isinstance(said, list) else []
        self._sandbox.tell("pause")
        return wire

    def _ask(self, case: dict[str, Any], seconds: float) -> Any:
        """Its processes run while it is asked, and never on the opponent's time."""
        if self._sandbox is not None:
            self._sandbox.tell("resume")
        try:
            return super()._ask(case, seconds)
        finally:
            if self._sandbox is not None:
                self.used = self._sandbox.tell("pause")[0]

    def _went_wrong(self, reply: dict[str, Any]) -> ProgramFailed:
        if reply.get("missing") and self._remarks:
            return _JustAnError("crash", f"it has no function choose; {self._remarks[0]}")
        return super()._went_wrong(reply)

    def _end(self) -> str:
        sandbox, self._sandbox = self._sandbox, None
        if sandbox is None:
            return "it is gone"
        self._stack.close()
        _spares(self._isolation).append(sandbox)
        if sandbox.how_it_ended == "memory":
            return f"it took more than {self.memory} MB of memory"
        return "it ended its own process"


LONGEST_LIFE = 10**6  # seconds of the processor's time; the arena limits every single move
SHOWN = ("search",)  # beside what grading shows: students may build on the kit's searches, not its programs

# The kernel ends a sandbox when the thread that started it ends, and a sandbox holds one player at a time. So
# each thread has a few of its own, and a player who leaves makes room for the next.
_own = threading.local()
_tables = count()


def _spares(isolation: str) -> list[Sandbox]:
    kept: dict[str, list[Sandbox]] = vars(_own).setdefault("sandboxes", {})
    return kept.setdefault(isolation, [])


def _spare_sandbox(isolation: str) -> Sandbox:
    spares = _spares(isolation)
    if spares:
        return spares.pop()
    # Games that were added elsewhere cannot be seen in there.
    own = (game.name for game in games.having("face") if not games.is_added(game.name))
    sandbox = Sandbox(isolation, warm=tuple(own), shows=SHOWN)
    every = sorted(os.sched_getaffinity(0))
    vars(_own).setdefault("core", every[next(_tables) % len(every)])
    sandbox.cores = [_own.core]  # players at one table take turns, and take nothing from other tables
    sandbox.__enter__()
    _closing.append(sandbox)
    return sandbox


_closing: list[Sandbox] = []


@atexit.register
def close_sandboxes() -> None:
    """End every sandbox of this process."""
    while _closing:
        _closing.pop().close()


# --- programs ---------------------------------------------------------------------------------------------


class OutsideProgram(PlayerProcess):
    """A program that speaks a protocol; its own player waits for it."""

    def __init__(self, spec: str, memory: int, most_seconds: float) -> None:
        made = player(spec)
        assert isinstance(made, OutsidePlayer)
        self._player, self._memory = made, memory
        made.patience = most_seconds

    def get_ready(self, case: dict[str, Any]) -> None:
        """It starts with its first move."""

    def choose(self, record: Record, case: dict[str, Any]) -> Any:
        """Tell it the game so far and ask for its move."""
        self._player.follow(record)
        self._player.get_ready()
        self._limit_memory()
        return self._player.think(record.state, Limits(**case["limits"])).move

    def _limit_memory(self) -> None:
        process = self._player.process_id
        if process is not None and hasattr(resource, "prlimit"):
            most = self._memory * 2**20
            with suppress(OSError, ValueError):
                resource.prlimit(process, resource.RLIMIT_DATA, (most, most))

    def close(self) -> None:
        self._player.close()
