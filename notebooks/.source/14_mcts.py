# %% [markdown]
# # 14 · Monte Carlo tree search
#
# **What if we have no evaluation at all?**
#
# Everything so far stood on somebody's opinion of a position: mobility, corners, shapes, learnt patterns. The program below has none. It knows the rules of Connect Four, and it plays
# games to their end, a great many every second, mostly at random. Then it plays what won. Try to beat it: you are X, and click a column.

# %%
from gamekit.widgets import Board, Explore, MCTSStepper, Predict

Board("connect4", player="engine,time=1", show=True)

# %% [markdown]
# Numbers in a column are how the game would end if all went as in its simulations: +1 a win for the side to move, −1 a loss.
#
# How can random games teach anything? Begin with the crudest idea. Play a few hundred random games after every first move, and count.

# %%
from math import inf, log, sqrt

from gamekit import FIRST, SECOND, count_moves, draw, is_over, moves, play, score, to_move
from gamekit.course import claim
from gamekit.games import connect4, tictactoe
from gamekit.search import mcts as kit

chance = kit.new_tree(1, seed=1).walk[0]  # the kit's own source of chance: the same on every machine


def simulate(state):
    """Play on to the end at random; the points of the first player: 1, 1/2 or 0."""
    while not is_over(state):
        number = kit.below(chance, count_moves(state))
        state = play(state, kit.nth_move(state, number))
    result = score(state) if to_move(state) == FIRST else -score(state)
    return 1 if result > 0 else 0 if result < 0 else 0.5


def averages(state, games):
    """What every move is worth to the side to move, by so many random games each."""
    found = {}
    for move in moves(state):
        points = sum(simulate(play(state, move)) for _ in range(games)) / games
        found[move] = points if to_move(state) == FIRST else 1 - points
    return found


start = tictactoe.start()
flat = averages(start, 300)
draw.board(start, numbers={move: f"{value:.2f}" for move, value in flat.items()})

# %% [markdown]
# The centre, then the corners, then the edges. Nobody told it. This is *flat* Monte Carlo, and it has two faults. It wastes games on moves that are plainly bad, and it believes
# that the other side replies at random. Here the second fault is fatal. O is to move, and only the two corners on the left hold the draw; every other move loses against good play.

# %%
trap = tictactoe.parse(".../X.O/.X.")
trap

# %%
guess_trap = Predict(
    "How many of the other four moves look better to flat Monte Carlo than both moves that hold the draw?",
    choices=["none", "1", "2", "3", "all 4"],
    answer=lambda: ("none", "1", "2", "3", "all 4")[len(better)],
    reason="A random opponent finds the refutation only now and then. An average over replies is not the best reply.",
)
guess_trap

# %%
found = averages(trap, 400)
better = [move for move in found if found[move] > max(found[0], found[6])]
draw.board(trap, numbers={move: f"{value:.2f}" for move, value in found.items()})

# %% [markdown]
# The cure is a **tree**. Where a reply is good it must be played more often, so that the average moves towards it.
#
# ## Four steps
#
# A node remembers how often it was visited and what that brought. **Its points are those of the side that chose it**, the side to move one ply earlier. One report writes that w counts the wins of the
# side to move *at* the child. It is the side that chose the child; further down you can watch what the other reading does.


# %%
class Node:
    """A position in the tree."""

    def __init__(self, move, state):
        self.move, self.state = move, state
        self.visits, self.points = 0, 0.0
        self.children = []


# %% [markdown]
# **1. Selection.** Stand at a node. Which child next? The one that was best so far, or the one of which we know least? The *upper confidence bound* adds the two wishes:
#
# $$\frac{w}{v} + C \sqrt{\frac{2 \ln V}{v}}$$
#
# with w points in v visits of the child, and V visits of the node. C says how curious we are; the report takes 1.


# %%
def select(node, exploration=1.0):
    """The child with the highest bound; one that was never visited comes first."""
    best, highest = None, -inf
    for child in node.children:
        if child.visits == 0:
            return child
        bound = child.points / child.visits + exploration * sqrt(2 * log(node.visits) / child.visits)
        if bound > highest:
            best, highest = child, bound
    return best


# %%
guess_bound = Predict(
    "100 visits so far. Move A: 60 points in 90 visits. Move B: 4 points in 9 visits. C = 1. Which one is next?",
    choices=["A", "B"],
    answer=lambda: "AB"[bound_of(9, 4) > bound_of(90, 60)],
    reason="B's average is 0.44 against 0.67, but its second term is three times as large: 9 visits say little.",
)
guess_bound


