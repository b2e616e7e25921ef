"""Exact Connect Four on any board from 4x4 to 12x12.

    >>> from gamekit.games import connect4
    >>> result = solve(connect4.parse("52753311433677442422121"))
    >>> result.value, result.move
    (8, 4)

The value is for the side to move: 0 a draw, +k a win, -k a loss, where k is 1 plus half the squares still
empty after the winning stone, rounded down. So an earlier win is a larger number and a win with the very
last stone is 1: the same scores as `score` gives to games that are over.

How it works, each idea in a function of its own:

- A position is two words: `own`, the stones of the side to move, and `mask`, all stones. Bits run up the
  columns and each column ends in a bit that is never used.
- `winning_squares`: the empty squares that would complete four, all at once, four directions side by side.
- `safe_replies`: the moves that do not lose at once. A side that has none has lost, and the search learns
  it one move early, without visiting the position.
- `search` answers one question: is the value greater than `alpha`? `settle` asks it a few times.
- `urgency`: moves that leave the most winning squares come first, then the centre.
- The table: what is known about positions already seen, a lower and an upper bound each. A move to a
  position known to be bad enough for the other side ends the search before anything is played.

It is not `gamekit.search.full`: moves come as one word of safe squares, which the general rules cannot give,
and a slot of its table is one word.

A node is one call of `search`: a position neither won at once nor lost for want of a safe move, since
those two are seen from the position before and never visited.

The board's size is part of the *type* of the workspace, so that compiled code sees shifts and masks as
constants; one source serves all sizes and each size is compiled (and kept on disk) when first used.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from threading import Lock
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, typeof, types
from numba.extending import intrinsic

from gamekit.bits import ONE, Bits
from gamekit.code_cache import helper, kernel
from gamekit.errors import GamekitError
from gamekit.games import connect4
from gamekit.lanes import any_lane, four_times
from gamekit.rules import State
from gamekit.search.result import Result
from gamekit.search.thinker import MadeAnew
from gamekit.search.threads import after
from gamekit.wide import (
    WORD_BITS,
    join,
    llvm_word,
    load,
    low_word,
    lowest_index,
    popcount,
    same_width,
    store,
    word_type,
)

__all__ = ["Solver"]

inlined = njit(inline="always", nogil=True)  # numba inlines it, so that LLVM sees one long function

# --- the size of the board --------------------------------------------------------------------------------


class Size(NamedTuple):
    """What follows from width and height, as Python integers."""

    width: int
    height: int

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def column_bits(self) -> int:
        return self.height + 1

    @property
    def key_bits(self) -> int:
        return self.width * self.column_bits

    @property
    def words(self) -> int:
        return -(-self.key_bits // WORD_BITS)

    @property
    def bottom(self) -> int:
        """The lowest square of each column."""
        return sum(1 << self.column_bits * column for column in range(self.width))

    @property
    def board(self) -> int:
        """All squares."""
        return self.bottom * ((1 << self.height) - 1)

    @property
    def bound_bits(self) -> int:
        """Enough for a value between -half and half, moved up so that no bound is below 0."""
        return (2 * (self.cells // 2 + 2)).bit_length()

    @property
    def least_table_bits(self) -> int:
        """log2 of the slots a table starts with: 8 KB if the slots can hold the rest of the key."""
        return max(10, self.key_bits + 2 * self.bound_bits - self.words * WORD_BITS)


def workspace_type(size: Size) -> Any:
    """A record that holds all a search writes to; its `size` field is there for its type alone."""
    return np.dtype(
        [
            ("nodes", np.int64),
            ("stop", np.int64),  # is it told to give up?
            ("table", np.uint64),  # address of the slots
            ("table_bits", np.int64),  # log2 of the slots in use now
            ("most_table_bits", np.int64),
            ("filled", np.int64),
            ("children", np.uint64),  # address of the move lists, one a ply
            ("size", np.uint8, (size.width, size.height)),
        ]
    )


def size_of(work: Any) -> Size:
    """The size of the board from the numba type of a workspace."""
    return Size(*work.fields["size"].type.shape)


def constant(of_size: Callable[[Size], int], *, is_word: bool = False) -> Any:
    """A compiled function of the workspace that is a constant, `of_size(size)`: a count, or a word."""

    @intrinsic
    def made(typing: Any, work: Any) -> Any:
        size = size_of(work)
        number = word_type(size.key_bits) if is_word else types.int64

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return ir.Constant(llvm_word(number), of_size(size))

        return number(work), generate

    return made


def word_constant(of_size: Callable[[Size], int]) -> Any:
    """The same for a word as wide as the board."""
    return constant(of_size, is_word=True)


# Any odd number would do to spread keys; the digits of the golden ratio do it well.
GOLDEN = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834_1082_276B_F3A2_7251

nothing = word_constant(lambda size: 0)
unit = word_constant(lambda size: 1)
bottom = word_constant(lambda size: size.bottom)
board = word_constant(lambda size: size.board)
key_part = word_constant(lambda size: (1 << size.key_bits) - 1)
spread = word_constant(lambda size: GOLDEN % (1 << size.words * WORD_BITS))
cells = constant(lambda size: size.cells)
width = constant(lambda size: size.width)
column_bits = constant(lambda size: size.column_bits)
key_bits = constant(lambda size: size.key_bits)
bound_bits = constant(lambda size: size.bound_bits)
half = constant(lambda size: (size.cells + 1) // 2)
least_table_bits = constant(lambda size: size.least_table_bits)


# --- rules on words ---------------------------------------------------------------------------------------


@intrinsic
def lines_through(typing: Any, stones: Any, work: Any) -> Any:
    """Squares that complete four with `stones`, whether empty or not, on the board or not.

    The four directions lie side by side in one vector, so that one instruction serves all of them. In
    each direction, with `x` for a stone and `?` for the square found: xxx?, ?xxx, xx?x, x?xx.
    """
    height = size_of(work).height

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        step = np.array([1, height, height + 1, height + 2])
        own = four_times(builder, arguments[0])
        below, above = own << step, own >> step
        pair = own & below
        pair_below = pair << step
        triple = pair & pair_below
        ends = (triple << step) | (triple >> 3 * step)
        gaps = (pair_below & above) | ((pair >> 2 * step) & below)
        return any_lane(ends | gaps)

    return stones(stones, work), generate


@inlined
def winning_squares(stones: Any, mask: Any, work: Any) -> Any:
    """Empty squares, playable or not, where the owner of `stones` would complete four."""
    return lines_through(stones, work) & (board(work) ^ mask)


@inlined
def playable(mask: Any, work: Any) -> Any:
    """The square of each open column where a stone would land: adding 1 carries over the stones."""
    return (mask + bottom(work)) & board(work)


@inlined
def safe_replies(mask: Any, threats: Any, work: Any) -> Any:
    """Moves that do not let the other side win at once, where `threats` are its winning squares."""
    moves = playable(mask, work)
    forced = moves & threats
    if forced:
        if forced & (forced - unit(work)):
            return nothing(work)  # two threats cannot both be met
        moves = forced
    return moves & ~(threats >> ONE)  # do not play under a threat


@inlined
def win_value(stones: Any, work: Any) -> Any:
    """The value of a win with the next stone, when that many stones are on the board."""
    return (cells(work) + 1 - stones) >> 1


@inlined
def column_of(stone: Any, work: Any) -> Any:
    return lowest_index(stone) // column_bits(work)


# --- the table --------------------------------------------------------------------------------------------
#
# A slot is one word: what the slot's place does not tell of the key, then the two bounds.
#
#     | key, without its highest table_bits | half - upper | lower + half |
#
# Multiplying by an odd number modulo 2 ** key_bits permutes the keys, so place and slot together hold the
# whole key and a hit is never wrong. A slot of 0 says `lower = -half, upper = half`: true of any position.
#
# The table of a new search has 1024 slots, which the fastest cache holds, and doubles when half full. A
# search of a thousand nodes that spreads over megabytes waits for memory most of its time.


@inlined
def mixed_key(own: Any, mask: Any, work: Any) -> Any:
    """A number that no other position has. Stones plus all stones tells even where columns end."""
    return ((own + mask) * spread(work)) & key_part(work)


@inlined
def place_of(key: Any, work: Any) -> Any:
    return low_word(key >> Bits(key_bits(work) - work.table_bits))


@inlined
def tag_of(key: Any, work: Any) -> Any:
    """The part of the key that every slot keeps, whatever the table's size."""
    kept = Bits(key_bits(work) - least_table_bits(work))
    return key & ((unit(work) << kept) - unit(work))


