# %% [markdown]
# # Lab 10 · Null windows: PVS and MTD(f)
#
# Can you search by asking only yes-or-no questions? You write two searches that live on them: principal variation search, which asks
# them about every move but the first, and MTD(f), which asks nothing else. Plan for 70 minutes. Lesson 10 is the place to look when you
# are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from gamekit import INF, draw, is_over, key, moves, play, score, trace
from gamekit.games import plates, tree
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

start = plates.start()
example = tree.from_lists([[[4, 7], [9, 5], [2, 6]], [[8, 3], [1, 10]], [[6, 11], [7, 7], [9, 12]]])


def asker(state):
    """ask(alpha, beta): the value of the state, exact inside the window and a bound outside."""
    memory, asked = {}, []

    def search(node, alpha, beta):
        place = key(node)
        lower, upper = memory.get(place, (-INF, INF))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        best, bound = -INF, alpha
        if is_over(node):
            best = lower = upper = int(score(node))
        else:
            for each in moves(node):
                best = max(best, -search(play(node, each), -beta, -bound))
                bound = max(bound, best)
                if bound >= beta:
                    break
            lower = best if best > alpha else lower
            upper = best if best < beta else upper
        memory[place] = (lower, upper)
        return best

    def ask(alpha, beta):
        asked.append((alpha, beta))
        if len(asked) > 60:
            raise RuntimeError(f"60 questions and no end; the last window was {asked[-2]}")
        return search(state, alpha, beta)

    return ask


# %% [markdown]
# A **null window** is as narrow as a window can be: `(alpha, alpha + 1)`. No whole number lies inside, so a search with it never returns the
# value. It answers a question: *is the value more than alpha?* Yes, if the answer is at least `alpha + 1`; no, if it is at most `alpha`.
# Such a search cuts wherever it can, and is the cheapest there is.
#
# `asker(state)` gives you a search of a position with a memory, as in lab 09. It is negamax: values are the mover's. Ask it something:

# %%
ask = asker(example)
ask(3, 4), ask(8, 9), ask(-INF, INF)

# %% [markdown]
# The first answer says yes, the value is at least 4. The second says no, it is at most 8. The third is the value itself.
#
# ## Predict first
#
# MTD(f) closes in on this value, 8, by null windows alone, each where the last answer pointed. Commit yourself before you have a program that knows.

# %%
Predict(
    "MTD(f) begins with the guess 8, which is right. How many questions does it ask before it is sure?",
    answer=lambda: len(mtdf(example, 8)[1]),
    kind="number",
    reason="Your own mtdf has asked them: write it below, then look again. To know a value is to know it from both sides.",
)

# %% [markdown]
# ## Task 1: principal variation search (5 points)
#
# Write `pvs(state, alpha, beta)`, negamax with one change. Suspect that the first move is the best.
#
# - Search the **first** move with the whole window.
# - Ask every **other** move only whether it is better than what you have: a null window at alpha. The child sees it from the other side,
#   as always in negamax.
# - If the answer is *no*, you are done with that move. If it is *yes*, and the answer does not reach beta, you know a bound and not
#   the value: search that move **again**, with the window open up to beta.
#
# It returns the value for the side to move: exact inside the window, a bound outside (soft or hard, as you like). Sides take turns, and
# moves are looked at in the order in which `moves` gives them. The numbers of nodes must be those of PVS; the second search may
# begin at alpha or at what the null window has found, both are right.
#
# `hint("lab10.pvs")` gives a hint, and `hint("lab10.pvs", 3)` a strong one.


# %% grade_id="pvs" tags=["answer"]
def pvs(state, alpha, beta):
    """Value for the side to move: exact inside (alpha, beta), a bound outside."""
    ### BEGIN SOLUTION
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        child = play(state, move)
        if best == -INF:
            found = -pvs(child, -beta, -alpha)
        else:
            found = -pvs(child, -alpha - 1, -alpha)
            if alpha < found < beta:
                found = -pvs(child, -beta, -found)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
    ### END SOLUTION


# %% grade_id="check-pvs" tags=["check"]
check("lab10.pvs", pvs)

# %% [markdown]
# The plates once more, each node with the window it was asked about. The best plate comes first, so the other two get a null window
# and a quick no. One node is searched twice: which, and why?

# %%
draw.tree(trace(pvs)(start, -INF, INF))

# %% [markdown]
# ## Task 2: MTD(f) (4 points)
#
# The memory-enhanced test driver. Write `mtdf(state, guess)`. It asks `asker(state)` null windows and keeps what it has learnt: the value
# is at least `lower`, at most `upper`. At first that is `-INF` and `INF`.
#
# - Each question is `ask(beta - 1, beta)`. The first beta is the guess. After that, each **answer** is the next guess.
# - One exception, without which the loop never ends: where the guess *is* the lower bound, the question must lie one higher.
# - An answer below beta is an upper bound, any other is a lower bound. Take the answer itself as the bound, not beta: it may
#   know more.
# - When the bounds meet you have the value.
#
# Return the value and the list of windows that you asked about: `(8, [(3, 4), ...])`. The memory of positions is
# inside `ask`: make one at the beginning, and put all questions to it.


