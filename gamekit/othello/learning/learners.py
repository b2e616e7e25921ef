"""What takes in labelled positions and gives back weights: the gradient method, or least squares.

Both can put all they have learnt into a dictionary of arrays and go on from there, to the last bit.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from gamekit.othello.learning.fit import (
    PATTERNS_ONLY,
    UNTIED,
    Data,
    gradient_steps,
    images,
    joined,
    least_squares,
    predict,
)
from gamekit.othello.learning.schemes import Step
from gamekit.othello.patterns import LANE_STARTS, TIES, WEIGHTS, Array

CONJUGATE_ROUNDS = 15  # the held-out error no longer changes after ten


class Learner(Protocol):
    """Learns one stage."""

    def take(self, data: Data) -> float:
        """Learn from these positions; the mean absolute error that they met."""

    def finish(self) -> Array:
        """The weights, tied, in discs."""

    def memory(self) -> dict[str, Array]:
        """All that is needed to go on later."""

    def recall(self, memory: dict[str, Array]) -> None:
        """Go on from such a memory; an empty one is a fresh start."""


def new_learner(step: Step, start: Array) -> Learner:
    """The learner that a step asks for, with tied weights to start from."""
    return Gradient(step, start) if step.rate else LeastSquares(step, start)


def untie(tied: Array) -> Array:
    """A weight of its own for each entry."""
    return tied[TIES]


def tie(untied: Array) -> Array:
    """One weight for the entries that mirror each other: their mean.

    >>> weights = np.arange(WEIGHTS, dtype=np.float32)
    >>> bool((tie(untie(weights)) == weights).all())
    True
    """
    total: Array = np.bincount(TIES, untied, WEIGHTS)
    return (total / np.bincount(TIES, minlength=WEIGHTS)).astype(np.float32)


class Gradient:
    """One step downhill for each position, in turn."""

    def __init__(self, step: Step, start: Array) -> None:
        self._step = step
        self._ties = UNTIED if step.untied else TIES
        self._starts = LANE_STARTS if step.mobility else PATTERNS_ONLY
        self._weights = np.array(untie(start) if step.untied else start, np.float32)

    def take(self, data: Data) -> float:
        if self._step.untied:
            data = images(data)
        return gradient_steps(data, self._step.rate, self._weights, self._ties, self._starts) / len(data)

    def finish(self) -> Array:
        return tie(self._weights) if self._step.untied else self._weights

    def memory(self) -> dict[str, Array]:
        return {"learnt": self._weights}

    def recall(self, memory: dict[str, Array]) -> None:
        if memory:
            self._weights = memory["learnt"].copy()


class LeastSquares:
    """Collects all positions, then solves for the weights at once."""

    def __init__(self, step: Step, start: Array) -> None:
        self._step, self._start = step, start
        self._parts: list[Data] = []

    def take(self, data: Data) -> float:
        self._parts.append(data)
        return float(np.abs(predict(data, self._start) - data.scores).mean())

    def finish(self) -> Array:
        step, data = self._step, self._together()
        starts = LANE_STARTS if step.mobility else PATTERNS_ONLY
        if step.untied:
            solved = tie(
                least_squares(
                    images(data), untie(self._start), step.ridge, CONJUGATE_ROUNDS, UNTIED, starts=starts
                )
            )
        else:
            solved = least_squares(data, self._start, step.ridge, CONJUGATE_ROUNDS, starts=starts)
        return solved.astype(np.float32)

    def _together(self) -> Data:
        self._parts = [joined(self._parts)]
        return self._parts[0]

    def memory(self) -> dict[str, Array]:
        if not self._parts:
            return {}
        return dict(zip(("players", "opponents", "scores"), self._together(), strict=True))

    def recall(self, memory: dict[str, Array]) -> None:
        if memory:
            self._parts = [Data(memory["players"], memory["opponents"], memory["scores"])]


def mean_errors(data: Data, weights: Array) -> dict[str, Any]:
    """How far the weights are off: mean absolute error, and mean of half the squared error, in discs."""
    errors = predict(data, weights).astype(np.float64) - data.scores
    return {
        "positions": len(data),
        "absolute": float(np.abs(errors).mean()),
        "half_squared": float((errors**2).mean() / 2),
    }
