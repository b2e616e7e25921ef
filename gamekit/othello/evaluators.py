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


@value.on(Linear)
def _(evaluator: Evaluator, state: State) -> Any:
    player, opponent = state.player, state.opponent
    ahead = _more(player, opponent)
    total = evaluator.discs * ahead
    if evaluator.late_discs:
        total += np.int64(np.rint(evaluator.late_discs * ahead * LATE[popcount(player | opponent)]))
    if evaluator.mobility:
        total += evaluator.mobility * _more(legal_mask(player, opponent), legal_mask(opponent, player))
    if evaluator.potential:
        found = features.potential_mobility(player, opponent) - features.potential_mobility(opponent, player)
        total += evaluator.potential * found
    if evaluator.corners:
        mine, theirs = features.corners(player, opponent), features.corners(opponent, player)
        total += evaluator.corners * _more(mine, theirs)
    if evaluator.c_squares:
        mine, theirs = features.c_squares(player, opponent), features.c_squares(opponent, player)
        total += evaluator.c_squares * _more(mine, theirs)
    if evaluator.x_squares:
        mine, theirs = features.x_squares(player, opponent), features.x_squares(opponent, player)
        total += evaluator.x_squares * _more(mine, theirs)
    if evaluator.a_squares:
        mine, theirs = features.a_squares(player, opponent), features.a_squares(opponent, player)
        total += evaluator.a_squares * _more(mine, theirs)
    if evaluator.b_squares:
        mine, theirs = features.b_squares(player, opponent), features.b_squares(opponent, player)
        total += evaluator.b_squares * _more(mine, theirs)
    if evaluator.stable:
        mine, theirs = features.stable(player, opponent), features.stable(opponent, player)
        total += evaluator.stable * _more(mine, theirs)
    if evaluator.flippable:
        mine, theirs = features.flippable(player, opponent), features.flippable(opponent, player)
        total += evaluator.flippable * _more(mine, theirs)
    if evaluator.frontier:
        mine, theirs = features.frontier(player, opponent), features.frontier(opponent, player)
        total += evaluator.frontier * _more(mine, theirs)
    if evaluator.stable_edges:
        mine, theirs = features.stable_edges(player, opponent), features.stable_edges(opponent, player)
        total += evaluator.stable_edges * _more(mine, theirs) // 4
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
