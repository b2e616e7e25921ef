# %% [markdown]
# # 01 · Games as trees
#
# **How is a game a tree, and how big is it?**
#
# Here is a whole game, small enough to see all of it. Three plates hold banknotes. You pick a plate. Your opponent hands you two
# of its notes. You keep one of the two. That is all: you want to keep much, your opponent wants you to keep little.

# %% tags=["fold"]
import numpy as np

from gamekit import compiled, draw, is_over, move_name, moves, play, score, to_move, trace
from gamekit.course import claim, finding
from gamekit.games import othello, plates, tictactoe, tree
from gamekit.widgets import Board, Predict, Stepper

# %%
start = plates.start()
start

# %% [markdown]
# ## The rules, as functions
#
# In this course a game is a handful of small functions, the *rules*. A *position* is how things stand: here, which plate you
# picked and which notes you were handed. The rules take a *state*: a position and whose turn it is. Where the turn is clear, we
# say position for both.
#
# | rule | what it answers |
# | --- | --- |
# | `moves(state)` | the legal moves; none when the game is over |
# | `play(state, move)` | the state after a move |
# | `is_over(state)` | has the game ended? |
# | `score(state)` | the result, for the side whose turn it is |
# | `to_move(state)` | whose turn it is: 0 for the first player, 1 for the second |
#
# Moves are numbers, because numbers are fast. Their names are for us.

# %%
[(move, move_name(start, move)) for move in moves(start)]

# %%
after = play(start, 1)
print("the first player picked plate", move_name(start, 1))
print("now to move:", ["first", "second"][to_move(after)], "player")
print("moves:", [move_name(after, move) for move in moves(after)])
after

# %% [markdown]
# `play` gave us a **new** state. The old one is as it was. So we can try a move, look, and try another, and
# never have to put a piece back.

# %%
print("at the start there are still", len(moves(start)), "moves")
game = play(play(after, 2), 1)  # the opponent hands over 10+100, you keep the 100
print("over:", is_over(game), "· score:", score(game))

# %% [markdown]
# The score is negative. At the end it would be the opponent's turn, and `score` speaks for them: what you have won, they have
# lost.
#
# ## From moves to a tree
#
# Each state branches into the states after its moves, and these branch again: a *tree*. Here is the part of it that begins when
# you have picked plate A. Take a minute and follow one game to its end with your finger.

# %% tags=["fold"]


def walk(state):
    """Visit everything below; at the end of a game, say what the first player won."""
    if is_over(state):
        return score(state) if to_move(state) == 0 else -score(state)
    for move in moves(state):
        walk(play(state, move))


plate_a = trace(walk)(play(start, 0))

# %%
draw.tree(plate_a)

# %% [markdown]
# - A shape is a *node*: a position, together with the way that led to it. The same position, reached in two ways, is two nodes.
# - A line between two nodes is a *move*. Its name stands at its lower end: `1+20` hands over the notes 1 and 20.
# - The node at the top is the *root*. A node without moves, where the game is over, is a *leaf*. Its number is what the first
#   player keeps.
# - A *line* of play is a way down, move by move. It is as long as it has moves; one move of one side is a *ply*.
#
# ## Count before you run
#
# The whole tree has one root, then a node for each plate, then one for each pair of notes, then one for each note kept.

# %%
everything = trace(walk)(start)
guess_nodes = Predict(
    "How many nodes does the whole tree of the plates have, the root included?",
    answer=lambda: len(everything),
    kind="number",
    reason="1 root + 3 plates + 3·3 pairs + 3·3·2 notes = 31.",
)
guess_nodes

# %% tags=["answer"]
assert len(everything) == 1 + 3 + 3 * 3 + 3 * 3 * 2 == 31
draw.tree(everything)

# %% [markdown]
# The folded cell above draws all of them. And here is the function that walked through them:


# %%
def walk(state):
    """Visit everything below; at the end of a game, say what the first player won."""
    if is_over(state):
        return score(state) if to_move(state) == 0 else -score(state)
    for move in moves(state):
        walk(play(state, move))


# %% [markdown]
# `trace(walk)` is the same function, but it writes down every call: a *trace*. From a trace the kit draws trees, and steps through
# them. Step through this one with the arrow keys. Each step is one call of `walk`. Watch the order: it goes down to the end of a
# game first, then back up to the next move. This is called *depth first*, and every search in this course moves like that.

# %%
Stepper(trace(walk)(start))

# %% [markdown]
# ## Any tree is a game
#
# To try an idea we often want a tree with numbers that we choose. Write it as nested lists. A number is
# the end of a game: what the first player gets. Its moves are called a, b, c, from left to right.

# %%
small = tree.from_lists([[5, 3], [1, 9]])
draw.tree(trace(walk)(small))

# %% [markdown]
# `walk` did not change. It knows no plates and no lists. It knows `moves`, `play`, `is_over` and `score`.
# This is the idea that carries the course: **one text, every game.**
#
# ## A game you know
#
# Tic-tac-toe. Play a round if you like: click a square, or use the arrow keys and Enter. (Its rows are counted from the bottom,
# those of Othello from the top.)

