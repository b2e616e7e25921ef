"""Gradescope: the `results.json` that its autograders write, one a student, with the ladder as leaderboard.

The form is that of gradescope-autograders.readthedocs.io/en/latest/specs: a test for each part, with its
score; `leaderboard` has names and values, the largest first unless `order` says otherwise.
"""

from __future__ import annotations

import json
from typing import Any

from gamekit.grading import people, platforms
from gamekit.grading.marking import Row


def results(row: Row, says: dict[str, dict[str, str]], standing: list[Row] | None = None) -> str:
    """One student's `results.json`; `says` has what each part of each task is about."""
    tests = [
        _test(f"{place}.{number}", f"{task}: {about}", found, output)
        for place, (task, marks) in enumerate(row["tasks"].items(), 1)
        for number, (about, found, output) in enumerate(_lines(marks, says.get(task, {})), 1)
    ]
    told: dict[str, Any] = {
        "score": row["points"],  # less than the sum of the tests where it was late
        "output": platforms.words(row),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "extra_data": {"lab": row["lab"], "version": row["version"]},
        "tests": tests,
    }
    if standing is not None:
        told["leaderboard"] = _leaderboard(row, standing)
    return json.dumps(told, indent=1) + "\n"


def _lines(marks: Row, says: dict[str, str]) -> list[tuple[str, Row, str]]:
    """What a task is called, what it earned, and why: each part, or all at once what a person gave."""
    if "by" in marks or not marks["parts"]:
        return [("read by a person", marks, people.points_text(marks))]
    return [
        (says.get(part, part), found, f"{found['right']} of {found['asked']} right")
        for part, found in marks["parts"].items()
    ]


def _test(number: str, name: str, found: Row, output: str) -> Row:
    told = {"name": name, "number": number, "score": found["points"], "max_score": found["most"]}
    if not people.is_waiting(found):
        told["status"] = "passed" if found["points"] >= found["most"] else "failed"
    return {**told, "output": output, "visibility": "visible"}


def _leaderboard(row: Row, standing: list[Row]) -> list[Row]:
    """The student's own line of the ladder: Gradescope itself puts the class in order."""
    board: list[Row] = []
    for place, player in enumerate(standing, 1):
        if player["player"].casefold() in platforms.called(row):
            board = [{"name": "Elo", "value": player.get("elo", 0), "order": "desc"}]
            board.append({"name": "Place on the ladder", "value": place, "order": "asc"})
    return board
