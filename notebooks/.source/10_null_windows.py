# %% [markdown]
# # 10 · Null windows: aspiration, PVS and MTD(f)
#
# **Can we search by asking only yes-or-no questions?**
#
# I think of a number. You may only ask: "Is it at least 5?" Each answer rules out half the world. Below a search does that with the value of an Othello
# position. The box is what it asks, the bar what is still possible. Move its first guess and count the questions.

# %%
import numpy as np

from gamekit import INF, FinalScore, compiled, draw, is_over, moves, play, trace, value
from gamekit.course import claim
from gamekit.games import othello, plates, tictactoe, tree
from gamekit.othello import Mobility
from gamekit.othello.patterns import patterns
from gamekit.search import aspiration as kit_aspiration, mtdf as kit_mtdf, pvs as kit_pvs
from gamekit.widgets import Explore, Predict, SideBySide

midgame = othello.parse("f5d6c3d3c4f4f6f3e6e7")


def look(state, depth, alpha, beta, evaluator, counter):
    """Negamax of lesson 05: exact inside (alpha, beta), a bound outside. Counts its calls."""
    counter[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        best = max(best, -look(play(state, move), depth - 1, -beta, -alpha, evaluator, counter))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


fast_look = compiled(look)
MOBILITY = Mobility(1)


def asker(state, depth, counter=None, evaluator=MOBILITY):
    """`ask(alpha, beta)`: one search of this position, to this depth, with this window."""
    counter = np.zeros(1, np.int64) if counter is None else counter
    return lambda alpha, beta: int(fast_look(state, depth, alpha, beta, evaluator, counter))


def questions(first_guess=-12):
    """Every question that MTD(f) asks."""
    found, passes = kit_mtdf.mtdf(asker(midgame, 7), first_guess)
    return draw.windows(passes, title=f"First guess {first_guess}: {len(passes)} questions, value {found}")


Explore(questions, first_guess=(-15, 15))

# %% [markdown]
# ## One question
#
# A window of two neighbouring whole numbers, such as (4, 5), has nothing inside. It is called a *null window*. A search with it can only answer "at least 5" or "at most
# 4". It cannot tell the value. But it cuts more than any other window, because nearly everything is outside.

# %%
counter = np.zeros(1, np.int64)
exact = asker(midgame, 7, counter)(-INF, INF)
full_cost = int(counter[0])
print(f"full window: value {exact}, {full_cost:,} nodes")


def question(beta):
    """(answer, nodes) of the question: is it at least beta?"""
    counter[0] = 0
    return asker(midgame, 7, counter)(beta - 1, beta), int(counter[0])


betas = range(exact - 4, exact + 7, 2)

# %%
guess_cost = Predict(
    "We ask six questions. What does the dearest of them cost?",
    choices=["about as much as the full search", "half of it or less", "one part in a hundred"],
    answer=lambda: (
        "half of it or less"
        if max(question(beta)[1] for beta in betas) < 0.6 * full_cost
        else "about as much as the full search"
    ),
    reason="A question far from the value is cheap: nearly everything cuts. One close to it is dearest.",
)
guess_cost

# %%
for beta in betas:
    answer, cost = question(beta)
    meaning = f"at least {answer}" if answer >= beta else f"at most {answer}"
    print(f"is it at least {beta:+}?  {meaning:12} {cost:8,} nodes, {cost / full_cost:4.0%}")
    assert answer <= exact if answer >= beta else answer >= exact  # a true bound, each time
    assert cost < full_cost / 2

# %% [markdown]
# Read the answers again. They differ from line to line, and most of them are **not** the value. A null-window pass gives a *bound*, never a value, also when its
# answer looks like one. (One of the reports behind this course calls it the value.)

# %% [markdown]
# One question is cheap. Now, which questions? Three answers, in the order in which they were found.
#
# ## 1. Aspiration: guess, and look close to the guess
#
# You have a guess for the value, from a shallower search. Search with a small window around it. If the value is inside, you are done, and it was cheap. If not, open that side
# and search again.


# %%
def aspiration(ask, guess, width):
    """The value, and how many searches it took."""
    alpha, beta, searches = guess - width, guess + width, 0
    while True:
        found = ask(alpha, beta)
        searches += 1
        if found <= alpha:
            alpha = -INF  # it is lower: open below
        elif found >= beta:
            beta = INF  # it is higher: open above
        else:
            return found, searches


for guess in range(-9, 10):
    for width in (1, 2, 5):
        found, passes = kit_aspiration.aspiration(asker(midgame, 4), guess, width)
        assert aspiration(asker(midgame, 4), guess, width) == (found, len(passes))

# %% [markdown]
# How wide? Choose a width. The guess is the value two depths before (further down we see why two). The nodes are those of six positions together.

# %%
from gamekit.course import POSITIONS

six = [othello.parse(position.text) for position in POSITIONS if position.game == "othello"]
DEPTH = 7
values = {}  # (position, depth) -> value
for number, state in enumerate(six):
    for depth in range(1, DEPTH + 1):
        values[number, depth] = asker(state, depth)(-INF, INF)
counter[0] = 0
for state in six:
    asker(state, DEPTH, counter)(-INF, INF)
open_window = int(counter[0])


def with_width(width):
    """(nodes, searches) of all six positions, guessing the value two depths before."""
    counter[0] = searches = 0
    for number, state in enumerate(six):
        searches += aspiration(asker(state, DEPTH, counter), values[number, DEPTH - 2], width)[1]
    return int(counter[0]), searches


def widths(width=2):
    """Nodes with an open window and with this one."""
    nodes, searches = with_width(width)
    return draw.bars(
        {"open window": open_window, f"width {width}": nodes},
        title=f"Width {width}: {searches} searches for six positions",
        x_label=f"nodes to depth {DEPTH}",
    )


Explore(widths, width=[1, 2, 4, 8, 16])

# %%
by_width = {width: with_width(width) for width in (1, 2, 4, 8, 16)}
for width, (nodes, searches) in by_width.items():
    print(
        f"width {width:2}: {searches:2} searches, {nodes:9,} nodes, {nodes / open_window:4.0%} of an open window"
    )
best_width = min(by_width, key=lambda width: by_width[width][0])
assert by_width[best_width][0] < open_window

# %%
claim(
    "L10.1",
    "Aspiration windows: guess, re-search if it fails",
    reported="it saves",
    ours=f"best width {best_width}: {by_width[best_width][1]} searches for 6 positions, {by_width[best_width][0] / open_window:.0%} of the nodes",
    holds=by_width[best_width][0] < open_window,
    remark="No memory here, so a second search starts from nothing. With a table it costs less.",
)

# %% [markdown]
# ## 2. PVS: suspect that the first move is best
#
# *Principal variation search* asks questions inside the tree. If moves are well ordered (lesson 04), the first move of a node is nearly always the best. So search it in full. About
# every other move ask only: *is it better at all?* A null window just above what we have. The answer is nearly always no. When it is yes, search that move again to learn
# how much better.


# %%
def pvs(state, depth, alpha, beta, evaluator):
    """Value for the side to move: exact inside (alpha, beta), a bound outside."""
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        child = play(state, move)
        if best == -INF:
            found = -pvs(child, depth - 1, -beta, -alpha, evaluator)
        else:
            found = -pvs(child, depth - 1, -alpha - 1, -alpha, evaluator)  # is it better at all?
            if alpha < found < beta:
                found = -pvs(child, depth - 1, -beta, -found, evaluator)  # it is: how much?
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# %% [markdown]
# > You will read: "PVS means guess a start value, and search again if it fails." **That is aspiration search**, which has one window, at the root. PVS has no guess at all. It has a null window at
# > *every node*, for every move but the first.
#
# Step both through a small tree: negamax, and PVS beside it. Watch the windows below the second move.

# %%
leaves = [[[6, 4], [7, 9]], [[9, 8], [7, 1]]]
small = tree.from_lists(leaves)


def negamax(state, depth, alpha, beta, evaluator):
    """Negamax of lesson 05."""
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        best = max(best, -negamax(play(state, move), depth - 1, -beta, -alpha, evaluator))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


SideBySide(trace(negamax)(small, 3, -INF, INF, FinalScore()), trace(pvs)(small, 3, -INF, INF, FinalScore()))

# %% [markdown]
# In this tree the *second* move is best, so PVS pays: it asks, hears "yes, better", and searches again. Bad order costs it more than it costs alpha-beta. Keep that in mind.
#
# Our text is the kit's text: same values, same nodes, in the same order.

# %%
for state, depth in ((plates.start(), 3), (tictactoe.parse("X../.O./..."), 7), (midgame, 4)):
    evaluator = Mobility(1) if state is midgame else FinalScore()
    a = trace(pvs)(state, depth, -INF, INF, evaluator)
    b = trace(kit_pvs.pvs)(state, depth, -INF, INF, evaluator)
    assert [(node.move, node.value) for node in a.nodes] == [(node.move, node.value) for node in b.nodes]
    assert a.value == trace(negamax)(state, depth, -INF, INF, evaluator).value
print("the same")

# %% [markdown]
# Does it save? That depends on how often the first move is best. We compare with the kit's compiled search, once with the moves as the rules list them and once in good order, both with a table.

# %%
from gamekit.search import Searcher, Table

GOOD_ORDER = {"static": True, "killers": True, "previous": True}


def nodes_of(method, depth=8, table=16, **switches):
    """Nodes of all six positions, depth by depth, with an empty table each."""
    return sum(
        Searcher(Mobility(1), method=method, table=Table(table) if table else None, **switches)
        .deepen(state, depth=depth)
        .nodes
        for state in six
    )


pvs_nodes = {
    order: (nodes_of("alphabeta", **switches), nodes_of("pvs", **switches))
    for order, switches in (("as listed", {}), ("in good order", GOOD_ORDER))
}
for order, (plain, with_questions) in pvs_nodes.items():
    print(f"{order:13}  alpha-beta {plain:9,}   PVS {with_questions:9,}   {with_questions / plain:.0%}")

# %%
claim(
    "L10.2",
    "PVS, built from alpha-beta with memory",
    reported="fewer nodes",
    ours=" and ".join(
        f"{b / a:.0%} of alpha-beta's nodes with moves {order}" for order, (a, b) in pvs_nodes.items()
    ),
    holds=all(b < a for a, b in pvs_nodes.values()),
    remark="Fewer, but not many fewer. With a table the move that was best a depth ago comes first, so the listed order is a good one too.",
)

# %% [markdown]
# ## 3. MTD(f): nothing but questions
#
# Now go all the way. Never open a window. Ask at the guess. The answer is a bound; ask there next. The bounds close in on the value from both sides, as in the picture at the top.
#
# Its name is **MTD(f)**: *memory-enhanced test driver*, with first guess f. (Not "MDT-f", as one report has it.) Memory-enhanced, because the same tree is searched several
# times, and a table remembers what the last question taught.


# %%
def mtdf(ask, guess):
    """The value, and how many questions it took."""
    lower, upper, questions = -INF, INF, 0
    while lower < upper:
        beta = max(guess, lower + 1)
        guess = ask(beta - 1, beta)
        if guess < beta:
            upper = guess  # no: at most this
        else:
            lower = guess  # yes: at least this
        questions += 1
    return guess, questions


for guess in range(-9, 10):
    found, passes = kit_mtdf.mtdf(asker(midgame, 5), guess)
    assert mtdf(asker(midgame, 5), guess) == (found, len(passes))
assert found == asker(midgame, 5)(-INF, INF)

# %%
memory_nodes = {
    "alpha-beta, no table": nodes_of("alphabeta", table=0, **GOOD_ORDER),
    "MTD(f), no table": nodes_of("mtdf", table=0, **GOOD_ORDER),
    "alpha-beta, table": nodes_of("alphabeta", **GOOD_ORDER),
    "MTD(f), table": nodes_of("mtdf", **GOOD_ORDER),
}
assert memory_nodes["MTD(f), table"] < memory_nodes["MTD(f), no table"]
assert memory_nodes["MTD(f), no table"] < memory_nodes["alpha-beta, no table"]  # did you expect that?
draw.bars(memory_nodes, title="What the memory does for it", x_label="nodes to depth 8, six positions")

# %%
claim(
    "L10.3",
    "MTD(f), built from alpha-beta with memory, finds the value by null windows alone",
    reported="the same value",
    ours=f"the same value from 19 first guesses; the table saves {1 - memory_nodes['MTD(f), table'] / memory_nodes['MTD(f), no table']:.0%} of its nodes "
    f"and {1 - memory_nodes['alpha-beta, table'] / memory_nodes['alpha-beta, no table']:.0%} of alpha-beta's",
    holds=all(mtdf(asker(midgame, 5), guess)[0] == asker(midgame, 5)(-INF, INF) for guess in range(-9, 10)),
    remark="Memory helps alpha-beta as well. Mobility has few different values, so two or three questions do, and even without a table they are cheap.",
)

# %% [markdown]
# ## Where this goes wrong: three slips
#
# MTD(f) is ten lines, and three mistakes in it are easily made: the reports made them. **First**, the window: somebody writes `beta = guess`, always.


# %%
def stubborn(ask, guess, patience=12):
    """Always asks just below the guess. Gives up after a while, or you would sit here for ever."""
    lower, upper, passes = -INF, INF, []
    while lower < upper and len(passes) < patience:
        beta = guess
        guess = ask(beta - 1, beta)
        lower, upper = (lower, guess) if guess < beta else (guess, upper)
        passes.append((beta - 1, beta, guess, lower, upper))
    return passes


# %%
guess_loop = Predict(
    "For which first guesses does this never end?",
    choices=["guesses above the value", "guesses at or below the value", "all guesses"],
    answer=lambda: (
        "guesses at or below the value"
        if all(
            (len(stubborn(asker(midgame, 5), g)) == 12) == (g <= asker(midgame, 5)(-INF, INF))
            for g in range(-9, 10)
        )
        else "all guesses"
    ),
    reason="Once the guess is the lower bound, it asks whether the value is at least the lower bound. It is. It asks again.",
)
guess_loop

# %%
loops = [g for g in range(-9, 10) if len(stubborn(asker(midgame, 5), g)) == 12]
ends = [g for g in range(-9, 10) if g not in loops]
print(f"value {asker(midgame, 5)(-INF, INF)}; never ends from {loops}; ends from {ends}")
assert loops
draw.windows(stubborn(asker(midgame, 5), loops[0]), title="The same question, for ever")

# %% [markdown]
# When the guess *is* the lower bound, the next question must lie just above it: `max(guess, lower + 1)`.
#
# **Second**, the bounds. The answer often says more than was asked: "Is it at least 5?" "It is at least 9." Whoever writes down only what was asked (`lower = beta`) throws that away, and walks in
# steps of one.


# %%
def step_by_step(ask, guess):
    """Right, but takes only what it asked for: yes means beta, no means beta - 1."""
    lower, upper, questions = -INF, INF, 0
    while lower < upper:
        beta = max(guess, lower + 1)
        if ask(beta - 1, beta) < beta:
            guess = upper = beta - 1
        else:
            guess = lower = beta
        questions += 1
    return guess, questions


# %% [markdown]
# **Third**, the numbers. `lower + 1` means "the next value". With fractions there are values in between. Here is the smallest possible game: one player, two moves, worth 7.0 and 7.4.


# %%
def two_moves(first, second):
    """`ask` for a single choice between two results."""

    def ask(alpha, beta):
        best = max(-INF, first)
        return best if best >= beta else max(best, second)

    return ask


def patient_mtdf(ask, guess, patience=12):
    """MTD(f) that gives up after so many questions; answers what it knows then."""
    lower, upper = -INF, INF
    for _ in range(patience):
        beta = max(guess, lower + 1)
        guess = ask(beta - 1, beta)
        lower, upper = (lower, guess) if guess < beta else (guess, upper)
        if lower >= upper:
            break
    return lower, upper


in_fractions, in_tenths = patient_mtdf(two_moves(7.0, 7.4), 5), patient_mtdf(two_moves(70, 74), 50)
print(
    f"fractions: after 12 questions between {in_fractions[0]} and {in_fractions[1]}; in tenths: {in_tenths[0]}"
)
assert in_fractions == (7.0, 7.4)
assert in_tenths == (74, 74)

# %% [markdown]
# Between 7.0 and 7.4 it stays, for ever. So values are whole numbers: if you need tenths of a disc, count in tenths of a disc. The kit's evaluators all do.
#
# ## How many questions?
#
# A good first guess saves questions. We try every guess around the value, with the answers taken as they are, step by step, and by *bisection*: asking in the middle of what is possible, as
# you would look up a word in a dictionary.


# %%
def bisection(ask, lower, upper):
    """Ask in the middle of what is possible; the value lies between the bounds."""
    questions = 0
    while lower < upper:
        beta = lower + (upper - lower + 1) // 2
        found = ask(beta - 1, beta)
        lower, upper = (lower, found) if found < beta else (found, upper)
        questions += 1
    return lower, questions


FINE = Mobility(10)  # the same opinion on a finer scale, so that there is some way to go
fine_ask = asker(midgame, 6, evaluator=FINE)
fine_value = fine_ask(-INF, INF)
assert bisection(fine_ask, -640, 640)[0] == kit_mtdf.bisection(fine_ask, -640, 640)[0] == fine_value
by_guess = {"MTD(f)": {}, "step by step": {}, "bisection": {}}
for off in range(-60, 31, 5):
    for name, way in (("MTD(f)", mtdf), ("step by step", step_by_step)):
        found, by_guess[name][off] = way(fine_ask, fine_value + off)
        assert found == fine_value
    by_guess["bisection"][off] = bisection(fine_ask, -640, 640)[1]
near, far = by_guess["MTD(f)"][0], max(by_guess["MTD(f)"].values())
draw.learning_curves(
    by_guess,
    title="Questions against the first guess",
    x_label="first guess, off the value by",
    y_label="questions",
)

# %%
claim(
    "L10.4",
    "The number of passes depends on the first guess",
    reported="it does",
    ours=f"{near} from the value itself, up to {far} from 60 away; {max(by_guess['step by step'].values())} if the bounds take what was asked, not what was answered",
    holds=near == 2 and far > near,
    remark="Two is the least: one question says at least, the other at most.",
)

# %%
claim(
    "L10.5",
    "Bisection as an alternative",
    reported="an alternative",
    ours=f"{by_guess['bisection'][0]} questions from -640 to 640, whatever the guess; MTD(f) {near} to {far}",
    holds=by_guess["bisection"][0] > near,
    remark="Bisection needs no guess. But each of its first questions is far from the value and tells little.",
)

# %% [markdown]
# ## Where does the guess come from?
#
# From deepening (lesson 08): the depth before has just told a value. There is a catch. Othello's values swing between odd and even depths, since having the move is worth something. So we try the value
# *two* depths before as well.

# %%
sources = {"always 0": lambda number, depth: 0}
sources |= {
    "the depth before": lambda number, depth: values[number, depth - 1],
    "two depths before": lambda number, depth: values[number, depth - 2],
}
asked = {
    name: sum(
        mtdf(asker(state, depth), guess(number, depth))[1]
        for number, state in enumerate(six)
        for depth in (5, 6, 7)
    )
    for name, guess in sources.items()
}
off = {
    name: float(
        np.mean(
            [abs(guess(number, depth) - values[number, depth]) for number in range(6) for depth in (5, 6, 7)]
        )
    )
    for name, guess in sources.items()
}
for name in sources:
    print(f"{name:18} off by {off[name]:.1f} on average, {asked[name]} questions for 18 searches")

# %%
claim(
    "L10.6",
    "First guess from the previous depth",
    reported="it helps",
    ours=f"{asked['always 0']} questions from 0, {asked['the depth before']} from the depth before, {asked['two depths before']} from two depths before",
    holds=asked["the depth before"] < asked["always 0"] or asked["two depths before"] < asked["always 0"],
    remark="In Othello the value swings with the parity of the depth, so the last depth but one is the better guide.",
)

# %% [markdown]
# ## Nodes *and* time
#
# Now all of them, with everything we have: good order, deepening, a table. Same six positions, same depth, same values. The report says: fewer nodes, hardly faster. We count nodes first. Nobody
# can argue about nodes.

# %%
METHODS = {
    "alpha-beta": {"method": "alphabeta"},
    "aspiration": {"method": "alphabeta", "aspiration_width": 2},
    "PVS": {"method": "pvs"},
    "MTD(f)": {"method": "mtdf"},
    "bisection": {"method": "bisection"},
}
LAST = 9
nodes, found_values, searchers = {}, {}, {}
for name, how in METHODS.items():
    searchers[name] = Searcher(Mobility(1), table=Table(16), **how, **GOOD_ORDER)
    results = []
    for state in six:
        searchers[name].forget()
        results.append(searchers[name].deepen(state, depth=LAST))
    nodes[name] = sum(result.nodes for result in results)
    found_values[name] = [result.value for result in results]
assert all(found == found_values["alpha-beta"] for found in found_values.values())
draw.bars(nodes, title=f"Nodes to depth {LAST}, six positions", x_label="nodes")

# %% [markdown]
# And time, on this machine, the best of three runs each:


# %% tags=["timing"]
def seconds_of(name):
    """Thinking time for all six positions; the best of three, since noise only ever adds."""
    runs = []
    for _ in range(3):
        total = 0.0
        for state in six:
            searchers[name].forget()
            total += searchers[name].deepen(state, depth=LAST).seconds
        runs.append(total)
    return min(runs)


seconds = {name: seconds_of(name) for name in METHODS}
print(f"{'':11} {'nodes':>10} {'':>5} {'ms':>6}")
for name in METHODS:
    print(
        f"{name:11} {nodes[name]:10,} {nodes[name] / nodes['alpha-beta']:5.0%} "
        f"{1000 * seconds[name]:6.0f} {seconds[name] / seconds['alpha-beta']:5.0%}"
    )

# %% tags=["timing"]
claim(
    "L10.7",
    "PVS and MTD(f): fewer nodes, hardly faster in Othello",
    reported="fewer nodes, hardly faster",
    ours=f"PVS {nodes['PVS'] / nodes['alpha-beta']:.1%} of alpha-beta's nodes and {seconds['PVS'] / seconds['alpha-beta']:.0%} of its time; "
    f"MTD(f) {nodes['MTD(f)'] / nodes['alpha-beta']:.1%} and {seconds['MTD(f)'] / seconds['alpha-beta']:.0%}",
    holds=nodes["PVS"] < nodes["alpha-beta"] and nodes["MTD(f)"] < nodes["alpha-beta"],
    remark="Our MTD(f) guesses from two depths before. From the depth before it needed 99.7 %: the guess was off by the swing between odd and even depths. Nodes are exact; times are of one machine.",
)

# %% [markdown]
# Mobility has a few dozen values. Does MTD(f) drown in questions where values are fine? We ask again with the learnt patterns of lesson 12, which count in hundredths of a disc.

# %%
fine_nodes = {}
for name in ("alpha-beta", "PVS", "MTD(f)"):
    searcher = Searcher(patterns(), table=Table(16), **METHODS[name], **GOOD_ORDER)
    fine_nodes[name] = 0
    for state in six:
        searcher.forget()
        fine_nodes[name] += searcher.deepen(state, depth=LAST).nodes
for name in fine_nodes:
    print(f"{name:10} {fine_nodes[name]:9,} nodes, {fine_nodes[name] / fine_nodes['alpha-beta']:4.0%}")
assert fine_nodes["MTD(f)"] <= fine_nodes["alpha-beta"]

# %% [markdown]
# It does not. The answers of a fail-soft search jump, so a good guess matters more than the grain.
#
# Fewer nodes, then, and hardly faster for us too. Good order and a table had cut most of what can be cut before the null windows came. Most programs use PVS: it
# needs no guess, has no passes to repeat, and finds the line of play on the way.
#
# ## The ledger


# %% tags=["timing"]
from gamekit.course import Ledger, evaluator_for


def searching(method):
    """A search for the ledger: deepening, good order, a table, and this method."""

    def search(state, depth):
        searcher = Searcher(evaluator_for(state), method=method, table=Table(16), **GOOD_ORDER)
        return searcher.deepen(state, depth=depth)

    return search


ledger = Ledger.load(lesson=10, own=None)
ledger.measure("order, deepening, table", searching("alphabeta"), only=["othello"])
ledger.measure("+ PVS", searching("pvs"), only=["othello"])
ledger.measure("+ MTD(f) instead", searching("mtdf"), only=["othello"])
ledger

# %%
assert all(all(row.right.values()) for row in ledger.rows)
ledger.chart("othello")

# %% [markdown]
# ## What we take along
#
# - A null window asks yes or no. The answer is a bound, never a value.
# - Aspiration guesses at the root. PVS asks at every node. MTD(f) does nothing but ask, and wants a memory.
# - Ask at `max(guess, lower + 1)`, take the answer as the bound, use whole numbers.
# - Count nodes and time. Fewer nodes is not always faster.
#
# All searches so far are exact: they never change the value. [Lesson 11](11_multi_probcut.ipynb) dares to be wrong now and then.
#
# ## Your turn
#
# 1. Let `aspiration` open the window step by step (width 2, 4, 8, ...) instead of all at once. Does it save nodes?
# 2. Let PVS search again with the window (alpha, beta) instead of (found, beta). Values stay right. What do the nodes say?
# 3. Write MTD(f) with a step: ask not at the guess, but a little to the side where the value probably lies. How many questions does that save?
#
# [Lab 10](../exercises/lab10-null-windows/lab10-null-windows.ipynb) checks your PVS and your MTD(f), passes and all.
#
# **To read more.** Tony Marsland and Murray Campbell, *Parallel Search of Strongly Ordered Game Trees* (1982), has PVS; Alexander Reinefeld, *An Improvement to the Scout Tree-Search Algorithm* (1983), its close
# relative NegaScout. Aske Plaat, Jonathan Schaeffer, Wim Pijls and Arie de Bruin, *Best-First Fixed-Depth Minimax Algorithms* (1996), has MTD(f).
