"""Values, windows and counts of nodes: how they are judged, and narrow windows to ask with."""

from __future__ import annotations

import random
from typing import Any

from gamekit.grading.lab import Question, is_number, same_number


def draw_window(rng: random.Random, value: int, kind: int) -> tuple[int, int]:
    """A narrow window below (kind 0), around (1) or above (2) a value."""
    if kind == 0:
        alpha = value - rng.randint(3, 6)
        return alpha, alpha + rng.randint(1, 2)
    if kind == 1:
        return value - rng.randint(1, 3), value + rng.randint(1, 3)
    alpha = value + rng.randint(1, 3)
    return alpha, alpha + rng.randint(1, 2)


def is_bound(answer: Any, expected: dict[str, int]) -> bool:
    """Exact inside the window; outside, anything from the window's edge to the value: soft and hard are
    right.

    >>> [is_bound(found, {"value": 3, "alpha": 5, "beta": 9}) for found in (2, 3, 5, 6)]
    [False, True, True, False]
    """
    value, alpha, beta = expected["value"], expected["alpha"], expected["beta"]
    if not is_number(answer):
        return False
    if value <= alpha:
        return bool(value <= answer <= alpha)
    if value >= beta:
        return bool(beta <= answer <= value)
    return bool(answer == value)


def are_bounds(answers: Any, values: list[int], windows: list[Any]) -> bool:
    """The same for several answers and the last two numbers of each window."""
    return (
        type(answers) is list
        and len(answers) == len(values)
        and all(
            is_bound(answer, {"value": value, "alpha": alpha, "beta": beta})
            for answer, value, (*_, alpha, beta) in zip(answers, values, windows, strict=True)
        )
    )


def same_or_less(answer: Any, most: int) -> bool:
    """Is this a number, and at most so much?"""
    return is_number(answer) and bool(answer <= most)


def halfway(model: dict[str, Any], plain: dict[str, Any]) -> dict[str, int]:
    """How much may be visited where an idea should save something: half of what the model saves at least.

    Different nodes are counted beside visits: whoever keeps all states need not visit them again.
    """

    def limit(helped: int, unhelped: int) -> int:
        return max(helped, (helped + unhelped) // 2)

    different = [len(set(answer["order"])) for answer in (model, plain)]
    return {"most": limit(model["visits"], plain["visits"]), "different": limit(*different)}


def saves(answer: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Does an answer keep to what `halfway` allows?"""
    is_different = len(set(answer["order"])) <= expected["different"]
    return is_different and same_or_less(answer["visits"], expected["most"])


def value_and_nodes(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """Judge a search by its value; a part "...nodes", and one with a window, by its visits too."""
    expected = question.expected
    if isinstance(expected, dict):
        right, nodes = is_bound(answer["value"], expected), expected["nodes"]
    else:
        right, nodes = same_number(answer["value"], expected[0]), expected[1]
    counts = isinstance(expected, dict) or part.endswith("nodes")
    return right and (not counts or same_number(answer["visits"], nodes))
