# %% [markdown]
# # Lab 13 · Gomoku: shapes, patterns, candidates and forced wins
#
# On a board of 225 points nobody looks at everything. You write what a gomoku program looks at instead: what a stone sees along its lines,
# the number of that pattern, its name, and the short list of points worth a thought, kept move by move. Then a search that sees far, because it
# leaves the other side no choice, and a step of learning what patterns are worth. Plan for 90 minutes. Lesson 13 is the place to look when you are
# stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from functools import cache
from math import exp

from gamekit import draw
from gamekit.games import gomoku
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

EMPTY, BLACK, WHITE, RIM = 0, 1, 2, 3
SIGHT = 5
STRIDE = 17  # from a cell to the one below it: 15 cells of the board and two of rim
NEAR = [row * STRIDE + column for row in range(-2, 3) for column in range(-2, 3) if (row, column) != (0, 0)]


# A small board as a list of 49 marks, row by row, and all windows of five cells in line.
WINDOWS = [
    [(row + down * i) * 7 + column + across * i for i in range(5)]
    for across, down in ((1, 0), (0, 1), (1, 1), (1, -1))
    for row in range(7)
    for column in range(7)
    if 0 <= row + 4 * down < 7 and column + 4 * across < 7
]


def fills(board, mark, count):
    """The empty cells of windows with so many stones of a side and none of the other, as a set."""
    found = set()
    for window in WINDOWS:
        marks = [board[cell] for cell in window]
        if marks.count(mark) == count and marks.count(".") == 5 - count:
            found |= {cell for cell in window if board[cell] == "."}
    return found


def one_more(left, right):
    """The same two halves with one stone more, in every way."""
    for place, cell in enumerate(left):
        if cell == ".":
            yield left[:place] + "X" + left[place + 1 :], right
    for place, cell in enumerate(right):
        if cell == ".":
            yield left, right[:place] + "X" + right[place + 1 :]


# %% [markdown]
# A line of the board is a text: `X` and `O` are stones, a dot is an empty cell. Its ends are the edges of the board.
#
# A stone looks both ways along the line, at up to **five** cells each way. The view ends before a stone of the other side, and at the edge: both
# do the same harm. What it sees one way is a *half*, a text of `X` (own) and `.` (empty), **nearest cell first**.
#
# ```
# . . X . X [X] . O          left half "X.X..", right half "."
# ```
#
# ## Predict first
#
# A half has 0 to 5 cells, and each is own or empty.

# %%
Predict(
    "How many different halves are there?",
    answer=lambda: len(all_halves()),
    kind="number",
    reason="1 + 2 + 4 + 8 + 16 + 32: one of length 0, two of length 1, and so on.",
)


# %%
def all_halves():
    """Every half, the shorter ones first."""
    found = [""]
    for half in found:
        if len(half) < SIGHT:
            found += [half + ".", half + "X"]
    return found


# %% [markdown]
# ## Task 1: what a stone sees (4 points)
#
# Write `view(line, place)`: the two halves of the stone that stands at `place`, as a list `[left, right]`. The stone may be an `X` or an `O`;
# in both cases its own stones are `X` in the halves. `view("..X.XX.O", 5)` is `["X.X..", "."]`, and `view("XO.O", 3)` is `[".X", ""]`.


# %% grade_id="view" tags=["answer"]
def view(line, place):
    """[left, right]: what the stone at this place sees each way, nearest cell first."""
    ### BEGIN SOLUTION
    mine = line[place]
    halves = []
    for cells in (line[:place][::-1], line[place + 1 :]):
        seen = ""
        for cell in cells[:SIGHT]:
            if cell not in (mine, "."):
                break
            seen += "." if cell == "." else "X"
        halves.append(seen)
    return halves
    ### END SOLUTION


# %% grade_id="check-view" tags=["check"]
check("lab13.view", view)

