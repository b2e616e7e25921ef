# %% [markdown]
# # 08 · Iterative deepening
#
# **How do we think for at most three seconds?**
#
# Move the slider and watch the program change its mind. The numbers on the board are the moves it expects. Each step to the right
# costs several times the step before. You have three seconds: where do you stop?

# %% tags=["fold"]
import json
import os
import subprocess
import sys
import threading
import time
from importlib.resources import files

import numpy as np

from gamekit import INF, compiled, draw, is_over, move_name, moves, play, to_move, value
from gamekit.arena import random_openings
from gamekit.course import POSITIONS, Ledger, changes, claim, evaluator_for, finding
from gamekit.games import othello
from gamekit.othello import Mobility
from gamekit.players import GameClock
from gamekit.search import Searcher, Table
from gamekit.widgets import Explore, Predict

midgame = othello.parse("f5d6c3d3c4f4f6f3e6e7")
EVALUATOR = Mobility(1)


# %%
def opinion(depth=1):
    """What a search to this depth expects, and what it cost."""
    found = Searcher(EVALUATOR).search(midgame, depth)
    best = move_name(midgame, found.move)
    title = f"depth {depth}: {best}, value {found.value:+}, {found.nodes:,} nodes"
    return draw.board(midgame, line=found.line, size=340, title=title)


Explore(opinion, depth=(1, 9))

# %% [markdown]
# You cannot know where to stop, because you cannot know beforehand what a depth will cost. This lesson stops guessing.
#
# ## A fixed depth is always wrong
#
# Here are twelve games in which both sides look 6 plies ahead, at every move. We count nodes instead of seconds, as often in this lesson: a
# node takes about the same time everywhere in the tree, and your machine and mine agree on the count.

# %%
FIXED, ALLOWED = 6, 30_000  # plies; and the nodes that we can afford for one move


def cost_of_a_game(opening, depth=FIXED):
    """Nodes of every move of a game at a fixed depth, by the number of the move."""
    searcher, state, cost = Searcher(EVALUATOR), othello.start(), {}
    for move in opening:
        state = play(state, move)
    while not is_over(state):
        found = searcher.search(state, depth)
        cost[(state.player | state.opponent).bit_count() - 3] = found.nodes
        state = play(state, found.move)
    return cost


openings = random_openings(othello.start(), 12, plies=4, seed=8)
costs = [cost_of_a_game(opening) for opening in openings]

# %% [markdown]
# One report says that a fixed depth is late in one part of the game and wastes time in another. We call a move *late* if it costs more than
# 30,000 nodes. The sentence holds here if in some part moves are late, and if in another, fifteen moves long, none is late and more than half
# of the nodes stay unused.

# %% tags=["fold"]
parts = {
    "moves 5 to 10": (5, 10),
    "moves 11 to 30": (11, 30),
    "moves 31 to 45": (31, 45),
    "moves 46 to 60": (46, 60),
}


def late_in(first, last):
    """The share of moves, from one number to another, that cost more than we can afford."""
    nodes = [found for cost in costs for number, found in cost.items() if first <= number <= last]
    return sum(found > ALLOWED for found in nodes) / len(nodes)


# %%
guess_fixed = Predict(
    "Six plies at every move: which moves are late most often?",
    choices=list(parts),
    answer=lambda: max(parts, key=lambda part: late_in(*parts[part])),
    reason="In the middle game there are most moves to choose from. Near the end there is hardly anything left to search.",
)
guess_fixed

# %% tags=["answer"]
mean = {number: np.mean([cost[number] for cost in costs if number in cost]) for number in range(5, 61)}
most = {number: max(cost[number] for cost in costs if number in cost) for number in range(5, 61)}
for name, part in parts.items():
    print(f"{name}: {late_in(*part):4.0%} of the moves cost more than {ALLOWED:,} nodes")
unused = 1 - np.mean([mean[number] for number in range(46, 61)]) / ALLOWED
print(f"The last fifteen moves leave {unused:.0%} of their nodes unused.")
middle_over_end = np.mean([mean[n] for n in range(11, 31)]) / np.mean([mean[n] for n in range(46, 61)])
draw.learning_curves(
    {"the mean game": mean, "the worst game": most},
    lines={"what we can afford": ALLOWED},
    title=f"Games at a fixed depth of {FIXED}",
    x_label="move number",
    y_label="nodes",
)

