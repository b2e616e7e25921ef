"""A live board: play against a player, a friend or your own function, and see what the player thinks.

Python holds the game (a `Match`); the page shows what Python last sent and tells it of clicks. The page gets
two things: `position`, all that stands on the board and beside it, and `thought`, what the player thinks of
it. What the page sends carries the version of the position that it was meant for, so that a double click
plays one move.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from gamekit import games
from gamekit.draw.boards import record_board
from gamekit.draw.scene import scene
from gamekit.draw.style import css
from gamekit.errors import BadText, GamekitError
from gamekit.players import LEVEL_NAMES, Limits, levels
from gamekit.record import Record
from gamekit.rules import PASS, to_move
from gamekit.widgets.board.arguments import (
    Engine,
    check_engine,
    checked_level,
    checked_width,
    name_of,
    record_of,
)
from gamekit.widgets.board.engine import Thought
from gamekit.widgets.board.match import Match, use_rules
from gamekit.widgets.board.words import SIDES, number_text, sentence

FOLDER = Path(__file__).parent
BY_LEVEL = "by level"  # the player that fits the game, as strong as the level says
MOST_VALUES = 40  # where there are more moves, only the best are shown
BEST_SHOWN = 12
UNTIL_SHOWN = 0.3  # seconds that a new board has to get onto the page before anything else is loaded


class Board(anywidget.AnyWidget):
    """A board to play on, for every game but plates and tree.

    `what`: a game's name, a state or a `Record`. `position`: its text, if `what` is a name. `player`: a
    player's text, a `Player`, your own function from a state to a move, or None for two people. `human`:
    which side you play, 0 or 1; None lets the player play both. `level`: 1 to 5, if you name no player.
    `seconds`: how long it may think about a move, whatever its text says. `show`: begin with its thinking
    shown. `size` and `rule`: as in `games.start`. `width`: of the board on the page, in pixels.

        board = Board("othello", level=4)
        board.play("d3"); board.wait(); board.record.transcript
    """

    _esm = FOLDER / "board.js"
    _css = f".gk-board {{\n{css()}\n}}\n{(FOLDER / 'board.css').read_text()}"
    position = traitlets.Dict().tag(sync=True)
    thought = traitlets.Dict().tag(sync=True)
    width = traitlets.Int().tag(sync=True)

    def __init__(
        self,
        what: Any = "othello",
        position: str | None = None,
        *,
        player: Engine | None = BY_LEVEL,
        human: int | None = 0,
        level: int = 3,
        seconds: float | None = None,
        show: bool = False,
        size: str | None = None,
        rule: str | None = None,
        width: int | None = None,
    ) -> None:
        record = record_of(what, position, size, rule)
        if human not in (0, 1, None):
            raise BadText(f"human is 0 (X, who begins), 1 (O) or None (the player plays both), not {human!r}")
        if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds <= 3600):
            raise BadText(f"seconds is a number above 0 and at most 3600, not {seconds!r}")
        is_named = not (isinstance(player, str) and player == BY_LEVEL)
        engine = player if is_named else levels(record.state)[checked_level(level) - 1]
        limits = Limits(seconds=float(seconds)) if seconds is not None else None
        check_engine(engine, record.state, limits)
        self._spoken = 0
        self._match = Match(
            record,
            engine,
            human=human,
            level=0 if is_named else level,
            named=name_of(engine) if is_named else "",
            limits=limits,
            is_showing=bool(show),
            tell=self._show,
            tell_thought=self._show_thought,
        )
        with self._match.lock:
            self._match.begin()  # before the page hears of us, so that one message brings it everything
            super().__init__(width=checked_width(width, record.state))
            self.on_msg(self._on_message)
            self._match.prepare(UNTIL_SHOWN)

    # --- for Python --------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The game so far. It is yours: changing it does not change the board."""
        with self._match.lock:
            return Record(self._match.record.start, list(self._match.record.moves))

    @property
    def state(self) -> Any:
        """The position now."""
        with self._match.lock:
            return self._match.record.state

    @property
    def is_thinking(self) -> bool:
        """Is the player choosing a move?"""
        with self._match.lock:
            return self._match.is_thinking

    @property
    def least_seconds(self) -> float:
        """So long the player's move takes at least, for people's eyes; set it to 0 in scripts."""
        return self._match.least_seconds

    @least_seconds.setter
    def least_seconds(self, seconds: float) -> None:
        self._match.least_seconds = seconds

    def play(self, move: int | str) -> Board:
        """Play a move for the side to move, by name or number; the page follows."""
        with self._match.lock:
            self._match.play(move)
        return self

    def undo(self) -> Board:
        """Take back your last move, and the player's answer with it."""
        with self._match.lock:
            self._match.undo()
        return self

    def redo(self) -> Board:
        """Play again what was taken back."""
        with self._match.lock:
            self._match.redo()
        return self

    def new_game(self) -> Board:
        """Begin again from the position where the board began."""
        with self._match.lock:
            self._match.new_game()
        return self

    def wait(self, seconds: float | None = None) -> Board:
        """Wait until the player has moved; `GamekitError` if that takes longer than so many seconds."""
        if not self._match.wait(seconds):
            raise GamekitError(f"the player is still thinking after {seconds} s")
        return self

    def close(self) -> None:
        """Take the board off the page and end its thinking."""
        match = getattr(self, "_match", None)  # Python also closes a board whose arguments were refused
        if match is not None:
            with match.lock:
                match.close()
        super().close()

    def __repr__(self) -> str:
        return f"<board: {self.record!r}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live board, and a still picture for pages without Python."""
        live = super()._repr_mimebundle_(**kwargs)
        if live is None:
            return None
        data, metadata = live
        record = self.record
        return data | {"text/plain": str(record), "image/svg+xml": record_board(record).svg}, metadata

    # --- what the page asks for --------------------------------------------------------------------------

    def _on_message(self, widget: Any, message: Any, buffers: Any) -> None:
        """Do what the page asks for, and answer, so that it knows that Python is there."""
        begin = time.perf_counter()
        with self._match.lock:
            try:
                self._do(message)
            except GamekitError as problem:
                self._show(sentence(str(problem)))
            finally:
                took = round(1000 * (time.perf_counter() - begin), 1)
                self.send({"answer": message.get("id"), "took": took})

    def _do(self, message: dict[str, Any]) -> None:
        match = self._match
        actions: dict[str, Callable[[], None]] = {
            "play": partial(match.click, message.get("cell"), message.get("version")),
            "undo": match.undo,
            "redo": match.redo,
            "new": match.new_game,
            "swap": match.swap,
            "stop": match.stop,
            "go": match.go,
            "hint": match.give_hint,
            "level": partial(match.set_level, message.get("level")),
            "show": partial(match.set_showing, message.get("on")),
        }
        action = actions.get(message.get("do", ""))
        if action is not None:  # "hello" only wants an answer
            action()

    # --- what the page shows -----------------------------------------------------------------------------

    def _show(self, says: str) -> None:
        """Send everything about the position."""
        match = self._match
        record, state = match.record, match.record.state
        last = record.moves[-1] if record.moves else None
        if last == PASS and len(record) > 1:  # the stone before the pass is still the last one
            last = record.moves[-2]
        picture = scene(state, last=None if last == PASS else last)
        counts = [picture.stones.count(1), picture.stones.count(2)]
        self._spoken += 1
        self.position = {
            "version": match.version,
            "scene": picture.as_dict(),
            "says": says,
            "spoken": self._spoken,
            "over": record.is_over,
            "thinking": match.is_thinking,
            "looking": match.is_looking,
            "stopped": match.is_stopped,
            "can": {
                "undo": bool(record.moves),
                "redo": bool(match.undone) and not match.is_thinking,
                "swap": match.engine is not None and match.human is not None,
                "hint": not record.is_over and not match.is_thinking,
                "go": match.is_stopped and not record.is_over,
            },
            "human": match.human if match.engine is not None else None,
            "two": match.engine is None,
            "level": match.level,
            "levels": list(LEVEL_NAMES),
            "player": match.named,
            "showing": match.is_showing,
            "hint": match.hint,
            "counts": counts if picture.game == "othello" else None,
            "moves": record.names,
        }

    def _show_thought(self, who: str, result: Any, is_running: bool) -> None:
        """Send what the player thinks of the position."""
        state = self._match.record.state
        values = list(result.values.items())
        if len(values) > MOST_VALUES:
            values = sorted(values, key=lambda pair: (pair[0] != result.move, -pair[1]))[:BEST_SHOWN]
        shown = scene(state, legal=False, heat=dict(values), line=result.line).as_dict()
        self.thought = {
            "who": who,
            "version": self._match.version,
            "running": is_running,
            "side": SIDES[to_move(state)],
            "depth": int(result.depth),
            "nodes": int(result.nodes),
            "seconds": round(float(result.seconds), 2),
            "value": number_text(result.value),
            "names": result.names(state),
            "line": shown["line"],
            "shades": shown["shades"],
        }


# At the first call of compiled code numba loads much of itself. Begin now, while the page is still busy.
Thought(lambda game: use_rules(games.start(game)), "othello", None).start()
