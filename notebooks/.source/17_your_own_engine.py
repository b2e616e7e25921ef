# %% [markdown]
# # 17 · Your own engine
#
# **Can I assemble one, measure it, and enter the arena?**
#
# Here is one position, thought about five times. Every time the program may look at 20,000 positions and no more. Move the slider from 1 to 5 and add one lesson of this course after another. Watch the
# depth, and whether it changes its mind.

# %%
from gamekit import draw
from gamekit.course import POSITIONS
from gamekit.games import othello
from gamekit.othello.patterns import DISC
from gamekit.players import Limits, player
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
# You have built every one of these parts. In this lesson you put them together, find out where the time goes, throw parts out again to see what each is worth, and enter the
# arena.
#
# ## The parts, one on top of the other
#
# Six positions, each to depth 7. How many positions does each step look at? The players of the picture are made of these parts:

# %%
from gamekit import play
from gamekit.bits import popcount
from gamekit.othello import Solver
from gamekit.othello.patterns import patterns
from gamekit.othello.probcut import shipped
from gamekit.search import Searcher, Table

ORDERED = {
    "static": 3,
    "history": True,
}  # by the evaluation where 3 plies or more are left, and by what cut before
STEPS = {
    "alpha-beta": lambda: {},
    "+ ordering": lambda: ORDERED,
    "+ table": lambda: {**ORDERED, "table": Table(4)},
    "+ null windows": lambda: {**ORDERED, "table": Table(4), "method": "pvs"},
    "+ Multi-ProbCut": lambda: {**ORDERED, "table": Table(4), "method": "pvs", "probcut": shipped()},
}


def searcher(name):
    """The search with everything up to this step."""
    return Searcher(patterns(), **STEPS[name]())


# %%
guess_part = Predict(
    "Which step saves the largest share of what is left?",
    choices=["ordering", "the table", "null windows", "Multi-ProbCut"],
    answer=lambda: max(saved, key=saved.get),
    reason="Look at the bars: each is a share of the one above it.",
)
guess_part

# %%
DEPTH = 7
answers = {}
for name in STEPS:
    thinking = searcher(name)
    answers[name] = []
    for state in states:
        thinking.forget()
        answers[name].append(thinking.deepen(state, depth=DEPTH))
nodes = {name: sum(found.nodes for found in row) for name, row in answers.items()}
names = list(STEPS)
shares = [1 - nodes[names[n + 1]] / nodes[names[n]] for n in range(4)]
saved = dict(zip(["ordering", "the table", "null windows", "Multi-ProbCut"], shares, strict=True))
draw.bars(nodes, log=True, title=f"Nodes for six positions to depth {DEPTH}", x_label="nodes")

# %%
full_width = [[found.value for found in answers[name]] for name in names[:4]]
assert all(values == full_width[0] for values in full_width)
wrong = sum(
    found.value != right for found, right in zip(answers["+ Multi-ProbCut"], full_width[0], strict=True)
)
print(
    f"the first four agree on every value; Multi-ProbCut has another one in {wrong} of {len(states)} positions"
)
print("saved by each step:", ", ".join(f"{name} {share:.0%}" for name, share in saved.items()))
assert nodes["alpha-beta"] > 10 * nodes["+ Multi-ProbCut"]

# %% [markdown]
# Every step but the last is free of risk: fewer nodes, the same values. All of them together are worth far more than any one.
#
# ## The engine
#
# A search with all of this, and the solver of lesson 16 for the end. That is the whole program:

# %%
from dataclasses import replace


class MyEngine:
    """Patterns, ordering, table, null windows, Multi-ProbCut, deepening; and exact endgames."""

    def __init__(self):
        self.searcher, self.solver = searcher("+ Multi-ProbCut"), Solver()

    def think(self, state, depth):
        """A move, and its value in discs: exact where the depth reaches the end of the game."""
        empty = 64 - popcount(state.player | state.opponent)
        if depth < empty:
            found = self.searcher.deepen(state, depth=depth)
            return replace(found, value=found.value / DISC)
        first = self.searcher.deepen(state, depth=1)
        found = self.solver.solve(state)
        return replace(found, nodes=first.nodes + found.nodes)


# %% [markdown]
# The kit has a program called `engine`. Is it the same? We ask both about the six positions, and about one of them played on until 14 squares are left.

