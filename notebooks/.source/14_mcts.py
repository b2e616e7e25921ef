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

# %% tags=["fold"]
import json
import sys
from collections import Counter
from math import inf, log, sqrt
from random import Random
from time import perf_counter, process_time

from gamekit import (
    FIRST,
    SECOND,
    count_moves,
    draw,
    is_over,
    moves,
    parse_move,
    play,
    score,
    to_move,
)
from gamekit.arena import Tally
from gamekit.connect4 import Engine, Solver, Switches
from gamekit.connect4.board import board_of
from gamekit.connect4.board import completing as kit_completing
from gamekit.course import PACKAGE, UNDECIDED, Ledger, changes, claim, finding
from gamekit.games import connect4, gomoku, tictactoe
from gamekit.gomoku import Engine as GomokuEngine
from gamekit.gomoku import Switches as GomokuSwitches
from gamekit.search import mcts as kit

EXPERIMENTS = PACKAGE / "data" / "experiments"
chance = kit.new_tree(1, seed=1).walk[0]  # the kit's own source of chance: the same on every machine


# %%
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
found = averages(trap, 400)
better = [move for move in found if found[move] > max(found[0], found[6])]
guess_trap = Predict(
    "How many of the other four moves look better to flat Monte Carlo than both moves that hold the draw?",
    choices=["none", "1", "2", "3", "all 4"],
    answer=("none", "1", "2", "3", "all 4")[len(better)],
    reason="A random opponent finds the refutation only now and then. An average over replies is not the best reply.",
)
guess_trap

# %% tags=["answer"]
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
        self.proof = None  # 1, 0.5 or 0 once it is certain; the section "What is certain" needs it


# %% [markdown]
# **1. Selection.** Stand at a node. Which child next? The one that was best so far, or the one of which we know least? The *upper confidence bound* adds the two wishes:
#
# $$\frac{w}{v} + C \sqrt{\frac{2 \ln V}{v}}$$
#
# with w points in v visits of the child, and V visits of the node. C says how curious we are; the report takes 1. Tree search by this bound is called *UCT*: upper confidence bounds applied to trees.


# %%
def select(node, exploration=1.0):
    """The child with the highest bound; one that was never visited comes first."""
    best, highest = None, -inf
    for child in node.children:
        if child.visits == 0:
            return child
        average = child.points / child.visits
        bound = average + exploration * sqrt(2 * log(node.visits) / child.visits)
        if bound > highest:
            best, highest = child, bound
    return best


# %%
def bound_of(visits, points, total=100, exploration=1.0):
    """The upper confidence bound of a child."""
    return points / visits + exploration * sqrt(2 * log(total) / visits)


guess_bound = Predict(
    "100 visits so far. Move A: 60 points in 90 visits. Move B: 4 points in 9 visits. C = 1. Which one is next?",
    choices=["A", "B"],
    answer="AB"[bound_of(9, 4) > bound_of(90, 60)],
    reason="The second term of a child with 9 visits is three times that of one with 90, and outweighs the difference of the averages.",
)
guess_bound


# %% tags=["answer"]
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


def search(
    state,
    simulations,
    exploration=1.0,
    backpropagate=backpropagate,
    simulate=simulate,
    runs=None,
):
    """The root of a tree after so many simulations; `runs` is told of each."""
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
        points = simulate(path[-1].state)
        backpropagate(path, points)
        if runs is not None:
            runs.append((list(path), points))
    return root


# %% [markdown]
# That is all of it. (In tic-tac-toe and Connect Four the sides take turns, so *who moved last* is the other side. Where a side may pass, keep the chooser on the path.)
#
# Watch it at work, one simulation a step: which child has the highest bound, where the new node stands, what goes up the path. In a node stand its visits, and below them the average **of the side that chose it**.

# %%
chance.random = 7
runs = []
search(trap, 60, runs=runs)
MCTSStepper(runs)

# %% [markdown]
# After 2,000 simulations:

# %%
chance.random = 7
small = search(trap, 2000)
# %%
visits = {child.move: child.visits for child in small.children}
assert max(visits, key=visits.get) in (0, 6)
assert max(found, key=found.get) not in (0, 6)
draw.board(trap, numbers={move: str(count) for move, count in visits.items()})

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
    holds=[child.visits for child in ours.children] == theirs["visits"].tolist(),
)

# %% tags=["timing"]
rates = {}
begin = perf_counter()
search(connect4.start(), 100)
rates["plain Python"] = 100 / (perf_counter() - begin)
machine = kit.MCTS(memory_mb=32)
machine.search(connect4.start(), simulations=1000)
found = machine.search(connect4.start(), simulations=60_000)
rates["compiled"] = found.nodes / found.seconds
for name, rate in rates.items():
    print(f"{name:13} {rate:12,.0f} simulations a second")


# %% [markdown]
# ## Where this goes wrong
#
# Here is the same step from another hand. It runs, nothing crashes, all averages lie between 0 and 1. Here is what differs. Whose points does each node get? The cell after it shows what comes of it.


# %% tags=["fold"]
def backpropagate_too(path, points):
    """Add the result to every node of the path, as points of the side to move there."""
    for node in path:
        node.visits += 1
        node.points += points if to_move(node.state) == FIRST else 1 - points


# %%
changes(backpropagate, backpropagate_too)

# %%
mate = tictactoe.parse("XX./OO./...")  # X wins at once in the corner
shares = {}
for name, step in {"chosen by": backpropagate, "to move at": backpropagate_too}.items():
    chance.random = 11
    root = search(mate, 300, backpropagate=step)
    shares[name] = {child.move: child.visits for child in root.children}
    print(f"side {name:10}: visits {shares[name]}")
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
    holds=max(shares["to move at"], key=shares["to move at"].get) == 2,
    remark="It is the side that chose the child. The classic sign mistake.",
)

# %% [markdown]
# ## What is certain
#
# A simulation that ends in the tree itself is no opinion: the game is over there. Such results can be passed up, as in minimax. **One won child wins. Otherwise all children must be known, and the best counts.** This is
# *MCTS-Solver*. What it does to the search: a child that is proven lost is never visited again, a proven root is answered at once.


