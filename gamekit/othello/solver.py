"""Exact Othello endgames: who wins, by how much, and how.

A score is the final disc difference for the side to move, empty squares to the winner: an even
number, on 8x8 from -64 to 64. Every search below asks a yes-or-no question ("is the score above
alpha?", a *null window*) and answers with a bound: above alpha a lower bound, else an upper bound.
`score_between` asks until the two bounds meet, first at the score that a short search expects.

The tree has storeys, because what pays at the top is too dear at the bottom:

    empties    moves in which order                  what else cuts
    13 and up  a short search over an evaluation     as below; mirror images in the first moves
    7 and up   table's move, then fastest first      table, children's table entries, stable discs
    5 and 6    odd quadrants first                   stable discs
    4 to 1     odd quadrants first, unrolled         stable discs (at 4); a look-up for the last disc

It is not `gamekit.search.full`: a node takes some forty nanoseconds, which allows neither a general state nor
lists of moves everywhere, so that each storey is code of its own.

So `solve(othello.start("6x6"))` plays the whole game on 6x6 to its end, in about a minute.

A node, for the counter, is a position in which one of the searches from `_last_two` upwards starts
(as in Edax). A pass counts as one with five or more empties; the last disc does not. The short searches
that order moves count too.

With several threads each searches the whole position over a shared table, and puts off moves that another is
searching just then. A thread that learns that some node above it has its answer gives up what is below.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types

from gamekit.bits import ALL, ONE, Bits, popcount
from gamekit.code_cache import called, inlined, kernel
from gamekit.errors import GamekitError
from gamekit.games.othello import SIZE_OF, board_mask, final_score, flips, legal_mask
from gamekit.llvm import instruction
from gamekit.othello.patterns import patterns
from gamekit.othello.solver_boards import (
    NEIGHBOURS,
    corners_of,
    gain_of_last,
    next_square,
    odd_quadrants,
)
from gamekit.othello.solver_ordering import (
    LOOK,
    POINTS,
    SMALL_BOARD_LOOK,
    SMALL_BOARD_POINTS,
    bring_best,
    first_guess,
    promise,
    sort_by_looking_ahead,
    without_twins,
)
from gamekit.othello.stability import BYTE, stable_discs, stable_inside
from gamekit.rules import PASS, State
from gamekit.search.result import Result
from gamekit.search.thinker import MadeAnew
from gamekit.search.threads import (
    ENTRY_BYTES,
    after,
    beside,
    check_threads,
    copy_entry,
    load_word,
    read_entry,
    store_word,
    write_entry,
)

__all__ = ["solve"]

INFINITY = 127
NO_SQUARE = 64
TABLE_FROM = 7  # with fewer empties, asking the table costs more than searching
UNROLLED = 4  # empties of the lowest storey
OPENING = 10  # discs; with more, hardly any position is symmetric
TABLE_MB = 128  # more pays only for positions that take minutes

# --- what is passed along ---------------------------------------------------------------------------------

CACHE_LINE = 64  # the two slots of a bucket share one
PLACES = 1 << 10  # for marks of what is being searched

SEARCH = np.dtype(
    [
        ("nodes", "i8"),
        ("most_nodes", "i8"),
        ("stop", "i8"),  # by another thread, or no nodes are left: what is being searched is given up
        ("table", "u8"),  # address of the table's entries
        ("bucket_mask", "u8"),
        ("busy", "u8"),  # address of the marks that threads share; 0 where there is one thread
        ("root", "i8"),  # empties of the position that is asked about
        ("given_up", "i8"),  # with so many empties a node has its answer: give up what is below; 0: nothing
        ("answer", "i8"),  # that node's
        ("board", "u8"),  # the squares of the board
        ("area", "i8"),  # how many they are
        ("corners", "u8"),
        ("x_squares", "u8"),  # diagonal neighbours of the corners
        ("weights", "u8"),  # address of the learnt patterns, 0 where the board is small
        *((name, "i8") for name in (*POINTS, *LOOK)),
        ("length", "i8"),  # of the line
        ("line", "i8", 128),
        ("keys", "i8", (64, 62)),  # for each number of empties a list of moves: sort keys ...
        ("turned", "u8", (64, 62)),  # ... and the discs they turn
        ("looked", "i8", 62),  # new sort keys
        ("path", "u8", (64, 2)),  # the nodes above, by their empties, where threads share them ...
        ("alphas", "i8", 64),  # ... and what is asked of each
    ]
)


def new_table(empties: int, table_mb: float) -> Any:
    """An empty table for a position: large enough to remember, small enough to stay in the cache."""
    most_buckets = max(int(table_mb * 2**20) // CACHE_LINE, 1 << 8)
    buckets = min(1 << (most_buckets.bit_length() - 1), 1 << max(8, empties - 2))
    size = buckets * CACHE_LINE
    try:
        memory = np.zeros(size + CACHE_LINE, np.uint8)
    except MemoryError:
        raise GamekitError(f"there is no room for a table of {table_mb:g} MB") from None
    first = -memory.ctypes.data % CACHE_LINE
    return memory[first : first + size]


def new_work(table: Any, board: int) -> Any:
    """What a search carries along: masks, counters, room for its lists. The table must outlive it."""
    work = np.zeros(1, SEARCH)
    work["most_nodes"] = np.iinfo(np.int64).max
    work["table"], work["bucket_mask"] = table.ctypes.data, len(table) - CACHE_LINE
    work["board"], work["area"] = board, board.bit_count()
    work["corners"], work["x_squares"] = corners_of(board)
    is_small = board != int(ALL)
    work["weights"] = 0 if is_small else np.frombuffer(patterns().tables, np.uint8).ctypes.data
    points = SMALL_BOARD_POINTS | SMALL_BOARD_LOOK if is_small else POINTS | LOOK
    for name, value in points.items():
        work[name] = value
    return work


# --- stable discs -----------------------------------------------------------------------------------------


@inlined
def _ceiling(player: Any, opponent: Any, alpha: Any, empties: Any, search: Any) -> Any:
    """An upper bound from the opponent's stable discs; INFINITY where they hardly can be enough to matter."""
    if search.board == ALL:
        if alpha < min(2 * empties - 2, 24):
            return INFINITY
        return 64 - 2 * popcount(stable_discs(opponent, player))
    if search.area - 2 * popcount(opponent) > alpha:
        return INFINITY
    return search.area - 2 * popcount(stable_inside(opponent, player, search.board))


