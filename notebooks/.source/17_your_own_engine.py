# %% [markdown]
# # 17 · Your own engine
#
# **Can I assemble one, measure it, and enter the arena?**
#
# Here is one position, thought about five times by the kit's players. Every time the program may look at 20,000 positions and no more. Move
# the slider from 1 to 5 and add one lesson of this course after another. Watch the depth, and whether it changes its mind.

# %% tags=["fold"]
import json
import sys
import threading
import time
from collections import Counter
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from IPython.display import display

from gamekit import INF, PASS, compiled, count_moves, draw, is_over, key, move_name, moves, play, score, value
from gamekit.arena import Tally, random_openings, replay, tournament
from gamekit.bits import Bits, popcount
from gamekit.course import POSITIONS, Ledger, evaluator_for, finding
from gamekit.games import othello
from gamekit.othello import Engine, Mobility, solve
from gamekit.othello import patterns as pattern_kit
from gamekit.othello.learning.lookahead import new_scratch
from gamekit.othello.learning.positions import new_rng, own_games
from gamekit.othello.patterns import DISC, patterns
from gamekit.othello.probcut import shipped
from gamekit.players import Limits, player
from gamekit.search import Searcher
from gamekit.search.probcut import PAIRS, enough
from gamekit.widgets import Explore, Predict

TEXTS = {  # what each lesson adds; all with the patterns of lesson 12
    "alpha-beta": "alphabeta,eval=patterns",
    "+ ordering": "alphabeta,static,history,eval=patterns",
    "+ table": "alphabeta,static,history,tt,table=4,eval=patterns",
    "+ null windows": "pvs,static,history,tt,table=4,eval=patterns",
    "+ Multi-ProbCut": "pvs,static,history,tt,table=4,probcut,eval=patterns",
}
states = [othello.parse(position.text) for position in POSITIONS if position.game == "othello"]


def thinking_with(lessons=5):
    """A position with the line that the program expects after 20,000 nodes."""
    name, text = list(TEXTS.items())[lessons - 1]
    found = player(text).think(states[3], Limits(nodes=20_000))
    title = f"{name}: depth {found.depth}, {found.value / DISC:+.1f}"
    return draw.board(states[3], line=list(found.line)[:6], title=title)


Explore(thinking_with, lessons=(1, 5))

# %% [markdown]
# You have built every one of these parts. In this lesson you put *yours* together, in about a hundred lines: of the kit's search only
# `enough` is used, which reads the cuts that were fitted in lesson 11; the rest is rules, weights that were learnt, and `compiled`. Then you check it against the kit, look where the time goes, leave parts out to see what
# each is worth, and enter the arena.
#
# | part | lesson | here |
# | --- | --- | --- |
# | stop when told | 08 | the first lines of `search` |
# | a table, keyed by the position alone (a key by the path would miss transpositions), its move first | 09 | `look_up`, `store` |
# | good moves first | 04 | `in_order` |
# | PVS: is it better at all? | 10 | the loop of `search` |
# | cut where a shallow look says enough | 11 | the middle of `search` |
# | patterns | 12 | `evaluate` |
# | exact endgames | 16 | `endgame` |
# | deepen until the time is up | 08 | `think` |
#
# Some parts go by several names below. The order of moves is *ordering*, and *sorting the moves*. The null windows of PVS are its *yes-or-no questions*. The cuts are *Multi-ProbCut*, and
# *shallow looks*. The table is what *remembers positions*.
#
# ## The parts
#
# Each part is a bit in `parts`, so that we can switch it off later. `work` is the small array of lesson 08: somebody outside can write `STOP` into it
# while the search runs.

# %%
NODES, LIMIT, STOP, CHOICE = range(4)  # places in `work`
ORDER, TABLE, NULL, CUTS, ENDGAME = 1, 2, 4, 8, 16  # the parts, a bit each
ALL = ORDER | TABLE | NULL | CUTS | ENDGAME
SLOTS, NO_MOVE = 1 << 16, -2


def look_up(state, depth, keys, known):
    """Lesson 09: (lower, upper, best move). Bounds are of this depth, the move of any."""
    slot = np.int64(Bits(key(state)) % Bits(SLOTS))
    if keys[slot, 0] != state.player or keys[slot, 1] != state.opponent:
        return -INF, INF, NO_MOVE  # another position lives here
    if known[slot, 0] != depth:
        return -INF, INF, known[slot, 3]
    return known[slot, 1], known[slot, 2], known[slot, 3]


def store(state, depth, lower, upper, move, keys, known):
    """Lesson 09: the newest stays."""
    slot = np.int64(Bits(key(state)) % Bits(SLOTS))
    keys[slot, 0], keys[slot, 1] = state.player, state.opponent
    known[slot, 0], known[slot, 1], known[slot, 2], known[slot, 3] = depth, lower, upper, move


# %% [markdown]
# One slot for each position, whatever the depth: a search of depth 6 finds the best move of depth 5 there and tries it first. That is what makes
# deepening pay for itself. The order of all other moves is a quick opinion of what they lead to.


