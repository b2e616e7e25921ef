"""The evaluator that knows nothing but the rules, and evaluators made of a function."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from gamekit.compiling import compiled
from gamekit.errors import GamekitError
from gamekit.rules import Evaluator, State, is_over, score, value


class FinalScore(NamedTuple):
    """The result of a finished game, and 0 before."""


@value.on(FinalScore, plain=True)
def _(evaluator: Evaluator, state: State) -> Any:
    return score(state) if is_over(state) else 0


class Own(NamedTuple):
    """What evaluators made of a function have in common: nothing but their type."""


_numbers = count(1)


def evaluator_of(function: Callable[[State], Any]) -> Evaluator:
    """An evaluator of your own, made of a function: what a state is worth to the side to move.

    >>> from gamekit.bits import popcount
    >>> from gamekit.games import othello
    >>> def discs(state):
    ...     return popcount(state.player) - popcount(state.opponent)
    >>> value(evaluator_of(discs), othello.parse("f5"))
    -3
    """
    # A type of its own picks the code. Numba tells types apart by name, so it needs a name of its own too.
    made = type(f"Own{next(_numbers)}", (Own,), {})
    code = compiled(function).machine_code

    @value.on(made, plain=True)
    def _(evaluator: Evaluator, state: State) -> Any:
        return code(state)

    made.code = compiled(function)  # type: ignore[attr-defined]
    return made()


def try_out(evaluator: Evaluator, state: State) -> None:
    """Compile an evaluator of one's own, or say in a sentence why it is none."""
    if not isinstance(evaluator, Own):
        return
    code: Any = type(evaluator).code  # type: ignore[attr-defined]
    name = code.function.__name__
    try:
        worth = code(state)
    except TypeError as problem:
        raise GamekitError(f"{name} cannot be asked with a state alone: {problem}") from None
    if not isinstance(worth, (int, float, np.number)):
        raise GamekitError(f"{name} says {worth!r} of a state, and an evaluator says a number")
