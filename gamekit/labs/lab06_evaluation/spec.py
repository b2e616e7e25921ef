"""Lab 06: an evaluation that surely beats a baseline.

The evaluation plays whole games of Othello, one move ahead, from openings drawn by lot, each with both
colours. The grader plays them and asks only for values. `WANTED` of `GAMES` points are wanted, which a player
no better than the baseline reaches about once in 120 matches (`doubt`). Who gets fewer than `SURE` then plays
as many games again, and needs twice as many points in all: luck seldom holds twice.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import comb
from typing import Any

from gamekit import games
from gamekit.grading.lab import Lab, Question, Task, is_number, same_number
from gamekit.isolation.limits import SandboxLimits
from gamekit.labs.common.cases import as_the_model, draw_cases, same_value
from gamekit.labs.common.matches import by_colour
from gamekit.labs.common.trees import draw_before_pass, draw_position
from gamekit.labs.lab06_evaluation.mistakes import LIBRARY
from gamekit.rules import position_text

Case = dict[str, Any]
GAMES, WANTED, SURE = 40, 28, 31


def doubt(points: int = WANTED, of: int = GAMES) -> float:
    """How often an equal player gets so many points or more.

    >>> round(1 / doubt())
    121
    """
    return float(sum(comb(of, more) for more in range(points, of + 1)) / 2**of)


# --- features ---------------------------------------------------------------------------------------------


def _features_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("features", "call", case)["value"]
    return Question("corners", "call", case, right, ("mobility", "danger"))


def _features_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    place = ("corners", "mobility", "danger").index(part)
    found = answer["value"]
    return type(found) is list and len(found) == 3 and same_number(found[place], question.expected[place])


_PASS = "a pass counts as a move"
_DANGERS = (
    "danger beside a taken corner",
    "danger where the corner is mine",
    "only the diagonal squares are dangerous",
    "danger is yours minus mine",
)


def _features_questions(rng: random.Random) -> list[Question]:
    task = FEATURES

    def late() -> Question:
        return _features_ask("corners", {"arguments": [draw_position(rng, "othello", rng.randint(24, 48))]})

    def passing() -> Question:
        """The mover or the other side cannot move."""
        before = draw_before_pass(rng, 36, 56)
        return _features_ask("mobility", {"arguments": [before]})

    return [
        *draw_cases(task, "corners", late, (_PASS, *_DANGERS), 3),
        *draw_cases(task, "mobility", passing, _DANGERS, 2),
        *draw_cases(task, "danger", late, (_PASS,), 3),
    ]


# --- evaluate ---------------------------------------------------------------------------------------------


def images(position: dict[str, Any]) -> list[dict[str, Any]]:
    """A position of Othello and its seven images under turning and mirroring."""
    state = games.parse("othello", position["text"])
    turned = []
    for number in range(8):

        def moved(square: int, number: int = number) -> int:
            row, column = divmod(square, 8)
            row, column = (column, row) if number & 1 else (row, column)
            row, column = (7 - row if number & 2 else row), (7 - column if number & 4 else column)
            return 8 * row + column

        words = [
            sum(1 << moved(square) for square in range(64) if int(word) >> square & 1) for word in state[:2]
        ]
        turned.append({"game": "othello", "text": position_text(type(state)(*words, state.turn))})
    return turned


def _draw_openings(rng: random.Random) -> list[str]:
    return [draw_position(rng, "othello", 8, at_least=4)["text"] for _ in range(GAMES // 2)]


def _evaluate_questions(rng: random.Random) -> list[Question]:
    drawn = [draw_position(rng, "othello", plies) for plies in (20, 30, 40, 44, 48)]
    mixed = [(number, image) for number, position in enumerate(drawn) for image in images(position)]
    rng.shuffle(mixed)
    places = [[place for place, (of, _) in enumerate(mixed) if of == number] for number in range(len(drawn))]
    asked = [Question("images", "call_each", {"arguments": [image for _, image in mixed]}, places)]
    asked[0] = replace(asked[0], also=("discs", "mobility"))  # luck in a match is no evaluation
    for baseline in ("discs", "mobility"):
        openings, seed = _draw_openings(rng), rng.getrandbits(64)
        case: Case = {"baseline": baseline, "openings": openings, "seed": seed}
        case |= {"narrow": [WANTED, SURE], "further": _draw_openings(random.Random(seed))}
        asked.append(Question(baseline, "lab06_evaluation.play_match", case, WANTED))
    return asked


def _evaluate_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    if question.part == "images":
        values = answer["value"]
        alike = part != "images" or all(_are_equal(values, places) for places in question.expected)
        return alike and not _are_equal(values, range(len(values)))  # an evaluation tells positions apart
    return bool(answer["points"] >= question.expected * _times(answer))


def _times(answer: dict[str, Any]) -> int:
    """How often a match was played: twice where it was won narrowly."""
    return 2 if len(answer["value"]) > GAMES else 1


def _are_equal(values: list[Any], places: Sequence[int]) -> bool:
    found = [values[place] for place in places]
    return all(is_number(value) and abs(value - found[0]) < 1e-6 for value in found)


def _evaluate_tell(question: Question, given: Any, right: Any) -> str:
    if not isinstance(given, dict):
        return ""
    if question.part == "images":
        wrong = [places for places in question.expected if not _are_equal(given["value"], places)]
        if not wrong:
            return "All positions are worth the same to your evaluation: let it depend on the position."
        state = games.parse("othello", question.case["arguments"][wrong[0][0]]["text"])
        board = "\n".join(f"    {line}" for line in str(state).split("\n"))
        values = ", ".join(str(given["value"][place]) for place in wrong[0])
        return f"The eight images of this position must be worth the same:\n{board}\n    yours: {values}"
    points = given["points"]
    colours = by_colour(question.case["openings"] + question.case["further"], given["value"])
    name = {"discs": "the disc counter", "mobility": "the mobility player"}[question.case["baseline"]]
    return (
        f"Against {name} your evaluation got {points:g} of {_times(given) * GAMES} points, and "
        f"{_times(given) * WANTED} are wanted.\n{colours}"
        f"A player of just the baseline's strength gets {WANTED} or more once in {1 / doubt():.0f} matches: "
        "less could be luck."
    )


# --- chance and games_needed ------------------------------------------------------------------------------


_ask_chance, _ask_needed = as_the_model(LIBRARY, "chance"), as_the_model(LIBRARY, "games_needed")


def _chance_questions(rng: random.Random) -> list[Question]:
    pairs = [(rng.randint(2, 40), rng.randint(1, 30)) for _ in range(5)]
    asked = [_ask_chance("value", {"arguments": list(pair)}) for pair in pairs]
    asked += [_ask_chance("value", {"arguments": [40, 20]}), _ask_chance("value", {"arguments": [7, 3]})]
    ends = [[rng.randint(3, 12), 0], [rng.randint(13, 20), 0]]
    return asked + [_ask_chance("all", {"arguments": end}) for end in ends]


def _chance_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return is_number(answer["value"]) and bool(
        abs(answer["value"] - question.expected) <= 1e-9 + 1e-6 * question.expected
    )


def _needed_questions(rng: random.Random) -> list[Question]:
    task = GAMES_NEEDED

    def drawn() -> Question:
        percent, uncertain = rng.choice((60, 65, 70, 76, 80, 90)), rng.choice((0.1, 0.05, 0.02, 0.01))
        if rng.random() < 0.2:  # a chance that is exactly the doubt, in whatever way it is added up
            percent, uncertain = 100, 0.5 ** rng.randint(3, 9)
        return _ask_needed("games", {"arguments": [percent, uncertain]})

    return draw_cases(task, "games", drawn, (), 4)


FEATURES = Task(LIBRARY, "features", _features_questions, _features_judge, _features_ask)
EVALUATE = Task(LIBRARY, "evaluate", _evaluate_questions, _evaluate_judge, tell=_evaluate_tell)
CHANCE = Task(LIBRARY, "chance", _chance_questions, _chance_judge)
GAMES_NEEDED = Task(LIBRARY, "games_needed", _needed_questions, same_value)
LAB = Lab(
    (FEATURES, EVALUATE, CHANCE, GAMES_NEEDED),
    hides=(
        "othello/evaluators.py",
        "othello/features.py",
        "othello/patterns.py",
        "othello/stability.py",
    ),
    shows=("labs/common/matches.py",),
    warm=("othello",),
    limits=SandboxLimits(question_seconds=20, total_seconds=90),
)
