"""Lab 00: how its questions are drawn and judged."""

from __future__ import annotations

import random
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, same_number
from gamekit.labs.common.cases import draw_cases
from gamekit.labs.template.mistakes import LIBRARY


def _doubled_ask(part: str, case: dict[str, Any]) -> Question:
    """What the model answers is right."""
    return Question(part, "call", case, LIBRARY.answer_case("doubled", "call", case)["value"])


def _doubled_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        return _doubled_ask("number", {"arguments": [rng.randint(0, 99)]})

    return draw_cases(DOUBLED, "number", draw, (), 4)


def _doubled_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return same_number(answer["value"], question.expected)


DOUBLED = Task(LIBRARY, "doubled", _doubled_questions, _doubled_judge, _doubled_ask)
LAB = Lab((DOUBLED,))
