"""Alpha-beta for one side: what is good for me is bad for you."""

from __future__ import annotations

from gamekit.rules import INF, Evaluator, State, Value, is_over, moves, play, undo, value

__all__ = ["negamax"]


def negamax(state: State, depth: int, alpha: Value, beta: Value, evaluator: Evaluator) -> Value:
    """Value for the side to move: exact inside (alpha, beta), a bound outside.

    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import plates
    >>> negamax(plates.start(), 3, -INF, INF, FinalScore())
    20
    """
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        best = max(best, -negamax(play(state, move), depth - 1, -beta, -alpha, evaluator))
        undo(state, move)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
