"""Reading and drawing boards as text: what the games' parsers and printers share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NoReturn, TypeVar

from gamekit.errors import BadText
from gamekit.rules import (
    EMPTY,
    FIRST,
    SECOND,
    board_text,
    cells,
    move_name,
    parse_move,
    position_text,
    to_move,
)

C = TypeVar("C", bound=type)
FIRST_MARK, SECOND_MARK, EMPTY_MARK = "X", "O", "."
MARKS = {"X": "X", "x": "X", "*": "X", "O": "O", "o": "O", "0": "O", ".": ".", "-": ".", "_": "."}


def shown(state_type: C) -> C:
    """Let `print(state)` draw the board as text, and a state at the end of a notebook cell as a picture."""

    def pretty(self: Any, printer: Any, cycle: bool) -> None:
        lines = str(self).split("\n")
        for number, line in enumerate(lines):
            printer.text(line)
            if number < len(lines) - 1:
                printer.break_()

    setattr(state_type, "__str__", board_text)  # noqa: B010  (mypy forbids the plain assignment)
    setattr(state_type, "_repr_pretty_", pretty)  # noqa: B010
    setattr(state_type, "_repr_mimebundle_", _picture)  # noqa: B010
    return state_type


def _picture(state: Any, include: Any = None, exclude: Any = None) -> dict[str, str]:
    """The board in all forms that a page may want. Imported here, so that rules alone need no pictures."""
    from gamekit.draw.boards import board

    return board(state)._repr_mimebundle_() | {"text/plain": str(state)}


def fail(position: int, problem: str) -> NoReturn:
    """Raise `BadText` about the character at this place (counted from 1 for people)."""
    raise BadText(f"character {position + 1}: {problem}")


def clip(text: str, most: int = 40) -> str:
    """A text short enough to be quoted in a sentence."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def column_name(column: int) -> str:
    """a, b, c, ..."""
    return chr(ord("a") + column)


def row_marks(rows: Sequence[Sequence[int]]) -> list[str]:
    """The rows of a board, as `cells` gives them, in X, O and dots.

    >>> row_marks([[0, -1, 1], [-1, 0, -1]])
    ['X.O', '.X.']
    """
    marks = {FIRST: FIRST_MARK, SECOND: SECOND_MARK, EMPTY: EMPTY_MARK}
    return ["".join(marks[piece] for piece in row) for row in rows]


def two_sides(mine: int, theirs: int, mover: int, bits: Sequence[Sequence[int]]) -> list[list[int]]:
    """The rows of a board of two words, as `cells` gives them, from the bit of each of its cells."""
    other = FIRST + SECOND - mover
    return [
        [mover if mine >> bit & 1 else other if theirs >> bit & 1 else EMPTY for bit in row] for row in bits
    ]


