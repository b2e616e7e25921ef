"""Gomoku's rules once more, slow and straight from their definitions, to compare the kit with.

A board is a dict from (column, row) to "X", "O" or ".", with no rim: what is not in the dict is not board.
Stones are spoken of as sets of squares, the way the rules of renju speak of rows, fours and threes.
"""

from __future__ import annotations

from functools import cache

Square = tuple[int, int]
Board = dict[Square, str]

LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


def from_rows(rows: list[str]) -> Board:
    """Rows from the top; row 0 is the top one."""
    return {(c, r): mark for r, marks in enumerate(rows) for c, mark in enumerate(marks)}


def with_stone(board: Board, square: Square, stone: str) -> Board:
    assert board[square] == "."
    return {**board, square: stone}


def row_through(board: Board, square: Square, line: Square) -> frozenset[Square]:
    """The unbroken row of equal stones along a line that the stone on this square belongs to."""
    row = {square}
    for sign in (1, -1):
        column, down = square
        while True:
            column, down = column + sign * line[0], down + sign * line[1]
            if board.get((column, down)) != board[square]:
                break
            row.add((column, down))
    return frozenset(row)


def wins(board: Board, square: Square, rule: str) -> bool:
    """Has the stone on this square five in a row, as the rule wants it?"""
    lengths = [len(row_through(board, square, line)) for line in LINES]
    exact = rule == "standard" or (rule == "renju" and board[square] == "X")
    return 5 in lengths if exact else max(lengths) >= 5


def winners(board: Board, rule: str) -> set[str]:
    return {board[square] for square in board if board[square] != "." and wins(board, square, rule)}


# --- renju: all of it about black -------------------------------------------------------------------------


@cache
def near(square: Square, line: Square) -> list[Square]:
    """The squares on a line that can stand in one five with this square."""
    return [(square[0] + k * line[0], square[1] + k * line[1]) for k in range(-4, 5) if k]


def empty_near(board: Board, square: Square, line: Square) -> list[Square]:
    return [other for other in near(square, line) if board.get(other) == "."]


def stones_near(board: Board, square: Square, line: Square) -> int:
    return sum(board.get(other) == "X" for other in near(square, line))


def completions(board: Board, stone: Square, line: Square) -> dict[frozenset[Square], set[Square]]:
    """Every four along a line that the stone is part of, with the squares that make it exactly five."""
    fours: dict[frozenset[Square], set[Square]] = {}
    if stones_near(board, stone, line) < 3:
        return fours  # to save time: there are no four stones
    for added in empty_near(board, stone, line):
        five = row_through(with_stone(board, added, "X"), added, line)
        if len(five) == 5 and stone in five:
            fours.setdefault(five - {added}, set()).add(added)
    return fours


def threes(board: Board, stone: Square, line: Square) -> set[frozenset[Square]]:
    """Every three along a line that the stone is part of."""
    found: set[frozenset[Square]] = set()
    if stones_near(board, stone, line) < 2:
        return found
    for added in empty_near(board, stone, line):
        larger = with_stone(board, added, "X")
        for four, fives in completions(larger, stone, line).items():
            is_straight = len(fives) == 2
            if is_straight and added in four and verdict(board, added) == "":
                found.add(four - {added})
    return found


def verdict(board: Board, square: Square) -> str:
    """ "" where black may play without making five, "five", or the reason why renju forbids the square."""
    new = with_stone(board, square, "X")
    lengths = [len(row_through(new, square, line)) for line in LINES]
    if 5 in lengths:
        return "five"
    if max(lengths) > 5:
        return "overline"
    if sum(len(completions(new, square, line)) for line in LINES) >= 2:
        return "double-four"
    if sum(len(threes(new, square, line)) for line in LINES) >= 2:
        return "double-three"
    return ""


def forbidden(board: Board) -> dict[Square, str]:
    """Every empty square that renju forbids black, with the reason."""
    return {
        square: found
        for square in board
        if board[square] == "." and stones_around(board, square) >= 4 and (found := verdict(board, square))
        if found != "five"
    }


def stones_around(board: Board, square: Square) -> int:
    """Black stones on the four lines. Two threes, two fours or a row of six need at least 4 besides N."""
    return sum(stones_near(board, square, line) for line in LINES)
