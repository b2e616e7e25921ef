# %% [markdown]
# # Lab 09 · A table with bounds
#
# Two orders of moves lead to one position, and a search without a memory works on it twice. You write the memory: what an entry knows,
# when it may be believed, which one gives way, and a negamax that uses it and still returns exactly what minimax returns. Plan for 75
# minutes. Lesson 09 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from gamekit import INF, FinalScore, draw, is_over, key, moves, play, trace, value
from gamekit.games import tictactoe
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

board = tictactoe.parse("X../.O./...")

# %% [markdown]
# The table is a plain list, `slots`. Each slot is `None` or an entry:
#
# | `entry[0]` | `entry[1]` | `entry[2]` | `entry[3]` |
# | --- | --- | --- | --- |
# | position | depth | lower | upper |
#
# The position is the number `key(state)`, and its slot is `position % len(slots)`. So several positions share a slot. `lower` and `upper` are
# what a search of that depth has proved: the value is at least `lower` and at most `upper`. Where nothing is known they are `-INF` and `INF`.

# %%
board

# %% [markdown]
# ## Predict first
#
# From here your search will look at 844 positions if the table has a single slot.


# %%
def looked_at(slots):
    """How many nodes your search visits with so many slots."""
    return len(trace(table_search)(board, 9, -INF, INF, FinalScore(), [None] * slots))


Predict(
    "How many positions will it look at with ten thousand slots?",
    answer=lambda: looked_at(10_000),
    kind="number",
    reason="Your own table_search has counted them: write it below, then look again.",
)

# %% [markdown]
# ## Task 1: what a search has learnt (3 points)
#
# A search with the window `(alpha, beta)` returned `found`. Write `learnt(found, alpha, beta)`, which returns `(lower, upper)`.
#
# - Inside the window the value is exact: both bounds are `found`.
# - At `beta` or above the search stopped early. The truth is `found` or more.
# - At `alpha` or below no move was good enough. The truth is `found` or less.


# %% grade_id="learnt" tags=["answer"]
def learnt(found, alpha, beta):
    """(lower, upper): what is known after a search with this window."""
    ### BEGIN SOLUTION
    lower = found if found > alpha else -INF
    upper = found if found < beta else INF
    return lower, upper
    ### END SOLUTION


# %% grade_id="check-learnt" tags=["check"]
check("lab09.learnt", learnt)

# %% [markdown]
# ## Task 2: look it up (2 points)
#
# Write `get(slots, position, depth)`: the bounds `(lower, upper)` that the table holds for this position **and this depth**. Where it holds
# nothing for them, that is `(-INF, INF)`.
#
# (A deeper entry would be a better guess. But then your search would no longer equal minimax, and no test could tell it from a broken
# one. Here the depth must be the same.)


# %% grade_id="get" tags=["answer"]
def get(slots, position, depth):
    """(lower, upper) of a position at this depth, as far as the table knows."""
    ### BEGIN SOLUTION
    entry = slots[position % len(slots)]
    if entry is None or entry[0] != position or entry[1] != depth:
        return -INF, INF
    return entry[2], entry[3]
    ### END SOLUTION


# %% grade_id="check-get" tags=["check"]
check("lab09.get", get)

# %% [markdown]
# ## Task 3: write it down (2 points)
#
# Write `put(slots, position, depth, lower, upper)`, which changes the list `slots` and returns nothing. Who gives way?
#
# - A free slot is taken.
# - A deeper entry took more work: it stays, whatever comes.
# - An entry of the same position **and** the same depth: both pairs of bounds hold, so keep the larger lower and the smaller upper one.
# - Any other entry of the same or a smaller depth is replaced.


# %% grade_id="put" tags=["answer"]
def put(slots, position, depth, lower, upper):
    """Keep these bounds, unless the slot holds something deeper."""
    ### BEGIN SOLUTION
    place = position % len(slots)
    entry = slots[place]
    if entry is not None:
        if entry[1] > depth:
            return
        if entry[0] == position and entry[1] == depth:
            lower, upper = max(lower, entry[2]), min(upper, entry[3])
    slots[place] = (position, depth, lower, upper)
    ### END SOLUTION


# %% grade_id="check-put" tags=["check"]
check("lab09.put", put)

# %% [markdown]
# ## Task 4: search with it (4 points)
#
# Write `table_search(state, depth, alpha, beta, evaluator, slots)`: negamax with a depth limit and the table.
#
# 1. At depth 0, or when the game is over, return `value(evaluator, state)`. Leaves do not go into the table.
# 2. Ask the table. If its bounds settle the question, return the bound that does: a lower one that reaches `beta`, an upper one that does not
#    exceed `alpha`, or both where they are equal. Else search with the window as it is
#    (to narrow it by the bounds is right as well).
# 3. After the loop over moves, put what was learnt into the table, and return the best value found (fail-soft).
#
# In these games the sides take turns, so each move needs its minus sign. It is tested on trees in which the same position comes up again
# and again, with several searches that share a table, and with a table of three slots. Its values must be minimax's, and it may not visit
# more nodes than needed.
#
# `hint("lab09.table_search")` gives a hint, and `hint("lab09.table_search", 3)` a strong one.


