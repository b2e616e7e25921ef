# %% [markdown]
# # 12 · Pattern evaluation
#
# **Can the program learn what a position is worth?**
#
# In lesson 06 we told the program what is good: corners, mobility, edges, with weights that somebody felt were right. Now nobody tells it anything. It sees
# positions with their results, and finds a number for every way that a piece of the board can look. Choose a shape and see what it thinks of
# what stands there. (0 is empty, 1 is mine, 2 is yours; X is to move.)

# %%
from gamekit import draw
from gamekit.othello import patterns as kit
from gamekit.games import othello
from gamekit.widgets import Explore, Predict

shipped = kit.patterns()
midgame = othello.parse("--XXXXX----XOXOO--XOXXOO--OOOOOO--XOXOO--X-XOOO-----X------X---- X")


def digit(state, square):
    """0 for empty, 1 for a disc of the side to move, 2 for one of the other side."""
    return 1 if state.player >> square & 1 else 2 if state.opponent >> square & 1 else 0


def look(shape="edge and X"):
    """What stands on a shape, as digits, and what the shipped weights think of it."""
    number = list(kit.SHAPES).index(shape)
    placement = next(each for each in kit.PLACEMENTS if each.shape == number)
    index = kit.index_of(midgame, placement)
    weight = shipped.tables.weights[kit.stage_of(34), kit.STARTS[number] + index] / kit.DISC  # 34 discs
    digits = dict(zip(kit.SHAPES[shape].split(), (digit(midgame, s) for s in placement.squares), strict=True))
    return draw.board(midgame, numbers=digits, legal=False, title=f"entry {index:,}: {weight:+.2f} discs")


Explore(look, shape=list(kit.SHAPES))

# %% [markdown]
# ## A number for what stands on a shape
#
# Ten squares: the upper edge and the two X squares below it. Each is empty, mine or yours: a digit 0, 1 or 2. Ten digits in base 3 make a number below
# 3^10. That number is an *index*: it says which entry of a table to read. Do it once by hand.


# %%
def square_name(square):
    """What people call a square."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


edge = list(kit.SHAPES).index("edge and X")
squares = next(each for each in kit.PLACEMENTS if each.shape == edge).squares
print("square  ", "  ".join(f"{square_name(square):>5}" for square in squares))
print("digit   ", "  ".join(f"{digit(midgame, square):5}" for square in squares))
print("counts  ", "  ".join(f"{3**place:5}" for place in range(len(squares))))
print(
    "together", " + ".join(f"{digit(midgame, s)}·{3**n}" for n, s in enumerate(squares) if digit(midgame, s))
)


def index_of(state, squares):
    """What stands on these squares, as a number in base 3; the first square counts 1, the next 3, then 9."""
    index = 0
    for square in reversed(squares):
        index = 3 * index + digit(state, square)
    return index


print("index   ", index_of(midgame, squares))
assert all(index_of(midgame, p.squares) == kit.index_of(midgame, p) for p in kit.PLACEMENTS)

# %% [markdown]
# ## Eleven shapes
#
# Michael Buro's program Logistello used these. Each lies on the board in up to eight ways, turned and mirrored, and all of them read **one** table: what an edge is
# worth does not depend on which edge it is.

# %%
import re
from html import escape

from gamekit.course import claim


def side_by_side(pictures, captions, columns=6, size=104):
    """Several small pictures in one, with a line below each."""
    step, rows = size + 14, -(-len(pictures) // columns)
    parts = []
    for number, (picture, caption) in enumerate(zip(pictures, captions, strict=True)):
        x, y = 12 + number % columns * step, 10 + number // columns * (step + 28)
        inside = re.sub(
            r'width="[\d.]+" height="[\d.]+"',
            f'x="{x}" y="{y}" width="{size}" height="{size}"',
            picture.svg,
            count=1,
        )
        inside = re.sub("<title>.*?</title>", f"<title>{escape(caption)}</title>", inside, count=1)
        for line, text in enumerate(caption.split("|")):
            inside += f'<text x="{x + size / 2}" y="{y + size + 14 + 14 * line}" text-anchor="middle" font-size="11.5">{escape(text)}</text>'
        parts.append(inside)
    wide, tall = 12 + min(columns, len(pictures)) * step, 10 + rows * (step + 28)
    words = "; ".join(
        f"{caption.replace('|', ', ')}: {picture.text}"
        for caption, picture in zip(captions, pictures, strict=True)
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(words)}" width="{wide}" height="{tall}" '
        f'viewBox="0 0 {wide} {tall}" font-family="sans-serif" style="max-width:100%;height:auto">'
        f'<rect width="{wide}" height="{tall}" rx="6" fill="#FAF9F5" stroke="#D5D1C6"/><g fill="#2B2A27">'
    )
    return draw.Picture(head + "".join(parts) + "</g></svg>", words)


def bits(squares):
    """A word with these squares set."""
    return sum(1 << square for square in squares)


places_of_shape = [sum(each.shape == n for each in kit.PLACEMENTS) for n in range(len(kit.SHAPES))]
firsts = [next(each for each in kit.PLACEMENTS if each.shape == n).squares for n in range(len(kit.SHAPES))]
side_by_side(
    [
        draw.Picture(draw.thumbnail(othello.Othello(bits(squares), 0, 0)).svg, f"squares {names}")
        for squares, names in zip(firsts, kit.SHAPES.values(), strict=True)
    ],
    [
        f"{name}|{count} places, {size:,}"
        for name, count, size in zip(kit.SHAPES, places_of_shape, kit.SIZES, strict=True)
    ],
)

# %%
guess_sum = Predict(
    "How many numbers are added up for one position?",
    answer=lambda: len(kit.PLACEMENTS),
    kind="number",
    tolerance=6,
    reason="46: most lie on the board in four ways, the two main diagonals in two, the 2x5 corner in eight.",
)
guess_sum

# %%
assert (len(kit.SHAPES), len(kit.PLACEMENTS), sum(kit.SIZES)) == (11, 46, 167_265)

# %%
claim(
    "L12.1",
    "Eleven shapes, shared over symmetries: 3^n entries a shape",
    reported="167,265 entries a stage",
    ours=f"{len(kit.SHAPES)} shapes, {len(kit.PLACEMENTS)} placements, {sum(kit.SIZES):,} entries",
    holds=sum(kit.SIZES) == 167_265,
)

# %% [markdown]
# ## Eight symmetries, not four
#
# One report says: *only four of the eight symmetries may be used, because the start position has fewer.* Is it so? The start position has fewer, yes. But a table is about
# *any* position, and the rules do not know left from right. We can just try: solve all eight images of random endgames to the end.

# %%
import numpy as np

from gamekit.othello import solve
from gamekit.othello.learning.positions import new_rng, random_positions


def random_endgames(count, discs, seed):
    """Positions of random games."""
    players, opponents = np.empty(count, np.uint64), np.empty(count, np.uint64)
    random_positions(new_rng(seed), discs, discs, players, opponents)
    return [othello.Othello(int(p), int(o), 0) for p, o in zip(players, opponents, strict=True)]


endgames = random_endgames(25, 54, seed=8)
eight = [[solve(kit.image(state, number)).value for number in range(8)] for state in endgames]
side_by_side(
    [draw.thumbnail(kit.image(endgames[0], number)) for number in range(8)],
    [f"image {number}|score {found:+d}" for number, found in enumerate(eight[0])],
    columns=4,
    size=130,
)

# %%
all_equal = all(len(set(scores)) == 1 for scores in eight)
assert all_equal

# %%
claim(
    "L12.2",
    "Only four symmetries may be used for training, because the start position has fewer",
    reported="four",
    ours=f"all eight: {len(endgames)} endgames with 10 empty squares, eight images each, no score differs",
    holds=not all_equal,
    remark="A position's value is unchanged under all eight. How many symmetries the start position has does not matter.",
)

# %% [markdown]
# (One symmetry is *not* there: swapping the colours of all discs does not negate the value. Whose turn it is matters.)
#
# ## Sum, loss, step
#
# A position is worth the **sum** of the entries that it reads. At first all entries are 0, so every position is worth 0. Then comes a position whose true result `v_real` is known. The *loss* is
# ½ (v − v_real)². Which way must an entry go to make it smaller? Its slope is (v − v_real), the same for all entries that were read. So each goes a little step down the slope:
#
# **w −= rate · (v − v_real)**
#
# That is the whole of learning here. (The kit adds two entries that are no shapes. A 47th looks only at the number of discs: it says what it is worth to move last. A 48th looks at how many moves each side has; the report did without it.)


# %%
def discs_of(state):
    """How many discs lie on the board."""
    return (int(state.player) | int(state.opponent)).bit_count()


def entries_of(state):
    """The numbers of the 48 entries that a position reads; each shape's table has its own range."""
    found = [kit.STARTS[each.shape] + index_of(state, each.squares) for each in kit.PLACEMENTS]
    mobility = kit.mobility_of(np.uint64(state.player), np.uint64(state.opponent))
    return [*found, kit.TEMPO + discs_of(state) % 4, kit.MOBILITY + mobility]


