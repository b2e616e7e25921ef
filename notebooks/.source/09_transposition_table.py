# %% [markdown]
# # 09 · The transposition table
#
# **How do we never search the same position twice?**
#
# Two lines of play often end in the same position. That is called a *transposition*. Choose a game and look at the gap between the two curves. It is
# all work done twice.

# %%
import random

import numpy as np

from gamekit import (
    INF,
    PASS,
    draw,
    is_over,
    key,
    move_name,
    moves,
    parse_move,
    play,
    score,
    to_move,
    undo,
    value,
)
from gamekit.course import claim
from gamekit.games import connect4, gomoku, othello, tictactoe
from gamekit.perft import count_lines, count_positions
from gamekit.widgets import Explore, Predict

STARTS = {
    "tictactoe": (tictactoe.start(), 7),
    "connect4": (connect4.start(), 7),
    "othello": (othello.start(), 7),
}


def gap(game="connect4"):
    """Lines of play and different positions, ply by ply."""
    start, plies = STARTS[game]
    return draw.nodes_by_depth(
        {
            "lines of play": {ply: count_lines(start, ply) for ply in range(1, plies + 1)},
            "different positions": {ply: count_positions(start, ply) for ply in range(1, plies + 1)},
        },
        title=f"{game}: how often we meet old friends",
        x_label="plies",
        y_label="how many",
    )


Explore(gap, game=list(STARTS))

# %% [markdown]
# In Connect Four, columns 4, 3, 5 lead to the same position as 5, 3, 4: the first player's stones changed places in time, not on the board.

# %%
one_way, other_way = connect4.parse("435"), connect4.parse("534")
assert one_way == other_way
draw.board(one_way, size=300)

# %% [markdown]
# ## Remember
#
# The whole idea: before you search a position, look whether you know it. After you searched it, write it down. Tic-tac-toe, all of it:


# %%
def remembering(state, known, counter):
    """Negamax that searches no position twice."""
    counter[0] += 1
    if state in known:
        return known[state]
    if is_over(state):
        found = score(state)
    else:
        found = max(-remembering(play(state, move), known, counter) for move in moves(state))
    known[state] = found
    return found


def calls_of(search, start=None):
    """How many calls a search with a memory makes."""
    counter = [0]
    search(start or tictactoe.start(), {}, counter)
    return counter[0]


# %%
guess_memory = Predict(
    "Without memory, tic-tac-toe takes 549,946 calls. How many with it?",
    answer=lambda: calls_of(remembering),
    kind="number",
    factor=1.5,
    reason="5,478 different positions are searched once each. The other calls find their position known and return at once.",
)
guess_memory

# %%
known, counter = {}, [0]
found = remembering(tictactoe.start(), known, counter)
assert (found, len(known)) == (0, 5_478)  # lesson 01 counted 5,478 different positions
assert counter[0] < 20_000
print(f"value {found}, {len(known):,} positions known, {counter[0]:,} calls instead of 549,946")

# %% [markdown]
# ## Where this goes wrong: find the bug
#
# Here is a version from somebody's report. It has a memory and looks into it. It gives the right value.


# %%
def from_a_report(state, known, counter):
    """Looks into its memory before it searches."""
    counter[0] += 1
    if state in known:
        return known[state]
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -from_a_report(play(state, move), known, counter))
    return best


middle = tictactoe.parse("X../.O./...")
assert from_a_report(middle, {}, [0]) == remembering(middle, {}, [0])

# %%
guess_bug = Predict(
    "What is wrong with it?",
    choices=["it looks up the wrong position", "nothing is ever written down", "it forgets the sign"],
    answer="nothing is ever written down",
    reason=lambda: (
        f"`known` stays empty: {calls_of(from_a_report, middle):,} calls, where the version above takes {calls_of(remembering, middle):,}. Only a count shows it."
    ),
)
guess_bug

# %%
calls = {
    "a memory that is never filled": calls_of(from_a_report, middle),
    "a memory": calls_of(remembering, middle),
}
assert calls["a memory that is never filled"] > 5 * calls["a memory"]
draw.bars(calls, title="Tic-tac-toe after two moves", log=True, x_label="calls")

