"""Othello on 8x8, 6x6 and 4x4.

A board is two words, one a side. Square a1 is bit 0, b1 bit 1, ..., h8 bit 63:

      a  b  c  d  e  f  g  h
   1  0  1  2  3  4  5  6  7
   2  8  9 10 11 12 13 14 15
   ...
   8 56 57 58 59 60 61 62 63

The smaller boards lie in the middle of the same 64 squares, so their discs never touch the rim and
the same bit code serves all three. A side that cannot move passes (`PASS`) if the other side can.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import NONE, ONE, Bits, mix, popcount, squares
from gamekit.code_cache import helper, inlined
from gamekit.errors import BadText
from gamekit.game import Face, Game
from gamekit.lanes import any_lane, four_lanes, where_any
from gamekit.notation import (
    MARKS,
    clip,
    column_name,
    draw_grid,
    fail,
    row_marks,
    shown,
    two_sides,
    two_words,
    undraw,
)
from gamekit.rules import (
    FIRST,
    PASS,
    Move,
    State,
    board_text,
    cell_of,
    cells,
    count_moves,
    identity,
    is_over,
    key,
    move_at,
    move_name,
    moves,
    parse_move,
    play,
    position_text,
    read_transcript,
    score,
    to_move,
    value,
    word_state,
    write_transcript,
)
from gamekit.sized import sized_class

__all__ = ["PASS", "Othello", "PlainScore", "legal_mask", "parse", "plain_score", "start"]

# --- four lines through every square: along the row, the column and the two diagonals ---------------------

STEP = np.array([1, 8, 7, 9], np.uint64)  # one square further along each line
TWO_STEPS, FOUR_STEPS = STEP * Bits(2), STEP * Bits(4)
ROW = Bits(0x7E7E_7E7E_7E7E_7E7E)  # columns b to g: a line that goes sideways is broken at the rim
THROUGH = np.array([ROW, ~NONE, ROW, ROW], np.uint64)


def _lines(sign: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """For each square the squares of its four lines, on the side of higher (+1) or lower (-1) numbers."""
    table = np.zeros((64, 4), np.uint64)
    for square in range(64):
        for line, (right, down) in enumerate(((1, 0), (0, 1), (-1, 1), (1, 1))):
            column, row = square % 8 + sign * right, square // 8 + sign * down
            while 0 <= column < 8 and 0 <= row < 8:
                table[square, line] |= ONE << Bits(8 * row + column)
                column, row = column + sign * right, row + sign * down
    return table


UP, DOWN = _lines(+1), _lines(-1)


@four_lanes
def _reached(player: Any, opponent: Any) -> Any:
    """Squares just past an unbroken row of opponent's discs that starts beside a disc of the player."""
    through = opponent & THROUGH
    up, down = through & (player << STEP), through & (player >> STEP)
    up, down = up | (through & (up << STEP)), down | (through & (down >> STEP))
    pairs = through & (through << STEP)  # two in a row: now the row grows by two at a time
    for _ in range(2):
        up = up | (pairs & (up << TWO_STEPS))
        down = down | ((pairs >> STEP) & (down >> TWO_STEPS))
    return any_lane((up << STEP) | (down >> STEP))


@four_lanes
def _turned(player: Any, opponent: Any, UP: Any, DOWN: Any) -> Any:
    """Opponent's discs between the square whose lines are UP and DOWN and the nearest disc of the player."""
    # Upwards: fill everything but the gaps of the line with ones, add 1 at its near end, and the carry
    # runs over the opponent's discs and stops at the first square that has none.
    near = UP & -UP
    end = ((opponent | ~UP) + near) & UP & player
    turned_up = (end - near) & UP & where_any(end)
    # Downwards no carry runs: smear the squares without an opponent's disc down the line; the highest of
    # them is the one with nothing smeared onto it.
    stop = DOWN & ~opponent
    below = stop | (stop >> STEP)
    below = below | (below >> TWO_STEPS)
    below = below | (below >> FOUR_STEPS)
    end = stop & ~(below >> STEP) & player
    turned_down = -(end << np.uint64(1)) & DOWN
    return any_lane(turned_up | turned_down)


@helper
def legal_mask(player: Any, opponent: Any) -> Any:
    """Squares of a full 8x8 board where the player may place a disc."""
    return _reached(player, opponent) & ~(player | opponent)


@helper
def flips(player: Any, opponent: Any, square: Any) -> Any:
    """The discs that a disc of the player on an empty square turns over."""
    return _turned(player, opponent, UP, DOWN, square)


