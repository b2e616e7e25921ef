# %% [markdown]
# # Lab 01 · Games as trees, and perft
#
# A game is a tree: positions are its nodes, moves its edges. You write the two functions with which everybody who
# programs a game begins: they count. Plan for 30 minutes. Lesson 01 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from gamekit import is_over, moves, play  # noqa: F401
from gamekit.games import othello, tictactoe, tree
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

small = tree.from_lists([[5, 3], [1, 9]])

# %% [markdown]
# | you ask | and get |
# | --- | --- |
# | `moves(state)` | the moves; none when the game is over |
# | `play(state, move)` | the state after a move, a new one |
# | `is_over(state)` | whether the game has ended |
#
# They mean the right thing for every game. Here is a tree that is a game by itself:

# %%
small

# %% [markdown]
# ## Predict first
#
# Commit yourself before you have a program that knows.

# %%
Predict(
    "Tic-tac-toe: how many lines of exactly two plies are there from the empty board?",
    answer=lambda: perft(tictactoe.start(), 2),
    kind="number",
    reason="Your own perft has counted them: write it below, then look again.",
)

# %% [markdown]
# ## Task 1: how many nodes? (2 points)
#
# Write `count_nodes(state)`: the number of nodes of the tree below a position, that position included. The small tree above
# has 7.
#
# `hint("lab01.count_nodes")` gives a hint, and `hint("lab01.count_nodes", 3)` a strong one.


# %% grade_id="count_nodes" tags=["answer"]
def count_nodes(state):
    """The number of positions from here down, this one included."""
    ### BEGIN SOLUTION
    count = 1
    for move in moves(state):
        count += count_nodes(play(state, move))
    return count
    ### END SOLUTION


# %% grade_id="check-count_nodes" tags=["check"]
check("lab01.count_nodes", count_nodes)

# %% [markdown]
# ## Task 2: perft (4 points)
#
# Write `perft(state, depth)`: the number of lines of exactly `depth` plies. A game that ends before has no line of that
# length, so it counts nothing. There is one line of length 0, the empty one.
#
# - Look at nothing deeper than `depth`: in a real game that would take for ever.
# - In Othello a side that cannot move has the one move `PASS`. It is a ply like any other, so you need do nothing about it.


# %% grade_id="perft" tags=["answer"]
def perft(state, depth):
    """The number of lines of exactly this many plies."""
    ### BEGIN SOLUTION
    if depth == 0:
        return 1
    count = 0
    for move in moves(state):
        count += perft(play(state, move), depth - 1)
    return count
    ### END SOLUTION


# %% grade_id="check-perft" tags=["check"]
check("lab01.perft", perft)

# %% [markdown]
# Numbers that hundreds of programs agree on leave no room for a wrong rule. For Othello they begin 4, 12, 56, 244.

# %%
[perft(othello.start(), depth) for depth in range(1, 5)]

# %% [markdown]
# ## Stretch: different positions (2 points)
#
# Write `distinct(state, depth)`: the number of *different* positions after exactly `depth` plies. Two orders of the same moves
# lead to one position. States can be compared, and can be members of a set.


# %% grade_id="distinct" tags=["answer"]
def distinct(state, depth):
    """The number of different positions after exactly this many plies."""
    ### BEGIN SOLUTION
    positions = {state}
    for _ in range(depth):
        positions = {play(position, move) for position in positions for move in moves(position)}
    return len(positions)
    ### END SOLUTION


# %% grade_id="check-distinct" tags=["check"]
check("lab01.distinct", distinct)

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# Tic-tac-toe has 549,946 nodes and 5,478 different positions. Where does the factor of a hundred come from? And why does your
# `count_nodes` never finish for Othello, although every game of it ends?

# %% [markdown] grade_id="why-so-many" tags=["open"] points=2
# ### BEGIN SOLUTION
# The tree has a node for every *way* to a position. A position with five stones can be reached in up to 3! * 2! = 12 orders, one
# with nine in up to 5! * 4! = 2880, as far as nobody had won before. Othello has up to 60 plies and about ten moves in each: a
# tree of about 10^58 nodes. At a million nodes a second that is 10^44 years, although no line is longer than a few dozen moves.
# ### END SOLUTION
