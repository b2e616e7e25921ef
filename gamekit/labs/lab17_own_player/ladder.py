"""A ladder of Othello players for a student's player to climb: a match against each rung.

The grader plays the matches (`common/matches.py`) and asks the student's player for moves only. Rungs look at
no clock. A match ends as soon as it is decided: when enough points are reached, or can no longer be reached.
Who wins narrowly plays as many games again: luck seldom holds twice.
"""

from __future__ import annotations

import random
from collections.abc import Generator
from typing import Any, NamedTuple

from gamekit.compiling import compiled
from gamekit.labs.common.matches import Game, Message, best_move, from_openings, side_by_side
from gamekit.labs.lab17_own_player.inside import Choose, choose_each
from gamekit.othello.evaluators import WEIGHTED, Linear
from gamekit.rules import INF, is_over, moves, to_move
from gamekit.search.negamax import negamax

GAMES = 24  # a match: twelve openings, each with both colours
SURE = 20  # points, from which on a match is no luck
TOGETHER = (8, 10, 6, 12, 12)  # games that are played side by side; the second time many a match is decided

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


def rung_move(rung: Rung, state: Any, rng: random.Random | None = None) -> int:
    """What a rung plays in this position; among equal moves the first, or one by lot."""
    if rung.depth == 0:
        return int((rng or random).choice(list(moves(state))))

    depth, evaluator = rung.depth - 1, rung.evaluator

    def value(child: Any, most: int) -> Any:
        return fast_negamax(child, depth, -INF, most, evaluator)

    return best_move(state, value, rng)


class LadderMatch(NamedTuple):
    """What came of a match."""

    points: float
    games: int
    forfeits: int


def is_won(rung: str, points: float, played: int) -> bool:
    """Are there points enough? Of twice as many games twice as many are wanted.

    >>> is_won("discs", 17, 24), is_won("discs", 33, 48)
    (True, False)
    """
    return points >= RUNGS[rung].wanted * max(1, -(-played // GAMES))


def games_left(case: dict[str, Any], points: float, played: int) -> int:
    """Games that are still to be played; none once the match is decided. A `"whole"` match is played out."""
    wanted = RUNGS[case["rung"]].wanted
    if case.get("whole"):
        return GAMES - played
    if played >= GAMES:
        is_narrow = wanted <= points < SURE or played > GAMES
        wanted, left = 2 * wanted, 2 * GAMES - played if is_narrow and case.get("further") else 0
    else:
        left = GAMES - played
    return left if points < wanted <= points + left else 0


def play_rung(case: dict[str, Any]) -> Generator[Message, Any, dict[str, Any]]:
    """A dialogue: a match against `case["rung"]`, two games from each opening, until it is decided.

    Who has won narrowly goes on from the openings `case["further"]`. All moves, and what the student's side
    has scored.
    """
    rung, rng = RUNGS[case["rung"]], random.Random(case.get("seed"))
    waiting, played = from_openings([*case["openings"], *case.get("further", ())]), list[Game]()
    found = LadderMatch(0.0, 0, 0)
    for count in TOGETHER:
        if not games_left(case, found.points, found.games):
            break
        together, waiting = waiting[:count], waiting[count:]
        yield from side_by_side(
            together, lambda state: rung_move(rung, state, rng), "lab17_own_player.choose_each", None
        )
        played += together
        points, forfeits = sum(game.points for game in played), sum(game.is_forfeit for game in played)
        found = LadderMatch(points, len(played), forfeits)
    return {"value": [game.line for game in played], "match": list(found)}


def climb(choose: Choose, rung: str, openings: list[str]) -> LadderMatch:
    """A match of one's own against a rung, all of its games.

    >>> climb(lambda state, seconds: "x9", "discs", ["f5d6"] * 12)
    LadderMatch(points=0.0, games=24, forfeits=24)
    """
    dialogue, answer = play_rung({"rung": rung, "openings": openings, "whole": True, "seed": 0}), None
    try:
        while True:
            _, case = dialogue.send(answer)
            answer = choose_each(choose, case)
    except StopIteration as end:
        return LadderMatch(*end.value["match"])


def rung_points(first: str, second: str, opening: str) -> float:
    """What the first player gets in a game of two rungs.

    >>> rung_points("discs", "discs", "f5d6") in (0.0, 0.5, 1.0)
    True
    """
    game, rng = Game(opening, 0), random.Random(opening)
    while not is_over(game.state):
        game.play(rung_move(RUNGS[(first, second)[to_move(game.state)]], game.state, rng))
    return game.points
