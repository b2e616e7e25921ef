"""Lab 04, move ordering and killers: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, wrong

CUTS = """
            if alpha >= beta:
                killers[depth] = remember_killer(killers[depth], move)
                break
"""
CUTS_LATER = """
            if found == best:
                killers[depth] = remember_killer(killers[depth], move)
            if alpha >= beta:
                break
"""

LIBRARY = Library(
    read_folder(__file__),
    mistakes={
        "order_moves": (
            wrong(
                "the worst move first",
                0,
                "The value of the child speaks for your opponent, who is to move there. What is small "
                "for them is good for you.",
                ("key=lambda move: value", "key=lambda move: -value"),
            ),
            wrong(
                "ties are turned round",
                1,
                "Moves of equal value come out in the opposite order. Sort by the negated value instead "
                "of reversing.",
                ("move: value(", "move: -value("),
                ("move)))", "move)))[::-1]"),
            ),
            wrong(
                "returns the values, not the moves",
                0,
                "You sort what the moves are worth. Asked for are the moves, in the order of what they "
                "are worth.",
                source="def order_moves(state, evaluator):\n"
                "    return sorted(value(evaluator, play(state, move)) for move in moves(state))\n",
            ),
            wrong(
                "does not order at all",
                0,
                "These are the moves as they come. Look at the position after each move with "
                "value(evaluator, ...).",
                source="def order_moves(state, evaluator):\n    return list(moves(state))\n",
            ),
        ),
        "remember_killer": (
            wrong(
                "mutates what it is given",
                1,
                "The new list is right, but the list you were given has changed too. Make a new one.",
                source="def remember_killer(killers, move):\n    if move not in killers:\n"
                "        killers.insert(0, move)\n        del killers[2:]\n    return list(killers)\n",
            ),
            wrong(
                "the same killer twice",
                1,
                "A move that is there already comes in again and drives the other one out.",
                ("if move in killers:", "if False:"),
            ),
            wrong(
                "a known killer moves to the front",
                1,
                "A move that is among the killers already leaves them as they are. Yours goes to the front.",
                source="def remember_killer(killers, move):\n"
                "    return [move, *(other for other in killers if other != move)][:2]\n",
            ),
            wrong(
                "the newest comes last",
                1,
                "The move that cut last is the likeliest to cut again: it comes first, and the oldest "
                "is dropped.",
                ("[move, *killers][:2]", "[*killers, move][-2:]"),
            ),
            wrong(
                "more than two killers",
                1,
                "The list grows and grows. Keep the two newest.",
                ("[:2]", ""),
            ),
        ),
        "killer_search": (
            wrong(
                "killer not checked for legality",
                0,
                "A killer from another position need not be a move here. Try only those that are among "
                "the moves.",
                (" if move in legal]", "]"),
            ),
            wrong(
                "killers are never tried first",
                1,
                "The moves are tried as they come. Either the killers are not put first, or none are "
                "there: remember_killer returns a new list, which must be stored where the positions beside "
                "find it, not in a copy of each node's own.",
                ("first = [move for move in killers[depth] if move in legal]", "first = []"),
            ),
            wrong(
                "killers tried twice",
                1,
                "A killer is searched first, and then once more among the other moves. Leave it out there.",
                ("[move for move in legal if move not in first]", "legal"),
            ),
            wrong(
                "one list of killers for all depths",
                1,
                "A move that cut two plies further up is of little use here. Keep a list for each depth.",
                ("killers[depth]", "killers[0]"),
            ),
            wrong(
                "remembers the best move, not the one that cut",
                1,
                "You remember a move at every node. Only a move that made a cut is a killer.",
                (
                    "            if alpha >= beta:\n                killers[depth] = remember",
                    "            killers[depth] = remember_killer(killers[depth], move)\n"
                    "            if alpha >= beta:\n                killers[depth] = remember",
                ),
            ),
            wrong(
                "> for >= at the cut",
                1,
                "You stop only when the bounds have crossed. Where alpha equals beta nothing below can "
                "matter either.",
                ("alpha >= beta", "alpha > beta"),
            ),
        ),
        "fewest_leaves": (
            wrong(
                "the worst case",
                0,
                "That is the number of leaves without any cut. With perfect order about twice its "
                "square root is enough.",
                ("branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1", "branching**depth"),
            ),
            wrong(
                "the square root of all leaves",
                0,
                "The square root of all leaves is a rule of thumb. The exact number has two terms: "
                "one side's "
                "moves and the other's, each to half the depth.",
                (
                    "branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1",
                    "branching ** (depth / 2)",
                ),
            ),
            wrong(
                "counts the first line twice",
                0,
                "The two parts share one leaf, the one on the best line. Take 1 off.",
                (" - 1\n", "\n"),
            ),
            wrong(
                "the same half twice for an odd depth",
                0,
                "For an odd depth the two parts are not alike: one exponent is depth / 2 rounded down, "
                "the other rounded up.",
                ("((depth + 1) // 2)", "(depth // 2)"),
            ),
        ),
    },
    further={
        "order_moves": (
            wrong(
                "sorted for the first player",
                0,
                "You sort for the first player, whoever is to move. The values after a "
                "move are those of the other side, whoever that is: small is good.",
                (
                    "key=lambda move: value(evaluator, play(state, move))",
                    "key=lambda move: value(evaluator, play(state, move)) * (1 if "
                    "to_move(state) == FIRST else -1)",
                ),
            ),
            wrong(
                "only the best move comes first",
                0,
                "You bring the best move to the front and leave the others as they "
                "come. All moves are to be in order.",
                source="""
