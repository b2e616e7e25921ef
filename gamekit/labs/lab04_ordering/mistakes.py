"""Lab 04, move ordering and killers: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, wrong

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
                "kept: remember_killer returns a new list, which must be stored.",
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
)
