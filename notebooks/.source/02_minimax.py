# %% [markdown]
# # 02 · Minimax
#
# **What is a position worth if both sides play well?**
#
# Three plates of banknotes, from lesson 01: you pick a plate, your opponent hands you two of its notes, and you keep one.
# Plate B holds a hundred. Would you pick it? At the end of this lesson you have a program that knows, and that plays.

# %% tags=["fold"]
from gamekit import INF, FinalScore, compiled, draw, trace
from gamekit import is_over, key, move_name, moves, play, score, to_move
from gamekit.course import claim
from gamekit.games import othello, plates, tictactoe, tree
from gamekit.search import minimax as kit
from gamekit.widgets import Explore, Predict, Stepper

start = plates.start()

# %%
start

# %%
guess_plate = Predict(
    "Which plate would you pick?",
    choices=["A", "B", "C"],
    answer=lambda: move_name(start, kit.choose(start, 3, FinalScore()).move),
    reason="Your opponent never hands you the hundred of B: the best they must leave you is 10. From A you get 20.",
)
guess_plate

# %% [markdown]
# ## The idea
#
# Two players, and what one wins the other loses. We write every value from the **first player's** side. Then
#
# - the first player picks the move with the **largest** value: a *max* node,
# - the second player picks the move with the **smallest** value: a *min* node,
# - at the end of the game the value is the score.
#
# Nothing is hoped for. Each side expects the other to play well.
#
# ## By hand first
#
# Here is the smallest interesting tree. You choose left or right. Then your opponent chooses. The number is
# what you get.

# %%
small = tree.from_lists([[5, 3], [1, 9]])
small

# %%
guess_small = Predict(
    "What is this tree worth to you, who move first?",
    answer=lambda: kit.minimax(small, 2, True, FinalScore()),
    kind="number",
    reason="Left, your opponent leaves you 3. Right, they leave you 1, never the 9. So you go left and get 3.",
)
guess_small

# %% [markdown]
# Now the same in Python. `maximising` says whose turn it is. `INF` stands for infinity: a whole number that is larger than any value.
# Read it aloud once, it is the whole of minimax.


# %%
def minimax(state, maximising):
    """What the game is worth to the first player if both sides play well."""
    if is_over(state):
        return score(state) if maximising else -score(state)
    if maximising:
        best = -INF
        for move in moves(state):
            best = max(best, minimax(play(state, move), False))
    else:
        best = INF
        for move in moves(state):
            best = min(best, minimax(play(state, move), True))
    return best


# %% tags=["answer"]
assert minimax(small, True) == 3
draw.tree(trace(minimax)(small, True))

# %% tags=["answer"]
claim(
    "L02.2",
    "The seven-node tree (5, 3 | 1, 9) is worth 3",
    reported=3,
    ours=minimax(small, True),
    holds=minimax(small, True) == 3,
    remark="A cleverer search never looks at the 9. Lesson 03 builds it.",
)

# %% [markdown]
# The first folded cell above draws the whole search of this tree, every value filled in. Open it when you have answered.
#
# Why the minus sign in the second line? `score` speaks for the side whose turn it would be. When that is the
# second player, what they lost is what the first player won.
#
# Bold lines show the *principal variation*: the line of play that both sides would choose.
#
# ## A tree with infinities
#
# A leaf may be infinite: a won game, worth more than any number. (In the lists it is `inf`; the tree makes `INF` of it.) Take a
# pencil. The tree has four levels below the root, and the third level is what you should compute first.

# %%
inf = float("inf")
big = tree.from_lists([[[[10, inf], [5]], [[-10]]], [[[7, 5], [-inf]], [[-7, -5]]]])
big

# %%
guess_big = Predict(
    "Which way should the first player go, and what is it worth?",
    answer="right, -7",
    kind="choice",
    choices=["left, 5", "left, -10", "right, -7", "right, 5"],
    reason="Left, the second player takes the branch worth -10. Right, the better of two evils is -7.",
)
guess_big

