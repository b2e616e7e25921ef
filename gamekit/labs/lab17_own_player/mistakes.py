"""Lab 17, a player of one's own: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Mistake, edited
from gamekit.labs.common.played import Played
from gamekit.labs.lab15_measuring.mistakes import sees

CHOOSE = """
from math import inf, log, log10
from gamekit import INF, compiled, moves, play
from gamekit.bits import popcount
from gamekit.othello.evaluators import Linear
from gamekit.search.deepening import Searcher
from gamekit.search.table import Table
WEIGHTS = Linear(corners=60, mobility=4, c_squares=-10, x_squares=-20, frontier=-1, stable=10, win=5000)
def searcher(evaluator):
    return Searcher(evaluator, method="pvs", table=Table(1), history=True, static=True)
thinker, finisher = searcher(WEIGHTS), searcher(Linear(discs=1))
def choose(state, seconds):
    empty = 64 - popcount(state.player | state.opponent)
    deep, searching = (empty, finisher) if empty <= 10 else (5, thinker)
    searching.forget()
    return searching.deepen(state, depth=deep).move
"""
# Mistakes begin from a plainer player, which looks three plies ahead.
PLAIN = """
from gamekit.search.negamax import negamax
WEIGHTS = Linear(corners=60, mobility=4, c_squares=-10, x_squares=-20, frontier=-1, stable=10, win=5000)
fast = compiled(negamax)
def choose(state, seconds):
    best, chosen = -INF, None
    for move in moves(state):
        found = -fast(play(state, move), 2, -INF, INF, WEIGHTS)
        if chosen is None or found > best:
            best, chosen = found, move
    return chosen
"""
PAIRINGS = """
def pairings(players, openings):
    games = []
    for number, one in enumerate(players):
        for other in players[number + 1 :]:
            for opening in openings:
                games.append((one, other, opening))
                games.append((other, one, opening))
    return games
"""
PLACE = """
def place(results):
    points = sum(won for _, won, _ in results)
    if points == sum(games for _, _, games in results):
        return inf
    if points == 0:
        return -inf
    low, high = -5000, 5000
    for _ in range(60):
        middle = (low + high) / 2
        expected = sum(games / (1 + 10 ** ((rating - middle) / 400)) for rating, _, games in results)
        if expected < points:
            low = middle
        else:
            high = middle
    return middle
