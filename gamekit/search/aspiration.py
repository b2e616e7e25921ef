"""Aspiration windows: guess the value, look close to it, and look again where the guess was wrong."""

from __future__ import annotations

from gamekit.rules import INF, Value
from gamekit.search.result import Ask, Pass

__all__ = ["aspiration"]


def aspiration(ask: Ask, guess: Value, width: Value) -> tuple[Value, list[Pass]]:
    """Guess the value and look close to it; where the guess was wrong, look again with that side open.

    >>> aspiration(lambda alpha, beta: 7, guess=5, width=4)[0]
    7
    """
    alpha, beta = guess - width, guess + width
    lower, upper = -INF, INF
    passes: list[Pass] = []
    while True:
        asked = alpha, beta
        answer = ask(*asked)
        if answer <= alpha:
            upper, alpha = answer, -INF
        elif answer >= beta:
            lower, beta = answer, INF
        else:
            lower = upper = answer
        passes.append(Pass(*asked, answer, lower, upper))
        if lower == upper:
            return answer, passes
