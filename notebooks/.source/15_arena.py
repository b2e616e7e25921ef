# %% [markdown]
# # 15 · The arena
#
# **Which of two programs is stronger, and how sure are we?**
#
# Below are eight matches between the *same* two programs. How much better the first one truly is, you set with the first slider. Each row shows what a match would make you believe: a
# dot for the best guess, a bar for what else is possible. Move the sliders. How many games does it take until the eight rows agree?

# %% tags=["fold"]
from math import comb, log, log10
from random import Random

import numpy as np

from gamekit import draw
from gamekit.arena import Match, Tally, random_openings
from gamekit.course import UNDECIDED, claim, finding
from gamekit.games import gomoku, othello
from gamekit.widgets import Explore, Predict


# %%
def expected(difference):
    """The score to expect of a player who is so many Elo points better."""
    return 1 / (1 + 10 ** (-difference / 400))


def eight_matches(difference=50, games=50):
    """The same match eight times, by lot: what would each of them say?"""
    lots, rows = Random(15), []
    for letter in "ABCDEFGH":
        wins = sum(lots.random() < expected(difference) for _ in range(games))
        tally = Tally(wins, 0, games - wins)
        low, high = tally.elo_interval
        bar = tally.elo - low, high - tally.elo
        rows.append((f"{letter} {wins} : {games - wins}", tally.elo, bar))
    title = f"Truth: {difference} points better. Matches of {games:,} games"
    return draw.elo(rows, title=title, x_label="Elo difference")


Explore(eight_matches, difference=[0, 20, 50, 100, 200], games=[20, 50, 200, 1000, 5000])

# %% [markdown]
# Fifty games, and the answer may be anything. Most claims about programs rest on fewer. The reports behind this course decide by matches of ten, thirty and fifty games which
# idea is good. In this lesson we learn to play a match properly, to say what it proves, and how long it must be. Then we test the reports' own scores, and rebuild
# their table.
#
# ## One game for ever
#
# Our programs use no dice. The same position gets the same move. So what are ten games between two of them?

# %%
guess_games = Predict(
    "Two programs without dice play ten games, taking turns to begin. How many different games are there?",
    choices=["1", "2", "5", "10"],
    answer=lambda: str(len(set(alone))),
    reason="One for each side to begin. Whoever counts them as ten counts the same thing five times.",
)
guess_games


# %% tags=["answer"]
def games_of(a, b, start, openings, count):
    """A match: the games, each opening twice with colours swapped."""
    match = Match(a, b, start, openings)
    list(match.play(count))
    return match


FOUR, THREE = "alphabeta,depth=4", "alphabeta,depth=3"
start = othello.start()
alone = [game.record.transcript for game in games_of(FOUR, THREE, start, [[]], 10).games]
print(f"ten games from the start: {len(set(alone))} different ones")
openings = random_openings(start, 5, 6, seed=15)
varied = games_of(FOUR, THREE, start, openings, 10)
different = len({game.record.transcript for game in varied.games})
print(f"five openings, each with both colours: {different} different ones")
assert len(set(alone)) == 2
assert different == 10

# %% tags=["answer"]
claim(
    "L15.1",
    "Two deterministic programs would repeat one game for ever",
    reported="very likely the same games; hence openings",
    ours=f"{len(set(alone))} different games in ten, one for each colour; {different} in ten from five openings",
    holds=len(set(alone)) == 2,
)

# %% [markdown]
# Two, one for each side to begin. So a match needs **different openings**: some random moves, or a book. And each opening is played **twice, with colours swapped**, for an opening may favour one side. In gomoku most
# openings do. Here the same program plays both sides, and we count who began:

# %%
board = gomoku.start()
text = "engine,table=4,nodes=1000"
same = games_of(text, text, board, random_openings(board, 10, 4, 15), 20)
first_wins = sum(game.record.outcome > 0 for game in same.games)
print(f"gomoku, one program against itself: who moved first won {first_wins} of {len(same.games)}")
assert first_wins > 10

# %% [markdown]
# Let one side begin more often, and it looks stronger than it is. With pairs the opening helps each side once. A pair that ends 1 : 1 has told us little, and 2 : 0 much.
#
# ## Could it be luck?
#
# One report says: *the full program beat the one without killer moves by 7 : 3.* Suppose that killer moves did nothing. Then each game is a coin. How often do ten coins show seven
# heads, or more?


# %%
def luck(wins, losses):
    """How often would equals do at least so well?"""
    games = wins + losses
    return sum(comb(games, more) for more in range(wins, games + 1)) / 2**games


# %%
guess_luck = Predict(
    "7 : 3. How often would two equal programs get there, or further, by luck?",
    choices=["once in 6 matches", "once in 20", "once in 100", "once in 1,000"],
    answer=lambda: "once in 6 matches" if 5.5 < 1 / luck(7, 3) < 6.5 else "?",
    reason="Ten games are few. Statistics asks for once in 20 before it raises an eyebrow.",
)
guess_luck

# %% tags=["answer"]
REPORTED = {
    "full, 10 s a move : a strong program, 0.5 s": (0, 4),
    "full : no killers": (7, 3),
    "no killers : no killers, no ordering": (8, 2),
    "full : no table": (27, 23),
    "full : MCTS": (29, 1),
    "MCTS : no killers, no ordering": (5, 5),
    "MCTS : a weak program": (22, 8),
    "no pruning : a weak program": (2, 8),
    "full : a weak program": (30, 0),
}
print(f"{'as reported':44} {'score':>7}  {'luck':>8}")
for names, (wins, losses) in REPORTED.items():
    better = max(wins, losses)
    print(f"{names:44} {wins:3} : {losses:<3} {luck(better, wins + losses - better):8.2g}")

