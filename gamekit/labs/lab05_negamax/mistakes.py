"""Lab 05, negamax: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Library, Mistake, edited

NEGAMAX = """
def negamax(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -negamax(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
PASSES = """
def negamax_passes(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        child = play(state, move)
        if to_move(child) == to_move(state):
            found = negamax_passes(child, alpha, beta)
        else:
            found = -negamax_passes(child, -beta, -alpha)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
REMEMBERING = """
def remembering(state, questions, evaluator):
    memory = {}
    def search(state, depth, alpha, beta):
        place = (key(state), depth)
        lower, upper = memory.get(place, (-INF, INF))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        best, bound = -INF, alpha
        if depth == 0 or is_over(state):
            best = lower = upper = value(evaluator, state)
        else:
            for move in moves(state):
                best = max(best, -search(play(state, move), depth - 1, -beta, -bound))
                bound = max(bound, best)
                if bound >= beta:
                    break
            if best > alpha:
                lower = best
            if best < beta:
                upper = best
        memory[place] = (lower, upper)
        return best
    return [search(state, depth, alpha, beta) for depth, alpha, beta in questions]
"""
CUT = "        if alpha >= beta:\n            break\n"

LIBRARY = Library(
    models={"negamax": NEGAMAX, "negamax_passes": PASSES, "remembering": REMEMBERING},
    mistakes={
        "negamax": (
            Mistake(
                "missing negation",
                "The child's value is the opponent's. What is good for them is bad for you: put a minus "
                "before the call.",
                edited(NEGAMAX, ("-negamax(play", "negamax(play")),
                0,
            ),
            Mistake(
                "window not swapped",
                "You hand (alpha, beta) down as it is. The child sees the window from the other side: "
                "(-beta, -alpha).",
                edited(NEGAMAX, ("-beta, -alpha", "alpha, beta")),
                1,
            ),
            Mistake(
                "window negated but not swapped",
                "You hand (-alpha, -beta) down. With the signs the order turns round too: (-beta, -alpha).",
                edited(NEGAMAX, ("-beta, -alpha", "-alpha, -beta")),
                0,
            ),
            Mistake(
                "> for >= at the cut",
                "You stop only when the bounds have crossed. Where alpha equals beta nothing below can "
                "matter either.",
                edited(NEGAMAX, ("alpha >= beta", "alpha > beta")),
                1,
            ),
            Mistake(
                "no cut at all",
                "Every value is right and every node is visited. Stop where alpha reaches beta.",
                edited(NEGAMAX, (CUT, "")),
                1,
            ),
            Mistake(
                "evaluates for the wrong side",
                "At the end you change the sign of score. It speaks for the side to move already, and so "
                "does negamax.",
                edited(NEGAMAX, ("return score(state)", "return -score(state)")),
                0,
            ),
            Mistake(
                "evaluates for the first player",
                "At the end you give the first player's value. Negamax always speaks for the side to move, "
                "as score does.",
                edited(
                    NEGAMAX,
                    (
                        "return score(state)",
                        "return score(state) if to_move(state) == FIRST else -score(state)",
                    ),
                ),
                0,
            ),
            Mistake(
                "returns on the first child",
                "The loop ends after one move. Look at where your return or break stands.",
                edited(NEGAMAX, (CUT, "        break\n")),
                0,
            ),
            Mistake(
                "forgets the other side's turn to choose",
                "You take the smallest of the children's values. After the minus sign every side takes the "
                "largest.",
                edited(NEGAMAX, ("max(best, -neg", "min(best, -neg"), ("best = -INF", "best = INF")),
                0,
            ),
            Mistake(
                "alpha never rises",
                "The window is handed down as it came. What this node has found already must raise alpha.",
                edited(
                    NEGAMAX, ("        alpha = max(alpha, best)\n", ""), ("alpha >= beta", "best >= beta")
                ),
                1,
            ),
            Mistake(
                "alpha overwritten",
                "You set alpha to the best value so far, even where it was higher before. It may only rise.",
                edited(NEGAMAX, ("alpha = max(alpha, best)", "alpha = best")),
                1,
            ),
            Mistake(
                "a single bound",
                "You pass on one number. Negamax needs the whole window: what you have, and what they will "
                "allow.",
                edited(NEGAMAX, ("-beta, -alpha", "-INF, -best")),
                1,
            ),
            Mistake(
                "best begins at 0",
                "The best value so far begins at 0, so a lost position looks like a draw. Begin at -INF.",
                edited(NEGAMAX, ("best = -INF", "best = 0")),
                0,
            ),
        ),
        "negamax_passes": (
            Mistake(
                "the sign changes although the same side moves again",
                "You change the sign after every move. Where the same side moves again, its value is "
                "yours: ask to_move.",
                edited(PASSES, ("if to_move(child) == to_move(state):", "if False:")),
                1,
            ),
            Mistake(
                "the window is swapped although the same side moves again",
                "The sign is right, but the window is not: where the same side moves again it stays "
                "(alpha, beta).",
                edited(
                    PASSES,
                    (
                        "found = negamax_passes(child, alpha, beta)",
                        "found = negamax_passes(child, -beta, -alpha)",
                    ),
                ),
                1,
            ),
            Mistake(
                "pass forgotten",
                "You take a position for finished when its mover has to pass. The game is over only when "
                "is_over says so; a pass is a move.",
                edited(PASSES, ("if is_over(state):", "if is_over(state) or list(moves(state)) == [PASS]:")),
                3,
            ),
            Mistake(
                "the sign never changes",
                "Both kinds of children are treated as your own. Where the other side moves, minus and a "
                "swapped window belong.",
                edited(
                    PASSES, ("-negamax_passes(child, -beta, -alpha)", "negamax_passes(child, alpha, beta)")
                ),
                0,
            ),
            Mistake(
                "> for >= at the cut",
                "You stop only when the bounds have crossed. Where alpha equals beta nothing below can "
                "matter either.",
                edited(PASSES, ("alpha >= beta", "alpha > beta")),
                2,
            ),
            Mistake(
                "no window below a pass",
                "Where the same side moves again you open the window anew. It stays as it is: (alpha, beta).",
                edited(PASSES, ("negamax_passes(child, alpha, beta)", "negamax_passes(child, -INF, INF)")),
                2,
            ),
        ),
        "remembering": (
            Mistake(
                "table ignores bound kind",
                "You keep every result as if it were exact. After a cut it is only a bound, and another "
                "window may need more: remember which kind it was.",
                edited(
                    REMEMBERING,
                    (
                        "            if best > alpha:\n                lower = best\n",
                        "            lower = best\n",
                    ),
                    (
                        "            if best < beta:\n                upper = best\n",
                        "            upper = best\n",
                    ),
                ),
                0,
            ),
            Mistake(
                "table ignores depth",
                "What was found with a shallow look is used for a deep one. The depth belongs into the "
                "place in the memory.",
                edited(REMEMBERING, ("place = (key(state), depth)", "place = key(state)")),
                0,
            ),
            Mistake(
                "a memory that is looked up but never filled",
                "You ask the memory and never write into it. Put the bounds in before you return.",
                edited(REMEMBERING, ("        memory[place] = (lower, upper)\n", "")),
                1,
            ),
            Mistake(
                "missing negation",
                "The child's value is the opponent's: put a minus before the call.",
                edited(REMEMBERING, ("-search(play", "search(play")),
                0,
            ),
        ),
    },
)
