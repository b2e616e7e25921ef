# %% [markdown]
# # 10 · Null windows: aspiration, PVS and MTD(f)
#
# **Can we search by asking only yes-or-no questions?**
#
# I think of a number. You may only ask: "Is it at least 5?" Each answer rules out everything on one side of the question. Below a search does
# that with the value of an Othello position. The box is what it asks, the bar what is still possible. A bad first guess creeps up
# on the value in many small steps. Move the guess and count the questions.

# %% tags=["fold"]
import random
import time

import numpy as np

from gamekit import INF, FinalScore, compiled, draw, is_over, move_name, moves, play, trace, value
from gamekit.course import POSITIONS, Ledger, changes, claim, evaluator_for, finding
from gamekit.games import othello, plates, tictactoe, tree
from gamekit.othello import Mobility
from gamekit.othello.patterns import patterns
from gamekit.search import Searcher, Table
from gamekit.search import aspiration as kit_aspiration, mtdf as kit_mtdf, pvs as kit_pvs
from gamekit.widgets import Explore, Predict, SideBySide

midgame = othello.parse("f5d6c3d3c4f4f6f3e6e7")
MOBILITY = Mobility(1)


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


# %%
def asker(state, depth, counter=None, evaluator=MOBILITY):
    """`ask(alpha, beta)`: one search of this position, to this depth, with this window."""
    counter = np.zeros(1, np.int64) if counter is None else counter
    return lambda alpha, beta: int(fast_look(state, depth, alpha, beta, evaluator, counter))


def questions(first_guess=-12):
    """Every question that MTD(f), the method at the end of this lesson, asks."""
    found, passes = kit_mtdf.mtdf(asker(midgame, 7), first_guess)
    title = f"First guess {first_guess}: {len(passes)} questions, value {found}"
    return draw.windows(passes, title=title)


Explore(questions, first_guess=(-15, 15))

# %% [markdown]
# `asker` wraps negamax of lesson 05, compiled, so that a search of one position is a question: `ask(alpha, beta)`.
#
# ## One question
#
# A window of two neighbouring whole numbers, such as (4, 5), has nothing inside. It is called a *null window*. A search with it can only
# answer "at least 5" or "at most 4". It cannot tell the value. But it cuts more than any other window, because nearly everything is outside.

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

# %% tags=["answer"]
for beta in betas:
    answer, cost = question(beta)
    meaning = f"at least {answer}" if answer >= beta else f"at most {answer}"
    print(f"is it at least {beta:+}?  {meaning:12} {cost:8,} nodes, {cost / full_cost:4.0%}")
    assert answer <= exact if answer >= beta else answer >= exact  # a true bound, each time
    assert cost < full_cost / 2

# %% [markdown]
# Open the folded cell and read the answers. They differ from line to line, and most of them are **not** the value. A search with a null
# window (people call it a *pass*; it has nothing to do with passing in Othello) gives a *bound*, never a value, also when its answer looks like
# one. Our negamax is *fail-soft* (lesson 03), so the bound may lie beyond the question.
#
# One question is cheap. Now, which questions? Three answers, in the order in which they were found.
#
# ## 1. Aspiration: guess, and look close to the guess
#
# You have a guess for the value, from a shallower search. Search with a small window around it. If the value is inside, you are done, and
# it was cheap. If not, open that side and search again.


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


# %% tags=["fold"]
for guess in range(-9, 10):
    for width in (1, 2, 5):
        found, passes = kit_aspiration.aspiration(asker(midgame, 4), guess, width)
        assert aspiration(asker(midgame, 4), guess, width) == (found, len(passes))

# %% [markdown]
# How wide? The guess is the value two depths before (further down we see why two). The nodes are those of six positions together. One report says
# that a good first value speeds up the whole search. Its sentence holds here if at least three of our five widths need fewer nodes than an
# open window. Choose a width:

# %%
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
    share = f"{nodes / open_window:4.0%} of an open window"
    print(f"width {width:2}: {searches:2} searches, {nodes:9,} nodes, {share}")
best_width = min(by_width, key=lambda width: by_width[width][0])

