"""Learn the weights of patterns from finished games: logistic regression.

A position is the list of the patterns of its stones. Its value is a sum of weights, and 1 / (1 + exp(-value))
the probability that the side to move wins. The weights are those under which the results of the games were
likeliest, with a pull towards the weights by hand: a pattern that was hardly ever seen keeps what it had.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.code_cache import kernel
from gamekit.games.gomoku import BLACK, WHITE
from gamekit.gomoku.board import AXES, CELLS, MOVER, WAITER, pattern_at
from gamekit.gomoku.patterns import TIED, TIES
from gamekit.gomoku.weights import UNIT, by_hand, simple

PARAMETERS = 2 * TIED + 1  # two roles of every pattern up to reflection, and the tempo
STEPS = 300  # of the descent
RATE, FIRST_DECAY, SECOND_DECAY = 0.03, 0.9, 0.999  # of Adam's
# Towards the weights by hand, as strong as so many positions. 100 explains other games best and plays worse
# than the weights by hand (71 points of 160); 4000 plays as well as they do (98.5 of 200, openings not used
# before).
PULL = 4000.0

Array = NDArray[Any]


class Games(NamedTuple):
    """Positions with the results of their games; position i has patterns[starts[i] : starts[i + 1]]."""

    starts: Array
    patterns: Array  # 2 * (the pattern up to reflection) + the role of its side
    results: Array  # 1, 0.5 or 0 for the side to move


@kernel
def list_patterns(at: Any, ties: Any, found: Any) -> Any:
    """Write the patterns of all stones as entries of `Games.patterns`: how many."""
    count = 0
    for cell in range(CELLS):
        stone = np.int64(at.board[cell])
        if stone in (BLACK, WHITE):
            role = MOVER if stone - BLACK == at.turn else WAITER
            for axis in range(AXES):
                found[count] = 2 * ties[pattern_at(at, cell, axis, stone - BLACK)] + role
                count += 1
    return count


def patterns_of(at: Any) -> Array:
    """The patterns of the stones of a position."""
    found = np.zeros(4 * 400, np.int32)
    return found[: list_patterns(at, TIES, found)].copy()


@kernel
def _slope(starts: Any, patterns: Any, results: Any, weights: Any, slope: Any) -> Any:
    """The mean log loss of the results under these weights; its slope is written."""
    slope[:] = 0.0
    loss, last = 0.0, len(weights) - 1
    for i in range(len(results)):
        value = weights[last]
        for j in range(starts[i], starts[i + 1]):
            value += weights[patterns[j]] if patterns[j] & 1 == MOVER else -weights[patterns[j]]
        chance = 1.0 / (1.0 + np.exp(-value))
        known = min(max(chance, 1e-12), 1.0 - 1e-12)
        loss -= results[i] * np.log(known) + (1.0 - results[i]) * np.log(1.0 - known)
        off = chance - results[i]
        slope[last] += off
        for j in range(starts[i], starts[i + 1]):
            slope[patterns[j]] += off if patterns[j] & 1 == MOVER else -off
    slope /= max(1, len(results))
    return loss / max(1, len(results))


def start_weights() -> Array:
    """The weights by hand, in the order in which they are learnt."""
    tied = np.zeros((TIED, 2))
    tied[TIES] = by_hand() / UNIT
    return np.append(tied.reshape(-1), simple().tempo / UNIT)


def loss(games: Games, weights: Array) -> float:
    """The mean log loss: 0.693 for who knows nothing."""
    return float(_slope(*games, weights, np.zeros(PARAMETERS)))


def fit(games: Games, start: Array, steps: int = STEPS, pull: float = PULL) -> Array:
    """The weights that explain the results best, found by full-batch descent (Adam): no chance in it."""
    weights, slope = start.copy(), np.zeros(PARAMETERS)
    mean, square = np.zeros(PARAMETERS), np.zeros(PARAMETERS)
    for step in range(1, steps + 1):
        _slope(*games, weights, slope)
        slope += pull / max(1, len(games.results)) * (weights - start)
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
    return whole[:-1].reshape(TIED, 2), int(whole[-1])
