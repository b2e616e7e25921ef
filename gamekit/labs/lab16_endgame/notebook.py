# %% [markdown]
# # Lab 16 · An endgame solver of your own
#
# The last moves of Othello can be played perfectly: no depth, no opinion, only the rules and the score at the end. You write the four
# ideas that make it quick (parity, discs that can never be turned, fastest first, a table), and the search that uses them. Plan for 80 minutes.
# Lesson 16 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is
# run from top to bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from gamekit import INF, PASS, count_moves, draw, is_over, key, moves, play, score, value
from gamekit.games import othello
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

QUARTERS = [0x0F0F_0F0F, 0xF0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32]
WALKS = [(0, 1), (0, 8), (7, -1), (7, 8), (56, 1), (56, -8), (63, -1), (63, -8)]  # (corner, step)
ALL = 2**64 - 1
example = othello.parse("O---XXXXOOOOOOXXOXOOOOXXOXXOXOXXOOOXXOXXOOOOXOX-OOOXOOO-OOXX-O-- X")

# %% [markdown]
# A board is two words, as in lesson 07: `player` holds the discs of the side to move, `opponent` the others; bit 0 is a1, bit 7 is h1, bit 63
# is h8. `QUARTERS` are the four quarters of the board as words, `WALKS` the corners with the steps along the two edges that meet there.

# %%
example

# %% [markdown]
# ## Predict first
#
# Your search will solve this position. Guess before you have it: who wins, and by how much?

# %%
Predict(
    "What is it worth to the side to move, in discs, if both sides play perfectly?",
    answer=lambda: solve(example, -64, 64, {}, None),
    kind="number",
    reason="Your own search has found it: write it below, then look again.",
)

# %% [markdown]
# ## Task 1: parity (2 points)
#
# In a quarter with an odd number of empty squares, whoever plays first there also plays last, if nobody passes. Write
# `odd_squares(player, opponent)`: the **empty** squares that lie in quarters with an odd number of empty squares, as one word.
#
# `hint("lab16.odd_squares")` gives a hint, and `hint("lab16.odd_squares", 3)` a strong one.


# %% grade_id="odd_squares" tags=["answer"]
def odd_squares(player, opponent):
    """The empty squares of those quarters that have an odd number of them."""
    ### BEGIN SOLUTION
    empty = ALL & ~(player | opponent)
    found = 0
    for quarter in QUARTERS:
        if (empty & quarter).bit_count() % 2 == 1:
            found |= empty & quarter
    return found
    ### END SOLUTION


# %% grade_id="check-odd_squares" tags=["check"]
check("lab16.odd_squares", odd_squares)

# %% [markdown]
# ## Task 2: what can never be turned (3 points)
#
# A disc in a corner is safe for ever, and so are discs of its colour in an unbroken row from it along an edge. Write
# `ceiling(player, opponent)`: the most that the side to move can still win by. With *s* such discs of the **opponent** that is 64 - 2*s*.
#
# Walk from each corner along each of its two edges, as long as there are discs of the opponent. Several walks may come by the same disc: it
# counts once.


# %% grade_id="ceiling" tags=["answer"]
def ceiling(player, opponent):
    """What the side to move wins by at most, as far as discs on corners tell."""
    ### BEGIN SOLUTION
    safe = 0
    for corner, step in WALKS:
        square = corner
        for _ in range(8):
            if not opponent >> square & 1:
                break
            safe |= 1 << square
            square += step
    return 64 - 2 * safe.bit_count()
    ### END SOLUTION


# %% grade_id="check-ceiling" tags=["check"]
check("lab16.ceiling", ceiling)

# %% [markdown]
# ## Task 3: fastest first (2 points)
#
# Write `in_order(state)`: the list of moves of an Othello position, best first.
#
# - Moves after which the opponent has **fewer** replies come first (`count_moves` of the position after the move).
# - Of moves that are equal in this, those on odd squares come first.
# - Of moves that are equal in both, keep the order of `moves(state)`.
#
# Where the side to move must pass, `moves(state)` is `[PASS]`. A pass stands on no square.