# %%
claim(
    "L10.1",
    "A first value near the truth speeds up the whole search, also where it must be repeated (aspiration)",
    reported="it does",
    ours="; ".join(
        f"width {width} {nodes / open_window:.0%} of the nodes" for width, (nodes, _) in by_width.items()
    ),
    holds=sum(nodes < open_window for nodes, _ in by_width.values()) >= 3,
    remark="Six positions. No memory here, so a second search starts from nothing. With a table it costs less.",
)

# %% [markdown]
# ## 2. PVS: suspect that the first move is best
#
# *Principal variation search* asks questions inside the tree. If moves are well ordered (lesson 04), the first move of a node is nearly
# always the best. So search it in full. Of each remaining move ask only: *is it better at all?* A null window just above what we have. The
# answer is nearly always no. When it is yes, search that move again to learn how much better: it is worth at least `found`, so the window begins there. (Where the answer reaches `beta` there is nothing
# more to learn: the node is cut.)


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
# > You will read: "PVS means guess a start value, and search again if it fails." **That is aspiration search**, which has one window, at the
# > root. PVS has no guess at all. It has a null window at *every node*, for every move but the first.
#
# Here is what it changes in negamax:


# %%
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


changes(negamax, pvs)

# %% [markdown]
# Step both through a small tree: negamax, and PVS beside it. Watch the windows below the second move.

# %%
small = tree.from_lists([[[6, 4], [7, 9]], [[9, 8], [7, 1]]])
asked_for = (small, 3, -INF, INF, FinalScore())
SideBySide(trace(negamax)(*asked_for), trace(pvs)(*asked_for))

# %% [markdown]
# In this tree the *second* move is best, so PVS pays: it asks, hears "yes, better", and searches again. Alpha-beta never has that cost. Do
# the cheap questions outweigh it? We count below.
#
# Our text is the kit's text: same values, same nodes, in the same order. The folded cell checks it on three games.

# %% tags=["fold"]
for state, depth in ((plates.start(), 3), (tictactoe.parse("X../.O./..."), 7), (midgame, 4)):
    evaluator = Mobility(1) if state is midgame else FinalScore()
    a = trace(pvs)(state, depth, -INF, INF, evaluator)
    b = trace(kit_pvs.pvs)(state, depth, -INF, INF, evaluator)
    assert [(node.move, node.value) for node in a.nodes] == [(node.move, node.value) for node in b.nodes]
    assert a.value == trace(negamax)(state, depth, -INF, INF, evaluator).value

# %% [markdown]
# Does it save? Two things pull. The better the first move, the fewer second searches. But the better the order, the more alpha-beta cuts by itself: with a
# perfect one it visits no node too many, and nothing is left to save. We compare with the kit's compiled search, once with the moves as the rules list them
# and once in good order, both with a table.

# %%
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
    share = with_questions / plain
    print(f"{order:13}  alpha-beta {plain:9,}   PVS {with_questions:9,}   {share:.0%}")

# %% [markdown]
# Fewer, but not many fewer. In good order PVS saves the smaller share: alpha-beta alone has fewer nodes there, so less is left. With a table the move that
# was best a depth ago comes first, so the listed order is a good one too. The table also makes a second search cheaper: it finds there what the question
# has just learnt.
#
# ## 3. MTD(f): nothing but questions
#
# Now go all the way. Never open a window. Ask at the guess. The answer is a bound; ask there next. The bounds close in on the value, as in
# the picture at the top. By hand: the value is 7, and the guess is 5. Ask (4, 5), "is it at least 5?" Say the answer is: at least 7. Asking there
# again would teach nothing, so ask just above, (7, 8). The answer is: at most 7. Done, in two questions.
#
# Its name is **MTD(f)**: *memory-enhanced test driver*, with first guess f. Memory-enhanced, because the same tree is searched several
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


# %% tags=["fold"]
for guess in range(-9, 10):
    found, passes = kit_mtdf.mtdf(asker(midgame, 5), guess)
    assert mtdf(asker(midgame, 5), guess) == (found, len(passes))
    assert found == asker(midgame, 5)(-INF, INF)

# %% [markdown]
# ## Which move?
#
# Two things are missing before this can play: a **move**, and the memory. First the move. There are several questions, and each leaves a move that looks
# best. You could take the move of the last question of all, or that of the last question whose answer was yes. We try it on random trees, with a plain search
# that remembers nothing, and compare three rules.


