# %% [markdown]
# # Lab 14 · Monte Carlo tree search
#
# A search without an evaluation: it only plays games to their end and counts. You write its four steps, what is certain and how it goes up the tree, the words of a
# Connect Four board, and in the end the whole search. Each function is short, and one sign decides whether the program plays for you or for the other side. Plan for 90 minutes. Lesson 14 is the
# place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from math import inf, log, sqrt
from random import Random

from gamekit import draw, is_over, moves, play, score, to_move
from gamekit.games import tictactoe
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

MOVE, VISITS, POINTS, CHILDREN = range(4)  # a node is a list: [move, visits, points, children]
COLUMN, ROW, RISING, FALLING = range(4)  # the four directions of lines in task 9


# %% [markdown]
# A node of the tree is a list of four things. `node[VISITS]` is how often the search came through it, and `node[POINTS]` what that brought: a point for a win,
# half a point for a draw, none for a loss.
#
# Whose points are they? **Those of the side that chose the node**, that is, of the side to move one ply earlier. So whoever stands at a node and chooses among its
# children compares its own points. Remember this sentence; it is half of the lab.
#
# Sides have numbers: 0 is the first player (X), 1 is the second (O). `to_move(state)` says whose turn it is.
#
# ## Predict first

# %%
Predict(
    "A node was visited 100 times. One child has 60 points of 90 visits, the other 4 points of 9 visits. "
    "With exploration 1, which one is next?",
    choices=["the first", "the second"],
    answer=lambda: ("the first", "the second")[select([None, 100, 0, [[0, 90, 60, []], [1, 9, 4, []]]], 1.0)],
    reason="Its average is lower, but little is known of it. Your own select has said it.",
)

# %%
Predict(
    "A simulation was won by the first player, who is to move at the root. What does the child of the root get?",
    choices=["1 point", "no point"],
    answer="1 point",
    reason="The first player chose that child, and its points are those of the side that chose it.",
)

# %% [markdown]
# ## Task 1: selection (3 points)
#
# Write `select(node, exploration)`: the number (counted from 0) of the child with the highest
#
# $$\frac{w}{v} + C \sqrt{\frac{2 \ln V}{v}}$$
#
# where w and v are points and visits of the child, V the visits of the node, and C is `exploration`. A child that was never visited comes first of all; of several
# such children take the first. Of equal bounds take the first too. `log` is the natural logarithm.
#
# `hint("lab14.select")` gives a hint, and `hint("lab14.select", 3)` a strong one.


# %% grade_id="select" tags=["answer"]
def select(node, exploration):
    """The number of the child with the highest upper confidence bound."""
    ### BEGIN SOLUTION
    best, highest = 0, -inf
    for number, child in enumerate(node[CHILDREN]):
        if child[VISITS] == 0:
            return number
        average = child[POINTS] / child[VISITS]
        bound = average + exploration * sqrt(2 * log(node[VISITS]) / child[VISITS])
        if bound > highest:
            best, highest = number, bound
    return best
    ### END SOLUTION


# %% grade_id="check-select" tags=["check"]
check("lab14.select", select)

# %% [markdown]
# Two moves, one of which wins 60 % of its simulations and the other 40 %. How often is each one chosen?

# %%
lots, chosen = Random(1), {}
for exploration in (0.1, 0.5, 1.0, 2.0):
    parent = [None, 0, 0, [[0, 0, 0, []], [1, 0, 0, []]]]
    for _ in range(2000):
        number = select(parent, exploration)
        parent[VISITS] += 1
        parent[CHILDREN][number][VISITS] += 1
        parent[CHILDREN][number][POINTS] += lots.random() < (0.6, 0.4)[number]
    chosen[f"C = {exploration}"] = parent[CHILDREN][0][VISITS]
draw.bars(chosen, title="Visits of the better move, of 2000")

