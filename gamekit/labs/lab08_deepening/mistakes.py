"""Lab 08, deepening under a deadline: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Library, Mistake, edited

TIMED = """
class TimeUp(Exception):
    pass
def timed_search(state, depth, alpha, beta, evaluator, clock, deadline):
    if clock() >= deadline:
        raise TimeUp
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        child = play(state, move)
        best = max(best, -timed_search(child, depth - 1, -beta, -alpha, evaluator, clock, deadline))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
LOOKS = "    if clock() >= deadline:\n        raise TimeUp\n"
DEEPEN = """
def deepen(state, most, evaluator, clock, deadline):
    chosen, finished = next(iter(moves(state))), 0
    for depth in range(1, most + 1):
        best, alpha = None, -INF
        try:
            for move in moves(state):
                child = play(state, move)
                found = -timed_search(child, depth - 1, -INF, -alpha, evaluator, clock, deadline)
                if found > alpha:
                    best, alpha = move, found
        except TimeUp:
            break
        chosen, finished = best, depth
    return chosen, finished
"""
ALLOWANCE = """
def allowance(left, moves_to_go, reserve):
    return max(0, left - reserve) / moves_to_go
"""
ORDERED = """
def deepen_ordered(state, most, evaluator, clock, deadline):
    order, finished = list(moves(state)), 0
    for depth in range(1, most + 1):
        values, alpha = {}, -INF
        try:
            for move in order:
                child = play(state, move)
                values[move] = -timed_search(child, depth - 1, -INF, -alpha, evaluator, clock, deadline)
                alpha = max(alpha, values[move])
        except TimeUp:
            break
        order, finished = sorted(order, key=lambda move: -values[move]), depth
    return order[0], finished
"""