# %% [markdown]
# A memory that is looked up but never filled is a program that *works*. So count: how many entries are there at the end, and how many lookups found one?
#
# ## A bound is not a value
#
# Now with alpha-beta. A search with a window often learns only a *bound*: "at least 5", because it was cut off. What if we write that down as if it were
# the value? We try both on small Connect Four boards, where everything can be checked.


# %%
def careless(state, alpha, beta, known):
    """Alpha-beta that writes down whatever it found."""
    if is_over(state):
        return score(state)
    if state in known:
        return known[state]
    best = -INF
    for move in moves(state):
        best = max(best, -careless(play(state, move), -beta, -alpha, known))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    known[state] = best
    return best


# %% [markdown]
# The careful version keeps **two** numbers for each position: the value is *at least* `lower` and *at most* `upper`. A search that was cut off raises
# `lower`. One that found nothing good enough drops `upper`. One that ended inside its window knows the value: both.


# %%
def bounded(state, alpha, beta, known):
    """Alpha-beta that writes down what it really knows: a lower and an upper bound."""
    if is_over(state):
        return score(state)
    lower, upper = known.get(state, (-INF, INF))
    if lower >= beta or upper <= alpha or lower == upper:  # what is known is enough
        return lower if lower >= beta else upper
    floor, best = alpha, -INF
    for move in moves(state):
        best = max(best, -bounded(play(state, move), -beta, -alpha, known))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if best > floor:  # at least one move was searched in full
        lower = max(lower, best)
    if best < beta:  # no cut: nothing can be better
        upper = min(upper, best)
    known[state] = lower, upper
    return best


# %%
chance = random.Random(9)


def some_positions(count, plies):
    """Positions of Connect Four on 5x4 after random moves, none of them over."""
    found = []
    while len(found) < count:
        state = connect4.start("5x4")
        for _ in range(plies):
            if not is_over(state):
                state = play(state, chance.choice(moves(state)))
        if not is_over(state):
            found.append(state)
    return found


tests = some_positions(60, plies=10)
known = {}
right = [remembering(state, known, [0]) for state in tests]
wrong = {
    "a bound taken for a value": sum(
        careless(state, -INF, INF, {}) != r for state, r in zip(tests, right, strict=True)
    ),
    "two bounds": sum(bounded(state, -INF, INF, {}) != r for state, r in zip(tests, right, strict=True)),
}
print(wrong)
assert wrong["two bounds"] == 0
assert wrong["a bound taken for a value"] > 0

# %%
claim(
    "L09.3",
    "The table keeps bounds and exact values",
    reported="both are needed",
    ours=f"a bound taken for a value: {wrong['a bound taken for a value']} of {len(tests)} positions wrong; two bounds: {wrong['two bounds']}",
    holds=wrong["two bounds"] == 0 < wrong["a bound taken for a value"],
)

# %% [markdown]
# ## And a depth
#
# In Othello we stop at a depth. So an entry must say for which depth it holds: what 3 plies say is no answer for 7. It keeps the best move
# too. The move is worth a try whatever the depth was, and that is how one depth of lesson 08 leaves notes for the next.


