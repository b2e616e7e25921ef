"""Lab 15: how sure is a match?

The Elo expectation and its inverse, an interval, the likelihood of superiority, the games that a claim needs,
and a test that stops by itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from typing import Any

from gamekit.grading.lab import Lab, Part, Question, Task, close_number, same_number
from gamekit.labs.common.telling import telling_questions
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


def _keeping(task: str, points: Collection[float]) -> list[str]:
    """The mistakes that earn so many points."""
    return [mistake.name for mistake in LIBRARY.mistakes[task] if mistake.points in points]


def _asked(
    number: int, part: str, draw: Callable[[], list[Any]], kept: Collection[str], count: int
) -> list[Question]:
    """Questions of a task, from arguments that are drawn."""
    task = LAB.tasks[number]
    assert task.ask is not None
    ask = task.ask
    return telling_questions(task, part, lambda: ask(part, {"arguments": draw()}), kept, count)


def draw_result(lots: random.Random, games: int, draw_share: float, better: float) -> list[int]:
    """[wins, draws, losses]; `better` is the share of the decided games that are won."""
    draws = round(games * draw_share)
    wins = round((games - draws) * better)
    return [wins, draws, games - draws - wins]


# --- expected and elo -------------------------------------------------------------------------------------

_expected_ask = _asker("expected", lambda arguments: "value")
_elo_ask = _asker("elo", lambda arguments: "all" if arguments.count(0) == 2 else "value")


def _expected_questions(lots: random.Random) -> list[Question]:
    return _asked(0, "value", lambda: [lots.choice((-1, 1)) * lots.randint(20, 700)], (), 5)


def _elo_questions(lots: random.Random) -> list[Question]:
    def some() -> list[Any]:
        return draw_result(lots, lots.randint(20, 200), lots.uniform(0.1, 0.4), lots.uniform(0.15, 0.85))

    games = lots.randint(5, 30)
    ends = [_elo_ask("all", {"arguments": arguments}) for arguments in ([games, 0, 0], [0, 0, games + 1])]
    return _asked(1, "value", some, _keeping("elo", [1.5]), 5) + ends


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


def _interval_questions(lots: random.Random) -> list[Question]:
    def some(draw_share: float) -> list[Any]:
        return draw_result(lots, lots.randint(60, 300), draw_share, lots.uniform(0.3, 0.7))

    def far() -> list[Any]:
        wins, losses = lots.randint(16, 24), 1
        return [wins, 0, losses] if lots.random() < 0.5 else [losses, 0, wins]

    keeps_two = _keeping("interval", [2])
    raises = ("an end beyond 0 or 1 raises",)
    return [
        *_asked(2, "decisive", lambda: some(0), keeps_two, 3),
        *_asked(2, "draws", lambda: some(lots.uniform(0.2, 0.5)), raises, 3),
        *_asked(2, "far", far, [name for name in keeps_two if name not in raises], 2),
    ]


# --- superiority ------------------------------------------------------------------------------------------

_superiority_ask = _asker(
    "superiority", lambda arguments: "value" if arguments[0] or arguments[2] else "none"
)


def _superiority_questions(lots: random.Random) -> list[Question]:
    def some() -> list[Any]:
        return draw_result(lots, lots.randint(20, 100), lots.uniform(0.1, 0.4), lots.uniform(0.35, 0.65))

    drawn = [_superiority_ask("none", {"arguments": [0, lots.randint(5, 40), 0]})]
    return _asked(3, "value", some, _keeping("superiority", [1.5]), 5) + drawn


# --- games needed -----------------------------------------------------------------------------------------


def _needed_ask(part: str, case: Case) -> Question:
    difference, draw_share = case["arguments"]
    if difference < 1 or not 0 <= draw_share < 1:
        raise ValueError("nothing to prove")
    right = LIBRARY.answer_case("games_needed", "call", case)["value"]
    return Question("draws" if draw_share else "decisive", "call", case, right)


def _needed_questions(lots: random.Random) -> list[Question]:
    def some(draw_share: float) -> list[Any]:
        return [lots.randint(10, 120), round(draw_share, 2)]

    keeps_one = _keeping("games_needed", [1])
    return [
        *_asked(4, "decisive", lambda: some(0), keeps_one, 3),
        *_asked(4, "draws", lambda: some(lots.uniform(0.2, 0.6)), (), 3),
    ]


def _needed_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return same_number(answer["value"], question.expected)


# --- sequential test --------------------------------------------------------------------------------------


def _sprt_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("sprt", "call", case)["value"]
    return Question("draws" if 0.5 in case["arguments"][0] else "stops", "call", case, right)


def _sprt_questions(lots: random.Random) -> list[Question]:
    def some(draw_share: float) -> list[Any]:
        elo0 = lots.choice((-50, 0, 0))
        elo1 = elo0 + lots.choice((60, 80, 100))
        better, games = lots.choice((0.3, 0.45, 0.55, 0.62, 0.75)), lots.randint(60, 160)
        results = [0.5 if lots.random() < draw_share else int(lots.random() < better) for _ in range(games)]
        return [results, elo0, elo1]

    return [
        *_asked(5, "stops", lambda: some(0), _keeping("sprt", [2]), 5),
        *_asked(5, "draws", lambda: some(0.3), (), 4),
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


LAB = Lab(
    name="lab15",
    folder="lab15-measuring",
    title="How sure is a match?",
    tasks=(
        Task(
            name="expected",
            says="the score that an Elo difference lets expect",
            parts=(Part("value", 2, "the expected score"),),
            questions=_expected_questions,
            judge=_number_judge,
            diagnose=LIBRARY.diagnose("expected"),
            hints=(
                "A player 400 points better wins ten points for each that is lost. What share of all points "
                "is that?",
                "The odds are 10 ** (difference / 400) to 1, and the share is odds / (1 + odds).",
                "1 / (1 + 10 ** (-difference / 400)): check that expected(200) is about 0.76, not 0.24.",
            ),
            library=LIBRARY,
            ask=_expected_ask,
        ),
        Task(
            name="elo",
            says="the difference that a result speaks for",
            parts=(
                Part("value", 1.5, "the Elo difference of a result with draws"),
                Part("all", 0.5, "where one side won everything"),
            ),
            questions=_elo_questions,
            judge=_number_judge,
            diagnose=LIBRARY.diagnose("elo"),
            hints=(
                "First the score, a number between 0 and 1. Then solve score = expected(difference) for the "
                "difference.",
                "1 / score - 1 = 10 ** (-difference / 400). Take the logarithm of base 10.",
                "400 * log10(score / (1 - score)); inf where the score is 1, and -inf where it is 0.",
            ),
            library=LIBRARY,
            ask=_elo_ask,
        ),
        Task(
            name="interval",
            says="how far off that may be",
            parts=(
                Part("decisive", 1, "the interval where no game was drawn"),
                Part("draws", 1, "the interval with draws"),
                Part("far", 1, "where an end is infinite"),
            ),
            questions=_interval_questions,
            judge=_interval_judge,
            diagnose=LIBRARY.diagnose("interval"),
            hints=(
                "First the interval of the score: the mean of many results, and the error of a mean. Turn "
                "the two ends into Elo last.",
                "The variance of a game is the mean of (result - score) ** 2. The standard error of the mean "
                "of n games is sqrt(variance / n).",
                "variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score ** 2) / "
                "n. The ends are the Elo of score - Z95 * error and score + Z95 * error.",
            ),
            library=LIBRARY,
            ask=_interval_ask,
        ),
        Task(
            name="superiority",
            says="the likelihood of superiority",
            parts=(
                Part("value", 1.5, "how likely the first side is the better one"),
                Part("none", 0.5, "where every game was drawn"),
            ),
            questions=_superiority_questions,
            judge=_number_judge,
            diagnose=LIBRARY.diagnose("superiority"),
            hints=(
                "Between equals every decided game is a coin. By how many standard deviations do the wins "
                "exceed the losses?",
                "Each decided game is worth +1 or -1, with variance 1. So wins - losses has the standard "
                "deviation sqrt(wins + losses).",
                "NormalDist().cdf((wins - losses) / sqrt(wins + losses)); 0.5 where nothing was decided.",
            ),
            library=LIBRARY,
            ask=_superiority_ask,
        ),
        Task(
            name="games_needed",
            says="how many games a claim needs",
            parts=(
                Part("decisive", 1, "the games needed where nobody draws"),
                Part("draws", 1, "the games needed with draws"),
            ),
            questions=_needed_questions,
            judge=_needed_judge,
            diagnose=LIBRARY.diagnose("games_needed"),
            hints=(
                "How far is the expected score from one half, and what is the standard error of n games? "
                "The first must be so many times the second.",
                "(score - 0.5) = (Z_SURE + Z_POWER) * sqrt(variance / n). Solve for n, and round up.",
                "variance = score * (1 - score) - draw_share / 4; n = ceil((Z_SURE + Z_POWER) ** 2 * "
                "variance / (score - 0.5) ** 2).",
            ),
            library=LIBRARY,
            ask=_needed_ask,
        ),
        Task(
            name="sprt",
            says="stretch: a test that stops by itself",
            parts=(
                Part("stops", 2, "the answer and the number of games"),
                Part("draws", 1, "the same with draws"),
            ),
            questions=_sprt_questions,
            judge=_sprt_judge,
            diagnose=LIBRARY.diagnose("sprt"),
            hints=(
                "Keep one sum. Every game moves it up or down, by how much more likely its result is if elo1 "
                "is true than if elo0 is.",
                "A win adds log(p1 / p0), a loss log((1 - p1) / (1 - p0)), a draw half of each. Look after "
                "every game whether the sum has reached a bound.",
                "total += result * won + (1 - result) * lost; then if total >= log(19): return 1, games.",
            ),
            library=LIBRARY,
            ask=_sprt_ask,
            smaller=_fewer_results,
            tell=_sprt_tell,
        ),
    ),
)
