# %% [markdown]
# # Lab 12 · Patterns that learn
#
# Can a program learn what a position is worth? You write the three things it takes: a number for what stands on a few squares, the places where
# those squares can lie, and one step that makes a wrong value a little less wrong. Then you let it learn from hundreds of solved endings, and it
# is judged by positions that it has never seen. Last, what it has learnt of the end of the game teaches it the part before. Plan for 75 minutes.
# Lesson 12 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from importlib.resources import files

import numpy as np

from gamekit import draw, is_over, moves, play, score
from gamekit.games import othello
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

# Squares are numbered a1 = 0, b1 = 1, ..., h1 = 7, a2 = 8, ..., h8 = 63. Three shapes of 2 x 2 squares
# cover the whole board.
CORNER, EDGE, CENTRE = [0, 1, 8, 9], [2, 3, 10, 11], [18, 19, 26, 27]
DIAGONAL = [0, 9, 18, 27, 36, 45, 54, 63]
SIZE = 3 * 81  # each shape has a table of 3^4 weights; the tables lie one after the other


def endings():
    """(player, opponent, result) of 1,600 solved positions with two empty squares."""
    with np.load(str(files("gamekit") / "data" / "lab12-endings.npz")) as file:
        return list(zip(*(file[name].tolist() for name in ("player", "opponent", "score")), strict=True))


def image_of(square, number):
    """Where a square goes in one of the eight images of the board, 0 to 7; number 0 changes nothing."""
    row, column = divmod(square, 8)
    if number & 1:
        column = 7 - column
    if number & 2:
        row = 7 - row
    if number & 4:
        row, column = column, row
    return 8 * row + column


def discs_of(state):
    """How many discs lie on the board."""
    return (int(state.player) | int(state.opponent)).bit_count()


def opinion(weights, state, places):
    """What weights think of a position; a place is where a table begins, and the squares that are read."""
    return sum(weights[start + index_of(state, squares)] for start, squares in places)


# %% [markdown]
# The endings are positions with two empty squares, one from each of many random games, with the exact result **for the side to move**, found by
# searching to the end. A state of Othello is two words of 64 bits: `state.player` has the discs of the side to move, `state.opponent` the
# others. `word >> square & 1` is 1 where there is a disc.

# %%
print(f"Two squares are empty. The side to move gets {endings()[0][2]:+} discs.")
draw.board(othello.Othello(*endings()[0][:2], 0))

# %% [markdown]
# ## Predict first
#
# A shape can be turned and mirrored in eight ways. A 2 x 2 corner still lies on the board in only four places. Commit yourself before you have a
# function that knows.

# %%
Predict(
    "In how many places does the long diagonal, a1 to h8, lie on the board?",
    answer=lambda: len(placements(DIAGONAL)),
    kind="number",
    reason="Your own placements has found them: write it below, then look again.",
)

# %% [markdown]
# ## Task 1: a number for a pattern (2 points)
#
# Write `index_of(state, squares)`: what stands on these squares, as a number in base 3. An empty square is the digit 0, a disc of the side to
# move 1, a disc of the opponent 2. The **first** square counts 1, the next 3, then 9, and so on.
#
# So the four squares of a shape give a number from 0 to 80: a place in a table of weights.
#
# `hint("lab12.index_of")` gives a hint, and `hint("lab12.index_of", 3)` a strong one.


# %% grade_id="index_of" tags=["answer"]
def index_of(state, squares):
    """What stands on the squares, in base 3: 0 empty, 1 mine, 2 yours."""
    ### BEGIN SOLUTION
    index = 0
    for place, square in enumerate(squares):
        if state.player >> square & 1:
            index += 3**place
        elif state.opponent >> square & 1:
            index += 2 * 3**place
    return index
    ### END SOLUTION


# %% grade_id="check-index_of" tags=["check"]
check("lab12.index_of", index_of)

# %% [markdown]
# ## Task 2: where a shape lies (2 points)
#
# Write `placements(squares)`: the list of all places on the board where the shape can lie, turned or mirrored: `image_of` moves a square. Each is a list of squares, **in the
# order of the shape**: the image of the first square first. Where two images cover the same squares, keep one of them, whichever you
# like. The shape itself is one of its placements. The order of the list does not matter.
#
# All placements of a shape share one table: a corner is a corner.


# %% grade_id="placements" tags=["answer"]
def placements(squares):
    """Every place of the shape on the board, each once."""
    ### BEGIN SOLUTION
    found, seen = [], set()
    for number in range(8):
        image = [image_of(square, number) for square in squares]
        if frozenset(image) not in seen:
            seen.add(frozenset(image))
            found.append(image)
    return found
    ### END SOLUTION