# %% grade_id="in_order" tags=["answer"]
def in_order(state):
    """The moves: few replies first, then odd squares, then as they come."""
    ### BEGIN SOLUTION
    odd = odd_squares(state.player, state.opponent)

    def mark(move):
        is_odd = move != PASS and odd >> move & 1
        return count_moves(play(state, move)), 0 if is_odd else 1

    return sorted(moves(state), key=mark)
    ### END SOLUTION


# %% grade_id="check-in_order" tags=["check"]
check("lab16.in_order", in_order)

# %% [markdown]
# ## Task 4: solve (5 points)
#
# Write `solve(state, alpha, beta, known, limit)`: the value of a position for the side to move, searched to the end of the game. It is exact inside
# the window and a bound outside, as in lab 09. This search is for any game, so that it can be tried on small trees; moves are tried as `moves`
# gives them.
#
# 1. At the end of the game, `score(state)`.
# 2. `limit` is `None`, or an evaluator: then `value(limit, state)` is what the side to move gets **at most**. If that is no more than `alpha`,
#    return it: there is nothing to look for.
# 3. `known` is a dict from `key(state)` to `(lower, upper)`. If these bounds settle the question, return the one that does.
# 4. Search the moves, negamax with a cut. Sides take turns (in Othello a pass is a move, `PASS`).
# 5. Keep what you have learnt in `known`, beside what was known before.


# %% grade_id="solve" tags=["answer"]
def solve(state, alpha, beta, known, limit):
    """The exact value for the side to move, or a bound where it lies outside the window."""
    ### BEGIN SOLUTION
    if is_over(state):
        return score(state)
    if limit is not None:
        most = value(limit, state)
        if most <= alpha:
            return most
    lower, upper = known.get(key(state), (-INF, INF))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    best, bound = -INF, alpha
    for move in moves(state):
        best = max(best, -solve(play(state, move), -beta, -bound, known, limit))
        bound = max(bound, best)
        if bound >= beta:
            break
    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    known[key(state)] = lower, upper
    return best
    ### END SOLUTION


# %% grade_id="check-solve" tags=["check"]
check("lab16.solve", solve)

# %% [markdown]
# ## Stretch: the move (2 points)
#
# Put it together. Write `endgame(state)` for Othello, which returns `(value, move)`: the exact value, and a move that is worth it. Try the moves
# `in_order`, and hand each the best value so far. Where several moves are equally good, any of them is right; a move that only *looks* as good,
# because its search was cut off, is not.


# %% grade_id="endgame" tags=["answer"]
def endgame(state):
    """(value, move): perfect play from here."""
    ### BEGIN SOLUTION
    best, best_move, known = -INF, None, {}
    for move in in_order(state):
        found = -solve(play(state, move), -64, -max(best, -64), known, None)
        if found > best:
            best, best_move = found, move
    return best, best_move
    ### END SOLUTION


# %% grade_id="check-endgame" tags=["check"]
check("lab16.endgame", endgame)

# %% [markdown]
# What each move of the position above is worth, by your own search:

# %%
draw.board(example, heat={move: -solve(play(example, move), -64, 64, {}, None) for move in moves(example)})

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# Somebody says: "A disc on the edge next to a filled corner can never be turned, whoever has the corner." Their solver is faster than yours, and right
# in nine positions of ten. Describe a position in which it is wrong. And: how would you have found this mistake without being told?

# %% [markdown] grade_id="why-own-corner" tags=["open"] points=2
# ### BEGIN SOLUTION
# Say White has b1 and c1, Black has the corner a1, and d1 is empty. Black plays d1: b1 and c1 stand between two black discs and are turned. The corner of
# the other colour is one end of the bracket; only a corner of one's own colour holds. The bound 64 - 2s then counts discs that fall, and lies below the truth, so
# a good move is cut off. Faster is what a search gets that cuts too much: so solve positions with known values (or compare with the same search without
# the cut), many of them, and look at the first that differs.
# ### END SOLUTION
