# %% [markdown]
# # 04 · Move ordering
#
# **Why does the order of moves decide how much we prune?**
#
# Below is one tree, searched three times by the same alpha-beta. Only the order of the moves differs. Choose an order and
# watch how much of the tree turns grey.

# %%
from gamekit import INF, FinalScore, draw, trace
from gamekit.games import tree
from gamekit.search import alphabeta as kit
from gamekit.widgets import Explore, Predict

ORDERS = {
    "best first": [[[18, 13, 1], [20, 6, 5], [26, 21, 11]], [[17, 16, 14], [24, 10, 8], [25, 22, 0]], [[9, 7, 3], [19, 4, 2], [23, 15, 12]]],
    "as it comes": [[[7, 9, 3], [23, 12, 15], [4, 2, 19]], [[0, 22, 25], [16, 14, 17], [24, 8, 10]], [[5, 20, 6], [1, 13, 18], [26, 11, 21]]],
    "worst first": [[[12, 15, 23], [2, 4, 19], [3, 7, 9]], [[0, 22, 25], [8, 10, 24], [14, 16, 17]], [[11, 21, 26], [5, 6, 20], [1, 13, 18]]],
}  # fmt: skip


def searched(order="best first"):
    """The tree in this order, and what alpha-beta looks at."""
    return draw.tree(trace(kit.alphabeta)(tree.from_lists(ORDERS[order]), 3, -INF, INF, True, FinalScore()))


Explore(searched, order=list(ORDERS))

# %% [markdown]
# Worst first, nothing is cut at all. The value is the same each time; the work is not.
#
# The three trees hold the same numbers. We made them from one random tree, by turning the children of every node: `arranged` sorts them by what they are
# *worth*, which minimax tells. (We cheat here: a search cannot sort by what it has yet to find out. But a cheat shows how much there is to gain.)

# %%
import random

import numpy as np

from gamekit import compiled, is_over, move_name, moves, play, score, to_move, value
from gamekit.course import claim
from gamekit.games import othello, plates, tictactoe
from gamekit.othello import Mobility


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


def worth(lists, maximising):
    """Minimax on nested lists."""
    if not isinstance(lists, list):
        return lists
    found = [worth(child, not maximising) for child in lists]
    return max(found) if maximising else min(found)


def arranged(lists, order, maximising=True):
    """The same tree with the children of every node in another order: best first or worst first."""
    if not isinstance(lists, list):
        return lists
    children = [arranged(child, order, not maximising) for child in lists]
    best_first = sorted(children, key=lambda child: worth(child, not maximising), reverse=maximising)
    return {"best first": best_first, "worst first": best_first[::-1], "as it comes": children}[order]


def uniform_tree(branches, levels, seed):
    """A tree with the same number of branches everywhere and all leaves different."""
    leaves = list(range(branches**levels))
    random.Random(seed).shuffle(leaves)

    def grow(level):
        return leaves.pop() if level == 0 else [grow(level - 1) for _ in range(branches)]

    return grow(levels)


some_tree = uniform_tree(3, 3, seed=4)
assert {order: arranged(some_tree, order) for order in ORDERS} == ORDERS

# %% [markdown]
# ## On the plates
#
# In lesson 03 we were lucky: plate A, the best one, came first. Here are all six orders of the three plates.

# %%
from itertools import permutations

three = ["1,20,50", "5,10,100", "1,5,20"]
orders = {
    "".join(names): len(
        trace(alphabeta)(plates.parse("/".join(three["ABC".index(name)] for name in names)), -INF, INF, True)
    )
    for names in permutations("ABC")
}
assert orders["ABC"] == 18
assert orders["ABC"] == min(orders.values())
orders

# %% [markdown]
# ## How good can it get, how bad can it be?
#
# A tree in which every node has *b* moves, *d* moves deep, has b^d leaves. That is the worst case: alpha-beta looks at all of them.
#
# In the best case, somebody must still prove the value. *I* show one good move at each of my nodes, but must answer **all**
# moves of yours: about b^(d/2) leaves. *You* do the same from your side. The exact count is b^⌈d/2⌉ + b^⌊d/2⌋ - 1, because one leaf
# is counted twice.


