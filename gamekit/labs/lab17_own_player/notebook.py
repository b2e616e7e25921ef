# %% [markdown]
# # Lab 17 · A player of your own
#
# Everything comes together: you build a player of Othello, and the arena marks it. Five rungs of a ladder wait, from the random mover to a program that looks
# three plies ahead. Then you write the list of games of a tournament, and find your place among players whose strength is known. Plan for 120 minutes, most of
# them for the player. Lesson 17 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
import random
from functools import cache
from math import inf, log10  # noqa: F401

from gamekit import INF, compiled, draw, is_over, move_name, moves, play, position_text, value  # noqa: F401
from gamekit.bits import popcount
from gamekit.games import othello
from gamekit.grading import check, hint  # noqa: F401
from gamekit.labs.lab17_own_player.ladder import GAMES, RUNGS, climb, rung_points
from gamekit.othello import Linear
from gamekit.search import Searcher, Table
from gamekit.search.negamax import negamax  # noqa: F401
from gamekit.widgets import Predict


def draw_openings(count=12, plies=8, seed=1):
    """Positions after some random moves."""
    lots, found = random.Random(seed), []
    for _ in range(count):
        state = othello.start()
        for _ in range(plies):
            state = play(state, lots.choice(list(moves(state))))
        found.append(position_text(state))
    return found


openings = draw_openings()

# %% [markdown]
# ## The ladder
#
# | rung | how it plays |
# | --- | --- |
# | `random` | any legal move |
# | `discs` | counts discs, one move ahead |
# | `weighted` | corners, moves and discs, one move ahead |
# | `corners` | corners, moves, and fear of the squares beside an empty corner; one move ahead |
# | `three` | the same, three plies ahead |
#
# A match has 24 games: twelve openings, each played twice with colours swapped. Against the random mover 21 points are wanted, against each of the others 17. A match
# ends as soon as that is reached, or out of reach. Who has 17 to 19 points after 24 games plays 24 more, and needs 34 of 48 in all.
#
# ## Predict first
#
# Could somebody climb the ladder by luck?

# %%
Predict(
    "How often would a player just as strong as a rung get 17 points of 24, or more?",
    choices=["in one match of 3", "in one match of 30", "in one match of 3,000"],
    answer="in one match of 30",
    reason="About as often as 24 fair coins show 17 heads or more. So a narrow win has to be repeated, which luck seldom does.",
)

# %% [markdown]
# ## Task 1: the player (10 points)
#
# Write `choose(state, seconds)`, which returns a legal move: one of the numbers of `moves(state)`, or its name such as `"d3"`. It is never asked where the only move
# is to pass. `seconds` is what a move may take, here about a hundredth of a second. Nobody stops you at once if you take longer, but a match that
# takes more than 30 seconds is lost. So prefer a fixed depth: then your player plays the same games on every machine.
#
# You may use everything of the course: your own functions of earlier labs, the searches in `gamekit.search` and the evaluators of `gamekit.othello` made by hand. Not there when
# it is graded: finished programs (`gamekit.othello.engine`, `gamekit.players`), the solvers, learnt weights, and the ladder itself.
#
# Some things to begin with:
#
# - `Linear(corners=30, mobility=1)` is an evaluator, a sum of features with weights of your choice: `corners`, `mobility`, `c_squares`, `x_squares`, `stable`, `frontier`, `discs`
#   and others; `win` is added for a game that is won. `value(evaluator, state)` speaks for the side to move.
# - `compiled(negamax)(state, depth, alpha, beta, evaluator)` is lesson 05 at full speed.
# - `Searcher(evaluator, method="pvs", table=Table(1), static=True).deepen(state, depth=5).move` is most of lessons 04 to 10.
# - Near the end you can search to the end.
#
# `climb(choose, "discs", openings)` plays a match for you to watch. The openings of the marked match are others than here. `hint("lab17.choose")` gives a hint.


# %% grade_id="choose" tags=["answer"]
### BEGIN SOLUTION
WEIGHTS = Linear(corners=60, mobility=4, c_squares=-10, x_squares=-20, frontier=-1, stable=10, win=5000)
LAST_SQUARES, PLIES = 10, 5


def searcher(evaluator):
    """Lessons 04 to 10."""
    return Searcher(evaluator, method="pvs", table=Table(1), history=True, static=True)


thinker, finisher = searcher(WEIGHTS), searcher(Linear(discs=1))
### END SOLUTION


def choose(state, seconds):
    """A legal move."""
    ### BEGIN SOLUTION
    empty = 64 - popcount(state.player | state.opponent)
    depth, searching = (empty, finisher) if empty <= LAST_SQUARES else (PLIES, thinker)
    searching.forget()  # so that the same position gets the same move, whatever came before
    return searching.deepen(state, depth=depth).move
    ### END SOLUTION


