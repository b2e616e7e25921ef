# %% [markdown]
# # 00 · Start here
#
# **What will I be able to build?**
#
# This. Play: click a marked square, or use the arrow keys and Enter. You have the dark discs. (In the book the board is alive
# already. In a notebook, click the cell below and press **Shift+Enter** first: that runs it.)

# %%
from gamekit.widgets import Board

Board("othello")

# %% [markdown]
# The rules take a minute. Place a disc so that a straight line of your opponent's discs lies between it and another disc
# of yours. All discs in between turn to your colour. If you have no such move, you pass. Whoever has more discs when
# nobody can move wins.
#
# Now look at what your opponent tells you while it thinks:
#
# - **depth**: how many moves ahead it has looked. It looks one move ahead, then two, then three. A move of one side is also
#   called a *ply*: depth 9 is nine plies, five moves of one side and four of the other.
# - **nodes**: how many positions it has looked at. A position that is reached in two ways counts twice.
# - **value**: how good it finds its own position. Above 0 it thinks that it is ahead.
# - **line**: how it expects the game to go on, move by move.
#
# Try **undo**, **swap sides**, and another **level**. Switch on **Show its thinking**: each square shows what the move is worth.
#
# ## Look inside its head
#
# Everything on that board is Python that you can call. Here is a position from the middle of a game, and what the engine
# finds, depth by depth.

# %% tags=["fold"]
import time

from gamekit import Record, compiled, draw, moves, play
from gamekit.games import othello
from gamekit.players import Limits, player
from gamekit.widgets import Predict

# %%
game = Record(othello.start(), "f5d6c3d3c4f4f6f3e6e7")
engine = player("othello:pvs,tt,killers")  # three ideas, of lessons 10, 09 and 04


def tell(result):
    """One line for each depth."""
    line = " ".join(result.names(game.state)[:6])
    depth, value, nodes = result.depth, result.value, result.nodes
    print(f"depth {depth:2}  value {value:4}  nodes {nodes:8,}  {line}")


found = engine.think(game.state, Limits(depth=9), report=tell)

# %% [markdown]
# The play it expects, numbered on the board:

# %%
draw.board(game.state, line=found.line[:6])

# %% [markdown]
# Each row counts all nodes so far, those of shallower looks included. Notice how little they grow from depth to depth. Othello
# has about ten moves in such a position. Ten moves, nine times over, would be a billion positions.

# %%
branches = 10**9
rarer = branches // found.nodes
print(f"{found.nodes:,} nodes instead of {branches:,}: one in {rarer:,}")

# %% tags=["fold"]
assert found.nodes < branches / 1000

# %% [markdown]
# Where do the others go? They are cut away by alpha-beta (lesson 03), by trying good moves first (04), by a memory (09), and by
# asking yes-or-no questions (10). By the end of this course you will have written each of these yourself.
#
# ## How this course works
#
# **Predict, run, look, explain.** You learn most when you guess first. Cells like the next one ask you something. Answer, and only
# then read on. After a wrong guess you have a second one. Nobody sees your answers, and a wrong guess is worth more than none.
# What would give an answer away is folded: open it when you have guessed.

# %%
guess_first = Predict(
    "Who wins a game of Othello if both sides play perfectly?",
    answer="nobody: a draw",
    kind="choice",
    choices=["dark, who moves first", "light", "nobody: a draw"],
    reason="It was shown in 2023 that perfect play ends in a draw. In lesson 16 you will solve smaller boards yourself.",
)
guess_first

# %% [markdown]
# - **Run**: in a notebook, run every cell with Shift+Enter, from the top. Change things. You cannot break anything: *Kernel,
#   Restart Kernel and Run All Cells* brings everything back. In the book nothing needs to be run, and boards, trees and
#   questions work; to change code, open the notebook.
# - **Step**: from lesson 01 on, trees can be walked through with the arrow keys.
# - **Check**: from lesson 01 on each lesson has exercises, its *lab*. They check your answer in seconds, and say what is
#   probably wrong.
# - **Hint**: where you are stuck, ask for one. There are three for each task, from a nudge to nearly the answer.
# - **Claims**: five people who built such programs wrote reports about them: two on Othello, two on gomoku, one on
#   Connect Four. We call them *the reports*. What they say we try out, and a line says what came of it:
#
# > ✓ **what somebody says** · reported: their figure · ours: what we measured · *holds*
#
# Many of their claims hold (✓). Some do not (✗), some figures cannot be compared or do not decide it (–), and some things we found that no report
# speaks of (→).
#
# ## One text, several speeds
#
# You will write searches in plain Python, so that you can read them and draw them. The same text then runs as machine code, and
# (lesson 07) in a web page: the boards of the book are played by it. Here is a function that counts the lines of play of a given
# length.


