# %% [markdown]
# # 16 · Solving games exactly
#
# **How far can perfect play reach on one machine?**
#
# Every number on this board is the truth. It is no opinion and no estimate: it is the number of discs by which the side to move wins or
# loses after that move, if both sides play perfectly to the end. The positions are the first nineteen of a famous test, the endgame
# suite of the French Othello Federation (*FFO*). Choose another one and look for the moves that throw the game away.

# %% tags=["fold"]
import json
import math
import random
from importlib.resources import files
from threading import Thread

import numpy as np
from IPython.display import display

from gamekit import INF, PASS, compiled, count_moves, draw, is_over, key, move_name, moves
from gamekit import parse_move, play, score, suite, trace
from gamekit.bits import Bits, popcount
from gamekit.connect4 import solver as connect4_solver
from gamekit.course import changes, claim, finding
from gamekit.games import connect4, othello, tictactoe
from gamekit.othello import solver as kit
from gamekit.widgets import Explore, Predict

TRUTH = suite.PUBLISHED  # positions with published scores
FFO = suite.read_obf(TRUTH / "othello" / "fforum-1-19.obf")


# %%
def exact_moves(state):
    """What each move is worth to the side that makes it, in discs."""
    return {move_name(state, move): -kit.solve(play(state, move)).value for move in moves(state)}


def truth(problem=1):
    """A position of the suite with the exact value of every move."""
    state = FFO[problem - 1].state
    return draw.board(state, heat=exact_moves(state))


assert max(exact_moves(FFO[0].state).values()) == FFO[0].expected_score == 18
Explore(truth, problem=(1, len(FFO)))

# %% [markdown]
# In the first position one move wins by eighteen discs. Others win by twelve, by six or by four, and three of them lose. A good player
# would look at it for a long time. We want a program that *knows*.
#
# In all lessons so far the search stopped somewhere and asked an evaluation. Here it does not stop. There is no depth and no opinion: only the
# rules and the score at the end. What is left to improve is the number of positions that we must look at.
#
# ## Alpha-beta to the end
#
# This is negamax of lesson 05 without depth and evaluation. Nothing could be shorter.


# %%
def plain(state, alpha, beta, counter):
    """The exact value of a position for the side to move."""
    counter[0] += 1
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -plain(play(state, move), -beta, -alpha, counter))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


fast_plain = compiled(plain)


def empties(state):
    """Empty squares on 8x8."""
    return 64 - (state.player | state.opponent).bit_count()


def plain_nodes(state):
    """(value, nodes) by plain alpha-beta."""
    counter = np.zeros(1, np.int64)
    return fast_plain(state, -64, 64, counter), int(counter[0])


costs = []
for number in (5, 4):
    state = FFO[number - 1].state
    value, nodes = plain_nodes(state)
    costs.append(nodes)
    print(f"FFO {number}: {empties(state)} empty squares, value {value:+}, {nodes:,} nodes")
    assert value == FFO[number - 1].expected_score
assert 6 < costs[1] / costs[0] < 7

# %% [markdown]
# It works. Two positions with the same number of empty squares; one costs six times as much as the other. And each further square
# multiplies the work. So we use what we know about endgames: four ideas, one after the other.
#
# ## Idea 1: fastest first
#
# In lesson 04 we tried those moves first that leave the opponent few replies, because such moves tend to be good. Near the end there is a
# second reason, and it counts for more: **few replies make a small subtree**. If a move refutes, it refutes cheaply. Even if two moves are
# equally good, we want the one that is proved sooner. Solvers call this *fastest first*.
#
# ## Idea 2: parity
#
# The last move in some part of the board is worth having: nobody can answer it. Lesson 06 looked at *regions*, empty squares that hang
# together. To find regions takes time, and a solver has none to spare at each node. So it looks at the four **quarters** of the board
# instead, which are always the same squares: a rough stand-in for regions, and nearly free. In this lesson *odd* means: in a quarter
# with an odd number of empty squares. Whoever plays first there also plays last, unless somebody passes or the quarter's empty squares belong to
# two regions. So play into odd quarters first. Below, the odd squares of one position are marked.

# %%
QUARTERS = np.array([0x0F0F_0F0F, 0xF0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32], np.uint64)


