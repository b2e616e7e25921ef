"""Call a learner's function in a fork of the notebook's process, or where there is none, in one started anew.

An endless loop (compiled ones too), a crash, a print or a changed rule does no harm to the notebook: it all
happens in the fork, which is killed at the end.
"""

from __future__ import annotations

import os
import random
import secrets
import signal
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from gamekit.compiling import Compiled
from gamekit.grading.inside import probe
from gamekit.grading.inside.kinds import answered, calls_of, kind
from gamekit.grading.language import said
from gamekit.isolation import fence
from gamekit.isolation.plain import plain
from gamekit.isolation.wire import MOST_SENT, Broken, TooLate, Wire
from gamekit.tracing import Trace, trace

MOST_TRACED = 400  # nodes: the tree that is drawn is a small one


class Caller:
    """A function in a fork, ready for questions.

    `trouble` is the first thing that went wrong, as a sentence; `lost` says that the fork is gone or hangs.
    """

    def __init__(self, wire: Wire, name: str, first_seconds: float, seconds: float) -> None:
        self._wire, self._name = wire, name
        self._first, self._others = first_seconds, seconds
        self.trouble, self.lost = "", False

    def answer(self, kind: str, case: dict[str, Any], quietly: bool = False) -> Any:
        """The answer, or None."""
        return answered(
            kind, case, lambda name, given: self._send({"kind": name, "case": given}, quietly).get("answer")
        )

    def trace(self, case: dict[str, Any]) -> list[dict[str, Any]] | None:
        """What the function does on a tree, call by call; None where that cannot be recorded."""
        told = self._send({"trace": case}, quietly=True).get("answer")
        return told if isinstance(told, list) else None

    def _send(self, message: dict[str, Any], quietly: bool) -> dict[str, Any]:
        if self.lost:
            return {}
        seconds, self._first = self._first, self._others
        nonce = secrets.token_hex(8)
        try:
            self._wire.send({"nonce": nonce, **message}, seconds)
            reply = self._wire.receive(seconds)
        except TooLate:
            waited = f"{seconds:g}"
            self._lose(said("{} gave no answer within {} s: does it loop for ever?", self._name, waited))
            return {}
        except Broken:
            self._lose(said("{} ended the program that ran it", self._name))
            return {}
        if type(reply) is not dict or reply.get("nonce") != nonce:
            self._lose(said("{} disturbed the program that ran it", self._name))
            return {}
        if "answer" not in reply and not quietly and not self.trouble:
            self.trouble = _sentence(self._name, reply)
        return reply

    def _lose(self, sentence: str) -> None:
        self.lost = True
        self.trouble = self.trouble or sentence


def _sentence(name: str, reply: dict[str, Any]) -> str:
    if reply.get("missing"):
        return said("{} is no function", name)
    if reply.get("error") == "NotImplementedError":
        return said(
            "{} raised NotImplementedError: is the line 'raise NotImplementedError()' still there?", name
        )
    error = f"{reply.get('error')}: {reply['says']}" if reply.get("says") else str(reply.get("error"))
    if reply.get("line"):
        return said("{} raised {} (line {} of the cell)", name, error, reply["line"])
    return said("{} raised {}", name, error)


@contextmanager
def in_own_process(function: Any, name: str, first_seconds: float, seconds: float) -> Iterator[Caller]:
    """A process that holds the function; at the end it is gone."""
    if can_fork():
        holding = _forked(function)
    else:
        from gamekit.grading.starting import started_anew

        holding = started_anew(function, name)
    with holding as end:
        yield Caller(Wire(end), name, first_seconds, seconds)


def can_fork() -> bool:
    """On macOS there is a fork, but system libraries do not survive it."""
    return hasattr(os, "fork") and sys.platform != "darwin"


@contextmanager
def _forked(function: Any) -> Iterator[socket.socket]:
    ours, theirs = socket.socketpair()
    with warnings.catch_warnings():  # Python warns of threads, and one word on stderr costs all points
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        with suppress(BaseException):
            ours.close()
            converse(function, theirs)
        os._exit(0)
    theirs.close()
    try:
        yield ours
    finally:
        ours.close()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


# --- in the fork ------------------------------------------------------------------------------------------


def converse(function: Any, end: socket.socket) -> None:
    """Answer until the notebook hangs up; nothing that is printed gets anywhere."""
    fence.silence()
    wire = Wire(end, MOST_SENT, 2**40)
    while True:
        message = wire.receive()
        wire.send({"nonce": message["nonce"], **_answer(function, message)})


def _answer(function: Any, message: dict[str, Any]) -> dict[str, Any]:
    if not callable(function):
        return {"missing": True}
    random.seed(0)
    np.random.seed(0)
    try:
        if "trace" in message:
            return {"answer": as_data(record(function, message["trace"]))}
        return {"answer": kind(message["kind"])(function, message["case"])}
    except BaseException as error:
        return {"error": type(error).__name__[:60], **_about(function, error)}


def _about(function: Any, error: BaseException) -> dict[str, Any]:
    """What the error says, and the last line of the learner's own file that it passed through."""
    found: dict[str, Any] = {}
    with suppress(Exception):
        found["says"] = str(error).strip().split("\n")[0][:200]
    with suppress(Exception):
        undecorated = getattr(function, "py_func", getattr(function, "function", function))
        place, steps = error.__traceback__, 0
        while place is not None and steps < 100_000:
            if place.tb_frame.f_code.co_filename == undecorated.__code__.co_filename:
                found["line"] = place.tb_lineno
            place, steps = place.tb_next, steps + 1
    return found


# --- traces -----------------------------------------------------------------------------------------------


def record(function: Any, case: dict[str, Any]) -> Trace:
    """The trace of a function on the tree of a case."""
    *earlier, last = calls_of(case, probe.of_case(case))
    for given in earlier:
        function(*given)
    return trace(function, MOST_TRACED)(*last)


def as_data(walk: Trace) -> list[dict[str, Any]]:
    """A trace as plain data: for each call its parent, move, value, and the numbers among its arguments."""
    parents = {id(child): node.number for node in walk.nodes for child in node.children}
    return [
        {
            "parent": parents.get(id(node)),
            "function": node.function[:60],
            "move": plain(node.move),
            "at": None if node.state is None else int(node.state.node),
            "value": plain(node.value),
            "pruned": plain(list(node.pruned)),
            "arguments": {
                name[:60]: plain(given)
                for name, given in node.arguments.items()
                if isinstance(given, bool | int | float | np.generic)
            },
        }
        for node in walk.nodes
    ]


def is_compiled(function: Any) -> bool:
    """Will the first call take a while, because it is compiled?"""
    return isinstance(function, Compiled) or hasattr(function, "py_func")
