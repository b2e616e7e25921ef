# %% [markdown]
# # 07 · Bitboards
#
# **How does a board fit in two integers, and what does numba buy?**
#
# Below is a game, move by move. Above the board stands all that the program keeps of it: two numbers, one for each side, written in base 16. A digit in base 16 is four
# squares, so two digits are a row; the last two are row 1. Move the slider and watch the numbers change.

# %% tags=["fold"]
import random as chances
import time
from dataclasses import replace
from importlib.resources import files

import numpy as np
from IPython.display import HTML
from numba import njit
from numba.core.errors import NumbaError

from gamekit import INF, GamekitError, Record, bits, compiled, draw, is_over, moves, play, to_move
from gamekit.bits import ALL, NONE, ONE, Bits, popcount
from gamekit.course import Ledger, changes, claim, finding
from gamekit.draw import scene, scene_picture
from gamekit.games import connect4, othello
from gamekit.games.othello import legal_mask
from gamekit.page import for_page
from gamekit.perft import count_lines
from gamekit.widgets import Explore, Predict

# %%
game = Record(othello.start(), "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6")


def two_words(move=8):
    """The board after so many moves, and its two words."""
    state = Record(othello.start(), game.moves[:move]).state
    dark, light = (state.player, state.opponent)[:: 1 - 2 * to_move(state)]
    return draw.board(state, legal=False, title=f"X={dark:016x} O={light:016x}")


Explore(two_words, move=(0, 20))

# %% [markdown]
# ## One bit a square
#
# A *word* has 64 bits, an Othello board 64 squares. Square a1 is bit 0, b1 is bit 1, and so on, row by row; h8 is bit 63. A set bit means: a disc of this side lies here. So a word is a
# **set of squares**, and a processor works on all of it in one step:
#
# | sets, in lesson 06 | words | |
# | --- | --- | --- |
# | <code>mine &#124; yours</code> | <code>mine &#124; yours</code> | all discs |
# | `mine & corners` | `mine & corners` | my corners |
# | `mine - yours` | `mine & ~yours` | without |
# | `len(mine)` | `popcount(mine)` | how many |
# | `{step(s) for s in mine}` | `mine << 8` | every disc one row further |
#
# The last line is where the speed comes from. A whole set of squares moves at once. `<<` moves towards **higher** numbers: on our boards, row 1 is at the top, so `<< 8` goes *down* on
# the screen, and `<< 1` to the right. `<< 9` does both: down and to the right. `<< 7` is one less than a row: down and to the left. `>>` goes towards **lower** numbers, the opposite way each time.
#
# Four names of the kit that you will meet: `Bits(n)` makes a word of a number. `NONE` is the word without a bit, the empty set. `ALL` has every bit. `ONE` has bit 0 alone, so `ONE << Bits(n)` is the set of square n alone.

# %%
draw.board(othello.start(), legal=False, numbers={square: square for square in range(64)})

# %% [markdown]
# In Python a number may grow without end. A word must not: what is shifted out at the top is gone. NumPy's `uint64` behaves like that, in plain Python and in compiled code. We call it `Bits`. It would warn us
# when something drops out; here that is what we want.

# %%
np.seterr(over="ignore")
start = othello.start()
mine, yours = Bits(start.player), Bits(start.opponent)


def shown(word, title=""):
    """A set of squares as a picture: dark discs where a bit is set."""
    picture = scene(othello.Othello(int(word), 0, 0), legal=False)
    return scene_picture(replace(picture, result="a set of squares"), title=title)


# %% tags=["fold"]
assert int(mine << Bits(8)) == (start.player << 8) % 2**64

# %% [markdown]
# Here are three rows of discs at the right rim. In a moment you can shift them. First guess what happens at the rim.

# %%
corner_discs = Bits(0x0000_0000_0080_C0E0)


shown(corner_discs, "three rows of discs at the right rim")

# %%
guess_wrap = Predict(
    "Shift the discs on column h by 1 towards higher numbers. What happens?",
    choices=["they drop off", "they come to column a, a row further", "they stay"],
    answer="they come to column a, a row further",
    reason="To the word, bit 7 and bit 8 are neighbours. The rim exists only for us. Somebody must take care of it, and forgetting that is the classic mistake of this lesson.",
)
guess_wrap

# %% [markdown]
# Now shift them. Try all four steps, towards higher and towards lower numbers.


# %%
def shifted(by=0, towards="higher"):
    """Three rows of discs at the right rim, shifted."""
    word = corner_discs << Bits(by) if towards == "higher" else corner_discs >> Bits(by)
    return shown(word, f"{by} towards {towards} numbers: {popcount(word)} of 6 discs")


Explore(shifted, by=[0, 1, 7, 8, 9], towards=["higher", "lower"])

# %% [markdown]
# ## Turning the board
#
# To flip the board upside down, swap its rows: first neighbours, then pairs, then halves. Three steps instead of 64. Mirroring does the same to columns. *Transposing*, which swaps rows and columns, needs three steps as well: within
# every block of 2x2 squares, swap the two off the diagonal; then, within every block of 4x4, the two blocks of 2x2 off the diagonal; then, on the whole board, those of 4x4.
#
# How do two bits change places? Take b1 and a2, which lie 7 bits apart. `word ^ (word >> 7)` has a bit where two such partners *differ*. The mask `k1` keeps one place for each pair of partners, that of b1. Where they differ, turning both over is as good as swapping them: `word ^ swap ^ (swap << 7)`.
# The other two steps do the same with larger blocks, and so with other distances and masks.


# %%
def upside_down(word):
    """Row 1 becomes row 8."""
    k1, k2 = Bits(0x00FF_00FF_00FF_00FF), Bits(0x0000_FFFF_0000_FFFF)
    word = ((word >> Bits(8)) & k1) | ((word & k1) << Bits(8))
    word = ((word >> Bits(16)) & k2) | ((word & k2) << Bits(16))
    return (word >> Bits(32)) | (word << Bits(32))


def mirror(word):
    """Column a becomes column h."""
    k1, k2 = Bits(0x5555_5555_5555_5555), Bits(0x3333_3333_3333_3333)
    k4 = Bits(0x0F0F_0F0F_0F0F_0F0F)
    word = ((word >> Bits(1)) & k1) | ((word & k1) << Bits(1))
    word = ((word >> Bits(2)) & k2) | ((word & k2) << Bits(2))
    return ((word >> Bits(4)) & k4) | ((word & k4) << Bits(4))


