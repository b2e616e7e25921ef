"""A small search over an evaluator for training: a few plies, many positions, nothing remembered.

It is plain alpha-beta. From two plies up the moves are tried in the order that the evaluator suggests. A pass
takes no ply, so a search from n discs to depth d looks at positions with n + d discs.

It is not `gamekit.search.full`: there a pass takes a ply, and a label needs no clock, no table and no line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.bits import ONE, Bits, lowest_square
from gamekit.code_cache import helper
from gamekit.games.othello import Othello, flips, legal_mask
from gamekit.rules import value

__all__ = ["look_ahead", "new_scratch"]

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
def leaf_value(player: Any, opponent: Any, evaluator: Any) -> Any:
    """What the evaluator thinks, passes and finished games included."""
    return value(evaluator, Othello(player, opponent, 0))


@helper
def list_moves(player: Any, opponent: Any, legal: Any, depth: Any, evaluator: Any, scratch: Any) -> Any:
    """Write the moves, the most promising first, into the list of this depth; how many there are."""
    squares, turned, keys = scratch.squares[depth], scratch.turned[depth], scratch.keys[depth]
    count = 0
    while legal:
        square = lowest_square(legal)
        legal &= legal - ONE
        flipped = flips(player, opponent, square)
        key = -leaf_value(opponent ^ flipped, player ^ flipped ^ (ONE << Bits(square)), evaluator)
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
    player: Any, opponent: Any, depth: Any, alpha: Any, beta: Any, evaluator: Any, scratch: Any
) -> Any:
    """Value for the mover after so many plies: exact inside (alpha, beta), a bound outside (fail-soft)."""
    legal = legal_mask(player, opponent)
    if not legal:
        if not legal_mask(opponent, player):
            return leaf_value(player, opponent, evaluator)
        return -look_ahead(opponent, player, depth, -beta, -alpha, evaluator, scratch)
    if depth == 0:
        return leaf_value(player, opponent, evaluator)
    best = -BEYOND
    if depth == 1:
        while legal and best < beta:
            square = lowest_square(legal)
            legal &= legal - ONE
            flipped = flips(player, opponent, square)
            own = player ^ flipped ^ (ONE << Bits(square))
            best = max(best, -leaf_value(opponent ^ flipped, own, evaluator))
        return best
    count = list_moves(player, opponent, legal, depth, evaluator, scratch)
    number = 0
    while number < count and best < beta:
        flipped = scratch.turned[depth, number]
        own = player ^ flipped ^ (ONE << Bits(scratch.squares[depth, number]))
        found = -look_ahead(opponent ^ flipped, own, depth - 1, -beta, -max(alpha, best), evaluator, scratch)
        best = max(best, found)
        number += 1
    return best
