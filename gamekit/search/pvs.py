"""Principal variation search: suspect that the first move is best, and only check the others."""

from __future__ import annotations

from gamekit.rules import INF, Evaluator, State, Value, is_over, moves, play, undo, value

__all__ = ["pvs"]


def pvs(state: State, depth: int, alpha: Value, beta: Value, evaluator: Evaluator) -> Value:
    """Value for the side to move: exact inside (alpha, beta), a bound outside.

    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import plates
    >>> pvs(plates.start(), 3, -INF, INF, FinalScore())
    20
    """
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        child = play(state, move)
        if best == -INF:
            found = -pvs(child, depth - 1, -beta, -alpha, evaluator)
        else:
            found = -pvs(child, depth - 1, -alpha - 1, -alpha, evaluator)  # is it better at all?
            if alpha < found < beta:
                found = -pvs(child, depth - 1, -beta, -found, evaluator)  # it is: how much?
        undo(state, move)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
