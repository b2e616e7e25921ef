"""Nodes under a memory limit: one array, handed out node by node, and used again when a branch is cut off.

A node knows its first child and its next sibling. Cutting off a branch costs nothing: its top node goes on a
list, and only when it is handed out again do its children take its place on the list.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import mix
from gamekit.code_cache import helper
from gamekit.connect4.board import BOARD, LONGEST, SQUARES
from gamekit.search.mcts import UNKNOWN

NOTHING = 0  # no node: place 0 of the array is never handed out

# Points and proof are those of the side that chose the node, as in `gamekit.search.mcts`.
NODE = np.dtype(
    (
        np.record,
        [
            ("visits", np.uint32),
            ("points", np.uint32),  # half points: 2 for a win, 1 for a draw
            ("first", np.int32),  # child
            ("next", np.int32),  # sibling
            ("untried", np.uint16),  # columns that have no child yet, one bit each
            ("move", np.int8),  # the column that led here
            ("proof", np.int8),  # UNKNOWN, LOSS, DRAW or WIN
            ("plies", np.uint8),  # to the end of the game, where there is a proof
            ("is_known", np.uint8),  # have we been here, and seen what can be played?
        ],
    )
)

# What a search carries along: the boards, the path of the simulation under way, the pool, and the switches.
WALK = np.dtype(
    (
        np.record,
        [
            ("random", np.uint64),
            ("root", np.int64),  # its place in the pool
            ("used", np.int64),  # places that were ever handed out, place 0 included
            ("free", np.int64),  # the first node of the list of branches that were cut off
            ("depth", np.int64),  # of the node where the walk is
            ("drawn", np.int64),  # down to this depth the walk counts as a draw
            ("path", np.int32, SQUARES + 2),
            ("exploration", np.float64),
            # the switches
            ("threats", np.int64),
            ("safe", np.int64),
            ("follow", np.int64),
            ("centre", np.int64),
            ("solver", np.int64),
            ("forced", np.int64),
            ("all_children", np.int64),
            ("start", BOARD),  # the position at the root
            ("here", BOARD),  # where the walk is
        ],
    )
)


class Tree(NamedTuple):
    """All memory of a search: an array of `NODE` and an array with one `WALK`."""

    nodes: Any
    walk: Any


LEAST_NODES = 2 + LONGEST  # a root and its children, and place 0


def new_tree(memory_mb: float, seed: int) -> Tree:
    """An empty pool that takes so many megabytes, and never less than a root with its children.

    >>> len(new_tree(1, seed=0).nodes)
    47577
    """
    room = (int(memory_mb * 2**20) - WALK.itemsize) // NODE.itemsize
    tree = Tree(np.zeros(max(LEAST_NODES, min(room, 2**31 - 1)), NODE), np.zeros(1, WALK))
    tree.walk[0].random = mix(seed + 1) or 1  # 0 would stay 0 for ever
    tree.walk[0].used = 1
    return tree


@helper
def take_node(tree: Any, move: Any) -> Any:
    """The place of a new node; `NOTHING` where the pool is empty."""
    walk = tree.walk[0]
    place = walk.free
    if place != NOTHING:
        node = tree.nodes[place]
        walk.free = node.next
        child = np.int64(node.first)
        while child != NOTHING:
            following = np.int64(tree.nodes[child].next)
            tree.nodes[child].next = walk.free
            walk.free = child
            child = following
    elif walk.used < len(tree.nodes):
        place = walk.used
        walk.used += 1
    else:
        return NOTHING
    node = tree.nodes[place]
    node.visits, node.points, node.first, node.next = 0, 0, NOTHING, NOTHING
    node.untried, node.move, node.proof, node.plies, node.is_known = 0, move, UNKNOWN, 0, 0
    return place


@helper
def give_back(tree: Any, place: Any) -> None:
    """A node, and all that hangs below it, is not needed any more."""
    walk = tree.walk[0]
    tree.nodes[place].next = walk.free
    walk.free = place