@inlined
def final_score(player: Any, opponent: Any, area: Any) -> Any:
    """Disc difference of a finished game on a board of `area` squares, empty squares to the winner."""
    own, other = popcount(player), popcount(opponent)
    if own > other:
        return area - 2 * other
    if own < other:
        return 2 * own - area
    return 0


# --- states -----------------------------------------------------------------------------------------------


@shown
@word_state
class Othello(NamedTuple):
    """A position on 8x8: the discs of the side to move, of the other side, and who is to move."""

    player: int
    opponent: int
    turn: int  # 0: the first player, black, X


Othello6, Othello4 = (
    sized_class(__name__, f"Othello{edge}", f"A position on {edge}x{edge}, in the middle.", Othello._fields)
    for edge in (6, 4)
)
SIZES: dict[int, Any] = {8: Othello, 6: Othello6, 4: Othello4}
SIZE_OF = {state_type: size for size, state_type in SIZES.items()}


def board_mask(size: int) -> int:
    """The squares of a board of this size."""
    rim = (8 - size) // 2
    return sum(1 << (8 * row + col) for row in range(rim, 8 - rim) for col in range(rim, 8 - rim))


def _join(state_type: Any, size: int) -> None:
    """Teach the rules one board size."""
    board = Bits(board_mask(size))
    area = size * size

    @moves.on(state_type)
    def _(state: State) -> Any:
        legal = legal_mask(state.player, state.opponent) & board
        if legal:
            for square in squares(legal):
                yield square
        elif legal_mask(state.opponent, state.player) & board:
            yield PASS

    @count_moves.on(state_type)
    def _(state: State) -> Any:
        return popcount(legal_mask(state.player, state.opponent) & board)

    @play.on(state_type)
    def _(state: State, move: Move) -> State:
        if move == PASS:
            return state_type(state.opponent, state.player, state.turn ^ ONE)
        turned = flips(state.player, state.opponent, move)
        disc = ONE << Bits(move)
        return state_type(state.opponent ^ turned, state.player ^ turned ^ disc, state.turn ^ ONE)

    @is_over.on(state_type)
    def _(state: State) -> Any:
        if legal_mask(state.player, state.opponent) & board:
            return False
        return (legal_mask(state.opponent, state.player) & board) == NONE

    @score.on(state_type)
    def _(state: State) -> Any:
        return final_score(state.player, state.opponent, area)

    @to_move.on(state_type)
    def _(state: State) -> Any:
        return np.int64(state.turn)

    @identity.on(state_type)
    def _(state: State) -> Any:
        return state.player, state.opponent

    @key.on(state_type)
    def _(state: State) -> Any:
        # Whose turn it is stays out: a position is worth the same to its mover whatever the colour.
        return mix(state.player + mix(state.opponent))


for _size, _state_type in SIZES.items():
    _join(_state_type, _size)


def plain_score(state: State) -> int:
    """Final disc difference for the side to move, empty squares to nobody.

    >>> plain_score(parse("XXX-" + "-" * 12 + " X"))
    3
    """
    return popcount(state.player) - popcount(state.opponent)


class PlainScore(NamedTuple):
    """The evaluator that sees the disc difference, at the end as before."""


@value.on(PlainScore)
def _(evaluator: Any, state: State) -> Any:
    return popcount(state.player) - popcount(state.opponent)


# --- text -------------------------------------------------------------------------------------------------


def start(size: str | None = None) -> Any:
    """The position at the start: black, X, moves first.

    >>> print(start("4x4"))
      a b c d
    1 . . . . 1
    2 . O X . 2
    3 . X O . 3
    4 . . . . 4
      a b c d
    X to move, X 2 O 2
    """
    return SIZES[_read_size(size)](0x0000_0008_1000_0000, 0x0000_0010_0800_0000, FIRST)


def _read_size(text: str | None) -> int:
    sizes = {f"{n}x{n}": n for n in SIZES} | {str(n): n for n in SIZES}
    if not text:
        return 8
    if text not in sizes:
        raise BadText(f"othello is played on 8x8, 6x6 or 4x4, not {clip(text)}")
    return sizes[text]


