# %% [markdown]
# # 13 · Gomoku
#
# **What changes on a 15x15 board?**
#
# Five in a row wins. That is the whole of the rules. Play: you are dark, and you begin.

# %%
from gamekit.widgets import Board, Explore, Predict

Board("gomoku", level=2)

# %% [markdown]
# Switch on **Show its thinking** and look at where the numbers are. The board has 225 points, and the program thinks about a few dozen of them. It never looks at the rest. That is the first thing that changes. The second: a stone far away means
# nothing, and a single cell at the end of a row means everything. So a gomoku program is made of three things: *names* for what stands on a line, a *short list* of moves, and *tables* that are kept up to date move by move, because there is no time to look at 225
# points a million times a second.
#
# How bad would it be to try everything?

# %%
from gamekit.games import othello
from gamekit.perft import count_lines

lines = 225 * 224 * 223
plies = next(n for n in range(20) if count_lines(othello.start(), n) >= lines)
guess_all = Predict(
    "Every empty point is a move. How many lines of three moves are there?",
    answer=lines,
    kind="number",
    factor=2,
    reason=f"225 · 224 · 223, more than eleven million. In Othello it takes {plies} plies to get so many.",
)
guess_all

# %% [markdown]
# ## Names for what stands on a line
#
# Is a row of three dangerous? It depends on what it can *become*. So the names go from the top down: each shape is named by what **one stone more** can make of it. A stone looks along a line, up to five cells each way, and stops before a stone of the other side or the edge, which do the same harm. What it sees
# one way is a **half**: a text of `X` (own) and `.` (empty), nearest cell first. The entries of `ONE_STEP_LOWER` are asked from the top down: the best shape that one stone more can make gives the name.

# %%
from functools import cache

from gamekit.course import UNDECIDED, claim, finding
from gamekit.gomoku import patterns, shapes


def row_of(left, right):
    """How many stones are in a row: the one in the middle, and those that touch."""
    return 1 + len(left) - len(left.lstrip("X")) + len(right) - len(right.lstrip("X"))


def one_more(left, right):
    """Both halves with one stone more, in every way."""
    for place in range(5):
        if left[place : place + 1] == ".":
            yield left[:place] + "X" + left[place + 1 :], right
        if right[place : place + 1] == ".":
            yield left, right[:place] + "X" + right[place + 1 :]


ONE_STEP_LOWER = {
    "open four": "open three",
    "double four": "blocked three",
    "four": "blocked three",
    "open three": "open two",
    "blocked three": "blocked two",
    "open two": "open one",
    "blocked two": "dead one",
}


@cache
def shape(left, right):
    """The name of what stands on a line, from the shapes that one stone more would make."""
    if row_of(left, right) >= 5:
        return "five"
    more = [shape(*halves) for halves in one_more(left, right)]
    if more.count("five") >= 2:
        return "open four" if row_of(left, right) == 4 else "double four"
    if "five" in more:
        return "four"
    return next((lower for better, lower in ONE_STEP_LOWER.items() if better in more), "nothing")


for left, right in (("XX..", "..."), ("XX", "..."), ("XX.", "."), ("X.XX", "X.")):
    print(f"{left[::-1]}[X]{right}:".ljust(12), shape(left, right))

# %% [markdown]
# Look at the third: three in a row, both ends free, and still a *blocked* three. There are walls one cell further out on both sides. Whoever counts a row and its open ends gets this wrong. Here they all are, with the stone that is asked about in brackets.

# %%
from gamekit import draw
from gamekit.games import gomoku


def halves_of(line, place):
    """What the stone at a place of a line sees, each way."""
    left = line[:place].rpartition("O")[2][::-1]
    right = line[place + 1 :].partition("O")[0]
    return left[:5], right[:5]


GALLERY = (
    ("..XXXXX..", 4),
    ("..XXXX...", 4),
    (".OXXXX...", 4),
    (".X.XXX.X.", 4),
    ("...XXX...", 4),
    ("..X.XX...", 4),
    (".OXXX....", 3),
    (".O.XXX.O.", 4),
    ("...XX....", 4),
    (".OXX.....", 3),
    ("....X....", 4),
    (".OX......", 2),
)


def on_a_board(line):
    """A line in the middle of a narrow board."""
    empty = "." * len(line)
    rows = [empty, empty, line, empty, empty]
    return draw.thumbnail(gomoku.parse("/".join(rows) + " X"), width=400)


named = {}
for line, place in GALLERY:
    marked = f"{line[:place]}[{line[place]}]{line[place + 1 :]}"
    named[f"{shape(*halves_of(line, place))}|{marked}"] = on_a_board(line)
draw.gallery(named, columns=4, size=180)

# %% [markdown]
# ## A score for every point
#
# At an empty point four lines cross. What would a stone make of each? Two shapes together can be worth more than both alone: one move stops one of them. So the report scores **points**, not lines. This is its table. Names of two shapes mean two lines that cross at the point: a *four-three* is
# a four on one line and an open three on another, a *double three* two open threes, a *double two* two open twos.

# %%
reported_scores = {
    "five": 10000,
    "open four": 5000,
    "double four": 5000,
    "four-three": 5000,
    "double three": 3000,
    "three and blocked three": 2000,
    "four": 1000,
    "open three": 500,
    "double two": 400,
    "blocked three": 300,
    "open two": 200,
    "blocked two": 100,
    "open one": 70,
    "dead one": 50,
}
assert {**reported_scores, "nothing": 0} == shapes.SCORES

# %% [markdown]
# On the board: choose a position and a side, and see what each point near the stones is worth to it. The best point of ours less the best of theirs is the *table evaluation*.

# %%
from gamekit.gomoku.board import points

EXAMPLES = {
    "opening": "h8 i9 g9 i7",
    "a three": "h8 h9 i8 i9 j8 f6",
    "four-three": "f8 e8 g8 e10 h8 e6 i7 k11 i6 l4",
}


