"""Answers that hold floats: two ways to compute the same number differ in its last figures."""

from __future__ import annotations

from typing import Any

from gamekit.grading.lab import close_number
from gamekit.grading.mistakes import what_counts
from gamekit.grading.question import Question

TOLERANCE = 1e-6


def step_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """Judge a step of learning: by the weights afterwards, or by the number that it returns."""
    number, weights = question.expected
    if part != "weights":
        return close_number(answer["value"], number, TOLERANCE)
    found = answer["after"][0]
    return (
        type(found) is list
        and len(found) == len(weights)
        and all(close_number(given, right, TOLERANCE) for given, right in zip(found, weights, strict=True))
    )


def rounded(thing: Any) -> Any:
    """Floats to seven figures.

    >>> rounded([1 / 3, 2])
    [0.3333333, 2]
    """
    if type(thing) is float:
        return float(f"{thing:.6e}")
    return [rounded(item) for item in thing] if type(thing) is list else thing


def sees_rounded(question: Question, answer: Any) -> Any:
    """What two answers must share to show the same mistake: floats only nearly."""
    seen = what_counts(question, answer)
    return seen if seen is None else (rounded(seen[0]), *seen[1:])
