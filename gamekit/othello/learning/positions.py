"""Positions to learn from: of random games, and of games that the program plays against itself.

Every function here is given a seed and answers the same on every machine: the random numbers are the kit's
own (a counter, scattered by `mix`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.bits import ONE, Bits, lowest_square, mix, popcount
from gamekit.code_cache import helper, kernel
from gamekit.games.othello import flips, legal_mask, start
from gamekit.othello.learning.lookahead import BEYOND, list_moves, look_ahead

__all__ = ["new_rng", "own_games", "random_positions"]

Array = np.ndarray[Any, np.dtype[Any]]

_STEP = Bits(0x9E37_79B9_7F4A_7C15)
_HALF = Bits(32)
_BLACK, _WHITE = Bits(start().player), Bits(start().opponent)


# --- random numbers ---------------------------------------------------------------------------------------


def new_rng(*numbers: int) -> Array:
    """A source of random numbers; other numbers, another source.

    >>> new_rng(1, 2)[0] != new_rng(2, 1)[0]
    np.True_
    """
    word = 0
    for number in numbers:
        word = mix((mix(word + number + 1) + int(_STEP)) % 2**64)
    return np.array([word], np.uint64)


@helper
def draw(rng: Any, below: Any) -> Any:
    """A random whole number from 0 to below - 1."""
    rng[0] += _STEP
    return np.int64(((mix(rng[0]) >> _HALF) * Bits(below)) >> _HALF)


@helper
def _random_square(squares: Any, rng: Any) -> Any:
    for _ in range(draw(rng, popcount(squares))):
        squares &= squares - ONE
    return lowest_square(squares)


# --- games ------------------------------------------------------------------------------------------------


@kernel
def random_positions(rng: Any, low: Any, high: Any, players: Any, opponents: Any) -> None:
    """Fill the arrays with positions of random games, one a game, whose mover can move.

    How many discs a position has is drawn first, from `low` to `high`; a game that ends before is not used.
    """
    found = 0
    while found < len(players):
        wanted = low + draw(rng, high - low + 1)
        player, opponent, discs, passed = _BLACK, _WHITE, 4, False
        while True:
            legal = legal_mask(player, opponent)
            if legal:
                passed = False
                if discs == wanted:
                    players[found], opponents[found] = player, opponent
                    found += 1
                    break
                square = _random_square(legal, rng)
                turned = flips(player, opponent, square)
                player, opponent = opponent ^ turned, player ^ turned ^ (ONE << Bits(square))
                discs += 1
            elif passed:
                break
            else:
                passed = True
                player, opponent = opponent, player


@helper
def best_square(player: Any, opponent: Any, legal: Any, depth: Any, evaluator: Any, scratch: Any) -> Any:
    """The best move after a few plies."""
    count = list_moves(player, opponent, legal, depth, evaluator, scratch)
    best, chosen = -BEYOND, scratch.squares[depth, 0]
    for number in range(count):
        square, turned = scratch.squares[depth, number], scratch.turned[depth, number]
        own = player ^ turned ^ (ONE << Bits(square))
        found = -look_ahead(opponent ^ turned, own, depth - 1, -BEYOND, -best, evaluator, scratch)
        if found > best:
            best, chosen = found, square
    return chosen


# Whoever learns from games takes up the habits of those who played them, so the players of a game differ. It
# begins with random moves. Then each side looks one or two plies ahead, misjudges each move by a random
# amount (up to MOST_NOISE times two discs either way), and has a taste of its own: how much it shuns X
# squares beside an empty corner, likes C squares, likes other edge squares, and likes to turn discs. All this
# is drawn anew for each game; in three of four games both sides are equally strong. The bounds were chosen so
# that corners, X, C and edge squares are as often empty, and games as close, as in games of people. From
# CARE_BEFORE discs before the first position that is wanted on, both take care: each move is the best after a
# few plies.
MOST_NOISE = 4
MOST_OPENING = 10  # random moves at the beginning
SHUNS_X, LIKES_C, LIKES_EDGES, LIKES_DISCS = range(4)
MOST_TASTE = np.array([600, 600, 200, 200])  # hundredths of a disc; of discs, for each that is turned
LEAST_FOR_DISCS = -50

_X = Bits(0x0042_0000_0000_4200)
_EDGES = Bits(0x3C00_8181_8181_003C)  # without corners and C squares


def _corners_beside() -> Array:
    """For each X and C square its corner as a word, for the others nothing."""
    beside = np.zeros(64, np.uint64)
    for corner, inwards in ((0, 1), (7, -1), (56, 1), (63, -1)):
        down = 8 if corner < 8 else -8
        beside[[corner + inwards, corner + down, corner + down + inwards]] = 1 << corner
    return beside


_CORNERS_BESIDE = _corners_beside()


@helper
def _draw_taste(rng: Any, taste: Any) -> None:
    for kind in range(len(taste)):
        taste[kind] = draw(rng, MOST_TASTE[kind] + 1)
    taste[LIKES_DISCS] += LEAST_FOR_DISCS


@helper
def _tempting_square(
    player: Any,
    opponent: Any,
    legal: Any,
    depth: Any,
    noise: Any,
    taste: Any,
    rng: Any,
    evaluator: Any,
    scratch: Any,
) -> Any:
    """The best move after one or two plies, to the taste of this side and misjudged a little."""
    best, best_square = -2 * BEYOND, lowest_square(legal)
    empty = ~(player | opponent)
    while legal:
        square = lowest_square(legal)
        legal &= legal - ONE
        turned, stone = flips(player, opponent, square), ONE << Bits(square)
        other, own = opponent ^ turned, player ^ turned ^ stone
        found = -look_ahead(other, own, depth - 1, -BEYOND, BEYOND, evaluator, scratch)
        found += (draw(rng, 2001) + draw(rng, 2001) - 2000) * noise // 10
        found += taste[LIKES_DISCS] * popcount(turned)
        if _CORNERS_BESIDE[square] & empty:
            found += -taste[SHUNS_X] if stone & _X else taste[LIKES_C]
        elif stone & _EDGES:
            found += taste[LIKES_EDGES]
        if found > best:
            best, best_square = found, square
    return best_square


@helper
def _draw_players(rng: Any, tastes: Any, noises: Any, depths: Any) -> None:
    """Two players for a game: what they like, how much they misjudge, how far they look."""
    for side in range(2):
        _draw_taste(rng, tastes[side])
        noises[side], depths[side] = draw(rng, MOST_NOISE + 1), 1 + draw(rng, 2)
    if draw(rng, 4):
        noises[1], depths[1] = noises[0], depths[0]


CARE_BEFORE = 8
CALM = 2  # a position of the game counts only if so many moves before it were chosen: a blunder that waits to
# be punished would make the program believe that it is good to be the one who moves
STRAYS = 3  # of so many positions of a game one is left by a random move

# A search looks at bad moves too, so many of the positions lie beside the game: after a random move, where
# the other side is to move, and after the best reply to it, where whoever blundered is. Both, or the program
# would think too much or too little of whoever is to move.


@kernel
def own_games(
    rng: Any, low: Any, high: Any, depth: Any, evaluator: Any, scratch: Any, players: Any, opponents: Any
) -> None:
    """Fill the arrays with positions of games that the program plays against itself, and beside them.

    Each game gives its positions with `low` to `high` discs in which the mover can move.
    """
    memory = scratch[0]
    tastes = np.zeros((2, len(MOST_TASTE)), np.int64)
    noises, depths = np.zeros(2, np.int64), np.zeros(2, np.int64)
    found = 0
    while found < len(players):
        opening = 4 + draw(rng, MOST_OPENING + 1)
        _draw_players(rng, tastes, noises, depths)
        player, opponent, discs, passed, side, chosen = _BLACK, _WHITE, 4, False, 0, CALM
        while found < len(players):
            legal = legal_mask(player, opponent)
            if legal:
                passed = False
                if discs >= low and chosen >= CALM:
                    players[found], opponents[found] = player, opponent
                    found += 1
                if discs == high:
                    break
                if discs >= low - 2 and draw(rng, STRAYS) == 0:
                    found = _stray(
                        player, opponent, rng, low, high, depth, evaluator, memory, players, opponents, found
                    )
                if discs < opening:
                    square, chosen = _random_square(legal, rng), 0
                else:
                    chosen += 1
                    if discs >= low - CARE_BEFORE:
                        square = best_square(player, opponent, legal, depth, evaluator, memory)
                    else:
                        square = _tempting_square(
                            player,
                            opponent,
                            legal,
                            depths[side],
                            noises[side],
                            tastes[side],
                            rng,
                            evaluator,
                            memory,
                        )
                turned = flips(player, opponent, square)
                player, opponent = opponent ^ turned, player ^ turned ^ (ONE << Bits(square))
                discs += 1
            elif passed:
                break
            else:
                passed = True
                player, opponent = opponent, player
            side = 1 - side


@helper
def _stray(
    player: Any,
    opponent: Any,
    rng: Any,
    low: Any,
    high: Any,
    depth: Any,
    evaluator: Any,
    scratch: Any,
    players: Any,
    opponents: Any,
    found: Any,
) -> Any:
    """Leave a game by a random move and the best reply; how many positions there are then."""
    for ply in range(2):
        legal = legal_mask(player, opponent)
        if ply == 0:
            square = _random_square(legal, rng)
        else:
            square = best_square(player, opponent, legal, depth, evaluator, scratch)
        turned = flips(player, opponent, square)
        player, opponent = opponent ^ turned, player ^ turned ^ (ONE << Bits(square))
        discs = popcount(player | opponent)
        if legal_mask(player, opponent) == 0 or discs > high:
            break
        if discs >= low and found < len(players):
            players[found], opponents[found] = player, opponent
            found += 1
    return found
