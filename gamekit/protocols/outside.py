"""Another program as a player: what is the same in every protocol.

A program follows a game; a player is asked about a state. `OutsidePlayer` bridges the two: it knows what the
program has been told, tells it what is new, starts it when needed, and starts it anew after a failure.
"""

from __future__ import annotations

import shlex
import shutil
import time
from abc import ABC, abstractmethod

from gamekit.errors import BadText, GamekitError
from gamekit.notation import clip
from gamekit.player_spec import Spec
from gamekit.players import Limits, Player, Report
from gamekit.protocols.process import Program, ProgramFailed
from gamekit.record import Record
from gamekit.rules import PASS, Move, State, move_name, moves, parse_move, position_text
from gamekit.search.result import Result


class OutsidePlayer(Player, ABC):
    """A program that plays. `ProgramFailed` says why it did not; then the next move starts it anew.

    A subclass speaks one protocol: `_begin`, `_tell`, `_ask` and `_game_leading_to`.
    """

    protocol = ""
    farewell: str | None = None  # what the protocol says at the end

    def __init__(self, command: str, game: str) -> None:
        super().__init__(Spec(f"{self.protocol}:{command}", self.protocol, game))
        self.command = _words(command, self.protocol)
        self.patience = 60.0  # seconds for one move, whatever the program was asked for
        self._program: Program | None = None
        self._its_game: Record | None = None  # the game as the program knows it
        self._game: Record | None = None  # the game as we know it

    # --- one protocol ---------------------------------------------------------------------------------

    @abstractmethod
    def _begin(self, program: Program, start: State) -> None:
        """A new game begins."""

    @abstractmethod
    def _tell(self, program: Program, state: State, move: Move) -> None:
        """This move was played."""

    @abstractmethod
    def _ask(self, program: Program, state: State, limits: Limits) -> str:
        """The name of the program's own move, which it has played itself."""

    @abstractmethod
    def _game_leading_to(self, state: State) -> Record:
        """A game that reaches the state, for one who was asked about a state without a word before."""

    # --- every protocol -------------------------------------------------------------------------------

    def follow(self, game: Record) -> None:
        """The game so far; `think` is asked about its last state."""
        self._game = Record(game.start, game.moves)

    def get_ready(self) -> None:
        """Start the program and tell it the game so far, which takes none of its time to think."""
        assert self._game is not None
        try:
            self._catch_up(self._game)
        except BaseException:
            self.close()
            raise

    def check(self, state: State, limits: Limits | None = None) -> None:
        """It plays one game, and nobody knows what else it wants."""
        self._refuse_other_games(state)

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        """Let the program choose a move."""
        self.check(state)
        options = moves(state)
        if not options:
            return Result(None, 0)
        if options == [PASS]:  # nothing to ask; the program is told with the next move
            return Result(PASS, 0, (PASS,))
        if self._game is None or position_text(self._game.state) != position_text(state):
            self._game = self._game_leading_to(state)
        self.get_ready()
        assert self._program is not None
        assert self._its_game is not None
        try:
            begin = time.perf_counter()
            name = self._ask(self._program, state, limits)
            seconds = time.perf_counter() - begin
            move = _read_move(state, name)
        except BaseException:  # also Ctrl-C: the program may still answer a question that nobody waits for
            self.close()
            raise
        self._its_game.push(move)
        return Result(move, 0, (move,), seconds=seconds)

    def warm_up(self, state: State) -> None:
        """Is this a game for the program? It starts with the first game."""
        self.check(state)

    def _analyse(self, state: State, limits: Limits, report: Report | None) -> Result:
        """Programs say their move and no more."""
        raise GamekitError(f"{self.spec.text} says which move it plays, not what every move is worth")

    @property
    def process_id(self) -> int | None:
        """The number of the program's process, while it runs."""
        return None if self._program is None else self._program.process_id

    def cancel(self) -> None:
        """Wait no longer for the program; `think` raises `ProgramFailed`."""
        program = self._program
        if program is not None:
            program.stop()

    def close(self) -> None:
        if self._program is not None:
            self._program.close(self.farewell)
        self._program = self._its_game = None

    def _catch_up(self, game: Record) -> None:
        """Tell the program what it does not know yet; a game that it is not in begins anew."""
        if self._program is None:
            self._program = Program(self.command)
        its_game = self._its_game
        if (
            its_game is None
            or position_text(its_game.start) != position_text(game.start)
            or its_game.moves != game.moves[: len(its_game)]
        ):
            self._its_game = its_game = Record(game.start)
            self._begin(self._program, game.start)
        for move in game.moves[len(its_game) :]:
            self._tell(self._program, its_game.state, move)
            its_game.push(move)


def _words(command: str, protocol: str) -> list[str]:
    """A command line as a list; `BadText` where there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadText(f"the command {clip(command)} cannot be read: {error}") from None
    if not words:
        raise BadText(f"after {protocol}: comes the command that starts a program")
    if shutil.which(words[0]) is None:
        raise BadText(f"there is no program {words[0]!r} to run as a player")
    return words


def _read_move(state: State, name: str) -> Move:
    """The move that a program has named."""
    if name.lower() == "resign":
        raise ProgramFailed("resigned", "it gave up")
    try:
        move = parse_move(state, name)
    except BadText as error:
        raise ProgramFailed("nonsense", f"asked for a move it said {clip(name)}; {error}") from None
    if move not in moves(state):
        legal = " ".join(move_name(state, option) for option in moves(state))
        raise ProgramFailed("illegal move", f"it played {clip(name)}; legal are: {legal}")
    return move