def two_words(rows: Sequence[str], mover: str, bits: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The words of the side to move and of the other side, from rows of X, O and dots.

    >>> two_words(["X.", "OX"], "O", [range(0, 2), range(2, 4)])
    (4, 9)
    """
    words = {"X": 0, "O": 0, ".": 0}
    for row, places in zip(rows, bits, strict=True):
        for mark, bit in zip(row, places, strict=True):
            words[mark] |= 1 << bit
    return (words["X"], words["O"]) if mover == "X" else (words["O"], words["X"])


def draw_grid(rows: Sequence[Sequence[str]], labels: Sequence[int], footer: str) -> str:
    """Rows from the top with coordinates all around, then a line below."""
    width = len(str(max(labels)))
    head = " " * width + " " + " ".join(column_name(c) for c in range(len(rows[0])))
    body = [
        f"{label:>{width}} {' '.join(row)} {label:<{width}}".rstrip()
        for label, row in zip(labels, rows, strict=True)
    ]
    return "\n".join([head, *body, head, footer])


def name_squares(state_type: type, width: int, height: int, game: str) -> None:
    """Teach the rules for people the usual names, where a move is the number of a cell.

    Columns are a, b, c, ..., and rows are counted from the bottom. A position is its rows from the top,
    joined by `/`. `game` stands in the sentence about what is no name of a square.
    """

    @move_name.on(state_type)
    def _(state: Any, move: int) -> str:
        return f"{column_name(move % width)}{height - move // width}"

    @parse_move.on(state_type)
    def _(state: Any, text: str) -> Any:
        name = re.fullmatch(r"\s*([a-zA-Z])(\d{1,2})\s*", text)
        if not name:
            raise BadText(f"a {game} move is a square such as b2, not {clip(text)}")
        column, row = ord(name.group(1).lower()) - ord("a"), height - int(name.group(2))
        if not (0 <= column < width and 0 <= row < height):
            raise BadText(f"the square {text.strip()} is not on the {width}x{height} board")
        return row * width + column

    @position_text.on(state_type)
    def _(state: Any) -> str:
        return "/".join(row_marks(cells(state)))

    @board_text.on(state_type)
    def _(state: Any) -> str:
        return draw_grid(row_marks(cells(state)), range(height, 0, -1), f"{'XO'[to_move(state)]} to move")


_ROW = re.compile(r"\s*(?:\d+\s+)?([XOxo.*_-](?:\s*[XOxo.*_-])*)(?:\s+\d+)?\s*")
_TURN = re.compile(r"\s*([XOxo]) to move\b.*")
_HEAD = re.compile(r"\s*([a-z1-9](\s+[a-z1-9])*)?\s*")  # coordinates, or nothing


def undraw(text: str) -> str:
    """Turn a drawn board back into one line: rows joined by `/`, then the side to move.

    >>> undraw("  a b\\n2 X . 2\\n1 . O 1\\n  a b\\nX to move")
    'X./.O X'
    """
    if "\n" not in text.strip():
        return text.strip()
    rows, side = [], ""
    for number, line in enumerate(text.split("\n")):
        if row := _ROW.fullmatch(line):
            rows.append("".join(row.group(1).split()))
        elif turn := _TURN.fullmatch(line):
            side = " " + turn.group(1).upper()
        elif not _HEAD.fullmatch(line):
            raise BadText(
                f"line {number + 1}: {clip(line)} is no row of X, O and ., nor a line of coordinates"
            )
    if not rows:
        raise BadText("there is no row of X, O and . in this text")
    return "/".join(rows) + side


def read_rows(text: str, width: int, height: int) -> tuple[list[str], str]:
    """Read `X.O/.X./O..` or a drawn board: rows of X, O and . from the top, and the side to move or ''."""
    line = undraw(text)
    board, _, side = line.partition(" ")
    side = side.strip()
    if side.upper() not in ("", "X", "O"):
        fail(len(board) + 1, f"the side to move is X or O, not {clip(side)}")
    rows, start = [], 0
    for number, row in enumerate(board.split("/")):
        marks = []
        for offset, mark in enumerate(row):
            if mark not in MARKS:
                fail(start + offset, f"{mark!r} is not X, O or . (a square), nor / (end of a row)")
            marks.append(MARKS[mark])
        if len(marks) != width:
            fail(start, f"row {number + 1} has {len(marks)} squares where {width} are needed")
        rows.append("".join(marks))
        start += len(row) + 1
    if len(rows) != height:
        raise BadText(f"there are {len(rows)} rows where {height} are needed, joined by /")
    return rows, side.upper()


def read_size(
    text: str | None, default: tuple[int, ...], least: int, most: int, what: str
) -> tuple[int, ...]:
    """Read `9x5` (or `8` for 8x8) into numbers within bounds."""
    if not text:
        return default
    form = "x".join("WHK"[: len(default)])
    if not re.fullmatch(r"\d{1,3}(x\d{1,3}){0,2}", text):
        raise BadText(
            f"a size of {what} is written {form}, such as {'x'.join(map(str, default))}, not {clip(text)}"
        )
    numbers = tuple(int(part) for part in text.split("x"))
    if len(numbers) == 1:
        numbers *= 2
    if len(numbers) > len(default) or any(not least <= number <= most for number in numbers[:2]):
        raise BadText(f"{what} is played on {least}x{least} to {most}x{most}, not {text}")
    return numbers


def read_turns(rows: Sequence[str], side: str) -> str:
    """The side to move where sides take turns and X begins; `BadText` where the counts cannot be."""
    stones = "".join(rows)
    lead = stones.count("X") - stones.count("O")
    if lead not in (0, 1):
        raise BadText(
            f"X has {stones.count('X')} stones and O has {stones.count('O')}, "
            "but X begins and the sides take turns"
        )
    turn = "O" if lead else "X"
    if side and side != turn:
        raise BadText(f"it is {turn}'s turn by the number of stones, not {side}'s")
    return turn
