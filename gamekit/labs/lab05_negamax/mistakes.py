"""Lab 05, negamax: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, wrong

FOLDER = read_folder(__file__)
PASSES = FOLDER.answers["negamax_passes"]
CUT = "        if alpha >= beta:\n            break\n"
KEPT = """            if best > alpha:
                lower = best
            if best < beta:
                upper = best
"""
AT_A_LEAF = "best = lower = upper = value(evaluator, state)", "return value(evaluator, state)"
# One entry for each position, with the depth that it was searched to; what a deeper search found is believed.
DEEPER = (
    ("place = (key(state), depth)", "place = key(state)"),
    (
        "lower, upper = memory.get(place, (-INF, INF))",
        "at, lower, upper = memory.get(place, (-1, -INF, INF))\n"
        "        if at < depth:\n            lower, upper = -INF, INF",
    ),
    ("best, bound = -INF, alpha", "best, bound, lower, upper = -INF, alpha, -INF, INF"),
    ("memory[place] = (lower, upper)", "memory[place] = (depth, lower, upper)"),
)

LIBRARY = Library(
    FOLDER,
    mistakes={
        "negamax": (
            wrong(
                "missing negation",
                0,
                "The child's value is the opponent's. What is good for them is bad for you: put a minus "
                "before the call.",
                ("-negamax(play", "negamax(play"),
            ),
            wrong(
                "window not swapped",
                1,
                "You hand (alpha, beta) down as it is. The child sees the window from the other side: "
                "(-beta, -alpha).",
                ("-beta, -alpha", "alpha, beta"),
            ),
            wrong(
                "window negated but not swapped",
                0,
                "You hand (-alpha, -beta) down. With the signs the order turns round too: (-beta, -alpha).",
                ("-beta, -alpha", "-alpha, -beta"),
            ),
            wrong(
                "> for >= at the cut",
                1,
                "You stop only when the bounds have crossed. Where alpha equals beta nothing below can "
                "matter either.",
                ("alpha >= beta", "alpha > beta"),
            ),
            wrong(
                "no cut at all",
                1,
                "Every value is right and every node is visited. Stop where alpha reaches beta.",
                (CUT, ""),
            ),
            wrong(
                "evaluates for the wrong side",
                0,
                "At the end you change the sign of score. It speaks for the side to move already, and "
                "so does negamax.",
                ("return score(state)", "return -score(state)"),
            ),
            wrong(
                "evaluates for the first player",
                0,
                "At the end you give the first player's value. Negamax always speaks for the side to "
                "move, as score does.",
                (
                    "return score(state)",
                    "return score(state) if to_move(state) == FIRST else -score(state)",
                ),
            ),
            wrong(
                "returns on the first child",
                0,
                "The loop ends after one move. Look at where your return or break stands.",
                (CUT, "        break\n"),
            ),
            wrong(
                "forgets the other side's turn to choose",
                0,
                "You take the smallest of the children's values. After the minus sign every side takes "
                "the largest.",
                ("max(best, -neg", "min(best, -neg"),
                ("best = -INF", "best = INF"),
            ),
            wrong(
                "alpha never rises",
                1,
                "The window is handed down as it came. What this node has found already must raise alpha.",
                ("        alpha = max(alpha, best)\n", ""),
                ("alpha >= beta", "best >= beta"),
            ),
            wrong(
                "alpha overwritten",
                1,
                "You set alpha to the best value so far, even where it was higher before. It may only rise.",
                ("alpha = max(alpha, best)", "alpha = best"),
            ),
            wrong(
                "a single bound",
                1,
                "Of the window only beta counts: the alpha that came from above is forgotten where the "
                "children are asked. What you have is the larger of alpha and the best found here.",
                ("-beta, -alpha", "-INF, -best"),
            ),
            wrong(
                "best begins at 0",
                0,
                "The best value so far begins at 0, so a lost position looks like a draw. Begin at -INF.",
                ("best = -INF", "best = 0"),
            ),
        ),
        "negamax_passes": (
            wrong(
                "the sign changes although the same side moves again",
                1,
                "You change the sign also where the same side moves again. Its value is yours there: "
                "ask to_move.",
                ("if to_move(child) == to_move(state):", "if False:"),
            ),
            wrong(
                "the window is swapped although the same side moves again",
                1,
                "The sign is right, but the window is not: where the same side moves again it stays "
                "(alpha, beta).",
                (
                    "found = negamax_passes(child, alpha, beta)",
                    "found = negamax_passes(child, -beta, -alpha)",
                ),
            ),
            wrong(
                "pass forgotten",
                3,
                "You take a position for finished when its mover has to pass. The game is over only "
                "when is_over says so; a pass is a move.",
                ("if is_over(state):", "if is_over(state) or list(moves(state)) == [PASS]:"),
            ),
            wrong(
                "the sign never changes",
                0,
                "Both kinds of children are treated as your own. Where the other side moves, minus and "
                "a swapped window belong.",
                ("-negamax_passes(child, -beta, -alpha)", "negamax_passes(child, alpha, beta)"),
            ),
            wrong(
                "> for >= at the cut",
                2,
                "You stop only when the bounds have crossed. Where alpha equals beta nothing below can "
                "matter either.",
                ("alpha >= beta", "alpha > beta"),
            ),
            wrong(
                "no window below a pass",
                2,
                "Where the same side moves again you open the window anew. It stays as it is: (alpha, beta).",
                ("negamax_passes(child, alpha, beta)", "negamax_passes(child, -INF, INF)"),
            ),
        ),
        "remembering": (
            wrong(
                "table ignores bound kind",
                0,
                "You keep every result as if it were exact. After a cut it is only a bound, and another "
                "window may need more: remember which kind it was.",
                (
                    "            if best > alpha:\n                lower = best\n",
                    "            lower = best\n",
                ),
                (
                    "            if best < beta:\n                upper = best\n",
                    "            upper = best\n",
                ),
            ),
            wrong(
                "table ignores depth",
                0,
                "What was found with a shallow look is used for a deep one. The depth belongs into the "
                "place in the memory.",
                ("place = (key(state), depth)", "place = key(state)"),
            ),
            wrong(
                "a deeper entry answers a shallow question",
                0,
                "You believe an entry that was searched deeper than asked, as textbooks do. What was seen at "
                "one depth says nothing about another: the depth must be the same.",
                *DEEPER,
            ),
            wrong(
                "nothing is there for the next question",
                1,
                "What one question found is not there when the next is asked. Make the memory once, "
                "before the "
                "first question, and put the bounds in before you return.",
                ("        memory[place] = (lower, upper)\n", ""),
            ),
            wrong(
                "missing negation",
                0,
                "The child's value is the opponent's: put a minus before the call.",
                ("-search(play", "search(play"),
            ),
            wrong(
                "compares with the raised alpha",
                1,
                "Whether a result is exact depends on the window that you were asked with. You compare "
                "with alpha after it has been raised, so an exact value looks like an upper bound, and "
                "its lower bound is lost.",
                ("if best > alpha:", "if best > bound:"),
            ),
        ),
    },
    further={
        "negamax": (
            wrong(
                "min with a window of its own",
                0,
                "You take the smallest of the children's values and let beta fall. "
                "After the minus sign every side takes the largest.",
                ("best = -INF", "best = INF"),
                ("max(best, -neg", "min(best, -neg"),
                ("alpha = max(alpha, best)", "beta = min(beta, best)"),
            ),
            wrong(
                "cuts at alpha",
                0,
                "You stop as soon as the value is above alpha, which is good news and "
                "no reason to stop. Stop where it reaches beta.",
                ("        alpha = max(alpha, best)\n        if alpha >= beta:", "        if best > alpha:"),
            ),
            wrong(
                "no window handed down",
                1,
                "Each child is searched with an open window. Hand (-beta, -alpha) down.",
                ("-beta, -alpha", "-INF, INF"),
            ),
            wrong(
                "only alpha is negated",
                0,
                "One of the two bounds keeps its sign on the way down. Both change "
                "places and signs: (-beta, -alpha).",
                ("-beta, -alpha", "beta, -alpha"),
            ),
            wrong(
                "a colour factor at the leaves",
                0,
                "At the end you multiply score by a colour, as textbooks do whose "
                "evaluation speaks for the first player. score speaks for the side to "
                "move already: leave the colour out.",
                ("alpha, beta):", "alpha, beta, colour=1):"),
                ("return score(state)", "return colour * score(state)"),
                ("-beta, -alpha)", "-beta, -alpha, -colour)"),
            ),
            wrong(
                "the child's alpha is always -INF",
                1,
                "The child learns only one bound: you hand -INF down where -beta "
                "belongs, so what is known from further up is lost, and deep cuts with "
                "it.",
                ("-beta, -alpha", "-INF, -alpha"),
            ),
        ),
        "negamax_passes": (
            wrong(
                "one move only is taken for the end",
                3,
                "You take a position with one move for finished. The game is over only when is_over says so.",
                ("is_over(state)", "is_over(state) or len(list(moves(state))) == 1"),
            ),
            wrong(
                "the window is not turned for the other side",
                2,
                "Where the other side moves you turn the sign but not the window: it gets (-beta, -alpha).",
                ("-negamax_passes(child, -beta, -alpha)", "-negamax_passes(child, alpha, beta)"),
            ),
            wrong(
                "the condition is turned round",
                0,
                "You turn sign and window where the same side moves again, and keep "
                "them where it does not. It is the other way round.",
                ("== to_move(state)", "!= to_move(state)"),
            ),
            wrong(
                "no cut at all",
                2,
                "The values are right, and every node is visited. Stop where alpha reaches beta.",
                ("        if alpha >= beta:\n            break\n", ""),
            ),
            wrong(
                "best begins at 0",
                0,
                "The best value so far begins at 0, so a lost position looks like a draw. Begin at -INF.",
                ("best = -INF", "best = 0"),
            ),
            wrong(
                "compares with the side at the root",
                0,
                "You ask whether the child's side is the side at the root. The sign "
                "turns where the side changes from a node to its child: compare with "
                "the side to move at this node.",
                ("alpha, beta):", "alpha, beta, me=None):\n    me = to_move(state) if me is None else me"),
                ("== to_move(state)", "== me"),
                ("(child, alpha, beta)", "(child, alpha, beta, me)"),
                ("-beta, -alpha)", "-beta, -alpha, me)"),
            ),
        ),
        "remembering": (
            wrong(
                "deeper entries are believed too",
                0,
                "You believe an entry that was searched deeper than asked, as textbooks "
                "do. What was seen at one depth says nothing about another: the depth "
                "must be the same.",
                *DEEPER,
                AT_A_LEAF,
            ),
            wrong(
                "lower and upper exchanged",
                0,
                "You keep 'at least' where 'at most' belongs. A value that reaches beta "
                "comes from a cut: the truth is at least that much.",
                (KEPT, KEPT.replace("lower", "x").replace("upper", "lower").replace("x", "upper")),
            ),
            wrong(
                "a lower bound is taken for the answer",
                0,
                "A lower bound settles the question only if it reaches beta. Yours "
                "returns it wherever there is one.",
                ("lower >= beta or lower == upper", "lower > -INF"),
            ),
            wrong(
                "the window belongs to the place in the memory",
                1,
                "You find an answer again only if it was asked with the very same "
                "window. Keep what is known of a position, at least this and at most "
                "that, and see whether it answers the new window.",
                ("(key(state), depth)", "(key(state), depth, alpha, beta)"),
            ),
            wrong(
                "everything is kept as an upper bound",
                0,
                "You compare with alpha after it has been raised to the best value, so "
                "every result looks like 'at most', even after a cut, where it is 'at "
                "least'. Decide with the alpha that the node was asked with.",
                source="""
def remembering(state, questions, evaluator):
    memory = {}

    def look(node, depth, alpha, beta):
        if depth == 0 or is_over(node):
            return value(evaluator, node)
        entry = memory.get((key(node), depth))
        if entry is not None:
            kind, number = entry
            if kind == "exact":
                return number
            if kind == "lower" and number >= beta:
                return number
            if kind == "upper" and number <= alpha:
                return number
        best = -INF
        for move in moves(node):
            best = max(best, -look(play(node, move), depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        if best <= alpha:
            memory[key(node), depth] = ("upper", best)
        elif best >= beta:
            memory[key(node), depth] = ("lower", best)
        else:
            memory[key(node), depth] = ("exact", best)
        return best

    return [look(state, depth, alpha, beta) for depth, alpha, beta in questions]
""",
            ),
        ),
    },
)