# %%
def evaluate(state, evaluator):
    """Lesson 12: the sum of what stands on 46 placements, and two more weights."""
    return value(evaluator, state)


def in_order(state, depth, first, parts, evaluator):
    """Lesson 04: the table's move, then those after which the opponent is worst off."""
    found, marks, count = np.empty(64, np.int64), np.zeros(64, np.int64), 0
    for move in moves(state):
        found[count] = move
        if move == first:
            marks[count] = -INF
        elif parts & ORDER and depth >= 3:  # near the leaves sorting costs more than it saves
            marks[count] = evaluate(play(state, move), evaluator)
        count += 1
    return found[:count][np.argsort(marks[:count], kind="mergesort")]  # equal ones stay in order


# %% tags=["fold"]
def by_hand(state):
    """Lesson 12, typed: what the weights of its stage say, in hundredths of a disc."""
    stage = pattern_kit.stage_of((int(state.player) | int(state.opponent)).bit_count())
    weights, total = patterns().tables.weights[stage], 0
    for shape, squares in pattern_kit.PLACEMENTS:
        digits = [(int(state.player) >> s & 1) + 2 * (int(state.opponent) >> s & 1) for s in squares]
        index = sum(digit * 3**place for place, digit in enumerate(digits))
        total += int(weights[pattern_kit.STARTS[shape] + index])
    discs = (int(state.player) | int(state.opponent)).bit_count()
    mobility = pattern_kit.mobility_of(np.uint64(state.player), np.uint64(state.opponent))
    return total + int(weights[pattern_kit.TEMPO + discs % 4]) + int(weights[pattern_kit.MOBILITY + mobility])


assert [by_hand(state) for state in states] == [value(patterns(), state) for state in states]

# %% [markdown]
# Now the search. Read it from above: count and obey, leaf, table, cut, then the moves, then remember. `enough` answers (shallow, low, high): at least `high`, or at most `low`, after `shallow` plies is
# enough to cut. There are at most `PAIRS` such looks for a depth, and no more once `shallow` is 0.


# %%
def search(state, depth, alpha, beta, ply, parts, evaluator, cuts, keys, known, work):
    """Value for the side to move: exact inside the window, a bound outside; 0 once stopped."""
    work[NODES] += 1
    if work[NODES] >= work[LIMIT]:
        work[STOP] = 1
    if work[STOP]:
        return 0
    if depth == 0 or is_over(state):
        return evaluate(state, evaluator)
    rest = parts, evaluator, cuts, keys, known, work
    lower, upper, first = -INF, INF, NO_MOVE
    if parts & TABLE and depth > 1:
        lower, upper, first = look_up(state, depth, keys, known)
        if ply > 0 and (lower >= beta or upper <= alpha or lower == upper):  # the root needs a move
            return lower if lower >= beta else upper
    if parts & CUTS and ply > 0:  # lesson 11: is a shallow look enough?
        for number in range(PAIRS):
            shallow, low, high = enough(cuts, state, depth, number, alpha, beta)
            if shallow == 0:
                break
            if search(state, shallow, high - 1, high, ply, *rest) >= high:
                return beta
            if search(state, shallow, low, low + 1, ply, *rest) <= low:
                return alpha
    asked, best, best_move = alpha, -INF, NO_MOVE
    for move in in_order(state, depth, first, parts, evaluator):
        child = play(state, move)
        if parts & NULL and best_move != NO_MOVE:  # lesson 10: is it better at all?
            found = -search(child, depth - 1, -alpha - 1, -alpha, ply + 1, *rest)
            if alpha < found < beta:  # it is: how much?
                found = -search(child, depth - 1, -beta, -found, ply + 1, *rest)
        else:
            found = -search(child, depth - 1, -beta, -alpha, ply + 1, *rest)
        if work[STOP]:
            return 0  # half a search is worth nothing
        if found > best:
            best, best_move = found, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if ply == 0:
        work[CHOICE] = best_move
    if parts & TABLE and depth > 1:
        kept = best_move if best > asked else first  # if none was good, the old one stays
        lower, upper = best if best > asked else -INF, best if best < beta else INF
        store(state, depth, lower, upper, kept, keys, known)
    return best


# %% [markdown]
# ## Is it right?
#
# Oracles first. The kit's `Searcher` is another text, with switches of its own. Where it has the same part, ours must give the same value, the same
# move and the **same number of nodes**: nodes reveal what values hide. (Its table has another way to give way, so with a table only value and
# move can be compared.)

# %%
fast_search = compiled(search)
NEVER = 10**15


def new_table():
    """An empty table: keys, and what is known."""
    return np.zeros((SLOTS, 2), np.uint64), np.zeros((SLOTS, 4), np.int64)


def one_search(state, depth, parts, evaluator=None):
    """(value, move, nodes) of one search."""
    work = np.array([0, NEVER, 0, NO_MOVE])
    fixed = parts, evaluator or patterns(), shipped(), *new_table()
    found = fast_search(state, depth, -INF, INF, 0, *fixed, work)
    return int(found), int(work[CHOICE]), int(work[NODES])


