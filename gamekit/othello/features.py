"""What there is to see in an Othello position: each feature a small function.

A feature names squares: `mobility` those where I may move, `frontier` my discs beside an empty square. So it
can be drawn (`squares`) and counted (`count`: mine minus yours). In compiled code each is a function of two
words, the mover's discs and the other side's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gamekit import bits
from gamekit.bits import NONE, ONE, Bits, lowest_square, popcount
from gamekit.code_cache import helper
from gamekit.errors import BadText
from gamekit.games.othello import Othello, flips, legal_mask
from gamekit.othello.stability import stable_discs

__all__ = [
    "A_SQUARES",
    "B_SQUARES",
    "CORNERS",
    "C_SQUARES",
    "X_SQUARES",
    "odd_regions",
    "potential_mobility",
    "squares",
]

NOT_A, NOT_H = Bits(0xFEFE_FEFE_FEFE_FEFE), Bits(0x7F7F_7F7F_7F7F_7F7F)

#   a b c d e f g h        corner C A B B A C corner     C and X squares are dangerous as long as
#                          C      X . . . . X      C     their corner is empty: they give it away.
CORNERS = Bits(0x8100_0000_0000_0081)
C_SQUARES = Bits(0x4281_0000_0000_8142)
X_SQUARES = Bits(0x0042_0000_0000_4200)
A_SQUARES = Bits(0x2400_8100_0081_0024)
B_SQUARES = Bits(0x1800_0081_8100_0018)
MIDDLES = (  # the A, B, B, A squares of each edge
    Bits(0x0000_0000_0000_003C),
    Bits(0x3C00_0000_0000_0000),
    Bits(0x0000_0101_0101_0000),
    Bits(0x0000_8080_8080_0000),
)


@helper
def neighbours(squares: Any) -> Any:
    """The squares beside these, diagonally too; some of these may be among them."""
    row = squares | ((squares & NOT_H) << ONE) | ((squares & NOT_A) >> ONE)
    sides = ((squares & NOT_H) << ONE) | ((squares & NOT_A) >> ONE)
    return sides | (row << Bits(8)) | (row >> Bits(8))


@helper
def discs(player: Any, opponent: Any) -> Any:
    """My discs."""
    return player


@helper
def mobility(player: Any, opponent: Any) -> Any:
    """Squares where I may move."""
    return legal_mask(player, opponent)


@helper
def potential(player: Any, opponent: Any) -> Any:
    """Empty squares beside your discs: where I may be able to move one day."""
    return neighbours(opponent) & ~(player | opponent)


@helper
def potential_mobility(player: Any, opponent: Any) -> Any:
    """The empty neighbours of each of your discs, added up: never below my mobility."""
    empty, total, rest = ~(player | opponent), 0, opponent
    while rest:
        disc = rest & (~rest + ONE)
        rest ^= disc
        total += popcount(neighbours(disc) & empty)
    return total


@helper
def corners(player: Any, opponent: Any) -> Any:
    """My corners."""
    return player & CORNERS


@helper
def c_squares(player: Any, opponent: Any) -> Any:
    """My discs on C squares whose corner is empty."""
    return player & C_SQUARES & neighbours(CORNERS & ~(player | opponent))


@helper
def x_squares(player: Any, opponent: Any) -> Any:
    """My discs on X squares whose corner is empty."""
    return player & X_SQUARES & neighbours(CORNERS & ~(player | opponent))


@helper
def a_squares(player: Any, opponent: Any) -> Any:
    """My discs on A squares."""
    return player & A_SQUARES


@helper
def b_squares(player: Any, opponent: Any) -> Any:
    """My discs on B squares."""
    return player & B_SQUARES


@helper
def stable(player: Any, opponent: Any) -> Any:
    """My discs that can never turn again (a safe subset of them)."""
    return stable_discs(player, opponent)


@helper
def flippable(player: Any, opponent: Any) -> Any:
    """Your discs that I can turn with my next move."""
    turned, rest = NONE, legal_mask(player, opponent)
    while rest:
        turned |= flips(player, opponent, lowest_square(rest))
        rest &= rest - ONE
    return turned


@helper
def frontier(player: Any, opponent: Any) -> Any:
    """My discs beside an empty square."""
    return player & neighbours(~(player | opponent))


@helper
def stable_edges(player: Any, opponent: Any) -> Any:
    """The A, B, B, A squares of the edges where all four are mine."""
    found = NONE
    for middle in MIDDLES:
        if player & middle == middle:
            found |= middle
    return found


@helper
def odd_regions(player: Any, opponent: Any) -> Any:
    """Empty squares in regions of odd size: who moves there first can also move there last."""
    rest, odd = ~(player | opponent), NONE
    while rest:
        region = rest & (~rest + ONE)
        while True:
            grown = (region | neighbours(region)) & rest
            if grown == region:
                break
            region = grown
        if popcount(region) & 1:
            odd |= region
        rest &= ~region
    return odd


@helper
def moves_last(player: Any, opponent: Any) -> Any:
    """1 if I make the last move of the game, provided that nobody passes, else -1. A pass reverses it."""
    return 2 * (popcount(~(player | opponent)) & 1) - 1


# --- for people -------------------------------------------------------------------------------------------


class Feature(NamedTuple):
    """A feature that names squares."""

    about: str
    function: Callable[[Any, Any], Any]  # (player, opponent) -> squares
    is_shared: bool = False  # squares that belong to neither side


FEATURES: dict[str, Feature] = {
    function.__name__: Feature((function.__doc__ or "").split("\n")[0], function)
    for function in (
        *(discs, mobility, potential, corners, c_squares, x_squares, a_squares, b_squares),
        *(stable, flippable, frontier, stable_edges),
    )
}
FEATURES["odd_regions"] = Feature("Empty squares in regions of odd size.", odd_regions, True)


def squares(name: str, state: Any, yours: bool = False) -> list[int]:
    """The squares that a feature names, for the side to move, or for the other side.

    >>> from gamekit.games import othello
    >>> squares("mobility", othello.start())
    [19, 26, 37, 44]
    """
    feature = _feature(name, state)
    player, opponent = Bits(state.player), Bits(state.opponent)
    return list(bits.squares(feature.function(*((opponent, player) if yours else (player, opponent)))))


def count(name: str, state: Any) -> int:
    """How many more squares of a feature I have than you; of `odd_regions`, which both share, how many.

    >>> from gamekit.games import othello
    >>> count("frontier", othello.parse("f5"))
    -3
    """
    mine = len(squares(name, state))
    return mine if FEATURES[name].is_shared else mine - len(squares(name, state, yours=True))


def _feature(name: str, state: Any) -> Feature:
    if name not in FEATURES:
        raise BadText(f"there is no feature {name!r}; there are {', '.join(FEATURES)}")
    if not isinstance(state, Othello):
        raise BadText(f"features are for othello on 8x8, not for {type(state).__name__}")
    return FEATURES[name]
