"""What everybody else must know of a game beside its rules: one record a game.

A game's module ends with `GAME = Game(...)`. Where the game has a program of its own, the room of the program
(`gamekit/othello/program.py`) adds to that record what the program offers. Nobody outside asks for a game's
name and decides by it: players, arena, boards, protocols and commands ask the record.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from gamekit.errors import GamekitError


@dataclass(frozen=True)
class Face:
    """How a board looks."""


@dataclass(frozen=True)
class Game:
    """All that is to be known of a game."""

    name: str
    face: Face | None = None  # None: there is no board to draw and to play on
    sizes: Sequence[str] = ()  # that people play on beside the usual one


def rules_of(state: Any) -> Game:
    """The record of the game that a state belongs to, as its rules have it: without the program.

    >>> from gamekit.games import othello
    >>> rules_of(othello.start()).name
    'othello'
    """
    module = sys.modules.get(type(state).__module__)
    found = getattr(module, "GAME", None)
    if not isinstance(found, Game):
        raise GamekitError(f"{type(state).__name__} is no state of a game that the kit knows")
    return found


def game_of(state: Any) -> Game:
    """The whole record of the game that a state belongs to, with its program if it has one."""
    return with_program(rules_of(state))


@cache
def with_program(rules: Game) -> Game:
    """The record that the game's room has made of it; the same record where there is no room."""
    if find_spec(f"gamekit.{rules.name}") is None or find_spec(f"gamekit.{rules.name}.program") is None:
        return rules
    found: Game = import_module(f"gamekit.{rules.name}.program").GAME
    return found