def odd_squares(state):
    """The empty squares of those quarters of the board that have an odd number of them."""
    empty = ~(Bits(state.player) | Bits(state.opponent))
    found = Bits(0)
    for quarter in QUARTERS:
        if popcount(empty & quarter) % 2 == 1:
            found |= empty & quarter
    return found


def shown_parity(problem=1):
    """A position with its odd squares."""
    state = FFO[problem - 1].state
    odd = int(odd_squares(state))
    return draw.board(
        state, legal=False, numbers={square: "odd" for square in range(64) if odd >> square & 1}
    )


Explore(shown_parity, problem=(1, len(FFO)))

# %% [markdown]
# The look costs next to nothing: no move is played, a few bits are counted.
#
# Now the order of moves. Each move gets a mark, and the smallest comes first. `ideas` says which ideas are switched on, each by one bit, so
# that one text serves all experiments.

# %%
FASTEST, PARITY, STABLE, TABLE = 1, 2, 4, 8
NO_MOVE = -2


def in_good_order(state, ideas, remembered):
    """The moves, the most promising first."""
    found, count = np.empty(64, np.int64), 0
    for move in moves(state):
        found[count] = move
        count += 1
    marks, odd = np.zeros(count, np.int64), odd_squares(state)
    for i in range(count):
        if ideas & FASTEST:
            marks[i] += 2 * count_moves(play(state, found[i]))
        if ideas & PARITY and found[i] != PASS and (odd >> Bits(found[i])) & Bits(1):
            marks[i] -= 1  # half a reply: parity decides between moves that are equally fast
        if found[i] == remembered:
            marks[i] -= 1000
    return found[np.argsort(marks, kind="mergesort")]  # a stable sort: equal ones stay in order


# %% [markdown]
# ## Idea 3: what can never be turned
#
# If my opponent has discs that can never be turned again, I cannot win by everything. With *s* such discs on their side, my best result is
# 64 - 2*s*. If even that is no more than `alpha`, there is nothing to look for: a cut-off without playing a move.
#
# Which discs are safe? A disc in a corner. Then its neighbours of the same colour along the edge, one after the other. There are more, and
# lesson 06 has the full rule; these can be found with a finger.

# %%
WALKS = np.array(  # (corner, step)
    [(0, 1), (0, 8), (7, -1), (7, 8), (56, 1), (56, -8), (63, -1), (63, -8)]
)


def anchored(discs):
    """Those discs of one side that hang on one of its corners, along an edge."""
    found = Bits(0)
    for corner, step in WALKS:
        square = corner
        for _ in range(8):
            here = Bits(1) << Bits(square)
            if not discs & here:
                break
            found |= here
            square += step
    return found


lopsided = max(FFO, key=lambda case: popcount(anchored(Bits(case.state.player)))).state
safe = int(anchored(Bits(lopsided.player)))
count = popcount(safe)
print(f"{count} discs hang on a corner: the other side wins by no more than {64 - 2 * count}")
draw.board(lopsided, stable=safe)

# %% [markdown]
# ## Idea 4: a table
#
# a1 b1 c1 and c1 b1 a1 often lead to the same position. Remember it (lesson 09). Near the end we remember *bounds*, because most searches
# stop at a cut-off: the value is at least this much, or at most. The best move is remembered too, and tried first.
#
# Two arrays are enough: `keys` holds the position, `known` its bounds and move. Each position has one slot; the newest stays (the rule *always*
# of lesson 09). There is no depth to compare: every entry was searched to the end.

# %%
SLOTS = 1 << 16
MIX_PLAYER = Bits(0x9E37_79B9_7F4A_7C15)  # any odd numbers do
MIX_OPPONENT = Bits(0xC2B2_AE3D_27D4_EB4F)


def slot_of(state):
    """The place of a position in the table: its two words, well mixed."""
    mixed = Bits(state.player) * MIX_PLAYER ^ Bits(state.opponent) * MIX_OPPONENT
    return np.int64((mixed ^ (mixed >> Bits(32))) % Bits(SLOTS))


# %% [markdown]
# ## All four in one text
#
# Read it from above: count, ask whether the game is over, ask what can never be turned, ask the table, then search as before and remember.


