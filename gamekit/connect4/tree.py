"""Monte Carlo tree search over the board with its threats; each idea a switch of `WALK`.

    solver         results that are certain are passed up, with the number of plies to the end
    forced         win at hand: nothing else is a child. One threat to block: only the block is. Two: lost.
                   And never a move under a threat of the other side, which would win there
    all_children   a node that is seen again gets all its children, or else one more with each visit

The four steps and the bound are those of `gamekit.search.mcts`, which see.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from gamekit.bits import popcount
from gamekit.code_cache import helper, kernel
from gamekit.connect4.board import NOBODY, drop, lowest
from gamekit.connect4.pool import NOTHING, give_back, take_node
from gamekit.connect4.simulation import any_column, play_out
from gamekit.rules import FIRST, SECOND
from gamekit.search.mcts import DRAW, LOSS, UNKNOWN, WIN

# --- what a node is ---------------------------------------------------------------------------------------


@helper
def look(node: Any, board: Any, walk: Any) -> None:
    """The first time that we are here: what can be played, and is the result certain?"""
    node.is_known = 1
    me, other = board.turn, SECOND - board.turn
    if board.winner != NOBODY:
        settle(node, walk, WIN, 0)
    elif board.open == 0:
        settle(node, walk, DRAW, 0)
    elif walk.forced == 0:
        node.untried = board.open
    elif board.ready[me]:
        node.untried = 1 << lowest(board.ready[me])
        settle(node, walk, LOSS, 1)
    else:
        columns = board.ready[other] if board.ready[other] else board.open
        node.untried = columns & ~board.above[other]
        if popcount(board.ready[other]) > 1 or node.untried == 0:
            node.untried = 1 << lowest(columns)
            settle(node, walk, WIN, 2)


@helper
def settle(node: Any, walk: Any, proof: Any, plies: Any) -> None:
    """Note a result that is certain."""
    if walk.solver != 0:
        node.proof, node.plies = proof, plies


@helper
def pass_up(nodes: Any, parent: Any, walk: Any) -> Any:
    """Settle a node by its children, if they do; did they?

    One won child wins: the nearest win counts. Otherwise all must be known: then the best counts, and if all
    are lost, the one that lasts longest.
    """
    best: Any = LOSS
    longest: Any = 0
    shortest: Any = 255
    all_known = parent.untried == 0
    place = np.int64(parent.first)
    while place != NOTHING:
        child = nodes[place]
        if child.proof == WIN:
            best = WIN
            shortest = min(shortest, np.int64(child.plies))
        elif child.proof == UNKNOWN:
            all_known = False
        else:
            best = max(best, np.int64(child.proof))
            longest = max(longest, np.int64(child.plies))
        place = np.int64(child.next)
    if best == WIN:
        settle(parent, walk, LOSS, shortest + 1)
    elif all_known:
        settle(parent, walk, WIN - best, longest + 1)
    return best == WIN or all_known


# --- the four steps ---------------------------------------------------------------------------------------


@helper
def best_child(nodes: Any, parent: Any, walk: Any, skipped: Any) -> Any:
    """The child with the highest upper confidence bound; one that was never visited comes first.

    Children are skipped that are proven to be no better than `skipped`.
    """
    best: Any = NOTHING
    highest = -1.0
    scale = walk.exploration * walk.exploration * 2.0 * log(np.float64(parent.visits))
    place = np.int64(parent.first)
    while place != NOTHING:
        child = nodes[place]
        if child.visits == 0:
            return place
        if not UNKNOWN < child.proof <= skipped:
            share = 1.0 / np.float64(child.visits)
            bound = 0.5 * np.float64(child.points) * share + sqrt(scale * share)
            if bound > highest:
                best, highest = place, bound
        place = np.int64(child.next)
    return best


@helper
def step_to(tree: Any, place: Any) -> None:
    """Play the move of a child and note it on the path."""
    walk = tree.walk[0]
    walk.depth += 1
    walk.path[walk.depth] = place
    drop(walk.here, np.int64(tree.nodes[place].move))


@helper
def expand(tree: Any, place: Any) -> Any:
    """Give a node one more child, or all of them; the place of a new child, `NOTHING` if there is none."""
    walk = tree.walk[0]
    node = tree.nodes[place]
    columns = np.int64(node.untried)
    fresh = NOTHING
    while columns:
        move = any_column(columns, walk.here.width, walk)
        child = take_node(tree, move)
        if child == NOTHING:
            break
        fresh = child
        tree.nodes[child].next, node.first = node.first, child
        columns &= ~(1 << move)
        if walk.all_children == 0:
            break
    node.untried = columns
    return fresh


@helper
def select(tree: Any) -> None:
    """Walk from the root to a node where a simulation begins, growing the tree there."""
    walk, nodes = tree.walk[0], tree.nodes
    walk.here = walk.start
    walk.depth, walk.path[0], walk.drawn = 0, walk.root, -1
    place = walk.root
    while True:
        node = nodes[place]
        if node.is_known == 0:
            look(node, walk.here, walk)
            if walk.depth > 0 or node.proof != UNKNOWN:
                return
        if node.untried != 0 and (walk.all_children == 0 or node.visits > 0 or walk.depth == 0):
            place = expand(tree, place)
            if place != NOTHING:
                step_to(tree, place)
                continue
        place = best_child(nodes, node, walk, LOSS)
        if place != NOTHING and nodes[place].proof == DRAW:
            # Nothing is left to find out there, but it counts: a draw for all above, while the walk goes on.
            nodes[place].visits += 1
            nodes[place].points += DRAW
            walk.drawn = walk.depth
            place = best_child(nodes, node, walk, DRAW)
        if place == NOTHING:
            return
        step_to(tree, place)


@helper
def simulate(tree: Any) -> Any:
    """The points of the first player, from the proof of the node or from a game played to its end."""
    walk = tree.walk[0]
    node = tree.nodes[walk.path[walk.depth]]
    if node.proof != UNKNOWN:
        return node.proof if walk.here.turn == SECOND else WIN - node.proof
    return play_out(walk.here, walk, walk)


@helper
def backpropagate(tree: Any, points: Any, turn: Any) -> None:
    """Add the result to every node of the path, as points of the side that chose it."""
    walk = tree.walk[0]
    chooser = SECOND - turn
    for depth in range(walk.depth, -1, -1):
        node = tree.nodes[walk.path[depth]]
        if depth <= walk.drawn:
            points = DRAW
        node.visits += 1
        node.points += points if chooser == FIRST else WIN - points
        chooser = SECOND - chooser


@kernel
def run(tree: Any, simulations: Any) -> Any:
    """Do so many simulations, or fewer if the root is proven before; how many were done.

    >>> from gamekit.connect4.board import board_of
    >>> from gamekit.connect4.pool import new_tree
    >>> from gamekit.games import connect4
    >>> tree = new_tree(1, seed=0)
    >>> tree.walk["exploration"] = 1.0
    >>> plant(tree, board_of(connect4.start()))
    >>> run(tree, 1000)
    1000
    """
    walk = tree.walk[0]
    for done in range(simulations):
        if tree.nodes[walk.root].proof != UNKNOWN:
            return done
        select(tree)
        turn = walk.here.turn
        is_proven = tree.nodes[walk.path[walk.depth]].proof != UNKNOWN
        points = simulate(tree)
        if is_proven:
            for depth in range(walk.depth - 1, -1, -1):
                if not pass_up(tree.nodes, tree.nodes[walk.path[depth]], walk):
                    break
        backpropagate(tree, points, turn)
    return simulations


# --- between moves ----------------------------------------------------------------------------------------


@kernel
def plant(tree: Any, board: Any) -> None:
    """Begin anew with this position at the root; the old tree goes back to the pool."""
    walk = tree.walk[0]
    if walk.root != NOTHING:
        give_back(tree, walk.root)
    walk.start = board[0]
    walk.root = take_node(tree, -1)
    look(tree.nodes[walk.root], walk.start, walk)


@kernel
def advance(tree: Any, move: Any) -> Any:
    """A column was played: keep what the tree knows of it; did it know anything?"""
    walk = tree.walk[0]
    root = tree.nodes[walk.root]
    drop(walk.start, move)
    kept: Any = NOTHING
    place = np.int64(root.first)
    while place != NOTHING:
        following = np.int64(tree.nodes[place].next)
        if tree.nodes[place].move == move:
            kept = place
        else:
            give_back(tree, place)
        place = following
    root.first = NOTHING
    give_back(tree, walk.root)
    if kept == NOTHING:
        walk.root = take_node(tree, move)
    else:
        walk.root = kept
        tree.nodes[kept].next = NOTHING
    if tree.nodes[walk.root].is_known == 0:
        look(tree.nodes[walk.root], walk.start, walk)
    return kept != NOTHING
