# %% [markdown]
# # Lab 15 · How sure is a match?
#
# Two programs have played. One won more often. Is it the better one, by how much, and how sure are you? You write the six functions that answer
# this. They are short: the thinking is in what they mean. Plan for 60 minutes. Lesson 15 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from math import ceil, erf, inf, log, log10, sqrt  # noqa: F401
from random import Random
from statistics import NormalDist

from gamekit import draw
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

Z95 = 1.959964  # 95 % of a bell curve lie within so many standard deviations of its middle
Z_SURE = 1.644854  # 5 % lie further up than this
Z_POWER = 0.841621  # 80 % lie below this


# %% [markdown]
# `NormalDist().cdf(z)` is the share of a bell curve that lies below z standard deviations; `inf` is infinity. A result is given by three
# numbers: `wins`, `draws` and `losses` of one side. A win is a point, a draw half a point. The *score* is points divided by games.
#
# ## Predict first

# %%
Predict(
    "A report calls a lead of 200 Elo points crushing. Of 100 games, how many points does the better side expect?",
    answer=lambda: round(100 * expected(200)),
    kind="number",
    reason="Your own expected(200) has said it: write it below, then look again. The weaker side still gets the rest.",
)

# %%
Predict(
    "One program is 20 Elo points better. How many games does it take to show that?",
    choices=["about 20", "about 200", "about 2,000", "about 20,000"],
    answer=lambda: (
        "about "
        + min(
            ("20", "200", "2,000", "20,000"),
            key=lambda n: abs(log(int(n.replace(",", "")) / games_needed(20, 0))),
        )
    ),
    reason="Your own games_needed(20, 0) has said it.",
)

# %% [markdown]
# ## Task 1: what to expect (2 points)
#
# Write `expected(difference)`: the score to expect of a player who is `difference` Elo points **better** (worse, if it is negative). Elo's curve says:
# 400 points are odds of ten to one, 800 points a hundred to one, and so on; with odds of ten to one you get 10 points of 11.
#
# Take care of the sign. The better player gets more than half.
#
# `hint("lab15.expected")` gives a hint, and `hint("lab15.expected", 3)` a strong one.


# %% grade_id="expected" tags=["answer"]
def expected(difference):
    """The expected score of a player who is so many Elo points better."""
    ### BEGIN SOLUTION
    return 1 / (1 + 10 ** (-difference / 400))
    ### END SOLUTION


# %% grade_id="check-expected" tags=["check"]
check("lab15.expected", expected)

# %%
draw.learning_curves(
    {"expected points of 100 games": {d: 100 * expected(d) for d in range(-600, 601, 25)}},
    title="What an Elo difference means",
    x_label="Elo difference",
    y_label="points",
)

# %% [markdown]
# ## Task 2: and back (2 points)
#
# Write `elo(wins, draws, losses)`: the difference at which this score would be the expected one. Where one side won everything no difference is large
# enough: `inf`, or `-inf` where it lost everything.


# %% grade_id="elo" tags=["answer"]
def elo(wins, draws, losses):
    """The Elo difference that this result speaks for."""
    ### BEGIN SOLUTION
    score = (wins + draws / 2) / (wins + draws + losses)
    if score == 1:
        return inf
    if score == 0:
        return -inf
    return 400 * log10(score / (1 - score))
    ### END SOLUTION


# %% grade_id="check-elo" tags=["check"]
check("lab15.elo", elo)

# %% [markdown]
# ## Task 3: how far off may that be? (3 points)
#
# Play the same match again and the result is another. Write `interval(wins, draws, losses)`, which returns `(low, high)`: the Elo differences
# between which the true one lies with 95 %, more or less. In four steps:
#
# 1. the score;
# 2. the variance of one game: the mean of (result − score)² over all games, where a result is 1, 1/2 or 0;
# 3. the standard error of the score, the root of variance / games. The score's interval is the score ± `Z95` of these;
# 4. the two ends as Elo differences. An end at 1 or above is `inf`, one at 0 or below `-inf`.
#
# (Whoever divides by games − 1 in step 2 is right as well.)


# %% grade_id="interval" tags=["answer"]
def interval(wins, draws, losses):
    """(low, high): the Elo differences that go with this result, at 95 %."""
    ### BEGIN SOLUTION
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    error = sqrt(variance / games)

    def elo_of(score):
        if score >= 1:
            return inf
        if score <= 0:
            return -inf
        return 400 * log10(score / (1 - score))

    return elo_of(score - Z95 * error), elo_of(score + Z95 * error)
    ### END SOLUTION


# %% grade_id="check-interval" tags=["check"]
check("lab15.interval", interval)

# %% [markdown]
# The same score of 60 %, and four times the games each time. What happens to the bar?

# %%
rows = []
for games in (20, 80, 320, 1280):
    wins, losses = 6 * games // 10, 4 * games // 10
    low, high = interval(wins, 0, losses)
    middle = elo(wins, 0, losses)
    rows.append((f"{wins} : {losses}", middle, (middle - low, high - middle)))
draw.elo(rows, title="60 % in matches of 20, 80, 320 and 1280 games")

# %% [markdown]
# ## Task 4: the likelihood of superiority (2 points)
#
# Is the first side the better one at all? Write `superiority(wins, draws, losses)`. Draws say nothing about that, so only decided games count. Between
# equals each of them is a coin, +1 or −1, with variance 1. So wins − losses has the standard deviation of √(wins + losses). Say how much of
# the bell curve lies below what you see. Where every game was drawn, return one half.


