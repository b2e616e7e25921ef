"""Lab 08, deepening under a deadline: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, edited, wrong

LOOKS = "    if clock() >= deadline:\n        raise TimeUp\n"

FOLDER = read_folder(__file__)


def _late(share: float) -> tuple[tuple[str, str], ...]:
    """Changes of deepen: after this share of the time no depth begins."""
    begins = "        best, alpha = None, -INF\n"
    asks = f"        if clock() - begun > {share} * (deadline - begun):\n            break\n"
    return ("    for depth", "    begun = clock()\n    for depth"), (begins, asks + begins)


LIBRARY = Library(
    FOLDER,
    mistakes={
        "timed_search": (
            wrong(
                "goes on after the deadline",
                2,
                "The values are right, but the deadline passes and the search goes on. Ask clock() at "
                "every node, before anything else.",
                (LOOKS, ""),
            ),
            wrong(
                "returns 0 when time is up",
                2,
                "A number that nobody has searched for looks like any other number. Whoever called "
                "takes it for a value: raise TimeUp instead, and it cannot be mistaken.",
                ("        raise TimeUp\n    if depth", "        return 0\n    if depth"),
            ),
            wrong(
                "swallows its own exception",
                2,
                "Each node catches the TimeUp of its children and returns what it has so far, which is "
                "no value. Let the exception go all the way up.",
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
            wrong(
                "looks at the clock only at the leaves",
                3,
                "Between two leaves several nodes are looked at. Ask the clock first at every node, not "
                "only where depth is 0.",
                ("if clock() >= deadline:", "if depth == 0 and clock() >= deadline:"),
            ),
            wrong(
                "> for >= at the deadline",
                3,
                "At the deadline itself the time is up. You look at one node more.",
                ("clock() >= deadline", "clock() > deadline"),
            ),
            wrong(
                "looks at the clock too late",
                3,
                "You ask the clock when the work of a node is done. Ask before it begins.",
                (LOOKS, ""),
                ("    return best", "    if clock() >= deadline:\n        raise TimeUp\n    return best"),
            ),
            wrong(
                "no cut at all",
                3,
                "Every value is right and every node is visited. Under a clock that costs a ply or two: "
                "stop where alpha reaches beta.",
                ("        if alpha >= beta:\n            break\n", ""),
            ),
            wrong(
                "the window is not turned",
                2,
                "The child gets (alpha, beta) as it is. It speaks for the other side: hand it "
                "(-beta, -alpha).",
                ("depth - 1, -beta, -alpha,", "depth - 1, alpha, beta,"),
            ),
            wrong(
                "missing negation",
                2,
                "The child's value is the opponent's: put a minus before the call.",
                ("-timed_search(child", "timed_search(child"),
            ),
            wrong(
                "the clock is not asked at the leaves",
                3,
                "You look at the position first, and ask the clock only where the search goes on. Ask "
                "the clock before anything else, at leaves too.",
                ("    if clock() >= deadline:\n        raise TimeUp\n", ""),
                ("    best = -INF\n", "    if clock() >= deadline:\n        raise TimeUp\n    best = -INF\n"),
            ),
            wrong(
                "returns an opinion when time is up",
                2,
                "When time is up you return what the evaluator says here. Whoever called takes it for a "
                "searched value: raise TimeUp instead.",
                (
                    "        raise TimeUp\n    if depth",
                    "        return value(evaluator, state)\n    if depth",
                ),
            ),
        ),
        "deepen": (
            wrong(
                "takes the move of an unfinished depth",
                4,
                "When time runs out you play the best move of the depth that was not finished. The "
                "moves that were still to come were never looked at: keep the move of the last finished "
                "depth.",
                (
                    "        except TimeUp:\n            break\n",
                    "        except TimeUp:\n"
                    "            return (chosen if best is None else best), finished\n",
                ),
            ),
            wrong(
                "the deadline is not handed on",
                1,
                "Your searches run without a deadline, so every depth is finished and the answer comes "
                "far too late.",
                ("clock, deadline)\n                if", "clock, INF)\n                if"),
            ),
            wrong(
                "TimeUp is not caught",
                1,
                "The exception leaves your function, and with it everything that was found. Catch it "
                "around one depth, and return what the depths before have found.",
                ("except TimeUp:\n            break", "except ZeroDivisionError:\n            break"),
            ),
            wrong(
                "does not deepen",
                2,
                "You search the greatest depth at once. When that is not finished there is nothing to "
                "fall back on: begin with depth 1.",
                ("for depth in range(1, most + 1)", "for depth in (most,)"),
            ),
            wrong(
                "counts the unfinished depth",
                3,
                "The depth you report was begun, not finished. Report the last one that was.",
                (
                    "        best, alpha = None, -INF\n",
                    "        finished, best, alpha = depth, None, -INF\n",
                ),
            ),
            wrong(
                "no move without a finished depth",
                4,
                "When not even depth 1 is finished you have no move, and the game is lost. Begin with "
                "any legal move.",
                ("next(iter(moves(state))), 0", "None, 0"),
            ),
            wrong(
                "begins no depth late",
                4,
                "You begin no new depth once much of the time is gone. The next one may be short, where the "
                "game is nearly over: begin it as long as there is time. If it is not finished, you have "
                "the last one.",
                *_late(3 / 4),
                others=tuple(edited(FOLDER.answers["deepen"], *_late(share)) for share in (1 / 2, 2 / 3)),
            ),
            wrong(
                "stops one depth early",
                4,
                "The last depth is never searched: range(1, most) ends before most.",
                ("most + 1", "most"),
            ),
            wrong(
                "missing negation at the root",
                3,
                "The values of the children are the opponent's. At the root, too, a minus belongs "
                "before the call.",
                (
                    "-timed_search(child, depth - 1, -INF, -alpha,",
                    "timed_search(child, depth - 1, -INF, INF,",
                ),
            ),
            wrong(
                "each depth begins with the last one's alpha",
                3,
                "alpha stays as the depth before has left it, so a move that is worth less is never "
                "found. Each depth is a search of its own: set alpha to -INF where it begins.",
                ("(moves(state))), 0\n", "(moves(state))), 0\n    alpha = -INF\n"),
                ("best, alpha = None, -INF", "best = chosen"),
            ),
            wrong(
                "every move with an open window",
                4,
                "Each move at the root is searched as if nothing were known, which takes far more "
                "nodes. What one move has brought, the next should know: -alpha.",
                ("-INF, -alpha, evaluator", "-INF, INF, evaluator"),
            ),
            wrong(
                "one ply too deep",
                3,
                "The move at the root is a ply too. What is left for the child is depth - 1.",
                ("timed_search(child, depth - 1,", "timed_search(child, depth,"),
            ),
        ),
        "allowance": (
            wrong(
                "no reserve",
                0,
                "The reserve is for the time that passes between your program and the clock. Take it "
                "off before you share out the rest.",
                ("left - reserve", "left"),
            ),
            wrong(
                "less than nothing",
                1,
                "When less is left than the reserve, your answer is negative. No move can take less "
                "than 0 seconds.",
                ("max(0, left - reserve)", "(left - reserve)"),
            ),
            wrong(
                "whole seconds only",
                1,
                "// throws the rest away, and in a short game that is nearly everything. Use /.",
                (" / moves_to_go", " // moves_to_go"),
            ),
            wrong(
                "a reserve for every move",
                1,
                "You take the reserve off each share. It is needed once: take it off before you divide.",
                ("max(0, left - reserve) / moves_to_go", "max(0, left / moves_to_go - reserve)"),
            ),
        ),
        "deepen_ordered": (
            wrong(
                "the order never changes",
                1,
                "The moves are tried as they come at every depth. Sort them by what the last depth said "
                "of them.",
                ("sorted(order, key=lambda move: -values[move])", "[max(moves(state), key=values.get)]"),
                ("for move in order:", "for move in moves(state):"),
            ),
            wrong(
                "the worst move first",
                0,
                "You sort from small to large, so the move that looked worst comes first, and the "
                "answer is the worst move.",
                ("-values[move])", "values[move])"),
            ),
            wrong(
                "searches once more to sort",
                1,
                "The values are searched for, and then searched for again to sort by them. Keep what "
                "the depth has found.",
                (
                    "        except TimeUp:\n",
                    "            for move in order:\n"
                    "                child = play(state, move)\n"
                    "                values[move] = -timed_search("
                    "child, depth - 1, -INF, INF, evaluator, clock, deadline)\n"
                    "        except TimeUp:\n",
                ),
            ),
            wrong(
                "TimeUp is not caught",
                1,
                "The exception leaves your function, and with it everything that was found. Catch it "
                "around one depth.",
                ("except TimeUp:", "except ZeroDivisionError:"),
            ),
            wrong(
                "the worst move first, the answer right",
                1,
                "You sort from small to large, so the move that looked worst comes first: nothing is "
                "saved. The best comes first.",
                (
                    "order, finished = list(moves(state)), 0",
                    "order, chosen, finished = list(moves(state)), next(iter(moves(state))), 0",
                ),
                (
                    "order, finished = sorted(order, key=lambda move: -values[move]), depth",
                    "chosen, finished = max(order, key=values.__getitem__), depth\n        "
                    "order.sort(key=values.__getitem__)",
                ),
                ("return order[0], finished", "return chosen, finished"),
            ),
        ),
    },
    further={
        "deepen": (
            wrong(
                "begins with depth 0",
                1,
                "Your first depth is 0, which looks at no move. Begin with 1.",
                ("range(1, most + 1)", "range(most + 1)"),
            ),
            wrong(
                "only the move",
                0,
                "You return the move alone. The depth that was finished belongs to it: (move, depth).",
                ("    return chosen, finished", "    return chosen"),
            ),
            wrong(
                "stops when two depths agree",
                3,
                "You stop as soon as two depths agree on the move. The next one may "
                "not: go on while there is time, up to the greatest depth.",
                source="""
