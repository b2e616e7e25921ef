"""A scene: everything that a picture of a board shows, as plain data.

The pictures in Python and the live boards on the page draw from the same scene, so they show the same.
Cells are numbered row by row from the top left, whatever the game's own numbers of squares are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import index
from typing import Any

from gamekit.draw.style import heat_colour, ink_on
from gamekit.errors import GamekitError, IllegalMove
from gamekit.games import game as game_module
from gamekit.notation import clip, column_name
from gamekit.rules import (
    FIRST,
    INF,
    PASS,
    is_over,
    move_name,
    moves,
    parse_move,
    play,
    position_text,
    read_transcript,
    snapshot,
    to_move,
)

BOARD_GAMES = ("othello", "connect4", "gomoku", "tictactoe")
EMPTY, DARK, LIGHT = 0, 1, 2  # what lies on a cell: nothing, the first player's stone, the second's
SYMBOL = ".XO"
MOST_CHARACTERS = 6  # of a text on a square


@dataclass(frozen=True)
class Scene:
    """What a board picture shows. Cells count row by row from the top left."""

    game: str  # "othello", "connect4", "gomoku" or "tictactoe"
    width: int
    height: int
    columns: tuple[str, ...]  # labels from left to right
    rows: tuple[str, ...]  # labels from top to bottom; none in Connect Four
    stones: tuple[int, ...]  # EMPTY, DARK or LIGHT for each cell
    turn: int  # whose move it is: 0 the first player, 1 the second
    legal: tuple[int, ...] = ()  # cells where the mover may play; in Connect Four where the stone would land
    last: int | None = None  # the cell of the last move
    numbers: dict[int, str] = field(default_factory=dict)  # a short text on a cell
    heat: dict[int, float] = field(default_factory=dict)  # a value on a cell, as the mover sees it
    stable: tuple[int, ...] = ()  # discs that can never be turned
    threats: dict[int, str] = field(default_factory=dict)  # empty cells that complete a row: "X", "O" or "XO"
    forbidden: dict[int, str] = field(default_factory=dict)  # cells that renju forbids the mover, and why
    line: tuple[int | None, ...] = ()  # a line of moves from here, None for a pass; see `line_stones`
    wins: tuple[int, ...] = ()  # the cells of a finished row
    must_pass: bool = False
    result: str = ""  # once the game is over: "X has won", "O has won" or "a draw"

    def name(self, cell: int) -> str:
        """What people call a cell: `d3`; in Connect Four `column 4 row 2`, counted from the bottom."""
        row, column = divmod(cell, self.width)
        if self.rows:
            return self.columns[column] + self.rows[row]
        return f"column {self.columns[column]} row {self.height - row}"

    def line_stones(self) -> Iterator[tuple[int, int, int]]:
        """(cell, number, stone) for each move of the line. Passes change the colour but take no number."""
        number = 0
        for place, cell in enumerate(self.line):
            if cell is not None:
                number += 1
                yield cell, number, (DARK, LIGHT)[(self.turn + place) % 2]

    def shades(self) -> dict[int, dict[str, str]]:
        """How each value of the heat map looks: its text, its colour and the colour of its text."""
        finite = [abs(value) for value in self.heat.values() if abs(value) < INF]
        top = max(finite, default=0.0) or 1.0
        # One number of decimals for the whole map, so that the eye can compare.
        whole = all(value == int(value) for value in self.heat.values() if abs(value) < INF)
        decimals = 0 if whole or top >= 20 else 1 if top >= 2 else 2
        found = {}
        for cell, value in self.heat.items():
            colour = heat_colour(value / top)
            found[cell] = {"text": _signed(value, decimals), "fill": colour, "ink": ink_on(colour)}
        return found

    def as_dict(self) -> dict[str, Any]:
        """The scene as plain JSON data (keys are texts), with the looks of the heat map under `shades`."""
        plain: dict[str, Any] = {
            name: {str(cell): item for cell, item in value.items()} if isinstance(value, dict) else value
            for name, value in vars(self).items()
        }
        plain["shades"] = {str(cell): shade for cell, shade in self.shades().items()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}


def _signed(value: float, decimals: int) -> str:
    """A value with its sign, so that it speaks without colour; `inf` for what is beyond all others."""
    if abs(value) >= INF:
        return "+∞" if value > 0 else "−∞"
    text = f"{abs(value):.{decimals}f}"
    if not float(text):
        return "0"
    return ("+" if value > 0 else "−") + text


def game_of(state: Any) -> str:
    """The name of the game that a state belongs to."""
    package, _, name = type(state).__module__.rpartition(".")
    if package != "gamekit.games":
        raise GamekitError(
            f"there is no picture for {type(state).__name__}; it is no state of the kit's games"
        )
    return name


# --- moves and cells --------------------------------------------------------------------------------------


class _Board:
    """A state's board as its own text has it, and which cell is which move."""

    def __init__(self, state: Any) -> None:
        self.state, self.game = state, game_of(state)
        if self.game not in BOARD_GAMES:
            raise GamekitError(
                f"{self.game} has no board; the games with a board are {', '.join(BOARD_GAMES)}"
            )
        squares = position_text(state).split()[0]
        edge = math.isqrt(len(squares)) if self.game == "othello" else len(squares.split("/")[0])
        marks = squares.replace("/", "")
        self.stones = [SYMBOL.index(mark) if mark in "XO" else EMPTY for mark in marks]
        self.width, self.height = edge, len(marks) // edge

    def cell(self, move: int) -> int | None:
        """The cell that a move fills; None for a pass and for a full column."""
        width, height = self.width, self.height
        if self.game == "connect4":
            if not 0 <= move < width:
                raise GamekitError(f"there is no column with the number {move} on the {width}x{height} board")
            free = self.stones[move::width].count(EMPTY)
            return (free - 1) * width + move if free else None
        if self.game == "othello" and move == PASS:
            return None
        stride, rim = self._layout()
        row, column = divmod(move, stride)
        if not (rim <= row < height + rim and rim <= column < width + rim):
            raise GamekitError(f"there is no square with the number {move} on the {width}x{height} board")
        return (row - rim) * width + column - rim

    def move(self, cell: int) -> int:
        """The move that a click on this cell means."""
        row, column = divmod(cell, self.width)
        if self.game == "connect4":
            return column
        stride, rim = self._layout()
        return (row + rim) * stride + column + rim

    def _layout(self) -> tuple[int, int]:
        """How the game numbers its squares: the step to the next row, and the rows and columns of rim."""
        if self.game == "othello":
            return 8, (8 - self.width) // 2
        return (int(game_module("gomoku").STRIDE), 1) if self.game == "gomoku" else (self.width, 0)

    def cells(self, given: Mapping[Any, Any], what: str) -> Iterator[tuple[int, Any]]:
        """(cell, item) for a map from moves to items; a pass has no cell and is left out."""
        for move, item in given.items():
            number = _read_move(self.state, move)
            cell = self.cell(number)
            if cell is not None:
                yield cell, item
            elif number != PASS:
                name = move_name(self.state, number)
                raise GamekitError(f"column {name} is full: there is no square for its {what}")