# %%
def best_case(b, d):
    """Leaves that no search can avoid, by the formula."""
    return b ** -(-d // 2) + b ** (d // 2) - 1


# %%
guess_best = Predict(
    "With 3 moves everywhere and 4 moves deep there are 81 leaves. How many does alpha-beta visit at best?",
    answer=lambda: best_case(3, 4),
    kind="number",
    reason="3² + 3² - 1 = 17. About the square root of 81, twice.",
)
guess_best


# %%
def leaves_visited(lists):
    """Leaves that alpha-beta looks at."""
    walk = trace(alphabeta)(tree.from_lists(lists), -INF, INF, True)
    return sum(not node.children for node in walk.nodes)


def worst_tree(b, d, maximising=True, low=0):
    """Leaves so placed that no bound is ever reached: each later branch lies wholly beyond the one before."""
    if d == 0:
        return low
    step = b ** (d - 1)
    children = [worst_tree(b, d - 1, not maximising, low + i * step) for i in range(b)]
    return children if maximising else children[::-1]


rows = []
for b, d in [(2, 4), (2, 7), (3, 4), (3, 5), (4, 4), (5, 3)]:
    shuffled = uniform_tree(b, d, seed=1)
    visited = [
        leaves_visited(arranged(shuffled, order)) for order in ("best first", "as it comes", "worst first")
    ]
    rows.append((b, d, best_case(b, d), *visited, leaves_visited(worst_tree(b, d)), b**d))
    assert rows[-1][2] == rows[-1][3]
    assert rows[-1][6] == rows[-1][7]
print(" b  d | formula   best  chance  worst first  worst tree    b^d")
for row in rows:
    print("{:2} {:2} | {:7} {:6} {:7} {:12} {:11} {:6}".format(*row))

# %% [markdown]
# Two things to see. Best first meets the formula exactly. And trying the worst move first at every node is *not quite* the worst that can
# happen: a few cuts remain. To make alpha-beta look at every leaf, the numbers themselves must be placed for it, each branch
# wholly beyond the one before.

# %%
claim(
    "L04.1",
    "Best case b^ceil(d/2) + b^floor(d/2) - 1 leaves, worst case b^d",
    reported="the formulas",
    ours="both met exactly on uniform trees; worst-first order alone leaves a few cuts",
    holds=all(row[2] == row[3] and row[6] == row[7] for row in rows),
)

# %% [markdown]
# Nobody knows the best move beforehand: if we did, we would not have to search. But a good *guess* is cheap.
#
# ## Guess 1: what the position looks like
#
# Look one move ahead and sort by a quick opinion. In Othello a good quick opinion is *mobility*: a move that leaves the
# opponent with few moves, and you with many, is probably good. (Lesson 06 says why.)


# %%
def opinion(state, maximising):
    """What the kit's evaluator says, for the first player: how many more moves I have than you."""
    return value(Mobility(1), state) if maximising else -value(Mobility(1), state)


def in_order(state):
    """The moves as the rules list them."""
    found, count = np.empty(64, np.int64), 0
    for move in moves(state):
        found[count] = move
        count += 1
    return found[:count]


def by_static_value(state):
    """The moves, those first that look worst for the opponent, who moves next."""
    found = in_order(state)
    looks = np.empty(len(found), np.int64)
    for i in range(len(found)):
        looks[i] = value(Mobility(1), play(state, found[i]))
    return found[np.argsort(looks, kind="mergesort")]  # a stable sort: equal ones stay in order


midgame = othello.parse("f5d6c3d3c4f4f6f3e6e7")
draw.board(
    midgame, numbers={move_name(midgame, int(m)): i + 1 for i, m in enumerate(by_static_value(midgame))}
)

# %% [markdown]
# The numbers show the order in which moves will be tried.
#
# ## Guess 2: what has cut before
#
# A move that refuted your last try will often refute the next. So each ply remembers its two latest cutting moves, the *killers*: first
# in, first out. Trying them costs nothing, not even a look ahead.
#
# ## Guess 3: what cuts often
#
# The *history* heuristic counts, for each move, how often it has cut anywhere in the tree, and counts deep cuts more.
#
# ## One search for all guesses
#
# It is alpha-beta of lesson 03 with one line changed: the loop runs over the sorted moves. When a move cuts, killers and history take note. `way` says how
# the moves are sorted, so that one text serves all experiments.

# %%
AS_LISTED, STATIC, KILLERS, HISTORY, KILLERS_AND_STATIC = 0, 1, 2, 3, 4


def promote(found, move):
    """Put a move to the front if it is among the moves. If it is not legal here, nothing happens."""
    for i in range(len(found)):
        if found[i] == move:
            for j in range(i, 0, -1):
                found[j] = found[j - 1]
            found[0] = move


def by_history(found, history):
    """The moves, those first that have cut most often anywhere."""
    marks = np.empty(len(found), np.int64)
    for i in range(len(found)):
        marks[i] = -history[found[i]]
    return found[np.argsort(marks, kind="mergesort")]


def ordered(state, depth, ply, alpha, beta, maximising, way, killers, history, counter):
    """Alpha-beta to a depth, with moves in an order of our choice."""
    counter[0] += 1
    if depth == 0 or is_over(state):
        return opinion(state, maximising)
    is_static = way in (STATIC, KILLERS_AND_STATIC) and depth > 1
    found_moves = by_static_value(state) if is_static else in_order(state)
    if way == HISTORY:
        found_moves = by_history(found_moves, history[0 if maximising else 1])
    if way in (KILLERS, KILLERS_AND_STATIC):
        promote(found_moves, killers[ply, 1])
        promote(found_moves, killers[ply, 0])
    best = -INF if maximising else INF
    for move in found_moves:
        found = ordered(
            play(state, move), depth - 1, ply + 1, alpha, beta, not maximising, way, killers, history, counter
        )
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            if killers[ply, 0] != move:  # first in, first out
                killers[ply, 1] = killers[ply, 0]
                killers[ply, 0] = move
            history[0 if maximising else 1, move] += depth * depth
            break
    return best


fast = compiled(ordered)


def search(state, depth, way):
    """(value, nodes) for the first player."""
    killers, history, counter = np.full((64, 2), -2), np.zeros((2, 64), np.int64), np.zeros(1, np.int64)
    found = fast(state, depth, 0, -INF, INF, to_move(state) == 0, way, killers, history, counter)
    return found, int(counter[0])


# %%
names = {
    AS_LISTED: "as listed",
    STATIC: "static value",
    KILLERS: "killers",
    HISTORY: "history",
    KILLERS_AND_STATIC: "killers + static",
}

# %%
guess_order = Predict(
    "Which of these alone will need the fewest nodes at depth 8?",
    choices=["as listed", "static value", "killers", "history"],
    answer=lambda: min(
        ("as listed", "static value", "killers", "history"),
        key=lambda name: search(midgame, 8, list(names.values()).index(name))[1],
    ),
    reason="A look at each position beats a memory of other positions here. It costs time, though: the table below counts nodes.",
)
guess_order

# %%
by_depth = {name: {} for name in names.values()}
for depth in range(1, 9):
    values = set()
    for way, name in names.items():
        found, by_depth[name][depth] = search(midgame, depth, way)
        values.add(found)
    assert len(values) == 1  # the order changes the work, never the value
draw.nodes_by_depth(by_depth, title="Othello: nodes by depth and order of moves")

# %% [markdown]
# The chart has a logarithmic axis: equal steps are equal factors. In numbers, at the greatest depth:

# %%
deepest = 8
table = {name: by_depth[name][deepest] for name in by_depth}
for name, nodes in table.items():
    print(f"{name:17} {nodes:9,} nodes, {table['as listed'] / nodes:4.1f} times fewer")
assert table["killers"] < table["as listed"]
assert table["history"] < table["as listed"]
assert table["static value"] < table["killers"]

# %% [markdown]
# How many plies is that worth? We give each order the same number of nodes, over several positions.

# %%
middle = [midgame]
chance = random.Random(4)
while len(middle) < 6:
    state = othello.start()
    for _ in range(20):
        state = play(state, chance.choice(list(moves(state))))
    if len(moves(state)) > 6:
        middle.append(state)


def plies_within(budget, way):
    """The mean depth that can be finished within a number of nodes, in parts of a ply."""
    reached = []
    for state in middle:
        depth, before, now = 0, 0, 1
        while now <= budget:
            depth, before = depth + 1, now
            now = search(state, depth + 1, way)[1]
        reached.append(depth + np.log(budget / before) / np.log(now / before))
    return float(np.mean(reached))


gained = {name: plies_within(300_000, way) for way, name in names.items()}
gain = gained["static value"] - gained["as listed"]
draw.bars(gained, title="depth reached with 300,000 nodes", x_label="plies")

# %%
claim(
    "L04.2",
    "Ordering by static value gains about one ply (7 to 8)",
    reported="+1 ply",
    ours=f"{gained['as listed']:.1f} to {gained['static value']:.1f} plies, +{gain:.1f}",
    holds=0.5 < gain < 2.5,
)

# %% [markdown]
# In Othello one move changes the whole board, so what cut next door may mean little here. Where moves are threats it is another matter: a threat that must be answered stays a
# threat whatever else was played. Here is gomoku in small, four in a row on 6x6, searched by the kit's alpha-beta with and without killers.

# %%
from gamekit.search import Searcher

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
    return sum(Searcher(FinalScore(), **switches).search(state, depth).nodes for state in threats)


def four_plies(budget, **switches):
    """The depth that can be finished within a number of nodes, in parts of a ply."""
    depth, before, now = 1, 0, four_nodes(1, **switches)
    while now <= budget:
        depth, before, now = depth + 1, now, four_nodes(depth + 1, **switches)
    return depth - 1 + float(np.log(budget / before) / np.log(now / before))


four = {
    "as listed": four_plies(1_000_000),
    "killers": four_plies(1_000_000, killers=True),
    "history": four_plies(1_000_000, history=True),
}
draw.bars(four, title="four in a row on 6x6: depth reached with 1,000,000 nodes", x_label="plies")

# %% [markdown]
# And gomoku itself, on 15x15, with the search of lesson 13 in three quiet positions: once with the moves as they are listed, and once sorted by what each point is worth. Killers come first, before anything else. How many plies are
# they worth? Compare what they save with what one ply more costs, on a logarithmic scale.

# %%
from gamekit.games import gomoku
from gamekit.gomoku import QUIET
from gamekit.gomoku.board import tables
from gamekit.gomoku.search import search as search_gomoku
from gamekit.gomoku.weights import learnt
from gamekit.gomoku.work import new_work
from gamekit.search.context import reset_work


def gomoku_nodes(depth, ordering, killers):
    """Nodes of searches to this depth in three quiet positions, the shallower ones included."""
    nodes = 0
    for text in QUIET:
        work, weights = new_work(), learnt()
        work["ordering"], work["killing"], work["width"] = ordering, killers, 16
        work["killer_least"] = 0  # a killer is tried first whatever its point is worth
        at = tables(gomoku.parse(text), weights.of_patterns, weights.tempo).record[0]
        for each in range(1, depth + 1):
            reset_work(work, 0, 0.0)
            search_gomoku(at, work[0], each, -INF, INF, 0)
            nodes += int(work["nodes"][0])
    return nodes


def killer_plies(depth, ordering):
    """What killers gain in gomoku at this depth, in parts of a ply."""
    without = [gomoku_nodes(each, ordering, False) for each in (depth - 1, depth)]
    saved = without[1] / gomoku_nodes(depth, ordering, True)
    return float(np.log(saved) / np.log(without[1] / without[0]))


as_listed, by_points = killer_plies(5, ordering=False), killer_plies(8, ordering=True)
draw.bars(
    {"moves as listed, to depth 5": as_listed, "best points first, to depth 8": by_points},
    title="gomoku on 15x15: plies that killers gain",
    x_label="plies",
)

# %% [markdown]
# Nearly a ply where nothing else orders the moves. And a *loss* where the points already do: there a threat with few replies comes first, and a quiet killer, though it may cut as well, can have the larger tree below it. A good order beats a quick one. Lesson 13 shows what its engine does about
# it.

# %%
assert as_listed > 0.7
assert by_points < 0

# %%
claim(
    "L04.3",
    "Killer moves (two per ply, first in first out) search 1 to 2 plies deeper in gomoku; the history heuristic helps too",
    reported="killers: +1 to +2 plies",
    ours=f"four in a row on 6x6: killers {four['killers'] - four['as listed']:+.1f}, history {four['history'] - four['as listed']:+.1f} plies; "
    f"gomoku on 15x15: killers {as_listed:+.1f} plies with moves as listed, {by_points:+.1f} with the best points first; "
    f"Othello: {gained['killers'] - gained['as listed']:+.1f} and {gained['history'] - gained['as listed']:+.1f}",
    holds=as_listed >= 1,
    remark="Close to a ply in gomoku, and a whole one in four in a row, where nothing else orders the moves. After an order by points, killers before all else cost about as much as they gained. In Othello a killer is worth less.",
)

# %% [markdown]
# ## Guess 4: what was best a ply ago
#
# Search to depth 1, then 2, then 3. At each depth, try the moves at the root in the order that the depth before found. It sounds
# wasteful to search everything again and again. Lesson 08 shows that it is nearly free. Here we only look at the order.

# %%
from gamekit.course import Ledger, evaluator_for


def kit_nodes(state, depth, **switches):
    """Nodes that the kit's alpha-beta needs to reach a depth, one depth after the other."""
    return Searcher(evaluator_for(state), **switches).deepen(state, depth=depth).nodes


previous = {
    "as listed": sum(kit_nodes(state, 7) for state in middle),
    "previous iteration first": sum(kit_nodes(state, 7, previous=True) for state in middle),
}
for name, nodes in previous.items():
    print(f"{name:25} {nodes:9,} nodes")

# %%
claim(
    "L04.4",
    "Ordering by the previous iteration's result helps",
    reported="it helps",
    ours=f"{previous['previous iteration first'] / previous['as listed']:.0%} of the nodes, at the root alone",
    holds=previous["previous iteration first"] < previous["as listed"],
    remark="With a table (lesson 09) every node remembers its best move, not only the root. That is where the gain is.",
)

# %% [markdown]
# ## Where this goes wrong
#
# A killer was a good move *in another position*. Here it may be illegal. Somebody saves time and tries it without looking.


# %%
def hasty(state, depth, ply, alpha, beta, maximising, killers):
    """Tries the killer first, and never asks whether it is legal here."""
    if depth == 0 or is_over(state):
        return opinion(state, maximising)
    found_moves = [move for move in (killers.get(ply), *moves(state)) if move is not None]
    best = -INF if maximising else INF
    for move in found_moves:
        found = hasty(play(state, move), depth - 1, ply + 1, alpha, beta, not maximising, killers)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            killers[ply] = move
            break
    return best


from gamekit import IllegalMove

try:
    hasty(midgame, 4, 0, -INF, INF, True, {})
except IllegalMove as problem:
    print("IllegalMove:", str(problem)[:60], "...")

# %% [markdown]
# From Python, `play` refuses. Compiled code trusts its caller, and would have played on from an impossible board without a word. There is a second
# bug in `hasty`: can you find it? (When the killer *is* legal, it is searched twice.)
#
# ## The same text in the kit
#
# The kit has each guess as a switch. With the same switches on, it looks at the same positions in the same order: values and nodes agree one by one.

# %%
SWITCHES = {
    AS_LISTED: {},
    STATIC: {"static": True},
    KILLERS: {"killers": True},
    HISTORY: {"history": True},
    KILLERS_AND_STATIC: {"killers": True, "static": True},
}
for way, switches in SWITCHES.items():
    for state in middle:
        for depth in (3, 5, 6):
            by_kit = Searcher(Mobility(1), **switches).search(state, depth)
            ours = search(state, depth, way)
            assert ours == (by_kit.value if to_move(state) == 0 else -by_kit.value, by_kit.nodes)
print(f"{len(SWITCHES)} orders, {len(middle)} positions, 3 depths: the same values, the same nodes")

# %% [markdown]
# ## The ledger


# %% tags=["timing"]
def search_by_static_value(state, depth):
    """(value, nodes): alpha-beta of lesson 03 with the moves sorted by static value."""
    found = Searcher(evaluator_for(state), static=True).search(state, depth)
    return found.value, found.nodes


def search_with_killers(state, depth):
    """(value, nodes): with static values and killers."""
    found = Searcher(evaluator_for(state), static=True, killers=True).search(state, depth)
    return found.value, found.nodes


ledger = Ledger.load(lesson=4, own=None)
ledger.measure("+ static order", search_by_static_value)
ledger.measure("+ killers", search_with_killers)
ledger

# %%
assert all(all(row.right.values()) for row in ledger.rows)
ledger.chart("depth")

# %% [markdown]
# ## What we take along
#
# - Order changes the work, never the value.
# - Best first needs about the square root of the leaves, twice. Worst first needs nearly all.
# - Cheap guesses go a long way: a quick opinion, killers, history.
# - A remembered move must be checked before it is played.
#
# ## Your turn
#
# [Lab 04](../exercises/lab04-ordering/lab04-ordering.ipynb) has you write the order and the killers yourself, and counts your nodes. Before or after it:
#
# 1. Change `by_static_value` to prefer corners. Does it need fewer nodes than mobility?
# 2. Keep one killer instead of two, or four. What changes?
# 3. Order the moves *worst first* by static value. How bad does it get, compared with the listed order?
#
# **To read more.** Donald Knuth and Ronald Moore, *An Analysis of Alpha-Beta Pruning* (1975), has the best case. Jonathan Schaeffer, *The History
# Heuristic and Alpha-Beta Search Enhancements in Practice* (1989), compares orderings. Selim Akl and Monroe Newborn, *The Principal Continuation and the Killer Heuristic* (1977).
