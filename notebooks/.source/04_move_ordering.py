# %% [markdown]
# # 04 · Move ordering
#
# **Why does the order of moves decide how much we prune?**
#
# In lesson 03 we were lucky: plate A, the best one, came first. Here is a tree with three moves at every node, in no particular
# order. It has 27 leaves, all different.

# %% tags=["fold"]
import random
import time
from collections import namedtuple
from itertools import permutations

import numpy as np

from gamekit import (
    INF,
    IllegalMove,
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
from gamekit.othello import Mobility
from gamekit.search import Searcher
from gamekit.widgets import Explore, Predict


def uniform_tree(branches, levels, seed):
    """A tree with the same number of branches everywhere and all leaves different."""
    leaves = list(range(branches**levels))
    random.Random(seed).shuffle(leaves)

    def grow(level):
        return leaves.pop() if level == 0 else [grow(level - 1) for _ in range(branches)]

    return grow(levels)


def alphabeta(state, alpha, beta, maximising):
    """Alpha-beta of lesson 03."""
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


def leaves_visited(lists):
    """How many leaves alpha-beta looks at."""
    walk = trace(alphabeta)(tree.from_lists(lists), -INF, INF, True)
    return sum(not node.children for node in walk.nodes)


some_tree = uniform_tree(3, 3, seed=4)

# %%
draw.board(tree.from_lists(some_tree), size=760)

# %% [markdown]
# Now turn the children of every node, so that the **best** move for whoever moves there stands first. To know which one is best,
# `arranged` asks minimax. (We cheat: a search cannot sort by what it has yet to find out. But a cheat shows how much there is to gain.)
# The search is alpha-beta of lesson 03. `leaves_visited`, folded above, counts the leaves that it looks at.


# %%
def worth(lists, maximising):
    """Minimax on nested lists."""
    if not isinstance(lists, list):
        return lists
    found = [worth(child, not maximising) for child in lists]
    return max(found) if maximising else min(found)


def arranged(lists, order, maximising=True):
    """The same tree with the children of every node in another order."""
    if not isinstance(lists, list):
        return lists
    children = [arranged(child, order, not maximising) for child in lists]
    if order != "as it comes":
        largest_first = maximising == (order == "best first")
        children.sort(key=lambda child: worth(child, not maximising), reverse=largest_first)
    return children


# %%
guess_first = Predict(
    "At every node the best move stands first. How many of the 27 leaves does alpha-beta look at?",
    answer=lambda: leaves_visited(arranged(some_tree, "best first")),
    kind="number",
    reason="11. And with the worst move first at every node of this small tree it looks at all 27.",
)
guess_first

# %% tags=["answer"]
orders = ["best first", "as it comes", "worst first"]
counts = {order: leaves_visited(arranged(some_tree, order)) for order in orders}
assert (counts["best first"], counts["worst first"]) == (11, 27)
counts

# %% [markdown]
# Choose an order and watch how much of the tree is only dashed: never looked at. The value is the same each time; the work is not.


# %%
def searched(order="as it comes"):
    """The tree in this order, and what alpha-beta looks at."""
    state = tree.from_lists(arranged(some_tree, order))
    return draw.tree(trace(alphabeta)(state, -INF, INF, True))


Explore(searched, order=["as it comes", "best first", "worst first"])

# %% [markdown]
# ## Whose proof needs which leaf?
#
# Why can it not be less? Because somebody must *prove* the value, and a proof has two halves.
#
# - **The first player proves "at least".** They show *one* good move at each of their nodes, but must have an answer to **all** moves
#   of the opponent.
# - **The second player proves "at most".** They show one good move at each of *their* nodes, and answer all moves of the first.
#
# With the best move first, the one good move is simply the first one:


# %%
def at_least(state, maximising):
    """The first player's half: their first move, and all of the opponent's."""
    if is_over(state):
        return score(state) if maximising else -score(state)
    if maximising:
        return at_least(play(state, moves(state)[0]), False)
    return min([at_least(play(state, move), True) for move in moves(state)])


def at_most(state, maximising):
    """The second player's half: their first move, and all of the first player's."""
    if is_over(state):
        return score(state) if maximising else -score(state)
    if not maximising:
        return at_most(play(state, moves(state)[0]), True)
    return max([at_most(play(state, move), False) for move in moves(state)])


def halves(state):
    """Both halves of the proof, drawn; what a half does not need is dashed."""
    names = "the first player: at least", "the second player: at most"
    one, other = trace(at_least)(state, True), trace(at_most)(state, True)
    return draw.tree_before_after(one, other, names=names)


# %%
best_first = tree.from_lists(arranged(some_tree, "best first"))
halves(best_first)

# %% [markdown]
# The first half needs 3 leaves, the second needs 9. One leaf, at the end of the line that both would play, stands in both halves.
# So 3 + 9 - 1 = 11 leaves are needed, and alpha-beta with the best move first looks at these and no other.

# %% tags=["fold"]


def leaves_of(half, state):
    """The leaves that one half of the proof looks at, as ways from the root."""
    found = set()

    def collect(node, way):
        if not node.children:
            found.add(way)
        for child in node.children:
            collect(child, (*way, child.move))

    collect(trace(half)(state, True).root, ())
    return found


first_half, second_half = leaves_of(at_least, best_first), leaves_of(at_most, best_first)
assert (len(first_half), len(second_half), len(first_half & second_half)) == (3, 9, 1)
assert len(first_half | second_half) == counts["best first"] == 11
assert at_least(best_first, True) == at_most(best_first, True) == worth(some_tree, True)

# %% [markdown]
# ### Were 18 nodes the least, on the plates?
#
# Lesson 03 visited 18 nodes of the plates. First, all six orders of the three plates:

# %%
three = {"A": "1,20,50", "B": "5,10,100", "C": "1,5,20"}
by_order = {}
for names in permutations("ABC"):
    state = plates.parse("/".join(three[name] for name in names))
    by_order["".join(names)] = len(trace(alphabeta)(state, -INF, INF, True))
by_order

# %% [markdown]
# No order of plates is better than ABC. But within a plate the notes have an order too. Look at plate A again, in the picture of lesson
# 03: of the pair 1, 50 both notes are looked at, first the 1, then the 50.

# %%
guess_plates = Predict(
    "Swap the two notes of that pair. How many nodes does alpha-beta visit now?",
    answer=17,
    kind="number",
    reason="One note less. And no order needs fewer: the two halves of the proof, drawn below, have 17 nodes together.",
)
guess_plates

# %% tags=["answer"]
as_tree = [[[1, 20], [50, 1], [20, 50]], [[5, 10], [5, 100], [10, 100]], [[1, 5], [1, 20], [5, 20]]]
swapped = tree.from_lists(as_tree)
assert len(trace(alphabeta)(swapped, -INF, INF, True)) == 17
draw.tree(trace(alphabeta)(swapped, -INF, INF, True))

# %% [markdown]
# You would keep the 50, and 50 is more than the 20 that your opponent can hold you to. When the 50 comes first, the 1 need not be looked
# at.
#
# 17 nodes are the least possible. Here are the two halves of the proof. (A proof is the same in any order. `halves` takes the first move as the
# good one, so we draw it with the better note first in every pair and the best pair first on every plate.) They have 8 and 13 nodes. The four nodes of the line that both would play stand in both: 8 + 13 - 4 = 17.

# %%
halves(tree.from_lists(arranged(as_tree, "best first")))

# %% tags=["fold"]
both_halves = tree.from_lists(arranged(as_tree, "best first"))
needed = leaves_of(at_least, both_halves) | leaves_of(at_most, both_halves)
assert len(needed) == 8
ways = {way[:n] for way in needed for n in range(4)}
sizes = len(trace(at_least)(both_halves, True)), len(trace(at_most)(both_halves, True))
assert (*sizes, len(ways)) == (8, 13, 17)  # with the nodes above the leaves

# %% [markdown]
# ## How good can it get, how bad can it be?
#
# Let every node have *b* moves, and the tree be *d* plies deep: b^d leaves. In one half of the proof, every second ply has one move
# instead of *b*. So one half has b^⌈d/2⌉ leaves, the other b^⌊d/2⌋, and one leaf is counted twice. (With an odd *d* the first player moves more often than the
# second, so the second player's half is the larger one: they must answer all those moves.)
#
# > best case: b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves
#
# (⌈ ⌉ rounds up, ⌊ ⌋ rounds down.) The worst case is all b^d of them. With an even *d* both halves have b^(d/2) leaves. That is the square
# root of b^d. So the best case is about twice the square root of the worst.


# %%
def best_case(b, d):
    """Leaves that no search can avoid, by the formula."""
    return b ** -(-d // 2) + b ** (d // 2) - 1


# %%
guess_best = Predict(
    "With 3 moves everywhere and 5 plies there are 243 leaves. How many does alpha-beta visit at best?",
    answer=lambda: best_case(3, 5),
    kind="number",
    reason="3³ + 3² - 1 = 27 + 9 - 1 = 35.",
)
guess_best

# %% tags=["fold"]


def worst_tree(b, d, maximising=True, low=0):
    """Leaves so placed that no bound is ever reached: each branch lies wholly beyond the one before."""
    if d == 0:
        return low
    step = b ** (d - 1)
    children = [worst_tree(b, d - 1, not maximising, low + i * step) for i in range(b)]
    return children if maximising else children[::-1]


# %% tags=["answer"]
rows = []
for b, d in [(2, 4), (2, 7), (3, 4), (3, 5), (4, 4), (5, 3)]:
    shuffled = uniform_tree(b, d, seed=1)
    visited = [leaves_visited(arranged(shuffled, order)) for order in orders]
    rows.append((b, d, best_case(b, d), *visited, leaves_visited(worst_tree(b, d)), b**d))
print(" b  d | formula   best  chance  worst first  worst tree    b^d")
for row in rows:
    print("{:2} {:2} | {:7} {:6} {:7} {:12} {:11} {:6}".format(*row))
assert all(row[2] == row[3] and row[6] == row[7] for row in rows)
assert sum(row[5] < row[7] for row in rows) == 4  # worst first, against all leaves

# %% [markdown]
# Two things to see in the table. Best first meets the formula exactly. And trying the worst move first at every node is *not quite* the
# worst that can happen: in four of the six trees a few cuts remain. To make alpha-beta look at every leaf, the numbers themselves must be placed for it, each
# branch wholly beyond the one before (`worst tree`).

# %%
finding(
    "L04.1",
    "Best case b^ceil(d/2) + b^floor(d/2) - 1 leaves, worst case b^d",
    ours="both met exactly on six uniform trees; worst-first order alone leaves a few cuts",
    remark="The formulas are Knuth and Moore's, of 1975.",
)

# %% [markdown]
# ## The loop, and who sorts
#
# Nobody knows the best move beforehand: if we did, we would not have to search. But a good *guess* is cheap. Three guesses follow (and a
# fourth, when these are measured), each a small function that sorts the moves of a position: a *sorter*. The search is handed one of
# them and asks it for the moves. And where a move cuts, the search takes a note of it:

# %% tags=["fold"]


def alphabeta_counting(state, depth, alpha, beta, maximising, notes):
    """Alpha-beta to a depth, as in lesson 03, mobility at the leaves; counts its calls."""
    notes.nodes[0] += 1
    if depth == 0 or is_over(state):
        return opinion(state, maximising)
    best = -INF if maximising else INF
    for move in moves(state):
        child = play(state, move)
        found = alphabeta_counting(child, depth - 1, alpha, beta, not maximising, notes)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def ordered(state, depth, alpha, beta, maximising, sort, notes):
    """Alpha-beta to a depth, the moves in the order of a sorter."""
    notes.nodes[0] += 1
    if depth == 0 or is_over(state):
        return opinion(state, maximising)
    best = -INF if maximising else INF
    for move in sort(state, depth, notes):
        child = play(state, move)
        found = ordered(child, depth - 1, alpha, beta, not maximising, sort, notes)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            take_note(state, depth, move, notes)
            break
    return best


# %%
changes(alphabeta_counting, ordered)

# %% [markdown]
# `notes` is what a search writes down while it runs: how many nodes it has visited, and which moves have cut. `take_note` is called at
# every cut. We come to it in a moment. First the opinion at the leaves, and the order in which the rules list the moves. The opinion is
# `Mobility(1)`: how many more moves I have than you, times a weight, here 1. Lists of moves are numpy arrays from here on: `np.empty` makes
# one to be filled, `np.full` one full of the same number, and `argsort` says in which order its entries would be sorted.

# %%
Notes = namedtuple("Notes", ["nodes", "killers", "history"])


def opinion(state, maximising):
    """What the kit's evaluator says, for the first player: the difference in moves."""
    return value(Mobility(1), state) if maximising else -value(Mobility(1), state)


def as_listed(state, depth, notes):
    """The moves as the rules list them, in an array: machine code sorts arrays."""
    found, count = np.empty(64, np.int64), 0
    for move in moves(state):
        found[count] = move
        count += 1
    return found[:count]


# %% [markdown]
# ### Guess 1: what the position looks like
#
# Look one move ahead and sort by a quick opinion, the *static value*: static, because nothing is searched. In Othello a good quick
# opinion is *mobility*: a move that leaves the opponent with few moves, and you with many, is probably good. (Lesson 06 says why.)


# %%
def by_static_value(state, depth, notes):
    """The moves, those first that look worst for the opponent, who moves next."""
    found = as_listed(state, depth, notes)
    if depth == 1:  # the next ply is leaves: a look at each costs what a cut would save
        return found
    looks = np.empty(len(found), np.int64)
    for i in range(len(found)):
        looks[i] = value(Mobility(1), play(state, found[i]))
    return found[np.argsort(looks, kind="mergesort")]  # equal ones stay in order


midgame = othello.parse("f5d6c3d3c4f4f6f3e6e7")
in_turn = by_static_value(midgame, 2, None)
places = {move_name(midgame, int(move)): i + 1 for i, move in enumerate(in_turn)}
draw.board(midgame, numbers=places)

# %% [markdown]
# The numbers show the order in which moves will be tried.
#
# ### Guess 2: what has cut before
#
# A move that *refuted* your last try, one so good that your try need not be looked at further, will often refute the next: at the same depth it is the same side's turn, in a position that differs
# by a few moves only. So for each depth we remember the two moves that cut there last, the
# *killers*: a new one comes to the front, the older one moves back, and the oldest is forgotten. Trying them costs nothing, not even a
# look ahead. A killer that is not legal here is not among the moves, and so is never tried.


# %%
def killers_first(state, depth, notes):
    """The moves, the two that cut at this depth before in front."""
    found = as_listed(state, depth, notes)
    ranks = np.full(len(found), 2)
    for i in range(len(found)):
        for place in (0, 1):
            if found[i] == notes.killers[depth, place]:
                ranks[i] = place
    return found[np.argsort(ranks, kind="mergesort")]


# %% [markdown]
# ### Guess 3: what cuts often
#
# The *history* heuristic (a heuristic is a rule of thumb) counts, for each side and each move, how often it has cut anywhere in the tree. A cut near the root saves more, so
# it counts more: the depth still to go, squared.


# %%
def by_history(state, depth, notes):
    """The moves, those first that have cut most often anywhere."""
    found = as_listed(state, depth, notes)
    marks = np.empty(len(found), np.int64)
    for i in range(len(found)):
        marks[i] = -notes.history[to_move(state), found[i]]
    return found[np.argsort(marks, kind="mergesort")]


def take_note(state, depth, move, notes):
    """A move has cut: it is the latest killer of its depth, and counts in the history."""
    if notes.killers[depth, 0] != move:
        notes.killers[depth, 1] = notes.killers[depth, 0]
        notes.killers[depth, 0] = move
    notes.history[to_move(state), move] += depth * depth


# %% [markdown]
# Now all of it as machine code. A sorter is handed to the search like any other argument. At first there are no killers: their places
# hold -2, which is no move (-1 is the pass).

# %%
fast = compiled(ordered)
SORTERS = {
    "as listed": compiled(as_listed),
    "static value": compiled(by_static_value),
    "killers": compiled(killers_first),
    "history": compiled(by_history),
}


def search(state, depth, name):
    """(value, nodes) for the first player, with the moves sorted in this way."""
    notes = Notes(np.zeros(1, np.int64), np.full((64, 2), -2), np.zeros((2, 64), np.int64))
    found = fast(state, depth, -INF, INF, to_move(state) == 0, SORTERS[name], notes)
    return found, int(notes.nodes[0])


# %%
guess_order = Predict(
    "Which sorter will need the fewest nodes at depth 8, in the position above?",
    choices=["none: as listed", "a look ahead", "two killers", "the history"],
    answer="a look ahead",
    reason="A look at each position beats a memory of other positions here. It costs time, though: we count nodes.",
)
guess_order

# %% tags=["answer"]
by_depth = {name: {} for name in SORTERS}
for depth in range(1, 9):
    found = {name: search(midgame, depth, name) for name in SORTERS}
    assert len({each[0] for each in found.values()}) == 1  # the order changes the work, never the value
    for name in SORTERS:
        by_depth[name][depth] = found[name][1]
for name in SORTERS:
    fewer = by_depth["as listed"][8] / by_depth[name][8]
    print(f"{name:14} {by_depth[name][8]:9,} nodes at depth 8, {fewer:4.1f} times fewer")
assert min(by_depth, key=lambda name: by_depth[name][8]) == "static value"
draw.nodes_by_depth(by_depth, title="Othello: nodes by depth and order of moves")

# %% [markdown]
# The chart in the folded cell has a logarithmic axis: equal steps are equal factors. Nodes are not time: moves must be collected and sorted before the first of
# them is searched, so each node takes longer. Is it worth it? Sorting pays where the milliseconds shrink, not only the nodes.


# %% tags=["timing"]
def seconds(name, depth):
    """The shortest of three runs."""
    times = []
    for _ in range(3):
        begin = time.process_time()
        search(midgame, depth, name)
        times.append(time.process_time() - begin)
    return min(times)


for name in SORTERS:
    taken = seconds(name, 8)
    per_node = 1e9 * taken / by_depth[name][8]
    print(f"{name:14} {1000 * taken:4.0f} ms at depth 8, {per_node:4.0f} ns for each node")

# %% [markdown]
# It is worth it. A node takes longer than with the moves as listed. But the static order visits so many fewer nodes that the whole
# search is done sooner.
#
# ## How many plies is that worth?
#
# We give each sorter the same number of nodes, in six positions: the one above and five from the middle of random games (not the ledger's
# six). How deep does it come? The nodes rarely run out exactly at the end of a depth. So we also count the part of the next ply that they
# would pay for. A ply is a factor: if the next one costs nine times the nodes, then three times the nodes are half a ply. We take the mean
# of the six. Before we look:
# one report says that sorting by static value brought one ply more, 7 to 8 where it was 6 to 7. The claim holds if the gain is at least one ply.

# %% tags=["fold"]
middle = [midgame]
chance = random.Random(4)
while len(middle) < 6:
    state = othello.start()
    for _ in range(20):
        state = play(state, chance.choice(list(moves(state))))
    if len(moves(state)) > 6:
        middle.append(state)


def plies_within(budget, name):
    """The mean depth that can be finished within a number of nodes, in parts of a ply."""
    reached = []
    for state in middle:
        depth, before, now = 0, 0, 1
        while now <= budget:
            depth, before = depth + 1, now
            now = search(state, depth + 1, name)[1]
        reached.append(depth + np.log(budget / before) / np.log(now / before))
    return float(np.mean(reached))


# %%
plies = {name: plies_within(300_000, name) for name in SORTERS}
gain = plies["static value"] - plies["as listed"]
draw.bars(plies, title="depth reached with 300,000 nodes", x_label="plies")

# %%
assert by_depth["history"][8] < by_depth["killers"][8]  # in one position
assert plies["killers"] > plies["history"]  # over six
claim(
    "L04.2",
    "Ordering by static value gains about one ply (6 to 7 becomes 7 to 8)",
    reported="+1 ply",
    ours=f"{plies['as listed']:.1f} to {plies['static value']:.1f} plies, {gain:+.1f}, six positions",
    holds=gain >= 1,
)

# %% [markdown]
# Killers and history are close to each other. In the one position above history was ahead, over six positions killers are.
#
# In Othello one move changes the whole board, so what cut next door may mean little here. Where moves are threats it is another matter: a
# threat that must be answered stays a threat whatever else was played. So a killer should be worth more there. Take four in a row on 6x6:
# like tic-tac-toe, but it takes four to win. The kit's alpha-beta searches six positions with killers, with history, and without either.

# %% tags=["fold"]
chance, threats = random.Random(3), []
while len(threats) < 6:
    state = tictactoe.start("6x6x4")
    for _ in range(8):
        if not is_over(state):
            state = play(state, chance.choice(list(moves(state))))
    if not is_over(state):
        threats.append(state)


def four_nodes(depth, **switches):
    """Nodes that the kit's alpha-beta needs for all six positions."""
    return sum(Searcher(evaluator_for(state), **switches).search(state, depth).nodes for state in threats)


def four_plies(budget, **switches):
    """The depth that can be finished within a number of nodes, in parts of a ply."""
    depth, before, now = 1, 0, four_nodes(1, **switches)
    while now <= budget:
        depth, before, now = depth + 1, now, four_nodes(depth + 1, **switches)
    return depth - 1 + float(np.log(budget / before) / np.log(now / before))


# %%
four = {
    "as listed": four_plies(1_000_000),
    "killers": four_plies(1_000_000, killers=True),
    "history": four_plies(1_000_000, history=True),
}
title = "four in a row on 6x6: depth reached with 1,000,000 nodes"
draw.bars(four, title=title, x_label="plies")

# %% tags=["fold"]
in_four, in_othello = (found["killers"] - found["as listed"] for found in (four, plies))
assert 0.9 < in_four < 1.2
assert 0.4 < in_othello < 0.6
assert abs(four["history"] - four["killers"]) < 0.1

# %% [markdown]
# Killers are worth a ply here, in Othello about half of one. History is as good: it too remembers moves that cut elsewhere. One report says
# that killers are worth one to two plies in gomoku, a game all of threats: [lesson 13](13_gomoku.ipynb) tries it.

# %% [markdown]
# ## Guess 4: what was best a ply ago
#
# Search to depth 1, then 2, then 3: each of these searches is an *iteration*. At each depth, try the moves at the root in the order that the depth before found. It sounds
# wasteful to search everything again and again. Lesson 08 shows that it is nearly free. Here we only look at the order, at the root alone.
# Why should it be a good one? The search one ply deeper sees all that the one before saw, and one move more. That changes many values a
# little, and few by much. So a move that was best is likely to be best again, or close to it. Before we look: a report says that this order
# helps; the claim holds if it needs fewer nodes to reach depth 7, over the six positions.


# %%
def kit_nodes(state, depth, **switches):
    """Nodes that the kit's alpha-beta needs to reach a depth, one after the other."""
    return Searcher(evaluator_for(state), **switches).deepen(state, depth=depth).nodes


as_listed_nodes = sum(kit_nodes(state, 7) for state in middle)
sorted_nodes = sum(kit_nodes(state, 7, previous=True) for state in middle)
previous = {"as listed": as_listed_nodes, "previous iteration first": sorted_nodes}
for name, nodes in previous.items():
    print(f"{name:25} {nodes:9,} nodes")

# %%
claim(
    "L04.3",
    "Ordering by the previous iteration's result helps",
    reported="it helps",
    ours=f"{previous['previous iteration first'] / previous['as listed']:.0%} of the nodes, at the root alone",
    holds=previous["previous iteration first"] < previous["as listed"],
    remark="With a table (lesson 09) every node remembers its best move, not only the root.",
)

# %% [markdown]
# ## Where this goes wrong
#
# A killer was a good move *in another position*. Here it may be illegal. Somebody saves time and tries it without looking. Can you see
# **two** mistakes in the new lines? The folded cell after them runs it. Open it when you have found one or both.

# %% tags=["fold"]


def plain(state, depth, alpha, beta, maximising):
    """Alpha-beta to a depth."""
    if depth == 0 or is_over(state):
        return opinion(state, maximising)
    best = -INF if maximising else INF
    for move in moves(state):
        found = plain(play(state, move), depth - 1, alpha, beta, not maximising)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def hasty(state, depth, alpha, beta, maximising, killers):
    """Tries the killer first, and never asks whether it is legal here."""
    if depth == 0 or is_over(state):
        return opinion(state, maximising)
    best = -INF if maximising else INF
    for move in [*killers.get(depth, []), *moves(state)]:
        found = hasty(play(state, move), depth - 1, alpha, beta, not maximising, killers)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            killers[depth] = [move]
            break
    return best


# %%
changes(plain, hasty)

# %% tags=["answer"]
try:
    hasty(midgame, 4, -INF, INF, True, {})
except IllegalMove as problem:
    print("IllegalMove:", str(problem)[:60], "...")

# %% [markdown]
# The first mistake: the killer may be illegal here. From Python, `play` refuses it. Compiled code trusts its caller, and would have played on from an impossible board without a word. The second
# mistake: when the killer *is* legal, it is searched twice, first as a killer and then among the moves.
#
# ## The same text in the kit
#
# The kit has each guess as a switch. With the same switches on, it visits as many nodes and finds the same values.

# %% tags=["fold"]
SWITCHES = {
    "as listed": {},
    "static value": {"static": True},
    "killers": {"killers": True},
    "history": {"history": True},
}
for name, switches in SWITCHES.items():
    for state in middle:
        for depth in (3, 5, 6):
            by_kit = Searcher(Mobility(1), **switches).search(state, depth)
            assert search(state, depth, name) == (
                by_kit.value if to_move(state) == 0 else -by_kit.value,
                by_kit.nodes,
            )

# %% [markdown]
# The kit can also combine them: killers first, then the rest by static value. So does the second row that this lesson adds to the ledger.
#
# ## The ledger


# %%
def search_by_static_value(state, depth):
    """Alpha-beta with the moves sorted by static value."""
    return Searcher(evaluator_for(state), static=True).search(state, depth)


def search_with_killers(state, depth):
    """Killers first, then by static value."""
    return Searcher(evaluator_for(state), static=True, killers=True).search(state, depth)


ledger = Ledger.load(lesson=4, own=None)
ledger.measure("+ static order", search_by_static_value)
ledger.measure("+ killers", search_with_killers)
ledger

# %%
ledger.chart("depth")

# %% tags=["fold"]
assert all(all(row.right.values()) for row in ledger.rows)

# %% [markdown]
# Compare the last two rows. In tic-tac-toe killers save nodes on top of the static order. In Othello they **cost** some: the static order is good
# there already, and a killer that is tried first pushes back a move that looks better here. Guesses do not simply add up. On the plates
# nothing changes: before the end the final score has no opinion to sort by, and the moves that cut stood first anyway.
#
# ## What we take along
#
# - Order changes the work, never the value.
# - A value is proved by two halves: "at least" by the first player, "at most" by the second. Best first visits these and nothing else,
#   about twice the square root of all leaves.
# - Cheap guesses go a long way: a quick opinion, killers, history. Each helps alone. Two together may be worse than the better one.
# - A remembered move must be checked before it is played.
#
# [Lesson 05](05_negamax.ipynb) writes the same search in nine lines, for both sides at once.
#
# ## Your turn
#
# [Lab 04](../exercises/lab04-ordering/lab04-ordering.ipynb) has you write the order and the killers yourself, and counts your nodes.
# Before or after it:
#
# 1. Change `by_static_value` to prefer corners: the squares 0, 7, 56 and 63 (they are numbered row by row, a1 is 0 and h1 is 7). Does it
#    need fewer nodes than mobility?
# 2. Keep one killer instead of two, or four. What changes?
# 3. Write a sorter that tries killers first and sorts the rest by static value, and compare its nodes with the kit's.
#
# **To read more.** Donald Knuth and Ronald Moore, *An Analysis of Alpha-Beta Pruning* (1975), has the best case. Jonathan Schaeffer, *The
# History Heuristic and Alpha-Beta Search Enhancements in Practice* (1989), compares orderings. Selim Akl and Monroe Newborn, *The
# Principal Continuation and the Killer Heuristic* (1977).