# %% tags=["answer"]
claim(
    "L15.2",
    "7 : 3 shows that killer moves matter: luck gives it in less than one match of 20",
    reported="rather significant",
    ours=f"p = {luck(7, 3):.2f}: equals do as well in one match of {1 / luck(7, 3):.0f}",
    holds=luck(7, 3) < 0.05,
)

# %%
finding(
    "L15.3",
    "27 : 23 for the table says nothing either way",
    f"p = {luck(27, 23):.2f}: equals do as well in one match of {1 / luck(27, 23):.0f}",
)

# %% [markdown]
# Neither shows anything. Mind what that means: not that killer moves are useless, only that ten games could not tell.
#
# ### The likelihood of superiority
#
# `luck` answers: *if they were equal, how likely is this?* We would rather know: *given this, how likely is the first one better?* Suppose that before the match every chance to win was
# equally likely. Take two hundred thousand programs, each with its own chance, let them all play ten games, and look only at those that got 7 : 3. How many of them are truly better than one
# half?

# %%
lots = np.random.default_rng(15)
true_chance = lots.random(200_000)
wins_of_each = lots.binomial(10, true_chance)
share = float((true_chance[wins_of_each == 7] > 0.5).mean())


def superiority(wins, losses):
    """How likely the first side is the better one; draws say nothing about it."""
    coins = wins + losses + 1
    return sum(comb(coins, heads) for heads in range(wins + 1)) / 2**coins


by_kit = Tally(7, 0, 3).superiority
print(f"by trying it out {share:.3f}, by formula {superiority(7, 3):.4f}, by the kit {by_kit:.4f}")
assert abs(share - superiority(7, 3)) < 0.01

# %% tags=["fold"]
assert round(100 * superiority(7, 3)) == 89
assert all(superiority(w, n - w) == Tally(w, 9, n - w).superiority for n in (10, 50) for w in range(n + 1))

# %% [markdown]
# 89 % sounds like much. It means that of nine such ideas one is worthless, and you would keep it.
#
# ## How much stronger? Elo
#
# A score depends on who the opponent was. **Elo** is a scale on which differences mean the same everywhere: the score to expect is P = 1 / (1 + 10^(−d/400)), if d is by how much you are
# better. 400 points are odds of ten to one.
#
# Look at the sign. One report prints the formula without the minus. What would a player who is better by d then expect? Work it out for d = 200, by both formulas. The question
# below is about the right one; the folded cells have both, and the curve.

# %%
guess_crushing = Predict(
    "A lead of 200 points is called crushing. How many points of 100 does the weaker side still get?",
    answer=lambda: round(100 * expected(-200)),
    kind="number",
    factor=1.15,
    reason="Nearly a quarter. In chess 200 points lie between a good club player and a better one.",
)
guess_crushing

# %% tags=["answer"]
with_their_sign = 1 / (1 + 10 ** (200 / 400))
print(f"200 points better: {expected(200):.0%} with the minus, {with_their_sign:.0%} without it")
assert expected(200) > 0.5

# %% tags=["answer"]
claim(
    "L15.4",
    "The Elo expectation, as one report prints it: P = 1 / (1 + 10^(d/400)) for a player d points better",
    reported="1 / (1 + 10^(d/400))",
    ours=f"1 / (1 + 10^(-d/400)): at d = 200 theirs lets the better player expect {with_their_sign:.0%}",
    holds=with_their_sign > 0.5,
    remark="The sign is reversed. A test for it: the better player expects more than half.",
)

# %% tags=["answer"]
draw.learning_curves(
    {"per cent of the points": {d: 100 * expected(d) for d in range(-800, 801, 25)}},
    title="What an Elo difference means",
    x_label="Elo points better",
    y_label="per cent",
)

# %% tags=["answer"]
claim(
    "L15.5",
    "200 Elo points are crushing: the weaker side gets at most one point in ten",
    reported="crushing; the other report says 76 %",
    ours=f"{expected(200):.0%} of the points; 90 % take {400 * log10(9):.0f} and 99 % {400 * log10(99):.0f}",
    holds=expected(200) >= 0.9,
    remark="The weaker side wins a game of four.",
)


# %% [markdown]
# Backwards: from a score to Elo, solve the formula for d.


# %%
def elo(score):
    """The difference at which this score is the expected one."""
    return 400 * log10(score / (1 - score))


assert all(abs(elo(expected(d)) - d) < 1e-9 for d in range(-700, 701, 50))
print(f"70 % is {elo(0.7):+.0f} Elo, 54 % is {elo(0.54):+.0f}, 97 % is {elo(0.97):+.0f}")

# %% [markdown]
# ## Error bars
#
# Which true scores p *go with* a result? Those that would not be surprised by it. How far results scatter is measured by the *variance*, the mean squared distance from the mean; its root is the *standard deviation*. A game has the variance p (1 − p), less a quarter of the share of draws: the variance is also the mean of the squared points less p², and a draw brings ¼ to that mean where
# half a win and half a loss would bring ½. (In the code the share of draws is `draws / (games + 2)`, a little less than what was seen: else a match of nothing but draws would leave no variance at all.) The mean of n games has that divided by n. So try every p, and keep those from which our score lies at most 1.96 standard deviations away. That is 95 % of a bell curve.


# %%
def interval(wins, draws, losses, z=1.96):
    """The true scores that go with a result, by trying them all."""
    games = wins + draws + losses
    score, drawn = (wins + draws / 2) / games, draws / (games + 2)
    possible = [
        p
        for p in np.linspace(0, 1, 10_001)
        if (score - p) ** 2 <= z * z / games * (p * (1 - p) - drawn / 4) + 1e-12
    ]
    return float(min(possible)), float(max(possible))