@helper
def start_table(work: Any) -> Any:
    """Forget everything."""
    work.table_bits = least_table_bits(work)
    work.filled = 0
    for slot in range(1 << work.table_bits):
        store(work.table, Bits(slot), nothing(work))


@helper
def double_table(work: Any) -> Any:
    """Spread the slots over twice the room, in place: from the last down, slot i goes to 2i or 2i + 1."""
    next_bit = Bits(key_bits(work) - work.table_bits - 1 + 2 * bound_bits(work))
    for slot in range((1 << work.table_bits) - 1, -1, -1):
        word = load(nothing(work), work.table, Bits(slot))
        upper_half = low_word(word >> next_bit) & ONE
        store(work.table, Bits(2 * slot) + ONE - upper_half, nothing(work))
        store(work.table, Bits(2 * slot) + upper_half, word)
    work.table_bits += 1


@inlined
def keep_bounds(key: Any, lower: Any, upper: Any, work: Any) -> Any:
    """Remember that the value lies between the two. The newest position stays, the older one goes."""
    place = place_of(key, work)
    bounds = (Bits(half(work) - upper) << Bits(bound_bits(work))) | Bits(lower + half(work))
    if not load(key, work.table, place):
        work.filled += 1
    tag = tag_of(key, work) << Bits(2 * bound_bits(work))
    store(work.table, place, tag | same_width(key, bounds))
    if work.filled >> (work.table_bits - 1) and work.table_bits < work.most_table_bits:
        double_table(work)


