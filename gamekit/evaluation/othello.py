"""Evaluators for Othello on 8x8."""

from __future__ import annotations

from typing import Any, NamedTuple

from gamekit.bits import popcount
from gamekit.games.othello import legal_mask
from gamekit.rules import Evaluator, State, value


class Mobility(NamedTuple):
    """How many more moves I have than you, times a weight."""

    weight: int


@value.on(Mobility)
def _(evaluator: Evaluator, state: State) -> Any:
    mine = popcount(legal_mask(state.player, state.opponent))
    theirs = popcount(legal_mask(state.opponent, state.player))
    return evaluator.weight * (mine - theirs)