# %% tags=["answer"]
claim(
    "L08.3",
    "A fixed depth times out in the middle game and wastes the endgame",
    reported="it does both",
    ours=f"{late_in(11, 30):.0%} of moves 11 to 30 are late, {late_in(46, 60):.0%} of moves 46 to 60, which leave {unused:.0%} unused",
    holds=late_in(11, 30) > 0 == late_in(46, 60) and unused > 0.5,
    remark="Twelve games. How many are late depends on the limit, which is our choice. What does not: a move from 11 to 30 costs "
    f"{middle_over_end:.0f} times one from 46 to 60.",
)

# %% [markdown]
# A greater depth would lose on time. A smaller one would waste even more of the endgame, which is where looking to the very end is possible.
# So the depth must come from the clock, not the other way round.
#
# ## Search to depth 1. Then 2. Then 3.
#
# The search is negamax of lesson 05. Two things are new, both in its first lines: it counts its calls, and it *can be told to stop*. `work` is a
# small array, so that somebody outside can write into it while the search runs.

# %%
NODES, LIMIT, STOP = 0, 1, 2  # places in `work`


def look(state, depth, alpha, beta, evaluator, work):
    """Negamax with a window. Once `work[STOP]` is set it returns at once, worth nothing."""
    work[NODES] += 1
    if work[NODES] >= work[LIMIT]:
        work[STOP] = 1
    if work[STOP]:
        return 0
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        best = max(best, -look(play(state, move), depth - 1, -beta, -alpha, evaluator, work))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# %% [markdown]
# At the root we want the move, not only the value.

# %%
fast_look = compiled(look)


def at_root(state, depth, work, look=fast_look):
    """(best move, its value) at this depth."""
    work[NODES] += 1
    best, best_move = -INF, None
    for move in moves(state):
        found = -look(play(state, move), depth - 1, -INF, -best, EVALUATOR, work)
        if found > best:
            best, best_move = found, move
    return best_move, best


# %% [markdown]
# And here is the idea of the lesson, in eight lines. There is an answer before anything is searched. Each depth that is *finished* replaces it. The
# depth that was cut short is thrown away.


# %%
def deepen(state, work, deepest=60, look=fast_look):
    """(depth, move, value, nodes) of the last finished depth."""
    answer = (0, moves(state)[0], 0, 0)
    for depth in range(1, deepest + 1):
        move, found = at_root(state, depth, work, look)
        if work[STOP]:
            break
        answer = (depth, move, found, int(work[NODES]))
    return answer


def with_limit(nodes):
    """A fresh `work` that stops after so many nodes."""
    return np.array([0, nodes, 0])


NEVER = 10**15
for nodes in (10, 1_000, 20_000, 1_000_000):
    depth, move, found, used = deepen(midgame, with_limit(nodes))
    print(f"{nodes:9,} nodes allowed: depth {depth:2}, {move_name(midgame, move)}, value {found:+}")

# %% [markdown]
# ## But that searches everything again and again!
#
# To reach depth 8 it searches depths 1 to 7 first, and throws their values away. How bad is it?

# %% tags=["fold"]
SHARES = {
    "about one part in thirty": 1 / 30,
    "about a quarter": 0.25,
    "about a half": 0.5,
    "nearly all": 1,
}


def nodes_of_depth(depth):
    """What one depth costs by itself."""
    work = with_limit(NEVER)
    at_root(midgame, depth, work)
    return int(work[NODES])


def share_of_shallow(depth):
    """The share of all shallower depths in the nodes up to this one."""
    nodes = [nodes_of_depth(each) for each in range(1, depth + 1)]
    return sum(nodes[:-1]) / sum(nodes)


# %%
guess_share = Predict(
    "Going up to depth 8, which part of all nodes do depths 1 to 7 take together?",
    choices=list(SHARES),
    answer=lambda: min(SHARES, key=lambda words: abs(SHARES[words] - share_of_shallow(8))),
    reason="Each depth costs between four and five times the one before, so the last one outweighs all others together.",
)
guess_share

