"""Othello, slow and obviously right: an array of squares, eight directions, walk until it ends.

The functions are plain Python; numba compiles them so that a test can afford 100,000 positions.
"""

from __future__ import annotations

import numpy as np
from numba import njit

EMPTY, MINE, THEIRS = 0, 1, 2


@njit
def turned(board, row, column):
    """A board of booleans: the discs that my disc on (row, column) turns over."""
    size = board.shape[0]
    result = np.zeros((size, size), np.bool_)
    if board[row, column] != EMPTY:
        return result
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if down == 0 and right == 0:
                continue
            r, c, steps = row + down, column + right, 0
            while 0 <= r < size and 0 <= c < size and board[r, c] == THEIRS:
                r, c, steps = r + down, c + right, steps + 1
            if steps > 0 and 0 <= r < size and 0 <= c < size and board[r, c] == MINE:
                for step in range(1, steps + 1):
                    result[row + step * down, column + step * right] = True
    return result


@njit
def legal(board):
    """A board of booleans: the squares where I may place a disc."""
    size = board.shape[0]
    result = np.zeros((size, size), np.bool_)
    for row in range(size):
        for column in range(size):
            result[row, column] = turned(board, row, column).any()
    return result


@njit
def perft(board, depth, ended):
    """Lines of play, a pass counting as a ply."""
    if depth == 0:
        return 1
    size = board.shape[0]
    other = np.where(board == MINE, THEIRS, np.where(board == THEIRS, MINE, EMPTY))
    mine = legal(board)
    if not mine.any():
        return perft(other, depth - 1, ended) if legal(other).any() else ended
    count = 0
    for row in range(size):
        for column in range(size):
            if mine[row, column]:
                flipped = turned(board, row, column)
                after = other.copy()
                for r in range(size):
                    for c in range(size):
                        if flipped[r, c]:
                            after[r, c] = THEIRS
                after[row, column] = THEIRS
                count += perft(after, depth - 1, ended)
    return count


def board_of(state, size):
    """The reference's board of a state of the kit."""
    rim = (8 - size) // 2
    board = np.zeros((size, size), np.int64)
    for row in range(size):
        for column in range(size):
            bit = 8 * (row + rim) + column + rim
            board[row, column] = (state.player >> bit & 1) * MINE + (state.opponent >> bit & 1) * THEIRS
    return board
