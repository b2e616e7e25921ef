"""Draw cases that tell known mistakes apart."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from gamekit.grading.lab import Task
from gamekit.grading.marking import is_right
from gamekit.grading.question import Question


def telling_cases(
    task: Task, part: str, draw: Callable[[], Question], kept: Collection[str], count: int
) -> list[Question]:
    """At least `count` questions that decide a part: the mistakes in `kept` pass all of them, and every other
    known mistake fails one. So a mistake costs every student the same.

    A question that shows no new mistake is left out until all have shown: ask for what shows rarely in small
    trees or positions, which are quickly drawn.
    """
    sources = {mistake.name: mistake.source for mistake in task.mistakes}

    def fails(question: Question, name: str) -> bool:
        return not is_right(task, question, part, task.answer(question, sources[name]))

    chosen: list[Question] = []
    missing = [name for name in sources if name not in kept]
    while missing or len(chosen) < count:
        question = draw()
        still = [name for name in missing if not fails(question, name)]
        shows = not missing or len(still) < len(missing)
        if shows and not any(fails(question, name) for name in kept):
            chosen.append(question)
            missing = still
    return chosen


def telling_arguments(
    task: Task, part: str, draw: Callable[[], list[Any]], kept: Collection[str], count: int
) -> list[Question]:
    """The same, where `draw` gives the arguments of a call, and the task makes a question of them."""
    ask = task.ask
    assert ask is not None
    return telling_cases(task, part, lambda: ask(part, {"arguments": draw()}), kept, count)


def mistakes_but(task: Task, failing: Collection[str]) -> list[str]:
    """The names of all known mistakes of a task but these."""
    return [mistake.name for mistake in task.mistakes if mistake.name not in failing]


def mistakes_worth(task: Task, *points: float) -> list[str]:
    """The names of the known mistakes that earn one of these numbers of points."""
    return [mistake.name for mistake in task.mistakes if mistake.points in points]