# %% [markdown]
# ## Task 2: expansion (3 points)
#
# Write `expand(node, state)`: give the node a child for each of `moves(state)`, in that order, which nobody has visited yet: `[move, 0, 0, []]`. A node that has children
# already stays as it is. The function changes the node and returns nothing.


# %% grade_id="expand" tags=["answer"]
def expand(node, state):
    """Give a node its children, if it has none."""
    ### BEGIN SOLUTION
    if not node[CHILDREN]:
        node[CHILDREN] = [[move, 0, 0, []] for move in moves(state)]
    ### END SOLUTION


# %% grade_id="check-expand" tags=["check"]
check("lab14.expand", expand)

# %% [markdown]
# ## Task 3: simulation (3 points)
#
# Write `simulate(state, picks)`: play on to the end of the game and return the points of the **first player**: 1, 0.5 or 0. Chance comes as a list of numbers, so that your
# function can be checked: the first move is number `picks[0] % n` of the n legal moves (counted from 0), the next one takes `picks[1]`, and so on. There are always
# enough of them.
#
# Remember that `score(state)` is for the side to move.


# %% grade_id="simulate" tags=["answer"]
def simulate(state, picks):
    """The points of the first player after a game that the picks decide."""
    ### BEGIN SOLUTION
    for pick in picks:
        if is_over(state):
            break
        options = list(moves(state))
        state = play(state, options[pick % len(options)])
    result = score(state) if to_move(state) == 0 else -score(state)
    return 1 if result > 0 else 0 if result < 0 else 0.5
    ### END SOLUTION


# %% grade_id="check-simulate" tags=["check"]
check("lab14.simulate", simulate)

# %% [markdown]
# What a first move is worth, as random games see it:

# %%
lots = Random(2)
averages = {}
for move in moves(tictactoe.start()):
    after = play(tictactoe.start(), move)
    points = [simulate(after, [lots.randrange(1000) for _ in range(9)]) for _ in range(400)]
    averages[move] = sum(points) / len(points)
draw.board(tictactoe.start(), numbers={move: f"{value:.2f}" for move, value in averages.items()})

# %% [markdown]
# ## Task 4: backpropagation (3 points)
#
# Write `backpropagate(path, points, turn)`. The path is a list of nodes, from the root to the node where the simulation began; `points` are those of the first player, and
# `turn` is the side to move at the root. Each node of the path gets one more visit, and the points **of the side that chose it**. The child of the root was chosen by `turn`.
# The root counts as chosen by the other side, whose move led there.


# %% grade_id="backpropagate" tags=["answer"]
def backpropagate(path, points, turn):
    """Add a visit, and the points of the side that chose it, to every node of the path."""
    ### BEGIN SOLUTION
    chooser = 1 - turn
    for node in path:
        node[VISITS] += 1
        node[POINTS] += points if chooser == 0 else 1 - points
        chooser = 1 - chooser
    ### END SOLUTION


# %% grade_id="check-backpropagate" tags=["check"]
check("lab14.backpropagate", backpropagate)

# %% [markdown]
# ## Task 5: what is certain (3 points)
#
# Some results are no opinion: the game is over there, or everything below it is known. Such a node has a *proof*: 1 if it is won for the side that chose it, 0.5 if it is
# drawn, 0 if it is lost; and `None` if nobody knows. Write `proven(proofs)`: given the proofs of all children of a node, return the proof of the node itself.
#
# - The children's proofs are for the side that chooses among them. The node's own is for the side that chose the node: **the other one**.
# - One won child is enough: whoever chooses there will take it.
# - Otherwise nothing is certain as long as one child is not known.


# %% grade_id="proven" tags=["answer"]
def proven(proofs):
    """The proof of a node from those of its children: 1, 0.5, 0 or None."""
    ### BEGIN SOLUTION
    if 1 in proofs:
        return 0
    if None in proofs:
        return None
    return 1 - max(proofs)
    ### END SOLUTION


