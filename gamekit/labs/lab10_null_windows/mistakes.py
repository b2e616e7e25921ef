"""Lab 10, null windows: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, edited, what_counts, wrong
from gamekit.grading.question import Question
from gamekit.grading.shrinking import paths

FOLDER = read_folder(__file__)
PVS = FOLDER.answers["pvs"]
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


def looks(tree: Any, order: list[int]) -> int:
    """How many looks there were, where a child made anew to be searched again counts as one that was kept.

    Searching a child twice may be written with one `play` or with two. The second way is seen once more in
    the order of visits: a node, some of what is below it, and the same node again.

    >>> tree = [[5, 3], 1]
    >>> [looks(tree, order) for order in ([0, 1, 3, 4, 2], [0, 1, 3, 4, 3, 4, 2], [0, 1, 3, 4, 1, 3, 4, 2])]
    [5, 7, 7]
    """
    where = paths(tree)

    def is_below(node: int, ancestor: int) -> bool:
        return where[node][: len(where[ancestor])] == where[ancestor]

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


# Where the memory is wrong, MTD(f) may ask for ever: these versions give up, since a wrong version must end.
GIVES_UP = (
    "    while least < most:\n",
    "    for _ in range(60):\n        if least >= most:\n            break\n",
)

LIBRARY = Library(
    FOLDER,
    sees=sees,
    styles={"pvs": (("-beta, -found", "-beta, -alpha"),)},
    mistakes={
        "pvs": (
            wrong(
                "the second search is missing",
                0,
                "Where the null window says 'better', you take its answer as the value. It is only a "
                "lower bound: search that move again, with the window open up to beta.",
                (AGAIN, ""),
            ),
            wrong(
                "the second search is a null window too",
                0,
                "You do search again, but with the same null window, so the answer is a bound once "
                "more. Open the window up to beta.",
                ("-beta, -found", "-alpha - 1, -alpha"),
            ),
            wrong(
                "the null window is not negated",
                0,
                "The child is asked about (alpha, alpha + 1). It sees everything with the other sign: "
                "(-alpha - 1, -alpha).",
                ("-alpha - 1, -alpha)", "alpha, alpha + 1)"),
            ),
            wrong(
                "the null window is turned round",
                0,
                "You hand (-alpha, -alpha - 1) down, and there the first number is larger than the "
                "second: nothing lies between them. The smaller one comes first.",
                ("-alpha - 1, -alpha)", "-alpha, -alpha - 1)"),
            ),
            wrong(
                "the null window lies below alpha",
                0,
                "You ask whether the move reaches alpha: (-alpha, -alpha + 1). A move that only equals "
                "what you have is no news. Ask whether it is better: (-alpha - 1, -alpha).",
                ("-alpha - 1, -alpha)", "-alpha, -alpha + 1)"),
            ),
            wrong(
                "the null window lies at beta",
                0,
                "You ask whether a move reaches beta. The question is whether it is better than what "
                "you have: the null window belongs at alpha.",
                (NULL, "found = -pvs(child, -beta, -beta + 1)\n"),
            ),
            wrong(
                "plain alpha-beta",
                2,
                "The values are right, but no null window is ever used: every move gets the whole "
                "window. The first move does; the others are only asked whether they are better.",
                (NULL + AGAIN, "found = -pvs(child, -beta, -alpha)\n"),
            ),
            wrong(
                "the first move gets a null window too",
                2,
                "Even the first move is asked a yes-or-no question, and then always searched again: "
                "there is nothing yet to compare it with. Give it the whole window at once.",
                ("if best == -INF:", "if False:"),
            ),
            wrong(
                "searches again although the answer was no",
                2,
                "Every move is searched twice. Where the null window says that a move is no better, "
                "believe it: search again only when found > alpha.",
                ("if alpha < found < beta:\n", "if found < beta:\n"),
                ("-beta, -found", "-beta, -alpha"),
            ),
            wrong(
                "searches again although beta is reached",
                2,
                "Where the null window has shown that the move reaches beta, the node is cut anyway. "
                "Search again only when found < beta.",
                ("if alpha < found < beta:\n", "if found > alpha:\n"),
                ("-beta, -found", "-beta, -alpha"),
            ),
            wrong(
                "the null window stays where the node began",
                0,
                "You ask every move whether it beats the alpha the node was called with. It must beat "
                "the best move so far: raise alpha before you ask.",
                ("    best = -INF\n", "    best, first = -INF, alpha\n"),
                ("-alpha - 1, -alpha)", "-first - 1, -first)"),
            ),
            wrong(
                "missing negation",
                0,
                "The answer to the null window is the opponent's value: put a minus before that call too.",
                ("found = -pvs(child, -alpha", "found = pvs(child, -alpha"),
            ),
            wrong(
                "> for >= at the cut",
                2,
                "You stop only when alpha has passed beta. Where they are equal nothing below can "
                "matter either.",
                ("alpha >= beta", "alpha > beta"),
            ),
        ),
        "mtdf": (
            wrong(
                "beta = g for ever",
                1,
                "Where the guess is the lower bound already, you ask the question once more that was "
                "answered yes, and get the same yes for ever. Then the window belongs one higher: beta "
                "= lower + 1.",
                ("beta = max(guess, lower + 1)", "beta = guess"),
            ),
            wrong(
                "beta = g + 1 for ever",
                0,
                "You always ask just above the guess. Where the guess is the upper bound already, that "
                "question was answered no, and is so for ever. Ask below it: beta = guess, unless the "
                "guess is the lower bound.",
                ("beta = max(guess, lower + 1)", "beta = guess + 1"),
            ),
            wrong(
                "a bound taken as the value",
                0,
                "You stop after one question. A null window never contains the value: its answer is a "
                "bound, and the value is known when the lower and the upper bound meet.",
                ("            lower = guess\n", "            lower = guess\n        break\n"),
            ),
            wrong(
                "returns beta, not the value",
                1,
                "When the bounds have met, they are the value, and so is the last answer. The last beta "
                "is one more than the value whenever the last answer was no.",
                ("return guess, windows", "return beta, windows"),
            ),
            wrong(
                "<= for < when the answer is read",
                0,
                "An answer that equals beta says yes: the value is at least beta. You read it as a no.",
                ("if guess < beta:", "if guess <= beta:"),
            ),
            wrong(
                "the bounds take beta, not the answer",
                2,
                "You keep beta or beta - 1 as the bound. The search knows more: its answer may lie "
                "beyond the window, and that saves questions.",
                ("upper = guess\n", "upper = beta - 1\n"),
                ("lower = guess\n", "lower = beta\n"),
            ),
            wrong(
                "the first guess is not used",
                2,
                "You begin at 0, whatever the guess was. A good first guess is what makes MTD(f) cheap.",
                ("    windows = []\n", "    windows, guess = [], 0\n"),
            ),
            wrong(
                "one question with an open window",
                2,
                "You ask for the value itself, with the widest window. That is right and it is alpha-"
                "beta; MTD(f) asks null windows only.",
                source="\ndef mtdf(state, guess):\n    return asker(state)(-INF, INF), [(-INF, INF)]\n",
            ),
            wrong(
                "the guess never moves",
                1,
                "Each answer should be the next guess. You keep the first one, so a no is asked again "
                "and again, and after a yes you creep up by one.",
                ("guess = ask(beta - 1, beta)", "found = ask(beta - 1, beta)"),
                ("if guess < beta:", "if found < beta:"),
                ("upper = guess\n", "upper = found\n"),
                ("lower = guess\n", "lower = found\n"),
                ("return guess, windows", "return lower, windows"),
            ),
            wrong(
                "the window has width two",
                2,
                "You ask (beta - 1, beta + 1). An answer inside that window is a value, not a bound, "
                "and your bounds do not know it. A null window is (beta - 1, beta).",
                ("beta - 1, beta)", "beta - 1, beta + 1)"),
            ),
            wrong(
                "beta in place of the answer",
                2,
                "You go on from beta or beta - 1, and not from what the search has answered. The answer "
                "may lie beyond the window, and that saves questions.",
                (
                    "        guess = ask(beta - 1, beta)\n        if guess < beta:\n            upper = "
                    "guess\n        else:\n            lower = guess\n",
                    "        if ask(beta - 1, beta) < beta:\n            upper = guess = beta - 1\n       "
                    " else:\n            lower = guess = beta\n",
                ),
            ),
        ),
        "mtdf_move": (
            wrong(
                "the move of a no",
                2,
                "After a no you play a move whose bound equals the largest. Upper bounds say nothing "
                "about which move is best, and several may be equal. Keep the move of the last yes.",
                ("            most = guess\n", "            most, chosen = guess, move\n"),
                ("if found > best:", "if found >= best:"),
            ),
            wrong(
                "the move of the first yes",
                2,
                "You keep the move of the first yes. A later yes has proved more: its move reaches the "
                "larger bound, and yours perhaps does not.",
                ("least, chosen = guess, move", "least, chosen = guess, move if chosen is None else chosen"),
            ),
            wrong(
                "the first move there is",
                2,
                "You return the position's first move, whatever the questions said.",
                ("return guess, chosen", "return guess, next(iter(moves(state)))"),
            ),
            wrong(
                "a question teaches the next one nothing",
                3,
                "Every value is right, and each question searches everything anew. Either your memory is "
                "made for each question, or nothing is ever written into it.",
                (
                    "        best, best_move = -INF, None\n",
                    "        best, best_move = -INF, None\n        known.clear()\n",
                ),
            ),
            wrong(
                "a bound kept as the value",
                0,
                "You keep what a question answered as if it were the value. It is a bound, from below or "
                "from above: keep both, and change the one that you learnt.",
                ("(best, high) if best >= beta else (low, best)", "(best, best)"),
                GIVES_UP,
            ),
            wrong(
                "the bounds are exchanged",
                0,
                "A yes says at least, a no says at most. You keep a yes as an upper bound.",
                (
                    "(best, high) if best >= beta else (low, best)",
                    "(low, best) if best >= beta else (best, high)",
                ),
                GIVES_UP,
            ),
            wrong(
                "the child is asked for -beta",
                0,
                "You ask the child whether it is at least -beta. Your yes is its no: you reach beta if the "
                "child stays below 1 - beta. Ask for 1 - beta.",
                ("1 - beta)", "-beta)"),
                GIVES_UP,
            ),
            wrong(
                "missing negation at the root",
                0,
                "What the child is worth, it is worth to your opponent: put a minus before the call at "
                "the root too.",
                ("found = -answer(play(state, move), 1 - beta)", "found = answer(play(state, move), beta)"),
                GIVES_UP,
            ),
            wrong(
                "move and value are exchanged",
                0,
                "You return (move, value). Wanted is (value, move).",
                ("return guess, chosen", "return chosen, guess"),
            ),
        ),
        "aspiration": (
            wrong(
                "a bound taken as the value",
                0,
                "Where the answer lies outside the window it is only a bound. Search again, with that "
                "side open.",
                ("            alpha = -INF\n", "            return found, windows\n"),
                ("            beta = INF\n", "            return found, windows\n"),
            ),
            wrong(
                "an answer on the edge taken as the value",
                0,
                "An answer that equals alpha, or beta, is a bound too: the value may lie beyond it. Use "
                "<= and >=.",
                ("found <= alpha", "found < alpha"),
                ("found >= beta", "found > beta"),
            ),
            wrong(
                "opens both sides",
                1,
                "After a failure you search with no window at all. One side was right: open only the other.",
                ("            alpha = -INF\n", "            alpha, beta = -INF, INF\n"),
                ("            beta = INF\n", "            alpha, beta = -INF, INF\n"),
            ),
            wrong(
                "opens the wrong side",
                0,
                "An answer at or below alpha says that the value is lower still, and you raise beta. "
                "Open the side on which the answer lies.",
                ("            alpha = -INF\n", "            high = True\n"),
                ("            beta = INF\n", "            alpha = -INF\n"),
                ("            high = True\n", "            beta = INF\n"),
            ),
            wrong(
                "the width is not used",
                1,
                "Your first window is always two wide. It should reach `width` below and above the guess.",
                ("alpha, beta = guess - width, guess + width", "alpha, beta = guess - 1, guess + 1"),
            ),
            wrong(
                "the window moves instead of opening",
                1,
                "After a failure you put the same narrow window around the answer. It may fail again "
                "and again; open the side instead, then the second search is the last.",
                (
                    "            alpha = -INF\n",
                    "            alpha, beta = found - width, found + width\n",
                ),
                ("            beta = INF\n", "            alpha, beta = found - width, found + width\n"),
            ),
        ),
    },
    further={
        "pvs": (
            wrong(
                "null windows only once alpha has been raised",
                4,
                "You ask with a null window only after a move has raised alpha. Every "
                "move but the first gets it, whether the first was good enough or not.",
                ("            is_first = False\n", ""),
                ("-beta, -found", "-beta, -alpha"),
                (
                    "alpha = max(alpha, found)",
                    "alpha, is_first = max(alpha, found), is_first and found <= alpha",
                ),
                source=HARD,
            ),
            wrong(
                "the second search with an open window on both sides",
                2,
                "You search again with a window that is open on both sides. It may "
                "begin at alpha, or at what the null window has found, and ends at "
                "beta.",
                ("-pvs(child, -beta, -found)", "-pvs(child, -INF, INF)"),
            ),
            wrong(
                "full windows for all",
                2,
                "Every move gets the full window at once. Only the first one does: ask "
                "the others with a null window at alpha.",
                ("-alpha - 1, -alpha", "-beta, -alpha"),
                source=PVS,
            ),
            wrong(
                "the null window at the best value",
                2,
                "Your null window lies at the best value so far, which can be below "
                "alpha. The question is whether a move is better than alpha: put it "
                "there, at the larger of the two.",
                ("-alpha - 1, -alpha", "-best - 1, -best"),
                ("if alpha < found", "if best < found"),
                source=PVS,
            ),
        ),
        "mtdf": (
            wrong(
                "the guess is taken for a lower bound",
                1,
                "You begin with the guess as lower bound. Nothing is known yet: -INF and INF.",
                ("lower, upper = -INF, INF", "lower, upper = guess - 1, INF"),
            ),
            wrong(
                "a new memory for each question",
                2,
                "The answers are right, but you make a new asker for each question, so "
                "nothing of what one has learnt is there for the next. Make one, and "
                "put all questions to it.",
                ("guess = ask(beta - 1, beta)", "guess = asker(state)(beta - 1, beta)"),
            ),
            wrong(
                "halves the interval",
                2,
                "You halve what is left between the bounds. The next guess is the last "
                "answer: that is where MTD(f) goes.",
                (
                    "beta = max(guess, lower + 1)",
                    "beta = guess if not windows else (max(lower, -100) + min(upper, 100)) // 2 + 1",
                ),
            ),
            wrong(
                "the list tells other windows than were asked",
                2,
                "You write down (beta, beta + 1) and ask (beta - 1, beta). The list holds what was asked.",
                ("append((beta - 1, beta))", "append((beta, beta + 1))"),
            ),
            wrong(
                "only the betas are listed",
                2,
                "You list one number for each question. A window has two: (beta - 1, beta).",
                ("append((beta - 1, beta))", "append(beta)"),
            ),
            wrong(
                "the guess is taken as alpha",
                2,
                "You ask (guess, guess + 1): the guess is alpha there, and should be "
                "beta. Ask (guess - 1, guess), and one higher only where the guess is "
                "the lower bound.",
                source="""
