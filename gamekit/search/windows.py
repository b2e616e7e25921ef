"""Search by asking questions: windows narrower than everything.

`ask(alpha, beta)` is any fail-soft search of one position to one depth: exact inside the window, a bound
outside. Each function returns the value and the windows it asked about with the answers, for the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gamekit.rules import INF, Value

Ask = Callable[[Value, Value], Value]


class Pass(NamedTuple):
    """One question and its answer, and what is known of the value afterwards."""

    alpha: Value
    beta: Value
    answer: Value
    lower: Value
    upper: Value


def aspiration(ask: Ask, guess: Value, width: Value) -> tuple[Value, list[Pass]]:
    """Guess the value and look close to it; where the guess was wrong, look again with that side open.

    >>> aspiration(lambda alpha, beta: 7, guess=5, width=4)[0]
    7
    """
    alpha, beta = guess - width, guess + width
    lower, upper = -INF, INF
    passes: list[Pass] = []
    while True:
        answer = ask(alpha, beta)
        if answer <= alpha:
            upper, alpha = answer, -INF
        elif answer >= beta:
            lower, beta = answer, INF
        else:
            lower = upper = answer
        passes.append(Pass(alpha, beta, answer, lower, upper))
        if lower == upper:
            return answer, passes


def mtdf(ask: Ask, guess: Value) -> tuple[Value, list[Pass]]:
    """MTD(f), the memory-enhanced test driver: only null windows, each where the last answer pointed.

    The window lies just above the guess where the guess is the lower bound, else the loop would never end.

    >>> value, passes = mtdf(lambda alpha, beta: 7, guess=5)
    >>> value, [(p.alpha, p.beta) for p in passes]
    (7, [(4, 5), (7, 8)])
    """
    lower, upper = -INF, INF
    passes = []
    while lower < upper:
        beta = max(guess, lower + 1)
        guess = ask(beta - 1, beta)
        if guess < beta:
            upper = guess
        else:
            lower = guess
        passes.append(Pass(beta - 1, beta, guess, lower, upper))
    return guess, passes


def bisection(ask: Ask, lower: Value, upper: Value) -> tuple[Value, list[Pass]]:
    """Null windows in the middle of what is still possible; values must lie within the bounds.

    >>> bisection(lambda alpha, beta: 7, -64, 64)[0]
    7
    """
    answer = lower
    passes = []
    while lower < upper:
        beta = lower + (upper - lower + 1) // 2
        answer = ask(beta - 1, beta)
        if answer < beta:
            upper = answer
        else:
            lower = answer
        passes.append(Pass(beta - 1, beta, answer, lower, upper))
    return lower, passes
