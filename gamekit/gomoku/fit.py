"""Learn the weights of patterns from finished games: logistic regression.

A position is the list of the patterns of its stones. Its value is a sum of weights, and 1 / (1 + exp(-value))
the probability that the side to move wins. The weights are those under which the results of the games were
likeliest. They are learnt in two steps, since most of the 2016 patterns are seen too seldom to be judged
alone: first one change for all patterns of a shape, then each pattern's own, with a pull towards its shape's.

Weights of points may be learnt along with them: what a stone of either side would make of each empty cell
stands in the same list. Points have names as patterns have shapes, and are learnt in the same two steps.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.code_cache import kernel
from gamekit.games.gomoku import BLACK, EMPTY, WHITE
from gamekit.gomoku.board import AXES, CELLS, MOVER, WAITER, pattern_at, shapes_at
from gamekit.gomoku.patterns import TIED, TIES
from gamekit.gomoku.shapes import (
    CLASSES,
    NAMES,
    SCORES,
    classes_of_points,
    names_of_classes,
    shapes_of_patterns,
)
from gamekit.gomoku.weights import UNIT, by_hand, simple

__all__ = ["PARAMETERS", "loss"]

POINTS = 2 * TIED  # where the parameters of points begin
PARAMETERS = POINTS + 2 * CLASSES + 1  # two roles of patterns up to reflection and of points, and the tempo
STEPS = 300  # of the descent
RATE, FIRST_DECAY, SECOND_DECAY = 0.03, 0.9, 0.999  # of Adam's
PULL = 100.0  # of a weight towards where it began, as strong as so many positions
POINTS_PULL = 30.0  # the same where points are learnt, too

NO_CLASSES = np.zeros(1 << 16, np.int16)

Array = NDArray[Any]


class Games(NamedTuple):
    """Positions with the results of their games; position i has patterns[starts[i] : starts[i + 1]]."""

    starts: Array
    patterns: Array  # 2 * (the pattern up to reflection) + the role of its side; points from `POINTS` on
    results: Array  # for the side to move, from 0 to 1: the result, or the outcome to expect


@kernel
def list_patterns(at: Any, ties: Any, classes: Any, found: Any) -> Any:
    """Write the patterns of stones, and the points of empty cells, as entries of `Games.patterns`: how many.

    Class 0 is not written: without classes, no point is.
    """
    count = 0
    for cell in range(CELLS):
        stone = np.int64(at.board[cell])
        if stone in (BLACK, WHITE):
            role = MOVER if stone - BLACK == at.turn else WAITER
            for axis in range(AXES):
                found[count] = 2 * ties[pattern_at(at, cell, axis, stone - BLACK)] + role
                count += 1
        elif stone == EMPTY:
            for role in (MOVER, WAITER):
                number = np.int64(classes[shapes_at(at.words[cell], at.turn ^ role)])
                if number > 0:
                    found[count] = POINTS + 2 * number + role
                    count += 1
    return count


def patterns_of(at: Any, points: bool) -> Array:
    """The patterns of the stones of a position and, if asked for, its points."""
    found = np.zeros(4 * 400, np.int16)
    classes = classes_of_points() if points else NO_CLASSES
    return found[: list_patterns(at, TIES, classes, found)].copy()


@kernel
def _slope(starts: Any, patterns: Any, results: Any, weights: Any, slope: Any) -> Any:
    """The mean log loss of the results under these weights; its slope is written."""
    slope[:] = 0.0
    loss, last = 0.0, len(weights) - 1
    for i in range(len(results)):
        value = weights[last]
        for j in range(starts[i], starts[i + 1]):
            value += weights[patterns[j]] if patterns[j] & 1 == MOVER else -weights[patterns[j]]
        probability = 1.0 / (1.0 + np.exp(-value))
        known = min(max(probability, 1e-12), 1.0 - 1e-12)
        loss -= results[i] * np.log(known) + (1.0 - results[i]) * np.log(1.0 - known)
        off = probability - results[i]
        slope[last] += off
        for j in range(starts[i], starts[i + 1]):
            slope[patterns[j]] += off if patterns[j] & 1 == MOVER else -off
    slope /= max(1, len(results))
    return loss / max(1, len(results))


def support_vectors(games: Games, start: Array, steps: int = STEPS, pull: float = PULL) -> Array:
    """The same sum learnt as a linear support vector machine: won positions beyond 1, lost ones beyond -1.

    What lies beyond already teaches nothing. The others pull with equal force, however wrong they are.
    """
    sides = np.where(games.results > 0.5, 1.0, -1.0)
    signs = np.where(games.patterns & 1 == MOVER, 1.0, -1.0)
    owner = np.repeat(np.arange(len(sides)), np.diff(games.starts))
    weights, seen = start.copy(), np.bincount(games.patterns, minlength=PARAMETERS) / len(sides)
    rate = RATE / (seen + 0.02)  # what is on every board gets small steps, what is rare large ones
    for step in range(1, steps + 1):
        values = np.bincount(owner, signs * weights[games.patterns], len(sides)) + weights[-1]
        force = np.where(sides * values < 1, sides, 0.0)
        slope = np.bincount(games.patterns, signs * force[owner], PARAMETERS)
        slope[-1] = force.sum()
        weights += rate * (1 - step / steps) * (slope - pull * weights) / len(sides)
    return weights


def start_weights() -> Array:
    """The weights by hand, in the order in which they are learnt; points begin with zeros."""
    found = np.zeros(PARAMETERS)
    tied = np.zeros((TIED, 2))
    tied[TIES] = by_hand() / UNIT
    found[:POINTS], found[-1] = tied.reshape(-1), simple().tempo / UNIT
    return found


def loss(games: Games, weights: Array) -> float:
    """The mean log loss: 0.693 for who knows nothing."""
    return float(_slope(*games, weights, np.zeros(PARAMETERS)))


def _shapes() -> Array:
    """For each parameter the number of its shape, or of its point's name, and role; the tempo has its own."""
    shape = np.zeros(TIED, np.int64)
    shape[TIES] = shapes_of_patterns(False)
    names = list(SCORES)
    point = [len(NAMES) + names.index(name) for name in names_of_classes()]
    kind = np.append(shape, point)
    own = 2 * kind[:, None] + np.arange(2)
    return np.append(own.reshape(-1), 2 * (len(NAMES) + len(names)))