# %%
def prove(path, points):
    """The walk has met the end of the game: note its result, and pass up what follows from it."""
    leaf = path[-1]
    leaf.proof = points if to_move(leaf.state) == SECOND else 1 - points  # for who chose it
    for node in reversed(path[:-1]):
        proofs = [child.proof for child in node.children]
        if 1 in proofs:
            node.proof = 0  # whoever moves there takes it: lost for the side that came there
        elif None in proofs:
            return  # one move is open, and may be better than all that is known
        else:
            node.proof = 1 - max(proofs)


# %% [markdown]
# Each proof is for the side that chose the node, so it turns round at every step: a won child means a lost parent. The search asks for little more. It skips children that are proven lost, stops when the root is proven, and at the end
# it plays by **the final move rule**: a proven win first, a proven loss last, and between them the move with the most *visits*. Why not the best average? A move with the best average may have been tried twice. The most visited
# one has the surest average, and a good one, or the search would not have come back so often.
#
# (`drawn` and the second `select_open` are about draws, and wait for the chart below. Some child is always left to select: the walk never goes into a proven node, and a node whose children are all proven is proven itself.)


# %%
def select_open(node, exploration, skipped):
    """As `select`, without the children that are proven to be worth no more than `skipped`."""
    rest = Node(None, node.state)
    rest.visits = node.visits
    for child in node.children:
        if child.proof is None or child.proof > skipped:
            rest.children.append(child)
    return select(rest, exploration)


def search_surely(state, simulations, exploration=1.0):
    """MCTS-Solver: the same search, and what is certain is passed up."""
    root = Node(None, state)
    for _ in range(simulations):
        if root.proof is not None:
            break
        path, drawn = [root], 0
        while path[-1].children:
            child = select_open(path[-1], exploration, 0)
            if child.proof == 0.5:  # nothing is left to find out; a draw for all above
                backpropagate([child], 0.5)
                drawn = len(path)
                child = select_open(path[-1], exploration, 0.5)
            path.append(child)
        leaf = path[-1]
        if leaf is root or leaf.visits > 0:
            expand(leaf)
            path += leaf.children[:1]
        points = simulate(path[-1].state)
        if is_over(path[-1].state):
            prove(path, points)
        backpropagate(path[drawn:], points)
        backpropagate(path[:drawn], 0.5)
    return root


def final_move(root):
    """The move that is played."""

    def rank(child):
        return (child.proof == 1, child.proof != 0, child.visits)

    return max(root.children, key=rank).move


# %% [markdown]
# Is it the kit's search? The same chance must give the same tree, proof by proof.

# %% tags=["fold"]
for text, seed in (("X.O/.X./..O", 3), ("O.X/.X./...", 4), (".../.X./...", 5)):
    position = tictactoe.parse(text)
    chance.random = kit.new_tree(1, seed=seed).walk[0].random
    ours = search_surely(position, 300)
    theirs = kit.MCTS(solver=True, seed=seed)
    answer = theirs.search(position, simulations=300)
    mine = sorted((child.move, child.visits, child.proof) for child in ours.children)
    proofs = {"": None, "loss": 0, "draw": 0.5, "win": 1}
    assert mine == [(child.move, child.visits, proofs[child.proof]) for child in theirs.children()]
    print(
        f"{text}: plays {final_move(ours)}, the kit {answer.move}; the root is proven: {ours.proof is not None}"
    )

# %%
prover = kit.MCTS(solver=True, memory_mb=8)
solved = prover.search(tictactoe.start(), simulations=10**6)
proven_after = solved.nodes
print(f"tic-tac-toe is proven a draw ({solved.value:+.0f}) after {proven_after:,} simulations")
assert solved.value == 0

# %% [markdown]
# But an average that was made with children that are skipped now: what becomes of it? What a lost child has put into it stays; nothing is taken out. But nothing is added either, so its share shrinks with every new visit, and the average
# comes nearer to the moves that its side would really choose. A draw may be just that move. Take one node with three moves. One is *proven a draw*. The others are lost, which the search does not know yet: simulations
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
    curves,
    title="A node that is truly a draw",
    x_label="simulations",
    y_label="average (0.5 is a draw)",
)

# %% tags=["fold"]
skipped, counted = (curve[2000] for curve in curves.values())

# %%
claim(
    "L14.3",
    "Where proven children are skipped, the average of their parent is biased",
    reported="it may be",
    ours=f"a proven draw that is skipped makes its parent look like {skipped:.2f}; chosen like any move and counted, {counted:.2f} (true: 0.50)",
    holds=abs(skipped - 0.5) > 2 * abs(counted - 0.5),
    remark="It holds if skipping leaves an average more than twice as far from the truth. Losses may be skipped: their side has something better. A draw must go on counting, or the visits go to worse moves and the parent looks worse than a draw.",
)

# %% [markdown]
# Your `search_surely` does the latter, as the kit does. A proven draw that is chosen counts a draw for all nodes above it, and the walk goes on to the best sibling that is not proven: what it finds counts only from there down. So siblings get
# settled too, and draws can be proven.
#
# ## Forced replies
#
# A win at hand: who would look at anything else? The other side threatens to win: who would not stop it? An average needs many simulations to find that out, at every node anew. A rule needs none. **Where a reply is forced, nothing
# else becomes a child.**


# %%
def wins_at_once(state):
    """The moves that win at once."""
    after = {move: play(state, move) for move in moves(state)}
    return [move for move in after if is_over(after[move]) and score(after[move]) < 0]


def offered(state):
    """The moves that become children: a win at hand alone, else those that leave the other none."""
    wins = wins_at_once(state)
    if wins:
        return wins[:1]
    safe = [move for move in moves(state) if not wins_at_once(play(state, move))]
    return safe or list(moves(state))[:1]  # all is lost: any move will do


# %% [markdown]
# Nothing is lost by it: what is left out loses at once, or is no better than a win. So a proof over the children that are left is a proof. The kit's Connect Four program has the same children; it finds them by its board of words,
# which comes next.

# %% tags=["fold"]
lots, compared = Random(14), 0
engine = Engine(memory_mb=1)
while compared < 60:
    state = connect4.start()
    for _ in range(lots.randrange(8, 24)):
        if not is_over(state):
            state = play(state, lots.choice(list(moves(state))))
    if is_over(state):
        continue
    engine.forget()
    engine.think(state, nodes=1)
    kits = [child.move for child in engine.children()]
    is_lost = not wins_at_once(state) and all(wins_at_once(play(state, move)) for move in moves(state))
    assert kits == offered(state) or (is_lost and len(kits) == 1)
    compared += 1