# %% grade_id="table_search" tags=["answer"]
def table_search(state, depth, alpha, beta, evaluator, slots):
    """Value for the side to move: exact inside (alpha, beta), a bound outside."""
    ### BEGIN SOLUTION
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    lower, upper = get(slots, key(state), depth)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    best, bound = -INF, alpha
    for move in moves(state):
        best = max(best, -table_search(play(state, move), depth - 1, -beta, -bound, evaluator, slots))
        bound = max(bound, best)
        if bound >= beta:
            break
    put(slots, key(state), depth, *learnt(best, alpha, beta))
    return best
    ### END SOLUTION


# %% grade_id="check-table_search" tags=["check"]
check("lab09.table_search", table_search)

# %% [markdown]
# The same position of tic-tac-toe with larger and larger tables. Where does it stop to help, and why?

# %%
draw.bars(
    {f"{slots:,}": looked_at(slots) for slots in (1, 10, 100, 1_000, 10_000)},
    title="larger tables, fewer positions",
    x_label="positions looked at",
    y_label="slots",
)

# %% [markdown]
# ## Task 5: two places for each (2 points)
#
# Your `put` keeps the deeper entry, and a deep one that is never needed again blocks its slot for ever. *Two-tier* replacement has both:
# slots come in pairs, the first keeps the deeper search, the second takes all comers. Write
# `put_two(slots, position, depth, lower, upper)`, for a list of even length, which changes `slots` and returns nothing.
#
# - The pair of a position begins at slot `2 * (position % (len(slots) // 2))`.
# - The first of the two is its place where it is free, or holds this position, or another one that is **not deeper** than `depth`.
# - The second is its place where the first holds another position that is deeper. The second gives way to whatever comes.
# - A position stands in one place only. If the second holds it already, and the first another one, it stays in the second.
# - In its place, an entry of the same position counts as in task 3: a deeper one stays as it is, and with one of the same depth the bounds
#   add up.


# %% grade_id="put_two" tags=["answer"]
def put_two(slots, position, depth, lower, upper):
    """Keep these bounds in one of the two places of the position."""
    ### BEGIN SOLUTION
    place = 2 * (position % (len(slots) // 2))
    first, second = slots[place], slots[place + 1]
    if first is not None and first[0] != position:
        is_in_second = second is not None and second[0] == position
        if is_in_second or first[1] > depth:
            place += 1
    old = slots[place]
    if old is not None and old[0] == position:
        if old[1] > depth:
            return
        if old[1] == depth:
            lower, upper = max(lower, old[2]), min(upper, old[3])
    slots[place] = (position, depth, lower, upper)
    ### END SOLUTION


# %% grade_id="check-put_two" tags=["check"]
check("lab09.put_two", put_two)

# %% [markdown]
# ## Stretch: the best move comes first (2 points)
#
# A table earns most where its bounds do *not* settle the question: it knows the best move of the last, shallower search, and that move comes
# first. Write `deepen_with_moves(state, depth, evaluator)`: search depth 1, then 2, and so on up to `depth`, each with negamax and an open
# window. At every node try the remembered best move first, then the others in their order. Return the value at the last depth.
#
# A dict from `key(state)` to a move is enough here; you need no bounds.


# %% grade_id="deepen_with_moves" tags=["answer"]
def deepen_with_moves(state, depth, evaluator):
    """The value at this depth, found depth by depth with remembered moves."""
    ### BEGIN SOLUTION
    best_of = {}

    def search(state, depth, alpha, beta):
        if depth == 0 or is_over(state):
            return value(evaluator, state)
        legal = list(moves(state))
        first = best_of.get(key(state))
        if first in legal:
            legal.remove(first)
            legal.insert(0, first)
        best = -INF
        for move in legal:
            found = -search(play(state, move), depth - 1, -beta, -alpha)
            if found > best:
                best, best_of[key(state)] = found, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    for at in range(1, depth + 1):
        found = search(state, at, -INF, INF)
    return found
    ### END SOLUTION


# %% grade_id="check-deepen_with_moves" tags=["check"]
check("lab09.deepen_with_moves", deepen_with_moves)

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# A friend's table keeps `(value, depth)` and nothing else, and returns the value whenever the depth fits. On ten positions it gave the right
# answer each time. Describe a search in which it goes wrong. And: why may an entry never depend on the moves that led to its position?

# %% [markdown] grade_id="why-bounds" tags=["open"] points=2
# ### BEGIN SOLUTION
# After a cut the value is only a lower bound (and after a fail low only an upper one). Say a position is searched with the window (3, 5); its first
# move brings 6, the search stops and the table keeps 6. Its second move would have brought 9. Later, by another order of moves, the same position is
# searched with an open window: the friend returns 6, and the right answer is 9. It takes a position that is met again with another window, so small
# tests seldom show it. An entry is found by its position alone. If its value depended on how the position was reached (a rule on repetition, a score
# that counts the moves played), it would be used where it is not true.
# ### END SOLUTION