# %% [markdown]
# ## Task 2: the number of a pattern (3 points)
#
# Two halves make a *pattern*, and each pattern has a weight of its own in the evaluation. So it needs a number. A pattern and its mirror image mean
# the same, and shall have **one** number.
#
# First a number for each half, from 0 to 62: shorter halves come first, so a half of length n begins at 2^n − 1. To that you add its stones
# as bits: the nearest cell counts 1, the next 2, then 4, and so on. (`""` is 0, `"."` is 1, `"X"` is 2, `".."` is 3, `"X."` is 4, `".X"` is 5.)
#
# Then both together, where `large` is the larger number and `small` the smaller: **large · (large + 1) / 2 + small**. Write
# `pattern_number(left, right)`.


# %% grade_id="pattern_number" tags=["answer"]
def pattern_number(left, right):
    """A number from 0 to 2015, the same for a pattern and its mirror image."""
    ### BEGIN SOLUTION
    numbers = []
    for half in (left, right):
        bits = sum(1 << place for place, cell in enumerate(half) if cell == "X")
        numbers.append((1 << len(half)) - 1 + bits)
    small, large = sorted(numbers)
    return large * (large + 1) // 2 + small
    ### END SOLUTION


# %% grade_id="check-pattern_number" tags=["check"]
check("lab13.pattern_number", pattern_number)

# %%
numbers = [pattern_number(left, right) for left in all_halves() for right in all_halves()]
print(len(numbers), "patterns,", len(set(numbers)), "numbers, the largest is", max(numbers))

# %% [markdown]
# ## Task 3: shapes by name (4 points)
#
# What is a three worth? It depends on what it can *become*. So define shapes from the top down:
#
# | shape | what it is |
# | --- | --- |
# | `"five"` | five or more in a row through the stone |
# | `"open four"` | two places make five, and the stone's own row is four long |
# | `"double four"` | two places make five, but it is no single row: `X.XXX.X` |
# | `"four"` | one place makes five |
# | `"open three"` | one stone more can make an open four |
# | `"blocked three"` | one stone more can make a double four or a four, no open four |
# | `"open two"`, `"blocked two"` | one stone more can make an open three; only a blocked three |
# | `"open one"`, `"dead one"` | one stone more can make an open two; only a blocked two |
# | `"nothing"` | no room for five |
#
# Write `shape(left, right)`: the name of the shape that the stone between these halves has. `one_more(left, right)` in the first cell gives every
# pair of halves with one stone more. `@cache` remembers what was computed, so you may ask `shape` itself as often as you like.
#
# `hint("lab13.shape")` gives a hint, and `hint("lab13.shape", 3)` a strong one.


# %% grade_id="shape" tags=["answer"]
@cache
def shape(left, right):
    """The name of the shape of the stone between two halves."""
    ### BEGIN SOLUTION
    row = 1 + len(left) - len(left.lstrip("X")) + len(right) - len(right.lstrip("X"))
    if row >= 5:
        return "five"
    more = [shape(*halves) for halves in one_more(left, right)]
    if more.count("five") >= 2:
        return "open four" if row == 4 else "double four"
    if "five" in more:
        return "four"
    one_step_lower = {
        "open four": "open three",
        "double four": "blocked three",
        "four": "blocked three",
        "open three": "open two",
        "blocked three": "blocked two",
        "open two": "open one",
        "blocked two": "dead one",
    }
    for better, name in one_step_lower.items():
        if better in more:
            return name
    return "nothing"
    ### END SOLUTION


# %% grade_id="check-shape" tags=["check"]
check("lab13.shape", shape)

# %% [markdown]
# Your three functions together name any stone of any line.

# %%
for line, place in (("...XXX...", 4), ("O.XXX.O..", 3), ("X.XXX.X", 3), ("XXXX.....", 2), ("..X.X....", 4)):
    print(f"{line:12} stone {place}: {shape(*view(line, place))}")

