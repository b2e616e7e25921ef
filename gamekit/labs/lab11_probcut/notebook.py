# %% [markdown]
# # Lab 11 · ProbCut: when a shallow look is enough
#
# A shallow search tells a good deal about a deep one. You measure how much, from pairs of values; turn the measure into a test that a
# search can use; count how often the test cuts and how often it is wrong; and, if you like, put it into a search. Plan for 55 minutes.
# Lesson 11 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from math import ceil, floor, sqrt

from gamekit import INF, FinalScore, draw, is_over, moves, play, value
from gamekit.games import plates
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

# 64 positions of Othello with 32 discs, from the kit's own games: what a search of 2 plies said, and one
# of 6. In hundredths of a disc, for the side to move.
PAIRS_TEXT = """
-52 583, 2524 2367, -1014 -953, -26 -88, -2029 -1875, -2843 -2813, 774 1200, -1338 -779,
-4487 -4295, -1606 -1792, 3654 3599, -1121 -1503, 1677 2021, -1584 -1511, 2999 3181, -911 -115,
-84 -91, -1646 -2060, -776 -817, 829 591, -2029 -1693, 3441 3821, 550 379, 2708 4611,
-177 -304, -877 -734, 2178 2242, 561 865, -136 152, -195 83, -2520 -1956, -961 -1102,
-907 -713, 267 192, 4542 4540, -1534 -1625, -1751 -954, -1693 -1339, -577 -787, 2178 2707,
-1992 -1753, -126 -400, 1420 4202, -4010 -3666, -2290 -2440, 1891 1622, 728 1583, -2359 -1947,
-1057 -1123, -1581 -1274, 1789 1438, -1525 -1488, 550 509, 167 -449, 195 465, 4986 4823,
-4028 -3745, 227 -43, 4480 4201, -1164 -1630, -1993 -2126, -2250 -2456, -450 -618, -1355 -1273
"""
PAIRS = [tuple(map(int, pair.split())) for pair in PAIRS_TEXT.split(",")]

# %%
draw.scatter_with_fit(
    *zip(*PAIRS, strict=True),
    title="Othello with 32 discs, in hundredths of a disc",
    x_label="value after 2 plies",
    y_label="value after 6 plies",
)

# %% [markdown]
# They lie along a line. Where the shallow value is 3000, nobody needs six plies to know that the position is won.
#
# ## Predict first
#
# A search asks whether the deep value reaches beta = 500 or stays at alpha = 0 or below. We cut when the line says so with a margin of t = 1.4
# sigma. Commit yourself before you have functions that know.

# %%
Predict(
    "In how many of the 64 positions does the look of 2 plies decide, so that the search of 6 plies is not needed?",
    answer=lambda: cuts_and_errors(PAIRS, 0, 500, *thresholds(0, 500, *fit(PAIRS), 1.4))[0],
    kind="number",
    reason="Your own three functions have counted them: write them below, then look again.",
)

# %% [markdown]
# ## Task 1: the line and its spread (3 points)
#
# Write `fit(pairs)`. Each pair is `(shallow, deep)`. Return `(a, b, sigma)`:
#
# - `a` and `b` of the line deep = a · shallow + b that makes the sum of the squared differences smallest,
# - `sigma`, the spread about the line: the root of that sum divided by n − 2. (Two numbers were fitted, so two of the n differences tell
#   nothing new.)
#
# Plain Python or NumPy, as you like. Your numbers are right if they differ by less than one part in a million.
#
# `hint("lab11.fit")` gives a hint, and `hint("lab11.fit", 3)` a strong one.


# %% grade_id="fit" tags=["answer"]
def fit(pairs):
    """(a, b, sigma) of the line of least squares through (shallow, deep)."""
    ### BEGIN SOLUTION
    n = len(pairs)
    mean_x = sum(x for x, _ in pairs) / n
    mean_y = sum(y for _, y in pairs) / n
    a = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / sum((x - mean_x) ** 2 for x, _ in pairs)
    b = mean_y - a * mean_x
    sigma = sqrt(sum((y - a * x - b) ** 2 for x, y in pairs) / (n - 2))
    return a, b, sigma
    ### END SOLUTION


# %% grade_id="check-fit" tags=["check"]
check("lab11.fit", fit)

# %%
"a = {:.3f}, b = {:+.0f}, sigma = {:.0f}".format(*fit(PAIRS))

# %% [markdown]
# ## Task 2: thresholds (2 points)
#
# In a search the shallow value v is cheap. We believe that the deep value is at least beta if even t sigma below the line it would be:
# a v + b − t sigma ≥ beta. In the same way it is at most alpha if a v + b + t sigma ≤ alpha.
#
# Write `thresholds(alpha, beta, a, b, sigma, t)`. Return `(low, high)`, two whole numbers: `v <= low` is enough to cut at alpha, and
# `v >= high` is enough to cut at beta. Values are whole numbers, so `low` is the largest one that will do, and `high` the smallest. The slope a is
# positive.


