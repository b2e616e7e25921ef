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
from gamekit.training.lookahead import BEYOND, leaf_value, list_moves, look_ahead

Array = np.ndarray[Any, np.dtype[Any]]

_STEP = Bits(0x9E37_79B9_7F4A_7C15)
_HALF = Bits(32)
_BLACK, _WHITE = Bits(start().player), Bits(start().opponent)


# --- chance -----------------------------------------------------------------------------------------------


def new_chance(*numbers: int) -> Array:
    """A source of random numbers; other numbers, another source.

    >>> new_chance(1, 2)[0] != new_chance(2, 1)[0]
    np.True_
    """
    word = 0
    for number in numbers:
        word = mix((mix(word + number + 1) + int(_STEP)) % 2**64)
    return np.array([word], np.uint64)


@helper
def draw(chance: Any, below: Any) -> Any:
    """A random whole number from 0 to below - 1."""
    chance[0] += _STEP
    return np.int64(((mix(chance[0]) >> _HALF) * Bits(below)) >> _HALF)


@helper
def _random_square(squares: Any, chance: Any) -> Any:
    for _ in range(draw(chance, popcount(squares))):
        squares &= squares - ONE
    return lowest_square(squares)


# --- games ------------------------------------------------------------------------------------------------


@kernel
def random_positions(chance: Any, low: Any, high: Any, players: Any, opponents: Any) -> None:
    """Fill the arrays with positions of random games, one a game, whose mover can move.

    How many discs a position has is drawn first, from `low` to `high`; a game that ends before is not used.
    """
    found = 0
    while found < len(players):
        wanted = low + draw(chance, high - low + 1)
        player, opponent, discs, passed = _BLACK, _WHITE, 4, False
        while True:
            legal = legal_mask(player, opponent)
            if legal:
                passed = False
                if discs == wanted:
                    players[found], opponents[found] = player, opponent
                    found += 1
                    break
                square = _random_square(legal, chance)
                turned = flips(player, opponent, square)
                player, opponent = opponent ^ turned, player ^ turned ^ (ONE << Bits(square))
                discs += 1
            elif passed:
                break
            else:
                passed = True
                player, opponent = opponent, player


@helper
def _chosen_square(player: Any, opponent: Any, legal: Any, depth: Any, evaluator: Any, scratch: Any) -> Any:
    """The best move after a few plies."""
    count = list_moves(player, opponent, legal, depth, evaluator, scratch)
    if depth == 1:
        return scratch.squares[1, 0]
    best, best_square = -BEYOND, scratch.squares[depth, 0]
    for number in range(count):
        square, turned = scratch.squares[depth, number], scratch.turned[depth, number]
        own = player ^ turned ^ (ONE << Bits(square))
        found = -look_ahead(opponent ^ turned, own, depth - 1, -BEYOND, -best, evaluator, scratch)
        if found > best:
            best, best_square = found, square
    return best_square


# A game of self-play begins with random moves, up to so many; afterwards a share of each side's moves, in
# hundredths, is random too. All three are drawn anew for each game, so that some games are played well
# throughout and in some one side is much the weaker: real games are of both kinds.
MOST_RANDOM_MOVES = 20
MOST_RANDOM_SHARE = 12
CALM = 2  # a position counts only if so many moves before it were chosen: a blunder that waits to be
# punished would make the program believe that it is good to be the one who moves


@kernel
def own_games(
    chance: Any, low: Any, high: Any, depth: Any, evaluator: Any, scratch: Any, players: Any, opponents: Any
) -> None:
    """Fill the arrays with positions of games that the program plays against itself.

    Each game gives its positions with `low` to `high` discs in which the mover can move.
    """
    memory = scratch[0]
    found = 0
    while found < len(players):
        opening = 4 + draw(chance, MOST_RANDOM_MOVES + 1)
        share, other_share = draw(chance, MOST_RANDOM_SHARE + 1), draw(chance, MOST_RANDOM_SHARE + 1)
        player, opponent, discs, passed, chosen = _BLACK, _WHITE, 4, False, CALM
        while found < len(players):
            legal = legal_mask(player, opponent)
            if legal:
                passed = False
                if discs >= low and chosen >= CALM:
                    players[found], opponents[found] = player, opponent
                    found += 1
                if discs == high:
                    break
                if discs < opening or draw(chance, 100) < share:
                    square, chosen = _random_square(legal, chance), 0
                else:
                    square = _chosen_square(player, opponent, legal, depth, evaluator, memory)
                    chosen += 1
                turned = flips(player, opponent, square)
                player, opponent = opponent ^ turned, player ^ turned ^ (ONE << Bits(square))
                discs += 1
            elif passed:
                break
            else:
                passed = True
                player, opponent = opponent, player
            share, other_share = other_share, share


# Other games of the program against itself, for the network, which learns from many more positions and so
# takes up the habits of whoever played them: here each side looks one or two plies ahead and misjudges each
# move by a random amount, drawn anew for each game, of up to this many times two discs either way. So most
# moves are good ones and few are the very best, as in games of people.
MOST_NOISE = 8
MOST_OPENING = 16  # random moves at the beginning


@helper
def _tempting_square(
    player: Any, opponent: Any, legal: Any, depth: Any, noise: Any, chance: Any, evaluator: Any, scratch: Any
) -> Any:
    """The best move after one or two plies, each misjudged a little."""
    best, best_square = -2 * BEYOND, lowest_square(legal)
    while legal:
        square = lowest_square(legal)
        legal &= legal - ONE
        turned = flips(player, opponent, square)
        other, own = opponent ^ turned, player ^ turned ^ (ONE << Bits(square))
        if depth == 1:
            found = -leaf_value(other, own, evaluator)
        else:
            found = -look_ahead(other, own, np.int64(1), -BEYOND, BEYOND, evaluator, scratch)
        if noise:
            found += (draw(chance, 2001) + draw(chance, 2001) - 2000) * noise // 10
        if found > best:
            best, best_square = found, square
    return best_square


@kernel
def varied_games(
    chance: Any, low: Any, high: Any, evaluator: Any, scratch: Any, players: Any, opponents: Any
) -> None:
    """Fill the arrays with positions of games between players of many strengths.

    Each game gives its positions with `low` to `high` discs in which the mover can move.
    """
    memory = scratch[0]
    found = 0
    while found < len(players):
        opening = 4 + draw(chance, MOST_OPENING + 1)
        noise, other_noise = draw(chance, MOST_NOISE + 1), draw(chance, MOST_NOISE + 1)
        depth, other_depth = 1 + draw(chance, 2), 1 + draw(chance, 2)
        player, opponent, discs, passed = _BLACK, _WHITE, 4, False
        while found < len(players):
            legal = legal_mask(player, opponent)
            if legal:
                passed = False
                if discs >= low:
                    players[found], opponents[found] = player, opponent
                    found += 1
                if discs == high:
                    break
                if discs < opening:
                    square = _random_square(legal, chance)
                else:
                    square = _tempting_square(
                        player, opponent, legal, depth, noise, chance, evaluator, memory
                    )
                turned = flips(player, opponent, square)
                player, opponent = opponent ^ turned, player ^ turned ^ (ONE << Bits(square))
                discs += 1
            elif passed:
                break
            else:
                passed = True
                player, opponent = opponent, player
            noise, other_noise = other_noise, noise
            depth, other_depth = other_depth, depth
