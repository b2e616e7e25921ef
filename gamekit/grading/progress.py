"""What a learner has done so far: `check` writes down what has passed, `gamekit progress` shows it.

The file has one line of JSON for each check that did more than any before it, and is only ever added to. So
two notebooks may check at the same time, and whatever is damaged costs its own line. Nothing depends on the
file: marks come from `gamekit grade`, and where it cannot be written, nothing is said.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from gamekit.grading import lab as labs

LONGEST = 2**20  # bytes that are read: a year of checking takes a few thousand


class TaskDone(NamedTuple):
    """The best that a task has got on its visible checks."""

    name: str
    says: str
    points: float
    most: float


class LabDone(NamedTuple):
    """The tasks of a lab."""

    name: str
    title: str
    tasks: tuple[TaskDone, ...]

    @property
    def points(self) -> float:
        return sum(task.points for task in self.tasks)

    @property
    def most(self) -> float:
        return sum(task.most for task in self.tasks)


def user_state_folder() -> Path:
    """The folder for things that should be kept but are nobody's work; `GAMEKIT_STATE_DIR` overrides it."""
    chosen = os.environ.get("GAMEKIT_STATE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "gamekit"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "gamekit"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "gamekit"


def file() -> Path:
    return user_state_folder() / "progress.jsonl"


def remember(task: str, passed: list[str]) -> None:
    """Write down which parts of a task (such as `lab03.alphabeta`) passed, if that is more than before.

    Nothing is kept while nbgrader grades other people's work, and no trouble with the file is ever told: a
    word on stderr would cost a learner's points.
    """
    if not passed or os.environ.get("NBGRADER_EXECUTION") == "autograde":
        return
    with suppress(OSError, RuntimeError):  # RuntimeError: there is no home folder
        if any(set(passed) <= before for before in read().get(task, [])):
            return
        line = json.dumps({"task": task, "passed": sorted(passed)})
        path = file()
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "ab") as end:
            end.write(f"\n{line}\n".encode())  # a line of its own, whatever state the last one is in


def attempts(task: str) -> int:
    """Count this check of a task, and say how many there were; 0 where that cannot be kept."""
    try:
        path = file()
        path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps({"task": task, "asked": True}).encode()
        with open(path, "ab+") as end:
            end.write(b"\n" + line + b"\n")
            end.seek(0)
            return end.read(LONGEST).split(b"\n").count(line)
    except (OSError, RuntimeError):
        return 0


def read() -> dict[str, list[set[str]]]:
    """For each task the parts that passed, check by check; what cannot be read counts as nothing."""
    found: dict[str, list[set[str]]] = {}
    try:
        with open(file(), "rb") as opened:
            lines = opened.read(LONGEST).split(b"\n")
    except (OSError, RuntimeError):
        return found
    for line in lines:
        with suppress(ValueError, KeyError, TypeError, RecursionError):
            told: Any = json.loads(line)
            if type(told["task"]) is str and type(told["passed"]) is list:
                parts = {part for part in told["passed"] if type(part) is str}
                found.setdefault(told["task"], []).append(parts)
    return found


def so_far() -> list[LabDone]:
    """Every lab with the points that its tasks have got, each in its best check.

    Parts that a lab no longer has do not count.
    """
    passed = read()
    done = []
    for name in labs.names():
        lab = labs.find(name)
        tasks = []
        for task in lab.tasks:
            checks = passed.get(f"{lab.name}.{task.name}", [])
            earned = [sum(part.points for part in task.parts if part.name in parts) for parts in checks]
            tasks.append(TaskDone(task.name, task.says, max(earned, default=0), task.points))
        done.append(LabDone(lab.name, lab.title, tuple(tasks)))
    return done


NOTHING_YET = (
    "No check has passed here yet. Open an exercise, such as exercises/lab01-perft/lab01-perft.ipynb, and "
    "run its check cells: what passes is remembered."
)


def table(done: list[LabDone]) -> str:
    """Labs, and the tasks of those that were begun, each with its points; a + where all of them were earned.

    >>> task = TaskDone("perft", "the lines of play of a given length", 1, 3)
    >>> print(table([LabDone("lab01", "Game trees and perft", (task,))]))
      lab01  Game trees and perft    1 of 3
        - perft                      1 of 3
    """
    if not any(lab.points for lab in done):
        return NOTHING_YET
    rows = []
    for lab in done:
        rows.append((f"  {lab.name}  {lab.title}", lab.points, lab.most))
        for task in lab.tasks if lab.points else ():
            mark = "+" if task.points == task.most else "-" if task.points else " "
            rows.append((f"    {mark} {task.name}", task.points, task.most))
    width = max(len(what) for what, _, _ in rows) + 2
    return "\n".join(f"{what:{width}}{points:>3g} of {most:g}" for what, points, most in rows)
