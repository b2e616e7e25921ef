"""Openings for gomoku matches and for learning: a few stones near the centre.

Two programs would repeat one game for ever, and from the empty board the first player wins nearly all. So
games start from random stones; for a match, from those that are even. A search that finds them even sees some
ten plies, and an attack may win in twenty: so trial games follow. An opening is kept if a player with eight
times the nodes wins from it with either colour (70 of 102 were). Else the opening decides, not the players.
"""

from __future__ import annotations

import random

from gamekit.games import gomoku
from gamekit.gomoku.engine import Engine, Switches
from gamekit.rules import FIRST, SECOND, Move, is_legal, is_over, play, score, to_move

CENTRE = 7  # openings lie within so many rows and columns
SHORTEST, LONGEST = 3, 7  # stones
EVEN = 250  # the search may prefer a side by so much, in thousandths of a log-odds unit
NODES = 20_000  # of that search
MANY, FEW = 32_000, 4_000  # nodes a move of the better and of the weaker player in trial games


def random_line(rng: random.Random) -> list[Move]:
    """The moves of a random opening on 15x15."""
    state, line = gomoku.start(), list[Move]()
    low = (15 - CENTRE) // 2 + 1
    for _ in range(rng.randint(SHORTEST, LONGEST)):
        move = 0
        while not is_legal(state, move):
            move = (low + rng.randrange(CENTRE)) * gomoku.STRIDE + low + rng.randrange(CENTRE)
        state = play(state, move)
        line.append(move)
    return line


def random_opening(rng: random.Random) -> gomoku.Gomoku:
    """A position with a few stones near the centre of a 15x15 board.

    >>> int(random_opening(random.Random(1)).record[0].empties)
    221
    """
    return _after(random_line(rng))


def even_openings(count: int, seed: int = 0) -> list[list[Move]]:
    """So many openings, as lists of moves, that neither side has won yet, as far as we can tell.

    >>> len(even_openings(1, seed=1))
    1
    """
    judge = Engine(Switches(by_hand=True), table_mb=4)
    found, rng = list[list[Move]](), random.Random(f"openings {seed}")
    while len(found) < count:
        line = random_line(rng)
        state = _after(line)
        judge.forget()
        if abs(judge.think(state, nodes=NODES).value) <= EVEN and is_open(line):
            found.append(line)
    return found


def is_open(line: list[Move]) -> bool:
    """Does the better player win from here with either colour? Else the opening decides, not the players."""
    return all(_winner(line, strong) == strong for strong in (FIRST, SECOND))


def _after(line: list[Move]) -> gomoku.Gomoku:
    state = gomoku.start()
    for move in line:
        state = play(state, move)
    return state


def _winner(line: list[Move], strong: int) -> int | None:
    """Who wins where this side has many times the nodes of the other; None after a draw."""
    engines = [Engine(Switches(by_hand=True), table_mb=4) for _ in (FIRST, SECOND)]
    state = _after(line)
    while not is_over(state):
        side = to_move(state)
        state = play(state, engines[side].think(state, nodes=MANY if side == strong else FEW).move)
    return None if score(state) == 0 else (to_move(state) if score(state) > 0 else SECOND - to_move(state))