# %%
def bound_of(visits, points, total=100, exploration=1.0):
    """The upper confidence bound of a child."""
    return points / visits + exploration * sqrt(2 * log(total) / visits)


def two_children(exploration=1.0, visits_of_b=9):
    """The two terms for move A, with 60 points in 90 visits, and for B, with 4 points in 9."""
    a = [60 / 90, exploration * sqrt(2 * log(100) / 90)]
    b = [4 / 9, exploration * sqrt(2 * log(100) / visits_of_b)]
    return draw.bars(
        {"A: average": a[0], "A: bound": sum(a), "B: average": b[0], "B: bound": sum(b)},
        title=f"C = {exploration}, B visited {visits_of_b} times",
    )


Explore(two_children, exploration=[0.1, 0.3, 1.0, 2.0], visits_of_b=(2, 40))

# %% [markdown]
# **2. Expansion.** A leaf that is visited a second time gets its children. **3. Simulation** we have. **4. Backpropagation** carries the result up to the root.


# %%
def expand(node):
    """Give a leaf its children."""
    node.children = [Node(move, play(node.state, move)) for move in moves(node.state)]


def backpropagate(path, points):
    """Add the result to every node of the path, as points of the side that chose it."""
    for node in path:
        chooser = SECOND - to_move(node.state)  # who moved last
        node.visits += 1
        node.points += points if chooser == FIRST else 1 - points


def search(state, simulations, exploration=1.0, backpropagate=backpropagate):
    """The root of a tree after so many simulations."""
    root = Node(None, state)
    for _ in range(simulations):
        path = [root]
        while path[-1].children:
            path.append(select(path[-1], exploration))
        leaf = path[-1]
        if leaf is root or leaf.visits > 0:
            expand(leaf)
            if leaf.children:
                path.append(leaf.children[0])
        backpropagate(path, simulate(path[-1].state))
    return root


# %% [markdown]
# That is all of it. (In tic-tac-toe and Connect Four the sides take turns, so *who moved last* is the other side. Where a side may pass, keep the chooser on the path.)
#
# Watch it work. `watched` writes each simulation down before it is backed up, and the stepper goes through the first 80, **one simulation a step**. In a node stand its visits, and below them the average for the side that chose it.
# At each choice on the path you see both terms of every child. First every child gets its visit; then the sum decides.

# %%
runs = []


def watched(path, points):
    """Back up, and write down what was backed up."""
    runs.append((list(path), points))
    backpropagate(path, points)


chance.random = 7
small = search(trap, 2000, backpropagate=watched)
MCTSStepper(runs[:80])

# %% [markdown]
# And where did all 2,000 go?

# %%
visits = {child.move: child.visits for child in small.children}
assert max(visits, key=visits.get) in (0, 6)
assert max(found, key=found.get) not in (0, 6)
print("visits of each move:", visits)

# %% [markdown]
# The corners on the left get the visits. Not because somebody wrote a rule: X's best replies, once seen, were chosen again and again, and pulled the averages of all other moves down.
#
# ## The same text as the kit's, and faster
#
# The kit's `search/mcts.py` does the same four steps on one array of nodes. With the same chance it must grow the same tree.

# %%
position = connect4.parse("4453")
chance.random = kit.new_tree(1, seed=5).walk[0].random
ours = search(position, 200)
tree = kit.new_tree(5000, seed=5)
kit.fast_run(tree, position, kit.RandomMoves(), kit.Options(1.0, kit.Off()), 200)
root = tree.nodes[0]
theirs = tree.nodes[root.first : root.first + root.children]
assert [child.visits for child in ours.children] == theirs["visits"].tolist()
assert [2 * child.points for child in ours.children] == theirs["points"].tolist()
print("visits, ours and the kit's:", [child.visits for child in ours.children])

# %%
claim(
    "L14.1",
    "UCT: w/v + C sqrt(2 ln V / v) with C = 1; selection, expansion, simulation, backpropagation",
    reported="the formula and the four steps",
    ours="written out above; after 200 simulations the same visits and points as the kit's, child by child",
    holds=True,
)

# %% tags=["timing"]
from time import perf_counter

rates = {}
begin = perf_counter()
search(connect4.start(), 100)
rates["plain Python"] = 100 / (perf_counter() - begin)
machine = kit.MCTS(memory_mb=32)
machine.search(connect4.start(), simulations=1000)
rates["compiled"] = (found := machine.search(connect4.start(), simulations=60_000)).nodes / found.seconds
for name, rate in rates.items():
    print(f"{name:13} {rate:12,.0f} simulations a second")


