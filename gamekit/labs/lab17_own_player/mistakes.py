"""Lab 17, a player of one's own: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import wrong
from gamekit.grading.question import Question
from gamekit.labs.common.floats import sees_rounded
from gamekit.labs.common.played import Played

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


def sees(question: Question, answer: Any) -> Any:
    """What two answers must share; the games of a tournament may come in any order."""
    seen = sees_rounded(question, answer)
    is_list = seen is not None and question.part == "games" and type(seen[0]) is list
    return sorted(map(str, seen[0])) if is_list else seen


LIBRARY = Played(
    player_task="choose",
    kind="lab17_own_player.play_rung",
    folder=read_folder(__file__),
    sees=sees,
    mistakes={
        "choose": (
            wrong(
                "the place in the list",
                0,
                "You return where the best move stands in the list of moves. Return the move itself, "
                "the number that moves(state) gave.",
                ("for move in moves(state):", "for place, move in enumerate(moves(state)):"),
                ("found, move", "found, place"),
                source=PLAIN,
            ),
            wrong(
                "the move with its value",
                0,
                "You return a move and its value together. Return the move alone.",
                ("return chosen", "return chosen, best"),
                source=PLAIN,
            ),
            wrong(
                "the first move of the list",
                1,
                "You play the first move that there is, whatever it is. Try each, and ask a search what "
                "it leads to.",
                source="def choose(state, seconds):\n    return next(iter(moves(state)))\n",
            ),
            wrong(
                "counts discs",
                1,
                "You play exactly as the disc counter does, who turns as many discs as possible now. "
                "Early in the game discs are a burden: they give the other side moves.",
                ("2, -INF, INF, WEIGHTS", "0, -INF, INF, Linear(discs=1)"),
                source=PLAIN,
            ),
            wrong(
                "the sign is forgotten",
                1,
                "Your player chooses what is best for the other side. After your move the other side is "
                "to move, and the search speaks for whoever moves: put a minus before it.",
                ("found = -fast", "found = fast"),
                source=PLAIN,
            ),
            wrong(
                "speaks for the first player",
                1,
                "With one colour you play well and with the other as badly as possible. Values are for "
                "the side to move, whoever that is: do not ask whose turn it is.",
                (
                    "-fast(play(state, move), 2, -INF, INF, WEIGHTS)",
                    "-fast(play(state, move), 2, -INF, INF, WEIGHTS) * (1 - 2 * state.turn)",
                ),
                source=PLAIN,
            ),
            wrong(
                "looks one move ahead",
                6,
                "You play exactly as the rung that knows corners: it makes a move and looks at the "
                "position. To climb past it you must also look at what the other side answers.",
                (
                    "2, -INF, INF, WEIGHTS",
                    "0, -INF, INF, Linear(corners=30, mobility=1, c_squares=-7, x_squares=-7, win=5000)",
                ),
                source=PLAIN,
            ),
        ),
        "pairings": (
            wrong(
                "colours are not swapped",
                0,
                "Every pair plays each opening once. If the opening favours the first player, that "
                "helps one of the two: let them play it again with colours swapped.",
                ("                games.append((other, one, opening))\n", ""),
            ),
            wrong(
                "each plays against itself",
                0,
                "Some games have the same player on both sides. They cost time and say nothing.",
                ("players[number + 1 :]", "players[number:]"),
            ),
            wrong(
                "each pair meets twice",
                0,
                "You go through all pairs in both orders, and swap colours besides: every game is there "
                "twice.",
                ("players[number + 1 :]", "(p for p in players if p != one)"),
            ),
            wrong(
                "one opening for a pair",
                0,
                "Every pair plays one opening only. Two programs that always play the same then have "
                "two games, however long you let them play: use all openings.",
                ("for opening in openings:", "for opening in openings[:1]:"),
            ),
            wrong(
                "neighbours only",
                0,
                "Only players beside each other in the list meet. In a round robin everybody meets "
                "everybody.",
                ("players[number + 1 :]", "players[number + 1 : number + 2]"),
            ),
            wrong(
                "each meets themselves once",
                0,
                "Some games have the same player on both sides. They cost time and say nothing.",
                ("players[number + 1 :]", "players[number:]"),
                (
                    "                games.append((other, one, opening))\n",
                    "                if one != other:\n"
                    "                    games.append((other, one, opening))\n",
                ),
            ),
        ),
        "place": (
            wrong(
                "the average and the whole score",
                0.5,
                "You take the average opponent and the score of all games together. That is right only "
                "where all opponents are equally strong: points against a weak one say little.",
                (
                    "    low, high",
                    "    played = sum(games for _, _, games in results)\n"
                    "    average = sum(games * rating for rating, _, games in results) / played\n"
                    "    return average + 400 * log10(points / (played - points))\n"
                    "    low, high",
                ),
            ),
            wrong(
                "the sign is reversed",
                0.5,
                "Your expectation falls as your rating rises, so the search runs to the end of its "
                "range. The better you are, the more you expect.",
                ("(rating - middle)", "(middle - rating)"),
            ),
            wrong(
                "powers of e",
                0.5,
                "You take powers of e. Elo's scale has powers of 10.",
                ("10 ** (", "2.718281828459045 ** ("),
            ),
            wrong(
                "every opponent counts the same",
                0.5,
                "You add up scores, as if you had met everybody equally often. Each opponent counts as "
                "many times as you have played.",
                (
                    "sum(won for _, won, _ in results)\n",
                    "sum(won / games for _, won, games in results)\n",
                ),
                ("sum(games for _, _, games in results):", "len(results):"),
                ("sum(games / (1 +", "sum(1 / (1 +"),
            ),
            wrong(
                "stops too early",
                0.5,
                "Your search for the rating stops while it is still several points off. Halve the range "
                "some sixty times, or until it is smaller than a thousandth.",
                ("range(60)", "range(10)"),
            ),
            wrong(
                "a clean sweep is finite",
                2.5,
                "Where everything was won no rating is high enough, and where nothing was, none is low "
                "enough. You return an end of your range: return inf, or -inf.",
                ("return inf", "return 5000"),
                ("return -inf", "return -5000"),
            ),
        ),
    },
    further={
        "pairings": (
            wrong(
                "colours change with the openings",
                0,
                "Colours change from one opening to the next. From each opening both "
                "games are played, one with each colour.",
                source="""
