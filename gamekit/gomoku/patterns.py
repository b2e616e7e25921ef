"""What a stone sees along a line: the patterns of the gomoku evaluation.

A stone looks both ways along a line, at up to five cells each way. The view ends before a stone of the
opponent or the edge of the board, which do the same harm. So what it sees one way, a *half-pattern*, is a
string of 0 to 5 cells that are own or empty: 1 + 2 + 4 + 8 + 16 + 32 = 63 of them. Two halves make a
*pattern*: 63 * 63 = 3969. A pattern and its mirror image mean the same, which leaves 63 * 64 / 2 = 2016.

    . . X . X [X] . O           left: own, empty, own, empty, empty     right: empty

On the board a half-line is kept as ten bits, two a cell and the nearest cell lowest: 0 empty, 1 black, 2
white, 3 outside. A new stone changes it by one XOR, whatever else is there. `HALF` reads the half-pattern.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["HALVES", "PATTERNS", "TIED", "half_cells", "pattern"]

SIGHT = 5  # cells each way
HALVES = (2 << SIGHT) - 1  # 63
PATTERNS = HALVES * HALVES  # 3969
CODES = 4**SIGHT  # ways in which five cells may look


def half(cells: str) -> int:
    """The number of a half-pattern, from its cells, nearest first: `X` own, `.` empty.

    >>> half(""), half("."), half("X"), half(".."), half("XXXXX")
    (0, 1, 2, 3, 62)
    """
    bits = sum(1 << place for place, cell in enumerate(cells) if cell == "X")
    return (1 << len(cells)) - 1 + bits


def half_cells(number: int) -> str:
    """The cells of a half-pattern, nearest first.

    >>> half_cells(2), half_cells(62), half_cells(0)
    ('X', 'XXXXX', '')
    """
    length = (number + 1).bit_length() - 1
    bits = number - ((1 << length) - 1)
    return "".join("X" if bits >> place & 1 else "." for place in range(length))


def pattern(line: str) -> int:
    """The number of a pattern, from the line as it stands on the board, the stone itself in brackets.

    >>> pattern(".X[X].") == half("X.") * HALVES + half(".")
    True
    """
    left, _, rest = line.partition("[X]")
    return half(left[::-1]) * HALVES + half(rest)


def pattern_line(number: int) -> str:
    """The line of a pattern, the stone itself in brackets.

    >>> pattern_line(pattern(".X[X]."))
    '.X[X].'
    """
    left, right = divmod(number, HALVES)
    return half_cells(left)[::-1] + "[X]" + half_cells(right)


def _half_of_codes() -> NDArray[np.uint8]:
    """For black and for white, the half-pattern that each code of five cells shows them."""
    found = np.zeros((2, CODES), np.uint8)
    for code in range(CODES):
        for colour in (0, 1):
            seen = ""
            for place in range(SIGHT):
                cell = code >> 2 * place & 3
                if cell not in (0, colour + 1):
                    break
                seen += "X" if cell else "."
            found[colour, code] = half(seen)
    return found


HALF = _half_of_codes()


def _seen_by_codes() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """For each code: the cells whose stones have a free view back to its start, as bits; and their colour."""
    seen, colour = np.zeros(CODES, np.uint8), np.zeros(CODES, np.uint8)
    for code in range(CODES):
        for place in range(SIGHT):
            cell = code >> 2 * place & 3
            if cell == 3 or (cell and seen[code] and cell - 1 != colour[code]):
                break  # the edge, or a stone that stands in the way of all behind it
            if cell:
                seen[code] |= 1 << place
                colour[code] = cell - 1
    return seen, colour


SEEN, SEEN_COLOUR = _seen_by_codes()


def _empty_by_codes() -> NDArray[np.uint8]:
    """For black and for white, and each code: the empty cells from which its start is seen, as bits."""
    found = np.zeros((2, CODES), np.uint8)
    for code in range(CODES):
        for colour in (0, 1):
            for place in range(SIGHT):
                cell = code >> 2 * place & 3
                if cell not in (0, colour + 1):
                    break
                found[colour, code] |= (cell == 0) << place
    return found


EMPTY_SEEN = _empty_by_codes()


def mirrored(number: int) -> int:
    """The pattern seen in a mirror.

    >>> pattern_line(mirrored(pattern(".X[X].")))
    '.[X]X.'
    """
    left, right = divmod(number, HALVES)
    return right * HALVES + left


def _ties() -> NDArray[np.int64]:
    """For each pattern the number of its weight, from 0: a pattern and its mirror image share one."""
    least = np.array([min(number, mirrored(number)) for number in range(PATTERNS)])
    return np.unique(least, return_inverse=True)[1].reshape(-1)


TIES = _ties()
TIED = int(TIES.max()) + 1  # 2016