def order_moves(state, evaluator):
    legal = list(moves(state))
    best = min(legal, key=lambda move: value(evaluator, play(state, move)))
    return [best, *(move for move in legal if move != best)]
""",
            ),
            wrong(
                "pairs of value and move",
                0,
                "You return pairs of a value and a move. Asked for are the moves alone.",
                source="""
def order_moves(state, evaluator):
    return sorted((value(evaluator, play(state, move)), move) for move in moves(state))
""",
            ),
            wrong(
                "one move for each value",
                1,
                "Of moves that are worth the same only the last is left: a dict has one "
                "place for each value. Sort the moves, with the value as the key.",
                source="""
def order_moves(state, evaluator):
    by_value = {}
    for move in moves(state):
        worth = -value(evaluator, play(state, move))
        by_value[worth] = move
    return [by_value[worth] for worth in sorted(by_value, reverse=True)]
""",
            ),
        ),
        "killer_search": (
            wrong(
                "killers in the order of the moves",
                1,
                "Killers come first, but in the order of the moves. The newest killer comes first.",
                source="""
def killer_search(state, depth, maximising, evaluator):
    killers = {d: [] for d in range(depth + 1)}

    def search(node, left, alpha, beta, maxi):
        if left == 0 or is_over(node):
            v = value(evaluator, node)
            return v if maxi else -v
        order = sorted(moves(node), key=lambda move: move not in killers[left])
        best = -INF if maxi else INF
        for move in order:
            v = search(play(node, move), left - 1, alpha, beta, not maxi)
            if maxi:
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                best = min(best, v)
                beta = min(beta, best)
            if alpha >= beta:
                killers[left] = remember_killer(killers[left], move)
                break
        return best

    return search(state, depth, -INF, INF, maximising)
""",
            ),
            wrong(
                "killers are tried last",
                1,
                "You put the killers behind the other moves. They come first.",
                (
                    "first + [move for move in legal if move not in first]",
                    "[move for move in legal if move not in first] + first",
                ),
            ),
            wrong(
                "killers of the first player's nodes only",
                1,
                "You remember a killer only where the first player moves. A cut at the "
                "other nodes makes one too.",
                (
                    "                killers[depth] = remember_killer(killers[depth], move)\n",
                    "                if maximising:\n"
                    "                    killers[depth] = remember_killer(killers[depth], move)\n",
                ),
            ),
            wrong(
                "killers of another depth are tried",
                1,
                "You look for killers at another depth than where you put them. Both "
                "belong to the depth of the node where the cut was made.",
                ("for move in killers[depth] if", "for move in killers[depth - 1] if"),
                others=(
                    """
def killer_search(state, depth, maximising, evaluator):
    killers = [[] for _ in range(depth + 2)]
    def go(s, d, a, b, mx):
        if d == 0 or is_over(s):
            v = value(evaluator, s)
            return v if mx else -v
        legal = list(moves(s))
        first = [m for m in killers[d] if m in legal]
        best = -INF if mx else INF
        for m in first + [m for m in legal if m not in first]:
            v = go(play(s, m), d - 1, a, b, not mx)
            if mx:
                best = max(best, v); a = max(a, best)
            else:
                best = min(best, v); b = min(b, best)
            if a >= b:
                killers[d - 1] = remember_killer(killers[d - 1], m)
                break
        return best
    return go(state, depth, -INF, INF, maximising)
