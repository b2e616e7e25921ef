"""Lab 01, game trees and perft: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, edited, wrong

FOLDER = read_folder(__file__)
COUNT_NODES = FOLDER.answers["count_nodes"]
PERFT = FOLDER.answers["perft"]

LIBRARY = Library(
    FOLDER,
    mistakes={
        "count_nodes": (
            wrong(
                "counts only the leaves",
                0,
                "A node counts only where the game is over. The positions on the way are nodes too.",
                ("count = 1\n", "count = 1 if is_over(state) else 0\n"),
            ),
            wrong(
                "forgets to count the node itself",
                0,
                "Every node adds up its children and nobody counts itself, so the sum is 0 or too "
                "small. Begin with 1: this node.",
                ("count = 1\n", "count = 0\n"),
            ),
            wrong(
                "forgets the root",
                0,
                "Your count is one too small: the position you start from is a node of its tree as well.",
                source=edited(COUNT_NODES, ("def count_nodes", "def inner"), ("+= count_nodes", "+= inner"))
                + "def count_nodes(state):\n    return inner(state) - 1\n",
            ),
            wrong(
                "counts the root twice",
                0,
                "Each node is counted by itself and once more by the node above it. One of the two is "
                "enough.",
                ("count += count_nodes", "count += 1 + count_nodes"),
            ),
            wrong(
                "forgets the leaves",
                0,
                "Positions where the game is over are not counted. They are nodes too, the ones without "
                "children.",
                ("    count = 1\n", "    if is_over(state):\n        return 0\n    count = 1\n"),
            ),
            wrong(
                "returns on the first child",
                0,
                "The return stands inside the loop, so only the first move is followed. Move it to the left.",
                source=edited(COUNT_NODES, ("    return count", "        return count"))
                + "    return count\n",
            ),
            wrong(
                "counts one level only",
                0,
                "You count the children of this node, not what lies below them. Call the function again "
                "for each child.",
                ("count_nodes(play(state, move))", "1"),
            ),
            wrong(
                "each child replaces the sum",
                0,
                "With = the number of the last child takes the place of all before it. Add it: +=.",
                ("count += count_nodes", "count = count_nodes"),
            ),
        ),
        "perft": (
            wrong(
                "a game that ended early counts",
                2,
                "A line that ends before the depth is reached has not that length, so it counts 0. You "
                "count it as 1.",
                ("if depth == 0:", "if depth == 0 or is_over(state):"),
            ),
            wrong(
                "counts nodes, not lines",
                0,
                "You add 1 for every position on the way. Only the ends of the lines count, the "
                "positions at depth 0.",
                ("count = 0", "count = 1"),
            ),
            wrong(
                "wrong depth at the leaf",
                0,
                "You stop one ply too early. Depth 0 is the end of a line; at depth 1 there is one more "
                "move to make.",
                ("if depth == 0:", "if depth <= 1:"),
            ),
            wrong(
                "one ply too deep",
                0,
                "Your lines are one ply too long: at depth 0 you go on to look at moves.",
                ("if depth == 0:", "if depth < 0:"),
            ),
            wrong(
                "depth 0 counts nothing",
                3,
                "With no move to make there is one line: the empty one. So depth 0 gives 1.",
                (
                    "        return 1\n",
                    "        return 0\n    if depth == 1:\n        return len(list(moves(state)))\n",
                ),
            ),
            wrong(
                "returns on the first child",
                0,
                "The return stands inside the loop, so only the first move is followed. Move it to the left.",
                source=edited(PERFT, ("    return count", "        return count")) + "    return count\n",
            ),
            wrong(
                "each child replaces the sum",
                0,
                "With = the lines of the last child take the place of all before them. Add them: +=.",
                ("count += perft", "count = perft"),
            ),
            wrong(
                "adds the lines of every length",
                0,
                "At each position you add its moves to the sum, so lines that are not long enough count too. "
                "Only at depth 0 a line is complete.",
                ("        return 1\n", "        return 0\n"),
                ("count = 0", "count = len(list(moves(state)))"),
            ),
            wrong(
                "looks one ply too deep",
                3,
                "The number is right, but at depth 0 you still look at what comes next. In a real game "
                "that costs ten times the work. Stop before you look.",
                (
                    "        return 1\n",
                    "        [is_over(play(state, move)) for move in moves(state)]\n        return 1\n",
                ),
            ),
            wrong(
                "a finished game counts nothing at depth 0",
                2,
                "You ask is_over before the depth. At depth 0 a line is complete, even where its last "
                "move has ended the game: it counts 1.",
                (
                    "    if depth == 0:",
                    "    if not list(moves(state)):\n        return 0\n    if depth == 0:",
                ),
            ),
        ),
        "distinct": (
            wrong(
                "only one position of each ply is followed",
                0,
                "From each ply you follow the moves of a single position. Every position of the set "
                "has moves.",
                (
                    "for position in positions for move in moves(position)",
                    "for position in [min(positions)] for move in moves(position)",
                ),
            ),
            wrong(
                "counts lines, not positions",
                0,
                "You count every way to get somewhere. Two orders of the same moves lead to one "
                "position, often below different moves: one set for all positions of a ply.",
                (
                    "{play(position, move) for position in positions for move in moves(position)}",
                    "[play(position, move) for position in positions for move in moves(position)]",
                ),
            ),
            wrong(
                "counts all positions up to the depth",
                0,
                "Positions that are met earlier stay in your set. Only those after exactly so many "
                "plies count: begin each ply with an empty set.",
                ("positions = {play", "positions |= {play"),
            ),
            wrong(
                "one ply short",
                0,
                "You stop one ply too early: range(depth) makes depth steps, range(depth - 1) one less.",
                ("range(depth)", "range(depth - 1)"),
            ),
        ),
    },
    further={
        "count_nodes": (
            wrong(
                "the longest line, not all nodes",
                0,
                "You take the largest of the children's numbers: that is the longest "
                "line. All nodes are asked for: add up.",
                source="""
