# %% [markdown]
# # Lab 05 · Negamax, with passes
#
# Two halves of alpha-beta say the same thing twice. You write it once, for both sides, and then make it right for games in which a
# side may move twice in a row. Plan for 50 minutes. Lesson 05 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from gamekit import INF, draw, is_over, key, moves, play, score, to_move, trace, value
from gamekit.games import plates, tree
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

start = plates.start()
seven = tree.from_lists([[5, 3], [1, 9]])

# %% [markdown]
# `score(state)` has spoken for the **side to move** all along. Negamax takes it at its word: every value is the mover's.
#
# ## Predict first
#
# The seven-node tree is worth 3 to the first player. After the first player's first move the second player is to move.

# %%
Predict(
    "What does negamax return for the position after move 1, an exact value for the side to move there?",
    answer=lambda: negamax(play(seven, 0), -INF, INF),
    kind="number",
    reason="Your own negamax has found it: write it below, then look again.",
)

# %% [markdown]
# ## Task 1: negamax (3 points)
#
# Write `negamax(state, alpha, beta)`.
#
# - It returns the value **for the side to move**: exact inside the window, a bound outside (soft or hard, as you like).
# - `alpha` is what the side to move has already, `beta` what the other side will allow.
# - It looks at moves in the order in which `moves` gives them, and at exactly the nodes at which alpha-beta looks.
#
# `hint("lab05.negamax")` gives a hint, and `hint("lab05.negamax", 3)` a strong one.


# %% grade_id="negamax" tags=["answer"]
def negamax(state, alpha, beta):
    """Value for the side to move: exact inside (alpha, beta), a bound outside."""
    ### BEGIN SOLUTION
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -negamax(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
    ### END SOLUTION


# %% grade_id="check-negamax" tags=["check"]
check("lab05.negamax", negamax)

# %% [markdown]
# The plates again. The values are the mover's now, so the signs alternate from level to level; the 18 nodes are the same.

# %%
draw.tree(trace(negamax)(start, -INF, INF))

# %% [markdown]
# ## Task 2: the same side moves again (4 points)
#
# In some games a side may move twice in a row. Then the minus sign is wrong. Write `negamax_passes(state, alpha, beta)`, which is
# right for every game: `to_move(state)` says whose turn it is.
#
# It is tested on trees in which sides move again, and on real Othello endgames. There a side that cannot move has the one move
# `PASS`, after which the other side is to move: the game is over only when `is_over` says so.


# %% grade_id="negamax_passes" tags=["answer"]
def negamax_passes(state, alpha, beta):
    """The same for games in which a side may move again."""
    ### BEGIN SOLUTION
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        child = play(state, move)
        if to_move(child) == to_move(state):
            found = negamax_passes(child, alpha, beta)
        else:
            found = -negamax_passes(child, -beta, -alpha)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
    ### END SOLUTION


# %% grade_id="check-negamax_passes" tags=["check"]
check("lab05.negamax_passes", negamax_passes)

# %% [markdown]
# ## Stretch: a memory of bounds (2 points)
#
# Write `remembering(state, questions, evaluator)`. `questions` is a list of `(depth, alpha, beta)`; answer each by negamax with a depth
# limit (at depth 0 or at the end: `value(evaluator, state)`, for the side to move) and return the list of answers. All questions share
# one memory: what the remembered bounds of a position answer need not be searched again. The nodes of all questions together are
# counted; by which bounds and cuts you save them is up to you.
#
# `key(state)` is a number that stands for the position. In these trees sides take turns. Beware: after a cut, what you know is a bound,
# and what was seen at one depth says nothing about another.


# %% grade_id="remembering" tags=["answer"]
def remembering(state, questions, evaluator):
    """The answers to (depth, alpha, beta), one after the other, with one memory."""
    ### BEGIN SOLUTION
    memory = {}

    def search(state, depth, alpha, beta):
        place = (key(state), depth)
        lower, upper = memory.get(place, (-INF, INF))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        best, bound = -INF, alpha
        if depth == 0 or is_over(state):
            best = lower = upper = value(evaluator, state)
        else:
            for move in moves(state):
                best = max(best, -search(play(state, move), depth - 1, -beta, -bound))
                bound = max(bound, best)
                if bound >= beta:
                    break
            if best > alpha:
                lower = best
            if best < beta:
                upper = best
        memory[place] = (lower, upper)
        return best

    return [search(state, depth, alpha, beta) for depth, alpha, beta in questions]
    ### END SOLUTION


# %% grade_id="check-remembering" tags=["check"]
check("lab05.remembering", remembering)

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# "A pass breaks alpha-beta", says a friend. "And negamax needs no window, since it treats both sides alike." What is true in this,
# and what is not?

# %% [markdown] grade_id="why-signs" tags=["open"] points=2
# ### BEGIN SOLUTION
# A pass breaks nothing: only the sign (and with it the swap of the window) must follow the side to move, not the number of moves. And
# negamax needs its window as alpha-beta does: both alpha and beta travel down, exchanged and with the other sign. A single bound, or
# none, gives the same values and visits more nodes; a window that is not swapped cuts in the wrong places.
# ### END SOLUTION
