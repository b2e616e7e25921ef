"""The Go Text Protocol, version 2, as Othello programs speak it: drive such a program, and be one.

A command is a line; the answer begins with `=`, or `?` and a reason, and ends with an empty line. Colours
are black and white, black begins, a1 is at the top left.

`GtpPlayer` is the player `gtp:COMMAND`. What was met in programs of other people, and is allowed for:

- GRhino takes no fractions of a second, and no `play black pass`: it passes by itself. It keeps to no clock.
  With `-b 0` it still follows its book where the game is in it.
- Edax writes `= 1 d3`, with a space before the number of the command. So `GtpPlayer` numbers no commands.
- Some print greetings that are no answers; some know no `set_game`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from math import ceil
from typing import BinaryIO

from gamekit.errors import GamekitError
from gamekit.games import othello
from gamekit.notation import clip
from gamekit.parts import version
from gamekit.players import GameClock, Limits, Player
from gamekit.protocols.outside import OutsidePlayer
from gamekit.protocols.process import Program, ProgramFailed
from gamekit.protocols.serving import Refusal, limits_within, lines, without_control_characters
from gamekit.record import Record
from gamekit.rules import (
    FIRST,
    PASS,
    Move,
    State,
    is_over,
    move_name,
    moves,
    parse_move,
    play,
    score,
    to_move,
)

GAME = "othello"  # that this protocol is spoken for here
COLOURS = ("black", "white")
START_UP = 30.0  # seconds until the first answer: a program may have to load, ours even to compile
QUICK = 30.0  # seconds for everything that is no thinking; some load or compile first, on a busy machine
REST_OF_AN_ANSWER = 2.0  # seconds from its first line to its last
MOST_LINES = 1000  # of one answer
MOST_POSITIONS = 50_000  # looked at to find a game that leads to a position


class GtpPlayer(OutsidePlayer):
    """An Othello program that speaks GTP, as a player."""

    protocol, farewell = "gtp", "quit"

    def __init__(self, command: str) -> None:
        super().__init__(command, GAME)
        self._takes_fractions = True

    def _begin(self, program: Program, start: State) -> None:
        program.discard()
        _must(program, "protocol_version", START_UP)
        _command(program, "set_game Othello", QUICK)  # those who know one game only may not know this
        _must(program, f"boardsize {othello.SIZE_OF[type(start)]}", QUICK)
        _must(program, "clear_board", QUICK)

    def _tell(self, program: Program, state: State, move: Move) -> None:
        line = f"play {COLOURS[to_move(state)]} {move_name(state, move)}"
        if move == PASS:
            _command(program, line, QUICK)  # refused by those who pass by themselves
        else:
            _must(program, line, QUICK)

    def _ask(self, program: Program, state: State, limits: Limits) -> str:
        colour = COLOURS[to_move(state)]
        if limits.seconds is not None:
            self._set_clock(program, colour, limits.seconds)
        return _must(program, f"genmove {colour}", self.patience).strip()

    def _set_clock(self, program: Program, colour: str, seconds: float) -> None:
        """So many seconds for one move. A program that knows no clock refuses, and that is its right."""
        _command(program, f"time_settings 0 {ceil(seconds)} 1", QUICK)
        if self._takes_fractions:
            self._takes_fractions, _ = _command(program, f"time_left {colour} {seconds:g} 1", QUICK)
        if not self._takes_fractions:
            _command(program, f"time_left {colour} {ceil(seconds)} 1", QUICK)

    def _game_leading_to(self, state: State) -> Record:
        """The game so far, some moves taken back perhaps, then moves found by trying."""
        known = self._game
        if known is None or type(known.start) is not type(state):
            known = Record(othello.start(str(othello.SIZE_OF[type(state)])))
        seen: set[State] = set()
        for length in range(len(known), -1, -1):
            before = Record(known.start, known.moves[:length])
            after = _moves_between(before.state, state, seen)
            if after is not None:
                return Record(known.start, [*before.moves, *after])
        raise GamekitError(
            f"{self.spec.text} plays whole games, and how this position came about is not known: "
            "tell it with player.follow(record)"
        )


PLAYER = GtpPlayer


def _moves_between(here: State, there: State, seen: set[State]) -> list[Move] | None:
    """Moves from one position to another; discs never vanish, so only moves onto its squares lead there."""
    if here == there:
        return []
    taken, wanted = here.player | here.opponent, there.player | there.opponent
    if taken & ~wanted or here in seen or len(seen) > MOST_POSITIONS:
        return None
    seen.add(here)
    for move in moves(here):
        if move == PASS or (wanted & ~taken) >> move & 1:
            rest = _moves_between(play(here, move), there, seen)
            if rest is not None:
                return [move, *rest]
    return None


def _must(program: Program, line: str, seconds: float) -> str:
    """The answer to a command that may not be refused."""
    accepted, answer = _command(program, line, seconds)
    if not accepted:
        raise ProgramFailed("nonsense", f"it refused '{line}': {clip(answer, 100)}")
    return answer


def _command(program: Program, line: str, seconds: float) -> tuple[bool, str]:
    """Was the command accepted, and the text of the answer or of the refusal."""
    first = program.ask(line, seconds, lambda said: said if said.startswith(("=", "?")) else None)
    return first[0] == "=", _rest(program, first[1:])


def _rest(program: Program, first: str) -> str:
    """The text of an answer, to the empty line that ends it."""
    said = [first.strip()]
    deadline = time.monotonic() + REST_OF_AN_ANSWER
    while len(said) < MOST_LINES:
        try:
            line = program.receive(max(deadline - time.monotonic(), 0.0))
        except ProgramFailed as failed:
            if failed.kind != "timeout":
                raise
            break
        if not line.strip():
            return "\n".join(said)
        said.append(line)
    raise ProgramFailed("nonsense", f"its answer {clip(said[0])} has no empty line at its end")


# --- being a program --------------------------------------------------------------------------------------


class GtpServer:
    """Answers GTP commands with the moves of a player.

    >>> from gamekit.players import player
    >>> server = GtpServer(player("alphabeta,depth=2"))
    >>> print(server.answer("7 play black d3"), end="")
    =7
    <BLANKLINE>
    >>> print(server.answer("play black d3  # twice"), end="")
    ? illegal move: it is white's turn
    <BLANKLINE>
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.is_done = False
        self._size = "8"
        self._states: list[State] = [othello.start()]  # one more after each command that changed the game
        self._prepared: set[str] = set()
        self._new_clocks(0.0, 0.0, 0)
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "gamekit",
            "version": lambda words: version(),
            "known_command": lambda words: "true" if words[0:1] and words[0] in self._commands else "false",
            "list_commands": lambda words: "\n".join(self._commands),
            "list_games": lambda words: "Othello",
            "set_game": self._set_game,
            "boardsize": self._board_size,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._generate,
            "reg_genmove": lambda words: self._named(*self._choose(words)),
            "undo": self._undo,
            "showboard": lambda words: "\n" + str(self.state),
            "final_score": self._final_score,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "quit": self._quit,
        }

    @property
    def state(self) -> State:
        return self._states[-1]

    def answer(self, line: str) -> str:
        """The answer to a line, its empty line included; nothing to an empty line or a comment."""
        number, words = "", without_control_characters(line).partition("#")[0].split()
        if words and re.fullmatch(r"[0-9]{1,10}", words[0]):
            number = words.pop(0)
        if not words:
            return f"?{number} syntax error: a number and no command\n\n" if number else ""
        try:
            if words[0] not in self._commands:
                raise Refusal("unknown command")
            text, sign = self._commands[words[0]](words[1:]), "="
        except Refusal as refusal:
            text, sign = str(refusal), "?"
        gap = "" if text.startswith("\n") or not text else " "
        return f"{sign}{number}{gap}{text}\n\n"

    def prepare(self) -> None:
        """Have the player compile what it needs for this board, before a clock runs."""
        if self._size not in self._prepared:
            self.player.warm_up(self.state)
            self._prepared.add(self._size)

    # --- the game -------------------------------------------------------------------------------------

    def _set_game(self, words: list[str]) -> str:
        if [word.lower() for word in words] != [GAME]:
            raise Refusal("unsupported game: this program plays Othello")
        return ""

    def _board_size(self, words: list[str]) -> str:
        if len(words) != 1 or words[0] not in ("8", "6", "4"):
            raise Refusal("unacceptable size: Othello is played on 8, 6 or 4")
        self._size = words[0]
        return self._clear_board([])

    def _clear_board(self, words: list[str]) -> str:
        self._states = [othello.start(self._size)]
        self._new_clocks(*self._time)
        self.prepare()
        return ""

    def _komi(self, words: list[str]) -> str:
        _numbers(words, 1)  # a word of Go; it means nothing here
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise Refusal("syntax error: play wants a colour and a move, such as play black d3")
        state = self._state_for(words[0], wants_to_pass=words[1].lower() == "pass")
        try:
            move = parse_move(state, words[1])
        except GamekitError as error:
            raise Refusal(f"syntax error: {error}") from None
        if move == PASS and is_over(state):  # some say so at the end
            self._states.append(state)
            return ""
        legal = moves(state)
        if move not in legal:
            names = " ".join(move_name(state, option) for option in legal)
            rest = f"legal are {names}" if legal else "the game is over"
            raise Refusal(f"illegal move: {move_name(state, move)}, {rest}")
        self._states.append(play(state, move))
        return ""

    def _state_for(self, word: str, wants_to_pass: bool = False) -> State:
        """The position with this colour to move. A pass before it, forced as it is, may go unsaid."""
        colour = _colour(word)
        state = self.state
        if to_move(state) != colour and moves(state) == [PASS] and not wants_to_pass:
            state = play(state, PASS)
        if to_move(state) != colour and not is_over(state):
            raise Refusal(f"illegal move: it is {COLOURS[to_move(state)]}'s turn")
        return state

    def _undo(self, words: list[str]) -> str:
        if len(self._states) == 1:
            raise Refusal("cannot undo")
        self._states.pop()
        return ""

    def _final_score(self, words: list[str]) -> str:
        state = self.state
        if not is_over(state):
            raise Refusal("cannot score: the game is not over")
        for_black = score(state) if to_move(state) == FIRST else -score(state)
        return f"{'B' if for_black > 0 else 'W'}+{abs(for_black)}" if for_black else "0"

    def _quit(self, words: list[str]) -> str:
        self.is_done = True
        return ""

    # --- thinking -------------------------------------------------------------------------------------

    def _generate(self, words: list[str]) -> str:
        state, move = self._choose(words)
        self._states.append(state if move is None else play(state, move))
        return self._named(state, move)

    def _named(self, state: State, move: Move | None) -> str:
        return "PASS" if move in (None, PASS) else str(move_name(state, move))

    def _choose(self, words: list[str]) -> tuple[State, Move | None]:
        """The position to move in, and the player's move; None where the game is over."""
        if len(words) != 1:
            raise Refusal("syntax error: genmove wants a colour")
        state = self._state_for(words[0])
        self.prepare()
        options = moves(state)
        if len(options) < 2:
            return state, options[0] if options else None
        clock, begin = self._clocks[_colour(words[0])], time.perf_counter()
        try:
            seconds = clock.for_next_move()
            within = None if seconds is None else limits_within(self.player, seconds)
            move = self.player.think(state, within).move
        except GamekitError as error:
            raise Refusal(f"cannot move: {error}") from None
        clock.spend(time.perf_counter() - begin)
        return state, move

    def _time_settings(self, words: list[str]) -> str:
        main, period, stones = _numbers(words, 3)
        self._new_clocks(main, period, int(stones))
        return ""

    def _time_left(self, words: list[str]) -> str:
        colour = _colour(words[0] if words else "")
        seconds, stones = _numbers(words[1:], 2)
        self._clocks[colour].set(seconds, int(stones))
        return ""

    def _new_clocks(self, main: float, period: float, stones: int) -> None:
        self._time = main, period, stones
        self._clocks = [_Clock(main, period, stones) for _ in COLOURS]


