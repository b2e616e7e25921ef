"""The transposition table: never search the same position twice.

An entry keeps the whole position (two words, sealed as `gamekit.search.threads` tells), so a hit is never
wrong; a lower and an upper bound, since a search with a window often learns no more; the depth they hold
for, and the best move. Entries come in pairs. Which of the two gives way is the *policy*:

    two-tier   the first keeps the deeper search, the second takes all comers (the default)
    deeper     the first only, and only for a search at least as deep
    always     the first only, whatever comes

Positions of boards with more than two words (large Connect Four, gomoku) are kept as two 64-bit hashes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

from gamekit.bits import Bits, mix
from gamekit.code_cache import helper
from gamekit.errors import BadText
from gamekit.rules import INF, Move, State, Value, identity, rule
from gamekit.search.context import NO_MOVE, Off, On
from gamekit.search.threads import ENTRY_BYTES, read_entry, write_entry

POLICIES = ("two-tier", "deeper", "always")
TWO_TIER, DEEPER, ALWAYS = range(3)

ENTRY = np.dtype(
    [
        ("one", np.uint64),  # the position, exactly, but sealed
        ("two", np.uint64),
        ("lower", np.int32),
        ("upper", np.int32),
        ("depth", np.int16),  # -1: never used
        ("move", np.int16),
        ("horizon", np.int16),  # 1: some line below ended at the depth, not at the end of the game
    ],
    align=True,
)


def entries_of(entry: Any) -> Any:
    """For compiled code: a function (address, number) that gives the entry of this type in a table there."""
    record = from_dtype(entry)

    @intrinsic
    def entry_at(context: Any, address: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            offset = builder.mul(arguments[1], ir.Constant(ir.IntType(64), entry.itemsize))
            return builder.inttoptr(builder.add(arguments[0], offset), context.get_value_type(record))

        return record(types.uint64, types.int64), generate

    return entry_at


class Entries:
    """Entries of one kind in fixed memory, in pairs."""

    kind = ENTRY  # has a `depth`

    def __init__(self, megabytes: float) -> None:
        pairs = int(megabytes * 2**20) // (2 * self.kind.itemsize)
        if pairs < 1:
            raise BadText(f"a table of {megabytes} megabytes has no room for an entry; 0.001 is the least")
        self.bits = pairs.bit_length() - 1
        self.entries = np.zeros(2 << self.bits, self.kind)
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.entries["depth"] = -1

    def attach(self, work: Any) -> None:
        """Tell a search's record where the entries are. The table must outlive the search."""
        work["table"] = self.entries.ctypes.data
        work["table_bits"] = self.bits

    def __len__(self) -> int:
        """How many entries are in use."""
        return int((self.entries["depth"] >= 0).sum())


class Table(Entries):
    """Entries in fixed memory. Give it to a search and it is used; give it to the next one and it helps."""

    def __init__(self, megabytes: float = 16, policy: str = "two-tier") -> None:
        if policy not in POLICIES:
            raise BadText(f"there is no policy {policy!r}; there are {', '.join(POLICIES)}")
        super().__init__(megabytes)
        self.policy = POLICIES.index(policy)

    def attach(self, work: Any) -> None:
        super().attach(work)
        work["policy"] = self.policy


@helper
def pair_of(one: Any, two: Any, work: Any) -> Any:
    """Where a position may lie: the first of two entries side by side."""
    if work.table_bits == 0:
        return 0
    return 2 * np.int64(mix(one ^ mix(two)) >> Bits(64 - work.table_bits))


@rule
def recall(table: Any, state: State, depth: int, work: Any) -> Any:
    """(lower, upper, best move, horizon) of a position, as far as it is known for this depth."""


@rule
def remember(
    table: Any, state: State, depth: int, lower: Value, upper: Value, move: Move, horizon: int, work: Any
) -> Any:
    """Keep what a search has learnt."""


@recall.on(Off)
def _(table: Any, state: State, depth: int, work: Any) -> Any:
    return -INF, INF, NO_MOVE, 0


@remember.on(Off)
def _(
    table: Any, state: State, depth: int, lower: Value, upper: Value, move: Move, horizon: int, work: Any
) -> Any:
    return None


@helper
def _unpacked(place: Any, work: Any) -> Any:
    """(one, two, lower, upper, depth, move, horizon) of an entry, by its number."""
    one, two, bounds, rest = read_entry(work.table + Bits(place * ENTRY_BYTES))
    low, high, signed = np.int64(bounds) << 32 >> 32, np.int64(bounds) >> 32, np.int64(rest)
    return one, two, low, high, signed << 48 >> 48, signed << 32 >> 48, signed << 16 >> 48


@recall.on(On)
def _(table: Any, state: State, depth: int, work: Any) -> Any:
    one, two = identity(state)
    pair = pair_of(one, two, work)
    for place in (pair, pair + 1):
        first, second, lower, upper, known_depth, move, horizon = _unpacked(place, work)
        if first == one and second == two and known_depth >= 0:
            if known_depth == depth:  # a deeper value would be a better guess, but not what was asked for
                return lower, upper, move, horizon
            return -INF, INF, move, 0  # the value is for another depth, the move worth a try
    return -INF, INF, NO_MOVE, 0


@remember.on(On)
def _(
    table: Any, state: State, depth: int, lower: Value, upper: Value, move: Move, horizon: int, work: Any
) -> Any:
    one, two = identity(state)
    place = pair_of(one, two, work)
    first, second, low, high, known_depth, known_move, _ = _unpacked(place, work)
    same = known_depth >= 0 and first == one and second == two
    if not same:
        if work.policy == TWO_TIER:
            first, second, other_low, other_high, other_depth, other_move, _ = _unpacked(place + 1, work)
            known = other_depth >= 0 and first == one and second == two
            if known or known_depth > depth:
                place, same, known_depth = place + 1, known, other_depth
                low, high, known_move = other_low, other_high, other_move
        elif work.policy == DEEPER and known_depth > depth:
            return None
    if known_depth >= 0 and not same:
        work.collisions += 1
    work.stores += 1
    if same and known_depth == depth:  # both searches are right, so what they learnt adds up
        lower, upper = max(lower, low), min(upper, high)
        if move == NO_MOVE:
            move = known_move
    elif same and known_depth > depth and work.policy != ALWAYS:
        return None
    bounds = Bits(lower & 0xFFFF_FFFF) | Bits(upper) << Bits(32)
    rest = Bits(depth & 0xFFFF) | Bits(move & 0xFFFF) << Bits(16) | Bits(horizon & 0xFFFF) << Bits(32)
    write_entry(work.table + Bits(place * ENTRY_BYTES), one, two, bounds, rest)
    return None
