"""MTD(f): search by asking only yes-or-no questions.

`ask(alpha, beta)` is any fail-soft search of one position to one depth: exact inside the window, a bound
outside. It should have a memory, since the same position is searched several times. Values are whole
numbers. The windows asked about and the answers come back too, for the picture.
"""

from __future__ import annotations

from gamekit.rules import INF, Value
from gamekit.search.result import Ask, Pass

__all__ = ["bisection", "mtdf"]


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