def transpose(word):
    """Rows become columns: b1 becomes a2."""
    k1, k2 = Bits(0x00AA_00AA_00AA_00AA), Bits(0x0000_CCCC_0000_CCCC)
    k4 = Bits(0x0000_0000_F0F0_F0F0)
    swap = (word ^ (word >> Bits(7))) & k1
    word = word ^ swap ^ (swap << Bits(7))
    swap = (word ^ (word >> Bits(14))) & k2
    word = word ^ swap ^ (swap << Bits(14))
    swap = (word ^ (word >> Bits(28))) & k4
    return word ^ swap ^ (swap << Bits(28))


SOME = Bits(0x0000_1010_1E02_0200)


def turned_board(how="as it is"):
    """A shape without symmetry, turned."""
    turn = {
        "as it is": lambda word: word,
        "upside down": upside_down,
        "mirror": mirror,
        "transpose": transpose,
    }
    return shown(turn[how](SOME), how)


Explore(turned_board, how=["as it is", "upside down", "mirror", "transpose"])

# %% [markdown]
# Watch the three steps of transposing. Each square carries its number, and the numbers change places: in blocks of 2x2, of 4x4, and on the whole board.

# %% tags=["fold"]
SWAPS = (7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)


def transposed_so_far(steps=1):
    """The numbers of the squares after so many steps of transposing."""
    now = {}
    for square in range(64):
        word = ONE << Bits(square)
        for distance, mask in SWAPS[:steps]:
            swap = (word ^ (word >> Bits(distance))) & Bits(mask)
            word = word ^ swap ^ (swap << Bits(distance))
        now[next(iter(bits.squares(word)))] = square
    assert steps < 3 or all(ONE << Bits(place) == transpose(ONE << Bits(now[place])) for place in now)
    picture = scene(othello.Othello(0, 0, 0), legal=False, numbers=now)
    picture = replace(picture, result="numbers of squares")
    return scene_picture(picture, title=f"transposing, after step {steps}")


Explore(transposed_so_far, steps=(0, 3))

# %% [markdown]
# A *diagonal* is harder to get at: its squares lie 9 bits apart. Here is a trick to gather them. Keep only the diagonal, so that each column has at most one disc. Multiply by a word that has a bit in column a of every row: that adds up eight
# copies, each one row further, and in row 8 all discs arrive side by side. Row 8 is the highest eight bits of the word. Shift them down by 56: eight bits are left.

# %%
FILE_A = Bits(0x0101_0101_0101_0101)


def gather(word, line):
    """The discs of one line (a row or a diagonal) as eight bits, one for each column."""
    return ((word & line) * FILE_A) >> Bits(56)


def scatter(byte, line):
    """Eight bits back onto their line: copied into every row, and only the line is kept."""
    return (byte * FILE_A) & line


# %% tags=["fold"]
random = np.random.default_rng(7)
words = random.integers(0, 2**64, 300, dtype=np.uint64)