# %%
Board("tictactoe")

# %% [markdown]
# How big is *its* tree? There are three different questions here. People mix them up, and so do books.
#
# 1. How many **nodes** does the tree have? Each way to reach a position counts.
# 2. How many **games** are there? Those are the leaves.
# 3. How many different **positions** are there? The same position, reached in two ways, counts once.


# %%
def count_nodes(state):
    """How many nodes the tree has that begins here."""
    count = 1
    for move in moves(state):
        count += count_nodes(play(state, move))
    return count


def count_games(state):
    """Ways to finish the game from here."""
    if is_over(state):
        return 1
    count = 0
    for move in moves(state):
        count += count_games(play(state, move))
    return count


def collect_positions(state, seen):
    """Put every position that can arise into `seen`."""
    if state in seen:
        return
    seen.add(state)
    for move in moves(state):
        collect_positions(play(state, move), seen)


# %%
guess_size = Predict(
    "Which of the three numbers is the smallest for tic-tac-toe?",
    answer="positions",
    kind="choice",
    choices=["nodes", "games", "positions"],
    reason="Many move orders lead to the same position, so positions are far fewer than games.",
)
guess_size

# %% tags=["answer"]
nodes, games = compiled(count_nodes)(tictactoe.start()), compiled(count_games)(tictactoe.start())
seen = set()
collect_positions(tictactoe.start(), seen)
assert (nodes, games, len(seen)) == (549_946, 255_168, 5_478)
print(f"nodes {nodes:,} · games {games:,} · positions {len(seen):,}")

# %% tags=["answer"]
finding(
    "L01.1",
    "The tree of tic-tac-toe: nodes, games, different positions",
    ours=f"{nodes:,} / {games:,} / {len(seen):,}",
)

# %% [markdown]
# Half a million nodes, but only some five thousand positions: each is met a hundred times on average. Keep
# this in mind. Lesson 09 is about a memory that makes use of it.
#
# `compiled(count_nodes)` is the same function as machine code. You will see more of it below.
#
# ## Perft: counting as a habit
#
# How do we know that our rules are right? We count the lines of play of each length. The name for this is
# *perft*, from "performance test". Others have published their counts. If ours agree to depth 9, it is very hard for a
# mistake to hide in the rules.


# %%
def perft(state, depth):
    """The number of lines of play of this length."""
    if depth == 0:
        return 1
    count = 0
    for move in moves(state):
        count += perft(play(state, move), depth - 1)
    return count


published = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]
ours = [compiled(perft)(othello.start(), depth) for depth in range(10)]
print("ours:", ours)
print("the published ones are the same:", ours == published)

# %% tags=["fold"]
assert ours == published

# %% [markdown]
# ### Where this goes wrong
#
# Here is a bug that nobody sees by looking at boards. The rules below are those of tic-tac-toe, but
# somebody forgot that a game ends when a row is complete: it goes on until the board is full.


# %%
def careless_perft(empty, depth):
    """Perft over rules that know which squares are empty, and never look for a row."""
    if depth == 0:
        return 1
    count = 0
    for square in empty:
        count += careless_perft(empty - {square}, depth - 1)
    return count


right = [perft(tictactoe.start(), depth) for depth in range(8)]
careless = [careless_perft(set(range(9)), depth) for depth in range(8)]
print("            right careless")
for depth in range(8):
    note = "" if right[depth] == careless[depth] else "  <- they differ"
    print(f"depth {depth}: {right[depth]:8,} {careless[depth]:8,} {note}")

# %%
guess_part = Predict(
    "Why do the two counts agree up to depth 5 and part at depth 6?",
    answer="a row of three needs five moves",
    kind="choice",
    choices=["a row of three needs five moves", "the board is full after six moves", "it is chance"],
    reason="The first player completes a row with their third stone: move 5. The wrong move is move 6.",
)
guess_part

# %% tags=["fold"]
assert right[:6] == careless[:6]
assert right[6] < careless[6]
assert careless_perft(set(range(9)), 9) == 362_880 > games == 255_168

# %% [markdown]
# Boards of the first five moves would have looked perfect. The count at depth 6 does not lie. (Played on to depth 9, the careless
# rules give 9·8·7·…·1 = 362,880 games. The right ones give 255,168: many games end before the board is full.)
#
# Perft is a strong check, not a proof: two mistakes could cancel out in a count. And it says nothing about a search that is
# built on the rules.
#
# ## A game you cannot count
#
# Othello has about ten moves in a position, and sixty moves in a game. Change the depth and watch the two
# counts drift apart: lines of play, and different positions.

# %%
from gamekit.perft import count_lines, count_positions

most = 8  # try 9, if you have a minute
depths, begin = range(1, most + 1), othello.start()
lines = {depth: count_lines(begin, depth) for depth in depths}
positions = {depth: count_positions(begin, depth) for depth in depths}
counts = {"lines of play": lines, "different positions": positions}
draw.nodes_by_depth(counts, title="Othello from its start", y_label="count")

