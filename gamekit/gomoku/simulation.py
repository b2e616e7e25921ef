"""The gomoku tables under Monte Carlo tree search: what the program would be without alpha-beta.

The tree offers candidates only. Simulations take a five, else stop one, else play a candidate at random.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamekit.games.gomoku import EMPTY
from gamekit.gomoku.board import score_at
from gamekit.gomoku.threats import FIVE_SCORE
from gamekit.rules import SECOND, State
from gamekit.search.mcts import below, simulate_move


class FiveOrBlock(NamedTuple):
    """Take a five, else stop one, else any candidate."""


@simulate_move.on(FiveOrBlock)
def _(policy: Any, state: State, random: Any) -> Any:
    at = state.record[0]
    block: Any = 0
    for i in range(at.count):
        cell = np.int64(at.candidates[i])
        if at.board[cell] == EMPTY:
            word = at.words[cell]
            if score_at(word, at.turn) >= FIVE_SCORE:
                return cell
            if score_at(word, SECOND - at.turn) >= FIVE_SCORE:
                block = cell
    if block != 0:
        return block
    first = below(random, at.count)
    for i in range(at.count):  # the list holds cells that were taken since: go on to one that is empty
        cell = np.int64(at.candidates[(first + i) % at.count])
        if at.board[cell] == EMPTY:
            return cell
    return block
