"""Evaluators for Othello on 8x8 that were made by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import popcount
from gamekit.code_cache import helper
from gamekit.games.othello import legal_mask
from gamekit.othello import features
from gamekit.rules import Evaluator, State, is_over, value


@helper
def _more(mine: Any, theirs: Any) -> Any:
    """How many more squares of mine there are."""
    return popcount(mine) - popcount(theirs)


class Mobility(NamedTuple):
    """How many more moves I have than you, times a weight."""

    weight: int


@value.on(Mobility)
def _(evaluator: Evaluator, state: State) -> Any:
    mine, theirs = legal_mask(state.player, state.opponent), legal_mask(state.opponent, state.player)
    return evaluator.weight * _more(mine, theirs)


class Simple(NamedTuple):
    """Stable discs count more and more as the board fills, moves less and less."""

    stable: int = 1
    mobility: int = 1


@value.on(Simple)
def _(evaluator: Evaluator, state: State) -> Any:
    player, opponent = state.player, state.opponent
    filled = popcount(player | opponent)
    stable = _more(features.stable(player, opponent), features.stable(opponent, player))
    moves = _more(legal_mask(player, opponent), legal_mask(opponent, player))
    return filled * evaluator.stable * stable + (64 - filled) * evaluator.mobility * moves


# --- a weighted sum of features ---------------------------------------------------------------------------


class Linear(NamedTuple):
    """Features times weights, each feature as mine minus yours; a weight of 0 costs no time.

    >>> from gamekit.games import othello
    >>> value(Linear(discs=1, mobility=10), othello.parse("f5"))
    -3
    """

    discs: int = 0
    late_discs: int = 0  # disc difference times 1 + e^(discs - 56): it matters in the end
    mobility: int = 0
    potential: int = 0  # the empty neighbours of the other side's discs, added up
    corners: int = 0
    c_squares: int = 0  # C and X only while their corner is empty
    x_squares: int = 0
    a_squares: int = 0
    b_squares: int = 0
    stable: int = 0
    flippable: int = 0
    frontier: int = 0
    stable_edges: int = 0
    parity: int = 0  # who moves last
    win: int = 0  # added for a game that is over, with the winner's sign


LATE = 1.0 + np.exp(np.arange(65) - 56.0)


@helper
def _term(weight: Any, feature: Any, player: Any, opponent: Any) -> Any:
    """How many more squares of a feature are mine, times its weight."""
    if weight == 0:
        return 0
    return weight * _more(feature(player, opponent), feature(opponent, player))


@value.on(Linear)
def _(evaluator: Evaluator, state: State) -> Any:
    player, opponent = state.player, state.opponent
    ahead = _more(player, opponent)
    total = evaluator.discs * ahead
    if evaluator.late_discs:
        total += np.int64(np.rint(evaluator.late_discs * ahead * LATE[popcount(player | opponent)]))
    if evaluator.potential:
        found = features.potential_mobility(player, opponent) - features.potential_mobility(opponent, player)
        total += evaluator.potential * found
    total += _term(evaluator.mobility, legal_mask, player, opponent)
    total += _term(evaluator.corners, features.corners, player, opponent)
    total += _term(evaluator.c_squares, features.c_squares, player, opponent)
    total += _term(evaluator.x_squares, features.x_squares, player, opponent)
    total += _term(evaluator.a_squares, features.a_squares, player, opponent)
    total += _term(evaluator.b_squares, features.b_squares, player, opponent)
    total += _term(evaluator.stable, features.stable, player, opponent)
    total += _term(evaluator.flippable, features.flippable, player, opponent)
    total += _term(evaluator.frontier, features.frontier, player, opponent)
    total += _term(evaluator.stable_edges, features.stable_edges, player, opponent) // 4
    if evaluator.parity:
        total += evaluator.parity * features.moves_last(player, opponent)
    if evaluator.win and is_over(state):
        total += evaluator.win * ((ahead > 0) - (ahead < 0))
    return total


# The two evaluations that lesson 06 compares, with the weights that their author gave them.
WEIGHTED = Linear(discs=1, mobility=8, corners=300, flippable=1, win=5000)
IMPROVED = Linear(
    late_discs=1,
    mobility=8,
    corners=400,
    c_squares=-30,
    x_squares=-60,
    a_squares=30,
    b_squares=20,
    flippable=6,
    stable_edges=100,
    win=5000,
)