# %%
def endgame(state, alpha, beta, ideas, keys, known, counter):
    """The exact value for the side to move, or a bound where it lies outside the window."""
    counter[0] += 1
    if is_over(state):
        return score(state)
    if ideas & STABLE:
        ceiling = 64 - 2 * popcount(anchored(Bits(state.opponent)))
        if ceiling <= alpha:
            return ceiling
    slot, remembered = slot_of(state), NO_MOVE
    if ideas & TABLE and keys[slot, 0] == state.player and keys[slot, 1] == state.opponent:
        lower, upper, remembered = known[slot, 0], known[slot, 1], known[slot, 2]
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
    best, best_move, asked = -INF, NO_MOVE, alpha
    for move in in_good_order(state, ideas, remembered):
        found = -endgame(play(state, move), -beta, -alpha, ideas, keys, known, counter)
        if found > best:
            best, best_move = found, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if ideas & TABLE:
        keys[slot, 0], keys[slot, 1] = state.player, state.opponent
        known[slot, 0] = best if best > asked else -64
        known[slot, 1] = best if best < beta else 64
        known[slot, 2] = best_move
    return best


# %% tags=["fold"]
fast = compiled(endgame)


def solve(state, ideas, counter=None):
    """(value, nodes) with these ideas switched on."""
    counter = np.zeros(1, np.int64) if counter is None else counter
    keys, known = np.zeros((SLOTS, 2), np.uint64), np.zeros((SLOTS, 3), np.int64)
    return int(fast(state, -64, 64, ideas, keys, known, counter)), int(counter[0])


STEPS = {
    "as listed": 0,
    "parity alone": PARITY,
    "fastest first": FASTEST,
    "+ parity": FASTEST | PARITY,
    "+ stable discs": FASTEST | PARITY | STABLE,
    "+ table": FASTEST | PARITY | STABLE | TABLE,
}
assert solve(FFO[4].state, 0) == plain_nodes(FFO[4].state)  # with nothing switched on it is the plain one

# %%
guess_idea = Predict(
    "One of the ideas saves far more nodes than the others. Which one?",
    choices=["parity", "fastest first", "stable discs", "table"],
    answer=lambda: min(
        {
            "parity": PARITY,
            "fastest first": FASTEST,
            "stable discs": STABLE,
            "table": TABLE,
        }.items(),
        key=lambda one: solve(FFO[4].state, one[1])[1],
    )[0],
    reason="The order of the moves decides, as it did in lesson 04.",
)
guess_idea


# %% tags=["fold"]
class Counts:
    """Nodes for each set of ideas, as a table."""

    def __init__(self):
        self.rows = {}

    def __repr__(self):
        rows = self.rows.items()
        return "\n".join(f"{name:15} {nodes:>11,} nodes  {note}" for name, (nodes, note) in rows)

    def _repr_html_(self):
        rows = (
            f"<tr><td style='text-align:left'>{name}</td><td>{nodes:,}</td><td style='text-align:left'>{note}</td></tr>"
            for name, (nodes, note) in self.rows.items()
        )
        head = "<tr><th></th><th>nodes</th><th></th></tr>"
        return f"<table>{head}{''.join(rows)}</table>"


def race(state):
    """Solve a position with each set of ideas; the counts move while it runs."""
    counts, found = Counts(), {}
    shown = display(counts, display_id=True)
    for name, ideas in STEPS.items():
        counter, answer = np.zeros(1, np.int64), []
        work = Thread(
            target=lambda ideas=ideas, counter=counter, answer=answer: answer.append(
                solve(state, ideas, counter)
            )
        )
        work.start()
        while work.is_alive():
            work.join(0.1)
            counts.rows[name] = int(counter[0]), "searching ..."
            shown.update(counts)
        value, nodes = answer[0]
        found[name] = value, nodes
        counts.rows[name] = nodes, f"value {value:+}"
        shown.update(counts)
    return found


# %% [markdown]
# Here is a live counter. Each row solves the same position of the suite with one more idea; open the cell and watch the numbers run.

# %% tags=["answer"]
race_of_5 = race(FFO[4].state)
assert {value for value, _ in race_of_5.values()} == {FFO[4].expected_score}

# %% [markdown]
# The value is the same in every row, as it must be. Try `race(FFO[3].state)`, which is harder.
#
# One position proves little: in this one parity alone even costs nodes. Here are twenty-four endgames from real games, with thirteen empty squares each.

