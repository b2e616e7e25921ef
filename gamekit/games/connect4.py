"""Connect Four on any board from 4x4 to 12x12.

Bits run up the columns, and each column has one more bit on top that is never used, so that a line of
four cannot run from one column into the next. On 7x6, square (column, row) is bit 7 * column + row:

     6 13 20 27 34 41 48   <- never used
     5 12 19 26 33 40 47   row 6, the top
     ...
     0  7 14 21 28 35 42   row 1, the bottom

Boards whose columns fit 64 bits have one word a side; larger ones have three, which
the rules join to one of 192 bits. Each size has a state class of its own, so that sizes are constants in
compiled code.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np

from gamekit.bits import Bits, mix
from gamekit.code_cache import helper
from gamekit.errors import BadText
from gamekit.game import Face, Game
from gamekit.notation import (
    clip,
    fail,
    read_rows,
    read_size,
    read_turns,
    row_marks,
    two_sides,
    two_words,
    undraw,
)
from gamekit.rules import (
    EMPTY,
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
    winning_rows,
    write_transcript,
)
from gamekit.sized import sized_class
from gamekit.wide import popcount, whole, words_of

LEAST_EDGE, MOST_EDGE = 4, 12
COLUMN_NAMES = "123456789abc"


@cache
def state_class(width: int, height: int) -> Any:
    """The class of states on a board of this size."""
    if not (LEAST_EDGE <= width <= MOST_EDGE and LEAST_EDGE <= height <= MOST_EDGE):
        raise BadText(f"connect four is played on 4x4 to 12x12, not {width}x{height}")
    name = "Connect4" if (width, height) == (7, 6) else f"Connect4_{width}x{height}"
    is_wide = width * (height + 1) > 64
    fields = ["player0", "player1", "player2", "opponent0", "opponent1", "opponent2"]
    made = sized_class(
        __name__,
        name,
        f"A position on {width}x{height}, seen from the side to move.",
        fields if is_wide else ["player", "opponent"],
        width=width,
        height=height,
        words=3 if is_wide else 1,
    )
    _join(made)
    _join_text(made)
    return made


def __getattr__(name: str) -> Any:
    """Classes come into being when they are first asked for, by number or by name."""
    size = re.fullmatch(r"Connect4_(\d+)x(\d+)", name)
    if name == "Connect4":
        return state_class(7, 6)
    if size:
        return state_class(*map(int, size.groups()))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# --- rules ------------------------------------------------------------------------------------------------


def _words(number: int, count: int) -> tuple[np.uint64, ...]:
    """A long number as words of 64 bits, the lowest first."""
    return tuple(Bits(number >> 64 * i & (1 << 64) - 1) for i in range(count))


def _join(state_class: Any) -> None:
    """Teach the rules a size. A side's stones are one word of 64 bits, or one of 192 (`gamekit.wide`)."""
    width, height, words = state_class.width, state_class.height, state_class.words
    area, column_bits = width * height, height + 1
    tops = sum(1 << column_bits * column + height - 1 for column in range(width))
    one, top_row = _words(1, words), _words(tops, words)
    steps = np.array([1, height, height + 1, height + 2], np.uint64)  # up, down-right, right, up-right

    @helper
    def all_stones(state: State) -> Any:
        return whole(state[:words]) | whole(state[words:])

    @helper
    def has_lost(state: State) -> Any:
        """Has the side that played last four in a row?"""
        stones = whole(state[words:])
        for step in steps:
            pairs = stones & (stones >> step)
            if pairs & (pairs >> (step + step)):
                return True
        return False

    @moves.on(state_class)
    def _(state: State) -> Any:
        if not has_lost(state):
            stones = all_stones(state)
            for column in range(width):
                if not stones & (whole(one) << Bits(column_bits * column + height - 1)):
                    yield column

    @count_moves.on(state_class)
    def _(state: State) -> Any:
        return 0 if has_lost(state) else popcount(whole(top_row) & ~all_stones(state))

    @play.on(state_class)
    def _(state: State, move: Move) -> State:
        # Adding 1 at the bottom of a column carries over its stones and stops at the lowest free square.
        stones = all_stones(state)
        stone = (stones + (whole(one) << Bits(column_bits * move))) & ~stones
        return state_class(*(state[words:] + words_of(whole(state[:words]) | stone)))

    @is_over.on(state_class)
    def _(state: State) -> Any:
        if whole(top_row) & ~all_stones(state):
            return has_lost(state)
        return True

    @score.on(state_class)
    def _(state: State) -> Any:
        # The earlier the win, the more squares are left and the higher the score: 1 with the last stone.
        empties = area - popcount(all_stones(state))
        return -1 - empties // 2 if has_lost(state) else 0

    @to_move.on(state_class)
    def _(state: State) -> Any:
        return popcount(all_stones(state)) & 1

    if words == 1:

        @identity.on(state_class)
        def _(state: State) -> Any:
            return state.player, state.opponent

        @key.on(state_class)
        def _(state: State) -> Any:
            # The stones of a side plus all stones is a different number for every position of the board.
            return mix(state.player + (state.player | state.opponent))

    else:

        @key.on(state_class)
        def _(state: State) -> Any:
            low = mix(state[0] + mix(state[1] + mix(state[2])))
            return mix(low + mix(state[3] + mix(state[4] + mix(state[5]))))