# --- four to one empty squares ----------------------------------------------------------------------------


@inlined
def _last_one(player: Any, square: Any, alpha: Any, search: Any) -> Any:
    """Score with one empty square left; what is not the player's is the opponent's."""
    without = 2 * popcount(player) - search.area
    gain = gain_of_last(player, square)
    if gain:
        return without + gain + 2
    if without + 2 <= alpha:  # at best the square comes for nothing: too little, whoever gets it
        return without + 2
    gain = gain_of_last((search.board & ~player) ^ (ONE << square), square)
    if gain:
        return without - gain
    return without + 2 if without >= 0 else without


@inlined
def _two_moves(player: Any, opponent: Any, alpha: Any, a: Any, b: Any, search: Any) -> Any:
    """Best score of the player's moves on a and b; -INFINITY if there are none."""
    best = -INFINITY
    if opponent & NEIGHBOURS[a]:
        turned = flips(player, opponent, a)
        if turned:
            best = -_last_one(opponent ^ turned, b, -alpha - 1, search)
            if best > alpha:
                return best
    if opponent & NEIGHBOURS[b]:
        turned = flips(player, opponent, b)
        if turned:
            best = max(best, -_last_one(opponent ^ turned, a, -alpha - 1, search))
    return best


@called
def _last_two(player: Any, opponent: Any, alpha: Any, a: Any, b: Any, search: Any) -> Any:
    """Null-window score with the empty squares a and b."""
    search.nodes += 1
    best = _two_moves(player, opponent, alpha, a, b, search)
    if best == -INFINITY:
        best = -_two_moves(opponent, player, -alpha - 1, a, b, search)
        if best == INFINITY:
            best = final_score(player, opponent, search.area)
    return best


