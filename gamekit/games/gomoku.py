"""Gomoku on 5x5 to 20x20: freestyle, standard and renju.

The first player, black (X), and the second, white (O), place stones in turn; who makes five in a row wins.

    rule       black wins with       white wins with       forbidden to black
    freestyle  five or more          five or more          nothing
    standard   exactly five          exactly five          nothing
    renju      exactly five          five or more          overline, double-four, double-three

This is the one game whose `play` changes the state in place; `undo` takes a move back.
Keep a position for later with `snapshot`.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.bits import Bits, mix
from gamekit.code_cache import helper, kernel
from gamekit.errors import BadText
from gamekit.game import Face, Game
from gamekit.notation import (
    clip,
    column_name,
    draw_grid,
    fail,
    read_rows,
    read_size,
    row_marks,
    shown,
    undraw,
)
from gamekit.rules import (
    FIRST,
    SECOND,
    Move,
    State,
    board_text,
    cell_of,
    cells,
    count_moves,
    forbidden_moves,
    is_legal,
    is_over,
    key,
    move_at,
    move_name,
    moves,
    parse_move,
    play,
    position_text,
    score,
    snapshot,
    to_move,
    undo,
    winning_rows,
)

__all__ = ["RIM", "STRIDE", "forbidden", "parse", "parse_move", "start"]

# --- the board --------------------------------------------------------------------------------------------
#
# One array of 22 x 22 cells with a rim on all sides, so that a walk along a line ends by itself. A board of
# any size lies in the upper left corner, and all that is not board is rim. A move is the index of a cell:
#
#       0   1   2   3   4   5   6   7 ...        #  #  #  #  #  #  # ...
#      22  23  24  25  26  27  28  29 ...        #  .  .  .  .  .  # ...     a5 b5 c5 d5 e5
#      44  45  46  47  48  49  50  51 ...        #  .  .  .  .  .  # ...     a4 b4 c4 d4 e4
#      66  67  68  69  70  71  72  73 ...        #  .  .  X  O  .  # ...     a3 b3 c3 d3 e3
#      88  89  90  91  92  93  94  95 ...        #  .  .  .  .  .  # ...     a2 b2 c2 d2 e2
#     110 111 112 113 114 115 116 117 ...        #  .  .  .  .  .  # ...     a1 b1 c1 d1 e1
#     132 133 134 135 136 137 138 139 ...        #  #  #  #  #  #  # ...
#
# As the steps are the same for every size, the compiler knows them.

LEAST, MOST = 5, 20
STRIDE = MOST + 2
CELLS = STRIDE * STRIDE
STEPS = (1, STRIDE, STRIDE - 1, STRIDE + 1)  # along a row, a column and the two diagonals

EMPTY, BLACK, WHITE, RIM = 0, 1, 2, 3
NOBODY = EMPTY  # has won so far

FREESTYLE, STANDARD, RENJU = 0, 1, 2
RULES = {"freestyle": FREESTYLE, "standard": STANDARD, "renju": RENJU}


def _random_numbers() -> NDArray[np.int64]:
    """A number for each stone on each cell; a position's key is the XOR of the numbers of its stones.

    Signed, as numba would make a float of an unsigned and a signed number; XOR does not care.
    """
    numbers = [mix(mix(cell + 1) + stone) for cell in range(CELLS) for stone in range(3)]
    return np.array(numbers, np.uint64).view(np.int64).reshape(CELLS, 3)


STONE_KEY = _random_numbers()
TURN_KEY = int(STONE_KEY[0, 0])  # no stone ever lies on cell 0


@helper
def row_length(board: Any, square: Any, step: Any, stone: Any) -> Any:
    """How many stones of this colour follow the square without a break."""
    length = 0
    square += step
    while board[square] == stone:
        length += 1
        square += step
    return length


@helper
def only_five(rule: Any, side: Any) -> Any:
    """Does a row of six or more not win for this side?"""
    return rule == STANDARD or (rule == RENJU and side == FIRST)


@helper
def makes_five(board: Any, square: Any, stone: Any, rule: Any) -> Any:
    """Does a stone on this square stand in a row that wins?"""
    for step in STEPS:
        row = 1 + row_length(board, square, step, stone) + row_length(board, square, -step, stone)
        if row == 5 or (row > 5 and not only_five(rule, stone - BLACK)):
            return True
    return False


# --- what renju forbids -----------------------------------------------------------------------------------
#
# By the rules of the Renju International Federation. `N` is the new black stone, `e` an empty square:
#
# - Exactly five is always allowed. Otherwise a row of six or more (an overline) is forbidden.
# - A *four* is four stones that one more makes exactly five. A line may hold two: `X e X N X e X`.
# - A *straight four* can become five at both ends, `e X X N X e`; it is one four.
# - A *three* is three stones that one more, on a square where black may play and does not make five,
#   makes a straight four. Whether black may play there is judged with N on the board, in the same way.
# - Two fours, or two threes, through the new stone are forbidden.

ALLOWED, FIVE, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = range(5)
REASONS = {OVERLINE: "overline", DOUBLE_FOUR: "double-four", DOUBLE_THREE: "double-three"}

BLOCKED = 9  # more stones than any row below is asked to have
NO_SQUARE = 0


@helper
def stones_behind(board: Any, end: Any, step: Any) -> Any:
    """How many black stones a stone on `end` would join on its far side; `BLOCKED` if it is not empty."""
    return row_length(board, end, step, BLACK) if board[end] == EMPTY else BLOCKED


@helper
def black_line(board: Any, square: Any, step: Any) -> Any:
    """What a black stone on the square makes along one line: (row, fours, left, right).

    `row` is the length of its unbroken row. `left` and `right` are the empty squares where one stone more
    makes a straight four, or `NO_SQUARE`: the line holds a three if black may play on one of them.
    """
    before, after = row_length(board, square, -step, BLACK), row_length(board, square, step, BLACK)
    row = before + 1 + after
    left, right = square - (before + 1) * step, square + (after + 1) * step
    left_more, right_more = stones_behind(board, left, -step), stones_behind(board, right, step)

    with_left, with_right = row + 1 + left_more, row + 1 + right_more
    fours = (with_left == 5) + (with_right == 5)
    if row == 4:
        fours = min(fours, 1)  # both ends complete the same four stones

    # A straight four: four stones in a row, and a stone at either end joins nothing behind it.
    far_left, far_right = left - (left_more + 1) * step, right + (right_more + 1) * step
    if not (with_left == 4 and right_more == 0 and stones_behind(board, far_left, -step) == 0):
        left = NO_SQUARE
    if not (with_right == 4 and left_more == 0 and stones_behind(board, far_right, step) == 0):
        right = NO_SQUARE
    return row, fours, left, right


@helper
def verdict(board: Any, square: Any) -> Any:
    """What renju says about a black stone on this empty square: `ALLOWED`, `FIVE` or a reason against it."""
    longest, fours, threes = 0, 0, 0
    for step in STEPS:
        row, new_fours, left, right = black_line(board, square, step)
        if row == 5:
            return FIVE
        longest = max(longest, row)
        fours += new_fours
        threes += left != NO_SQUARE or right != NO_SQUARE
    if longest > 5:
        return OVERLINE
    if fours >= 2:
        return DOUBLE_FOUR
    if threes < 2:
        return ALLOWED  # so nearly all squares are done without looking further

    board[square] = BLACK
    threes = 0
    for step in STEPS:
        _, _, left, right = black_line(board, square, step)
        if (left != NO_SQUARE and verdict(board, left) == ALLOWED) or (
            right != NO_SQUARE and verdict(board, right) == ALLOWED
        ):
            threes += 1
            if threes == 2:
                break
    board[square] = EMPTY
    return DOUBLE_THREE if threes == 2 else ALLOWED


@helper
def is_forbidden(board: Any, square: Any) -> Any:
    """Does renju forbid black this empty square?"""
    return verdict(board, square) >= OVERLINE


# --- states -----------------------------------------------------------------------------------------------

# One record holds all that changes. Three arrays side by side made each move three times slower, since
# compiled code copies their descriptions at every call.
POSITION = np.dtype(
    (
        np.record,
        [
            ("played", np.int64),  # how many moves since the start, or since a text was read
            ("empties", np.int64),  # how many squares are empty
            ("turn", np.int64),  # FIRST or SECOND
            ("winner", np.int64),  # NOBODY, BLACK or WHITE
            ("key", np.int64),
            ("width", np.int64),
            ("height", np.int64),
            ("rule", np.int64),  # FREESTYLE, STANDARD or RENJU
            ("log", np.int16, MOST * MOST),  # the moves played
            ("board", np.int8, CELLS),  # EMPTY, BLACK, WHITE or RIM
        ],
    )
)


@shown
class Gomoku(NamedTuple):
    """A position: an array with one `POSITION`. Moves change it, so the states of one game share it."""

    record: Any

    def __eq__(self, other: object) -> bool:
        """The same position, however it came about."""
        return isinstance(other, Gomoku) and _identity(self) == _identity(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __repr__(self) -> str:
        return f"gomoku.parse({position_text(self)!r}, rule={_rule_name(self)!r})"


def _identity(state: Gomoku) -> tuple[Any, ...]:
    at = state.record[0]
    return at.width, at.height, at.rule, at.turn, at.board.tobytes()


@helper
def _must_ask(at: Any) -> Any:
    """Are there squares that the side to move may be forbidden?"""
    return at.rule == RENJU and at.turn == FIRST


@helper
def _free_squares(board: Any, width: Any, rows: Any, must_ask: Any) -> Any:
    """The squares where the side to move may play."""
    for row in range(1, rows + 1):
        for square in range(row * STRIDE + 1, row * STRIDE + 1 + width):
            if board[square] == EMPTY and not (must_ask and is_forbidden(board, square)):
                yield square


@moves.on(Gomoku)
def _(state: State) -> Any:
    # The generator gets the board, not the state: a compiled loop that is left early (a cutoff) never
    # gives back the arrays that its generator holds, but a record's board counts as no array of its own.
    at = state.record[0]
    rows = at.height if at.winner == NOBODY else 0
    return _free_squares(at.board, at.width, rows, _must_ask(at))


@count_moves.on(Gomoku)
def _(state: State) -> Any:
    at = state.record[0]
    if at.winner != NOBODY:
        return 0
    if not _must_ask(at):
        return at.empties
    count = 0
    for _ in _free_squares(at.board, at.width, at.height, True):
        count += 1
    return count


@is_over.on(Gomoku)
def _(state: State) -> Any:
    at = state.record[0]
    if at.winner != NOBODY or at.empties == 0:
        return True
    if _must_ask(at):
        for _ in _free_squares(at.board, at.width, at.height, True):
            return False
        return True
    return False


@is_legal.on(Gomoku)
def _(state: State, move: Move) -> Any:
    at = state.record[0]
    if at.winner != NOBODY or not 0 <= move < len(at.board) or at.board[move] != EMPTY:
        return False
    return not (_must_ask(at) and is_forbidden(at.board, move))


@play.on(Gomoku)
def _(state: State, move: Move) -> State:
    at = state.record[0]
    turn, stone = at.turn, at.turn + BLACK
    at.board[move] = stone
    at.log[at.played] = move
    at.played += 1
    at.empties -= 1
    at.turn = SECOND - turn
    at.key ^= STONE_KEY[move, stone] ^ TURN_KEY
    if makes_five(at.board, move, stone, at.rule):
        at.winner = stone
    return state


@undo.on(Gomoku)
def _(state: State, move: Move) -> State:
    at = state.record[0]
    turn = SECOND - at.turn
    at.board[move] = EMPTY
    at.played -= 1
    at.log[at.played] = 0
    at.empties += 1
    at.turn = turn
    at.key ^= STONE_KEY[move, turn + BLACK] ^ TURN_KEY
    at.winner = NOBODY  # else the move could not have been played


def join_record(state_type: Any) -> None:
    """Teach the rules what they find in the record of a position: who won, who is to move, the key."""

    @score.on(state_type)
    def _(state: State) -> Any:
        # A full board is a draw, and so is a position where renju leaves black no move.
        at = state.record[0]
        if at.winner == NOBODY:
            return 0
        return 1 if at.winner == at.turn + BLACK else -1

    @to_move.on(state_type)
    def _(state: State) -> Any:
        return state.record[0].turn

    @key.on(state_type)
    def _(state: State) -> Any:
        return Bits(state.record[0].key)

    @snapshot.on(state_type)
    def _(state: Any) -> Any:
        return state_type(state.record.copy())


join_record(Gomoku)


# --- what people ask --------------------------------------------------------------------------------------


@kernel
def _verdicts(state: Any) -> Any:
    """The verdict on every empty square."""
    board = state.record[0].board
    found = np.zeros(CELLS, np.int64)
    for square in range(CELLS):
        if board[square] == EMPTY:
            found[square] = verdict(board, square)
    return found


def forbidden(state: Gomoku) -> dict[str, str]:
    """The empty squares that renju forbids black, with the reason; none under the other rules.

    >>> forbidden(parse("...../..X../.X.X./..X../.....", rule="renju"))
    {}
    >>> forbidden(parse("......./......./.XX..../...X.../...X.../......./.......", rule="renju"))
    {'d5': 'double-three'}
    """
    if state.record[0].rule != RENJU:
        return {}
    found = _verdicts(snapshot(state))  # the test places stones for a moment; nobody should see them
    return {
        move_name(state, square): REASONS[int(found[square])]
        for square in np.flatnonzero(found >= OVERLINE).tolist()
    }


@kernel
def _has_five(state: Any, stone: Any) -> Any:
    """Is there a winning row of this colour anywhere?"""
    board, rule = state.record[0].board, state.record[0].rule
    found = False
    for square in range(CELLS):
        found |= board[square] == stone and makes_five(board, square, stone, rule)
    return found


# --- text -------------------------------------------------------------------------------------------------

_MOVE = re.compile(r"([a-z])([0-9]{1,2})(?![0-9])")
_MOVE_LIST = re.compile(r"(\s*[a-z][0-9]{1,2}(?![0-9]))*\s*")


def start(size: str | None = None, rule: str | None = None) -> Gomoku:
    """An empty board, black to move: 15x15 and freestyle unless told otherwise.

    >>> print(start("6x5"))
      a b c d e f
    5 . . . . . . 5
    4 . . . . . . 4
    3 . . . . . . 3
    2 . . . . . . 2
    1 . . . . . . 1
      a b c d e f
    X to move
    """
    width, height = read_size(size, (15, 15), LEAST, MOST, "gomoku")
    return _empty_board(width, height, _read_rule(rule))


def _read_rule(text: str | None) -> int:
    if not text:
        return FREESTYLE
    if text not in RULES:
        raise BadText(f"the rules of gomoku are freestyle, standard and renju, not {clip(text)}")
    return RULES[text]


def _rule_name(state: Gomoku) -> str:
    return list(RULES)[int(state.record[0].rule)]


def _empty_board(width: int, height: int, rule: int) -> Gomoku:
    state = Gomoku(np.zeros(1, POSITION))
    at = state.record[0]
    at.width, at.height, at.rule, at.empties = width, height, rule, width * height
    at.key = STONE_KEY[width * STRIDE + height, EMPTY] ^ STONE_KEY[rule, BLACK]  # used by no stone
    at.board[:] = RIM
    _grid(state)[:] = EMPTY
    return state


def parse(text: str, size: str | None = None, rule: str | None = None) -> Gomoku:
    """Read rows from the top joined by `/`, a drawing, or the moves so far such as `h8 i9 h7`.

    After the rows comes the side to move, X or O. Without it O is to move if X has one stone more, else X:
    a position to study may have any number of stones. Rows tell the size of the board; moves need it.

    >>> print(parse("...../.XXX./..O../...../..... O"))
      a b c d e
    5 . . . . . 5
    4 . X X X . 4
    3 . . O . . 3
    2 . . . . . 2
    1 . . . . . 1
      a b c d e
    O to move
    >>> parse("c4 b3 a1", "5x5") == parse("...../..X../.O.../...../X....")
    True
    """
    if _MOVE_LIST.fullmatch(text.lower()):
        return _follow(text.lower(), start(size, rule))
    line = undraw(text)
    rows_text = line.partition(" ")[0].split("/")
    inferred = f"{len(rows_text[0])}x{len(rows_text)}"
    if not rows_text[0] or (size is None and len(rows_text) == 1):
        raise BadText(
            f"a gomoku position is rows of X, O and . joined by /, or moves like h8 i9 h7, not {clip(text)}"
        )
    width, height = read_size(size or inferred, (15, 15), LEAST, MOST, "gomoku")
    rows, side = read_rows(line, width, height)
    return _from_rows(rows, side, _read_rule(rule))


def _from_rows(rows: list[str], side: str, rule: int) -> Gomoku:
    state = _empty_board(len(rows[0]), len(rows), rule)
    at = state.record[0]
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            square = _square(row, column)
            stone = {"X": BLACK, "O": WHITE, ".": EMPTY}[mark]
            if stone != EMPTY:
                at.board[square] = stone
                at.empties -= 1
                at.key ^= STONE_KEY[square, stone]
    if not side:
        side = "O" if np.sum(at.board == BLACK) == np.sum(at.board == WHITE) + 1 else "X"
    if side == "O":
        at.turn = SECOND
        at.key ^= TURN_KEY
    winners = [stone for stone in (BLACK, WHITE) if _has_five(state, stone)]
    if len(winners) == 2:
        raise BadText("both X and O have five in a row, which no game can bring about")
    if winners:
        at.winner = winners[0]
    return state


def _follow(text: str, state: Gomoku) -> Gomoku:
    """Play the moves of a text, each of which must be legal."""
    for found in _MOVE.finditer(text):
        name = found.group()
        if is_over(state):
            fail(found.start(), f"the game is over before {name}")
        try:
            move = parse_move(state, name)
        except BadText as problem:
            fail(found.start(), str(problem))
        if state.record[0].board[move] != EMPTY:
            fail(found.start(), f"there is a stone on {name} already")
        if to_move(state) == FIRST and name in (reasons := forbidden(state)):
            fail(found.start(), f"renju forbids black {name}: {reasons[name]}")
        state = play(state, move)
    return state


def _square(row: int, column: int) -> int:
    """The cell in this row from the top and this column from the left, both counted from 0."""
    return (row + 1) * STRIDE + column + 1


def _grid(state: Gomoku) -> NDArray[np.int8]:
    """The board without its rim, as rows from the top: a view into the state."""
    at = state.record[0]
    grid: NDArray[np.int8] = at.board.reshape(STRIDE, STRIDE)[1 : at.height + 1, 1 : at.width + 1]
    return grid


def _side(state: Gomoku) -> str:
    return "X" if state.record[0].turn == FIRST else "O"


@cells.on(Gomoku)
def _(state: Gomoku) -> list[list[int]]:
    rows: list[list[int]] = (_grid(state) - BLACK).tolist()  # so that no stone is -1, black 0 and white 1
    return rows


@cell_of.on(Gomoku)
def _(state: Gomoku, move: int) -> int | None:
    row, column = move // STRIDE - 1, move % STRIDE - 1
    width, height = int(state.record[0].width), int(state.record[0].height)
    return row * width + column if 0 <= row < height and 0 <= column < width else None


@move_at.on(Gomoku)
def _(state: Gomoku, cell: int) -> int:
    return _square(*divmod(cell, int(state.record[0].width)))


@winning_rows.on(Gomoku)
def _(state: Gomoku, side: int) -> range:
    return range(5, 6 if only_five(state.record[0].rule, side) else MOST + 1)


@forbidden_moves.on(Gomoku)
def _(state: Gomoku) -> dict[str, str]:
    return forbidden(state) if to_move(state) == FIRST and not is_over(state) else {}


@move_name.on(Gomoku)
def _(state: Gomoku, move: int) -> str:
    row, column = divmod(move, STRIDE)
    return f"{column_name(column - 1)}{state.record[0].height + 1 - row}"


@parse_move.on(Gomoku)
def _(state: Gomoku, text: str) -> int:
    name = text.strip().lower()
    found = _MOVE.fullmatch(name)
    if not found:
        raise BadText(f"a gomoku move is a square such as h8, not {clip(text)}")
    column, number = ord(found[1]) - ord("a"), int(found[2])
    at = state.record[0]
    if column >= at.width or not 1 <= number <= at.height:
        raise BadText(f"the square {name} is not on the {at.width}x{at.height} board")
    return _square(int(at.height) - number, column)


@position_text.on(Gomoku)
def _(state: Gomoku) -> str:
    return f"{'/'.join(row_marks(cells(state)))} {_side(state)}"


@board_text.on(Gomoku)
def _(state: Gomoku) -> str:
    at = state.record[0]
    footer = f"{_side(state)} to move"
    if at.winner != NOBODY:
        footer += f", {'X' if at.winner == BLACK else 'O'} has won"
    elif is_over(state):
        footer += ", a draw"
    return draw_grid(row_marks(cells(state)), range(at.height, 0, -1), footer)


GAME = Game(
    "gomoku",
    face=Face(
        "Gomoku",
        cells="crossings",
        ground="wood",
        cell_pixels=32,
        refusal="Renju forbids black {name} ({reason})",
    ),
    random_plies=4,
    even_plies=5,
    remarks=lambda state: {"forbidden": forbidden(state)},
)
