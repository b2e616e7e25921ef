"""Lab 11, ProbCut: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, edited, wrong
from gamekit.labs.common.floats import sees_rounded

FOLDER = read_folder(__file__)
PROBCUT = FOLDER.answers["probcut"]
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


SHALLOW_VALUE = edited(
    FOLDER.answers["probcut"],
    (
        "            if probcut(state, shallow, high - 1, high, evaluator, fits, t) >= high:\n           "
        "     return beta\n",
        "",
    ),
    (
        "            if probcut(state, shallow, low, low + 1, evaluator, fits, t) <= low:\n              "
        "  return alpha\n",
        "            found = probcut(state, shallow, low, high, evaluator, fits, t)\n            if not "
        "low < found < high:\n                return found\n",
    ),
)

LIBRARY = Library(
    FOLDER,
    sees=sees_rounded,
    mistakes={
        "fit": (
            wrong(
                "the line predicts the shallow value",
                0,
                "You fitted v_shallow = a v_deep + b. In the search the shallow value is known and the "
                "deep one is wanted, so the deep one stands on the left.",
                ("    n = len(pairs)\n", "    pairs = [(y, x) for x, y in pairs]\n    n = len(pairs)\n"),
            ),
            wrong(
                "a line through the origin",
                0,
                "Your line has b = 0: the slope is the sum of x y over the sum of x squared. Take the "
                "means away first, then the line may lie anywhere.",
                ("    a = sum", "    mean_x = mean_y = 0\n    a = sum"),
            ),
            wrong(
                "the slope is the ratio of the spreads",
                0,
                "Your slope is the spread of the deep values over that of the shallow ones. It leaves "
                "out how well the two go together: the sum of products belongs above the line.",
                (
                    "sum((x - mean_x) * (y - mean_y) for x, y in pairs) / sum((x - mean_x) ** 2 for x, "
                    "_ in pairs)",
                    "sqrt(sum((y - mean_y) ** 2 for _, y in pairs) / sum((x - mean_x) ** 2 for x, _ in "
                    "pairs))",
                ),
            ),
            wrong(
                "b without the slope",
                0,
                "Your b is the difference of the means. The line must pass through the point of the "
                "means: b = mean_y - a * mean_x.",
                ("mean_y - a * mean_x", "mean_y - mean_x"),
            ),
            wrong(
                "a and b exchanged",
                1,
                "The numbers are right, in another order: the slope a comes first, then b, then sigma.",
                ("return a, b, sigma", "return b, a, sigma"),
            ),
            wrong(
                "sigma is a variance",
                2,
                "You give the mean of the squares. Sigma is in discs, like the values: take the root.",
                ("sigma = sqrt(sum", "sigma = (sum"),
            ),
            wrong(
                "divides by n",
                2,
                "Two of the n differences say nothing, since the line was drawn to suit them: divide by "
                "n - 2.",
                ("(n - 2)", "n"),
            ),
            wrong(
                "divides by n - 1",
                2,
                "n - 1 belongs to a mean, which is one number fitted. A line is two: divide by n - 2.",
                ("(n - 2)", "(n - 1)"),
            ),
            wrong(
                "sigma is the spread of the deep values",
                2,
                "You measured how far the deep values lie from their mean. Sigma is how far they lie "
                "from the line: y - (a x + b).",
                ("(y - a * x - b) ** 2", "(y - mean_y) ** 2"),
            ),
            wrong(
                "sigma ignores the line",
                2,
                "You measured the differences between deep and shallow values. The line explains a part "
                "of them: sigma is what is left, y - (a x + b).",
                ("(y - a * x - b) ** 2", "(y - x) ** 2"),
            ),
            wrong(
                "sigma is a mean of absolute values",
                2,
                "You averaged the absolute differences. Sigma is the root of the mean square; large "
                "misses count for more.",
                ("sqrt(sum((y - a * x - b) ** 2 for", "(sum(abs(y - a * x - b) for"),
            ),
        ),
        "thresholds": (
            wrong(
                "not divided by the slope",
                0,
                "You take b and the margin off and stop there. The line is a * shallow + b: divide by a too.",
                (" / a), ceil", "), ceil"),
                (" / a)", ")"),
            ),
            wrong(
                "the margin has the wrong sign",
                0,
                "Your margin makes cutting easier, not safer. To be sure that the deep value is above "
                "beta, the shallow one must lie above it by the margin.",
                ("b - margin", "b + margin"),
                ("beta - b + margin", "beta - b - margin"),
            ),
            wrong(
                "t is not used",
                0,
                "Your margin is sigma, whatever t is. It is t times sigma: t is how sure you want to be.",
                ("t * sigma", "sigma"),
            ),
            wrong(
                "b is not used",
                0,
                "The deep value is a v + b. You solve for v as if b were 0.",
                ("alpha - b", "alpha"),
                ("beta - b", "beta"),
            ),
            wrong(
                "b has the wrong sign",
                0,
                "a v + b >= beta means v >= (beta - b) / a: on the other side b is taken away.",
                ("alpha - b", "alpha + b"),
                ("beta - b", "beta + b"),
            ),
            wrong(
                "multiplies by a",
                0,
                "a v >= x means v >= x / a. You multiply by a instead.",
                (") / a", ") * a"),
            ),
            wrong(
                "the margin is not divided by a",
                0,
                "You divide alpha - b and beta - b by a and add the margin afterwards. Sigma is about "
                "deep values, so the margin is divided too.",
                ("(alpha - b - margin) / a", "(alpha - b) / a - margin"),
                ("(beta - b + margin) / a", "(beta - b) / a + margin"),
            ),
            wrong(
                "rounds both down",
                1,
                "Down is right for low. A high that is rounded down cuts a little too soon: round it up.",
                ("ceil", "floor"),
            ),
            wrong(
                "rounds both up",
                1,
                "Up is right for high. A low that is rounded up cuts a little too soon: round it down.",
                ("floor", "ceil"),
            ),
            wrong(
                "rounds to the nearest",
                0,
                "Rounding to the nearest whole number sometimes cuts a little too soon. Be careful on "
                "both sides: low down, high up.",
                ("floor", "round"),
                ("ceil", "round"),
            ),
            wrong(
                "rounds towards zero",
                0,
                "int() rounds towards zero: negative numbers go up and positive ones down. Use floor "
                "for low and ceil for high.",
                ("floor", "int"),
                ("ceil", "int"),
            ),
            wrong(
                "low and high exchanged",
                0,
                "The two numbers are right, in the other order: low first.",
                (
                    "floor((alpha - b - margin) / a), ceil((beta - b + margin) / a)",
                    "ceil((beta - b + margin) / a), floor((alpha - b - margin) / a)",
                ),
            ),
        ),
        "cuts_and_errors": (
            wrong(
                "only the cuts above beta",
                0,
                "You count the pairs whose shallow value is high. Low ones are cut too: there the deep "
                "value is believed to be at most alpha.",
                ("shallow <= low", "False"),
            ),
            wrong(
                "the threshold itself is no cut",
                0,
                "A shallow value that equals the threshold is enough: use <= and >=.",
                ("<= low", "< low"),
                (">= high", "> high"),
            ),
            wrong(
                "compares the shallow value with alpha and beta",
                0,
                "You cut where the shallow value lies outside (alpha, beta). It must be outside (low, "
                "high), which is safer.",
                ("shallow <= low", "shallow <= alpha"),
                ("shallow >= high", "shallow >= beta"),
            ),
            wrong(
                "an error only beyond the other bound",
                1,
                "You call a cut wrong when the deep value lies beyond the other end of the window. It "
                "is wrong already when it lies inside.",
                ("deep > alpha", "deep >= beta"),
                ("deep < beta", "deep <= alpha"),
            ),
            wrong(
                "a deep value on the bound is called an error",
                1,
                "The cut says 'at most alpha' or 'at least beta'. A deep value that equals the bound is "
                "in order.",
                ("deep > alpha", "deep >= alpha"),
                ("deep < beta", "deep <= beta"),
            ),
            wrong(
                "counts the cuts that were right",
                1,
                "Your second number counts the cuts that the deep value confirms. Asked for are those "
                "that it contradicts.",
                ("deep > alpha", "deep <= alpha"),
                ("deep < beta", "deep >= beta"),
            ),
            wrong(
                "the error as a share",
                1,
                "You divide the errors by the cuts. Give the two counts; the share is easily made from them.",
                ("return cuts, errors", "return cuts, errors / max(cuts, 1)"),
            ),
            wrong(
                "an error only inside the window",
                1,
                "You call a cut wrong where the deep value lies inside the window. A cut at low claims "
                "at most alpha: it is wrong everywhere above alpha, beyond beta too.",
                ("errors += deep > alpha", "errors += alpha < deep < beta"),
                ("errors += deep < beta", "errors += alpha < deep < beta"),
            ),
        ),
        "probcut": (
            wrong(
                "the shallow search has the whole window",
                1,
                "Whether the shallow value reaches a threshold is a question for a null window "
                "there. With the "
                "whole window the values beyond it are only bounds, and the search takes longer.",
                ("shallow, high - 1, high,", "shallow, alpha, beta,"),
                ("shallow, low, low + 1,", "shallow, alpha, beta,"),
            ),
            wrong(
                "one shallow search with the window of the node",
                1,
                "The shallow search has the window (alpha, beta), and its answer is compared with low and "
                "high. Beyond the window it is only a bound, which says nothing about those: ask with "
                "(low, high), or with a null window at each.",
                (HIGH + LOW, ONE_SEARCH.replace("low, high, evaluator", "alpha, beta, evaluator")),
            ),
            wrong(
                "never cuts",
                1,
                "This is alpha-beta: the fits are never asked. Before the loop over the moves, ask the "
                "shallow search.",
                ("if deep == depth:", "if False:"),
            ),
            wrong(
                "no margin",
                1,
                "You compare the shallow value with alpha and beta themselves. It must pass the "
                "thresholds, which are further out.",
                ("thresholds(alpha, beta, a, b, sigma, t)", "alpha, beta"),
            ),
            wrong(
                "every depth uses the first fit",
                1,
                "A fit is for one depth: use it only where deep equals the depth that is left.",
                ("if deep == depth:", "if depth > shallow:"),
            ),
            wrong(
                "only the cut above beta",
                1,
                "You never ask whether the shallow value is low enough to return alpha.",
                (LOW, ""),
            ),
            wrong(
                "the shallow question is negated",
                1,
                "You negate the shallow search, as if a move had been made. It is the same position and "
                "the same side to move: no minus, no swap.",
                (
                    "if probcut(state, shallow, high - 1, high, evaluator",
                    "if -probcut(state, shallow, -high, 1 - high, evaluator",
                ),
                (
                    "if probcut(state, shallow, low, low + 1, evaluator",
                    "if -probcut(state, shallow, -low - 1, -low, evaluator",
                ),
            ),
            wrong(
                "the shallow search is one ply less deep",
                1,
                "You search to depth - 1 instead of the depth that the fit names. That costs nearly as "
                "much as the deep search.",
                ("(state, shallow, high", "(state, depth - 1, high"),
                ("(state, shallow, low", "(state, depth - 1, low"),
            ),
            wrong(
                "the shallow search has an open window",
                2,
                "You ask the shallow search for its value. Only whether it reaches a threshold matters: "
                "a null window at each threshold, or the window (low, high), is cheaper.",
                (HIGH + LOW, ONE_SEARCH.replace("low, high, evaluator", "-INF, INF, evaluator")),
            ),
            wrong(
                "a cut returns the wrong bound",
                1,
                "Where the shallow value is high you return alpha, and where it is low beta. High means "
                "at least beta.",
                ("                return beta\n", "                return gone\n"),
                ("                return alpha\n", "                return beta\n"),
                ("                return gone\n", "                return alpha\n"),
            ),
            wrong(
                "a cut returns the shallow value",
                1,
                "Where the shallow search is sure you return its value. It is a value of another depth: "
                "return beta, or alpha.",
                source=SHALLOW_VALUE,
            ),
            wrong(
                "deeper nodes use the fit too",
                1,
                "You use a fit wherever the depth is large enough. It was measured for one depth: use "
                "it only where deep equals the depth that is left.",
                ("if deep == depth:", "if deep <= depth:"),
            ),
        ),
    },
    further={
        "probcut": (
            wrong(
                "a cut returns the threshold",
                1,
                "A cut returns low or high, which are shallow values. What the cut claims is beta, or alpha.",
                ("return beta", "return high"),
                ("return alpha\n    best", "return low\n    best"),
            ),
            wrong(
                "open windows for the shallow questions",
                2,
                "The shallow search is asked with an open window, which costs nodes. "
                "Two null windows tell: at high, and at low.",
                ("state, shallow, high - 1, high,", "state, shallow, -INF, INF,"),
                ("state, shallow, low, low + 1,", "state, shallow, -INF, INF,"),
            ),
            wrong(
                "the child is asked, not the position",
                1,
                "You ask the shallow question of the first child. It is about this "
                "position, at a smaller depth.",
                (HIGH, "            child = play(state, next(iter(moves(state))))\n" + HIGH),
                ("if probcut(state, shallow", "if -probcut(child, shallow"),
            ),
            wrong(
                "only the cut below alpha",
                1,
                "You cut below alpha only. Ask at high too: a shallow value of at least "
                "high cuts above beta.",
                (
                    "            if probcut(state, shallow, high - 1, high, evaluator, "
                    "fits, t) >= high:\n"
                    "                return beta\n",
                    "",
                ),
            ),
            wrong(
                "the shallow search asked with alpha and beta",
                1,
                "The shallow search is asked with (alpha, beta), and its answer "
                "compared with low and high. With that window it may stop before it "
                "could have reached high: ask with windows at low and at high.",
                source="""
