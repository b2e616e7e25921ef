"""The protocol of gomoku tournaments, as Gomocup and the manager Piskvork speak it: drive such a program.

A command is a line; answers are `OK`, a move as `X,Y`, or `ERROR` or `UNKNOWN` with a reason, and before
them lines of `MESSAGE` and `DEBUG` for people. X counts columns from the left, Y rows from the top, both
from 0. The specification is Petr Lastovicka's "new protocol". `gamekit.protocols.brain` is the other side.

`PiskvorkPlayer` is the player `piskvork:COMMAND`. What programs of other people do, and is allowed for:

- Some print greetings; some write in small letters; some know no `RESTART`, and are started anew.
- A program may `SUGGEST` a move; then it is told to play it.
"""

from __future__ import annotations

import re
import time
from itertools import zip_longest

from gamekit.games import gomoku
from gamekit.games.gomoku import BLACK, EMPTY, STRIDE, WHITE, Gomoku
from gamekit.notation import clip
from gamekit.players import ONE_SECOND, Limits
from gamekit.protocols.outside import OutsidePlayer
from gamekit.protocols.process import Program, ProgramFailed
from gamekit.record import Record
from gamekit.rules import Move, State, is_legal, move_name, to_move

Point = tuple[int, int]  # X and Y as the protocol counts them

OWN, OTHER = 1, 2  # whose stone, in BOARD: seen from the program that is spoken to
EXACTLY_FIVE, CONTINUOUS, IS_RENJU = 1, 2, 4  # bits of INFO rule
RULE_BITS = {gomoku.FREESTYLE: 0, gomoku.STANDARD: EXACTLY_FIVE, gomoku.RENJU: IS_RENJU}
NO_LIMIT = 2_147_483_647  # INFO time_left where the game has no clock

START_UP = 120.0  # seconds until the first answer: a program may have to load, ours even to compile
QUICK = 30.0  # seconds for everything that is no thinking; some load or compile first, on a busy machine
MEMORY = 350 * 1024 * 1024  # bytes, as Gomocup allows

_POINT = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*")


def point_of(move: Move) -> Point:
    """Where a move lies.

    >>> from gamekit.rules import parse_move
    >>> point_of(parse_move(gomoku.start("15x15"), "a15")), point_of(parse_move(gomoku.start("15x15"), "c1"))
    ((0, 0), (2, 14))
    """
    row, column = divmod(int(move), STRIDE)
    return column - 1, row - 1


def move_at(point: Point) -> Move:
    """The move that lies there, on a board that has this point.

    >>> point_of(move_at((7, 3)))
    (7, 3)
    """
    x, y = point
    return (y + 1) * STRIDE + x + 1


def written(point: Point) -> str:
    """A point as the protocol writes it.

    >>> written((7, 3))
    '7,3'
    """
    return f"{point[0]},{point[1]}"


def read_point(text: str) -> Point | None:
    """The point that a text says; None where it says none.

    >>> read_point("7, 3"), read_point("h8")
    ((7, 3), None)
    """
    found = _POINT.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


GAME = "gomoku"  # that this protocol is spoken for


