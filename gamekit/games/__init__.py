"""The games, each a module of pure rules in this folder. They are loaded when first asked for."""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pkgutil import iter_modules
from typing import Any

from gamekit.errors import BadText
from gamekit.game import Game, with_program

# Where the module of each game lies. A game that somebody wrote elsewhere is added by `add`.
_MODULES = {found.name: f"{__name__}.{found.name}" for found in iter_modules(__path__)}
__all__ = ["about", "add", "game", "having", "names", "parse", "start", *_MODULES]


def names() -> tuple[str, ...]:
    """The names of all games, in the order of the alphabet.

    >>> names()
    ('connect4', 'gomoku', 'othello', 'plates', 'tictactoe', 'tree')
    """
    return tuple(sorted(_MODULES))


def add(module: str) -> None:
    """Make a game known that was written elsewhere: the module's name, as in `games.add(__name__)`.

    Its record `GAME` says what it is called. From then on every command, board and tournament has it.
    """
    _MODULES[sys.modules[module].GAME.name] = module


def is_added(name: str) -> bool:
    """Was this game added, so that it is none of the kit's own?"""
    return not _MODULES[name].startswith(f"{__name__}.")


def added() -> list[tuple[str, str]]:
    """The games that were added, as (module, file): a fresh process can `load` them."""
    others = [_MODULES[name] for name in names() if is_added(name)]
    return [(module, str(sys.modules[module].__file__)) for module in others]


def load(module: str, file: str) -> None:
    """Add a game that another process has added."""
    spec = spec_from_file_location(module, file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[module] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[module])
    add(module)


def game(name: str) -> Any:
    """The module of a game: `start(...)`, `parse(text, ...)`.

    >>> game("othello").__name__
    'gamekit.games.othello'
    """
    if name not in _MODULES:
        raise BadText(f"there is no game {name!r}; the games are {', '.join(names())}")
    return import_module(_MODULES[name])


def about(name: str) -> Game:
    """All that is to be known of a game, with its program if it has one.

    >>> about("connect4").random_plies
    4
    """
    return with_program(game(name).GAME)


def having(what: str) -> list[Game]:
    """The games whose record has this.

    >>> [game.name for game in having("judge")]
    ['connect4', 'othello']
    """
    every = [about(name) for name in names()]
    return [each for each in every if getattr(each, what)]


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
