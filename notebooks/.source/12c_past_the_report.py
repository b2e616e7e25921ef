# %% [markdown]
# # 12c · Past the report
#
# **What can a sum of patterns not say?**
#
# A sum of weights is simple, quick and learnt in a minute. The report on Othello ended with a list of what could come next: a model that
# is more than a sum, and a model that names *moves*. It tried neither, and warned that what costs time costs depth. Here we try them.
# First, look at a policy: the chance of each move, in per cent, from the board alone and without any search. Where would you play? X is to move.

# %% tags=["fold"]
import json
import time
from importlib.resources import files
from math import log

import numpy as np
from numba import njit

from gamekit import INF, compiled, draw, is_over, moves, play, score, value
from gamekit.arena import Tally, random_openings
from gamekit.bits import popcount as bit_count
from gamekit.course import Ledger, claim, evaluator_for
from gamekit.games import othello
from gamekit.games.othello import legal_mask
from gamekit.othello import patterns as kit
from gamekit.othello import policy as policy_kit
from gamekit.othello.learning.fit import indices_of, least_squares, predict
from gamekit.othello.learning.lookahead import new_scratch
from gamekit.othello.learning.pieces import HELD_OUT, TRAINING, Recipe, make_piece
from gamekit.othello.learning.positions import new_rng, own_games
from gamekit.search import Searcher, Table
from gamekit.widgets import Predict

shipped, learnt_policy = kit.patterns(), policy_kit.policy()
midgame = othello.parse("--XXXXX----XOXOO--XOXXOO--OOOOOO--XOXOO--X-XOOO-----X------X---- X")


