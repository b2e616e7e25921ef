"""Lab 10: null windows, in principal variation search and in MTD(f).

Every case is a tree of four or five levels, drawn so that each known mistake shows on one of them. For PVS
several counts of nodes are right: fail-soft or fail-hard, and a second search that begins at alpha or at
what the null window has found.
"""

from __future__ import annotations

import random
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, is_number, same_number
from gamekit.grading.mistakes import edited
from gamekit.grading.shrinking import inner
from gamekit.labs.common.cases import draw_cases
from gamekit.labs.common.trees import Tree, draw_tree, value_for_mover
from gamekit.labs.common.windows import draw_window, halfway, is_bound, saves
from gamekit.labs.lab10_null_windows.mistakes import FOLDER, LIBRARY, RIGHT_VERSIONS, looks
from gamekit.rules import INF

NUMBERS = 12  # leaves lie between -12 and 12


def _case(tree: Tree, turn: int, *arguments: Any) -> dict[str, Any]:
    return {"tree": tree, "turn": turn, "arguments": ["$state", *arguments]}


# --- pvs --------------------------------------------------------------------------------------------------

# Mistakes that cost nothing in a part: right values after more nodes than are needed.
_RIGHT_VALUES = (
    "plain alpha-beta",
    "the first move gets a null window too",
    "searches again although the answer was no",
    "searches again although beta is reached",
    "> for >= at the cut",
)


def _pvs_ask(part: str, case: dict[str, Any]) -> Question:
    alpha, beta = case["arguments"][1:3]
    found = [LIBRARY.answer_case("pvs", "search_tree", case, version) for version in RIGHT_VERSIONS]
    expected = {
        "value": value_for_mover(case["tree"], case["turn"]),
        "nodes": sorted({looks(case["tree"], answer["order"]) for answer in found}),
        "alpha": alpha,
        "beta": beta,
    }
    if part == "windows":
        return Question(part, "search_tree", case, expected)
    return Question("value", "search_tree", case, expected, ("nodes",))


def _pvs_questions(rng: random.Random) -> list[Question]:
    number = 0

    def draw_open() -> Question:
        nonlocal number
        number += 1
        tree = draw_tree(rng, rng.choice((3, 4, 4)), early=0.03, numbers=NUMBERS)
        return _pvs_ask("value", _case(tree, number % 2, -INF, INF))

    def draw_narrow() -> Question:
        nonlocal number
        number += 1
        tree = draw_tree(rng, rng.choice((3, 4)), early=0.03, numbers=NUMBERS)
        value = value_for_mover(tree, number % 2)
        alpha, beta = draw_window(rng, value, rng.choice((0, 1, 1, 2)))
        return _pvs_ask("windows", _case(tree, number % 2, alpha, beta))

    task = PVS
    asked = draw_cases(task, "value", draw_open, _RIGHT_VALUES, 5)
    asked += draw_cases(task, "nodes", draw_open, (), 3)
    return asked + draw_cases(task, "windows", draw_narrow, (), 5)


def _pvs_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    if not is_bound(answer["value"], question.expected):
        return False
    return part == "value" or looks(question.case["tree"], answer["order"]) in question.expected["nodes"]


# --- mtdf and aspiration ----------------------------------------------------------------------------------


def _windows_ask(task: str, part: str, case: dict[str, Any]) -> Question:
    """The part is about the value; the same question decides the windows too."""
    right = LIBRARY.answer_case(task, "search_tree", case)
    forgetful = edited(FOLDER.answers[task], ("= ask(", "= asker(state)("))
    apart = LIBRARY.answer_case(task, "search_tree", case, forgetful)
    expected = {"value": value_for_mover(case["tree"], case["turn"]), "windows": right["value"][1]}
    expected |= halfway(right, apart)  # all questions are put to one memory
    kind = part
    if part == "windows":
        kind = "value" if task == "aspiration" else "below"
    return Question(kind, "search_tree", case, expected, ("windows",))


def _windows_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    value, windows = answer["value"]
    if not same_number(value, question.expected["value"]):
        return False
    return part != "windows" or (
        saves(answer, question.expected)
        and type(windows) is list
        and len(windows) == len(question.expected["windows"])
        and all(
            len(window) == 2 and all(map(is_number, window)) and window == wanted
            for window, wanted in zip(windows, question.expected["windows"], strict=True)
        )
    )


def _mtdf_ask(part: str, case: dict[str, Any]) -> Question:
    return _windows_ask("mtdf", part, case)


_RIGHT_MTDF = (
    "the bounds take beta, not the answer",
    "beta in place of the answer",
    "the first guess is not used",
    "one question with an open window",
    "the window has width two",
)


