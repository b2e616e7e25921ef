"""A game on a board: the record, who plays which side, and a player who thinks in the background.

Nothing here knows of pages. Whoever shows the session is told when there is something new to show.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from gamekit.draw.scene import scene
from gamekit.errors import BadText, GamekitError
from gamekit.players import LEVEL_NAMES, OUTSIDE, Limits, Player, in_words, levels, player, unit_of
from gamekit.record import Record
from gamekit.rules import (
    INF,
    PASS,
    cell_of,
    cells,
    is_over,
    move_at,
    move_name,
    moves,
    play,
    score,
    snapshot,
    to_move,
)
from gamekit.widgets.board.thinking import Thinker, Thought, is_searching

SIDES = "XO"
LONGEST_SENTENCE = 300
HINT_LEVEL = 4
HINT = Limits(seconds=0.7)
GLANCE = Limits(seconds=0.15)  # at each position of a game that is looked through
ONLY_MOVE = Limits(seconds=0.1)
OPINIONS = ("moves", "points")  # units that are not those of a result
LOOKING_SECONDS = 1.0  # at most, for a value of every move
SECONDS_BETWEEN_REPORTS = 0.08  # a page cannot show more, nor a person read it
LEAST_SECONDS = 0.35  # before the player's move: people should see their own move first


class Session:
    """A game between a person and a player, two people, or a player and itself (`human` None).

    `tell(sentence)` is called whenever anything has changed, `tell_thought(who, result, is_running)` whenever
    the player has something new to say; both under `lock`, perhaps in another thread. Whoever calls a method
    (but for `wait`) holds `lock`: clicks, the learner's calls and thoughts come from three threads.
    """

    def __init__(
        self,
        record: Record,
        thinker: Thinker,
        *,
        human: int | None,
        level: int,
        named: str,
        limits: Limits | None,
        is_showing: bool,
        tell: Callable[[str], None],
        tell_thought: Callable[[str, Any, bool], None],
        is_replay: bool = False,
    ) -> None:
        self.record, self.thinker, self.human = record, thinker, human
        self.level, self.named = level, named  # level 0: the player was named, not chosen by its level
        self._named_thinker = thinker
        self.is_showing = is_showing  # what the player thinks of every move
        self.is_replay = is_replay  # a game that was played: it is looked at, not changed
        self.is_analysing = False  # positions of the game are looked through, one after the other
        self.values: dict[int, float] = {}  # what positions are worth to X, by plies played; of the adviser
        self.is_stopped = False  # it is the player's turn, but it was told to wait
        self.hint: int | None = None  # a cell
        self.version = 0  # of the position: counts moves played and taken back
        self.undone: list[Any] = []  # moves taken back, the next one to redo last
        self.least_seconds = LEAST_SECONDS
        self.lock = threading.RLock()
        self._calm = threading.Condition(self.lock)
        self._limits = limits
        self._thought: Thought | None = None
        self._last_report = 0.0
        self._ply = 0  # of the position that is thought about
        self._tell, self._tell_thought = tell, tell_thought

    @property
    def is_thinking(self) -> bool:
        """Is the player choosing a move?"""
        return self._thought is not None and self._thought.purpose == "move"

    @property
    def is_looking(self) -> bool:
        """Is anybody thinking at all, about a move or about what every move is worth?"""
        return self._thought is not None

    @property
    def adviser(self) -> Thinker:
        """Who tells what moves are worth: heat map, hint and graph, so that they agree.

        The player that was named, if it can tell; else a strong one, however weak the player of the level is.
        """
        able = self.level == 0 and is_searching(self.thinker)
        return self.thinker if able else levels(self.record.state)[HINT_LEVEL - 1]

    def who(self, thinker: Thinker) -> str:
        """A player as people call it."""
        known = [] if thinker is None or callable(thinker) else list(levels(self.record.state))
        if thinker in known and not (self.level == 0 and thinker is self._named_thinker):
            return LEVEL_NAMES[known.index(thinker)]
        return name_of(thinker)

    def unit(self, thinker: Thinker) -> str:
        """What this player's values count."""
        spec = spec_text(thinker)
        return unit_of(spec, self.record.state) if spec else ""

    @property
    def game(self) -> Record:
        """The whole game, what was taken back included."""
        moves_of_all = [*self.record.moves, *reversed(self.undone)]
        return Record(self.record.start, moves_of_all) if self.undone else self.record

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
        if self.is_replay:
            self._tell("This game has been played: step through it with the arrows below the board.")
        elif self.record.is_over:
            self._tell(f"{self._result()} Press New game to play again.")
        elif self.is_thinking:
            self._tell("It is thinking: wait for its move, or press Stop.")
        elif 0 <= cell < sum(map(len, cells(state))):
            move = move_at(state, cell)
            if move not in moves(state):
                self._tell(why_not(state, move, cell))
                return
            self._push(move)
            self._go_on("")

    def undo(self) -> None:
        """Take moves back until it is a person's turn again."""
        if not self.record.moves:
            raise GamekitError("there is no move to take back: the game is at its start")
        self._travel(back=True)

    def redo(self) -> None:
        """Play again what was taken back, until it is a person's turn."""
        if self.is_thinking:
            raise GamekitError("it is thinking: wait for its move, or press Stop")
        if not self.undone:
            raise GamekitError("there is no move to play again: nothing was taken back")
        self._travel(back=False)

    def _travel(self, back: bool) -> None:
        """A move back or on, and further, until a person has something to choose."""
        self._stop_thinking()
        self._step(back)
        while (self.record.moves if back else self.undone) and not self._is_a_choice():
            self._step(back)
        self._changed()
        self.is_stopped = self._is_players_turn()
        self._go_on("")

    def _step(self, back: bool) -> None:
        if back:
            self.undone.append(self.record.moves[-1])
            self.record.undo()
        else:
            self.record.push(self.undone.pop())

    def goto(self, ply: Any) -> None:
        """Show the position after so many moves of the game; a move from there begins another game."""
        if isinstance(ply, bool) or not isinstance(ply, int):
            return
        back = ply < len(self.record.moves)
        self._stop_thinking()
        while self.record.moves if back else self.undone:
            self._step(back)
            is_there = len(self.record.moves) <= ply if back else len(self.record.moves) >= ply
            if is_there and not must_pass(self.record.state):
                break
        self._changed()
        self.is_stopped = self._is_players_turn() and bool(self.undone)
        self._go_on("")

    def analyse(self) -> None:
        """Find out what every position of the game is worth, for the graph."""
        self.is_analysing = True
        if self._thought is None:
            self._look_through()
        self._tell("Looking through the game ...")

    def _look_through(self) -> None:
        """The next position that has no value yet; nothing where all have one."""
        game = self.game
        missing = [ply for ply in range(len(game.moves) + 1) if ply not in self.values]
        state = game.start
        for ply, move in enumerate([*game.moves, None]):
            is_result = is_over(state) and self.unit(self.adviser) not in OPINIONS
            if ply in missing and (is_over(state) or must_pass(state)):
                before = self.values.get(ply - 1, 0.0)
                self.values[ply] = _for_first(state, score(state)) if is_result else before
                missing.remove(ply)
            if missing and ply == missing[0]:
                self._begin("graph", self.adviser, GLANCE, state)
                self._ply = ply
                return
            if move is not None:
                state = play(snapshot(state), move)
        self.is_analysing = False

    def _is_a_choice(self) -> bool:
        """Is it a person's turn, with more to do than pass? There undo and redo come to rest."""
        return not self._is_players_turn() and not must_pass(self.record.state)

    def new_game(self) -> None:
        """Begin again where the record began."""
        self._stop_thinking()
        self.record = Record(self.record.start)
        self.undone.clear()
        self._forget()
        self._changed()
        self.is_stopped = False
        self._go_on("A new game. ")

    def swap(self) -> None:
        """Let the person play the other side."""
        if self.thinker is None or self.human is None:
            raise GamekitError("there are no sides to swap")
        self._stop_thinking()
        self.human = 1 - self.human
        self.is_stopped = False
        self._go_on(f"You play {SIDES[self.human]} now. ")

    def stop(self) -> None:
        """End the thinking. If the player was to move, it waits for `go`."""
        if self._thought is not None:
            is_choosing = self.is_thinking
            self.is_analysing = False
            self._stop_thinking()
            self.is_stopped = is_choosing
            self._tell(self._whose_turn() if is_choosing else "Stopped.")

    def go(self) -> None:
        """Let the player move after all."""
        self.is_stopped = False
        self._go_on("")

    def set_level(self, level: Any) -> None:
        """Choose the player by level; 0 is the one that was named at the beginning."""
        if self.thinker is None:
            raise GamekitError("two people play here, so there is no level")
        was_thinking, before = self.is_thinking, self.adviser
        if level == 0 and self.named:
            self.level, self.thinker = 0, self._named_thinker
        else:
            self.level = checked_level(level)
            self.thinker = levels(self.record.state)[level - 1]
        self._stop_thinking()
        if self.adviser is not before:
            self.values.clear()  # others count otherwise
        self.prepare()
        name = f"Level {self.level}, {LEVEL_NAMES[self.level - 1]}" if self.level else name_of(self.thinker)
        if was_thinking or self.is_showing:
            self._go_on(f"{name}. ")
        else:
            self._tell(f"{name}. {self._whose_turn()}")

    def set_showing(self, on: Any) -> None:
        """Show what the player thinks of every move, or no longer."""
        self.is_showing = bool(on)
        if self.is_showing and self._thought is None and not self.record.is_over:
            self._look_at_every_move()
        elif not self.is_showing and self._thought is not None and not self.is_thinking:
            self._stop_thinking()
        self._tell(self._whose_turn())

    def give_hint(self) -> None:
        """Look for a good move and mark it."""
        if self.record.is_over:
            raise GamekitError("the game is over: there is no move to find")
        if self.is_thinking:
            raise GamekitError("it is thinking: wait for its move, or press Stop")
        self._stop_thinking()
        self._begin("hint", self.adviser, HINT)
        self._tell("Looking for a good move ...")

    # --- the game ----------------------------------------------------------------------------------------

    def _is_players_turn(self) -> bool:
        if self.thinker is None or self.record.is_over:
            return False
        return self.human is None or to_move(self.record.state) != self.human

    def _push(self, move: int | str) -> None:
        self.record.push(move)
        self.undone.clear()
        self._forget()
        self.is_stopped = False
        self._changed()

    def _forget(self) -> None:
        """Another game from here on: what later positions were worth is no longer true."""
        self.values = {
            ply: value for ply, value in self.values.items() if ply < max(1, len(self.record.moves))
        }

    def _changed(self) -> None:
        """The position is another one now."""
        self._stop_thinking()
        self.version += 1
        self.hint = None

    def _go_on(self, before: str) -> None:
        """After any change: pass where nothing else can be done, let the player think, show everything."""
        while must_pass(self.record.state) and not self.is_stopped:  # stopped: undo came to rest here
            before += f"{self._last_move()}{SIDES[to_move(self.record.state)]} has no move and passes. "
            self.record.push(PASS)
            self.undone.clear()
            self._forget()
            self._changed()
        if self.record.is_over:
            before, after = before or self._last_move(), self._result()
        else:
            if self._is_players_turn() and not self.is_stopped:
                self._choose_a_move()
            elif self.is_showing:
                self._look_at_every_move()
            before, after = before or self._last_move(), self._whose_turn()
        if self.is_analysing and self._thought is None:
            self._look_through()
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
        if self.is_analysing and self._thought is not None and self._thought.purpose == "graph":
            return f"Looking through the game: {len(self.values)} of {len(self.game.moves) + 1} positions."
        side = SIDES[to_move(self.record.state)]
        if self.thinker is None:
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
        shown = scene(state)
        if shown.face.pieces_turn:
            fewer, more = sorted((shown.stones.count(1), shown.stones.count(2)))
            discs = f" {more} to {fewer}"
        if outcome == 0:
            return "The game is over: a draw."
        winner = int(outcome < 0)
        if self.thinker is not None and self.human is not None:
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
        if isinstance(self.thinker, str) and is_searching(self.thinker):
            Thought(self.thinker, state, Limits(nodes=1), after=after).start()

    def _choose_a_move(self) -> None:
        has_no_choice = len(moves(self.record.state)) == 1 and is_searching(self.thinker)
        self._begin("move", self.thinker, ONLY_MOVE if has_no_choice else self._limits)

    def _look_at_every_move(self) -> None:
        """Begin to find out what every move is worth."""
        thinker = self.adviser
        limits = self._limits or (thinker if isinstance(thinker, Player) else player(thinker)).limits
        if limits.seconds is not None or not limits:  # the player's own limits, but a second at most
            seconds = min(limits.seconds or LOOKING_SECONDS, LOOKING_SECONDS)
            limits = Limits(limits.depth, limits.nodes, seconds)
        self._begin("values", thinker, limits)

    def _begin(self, purpose: str, thinker: Thinker, limits: Limits | None, state: Any = None) -> None:
        self._stop_thinking()
        if purpose != "graph":
            self.hint = None
        self._last_report = 0.0
        self._thought = Thought(
            thinker,
            self.record.state if state is None else state,
            limits,
            purpose=purpose,
            least_seconds=self.least_seconds if purpose == "move" else 0.0,
            report=self._heard,
            done=self._has_ended,
        ).start()

    def _stop_thinking(self) -> None:
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None
            self._calm.notify_all()

    def _heard(self, thought: Thought, result: Any) -> None:
        """A report from the thread that thinks."""
        now = time.perf_counter()
        with self.lock:
            if thought is self._thought and now - self._last_report >= SECONDS_BETWEEN_REPORTS:
                self._last_report = now
                if thought.purpose != "graph":
                    self._tell_thought(thought.purpose, result, True)

    def _has_ended(self, thought: Thought) -> None:
        """The thread that thinks has an answer, or an error."""
        with self.lock:
            if thought is not self._thought:
                return
            self._thought = None
            if thought.purpose != "graph":
                self._ply = len(self.record.moves)
            if thought.thinker is self.adviser and hasattr(thought.result, "value"):
                self.values[self._ply] = _for_first(thought.state, thought.result.value)
            if thought.purpose == "move":
                self._play_chosen(thought)
            elif thought.purpose == "graph":
                self.is_analysing = self.is_analysing and not thought.error
                self._go_on("")
            else:
                self._show_values(thought)

    def _play_chosen(self, thought: Thought) -> None:
        """The player has chosen a move: play it."""
        result = thought.result
        move = getattr(result, "move", result)
        try:
            if thought.error:
                raise GamekitError(f"the player failed with {thought.error}")
            if hasattr(result, "line"):
                self._tell_thought(thought.purpose, result, False)
            self._push(move if isinstance(move, str) else int(move))
            self._go_on("")
        except (GamekitError, TypeError, ValueError) as problem:
            self.is_stopped = True
            what = str(problem) if isinstance(problem, GamekitError) else f"the player answered {move!r}"
            self._tell(f"{sentence(what)} Make its move yourself, or press Go again.")
        self._calm.notify_all()

    def _show_values(self, thought: Thought) -> None:
        """There is a value for every move."""
        result, state = thought.result, self.record.state
        if thought.error:
            self._tell(sentence(f"there is no answer: {thought.error}"))
            return
        self._tell_thought(thought.purpose, result, False)
        if thought.purpose == "hint" and result.move is not None:
            self.hint = cell_of(state, result.move)
            name = move_name(state, result.move)
            worth = f"value {number_text(result.value)} {self.unit(thought.thinker)}".strip()
            self._tell(f"Hint: {name} looks best ({worth}).")
        else:
            self._tell(self._last_move() + self._whose_turn())
        if self.is_analysing:
            self._look_through()