@inlined
def known_bounds(key: Any, work: Any) -> Any:
    """(lower, upper) of the position with this key, as wide as can be if it is not in the table."""
    best = half(work)
    slot = load(key, work.table, place_of(key, work))
    if (slot >> Bits(2 * bound_bits(work))) == tag_of(key, work):
        bounds = low_word(slot)
        field = (ONE << Bits(bound_bits(work))) - ONE
        return np.int64(bounds & field) - best, best - np.int64((bounds >> Bits(bound_bits(work))) & field)
    return -best, best


# --- the search -------------------------------------------------------------------------------------------


@inlined
def wins_soon(own: Any, mask: Any, moves: Any, work: Any) -> Any:
    """Whether one of `moves` leaves the other side no safe reply."""
    while moves:
        others = moves & (moves - unit(work))
        stone = moves ^ others
        moves = others
        threats = winning_squares(own | stone, mask | stone, work)
        if not safe_replies(mask | stone, threats, work):
            return True
    return False


@inlined
def urgency(stone: Any, threats: Any, own_threats: Any, work: Any) -> Any:
    """Larger is tried earlier: many winning squares, none of them given away, near the centre."""
    centre = width(work) - abs(2 * column_of(stone, work) - width(work) + 1)
    many = popcount(threats)
    if (stone << ONE) & own_threats:  # the other side will take it
        many -= 2
    return 32 * many + centre


@inlined
def insert_child(first: Any, count: Any, rank: Any, stone: Any, replies: Any, work: Any) -> Any:
    """Put a child into the list of `count` children that starts at `first`, the highest rank first."""
    at = count
    rank = same_width(stone, Bits(rank + 1024))
    while at > 0:
        before = first + Bits(3 * at - 3)
        if low_word(load(stone, work.children, before)) >= low_word(rank):
            break
        for field in range(3):
            store(work.children, before + Bits(3 + field), load(stone, work.children, before + Bits(field)))
        at -= 1
    place = first + Bits(3 * at)
    store(work.children, place, rank)
    store(work.children, place + ONE, stone)
    store(work.children, place + Bits(2), replies)


@helper
def search(own: Any, mask: Any, moves: Any, stones: Any, alpha: Any, work: Any) -> Any:
    """Is the value greater than `alpha`? Returns a bound on the value on the same side of alpha.

    The side to move cannot win at once, and `moves` are its safe moves: there is at least one.
    """
    work.nodes += 1
    upper = win_value(stones + 2, work)
    if upper <= alpha or work.stop:  # then any answer will do: it is thrown away
        return upper
    lower = -win_value(stones + 3, work)
    if lower > alpha:
        return lower
    if stones >= cells(work) - 2:
        return 0
    later = win_value(stones + 4, work)
    if later <= alpha:
        return upper if wins_soon(own, mask, moves, work) else later

    if not moves & (moves - unit(work)):  # one move: the table would only say the same twice
        replies = safe_replies(mask | moves, winning_squares(own | moves, mask | moves, work), work)
        return -search(own ^ mask, mask | moves, replies, stones + 1, -alpha - 1, work) if replies else upper

    key = mixed_key(own, mask, work)
    known_lower, known_upper = known_bounds(key, work)
    if known_lower > alpha:
        return known_lower
    if known_upper <= alpha:
        return known_upper

    other = own ^ mask
    own_threats = winning_squares(own, mask, work)
    first = Bits(stones * 3 * width(work))
    count = 0
    while moves:
        remaining = moves & (moves - unit(work))
        stone = moves ^ remaining
        moves = remaining
        threats = winning_squares(own | stone, mask | stone, work)
        replies = safe_replies(mask | stone, threats, work)
        if not replies:
            return upper
        reply_upper = known_bounds(mixed_key(other, mask | stone, work), work)[1]
        if -reply_upper > alpha:
            return -reply_upper
        insert_child(first, count, urgency(stone, threats, own_threats, work), stone, replies, work)
        count += 1

    best = -cells(work)
    for child in range(count):
        place = first + Bits(3 * child)
        stone = load(mask, work.children, place + ONE)
        replies = load(mask, work.children, place + Bits(2))
        best = max(best, -search(other, mask | stone, replies, stones + 1, -alpha - 1, work))
        if best > alpha:
            break
    if best > alpha:
        keep_bounds(key, max(best, known_lower), min(known_upper, later), work)
    else:
        keep_bounds(key, known_lower, min(best, known_upper), work)
    return best