LIBRARY = Library(
    models={
        "timed_search": TIMED,
        "deepen": DEEPEN,
        "allowance": ALLOWANCE,
        "deepen_ordered": ORDERED,
    },
    mistakes={
        "timed_search": (
            Mistake(
                "never looks at the clock",
                "The values are right, but the deadline passes and the search goes on. Ask clock() at every "
                "node, before anything else.",
                edited(TIMED, (LOOKS, "")),
                2,
            ),
            Mistake(
                "returns 0 when time is up",
                "A number that nobody has searched for looks like any other number. Whoever called takes it "
                "for a value: raise TimeUp instead, and it cannot be mistaken.",
                edited(TIMED, ("        raise TimeUp\n    if depth", "        return 0\n    if depth")),
                2,
            ),
            Mistake(
                "swallows its own exception",
                "Each node catches the TimeUp of its children and returns what it has so far, which is no "
                "value. Let the exception go all the way up.",
                edited(
                    TIMED,
                    (
                        "        best = max(best, -timed_search(child, depth - 1, -beta, -alpha, evaluator, "
                        "clock, deadline))\n",
                        "        try:\n"
                        "            best = max(best, -timed_search(child, depth - 1, -beta, -alpha, "
                        "evaluator, clock, deadline))\n"
                        "        except TimeUp:\n"
                        "            break\n",
                    ),
                ),
                2,
            ),
            Mistake(
                "looks at the clock only at the leaves",
                "Between two leaves several nodes are looked at. Ask the clock first at every node, not only "
                "where depth is 0.",
                edited(TIMED, ("if clock() >= deadline:", "if depth == 0 and clock() >= deadline:")),
                3,
            ),
            Mistake(
                "> for >= at the deadline",
                "At the deadline itself the time is up. You look at one node more.",
                edited(TIMED, ("clock() >= deadline", "clock() > deadline")),
                3,
            ),
            Mistake(
                "looks at the clock too late",
                "You ask the clock when the work of a node is done. Ask before it begins.",
                edited(
                    TIMED,
                    (LOOKS, ""),
                    ("    return best", "    if clock() >= deadline:\n        raise TimeUp\n    return best"),
                ),
                3,
            ),
            Mistake(
                "no cut at all",
                "Every value is right and every node is visited. Under a clock that costs a ply or two: stop "
                "where alpha reaches beta.",
                edited(TIMED, ("        if alpha >= beta:\n            break\n", "")),
                3,
            ),
            Mistake(
                "missing negation",
                "The child's value is the opponent's: put a minus before the call.",
                edited(TIMED, ("-timed_search(child", "timed_search(child")),
                2,
            ),
        ),
        "deepen": (
            Mistake(
                "takes the move of an unfinished depth",
                "When time runs out you play the best move of the depth that was not finished. The moves "
                "that were still to come were never looked at: keep the move of the last finished depth.",
                edited(
                    DEEPEN,
                    (
                        "        except TimeUp:\n            break\n",
                        "        except TimeUp:\n"
                        "            return (chosen if best is None else best), finished\n",
                    ),
                ),
                4,
            ),
            Mistake(
                "the deadline is not handed on",
                "Your searches run without a deadline, so every depth is finished and the answer comes far "
                "too late.",
                edited(DEEPEN, ("clock, deadline)\n                if", "clock, INF)\n                if")),
                1,
            ),
            Mistake(
                "TimeUp is not caught",
                "The exception leaves your function, and with it everything that was found. Catch it around "
                "one depth, and return what the depths before have found.",
                edited(
                    DEEPEN,
                    ("except TimeUp:\n            break", "except ZeroDivisionError:\n            break"),
                ),
                1,
            ),
            Mistake(
                "does not deepen",
                "You search the greatest depth at once. When that is not finished there is nothing to fall "
                "back on: begin with depth 1.",
                edited(DEEPEN, ("for depth in range(1, most + 1)", "for depth in (most,)")),
                3,
            ),
            Mistake(
                "counts the unfinished depth",
                "The depth you report was begun, not finished. Report the last one that was.",
                edited(
                    DEEPEN,
                    (
                        "        best, alpha = None, -INF\n",
                        "        finished, best, alpha = depth, None, -INF\n",
                    ),
                ),
                3,
            ),
            Mistake(
                "no move without a finished depth",
                "When not even depth 1 is finished you have no move, and the game is lost. Begin with any "
                "legal move.",
                edited(DEEPEN, ("next(iter(moves(state))), 0", "None, 0")),
                4,
            ),
            Mistake(
                "stops one depth early",
                "The last depth is never searched: range(1, most) ends before most.",
                edited(DEEPEN, ("most + 1", "most")),
                4,
            ),
            Mistake(
                "missing negation at the root",
                "The values of the children are the opponent's. At the root, too, a minus belongs before "
                "the call.",
                edited(
                    DEEPEN,
                    (
                        "-timed_search(child, depth - 1, -INF, -alpha,",
                        "timed_search(child, depth - 1, -INF, INF,",
                    ),
                ),
                3,
            ),
            Mistake(
                "every move with an open window",
                "Each move at the root is searched as if nothing were known, which takes far more "
                "nodes. What one move has brought, the next should know: -alpha.",
                edited(DEEPEN, ("-INF, -alpha, evaluator", "-INF, INF, evaluator")),
                4,
            ),
        ),
        "allowance": (
            Mistake(
                "no reserve",
                "The reserve is for the time that passes between your program and the clock. Take it off "
                "before you share out the rest.",
                edited(ALLOWANCE, ("left - reserve", "left")),
                0,
            ),
            Mistake(
                "less than nothing",
                "When less is left than the reserve, your answer is negative. No move can take less than 0 "
                "seconds.",
                edited(ALLOWANCE, ("max(0, left - reserve)", "(left - reserve)")),
                1,
            ),
            Mistake(
                "whole seconds only",
                "// throws the rest away, and in a short game that is nearly everything. Use /.",
                edited(ALLOWANCE, (" / moves_to_go", " // moves_to_go")),
                1,
            ),
            Mistake(
                "a reserve for every move",
                "You take the reserve off each share. It is needed once: take it off before you divide.",
                edited(
                    ALLOWANCE,
                    ("max(0, left - reserve) / moves_to_go", "max(0, left / moves_to_go - reserve)"),
                ),
                1,
            ),
        ),
        "deepen_ordered": (
            Mistake(
                "the order never changes",
                "The moves are tried as they come at every depth. Sort them by what the last depth said of "
                "them.",
                edited(
                    ORDERED,
                    ("sorted(order, key=lambda move: -values[move])", "[max(moves(state), key=values.get)]"),
                    ("for move in order:", "for move in moves(state):"),
                ),
                1,
            ),
            Mistake(
                "the worst move first",
                "You sort from small to large, so the move that looked worst comes first, and the answer is "
                "the worst move.",
                edited(ORDERED, ("-values[move])", "values[move])")),
                0,
            ),
            Mistake(
                "searches once more to sort",
                "The values are searched for, and then searched for again to sort by them. Keep what the "
                "depth has found.",
                edited(
                    ORDERED,
                    (
                        "        except TimeUp:\n",
                        "            for move in order:\n"
                        "                child = play(state, move)\n"
                        "                values[move] = -timed_search("
                        "child, depth - 1, -INF, INF, evaluator, clock, deadline)\n"
                        "        except TimeUp:\n",
                    ),
                ),
                1,
            ),
            Mistake(
                "TimeUp is not caught",
                "The exception leaves your function, and with it everything that was found. Catch it around "
                "one depth.",
                edited(ORDERED, ("except TimeUp:", "except ZeroDivisionError:")),
                1,
            ),
        ),
    },
)