# %% tags=["answer"]
games = suite.read_obf(TRUTH / "othello" / "endgame-13.obf")[:24]
nodes_of, values_right = {name: [] for name in STEPS}, dict.fromkeys(STEPS, 0)
for case in games:
    for name, ideas in STEPS.items():
        value, nodes = solve(case.state, ideas)
        values_right[name] += value == case.expected_score
        nodes_of[name].append(nodes)
by_kit = [kit.solve(case.state) for case in games]
values_right["the kit's solver"] = sum(
    result.value == case.expected_score for result, case in zip(by_kit, games, strict=True)
)
assert set(values_right.values()) == {len(games)}
total = {name: sum(nodes) for name, nodes in nodes_of.items()} | {
    "the kit's solver": sum(result.nodes for result in by_kit)
}
draw.bars(
    total,
    title="Twenty-four endgames, 13 empty squares",
    x_label="nodes",
    marked=["the kit's solver"],
)

# %% tags=["answer"]
below = {"parity alone": "as listed", "fastest first": "as listed", "+ parity": "fastest first"}
below |= {"+ stable discs": "+ parity", "+ table": "+ stable discs", "the kit's solver": "+ table"}
for name, nodes in total.items():
    less = below.get(name)
    gain = f"{total[less] / nodes:5.2f} times fewer than {less}" if less else ""
    print(f"{name:17} {nodes:10,}   {gain}")

gains = {
    "fastest first": total["as listed"] / total["fastest first"],
    "parity": total["as listed"] / total["parity alone"],
    "stable discs": total["+ parity"] / total["+ stable discs"],
    "table": total["+ stable discs"] / total["+ table"],
}

# %% [markdown]
# Open the two cells above. What do we see?
#
# - **Fastest first** does most of the work.
# - **Parity alone** helps a little. On top of fastest first it changes next to nothing in the *count*. Strong programs use
#   it all the same, because it needs no move to be played. We count nodes here and have not timed it. With five or six empty squares left it does not pay to play every move just to count replies. The kit uses fastest
#   first above and parity below.
# - **Stable discs** cut next to nothing here: most of these games are close. They cut where one side is being crushed. Look at the next cell.
# - **The table** saves nearly a third. It saves more with more empty squares, because there are more ways to reach one position.
# - **The kit's solver** asks only yes-or-no questions (lesson 10), knows more stable discs, and looks into the table before it plays a move.

# %%
one_sided = [i for i, case in enumerate(games) if abs(case.expected_score) >= 36]
others = [i for i in range(len(games)) if i not in one_sided]
for what, chosen in {"one-sided": one_sided, "all others": others}.items():
    before = sum(nodes_of["+ parity"][i] for i in chosen)
    after = sum(nodes_of["+ stable discs"][i] for i in chosen)
    saved = 100 * (1 - after / before)
    print(f"{what:10} ({len(chosen):2} positions): stable discs save {saved:.1f} % of the nodes")

# %%
finding(
    "L16.3",
    "What each idea saves in 24 endgames with 13 empty squares",
    "; ".join(f"{name} {gain:.2f} times fewer nodes" for name, gain in gains.items()),
    remark="Fastest first and parity each alone; stable discs and the table each on top of what came before. Stable discs save next to "
    "nothing in such games, and so does parity on top of fastest first; time was not measured.",
)

# %% [markdown]
# ## The whole suite
#
# Now the kit's compiled solver on the real thing. First the nineteen positions from above, live.

# %%
live = []
watched = Counts()
shown = display(watched, display_id=True)
for case in FFO:
    live.append(kit.solve(case.state))
    right = sum(one.value == each.expected_score for one, each in zip(live, FFO, strict=False))
    nodes = sum(result.nodes for result in live)
    watched.rows["FFO 1 to 19"] = nodes, f"{right} of {len(live)} right"
    shown.update(watched)
assert right == len(FFO)

# %% [markdown]
# The other thirty have more empty squares and take minutes. Their figures are stored, with the commands that made them (`gamekit bench
# suites` runs them all, and more). The counts do not depend on the machine, so the nineteen that you just solved must agree with what is
# stored.

# %%
stored = json.loads(files("gamekit").joinpath("data/experiments/l16_ffo.json").read_text())
for command in stored["commands"]:
    print(command)
