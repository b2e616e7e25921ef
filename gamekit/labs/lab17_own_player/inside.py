"""What is asked of a student's player: its move in positions of Othello.

The opponents are in `ladder.py`, which no submission sees: nobody plays as one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from gamekit.labs.common.matches import FORFEIT, states_of
from gamekit.rules import moves, parse_move

Choose = Callable[[Any, float], Any]
SECONDS = 0.01  # what a player is told that a move may take


def asked_move(choose: Choose, state: Any) -> int:
    """A player's move, by number or name; `FORFEIT` where its answer is none."""
    answer = choose(state, SECONDS)
    try:
        move = parse_move(state, answer) if isinstance(answer, str) else answer
        is_move = not isinstance(move, bool) and move in list(moves(state))
        return int(move) if is_move else FORFEIT
    except Exception:
        return FORFEIT


def choose_each(choose: Choose, case: dict[str, Any]) -> dict[str, Any]:
    """A player's move in each of `case["positions"]`."""
    return {"value": [asked_move(choose, state) for state in states_of(case)]}


def __getattr__(name: str) -> Any:
    """The ladder, where it can be seen: notebooks that were handed out look for it here."""
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(import_module("gamekit.labs.lab17_own_player.ladder"), name)
