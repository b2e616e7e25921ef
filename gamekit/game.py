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
    """How a board looks. The pictures and the live boards know nothing else of a game but its rules.

    The colours themselves, and what follows from a kind of cell or ground, are in `gamekit/draw/style.py`.
    """

    title: str  # the game's name as people write it
    cells: str = "squares"  # or "crossings" of lines, or "holes"
    ground: str = "paper"  # what the board is made of: or "felt", "frame", "wood"
    pieces: str = "discs"  # or "marks": X and O as written by hand
    rows_from: str | None = "bottom"  # or "top": where rows are counted from; None: rows have no labels
    falls: bool = False  # a move names a column, and the piece falls to the lowest free cell
    shows_legal: bool = False  # mark where the mover may play, since not every empty cell will do
    pieces_turn: bool = False  # pieces change sides, so they are counted, and some may be marked as stable
    cell_pixels: int = 50  # the width of a cell of a live board
    refusal: str = "{name} is not legal here"  # said of an empty cell; {reason}: as in `forbidden_moves`


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
