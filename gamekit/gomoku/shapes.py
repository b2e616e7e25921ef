"""Shapes by name: what a stone makes of a line, and of a point where four lines cross.

A shape is defined by what one stone more can make of it, down from five:

    five           five in a row (where the rule says so, exactly five)
    open four      four in a row, and a stone at either end makes five
    double four    two places make five, but not at the ends of one row: X . X X X . X
    four           one place makes five
    open three     one stone more makes an open four            blocked three   only a four
    open two       one stone more makes an open three           blocked two     only a blocked three
    open one       one stone more makes an open two             dead one        only a blocked two
    nothing        there is no room for five
    overline       more than five, where that does not win

A shape always holds the stone that is asked about: its pattern (see `patterns`) tells all of it.

A *point* is a cell with what a stone there would make of its four lines. `SCORES` is the score table of the
lesson. The table evaluation takes the best point for us and the worst that the other side could do.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from gamekit.gomoku.patterns import PATTERNS, mirrored, pattern, pattern_line

__all__ = ["NAMES", "SCORES", "packed", "shapes_of_patterns"]

(
    NOTHING,
    DEAD_ONE,
    OPEN_ONE,
    BLOCKED_TWO,
    OPEN_TWO,
    BLOCKED_THREE,
    OPEN_THREE,
    FOUR,
    DOUBLE_FOUR,
    OPEN_FOUR,
    FIVE,
    OVERLINE,
) = range(12)

NAMES = (
    *("nothing", "dead one", "open one", "blocked two", "open two", "blocked three", "open three"),
    *("four", "double four", "open four", "five", "overline"),
)

# --- along a line -----------------------------------------------------------------------------------------


@cache
def shapes_of_patterns(exactly_five: bool) -> NDArray[np.uint8]:
    """The shape of each of the 3969 patterns, where a row of six or more wins, or does not.

    >>> NAMES[shapes_of_patterns(False)[pattern("..XX[X]..")]]
    'open three'
    """
    found = np.zeros(PATTERNS, np.uint8)
    lines = [pattern_line(number) for number in range(PATTERNS)]
    # What has more stones is known first, since a shape is what one stone more makes of it.
    for number in sorted(range(PATTERNS), key=lambda each: -lines[each].count("X")):
        twin = mirrored(number)
        known = lines[twin].count("X") == lines[number].count("X") and found[twin]
        found[number] = found[twin] if known else _shape(lines[number], exactly_five, found)
    return found


def _shape(line: str, exactly_five: bool, known: NDArray[np.uint8]) -> int:
    """The shape of a line, from the shapes of all lines with one stone more."""
    before, _, after = line.partition("[X]")
    row = 1 + (len(before) - len(before.rstrip("X"))) + (len(after) - len(after.lstrip("X")))
    if row >= 5:
        return FIVE if row == 5 or not exactly_five else OVERLINE
    next_ones = [
        int(known[pattern(line[:place] + "X" + line[place + 1 :])])
        for place, cell in enumerate(line)
        if cell == "."
    ]
    fives = next_ones.count(FIVE)
    if fives >= 2:
        return OPEN_FOUR if row == 4 else DOUBLE_FOUR
    if fives == 1:
        return FOUR
    best = max((shape for shape in next_ones if shape != OVERLINE), default=NOTHING)
    return {
        OPEN_FOUR: OPEN_THREE,
        DOUBLE_FOUR: BLOCKED_THREE,
        FOUR: BLOCKED_THREE,
        OPEN_THREE: OPEN_TWO,
        BLOCKED_THREE: BLOCKED_TWO,
        OPEN_TWO: OPEN_ONE,
        BLOCKED_TWO: DEAD_ONE,
    }.get(best, NOTHING)


# --- at a point -------------------------------------------------------------------------------------------

# The score table of the lesson: what a point is worth by the shapes that cross there, the first that fits.
SCORES = {
    "five": 10000,
    "open four": 5000,
    "double four": 5000,
    "four-three": 5000,
    "double three": 3000,
    "three and blocked three": 2000,
    "four": 1000,
    "open three": 500,
    "double two": 400,
    "blocked three": 300,
    "open two": 200,
    "blocked two": 100,
    "open one": 70,
    "dead one": 50,
    "nothing": 0,
}


def point_name(shapes: list[int]) -> str:
    """The name of a point, from the shapes of its lines.

    >>> point_name([OPEN_THREE, FOUR, NOTHING, OPEN_ONE]), point_name([OPEN_TWO, OPEN_TWO])
    ('four-three', 'double two')
    """
    # An overline wins nothing and spoils nothing on the other lines (what renju says to it comes later).
    has = [sum(shape == kind for shape in shapes) for kind in range(len(NAMES))]
    fours = has[FOUR] + has[DOUBLE_FOUR] + has[OPEN_FOUR]
    rules = {
        "five": has[FIVE],
        "open four": has[OPEN_FOUR],
        "double four": has[DOUBLE_FOUR] or fours >= 2,
        "four-three": fours and has[OPEN_THREE],
        "double three": has[OPEN_THREE] >= 2,
        "three and blocked three": has[OPEN_THREE] and has[BLOCKED_THREE],
        "four": fours,
        "open three": has[OPEN_THREE],
        "double two": has[OPEN_TWO] >= 2,
        "blocked three": has[BLOCKED_THREE],
        "open two": has[OPEN_TWO],
        "blocked two": has[BLOCKED_TWO],
        "open one": has[OPEN_ONE],
        "dead one": has[DEAD_ONE],
    }
    return next((name for name, holds in rules.items() if holds), "nothing")


def packed(shapes: list[int]) -> int:
    """Four shapes in 16 bits, the first lowest.

    >>> packed([FIVE, NOTHING, NOTHING, DEAD_ONE]) == FIVE + (DEAD_ONE << 12)
    True
    """
    return sum(shape << 4 * place for place, shape in enumerate(shapes))


@cache
def scores_of_points() -> NDArray[np.int16]:
    """The score of every combination of four shapes, by its 16 bits."""
    kinds = len(NAMES)
    found = np.zeros(1 << 16, np.int16)
    sorted_scores: dict[tuple[int, ...], int] = {}
    for index in np.ndindex(kinds, kinds, kinds, kinds):
        shapes = tuple(sorted(index))
        if shapes not in sorted_scores:
            sorted_scores[shapes] = SCORES[point_name(list(shapes))]
        found[packed(list(index))] = sorted_scores[shapes]
    return found


# What crosses at a point, in whatever order, is its class: there are 1365. Where no line would hold more than
# an open one there is no other stone that counts, and most of an empty board is such: those are all class 0.


@cache
def classes_of_points() -> NDArray[np.int16]:
    """The class of every combination of four shapes, by its 16 bits.

    >>> found = classes_of_points()
    >>> bool(found[packed([FOUR, OPEN_ONE, OPEN_THREE, 0])] == found[packed([0, OPEN_THREE, OPEN_ONE, FOUR])])
    True
    """
    kinds = len(NAMES)
    numbers: dict[tuple[int, ...], int] = {}
    for shapes in combinations_with_replacement(range(kinds), 4):
        numbers[shapes] = 0 if shapes[-1] <= OPEN_ONE else max(numbers.values()) + 1
    found = np.zeros(1 << 16, np.int16)
    for index in np.ndindex(kinds, kinds, kinds, kinds):
        found[packed(list(index))] = numbers[tuple(sorted(index))]
    return found


CLASSES = 1351  # of points: 0, and 1350 that weights are learnt for


def names_of_classes() -> list[str]:
    """The name of a point of each class.

    >>> len(names_of_classes()) == CLASSES
    True
    """
    found = ["nothing"] * CLASSES
    for index, number in enumerate(classes_of_points().tolist()):
        if number:
            found[number] = point_name([index >> 4 * place & 15 for place in range(4)])
    return found


# Counts of points, side by side in one word: cells that make five, two fives to come, a four (or both).
FIVE_POINT, TWO_FIVES_POINT, FOUR_POINT = 1, 1 << 10, 1 << 20
ONE_TALLY = (1 << 10) - 1


@cache
def tallies_of_points() -> NDArray[np.int32]:
    """What every combination of four shapes adds to the counts, by its 16 bits.

    >>> bool(tallies_of_points()[packed([FOUR, FOUR, NOTHING, NOTHING])] == TWO_FIVES_POINT + FOUR_POINT)
    True
    """
    codes = np.arange(1 << 16)
    shapes = np.stack([codes >> 4 * place & 15 for place in range(4)])
    fives = (shapes == FIVE).any(0)
    single = (shapes == FOUR).sum(0)
    double = ((shapes == DOUBLE_FOUR) | (shapes == OPEN_FOUR)).any(0)
    two_fives = ~fives & (double | (single >= 2))
    fours = ~fives & (double | (single >= 1))
    found: NDArray[np.int32] = np.zeros(1 << 16, np.int32)
    found += FIVE_POINT * fives + TWO_FIVES_POINT * two_fives + FOUR_POINT * fours
    return found