def square_name(square):
    """What people call a square."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


chances = policy_kit.chances(learnt_policy, midgame)
draw.board(
    midgame,
    numbers={square_name(move): round(100 * chance) for move, chance in chances.items()},
    legal=False,
    title="the chance of each move, in per cent",
)

# %% [markdown]
# ## A small network, by hand
#
# A sum cannot say *"this edge matters only if I have moves left"*. A small network can. Ours reads nineteen numbers: the eleven
# sums by shape, the *tempo* (the weight that lesson 12 picks by the number of discs), the moves of both sides (in place of the weight that lesson 12 picks by them), the disc difference, and four that are 1 or 0: is one square empty? Are two, three, four? Sixteen *hidden units* mix them; what
# is below 0 becomes 0; then the units are added up. It learns as before: downhill, one small step after the other. The only new thing is how
# much each hidden unit is to blame: its weight in the sum, if it was not cut off at 0.

# %% tags=["fold"]
LAST = Recipe(60, 63, own_games=False, exact_empties=4, depth=0)
NOTHING = np.zeros((kit.STAGES, kit.WEIGHTS), np.int16)
SHAPE_OF = np.array([each.shape for each in kit.PLACEMENTS])


def labelled(count, number, stream=TRAINING):
    """Random positions with 60 to 63 discs and exact labels, as in lesson 12."""
    return make_piece(LAST, 12, stream, number, count, NOTHING, NOTHING)


held_out = labelled(20_000, 0, HELD_OUT)
solved = least_squares(labelled(200_000, 50), np.zeros(kit.WEIGHTS, np.float32), 5.0, 10).astype(np.float32)


@njit
def count_moves_of(players, opponents, out):
    """Moves of both sides, and the disc difference."""
    for n in range(len(players)):
        out[n, 0] = np.float32(bit_count(legal_mask(players[n], opponents[n])))
        out[n, 1] = np.float32(bit_count(legal_mask(opponents[n], players[n])))
        out[n, 2] = np.float32(bit_count(players[n])) - np.float32(bit_count(opponents[n]))


def inputs_of(data):
    """Nineteen numbers a position."""
    read = solved[kit.TIES[kit.LANE_STARTS + indices_of(data)]]
    sums = [read[:, :46][:, shape == SHAPE_OF].sum(axis=1) for shape in range(11)]
    counts = np.zeros((len(data), 3), np.float32)
    count_moves_of(data.players, data.opponents, counts)
    empty = 64 - np.bitwise_count(data.players | data.opponents)
    return np.column_stack([*sums, read[:, 46], counts, *(empty == n for n in (1, 2, 3, 4))]).astype(float)


lessons = labelled(150_000, 70)  # not those that the sums were fitted to
x, x_test = inputs_of(lessons), inputs_of(held_out)
middle, width = x.mean(axis=0), x.std(axis=0) + 1e-9
x, x_test = (x - middle) / width, (x_test - middle) / width
y = lessons.scores / 10.0


# %%
class Network:
    """Nineteen numbers, sixteen hidden units, one opinion (in tens of discs)."""

    def __init__(self, inputs, hidden=16, seed=1):
        chance = np.random.default_rng(seed)
        self.into = chance.normal(0, 0.25, (inputs, hidden))
        self.bias, self.out, self.shift = np.zeros(hidden), chance.normal(0, 0.25, hidden), 0.0

    def think(self, x):
        """(what the hidden units say, the opinion)"""
        hidden = np.maximum(x @ self.into + self.bias, 0)  # below 0 becomes 0
        return hidden, hidden @ self.out + self.shift

    def learn(self, x, real, rate):
        """One step downhill for some positions at once."""
        hidden, opinion = self.think(x)
        error = (opinion - real) / len(real)
        blame = np.outer(error, self.out) * (hidden > 0)  # of each hidden unit
        self.out -= rate * hidden.T @ error
        self.shift -= rate * error.sum()
        self.into -= rate * x.T @ blame
        self.bias -= rate * blame.sum(axis=0)


# %%
columns = np.column_stack([x, np.ones(len(x))])
best_line = np.linalg.lstsq(columns, y, rcond=None)[0]
by_line = 10 * np.column_stack([x_test, np.ones(len(x_test))]) @ best_line
linear = float(np.abs(by_line - held_out.scores).mean())
off_by_sum = np.abs(predict(held_out, solved) - held_out.scores)
sum_error = float(off_by_sum.mean())
print(f"the best sum of the same nineteen numbers is off by {linear:.2f} discs")
print(f"the sum of all 48 weights, which a player would use, by {sum_error:.2f}")

# %%
guess_small = Predict(
    "And the network with the nineteen numbers, against the sum of all 48 weights?",
    choices=["worse: it has more to learn", "better by about a tenth of a disc", "better by half a disc"],
    answer=lambda: (
        "worse: it has more to learn"
        if network_error > sum_error
        else "better by about a tenth of a disc"
        if network_error > sum_error - 0.3
        else "better by half a disc"
    ),
    reason="What a number is worth depends on the others. A sum cannot say that, sixteen units can say some of it.",
)
guess_small

# %% tags=["answer"]
network, curve, order = Network(x.shape[1]), {}, np.random.default_rng(1)
for number in range(8):
    rate = 0.05 if number < 5 else 0.01
    for some in np.array_split(order.permutation(len(y)), len(y) // 100):
        network.learn(x[some], y[some], rate)
    curve[number + 1] = float(np.abs(10 * network.think(x_test)[1] - held_out.scores).mean())
network_error = curve[8]
gains = off_by_sum - np.abs(10 * network.think(x_test)[1] - held_out.scores)
gain, gain_chance = float(gains.mean()), 1.96 * float(gains.std()) / len(gains) ** 0.5
assert 0.05 < gain < 0.15
assert linear - sum_error > 2 * gain  # most of what it gains on the nineteen, the 48th weight has too
draw.learning_curves(
    {
        "network": curve,
        "best sum of the nineteen": dict.fromkeys(curve, linear),
        "sum of all 48": dict.fromkeys(curve, sum_error),
    },
    title="A small network learns",
    x_label="times through the data",
    y_label="held-out error, in discs",
)

# %% [markdown]
# It beats both sums. But most of what it gains on the nineteen numbers only makes up for the 48th weight: that is a table with an entry for
# each *pair* of move counts, so it is not linear in the counts either. What *non-linear* buys a player is the rest, about a tenth of a disc. Always compare
# with what you would use otherwise. What does it cost? A leaf is now a few hundred multiplications
# dearer, and leaves are where a search spends its time. The folded cell times both, and turns seconds into plies: if a
# search slows down by a factor s, and each ply costs g times the one before, log s / log g plies are lost.


# %% tags=["timing", "fold"]
@njit
def network_values(weights, shapes, players, opponents, indices, starts, ties, into, bias, out, answers):
    """The network for many positions, compiled."""
    inputs = np.zeros(into.shape[0])
    for n in range(len(players)):
        inputs[:] = 0
        for lane in range(46):
            inputs[shapes[lane]] += weights[ties[starts[lane] + indices[n, lane]]]
        inputs[11] = weights[ties[starts[46] + indices[n, 46]]]
        inputs[12] = bit_count(legal_mask(players[n], opponents[n]))
        inputs[13] = bit_count(legal_mask(opponents[n], players[n]))
        total = 0.0
        for unit in range(len(bias)):
            sum_of = bias[unit]
            for place in range(len(inputs)):
                sum_of += inputs[place] * into[place, unit]
            total += max(sum_of, 0.0) * out[unit]
        answers[n] = total


def seconds_for(work):
    """The best of five runs."""
    times = []
    for _ in range(5):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


many = len(held_out)
fixed = held_out.players, held_out.opponents, indices_of(held_out), kit.LANE_STARTS, kit.TIES
layers = network.into, network.bias, network.out, np.zeros(many)
network_values(solved, SHAPE_OF, *fixed, *layers)  # compile first
plain = seconds_for(lambda: predict(held_out, solved)) / many
dear = seconds_for(lambda: network_values(solved, SHAPE_OF, *fixed, *layers)) / many
dear += seconds_for(lambda: indices_of(held_out)) / many
searching = Searcher(shipped, method="pvs", table=Table(16), killers=True, static=True)
nodes = {}


def search_to(depth):
    """A fresh search to a depth."""
    searching.forget()
    nodes[depth] = searching.search(midgame, depth).nodes


search_to(7)
a_node = seconds_for(lambda: search_to(9)) / nodes[9]
growth, slower = (nodes[9] / nodes[7]) ** 0.5, (a_node + dear - plain) / a_node
print(f"a sum of weights takes {plain * 1e9:.0f} ns a position, the network {dear * 1e9:.0f} ns")
print(f"a search takes {a_node * 1e9:.0f} ns a node, so it would be {slower:.1f} times slower")
print(f"each ply costs {growth:.1f} times the one before: {log(slower) / log(growth):.1f} plies lost")

# %%
multiplications = network.into.size + network.out.size
claim(
    "L12c.1",
    "A more complex model would fit the results better, and cost search depth",
    reported="an idea, not tried",
    ours=f"{sum_error:.2f} to {network_error:.2f} discs at 60 to 63 discs, better by {gain:.2f} ± {gain_chance:.2f}; {multiplications} multiplications a leaf where the sum needs none",
    holds=gain > gain_chance,
    remark="The cell above times it and turns it into plies. It pays only if the better opinion is worth more than they are.",
)

# %% [markdown]
# ## A large one
#
# Eleven sums are little to think about. So we also built a network that sees more of the board; for a while it came with the kit.
#
# 1. **Squares.** What stands on a row, a column or a diagonal picks sixteen numbers for *each square* of the line, not one weight. So does
#    what stands on the eight squares around a square, and for an empty square the *region* of empty squares that it belongs to. A square adds up all
#    these rows, and what is below 0 becomes 0.
# 2. **Quarters.** The sixteen squares of a quarter of the board, times a matrix, make 64 numbers, for the four quarters and their mirror images.
# 3. **Two layers** turn their sum into discs.
#
# It learnt from millions of positions: exact scores near the end, and going backwards labels that it made itself. Its errors on positions with
# 14 empty squares were stored before it left, beside those of the sum of that time. Those weights were not the ones that ship today, so do not compare the
# chart with that of lesson 12b.

# %%
guess_network = Predict(
    "14 empty squares: which was nearer to the truth?",
    choices=["the network without search", "the patterns after two plies", "about the same"],
    answer=lambda: nearer,
    reason="A better opinion is worth plies. How many, you see where one line of the chart reaches the height of the other.",
)
guess_network

# %% tags=["answer"]
large = json.loads(files("gamekit").joinpath("data/experiments/l12_network.json").read_text())
then = {
    name: {int(depth): error for depth, error in large["errors_by_depth"][name].items()}
    for name in ("patterns", "network")
}
gap = then["network"][0] - then["patterns"][2]
nearer = "the network without search" if gap < 0 else "the patterns after two plies"
nearer = "about the same" if abs(gap) < 0.25 else nearer
assert all(then["network"][depth] < then["patterns"][depth] for depth in range(7))
draw.learning_curves(
    then, title="Error of a search, 14 empty squares, then", x_label="plies", y_label="mean error, in discs"
)

# %% [markdown]
# At every depth the network was nearer to the truth. Depth is not time, though: each opinion of the network took many times as long as a sum. So there were two matches of the kit's engine with the network against the same engine with the sum, 100 games each:
# one at equal *nodes*, one at equal *time*. It was to stay if it surely won at equal time.

# %%
guess_time = Predict(
    "At which of the two did the network surely win?",
    choices=["at both", "at equal nodes only", "at equal time only", "at neither"],
    answer=lambda: "at equal nodes only" if won == {"nodes": True, "time": False} else "something else",
    reason="What the better opinion brought, the plies that it cost took away.",
)
guess_time

# %% tags=["answer"]
matches = {
    kind: Tally(found["wins"], found["draws"], found["losses"])
    for kind, found in [("nodes", large["same_nodes"]), ("time", large["result"])]
}
won = {kind: tally.interval()[0] > 0.5 for kind, tally in matches.items()}
for kind, tally in matches.items():
    low, high = tally.interval()
    print(f"equal {kind}: {tally.points:g} of {tally.games} points, between {low:.0%} and {high:.0%}")
print(large["same_nodes"]["command"])
print(large["command"])
assert won == {"nodes": True, "time": False}

# %% tags=["answer"]
(low, high), (node_low, node_high) = matches["time"].interval(), matches["nodes"].interval()
claim(
    "L12c.2",
    "A more complex model takes time from the search, and may not play better in the end",
    reported="a warning",
    ours=f"at 0.1 s a move {matches['time'].points:g} of {matches['time'].games} points for the large network, between {low:.0%} and "
    f"{high:.0%}; at equal nodes {matches['nodes'].points:g} of {matches['nodes'].games}, between {node_low:.0%} and {node_high:.0%}",
    holds=not won["time"],
    remark=f"`eval=network` left the kit with the network: code that wins nothing is a debt. {large['command']}; "
    f"{large['same_nodes']['command']}",
)

# %% [markdown]
# What it taught us stayed: the positions that one learns from, their labels, and where on the board to look are worth more than size. Mean error is
# not strength. You measure it because it is quick to measure. What decides is a match, at the time you mean to play.
#
# ## Search only the five best moves
#
# A strong player does not look at every move. Let the patterns be a *policy*: sort the moves by what they think of the position after
# each, and search only the first five, at every node. The danger is plain: the best move may be the sixth.


# %%
def best_first(state, evaluator):
    """The moves, those first after which the opponent's position is worth least."""
    found, keys, count = np.empty(64, np.int64), np.empty(64, np.int64), 0
    for move in moves(state):
        found[count], keys[count] = move, value(evaluator, play(state, move))
        count += 1
    return found[:count][np.argsort(keys[:count], kind="mergesort")]


