"""Lab 13, gomoku: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Library, Mistake, edited

# What the notebook's setup cell gives.
GIVEN = '''
EMPTY, BLACK, WHITE, RIM = 0, 1, 2, 3
SIGHT = 5
STRIDE = 17  # from a cell to the one below it: 15 cells of the board and two of rim
NEAR = [row * STRIDE + column for row in range(-2, 3) for column in range(-2, 3) if (row, column) != (0, 0)]


def one_more(left, right):
    """The same two halves with one stone more, in every way."""
    for place, cell in enumerate(left):
        if cell == ".":
            yield left[:place] + "X" + left[place + 1 :], right
    for place, cell in enumerate(right):
        if cell == ".":
            yield left, right[:place] + "X" + right[place + 1 :]
'''
VIEW = """
def view(line, place):
    mine = line[place]
    halves = []
    for cells in (line[:place][::-1], line[place + 1:]):
        seen = ""
        for cell in cells[:SIGHT]:
            if cell not in (mine, "."):
                break
            seen += "." if cell == "." else "X"
        halves.append(seen)
    return halves
"""
NUMBER = """
def pattern_number(left, right):
    numbers = []
    for half in (left, right):
        bits = sum(1 << place for place, cell in enumerate(half) if cell == "X")
        numbers.append((1 << len(half)) - 1 + bits)
    small, large = sorted(numbers)
    return large * (large + 1) // 2 + small
"""
SHAPE = """
from functools import cache
MADE_OF = [
    ("open four", "open three"), ("double four", "blocked three"), ("four", "blocked three"),
    ("open three", "open two"), ("blocked three", "blocked two"),
    ("open two", "open one"), ("blocked two", "dead one"),
]
@cache
def shape(left, right):
    row = 1 + len(left) - len(left.lstrip("X")) + len(right) - len(right.lstrip("X"))
    if row >= 5:
        return "five"
    more = [shape(*halves) for halves in one_more(left, right)]
    if more.count("five") >= 2:
        return "open four" if row == 4 else "double four"
    if "five" in more:
        return "four"
    for better, name in MADE_OF:
        if better in more:
            return name
    return "nothing"
"""
PLACE = """
def place(board, listed, candidates, log, cell, stone):
    log.append([cell, len(candidates)])
    board[cell] = stone
    for step in NEAR:
        there = cell + step
        if not listed[there]:
            listed[there] = 1
            candidates.append(there)
"""
UNDO = """
def undo(board, listed, candidates, log):
    cell, count = log.pop()
    board[cell] = EMPTY
    for there in candidates[count:]:
        listed[there] = 0
    del candidates[count:]
"""
JOIN = """
def join(before, after, cell):
    row = before[cell] + 1 + after[cell]
    after_end, before_end = cell - before[cell] - 1, cell + after[cell] + 1
    after[after_end] = row
    before[before_end] = row
    return row >= 5
"""
# A row and its open ends, as most people count at first.
BY_ENDS = """
def shape(left, right):
    row, ends = 1, 0
    for half in (left, right):
        rest = half.lstrip("X")
        row += len(half) - len(rest)
        ends += rest != ""
    if row >= 5:
        return "five"
    if ends == 0:
        return "nothing"
    names = {4: ("four", "open four"), 3: ("blocked three", "open three"),
             2: ("blocked two", "open two"), 1: ("dead one", "open one")}
    return names[row][ends - 1]
"""
PADDED = """
def shape(left, right):
    return seen(left.ljust(SIGHT, "."), right.ljust(SIGHT, "."))
"""
FIRST_FOUND = """    for each in more:
        for better, name in MADE_OF:
            if better == each:
                return name