def cell_of(state: Any, move: int) -> int | None:
    """The cell that a move fills; None for a pass and for a full column.

    >>> from gamekit.games import connect4, othello
    >>> cell_of(othello.start("4x4"), parse_move(othello.start("4x4"), "d1"))
    3
    >>> cell_of(connect4.parse("44"), parse_move(connect4.start(), "4"))
    24
    """
    return _Board(state).cell(move)


def move_at(state: Any, cell: int) -> int | None:
    """The move that a click on a cell means, legal or not; None where there is no such cell.

    In Connect Four any cell of a column means that column.

    >>> from gamekit.games import othello
    >>> move_name(othello.start("6x6"), move_at(othello.start("6x6"), 7))
    'b2'
    """
    board = _Board(state)
    return board.move(cell) if 0 <= cell < len(board.stones) else None


def _read_move(state: Any, move: Any) -> int:
    """A move given by name or number."""
    if isinstance(move, str):
        return int(parse_move(state, move))
    if isinstance(move, bool):
        raise GamekitError(f"a square is given by its name or number, not by {move}")
    try:
        return index(move)
    except TypeError:
        raise GamekitError(f"a square is given by its name or number, not by {clip(repr(move))}") from None


def _mapping(given: Any, what: str) -> Mapping[Any, Any]:
    if not isinstance(given, Mapping):
        raise GamekitError(f"{what} maps moves or their names, such as {{'d3': 5}}, not {clip(repr(given))}")
    return given


# --- rows that win ----------------------------------------------------------------------------------------


