"""Positions for lab 12: 62 discs, one a random game, with the exact result for the side to move.

Those in the file are for the notebook, which everybody has. What is marked is drawn anew from the seed.
`python -m gamekit.labs.lab12_patterns.endings` makes the file anew, with the same bytes in its arrays.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from gamekit.games.othello import Othello
from gamekit.othello.learning.positions import new_rng, random_positions
from gamekit.parts import PACKAGE
from gamekit.rules import INF, State, Value, is_over, moves, play, score

FILE = PACKAGE / "data" / "lab12-endings.npz"
COUNT, DISCS, SEED = 1600, 62, 12


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


def make(count: int, seed: int = SEED) -> list[Ending]:
    """Positions that a seed draws, and their results.

    >>> make(3) == list(endings()[:3])
    True
    """
    players, opponents = np.empty(count, np.uint64), np.empty(count, np.uint64)
    random_positions(new_rng(seed, DISCS), DISCS, DISCS, players, opponents)
    pairs = [(int(player), int(opponent)) for player, opponent in zip(players, opponents, strict=True)]
    return [Ending(*pair, int(solve(Othello(*pair, 0)))) for pair in pairs]


if __name__ == "__main__":
    mine, yours, scores = zip(*make(COUNT), strict=True)
    words = np.array(mine, np.uint64), np.array(yours, np.uint64)
    np.savez_compressed(FILE, player=words[0], opponent=words[1], score=np.array(scores, np.int8))