# %% tags=["answer"]
nodes_at, below = {}, {}
for depth in range(1, 10):
    nodes_at[depth] = nodes_of_depth(depth)
    below[depth] = sum(nodes_at[d] for d in range(1, depth))
print("depth   its own nodes   all shallower   share of the whole")
for depth in range(2, 10):
    share = below[depth] / (below[depth] + nodes_at[depth])
    print(f"{depth:5} {nodes_at[depth]:15,} {below[depth]:15,} {share:14.0%}")

# %% [markdown]
# The arithmetic behind it, as one report has it: if each depth costs *n* times the one before, depth *k* costs n^k, and all shallower
# ones together cost 1 + n + n² + ... + n^(k-1) = (n^k - 1)/(n - 1). For n = 2 or more that is less than n^k. Take care which n you use. There
# are ten or more moves in most positions, but pruning makes n much smaller than the number of moves. And take care what you compare with. The
# question above asked for the share of *all* nodes. The formula compares the shallow depths with the *last depth alone*, so its percentage is
# the larger one. The report's sentence holds here if they cost less than the last depth, at depth 8 and at depth 9.

# %% tags=["answer"]
for n in range(2, 31):
    for k in range(1, 10):
        assert sum(n**i for i in range(k)) == (n**k - 1) // (n - 1) < n**k
growth = (nodes_at[9] / nodes_at[3]) ** (1 / 6)
print(f"Measured: each depth costs {growth:.1f} times the one before.")
expected, at_8, at_9 = 1 / (growth - 1), below[8] / nodes_at[8], below[9] / nodes_at[9]
print(f"So all shallower ones should cost 1/({growth:.1f} - 1) = {expected:.0%} of the last.")
print(f"They cost {at_9:.0%} at depth 9, and {at_8:.0%} at depth 8.")

# %% tags=["answer"]
claim(
    "L08.1",
    "The cost of all shallower searches is small: the sum of n^i up to k-1 is below n^k",
    reported="below the last depth's cost",
    ours=f"{below[8] / nodes_at[8]:.0%} of depth 8, {below[9] / nodes_at[9]:.0%} of depth 9 (n is about {growth:.1f})",
    holds=below[8] < nodes_at[8] and below[9] < nodes_at[9],
    remark="One position. The report also calls it a negligible constant. It is not: pruning makes n much smaller than the number of moves.",
)

# %% [markdown]
# ## And then it may pay for itself
#
# A shallow search knows something that a deep one needs: which move to try first (lesson 04). So let each depth leave notes for the next:
# the values at the root, the killers, and the best move of every position met (a table; the next lesson builds it).
# `Table(16)` is one of 16 megabytes. `previous` sorts the root's moves by their values one depth before.

# %%
DEPTH = 9
ways = {
    "no notes": {},
    "static order, killers": {"static": True, "killers": True, "previous": True},
    "the same, and a table": {
        "static": True,
        "killers": True,
        "previous": True,
        "table": Table(16),
    },
}
both = {
    name: (
        Searcher(EVALUATOR, **switches).search(midgame, DEPTH).nodes,
        Searcher(EVALUATOR, **switches).deepen(midgame, depth=DEPTH).nodes,
    )
    for name, switches in ways.items()
}
print(f"{'':28} depth {DEPTH} at once   1 to {DEPTH} in turn")
for name, (direct, deepened) in both.items():
    print(f"{name:28} {direct:15,} {deepened:16,}   {deepened / direct:5.0%}")
assert both["no notes"][1] == below[9] + nodes_at[9]  # the kit's text visits the same nodes as ours
assert both["the same, and a table"][1] < both["the same, and a table"][0]

# %% [markdown]
# Without notes, going through all depths costs more, as it must. With killers and the root's values as notes it costs about the same. Now read the
# last line: with a table, all nine depths together cost *less* than depth 9 alone. It is one position. But there deepening is not a price. It is how the
# notes get written.
#
# ## Where this goes wrong
#
# Somebody changes the order of two steps in `deepen`: first the answer, then the look at the flag. What follows? Think before you go on: what
# does a stopped search return, and who reads it?


