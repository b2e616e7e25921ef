"""Draw cases that tell known mistakes apart."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from functools import cache
from typing import Any

from gamekit.grading.lab import Task, same_number
from gamekit.grading.marking import is_right
from gamekit.grading.mistakes import Library
from gamekit.grading.question import Question
from gamekit.parts import PACKAGE

MOST_DRAWN = 400  # cases that are looked at for the sake of a slip of the pen alone


def draw_cases(
    task: Task,
    part: str,
    draw: Callable[[], Question],
    kept: Collection[str],
    count: int,
    shown: Collection[str] = (),
) -> list[Question]:
    """At least `count` questions that decide a part: the mistakes in `kept` pass all of them, and every other
    known mistake fails one. So a mistake costs every student the same.

    The slips of the lab's `mutants.txt` must show too, as far as so many cases do so, or must not: else
    they would cost one student something and another nothing. A question that shows no new mistake is left
    out until all have shown: ask for what shows rarely in small trees or positions, which are quickly drawn.

    With `shown` only these mistakes must fail: for one case more, beside those that show all others.
    """
    slips = _slips(task, part)
    sources = {mistake.name: mistake.source for mistake in task.mistakes} | slips

    def fails(question: Question, name: str) -> bool:
        return not is_right(task, question, part, task.answer(question, sources[name]))

    def tells_by_luck(question: Question) -> bool:
        return any(
            not is_right(task, question, decided, task.answer(question, source))
            for decided in (question.part, *question.also)
            for source in _slips(task, f"not {decided}").values()
        )

    chosen: list[Question] = []
    missing, drawn = list(shown) or [name for name in sources if name not in kept], 0
    while missing or len(chosen) < count:
        question = draw()
        drawn += 1
        if drawn == MOST_DRAWN:
            missing = [name for name in missing if name not in slips]
        still = [name for name in missing if not fails(question, name)]
        shows = not missing or len(still) < len(missing)
        if shows and not any(fails(question, name) for name in kept) and not tells_by_luck(question):
            chosen.append(question)
            missing = still
    return chosen


def _slips(task: Task, part: str) -> dict[str, str]:
    return slips_of(task.library.folder.name, task.name, part, task.library.folder.answers[task.name])


@cache
def slips_of(folder: str, task: str, part: str, model: str) -> dict[str, str]:
    """Models with one line changed that this part must tell, from the lab's `mutants.txt`.

    A line of it, such as `select | bound | 9: if bound >= highest:`, names task, part, and the line of
    the model (as `ast.unparse` writes it) as it is changed. `tests/mutants.py` finds them. `not bound` is
    for a slip that another part tells, and that would show in this one by luck only.
    """
    path = PACKAGE / "labs" / folder / "mutants.txt"
    rows = path.read_text("utf-8").splitlines() if path.exists() else []
    found = {}
    for row in rows:
        for_task, for_part, change = row.split(" | ", 2)
        if (for_task, for_part) == (task, part):
            number, _, text = change.partition(": ")
            lines = ast.unparse(ast.parse(model)).split("\n")
            old = lines[int(number) - 1]
            lines[int(number) - 1] = old[: len(old) - len(old.lstrip())] + text
            found[f"line {change}"] = "\n".join(lines)
    return found


def draw_calls(
    task: Task, part: str, draw: Callable[[], list[Any]], kept: Collection[str], count: int
) -> list[Question]:
    """The same, where `draw` gives the arguments of a call, and the task makes a question of them."""
    ask = task.ask
    assert ask is not None
    return draw_cases(task, part, lambda: ask(part, {"arguments": draw()}), kept, count)


def mistakes_but(task: Task, failing: Collection[str]) -> list[str]:
    """The names of all known mistakes of a task but these."""
    return [mistake.name for mistake in task.mistakes if mistake.name not in failing]


def mistakes_worth(task: Task, *points: float) -> list[str]:
    """The names of the known mistakes that earn one of these numbers of points."""
    return [mistake.name for mistake in task.mistakes if mistake.points in points]


def as_the_model(library: Library, task: str) -> Callable[[str, dict[str, Any]], Question]:
    """Questions about a call, where what the model answers is right."""

    def ask(part: str, case: dict[str, Any]) -> Question:
        return Question(part, "call", case, library.answer_case(task, "call", case)["value"])

    return ask


def same_value(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """A judge: the number that is expected."""
    return same_number(answer["value"], question.expected)
