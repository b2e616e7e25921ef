"""Discs that nothing can turn any more.

A disc turns only if a line through it is closed in by new discs. So it is stable if each of its four lines
is either full, or held by a stable disc of its own colour next to it on that line (off the board counts as
one): the *four-line rule*. The rule grows from the corners inwards and never errs, but it misses some discs.
On an edge only the edge itself can turn a disc that lies on it, and there are few ways to fill an edge: all
of them can be tried, so for edges the answer is exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.bits import ONE, Bits
from gamekit.code_cache import called, inlined
from gamekit.games.othello import DOWN, STEP, UP
from gamekit.lanes import any_lane, four_lanes

Words = np.ndarray[Any, np.dtype[np.uint64]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]

BYTE, FILE_A = Bits(0xFF), Bits(0x0101_0101_0101_0101)
INTERIOR = Bits(0x007E_7E7E_7E7E_7E00)  # squares off the edge
SEVEN, EIGHT, TOP = Bits(7), Bits(8), Bits(56)
GATHER_FILE = Bits(0x0102_0408_1020_4080)  # times this, the eight bits of file a come to the top byte
SQUARES: Words = ONE << np.arange(64, dtype=np.uint64)


# --- edges, exactly ---------------------------------------------------------------------------------------


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
def file_to_byte(word: Any) -> Any:
    """The squares of the first column, as a row."""
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
    stable |= _byte_to_file(Bits(STABLE_EDGES[file_to_byte(player), file_to_byte(opponent)]))
    right = STABLE_EDGES[file_to_byte(player >> SEVEN), file_to_byte(opponent >> SEVEN)]
    return stable | (_byte_to_file(Bits(right)) << SEVEN)


# --- the four-line rule -----------------------------------------------------------------------------------


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