@inlined
def _move_of_three(
    player: Any, opponent: Any, alpha: Any, best: Any, square: Any, b: Any, c: Any, search: Any
) -> Any:
    """`best`, or what a move on `square` gives if that is more; b and c stay empty."""
    if opponent & NEIGHBOURS[square]:
        turned = flips(player, opponent, square)
        if turned:
            own = player ^ turned ^ (ONE << square)
            best = max(best, -_last_two(opponent ^ turned, own, -alpha - 1, b, c, search))
    return best


@inlined
def _three_moves(player: Any, opponent: Any, alpha: Any, a: Any, b: Any, c: Any, search: Any) -> Any:
    best = _move_of_three(player, opponent, alpha, -INFINITY, a, b, c, search)
    if best <= alpha:
        best = _move_of_three(player, opponent, alpha, best, b, a, c, search)
    if best <= alpha:
        best = _move_of_three(player, opponent, alpha, best, c, a, b, search)
    return best


@inlined
def _apart(a: Any, b: Any) -> Any:
    """Are two squares in different quadrants?"""
    return (a ^ b) & Bits(0b100_100)


@called
def _last_three(player: Any, opponent: Any, alpha: Any, a: Any, b: Any, c: Any, search: Any) -> Any:
    """Null-window score with three empty squares; one that is alone in its quadrant goes first."""
    search.nodes += 1
    if not _apart(a, b):
        if _apart(a, c):
            a, c = c, a
    elif not _apart(a, c):
        a, b = b, a
    best = _three_moves(player, opponent, alpha, a, b, c, search)
    if best == -INFINITY:
        best = -_three_moves(opponent, player, -alpha - 1, a, b, c, search)
        if best == INFINITY:
            best = final_score(player, opponent, search.area)
    return best


@inlined
def _move_of_four(
    player: Any, opponent: Any, alpha: Any, best: Any, square: Any, b: Any, c: Any, d: Any, search: Any
) -> Any:
    if opponent & NEIGHBOURS[square]:
        turned = flips(player, opponent, square)
        if turned:
            own = player ^ turned ^ (ONE << square)
            best = max(best, -_last_three(opponent ^ turned, own, -alpha - 1, b, c, d, search))
    return best


@called
def _four_moves(player: Any, opponent: Any, alpha: Any, a: Any, b: Any, c: Any, d: Any, search: Any) -> Any:
    best = _move_of_four(player, opponent, alpha, -INFINITY, a, b, c, d, search)
    if best <= alpha:
        best = _move_of_four(player, opponent, alpha, best, b, a, c, d, search)
    if best <= alpha:
        best = _move_of_four(player, opponent, alpha, best, c, a, b, d, search)
    if best <= alpha:
        best = _move_of_four(player, opponent, alpha, best, d, a, b, c, search)
    return best


@called
def _last_four(player: Any, opponent: Any, alpha: Any, search: Any) -> Any:
    """Null-window score with four empty squares."""
    search.nodes += 1
    bound = _ceiling(player, opponent, alpha, UNROLLED, search)
    if bound <= alpha:
        return bound
    empties = search.board & ~(player | opponent)
    first = empties & odd_quadrants(empties)
    if not first:  # 4 or 2 + 2 in a quadrant: all alike. 3 + 1: all odd. Else exactly two are odd.
        first = empties
    a, first = next_square(first)
    b, first = next_square(first)
    c, rest = next_square(empties ^ (ONE << a) ^ (ONE << b))
    d, rest = next_square(rest)
    best = _four_moves(player, opponent, alpha, a, b, c, d, search)
    if best == -INFINITY:
        best = -_four_moves(opponent, player, -alpha - 1, a, b, c, d, search)
        if best == INFINITY:
            best = final_score(player, opponent, search.area)
    return best