# %%
from gamekit.othello import Engine

ended, quick = states[3], searcher("+ ordering")
while 64 - popcount(ended.player | ended.opponent) > 14:
    ended = play(ended, quick.deepen(ended, depth=3).move)

mine, kit = MyEngine(), Engine(table_mb=4)
print("empty   move  value        nodes")
for state in [*states, ended]:
    empty = 64 - popcount(state.player | state.opponent)
    depth = 9 if empty > 20 else empty
    ours, theirs = mine.think(state, depth), kit.think(state, depth=depth)
    assert (ours.move, ours.value, ours.nodes) == (theirs.move, theirs.value, theirs.nodes)
    print(f"{empty:5}   {theirs.names(state)[0]:4}  {ours.value:+6.2f} {ours.nodes:12,}")
print("move, value and nodes: the same in all")

# %%
from gamekit.course import claim

# %%
claim(
    "L17.1",
    "Put it together: evaluation, ordering, table, deepening, null windows, Multi-ProbCut, endgame",
    reported="no figures",
    ours=f"six positions to depth {DEPTH}: {nodes['alpha-beta']:,} nodes to {nodes['+ Multi-ProbCut']:,}; our engine and the kit's agree on every move, value and node",
    holds=True,
)

# %% [markdown]
# ## Where does the time go?
#
# Never guess: look. To look inside we need a program whose parts have names. So here is the search once more as plain Python, each part a function of its own.

# %%
import sys
import threading
import time
from collections import Counter

from gamekit import INF, is_over, key, moves, value

evaluator, remembered, looked_at = patterns(), {}, Counter()


def evaluate(state):
    """Lesson 12."""
    return value(evaluator, state)


def make_move(state, move):
    """Lesson 07."""
    return play(state, move)


def look_up(state, depth):
    """Lesson 09: (lower, upper, best move)."""
    return remembered.get((int(key(state)), depth), (-INF, INF, None))


def store(state, depth, lower, upper, move):
    """Lesson 09."""
    remembered[int(key(state)), depth] = lower, upper, move


def order_moves(state, known, depth):
    """Lesson 04: what was best before, then what the evaluation likes."""
    legal = list(moves(state))
    if depth >= 2:
        legal.sort(key=lambda move: (move != known, evaluate(make_move(state, move))))
    return legal


def search(state, depth, alpha, beta):
    """Lessons 03 to 10 in one function: for the side to move."""
    looked_at["nodes"] += 1
    if depth == 0 or is_over(state):
        return evaluate(state)
    lower, upper, known = look_up(state, depth)
    if lower >= beta or upper <= alpha or lower == upper:
        return lower if lower >= beta else upper
    floor, best, best_move = alpha, -INF, None
    for number, move in enumerate(order_moves(state, known, depth)):
        child = make_move(state, move)
        if number:  # is it better than the first at all? A yes-or-no question
            found = -search(child, depth - 1, -alpha - 1, -alpha)
            if alpha < found < beta:
                found = -search(child, depth - 1, -beta, -found)
        else:
            found = -search(child, depth - 1, -beta, -alpha)
        if found > best:
            best, best_move = found, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    store(state, depth, best if best > floor else -INF, best if best < beta else INF, best_move)
    return best


remembered.clear()
plain_values = [search(state, 4, -INF, INF) for state in states]
assert plain_values == [searcher("alpha-beta").search(state, 4).value for state in states]
print(f"{looked_at['nodes']:,} nodes in plain Python, and the values of the kit")

# %% [markdown]
# A *profiler* that samples is a clock that goes off a thousand times a second, and each time writes down which functions are running: the whole stack, from the outermost to the innermost. Twelve
# lines are enough.

# %%
PARTS = {"search", "evaluate", "make_move", "look_up", "store", "order_moves"}


def sampled(work, pause=0.001):
    """How often each stack of our parts was seen while `work()` ran."""
    stacks, done, worker = Counter(), threading.Event(), threading.get_ident()

    def watch():
        while not done.wait(pause):
            frame, names = sys._current_frames()[worker], []
            while frame is not None:
                if frame.f_code.co_name in PARTS:
                    names.append(frame.f_code.co_name)
                frame = frame.f_back
            if names:
                stacks[tuple(reversed(names))] += 1

    usual, watcher = sys.getswitchinterval(), threading.Thread(target=watch)
    sys.setswitchinterval(pause / 2)  # how long Python lets one thread run on
    watcher.start()
    try:
        work()
    finally:
        done.set()
        watcher.join()
        sys.setswitchinterval(usual)
    return stacks


