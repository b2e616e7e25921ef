"""The games, each a module of pure rules. They are loaded when first asked for."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

from gamekit.errors import BadText

NAMES = ("plates", "tree", "tictactoe", "connect4", "othello", "gomoku")


def game(name: str) -> Any:
    """The module of a game: `start(...)`, `parse(text, ...)`.

    >>> game("othello").__name__
    'gamekit.games.othello'
    """
    if name not in NAMES:
        raise BadText(f"there is no game {name!r}; the games are {', '.join(NAMES)}")
    return import_module(f"gamekit.games.{name}")


def start(name: str, size: str | None = None, rule: str | None = None) -> Any:
    """The state at the start of a game.

    >>> print(start("connect4", size="4x4"))
    1 2 3 4
    . . . .
    . . . .
    . . . .
    . . . .
    1 2 3 4
    X to move
    """
    module = game(name)
    return module.start(**_options(name, module.start, size, rule))


def parse(name: str, text: str, size: str | None = None, rule: str | None = None) -> Any:
    """The state that a position's text means.

    >>> str(parse("tictactoe", "X../.O./..."))[-9:]
    'X to move'
    """
    module = game(name)
    return module.parse(text, **_options(name, module.parse, size, rule))


def _options(name: str, function: Any, size: str | None, rule: str | None) -> dict[str, str]:
    """Keep the options that were given; refuse those that the game does not have."""
    given = {key: text for key, text in (("size", size), ("rule", rule)) if text is not None}
    for key in given:
        if key not in inspect.signature(function).parameters:
            raise BadText(f"{name} has no option '{key}'")
    return given