# %% grade_id="thresholds" tags=["answer"]
def thresholds(alpha, beta, a, b, sigma, t):
    """(low, high): a shallow value at most low, or at least high, is enough to cut."""
    ### BEGIN SOLUTION
    margin = t * sigma
    return floor((alpha - b - margin) / a), ceil((beta - b + margin) / a)
    ### END SOLUTION


# %% grade_id="check-thresholds" tags=["check"]
check("lab11.thresholds", thresholds)

# %% [markdown]
# ## Task 3: how often does it cut, how often is it wrong? (2 points)
#
# Write `cuts_and_errors(pairs, alpha, beta, low, high)`. For each pair the shallow value decides whether there is a cut: `shallow <= low` or
# `shallow >= high`. The deep value says whether the cut was right. A cut at low claims that the deep value is at most alpha, one at high that it
# is at least beta. Return the number of cuts and the number of wrong ones.


# %% grade_id="cuts_and_errors" tags=["answer"]
def cuts_and_errors(pairs, alpha, beta, low, high):
    """(cuts, errors) of the pairs (shallow, deep)."""
    ### BEGIN SOLUTION
    cuts = errors = 0
    for shallow, deep in pairs:
        if shallow <= low:
            cuts += 1
            errors += deep > alpha
        elif shallow >= high:
            cuts += 1
            errors += deep < beta
    return cuts, errors
    ### END SOLUTION


# %% grade_id="check-cuts_and_errors" tags=["check"]
check("lab11.cuts_and_errors", cuts_and_errors)

# %% [markdown]
# Thresholds are said to be hard to set. With data you can see what each t buys. Here every position is asked about 60 windows, from far below
# to far above:

# %%
print("   t   cuts in 100   wrong among 100 cuts")
for t in (0.0, 0.5, 1.0, 1.4, 2.0, 3.0):
    decided = wrong = 0
    for alpha in range(-2000, 4000, 100):
        found = cuts_and_errors(PAIRS, alpha, alpha + 100, *thresholds(alpha, alpha + 100, *fit(PAIRS), t))
        decided, wrong = decided + found[0], wrong + found[1]
    print(f"{t:4} {100 * decided / (60 * len(PAIRS)):13.1f} {100 * wrong / decided:22.1f}")

# %% [markdown]
# ## Stretch: a search that believes it (3 points)
#
# Write `probcut(state, depth, alpha, beta, evaluator, fits, t)`: negamax with a depth and an evaluator (`value(evaluator, state)` at depth 0 or
# at the end of the game, for the side to move), and one thing before the loop over the moves.
#
# `fits` is a list of `(deep, shallow, a, b, sigma)`. If there is one whose `deep` is the depth that is left, ask **the same position**, searched
# to the depth `shallow` by the same function: does it reach `high`? Then return beta. Is it at most `low`? Then return alpha. Otherwise search
# on as usual.
#
# Both are yes-or-no questions, so ask them with null windows; or with one search and the window (low, high). Both are counted as right.
# Whether the shallow search has the fits too, and so may believe a look of its own, is up to you.
# Sides take turns, windows are finite, and moves come in the order in which `moves` gives them.


# %% grade_id="probcut" tags=["answer"]
def probcut(state, depth, alpha, beta, evaluator, fits, t):
    """Alpha-beta that cuts where a shallow search is sure enough; for the side to move."""
    ### BEGIN SOLUTION
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    for deep, shallow, a, b, sigma in fits:
        if deep == depth:
            low, high = thresholds(alpha, beta, a, b, sigma, t)
            if probcut(state, shallow, high - 1, high, evaluator, fits, t) >= high:
                return beta
            if probcut(state, shallow, low, low + 1, evaluator, fits, t) <= low:
                return alpha
    best = -INF
    for move in moves(state):
        best = max(best, -probcut(play(state, move), depth - 1, -beta, -alpha, evaluator, fits, t))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
    ### END SOLUTION


# %% grade_id="check-probcut" tags=["check"]
check("lab11.probcut", probcut)

# %%
probcut(plates.start(), 3, 0, 100, FinalScore(), [], 1.4)  # no fits: alpha-beta, and the plates are worth 20

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# Your table shows wrong cuts even at t = 1.4, and yet a program with such cuts plays better than one without, given the same time. How can that
# be? And look at the pair (1420, 4202) in the picture: which side of a window would it hurt, and why does a larger t hardly protect you from such
# pairs?

# %% [markdown] grade_id="why-wrong-cuts-pay" tags=["open"] points=2
# ### BEGIN SOLUTION
# The time that all cuts together save buys one or two plies more everywhere, while a wrong cut costs something only where the position
# lies on the line that matters: most nodes of the tree never influence the choice at the root, and a wrong bound there is harmless. (1420, 4202) is
# 26 discs better than the shallow look said: a cut at low would be wrong there, claiming 'at most alpha' for an alpha between about 2100 and 4200.
# It lies more than five sigma from the line. The differences are not normally distributed: a tactical shot that the shallow search does not see
# gives a few very large ones, so a t large enough for them would hardly cut at all.
# ### END SOLUTION