print("result           score    between          Elo    between")
for wins, draws, losses in ((7, 0, 3), (27, 0, 23), (10, 0, 0), (10, 30, 10), (270, 0, 230)):
    low, high = interval(wins, draws, losses)
    tally = Tally(wins, draws, losses)
    assert abs(tally.interval()[0] - low) < 2e-4 > abs(tally.interval()[1] - high)
    ends = " and ".join("  inf" if end >= 0.9999 else f"{elo(end):+5.0f}" for end in (low, high))
    print(f"+{wins:<3} ={draws:<3} -{losses:<4} {tally.score:7.1%}", end="")
    print(f"  {low:.1%} and {high:.1%}   {tally.elo:+5.0f}  {ends}")

# %% [markdown]
# The kit's `Tally` has it as a formula (Wilson's), and agrees. Compare the second row with the last: ten times the games, and a bar a third as long. **The error shrinks with the root of the
# number of games.** (The lab uses a simpler way, score ± 1.96 standard errors. It is good in the middle, and breaks where one side wins nearly everything.)
#
# Is 95 % true? Play matches whose truth we know, and count how often the bar covers it.

# %%
covered = {}
for games in (10, 50, 200):
    for truth in (0.5, 0.76, 0.9):
        drawn = np.random.default_rng(games).binomial(games, truth, 2000)
        ends = {int(w): Tally(int(w), 0, games - int(w)).interval() for w in np.unique(drawn)}
        inside = [ends[int(w)][0] <= truth <= ends[int(w)][1] for w in drawn]
        covered[games, truth] = float(np.mean(inside))
print("games   truth 50 %   76 %   90 %")
for games in (10, 50, 200):
    row = [covered[games, truth] for truth in (0.5, 0.76, 0.9)]
    print(f"{games:5} {row[0]:12.1%} {row[1]:6.1%} {row[2]:6.1%}")
assert min(covered.values()) > 0.92
assert max(covered.values()) < 0.99

# %% [markdown]
# One thing is missing. These bars take every game for a coin of its own. But we play **pairs**: one opening, both colours. Where the opening decides, a pair ends 1 : 1 whatever the players are worth, and such a pair has no luck in it
# that could fool us. So count pairs: each brings 0, ½, 1, 1½ or 2 points, and the spread of *these* numbers says how sure their mean is. Of two matches with the same score, the one with more 1 : 1 is the surer.
# In the first line below the pairs end about as coins would let them. There the interval by pairs is a little wider: the code adds something for what has not been seen yet.


# %%
def pair_interval(pairs, z=1.96):
    """The true scores that go with so many pairs of 0, 1/2, 1, 3/2 and 2 points."""
    count, scores = sum(pairs), np.array([0, 0.25, 0.5, 0.75, 1])
    mean = float(np.dot(pairs, scores)) / count
    spread = float(np.dot(pairs, (scores - mean) ** 2)) / count
    reach = z * np.sqrt((spread + 0.25 / count) / count)  # a little more: not all has been seen yet
    return max(0.0, mean - reach), min(1.0, mean + reach)


for pairs in ([10, 0, 25, 0, 15], [5, 0, 35, 0, 10]):
    wins = 2 * pairs[4] + pairs[2]
    low, high = Tally(wins, 0, 100 - wins).interval()
    surer = pair_interval(pairs)
    print(f"{wins} : {100 - wins}, {pairs[2]} pairs even: by games {low:.0%} to {high:.0%}", end="")
    print(f", by pairs {surer[0]:.0%} to {surer[1]:.0%}")

# %% [markdown]
# Here are the reports' own matches with the bars that they lacked. (How their pairs ended they do not say, so these go by games.) What crosses the line of 50 % proves nothing.
# From here on this is the rule for a finished match. It asks for more than `luck` below 5 %: `luck` counts one end of the bell only, that of the side which happened to lead. The interval leaves half of the 5 % for each end, because before the match
# either side might have led. So a close result may pass `luck` and still prove nothing: 59 : 41, further down, does.


# %%
def with_bars(tallies):
    """Rows for a picture: scores in per cent, with their intervals."""
    rows = []
    for names, tally in tallies.items():
        low, high = tally.interval()
        score = f"{tally.points:g} : {tally.games - tally.points:g}"
        bar = 100 * (tally.score - low), 100 * (high - tally.score)
        rows.append((f"{names}, {score}", 100 * tally.score, bar))
    return rows


reported = {names: Tally(wins, 0, losses) for names, (wins, losses) in REPORTED.items()}
bars = {names: tally.interval() for names, tally in reported.items()}
unclear = [names for names, (low, high) in bars.items() if low < 0.5 < high]
assert len(unclear) == 5
print(f"{len(unclear)} of {len(REPORTED)} prove nothing:")
for names in unclear:
    print("   ", names)
draw.elo(
    with_bars(reported),
    line=50,
    title="The reports' matches with 95 % intervals",
    x_label="per cent of the points",
)

# %% [markdown]
# ## How many games does a claim need?
#
# Turn it round. You *believe* that an idea is worth d points. Which match will show it? The expected score lies p − 1/2 above the middle. It should lie 1.645 standard errors above what
# luck does (then luck passes for proof in 5 % of all matches: one end of the bell, as you said beforehand who is better), and a further 0.842, so that a true gain is found in 80 %. An interval, with 1.96, takes more.


# %%
def games_needed(difference, draw_share=0.0):
    """Games that show such a difference in four matches of five."""
    p = expected(difference)
    variance = p * (1 - p) - draw_share / 4
    return int(np.ceil((1.644854 + 0.841621) ** 2 * variance / (p - 0.5) ** 2))


# %%
guess_needed = Predict(
    "How many games show that an idea is worth 20 points?",
    answer=lambda: games_needed(20),
    kind="number",
    factor=1.5,
    reason="Half the difference needs four times the games. That is why strong programs are improved by machines that play day and night.",
)
guess_needed

