# %% [markdown]
# # Lab 07 · Bitboards: moves, flips and four in a row
#
# A board is two whole numbers, and one shift moves every disc at once. You write the moves of Othello and the four in a row of Connect
# Four without a loop over squares. Plan for 50 minutes. Lesson 07 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from gamekit import draw
from gamekit.bits import squares
from gamekit.games import connect4, othello
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

BOARD = 0xFFFF_FFFF_FFFF_FFFF  # all 64 squares
NOT_A = 0xFEFE_FEFE_FEFE_FEFE  # all but column a
NOT_H = 0x7F7F_7F7F_7F7F_7F7F  # all but column h
STEPS = (1, -1, 8, -8, 7, -7, 9, -9)
CELLS = sum(0b111111 << 7 * column for column in range(7))  # the 42 squares of Connect Four
empty_board = othello.Othello(0, 0, 0)
start = othello.start()
both_threaten = connect4.parse("......./......./...O.../..XXXO./..OXOO./.XOXXO.")

# %% [markdown]
# Square a1 is bit 0, b1 is bit 1, h1 is bit 7, a2 is bit 8, h8 is bit 63. Here is the number of each square's bit.

# %%
draw.board(empty_board, numbers={square: square for square in range(64)}, title="bit numbers")

# %% [markdown]
# So a step to the right adds 1 to the number, a step down adds 8, and the diagonals are 7 and 9. The eight directions are
# `STEPS = (1, -1, 8, -8, 7, -7, 9, -9)`. A word that holds many discs moves all of them in one go: `discs << 8` is every disc a row further
# down.
#
# `draw.board(othello.Othello(player, opponent, 0))` draws two words, and `list(squares(word))` lists the bits of one.
#
# ## Predict first
#
# All 64 squares are full, and every disc goes one square to the right. Those on column h fall off the board.

# %%
Predict(
    "How many discs are left after one step to the right?",
    answer=lambda: shift(BOARD, 1).bit_count(),
    kind="number",
    reason="Your own shift has moved them: write it below, then look again.",
)

# %% [markdown]
# ## Task 1: one square on (3 points)
#
# Write `shift(discs, step)`: all discs of the word, one square further in the direction of `step`. A disc that would leave the board is
# gone. None comes back on the other side, and no bit above 63 is set: Python's numbers have no end by themselves.


# %% grade_id="shift" tags=["answer"]
def shift(discs, step):
    """Every disc one square on; what leaves the board is gone."""
    ### BEGIN SOLUTION
    if step in (1, 9, -7):
        discs &= NOT_H
    if step in (-1, -9, 7):
        discs &= NOT_A
    return (discs << step) & BOARD if step > 0 else discs >> -step
    ### END SOLUTION


# %% grade_id="check-shift" tags=["check"]
check("lab07.shift", shift)

# %% [markdown]
# ## Task 2: all moves at once (3 points)
#
# Write `legal(player, opponent)`: the squares where the side to move (`player`) may put a disc, as one word.
#
# A square is a move if it is empty, and if in some direction a run of one or more of the opponent's discs lies between it and a disc of
# the player. Do it for all squares at once: start from the player's discs and go on over the opponent's. The longest run has six discs.
#
# `hint("lab07.legal")` gives a hint, and `hint("lab07.legal", 3)` a strong one.


# %% grade_id="legal" tags=["answer"]
def legal(player, opponent):
    """The squares where the player may move, as a word."""
    ### BEGIN SOLUTION
    empty = BOARD & ~(player | opponent)
    found = 0
    for step in STEPS:
        run = shift(player, step) & opponent
        for _ in range(5):
            run |= shift(run, step) & opponent
        found |= shift(run, step) & empty
    return found
    ### END SOLUTION


# %% grade_id="check-legal" tags=["check"]
check("lab07.legal", legal)

# %% [markdown]
# ## Task 3: what a move turns (4 points)
#
# Write `flips(player, opponent, square)`: the opponent's discs that turn when the player puts a disc on `square`, as a word. In each
# direction the run that begins beside the square turns, if a disc of the player stands behind it. `square` is a number from 0 to 63.


