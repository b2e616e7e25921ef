"""Lab 03, alpha-beta: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Library, Mistake, edited

ALPHABETA = """
def alphabeta(state, alpha, beta, maximising):
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = alphabeta(play(state, move), alpha, beta, not maximising)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
CUT = "        if alpha >= beta:\n            break\n"
BEST_MOVE = """
def best_move(state, maximising):
    chosen, alpha, beta = None, -INF, INF
    for move in moves(state):
        found = alphabeta(play(state, move), alpha, beta, not maximising)
        if maximising and found > alpha:
            chosen, alpha = move, found
        if not maximising and found < beta:
            chosen, beta = move, found
    return chosen
"""
BEST_LINE = """
def best_line(state, maximising):
    def search(state, alpha, beta, maximising):
        if is_over(state):
            return (score(state) if maximising else -score(state)), []
        best, line = (-INF if maximising else INF), []
        for move in moves(state):
            found, rest = search(play(state, move), alpha, beta, not maximising)
            if maximising and found > best:
                best, line = found, [move, *rest]
                alpha = max(alpha, best)
            if not maximising and found < best:
                best, line = found, [move, *rest]
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, line
    return search(state, -INF, INF, maximising)[1]
"""

LIBRARY = Library(
    models={"alphabeta": ALPHABETA, "best_move": BEST_MOVE, "best_line": BEST_LINE},
    mistakes={
        "alphabeta": (
            Mistake(
                "> for >= at the cut",
                "You stop only when the bounds have crossed. Where alpha equals beta, nothing below can "
                "matter either: stop there too.",
                edited(ALPHABETA, ("alpha >= beta", "alpha > beta")),
                2,
            ),
            Mistake(
                "no cut at all",
                "Every value is right and every node is visited: this is minimax. Nothing compares alpha "
                "with beta, or nothing stops when they meet.",
                edited(ALPHABETA, (CUT, "")),
                2,
            ),
            Mistake(
                "alpha overwritten",
                "You set the bound to the best value so far, even where that is worse than the bound you "
                "were given. Alpha may only rise and beta may only fall: take the larger, or the smaller, "
                "of both.",
                edited(ALPHABETA, ("max(alpha, best)", "best"), ("min(beta, best)", "best")),
                3,
            ),
            Mistake(
                "a single bound",
                "You pass on one number, the best value of the node just above. What was found further up "
                "can cut as well: both alpha and beta must travel down.",
                """
def one(state, bound, maximising):
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = one(play(state, move), best, not maximising)
        best = max(best, found) if maximising else min(best, found)
        if (best >= bound) if maximising else (best <= bound):
            break
    return best
def alphabeta(state, alpha, beta, maximising):
    return one(state, beta if maximising else alpha, maximising)
""",
                3,
            ),
            Mistake(
                "evaluates for the wrong side",
                "score speaks for the side to move, you want the first player's value: where the second "
                "player is to move at the end, the sign must change.",
                edited(ALPHABETA, ("score(state) if maximising else -score(state)", "score(state)")),
                0,
            ),
            Mistake(
                "the sign at the leaf is reversed",
                "At the end of the game you change the sign for the first player and keep it for the "
                "second. It is the other way round.",
                edited(
                    ALPHABETA,
                    (
                        "score(state) if maximising else -score(state)",
                        "-score(state) if maximising else score(state)",
                    ),
                ),
                0,
            ),
            Mistake(
                "returns on the first child",
                "The loop ends after one move. Look at where your return or break stands: is it indented too "
                "far?",
                edited(ALPHABETA, (CUT, "        break\n")),
                0,
            ),
            Mistake(
                "window not updated at max nodes",
                "Where the first player chooses, alpha never rises. So nothing below ever learns what the "
                "first player has already.",
                edited(ALPHABETA, ("            alpha = max(alpha, best)\n", "")),
                2,
            ),
            Mistake(
                "window not updated at min nodes",
                "Where the second player chooses, beta never falls. So nothing below ever learns what the "
                "second player will allow.",
                edited(ALPHABETA, ("            beta = min(beta, best)\n", "")),
                2,
            ),
            Mistake(
                "window not handed down",
                "Each move is searched with an open window. What you know of alpha and beta must go into the "
                "call for the child.",
                edited(
                    ALPHABETA,
                    (
                        "alphabeta(play(state, move), alpha, beta,",
                        "alphabeta(play(state, move), -INF, INF,",
                    ),
                ),
                2,
            ),
            Mistake(
                "window swapped at every level",
                "You hand (-beta, -alpha) down. That belongs to negamax, where the child's value changes its "
                "sign too; here both sides speak of the same number.",
                edited(ALPHABETA, ("move), alpha, beta,", "move), -beta, -alpha,")),
                2,
            ),
            Mistake(
                "forgets the min side",
                "The second player takes the largest value as well. It wants little: the smallest.",
                edited(ALPHABETA, ("best = min(best, found)", "best = max(best, found)")),
                0,
            ),
            Mistake(
                "the same side moves for ever",
                "The flag maximising is handed down as it is. After a move it is the other side's turn.",
                edited(ALPHABETA, ("beta, not maximising)", "beta, maximising)")),
                0,
            ),
            Mistake(
                "best begins at 0",
                "The best value so far begins at 0, so worse values than 0 are never found. Begin with a "
                "value beyond all others.",
                edited(ALPHABETA, ("best = -INF if maximising else INF", "best = 0")),
                0,
            ),
            Mistake(
                "every child is searched twice",
                "The values are right, but each child is searched more than once. Keep what the call "
                "returned in a variable.",
                edited(
                    ALPHABETA,
                    (
                        "        if maximising:\n",
                        "        alphabeta(play(state, move), alpha, beta, not maximising)\n"
                        "        if maximising:\n",
                    ),
                ),
                2,
            ),
            Mistake(
                "ignores the window it is given",
                "The search opens the window anew at the root, whatever it was asked. Begin with the alpha "
                "and beta of the call.",
                edited(ALPHABETA, ("def alphabeta(", "def inner("), ("alphabeta(play", "inner(play"))
                + "\ndef alphabeta(state, alpha, beta, maximising):\n"
                + "    return inner(state, -INF, INF, maximising)\n",
                5,
            ),
            Mistake(
                "cuts only at max nodes",
                "You stop where the first player chooses and never where the second does. The test is the "
                "same on both sides.",
                edited(ALPHABETA, ("if alpha >= beta:", "if maximising and alpha >= beta:")),
                2,
            ),
            Mistake(
                "returns alpha where it should return the value at min nodes",
                "At every node you return alpha. Where the second player chooses, beta holds its best value.",
                edited(ALPHABETA, ("    return best", "    return alpha")),
                0,
            ),
        ),
        "best_move": (
            Mistake(
                "each move with an open window",
                "The move is right, but each move at the root is searched as if nothing were known. What the "
                "moves before have brought is the window for the next one.",
                """
def best_move(state, maximising):
    choose = max if maximising else min
    return choose(moves(state), key=lambda move: alphabeta(play(state, move), -INF, INF, not maximising))
""",
                1,
            ),
            Mistake(
                ">= for > when choosing",
                "A later move that only reaches the bound is not known to be as good: after a cut its "
                "value is a bound. Take a new move only when it is better.",
                edited(BEST_MOVE, ("found > alpha", "found >= alpha"), ("found < beta", "found <= beta")),
                0,
            ),
            Mistake(
                "returns the value, not the move",
                "You return what the position is worth. The question is which move leads there.",
                edited(BEST_MOVE, ("return chosen", "return alpha if maximising else beta")),
                0,
            ),
            Mistake(
                "chooses for the first player only",
                "The largest value is chosen even where the second player is to move.",
                edited(
                    BEST_MOVE,
                    ("if maximising and found > alpha", "if found > alpha"),
                    ("if not maximising and found < beta", "if False"),
                ),
                0,
            ),
            Mistake(
                "the child is searched for the wrong side",
                "After the move it is the other side's turn: hand `not maximising` to alphabeta.",
                edited(BEST_MOVE, ("beta, not maximising)", "beta, maximising)")),
                0,
            ),
        ),
        "best_line": (
            Mistake(
                "a move that only reaches the bound joins the line",
                "After a cut, what comes back is a bound. Replace the line only when the value is better, "
                "not when it is equal.",
                edited(BEST_LINE, ("found > best", "found >= best"), ("found < best", "found <= best")),
                0,
            ),
            Mistake(
                "the line stops after one move",
                "You keep the best move and lose what follows it. The line is the move and then the line "
                "of the child.",
                edited(BEST_LINE, ("[move, *rest]", "[move]")),
                0,
            ),
            Mistake(
                "the line is back to front",
                "The moves are right, in the order from the leaf up. The first move of the line is the one "
                "played here.",
                edited(BEST_LINE, ("[move, *rest]", "[*rest, move]")),
                0,
            ),
            Mistake(
                "no cut at all",
                "The line is right, but every node was visited. Stop where alpha and beta meet.",
                edited(BEST_LINE, ("            if alpha >= beta:\n                break\n", "")),
                0,
            ),
        ),
    },
)
