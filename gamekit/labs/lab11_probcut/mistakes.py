"""Lab 11, ProbCut: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.mistakes import Library, Mistake, edited, what_counts
from gamekit.grading.question import Question

FIT = """
from math import ceil, floor, sqrt
def fit(pairs):
    n = len(pairs)
    mean_x = sum(x for x, _ in pairs) / n
    mean_y = sum(y for _, y in pairs) / n
    a = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / sum((x - mean_x) ** 2 for x, _ in pairs)
    b = mean_y - a * mean_x
    sigma = sqrt(sum((y - a * x - b) ** 2 for x, y in pairs) / (n - 2))
    return a, b, sigma
"""
THRESHOLDS = """
def thresholds(alpha, beta, a, b, sigma, t):
    margin = t * sigma
    return floor((alpha - b - margin) / a), ceil((beta - b + margin) / a)
"""
CUTS = """
def cuts_and_errors(pairs, alpha, beta, low, high):
    cuts = errors = 0
    for shallow, deep in pairs:
        if shallow <= low:
            cuts += 1
            errors += deep > alpha
        elif shallow >= high:
            cuts += 1
            errors += deep < beta
    return cuts, errors
"""
PROBCUT = """
def probcut(state, depth, alpha, beta, evaluator, fits, t):
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    for deep, shallow, a, b, sigma in fits:
        if deep == depth:
            low, high = thresholds(alpha, beta, a, b, sigma, t)
            if probcut(state, shallow, high - 1, high, evaluator, fits, t) >= high:
                return beta
            if probcut(state, shallow, low, low + 1, evaluator, fits, t) <= low:
                return alpha
    best = -INF
    for move in moves(state):
        best = max(best, -probcut(play(state, move), depth - 1, -beta, -alpha, evaluator, fits, t))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
HIGH = """            if probcut(state, shallow, high - 1, high, evaluator, fits, t) >= high:
                return beta
"""
LOW = """            if probcut(state, shallow, low, low + 1, evaluator, fits, t) <= low:
                return alpha
"""
# One shallow search may answer both questions, and either may be asked first: all are right.
ONE_SEARCH = """            found = probcut(state, shallow, low, high, evaluator, fits, t)
            if found >= high:
                return beta
            if found <= low:
                return alpha
"""
RIGHT_VERSIONS = (
    PROBCUT,
    edited(PROBCUT, (HIGH + LOW, LOW + HIGH)),
    edited(PROBCUT, (HIGH + LOW, ONE_SEARCH)),
)


def rounded(thing: Any) -> Any:
    """Floats to seven figures: two ways to compute the same differ in the last ones."""
    if type(thing) is float:
        return float(f"{thing:.6e}")
    return [rounded(item) for item in thing] if type(thing) is list else thing


def sees(question: Question, answer: Any) -> Any:
    """What two answers must share: floats only nearly."""
    seen = what_counts(question, answer)
    return seen if seen is None else (rounded(seen[0]), *seen[1:])


