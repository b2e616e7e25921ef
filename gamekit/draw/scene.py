"""A scene: everything that a picture of a board shows, as plain data.

The pictures in Python and the live boards on the page draw from the same scene, so they show the same.
Cells are numbered row by row from the top left, whatever the game's own numbers of squares are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from operator import index
from typing import Any

from gamekit import games
from gamekit.draw.heat import heat_value, shades
from gamekit.errors import GamekitError, IllegalMove
from gamekit.game import Face, Game, rules_of
from gamekit.notation import clip, column_name
from gamekit.rules import (
    INF,
    PASS,
    cell_of,
    cells,
    forbidden_moves,
    is_over,
    move_name,
    moves,
    parse_move,
    play,
    read_transcript,
    score,
    snapshot,
    to_move,
    winning_rows,
)

EMPTY, DARK, LIGHT = 0, 1, 2  # what lies on a cell: nothing, the first player's piece, the second's
SYMBOL = ".XO"
MOST_CHARACTERS = 6  # of a text on a square


@dataclass(frozen=True)
class Scene:
    """What a board picture shows. Cells count row by row from the top left."""

    game: str  # its name
    face: Face
    width: int
    height: int
    columns: tuple[str, ...]  # labels from left to right
    rows: tuple[str, ...]  # labels from top to bottom; there may be none
    dots: tuple[tuple[float, float], ...]  # that help the eye: columns from the left edge, rows from the top
    stones: tuple[int, ...]  # EMPTY, DARK or LIGHT for each cell
    turn: int  # whose move it is: 0 the first player, 1 the second
    legal: tuple[int, ...] = ()  # cells where the mover may play; where pieces fall, where they would land
    last: int | None = None  # the cell of the last move
    numbers: dict[int, str] = field(default_factory=dict)  # a short text on a cell
    heat: dict[int, float] = field(default_factory=dict)  # a value on a cell, as the mover sees it
    stable: tuple[int, ...] = ()  # discs that can never be turned
    threats: dict[int, str] = field(default_factory=dict)  # empty cells that complete a row: "X", "O" or "XO"
    forbidden: dict[int, str] = field(default_factory=dict)  # cells that a rule forbids the mover, and why
    line: tuple[int | None, ...] = ()  # a line of moves from here, None for a pass; see `line_stones`
    wins: tuple[int, ...] = ()  # the cells of a finished row
    must_pass: bool = False
    result: str = ""  # once the game is over: "X has won", "O has won" or "a draw"

    def name(self, cell: int) -> str:
        """What people call a cell: `d3`; without labels of rows `column 4 row 2`, counted from the bottom."""
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
        return shades(self.heat)

    def as_dict(self) -> dict[str, Any]:
        """The scene as plain JSON data (keys are texts), with the looks of the heat map under `shades`."""
        plain: dict[str, Any] = {
            name: {str(cell): item for cell, item in value.items()} if isinstance(value, dict) else value
            for name, value in vars(self).items()
        }
        plain["face"] = asdict(self.face)
        plain["dots"] = [list(dot) for dot in self.dots]
        plain["shades"] = {str(cell): shade for cell, shade in self.shades().items()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}


# --- games, moves and cells -------------------------------------------------------------------------------


def board_games() -> list[str]:
    """The names of the games that have a board to draw and to play on."""
    return [name for name in games.names() if games.game(name).GAME.face is not None]


def drawn_game(state: Any) -> Game:
    """The record of the game that a state belongs to; `GamekitError` where nobody knows how to draw it."""
    try:
        return rules_of(state)
    except GamekitError:
        raise GamekitError(
            f"there is no picture for {type(state).__name__}; it is no state of the kit's games"
        ) from None


class _Board:
    """A state with what lies on its board."""

    def __init__(self, state: Any) -> None:
        game = drawn_game(state)
        if game.face is None:
            raise GamekitError(
                f"{game.name} has no board; the games with a board are {', '.join(board_games())}"
            )
        self.state, self.game, self.face = state, game.name, game.face
        rows = cells(state)
        self.stones = [piece + 1 for row in rows for piece in row]  # EMPTY, DARK and LIGHT
        self.width, self.height = len(rows[0]), len(rows)
        self.winning = {stone: winning_rows(state, stone - DARK) for stone in (DARK, LIGHT)}  # their lengths

    def cell(self, move: int) -> int | None:
        """The cell that a move fills; None for a pass and for a full column."""
        cell: int | None = cell_of(self.state, move)
        if cell is not None and 0 <= cell < len(self.stones):
            return cell
        if move == PASS or (self.face.falls and 0 <= move < self.width):
            return None
        what = "column" if self.face.falls else "square"
        raise GamekitError(
            f"there is no {what} with the number {move} on the {self.width}x{self.height} board"
        )

    def by_cell(self, given: Mapping[Any, Any], what: str) -> Iterator[tuple[int, Any]]:
        """(cell, item) for a map from moves to items; a pass has no cell and is left out."""
        for move, item in given.items():
            number = _read_move(self.state, move)
            cell = self.cell(number)
            if cell is not None:
                yield cell, item
            elif number != PASS:
                name = move_name(self.state, number)
                raise GamekitError(f"column {name} is full: there is no square for its {what}")

    # --- rows that win, where rows mean anything ----------------------------------------------------------

    def through(self, cell: int, stone: int) -> set[int]:
        """The cells of the winning rows in which a stone on this cell stands, or would stand."""
        found: set[int] = set()
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            row = [cell, *self._walk(cell, right, down, stone), *self._walk(cell, -right, -down, stone)]
            if len(row) in self.winning[stone]:
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
        if not any(self.winning.values()):
            return ()
        rows = (self.through(cell, stone) for cell, stone in enumerate(self.stones) if stone != EMPTY)
        return tuple(sorted(set().union(*rows)))

    def threats(self) -> dict[int, str]:
        """The empty cells where a stone completes a row: "X", "O" or "XO", the sides for which it does."""
        if not any(self.winning.values()):
            raise GamekitError(f"{self.game} has no rows to complete, so there are no threats to mark")
        found = {}
        for cell in (cell for cell, stone in enumerate(self.stones) if stone == EMPTY):
            sides = "".join(SYMBOL[side] for side in (DARK, LIGHT) if self.through(cell, side))
            if sides:
                found[cell] = sides
        return found


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


# --- scenes -----------------------------------------------------------------------------------------------


def scene(
    state: Any,
    *,
    last: Any = None,
    legal: bool = True,
    numbers: Mapping[Any, Any] | None = None,
    heat: Mapping[Any, Any] | None = None,
    stable: Any = None,
    threats: bool = False,
    line: Any = None,
) -> Scene:
    """The scene of a state. Squares are given by the game's own moves or by their names.

    `last`: the move that led here. `numbers`: a number or short text for each square. `heat`: a value for
    each square, as the mover sees it. `stable`: the discs that can never be turned, as squares or as a mask
    of bits, where discs turn at all. `threats=True`: mark the squares where a side would complete a row.
    `line`: moves to be played from here, or a transcript.

    >>> from gamekit.games import othello
    >>> scene(othello.start("4x4"), heat={"b1": 2, "a2": -1}).heat
    {1: 2.0, 4: -1.0}
    """
    state = snapshot(state)  # a picture stays as it is when the game goes on
    board = _Board(state)
    legal_moves = list(moves(state))
    turn, over = int(to_move(state)), bool(is_over(state))
    landing = (board.cell(move) for move in legal_moves) if legal else ()
    return Scene(
        game=board.game,
        face=board.face,
        width=board.width,
        height=board.height,
        columns=_column_labels(board),
        rows=_row_labels(board),
        dots=_dots(board),
        stones=tuple(board.stones),
        turn=turn,
        legal=tuple(cell for cell in landing if cell is not None),
        last=None if last is None else _last_cell(board, last),
        numbers={} if numbers is None else _numbers(board, _mapping(numbers, "numbers")),
        heat={} if heat is None else _heat(board, _mapping(heat, "heat")),
        stable=() if stable is None else _stable(board, stable),
        threats=board.threats() if threats else {},
        forbidden=dict(board.by_cell(forbidden_moves(state), "mark")),
        line=() if line is None else _line(state, line),
        wins=board.won(),
        must_pass=legal_moves == [PASS],
        result=_result(state) if over else "",
    )


def _column_labels(board: _Board) -> tuple[str, ...]:
    """a, b, c, ...; where a move is a column, the names of the moves."""
    name = (lambda column: move_name(board.state, column)) if board.face.falls else column_name
    return tuple(map(name, range(board.width)))


def _row_labels(board: _Board) -> tuple[str, ...]:
    if board.face.rows_from is None:
        return ()
    numbers = tuple(str(number + 1) for number in range(board.height))
    return numbers if board.face.rows_from == "top" else numbers[::-1]


def _dots(board: _Board) -> tuple[tuple[float, float], ...]:
    """The dots of a board: star points where lines cross, and on a felt of eight columns the known four."""
    if board.face.cells == "crossings":
        return tuple((column + 0.5, row + 0.5) for column, row in _star_points(board.width, board.height))
    if board.face.ground == "felt" and board.width == 8:
        return tuple((float(column), float(row)) for column in (2, 6) for row in (2, 6))
    return ()


def _star_points(width: int, height: int) -> list[tuple[int, int]]:
    def places(edge: int) -> list[int]:
        if edge < 8:
            return [edge // 2] if edge % 2 else []
        from_rim = 3 if edge >= 12 else 2
        return [from_rim, *([edge // 2] if edge % 2 else []), edge - 1 - from_rim]

    columns, rows = places(width), places(height)
    points = [(column, row) for row in rows for column in columns]
    if width < 19 or height < 19:  # on smaller boards the corners and the centre are enough
        middle = (width // 2, height // 2)
        points = [(column, row) for column, row in points if (column == middle[0]) == (row == middle[1])]
    return points


def _result(state: Any) -> str:
    outcome = score(state)  # for the side to move
    return "a draw" if outcome == 0 else f"{'XO'[to_move(state) ^ (outcome < 0)]} has won"


def _last_cell(board: _Board, last: Any) -> int | None:
    """Where the last move's piece lies: where pieces fall, it is the highest of its column."""
    number = _read_move(board.state, last)
    if number == PASS:
        return None
    cell = board.cell(number)
    if board.face.falls:
        cell = number if cell is None else cell + board.width
    if cell is None or cell >= len(board.stones) or board.stones[cell] == EMPTY:
        raise GamekitError(f"the last move cannot be {move_name(board.state, number)}: no stone is there")
    return cell


def _numbers(board: _Board, numbers: Mapping[Any, Any]) -> dict[int, str]:
    return {cell: _short(item) for cell, item in board.by_cell(numbers, "number")}


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
    return {cell: heat_value(item) for cell, item in board.by_cell(heat, "value")}


def _stable(board: _Board, stable: Any) -> tuple[int, ...]:
    if not board.face.pieces_turn:
        raise GamekitError(f"{board.game} turns no stones, so none is stable or not")
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
