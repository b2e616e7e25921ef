"""Lab 02, minimax with a depth limit: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, wrong

LIBRARY = Library(
    read_folder(__file__),
    mistakes={
        "minimax": (
            wrong(
                "evaluates for the wrong side",
                0,
                "value(evaluator, state) speaks for the side to move; you want the first player's "
                "value. Where the second player is to move, change the sign.",
                ("return value(evaluator, state) if maximising else -value(", "return value("),
            ),
            wrong(
                "missing negation undone twice",
                0,
                "The sign changes for the first player and stays for the second. It is the other way round.",
                (
                    "value(evaluator, state) if maximising else -value(evaluator, state)",
                    "-value(evaluator, state) if maximising else value(evaluator, state)",
                ),
            ),
            wrong(
                "forgets the min side",
                0,
                "The largest value is taken on both sides. The second player wants little: the smallest.",
                ("max(best, found) if maximising else min(best, found)", "max(best, found)"),
                ("-INF if maximising else INF", "-INF"),
            ),
            wrong(
                "max and min are swapped",
                0,
                "The first player takes the smallest value and the second the largest. It is the other "
                "way round.",
                ("max(best, found) if maximising else min", "min(best, found) if maximising else max"),
                ("-INF if maximising else INF", "INF if maximising else -INF"),
            ),
            wrong(
                "the same side moves for ever",
                0,
                "The flag maximising is handed down as it is. After a move it is the other side's turn.",
                ("depth - 1, not maximising", "depth - 1, maximising"),
            ),
            wrong(
                "the second player moves twice",
                0,
                "After the second player's move you let the second player move again: the branch that takes "
                "the smallest value must hand True down.",
                ("depth - 1, not maximising", "depth - 1, False"),
            ),
            wrong(
                "wrong depth at the leaf",
                0,
                "You evaluate one ply too early: at depth 1 there is one more move to look at.",
                ("if depth == 0 or", "if depth <= 1 or"),
            ),
            wrong(
                "one ply too deep",
                2,
                "You look one ply further than asked. At depth 0 evaluate and look at no move.",
                ("if depth == 0 or", "if depth < 0 or"),
            ),
            wrong(
                "the depth never ends",
                2,
                "The depth is handed down as it is, so the search runs to the end of the game. Each "
                "move takes one ply off.",
                ("depth - 1, not", "depth, not"),
            ),
            wrong(
                "forgets that a game can end early",
                4,
                "Where the game is over before the depth is used up there is no move to try, and best "
                "stays what it was at the start. Ask is_over too.",
                ("if depth == 0 or is_over(state):", "if depth == 0:"),
            ),
            wrong(
                "returns on the first child",
                0,
                "The return stands inside the loop, so only the first move is tried. Move it to the left.",
                ("    return best", "        return best"),
            ),
            wrong(
                "best begins at 0",
                0,
                "The best value so far begins at 0, so no value on the wrong side of 0 is ever found. "
                "Begin with one beyond all others.",
                ("best = -INF if maximising else INF", "best = 0"),
            ),
            wrong(
                "every child is searched twice",
                3,
                "The values are right, but each child is searched more than once. Keep what the call "
                "returned in a variable.",
                (
                    "        best = max",
                    "        minimax(play(state, move), depth - 1, not maximising, evaluator)\n"
                    "        best = max",
                ),
            ),
            wrong(
                "best begins at the wrong end",
                0,
                "Where the largest value is wanted you begin with the largest number there is, so nothing is "
                "ever better. Begin with -INF there, and with INF where the smallest is wanted.",
                ("best = -INF if maximising else INF", "best = INF if maximising else -INF"),
            ),
            wrong(
                "uses score where an evaluation is asked for",
                2,
                "In the middle of the game you take 0 instead of asking the evaluator. That is what it "
                "is for.",
                (
                    "    if depth == 0 or is_over(state):\n",
                    "    if depth == 0 and not is_over(state):\n        return 0\n"
                    "    if depth == 0 or is_over(state):\n",
                ),
            ),
        ),
        "best_moves": (
            wrong(
                "the list is never emptied",
                0,
                "A better move comes to the worse ones that stand in the list already. Begin a new list when "
                "a better value is found.",
                source="def best_moves(state, depth, maximising, evaluator):\n"
                "    best, found = (-INF if maximising else INF), []\n"
                "    for move in moves(state):\n"
                "        value = minimax(play(state, move), depth - 1, not maximising, evaluator)\n"
                "        if (maximising and value >= best) or (not maximising and value <= best):\n"
                "            best = value\n"
                "            found.append(move)\n"
                "    return found\n",
            ),
            wrong(
                "only one of several equal moves",
                1,
                "You stop at the first best move. Where several moves lead to the same value, all of "
                "them are asked for.",
                ("values[move] == best]", "values[move] == best][:1]"),
            ),
            wrong(
                "ties: only the last of several equal moves",
                1,
                "A later move replaces an earlier one that is just as good. All of them are asked for.",
                ("values[move] == best]", "values[move] == best][-1:]"),
            ),
            wrong(
                "wrong depth after the move",
                0,
                "The move you have just made is one ply. What is left for the child is depth - 1.",
                ("depth - 1", "depth"),
            ),
            wrong(
                "chooses for the first player only",
                0,
                "The largest value is chosen even where the second player is to move.",
                ("max(values.values()) if maximising else min(values.values())", "max(values.values())"),
            ),
            wrong(
                "the child is searched for the wrong side",
                0,
                "The worst moves are chosen. Either the child is searched for the wrong side (after the "
                "move it "
                "is the other side's turn: `not maximising`), or largest and smallest are exchanged here.",
                ("not maximising", "maximising"),
            ),
        ),
        "solve": (
            wrong(
                "counts calls, not positions",
                1,
                "A position that is reached twice is counted twice. Different positions are asked "
                "for: as many "
                "as the memory holds.",
                ("    memory = {}\n", "    memory, calls = {}, []\n"),
                ("        if state in memory:", "        calls.append(state)\n        if state in memory:"),
                ("len(memory)", "len(calls)"),
            ),
            wrong(
                "a memory that is looked up but never filled",
                1,
                "You ask the memory and never write into it, so it stays empty. Put the value in before "
                "you return it.",
                ("        memory[state] = best\n", ""),
            ),
            wrong(
                "the ends of games are not remembered",
                1,
                "You return at a finished game before the memory is filled. Those positions count too.",
                (
                    "            best = score(state) if maximising else -score(state)\n",
                    "            return score(state) if maximising else -score(state)\n",
                ),
            ),
            wrong(
                "evaluates for the wrong side",
                1,
                "score speaks for the side to move; you want the first player's value.",
                ("score(state) if maximising else -score(state)", "score(state)"),
            ),
            wrong(
                "forgets the min side",
                1,
                "The largest value is taken where the second player is to move. It wants little: the "
                "smallest, and "
                "the first player the largest.",
                ("max(values) if maximising else min(values)", "max(values)"),
            ),
        ),
    },
    further={
        "minimax": (
            wrong(
                "the second player's value at min nodes",
                0,
                "At the second player's nodes you hand up their value. Everything "
                "speaks for the first player here: no sign is turned on the way up.",
                source="""
