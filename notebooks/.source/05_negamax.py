# %% [markdown]
# # 05 · Negamax
#
# **Can one function play both sides?**
#
# Here is a small tree, searched as in lesson 03: every value is written for the **first** player, and the text has two branches,
# one for max and one for min.

# %% tags=["fold"]
import inspect
import random

import numpy as np

from gamekit import (
    INF,
    PASS,
    FinalScore,
    compiled,
    draw,
    is_over,
    move_name,
    moves,
    play,
    score,
    to_move,
    trace,
    value,
)
from gamekit.course import Ledger, changes, claim, evaluator_for
from gamekit.games import othello, plates, tictactoe, tree
from gamekit.search import alphabeta as kit_alphabeta, negamax as kit
from gamekit.widgets import Explore, Predict, Stepper

small = tree.from_lists([[5, 3], [1, 9], [4, 6]])
for_first = trace(kit_alphabeta.alphabeta)(small, 2, -INF, INF, True, FinalScore())
for_mover = trace(kit.negamax)(small, 2, -INF, INF, FinalScore())

# %%
draw.tree(for_first)

# %% [markdown]
# Now write every value for **the side whose turn it is** in that node. The first player moves at the root and, were the game to go on, at
# the leaves; the second player moves in between.

# %%
guess_sign = Predict(
    "At the leftmost of the three nodes in the middle stands 3. What stands there in the new writing?",
    answer=-3,
    kind="number",
    reason="It is the second player's turn there. What is worth 3 to the first player is worth -3 to the second.",
)
guess_sign

# %% tags=["answer"]
names = ("values for the first player", "values for the side to move")
draw.tree_before_after(for_first, for_mover, names=names)

# %% [markdown]
# The rule that turns one picture into the other: **what is good for me is bad for you, by the same amount.** So the value for you is minus
# the value for me. A *min* node for the first player is a *max* node for the second. We need only one kind of node.
#
# Three things happen when we go down one move:
#
# 1. The child's value is for the opponent. Put a **minus** before the call.
# 2. What I have (`alpha`) is, for my opponent, the limit they face: it becomes their **beta**, with its sign turned.
# 3. What my opponent allows (`beta`) is what they have: it becomes their **alpha**, with its sign turned.
#
# All of it is in one expression: `-negamax(play(state, move), -beta, -alpha)`. Here is what changes in the text of lesson 03:

# %% tags=["fold"]


def alphabeta(state, alpha, beta, maximising):
    """Alpha-beta of lesson 03: values for the first player."""
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = alphabeta(play(state, move), alpha, beta, not maximising)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def negamax(state, alpha, beta):
    """Alpha-beta for the side to move: exact inside (alpha, beta), a bound outside."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        found = -negamax(play(state, move), -beta, -alpha)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# %%
changes(alphabeta, negamax)

# %% [markdown]
# Without the lines that are gone, and without `found`, which is used only once, this is the whole of it. Read it aloud:


# %%
def negamax(state, alpha, beta):
    """Alpha-beta for the side to move: exact inside (alpha, beta), a bound outside."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -negamax(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# %% [markdown]
# ## One path of windows
#
# Follow the window down one path of the plates: the root, plate B, its first pair. Plate A has been searched: it is worth 20. So
# alpha-beta comes to plate B with the window from 20 to infinity: "the first player has 20".

# %%
guess_window = Predict(
    "At plate B it is the second player's turn. Which window does negamax have there?",
    choices=["(20, ∞)", "(-∞, 20)", "(-∞, -20)", "(-20, ∞)"],
    answer="(-∞, -20)",
    reason="Both bounds change places and signs: (alpha, beta) becomes (-beta, -alpha). The second player need not look for "
    "more than -20, because the first player will not let them have more.",
)
guess_window


# %% tags=["answer"]
def number(x):
    """A bound as people write it."""
    return "∞" if x == INF else "-∞" if x == -INF else str(x)


plain_walk = trace(alphabeta)(plates.start(), -INF, INF, True)
nega_walk = trace(negamax)(plates.start(), -INF, INF)
path = [0]  # the root, its second child, and on along first children
path.append(plain_walk.root.children[1].number)
while plain_walk.nodes[path[-1]].children:
    path.append(plain_walk.nodes[path[-1]].children[0].number)