# %% [markdown]
# ## Where this goes wrong
#
# Here is the same step from another hand. It runs, nothing crashes, all averages lie between 0 and 1. Find the bug before you run the cell below it.


# %%
def backpropagate_too(path, points):
    """Add the result to every node of the path, as points of the side to move there."""
    for node in path:
        node.visits += 1
        node.points += points if to_move(node.state) == FIRST else 1 - points


# %%
mate = tictactoe.parse("XX./OO./...")  # X wins at once in the corner
shares = {}
for name, step in {"chosen by": backpropagate, "to move at": backpropagate_too}.items():
    chance.random = 11
    root = search(mate, 300, backpropagate=step)
    shares[name] = {child.move: child.visits for child in root.children}
    print(f"points of the side {name:10}: visits {shares[name]}")
assert max(shares["chosen by"], key=shares["chosen by"].get) == 2
assert min(shares["to move at"], key=shares["to move at"].get) == 2

# %% [markdown]
# **The sign mistake.** Whoever chooses among children must compare *its own* points. With the other reading each side chooses what is best for the other one, and the winning move gets the fewest
# visits of all. It is the most frequent bug of this method, and the test is one position: *a win at hand must get nearly all visits.*

# %%
claim(
    "L14.2",
    "UCT's w counts the wins of the side to move at the child",
    reported="the side to move at the child",
    ours=f"read so, a win at hand got {shares['to move at'][2]} of 300 visits; with the side that chose the child {shares['chosen by'][2]}",
    holds=False,
    remark="It is the side that chose the child. The classic sign mistake.",
)

# %% [markdown]
# ## What is certain
#
# A simulation that ends in the tree itself is no opinion: the game is over there. Such results can be passed up, as in minimax. **One won child wins. Otherwise all children must be known, and the best counts.** This is
# *MCTS-Solver*. What it does to the search: a child that is proven lost is never visited again, a proven root is answered at once.

# %%
prover = kit.MCTS(solver=True, memory_mb=8)
solved = prover.search(tictactoe.start(), simulations=10**6)
proven_after = solved.nodes
print(f"tic-tac-toe is proven a draw ({solved.value:+.0f}) after {proven_after:,} simulations")
assert solved.value == 0

# %% [markdown]
# But an average that was made with children that are skipped now: what becomes of it? Take one node with three moves. One is *proven a draw*. The others are lost, which the search does not know yet: simulations
# still win 30 % there. What is the node worth to the side that moves there? A draw. Two ways to go on:


# %%
def worth(skips, simulations=2000, seed=3):
    """The average of a node with a proven draw and two moves that look like 0.3, visit by visit."""
    random = kit.new_tree(1, seed=seed).walk[0]
    visits, points = [1, 1, 1], [0.5, 0.3, 0.3]
    all_points, curve = 0.0, {}
    for number in range(1, simulations + 1):
        options = [1, 2] if skips == "the draw" else [0, 1, 2]
        bounds = [points[i] / visits[i] + sqrt(2 * log(sum(visits)) / visits[i]) for i in options]
        choice = options[bounds.index(max(bounds))]
        result = 0.5 if choice == 0 else float(kit.below(random, 10) < 3)
        visits[choice] += 1
        points[choice] += result
        all_points += result
        if number % 100 == 0:
            curve[number] = all_points / number
    return curve


curves = {
    "the draw is skipped, as it is known": worth("the draw"),
    "the draw is chosen like any move, and counts": worth(None),
}
draw.learning_curves(
    curves, title="A node that is truly a draw", x_label="simulations", y_label="average (0.5 is a draw)"
)

# %%
skipped, counted = (curve[2000] for curve in curves.values())
assert skipped < 0.35 < 0.44 < counted

# %%
claim(
    "L14.3",
    "Proven results are passed up; what skipping proven children does to averages",
    reported="proven children are skipped",
    ours=f"a proven draw that is skipped makes its parent look like {skipped:.2f}; chosen like any move and counted, {counted:.2f} (true: 0.50)",
    holds=None,
    remark="Losses may be skipped: their side has something better. A draw must go on counting, or the visits go to worse moves and the parent looks worse than a draw.",
)