# %% tags=["answer"]
big_trace = trace(minimax)(big, True)
third_level = [
    node.value
    for node in big_trace.nodes
    if len(node.children) and not any(c.children for c in node.children)
]
assert third_level == [10, 5, -10, 5, -INF, -7]
assert big_trace.value == -7
draw.tree(big_trace)

# %% tags=["answer"]
claim(
    "L02.1",
    "The tree with third level 10, 5, -10, 5, -inf, -7 is worth -7, by the right move",
    reported=-7,
    ours=f"{big_trace.value}, {['left', 'right'][[c.value for c in big_trace.root.children].index(-7)]}",
    holds=big_trace.value == -7 == big_trace.root.children[1].value,
)

# %% [markdown]
# ## The plates
#
# Same function, another game. First the value of each plate; then step through the whole search with the arrow keys, and
# watch the values come up from the notes to the plates. (The second cell calls the kit's own minimax. It wants a depth too, and
# `FinalScore()`, which gives the score of a finished game.)

# %%
by_plate = {}
for move in moves(start):
    by_plate[move_name(start, move)] = minimax(play(start, move), False)
by_plate

# %%
whole = trace(kit.minimax)(start, 3, True, FinalScore())
Stepper(whole)

# %% [markdown]
# Plate A is worth 20. Plate B with its hundred is worth only 10: your opponent never hands you the hundred.

# %%
nodes = len(trace(minimax)(start, True))
assert by_plate == {"A": 20, "B": 10, "C": 5}
claim(
    "L02.3",
    "The banknote plates: 31 nodes, value 20, plate A",
    reported="31 / 20 / A",
    ours=f"{nodes} / {minimax(start, True)} / {max(by_plate, key=by_plate.get)}",
    holds=(nodes, minimax(start, True), max(by_plate, key=by_plate.get)) == (31, 20, "A"),
)

# %% [markdown]
# ## Who wins tic-tac-toe?
#
# You may have read: "in a game without luck and without secrets, one side can force a win." Who is it here?

# %%
guess_tictactoe = Predict(
    "Who wins tic-tac-toe if both sides play well?",
    choices=["the first player", "the second player", "neither"],
    answer=lambda: ["the second player", "neither", "the first player"][
        1 + compiled(minimax)(tictactoe.start(), True)
    ],
    reason="The value is 0: a draw.",
)
guess_tictactoe

# %% tags=["answer"]
fast = compiled(minimax)
assert fast(tictactoe.start(), True) == 0
fast(tictactoe.start(), True)

# %% [markdown]
# The value is 0: a draw. The sentence is wrong as it stands. What is true: in such a game either one side
# can force a win, **or both can force at least a draw**. (Othello on the full board is a draw too, as was shown in
# 2023.)
#
# Now use the values. Which first moves keep the draw? All nine. And after the first player took the corner?

# %%
corner = play(tictactoe.start(), 0)
answers = {}
for move in moves(corner):
    answers[move_name(corner, move)] = fast(play(corner, move), True)
draw.board(corner, numbers=answers)

# %% [markdown]
# The numbers are for the first player. Only one reply, the middle, keeps the draw. Every other one loses.

# %% tags=["fold"]
assert all(fast(play(tictactoe.start(), move), False) == 0 for move in moves(tictactoe.start()))
assert [name for name, found in answers.items() if found == 0] == ["b2"]
assert set(answers.values()) == {0, 1}

# %% [markdown]
# ## When the game is too deep: stop and judge
#
# Othello cannot be searched to its end. So we stop at a *depth* and ask for an opinion. The opinion is
# called an *evaluation*, and who gives it is an *evaluator*. Two things are new: the depth counts down with each move, and where it is used
# up, the search asks for the opinion. (The branches for max and min do the same as before. They share their lines now.) A node
# where the depth is used up has no children in the search. So from here on we call it a *leaf* as well.

# %%
from gamekit.games.othello import plain_score


def discs(state, maximising):
    """An opinion on Othello: how many more discs the first player has on the board."""
    return plain_score(state) if maximising else -plain_score(state)


