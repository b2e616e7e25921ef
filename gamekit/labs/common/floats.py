"""Answers that hold floats: two ways to compute the same number differ in its last figures."""

from __future__ import annotations

from typing import Any

from gamekit.grading.mistakes import what_counts
from gamekit.grading.question import Question


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