# %% tags=["fold"]
def hasty_deepen(state, work, deepest=60, look=fast_look):
    """Believes whatever the search said when it was told to stop."""
    answer = (0, moves(state)[0], 0, 0)
    for depth in range(1, deepest + 1):
        move, found = at_root(state, depth, work, look)
        answer = (depth, move, found, int(work[NODES]))
        if work[STOP]:
            break
    return answer


# %%
changes(deepen, hasty_deepen)

# %% [markdown]
# We stop both versions at fifty different moments in each of six positions, and
# ask a deeper search what their moves are worth.

# %% tags=["fold"]
six = [othello.parse(position.text) for position in POSITIONS if position.game == "othello"]
moments = range(1_000, 51_000, 1_000)
truths = [
    Searcher(EVALUATOR, static=True, killers=True, previous=True).analyse(state, depth=8).values
    for state in six
]


def worth_of(way):
    """What the moves are worth that it plays when stopped: a list for each position."""
    return [
        [truth[way(state, with_limit(nodes))[1]] for nodes in moments]
        for state, truth in zip(six, truths, strict=True)
    ]


def how_often_worse():
    """In how many of the 300 cases the hasty version plays the worse move, and the careful one."""
    pairs = [
        pair
        for both in zip(worth["hasty"], worth["careful"], strict=True)
        for pair in zip(*both, strict=True)
    ]
    return sum(hasty < careful for hasty, careful in pairs), sum(hasty > careful for hasty, careful in pairs)


worth = {"careful": worth_of(deepen), "hasty": worth_of(hasty_deepen)}


# %%
guess_hasty = Predict(
    "At how many of 300 moments does the hasty one play worse?",
    answer=lambda: how_often_worse()[0],
    kind="number",
    factor=1.5,
    reason="It is stopped in the middle of a depth nearly always. But often the move that it likes by mistake is the right one anyway.",
)
guess_hasty

# %% tags=["answer"]
print("position   best possible   careful    hasty")
for number, (truth, careful, hasty) in enumerate(
    zip(truths, worth["careful"], worth["hasty"], strict=True), 1
):
    print(f"{number:8} {max(truth.values()):+15} {np.mean(careful):+9.1f} {np.mean(hasty):+8.1f}")
worse, better = how_often_worse()
lost = float(np.mean(worth["careful"]) - np.mean(worth["hasty"]))
print(f"worse in {worse} of 300 cases, better in {better};")
print(f"{lost:.1f} moves of mobility lost on average")

# %% [markdown]
# A stopped search returns 0, and the root takes that for a value. A test or two will not find it. There is a rule in it: such a bug does harm as long as
# all moves searched so far are worth *less* than 0, since one that was never searched then looks best of all. Stop at many moments, in
# good and in bad positions. The reports' rule holds here if the unfinished depth plays the worse move more often than the better one.

# %% tags=["answer"]
claim(
    "L08.2",
    "Near the end of the time stop, and play what the last finished depth found",
    reported="two reports do so",
    ours=f"believing the unfinished depth plays a worse move at {worse} of 300 moments and a better one at {better}",
    holds=worse > better,
    remark="Fifty moments in each of six positions, judged by a search to depth 8.",
)

# %% [markdown]
# ## Now with a real clock
#
# Compiled code runs without looking up. But it looks at `work[STOP]` at every node, and `work` is shared memory. So a *timer* can set it: another thread
# that sleeps for three seconds, writes one number, and is done.


# %% tags=["timing"]
def think(state, seconds, deepest=60):
    """The last depth that can be finished in this time."""
    work = with_limit(NEVER)

    def time_is_up():
        work[STOP] = 1

    timer = threading.Timer(seconds, time_is_up)
    timer.start()
    answer = deepen(state, work, deepest)
    timer.cancel()
    return answer


for seconds in (0.01, 0.1, 1.0):
    begin = time.perf_counter()
    depth, move, found, nodes = think(midgame, seconds)
    took = time.perf_counter() - begin
    print(f"{seconds:5} s allowed, {took:.3f} s taken: depth {depth:2}, {move_name(midgame, move)}")

# %% [markdown]
# Look at the time taken: a little *more* than allowed. A timer rings after the time is up, not before. The kit does two things better. It
# stops a few milliseconds early, since an operating system may take the processor away from us at the very last moment. And its compiled text
# reads the clock itself, once every 1,024 nodes, so that no second thread has to wake up in time.
#
# Otherwise it is the same text. Same depth, same move, same value, same nodes, wherever we stop it. The folded cell checks it.

