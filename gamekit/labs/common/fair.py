"""Draw cases on which some mistakes show and others, which must keep the part's points, do not."""

from __future__ import annotations

from collections.abc import Callable, Collection

from gamekit.grading.lab import Task
from gamekit.grading.marking import is_right
from gamekit.grading.question import Question
from gamekit.labs.common.telling import telling


def fair_questions(
    task: Task, part: str, draw: Callable[[], Question], kept: Collection[str], count: int
) -> list[Question]:
    """At least `count` questions that decide a part: those mistakes in `kept` pass it, all others fail."""
    library = task.library
    known = {mistake.name: mistake.source for mistake in library.mistakes[task.name]}

    def fails(question: Question, name: str) -> bool:
        return not is_right(task, question, part, library.answer(task.name, question, known[name]))

    def fair() -> Question:
        while True:
            question = draw()
            if not any(fails(question, name) for name in kept):
                return question

    return telling(fair, [name for name in known if name not in kept], fails, count)
