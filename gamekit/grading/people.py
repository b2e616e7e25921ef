"""What people gave joins what the grader found, before anything is counted or written.

So tables, pages and the files for platforms tell one total. A person's mark takes the place of a task's own.
An open question counts from the first mark that a person gives in it: then it is a task of every student in
the class, worth 0 where nothing was written, and "not marked yet" where a person has still to read it.
"""

from __future__ import annotations

from gamekit.grading.lab import Lab
from gamekit.grading.marking import Row
from gamekit.grading.names import check_name, student_id
from gamekit.grading.notebook import open_questions

Given = dict[str, dict[str, float | None]]  # by the gradebook's name of the student, and by cell
# Who gave a task's points, where it was not the grader.
PERSON, NOBODY = "a person", "nobody yet"


def joined(lab: Lab, rows: list[Row], given: Given) -> list[Row]:
    """The rows with what people gave; where that is nothing, they are as they were.

    In `given` None stands for an answer that waits for a person, as do all of a student who is not there.
    """
    asked = open_questions(lab)
    is_read = any(cells.get(name) is not None for cells in given.values() for name in asked)
    waiting: dict[str, float | None] = dict.fromkeys(asked)
    return [
        _joined(row, given.get(student_id(row["student"]), waiting), asked if is_read else {}) for row in rows
    ]


def _joined(row: Row, given: dict[str, float | None], asked: dict[str, float]) -> Row:
    tasks = {}
    for name, task in row["tasks"].items():
        points = given.get(check_name(name))
        tasks[name] = task if points is None else {**task, "points": points, "by": PERSON}
    for name, most in asked.items():
        points = given.get(name, 0)
        tasks[name] = {"points": points or 0, "most": most, "parts": {}, "mistakes": []}
        if name in given:
            tasks[name]["by"] = NOBODY if points is None else PERSON
    points, most = (sum(task[what] for task in tasks.values()) for what in ("points", "most"))
    return {**row, "tasks": tasks, "points": points, "most": most}


def asked_in(lab: Lab, rows: list[Row]) -> dict[str, float]:
    """The open questions that count in these rows, and their points."""
    own = {task.name for task in lab.tasks}
    return {name: task["most"] for name, task in rows[0]["tasks"].items() if name not in own} if rows else {}


def is_waiting(task: Row) -> bool:
    """Has a person still to read it?"""
    return task.get("by") == NOBODY


def points_text(task: Row) -> str:
    """A task's points in words."""
    return (
        f"not marked yet, of {task['most']:g}"
        if is_waiting(task)
        else f"{task['points']:g} of {task['most']:g}"
    )