def _number(size: int, index: int) -> int:
    """The bit of the square with this index when the board is read row by row."""
    rim = (8 - size) // 2
    return 8 * (index // size + rim) + index % size + rim


def parse(text: str, size: str | None = None) -> Any:
    """Read an OBF line (squares a1 to h8, then the side to move), moves such as `f5d6c3`, or a drawing.

    >>> parse("f5d6c3") == parse(position_text(parse("f5d6c3")))
    True
    """
    line = undraw(text).replace("/", "")
    if re.fullmatch(r"(([a-h][1-8]|--|pa|ps)*[a-h][1-8](--|pa|ps)*)?", line.replace(" ", "").lower()):
        return _follow(line, start(size))
    squares_text = re.match(r"[^\s;]*", line).group()  # type: ignore[union-attr]  # it matches always
    edges = {n * n: n for n in SIZES}
    for place, mark in enumerate(squares_text):
        if mark not in MARKS:
            fail(place, f"{mark!r} is not X, O or - (a square)")
    if size is not None and len(squares_text) != _read_size(size) ** 2:
        raise BadText(f"{len(squares_text)} squares do not make the {size} board asked for")
    if len(squares_text) not in edges:
        raise BadText(
            f"an othello position has 64, 36 or 16 squares, not {len(squares_text)}; "
            "or give the moves so far, such as f5d6c3"
        )
    edge = edges[len(squares_text)]
    rest = line[len(squares_text) :].strip()
    side = rest[:1].upper()
    if side not in ("X", "O"):
        found = f", not {clip(rest)}" if rest else ""
        fail(len(squares_text) + 1, f"after the squares comes the side to move, X or O{found}")
    if rest[1:].strip() and not rest[1:].strip().startswith(";"):
        fail(
            len(squares_text) + 2, f"after the side to move comes ; or nothing, not {clip(rest[1:].strip())}"
        )
    marks = "".join(MARKS[mark] for mark in squares_text)
    bits = [_number(edge, index) for index in range(edge * edge)]
    return SIZES[edge](*two_words([marks], side, [bits]), int(side == "O"))


def _follow(line: str, state: Any) -> Any:
    """Play a transcript; passes need not be written."""
    for number, name in enumerate(read_transcript(state, line.lower())):
        place = 2 * number
        legal = moves(state)
        if name in ("pa", "ps", "--"):
            move = PASS
        else:
            if legal == [PASS]:
                state = play(state, PASS)
                legal = moves(state)
            move = parse_move(state, name)
        if move not in legal:
            names = " ".join(move_name(state, m) for m in legal) or "none, the game is over"
            fail(place, f"{name} is not legal here; legal are: {names}")
        state = play(state, move)
    return state


def _join_text(state_type: Any, size: int) -> None:
    rim = (8 - size) // 2
    bits = [range(8 * row + rim, 8 * row + rim + size) for row in range(rim, rim + size)]

    @cells.on(state_type)
    def _(state: Any) -> list[list[int]]:
        return two_sides(state.player, state.opponent, state.turn, bits)

    @cell_of.on(state_type)
    def _(state: Any, move: int) -> int | None:
        row, column = move // 8 - rim, move % 8 - rim
        return row * size + column if 0 <= row < size and 0 <= column < size else None

    @move_at.on(state_type)
    def _(state: Any, cell: int) -> int:
        return _number(size, cell)

    @move_name.on(state_type)
    def _(state: Any, move: int) -> str:
        return "pass" if move == PASS else f"{column_name(move % 8 - rim)}{move // 8 - rim + 1}"

    @parse_move.on(state_type)
    def _(state: Any, text: str) -> int:
        name = text.strip().lower()
        if name in ("pass", "pa", "ps", "--"):
            return PASS
        if not re.fullmatch(r"[a-h][1-8]", name):
            raise BadText(f"an othello move is a square such as d3, or pass, not {clip(text)}")
        column, row = ord(name[0]) - ord("a"), int(name[1]) - 1
        if column >= size or row >= size:
            raise BadText(f"the square {name} is not on the {size}x{size} board")
        return 8 * (row + rim) + column + rim

    @read_transcript.on(state_type)
    def _(state: Any, text: str) -> list[str]:
        compact = "".join(text.split())
        return [compact[i : i + 2] for i in range(0, len(compact), 2)]

    @write_transcript.on(state_type)
    def _(state: Any, names: list[str]) -> str:
        return "".join(names).replace("pass", "--")

    @position_text.on(state_type)
    def _(state: Any) -> str:
        return "".join(row_marks(cells(state))).replace(".", "-") + (" X;" if state.turn == FIRST else " O;")

    @board_text.on(state_type)
    def _(state: Any) -> str:
        rows = row_marks(cells(state))
        found = "".join(rows)
        side = "X" if state.turn == FIRST else "O"
        footer = f"{side} to move, X {found.count('X')} O {found.count('O')}"
        return draw_grid(rows, range(1, size + 1), footer)


for _size, _state_type in SIZES.items():
    _join_text(_state_type, _size)


GAME = Game(
    "othello",
    face=Face(
        "Othello",
        ground="felt",
        rows_from="top",
        shows_legal=True,
        pieces_turn=True,
        refusal="{name} turns no disc, so it is not legal",
    ),
    sizes=("6x6", "4x4"),
    has_passes=True,
    counts_ended=True,
    random_plies=6,
    even_plies=8,
)