class _Rows:
    """Which rows win a game of so many in a row."""

    def __init__(self, board: _Board) -> None:
        self.stones, self.width, self.height = board.stones, board.width, board.height
        runs = {"connect4": 4, "gomoku": 5, "tictactoe": getattr(board.state, "run", 0)}
        self.run = runs.get(board.game, 0)  # 0: rows mean nothing in this game
        self.exact: tuple[int, ...] = ()  # the sides for which a longer row does not win
        if board.game == "gomoku":
            gomoku = game_module("gomoku")
            exact = {gomoku.STANDARD: (DARK, LIGHT), gomoku.RENJU: (DARK,)}
            self.exact = exact.get(int(board.state.record[0].rule), ())

    def through(self, cell: int, stone: int) -> set[int]:
        """The cells of the winning rows in which a stone on this cell stands, or would stand."""
        found: set[int] = set()
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            row = [cell, *self._walk(cell, right, down, stone), *self._walk(cell, -right, -down, stone)]
            if len(row) == self.run or (len(row) > self.run and stone not in self.exact):
                found.update(row)
        return found

    def _walk(self, cell: int, right: int, down: int, stone: int) -> Iterator[int]:
        row, column = divmod(cell, self.width)
        row, column = row + down, column + right
        while (
            0 <= row < self.height
            and 0 <= column < self.width
            and self.stones[row * self.width + column] == stone
        ):
            yield row * self.width + column
            row, column = row + down, column + right

    def won(self) -> tuple[int, ...]:
        """The cells of all finished rows."""
        if not self.run:
            return ()
        rows = (self.through(cell, stone) for cell, stone in enumerate(self.stones) if stone != EMPTY)
        return tuple(sorted(set().union(*rows)))

    def threats(self) -> dict[int, str]:
        """The empty cells where a stone completes a row: "X", "O" or "XO", the sides for which it does."""
        found = {}
        for cell in (cell for cell, stone in enumerate(self.stones) if stone == EMPTY):
            sides = "".join(SYMBOL[side] for side in (DARK, LIGHT) if self.through(cell, side))
            if sides:
                found[cell] = sides
        return found


# --- scenes -----------------------------------------------------------------------------------------------


def scene(
    state: Any,
    *,
    last: Any = None,
    legal: bool = True,
    numbers: Mapping[Any, Any] | None = None,
    heat: Mapping[Any, Any] | None = None,
    stable: Any = None,
    threats: Any = None,
    line: Any = None,
) -> Scene:
    """The scene of a state. Squares are given by the game's own moves or by their names.

    `last`: the move that led here. `numbers`: a number or short text for each square. `heat`: a value for
    each square, as the mover sees it. `stable`: the discs that can never be turned, as squares or as a mask
    of bits (Othello). `threats=True`: mark the squares where a side would complete a row. `line`: moves to
    be played from here, or a transcript.

    >>> from gamekit.games import othello
    >>> scene(othello.start("4x4"), heat={"b1": 2, "a2": -1}).heat
    {1: 2.0, 4: -1.0}
    """
    state = snapshot(state)  # a picture stays as it is when the game goes on
    board = _Board(state)
    winning = _Rows(board)
    legal_moves = list(moves(state))
    turn, over = int(to_move(state)), bool(is_over(state))
    forbidden: dict[int, str] = {}
    if board.game == "gomoku" and turn == FIRST and not over:
        forbidden = dict(board.cells(game_module("gomoku").forbidden(state), "mark"))
    landing = (board.cell(move) for move in legal_moves) if legal else ()
    return Scene(
        game=board.game,
        width=board.width,
        height=board.height,
        columns=_column_labels(board),
        rows=_row_labels(board),
        stones=tuple(board.stones),
        turn=turn,
        legal=tuple(cell for cell in landing if cell is not None),
        last=None if last is None else _last_cell(board, last),
        numbers={} if numbers is None else _numbers(board, _mapping(numbers, "numbers")),
        heat={} if heat is None else _heat(board, _mapping(heat, "heat")),
        stable=() if stable is None else _stable(board, stable),
        threats=_threats(board, threats, winning),
        forbidden=forbidden,
        line=() if line is None else _line(state, line),
        wins=winning.won(),
        must_pass=legal_moves == [PASS],
        result=_result(board, winning.won()) if over else "",
    )


def _column_labels(board: _Board) -> tuple[str, ...]:
    if board.game == "connect4":
        return tuple(game_module("connect4").COLUMN_NAMES[: board.width])
    return tuple(column_name(column) for column in range(board.width))


def _row_labels(board: _Board) -> tuple[str, ...]:
    """Othello counts from the top, gomoku and tic-tac-toe from the bottom, Connect Four not at all."""
    numbers = tuple(str(number + 1) for number in range(board.height))
    return {"othello": numbers, "connect4": ()}.get(board.game, numbers[::-1])


