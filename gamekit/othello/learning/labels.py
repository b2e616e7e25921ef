"""What a position is worth: by trying everything, by exact endgame search, or by looking some plies ahead."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.bits import ALL, ONE, Bits, lowest_square
from gamekit.code_cache import helper, kernel
from gamekit.games.othello import final_score, flips, legal_mask
from gamekit.othello.learning.lookahead import BEYOND, leaf_value, look_ahead
from gamekit.othello.patterns import DISC
from gamekit.othello.solver import new_table, new_work, score_between

__all__ = ["FOUND", "MOST_FOUND", "label_all"]

Array = np.ndarray[Any, np.dtype[Any]]

# --- trying everything ------------------------------------------------------------------------------------

# What the full search collects: every position in it, with its exact score.
FOUND = np.dtype([("player", "u8"), ("opponent", "u8"), ("score", "i8")])


@helper
def full_score(player: Any, opponent: Any, found: Any, count: Any) -> Any:
    """(exact score, new count): each position whose mover can move goes into `found`, from `count` on."""
    legal = legal_mask(player, opponent)
    if not legal:
        if not legal_mask(opponent, player):
            return final_score(player, opponent, 64), count
        score, count = full_score(opponent, player, found, count)
        return -score, count
    best, rest = -127, legal
    while rest:
        square = lowest_square(rest)
        rest &= rest - ONE
        turned = flips(player, opponent, square)
        own = player ^ turned ^ (ONE << Bits(square))
        score, count = full_score(opponent ^ turned, own, found, count)
        best = max(best, -score)
    entry = found[count]
    entry.player, entry.opponent, entry.score = player, opponent, best
    return best, count + 1


MOST_FOUND = 4096  # a position with five empty squares has fewer below it


@kernel
def label_all(players: Any, opponents: Any, every: Any, found: Any, out: Any) -> Any:
    """Label positions with at most five empty squares by full search; how many entries of `out` were written.

    `every`: take each position met in the search, not only the first. Stops where `out` might be too small.
    """
    written = 0
    for number in range(len(players)):
        _, count = full_score(players[number], opponents[number], found, np.int64(0))
        first = 0 if every else count - 1
        if written + count - first > len(out):
            break
        for i in range(first, count):
            out[written] = found[i]
            written += 1
    return written


# --- exact endgames ---------------------------------------------------------------------------------------


@kernel
def label_exactly(players: Any, opponents: Any, evaluator: Any, table: Any, work: Any, out: Any) -> None:
    """Exact scores, in discs. The evaluator only says where to begin asking."""
    search = work[0]
    for number in range(len(players)):
        player, opponent = players[number], opponents[number]
        opinion = leaf_value(player, opponent, evaluator)
        guess = 2 * round(opinion / (2 * DISC))  # scores are even
        out[number] = score_between(player, opponent, -64, 64, guess, search)


def solver_memory(empties: int) -> tuple[Any, Any]:
    """Table and record for `label_exactly`."""
    table = new_table(max(empties, 14), 128)
    return table, new_work(table, int(ALL))


# --- looking ahead ----------------------------------------------------------------------------------------


@kernel
def label_by_search(players: Any, opponents: Any, depth: Any, evaluator: Any, scratch: Any, out: Any) -> None:
    """Values in discs after `depth` plies."""
    memory = scratch[0]
    for number in range(len(players)):
        player, opponent = players[number], opponents[number]
        found = look_ahead(player, opponent, depth, -BEYOND, BEYOND, evaluator, memory)
        out[number] = found / DISC