SAME = {
    "alpha-beta": (0, {}),
    "ordering": (ORDER, {"static": 3}),
    "null windows": (NULL, {"method": "pvs"}),
    "both": (ORDER | NULL, {"static": 3, "method": "pvs"}),
}
for name, (parts, switches) in SAME.items():
    total = 0
    for state in states:
        theirs = Searcher(patterns(), **switches).search(state, 6)
        assert one_search(state, 6, parts) == (theirs.value, theirs.move, theirs.nodes), name
        found, move, nodes = one_search(state, 6, parts | TABLE)
        assert (found, move) == (theirs.value, theirs.move)
        total += theirs.nodes
    print(f"{name:13} {total:8,} nodes in six positions, ours and the kit's alike")

# %% [markdown]
# ## The parts, one on top of the other
#
# Six positions, each deepened to depth 7. How many positions does each step look at?

# %%
guess_part = Predict(
    "Which step saves the largest share of what is left?",
    choices=["sorting the moves", "remembering positions", "yes-or-no questions", "shallow looks"],
    answer=lambda: max(saved, key=saved.get),
    reason="Each bar is to be compared with the one above it. A good order makes every cut come at once.",
)
guess_part

# %% tags=["answer"]
DEPTH = 7
STEPS = {"alpha-beta": 0, "+ ordering": ORDER, "+ the table": ORDER | TABLE}
STEPS["+ null windows"] = ORDER | TABLE | NULL
STEPS["+ Multi-ProbCut"] = ORDER | TABLE | NULL | CUTS


def deepened(state, parts, depth=DEPTH, evaluator=None, table=None):
    """(value, nodes): depth 1, then 2, and so on, over one table."""
    work = np.array([0, NEVER, 0, NO_MOVE])
    fixed = parts, evaluator or patterns(), shipped(), *(table or new_table()), work
    for now in range(1, depth + 1):
        found = fast_search(state, now, -INF, INF, 0, *fixed)
    return int(found), int(work[NODES])


answers = {name: [deepened(state, parts) for state in states] for name, parts in STEPS.items()}
nodes = {name: sum(used for _, used in row) for name, row in answers.items()}
names = list(STEPS)
STEP_NAMES = "sorting the moves", "remembering positions", "yes-or-no questions", "shallow looks"
saved = {name: 1 - nodes[names[n + 1]] / nodes[names[n]] for n, name in enumerate(STEP_NAMES)}
values = {name: [found for found, _ in row] for name, row in answers.items()}
assert all(values[name] == values["alpha-beta"] for name in names[:4])
changed = sum(a != b for a, b in zip(values["+ Multi-ProbCut"], values["alpha-beta"], strict=True))
print("saved by each step:")
for name, share in saved.items():
    print(f"    {name} {share:.0%}")
print(f"the first four agree on every value; Multi-ProbCut changes {changed} of {len(states)}")
draw.bars(nodes, log=True, title=f"Nodes for six positions to depth {DEPTH}", x_label="nodes")

# %% [markdown]
# Every step but the last is free of risk: fewer nodes, the same values. All of them together are worth far more than any one.
#
# ## The end of the game
#
# Lesson 16 had four ideas. Three are here: fastest first, odd quarters first, a table. (Stable discs are left out: there they saved next to nothing, except where one side was crushed. The kit's solver keeps them.) "To the
# end" is written into the table as depth 64, which no other search has: bounds in discs and bounds in hundredths never meet.

# %%
QUARTERS = np.array([0x0F0F_0F0F, 0xF0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32], np.uint64)
TO_THE_END = 64


def fastest_first(state, first):
    """Lesson 16: the table's move, then few replies; among equals those into odd quarters."""
    found, marks, count = np.empty(64, np.int64), np.zeros(64, np.int64), 0
    empty, odd = ~(Bits(state.player) | Bits(state.opponent)), Bits(0)
    for quarter in QUARTERS:
        if popcount(empty & quarter) % 2 == 1:
            odd |= empty & quarter
    for move in moves(state):
        found[count] = move
        marks[count] = -INF if move == first else 2 * count_moves(play(state, move))
        if move != PASS and odd >> Bits(move) & Bits(1):
            marks[count] -= 1
        count += 1
    return found[:count][np.argsort(marks[:count], kind="mergesort")]


def endgame(state, alpha, beta, ply, keys, known, work):
    """Lesson 16: the exact score for the side to move, or a bound outside the window."""
    work[NODES] += 1
    if work[NODES] >= work[LIMIT]:
        work[STOP] = 1
    if work[STOP]:
        return 0
    if is_over(state):
        return score(state)
    lower, upper, first = look_up(state, TO_THE_END, keys, known)
    if ply > 0 and (lower >= beta or upper <= alpha or lower == upper):
        return lower if lower >= beta else upper
    asked, best, best_move = alpha, -INF, NO_MOVE
    for move in fastest_first(state, first):
        found = -endgame(play(state, move), -beta, -alpha, ply + 1, keys, known, work)
        if work[STOP]:
            return 0
        if found > best:
            best, best_move = found, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if ply == 0:
        work[CHOICE] = best_move
    lower, upper = best if best > asked else -INF, best if best < beta else INF
    store(state, TO_THE_END, lower, upper, best_move, keys, known)
    return best