def moved(word, where):
    """The same by a loop over squares: the disc on (column, row) goes where the function says."""
    found = NONE
    for square in bits.squares(word):
        column, row = where(square % 8, square // 8)
        found |= ONE << Bits(8 * row + column)
    return found


FALLING = Bits(0x8040_2010_0804_0201)  # from a1 to h8
for word in words:
    assert upside_down(word) == moved(word, lambda column, row: (column, 7 - row))
    assert mirror(word) == moved(word, lambda column, row: (7 - column, row))
    assert transpose(word) == moved(word, lambda column, row: (row, column))
    assert list(bits.squares(gather(word, FALLING))) == [s % 8 for s in bits.squares(word & FALLING)]
    assert scatter(gather(word, FALLING), FALLING) == word & FALLING
print(f"equal to loops over squares on {len(words)} random words")

# %%
claim(
    "L07.1",
    "Transposing, mirroring and taking out diagonals can be done by bit operations",
    reported="by bit operations",
    ours=f"three steps each, one multiplication for a diagonal; equal to loops on {len(words)} random words",
    holds=all(transpose(transpose(word)) == word == mirror(mirror(word)) for word in words),
)

# %% [markdown]
# ## Three ways to find the moves
#
# We write three texts: a loop over squares, a lookup of whole lines, and shifted fills. On the first you see what numba does.
#
# ### 1. A loop over squares
#
# As in lesson 06: for each empty square look in eight directions.


# %%
def moves_by_squares(mine, yours):
    """Where I may play: look at every square and every direction."""
    found = NONE
    for square in range(64):
        if (mine | yours) & (ONE << Bits(square)):
            continue
        for right in (-1, 0, 1):
            for down in (-1, 0, 1):
                column, row, between = square % 8 + right, square // 8 + down, 0
                while 0 <= column < 8 and 0 <= row < 8 and yours & (ONE << Bits(8 * row + column)):
                    column, row, between = column + right, row + down, between + 1
                on_board = 0 <= column < 8 and 0 <= row < 8
                if between > 0 and on_board and mine & (ONE << Bits(8 * row + column)):
                    found |= ONE << Bits(square)
    return found


shown(moves_by_squares(mine, yours), "X may move here")

# %% [markdown]
# ### The same text under numba
#
# `compiled` hands the same text to numba, which turns it into machine code. Nothing is rewritten. (The direction 0, 0 needs no special case: nothing lies between a square and itself.)

# %%
fast_by_squares = compiled(moves_by_squares)
shown(fast_by_squares(mine, yours), "the same, compiled")

# %% tags=["fold"]
assert fast_by_squares(mine, yours) == moves_by_squares(mine, yours)

# %% [markdown]
# ### 2. Look up whole lines
#
# On one line of eight squares there are only 3⁸ different situations. Work them all out beforehand. Then a board is 38 lines: eight rows, eight columns, and the eleven diagonals of each direction that have three squares or more. Gather each
# line, look it up, scatter the answer. Columns are the rows of the transposed board. The code is folded, since the next question asks about its last step. Open it afterwards.


# %% tags=["fold"]
def line_moves(mine, yours):
    """Where I may play on one line of eight squares."""
    found = 0
    for place in range(8):
        for step in (-1, 1):
            at = place + step
            while 0 <= at < 8 and yours >> at & 1:
                at += step
            is_empty = not (mine | yours) >> place & 1
            if is_empty and abs(at - place) > 1 and 0 <= at < 8 and mine >> at & 1:
                found |= 1 << place
    return found


LINE_MOVES = np.zeros((256, 256), np.uint64)
for a in range(256):
    for b in range(256):
        if a & b == 0:  # no square has two discs
            LINE_MOVES[a, b] = line_moves(a, b)


def diagonal(column, row, right):
    """The squares of a diagonal that goes down from here."""
    word = NONE
    while 0 <= column < 8 and row < 8:
        word |= ONE << Bits(8 * row + column)
        column, row = column + right, row + 1
    return word


ROWS = np.array([0xFF << 8 * row for row in range(8)], np.uint64)
falling = [diagonal(column, 0, 1) for column in range(6)]
falling += [diagonal(0, row, 1) for row in range(1, 6)]
LINES = np.array([*ROWS, *falling, *(mirror(line) for line in falling)], np.uint64)


def moves_by_lines(mine, yours):
    """Where I may play: look up all 38 lines."""
    found = NONE
    for line in LINES:
        found |= scatter(LINE_MOVES[gather(mine, line), gather(yours, line)], line)
    mine, yours, across = transpose(mine), transpose(yours), NONE
    for line in ROWS:
        across |= scatter(LINE_MOVES[gather(mine, line), gather(yours, line)], line)
    return found | transpose(across)


# %% tags=["fold"]
assert len(LINES) + len(ROWS) == 38
assert moves_by_lines(mine, yours) == moves_by_squares(mine, yours)

# %% [markdown]
# Each line says where *it* allows a move. How do we put the answers together? One report says: "intersect the playable squares of all lines".

# %%
guess_union = Predict(
    "How do we put the answers of all lines together?",
    choices=["their intersection: all lines must agree", "their union: one line is enough"],
    answer="their union: one line is enough",
    reason="Four lines pass through a square and usually only one or two of them turn something. An intersection of all lines is empty: no square lies on all 38.",
)
guess_union


# %% tags=["fold"]


def moves_by_intersection(mine, yours):
    """What the report's sentence says, for the four lines through each square."""
    found = [NONE, NONE, NONE, NONE]  # what rows, falling, rising and columns allow
    for number, line in enumerate(LINES):
        kind = 0 if number < 8 else 1 if number < 19 else 2
        found[kind] |= scatter(LINE_MOVES[gather(mine, line), gather(yours, line)], line)
    flipped = transpose(mine), transpose(yours)
    for line in ROWS:
        found[3] |= transpose(scatter(LINE_MOVES[gather(flipped[0], line), gather(flipped[1], line)], line))
    return found[0] & found[1] & found[2] & found[3]


# %% tags=["answer"]
claim(
    "L07.2",
    "Intersect the playable squares of all lines",
    reported="the intersection",
    ours=f"at the start the intersection has {popcount(moves_by_intersection(mine, yours))} moves, the union {popcount(moves_by_lines(mine, yours))}",
    holds=moves_by_intersection(mine, yours) == moves_by_lines(mine, yours),
    remark="It is their union. Even if you read it as the four lines through each square, all four would have to turn discs at once.",
)

# %% [markdown]
# ### 3. Shifted fills
#
# No table at all. Take all my discs at once and shift them one step: those that land on your discs have started a run. Shift the run again, and again; it grows as long as it meets your discs. Six steps are the longest run there is. One step further
# lies the move, if the square is empty.
#
# And the rim? A run may pass only *through* discs that are not on the rim of its direction: sideways and on diagonals, only through columns b to g. Then nothing can wrap around. Up and down
# need no mask: what leaves the word is gone.

# %%
INNER = Bits(0x7E7E_7E7E_7E7E_7E7E)  # columns b to g
STEPS = np.array([1, 8, 7, 9], np.uint64)  # along rows, along columns, and the two diagonals
THROUGH = np.array([INNER, ALL, INNER, INNER], np.uint64)


def moves_by_fills(mine, yours):
    """Where I may play: all runs of your discs, grown from all my discs at once."""
    found = NONE
    for way in range(4):
        step, through = STEPS[way], yours & THROUGH[way]
        higher, lower = through & (mine << step), through & (mine >> step)
        for _ in range(5):
            higher |= through & (higher << step)
            lower |= through & (lower >> step)
        found |= (higher << step) | (lower >> step)
    return found & ~(mine | yours)


# %% tags=["fold"]
assert moves_by_fills(mine, yours) == moves_by_squares(mine, yours)

# %% [markdown]
# Watch one direction fill: the discs that runs have reached after each step, from all of X's discs at once, and the moves found so far.

# %%
middle = Record(othello.start(), game.moves[:18]).state


def run_after(steps=1, direction="down"):
    """How far the runs of the mover's discs have grown after so many steps."""
    way = {"right": 0, "down": 1, "down left": 2, "down right": 3}[direction]
    through, step = Bits(middle.opponent) & THROUGH[way], STEPS[way]
    run = through & (Bits(middle.player) << step)
    for _ in range(steps - 1):
        run |= through & (run << step)
    ends = (run << step) & ~Bits(middle.player | middle.opponent)
    marks = {int(square): "run" for square in bits.squares(run)}
    marks |= {int(square): "move" for square in bits.squares(ends)}
    return draw.board(middle, legal=False, numbers=marks, title=f"{direction}, after step {steps}")


Explore(run_after, steps=(1, 6), direction=["right", "down", "down left", "down right"])

# %% [markdown]
# ### Do they agree, and what do they cost?
#
# Ten thousand positions from random games, by our three ways and by the kit's own as the fourth. In the folded cell `way` chooses one of the four.

# %% tags=["fold"]
BY_SQUARES, BY_LINES, BY_FILLS, BY_THE_KIT = 0, 1, 2, 3


def find_all(way, mine, yours, found):
    """Find the moves of many positions."""
    for i in range(len(mine)):
        if way == BY_SQUARES:
            found[i] = moves_by_squares(mine[i], yours[i])
        elif way == BY_LINES:
            found[i] = moves_by_lines(mine[i], yours[i])
        elif way == BY_FILLS:
            found[i] = moves_by_fills(mine[i], yours[i])
        else:
            found[i] = legal_mask(mine[i], yours[i])


def some_positions(count, seed):
    """Positions of random games: my words and yours."""
    chance, found = chances.Random(seed), []
    while len(found) < count:
        state = othello.start()
        while not is_over(state):
            found.append((state.player, state.opponent))
            state = play(state, chance.choice(moves(state)))
    return np.array(found[:count], np.uint64).T.copy()


all_mine, all_yours = some_positions(10_000, seed=7)
fast_find_all = compiled(find_all)
answers = np.zeros((4, len(all_mine)), np.uint64)
for way in range(4):
    fast_find_all(way, all_mine, all_yours, answers[way])
assert (answers == answers[0]).all()
plain = np.zeros((3, 60), np.uint64)
for way in range(3):
    find_all(way, all_mine[:60], all_yours[:60], plain[way])
assert (plain == answers[0][:60]).all()
found_moves = int(np.bitwise_count(answers[0]).sum())
print(f"four ways, {len(all_mine):,} positions, {found_moves:,} moves: all agree")

# %%
guess_numba = Predict(
    "The loop over squares: how much faster will numba make it?",
    choices=["about 3 times", "about 10 times", "30 times or more"],
    answer="30 times or more",
    reason="Python spends its time on finding out what each + and & means for these objects, again and again. Numba finds out once.",
)
guess_numba

# %% tags=["timing", "answer"]
WAYS = {
    BY_SQUARES: "loop over squares",
    BY_LINES: "lookup of lines",
    BY_FILLS: "shifted fills",
    BY_THE_KIT: "the kit (all four directions at once)",
}


def best_of(work, repeat=5):
    """The shortest of a few runs, in seconds of this process alone: noise only ever adds."""
    times = []
    for _ in range(repeat):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


found = np.zeros(len(all_mine), np.uint64)
quick = {
    name: best_of(lambda way=way: fast_find_all(way, all_mine, all_yours, found)) / len(all_mine) * 1e6
    for way, name in WAYS.items()
}
slow = {
    WAYS[way]: best_of(lambda way=way: find_all(way, all_mine[::1000], all_yours[::1000], found), 3)
    / 10
    * 1e6
    for way in (BY_SQUARES, BY_LINES, BY_FILLS)
}
gains = (
    quick["loop over squares"] / quick["lookup of lines"],
    slow["loop over squares"] / slow["lookup of lines"],
)
fills = quick["lookup of lines"] / quick["shifted fills"]
draw.bars(
    {f"Python: {name}": taken for name, taken in slow.items()}
    | {f"numba: {name}": taken for name, taken in quick.items()},
    log=True,
    marked=[f"Python: {name}" for name in slow],
    title="All moves of one position",
    x_label="µs, on a logarithmic axis",
)

# %% tags=["timing"]
claim(
    "L07.3",
    "Lookup of whole lines is about 10 times faster than a loop over squares",
    reported="about 10x",
    ours=f"{gains[0]:.0f}x compiled, {gains[1]:.0f}x in plain Python",
    holds=gains[0] >= 10,
    remark="Judged by the compiled figure: it holds if it is at least as many times faster as reported. It depends on how the loop is written.",
)

# %% tags=["timing"]
finding(
    "L07.4",
    "Shifted fills find the moves faster than a lookup of lines",
    ours=f"{fills:.1f}x faster than the lookup, compiled; the kit's own, which shifts four directions in one instruction, {quick['shifted fills'] / quick['the kit (all four directions at once)']:.1f}x faster again",
    remark="No table, no branches: processors like that.",
)

# %% tags=["timing", "answer"]
finding(
    "L07.5",
    "Machine code against plain Python, the same text",
    ours=", ".join(f"{name}: {slow[name] / quick[name]:.0f}x" for name in slow),
)

# %% [markdown]
# ## Turn the discs, and prove the rules
#
# The same fill finds the discs that turn: grow a run from the new disc, and keep it if it ends at a disc of mine.
#
# `perft` takes the moves out of the word one by one, by `legal & (~legal + ONE)`. `~legal` turns all bits over. Adding one makes a carry, which runs up to the lowest bit that was set in `legal` and sets it again. Above it all bits stay turned over, so `&` leaves that bit alone.


# %%
def turned_by_fills(mine, yours, disc):
    """Your discs that turn when I play here; the disc is a word with one bit."""
    found = NONE
    for way in range(4):
        step, through = STEPS[way], yours & THROUGH[way]
        higher, lower = through & (disc << step), through & (disc >> step)
        for _ in range(5):
            higher |= through & (higher << step)
            lower |= through & (lower >> step)
        if mine & (higher << step):
            found |= higher
        if mine & (lower >> step):
            found |= lower
    return found


def perft(mine, yours, depth):
    """Lines of play of this length. A pass takes a ply; a game that is over counts once."""
    if depth == 0:
        return 1
    legal = moves_by_fills(mine, yours)
    if legal == NONE:
        return perft(yours, mine, depth - 1) if moves_by_fills(yours, mine) else 1
    count = 0
    while legal:
        disc = legal & (~legal + ONE)  # the lowest bit alone
        legal ^= disc
        turned = turned_by_fills(mine, yours, disc)
        count += perft(yours ^ turned, mine ^ turned ^ disc, depth - 1)
    return count


# %% [markdown]
# *Perft* counts all lines of play. Programs all over the world agree on these numbers. A program that gets them right has the rules right, as far as it counted: every move and every turned disc. Nothing else that is so short tests so much.

# %%
fast_perft = compiled(perft)
PUBLISHED = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288]
PUBLISHED += [24_571_284]
counts = [fast_perft(mine, yours, depth) for depth in range(11)]
for depth, lines in enumerate(counts):
    print(f"{depth:2} plies: {lines:10,} lines, published {PUBLISHED[depth]:10,}")

