"""Games that the grader plays against a student's function, many side by side.

The opponents, their lots and the boards are on the side that asks. A student's function is asked only for
what it says of the positions in which it is to move, of all games at once: a message for each round of moves.
A game is played once. The code of the opponents is no secret, but how they choose among equal moves is: by
lots that are drawn from the instructor's seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from typing import Any

from gamekit import games
from gamekit.rules import INF, moves, play, score, to_move

FORFEIT = -100  # stands at the end of a game that was lost by an answer that is no move
Message = tuple[str, dict[str, Any]]  # a kind of question and its case


class Game:
    """A game of Othello from an opening, in which the student has one side."""

    def __init__(self, opening: str, side: int) -> None:
        self.state: Any = games.parse("othello", opening)
        self.side, self.line = side, list[int]()
        self.legal: list[int] = moves(self.state)

    def play(self, move: int) -> None:
        """Play a move; what is none ends the game."""
        is_move = type(move) is int and move in self.legal
        self.line.append(move if is_move else FORFEIT)
        if is_move:
            self.state = play(self.state, move)
            self.legal = moves(self.state)

    @property
    def is_forfeit(self) -> bool:
        """Was it lost by an answer that is no move?"""
        return self.line[-1:] == [FORFEIT]

    @property
    def points(self) -> float:
        """What it was worth to the student's side."""
        result = score(self.state) if to_move(self.state) == self.side else -score(self.state)
        return 0.0 if self.is_forfeit or result < 0 else 0.5 if result == 0 else 1.0

    def until_asked(self, opponent: Callable[[Any], int]) -> bool:
        """Play on while there is nothing to choose or the opponent is to move; is the student asked now?"""
        while self.legal and not self.is_forfeit:
            if len(self.legal) > 1 and to_move(self.state) == self.side:
                return True
            self.play(self.legal[0] if len(self.legal) == 1 else opponent(self.state))
        return False


def from_openings(openings: list[str]) -> list[Game]:
    """From each opening two games, the student's side first in one and second in the other."""
    return [Game(opening, side) for opening in openings for side in (0, 1)]


def side_by_side(
    played: list[Game], opponent: Callable[[Any], int], kind: str, choose: Callable[[Any, Any], int] | None
) -> Generator[Message, Any, None]:
    """Play games to their ends, by questions of this `kind` about `case["positions"]`, which hold words.

    `choose(state, given)` makes a move of what the student's function gave for a state, if that is no move.
    """
    while waiting := [game for game in played if game.until_asked(opponent)]:
        answer = yield kind, {"positions": [list(map(int, game.state)) for game in waiting]}
        given = answer.get("value") if type(answer) is dict else None
        if type(given) is not list or len(given) != len(waiting):
            given = [None] * len(waiting)
        for game, each in zip(waiting, given, strict=True):
            game.play(choose(game.state, each) if choose else each)


def by_colour(openings: list[str], lines: list[list[int]]) -> str:
    """A sentence where the student's side did far better with one colour; else nothing."""
    points, count = [0.0, 0.0], len(lines) // 2
    for game, line in zip(from_openings(openings), lines, strict=False):
        for move in line:
            game.play(move)
        points[game.side] += game.points
    if abs(points[0] - points[1]) < 0.6 * count:
        return ""
    return (
        f"With one colour you got {points[0]:g} of {count} points and with the other {points[1]:g}: does "
        "what you return depend on whose turn it is? Values are for the side to move.\n"
    )


def states_of(case: dict[str, Any]) -> list[Any]:
    """The positions that a student's function is asked about."""
    made: Any = type(games.start("othello"))
    return [made(*words) for words in case["positions"]]


def best_move(state: Any, value: Callable[[Any, int], int], rng: random.Random | None = None) -> int:
    """The move to the position that is worst for the other side; among equal ones the first, or one by lot.

    `value(child, most)` is what a position is worth to its mover; from `most` on any bound will do.
    """
    legal: list[int] = moves(state)
    if rng is not None:
        rng.shuffle(legal)
    best, chosen = -INF, legal[0]
    for move in legal:
        found = -value(play(state, move), -best)
        if found > best:
            best, chosen = found, move
    return int(chosen)
