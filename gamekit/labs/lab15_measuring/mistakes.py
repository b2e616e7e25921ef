"""Lab 15, how sure is a match: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.mistakes import Library, Mistake, edited, what_counts
from gamekit.grading.question import Question

# What the notebook gives; the models and the mistakes use it too.
GIVEN = """
Z95 = 1.959964  # 95 % of a bell curve lie within so many standard deviations of its middle
Z_SURE = 1.644854  # 5 % lie further up than this
Z_POWER = 0.841621  # 80 % lie below this
"""
IMPORTS = """
from math import ceil, erf, exp, inf, log, log10, sqrt
from statistics import NormalDist
"""
EXPECTED = (
    IMPORTS
    + GIVEN
    + """
def expected(difference):
    return 1 / (1 + 10 ** (-difference / 400))
"""
)
ELO = """
def elo(wins, draws, losses):
    score = (wins + draws / 2) / (wins + draws + losses)
    if score == 1:
        return inf
    if score == 0:
        return -inf
    return 400 * log10(score / (1 - score))
"""
INTERVAL = """
def elo_of(score):
    if score >= 1:
        return inf
    if score <= 0:
        return -inf
    return 400 * log10(score / (1 - score))
def interval(wins, draws, losses):
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    error = sqrt(variance / games)
    return elo_of(score - Z95 * error), elo_of(score + Z95 * error)
"""
# Who divides the squares by games - 1, as for a sample, is not wrong.
INTERVALS = (INTERVAL, edited(INTERVAL, ("losses * score**2) / games", "losses * score**2) / (games - 1)")))
SUPERIORITY = """
def superiority(wins, draws, losses):
    if wins + losses == 0:
        return 0.5
    return NormalDist().cdf((wins - losses) / sqrt(wins + losses))
"""
NEEDED = """
def games_needed(difference, draw_share):
    score = expected(difference)
    variance = score * (1 - score) - draw_share / 4
    return ceil((Z_SURE + Z_POWER) ** 2 * variance / (score - 0.5) ** 2)
"""
SPRT = """
def sprt(results, elo0, elo1):
    p0, p1 = expected(elo0), expected(elo1)
    won, lost = log(p1 / p0), log((1 - p1) / (1 - p0))
    bound, total = log(0.95 / 0.05), 0.0
    for games, result in enumerate(results, 1):
        total += result * won + (1 - result) * lost
        if total >= bound:
            return 1, games
        if total <= -bound:
            return -1, games
    return 0, len(results)