# %% tags=["fold"]
for limit in (100, 3_000, 20_000, 77_777, 300_000):
    kit = []
    Searcher(EVALUATOR).deepen(
        midgame,
        nodes=limit,
        report=lambda found, kit=kit: kit.append((found.depth, found.move, found.value, found.nodes)),
    )
    assert kit[-1] == deepen(midgame, with_limit(limit)), limit
plain = deepen(midgame, with_limit(5_000), look=look)  # the same text in plain Python
assert plain == deepen(midgame, with_limit(5_000))

# %% [markdown]
# What does compiling buy? Depth, for the same time:


# %% tags=["timing"]
def depth_in(seconds, look):
    """The depth that a form of the text finishes in so many seconds."""
    work = with_limit(NEVER)
    timer = threading.Timer(seconds, lambda: work.__setitem__(STOP, 1))
    timer.start()
    depth, _, _, nodes = deepen(midgame, work, look=look)
    return depth, nodes


for name, form in (("plain Python", look), ("compiled", fast_look)):
    depth, nodes = depth_in(0.5, form)
    print(f"{name:13} depth {depth:2} in half a second, {nodes:10,} nodes")

# %% [markdown]
# ## Never overstep
#
# Tournament rules are simple: a late move loses the game. Where do we look at the clock? Somebody looks only *between* depths: is there
# time left, then begin the next one. It sounds reasonable. Count nodes again, with 100,000 allowed:


# %%
def between_depths(state, nodes):
    """Looks at the limit only when a depth is finished; answers the nodes it took."""
    work, depth = with_limit(NEVER), 0
    while work[NODES] < nodes:
        depth += 1
        at_root(state, depth, work)
    return int(work[NODES])


allowed = 100_000
overstepped = {f"position {n}": between_depths(state, allowed) for n, state in enumerate(six, 1)}
assert max(overstepped.values()) > 2 * allowed
draw.bars(
    {"allowed": allowed, **overstepped},
    marked=["allowed"],
    title="Looking at the clock between depths only",
    x_label="nodes taken",
)

# %% [markdown]
# So look inside the search. Then test the clock where it is hardest: with other programs fighting for the same processors.

# %% tags=["timing"]
SECONDS = 0.1
searcher = Searcher(EVALUATOR)
program = [sys.executable, "-c", "while True: pass"]
busy = [subprocess.Popen(program) for _ in range(2 * (os.cpu_count() or 1))]
try:
    on_the_wall, of_the_processor = [], []
    for state in six * 2:
        begin, begin_thinking = time.perf_counter(), time.thread_time()
        searcher.deepen(state, seconds=SECONDS)
        of_the_processor.append(1000 * (time.thread_time() - begin_thinking))
        on_the_wall.append(1000 * (time.perf_counter() - begin))
finally:
    for process in busy:
        process.kill()
        process.wait()
draw.bars(
    {
        "allowed": 1000 * SECONDS,
        "processor time, longest": max(of_the_processor),
        "clock on the wall, median": float(np.median(on_the_wall)),
        "clock on the wall, longest": max(on_the_wall),
    },
    marked=["allowed"],
    title=f"Twelve moves while {len(busy)} other programs are at work",
    x_label="milliseconds",
)

# %% [markdown]
# Two clocks tell two stories. The *processor* time says how long we computed. Here it stays below the limit: that part is ours. The clock on the
# *wall* also counts the moments when the system let other programs run. On a machine with more work than processors no program can promise
# anything about those. It can only leave a **margin**.
#
# How much? Measure it. Here is one match, played four times on a badly overloaded machine, with a wider limit each time until no game was
# lost. The players think for a tenth of a second; a move that arrives after the limit loses the game,
# and the game ends there. (So in the first row hardly a move was made.) In a player's name `tt` is the table of lesson 09 and `pvs` the method of
# lesson 10; `killers`, `static` and `history` are orders of lesson 04.

