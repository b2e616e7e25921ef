"""Games of Othello between a student's evaluation and a baseline, both of which look one move ahead.

Everything is determined by the openings: the same evaluation plays the same games wherever it is run. The
grader gets the moves, not the result; it plays them over again and checks that the baseline's are its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamekit import games
from gamekit.bits import popcount
from gamekit.rules import INF, count_moves, is_over, moves, play, score, to_move

Evaluate = Callable[[Any], Any]


def discs(state: Any) -> int:
    """How many more discs the mover has."""
    return popcount(state.player) - popcount(state.opponent)


def mobility(state: Any) -> int:
    """How many more moves the mover has."""
    other_side = type(state)(state.opponent, state.player, 1 - state.turn)
    return int(count_moves(state) - count_moves(other_side))


BASELINES: dict[str, Evaluate] = {"discs": discs, "mobility": mobility}


def choose(evaluate: Evaluate, state: Any) -> int:
    """The move to the position that is worst for the other side; the result of a finished game is known."""
    best, chosen = None, -1
    for move in moves(state):
        child = play(state, move)
        found = -INF * score(child) if is_over(child) else -evaluate(child)
        if best is None or found > best:
            best, chosen = found, move
    return int(chosen)


def play_match(function: Evaluate, case: dict[str, Any]) -> dict[str, Any]:
    """From each opening two games, the student's side first in one and second in the other: all moves."""
    baseline = BASELINES[case["baseline"]]
    played = []
    for text in case["openings"]:
        for side in (0, 1):
            state, line = games.parse("othello", text), []
            while not is_over(state):
                line.append(choose(function if to_move(state) == side else baseline, state))
                state = play(state, line[-1])
            played.append(line)
    return {"value": played}


def points_of(case: dict[str, Any], played: Any) -> float | None:
    """What the student's side has scored, a half for a draw; None if these are no such games."""
    baseline, points = BASELINES[case["baseline"]], 0.0
    if type(played) is not list or len(played) != 2 * len(case["openings"]):
        return None
    for number, line in enumerate(played):
        side, state = number % 2, games.parse("othello", case["openings"][number // 2])
        for move in line:
            if type(move) is not int or move not in list(moves(state)):
                return None
            if to_move(state) != side and move != choose(baseline, state):
                return None
            state = play(state, move)
        if not is_over(state):
            return None
        result = score(state) if to_move(state) == side else -score(state)
        points += 1 if result > 0 else 0.5 if result == 0 else 0
    return points


def match(evaluate: Evaluate, baseline: str, openings: list[str]) -> float:
    """Points of an evaluation against a baseline, over two games from each opening.

    >>> match(discs, "discs", ["f5d6c3"])
    1.0
    """
    case = {"baseline": baseline, "openings": openings}
    points = points_of(case, play_match(evaluate, case)["value"])
    assert points is not None
    return points
