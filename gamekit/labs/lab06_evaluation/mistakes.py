"""Lab 06, an evaluation that surely beats a baseline: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import wrong
from gamekit.labs.common.played import Played

LIBRARY = Played(
    player_task="evaluate",
    kind="lab06_evaluation.play_match",
    folder=read_folder(__file__),
    mistakes={
        "features": (
            wrong(
                "counts one side only",
                0,
                "You count what the mover has. Each feature is mine minus yours: what is good for the "
                "other side is bad for you.",
                ("mine - yours", "mine"),
                (" - count_moves(other_side(state))", ""),
                (
                    "(state.player >> square & 1) - (state.opponent >> square & 1)",
                    "state.player >> square & 1",
                ),
            ),
            wrong(
                "yours minus mine",
                0,
                "All your signs are the wrong way round: a feature speaks for the mover, state.player.",
                ("return [corners, mobility, danger]", "return [-corners, -mobility, -danger]"),
            ),
            wrong(
                "a pass counts as a move",
                2,
                "A side that cannot move has the one move PASS in moves(state), so "
                "len(list(moves(state))) is 1. count_moves counts real moves.",
                (
                    "count_moves(state) - count_moves(other_side(state))",
                    "len(list(moves(state))) - len(list(moves(other_side(state))))",
                ),
            ),
            wrong(
                "danger beside a taken corner",
                2,
                "The squares beside a corner are dangerous only as long as the corner is empty. After "
                "that nothing can be lost there.",
                ("if not mine and not yours:", "if True:"),
            ),
            wrong(
                "danger where the corner is mine",
                2,
                "You look at corners that are taken. The danger is beside the empty ones.",
                ("if not mine and not yours:", "if mine or yours:"),
            ),
            wrong(
                "only the diagonal squares are dangerous",
                2,
                "Three squares lie beside each corner: the diagonal one and the two on the edges. You "
                "count one of them.",
                ("for square in beside:", "for square in beside[2:]:"),
            ),
            wrong(
                "danger is yours minus mine",
                2,
                "Danger is counted the other way round. Like the other two it is mine minus yours; that "
                "it is bad for you is a matter for its weight.",
                ("danger += (state.player", "danger -= (state.player"),
            ),
        ),
        "evaluate": (
            wrong(
                "counts discs",
                1,
                "Your evaluation plays exactly as the disc counter does. In the middle of the game many "
                "discs are a burden: they give the other side moves.",
                source="from gamekit.bits import popcount\n"
                "def evaluate(state):\n    return popcount(state.player) - popcount(state.opponent)\n",
            ),
            wrong(
                "speaks for the first player",
                1,
                "With one colour you play well and with the other as badly as possible. The value is "
                "for the side to move, state.player, whoever that is.",
                (
                    "return 30 * corners + mobility - 7 * danger",
                    "return (30 * corners + mobility - 7 * danger) * (1 if state.turn == 0 else -1)",
                ),
            ),
            wrong(
                "the sign is reversed",
                1,
                "Your player gives corners away as fast as it can. What is good for the side to move "
                "must be a large number.",
                (
                    "return 30 * corners + mobility - 7 * danger",
                    "return 7 * danger - mobility - 30 * corners",
                ),
            ),
            wrong(
                "every position is worth the same",
                0,
                "The value never changes, so the first move of the list is played. Let it depend on the "
                "position.",
                source="def evaluate(state):\n    return 0\n",
            ),
            wrong(
                "the board has a favourite side",
                4,
                "A position and its mirror image have different values. Nothing in the rules tells them "
                "apart: is a corner missing?",
                (
                    "corners, mobility, danger = features(state)",
                    "corners, mobility, danger = features(state)\n"
                    "    corners -= (state.player >> 63 & 1) - (state.opponent >> 63 & 1)",
                ),
            ),
        ),
        "chance": (
            wrong(
                "exactly so many wins",
                0.5,
                "That is the chance of exactly this result. Asked is: this one or a better one. Add up "
                "from wins to all games.",
                ("for more in range(wins, games + 1)", "for more in (wins,)"),
            ),
            wrong(
                "more wins, not at least so many",
                0,
                "You begin with one win more. The result itself belongs to it.",
                ("range(wins, games + 1)", "range(wins + 1, games + 1)"),
            ),
            wrong(
                "the other tail",
                0,
                "That is the chance of so few wins. Asked is the chance of so many.",
                ("range(wins, games + 1)", "range(wins + 1)"),
            ),
            wrong(
                "both tails",
                0,
                "You count great losses as well as great wins. Asked is only: so many wins or more.",
                ("/ 2**games", "/ 2**games * 2"),
            ),
        ),
        "games_needed": (
            wrong(
                "counts wins instead of games",
                0,
                "You return how many wins it takes. Asked is how many games.",
                ("return games", "return wins"),
            ),
            wrong(
                "rounds the wins down",
                0,
                "Rounded down, the share of wins is less than was asked for. Round up.",
                ("-(-percent * games // 100)", "percent * games // 100"),
            ),
            wrong(
                "only even numbers of games",
                0,
                "You try every second number of games and miss the smallest.",
                ("games = 1", "games = 2"),
                ("games += 1", "games += 2"),
            ),
            wrong(
                "less than the doubt, not at most",
                0,
                "A chance that is exactly the doubt is small enough: at most means <=.",
                ("<= doubt", "< doubt"),
            ),
        ),
    },
    further={
        "games_needed": (
            wrong(
                "rounds the wins to the nearest",
                0,
                "You round the wins to the nearest whole number, which may be too few "
                "for that percentage. Round up.",
                ("-(-percent * games // 100)", "round(percent * games / 100)"),
            ),
            wrong(
                "the other side's chance",
                0,
                "You ask for the chance of the losses: wins and losses are exchanged.",
                ("chance(wins, games - wins) <= doubt", "chance(games - wins, wins) >= 1 - doubt"),
            ),
            wrong(
                "doubles, then halves",
                0,
                "You double the number of games and then search by halves, as if the "
                "chance always fell with more games. It goes up and down, since wins "
                "are rounded up: try the numbers one after the other.",
                source="""