def worth(weights, entries):
    """The value of a position, in discs."""
    return sum(weights[entry] for entry in entries)


def learn(weights, entries, real, rate):
    """One step downhill for one position; the error before it."""
    error = worth(weights, entries) - real
    for entry in entries:
        weights[entry] -= rate * error
    return error


weights = np.zeros(kit.ENTRIES)
entries = entries_of(midgame)
for number in range(4):
    print(f"step {number}: error {learn(weights, entries, real=10, rate=0.003):+.3f}")

# %% [markdown]
# ## Labels: where do true results come from?
#
# With 60 to 63 discs on the board, at most four squares are empty. There we can just try everything. So begin at the **end** of the game: random positions, each labelled by a full search.

# %%
from gamekit import is_over, moves, play, score
from gamekit.othello.learning.fit import UNTIED, Data, gradient_steps, images, indices_of, predict
from gamekit.othello.learning.pieces import HELD_OUT, TRAINING, Recipe, label, make_piece


def true_score(state):
    """The result with best play: negamax to the end of the game."""
    if is_over(state):
        return score(state)
    return max(-true_score(play(state, move)) for move in moves(state))


nothing = np.zeros((kit.STAGES, kit.WEIGHTS), np.int16)
LAST = Recipe(60, 63, own_games=False, exact_empties=4, depth=0)


def labelled(count, number, recipe=LAST, stream=TRAINING, behind=nothing):
    """Positions and labels: a piece of the training data. Another number gives other positions."""
    return make_piece(recipe, 12, stream, number, count, behind, behind)


def states_of(data, count):
    """The first positions of some data, as states."""
    return [
        othello.Othello(int(p), int(o), 0)
        for p, o in zip(data.players[:count], data.opponents[:count], strict=True)
    ]


held_out = labelled(20_000, 0, stream=HELD_OUT)  # never learnt from
assert [true_score(state) for state in states_of(held_out, 60)] == held_out.scores[:60].tolist()
draw.board(
    states_of(held_out, 1)[0], title=f"One of {len(held_out):,}: its mover gets {held_out.scores[0]:+.0f}"
)

# %% [markdown]
# The kit's compiled text does the same steps. We check it on a few hundred positions, and then let it run.

# %%
few = labelled(300, 999)
ours, theirs = np.zeros(kit.ENTRIES), np.zeros(kit.ENTRIES, np.float32)
for state, real in zip(states_of(few, 300), few.scores, strict=True):
    learn(ours, entries_of(state), real, rate=1e-3)
gradient_steps(few, 1e-3, theirs, UNTIED)
print(f"largest weight {np.abs(ours).max():.3f}, largest difference {np.abs(ours - theirs).max():.1e}")
assert np.abs(ours - theirs).max() < 1e-4

# %%
guess_error = Predict(
    f"Guessing 0 is off by {np.abs(held_out.scores).mean():.0f} discs. And after learning?",
    answer=lambda: round(errors_of(weights)[0], 1),
    kind="number",
    tolerance=1.0,
    unit="discs",
    reason="About four discs. The last moves turn many discs at once, and a sum of shapes cannot follow every line of play.",
)
guess_error

# %%
TIED = kit.TIES  # entries that mirror each other have one weight; more on that below


def errors_of(weights, data=held_out, ties=TIED):
    """(mean absolute error, mean half squared error), in discs."""
    off = predict(data, weights, ties).astype(float) - data.scores
    return float(np.abs(off).mean()), float((off**2).mean() / 2)


weights = np.zeros(kit.WEIGHTS, np.float32)
curve = {}
for number in range(22):
    gradient_steps(labelled(100_000, number), 1e-3, weights)
    curve[(number + 1) / 10] = errors_of(weights)[0]
live = errors_of(weights)
print(f"after {(number + 1) / 10:.1f} million positions: {live[0]:.2f} discs, half squared {live[1]:.1f}")
assert live[0] < 4.4
draw.learning_curves(
    {"held-out positions": curve},
    title="Learning the end of the game",
    x_label="million positions",
    y_label="mean error, in discs",
)

# %% [markdown]
# It learnt, in seconds, what nobody told it. The curve is still falling. Reported were 3.8 discs after 500 million positions. This is what the kit's command gives with 20 million, stored with its command:

# %%
import json
from importlib.resources import files

experiment = json.loads(files("gamekit").joinpath("data/experiments/l12_report.json").read_text())
print(experiment["command"])
stored = {entry["name"]: entry for entry in experiment["errors"]}
for name, entry in stored.items():
    print(f"{name}: {entry['absolute']:.2f} discs, half squared {entry['half_squared']:.2f}")

# %%
last = stored["60 to 63 discs"]

# %%
claim(
    "L12.3",
    "At 60 to 63 discs the error falls to 3.8 discs (half squared 11) after 500 million positions at rate 0.001",
    reported="3.8 and 11; a trial of ours: 4.0 after 6 million",
    ours=f"{last['absolute']:.2f} and {last['half_squared']:.1f} after 20 million; live {live[0]:.2f} after {(number + 1) / 10:.1f} million",
    holds=last["absolute"] < 3.85,
    remark="With a twenty-fifth of their positions the squared error is still a little above theirs."
    if last["half_squared"] > 11.5
    else "",
)

# %% [markdown]
# ## What has it learnt?
#
# Read the tables. For every square of a shape: how much more is the shape worth on average when the square is mine than when it is yours? Blue is good for me.

