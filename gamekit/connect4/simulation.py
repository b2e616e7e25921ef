"""How a simulation plays to the end of the game, at sight: four rules of thumb, each a switch.

    threats   take a win at hand; else block the other side's
    safe      play under no threat: not where the other side then wins, nor where it then blocks our own win
    follow    every other time, answer in the column where the last stone fell
    centre    of random moves, columns near the centre are likelier

`safe` and `follow` play out what decides most games of Connect Four, and what random moves know nothing of.
Towards the end nobody wants to play under the other side's threat, and who must is a matter of counting
squares. And whoever answers in the same column gets every second square of it: the second player the even
rows.
"""

from __future__ import annotations

from typing import Any

from gamekit.code_cache import helper, kernel
from gamekit.connect4.board import NOBODY, drop, lowest
from gamekit.rules import FIRST, SECOND
from gamekit.search.mcts import DRAW, LOSS, WIN, below


@helper
def any_column(columns: Any, width: Any, random: Any) -> Any:
    """A column of a set that is not empty; all are equally likely."""
    while True:  # most columns are in the set most of the time: to try is quicker than to count
        column = below(random, width)
        if columns >> column & 1:
            return column


@helper
def central_column(columns: Any, width: Any, random: Any) -> Any:
    """A column of a set that is not empty: the one nearer to the centre of two drawn at random."""
    first, second = any_column(columns, width, random), any_column(columns, width, random)
    return first if abs(2 * first - width + 1) <= abs(2 * second - width + 1) else second


@helper
def choose_column(board: Any, options: Any, random: Any) -> Any:
    """The next move of a simulation."""
    me, other = board.turn, SECOND - board.turn
    columns = board.open
    if options.threats != 0:
        if board.ready[me]:
            return lowest(board.ready[me])
        if board.ready[other]:
            return lowest(board.ready[other])
    if options.safe != 0 and columns & ~board.above[other]:
        columns &= ~board.above[other]
        if columns & ~board.above[me]:
            columns &= ~board.above[me]
    if options.follow != 0 and columns >> board.last & 1 and below(random, 2) == 0:
        return board.last
    if options.centre != 0:
        return central_column(columns, board.width, random)
    return any_column(columns, board.width, random)


@helper
def play_out(board: Any, options: Any, random: Any) -> Any:
    """Play to the end; the points of the first player."""
    while board.winner == NOBODY and board.open:
        drop(board, choose_column(board, options, random))
    if board.winner == NOBODY:
        return DRAW
    return WIN if board.winner == FIRST else LOSS


@kernel
def play_games(boards: Any, walks: Any, ends: Any) -> None:
    """For Python: simulations from the first of two boards, with the second to play on; all ends are noted.

    A row of `ends` is the points of the first player and the number of stones.
    """
    here, walk = boards[1], walks[0]
    for number in range(len(ends)):
        boards[1] = boards[0]
        ends[number, 0] = play_out(here, walk, walk)
        ends[number, 1] = here.heights.sum()
