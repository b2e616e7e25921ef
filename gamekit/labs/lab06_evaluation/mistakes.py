"""Lab 06, an evaluation that surely beats a baseline: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Mistake, edited
from gamekit.labs.common.played import Played

FEATURES = """
from gamekit.bits import popcount
CORNERS = {0: (1, 8, 9), 7: (6, 15, 14), 56: (57, 48, 49), 63: (62, 55, 54)}
def other_side(state):
    return type(state)(state.opponent, state.player, 1 - state.turn)
def features(state):
    corners = danger = 0
    for corner, beside in CORNERS.items():
        mine, yours = state.player >> corner & 1, state.opponent >> corner & 1
        corners += mine - yours
        if not mine and not yours:
            for square in beside:
                danger += (state.player >> square & 1) - (state.opponent >> square & 1)
    mobility = count_moves(state) - count_moves(other_side(state))
    return [corners, mobility, danger]
"""
EVALUATE = """
def evaluate(state):
    corners, mobility, danger = features(state)
    return 30 * corners + mobility - 7 * danger
"""
CHANCE = """
from math import comb
def chance(wins, losses):
    games = wins + losses
    return sum(comb(games, more) for more in range(wins, games + 1)) / 2**games
"""
NEEDED = """
def games_needed(percent, doubt):
    games = 1
    while True:
        wins = -(-percent * games // 100)
        if chance(wins, games - wins) <= doubt:
            return games
        games += 1
"""


LIBRARY = Played(
    player_task="evaluate",
    way="lab06_evaluation.play_match",
    opponent="baseline",
    models={"features": FEATURES, "evaluate": EVALUATE, "chance": CHANCE, "games_needed": NEEDED},
    mistakes={
        "features": (
            Mistake(
                "counts one side only",
                "You count what the mover has. Each feature is mine minus yours: what is good for the other "
                "side is bad for you.",
                edited(FEATURES, ("mine - yours", "mine"))
                .replace(" - count_moves(other_side(state))", "")
                .replace(
                    "(state.player >> square & 1) - (state.opponent >> square & 1)",
                    "state.player >> square & 1",
                ),
                0,
            ),
            Mistake(
                "yours minus mine",
                "All your signs are the wrong way round: a feature speaks for the mover, state.player.",
                edited(
                    FEATURES, ("return [corners, mobility, danger]", "return [-corners, -mobility, -danger]")
                ),
                0,
            ),
            Mistake(
                "a pass counts as a move",
                "A side that cannot move has the one move PASS in moves(state), so len(list(moves(state))) "
                "is 1. count_moves counts real moves.",
                edited(
                    FEATURES,
                    (
                        "count_moves(state) - count_moves(other_side(state))",
                        "len(list(moves(state))) - len(list(moves(other_side(state))))",
                    ),
                ),
                2,
            ),
            Mistake(
                "danger beside a taken corner",
                "The squares beside a corner are dangerous only as long as the corner is empty. After that "
                "nothing can be lost there.",
                edited(FEATURES, ("if not mine and not yours:", "if True:")),
                2,
            ),
            Mistake(
                "danger where the corner is mine",
                "You look at corners that are taken. The danger is beside the empty ones.",
                edited(FEATURES, ("if not mine and not yours:", "if mine or yours:")),
                2,
            ),
            Mistake(
                "only the diagonal squares are dangerous",
                "Three squares lie beside each corner: the diagonal one and the two on the edges. You count "
                "one of them.",
                edited(FEATURES, ("for square in beside:", "for square in beside[2:]:")),
                2,
            ),
        ),
        "evaluate": (
            Mistake(
                "counts discs",
                "Your evaluation plays exactly as the disc counter does. In the middle of the game many "
                "discs are a burden: they give the other side moves.",
                "def evaluate(state):\n    return popcount(state.player) - popcount(state.opponent)\n",
                1,
            ),
            Mistake(
                "speaks for the first player",
                "With one colour you play well and with the other as badly as possible. The value is for the "
                "side to move, state.player, whoever that is.",
                edited(
                    EVALUATE,
                    (
                        "return 30 * corners + mobility - 7 * danger",
                        "return (30 * corners + mobility - 7 * danger) * (1 if state.turn == 0 else -1)",
                    ),
                ),
                1,
            ),
            Mistake(
                "the sign is reversed",
                "Your player gives corners away as fast as it can. What is good for the side to move must be "
                "a large number.",
                edited(
                    EVALUATE,
                    (
                        "return 30 * corners + mobility - 7 * danger",
                        "return 7 * danger - mobility - 30 * corners",
                    ),
                ),
                1,
            ),
            Mistake(
                "every position is worth the same",
                "The value never changes, so the first move of the list is played. Let it depend on the "
                "position.",
                "def evaluate(state):\n    return 0\n",
                1,
            ),
            Mistake(
                "the board has a favourite side",
                "A position and its mirror image have different values. Nothing in the rules tells them "
                "apart: is a corner missing?",
                edited(
                    EVALUATE,
                    (
                        "corners, mobility, danger = features(state)",
                        "corners, mobility, danger = features(state)\n"
                        "    corners -= (state.player >> 63 & 1) - (state.opponent >> 63 & 1)",
                    ),
                ),
                4,
            ),
        ),
        "chance": (
            Mistake(
                "exactly so many wins",
                "That is the chance of exactly this result. Asked is: this one or a better one. Add up from "
                "wins to all games.",
                edited(CHANCE, ("for more in range(wins, games + 1)", "for more in (wins,)")),
                0.5,
            ),
            Mistake(
                "more wins, not at least so many",
                "You begin with one win more. The result itself belongs to it.",
                edited(CHANCE, ("range(wins, games + 1)", "range(wins + 1, games + 1)")),
                0,
            ),
            Mistake(
                "the other tail",
                "That is the chance of so few wins. Asked is the chance of so many.",
                edited(CHANCE, ("range(wins, games + 1)", "range(wins + 1)")),
                0,
            ),
            Mistake(
                "both tails",
                "You count great losses as well as great wins. Asked is only: so many wins or more.",
                edited(CHANCE, ("/ 2**games", "/ 2**games * 2")),
                0,
            ),
        ),
        "games_needed": (
            Mistake(
                "counts wins instead of games",
                "You return how many wins it takes. Asked is how many games.",
                edited(NEEDED, ("return games", "return wins")),
                0,
            ),
            Mistake(
                "rounds the wins down",
                "Rounded down, the share of wins is less than was asked for. Round up.",
                edited(NEEDED, ("-(-percent * games // 100)", "percent * games // 100")),
                0,
            ),
            Mistake(
                "only even numbers of games",
                "You try every second number of games and miss the smallest.",
                edited(NEEDED, ("games = 1", "games = 2"), ("games += 1", "games += 2")),
                0,
            ),
        ),
    },
)
