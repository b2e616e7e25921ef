"""Slips of the pen: what a right answer says to the visible questions once one thing in it is changed.

Each lab's `slips.json` has, for each task, a digest of the answers of every changed model answer, and the
change in words. `python tests/mutants.py --write` makes it: nothing is run here, so one that never ends does
no harm.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from gamekit.grading.lab import Task
from gamekit.grading.language import said
from gamekit.grading.mistakes import Mistake, without_visits
from gamekit.grading.question import Question
from gamekit.parts import PACKAGE


def digest(task: Task, questions: list[Question], answers: list[Any], with_visits: bool = True) -> str:
    """What two versions of a task share if they answer every question alike, or with the same values."""
    seen = [task.library.sees(*pair) for pair in zip(questions, answers, strict=True)]
    told = seen if with_visits else ["values", *map(without_visits, seen)]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]


@cache
def known(folder: str) -> dict[str, dict[str, str]]:
    """The slips of a lab, by task and by digest."""
    path = PACKAGE / "labs" / folder / "slips.json"
    found: dict[str, dict[str, str]] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def matching(task: Task, questions: list[Question], answers: list[Any]) -> Mistake | None:
    """The slip that answers every question just so; where values are wrong, those are enough."""
    slips = known(task.library.folder.name).get(task.name, {})
    words = slips.get(digest(task, questions, answers)) or slips.get(
        digest(task, questions, answers, with_visits=False)
    )
    if words is None:
        return None
    says = said(
        "Your answers are those of a right answer with one slip of the pen: {}. Look for such a place.", words
    )
    return Mistake(said("a slip of the pen"), 0, says, ())