"""


LIBRARY = Played(
    player_task="choose",
    way="lab17_own_player.play_rung",
    opponent="rung",
    models={"choose": CHOOSE, "pairings": PAIRINGS, "place": PLACE},
    sees=sees,
    mistakes={
        "choose": (
            Mistake(
                "the place in the list",
                "You return where the best move stands in the list of moves. Return the move itself, the "
                "number that moves(state) gave.",
                edited(
                    PLAIN,
                    ("for move in moves(state):", "for place, move in enumerate(moves(state)):"),
                    ("found, move", "found, place"),
                ),
                0,
            ),
            Mistake(
                "the move with its value",
                "You return a move and its value together. Return the move alone.",
                edited(PLAIN, ("return chosen", "return chosen, best")),
                0,
            ),
            Mistake(
                "the first move of the list",
                "You play the first move that there is, whatever it is. Try each, and ask a search what "
                "it leads to.",
                "def choose(state, seconds):\n    return next(iter(moves(state)))\n",
                1,
            ),
            Mistake(
                "counts discs",
                "You play exactly as the disc counter does, who turns as many discs as possible now. Early "
                "in the game discs are a burden: they give the other side moves.",
                edited(PLAIN, ("2, -INF, INF, WEIGHTS", "0, -INF, INF, Linear(discs=1)")),
                1,
            ),
            Mistake(
                "the sign is forgotten",
                "Your player chooses what is best for the other side. After your move the other side is to "
                "move, and the search speaks for whoever moves: put a minus before it.",
                edited(PLAIN, ("found = -fast", "found = fast")),
                1,
            ),
            Mistake(
                "speaks for the first player",
                "With one colour you play well and with the other as badly as possible. Values are for the "
                "side to move, whoever that is: do not ask whose turn it is.",
                edited(
                    PLAIN,
                    (
                        "-fast(play(state, move), 2, -INF, INF, WEIGHTS)",
                        "-fast(play(state, move), 2, -INF, INF, WEIGHTS) * (1 - 2 * state.turn)",
                    ),
                ),
                1,
            ),
            Mistake(
                "looks one move ahead",
                "You play exactly as the rung that knows corners: it makes a move and looks at the position. "
                "To climb past it you must also look at what the other side answers.",
                edited(
                    PLAIN,
                    (
                        "2, -INF, INF, WEIGHTS",
                        "0, -INF, INF, Linear(corners=30, mobility=1, c_squares=-7, x_squares=-7, win=5000)",
                    ),
                ),
                6,
            ),
        ),
        "pairings": (
            Mistake(
                "colours are not swapped",
                "Every pair plays each opening once. If the opening favours the first player, that helps one "
                "of the two: let them play it again with colours swapped.",
                edited(PAIRINGS, ("                games.append((other, one, opening))\n", "")),
                0,
            ),
            Mistake(
                "each plays against itself",
                "Some games have the same player on both sides. They cost time and say nothing.",
                edited(
                    PAIRINGS,
                    ("players[number + 1 :]", "players[number:]"),
                ),
                0,
            ),
            Mistake(
                "each pair meets twice",
                "You go through all pairs in both orders, and swap colours besides: every game is there "
                "twice.",
                edited(
                    PAIRINGS,
                    ("players[number + 1 :]", "(p for p in players if p != one)"),
                ),
                0,
            ),
            Mistake(
                "one opening for a pair",
                "Every pair plays one opening only. Two programs that always play the same then have two "
                "games, however long you let them play: use all openings.",
                edited(PAIRINGS, ("for opening in openings:", "for opening in openings[:1]:")),
                0,
            ),
            Mistake(
                "neighbours only",
                "Only players beside each other in the list meet. In a round robin everybody meets "
                "everybody.",
                edited(PAIRINGS, ("players[number + 1 :]", "players[number + 1 : number + 2]")),
                0,
            ),
        ),
        "place": (
            Mistake(
                "the average and the whole score",
                "You take the average opponent and the score of all games together. That is right only where "
                "all opponents are equally strong: points against a weak one say little.",
                edited(
                    PLACE,
                    (
                        "    low, high",
                        "    played = sum(games for _, _, games in results)\n"
                        "    average = sum(games * rating for rating, _, games in results) / played\n"
                        "    return average + 400 * log10(points / (played - points))\n"
                        "    low, high",
                    ),
                ),
                0.5,
            ),
            Mistake(
                "the sign is reversed",
                "Your expectation falls as your rating rises, so the search runs to the end of its range. "
                "The better you are, the more you expect.",
                edited(PLACE, ("(rating - middle)", "(middle - rating)")),
                0.5,
            ),
            Mistake(
                "powers of e",
                "You take powers of e. Elo's scale has powers of 10.",
                edited(PLACE, ("10 ** (", "2.718281828459045 ** (")),
                0.5,
            ),
            Mistake(
                "every opponent counts the same",
                "You add up scores, as if you had met everybody equally often. Each opponent counts as many "
                "times as you have played.",
                edited(
                    PLACE,
                    (
                        "sum(won for _, won, _ in results)\n",
                        "sum(won / games for _, won, games in results)\n",
                    ),
                    ("sum(games for _, _, games in results):", "len(results):"),
                    ("sum(games / (1 +", "sum(1 / (1 +"),
                ),
                0.5,
            ),
            Mistake(
                "stops too early",
                "Your search for the rating stops while it is still several points off. Halve the range some "
                "sixty times, or until it is smaller than a thousandth.",
                edited(PLACE, ("range(60)", "range(10)")),
                0.5,
            ),
            Mistake(
                "a clean sweep is finite",
                "Where everything was won no rating is high enough, and where nothing was, none is low "
                "enough. You return an end of your range: return inf, or -inf.",
                edited(PLACE, ("return inf", "return 5000"), ("return -inf", "return -5000")),
                2.5,
            ),
        ),
    },
)