# %% [markdown]
# The kit does the latter. A proven draw that is chosen counts a draw for all nodes above it, and the walk goes on to the best sibling that is not proven: what it finds counts only from there down. So siblings get
# settled too, and draws can be proven.
#
# ## Connect Four, at full speed
#
# Now the program that you played against. Its board runs from 4x4 to 12x12. A report kept each board as plain numbers, one for each of 144 squares. How many such boards fit a gibibyte?

# %%
plain_bytes = 12 * 12 * 4
boards = 2**30 // plain_bytes
pool_mb = 4_000_000 * kit.NODE.itemsize / 2**20
print(f"{plain_bytes} bytes a board: {boards:,} boards in 1 GiB")
print(
    f"our nodes hold no board at all, {kit.NODE.itemsize} bytes: a pool of 4 million takes {pool_mb:.0f} MiB"
)
assert (plain_bytes, boards) == (576, 1_864_135)

# %%
claim(
    "L14.4",
    "576 bytes a board as plain ints are 1.9 million boards in 1 GiB; with bits, a pool of 4 million nodes",
    reported="576 bytes, 1.9 million; a pool of 4 million",
    ours=f"{plain_bytes} bytes, {boards / 1e6:.1f} million; {kit.NODE.itemsize} bytes a node, so 4 million take {pool_mb:.0f} MiB",
    holds=boards // 100_000 == 18,
    remark="A node keeps no board: the walk plays the moves again from the root.",
)

# %% [markdown]
# A simulation should *win when it can and block when it must*. For that it must see threats quickly. Each line of the board is a word of at most 12 bits, so one table with 4096 entries knows for every line where one more stone makes
# four: an open three at both ends, a split three in its gap. A stone changes four lines; threats are never looked for twice.

# %%
from gamekit.connect4.board import board_of, completing

for stones in (0b0011100, 0b1011, 0b0001010):
    print(f"stones {stones:07b}   four with {completing(stones):07b}")
threes = connect4.parse("......./......./......./...O.../X.OXO../O.XXXO.")
draw.board(threes, threats=True)

# %% [markdown]
# A symbol in an empty square is a threat of that side. Which of them count **now**? Only those where the square can be played: the column must be filled up to it.

# %%
at = board_of(threes)[0]
columns = {name: [c + 1 for c in range(7) if at.ready[side] >> c & 1] for side, name in enumerate("XO")}
higher = {name: [c + 1 for c in range(7) if at.above[side] >> c & 1] for side, name in enumerate("XO")}
print("columns where a side wins with its next stone:", columns)
print("columns where it would win one square higher: ", higher)
every = sum(
    bin(int(at.threats[side, c]) >> int(at.heights[c])).count("1") for side in (0, 1) for c in range(7)
)
playable = sum(map(len, columns.values()))
assert playable < every

# %%
claim(
    "L14.5",
    "Open and split threes by bit tricks; threats count only where the square can be played",
    reported="so it was done",
    ours=f"one table of 4096 words for all lines; in the position above {every} threats, {playable} of which can be played",
    holds=True,
)

# %% [markdown]
# ## A riddle
#
# On 7x6 it is known since 1988 what the first move is worth (James Allen and Victor Allis found it in the same autumn). The centre column wins. The two beside it draw. All others lose. What does the search think of it? First with
# random simulations, then with the report's, which win at sight and block at sight, and pass up what is proven.

# %%
from gamekit.connect4 import Engine, Switches

PLAIN = {"threats": False, "safe": False, "follow": False, "centre": False, "solver": False, "forced": False}
AS_REPORTED = {"safe": False, "follow": False, "centre": False}
UNDER_NO_THREAT = {"follow": False, "centre": False}
empty = connect4.start()


def opening(seed, simulations=100_000, exploration=0.5, **switches):
    """The visits of every first move, as the switches say."""
    engine = Engine(Switches(**switches), exploration=exploration, seed=seed, memory_mb=32)
    engine.think(empty, nodes=simulations)
    return {child.move + 1: child.visits for child in engine.children()}


random_visits = opening(0, **PLAIN)
draw.bars(
    {f"column {move}": count for move, count in random_visits.items()},
    title="Visits by random simulations, 100,000 of them",
)

# %%
guess_centre = Predict(
    "Random simulations open in the centre. Now simulations that win and block, which play far better. Where do the visits go?",
    choices=["to the centre, even more of them", "to the centre, fewer of them", "to another column"],
    answer=lambda: (
        "to another column"
        if max(careful_visits, key=careful_visits.get) != 4
        else "to the centre, even more of them"
        if careful_visits[4] > random_visits[4]
        else "to the centre, fewer of them"
    ),
    reason="Better players in the simulations, and a worse opening. Read on before you decide why.",
)
guess_centre