def probcut(state, depth, alpha, beta, evaluator, fits, t):
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    for deep, shallow, a, b, sigma in fits:
        if deep == depth:
            low, high = thresholds(alpha, beta, a, b, sigma, t)
            guess = probcut(state, shallow, alpha, beta, evaluator, fits, t)
            if guess >= high:
                return beta
            if guess <= low:
                return alpha
    bound = alpha
    for move in moves(state):
        child = play(state, move)
        bound = max(bound, -probcut(child, depth - 1, -beta, -bound, evaluator, fits, t))
        if bound >= beta:
            return beta
    return bound
""",
            ),
        ),
        "cuts_and_errors": (
            wrong(
                "errors counted among all pairs",
                1,
                "You count wrong values among all pairs. An error is a cut that was "
                "wrong: look only at pairs that are cut.",
                (
                    "            errors += deep > alpha\n",
                    "            errors += deep > alpha\n        if False:\n            pass\n",
                ),
                (
                    "            errors += deep < beta\n",
                    "            pass\n        errors += deep < beta and shallow > low\n",
                ),
            ),
            wrong(
                "low and high exchanged",
                0,
                "You take low for high: a shallow value at most low cuts below alpha, "
                "one at least high cuts above beta.",
                ("shallow <= low", "shallow >= low"),
                ("shallow >= high", "shallow <= high"),
            ),
            wrong(
                "the sides of the error exchanged",
                1,
                "A cut below claims that the deep value is at most alpha, and one above "
                "that it is at least beta. You compare each with the other bound.",
                ("errors += deep > alpha", "errors += deep < alpha"),
                ("errors += deep < beta", "errors += deep > beta"),
            ),
        ),
        "thresholds": (
            wrong(
                "alpha and beta exchanged",
                0,
                "low is about alpha, and high about beta: you have them the other way round.",
                ("(alpha - b - margin)", "(beta - b - margin)"),
                ("(beta - b + margin)", "(alpha - b + margin)"),
            ),
            wrong(
                "a margin on one side only",
                1,
                "The margin stands on one side only. Both cuts must be sure enough.",
                ("(alpha - b - margin)", "(alpha - b)"),
            ),
            wrong(
                "two margins in one direction",
                1,
                "Both margins go the same way. low lies below what the line says of "
                "alpha, and high above what it says of beta.",
                ("(beta - b + margin)", "(beta - b - margin)"),
            ),
            wrong(
                "rounded the wrong way on both sides",
                0,
                "You round low up and high down, so a cut comes too soon. low is rounded down and high up.",
                ("floor((", "ceil(("),
                ("ceil((beta", "floor((beta"),
            ),
            wrong(
                "not rounded",
                0,
                "Shallow values are whole numbers, and so are the thresholds: low rounded down, high up.",
                ("floor((alpha - b - margin) / a)", "(alpha - b - margin) / a"),
                ("ceil((beta - b + margin) / a)", "(beta - b + margin) / a"),
            ),
        ),
    },
)