def pairings(players, openings):
    games = []
    for number, one in enumerate(players):
        for other in players[number + 1 :]:
            for place, opening in enumerate(openings):
                games.append((one, other, opening) if place % 2 == 0 else (other, one, opening))
    return games
""",
            ),
            wrong(
                "the circle without a bye",
                0,
                "Your circle has no place for a bye, so with an odd number of players "
                "some pairs never meet. Put an empty place in, or take every pair by "
                "two loops.",
                source="""
def pairings(players, openings):
    ring = list(players)
    games = []
    for _ in range(len(ring) - 1):
        for seat in range(len(ring) // 2):
            one, other = ring[seat], ring[-1 - seat]
            for opening in openings:
                games.append((one, other, opening))
                games.append((other, one, opening))
        ring = ring[:1] + ring[-1:] + ring[1:-1]
    return games
""",
            ),
        ),
        "place": (
            wrong(
                "the mean of the ratings",
                0.5,
                "You return the mean of the opponents' ratings. Whose points were more "
                "than half is better than that.",
                source="""
def place(results):
    points = sum(won for _, won, _ in results)
    if points == sum(games for _, _, games in results):
        return inf
    if points == 0:
        return -inf
    return sum(rating for rating, _, _ in results) / len(results)
""",
            ),
            wrong(
                "the mean of single performances",
                0.5,
                "You work out a rating from each opponent alone and take the mean. One "
                "rating must explain all points together.",
                source="""
def place(results):
    points = sum(won for _, won, _ in results)
    if points == sum(games for _, _, games in results):
        return inf
    if points == 0:
        return -inf
    return sum(r + 400 * log10(max(p, 0.01) / max(g - p, 0.01)) for r, p, g in results) / len(results)
""",
            ),
            wrong(
                "each opponent counts one game",
                0.5,
                "You add up one expected point for each opponent. There are as many as games were played.",
                ("sum(games / (1", "sum(1 / (1"),
            ),
            wrong(
                "stops at whole hundreds",
                0.5,
                "You stop the search too early, at an error of tens of points. A tenth is asked for.",
                source="""
def place(results):
    points = sum(p for _, p, _ in results)
    games = sum(g for _, _, g in results)
    if points == 0:
        return -inf
    if points == games:
        return inf
    lo, hi = -5000, 5000
    while hi - lo > 100:
        mid = (lo + hi) / 2
        if sum(g / (1 + 10 ** ((r - mid) / 400)) for r, _, g in results) < points:
            lo = mid
        else:
            hi = mid
    return (lo + hi) / 2
""",
            ),
            wrong(
                "the rule of 400",
                0.5,
                "Average opponent plus 400 times the surplus of wins is a straight "
                "line. Asked is the rating whose expected points, added up over all "
                "opponents, are yours: search for it by halves.",
                source="""
def place(results):
    points = sum(result[1] for result in results)
    games = sum(result[2] for result in results)
    if points == games:
        return inf
    if points == 0:
        return -inf
    average = sum(rating * count for rating, _, count in results) / games
    return average + 400 * (points - (games - points)) / games
""",
            ),
        ),
    },
)
