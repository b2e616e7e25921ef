"""A policy: from the board to a chance for each move, without a look at where the moves lead.

Every pattern that covers an empty square has an opinion of a move there: a weight for what stands on the
pattern and for which of its squares is meant. What a move promises is the sum of the weights of the patterns
through its square, and a softmax turns promises into chances. The shapes are those of `patterns.py`; the
weights are the policy's own, so that another evaluation changes nothing here.

A search can use it to try likely moves first, or to try only the likeliest few.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import ONE, Bits, popcount
from gamekit.code_cache import helper
from gamekit.errors import BadText, GamekitError
from gamekit.games.othello import flips, legal_mask
from gamekit.othello.patterns import PLACEMENTS, ROWS, SHAPES, SIZES, SYMMETRIES, Array, FilePath
from gamekit.parts import PACKAGE
from gamekit.rules import PASS, Evaluator, Move, State, moves
from gamekit.search.context import is_on
from gamekit.search.ordering import promise
from gamekit.training.files import DAMAGED, load_arrays, save_arrays

__all__ = ["chances", "load_policy", "policy"]

UNIT = 16  # promises are whole numbers, in sixteenths
BYTE = Bits(255)
PHASES = 3  # of the game, each with weights of its own
_FIRST_OF_SHAPE = [next(each for each in PLACEMENTS if each.shape == shape) for shape in range(len(SHAPES))]
LENGTHS = [len(each.squares) for each in _FIRST_OF_SHAPE]
# A shape has a block of weights for each of its squares: one weight for each way that it can be filled.
_STARTS = np.cumsum([0, *(length * size for length, size in zip(LENGTHS, SIZES, strict=True))])
# And there is a weight for the numbers of moves that both sides have after the move.
MOST_MOVES = 32
REPLIES = int(_STARTS[-1])
ENTRIES = REPLIES + MOST_MOVES**2


@cache
def ties() -> Array:
    """For each entry the number of its weight: entries that a mirror maps onto each other have one.

    Weight 0 is nothing, and belongs to all entries whose square is not empty.
    """
    partner = np.arange(ENTRIES)
    is_used = np.zeros(ENTRIES, bool)
    is_used[REPLIES:] = True
    for number, placement in enumerate(_FIRST_OF_SHAPE):
        squares, size = placement.squares, SIZES[number]
        fillings = np.arange(size)
        for goes in SYMMETRIES:
            if {goes[square] for square in squares} == set(squares):
                goes_to = [squares.index(goes[square]) for square in squares]
                moved = sum(fillings // 3**place % 3 * 3**to for place, to in enumerate(goes_to))
                for place, to in enumerate(goes_to):
                    here = _STARTS[number] + place * size + fillings
                    partner[here] = np.minimum(partner[here], _STARTS[number] + to * size + moved)
                    is_used[here] = fillings // 3**place % 3 == 0
    found = np.zeros(ENTRIES, np.int32)
    found[is_used] = 1 + np.unique(partner[is_used], return_inverse=True)[1]
    return found


WEIGHTS = 364_706  # that are free, once mirrors are tied


def _through() -> tuple[Array, Array, Array]:
    """For each square: how many weights speak of it, of which patterns, and where those of a pattern begin.

    The last one is that of the replies.
    """
    count = np.zeros(64, np.int64)
    lanes, starts = np.zeros((2, 64, len(PLACEMENTS)), np.int64)
    for lane, (shape, squares) in enumerate(PLACEMENTS):
        for place, square in enumerate(squares):
            lanes[square, count[square]] = lane
            starts[square, count[square]] = _STARTS[shape] + place * SIZES[shape]
            count[square] += 1
    return count + 1, lanes[:, : count.max()].copy(), starts[:, : count.max()].copy()


COUNT, THROUGH, THROUGH_STARTS = _through()


class Policy(NamedTuple):
    """Chances for moves."""

    weights: Any  # int8 [PHASES, ENTRIES]


@helper
def phase_of(player: Any, opponent: Any) -> Any:
    """Which weights speak: those of up to 24 discs, of up to 44, or of the end."""
    return min(max(popcount(player | opponent) - 5, 0) // 20, PHASES - 1)


@helper
def entry_of(player: Any, opponent: Any, square: Any, number: Any) -> Any:
    """The entry that one of the patterns through its square has for a move, or that of the replies."""
    if number == COUNT[square] - 1:
        turned = flips(player, opponent, square)
        mine, yours = player ^ turned ^ (ONE << Bits(square)), opponent ^ turned
        replies, more = popcount(legal_mask(yours, mine)), popcount(legal_mask(mine, yours))
        return REPLIES + MOST_MOVES * min(replies, MOST_MOVES - 1) + min(more, MOST_MOVES - 1)
    lane, filling = THROUGH[square, number], 0
    for row in range(8):
        shift = Bits(8 * row)
        filling += ROWS[row, (player >> shift) & BYTE, lane] + 2 * ROWS[row, (opponent >> shift) & BYTE, lane]
    return THROUGH_STARTS[square, number] + filling


@helper
def promise_of(weights: Any, player: Any, opponent: Any, square: Any) -> Any:
    """What a move promises."""
    total, phase = 0, phase_of(player, opponent)
    for number in range(COUNT[square]):
        total += weights[phase, entry_of(player, opponent, square, number)]
    return total


@promise.on(Policy)
def _(order: Any, evaluator: Evaluator, state: State, move: Move) -> Any:
    return 0 if move == PASS else promise_of(order.weights, state.player, state.opponent, move)


@is_on.on(Policy, plain=True)
def _(switch: Any) -> Any:
    return True


def chances(policy: Policy, state: State) -> dict[Move, float]:
    """The chance of each move, the likeliest first.

    >>> from gamekit.games import othello
    >>> set(chances(policy(), othello.start()).values())
    {0.25}
    """
    promises = {move: promise(policy, None, state, move) / UNIT for move in moves(state)}
    likely = {move: exp(found - max(promises.values())) for move, found in promises.items()}
    return {
        move: likely[move] / sum(likely.values())
        for move in sorted(likely, key=likely.__getitem__, reverse=True)
    }


# --- weights on disk --------------------------------------------------------------------------------------

SHIPPED = PACKAGE / "data" / "othello-policy.npz"


def from_weights(weights: Array) -> Policy:
    """A policy from tied weights [PHASES, WEIGHTS], in natural units."""
    return Policy(np.clip(np.rint(UNIT * weights), -127, 127).astype(np.int8)[:, ties()])


def save_policy(path: FilePath, weights: Array, facts: dict[str, Any]) -> None:
    """Write tied weights and what is to be known about them."""
    whole = np.clip(np.rint(UNIT * weights), -127, 127).astype(np.int8)
    packed, told = zlib.compress(whole.tobytes(), 9), json.dumps(facts).encode()
    arrays = {"weights": np.frombuffer(packed, np.uint8), "facts": np.frombuffer(told, np.uint8)}
    save_arrays(Path(path), arrays)


def load_policy(path: FilePath = SHIPPED) -> tuple[Array, dict[str, Any]]:
    """Tied weights [PHASES, WEIGHTS] of a file, in natural units, and what is known about them."""
    try:
        arrays = load_arrays(Path(path))
        whole = np.frombuffer(zlib.decompress(arrays["weights"].tobytes()), np.int8)
        return whole.reshape(PHASES, WEIGHTS) / UNIT, json.loads(arrays["facts"].tobytes())
    except FileNotFoundError:
        raise GamekitError(f"there is no policy in {path}; 'gamekit train policy' makes one") from None
    except DAMAGED:
        raise BadText(f"{path} is no policy that 'gamekit train policy' made") from None


@cache
def policy(path: FilePath = SHIPPED) -> Policy:
    """The policy of a file; the one that comes with the kit if none is named."""
    return from_weights(load_policy(path)[0])