ffo = stored["positions"]
assert [row["nodes"] for row in ffo[: len(FFO)]] == [result.nodes for result in live]
right = sum(row["value"] == row["stated"] for row in ffo)
all_nodes, hardest = sum(row["nodes"] for row in ffo), max(ffo, key=lambda row: row["nodes"])
print(f"{right} of {len(ffo)} right, {all_nodes:,} nodes; the hardest is FFO {hardest['number']}")
print(f"with {hardest['empties']} empty squares and {hardest['nodes']:,} nodes")

# %%
finding(
    "L16.4",
    "The FFO suite against its published scores",
    f"{right} of {len(ffo)} right, {len(FFO)} of them live; {all_nodes:,} nodes",
)

# %% [markdown]
# ## How far does it reach?
#
# Each further empty square multiplies the work. By how much? We solve real endgames with 13 to 18 empty squares and put the stored ones beside them.

# %%
mean = {}
for count in range(13, 19):
    some = suite.read_obf(TRUTH / "othello" / f"endgame-{count}.obf")[:20]
    mean[count] = sum(kit.solve(case.state).nodes for case in some) / len(some)
of_ffo = {}
for row in ffo:
    of_ffo.setdefault(row["empties"], []).append(row["nodes"])
late = {count: nodes for count, nodes in sorted(of_ffo.items()) if count >= 13}
ffo_mean = {count: sum(nodes) / len(nodes) for count, nodes in late.items()}
draw.nodes_by_depth(
    {"real games, mean of 20": mean, "FFO, mean": ffo_mean},
    title="Nodes by empty squares",
    x_label="empty squares",
)

# %% [markdown]
# On a logarithmic axis it is nearly a straight line. Where a point lies below it, look at the position: one in which a side is crushed is
# easier than a close one, however many squares are empty.

# %%
slope, base = np.polyfit(list(mean), [math.log10(nodes) for nodes in mean.values()], 1)
growth, at_60 = 10**slope, base + 60 * slope
print(f"each further square: {growth:.1f} times the nodes")
print(f"the whole game, 60 squares: about 10^{at_60:.0f} nodes, if the line stays straight")
years = 10**at_60 / 10**7 / (365 * 24 * 3600)  # at ten million nodes a second

# %%
guess_8x8 = Predict(
    "At ten million nodes a second, how long would the whole game on 8x8 take?",
    choices=[
        "a year or so",
        "a lifetime",
        "as long as there has been writing",
        "far longer than that",
    ],
    answer=lambda: (
        "a year or so"
        if years < 5
        else "a lifetime"
        if years < 200
        else "as long as there has been writing"
        if years < 10_000
        else "far longer than that"
    ),
    reason=f"About {years:,.0f} years. A year has some 3 · 10^7 seconds, so ten million nodes a second make 3 · 10^14 nodes a year.",
)
guess_8x8

# %% [markdown]
# ## Small boards: 4x4 live, 6x6 stored
#
# On 4x4 there are only twelve empty squares. Before you run the next cell:

# %%
guess_small = Predict(
    "Othello on 4x4, both sides perfect. Who wins?",
    choices=["the first player", "the second player", "nobody: a draw"],
    answer=lambda: ["nobody: a draw", "the first player", "the second player"][
        np.sign(kit.solve(othello.start("4x4")).value)
    ],
    reason="The second player, and clearly. Moving first is no gift on a board this small.",
)
guess_small

# %% tags=["answer"]
small = othello.start("4x4")
by_plain = trace(plain)(small, -64, 64, np.zeros(1, np.int64))
solved = kit.solve(small, with_line=True)
assert by_plain.value == solved.value
print(f"plain alpha-beta, in Python: value {by_plain.value:+}, {len(by_plain):,} nodes")
print(f"the kit's solver: value {solved.value:+}, {solved.nodes:,} nodes")
print("line:", " ".join(solved.names(small)))


# %% tags=["answer"]
def perfect(move=0):
    """The perfect game on 4x4 after some moves, with the exact value of every next move."""
    state = small
    for one in solved.line[:move]:
        state = play(state, one)
    if is_over(state) or moves(state) == [PASS]:
        return draw.board(state)
    return draw.board(state, heat=exact_moves(state))


Explore(perfect, move=(0, len(solved.line)))

# %% [markdown]
# Open the cell above, move the slider and play the perfect game. Whenever the dark side has a choice, all of its moves lose; it picks
# the smallest loss.
#
# 6x6 has thirty-two empty squares. Joel Feinstein solved it first, in 1993. Here is what our solver says, and the game.