# %% tags=["fold"]
assert counts == PUBLISHED == [count_lines(start, depth) for depth in range(11)]
assert perft(mine, yours, 3) == 56  # the same text without numba

# %% [markdown]
# ## Three speeds of one text
#
# `perft` and all that it calls is one text. Plain Python runs it as it stands. `compiled` makes machine code of it. And `for_page` makes a module of it that any web browser runs: no Python, no server.
# The boards of the book are played in this way. The last column below is measured **in your browser, now**, by the text that you have just read. (Where no script may run it goes on saying "measuring". When
# we tried it in Chromium it was a few hundred times plain Python, not far from machine code.)

# %% tags=["fold", "timing"]


def lines_a_second(count, depth, repeat=3):
    """How many lines of play a function counts in a second: the best of a few runs."""
    times = []
    for _ in range(repeat):
        begin = time.process_time()
        count(mine, yours, depth)
        times.append(time.process_time() - begin)
    return PUBLISHED[depth] / min(times)


IN_THE_PAGE = """
<table id="gk-three-speeds" style="border-spacing:1.2em 0.3em;border-collapse:separate"><thead><tr><th></th><th>plain Python</th><th>machine code</th>
<th>in this page</th></tr></thead><tbody>
<tr><th style="text-align:left">lines of play a second</th><td>{plain:,.0f}</td><td>{fast:,.0f}</td>
<td data-gk-speed="page">{wait}</td></tr>
<tr><th style="text-align:left">times plain Python</th><td>1</td><td>{ratio:,.0f}</td>
<td data-gk-speed="ratio">{wait}</td></tr></tbody></table>
<script>{scripts}
(async () => {{
  const table = [...document.querySelectorAll("#gk-three-speeds")].at(-1);
  const tell = (what, text) => {{ table.querySelector(`[data-gk-speed=${{what}}]`).textContent = text; }};
  try {{
    const count = gamekit.forPage(gamekitModules.perft), times = [];
    let lines = 0;
    for (let turn = 0; turn < 4; turn++) {{
      const begin = performance.now();
      lines = Number(await count({mine}n, {yours}n, 7));
      times.push(performance.now() - begin);
    }}
    const speed = 1000 * lines / Math.min(...times);
    tell("page", lines === {right} ? Math.round(speed).toLocaleString("en-US") : `wrong: ${{lines}} lines`);
    tell("ratio", Math.round(speed / {plain}).toLocaleString("en-US"));
  }} catch (problem) {{ tell("page", String(problem)); }}
}})();
</script>"""