# %% [markdown]
# The oracle is the kit's solver. And we learn what the end costs, to know when to begin with it. `expected_cost` is a rough rule for *your* solver, and the cell asserts that it is right within
# a factor of two and a half from 8 to 14 empty squares. The growth in lesson 16 is that of the kit's solver, which is another one.

# %%
fast_endgame = compiled(endgame)


def endings(empty, count=12):
    """Positions of games that the program plays against itself."""
    players, opponents = np.empty(count, np.uint64), np.empty(count, np.uint64)
    own_games(new_rng(3), 64 - empty, 64 - empty, 2, patterns(), new_scratch(), players, opponents)
    return [othello.Othello(int(p), int(o), 0) for p, o in zip(players, opponents, strict=True)]


def expected_cost(empty):
    """About how many nodes an exact score takes."""
    return 0.5 * 2.4**empty


for empty in (8, 10, 12, 14):
    spent = []
    for state in endings(empty):
        work = np.array([0, NEVER, 0, NO_MOVE])
        assert fast_endgame(state, -64, 64, 0, *new_table(), work) == solve(state).value
        spent.append(int(work[NODES]))
    mean, expected = np.mean(spent), expected_cost(empty)
    print(f"{empty} empty squares: {mean:9,.0f} nodes, {expected:9,.0f} expected")
    assert 0.4 < mean / expected < 2.5

# %% [markdown]
# ## The engine
#
# Deepening holds it together. There is an answer before anything is searched; each depth that is *finished* replaces it. `think` obeys `seconds`: a timer
# writes `STOP`, a little early, because timers ring late. On a busy machine they ring very late. So after each depth we also say how many
# nodes the rest of the time is good for, at the speed that we have seen so far. With very little time that is cautious: the first depth has a handful of nodes, and starting the timer counts
# as well, so the speed looks low and the search may stop long before it must. And when the end of the game should cost less than half of what is allowed, two plies are
# enough before the solver takes over. If it does not finish, their answer stands.


# %%
class Answer(NamedTuple):
    """What came out of thinking; the value is in discs for the side to move."""

    depth: int
    move: int
    value: float
    nodes: int


NODES_A_SECOND = 1_000_000  # a cautious guess for this machine


class MyEngine:
    """Your engine: all of the parts, or some."""

    def __init__(self, parts=ALL):
        self.parts, self.table = parts, new_table()

    def think(self, state, seconds=None, nodes=NEVER, deepest=60):
        """The answer of the last depth that was finished within the limits."""
        work, begin, budget = np.array([0, nodes, 0, NO_MOVE]), time.perf_counter(), nodes
        timer = threading.Timer(0.9 * (seconds or 0), lambda: work.__setitem__(STOP, 1))
        if seconds is not None:
            timer.start()
            budget = min(nodes, seconds * NODES_A_SECOND)
        empty = 64 - popcount(state.player | state.opponent)
        solves = self.parts & ENDGAME and empty <= deepest and 2 * expected_cost(empty) <= budget
        answer = Answer(0, moves(state)[0], 0, 0)
        for depth in range(1, min(deepest, empty) + 1):
            if solves and depth == 3:
                depth = empty
                found = DISC * fast_endgame(state, -64, 64, 0, *self.table, work)
            else:
                fixed = self.parts, patterns(), shipped(), *self.table
                found = fast_search(state, depth, -INF, INF, 0, *fixed, work)
            if work[STOP]:
                break
            answer = Answer(depth, int(work[CHOICE]), found / DISC, int(work[NODES]))
            if depth == empty:
                break
            if seconds is not None:  # should the timer ring late, nodes will stop the search
                gone = time.perf_counter() - begin
                work[LIMIT] = min(nodes, work[NODES] * 0.9 * seconds / gone)
        timer.cancel()
        return answer


yours = MyEngine()


def choose(state, seconds):
    """A player for the arena."""
    return yours.think(state, seconds).move


assert choose(othello.start(), 0.05) in moves(othello.start())

# %% tags=["timing"]
for seconds in (0.01, 0.1, 1.0):
    fresh, begin = MyEngine(), time.perf_counter()
    found = fresh.think(states[0], seconds)
    took = time.perf_counter() - begin
    print(f"{seconds:5} s allowed, {took:.3f} s taken: depth {found.depth}, {found.nodes:,} nodes")

# %% tags=["fold"]
# Whenever it is stopped, the answer is that of the last finished depth: asked by nodes, so that it can be repeated.
for limit in (3, 500, 5_000, 50_000):
    stopped = MyEngine().think(states[0], nodes=limit)
    if stopped.depth:
        whole = MyEngine().think(states[0], deepest=stopped.depth)
        assert stopped == whole
    assert stopped.nodes < limit
    assert stopped.move in moves(states[0])