"""


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
    models={
        "expected": EXPECTED,
        "elo": ELO,
        "interval": INTERVAL,
        "superiority": SUPERIORITY,
        "games_needed": NEEDED,
        "sprt": SPRT,
    },
    sees=sees,
    mistakes={
        "expected": (
            Mistake(
                "the sign is reversed",
                "Whoever is better gets less than half with you. A positive difference must give more than "
                "1/2: the exponent is minus the difference. One report has printed it your way.",
                edited(EXPECTED, ("-difference", "difference")),
                0,
            ),
            Mistake(
                "powers of e",
                "You take powers of e. Elo's scale has powers of 10, so that 400 points are odds of ten to "
                "one.",
                edited(EXPECTED, ("10 ** (-difference / 400)", "exp(-difference / 400)")),
                0,
            ),
            Mistake(
                "a straight line",
                "Your expectation is a straight line, which leaves 0 to 1 for a large difference. The curve "
                "bends and never reaches either.",
                edited(EXPECTED, ("1 / (1 + 10 ** (-difference / 400))", "0.5 + difference / 800")),
                0,
            ),
            Mistake(
                "odds instead of a share",
                "10 ** (difference / 400) are the odds, points won for each point lost. The share of all "
                "points is odds / (1 + odds).",
                edited(EXPECTED, ("1 / (1 + 10 ** (-difference / 400))", "10 ** (difference / 400)")),
                0,
            ),
            Mistake(
                "per cent instead of a share",
                "You return per cent. Return a share between 0 and 1.",
                edited(EXPECTED, ("return 1 /", "return 100 /")),
                0,
            ),
            Mistake(
                "200 instead of 400",
                "Your curve is twice as steep as Elo's: the difference is divided by 400.",
                edited(EXPECTED, ("/ 400", "/ 200")),
                0,
            ),
        ),
        "elo": (
            Mistake(
                "the sign is reversed",
                "A side that scores more than half is the stronger one, so the difference is positive: the "
                "score stands above, what it lost below.",
                edited(ELO, ("score / (1 - score)", "(1 - score) / score")),
                0.5,
            ),
            Mistake(
                "the natural logarithm",
                "You take the natural logarithm. It is the one of base 10, to undo the power of 10 in the "
                "expectation.",
                edited(ELO, ("log10", "log")),
                0.5,
            ),
            Mistake(
                "a draw counts nothing",
                "You count a draw as if it were lost. It is half a point.",
                edited(ELO, ("wins + draws / 2", "wins")),
                0.5,
            ),
            Mistake(
                "draws are left out",
                "You leave the draws out of the score. They pull it towards one half: each is half a point, "
                "and a game.",
                edited(
                    ELO,
                    ("(wins + draws / 2) / (wins + draws + losses)", "wins / (wins + losses)"),
                ),
                0.5,
            ),
            Mistake(
                "a draw counts a whole point",
                "You count a draw as a win. It is half a point.",
                edited(ELO, ("draws / 2)", "draws)")),
                0.5,
            ),
            Mistake(
                "a clean sweep raises",
                "Where one side wins everything, the logarithm has nothing to stand on. No difference is "
                "large enough: return inf, or -inf.",
                edited(
                    ELO,
                    (
                        "    if score == 1:\n        return inf\n    if score == 0:\n        return -inf\n",
                        "",
                    ),
                ),
                1.5,
            ),
            Mistake(
                "a clean sweep gives 400",
                "You say 400 where one side wins everything. Its score is 100 %, and no difference makes "
                "that expected: return inf, or -inf.",
                edited(ELO, ("return inf", "return 400"), ("return -inf", "return -400")),
                1.5,
            ),
            Mistake(
                "an infinite sign is lost",
                "Where every game was lost you return plus infinity. The loser is the weaker side: -inf.",
                edited(ELO, ("return -inf", "return inf")),
                1.5,
            ),
        ),
        "interval": (
            Mistake(
                "draws are forgotten in the spread",
                "You use score * (1 - score), which is right where nobody draws. A drawn game lies close to "
                "the score, so draws make the interval narrower.",
                edited(
                    INTERVAL,
                    (
                        "(wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games",
                        "score * (1 - score)",
                    ),
                ),
                2,
            ),
            Mistake(
                "too narrow by the root of 2",
                "Your interval is too narrow by the root of 2, as if every game were two. A game is one "
                "result, however many players take part in it.",
                edited(INTERVAL, ("variance / games", "variance / (2 * games)")),
                0,
            ),
            Mistake(
                "the spread of one game",
                "You use the spread of a single game. A mean of many games is surer by the root of their "
                "number.",
                edited(INTERVAL, ("sqrt(variance / games)", "sqrt(variance)")),
                0,
            ),
            Mistake(
                "divides the spread by games",
                "You divide the standard deviation by the number of games. It shrinks only with the root of "
                "their number: four times the games for half the error.",
                edited(INTERVAL, ("sqrt(variance / games)", "sqrt(variance) / games")),
                0,
            ),
            Mistake(
                "the root is forgotten",
                "You use the variance of the mean where its root is wanted: the standard error is "
                "sqrt(variance / games).",
                edited(INTERVAL, ("sqrt(variance / games)", "variance / games")),
                0,
            ),
            Mistake(
                "one side only",
                "1.645 leaves 5 % at the upper end and 5 % at the lower: that is an interval of 90 %. For 95 "
                "% on both sides together it is Z95.",
                edited(INTERVAL, ("Z95", "Z_SURE")),
                0,
            ),
            Mistake(
                "one standard error",
                "One standard error each way holds 68 % of such matches. For 95 % take Z95 of them.",
                edited(INTERVAL, ("Z95 * error", "error")),
                0,
            ),
            Mistake(
                "the same width on both sides",
                "You add and subtract the same number of Elo points. The curve bends: take the two ends of "
                "the score's interval, and turn each into Elo.",
                edited(
                    INTERVAL,
                    (
                        "return elo_of(score - Z95 * error), elo_of(score + Z95 * error)",
                        "width = Z95 * error * 400 / log(10) / (score * (1 - score))\n"
                        "    return elo_of(score) - width, elo_of(score) + width",
                    ),
                ),
                0,
            ),
            Mistake(
                "scores instead of Elo",
                "You return the two ends as scores. Turn each of them into an Elo difference.",
                edited(
                    INTERVAL,
                    (
                        "return elo_of(score - Z95 * error), elo_of(score + Z95 * error)",
                        "return score - Z95 * error, score + Z95 * error",
                    ),
                ),
                0,
            ),
            Mistake(
                "high before low",
                "The two ends are right, in the other order: low first.",
                edited(
                    INTERVAL,
                    (
                        "elo_of(score - Z95 * error), elo_of(score + Z95 * error)",
                        "elo_of(score + Z95 * error), elo_of(score - Z95 * error)",
                    ),
                ),
                0,
            ),
            Mistake(
                "an end beyond 0 or 1 raises",
                "After a lopsided match an end of the score's interval lies above 1 or below 0. No "
                "difference is too large then: that end is inf, or -inf.",
                edited(
                    INTERVAL,
                    (
                        "    if score >= 1:\n        return inf\n    if score <= 0:\n        return -inf\n",
                        "",
                    ),
                ),
                2,
            ),
        ),
        "superiority": (
            Mistake(
                "draws count as evidence",
                "You divide by the root of all games. A draw says nothing about who is better: only wins and "
                "losses count here.",
                edited(SUPERIORITY, ("sqrt(wins + losses))", "sqrt(wins + draws + losses))")),
                0.5,
            ),
            Mistake(
                "the other side's",
                "That is how likely the other side is the better one.",
                edited(SUPERIORITY, ("(wins - losses) /", "(losses - wins) /")),
                0.5,
            ),
            Mistake(
                "both tails",
                "You look at both ends of the bell curve: how unlikely such a difference is, whoever wins. "
                "Asked is one end: the share of the curve below z.",
                edited(
                    SUPERIORITY,
                    (
                        "NormalDist().cdf((wins - losses) / sqrt(wins + losses))",
                        "1 - 2 * NormalDist().cdf(-abs(wins - losses) / sqrt(wins + losses))",
                    ),
                ),
                0.5,
            ),
            Mistake(
                "the root is forgotten",
                "You divide by the number of games that were decided. Their spread is its root: with it, "
                "more games of the same score make you surer.",
                edited(SUPERIORITY, ("sqrt(wins + losses))", "(wins + losses))")),
                0.5,
            ),
            Mistake(
                "the share of wins",
                "That is the share of the games that were won. 6 : 4 and 600 : 400 have the same share, but "
                "one of them proves something.",
                edited(
                    SUPERIORITY,
                    (
                        "NormalDist().cdf((wins - losses) / sqrt(wins + losses))",
                        "wins / (wins + losses)",
                    ),
                ),
                0.5,
            ),
            Mistake(
                "erf without the root of 2",
                "erf has another scale than the bell curve: the share below z is (1 + erf(z / sqrt(2))) / 2.",
                edited(
                    SUPERIORITY,
                    (
                        "NormalDist().cdf((wins - losses) / sqrt(wins + losses))",
                        "(1 + erf((wins - losses) / sqrt(wins + losses))) / 2",
                    ),
                ),
                0.5,
            ),
            Mistake(
                "nothing but draws raises",
                "Where every game was drawn you divide by zero. Then nothing is known: one half.",
                edited(SUPERIORITY, ("    if wins + losses == 0:\n        return 0.5\n", "")),
                1.5,
            ),
            Mistake(
                "nothing but draws gives 0",
                "Where every game was drawn you say 0, which means that the other side is surely better. "
                "Nothing is known: one half.",
                edited(SUPERIORITY, ("return 0.5", "return 0")),
                1.5,
            ),
        ),
        "games_needed": (
            Mistake(
                "draws are forgotten",
                "You use score * (1 - score). A share of draws lowers the variance of a game by a quarter of "
                "that share.",
                edited(NEEDED, (" - draw_share / 4", "")),
                1,
            ),
            Mistake(
                "half a draw share too much",
                "You take away half of the share of draws. A draw is half a point: squared, that is a "
                "quarter.",
                edited(NEEDED, ("draw_share / 4", "draw_share / 2")),
                1,
            ),
            Mistake(
                "no power",
                "With so many games the better side proves it in one match of two. To do so in four of five, "
                "the score must lie Z_SURE + Z_POWER standard errors above one half.",
                edited(NEEDED, ("(Z_SURE + Z_POWER)", "Z_SURE")),
                0,
            ),
            Mistake(
                "squares the two one by one",
                "You square the two numbers and add them. Add them first: both distances lie on one line.",
                edited(NEEDED, ("(Z_SURE + Z_POWER) ** 2", "(Z_SURE**2 + Z_POWER**2)")),
                0,
            ),
            Mistake(
                "both sides",
                "You use Z95, which asks whether the two differ at all. The claim is that one is better: one "
                "end of the bell curve, Z_SURE.",
                edited(NEEDED, ("(Z_SURE + Z_POWER)", "(Z95 + Z_POWER)")),
                0,
            ),
            Mistake(
                "not squared",
                "The error shrinks with the root of the games. So the games grow with the square of what is "
                "asked for.",
                edited(
                    NEEDED,
                    (
                        "ceil((Z_SURE + Z_POWER) ** 2 * variance / (score - 0.5) ** 2)",
                        "ceil((Z_SURE + Z_POWER) * sqrt(variance) / (score - 0.5))",
                    ),
                ),
                0,
            ),
            Mistake(
                "rounds down",
                "You round down, and are then a little less sure than asked. Round up.",
                edited(NEEDED, ("ceil(", "int(")),
                0,
            ),
            Mistake(
                "measures from 0",
                "You compare with a score of 0. The claim is that the score is above one half.",
                edited(NEEDED, ("(score - 0.5) ** 2", "score**2")),
                0,
            ),
        ),
        "sprt": (
            Mistake(
                "looks at the end only",
                "You add up all games and look once. The test stops at the first game after which a bound is "
                "reached: that is what saves games.",
                edited(
                    SPRT,
                    (
                        "        if total >= bound:\n            return 1, games\n"
                        "        if total <= -bound:\n            return -1, games\n",
                        "",
                    ),
                    (
                        "    return 0, len(results)",
                        "    return (total >= bound) - (total <= -bound), len(results)",
                    ),
                ),
                0,
            ),
            Mistake(
                "peeks at the likelihood of superiority",
                "You stop as soon as the score looks significant. Who looks often enough finds that sooner "
                "or later, even between equals. The bounds of this test allow for looking after every game.",
                edited(
                    SPRT,
                    (
                        "total += result * won + (1 - result) * lost",
                        "total = sum(results[:games]) - games / 2",
                    ),
                    ("total >= bound", "total >= Z_SURE * sqrt(games) / 2"),
                    ("total <= -bound", "total <= -Z_SURE * sqrt(games) / 2"),
                ),
                0,
            ),
            Mistake(
                "the answers are exchanged",
                "A large sum speaks for elo1: that is the answer 1. A very negative one speaks for elo0.",
                edited(
                    SPRT,
                    ("return 1, games", "return 2, games"),
                    ("return -1, games", "return 1, games"),
                    ("return 2, games", "return -1, games"),
                ),
                0,
            ),
            Mistake(
                "games counted from 0",
                "You return the place of the last game in the list. Asked is how many games were played: one "
                "more.",
                edited(SPRT, ("enumerate(results, 1)", "enumerate(results)")),
                0,
            ),
            Mistake(
                "logarithms of base 10",
                "Your steps are logarithms of base 10 and your bounds natural ones. Either will do, but the "
                "same for both.",
                edited(
                    SPRT,
                    (
                        "won, lost = log(p1 / p0), log((1 - p1) / (1 - p0))",
                        "won, lost = log10(p1 / p0), log10((1 - p1) / (1 - p0))",
                    ),
                ),
                0,
            ),
            Mistake(
                "only wins count",
                "You add something for a win and nothing for a loss. A loss speaks for elo0: add log((1 - "
                "p1) / (1 - p0)).",
                edited(SPRT, (" + (1 - result) * lost", "")),
                0,
            ),
            Mistake(
                "draws are skipped",
                "You pass over the draws. Each adds half of what a win adds and half of what a loss adds.",
                edited(
                    SPRT,
                    (
                        "total += result * won + (1 - result) * lost",
                        "total += won if result == 1 else lost if result == 0 else 0",
                    ),
                ),
                2,
            ),
            Mistake(
                "a draw counts as a loss",
                "You count a draw as a loss. It adds half of what a win adds and half of what a loss adds.",
                edited(
                    SPRT,
                    (
                        "total += result * won + (1 - result) * lost",
                        "total += won if result == 1 else lost",
                    ),
                ),
                2,
            ),
        ),
    },
)