def minimax(state, depth, maximising, evaluator):
    if depth == 0 or is_over(state):
        v = value(evaluator, state)
        if maximising:
            return v
        return -v
    results = []
    for move in moves(state):
        child_value = minimax(play(state, move), depth - 1, not maximising, evaluator)
        if maximising:
            results.append(child_value)
        else:
            results.append(-child_value)
    return max(results)
""",
            ),
            wrong(
                "searched again where it is better",
                3,
                "The values are right, but where a move is better you search it a "
                "second time to get its value. Keep what the first call returned.",
                source="""
def minimax(state, depth, maximising, evaluator):
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        child = play(state, move)
        if maximising and minimax(child, depth - 1, False, evaluator) > best:
            best = minimax(child, depth - 1, False, evaluator)
        if not maximising and minimax(child, depth - 1, True, evaluator) < best:
            best = minimax(child, depth - 1, True, evaluator)
    return best
""",
            ),
            wrong(
                "the sum of the moves",
                0,
                "You add up the values of the moves. A side chooses one of them: the "
                "largest or the smallest.",
                ("best = max(best, found) if maximising else min(best, found)", "best += found"),
                ("best = -INF if maximising else INF", "best = 0"),
            ),
            wrong(
                "the last move's value",
                0,
                "The value of the last move takes the place of all before it: nothing "
                "compares them. Keep the largest, or the smallest.",
                ("best = max(best, found) if maximising else min(best, found)", "best = found"),
            ),
            wrong(
                "two plies for one",
                0,
                "Each step takes two plies off the depth. A ply is the move of one side.",
                ("depth - 1", "max(0, depth - 2)"),
            ),
            wrong(
                "a position's own value competes with its moves",
                0,
                "Above the limit you let the evaluator's number of the position itself "
                "compete with its moves, as if a side could stay where it is. There a "
                "position is worth what its moves lead to; begin with the worst value "
                "there is.",
                (
                    "best = -INF if maximising else INF",
                    "best = value(evaluator, state) if maximising else -value(evaluator, state)",
                ),
            ),
            wrong(
                "cuts as alpha-beta does",
                3,
                "The values are right, but branches are cut off, as in alpha-beta. "
                "Plain minimax is asked for: every position down to the depth, once.",
                source="""