# %% [markdown]
# ## And the kit's engine?
#
# The kit has a program called `engine`. It is made of the same parts but one; some are finished further. We ask both about the six positions to depth 9, and
# about one with 14 empty squares to the end.


# %%
def in_words(state, found):
    """Move, value and nodes."""
    return f"{move_name(state, found.move):4} {found.value:+6.2f} {found.nodes:9,} nodes"


print("empty   yours                       the kit's")
ours_used = kit_used = 0
for state in [*states, endings(14)[0]]:
    empty = 64 - popcount(state.player | state.opponent)
    depth = 9 if empty > 20 else empty
    mine = MyEngine().think(state, deepest=depth)
    theirs = Engine(table_mb=4).think(state, depth=depth)
    ours_used, kit_used = ours_used + mine.nodes, kit_used + theirs.nodes
    print(f"{empty:5}   {in_words(state, mine)}   {in_words(state, theirs)}")
    if depth == empty:
        assert mine.value == theirs.value
print(f"yours looks at {ours_used / kit_used:.1f} times as many positions")

# %% [markdown]
# Where does the rest come from? The kit keeps a *history* of moves that cut, asks a shallow search only on the side where the evaluation already
# points, has two places for each position in its table, and its solver works on bare words instead of states. Each is a page of code, and each
# was measured before it stayed. And it has no null windows: why not, you will see when we leave parts out.
#
# ## Where does the time go?
#
# Never guess: look. `search` is a plain Python function, and its parts have names. So run it as it is, uncompiled, and let Python tell of every call
# and every return (`sys.setprofile`). Between two such moments the time belongs to the function on top of the *stack*: to the whole stack, from the outermost
# call to the innermost.

# %%
NAMES = {"search", "evaluate", "look_up", "store", "in_order"}


def profiled(work):
    """Seconds for each stack of our parts while `work()` ran."""
    seconds, stack, last = Counter(), [], time.perf_counter()

    def watch(frame, event, _):
        nonlocal last
        seconds[tuple(stack)] += time.perf_counter() - last
        if frame.f_code.co_name in NAMES and frame.f_globals is globals():
            if event == "call":
                stack.append(frame.f_code.co_name)
            elif event == "return":
                stack.pop()
        last = time.perf_counter()

    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return {names: spent for names, spent in seconds.items() if names}


# %%
guess_time = Predict(
    "In plain Python, which part takes most of the time by itself?",
    choices=["the evaluation", "putting moves in order", "the memory", "the search by itself"],
    answer=lambda: top_of(stacks),
    reason="Look at what is bare on top. Playing a move is done by whoever calls `play`: the search, or the order.",
)
guess_time


# %% tags=["timing", "answer"]
def some_work():
    """Three positions to depth 5, uncompiled."""
    for state in states[:3]:
        work = np.array([0, NEVER, 0, NO_MOVE])
        fixed = ALL & ~CUTS, patterns(), shipped(), *new_table(), work
        for depth in range(1, 6):
            search(state, depth, -INF, INF, 0, *fixed)


def top_of(stacks):
    """The part that was on top most often, in the words of the question."""
    words = {"look_up": "the memory", "store": "the memory", "search": "the search by itself"}
    words |= {"evaluate": "the evaluation", "in_order": "putting moves in order"}
    seen = Counter()
    for stack, spent in stacks.items():
        seen[words[stack[-1]]] += spent
    return seen.most_common(1)[0][0]


stacks = profiled(some_work)
samples = {names: round(10_000 * spent) for names, spent in stacks.items()}  # one is 0.1 ms
draw.flame({names: count for names, count in samples.items() if count}, title="Our search in plain Python")

# %% [markdown]
# A **flame graph**, as in lesson 14: above each call of `search` lie the functions that it called, as wide as the share of the
# time they took. Each storey is one ply. What is bare on top is time that a function spent itself. Point at a box to read its share.
#
# ### The same in compiled code
#
# Shares in plain Python tell little about machine code: there a move costs nanoseconds, and nobody is told of its calls. So we *switch parts off*
# and look at the clock: seconds, and nanoseconds for each node.

# %% tags=["timing"]
print(f"{'':16} {'nodes':>9} {'seconds':>9} {'ns a node':>10}")
for name, parts in STEPS.items():
    begin = time.perf_counter()
    used = sum(deepened(state, parts)[1] for state in states)
    seconds = time.perf_counter() - begin
    print(f"{name:16} {used:9,} {seconds:9.3f} {1e9 * seconds / used:10.0f}")

# %% [markdown]
# Read it by column. Nodes fall at every step, in this order of steps. Null windows come after the table for a reason: a move that must be searched again finds its positions there. Without a
# table they added nodes: compare `ordering` with `both` where you checked the search against the kit. What a node costs changes, too: ordering evaluates every child, the table must be reached in memory. What
# counts is their product, the seconds. An idea that halves the nodes and doubles the price of each is worth nothing.
#
# ## What is each part worth? Ablation
#
# Nodes are not games. *Ablation* means: leave one part out, and let the whole play against the rest. First live, with your engine: 60 openings, each played
# twice with colours swapped, 1,000 nodes a move. Each row gives the points of the *whole* engine. The rule of lesson 15: a part is *proved* if the 95 % interval lies above one half. It is an interval by pairs; only the stored
# matches further down go by games, because their pairs were not stored.