# %% grade_id="mtdf" tags=["answer"]
def mtdf(state, guess):
    """(value, windows): only null windows, each where the last answer pointed."""
    ### BEGIN SOLUTION
    ask = asker(state)
    lower, upper = -INF, INF
    windows = []
    while lower < upper:
        beta = max(guess, lower + 1)
        windows.append((beta - 1, beta))
        guess = ask(beta - 1, beta)
        if guess < beta:
            upper = guess
        else:
            lower = guess
    return guess, windows
    ### END SOLUTION


# %% grade_id="check-mtdf" tags=["check"]
check("lab10.mtdf", mtdf)

# %% [markdown]
# From how far off does it find the value, and how often must it ask?

# %%
draw.bars(
    {f"guess {guess}": len(mtdf(example, guess)[1]) for guess in (-20, 0, 4, 6, 8, 12, 30)},
    title="What a good first guess is worth",
    x_label="questions that MTD(f) asks",
)

# %% [markdown]
# ## Task 3: a memory of your own, and the move (4 points)
#
# `asker` was given to you, and it gave you values. A program that plays needs a **move**. Write `mtdf_move(state, guess)`, which asks the
# same questions as your `mtdf` and returns `(value, move)`, without `asker`.
#
# - Where all windows are null windows, one number says which: *is it at least beta?* To the child that question is *is it at least 1 - beta?*,
#   and its **no** is your yes. So a search needs a position and a beta, no alpha.
# - The memory keeps for each position, by its `key`, what is known of its value: at least this, at most that. Look there before you search a
#   position, and write there after. One memory serves all questions.
# - At the root go through the moves yourself. The first move that reaches `beta` answers the question with **yes**, and you stop.
# - A **no** has no move: every move came back with an upper bound, and the largest of those says nothing about which is best. So the move is
#   that of the **last yes**. There is always one: without it there would be no lower bound.
#
# Where several moves are equally good, any of them is right. Where the memory is of use, few positions are looked at twice.


# %% grade_id="mtdf_move" tags=["answer"]
def mtdf_move(state, guess):
    """(value, move): MTD(f) over a search with a memory."""
    ### BEGIN SOLUTION
    known = {}

    def answer(here, beta):
        if is_over(here):
            return score(here)
        low, high = known.get(key(here), (-INF, INF))
        if low >= beta:
            return low
        if high < beta:
            return high
        best = -INF
        for move in moves(here):
            best = max(best, -answer(play(here, move), 1 - beta))
            if best >= beta:
                break
        known[key(here)] = (best, high) if best >= beta else (low, best)
        return best

    def at_root(beta):
        best, best_move = -INF, None
        for move in moves(state):
            found = -answer(play(state, move), 1 - beta)
            if found > best:
                best, best_move = found, move
            if best >= beta:
                break
        return best, best_move

    least, most, chosen = -INF, INF, None
    while least < most:
        beta = max(guess, least + 1)
        guess, move = at_root(beta)
        if guess < beta:
            most = guess
        else:
            least, chosen = guess, move
    return guess, chosen
    ### END SOLUTION


# %% grade_id="check-mtdf_move" tags=["check"]
check("lab10.mtdf_move", mtdf_move)

# %% [markdown]
# ## Stretch: aspiration windows (2 points)
#
# Not every search that guesses is PVS. Aspiration search guesses the *value*, looks close to it, and looks again where the guess was wrong.
# Write `aspiration(state, guess, width)`.
#
# - The first window reaches `width` below and above the guess.
# - An answer inside the window is the value. An answer at or beyond an edge is a bound: open **that side** (to `-INF` or `INF`),
#   leave the other as it is, and ask again.
#
# Return the value and the list of windows, as before.


# %% grade_id="aspiration" tags=["answer"]
def aspiration(state, guess, width):
    """(value, windows): a window around the guess, opened where it failed."""
    ### BEGIN SOLUTION
    ask = asker(state)
    alpha, beta = guess - width, guess + width
    windows = []
    while True:
        windows.append((alpha, beta))
        found = ask(alpha, beta)
        if found <= alpha:
            alpha = -INF
        elif found >= beta:
            beta = INF
        else:
            return found, windows
    ### END SOLUTION


# %% grade_id="check-aspiration" tags=["check"]
check("lab10.aspiration", aspiration)

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# "MTD(f) is simple", says a friend: "ask `(g - 1, g)`, set `g` to the answer, and go on until the answer does not change." For which
# guesses does that find the value, for which does it never end, and why? And what would go wrong, even in your version, if
# values were not whole numbers?

# %% [markdown] grade_id="why-plus-one" tags=["open"] points=2
# ### BEGIN SOLUTION
# From a guess above the value it works: each no lowers g, until the question (v - 1, v) is answered yes. From a guess at or below the value the
# answer is a yes, and g becomes the lower bound; the next question (g - 1, g) is one that was answered already, with the same yes,
# for ever. "The answer does not change" then is no proof: it is a lower bound only, and the value may be higher. One must ask above it,
# (g, g + 1). With values that are not whole numbers a value may lie inside (g - 1, g): the answer then is exact, neither
# yes nor no, and the bounds need not meet; the step 1 may also jump over values.
# ### END SOLUTION
