"""Lab 13, gomoku: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, edited, what_counts, wrong
from gamekit.grading.question import Question

FOLDER = read_folder(__file__)
SHAPE = FOLDER.answers["shape"]
PLACE = FOLDER.answers["place"]
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
        if each in one_step_lower:
            return one_step_lower[each]
"""


def sees(question: Question, answer: Any) -> Any:
    """What two answers must share; which stones are left on a board depends on the order of the cells."""
    seen = what_counts(question, answer)
    if seen is None or question.part not in ("found", "danger"):
        return seen
    return (*seen[:2], (seen[2] or [None])[0] == question.expected[1])


LIBRARY = Library(
    FOLDER,
    sees=sees,
    mistakes={
        "view": (
            wrong(
                "the edge is taken for empty",
                3,
                "Beyond the end of the line you see empty cells, where there is no board. A half that "
                "reaches the edge is shorter than five.",
                ("[::-1], line[place + 1 :]", '[::-1] + "." * 5, line[place + 1 :] + "." * 5'),
            ),
            wrong(
                "sees through the opponent",
                3,
                "You skip the other side's stones and look on behind them. The view ends there: no five "
                "of yours can go through.",
                ("                break\n", "                continue\n"),
            ),
            wrong(
                "the opponent's stone is part of the view",
                3,
                "The view ends before a stone of the other side. Yours still holds that stone: stop "
                "first, then add.",
                ("                break\n", "                seen += cell\n                break\n"),
            ),
            wrong(
                "the left half is read from the wrong end",
                0,
                "The nearest cell comes first, on both sides. On the left you must read the line backwards.",
                ("(line[:place][::-1],", "(line[max(0, place - 5):place],"),
            ),
            wrong(
                "four cells each way",
                2,
                "A stone sees five cells each way, and yours sees four. Where six in a row do not win, "
                "the fifth cell matters.",
                ("cells[:SIGHT]", "cells[:4]"),
            ),
            wrong(
                "no end to the view",
                2,
                "Yours looks on to the end of the line. After five cells each way nothing can matter "
                "any more.",
                ("cells[:SIGHT]", "cells"),
            ),
            wrong(
                "the stone itself is part of the view",
                0,
                "The half on the right begins with the stone that looks. It begins one cell further on.",
                ("line[place + 1 :]", "line[place:]"),
            ),
            wrong(
                "stops at the first gap",
                0,
                "You see only stones that touch. Empty cells belong to the view as well: X.XX can "
                "become five.",
                ('not in (mine, ".")', "!= mine"),
            ),
            wrong(
                "black's eyes for both sides",
                3,
                "You take X for own stones and stop at O, whoever is asked about. The stone at `place` "
                "says whose view it is.",
                ("mine = line[place]", 'mine = "X"'),
            ),
            wrong(
                "an O sees its own stones as O",
                3,
                "For a stone of O the halves hold O where its own stones stand. In the halves own "
                "stones are X, whoever they belong to.",
                ('seen += "." if cell == "." else "X"', "seen += cell"),
            ),
        ),
        "pattern_number": (
            wrong(
                "the reflection is forgotten",
                2,
                "A pattern and its mirror image must get one number. Put the two halves in order first: "
                "the larger number makes the triangle.",
                ("small, large = sorted(numbers)", "large, small = numbers"),
            ),
            wrong(
                "the longer half for the larger number",
                2,
                "You take the longer half for the large one. Halves of equal length have different numbers "
                "too: "
                "compare the numbers, not the lengths.",
                source="""
def pattern_number(left, right):
    def number(half):
        bits = sum(1 << place for place, cell in enumerate(half) if cell == "X")
        return (1 << len(half)) - 1 + bits

    large, small = (left, right) if len(left) >= len(right) else (right, left)
    return number(large) * (number(large) + 1) // 2 + number(small)
""",
            ),
            wrong(
                "63 times the left half",
                0,
                "That numbers all 3969 patterns, and a pattern and its mirror image get two numbers. "
                "Wanted are numbers from 0 to 2015.",
                (
                    "    small, large = sorted(numbers)\n    return large * (large + 1) // 2 + small",
                    "    return 63 * numbers[0] + numbers[1]",
                ),
            ),
            wrong(
                "the smallest of two numbers out of 3969",
                0,
                "Mirror images share a number, but the numbers have gaps up to 3968. In a triangle "
                "there are none: large * (large + 1) // 2 + small.",
                ("large * (large + 1) // 2 + small", "63 * small + large"),
            ),
            wrong(
                "halves of different lengths share a number",
                0,
                "One empty cell and two empty cells both get 0. Shorter halves come first: add (1 << "
                "len(half)) - 1.",
                ("(1 << len(half)) - 1 + bits", "bits"),
            ),
            wrong(
                "the length alone is added",
                0,
                "Halves of length n are 2**n many, so the next length begins 2**n further on: at (1 << "
                "len(half)) - 1, not at len(half).",
                ("(1 << len(half)) - 1 + bits", "len(half) + bits"),
            ),
            wrong(
                "the nearest cell counts most",
                0,
                "The nearest cell is the lowest bit: it counts 1, the next one 2, then 4. You have it "
                "the other way round.",
                ("enumerate(half)", "enumerate(reversed(half))"),
            ),
            wrong(
                "the smaller half makes the triangle",
                0,
                "Large and small are exchanged in the formula, so different patterns share a number.",
                ("large * (large + 1) // 2 + small", "small * (small + 1) // 2 + large"),
            ),
            wrong(
                "the triangle of large - 1",
                0,
                "large * (large - 1) // 2 leaves no room for two equal halves: row `large` of the "
                "triangle has large + 1 numbers, so it begins at large * (large + 1) // 2.",
                ("large * (large + 1) // 2", "large * (large - 1) // 2"),
            ),
        ),
        "shape": (
            wrong(
                "the edge is taken for empty",
                1,
                "A half that is shorter than five ends at the edge or at the other side's stone. You "
                "treat what lies behind it as empty.",
                source=edited(SHAPE, ("shape(", "seen(")) + PADDED,
            ),
            wrong(
                "more than five is no five",
                3,
                "Here six or more in a row win as well: that is freestyle gomoku. Test for row >= 5.",
                ("if row >= 5", "if row == 5"),
            ),
            wrong(
                "a row and its open ends",
                1,
                "You count the row and the empty cells at its ends. X.XXX is a four too, and XXX with "
                "one free cell at each end and walls behind them is no open three.",
                source=BY_ENDS,
            ),
            wrong(
                "a double four is called an open four",
                2,
                "Two places make five, but the four stones are not in one row: X.XXX.X. That is a "
                "double four.",
                ('"open four" if row == 4 else "double four"', '"open four"'),
            ),
            wrong(
                "every four is open",
                1,
                "An open four has two places that make five. You ask for one. A four can be stopped, an "
                "open four cannot.",
                ('        return "four"', '        return "open four"'),
            ),
            wrong(
                "a blocked three is called open",
                2,
                "A three is open if one stone more makes an *open* four. You are content with any four.",
                ('    "four": "blocked three"', '    "four": "open three"'),
            ),
            wrong(
                "a double four makes an open three",
                3,
                "What becomes a double four is a blocked three here: only an open four makes an open three.",
                ('"double four": "blocked three"', '"double four": "open three"'),
            ),
            wrong(
                "the first better shape, not the best",
                2,
                "Several stones may improve the shape. You take the first that you find; take the best.",
                (
                    "    for better, name in one_step_lower.items():\n"
                    "        if better in more:\n            return name\n",
                    FIRST_FOUND,
                ),
            ),
            wrong(
                "nothing below a three",
                3,
                "Twos and ones have names as well: an open two is what can become an open three, and so "
                "on down.",
                ("in one_step_lower.items():", "in list(one_step_lower.items())[:3]:"),
            ),
        ),
        "place": (
            wrong(
                "distance 1 only",
                2,
                "You list the eight cells that touch the stone. Wanted are all 24 within two: NEAR "
                "holds the steps.",
                (
                    "in NEAR:",
                    "in (-STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1):",
                ),
            ),
            wrong(
                "cells are listed twice",
                2,
                "A cell near two stones gets into the list twice, and the rim gets in too. Ask `listed` "
                "first.",
                ("        if not listed[there]:", "        if True:"),
            ),
            wrong(
                "the rim is listed",
                2,
                "Cells of the rim get into the list. `listed` is 1 for them from the beginning, so that "
                "one question keeps out the rim and what is listed already.",
                ("if not listed[there]", "if there not in candidates"),
            ),
            wrong(
                "every empty cell is listed again",
                2,
                "You ask whether the cell is empty, not whether it is listed. Then cells near two "
                "stones are there twice.",
                ("if not listed[there]", "if board[there] == EMPTY"),
            ),
            wrong(
                "the length is noted too late",
                2,
                "The log must hold how long the list was *before* the move. You note it after the new "
                "cells are in, and undo cannot cut them off.",
                source=edited(PLACE, ("    log.append([cell, len(candidates)])\n", ""))
                + "    log.append([cell, len(candidates)])\n",
            ),
            wrong(
                "the taken cell leaves the list",
                2,
                "You take the cell that was played out of the list. Then undo does not know where it "
                "was: the list only grows, and whoever reads it skips cells that are taken.",
                (
                    "    board[cell] = stone\n",
                    "    board[cell] = stone\n    if cell in candidates:\n        candidates.remove(cell)\n",
                ),
            ),
            wrong(
                "the set is forgotten",
                2,
                "New cells get into the list, but `listed` stays 0 for them. The next move will list "
                "them again.",
                ("            listed[there] = 1\n", ""),
            ),
            wrong(
                "always a black stone",
                2,
                "The board must get the stone that was given: 1 or 2.",
                ("board[cell] = stone", "board[cell] = BLACK"),
            ),
        ),
        "undo": (
            wrong(
                "every cell around the stone is taken away",
                1,
                "A cell near the stone may be a candidate because of another stone. Take away only what "
                "this move brought: the end of the list.",
                (
                    "    for there in candidates[count:]:\n        listed[there] = 0\n"
                    "    del candidates[count:]\n",
                    "    for step in NEAR:\n        listed[cell + step] = 0\n"
                    "        if cell + step in candidates:\n            candidates.remove(cell + step)\n",
                ),
            ),
            wrong(
                "the first move instead of the last",
                0,
                "log.pop(0) takes the oldest move. Moves are taken back in the reverse order: the last "
                "one first.",
                ("log.pop()", "log.pop(0)"),
            ),
            wrong(
                "the set keeps what the list loses",
                2,
                "The cells leave the list and stay in the set, so no later move can list them. Clear "
                "`listed` for them, and do it before you cut the list.",
                ("        listed[there] = 0\n", "        pass\n"),
            ),
            wrong(
                "the list keeps what the set loses",
                2,
                "You clear the set and leave the list as it was. Cut it off where it ended before the move: "
                "with `del`, since `candidates = ...` only gives your own name another list.",
                ("    del candidates[count:]\n", ""),
            ),
            wrong(
                "the stone stays on the board",
                2,
                "The lists are as before, and the stone is still there. Its cell must be EMPTY again.",
                ("    board[cell] = EMPTY\n", ""),
            ),
            wrong(
                "the move stays in the log",
                2,
                "You read the last entry of the log and leave it there. The next undo would take the "
                "same stone back again.",
                ("log.pop()", "log[-1]"),
            ),
            wrong(
                "one candidate too many is cut off",
                1,
                "The list must be `count` long in the end. Yours is one shorter.",
                ("candidates[count:]", "candidates[count - 1:]"),
            ),
            wrong(
                "candidates of other stones are taken away",
                1,
                "You take away every candidate near the stone. Some are there because of another stone: "
                "take away only what this move brought, the end of the list.",
                (
                    "    for there in candidates[count:]:\n        listed[there] = 0\n    del "
                    "candidates[count:]\n",
                    "    for step in NEAR:\n        if cell + step in candidates:\n            "
                    "candidates.remove(cell + step)\n            listed[cell + step] = 0\n",
                ),
            ),
        ),
        "wins_by_fours": (
            wrong(
                "the other side's five is overlooked",
                3,
                "Where O can make five, it does, and your next four comes too late. Then only the cell "
                "that stops it may be played, and only if it makes a four.",
                ("        if danger and danger != {cell}:\n            continue\n", ""),
            ),
            wrong(
                "only the first four is tried",
                1,
                "One four that leads nowhere does not mean that all do. Return False after the loop.",
                ("        if won:\n            return True\n", "        return won\n"),
            ),
            wrong(
                "the other side does not reply",
                1,
                "After your four O fills the cell where you would make five. You go on as if it had passed.",
                ('            board[reply] = "O"\n', ""),
            ),
            wrong(
                "plies are counted, not stones",
                1,
                "`most` counts stones of X. After a four and its reply one stone less is left, not two.",
                ("most - 1", "most - 2"),
            ),
            wrong(
                "the last stone is not counted",
                1,
                "The stone that makes five is one of the `most`. With one stone left there must be a five "
                "at hand.",
                ("most <= 1", "most < 1"),
            ),
            wrong(
                "the stones of a win stay on the board",
                0,
                "You return as soon as a win is found, and the stones that you tried are still on the board. "
                "Take them back first.",
                (
                    '            board[reply] = "."\n        board[cell] = "."\n',
                    "            if won:\n                return True\n"
                    '            board[reply] = "."\n        board[cell] = "."\n',
                ),
            ),
            wrong(
                "the stones stay on the board",
                0,
                "What you tried is still on the board. Take both stones back before you try the next four.",
                ('        board[cell] = "."\n', ""),
            ),
        ),
        "learn": (
            wrong(
                "the other side's patterns are not counted",
                0,
                "The value is the sum of `mine` less the sum of `theirs`. You leave the second sum out.",
                (" - sum(weights[each] for each in theirs)", ""),
            ),
            wrong(
                "the value is taken for a chance",
                0,
                "A value may be any number, a chance lies between 0 and 1: 1 / (1 + exp(-value)).",
                ("chance = 1 / (1 + exp(-value))", "chance = value"),
            ),
            wrong(
                "the sign of the exponent",
                0,
                "A high value must mean a high chance: exp(-value), not exp(value).",
                ("exp(-value)", "exp(value)"),
            ),
            wrong(
                "up where it should go down",
                1,
                "Where the chance was too low, the weights of `mine` must go up: result - chance, not chance "
                "- result.",
                ("        weights[each] +=", "        weights[each] = weights[each] -"),
                ("        weights[each] -=", "        weights[each] +="),
            ),
            wrong(
                "the other side's weights stay",
                1,
                "`theirs` learn too: what they had did not help them, or it did. They go the other way.",
                (
                    "    for each in theirs:\n        weights[each] -= rate * (result - chance)\n",
                    "",
                ),
            ),
            wrong(
                "a pattern that is there twice learns once",
                1,
                "A pattern that counts twice in the value has twice the share in the error.",
                ("for each in mine:", "for each in set(mine):"),
                ("for each in theirs:", "for each in set(theirs):"),
            ),
            wrong(
                "the rate is forgotten",
                1,
                "Each step is `rate` times the error; yours is the whole error.",
                ("weights[each] += rate * (result - chance)", "weights[each] += result - chance"),
                ("weights[each] -= rate * (result - chance)", "weights[each] -= result - chance"),
            ),
            wrong(
                "the chance after the step",
                2,
                "You return what is believed after the change. Asked for is what was believed before.",
                (
                    "    return chance",
                    "    value = sum(weights[each] for each in mine)\n"
                    "    value -= sum(weights[each] for each in theirs)\n"
                    "    return 1 / (1 + exp(-value))",
                ),
            ),
            wrong(
                "their weights go up too",
                1,
                "The weights of both sides move the same way. What spoke for the other side goes down "
                "where the chance was too low.",
                ("weights[each] -= rate", "weights[each] += rate"),
            ),
        ),
        "join": (
            wrong(
                "the stone itself is not counted",
                1,
                "The new row has the stones before, those after, and the new one: before + 1 + after.",
                ("before[cell] + 1 + after[cell]", "before[cell] + after[cell]"),
                ("row >= 5", "row >= 4"),
            ),
            wrong(
                "one is added beside the stone",
                1,
                "A cell next to the new stone sees the whole row now, and so does the cell at its far "
                "end. Write the length of the row at both ends.",
                (
                    "    after[left_end] = row\n    before[right_end] = row\n",
                    "    after[cell - 1] += 1\n    before[cell + 1] += 1\n",
                ),
            ),
            wrong(
                "written beside the stone, not at the ends of the row",
                1,
                "The cells that see the new row are at its ends: `before[cell] + 1` to the left and "
                "`after[cell] + 1` to the right. The cells beside the stone may be stones themselves.",
                ("cell - before[cell] - 1, cell + after[cell] + 1", "cell - 1, cell + 1"),
            ),
            wrong(
                "the ends see one more, not the whole row",
                1,
                "You add 1 to the counts at both ends. The stone may join two rows: both ends see all of "
                "before + 1 + after now.",
                ("after[left_end] = row", "after[left_end] += 1"),
                ("before[right_end] = row", "before[right_end] += 1"),
            ),
            wrong(
                "before and after are exchanged",
                1,
                "The cell at the left end sees the row to its right: that is `after`. You write it into "
                "`before`.",
                ("after[left_end] = row", "before[left_end] = row"),
                ("before[right_end] = row", "after[right_end] = row"),
            ),
            wrong(
                "five neighbours for a win",
                1,
                "The stone itself is one of the five: two opposite counts that sum to four are enough.",
                ("row >= 5", "row > 5"),
            ),
            wrong(
                "one side alone for a win",
                1,
                "Two stones on one side and two on the other make five as well. Add both counts.",
                ("    row =", "    longest = max(before[cell], after[cell])\n    row ="),
                ("row >= 5", "longest >= 4"),
            ),
            wrong(
                "exactly five for a win",
                1,
                "Here six in a row win as well: four or more, not exactly four.",
                ("row >= 5", "row == 5"),
            ),
        ),
    },
    further={
        "view": (
            wrong(
                "one cell too many each way",
                2,
                "You look one cell too far: SIGHT cells each way.",
                ("cells[:SIGHT]", "cells[: SIGHT + 1]"),
            ),
            wrong(
                "right before left",
                0,
                "You return (right, left). Asked is what is seen to the left, then to the right.",
                ("    return halves", "    return halves[::-1]"),
            ),
            wrong(
                "a negative place reads from the other end",
                3,
                "Left of the edge your place is negative, which is no error in Python: "
                "line[-1] is the last cell. Stop where the place is below 0.",
                source="""
def view(line, place):
    me = line[place]
    halves = []
    for step in (-1, 1):
        half = ""
        for distance in range(1, SIGHT + 1):
            try:
                cell = line[place + step * distance]
            except IndexError:
                break
            if cell == ".":
                half += "."
            elif cell == me:
                half += "X"
            else:
                break
        halves.append(half)
    return halves
""",
            ),
        ),
        "shape": (
            wrong(
                "all stones counted, not the row",
                1,
                "For a five you count all stones in sight. Only those of the unbroken row count.",
                (
                    '1 + len(left) - len(left.lstrip("X")) + len(right) - len(right.lstrip("X"))',
                    '1 + left.count("X") + right.count("X")',
                ),
            ),
            wrong(
                "a row and its open ends, where five have room",
                1,
                "You go by the row and its open ends. A shape is what it can become: a "
                "gap may be filled, and an end that is open may have too little room "
                "behind it.",
                source="""
@cache
def shape(left, right):
    if len(left) + 1 + len(right) < 5:
        return "nothing"
    left_run = len(left) - len(left.lstrip("X"))
    right_run = len(right) - len(right.lstrip("X"))
    run = left_run + 1 + right_run
    if run >= 5:
        return "five"
    open_ends = (len(left) > left_run) + (len(right) > right_run)
    if open_ends == 0:
        return "nothing"
    if run == 4:
        return "open four" if open_ends == 2 else "four"
    if run == 3:
        return "open three" if open_ends == 2 else "blocked three"
    if run == 2:
        return "open two" if open_ends == 2 else "blocked two"
    return "open one" if open_ends == 2 else "dead one"
""",
            ),
        ),
        "learn": (
            wrong(
                "powers of 10",
                0,
                "The curve is made with e: exp(-value). Powers of 10 belong to Elo.",
                ("exp(-value)", "10 ** (-value)"),
            ),
            wrong(
                "the average of the weights",
                0,
                "You take the average of the weights. The value is their sum.",
                (
                    "sum(weights[each] for each in mine) - sum(weights[each] for each in theirs)",
                    "sum(weights[each] for each in mine) / max(1, len(mine)) - "
                    "sum(weights[each] for each in theirs) / max(1, len(theirs))",
                ),
            ),
            wrong(
                "the result is taken for what is believed",
                2,
                "You return the result, or what is believed after the step. Asked is the chance before it.",
                ("    return chance", "    return result"),
            ),
            wrong(
                "all weights of a side share the step",
                1,
                "You share the step out over the patterns. Each one takes the whole step.",
                (
                    "weights[each] += rate * (result - chance)",
                    "weights[each] += rate * (result - chance) / len(mine)",
                ),
                (
                    "weights[each] -= rate * (result - chance)",
                    "weights[each] -= rate * (result - chance) / len(theirs)",
                ),
            ),
            wrong(
                "a factor too many",
                1,
                "Your step has the factor chance * (1 - chance). That slope belongs to "
                "the squared error; here it cancels, and the step is rate * (result - "
                "chance).",
                ("(result - chance)", "(result - chance) * chance * (1 - chance)"),
            ),
        ),
        "join": (
            wrong(
                "told to the neighbours of the stone",
                1,
                "You write beside the new stone. The cells there may be taken: the free "
                "cells that see the row lie at its two ends, and both see the whole "
                "row.",
                source="""
def join(before, after, cell):
    left, right = before[cell], after[cell]
    after[cell - 1] = right + 1
    before[cell + 1] = left + 1
    return left + 1 + right >= 5
""",
            ),
        ),
        "wins_by_fours": (
            wrong(
                "gives up where the other side has a four",
                3,
                "You give up where O could make five. X may play on that very cell, and "
                "if its stone makes a four there the attack goes on.",
                source="""
def wins_by_fours(board, most):
    if most < 1:
        return False
    if fills(board, "X", 4):
        return True
    if fills(board, "O", 4):
        return False
    for cell in sorted(fills(board, "X", 3)):
        won = False
        board[cell] = "X"
        forced = fills(board, "X", 4)
        if forced:
            reply = min(forced)
            board[reply] = "O"
            won = wins_by_fours(board, most - 1)
            board[reply] = "."
        board[cell] = "."
        if won:
            return True
    return False
""",
            ),
        ),
        "place": (
            wrong(
                "the log holds the cell alone",
                2,
                "You log the cell alone. How long the list was before belongs to it.",
                ("log.append([cell, len(candidates)])", "log.append(cell)"),
            ),
        ),
        "undo": (
            wrong(
                "all cells near the stone are unmarked",
                2,
                "You clear the mark of every cell near the stone. Those that were "
                "listed before it stay listed: clear only what leaves the list.",
                ("for there in candidates[count:]:", "for there in [cell + step for step in NEAR]:"),
            ),
        ),
    },
)