def three_speeds():
    """Plain Python, machine code and the page side by side, as HTML; the page measures itself."""
    plain, fast = lines_a_second(perft, 4), lines_a_second(fast_perft, 8)
    try:
        module = for_page(perft, mine, yours, 7).script("perft")
        wait = "measuring"
    except GamekitError as problem:  # no program on this machine makes such modules
        module, wait = "", str(problem)
    scripts = files("gamekit.page").joinpath("face.js").read_text() + module if module else "if (0)"
    told = {"plain": plain, "fast": fast, "ratio": fast / plain, "right": PUBLISHED[7]}
    return HTML(IN_THE_PAGE.format(**told, wait=wait, scripts=scripts, mine=mine, yours=yours))


# %% tags=["timing"]
three_speeds()

# %% [markdown]
# ## Where this goes wrong
#
# Somebody finds the masks tiresome and leaves them out: one line changes. At the start all four moves are right. So are thousands of positions after it.

# %% tags=["fold"]


def careless_moves(mine, yours):
    """As moves_by_fills, but a run may pass through every disc."""
    found = NONE
    for way in range(4):
        step, through = STEPS[way], yours
        higher, lower = through & (mine << step), through & (mine >> step)
        for _ in range(5):
            higher |= through & (higher << step)
            lower |= through & (lower >> step)
        found |= (higher << step) | (lower >> step)
    return found & ~(mine | yours)


def careless_perft(mine, yours, depth):
    """Perft with careless moves; the discs that turn are found correctly."""
    if depth == 0:
        return 1
    legal = careless_moves(mine, yours)
    if legal == NONE:
        return careless_perft(yours, mine, depth - 1) if careless_moves(yours, mine) else 1
    count = 0
    while legal:
        disc = legal & (~legal + ONE)
        legal ^= disc
        turned = turned_by_fills(mine, yours, disc)
        count += careless_perft(yours ^ turned, mine ^ turned ^ disc, depth - 1)
    return count


fast_careless = compiled(careless_perft)
careless_counts = [fast_careless(mine, yours, depth) for depth in range(10)]
first_wrong = next(depth for depth in range(10) if careless_counts[depth] != PUBLISHED[depth])

# %%
changes(moves_by_fills, careless_moves)

# %%
guess_depth = Predict(
    "At which depth does perft first show that something is wrong?",
    answer=lambda: first_wrong,
    kind="number",
    reason="A run must first reach the rim and wrap around it. Until then every count is right. That is why one looks deep, and why a few test positions are not enough.",
)
guess_depth

# %% tags=["answer"]
print("depth  published  careless")
for depth in range(10):
    note = "" if careless_counts[depth] == PUBLISHED[depth] else "<- wrong"
    print(f"{depth:5} {PUBLISHED[depth]:10,} {careless_counts[depth]:9,} {note}")

# %% [markdown]
# To *find* such a mistake, count below each move separately (`gamekit perft othello DEPTH --split`, or `gamekit.perft.split`) and follow the move whose count differs, one ply at a time. Here we look for a position in which the two disagree.

# %%
wrong = 0
while careless_moves(all_mine[wrong], all_yours[wrong]) == answers[0][wrong]:
    wrong += 1
broken = othello.Othello(int(all_mine[wrong]), int(all_yours[wrong]), 0)
extra = careless_moves(all_mine[wrong], all_yours[wrong]) & ~answers[0][wrong]
marks = {int(square): "?" for square in bits.squares(extra)}
draw.board(broken, numbers=marks, title="A move that does not exist")

# %% [markdown]
# A second slip: a side without a move ends the game. Again one line changes.

# %% tags=["fold"]


def no_pass(mine, yours, depth):
    """Perft of rules without a pass."""
    if depth == 0:
        return 1
    legal = moves_by_fills(mine, yours)
    if legal == NONE:
        return 1
    count = 0
    while legal:
        disc = legal & (~legal + ONE)  # the lowest bit alone
        legal ^= disc
        turned = turned_by_fills(mine, yours, disc)
        count += no_pass(yours ^ turned, mine ^ turned ^ disc, depth - 1)
    return count


fast_no_pass = compiled(no_pass)
changes(perft, no_pass)

# %%
no_pass_counts = [fast_no_pass(mine, yours, depth) for depth in range(11)]
for depth in (8, 9, 10):
    print(f"{depth:2} plies: {no_pass_counts[depth]:10,} lines, published {PUBLISHED[depth]:10,}")

# %% tags=["fold"]
assert no_pass_counts[:10] == PUBLISHED[:10]
assert no_pass_counts[10] != PUBLISHED[10]