# %%
def count(state, depth):
    """The number of lines of play of this length."""
    if depth == 0:
        return 1
    total = 0
    for move in moves(state):
        total += count(play(state, move), depth - 1)
    return total


fast = compiled(count)
print(f"plain Python counts {count(othello.start(), 5):,} lines of five moves,")
print(f"machine code counts {fast(othello.start(), 5):,}")

# %% tags=["fold"]
assert count(othello.start(), 5) == fast(othello.start(), 5) == 1396


def seconds(function, *arguments):
    """How long one call takes."""
    begin = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begin


# %% tags=["timing"]
slow_time = seconds(count, othello.start(), 6)
fast_time = min(seconds(fast, othello.start(), 6) for _ in range(5))
print(f"plain Python {1000 * slow_time:.1f} ms, machine code {1000 * fast_time:.2f} ms:")
print(f"{slow_time / fast_time:.0f} times as fast")

# %% [markdown]
# ## A map
#
# | | lesson | the question it answers |
# | --- | --- | --- |
# | 00 | start here | What will I be able to build? |
# | [01](01_games_as_trees.ipynb) | games as trees | How is a game a tree, and how big is it? |
# | [02](02_minimax.ipynb) | minimax | What is a position worth if both sides play well? |
# | [03](03_alpha_beta.ipynb) | alpha-beta | Which parts of the tree can never matter? |
# | [04](04_move_ordering.ipynb) | move ordering | Why does the order of moves decide how much we prune? |
# | [05](05_negamax.ipynb) | negamax | Can one function play both sides? |
# | [06](06_othello.ipynb) | Othello | What makes a position good? |
# | [07](07_bitboards.ipynb) | bitboards | How does a board fit in two integers, and what does numba buy? |
# | [08](08_iterative_deepening.ipynb) | iterative deepening | How do we think for exactly three seconds? |
# | [09](09_transposition_table.ipynb) | transposition table | How do we never search the same position twice? |
# | [10](10_null_windows.ipynb) | null windows: PVS and MTD(f) | Can we search by asking only yes-or-no questions? |
# | [11](11_multi_probcut.ipynb) | Multi-ProbCut | When is a shallow look enough? |
# | [12](12_pattern_evaluation.ipynb) | pattern evaluation | Can the program learn what a position is worth? |
# | [12b](12b_teachers.ipynb) | teachers | Can a program be its own teacher? |
# | [12c](12c_past_the_report.ipynb) | past the report | What can a sum of patterns not say? |
# | [13](13_gomoku.ipynb) | gomoku | What changes on a 15x15 board? |
# | [13b](13b_force.ipynb) | wins by force, and weights from nothing | What can be seen twenty plies away, and what need nobody tell a program? |
# | [14](14_mcts.ipynb) | Monte Carlo tree search | What if we have no evaluation at all? |
# | [15](15_arena.ipynb) | the arena | Which of two programs is stronger, and how sure are we? |
# | [16](16_solving_games.ipynb) | solving games exactly | How far can perfect play reach on one machine? |
# | [17](17_your_own_engine.ipynb) | your own engine | Can I assemble one, measure it, and enter the arena? |
#
# Which checks of the exercises you have passed, `gamekit progress` shows in a terminal.
#
# ## More boards
#
# The same board plays other games. Here is Connect Four: drop stones, make four in a row. Try to beat level 1 first.

# %%
Board("connect4", level=1)

# %% [markdown]
# And your games are yours: `board.record` is an ordinary Python object. (`player=None`: nobody answers, you play both sides.)

# %%
board = Board("tictactoe", player=None)
board.play("b2")
board.play("a1")
print(board.record)

# %% tags=["fold"]
assert board.record.transcript == "b2 a1"

# %% [markdown]
# ## What comes next
#
# This lesson has no lab. [Lesson 01](01_games_as_trees.ipynb) takes a game apart: what it is made of, how it becomes a tree, and
# how large that tree is. If you want to see an exercise first, look into [lab 01](../exercises/lab01-perft/lab01-perft.ipynb).