# %% [markdown]
# ## Task 4: a stone, and the candidates that it brings (3 points)
#
# Only points near stones are worth a thought. A program that looks for them at every position is slow; so keep the list, move by move. The
# board is one long list with a **rim**, so that a step in any direction never leaves it. `STRIDE` leads one row down.
#
# | list | what it holds |
# | --- | --- |
# | `board` | `EMPTY`, `BLACK`, `WHITE` or `RIM` for every cell |
# | `listed` | 1 where a cell is in the list of candidates, else 0. On the rim it is 1 **from the beginning** |
# | `candidates` | cells within two of a stone, in the order in which they came. The list only grows; cells that are taken stay in it |
# | `log` | for each move `[cell, how long candidates was before it]` |
#
# Write `place(board, listed, candidates, log, cell, stone)`. It changes the four lists and returns nothing. `NEAR` holds the 24 steps to the cells
# around.


# %% grade_id="place" tags=["answer"]
def place(board, listed, candidates, log, cell, stone):
    """Put a stone on an empty cell, and list the cells near it that are not listed yet."""
    ### BEGIN SOLUTION
    log.append([cell, len(candidates)])
    board[cell] = stone
    for step in NEAR:
        there = cell + step
        if not listed[there]:
            listed[there] = 1
            candidates.append(there)
    ### END SOLUTION


# %% grade_id="check-place" tags=["check"]
check("lab13.place", place)

# %% [markdown]
# ## Task 5: take it back (3 points)
#
# A search places and takes back millions of stones, always the last one first. Write `undo(board, listed, candidates, log)`: take the last stone
# back, so that all four lists are **exactly** what they were before it. A cell may be a candidate because of another stone: that one must stay.


# %% grade_id="undo" tags=["answer"]
def undo(board, listed, candidates, log):
    """Take the last stone back; the lists are again what they were."""
    ### BEGIN SOLUTION
    cell, count = log.pop()
    board[cell] = EMPTY
    for there in candidates[count:]:
        listed[there] = 0
    del candidates[count:]
    ### END SOLUTION


# %% grade_id="check-undo" tags=["check"]
check("lab13.undo", undo)

# %% [markdown]
# Look at your candidates. The picture numbers them in the order in which they came. Change the stones, or take some back.


# %%
def empty_lists():
    """(board, listed, candidates, log) before the first move."""
    board, listed = [RIM] * (19 * STRIDE + 2), [1] * (19 * STRIDE + 2)
    for row in range(2, 17):
        for column in range(2, 17):
            board[row * STRIDE + column], listed[row * STRIDE + column] = EMPTY, 0
    return board, listed, [], []