def mtdf(state, guess):
    ask = asker(state)
    lower, upper = -INF, INF
    windows = []
    while lower != upper:
        alpha = guess
        if guess == upper:
            alpha = guess - 1
        windows.append((alpha, alpha + 1))
        guess = ask(alpha, alpha + 1)
        if guess > alpha:
            lower = guess
        else:
            upper = guess
    return guess, windows
""",
            ),
        ),
        "mtdf_move": (
            wrong(
                "one number for each position",
                0,
                "You keep one number for each position and give it as the answer to "
                "every later beta. It was a bound for one beta: keep 'at least' and 'at "
                "most', and see which of them settles the question.",
                source="""
def mtdf_move(state, guess):
    known = {}

    def search(node, beta):
        place = key(node)
        if place in known:
            return known[place]
        if is_over(node):
            best = int(score(node))
        else:
            best = -INF
            for move in moves(node):
                best = max(best, -search(play(node, move), 1 - beta))
                if best >= beta:
                    break
        known[place] = best
        return best

    lower, upper = -INF, INF
    choice = None
    answer = guess
    while lower < upper:
        beta = answer + 1 if answer == lower else answer
        answer = -INF
        for move in moves(state):
            answer = max(answer, -search(play(state, move), 1 - beta))
            if answer >= beta:
                choice = move
                break
        if answer >= beta:
            lower = answer
        else:
            upper = answer
    return lower, choice
""",
            ),
        ),
        "aspiration": (
            wrong(
                "the window is widened, not opened",
                1,
                "Where the window fails you move its edge on by some width. Open it: "
                "that edge becomes -INF or INF.",
                ("alpha = -INF", "alpha -= 2 * width"),
                ("beta = INF", "beta += 2 * width"),
            ),
            wrong(
                "the other edge is closed at the answer",
                0,
                "You close the other edge at the answer. It stays where it was.",
                ("            alpha = -INF\n", "            alpha, beta = -INF, found\n"),
                ("            beta = INF\n", "            alpha, beta = found, INF\n"),
            ),
            wrong(
                "half the width on each side",
                1,
                "The window reaches width below the guess and width above it. Yours is half as wide.",
                ("guess - width, guess + width", "guess - width // 2, guess + width // 2"),
            ),
            wrong(
                "the windows are not listed again",
                1,
                "You list the first window only. Every window that was asked about belongs into the list.",
                (
                    "    windows = []\n    while True:\n        windows.append((alpha, beta))\n",
                    "    windows = [(alpha, beta)]\n    while True:\n",
                ),
            ),
        ),
    },
)
