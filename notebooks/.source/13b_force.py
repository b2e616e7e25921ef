# %% [markdown]
# # 13b · Wins by force, and weights from nothing
#
# **What can be seen twenty plies away, and what need nobody tell a program?**
#
# X is to move. It wins, whatever O does. Look for the win before you read on. (Every X that you place must leave O just one reply.)

# %% tags=["fold"]
import json
import random
from importlib.resources import files
from statistics import mean, median

import numpy as np

from gamekit import draw, is_over, play
from gamekit import score as result_of
from gamekit.arena import Tally
from gamekit.course import UNDECIDED, changes, claim, finding
from gamekit.games import gomoku
from gamekit.gomoku import Engine, Switches, weights, wins_in
from gamekit.gomoku import board as kit
from gamekit.gomoku.board import tables
from gamekit.gomoku.fit import PARAMETERS, loss
from gamekit.gomoku.learning import NOTHING, Recipe, play_piece
from gamekit.gomoku.threats import attack
from gamekit.gomoku.work import new_work
from gamekit.widgets import Predict

learnt = weights.learnt()
PUZZLE = {
    11: ".....O.O..X....",
    10: "....O....O.....",
    9: "......X.X......",
    8: "........X.O....",
    6: "....O....XO....",
    5: "....XX..X.O....",
}


def parse_rows(rows, side):
    """A 15x15 position from some of its rows, by their numbers."""
    lines = ["." * 15] * 15
    for number, text in rows.items():
        lines[15 - number] = text.ljust(15, ".")
    return gomoku.parse("/".join(lines) + f" {side}")


puzzle = parse_rows(PUZZLE, "X")
draw.board(puzzle, size=420, title="X to move")

# %% [markdown]
# ## A win by fours
#
# A four must be answered, on one point. So a side that makes four after four leaves the other no choice, and a win fifteen plies away is a search with *one* reply
# at every node. It is short, so type it. All it needs are the windows of five cells in line: a window with four own stones and an empty cell is a four, and that cell makes five.

# %%
LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


def all_windows(size):
    """Every five cells in line on a board, as numbers row by row."""
    inside = range(size)
    starts = [(row, column) for row in inside for column in inside]
    return [
        [(row + down * i) * size + column + across * i for i in range(5)]
        for across, down in LINES
        for row, column in starts
        if row + 4 * down in inside and column + 4 * across in inside
    ]


def fills(board, windows, mark, count):
    """The empty cells of windows with so many stones of a side and none of the other."""
    found = set()
    for window in windows:
        marks = [board[cell] for cell in window]
        if marks.count(mark) == count and marks.count(".") == 5 - count:
            found |= {cell for cell in window if board[cell] == "."}
    return found


def fours(board, windows, most):
    """The line of a win for X by fours, with at most so many stones of its own, or []."""
    at_once = fills(board, windows, "X", 4)
    if at_once or most <= 1:
        return sorted(at_once)[:1]
    danger = fills(board, windows, "O", 4)  # O makes five there, unless X is quicker
    for cell in sorted(fills(board, windows, "X", 3)):
        if danger and danger != {cell}:
            continue
        board[cell], line = "X", []
        for reply in sorted(fills(board, windows, "X", 4)):
            board[reply] = "O"
            rest = fours(board, windows, most - 1)
            board[reply] = "."
            if not rest:
                line = []
                break
            line = [cell, reply, *rest]
        board[cell] = "."
        if line:
            return line
    return []


# %% [markdown]
# Two fives at once need no case of their own: O stops one of them, and the first line of the search finds the other. Does it agree with the kit's search, which uses tables of shapes and no windows? On random positions with
# two fours at hand, so that there is something to try:

# %%
WINDOWS = all_windows(15)


def drawn(lots, each=14, side=8):
    """Marks of a random position: X to move, two fours at hand, no five on the board or at hand."""
    while True:
        marks = ["."] * 225
        square = [row * 15 + column for row in range(4, 4 + side) for column in range(4, 4 + side)]
        for number, cell in enumerate(lots.sample(square, 2 * each)):
            marks[cell] = "XO"[number % 2]
        rows = {"".join(marks[cell] for cell in window) for window in WINDOWS}
        at_hand = rows & {"XXXXX", "OOOOO"} or fills(marks, WINDOWS, "X", 4)
        if not at_hand and len(fills(marks, WINDOWS, "X", 3)) > 3:
            return marks


def state_of(marks):
    """The position with these marks, X to move."""
    rows = ["".join(marks[row * 15 : row * 15 + 15]) for row in range(15)]
    return gomoku.parse("/".join(rows) + " X")