print("node   turn     alpha-beta's window  negamax's window")
for at in path:
    windows = []
    for walk in (plain_walk, nega_walk):
        arguments = walk.nodes[at].arguments
        windows.append(f"({number(arguments['alpha'])}, {number(arguments['beta'])})")
    node = plain_walk.nodes[at]
    turn = ["first", "second"][to_move(node.state)]
    name = "root" if at == 0 else move_name(plain_walk.nodes[path[path.index(at) - 1]].state, node.move)
    print(f"{name:6} {turn:8} {windows[0]:20} {windows[1]}")
assert windows == ["(20, ∞)", "(-∞, -20)"]

# %% [markdown]
# The folded cell above prints the whole path. Alpha-beta's window stays as it is on the way down; negamax's flips with every move, and after
# two moves it is what it was. Step through all of it:

# %%
Stepper(trace(negamax)(plates.start(), -INF, INF))

# %% [markdown]
# ## How do the two compare?

# %%
guess_same = Predict(
    "Will negamax visit the same nodes as alpha-beta on the plates?",
    choices=["fewer", "the same ones", "as many, but others", "more"],
    answer="the same ones",
    reason="It looks at the same nodes in the same order. Only the signs are written differently.",
)
guess_same

# %% tags=["answer"]
agreed = 0
for state in [plates.start(), tictactoe.start()]:
    one, two = trace(alphabeta)(state, -INF, INF, True), trace(negamax)(state, -INF, INF)
    assert [n.move for n in one.nodes] == [n.move for n in two.nodes]
    sign = [1 if to_move(n.state) == 0 else -1 for n in one.nodes]
    assert [s * n.value for s, n in zip(sign, two.nodes, strict=True)] == [n.value for n in one.nodes]
    agreed += len(one)


def lines_of_code(function):
    """Lines that do something: no docstring, no blank line."""
    body = inspect.getsource(function).split('"""')[2]
    return sum(bool(line.strip()) for line in body.splitlines())


print(f"{agreed:,} nodes in two games: equal, node by node, up to the sign")
print(f"lines: {lines_of_code(alphabeta)} with a maximising flag, {lines_of_code(negamax)} without")

# %% tags=["answer"]
claim(
    "L05.1",
    "Negamax is a shorter way to write the same search: as many nodes, the same result",
    reported="no node more or less; fewer branches in the code",
    ours=f"{agreed:,} nodes the same, one by one; {lines_of_code(negamax)} lines instead of {lines_of_code(alphabeta)}",
    holds=agreed == 18 + 18_297 and lines_of_code(negamax) < lines_of_code(alphabeta),
)

# %% [markdown]
# Try it on trees of your own making. Choose a seed; the two searches are drawn one above the other, and their values differ
# in sign at every second level, and nowhere else.


# %%
def random_lists(chance, levels):
    """Nested lists with numbers from 0 to 9 at the leaves."""
    if levels == 0:
        return chance.randint(0, 9)
    return [random_lists(chance, levels - 1) for _ in range(chance.randint(2, 3))]


def both(seed=1):
    """One random tree, searched in both ways."""
    state = tree.from_lists(random_lists(random.Random(seed), 3))
    one = trace(alphabeta)(state, -INF, INF, True)
    two = trace(negamax)(state, -INF, INF)
    return draw.tree_before_after(one, two, names=names)


Explore(both, seed=(1, 9))

# %% [markdown]
# ## Where this goes wrong: passing
#
# In Othello a side without a move passes. In the kit the pass is a move like any other: `moves` answers `[PASS]`, and after it the other
# side has the turn. Then negamax needs nothing special. Here is an endgame with two empty squares, and its whole tree. X is to move.

# %%
tiny = othello.parse("XXXXXXXXOOOOOXXOXOXOXXO-XXOXXOOO-XXOOOOOOOXOOOOOOOOOOOOXXXXXOOOO X;")
tiny


# %%
def plain(state):
    """Negamax with the pass as a move of its own: nothing special to do."""
    if is_over(state):
        return score(state)
    return max([-plain(play(state, move)) for move in moves(state)])


draw.tree(trace(plain)(tiny))

# %% [markdown]
# In one of the two branches O cannot move and passes, and X moves twice in a row. Many programs skip the pass: if the opponent cannot move,
# they hand back the position with the **same** side to move. Then the minus sign is wrong, because nobody changed seats. Here is such a
# program.


