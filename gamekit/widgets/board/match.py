"""A game on a board: the record, who sits where, and a player who thinks in the background.

Nothing here knows of pages. Whoever shows a match is told when there is something new to show.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from gamekit.draw.scene import cell_of, game_of, move_at, scene
from gamekit.errors import GamekitError
from gamekit.players import LEVEL_NAMES, Limits, Player, levels, player
from gamekit.record import Record
from gamekit.rules import PASS, move_name, moves, play, score, to_move
from gamekit.widgets.board.arguments import Engine, checked_level, is_searching
from gamekit.widgets.board.engine import Thought
from gamekit.widgets.board.words import SIDES, number_text, sentence, why_not

HINT_LEVEL = 4
HINT = Limits(seconds=0.7)
ONLY_MOVE = Limits(seconds=0.1)
LOOKING_SECONDS = 1.0  # at most, for a value of every move
SECONDS_BETWEEN_REPORTS = 0.08  # a page cannot show more, nor a person read it
LEAST_SECONDS = 0.35  # before the player's move: people should see their own move first


class Match:
    """A game between a person and a player, two people, or a player and itself (`human` None).

    `tell(sentence)` is called whenever anything has changed, `tell_thought(who, result, is_running)` whenever
    the player has something new to say; both under `lock`, perhaps in another thread. Whoever calls a method
    (but for `wait`) holds `lock`: clicks, the learner's calls and thoughts come from three threads.
    """

    def __init__(
        self,
        record: Record,
        engine: Engine,
        *,
        human: int | None,
        level: int,
        named: str,
        limits: Limits | None,
        is_showing: bool,
        tell: Callable[[str], None],
        tell_thought: Callable[[str, Any, bool], None],
    ) -> None:
        self.record, self.engine, self.human = record, engine, human
        self.level, self.named = level, named  # level 0: the player was named, not chosen by its level
        self._named_engine = engine
        self.is_showing = is_showing  # what the player thinks of every move
        self.is_stopped = False  # it is the player's turn, but it was told to wait
        self.hint: int | None = None  # a cell
        self.version = 0  # of the position: counts moves played and taken back
        self.undone: list[Any] = []  # moves taken back, the next one to redo last
        self.least_seconds = LEAST_SECONDS
        self.lock = threading.RLock()
        self._calm = threading.Condition(self.lock)
        self._levels = levels(record.state)
        self._limits = limits
        self._thought: Thought | None = None
        self._last_report = 0.0
        self._tell, self._tell_thought = tell, tell_thought

    @property
    def is_thinking(self) -> bool:
        """Is the player choosing a move?"""
        return self._thought is not None and not self._thought.of_every_move

    @property
    def is_looking(self) -> bool:
        """Is anybody thinking at all, about a move or about what every move is worth?"""
        return self._thought is not None

    def begin(self) -> None:
        """Show the position, and let the player move if it is its turn."""
        self._go_on("")

    def wait(self, seconds: float | None) -> bool:
        """Wait until the player has moved; False where it has not after so many seconds."""
        with self._calm:
            return self._calm.wait_for(lambda: not self.is_thinking, seconds)

    def close(self) -> None:
        """End all thinking."""
        self._stop_thinking()

    # --- what a person does ------------------------------------------------------------------------------

    def play(self, move: int | str) -> None:
        """Play a move for the side to move, by name or number."""
        if self.is_thinking:
            raise GamekitError("the player is thinking; board.wait() waits for its move")
        self._push(move)
        self._go_on("")

    def click(self, cell: Any, version: Any) -> None:
        """A click on a cell. What was meant for an earlier position, as by a double click, means nothing."""
        if version != self.version or isinstance(cell, bool) or not isinstance(cell, int):
            return
        state = self.record.state
        if self.record.is_over:
            self._tell(f"{self._result()} Press New game to play again.")
        elif self.is_thinking:
            self._tell("It is thinking: wait for its move, or press Stop.")
        else:
            move = move_at(state, cell)
            if move is None:
                return
            if move not in moves(state):
                self._tell(why_not(state, move, cell))
                return
            self._push(move)
            self._go_on("")

    def undo(self) -> None:
        """Take moves back until it is a person's turn again."""
        if not self.record.moves:
            raise GamekitError("there is no move to take back: the game is at its start")
        self._stop_thinking()
        self._take_back()
        while self.record.moves and not self._is_a_choice():
            self._take_back()
        self._changed()
        self.is_stopped = self._is_players_turn()
        self._go_on("")

    def _take_back(self) -> None:
        self.undone.append(self.record.moves[-1])
        self.record.undo()

    def redo(self) -> None:
        """Play again what was taken back, until it is a person's turn."""
        if self.is_thinking:
            raise GamekitError("it is thinking: wait for its move, or press Stop")
        if not self.undone:
            raise GamekitError("there is no move to play again: nothing was taken back")
        self._stop_thinking()
        self.record.push(self.undone.pop())
        while self.undone and not self._is_a_choice():
            self.record.push(self.undone.pop())
        self._changed()
        self.is_stopped = self._is_players_turn()
        self._go_on("")

    def _is_a_choice(self) -> bool:
        """Is it a person's turn, with more to do than pass? There undo and redo come to rest."""
        return not self._is_players_turn() and list(moves(self.record.state)) != [PASS]

    def new_game(self) -> None:
        """Begin again where the record began."""
        self._stop_thinking()
        self.record = Record(self.record.start)
        self.undone.clear()
        self._changed()
        self.is_stopped = False
        self._go_on("A new game. ")

    def swap(self) -> None:
        """Let the person play the other side."""
        if self.engine is None or self.human is None:
            raise GamekitError("there are no sides to swap")
        self._stop_thinking()
        self.human = 1 - self.human
        self.is_stopped = False
        self._go_on(f"You play {SIDES[self.human]} now. ")

    def stop(self) -> None:
        """End the thinking. If the player was to move, it waits for `go`."""
        if self._thought is not None:
            is_choosing = self.is_thinking
            self._stop_thinking()
            self.is_stopped = is_choosing
            self._tell(self._whose_turn() if is_choosing else "Stopped.")

    def go(self) -> None:
        """Let the player move after all."""
        self.is_stopped = False
        self._go_on("")

    def set_level(self, level: Any) -> None:
        """Choose the player by level; 0 is the one that was named at the beginning."""
        if self.engine is None:
            raise GamekitError("two people play here, so there is no level")
        was_thinking = self.is_thinking
        if level == 0 and self.named:
            self.level, self.engine = 0, self._named_engine
        else:
            self.level = checked_level(level)
            self.engine = self._levels[level - 1]
        self._stop_thinking()
        self.prepare()
        name = f"Level {self.level}, {LEVEL_NAMES[self.level - 1]}" if self.level else self.named
        if was_thinking or self.is_showing:
            self._go_on(f"{name}. ")
        else:
            self._tell(f"{name}. {self._whose_turn()}")

    def set_showing(self, on: Any) -> None:
        """Show what the player thinks of every move, or no longer."""
        self.is_showing = bool(on)
        if self.is_showing and self._thought is None and not self.record.is_over:
            self._look_at_every_move(self._analyst(), self._analysis_limits(), is_hint=False)
        elif not self.is_showing and self._thought is not None and self._thought.of_every_move:
            self._stop_thinking()
        self._tell(self._whose_turn())

    def give_hint(self) -> None:
        """Look for a good move and mark it."""
        if self.record.is_over:
            raise GamekitError("the game is over: there is no move to find")
        if self.is_thinking:
            raise GamekitError("it is thinking: wait for its move, or press Stop")
        self._stop_thinking()
        self._look_at_every_move(self._levels[HINT_LEVEL - 1], HINT, is_hint=True)
        self._tell("Looking for a good move ...")

    # --- the game ----------------------------------------------------------------------------------------

    def _is_players_turn(self) -> bool:
        if self.engine is None or self.record.is_over:
            return False
        return self.human is None or to_move(self.record.state) != self.human

    def _push(self, move: int | str) -> None:
        self.record.push(move)
        self.undone.clear()
        self.is_stopped = False
        self._changed()

    def _changed(self) -> None:
        """The position is another one now."""
        self._stop_thinking()
        self.version += 1
        self.hint = None

    def _go_on(self, before: str) -> None:
        """After any change: pass where nothing else can be done, let the player think, show everything."""
        while not self.record.is_over and list(moves(self.record.state)) == [PASS]:
            if self.is_stopped:  # undo came to rest here
                break
            before += f"{self._last_move()}{SIDES[to_move(self.record.state)]} has no move and passes. "
            self.record.push(PASS)
            self.undone.clear()
            self._changed()
        if self.record.is_over:
            before, after = before or self._last_move(), self._result()
        else:
            if self._is_players_turn() and not self.is_stopped:
                self._choose_a_move()
            elif self.is_showing:
                self._look_at_every_move(self._analyst(), self._analysis_limits(), is_hint=False)
            before, after = before or self._last_move(), self._whose_turn()
        self._tell(before + after)
        self._calm.notify_all()

    # --- in words ----------------------------------------------------------------------------------------

    def _last_move(self) -> str:
        if not self.record.moves or self.record.moves[-1] == PASS:
            return ""
        return f"{SIDES[1 - to_move(self.record.state)]} played {self.record.names[-1]}. "

    def _whose_turn(self) -> str:
        if self.record.is_over:
            return self._result()
        side = SIDES[to_move(self.record.state)]
        if self.engine is None:
            return f"{side} to move."
        if not self._is_players_turn():
            return f"Your move: you play {side}."
        if self.is_stopped:
            return f"It waits. Press Go and it moves for {side}, or make its move yourself."
        return f"{side} is thinking ..."

    def _result(self) -> str:
        record = self.record
        if not record.is_over:
            return ""
        state, outcome = record.state, record.outcome
        discs = ""
        if game_of(state) == "othello":
            shown = scene(state).stones
            discs = f" {max(shown.count(1), shown.count(2))} to {min(shown.count(1), shown.count(2))}"
        if outcome == 0:
            return "The game is over: a draw."
        winner = int(outcome < 0)
        if self.engine is not None and self.human is not None:
            return f"The game is over: {'you win' if winner == self.human else 'it wins'}{discs}."
        return f"The game is over: {SIDES[winner]} wins{discs}."

    # --- thinking ----------------------------------------------------------------------------------------

    def prepare(self, after: float = 0.0) -> None:
        """Load compiled code in the background, so that the first click does not wait for it.

        Numba loads for one thread at a time: beginning at once would delay what the page waits for now.
        """
        state = self.record.state
        if type(state) not in _prepared:
            _prepared.add(type(state))
            Thought(use_rules, state, None, after=after).start()
        if isinstance(self.engine, str) and is_searching(self.engine):
            Thought(self.engine, state, Limits(nodes=1), after=after).start()

    def _choose_a_move(self) -> None:
        limits = self._limits
        if len(moves(self.record.state)) == 1 and is_searching(self.engine):
            limits = ONLY_MOVE
        self._begin(
            Thought(
                self.engine,
                self.record.state,
                limits,
                least_seconds=self.least_seconds,
                report=partial(self._heard, "player"),
                done=self._has_chosen,
            )
        )

    def _look_at_every_move(self, engine: Engine, limits: Limits | None, is_hint: bool) -> None:
        self._begin(
            Thought(
                engine,
                self.record.state,
                limits,
                of_every_move=True,
                report=partial(self._heard, "hint" if is_hint else "you"),
                done=partial(self._has_looked, is_hint),
            )
        )

    def _begin(self, thought: Thought) -> None:
        self._stop_thinking()
        self.hint = None
        self._last_report = 0.0
        self._thought = thought.start()

    def _stop_thinking(self) -> None:
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None
            self._calm.notify_all()

    def _analyst(self) -> Engine:
        """Who says what every move is worth: the player itself, if it can."""
        can = is_searching(self.engine)
        return self.engine if can else self._levels[HINT_LEVEL - 1]

    def _analysis_limits(self) -> Limits | None:
        """The player's own limits, but a second at most."""
        engine = self._analyst()
        own = self._limits or (engine if isinstance(engine, Player) else player(engine)).limits
        if own.seconds is None and own:
            return own
        return Limits(own.depth, own.nodes, min(own.seconds or LOOKING_SECONDS, LOOKING_SECONDS))

    def _heard(self, who: str, thought: Thought, result: Any) -> None:
        """A report from the thread that thinks."""
        now = time.perf_counter()
        with self.lock:
            if thought is self._thought and now - self._last_report >= SECONDS_BETWEEN_REPORTS:
                self._last_report = now
                self._tell_thought(who, result, True)

    def _has_chosen(self, thought: Thought) -> None:
        """The player has chosen a move: play it."""
        with self.lock:
            if thought is not self._thought:
                return
            self._thought = None
            result = thought.result
            move = getattr(result, "move", result)
            try:
                if thought.error:
                    raise GamekitError(f"the player failed with {thought.error}")
                if hasattr(result, "line"):
                    self._tell_thought("player", result, False)
                self._push(move if isinstance(move, str) else int(move))
                self._go_on("")
            except (GamekitError, TypeError, ValueError) as problem:
                self.is_stopped = True
                what = str(problem) if isinstance(problem, GamekitError) else f"the player answered {move!r}"
                self._tell(f"{sentence(what)} Make its move yourself, or press Go again.")
            self._calm.notify_all()

    def _has_looked(self, is_hint: bool, thought: Thought) -> None:
        """There is a value for every move."""
        with self.lock:
            if thought is not self._thought:
                return
            self._thought = None
            result, state = thought.result, self.record.state
            if thought.error:
                self._tell(sentence(f"there is no answer: {thought.error}"))
                return
            self._tell_thought("hint" if is_hint else "you", result, False)
            if is_hint and result.move is not None:
                self.hint = cell_of(state, result.move)
                name = move_name(state, result.move)
                self._tell(f"Hint: {name} looks best (value {number_text(result.value)}).")
            else:
                self._tell(self._last_move() + self._whose_turn())


_prepared: set[type] = set()  # kinds of states whose rules are loaded


def use_rules(state: Any) -> None:
    """Call the rules that a move needs: from now on they are quick."""
    for move in moves(state)[:1]:
        score(play(state, move))
