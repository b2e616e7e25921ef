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

from gamekit.bits import NONE, ONE, Bits
from gamekit.code_cache import helper

Array = np.ndarray[Any, np.dtype[Any]]

NOT_A, NOT_H = Bits(0xFEFE_FEFE_FEFE_FEFE), Bits(0x7F7F_7F7F_7F7F_7F7F)
FILE_A = Bits(0x0101_0101_0101_0101)
EDGES = Bits(0xFF81_8181_8181_81FF)


# --- edges, exactly ---------------------------------------------------------------------------------------


def _turned(mine: Array, yours: Array, place: int) -> Array:
    """For many edges: the discs that turn when I fill a place; on an edge a move may also turn none."""
    turned = np.zeros_like(mine)
    for step in (-1, 1):
        row, going = np.zeros_like(mine), np.ones(len(mine), bool)
        at = place + step
        while 0 <= at < 8:
            closed = going & (mine >> at & 1 == 1)
            turned[closed] |= row[closed]
            going &= yours >> at & 1 == 1
            row |= 1 << at
            at += step
    return turned


def _stable_edges() -> Array:
    """[mine, yours]: my discs of an edge that no way to fill the edge can turn."""
    mine, yours = (side.ravel() for side in np.meshgrid(np.arange(256), np.arange(256), indexing="ij"))
    possible = mine & yours == 0
    mine, yours = mine[possible], yours[possible]
    empty = np.bitwise_count(255 & ~(mine | yours))
    table = np.zeros((256, 256), np.uint8)
    for count in range(9):  # the fullest first: what they become is known then
        here = empty == count
        own, other = mine[here], yours[here]
        stable = own.copy()
        for place in range(8):
            free, disc = (own | other) >> place & 1 == 0, 1 << place
            a, b = own[free], other[free]
            turned = _turned(a, b, place)
            stable[free] &= table[a | turned | disc, b & ~turned]
            turned = _turned(b, a, place)
            stable[free] &= table[a & ~turned, b | turned | disc]
        table[own, other] = stable
    return table


STABLE_EDGES = _stable_edges()


@helper
def _to_byte(word: Any) -> Any:
    """The squares of the first column, as a row."""
    return ((word & FILE_A) * Bits(0x0102_0408_1020_4080)) >> Bits(56)


@helper
def _to_column(row: Any) -> Any:
    """A row as the first column."""
    word = NONE
    for place in range(8):
        word |= ((row >> Bits(place)) & ONE) << Bits(8 * place)
    return word


@helper
def stable_on_edges(player: Any, opponent: Any) -> Any:
    """The player's discs on the four edges that can never turn: exact for each edge."""
    last = Bits(7)
    stable = Bits(STABLE_EDGES[player & Bits(255), opponent & Bits(255)])
    stable |= Bits(STABLE_EDGES[player >> Bits(56), opponent >> Bits(56)]) << Bits(56)
    stable |= _to_column(Bits(STABLE_EDGES[_to_byte(player), _to_byte(opponent)]))
    right = Bits(STABLE_EDGES[_to_byte(player >> last), _to_byte(opponent >> last)])
    return stable | (_to_column(right) << last)


# --- the four-line rule -----------------------------------------------------------------------------------


@helper
def _full_lines(discs: Any, step: Any, up_from: Any, down_from: Any) -> Any:
    """The discs whose whole line in one direction is full. A step up is possible from `up_from` only."""
    up, down = discs, discs
    for _ in range(7):
        up &= (up >> step) | ~up_from
        down &= (down << step) | ~down_from
    return up & down


@helper
def stable_discs(player: Any, opponent: Any) -> Any:
    """The player's discs that the four-line rule, begun from the exact edges, knows to be stable."""
    discs = player | opponent
    # A step of 1 up leaves the board from column h, a step of 8 from row 8, and so on.
    below, above = Bits(0x00FF_FFFF_FFFF_FFFF), Bits(0xFFFF_FFFF_FFFF_FF00)
    full_row = _full_lines(discs, Bits(1), NOT_H, NOT_A)
    full_column = _full_lines(discs, Bits(8), below, above)
    full_falling = _full_lines(discs, Bits(9), NOT_H & below, NOT_A & above)
    full_rising = _full_lines(discs, Bits(7), NOT_A & below, NOT_H & above)
    stable = stable_on_edges(player, opponent)
    while True:
        row = full_row | ((stable & NOT_H) << Bits(1)) | ((stable & NOT_A) >> Bits(1))
        column = full_column | (stable << Bits(8)) | (stable >> Bits(8))
        falling = full_falling | ((stable & NOT_H) << Bits(9)) | ((stable & NOT_A) >> Bits(9))
        rising = full_rising | ((stable & NOT_A) << Bits(7)) | ((stable & NOT_H) >> Bits(7))
        grown = stable | (player & ~EDGES & row & column & falling & rising)
        if grown == stable:
            return stable
        stable = grown