# %% grade_id="check-placements" tags=["check"]
check("lab12.placements", placements)

# %% [markdown]
# With both you can turn each ending into an **example**: 16 indices, one for each placement, and the result. The value of a position is the sum
# of the 16 weights at these indices.


# %%
def examples():
    """(indices, result) of every ending."""
    shapes = enumerate((CORNER, EDGE, CENTRE))
    places = [(81 * number, squares) for number, shape in shapes for squares in placements(shape)]
    return [
        ([start + index_of(othello.Othello(mine, yours, 0), squares) for start, squares in places], result)
        for mine, yours, result in endings()
    ]


examples()[0]

# %% [markdown]
# ## Task 3: learn from one position (2 points)
#
# Write `gradient_step(weights, indices, target, rate)`. The value is the sum of `weights[index]` over the indices. The error is value − target.
# Make it smaller: move the weight of **each** index by rate · error, downhill. An index that stands twice in the list counts twice in the value,
# and its weight moves twice. Change the list `weights` in place, and return the error as it was **before** the step.


# %% grade_id="gradient_step" tags=["answer"]
def gradient_step(weights, indices, target, rate):
    """One step: w -= rate * (value - target), in place; the error before it."""
    ### BEGIN SOLUTION
    error = sum(weights[index] for index in indices) - target
    for index in indices:
        weights[index] -= rate * error
    return error
    ### END SOLUTION


# %% grade_id="check-gradient_step" tags=["check"]
check("lab12.gradient_step", gradient_step)

# %% [markdown]
# ## Task 4: a small training run (2 points)
#
# Write `learn(examples, size)`: a list of `size` weights, learnt from the examples, which are pairs `(indices, target)`. How often you go through
# them, and at which rate, is up to you.
#
# It gets 700 examples, and is judged by 300 positions that it has not seen. The mean absolute error on those must be **at most 65 %** of what
# weights of 0 would give. A few seconds must be enough.


# %% grade_id="learn" tags=["answer"]
def learn(examples, size):
    """Weights that were learnt from (indices, target)."""
    ### BEGIN SOLUTION
    weights = [0.0] * size
    for _ in range(6):
        for indices, target in examples:
            gradient_step(weights, indices, target, 0.005)
    return weights
    ### END SOLUTION


# %% grade_id="check-learn" tags=["check"]
check("lab12.learn", learn)


# %% [markdown]
# What has it learnt? With more examples it knows positions better that it has not seen. On those that it has seen it always looks better than
# it is.


# %%
def mean_error(weights, examples):
    """The mean absolute error, in discs."""
    return sum(abs(sum(weights[i] for i in each) - result) for each, result in examples) / len(examples)


def learning_curve():
    """Errors on what was seen and on what was held out, after more and more examples."""
    known, held_out = examples()[:1200], examples()[1200:]
    seen, unseen = {}, {}
    for count in (25, 50, 100, 200, 400, 800, 1200):
        weights = learn(known[:count], SIZE)
        seen[count], unseen[count] = mean_error(weights, known[:count]), mean_error(weights, held_out)
    print(f"weights of 0: a mean error of {mean_error([0.0] * SIZE, held_out):.1f} discs")
    return draw.learning_curves(
        {"held out": unseen, "seen": seen},
        title="Mean error of the learnt value",
        x_label="examples",
        y_label="discs",
    )


learning_curve()

# %% [markdown]
# ## Task 5: a label from the stage behind (2 points)
#
# With many empty squares nobody can search to the end. So search until a part of the game is reached that was learnt already: the *stage behind*. Its
# opinion is the label.
#
# Write `backward_label(state, until, behind, places)`, the value for the side to move. Search every move until `until` discs lie on the board, and
# ask there: `opinion(behind, state, places)` is above. Two things come first, wherever they happen: a finished game is worth its score (`score`), and a
# side that must pass is not asked about. Then `list(moves(state)) == [othello.PASS]`: play the pass, and look on.


# %% grade_id="backward_label" tags=["answer"]
def backward_label(state, until, behind, places):
    """What the stage behind thinks once so many discs lie there."""
    ### BEGIN SOLUTION
    if is_over(state):
        return score(state)
    following = list(moves(state))
    if discs_of(state) >= until and following != [othello.PASS]:
        return opinion(behind, state, places)
    return max(-backward_label(play(state, move), until, behind, places) for move in following)
    ### END SOLUTION