# %%
sample = labelled(100_000, 500)
sample_indices = indices_of(sample)


def what_squares_are_worth(shape, indices, table):
    """For each square of a shape's first placement: mine minus yours, averaged over real positions."""
    number = list(kit.SHAPES).index(shape)
    lanes = [lane for lane, each in enumerate(kit.PLACEMENTS) if each.shape == number]
    indices = indices[:, lanes].ravel().astype(int)
    read = table[kit.STARTS[number] + indices]
    found = {}
    for place, square in enumerate(firsts[number]):
        digits = indices // 3**place % 3
        found[square_name(square)] = round(float(read[digits == 1].mean() - read[digits == 2].mean()), 2)
    return found


def learnt(shape="edge and X"):
    """A learnt table as a board."""
    return draw.board(
        othello.start(),
        heat=what_squares_are_worth(shape, sample_indices, weights[TIED]),
        legal=False,
        title=f"{shape}, in discs",
    )


Explore(learnt, shape=["edge and X", "corner 3x3", "corner 2x5", "row 2", "diagonal 8"])

# %%
draw.board(
    othello.start(),
    heat=what_squares_are_worth("corner 3x3", sample_indices, weights[TIED]),
    legal=False,
    title="corner 3x3, in discs",
)

# %% [markdown]
# And whole edges: of those that occur often, the ones it likes most (above) and least (below). Dark is mine, and it is my move. Can you see why?

# %%
number = list(kit.SHAPES).index("edge and X")
lanes = [lane for lane, each in enumerate(kit.PLACEMENTS) if each.shape == number]
seen, uses = np.unique(sample_indices[:, lanes], return_counts=True)
often = seen[uses >= 60].astype(int)
often = often[np.unique(TIED[kit.STARTS[number] + often], return_index=True)[1]]  # mirror images once
ranked = often[np.argsort(weights[TIED[kit.STARTS[number] + often]], kind="stable")]
chosen = [*ranked[::-1][:4], *ranked[:4]]