def _mtdf_questions(rng: random.Random) -> list[Question]:
    number = 0

    def drawer(part: str) -> Question:
        nonlocal number
        number += 1
        tree = draw_tree(rng, rng.choice((3, 4)), early=0.03, numbers=NUMBERS)
        off = rng.randint(1, 8) if part == "above" else -rng.choice((0, 0, 1, 2, 4, 8))
        return _mtdf_ask(part, _case(tree, number % 2, value_for_mover(tree, number % 2) + off))

    task = MTDF
    asked = draw_cases(
        task,
        "above",
        lambda: drawer("above"),
        (*_RIGHT_MTDF, "beta = g for ever", "returns beta, not the value"),
        4,
    )
    asked += draw_cases(task, "below", lambda: drawer("below"), (*_RIGHT_MTDF, "the guess never moves"), 4)
    return asked + draw_cases(task, "windows", lambda: drawer(rng.choice(("above", "below"))), (), 2)


def _aspiration_ask(part: str, case: dict[str, Any]) -> Question:
    return _windows_ask("aspiration", part, case)


def _aspiration_questions(rng: random.Random) -> list[Question]:
    number = 0

    def draw() -> Question:
        nonlocal number
        number += 1
        tree = draw_tree(rng, rng.choice((3, 4)), early=0.03, numbers=NUMBERS)
        width = rng.randint(2, 4)
        guess = value_for_mover(tree, number % 2) + rng.randint(-3 * width, 3 * width)
        return _aspiration_ask("value", _case(tree, number % 2, guess, width))

    task = ASPIRATION
    kept = ("opens both sides", "the width is not used", "the window moves instead of opening")
    return [
        *draw_cases(task, "value", draw, kept, 5),
        *draw_cases(task, "windows", draw, (), 3),
    ]


# --- mtdf_move --------------------------------------------------------------------------------------------

_FORGETFUL = ("a question teaches the next one nothing",)
_ANOTHER_MOVE = (
    "the move of a no",
    "the move of the first yes",
    "the first move there is",
)


def _move_ask(part: str, case: dict[str, Any]) -> Question:
    """Any move that is worth the value is right; half of what the memory saves must be saved."""
    tree, turn = case["tree"], case["turn"]
    value = value_for_mover(tree, turn)
    best = [move for move, child in enumerate(inner(tree)) if -value_for_mover(child, 1 - turn) == value]
    versions = {mistake.name: mistake.source for mistake in LIBRARY.mistakes["mtdf_move"]}
    model, forgetful = (
        LIBRARY.answer_case("mtdf_move", "search_tree", case, source)
        for source in (None, versions[_FORGETFUL[0]])
    )
    expected = {"value": value, "best": best, **halfway(model, forgetful)}
    return Question("value", "search_tree", case, expected, ("move", "memory"))


def _move_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    value, move = answer["value"]
    if not same_number(value, question.expected["value"]):
        return False
    if part == "move":
        return is_number(move) and move in question.expected["best"]
    return part != "memory" or saves(answer, question.expected)


def _move_questions(rng: random.Random) -> list[Question]:
    number = 0

    def draw() -> Question:
        nonlocal number
        number += 1
        while True:
            tree = draw_tree(rng, rng.choice((3, 4)), early=0.03, numbers=NUMBERS)
            guess = value_for_mover(tree, number % 2) + rng.randint(-8, 8)
            question = _move_ask("value", _case(tree, number % 2, guess))
            model = LIBRARY.answer("mtdf_move", question)
            if (
                len(question.expected["best"]) < len(inner(tree))
                and question.expected["most"] > model["visits"]
            ):
                return question

    task = MTDF_MOVE
    return [
        *draw_cases(task, "value", draw, (*_FORGETFUL, *_ANOTHER_MOVE), 3),
        *draw_cases(task, "move", draw, _FORGETFUL, 3),
        *draw_cases(task, "memory", draw, _ANOTHER_MOVE, 3),
    ]


PVS = Task(LIBRARY, "pvs", _pvs_questions, _pvs_judge, _pvs_ask)
MTDF = Task(LIBRARY, "mtdf", _mtdf_questions, _windows_judge, _mtdf_ask)
ASPIRATION = Task(LIBRARY, "aspiration", _aspiration_questions, _windows_judge, _aspiration_ask)
MTDF_MOVE = Task(LIBRARY, "mtdf_move", _move_questions, _move_judge, _move_ask)
LAB = Lab((PVS, MTDF, MTDF_MOVE, ASPIRATION))