# %% grade_id="superiority" tags=["answer"]
def superiority(wins, draws, losses):
    """How likely it is that the first side is the better one."""
    ### BEGIN SOLUTION
    if wins + losses == 0:
        return 0.5
    return NormalDist().cdf((wins - losses) / sqrt(wins + losses))
    ### END SOLUTION


# %% grade_id="check-superiority" tags=["check"]
check("lab15.superiority", superiority)

# %%
for wins, losses in ((7, 3), (27, 23), (8, 2), (29, 1), (270, 230)):
    low, high = interval(wins, 0, losses)
    print(
        f"{wins:3} : {losses:<3}  Elo {elo(wins, 0, losses):+5.0f}, between {low:+5.0f} and {high:+5.0f};"
        f"  better with {superiority(wins, 0, losses):.1%}"
    )

# %% [markdown]
# ## Task 5: how many games does a claim need? (2 points)
#
# You have an idea that ought to make a program `difference` Elo points better. How long a match do you need? Write `games_needed(difference, draw_share)`,
# the smallest whole number of games n with which the expected score lies at least (`Z_SURE` + `Z_POWER`) standard errors above one half. Then a match that shows
# nothing but luck is taken for proof in 5 % of all cases, and a true difference is found in 80 %.
#
# The standard error of n games is √(variance / n). For an expected score p the variance of a game is p (1 − p), less a quarter of the share of draws. The
# difference is positive. With no draws, `draw_share` is 0.


# %% grade_id="games_needed" tags=["answer"]
def games_needed(difference, draw_share):
    """The fewest games that show such a difference in four matches of five."""
    ### BEGIN SOLUTION
    score = expected(difference)
    variance = score * (1 - score) - draw_share / 4
    return ceil((Z_SURE + Z_POWER) ** 2 * variance / (score - 0.5) ** 2)
    ### END SOLUTION


# %% grade_id="check-games_needed" tags=["check"]
check("lab15.games_needed", games_needed)

# %%
draw.bars({f"{d} Elo": games_needed(d, 0) for d in (200, 100, 50, 20, 10)}, title="Games that a claim needs")

# %% [markdown]
# ## Stretch: a test that stops by itself (3 points)
#
# Why play all games, if the answer is clear after half of them? The *sequential probability ratio test* of Abraham Wald compares two claims: the difference is
# `elo0`, or it is `elo1` (which is larger). It keeps one sum. With p0 and p1 the expected scores of the two claims,
#
# - a win adds log(p1 / p0),
# - a loss adds log((1 − p1) / (1 − p0)),
# - a draw adds half of each.
#
# As soon as the sum is at least log(0.95 / 0.05), the answer is 1: `elo1`. As soon as it is at most minus that, the answer is −1: `elo0`. Both are wrong in
# about 5 % of all cases. Write `sprt(results, elo0, elo1)`, which returns `(answer, games)`: the answer, and how many games had been played by then. If the
# results end before, the answer is 0, and all of them were played. A result is 1, 0.5 or 0; logarithms are natural.


# %% grade_id="sprt" tags=["answer"]
def sprt(results, elo0, elo1):
    """(1, -1 or 0; games played): elo1, elo0, or not known yet."""
    ### BEGIN SOLUTION
    p0, p1 = expected(elo0), expected(elo1)
    won, lost = log(p1 / p0), log((1 - p1) / (1 - p0))
    bound, total = log(0.95 / 0.05), 0.0
    for games, result in enumerate(results, 1):
        total += result * won + (1 - result) * lost
        if total >= bound:
            return 1, games
        if total <= -bound:
            return -1, games
    return 0, len(results)
    ### END SOLUTION


# %% grade_id="check-sprt" tags=["check"]
check("lab15.sprt", sprt)

# %% [markdown]
# A program that is truly 50 points better, tested a hundred times against the claim of 0: how many games did each test take, and how often was it right?

# %%
lots, played, right = Random(1), [], 0
for _ in range(100):
    answer, games = sprt([int(lots.random() < expected(50)) for _ in range(5000)], 0, 50)
    played.append(games)
    right += answer == 1
print(f"right {right} times of 100; {sum(played) / 100:.0f} games on average, {max(played)} at most")
score = expected(50)
fixed = ceil((Z_SURE + Z_SURE) ** 2 * score * (1 - score) / (score - 0.5) ** 2)
print(f"a match of fixed length that finds it 95 times of 100 takes {fixed} games, always")

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# A team reports: "our program with killer moves beat the one without by 7 : 3, and the one with a table beat the one without by 27 : 23. Both ideas make the
# program stronger." Say what these two results show, in numbers that your functions computed, and what you would have done. The second match was also stopped as
# soon as its lead looked good. Why is that a mistake of its own?

# %% [markdown] grade_id="why-so-many" tags=["open"] points=2
# ### BEGIN SOLUTION
# 7 : 3 speaks for some 147 Elo points, but the interval reaches from about -59 to more than 700; equals get 7 or more of 10 in 17 % of all matches. 27 : 23 has an interval from about
# -69 to +129, and equals do at least as well in about a third of all matches. Neither shows anything. The ideas may be good all the same: the matches were too short. For a difference
# of 50 points I would plan some 300 games from many openings, with colours swapped, or use a sequential test. Who stops when the lead looks good chooses the luckiest
# moment: between equals the lead wanders, and looks significant sooner or later. A sequential test may look after every game because its bounds allow for it.
# ### END SOLUTION
