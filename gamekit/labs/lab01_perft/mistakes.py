"""Lab 01, game trees and perft: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Library, Mistake, edited

COUNT_NODES = """
def count_nodes(state):
    count = 1
    for move in moves(state):
        count += count_nodes(play(state, move))
    return count
"""
PERFT = """
def perft(state, depth):
    if depth == 0:
        return 1
    count = 0
    for move in moves(state):
        count += perft(play(state, move), depth - 1)
    return count
"""
DISTINCT = """
def distinct(state, depth):
    positions = {state}
    for _ in range(depth):
        positions = {play(position, move) for position in positions for move in moves(position)}
    return len(positions)
"""

LIBRARY = Library(
    models={"count_nodes": COUNT_NODES, "perft": PERFT, "distinct": DISTINCT},
    mistakes={
        "count_nodes": (
            Mistake(
                "counts only the leaves",
                "A node counts only where the game is over. The positions on the way are nodes too.",
                edited(COUNT_NODES, ("count = 1\n", "count = 1 if is_over(state) else 0\n")),
                0,
            ),
            Mistake(
                "forgets to count the node itself",
                "Every node adds up its children and nobody counts itself, so the sum is 0 or too small. "
                "Begin with 1: this node.",
                edited(COUNT_NODES, ("count = 1\n", "count = 0\n")),
                0,
            ),
            Mistake(
                "forgets the root",
                "Your count is one too small: the position you start from is a node of its tree as well.",
                edited(COUNT_NODES, ("def count_nodes", "def inner"), ("+= count_nodes", "+= inner"))
                + "def count_nodes(state):\n    return inner(state) - 1\n",
                0,
            ),
            Mistake(
                "counts the root twice",
                "Each node is counted by itself and once more by the node above it. One of the two is "
                "enough.",
                edited(COUNT_NODES, ("count += count_nodes", "count += 1 + count_nodes")),
                0,
            ),
            Mistake(
                "forgets the leaves",
                "Positions where the game is over are not counted. They are nodes too, the ones without "
                "children.",
                edited(
                    COUNT_NODES,
                    ("    count = 1\n", "    if is_over(state):\n        return 0\n    count = 1\n"),
                ),
                0,
            ),
            Mistake(
                "returns on the first child",
                "The return stands inside the loop, so only the first move is followed. Move it to the left.",
                edited(COUNT_NODES, ("    return count", "        return count")) + "    return count\n",
                0,
            ),
            Mistake(
                "counts one level only",
                "You count the children of this node, not what lies below them. Call the function again "
                "for each child.",
                edited(COUNT_NODES, ("count_nodes(play(state, move))", "1")),
                0,
            ),
        ),
        "perft": (
            Mistake(
                "a game that ended early counts",
                "A line that ends before the depth is reached has not that length, so it counts 0. You "
                "count it as 1.",
                edited(PERFT, ("if depth == 0:", "if depth == 0 or is_over(state):")),
                2,
            ),
            Mistake(
                "counts nodes, not lines",
                "You add 1 for every position on the way. Only the ends of the lines count, the positions "
                "at depth 0.",
                edited(PERFT, ("count = 0", "count = 1")),
                0,
            ),
            Mistake(
                "wrong depth at the leaf",
                "You stop one ply too early. Depth 0 is the end of a line; at depth 1 there is one more "
                "move to make.",
                edited(PERFT, ("if depth == 0:", "if depth <= 1:")),
                0,
            ),
            Mistake(
                "one ply too deep",
                "Your lines are one ply too long: at depth 0 you go on to look at moves.",
                edited(PERFT, ("if depth == 0:", "if depth < 0:")),
                0,
            ),
            Mistake(
                "depth 0 counts nothing",
                "With no move to make there is one line: the empty one. So depth 0 gives 1.",
                edited(
                    PERFT,
                    (
                        "        return 1\n",
                        "        return 0\n    if depth == 1:\n        return len(list(moves(state)))\n",
                    ),
                ),
                3,
            ),
            Mistake(
                "returns on the first child",
                "The return stands inside the loop, so only the first move is followed. Move it to the left.",
                edited(PERFT, ("    return count", "        return count")) + "    return count\n",
                0,
            ),
            Mistake(
                "looks one ply too deep",
                "The number is right, but at depth 0 you still look at what comes next. In a real game "
                "that costs ten times the work. Stop before you look.",
                edited(
                    PERFT,
                    (
                        "        return 1\n",
                        "        [is_over(play(state, move)) for move in moves(state)]\n        return 1\n",
                    ),
                ),
                3,
            ),
        ),
        "distinct": (
            Mistake(
                "counts lines, not positions",
                "You count every way to get somewhere. Two orders of the same moves lead to one position: "
                "keep the positions in a set.",
                edited(
                    DISTINCT,
                    (
                        "{play(position, move) for position in positions for move in moves(position)}",
                        "[play(position, move) for position in positions for move in moves(position)]",
                    ),
                ),
                0,
            ),
            Mistake(
                "counts all positions up to the depth",
                "Positions that are met earlier stay in your set. Only those after exactly so many plies "
                "count: begin each ply with an empty set.",
                edited(DISTINCT, ("positions = {play", "positions |= {play")),
                0,
            ),
            Mistake(
                "one ply short",
                "You stop one ply too early: range(depth) makes depth steps, range(depth - 1) one less.",
                edited(DISTINCT, ("range(depth)", "range(depth - 1)")),
                0,
            ),
        ),
    },
)