# %%
six = json.loads(files("gamekit").joinpath("data/experiments/l16_othello_6x6.json").read_text())
line6, end6 = [], othello.start("6x6")
for name in six["line"]:
    line6.append(parse_move(end6, name))
    end6 = play(end6, line6[-1])
assert is_over(end6)
dark, light = sorted((end6.player.bit_count(), end6.opponent.bit_count()))
print(six["command"])
print(f"value {six['value']:+} for the first player, {dark} to {light}, {six['nodes']:,} nodes")
print(" ".join(six["line"]))
draw.board(othello.start("6x6"), line=line6, legal=False)

# %% [markdown]
# One report argues from parity: the board begins with one region of even size, so whoever moves second should be better off, and on smaller boards it is
# so. That holds here if the second player wins on both small boards.

# %%
claim(
    "L16.1",
    "On boards smaller than 8x8 the second player wins at Othello",
    reported="the second player wins",
    ours=f"4x4: {solved.value:+}, {solved.nodes:,} nodes, live; 6x6: {six['value']:+}, {dark} to {light}, {six['nodes']:,} nodes, stored",
    holds=solved.value < 0 and six["value"] < 0,
    remark="6x6 is what Joel Feinstein found in 1993. Empty squares count for the winner, so 4x4 shows more than the discs on the "
    f"board. {six['command']}",
)

# %% [markdown]
# ## Connect Four: the same frame, other bricks
#
# Connect Four was solved in 1988, by James Allen and by Victor Allis independently: the first player wins, by starting in the middle. A solver
# for it has the same frame: negamax to the end, an order, a table. Type it for a small board, 5 columns by 4 rows. The order is one line: **the
# middle first**, because more fours run through it. A score counts how early the win comes (1 plus half the squares left empty); 0 is a draw.


# %%
def four(state, alpha, beta, known, ideas, counter):
    """The exact value of a Connect Four position, or a bound outside the window."""
    counter[0] += 1
    if is_over(state):
        return score(state)
    lower, upper = known.get(key(state), (-INF, INF)) if ideas & TABLE else (-INF, INF)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    options = moves(state)
    if ideas & FASTEST:
        options = sorted(options, key=lambda column: abs(column - 2))  # the middle first
    best, asked = -INF, alpha
    for move in options:
        best = max(best, -four(play(state, move), -beta, -alpha, known, ideas, counter))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    known[key(state)] = best if best > asked else lower, best if best < beta else upper
    return best


# %%
def some_positions(count, plies):
    """Positions on 5x4 after random moves, none of them over."""
    chance, found = random.Random(16), []
    while len(found) < count:
        state = connect4.start("5x4")
        for _ in range(plies):
            if not is_over(state):
                state = play(state, chance.choice(moves(state)))
        if not is_over(state):
            found.append(state)
    return found


small_solver, tests = connect4_solver.Solver(5, 4), some_positions(12, plies=7)
right = [small_solver.solve(state).value for state in tests]
steps = {"as listed": 0, "the middle first": FASTEST, "+ table": FASTEST | TABLE}
of_four = {}
for name, ideas in steps.items():
    counter = [0]
    assert [four(state, -99, 99, {}, ideas, counter) for state in tests] == right
    of_four[name] = counter[0]
draw.bars(of_four, title="Twelve positions on 5x4 after seven moves", x_label="nodes")

# %% [markdown]
# Every value equals the kit's. **What follows on 7x6 is a demonstration**: you have not typed that solver. It adds to your frame what only Connect
# Four has. It finds all squares that complete a four at once (lesson 07), so that it never plays a move that loses on the spot; it tries moves
# first that leave the most such squares; it asks only yes-or-no questions; and a slot of its table is one word. `gamekit/connect4/solver.py`
# has it, one idea a function. Positions with published scores let us check it.

# %%
solver = connect4_solver.Solver(7, 6)
solved_four, watched = {}, Counts()
shown = display(watched, display_id=True)
for name in ("end-easy", "middle-easy", "begin-easy", "middle-medium"):
    cases = suite.read_connect4(TRUTH / "connect4" / f"7x6-{name}.txt")
    solved_four[name] = list(suite.run(cases, solver.solve))
    right = sum(each.is_right for each in solved_four[name])
    nodes = sum(each.result.nodes for each in solved_four[name])
    watched.rows[name] = nodes, f"{right} of {len(cases)} right"
    shown.update(watched)
