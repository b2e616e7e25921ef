"""Positions for lab 12: 62 discs, one a random game, with the exact result for the side to move.

`python -m gamekit.labs.lab12_patterns.endings` makes the file anew, with the same bytes in its arrays.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from gamekit.games.othello import Othello
from gamekit.othello.learning.positions import new_rng, random_positions
from gamekit.parts import PACKAGE
from gamekit.rules import INF, State, Value, is_over, moves, play, score

FILE = PACKAGE / "data" / "lab12-endings.npz"
COUNT, DISCS, SEED = 1600, 62, 12
Array = np.ndarray[Any, np.dtype[Any]]


class Ending(NamedTuple):
    """A position and what it is worth."""

    player: int  # the discs of the side to move
    opponent: int
    score: int


@cache
def endings() -> tuple[Ending, ...]:
    """All of them.

    >>> first = endings()[0]
    >>> len(endings()), bin(first.player | first.opponent).count("1")
    (1600, 62)
    """
    with np.load(FILE, allow_pickle=False) as file:
        return tuple(
            Ending(*map(int, row)) for row in zip(*(file[name] for name in Ending._fields), strict=True)
        )


def solve(state: State) -> Value:
    """The exact result for the side to move; for positions near the end."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -solve(play(state, move)))
    return best


def make(count: int) -> dict[str, Array]:
    """The first `count` positions and their results."""
    players, opponents = np.empty(count, np.uint64), np.empty(count, np.uint64)
    random_positions(new_rng(SEED, DISCS), DISCS, DISCS, players, opponents)
    results = [solve(Othello(int(p), int(o), 0)) for p, o in zip(players, opponents, strict=True)]
    return {"player": players, "opponent": opponents, "score": np.array(results, np.int8)}


if __name__ == "__main__":
    made = make(COUNT)
    np.savez_compressed(FILE, player=made["player"], opponent=made["opponent"], score=made["score"])