def top_of(stacks):
    """The function that was on top most often, in the words of the question."""
    words = {"look_up": "look_up and store", "store": "look_up and store", "search": "search itself"}
    seen = Counter()
    for stack, count in stacks.items():
        seen[words.get(stack[-1], stack[-1])] += count
    return seen.most_common(1)[0][0]


# %%
guess_time = Predict(
    "In plain Python, which part takes most of the time by itself?",
    choices=["evaluate", "make_move", "look_up and store", "order_moves", "search itself"],
    answer=lambda: top_of(stacks),
    reason="It is called at every leaf, and once more for every move that is put in order. Look at the picture.",
)
guess_time


# %% tags=["timing"]
def some_work():
    """The six positions, three times over."""
    for _ in range(3):
        remembered.clear()
        for state in states:
            search(state, 6, -INF, INF)


stacks = sampled(some_work)
draw.flame(stacks, title="Our search in plain Python")

# %% [markdown]
# This is a **flame graph**. The bottom row is the whole time. Above each call of `search` lie the functions that it called, as wide as the share of the time they took. Each storey is one ply. What is bare on top is time
# that a function spent itself. Point at a box to read its share.
#
# ### The same in compiled code
#
# Shares in plain Python tell little about machine code: there a move costs nanoseconds. And a sampler cannot see inside. So we *switch parts off* and look at the clock: seconds, and nanoseconds for each node.

# %% tags=["timing"]
print(f"{'':18} {'nodes':>10} {'seconds':>9} {'ns a node':>10}")
for name in STEPS:
    thinking = searcher(name)
    thinking.deepen(states[0], depth=2)  # compile first
    begin, count = time.perf_counter(), 0
    for state in states:
        thinking.forget()
        count += thinking.deepen(state, depth=DEPTH).nodes
    seconds = time.perf_counter() - begin
    print(f"{name:18} {count:10,} {seconds:9.4f} {1e9 * seconds / count:10.0f}")

# %% [markdown]
# Read it by column. Nodes fall at every step. Nanoseconds a node *rise*: ordering evaluates every child, and the table must be reached in memory. What counts is their product, the seconds. An idea that halves the nodes
# and doubles the price of each is worth nothing.

# %%
claim(
    "L17.2",
    "Profile where the time goes (flame graph)",
    reported="no figures",
    ours=f"a sampled flame graph of our search in plain Python; compiled, by switching parts off, {nodes['alpha-beta'] / nodes['+ Multi-ProbCut']:.0f} times fewer nodes from first step to last",
    holds=None,
    remark="Shares and seconds stand in the cells above; they belong to the machine that ran them.",
)

# %% [markdown]
# ## What is each part worth? Ablation
#
# Nodes are not games. First live: every step of the ladder meets the finished engine, ten games each, the same number of nodes a move.

# %%
from gamekit.arena import Match, Tally, random_openings

