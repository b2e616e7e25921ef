"""What a board may be given, and the sentence for what it may not."""

from __future__ import annotations

from typing import Any

from gamekit import games
from gamekit.draw.scene import BOARD_GAMES, game_of, scene
from gamekit.errors import BadText, GamekitError
from gamekit.notation import clip
from gamekit.players import LEVEL_NAMES, Limits, Player, player
from gamekit.record import Record

Engine = Any  # a player's text, a Player, or any function from a state to a move

WIDTH_OF_A_CELL = {"othello": 50, "connect4": 58, "gomoku": 32, "tictactoe": 90}  # pixels


def record_of(what: Any, position: str | None, size: str | None, rule: str | None) -> Record:
    """A game's name, a state or a record as a record of our own."""
    if isinstance(what, str):
        if what not in BOARD_GAMES:
            raise BadText(f"there is no board for {clip(what)}; there is one for {', '.join(BOARD_GAMES)}")
        if position is None:
            return Record(games.start(what, size, rule))
        return Record(games.parse(what, position, size, rule))
    if position is not None or size is not None or rule is not None:
        raise BadText("position, size and rule go with a game's name; a state or record has its own")
    state = what.start if isinstance(what, Record) else what
    try:
        name = game_of(state)
    except GamekitError:
        shown = clip(repr(what))
        raise BadText(f"a board shows a game's name, a state or a record, not {shown}") from None
    if name not in BOARD_GAMES:
        raise BadText(f"there is no board for {name}; there is one for {', '.join(BOARD_GAMES)}")
    return Record(state, list(what.moves) if isinstance(what, Record) else ())


def checked_level(level: Any) -> int:
    if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= len(LEVEL_NAMES):
        raise BadText(f"level is a whole number from 1 to {len(LEVEL_NAMES)}, not {level!r}")
    return level


def check_engine(engine: Any, state: Any, limits: Limits | None) -> None:
    """Refuse now what would fail at the first move."""
    if isinstance(engine, str):
        engine = player(engine)
    if isinstance(engine, Player):
        engine.check(state, limits)
    elif engine is not None and not callable(engine):
        raise BadText(f"player is a text, a player, a function or None, not {clip(repr(engine))}")


def checked_width(width: Any, state: Any) -> int:
    if width is None:
        return min(480, max(300, WIDTH_OF_A_CELL[game_of(state)] * scene(state).width))
    if isinstance(width, bool) or not isinstance(width, int) or not 120 <= width <= 2000:
        raise BadText(f"width is a whole number of pixels from 120 to 2000, not {width!r}")
    return width


def name_of(engine: Engine) -> str:
    if isinstance(engine, str):
        return engine
    if engine is None:
        return ""
    return str(getattr(engine, "text", None) or getattr(engine, "__name__", type(engine).__name__))


def is_searching(engine: Engine) -> bool:
    """Does it search, so that it has an opinion of every move and can be limited?"""
    if isinstance(engine, str):
        engine = player(engine)
    return isinstance(engine, Player) and engine.method not in ("random", "minimax")
