"""A ladder of Othello players for a student's player to climb: a match against each rung.

The grader plays the matches (`common/matches.py`) and asks the student's player for moves only. Rungs look at
no clock. A match ends as soon as it is decided: when enough points are reached, or can no longer be reached.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from gamekit.compiling import compiled
from gamekit.labs.common.matches import (
    FORFEIT,
    Game,
    Message,
    best_move,
    from_openings,
    side_by_side,
    states_of,
)
from gamekit.othello.evaluators import WEIGHTED, Linear
from gamekit.rules import INF, is_over, moves, parse_move, to_move
from gamekit.search.negamax import negamax

Choose = Callable[[Any, float], Any]
GAMES = 24  # a match: twelve openings, each with both colours
SECONDS = 0.01  # what a player is told that a move may take
TOGETHER = (8, 10, 6)  # games that are played side by side; the second time many a match is decided

fast_negamax = compiled(negamax)


class Rung(NamedTuple):
    """A player of the ladder; `depth` 0 plays at random."""

    says: str
    depth: int
    evaluator: Linear
    wanted: float  # of `GAMES` points


CORNERS = Linear(corners=30, mobility=1, c_squares=-7, x_squares=-7, win=5000)
RUNGS = {
    "random": Rung("the random mover", 0, Linear(), 21),
    "discs": Rung("the disc counter, who looks one move ahead", 1, Linear(discs=1), 17),
    "weighted": Rung("the player of corners and moves, one move ahead", 1, WEIGHTED, 17),
    "corners": Rung("the player that also fears the squares beside corners, one move ahead", 1, CORNERS, 17),
    "three": Rung("the same three plies ahead", 3, CORNERS, 17),
}


def rung_move(rung: Rung, state: Any, lots: random.Random | None = None) -> int:
    """What a rung plays in this position; among equal moves the first, or one by lot."""
    if rung.depth == 0:
        return int((lots or random).choice(list(moves(state))))

    depth, evaluator = rung.depth - 1, rung.evaluator

    def value(child: Any, most: int) -> Any:
        return fast_negamax(child, depth, -INF, most, evaluator)

    return best_move(state, value, lots)


def asked_move(choose: Choose, state: Any) -> int:
    """A player's move, by number or name; `FORFEIT` where its answer is none."""
    answer = choose(state, SECONDS)
    try:
        move = parse_move(state, answer) if isinstance(answer, str) else answer
        is_move = not isinstance(move, bool) and move in list(moves(state))
        return int(move) if is_move else FORFEIT
    except Exception:
        return FORFEIT


def is_decided(case: dict[str, Any], points: float, played: int) -> bool:
    """Are the wanted points reached, or out of reach? A `"whole"` match goes on all the same."""
    wanted, left = RUNGS[case["rung"]].wanted, GAMES - played
    return left == 0 or (not case.get("whole") and (points >= wanted or points + left < wanted))


class Match(NamedTuple):
    """What came of a match."""

    points: float
    games: int
    forfeits: int


def play_rung(case: dict[str, Any]) -> Generator[Message, Any, dict[str, Any]]:
    """A dialogue: a match against `case["rung"]`, two games from each opening, until it is decided.

    All moves, and what the student's side has scored.
    """
    rung, lots = RUNGS[case["rung"]], random.Random(case.get("lots"))
    waiting, played = from_openings(case["openings"]), list[Game]()
    found = Match(0.0, 0, 0)
    for count in TOGETHER:
        if is_decided(case, found.points, found.games):
            break
        together, waiting = waiting[:count], waiting[count:]
        yield from side_by_side(
            together, lambda state: rung_move(rung, state, lots), "lab17_own_player.choose_each", None
        )
        played += together
        points, forfeits = sum(game.points for game in played), sum(game.is_forfeit for game in played)
        found = Match(points, len(played), forfeits)
    return {"value": [game.line for game in played], "match": list(found)}


def choose_each(choose: Choose, case: dict[str, Any]) -> dict[str, Any]:
    """A player's move in each of `case["positions"]`."""
    return {"value": [asked_move(choose, state) for state in states_of(case)]}


def climb(choose: Choose, rung: str, openings: list[str]) -> Match:
    """A match of one's own against a rung, all of its games.

    >>> climb(lambda state, seconds: "x9", "discs", ["f5d6"] * 12)
    Match(points=0.0, games=24, forfeits=24)
    """
    dialogue, answer = play_rung({"rung": rung, "openings": openings, "whole": True, "lots": 0}), None
    try:
        while True:
            _, case = dialogue.send(answer)
            answer = choose_each(choose, case)
    except StopIteration as end:
        return Match(*end.value["match"])


def rung_points(first: str, second: str, opening: str) -> float:
    """What the first player gets in a game of two rungs.

    >>> rung_points("discs", "discs", "f5d6") in (0.0, 0.5, 1.0)
    True
    """
    game, lots = Game(opening, 0), random.Random(opening)
    while not is_over(game.state):
        game.play(rung_move(RUNGS[(first, second)[to_move(game.state)]], game.state, lots))
    return game.points
