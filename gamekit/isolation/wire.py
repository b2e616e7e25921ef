"""Messages between the grader and a child: JSON with its length before it, and never more than agreed.

The other side may be hostile. So nothing is unpickled, every length is looked at before it is believed,
every wait has an end, and whatever is malformed is `Broken`.
"""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Callable
from typing import Any

HEAD = struct.Struct("!I")
MOST_SENT = 64 * 2**20  # by the grader, which is trusted: a whole notebook's cells
MOST_RECEIVED = 64 * 2**10  # from a child, in one answer
MOST_RECEIVED_IN_ALL = 8 * 2**20
SERVED = 16  # bytes of a request that is served while an answer is awaited; no answer is as short
REQUEST = HEAD.pack(SERVED)
Serve = Callable[[bytes], bytes]


class Broken(Exception):
    """The other side sent something that is no message, too much, or went away."""

    def __init__(self, sentence: str, went_away: bool = False) -> None:
        super().__init__(sentence)
        self.went_away = went_away


class TooLate(Exception):
    """Nothing came in time."""


class Wire:
    """One end of the connection.

    >>> one, other = map(Wire, socket.socketpair())
    >>> one.send({"ask": 1}, seconds=1)
    >>> other.receive(seconds=1)
    {'ask': 1}
    >>> one.close(), other.close()
    (None, None)
    """

    def __init__(self, end: socket.socket, most: int = MOST_RECEIVED, in_all: int = MOST_RECEIVED_IN_ALL):
        self._end, self._most, self._left = end, most, in_all

    def send(self, message: Any, seconds: float | None = None) -> None:
        """Send one message; `TooLate` if the other side does not take it in time."""
        body = json.dumps(message, allow_nan=False).encode()
        try:
            self._end.settimeout(seconds)
            self._end.sendall(HEAD.pack(len(body)) + body)
        except TimeoutError:
            raise TooLate from None
        except OSError as error:
            raise Broken(f"it went away ({error.strerror})", True) from None

    def fileno(self) -> int:
        """The number of the socket."""
        return self._end.fileno()

    def receive(self, seconds: float | None = None, serve: Serve | None = None) -> Any:
        """The next message, as plain data.

        With `serve`, messages of just `SERVED` bytes are requests, which it answers at once.
        """
        end = None if seconds is None else time.monotonic() + seconds
        begin = self._exactly(HEAD.size + (SERVED if serve else 0), end)
        while serve and begin.startswith(REQUEST):
            try:
                self._end.sendall(serve(begin[HEAD.size :]))
            except OSError:
                raise Broken("it does not listen", True) from None
            begin = self._exactly(HEAD.size + SERVED, end)
        (length,) = HEAD.unpack(begin[: HEAD.size])
        if length > self._most or length > self._left or length < len(begin) - HEAD.size:
            raise Broken("it sent more than is allowed, or less than an answer")
        self._left -= length
        body = begin[HEAD.size :] + self._exactly(length - len(begin) + HEAD.size, end)
        try:
            return json.loads(body.decode(), parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise Broken("it sent something that is no message") from None

    def _exactly(self, count: int, end: float | None) -> bytes:
        parts = b""
        while len(parts) < count:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise TooLate
            try:
                self._end.settimeout(left)
                part = self._end.recv(min(count - len(parts), 2**16))
            except TimeoutError:
                raise TooLate from None
            except OSError as error:
                raise Broken(f"it went away ({error.strerror})", True) from None
            if not part:
                raise Broken("it went away", True)
            parts += part
        return parts

    def close(self) -> None:
        """Hang up."""
        self._end.close()


def _refuse(word: str) -> float:
    """NaN and Infinity are no JSON."""
    raise ValueError(word)
