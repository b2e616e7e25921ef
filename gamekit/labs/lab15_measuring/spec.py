"""Lab 15: how sure is a match?

The Elo expectation and its inverse, an interval, the likelihood of superiority, the games that a claim needs,
and a test that stops by itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, close_number, same_number
from gamekit.labs.common.cases import draw_calls, mistakes_worth, same_value
from gamekit.labs.lab15_measuring.mistakes import INTERVALS, LIBRARY

TOLERANCE = 1e-4  # so that 1.96 is as good as 1.959964
Case = dict[str, Any]


def _close(found: Any, wanted: Any) -> bool:
    """The same number nearly, or the same infinity."""
    return bool(found == wanted) if isinstance(wanted, dict) else close_number(found, wanted, TOLERANCE)


def _number_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return _close(answer["value"], question.expected)


def _asker(task: str, part_of: Callable[[list[Any]], str]) -> Callable[[str, Case], Question]:
    """What the model answers is right; the arguments say which part they belong to."""

    def ask(part: str, case: Case) -> Question:
        expected = LIBRARY.answer_case(task, "call", case)["value"]
        return Question(part_of(case["arguments"]), "call", case, expected)

    return ask


def result_of(games: int, draw_share: float, better: float) -> list[int]:
    """[wins, draws, losses]; `better` is the share of the decided games that are won."""
    draws = round(games * draw_share)
    wins = round((games - draws) * better)
    return [wins, draws, games - draws - wins]


# --- expected and elo -------------------------------------------------------------------------------------

_expected_ask = _asker("expected", lambda arguments: "value")
_elo_ask = _asker("elo", lambda arguments: "all" if arguments.count(0) == 2 else "value")


def _expected_questions(rng: random.Random) -> list[Question]:
    return draw_calls(EXPECTED, "value", lambda: [rng.choice((-1, 1)) * rng.randint(20, 700)], (), 5)


def _elo_questions(rng: random.Random) -> list[Question]:
    def some() -> list[Any]:
        return result_of(rng.randint(20, 200), rng.uniform(0.1, 0.4), rng.uniform(0.15, 0.85))

    games = rng.randint(5, 30)
    ends = [_elo_ask("all", {"arguments": arguments}) for arguments in ([games, 0, 0], [0, 0, games + 1])]
    return draw_calls(ELO, "value", some, mistakes_worth(ELO, 1.5), 5) + ends


# --- interval ---------------------------------------------------------------------------------------------


def _interval_part(arguments: list[Any]) -> str:
    ends = LIBRARY.answer_case("interval", "call", {"arguments": arguments})["value"]
    if any(isinstance(end, dict) for end in ends):
        return "far"
    return "draws" if arguments[1] else "decisive"


def _interval_ask(part: str, case: Case) -> Question:
    """Two ways to divide are right."""
    wins, draws, losses = case["arguments"]
    if min(wins, draws, losses) < 0 or wins + draws + losses < 2 or 0 in (wins, losses):
        raise ValueError("no interval without spread")
    ends = [LIBRARY.answer_case("interval", "call", case, version)["value"] for version in INTERVALS]
    return Question(_interval_part(case["arguments"]), "call", case, ends)


def _interval_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found = answer["value"]
    if type(found) is not list or len(found) != 2:
        return False
    return any(all(map(_close, found, wanted)) for wanted in question.expected)


def _interval_questions(rng: random.Random) -> list[Question]:
    def some(draw_share: float) -> list[Any]:
        return result_of(rng.randint(60, 300), draw_share, rng.uniform(0.3, 0.7))

    def far() -> list[Any]:
        wins, losses = rng.randint(16, 24), 1
        return [wins, 0, losses] if rng.random() < 0.5 else [losses, 0, wins]

    keeps_two = mistakes_worth(INTERVAL, 2)
    raises = ("an end beyond 0 or 1 raises",)
    return [
        *draw_calls(INTERVAL, "decisive", lambda: some(0), keeps_two, 3),
        *draw_calls(INTERVAL, "draws", lambda: some(rng.uniform(0.2, 0.5)), raises, 3),
        *draw_calls(INTERVAL, "far", far, [name for name in keeps_two if name not in raises], 2),
    ]


# --- superiority ------------------------------------------------------------------------------------------

_superiority_ask = _asker(
    "superiority", lambda arguments: "value" if arguments[0] or arguments[2] else "none"
)


def _superiority_questions(rng: random.Random) -> list[Question]:
    def some() -> list[Any]:
        while True:
            found = result_of(rng.randint(20, 100), rng.uniform(0.1, 0.4), rng.uniform(0.35, 0.65))
            if found[0] != found[2] and not 0 < found[0] - found[2] < (found[0] + found[2]) ** 0.5:
                return found  # else a rounded share could be one half, as where nothing is known

    drawn = [_superiority_ask("none", {"arguments": [0, rng.randint(5, 40), 0]})]
    return draw_calls(SUPERIORITY, "value", some, mistakes_worth(SUPERIORITY, 1.5), 5) + drawn


# --- games needed -----------------------------------------------------------------------------------------


def _needed_ask(part: str, case: Case) -> Question:
    difference, draw_share = case["arguments"]
    if difference < 1 or not 0 <= draw_share < 1:
        raise ValueError("nothing to prove")
    right = LIBRARY.answer_case("games_needed", "call", case)["value"]
    return Question("draws" if draw_share else "decisive", "call", case, right)


def _needed_questions(rng: random.Random) -> list[Question]:
    def some(draw_share: float) -> list[Any]:
        return [rng.randint(10, 120), round(draw_share, 2)]

    keeps_one = mistakes_worth(GAMES_NEEDED, 1)
    return [
        *draw_calls(GAMES_NEEDED, "decisive", lambda: some(0), keeps_one, 3),
        *draw_calls(GAMES_NEEDED, "draws", lambda: some(rng.uniform(0.2, 0.6)), (), 3),
    ]


# --- sequential test --------------------------------------------------------------------------------------


def _sprt_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("sprt", "call", case)["value"]
    return Question("draws" if 0.5 in case["arguments"][0] else "stops", "call", case, right)


def _sprt_questions(rng: random.Random) -> list[Question]:
    def some(draw_share: float) -> list[Any]:
        elo0 = rng.choice((-50, 0, 0))
        elo1 = elo0 + rng.choice((60, 80, 100))
        better, games = rng.choice((0.3, 0.45, 0.55, 0.62, 0.75)), rng.randint(60, 160)
        results = [0.5 if rng.random() < draw_share else int(rng.random() < better) for _ in range(games)]
        return [results, elo0, elo1]

    return [
        *draw_calls(SPRT, "stops", lambda: some(0), mistakes_worth(SPRT, 2), 5),
        *draw_calls(SPRT, "draws", lambda: some(0.3), (), 4),
    ]


def _sprt_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found = answer["value"]
    return type(found) is list and len(found) == 2 and all(map(same_number, found, question.expected))


def _fewer_results(case: Case) -> Iterator[Case]:
    results, *others = case["arguments"]
    for step in (len(results) // 2, len(results) // 4, 5, 1):
        if 0 < step < len(results):
            yield {**case, "arguments": [results[:-step], *others]}
            yield {**case, "arguments": [results[step:], *others]}


def _sprt_tell(question: Question, given: Any, right: Any) -> str:
    results, elo0, elo1 = question.case["arguments"]
    letters = "".join({1: "W", 0.5: "D", 0: "L"}[result] for result in results)
    yours = given["value"] if isinstance(given, dict) else "an error"
    return (
        f"A short match on which it goes wrong (W won, D drawn, L lost):\n    {letters}\n"
        f"    elo0 = {elo0}, elo1 = {elo1}\n    right: {tuple(right['value'])}\n    yours: {_shown(yours)}"
    )


def _shown(value: Any) -> str:
    return str(tuple(value)) if isinstance(value, list) else str(value)


EXPECTED = Task(LIBRARY, "expected", _expected_questions, _number_judge, _expected_ask)
ELO = Task(LIBRARY, "elo", _elo_questions, _number_judge, _elo_ask)
INTERVAL = Task(LIBRARY, "interval", _interval_questions, _interval_judge, _interval_ask)
SUPERIORITY = Task(LIBRARY, "superiority", _superiority_questions, _number_judge, _superiority_ask)
GAMES_NEEDED = Task(LIBRARY, "games_needed", _needed_questions, same_value, _needed_ask)
SPRT = Task(LIBRARY, "sprt", _sprt_questions, _sprt_judge, _sprt_ask, smaller=_fewer_results, tell=_sprt_tell)
LAB = Lab((EXPECTED, ELO, INTERVAL, SUPERIORITY, GAMES_NEEDED, SPRT))