# %% [markdown]
# On a logarithmic axis a tree is a straight line: each ply multiplies. We cannot go to ply 60. But we can
# *estimate* the size of the whole tree, by an idea of Donald Knuth's. Play one random game and write down how many
# moves there were at each step: 4, 3, 5, ... If every game looked like this one, the tree would have
# 4 nodes at the first ply, 4·3 at the second, 4·3·5 at the third, and so on: added up, with the root, these are its nodes, and the last
# product is its leaves. One game is a bad estimate, but the **average** over many random games is exactly right in the
# long run. (Why, for the leaves? A game that is one of 60 is met one time in 60, and then counts 60: each game adds 1 on average.)


# %%
def estimate_nodes(start, games, seed):
    """Knuth's estimate of the nodes of a game tree: the average over random games."""
    np.random.seed(seed)
    total = 0.0
    for _ in range(games):
        state, width, nodes = start, 1.0, 1.0
        while not is_over(state):
            options = 0
            for _ in moves(state):  # in machine code the moves come one by one, without a length
                options += 1
            chosen = np.random.randint(0, options)
            for number, move in enumerate(moves(state)):
                if number == chosen:
                    next_state = play(state, move)
            state = next_state
            width *= options
            nodes += width
        total += nodes
    return total / games


fast_estimate = compiled(estimate_nodes)
small_estimate = fast_estimate(tictactoe.start(), 200_000, 1)
print(f"tic-tac-toe: {small_estimate:,.0f} estimated, {nodes:,} counted")

# %% tags=["fold"]
assert abs(small_estimate / nodes - 1) < 0.01

# %% [markdown]
# On tic-tac-toe the estimate is good to a percent. So we may trust the method, and point it at Othello.

# %%
estimates = [fast_estimate(othello.start(), 200_000, seed) for seed in range(1, 4)]
print("  ".join(f"{estimate:.1e}" for estimate in estimates))

# %% [markdown]
# The three runs agree within a few percent. A computer that looks at a billion nodes a second would need longer than
# the universe has lasted, not a little but absurdly so.

# %%
seconds_of_universe = 14e9 * 365 * 86400
print(f"{min(estimates) / 1e9 / seconds_of_universe:.0e} times the age of the universe")

# %% tags=["fold"]
assert max(estimates) / min(estimates) < 1.2
assert min(estimates) / 1e9 / seconds_of_universe > 1e20
assert 100 < 1e58 / np.mean(estimates) < 1000

# %%
finding(
    "L01.2",
    "The size of Othello's game tree, by Knuth's estimate",
    ours=f"{np.mean(estimates):.1g} nodes, from three runs of 200,000 random games",
    remark="One reads 10^58 in places: that is some five hundred times more. Nobody can expand either.",
)

# %% [markdown]
# And the different positions? Each of 64 squares is empty, black or white, and the four in the middle are
# never empty. That gives an upper limit, and most of those boards can never arise.

# %%
limit = 3**60 * 2**4
print(f"fewer than {limit:.1e} positions")

# %% [markdown]
# One report says that the search tree of Othello has about 10^28 nodes. Is that the tree, or the positions? Before we look: the
# claim holds if it is within a factor of a hundred of our estimate of the nodes.

# %%
claim(
    "L01.3",
    "The search tree of Othello has about 10^28 nodes",
    reported="10^28 nodes",
    ours=f"{np.mean(estimates):.1g} nodes; different positions: fewer than {limit:.0e}",
    holds=1 / 100 < np.mean(estimates) / 1e28 < 100,
    remark="10^28 may well be the number of positions: our limit allows it. Nodes and positions differ by a factor with "
    "more than twenty zeros.",
)

# %% [markdown]
# ## What we take along
#
# - A game is `moves`, `play`, `is_over`, `score` and `to_move`. A search needs nothing else.
# - Nodes, games and positions are three different counts.
# - Perft finds the mistakes that eyes do not.
# - Real games cannot be expanded. So we will have to look at *less*, and still be right. First,
#   [lesson 02](02_minimax.ipynb) says what "right" means.
#
# ## Your turn
#
# [Lab 01](../exercises/lab01-perft/lab01-perft.ipynb) has you count nodes and lines yourself, and finds rules that are wrong. Before
# or after it:
#
# 1. Plates of your own: `plates.parse("1,2,3,4/5,6")`. How many nodes will the tree have? Write the formula first.
# 2. Tic-tac-toe on 4 columns and 3 rows (`tictactoe.start("4x3x3")`): is its tree more or less than ten times
#    larger? Guess, then run `compiled(count_nodes)`.
# 3. `careless_perft` forgot wins. Write `greedy_perft`, in which a player who *can* win must. At what depth does
#    its count part from perft?
#
# **To read more.** Claude Shannon, *Programming a Computer for Playing Chess* (1950), estimates the tree of chess.
# Donald Knuth, *Estimating the Efficiency of Backtrack Programs* (1975), is where the random games come from.