# %% tags=["answer"]
needed = {f"{d} points, {expected(d):.1%}": games_needed(d) for d in (200, 100, 50, 20, 10, 5)}
assert games_needed(20) > 3.5 * games_needed(40)
draw.bars(needed, log=True, title="Games that a claim needs", x_label="games")

# %%
gain = elo(27 / 50)
print(f"27 : 23 speaks for {gain:+.0f} points. To show that takes {games_needed(gain):,}, not 50.")
print(f" 7 : 3  speaks for {elo(0.7):+.0f}. To show that takes {games_needed(elo(0.7))}, not 10.")

# %% [markdown]
# ## Stop when it looks good?
#
# Nobody likes to wait. So you look after every game, and stop as soon as `luck` falls below 5 %. What is wrong with that?

# %%
matches, length = 1000, 500
coins = np.random.default_rng(7).integers(0, 2, (matches, length)).cumsum(axis=1)
bar, wins = [], 0  # so many wins of 1, 2, 3, ... games look like less than 5 % luck
for games in range(1, length + 1):
    while wins <= games and luck(wins, games - wins) > 0.05:
        wins += 1
    bar.append(wins)
has_passed = np.maximum.accumulate(coins >= np.array(bar), axis=1).mean(axis=0)
once = float((coins[:, -1] >= bar[-1]).mean())


# %%
guess_peek = Predict(
    "Two EQUAL programs. You look after each of 500 games, and stop when it looks like less than 5 % luck. In how many of 100 matches do you announce a winner?",
    answer=lambda: round(100 * float(has_passed[-1])),
    kind="number",
    factor=1.35,
    reason="The lead between equals wanders up and down. Look often enough, and you meet it at a good moment.",
)
guess_peek

# %% tags=["answer"]
looked = {n: 100 * float(has_passed[n - 1]) for n in (1, 5, 10, 20, 50, 100, 200, 300, 400, 500)}
assert has_passed[-1] > 4 * once
print(f"looking once, after {length} games: {once:.1%} are fooled; after each game: {has_passed[-1]:.1%}")
draw.learning_curves(
    {"looked after every game": looked},
    lines={"looked once": 100 * once},
    title="Equal programs, announced as different",
    x_label="games so far",
    y_label="per cent of matches",
)

# %% [markdown]
# Open the cell above when you have guessed. The longer you look, the more often you are fooled, without end.
#
# ### A test that may stop
#
# Abraham Wald found in 1943 how to look after every game and not be fooled. Compare two claims, `elo0` and `elo1`. Keep one sum: with each result, add how much likelier it is under the
# second, as a logarithm. Stop at a bound that lies far enough out: where one claim explains the results 0.95 / 0.05 times as well as the other. Then you are wrong in about 5 % of the tests,
# whichever claim is true. That is the **sequential probability ratio test**.

# %%
BOUND = log(0.95 / 0.05)


def steps(elo0, elo1):
    """What a win and a loss add; a draw adds half of each."""
    p0, p1 = expected(elo0), expected(elo1)
    return log(p1 / p0), log((1 - p1) / (1 - p0))


def sprt(results, elo0, elo1):
    """(1, 0 or -1; games): elo1, not known yet, or elo0."""
    won, lost = steps(elo0, elo1)
    total = 0.0
    for games, result in enumerate(results, 1):
        total += result * won + (1 - result) * lost
        if abs(total) >= BOUND:
            return (1 if total > 0 else -1), games
    return 0, len(results)


