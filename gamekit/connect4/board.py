"""A Connect Four position for simulations: the words of all lines, and the threats of both sides.

Each side has a word for every line of the board. Bit `c` of a row or a diagonal is its square in column `c`;
bit `r` of a column is its square in row `r`, from the bottom. A line has at most 12 squares, so a table of
4096 entries, `COMPLETES`, knows for every line where one more stone makes four:

    . x x x .  ->  x . . . x      open three: both ends
    . x . x x  ->  . . x . .      split three: the gap

A stone changes four lines only, and a threat, once made, lasts until somebody plays there. So threats are
never looked for twice. They are kept by column, and those that matter now are words with one bit a column:

    ready   the threat is on the square where the next stone of the column lands
    above   it is on the square above that one: whoever plays in the column offers it to the other side
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.bits import Bits, lowest_square
from gamekit.code_cache import helper, kernel
from gamekit.games import connect4
from gamekit.rules import EMPTY, FIRST, SECOND, State, cells, to_move

__all__ = ["board_of", "completing"]

NOBODY: Any = EMPTY
NO_COLUMN = 15  # a column that no set has
COLUMN, ROW, RISING, FALLING = 0, 1, 2, 3  # the directions of lines
LONGEST = connect4.MOST_EDGE
LINES = 2 * LONGEST - 1  # in one direction: diagonals are the most
SQUARES = LONGEST * LONGEST

BOARD = np.dtype(
    (
        np.record,
        [
            ("width", np.int64),
            ("height", np.int64),
            ("turn", np.int64),  # FIRST or SECOND
            ("winner", np.int64),  # NOBODY while the game goes on
            ("last", np.int64),  # the column of the last stone; NO_COLUMN where it is not known
            ("open", np.int64),  # columns that are not full, one bit each
            ("ready", np.int64, 2),  # columns where a side wins at once
            ("above", np.int64, 2),  # columns where it would win one square higher
            ("heights", np.int64, LONGEST),
            ("threats", np.uint16, (2, LONGEST)),  # by side and column: bit r is a square that completes four
            ("lines", np.uint16, (2, 4, LINES)),  # by side, direction and line
        ],
    )
)


def completing(stones: int) -> int:
    """The squares of a line where one more stone makes four.

    >>> bin(completing(0b0011100)), bin(completing(0b1011))
    ('0b100010', '0b100')
    """
    found = 0
    for lowest in range(LONGEST - 3):
        missing = 0b1111 << lowest & ~stones
        if missing.bit_count() == 1:
            found |= missing
    return found


COMPLETES = np.array([completing(stones) for stones in range(1 << LONGEST)], np.uint16)


@helper
def lowest(word: Any) -> Any:
    """The index of the lowest bit of a word that is not empty."""
    bits: Any = Bits(word)
    return lowest_square(bits)


@helper
def add_threat(board: Any, side: Any, column: Any, row: Any) -> None:
    """This square would complete four; nothing happens where it is taken, or off the board."""
    if column >= board.width or row >= board.height or row < board.heights[column]:
        return  # a row below 0 is below every height
    board.threats[side, column] |= np.uint16(1 << row)
    distance = row - board.heights[column]
    if distance == 0:
        board.ready[side] |= 1 << column
    elif distance == 1:
        board.above[side] |= 1 << column


@helper
def put(board: Any, side: Any, direction: Any, line: Any, place: Any) -> Any:
    """Put a stone on a line; the squares that complete four since."""
    before = np.int64(board.lines[side, direction, line])
    after = before | (1 << place)
    board.lines[side, direction, line] = after
    return np.int64(COMPLETES[after]) & ~np.int64(COMPLETES[before]) & ~after


@helper
def add_threats(board: Any, side: Any, column: Any, row: Any, slope: Any, fresh: Any) -> None:
    """The columns `fresh` of a line that runs through a square, and rises so steeply, complete four."""
    while fresh:  # seldom: most stones make no threat
        there = lowest(fresh)
        add_threat(board, side, there, row + slope * (there - column))
        fresh &= fresh - 1


@helper
def drop(board: Any, column: Any) -> None:
    """The side to move plays in a column that is not full."""
    side, row = board.turn, board.heights[column]
    bit = 1 << column
    if board.ready[side] & bit:
        board.winner = side
    board.turn, board.last = SECOND - side, column
    board.heights[column] = row + 1
    if row + 1 == board.height:
        board.open ^= bit
    for each in (FIRST, SECOND):
        higher = np.int64(board.threats[each, column]) >> (row + 1)
        board.ready[each] = (board.ready[each] & ~bit) | ((higher & 1) << column)
        board.above[each] = (board.above[each] & ~bit) | ((higher >> 1 & 1) << column)

    if put(board, side, COLUMN, column, row) >> (row + 1):  # three on each other, and one square above them
        add_threat(board, side, column, row + 1)
    add_threats(board, side, column, row, 0, put(board, side, ROW, row, column))
    add_threats(board, side, column, row, 1, put(board, side, RISING, column - row + LONGEST - 1, column))
    add_threats(board, side, column, row, -1, put(board, side, FALLING, column + row, column))


@kernel
def set_stones(board: Any, sides: Any, turn: Any) -> None:
    """For Python: put stones on an empty board, bottom up; `sides[column, row]` is a side or `NOBODY`."""
    at = board[0]
    for row in range(at.height):
        for column in range(at.width):
            if sides[column, row] != NOBODY:
                at.turn = sides[column, row]
                drop(at, column)
    at.turn, at.last = turn, NO_COLUMN


def board_of(state: State) -> Any:
    """The board of a state, as an array with one record.

    >>> board = board_of(connect4.parse("444"))
    >>> int(board["turn"][0]), board["ready"][0].tolist()
    (1, [0, 0])
    """
    rows = np.array(cells(state))  # from the top; a side, or EMPTY, which is NOBODY
    board = np.zeros(1, BOARD)
    board["height"], board["width"], board["winner"] = *rows.shape, NOBODY
    board["open"] = (1 << rows.shape[1]) - 1
    set_stones(board, rows[::-1].T.copy(), int(to_move(state)))
    return board