print(compared, "positions: the same children as the kit's")

# %% [markdown]
# ## Connect Four, at full speed
#
# Now the program that you played against. Its board runs from 4x4 to 12x12. One report asks: if each board is kept as plain numbers, one for each of 144 squares, how many fit a gibibyte?

# %%
plain_bytes = 12 * 12 * 4
boards = 2**30 // plain_bytes
pool_mb = 4_000_000 * kit.NODE.itemsize / 2**20
print(f"{plain_bytes} bytes a board: {boards:,} boards in 1 GiB")
print(f"our nodes hold no board, {kit.NODE.itemsize} bytes: 4 million take {pool_mb:.0f} MiB")

# %%
claim(
    "L14.4",
    "576 bytes a board as plain ints are 1.9 million boards in 1 GiB; with bits, a pool of 4 million nodes",
    reported="576 bytes, 1.9 million; a pool of 4 million",
    ours=f"{plain_bytes} bytes, {boards / 1e6:.1f} million; {kit.NODE.itemsize} bytes a node, so 4 million take {pool_mb:.0f} MiB",
    holds=(plain_bytes, round(boards / 1e6, 1)) == (576, 1.9) and pool_mb < 1024,
    remark="A node keeps no board: the walk plays the moves again from the root.",
)

# %% [markdown]
# A simulation should *win when it can and block when it must*. `wins_at_once` plays every move to find out; a simulation of forty stones cannot afford that. So build a board that knows. Each line of it (row, column, diagonal) is a word
# for each side. A stone sets one bit in four words, and nothing else changes.

# %%
COLUMN, ROW, RISING, FALLING = range(4)


def lines_of(column, row, height):
    """The four lines through a square: (direction, which line, which bit of it)."""
    return (
        (COLUMN, column, row),
        (ROW, row, column),
        (RISING, column - row + height - 1, column),
        (FALLING, column + row, column),
    )


def completing(word, length=12):
    """The squares of a line where one more stone makes four."""
    found = 0
    for lowest in range(length - 3):
        missing = 0b1111 << lowest & ~word
        if missing.bit_count() == 1:
            found |= missing
    return found


for word in (0b0011100, 0b1011, 0b0001010):
    print(f"stones {word:07b}   four with {completing(word):07b}")

# %% [markdown]
# An open three is completed at both ends, a split three in its gap. A line has at most 12 squares, so a table of 4,096 entries holds all answers. It is made once, and looked up.

# %%
COMPLETING = [completing(word) for word in range(4096)]


class LineWords:
    """A Connect Four board: a word for each line and side, kept stone by stone."""

    def __init__(self, width, height):
        lengths = width, height, width + height - 1, width + height - 1
        self.sides = [[[0] * length for length in lengths] for _ in range(2)]
        self.heights, self.height = [0] * width, height

    def put(self, side, column):
        """A stone of a side: a bit in each of its four lines."""
        for direction, line, bit in lines_of(column, self.heights[column], self.height):
            self.sides[side][direction][line] |= 1 << bit
        self.heights[column] += 1

    def open(self):
        """The columns with room."""
        return [column for column, row in enumerate(self.heights) if row < self.height]

    def wins(self, side):
        """The columns in which a stone of a side makes four."""
        words = self.sides[side]
        return [
            column
            for column in self.open()
            if any(
                COMPLETING[words[direction][line]] >> bit & 1
                for direction, line, bit in lines_of(column, self.heights[column], self.height)
            )
        ]


def at_sight(words, side):
    """Play to the end: win when you can, block when you must, else at random. Points of X."""
    while words.open():
        if words.wins(side):
            return 1 if side == FIRST else 0
        options = words.wins(SECOND - side) or words.open()
        words.put(side, options[kit.below(chance, len(options))])
        side = SECOND - side
    return 0.5


# %% tags=["fold"]
assert all(COMPLETING[word] == kit_completing(word) for word in range(4096))
asked = agreed = 0
for seed in range(12):
    lots, state, words = Random(seed), connect4.start(), LineWords(7, 6)
    while not is_over(state):
        asked += 1
        agreed += words.wins(to_move(state)) == wins_at_once(state)
        column = lots.choice(list(moves(state)))
        words.put(to_move(state), column)
        state = play(state, column)
print(f"{agreed} of {asked} positions: the words know every win at hand")
assert agreed == asked

# %% [markdown]
# That board and that simulation are the heart of the report's program. Here is a position with threats:

# %%
threes = connect4.parse("......./......./......./...O.../X.OXO../O.XXXO.")
draw.board(threes, threats=True)

# %% [markdown]
# A symbol in an empty square is a threat of that side. Which of them count **now**? Only those where the square can be played: the column must be filled up to it.

# %% tags=["fold"]
at = board_of(threes)[0]
columns = {name: [c + 1 for c in range(7) if at.ready[side] >> c & 1] for side, name in enumerate("XO")}
higher = {name: [c + 1 for c in range(7) if at.above[side] >> c & 1] for side, name in enumerate("XO")}
print("columns where a side wins with its next stone:", columns)
print("columns where it would win one square higher: ", higher)
every = sum(
    bin(int(at.threats[side, c]) >> int(at.heights[c])).count("1") for side in (0, 1) for c in range(7)
)
playable = sum(map(len, columns.values()))

# %%
claim(
    "L14.5",
    "Open and split threes by bit tricks; threats count only where the square can be played",
    reported="so it was done",
    ours=f"built above: the same wins at hand as the rules find in {agreed} of {asked} positions; in the last picture {every} threats, {playable} of which can be played",
    holds=agreed == asked and 0 < playable < every,
)

# %% [markdown]
# ## A riddle
#
# On 7x6 it is known since 1988 what the first move is worth (James Allen and Victor Allis found it in the same autumn). The centre column wins. The two beside it draw. All others lose. What does the search think of it? First with
# random simulations, then with the report's, which win at sight and block at sight, and pass up what is proven. (C is 0.5 from here on; further down you see why.)