# %%
guess_ablation = Predict(
    "120 games each. For how many of the five parts will they prove that it is worth having?",
    choices=["none or one", "two or three", "four or five"],
    answer=lambda: ["none or one", "two or three", "four or five"][min(len(live_proved) // 2, 2)],
    reason="A hundred games prove only large differences: lesson 15 says how many a small one takes.",
)
guess_ablation

# %% tags=["answer"]
GAMES, BUDGET = 120, 1_000
WITHOUT = {"ordering": ORDER, "the table": TABLE, "null windows": NULL, "Multi-ProbCut": CUTS}
WITHOUT["the endgame"] = ENDGAME
openings = random_openings(othello.start(), GAMES // 2, 6, seed=17)


def one_game(opening, first, second):
    """The first player's score."""
    state = othello.start()
    for move in opening:
        state = play(state, move)
    while not is_over(state):
        state = play(state, (first, second)[state.turn].think(state, nodes=BUDGET).move)
    return score(state) if state.turn == 0 else -score(state)


def match(first, second):
    """The first player's share of the points in each pair of games, one opening from both sides."""
    for opening in openings:
        both = one_game(opening, first, second), -one_game(opening, second, first)
        yield sum(1 + np.sign(result) for result in both) / 4


def by_pairs(shares):
    """Lesson 15: (mean, low, high), from how the pairs ended."""
    mean, spread = np.mean(shares), np.var(shares)
    reach = 1.96 * np.sqrt((spread + 0.25 / len(shares)) / len(shares))
    return mean, max(0.0, mean - reach), min(1.0, mean + reach)


live, live_proved = {}, []
for name, part in WITHOUT.items():
    live[name] = mean, low, high = by_pairs(list(match(MyEngine(), MyEngine(ALL & ~part))))
    if low > 0.5:
        live_proved.append(name)
    verdict = "proved" if low > 0.5 else "it costs" if high < 0.5 else "not proved"
    told = f"{mean * GAMES:5g} of {GAMES}, {low:5.1%} to {high:5.1%}: {verdict}"
    print(f"without {name:14} {told}", flush=True)


def with_bars(scores):
    """Rows for a picture: scores in per cent with their 95 % intervals."""
    return [
        (name, 100 * mean, (100 * (mean - low), 100 * (high - mean)))
        for name, (mean, low, high) in scores.items()
    ]


draw.elo(
    with_bars({f"without {name}": score for name, score in live.items()}),
    title=f"Your engine against itself without one part, {GAMES} games each",
    line=50,
    x_label="per cent of the points for the whole engine",
)

# %% [markdown]
# Long bars. Here is the kit's engine against itself without one part, 1,000 nodes a move and 2,000 games each (100 for the patterns; rows that name other nodes have 1,000 or 600 games), stored with the commands that play
# them again, which stand in the boxes below. "Without open windows" means with null windows. The same rule, by games. (First we played 400 each, again when the weights were learnt anew, and again when the windows changed: of the first two, table and Multi-ProbCut were proved the first time and not the second, the endgame the other way round. Parts that are worth
# some thirty points need 2,000.)

# %%
stored = json.loads(files("gamekit").joinpath("data/experiments/l17_ablation.json").read_text())
ablation, verdicts = {}, {}
print(f"{'without':54} games   points   interval         verdict")
for row in stored["matches"]:
    tally = Tally(row["wins"], row["draws"], row["losses"])
    low, high = tally.interval()
    verdict = "proved" if low > 0.5 else "it costs" if high < 0.5 else "not proved"
    name = row["without"] + (f", {row['nodes']:,} nodes" if "nodes" in row else "")
    ablation[name], verdicts[name] = tally, verdict
    told = f"{tally.games:5}   {tally.points:6}   {low:5.1%} to {high:5.1%}   {verdict}"
    print(f"{name:54} {told}")

# %% tags=["fold"]
proved = [name for name, verdict in verdicts.items() if verdict == "proved"]
windows = {name: verdict for name, verdict in verdicts.items() if name.startswith("open windows")}
assert {"endgame", "table", "ordering", "Multi-ProbCut", "learned patterns"} == {*proved} - {*windows}
assert windows.pop("open windows, neither with Multi-ProbCut, 20,000 nodes") != "proved"
assert {*windows.values()} == {"proved"}

# %%
scores = {name: (tally.score, *tally.interval()) for name, tally in ablation.items()}
draw.elo(
    with_bars({name.replace("neither with", "without"): scores[name] for name in scores}),
    title="The kit's engine against itself without one part",
    line=50,
    x_label="points of the whole engine, per cent",
)

# %% [markdown]
# What was learned decides. The endgame, the order, Multi-ProbCut and the table are each worth something. And one row is a surprise: *open windows* instead of null windows win games, with 1,000 nodes a move, with 20,000 and with 150,000. How can that be? Lesson 10 saw null windows save nodes, and never change a value. (Your own engine keeps its null windows: 120 games cannot say whether they help it.)
#
# Look at the row where neither side has Multi-ProbCut: there nothing is proved. Is it the two together, then? The rows do not prove that either: with and without Multi-ProbCut the scores differ by less than chance may make. But it is a good suspicion, for this reason. Multi-ProbCut takes a shallow look where the kit's evaluation lies outside the window. A null window has no room inside, so the evaluation always lies outside,
# and a look is always taken, for a cut on one side or the other. An open window is often open on one side, and there no look is taken. So the two searches cut in different places. Whether that is why games are lost, we do not know: leaving those cuts out did not win the games back.
#
# The kit's engine had null windows when this table was first made. We tried to keep them: no cuts on the line of play, a second search with the whole window, no cuts that speak for a better move, no cut inside a shallow look, a larger t. None was proved to help; open windows were. (Figures are in `docs/decisions.md`; these games were not stored.) So the engine has open windows now, and all rows were played again with it.
# Two ideas that are right alone need not be right together, and only games can tell.
#
# Mind the small print. *Nodes* are equal, the solver's included, but not seconds: a part that makes each node dearer, as ordering does, is flattered,
# and one whose nodes are cheap, as the solver's are, is not done justice. And a part that is worth much alone may be worth little where
# others do the same work: the table's best move and a good order both say which move to try first.

# %% tags=["fold"]
for number, row in enumerate(stored["matches"], 1):
    name = [*ablation][number - 1]
    tally, nodes = ablation[name], row.get("nodes", stored["nodes"])
    low, high = tally.interval()
    display(
        finding(
            f"L17.{number}",
            f"The Othello engine against itself without {row['without']}, {nodes:,} nodes a move",
            f"{tally.points:g} of {tally.games} games, {tally.score:.1%} ({low:.1%} to {high:.1%}): {verdicts[name]}",
            row["command"],
        )
    )

# %% [markdown]
# ## Where this goes wrong
#
# You want a second opinion, and because memory is dear, two searches share one table. Both are right by themselves. Find the bug before you open the
# next cell.

# %%
shared = new_table()
by_patterns = {"parts": ORDER | TABLE | NULL, "evaluator": patterns(), "table": shared}
by_moves = {"parts": TABLE, "evaluator": Mobility(1), "table": shared}

# %%
guess_shared = Predict(
    "First `by_patterns` searches six plies deep, then `by_moves`, with the same table. What is wrong?",
    choices=[
        "nothing: a table is a table",
        "the values mean different things",
        "the moves mean different things",
    ],
    answer="the values mean different things",
    reason="A value means nothing without the evaluation that gave it.",
)
guess_shared

# %% tags=["answer"]
strange = 0
for state in states:
    deepened(state, depth=6, **by_patterns)
    together = deepened(state, depth=6, **by_moves)[0]
    right = deepened(state, TABLE, 6, Mobility(1))[0]
    strange += together != right
    print(f"moves ahead after six plies: {right:+3}   with a shared table: {together:+5}")
assert strange > 0

# %% [markdown]
# The table remembers *values*, and the second search read the first one's hundredths of a disc, and took them for moves. Nothing crashes, and the move is
# often the same. Whatever changes the meaning of a value (another evaluation, other weights, another unit) must empty the table. That is why exact scores
# got a depth of their own above.
#
# The test to remember: **with the table and without it, to a fixed depth, the value is the same.**
#
# ## Enter the arena
#
# A player is one function, `choose(state, seconds)`, which returns a move in time. Yours stands above. It meets four others: 0.02 seconds a move for
# yours, and for the kit's engine 1,000 nodes, which is less. A player that breaks the rules, crashes or takes longer than the arena's `limit` *forfeits*: it loses that game at once. That limit lies
# well above the time that a player is told to take, unless you set it: a busy machine may delay anybody.

# %%
guess_place = Predict(
    "Where will your engine stand?",
    choices=[
        "below the greedy one",
        "between greedy and weighted",
        "between weighted and the engine",
        "level with the engine, or above it",
    ],
    answer=lambda: place_of(arena),
    reason="It has every part of the engine, each a little simpler, and here it looks at more positions a move.",
)
guess_place

# %% tags=["timing", "answer"]
RIVALS = {
    "random": "random",
    "greedy": "alphabeta,depth=1,eval=discs",
    "weighted": "alphabeta,depth=2,eval=weighted",
    "engine": f"engine,table=4,nodes={BUDGET}",
}
arena = tournament("othello", {"yours": choose, **RIVALS}, games=4, seconds=0.02, seed=17)
arena


# %% tags=["timing", "answer"]
def place_of(result):
    """Yours among the others, in the words of the question."""
    elo = {row["player"]: row["elo"] for row in result.standing()}
    better = {name for name in elo if elo[name] > elo["yours"]}
    if "greedy" in better:
        return "below the greedy one"
    if "weighted" in better:
        return "between greedy and weighted"
    return "between weighted and the engine" if "engine" in better else "level with the engine, or above it"


standing = {row["player"]: row for row in arena.standing()}
mine = standing["yours"]
print(f"yours: {mine['elo']:+.0f} Elo, between {mine['low']:+.0f} and {mine['high']:+.0f}:")
print(place_of(arena))
assert len(arena.games) == 40
assert not any(arena.forfeits(name) for name in arena.players)
arena.chart("Your place on the ladder")

# %% [markdown]
# Look at how long the bars are: four games against each. Lesson 15 says how many it would take to tell the first from the second.
#
# ### One of its games
#
# Step through a game of yours against the engine with the buttons below the board.

# %% tags=["timing"]
number = next(game.number for game in arena.games if {game.x, game.o} == {"yours", "engine"})
replay(arena, number)

# %% [markdown]
# ### Out into the world
#
# Write your player into a file of its own, imports and all. Then it can meet everybody:
#
# | who | how |
# | --- | --- |
# | the kit's players | `gamekit arena othello my_player.py engine,time=0.1 pvs,tt,killers --games 40` |
# | is my change any good? | `gamekit arena othello new.py old.py --games 1000 --sprt 0,30` |
# | your class | hand it in; your instructor runs `gamekit arena --class submitted/ --game othello`, in the sandbox of grading |
# | other people's Othello programs | `gamekit arena othello my_player.py "gtp:their-program --gtp"` |
# | other people's gomoku programs | `gamekit arena gomoku my_player.py "piskvork:./pbrain-theirs"` |
#
# The kit's own programs go out the same way: `gamekit gtp othello` speaks the Go Text Protocol, and `gamekit brain gomoku` that of gomoku tournaments.

# %%
SOURCE = """
from gamekit import moves, play, value
from gamekit.othello import Mobility

def choose(state, seconds):
    "The move that leaves the other side with the fewest moves."
    return min(moves(state), key=lambda move: value(Mobility(1), play(state, move)))
"""
with TemporaryDirectory() as folder:
    path = Path(folder) / "my_player.py"
    path.write_text(SOURCE)
    players = {"my_player.py": str(path), "random": "random"}
    by_file = tournament("othello", players, games=4, seed=17)
print(by_file.tally("my_player.py"))
assert by_file.tally("my_player.py").wins >= 2

# %% [markdown]
# ## The ledger
#
# A last row, with everything of yours. The ledger's evaluation is mobility, so that all rows can be compared; the cuts of lesson 11 were fitted to patterns, so
# they are left out. Yours deepens, and counts the nodes of all shallower depths. Compare it with *+ deepening* and *+ table*, which do so too, not with the rows of lesson 04.


# %% tags=["timing", "fold"]
def your_search(state, depth):
    """(value, nodes) of your engine without cuts."""
    return deepened(state, ORDER | TABLE | NULL, depth, evaluator_for(state))


ledger = Ledger.load(lesson=17, own=None)
ledger.measure("your engine, no cuts", your_search, only=["othello"])
ledger

# %%
before = ledger["alpha-beta"].figure("othello")
last = ledger["your engine, no cuts"].figure("othello")
assert last < before
print(f"Othello to depth 6: {ledger['minimax'].figure('othello'):,} nodes by minimax,")
print(f"{before:,} by alpha-beta, {last:,} by yours")

# %% [markdown]
# ## What we take along
#
# - An engine is a handful of ideas, each of which you can write down in ten lines. Together they are worth far more than apart.
# - Same value, same move, same nodes: an oracle finds what games never would.
# - Look where the time goes before you make anything faster. Nodes times nanoseconds is what counts.
# - Leave a part out to learn what it is worth, in games, with an interval. Keep the rows that speak against you.
# - A table belongs to one evaluation.
# - A player is a function that keeps to its time. The arena is open.
#
# ## Your turn
#
# [Lab 17](../exercises/lab17-own-player/lab17-own-player.ipynb) has a ladder of five rungs for your player, and marks it by how high it climbs. Before or
# after it:
#
# 1. Give your engine the kit's *opinion* test: ask the shallow search for "too high" only where `evaluate` is at least `beta`, for "too low" only where it
#    is at most `alpha`. How many nodes does it save to depth 9? How many games would prove that it is stronger?
# 2. Make a flame graph without the table, and one without ordering. Which storeys grow?
# 3. Let `think` use the clock of a whole game (lesson 08): more time where the best move has just changed.
#
# This was the last lesson. [Lesson 00](00_start_here.ipynb) let you play against the finished program. Go back and play it once more: now you know what it
# is thinking.
#
# **To read more.** Brendan Gregg, *The Flame Graph* (2016). Michael Buro, *The Evolution of Strong Othello Programs* (2003). Claude Shannon, *Programming a
# Computer for Playing Chess* (1950), where all of this begins.
