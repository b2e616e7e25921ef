"""What the Othello solver asks of a board beyond the rules: parity, the last disc, discs that never turn.

A board is two words, `player` and `opponent`, as in `gamekit.games.othello`, which also has `legal_mask`
and `flips`. The last empty square and the four edges of 8x8 are looked up in tables built here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from gamekit.bits import ONE, Bits, lowest_square, popcount
from gamekit.games.othello import DOWN, STEP, UP
from gamekit.lanes import any_lane, four_lanes

Words = np.ndarray[Any, np.dtype[np.uint64]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]

BYTE, FILE_A = Bits(0xFF), Bits(0x0101_0101_0101_0101)
A_TO_G = Bits(0x7F7F_7F7F_7F7F_7F7F)
INTERIOR = Bits(0x007E_7E7E_7E7E_7E00)  # squares off the edge
SEVEN, EIGHT, TOP = Bits(7), Bits(8), Bits(56)
GATHER_FILE = Bits(0x0102_0408_1020_4080)  # times this, the eight bits of file a come to the top byte

# Numba lets whatever is first compiled for an inlined caller inherit `forceinline`, so the others say no.
# Choosing so gains 5 % over leaving it to the compiler; inlining all takes three times as long to compile.
inlined: Any = njit(forceinline=True, nogil=True)
called: Any = njit(forceinline=False, nogil=True)


def _with_neighbours(discs: Any) -> Any:
    row = discs | ((discs & A_TO_G) << ONE) | ((discs >> ONE) & A_TO_G)
    return row | (row << EIGHT) | (row >> EIGHT)


SQUARES: Words = ONE << np.arange(64, dtype=np.uint64)
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


@inlined
def final_score(player: Any, opponent: Any, area: Any) -> Any:
    """Disc difference of a finished game on a board of `area` squares, empty squares to the winner."""
    own, other = popcount(player), popcount(opponent)
    if own > other:
        return area - 2 * other
    if own < other:
        return 2 * own - area
    return 0


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
    column = _file_to_byte(player >> x)
    rising = ((player & DIAGONALS[square, 0]) * FILE_A) >> TOP
    falling = ((player & DIAGONALS[square, 1]) * FILE_A) >> TOP
    flat = np.int64(GAINS[x, row]) + np.int64(GAINS[y, column])
    return flat + np.int64(GAINS[x, rising]) + np.int64(GAINS[x, falling])


# --- discs that can never turn ----------------------------------------------------------------------------


def _turned_up(player: Any, opponent: Any, x: int) -> Any:
    """On lines of eight squares: discs that turn above square x when the player fills it."""
    above, near = 0xFE << x & 0xFF, 2 << x
    end = ((opponent & above) + near) & above & player  # the carry runs over the opponent's discs
    return np.where(end, (end - near) & above, 0)


def _stable_edges() -> Bytes:
    """[player, opponent]: the player's discs of an edge that no play on that edge can turn.

    Either side may fill any hole, with flips or without (a move may be legal through the board's
    middle). Fullest edges first, so that every successor is known already.
    """
    lines = np.arange(256)
    mirrored = np.array([int(f"{line:08b}"[::-1], 2) for line in lines])
    player, opponent = (side.ravel() for side in np.meshgrid(lines, lines, indexing="ij"))
    disjoint = (player & opponent) == 0
    player, opponent = player[disjoint], opponent[disjoint]
    holes = np.bitwise_count(255 & ~(player | opponent))

    table = np.zeros((256, 256), np.uint8)
    for count in range(9):
        own, other = player[holes == count], opponent[holes == count]
        stable = own.copy()
        for x in range(8):
            here = (own | other) >> x & 1 == 0
            a, b, stone = own[here], other[here], 1 << x
            mirror_a, mirror_b = mirrored[a], mirrored[b]
            turned = _turned_up(a, b, x) | mirrored[_turned_up(mirror_a, mirror_b, 7 - x)]
            stable[here] &= table[a | turned | stone, b & ~turned]
            turned = _turned_up(b, a, x) | mirrored[_turned_up(mirror_b, mirror_a, 7 - x)]
            stable[here] &= table[a & ~turned, b | turned | stone]
        table[own, other] = stable
    return table


STABLE_EDGES = _stable_edges()


@inlined
def _file_to_byte(word: Any) -> Any:
    return ((word & FILE_A) * GATHER_FILE) >> TOP


@inlined
def _byte_to_file(byte: Any) -> Any:
    # Seven bits at a time: the eighth would meet the carry of the first.
    return (((byte & Bits(0x7F)) * Bits(0x0002_0408_1020_4081)) & FILE_A) | ((byte >> SEVEN) << TOP)


@inlined
def stable_on_edges(player: Any, opponent: Any) -> Any:
    """The player's discs that are stable along one of the four edges."""
    stable = Bits(STABLE_EDGES[player & BYTE, opponent & BYTE])
    stable |= Bits(STABLE_EDGES[player >> TOP, opponent >> TOP]) << TOP
    stable |= _byte_to_file(Bits(STABLE_EDGES[_file_to_byte(player), _file_to_byte(opponent)]))
    right = STABLE_EDGES[_file_to_byte(player >> SEVEN), _file_to_byte(opponent >> SEVEN)]
    return stable | (_byte_to_file(Bits(right)) << SEVEN)


def _off_board(distance: int, lines: Words) -> Words:
    """Along each line, the squares from which that many steps lead off the board."""
    short = np.bitwise_count(lines) < distance  # [square, line]
    words: Words = np.bitwise_or.reduce(np.where(short, SQUARES[:, None], Bits(0)), axis=0)
    return words


OFF_UP = {distance: _off_board(distance, UP) for distance in (1, 2, 4)}
OFF_DOWN = {distance: _off_board(distance, DOWN) for distance in (1, 2, 4)}


@four_lanes
def _loose(stable: Any, discs: Any) -> Any:
    """Squares with a line that has empty squares and no stable disc next to them."""
    up = down = discs
    for distance in (1, 2, 4):  # is the line full that far? The compiler moves this out of the caller's loop
        far = STEP * Bits(distance)
        up = up & ((up >> far) | OFF_UP[distance])
        down = down & ((down << far) | OFF_DOWN[distance])
    return any_lane(~((up & down) | (stable << STEP) | (stable >> STEP)))


@called
def stable_discs(player: Any, opponent: Any) -> Any:
    """Discs of `player` that nothing can turn any more (a safe subset of them), on 8x8."""
    discs, candidates = player | opponent, player & INTERIOR
    stable = stable_on_edges(player, opponent)
    while True:
        grown = stable | (candidates & ~_loose(stable, discs))
        if grown == stable:
            return stable
        stable = grown


@called
def stable_inside(player: Any, opponent: Any, board: Any) -> Any:
    """The same on a smaller `board`. What lies around it counts as filled and stable: it ends every line."""
    around, discs = ~board, player | opponent | ~board
    stable = around
    while True:
        grown = stable | (player & ~_loose(stable, discs))
        if grown == stable:
            return stable ^ around
        stable = grown