def edge_picture(index):
    """An edge with its X squares, as a board."""
    digits = [index // 3**place % 3 for place in range(10)]
    mine = bits(square for square, one in zip(squares, digits, strict=True) if one == 1)
    yours = bits(square for square, one in zip(squares, digits, strict=True) if one == 2)
    return draw.thumbnail(othello.Othello(mine, yours, 0))


edge_weights = [float(weights[TIED[kit.STARTS[number] + index]]) for index in chosen]
assert edge_weights[0] > 0 > edge_weights[-1]
side_by_side(
    [edge_picture(index) for index in chosen], [f"{weight:+.2f}" for weight in edge_weights], columns=4
)

# %% [markdown]
# The best: my disc in one corner, your row beside it, the other corner empty. One move there turns the whole edge. In the worst ones your row is long, and no move of mine along it turns it.
#
# ## Images, or mirrors tied?
#
# An edge read from left to right and from right to left is the same edge. Two ways to use that. *Untied*: every entry has its own weight, and we learn from all eight images of each position, so that
# both entries learn the same. *Tied*: both entries **share** a weight from the start. Then an image reads the very same weights, and tells nothing new.

# %%
tied_images = kit.TIES[kit.LANE_STARTS + indices_of(images(Data(*(each[:1] for each in sample))))]
assert all(sorted(row) == sorted(tied_images[0]) for row in tied_images.tolist())  # the same 48 weights
data = labelled(200_000, 50)


def after_learning(data, size, ties):
    """The held-out error after one pass."""
    found = np.zeros(size, np.float32)
    gradient_steps(data, 1e-3, found, ties)
    return errors_of(found, ties=ties)[0]


ways = {
    "untied, no images": after_learning(data, kit.ENTRIES, UNTIED),
    "untied, eight images": after_learning(images(data), kit.ENTRIES, UNTIED),
    "tied, no images": after_learning(data, kit.WEIGHTS, TIED),
    "tied, eight images": after_learning(images(data), kit.WEIGHTS, TIED),
}
draw.bars(ways, title="Error after 200,000 positions", x_label="discs")

# %% [markdown]
# The two rows with images agree, and cost eight times the steps. Tied tables get there without images, too: eight images are eight steps with the same weights, so a rate eight times as large, or eight passes, does the same.

# %%
gap = abs(ways["untied, eight images"] - ways["tied, eight images"])
eight_times = np.zeros(kit.WEIGHTS, np.float32)
gradient_steps(data, 8e-3, eight_times)
same_without = errors_of(eight_times)[0]
print(f"tied, no images, rate times eight: {same_without:.2f} discs")
assert ways["tied, no images"] < ways["untied, no images"]
assert gap < 0.1

# %%
claim(
    "L12.4",
    "Untied tables trained on symmetric images against mirror-tied tables, where images add nothing",
    reported="images add nothing to tied tables",
    ours=f"with images {ways['untied, eight images']:.2f} untied, {ways['tied, eight images']:.2f} tied; tied without images at eight times the rate {same_without:.2f}",
    holds=gap < 0.1 and abs(same_without - ways["tied, eight images"]) < 0.2,
    remark=f"Tied, a stage has {kit.WEIGHTS:,} weights instead of {kit.ENTRIES:,}, and all eight images of a position have one value.",
)

# %% [markdown]
# ## Solve instead of descend
#
# All labels together are a system of linear equations with far more equations than unknowns: *for each position, these 48 weights shall sum to that score.* The best weights solve AᵀA w = Aᵀ y. A is huge, but has
# only 48 ones in a row, so multiplying by it is a look-up and multiplying by its transpose a count. **Conjugate gradients** needs no more than that. Each round goes
# downhill, but in a direction that does not spoil what earlier rounds achieved.


# %%
def conjugate_gradients(places, real, ridge, rounds):
    """Weights with the least squared error, plus a ridge that keeps seldom used ones small."""

    def times(weights):  # A w
        return weights[places].sum(axis=1)

    def transposed(residuals):  # A' r
        return np.bincount(places.ravel(), np.repeat(residuals, places.shape[1]), kit.WEIGHTS)

    scale = 1 / (np.bincount(places.ravel(), minlength=kit.WEIGHTS) + ridge)  # by how often a weight is used
    weights = np.zeros(kit.WEIGHTS)
    rest = transposed(real)
    direction = scale * rest
    size = rest @ direction
    for _ in range(rounds):
        product = transposed(times(direction)) + ridge * direction
        step = size / (direction @ product)
        weights += step * direction
        rest -= step * product
        size, before = rest @ (scale * rest), size
        direction = scale * rest + size / before * direction
    return weights


from gamekit.othello.learning.fit import least_squares

start_weights = np.zeros(kit.WEIGHTS, np.float32)
part = Data(*(each[:20_000] for each in data))
places = TIED[kit.LANE_STARTS + indices_of(part)]
by_hand = conjugate_gradients(places, part.scores.astype(float), ridge=5.0, rounds=6)
by_kit = least_squares(part, start_weights, 5.0, 6)
assert np.abs(by_hand - by_kit).max() < 1e-3
print(f"the same weights to {np.abs(by_hand - by_kit).max():.0e} discs")

# %%
by_rounds, by_passes = {}, {}
solved = least_squares(
    data, start_weights, 5.0, 10, report=lambda n, found: by_rounds.update({n: errors_of(found)[0]})
)
descended = np.zeros(kit.WEIGHTS, np.float32)
for number in range(1, 11):
    gradient_steps(data, 1e-3, descended)
    by_passes[number] = errors_of(descended)[0]
draw.learning_curves(
    {"conjugate gradients": by_rounds, "gradient steps, rate 0.001": by_passes},
    title="The same 200,000 positions, again and again",
    x_label="times through the data",
    y_label="held-out error, in discs",
)

# %%
assert by_rounds[10] < by_passes[10] < 5

# %%
claim(
    "L12.5",
    "One stage solved as sparse least squares beside the gradient method",
    reported="both work",
    ours=f"200,000 positions, ten times through: {by_rounds[10]:.2f} discs by conjugate gradients, {by_passes[10]:.2f} by gradient steps",
    holds=by_rounds[10] < by_passes[10],
    remark="And there is no rate to choose.",
)

# %% [markdown]
# ## Every position of the label search
#
# To label one position, the full search visits many others, and knows the true score of each. Free data! But they are all cousins: they differ in a few discs. How much is such data worth?

# %%
from gamekit.othello.learning.labels import FOUND, MOST_FOUND, label_all

EVERY = Recipe(60, 63, own_games=False, exact_empties=4, depth=0, every_position=True)
cousins = labelled(200_000, 60, EVERY)
memory = np.zeros(MOST_FOUND, FOUND), np.zeros(500_000, FOUND)
shared = []
for some in (data, cousins):
    here = TIED[kit.LANE_STARTS + indices_of(Data(*(each[:2000] for each in some)))]
    shared.append(float((here[1:] == here[:-1]).mean()))
print(
    f"entries that two neighbours in the data have in common: {shared[0]:.0%} by chance, {shared[1]:.0%} of cousins"
)


def solved_error(some):
    """The held-out error of the least-squares weights."""
    return errors_of(least_squares(some, start_weights, 5.0, 8))[0]


count_of_cousins = label_all(data.players[:2000], data.opponents[:2000], True, *memory)
few_roots = Data(*(each[: 2000 * len(data) // count_of_cousins] for each in data))  # as many searches
worth_of = {
    f"{len(data):,} independent positions": solved_error(data),
    f"{len(cousins):,} cousins": solved_error(cousins),
    f"{len(few_roots):,} independent positions, as many searches": solved_error(few_roots),
}
draw.bars(worth_of, title="Held-out error", x_label="discs")

# %%
independent, related, fewer = worth_of.values()
assert independent < related < fewer

# %%
claim(
    "L12.6",
    "Every position met in the label search can be data; it is correlated, which slows convergence",
    reported="used; correlation is the price",
    ours=f"{len(cousins):,} cousins {related:.2f} discs, as many independent positions {independent:.2f}, as many searches {fewer:.2f}",
    holds=independent < related < fewer,
    remark="Worth less than fresh positions, but they cost no search of their own.",
)

# %% [markdown]
# ## Backwards
#
# With 56 to 59 discs a full search costs more; with 20 it is out of reach. So go **backwards**. A position with 56 discs is searched four plies deep, to where the model that we have just learnt gives an opinion. That is its label. Start from the
# weights of the stage behind, since what is good at 60 discs is nearly as good at 56, and learn at a lower rate.

# %%
behind = np.zeros((kit.STAGES, kit.WEIGHTS), np.float32)
behind[kit.stage_of(60) :] = solved  # the last stage, in discs


def whole(weights):
    """Weights as the kit's evaluator takes them: whole hundredths of a disc."""
    return np.clip(np.rint(weights * kit.DISC), -32768, 32767).astype(np.int16)


EARLIER = Recipe(56, 59, own_games=False, exact_empties=0, depth=0)  # depth 0: as far as the next stage
earlier = labelled(80_000, 0, EARLIER, behind=whole(behind))
check = labelled(8_000, 0, EARLIER, HELD_OUT, behind=whole(behind))
descended = solved.astype(np.float32)
before = errors_of(descended, check)
gradient_steps(earlier, 5e-5, descended)
one_stage = errors_of(descended, check)
by_squares = least_squares(earlier, solved.astype(np.float32), 25.0, 8)
print(f"56 to 59 discs, against its labels: {before[0]:.2f} discs with the weights of 60 to 63,")
print(
    f"{one_stage[0]:.2f} after gradient steps at rate 0.00005, {errors_of(by_squares, check)[0]:.2f} by least squares"
)
assert errors_of(by_squares, check)[0] < one_stage[0] < before[0]
for discs in range(56, 60):
    behind[kit.stage_of(discs)] = by_squares

# %% [markdown]
# The stored run went all the way back: fourteen stages, two million positions each.

# %%
backwards = {
    int(name.split()[0]): entry for name, entry in stored.items() if name != "60 to 63 discs"
}  # discs at the start of a stage -> what was measured
draw.learning_curves(
    {
        "absolute": {discs: entry["absolute"] for discs, entry in backwards.items()},
        "half squared": {discs: entry["half_squared"] for discs, entry in backwards.items()},
    },
    title="Backwards: errors against the labels",
    x_label="discs on the board",
    y_label="error, in discs",
)

# %%
worst, worst_half = (
    max(entry[kind] for entry in backwards.values()) for kind in ("absolute", "half_squared")
)
too_large = [discs for discs, entry in backwards.items() if entry["half_squared"] > 13]
assert len(backwards) == 14
assert worst <= 4.5

# %%
claim(
    "L12.7",
    "Backwards, four discs at a time: absolute error 3.5 to 4.5, half squared 10 to 13, with 50 million positions a stage",
    reported="3.5 to 4.5 and 10 to 13",
    ours=f"at most {worst:.2f} and {worst_half:.1f} with 2 million a stage, all {len(backwards)} stages; live least squares {errors_of(by_squares, check)[0]:.2f}",
    holds=worst <= 4.5 and worst_half <= 13,
    remark=f"No stage has a larger absolute error than reported. The squared one, which counts rare large errors most, is above 13 from {min(too_large)} discs on, with a twenty-fifth of their positions. In the opening both are far below: there are few positions, and labels look little ahead."
    if too_large
    else "",
)

# %% [markdown]
# One thing to keep in mind: this error is against *labels*, and the labels are the opinions of a model. What is the error against exact scores? The stored run measured that too, where the solver reaches.

# %%
by_stage = {"against its labels": {}, "against exact scores": {}}
for discs, entry in backwards.items():
    if "exact" in entry:
        by_stage["against its labels"][discs] = entry["absolute"]
        by_stage["against exact scores"][discs] = entry["exact"]["absolute"]
exact_errors = list(by_stage["against exact scores"].values())
assert exact_errors == sorted(exact_errors)  # stages in the order of training: backwards it grows
draw.learning_curves(
    by_stage, title="Backwards, errors pile up", x_label="discs on the board", y_label="mean error, in discs"
)

# %% [markdown]
# Each stage agrees well with its teacher, and the teachers drift away from the truth. We come back to that.
#
# ## Does it play?
#
# One stage more, to 52 discs. Then the fresh weights play the rest of the game against the hand-made evaluation of lesson 06: from random positions with 52 discs, each played twice with colours swapped, both looking one move ahead.

# %%
from gamekit import value
from gamekit.arena import Tally
from gamekit.othello import IMPROVED, Mobility

NEXT = Recipe(52, 55, own_games=False, exact_empties=0, depth=0)
again = labelled(60_000, 0, NEXT, behind=whole(behind))
one_more = least_squares(again, behind[kit.stage_of(56)], 25.0, 8)
for discs in range(52, 56):
    behind[kit.stage_of(discs)] = one_more
fresh = kit.from_weights(whole(behind))


def greedy(state, evaluator):
    """The move after which the opponent's position is worth least."""
    return min(moves(state), key=lambda move: value(evaluator, play(state, move)))


def play_out(state, first, second):
    """The first player's final score."""
    players = {0: first, 1: second}
    while not is_over(state):
        state = play(state, greedy(state, players[state.turn]))
    return score(state) if state.turn == 0 else -score(state)


openings = random_endgames(100, 52, seed=9)
results = [play_out(state, fresh, IMPROVED) for state in openings]
results += [-play_out(state, IMPROVED, fresh) for state in openings]
tally = Tally(sum(r > 0 for r in results), sum(r == 0 for r in results), sum(r < 0 for r in results))
low, high = tally.interval()
print(f"fresh weights {tally.points:g} of {tally.games} points, {np.mean(results):+.1f} discs a game")
print(f"their true score lies between {low:.0%} and {high:.0%}, at 95 %")
assert low > 0.5

# %% [markdown]
# Weights that are a minute old, from random games, beat the weights that somebody thought about. But only *here*, at the end of the game, where their data came from.
#
# ## The shipped weights
#
# `gamekit train othello` does all of this for every stage, and several times over: each *round* uses the weights of the round before to play better games and to make better labels. Those that come with the kit were made in rounds, and then in one more that went on from them (`--start`), because their labels had a fault: lesson 11 tells how it was found. The file says how that last round was made.

# %%
facts = kit.load_weights()[1]
print(facts["command"])
print(f"seed {facts['seed']}, {facts['positions']:,} positions wanted")
rounds = {}
for entry in facts["errors"]:
    rounds.setdefault(f"round {entry['round']}", {})[64 - int(entry["name"].split()[0])] = entry["absolute"]
draw.learning_curves(
    {name: dict(sorted(errors.items())) for name, errors in rounds.items()},
    title="Error by stage, against the labels",
    x_label="empty squares",
    y_label="mean error, in discs",
)

# %% [markdown]
# (From 12 empty squares down the labels are exact, and harder to agree with than those that a model made.) Now the question of the first cell: *what does the edge table think?* Here are games that the
# program played against itself, with about 32 discs on the board. As before: how much more is a shape worth when a square is mine than when it is yours?

# %%
from gamekit.othello.learning.lookahead import new_scratch
from gamekit.othello.learning.positions import own_games


def words_of_games(count, low, high, seed):
    """Positions of games that the program plays against itself, as two arrays of words."""
    players, opponents = np.empty(count, np.uint64), np.empty(count, np.uint64)
    own_games(new_rng(seed), low, high, 2, shipped, new_scratch(), players, opponents)
    return players, opponents


from_games = words_of_games(4000, 32, 35, seed=4)
game_indices = indices_of(Data(*from_games, np.zeros(4000, np.float32)))
shipped_table = shipped.tables.weights[kit.stage_of(32)] / kit.DISC


def shipped_thinks(shape="edge and X"):
    """A shipped table as a board."""
    return draw.board(
        othello.start(),
        heat=what_squares_are_worth(shape, game_indices, shipped_table),
        legal=False,
        title=f"{shape}, with 32 to 35 discs",
    )


Explore(shipped_thinks, shape=["edge and X", "corner 3x3", "corner 2x5", "row 2", "diagonal 7"])

# %%
on_edge = what_squares_are_worth("edge and X", game_indices, shipped_table)
in_corner = what_squares_are_worth("corner 3x3", game_indices, shipped_table)
print(f"edge: corner {on_edge['a1']:+.2f}, C square {on_edge['b1']:+.2f}, X square {on_edge['b2']:+.2f}")
print(f"3x3: corner {in_corner['a1']:+.2f}, C square {in_corner['b1']:+.2f}, X square {in_corner['b2']:+.2f}")
assert in_corner["a1"] + on_edge["a1"] > in_corner["b2"] + on_edge["b2"]
draw.board(othello.start(), heat=in_corner, legal=False, title="corner 3x3, with 32 to 35 discs")

# %% [markdown]
# Nobody told it what a corner is, nor that the X square beside it is worth so much less.
#
# And what did the rounds of self-play buy? Our fresh weights know random games only. Let both judge positions of real play with ten empty squares, where the solver knows the truth.

# %%
judges = words_of_games(400, 54, 54, seed=3)
truth = np.array([solve(othello.Othello(int(p), int(o), 0)).value for p, o in zip(*judges, strict=True)])
off_by = {}
for name, evaluator in [("fresh: random games", fresh), ("shipped: rounds of own games", shipped)]:
    opinions = [
        value(evaluator, othello.Othello(int(p), int(o), 0)) / kit.DISC for p, o in zip(*judges, strict=True)
    ]
    off_by[name] = float(np.abs(opinions - truth).mean())
assert off_by["shipped: rounds of own games"] < off_by["fresh: random games"]
draw.bars(off_by, title="Error on positions of real play, 10 empty squares", x_label="discs")

# %% [markdown]
# ## Does looking deeper help?
#
# That seems a silly question. But a search picks the *largest* of many opinions, and so it picks errors as well. If the evaluation does not grow better towards the leaves, deeper need not be better. So measure: positions of own games with 14 empty squares, their exact scores by the solver,
# and the error of a search of D plies. The hand-made evaluations do not speak in discs, so they get the best scale and shift that they could have.

# %%
from gamekit.search import Searcher, Table


def positions_of_games(count, discs, seed):
    """Positions of such games as states, one a game."""
    return [
        othello.Othello(int(p), int(o), 0)
        for p, o in zip(*words_of_games(count, discs, discs, seed), strict=True)
    ]


late = positions_of_games(150, 50, seed=5)
exact = np.array([solve(state).value for state in late], float)


def errors_by_depth(evaluator, in_discs):
    """Depth -> mean absolute error of a search of that depth."""
    searching = Searcher(evaluator, method="pvs", table=Table(16), killers=True, static=True)
    found = {}
    for depth in range(0, 7):
        opinions = []
        for state in late:
            searching.forget()
            opinions.append(searching.search(state, depth).value if depth else value(evaluator, state))
        opinions = np.array(opinions, float) / kit.DISC
        if not in_discs:
            opinions = np.polyval(np.polyfit(opinions, exact, 1), opinions)
        found[depth] = float(np.abs(opinions - exact).mean())
    return found


by_depth = {
    "mobility": errors_by_depth(Mobility(1), in_discs=False),
    "improved, lesson 06": errors_by_depth(IMPROVED, in_discs=False),
    "patterns": errors_by_depth(shipped, in_discs=True),
}
draw.learning_curves(
    by_depth, title="Error of a search, 14 empty squares", x_label="plies", y_label="mean error, in discs"
)

# %%
assert by_depth["patterns"][6] < by_depth["patterns"][0]
assert by_depth["patterns"][0] < min(by_depth["improved, lesson 06"][6], by_depth["mobility"][6])

# %%
claim(
    "L12.8",
    "Does the error shrink with depth? Without that, deeper need not be better",
    reported="an open question",
    ours="; ".join(
        f"{name} {errors[0]:.1f} to {errors[6]:.1f} discs from 0 to 6 plies"
        for name, errors in by_depth.items()
    ),
    holds=by_depth["patterns"][6] < by_depth["patterns"][0],
    remark="Patterns without any search are nearer to the truth than the hand-made evaluations after six plies.",
)

# %% [markdown]
# ## Past the report, step 1: exact labels
#
# Labels from the stage behind carry its errors, and going backwards they pile up. But the solver of lesson 16 makes exact scores cheap, up to a dozen empty squares and more. The same positions with 52 to 55 discs, labelled both ways; both judged by exact scores.

# %%
EXACT = Recipe(52, 55, own_games=False, exact_empties=12, depth=0)
twelve = Data(*(each[:12_000] for each in again))
twelve_exact = label(EXACT, twelve.players, twelve.opponents, nothing)
judged = labelled(2_000, 0, EXACT, HELD_OUT)
prior = behind[kit.stage_of(56)]
from_model = errors_of(least_squares(twelve, prior, 25.0, 8), judged)[0]
from_solver = errors_of(least_squares(twelve_exact, prior, 25.0, 8), judged)[0]
labels_off = float(np.abs(twelve.scores - twelve_exact.scores).mean())
draw.bars(
    {
        "the weights of 56 to 59": errors_of(prior, judged)[0],
        "labels of the stage behind": from_model,
        "exact labels": from_solver,
        "five times the labels of the stage behind": errors_of(behind[kit.stage_of(52)], judged)[0],
    },
    title="52 to 55 discs: error against exact scores",
    x_label="discs",
)

# %%
assert from_solver < from_model

# %%
claim(
    "L12.9",
    "Past the report: labels from deep exact search instead of the biased stage behind",
    reported="not tried",
    ours=f"the old labels are off by {labels_off:.1f} discs; 12,000 positions: {from_model:.2f} discs with them, {from_solver:.2f} with exact ones",
    holds=from_solver < from_model,
    remark="Cheaper labels on five times the positions are a serious rival. The shipped weights use both.",
)

# %% [markdown]
# ## Step 2: a small non-linear model
#
# A sum cannot say *"this edge matters only if I have moves left"*. A small network can. It reads the eleven sums by shape, the moves of both sides, the disc difference and the number of empty squares, mixes them in sixteen hidden units that are cut off at zero, and adds up. It learns as before: downhill, one small step after the other.

# %%
from numba import njit

from gamekit.bits import popcount as bit_count
from gamekit.games.othello import legal_mask

SHAPE_OF = np.array([each.shape for each in kit.PLACEMENTS])
solved_small = solved.astype(np.float32)


@njit
def count_moves_of(players, opponents, out):
    """Moves of both sides, and the disc difference."""
    for n in range(len(players)):
        out[n, 0] = np.float32(bit_count(legal_mask(players[n], opponents[n])))
        out[n, 1] = np.float32(bit_count(legal_mask(opponents[n], players[n])))
        out[n, 2] = np.float32(bit_count(players[n])) - np.float32(bit_count(opponents[n]))


def inputs_of(data):
    """Nineteen numbers a position."""
    read = solved_small[TIED[kit.LANE_STARTS + indices_of(data)]]
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

HIDDEN = 16
chance = np.random.default_rng(1)
into = chance.normal(0, 0.25, (x.shape[1], HIDDEN))
bias, out, shift = np.zeros(HIDDEN), chance.normal(0, 0.25, HIDDEN), 0.0


def network(x):
    """What the network thinks, in discs."""
    return 10 * (np.maximum(x @ into + bias, 0) @ out + shift)


curve = {}
for number in range(8):
    rate = 0.05 if number < 5 else 0.01
    for some in np.array_split(chance.permutation(len(y)), len(y) // 100):
        hidden = np.maximum(x[some] @ into + bias, 0)
        error = (hidden @ out + shift - y[some]) / len(some)
        back = np.outer(error, out) * (hidden > 0)  # how much each hidden unit is to blame
        out -= rate * hidden.T @ error
        shift -= rate * error.sum()
        into -= rate * x[some].T @ back
        bias -= rate * back.sum(axis=0)
    curve[number + 1] = float(np.abs(network(x_test) - held_out.scores).mean())

columns = np.column_stack([x, np.ones(len(x))])
best_line = np.linalg.lstsq(columns, y, rcond=None)[0]
linear = float(
    np.abs(10 * np.column_stack([x_test, np.ones(len(x_test))]) @ best_line - held_out.scores).mean()
)
draw.learning_curves(
    {"network": curve},
    title=f"A small network learns; the best sum of the same numbers: {linear:.2f}",
    x_label="times through the data",
    y_label="held-out error, in discs",
)

# %% [markdown]
# It is better, with the same information: that is what *non-linear* buys. What does it cost? A leaf is now a few hundred multiplications dearer, and leaves are where a search spends its time.

# %% tags=["timing"]
import time
from math import log


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


answers, held_indices = np.zeros(len(held_out)), indices_of(held_out)
fixed = held_out.players, held_out.opponents, held_indices, kit.LANE_STARTS, TIED, into, bias, out, answers
network_values(solved_small, SHAPE_OF, *fixed)
plain = seconds_for(lambda: predict(held_out, solved_small)) / len(held_out)
looking_up = seconds_for(lambda: indices_of(held_out)) / len(held_out)
dear = seconds_for(lambda: network_values(solved_small, SHAPE_OF, *fixed)) / len(held_out) + looking_up
print(f"a sum of weights {plain * 1e9:.0f} ns a position, the network {dear * 1e9:.0f} ns")
searching = Searcher(shipped, method="pvs", table=Table(16), killers=True, static=True)
searching.search(midgame, 2)
nodes = {}


def search_to(depth):
    """A fresh search to a depth."""
    searching.forget()
    nodes[depth] = searching.search(midgame, depth).nodes


a_node = seconds_for(lambda: search_to(9)) / nodes[9]
search_to(7)
growth = (nodes[9] / nodes[7]) ** 0.5
slower = (a_node + dear - plain) / a_node
print(f"a search takes {a_node * 1e9:.0f} ns a node, so it would be {slower:.1f} times slower")
print(f"each ply costs {growth:.1f} times the one before: {log(slower) / log(growth):.1f} plies lost")

# %%
multiplications = x.shape[1] * HIDDEN + HIDDEN
network_error = curve[8]
assert network_error < linear - 0.1

# %%
claim(
    "L12.10",
    "Past the report: a small non-linear model and what it costs in depth",
    reported="not tried",
    ours=f"{linear:.2f} to {network_error:.2f} discs; {multiplications} multiplications a leaf where the sum needs none",
    holds=network_error < linear,
    remark="The cell above times it and turns it into plies. It pays only if the better opinion is worth more than they are.",
)

# %% [markdown]
# ## Step 3: a large one
#
# Eleven sums are little to think about. So we also built a network that sees more of the board; for a while it came with the kit.
#
# 1. **Squares.** What stands on a row, a column or a diagonal picks sixteen numbers for *each square* of the line, not one weight. So does what stands on the eight squares around a square, and for an empty square the *region* of empty squares that it belongs to. A square adds up all these rows, and what is below 0 becomes 0. Whether a disc can be turned is a question of lines that meet in a square; who gets the last move in a corner is a question of regions.
# 2. **Quarters.** The sixteen squares of a quarter of the board, times a matrix, make 64 numbers, for the four quarters and their mirror images.
# 3. **Two layers** turn their sum into discs.
#
# It learnt from more than twenty million positions. Near the end they had exact scores; going backwards, the network itself made the labels. Its errors on such positions were stored before it left, beside those of the sum of that time.

# %%
guess_network = Predict(
    "14 empty squares, no search: which was nearer to the truth?",
    choices=["the network without search", "the patterns after 2 plies", "about the same"],
    answer=lambda: nearer,
    reason="A better opinion is worth plies. How many, you see where a line of the chart crosses the height of the other.",
)
guess_network

# %%
large = json.loads(files("gamekit").joinpath("data/experiments/l12_network.json").read_text())
then = {
    name: {int(depth): error for depth, error in large["errors_by_depth"][name].items()}
    for name in ("patterns", "network")
}
gap = then["network"][0] - then["patterns"][2]
nearer = (
    "about the same"
    if abs(gap) < 0.25
    else "the network without search"
    if gap < 0
    else "the patterns after 2 plies"
)
draw.learning_curves(
    then, title="Error of a search, 14 empty squares, then", x_label="plies", y_label="mean error, in discs"
)

# %%
assert all(then["network"][depth] < then["patterns"][depth] for depth in range(7))

# %% [markdown]
# At every depth the network was nearer to the truth. Depth is not time, though: with it a search looked at 0.4 million positions a second, with the sum at 10 million. So there were two matches of the kit's engine with the network against the same engine with the sum, 100 games each: one at equal *nodes*, one at equal *time*.

# %%
matches = {}
for kind, found in [("equal nodes", large["same_nodes"]), ("equal time", large["result"])]:
    matches[kind] = Tally(found["wins"], found["draws"], found["losses"])
    assert matches[kind].games == 100
    low, high = matches[kind].interval()
    print(f"{kind}: {matches[kind].points:g} of 100 points for the network, between {low:.0%} and {high:.0%}")
print(large["same_nodes"]["command"])
print(large["command"])

# %%
assert matches["equal nodes"].interval()[0] > 0.5
assert matches["equal time"].interval()[0] < 0.5 < matches["equal time"].interval()[1]

# %% [markdown]
# Node for node the network was surely stronger. At equal time it was not: what the better opinion brought, the plies that it cost took away. Fifteen hundred lines that win nothing are a debt, so it went, and `eval=network` of these commands with it. What it taught us stayed: the positions that one learns from, their labels, and where on the board to look are worth more than size. `docs/training.md` has the list.
#
# Mean error is not strength. You measure it because it is quick to measure. What decides is a match, at the time you mean to play.

# %%
claim(
    "L12.12",
    "Past the report: a network whose squares look around, judged by error and by games",
    reported="not tried",
    ours=f"14 empty squares: {then['patterns'][0]:.1f} to {then['network'][0]:.1f} discs without search, {then['patterns'][4]:.1f} to {then['network'][4]:.1f} after 4 plies; {matches['equal nodes'].points:g} of 100 at equal nodes, {matches['equal time'].points:g} of 100 at 0.1 s a move",
    holds=None,
    remark="Stored figures: it judged better and won node for node, but at equal time no gain was shown, so it left the kit.",
)

# %% [markdown]
# ## Step 4: search only the five best moves
#
# A strong player does not look at every move. Let the patterns be a *policy*: sort the moves by what they think of the position after each, and search only the first five, at every node. What could go wrong? The best move may be the sixth. How often?

# %%
from gamekit import INF, compiled


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
        best = max(best, -narrow(play(state, move), depth - 1, -beta, -alpha, evaluator, width, counter))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


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


middle_game = [state for state in positions_of_games(90, 30, seed=6) if len(moves(state)) >= 6][:60]
answers = [choose(state, 5, ALL) for state in middle_game]
rank = [
    list(best_first(state, shipped)).index(move) + 1
    for state, (move, *_) in zip(middle_game, answers, strict=True)
]
within = {k: 100 * float(np.mean([each <= k for each in rank])) for k in range(1, 11)}
draw.learning_curves(
    {"the best move after 5 plies is among them": within},
    title="How good is the policy?",
    x_label="the policy's first moves",
    y_label="per cent of positions",
)

# %%
guess_policy = Predict(
    "Five moves a node, 5 plies: how many per cent of the nodes?",
    answer=lambda: round(100 * nodes_left),
    kind="number",
    factor=1.5,
    unit="%",
    reason="Where a node is cut, late moves were never looked at anyway. At the others every move counts, and five of many is a great saving.",
)
guess_policy

# %%
narrowed = [choose(state, 5, 5) for state in middle_game]
nodes_left = sum(each[2] for each in narrowed) / sum(each[2] for each in answers)
same_move = np.mean([x[0] == y[0] for x, y in zip(narrowed, answers, strict=True)])
off = np.mean([abs(x[1] - y[1]) for x, y in zip(narrowed, answers, strict=True)]) / kit.DISC
print(
    f"five best moves: {nodes_left:.0%} of the nodes, the same move in {same_move:.0%}, value off by {off:.2f} discs"
)


# %% [markdown]
# And strength? Five moves wide, it can afford another ply. From 20 openings, each played twice: four plies of five moves against three plies of all moves. The nodes are counted, so you can judge whether that is fair.

# %%
from gamekit.arena import random_openings

spent = {5: 0, ALL: 0}


def game(opening, first, second):
    """The first player's score; a player is (depth, width)."""
    state = othello.start()
    for move in opening:
        state = play(state, move)
    players = {0: first, 1: second}
    while not is_over(state):
        depth, width = players[state.turn]
        move, _, nodes = choose(state, depth, width)
        spent[width] += nodes
        state = play(state, move)
    return score(state) if state.turn == 0 else -score(state)


slim, full = (4, 5), (3, ALL)
lines = random_openings(othello.start(), 20, 6, seed=12)
results = [game(line, slim, full) for line in lines] + [-game(line, full, slim) for line in lines]
policy = Tally(sum(r > 0 for r in results), sum(r == 0 for r in results), sum(r < 0 for r in results))
low, high = policy.interval()
ratio = spent[5] / spent[ALL]
print(
    f"{slim[0]} plies of five moves: {policy.points:g} of {policy.games} points, between {low:.0%} and {high:.0%}; {ratio:.1f} times the nodes"
)

# %%
assert within[5] > 80

# %%
claim(
    "L12.11",
    "Past the report: a policy that searches only its five best moves",
    reported="an idea",
    ours=f"holds the best move in {within[5]:.0f} % of positions; {nodes_left:.0%} of the nodes at 5 plies; {slim[0]} plies of five moves against {full[0]} of all: {policy.points:g} of {policy.games} for {ratio:.1f} times the nodes",
    holds=None,
    remark="Multi-ProbCut asks a small search whether a move can be left out. A fixed number of moves never asks.",
)

# %% [markdown]
# ## Step 5: a policy that is learnt
#
# That order costs a look at every position that a move leads to. A *learnt* policy goes from the board to a chance for each move. Every pattern that covers an empty square has an opinion of a move there: one weight for what stands on the pattern and for which of its squares is meant. One more weight speaks of how many moves both sides have after it. Their sum is what the move *promises*, and the chances are a softmax: exp(promise), divided by the sum over all moves.
#
# It learnt from the moves that the engine chose in games against itself, downhill as ever. The loss is −log(chance of the engine's move), and its slope could not be simpler: the chance of a move, less 1 if it is the engine's.

# %%
from gamekit.othello import policy as policy_kit

learnt_policy, made = policy_kit.policy(), policy_kit.load_policy()[1]
print(f"{made['command']}: {made['positions']:,} moves learnt from, {made['checked']:,} others to check it")
print("among its first", ", ".join(f"{few}: {100 * share:.0f} %" for few, share in made["first"].items()))
hopes = policy_kit.chances(learnt_policy, midgame)
draw.board(
    midgame,
    numbers={square_name(move): round(100 * chance) for move, chance in hopes.items()},
    legal=False,
    title="the chance of each move, in per cent",
)

# %%
guess_order = Predict(
    "Alpha-beta, 6 plies, moves sorted by the policy: how many per cent of the nodes that sorting by static value needs?",
    answer=lambda: round(100 * order_ratio),
    kind="number",
    factor=1.15,
    unit="%",
    reason="The policy says what the engine would play. A search asks more often which move refutes a bad one, and there the evaluation that it ends with anyway knows best.",
)
guess_order

# %%
learnt_rank = [
    list(policy_kit.chances(learnt_policy, state)).index(move) + 1
    for state, (move, *_) in zip(middle_game, answers, strict=True)
]
within_learnt = {k: 100 * float(np.mean([each <= k for each in learnt_rank])) for k in range(1, 11)}
nodes_of, values_of = {}, {}
for name, order in [("static", {"static": True}), ("policy", {"policy": learnt_policy})]:
    found = [Searcher(shipped, **order).search(state, 6) for state in middle_game[:20]]
    nodes_of[name], values_of[name] = sum(each.nodes for each in found), [each.value for each in found]
order_ratio = nodes_of["policy"] / nodes_of["static"]
assert values_of["policy"] == values_of["static"]  # an order changes no value
print(
    f"{nodes_of['static']:,} nodes by static value, {nodes_of['policy']:,} by the policy: {order_ratio:.0%}"
)
draw.learning_curves(
    {"sorted by static value": within, "learnt policy": within_learnt},
    title="The best move after 5 plies is among the first",
    x_label="first moves",
    y_label="per cent of positions",
)

# %%
assert made["first"]["3"] >= 0.75

# %%
claim(
    "L12.13",
    "Past the report: a policy that is learnt, from the board to a chance for each move",
    reported="an idea",
    ours=f"the engine's move among its first three in {100 * made['first']['3']:.0f} % of {made['checked']:,} positions not learnt from; as an order {order_ratio:.0%} of the nodes of static values at 6 plies",
    holds=None,
    remark="It foresees the engine well. As an order it does not beat the evaluation that the search ends with, so the engine keeps static values.",
)

# %% [markdown]
# ## Where this goes wrong
#
# Python loops are slow, so somebody writes the step with NumPy, in one line. It runs, it learns, and it is wrong. Do you see it?


# %%
def learn_in_one_line(weights, entries, real, rate):
    """One step downhill, with a bug."""
    error = weights[entries].sum() - real
    weights[entries] -= rate * error
    return error


right, wrong = np.zeros(kit.WEIGHTS), np.zeros(kit.WEIGHTS)
shared_entries = [int(TIED[entry]) for entry in entries_of(othello.start())]
for _ in range(3):
    errors = learn(right, shared_entries, 10, 0.003), learn_in_one_line(wrong, shared_entries, 10, 0.003)
    print(f"error {errors[0]:+.3f} by the loop, {errors[1]:+.3f} in one line")
repeated = len(shared_entries) - len(set(shared_entries))
assert repeated > 0
assert errors[0] != errors[1]

# %% [markdown]
# Two edges may look alike. Then one entry is read **twice**, its slope is twice as large, and it must step twice. `weights[entries] -= ...` writes each entry once, however often it is named. `np.subtract.at` does it right. The bug survives because it still learns,
# only somewhat worse, and most of all where much of the board is empty and so looks alike.

# %%
mended = np.zeros(kit.WEIGHTS)
for _ in range(3):
    error = mended[shared_entries].sum() - 10
    np.subtract.at(mended, shared_entries, 0.003 * error)
print(f"{repeated} of {len(shared_entries)} entries are read again in this position")
assert np.allclose(mended, right)

# %% [markdown]
# ## The ledger
#
# The ledger compares searches, and all its rows use the same plain evaluation: mobility. So the patterns themselves get no row. The policy does: five moves at every node, sorted by mobility.


# %% tags=["timing"]
from gamekit.course import Ledger, evaluator_for


def search_five(state, depth):
    """(value, nodes): the first five moves at every node."""
    counter = np.zeros(1, np.int64)
    return fast_narrow(state, depth, -INF, INF, evaluator_for(state), 5, counter), int(counter[0])


ledger = Ledger.load(lesson=12, own=None)
ledger.measure("five best moves", search_five, only=["othello"])
ledger

# %%
print(
    f"values right: {sum(ledger['five best moves'].right.values())} of {len(ledger['five best moves'].right)}"
)
ledger.chart("depth")

# %% [markdown]
# ## What we take along
#
# - What stands on a shape is a number in base 3, an index into a table. A position is worth the sum of what it reads.
# - Learning is one line: w −= rate · (v − v_real). Or solve the same problem with conjugate gradients.
# - Labels are exact at the end, and come backwards from there: each stage is labelled by the one behind it. Exact labels from a solver are better.
# - All eight symmetries hold. Tie mirrored entries.
# - A better evaluation that costs time is a trade against depth. So is every move you do not search.
#
# Lesson 13 takes all this to a larger board.
#
# ## Your turn
#
# [Lab 12](../exercises/lab12-patterns/lab12-patterns.ipynb) builds indices, one gradient step, and a small training run that must cut the held-out error. Before or after it:
#
# 1. Leave out the shape "edge and X" (set its weights to 0 after learning, or learn without it). How much worse is the error? Which shape is missed most?
# 2. Add a shape of your own: the centre, 4x4? How many entries would it have, and why did nobody use it?
# 3. Try the gradient method at rates 0.0003 and 0.003 for the same number of positions. Which is ahead after 200,000, which after two million?
#
# **To read more.** Michael Buro, *From Simple Features to Sophisticated Evaluation Functions* (1998), and *Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello* (1997). Jonathan Shewchuk, *An Introduction to the
# Conjugate Gradient Method Without the Agonizing Pain* (1994).
