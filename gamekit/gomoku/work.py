"""All that the gomoku search writes, in one record: counters, limits, switches, lists of moves, the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.bits import Bits
from gamekit.code_cache import helper
from gamekit.gomoku.board import MOST_STONES, WON
from gamekit.search.context import reset_work
from gamekit.search.table import Entries, entries_of, pair_of

__all__ = ["KILLER_LEAST", "Memory", "new_work"]

MOST_PLIES = 64  # of the search, extensions included
MOST_FORCED = 32  # moves of the attacker in a win by force
MOST_THREATS = 32  # attacking moves, or replies, that are looked at in one position
NO_CELL: Any = 0  # a cell of the rim
KILLER_LEAST = 1300  # few nodes, of those tried
SURE = WON - 1000  # beyond this a value is a win that was seen to its end

WORK = np.dtype(
    (
        np.record,
        [
            ("nodes", np.int64),
            ("cutoffs", np.int64),
            ("hits", np.int64),
            ("stores", np.int64),
            ("collisions", np.int64),
            ("lists", np.int64),  # positions whose moves were listed: the others were cut before
            ("horizon", np.int64),  # did the depth or the width leave anything out?
            ("stop", np.int64),
            ("next_look", np.int64),
            ("node_limit", np.int64),
            ("deadline", np.float64),
            # switches and numbers
            ("pruning", np.int64),
            ("killing", np.int64),
            ("ordering", np.int64),
            ("previous", np.int64),  # children in the order of what the table remembers of them
            ("reducing", np.int64),  # quiet moves late in the list are tried a ply less deep first
            ("margin", np.int64),  # near the leaves, so much above beta is enough; 0: never
            ("remembering", np.int64),
            ("forcing", np.int64),  # nodes for a win by continuous fours inside the search; 0: do not look
            ("scoring", np.int64),  # 1: leaves are judged by the score table of the lesson, not by patterns
            ("killer_least", np.int64),  # the rank from which a killer is tried before moves are listed
            ("width", np.int64),  # moves tried in a position, twice as many at the root; 0: all
            # the table
            ("table", np.uint64),
            ("table_bits", np.int64),
            # by ply
            ("killers", np.int16, (MOST_PLIES, 2)),
            ("moves", np.int16, (MOST_PLIES, MOST_STONES)),
            ("ranks", np.int64, (MOST_PLIES, MOST_STONES)),
            ("line", np.int16, (MOST_PLIES + 1, MOST_PLIES + 1)),
            ("length", np.int64, MOST_PLIES + 2),
            # the threat search, by the number of attacking moves so far
            ("threat_nodes", np.int64),  # that are left
            ("cut_short", np.int64),  # did their number end a line, and could more of them find a win?
            ("threats", np.int16, (MOST_FORCED + 1, MOST_THREATS)),
            ("replies", np.int16, (MOST_FORCED + 1, MOST_THREATS)),
            ("forced", np.int16, (MOST_FORCED + 2, 2 * MOST_FORCED + 2)),  # the line found
            ("forced_length", np.int64, MOST_FORCED + 2),
            ("failed", np.int64, 1 << 14),  # positions where an attack was seen to fail
            ("failed_left", np.int64, 1 << 14),  # with so many threats
        ],
    )
)

# --- the table --------------------------------------------------------------------------------------------

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
ENTRY = np.dtype(
    [
        ("key", np.int64),
        ("value", np.int32),
        ("move", np.int16),
        ("depth", np.int8),  # -1: never used
        ("bound", np.int8),
    ],
    align=True,
)
_entry_at = entries_of(ENTRY)


class Memory(Entries):
    """The table's entries; two side by side serve one place: the deeper search, and the latest."""

    kind = ENTRY


@helper
def recall(work: Any, key: Any, depth: Any, ply: Any) -> Any:
    """(value, bound, move) as far as it is known at least so deep; bound -1 where only the move is known."""
    pair = pair_of(Bits(key), Bits(0), work)
    for number in (pair, pair + 1):
        entry = _entry_at(work.table, number)
        if entry.key == key and entry.depth >= 0:
            value, move = np.int64(entry.value), np.int64(entry.move)
            if entry.depth < depth:
                return 0, -1, move
            # A win is kept with its distance from the position, not from the root: the path must not matter.
            if value > SURE:
                value -= ply
            elif value < -SURE:
                value += ply
            return value, np.int64(entry.bound), move
    return 0, -1, NO_CELL


@helper
def remembered(work: Any, key: Any) -> Any:
    """(is anything known of this position, its value), however shallow the search that found it."""
    pair = pair_of(Bits(key), Bits(0), work)
    for number in (pair, pair + 1):
        entry = _entry_at(work.table, number)
        if entry.key == key and entry.depth >= 0:
            return True, np.int64(entry.value)
    return False, np.int64(0)


@helper
def remember(work: Any, key: Any, depth: Any, ply: Any, value: Any, bound: Any, move: Any) -> None:
    """Keep what the search has found."""
    pair = pair_of(Bits(key), Bits(0), work)
    entry = _entry_at(work.table, pair)
    if entry.depth > depth and entry.key != key:
        entry = _entry_at(work.table, pair + 1)
    if entry.depth >= 0 and entry.key != key:
        work.collisions += 1
    work.stores += 1
    if value > SURE:
        value += ply
    elif value < -SURE:
        value -= ply
    entry.key, entry.value, entry.move, entry.depth, entry.bound = key, value, move, depth, bound


def new_work() -> Any:
    """A fresh record, as an array with one element; everything is switched on, the table apart."""
    work = np.zeros(1, WORK)
    reset_work(work, node_limit=0, deadline=0.0)
    for name in ("pruning", "killing", "ordering"):
        work[name] = 1
    work["killer_least"] = KILLER_LEAST
    return work