# --- five and six -----------------------------------------------------------------------------------------


@inlined
def _take(first: Any, second: Any) -> Any:
    """The next square of `first`, or of `second` once `first` is used up."""
    if first:
        square, first = next_square(first)
    else:
        square, second = next_square(second)
    return square, first, second


@called
def _few_empties(player: Any, opponent: Any, alpha: Any, empties: Any, search: Any) -> Any:
    """Null-window score with five or more empty squares, by parity alone."""
    search.nodes += 1
    bound = _ceiling(player, opponent, alpha, empties, search)
    if bound <= alpha:
        return bound
    legal = legal_mask(player, opponent) & search.board
    if not legal:
        if not legal_mask(opponent, player) & search.board:
            return final_score(player, opponent, search.area)
        return -_few_empties(opponent, player, -alpha - 1, empties, search)
    odd = odd_quadrants(search.board & ~(player | opponent))
    first, second = legal & odd, legal & ~odd
    best = -INFINITY
    while best <= alpha and first | second:
        square, first, second = _take(first, second)
        turned = flips(player, opponent, square)
        other, own = opponent ^ turned, player ^ turned ^ (ONE << square)
        if empties - 1 == UNROLLED:
            best = max(best, -_last_four(other, own, -alpha - 1, search))
        else:
            best = max(best, -_few_empties(other, own, -alpha - 1, empties - 1, search))
    return best


@called
def without_table(player: Any, opponent: Any, alpha: Any, empties: Any, search: Any) -> Any:
    """Null-window score with fewer than TABLE_FROM empty squares."""
    if empties > UNROLLED:
        return _few_empties(player, opponent, alpha, empties, search)
    if empties == 4:
        return _last_four(player, opponent, alpha, search)
    if empties == 0:
        return final_score(player, opponent, search.area)
    a, rest = next_square(search.board & ~(player | opponent))
    if empties == 1:
        return _last_one(player, a, alpha, search)
    b, rest = next_square(rest)
    if empties == 2:
        return _last_two(player, opponent, alpha, a, b, search)
    c, rest = next_square(rest)
    return _last_three(player, opponent, alpha, a, b, c, search)


# --- the table --------------------------------------------------------------------------------------------

# What is known of a position is one word: a lower and an upper bound, the best move and the one that was best
# before it, and the number of empties, each a byte. 0 stands for nothing.


@inlined
def _lower(known: Any) -> Any:
    return np.int64(known) << 56 >> 56


@inlined
def _upper(known: Any) -> Any:
    return np.int64(known) << 48 >> 56


@inlined
def _moves_of(known: Any) -> Any:
    return known >> Bits(16) & BYTE, known >> Bits(24) & BYTE


@inlined
def _hash(player: Any, opponent: Any) -> Any:
    mixed = (player * Bits(0x9E37_79B9_7F4A_7C15)) ^ (opponent * Bits(0xC2B2_AE3D_27D4_EB4F))
    mixed ^= mixed >> Bits(32)
    return mixed * Bits(0xD6E8_FEB8_6659_FD93)


@inlined
def _bucket_of(player: Any, opponent: Any, search: Any) -> Any:
    """Address of the first of a position's two slots."""
    return search.table + ((_hash(player, opponent) >> Bits(24)) & search.bucket_mask)


@inlined
def _known(bucket: Any, player: Any, opponent: Any) -> Any:
    """What the table knows of a position. The whole position is compared: no false hits."""
    one, two, known, _ = read_entry(bucket)
    if one == player and two == opponent:
        return known
    one, two, known, _ = read_entry(bucket + Bits(ENTRY_BYTES))
    if one == player and two == opponent:
        return known
    return Bits(0)