def minimax(state, depth, maximising, evaluator):

    def search(here, left, alpha, beta, first):
        if left == 0 or is_over(here):
            worth = value(evaluator, here)
            return worth if first else -worth
        if first:
            for move in moves(here):
                alpha = max(alpha, search(play(here, move), left - 1, alpha, beta, False))
                if alpha >= beta:
                    break
            return alpha
        for move in moves(here):
            beta = min(beta, search(play(here, move), left - 1, alpha, beta, True))
            if alpha >= beta:
                break
        return beta

    return search(state, depth, -INF, INF, maximising)
""",
            ),
            wrong(
                "negamax: the value for the side to move",
                0,
                "Your search gives the value for the side to move, as negamax does. "
                "Asked is the first player's: where the second player is to move at the "
                "root, every value has the wrong sign.",
                source="""
def minimax(state, depth, maximising, evaluator):
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    return max(-minimax(play(state, move), depth - 1, not maximising, evaluator) for move in moves(state))
""",
            ),
        ),
        "best_moves": (
            wrong(
                "looks one move ahead only",
                0,
                "You judge each move by the position right after it, whatever the "
                "depth. Search on: minimax with depth - 1.",
                (
                    "minimax(play(state, move), depth - 1, not maximising, evaluator)",
                    "minimax(play(state, move), 0, not maximising, evaluator)",
                ),
            ),
            wrong(
                "the smallest value for both sides",
                0,
                "For both sides you choose the smallest value, which is also what a "
                "minus before minimax does. minimax speaks for the first player at "
                "every node: there is no sign to turn, the first player wants the "
                "largest value and the second the smallest.",
                ("max(values.values()) if maximising else min(values.values())", "min(values.values())"),
            ),
        ),
        "solve": (
            wrong(
                "alpha-beta on top of the memory",
                1,
                "Branches are cut off, so positions are missing in your number, and "
                "bounds stand in the memory as values. Each position is to be computed, "
                "once.",
                source="""
def solve(state):
    memory = {}

    def search(node, alpha, beta):
        if node in memory:
            return memory[node]
        if is_over(node):
            result = score(node) if to_move(node) == FIRST else -score(node)
        elif to_move(node) == FIRST:
            result = -INF
            for move in moves(node):
                result = max(result, search(play(node, move), alpha, beta))
                alpha = max(alpha, result)
                if alpha >= beta:
                    break
        else:
            result = INF
            for move in moves(node):
                result = min(result, search(play(node, move), alpha, beta))
                beta = min(beta, result)
                if alpha >= beta:
                    break
        memory[node] = result
        return result

    return search(state, -INF, INF), len(memory)
""",
            ),
            wrong(
                "the value for the side to move",
                1,
                "Your value speaks for the side to move. Asked is the first player's: "
                "where the second player is to move, change the sign.",
                source="""
def solve(state):
    memo = {}
    def go(s):
        if s not in memo:
            if is_over(s):
                memo[s] = score(s)
            else:
                memo[s] = max(-go(play(s, m)) for m in moves(s))
        return memo[s]
    return go(state), len(memo)
""",
            ),
            wrong(
                "the root is not counted",
                1,
                "Your number is one too small: the position that you start from is one "
                "of the different positions.",
                ("return search(state), len(memory)", "return search(state), len(memory) - 1"),
            ),
            wrong(
                "counts finished games only",
                1,
                "You count the finished games. All different positions are asked for, those on the way too.",
                ("len(memory)", "sum(1 for each in memory if is_over(each))"),
            ),
            wrong(
                "stops at the first win",
                1,
                "Your search stops as soon as a move wins, so positions are left out. "
                "All different positions from here on are asked for: look at every "
                "move.",
                (
                    "            values = [search(play(state, move)) for move in moves(state)]\n",
                    "            values = []\n"
                    "            for move in moves(state):\n"
                    "                values.append(search(play(state, move)))\n"
                    "                if values[-1] == (1 if maximising else -1):\n"
                    "                    break\n",
                ),
            ),
            wrong(
                "a new memory in every call",
                1,
                "Each call begins with an empty memory of its own, so nothing is ever "
                "found in it, and positions that are reached twice count twice. Make "
                "one memory, which all calls inside share.",
                source="""
def solve(state):
    memory = {}
    if state in memory:
        return memory[state]
    first = to_move(state) == FIRST
    if is_over(state):
        memory[state] = (score(state) if first else -score(state), 1)
        return memory[state]
    best = -INF if first else INF
    positions = 1
    for move in moves(state):
        result, below = solve(play(state, move))
        positions += below
        best = max(best, result) if first else min(best, result)
    memory[state] = (best, positions)
    return memory[state]
""",
            ),
        ),
    },
)