def limited(state, depth, maximising):
    """Minimax that looks `depth` moves ahead and then asks for an opinion."""
    if depth == 0 or is_over(state):
        return discs(state, maximising)
    best = -INF if maximising else INF
    for move in moves(state):
        found = limited(play(state, move), depth - 1, not maximising)
        best = max(best, found) if maximising else min(best, found)
    return best


midgame = othello.parse("f5d6c3d3c4f4f6")
fast_limited = compiled(limited)
midgame

# %% [markdown]
# The second player is to move here, so `maximising` is `False`.

# %%
by_depth = {depth: fast_limited(midgame, depth, False) for depth in range(1, 8)}
by_depth

# %% [markdown]
# The opinion swings with the depth: whoever made the last move looks better. (The values are the first player's. At odd depths
# the second player moved last.) This is the *odd-even swing*: compare values of depth 4 with depth 6, never with depth 5. So who
# is ahead here? These numbers cannot tell. Counting discs
# is a poor judge in the middle of the game: you flip some, then I flip them back. That is what a good
# evaluation is for, and lesson 06 builds one. Look deeper and a poor judge is asked later, which helps; judge
# better, and you may look less deep.
#
# To choose a move it is enough to compare. Search all moves to *one* depth, the deepest that you can pay for:
# then every one of them is judged after the same number of moves, and the swing is the same for all.


# %%
def look(depth=4):
    """The value of each move at this depth, for the second player, who is to move."""
    values = {
        move_name(midgame, move): -fast_limited(play(midgame, move), depth - 1, True)
        for move in moves(midgame)
    }
    return draw.board(midgame, heat=values)


Explore(look, depth=(1, 7))

# %% [markdown]
# ## Ties
#
# In tic-tac-toe all nine first moves are worth 0. A program that always takes the first of the best plays the
# same game for ever. On request the kit breaks ties at random, from a seed, so that you can repeat it. (`memory=True` makes it fast.
# The next section says how.)

# %%
empty = tictactoe.start()
chosen = []
for seed in [None, *range(12)]:
    move = kit.choose(empty, 9, FinalScore(), memory=True, seed=seed).move
    chosen.append(move_name(empty, move))
print("no seed:", chosen[0])
print("seeds 0 to 11:", *chosen[1:])

# %% [markdown]
# ## Remember what you have computed
#
# In lesson 01 we saw that the 549,946 nodes of tic-tac-toe are far fewer positions. So keep a dictionary: look a
# position up before you search it, and write it down after. The dictionary needs a name for each position: `key(state)` is a number
# that is the same for equal positions. A value also depends on whose turn it is, so that belongs to the name too.


# %%
def remembering(state, maximising, memory):
    """Minimax that computes each position once."""
    place = key(state), maximising
    if place in memory:
        return memory[place]
    if is_over(state):
        best = score(state) if maximising else -score(state)
    else:
        best = -INF if maximising else INF
        for move in moves(state):
            found = remembering(play(state, move), not maximising, memory)
            best = max(best, found) if maximising else min(best, found)
    memory[place] = best
    return best


# %%
def positions_remembered():
    """How many positions the memory holds after searching tic-tac-toe."""
    memory = {}
    remembering(tictactoe.start(), True, memory)
    return len(memory)


# %%
guess_memory = Predict(
    "How many positions will the memory hold at the end?",
    answer=positions_remembered,
    kind="number",
    reason="Each different position exactly once: 5,478, as in lesson 01.",
)
guess_memory

# %% tags=["answer"]
memory = {}
assert remembering(tictactoe.start(), True, memory) == 0
assert len(memory) == 5_478
len(memory)

# %% [markdown]
# ### Where this goes wrong
#
# The next function was handed in by somebody in a hurry. It is fast to write, it gives the right answer, and it
# has a memory. But it takes as long as before. Can you see why? The folded cell after it counts. Open it when you have an answer.


# %%
def hurried(state, maximising, memory, calls):
    """Minimax with a memory. Or is it?"""
    calls.append(1)
    place = key(state), maximising
    if place in memory:
        return memory[place]
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = hurried(play(state, move), not maximising, memory, calls)
        best = max(best, found) if maximising else min(best, found)
    return best