SHAPES = _shapes()


def fit(games: Games, start: Array, steps: int = STEPS, pull: float = PULL) -> Array:
    """The weights that explain the results best: first by shape, then by pattern. Nothing in it is random."""
    by_shape = descend(games, start, steps // 2, 0.0, SHAPES)
    return descend(games, by_shape, steps, pull)


def descend(games: Games, start: Array, steps: int, pull: float, ties: Array | None = None) -> Array:
    """Full-batch descent (Adam). Parameters of equal number in `ties` change by the same amount."""
    weights, slope = start.copy(), np.zeros(PARAMETERS)
    mean, square = np.zeros(PARAMETERS), np.zeros(PARAMETERS)
    for step in range(1, steps + 1):
        _slope(*games, weights, slope)
        slope += pull / max(1, len(games.results)) * (weights - start)
        if ties is not None:
            slope[:] = np.bincount(ties, slope)[ties]
        mean = FIRST_DECAY * mean + (1 - FIRST_DECAY) * slope
        square = SECOND_DECAY * square + (1 - SECOND_DECAY) * slope**2
        rate = RATE * (1 - step / steps)  # ends in small steps
        weights -= (
            rate * (mean / (1 - FIRST_DECAY**step)) / (np.sqrt(square / (1 - SECOND_DECAY**step)) + 1e-9)
        )
    return weights


def tied_and_tempo(weights: Array) -> tuple[NDArray[np.int32], int]:
    """Learnt weights as whole numbers: 2016 pairs, and the tempo."""
    whole = np.rint(UNIT * weights).astype(np.int32)
    return whole[:POINTS].reshape(TIED, 2), int(whole[-1])


def of_classes(weights: Array) -> NDArray[np.int16]:
    """Those of points."""
    found: NDArray[np.int16] = np.rint(UNIT * weights[POINTS:-1]).astype(np.int16)
    return found.reshape(CLASSES, 2)
