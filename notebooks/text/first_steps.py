# %% [markdown]
# # First steps
#
# This notebook shows the ground the whole course stands on. A game is a handful of rules. A search is
# one short text over those rules. The same text runs slowly, so that you can watch it, and fast, so
# that it plays well.
#
# Run each cell with **Shift+Enter**. Where the text asks you to guess, guess before you run.

# %%
from gamekit import INF, Record, compiled, is_over, move_name, moves, play, score, trace
from gamekit.games import othello, plates, tictactoe
from gamekit.games.othello import plain_score

# %% [markdown]
# ## A small game: three plates of banknotes
#
# You pick a plate. Your opponent hands you two of its notes. You keep one of the two.

# %%
start = plates.start()
print(start)

# %% [markdown]
# A state knows its moves. Moves are numbers; their names are for us.

# %%
[move_name(start, move) for move in moves(start)]

# %% [markdown]
# `play` gives the state after a move. It is a new state; the old one stays as it was.

# %%
after = play(start, 0)
print(after)
print([move_name(after, move) for move in moves(after)])

# %% [markdown]
# ## What is the best plate worth?
#
# Plate B holds the largest note, 100. **Guess:** which plate should you pick, and how much will you get?
#
# The search below answers. Read it aloud: if the game is over, the score is the value. Otherwise try
# every move. What is good for your opponent is bad for you, hence the minus sign.


# %%
def negamax(state):
    """Value for the side to move."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -negamax(play(state, move)))
    return best


{move_name(start, move): -negamax(play(start, move)) for move in moves(start)}

# %% [markdown]
# Plate A is worth 20, plate B only 10: your opponent never hands you the 100.
#
# ## Watch the search
#
# `trace` makes a twin of any recursive function. The twin does the same work and writes down each
# call. A call is a node of the search tree. Each line below shows a move and the value for the side to
# move after it, so signs alternate. **Guess:** how many nodes will there be? Count one for the start, one
# for each plate, one for each pair, one for each note.

# %%
walk = trace(negamax)(start)
assert (walk.value, len(walk)) == (20, 31)
print(walk)

# %% [markdown]
# ## Look away in time
#
# Once plate A is worth 20, plate B is bad news as soon as *one* of its pairs yields less than 20. There
# is no need to look at its other pairs. Two numbers say what still matters: `alpha`, what you have
# already, and `beta`, what your opponent will allow. When they meet, stop.


# %%
def alphabeta(state, alpha, beta):
    """Value for the side to move: exact inside (alpha, beta), a bound outside."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -alphabeta(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


shorter = trace(alphabeta)(start, -INF, INF)
assert (shorter.value, len(shorter)) == (20, 18)
print(shorter)

# %% [markdown]
# The same value from 18 nodes instead of 31. Lesson 03 will take you through every one of these cuts.
#
# ## The same text, another game
#
# Nothing in `alphabeta` mentions plates. So it searches tic-tac-toe as well. **Guess:** who wins if
# both sides play well?

# %%
game = Record(tictactoe.start(), "b2 a3 a1")
print(game)

# %%
full = trace(alphabeta)(tictactoe.start(), -INF, INF)
assert (full.value, len(full)) == (0, 18_297)
print(f"value {full.value}, {len(full):,} nodes")

# %% [markdown]
# Nobody: the value is 0, a draw.
#
# ## A real board
#
# Othello, as text. X is black and moves first. Each move must turn at least one disc.

# %%
board = othello.parse("f5d6c3")
print(board)
print("moves:", *[move_name(board, move) for move in moves(board)])

# %% [markdown]
# How do we know that these rules are right? We count. *Perft* is the number of lines of play of a given
# length. Many programs have published theirs, and a wrong rule would show.


# %%
def perft(state, depth):
    """The number of lines of play of this length."""
    if depth == 0:
        return 1
    count = 0
    for move in moves(state):
        count += perft(play(state, move), depth - 1)
    return count


counts = [perft(othello.start(), depth) for depth in range(6)]
assert counts == [1, 4, 12, 56, 244, 1396]
counts

# %% [markdown]
# ## The same text, another speed
#
# Python needs a while for each move. `compiled` makes another twin of the function: the same text,
# translated into machine code. **Guess:** how many times faster will it be?

# %%
fast_perft = compiled(perft)
fast_counts = [fast_perft(othello.start(), depth) for depth in range(9)]
assert fast_counts == [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216]
fast_counts

# %% tags=["timing"]
import time


def seconds(function, *arguments):
    """How long one call takes."""
    begin = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begin


slow = seconds(perft, othello.start(), 6)
fast = min(seconds(fast_perft, othello.start(), 6) for _ in range(5))
print(f"plain {1000 * slow:.1f} ms, compiled {1000 * fast:.2f} ms: {slow / fast:.0f} times faster")

# %% [markdown]
# The search gains as much. It needs one more thing: Othello is too deep to search to its end, so the
# search stops at a depth and asks for an opinion. Here the opinion is the difference in discs.


# %%
def limited(state, depth, alpha, beta):
    """Alpha-beta to a depth; there, count discs."""
    if depth == 0 or is_over(state):
        return plain_score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -limited(play(state, move), depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


fast_limited = compiled(limited)
for depth in range(1, 5):
    assert limited(board, depth, -INF, INF) == fast_limited(board, depth, -INF, INF)

# %% tags=["timing"]
for depth in (6, 8, 10):
    print(f"depth {depth}: {1000 * seconds(fast_limited, board, depth, -INF, INF):.1f} ms")

# %% [markdown]
# ## Your turn
#
# 1. Give `plates.parse` plates of your own, such as `"1,2,3,4/5,6"`, and predict the value before you run.
# 2. Break `alphabeta`: write `>` for `>=` at the cut. What happens to the number of nodes on the plates?
# 3. Write a function `games(state)` that counts finished games. On tic-tac-toe there are 255,168; use
#    `compiled` if you do not want to wait.


# %%
def games(state):
    """One answer to the third question."""
    if is_over(state):
        return 1
    count = 0
    for move in moves(state):
        count += games(play(state, move))
    return count


assert compiled(games)(tictactoe.start()) == 255_168

# %% [markdown]
# The course goes on from here; the README lists its lessons and which of them are ready.