# %% [markdown]
# To 9 plies nothing differs. The first pass comes with the ninth ply, and a count to 9 does not see what follows it. Take a line of eight plies after which the mover must pass. With a pass it goes on as *one* line of nine plies;
# without, the game is over there and counts as *one*. Only the tenth ply differs: after a pass there are moves to count. So count deep enough to meet the rule that you want to test, or count from a position
# that needs it. And what perft does not count at all, such as who has won, it cannot prove.

# %% tags=["answer"]
finding(
    "L07.6",
    "Perft finds what test positions do not",
    ours=f"our rules: the published counts to 10 plies; without the masks the first wrong count comes at {first_wrong} plies, "
    f"without a pass at {next(d for d in range(11) if no_pass_counts[d] != PUBLISHED[d])}",
)

# %% [markdown]
# ## Recursion or an explicit stack?
#
# A recursive function keeps its open nodes on the machine's own stack. One can also keep them in arrays and loop. One report did so to be faster, and gives no figure. Is it? The
# same count, both ways; the second text is folded. Before we look: we call it faster if it takes at most 95 % of the time.

# %% tags=["fold"]


def perft_with_stack(mine, yours, depth):
    """Perft without recursion: open nodes stand in arrays, one row for each ply."""
    if depth == 0:
        return 1
    stack = np.zeros((depth + 1, 3), np.uint64)  # mine, yours, moves still to try
    stack[0, 0], stack[0, 1], stack[0, 2] = mine, yours, moves_by_fills(mine, yours)
    ply, count = 0, 0
    while ply >= 0:
        mine, yours, legal = stack[ply, 0], stack[ply, 1], stack[ply, 2]
        if legal == NONE:
            ply -= 1
            continue
        disc = legal & (~legal + ONE)
        stack[ply, 2] = legal ^ disc
        turned = turned_by_fills(mine, yours, disc)
        mine, yours, left = yours ^ turned, mine ^ turned ^ disc, depth - ply - 1
        legal = moves_by_fills(mine, yours) if left > 0 else NONE
        while left > 0 and legal == NONE and moves_by_fills(yours, mine) != NONE:  # a pass
            mine, yours, left = yours, mine, left - 1
            legal = moves_by_fills(mine, yours) if left > 0 else NONE
        if legal == NONE:  # deep enough, or the game is over
            count += 1
        else:
            # A pass skips a row. Its moves are all tried, so the way back walks over it.
            ply = depth - left
            stack[ply, 0], stack[ply, 1], stack[ply, 2] = mine, yours, legal
    return count


fast_stack = compiled(perft_with_stack)
cases = [(mine, yours), *((all_mine[i], all_yours[i]) for i in range(30, 400, 61))]
for depth in range(1, 5):
    assert [fast_stack(*case, depth) for case in cases] == [fast_perft(*case, depth) for case in cases]
assert fast_stack(mine, yours, 8) == PUBLISHED[8]

# %% tags=["timing"]
both = {
    "compiled: recursion": best_of(lambda: fast_perft(mine, yours, 8)) / PUBLISHED[8] * 1e9,
    "compiled: stack": best_of(lambda: fast_stack(mine, yours, 8)) / PUBLISHED[8] * 1e9,
    "Python: recursion": best_of(lambda: perft(mine, yours, 4), 3) / PUBLISHED[4] * 1e9,
    "Python: stack": best_of(lambda: perft_with_stack(mine, yours, 4), 3) / PUBLISHED[4] * 1e9,
}
title = "Perft, time for one line of play"
draw.bars(both, log=True, title=title, x_label="ns, on a logarithmic axis")

# %% tags=["timing"]
claim(
    "L07.7",
    "An explicit stack in place of recursion makes the search faster",
    reported="faster",
    ours=f"the stack takes {both['compiled: stack'] / both['compiled: recursion']:.2f} of the time compiled, {both['Python: stack'] / both['Python: recursion']:.2f} in plain Python",
    holds=both["compiled: stack"] <= 0.95 * both["compiled: recursion"],
    remark="What a node does costs more than the call. The kit stays with recursion: it can be read.",
)

# %% [markdown]
# ## Patterns by lookup
#
# Lesson 12 will read a row of squares as one number in base 3: 0 for empty, 1 for mine, 2 for yours. Here are the eight rows of a board, once by a loop over squares, once by lookup: a table turns the eight bits of one side into base 3.

# %%
BASE3 = np.zeros(256, np.int64)
for byte in range(256):
    BASE3[byte] = sum(3**place for place in range(8) if byte >> place & 1)


def patterns_by_squares(mine, yours, indices):
    """The eight rows as numbers in base 3, square by square."""
    for row in range(8):
        index = 0
        for column in range(7, -1, -1):
            bit = ONE << Bits(8 * row + column)
            index = 3 * index + (1 if mine & bit else 2 if yours & bit else 0)
        indices[row] = index


def patterns_by_lookup(mine, yours, indices):
    """The same by two lookups a row."""
    for row in range(8):
        shift = Bits(8 * row)
        indices[row] = BASE3[(mine >> shift) & Bits(255)] + 2 * BASE3[(yours >> shift) & Bits(255)]


# %% tags=["fold"]


def all_patterns(by_lookup, mine, yours, indices):
    """The patterns of many positions."""
    for i in range(len(mine)):
        if by_lookup:
            patterns_by_lookup(mine[i], yours[i], indices[i])
        else:
            patterns_by_squares(mine[i], yours[i], indices[i])


fast_patterns = compiled(all_patterns)
indices = np.zeros((2, len(all_mine), 8), np.int64)
for by_lookup in (False, True):
    fast_patterns(by_lookup, all_mine, all_yours, indices[int(by_lookup)])
assert (indices[0] == indices[1]).all()
assert indices.max() < 3**8
print("the start position, row by row:", *indices[1][0])

# %% tags=["timing", "fold"]
taken = {}
for by_lookup, name in ((False, "square by square"), (True, "lookup")):
    quick_run = best_of(lambda by_lookup=by_lookup: fast_patterns(by_lookup, all_mine, all_yours, indices[0]))
    slow_run = best_of(
        lambda by_lookup=by_lookup: all_patterns(by_lookup, all_mine[::500], all_yours[::500], indices[0]), 3
    )
    taken[name] = quick_run / len(all_mine) * 1e9, slow_run / 20 * 1e9
