"""A live board: play against a player, a friend or your own function, and see what the player thinks.

Python holds the game (a `Session`); the page shows what Python last sent and tells it of clicks. The page
gets two things: `position`, all that stands on the board and beside it, and `thought`, what the player thinks
of it. What the page sends carries the version of the position that it was meant for, so that a double click
plays one move.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import traitlets

from gamekit import games
from gamekit.draw.boards import record_board
from gamekit.draw.heat import values_to_show
from gamekit.draw.scene import board_games, scene
from gamekit.errors import BadText, GamekitError
from gamekit.game import rules_of
from gamekit.notation import clip
from gamekit.players import LEVEL_NAMES, Limits, Player, levels, player
from gamekit.record import Record
from gamekit.rules import INF, PASS, to_move
from gamekit.widgets.board.session import (
    SIDES,
    Session,
    checked_level,
    name_of,
    number_text,
    sentence,
    spec_text,
)
from gamekit.widgets.board.thinking import Thinker
from gamekit.widgets.live import Live, looks, script

FOLDER = Path(__file__).parent
BY_LEVEL = "by level"  # the player that fits the game, as strong as the level says
UNTIL_SHOWN = 0.3  # seconds that a new board has to get onto the page before anything else is loaded


class Board(Live):
    """A board to play on, for every game but plates and tree.

    `what`: a game's name, a state or a `Record`. `position`: its text, if `what` is a name. `player`: a
    player's spec, a `Player`, your own function from a state to a move, or None for two people. `human`:
    which side you play, 0 or 1; None lets the player play both. `level`: 1 to 5, if you name no player.
    `seconds`: how long it may think about a move, whatever its spec says. `show`: begin with its thinking
    shown. `size` and `rule`: as in `games.start`. `width`: of the board on the page, in pixels. `replay`: the
    names of X and O, where `what` is the record of a game to look at; it begins at its start.

        board = Board("othello", level=4)
        board.play("d3"); board.wait(); board.record.transcript
    """

    _esm = script(FOLDER / "board.js")
    _css = looks("gk-board", FOLDER / "board.css")
    position = traitlets.Dict().tag(sync=True)
    thought = traitlets.Dict().tag(sync=True)
    width = traitlets.Int().tag(sync=True)
    born = traitlets.Float().tag(sync=True)  # when it was made: a new board takes the focus

    def __init__(
        self,
        what: Any = "othello",
        position: str | None = None,
        *,
        player: Thinker = BY_LEVEL,
        human: int | None = 0,
        level: int = 3,
        seconds: float | None = None,
        show: bool = False,
        size: str | None = None,
        rule: str | None = None,
        width: int | None = None,
        replay: tuple[str, str] | None = None,
    ) -> None:
        record = _record_of(what, position, size, rule)
        player = None if replay is not None else player
        if human not in (0, 1, None):
            raise BadText(f"human is 0 (X, who begins), 1 (O) or None (the player plays both), not {human!r}")
        if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds <= 3600):
            raise BadText(f"seconds is a number above 0 and at most 3600, not {seconds!r}")
        is_named = not (isinstance(player, str) and player == BY_LEVEL)
        thinker = player if is_named else levels(record.state)[checked_level(level) - 1]
        limits = Limits(seconds=float(seconds)) if seconds is not None else None
        _check_thinker(thinker, record.state, limits)
        self._spoken = 0
        self._replay = replay
        self._session = Session(
            record,
            thinker,
            human=human,
            level=0 if is_named else level,
            named=spec_text(thinker) or name_of(thinker) if is_named else "",
            limits=limits,
            is_showing=bool(show),
            tell=self._show,
            tell_thought=self._show_thought,
            is_replay=replay is not None,
        )
        with self._session.lock:
            # Before the page hears of us, so that one message brings it everything.
            if replay is None:
                self._session.begin()
            else:
                self._session.goto(0)
            super().__init__(width=_checked_width(width, record.state), born=time.time())
            self.on_msg(self._on_message)
            self._session.prepare(UNTIL_SHOWN)

    # --- for Python --------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The game so far. It is yours: changing it does not change the board."""
        with self._session.lock:
            return Record(self._session.record.start, list(self._session.record.moves))

    @property
    def state(self) -> Any:
        """The position now."""
        with self._session.lock:
            return self._session.record.state

    @property
    def is_thinking(self) -> bool:
        """Is the player choosing a move?"""
        with self._session.lock:
            return self._session.is_thinking

    def play(self, move: int | str) -> Board:
        """Play a move for the side to move, by name or number; the page follows."""
        with self._session.lock:
            self._session.play(move)
        return self

    def undo(self) -> Board:
        """Take back your last move, and the player's answer with it."""
        with self._session.lock:
            self._session.undo()
        return self

    def redo(self) -> Board:
        """Play again what was taken back."""
        with self._session.lock:
            self._session.redo()
        return self

    def new_game(self) -> Board:
        """Begin again from the position where the board began."""
        with self._session.lock:
            self._session.new_game()
        return self

    def wait(self, seconds: float | None = None) -> Board:
        """Wait until the player has moved; `GamekitError` if that takes longer than so many seconds."""
        if not self._session.wait(seconds):
            raise GamekitError(f"the player is still thinking after {seconds} s")
        return self

    def close(self) -> None:
        """Take the board off the page and end its thinking."""
        session = getattr(self, "_session", None)  # Python also closes a board whose arguments were refused
        if session is not None:
            with session.lock:
                session.close()
        super().close()

    def __repr__(self) -> str:
        return f"<board: {self.record!r}>"

    def _still(self) -> dict[str, str]:
        return record_board(self.record)._repr_mimebundle_() | {"text/plain": str(self.record)}

    # --- what the page asks for --------------------------------------------------------------------------

    def _on_message(self, widget: Any, message: Any, buffers: Any) -> None:
        """Do what the page asks for, and answer, so that it knows that Python is there."""
        begin = time.perf_counter()
        with self._session.lock:
            try:
                self._do(message)
            except GamekitError as problem:
                self._show(sentence(str(problem)))
            finally:
                took = round(1000 * (time.perf_counter() - begin), 1)
                self.send({"answer": message.get("id"), "took": took})

    def _do(self, message: dict[str, Any]) -> None:
        session = self._session
        actions: dict[str, Callable[[], None]] = {
            "play": partial(session.click, message.get("cell"), message.get("version")),
            "undo": session.undo,
            "redo": session.redo,
            "new": session.new_game,
            "swap": session.swap,
            "stop": session.stop,
            "go": session.go,
            "hint": session.give_hint,
            "goto": partial(session.goto, message.get("ply")),
            "analyse": session.analyse,
            "level": partial(session.set_level, message.get("level")),
            "show": partial(session.set_showing, message.get("on")),
        }
        action = actions.get(message.get("do", ""))
        if action is not None:  # "hello" only wants an answer
            action()

    # --- what the page shows -----------------------------------------------------------------------------

    def _show(self, says: str) -> None:
        """Send everything about the position."""
        session = self._session
        record, state = session.record, session.record.state
        last = record.moves[-1] if record.moves else None
        if last == PASS and len(record) > 1:  # the stone before the pass is still the last one
            last = record.moves[-2]
        picture = scene(state, last=None if last == PASS else last)
        counts = [picture.stones.count(1), picture.stones.count(2)]
        self._spoken += 1
        self.position = {
            "version": session.version,
            "scene": picture.as_dict(),
            "says": says,
            "spoken": self._spoken,
            "over": record.is_over,
            "thinking": session.is_thinking,
            "looking": session.is_looking,
            "stopped": session.is_stopped,
            "can": {
                "undo": bool(record.moves),
                "redo": bool(session.undone) and not session.is_thinking,
                "swap": session.thinker is not None and session.human is not None,
                "hint": not record.is_over and not session.is_thinking,
                "go": session.is_stopped and not record.is_over,
            },
            "human": session.human if session.thinker is not None else None,
            "two": session.thinker is None,
            "level": session.level,
            "levels": list(LEVEL_NAMES),
            "player": name_of(session._named_thinker) if session.named else "",
            "spec": session.named,
            "names": self._replay,
            "game": session.game.names,
            "graph": [[ply, max(-INF, min(INF, value))] for ply, value in sorted(session.values.items())],
            "unit": session.unit(session.adviser),
            "analysing": session.is_analysing,
            "showing": session.is_showing,
            "hint": session.hint,
            "counts": counts if picture.face.pieces_turn else None,
            "moves": record.names,
        }

    def _show_thought(self, purpose: str, result: Any, is_running: bool) -> None:
        """Send what the player thinks of the position."""
        state = self._session.record.state
        thinker = self._session.thinker if purpose == "move" else self._session.adviser
        shown = scene(state, legal=False, heat=values_to_show(result), line=result.line).as_dict()
        self.thought = {
            "purpose": purpose,
            "version": self._session.version,
            "running": is_running,
            "side": SIDES[to_move(state)],
            "who": self._session.who(thinker),
            "unit": self._session.unit(thinker),
            "depth": int(result.depth),
            "nodes": int(result.nodes),
            "seconds": round(float(result.seconds), 2),
            "value": number_text(result.value),
            "names": result.names(state),
            "line": shown["line"],
            "shades": shown["shades"],
        }


