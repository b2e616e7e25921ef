"""A move of a player that somebody wrote: a function `choose(state)`, or `choose(state, seconds)`.

The arena asks it, in the sandbox of grading or in a process of its own. A question is plain data: the game,
the moves so far, how long to think, and a seed, so that a player who draws lots plays the same game again.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from gamekit import games
from gamekit.isolation.plain import plain
from gamekit.rules import play, snapshot


class Follower:
    """The state of a game that is told as a list of moves; only the new ones are played.

    >>> follower = Follower()
    >>> str(follower.state({"game": "tictactoe", "moves": [4]}))[-9:]
    'O to move'
    """

    def __init__(self) -> None:
        self._where: tuple[Any, ...] = ()
        self._moves: list[int] = []
        self._state: Any = None

    def state(self, case: dict[str, Any]) -> Any:
        """The state after `case["moves"]`; it belongs to whoever asked."""
        where, told = (case["game"], case.get("size"), case.get("rule")), case["moves"]
        if where != self._where or told[: len(self._moves)] != self._moves:
            self._where, self._moves, self._state = where, [], games.start(*where)
        for move in told[len(self._moves) :]:
            self._state = play(self._state, move)
        self._moves = list(told)
        return snapshot(self._state)


_follower = Follower()


def wants_seconds(function: Callable[..., Any]) -> bool:
    """Does it take the seconds that it may think, beside the state?

    >>> wants_seconds(lambda state: 0), wants_seconds(lambda state, seconds: 0)
    (False, True)
    """
    try:
        given = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(each.kind in by_place for each in given) >= 2


def choose_move(function: Callable[..., Any], case: dict[str, Any]) -> Any:
    """What the function answers, whatever that is: who asked looks whether it is a move."""
    random.seed(case["seed"])
    np.random.seed(case["seed"] % 2**32)
    state = _follower.state(case)
    return function(state, case["seconds"]) if wants_seconds(function) else function(state)


def choose(function: Callable[..., Any], case: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question of the arena: a move, as plain data.

    >>> choose(lambda state: 4, {"game": "tictactoe", "moves": [], "seconds": 1, "seed": 0})
    {'move': 4}
    """
    return {"move": plain(choose_move(function, case))}


def kind(name: str) -> Callable[..., dict[str, Any]]:
    """The only kind of question that the arena has."""
    return {"choose": choose}[name]
