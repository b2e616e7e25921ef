"""A child program spoken to by lines, with a time limit on everything.

Other people's programs hang, die, flood their output, write garbage and leave children of their own
behind. `Program` turns each of these into one `ProgramFailed` with the reason, and leaves no process.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from gamekit.errors import GamekitError
from gamekit.notation import clip

LONGEST_LINE = 100_000  # bytes; whoever writes more without an end of line writes no answer
KEPT_COMPLAINTS = 2000  # bytes of the error output, of which a reason quotes the last line
MOST_WAIT = 0.1  # seconds until `stop` is heard
TIME_TO_LEAVE = 0.5  # seconds after a farewell
MOST_LINES = 10_000  # before an answer: programs that think aloud say much

T = TypeVar("T")


class ProgramFailed(GamekitError):
    """A program did not do its part. `kind` is one of KINDS, the message the whole reason."""

    KINDS = ("timeout", "crash", "nonsense", "illegal move", "resigned", "stopped")

    def __init__(self, kind: str, what: str) -> None:
        assert kind in self.KINDS
        super().__init__(f"{kind}: {what}")
        self.kind = kind


class Program:
    """A running program. One thread speaks with it; any other may `stop` it.

    What it writes is read only while somebody waits for it, so that a flood fills the pipe and no memory.

    >>> with Program(["cat"]) as echo:
    ...     echo.send("hello")
    ...     echo.receive(seconds=5)
    'hello'
    """

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        try:
            # A session of its own: the program's children die with it, and Ctrl-C is for us alone.
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise ProgramFailed("crash", f"it cannot be started ({error})") from None
        self._selector = selectors.DefaultSelector()
        # Also when nobody calls `close`, at the latest when Python ends.
        self._end = weakref.finalize(self, _end, self._process, self._selector)
        streams: Any = self._process.stdin, self._process.stdout, self._process.stderr
        self._input, self._output, self._complaints = streams
        for stream in streams:
            os.set_blocking(stream.fileno(), False)
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._complaints, selectors.EVENT_READ)
        self._lines: deque[str] = deque()
        self._partial = b""
        self._complained = b""
        self._has_ended = False  # its output has
        self._stopped = False

    @property
    def process_id(self) -> int:
        """The number of its process."""
        return self._process.pid

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def send(self, line: str, seconds: float = 5.0) -> None:
        """Write a line; `ProgramFailed` where the program has gone or does not read for so long."""
        left, deadline = line.encode() + b"\n", time.monotonic() + seconds
        while left:
            try:
                left = left[os.write(self._input.fileno(), left) :]
            except BlockingIOError:  # its input is full; it may be waiting for us to read
                if time.monotonic() > deadline:
                    raise ProgramFailed("timeout", f"it did not read its input for {seconds:g} s") from None
                self._read(0.01)
            except (BrokenPipeError, ValueError):  # ValueError: already closed
                raise self._gone() from None

    def receive(self, seconds: float) -> str:
        """The next line, without its end; `ProgramFailed` where none comes within these seconds."""
        deadline = time.monotonic() + seconds
        while not self._lines:
            left = deadline - time.monotonic()
            if self._stopped:
                raise ProgramFailed("stopped", "it was told to stop")
            if self._has_ended:
                raise self._gone()
            if left <= 0:
                raise ProgramFailed("timeout", f"no answer within {seconds:.3g} s")
            self._read(min(left, MOST_WAIT))
        return self._lines.popleft()

    def ask(self, line: str, seconds: float, read: Callable[[str], T | None]) -> T:
        """Send a line; the answer is the first line that `read` makes something of.

        `ProgramFailed` where none comes within these seconds. What `read` makes nothing of is noise: some
        programs print greetings, some think aloud.
        """
        self.discard()
        self.send(line)
        deadline, noise, line = time.monotonic() + seconds, "", line.rstrip("\r")
        for _ in range(MOST_LINES):
            try:
                said = self.receive(max(deadline - time.monotonic(), 0.0)).strip()
            except ProgramFailed as failed:
                if failed.kind != "timeout":
                    raise
                if noise:
                    what = f"to '{line}' it said {clip(noise)}, which is no answer"
                    raise ProgramFailed("nonsense", what) from None
                raise ProgramFailed("timeout", f"no answer to '{line}' within {seconds:.3g} s") from None
            found = read(said)
            if found is not None:
                return found
            if not said.upper().startswith(("MESSAGE", "DEBUG")):  # piskvork's words for people
                noise = said or noise
        raise ProgramFailed("nonsense", f"to '{line}' it wrote {MOST_LINES:,} lines and no answer")

    def discard(self) -> None:
        """Forget what it has written without being asked."""
        for _ in range(100):  # and not for ever, should it never end
            self._lines.clear()
            if not self._read(0):
                break
        self._lines.clear()

    def stop(self) -> None:
        """End a `receive` that waits in another thread."""
        self._stopped = True

    def close(self, farewell: str | None = None) -> None:
        """Say farewell, wait a moment for the program to leave, then end it and all its children."""
        if self._end.alive and self._process.poll() is None:
            with contextlib.suppress(ProgramFailed, subprocess.TimeoutExpired, OSError):
                if farewell is not None:
                    self.send(farewell, TIME_TO_LEAVE)
                self._input.close()
                self._process.wait(TIME_TO_LEAVE)
        self._end()

    def _read(self, seconds: float) -> bool:
        """Read what comes within these seconds; was there anything?"""
        if not self._selector.get_map():
            return False
        ready = self._selector.select(seconds)
        for key, _ in ready:
            try:
                data = os.read(key.fd, 65536)
            except BlockingIOError:
                continue
            if key.fileobj is self._complaints:
                self._complained = (self._complained + data)[-KEPT_COMPLAINTS:]
            elif len(self._partial) + len(data) > LONGEST_LINE and b"\n" not in data:
                raise ProgramFailed("nonsense", f"it wrote {LONGEST_LINE:,} bytes without an end of line")
            else:
                *whole, self._partial = (self._partial + data).split(b"\n")
                self._lines += [line.decode("ascii", "replace").rstrip("\r") for line in whole]
            if not data:
                self._selector.unregister(key.fileobj)
                self._has_ended |= key.fileobj is self._output
        return bool(ready)

    def _gone(self) -> ProgramFailed:
        """The reason why nothing more can come."""
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return ProgramFailed("crash", "it closed its output")
        how = f"it ended with status {status}" if status >= 0 else f"it was killed by signal {-status}"
        with contextlib.suppress(ProgramFailed):
            self._read(0.05)
        complaints = self._complained.decode("ascii", "replace").split("\n")
        last = next((line.strip() for line in reversed(complaints) if line.strip()), "")
        return ProgramFailed("crash", how + (f", saying {clip(last, 100)}" if last else ""))


def _end(process: subprocess.Popen[bytes], selector: selectors.BaseSelector) -> None:
    """End the program's whole group, and let the system forget it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
    selector.close()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
