"""Connect Four under Monte Carlo tree search: what its board sees at a glance; each idea is a switch.

A simulation plays to the end of the game by four rules of thumb:

    threats   take a win at hand; else block the other side's
    safe      play under no threat: not where the other side then wins, nor where it then blocks our own win
    follow    every other time, answer in the column where the last stone fell
    centre    of random moves, columns near the centre are likelier

`safe` and `follow` play out what decides most games of Connect Four, and what random moves know nothing of.
Towards the end nobody wants to play under the other side's threat, and who must is a matter of counting
squares. And whoever answers in the same column gets every second square of it: the second player the even
rows.

The tree of `gamekit.search.mcts` asks for one thing more:

    forced    win at hand: nothing else is a child. One threat to block: only the block is. Two: lost.
              And never a move under a threat of the other side, which would win there
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import popcount
from gamekit.code_cache import helper, kernel
from gamekit.connect4.board import BOARD, NOBODY, drop, lowest
from gamekit.rules import FIRST, SECOND, State, play, to_move, undo
from gamekit.search.mcts import DRAW, LOSS, UNKNOWN, WIN, below, certain, offer, play_out, rewind

SWITCHES = np.dtype(
    (np.record, [(name, np.int64) for name in ("threats", "safe", "follow", "centre", "forced")])
)


BOARDS = np.dtype((np.record, [("start", BOARD), ("here", BOARD)]))


class Boards(NamedTuple):
    """The position at the root, and the one where the walk is: a record of type `BOARDS`.

    A record, not an array that holds one: who passes arrays on counts who uses them, which costs a tenth.
    """

    pair: Any


class AtSight(NamedTuple):
    """The policy of the program: a record of type `SWITCHES`."""

    switches: Any


# --- simulations ------------------------------------------------------------------------------------------


@helper
def any_column(columns: Any, width: Any, rng: Any) -> Any:
    """A column of a set that is not empty; all are equally likely."""
    while True:  # most columns are in the set most of the time: to try is quicker than to count
        column = below(rng, width)
        if columns >> column & 1:
            return column


@helper
def central_column(columns: Any, width: Any, rng: Any) -> Any:
    """A column of a set that is not empty: the one nearer to the centre of two drawn at random."""
    first, second = any_column(columns, width, rng), any_column(columns, width, rng)
    return first if abs(2 * first - width + 1) <= abs(2 * second - width + 1) else second


@helper
def choose_column(board: Any, options: Any, rng: Any) -> Any:
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
    if options.follow != 0 and columns >> board.last & 1 and below(rng, 2) == 0:
        return board.last
    if options.centre != 0:
        return central_column(columns, board.width, rng)
    return any_column(columns, board.width, rng)


@helper
def finish(board: Any, options: Any, rng: Any) -> Any:
    """Play to the end; the points of the first player."""
    while board.winner == NOBODY and board.open:
        drop(board, choose_column(board, options, rng))
    if board.winner == NOBODY:
        return DRAW
    return WIN if board.winner == FIRST else LOSS


@kernel
def play_games(boards: Any, switches: Any, rng: Any, ends: Any) -> None:
    """For Python: simulations from one position; a row of `ends` is the points of X and the stones."""
    for number in range(len(ends)):
        boards.here = boards.start
        ends[number, 0] = finish(boards.here, switches, rng)
        ends[number, 1] = boards.here.heights.sum()


# --- what the tree asks -----------------------------------------------------------------------------------


@rewind.on(Boards)
def _(state: State) -> Any:
    state.pair.here = state.pair.start


@to_move.on(Boards)
def _(state: State) -> Any:
    return state.pair.here.turn


@play.on(Boards)
def _(state: State, move: Any) -> State:
    drop(state.pair.here, np.int64(move))
    return state


@undo.on(Boards)
def _(state: State, move: Any) -> Any:
    return None


@play_out.on(AtSight)
def _(policy: Any, state: State, walk: Any) -> Any:
    return finish(state.pair.here, policy.switches, walk)


@helper
def safe_columns(board: Any) -> Any:
    """The columns that do not lose at once, where no win is at hand."""
    other = SECOND - board.turn
    columns = board.ready[other] if board.ready[other] else board.open
    return columns & ~board.above[other] if popcount(board.ready[other]) < 2 else 0


@certain.on(AtSight)
def _(policy: Any, state: State) -> Any:
    board = state.pair.here
    if board.winner != NOBODY:
        return LOSS, 0
    if board.open == 0:
        return DRAW, 0
    if policy.switches.forced != 0:
        if board.ready[board.turn]:
            return WIN, 1
        if safe_columns(board) == 0:
            return LOSS, 2
    return UNKNOWN, 0


@offer.on(AtSight)
def _(policy: Any, state: State, walk: Any) -> Any:
    board = state.pair.here
    columns = board.open if board.winner == NOBODY else 0
    if columns and policy.switches.forced != 0:
        me, other = board.turn, SECOND - board.turn
        if board.ready[me]:
            columns = 1 << lowest(board.ready[me])
        elif safe_columns(board):
            columns = safe_columns(board)
        else:  # lost: any move, a block if there is one
            columns = 1 << lowest(board.ready[other] if board.ready[other] else board.open)
    count = 0
    while columns:
        column = any_column(columns, board.width, walk)
        columns &= ~(1 << column)
        walk.offered[count] = column
        count += 1
    return count