# %%
IDEAS = ("threats", "safe", "follow", "centre", "solver", "forced")
PLAIN = dict.fromkeys(IDEAS, False)
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
careful_visits = opening(0, **AS_REPORTED)
guess_centre = Predict(
    "Random simulations open in the centre. Now simulations that win and block, which play far better. Where do the visits go?",
    choices=["to the centre, even more of them", "to the centre, fewer of them", "to another column"],
    answer=(
        "to another column"
        if max(careful_visits, key=careful_visits.get) != 4
        else "to the centre, even more of them"
        if careful_visits[4] > random_visits[4]
        else "to the centre, fewer of them"
    ),
    reason="Better players in the simulations, and a worse opening. Read on before you decide why.",
)
guess_centre

# %% tags=["answer"]
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
    first = [max(run, key=run.get) for run in runs]
    print(f"{simulations:8,} simulations: opens in {first}, {share:4.0%} in the centre")

# %% [markdown]
# Is it C? A larger one only delays it: try `exploration=1.0` with 300,000 simulations. Here is what mends it: three more rules for simulations, one on top of the other. They are named as in the program: `safe` plays under no threat, `follow` answers every other time in the column where the last stone fell, and `centre` prefers the columns in the middle.

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
    print(f"{name:28} opens in {opens[name]}, {centre_share[name]:3.0f} % in the centre")

# %%
assert opens["+ play under no threat"] == [4, 4, 4]
assert 4 not in opens["win and block (the report)"]
draw.bars(centre_share, title="Visits of the centre, in per cent of all")

# %% [markdown]
# **One rule of thumb mends it: play under no threat.** Never a stone on the square below a threat of the other side, and not below your own either, as long as there is another column.
#
# Why this one? A story: in many games of Connect Four both sides have threats in the air that nobody can reach. The safe columns fill up. Then somebody **must** play under a threat, and loses. Who? That is a matter of
# counting squares. Simulations that win and block, but stumble under threats, are over before it comes to that. So the rule should make them longer, and show what the centre is worth to the first player. Does it?
# (The last two rows of the chart settle nothing: they differ by less than one seed from another. Random simulations have one crude, lucky habit: most fours run through the centre, so it looks good to them. They open well for the wrong reason, and play badly after it.)

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
assert abs(x_wins["win and block"] - x_wins["+ under no threat"]) < 0.05

# %% [markdown]
# Half of it. The simulations do get longer. But after the centre X gets as much without the rule as with it, so these averages do not explain the better opening: whatever does lies deeper in the tree, where we have not looked. That
# the rule mends the opening is measured. Why it does is not.
#
# An opening is one position. What is an idea worth in games? Matches of the program against itself with one idea left out, 12x12, 200 games each from random openings, 1,000 simulations a move for both. They take minutes each, so they are
# stored. **The criterion for all rows: an idea is proven if the 95 % interval of its score lies above 50 %.** If it lies below, the idea is proven to be harmful. If 50 % lies inside, nothing is proven. (The interval is folded away here; [lesson 15](15_arena.ipynb) builds it, by games and by the pairs of games that share an opening.) Below, *everything* met plain UCT. *Threats* (win and block at sight), *forced replies*, *proofs*, the *kept tree* and the *centre* met the program without them,
# *all children at once* met one child at a time. What is called *alone* had only this idea and met plain UCT.

# %% tags=["fold"]
played = {
    match["name"]: match for match in json.loads((EXPERIMENTS / "l14_matches.json").read_text())["matches"]
}


def by_pairs(pairs):
    """The 95 % interval of a score, from how many pairs of games gave 0, 1/2, 1, 3/2 and 2 points."""
    count, scores = sum(pairs), (0, 0.25, 0.5, 0.75, 1)
    mean = sum(n * score for n, score in zip(pairs, scores, strict=True)) / count
    spread = sum(n * (score - mean) ** 2 for n, score in zip(pairs, scores, strict=True)) / count
    reach = 1.96 * sqrt((spread + 0.25 / count) / count)
    return max(0.0, mean - reach), min(1.0, mean + reach)


def interval(name):
    """The score of a stored match, and its 95 % interval (by pairs where they are stored), in per cent."""
    match = played[name]
    tally = Tally(match["wins"], match["draws"], match["losses"])
    low, high = by_pairs(match["pairs"]) if "pairs" in match else tally.interval()
    return 100 * tally.score, 100 * low, 100 * high


def is_proven(name):
    """The criterion."""
    return interval(name)[1] > 50


def verdict(name):
    """Is the first of the two proven better (True), or worse (False), or is neither proven?"""
    _, low, high = interval(name)
    return True if low > 50 else False if high < 50 else UNDECIDED


def row(name):
    """A match in words."""
    share, low, high = interval(name)
    draws = played[name]["draws"]
    points = [played[name][side] + draws / 2 for side in ("wins", "losses")]
    return f"{points[0]:g} : {points[1]:g} ({share:.1f} %, 95 %: {low:.1f} to {high:.1f})"


def command(name):
    """What plays it again."""
    return played[name]["command"]


# %%
in_games = (
    *("everything", "threats", "threats alone", "forced replies", "forced replies alone"),
    *("proofs", "kept tree", "centre", "all children at once"),
)
draw.elo(
    [
        (name, share, (share - low, high - share))
        for name in in_games
        for share, low, high in [interval(name)]
    ],
    line=50,
    title="Score with the idea",
    x_label="per cent, 95 % interval",
)

# %% tags=["fold"]
for name in in_games:
    print(f"{name:21} {row(name)}")
    print(f"    {command(name)}")
assert all(verdict(name) == UNDECIDED for name in in_games[-4:])

# %% [markdown]
# The last four are not proven: 200 games cannot tell whether proofs, the kept tree, the liking for the centre and making all children at once win games at so few simulations. That does not say that they are worth nothing. Proofs answer at once,
# and say how a game ends. With 20,000 simulations a kept tree brings along nearly as many again, as you will see below.

# %%
claim(
    "L14.6",
    "Simulations that win when they can and block when they must",
    reported="better than random ones",
    ours=f"12x12, {row('threats')} with them against the program without; {row('threats alone')} with this idea alone against plain UCT",
    holds=is_proven("threats") and is_proven("threats alone"),
    remark=f"But with these alone the opening on 7x6 gets worse ({centre_share['win and block (the report)']:.0f} % of the visits in the centre, {centre_share['random']:.0f} % by random games), until simulations also play under no threat ({centre_share['+ play under no threat']:.0f} %). {command('threats')}; {command('threats alone')}",
)

