"""A process started anew, in which a learner's function is asked where there is no fork (Windows, macOS).

Starting one takes a second, so two wait with everything imported. Each is used once: whatever a function did
to the rules, the next check does not meet it. The function travels as a pickle, which it alone reads.
"""

from __future__ import annotations

import atexit
import base64
import hmac
import io
import pickle
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, NamedTuple

import cloudpickle

from gamekit.errors import GamekitError
from gamekit.grading import calling
from gamekit.isolation.wire import MOST_SENT, Wire

WAITING = 2
START_SECONDS = 60.0
RUN = "from gamekit.grading.starting import main; main()"


class _Spare(NamedTuple):
    process: subprocess.Popen[bytes]
    listener: socket.socket
    word: bytes  # which the right process says first

    def connect(self) -> socket.socket:
        """The connection to it, once it has started."""
        self.listener.settimeout(START_SECONDS)
        while True:
            end = self.listener.accept()[0]
            end.settimeout(START_SECONDS)
            if hmac.compare_digest(end.recv(len(self.word)), self.word):
                return end
            end.close()  # somebody else on this machine

    def end(self) -> None:
        self.listener.close()
        self.process.kill()
        self.process.wait()


_spares: list[_Spare] = []


def get_ready() -> None:
    """Start what is missing of the processes that wait."""
    while len(_spares) < WAITING:
        listener = socket.create_server(("127.0.0.1", 0), backlog=4)
        word = secrets.token_hex(16).encode()
        nowhere = subprocess.DEVNULL
        call = [sys.executable, "-c", RUN, str(listener.getsockname()[1])]
        process = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere)
        assert process.stdin is not None
        process.stdin.write(word)
        process.stdin.close()
        _spares.append(_Spare(process, listener, word))


@atexit.register
def _end_all() -> None:
    while _spares:
        _spares.pop().end()


@contextmanager
def started_anew(function: Any, name: str) -> Iterator[socket.socket]:
    """The connection to a process that holds the function; at the end it is gone."""
    try:
        sent = base64.b64encode(_pickled(function)).decode()
    except Exception as error:  # whatever a learner's objects raise
        raise GamekitError(f"{name} cannot be sent to another process: {error}") from None
    get_ready()
    spare = _spares.pop(0)
    get_ready()
    try:
        end = spare.connect()
        with end:
            Wire(end).send({"function": sent}, START_SECONDS)
            yield end
    except TimeoutError:
        raise GamekitError("the process for a check did not start; try again") from None
    finally:
        spare.end()


def _pickled(function: Any) -> bytes:
    with io.BytesIO() as file:
        _Pickler(file).dump(function)
        return file.getvalue()


def _with_cache(function: Any, parameters: dict[str, Any]) -> Any:
    return lru_cache(**parameters)(function)


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    """Takes functions with `@cache` along too, of which cloudpickle only tells the name."""

    dispatch_table = cloudpickle.Pickler.dispatch_table.new_child(
        {type(lru_cache(len)): lambda made: (_with_cache, (made.__wrapped__, made.cache_parameters()))}
    )


def main() -> None:
    """In the new process: say the word, take the function, answer."""
    word = sys.stdin.buffer.read()
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as end:
        end.sendall(word)
        message = Wire(end, MOST_SENT, 2**40).receive()
        try:
            function = pickle.loads(base64.b64decode(message["function"]))
        except Exception as error:
            function = _raiser(f"it cannot be made anew in another process ({error})")
        with suppress(Exception):  # the notebook has hung up
            calling.converse(function, end)


def _raiser(sentence: str) -> Any:
    def function(*_: Any) -> None:
        raise GamekitError(sentence)

    return function
