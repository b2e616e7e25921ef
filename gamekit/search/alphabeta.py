"""Alpha-beta: leave out what cannot matter.

`alpha` is what the first player has already, `beta` what the second player will allow. Where they meet, the
rest of a node cannot change the result.
"""

from __future__ import annotations

from gamekit.rules import INF, Evaluator, State, Value, is_over, moves, play, undo, value

__all__ = ["alphabeta", "alphabeta_hard"]


def alphabeta(
    state: State, depth: int, alpha: Value, beta: Value, maximising: bool, evaluator: Evaluator
) -> Value:
    """Value for the first player: exact inside (alpha, beta), outside the tightest bound seen (fail-soft).

    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import plates
    >>> alphabeta(plates.start(), 3, -INF, INF, True, FinalScore())
    20
    """
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = alphabeta(play(state, move), depth - 1, alpha, beta, not maximising, evaluator)
        undo(state, move)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def alphabeta_hard(
    state: State, depth: int, alpha: Value, beta: Value, maximising: bool, evaluator: Evaluator
) -> Value:
    """The same, but never outside the window (fail-hard): it says less about what it saw."""
    if depth == 0 or is_over(state):
        found = value(evaluator, state) if maximising else -value(evaluator, state)
        return min(max(found, alpha), beta)
    for move in moves(state):
        found = alphabeta_hard(play(state, move), depth - 1, alpha, beta, not maximising, evaluator)
        undo(state, move)
        if maximising:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if maximising else beta
