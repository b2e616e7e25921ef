"""A small search over patterns for training: a few plies, many positions, nothing remembered.

It is plain alpha-beta. From two plies up the moves are tried in the order that the patterns suggest. A pass
takes no ply, so a search from n discs to depth d looks at positions with n + d discs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.bits import ONE, Bits, lowest_square, popcount
from gamekit.code_cache import helper
from gamekit.evaluation.patterns import DISC, pattern_value
from gamekit.games.othello import flips, legal_mask

# Outside every value. Typed: a plain number would make numba compile the recursion twice, once for just this
# number, and such code crashes when it is loaded from disk (numba 6061).
BEYOND = np.int64(1_000_000)
MOST_DEPTH = 16  # of a search; the record has no room for more

# What one search writes: for each depth a list of moves, as the discs they turn and what they promise.
SCRATCH = np.dtype(
    [
        ("squares", "i8", (MOST_DEPTH + 1, 34)),
        ("turned", "u8", (MOST_DEPTH + 1, 34)),
        ("keys", "i8", (MOST_DEPTH + 1, 34)),
    ]
)


def new_scratch() -> Any:
    """Memory for one search, as an array with one element."""
    return np.zeros(1, SCRATCH)


@helper
def final_value(player: Any, opponent: Any) -> Any:
    """What a finished game is worth, in the unit of the patterns."""
    mine, theirs = popcount(player), popcount(opponent)
    if mine > theirs:
        return DISC * (64 - 2 * theirs)
    if mine < theirs:
        return DISC * (2 * mine - 64)
    return 0


@helper
def leaf_value(player: Any, opponent: Any, tables: Any) -> Any:
    """What the patterns think, passes and finished games included."""
    if legal_mask(player, opponent):
        return pattern_value(tables, player, opponent)
    if legal_mask(opponent, player):
        return -pattern_value(tables, opponent, player)
    return final_value(player, opponent)


@helper
def list_moves(player: Any, opponent: Any, legal: Any, depth: Any, tables: Any, scratch: Any) -> Any:
    """Write the moves, the most promising first, into the list of this depth; how many there are."""
    squares, turned, keys = scratch.squares[depth], scratch.turned[depth], scratch.keys[depth]
    count = 0
    while legal:
        square = lowest_square(legal)
        legal &= legal - ONE
        flipped = flips(player, opponent, square)
        key = -leaf_value(opponent ^ flipped, player ^ flipped ^ (ONE << Bits(square)), tables)
        place = count
        while place > 0 and keys[place - 1] < key:
            squares[place], turned[place] = squares[place - 1], turned[place - 1]
            keys[place] = keys[place - 1]
            place -= 1
        squares[place], turned[place], keys[place] = square, flipped, key
        count += 1
    return count


@helper
def look_ahead(
    player: Any, opponent: Any, depth: Any, alpha: Any, beta: Any, tables: Any, scratch: Any
) -> Any:
    """Value for the mover after so many plies: exact inside (alpha, beta), a bound outside (fail-soft)."""
    legal = legal_mask(player, opponent)
    if not legal:
        if not legal_mask(opponent, player):
            return final_value(player, opponent)
        return -look_ahead(opponent, player, depth, -beta, -alpha, tables, scratch)
    if depth == 0:
        return pattern_value(tables, player, opponent)
    best = -BEYOND
    if depth == 1:
        while legal and best < beta:
            square = lowest_square(legal)
            legal &= legal - ONE
            flipped = flips(player, opponent, square)
            own = player ^ flipped ^ (ONE << Bits(square))
            best = max(best, -leaf_value(opponent ^ flipped, own, tables))
        return best
    count = list_moves(player, opponent, legal, depth, tables, scratch)
    number = 0
    while number < count and best < beta:
        flipped = scratch.turned[depth, number]
        own = player ^ flipped ^ (ONE << Bits(scratch.squares[depth, number]))
        found = -look_ahead(opponent ^ flipped, own, depth - 1, -beta, -max(alpha, best), tables, scratch)
        best = max(best, found)
        number += 1
    return best