def games_needed(percent, doubt):

    def proves(games):
        wins = -(-percent * games // 100)
        return chance(wins, games - wins) <= doubt

    high = 1
    while not proves(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if proves(middle):
            high = middle
        else:
            low = middle
    return high
""",
            ),
            wrong(
                "only where the percentage is whole",
                0,
                "You skip all numbers of games of which the percentage is not a whole "
                "number of wins. There the wins are rounded up, and the number counts "
                "too.",
                source="""
def games_needed(percent, doubt):
    games = 0
    while True:
        games += 1
        if percent * games % 100 != 0:
            continue
        wins = percent * games // 100
        if chance(wins, games - wins) <= doubt:
            return games
""",
            ),
        ),
        "features": (
            wrong(
                "the other order",
                1,
                "The three numbers are right and stand in another order: corners, mobility, danger.",
                ("[corners, mobility, danger]", "[mobility, corners, danger]"),
            ),
            wrong(
                "both counts of moves are the mover's",
                2,
                "You count the moves of one side twice, or of the wrong side. Mine "
                "minus yours: ask other_side for the second.",
                ("count_moves(other_side(state))", "0"),
            ),
            wrong(
                "danger counts squares, not discs",
                2,
                "You count the squares beside empty corners. Danger counts the discs on "
                "them, mine minus yours.",
                ("danger += (state.player >> square & 1) - (state.opponent >> square & 1)", "danger += 1"),
            ),
        ),
        "chance": (
            wrong(
                "the normal curve",
                0,
                "You take the normal curve, which is only nearly right for so few "
                "games. Count exactly, with comb.",
                source="""
from statistics import NormalDist
def chance(wins, losses):
    games = wins + losses
    return 1 - NormalDist(games / 2, games**0.5 / 2).cdf(wins - 0.5)
""",
                others=(
                    """
from statistics import NormalDist
def chance(wins, losses):
    games = wins + losses
    return 1 - NormalDist(games / 2, games**0.5 / 2).cdf(wins)
""",
                ),
            ),
            wrong(
                "the last term is missing",
                0,
                "Your sum ends before the case in which every game is won: range stops one before its end.",
                ("games + 1", "games"),
            ),
            wrong(
                "in per cent",
                0,
                "You return per cent. Asked is a share: a number from 0 to 1.",
                ("/ 2**games", "/ 2**games * 100"),
            ),
            wrong(
                "less than so many wins",
                0,
                "You return the chance of fewer wins. Asked is the chance of so many or more.",
                ("range(wins, games + 1)", "range(wins)"),
            ),
        ),
    },
)