LIBRARY = Library(
    models={"fit": FIT, "thresholds": THRESHOLDS, "cuts_and_errors": CUTS, "probcut": PROBCUT},
    sees=sees,
    mistakes={
        "fit": (
            Mistake(
                "the line predicts the shallow value",
                "You fitted v_shallow = a v_deep + b. In the search the shallow value is known and the deep "
                "one is wanted, so the deep one stands on the left.",
                edited(
                    FIT,
                    ("    n = len(pairs)\n", "    pairs = [(y, x) for x, y in pairs]\n    n = len(pairs)\n"),
                ),
                0,
            ),
            Mistake(
                "a line through the origin",
                "Your line has b = 0: the slope is the sum of x y over the sum of x squared. Take the means "
                "away first, then the line may lie anywhere.",
                edited(FIT, ("    a = sum", "    mean_x = mean_y = 0\n    a = sum")),
                0,
            ),
            Mistake(
                "the slope is the ratio of the spreads",
                "Your slope is the spread of the deep values over that of the shallow ones. It leaves out "
                "how well the two go together: the sum of products belongs above the line.",
                edited(
                    FIT,
                    (
                        "sum((x - mean_x) * (y - mean_y) for x, y in pairs) / sum((x - mean_x) ** 2 for x, "
                        "_ in pairs)",
                        "sqrt(sum((y - mean_y) ** 2 for _, y in pairs) / sum((x - mean_x) ** 2 for x, _ in "
                        "pairs))",
                    ),
                ),
                0,
            ),
            Mistake(
                "b without the slope",
                "Your b is the difference of the means. The line must pass through the point of the means: "
                "b = mean_y - a * mean_x.",
                edited(FIT, ("mean_y - a * mean_x", "mean_y - mean_x")),
                0,
            ),
            Mistake(
                "a and b exchanged",
                "The numbers are right, in another order: the slope a comes first, then b, then sigma.",
                edited(FIT, ("return a, b, sigma", "return b, a, sigma")),
                1,
            ),
            Mistake(
                "sigma is a variance",
                "You give the mean of the squares. Sigma is in discs, like the values: take the root.",
                edited(FIT, ("sigma = sqrt(sum", "sigma = (sum")),
                2,
            ),
            Mistake(
                "divides by n",
                "Two of the n differences say nothing, since the line was drawn to suit them: divide by n - "
                "2.",
                edited(FIT, ("(n - 2)", "n")),
                2,
            ),
            Mistake(
                "divides by n - 1",
                "n - 1 belongs to a mean, which is one number fitted. A line is two: divide by n - 2.",
                edited(FIT, ("(n - 2)", "(n - 1)")),
                2,
            ),
            Mistake(
                "sigma is the spread of the deep values",
                "You measured how far the deep values lie from their mean. Sigma is how far they lie from "
                "the line: y - (a x + b).",
                edited(FIT, ("(y - a * x - b) ** 2", "(y - mean_y) ** 2")),
                2,
            ),
            Mistake(
                "sigma ignores the line",
                "You measured the differences between deep and shallow values. The line explains a part of "
                "them: sigma is what is left, y - (a x + b).",
                edited(FIT, ("(y - a * x - b) ** 2", "(y - x) ** 2")),
                2,
            ),
            Mistake(
                "sigma is a mean of absolute values",
                "You averaged the absolute differences. Sigma is the root of the mean square; large misses "
                "count for more.",
                edited(FIT, ("sqrt(sum((y - a * x - b) ** 2 for", "(sum(abs(y - a * x - b) for")),
                2,
            ),
        ),
        "thresholds": (
            Mistake(
                "the margin has the wrong sign",
                "Your margin makes cutting easier, not safer. To be sure that the deep value is above beta, "
                "the shallow one must lie above it by the margin.",
                edited(THRESHOLDS, ("b - margin", "b + margin"), ("beta - b + margin", "beta - b - margin")),
                0,
            ),
            Mistake(
                "t is not used",
                "Your margin is sigma, whatever t is. It is t times sigma: t is how sure you want to be.",
                edited(THRESHOLDS, ("t * sigma", "sigma")),
                0,
            ),
            Mistake(
                "b is not used",
                "The deep value is a v + b. You solve for v as if b were 0.",
                edited(THRESHOLDS, ("alpha - b", "alpha"), ("beta - b", "beta")),
                0,
            ),
            Mistake(
                "b has the wrong sign",
                "a v + b >= beta means v >= (beta - b) / a: on the other side b is taken away.",
                edited(THRESHOLDS, ("alpha - b", "alpha + b"), ("beta - b", "beta + b")),
                0,
            ),
            Mistake(
                "multiplies by a",
                "a v >= x means v >= x / a. You multiply by a instead.",
                edited(THRESHOLDS, (") / a", ") * a")),
                0,
            ),
            Mistake(
                "the margin is not divided by a",
                "You divide alpha - b and beta - b by a and add the margin afterwards. Sigma is about deep "
                "values, so the margin is divided too.",
                edited(
                    THRESHOLDS,
                    ("(alpha - b - margin) / a", "(alpha - b) / a - margin"),
                    ("(beta - b + margin) / a", "(beta - b) / a + margin"),
                ),
                0,
            ),
            Mistake(
                "rounds both down",
                "Down is right for low. A high that is rounded down cuts a little too soon: round it up.",
                edited(THRESHOLDS, ("ceil", "floor")),
                1,
            ),
            Mistake(
                "rounds both up",
                "Up is right for high. A low that is rounded up cuts a little too soon: round it down.",
                edited(THRESHOLDS, ("floor", "ceil")),
                1,
            ),
            Mistake(
                "rounds to the nearest",
                "Rounding to the nearest whole number sometimes cuts a little too soon. Be careful on both "
                "sides: low down, high up.",
                edited(THRESHOLDS, ("floor", "round"), ("ceil", "round")),
                0,
            ),
            Mistake(
                "rounds towards zero",
                "int() rounds towards zero: negative numbers go up and positive ones down. Use floor for "
                "low and ceil for high.",
                edited(THRESHOLDS, ("floor", "int"), ("ceil", "int")),
                0,
            ),
            Mistake(
                "low and high exchanged",
                "The two numbers are right, in the other order: low first.",
                edited(
                    THRESHOLDS,
                    (
                        "floor((alpha - b - margin) / a), ceil((beta - b + margin) / a)",
                        "ceil((beta - b + margin) / a), floor((alpha - b - margin) / a)",
                    ),
                ),
                0,
            ),
        ),
        "cuts_and_errors": (
            Mistake(
                "only the cuts above beta",
                "You count the pairs whose shallow value is high. Low ones are cut too: there the deep "
                "value is believed to be at most alpha.",
                edited(CUTS, ("shallow <= low", "False")),
                0,
            ),
            Mistake(
                "the threshold itself is no cut",
                "A shallow value that equals the threshold is enough: use <= and >=.",
                edited(CUTS, ("<= low", "< low"), (">= high", "> high")),
                0,
            ),
            Mistake(
                "compares the shallow value with alpha and beta",
                "You cut where the shallow value lies outside (alpha, beta). It must be outside (low, high), "
                "which is safer.",
                edited(CUTS, ("shallow <= low", "shallow <= alpha"), ("shallow >= high", "shallow >= beta")),
                0,
            ),
            Mistake(
                "an error only beyond the other bound",
                "You call a cut wrong when the deep value lies beyond the other end of the window. It is "
                "wrong already when it lies inside.",
                edited(CUTS, ("deep > alpha", "deep >= beta"), ("deep < beta", "deep <= alpha")),
                1,
            ),
            Mistake(
                "a deep value on the bound is called an error",
                "The cut says 'at most alpha' or 'at least beta'. A deep value that equals the bound is in "
                "order.",
                edited(CUTS, ("deep > alpha", "deep >= alpha"), ("deep < beta", "deep <= beta")),
                1,
            ),
            Mistake(
                "counts the cuts that were right",
                "Your second number counts the cuts that the deep value confirms. Asked for are those that "
                "it contradicts.",
                edited(CUTS, ("deep > alpha", "deep <= alpha"), ("deep < beta", "deep >= beta")),
                1,
            ),
            Mistake(
                "the error as a share",
                "You divide the errors by the cuts. Give the two counts; the share is easily made from them.",
                edited(CUTS, ("return cuts, errors", "return cuts, errors / max(cuts, 1)")),
                1,
            ),
        ),
        "probcut": (
            Mistake(
                "never cuts",
                "This is alpha-beta: the fits are never asked. Before the loop over the moves, ask the "
                "shallow search.",
                edited(PROBCUT, ("if deep == depth:", "if False:")),
                1,
            ),
            Mistake(
                "no margin",
                "You compare the shallow value with alpha and beta themselves. It must pass the thresholds, "
                "which are further out.",
                edited(PROBCUT, ("thresholds(alpha, beta, a, b, sigma, t)", "alpha, beta")),
                1,
            ),
            Mistake(
                "every depth uses the first fit",
                "A fit is for one depth: use it only where deep equals the depth that is left.",
                edited(PROBCUT, ("if deep == depth:", "if depth > shallow:")),
                1,
            ),
            Mistake(
                "only the cut above beta",
                "You never ask whether the shallow value is low enough to return alpha.",
                edited(PROBCUT, (LOW, "")),
                1,
            ),
            Mistake(
                "the shallow question is negated",
                "You negate the shallow search, as if a move had been made. It is the same position and the "
                "same side to move: no minus, no swap.",
                edited(
                    PROBCUT,
                    (
                        "if probcut(state, shallow, high - 1, high, evaluator",
                        "if -probcut(state, shallow, -high, 1 - high, evaluator",
                    ),
                    (
                        "if probcut(state, shallow, low, low + 1, evaluator",
                        "if -probcut(state, shallow, -low - 1, -low, evaluator",
                    ),
                ),
                1,
            ),
            Mistake(
                "the shallow search is one ply less deep",
                "You search to depth - 1 instead of the depth that the fit names. That costs nearly as much "
                "as the deep search.",
                edited(
                    PROBCUT,
                    ("(state, shallow, high", "(state, depth - 1, high"),
                    ("(state, shallow, low", "(state, depth - 1, low"),
                ),
                1,
            ),
            Mistake(
                "the shallow search has an open window",
                "You ask the shallow search for its value. Only whether it reaches a threshold matters: a "
                "null window at each threshold, or the window (low, high), is cheaper.",
                edited(
                    PROBCUT, (HIGH + LOW, ONE_SEARCH.replace("low, high, evaluator", "-INF, INF, evaluator"))
                ),
                2,
            ),
            Mistake(
                "a cut returns the wrong bound",
                "Where the shallow value is high you return alpha, and where it is low beta. High means at "
                "least beta.",
                edited(
                    PROBCUT,
                    ("                return beta\n", "                return gone\n"),
                    ("                return alpha\n", "                return beta\n"),
                    ("                return gone\n", "                return alpha\n"),
                ),
                1,
            ),
        ),
    },
)