# %% grade_id="check-proven" tags=["check"]
check("lab14.proven", proven)

# %% [markdown]
# ## Task 6: the move that is played (3 points)
#
# The time is over. Each row of `rows` is a move at the root: `[move, visits, points, proof, plies]`, where `plies` is the number of plies to the end of the game if there is a
# proof. Write `answer(rows)`, which returns the move to play:
#
# - a move that is proven won, if there is one: the one with the fewest plies;
# - else the most visited of those that are not proven lost (a proven draw counts like any other);
# - and if all are lost, the one with the most plies: hold out, the other side may not see it.


# %% grade_id="answer" tags=["answer"]
def answer(rows):
    """The move to play."""

    ### BEGIN SOLUTION
    def rank(row):
        _, visits, _, proof, plies = row
        if proof == 1:
            return 2, -plies
        if proof == 0:
            return 0, plies
        return 1, visits

    return max(rows, key=rank)[0]
    ### END SOLUTION


# %% grade_id="check-answer" tags=["check"]
check("lab14.answer", answer)

# %% [markdown]
# ## Task 7: proofs go up (3 points)
#
# `proven` says what follows at one node. A search must pass it on: this is the backup of *MCTS-Solver*. A walk from the root has met the end of the game, where the result is `proof`.
#
# - `way` are the numbers of the children that the walk took (counted from 0): `[2, 0]` is the third child of the root, then its first child.
# - `families[0]` are the proofs of the root's children, `families[1]` those of the children of the next node on the way, and so on. Of the nodes on the way nothing is known yet: `None`.
#
# Write `pass_up(families, way, proof)`: go from the end of the way back to the root and note what follows, node by node, **until nothing follows any more**. Return the proofs of all nodes of the walk, the
# root's first and `proof` last. Use your `proven`. For `pass_up([[0, None], [0.5, None]], [1, 1], 0)` the answer is `[0.5, 0.5, 0]`: the last node is lost for the side that chose it, so that side takes the draw, and
# the other side has no better move.


# %% grade_id="pass_up" tags=["answer"]
def pass_up(families, way, proof):
    """The proofs of the nodes on the way, once its end is proven."""
    ### BEGIN SOLUTION
    proofs = [None] * len(way) + [proof]
    for depth in reversed(range(len(way))):
        family = list(families[depth])
        family[way[depth]] = proofs[depth + 1]
        proofs[depth] = proven(family)
        if proofs[depth] is None:
            break
    return proofs
    ### END SOLUTION


# %% grade_id="check-pass_up" tags=["check"]
check("lab14.pass_up", pass_up)

# %% [markdown]
# ## Task 8: where one more stone makes four (3 points)
#
# Simulations of Connect Four should win when they can. A line of the board, a row say, is a word: bit n is set where the n-th square has a stone of one side. Write `completing(word, length)` for a line of
# `length` squares: the word of those empty squares where one more stone makes four in a row.
#
# - `0b0011100` of 7 squares is an open three: a stone at either end makes four, so the answer is `0b0100010`.
# - `0b0001011` has a gap, and the answer is `0b0000100`.
#
# Look at four squares side by side at a time.


# %% grade_id="completing" tags=["answer"]
def completing(word, length):
    """The squares of a line where one more stone makes four, as a word."""
    ### BEGIN SOLUTION
    found = 0
    for lowest in range(length - 3):
        missing = 0b1111 << lowest & ~word
        if missing.bit_count() == 1:
            found |= missing
    return found
    ### END SOLUTION


# %% grade_id="check-completing" tags=["check"]
check("lab14.completing", completing)

