# %% [markdown]
# # Lab 08 · Deepening under a deadline
#
# A player that answers too late has lost, and one that answers at once has not thought. You write a search that can be stopped at any
# node, and the loop around it that always has an answer. Plan for 50 minutes. Lesson 08 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
import time

from gamekit import INF, draw, is_over, move_name, moves, play, value
from gamekit.games import othello
from gamekit.grading import check, hint  # noqa: F401
from gamekit.othello import Mobility
from gamekit.widgets import Predict

start = othello.start()


class TimeUp(Exception):
    """The deadline has passed."""


class Ticks:
    """A clock that goes on by one second whenever it is asked."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        self.now += 1
        return self.now


# %% [markdown]
# A clock is a function without arguments: `clock()` says what time it is. `time.monotonic` is one. So is `Ticks()`, which goes on by a
# second whenever it is asked, and is the same on every machine. When this lab is marked, the clock counts the positions that were looked
# at, one second each; once it is a real one.
#
# A deadline is a time: when `clock() >= deadline`, the time is up.

# %%
draw.board(start, size=300)

# %% [markdown]
# ## Predict first
#
# From the start of Othello every position has about four to eight moves. Your program may ask the clock two thousand times, once at
# each node. It searches depth 1, then 2, then 3, and so on.

# %%
Predict(
    "Which depth is the last one that it finishes?",
    answer=lambda: deepen(start, 20, Mobility(1), Ticks(), 2000)[1],
    kind="number",
    reason="Your own deepen has found out: write it below, then look again.",
)

# %% [markdown]
# ## Task 1: a search that can be stopped (4 points)
#
# Write `timed_search(state, depth, alpha, beta, evaluator, clock, deadline)`: negamax with a window and a depth limit.
#
# - At every node, before it looks at the position at all, it asks the clock. If the time is up it raises `TimeUp`.
# - At depth 0, or when the game is over, the value is `value(evaluator, state)`, for the side to move.
# - Else it is alpha-beta, which looks at moves in the order in which `moves` gives them. Sides take turns here.
#
# An exception leaves all levels of the recursion at once. Do not catch it here.


# %% grade_id="timed_search" tags=["answer"]
def timed_search(state, depth, alpha, beta, evaluator, clock, deadline):
    """Value for the side to move, exact inside (alpha, beta); TimeUp once the deadline has passed."""
    ### BEGIN SOLUTION
    if clock() >= deadline:
        raise TimeUp
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        child = play(state, move)
        best = max(best, -timed_search(child, depth - 1, -beta, -alpha, evaluator, clock, deadline))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
    ### END SOLUTION


# %% grade_id="check-timed_search" tags=["check"]
check("lab08.timed_search", timed_search)

# %% [markdown]
# ## Task 2: depth by depth (5 points)
#
# Write `deepen(state, most, evaluator, clock, deadline)`. It searches depth 1, 2, 3, ... up to `most`, and returns `(move, depth)`: the best
# move of the **last finished** depth, and that depth. (If several moves are equally good, the first of them.)
#
# - As long as there is time, the next depth begins: where a game is nearly over, it may take hardly longer than the one before.
# - When the time runs out in the middle of a depth, what that depth has found so far does not count.
# - When not even depth 1 is finished, return any legal move and depth 0. A player must always have a move.
# - At the root, what one move has brought the next should know: search it with the window `(-INF, -alpha)`.
#
# `hint("lab08.deepen")` gives a hint, and `hint("lab08.deepen", 3)` a strong one.


# %% grade_id="deepen" tags=["answer"]
def deepen(state, most, evaluator, clock, deadline):
    """(move, depth): the best move of the last depth that was finished before the deadline."""
    ### BEGIN SOLUTION
    chosen, finished = next(iter(moves(state))), 0
    for depth in range(1, most + 1):
        best, alpha = None, -INF
        try:
            for move in moves(state):
                child = play(state, move)
                found = -timed_search(child, depth - 1, -INF, -alpha, evaluator, clock, deadline)
                if found > alpha:
                    best, alpha = move, found
        except TimeUp:
            break
        chosen, finished = best, depth
    return chosen, finished
    ### END SOLUTION


# %% grade_id="check-deepen" tags=["check"]
check("lab08.deepen", deepen)

# %% [markdown]
# Now under a real clock. How late is it?

# %%
for seconds in (0.1, 0.5):
    deadline = time.monotonic() + seconds
    move, depth = deepen(start, 20, Mobility(1), time.monotonic, deadline)
    late = time.monotonic() - deadline
    print(f"{seconds} s: {move_name(start, move)} at depth {depth}, {1000 * late:.2f} ms after the deadline")

# %% [markdown]
# ## Task 3: how long may a move take? (2 points)
#
# A game has one clock for all moves. Write `allowance(left, moves_to_go, reserve)`: the seconds for this move, when `left` seconds are left for
# the game, about `moves_to_go` moves are still to come (at least 1), and `reserve` seconds must stay untouched at the end. Share the time
# out equally. Where less than the reserve is left, the answer is 0.


# %% grade_id="allowance" tags=["answer"]
def allowance(left, moves_to_go, reserve):
    """Seconds for the next move."""
    ### BEGIN SOLUTION
    return max(0, left - reserve) / moves_to_go
    ### END SOLUTION


# %% grade_id="check-allowance" tags=["check"]
check("lab08.allowance", allowance)

# %% [markdown]
# ## Stretch: the last depth orders the next one (2 points)
#
# Shallow searches are not lost time: they tell which move to try first. Write `deepen_ordered(state, most, evaluator, clock, deadline)`, which does
# what `deepen` does, but goes through the moves at the root in the order of what the last finished depth said of them. With time enough it
# must look at fewer positions than `deepen`. Once the best move of the last depth comes first, an unfinished depth is worth something too: whether
# you use it is up to you.


# %% grade_id="deepen_ordered" tags=["answer"]
def deepen_ordered(state, most, evaluator, clock, deadline):
    """The same, with the moves at the root ordered by the last finished depth."""
    ### BEGIN SOLUTION
    order, finished = list(moves(state)), 0
    for depth in range(1, most + 1):
        values, alpha = {}, -INF
        try:
            for move in order:
                child = play(state, move)
                values[move] = -timed_search(child, depth - 1, -INF, -alpha, evaluator, clock, deadline)
                alpha = max(alpha, values[move])
        except TimeUp:
            break
        order, finished = sorted(order, key=lambda move: -values[move]), depth
    return order[0], finished
    ### END SOLUTION


# %% grade_id="check-deepen_ordered" tags=["check"]
check("lab08.deepen_ordered", deepen_ordered)

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# "Searching depth 1, 2, 3, 4 and 5 when you only want depth 5 wastes most of the time", says a friend. Count: with about `b` moves at every
# position, which share of the work goes into the depths before the last? Then say what the shallow searches are good for, and why the
# best move of an unfinished depth is worth nothing, with one exception.

# %% [markdown] grade_id="why-deepen" tags=["open"] points=2
# ### BEGIN SOLUTION
# Depth d costs about b^d nodes, and all before it together b + b^2 + ... + b^(d-1), which is less than b^d / (b - 1): with ten moves about a tenth. (With
# alpha-beta the factor from one depth to the next is smaller, so the share is larger, but still the smaller part.) The shallow searches give an
# answer at any time and a good order of moves for the next depth, which saves more than they cost. In an unfinished depth some moves were never
# looked at; the best one so far may be the best of the bad ones. The exception: if the best move of the last depth is searched first and
# another one has beaten it at the new depth, that one is better as far as the new depth knows.
# ### END SOLUTION
