"""In which order the Othello solver tries the moves of a position.

Two opinions of a move: `promise`, a glance at the position after it, and with many empty squares
`sort_by_looking_ahead`, a short search below each move. Its leaves are judged by the learnt patterns on 8x8,
and by a small sum of features on smaller boards, whose games the solver searches almost from the start.
Here no move is ever left out, so a bad opinion costs time and nothing else.

`search` is the solver's record (see `gamekit.othello.solver`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.bits import ALL, ONE, Bits, popcount
from gamekit.code_cache import called, inlined
from gamekit.games.othello import final_score, flips, legal_mask
from gamekit.othello.patterns import DISC as HUNDREDTHS
from gamekit.othello.patterns import TABLES, pattern_value
from gamekit.othello.solver_boards import (
    mirrored,
    next_square,
    odd_quadrants,
    transposed,
    with_neighbours,
)
from gamekit.othello.stability import stable_inside, stable_on_edges
from gamekit.search.table import entries_of

# --- a glance ---------------------------------------------------------------------------------------------

# Points for what is found after the move, fitted by hand on other positions than those the benchmark reports.
# What the opponent can do next weighs most: few replies make small subtrees ("fastest first").
POINTS = {
    "reply": -64,
    "corner_reply": -128,
    "possible_reply": -16,  # an empty square beside one of our discs
    "own_disc": -4,
    "stable_edge": 4,
    "near_corner": 0,  # our disc beside an empty corner
    "odd_quadrant": 8,  # the move lies in such a quadrant
    "corner": 32,  # the move is one
    "x_square": -32,
}
SMALL_BOARD_POINTS = POINTS | {"reply": -48, "possible_reply": -20, "near_corner": -40, "corner": 100}
MIDDLE = 1 << 20  # added to all, so that no sort key is negative


@inlined
def promise(player: Any, opponent: Any, square: Any, odd: Any, search: Any) -> Any:
    """How good the move on `square` looks; the position is the one after it, `player` replies."""
    replies = legal_mask(player, opponent) & search.board
    points = MIDDLE + search.reply * popcount(replies)
    points += search.corner_reply * popcount(replies & search.corners)
    possible = with_neighbours(opponent) & search.board & ~(player | opponent)
    points += search.possible_reply * popcount(possible) + search.own_disc * popcount(opponent)
    if search.board == ALL:
        points += search.stable_edge * popcount(stable_on_edges(opponent, player))
    else:
        beside = with_neighbours(search.corners & ~(player | opponent))
        points += search.near_corner * popcount(opponent & beside)
    stone = ONE << square
    if stone & odd:
        points += search.odd_quadrant
    if stone & search.corners:
        points += search.corner
    if stone & search.x_squares:
        points += search.x_square
    return points


@inlined
def bring_best(i: Any, count: Any, keys: Any, turned: Any) -> None:
    """Swap the best of the moves i, i + 1, ... into place i. Most positions cut early: do not sort all."""
    best = i
    for j in range(i + 1, count):
        if keys[j] > keys[best]:
            best = j
    keys[i], keys[best] = keys[best], keys[i]
    turned[i], turned[best] = turned[best], turned[i]


# --- a short search ---------------------------------------------------------------------------------------

# With `look_from` empties and more moves are looked at so; below, it takes longer than it saves. The search
# below a move is one deep with `look_one` empties, one deeper for each `look_step` more, and never below 0.
# It counts in sixteenths of a disc. Of equal moves, that with fewer replies makes the smaller subtree.
DISC = 16
LOOK = {"look_from": 13, "look_one": 20, "look_step": 3, "look_reply": -30, "look_possible": -5}
SMALL_BOARD_LOOK = {"look_from": 13, "look_one": 13, "look_step": 2, "look_reply": -20, "look_possible": 0}
CLOSE_ENOUGH = 100  # a move so much worse than the best need not be known more exactly
GUESS_FROM = 8  # empties; the first guess at the score looks ahead by half of what is more

# For small boards, rounded from a least-squares fit to the exact scores of 7,200 positions of 6x6
# with 12 to 19 empty squares. The fit is off by 10 discs (standard deviation); the search mends much of that.
TEMPO, MOVE, POSSIBLE_MOVE, CORNER_MOVE = 64, 20, 3, 64
CORNER_DISC, NEAR_CORNER, STABLE_DISC = 110, -30, 36

_tables_at = entries_of(np.dtype(TABLES))


@called
def _outlook(player: Any, opponent: Any, my_moves: Any, search: Any) -> Any:
    """A guess at the score of a position whose mover can move, without searching."""
    if search.weights:
        return pattern_value(_tables_at(search.weights, 0), player, opponent) * DISC // HUNDREDTHS
    empties = search.board & ~(player | opponent)
    corners, beside = search.corners, with_neighbours(empties & search.corners)
    their_moves = legal_mask(opponent, player) & search.board
    points = TEMPO + MOVE * (popcount(my_moves) - popcount(their_moves))
    points += CORNER_MOVE * (popcount(my_moves & corners) - popcount(their_moves & corners))
    my_possible, their_possible = with_neighbours(opponent) & empties, with_neighbours(player) & empties
    points += POSSIBLE_MOVE * (popcount(my_possible) - popcount(their_possible))
    points += NEAR_CORNER * (popcount(player & beside) - popcount(opponent & beside))
    points += CORNER_DISC * (popcount(player & corners) - popcount(opponent & corners))
    if player & corners:  # without a corner hardly anything is stable
        points += STABLE_DISC * popcount(stable_inside(player, opponent, search.board))
    if opponent & corners:
        points -= STABLE_DISC * popcount(stable_inside(opponent, player, search.board))
    return points


@called
def _look_ahead(
    player: Any, opponent: Any, alpha: Any, beta: Any, depth: Any, empties: Any, search: Any
) -> Any:
    """The outlook some moves ahead: alpha-beta; nothing once `stop` is set.

    It uses the move lists of positions not yet searched.
    """
    if search.nodes >= search.most_nodes:
        search.stop = 1
    if search.stop:
        return alpha
    search.nodes += 1
    legal = legal_mask(player, opponent) & search.board
    if not legal:
        if not legal_mask(opponent, player) & search.board:
            return DISC * final_score(player, opponent, search.area)
        if depth > 0 or search.weights:
            return -_look_ahead(opponent, player, -beta, -alpha, depth, empties, search)
    if depth == 0:
        return _outlook(player, opponent, legal, search)

    odd = odd_quadrants(search.board & ~(player | opponent))
    keys, turned = search.keys[empties], search.turned[empties]
    count = 0
    while legal:
        square, legal = next_square(legal)
        flipped = flips(player, opponent, square)
        key = MIDDLE
        if depth > 1:  # just above the leaves, ordering takes longer than searching
            key = promise(opponent ^ flipped, player ^ flipped ^ (ONE << square), square, odd, search)
        keys[count] = key << 8 | np.int64(square)
        turned[count] = flipped
        count += 1

    best, i = -DISC * (search.area + 1), 0
    while best < beta and i < count:
        bring_best(i, count, keys, turned)
        other, own = opponent ^ turned[i], player ^ turned[i] ^ (ONE << Bits(keys[i] & 63))
        best = max(best, -_look_ahead(other, own, -beta, -max(alpha, best), depth - 1, empties - 1, search))
        i += 1
    return best


@called
def sort_by_looking_ahead(
    player: Any, opponent: Any, empties: Any, count: Any, fixed: Any, keys: Any, turned: Any, search: Any
) -> None:
    """New sort keys for a list of moves; those of `fixed` and more (the table's moves) stay as they are."""
    # Numba compiles a recursive function anew for each constant argument, and two such forms crash when
    # they are loaded from disk (numba's issue 6061). So the windows are not made of constants.
    worst = -DISC * (search.area + 1)
    best, depth = worst, max((empties - search.look_one) // search.look_step + 1, 0)
    for i in range(count):
        bring_best(i, count, keys, turned)
        square = keys[i] & 63
        other, own = opponent ^ turned[i], player ^ turned[i] ^ (ONE << Bits(square))
        found = -_look_ahead(other, own, worst, CLOSE_ENOUGH - best, depth, empties - 1, search)
        best = max(best, found)
        search.looked[i] = keys[i]
        if keys[i] < fixed:
            replies = popcount(legal_mask(other, own) & search.board)
            possible = popcount(with_neighbours(own) & search.board & ~(other | own))
            points = search.look_reply * replies + search.look_possible * possible
            search.looked[i] = (MIDDLE + found + points) << 8 | square
    for i in range(count):
        keys[i] = search.looked[i]


@called
def first_guess(player: Any, opponent: Any, search: Any) -> Any:
    """The score that a short search expects; 0 on small boards, where it is seldom right."""
    if not search.weights:
        return 0
    empties = popcount(search.board & ~(player | opponent))
    most = DISC * (search.area + 1)
    depth = max(empties - GUESS_FROM, 0) // 2
    return _look_ahead(player, opponent, -most, most, depth, empties, search) // (2 * DISC) * 2


# --- mirror images ----------------------------------------------------------------------------------------


_mirrored, _transposed = inlined(mirrored), inlined(transposed)


@inlined
def _image(word: Any, number: Any) -> Any:
    """One of the eight ways to lay a board on itself; number 0 leaves it as it is."""
    for _ in range(number // 2):
        word = _mirrored(_transposed(word))  # a quarter turn
    return _mirrored(word) if number % 2 else word


@called
def without_twins(player: Any, opponent: Any, legal: Any) -> Any:
    """Of moves that are mirror images of each other, only one: all four at the start of a game are."""
    for number in range(1, 8):
        if _image(player, number) == player and _image(opponent, number) == opponent:
            rest = legal
            while rest:
                square, rest = next_square(rest)
                twin = _image(ONE << square, number)
                if twin > ONE << square:
                    legal &= ~twin
    return legal
