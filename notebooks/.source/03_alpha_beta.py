# %% [markdown]
# # 03 · Alpha-beta
#
# **Which parts of the tree can never matter?**
#
# Three plates: A holds 1, 20 and 50; B holds 5, 10 and 100; C holds 1, 5 and 20. You pick a plate, your
# opponent hands you two of its notes, you keep one. Minimax looks at 31 nodes to find that plate A is worth 20.
# This lesson finds the same with far fewer. Try it first yourself: which notes need not be looked at?

# %% tags=["fold"]
import random
import time

import numpy as np

from gamekit import (
    INF,
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
from gamekit.course import Ledger, changes, claim, evaluator_for, finding
from gamekit.games import othello, plates, tictactoe, tree
from gamekit.search import alphabeta as kit
from gamekit.search.minimax import minimax as kit_minimax
from gamekit.widgets import Explore, Predict, SideBySide, Stepper

start = plates.start()
whole = trace(kit_minimax)(start, 3, True, FinalScore())

# %%
guess_leaves = Predict(
    "Go from left to right, as minimax would. Mark the leaves that need not be looked at.",
    tree=whole,
    answer=lambda: trace(kit.alphabeta)(start, 3, -INF, INF, True, FinalScore()),
    reason="One note of the last pair of A; then the last two pairs of B and of C, four notes each.",
)
guess_leaves

# %% tags=["answer"]
Stepper(trace(kit.alphabeta)(start, 3, -INF, INF, True, FinalScore()))

# %% [markdown]
# The folded cell above steps through the search that looks away. Open it when you have marked yours.
#
# ## By hand
#
# Put a finger on the tree. You are the first player and want much. Go through it from left to right, as minimax
# would.
#
# **Plate A.** The pair 1, 20: you would keep 20. So your opponent can hold plate A down to 20. The pair 1, 50: you would
# keep 50. Your opponent prefers the first pair. The pair 20, 50: you look at the 20, and stop. You could keep at least
# 20 here, and your opponent already has a pair that gives you no more than 20. Whatever the other note is, this pair
# will not lower the value of plate A. **First cut.**
#
# Plate A is worth 20. From now on, you *have* 20. Nothing below that matters to you.
#
# **Plate B.** The pair 5, 10: you would keep 10. So plate B is worth 10 *or less*, because your opponent may hand you this
# pair. You have 20 already. Do you need to look at the other pairs, with the hundred in them? No. **Second cut.**
#
# **Plate C.** The pair 1, 5: worth 5 or less. **Third cut.**

# %% [markdown]
# ## Two numbers
#
# What we did by hand needs two numbers on the way down.
#
# - `alpha`: what the first player **has already**, on the way from the root to here. Less is of no interest.
# - `beta`: what the second player **will allow**. More will never happen.
#
# Together they are the *window*. It opens from minus infinity to infinity and only ever narrows. When `alpha`
# reaches `beta`, the window is shut, and the rest of the node cannot matter: *cut*.
#
# After a cut we do not know the node's value. We know a *bound*: that it is "at most this" or "at least this". Plate B above is worth
# 10 or less: 10 is a bound.
#
# (You will meet texts that call alpha the upper and beta the lower bound. It is the reverse: alpha is the lower one.)


# %%
def alphabeta(state, alpha, beta, maximising):
    """Value for the first player: exact inside (alpha, beta), a bound outside."""
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


# %%
guess_count = Predict(
    "How many nodes does alpha-beta visit on the plates, where minimax visits 31?",
    answer=lambda: len(trace(alphabeta)(start, -INF, INF, True)),
    kind="number",
    reason="1 root, 3 plates, 5 pairs (3 + 1 + 1) and 9 notes: 18.",
)
guess_count

# %% tags=["answer"]
short = trace(alphabeta)(start, -INF, INF, True)
assert (short.value, len(short), len(whole)) == (20, 18, 31)
draw.tree(short)

# %% tags=["answer"]
draw.tree_before_after(whole, short)

# %% tags=["answer"]
claim(
    "L03.1",
    "Alpha-beta visits 18 of the 31 nodes of the plates; value and choice stay",
    reported="18 of 31, value 20, plate A",
    ours=f"{len(short)} of {len(whole)}, value {short.value}, plate {move_name(start, short.root.children[0].move)}",
    holds=(len(short), len(whole), short.value) == (18, 31, 20) and short.root.children[0].value == 20,
)

# %% [markdown]
# Open the folded cells above for the picture, and for minimax beside it. The window stands at every node as it was **on entry**; where a
# node was cut, the bound that cut it stands below. Dashed is what was never looked at. One report names the same three cuts:

# %%
cuts = [node for node in short.nodes if node.pruned]
third_pair_of_a, plate_b, plate_c = cuts
claim(
    "L03.2",
    "The cuts: in the third pair of A, after the first pair of B, after the first pair of C",
    reported="A pair 3; B pair 1; C pair 1",
    ours=f"A pair {third_pair_of_a.move + 1}; B pair {len(plate_b.children)}; C pair {len(plate_c.children)}",
    holds=(third_pair_of_a.move, len(plate_b.children), len(plate_c.children)) == (2, 1, 1),
)

# %% [markdown]
# The seven-node tree of lesson 02: the first player gets 3 on the left. On the right the second player can answer 1.
# Alpha-beta never sees the 9.

# %%
seven = trace(alphabeta)(tree.from_lists([[5, 3], [1, 9]]), -INF, INF, True)
draw.tree(seven)

# %% [markdown]
# ## Is it really lossless?
#
# We say: the value is never changed. That is a strong claim, so we try to break it. Two thousand random trees of random
# shape, with few different numbers so that ties abound. Minimax and alpha-beta must agree on every one.


# %%
def random_tree(chance, levels):
    """Nested lists with numbers from 0 to 5 at the leaves."""
    if levels == 0 or chance.random() < 0.1:
        return chance.randint(0, 5)
    return [random_tree(chance, levels - 1) for _ in range(chance.randint(1, 4))]


def plain_minimax(state, maximising):
    """Minimax of lesson 02, for comparison."""
    if is_over(state):
        return score(state) if maximising else -score(state)
    found = [plain_minimax(play(state, move), not maximising) for move in moves(state)]
    return max(found) if maximising else min(found)


chance = random.Random(3)
tried = 0
while tried < 2000:
    lists = random_tree(chance, 5)
    if isinstance(lists, list):
        some = tree.from_lists(lists)
        assert plain_minimax(some, True) == alphabeta(some, -INF, INF, True), lists
        tried += 1
print(f"{tried:,} random trees, no difference")

# %% [markdown]
# ## And the move?
#
# A program needs a move. At the root we search one move after the other, and hand down what the best so far is worth. A move
# that cannot beat it comes back with a *bound*: "no more than this". Such a bound may well **equal** the best value: then several moves look
# best. Which of them may a program play?

# %%
guess_move = Predict(
    "Several moves look best. Which one is safe to play?",
    choices=["the first of them", "the last of them", "any of them"],
    answer="the first of them",
    reason="The first raised alpha, so its value is exact. Each later one was searched with alpha at that value: "
    "what comes back equal to alpha is only a bound.",
)
guess_move

# %% tags=["answer"]
tie = tree.from_lists([[3, 4], [3, 1]])
for move in moves(tie):
    alpha = -INF if move == 0 else 3  # what the first move was worth
    found = alphabeta(play(tie, move), alpha, INF, False)
    true = plain_minimax(play(tie, move), False)
    print(f"move {move_name(tie, move)}: alpha-beta says {found}, it is worth {true}")

# %% tags=["fold"]
assert (found, true) == (3, 1)
assert seven.value == 3
assert 9 not in [node.value for node in seven.nodes]

# %% [markdown]
# The folded cell tries a tree with two moves. The second *looks* as good as the first, because the search stopped at the 3, and
# never saw the 1. How often does that happen? We try two thousand random trees:


# %%
def root_values(state):
    """What alpha-beta finds for each move of the first player: a value, or a bound."""
    alpha, found = -INF, []
    for move in moves(state):
        found.append(alphabeta(play(state, move), alpha, INF, False))
        alpha = max(alpha, found[-1])
    return found


# %% tags=["answer"]
chance = random.Random(3)
tried, wrong = 0, {"first": 0, "last": 0, "random": 0}
while tried < 2000:
    lists = random_tree(chance, 5)
    if not isinstance(lists, list) or len(lists) < 2:
        continue
    tried += 1
    some = tree.from_lists(lists)
    true = [plain_minimax(play(some, move), False) for move in moves(some)]
    looks = root_values(some)
    best = [move for move in moves(some) if looks[move] == max(looks)]
    picks = {"first": best[0], "last": best[-1], "random": chance.choice(best)}
    for name, move in picks.items():
        wrong[name] += int(true[move] != max(true))
print(f"{tried:,} random trees; so often a wrong move is chosen:", wrong)
assert wrong["first"] == 0 < wrong["random"] < wrong["last"]

# %% [markdown]
# The first best move is never wrong. The last one, or a random one, is wrong in many trees, though the *value* was right each
# time. So a program with pruning keeps the first best:


# %%
def best_move(state):
    """A best move for the first player: the first of those that look best."""
    found = root_values(state)
    return moves(state)[found.index(max(found))]  # `index` finds the first


move_name(start, best_move(start))

# %% [markdown]
# (In a loop like that of lesson 02: replace the move with `>`, never with `>=`.) Whoever wants random ties must search every move at
# the root with alpha one lower. Values are whole numbers here. So with alpha one below the best value, a tie lies inside the window
# and comes back exact, equal to the best. A worse move comes back as a bound that is lower than the best.
#
# ## How good is a test?
#
# A test is only as good as the mistakes it catches. Here are two versions that differ from ours in a few lines. What is struck out
# is our line, what is marked with + stands in its place.
#
# `overwriting` writes `alpha = best` where we take the larger of the two:

# %% tags=["fold"]


def overwriting(state, alpha, beta, maximising):
    """Forgets the larger alpha (or smaller beta) it was given."""
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = overwriting(play(state, move), alpha, beta, not maximising)
        if maximising:
            best = max(best, found)
            alpha = best
        else:
            best = min(best, found)
            beta = best
        if alpha >= beta:
            break
    return best


def one_bound(state, bound, maximising):
    """Knows only what the node just above has: no deep cuts."""
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = one_bound(play(state, move), best, not maximising)
        if maximising:
            best = max(best, found)
        else:
            best = min(best, found)
        if (best >= bound) if maximising else (best <= bound):
            break
    return best


# %%
changes(alphabeta, overwriting)

# %% [markdown]
# `one_bound` hands down only the best value so far of the node above, and forgets everything higher up:

# %%
changes(alphabeta, one_bound)

# %% tags=["fold"]


def counts(state):
    """Nodes visited by alpha-beta, the overwriting one and the one with a single bound."""
    return (
        len(trace(alphabeta)(state, -INF, INF, True)),
        len(trace(overwriting)(state, -INF, INF, True)),
        len(trace(one_bound)(state, INF, True)),
    )


# %%
guess_plates = Predict(
    "How many nodes does `one_bound` visit on the plates, compared with alpha-beta?",
    choices=["fewer", "as many", "more"],
    answer=lambda: ["fewer", "as many", "more"][
        1 + (counts(start)[2] > counts(start)[0]) - (counts(start)[2] < counts(start)[0])
    ],
    reason="As many: 18. The plates are only three moves deep: no cut there needs a bound from further up.",
)
guess_plates

# %% tags=["answer"]
assert counts(start) == (18, 18, 18)
counts(start)

# %% [markdown]
# All three visit 18. Whoever tests on the plates alone would believe them all. A tree that is four moves deep tells them
# apart.

# %%
left = [[[3, 5], [7, 7]], [[2, 1], [4, 6]]]
right = [[[3, 4], [4, 8]], [[7, 7], [1, 7]]]
deep = tree.from_lists([left, right])
draw.tree(trace(alphabeta)(deep, -INF, INF, True))

# %% [markdown]
# Step alpha-beta and `overwriting` at once. The button goes to the first node where the two part.

# %%
ours, theirs = trace(alphabeta), trace(overwriting)
SideBySide(ours(deep, -INF, INF, True), theirs(deep, -INF, INF, True))

# %% [markdown]
# A cut that uses a bound from more than one level above is called a *deep cut-off*. Look for it in the picture above: play b, a, a. The
# second player finds a 3 there. `alpha` is 4, so the node is cut. Where does the 4 come from? Not from the node above, which has found
# nothing yet. It is the root's: the first player has 4 by move a. That is three levels up.
#
# The plates are too shallow for this. The second player's nodes are cut by `alpha`, which the first player's nodes set. On the plates
# the only such node above a plate is the root, right above it. For the first player's nodes and `beta` it is the same: the plate is right above the pair.
#
# The window carries bounds down the tree, however far. That is why it is a window, and not one number. `one_bound` never hears of
# the 4. `overwriting` is told, and forgets: after b, a, a it sets `alpha` to 3, and so it cannot cut after b, a, b. Both search with a window
# that is too wide. That costs nodes, never the value. (One that is too narrow would cost the value.)

# %%
assert (counts(start), counts(deep)) == ((18, 18, 18), (22, 23, 24))
for state in (start, deep):
    values = overwriting(state, -INF, INF, True), one_bound(state, INF, True)
    assert set(values) == {alphabeta(state, -INF, INF, True)}
finding(
    "L03.3",
    "The plates cannot tell alpha-beta from overwriting or from a single bound; a tree four moves deep can",
    ours=f"nodes {counts(start)} on the plates, {counts(deep)} four moves deep; all values right",
)

# %% [markdown]
# ## Where this goes wrong: `>` or `>=`?
#
# A common slip writes `>` at the cut. Values stay right. What happens to the nodes?

# %% tags=["fold"]


def too_patient(state, alpha, beta, maximising):
    """Alpha-beta that cuts only when the bounds have crossed."""
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = too_patient(play(state, move), alpha, beta, not maximising)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha > beta:
            break
    return best


# %%
changes(alphabeta, too_patient)

# %%
guess_patient = Predict(
    "How many nodes does the version with `>` visit on the plates?",
    answer=lambda: len(trace(too_patient)(start, -INF, INF, True)),
    kind="number",
    reason="One more than 18: it looks at the 50 of A's last pair, where alpha and beta are both 20.",
)
guess_patient

# %% tags=["answer"]
patient = trace(too_patient)(start, -INF, INF, True)
print(f"with >= {len(short)}, with > {len(patient)} nodes; value {patient.value}")
assert (patient.value, len(patient)) == (20, 19)

# %% [markdown]
# One node looks like nothing. In a game with many equal values it is not nothing: tic-tac-toe knows only -1, 0 and 1.

# %% [markdown]
# ## Tic-tac-toe
#
# The same function on a game you know. Tracing keeps every node, so we can count them.

# %%
full_game = trace(alphabeta)(tictactoe.start(), -INF, INF, True)
print(f"minimax 549,946 · alpha-beta {len(full_game):,}")

# %%
assert (full_game.value, len(full_game)) == (0, 18_297)
finding(
    "L03.4",
    "Tic-tac-toe, squares row by row: what alpha-beta leaves of minimax's 549,946 nodes",
    ours=f"{len(full_game):,} nodes, value {full_game.value}",
)

# %% [markdown]
# And the version with `>`? Let the first player take the middle, and compare.

# %%
middle = play(tictactoe.start(), 4)
eager = trace(alphabeta)(middle, -INF, INF, False)
patient = trace(too_patient)(middle, -INF, INF, False)
times = len(patient) / len(eager)
print(f"with >= {len(eager):,} nodes, with > {len(patient):,}: {times:.1f} times as many")

# %% [markdown]
# The slip changes no value and costs several times the nodes. Only a count shows it. All versions side by side:

# %%
print(f"{'':12} value right?  plates  deep tree")
for version in (alphabeta, overwriting, one_bound, too_patient):
    bounds = (INF,) if version is one_bound else (-INF, INF)
    seen = [trace(version)(state, *bounds, True) for state in (start, deep)]
    right = [found.value for found in seen] == [20, 4]
    said = "yes" if right else "no"
    print(f"{version.__name__:12} {said:12}  {len(seen[0]):6}  {len(seen[1]):9}")

# %% tags=["fold"]
assert eager.value == patient.value == 0
assert len(patient) > 4 * len(eager)

# %% [markdown]
# ## Othello
#
# Now a real board. We stop at a depth and ask for an opinion there, as in lesson 02. The opinion is an *evaluator*, handed in as an
# argument: `value(evaluator, state)` speaks for the side to move. For Othello it says how many more moves I have than you: my *mobility*
# against yours. And to compare, the searches count their own calls:


# %% tags=["fold"]


def minimax_counting(state, depth, maximising, evaluator, counter):
    """Minimax to a depth; counts its calls."""
    counter[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = minimax_counting(play(state, move), depth - 1, not maximising, evaluator, counter)
        best = max(best, found) if maximising else min(best, found)
    return best


def alphabeta_counting(state, depth, alpha, beta, maximising, evaluator, counter):
    """Alpha-beta to a depth; counts its calls."""
    counter[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = alphabeta_counting(
            play(state, move), depth - 1, alpha, beta, not maximising, evaluator, counter
        )
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


fast_minimax, fast_alphabeta = compiled(minimax_counting), compiled(alphabeta_counting)


def search_with_minimax(state, depth):
    """(value, nodes) by minimax, for the first player."""
    counter = np.zeros(1, np.int64)
    found = fast_minimax(state, depth, to_move(state) == 0, evaluator_for(state), counter)
    return found, int(counter[0])


def search_with_alphabeta(state, depth):
    """(value, nodes) by alpha-beta, for the first player."""
    counter = np.zeros(1, np.int64)
    first, evaluator = to_move(state) == 0, evaluator_for(state)
    found = fast_alphabeta(state, depth, -INF, INF, first, evaluator, counter)
    return found, int(counter[0])


# %%
changes(alphabeta, alphabeta_counting)

# %% [markdown]
# `counter` is a box with one number in it. All calls share it. In the folded cell above minimax is changed in the same way, and
# both are made machine code.

# %%
midgame = othello.parse("f5d6c3d3c4f4f6f3e6e7")
midgame

# %%
by_depth = {"minimax": {}, "alpha-beta": {}}
for depth in range(1, 7):
    value_a, nodes_a = search_with_minimax(midgame, depth)
    value_b, nodes_b = search_with_alphabeta(midgame, depth)
    assert value_a == value_b
    by_depth["minimax"][depth], by_depth["alpha-beta"][depth] = nodes_a, nodes_b
draw.nodes_by_depth(by_depth)

# %% [markdown]
# Both lines are straight: both grow by a factor with each ply. But the factors differ. That is the best that could have
# happened: the deeper we look, the more we gain.

# %%
for depth in (4, 5, 6):
    plain, cut = by_depth["minimax"][depth], by_depth["alpha-beta"][depth]
    print(f"depth {depth}: {plain:9,} nodes, {cut:7,} with pruning: 1 in {plain / cut:.1f}")

# %% [markdown]
# One report gives times, not nodes: 572, 2,585 and 22,993 ms without pruning at depths 4, 5 and 6, and 239, 1,012 and 1,737
# ms with it. So we take times as well (of the processor, so that nothing else that runs here counts), over four positions. Before we
# look, the criterion: the claim holds if pruning is at least as many times faster as reported at each of the three depths.

# %% tags=["timing"]
reported_times = {4: (572, 239), 5: (2585, 1012), 6: (22993, 1737)}
whole_line = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7"
four = [othello.parse(whole_line[:length]) for length in (14, 20, 26, 32)]


def seconds_for(search, depth):
    """How long a search takes for all four positions: the shortest of three runs."""
    times = []
    for _ in range(3):
        begin = time.process_time()
        for state in four:
            search(state, depth)
        times.append(time.process_time() - begin)
    return min(times)


times_faster = {}
for depth in (4, 5, 6):
    without = seconds_for(search_with_minimax, depth)
    cut = seconds_for(search_with_alphabeta, depth)
    times_faster[depth] = without / cut
    print(f"depth {depth}: {1000 * without:7.1f} ms, {1000 * cut:5.1f} ms with pruning")
    all_nodes = sum(search_with_minimax(state, depth)[1] for state in four)
    few_nodes = sum(search_with_alphabeta(state, depth)[1] for state in four)
    each = f"{1e9 * without / all_nodes:.0f} and {1e9 * cut / few_nodes:.0f} ns for each"
    print(f"         1 node in {all_nodes / few_nodes:.1f} with pruning; {each}")

# %% tags=["timing"]
claim(
    "L03.5",
    "Pruning saves time at depths 4, 5, 6 (572/2585/22993 ms without, 239/1012/1737 ms with)",
    reported=" / ".join(f"{a / b:.1f}x" for a, b in reported_times.values()),
    ours=" / ".join(f"{gain:.1f}x" for gain in times_faster.values()) + " faster, four positions",
    holds=all(times_faster[depth] >= a / b for depth, (a, b) in reported_times.items()),
    remark="Times against times, on other positions and another machine, with mobility as the evaluation.",
)

# %% [markdown]
# The gain in time is smaller than that in nodes, over the same four positions: one of alpha-beta's nodes takes longer on average than one
# of minimax's.
#
# How deep can each look for the same work, in the position drawn above? Choose a budget of nodes.


# %%
def deepest(search, state, budget):
    """The greatest depth whose search stays within so many nodes."""
    depth = 0
    while search(state, depth + 1)[1] <= budget and depth < 12:
        depth += 1
    return depth


def depths_for(budget=100_000):
    """How deep the two searches look within a budget of nodes."""
    found = {
        "minimax": deepest(search_with_minimax, midgame, budget),
        "alpha-beta": deepest(search_with_alphabeta, midgame, budget),
    }
    title = f"depth reached with {budget:,} nodes"
    return draw.bars(found, title=title, x_label="plies")


Explore(depths_for, budget=[10_000, 100_000, 1_000_000])

# %% [markdown]
# ## A bound, not a value
#
# Ask with a narrow window and the answer is often only a bound. There are two styles. *Fail-hard* never answers outside the
# window. *Fail-soft* says the best it saw, even outside. Both are right; fail-soft says more.
#
# Our `alphabeta` is fail-soft: it returns `best`, wherever that lies. A fail-hard text keeps no `best`. It returns `alpha` at the first
# player's nodes and `beta` at the second player's:

# %% tags=["fold"]


def fail_hard(state, alpha, beta, maximising):
    """Alpha-beta that never answers outside the window."""
    if is_over(state):
        found = score(state) if maximising else -score(state)
        return min(max(found, alpha), beta)
    for move in moves(state):
        found = fail_hard(play(state, move), alpha, beta, not maximising)
        if maximising:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if maximising else beta


for state in (start, deep, tictactoe.start()):
    soft, hard = trace(alphabeta)(state, -INF, INF, True), trace(fail_hard)(state, -INF, INF, True)
    assert (soft.value, len(soft)) == (hard.value, len(hard))

# %%
changes(alphabeta, fail_hard)

# %% [markdown]
# Asked with the whole window, both find the same value with the same nodes. With a narrow window they answer differently:

# %%
exact = search_with_alphabeta(midgame, 5)[0]
alpha, beta, side = exact + 15, exact + 20, to_move(midgame) == 0
soft = kit.alphabeta(midgame, 5, alpha, beta, side, evaluator_for(midgame))
hard = kit.alphabeta_hard(midgame, 5, alpha, beta, side, evaluator_for(midgame))
print(f"The value is {exact}. Asked with the window from {alpha} to {beta},")
print(f"fail-soft answers: at most {soft}. Fail-hard answers: at most {hard}.")

# %% [markdown]
# That was a *fail-low*: the value lies below the window, and the answer is an upper bound. Ask with a window below the value,
# and the search *fails high*: the answer is a lower bound.

# %%
alpha, beta = exact - 20, exact - 15
soft = kit.alphabeta(midgame, 5, alpha, beta, side, evaluator_for(midgame))
hard = kit.alphabeta_hard(midgame, 5, alpha, beta, side, evaluator_for(midgame))
print(f"Asked with the window from {alpha} to {beta},")
print(f"fail-soft answers: at least {soft}. Fail-hard answers: at least {hard}.")

# %% tags=["fold"]
assert beta == hard <= soft <= exact
assert exact <= kit.alphabeta(midgame, 5, exact + 15, exact + 20, side, evaluator_for(midgame)) < exact + 15

# %% [markdown]
# Take care what you call such an answer. It is a *bound*. Lesson 10 builds whole searches out of bounds.
#
# ## The ledger
#
# From here to the end of the course we keep a *ledger*: the same eight positions (the plates, the empty board of tic-tac-toe,
# six middle games of Othello, other than those above), one row for each technique. "8 of 8" says that in all eight the value is that
# of plain alpha-beta to the same depth. (In all eight the first player moves. So it does not matter whether a search answers for the first
# player or for the side to move.) The column of depths is a mean: for each of the six Othello positions the deepest search that stays within
# the nodes, a whole number, and then the mean of the six. You will see what each idea buys.
#
# One report says how much pruning buys in the middle game: minimax looks 4 to 5 moves ahead, alpha-beta 6 to 7. Before we look: the claim
# holds if alpha-beta's mean depth is at least two plies greater.

# %%
ledger = Ledger.load(lesson=3)
ledger.measure("minimax", search_with_minimax)
ledger.measure("alpha-beta", search_with_alphabeta)
ledger

# %%
within = [ledger[name].figure("depth") for name in ("minimax", "alpha-beta")]
claim(
    "L03.6",
    "Minimax looks 4 to 5 moves ahead in the middle game, alpha-beta 6 to 7",
    reported="4 to 5 / 6 to 7",
    ours=f"{within[0]:.1f} / {within[1]:.1f} plies within 100,000 nodes, six positions",
    holds=within[1] - within[0] >= 2,
    remark="Compared at equal nodes. At equal time the gain is smaller, as the times above show.",
)

# %%
ledger.chart()

# %% [markdown]
# These are the course's own first two rows; each lesson adds its own, and all of them stay. Whenever you write a search of
# your own, `Ledger.load().measure("mine", my_search)` gives it a row, and `save()` keeps it. `my_search(state, depth)` returns the value
# and the number of nodes, like `search_with_alphabeta` above.

# %% tags=["fold"]
assert all(all(ledger[name].right.values()) for name in ("minimax", "alpha-beta"))

# %% [markdown]
# ## The same text in the kit
#
# `gamekit.search.alphabeta` is this function with a depth and an evaluator. Same values, same nodes.

# %% tags=["fold"]
theirs = trace(kit.alphabeta)(start, 3, -INF, INF, True, FinalScore())
assert [(node.move, node.value) for node in theirs.nodes] == [(node.move, node.value) for node in short.nodes]
assert kit_minimax(midgame, 3, side, evaluator_for(midgame)) == search_with_alphabeta(midgame, 3)[0]


# %% [markdown]
# ## What we take along
#
# - `alpha` is what the first player has, `beta` what the second player allows. When they meet, stop.
# - The value never changes. The work does: on the plates 18 of 31, on tic-tac-toe 18,297 of 549,946.
# - Test on trees that are deep enough, and count nodes. Values alone hide mistakes.
# - Cut with `>=`, and play the **first** of the moves that look best: later ones may be bounds.
#
# How much we prune depended on luck: plate A, the best, came first. [Lesson 04](04_move_ordering.ipynb) leaves less to luck.
#
# ## Your turn
#
# [Lab 03](../exercises/lab03-alphabeta/lab03-alphabeta.ipynb) has you write alpha-beta yourself, and names your mistake. Before
# or after it:
#
# 1. Put the plates in another order: `plates.parse("1,5,20/5,10,100/1,20,50")`. Predict the nodes before you trace.
# 2. Find a plates game of three plates with three notes each on which alpha-beta cuts nothing at all.
# 3. Let `best_move` of lesson 02 use alpha-beta, and check that it plays the same moves.
#
# **To read more.** Donald Knuth and Ronald Moore, *An Analysis of Alpha-Beta Pruning* (1975), in which deep cut-offs and the
# best case are worked out.