# %%
def after(state, move):
    """The state after a move, a pass of the opponent skipped: the same side moves again."""
    child = play(state, move)
    if moves(child) == [PASS]:
        return play(child, PASS)
    return child


def naive(state):
    """Negamax that always turns the sign."""
    if is_over(state):
        return score(state)
    return max([-naive(after(state, move)) for move in moves(state)])


# %%
guess_tiny = Predict(
    "The plain search says that X wins by 18. What will the naive one say?",
    choices=["also 18", "X wins by 4", "X loses by 4"],
    answer="X loses by 4",
    reason="In the branch with the pass it turns the sign once too often: 18 becomes -18. So it believes in the other branch, "
    "which loses by 4, and plays it.",
)
guess_tiny

# %% tags=["answer"]
print("move   right   naive")
for move in moves(tiny):
    right, wrong = -plain(play(tiny, move)), -naive(after(tiny, move))
    print(f"{move_name(tiny, move)} {right:9} {wrong:7}")
assert (plain(tiny), naive(tiny)) == (18, -4)

# %% [markdown]
# The value is wrong, and so is the move: the branch with the pass has its sign turned once too often.
#
# `careful` turns the sign, and the window, only where the turn changed:


# %%
def careful(state, alpha, beta):
    """Negamax that skips passes; sign and window turn only where the turn changed."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        child = after(state, move)
        if to_move(child) != to_move(state):
            found = -careful(child, -beta, -alpha)
        else:  # the same side moves again: nobody changed seats
            found = careful(child, alpha, beta)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


print(f"plain {plain(tiny)}, naive {naive(tiny)}, careful {careful(tiny, -INF, INF)}")

# %% [markdown]
# How often does that matter? We play random games to their last few squares and compare. One report says more than we did: where a side is
# skipped, the conditions of alpha-beta itself are not met. So there are two claims. Before we look: that the sign needs care holds if
# `naive` is wrong somewhere, which minds no sign. That alpha-beta needs care holds if `careful` is wrong somewhere, which minds the sign
# and cuts as alpha-beta does.

# %% tags=["fold"]


def late_positions(count, seed):
    """Positions from random games with three to five empty squares."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        state = othello.start()
        while not is_over(state):
            state = play(state, chance.choice(moves(state)))
            empty = 64 - (state.player | state.opponent).bit_count()
            if 3 <= empty <= 5 and moves(state) not in ([PASS], []):
                found.append(state)
                break
    return found


# %%
late = late_positions(300, seed=2)
wrong = sum(naive(state) != plain(state) for state in late)
careful_wrong = sum(careful(state, -INF, INF) != plain(state) for state in late)
print(f"naive is wrong in {wrong} of {len(late)} positions, careful in {careful_wrong}")

# %%
assert careful(tiny, -INF, INF) == 18
claim(
    "L05.2",
    "Where a side is skipped, negamax must mind the sign",
    reported="special care is needed",
    ours=f"always turning the sign is wrong in {wrong} of {len(late)} late positions",
    holds=wrong > 0,
    remark="With the pass as a move, nothing needs care.",
)

# %%
claim(
    "L05.4",
    "Where a side is skipped, the conditions of alpha-beta are not met",
    reported="special care is needed",
    ours=f"turning sign and window with the turn, cuts and all, is wrong in {careful_wrong} of {len(late)}",
    holds=careful_wrong > 0,
    remark="With sign and window right, alpha-beta cuts as ever.",
)

# %% [markdown]
# ### No moves, no pass
#
# Somebody's rules know no pass: a side without a move gets an **empty list**, though the game is not over. What does negamax make of it? Read
# `negamax` above once more, with an empty list of moves. Then open the folded cell.