# %% tags=["answer"]
calls, memory_of_hurried = [], {}
after_two_moves = play(play(tictactoe.start(), 4), 0)
hurried(after_two_moves, True, memory_of_hurried, calls)
print(f"{len(calls):,} calls, {len(memory_of_hurried)} positions remembered")
assert memory_of_hurried == {}

# %% [markdown]
# Nothing fails, no test of *values* finds it. Only counting does: so we count, always. What is missing is one line, the last but one
# of `remembering`. The memory is looked up and never filled.
#
# ## A program that plays
#
# A value is not yet a move. To play, search each move of the position and keep the one with the best value. Of equal moves
# this program keeps the first, because `>` does not replace a best move by an equal one.


# %%
def best_move(state, depth):
    """The move that is best for the side to move, looking `depth` moves ahead."""
    maximising = to_move(state) == 0
    best, chosen = -INF, None
    for move in moves(state):
        found = fast_limited(play(state, move), depth - 1, not maximising)
        if not maximising:
            found = -found  # values are for the first player
        if found > best:
            best, chosen = found, move
    return chosen


# %% [markdown]
# These lines play Othello. Let them play a whole game against themselves, three moves deep for the first player and one for
# the second:

# %%
state, played = othello.start(), []
while not is_over(state):
    move = best_move(state, 3 if to_move(state) == 0 else 1)
    played.append(move_name(state, move))
    state = play(state, move)
final = score(state) if to_move(state) == 0 else -score(state)
print(" ".join(played))
print(f"the first player ends {final:+} discs")

# %% [markdown]
# `pass` stands where a side had no move. The game ended before the board was full, and the result counts all 64 squares: those left empty
# go to the winner.
#
# And now against you. It looks two moves ahead and counts discs, and you can beat it: let it have the discs, and take the
# corners. The kit's player of these settings chooses the same moves; it stands here because it also runs in a web page. In
# your notebook, `Board("othello", player=lambda state: best_move(state, 2))` plays with your own lines.

# %% tags=["fold"]
import random

from gamekit.players import player
from gamekit.widgets import Board

theirs, chance = player("othello:minimax,depth=2,eval=discs"), random.Random(2)
for _ in range(20):
    state = othello.start()
    while not is_over(state):
        assert theirs.think(state).move == best_move(state, 2)
        state = play(state, chance.choice(moves(state)))

# %%
Board("othello", player="minimax,depth=2,eval=discs")

# %% [markdown]
# ## The same text in the kit
#
# `gamekit.search.minimax` holds this function once more, with depth and evaluator as arguments. Same values,
# same nodes.

# %% tags=["fold"]
mine, theirs = trace(minimax)(start, True), whole
assert to_move(midgame) == 1
assert len(set(chosen)) > 3
assert [node.value for node in mine.nodes] == [node.value for node in theirs.nodes]
assert kit.minimax(midgame, 3, False, othello.PlainScore()) == limited(midgame, 3, False)

# %% [markdown]
# ## What we take along
#
# - Max nodes take the largest, min nodes the smallest value; leaves bring the numbers.
# - The value may be a draw.
# - A program plays by searching each of its moves and keeping the best: ten lines.
# - A depth limit needs an evaluation, and the evaluation then decides how well we play.
# - A memory must be filled as well as read.
#
# Minimax looks at everything. [Lesson 03](03_alpha_beta.ipynb) finds out what it need not look at.
#
# ## Your turn
#
# [Lab 02](../exercises/lab02-minimax/lab02-minimax.ipynb) has you write minimax yourself. Before or after it:
#
# 1. Change one number of the plates so that plate B becomes the best. Check with `minimax`.
# 2. Write `worst`, in which the first player *loses* on purpose. What is tic-tac-toe worth then?
# 3. Count the calls of `limited` by depth on `midgame`. By which factor do they grow?
#
# **To read more.** John von Neumann, *Zur Theorie der Gesellschaftsspiele* (1928), where minimax begins. Stuart
# Russell and Peter Norvig, *Artificial Intelligence: A Modern Approach*, chapter on adversarial search.
