# %% [markdown]
# # Lab 04 · Move ordering and killers
#
# Alpha-beta cuts most where the best move comes first. You write what puts it there: an order by static value, and killers, the moves
# that made a cut a moment ago. Plan for 50 minutes. Lesson 04 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from gamekit import INF, FinalScore, is_over, moves, play, value
from gamekit.games import tree
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

one_ply = tree.from_lists([3, 9, 5])

# %% [markdown]
# ## Predict first
#
# With perfect order alpha-beta looks at far fewer leaves than the 30^4 = 810,000 of a game with 30 moves in each position, searched
# four plies deep. Commit yourself before you have a function that knows.

# %%
Predict(
    "How many leaves at least must alpha-beta look at, with 30 moves everywhere and depth 4?",
    answer=lambda: fewest_leaves(30, 4),
    kind="number",
    reason="Your own fewest_leaves says so: it is the stretch task at the end.",
)

# %% [markdown]
# ## Task 1: the most promising move first (2 points)
#
# Write `order_moves(state, evaluator)`: the list of all moves, best first, by the static value of the position after each.
# `value(evaluator, child)` speaks for the side to move in `child`, and that is your opponent. Equal moves stay in the order in which
# `moves` gives them.
#
# `hint("lab04.order_moves")` gives a hint, and `hint("lab04.order_moves", 3)` a strong one.


# %% grade_id="order_moves" tags=["answer"]
def order_moves(state, evaluator):
    """All moves, the most promising for the side to move first."""
    ### BEGIN SOLUTION
    return sorted(moves(state), key=lambda move: value(evaluator, play(state, move)))
    ### END SOLUTION


# %% grade_id="check-order_moves" tags=["check"]
check("lab04.order_moves", order_moves)

# %%
order_moves(one_ply, FinalScore())

# %% [markdown]
# ## Task 2: remember a killer (2 points)
#
# Write `remember_killer(killers, move)`: the list of killers after this move has made a cut. It holds at most two, the newest first; the
# oldest is dropped. A move that is there already changes nothing. Return a new list and leave the given one as it is.


# %% grade_id="remember_killer" tags=["answer"]
def remember_killer(killers, move):
    """The killers, newest first, after this move has made a cut."""
    ### BEGIN SOLUTION
    if move in killers:
        return list(killers)
    return [move, *killers][:2]
    ### END SOLUTION


# %% grade_id="check-remember_killer" tags=["check"]
check("lab04.remember_killer", remember_killer)

# %% [markdown]
# ## Task 3: alpha-beta with killers (3 points)
#
# Write `killer_search(state, depth, maximising, evaluator)`: the value for the first player, by alpha-beta with an open window at the root
# and a depth limit, as in labs 02 and 03.
#
# - For each depth that is left it keeps a list of killers, all empty at the start.
# - At a node it tries those killers of its depth that are moves here, newest first, and then the other moves in their order.
# - A move that makes a cut is remembered, by `remember_killer`, for the depth of that node.
#
# The number of positions it looks at must be exactly right.


# %% grade_id="killer_search" tags=["answer"]
def killer_search(state, depth, maximising, evaluator):
    """Value for the first player by alpha-beta that tries killers first."""
    ### BEGIN SOLUTION
    killers = [[] for _ in range(depth + 1)]

    def search(state, depth, alpha, beta, maximising):
        if depth == 0 or is_over(state):
            return value(evaluator, state) if maximising else -value(evaluator, state)
        best = -INF if maximising else INF
        legal = list(moves(state))
        first = [move for move in killers[depth] if move in legal]
        for move in first + [move for move in legal if move not in first]:
            found = search(play(state, move), depth - 1, alpha, beta, not maximising)
            if maximising:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                killers[depth] = remember_killer(killers[depth], move)
                break
        return best

    return search(state, depth, -INF, INF, maximising)
    ### END SOLUTION


# %% grade_id="check-killer_search" tags=["check"]
check("lab04.killer_search", killer_search)

# %% [markdown]
# ## Stretch: how few leaves? (1 point)
#
# Write `fewest_leaves(branching, depth)`: how many leaves alpha-beta looks at when the best move always comes first, in a tree in which
# every node has the same number of children. Without a cut there would be `branching ** depth`.


# %% grade_id="fewest_leaves" tags=["answer"]
def fewest_leaves(branching, depth):
    """The leaves that alpha-beta looks at in the best case."""
    ### BEGIN SOLUTION
    return branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    ### END SOLUTION


# %% grade_id="check-fewest_leaves" tags=["check"]
check("lab04.fewest_leaves", fewest_leaves)

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# Why is a move that made a cut in one position worth trying first in its sister positions? Describe a position of a game you know in which
# it helps, and one in which it does harm. What does the harm cost: a wrong value, or time?

# %% [markdown] grade_id="why-killers" tags=["open"] points=2
# ### BEGIN SOLUTION
# Sister positions differ by one move, which often has nothing to do with the threat elsewhere: in gomoku the reply that makes five refutes
# every move that does not stop it. It does no good where the move before was the answer to that very threat: then the killer wastes one
# search. The order never changes the value, so the harm is time only.
# ### END SOLUTION