# --- text -------------------------------------------------------------------------------------------------


def start(size: str | None = None) -> Any:
    """The empty board; the size is width x height, 7x6 if not said.

    >>> print(start("5x4"))
    1 2 3 4 5
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    1 2 3 4 5
    X to move
    """
    state_type = _class_of(size)
    return state_type(*[0] * (2 * state_type.words))


def _class_of(size: str | None) -> Any:
    return state_class(*read_size(size, (7, 6), LEAST_EDGE, MOST_EDGE, "connect four"))


def parse(text: str, size: str | None = None) -> Any:
    """Read the columns played so far (`4453`; a, b, c are columns 10 to 12), rows from the top, or a drawing.

    >>> print(parse("4453", "5x4"))
    1 2 3 4 5
    . . . . .
    . . . . .
    . . . O .
    . . O X X
    1 2 3 4 5
    X to move
    """
    line = undraw(text)
    if not re.search(r"[/XxOo.]", line):
        return _follow(line, start(size))
    return _from_rows(line, _class_of(size))


def _follow(line: str, state: Any) -> Any:
    width = type(state).width
    for place, name in enumerate(line):
        if name.isspace():
            continue
        column = COLUMN_NAMES.find(name.lower())
        if not 0 <= column < width:
            fail(place, f"{name!r} is no column; columns are {' '.join(COLUMN_NAMES[:width])}")
        if is_over(state):
            fail(place, "the game is over before this move")
        if column not in moves(state):
            fail(place, f"column {name} is full")
        state = play(state, column)
    return state


def _from_rows(line: str, state_class: Any) -> Any:
    width, height = state_class.width, state_class.height
    rows, side = read_rows(line, width, height)
    turn = read_turns(rows, side)
    for column in range(width):
        for row in range(height - 1):  # from the top
            if rows[row][column] != "." and rows[row + 1][column] == ".":
                fail(row * (width + 1) + column, "this stone has nothing below it")
    sides = two_words(rows, turn, _bits(width, height))
    mine, theirs = ([int(word) for word in _words(stones, state_class.words)] for stones in sides)
    if score(state_class(*theirs, *mine)) < 0:
        raise BadText(f"{turn} has four in a row already, so it cannot be {turn}'s turn")
    return state_class(*mine, *theirs)


def _bits(width: int, height: int) -> list[range]:
    """The bit of each square, row by row from the top."""
    return [range(row, (height + 1) * width, height + 1) for row in range(height - 1, -1, -1)]


def _join_text(state_class: Any) -> None:
    width, height, words = state_class.width, state_class.height, state_class.words
    bits = _bits(width, height)

    def long_word(part: Any) -> int:
        return sum(int(word) << 64 * i for i, word in enumerate(part))

    @cells.on(state_class)
    def _(state: Any) -> list[list[int]]:
        return two_sides(long_word(state[:words]), long_word(state[words:]), to_move(state), bits)

    @cell_of.on(state_class)
    def _(state: Any, move: int) -> int | None:
        free = [row[move] for row in cells(state)].count(EMPTY) if 0 <= move < width else 0
        return (free - 1) * width + move if free else None

    @move_at.on(state_class)
    def _(state: Any, cell: int) -> Any:
        return cell % width

    @winning_rows.on(state_class)
    def _(state: Any, side: int) -> range:
        return range(4, MOST_EDGE + 1)

    @move_name.on(state_class)
    def _(state: Any, move: int) -> str:
        return COLUMN_NAMES[move]

    @parse_move.on(state_class)
    def _(state: Any, text: str) -> int:
        name = text.strip().lower()
        column = COLUMN_NAMES.find(name) if len(name) == 1 else -1
        if name in ("10", "11", "12"):
            column = int(name) - 1
        if not 0 <= column < width:
            raise BadText(f"a move is one of the columns {' '.join(COLUMN_NAMES[:width])}, not {clip(text)}")
        return column

    @read_transcript.on(state_class)
    def _(state: Any, text: str) -> list[str]:
        return list("".join(text.split()))

    @write_transcript.on(state_class)
    def _(state: Any, names: list[str]) -> str:
        return "".join(names)

    @position_text.on(state_class)
    def _(state: Any) -> str:
        return "/".join(row_marks(cells(state)))

    @board_text.on(state_class)
    def _(state: Any) -> str:
        head = " ".join(COLUMN_NAMES[:width])
        return "\n".join(
            [head, *map(" ".join, row_marks(cells(state))), head, f"{'XO'[to_move(state)]} to move"]
        )


GAME = Game(
    "connect4",
    face=Face(
        "Connect Four",
        cells="holes",
        ground="frame",
        rows_from=None,
        falls=True,
        shows_legal=True,
        cell_pixels=58,
    ),
    sizes=("12x12",),
    random_plies=4,
    even_plies=8,
)
