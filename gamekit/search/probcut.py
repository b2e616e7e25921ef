"""Multi-ProbCut: when is a shallow look enough?

The value of a shallow search tells a good deal about the value of a deep one. Over many positions the two lie
along a line, v_deep = a v_shallow + b, and about it with some spread sigma. So where the shallow value says
that the deep one is above beta, or below alpha, by more than t sigma, we believe it and cut:

    a v_shallow + b - t sigma >= beta       the deep value is very likely at least beta
    a v_shallow + b + t sigma <= alpha      the deep value is very likely at most alpha

Both are yes-or-no questions to the shallow search, so null windows answer them. *Multi* means several pairs
(shallow, deep), each with its own a, b, sigma for each stage of the game: `gamekit train probcut` fits them.

A larger t makes fewer mistakes and fewer cuts. A wrong cut costs something only where the value matters,
while the time saved buys depth everywhere.
"""

from __future__ import annotations

from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np

from gamekit.rules import INF, Evaluator, State, Value, is_over, moves, play, rule, undo, value
from gamekit.search.context import Off, is_on

__all__ = ["PAIRS", "enough"]

PAIRS = 2  # at most, for one depth
# Typed: plain numbers would make numba compile the recursion twice, once for just these, and such code is not
# kept on disk (numba 6061).
NO_PAIR = np.int64(0), np.int64(-INF), np.int64(INF)


class ProbCut(NamedTuple):
    """A switch that is on, with all that was fitted to a game and an evaluator.

    `fits` is a record: `confidence` is t; `shallow[deep, number]` the shallow depths asked about a deep
    one, 0 where there are no more; `a`, `b` and `sigma`, each of [stage, deep, number], the lines.
    """

    fits: Any
    stages: Any  # of a type that the rule `stage_of` knows


@is_on.on(ProbCut, plain=True)
def _(switch: Any) -> Any:
    return True


@rule
def stage_of(stages: Any, state: State) -> Any:
    """Which stage of its game a state belongs to: each stage has lines of its own."""


@rule
def enough(cuts: Any, state: State, depth: int, number: int, alpha: Value, beta: Value) -> Any:
    """(shallow, low, high): at most `low`, or at least `high`, after `shallow` plies is enough to cut.

    `number` counts the pairs of a depth. There are no more of them where `shallow` is 0.
    """


@enough.on(Off, plain=True)
def _(cuts: Any, state: State, depth: int, number: int, alpha: Value, beta: Value) -> Any:
    return NO_PAIR


@enough.on(ProbCut)
def _(cuts: Any, state: State, depth: int, number: int, alpha: Value, beta: Value) -> Any:
    fits, at = cuts.fits, stage_of(cuts.stages, state)
    # Deeper than was fitted: a pair of the same distance, a little too careful.
    beyond = max(0, depth + 1 - len(fits.shallow))
    beyond += beyond & 1
    deep = depth - beyond
    shallow = fits.shallow[deep, number]
    if shallow == 0:
        return NO_PAIR
    a, b = fits.a[at, deep, number], fits.b[at, deep, number]
    margin = fits.confidence * fits.sigma[at, deep, number]
    return shallow + beyond, floor((alpha - b - margin) / a), ceil((beta - b + margin) / a)


def probcut(
    state: State, depth: int, alpha: Value, beta: Value, evaluator: Evaluator, cuts: ProbCut | Off
) -> Value:
    """Alpha-beta that believes a shallow search where it is far enough outside the window.

    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import plates
    >>> probcut(plates.start(), 3, -INF, INF, FinalScore(), Off())
    20
    """
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    for number in range(PAIRS):
        shallow, low, high = enough(cuts, state, depth, number, alpha, beta)
        if shallow == 0:
            break
        if probcut(state, shallow, high - 1, high, evaluator, cuts) >= high:
            return beta
        if probcut(state, shallow, low, low + 1, evaluator, cuts) <= low:
            return alpha
    best = -INF
    for move in moves(state):
        best = max(best, -probcut(play(state, move), depth - 1, -beta, -alpha, evaluator, cuts))
        undo(state, move)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