@called
def _store(bucket: Any, player: Any, opponent: Any, empties: Any, alpha: Any, score: Any, move: Any) -> None:
    """Tighten one of the position's bounds and remember the move.

    Of a bucket the first slot keeps the larger subtrees, the second takes what comes.
    """
    one, two, known, _ = read_entry(bucket)
    if one != player or two != opponent:
        in_first, other = known >> Bits(32), bucket + Bits(ENTRY_BYTES)
        one, two, known, _ = read_entry(other)
        if one == player and two == opponent:
            bucket = other
        else:
            known = Bits(0)
            if in_first > Bits(empties):
                bucket = other
            else:
                copy_entry(bucket, other)
    lower, upper, first, second = -64, 64, Bits(NO_SQUARE), Bits(NO_SQUARE)
    if known:
        lower, upper = _lower(known), _upper(known)
        first, second = _moves_of(known)
    if score > alpha:
        lower = max(lower, score)
    else:
        upper = min(upper, score)
    if first != Bits(move):
        first, second = Bits(move), first
    known = Bits(lower & 255) | Bits(upper & 255) << Bits(8) | first << Bits(16) | second << Bits(24)
    write_entry(bucket, player, opponent, known | Bits(empties) << Bits(32), Bits(0))


@instruction(lambda address: types.void(types.uint64))
def _prefetch(builder: Any, address: Any) -> None:
    """Ask for an entry's cache line before it is needed."""
    place, small = builder.inttoptr(address, ir.IntType(8).as_pointer()), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [place.type, small, small, small])
    function = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
    builder.call(function, [place, ir.Constant(small, 0), ir.Constant(small, 3), ir.Constant(small, 1)])


# --- several threads --------------------------------------------------------------------------------------


@inlined
def _mark_of(player: Any, opponent: Any, search: Any) -> Any:
    """Where a position is marked as being searched, and the mark."""
    mark = _hash(player, opponent)
    return search.busy + (mark >> Bits(40) & Bits(PLACES - 1)) * Bits(8), mark


@called
def _look_above(empties: Any, search: Any) -> None:
    """Where another thread has answered a node of the path, give up what is below it."""
    for above in range(search.root, empties - 1, -1):
        player, opponent, alpha = search.path[above, 0], search.path[above, 1], search.alphas[above]
        known = _known(_bucket_of(player, opponent, search), player, opponent)
        if known and (_lower(known) > alpha or _upper(known) <= alpha):
            search.given_up = above
            search.answer = _lower(known) if _lower(known) > alpha else _upper(known)
            return


# --- seven and up -----------------------------------------------------------------------------------------

TABLE_MOVE, SECOND_MOVE = 1 << 30, 1 << 29  # sort keys; others are below
PUT_OFF = 1 << 50
SHARED_FROM = 13  # empties; what is smaller, one thread searches alone


@inlined
def _list_moves(
    player: Any,
    opponent: Any,
    legal: Any,
    first: Any,
    second: Any,
    keys: Any,
    turned: Any,
    search: Any,
    ahead: Any,
) -> Any:
    """Fill the move list; the number of moves, or -1 if one of them leaves the opponent no disc."""
    odd = odd_quadrants(search.board & ~(player | opponent))
    count = 0
    while legal:
        square, legal = next_square(legal)
        flipped = flips(player, opponent, square)
        if flipped == opponent:
            return -1
        other, own = opponent ^ flipped, player ^ flipped ^ (ONE << square)
        if ahead:
            _prefetch(_bucket_of(other, own, search))
        if square == first:
            key = TABLE_MOVE
        elif square == second:
            key = SECOND_MOVE
        else:
            key = promise(other, own, square, odd, search)
        keys[count] = key << 8 | np.int64(square)
        turned[count] = flipped
        count += 1
    return count