def narrow(state, depth, alpha, beta, evaluator, width, counter):
    """Negamax that looks at the first `width` moves only."""
    counter[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in best_first(state, evaluator)[:width]:
        child = play(state, move)
        best = max(best, -narrow(child, depth - 1, -beta, -alpha, evaluator, width, counter))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# %% tags=["fold"]
fast_narrow = compiled(narrow)
ALL = 64


def choose(state, depth, width, evaluator=shipped):
    """(move, value, nodes) of a search of so many moves at every node."""
    counter, best, chosen = np.zeros(1, np.int64), -INF, None
    for move in best_first(state, evaluator)[:width]:
        found = -fast_narrow(play(state, int(move)), depth - 1, -INF, -best, evaluator, width, counter)
        if found > best:
            best, chosen = found, int(move)
    return chosen, best, int(counter[0]) + 1


players, opponents = np.empty(90, np.uint64), np.empty(90, np.uint64)
own_games(new_rng(6), 30, 30, 2, shipped, new_scratch(), players, opponents)
middle_game = [othello.Othello(int(p), int(o), 0) for p, o in zip(players, opponents, strict=True)]
middle_game = [state for state in middle_game if len(moves(state)) >= 6][:60]
answers = [choose(state, 5, ALL) for state in middle_game]

# %%
rank = [
    list(best_first(state, shipped)).index(move) + 1
    for state, (move, *_) in zip(middle_game, answers, strict=True)
]
within = {k: 100 * float(np.mean([each <= k for each in rank])) for k in range(1, 11)}
assert within[5] > 80
draw.learning_curves(
    {"the best move after 5 plies is among them": within},
    title="How good is this policy?",
    x_label="the policy's first moves",
    y_label="per cent of 60 positions",
)

# %%
guess_policy = Predict(
    "Five moves a node, 5 plies: how many per cent of the nodes are left?",
    answer=lambda: round(100 * nodes_left),
    kind="number",
    factor=1.5,
    unit="%",
    reason="Where a node is cut, late moves were never looked at anyway. At the others every move counts, and five of many is a "
    "great saving.",
)
guess_policy

# %% tags=["answer"]
narrowed = [choose(state, 5, 5) for state in middle_game]
nodes_left = sum(each[2] for each in narrowed) / sum(each[2] for each in answers)
same_move = np.mean([x[0] == y[0] for x, y in zip(narrowed, answers, strict=True)])
off = np.mean([abs(x[1] - y[1]) for x, y in zip(narrowed, answers, strict=True)]) / kit.DISC
print(f"five best moves: {nodes_left:.0%} of the nodes, the same move in {same_move:.0%},")
print(f"value off by {off:.2f} discs")

# %% [markdown]
# And strength? Five moves wide, it can afford another ply. From 20 openings, each played twice: four plies of five moves against three plies of
# all moves. The nodes are counted, so you can judge whether that is fair. The rule: it holds if the narrow one surely gets more than half of the points, with
# no more nodes.

# %%
spent = {5: 0, ALL: 0}


def game(opening, first, second):
    """The first player's score; a player is (depth, width)."""
    state = othello.start()
    for move in opening:
        state = play(state, move)
    while not is_over(state):
        depth, width = (first, second)[state.turn]
        move, _, nodes = choose(state, depth, width)
        spent[width] += nodes
        state = play(state, move)
    return score(state) if state.turn == 0 else -score(state)


slim, full = (4, 5), (3, ALL)
lines = random_openings(othello.start(), 20, 6, seed=12)
results = [game(line, slim, full) for line in lines] + [-game(line, full, slim) for line in lines]
narrow_one = Tally(*(sum(np.sign(r) == sign for r in results) for sign in (1, 0, -1)))
low, high = narrow_one.interval()
ratio = spent[5] / spent[ALL]
print(f"4 plies of five moves: {narrow_one.points:g} of {narrow_one.games} points,")
print(f"{low:.0%} to {high:.0%}, with {ratio:.2f} times the nodes")

# %% tags=["answer"]
claim(
    "L12c.3",
    "Searching only the five moves that a policy likes best makes a search quicker",
    reported="an idea, not tried",
    ours=f"{nodes_left:.0%} of the nodes at 5 plies, the best move among the five in {within[5]:.0f} % of 60 positions; 4 plies of five moves "
    f"against 3 of all: {narrow_one.points:g} of {narrow_one.games} points, {low:.0%} to {high:.0%}, {ratio:.2f} times the nodes",
    holds=low > 0.5 and ratio <= 1,
    remark="The match is played in the cell above, 40 games. Multi-ProbCut asks a small search whether a move can be left out; a fixed number of "
    "moves never asks.",
)

# %% [markdown]
# ## A policy that is learnt
#
# That order costs a look at every position that a move leads to. A *learnt* policy goes from the board to a chance for each move: the first
# picture. Every pattern that covers an empty square has an opinion of a move there: one weight for what stands on the pattern and for which of its
# squares is meant. One more weight speaks of how many moves both sides have after it. Their sum is what the move *promises*, and the chances
# are a *softmax*: exp(promise), divided by the sum over all moves.


# %%
def softmax(promises):
    """Chances that sum to 1; the largest promise gets the largest."""
    powers = np.exp(np.array(promises) - max(promises))  # the same, without huge numbers
    return powers / powers.sum()


print("promises 2, 1 and 0 become", np.round(softmax([2, 1, 0]), 2))
assert np.isclose(sum(chances.values()), 1)

# %% [markdown]
# It learnt from the moves that the engine chose in games against itself, downhill as ever. The loss is −log(chance of the engine's move), and its slope could
# not be simpler: the chance of a move, less 1 if it is the engine's.

# %% tags=["fold"]
made = policy_kit.load_policy()[1]
print(f"{made['command']}: {made['positions']:,} moves learnt from,")
print(f"{made['checked']:,} others to check it")
print("among its first", ", ".join(f"{few}: {100 * share:.0f} %" for few, share in made["first"].items()))
assert made["first"]["3"] >= 0.75

# %%
guess_order = Predict(
    "Alpha-beta, 6 plies. Sorting moves by the learnt policy instead of by static value: how many nodes does it need?",
    choices=["clearly fewer", "about as many, or a few more", "twice as many"],
    answer=lambda: (
        "clearly fewer"
        if order_ratio < 0.9
        else "about as many, or a few more"
        if order_ratio < 1.5
        else "twice as many"
    ),
    reason="The policy says what the engine would play. A search asks more often which move refutes a bad one, and there the "
    "evaluation that it ends with anyway knows best.",
)
guess_order

# %% tags=["answer"]
nodes_of, values_of = {}, {}
for name, order in [("static", {"static": True}), ("policy", {"policy": learnt_policy})]:
    found = [Searcher(shipped, **order).search(state, 6) for state in middle_game[:20]]
    nodes_of[name], values_of[name] = sum(each.nodes for each in found), [each.value for each in found]
order_ratio = nodes_of["policy"] / nodes_of["static"]
assert values_of["policy"] == values_of["static"]  # an order changes no value
print(
    f"{nodes_of['static']:,} nodes by static value, {nodes_of['policy']:,} by the policy: {order_ratio:.0%}"
)
learnt_rank = [
    list(policy_kit.chances(learnt_policy, state)).index(move) + 1
    for state, (move, *_) in zip(middle_game, answers, strict=True)
]
within_learnt = {k: 100 * float(np.mean([each <= k for each in learnt_rank])) for k in range(1, 11)}
draw.learning_curves(
    {"sorted by static value": within, "learnt policy": within_learnt},
    title="The best move after 5 plies is among the first",
    x_label="first moves",
    y_label="per cent of 60 positions",
)

# %% tags=["answer"]
claim(
    "L12c.4",
    "A policy can be learnt from the games of a strong program, from the board to a chance for each move",
    reported="an idea, not tried",
    ours=f"the engine's move is among its first three in {100 * made['first']['3']:.0f} % of {made['checked']:,} positions not learnt from; as "
    f"an order it takes {order_ratio:.0%} of the nodes of static values at 6 plies",
    holds=made["first"]["3"] >= 0.75,
    remark="The rule: three moves out of four among the first three. As an order it does not beat the evaluation that the search ends with, so "
    "the engine keeps static values.",
)

# %% [markdown]
# ## The ledger
#
# The ledger compares searches, and all its rows use the same plain evaluation: mobility. So the patterns themselves get no row. The
# policy does: five moves at every node, sorted by mobility.


# %% tags=["timing", "fold"]
def search_five(state, depth):
    """(value, nodes): the first five moves at every node."""
    counter = np.zeros(1, np.int64)
    return fast_narrow(state, depth, -INF, INF, evaluator_for(state), 5, counter), int(counter[0])


ledger = Ledger.load(lesson=12, own=None)
ledger.measure("five best moves", search_five, only=["othello"])
ledger

# %%
right = ledger["five best moves"].right.values()
print(f"values right: {sum(right)} of {len(right)} Othello positions")
ledger.chart("depth")

# %% [markdown]
# Like Multi-ProbCut in lesson 11, it goes deeper and may be wrong.
#
# ## What we take along
#
# - A network of sixteen units, thirty lines, beats the sum that a player uses, by a tenth of a disc. Blame goes back through it, and every weight takes
#   its step.
# - A better evaluation that costs time is a trade against depth. Node for node is not second for second: play the match at the time you mean.
# - A policy names moves. To foresee a strong program is one thing, to order moves for a search another.
# - Leaving moves out by number saves most of the nodes, and never asks whether it may.
#
# ## Your turn
#
# 1. Give the network 4 hidden units, then 64. What happens to the error, and what to the nanoseconds?
# 2. Let the width depend on what is left: all moves at the root, five in the middle, two near the leaves. Is it stronger at equal nodes?
# 3. Train the network on positions of games (lesson 12 has `words_of_games`) instead of random ones. Does the gap to the sum of all weights grow?
#
# [Lab 12](../exercises/lab12-patterns/lab12-patterns.ipynb) belongs to lessons 12 and 12b. Next, [lesson 13](13_gomoku.ipynb) goes to a larger
# board, and lesson 17 puts the patterns into an engine of your own.
#
# **To read more.** David Rumelhart, Geoffrey Hinton and Ronald Williams, *Learning Representations by Back-Propagating Errors* (1986). David Silver
# and others, *Mastering the Game of Go with Deep Neural Networks and Tree Search* (2016).
