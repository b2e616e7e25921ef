"""Minimax: what is a position worth if both sides play well?

Values are those of the first player throughout: it wants much, the second player little.
"""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any, NamedTuple

from gamekit.errors import BadText
from gamekit.rules import (
    FIRST,
    INF,
    Evaluator,
    Move,
    State,
    Value,
    is_over,
    key,
    moves,
    play,
    snapshot,
    to_move,
    undo,
    value,
)
from gamekit.search.limits import Limits
from gamekit.search.result import Result
from gamekit.search.thinker import Report, Thinker

__all__ = ["choose", "minimax"]


def minimax(state: State, depth: int, maximising: bool, evaluator: Evaluator) -> Value:
    """Value for the first player; `maximising` says whether it is the one to move.

    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import plates
    >>> minimax(plates.start(), 3, True, FinalScore())
    20
    """
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = minimax(play(state, move), depth - 1, not maximising, evaluator)
        undo(state, move)
        best = max(best, found) if maximising else min(best, found)
    return best


def minimax_with_memory(
    state: State, depth: int, maximising: bool, evaluator: Evaluator, memory: dict[Any, Value]
) -> Value:
    """The same, remembering every position: looked up before it is searched, filled in after."""
    place = (key(state), depth, maximising)
    if place in memory:
        return memory[place]
    if depth == 0 or is_over(state):
        best = value(evaluator, state) if maximising else -value(evaluator, state)
    else:
        best = -INF if maximising else INF
        for move in moves(state):
            found = minimax_with_memory(play(state, move), depth - 1, not maximising, evaluator, memory)
            undo(state, move)
            best = max(best, found) if maximising else min(best, found)
    memory[place] = best
    return best


def choose(
    state: State, depth: int, evaluator: Evaluator, memory: bool = False, seed: int | None = None
) -> Result:
    """The best move by minimax. Among equals the first one, or one at random where a seed is given.

    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import plates
    >>> choose(plates.start(), 3, FinalScore()).move
    0
    """
    state = snapshot(state)
    maximising = to_move(state) == FIRST
    seen: dict[Any, Value] = {}
    values: dict[Move, Value] = {}
    for move in list(moves(state)):
        child = play(state, move)
        if memory:
            found = minimax_with_memory(child, depth - 1, not maximising, evaluator, seen)
        else:
            found = minimax(child, depth - 1, not maximising, evaluator)
        undo(state, move)
        values[move] = found if maximising else -found
    if not values:
        return Result(None, value(evaluator, state))
    best = max(values.values())
    equals = [move for move, found in values.items() if found == best]
    move = equals[0] if seed is None else random.Random(seed).choice(equals)
    return Result(move, best, (move,), depth, nodes=len(seen), values=values)


class Minimax(Thinker):
    """Minimax as a player: it looks at no clock, so it needs a depth.

    `memory`: positions are remembered; `seed`: among equal moves one at random.
    """

    def __init__(self, evaluator: Evaluator, memory: bool = False, seed: int | None = None) -> None:
        self.evaluator, self.memory, self.seed = evaluator, memory, seed

    def check(self, state: State, limits: Limits) -> None:
        """It takes as long as the depth takes."""
        if limits.depth is None:
            raise BadText("minimax looks at no clock: give it a depth, as in minimax,depth=3")

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        self.check(state, limits)
        assert limits.depth is not None
        begin = time.perf_counter()
        try:
            found = choose(state, limits.depth, _Listening(self.evaluator, self), self.memory, self.seed)
        except _Cancelled:
            move = moves(state)[0]
            found = Result(move, 0, (move,))
        return replace(found, seconds=time.perf_counter() - begin)


class _Cancelled(Exception):
    """Somebody does not want the answer any more."""


class _Listening(NamedTuple):
    """An evaluator that hears of `cancel`: it is asked all the time, and minimax itself looks at nothing."""

    evaluator: Evaluator
    thinker: Minimax


@value.on(_Listening, plain=True)
def _(evaluator: Evaluator, state: State) -> Value:
    if evaluator.thinker._cancelled:
        raise _Cancelled
    return value(evaluator.evaluator, state)