@inlined
def _known_cut(
    player: Any, opponent: Any, alpha: Any, count: Any, keys: Any, turned: Any, search: Any
) -> Any:
    """A lower bound above alpha that some child's table entry gives away, else -INFINITY."""
    for i in range(count):
        other, own = opponent ^ turned[i], player ^ turned[i] ^ (ONE << Bits(keys[i] & 63))
        known = _known(_bucket_of(other, own, search), other, own)
        if known and -_upper(known) > alpha:
            return -_upper(known)
    return -INFINITY


@called
def null_window(player: Any, opponent: Any, alpha: Any, empties: Any, search: Any) -> Any:
    """Is the score above `alpha`? A lower bound if so, else an upper bound; nothing once `stop` is set."""
    if empties < TABLE_FROM:
        return without_table(player, opponent, alpha, empties, search)
    if search.nodes >= search.most_nodes:
        search.stop = 1
    if search.stop:
        return alpha
    search.nodes += 1
    bound = _ceiling(player, opponent, alpha, empties, search)
    if bound <= alpha:
        return bound

    bucket = _bucket_of(player, opponent, search)
    known = _known(bucket, player, opponent)
    first = second = Bits(NO_SQUARE)
    if known:
        if _lower(known) > alpha:
            return _lower(known)
        if _upper(known) <= alpha:
            return _upper(known)
        first, second = _moves_of(known)

    legal = legal_mask(player, opponent) & search.board
    if not legal:
        if not legal_mask(opponent, player) & search.board:
            return final_score(player, opponent, search.area)
        return -null_window(opponent, player, -alpha - 1, empties, search)

    if empties > search.area - OPENING:
        legal = without_twins(player, opponent, legal)
    keys, turned = search.keys[empties], search.turned[empties]
    ahead = empties > TABLE_FROM  # the children are in the table too
    count = _list_moves(player, opponent, legal, first, second, keys, turned, search, ahead)
    if count < 0:
        return search.area
    if ahead:
        bound = _known_cut(player, opponent, alpha, count, keys, turned, search)
        if bound > alpha:
            return bound
    if empties >= search.look_from and count > 1:
        fixed = SECOND_MOVE << 8
        sort_by_looking_ahead(player, opponent, empties, count, fixed, keys, turned, search)

    shared = search.busy != 0 and empties >= SHARED_FROM
    if shared:
        search.path[empties, 0], search.path[empties, 1] = player, opponent
        search.alphas[empties] = alpha
    best, best_square, i = -INFINITY, NO_SQUARE, 0
    while best <= alpha and i < count:
        bring_best(i, count, keys, turned)
        square = keys[i] & 63
        other, own = opponent ^ turned[i], player ^ turned[i] ^ (ONE << Bits(square))
        place, mark = Bits(0), Bits(0)
        if shared:
            place, mark = _mark_of(other, own, search)
            if i > 0 and keys[i] >= 0 and load_word(place) == mark:
                keys[i] -= PUT_OFF  # comes again after all others, busy or not
                continue
            store_word(place, mark)
        score = -null_window(other, own, -alpha - 1, empties - 1, search)
        if shared:
            store_word(place, Bits(0))
            if search.given_up == 0 and not search.stop:
                _look_above(empties, search)
            if search.given_up:
                if search.given_up > empties:
                    return alpha
                search.given_up = 0
                return search.answer
        if score > best:
            best, best_square = score, square
        i += 1
    if search.stop:
        return best
    _store(bucket, player, opponent, empties, alpha, best, best_square)
    return best


# --- the answer -------------------------------------------------------------------------------------------

# Numba optimizes a function together with all it calls, again and again on the way up. The functions
# below are put into `_answer` before that, so the whole search goes through it once less for each.
_part: Any = njit(inline="always")


@_part
def _ask(player: Any, opponent: Any, alpha: Any, empties: Any, search: Any) -> Any:
    """`null_window` from outside: no node above this one is of interest to threads."""
    search.root = empties
    return null_window(player, opponent, alpha, empties, search)


