"""Tic-tac-toe, and its general form: k in a row on a board of up to 64 squares.

A board is two words, one a side. Squares are numbered row by row from the top left:

    0 1 2
    3 4 5
    6 7 8

Each board size has a state class of its own, so that sizes are constants in compiled code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from gamekit.bits import ONE, Bits, mix, popcount, squares
from gamekit.code_cache import helper
from gamekit.errors import BadText
from gamekit.game import LEVELS_OF_ANY_GAME, Face, Game
from gamekit.notation import name_squares, read_rows, read_size, read_turns, two_sides, two_words
from gamekit.rules import (
    Move,
    State,
    cells,
    count_moves,
    identity,
    is_over,
    key,
    moves,
    play,
    score,
    to_move,
    winning_rows,
)
from gamekit.sized import sized_class

MOST_EDGE, MOST_SQUARES = 26, 64  # columns are named a to z


@cache
def state_class(width: int, height: int, run: int) -> Any:
    """The class of states on a board of this size where `run` in a row win."""
    if not (1 <= width <= MOST_EDGE and 1 <= height <= MOST_EDGE and width * height <= MOST_SQUARES):
        raise BadText(
            f"{width}x{height} is too large: at most {MOST_SQUARES} squares on {MOST_EDGE} rows or columns"
        )
    if not 1 <= run <= max(width, height):
        raise BadText(f"{run} in a row do not fit on {width}x{height}; 1 to {max(width, height)} do")
    name = "TicTacToe" if (width, height, run) == (3, 3, 3) else f"TicTacToe_{width}x{height}x{run}"
    about = f"A position on {width}x{height}, {run} in a row win."
    made = sized_class(__name__, name, about, ["player", "opponent"], width=width, height=height, run=run)
    _join(made)
    _join_text(made)
    return made


def __getattr__(name: str) -> Any:
    """Classes come into being when they are first asked for, by number or by name."""
    size = re.fullmatch(r"TicTacToe_(\d+)x(\d+)x(\d+)", name)
    if name == "TicTacToe":
        return state_class(3, 3, 3)
    if size:
        return state_class(*map(int, size.groups()))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _join(state_class: Any) -> None:
    """Teach the rules one size."""
    width, height, run = state_class.width, state_class.height, state_class.run
    board = Bits((1 << width * height) - 1)
    not_left = Bits(sum(1 << s for s in range(width * height) if s % width != 0))
    not_right = Bits(sum(1 << s for s in range(width * height) if s % width != width - 1))
    # Right, down, down-left, down-right: the step, and the squares from which it stays on the board.
    steps = np.array([1, width, width - 1, width + 1], np.uint64)
    stays = np.array([not_right, board, not_left, not_right], np.uint64)

    @helper
    def has_run(stones: Any) -> Any:
        for line in range(4):
            ends = stones
            for _ in range(run - 1):
                ends = stones & ((ends & stays[line]) << steps[line])
            if ends:
                return True
        return False

    @moves.on(state_class)
    def _(state: State) -> Any:
        if not has_run(state.opponent):
            for square in squares(board & ~(state.player | state.opponent)):
                yield square

    @count_moves.on(state_class)
    def _(state: State) -> Any:
        if has_run(state.opponent):
            return 0
        return popcount(board & ~(state.player | state.opponent))

    @play.on(state_class)
    def _(state: State, move: Move) -> State:
        return state_class(state.opponent, state.player | (ONE << Bits(move)))

    @is_over.on(state_class)
    def _(state: State) -> Any:
        return (state.player | state.opponent) == board or has_run(state.opponent)

    @score.on(state_class)
    def _(state: State) -> Any:
        return -1 if has_run(state.opponent) else 0

    @to_move.on(state_class)
    def _(state: State) -> Any:
        return popcount(state.player | state.opponent) & 1

    @identity.on(state_class)
    def _(state: State) -> Any:
        return state.player, state.opponent

    @key.on(state_class)
    def _(state: State) -> Any:
        return mix(state.player + mix(state.opponent))


# --- text -------------------------------------------------------------------------------------------------


def _class_of(size: str | None) -> Any:
    numbers = read_size(size, (3, 3, 3), 1, MOST_EDGE, "tic-tac-toe")
    if len(numbers) == 2:
        numbers = (*numbers, min(numbers))  # as on 3x3, a full row of the shorter edge
    return state_class(*numbers)


def start(size: str | None = None) -> Any:
    """The empty board; `5x4x4` is 5 wide, 4 high, 4 in a row (without the third number: the shorter edge).

    >>> print(start())
      a b c
    3 . . . 3
    2 . . . 2
    1 . . . 1
      a b c
    X to move
    """
    return _class_of(size)(0, 0)


def parse(text: str, size: str | None = None) -> Any:
    """Read rows from the top joined by `/`, or a drawing; X begins, so the stones tell whose turn it is.

    >>> parse("X.O/.X./O..") == parse(str(parse("X.O/.X./O..")))
    True
    """
    state_class = _class_of(size)
    width, height = state_class.width, state_class.height
    rows, side = read_rows(text, width, height)
    turn = read_turns(rows, side)
    mine, theirs = two_words(rows, turn, _bits(width, height))
    if score(state_class(theirs, mine)) < 0:
        raise BadText(f"{turn} has {state_class.run} in a row already, so it cannot be {turn}'s turn")
    return state_class(mine, theirs)


def _bits(width: int, height: int) -> list[range]:
    """The bit of each square, row by row from the top."""
    return [range(row * width, (row + 1) * width) for row in range(height)]


def _join_text(state_class: Any) -> None:
    width, height, run = state_class.width, state_class.height, state_class.run
    name_squares(state_class, width, height, "tic-tac-toe")
    bits = _bits(width, height)

    @cells.on(state_class)
    def _(state: Any) -> list[list[int]]:
        return two_sides(state.player, state.opponent, to_move(state), bits)

    @winning_rows.on(state_class)
    def _(state: Any, side: int) -> range:
        return range(run, MOST_EDGE + 1)


SMALL_BOARD = 16  # squares; up to this size it is searched to its end


def _levels(state: State) -> Sequence[str]:
    if state.width * state.height <= SMALL_BOARD:
        deep = ("pvs,tt,killers,time=0.5", "pvs,tt,killers,time=2")
        return "random", "alphabeta,depth=1", "alphabeta,depth=3", *deep
    return LEVELS_OF_ANY_GAME


GAME = Game(
    "tictactoe",
    face=Face("Tic-tac-toe", pieces="marks", cell_pixels=90),
    levels=_levels,
    rungs=("random", "alphabeta,depth=2", "alphabeta,depth=9"),
    exact="alphabeta,depth=9",
    random_plies=1,
    even_plies=2,
    even="a draw with best play",
)
