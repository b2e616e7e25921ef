"""The Connect Four program in a web page: what `engine.py` does around its tree, compiled with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.bits import Bits
from gamekit.connect4.board import NOBODY, board_of, drop, set_stones
from gamekit.connect4.engine import Engine
from gamekit.page.engines import Driver, tree_driver
from gamekit.page.thinking import Allowed, Growing, advance_tree, grow
from gamekit.rules import State, to_move
from gamekit.search.mcts import plant


def driver(engine: Engine, start: State, step: int) -> Driver:
    """What drives this program in games that begin with this state: an `MCTS` whose root is a board."""
    trees = tree_driver(engine, start)
    boards, board, empty = engine._boards, board_of(start), board_of(start)
    sides = np.zeros((type(start).width, type(start).height), np.int64)
    _, asked = trees.functions["think"]
    return Driver(
        {
            "think": (think_on_boards, (*asked, boards)),
            "plant": (plant_on_boards, (engine.tree, start, boards, board, empty, sides)),
            "advance": (advance_on_boards, (engine.tree, 0, boards)),
        }
    )


def think_on_boards(
    state: State, analysing: Any, allowed: Allowed, answers: Any, growing: Growing, boards: Any
) -> None:
    """As `Engine._think`."""
    grow(state, boards, allowed, answers[0], growing)


def plant_on_boards(tree: Any, state: State, boards: Any, board: Any, empty: Any, sides: Any) -> None:
    """Begin the tree anew with a state; the board is made as `board_of` makes it."""
    board[0] = empty[0]
    half, turn = len(state) // 2, to_move(state)
    for column in range(board[0].width):
        for row in range(board[0].height):
            bit = (board[0].height + 1) * column + row
            own = state[bit >> 6] >> Bits(bit & 63) & Bits(1)
            other = state[half + (bit >> 6)] >> Bits(bit & 63) & Bits(1)
            sides[column, row] = turn if own else 1 - turn if other else NOBODY
    set_stones(board, sides, turn)
    boards.pair.start = board[0]
    plant(tree)


def advance_on_boards(tree: Any, move: Any, boards: Any) -> None:
    """As `MCTS.advance`, and the board at the root follows."""
    drop(boards.pair.start, move)
    advance_tree(tree, move)
