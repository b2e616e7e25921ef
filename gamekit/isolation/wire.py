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
MOST_WAIT = 10  # times the seconds allowed, where other programs take the processor
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


Spent = Callable[[], tuple[float, float]]


class Deadline:
    """When an answer is late, by a clock that stands still while the other side gets no core of the machine.

    `spent` tells (seconds of the processor that it used, seconds that it waited for a core). It is not asked
    before a quarter of the time is over, nor believed for longer than `MOST_WAIT` times the time.
    """

    def __init__(self, seconds: float, spent: Spent | None = None) -> None:
        self._begin, self._seconds, self._spent = time.monotonic(), seconds, spent
        self._first: tuple[float, float, float] | None = None
        self.waited = 0.0  # seconds in which it got no core, as far as anybody had to know

    def left(self) -> float:
        """Seconds to wait before it is worth asking again; none where it is too late."""
        now, most = time.monotonic() - self._begin, self._seconds
        if self._spent is None or now >= MOST_WAIT * most:
            return most - now
        if self._first is None:
            if now < most / 4:
                return most / 4 - now
            self._first = (now, *self._spent())
        if now < most:
            return most - now
        at, used, waited = self._first
        used_since, waited_since = (
            last - first for last, first in zip(self._spent(), (used, waited), strict=True)
        )
        own = at + max(used_since, now - at - waited_since)
        self.waited = max(0.0, now - own)
        return min(most - own, MOST_WAIT * most - now)


class Wire:
    """One end of the connection.

    >>> one, other = map(Wire, socket.socketpair())
    >>> one.send({"ask": 1}, seconds=1)
    >>> other.receive(seconds=1)
    {'ask': 1}
    >>> one.close(), other.close()
    (None, None)
    """

    def __init__(
        self,
        end: socket.socket,
        most: int = MOST_RECEIVED,
        in_all: int = MOST_RECEIVED_IN_ALL,
        spent: Spent | None = None,
    ):
        self._end, self._most, self._left, self._spent = end, most, in_all, spent
        self._deadline: Deadline | None = None

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

    @property
    def waited(self) -> float:
        """Seconds before the last message in which the other side wanted a core and got none."""
        return self._deadline.waited if self._deadline else 0.0

    def fileno(self) -> int:
        return self._end.fileno()

    def receive(self, seconds: float | None = None, serve: Serve | None = None) -> Any:
        """The next message, as plain data.

        With `serve`, messages of just `SERVED` bytes are requests, which it answers at once.
        """
        end = self._deadline = None if seconds is None else Deadline(seconds, self._spent)
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

    def _exactly(self, count: int, end: Deadline | None) -> bytes:
        parts = b""
        while len(parts) < count:
            left = None if end is None else end.left()
            if left is not None and left <= 0:
                raise TooLate
            try:
                self._end.settimeout(left)
                part = self._end.recv(min(count - len(parts), 2**16))
            except TimeoutError:
                continue
            except OSError as error:
                raise Broken(f"it went away ({error.strerror})", True) from None
            if not part:
                raise Broken("it went away", True)
            parts += part
        return parts

    def close(self) -> None:
        self._end.close()


def _refuse(word: str) -> float:
    """NaN and Infinity are no JSON."""
    raise ValueError(word)
