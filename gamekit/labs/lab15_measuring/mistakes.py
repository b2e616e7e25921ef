"""Lab 15, how sure is a match: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, edited, wrong
from gamekit.labs.common.floats import sees_rounded

FOLDER = read_folder(__file__)
EXPECTED = FOLDER.answers["expected"]
INTERVAL = FOLDER.answers["interval"]
# Who divides the squares by games - 1, as for a sample, is not wrong.
INTERVALS = (INTERVAL, edited(INTERVAL, ("losses * score**2) / games", "losses * score**2) / (games - 1)")))


LIBRARY = Library(
    FOLDER,
    sees=sees_rounded,
    mistakes={
        "expected": (
            wrong(
                "the sign is reversed",
                0,
                "Whoever is better gets less than half with you. A positive difference must give more "
                "than 1/2: the exponent is minus the difference. One report has printed it your way.",
                ("-difference", "difference"),
            ),
            wrong(
                "powers of e",
                0,
                "You take powers of e. Elo's scale has powers of 10, so that 400 points are odds of ten "
                "to one.",
                source="from math import exp\n"
                + edited(EXPECTED, ("10 ** (-difference / 400)", "exp(-difference / 400)")),
            ),
            wrong(
                "a straight line",
                0,
                "Your expectation is a straight line, which leaves 0 to 1 for a large difference. The "
                "curve bends and never reaches either.",
                ("1 / (1 + 10 ** (-difference / 400))", "0.5 + difference / 800"),
            ),
            wrong(
                "odds instead of a share",
                0,
                "10 ** (difference / 400) are the odds, points won for each point lost. The share of "
                "all points is odds / (1 + odds).",
                ("1 / (1 + 10 ** (-difference / 400))", "10 ** (difference / 400)"),
            ),
            wrong(
                "per cent instead of a share",
                0,
                "You return per cent. Return a share between 0 and 1.",
                ("return 1 /", "return 100 /"),
            ),
            wrong(
                "200 instead of 400",
                0,
                "Your curve is twice as steep as Elo's: the difference is divided by 400.",
                ("/ 400", "/ 200"),
            ),
        ),
        "elo": (
            wrong(
                "the sign is reversed",
                0.5,
                "A side that scores more than half is the stronger one, so the difference is positive: "
                "the score stands above, what it lost below.",
                ("score / (1 - score)", "(1 - score) / score"),
            ),
            wrong(
                "the natural logarithm",
                0.5,
                "You take the natural logarithm. It is the one of base 10, to undo the power of 10 in "
                "the expectation.",
                ("log10", "log"),
            ),
            wrong(
                "a draw counts nothing",
                0.5,
                "You count a draw as if it were lost. It is half a point.",
                ("wins + draws / 2", "wins"),
            ),
            wrong(
                "draws are left out",
                0.5,
                "You leave the draws out of the score. They pull it towards one half: each is half a "
                "point, and a game.",
                ("(wins + draws / 2) / (wins + draws + losses)", "wins / (wins + losses)"),
            ),
            wrong(
                "a draw counts a whole point",
                0.5,
                "You count a draw as a win. It is half a point.",
                ("draws / 2)", "draws)"),
            ),
            wrong(
                "a clean sweep raises",
                1.5,
                "Where one side wins everything, the logarithm has nothing to stand on. No difference "
                "is large enough: return inf, or -inf.",
                (
                    "    if score == 1:\n        return inf\n    if score == 0:\n        return -inf\n",
                    "",
                ),
            ),
            wrong(
                "a clean sweep gives 400",
                1.5,
                "You say 400 where one side wins everything. Its score is 100 %, and no difference "
                "makes that expected: return inf, or -inf.",
                ("return inf", "return 400"),
                ("return -inf", "return -400"),
            ),
            wrong(
                "an infinite sign is lost",
                1.5,
                "Where every game was lost you return plus infinity. The loser is the weaker side: -inf.",
                ("return -inf", "return inf"),
            ),
        ),
        "interval": (
            wrong(
                "draws are forgotten in the spread",
                2,
                "You use score * (1 - score), which is right where nobody draws. A drawn game lies "
                "close to the score, so draws make the interval narrower.",
                (
                    "(wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games",
                    "score * (1 - score)",
                ),
            ),
            wrong(
                "too narrow by the root of 2",
                0,
                "Your interval is too narrow by the root of 2, as if every game were two. A game is one "
                "result, however many players take part in it.",
                ("variance / games", "variance / (2 * games)"),
            ),
            wrong(
                "the spread of one game",
                0,
                "You use the spread of a single game. A mean of many games is surer by the root of "
                "their number.",
                ("sqrt(variance / games)", "sqrt(variance)"),
            ),
            wrong(
                "divides the spread by games",
                0,
                "You divide the standard deviation by the number of games. It shrinks only with the "
                "root of their number: four times the games for half the error.",
                ("sqrt(variance / games)", "sqrt(variance) / games"),
            ),
            wrong(
                "the root is forgotten",
                0,
                "You use the variance of the mean where its root is wanted: the standard error is "
                "sqrt(variance / games).",
                ("sqrt(variance / games)", "variance / games"),
            ),
            wrong(
                "one side only",
                0,
                "1.645 leaves 5 % at the upper end and 5 % at the lower: that is an interval of 90 %. "
                "For 95 % on both sides together it is Z95.",
                ("Z95", "Z_SURE"),
            ),
            wrong(
                "one standard error",
                0,
                "One standard error each way holds 68 % of such matches. For 95 % take Z95 of them.",
                ("Z95 * error", "error"),
            ),
            wrong(
                "the same width on both sides",
                0,
                "You add and subtract the same number of Elo points. The curve bends: take the two ends "
                "of the score's interval, and turn each into Elo.",
                (
                    "return elo_of(score - Z95 * error), elo_of(score + Z95 * error)",
                    "width = Z95 * error * 400 / log(10) / (score * (1 - score))\n"
                    "    return elo_of(score) - width, elo_of(score) + width",
                ),
            ),
            wrong(
                "scores instead of Elo",
                0,
                "You return the two ends as scores. Turn each of them into an Elo difference.",
                (
                    "return elo_of(score - Z95 * error), elo_of(score + Z95 * error)",
                    "return score - Z95 * error, score + Z95 * error",
                ),
            ),
            wrong(
                "high before low",
                0,
                "The two ends are right, in the other order: low first.",
                (
                    "elo_of(score - Z95 * error), elo_of(score + Z95 * error)",
                    "elo_of(score + Z95 * error), elo_of(score - Z95 * error)",
                ),
            ),
            wrong(
                "an end beyond 0 or 1 raises",
                2,
                "After a lopsided match an end of the score's interval lies above 1 or below 0. No "
                "difference is too large then: that end is inf, or -inf.",
                (
                    "        if score >= 1:\n            return inf\n"
                    "        if score <= 0:\n            return -inf\n",
                    "",
                ),
            ),
        ),
        "superiority": (
            wrong(
                "draws count as evidence",
                0.5,
                "You divide by the root of all games. A draw says nothing about who is better: only "
                "wins and losses count here.",
                ("sqrt(wins + losses))", "sqrt(wins + draws + losses))"),
            ),
            wrong(
                "the other side's",
                0.5,
                "That is how likely the other side is the better one.",
                ("(wins - losses) /", "(losses - wins) /"),
            ),
            wrong(
                "both tails",
                0.5,
                "You look at both ends of the bell curve: how unlikely such a difference is, whoever "
                "wins. Asked is one end: the share of the curve below z.",
                (
                    "NormalDist().cdf((wins - losses) / sqrt(wins + losses))",
                    "1 - 2 * NormalDist().cdf(-abs(wins - losses) / sqrt(wins + losses))",
                ),
            ),
            wrong(
                "the root is forgotten",
                0.5,
                "You divide by the number of games that were decided. Their spread is its root: with "
                "it, more games of the same score make you surer.",
                ("sqrt(wins + losses))", "(wins + losses))"),
            ),
            wrong(
                "the share of wins",
                0.5,
                "That is the share of the games that were won. 6 : 4 and 600 : 400 have the same share, "
                "but one of them proves something.",
                (
                    "NormalDist().cdf((wins - losses) / sqrt(wins + losses))",
                    "wins / (wins + losses)",
                ),
            ),
            wrong(
                "erf without the root of 2",
                0.5,
                "erf has another scale than the bell curve: the share below z is (1 + erf(z / sqrt(2))) / 2.",
                (
                    "NormalDist().cdf((wins - losses) / sqrt(wins + losses))",
                    "(1 + erf((wins - losses) / sqrt(wins + losses))) / 2",
                ),
            ),
            wrong(
                "nothing but draws raises",
                1.5,
                "Where every game was drawn you divide by zero. Then nothing is known: one half.",
                ("    if wins + losses == 0:\n        return 0.5\n", ""),
            ),
            wrong(
                "nothing but draws gives 0",
                1.5,
                "Where every game was drawn you say 0, which means that the other side is surely "
                "better. Nothing is known: one half.",
                ("return 0.5", "return 0"),
            ),
        ),
        "games_needed": (
            wrong(
                "draws are forgotten",
                1,
                "You use score * (1 - score). A share of draws lowers the variance of a game by a "
                "quarter of that share.",
                (" - draw_share / 4", ""),
            ),
            wrong(
                "half a draw share too much",
                1,
                "You take away half of the share of draws. A draw is half a point: squared, that is a "
                "quarter.",
                ("draw_share / 4", "draw_share / 2"),
            ),
            wrong(
                "no power",
                0,
                "With so many games the better side proves it in one match of two. To do so in four of "
                "five, the score must lie Z_SURE + Z_POWER standard errors above one half.",
                ("(Z_SURE + Z_POWER)", "Z_SURE"),
            ),
            wrong(
                "squares the two one by one",
                0,
                "You square the two numbers and add them. Add them first: both distances lie on one line.",
                ("(Z_SURE + Z_POWER) ** 2", "(Z_SURE**2 + Z_POWER**2)"),
            ),
            wrong(
                "both sides",
                0,
                "You use Z95, which asks whether the two differ at all. The claim is that one is "
                "better: one end of the bell curve, Z_SURE.",
                ("(Z_SURE + Z_POWER)", "(Z95 + Z_POWER)"),
            ),
            wrong(
                "not squared",
                0,
                "The error shrinks with the root of the games. So the games grow with the square of "
                "what is asked for.",
                (
                    "ceil((Z_SURE + Z_POWER) ** 2 * variance / (score - 0.5) ** 2)",
                    "ceil((Z_SURE + Z_POWER) * sqrt(variance) / (score - 0.5))",
                ),
            ),
            wrong(
                "rounds down",
                0,
                "You round down, and are then a little less sure than asked. Round up.",
                ("ceil(", "int("),
            ),
            wrong(
                "measures from 0",
                0,
                "You compare with a score of 0. The claim is that the score is above one half.",
                ("(score - 0.5) ** 2", "score**2"),
            ),
        ),
        "sprt": (
            wrong(
                "only the difference of the two claims",
                0,
                "You compare elo1 - elo0 with an even match. Each claim has its own expected score: 50 "
                "against "
                "100 is not the same test as 0 against 50.",
                ("p0, p1 = expected(elo0), expected(elo1)", "p0, p1 = 0.5, expected(elo1 - elo0)"),
            ),
            wrong(
                "looks at the end only",
                0,
                "You add up all games and look once. The test stops at the first game after which a "
                "bound is reached: that is what saves games.",
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
            wrong(
                "peeks at the likelihood of superiority",
                0,
                "You stop as soon as the score looks significant. Who looks often enough finds that "
                "sooner or later, even between equals. The bounds of this test allow for looking after "
                "every game.",
                (
                    "total += result * won + (1 - result) * lost",
                    "total = sum(results[:games]) - games / 2",
                ),
                ("total >= bound", "total >= Z_SURE * sqrt(games) / 2"),
                ("total <= -bound", "total <= -Z_SURE * sqrt(games) / 2"),
            ),
            wrong(
                "the answers are exchanged",
                0,
                "A large sum speaks for elo1: that is the answer 1. A very negative one speaks for elo0.",
                ("return 1, games", "return 2, games"),
                ("return -1, games", "return 1, games"),
                ("return 2, games", "return -1, games"),
            ),
            wrong(
                "games counted from 0",
                0,
                "You return the place of the last game in the list. Asked is how many games were "
                "played: one more.",
                ("enumerate(results, 1)", "enumerate(results)"),
            ),
            wrong(
                "logarithms of base 10",
                0,
                "Your steps are logarithms of base 10 and your bounds natural ones. Either will do, but "
                "the same for both.",
                (
                    "won, lost = log(p1 / p0), log((1 - p1) / (1 - p0))",
                    "won, lost = log10(p1 / p0), log10((1 - p1) / (1 - p0))",
                ),
            ),
            wrong(
                "only wins count",
                0,
                "You add something for a win and nothing for a loss. A loss speaks for elo0: add log((1 "
                "- p1) / (1 - p0)).",
                (" + (1 - result) * lost", ""),
            ),
            wrong(
                "draws are skipped",
                2,
                "You pass over the draws. Each adds half of what a win adds and half of what a loss adds.",
                (
                    "total += result * won + (1 - result) * lost",
                    "total += won if result == 1 else lost if result == 0 else 0",
                ),
            ),
            wrong(
                "a draw counts as a loss",
                2,
                "You count a draw as a loss. It adds half of what a win adds and half of what a loss adds.",
                (
                    "total += result * won + (1 - result) * lost",
                    "total += won if result == 1 else lost",
                ),
            ),
            wrong(
                "a draw adds both in full",
                2,
                "A draw adds all of what a win adds and all of what a loss adds. It adds half of each.",
                (
                    "total += result * won + (1 - result) * lost",
                    "total += (won if result else 0) + (lost if result < 1 else 0)",
                ),
            ),
        ),
    },
    further={
        "expected": (
            wrong(
                "the bell curve",
                0,
                "You take the bell curve, which was Elo's first model. Asked is the "
                "other one: 400 points more are odds of ten to one.",
                source="""