# %% grade_id="check-backward_label" tags=["check"]
check("lab12.backward_label", backward_label)

# %% [markdown]
# ## Task 6: a backward stage (2 points)
#
# Write `backward_stage(positions, until, behind, places, rate)`: the weights of the stage before, as a new list. A position is a pair
# `(player, opponent)` of words, for `othello.Othello(player, opponent, 0)`. Begin with a **copy** of `behind`. Go through the positions once, in their
# order: make the label, then one `gradient_step` of the copy. The teacher is always `behind`, which stays as it is.


# %% grade_id="backward_stage" tags=["answer"]
def backward_stage(positions, until, behind, places, rate):
    """New weights, learnt from the labels of the stage behind."""
    ### BEGIN SOLUTION
    weights = list(behind)
    for player, opponent in positions:
        state = othello.Othello(player, opponent, 0)
        label = backward_label(state, until, behind, places)
        indices = [start + index_of(state, squares) for start, squares in places]
        gradient_step(weights, indices, label, rate)
    return weights
    ### END SOLUTION


# %% grade_id="check-backward_stage" tags=["check"]
check("lab12.backward_stage", backward_stage)

# %% [markdown]
# Does a stage of its own pay? These are random positions with 60 discs. The weights that you learnt at 62 discs label them two plies ahead, and
# are themselves the rival.


# %%
def random_positions(count, discs, seed):
    """(player, opponent) of positions of random games."""
    chance, found = np.random.default_rng(seed), []
    while len(found) < count:
        state = othello.start()
        while not is_over(state) and discs_of(state) < discs:
            state = play(state, int(chance.choice(list(moves(state)))))
        if not is_over(state) and list(moves(state)) != [othello.PASS]:
            found.append((state.player, state.opponent))
    return found


def backwards():
    """Errors on positions that neither has seen, against the labels."""
    shapes = enumerate((CORNER, EDGE, CENTRE))
    places = [(81 * number, squares) for number, shape in shapes for squares in placements(shape)]
    behind = learn(examples(), SIZE)
    weights = backward_stage(random_positions(300, 60, 1), 62, behind, places, 0.005)
    unseen = [othello.Othello(*pair, 0) for pair in random_positions(150, 60, 2)]
    labels = [backward_label(state, 62, behind, places) for state in unseen]
    for name, each in (("the stage behind", behind), ("its own weights", weights)):
        pairs = zip(unseen, labels, strict=True)
        off = [abs(opinion(each, state, places) - label) for state, label in pairs]
        print(f"60 discs, {name}: off by {sum(off) / len(off):.1f} discs")


backwards()

# %% [markdown]
# ## Stretch: indices that mean the same (2 points)
#
# Read the edge from a1 to h1 or from h1 to a1: a mirror maps the shape onto itself, so two indices mean the same and should share one weight. They
# are *tied*.
#
# Write `tied_index(squares, index)`: the **smallest** index that means the same as this one. Go through the images of the shape that cover the
# same squares as the shape itself; each carries the digits to other places of the shape.


# %% grade_id="tied_index" tags=["answer"]
def tied_index(squares, index):
    """The smallest index with the same meaning."""
    ### BEGIN SOLUTION
    digits = [index // 3**place % 3 for place in range(len(squares))]
    smallest = index
    for number in range(8):
        image = [image_of(square, number) for square in squares]
        if set(image) == set(squares):
            places = [list(squares).index(square) for square in image]
            turned = sum(digit * 3**place for digit, place in zip(digits, places, strict=True))
            smallest = min(smallest, turned)
    return smallest
    ### END SOLUTION


# %% grade_id="check-tied_index" tags=["check"]
check("lab12.tied_index", tied_index)

# %%
print("different weights for a corner:", len({tied_index(CORNER, index) for index in range(81)}), "of 81")

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# A friend trains on turned and mirrored copies of each position, but uses only four of the eight images, "because the start position of Othello has only
# four symmetries". Is that a good reason? How would you test it? And what would mirrored copies add once your indices are tied?

# %% [markdown] grade_id="why-eight" tags=["open"] points=2
# ### BEGIN SOLUTION
# No. What a position is worth depends on the position alone, not on how it arose. The rules are the same in all directions, so all eight images of a
# position have one value, whether or not they can all arise from the start position. Test: take random endings, make the eight images of each and solve
# them all; the results are equal. With tied indices, and placements that share a table, all eight images of a position have the same 16 weights: copies
# then add nothing but repetition (as if each position were gone through eight times). Without ties they help, since they make the mirrored entries learn
# the same.
# ### END SOLUTION