@_part
def score_between(player: Any, opponent: Any, alpha: Any, beta: Any, guess: Any, search: Any) -> Any:
    """The score if alpha < score < beta, else a bound on the far side: each question from the last answer."""
    empties = popcount(search.board & ~(player | opponent))
    low, high = -search.area, search.area
    while low < high and low < beta and high > alpha:
        target = min(max(guess, low + 2, alpha + 2), high, beta)
        guess = _ask(player, opponent, target - 1, empties, search)
        if guess >= target:
            low = guess
        else:
            high = guess
    return low if low > alpha else high


@_part
def _proven_move(player: Any, opponent: Any, legal: Any, score: Any, search: Any) -> Any:
    """A move worth at least `score` (there must be one). The table's move is asked first, the last not."""
    empties = popcount(search.board & ~(player | opponent))
    known = _known(_bucket_of(player, opponent, search), player, opponent)
    first = Bits(0)
    if known and _moves_of(known)[0] != Bits(NO_SQUARE):
        first = legal & (ONE << _moves_of(known)[0])
    second = legal & ~first
    while True:
        square, first, second = _take(first, second)
        turned = flips(player, opponent, square)
        other, own = opponent ^ turned, player ^ turned ^ (ONE << square)
        if not first | second or score <= -search.area:
            return square
        if _ask(other, own, -score, empties - 1, search) <= -score:
            return square


@_part
def _follow(player: Any, opponent: Any, goal: Any, longest: Any, search: Any) -> None:
    """Write the start of a line in which each side plays a move that reaches the goal."""
    search.length = 0
    while search.length < longest:
        legal = legal_mask(player, opponent) & search.board
        if legal:
            square = _proven_move(player, opponent, legal, goal, search)
            search.line[search.length] = square
            turned = flips(player, opponent, square)
            player, opponent = opponent ^ turned, player ^ turned ^ (ONE << square)
        elif legal_mask(opponent, player) & search.board:
            search.line[search.length] = PASS
            player, opponent = opponent, player
        else:
            break
        search.length += 1
        goal = -goal


@kernel
def _answer(player: Any, opponent: Any, alpha: Any, beta: Any, longest: Any, work: Any) -> Any:
    """The score, exact or a bound; the record takes up to `longest` moves of the line and the node count."""
    search = work[0]
    if not (legal_mask(player, opponent) | legal_mask(opponent, player)) & search.board:
        return final_score(player, opponent, search.area)
    guess = first_guess(player, opponent, search)
    score = score_between(player, opponent, alpha, beta, guess, search)
    if score <= alpha:  # no move is better than that, so any will do
        exact, goal = score == -search.area, -search.area
    else:
        exact, goal = score < beta or score == search.area, score
    _follow(player, opponent, goal, longest if exact else min(longest, 1), search)
    return score