# %%
experiments = files("gamekit") / "data" / "experiments"
load = json.loads((experiments / "l08_under_load.json").read_text())
print(load["command"])
print(load["about"])
for row in load["rows"]:
    lost_on_time = f"{row['lost_on_time']:2} of {row['games']} games lost on time"
    print(f"limit {row['limit']:4} s: {lost_on_time}, in {row['moves']:5,} moves")

# %%
finding(
    "L08.5",
    "Thinking for 0.1 s under load: stopping 5 ms early is not enough, a margin of nine tenths of a second is",
    "; ".join(
        f"{row['lost_on_time']} of {row['games']} games lost on time with a limit of {row['limit']:g} s"
        for row in load["rows"]
    ),
    remark=f"Several programs waited for each processor. {load['command']}",
)

# %% [markdown]
# ## A clock for the whole game
#
# Often the rule is not "three seconds a move" but "one minute for all your moves". Now somebody must share it out. The simplest rule: spend a
# fixed part of what is left, say a twentieth. It can never run out. Another rule divides by the moves that are still to come.


# %%
def left_after(rule, seconds=60.0, count=30):
    """Seconds left after each of our moves, if each takes as long as the rule says."""
    left, found = seconds, {0: seconds}
    for number in range(1, count + 1):
        left -= rule(left, count - number + 1)
        found[number] = left
    return found


def sharing(part=20):
    """How the clock runs down under two rules."""
    return draw.learning_curves(
        {
            f"a {part}th of what is left": left_after(lambda left, to_come: left / part),
            "divided by the moves to come": left_after(lambda left, to_come: left / to_come),
        },
        title="A minute for thirty moves",
        x_label="move",
        y_label="seconds left",
    )


Explore(sharing, part=[5, 10, 20, 40])

# %% [markdown]
# Dividing by 40 leaves much of the time unused at the end; dividing by 5 leaves the endgame a pittance. In Othello the number of moves to
# come is known, so dividing by it would use everything. The kit takes a twentieth: it serves games of unknown length, and in Othello the last
# moves need little time, because the end of the game is in sight.

# %% tags=["fold"]
clock = GameClock(60)
assert clock.for_next_move() == 60 / 20
clock.spend(clock.for_next_move())
assert clock.for_next_move() == 57 / 20

# %% tags=["timing"]
clocks = GameClock(3.0), GameClock(3.0)
players = [Searcher(EVALUATOR, killers=True, static=True) for _ in clocks]
state, depths = othello.start(), {"to 20 discs": [], "to 40 discs": [], "to 50 discs": []}
for each in players:
    each.search(state, 1)  # compiled before the clock runs
while not is_over(state):
    side, discs = to_move(state), (state.player | state.opponent).bit_count()
    begin = time.perf_counter()
    found = players[side].deepen(state, seconds=clocks[side].for_next_move())
    clocks[side].spend(time.perf_counter() - begin)  # an error where the clock has run out
    if discs <= 50:  # later the end of the game is in sight, and there is no depth to compare
        part = "to 20 discs" if discs <= 20 else "to 40 discs" if discs <= 40 else "to 50 discs"
        depths[part].append(found.depth)
    state = play(state, found.move)
left = " and ".join(f"{clock.seconds:.2f} s" for clock in clocks)
print("A whole game in three seconds each; left over:", left)
draw.bars(
    {part: float(np.mean(found)) for part, found in depths.items()},
    title="The depth follows from the clock",
    x_label="plies finished, on average",
)

# %% [markdown]
# ## How deep in three seconds?
#
# A report gives 8 plies in the middle game and up to 14 in the endgame, in three seconds. It holds here if every middle game gets 8 or more,
# and if all endgames with 14 empty squares are finished by the same search. First we allow a fifth of a second and look at what is finished.
# The player uses things that later lessons build: a table (lesson 09) and PVS (`method="pvs"`, lesson 10). Here they only make it faster.

# %% tags=["timing"]
fast_player = Searcher(EVALUATOR, method="pvs", table=Table(16), killers=True, static=True)
for number, state in enumerate(six, 1):
    fast_player.forget()
    found = fast_player.deepen(state, seconds=0.2)
    print(f"position {number}: depth {found.depth:2} in 0.2 s, {found.nodes:9,} nodes")

# %% [markdown]
# And here are the figures for three seconds, made once and stored, with the command that makes them. The `engine` is the finished
# program; lesson 16 builds its endgame solver. (In the endgame the search sees the last move, so "depth 14" means: 14 squares were empty, and the result is exact.)

