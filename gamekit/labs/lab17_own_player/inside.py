"""A ladder of Othello players for a student's player to climb: a match against each rung.

Rungs look at no clock and play the same move in the same position wherever they run. The grader gets the
moves of a match, not its result; it plays them over again and checks that a rung's moves are its own.
A match ends as soon as it is decided: when enough points are reached, or can no longer be reached.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from gamekit import games
from gamekit.compiling import compiled
from gamekit.othello.evaluators import WEIGHTED, Linear
from gamekit.rules import INF, PASS, is_over, moves, parse_move, play, score, to_move
from gamekit.search.negamax import negamax

Choose = Callable[[Any, float], Any]
GAMES = 24  # a match: twelve openings, each with both colours
SECONDS = 0.01  # what a player is told that a move may take
FORFEIT = -100  # stands at the end of a game that was lost by an answer that is no move

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


def rung_move(rung: Rung, state: Any, number: int) -> int:
    """What a rung plays in this position of its game with this number."""
    legal = list(moves(state))
    if rung.depth == 0:
        chance = random.Random(f"{number} {int(state.player)} {int(state.opponent)}")
        return int(chance.choice(legal))
    best, chosen = -INF, legal[0]
    for move in legal:
        found = -fast_negamax(play(state, move), rung.depth - 1, -INF, -best, rung.evaluator)
        if found > best:
            best, chosen = found, move
    return int(chosen)


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


def play_rung(choose: Choose, case: dict[str, Any]) -> dict[str, Any]:
    """A match against `case["rung"]`, two games from each opening, until it is decided: all moves."""
    rung, points = RUNGS[case["rung"]], 0.0
    played: list[list[int]] = []
    while not is_decided(case, points, len(played)):
        number = len(played)
        side, state, line = number % 2, games.parse("othello", case["openings"][number // 2]), []
        while not is_over(state):
            legal = list(moves(state))
            if legal == [PASS]:
                line.append(PASS)
            elif to_move(state) == side:
                line.append(asked_move(choose, state))
            else:
                line.append(rung_move(rung, state, number))
            if line[-1] == FORFEIT:
                break
            state = play(state, line[-1])
        played.append(line)
        points += _points(state, side, line)
    return {"value": played}


def choose_each(choose: Choose, case: dict[str, Any]) -> dict[str, Any]:
    """A player's move in each of `case["positions"]`."""
    states = [games.parse("othello", position["text"]) for position in case["positions"]]
    return {"value": [asked_move(choose, state) for state in states]}


def _points(state: Any, side: int, line: list[int]) -> float:
    """What a game was worth to the player of this side."""
    if line[-1] == FORFEIT:
        return 0.0
    result = score(state) if to_move(state) == side else -score(state)
    return 1.0 if result > 0 else 0.5 if result == 0 else 0.0


class Match(NamedTuple):
    """A match that was played over again."""

    points: float
    games: int
    forfeits: int


def played_over(case: dict[str, Any], played: Any) -> Match | None:
    """What the student's side has scored; None if these are no such games."""
    rung, points, forfeits = RUNGS[case["rung"]], 0.0, 0
    if type(played) is not list or len(played) > GAMES:
        return None
    for number, line in enumerate(played):
        if type(line) is not list or is_decided(case, points, number):
            return None
        side, state = number % 2, games.parse("othello", case["openings"][number // 2])
        for place, move in enumerate(line):
            legal = list(moves(state))
            if type(move) is not int or is_over(state):
                return None
            if move == FORFEIT and to_move(state) == side and place == len(line) - 1:
                forfeits += 1
                break
            if move not in legal:
                return None
            if legal != [PASS] and to_move(state) != side and move != rung_move(rung, state, number):
                return None
            state = play(state, move)
        if not line or (line[-1] != FORFEIT and not is_over(state)):
            return None
        points += _points(state, side, line)
    return Match(points, len(played), forfeits) if is_decided(case, points, len(played)) else None


def climb(choose: Choose, rung: str, openings: list[str]) -> Match:
    """A match of one's own against a rung, all of its games.

    >>> climb(lambda state, seconds: "x9", "discs", ["f5d6"] * 12)
    Match(points=0.0, games=24, forfeits=24)
    """
    case = {"rung": rung, "openings": openings, "whole": True}
    match = played_over(case, play_rung(choose, case)["value"])
    assert match is not None
    return match


def rung_points(first: str, second: str, opening: str) -> float:
    """What the first player gets in a game of two rungs.

    >>> rung_points("discs", "discs", "f5d6") in (0.0, 0.5, 1.0)
    True
    """
    state = games.parse("othello", opening)
    while not is_over(state):
        state = play(state, rung_move(RUNGS[(first, second)[to_move(state)]], state, 0))
    return _points(state, 0, [PASS])