speedup = [taken["square by square"][i] / taken["lookup"][i] for i in (0, 1)]

# %% tags=["timing"]
claim(
    "L07.8",
    "Pattern lookup is about 5 times faster than reading squares",
    reported="about 5x",
    ours=f"{speedup[0]:.1f}x compiled, {speedup[1]:.1f}x in plain Python",
    holds=speedup[0] >= 5,
    remark="It holds if it is at least as many times faster, compiled, as reported. Rows are the easiest shape to read square by square.",
)

# %% [markdown]
# ## Connect Four: four in a row
#
# Connect Four has 7 columns of 6. The kit gives each column **seven** bits, one more than it needs. The spare bit on top is always empty, so a line that leaves a column at the top cannot come in again at the bottom of the next: the rim is built in, and no masks are needed.
#
# ```
#   6 13 20 27 34 41 48    <- always empty
#   5 12 19 26 33 40 47
#   4 11 18 25 32 39 46
#   3 10 17 24 31 38 45
#   2  9 16 23 30 37 44
#   1  8 15 22 29 36 43
#   0  7 14 21 28 35 42
# ```
#
# Upwards is a step of 1, sideways 7, the diagonals 6 and 8. Call the word of one side's stones `r`. Then `r & r << 1` keeps the stones with a stone right below: the upper ends of *pairs*. Two pairs, two steps apart, are four in a row: `& << 2`. Two shifts instead of three, for the whole board at once.

# %%
FOUR_STEPS = np.array([1, 7, 6, 8], np.uint64)


def has_four(stones):
    """Are there four in a row?"""
    for step in FOUR_STEPS:
        pairs = stones & (stones << step)
        if pairs & (pairs << (step + step)):
            return True
    return False


# %% tags=["fold"]