# %% grade_id="check-choose" tags=["check"]
check("lab17.choose", choose)


# %%
@cache
def played(player):
    """A whole match of a player against each rung."""
    return {rung: climb(player, rung, openings) for rung in RUNGS}


draw.bars(
    {rung: 100 * match.points / match.games for rung, match in played(choose).items()},
    title=f"Your player on the ladder, {GAMES} games a rung",
    x_label="per cent of the points",
)

# %% [markdown]
# ## Task 2: who plays whom (2 points)
#
# Write `pairings(players, openings)`: the list of all games of a round robin, in any order. A game is `(first, second, opening)`. Every pair of players meets from every
# opening twice, once with each colour. Nobody plays against themselves.


# %% grade_id="pairings" tags=["answer"]
def pairings(players, openings):
    """All games (first, second, opening) of a round robin."""
    ### BEGIN SOLUTION
    games = []
    for number, one in enumerate(players):
        for other in players[number + 1 :]:
            for opening in openings:
                games.append((one, other, opening))
                games.append((other, one, opening))
    return games
    ### END SOLUTION


# %% grade_id="check-pairings" tags=["check"]
check("lab17.pairings", pairings)

# %%
f"six players, twelve openings: {len(pairings(list('abcdef'), openings))} games"

# %% [markdown]
# ## Stretch: your place (3 points)
#
# You have met players whose ratings are known. Where do you stand? Write `place(results)`. Each result is `(rating, points, games)`: the opponent's rating, your points,
# and how many games you played. Return the rating with which you would *expect* as many points in all as you have: expected points are games / (1 + 10^((rating −
# yours) / 400)), added up over all opponents. Where you won everything return `inf`, and where you have no point `-inf`. An error of a tenth does not matter.


# %% grade_id="place" tags=["answer"]
def place(results):
    """The rating that explains these points."""
    ### BEGIN SOLUTION
    points = sum(won for _, won, _ in results)
    if points == sum(games for _, _, games in results):
        return inf
    if points == 0:
        return -inf
    low, high = -5000, 5000
    for _ in range(60):
        middle = (low + high) / 2
        expected = sum(games / (1 + 10 ** ((rating - middle) / 400)) for rating, _, games in results)
        if expected < points:
            low = middle
        else:
            high = middle
    return middle
    ### END SOLUTION


# %% grade_id="check-place" tags=["check"]
check("lab17.place", place)

# %% [markdown]
# How strong are the rungs themselves? Let them play all the games of your `pairings`. Then place each of them among the others, again and again, until nothing changes any
# more; the random mover stays at 0. That is how ratings are found for a whole tournament. At last, your own place.


# %%
def rung_ratings():
    """What the rungs are worth, from the games among themselves."""
    table = {}
    for first, second, opening in pairings(list(RUNGS), openings):
        points = rung_points(first, second, opening)
        for one, other, won in ((first, second, points), (second, first, 1 - points)):
            old = table.get((one, other), (0, 0))
            table[one, other] = (old[0] + won, old[1] + 1)
    ratings = dict.fromkeys(RUNGS, 0.0)
    for _ in range(100):
        for one in RUNGS:
            ratings[one] = place([(ratings[other], *table[one, other]) for other in RUNGS if other != one])
    return {rung: round(rating - ratings["random"]) for rung, rating in ratings.items()}


def with_you(ladder):
    """The ladder and you on it. Who won everything is placed as if one game had been drawn: at least so high."""
    results = [(ladder[rung], match.points, match.games) for rung, match in played(choose).items()]
    if place(results) == inf:
        rating, points, games = results[-1]
        results[-1] = (rating, points - 0.5, games)
    return ladder | {"yours": round(place(results))}


draw.bars(with_you(rung_ratings()), title="Elo, with the random mover at 0", marked=["yours"])

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# Which change made your player stronger by most, and how do you know? Give the match, its result and what it proves. And what did you try that did not help?

# %% [markdown] grade_id="what-helped" tags=["open"] points=2
# ### BEGIN SOLUTION
# For example: from one ply to three with the same weights the player got 22 of 24 points against its former self, from twelve openings with colours swapped. Equals get so many about once in
# sixty thousand matches, so it is stronger; the interval is wide, some 200 Elo points or more. Changing the weight of frontier discs from -1 to -2 gave 13.5 of 24: that proves
# nothing either way, and to settle it would take some hundreds of games. Looking at the squares beside corners helped much at one ply and hardly at five, since the search sees the corner fall.
# ### END SOLUTION