def _result(board: _Board, wins: tuple[int, ...]) -> str:
    lead = board.stones.count(DARK) - board.stones.count(LIGHT) if board.game == "othello" else 0
    if wins:
        lead = 1 if board.stones[wins[0]] == DARK else -1
    return "a draw" if lead == 0 else "X has won" if lead > 0 else "O has won"


def _last_cell(board: _Board, last: Any) -> int | None:
    """Where the last move's stone lies: in Connect Four it is the highest of its column."""
    number = _read_move(board.state, last)
    if number == PASS:
        return None
    cell = board.cell(number)
    if board.game == "connect4":
        cell = number if cell is None else cell + board.width
    if cell is None or cell >= len(board.stones) or board.stones[cell] == EMPTY:
        raise GamekitError(f"the last move cannot be {move_name(board.state, number)}: no stone is there")
    return cell


def _numbers(board: _Board, numbers: Mapping[Any, Any]) -> dict[int, str]:
    return {cell: _short(item) for cell, item in board.cells(numbers, "number")}


def _short(item: Any) -> str:
    """A number or a text as it stands on a square."""
    number = item.item() if hasattr(item, "item") else item  # NumPy's numbers too
    if isinstance(number, bool) or not isinstance(number, int | float):
        text = str(number)
    elif number != number:
        text = "?"
    elif abs(number) >= INF:
        text = "∞" if number > 0 else "−∞"
    else:
        text = (f"{number:.3g}" if isinstance(number, float) else str(number)).replace("-", "−")
    if len(text) > MOST_CHARACTERS:
        raise GamekitError(f"a text on a square has at most {MOST_CHARACTERS} characters, not {clip(text)}")
    return text


def _heat(board: _Board, heat: Mapping[Any, Any]) -> dict[int, float]:
    found = {}
    for cell, item in board.cells(heat, "value"):
        try:
            number = float(item)
        except (TypeError, ValueError):
            number = math.nan
        if math.isnan(number):
            raise GamekitError(f"heat is made of numbers, not of {clip(repr(item))}")
        found[cell] = max(-float(INF), min(float(INF), number))
    return found


def _stable(board: _Board, stable: Any) -> tuple[int, ...]:
    if board.game != "othello":
        raise GamekitError(f"{board.game} turns no stones, so none is stable or not; only othello does")
    if isinstance(stable, bool | str):
        raise GamekitError("say which discs are stable: squares such as ['a1', 'b1'], or a mask of bits")
    if isinstance(stable, Iterable):
        squares = [_read_move(board.state, square) for square in stable]
    else:
        mask = _read_move(board.state, stable)
        squares = [square for square in range(64) if mask >> square & 1]
    cells = set()
    for square in squares:
        cell = board.cell(square)
        if cell is None or board.stones[cell] == EMPTY:
            raise GamekitError(f"no disc is on {move_name(board.state, square)}, so none is stable there")
        cells.add(cell)
    return tuple(sorted(cells))


def _threats(board: _Board, threats: Any, winning: _Rows) -> dict[int, str]:
    """The empty cells where a stone completes a row, with the sides for which it does."""
    if threats is None or threats is False:
        return {}
    if not winning.run:
        raise GamekitError("othello has no rows to complete, so there are no threats to mark")
    if threats is True:
        return winning.threats()
    found = dict(board.cells(_mapping(threats, "threats"), "mark"))
    for sides in found.values():
        if sides not in ("X", "O", "XO"):
            raise GamekitError(f"a threat is one of 'X', 'O' or 'XO' for both, not {clip(repr(sides))}")
    return found


def _line(state: Any, line: Any) -> tuple[int | None, ...]:
    """The cells of a line of moves. Passes need not be written."""
    if isinstance(line, str):
        line = read_transcript(state, line)
    if not isinstance(line, Iterable):
        raise GamekitError(f"a line is a list of moves or a transcript, not {clip(repr(line))}")
    at = snapshot(state)
    cells: list[int | None] = []
    for number, given in enumerate(line):
        move = _read_move(at, given)
        legal = list(moves(at))
        if legal == [PASS] and move != PASS:
            cells.append(None)
            at = play(at, PASS)
            legal = list(moves(at))
        if move not in legal:
            names = " ".join(move_name(at, legal_move) for legal_move in legal)
            rest = f"legal are: {names}" if names else "the game is over"
            raise IllegalMove(f"move {number + 1} of the line, {given}, is not legal there; {rest}")
        cells.append(cell_of(at, move))
        at = play(at, move)
    return tuple(cells)