def deepen(state, most, evaluator, clock, deadline):
    options = list(moves(state))
    choice, reached = options[0], 0
    for depth in range(1, most + 1):
        alpha, best = -INF, options[0]
        try:
            for move in options:
                found = -timed_search(
                    play(state, move), depth - 1, -INF, -alpha, evaluator, clock, deadline
                )
                if found > alpha:
                    alpha, best = found, move
        except TimeUp:
            break
        settled = depth > 1 and best == choice
        choice, reached = best, depth
        if settled:
            break
    return choice, reached
""",
            ),
        ),
        "timed_search": (
            wrong(
                "every child with an open window",
                3,
                "Each child is searched with an open window. Hand (-beta, -alpha) down.",
                ("depth - 1, -beta, -alpha", "depth - 1, -INF, INF"),
            ),
            wrong(
                "asks the clock after each child only",
                3,
                "You ask the clock in the loop, after each child. Ask it first at every "
                "node, before anything else.",
                ("    if clock() >= deadline:\n        raise TimeUp\n    if depth", "    if depth"),
                (
                    "        alpha = max(alpha, best)\n",
                    "        if clock() >= deadline:\n"
                    "            raise TimeUp\n"
                    "        alpha = max(alpha, best)\n",
                ),
            ),
            wrong(
                "evaluates for the wrong side",
                2,
                "At the end you change the sign of the value. It speaks for the side to move already.",
                ("return value(evaluator, state)", "return -value(evaluator, state)"),
            ),
        ),
        "allowance": (
            wrong(
                "the reserve at least",
                0,
                "You give at least the reserve to a move. It is kept back: shared out "
                "is what is left without it.",
                ("max(0, left - reserve) / moves_to_go", "max(reserve, left / moves_to_go)"),
            ),
            wrong(
                "only the reserve is divided",
                0,
                "Without brackets only the reserve is divided by the moves. First left "
                "- reserve, then the division.",
                ("max(0, left - reserve) / moves_to_go", "max(0, left - reserve / moves_to_go)"),
            ),
            wrong(
                "one move too many",
                1,
                "You share out over one move more, or less, than there are to go.",
                ("/ moves_to_go", "/ (moves_to_go + 1)"),
            ),
        ),
        "deepen_ordered": (
            wrong(
                "every move with an open window",
                1,
                "Each move at the root gets an open window. What one move has brought, "
                "the next should know: -alpha.",
                ("depth - 1, -INF, -alpha,", "depth - 1, -INF, INF,"),
            ),
        ),
    },
)