# %%
def with_table(state, depth, alpha, beta, ply, evaluator, known, counter):
    """Alpha-beta with a table: `known[position]` is (depth, lower, upper, best move)."""
    counter[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    position = state.player, state.opponent  # not whose turn it is: it is worth the same to the one who moves
    old_depth, lower, upper, good_move = known.get(position, (-1, -INF, INF, None))
    if depth == 1 or old_depth != depth:  # just above the leaves, searching is quicker than looking up
        lower, upper = -INF, INF
    if ply > 0 and (lower >= beta or upper <= alpha or lower == upper):  # the root must find a move
        return lower if lower >= beta else upper
    options = moves(state)
    if depth > 1 and good_move in options:
        options = [good_move, *(move for move in options if move != good_move)]
    floor, best, best_move = alpha, -INF, None
    for move in options:
        found = -with_table(play(state, move), depth - 1, -beta, -alpha, ply + 1, evaluator, known, counter)
        if found > best:
            best, best_move = found, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if depth > 1 and depth >= old_depth:  # a deeper entry stays
        if best > floor:
            lower, good_move = max(lower, best), best_move
        elif depth > old_depth:
            good_move = None
        if best < beta:
            upper = min(upper, best)
        known[position] = depth, lower, upper, good_move
    return best


# %% [markdown]
# The kit's text is the same, over a table of fixed size in memory. Same values, same nodes, at every depth:

# %%
from gamekit import FinalScore
from gamekit.othello import Mobility
from gamekit.search import Searcher, Table

midgame = othello.parse("f5d6c3d3c4f4f6f3e6e7")


def ours(state, deepest):
    """(value, nodes so far) of our text, depth by depth, with one table for all."""
    known, counter, found = {}, [0], []
    for depth in range(1, deepest + 1):
        best = with_table(state, depth, -INF, INF, 0, Mobility(1), known, counter)
        found.append((best, counter[0]))
    return found


theirs = []
Searcher(Mobility(1), table=Table(64)).deepen(
    midgame, depth=6, report=lambda found: theirs.append((found.value, found.nodes))
)
assert ours(midgame, 6) == theirs
theirs

# %% [markdown]
# The difference is speed. The kit's is compiled:

# %% tags=["timing"]
import time

begin = time.perf_counter()
ours(midgame, 5)
plain_seconds = time.perf_counter() - begin
compiled_seconds = Searcher(Mobility(1), table=Table(16)).deepen(midgame, depth=5).seconds
print(
    f"plain {plain_seconds:.2f} s, compiled {compiled_seconds:.4f} s: {plain_seconds / compiled_seconds:.0f} times faster"
)

# %% [markdown]
# ## From positions to numbers
#
# Python's dictionary hid a question: *where* in memory does a position lie? A table in memory is an array, so a position must become a number. Albert Zobrist's
# way: give every stone on every square a random number of 64 bits. The **key** of a position is the XOR of the numbers of its stones.
#
# XOR has two gifts. The order does not matter, so transpositions get the same key by themselves. And doing it twice undoes it. So a move changes the
# key by what *changed*, and the rest of the board is not looked at.

# %%
from gamekit.bits import squares

numbers = random.Random(64)
STONE = [[numbers.getrandbits(64) for _ in range(64)] for _ in range(2)]  # [side][square]
TURN = numbers.getrandbits(64)


def key_from_scratch(state):
    """The key by looking at every disc."""
    me = to_move(state)
    found = TURN if me else 0
    for square in squares(state.player):
        found ^= STONE[me][square]
    for square in squares(state.opponent):
        found ^= STONE[1 - me][square]
    return found


def key_after(old_key, state, move):
    """The key after a move, from the key before: only what changes is looked at."""
    me = to_move(state)
    found = old_key ^ TURN
    if move == PASS:
        return found
    found ^= STONE[me][move]
    turned = state.opponent & play(state, move).opponent  # theirs before, mine after
    for square in squares(turned):
        found ^= STONE[me][square] ^ STONE[1 - me][square]
    return found


# %%
positions = {}  # a few thousand different ones and their keys
while len(positions) < 30_000:
    state = othello.start()
    now = key_from_scratch(state)
    while not is_over(state):
        move = chance.choice(moves(state))
        now = key_after(now, state, move)
        state = play(state, move)
        positions[state] = now
checked = list(positions.items())[::10]
agree = sum(key_from_scratch(state) == now for state, now in checked)
print(f"{agree:,} of {len(checked):,} keys made move by move equal those from scratch")
assert agree == len(checked)

# %% [markdown]
# In gomoku a move changes one square of 225. That is where it pays, and the kit's gomoku does exactly this inside `play` and `undo`:

# %%
board = gomoku.start()
h8, h9, g7 = (parse_move(board, name) for name in ("h8", "h9", "g7"))
keys = []
for order in ([h8, h9, g7], [g7, h9, h8]):
    for move in order:
        play(board, move)
    keys.append(key(board))
    for move in reversed(order):
        undo(board, move)
assert keys[0] == keys[1] != key(board)
assert key(board) == key(gomoku.start())
print("two orders, one key; taken back, the key of the empty board")

# %%
claim(
    "L09.1",
    "Zobrist keys are kept up incrementally",
    reported="they are",
    ours=f"{agree:,} of {len(checked):,} Othello keys equal those from scratch; gomoku's key returns after undo",
    holds=agree == len(checked),
)

# %% [markdown]
# (Where a position fits into two words, as in Othello, the kit mixes the two words instead. It is as good and cheaper than following every flipped disc.)
#
# ## When two positions share a place
#
# A table with 2^20 places uses 20 bits of the key. Two positions can meet in one place. How soon?


# %%
def shared_pairs(bits, keys=None):
    """Pairs of positions whose keys begin with the same bits."""
    keys = np.array(list(positions.values()) if keys is None else keys, np.uint64)
    _, counts = np.unique(keys >> np.uint64(64 - bits), return_counts=True)
    return int((counts * (counts - 1) // 2).sum())


# %%
guess_birthday = Predict(
    "30,000 positions, 1,048,576 places: how many pairs share one?",
    answer=lambda: shared_pairs(20),
    kind="number",
    factor=2,
    reason="There are 450 million pairs, and each meets with a chance of one in a million. It is the birthday paradox.",
)
guess_birthday


# %%
def birthday(count, bits):
    """Pairs that share a key of so many bits, on average, if keys are random."""
    return count * (count - 1) / 2 / 2**bits


sizes = range(14, 27, 2)
kit_keys = [int(key(state)) for state in positions]
measured = {bits: shared_pairs(bits) for bits in sizes}
expected = {bits: birthday(len(positions), bits) for bits in sizes}
draw.learning_curves(
    {
        "Zobrist keys": measured,
        "the kit's keys": {bits: shared_pairs(bits, kit_keys) for bits in sizes},
        "birthday estimate": expected,
    },
    log_y=True,
    title=f"{len(positions):,} positions: pairs that share a place",
    x_label="bits of the key (places in the table: 2 to that power)",
    y_label="pairs",
)

# %% [markdown]
# Measured and estimated lie on one line: the keys are as good as random. Now two different questions, often mixed up:
#
# - **Two positions want the same place.** That happens all the time, and is harmless as long as the entry says *whose* it is. One of them must give way.
# - **Two positions have the same whole key.** Then the table answers for the wrong position, and nobody notices.

# %%
for name, bits, count in (
    ("32-bit keys, a second of search", 32, 10**7),
    ("64-bit keys, a minute", 64, 60 * 10**7),
    ("64-bit keys, an hour", 64, 3600 * 10**7),
):
    print(f"{name:32} {birthday(count, bits):14,.6f} pairs with one key")
spread = [measured[bits] / expected[bits] for bits in sizes if expected[bits] > 20]
assert all(0.6 < one < 1.5 for one in spread)

# %% [markdown]
# So 32 bits are far too few. 64 are enough for minutes, and after an hour even they have met, if the table could hold so many. The kit goes one step further where it can: an entry keeps
# the whole position, two words, so that a wrong answer is impossible.

# %%
claim(
    "L09.2",
    "Collisions against table size follow the birthday estimate n²/2 / 2^bits",
    reported="the estimate",
    ours=f"{measured[16]:,} pairs at 16 bits (estimate {expected[16]:,.0f}), {measured[20]:,} at 20 bits (estimate {expected[20]:,.0f})",
    holds=all(0.6 < one < 1.5 for one in spread),
)

# %% [markdown]
# ## Who gives way?
#
# The table is full. A new position comes. Which entry is thrown out?
#
# - *always*: the old one. New positions are likely to come again soon.
# - *deeper*: whoever was searched less deep. A deep entry saves a large search.
# - *two-tier*: both. Places come in pairs; the first keeps the deeper one, the second takes all comers.
#
# Choose a size and see what each rule costs.

# %%
POLICIES = ("always", "deeper", "two-tier")
SWITCHES = {"static": True, "killers": True, "previous": True}


def nodes_with(megabytes, policy, depth=9):
    """Nodes to reach the depth, step by step, with a table of this size."""
    return (
        Searcher(Mobility(1), table=Table(megabytes, policy), **SWITCHES).deepen(midgame, depth=depth).nodes
    )


without = Searcher(Mobility(1), **SWITCHES).deepen(midgame, depth=9).nodes


def rules(kilobytes=16):
    """Nodes under each rule of replacement."""
    found = {policy: nodes_with(kilobytes / 1024, policy) for policy in POLICIES}
    return draw.bars(
        {"no table": without, **found},
        marked=["no table"],
        title=f"A table of {kilobytes:,} KB",
        x_label="nodes to depth 9",
    )


Explore(rules, kilobytes=[2, 16, 128, 1024, 16384])

# %%
by_size = {
    policy: {kilobytes: nodes_with(kilobytes / 1024, policy) for kilobytes in (2, 16, 128, 1024, 16384)}
    for policy in POLICIES
}
draw.learning_curves(
    by_size, log_x=True, title="Which entry gives way?", x_label="kilobytes", y_label="nodes to depth 9"
)

# %%
small, large = 16, 16384
for policy in POLICIES:
    print(
        f"{policy:9} {by_size[policy][small]:8,} nodes with {small} KB, {by_size[policy][large]:8,} with {large // 1024} MB"
    )
assert all(by_size[policy][large] < without for policy in POLICIES)
best_rule = min(POLICIES, key=lambda policy: by_size[policy][small])
worst_rule = max(POLICIES, key=lambda policy: by_size[policy][small])

# %%
claim(
    "L09.4",
    "Depth and replacement: which entry gives way matters",
    reported="it matters",
    ours=f"{small} KB: {best_rule} {by_size[best_rule][small]:,} nodes, {worst_rule} {by_size[worst_rule][small]:,}; "
    f"{large // 1024} MB: {min(by_size[p][large] for p in POLICIES):,} to {max(by_size[p][large] for p in POLICIES):,}",
    holds=by_size[worst_rule][small] > 1.02 * by_size[best_rule][small],
    remark="It matters when the table is small for the search. With room for all, the rules are nearly equal.",
)

# %% [markdown]
# ## A value must not depend on the path
#
# You want your program to win *soon*, so you count plies: a win is worth 100, minus the plies from the root. It works. Then you add the table, and keep it from move to
# move.


# %%
def soonest(state, ply, known):
    """A win is worth 100 minus the plies from the root. With a memory."""
    if state in known:
        return known[state]
    if is_over(state):
        found = score(state) * (100 - ply)
    else:
        found = max(-soonest(play(state, move), ply + 1, known) for move in moves(state))
    known[state] = found
    return found


def worth_of_moves(state, known):
    """What every move is worth, by name."""
    return {move_name(state, move): -soonest(play(state, move), 1, known) for move in moves(state)}


puzzle = tictactoe.parse("XOX/OX./.O.")
draw.board(puzzle, size=220)

# %% [markdown]
# X to move. a1 and c1 win at once; c2 wins too, two plies later. With an empty memory the program sees it:

# %%
fresh = worth_of_moves(puzzle, {})
assert fresh == {"c2": 97, "a1": 99, "c1": 99}
fresh

# %% [markdown]
# Now you try out c2 on the board, look at the positions that follow, and take it all back. The program searched those positions and remembers them. What does it
# say now?


# %%
def analysed(state, move):
    """A memory after somebody looked at what follows a move: positions three plies on, each searched as a root."""
    known, after = {}, play(state, move)
    for reply in moves(after):
        position = play(after, reply)
        for answer in () if is_over(position) else moves(position):
            soonest(play(position, answer), 0, known)
    return known


c2 = 5
stale = worth_of_moves(puzzle, analysed(puzzle, c2))

# %%
guess_path = Predict(
    "Which move does it like best now?",
    choices=["a1", "c1", "c2"],
    answer=lambda: max(stale, key=stale.get),
    reason="The remembered wins were counted from another root. They look three plies nearer than they are.",
)
guess_path

# %%
assert max(stale, key=stale.get) == "c2"
stale


# %% [markdown]
# It passes over a win on the spot. The value 100 would mean that the game is won already. How often can this happen? We take every
# tic-tac-toe position where a quick and a slow win are on offer, and look at the slow one first.

# %%
everything = {}
soonest(tictactoe.start(), 0, everything)
two_wins = misled = 0
for state in everything:
    true_worth = {} if is_over(state) else {move: -everything[play(state, move)] for move in moves(state)}
    best = max(true_worth.values(), default=0)
    slow = [
        move for move, found in true_worth.items() if 0 < found < best
    ]  # all counted from one root: they compare
    if slow:
        two_wins += 1
        known = analysed(state, slow[0])
        now = {move: -soonest(play(state, move), 1, known) for move in moves(state)}
        misled += true_worth[max(now, key=now.get)] < best
print(f"{two_wins} positions with a quick and a slow win; misled in {misled}")
assert misled > two_wins / 2

# %% [markdown]
# The rule: **what is stored must be a fact about the position alone**, however you came to it. Count from the position ("won in 3 from *here*") and add the
# way when you read it. Or use a score that is on the board: in the kit a win in Connect Four is worth more the more squares are still empty. The same trap waits in every rule that
# looks at the past: repetitions in chess, or "ko" in Go.


# %%
def on_the_board(state, known):
    """A win is worth more the more squares are empty: a fact about the final position."""
    if state in known:
        return known[state]
    if is_over(state):
        found = score(state) * (1 + board_empty(state))
    else:
        found = max(-on_the_board(play(state, move), known) for move in moves(state))
    known[state] = found
    return found


def board_empty(state):
    """Empty squares."""
    return 9 - (state.player | state.opponent).bit_count()


shared = {}
assert all(on_the_board(state, shared) == on_the_board(state, {}) for state in list(everything)[::20])
print("one memory for all roots: no difference")

# %%
claim(
    "L09.5",
    "A table value must not depend on the path",
    reported="it must not",
    ours=f"plies counted from the root: the slower win is played in {misled} of {two_wins} positions; a score that is on the board: none wrong",
    holds=misled > 0,
)

# %% [markdown]
# ## What is it worth?
#
# Fewer nodes, yes. Here is the share that is left, at the same depth and with the same orders of moves, with and without a table.

# %%
from gamekit.course import POSITIONS
from gamekit.gomoku import Switches, nodes_to_depth

six = [othello.parse(position.text) for position in POSITIONS if position.game == "othello"]


def share_left(states, depth, evaluator, **how):
    """Nodes with a table as a share of those without, to the same depth."""
    with_one, without_one = (
        sum(Searcher(evaluator, table=table, **how).deepen(state, depth=depth).nodes for state in states)
        for table in (Table(16), None)
    )
    return with_one / without_one


def gomoku_share(depth):
    """The same for the gomoku program of lesson 13, over three quiet positions."""
    with_one, without_one = (nodes_to_depth(Switches(table=on), depth) for on in (True, False))
    return with_one / without_one


connect_four = [connect4.start()]
shares = {
    "Othello, depth 6": share_left(six, 6, Mobility(1), **SWITCHES),
    "Othello, depth 9": share_left(six, 9, Mobility(1), **SWITCHES),
    "Connect Four, depth 8": share_left(connect_four, 8, FinalScore(), method="pvs", killers=True),
    "Connect Four, depth 12": share_left(connect_four, 12, FinalScore(), method="pvs", killers=True),
    "Gomoku, depth 8": gomoku_share(8),
    "Gomoku, depth 10": gomoku_share(10),
}
draw.bars(
    {name: 100 * share for name, share in shares.items()},
    title="Nodes with a table, in % of those without",
    x_label="%",
)

# %% [markdown]
# The deeper, the more it saves, in every game, and in Connect Four, where columns can be filled in any order, it saves most. But do fewer nodes win games? Matches, stored with the commands
# that played them: Othello at equal *nodes* and at equal *time*, where looking up has its price; then gomoku at half a second a move.

# %%
import json
from math import comb
from importlib.resources import files

from gamekit.arena import Tally

stored = json.loads((files("gamekit") / "data" / "experiments" / "l09_table_matches.json").read_text())
in_gomoku = json.loads((files("gamekit") / "data" / "experiments" / "l15_no_table.json").read_text())[
    "matches"
][0]
for row in [*stored["matches"], in_gomoku]:
    print(row["command"])
    tally = Tally(row["wins"], row["draws"], row["losses"])
    low, high = tally.interval()
    print(
        f"   with a table {tally.points:g} : {tally.games - tally.points:g}, {tally.score:.0%} (95 %: {low:.0%} to {high:.0%})"
    )
at_time = next(row for row in stored["matches"] if row["equal"] == "time")
by_time = Tally(at_time["wins"], at_time["draws"], at_time["losses"])
gomoku_match = Tally(in_gomoku["wins"], in_gomoku["draws"], in_gomoku["losses"])
least, most = gomoku_match.interval()
report = Tally(27, 0, 23)
low, high = report.interval()
print(f"the report: 27 : 23, {report.score:.0%} (95 %: {low:.0%} to {high:.0%})")
assert low < 0.5 < high  # 27 : 23 is no proof of anything
by_chance = sum(comb(50, wins) for wins in range(27, 51)) / 2**50
print(f"of two equal programs one gets 27 or more of 50 with a chance of {by_chance:.2f}")

# %%
claim(
    "L09.6",
    "Gomoku, depth 10: the table cuts nodes to about 40 % but gives little strength (27:23)",
    reported="40 % of the nodes; 27 : 23",
    ours=f"gomoku to depth 10: {shares['Gomoku, depth 10']:.0%} of the nodes, {gomoku_match.points:g} : {gomoku_match.games - gomoku_match.points:g} at half a second a move; Othello to depth 9: {shares['Othello, depth 9']:.0%}, Connect Four to depth 12: {shares['Connect Four, depth 12']:.0%}; "
    f"Othello at equal time {by_time.points:g} : {by_time.games - by_time.points:g}",
    holds=0.3 < shares["Gomoku, depth 10"] < 0.5 and least <= report.score <= most,
    remark=f"Half the nodes are a fraction of a ply. Our hundred games allow anything from {least:.0%} to {most:.0%}, their {report.score:.0%} included; and 27 of 50 says little either way: see the chance above.",
)

# %% [markdown]
# ## The ledger


# %% tags=["timing"]
from gamekit.course import Ledger, evaluator_for


def deepened(state, depth):
    """Static order, killers, deepening: lessons 04 and 08."""
    return Searcher(evaluator_for(state), **SWITCHES).deepen(state, depth=depth)


def deepened_with_table(state, depth):
    """The same with a table."""
    return Searcher(evaluator_for(state), table=Table(16), **SWITCHES).deepen(state, depth=depth)


ledger = Ledger.load(lesson=9, own=None)
ledger.measure("static order, killers, deepening", deepened, only=["othello"])
ledger.measure("+ table", deepened_with_table, only=["othello"])
ledger

# %%
assert all(all(row.right.values()) for row in ledger.rows)
ledger.chart("depth")

# %% [markdown]
# ## What we take along
#
# - Look up before you search, write down after. Count the entries: a memory that is never filled changes no value.
# - An entry is two bounds, a depth and a move. A bound is not a value.
# - A key is an XOR of random numbers, kept up move by move. Keys collide as birthdays do.
# - What is stored must be a fact about the position, not about the way to it.
#
# The table makes repeated searches of one position cheap. [Lesson 10](10_null_windows.ipynb) turns that into a method: it searches the same position many times, on purpose.
#
# ## Your turn
#
# 1. A position and its mirror image are worth the same. Look up the smaller of the two keys in Connect Four. How many nodes does it save, and what does it cost?
# 2. In `bounded`, write `return best` in the place of `break`. Every value stays right. What has become of the memory?
# 3. Use only 16 bits of the key to tell positions apart, and count wrong values in 100 searches. How many bits until there are none?
#
# [Lab 09](../exercises/lab09-table/lab09-table.ipynb) checks a table of yours: bounds, depth, replacement.
#
# **To read more.** Albert Zobrist, *A New Hashing Method with Application for Game Playing* (1970). Dennis Breuker, *Memory versus Search in Games* (1998), compares rules of replacement.