# %%
careful_visits = opening(0, **AS_REPORTED)
draw.bars(
    {f"column {move}": count for move, count in careful_visits.items()},
    title="Visits by simulations that win and block",
)

# %% [markdown]
# A move that only draws. And it is no accident of one seed, nor a lack of time: the longer it thinks, the less it likes the centre.

# %%
for simulations in (3_000, 30_000, 100_000):
    runs = [opening(seed, simulations, **AS_REPORTED) for seed in range(3)]
    share = sum(run[4] for run in runs) / sum(sum(run.values()) for run in runs)
    print(
        f"{simulations:8,} simulations: opens in columns {[max(run, key=run.get) for run in runs]}, {share:4.0%} of the visits in the centre"
    )

# %% [markdown]
# Is it C? A larger one only delays it: try `exploration=1.0` with 300,000 simulations. Here is what mends it.

# %%
steps = {
    "random": PLAIN,
    "win and block (the report)": AS_REPORTED,
    "+ play under no threat": UNDER_NO_THREAT,
    "+ answer in the same column": {"centre": False},
    "+ prefer the centre": {},
}
opens, centre_share = {}, {}
for name, switches in steps.items():
    runs = [opening(seed, **switches) for seed in range(3)]
    opens[name] = [max(run, key=run.get) for run in runs]
    centre_share[name] = 100 * sum(run[4] for run in runs) / sum(sum(run.values()) for run in runs)
    print(
        f"{name:28} opens in columns {opens[name]}, {centre_share[name]:3.0f} % of the visits in the centre"
    )

# %%
assert opens["+ play under no threat"] == opens["+ answer in the same column"] == [4, 4, 4]
assert 4 not in opens["win and block (the report)"]
draw.bars(centre_share, title="Visits of the centre, in per cent of all")

# %% [markdown]
# **One rule of thumb mends it: play under no threat.** Never a stone on the square below a threat of the other side, and not below your own either, as long as there is another column.
#
# Why this one? Look at how real games of Connect Four end. Both sides have threats in the air that nobody can reach. The safe columns fill up. Then somebody **must** play under a threat, and loses. Who? That is a matter of
# counting squares, and it favours the first player with the centre. Simulations that win and block, but stumble under threats, end in a coin toss long before, and an average over coins says nothing, however many you throw. *They answered
# another question.* The last row is a warning: a liking for the centre, which sounds so sensible, spoils the opening again at this number of simulations. We come back to it. Random simulations are worse still, but they have one crude, lucky habit: most fours run through the centre, so it looks good to them. They open well for the wrong reason, and play badly after it.

# %%
kinds = {
    "random": PLAIN,
    "win and block": AS_REPORTED,
    "+ under no threat": {"follow": False, "centre": False},
}
lengths, x_wins = {}, {}
for name, switches in kinds.items():
    games = Engine(Switches(**switches), memory_mb=0).play_out(connect4.parse("4"), 5000)
    lengths[name] = sum(stones for _, stones in games) / len(games)
    x_wins[name] = sum(result for result, _ in games) / len(games)
    print(f"{name:18} {lengths[name]:5.1f} stones a game, X gets {x_wins[name]:+.2f}")
assert lengths["random"] < lengths["win and block"] < lengths["+ under no threat"]

# %%
claim(
    "L14.6",
    "Simulations that win when they can and block when they must",
    reported="better than random ones",
    ours=f"games last {lengths['win and block']:.0f} stones instead of {lengths['random']:.0f}, but the centre gets {centre_share['win and block (the report)']:.0f} % of the visits instead of {centre_share['random']:.0f} %; with no move under a threat {centre_share['+ play under no threat']:.0f} %",
    holds=None,
    remark="Found here: better simulations made the opening worse, until they also played under no threat. That is zugzwang, which decides real games.",
)

# %% [markdown]
# ## Each idea by itself
#
# An opening is one position. Take many, where the exact solver of [lesson 16](16_solving_games.ipynb) knows the truth: random positions with 16 stones in which few moves win. How often does the program, with few simulations, find one of them?

# %%
import random

from gamekit.connect4 import Solver

solver = Solver(7, 6, table_mb=16)


def outcome(state):
    """1, 0 or -1 for the side that has just moved."""
    worth = score(state) if is_over(state) else solver.solve(state, outcome_only=True).value
    return (worth < 0) - (worth > 0)


