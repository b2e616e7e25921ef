"""What each pattern is worth: by hand, or learnt from games.

A weight is in thousandths of a log-odds unit: a position of value v is won with probability
1 / (1 + exp(-v / 1000)). Every pattern has two weights, since it matters whose turn it is: a four of the
side to move is a win, and a four of the other side is one move to be answered.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import GamekitError
from gamekit.gomoku.patterns import PATTERNS, TIED, TIES
from gamekit.gomoku.shapes import (
    BLOCKED_THREE,
    BLOCKED_TWO,
    DEAD_ONE,
    DOUBLE_FOUR,
    FIVE,
    FOUR,
    OPEN_FOUR,
    OPEN_ONE,
    OPEN_THREE,
    OPEN_TWO,
    shapes_of_patterns,
)
from gamekit.parts import PACKAGE
from gamekit.training.files import DAMAGED

__all__ = ["learnt"]

UNIT = 1000  # one log-odds unit
SHIPPED = PACKAGE / "data" / "gomoku-patterns.npz"

# For each stone of a shape: with its side to move, and with the other side to move. Three stones in an open
# three count three times.
BY_HAND = {
    DEAD_ONE: (5, 5),
    OPEN_ONE: (20, 15),
    BLOCKED_TWO: (30, 25),
    OPEN_TWO: (100, 70),
    BLOCKED_THREE: (200, 120),
    OPEN_THREE: (900, 300),
    FOUR: (3000, 200),
    DOUBLE_FOUR: (3000, 2000),
    OPEN_FOUR: (3000, 2500),
    FIVE: (5000, 5000),
}


class Weights(NamedTuple):
    """Weights of all patterns, (3969, 2), and what it is worth to be to move."""

    of_patterns: NDArray[np.int32]
    tempo: int


def by_hand() -> NDArray[np.int32]:
    """The weights by hand: a pattern is worth what its shape is worth.

    >>> by_hand().shape
    (3969, 2)
    """
    table = np.zeros((16, 2), np.int32)
    for shape, pair in BY_HAND.items():
        table[shape] = pair
    return table[shapes_of_patterns(False)]


def save_weights(path: Path, tied: NDArray[np.int32], tempo: int, facts: dict[str, Any]) -> None:
    """Write 2016 pairs of weights, and the facts of how they came about (the command among them)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, weights=tied.astype(np.int32), tempo=tempo, facts=json.dumps(facts))


def load_weights(path: Path | None = None) -> tuple[Weights, dict[str, Any]]:
    """The weights of a file, else those of the kit, with their facts."""
    where = path or SHIPPED
    try:
        with np.load(where) as file:
            tied, tempo, facts = file["weights"], int(file["tempo"]), json.loads(str(file["facts"]))
    except DAMAGED as error:
        raise GamekitError(f"the gomoku weights {where} cannot be read: {error}") from None
    if tied.shape != (TIED, 2):
        raise GamekitError(f"the gomoku weights {where} are not {TIED} pairs")
    return Weights(spread(tied), tempo), facts


def spread(tied: NDArray[Any]) -> NDArray[np.int32]:
    """Weights for all 3969 patterns, from those of 2016 patterns up to reflection."""
    assert len(TIES) == PATTERNS
    return np.ascontiguousarray(tied[TIES].astype(np.int32))


@cache
def learnt() -> Weights:
    """The weights that the kit ships."""
    return load_weights()[0]


@cache
def simple() -> Weights:
    """The weights by hand, ready for a board."""
    return Weights(by_hand(), 50)