class PiskvorkPlayer(OutsidePlayer):
    """A gomoku program that speaks the protocol of Gomocup, as a player."""

    protocol, farewell = "piskvork", "END\r"

    def __init__(self, command: str) -> None:
        super().__init__(command, GAME)
        self._board: Point | None = None  # the width and height that the running program was told
        self._settings: dict[str, int] = {}  # what INFO has told it
        self._follows: int | None = None  # how many moves of the game it knows; None: its board is empty

    def _begin(self, program: Program, start: State) -> None:
        at = start.record[0]
        size = int(at.width), int(at.height)
        if self._board == size and self._answer(program, "RESTART", QUICK)[0] == "OK":
            self._follows = None
            return
        if self._board is not None:  # it knows another board, or no RESTART: begin with a new one
            program.close(self.farewell)
            program = self._program = Program(self.command)
        self._board, self._settings, self._follows = None, {}, None
        width, height = size
        line = f"START {width}" if width == height else f"RECTSTART {width},{height}"
        word, text = self._answer(program, line, START_UP)
        if word != "OK":
            raise ProgramFailed("nonsense", f"it refused '{line}': {clip(text, 100)}")
        self._board = size
        self._inform(program, timeout_match=0, max_memory=MEMORY, game_type=1)

    def _tell(self, program: Program, state: State, move: Move) -> None:
        """Nothing yet: in this protocol the question says what was played."""

    def _ask(self, program: Program, state: State, limits: Limits) -> str:
        assert self._its_game is not None
        played, is_next = self._its_game.moves, False
        if self._follows is not None:
            is_next = self._follows == len(played) - 1
            if not is_next:  # an open game has to be ended before another position is told
                self._begin(program, state)
                assert self._program is not None
                program = self._program
        at = state.record[0]
        seconds = limits.seconds or ONE_SECOND.seconds  # a brain knows no depth and no nodes
        assert seconds is not None
        rule = RULE_BITS[int(at.rule)]
        self._inform(program, rule=rule, timeout_turn=max(round(seconds * 1000), 1))
        program.send(f"INFO time_left {NO_LIMIT}\r")
        if is_next:
            lines = [f"TURN {written(point_of(played[-1]))}"]
        elif not played and at.empties == at.width * at.height:
            lines = ["BEGIN"]
        else:
            lines = ["BOARD", *_stones(self._its_game, int(to_move(state))), "DONE"]
        for line in lines[:-1]:
            program.send(line + "\r")
        deadline = time.monotonic() + self.patience
        word, text = self._answer(program, lines[-1], self.patience)
        if word == "SUGGEST":
            left = max(deadline - time.monotonic(), 0.0)
            word, text = self._answer(program, f"PLAY {text}", left)
        if word != "MOVE":
            raise ProgramFailed("nonsense", f"to '{lines[-1]}' it said {clip(text, 100)}, which is no move")
        self._follows = len(played) + 1
        return _name_of(state, text)

    def _game_leading_to(self, state: State) -> Record:
        """BOARD tells any position; how it came about does not matter."""
        return Record(state)

    def close(self) -> None:
        super().close()
        self._board, self._settings, self._follows = None, {}, None

    def _inform(self, program: Program, **settings: int) -> None:
        """Say what the program does not know yet."""
        for name, value in settings.items():
            if self._settings.get(name) != value:
                program.send(f"INFO {name} {value}\r")
                self._settings[name] = value

    def _answer(self, program: Program, line: str, seconds: float) -> tuple[str, str]:
        """What a line was answered: OK, MOVE, SUGGEST, ERROR or UNKNOWN, and the text of it."""

        def read(said: str) -> tuple[str, str] | None:
            word, _, rest = said.partition(" ")
            if read_point(said) is not None:
                return "MOVE", said
            if word.upper() == "SUGGEST" and read_point(rest) is not None:
                return "SUGGEST", rest.strip()
            return (word.upper(), said) if word.upper() in ("OK", "ERROR", "UNKNOWN") else None

        return program.ask(line + "\r", seconds, read)


PLAYER = PiskvorkPlayer


def _stones(game: Record, mover: int) -> list[str]:
    """The lines of BOARD: the stones of the start, black and white in turn, then the moves in their order."""
    start = game.start
    board = start.record[0].board.tolist()
    black, white = ([s for s, stone in enumerate(board) if stone == colour] for colour in (BLACK, WHITE))
    in_turn = zip_longest(black, white)
    order = [(square, side) for pair in in_turn for side, square in enumerate(pair) if square is not None]
    order += [(move, (int(to_move(start)) + number) % 2) for number, move in enumerate(game.moves)]
    return [f"{written(point_of(move))},{OWN if side == mover else OTHER}" for move, side in order]


def _name_of(state: Gomoku, text: str) -> str:
    """The name of the move at a point; `ProgramFailed` says why it cannot be played."""
    point, at = read_point(text), state.record[0]
    assert point is not None
    if point[0] >= at.width or point[1] >= at.height:
        size = f"{at.width}x{at.height}"
        raise ProgramFailed("illegal move", f"it played {text}, which is not on the {size} board")
    move = move_at(point)
    name = str(move_name(state, move))
    if at.board[move] != EMPTY:
        raise ProgramFailed("illegal move", f"it played {text} ({name}), where there is a stone already")
    if not is_legal(state, move):
        why = gomoku.forbidden(state)[name]
        raise ProgramFailed("illegal move", f"it played {text} ({name}), which renju forbids: {why}")
    return name