# --- what a board may be given, and the sentence for what it may not --------------------------------------


def _record_of(what: Any, position: str | None, size: str | None, rule: str | None) -> Record:
    """A game's name, a state or a record as a record of our own."""
    if isinstance(what, str):
        if what not in board_games():
            raise _no_board(clip(what))
        if position is None:
            return Record(games.start(what, size, rule))
        return Record(games.parse(what, position, size, rule))
    if position is not None or size is not None or rule is not None:
        raise BadText("position, size and rule go with a game's name; a state or record has its own")
    state = what.start if isinstance(what, Record) else what
    try:
        game = rules_of(state)
    except GamekitError:
        shown = clip(repr(what))
        raise BadText(f"a board shows a game's name, a state or a record, not {shown}") from None
    if game.face is None:
        raise _no_board(game.name)
    return Record(state, list(what.moves) if isinstance(what, Record) else ())


def _no_board(what: str) -> BadText:
    return BadText(f"there is no board for {what}; there is one for {', '.join(board_games())}")


def _check_thinker(thinker: Thinker, state: Any, limits: Limits | None) -> None:
    """Refuse now what would fail at the first move."""
    if isinstance(thinker, str):
        thinker = player(thinker)
    if isinstance(thinker, Player):
        thinker.check(state, limits)
    elif thinker is not None and not callable(thinker):
        raise BadText(f"player is a spec, a player, a function or None, not {clip(repr(thinker))}")


def _checked_width(width: Any, state: Any) -> int:
    if width is None:
        shown = scene(state)
        return min(480, max(300, shown.face.cell_pixels * shown.width))
    if isinstance(width, bool) or not isinstance(width, int) or not 120 <= width <= 2000:
        raise BadText(f"width is a whole number of pixels from 120 to 2000, not {width!r}")
    return width
