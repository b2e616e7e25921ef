"""The evaluator that knows nothing but the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

from gamekit.rules import Evaluator, State, is_over, score, value


class FinalScore(NamedTuple):
    """The result of a finished game, and 0 before."""


@value.on(FinalScore, plain=True)
def _(evaluator: Evaluator, state: State) -> Any:
    return score(state) if is_over(state) else 0