def has_four_by_squares(stones):
    """The same by looking at every square and direction."""
    taken = {(square // 7, square % 7) for square in bits.squares(stones)}
    return any(
        all((column + n * right, row + n * up) in taken for n in range(4))
        for column, row in taken
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def connect4_games(count, seed):
    """All positions of random games."""
    chance, found = chances.Random(seed), []
    for _ in range(count):
        state = connect4.start()
        while not is_over(state):
            state = play(state, chance.choice(moves(state)))
            found.append(state)
    return found


fours = connect4_games(120, seed=4)
differ = 0
for state in fours:
    four = has_four(Bits(state.opponent))
    differ += four != has_four_by_squares(state.opponent)
    assert bool(is_over(state)) == (four or popcount(state.player | state.opponent) == 42)
won = sum(has_four(Bits(state.opponent)) for state in fours)

# %%
claim(
    "L07.9",
    "Four in a row by r & r << 1, then & << 2",
    reported="the trick",
    ours=f"wrong in {differ} of {len(fours):,} positions of 120 games, {won} of them won",
    holds=differ == 0,
)

# %% [markdown]
# ### Threats: open and split threes
#
# Which empty squares would complete a row? Seen from the empty square, three stones may lie all on one side (`XXX.`) or around it, a *split three* (`XX.X`, `X.XX`). Shift the stones so that each lands on the square that asks, and intersect.

# %%
BOARD = Bits(sum(0b0111111 << 7 * column for column in range(7)))
BOTTOMS = Bits(sum(1 << 7 * column for column in range(7)))


def straight_threes(stones, empty):
    """Empty squares at the end of three in a row."""
    found = NONE
    for step in FOUR_STEPS:
        found |= (stones << step) & (stones << (step * Bits(2))) & (stones << (step * Bits(3)))
        found |= (stones >> step) & (stones >> (step * Bits(2))) & (stones >> (step * Bits(3)))
    return found & empty


def split_threes(stones, empty):
    """Empty squares inside three of a row: two stones on one side, one on the other."""
    found = NONE
    for step in FOUR_STEPS:
        found |= (stones << step) & (stones << (step * Bits(2))) & (stones >> step)
        found |= (stones >> step) & (stones >> (step * Bits(2))) & (stones << step)
    return found & empty


def open_threes(stones, empty):
    """Three in a row with both ends empty: the two empty ends."""
    found = NONE
    for step in FOUR_STEPS:
        threes = stones & (stones << step) & (stones << (step * Bits(2)))  # their upper ends
        far, near = (threes << step) & empty, (threes >> (step * Bits(3))) & empty
        found |= (far & (near << (step * Bits(4)))) | (near & (far >> (step * Bits(4))))
    return found


# %% [markdown]
# But a threat counts only where the square *can be played*: it must be the lowest free one of its column. One addition finds those. Adding 1 at the bottom of a column carries over its stones and stops at the first free square.


# %%
def playable(stones):
    """The square of each column where the next stone would land."""
    return (stones + BOTTOMS) & ~stones & BOARD


def name(bit):
    """A square of Connect Four by column and row."""
    return f"column {bit // 7 + 1} row {bit % 7 + 1}"


duel = connect4.parse("53455413347")
stones = Bits(duel.player | duel.opponent)
for side, words in (("the mover", duel.player), ("the other side", duel.opponent)):
    word, empty = Bits(words), BOARD & ~stones
    for what, found in (
        ("straight", straight_threes(word, empty)),
        ("split", split_threes(word, empty)),
        ("open", open_threes(word, empty)),
    ):
        marks = [
            name(b) + (" (now)" if playable(stones) & (ONE << Bits(b)) else " (later)")
            for b in bits.squares(found)
        ]
        print(f"{side:15} {what:9}", ", ".join(marks) or "none")
draw.board(duel, threats=True)

# %% tags=["fold"]
differ = 0
checked, kinds = 0, {"straight": 0, "split": 0, "open": 0, "playable": 0}
for state in fours[::3]:
    if is_over(state):
        continue
    stones = Bits(state.player | state.opponent)
    empty = BOARD & ~stones
    drawn = scene(state, threats=True).threats  # found square by square, counted from the top left
    for side, words in ((to_move(state), state.player), (1 - to_move(state), state.opponent)):
        straight, split, open_ = (f(Bits(words), empty) for f in (straight_threes, split_threes, open_threes))
        ours = {7 * (5 - bit % 7) + bit // 7 for bit in bits.squares(straight | split)}
        differ += ours != {cell for cell, symbols in drawn.items() if "XO"[side] in symbols}
        assert open_ & ~straight == NONE
        for kind, found in (
            ("straight", straight),
            ("split", split),
            ("open", open_),
            ("playable", (straight | split) & playable(stones)),
        ):
            kinds[kind] += popcount(found)
        checked += 1
print(f"{checked:,} times compared with a search square by square:", kinds)

# %%
claim(
    "L07.10",
    "Connect Four threats, open and split threes, by bit tricks",
    reported="by bit tricks",
    ours=f"equal to a search square by square in {checked:,} cases: {kinds['straight']:,} straight, {kinds['split']:,} split, {kinds['open']:,} open ends",
    holds=differ == 0,
    remark=f"Only {kinds['playable']:,} of them could be played at once.",
)

# %% [markdown]
# ## What numba compiles, what it keeps, what it cannot do
#
# **It compiles** a function for the *types* of its arguments, at the first call. Loops, numbers, arrays, tuples and other compiled functions become machine code. Here is the first call of a new function, and the second. (`njit` is numba's own name for it. The kit's `compiled` is built on it.)


# %% tags=["timing"]
def bits_in_all(words):
    """How many bits are set in all words."""
    total = 0
    for word in words:
        total += popcount(word)
    return total


counting = njit(bits_in_all)
first_call = best_of(lambda: counting(all_mine), 1)
second_call = best_of(lambda: counting(all_mine), 3)
plain_call = best_of(lambda: bits_in_all(all_mine), 1)
print(f"first call {first_call * 1e3:.0f} ms, second call {second_call * 1e3:.3f} ms;")
print(f"in plain Python {plain_call * 1e3:.0f} ms")

# %% [markdown]
# **It keeps** machine code on disk if asked to. But numba looks only at the function itself: change a *helper in another file*, and it goes on running the old code. The kit's `compiled` therefore keeps code in a folder named after a hash of all sources, and gives your own functions a stamp made of their text, their constants
# and everything they call. Change one letter, and it is compiled anew.
#
# **It cannot** do what depends on objects it does not know: an answer that is now a number and now a text, a dictionary of anything, most libraries. It says so, at the first call:


# %%
def mixed(n):
    """A number or a text, as it happens."""
    if n > 0:
        return n
    return "nothing"


try:
    njit(mixed)(1)
except NumbaError as problem:
    sentence = next(line for line in str(problem).splitlines() if "unify" in line)
    print(type(problem).__name__, "-", sentence.partition(" from")[0])


# %% [markdown]
# **And it does some things that you would not expect.** A word plus a plain 1 becomes a *signed* number. With a disc on h8 the board turns negative, and a shift to the right now drags the sign along.


# %%
@njit
def add_plain_one(word):
    """A word plus a plain 1."""
    return word + 1


@njit
def add_typed_one(word):
    """A word plus a word."""
    return word + ONE


word = Bits(2**63)
print("plain 1:", int(add_plain_one(word)), " shifted right by 8:", int(add_plain_one(word)) >> 8)
print("typed 1:", int(add_typed_one(word)), " shifted right by 8:", int(add_typed_one(word)) >> 8)

# %% tags=["fold"]
assert add_plain_one(word) < 0 < add_typed_one(word)

# %% [markdown]
# That is why every constant in this lesson reads `Bits(8)` and not `8`. And compiled code trusts you: an index beyond an array is not noticed, a wrong move is played. Test the plain text first; it is the same text.
#
# ## The ledger
#
# Bitboards visit no fewer nodes. They make each node cheaper. Negamax of lesson 05, on the functions of this lesson:


# %%
def search_words(mine, yours, depth, alpha, beta, counter):
    """Negamax on two words, with mobility at the leaves."""
    counter[0] += 1
    legal, theirs = moves_by_fills(mine, yours), moves_by_fills(yours, mine)
    if depth == 0 or (legal == NONE and theirs == NONE):
        return popcount(legal) - popcount(theirs)
    if legal == NONE:
        return -search_words(yours, mine, depth - 1, -beta, -alpha, counter)
    best = -INF
    while legal:
        disc = legal & (~legal + ONE)
        legal ^= disc
        turned = turned_by_fills(mine, yours, disc)
        mine_after, yours_after = yours ^ turned, mine ^ turned ^ disc
        found = -search_words(mine_after, yours_after, depth - 1, -beta, -alpha, counter)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


fast_search = compiled(search_words)


# %%
def search(state, depth):
    """(value, nodes) on two words."""
    counter = np.zeros(1, np.int64)
    value = fast_search(Bits(state.player), Bits(state.opponent), depth, -INF, INF, counter)
    return value, int(counter[0])


ledger = Ledger.load(lesson=7, own=None)
ledger.measure("our own bitboards", search, only=["othello"])
ledger

# %% [markdown]
# Not one node fewer than alpha-beta: the ledger counts nodes. What bitboards buy is time, and that you have seen above.

# %% tags=["fold"]
ours, theirs = ledger["our own bitboards"], ledger["alpha-beta"]
assert all(ours.right.values())
assert all(ours.nodes[position] == theirs.nodes[position] for position in ours.nodes)
print("the same values and the same nodes as the kit's alpha-beta on all six Othello positions")

# %% [markdown]
# ## What we take along
#
# - A word is a set of squares. One instruction works on all of it.
# - The rim is yours to guard: by masks in Othello, by a spare row in Connect Four.
# - Lines can be looked up, or runs can be grown by shifts. The answers of all lines are *united*.
# - Perft proves the rules that its lines meet. Look deep enough.
# - Numba compiles the text you wrote. Give every constant its type.
#
# [Lesson 08](08_iterative_deepening.ipynb) turns to time: how to think for at most three seconds.
#
# ## Your turn
#
# [Lab 07](../exercises/lab07-bitboards/lab07-bitboards.ipynb) asks for moves, turned discs and four in a row. To warm up:
#
# 1. Write `five_in_a_row` with as few shifts as you can. (Pairs, then fours, then one more.)
# 2. Turn a board by a quarter with two of the three functions above. Which two, and in which order?
# 3. Let `careless_perft` have correct moves and careless turned discs instead. At which depth does perft notice?
#
# **To read more.** Henry Warren, *Hacker's Delight* (2nd edition, 2012), on transposing, counting and finding bits. Donald Knuth, *The Art of Computer Programming*, volume 4A (2011), section 7.1.3, on bitwise tricks. John Tromp's notes on
# Connect Four, from which the layout with a spare bit comes.