GAMES, NODES = 10, 1000
start = othello.start()
openings = random_openings(start, GAMES // 2, 6, seed=17)
live = {}
for name, text in TEXTS.items():
    match = Match(f"{text},nodes={NODES}", f"engine,table=4,nodes={NODES}", start, openings)
    list(match.play(GAMES))
    live[name] = match.tally
    print(f"{name:18} {match.tally.points:4g} of {GAMES} against the engine")


# %%
def with_bars(tallies):
    """Rows for a picture: scores in per cent with their 95 % intervals."""
    rows = []
    for name, tally in tallies.items():
        low, high = tally.interval()
        rows.append((name, 100 * tally.score, (100 * (tally.score - low), 100 * (high - tally.score))))
    return rows


draw.elo(
    with_bars(live),
    line=50,
    title=f"Against the engine, {GAMES} games at {NODES:,} nodes a move",
    x_label="per cent of the points",
)

# %% [markdown]
# Ten games, long bars: you know from [lesson 15](15_arena.ipynb) how little that proves. Here is the engine against itself with one part left out, 400 games each, stored with the commands that played them.

# %%
import json
from importlib.resources import files

stored = json.loads(files("gamekit").joinpath("data/experiments/l17_ablation.json").read_text())
ablation = {}
for match in stored["matches"]:
    ablation[match["without"]] = Tally(match["wins"], match["draws"], match["losses"])
    print(match["command"])
assert all(tally.games >= 100 for tally in ablation.values())

# %%
draw.elo(
    with_bars({f"without {name}, {t.points:g} : {t.games - t.points:g}": t for name, t in ablation.items()}),
    line=50,
    title="The engine against itself without one part",
    x_label="per cent of the points for the whole engine",
)

# %%
proved = [name for name, tally in ablation.items() if tally.interval()[0] > 0.5]
unclear = [name for name, tally in ablation.items() if tally.interval()[0] <= 0.5 <= tally.interval()[1]]
assert {"table", "learned patterns"} <= set(proved)
assert {"endgame", "null windows"} <= set(unclear)
print("surely worth something:", ", ".join(proved) or "nothing")
print("not proved either way: ", ", ".join(unclear) or "nothing")

# %% [markdown]
# What was learned decides. Table, order and Multi-ProbCut are each worth something, and 400 games just prove it. The endgame is probably worth something; null windows may even cost a little with so few nodes. Neither is proved.
#
# Mind the small print. *Nodes* are equal, the solver's included, but not seconds: a part that makes each node dearer, as ordering does, is flattered, and one whose nodes are cheap, as the solver's are, is not done justice. And a part that is worth much alone may be worth little
# where others do the same work: the table's best move and a good order both say which move to try first.

# %%
claim(
    "L17.3",
    "Ablate: what each part of the Othello engine is worth",
    reported="no figures",
    ours="; ".join(f"without {name} {t.points:g} : {t.games - t.points:g}" for name, t in ablation.items()),
    holds=None,
    remark=f"400 games each (100 for the patterns) at {stored['nodes']:,} nodes a move; proved: {', '.join(proved) or 'nothing'}.",
)

# %% [markdown]
# ## Where this goes wrong
#
# You want a second opinion, and because memory is dear, two searches share one table. Both are right by themselves. Find the bug before you run the cell.

# %%
from gamekit.othello import Mobility

shared = Table(4)
by_patterns = Searcher(patterns(), table=shared, method="pvs", static=3, history=True)
by_moves = Searcher(Mobility(1), table=shared)
alone = Searcher(Mobility(1), table=Table(4))

# %%
strange = 0
for state in states:
    by_patterns.deepen(state, depth=6)
    together, right = by_moves.deepen(state, depth=6).value, alone.deepen(state, depth=6).value
    strange += together != right
    print(f"moves ahead after six plies: {right:+3}   with a shared table: {together:+5}")
assert strange > 0

# %% [markdown]
# The table remembers *values*, and a value means nothing without the evaluation that gave it. The second search read the first one's hundredths of a disc, and took them for moves. Nothing crashes, and the move is often the same. Whatever changes
# the meaning of a value (another evaluation, other weights, another unit) must empty the table.
#
# The test to remember: **with the table and without it, to a fixed depth, the value is the same.**
#
# ## Enter the arena
#
# Now yours. A player is one function, `choose(state, seconds)`, which returns a move. Here is one to begin with: change the weights, the depth, anything, and run the cells again.

# %%
from gamekit import compiled
from gamekit.othello import Linear
from gamekit.search.negamax import negamax

WEIGHTS = Linear(corners=60, mobility=4, c_squares=-10, x_squares=-20, frontier=-1, stable=10, win=5000)
fast = compiled(negamax)


def choose(state, seconds):
    """The move that leaves the other side worst off, three plies ahead."""
    best, chosen = -INF, None
    for move in moves(state):
        found = -fast(play(state, move), 2, -INF, -best, WEIGHTS)
        if chosen is None or found > best:
            best, chosen = found, move
    return chosen


assert choose(start, 1.0) in moves(start)  # and now it is compiled, before any clock runs

# %%
guess_place = Predict(
    "Where will this player stand?",
    choices=[
        "below the greedy one",
        "between greedy and weighted",
        "between weighted and the engine",
        "above the engine",
    ],
    answer=lambda: place_of(arena),
    reason="It looks a ply further than the weighted player of lesson 06. The engine has learned patterns, and looks further still.",
)
guess_place

# %%
from gamekit.arena import tournament

RIVALS = {
    "random": "random",
    "greedy": "alphabeta,depth=1,eval=discs",
    "weighted": "alphabeta,depth=2,eval=weighted",
    "engine": f"engine,table=4,nodes={NODES}",
}
arena = tournament("othello", {"yours": choose, **RIVALS}, games=6, seed=17)


def place_of(result):
    """Yours among the others, in the words of the question."""
    elo = {row["player"]: row["elo"] for row in result.standing()}
    better = {name for name in elo if elo[name] > elo["yours"]}
    if "greedy" in better:
        return "below the greedy one"
    if "weighted" in better:
        return "between greedy and weighted"
    return "between weighted and the engine" if "engine" in better else "above the engine"


arena

# %%
arena.chart("Your place on the ladder")

# %%
standing = {row["player"]: row for row in arena.standing()}
mine = standing["yours"]
print(f"yours: {mine['elo']:+.0f} Elo, between {mine['low']:+.0f} and {mine['high']:+.0f}; {place_of(arena)}")
assert len(arena.games) == 60
assert not any(arena.forfeits(name) for name in arena.players)

# %%
claim(
    "L17.4",
    "Enter the arena with your own player",
    reported="no figures",
    ours=f"a player of ten lines: {place_of(arena)}, {mine['elo']:+.0f} Elo ({mine['low']:+.0f} to {mine['high']:+.0f}) over {len(arena.games)} games of all",
    holds=None,
    remark="Yours to change.",
)

# %% [markdown]
# ### One of its games
#
# Step through a game of yours against the engine with the buttons below the board.

# %%
from gamekit.arena import replay

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
# | your class | hand it in; your instructor runs `gamekit arena --class submitted/ --game othello`, in the sandbox of grading, and gets a page with the ladder |
# | other people's Othello programs | `gamekit arena othello my_player.py "gtp:their-program --gtp"` |
# | other people's gomoku programs | `gamekit arena gomoku my_player.py "piskvork:./pbrain-theirs"` |
#
# The kit's own programs go out the same way: `gamekit gtp othello` speaks the Go Text Protocol, and `gamekit brain gomoku` that of gomoku tournaments.

# %%
from pathlib import Path
from tempfile import TemporaryDirectory

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
    by_file = tournament("othello", {"my_player.py": str(path), "random": "random"}, games=4, seed=17)
print(by_file.tally("my_player.py"))
assert by_file.tally("my_player.py").wins >= 2

# %% [markdown]
# ## The ledger
#
# A last row, with everything. The ledger's evaluation is mobility, so that all rows can be compared; its cuts would be those of lesson 11 for mobility, which we leave out here.

# %% tags=["timing"]
from gamekit.course import Ledger

ledger = Ledger.load(lesson=17, own=None)
ledger.measure("all but cuts", "pvs,tt,table=4,static,history")
ledger

# %%
before, last = ledger["alpha-beta"].figure("othello"), ledger["all but cuts"].figure("othello")
assert last < before
print(
    f"Othello to depth 6: {ledger['minimax'].figure('othello'):,} nodes by minimax, {before:,} by alpha-beta, {last:,} with all of it"
)

# %% [markdown]
# ## What we take along
#
# - An engine is a handful of ideas, each of which you can write down in ten lines. Together they are worth far more than apart.
# - Look where the time goes before you make anything faster. Nodes times nanoseconds is what counts.
# - Leave a part out to learn what it is worth, in games, with error bars.
# - A table belongs to one evaluation.
# - A player is a function. The arena is open.
#
# This was the last lesson. Lesson 00 let you play against the finished program. Go back and play it once more: now you know what it is thinking.
#
# ## Your turn
#
# [Lab 17](../exercises/lab17-own-player/lab17-own-player.ipynb) has a ladder of five rungs for your player, and marks it by how high it climbs. Before or after it:
#
# 1. Make `choose` look further when few moves are possible, and search to the end when ten squares are left. How many points does it gain against its former self? How many games does it take to show that?
# 2. Make a flame graph without the table, and one without ordering. Which storeys grow?
# 3. Learn the weights of `Linear` from games, in the manner of lesson 12, instead of guessing them.
#
# **To read more.** Brendan Gregg, *The Flame Graph* (2016). Michael Buro, *The Evolution of Strong Othello Programs* (2003). Claude Shannon, *Programming a Computer for Playing Chess* (1950), where all of this begins.