# %% [markdown]
# ## Each idea by itself
#
# A match says that an idea helps, not where. Take positions, where the exact solver of [lesson 16](16_solving_games.ipynb) knows the truth: random positions with 16 stones in which at most two moves win. Most of them are easy even for plain UCT,
# and a set on which everybody finds nearly everything can rank nothing. So these were chosen: of 364 such positions the 50 in which plain UCT, with 2,000 simulations and four seeds, found a winning move at most twice. Here
# everybody has other seeds.

# %% tags=["fold"]
chosen = json.loads((EXPERIMENTS / "l14_positions.json").read_text())
solver = Solver(7, 6, table_mb=16)


def outcome(state):
    """1, 0 or -1 for the side that has just moved."""
    worth = score(state) if is_over(state) else solver.solve(state, outcome_only=True).value
    return (worth < 0) - (worth > 0)


hard = []
for columns in chosen["positions"]:
    state = connect4.parse(columns)
    hard.append((state, {move for move in moves(state) if outcome(play(state, move)) == 1}))
assert all(1 <= len(good) <= 2 for _, good in hard)


def found_by(simulations=2000, exploration=0.5, **switches):
    """In how many of the hard positions a winning move is chosen, over two seeds."""
    right = 0
    for seed in (0, 1):
        engine = Engine(Switches(**switches), exploration=exploration, seed=seed, memory_mb=2)
        for state, good in hard:
            engine.forget()
            right += engine.think(state, nodes=simulations).move in good
    return right


# %%
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
assert 0.3 * total <= right["nothing of all this"] <= 0.7 * total
spread = sqrt(total * 0.5 * 0.5)  # of such a count, by chance alone
print(f"one standard deviation of such a count: about {spread:.1f}")

# %% [markdown]
# Read small differences with care: a count like this wobbles by that much from one set of positions to the next. Lesson 15 is about it.

# %%
claim(
    "L14.7",
    "Forced replies expanded alone: a win at hand, one block, two threats lost",
    reported="fewer nodes wasted",
    ours=f"12x12, {row('forced replies')} with them against the program without; {row('forced replies alone')} with this idea alone against plain UCT",
    holds=verdict("forced replies") is True and verdict("forced replies alone"),
    remark=f"Ours also leaves out moves under a threat of the other side, which lose at once. In the 50 positions: {right['everything']} of {total} with it, {right['moves that lose at once are children too']} without. {command('forced replies')}; {command('forced replies alone')}",
)

# %%
claim(
    "L14.8",
    "One child at a time, not all at once, at expansion",
    reported="one at a time: all at once would waste memory or time",
    ours=f"{right['everything']} of {total} with all children at the second visit, {right['one child at a time']} with one more at each visit; in games {row('all children at once')}",
    holds=UNDECIDED if verdict("all children at once") == UNDECIDED else not verdict("all children at once"),
    remark=f"It holds if all children at once is proven to be worse. {command('all children at once')}",
)

# %%
claim(
    "L14.9",
    "A bias to the centre in simulations",
    reported="no clear gain",
    ours=f"{right['everything']} of {total} with it, {right['no liking for the centre']} without, where one standard deviation is {spread:.0f}; and in the opening {centre_share['+ prefer the centre']:.0f} % of the visits go to the centre instead of {centre_share['+ answer in the same column']:.0f} %; in games {row('centre')}",
    holds=verdict("centre") is not True,
    remark=f"It holds if the games prove no gain. Three seeds of an opening say nothing either way. {command('centre')}",
)


# %% [markdown]
# ## Which C?
#
# The report took C = 1, by experience, and hardly tried others. The program takes 0.5. What is at stake: the second term of the bound must be large enough that a good move with a few unlucky games is tried again, and no larger, because what is
# spent on moves that are known to be bad is lost. On the hard positions several C are nearly equal. Move the slider: with fewer simulations, is a small C better or worse?


# %%
def by_curiosity(simulations=1000):
    """Winning moves found for several C."""
    found = {f"C = {c}": found_by(simulations, c) for c in (0.1, 0.3, 0.5, 1.0, 2.0)}
    return draw.bars(found, title=f"Of {total}, with {simulations:,} simulations")


Explore(by_curiosity, simulations=[250, 1000, 2000])

# %% [markdown]
# Counts that wobble by five cannot decide that. Matches can: 12x12, 200 games (100 of the longest kind). At 1,000 simulations a move C = 0.5 beat C = 1.

# %%
guess_curious = Predict(
    "And C = 0.25 against C = 0.5, the same match?",
    choices=["0.25 surely wins", "0.5 surely wins", "200 games do not tell"],
    answer=lambda: {
        False: "0.25 surely wins",
        True: "0.5 surely wins",
        UNDECIDED: "200 games do not tell",
    }[verdict("C = 0.5 : C = 0.25")],
    reason="Who has few simulations cannot afford to be curious. With ten times as many the two were even.",
)
guess_curious

# %% tags=["answer"]
curious = ("C = 0.5 : C = 1", "C = 0.5 : C = 0.25", "C = 0.5 : C = 0.25, longer")
for name in curious:
    print(f"{name:26} {row(name)}")
    print(f"    {played[name]['limit']}")

# %% tags=["answer"]
finding(
    "L14.20",
    "Which C on 12x12",
    "; ".join(f"{name.removesuffix(', longer')}, {played[name]['limit']}: {row(name)}" for name in curious),
    remark="The program keeps 0.5: it mostly has far more than 1,000 simulations. "
    + "; ".join(map(command, curious)),
)

# %% [markdown]
# So there is no C for all purposes. With few simulations curiosity is dear; with ten times as many the lead of 0.25 was gone. 0.5 is a choice for a program that has a second a move, and a poor one where it has a few milliseconds.

# %% [markdown]
# ## The tree is kept
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
brought = {f"move {n + 1}": kept for n, kept in enumerate(rows)}
draw.bars(brought, title="Visits that the root brings along")

# %%
finding(
    "L14.10",
    "What is left of a tree that is kept between moves",
    f"20,000 simulations a move: the root brings along {share:.1f} times as many from the moves before, on average",
    remark=f"What is kept moves to the front of the array, and the rest is free again. In games: {row('kept tree')}. {command('kept tree')}",
)

# %% [markdown]
# The array has a limit. When it is full the tree stops growing, and simulations go on from its leaves.

