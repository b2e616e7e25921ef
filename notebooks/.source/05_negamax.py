# %% [markdown]
# # 05 · Negamax
#
# **Can one function play both sides?**
#
# Here is one tree, searched twice. Left, values are written for the first player, as in lesson 03. Right, each node is written for *the
# player whose turn it is*. Look at the numbers. What is the rule that turns one picture into the other?

# %%
from gamekit import INF, FinalScore, draw, trace
from gamekit.games import tree
from gamekit.search import alphabeta as kit_alphabeta, negamax as kit

small = tree.from_lists([[5, 3], [1, 9], [4, 6]])
for_first = trace(kit_alphabeta.alphabeta)(small, 2, -INF, INF, True, FinalScore())
for_mover = trace(kit.negamax)(small, 2, -INF, INF, FinalScore())
draw.tree_before_after(
    for_first, for_mover, names=("values for the first player", "values for the side to move")
)

# %% [markdown]
# The rule: **what is good for me is bad for you, by the same amount.** So the value for you is minus the value for me. A *min* node for the first
# player is a *max* node for the second. We need only one kind of node.
#
# Three things happen when we go down one move:
#
# 1. The child's value is for the opponent. Put a **minus** before the call.
# 2. What I have (`alpha`) is, for my opponent, the limit they face: it becomes their **beta**, with its sign turned.
# 3. What my opponent allows (`beta`) is what they have: it becomes their **alpha**, with its sign turned.
#
# All of it is in one expression: `-negamax(play(state, move), -beta, -alpha)`. Here are both texts, one below the other.

# %%
import inspect
import random

import numpy as np