# %%
def moves_by_rule(state, guess):
    """The move that each rule plays after MTD(f) without a memory."""
    lower, upper, picks = -INF, INF, {}
    while lower < upper:
        beta = max(guess, lower + 1)
        answers = {}
        for move in moves(state):
            answers[move] = -negamax(play(state, move), 9, -beta, -beta + 1, FinalScore())
            if answers[move] >= beta:
                break
        guess = max(answers.values())
        if guess < beta:
            upper = guess
        else:
            lower = guess
            picks["the last yes"] = move
        best = [move for move, answer in answers.items() if answer == guess]
        picks["the last question, its first best"] = best[0]
        picks["the last question, its last best"] = best[-1]
    return picks


# %%
guess_wrong = Predict(
    "Which rule never plays a wrong move?",
    choices=["what the last yes found", "the first best of the last question", "each of these two"],
    answer="what the last yes found",
    reason="A no gives upper bounds, and without a memory they are loose: an earlier move may look as good as the best.",
)
guess_wrong


# %% tags=["answer"]
def random_tree(chance, levels):
    """Nested lists with numbers from 0 to 9 at the leaves."""
    if levels == 0:
        return chance.randint(0, 9)
    return [random_tree(chance, levels - 1) for _ in range(chance.randint(2, 3))]


chance, wrong = random.Random(10), {}
for _ in range(1500):
    some = tree.from_lists(random_tree(chance, 4))
    worth = {move: -negamax(play(some, move), 9, -INF, INF, FinalScore()) for move in moves(some)}
    for name, move in moves_by_rule(some, chance.randint(0, 9)).items():
        wrong[name] = wrong.get(name, 0) + int(worth[move] < max(worth.values()))
print("1,500 random trees, how often a wrong move is played:")
for name, times in wrong.items():
    print(f"    {name}: {times}")
assert wrong["the last yes"] == 0 < wrong["the last question, its first best"]

# %% [markdown]
# The value was right each time. The move is another matter. Think of one question at the root, "is it at least 5?".
#
# - **Yes.** Some move reached 5, and the search stopped there. That move is worth at least 5: a fact about *this* move.
# - **No.** Every move came back with "at most 4", "at most 2", ... Upper bounds, and nothing else. The largest of them need not belong to the best
#   move.
#
# So keep the move of the **last yes**. When MTD(f) ends, its lower bound is the value, and the last yes set it: the move is worth the value.
# There is always a yes, or there would be no lower bound.
#
# With a memory that forgets nothing, the first best of the last question is right as well, because each earlier
# move is remembered with a bound below the value. With a table that forgets, nobody promises that. Keep the last yes.
#
# ## The memory
#
# Lesson 09 has the memory. The folded cell repeats its `Memory` and its search `with_table`, here `with_memory`. It has one more argument, `choice`, which it
# only hands down, and two new lines at the end:
#
# ```python
# if ply == 0 and best > asked:  # yes: this move is worth that much
#     choice[0] = best_move
# ```


# %% tags=["fold"]
class Memory:
    """Lesson 09: position -> (depth, lower, upper, best move), as many as you like."""

    def __init__(self):
        self.entries = {}

    def recall(self, position, depth):
        """(lower, upper, best move) as far as they are known."""
        old_depth, lower, upper, move = self.entries.get(position, (-1, -INF, INF, None))
        return (lower, upper, move) if old_depth == depth else (-INF, INF, move)

    def remember(self, position, depth, lower, upper, move):
        """Write down what a search has learnt."""
        old_depth, old_lower, old_upper, _ = self.entries.get(position, (-1, -INF, INF, None))
        if old_depth > depth:
            return
        if old_depth == depth:
            lower, upper = max(lower, old_lower), min(upper, old_upper)
        self.entries[position] = depth, lower, upper, move


