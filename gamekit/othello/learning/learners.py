"""What a step makes of its labelled positions: weights, by the gradient method or by least squares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

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


def learn(step: Step, start: Array, pieces: Iterable[Data]) -> Array:
    """The tied weights, in discs, that a step learns from its pieces; it begins with these tied weights."""
    ties, weights = (UNTIED, untie(start)) if step.untied else (TIES, start)
    starts = LANE_STARTS if step.mobility else PATTERNS_ONLY
    if step.rate:  # one step downhill for each position, in turn
        weights = np.array(weights, np.float32)
        for data in pieces:
            gradient_steps(images(data) if step.untied else data, step.rate, weights, ties, starts)
    else:  # all positions at once
        data = joined(pieces)
        data = images(data) if step.untied else data
        weights = least_squares(data, weights, step.ridge, CONJUGATE_ROUNDS, ties, starts=starts)
    return np.asarray(tie(weights) if step.untied else weights, np.float32)


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


def mean_errors(data: Data, weights: Array) -> dict[str, Any]:
    """How far the weights are off: mean absolute error, and mean of half the squared error, in discs."""
    errors = predict(data, weights).astype(np.float64) - data.scores
    return {
        "positions": len(data),
        "absolute": float(np.abs(errors).mean()),
        "half_squared": float((errors**2).mean() / 2),
    }