all_four = [each for rows in solved_four.values() for each in rows]
right = sum(each.is_right for each in all_four)
draws = sum(each.result.value == 0 for each in all_four)

# %%
finding(
    "L16.5",
    "Connect Four positions against their published scores",
    f"{right:,} of {len(all_four):,} right, {sum(each.result.nodes for each in all_four):,} nodes, live",
)

# %% [markdown]
# Pick a position, and see what each column is worth.


# %%
def columns(position=1):
    """A solved position with the exact value of every column."""
    state = solved_four["middle-easy"][position - 1].case.state
    values = {}
    for move in moves(state):
        after = play(state, move)
        values[move] = -(score(after) if is_over(after) else solver.solve(after).value)
    return draw.board(state, heat=values)


Explore(columns, position=(1, 20))

# %% [markdown]
# ## "A deterministic zero-sum game is a forced win for one side"
#
# One of the reports says so. It forgets something. If chance plays no part and what one side wins the other loses, then *exactly one* of
# three things is true: the first player can force a win, the second player can, **or both can force a draw**. (Ernst Zermelo, 1913.) One game
# that is a draw refutes the sentence. (`plain` gets the window from −1 to 1 for tic-tac-toe, since no result lies outside. The ledger's alpha-beta had an open window, so its count is
# another one.)

# %%
nothing = np.zeros(1, np.int64)
value_of_tictactoe = plain(tictactoe.start(), -1, 1, nothing)
text = (TRUTH / "connect4" / "solved_boards.csv").read_text()
boards = [line.split(",") for line in text.split()[1:]]
drawn = sum(outcome == "Draw" for _, _, outcome, _ in boards)
print(f"tic-tac-toe: value {value_of_tictactoe}, {int(nothing[0]):,} nodes")
print(f"Connect Four positions above: {draws:,} of {len(all_four):,} are draws")
print(f"Connect Four by size of board, as published: {drawn} of {len(boards)} sizes are draws")
assert value_of_tictactoe == 0

# %%
claim(
    "L16.2",
    "A deterministic zero-sum game is a forced win for one side",
    reported="always a win",
    ours=f"tic-tac-toe: {value_of_tictactoe}; {draws:,} of {len(all_four):,} Connect Four positions are draws",
    holds=value_of_tictactoe != 0,
    remark="It may be a draw, and Othello on 8x8 is one.",
)

# %% [markdown]
# ## What "solved" means
#
# | solved ... | we know | such as |
# | --- | --- | --- |
# | *ultra-weakly* | who wins from the start, perhaps not how | Hex on large boards: the first player, by an argument without search |
# | *weakly* | how to play from the start so as to get that result | 6x6 Othello, Connect Four (1988), checkers (2007, a draw), 8x8 Othello (2023, a draw) |
# | *strongly* | the value of **every** position | tic-tac-toe, 4x4 Othello, and since then also Connect Four on 7x6 |
#
# **8x8 Othello is a draw.** Hiroki Takizawa showed it in 2023, with many computers. Not by one long search from the start: a well chosen
# set of positions further down was solved exactly by a strong endgame solver, enough of them to hold the draw whatever the other side tries.
# That is *weakly* solved: from the start, both sides know how to hold the draw. For an arbitrary position in the middle of a game nobody knows.
# We have not repeated it:

# %%
print(f"by our own line the start, sixty empty squares, takes about 10^{at_60:.0f} nodes;")
print(f"our largest solved position on 8x8 had {max(row['empties'] for row in ffo)}")

# %% [markdown]
# ## Where this goes wrong
#
# Somebody changes the walk from the corners: "a disc on the edge in an unbroken row from a filled corner cannot be turned along the edge". The
# search gets *faster*. Here is the change. Find the mistake before you read on.


# %% tags=["fold"]
def hasty_anchored(discs, others):
    """Edge discs in an unbroken row from a filled corner."""
    found = Bits(0)
    for corner, step in WALKS:
        square = corner
        for _ in range(8):
            here = Bits(1) << Bits(square)
            if not (discs | others) & here:
                break
            found |= here & discs
            square += step
    return found


# %%
changes(anchored, hasty_anchored)


