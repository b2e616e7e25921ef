"""Draw cases until every known mistake shows on one of them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from gamekit.grading.lab import Task
from gamekit.grading.marking import is_right
from gamekit.grading.question import Question

Thing = TypeVar("Thing")


def telling(
    draw: Callable[[], Thing], wanted: Collection[str], shows: Callable[[Thing, str], bool], count: int
) -> list[Thing]:
    """At least `count` things, drawn so that each of `wanted` shows on one of them.

    >>> numbers = iter(range(1, 100))
    >>> telling(lambda: next(numbers), ["5", "7"], lambda number, digit: digit in str(number), 3)
    [5, 7, 8]
    """
    chosen: list[Thing] = []
    missing = list(wanted)
    while missing or len(chosen) < count:
        thing = draw()
        still = [name for name in missing if not shows(thing, name)]
        if len(still) < len(missing) or not missing:
            chosen.append(thing)
        missing = still
    return chosen


def telling_questions(
    task: Task, part: str, draw: Callable[[], Question], kept: Collection[str], count: int
) -> list[Question]:
    """At least `count` questions that decide a part: every mistake fails it, apart from those in `kept`."""
    library = task.library
    sources = {
        mistake.name: mistake.source for mistake in library.mistakes[task.name] if mistake.name not in kept
    }

    def shows(question: Question, name: str) -> bool:
        return not is_right(task, question, part, library.answer(task.name, question, sources[name]))

    return telling(draw, sources, shows, count)
