"""Games of Othello between a student's evaluation and a baseline, both of which look one move ahead.

The grader plays them (`common/matches.py`) and asks the evaluation for values only.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from typing import Any

from gamekit.bits import popcount
from gamekit.isolation.plain import plain
from gamekit.labs.common.matches import (
    FORFEIT,
    Game,
    Message,
    best_move,
    from_openings,
    side_by_side,
    states_of,
)
from gamekit.rules import INF, count_moves, is_over, moves, play, score

Evaluate = Callable[[Any], Any]


def discs(state: Any) -> int:
    """How many more discs the mover has."""
    return popcount(state.player) - popcount(state.opponent)


def mobility(state: Any) -> int:
    """How many more moves the mover has."""
    other_side = type(state)(state.opponent, state.player, 1 - state.turn)
    return int(count_moves(state) - count_moves(other_side))


BASELINES: dict[str, Evaluate] = {"discs": discs, "mobility": mobility}


def values(function: Evaluate, case: dict[str, Any]) -> dict[str, Any]:
    """For each position the values of those that its moves lead to; None where the game is over there."""
    found = []
    for state in states_of(case):
        children = [play(state, move) for move in moves(state)]
        found.append([None if is_over(child) else plain(function(child)) for child in children])
    return {"value": found}


def chosen(state: Any, given: Any) -> int:
    """The move that the student's values choose; the result of a finished game is known.

    >>> from gamekit.games import othello
    >>> chosen(othello.start(), [5, 1, 2, 3]), chosen(othello.start(), [5, None, 2, 3])
    (26, -100)
    """
    best, move_of_best = None, FORFEIT
    legal = list(moves(state))
    if type(given) is not list or len(given) != len(legal):
        return FORFEIT
    for move, value in zip(legal, given, strict=True):
        if value is None:
            child = play(state, move)
            if not is_over(child):
                return FORFEIT
            value = INF * score(child)
        elif type(value) not in (int, float):
            return FORFEIT
        if best is None or -value > best:
            best, move_of_best = -value, int(move)
    return move_of_best


def play_match(case: dict[str, Any]) -> Generator[Message, Any, dict[str, Any]]:
    """A dialogue: two games from each opening. All moves, and what the student's side has scored.

    Whose points lie within `case["narrow"]`, the least and the first that is too many, plays on from
    `case["further"]` openings: luck seldom holds twice.
    """
    baseline = BASELINES[case["baseline"]]
    rng = random.Random(case["seed"]) if "seed" in case else None
    played = from_openings(case["openings"])

    def known(child: Any, _: int) -> Any:
        return INF * score(child) if is_over(child) else baseline(child)

    def play_all(together: list[Game]) -> Generator[Message, Any, float]:
        yield from side_by_side(
            together, lambda state: best_move(state, known, rng), "lab06_evaluation.values", chosen
        )
        return sum(game.points for game in together)

    points = yield from play_all(played)
    least, enough = case.get("narrow", (0, 0))
    if least <= points < enough:
        more = from_openings(case["further"])
        points += yield from play_all(more)
        played += more
    return {"value": [game.line for game in played], "points": points}


def match(evaluate: Evaluate, baseline: str, openings: list[str]) -> float:
    """Points of an evaluation against a baseline, over two games from each opening.

    >>> match(discs, "discs", ["f5d6c3"])
    1.0
    """
    dialogue, answer = play_match({"baseline": baseline, "openings": openings}), None
    try:
        while True:
            _, case = dialogue.send(answer)
            answer = values(evaluate, case)
    except StopIteration as end:
        return float(end.value["points"])
