"""What a full search carries along: switches as types, and one record for everything it writes.

A switch is a type, so compiled code holds only what is switched on:

    if is_on(context.killers): ...     # vanishes where killers is Off()

The record `WORK` holds counters, the stop flag, killers, history, the lists of moves and the line found.
Its address is one argument; six arrays in its place made each node twice as slow.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamekit.rules import rule
from gamekit.search.clock import NODES_BETWEEN_LOOKS

__all__ = ["Off", "On", "reset_work"]

MOST_PLIES, MOST_MOVES, MOST_SQUARES = 200, 400, 512
MOST_NODES = 2**63 - 1
NO_MOVE = -2  # no move is known; PASS is -1

WORK = np.dtype(
    (
        np.record,
        [
            ("nodes", np.int64),
            ("cutoffs", np.int64),
            ("hits", np.int64),  # table entries that answered at once
            ("stores", np.int64),
            ("collisions", np.int64),  # another position sat in the place
            ("stop", np.int64),  # set by another thread, by the clock or by the node limit
            ("horizon", np.int64),  # did the depth, or an older answer, end any line before the game did?
            ("next_look", np.int64),  # the number of nodes at which to look at the clock again
            ("node_limit", np.int64),
            ("deadline", np.float64),  # in seconds of `now()`; 0 for none
            ("static_from", np.int64),  # plies to go from which `static` orders moves
            ("few", np.int64),  # so many moves are searched, the first ones
            ("table", np.uint64),  # address of the table's entries
            ("table_bits", np.int64),  # log2 of its pairs of entries
            ("thread", np.int64),  # the number of this thread ...
            ("threads", np.int64),  # ... of so many that share the table
            ("policy", np.int64),  # which entry gives way
            ("killers", np.int16, (MOST_PLIES, 2)),
            ("history", np.int64, (2, MOST_SQUARES)),
            ("previous", np.int64, MOST_SQUARES),  # values of the root's moves in the iteration before
            ("line", np.int16, (MOST_PLIES + 1, MOST_PLIES + 1)),
            ("length", np.int64, MOST_PLIES + 2),  # of the line found at each ply
            ("moves", np.int16, (MOST_PLIES, MOST_MOVES)),
            ("ranks", np.int64, (MOST_PLIES, MOST_MOVES)),
        ],
    )
)


class On(NamedTuple):
    """A switch that is on."""


class Off(NamedTuple):
    """A switch that is off."""


@rule
def is_on(switch: Any) -> Any:
    """Is it on? Known when the code is compiled, so what is off costs nothing."""


@is_on.on(On, plain=True)
def _(switch: Any) -> Any:
    return True


@is_on.on(Off, plain=True)
def _(switch: Any) -> Any:
    return False


Switch = On | Off


class Context(NamedTuple):
    """All that a full search needs beside the state: its evaluator, its switches, its record."""

    evaluator: Any
    table: Switch  # remember positions; its best move comes first
    static: Any  # Off; On: order moves by the evaluator's opinion of where they lead; or a policy
    killers: Switch  # moves that cut at this ply before
    history: Switch  # moves that cut anywhere before
    previous: Switch  # at the root, the iteration before decides
    null_windows: Switch  # ask yes-or-no questions about all moves but the first
    probcut: Any  # Off, or a ProbCut: believe a shallow search that is far outside the window
    work: Any  # a record of type WORK


def new_work() -> Any:
    """A fresh record, as an array with one element."""
    work = np.zeros(1, WORK)
    reset_work(work, node_limit=0, deadline=0.0)
    return work


def reset_work(work: Any, node_limit: int, deadline: float) -> None:
    """Ready for the next search: counters at 0, limits set; killers, history and table stay."""
    work["nodes"] = work["cutoffs"] = work["hits"] = work["stores"] = work["collisions"] = 0
    work["stop"] = work["horizon"] = 0
    work["node_limit"] = node_limit or MOST_NODES
    work["next_look"] = min(node_limit or NODES_BETWEEN_LOOKS, NODES_BETWEEN_LOOKS)
    work["deadline"] = deadline
