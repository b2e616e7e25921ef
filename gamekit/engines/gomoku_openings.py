"""Openings for gomoku matches and for learning: a few stones near the centre.

Two programs would repeat one game for ever, and from the empty board the first player wins nearly all. So
games start from random stones; for a match, from those that our own search finds even.
"""

from __future__ import annotations

import random

from gamekit.engines.gomoku import Engine, Switches
from gamekit.games import gomoku
from gamekit.rules import Move, is_legal, play

CENTRE = 7  # openings lie within so many rows and columns
SHORTEST, LONGEST = 3, 7  # stones
EVEN = 250  # the search may prefer a side by so much, in thousandths of a log-odds unit
NODES = 20_000  # of that search


def random_line(chance: random.Random) -> list[Move]:
    """The moves of a random opening on 15x15."""
    state, line = gomoku.start(), list[Move]()
    low = (15 - CENTRE) // 2 + 1
    for _ in range(chance.randint(SHORTEST, LONGEST)):
        move = 0
        while not is_legal(state, move):
            move = (low + chance.randrange(CENTRE)) * gomoku.STRIDE + low + chance.randrange(CENTRE)
        state = play(state, move)
        line.append(move)
    return line


def random_opening(chance: random.Random) -> gomoku.Gomoku:
    """A position with a few stones near the centre of a 15x15 board.

    >>> int(random_opening(random.Random(1)).record[0].empties)
    221
    """
    state = gomoku.start()
    for move in random_line(chance):
        state = play(state, move)
    return state


def even_openings(count: int, seed: int = 0) -> list[list[Move]]:
    """So many openings, as lists of moves, after which our own search finds both sides about even.

    >>> len(even_openings(1, seed=1))
    1
    """
    judge, found = Engine(Switches(by_hand=True), table_mb=4), list[list[Move]]()
    chance = random.Random(f"openings {seed}")
    while len(found) < count:
        line = random_line(chance)
        state = gomoku.start()
        for move in line:
            state = play(state, move)
        judge.forget()
        if abs(judge.think(state, nodes=NODES).value) <= EVEN:
            found.append(line)
    return found