# %%
for megabytes in (0.05, 0.5, 5):
    engine = Engine(memory_mb=megabytes)
    found = engine.think(connect4.start("12x12"), nodes=20_000)
    print(f"{megabytes:5} MB: {len(engine):7,} nodes after {found.nodes:,} simulations", end="")
    print(f", plays column {found.move + 1}")

# %% [markdown]
# A position that is proven is answered at once, and one that is lost is played on, with the move that holds out longest. The other side may not see what we see.

# %%
engine = Engine(memory_mb=16)
lots = Random(3)
while True:
    lost = connect4.start()
    for _ in range(24):
        if not is_over(lost):
            lost = play(lost, lots.choice(list(moves(lost))))
    if is_over(lost) or solver.solve(lost, outcome_only=True).value >= 0:
        continue
    engine.forget()
    found = engine.think(lost, nodes=20_000)
    if engine.root().proof and len(engine.children()) > 2:
        break
again = engine.think(lost, nodes=20_000)
rows = {child.move + 1: child.plies for child in engine.children() if child.proof == "loss"}
print(f"proven lost after {found.nodes:,} simulations; asked again, after {again.nodes}")
print("plies that each move holds out, by column:")
print(f"{rows}, plays {found.move + 1}")
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
large = Engine(memory_mb=64)
large.think(connect4.start("12x12"), nodes=1000)
large.forget()
begin = process_time()  # what this program gets: others on the machine do not count
large.think(connect4.start("12x12"), nodes=150_000)
factor = 2.5 / (process_time() - begin)
simulated, grown = 150_000 * factor, len(large) * factor
print(f"in 2.5 s of one processor: {simulated:,.0f} simulations,")
print(f"and a tree of {grown:,.0f} nodes")

# %% tags=["timing"]
claim(
    "L14.12",
    "About 1 to 1.5 million nodes in 2.5 s on 12x12",
    reported="1 to 1.5 million, C++ on a PC",
    ours=f"{simulated / 1e6:.1f} million simulations and {grown / 1e6:.1f} million nodes of the tree in 2.5 s of one processor",
    holds=grown >= 1e6,
    remark="The report does not say whether it counts simulations or nodes of the tree. `gamekit bench connect4-mcts` measures both.",
)

# %% [markdown]
# ### Where do these seconds go?
#
# Your own program, on 12x12, with the board of words: which part takes most of the time?


# %%
def words_of(state):
    """The board of words of a position, read from its text."""
    rows = [line.split() for line in str(state).split("\n")[1:-2]]
    words = LineWords(len(rows[0]), len(rows))
    for marks in reversed(rows):
        for column, mark in enumerate(marks):
            if mark in "XO":
                words.put("XO".index(mark), column)
    return words


def simulate_at_sight(state):
    """As `simulate`, but a win at hand is taken and one of the other side is blocked."""
    if is_over(state):
        return simulate(state)
    return at_sight(words_of(state), to_move(state))


# %%
guess_flame = Predict(
    "60 simulations of it: where is most of the time spent?",
    choices=[
        "walking down the tree",
        "making children",
        "making the board of words",
        "playing games at sight",
    ],
    answer=lambda: max(of_parts, key=of_parts.get),
    reason="A walk down the tree is a handful of moves, a simulation some sixty, and each asks for all wins of both sides.",
)
guess_flame

# %% tags=["timing", "answer"]
PARTS = {
    "search",
    "select",
    "expand",
    "backpropagate",
    "simulate_at_sight",
    "words_of",
    "at_sight",
    "wins",
    "put",
}


def profiled(work):
    """Seconds for each stack of our parts while `work()` ran; lesson 17 says how."""
    seconds, stack, last = Counter(), [], process_time()

    def watch(frame, event, _):
        nonlocal last
        seconds[tuple(stack)] += process_time() - last
        if frame.f_code.co_name in PARTS and frame.f_globals is globals():
            if event == "call":
                stack.append(frame.f_code.co_name)
            elif event == "return":
                stack.pop()
        last = process_time()

    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return {names: spent for names, spent in seconds.items() if names}


stacks = profiled(lambda: search(connect4.start("12x12"), 60, simulate=simulate_at_sight))
QUESTIONED = {
    "walking down the tree": "select",
    "making children": "expand",
    "making the board of words": "words_of",
    "playing games at sight": "at_sight",
}
of_parts = {
    words: sum(spent for names, spent in stacks.items() if part in names)
    for words, part in QUESTIONED.items()
}
samples = {names: round(10_000 * spent) for names, spent in stacks.items()}  # one is 0.1 ms
draw.flame({names: n for names, n in samples.items() if n}, title="Your program on 12x12, in plain Python")

# %% tags=["timing", "answer"]
in_simulation = sum(spent for names, spent in stacks.items() if "simulate_at_sight" in names) / sum(
    stacks.values()
)
claim(
    "L14.21",
    "Most of the time goes into simulations and the board that they keep",
    reported="the flame graph of a minute on 12x12: the simulation, and the heavy board",
    ours=f"{in_simulation:.0%} of the time, in plain Python",
    holds=in_simulation > 0.5,
    remark="It holds if that is more than half. In machine code the parts grow together and nobody is told of calls.",
)

# %% [markdown]
# That was a **flame graph**. The bottom row is the whole time. Above each function lie those that it called, as wide as their share; what is bare on top is time that a function took itself. So what would make this program faster? A
# quicker `wins`, not a cleverer `select`. The kit's board keeps the answers stone by stone, and never asks twice.
#
# ### When is it known?
#
# How long before the end does the program *know* how the game ends? The report saw its strongest rival answer at once 10 to 20 plies before the end, 3 to 4 turns before its own program did, and took forced replies for the reason. Games of our program against itself, with
# them and without:


# %%
def known_before_the_end(games, simulations, **switches):
    """For each game: the plies before its end from which on each root was proven."""
    found = []
    for seed in range(games):
        two = [Engine(Switches(**switches), seed=2 * seed + side, memory_mb=4) for side in (0, 1)]
        state, proven_roots = connect4.start("12x12"), 0
        while not is_over(state):
            engine = two[to_move(state)]
            move = engine.think(state, nodes=simulations).move
            proven_roots = proven_roots + 1 if engine.root().proof else 0
            state = play(state, move)
        found.append(proven_roots)
    return found


