"""A weak opponent that stays as it is: plain negamax over the score table of lesson 13, two plies deep.

It is a search of its own because what others are measured against must not get better with them. With the
program it shares only the board and the scores: no cuts, no order, no killers, no table, no threats. Of equal
moves it plays the first.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from gamekit.code_cache import kernel
from gamekit.errors import GamekitError
from gamekit.games import gomoku
from gamekit.games.gomoku import EMPTY, NOBODY, Gomoku
from gamekit.gomoku.board import CELL_OF, MOVE_OF, WON, best_points, place, set_position, tables, undo_place
from gamekit.gomoku.patterns import PATTERNS
from gamekit.rules import INF, Move, State, Value, is_legal, is_over, moves, score
from gamekit.search.limits import Limits
from gamekit.search.result import Result
from gamekit.search.thinker import Report, Thinker

PLIES = 2


@kernel
def plain_negamax(at: Any, depth: Any, count: Any) -> Any:
    """The value for the side to move, so many plies deep: its best point less the other side's best."""
    count[0] += 1
    if at.winner != NOBODY:
        return -WON - depth  # the sooner, the worse
    if at.empties == 0:
        return 0
    if depth == 0:
        return best_points(at)
    best: Any = np.int64(-INF)
    for i in range(at.count):
        cell = np.int64(at.candidates[i])
        if at.board[cell] == EMPTY:
            place(at, cell)
            best = max(best, -plain_negamax(at, depth - 1, count))
            undo_place(at)
    return best


@kernel
def value_of_move(at: Any, cell: Any, depth: Any, count: Any) -> Any:
    """What a move is worth to the side that plays it."""
    place(at, cell)
    found = -plain_negamax(at, depth - 1, count)
    undo_place(at)
    return found


class Novice(Thinker):
    """The weak opponent. It always looks two plies ahead, whatever the limits.

    >>> state = gomoku.parse("h8 a1 h9 a2 h10 b1 h11 b2")
    >>> Novice().think(state).names(state)
    ['h12']
    """

    def __init__(self) -> None:
        self._tables = tables(gomoku.start(), np.zeros((PATTERNS, 2), np.int32))

    def check(self, state: State, limits: Limits) -> None:
        """It plays gomoku."""
        if not isinstance(state, Gomoku):
            raise GamekitError(f"the novice plays gomoku, not {type(state).__name__}")

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        self.check(state, limits)
        begin = time.perf_counter()
        if is_over(state):
            return Result(None, score(state) * WON)
        set_position(self._tables, state)
        at = self._tables.record[0]
        near = sorted(int(MOVE_OF[cell]) for cell in at.candidates[: at.count] if at.board[cell] == EMPTY)
        options = [move for move in near if is_legal(state, move)]
        if not options:  # the board is empty, or renju forbids whatever is near
            every = list(moves(state))
            options = [every[len(every) // 2]]
        count = np.ones(1, np.int64)
        values: dict[Move, Value] = {
            move: int(value_of_move(at, CELL_OF[move], PLIES, count)) for move in options
        }
        best = max(values, key=lambda move: values[move])
        spent = time.perf_counter() - begin
        return Result(best, values[best], (best,), PLIES, int(count[0]), 0, 0, spent, values)
