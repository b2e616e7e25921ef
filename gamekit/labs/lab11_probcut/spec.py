"""Lab 11: ProbCut. Fit a line to pairs of values, turn it into thresholds, count cuts and errors, search.

Pairs are drawn about a line. In the trees for the search each node's guess is its value and some noise, as a
fair evaluator's would be.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, close_number, same_number
from gamekit.labs.common.cases import draw_cases, mistakes_worth
from gamekit.labs.common.floats import rounded
from gamekit.labs.common.trees import Tree, draw_tree
from gamekit.labs.lab11_probcut.mistakes import LIBRARY, RIGHT_VERSIONS

TOLERANCE = 1e-6
Case = dict[str, Any]


def _call(task: str, part: str, case: Case, also: tuple[str, ...]) -> Question:
    """What the model answers is right."""
    return Question(part, "call", case, LIBRARY.answer_case(task, "call", case)["value"], also)


def _tell(name: str) -> Callable[[Question, Any, Any], str]:
    """A wrong case as a call, with both answers."""

    def tell(question: Question, given: Any, right: Any) -> str:
        arguments = ", ".join(str(argument) for argument in question.case["arguments"])
        yours = (
            tuple(rounded(given["value"])) if _is_list(given) else "something else" if given else "an error"
        )
        return (
            f"A small case on which it goes wrong:\n    {name}({arguments})\n"
            f"    right: {tuple(rounded(right['value']))}\n    yours: {yours}"
        )

    return tell


def _is_list(given: Any) -> bool:
    return isinstance(given, dict) and isinstance(given["value"], list)


# --- fit --------------------------------------------------------------------------------------------------


def draw_pairs(rng: random.Random, count: int) -> list[list[int]]:
    """Pairs about a line."""
    a, b, noise = rng.uniform(0.6, 1.4), rng.choice((-1, 1)) * rng.uniform(5, 20), rng.uniform(2, 8)
    xs = [rng.randint(-40, 60) for _ in range(count)]
    return [[x, round(a * x + b + rng.gauss(0, noise))] for x in xs]


def _fit_ask(part: str, case: Case) -> Question:
    (pairs,) = case["arguments"]
    if len(pairs) < 4 or len({x for x, _ in pairs}) < 3:
        raise ValueError("no line is fitted to so few pairs")
    return _call("fit", "line", case, ("spread",))


def _fit_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        return _fit_ask("line", {"arguments": [draw_pairs(rng, rng.randint(6, 20))]})

    task = FIT
    right_line = mistakes_worth(FIT, 2)
    asked = draw_cases(task, "line", draw, right_line, 4)
    return asked + draw_cases(task, "spread", draw, ("a and b exchanged",), 2)


def _fit_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found, wanted = answer["value"], question.expected
    if type(found) is not list or len(found) != 3:
        return False
    right = [close_number(given, number, TOLERANCE) for given, number in zip(found, wanted, strict=True)]
    return right[0] and right[1] if part == "line" else right[2]


def _fewer_pairs(case: Case) -> Iterator[Case]:
    pairs, *others = case["arguments"]
    for place in range(len(pairs)):
        yield {**case, "arguments": [pairs[:place] + pairs[place + 1 :], *others]}


# --- thresholds -------------------------------------------------------------------------------------------


def _thresholds_ask(part: str, case: Case) -> Question:
    return _call("thresholds", "low", case, ("high",))


def draw_fit(rng: random.Random, noise: float) -> list[float]:
    """[a, b, sigma] as a fit might give them; six figures, so that no threshold is a whole number."""
    b = rng.choice((-1, 1)) * rng.uniform(1.2, 2) * noise
    return [round(rng.choice((0.8, 1.2)) + rng.uniform(-0.1, 0.1), 6), round(b, 6), round(noise, 6)]


def _thresholds_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        alpha = rng.randint(-40, 40)
        beta = alpha + rng.choice((1, 1, 2, 5, 20))
        arguments = [alpha, beta, *draw_fit(rng, rng.uniform(2, 8)), rng.choice((1.2, 1.4, 1.5, 2.0))]
        return _thresholds_ask("low", {"arguments": arguments})

    task = THRESHOLDS
    return [
        *draw_cases(task, "low", draw, ("rounds both down",), 4),
        *draw_cases(task, "high", draw, ("rounds both up",), 4),
    ]


def _two_judge(names: tuple[str, str]) -> Callable[[Question, str, dict[str, Any]], bool]:
    """Two whole numbers, each of which decides a part."""

    def judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
        found, place = answer["value"], names.index(part)
        if type(found) is not list or len(found) != 2:
            return False
        return same_number(found[place], question.expected[place])

    return judge


# --- cuts and errors --------------------------------------------------------------------------------------


def _cuts_ask(part: str, case: Case) -> Question:
    return _call("cuts_and_errors", "cuts", case, ("errors",))


def _cuts_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        alpha = rng.randint(-5, 5)
        beta = alpha + rng.randint(1, 6)
        low, high = alpha - rng.randint(1, 4), beta + rng.randint(1, 4)
        pairs = []
        for _ in range(rng.randint(8, 14)):
            shallow = rng.choice((low, high, rng.randint(low - 8, high + 8)))
            deep = rng.choice(
                (alpha, beta, shallow + round(rng.gauss(0, 5)), shallow + round(rng.gauss(0, 5)))
            )
            pairs.append([shallow, deep])
        return _cuts_ask("cuts", {"arguments": [pairs, alpha, beta, low, high]})

    task = CUTS_AND_ERRORS
    right_cuts = [mistake.name for mistake in LIBRARY.mistakes["cuts_and_errors"] if mistake.points]
    return [
        *draw_cases(task, "cuts", draw, right_cuts, 4),
        *draw_cases(task, "errors", draw, (), 4),
    ]


# --- probcut ----------------------------------------------------------------------------------------------


def with_guesses(tree: Tree, rng: random.Random, noise: float, maximising: bool) -> tuple[Tree, int]:
    """The tree with a guess at each node that is its value and some noise; and the value of the root."""
    if isinstance(tree, int):
        return tree, tree
    below = [with_guesses(child, rng, noise, not maximising) for child in tree]
    value = (max if maximising else min)(found for _, found in below)
    return [{"guess": value + round(rng.gauss(0, noise))}, *(child for child, _ in below)], value


def _probcut_ask(part: str, case: Case) -> Question:
    answers = [LIBRARY.answer_case("probcut", "search_tree", case, version) for version in RIGHT_VERSIONS]
    _, _, alpha, beta, *_ = case["arguments"]
    expected = {
        "found": answers[0]["value"],
        "nodes": sorted({answer["visits"] for answer in answers}),
        "alpha": alpha,
        "beta": beta,
    }
    if part == "off":
        return Question("off", "search_tree", case, expected)
    return Question("value", "search_tree", case, expected, ("nodes",))


def _probcut_questions(rng: random.Random) -> list[Question]:
    number = 0

    def draw(is_on: bool) -> Question:
        nonlocal number
        number += 1
        turn, noise, depth = number % 2, rng.uniform(1.5, 3), rng.choice((3, 4))
        tree, value = with_guesses(draw_tree(rng, depth, early=0.02, numbers=12), rng, noise, turn == 0)
        value = value if turn == 0 else -value
        alpha = value - rng.randint(-6, 8)
        beta = alpha + rng.randint(1, 4)
        # No fit is about the depth of a shallow search: that one may believe a look of its own, or not.
        fits = [[3, 1, *draw_fit(rng, 0.6)], [4, 2, *draw_fit(rng, 0.5)]] if is_on else []
        arguments = ["$state", depth, alpha, beta, "$guess", fits, 1.2]
        return _probcut_ask("value" if is_on else "off", {"tree": tree, "turn": turn, "arguments": arguments})

    task = PROBCUT
    every = [mistake.name for mistake in LIBRARY.mistakes["probcut"]]
    asked = draw_cases(task, "off", lambda: draw(False), every, 3)
    right_value = ("the shallow search has an open window",)
    asked += draw_cases(task, "value", lambda: draw(True), right_value, 5)
    return asked + draw_cases(task, "nodes", lambda: draw(True), (), 2)


def _probcut_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """A value outside the window is a bound: it counts as the edge that it lies beyond."""
    wanted = question.expected
    alpha, beta = wanted["alpha"], wanted["beta"]
    found = answer["value"]
    if type(found) not in (int, float):
        return False
    if min(max(found, alpha), beta) != min(max(wanted["found"], alpha), beta):
        return False
    return part == "value" or answer["visits"] in wanted["nodes"]


FIT = Task(LIBRARY, "fit", _fit_questions, _fit_judge, _fit_ask, smaller=_fewer_pairs, tell=_tell("fit"))
THRESHOLDS = Task(
    LIBRARY,
    "thresholds",
    _thresholds_questions,
    _two_judge(("low", "high")),
    _thresholds_ask,
    tell=_tell("thresholds"),
)
CUTS_AND_ERRORS = Task(
    LIBRARY,
    "cuts_and_errors",
    _cuts_questions,
    _two_judge(("cuts", "errors")),
    _cuts_ask,
    smaller=_fewer_pairs,
    tell=_tell("cuts_and_errors"),
)
PROBCUT = Task(LIBRARY, "probcut", _probcut_questions, _probcut_judge, _probcut_ask)
LAB = Lab((FIT, THRESHOLDS, CUTS_AND_ERRORS, PROBCUT))
