"""Lab 04, move ordering and killers: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Library, Mistake, edited

ORDER = """
def order_moves(state, evaluator):
    return sorted(moves(state), key=lambda move: value(evaluator, play(state, move)))
"""
REMEMBER = """
def remember_killer(killers, move):
    if move in killers:
        return list(killers)
    return [move, *killers][:2]
"""
SEARCH = """
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
            if alpha >= beta:
                killers[depth] = remember_killer(killers[depth], move)
                break
        return best
    return search(state, depth, -INF, INF, maximising)
"""
FEWEST = """
def fewest_leaves(branching, depth):
    return branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
"""

LIBRARY = Library(
    models={
        "order_moves": ORDER,
        "remember_killer": REMEMBER,
        "killer_search": SEARCH,
        "fewest_leaves": FEWEST,
    },
    mistakes={
        "order_moves": (
            Mistake(
                "the worst move first",
                "The value of the child speaks for your opponent, who is to move there. What is small for "
                "them is good for you.",
                edited(ORDER, ("key=lambda move: value", "key=lambda move: -value")),
                0,
            ),
            Mistake(
                "ties are turned round",
                "Moves of equal value come out in the opposite order. Sort by the negated value instead of "
                "reversing.",
                edited(ORDER, ("move: value(", "move: -value("), ("move)))", "move)))[::-1]")),
                1,
            ),
            Mistake(
                "returns the values, not the moves",
                "You sort what the moves are worth. Asked for are the moves, in the order of what they are "
                "worth.",
                "def order_moves(state, evaluator):\n"
                "    return sorted(value(evaluator, play(state, move)) for move in moves(state))\n",
                0,
            ),
            Mistake(
                "does not order at all",
                "These are the moves as they come. Look at the position after each move with "
                "value(evaluator, ...).",
                "def order_moves(state, evaluator):\n    return list(moves(state))\n",
                0,
            ),
        ),
        "remember_killer": (
            Mistake(
                "mutates what it is given",
                "The new list is right, but the list you were given has changed too. Make a new one.",
                "def remember_killer(killers, move):\n    if move not in killers:\n"
                "        killers.insert(0, move)\n        del killers[2:]\n    return list(killers)\n",
                1,
            ),
            Mistake(
                "the same killer twice",
                "A move that is there already comes in again and drives the other one out.",
                edited(REMEMBER, ("if move in killers:", "if False:")),
                1,
            ),
            Mistake(
                "the newest comes last",
                "The move that cut last is the likeliest to cut again: it comes first, and the oldest is "
                "dropped.",
                edited(REMEMBER, ("[move, *killers][:2]", "[*killers, move][-2:]")),
                1,
            ),
            Mistake(
                "more than two killers",
                "The list grows and grows. Keep the two newest.",
                edited(REMEMBER, ("[:2]", "")),
                1,
            ),
        ),
        "killer_search": (
            Mistake(
                "killer not checked for legality",
                "A killer from another position need not be a move here. Try only those that are among the "
                "moves.",
                edited(SEARCH, (" if move in legal]", "]")),
                0,
            ),
            Mistake(
                "killers remembered but never tried first",
                "You keep killers, and then try the moves as they come.",
                edited(SEARCH, ("first = [move for move in killers[depth] if move in legal]", "first = []")),
                1,
            ),
            Mistake(
                "killers tried twice",
                "A killer is searched first, and then once more among the other moves. Leave it out there.",
                edited(SEARCH, ("[move for move in legal if move not in first]", "legal")),
                1,
            ),
            Mistake(
                "one list of killers for all depths",
                "A move that cut two plies further up is of little use here. Keep a list for each depth.",
                edited(SEARCH, ("killers[depth]", "killers[0]")),
                1,
            ),
            Mistake(
                "remembers the best move, not the one that cut",
                "You remember a move at every node. Only a move that made a cut is a killer.",
                edited(
                    SEARCH,
                    (
                        "            if alpha >= beta:\n                killers[depth] = remember",
                        "            killers[depth] = remember_killer(killers[depth], move)\n"
                        "            if alpha >= beta:\n                killers[depth] = remember",
                    ),
                ),
                1,
            ),
            Mistake(
                "> for >= at the cut",
                "You stop only when the bounds have crossed. Where alpha equals beta nothing below can "
                "matter either.",
                edited(SEARCH, ("alpha >= beta", "alpha > beta")),
                1,
            ),
        ),
        "fewest_leaves": (
            Mistake(
                "the worst case",
                "That is the number of leaves without any cut. With perfect order about twice its square "
                "root is enough.",
                edited(
                    FEWEST,
                    ("branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1", "branching**depth"),
                ),
                0,
            ),
            Mistake(
                "counts the first line twice",
                "The two parts share one leaf, the one on the best line. Take 1 off.",
                edited(FEWEST, (" - 1\n", "\n")),
                0,
            ),
        ),
    },
)