"""

LIBRARY = Library(
    models={
        "view": GIVEN + VIEW,
        "pattern_number": NUMBER,
        "shape": SHAPE,
        "place": PLACE,
        "undo": UNDO,
        "join": JOIN,
    },
    mistakes={
        "view": (
            Mistake(
                "the edge is taken for empty",
                "Beyond the end of the line you see empty cells, where there is no board. A half that "
                "reaches "
                "the edge is shorter than five.",
                edited(VIEW, ("[::-1], line[place + 1:]", '[::-1] + "." * 5, line[place + 1:] + "." * 5')),
                3,
            ),
            Mistake(
                "sees through the opponent",
                "You skip the other side's stones and look on behind them. The view ends there: no five of "
                "yours can go through.",
                edited(VIEW, ("                break\n", "                continue\n")),
                3,
            ),
            Mistake(
                "the opponent's stone is part of the view",
                "The view ends before a stone of the other side. Yours still holds that stone: stop first, "
                "then add.",
                edited(
                    VIEW, ("                break\n", "                seen += cell\n                break\n")
                ),
                3,
            ),
            Mistake(
                "the left half is read from the wrong end",
                "The nearest cell comes first, on both sides. On the left you must read the line backwards.",
                edited(VIEW, ("(line[:place][::-1],", "(line[max(0, place - 5):place],")),
                0,
            ),
            Mistake(
                "four cells each way",
                "A stone sees five cells each way, and yours sees four. Where six in a row do not win, the "
                "fifth cell matters.",
                edited(VIEW, ("cells[:SIGHT]", "cells[:4]")),
                2,
            ),
            Mistake(
                "no end to the view",
                "Yours looks on to the end of the line. After five cells each way nothing can matter any "
                "more.",
                edited(VIEW, ("cells[:SIGHT]", "cells")),
                2,
            ),
            Mistake(
                "the stone itself is part of the view",
                "The half on the right begins with the stone that looks. It begins one cell further on.",
                edited(VIEW, ("line[place + 1:]", "line[place:]")),
                0,
            ),
            Mistake(
                "stops at the first gap",
                "You see only stones that touch. Empty cells belong to the view as well: X.XX can become "
                "five.",
                edited(
                    VIEW,
                    ('not in (mine, ".")', "!= mine"),
                ),
                0,
            ),
            Mistake(
                "black's eyes for both sides",
                "You take X for own stones and stop at O, whoever is asked about. The stone at `place` says "
                "whose view it is.",
                edited(VIEW, ("mine = line[place]", 'mine = "X"')),
                3,
            ),
        ),
        "pattern_number": (
            Mistake(
                "the reflection is forgotten",
                "A pattern and its mirror image must get one number. Put the two halves in order first: the "
                "larger number makes the triangle.",
                edited(NUMBER, ("small, large = sorted(numbers)", "large, small = numbers")),
                2,
            ),
            Mistake(
                "63 times the left half",
                "That numbers all 3969 patterns, and a pattern and its mirror image get two numbers. Wanted "
                "are numbers from 0 to 2015.",
                edited(
                    NUMBER,
                    (
                        "    small, large = sorted(numbers)\n    return large * (large + 1) // 2 + small",
                        "    return 63 * numbers[0] + numbers[1]",
                    ),
                ),
                0,
            ),
            Mistake(
                "the smallest of two numbers out of 3969",
                "Mirror images share a number, but the numbers have gaps up to 3968. In a triangle there are "
                "none: large * (large + 1) // 2 + small.",
                edited(NUMBER, ("large * (large + 1) // 2 + small", "63 * small + large")),
                0,
            ),
            Mistake(
                "halves of different lengths share a number",
                "One empty cell and two empty cells both get 0. Shorter halves come first: add (1 << "
                "len(half)) - 1.",
                edited(NUMBER, ("(1 << len(half)) - 1 + bits", "bits")),
                0,
            ),
            Mistake(
                "the length alone is added",
                "Halves of length n are 2**n many, so the next length begins 2**n further on: at (1 << "
                "len(half)) - 1, not at len(half).",
                edited(NUMBER, ("(1 << len(half)) - 1 + bits", "len(half) + bits")),
                0,
            ),
            Mistake(
                "the nearest cell counts most",
                "The nearest cell is the lowest bit: it counts 1, the next one 2, then 4. You have it the "
                "other way round.",
                edited(NUMBER, ("enumerate(half)", "enumerate(reversed(half))")),
                0,
            ),
            Mistake(
                "the smaller half makes the triangle",
                "Large and small are exchanged in the formula, so different patterns share a number.",
                edited(NUMBER, ("large * (large + 1) // 2 + small", "small * (small + 1) // 2 + large")),
                0,
            ),
            Mistake(
                "the triangle of large - 1",
                "large * (large - 1) // 2 leaves no room for two equal halves: row `large` of the triangle "
                "has "
                "large + 1 numbers, so it begins at large * (large + 1) // 2.",
                edited(NUMBER, ("large * (large + 1) // 2", "large * (large - 1) // 2")),
                0,
            ),
        ),
        "shape": (
            Mistake(
                "the edge is taken for empty",
                "A half that is shorter than five ends at the edge or at the other side's stone. You treat "
                "what lies behind it as empty.",
                edited(SHAPE, ("shape(", "seen(")) + PADDED,
                1,
            ),
            Mistake(
                "more than five is no five",
                "Here six or more in a row win as well: that is freestyle gomoku. Test for row >= 5.",
                edited(SHAPE, ("if row >= 5", "if row == 5")),
                3,
            ),
            Mistake(
                "a row and its open ends",
                "You count the row and the empty cells at its ends. X.XXX is a four too, and XXX with one "
                "free cell at each end and walls behind them is no open three.",
                BY_ENDS,
                1,
            ),
            Mistake(
                "a double four is called an open four",
                "Two places make five, but the four stones are not in one row: X.XXX.X. That is a double "
                "four.",
                edited(SHAPE, ('"open four" if row == 4 else "double four"', '"open four"')),
                2,
            ),
            Mistake(
                "every four is open",
                "An open four has two places that make five. You ask for one. A four can be stopped, an open "
                "four cannot.",
                edited(SHAPE, ('        return "four"', '        return "open four"')),
                1,
            ),
            Mistake(
                "a blocked three is called open",
                "A three is open if one stone more makes an *open* four. You are content with any four.",
                edited(SHAPE, ('("four", "blocked three")', '("four", "open three")')),
                2,
            ),
            Mistake(
                "a double four makes an open three",
                "What becomes a double four is a blocked three here: only an open four makes an open three.",
                edited(SHAPE, ('("double four", "blocked three")', '("double four", "open three")')),
                3,
            ),
            Mistake(
                "the first better shape, not the best",
                "Several stones may improve the shape. You take the first that you find; take the best.",
                edited(
                    SHAPE,
                    (
                        "    for better, name in MADE_OF:\n"
                        "        if better in more:\n            return name\n",
                        FIRST_FOUND,
                    ),
                ),
                2,
            ),
            Mistake(
                "nothing below a three",
                "Twos and ones have names as well: an open two is what can become an open three, and so on "
                "down.",
                edited(SHAPE, ("    for better, name in MADE_OF:", "    for better, name in MADE_OF[:3]:")),
                3,
            ),
        ),
        "place": (
            Mistake(
                "distance 1 only",
                "You list the eight cells that touch the stone. Wanted are all 24 within two: NEAR holds the "
                "steps.",
                edited(
                    PLACE,
                    (
                        "in NEAR:",
                        "in (-STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1):",
                    ),
                ),
                2,
            ),
            Mistake(
                "cells are listed twice",
                "A cell near two stones gets into the list twice, and the rim gets in too. Ask `listed` "
                "first.",
                edited(PLACE, ("        if not listed[there]:", "        if True:")),
                2,
            ),
            Mistake(
                "the rim is listed",
                "Cells of the rim get into the list. `listed` is 1 for them from the beginning, so that one "
                "question keeps out the rim and what is listed already.",
                edited(PLACE, ("if not listed[there]", "if there not in candidates")),
                2,
            ),
            Mistake(
                "every empty cell is listed again",
                "You ask whether the cell is empty, not whether it is listed. Then cells near two stones are "
                "there twice.",
                edited(PLACE, ("if not listed[there]", "if board[there] == EMPTY")),
                2,
            ),
            Mistake(
                "the length is noted too late",
                "The log must hold how long the list was *before* the move. You note it after the new cells "
                "are in, and undo cannot cut them off.",
                edited(PLACE, ("    log.append([cell, len(candidates)])\n", ""))
                + "    log.append([cell, len(candidates)])\n",
                2,
            ),
            Mistake(
                "the taken cell leaves the list",
                "You take the cell that was played out of the list. Then undo does not know where it was: "
                "the "
                "list only grows, and whoever reads it skips cells that are taken.",
                edited(
                    PLACE,
                    (
                        "    board[cell] = stone\n",
                        "    board[cell] = stone\n"
                        "    if cell in candidates:\n        candidates.remove(cell)\n",
                    ),
                ),
                2,
            ),
            Mistake(
                "the set is forgotten",
                "New cells get into the list, but `listed` stays 0 for them. The next move will list them "
                "again.",
                edited(PLACE, ("            listed[there] = 1\n", "")),
                2,
            ),
            Mistake(
                "always a black stone",
                "The board must get the stone that was given: 1 or 2.",
                edited(PLACE, ("board[cell] = stone", "board[cell] = BLACK")),
                2,
            ),
        ),
        "undo": (
            Mistake(
                "every cell around the stone is taken away",
                "A cell near the stone may be a candidate because of another stone. Take away only what this "
                "move brought: the end of the list.",
                edited(
                    UNDO,
                    (
                        "    for there in candidates[count:]:\n        listed[there] = 0\n"
                        "    del candidates[count:]\n",
                        "    for step in NEAR:\n        listed[cell + step] = 0\n"
                        "        if cell + step in candidates:\n            candidates.remove(cell + step)\n",
                    ),
                ),
                1,
            ),
            Mistake(
                "the first move instead of the last",
                "log.pop(0) takes the oldest move. Moves are taken back in the reverse order: the last one "
                "first.",
                edited(UNDO, ("log.pop()", "log.pop(0)")),
                0,
            ),
            Mistake(
                "the set keeps what the list loses",
                "The cells leave the list and stay in the set, so no later move can list them. Clear "
                "`listed` "
                "for them, and do it before you cut the list.",
                edited(UNDO, ("        listed[there] = 0\n", "        pass\n")),
                2,
            ),
            Mistake(
                "the list keeps what the set loses",
                "You clear the set and leave the list as it was. Cut it off where it ended before the move.",
                edited(UNDO, ("    del candidates[count:]\n", "")),
                2,
            ),
            Mistake(
                "the stone stays on the board",
                "The lists are as before, and the stone is still there. Its cell must be EMPTY again.",
                edited(UNDO, ("    board[cell] = EMPTY\n", "")),
                2,
            ),
            Mistake(
                "the move stays in the log",
                "You read the last entry of the log and leave it there. The next undo would take the same "
                "stone back again.",
                edited(UNDO, ("log.pop()", "log[-1]")),
                2,
            ),
            Mistake(
                "one candidate too many is cut off",
                "The list must be `count` long in the end. Yours is one shorter.",
                edited(UNDO, ("candidates[count:]", "candidates[count - 1:]")),
                1,
            ),
        ),
        "join": (
            Mistake(
                "the stone itself is not counted",
                "The new row has the stones before, those after, and the new one: before + 1 + after.",
                edited(
                    JOIN,
                    ("before[cell] + 1 + after[cell]", "before[cell] + after[cell]"),
                    ("row >= 5", "row >= 4"),
                ),
                1,
            ),
            Mistake(
                "one is added beside the stone",
                "A cell next to the new stone sees the whole row now, and so does the cell at its far end. "
                "Write the length of the row at both ends.",
                edited(
                    JOIN,
                    (
                        "    after[after_end] = row\n    before[before_end] = row\n",
                        "    after[cell - 1] += 1\n    before[cell + 1] += 1\n",
                    ),
                ),
                1,
            ),
            Mistake(
                "written beside the stone, not at the ends of the row",
                "The cells that see the new row are at its ends: `before[cell] + 1` to the left and "
                "`after[cell] + 1` to the right. The cells beside the stone may be stones themselves.",
                edited(
                    JOIN,
                    ("cell - before[cell] - 1, cell + after[cell] + 1", "cell - 1, cell + 1"),
                ),
                1,
            ),
            Mistake(
                "before and after are exchanged",
                "The cell at the left end sees the row to its right: that is `after`. You write it into "
                "`before`.",
                edited(
                    JOIN,
                    ("after[after_end] = row", "before[after_end] = row"),
                    ("before[before_end] = row", "after[before_end] = row"),
                ),
                1,
            ),
            Mistake(
                "five neighbours for a win",
                "The stone itself is one of the five: two opposite counts that sum to four are enough.",
                edited(JOIN, ("row >= 5", "row > 5")),
                1,
            ),
            Mistake(
                "one side alone for a win",
                "Two stones on one side and two on the other make five as well. Add both counts.",
                edited(
                    JOIN,
                    ("    row =", "    longest = max(before[cell], after[cell])\n    row ="),
                    ("row >= 5", "longest >= 4"),
                ),
                1,
            ),
            Mistake(
                "exactly five for a win",
                "Here six in a row win as well: four or more, not exactly four.",
                edited(JOIN, ("row >= 5", "row == 5")),
                1,
            ),
        ),
    },
)