def must_pass(state: Any) -> bool:
    """Can the mover do nothing but pass?"""
    return not is_over(state) and list(moves(state)) == [PASS]


def _for_first(state: Any, value: Any) -> float:
    """A value for the side to move, as X sees it."""
    return float(value) if to_move(state) == 0 else -float(value)


_prepared: set[type] = set()  # kinds of states whose rules are loaded


def use_rules(state: Any) -> None:
    """Call the rules that a move needs: from now on they are quick."""
    for move in moves(state)[:1]:
        score(play(state, move))


# --- words ------------------------------------------------------------------------------------------------


def why_not(state: Any, move: int, cell: int) -> str:
    """Why a cell cannot be played, and what can."""
    shown = scene(state)
    name = move_name(state, move)
    if shown.face.falls:
        return f"Column {name} is full: choose another one."
    if shown.stones[cell]:
        return f"There is a stone on {name} already: choose a marked square."
    refusal = shown.face.refusal.format(name=name, reason=shown.forbidden.get(cell, ""))
    return f"{refusal}: choose {'a marked' if shown.face.shows_legal else 'another'} square."


def spec_text(thinker: Thinker) -> str:
    """The spec of a player; "" of a function and of nobody."""
    if isinstance(thinker, Player):
        return thinker.spec.text
    return thinker if isinstance(thinker, str) else ""


def name_of(thinker: Thinker) -> str:
    """A player as people call it: by what it does, or by its function's name."""
    if thinker is None:
        return ""
    spec = spec_text(thinker)
    if spec.startswith(OUTSIDE):
        return spec.partition(":")[2].split()[0].rpartition("/")[2]
    return in_words(spec) if spec else str(getattr(thinker, "__name__", type(thinker).__name__))


def number_text(value: Any) -> str:
    """A value for people: with its sign, and two decimals where there are any."""
    if abs(value) >= INF:
        return "+inf" if value > 0 else "-inf"
    text = f"{value:+d}" if isinstance(value, int) else f"{float(value):+.2f}"
    return text.replace("-", "−") if float(text) else "0"


def sentence(words: str) -> str:
    """What an error says, as a sentence of bearable length."""
    words = words if len(words) <= LONGEST_SENTENCE else words[: LONGEST_SENTENCE - 3] + "..."
    return f"{words[:1].upper()}{words[1:]}."


def checked_level(level: Any) -> int:
    """A level that there is; `BadText` for all else."""
    if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= len(LEVEL_NAMES):
        raise BadText(f"level is a whole number from 1 to {len(LEVEL_NAMES)}, not {level!r}")
    return level