def mean_and_chance(plies):
    """The mean, and how far chance may have moved it, at 95 %."""
    mean = sum(plies) / len(plies)
    spread = sum((each - mean) ** 2 for each in plies) / (len(plies) - 1)
    return mean, 1.96 * sqrt(spread / len(plies))


live = {
    "with forced replies": known_before_the_end(10, 1000),
    "without": known_before_the_end(10, 1000, forced=False),
}
for name, plies in live.items():
    print(f"{name:20} {plies}")

# %% [markdown]
# Ten games are few. The same function played 200 of each, which are stored.

# %%
known = json.loads((EXPERIMENTS / "l14_known.json").read_text())
assert all(known[name][:10] == plies for name, plies in live.items())
told = {name: mean_and_chance(known[name]) for name in live}
early = {name: mean for name, (mean, _) in told.items()}
draw.bars(early, title="Plies before the end, 1,000 simulations, 200 games")

# %%
(known_for, off), (without, off_without) = told.values()
gain, gain_off = (known_for - without) / 2, sqrt(off**2 + off_without**2) / 2
assert gain > gain_off
parts = [(known_for, off, 10), (gain, gain_off, 3)]
proved = [mean - spread >= least for mean, spread, least in parts]
failed = [mean + spread < least for mean, spread, least in parts]
claim(
    "L14.15",
    "With forced replies the result is known 10 to 20 plies before the end, 3 to 4 turns earlier than without",
    reported="10 to 20 plies; 3 to 4 turns, of a rival",
    ours="; ".join(f"{name}: {mean:.1f} ± {chance_of:.1f} plies" for name, (mean, chance_of) in told.items())
    + f", {gain:.1f} ± {gain_off:.1f} turns apart, in {known['games']} games each of the program against itself, 1,000 simulations a move",
    holds=False if any(failed) else True if all(proved) else None,
    remark="It holds if both intervals lie above the smaller figures of the report, 10 plies and 3 turns, and fails if one lies below. Sure is that it is known earlier. The first ten games of each are played above.",
)

# %%
finding(
    "L14.16",
    "All ideas together against plain UCT",
    f"12x12, {row('everything')} at equal simulations; at equal time {row('everything, half a second')} with half a second a move, {row('everything, equal time')} with 3 ms",
    "; ".join(
        f"{played[name]['limit']}: {command(name)}"
        for name in ("everything", "everything, half a second", "everything, equal time")
    ),
)

# %% [markdown]
# And against many different opponents? Fifty players of our own, from random moves to the program with half its simulations: each idea left out, several C, plain and careful UCT. Four games each.

# %%
fifty = json.loads((EXPERIMENTS / "l14_fifty.json").read_text())["rows"]
total_of = {name: sum(each[name] for each in fifty) for name in ("wins", "draws", "losses")}
won, drawn_games, lost_games = total_of.values()
fifty_low, fifty_high = Tally(won, drawn_games, lost_games).interval()
beaten = [each["opponent"] for each in fifty if each["wins"] > each["losses"]]
print(f"{won} : {lost_games} in games; {len(beaten)} of {len(fifty)} opponents beaten")
print("not beaten:")
for each in fifty:
    if each["wins"] <= each["losses"]:
        print("   ", each["opponent"])

# %%
claim(
    "L14.19",
    "Against fifty different opponents",
    reported="at best all of fifty, which takes luck",
    ours=f"{len(beaten)} of {len(fifty)} beaten, {won} : {lost_games} in games ({fifty_low:.0%} to {fifty_high:.0%}), four games each",
    holds=None,
    remark="Other opponents: ours are our own players. `gamekit/data/experiments/l14_fifty.json` has them all, and the command.",
)

# %%
Board("connect4", player="engine,time=1", size="12x12", width=520)

# %% [markdown]
# ## Against perfect play
#
# On 7x6 we can ask for more: let it play against the exact solver, which never errs and loses as late as it can. With the first move the game is won, but only if every one of some twenty moves is right. These games take too long for a
# lesson; here is what was stored.

# %%
stored = json.loads((EXPERIMENTS / "l14_perfect.json").read_text())
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
low, high = Tally(*tally.values()).interval()
finding(
    "L14.13",
    "Connect Four 7x6 by MCTS against perfect play, as first player",
    f"{tally['won']} won, {tally['drawn']} drawn, {tally['lost']} lost of {games_played} ({low:.0%} to {high:.0%} of the points); "
    f"{off_centre} openings off-centre",
    f"Played by the program of the first edition: today's tree may choose otherwise. Play under no threat, answer in the same column, C = 0.5. {stored['command']}, with 500,000 simulations for its second.",
)

# %% [markdown]
# ## And in gomoku?
#
# Gomoku has 225 squares, no column that must be filled, and threats everywhere. The kit's gomoku program can search by alpha-beta with patterns, or by Monte Carlo over the same board. Here are twelve positions in which exactly one move stops a
# five. As the report had it, only the simulations take a five and stop one; the tree tries every candidate. Ours has five ideas more, each a switch:
#
# - `forced`: where a reply is forced, nothing else is a child, as in Connect Four;
# - `proofs`: five at hand, two fives to come, a win by continuous fours end the walk with a certain result, and it is passed up. Moves that were left out may be better, so such a node is never proven lost;
# - `ordering`: the best candidates by their points come first. (In the full program only 16 are children. In the bars with one idea all are, as in the report.)
# - `widening`: only as many of them are tried as the visits allow (visits to the power of 0.45): *progressive widening*;
# - `informed`: simulations also take and stop two fives to come, end where one cannot be stopped, and otherwise play the best of three random candidates.

# %%
blocks = []
for case in chosen["gomoku"]:
    state = gomoku.parse(case["moves"])
    blocks.append((state, parse_move(state, case["block"])))


IDEAS_OF_THE_TREE = ("forced", "proofs", "ordering", "widening", "informed")
AS_THE_REPORT = dict.fromkeys(IDEAS_OF_THE_TREE, False) | {"width": 225}


def stopped(simulations=2500, **switches):
    """How many of the twelve fives are stopped."""
    engine = GomokuEngine(GomokuSwitches(by_mcts=True, **switches), table_mb=8)
    right = 0
    for state, block in blocks:
        engine.forget()
        right += engine.think(state, nodes=simulations).move == block
    return right