# %%
three = json.loads((experiments / "l08_three_seconds.json").read_text())
print(three["command"])
middle = [row for row in three["rows"] if row["kind"] == "midgame"]
print("midgame:", ", ".join(f"depth {row['depth']}" for row in middle))


def solved_up_to(player):
    """The greatest number of empty squares at which all stored positions were finished."""
    rows = [row for row in three["rows"] if row["kind"] == "endgame" and row["player"] == player]
    for row in rows:
        row["done"] = all(other["finished"] for other in rows if other["empties"] <= row["empties"])
    return max((row["empties"] for row in rows if row["done"]), default=0)


plain_end, engine_end = (solved_up_to(player) for player in three["players"][1:])
print(f"endgame: all positions with {plain_end} empty squares by {three['players'][1]}")
print(f"         all positions with {engine_end} empty squares by {three['players'][2]}")

# %%
claim(
    "L08.4",
    "In 3 s: depth 8 in the middle game, 14 in the endgame",
    reported="8 and 14",
    ours=f"{min(row['depth'] for row in middle)} to {max(row['depth'] for row in middle)} in the middle game, {plain_end} in the endgame",
    holds=min(row["depth"] for row in middle) >= 8 and plain_end >= 14,
    remark=f"Depths on one machine, as theirs. The search has the orders of lesson 04 and the table and null windows of lessons 09 and 10. "
    f"The finished program, with the solver of lesson 16: {engine_end} or more. {three['command']}",
)

# %% [markdown]
# ## The ledger
#
# Two rows: static order with killers, searched at once; and the same with deepening, all its depths counted. Static order alone needs fewer nodes
# here, as lesson 04 saw. We keep the killers, because they are notes that one depth leaves for the next. From here on we measure Othello only: on the small games, which are searched to their end, there is no depth to choose.


# %%
def at_once(state, depth):
    """Alpha-beta with static order and killers, straight to the depth."""
    return Searcher(evaluator_for(state), static=True, killers=True).search(state, depth)


def one_after_the_other(state, depth):
    """The same, depth by depth, with the root's values as notes. All nodes count."""
    searcher = Searcher(evaluator_for(state), static=True, killers=True, previous=True)
    return searcher.deepen(state, depth=depth)


ledger = Ledger.load(lesson=8, own=None)
ledger.measure("static order, killers", at_once, only=["othello"])
ledger.measure("+ deepening", one_after_the_other, only=["othello"])
ledger

# %%
ledger.chart()

# %% tags=["fold"]
assert all(all(row.right.values()) for row in ledger.rows)

# %% [markdown]
# Deepening alone saves no nodes here: it costs some. The share is not the one of the table further up. That was one position to depth 9; these are
# all of the ledger's Othello positions, to the ledger's own depth. Neither row has a table. What it buys is not in the ledger: an answer at any moment.
#
# ## What we take along
#
# - Search to depth 1, 2, 3, ... and keep the answer of the last *finished* depth.
# - All shallower depths together cost less than the last one. With a table they can pay for themselves, as in our one position.
# - What an interrupted search returns is worth nothing.
# - Look at the clock inside the search, not between depths, and stop a little early.
#
# [Lesson 09](09_transposition_table.ipynb) builds the best notes there are: a table of every position met.
#
# ## Your turn
#
# [Lab 08](../exercises/lab08-deepening/lab08-deepening.ipynb) checks a deepening search of yours under a deadline. Before or after it:
#
# 1. When the time is up in the middle of a depth, some of the root's moves have been finished. When may you trust them? (What if the move
#    that was best before is always tried first?) Change `deepen` and count how often the move changes.
# 2. Do not begin a depth that cannot be finished: guess its cost from the last two. How much time does that save, and how often is the guess wrong?
# 3. Share a game's clock by your own rule, and play it against the kit's twentieth.
#
# **To read more.** David Slate and Lawrence Atkin, *Chess 4.5: The Northwestern University Chess Program* (1977), made deepening common. Richard Korf,
# *Depth-First Iterative-Deepening: An Optimal Admissible Tree Search* (1985), has the arithmetic.
