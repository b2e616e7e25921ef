"""Lab 02, minimax with a depth limit: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Library, Mistake, edited

MINIMAX = """
def minimax(state, depth, maximising, evaluator):
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = minimax(play(state, move), depth - 1, not maximising, evaluator)
        best = max(best, found) if maximising else min(best, found)
    return best
"""
BEST_MOVES = """
def best_moves(state, depth, maximising, evaluator):
    values = {}
    for move in moves(state):
        values[move] = minimax(play(state, move), depth - 1, not maximising, evaluator)
    best = max(values.values()) if maximising else min(values.values())
    return [move for move in values if values[move] == best]
"""
SOLVE = """
def solve(state):
    memory = {}
    def search(state):
        if state in memory:
            return memory[state]
        maximising = to_move(state) == FIRST
        if is_over(state):
            best = score(state) if maximising else -score(state)
        else:
            values = [search(play(state, move)) for move in moves(state)]
            best = max(values) if maximising else min(values)
        memory[state] = best
        return best
    return search(state), len(memory)
"""

LIBRARY = Library(
    models={"minimax": MINIMAX, "best_moves": BEST_MOVES, "solve": SOLVE},
    mistakes={
        "minimax": (
            Mistake(
                "evaluates for the wrong side",
                "value(evaluator, state) speaks for the side to move; you want the first player's value. "
                "Where the second player is to move, change the sign.",
                edited(
                    MINIMAX, ("return value(evaluator, state) if maximising else -value(", "return value(")
                ),
                0,
            ),
            Mistake(
                "missing negation undone twice",
                "The sign changes for the first player and stays for the second. It is the other way round.",
                edited(
                    MINIMAX,
                    (
                        "value(evaluator, state) if maximising else -value(evaluator, state)",
                        "-value(evaluator, state) if maximising else value(evaluator, state)",
                    ),
                ),
                0,
            ),
            Mistake(
                "forgets the min side",
                "The largest value is taken on both sides. The second player wants little: the smallest.",
                edited(
                    MINIMAX,
                    ("max(best, found) if maximising else min(best, found)", "max(best, found)"),
                    ("-INF if maximising else INF", "-INF"),
                ),
                0,
            ),
            Mistake(
                "max and min are swapped",
                "The first player takes the smallest value and the second the largest. It is the other way "
                "round.",
                edited(
                    MINIMAX,
                    ("max(best, found) if maximising else min", "min(best, found) if maximising else max"),
                    ("-INF if maximising else INF", "INF if maximising else -INF"),
                ),
                0,
            ),
            Mistake(
                "the same side moves for ever",
                "The flag maximising is handed down as it is. After a move it is the other side's turn.",
                edited(MINIMAX, ("depth - 1, not maximising", "depth - 1, maximising")),
                0,
            ),
            Mistake(
                "wrong depth at the leaf",
                "You evaluate one ply too early: at depth 1 there is one more move to look at.",
                edited(MINIMAX, ("if depth == 0 or", "if depth <= 1 or")),
                0,
            ),
            Mistake(
                "one ply too deep",
                "You look one ply further than asked. At depth 0 evaluate and look at no move.",
                edited(MINIMAX, ("if depth == 0 or", "if depth < 0 or")),
                2,
            ),
            Mistake(
                "the depth never ends",
                "The depth is handed down as it is, so the search runs to the end of the game. Each move "
                "takes one ply off.",
                edited(MINIMAX, ("depth - 1, not", "depth, not")),
                2,
            ),
            Mistake(
                "forgets that a game can end early",
                "Where the game is over before the depth is used up there is no move to try, and best "
                "stays what it was at the start. Ask is_over too.",
                edited(MINIMAX, ("if depth == 0 or is_over(state):", "if depth == 0:")),
                4,
            ),
            Mistake(
                "returns on the first child",
                "The return stands inside the loop, so only the first move is tried. Move it to the left.",
                edited(MINIMAX, ("    return best", "        return best")),
                0,
            ),
            Mistake(
                "best begins at 0",
                "The best value so far begins at 0, so no value on the wrong side of 0 is ever found. "
                "Begin with one beyond all others.",
                edited(MINIMAX, ("best = -INF if maximising else INF", "best = 0")),
                0,
            ),
            Mistake(
                "every child is searched twice",
                "The values are right, but each child is searched more than once. Keep what the call "
                "returned in a variable.",
                edited(
                    MINIMAX,
                    (
                        "        best = max",
                        "        minimax(play(state, move), depth - 1, not maximising, evaluator)\n"
                        "        best = max",
                    ),
                ),
                3,
            ),
            Mistake(
                "uses score where an evaluation is asked for",
                "In the middle of the game you take 0 instead of asking the evaluator. That is what it is "
                "for.",
                edited(
                    MINIMAX,
                    (
                        "    if depth == 0 or is_over(state):\n",
                        "    if depth == 0 and not is_over(state):\n        return 0\n"
                        "    if depth == 0 or is_over(state):\n",
                    ),
                ),
                2,
            ),
        ),
        "best_moves": (
            Mistake(
                "only one of several equal moves",
                "You stop at the first best move. Where several moves lead to the same value, all of them "
                "are asked for.",
                edited(BEST_MOVES, ("values[move] == best]", "values[move] == best][:1]")),
                1,
            ),
            Mistake(
                "ties: only the last of several equal moves",
                "A later move replaces an earlier one that is just as good. All of them are asked for.",
                edited(BEST_MOVES, ("values[move] == best]", "values[move] == best][-1:]")),
                1,
            ),
            Mistake(
                "wrong depth after the move",
                "The move you have just made is one ply. What is left for the child is depth - 1.",
                edited(BEST_MOVES, ("depth - 1", "depth")),
                0,
            ),
            Mistake(
                "chooses for the first player only",
                "The largest value is chosen even where the second player is to move.",
                edited(
                    BEST_MOVES,
                    ("max(values.values()) if maximising else min(values.values())", "max(values.values())"),
                ),
                0,
            ),
            Mistake(
                "the child is searched for the wrong side",
                "After the move it is the other side's turn: hand `not maximising` to minimax.",
                edited(BEST_MOVES, ("not maximising", "maximising")),
                0,
            ),
        ),
        "solve": (
            Mistake(
                "a memory that is looked up but never filled",
                "You ask the memory and never write into it, so it stays empty. Put the value in before "
                "you return it.",
                edited(SOLVE, ("        memory[state] = best\n", "")),
                1,
            ),
            Mistake(
                "the ends of games are not remembered",
                "You return at a finished game before the memory is filled. Those positions count too.",
                edited(
                    SOLVE,
                    (
                        "            best = score(state) if maximising else -score(state)\n",
                        "            return score(state) if maximising else -score(state)\n",
                    ),
                ),
                1,
            ),
            Mistake(
                "evaluates for the wrong side",
                "score speaks for the side to move; you want the first player's value.",
                edited(SOLVE, ("score(state) if maximising else -score(state)", "score(state)")),
                1,
            ),
            Mistake(
                "forgets the min side",
                "The largest value is taken on both sides. The second player wants little: the smallest.",
                edited(SOLVE, ("max(values) if maximising else min(values)", "max(values)")),
                1,
            ),
        ),
    },
)
