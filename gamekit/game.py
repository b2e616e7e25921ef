"""What everybody else must know of a game beside its rules: one record a game.

A game's module ends with `GAME = Game(...)`. Where the game has a program of its own, the room of the program
(`gamekit/othello/program.py`) adds to that record what the program offers. Nobody outside asks for a game's
name and decides by it: players, arena, boards, protocols and commands ask the record.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from gamekit.errors import GamekitError
from gamekit.rules import Evaluator, Move, State


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


# Players of rising strength for people: they need nothing but the rules.
LEVELS_OF_ANY_GAME = (
    "random",
    "mcts,nodes=60",
    "mcts,careful,nodes=500",
    "mcts,careful,solver,time=0.5",
    "mcts,careful,solver,time=2",
)


@dataclass(frozen=True, eq=False)
class Game:
    """All that is to be known of a game. What a game does not say, it does not have."""

    name: str
    face: Face | None = None  # None: there is no board to draw and to play on
    sizes: Sequence[str] = ()  # that people play on beside the usual one
    has_passes: bool = False
    counts_ended: bool = False  # in published counts of lines: does a game that was over before count as one?

    # Players, by their specs.
    levels: Callable[[State], Sequence[str]] | None = None  # five of rising strength, for people
    rungs: Sequence[str] = ("random",)  # that stand on every ladder of a class
    exact: str = ""  # one that searches to the end
    fixed: Mapping[str, Callable[[], Any]] = field(
        default_factory=dict
    )  # by a name of their own: they never change

    # Openings of matches.
    random_plies: int = 0  # of a random opening
    even_plies: int = 0  # of the kit's own set
    even: str = ""  # what our judge of even openings looks for, in words
    is_even: Callable[[], Callable[[State], str | None]] | None = None  # the judge: why it is even, or None
    openings: Callable[[int, int], Iterator[tuple[list[Move], str]]] | None = None  # of its own: count, seed

    # Evaluators, by name.
    evaluator: str = "final"  # of searches that name none
    evaluators: Mapping[str, Callable[[], Evaluator]] = field(default_factory=dict)
    read_evaluator: Callable[[str], Evaluator | None] | None = None  # of what is no name, such as a sum
    features: Sequence[str] = ()  # that such a sum may weigh
    units: Mapping[str, str] = field(
        default_factory=dict
    )  # of values, by evaluator or method; else 1 is a win
    fits: Mapping[str, Callable[[], Any]] = field(default_factory=dict)  # of Multi-ProbCut, by evaluator
    policy: Callable[[], Any] | None = None  # what orders moves by learnt chances

    # The program.
    engine: Callable[[Any], Any] | None = None  # a `Thinker` from a player's `Spec`
    engine_plays: str = ""  # where it does not play every size
    switches: Mapping[str, str] = field(default_factory=dict)  # of the engine: what each does
    numbers: Mapping[str, str] = field(default_factory=dict)  # and files: what is said as NAME=...
    example: str = ""  # a position in which the engine has to think
    page: str = ""  # the module whose `driver` makes a web page of the engine; loaded only for that

    # What it learns, as "module:function" of the command's options; loaded only for that.
    train: Mapping[str, str] = field(default_factory=dict)  # by what `gamekit train` is told
    evaluate: str = ""  # of `gamekit evaluate`

    # The exact solver: for a size, what solves a state, or only tells who wins it.
    solver: Callable[..., Callable[[State, bool], Any]] | None = None  # and, where it can, of threads
    read_suite: Callable[..., list[Any]] | None = None  # cases of a file
    judge: Callable[[State], int | None] | None = None  # who wins, if that is quickly proven, for the mover

    # On a position, such as the squares that are forbidden, and why.
    remarks: Callable[[State], Mapping[str, Mapping[str, str]]] | None = None


def rules_of(state: State) -> Game:
    """The record of the game that a state belongs to, as its rules have it: without the program.

    >>> from gamekit.games import othello
    >>> rules_of(othello.start()).name
    'othello'
    """
    found = getattr(sys.modules.get(type(state).__module__), "GAME", None)
    if not isinstance(found, Game):
        raise GamekitError(f"{type(state).__name__} is no state of a game that the kit knows")
    return found


def game_of(state: State) -> Game:
    """The whole record of the game that a state belongs to, with its program if it has one."""
    return with_program(rules_of(state))


@cache
def with_program(rules: Game) -> Game:
    """The record that the game's room has made of it; the same record where there is no room."""
    room = f"gamekit.{rules.name}"
    if find_spec(room) is None or find_spec(f"{room}.program") is None:
        return rules
    found: Game = import_module(f"{room}.program").GAME
    return found
