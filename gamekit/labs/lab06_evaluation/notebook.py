# %% [markdown]
# # Lab 06 · An evaluation that surely beats a baseline
#
# You teach the program what a good position of Othello is. It looks only one move ahead, so everything it knows is in your evaluation. Then
# you show that it is better than a baseline, over so many games that luck is no excuse. Plan for 60 minutes. Lesson 06 is the place to look
# when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
import random
from math import comb

from gamekit import count_moves, draw, moves, play, position_text
from gamekit.bits import popcount, squares  # noqa: F401
from gamekit.games import othello
from gamekit.grading import check, hint  # noqa: F401
from gamekit.labs.lab06_evaluation.inside import discs, match
from gamekit.widgets import Predict

CORNERS = {0: (1, 8, 9), 7: (6, 15, 14), 56: (57, 48, 49), 63: (62, 55, 54)}


def other_side(state):
    """The same board with the other side to move."""
    return type(state)(state.opponent, state.player, 1 - state.turn)


def draw_openings(count, plies=8, seed=1):
    """Positions after some random moves."""
    lots, found = random.Random(seed), []
    for _ in range(count):
        state = othello.start()
        for _ in range(plies):
            state = play(state, lots.choice(list(moves(state))))
        found.append(position_text(state))
    return found


openings = draw_openings(20)
example = othello.parse(draw_openings(1, 40, 4)[0])

# %% [markdown]
# A state holds three numbers: `state.player` and `state.opponent` are the discs of the side to move and of the other side, one bit a square (a1 is
# bit 0, b1 bit 1, ..., h8 bit 63), and `state.turn` says who is to move. So `state.player >> square & 1` is 1 if the mover has a disc there, and
# `popcount(word)` counts the discs of a word.
#
# `CORNERS` names each corner's square and the three squares beside it. `count_moves(state)` counts the mover's moves, and `other_side(state)` is the
# same board with the other side to move.

# %%
draw.board(
    example,
    numbers={square: "!" for corner in CORNERS for square in CORNERS[corner]} | dict.fromkeys(CORNERS, "C"),
    title="corners (C) and the squares beside them (!)",
)

# %% [markdown]
# ## Predict first
#
# Your evaluation will play 40 games against each baseline, two from each of twenty openings, once with each colour. It needs 28 points.
# Suppose it were just as strong as the baseline.

# %%
Predict(
    "How often would it get 28 points of 40, or more, by luck alone?",
    choices=["in one match of 3", "in one match of 12", "in one match of 120", "in one match of 12,000"],
    answer=lambda: (
        "in one match of "
        + min(("3", "12", "120", "12,000"), key=lambda n: abs(int(n.replace(",", "")) - 1 / chance(28, 12)))
    ),
    reason="Your own chance(28, 12) has said it: write it below, then look again.",
)

# %% [markdown]
# ## Task 1: three features (3 points)
#
# Write `features(state)`, which returns a list of three numbers, each **mine minus yours** (mine is `state.player`):
#
# 1. corners;
# 2. moves. A side that must pass has none;
# 3. danger: discs on the three squares beside a corner, **as long as that corner is empty**.


# %% grade_id="features" tags=["answer"]
def features(state):
    """[corners, mobility, danger], each mine minus yours."""
    ### BEGIN SOLUTION
    corners = danger = 0
    for corner, beside in CORNERS.items():
        mine, yours = state.player >> corner & 1, state.opponent >> corner & 1
        corners += mine - yours
        if not mine and not yours:
            for square in beside:
                danger += (state.player >> square & 1) - (state.opponent >> square & 1)
    mobility = count_moves(state) - count_moves(other_side(state))
    return [corners, mobility, danger]
    ### END SOLUTION


# %% grade_id="check-features" tags=["check"]
check("lab06.features", features)

