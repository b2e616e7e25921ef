"""Lab 10, null windows: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.mistakes import Library, Mistake, edited, what_counts
from gamekit.grading.question import Question

# What the lab's first cell gives: a search with a memory, which takes questions. The notebook has the same
# text; a test compares them.
GIVEN = """
def asker(state):
    \"\"\"ask(alpha, beta): the value of the state, exact inside the window and a bound outside.\"\"\"
    memory, asked = {}, []

    def search(node, alpha, beta):
        place = key(node)
        lower, upper = memory.get(place, (-INF, INF))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        best, bound = -INF, alpha
        if is_over(node):
            best = lower = upper = int(score(node))
        else:
            for each in moves(node):
                best = max(best, -search(play(node, each), -beta, -bound))
                bound = max(bound, best)
                if bound >= beta:
                    break
            lower = best if best > alpha else lower
            upper = best if best < beta else upper
        memory[place] = (lower, upper)
        return best

    def ask(alpha, beta):
        asked.append((alpha, beta))
        if len(asked) > 60:
            raise RuntimeError(f"60 questions and no end; the last window was {asked[-2]}")
        return search(state, alpha, beta)

    return ask
"""
PVS = """
def pvs(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        child = play(state, move)
        if best == -INF:
            found = -pvs(child, -beta, -alpha)
        else:
            found = -pvs(child, -alpha - 1, -alpha)
            if alpha < found < beta:
                found = -pvs(child, -beta, -found)
        best = max(best, found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
MTDF = """
def mtdf(state, guess):
    ask = asker(state)
    lower, upper = -INF, INF
    windows = []
    while lower < upper:
        beta = max(guess, lower + 1)
        windows.append((beta - 1, beta))
        guess = ask(beta - 1, beta)
        if guess < beta:
            upper = guess
        else:
            lower = guess
    return guess, windows
"""
ASPIRATION = """
def aspiration(state, guess, width):
    ask = asker(state)
    alpha, beta = guess - width, guess + width
    windows = []
    while True:
        windows.append((alpha, beta))
        found = ask(alpha, beta)
        if found <= alpha:
            alpha = -INF
        elif found >= beta:
            beta = INF
        else:
            return found, windows
"""
NULL = "found = -pvs(child, -alpha - 1, -alpha)\n"
AGAIN = "            if alpha < found < beta:\n                found = -pvs(child, -beta, -found)\n"

# Other right answers, which look at other numbers of nodes: all of them are accepted.
FROM_ALPHA = edited(PVS, ("-beta, -found", "-beta, -alpha"))
HARD = """
def pvs(state, alpha, beta):
    if is_over(state):
        return score(state)
    is_first = True
    for move in moves(state):
        child = play(state, move)
        if is_first:
            found = -pvs(child, -beta, -alpha)
            is_first = False
        else:
            found = -pvs(child, -alpha - 1, -alpha)
            if alpha < found < beta:
                found = -pvs(child, -beta, -found)
        if found >= beta:
            return beta
        alpha = max(alpha, found)
    return alpha
"""
RIGHT_VERSIONS = (PVS, FROM_ALPHA, HARD, edited(HARD, ("-beta, -found", "-beta, -alpha")))


def parents(tree: Any) -> list[int]:
    """The parent of each node, counted level by level; the root's is -1.

    >>> parents([[5, 3], 1])
    [-1, 0, 0, 1, 1]
    """
    found, level, count = [-1], [tree], 0
    while level:
        below = []
        for node in level:
            inner = node if isinstance(node, list) else []
            found += [count] * len(inner)
            below += inner
            count += 1
        level = below
    return found


def looks(tree: Any, order: list[int]) -> int:
    """How many looks there were, where a child made anew to be searched again counts as one that was kept.

    Searching a child twice may be written with one `play` or with two. The second way is seen once more in
    the order of visits: a node, some of what is below it, and the same node again.

    >>> tree = [[5, 3], 1]
    >>> [looks(tree, order) for order in ([0, 1, 3, 4, 2], [0, 1, 3, 4, 3, 4, 2], [0, 1, 3, 4, 1, 3, 4, 2])]
    [5, 7, 7]
    """
    above = parents(tree)

    def is_below(node: int, ancestor: int) -> bool:
        while node > ancestor:  # a node's number is larger than its parent's
            node = above[node]
        return node == ancestor

    kept: list[int] = []
    for node in order:
        back = len(kept) - 1
        while back >= 0 and kept[back] != node and is_below(kept[back], node):
            back -= 1
        if back < 0 or kept[back] != node:
            kept.append(node)
    return len(kept)


def sees(question: Question, answer: Any) -> Any:
    """What two answers must share; for `pvs` it does not matter whether a child is made once or twice."""
    seen = what_counts(question, answer)
    if seen is None or not isinstance(question.expected, dict) or "alpha" not in question.expected:
        return seen
    return seen[0], looks(question.case["tree"], answer["order"])


LIBRARY = Library(
    models={"pvs": PVS, "mtdf": GIVEN + MTDF, "aspiration": GIVEN + ASPIRATION},
    sees=sees,
    mistakes={
        "pvs": (
            Mistake(
                "the second search is missing",
                "Where the null window says 'better', you take its answer as the value. It is only a lower "
                "bound: search that move again, with the window open up to beta.",
                edited(PVS, (AGAIN, "")),
                0,
            ),
            Mistake(
                "the second search is a null window too",
                "You do search again, but with the same null window, so the answer is a bound once more. "
                "Open the window up to beta.",
                edited(PVS, ("-beta, -found", "-alpha - 1, -alpha")),
                0,
            ),
            Mistake(
                "the null window is not negated",
                "The child is asked about (alpha, alpha + 1). It sees everything with the other sign: "
                "(-alpha - 1, -alpha).",
                edited(PVS, ("-alpha - 1, -alpha)", "alpha, alpha + 1)")),
                0,
            ),
            Mistake(
                "the null window is turned round",
                "You hand (-alpha, -alpha - 1) down, and there the first number is larger than the second: "
                "nothing lies between them. The smaller one comes first.",
                edited(PVS, ("-alpha - 1, -alpha)", "-alpha, -alpha - 1)")),
                0,
            ),
            Mistake(
                "the null window lies below alpha",
                "You ask whether the move reaches alpha: (-alpha, -alpha + 1). A move that only equals what "
                "you have is no news. Ask whether it is better: (-alpha - 1, -alpha).",
                edited(PVS, ("-alpha - 1, -alpha)", "-alpha, -alpha + 1)")),
                0,
            ),
            Mistake(
                "the null window lies at beta",
                "You ask whether a move reaches beta. The question is whether it is better than what you "
                "have: the null window belongs at alpha.",
                edited(PVS, (NULL, "found = -pvs(child, -beta, -beta + 1)\n")),
                0,
            ),
            Mistake(
                "plain alpha-beta",
                "The values are right, but no null window is ever used: every move gets the whole window. "
                "The first move does; the others are only asked whether they are better.",
                edited(PVS, (NULL + AGAIN, "found = -pvs(child, -beta, -alpha)\n")),
                2,
            ),
            Mistake(
                "the first move gets a null window too",
                "Even the first move is asked a yes-or-no question, and then always searched again: there is "
                "nothing yet to compare it with. Give it the whole window at once.",
                edited(PVS, ("if best == -INF:", "if False:")),
                2,
            ),
            Mistake(
                "searches again although the answer was no",
                "Every move is searched twice. Where the null window says that a move is no better, "
                "believe it: search again only when found > alpha.",
                edited(
                    PVS,
                    ("if alpha < found < beta:\n", "if found < beta:\n"),
                    ("-beta, -found", "-beta, -alpha"),
                ),
                2,
            ),
            Mistake(
                "searches again although beta is reached",
                "Where the null window has shown that the move reaches beta, the node is cut anyway. Search "
                "again only when found < beta.",
                edited(
                    PVS,
                    ("if alpha < found < beta:\n", "if found > alpha:\n"),
                    ("-beta, -found", "-beta, -alpha"),
                ),
                2,
            ),
            Mistake(
                "the null window stays where the node began",
                "You ask every move whether it beats the alpha the node was called with. It must beat the "
                "best move so far: raise alpha before you ask.",
                edited(
                    PVS,
                    ("    best = -INF\n", "    best, first = -INF, alpha\n"),
                    ("-alpha - 1, -alpha)", "-first - 1, -first)"),
                ),
                0,
            ),
            Mistake(
                "missing negation",
                "The answer to the null window is the opponent's value: put a minus before that call too.",
                edited(PVS, ("found = -pvs(child, -alpha", "found = pvs(child, -alpha")),
                0,
            ),
            Mistake(
                "> for >= at the cut",
                "You stop only when alpha has passed beta. Where they are equal nothing below can matter "
                "either.",
                edited(PVS, ("alpha >= beta", "alpha > beta")),
                2,
            ),
        ),
        "mtdf": (
            Mistake(
                "beta = g for ever",
                "Where the guess is the lower bound already, you ask the question once more that was "
                "answered yes, and get the same yes for ever. Then the window belongs one higher: "
                "beta = lower + 1.",
                edited(GIVEN + MTDF, ("beta = max(guess, lower + 1)", "beta = guess")),
                1,
            ),
            Mistake(
                "beta = g + 1 for ever",
                "You always ask just above the guess. Where the guess is the upper bound already, that "
                "question was answered no, and is so for ever. Ask below it: beta = guess, unless the guess "
                "is the lower bound.",
                edited(GIVEN + MTDF, ("beta = max(guess, lower + 1)", "beta = guess + 1")),
                0,
            ),
            Mistake(
                "a bound taken as the value",
                "You stop after one question. A null window never contains the value: its answer is a bound, "
                "and the value is known when the lower and the upper bound meet.",
                edited(
                    GIVEN + MTDF,
                    ("            lower = guess\n", "            lower = guess\n        break\n"),
                ),
                0,
            ),
            Mistake(
                "returns beta, not the value",
                "When the bounds have met, they are the value, and so is the last answer. The last beta is "
                "one more than the value whenever the last answer was no.",
                edited(GIVEN + MTDF, ("return guess, windows", "return beta, windows")),
                1,
            ),
            Mistake(
                "<= for < when the answer is read",
                "An answer that equals beta says yes: the value is at least beta. You read it as a no.",
                edited(GIVEN + MTDF, ("if guess < beta:", "if guess <= beta:")),
                0,
            ),
            Mistake(
                "the bounds take beta, not the answer",
                "You keep beta or beta - 1 as the bound. The search knows more: its answer may lie beyond "
                "the window, and that saves questions.",
                edited(
                    GIVEN + MTDF,
                    ("upper = guess\n", "upper = beta - 1\n"),
                    ("lower = guess\n", "lower = beta\n"),
                ),
                2,
            ),
            Mistake(
                "the first guess is not used",
                "You begin at 0, whatever the guess was. A good first guess is what makes MTD(f) cheap.",
                edited(GIVEN + MTDF, ("    windows = []\n", "    windows, guess = [], 0\n")),
                2,
            ),
            Mistake(
                "one question with an open window",
                "You ask for the value itself, with the widest window. That is right and it is alpha-beta; "
                "MTD(f) asks null windows only.",
                GIVEN + "\ndef mtdf(state, guess):\n    return asker(state)(-INF, INF), [(-INF, INF)]\n",
                2,
            ),
            Mistake(
                "the guess never moves",
                "Each answer should be the next guess. You keep the first one, so a no is asked again and "
                "again, and after a yes you creep up by one.",
                edited(
                    GIVEN + MTDF,
                    ("guess = ask(beta - 1, beta)", "found = ask(beta - 1, beta)"),
                    ("if guess < beta:", "if found < beta:"),
                    ("upper = guess\n", "upper = found\n"),
                    ("lower = guess\n", "lower = found\n"),
                    ("return guess, windows", "return lower, windows"),
                ),
                1,
            ),
            Mistake(
                "the window has width two",
                "You ask (beta - 1, beta + 1). An answer inside that window is a value, not a bound, and "
                "your bounds do not know it. A null window is (beta - 1, beta).",
                edited(GIVEN + MTDF, ("beta - 1, beta)", "beta - 1, beta + 1)")),
                2,
            ),
        ),
        "aspiration": (
            Mistake(
                "a bound taken as the value",
                "Where the answer lies outside the window it is only a bound. Search again, with that side "
                "open.",
                edited(
                    GIVEN + ASPIRATION,
                    ("            alpha = -INF\n", "            return found, windows\n"),
                    ("            beta = INF\n", "            return found, windows\n"),
                ),
                0,
            ),
            Mistake(
                "an answer on the edge taken as the value",
                "An answer that equals alpha, or beta, is a bound too: the value may lie beyond it. Use <= "
                "and >=.",
                edited(
                    GIVEN + ASPIRATION, ("found <= alpha", "found < alpha"), ("found >= beta", "found > beta")
                ),
                0,
            ),
            Mistake(
                "opens both sides",
                "After a failure you search with no window at all. One side was right: open only the other.",
                edited(
                    GIVEN + ASPIRATION,
                    ("            alpha = -INF\n", "            alpha, beta = -INF, INF\n"),
                    ("            beta = INF\n", "            alpha, beta = -INF, INF\n"),
                ),
                1,
            ),
            Mistake(
                "opens the wrong side",
                "An answer at or below alpha says that the value is lower still, and you raise beta. Open "
                "the side on which the answer lies.",
                edited(
                    GIVEN + ASPIRATION,
                    ("            alpha = -INF\n", "            high = True\n"),
                    ("            beta = INF\n", "            alpha = -INF\n"),
                    ("            high = True\n", "            beta = INF\n"),
                ),
                0,
            ),
            Mistake(
                "the width is not used",
                "Your first window is always two wide. It should reach `width` below and above the guess.",
                edited(
                    GIVEN + ASPIRATION,
                    ("alpha, beta = guess - width, guess + width", "alpha, beta = guess - 1, guess + 1"),
                ),
                1,
            ),
            Mistake(
                "the window moves instead of opening",
                "After a failure you put the same narrow window around the answer. It may fail again and "
                "again; open the side instead, then the second search is the last.",
                edited(
                    GIVEN + ASPIRATION,
                    (
                        "            alpha = -INF\n",
                        "            alpha, beta = found - width, found + width\n",
                    ),
                    ("            beta = INF\n", "            alpha, beta = found - width, found + width\n"),
                ),
                1,
            ),
        ),
    },
)
