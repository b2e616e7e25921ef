"""The log of a tournament: one line of JSON a game, appended and never changed. All else is made of it.

A game counts once its line is on the disk. A process that is killed while it writes leaves half a line; the
next one cuts it off, and that game is played again. One process at a time may write.
"""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import IO, Any

from gamekit.errors import GamekitError

FILE = "games.jsonl"
VERSION = 1

Row = dict[str, Any]  # one game as it stands in the log


def read(folder: str | Path) -> tuple[dict[str, Any], list[Row]]:
    """The head of a log and its games, each once; half a line at the end is nothing."""
    path = Path(folder) / FILE
    try:
        data = path.read_bytes()
    except OSError:
        raise GamekitError(f"there is no tournament in {folder}: it has no file {FILE}") from None
    lines = data[: data.rfind(b"\n") + 1].split(b"\n")[:-1]
    read_lines: list[Row] = []
    for number, line in enumerate(lines, 1):
        try:
            read_lines.append(json.loads(line))
        except ValueError:
            raise GamekitError(f"{path}, line {number}, is damaged: it is no JSON") from None
    if not read_lines or read_lines[0].get("arena") != VERSION:
        raise GamekitError(f"{path} is not the log of a tournament that this version of gamekit can read")
    head, *rows = read_lines
    once = {row["id"]: row for row in reversed(rows)}
    return head, [row for row in rows if once.get(row["id"]) is row]


class Log:
    """A log that is being written."""

    def __init__(self, folder: str | Path, head: dict[str, Any]) -> None:
        """Begin a log, or go on with the one that is there, if it is of the same tournament."""
        self.folder = Path(folder)
        path = self.folder / FILE
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = open(path, "a+b")  # noqa: SIM115
        except OSError as error:
            raise GamekitError(f"the folder {folder} cannot be written: {error}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise GamekitError(f"somebody is playing the tournament in {folder} already") from None
        self._cut_half_a_line()
        self.head = {"arena": VERSION, **head}
        self.rows: list[Row] = []
        if path.stat().st_size == 0:
            self._append(self.head)
            return
        known, self.rows = read(self.folder)
        changed = [name for name in self.head if known.get(name) != self.head[name] and name != "openings"]
        if changed:
            self._file.close()
            raise GamekitError(
                f"{folder} holds another tournament ({', '.join(changed)} differ); choose another folder"
            )
        self.head = known  # with the openings that its games were played from

    def _cut_half_a_line(self) -> None:
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            self._file.truncate(whole)
            os.fsync(self._file.fileno())

    def append(self, row: Row) -> None:
        """The game is over and recorded: from now on no crash takes it away."""
        self.rows.append(row)
        self._append(row)

    def _append(self, what: dict[str, Any]) -> None:
        self._file.write(json.dumps(what, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()