def hard_positions(count, stones=16, seed=1):
    """(state, winning moves) where at most two moves win, and none at once."""
    lots, found = random.Random(seed), []
    while len(found) < count:
        state = connect4.start()
        for _ in range(stones):
            if is_over(state):
                break
            state = play(state, lots.choice(list(moves(state))))
        if is_over(state) or solver.solve(state, outcome_only=True).value < 1:
            continue
        good = {move for move in moves(state) if outcome(play(state, move)) == 1}
        if len(good) <= 2 and not any(is_over(play(state, move)) for move in good):
            found.append((state, good))
    return found


hard = hard_positions(50)


def found_by(simulations=2000, exploration=0.5, **switches):
    """In how many of the hard positions a winning move is chosen, over two seeds."""
    right = 0
    for seed in (0, 1):
        engine = Engine(Switches(**switches), exploration=exploration, seed=seed, memory_mb=2)
        for state, good in hard:
            engine.forget()
            right += engine.think(state, nodes=simulations).move in good
    return right


table = {
    "everything": {},
    "no threats at sight": {"threats": False},
    "moves under threats": {"safe": False},
    "no answers in the same column": {"follow": False},
    "no liking for the centre": {"centre": False},
    "no proofs": {"solver": False},
    "moves that lose at once are children too": {"forced": False},
    "one child at a time": {"one_child": True},
    "nothing of all this": PLAIN,
}
right = {name: found_by(**switches) for name, switches in table.items()}
total = 2 * len(hard)
draw.bars(right, title=f"Winning moves found, of {total}; 2,000 simulations each")

# %%
assert right["everything"] > right["nothing of all this"]
spread = sqrt(total * 0.8 * 0.2)  # of such a count, by chance alone
print(f"one standard deviation of such a count: about {spread:.1f}")

# %% [markdown]
# Read small differences with care: a count like this wobbles by that much from one set of positions to the next. Lesson 15 is about it.

# %%
claim(
    "L14.7",
    "Forced replies expanded alone: a win at hand, one block, two threats lost",
    reported="fewer nodes wasted",
    ours=f"{right['everything']} of {total} winning moves found with it, {right['moves that lose at once are children too']} without",
    holds=None,
    remark="No clear difference here. Ours also leaves out moves under a threat of the other side, which lose at once.",
)

# %%
claim(
    "L14.8",
    "One child or all children at expansion",
    reported="both were tried",
    ours=f"{right['everything']} of {total} with all children at the second visit, {right['one child at a time']} with one more at each visit",
    holds=None,
    remark="One child a visit saves memory: a simulation adds one node at most.",
)

# %%
claim(
    "L14.9",
    "A bias to the centre in simulations",
    reported="no clear gain",
    ours=f"{right['everything']} of {total} with it, {right['no liking for the centre']} without, where one standard deviation is {spread:.0f}; and in the opening {centre_share['+ prefer the centre']:.0f} % of the visits go to the centre instead of {centre_share['+ answer in the same column']:.0f} %",
    holds=right["everything"] - right["no liking for the centre"] <= 2 * spread,
    remark="With 100,000 simulations it spoils the opening; against perfect play, with five times as many, it was on and did no harm.",
)


# %% [markdown]
# Try other numbers. Which C is best here, and does it depend on the number of simulations?


# %%
def by_curiosity(simulations=1000):
    """Winning moves found for several C."""
    found = {f"C = {c}": found_by(simulations, c) for c in (0.1, 0.3, 0.5, 1.0, 2.0)}
    return draw.bars(found, title=f"Of {total}, with {simulations:,} simulations")


Explore(by_curiosity, simulations=[250, 1000, 2000])

# %% [markdown]
# ## The tree is kept, and a pool gives nodes back
#
# After our move and the reply, a part of the tree is about the new position. Throwing it away would be a pity. How much is left?

# %%
keeper, position, rows = Engine(seed=4, memory_mb=32), connect4.start(), []
other = Engine(Switches(keep=False), seed=5, memory_mb=32)
while not is_over(position) and len(rows) < 8:
    answer = keeper.think(position, nodes=20_000)
    kept = keeper.root().visits - answer.nodes
    rows.append(kept)
    position = play(position, answer.move)
    if not is_over(position):
        position = play(position, other.think(position, nodes=20_000).move)
share = sum(rows[1:]) / len(rows[1:]) / 20_000
draw.bars({f"move {n + 1}": kept for n, kept in enumerate(rows)}, title="Visits that the root brings along")