def with_memory(state, depth, alpha, beta, ply, evaluator, table, counter, choice):
    """Alpha-beta with memory; a yes at the root leaves its move in `choice`."""
    counter[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    position = state.player, state.opponent
    lower, upper, good_move = -INF, INF, None
    if depth > 1:
        lower, upper, good_move = table.recall(position, depth)
    if ply > 0 and (lower >= beta or upper <= alpha or lower == upper):
        return lower if lower >= beta else upper
    options = moves(state)
    if good_move in options:
        options = [good_move, *(move for move in options if move != good_move)]
    asked, best, best_move = alpha, -INF, None
    for move in options:
        child = play(state, move)
        rest = (ply + 1, evaluator, table, counter, choice)
        found = -with_memory(child, depth - 1, -beta, -alpha, *rest)
        if found > best:
            best, best_move = found, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if depth > 1:
        at_least = best if best > asked else -INF
        at_most = best if best < beta else INF
        table.remember(position, depth, at_least, at_most, best_move if best > asked else good_move)
    if ply == 0 and best > asked:  # yes: this move is worth that much
        choice[0] = best_move
    return best


# %% [markdown]
# Now the player: lesson 08's deepening, MTD(f) at each depth, one memory for all of it. The first guess is the value of two depths before. Follow `guess`
# and `last` through the loop, with v0 for the opinion before any search and v1, v2, ... for what the depths find:
#
# - depth 1 starts from v0 and finds v1; it leaves v0 as the next guess;
# - depth 2 starts from v0 and finds v2; it leaves v1;
# - depth 3 starts from v1 and finds v3; it leaves v2, and so on.


# %%
def think(state, deepest):
    """(value, move, nodes so far) of each depth, by MTD(f) over alpha-beta with memory."""
    table, counter, choice, told = Memory(), [0], [None], []
    guess = found = value(MOBILITY, state)
    for depth in range(1, deepest + 1):

        def ask(alpha, beta, depth=depth):
            return with_memory(state, depth, alpha, beta, 0, MOBILITY, table, counter, choice)

        last = found
        found, _ = mtdf(ask, guess)
        guess = last  # for the next depth this is the value of two depths before
        told.append((found, choice[0], counter[0]))
    return told


for depth, (found, move, nodes) in enumerate(think(midgame, 6), 1):
    print(f"depth {depth}: {move_name(midgame, move)}, value {found:+}, {nodes:7,} nodes so far")

# %% [markdown]
# The kit's MTD(f) is this text: same values, same moves, same nodes at every depth. The folded cell checks it. (At depth 5 lesson 08 named c6, with the same
# value. f7 and c6 are equally good there. Which of them is named depends on the questions.)


# %% tags=["fold"]
def think_of_kit(state, deepest):
    """The same by the kit."""
    told = []
    Searcher(MOBILITY, method="mtdf", table=Table(64)).deepen(
        state, depth=deepest, report=lambda one: told.append((one.value, one.move, one.nodes))
    )
    return told


for position in POSITIONS[2:5]:
    state = othello.parse(position.text)
    assert think(state, 5) == think_of_kit(state, 5), position
assert think(midgame, 6) == think_of_kit(midgame, 6)
worth = {move_name(midgame, move): -asker(play(midgame, move), 4)(-INF, INF) for move in moves(midgame)}
assert worth["f7"] == worth["c6"] == max(worth.values()) == think(midgame, 5)[-1][0]

# %% [markdown]
# ## What the memory saves

# %%
memory_nodes = {
    "alpha-beta, no table": nodes_of("alphabeta", table=0, **GOOD_ORDER),
    "MTD(f), no table": nodes_of("mtdf", table=0, **GOOD_ORDER),
    "alpha-beta, table": nodes_of("alphabeta", **GOOD_ORDER),
    "MTD(f), table": nodes_of("mtdf", **GOOD_ORDER),
}
assert memory_nodes["MTD(f), table"] < memory_nodes["MTD(f), no table"]
draw.bars(memory_nodes, title="What the memory does", x_label="nodes to depth 8, six positions")

# %% [markdown]
# Memory helps alpha-beta as well. Mobility has few different values, so two or three questions do, and even without a table MTD(f) needs fewer
# nodes than alpha-beta without one.

# %% tags=["fold"]
assert memory_nodes["MTD(f), no table"] < memory_nodes["alpha-beta, no table"]

# %% [markdown]
# ## Where this goes wrong: three slips
#
# MTD(f) is ten lines, and three mistakes in it are easily made. **First**, the window: somebody writes `beta = guess`, always.


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

# %% tags=["answer"]
loops = [g for g in range(-9, 10) if len(stubborn(asker(midgame, 5), g)) == 12]
ends = [g for g in range(-9, 10) if g not in loops]
print(f"value {asker(midgame, 5)(-INF, INF)}")
print("never ends from", *loops)
print("ends from", *ends)
assert loops
draw.windows(stubborn(asker(midgame, 5), loops[0]), title="The same question, for ever")

# %% [markdown]
# When the guess *is* the lower bound, the next question must lie just above it: `max(guess, lower + 1)`.
#
# **Second**, the bounds. The answer often says more than was asked: "Is it at least 5?" "It is at least 9." Whoever writes down only what
# was asked (`lower = beta`) throws that away, and walks in steps of one.


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
# **Third**, the numbers. `lower + 1` means "the next value". With fractions there are values in between. Here is the smallest possible
# game: one player, two moves, worth 7.0 and 7.4.


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
print(f"fractions: after 12 questions between {in_fractions[0]} and {in_fractions[1]}")
print(f"in tenths: {in_tenths[0]}")
assert in_fractions == (7.0, 7.4)
assert in_tenths == (74, 74)

# %% [markdown]
# Between 7.0 and 7.4 it stays, for ever. So values are whole numbers: if you need tenths of a disc, count in tenths of a disc. The kit's
# evaluators all do.
#
# ## How many questions?
#
# A good first guess saves questions. We try every guess around the value, with the answers taken as they are, step by step, and by
# *bisection*: asking in the middle of what is possible, as you would look up a word in a dictionary. Only there does each answer surely rule out
# half of what is left. It may rule out more: the answers of a fail-soft search jump beyond the question.


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
finding(
    "L10.3",
    "The number of questions of MTD(f) depends on the first guess; that of bisection does not",
    f"MTD(f) {near} from the value itself, up to {far} from 60 away, and up to {max(by_guess['step by step'].values())} if the "
    f"bounds take what was asked; bisection {by_guess['bisection'][0]} from -640 to 640",
    remark="Two is the least: one question says at least, the other at most. Bisection makes no use of a guess: from a good one MTD(f) asks less.",
)

# %% [markdown]
# ## Where does the guess come from?
#
# From deepening (lesson 08): the depth before has just told a value. There is a catch. One ply more, and the other side is to move at
# the leaves. Mobility thinks that having the move is worth something, so odd depths lean to one side and even depths to the other: the *odd-even swing* of
# lesson 02. Two depths before, the same side was to move at the leaves, and the leaning is the same. So we try the value *two* depths before as well.

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
searched = [(number, depth) for number in range(6) for depth in (5, 6, 7)]
off = {
    name: float(np.mean([abs(guess(*one) - values[one]) for one in searched]))
    for name, guess in sources.items()
}
for name in sources:
    print(f"{name:17} off by {off[name]:.1f} on average, {asked[name]} questions for 18 searches")

# %%
finding(
    "L10.4",
    "The first guess is best taken from two depths before",
    f"{asked['always 0']} questions from 0, {asked['the depth before']} from the depth before, "
    f"{asked['two depths before']} from two depths before, in 18 searches",
    remark="In Othello the value of this evaluation swings with the parity of the depth.",
)

# %% [markdown]
# ## Nodes *and* time
#
# Now all of them, with everything we have: good order, deepening, a table. Same six positions, same depth, same values. One report says of
# PVS and MTD(f) in Othello: fewer nodes, hardly faster. That holds here if both need fewer nodes than alpha-beta **and** neither saves a tenth of its
# time. We count nodes first. Nobody can argue about nodes.

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
# And time: that of the processor, so that other programs on this machine do not count. Each method runs seven times, in turn with the others, and its best run counts: noise only ever adds.


# %% tags=["timing"]
def seconds_of(name):
    """Processor time for all six positions, once."""
    total = 0.0
    for state in six:
        searchers[name].forget()
        begin = time.process_time()
        searchers[name].deepen(state, depth=LAST)
        total += time.process_time() - begin
    return total


seconds = dict.fromkeys(METHODS, INF)
for _ in range(7):
    for name in METHODS:
        seconds[name] = min(seconds[name], seconds_of(name))
print(f"{'':11} {'nodes':>10} {'':>5} {'ms':>6}")
for name in METHODS:
    print(
        f"{name:11} {nodes[name]:10,} {nodes[name] / nodes['alpha-beta']:5.0%} "
        f"{1000 * seconds[name]:6.0f} {seconds[name] / seconds['alpha-beta']:5.0%}"
    )

# %% tags=["timing"]
claim(
    "L10.2",
    "PVS and MTD(f): fewer nodes, hardly faster in Othello",
    reported="fewer nodes, hardly faster",
    ours=f"PVS {nodes['PVS'] / nodes['alpha-beta']:.1%} of alpha-beta's nodes and {seconds['PVS'] / seconds['alpha-beta']:.0%} of its time; "
    f"MTD(f) {nodes['MTD(f)'] / nodes['alpha-beta']:.1%} and {seconds['MTD(f)'] / seconds['alpha-beta']:.0%}",
    holds=all(
        nodes[name] < nodes["alpha-beta"] and seconds[name] > 0.9 * seconds["alpha-beta"]
        for name in ("PVS", "MTD(f)")
    ),
    remark="Six positions to depth 9, the best of seven runs each. Nodes are exact; times are of one machine.",
)

# %% [markdown]
# Mobility has a few dozen values. Does MTD(f) drown in questions where values are fine? We ask again with the learnt patterns of lesson
# 12, which count in hundredths of a disc.

# %%
fine_nodes = {}
for name in ("alpha-beta", "PVS", "MTD(f)"):
    searcher = Searcher(patterns(), table=Table(16), **METHODS[name], **GOOD_ORDER)
    fine_nodes[name] = 0
    for state in six:
        searcher.forget()
        fine_nodes[name] += searcher.deepen(state, depth=LAST).nodes
for name in fine_nodes:
    share = fine_nodes[name] / fine_nodes["alpha-beta"]
    print(f"{name:10} {fine_nodes[name]:9,} nodes, {share:4.0%}")
assert fine_nodes["MTD(f)"] <= fine_nodes["alpha-beta"]

# %% [markdown]
# It does not. The answers of a fail-soft search jump, so a good guess matters more than the grain.
#
# Good order and a table had cut most of what can be cut before the null windows came. And a saved node need not save its time: each question starts at the root
# again, and lists and sorts the same moves again. Bisection, which has no guess, asks more questions than MTD(f) with a good one. Most programs use PVS: it needs no guess, has no
# passes to repeat, and finds the line of play on the way. (The kit's Othello program does not: lesson 17 says why it went back to open windows.)
#
# ## The ledger
#
# Two more rows, both over the search with order, deepening and a table of lesson 09.


# %%
def searching(method):
    """A search for the ledger: deepening, good order, a table, and this method."""

    def search(state, depth):
        searcher = Searcher(evaluator_for(state), method=method, table=Table(16), **GOOD_ORDER)
        return searcher.deepen(state, depth=depth)

    return search


ledger = Ledger.load(lesson=10, own=None)
ledger.measure("+ PVS", searching("pvs"), only=["othello"])
ledger.measure("+ MTD(f) instead", searching("mtdf"), only=["othello"])
ledger

# %%
ledger.chart("othello")

# %% tags=["fold"]
assert all(all(row.right.values()) for row in ledger.rows)

# %% [markdown]
# ## What we take along
#
# - A null window asks yes or no. The answer is a bound, never a value.
# - Aspiration guesses at the root. PVS asks at every node. MTD(f) does nothing but ask, and wants a memory.
# - Ask at `max(guess, lower + 1)`, take the answer as the bound, use whole numbers. The move is that of the last yes.
# - Count nodes and time. Fewer nodes is not always faster.
#
# All searches so far are exact: they never change the value. [Lesson 11](11_multi_probcut.ipynb) dares to be wrong now and then.
#
# ## Your turn
#
# [Lab 10](../exercises/lab10-null-windows/lab10-null-windows.ipynb) checks your PVS, your MTD(f), and one with a memory of its own that
# plays. Before or after it:
#
# 1. Let `aspiration` open the window step by step (width 2, 4, 8, ...) instead of all at once. Does it save nodes?
# 2. Let PVS search again with the window (alpha, beta) instead of (found, beta). Values stay right. What do the nodes say?
# 3. Write MTD(f) with a step: ask not at the guess, but a little to the side where the value probably lies. How many questions does that
#    save?
#
# **To read more.** Tony Marsland and Murray Campbell, *Parallel Search of Strongly Ordered Game Trees* (1982), has PVS; Alexander
# Reinefeld, *An Improvement to the Scout Tree-Search Algorithm* (1983), its close relative NegaScout. Aske Plaat, Jonathan Schaeffer, Wim
# Pijls and Arie de Bruin, *Best-First Fixed-Depth Minimax Algorithms* (1996), has MTD(f).
