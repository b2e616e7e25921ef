# %% [markdown]
# # Lab 02 · Minimax with a depth limit
#
# What is a position worth if both sides play well? You write the search that answers this, and that stops in time: at a
# depth limit, where an evaluation takes over. Plan for 45 minutes. Lesson 02 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from gamekit import FIRST, INF, FinalScore, draw, is_over, moves, play, score, to_move, trace, value
from gamekit.games import plates, tictactoe, tree
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

start = plates.start()
swapped = tree.from_lists([[9, 1], [3, 5]])

# %% [markdown]
# | you ask | and get |
# | --- | --- |
# | `moves(state)`, `play(state, move)`, `is_over(state)` | as in lab 01 |
# | `value(evaluator, state)` | what an evaluator thinks of a state, **for the side to move** |
# | `score(state)` | the result, once the game has ended, **for the side to move** |
#
# An evaluator guesses in the middle of the game. At the end it knows: there it tells the result.

# %% [markdown]
# ## Predict first
#
# In this tree the first player picks a side, then the second player picks a number. Commit yourself before you have a program
# that knows.

# %%
swapped

# %%
Predict(
    "What is the tree worth to the first player?",
    answer=lambda: minimax(swapped, 2, True, FinalScore()),
    kind="number",
    reason="Your own minimax has found it: write it below, then look again.",
)

# %% [markdown]
# ## Task 1: minimax (5 points)
#
# Write `minimax(state, depth, maximising, evaluator)`.
#
# - It returns the value **for the first player**. `maximising` says whether the first player is to move. Mind the sign: `value`
#   speaks for the side to move.
# - Where the depth is 0 or the game is over, it asks the evaluator. Everywhere else it tries every move, with one ply less.
# - It looks at each position down to that depth exactly once, and at nothing deeper. (Looked at: asked `is_over`, `moves`,
#   `score` or `value`.)
#
# `hint("lab02.minimax")` gives a hint, and `hint("lab02.minimax", 3)` a strong one.


# %% grade_id="minimax" tags=["answer"]
def minimax(state, depth, maximising, evaluator):
    """Value for the first player after looking this many plies ahead."""
    ### BEGIN SOLUTION
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = minimax(play(state, move), depth - 1, not maximising, evaluator)
        best = max(best, found) if maximising else min(best, found)
    return best
    ### END SOLUTION


# %% grade_id="check-minimax" tags=["check"]
check("lab02.minimax", minimax)

# %% [markdown]
# Look at what your function does on the plates: 31 nodes, value 20.

# %%
draw.tree(trace(minimax)(start, 3, True, FinalScore()))

# %% [markdown]
# ## Task 2: which moves? (2 points)
#
# Write `best_moves(state, depth, maximising, evaluator)`: the list of **all** moves that lead to the best value, in the order in
# which `moves` gives them. Use your `minimax`. The whole look ahead is `depth` plies, the move included.


# %% grade_id="best_moves" tags=["answer"]
def best_moves(state, depth, maximising, evaluator):
    """Every move that leads to the best value."""
    ### BEGIN SOLUTION
    values = {}
    for move in moves(state):
        values[move] = minimax(play(state, move), depth - 1, not maximising, evaluator)
    best = max(values.values()) if maximising else min(values.values())
    return [move for move in values if values[move] == best]
    ### END SOLUTION


# %% grade_id="check-best_moves" tags=["check"]
check("lab02.best_moves", best_moves)

# %% [markdown]
# ## Stretch: a memory (2 points)
#
# Write `solve(state)` for tic-tac-toe: it returns two things, the value for the first player with best play to the end, and the
# number of different positions that can arise. The position itself and the finished games count too.
#
# A memory helps with both: it holds each position once, and what it holds need not be computed again. The value and the number are
# checked; what it saves to look into the memory first, you see by how long the last cell takes.
#
# `to_move(state) == FIRST` says whether the first player is to move. A state can be the key of a dict.


# %% grade_id="solve" tags=["answer"]
def solve(state):
    """(value for the first player, number of different positions)."""
    ### BEGIN SOLUTION
    memory = {}

    def search(state):
        if state in memory:
            return memory[state]
        maximising = to_move(state) == FIRST
        if is_over(state):
            best = score(state) if maximising else -score(state)
        else:
            values = [search(play(state, move)) for move in moves(state)]
            best = max(values) if maximising else min(values)
        memory[state] = best
        return best

    return search(state), len(memory)
    ### END SOLUTION


# %% grade_id="check-solve" tags=["check"]
check("lab02.solve", solve)

# %% [markdown]
# The whole game, from the empty board. Without a memory these would be 549,946 nodes.

# %%
solve(tictactoe.start())

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# Someone searches one ply deeper and gets a *worse* value for the side to move, with the same evaluator. Is there a mistake in the
# search? What does the value at a depth limit tell you, and what does it not?

# %% [markdown] grade_id="why-depth" tags=["open"] points=2
# ### BEGIN SOLUTION
# It need not be a mistake. At the limit the value is only the evaluator's guess, taken from the best of the positions that both sides
# can steer for. One ply deeper the opponent's reply is seen, which may show that the guess was too high (the horizon effect). Only
# where the search reaches the end of the game is the value exact. A deeper search is usually better, but each single value can move
# either way.
# ### END SOLUTION