# %%
claim(
    "L14.10",
    "The tree is kept between moves",
    reported="kept",
    ours=f"20,000 simulations a move: the root brings along {share:.1f} times as many from the moves before, on average",
    holds=share > 0.2,
    remark="What is cut off goes back to the pool, and is used again without being cleared first.",
)

# %% [markdown]
# The pool has a limit. When it is full the tree stops growing, and simulations go on from its leaves.

# %%
for megabytes in (0.05, 0.5, 5):
    engine = Engine(memory_mb=megabytes)
    found = engine.think(connect4.start("12x12"), nodes=20_000)
    print(
        f"{megabytes:5} MB: {len(engine):7,} nodes after {found.nodes:,} simulations, plays column {found.move + 1}"
    )

# %% [markdown]
# A position that is proven is answered at once, and one that is lost is played on, with the move that holds out longest. The other side may not see what we see.

# %%
engine = Engine(memory_mb=16)
for state, good in hard_positions(40, stones=22, seed=3):
    lost = play(state, min(good))  # whoever moves now has lost
    engine.forget()
    found = engine.think(lost, nodes=20_000)
    if engine.root().proof and len(engine.children()) > 3:
        break
again = engine.think(lost, nodes=20_000)
rows = {child.move + 1: child.plies for child in engine.children() if child.proof == "loss"}
print(f"proven lost after {found.nodes:,} simulations; asked again, after {again.nodes}")
print("plies that each move holds out, by column:", rows, "- plays", found.move + 1)
assert again.nodes == 0
assert rows[found.move + 1] == max(rows.values())

# %%
claim(
    "L14.11",
    "A proven root answers at once",
    reported="at once",
    ours=f"{again.nodes} simulations when asked again",
    holds=again.nodes == 0,
)

# %% [markdown]
# ## On a large board
#
# 12x12 has 144 squares and is far beyond any solver. The report's program in C++ reached 1 to 1.5 million nodes in 2.5 s.

# %% tags=["timing"]
from time import process_time

large = Engine(memory_mb=64)
large.think(connect4.start("12x12"), nodes=1000)
large.forget()
begin = process_time()  # the time that this program gets: other programs on the machine do not count
large.think(connect4.start("12x12"), nodes=150_000)
factor = 2.5 / (process_time() - begin)
simulated, grown = 150_000 * factor, len(large) * factor
print(f"in 2.5 s of one processor: {simulated:,.0f} simulations, and a tree of {grown:,.0f} nodes")

# %% tags=["timing"]
claim(
    "L14.12",
    "About 1 to 1.5 million nodes in 2.5 s on 12x12",
    reported="1 to 1.5 million, C++ on a PC",
    ours=f"{simulated / 1e6:.1f} million simulations and {grown / 1e6:.1f} million nodes of the tree in 2.5 s of one processor",
    holds=grown >= 1e6,
    remark="The report does not say whether it counts simulations or nodes of the tree. `gamekit bench connect4-mcts` measures both.",
)

# %%
Board("connect4", player="engine,time=1", size="12x12", width=520)

# %% [markdown]
# ## Against perfect play
#
# On 7x6 we can ask for more: let it play against the exact solver, which never errs and loses as late as it can. With the first move the game is won, but only if every one of some twenty moves is right. These games take too long for a
# lesson; here is what was stored.

# %%
import json

from gamekit.course import PACKAGE

stored = json.loads((PACKAGE / "data" / "experiments" / "l14_perfect.json").read_text())
print(stored["about"])
tally = {name: stored[name] for name in ("won", "drawn", "lost")}
games_played = sum(tally.values())
print(tally, "of", games_played)
draw.bars(tally, title=f"{games_played} games as first player against perfect play")

# %%
replayed = [connect4.parse(columns) for columns in stored["games"]]
assert sum(is_over(state) for state in replayed) == games_played
assert sum(score(state) < 0 and to_move(state) == SECOND for state in replayed) == tally["won"]
off_centre = sum(columns[0] != "4" for columns in stored["games"])
print(f"{off_centre} of {games_played} games did not begin in the centre")

# %%
claim(
    "L14.13",
    "Connect Four 7x6 by MCTS against perfect play, as first player",
    reported="in a trial, UCT with C up to 2 opened off-centre, which only draws or loses",
    ours=f"{tally['won']} won, {tally['drawn']} drawn, {tally['lost']} lost of {games_played}; {off_centre} openings off-centre",
    holds=None,
    remark="Play under no threat, answer in the same column, C = 0.5.",
)