from gamekit import PASS, compiled, is_over, moves, play, score, to_move, value
from gamekit.course import claim
from gamekit.games import othello, plates, tictactoe
from gamekit.widgets import Explore, Predict, Stepper


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
        best = max(best, -negamax(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# %% [markdown]
# ## Same value, same nodes, less code

# %%
guess_same = Predict(
    "How many nodes will negamax visit on the plates, where alpha-beta visits 18?",
    answer=lambda: len(trace(negamax)(plates.start(), -INF, INF)),
    kind="number",
    reason="18: it looks at the same nodes in the same order. Only the signs are written differently.",
)
guess_same


# %%
def lines_of_code(function):
    """Lines that do something: no docstring, no blank line."""
    body = inspect.getsource(function).split('"""')[2]
    return sum(bool(line.strip()) for line in body.splitlines())


agreed = 0
for state in [plates.start(), tictactoe.start()]:
    one, two = trace(alphabeta)(state, -INF, INF, True), trace(negamax)(state, -INF, INF)
    assert [n.move for n in one.nodes] == [n.move for n in two.nodes]
    sign = [1 if to_move(n.state) == 0 else -1 for n in one.nodes]
    assert [s * n.value for s, n in zip(sign, two.nodes, strict=True)] == [n.value for n in one.nodes]
    agreed += len(one)
print(f"{agreed:,} nodes in two games: the same nodes, the same values, node by node")
print(f"lines: {lines_of_code(alphabeta)} with a maximising flag, {lines_of_code(negamax)} without")

# %%
claim(
    "L05.1",
    "Negamax: same value, same nodes, half the code",
    reported="half the code",
    ours=f"{agreed:,} nodes the same; {lines_of_code(negamax)} lines instead of {lines_of_code(alphabeta)}",
    holds=lines_of_code(negamax) <= 0.5 * lines_of_code(alphabeta),
    remark="The nodes and values are the same, one by one. The code shrinks by a third, not by half.",
)

# %% [markdown]
# Try it on trees of your own making. Choose a seed; the two searches are drawn one above the other, and their values differ
# in sign at every second level, and nowhere else.


# %%
def random_lists(chance, levels):
    """Nested lists with numbers from 0 to 9 at the leaves."""
    return (
        chance.randint(0, 9)
        if levels == 0
        else [random_lists(chance, levels - 1) for _ in range(chance.randint(2, 3))]
    )


def both(seed=1):
    """One random tree, searched in both ways."""
    state = tree.from_lists(random_lists(random.Random(seed), 3))
    names = ("values for the first player", "values for the side to move")
    return draw.tree_before_after(
        trace(alphabeta)(state, -INF, INF, True), trace(negamax)(state, -INF, INF), names=names
    )


Explore(both, seed=(1, 9))

# %% [markdown]
# Step through it. The window is written for the side to move, so it flips with every move.

# %%
Stepper(trace(negamax)(plates.start(), -INF, INF))

# %% [markdown]
# ## Where this goes wrong: passing
#
# In Othello a side without a move passes. Many programs skip the pass: if the opponent cannot move, they hand back the
# position with the **same** side to move. Then the minus sign is wrong, because nobody changed seats. Here is such a program.


# %%
def after(state, move):
    """The state after a move, and after the opponent's pass if they must pass."""
    child = play(state, move)
    return play(child, PASS) if moves(child) == [PASS] else child


def naive(state):
    """Negamax that always turns the sign."""
    if is_over(state):
        return score(state)
    return max(-naive(after(state, move)) for move in moves(state))


def careful(state):
    """Negamax that turns the sign only where the turn changed."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        child = after(state, move)
        found = careful(child)
        best = max(best, -found if is_over(child) or to_move(child) != to_move(state) else found)
    return best


def plain(state):
    """Negamax with the pass as a move of its own: nothing special to do."""
    if is_over(state):
        return score(state)
    return max(-plain(play(state, move)) for move in moves(state))


trap = othello.parse("--XXXX-XX-OOX-XXXOOOXXXXXOXXOXOXXOOOXOOXXOXOOXOXXOOOOOXXXOOXXXXX O;")
trap

# %%
guess_pass = Predict(
    "Five squares are empty. The plain search says -22 for the side to move. Will the naive one say the same?",
    answer=lambda: (
        "yes"
        if naive(trap) == plain(trap)
        else "no, it thinks it wins"
        if naive(trap) > 0
        else "no, it is off by two"
    ),
    choices=["yes", "no, it thinks it wins", "no, it is off by two"],
    reason="It says +6. Somewhere below a side passes, and from there on every value has the wrong sign.",
)
guess_pass

# %%
print(f"naive {naive(trap)}, careful {careful(trap)}, with the pass as a move {plain(trap)}")
assert (naive(trap), careful(trap), plain(trap)) == (6, -22, -22)

# %% [markdown]
# How often does that matter? We play random games to their last few squares and compare.


# %%
def late_positions(count, seed):
    """Positions from random games with three to five empty squares."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        state = othello.start()
        while not is_over(state):
            state = play(state, chance.choice(moves(state)))
            if 3 <= 64 - (state.player | state.opponent).bit_count() <= 5 and moves(state) not in (
                [PASS],
                [],
            ):
                found.append(state)
                break
    return found


late = late_positions(300, seed=2)
wrong = sum(naive(state) != plain(state) for state in late)
assert all(careful(state) == plain(state) for state in late)
print(f"the naive search is wrong in {wrong} of {len(late)} positions")

# %%
claim(
    "L05.2",
    "When the same side moves again the sign must be right; the naive version goes wrong",
    reported="a test position",
    ours=f"+6 instead of -22 there; wrong in {wrong} of {len(late)} late positions",
    holds=naive(trap) != plain(trap) == careful(trap),
    remark="You may read that a pass breaks alpha-beta. It does not: only the sign needs care. With the pass as a move, nothing does.",
)

# %% [markdown]
# ## "Negamax needs no window"
#
# Some texts say so, or hand down only one number. Here is that version: it knows what the node above has, and nothing else.


# %%
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


def no_bound(state, counter):
    """Negamax without any window: minimax."""
    counter[0] += 1
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -no_bound(play(state, move), counter))
    return best


everything = np.zeros(1, np.int64)
compiled(no_bound)(tictactoe.start(), everything)
nodes = {
    "window": len(trace(negamax)(tictactoe.start(), -INF, INF)),
    "one bound": len(trace(one_bound)(tictactoe.start(), INF)),
    "no bound": int(everything[0]),
}
assert nodes["window"] == 18_297 < nodes["one bound"] < nodes["no bound"] == 549_946
assert one_bound(tictactoe.start(), INF) == 0
nodes

# %%
claim(
    "L05.3",
    "Negamax still needs the window: a single bound is not enough",
    reported="the window",
    ours=f"tic-tac-toe: {nodes['window']:,} nodes with the window, {nodes['one bound']:,} with one bound",
    holds=nodes["window"] < nodes["one bound"],
    remark="The value is right each time. What is lost are the deep cuts of lesson 03.",
)

# %% [markdown]
# ## The same text in the kit, and its speed
#
# From here on the course uses negamax. The kit's version adds a depth and an evaluator.

# %%
from gamekit.course import Ledger, evaluator_for


def counting(state, depth, alpha, beta, evaluator, counter):
    """Negamax to a depth; counts its calls."""
    counter[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        best = max(best, -counting(play(state, move), depth - 1, -beta, -alpha, evaluator, counter))
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

# %% [markdown]
# ## The ledger

# %% tags=["timing"]
ledger = Ledger.load(lesson=5, own=None)
ledger.measure("negamax", search)
ledger

# %%
assert ledger["negamax"].nodes == ledger["alpha-beta"].nodes
assert ledger["negamax"].values == ledger["alpha-beta"].values

# %% [markdown]
# Not one node fewer. Negamax is not faster: it is *simpler*. One kind of node instead of two leaves fewer places for a mistake.
#
# ## What we take along
#
# - The value for you is minus the value for me. One function plays both sides.
# - The window flips: `-beta, -alpha`.
# - After a pass the same side moves. Either the pass is a move, or the sign must know.
# - The window stays. One bound gives up the deep cuts.
#
# ## Your turn
#
# [Lab 05](../exercises/lab05-negamax/lab05-negamax.ipynb) has you write negamax, passes included, and tells you which sign is wrong. Before or after it:
#
# 1. Forget one minus sign in `negamax`, then swap `-beta, -alpha`. Which test notices which slip?
# 2. Write negamax so that it returns the best move as well as the value.
# 3. Find an Othello position with a pass in which `naive` is right by luck.
#
# **To read more.** Knuth and Moore (1975) write alpha-beta in this form throughout. Murray Campbell and Tony Marsland, *A Comparison of Minimax Tree
# Search Algorithms* (1983).