# %% grade_id="flips" tags=["answer"]
def flips(player, opponent, square):
    """The discs that a disc on this square turns, as a word."""
    ### BEGIN SOLUTION
    turned = 0
    for step in STEPS:
        run, at = 0, shift(1 << square, step)
        while at & opponent:
            run |= at
            at = shift(at, step)
        if at & player:
            turned |= run
    return turned
    ### END SOLUTION


# %% grade_id="check-flips" tags=["check"]
check("lab07.flips", flips)

# %% [markdown]
# Perft is the proof. From the start there are 4, 12, 56, 244 and 1396 lines of one to five moves: does your board agree?


# %%
def lines(player, opponent, depth):
    """Lines of play of this length, by your own moves and flips."""
    if depth == 0:
        return 1
    count = 0
    for square in squares(legal(player, opponent)):
        changed = flips(player, opponent, square)
        count += lines(opponent ^ changed, player ^ changed ^ 1 << square, depth - 1)
    return count  # nobody has to pass so early


[lines(int(start.player), int(start.opponent), depth) for depth in range(1, 6)]

# %% [markdown]
# ## Task 4: four in a row (3 points)
#
# In Connect Four the bits run *up the columns*, and each column has a seventh bit on top that is never used, so that no line runs from
# one column into the next:
#
# ```
#  5 12 19 26 33 40 47
#  4 11 18 25 32 39 46
#  3 10 17 24 31 38 45
#  2  9 16 23 30 37 44
#  1  8 15 22 29 36 43
#  0  7 14 21 28 35 42
# ```
#
# Write `has_four(stones)`: `True` if the word holds four in a row, up, across or along a diagonal, else `False`. Two shifts for each
# direction are enough.


# %% grade_id="has_four" tags=["answer"]
def has_four(stones):
    """Does this word hold four in a row?"""
    ### BEGIN SOLUTION
    for step in (1, 6, 7, 8):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False
    ### END SOLUTION


# %% grade_id="check-has_four" tags=["check"]
check("lab07.has_four", has_four)

# %% [markdown]
# ## Stretch: every square that wins (2 points)
#
# Write `winning_squares(player, opponent)`: the empty squares of the 7x6 board on which a stone of the player would complete four in a row,
# as one word. It does not matter whether a stone can fall there now. `CELLS` holds the 42 squares. Three in a row can be completed at both
# ends, and two and one (`XX.X`) in the hole.


# %% grade_id="winning_squares" tags=["answer"]
def winning_squares(player, opponent):
    """The empty squares that complete four for the player, as a word."""
    ### BEGIN SOLUTION
    found = 0
    for step in (1, 6, 7, 8):
        for gap in range(4):
            line = CELLS & ~(player | opponent)
            for place in range(4):
                far = (place - gap) * step
                if far > 0:
                    line &= player >> far
                if far < 0:
                    line &= player << -far
            found |= line
    return found
    ### END SOLUTION


# %% grade_id="check-winning_squares" tags=["check"]
check("lab07.winning_squares", winning_squares)

# %% [markdown]
# A position in which both sides have such squares. The picture marks them by itself; does yours agree?

# %%
print("yours, for X:", list(squares(winning_squares(*map(int, both_threaten[:2])))))
draw.board(both_threaten, threats=True)

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# A friend writes the moves of Othello as a loop over 64 squares and eight directions, with `numba` in front, and says: "Compiled loops are
# as fast as bit tricks." What is true in this, and what is not? And why does Connect Four keep a spare bit in each column, while Othello
# has no room for one?

# %% [markdown] grade_id="why-words" tags=["open"] points=2
# ### BEGIN SOLUTION
# Compiling helps any loop a great deal, and it helps the bit version as well: the gain multiplies. A loop still looks at each square and each
# direction one after the other, with a branch at every step; a shift moves all discs at once, without a branch, so a whole direction costs a
# dozen operations however many discs there are. The spare bit makes every line end in an empty square, so no mask is needed at the rim:
# 7 * 7 = 49 bits fit into a word. Othello has 64 squares and needs all bits of the word, so there masks must stop the discs at the sides.
# ### END SOLUTION
