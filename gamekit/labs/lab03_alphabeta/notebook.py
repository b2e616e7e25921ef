# %% [markdown]
# # Lab 03 · Alpha-beta on the plates
#
# You write the search that looks away: alpha-beta. It finds the same value as minimax and visits far fewer
# positions, and it must visit *exactly* the right ones. Plan for 45 minutes. Lesson 03 is the place to look when you are
# stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from gamekit import INF, draw, is_over, moves, play, score, trace
from gamekit.games import plates
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

start = plates.start()

# %% [markdown]
# Three plates: A holds 1, 20 and 50; B holds 5, 10 and 100; C holds 1, 5 and 20. The first player picks a plate, the second
# hands over two of its notes, the first keeps one.
#
# | you ask | and get |
# | --- | --- |
# | `moves(state)` | the moves, as numbers |
# | `play(state, move)` | the state after a move |
# | `is_over(state)` | whether the game has ended |
# | `score(state)` | the result **for the side to move**, once it has ended |

# %%
start

# %% [markdown]
# ## Predict first
#
# In lesson 03 alpha-beta visited 18 of the 31 positions. Here the same plates stand in the opposite order. Commit
# yourself before you have a program that knows.

# %%
other_way_round = plates.parse("1,5,20/5,10,100/1,20,50")
Predict(
    "How many of the 31 positions does alpha-beta visit when the best plate comes last?",
    answer=lambda: len(trace(alphabeta)(other_way_round, -INF, INF, True)),
    kind="number",
    reason="Your own alphabeta has counted them: write it below, then look again.",
)

# %% [markdown]
# ## Task 1: alpha-beta (6 points)
#
# Write `alphabeta(state, alpha, beta, maximising)`.
#
# - It returns the value **for the first player**. `maximising` says whether the first player is to move. Mind the sign:
#   `score` speaks for the side to move.
# - `alpha` is what the first player has already, `beta` what the second player will allow. Where they meet, stop looking.
# - Inside the window the value is exact. Outside it, a bound is enough, and it does not matter whether yours is fail-soft or
#   fail-hard.
# - It looks at moves in the order in which `moves` gives them.
#
# It is tested on plates, and on trees of four to six levels, and with narrow windows. On all of them the number of
# positions it looks at must be exactly right. (Looked at: asked `is_over`, `moves` or `score`.)


# %% grade_id="alphabeta" tags=["answer"]
def alphabeta(state, alpha, beta, maximising):
    """Value for the first player: exact inside (alpha, beta), a bound outside."""
    ### BEGIN SOLUTION
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = alphabeta(play(state, move), alpha, beta, not maximising)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
    ### END SOLUTION


# %% grade_id="check-alphabeta" tags=["check"]
check("lab03.alphabeta", alphabeta)

# %% [markdown]
# Look at what your function does. Dashed is what it never looked at.

# %%
draw.tree(trace(alphabeta)(start, -INF, INF, True))

# %% [markdown]
# ## Task 2: which move? (2 points)
#
# A value alone plays no game. Write `best_move(state, maximising)`: a move that leads to the best value. Use your
# `alphabeta`. If several moves are equally good, any of them is right.
#
# One search is enough: your function should look at no more positions than `alphabeta` does from the root. What one move
# has brought, the next one should know.


# %% grade_id="best_move" tags=["answer"]
def best_move(state, maximising):
    """A best move for the side to move."""
    ### BEGIN SOLUTION
    chosen, alpha, beta = None, -INF, INF
    for move in moves(state):
        found = alphabeta(play(state, move), alpha, beta, not maximising)
        if maximising and found > alpha:
            chosen, alpha = move, found
        if not maximising and found < beta:
            chosen, beta = move, found
    return chosen
    ### END SOLUTION


# %% grade_id="check-best_move" tags=["check"]
check("lab03.best_move", best_move)

# %% [markdown]
# ## Stretch: the line that both sides play (2 points)
#
# Write `best_line(state, maximising)`: the list of moves from here to the end of the game when both sides play well. Each
# move of it must keep the value. Cut as alpha-beta does.
#
# Beware: after a cut, what comes back is a bound. A move that only *reaches* the bound is not known to be as good.


# %% grade_id="best_line" tags=["answer"]
def best_line(state, maximising):
    """The moves that both sides play, from here to the end."""

    ### BEGIN SOLUTION
    def search(state, alpha, beta, maximising):
        if is_over(state):
            return (score(state) if maximising else -score(state)), []
        best, line = (-INF if maximising else INF), []
        for move in moves(state):
            found, rest = search(play(state, move), alpha, beta, not maximising)
            if maximising and found > best:
                best, line = found, [move, *rest]
                alpha = max(alpha, best)
            if not maximising and found < best:
                best, line = found, [move, *rest]
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, line

    return search(state, -INF, INF, maximising)[1]
    ### END SOLUTION


# %% grade_id="check-best_line" tags=["check"]
check("lab03.best_line", best_line)

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# A friend's version keeps one number instead of a window: the best value of the node just above. On the plates it visits
# 18 positions, exactly as yours does. Why is that no proof that it is alpha-beta? Describe, or draw, a tree that tells the
# two apart, and say at which node they part.

# %% [markdown] grade_id="why-deep-trees" tags=["open"] points=2
# ### BEGIN SOLUTION
# The plates are only three moves deep. A single bound comes from the parent; what it lacks is a bound from further up, a
# *deep cut-off*. That bound can only matter at a node whose grandparent's window is narrower than its parent's own best
# value, which needs at least four levels. In `[[[[3, 5], [7, 7]], [[2, 1], [4, 6]]], [[[3, 4], [4, 8]], [[7, 7], [1, 7]]]]` alpha-beta
# visits 22 nodes and the single bound 23.
# ### END SOLUTION