def walks(truth=30, games=800):
    """The sum in six matches. Above the upper bound it says 30, below the lower 0."""
    won, lost = steps(0, 30)
    curves = {}
    for number in range(1, 7):
        results = np.random.default_rng(100 + number).random(games) < expected(truth)
        sums = np.cumsum(np.where(results, won, lost))
        shown = range(1, games + 1, max(1, games // 60))
        curves[f"match {number}"] = {n: float(sums[n - 1]) for n in shown}
    return draw.learning_curves(
        curves,
        lines={"bound: 30": BOUND, "bound: 0": -BOUND},
        title=f"Truth {truth} points: is it 0 or 30?",
        x_label="games",
        y_label="sum",
    )


Explore(walks, truth=[-30, 0, 15, 30, 60], games=[200, 800, 3000])

# %% [markdown]
# Move the truth. Far from the middle the sum runs straight into a bound; halfway between the two claims it dithers longest. How often is the test right, and how long does it take?

# %%
MOST = 6000
by_truth = {}
won, lost = steps(0, 30)
for truth in range(-30, 61, 10):
    results = np.random.default_rng(1000 + truth).random((300, MOST)) < expected(truth)
    sums = np.where(results, won, lost).cumsum(axis=1)
    beyond = np.abs(sums) >= BOUND
    ends = np.where(beyond.any(axis=1), beyond.argmax(axis=1), MOST - 1)
    says_30 = sums[np.arange(300), ends] >= BOUND
    by_truth[truth] = float(says_30.mean()), float(ends.mean() + 1)
fixed = int(np.ceil((2 * 1.644854) ** 2 * 0.25 / (expected(30) - 0.5) ** 2))
print("truth   says 30   games on average")
for truth, (says, played) in by_truth.items():
    print(f"{truth:5} {says:9.0%} {played:12.0f}")
print(f"a match of fixed length that is as sure takes {fixed} games, always")
assert by_truth[0][0] < 0.1
assert by_truth[30][0] > 0.9
assert by_truth[0][1] < fixed > by_truth[30][1]

# %%
draw.learning_curves(
    {"per cent that say 30": {truth: 100 * says for truth, (says, _) in by_truth.items()}},
    title="What the test says: its power curve",
    x_label="true Elo difference",
    y_label="per cent",
)

# %% [markdown]
# Wrong in about 5 % at 0 and at 30, as promised, with about half the games. **The kit's arena has this test**: `gamekit arena othello A B --sprt 0,30`. It counts *pairs* of games, since the two games
# of one opening depend on each other. Fed with the same games it should mostly agree with ours.

# %%
from gamekit.arena import Sprt

agree = played_out = 0
for number in range(12):
    results = np.random.default_rng(number).random(3000) < expected(80 * (number % 2))
    mine, games = sprt([float(result) for result in results], 0, 80)
    pairs, theirs = [0] * 5, ""
    for pair in range(1500):
        pairs[2 * int(results[2 * pair : 2 * pair + 2].sum())] += 1
        theirs = Sprt(0, 80).test(pairs).accepted
        if theirs and pair >= 10:
            break
    played_out += mine != 0
    agree += {1: "elo1", -1: "elo0", 0: ""}[mine] == theirs
print(f"{played_out} of 12 tests came to an end; the kit's test says the same in {agree}")
assert agree >= 10

# %% [markdown]
# ## Many players: Bradley and Terry
#
# With two players one number is enough. With many, A beats B, B beats C, and C beats A now and then. Which ratings explain the whole table best? Those with which everybody *expects* just
# the points that they have. Start with zeros and nudge: whoever got more than expected goes up. It is Elo's own rule, run over all games again and again until nothing moves. One more number
# is nudged along: what it is worth to move first.

# %%
from gamekit.arena import tournament
from gamekit.arena.ratings import fit

PLAYERS = {
    "random": "random",
    "MCTS 30": "mcts,nodes=30",
    "MCTS 100": "mcts,nodes=100",
    "MCTS 300": "mcts,nodes=300",
}
four = tournament("connect4", PLAYERS, games=20, seed=15)
four

# %% [markdown]
# That is Connect Four, Monte Carlo players of lesson 14 with 30, 100 and 300 simulations a move, and one that plays at random. Now the same ratings by hand.


# %%
def bradley_terry(games, players, rounds=4000):
    """(ratings, worth of the first move): what makes everybody expect the points that they have."""
    x, o, points = (np.array(column) for column in zip(*games, strict=True))
    rating, first = np.zeros(players), 0.0
    for number in range(rounds):
        off = points - 1 / (1 + 10 ** (-(rating[x] - rating[o] + first) / 400))
        pace = 8000 / len(games) / (1 + number / 500)
        rating += pace * (np.bincount(x, off, players) - np.bincount(o, off, players))
        first += pace * off.sum()
    return rating - rating.mean(), first


numbers = {name: number for number, name in enumerate(four.players)}
all_games = [(numbers[game.x], numbers[game.o], game.points) for game in four.games]
decided = [game for game in all_games if game[2] != 0.5]
mine, first = bradley_terry(decided, len(numbers))
theirs = fit(decided, len(numbers))
assert np.allclose(mine, theirs.elo, atol=1)
assert abs(first - theirs.first_move) < 1
print("decided games only      by hand    the kit")
for name, number in numbers.items():
    print(f"{name:20} {mine[number]:+10.0f} {theirs.elo[number]:+10.0f}")
print(f"{'moving first':20} {first:+10.0f} {theirs.first_move:+10.0f}")

# %% [markdown]
# The same, to the point. The kit's `fit` also knows how often equals draw (Davidson's model), and how sure each rating is:

# %%
four.chart("Connect Four, 120 games")

# %% [markdown]
# ## The ablation table, rebuilt
#
# Now the reports' question: what is each idea worth? The gomoku program of lesson 13 has a switch for each, and one switch means one thing: without its order it still keeps the sixteen best moves, it only tries them as they come. A weak opponent that never changes is there too, `gomoku:novice`: two plies of plain negamax
# over the score table. First live and small, with the same number of nodes for both sides, so that you get the very same games.

# %%
NODES, GAMES = 1000, 12
TEXTS = {
    "full": "engine",
    "no killers": "engine,no-killers",
    "no killers, no order": "engine,no-killers,no-ordering",
    "no table": "engine,no-table",
    "novice": "novice",
}
LIVE = (("full", "novice"), ("full", "no table"), ("no killers", "no killers, no order"))
beginnings = random_openings(board, GAMES // 2, 4, seed=15)


def pairs_of(match):
    """How many pairs of games brought 0, 1/2, 1, 3/2 and 2 points."""
    points = [game.points for game in match.games]
    both = [first + second for first, second in zip(points[::2], points[1::2], strict=True)]
    return [both.count(half / 2) for half in range(5)]


for pair in LIVE:
    a, b = (TEXTS[name] + ("" if name == "novice" else f",table=4,nodes={NODES}") for name in pair)
    match = games_of(a, b, board, beginnings, GAMES)
    low, high = pair_interval(pairs_of(match))
    print(f"{' : '.join(pair):34} {match.tally.score:4.0%} of {match.tally.games} games", end="")
    print(f", {low:.0%} to {high:.0%} by pairs")

# %% [markdown]
# Twelve games, long bars. So here are matches of 400 games at 2,000 nodes a move, from 200 openings that either colour can win, stored with the command that plays each again. (`--out` keeps every game: a run that was stopped goes on.) The rule, before you see a figure: **an idea is proved if the whole
# interval lies on one side of one half.** All intervals are by pairs. Rows with a number of nodes in their names have limits of their own: two programs that are to have equal *time* get as many nodes, or simulations, as each does in the same time
# (a tenth of a second in the match against MCTS, less in the others), so these games can be played again as well. How many that is, `python .ci/rates.py` measures: nodes by the processor's time, over whole games. By that measure, taken before the matches, both sides had the same time to within a tenth.
# (The file has the figures.) The rows of MCTS with 1,000 simulations are not at equal time at all: 2,000 nodes take a twentieth of what they take. "Order of the shallower search" is the switch `previous`: at every node the children come in the order of what the search one depth before found for them.

# %% tags=["fold"]
import json
from importlib.resources import files

experiments = files("gamekit").joinpath("data/experiments")
rows = json.loads(experiments.joinpath("l15_ablation.json").read_text())["matches"]
tested = json.loads(experiments.joinpath("l15_sequential.json").read_text())["matches"]
rival = json.loads(experiments.joinpath("l15_rival.json").read_text())
for file in ("l15_equal_time.json", "l15_before.json", "l15_strong.json"):
    rows += json.loads(experiments.joinpath(file).read_text())["matches"]
rows += [row for row in tested if "sprt" not in row] + rival["matches"]
NOT_PROVED = "not proved"


def bounds(row):
    """The interval of a row."""
    return pair_interval(row["pairs"])


def share_of(row):
    """The first player's share of the points."""
    return (row["wins"] + row["draws"] / 2) / (row["wins"] + row["draws"] + row["losses"])


def verdict(row):
    """Which of the two is proved to be better, if any."""
    low, high = bounds(row)
    return row["players"][0] if low > 0.5 else row["players"][1] if high < 0.5 else NOT_PROVED


# %%
print("+ the first is proved to be better, - the second; 95 % intervals")
for row in rows:
    low, high = bounds(row)
    sign = {row["players"][0]: "+", row["players"][1]: "-"}.get(verdict(row), " ")
    games = row["wins"] + row["draws"] + row["losses"]
    names = " : ".join(row["players"]) + ("" if games == 400 else f", {games} games")
    print(f"{sign} {names:50} {share_of(row):4.0%}", end="")
    print(f"  {low:.0%} to {high:.0%}")

# %%
draw.elo(
    [
        (
            " : ".join(row["players"]),
            100 * share_of(row),
            (100 * (share_of(row) - bounds(row)[0]), 100 * (bounds(row)[1] - share_of(row))),
        )
        for row in rows
    ],
    title="What each idea is worth",
    x_label="per cent of the points, 95 % by pairs",
    line=50,
)

# %% [markdown]
# The next cell has the commands, one a row, in the order of the table above.

# %% tags=["answer"]
print("\n".join(row["command"] for row in rows))

# %% [markdown]
# ### One scale for all
#
# Most of these programs never met. Bradley and Terry put them on one scale all the same, as the report's last figure does: all games at 2,000 nodes in one fit, with those of MCTS at 1,000 simulations. (`guard` is left out, since the kit no longer has it; so are the matches at other limits, since a program with more nodes is another program.)

# %%
named = [row for row in rows if "moving_first" in row and "guard" not in row["players"]]
configurations = sorted({name for row in named for name in row["players"]})
number_of = {name: number for number, name in enumerate(configurations)}
all_played = []
for row in named:
    a, b = (number_of[name] for name in row["players"])
    sides = zip((1.0, 0.5, 0.0), row["moving_first"], row["moving_second"], strict=True)
    for points, first, second in sides:
        all_played += [(a, b, points)] * first + [(b, a, 1 - points)] * second
joint = fit(all_played, len(configurations))
draw.elo(
    [(configurations[n], joint.elo[n], joint.elo[n] - joint.interval(n)[0]) for n in joint.order],
    title=f"All configurations at 2,000 nodes, {len(all_played):,} games of gomoku",
    x_label="Elo (average 0), with 95 % intervals",
)


# %% tags=["fold"]
def ours(*players):
    """Our row for a claim: games, interval, verdict and command."""
    row = next(row for row in rows if tuple(row["players"]) == players)
    low, high = bounds(row)
    better = verdict(row)
    score = f"{row['wins'] + row['draws'] / 2:g} : {row['losses'] + row['draws'] / 2:g}"
    return {
        "ours": f"{score}, {share_of(row):.0%} (95 %: {low:.0%} to {high:.0%})",
        "holds": UNDECIDED if better == NOT_PROVED else better == players[0],
        "remark": row["command"],
    }


old_table = json.loads(experiments.joinpath("l15_no_table.json").read_text())["matches"][0]
old_low, old_high = Tally(old_table["wins"], 0, old_table["losses"]).interval()
assert old_low < 0.5 < old_high
assert luck(old_table["wins"], old_table["losses"]) < 0.05
TABLE_RULE = "It is little if the whole interval lies below 60 %, and much if it lies above."
table_low, table_high = bounds(
    next(row for row in rows if row["players"] == ["full, 17,000 nodes", "no table, 19,500 nodes"])
)
little = True if table_high < 0.6 else False if table_low > 0.6 else UNDECIDED

# %% tags=["fold"]
winner_of = {tuple(row["players"]): verdict(row) for row in rows}
assert winner_of["full", "stones alone"] == winner_of["full", "weights by hand"] == "full"
assert winner_of["full", "best points"] == "full"
assert winner_of["full, 543,000 nodes", "before, 632,000 nodes"] == "full, 543,000 nodes"
for idea in ("no killers", "no threats", "no reductions"):
    assert winner_of["full", idea] == NOT_PROVED
assert all(winner_of["full, 10,000 nodes", idea] == NOT_PROVED for idea in ("no threats", "no reductions"))

# %%
claim(
    "L15.6",
    "Ablation: the full program beats a weak one",
    reported="30 : 0",
    **ours("full", "novice"),
)

# %%
claim(
    "L15.10",
    "Ablation: without pruning and killers the program loses to a weak one",
    reported="2 : 8",
    **{
        **(seen := ours("no pruning, no killers", "novice")),
        "holds": UNDECIDED if seen["holds"] == UNDECIDED else not seen["holds"],
    },
)

# %%
claim(
    "L15.7",
    "Ablation: the full program beats the one without killer moves",
    reported="7 : 3",
    **ours("full", "no killers"),
)

# %%
claim(
    "L15.11",
    "Killers do the work of an order: without an order the program with killers beats the one without",
    reported="killers take over most of the work of ordering",
    **ours("no order", "no killers, no order"),
)

# %%
claim(
    "L15.8",
    "Ablation: children in the order of the shallower search beat no order",
    reported="8 : 2, without killers on both sides",
    **{
        **(by_search := ours("no killers, order of the shallower search", "no killers, no order")),
        "remark": f"{by_search['remark']}. With killers on both sides: "
        f"{ours('no order, order of the shallower search', 'no order')['ours']}. "
        f"Our own order by points, without killers: {ours('no killers', 'no killers, no order')['ours']}.",
    },
)

# %%
claim(
    "L15.9",
    "Ablation: the table gives little strength",
    reported="27 : 23 at equal time",
    **{
        **(with_table := ours("full, 17,000 nodes", "no table, 19,500 nodes")),
        "holds": little,
        "remark": f"{TABLE_RULE} What a table costs is time: these are the nodes of 0.01 s each. At 2,000 nodes for both: {ours('full', 'no table')['ours']}. At half a second a move the program of the first edition got {old_table['wins']} : {old_table['losses']} (95 %: {old_low:.0%} to {old_high:.0%}), which proves nothing. {with_table['remark']}",
    },
)

# %% [markdown]
# What does the table say? The claims about its rows with MCTS stand in lesson 14.
#
# - **Against us**, and we report it: killers, the threat search and the *reductions* (quiet moves late in the list are searched a ply less deep) are not proved to help at 2,000 nodes, nor the last two at 10,000. (For the reductions that is new: they were proved while stones alone were counted.) `guard`, which looked for the other side's fours too, is proved to be *worse*: the kit no longer has it, so this row alone cannot be played again.
# - The *transposition table* is worth much, at about equal time too. So large a gain shows in few games: the report's 27 : 23 was luck, or its table was worth less than ours, which lets the best moves of one depth order the next.
# - **Points** are proved: the program that counts empty points, too (lesson 13), beats stones alone. So weights by hand, which know nothing of points, are now proved to be worse than those that ship; when stones alone counted, that was not proved. (In lesson 13b they lost to *other* weights, those learnt from nothing.) The best-points
# evaluation of the other report looks at points as well, at the best of each side only, and loses clearly to sums.
# - Reductions, margins (lesson 13b has both), the use of what an unfinished depth has found, and points were added one by one. Against the program before all of them (*before*, played as a program from outside) all four *together* are proved to help, with three tenths of a second for each side.
# - An ablation of *this* program says little about *that* one: an idea may be worth nothing here because another part already does its work.
# - The programs from outside are three. The gomoku of the BSD games, of 1994, is no strong one. *Wine* and *Rapfi* (its version of 2018, which its page gives 2,096 points on Gomocup's list for freestyle) are tournament programs, built from their public sources. Each had half a second a move by the processor's clock, and ours the nodes of
# the time that they took of it. Much stronger ones exist. `docs/tournaments.md` in the repository says how to play such matches: any Gomocup brain can be the opponent, as `gamekit match gomoku engine piskvork:COMMAND --time 0.5`.
#
# Beside those 400 games at 10,000 nodes each idea had a sequential test, which could stop early. One did:

# %%
for row in tested:
    if "sprt" in row:
        test, games = row["sprt"], row["wins"] + row["draws"] + row["losses"]
        print(f"{' : '.join(row['players'])}: {test['elo0']:g} or {test['elo1']:g} points?", end="")
        accepted = f"{test[test['accepted']]:g}" if test["accepted"] else "neither"
        print(f" {accepted} is accepted after {games} games")

# %%
claim(
    "L15.14",
    "Ablation: the full program with 10 s a move loses to a much stronger one with 0.5 s",
    reported="0 : 4",
    ours="no match: nothing is stored against a program as strong as that",
    holds=None,
    remark=f"Four games leave every score below {bars['full, 10 s a move : a strong program, 0.5 s'][1]:.0%} possible: weaker is all that they prove. `docs/tournaments.md` says how to play such a match.",
)

# %%
(outside,) = rival["matches"]
played = sum(outside[result] for result in ("wins", "draws", "losses"))
finding(
    "L15.12",
    "Against a gomoku program from outside, that of the BSD games",
    f"{outside['wins'] + outside['draws'] / 2:g} of {played} games (95 %: {bounds(outside)[0]:.0%} to {bounds(outside)[1]:.0%}), {outside['out_of_time']} of them because it took more than 10 s of the processor for a move",
    remark=f"Played before points counted. {outside['command']}",
)

# %%
tournament_programs = [row for row in rows if row["players"][1] in ("Rapfi of 2018", "Wine")]
finding(
    "L15.15",
    "Against two tournament programs from outside, half a second a move",
    "; ".join(f"{row['players'][1]}: {ours(*row['players'])['ours']}" for row in tournament_programs),
    remark="; ".join(row["command"] for row in tournament_programs),
)

# %%
early = rival["announced"]
finding(
    "L15.13",
    "How many plies before the end the win is announced, against that program",
    f"with the threat search {early['with']['median']:g} (mean {early['with']['mean']:g}, at most {max(early['with']['plies'])}), without {early['without']['median']:g} (mean {early['without']['mean']:g}); {early['games']} games won on the board, {early['nodes']:,} nodes a move; of the other {early['forfeited']} it had announced {early['with']['forfeited']}, without {early['without']['forfeited']}",
    remark=f"Played before points counted. The same games, seen with and without: {early['command']}",
)

# %% [markdown]
# ## Where this goes wrong
#
# Somebody writes a little match runner. Every opening is used, both sides begin equally often, and the programs are the very same one. So the score must be even. It is not. Find the bug before you
# read on.


# %%
def careless_match(player_a, player_b, start, openings, count):
    """Points of A, with a bug."""
    points = 0.0
    for number in range(count):
        opening = openings[number % len(openings)]
        a_begins = number % 2 == 0
        seats = (player_a, player_b) if a_begins else (player_b, player_a)
        match = Match(*seats, start, [opening])
        (game,) = match.play(1)
        points += game.points if a_begins else 1 - game.points
    return points


# %%
lopsided = random_openings(othello.start(), 40, 8, seed=3)
results = [games_of(THREE, THREE, start, [opening], 2).games[0].points for opening in lopsided]
for_x = [opening for opening, points in zip(lopsided, results, strict=True) if points == 1.0][:4]
for_o = [opening for opening, points in zip(lopsided, results, strict=True) if points == 0.0][:4]
book = [opening for pair in zip(for_x, for_o, strict=True) for opening in pair]
careless = careless_match(THREE, THREE, start, book, 16)
careful = games_of(THREE, THREE, start, book, 16).tally.points
print(f"against itself, 16 games: {careless:g} points with the bug, {careful:g} in pairs")
assert careless != 8 == careful

# %% [markdown]
# `number % 2` says who begins, and `number % len(openings)` which opening it is. With an even number of openings the two go in step: opening 0 is *always* begun by A, opening 1 always by B. All
# openings are there, both colours are there, and no opening is ever played with both. Here the book had its openings in a bad order, and a program beat itself.
#
# The test to remember: **a program against itself must score one half, exactly, from every pair.**
#
# ## The ledger, in Elo
#
# The ledger counted nodes. What are they worth in games? The same evaluation for all, the same nodes a move, everybody against everybody. The two new rows of the ledger are players, and a player deepens: the nodes of all shallower depths
# are in its count. Rows of lesson 04 that look alike went straight to depth 6, so they count fewer. Compare only rows that were measured alike.

# %% tags=["timing"]
from gamekit.course import Ledger

TECHNIQUES = {
    "alpha-beta": "alphabeta",
    "+ ordering": "alphabeta,static",
    "PVS, table, killers": "pvs,static,killers,tt,table=1",
}
ledger = Ledger.load(lesson=4, own=None)  # minimax and alpha-beta, as lesson 03 measured them
for name in ("+ ordering", "PVS, table, killers"):
    ledger.measure(name, TECHNIQUES[name], only=["othello"])
ledger

# %%
techniques = [*TECHNIQUES]
beginnings = random_openings(start, 10, 6, seed=16)
played = []
for one, a in enumerate(techniques):
    for two, b in list(enumerate(techniques))[one + 1 :]:
        texts = [f"{TECHNIQUES[name]},nodes=1000" for name in (a, b)]
        for game in games_of(*texts, start, beginnings, 20).games:
            sides = (one, two) if game.first == 0 else (two, one)
            played.append((*sides, game.points if game.first == 0 else 1 - game.points))
ranked = fit(played, len(techniques))
print(f"{'technique':22} {'depth in 100,000 nodes':>23} {'Elo':>6}   {'95 %':>12}")
for number in ranked.order:
    low, high = ranked.interval(number)
    depth = ledger[techniques[number]].figure("depth")
    print(f"{techniques[number]:22} {depth:23.1f} {ranked.elo[number]:+6.0f}", end="")
    print(f"   {low:+5.0f} to {high:+4.0f}")

# %%
draw.elo(
    [(techniques[n], ranked.elo[n], ranked.elo[n] - ranked.interval(n)[0]) for n in ranked.order],
    title=f"{len(played)} games of Othello at 1,000 nodes a move",
    x_label="Elo (average 0), with 95 % intervals",
)

# %% [markdown]
# ## What we take along
#
# - Different openings, each played twice with colours swapped. A program against itself scores one half.
# - A score without a bar says nothing. The error shrinks with the root of the number of games.
# - P = 1 / (1 + 10^(−d/400)): 200 points are 76 %, and the better player expects more than half.
# - Ask before the match how many games it needs. Twenty points take some two thousand.
# - Do not stop when it looks good, unless the test was made for stopping.
# - Of the reports' nine matches five prove nothing.
# - Count pairs: how they ended says more than how many games there were.
#
# The arena does all of this for you: `gamekit arena gomoku engine engine,no-killers --games 100 --time 0.5`. In [lesson 17](17_your_own_engine.ipynb) you enter it. Next, [lesson 16](16_solving_games.ipynb) needs no
# intervals: it knows.
#
# ## Your turn
#
# [Lab 15](../exercises/lab15-measuring/lab15-measuring.ipynb) has you write the expectation, the interval, the likelihood of superiority, the games that a claim needs, and Wald's test. Before or after it:
#
# 1. In the first picture set the difference to 0 and the games to 20. How many of the eight rows would you have reported as progress?
# 2. Half of all games are drawn. Does a claim of 20 points then need more games or fewer? Ask `games_needed(20, 0.5)`, and say why.
# 3. You try twenty useless ideas, each in a match of 100 games, and keep what is better with 95 %. How many do you keep? What would you do instead?
#
# **To read more.** Arpad Elo, *The Rating of Chessplayers, Past and Present* (1978). Ralph Bradley and Milton Terry, *Rank Analysis of Incomplete Block Designs* (1952). Roger Davidson, *On Extending the
# Bradley-Terry Model to Accommodate Ties* (1970). Abraham Wald, *Sequential Tests of Statistical Hypotheses* (1945). Rémi Coulom, *Whole-History Rating* (2008).