class Solver(MadeAnew):
    """Solves one position after the other. Not to be shared by threads, but any thread may `cancel` it."""

    def __init__(self, table_mb: float = TABLE_MB, threads: int = 1) -> None:
        self.table_mb, self.threads = _table_size(table_mb), check_threads(threads)
        self.nodes = 0  # that the last position took, also where it was given up
        self._works: list[Any] = []

    def cancel(self) -> None:
        """Give up the position that is being solved in another thread; its `solve` raises `GamekitError`."""
        for work in self._works:
            work["stop"] = 1

    def solve(
        self,
        state: State,
        outcome_only: bool = False,
        with_line: bool = False,
        alpha: int = -64,
        beta: int = 64,
        nodes: int | None = None,
        seconds: float | None = None,
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Result:
        """The exact score of a position and a best move; see the function `solve`.

        `GamekitError` where somebody cancels, or where it takes more than so many `nodes` or `seconds`.
        `is_cancelled` tells whether somebody did so before this began.
        """
        if type(state) not in SIZE_OF:
            raise GamekitError(f"this solver takes positions of othello, not {type(state).__name__}")
        if alpha >= beta:
            raise GamekitError(f"a window needs alpha < beta, not {alpha} and {beta}")
        began = time.perf_counter()
        board, player, opponent = board_mask(SIZE_OF[type(state)]), int(state.player), int(state.opponent)
        if player & opponent or (player | opponent) & ~board:
            raise GamekitError("this is no position: a square holds one disc, and all discs lie on the board")
        if outcome_only:
            alpha, beta = -2, 2
        empties = board.bit_count() - (player | opponent).bit_count()
        # Scores are even; a window that ends on even numbers asks fewer questions.
        window = max(alpha - alpha % 2, -100), min(beta + beta % 2, 100)
        question = Bits(player), Bits(opponent), *window, 128 if with_line else 1
        table, busy = new_table(empties, self.table_mb), np.zeros(PLACES, np.uint64)  # records have addresses
        threads = self.threads if empties > SHARED_FROM else 1
        works = [new_work(table, board) for _ in range(threads)]
        for work in works:
            work["busy"] = busy.ctypes.data if threads > 1 else 0
            if nodes is not None:
                work["most_nodes"] = -(-nodes // threads)
        if seconds is not None:  # compiling takes none of it: first a board that is full
            _answer(ALL, Bits(0), -2, 2, 1, new_work(table, board))
        self._works = works
        if is_cancelled():
            self.cancel()
        with after(seconds, self.cancel):
            score, work = self._first_answer(question, works)
        line = tuple(work["line"][0, : work["length"][0]].tolist())
        return Result(
            move=line[0] if line else None,
            value=(score > 0) - (score < 0) if outcome_only else score,
            line=line,
            depth=empties,
            nodes=self.nodes,
            seconds=time.perf_counter() - began,
        )

    def _first_answer(self, question: tuple[Any, ...], works: list[Any]) -> tuple[int, Any]:
        """The score, and the record of the thread that had it first."""
        answers: list[tuple[int, Any]] = []

        def run(work: Any) -> None:
            score = _answer(*question, work)  # type: ignore[call-arg]  # mypy cannot count them
            if not work["stop"][0]:
                answers.append((score, work))
                if len(works) > 1:
                    self.cancel()

        with beside((partial(run, work) for work in works[1:]), self.cancel):
            run(works[0])
        self.nodes = sum(int(work["nodes"][0]) for work in works)
        if not answers:
            raise GamekitError("the solver was told to stop before it knew the score")
        return answers[0]


def _table_size(table_mb: float) -> float:
    try:
        if 0 < float(table_mb) < 2**40:
            return float(table_mb)
    except (TypeError, ValueError):
        pass
    raise GamekitError(f"a table has a size in megabytes, such as {TABLE_MB}, not {table_mb!r}")


def solve(
    state: State,
    outcome_only: bool = False,
    with_line: bool = False,
    alpha: int = -64,
    beta: int = 64,
    table_mb: float = TABLE_MB,
    threads: int = 1,
    seconds: float | None = None,
) -> Result:
    """The exact score of a position and a best move; `with_line` adds best play to the end.

    `GamekitError` where it takes more than so many `seconds`.

    More than one of `threads` are quicker on as many cores; nodes then differ from run to run.

    `outcome_only` asks who wins, 1, 0 or -1, and for a move that keeps to it: about a fifth of the work.
    A value of `alpha` or less is an upper bound, one of `beta` or more a lower bound; the line is then
    one move, in the first case any (none is good enough).

    >>> from gamekit.games import othello
    >>> state = othello.parse("XXXXX----XXXXX--OOXOX-O--OOXOOO-XOOOXXO--OOOXXXO-OOOOXXXXXXXXXOO O")
    >>> result = solve(state, with_line=True)
    >>> result.value, " ".join(result.names(state))
    (-46, 'f1 a2 f3 h3 h4 g1 h2 h5 g2 h1 pass a7 a6 a4')
    """
    return Solver(table_mb, threads).solve(state, outcome_only, with_line, alpha, beta, seconds=seconds)