@inlined
def halfway(lower: Any, upper: Any) -> Any:
    """The question to ask next: farther from 0 than the middle, as early wins are cheap to find."""
    middle = lower + (upper - lower) // 2
    if middle <= 0:
        return min(middle, -(-lower // 2))
    return max(middle, upper // 2)


@inlined
def settle(own: Any, mask: Any, moves: Any, stones: Any, lower: Any, upper: Any, work: Any) -> Any:
    """The value, known to lie between `lower` and `upper`, by null-window searches."""
    while lower < upper:
        alpha = halfway(lower, upper)
        bound = search(own, mask, moves, stones, alpha, work)
        if bound > alpha:
            lower = bound
        else:
            upper = bound
    return lower


@inlined
def best_move(own: Any, mask: Any, moves: Any, stones: Any, value: Any, work: Any) -> Any:
    """A column that reaches `value`, by a null-window search of each child. Most of them are in the table."""
    while moves & (moves - unit(work)):
        remaining = moves & (moves - unit(work))
        stone = moves ^ remaining
        threats = winning_squares(own | stone, mask | stone, work)
        replies = safe_replies(mask | stone, threats, work)
        if not replies or -search(own ^ mask, mask | stone, replies, stones + 1, -value, work) >= value:
            return column_of(stone, work)
        moves = remaining
    return column_of(moves, work)


# --- from Python ------------------------------------------------------------------------------------------

NO_MOVE, NO_POSITION = -1, -2  # answers instead of a column
ANY = 99  # no value lies farther from 0


@inlined
def is_position(own: Any, other: Any, stones: Any, work: Any) -> Any:
    """Can these be the stones of two sides, `stones` in all? The side to move must not have four."""
    mask = own | other
    if popcount(mask) != stones or mask & ~board(work):
        return False
    if mask & ~((mask << ONE) | bottom(work)):  # a stone with nothing below it
        return False
    return (own & lines_through(own, work)) == nothing(work)


@helper
def solve_words(player: Any, opponent: Any, least: Any, most: Any, workspace: Any) -> Any:
    """(value, a best column, nodes, empty squares) from the words of both sides.

    The value is exact between `least` and `most`, a bound outside.
    """
    work = workspace[0]  # numba takes an array in 0.3 µs, but a record in 2 µs
    own, other = join(nothing(work), player), join(nothing(work), opponent)
    stones = 0
    for words in (player, opponent):
        for word in words:
            stones += popcount(word)
    if not is_position(own, other, stones, work):
        return 0, NO_POSITION, 0, 0

    mask = own | other
    empties = cells(work) - stones
    work.nodes = 0
    if other & lines_through(other, work):
        return -win_value(stones - 1, work), NO_MOVE, 0, empties
    moves = playable(mask, work)
    if not moves:
        return 0, NO_MOVE, 0, empties
    wins = moves & winning_squares(own, mask, work)
    if wins:
        return win_value(stones, work), column_of(wins, work), 0, empties
    if empties == 1:
        return 0, column_of(moves, work), 0, empties
    safe = safe_replies(mask, winning_squares(other, mask, work), work)
    if not safe:
        return -win_value(stones + 1, work), column_of(moves, work), 0, empties

    start_table(work)
    lower = max(least, -win_value(stones + 3, work))
    upper = min(most, win_value(stones + 2, work))
    value = settle(own, mask, safe, stones, lower, upper, work)
    return value, best_move(own, mask, safe, stones, value, work), work.nodes, empties


def _one_word(player: Any, opponent: Any, least: Any, most: Any, workspace: Any) -> Any:
    return solve_words((player,), (opponent,), least, most, workspace)


def _three_words(
    player0: Any,
    player1: Any,
    player2: Any,
    opponent0: Any,
    opponent1: Any,
    opponent2: Any,
    least: Any,
    most: Any,
    workspace: Any,
) -> Any:
    player, opponent = (player0, player1, player2), (opponent0, opponent1, opponent2)
    return solve_words(player, opponent, least, most, workspace)


@cache
def _entry(size: Size) -> Any:
    """The compiled function that solves the states of this size, given their fields."""
    state_class = connect4.state_class(*size)
    entry: Any = kernel(_one_word if state_class.words == 1 else _three_words)
    words = (types.uint64,) * (2 * state_class.words)  # said here, as numba takes small words for signed
    workspace = typeof(np.zeros(1, workspace_type(size)))
    entry.compile((*words, types.int64, types.int64, workspace))
    entry.disable_compile()
    return entry


class Solver(MadeAnew):
    """Solves positions on one size of board, one after the other.

    It keeps its buffers, so a second position costs no set-up. Threads that share a solver take turns;
    for speed give each thread its own.

    >>> solver = Solver(7, 6)
    >>> solver.solve(connect4.parse("2252576253462244111563365343671351441")).value
    -1
    """

    def __init__(self, width: int = 7, height: int = 6, table_mb: float = 64) -> None:
        size = Size(width, height)
        self._state_class = connect4.state_class(width, height)
        table_bits = _table_bits(size, table_mb)
        try:
            self._slots = np.empty((1 << table_bits) * size.words, np.uint64)
        except MemoryError:
            raise GamekitError(f"there is no room for a table of {table_mb} MB") from None
        self._children = np.empty(size.cells * 3 * width * size.words, np.uint64)
        # The workspace knows its buffers by address only: they live as long as the solver refers to them.
        self._work = np.zeros(1, workspace_type(size))
        self._work["table"] = self._slots.ctypes.data
        self._work["children"] = self._children.ctypes.data
        self._work["most_table_bits"] = table_bits
        self._turns = Lock()
        self._solve = _entry(size)

    def solve(self, state: State, outcome_only: bool = False, seconds: float | None = None) -> Result:
        """The exact value and a best move; `outcome_only`: who wins (-1, 0 or 1), and a move to that end.

        `GamekitError` where it takes more than so many `seconds`.
        """
        began = perf_counter()
        if type(state) is not self._state_class:
            raise GamekitError(f"this solver takes {self._state_class.__name__}, not {type(state).__name__}")
        least, most = (-1, 1) if outcome_only else (-ANY, ANY)
        try:
            with self._turns:
                self._work["stop"] = 0
                with after(seconds, self.cancel):
                    value, column, nodes, empties = self._solve(*state, least, most, self._work)
                is_stopped = bool(self._work["stop"][0])
        except (TypeError, OverflowError):  # fields that are no words
            column, is_stopped = NO_POSITION, False
        if is_stopped:
            raise GamekitError("the solver was told to stop before it knew the value")
        if column == NO_POSITION:
            raise GamekitError(
                "this is no position: stones lie on each other or on nothing, or the side to move has won"
            )
        if outcome_only:
            value = (value > 0) - (value < 0)
        move = None if column == NO_MOVE else column
        line = () if move is None else (move,)
        return Result(move, value, line, depth=empties, nodes=nodes, seconds=perf_counter() - began)

    def cancel(self) -> None:
        """Give up the position that is being solved in another thread; its `solve` raises `GamekitError`."""
        self._work["stop"] = 1


def _table_bits(size: Size, table_mb: float) -> int:
    """log2 of the slots that fit so many megabytes."""
    try:
        slots = int(table_mb * 2**20) // (8 * size.words)
    except (TypeError, ValueError, OverflowError):
        slots = 0
    if not 0 < slots < 2**48:
        raise GamekitError(f"a table has a size in megabytes, such as 64, not {table_mb!r}")
    # Fewer slots could not hold the keys; more than there are keys would stay empty.
    return min(max(slots.bit_length() - 1, size.least_table_bits), size.key_bits)


_latest = lru_cache(1)(Solver)


def solve(state: State, outcome_only: bool = False, seconds: float | None = None) -> Result:
    """The exact value of a position and a best move, a column counted from 0.

    `outcome_only` asks only who wins (-1, 0 or 1), which is quicker. `GamekitError` where it takes more than
    so many `seconds`.

    >>> state = connect4.parse("6146")
    >>> result = solve(state)
    >>> result.value, result.names(state)
    (18, ['5'])
    """
    if type(state).__module__ != connect4.__name__:
        raise GamekitError(f"this solver takes positions of connect four, not {type(state).__name__}")
    return _latest(type(state).width, type(state).height).solve(state, outcome_only, seconds)
