"""What the Othello solver asks of a board beyond the rules: parity, corners, the last disc.

A board is two words, `player` and `opponent`, as in `gamekit.games.othello`, which also has `legal_mask`
and `flips`. The last empty square is looked up in a table built here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.bits import ONE, Bits, lowest_square
from gamekit.code_cache import inlined
from gamekit.games.othello import DOWN, UP
from gamekit.othello.stability import BYTE, EIGHT, FILE_A, SEVEN, SQUARES, TOP, Bytes, Words, file_to_byte

A_TO_G = Bits(0x7F7F_7F7F_7F7F_7F7F)


def _with_neighbours(discs: Any) -> Any:
    row = discs | ((discs & A_TO_G) << ONE) | ((discs >> ONE) & A_TO_G)
    return row | (row << EIGHT) | (row >> EIGHT)


NEIGHBOURS: Words = _with_neighbours(SQUARES) ^ SQUARES
with_neighbours: Any = inlined(_with_neighbours)


def corners_of(board: int) -> tuple[int, int]:
    """The corners of a board of any size, and the squares next to them on the diagonals."""
    lowest, highest = (board & -board).bit_length() - 1, board.bit_length() - 1
    width = (highest & 7) - (lowest & 7)
    corners = lowest, lowest + width, highest - width, highest
    return sum(1 << corner for corner in corners), sum(
        1 << corner + step for corner, step in zip(corners, (9, 7, -7, -9), strict=True)
    )


def mirrored(words: Any) -> Any:
    """Boards, or arrays of them, with column a for h, b for g, ..."""
    for shift, mask in ((1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0F0F_0F0F_0F0F_0F0F)):
        words = (words >> Bits(shift)) & Bits(mask) | (words & Bits(mask)) << Bits(shift)
    return words


def transposed(words: Any) -> Any:
    """Boards, or arrays of them, with rows for columns."""
    for shift, mask in ((7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)):
        change = (words ^ (words >> Bits(shift))) & Bits(mask)
        words = words ^ change ^ (change << Bits(shift))
    return words


@inlined
def next_square(squares: Any) -> Any:
    """The lowest square, and the others. A word, so that numba indexes without a test for a minus sign."""
    return Bits(lowest_square(squares)), squares & (squares - ONE)


@inlined
def odd_quadrants(empties: Any) -> Any:
    """The quadrants (4x4 squares) that hold an odd number of empty squares."""
    parity = empties ^ (empties >> Bits(1))
    parity ^= parity >> Bits(2)
    parity ^= parity >> Bits(8)
    parity ^= parity >> Bits(16)
    return (parity & Bits(0x0000_0011_0000_0011)) * Bits(0x0F0F_0F0F)


# --- the last empty square --------------------------------------------------------------------------------

DIAGONALS: Words = (UP | DOWN)[:, 2:].copy()


def _line_gains() -> Bytes:
    """[x, line]: twice the discs that turn when the owner of `line` fills its only hole, x."""
    table = np.zeros((8, 256), np.uint8)
    for x in range(8):
        for line in range(256):
            above, below = line >> (x + 1), line & ((1 << x) - 1)
            run_up = (above & -above).bit_length() - 1 if above else 0
            run_down = x - below.bit_length() if below else 0
            table[x, line] = 2 * (run_up + run_down)
    return table


GAINS = _line_gains()


@inlined
def gain_of_last(player: Any, square: Any) -> Any:
    """Twice the discs that turn when `player` fills the only empty `square`; the rest is the opponent's."""
    x, y = square & SEVEN, square >> Bits(3)
    row = (player >> (square & TOP)) & BYTE
    column = file_to_byte(player >> x)
    rising = ((player & DIAGONALS[square, 0]) * FILE_A) >> TOP
    falling = ((player & DIAGONALS[square, 1]) * FILE_A) >> TOP
    flat = np.int64(GAINS[x, row]) + np.int64(GAINS[y, column])
    return flat + np.int64(GAINS[x, rising]) + np.int64(GAINS[x, falling])