def scores(position="four-three", side="dark"):
    """What a stone of a side would make of each point."""
    state = gomoku.parse(EXAMPLES[position])
    found = points(state, 0 if side == "dark" else 1)
    best = max(found.items(), key=lambda pair: pair[1].score)
    shown = {name: point.score // 100 for name, point in found.items() if point.score >= 100}
    title = f"In hundreds; best for {side}: {best[0]}, {best[1].name}"
    return draw.board(state, numbers=shown, size=480, title=title)


assert points(gomoku.parse(EXAMPLES["four-three"]))["i8"].name == "four-three"


Explore(scores, position=list(EXAMPLES), side=["dark", "light"])

# %% [markdown]
# ## Whose turn is it?
#
# The report's prose says something else than its table: *an open four is worth 8000 to us and 5000 to the other side.* Should the value depend on whose turn it is? Ask the search. A four and an open four, with each side to move. (The column *patterns* is the
# kit's evaluation by learnt weights, which comes further down.)

# %% tags=["fold"]
from gamekit import move_name, value
from gamekit.gomoku import Engine, Switches, weights, wins_in
from gamekit.gomoku.board import BestPoints, PatternSum, tables

learnt = weights.learnt()
engine = Engine()


def parse_rows(rows, side):
    """A 15x15 position from some of its rows, by their numbers."""
    lines = ["." * 15] * 15
    for number, text in rows.items():
        lines[15 - number] = text.ljust(15, ".")
    return gomoku.parse("/".join(lines) + f" {side}")


def three_opinions(state):
    """(table evaluation, pattern evaluation, what a search of eight plies says)."""
    made = tables(state, learnt.of_patterns, learnt.tempo)
    engine.forget()
    return value(BestPoints(), made), value(PatternSum(), made), engine.think(state, depth=8)


def in_words(found):
    """A search's value: a win or a loss with its length, or an opinion."""
    plies = wins_in(found.value)
    if plies is None:
        return f"open, {found.value:+,}"
    return f"won in {plies}" if plies > 0 else f"lost in {-plies}"


# %%
FOUR = {9: ".......O.......", 8: "....OXXXX......", 7: "......O........", 6: ".....O........."}
OPEN_FOUR = {9: ".......O.......", 8: ".....XXXX......", 7: "......O........", 6: "....OO........."}
turns = {}
for name, rows in (("four", FOUR), ("open four", OPEN_FOUR)):
    for side in "XO":
        turns[name, side] = three_opinions(parse_rows(rows, side))
        table_says, patterns_say, found = turns[name, side]
        print(f"{name:9} {side} to move: table {table_says:+6,}", end="")
        print(f" patterns {patterns_say:+7,} search: {in_words(found)}")

# %%
shown = {}
for name, rows in (("four", FOUR), ("open four", OPEN_FOUR)):
    words = in_words(turns[name, "O"][2])
    shown[f"{name}, O to move:|{words}"] = draw.board(parse_rows(rows, "O"), size=300)
draw.gallery(shown, columns=2, size=300)

# %% [markdown]
# The table says the same thing, with the sign turned, whoever is to move. For a plain four that is nonsense: the side that owns it wins at once, or the other side stops it and it is worth little. For an *open* four it hardly matters. The kit's pattern weights therefore come in pairs, one for the case that the
# stone's side is to move and one for the other.

# %%
claim(
    "L13.3",
    "What a shape is worth depends on whose turn it is",
    reported="asked, with a four as the example; an open four 8000 for us and -5000 against, one number in the table",
    ours=f"four: {in_words(turns['four', 'X'][2])} with its side to move, {in_words(turns['four', 'O'][2])} otherwise; open four: {in_words(turns['open four', 'X'][2])}, and {in_words(turns['open four', 'O'][2])} for the other side",
    holds=wins_in(turns["four", "X"][2].value) == 1 and wins_in(turns["four", "O"][2].value) is None,
    remark="It holds if the same four wins with one side to move and is open with the other. An open four wins either way.",
)

# %% [markdown]
# ## What a sum cannot see
#
# A sum adds up what stands on each line. Take the report's scores for every stone on every line, and compare two positions. In both, dark has just moved. In the first it has a four. In the second it has two open threes that cross.


# %% tags=["fold"]
def all_lines(state):
    """Every line of a board as a list of cells (row, column)."""
    rows = state.record[0].height
    for row in range(rows):
        yield [(row, column) for column in range(rows)]
        yield [(column, row) for column in range(rows)]
    for offset in range(-rows + 1, rows):
        yield [(r, r - offset) for r in range(rows) if 0 <= r - offset < rows]
        yield [(r, rows - 1 - r + offset) for r in range(rows) if 0 <= rows - 1 - r + offset < rows]


# %%
CROSS = {
    12: "...O....O......",
    10: ".......X.......",
    9: ".......X.......",
    8: ".......XXX.....",
    5: "...O....O......",
}
SINGLE = {
    9: ".......O.......",
    8: "....OXXXX......",
    7: "......O........",
    6: ".....O.........",
    2: "..X............",
}


def linear_sum(state, mark="X"):
    """The report's scores, added up over every stone of a side and every line through it."""
    rows = str(state).split("\n")[1:16]
    grid = [line.split()[1:16] for line in rows]
    total = 0
    for line in all_lines(state):
        text = "".join(grid[r][c] for r, c in line)
        own = text if mark == "X" else text.translate(str.maketrans("XO", "OX"))
        for place, cell in enumerate(own):
            if cell == "X":
                total += shapes.SCORES[shape(*halves_of(own, place))]
    return total


judged = {}
for name, rows in (("one four", SINGLE), ("two open threes", CROSS)):
    state = parse_rows(rows, "O")
    difference = linear_sum(state, "X") - linear_sum(state, "O")
    judged[name] = difference, three_opinions(state)[2]
    print(f"{name:15} sum for dark {difference:+6,}", end="")
    print(f"  search, light to move: {in_words(judged[name][1])}")

# %%
draw.gallery(
    {
        f"{name}: sum {judged[name][0]:+,}|O to move: {in_words(judged[name][1])}": draw.board(
            parse_rows(rows, "O"), size=300
        )
        for name, rows in (("one four", SINGLE), ("two open threes", CROSS))
    },
    columns=2,
    size=300,
)

# %%
claim(
    "L13.4",
    "One open three is not much, two at once win, and a sum cannot say so",
    reported="a weakness of sums",
    ours=f"the sum prefers the four, {judged['one four'][0]:+,} to {judged['two open threes'][0]:+,}; the search: {in_words(judged['one four'][1])} after the four, {in_words(judged['two open threes'][1])} after the threes",
    holds=judged["one four"][0] > judged["two open threes"][0]
    and wins_in(judged["one four"][1].value) is None
    and (wins_in(judged["two open threes"][1].value) or 0) < 0,
    remark="Either three alone can be stopped. Both cannot. The score table has a row of its own for that, and a search needs no row.",
)

# %% [markdown]
# There is a middle way. Before the last stone was there, the two threes shared one *empty* point, and what a stone would make of its four lines **together** can have a weight of its own. So the kit adds up empty points, too: one weight for each combination of four shapes, in whatever order they cross. They were learnt from games
# together with the weights of the patterns. If lines that cross were worth no more than each alone, the last two columns would be equal.
# (A weight says what a point adds to the patterns of the stones around it. Where a stone would make a four, the three stones there are counted already, perhaps too much: the point's weight can then be negative.)

# %%
joint = weights.with_points().of_points[:, 0]  # where the point's side is to move


def worth(*lines):
    """What a point is worth where a stone would make these shapes, and no others."""
    made = [shapes.NAMES.index(line) for line in (*lines, "nothing", "nothing", "nothing")]
    return int(joint[shapes.packed(made[:4])])


together = {}
print("an empty point that would become  together   each alone, added up")
for pair in (("open two", "open two"), ("open three", "open three"), ("four", "open three")):
    together[pair] = worth(*pair), sum(worth(line) for line in pair)
    print(f"{' and '.join(pair):32} {together[pair][0]:+9,} {together[pair][1]:+12,}")
assert all(both > added for both, added in together.values())

# %%
finding(
    "L13.15",
    "A point where lines cross is worth more than its lines",
    f"learnt, in thousandths of a log-odds unit: two open threes {together['open three', 'open three'][0]:+,} together and {together['open three', 'open three'][1]:+,} added up; a four and an open three {together['four', 'open three'][0]:+,} and {together['four', 'open three'][1]:+,}",
    remark="Lesson 15 has the match with points against stones alone. `no-points` turns them off.",
)
# %% [markdown]
# ## A short list of moves
#
# Only points near stones can matter soon. How near? The kit takes all empty points within **two** of a stone.

# %%
guess_near = Predict(
    "Ten stones in the middle of the board: how many points lie within two of a stone?",
    answer=lambda: near[10, 2],
    kind="number",
    factor=1.3,
    reason="Every stone has 24 cells around it, and they overlap. As the game goes on the list grows slowly.",
)
guess_near

# %% tags=["answer"]
import numpy as np

from gamekit import moves, play
from gamekit.search.context import reset_work

no_weights = np.zeros((patterns.PATTERNS, 2), np.int32)
GAME = ["h8", "i9", "g9", "i7", "i8", "h7", "g7", "j9", "h9", "h10", "f8", "j8", "j6", "g8", "k9", "j7"]


def free_cells(state, distance=2):
    """The candidates of a position, computed from scratch."""
    at = tables(state, no_weights, distance=distance).record[0]
    return {int(cell) for cell in at.candidates[: at.count] if at.board[cell] == 0}


near = {}
for stones in (1, 2, 4, 6, 8, 10, 12, 14, 16):
    state = gomoku.parse(" ".join(GAME[:stones]))
    for distance in (1, 2):
        near[stones, distance] = len(free_cells(state, distance))
draw.learning_curves(
    {
        f"within {distance} of a stone": {
            stones: count for (stones, d), count in near.items() if d == distance
        }
        for distance in (1, 2)
    },
    title="Candidates as the board fills (of 225 points)",
    x_label="stones on the board",
    y_label="candidates",
)

# %% [markdown]
# Still too many. So they are **sorted**, by what the point is worth to us and to the other side, and only the best few are searched: the *width*. Before all that come the moves that need no thought: a five at hand is taken, a five of the other side is stopped, and neither costs any depth. But a width must not prove a loss: where the best few moves
# all lose, the others are tried as well. What is left out of a choice makes it a little worse; what is left out of a proof makes it false. (Our program once announced wins that a tournament program refuted, with replies that ours had not looked at.) Try widths. (At the root the program looks at twice as many.)

# %%
from gamekit.gomoku import QUIET  # three positions without a win at hand


@cache
def looked_at(width, depth=6, ordering=True):
    """(nodes, chosen moves) over three quiet positions."""
    nodes, chosen = 0, []
    for text in QUIET:
        state = gomoku.parse(text)
        found = Engine(Switches(width=width, ordering=ordering)).think(state, depth=depth)
        nodes += found.nodes
        chosen.append(move_name(state, found.move))
    return nodes, chosen


def widths(depth=6):
    """Nodes for several widths."""
    found = {f"best {width}": looked_at(width, depth)[0] for width in (4, 8, 16, 32)}
    found["all candidates"] = looked_at(225, depth)[0]
    title = f"Nodes to depth {depth}, three quiet positions"
    return draw.bars(found, log=True, title=title, x_label="nodes")


Explore(widths, depth=[4, 5, 6])

# %%
unsorted = looked_at(225, 4, ordering=False)[0]
everything, best_16 = looked_at(225), looked_at(16)
agree = sum(a == b for a, b in zip(everything[1], best_16[1], strict=True))
print(f"depth 4 with all candidates: {unsorted:,} nodes unsorted, {looked_at(225, 4)[0]:,} sorted")
print(f"depth 6: {everything[0]:,} nodes with all candidates, {best_16[0]:,} with the best 16")
print(f"the same move in {agree} of {len(QUIET)} positions: {', '.join(best_16[1])}")
assert looked_at(225, 4)[0] < unsorted
assert best_16[0] < everything[0]

# %%
claim(
    "L13.5",
    "Candidates near stones, sorting, top-K",
    reported="what makes depth possible",
    ours=f"after ten stones {near[10, 2]} of 215 empty points; sorting {unsorted / looked_at(225, 4)[0]:.1f} times fewer nodes at depth 4; the best 16 another {everything[0] / best_16[0]:.1f} times at depth 6, the same move in {agree} of {len(QUIET)}",
    holds=unsorted > looked_at(225, 4)[0] and everything[0] > best_16[0],
    remark="Sorting loses nothing. A width can: what is not looked at is not found.",
)

# %% [markdown]
# ## "Every win within the depth is found"
#
# You may read that a search of so many plies finds every win of that length. It finds those *among the moves that it looks at*. Dark moves and wins in five plies. The winning move touches no stone at all. A program with candidates at distance 1 never sees it, though it searches seven plies. (`threats=False` switches off the search for forced wins of
# lesson 13b, which would find it at once. Replies to a five cost no depth, so the other program needs a depth of only two for five plies.)

# %%
HIDDEN = {
    10: "...O...........",
    9: "....O..........",
    8: "...OXXX........",
    6: "........X......",
    5: "........XO.....",
    3: "......O........",
}
hidden = parse_rows(HIDDEN, "X")
answers = {
    distance: Engine(Switches(threats=False, distance=distance, width=225)).think(hidden, depth=7)
    for distance in (1, 2)
}
for distance, found in answers.items():
    print(f"distance {distance}: {move_name(hidden, found.move)}, {in_words(found)};", end="")
    print(f" {found.nodes:,} nodes, depth {found.depth}")
assert wins_in(answers[2].value) == 5
assert wins_in(answers[1].value) is None

# %%
title = "Four and three at once, two cells from every stone; after move 3 two fives are left"
draw.board(hidden, line=answers[2].line, title=title)

# %%
claim(
    "L13.6",
    "Every win within the depth is found, with candidates next to stones",
    reported="every win",
    ours=f"candidates at distance 1: {in_words(answers[1])} after seven plies and {answers[1].nodes:,} nodes; at distance 2: {in_words(answers[2])}",
    holds=wins_in(answers[1].value) is not None,
    remark="Not with candidates at distance 1, nor with a width. A win that is found is real; one that is not found may be there.",
)

# %% [markdown]
# ## Patterns: each stone, four lines, five cells each way
#
# The table evaluation knows fourteen names. Why not a weight for every way that a line can look? A stone sees two halves. Count them.

# %%
guess_patterns = Predict(
    "How many different patterns can two halves make?",
    answer=lambda: len(seen),
    kind="number",
    factor=1.5,
    reason="A half has 0 to 5 cells, each own or empty: 1 + 2 + 4 + 8 + 16 + 32 = 63. Two halves: 63 · 63.",
)
guess_patterns

# %% tags=["answer"]
from itertools import product

halves = set()
for cells in product("X.O", repeat=5):  # whatever lies on five cells; O stands for the edge, too
    halves.add("".join(cells).partition("O")[0])
seen = {(left, right) for left in halves for right in halves}
up_to_reflection = {min((left, right), (right, left)) for left, right in seen}
print(f"{len(halves)} halves, {len(seen):,} patterns, {len(up_to_reflection):,} up to reflection")
assert (len(halves), len(seen), len(up_to_reflection)) == (63, 3969, 2016)
assert (patterns.HALVES, patterns.PATTERNS, patterns.TIED) == (63, 3969, 2016)

# %% tags=["answer"]
every_half = [patterns.half_cells(number) for number in range(patterns.HALVES)]
kit_shapes = shapes.shapes_of_patterns(False)
same = sum(
    shape(left, right) == shapes.NAMES[kit_shapes[number]]
    for number, (left, right) in enumerate((left, right) for left in every_half for right in every_half)
)
print(f"{same:,} of {patterns.PATTERNS:,} patterns have the same name in the kit")
assert same == patterns.PATTERNS

# %% tags=["answer"]
claim(
    "L13.7",
    "Each stone sees up to five cells each way on four lines: 3969 patterns, 2016 up to reflection",
    reported="3969 and 2016",
    ours=f"{len(seen)} and {len(up_to_reflection)}, counted",
    holds=(len(seen), len(up_to_reflection)) == (3969, 2016),
)

# %% tags=["answer"]
claim(
    "L13.1",
    "Open four: two points make five; four: one. Open three can become an open four, blocked three only a four; and so on down",
    reported="the definitions",
    ours=f"twelve lines of code; {same:,} of {patterns.PATTERNS:,} patterns named as by the compiled program",
    holds=same == patterns.PATTERNS,
    remark="The definitions leave a case open: X.XXX.X has two points that make five and no row of four. We call it a double four.",
)

# %% [markdown]
# (The folded cells also compare names: your `shape` calls every pattern what the kit calls it.)
#
# A position is worth the sum of the weights of all its patterns, ours less theirs, as in lesson 12. The kit ships weights learnt by *logistic regression* (it finds the weights under which the results of the games were likeliest; lesson 13b builds it) from games that the program played against itself (`gamekit train gomoku`). What do they think of the same three stones with more and more room? (A bar is the edge or a stone of the other side.)

# %%
for line in ("[X]XX", "[X]XX.", "[X]XX..", ".[X]XX.", ".[X]XX..", "..[X]XX.."):
    mover, waiter = learnt.of_patterns[patterns.pattern(line)]
    named = shape(*(patterns.half_cells(half) for half in divmod(patterns.pattern(line), 63)))
    print(f"|{line}|".rjust(11), f"{mover:+5,} if its side is to move,", end="")
    print(f" {waiter:+5,} if not: {named}")

# %% [markdown]
# ## Nothing is computed twice
#
# A million nodes a second leaves a microsecond for everything. So nothing is looked up on the board; it is all *kept*, and a stone changes only what is near it. Four tricks.
#
# **1. A padded board in one dimension.** A step in any direction is one addition, and the rim stops every walk by itself. No question about edges, ever.

# %%
from gamekit.gomoku import board as kit


def padded(size=7, rim=2):
    """A small board of the same kind: where each cell is, in one list."""
    stride = size + rim
    print(f"right +1, down +{stride}, down right +{stride + 1}, down left +{stride - 1}")
    for row in range(-1, size + 1):
        inside = 0 <= row < size
        cells = [f"{(row + rim) * stride + column:4}" for column in range(stride + rim)]
        on_board = [inside and rim <= place < size + rim for place in range(stride + rim)]
        print("".join(c if on else "   #" for c, on in zip(cells, on_board, strict=True)))


padded()
print(f"the kit: steps {kit.STEPS[:4]}, {kit.SIGHT} cells of rim: as far as a stone sees")

# %% [markdown]
# **2. Adjacency counts.** For each cell and direction: how many stones of a colour lie side by side next to it. A new stone joins two counts into a row, and exactly two cells see that row: one behind each end. Write it there. There is no `if`. And a win is noticed for free: two opposite counts that sum to **four or more**.

# %%
STRIDE, CELLS = kit.STRIDE, kit.CELLS


def put(counts, cell):
    """A stone of one colour on an empty cell: keep the counts; has it made five?"""
    longest = 0
    for axis in range(4):
        ahead, behind, step = counts[axis][cell], counts[axis + 4][cell], kit.STEPS[axis]
        row = ahead + 1 + behind
        counts[axis + 4][cell + (ahead + 1) * step] = row
        counts[axis][cell - (behind + 1) * step] = row
        longest = max(longest, row)
    return longest >= 5


def take(counts, cell):
    """The same stone away again: the two cells see what they saw before."""
    for axis in range(4):
        ahead, behind, step = counts[axis][cell], counts[axis + 4][cell], kit.STEPS[axis]
        counts[axis + 4][cell + (ahead + 1) * step] = ahead
        counts[axis][cell - (behind + 1) * step] = behind


import random


def random_game(seed):
    """A random game with counts for both sides, all taken back: (moves, moves that agree)."""
    lots, state, played, right = random.Random(seed), gomoku.start(), [], 0
    counts = [[[0] * CELLS for _ in range(8)] for _ in range(2)]
    won = False
    while not won and len(played) < 225:
        move = lots.choice(list(moves(state)))
        turn, cell = len(played) % 2, int(kit.CELL_OF[move])
        won = put(counts[turn], cell)
        state = play(state, move)
        played.append(cell)
        at = tables(state, no_weights).record[0]
        empty = np.flatnonzero(at.board == 0)
        same_win = won == (state.record[0].winner != 0)  # the rules walk along the lines
        right += same_win and np.array_equal(np.array(counts)[..., empty], at.runs[..., empty])
    for turn, cell in reversed([(n % 2, cell) for n, cell in enumerate(played)]):
        take(counts[turn], cell)
    cells = [int(kit.CELL_OF[move]) for move in moves(gomoku.start())]
    return len(played), 0 if np.array(counts)[..., cells].any() else right


checked, agreeing = map(sum, zip(*[random_game(seed) for seed in range(6)], strict=True))
print(f"{agreeing} of {checked} moves of six random games: every count and every win agrees")
assert agreeing == checked

# %%
claim(
    "L13.8",
    "Adjacency counts update and undo without a condition; a win: two opposite counts sum to four or more",
    reported="no condition",
    ours=f"eight writes a stone; {agreeing} of {checked} random moves agree with counts from scratch and with the rules",
    holds=agreeing == checked,
    remark="Cells that are taken keep stale numbers, which nobody reads. That is what saves the condition.",
)

# %% [markdown]
# **3. Half-lines as numbers.** Each cell keeps what lies on its eight half-lines, two bits a cell. A new stone changes a half-line by one XOR. How many?

# %%
guess_halves = Predict(
    "One stone in the middle of the board: how many half-patterns must be looked at again?",
    answer=lambda: touched,
    kind="number",
    tolerance=2,
    reason="Eight directions, five cells each: 40 cells see the stone. And the stone itself begins to look in eight directions.",
)
guess_halves

# %% tags=["answer"]
from gamekit.gomoku.search import play_move, take_back

made = tables(gomoku.start(), no_weights)
at = made.record[0]
before = at.codes.copy()
play_move(at, int(kit.CELL_OF[gomoku.parse_move(gomoku.start(), "h8")]))
changed = int((before != at.codes).sum())
touched = changed + kit.DIRECTIONS
take_back(at)
print(f"{changed} half-lines changed, and {kit.DIRECTIONS} of the new stone: {touched}")
assert touched == 48
assert np.array_equal(before, at.codes)

# %%
claim(
    "L13.9",
    "Cached half-patterns: 48 change a move",
    reported="48",
    ours=f"{changed} around the stone and {kit.DIRECTIONS} of its own: {touched}",
    holds=touched == 48,
    remark="In the middle of the board; near the edge some fall away.",
)

# %% [markdown]
# **4. A running list of candidates with its bit set.** A new stone adds the cells near it that are not there yet; the set knows which. Cells that are taken stay in the list, and whoever reads it skips them. So the list only grows, and to undo is to cut it off at its old length. Here in plain Python, the set as one whole number:


# %%
class Candidates:
    """Empty cells within two of a stone, kept move by move."""

    def __init__(self):
        board = tables(gomoku.start(), no_weights).record[0].board
        self.cells, self.log = [], []
        rim = [cell for cell in range(CELLS) if board[cell] == gomoku.RIM]
        self.seen = sum(1 << cell for cell in rim)  # never listed

    def place(self, cell):
        """A stone brings the cells near it."""
        self.log.append((len(self.cells), self.seen))
        for step in kit.NEAR:
            if not self.seen >> (cell + step) & 1:
                self.seen |= 1 << (cell + step)
                self.cells.append(cell + step)

    def undo(self):
        """Cut off what the last stone brought."""
        count, self.seen = self.log.pop()
        del self.cells[count:]


def same_candidates(kept, state):
    """Do the kept cells and those from scratch agree?"""
    board = state.record[0].board
    return {cell for cell in kept.cells if board[kit.MOVE_OF[cell]] == 0} == free_cells(state)


kept, state, agreed = Candidates(), gomoku.start(), 0
lots = random.Random(5)
sizes = []
for _ in range(60):
    move = lots.choice(list(moves(state)))
    kept.place(int(kit.CELL_OF[move]))
    state = play(state, move)
    agreed += same_candidates(kept, state)
    sizes.append(len(kept.cells))
for size in reversed([0, *sizes[:-1]]):
    kept.undo()
    assert len(kept.cells) == size
print(f"{agreed} of {len(sizes)} positions agree; after as many undos the list is {kept.cells}")
assert agreed == len(sizes)

# %%
claim(
    "L13.10",
    "The running candidate list with its bit set, and the padded one-dimensional board",
    reported="undo is cheap",
    ours=f"{agreed} of {len(sizes)} positions agree with a list from scratch; undo cuts the list off",
    holds=agreed == len(sizes) and not kept.cells,
    remark="The kit's tests place and take back a million stones and compare every table.",
)

# %% [markdown]
# ## Immediate wins first
#
# A five at hand needs no search: take it. It sounds like nothing, and it saves most of a tree, because the children that it spares are the ones nobody needs. Lesson 03 counted tic-tac-toe with alpha-beta. Add one loop before the search:

# %% tags=["fold"]
from gamekit import INF, compiled, is_over
from gamekit.course import Ledger, changes, evaluator_for
from gamekit.games import tictactoe


def plain(state, depth, alpha, beta, evaluator, count):
    """Negamax with a window, as in lesson 05."""
    count[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        best = max(best, -plain(play(state, move), depth - 1, -beta, -alpha, evaluator, count))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def wins_first(state, depth, alpha, beta, evaluator, count):
    """The same; but a move that wins at once is taken and nothing is searched."""
    count[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    for move in moves(state):
        child = play(state, move)
        if is_over(child) and value(evaluator, child) < 0:
            return -value(evaluator, child)
    best = -INF
    for move in moves(state):
        best = max(best, -wins_first(play(state, move), depth - 1, -beta, -alpha, evaluator, count))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# %%
changes(plain, wins_first)


# %%
def counted(search, state, depth):
    """(value, nodes) of a search."""
    count = [0]
    return search(state, depth, -INF, INF, evaluator_for(state), count), count[0]


without, with_wins = (counted(search, tictactoe.start(), 9) for search in (plain, wins_first))
print(f"tic-tac-toe: {without[1]:,} nodes; with immediate wins first {with_wins[1]:,}", end="")
print(f"; value {with_wins[0]}")
assert without[0] == with_wins[0] == 0
assert without[1] == 18_297

# %%
claim(
    "L13.11",
    "Immediate wins first",
    reported="so that a win in one move is found sooner",
    ours=f"tic-tac-toe: {without[1]:,} to {with_wins[1]:,} nodes, value unchanged",
    holds=with_wins[1] < without[1],
    remark="The gomoku search does the same and more: it takes a five, stops a five, takes two fives to come, and only then lists moves.",
)

# %% [markdown]
# ## Nodes kept between depths and turns
#
# A search deepens: one ply, two, three. And after both sides have moved, the new position was already in the old tree. One report keeps the nodes of the tree; the kit keeps the transposition table (lesson 09), which is the same memory in another form. The switch is one line: clear it, or do not.

# %%
guess_kept = Predict(
    "Where does a table that is kept save more of the nodes?",
    choices=["between depths of one search", "between turns", "about the same"],
    answer=lambda: (
        "about the same"
        if abs(depths[0] / depths[1] - between[0] / between[1]) < 0.05
        else "between depths of one search"
        if depths[0] / depths[1] < between[0] / between[1]
        else "between turns"
    ),
    reason="Between depths it brings the best move of every position. Between turns it brings values two plies too shallow.",
)
guess_kept

# %% tags=["answer"]
from gamekit.gomoku.search import search
from gamekit.gomoku.work import Memory, new_work


def searcher():
    """A search of its own: (record of the search, table)."""
    work, memory = new_work(), Memory(16)
    memory.attach(work)
    work["remembering"], work["width"] = 1, 16
    return work, memory


def search_once(work, state, depth, distance=2):
    """Nodes of one search to a depth; the table stays as it is."""
    reset_work(work, 0, 0.0)
    at = tables(state, learnt.of_patterns, learnt.tempo, distance).record[0]
    search(at, work[0], depth, -INF, INF, 0)
    return int(work["nodes"][0])


def deepening(state, depth, keep):
    """Nodes of all depths up to this one, with the table kept between them or cleared."""
    work, memory = searcher()
    total = 0
    for each in range(1, depth + 1):
        if not keep:
            memory.clear()
            work["killers"] = 0
        total += search_once(work, state, each)
    return total


def turns_of(text, depth, keep):
    """Nodes of three turns of one side, with the table kept between them or cleared."""
    state, (work, memory) = gomoku.parse(text), searcher()
    total = 0
    for _ in range(3):
        if not keep:
            memory.clear()
            work["killers"] = 0
        for each in range(1, depth + 1):
            total += search_once(work, state, each)
        for _ in range(2):  # our move, and the answer that the search expects
            move = int(kit.MOVE_OF[work["line"][0][0, 0]])
            state = play(state, move)
            search_once(work, state, 2)
    return total


OPENINGS = (
    *("h8 i9 g7", "h8 h9 j8", "h8 i9 i6", "h8 g8 k9"),
    *("h8 h9 f6", "h8 i8 f9", "h8 i7 j10", "h8 g9 g6"),
)
positions = (*QUIET, *OPENINGS)
KEEP = (True, False)
depths = [sum(deepening(gomoku.parse(text), 7, keep) for text in positions) for keep in KEEP]
between = [sum(turns_of(text, 6, keep) for text in positions) for keep in KEEP]
print(f"seven depths: {depths[0]:,} nodes with the table kept, {depths[1]:,} cleared")
print(f"three turns of six plies: {between[0]:,} nodes kept, {between[1]:,} cleared")
assert depths[0] < 0.9 * depths[1]
assert between[0] < between[1]

# %% tags=["answer"]
claim(
    "L13.12",
    "What was found is of use again: at the next depth, and in the next turn",
    reported="kept for both",
    ours=f"kept between depths {depths[0] / depths[1]:.0%} of the nodes, between turns {between[0] / between[1]:.0%}; {len(positions)} positions",
    holds=depths[0] < depths[1] and between[0] < between[1],
    remark="Between depths it keeps the best move of every position, for the order. Between turns the values are left, two plies shallower than they are wanted: little.",
)

# %% [markdown]
# ## What killers are worth
#
# A killer (lesson 04) is a move that cut at the same depth a moment ago. In Othello it was worth about half a ply, in four in a row on 6x6 a whole one. In gomoku a threat must be answered wherever it is made, and one report says: one to two plies. Only points beside a stone are
# tried, as in that report, and nothing else orders the moves. What judges the leaves matters too, and here we must own up: the score table above is *another* report's, and we chose it for this claim when we knew both figures, the one with it and the one with our patterns. So both are below. A ply is a factor, as in lesson 04: if a ply more costs six times
# the nodes, then six times fewer nodes are one ply. The rule: the claim holds if killers gain at least one ply on average at depths 6 to 8, whatever judges the leaves; it does not if they gain less with either; else it is not decided. (Depth 8 is stored, as are the leaves by patterns. Nothing here is random: set `DEEPEST` to 8 and you count the same; `unordered(0, scoring=0)` counts with the leaves by patterns.)

# %%
import json

from gamekit.course import PACKAGE

ALWAYS, DEEPEST = 0, 7


def unordered(killing, scoring=1):
    """Nodes to reach each depth in the three quiet positions, the shallower searches included."""
    nodes = np.zeros(DEEPEST + 1, np.int64)
    for text in QUIET:
        work = new_work()
        work["ordering"], work["scoring"], work["killing"] = 0, scoring, killing
        work["killer_least"] = ALWAYS  # a killer is tried first whatever its point is worth
        for depth in range(1, DEEPEST + 1):
            nodes[depth:] += search_once(work, gomoku.parse(text), depth, distance=1)
    return nodes


def gains_of(without, by_killers):
    """Plies gained at each depth from 5 on."""
    without, by_killers = np.array(without), np.array(by_killers)
    factors = without[5:] / without[4:-1]  # what a ply more costs
    return (np.log(without[5:] / by_killers[5:]) / np.log(factors)).tolist()


stored = json.loads((PACKAGE / "data" / "experiments" / "l13_killers.json").read_text())
counted = {"without": unordered(0), "with": unordered(1)}
for name, nodes in counted.items():
    assert nodes.tolist() == stored["by the score table"][name][: DEEPEST + 1]
LEAVES = ("by the score table", "by patterns")
gains = {leaves: gains_of(stored[leaves]["without"], stored[leaves]["with"]) for leaves in LEAVES}
draw.bars(
    {f"leaves {leaves}, depth {5 + n}": gains[leaves][n] for leaves in LEAVES for n in range(4)},
    title="Gomoku on 15x15: plies that killers gain",
    x_label="plies",
)

# %%
means = [np.mean(gains[leaves][1:]) for leaves in LEAVES]  # of depths 6 to 8
claim(
    "L13.14",
    "Killer moves (two per ply, first in first out) search 1 to 2 plies deeper in gomoku",
    reported="+1 to +2 plies",
    ours="; ".join(
        f"leaves {leaves} {', '.join(f'{gain:+.2f}' for gain in gains[leaves][1:])} plies at depths 6, 7, 8"
        for leaves in LEAVES
    ),
    holds=True if min(means) >= 1 else False if max(means) < 1 else UNDECIDED,
    remark="Three positions. It holds or not as the leaves are judged: by the score table of another report killers gain one ply, the lower end of what was reported, by our patterns less.",
)

# %% [markdown]
# ### Killers before the list
#
# So much without an order. But the kit sorts moves by points. And to list the moves of a position, and to rank them, is a pass over all candidates. So try the killer **before** any move is listed: where it cuts, the list is never made. Three versions, to eight plies, with the moves sorted by points and no table. The record of the search counts how
# often moves were listed.

# %%
guess_killers = Predict(
    "Moves are sorted by points already. A killer that is always tried before them: what happens to the nodes?",
    choices=["clearly fewer", "about as many", "clearly more"],
    answer=lambda: (
        "clearly fewer"
        if always[0] < 0.9 * no_killers[0]
        else "clearly more"
        if always[0] > 1.1 * no_killers[0]
        else "about as many"
    ),
    reason="A quiet killer may refute as well as a threat, and have a larger tree below it.",
)
guess_killers

# %% tags=["answer"]
NEVER = 1 << 40


def killers_early(depth, least, killing=1):
    """(nodes, lists) to a depth; a killer is tried early if its point is worth at least so much."""
    nodes = lists = 0
    for text in QUIET:
        work, _ = searcher()
        work["remembering"], work["killing"], work["killer_least"] = 0, killing, least
        work["lists"] = 0
        for each in range(1, depth + 1):
            nodes += search_once(work, gomoku.parse(text), each)
        lists += int(work["lists"][0])
    return nodes, lists


from gamekit.gomoku.work import KILLER_LEAST

killer_counts = {
    "no killers": killers_early(8, NEVER, killing=0),
    "killers always first": killers_early(8, ALWAYS),
    "killers that make a threat": killers_early(8, KILLER_LEAST),
}
for name, (nodes, lists) in killer_counts.items():
    print(f"{name:27} {nodes:9,} nodes, {lists:8,} times listed")
no_killers, always, careful = killer_counts.values()
assert always[0] > 1.5 * no_killers[0]
assert abs(careful[0] / no_killers[0] - 1) < 0.1
assert careful[1] < 0.7 * no_killers[1]

# %% [markdown]
# Surprised? A killer that always comes first makes the tree *larger*. Sorted by points, a threat comes first: few replies, a small tree. A quiet killer may refute as well, and have a larger tree below it. So the kit tries a killer early only where it makes a threat in this position too. That saves no nodes to speak of. It saves **lists**: whole
# passes over the candidates.

# %%
claim(
    "L13.13",
    "Killers tried before moves are generated, so that a cut skips generation",
    reported="faster",
    ours=f"lists made: {no_killers[1]:,} without killers, {careful[1]:,} with those that make a threat; nodes {no_killers[0]:,} and {careful[0]:,}; killers always first: {always[0]:,} nodes",
    holds=careful[1] < no_killers[1],
    remark="It skips the lists. It saves no nodes here: an order by points leaves killers little to find.",
)

# %% [markdown]
# ## Renju: what is forbidden
#
# On an empty board the first player wins; that was shown long ago. Renju takes something away from black: a row of six (*overline*), two fours at once, two open threes at once. It sounds simple. It is not, because a three counts only if black may **really** make the *straight four* (renju's name for the open four), and that point may be forbidden
# itself, for reasons that have to be looked at in the same way. (Below, a three is *split* if it has a gap.)

# %% tags=["fold"]
RENJU = {
    "overline": (
        "h8 i8 j8 l8 m8",
        "h9 i9 g8 h7 i7",
        {"k8": "overline"},
        "k8 joins six",
    ),
    "two fours in one line": (
        "h14 h12 h10 h8",
        "h15 g11 i11 h7",
        {"h11": "double-four"},
        "h11: two fours, one line",
    ),
    "two threes": (
        "h8 j8 g7 k7",
        "f9 g9 h9 g8",
        {"i9": "double-three"},
        "i9: two threes, both split",
    ),
    "no three": (
        "m13 g10 h10 i9 h8",
        "f6",
        {},
        "j10 is allowed: m13 would make six",
    ),
    "threes that are none": (
        "g9 e8 h8 e7 e6 f6 g6 e5",
        "j11 i10 e9 f9 h9 i9 f7 e4",
        {"f8": "double-three"},
        "g8 is allowed, f8 is not",
    ),
    "forbidden by forbidden": (
        "f11 k10 l9 g8 h8 i8 k8 f7 h6 j5",
        "j11 k9 f8 j8",
        {"h9": "double-three", "h7": "double-three", "i6": "double-three"},
        "one ban hangs on another",
    ),
}


def renju_state(black, white):
    """A renju position with these stones, black to move."""
    marks = {name: mark for names, mark in ((black, "X"), (white, "O")) for name in names.split()}
    columns = "abcdefghijklmno"
    rows = ["".join(marks.get(f"{c}{row}", ".") for c in columns) for row in range(15, 0, -1)]
    return gomoku.parse("/".join(rows) + " X", rule="renju")


cases = {name: renju_state(black, white) for name, (black, white, _, _) in RENJU.items()}
for name, (_, _, wanted, _) in RENJU.items():
    print(f"{name:24} {gomoku.forbidden(cases[name]) or 'nothing forbidden'}")
    assert gomoku.forbidden(cases[name]) == wanted, name
for name, move, banned in (
    ("threes that are none", "g8", {"g7": "double-four"}),
    ("forbidden by forbidden", "h9", {"h7": "double-three"}),
):
    black, white, _, _ = RENJU[name]
    assert gomoku.forbidden(renju_state(f"{black} {move}", white)) == banned
draw.gallery(
    {f"{name}|{RENJU[name][3]}": draw.board(state, size=300) for name, state in cases.items()},
    columns=2,
    size=300,
)

# %% [markdown]
# Two of them in words. *g8 is allowed*: its three in column g would need g7 for the straight four, and g7 would make two fours at once, so only its three in row 8 counts. *f8 is not*: its threes in row 8 and on the diagonal e7, g9 can both become straight fours.
# *One ban hangs on another*: h9 makes three threes, but the one in column h needs h7, which would then be forbidden itself. The two on the diagonals count.
#
# To ask whether a move is forbidden is costly. So the search asks late, as one report does: only of moves that are about to be tried. A move that a cut spares is never asked about.
#
# ## Speaking to tournament managers
#
# Gomocup, the yearly tournament of gomoku programs, has a protocol: lines of text. `gamekit brain gomoku` speaks it, so the engine plays in Piskvork and other managers. A real conversation, with a real program in a process of its own. (X counts columns from the left, Y rows from the top, both from 0. In `BOARD`, 1 is the
# program's own stone.)

# %%
import subprocess
import sys

OWN_FOUR = "5,7,1 4,7,2 6,7,1 4,8,2 7,7,1 4,9,2 8,7,1 4,11,2"
ITS_FOUR = "4,4,1 5,5,2 12,2,1 6,6,2 2,12,1 7,7,2 12,12,1 8,8,2"


def whole(stones):
    """A whole position in the protocol: a line for each stone."""
    return "\n".join(["BOARD", *stones.split(), "DONE"])


MANAGER = ["START 15", "BEGIN", "RESTART", whole(OWN_FOUR), "RESTART", whole(ITS_FOUR), "TURN 20,3"]
brain = subprocess.run(
    [sys.executable, "-m", "gamekit", "brain", "gomoku"],
    input="\n".join([*MANAGER, "END"]) + "\n",
    capture_output=True,
    text=True,
    timeout=120,
)
said = [line for line in brain.stdout.splitlines() if not line.startswith(("MESSAGE", "DEBUG"))]
for question, answer in zip(MANAGER, said, strict=True):
    print("manager ", question.replace("\n", " "))
    print("brain   ", answer)

# %%
claim(
    "L13.2",
    "Speaking the piskvork protocol, the engine plays in real tournament managers",
    reported="it does",
    ours=f"{len(said)} questions, {len(said)} answers: it begins in the centre, completes its four at {said[3]}, stops the other's at {said[5]}, and refuses a point off the board",
    holds=said[:6] == ["OK", "7,7", "OK", "9,7", "OK", "9,9"] and said[6].startswith("ERROR"),
    remark="The other way round, piskvork:COMMAND is a player of the kit, so other people's programs can play in the arena.",
)

# %% [markdown]
# ## Where this goes wrong
#
# Somebody mends `undo` so that it needs no log: the stone goes, so the cells around it go. It looks natural. It passes a test with one stone. Do you see it?


# %%
class Hasty(Candidates):
    """Candidates whose undo has a bug."""

    def __init__(self):
        super().__init__()
        self.stones = []

    def place(self, cell):
        """As before, and remember the stone."""
        super().place(cell)
        self.stones.append(cell)

    def undo(self):
        """Take every cell near the last stone away."""
        cell = self.stones.pop()
        for step in kit.NEAR:
            if cell + step in self.cells:
                self.cells.remove(cell + step)
                self.seen &= ~(1 << (cell + step))


def cell_named(name):
    """The cell of a point such as h8."""
    return int(kit.CELL_OF[gomoku.parse_move(gomoku.start(), name)])


right, wrong = Candidates(), Hasty()
for each in (right, wrong):
    each.place(cell_named("h8"))
    each.place(cell_named("i9"))
    each.undo()
lost = sorted(set(right.cells) - set(wrong.cells))
one_stone = gomoku.parse("h8")
draw.board(
    one_stone,
    numbers={move_name(one_stone, int(kit.MOVE_OF[cell])): "?" for cell in lost},
    title=f"{len(lost)} of {len(right.cells)} candidates are lost (?), and h8 still stands",
)

# %% tags=["fold"]
assert len(right.cells) == 24
assert lost

# %% [markdown]
# A cell near the stone may be a candidate **because of another stone**. The bug hides: the search still runs, still answers, and plays worse and worse the deeper it looks, because every undo in the tree loses some moves for good. Two things find it at once: a test that plays and undoes many random moves and compares with a
# list from scratch, and node counts that change when the same search is asked twice.
#
# ## The ledger
#
# The ledger's positions are tic-tac-toe and Othello, so gomoku itself gets no row. Immediate wins do, for the small game.

# %% tags=["timing"]
ledger = Ledger.load(lesson=13, own=None)
fast = compiled(wins_first)


def measured(state, depth):
    """(value, nodes) by the compiled twin."""
    count = np.zeros(1, np.int64)
    return fast(state, depth, -INF, INF, evaluator_for(state), count), int(count[0])


ledger.measure("immediate wins first", measured, only=["tictactoe"])
ledger

# %% [markdown]
# ## What we take along
#
# - Shapes are named by what one stone more makes of them. A row and its open ends are not enough.
# - Values depend on whose turn it is, and a sum cannot see two threats at once. Search can.
# - A large board is searched by leaving things out: candidates, an order, a width. What is left out is not found.
# - Keep everything: counts, half-lines, points, candidates, key. A move changes what is near it, and undo is exact.
#
#
# [Lesson 13b](13b_force.ipynb) wins by force, and learns its weights from nothing.
#
# ## Your turn
#
# [Lab 13](../exercises/lab13-gomoku/lab13-gomoku.ipynb) builds shapes, the pattern number, candidates with undo, a win by fours, and the step of learning. Before or after it:
#
# 1. Under standard rules six in a row do not win. Change `shape` so that it names an `"overline"`, and compare with `shapes.shapes_of_patterns(True)`. How many of the 3969 patterns change their name?
# 2. Find another position like the hidden win: place a few stones so that the only winning move touches none of them. Check it with `Switches(distance=1)` and `Switches(distance=2)`.
# 3. Count how many of the 3969 patterns ever come up in a hundred random games. Which of them would you not care to learn a weight for?
#
# **To read more.** Janos Wagner and Istvan Virag, *Solving Renju* (2001). The rules of the Renju International Federation on forbidden moves. Petr Lastovicka, *Piskvork protocol*, on the Gomocup
# pages.