seen = {"as the report had it": stopped(**AS_THE_REPORT)}
for idea in IDEAS_OF_THE_TREE:
    seen[f"only {idea}"] = stopped(**AS_THE_REPORT | {idea: True})
seen["all five ideas"] = stopped()
draw.bars(seen, title="Fives stopped, of 12; 2,500 simulations")

# %% tags=["fold"]
stops_all = {name for name, count in seen.items() if count == 12}
assert stops_all == {"only forced", "only proofs", "all five ideas"}

# %% [markdown]
# This is no matter of patience. At the root some fifty children each try some fifty replies before the one that refutes them counts: the four is seen too late. With the rule it is seen at once. So it is with proofs: the reply that makes five
# is certain at sight, so the child before it is proven lost at its first visit. The other three stop 3, 3 and 5 of the twelve: most fours are still seen too late.
#
# And in games? Each row is the program against itself with one thing changed. C is 0.5, as in Connect Four.

# %%
in_gomoku = [name for name in played if name.startswith("gomoku, ")]
for name in in_gomoku:
    match = played[name]
    print(
        f"{name.removeprefix('gomoku, '):18} {match['limit']:28} {row(name):42}",
        {True: "better", False: "worse"}.get(verdict(name), "open"),
    )
    print(f"    {command(name)}")

# %% tags=["fold"]
for file in ("l15_ablation.json", "l15_equal_time.json"):  # lesson 15 has them all
    for match in json.loads((EXPERIMENTS / file).read_text())["matches"]:
        played[" : ".join(match["players"])] = match
AGAINST_FULL = "full, 168,000 nodes : MCTS, 5,000 simulations"
AGAINST_PLAIN = "MCTS, 950 simulations : no killers, no order, 22,000 nodes"
gomoku_matches = (AGAINST_FULL, "MCTS, 1,000 simulations : novice", AGAINST_PLAIN)
assert verdict(AGAINST_FULL) is True
assert verdict(AGAINST_PLAIN) is False
for name in gomoku_matches:
    print(f"{name:62} {row(name)}")
    print(f"    {played[name]['command']}")

# %%
claim(
    "L14.14",
    "MCTS against alpha-beta in gomoku",
    reported="1 : 29",
    ours=f"full program against MCTS {row(AGAINST_FULL)}",
    holds=verdict(AGAINST_FULL),
    remark=f"What each searches in a tenth of a second, measured over whole games (MCTS had 7 % more). At half a second, before points counted: {row('full : MCTS, 0.5 s')}. Our MCTS has forced replies in its tree, the report's had none, so its score is about another program. {command(AGAINST_FULL)}",
)

# %%
claim(
    "L14.17",
    "MCTS against a weak program",
    reported="22 : 8",
    ours=f"against `gomoku:novice`, two plies over the score table: {row('MCTS, 1,000 simulations : novice')}",
    holds=verdict("MCTS, 1,000 simulations : novice"),
    remark=command("MCTS, 1,000 simulations : novice"),
)

# %%
claim(
    "L14.18",
    "MCTS against alpha-beta without killers and order",
    reported="5 : 5",
    ours=row(AGAINST_PLAIN),
    holds=UNDECIDED if verdict(AGAINST_PLAIN) == UNDECIDED else False,
    remark=f"What each searches in a fiftieth of a second, measured over whole games. An interval with 50 % in it would not show that they are equal. {command(AGAINST_PLAIN)}",
)

# %% [markdown]
# With less time than Monte Carlo had, by our later measure, alpha-beta is proved to be better, with everything and even without killers and order; forty games at half a second had not been enough to say so. Against the weak program Monte Carlo wins nearly always. Why is alpha-beta ahead here? We take it that a gomoku attack is one line of forced moves, and an average over replies hides it: proofs follow that line, averages do not.
# Monte Carlo shines where nobody can write an evaluation: that was Go, until networks learnt it.
#
# ## The ledger
#
# The ledger counts nodes to a fixed depth, and this search has no depth. But it can prove. A row for the one game of the ledger that it proves to its end:


# %% tags=["timing"]
def search_by_proof(state, depth):
    """(value, simulations): until the result is proven."""
    found = kit.MCTS(solver=True, memory_mb=8).search(state, simulations=10**6)
    return round(found.value), found.nodes


ledger = Ledger.load(lesson=14, own=None)
ledger.measure("MCTS with proofs", search_by_proof, only=["tictactoe"])
ledger

# %% tags=["fold"]
assert all(ledger["MCTS with proofs"].right.values())
assert ledger["MCTS with proofs"].nodes["tictactoe"] == proven_after

# %% [markdown]
# ## What we take along
#
# - Select by the upper confidence bound, expand, simulate, backpropagate. Points belong to the side that **chose** the node.
# - Proofs follow from proofs. Skip proven losses, go on counting proven draws.
# - At an equal number of simulations better ones win in games, and may still open worse. One rule mended that: play under no threat, where *zugzwang*, having to move though every move harms you, decides.
# - Keep the tree. Give memory back. Answer at once what is proven, and hold out when it is lost.
# - **Forced replies belong in the tree, not only in the simulations.** With neither that rule nor proofs, the tree overlooks most fives in gomoku that it must stop.
# - The move that is played is the most visited one; a proven win comes before it, a proven loss after it.
#
# Here you took the 95 % intervals on trust. Next, [lesson 15](15_arena.ipynb) builds them, and says how many games a claim needs.
#
# ## Your turn
#
# [Lab 14](../exercises/lab14-mcts/lab14-mcts.ipynb) has you write the four steps, the backup of proofs, the board of words, and the whole search. Before or after it:
#
# 1. Let `simulate` above win at sight in tic-tac-toe. How many simulations does the trap need then?
# 2. `Engine(Switches(safe=False))` against `Engine()` on 9x7: who wins how many of ten games? Say beforehand how sure you will be.
# 3. Find a position of Connect Four in which `safe` misleads: the right move is under one's own threat.
#
# **To read more.** Rémi Coulom, *Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search* (2006). Levente Kocsis and Csaba Szepesvári, *Bandit Based Monte-Carlo Planning* (2006). Mark Winands, Yngvi Björnsson and
# Jahn-Takeshi Saito, *Monte-Carlo Tree Search Solver* (2008). Cameron Browne and others, *A Survey of Monte Carlo Tree Search Methods* (2012). Victor Allis, *A Knowledge-based Approach of Connect-Four* (1988).