def expected(difference):
    return NormalDist(0, 200 * sqrt(2)).cdf(difference)
""",
            ),
        ),
        "interval": (
            wrong(
                "a draw counts nothing",
                2,
                "A draw counts nothing in your score. It is half a point.",
                ("(wins + draws / 2) / games", "wins / games"),
            ),
            wrong(
                "two standard errors, not 1.96",
                0,
                "You take 2 standard errors. 95 % are 1.96 of them: Z95.",
                ("score - Z95 * error", "score - 2 * error"),
                ("score + Z95 * error", "score + 2 * error"),
            ),
            wrong(
                "one margin for both sides",
                0,
                "You make one margin of Elo from the error, at an even score, and put "
                "it on both sides. Elo is a curve: take both ends of the score first, "
                "and turn each into Elo.",
                source="""
def interval(wins, draws, losses):

    def to_elo(share):
        if share >= 1:
            return inf
        if share <= 0:
            return -inf
        return 400 * log10(share / (1 - share))

    games = wins + draws + losses
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    error = sqrt(variance / games)
    margin = to_elo(0.5 + Z95 * error)
    middle = to_elo(score)
    return middle - margin, middle + margin
""",
            ),
        ),
        "games_needed": (
            wrong(
                "rounded to the nearest",
                0,
                "You round to the nearest whole number, which may be one game too few. Round up.",
                ("ceil((", "round(("),
            ),
            wrong(
                "draws are games that do not count",
                1,
                "You stretch the match by the games that are drawn. A draw tells "
                "something: it makes results less scattered, so the variance falls by a "
                "quarter of the share of draws, and fewer games are needed.",
                source="""
def games_needed(difference, draw_share):
    p = expected(difference)
    variance = p * (1 - p)
    decided = (Z_SURE + Z_POWER) ** 2 * variance / (p - 0.5) ** 2
    return ceil(decided / (1 - draw_share))
""",
            ),
        ),
        "elo": (
            wrong(
                "the score, not the odds",
                0.5,
                "You take the logarithm of the score. It belongs to the odds: score / (1 - score).",
                ("log10(score / (1 - score))", "log10(score)"),
            ),
            wrong(
                "half the difference",
                0.5,
                "The factor is 400: ten to one for 400 points.",
                ("400 * log10", "200 * log10"),
            ),
        ),
        "sprt": (
            wrong(
                "another bound",
                0,
                "Your bound is another one: it is log(0.95 / 0.05) for both answers.",
                ("log(0.95 / 0.05)", "log(0.99 / 0.01)"),
            ),
        ),
    },
)