# %% [markdown]
# ## Task 9: the board of words (3 points)
#
# A board keeps all its lines as words, and a stone changes four of them: its column, its row, and two diagonals. Columns and rows count from 0, rows from the bottom. `lines` is a list of four lists:
#
# - `lines[COLUMN][c]` is column c. Its bit r is the square in row r.
# - `lines[ROW][r]` is row r. Its bit c is the square in column c, and so in all that follows.
# - `lines[RISING][c - r + height - 1]` is the diagonal through column c and row r that goes up to the right.
# - `lines[FALLING][c + r]` is the one that goes down to the right.
#
# Write `put(lines, column, row, height)`: set the bits of one stone. The function changes `lines` and returns nothing.


# %% grade_id="put" tags=["answer"]
def put(lines, column, row, height):
    """Put a stone of one side on its four lines."""
    ### BEGIN SOLUTION
    lines[COLUMN][column] |= 1 << row
    lines[ROW][row] |= 1 << column
    lines[RISING][column - row + height - 1] |= 1 << column
    lines[FALLING][column + row] |= 1 << column
    ### END SOLUTION


# %% grade_id="check-put" tags=["check"]
check("lab14.put", put)

# %% [markdown]
# Both together find a win at hand: three stones on a diagonal, and the square that is missing.

# %%
board = [[0] * 7, [0] * 6, [0] * 12, [0] * 12]
for column, row in ((1, 1), (2, 2), (4, 4)):
    put(board, column, row, 6)
print(f"the diagonal: {board[RISING][5]:07b}   four with: {completing(board[RISING][5], 7):07b}")

# %% [markdown]
# ## Stretch: all of it (3 points)
#
# Write `search(state, simulations, picks, exploration)`, which returns the visits of the root's children, in their order:
#
# 1. The root is a new node, and gets its children at once.
# 2. A simulation begins at the root. As long as the node has children, `select` says which one is next; play its move.
# 3. If the node at which you end was visited before, give it its children now, and go on to the first of them. (If it has none even now, the game is over there: stay.)
# 4. `simulate` from there. Simulation number n, counted from 0, takes `picks[n:]`.
# 5. `backpropagate` along the whole path, the root included.


# %% grade_id="search" tags=["answer"]
def search(state, simulations, picks, exploration):
    """The visits of each move at the root after so many simulations."""
    ### BEGIN SOLUTION
    root = [None, 0, 0, []]
    expand(root, state)
    for number in range(simulations):
        here, path = state, [root]
        while path[-1][CHILDREN]:
            child = path[-1][CHILDREN][select(path[-1], exploration)]
            here = play(here, child[MOVE])
            path.append(child)
        if path[-1][VISITS] > 0:
            expand(path[-1], here)
            if path[-1][CHILDREN]:
                child = path[-1][CHILDREN][0]
                here = play(here, child[MOVE])
                path.append(child)
        backpropagate(path, simulate(here, picks[number:]), to_move(state))
    return [child[VISITS] for child in root[CHILDREN]]
    ### END SOLUTION


# %% grade_id="check-search" tags=["check"]
check("lab14.search", search)

# %% [markdown]
# Your search at work: X can win at once, and must not overlook it. Where do the visits go?

# %%
state = tictactoe.parse("XX./OO./...")
lots = Random(3)
visits = search(state, 400, [lots.randrange(1000) for _ in range(500)], 1.0)
draw.board(state, numbers={move: str(count) for move, count in zip(moves(state), visits, strict=True)})

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# A classmate's search adds to each node the points of the side that is **to move** there. All averages lie between 0 and 1, nothing crashes, and against a random player it loses
# almost every game. Explain what the search prefers, at the root and one ply deeper, and name a position of tic-tac-toe with which you would have found the mistake in a minute.

# %% [markdown] grade_id="why-the-sign" tags=["open"] points=2
# ### BEGIN SOLUTION
# Each side compares the points of the other side. At the root the search goes to the move after which the other side does best, and there the other side is thought to choose what is best for
# us: both play to lose, so the averages look reasonable and mean the opposite. A position in which the side to move wins at once, such as XX./OO./..., shows it: the winning move gets the fewest visits.
# A correct search gives it nearly all of them.
# ### END SOLUTION