class _Clock:
    """GTP's clock of one colour: a main time, then periods of so many seconds for so many moves each."""

    def __init__(self, main: float, period: float, stones: int) -> None:
        self.period, self.stones = period, stones
        self.main = main
        self.left, self.left_stones = period, stones  # of the period
        # By GTP's rules, time in a period without a number of moves means that there is no limit.
        self.is_on = (main > 0 or stones > 0) and not (period > 0 and stones == 0)

    def set(self, seconds: float, stones: int) -> None:
        """What is left: of the main time where stones is 0, else of a period."""
        self.is_on = True
        self.main = seconds if stones == 0 else 0.0
        if stones:
            self.left, self.left_stones = seconds, stones

    def for_next_move(self) -> float | None:
        """Seconds to think, with a margin for what lies between the clock and us; None for no limit."""
        if not self.is_on:
            return None
        share = self.left / self.left_stones if self.left_stones else 0.0
        if self.main > 0:
            share = max(share, GameClock(self.main).for_next_move())
        return max(0.95 * share - 0.005, 0.001)

    def spend(self, seconds: float) -> None:
        if self.main > 0:
            self.main = max(self.main - seconds, 0.0)
        elif self.left_stones:
            self.left, self.left_stones = max(self.left - seconds, 0.0), self.left_stones - 1
            if self.left_stones == 0:
                self.left, self.left_stones = self.period, self.stones


def _colour(word: str) -> int:
    if word.lower() not in ("b", "black", "w", "white"):
        raise Refusal(f"syntax error: a colour is black or white, not {clip(word)}")
    return "bw".index(word[0].lower())


def _numbers(words: list[str], count: int) -> list[float]:
    if len(words) != count or not all(re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{0,9})?", word) for word in words):
        raise Refusal(f"syntax error: {count} number{'s' if count > 1 else ''} wanted")
    return [max(float(word), 0.0) for word in words]


def serve(player: Player, commands: BinaryIO, answers: BinaryIO) -> None:
    """Answer every command until `quit` or the end of the input, which must not be buffered."""
    server = GtpServer(player)
    server.prepare()
    for line in lines(commands):
        answers.write(server.answer(line).encode())
        answers.flush()
        if server.is_done:
            return