""",
                ),
            ),
            wrong(
                "the other moves are sorted too",
                1,
                "You sort the other moves by the evaluator, which looks at every child. "
                "Killers first, and then the moves as they come.",
                (
                    "[move for move in legal if move",
                    "[move for move in order_moves(state, evaluator) if move",
                ),
            ),
            wrong(
                "remembers the best move of every node",
                1,
                "You remember the best move of every node at its end. A killer is a move that made a cut.",
                source="""
def killer_search(state, depth, maximising, evaluator):
    killers = [[] for _ in range(depth + 1)]

    def search(state, depth, alpha, beta, maximising):
        if depth == 0 or is_over(state):
            return value(evaluator, state) if maximising else -value(evaluator, state)
        best = -INF if maximising else INF
        legal = list(moves(state))
        first = [move for move in killers[depth] if move in legal]
        for move in first + [move for move in legal if move not in first]:
            found = search(play(state, move), depth - 1, alpha, beta, not maximising)
            if maximising:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
                chosen = move
            if found == best:
                chosen = move
            if alpha >= beta:
                break
        killers[depth] = remember_killer(killers[depth], chosen)
        return best

    return search(state, depth, -INF, INF, maximising)
""",
            ),
            wrong(
                "no cut at all",
                1,
                "Every value is right and every node is visited. Stop where alpha "
                "reaches beta: only there a move becomes a killer.",
                (
                    "                killers[depth] = remember_killer(killers[depth], move)\n"
                    "                break\n",
                    "                killers[depth] = remember_killer(killers[depth], move)\n",
                ),
            ),
            wrong(
                "remembers every move that was best so far",
                1,
                "You remember each move that improves the best value. A killer is a "
                "move that made a cut; the others drive it out.",
                (CUTS, CUTS_LATER),
                others=(
                    """
def killer_search(state, depth, maximising, evaluator):
    killers = {left: [] for left in range(depth + 1)}

    def search(here, left, alpha, beta, first):
        if left == 0 or is_over(here):
            worth = value(evaluator, here)
            return worth if first else -worth
        options = list(moves(here))
        order = [killer for killer in killers[left] if killer in options]
        order += [move for move in options if move not in order]
        best = -INF if first else INF
        for move in order:
            result = search(play(here, move), left - 1, alpha, beta, not first)
            if (first and result > best) or (not first and result < best):
                best = result
                killers[left] = remember_killer(killers[left], move)
            if first:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(state, depth, -INF, INF, maximising)
""",
                ),
            ),
        ),
        "fewest_leaves": (
            wrong(
                "twice the root for an odd depth too",
                0,
                "For an odd depth the two halves are not alike: one is depth / 2 "
                "rounded down, the other rounded up.",
                source="""
def fewest_leaves(branching, depth):
    return 2 * branching ** (depth / 2) - 1
""",
            ),
            wrong(
                "both halves rounded up",
                0,
                "Both exponents are rounded up. One of them is rounded down: together they are the depth.",
                ("branching ** (depth // 2)", "branching ** ((depth + 1) // 2)"),
            ),
            wrong(
                "multiplies the two halves",
                0,
                "You multiply the two terms, which gives all leaves again. Add them.",
                ("((depth + 1) // 2) + branching", "((depth + 1) // 2) * branching"),
            ),
            wrong(
                "one leaf refutes each other move",
                0,
                "You let one leaf refute each move but the best. At the other side's "
                "nodes one reply is enough, but at your own nodes below it all moves "
                "must be looked at.",
                source="""
def fewest_leaves(branching, depth):
    if depth == 0:
        return 1
    return fewest_leaves(branching, depth - 1) + (branching - 1)
""",
            ),
            wrong(
                "the square root, rounded",
                0,
                "The square root of all leaves, made a whole number, is a rule of "
                "thumb. The exact number has two terms: one side's moves and the "
                "other's, each to half the depth, one rounded up and one down, less the "
                "leaf that both share.",
                source="""
def fewest_leaves(branching, depth):
    return round(branching ** (depth / 2))
""",
                others=(
                    """
def fewest_leaves(branching, depth):
    return int(branching ** (depth / 2))
""",
                    """
def fewest_leaves(branching, depth):
    return 2 * int(branching ** (depth / 2)) - 1
""",
                ),
            ),
        ),
        "remember_killer": (
            wrong(
                "the oldest stays, the newest is dropped",
                0,
                "Where two killers are there already you keep both and forget the new "
                "one. The newest comes first, and the oldest goes.",
                (
                    "return [move, *killers][:2]",
                    "return ([move] + list(killers))[:2] if len(killers) < 2 else list(killers)",
                ),
            ),
            wrong(
                "only one killer",
                1,
                "You keep one killer. Keep the two newest.",
                ("[:2]", "[:1]"),
            ),
        ),
    },
)