# %% [markdown]
# ## And in gomoku?
#
# Gomoku has 225 squares, no column that must be filled, and threats everywhere. The kit's gomoku program can search by alpha-beta with patterns, or by Monte Carlo over the same board, where simulations take fives and block them.
# A small match, live, with equal numbers of nodes and simulations:

# %%
from gamekit.arena import Match
from gamekit.arena.openings import shipped
from gamekit.games import gomoku

match = Match(
    "gomoku:engine,nodes=300",
    "gomoku:engine,by-mcts,nodes=300",
    gomoku.start(),
    shipped("gomoku", gomoku.start())[:2],  # each is played twice, with colours swapped
    most_seconds=60,
)
list(match.play(4))
live = match.tally
print(f"live, 300 nodes or simulations a move: {live.wins} won, {live.draws} drawn, {live.losses} lost")

# %%
large_match = json.loads((PACKAGE / "data" / "experiments" / "l15_by_mcts.json").read_text())["matches"][0]
print(
    f"stored: {large_match['wins']} won, {large_match['draws']} drawn, {large_match['losses']} lost by alpha-beta"
)
print(large_match["command"])

# %%
claim(
    "L14.14",
    "MCTS against alpha-beta in gomoku",
    reported="1 : 29",
    ours=f"live {live.losses} : {live.wins}; stored {large_match['losses']} : {large_match['wins']} in {large_match['wins'] + large_match['draws'] + large_match['losses']} games",
    holds=large_match["wins"] > 9 * large_match["losses"],
)

# %% [markdown]
# Why so lopsided, when the same method plays Connect Four well? Three reasons, and you have met all of them here.
#
# - **Width.** Connect Four has 7 moves, a gomoku position dozens of candidates. The same simulations reach a few plies.
# - **Narrow wins.** A gomoku attack is one line of forced moves. An average over replies hides it: most replies lose, so a losing attack looks fine, and a winning one looks the same. Alpha-beta follows the one line.
# - **There is a good evaluation.** Shapes say at a glance what a thousand random games say badly. Monte Carlo shines where nobody can write one: that was Go, until networks learnt it.
#
# ## The ledger
#
# The ledger counts nodes to a fixed depth, and this search has no depth. But it can prove. A row for the one game of the ledger that it proves to its end:

# %% tags=["timing"]
from gamekit.course import Ledger


def search_by_proof(state, depth):
    """(value, simulations): until the result is proven."""
    found = kit.MCTS(solver=True, memory_mb=8).search(state, simulations=10**6)
    return round(found.value), found.nodes


ledger = Ledger.load(lesson=14, own=None)
ledger.measure("MCTS with proofs", search_by_proof, only=["tictactoe"])
ledger

# %%
assert all(ledger["MCTS with proofs"].right.values())
assert ledger["MCTS with proofs"].nodes["tictactoe"] == proven_after

# %% [markdown]
# ## What we take along
#
# - Select by the upper confidence bound, expand, simulate, backpropagate. Points belong to the side that **chose** the node.
# - Proofs follow from proofs. Skip proven losses, go on counting proven draws.
# - Better simulations beat more simulations, if they play what decides the game. In Connect Four that is zugzwang: play under no threat.
# - Keep the tree. Give memory back. Answer at once what is proven, and hold out when it is lost.
# - Where a good evaluation exists and wins are narrow, alpha-beta is the better method.
#
# Which of two programs is stronger, and how sure are we? We have counted a few moves and games here. [Lesson 15](15_arena.ipynb) does it properly.
#
# ## Your turn
#
# [Lab 14](../exercises/lab14-mcts/lab14-mcts.ipynb) has you write the four steps, the rules of proof, and the whole search. Before or after it:
#
# 1. Let `simulate` above win at sight in tic-tac-toe. How many simulations does the trap need then?
# 2. `Engine(Switches(safe=False))` against `Engine()` on 9x7: who wins how many of ten games? Say beforehand how sure you will be.
# 3. Find a position of Connect Four in which `safe` misleads: the right move is under one's own threat.
#
# **To read more.** Rémi Coulom, *Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search* (2006). Levente Kocsis and Csaba Szepesvári, *Bandit Based Monte-Carlo Planning* (2006). Mark Winands, Yngvi Björnsson and
# Jahn-Takeshi Saito, *Monte-Carlo Tree Search Solver* (2008). Cameron Browne and others, *A Survey of Monte Carlo Tree Search Methods* (2012). Victor Allis, *A Knowledge-based Approach of Connect-Four* (1988).