# %% [markdown]
# ## Task 2: an evaluation that wins (5 points)
#
# Write `evaluate(state)`: a number, large where the position is good for the **side to move**.
#
# It plays like this: it makes each move, asks `evaluate` about the position after it, where the other side is to move, and takes the move that leaves the
# other side worst off. (Finished games need no evaluation.) It meets two baselines that play in the same manner: the *disc counter*, which counts
# discs, and the *mobility player*, which counts moves. Against each of them 28 of 40 points are wanted, and a draw is half a point. Who gets
# fewer than 31 then plays 40 games more, and needs 56 of 80 in all: luck seldom holds twice. The openings in the marked match are others than here.
#
# Nothing in the rules tells left from right: your value must be the same for all eight images of a position.
#
# `match(evaluate, "discs", openings)` and `match(evaluate, "mobility", openings)` play 40 games and say how many points you got. Experiment!
# `hint("lab06.evaluate")` gives a hint.


# %% grade_id="evaluate" tags=["answer"]
def evaluate(state):
    """How good the position is for the side to move."""
    ### BEGIN SOLUTION
    corners, mobility, danger = features(state)
    return 30 * corners + mobility - 7 * danger
    ### END SOLUTION


# %% grade_id="check-evaluate" tags=["check"]
check("lab06.evaluate", evaluate)

# %% [markdown]
# The same twenty openings for several players. The disc counter against itself shows why each opening is played twice: it gets exactly half.

# %%
draw.bars(
    {
        "counting discs against discs": match(discs, "discs", openings),
        "yours against discs": match(evaluate, "discs", openings),
        "yours against mobility": match(evaluate, "mobility", openings),
        "wanted": 28,
    },
    marked=["wanted"],
    title="points in 40 games",
)

# %% [markdown]
# ## Task 3: could it be luck? (2 points)
#
# Write `chance(wins, losses)`: if both players were equally strong, and every game a fair coin, how likely would **at least** so many wins be? (Draws are
# left out beforehand.) `comb(n, k)` from `math` is the number of ways to choose k of n games.


# %% grade_id="chance" tags=["answer"]
def chance(wins, losses):
    """The chance that an equal player wins at least so many of these games."""
    ### BEGIN SOLUTION
    games = wins + losses
    return sum(comb(games, more) for more in range(wins, games + 1)) / 2**games
    ### END SOLUTION


# %% grade_id="check-chance" tags=["check"]
check("lab06.chance", chance)

# %% [markdown]
# Some results that people have reported as proof. Which of them are?

# %%
for wins, losses in ((7, 3), (27, 23), (14, 6), (28, 12)):
    print(f"{wins}:{losses} would be luck in {chance(wins, losses):.1%} of all matches")

# %% [markdown]
# ## Stretch: how many games does a claim need? (2 points)
#
# Write `games_needed(percent, doubt)`: the smallest number of games such that, if you win at least `percent` per cent of them (rounded up to whole games) and
# lose the others, `chance` is at most `doubt`. `percent` is a whole number above 50.


# %% grade_id="games_needed" tags=["answer"]
def games_needed(percent, doubt):
    """The fewest games that prove such a result."""
    ### BEGIN SOLUTION
    games = 1
    while True:
        wins = -(-percent * games // 100)
        if chance(wins, games - wins) <= doubt:
            return games
        games += 1
    ### END SOLUTION


# %% grade_id="check-games_needed" tags=["check"]
check("lab06.games_needed", games_needed)

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# A friend changes a weight, plays ten games from the start position against the old version, wins all ten, and is sure. Both programs always play the same
# move in the same position. What is wrong with this proof? And if the friend tries a hundred different weights and keeps the one that did best in a match of
# 40 games, why is "it got 28 points, which is luck in less than one match of a hundred" no longer true?

# %% [markdown] grade_id="why-sure" tags=["open"] points=2
# ### BEGIN SOLUTION
# Two programs that always play the same move repeat one game for ever: ten games from the start position are one game (two, with colours swapped). It takes
# different openings, each played with both colours, so that an opening that favours one side favours nobody. And whoever makes a hundred trials expects about
# one of them to be that lucky: the best of a hundred equal players gets 28 points more often than not. The winner must be tested again, in new games from
# openings that had no part in choosing it.
# ### END SOLUTION