def count_nodes(state):
    below = [count_nodes(play(state, m)) for m in moves(state)]
    return 1 + max(below, default=0)
""",
            ),
            wrong(
                "counts different positions",
                1,
                "You leave out what you have seen. In a tree every way to a position is "
                "a node of its own: where two orders of moves lead to one position it "
                "counts twice.",
                source="""
def count_nodes(state):
    seen = {state}
    todo = [state]
    while todo:
        here = todo.pop()
        for move in moves(here):
            child = play(here, move)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return len(seen)
""",
            ),
            wrong(
                "one branch stands for all",
                0,
                "You count below the first move alone and multiply. Subtrees need not "
                "be equally large: count below every move, and add.",
                source="""
def count_nodes(state):
    options = list(moves(state))
    if not options:
        return 1
    first_child = play(state, options[0])
    return 1 + len(options) * count_nodes(first_child)
""",
            ),
        ),
        "distinct": (
            wrong(
                "one ply too many",
                0,
                "You make one ply more than asked: range(depth) makes depth steps.",
                ("range(depth)", "range(depth + 1)"),
            ),
            wrong(
                "counts sets of moves, not positions",
                0,
                "You count which moves were made. The same moves in another order can "
                "be made by other sides, and lead to another position: put the states "
                "into the set, not the moves.",
                source="""
def distinct(state, depth):
    found = set()

    def walk(here, chosen):
        if len(chosen) == depth:
            found.add(frozenset(chosen))
            return
        for move in moves(here):
            walk(play(here, move), chosen + [move])

    walk(state, [])
    return len(found)
""",
            ),
        ),
        "perft": (
            wrong(
                "the finished game, whatever the depth",
                0,
                "You go to the end of the game, whatever the depth: count 1 where the "
                "depth is used up, and only there.",
                ("if depth == 0:", "if is_over(state):"),
            ),
            wrong(
                "the depth is not handed down smaller",
                0,
                "The depth is handed down as it is, so it never ends before the game "
                "does. Each move takes one ply off.",
                ("depth - 1", "depth"),
            ),
            wrong(
                "multiplies instead of adding",
                0,
                "You multiply the numbers of the children. Lines below different moves "
                "are different lines: add them.",
                ("count = 0", "count = 1"),
                ("count += perft", "count *= perft"),
            ),
        ),
    },
)
