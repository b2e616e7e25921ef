"""Lab 03, alpha-beta: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, edited, wrong

FOLDER = read_folder(__file__)
ALPHABETA = FOLDER.answers["alphabeta"]
CUT = "        if alpha >= beta:\n            break\n"

WALKS = """
def best_line(state, maximising):
    line = []
    while not is_over(state):
        line.append(best_move(state, maximising))
        state, maximising = play(state, line[-1]), not maximising
    return line
"""

LIBRARY = Library(
    FOLDER,
    mistakes={
        "alphabeta": (
            wrong(
                "> for >= at the cut",
                2,
                "You stop only when the bounds have crossed. Where alpha equals beta, nothing below can "
                "matter either: stop there too.",
                ("alpha >= beta", "alpha > beta"),
            ),
            wrong(
                "no cut at all",
                2,
                "Every value is right and every node is visited: this is minimax. Nothing compares "
                "alpha with beta, or nothing stops when they meet.",
                (CUT, ""),
            ),
            wrong(
                "alpha overwritten",
                3,
                "You set the bound to the best value so far, even where that is worse than the bound "
                "you were given. Alpha may only rise and beta may only fall: take the larger, or the "
                "smaller, of both.",
                ("max(alpha, best)", "best"),
                ("min(beta, best)", "best"),
            ),
            wrong(
                "a single bound",
                3,
                "You pass on one number, the best value of the node just above. What was found further "
                "up can cut as well: both alpha and beta must travel down.",
                source="""
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
            ),
            wrong(
                "evaluates for the wrong side",
                0,
                "score speaks for the side to move, you want the first player's value: where the second "
                "player is to move at the end, the sign must change.",
                ("score(state) if maximising else -score(state)", "score(state)"),
            ),
            wrong(
                "the sign at the leaf is reversed",
                0,
                "At the end of the game you change the sign for the first player and keep it for the "
                "second. It is the other way round.",
                (
                    "score(state) if maximising else -score(state)",
                    "-score(state) if maximising else score(state)",
                ),
            ),
            wrong(
                "returns on the first child",
                0,
                "The loop ends after one move. Look at where your return or break stands: is it "
                "indented too far?",
                (CUT, "        break\n"),
            ),
            wrong(
                "window not updated at max nodes",
                2,
                "Where the first player chooses, alpha never rises. So nothing below ever learns what "
                "the first player has already.",
                ("            alpha = max(alpha, best)\n", ""),
            ),
            wrong(
                "window not updated at min nodes",
                2,
                "Where the second player chooses, beta never falls. So nothing below ever learns what "
                "the second player will allow.",
                ("            beta = min(beta, best)\n", ""),
            ),
            wrong(
                "window not handed down",
                2,
                "Each move is searched with an open window. What you know of alpha and beta must go "
                "into the call for the child.",
                (
                    "alphabeta(play(state, move), alpha, beta,",
                    "alphabeta(play(state, move), -INF, INF,",
                ),
            ),
            wrong(
                "window swapped at every level",
                2,
                "You hand (-beta, -alpha) down. That belongs to negamax, where the child's value "
                "changes its sign too; here both sides speak of the same number.",
                ("move), alpha, beta,", "move), -beta, -alpha,"),
            ),
            wrong(
                "forgets the min side",
                0,
                "The second player takes the largest value as well. It wants little: the smallest.",
                ("best = min(best, found)", "best = max(best, found)"),
            ),
            wrong(
                "the same side moves for ever",
                0,
                "The flag maximising is handed down as it is. After a move it is the other side's turn.",
                ("beta, not maximising)", "beta, maximising)"),
            ),
            wrong(
                "best begins at 0",
                0,
                "The best value so far begins at 0, so worse values than 0 are never found. Begin with "
                "a value beyond all others.",
                ("best = -INF if maximising else INF", "best = 0"),
            ),
            wrong(
                "every child is searched twice",
                2,
                "The values are right, but each child is searched more than once. Keep what the call "
                "returned in a variable.",
                (
                    "        if maximising:\n",
                    "        alphabeta(play(state, move), alpha, beta, not maximising)\n"
                    "        if maximising:\n",
                ),
            ),
            wrong(
                "ignores the window it is given",
                5,
                "The search opens the window anew at the root, whatever it was asked. Begin with the "
                "alpha and beta of the call.",
                source=edited(ALPHABETA, ("def alphabeta(", "def inner("), ("alphabeta(play", "inner(play"))
                + "\ndef alphabeta(state, alpha, beta, maximising):\n"
                + "    return inner(state, -INF, INF, maximising)\n",
            ),
            wrong(
                "cuts only at max nodes",
                2,
                "You stop where the first player chooses and never where the second does. The test is "
                "the same on both sides.",
                ("if alpha >= beta:", "if maximising and alpha >= beta:"),
            ),
            wrong(
                "returns alpha where it should return the value at min nodes",
                0,
                "At every node you return alpha. Where the second player chooses, beta holds its best value.",
                ("    return best", "    return alpha"),
            ),
            wrong(
                "beta never falls below min nodes",
                2,
                "Where the second player chooses you cut in time, but beta stays as it came: the nodes "
                "below never learn what the second player has already.",
                (
                    "            beta = min(beta, best)\n",
                    "            if best <= alpha:\n                break\n",
                ),
            ),
            wrong(
                "alpha never rises below max nodes",
                2,
                "Where the first player chooses you cut in time, but alpha stays as it came: the nodes "
                "below never learn what the first player has already.",
                (
                    "            alpha = max(alpha, best)\n",
                    "            if best >= beta:\n                break\n",
                ),
            ),
        ),
        "best_move": (
            wrong(
                "each move with an open window",
                1,
                "The move is right, but each move at the root is searched as if nothing were known. "
                "What the moves before have brought is the window for the next one.",
                source="""
def best_move(state, maximising):
    choose = max if maximising else min
    return choose(moves(state), key=lambda move: alphabeta(play(state, move), -INF, INF, not maximising))
""",
            ),
            wrong(
                ">= for > when choosing",
                0,
                "A later move that only reaches the bound is not known to be as good: after a cut its "
                "value is a bound. Take a new move only when it is better.",
                ("found > alpha", "found >= alpha"),
                ("found < beta", "found <= beta"),
            ),
            wrong(
                "returns the value, not the move",
                0,
                "You return what the position is worth. The question is which move leads there.",
                ("return chosen", "return alpha if maximising else beta"),
            ),
            wrong(
                "chooses for the first player only",
                0,
                "The largest value is chosen even where the second player is to move.",
                ("if maximising and found > alpha", "if found > alpha"),
                ("if not maximising and found < beta", "if False"),
            ),
            wrong(
                "the child is searched for the wrong side",
                0,
                "The worst moves come out. Either the child is searched for the wrong side (after the move "
                "it is the "
                "other side's turn: `not maximising`), or larger and smaller are exchanged here.",
                ("beta, not maximising)", "beta, maximising)"),
            ),
        ),
        "best_line": (
            wrong(
                "a move that only reaches the bound joins the line",
                0,
                "After a cut, what comes back is a bound. Replace the line only when the value is "
                "better, not when it is equal.",
                ("found > best", "found >= best"),
                ("found < best", "found <= best"),
            ),
            wrong(
                "returns the value too",
                0,
                "The inner search gives two things, a value and a line. Asked for is the line alone: [1].",
                ("maximising)[1]", "maximising)"),
            ),
            wrong(
                "the line stops after one move",
                0,
                "You keep the best move and lose what follows it. The line is the move and then the "
                "line of the child.",
                ("[move, *rest]", "[move]"),
            ),
            wrong(
                "the line is back to front",
                0,
                "The moves are right, in the order from the leaf up. The first move of the line is the "
                "one played here.",
                ("[move, *rest]", "[*rest, move]"),
            ),
            wrong(
                "no cut at all",
                0,
                "The line is right, but every node was visited. Stop where alpha and beta meet, and hand "
                "both down: "
                "in an open window they never do.",
                ("            if alpha >= beta:\n                break\n", ""),
            ),
            wrong(
                "every position of the line is searched anew",
                0,
                "The line is right, and you search again at each of its moves. One search is enough: "
                "let it bring back its line with the value.",
                source=WALKS,
            ),
            wrong(
                "the line of the move looked at last",
                0,
                "You keep the line of whatever move came last. Keep it only where its value is better "
                "than the best so far.",
                (
                    "            if maximising and found > best:\n                best, line = found, "
                    "[move, *rest]\n                alpha = max(alpha, best)\n            if not "
                    "maximising and found < best:\n                best, line = found, [move, *rest]\n    "
                    "            beta = min(beta, best)\n",
                    "            line = [move, *rest]\n            if maximising:\n                alpha "
                    "= best = max(best, found)\n            else:\n                beta = best = "
                    "min(best, found)\n",
                ),
            ),
        ),
    },
    further={
        "alphabeta": (
            wrong(
                "the cut is made before the value counts",
                0,
                "Where the value reaches the other bound you leave the loop before it "
                "counts: the best value must hold it before you stop.",
                source="""
def alphabeta(state, alpha, beta, maximising):
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = alphabeta(play(state, move), alpha, beta, not maximising)
        if maximising:
            if found >= beta:
                break
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            if found <= alpha:
                break
            best = min(best, found)
            beta = min(beta, best)
    return best
""",
            ),
            wrong(
                "skips the last move",
                0,
                "The last move is never looked at. It may be the best one: go through all of them.",
                ("in moves(state)", "in list(moves(state))[:-1] or moves(state)"),
            ),
            wrong(
                "compares with the wrong bound",
                0,
                "At max nodes you stop where the value reaches alpha, and at min nodes "
                "where it falls to beta. It is the other way round: a max node stops at "
                "beta.",
                source="""
def alphabeta(state, alpha, beta, maximising):
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for m in moves(state):
        v = alphabeta(play(state, m), alpha, beta, not maximising)
        if maximising:
            best = max(best, v)
            if best >= alpha and alpha > -INF:
                break
            alpha = max(alpha, best)
        else:
            best = min(best, v)
            if best <= beta and beta < INF:
                break
            beta = min(beta, best)
    return best
""",
            ),
            wrong(
                "alpha and beta exchanged in the call",
                0,
                "You hand (beta, alpha) down. The order is (alpha, beta) at every node.",
                ("move), alpha, beta,", "move), beta, alpha,"),
            ),
            wrong(
                "negamax's minus as well",
                0,
                "You put a minus before the call. Here all values speak for the first "
                "player: the minus belongs to negamax.",
                ("found = alphabeta(", "found = -alphabeta("),
            ),
            wrong(
                "one window for the whole tree",
                0,
                "Alpha and beta are kept in one place for the whole search, so what was "
                "found below one move still narrows the window below the next, where it "
                "may mean nothing. Each node needs a window of its own: hand alpha and "
                "beta down as arguments.",
                source="""
def alphabeta(state, alpha, beta, maximising):

    def visit(state, maximising):
        nonlocal alpha, beta
        if is_over(state):
            return score(state) if maximising else -score(state)
        if maximising:
            best = -INF
            for move in moves(state):
                best = max(best, visit(play(state, move), False))
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            return best
        best = INF
        for move in moves(state):
            best = min(best, visit(play(state, move), True))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return visit(state, maximising)
""",
            ),
            wrong(
                "cuts one node too late",
                2,
                "You see that the window is closed only in the child, when it is looked "
                "at already. Leave the loop over the moves as soon as alpha reaches "
                "beta.",
                source="""
def alphabeta(state, alpha, beta, maximising):
    if is_over(state):
        return score(state) if maximising else -score(state)
    if alpha >= beta:
        return beta if maximising else alpha
    if maximising:
        best = -INF
        for move in moves(state):
            best = max(best, alphabeta(play(state, move), alpha, beta, False))
            alpha = max(alpha, best)
        return best
    best = INF
    for move in moves(state):
        best = min(best, alphabeta(play(state, move), alpha, beta, True))
        beta = min(beta, best)
    return best
""",
            ),
        ),
        "best_move": (
            wrong(
                "the window narrows for the first player only",
                1,
                "For the second player the window stays open: what it has already must lower beta.",
                source="""
def best_move(state, maximising):
    chosen, best, alpha = None, -INF if maximising else INF, -INF
    for move in moves(state):
        found = alphabeta(play(state, move), alpha, INF, not maximising)
        if (found > best) if maximising else (found < best):
            chosen, best = move, found
        if maximising:
            alpha = best
    return chosen
""",
            ),
            wrong(
                "the last move that was tried",
                0,
                "Every move takes the place of the one before. Take a move only where "
                "its value is better than the best so far.",
                ("if maximising and found > alpha:", "if maximising:"),
                ("if not maximising and found < beta:", "if not maximising:"),
            ),
            wrong(
                "the tree is searched twice",
                1,
                "The move is right, but you search the whole tree for its value first, "
                "and then each move again to see which one has it. Remember the move "
                "while you search.",
                source="""
def best_move(state, maximising):
    target = alphabeta(state, -INF, INF, maximising)
    for move in moves(state):
        if alphabeta(play(state, move), -INF, INF, not maximising) == target:
            return move
""",
            ),
            wrong(
                "the second player's window is not turned",
                1,
                "For the second player you turn the values, and hand them to alphabeta "
                "as if they were the first player's: there what you have already is "
                "beta, not alpha.",
                source="""
def best_move(state, maximising):
    sign = 1 if maximising else -1
    best, chosen = -INF, None
    for move in moves(state):
        result = sign * alphabeta(play(state, move), best, INF, not maximising)
        if chosen is None or result > best:
            best, chosen = result, move
    return chosen
""",
            ),
        ),
        "best_line": (
            wrong(
                "score without its sign",
                0,
                "At the end you take score as it is, for the side to move. All values "
                "are the first player's here: change the sign where the second player "
                "is to move.",
                ("(score(state) if maximising else -score(state))", "score(state)"),
            ),
            wrong(
                "the line for the first player only",
                0,
                "You choose the largest value for both sides, so in your line the "
                "second player helps the first.",
                (
                    "            if not maximising and found < best:",
                    "            if not maximising and found > best:",
                ),
                ("(-INF if maximising else INF), []", "-INF, []"),
            ),
            wrong(
                "one place for each ply",
                0,
                "You keep one move for each ply in one table, and a later subtree that "
                "is not played writes over it. Each node must build its own line: its "
                "move, and the line of the child that it chose.",
                source="""
def best_line(state, maximising):
    line = {}

    def search(here, alpha, beta, first, ply):
        if is_over(here):
            return score(here) if first else -score(here)
        best = -INF if first else INF
        for move in moves(here):
            result = search(play(here, move), alpha, beta, not first, ply + 1)
            if (first and result > best) or (not first and result < best):
                best = result
                line[ply] = move
            if first:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    search(state, -INF, INF, maximising, 0)
    return [line[ply] for ply in sorted(line)]
""",
                others=(
                    """
def best_line(state, maximising):
    line = {}

    def visit(state, alpha, beta, maximising, ply):
        if is_over(state):
            return score(state) if maximising else -score(state)
        for move in moves(state):
            found = visit(play(state, move), alpha, beta, not maximising, ply + 1)
            if maximising and found > alpha:
                alpha = found
                line[ply] = move
            if not maximising and found < beta:
                beta = found
                line[ply] = move
            if alpha >= beta:
                break
        return alpha if maximising else beta

    visit(state, -INF, INF, maximising, 0)
    return [line[ply] for ply in sorted(line)]
""",
                ),
            ),
            wrong(
                "any way to an end with the right score",
                0,
                "You look for an end with the right score, whoever must blunder to get "
                "there. Each move of the line must keep the value by itself.",
                source="""
def best_line(state, maximising):
    target = alphabeta(state, -INF, INF, maximising)

    def find(here, first):
        if is_over(here):
            result = score(here) if first else -score(here)
            return [] if result == target else None
        for move in moves(here):
            rest = find(play(here, move), not first)
            if rest is not None:
                return [move] + rest
        return None

    return find(state, maximising)
""",
            ),
        ),
    },
)