# %% tags=["fold"]
def hasty(state, alpha, beta, counter):
    """Alpha-beta with that cut-off."""
    counter[0] += 1
    if is_over(state):
        return score(state)
    ceiling = 64 - 2 * popcount(hasty_anchored(Bits(state.opponent), Bits(state.player)))
    if ceiling <= alpha:
        return ceiling
    best = -INF
    for move in in_good_order(state, FASTEST, NO_MOVE):
        best = max(best, -hasty(play(state, move), -beta, -alpha, counter))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


fast_hasty = compiled(hasty)
wrong, endgames = [], suite.read_obf(TRUTH / "othello" / "endgame-13.obf")
for case in endgames:
    counter = np.zeros(1, np.int64)
    answer = int(fast_hasty(case.state, -64, 64, counter))
    if answer != case.expected_score:
        wrong.append((case.state, answer, case.expected_score))
good = len(endgames) - len(wrong)
print(f"{good} of {len(endgames)} endgames are right, {len(wrong)} are wrong,")
print(f"such as {wrong[0][1]:+} for {wrong[0][2]:+}")

# %% [markdown]
# To see it happen we play on from such a position until the promised limit contradicts the truth.


# %%
def contradiction(state, seed):
    """A position further on in which the limit lies below the true value, or None."""
    chance = random.Random(seed)
    while not is_over(state):
        taken_for_safe = int(hasty_anchored(Bits(state.opponent), Bits(state.player)))
        if 64 - 2 * popcount(taken_for_safe) < kit.solve(state).value:
            return state, taken_for_safe
        state = play(state, chance.choice(moves(state)))
    return None


tries = (contradiction(one[0], seed) for seed in range(200) for one in wrong)
state, taken_for_safe = next(found for found in tries if found)
limit, value = 64 - 2 * popcount(taken_for_safe), kit.solve(state).value
print(f"it promises: the side to move gets at most {limit:+}; the truth is {value:+}")
draw.board(state, stable=taken_for_safe)

# %% [markdown]
# The marked discs are those that it takes for safe. A disc beside a corner *of the other colour* can be turned as soon as somebody plays at
# the far end of its row: the corner is the other end of the bracket. Only a corner of your own colour holds you.
#
# And note how it was found. The wrong search is right nearly always. No game would have shown it; a suite of positions with known scores
# did. **Test a solver against the truth.**
#
# ## The ledger of this lesson
#
# The course's ledger counts nodes to a fixed depth. Here there is no depth, so this lesson keeps a ledger of its own: nodes to the *end* of twenty-four games.

# %%
print(f"{'technique':17} {'nodes':>10}  values right")
for name, nodes in total.items():
    print(f"{name:17} {nodes:10,}  {values_right[name]} of {len(games)}")

# %% [markdown]
# ## What we take along
#
# - Without depth and evaluation, search finds the truth. The price is a factor for every empty square.
# - Order decides: fastest first, because few replies make small subtrees.
# - A bound helps where it applies: positions already seen nearly everywhere, discs that can never be turned where one side is being crushed.
# - A game can be a draw. *Solved* has three meanings; ask which one is meant.
# - One machine plays the last two dozen moves of Othello perfectly. That is why strong programs seem to know the end: they do.
#
# You now have every part of a strong program. [Lesson 17](17_your_own_engine.ipynb) puts them together.
#
# ## Your turn
#
# [Lab 16](../exercises/lab16-endgame/lab16-endgame.ipynb) has you write an endgame solver of your own: parity, stable discs, fastest first and a
# table. Before or after it:
#
# 1. Give the mark for fastest first another weight than 2, or count the replies only above six empty squares. What happens to nodes, what
#    to seconds?
# 2. Let `endgame` ask only yes-or-no questions: call it with windows one disc wide until the bounds meet. How many nodes do you save?
# 3. Make the walk from the corners find more stable discs: a disc next to a safe one on each of its four lines is safe. Check it on the suite, as above.
#
# **To read more.** Joel Feinstein, *Amenor Wins World 6x6 Championships!* (1993). Victor Allis, *A Knowledge-Based Approach of Connect-Four* (1988) and *Searching for Solutions in
# Games and Artificial Intelligence* (1994), which has the three meanings of solved. Jonathan Schaeffer and others, *Checkers Is Solved* (2007). Hiroki Takizawa,
# *Othello is Solved* (2023).
