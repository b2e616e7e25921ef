"""A whole game in one file: Hex on five by five cells, drawn as squares.

The first player, X, joins the top and the bottom, the second, O, the left and the right. A cell touches its
neighbours along the row and the column, and those below left and above right. There is always one winner.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gamekit import games
from gamekit.bits import NONE, ONE, Bits, mix, popcount, squares
from gamekit.code_cache import helper
from gamekit.game import Face, Game
from gamekit.notation import name_squares, read_rows, read_turns, shown, two_sides
from gamekit.rules import cells, is_over, key, moves, play, score, to_move, word_state

EDGE = 5
BOARD = Bits((1 << EDGE * EDGE) - 1)
LEFT = Bits(sum(1 << EDGE * row for row in range(EDGE)))
RIGHT = Bits(sum(1 << EDGE * row + EDGE - 1 for row in range(EDGE)))
TOP = Bits((1 << EDGE) - 1)
BOTTOM = Bits(((1 << EDGE) - 1) << EDGE * (EDGE - 1))
ROWS = [range(EDGE * row, EDGE * row + EDGE) for row in range(EDGE)]
SIDEWAYS, DOWN, DIAGONAL = Bits(1), Bits(EDGE), Bits(EDGE - 1)


@word_state
@shown
class Hex(NamedTuple):
    """The cells of the side to move and of the other one; cell 0 is the top left."""

    player: int
    opponent: int


@helper
def joins(stones: Any, one: Any, other: Any) -> Any:
    """Do these cells lead from one edge to the other?"""
    reached = stones & one
    before = NONE
    while reached != before:
        before = reached
        near = ((reached & ~RIGHT) << SIDEWAYS) | ((reached & ~LEFT) >> SIDEWAYS)
        near |= (reached << DOWN) | (reached >> DOWN)
        near |= ((reached & ~LEFT) << DIAGONAL) | ((reached & ~RIGHT) >> DIAGONAL)
        reached |= near & stones
    return (reached & other) != NONE


@helper
def has_lost(state: Any) -> Any:
    """Has the other side, which moved last, joined its edges?"""
    if popcount(state.player | state.opponent) & 1:
        return joins(state.opponent, TOP, BOTTOM)
    return joins(state.opponent, LEFT, RIGHT)


@moves.on(Hex)
def _(state: Any) -> Any:
    if not has_lost(state):
        for cell in squares(BOARD & ~(state.player | state.opponent)):
            yield cell


@play.on(Hex)
def _(state: Any, move: Any) -> Any:
    return Hex(state.opponent, state.player | (ONE << Bits(move)))


@is_over.on(Hex)
def _(state: Any) -> Any:
    return has_lost(state)


@score.on(Hex)
def _(state: Any) -> Any:
    return -1 if has_lost(state) else 0


@to_move.on(Hex)
def _(state: Any) -> Any:
    return popcount(state.player | state.opponent) & 1


@key.on(Hex)
def _(state: Any) -> Any:
    return mix(state.player + mix(state.opponent))


@cells.on(Hex)
def _(state: Any) -> Any:
    return two_sides(state.player, state.opponent, to_move(state), ROWS)


name_squares(Hex, EDGE, EDGE, "hex")


def start() -> Hex:
    """The empty board."""
    return Hex(0, 0)


def parse(text: str) -> Hex:
    """Rows from the top joined by `/`, or a drawing."""
    rows, side = read_rows(text, EDGE, EDGE)
    mover = read_turns(rows, side)
    words = {
        mark: sum(1 << cell for cell, found in enumerate("".join(rows)) if found == mark) for mark in "XO"
    }
    return Hex(words.pop(mover), *words.values())


GAME = Game("hex5", face=Face("Hex", ground="wood"))
games.add(__name__)
