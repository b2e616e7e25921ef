"""What each pattern is worth, and each point: by hand, or learnt from games.

A weight is in thousandths of a log-odds unit: a position of value v is won with probability
1 / (1 + exp(-v / 1000)). Every pattern has two weights, since it matters whose turn it is: a four of the
side to move is a win, and a four of the other side is one move to be answered. A point is an empty cell, and
what it would become is worth something before a stone is there; by hand it is worth nothing.
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
    CLASSES,
    DEAD_ONE,
    DOUBLE_FOUR,
    FIVE,
    FOUR,
    OPEN_FOUR,
    OPEN_ONE,
    OPEN_THREE,
    OPEN_TWO,
    classes_of_points,
    shapes_of_patterns,
)
from gamekit.parts import PACKAGE
from gamekit.training.files import DAMAGED

__all__ = ["learnt", "with_points"]

UNIT = 1000  # one log-odds unit
SHIPPED = PACKAGE / "data" / "gomoku-patterns.npz"
SHIPPED_WITH_POINTS = PACKAGE / "data" / "gomoku-points.npz"

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
    """Weights of all patterns, (3969, 2), what it is worth to be to move, and those of points, (65536, 2)."""

    of_patterns: NDArray[np.int32]
    tempo: int
    of_points: NDArray[np.int16] | None = None  # None: stones alone count


def by_hand() -> NDArray[np.int32]:
    """The weights by hand: a pattern is worth what its shape is worth.

    >>> by_hand().shape
    (3969, 2)
    """
    table = np.zeros((16, 2), np.int32)
    for shape, pair in BY_HAND.items():
        table[shape] = pair
    return table[shapes_of_patterns(False)]


def save_weights(
    path: Path,
    tied: NDArray[np.int32],
    tempo: int,
    facts: dict[str, Any],
    of_classes: NDArray[np.int16] | None = None,
) -> None:
    """Write 2016 pairs of weights, those of points if there are any, and the facts of how they came about."""
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {"weights": tied.astype(np.int32), "tempo": tempo, "facts": json.dumps(facts)}
    if of_classes is not None:
        arrays["points"] = of_classes
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)


def load_weights(path: Path | None = None) -> tuple[Weights, dict[str, Any]]:
    """The weights of a file, else those of the kit, with their facts (the command among them)."""
    where = path or SHIPPED
    try:
        with np.load(where) as file:
            tied, tempo, facts = file["weights"], int(file["tempo"]), json.loads(str(file["facts"]))
            of_classes = file.get("points")
    except DAMAGED as error:
        raise GamekitError(f"the gomoku weights {where} cannot be read: {error}") from None
    if tied.shape != (TIED, 2):
        raise GamekitError(f"the gomoku weights {where} are not {TIED} pairs")
    if of_classes is not None and of_classes.shape != (CLASSES, 2):
        raise GamekitError(f"the gomoku weights {where} are not {CLASSES} pairs for points")
    points = None if of_classes is None else spread_points(of_classes)
    return Weights(spread(tied), tempo, points), facts


def spread(tied: NDArray[Any]) -> NDArray[np.int32]:
    """Weights for all 3969 patterns, from those of 2016 patterns up to reflection."""
    assert len(TIES) == PATTERNS
    return np.ascontiguousarray(tied[TIES].astype(np.int32))


def spread_points(of_classes: NDArray[Any]) -> NDArray[np.int16]:
    """Weights for all combinations of four shapes by their 16 bits, from those of classes of points."""
    return np.ascontiguousarray(of_classes[classes_of_points()].astype(np.int16))


@cache
def learnt() -> Weights:
    """The weights of patterns that the kit ships, for stones alone."""
    return load_weights()[0]


@cache
def with_points() -> Weights:
    """The weights of patterns and points that the kit ships: they were learnt together."""
    return load_weights(SHIPPED_WITH_POINTS)[0]


@cache
def simple() -> Weights:
    """The weights by hand, ready for a board."""
    return Weights(by_hand(), 50)