def attack_of_kit(state, threes):
    """The line of the kit's search by fours, or by fours and threes; [] if it finds none."""
    made, work = tables(state, learnt.of_patterns, learnt.tempo), new_work()
    work["threat_nodes"] = 20_000
    for left in range(1, 12):
        if attack(made.record[0], work[0], 0, left, threes):
            length = work["forced_length"][0][0]
            return [int(kit.MOVE_OF[cell]) for cell in work["forced"][0][0, :length]]
    return []


lots = random.Random(13)
boards = [drawn(lots) for _ in range(60)]
ours = [fours(list(marks), WINDOWS, 9) for marks in boards]
theirs = [attack_of_kit(state_of(marks), 0) for marks in boards]
agree = sum(bool(a) == bool(b) for a, b in zip(ours, theirs, strict=True))
found = max(ours, key=len)
print(f"{agree} of {len(boards)} verdicts agree; {sum(map(bool, ours))} wins", end="")
print(f", the longest of {len(found)} plies")
assert agree == len(boards)

# %%
marks = list("".join(PUZZLE.get(row, "." * 15) for row in range(15, 0, -1)))
answer = fours(marks, WINDOWS, 9)
line = [(cell // 15 + 1) * gomoku.STRIDE + cell % 15 + 1 for cell in answer]
assert answer
title = f"The first board of this lesson: won in {len(answer)} plies, and O never has a choice"
draw.board(puzzle, line=line, title=title, size=480)

# %%
by_tests = json.loads(files("gamekit").joinpath("data/experiments/l13_fours.json").read_text())
finding(
    "L13b.1",
    "A win by fours is found far below what a full search sees, and what is found is real",
    f"{len(boards)} random positions: the typed search and the kit's agree in {agree}; the longest win has {len(found)} plies",
    remark=f"The kit's tests draw {by_tests['wins']} positions with such a win (5 to 15 plies) and as many without, by a reference without tables: {by_tests['found']} found, {by_tests['false']} invented, {by_tests['median_ms']} ms a position (median), {by_tests['slowest_ms']} ms the slowest. {by_tests['command']}",
)

# %% [markdown]
# ## By threes
#
# An open three threatens an open four. It leaves the other side a few replies: any stone after which the open four is gone, or a four of its own, which must be answered first. So the attacker's node stays as it was, with one kind of
# threat more, and the defender's node is a loop over replies, *all* of which must lose. On a small board, in plain Python: `threats` is the attacker's node, `all_replies_lose` the defender's, and they call each other.

# %%
SMALL, NINE = all_windows(9), 9


def open_fours(board):
    """Where X would make a four with two fives to come."""
    found = set()
    for cell in fills(board, SMALL, "X", 3):
        after = [*board[:cell], "X", *board[cell + 1 :]]
        if len(fills(after, SMALL, "X", 4)) > 1:
            found.add(cell)
    return found


def threats(board, most):
    """Does X, to move, win by fours and threes with at most so many threats?"""
    if fills(board, SMALL, "X", 4):
        return True
    danger = fills(board, SMALL, "O", 4)
    if not danger and open_fours(board):
        return True
    if most == 0:
        return False
    for cell in sorted(danger or fills(board, SMALL, "X", 3) | fills(board, SMALL, "X", 2)):
        board[cell] = "X"
        won = len(danger) < 2 and all_replies_lose(board, most)
        board[cell] = "."
        if won:
            return True
    return False


def all_replies_lose(board, most):
    """X has just moved: was it a threat, and does every reply that may help lose?"""
    if fills(board, SMALL, "O", 4):
        return False
    replies = fills(board, SMALL, "X", 4)
    if not replies:
        if not open_fours(board):
            return False  # no threat
        replies = fills(board, SMALL, "X", 3) | fills(board, SMALL, "O", 3)
    for reply in sorted(replies):
        board[reply] = "O"
        won = threats(board, most - 1)
        board[reply] = "."
        if not won:
            return False
    return True


TWO_TWOS = (
    *("....O....", "...X.....", "...X..O..", ".....XX..", "O........"),
    *(".........", "..O......", ".........", "........."),
)
small_board = list("".join(TWO_TWOS))
by_fours, by_threes = fours(list(small_board), SMALL, 6), threats(small_board, 2)
small_state = gomoku.parse("/".join(TWO_TWOS) + " X")
their_line = attack_of_kit(small_state, 1)
print(f"by fours: {bool(by_fours)}; by fours and threes: {by_threes}; the kit: {bool(their_line)}")
assert not by_fours
assert by_threes
assert their_line

# %%
draw.board(small_state, line=their_line, title="Two open threes at once: no four was needed")

# %% [markdown]
# The kit's engine runs both before the main search, within a tenth of its time, and the fours inside it.
#
# ## How early is a win announced?
#
# One report says how early its program announced the win: about 8 plies before the end. Its strongest rival: about 20. Ours, in games against itself. In each, a version without the threat search looks at the same positions with as many nodes, and says when it would have known. The rule: the claim holds if our median with the threat search is at least the report's 8.

# %%
OPENINGS = (
    *("h8 i9 g7", "h8 h9 j8", "h8 i9 i6", "h8 g8 k9", "h8 h9 f6", "h8 i8 f9"),
    *("h8 i7 j10", "h8 g9 g6", "h8 j8 h6", "h8 f10 i8", "h8 h10 i7", "h8 j9 g9"),
)
NODES = 5000


def announcement(said, number, end):
    """Since when it said that it wins, for good: (plies before the end, position, line)."""
    calm = [turn for turn, each in enumerate(said) if not each[1][number]]
    ply, _, shown, line = said[calm[-1] + 1 if calm else 0]
    return end - ply, shown, line


def self_play(opening):
    """The winner's announcements with and without the threat search; None for a draw."""
    state, ply, said = gomoku.parse(opening), len(opening.split()), [[], []]
    players = [Engine(table_mb=4) for _ in range(2)]
    others = [Engine(Switches(threats=False), table_mb=4) for _ in range(2)]  # they only watch
    while not is_over(state):
        both = [side[ply % 2].think(state, nodes=NODES) for side in (players, others)]
        wins = [(wins_in(found.value) or 0) > 0 for found in both]
        said[ply % 2].append((ply, wins, str(state), both[0].line))
        state = play(state, both[0].move)
        ply += 1
    if result_of(state) == 0:
        return None
    return [announcement(said[(ply - 1) % 2], number, ply) for number in (0, 1)]


games = [game for game in map(self_play, OPENINGS) if game]
announced = {
    "with the threat search": [game[0][0] for game in games],
    "without": [game[1][0] for game in games],
}
for name, plies in announced.items():
    print(f"{name}, plies before the end: {', '.join(map(str, plies))}")
    print(f"    median {median(plies):g}, mean {mean(plies):.1f}")

# %%
longest = max((game[0] for game in games), key=lambda found: found[0])
draw.board(
    gomoku.parse(longest[1]),
    line=longest[2],
    title=f"The earliest announcement: {longest[0]} plies before the end",
)

# %% tags=["fold"]
with_it, without_it = announced.values()
assert all(early >= late for early, late in zip(with_it, without_it, strict=True))
assert mean(with_it) > mean(without_it)

# %%
claim(
    "L13b.2",
    "How many plies before the end the win is announced",
    reported="8; the strongest rival about 20",
    ours=f"with the threat search {median(with_it):g} (mean {mean(with_it):.1f}, at most {max(with_it)}), without {median(without_it):g} (mean {mean(without_it):.1f}); {len(games)} games, {NODES:,} nodes a move",
    holds=median(with_it) >= 8,
    remark="The same games, seen with and without. The loser's own fours put the end off, and a search of so few nodes is a small one: the rival's 20 we reach only at best.",
)

# %% [markdown]
# ## Weights from nothing
#
# Where do weights come from? One report had a plan and no time left for it: begin with zeros, let the program play against itself, fit the weights to who won, let it play with the new weights, and so on until nothing gets better. We do it.
#
# The fit is **logistic regression**. The value of a position is the sum of its weights, ours less theirs. 1 / (1 + e^(−value)) is the chance that the side to move wins. The right weights are those under which the results of the games were likeliest. The
# *log loss* says how likely: it is log 2 for who knows nothing and always says one half. Type its slope, in numpy. A pattern comes as 2 · number + role, and the role 1 means: of the side that is not to move.


# %%
def loss_and_slope(games, weights):
    """(mean log loss, its slope) of all positions; the last weight is that of being to move."""
    signs = np.where(games.patterns & 1, -1.0, 1.0)
    owner = np.repeat(np.arange(len(games.results)), np.diff(games.starts))  # whose pattern is it?
    values = np.bincount(owner, signs * weights[games.patterns]) + weights[-1]
    chances = 1 / (1 + np.exp(-values))
    off = chances - games.results
    slope = np.bincount(games.patterns, signs * off[owner], len(weights))
    slope[-1] = off.sum()
    likely = games.results * np.log(chances) + (1 - games.results) * np.log(1 - chances)
    return -likely.mean(), slope / len(off)


played = [play_piece(Recipe(nodes=100, seed=13), 0, piece, NOTHING) for piece in range(4)]
training, test = played[:3], played[3]
count = sum(len(games.results) for games in training)
seen = sum(np.bincount(games.patterns, minlength=PARAMETERS) for games in training) / count
rate = 0.03 / (seen + 0.02)  # what is seen on every board gets small steps, what is rare large ones
mine, curve, test_curve = np.zeros(PARAMETERS), {}, {}
for step in range(201):
    found = [loss_and_slope(games, mine) for games in training]
    curve[step] = float(np.mean([each for each, _ in found]))
    test_curve[step] = float(loss_and_slope(test, mine)[0])
    mine = mine - rate * np.mean([slope for _, slope in found], axis=0)
assert abs(loss_and_slope(test, mine)[0] - loss(test, mine)) < 1e-9
print(f"{count:,} positions of games by a program that knew nothing: loss {curve[0]:.3f},")
print(f"after 200 steps {curve[200]:.3f}; on games not learnt from {test_curve[200]:.3f}")
assert test_curve[200] < 0.65

# %%
draw.learning_curves(
    {"learnt from": curve, "not learnt from": test_curve},
    title="Two hundred steps of logistic regression",
    x_label="step",
    y_label="log loss",
)

# %% [markdown]
# Your loss is the kit's to nine figures. Now the loop: `gamekit train gomoku --nothing` plays a round of games with the weights so far, goes on learning, and plays again. Ten rounds of 400 games, at 400 nodes a move, take some minutes. After each round its weights played against the weights **by hand**, the same
# nodes for both. What is learnt from is not who won alone: where a move was drawn by lot, and for positions one move beside the game, a label is what the search over the weights so far says, and elsewhere a fifth of it is. And the search brings its own knowledge along: it finds wins by fours and tries moves by a table of points. The weights began with zeros; the program did not.
# Can they reach weights that people thought out? Say how long it takes before you open the answer. (The claim below also names a *linear support vector machine*. It is another way to fit a sum of weights: it draws the line
# between won and lost positions that keeps the widest margin to both.)

# %% tags=["fold"]
experiments = files("gamekit").joinpath("data/experiments")
rounds = json.loads(experiments.joinpath("l13_nothing.json").read_text())

# %%
guess_rounds = Predict(
    "After how many rounds of ten do its weights first win more than half of the games against those by hand?",
    answer=lambda: next(number for number, each in enumerate(shares) if each > 0.5),
    kind="number",
    tolerance=1,
    reason="Each round plays better games than the last, and better games teach more.",
)
guess_rounds


# %% tags=["answer"]
def tally_of(match):
    """A stored match as a tally."""
    return Tally(match["wins"], match["draws"], match["losses"])


shares = [tally_of(match).score for match in rounds["matches"]]
print("round  points   between         Elo   between")
for number, match in enumerate(rounds["matches"]):
    tally = tally_of(match)
    low, high = tally.interval()
    elo_low, elo_high = tally.elo_interval
    print(
        f"{number:5} {tally.score:7.1%}   {low:.0%} and {high:.0%} {tally.elo:+9.0f}   {elo_low:+.0f} and {elo_high:+.0f}"
    )
draw.elo(
    [
        (f"round {number}", tally.elo, (tally.elo - tally.elo_interval[0], tally.elo_interval[1] - tally.elo))
        for number, tally in enumerate(map(tally_of, rounds["matches"]))
    ],
    title="Weights learnt from nothing, round by round",
    x_label="Elo above weights by hand, with 95 % intervals",
    line=0,
)

# %%
draw.learning_curves(
    {
        "learnt weights": {each["round"]: each["checked"] for each in rounds["rounds"]},
        "weights by hand": {each["round"]: each["checked_by_hand"] for each in rounds["rounds"]},
    },
    title="On games not learnt from, round by round",
    x_label="round",
    y_label="log loss",
)

# %% tags=["fold"]
last = tally_of(rounds["matches"][-1])
low, high = last.interval()
OTHERS = {
    "svm_against_by_hand": "support vectors : by hand",
    "logistic_against_by_hand": "logistic regression : by hand",
    "svm_against_logistic": "support vectors : logistic regression",
    "against_shipped": "round 10 : the weights that ship",
}


def in_words(match):
    """A stored match: its score and interval."""
    tally = tally_of(match)
    low, high = tally.interval()
    return f"{tally.points:g} : {tally.games - tally.points:g}, {tally.score:.1%} (95 %: {low:.0%} to {high:.0%})"


for name, words in OTHERS.items():
    print(f"{words:38} {in_words(rounds[name])}")
    low_of, high_of = tally_of(rounds[name]).interval()
    assert high_of < 0.5 if name == "against_shipped" else low_of < 0.5 < high_of
    print(f"    {rounds['match_commands'][name]}")

# %%
claim(
    "L13b.3",
    "Weights learnt from zeros, by self-play and logistic regression in rounds, reach those made by hand",
    reported="planned, not done",
    ours=f"round {len(shares) - 1} against by hand: {last.points:g} : {last.games - last.points:g} of {last.games} games, {last.score:.0%} (95 %: {low:.0%} to {high:.0%}); round 0: {shares[0]:.0%}; {rounds['command']}",
    holds=True if low > 0.5 else False if high < 0.5 else UNDECIDED,
    remark=f"What plays them again: {rounds['match_commands']['rounds']}. On the games of the last round alone, from zeros: "
    + "; ".join(f"{words} {in_words(rounds[name])}" for name, words in list(OTHERS.items())[:3])
    + f". These three prove nothing. {OTHERS['against_shipped']}: {in_words(rounds['against_shipped'])}; those have weights for points, too.",
)

# %% [markdown]
# ## What helped, and what did not
#
# Does all this win games? [Lesson 15](15_arena.ipynb) has the matches, 400 games each:
#
# - **Looking for the other side's fours too**, at every node: a switch, `guard`. It found more, and it lost: the nodes that it takes are missing elsewhere, and the search meets the same fours a ply later anyway. So the kit no longer has it.
# - **Margins**: where few plies are left and the evaluation lies far above what is needed, nothing is searched. Lesson 15 proves that they help (`no-margins` turns them off).
# - **Reductions**: quiet moves late in the list are searched a ply less deep. On top of the margins, that proves nothing at 2,000 nodes a move, nor at 10,000.
# - **Points**: empty ones where lines cross (lesson 13). Lesson 15 proves that they help (`no-points` turns them off), and that with them the weights that ship beat those by hand.
#
# ## Where this goes wrong
#
# Somebody leaves two lines out of `fours`: the ones about `danger`. Every test with a quiet opponent passes. Think of a position that shows the mistake: what must O have on the board? Below is the change, and then one of the sixty positions that shows it.


# %% tags=["fold"]
def careless(board, windows, most):
    """`fours` without a look at the other side."""
    at_once = fills(board, windows, "X", 4)
    if at_once or most <= 1:
        return sorted(at_once)[:1]
    for cell in sorted(fills(board, windows, "X", 3)):
        board[cell], line = "X", []
        for reply in sorted(fills(board, windows, "X", 4)):
            board[reply] = "O"
            rest = careless(board, windows, most - 1)
            board[reply] = "."
            if not rest:
                line = []
                break
            line = [cell, reply, *rest]
        board[cell] = "."
        if line:
            return line
    return []


# %%
changes(fours, careless)

# %%
no_wins = [marks for marks, line in zip(boards, ours, strict=True) if not line]
wrong = [marks for marks in no_wins if careless(list(marks), WINDOWS, 9)]
print(f"{len(wrong)} of {len(boards)} random positions: a win that is none")
assert wrong

# %%
draw.board(state_of(wrong[0]), size=420, title="X has fours, and O makes five first")

# %% [markdown]
# The reply to a four may itself make a four. Whoever attacks must look at what the forced replies build, or wins only on paper.
#
# ## What we take along
#
# - A forced reply costs no width. So a search of threats alone sees further than any depth.
# - A win that is found is real if *every* reply that can help was tried. What is not found may still be there.
# - Logistic regression turns results of games into weights. From zeros, in rounds, it passed the weights by hand. (The weights that ship are others; lesson 15 has their match.)
# - An idea that sounds right may lose. Only games say so.
#
# ## Your turn
#
# The last tasks of [lab 13](../exercises/lab13-gomoku/lab13-gomoku.ipynb) are a win by fours and a step of learning. And here:
#
# 1. `fours` tries cells in the order of their numbers. Try those first that make two fives. How many nodes does it save on the sixty positions?
# 2. Let `threats` return its line, as `fours` does.
# 3. Learn for a thousand steps. When does the loss on games not learnt from begin to rise, and why?
#
# Next, [lesson 14](14_mcts.ipynb) plays without an evaluation at all.
#
# **To read more.** Victor Allis, Jaap van den Herik, Matty Huntjens, *Go-Moku Solved by New Search Techniques* (1996), where threat-space search comes from.