def name_of(cell):
    """What people call a cell, such as h8."""
    return "abcdefghijklmno"[cell % STRIDE - 2] + str(17 - cell // STRIDE)


def look(cells):
    """A board with these stones, black first, and its candidates."""
    lists = empty_lists()
    for number, cell in enumerate(cells):
        place(*lists, cell, number % 2 + BLACK)
    open_cells = [cell for cell in lists[2] if lists[0][cell] == EMPTY]
    state = gomoku.parse(" ".join(name_of(cell) for cell in cells))
    numbers = {name_of(cell): number + 1 for number, cell in enumerate(open_cells)}
    return draw.board(state, numbers=numbers, title=f"{len(open_cells)} candidates")


look([9 * STRIDE + 9, 8 * STRIDE + 10, 2 * STRIDE + 16])

# %% [markdown]
# ## Task 6: a win by fours (4 points)
#
# A **four** is a window of five cells with four stones of one side and an empty cell: a threat to fill it. The other side must fill that cell itself.
# So whoever plays four after four leaves no choice, and such a win is found far deeper than any full search can look.
#
# The board is a list of 49 marks here, `"X"`, `"O"` or `"."`. `fills(board, "X", 4)` in the first cell is the set of the cells where X makes five;
# `fills(board, "X", 3)` are the cells where X makes a four.
#
# Write `wins_by_fours(board, most)`: X is to move. Does it make five with **at most** `most` stones of its own, where every stone but the last makes a
# four? Return `True` or `False`. Mind two things. If O can make five itself, X must stop that first, and the stone that does so must be a four too. And
# whatever you try on the board you take back: in the end it is as it was.


# %% grade_id="wins_by_fours" tags=["answer"]
def wins_by_fours(board, most):
    """Does X, to move, make five with at most so many stones, each but the last a four?"""
    ### BEGIN SOLUTION
    if fills(board, "X", 4):
        return True
    if most <= 1:
        return False
    danger = fills(board, "O", 4)
    for cell in fills(board, "X", 3):
        if danger and danger != {cell}:
            continue
        board[cell] = "X"
        won = True
        for reply in fills(board, "X", 4):
            board[reply] = "O"
            won = won and wins_by_fours(board, most - 1)
            board[reply] = "."
        board[cell] = "."
        if won:
            return True
    return False
    ### END SOLUTION


# %% grade_id="check-wins_by_fours" tags=["check"]
check("lab13.wins_by_fours", wins_by_fours)

# %% [markdown]
# Two fives at once need no case of their own: O stops one, and the first line of your function finds the other.
#
# ## Task 7: one step of learning (3 points)
#
# What is a pattern worth? Nobody need say: games can tell. A position is a list of the patterns of the side to move, `mine`, and one of the other side's,
# `theirs`. Its **value** is the sum of the weights of `mine` less the sum of the weights of `theirs`; a pattern that is there twice counts twice.
# The **chance** that the side to move wins is 1 / (1 + e^(−value)). (`exp` is imported.)
#
# Then the game ends: `result` is 1 if the side to move won, 0 if it lost. Where the chance was too low, the weights of `mine` go up and those of
# `theirs` go down, each time a pattern is there by `rate` · (result − chance). That is logistic regression.
#
# Write `learn(weights, mine, theirs, result, rate)`. It changes the list `weights` and returns the chance that was believed **before** the change.


# %% grade_id="learn" tags=["answer"]
def learn(weights, mine, theirs, result, rate):
    """Learn from one position: the chance that was believed before it."""
    ### BEGIN SOLUTION
    value = sum(weights[each] for each in mine) - sum(weights[each] for each in theirs)
    chance = 1 / (1 + exp(-value))
    for each in mine:
        weights[each] += rate * (result - chance)
    for each in theirs:
        weights[each] -= rate * (result - chance)
    return chance
    ### END SOLUTION


# %% grade_id="check-learn" tags=["check"]
check("lab13.learn", learn)

# %% [markdown]
# ## Stretch: counts that notice a five (2 points)
#
# Has the last stone made five? Do not walk along the line: keep counts. On one line, `before[cell]` says how many own stones lie side by side
# directly to the left of an empty cell, and `after[cell]` how many directly to its right. (The lists have one cell of rim at each end.)
#
# Write `join(before, after, cell)`: a stone is put on the empty `cell`. Change the counts of the empty cells that see the new row: there are only two,
# one behind each end. Return `True` if five or more are in a row now, else `False`. What stands in the lists at cells that are taken does not
# matter. There is no need to ask what stands anywhere.


# %% grade_id="join" tags=["answer"]
def join(before, after, cell):
    """Put a stone on a cell of a line: are there five in a row? The counts at both ends are kept."""
    ### BEGIN SOLUTION
    row = before[cell] + 1 + after[cell]
    left_end, right_end = cell - before[cell] - 1, cell + after[cell] + 1
    after[left_end] = row
    before[right_end] = row
    return row >= 5
    ### END SOLUTION


# %% grade_id="check-join" tags=["check"]
check("lab13.join", join)

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# A friend's program offers only points that **touch** a stone as candidates, and says: "I search seven plies deep, so I find every win within seven
# plies." Is that so? And what would it cost to offer all empty points?

# %% [markdown] grade_id="why-candidates" tags=["open"] points=2
# ### BEGIN SOLUTION
# No. A search finds the wins among the moves that it looks at. A stone that leaves a gap, such as the one that makes X.X.X or X..XX, may touch no
# stone at all, and such a move can be the only one that wins; the search never tries it, at whatever depth. The same goes for the replies: it may
# overlook the only defence and announce a win that is none. With all empty points each position has about 220 moves instead of some 30 to 60, so the
# same number of nodes is used up several plies earlier. Distance 2 is the usual bargain: it still leaves something out, but hardly ever a move that
# matters.
# ### END SOLUTION