# %% tags=["answer"]
def without_pass(state):
    """Negamax over rules that answer an empty list where a side must pass."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        if move != PASS:  # these rules do not know it
            best = max(best, -without_pass(play(state, move)))
    return best


print("over rules without a pass:", without_pass(tiny), "· right:", plain(tiny))
assert without_pass(tiny) == INF

# %% [markdown]
# The loop is not entered once, and `best` comes back as it began: minus infinity. To the side that moved before it looks like a win beyond
# all others: the large number in the folded cell is `INF`, which stands for infinity. So it would *seek* positions in which the opponent must pass, whatever they are worth. An empty list must mean that the game
# is over, and nothing else.

# %% [markdown]
# ## "Negamax needs no window"
#
# One report says that negamax needs no window: a node need keep only its best value so far, and is cut by comparing it with that of the node
# above; as many nodes are visited as before. Here is that version. It knows what the node above has, and nothing else. Before we look: the
# claim holds if it visits no more nodes of tic-tac-toe than the version with the window.

# %% tags=["fold"]


def one_bound(state, bound):
    """Negamax with a single bound."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -one_bound(play(state, move), -best))
        if best >= bound:
            break
    return best


# %%
changes(negamax, one_bound)

# %% tags=["fold"]


def no_bound(state, counter):
    """Negamax without any window: minimax."""
    counter[0] += 1
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -no_bound(play(state, move), counter))
    return best


# %%
everything = np.zeros(1, np.int64)
compiled(no_bound)(tictactoe.start(), everything)
nodes = {
    "window": len(trace(negamax)(tictactoe.start(), -INF, INF)),
    "one bound": len(trace(one_bound)(tictactoe.start(), INF)),
    "no bound": int(everything[0]),
}
nodes

# %%
assert nodes["window"] == 18_297 < nodes["one bound"] < nodes["no bound"] == 549_946
assert one_bound(tictactoe.start(), INF) == 0
claim(
    "L05.3",
    "Negamax needs no window: one number is enough, and the nodes stay the same",
    reported="one number is enough",
    ours=f"tic-tac-toe: {nodes['window']:,} nodes with the window, {nodes['one bound']:,} with one number",
    holds=nodes["one bound"] <= nodes["window"],
    remark="The value is right each time. What is lost are the deep cuts of lesson 03: they need the bound from higher up.",
)

# %% [markdown]
# ## The same text in the kit
#
# From here on the course uses negamax. The kit's version adds a depth and an evaluator; here it also counts its calls.

# %% tags=["fold"]


def counting(state, depth, alpha, beta, evaluator, counter):
    """Negamax to a depth; counts its calls."""
    counter[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        found = -counting(play(state, move), depth - 1, -beta, -alpha, evaluator, counter)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


fast = compiled(counting)


def search(state, depth):
    """(value, nodes) for the side to move."""
    counter = np.zeros(1, np.int64)
    return fast(state, depth, -INF, INF, evaluator_for(state), counter), int(counter[0])


midgame = othello.parse("f5d6c3d3c4f4f6f3e6e7")
assert search(midgame, 4)[0] == kit.negamax(midgame, 4, -INF, INF, evaluator_for(midgame))
assert search(plates.start(), 3) == (20, 18)

# %%
changes(negamax, counting)

# %% [markdown]
# ## The ledger

# %%
ledger = Ledger.load(lesson=5, own=None)
ledger.measure("negamax", search)
ledger

# %% tags=["fold"]
assert ledger["negamax"].nodes == ledger["alpha-beta"].nodes
assert ledger["negamax"].values == ledger["alpha-beta"].values

# %% [markdown]
# Not one node fewer. Negamax is not faster: it is *simpler*. One kind of node instead of two leaves fewer places for a mistake.
#
# ## What we take along
#
# - The value for you is minus the value for me. One function plays both sides.
# - The window flips: `-beta, -alpha`.
# - After a pass the same side moves. Either the pass is a move, or sign and window must know. An empty list means: over.
# - The window stays. One bound gives up the deep cuts.
#
# All our searches need somebody who says what a position is worth when the depth is used up. [Lesson 06](06_othello.ipynb) asks what that
# somebody should look at in Othello.
#
# ## Your turn
#
# [Lab 05](../exercises/lab05-negamax/lab05-negamax.ipynb) has you write negamax, passes included, and tells you which sign is wrong. Before or
# after it:
#
# 1. Forget one minus sign in `negamax`, then swap `-beta, -alpha`. Which test notices which slip?
# 2. Write negamax so that it returns the best move as well as the value.
# 3. Find an Othello position with a pass in which `naive` is right by luck.
#
# **To read more.** Knuth and Moore (1975) write alpha-beta in this form throughout. Murray Campbell and Tony Marsland, *A Comparison of Minimax Tree
# Search Algorithms* (1983).
