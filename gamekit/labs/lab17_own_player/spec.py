"""Lab 17: a player of one's own, marked by the arena; the arena's pairings; a place on the ladder.

The player meets each rung of a ladder (`inside.py`) from openings drawn by lot, each with both
colours. The game is Othello: its rungs lie far apart and draws are rare, so a short match decides, and a
compiled search plays hundreds of games in a few seconds. A player may use the kit's searches and
evaluations, but no finished program, no solver and no learnt weights.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from math import comb
from typing import Any

from gamekit import games
from gamekit.grading.lab import Lab, Question, Task, is_number
from gamekit.isolation.limits import SandboxLimits
from gamekit.labs.common.cases import draw_cases
from gamekit.labs.common.matches import FORFEIT, by_colour, states_of
from gamekit.labs.common.trees import draw_position
from gamekit.labs.lab17_own_player.ladder import GAMES, RUNGS, TOGETHER, LadderMatch, games_left, is_won
from gamekit.labs.lab17_own_player.mistakes import LIBRARY
from gamekit.rules import moves

Case = dict[str, Any]
LOOKED_AT = 24  # positions of the part `legal`


def doubt(rung: str) -> float:
    """How often a player just as strong as a rung wins its match.

    >>> round(1 / doubt("three"))
    408
    """
    chances, played, won = {0: 1.0}, 0, 0.0
    for count in (*TOGETHER, 0):
        after: dict[int, float] = defaultdict(float)
        for points, chance in chances.items():
            if games_left({"rung": rung, "further": True}, points, played):
                for more in range(count + 1):
                    after[points + more] += chance * comb(count, more) / 2**count
            elif is_won(rung, points, played):
                won += chance
        chances, played = after, played + count
    return won


# --- choose -----------------------------------------------------------------------------------------------


def _draw_openings(rng: random.Random) -> list[str]:
    return [draw_position(rng, "othello", 8, at_least=4)["text"] for _ in range(GAMES // 2)]


def _choose_questions(rng: random.Random) -> list[Question]:
    drawn = (draw_position(rng, "othello", 2 * number + 6)["text"] for number in range(LOOKED_AT))
    states = [state for state in (games.parse("othello", text) for text in drawn) if min(moves(state)) >= 0]
    positions = {"positions": [list(map(int, state)) for state in states]}
    asked = [Question("legal", "lab17_own_player.choose_each", positions, None)]
    for rung in RUNGS:
        openings, seed = _draw_openings(rng), rng.getrandbits(64)
        further = _draw_openings(random.Random(seed))
        case = {"rung": rung, "openings": openings, "further": further, "seed": seed}
        asked.append(Question(rung, "lab17_own_player.play_rung", case, RUNGS[rung].wanted))
    return asked


def _choose_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    if part == "legal":
        given, states = answer["value"], states_of(question.case)
        return len(given) == len(states) and all(
            type(move) is int and move in list(moves(state))
            for move, state in zip(given, states, strict=True)
        )
    match = LadderMatch(*answer["match"])
    return is_won(part, match.points, match.games)


def _choose_tell(question: Question, given: Any, right: Any) -> str:
    if not isinstance(given, dict):
        return ""
    if question.part == "legal":
        place = given["value"].index(FORFEIT)
        board = str(states_of(question.case)[place])
        lines = "\n".join(f"    {line}" for line in board.split("\n"))
        return f"Here your answer is no legal move:\n{lines}"
    rung = RUNGS[question.case["rung"]]
    match = LadderMatch(*given["match"])
    forfeits = f"{match.forfeits} of the games were lost by an illegal move.\n" if match.forfeits else ""
    colours = by_colour(question.case["openings"] + question.case["further"], given["value"])
    times = 2 if match.games > GAMES else 1
    is_worst = rung is RUNGS["random"] and match.points < match.games / 4
    worst = (
        "It loses to moves that are drawn by lot: are the values after your moves those of the other side?\n"
    )
    return (
        f"Against {rung.says}, you got {match.points:g} points of {match.games} games; "
        f"{times * rung.wanted:g} of {times * GAMES} are wanted, and can no longer be reached.\n"
        f"{forfeits}{colours}{worst if is_worst else ''}"
        f"A player of just that rung's strength wins one match in {1 / doubt(question.case['rung']):,.0f}."
    )


# --- pairings ---------------------------------------------------------------------------------------------


def _pairings_ask(part: str, case: Case) -> Question:
    players, openings = case["arguments"]
    if len(players) < 2 or not openings:
        raise ValueError("nobody to play, or nothing")
    right = LIBRARY.answer_case("pairings", "call", case)["value"]
    return Question("games", "call", case, sorted(right))


def _pairings_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        players = rng.sample(["anna", "bert", "cleo", "dora", "emil", "fritz"], rng.randint(3, 5))
        openings = rng.sample(["f5d6", "f5f6", "f5f4", "f5d6c3", "f5d6c5"], rng.randint(2, 4))
        return _pairings_ask("games", {"arguments": [players, openings]})

    return draw_cases(PAIRINGS, "games", draw, (), 3)


def _pairings_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return bool(sorted(answer["value"]) == question.expected)


def _fewer(case: Case) -> Iterator[Case]:
    players, openings = case["arguments"]
    for number in range(len(players)):
        yield {**case, "arguments": [players[:number] + players[number + 1 :], openings]}
    for number in range(len(openings)):
        yield {**case, "arguments": [players, openings[:number] + openings[number + 1 :]]}


def _pairings_tell(question: Question, given: Any, right: Any) -> str:
    players, openings = question.case["arguments"]
    yours = given["value"] if isinstance(given, dict) else None

    def listed(played: Any) -> str:
        if not isinstance(played, list):
            return "no list"
        return "; ".join(" ".join(map(str, game)) if isinstance(game, list) else str(game) for game in played)

    return (
        f"A small case on which it goes wrong: pairings({players}, {openings})\n"
        f"    right: {listed(right['value'])}\n    yours: {listed(yours)}"
    )


# --- place ------------------------------------------------------------------------------------------------


def _place_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("place", "call", case)["value"]
    return Question("all" if isinstance(right, dict) else "value", "call", case, right)


def _place_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        ratings = [rng.randint(0, 150)]
        while len(ratings) < 4:
            ratings.append(ratings[-1] + rng.randint(80, 250))
        counts = [2 * rng.randint(4, 20) for _ in ratings]
        shares = (
            rng.uniform(0.75, 0.95),
            rng.uniform(0.5, 0.9),
            rng.uniform(0.3, 0.7),
            rng.uniform(0.05, 0.4),
        )
        results = [[r, round(2 * n * s) / 2, n] for r, n, s in zip(ratings, counts, shares, strict=True)]
        return _place_ask("value", {"arguments": [results]})

    played = [[rng.randint(0, 200), rng.randint(4, 20)] for _ in range(3)]
    ends = [[[r, n, n] for r, n in played], [[r, 0, n] for r, n in played]]
    return [
        *draw_cases(PLACE, "value", draw, ("a clean sweep is finite",), 4),
        *(_place_ask("all", {"arguments": [end]}) for end in ends),
    ]


def _place_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found, wanted = answer["value"], question.expected
    if isinstance(wanted, dict):
        return bool(found == wanted)
    return is_number(found) and bool(abs(found - wanted) <= 0.1)


CHOOSE = Task(LIBRARY, "choose", _choose_questions, _choose_judge, tell=_choose_tell)
PAIRINGS = Task(
    LIBRARY,
    "pairings",
    _pairings_questions,
    _pairings_judge,
    _pairings_ask,
    smaller=_fewer,
    tell=_pairings_tell,
)
PLACE = Task(LIBRARY, "place", _place_questions, _place_judge, _place_ask)
LAB = Lab(
    (CHOOSE, PAIRINGS, PLACE),
    shows=("search", "labs/common/matches.py"),
    warm=("othello",),
    loads="from gamekit.bits import popcount\n"
    "from gamekit.othello.evaluators import Linear\n"
    "from gamekit.games import othello\n"
    "from gamekit.search.deepening import Searcher\n"
    "from gamekit.search.negamax import negamax\n"
    "from gamekit.search.table import Table\n"
    "compiled(negamax)(othello.start(), 2, -INF, INF, Linear(discs=1))\n"
    "Searcher(Linear(discs=1), method='pvs', table=Table(1), history=True, static=True)"
    ".deepen(othello.start(), depth=2)\n",
    limits=SandboxLimits(first_seconds=30, question_seconds=30, total_seconds=150),
)
