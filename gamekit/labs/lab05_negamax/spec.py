"""Lab 05: negamax, and what changes where the same side moves again."""

from __future__ import annotations

import random
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, same_number
from gamekit.grading.mistakes import edited
from gamekit.labs.common.cases import draw_cases, mistakes_worth
from gamekit.labs.common.trees import Tree, draw_before_pass, draw_tree, value_for_mover
from gamekit.labs.common.windows import are_bounds, draw_window, same_or_less, value_and_nodes
from gamekit.labs.lab03_alphabeta.spec import draw_deep
from gamekit.labs.lab05_negamax.mistakes import LIBRARY
from gamekit.rules import INF


def _case(tree: Tree, turn: int, *arguments: Any) -> dict[str, Any]:
    return {"tree": tree, "turn": turn, "arguments": ["$state", *arguments]}


def _ask(task: str, part: str, case: dict[str, Any]) -> Question:
    """What the model answers is right; the model is tested against the kit's own search."""
    kind, _, _ = part.partition("-")
    if part == "othello":
        case = {"arguments": case["arguments"]}
        return Question(part, "call", case, LIBRARY.answer_case(task, "call", case)["value"])
    alpha, beta = case["arguments"][1:3]
    right = LIBRARY.answer_case(task, "search_tree", case)
    if kind != "windows":
        found = (right["value"], right["visits"])
        return Question(f"{kind}-value", "search_tree", case, found, (f"{kind}-nodes",))
    wide = {**case, "arguments": ["$state", -INF, INF]}
    value = LIBRARY.answer_case(task, "search_tree", wide)["value"]
    expected = {"value": value, "nodes": right["visits"], "alpha": alpha, "beta": beta}
    return Question(part, "search_tree", case, expected)


def _judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    if part == "othello":
        return same_number(answer["value"], question.expected)
    return value_and_nodes(question, part, answer)


# --- negamax ----------------------------------------------------------------------------------------------


def _negamax_ask(part: str, case: dict[str, Any]) -> Question:
    return _ask("negamax", part, case)


def _negamax_questions(rng: random.Random) -> list[Question]:
    number = 0

    def draw(part: str) -> Question:
        nonlocal number
        number += 1
        turn, tree, window = number % 2, draw_deep(rng, rng.choice((4, 4, 4, 5, 6))), (-INF, INF)
        if part == "windows":
            value = value_for_mover(tree, turn)
            window = draw_window(rng, value, number % 3)
        return _negamax_ask(part, _case(tree, turn, *window))

    right_values = mistakes_worth(NEGAMAX, 1)
    return [
        *draw_cases(NEGAMAX, "trees-value", lambda: draw("trees-value"), right_values, 3),
        *draw_cases(NEGAMAX, "trees-nodes", lambda: draw("trees-nodes"), (), 5),
        *draw_cases(NEGAMAX, "windows", lambda: draw("windows"), (), 6),
    ]


# --- negamax_passes ---------------------------------------------------------------------------------------


def _passes_ask(part: str, case: dict[str, Any]) -> Question:
    return _ask("negamax_passes", part, case)


def _passes_questions(rng: random.Random) -> list[Question]:
    number = 0

    def draw(part: str) -> Question:
        nonlocal number
        number += 1
        tree = draw_tree(rng, rng.choice((4, 4, 5)), again=0.4)
        case = _case(tree, number % 2, -INF, INF)
        if part == "windows":
            value = LIBRARY.answer_case("negamax_passes", "search_tree", case)["value"]
            case = _case(tree, number % 2, *draw_window(rng, value, number % 3))
        return _passes_ask(part, case)

    def othello() -> Question:
        return _passes_ask("othello", {"arguments": [draw_before_pass(rng, 54, 58), -INF, INF]})

    pass_forgotten = "pass forgotten"
    only_othello, nodes = mistakes_worth(NEGAMAX_PASSES, 1), mistakes_worth(NEGAMAX_PASSES, 2)
    return [
        *draw_cases(NEGAMAX_PASSES, "again-value", lambda: draw("again-value"), (*nodes, pass_forgotten), 4),
        *draw_cases(NEGAMAX_PASSES, "again-nodes", lambda: draw("again-nodes"), (pass_forgotten,), 4),
        *draw_cases(NEGAMAX_PASSES, "windows", lambda: draw("windows"), (pass_forgotten,), 6),
        *draw_cases(NEGAMAX_PASSES, "othello", othello, (*only_othello, *nodes), 3),
    ]


# --- remembering ------------------------------------------------------------------------------------------


_RAISED = next(
    mistake.source
    for mistake in LIBRARY.mistakes["remembering"]
    if mistake.name == "compares with the raised alpha"
)
# As right as the model, and the dearest of what is right: leaves are not remembered, and bounds are hard.
_HARD = edited(
    LIBRARY.folder.answers["remembering"],
    (
        "        place = (key",
        "        if depth == 0 or is_over(state):\n            return value(evaluator, state)\n"
        "        place = (key",
    ),
    (
        "            if best > alpha:",
        "            best = min(max(best, alpha), beta)\n            if best > alpha:",
    ),
)


def _remembering_ask(part: str, case: dict[str, Any]) -> Question:
    questions = case["arguments"][1]
    values = []
    for depth, _, _ in questions:
        open_case = {**case, "arguments": ["$state", [[depth, -INF, INF]], "$guess"]}
        values.append(LIBRARY.answer_case("remembering", "search_tree", open_case)["value"][0])
    # Half of what is saved where both bounds are kept.
    visits = [
        LIBRARY.answer_case("remembering", "search_tree", case, each)["visits"] for each in (_HARD, _RAISED)
    ]
    expected = {"values": values, "windows": questions, "most": sum(visits) // 2}
    return Question("values", "search_tree", case, expected, ("saved",))


def _remembering_questions(rng: random.Random) -> list[Question]:
    turn = 0

    def draw() -> Question:
        nonlocal turn
        turn, depth = 1 - turn, 3
        tree = draw_tree(rng, depth + 1, early=0.05, guesses=True)
        value = value_for_mover(tree, turn, depth)
        windows = [
            [depth - 1, -INF, INF],
            [depth, value + 1, value + 3],
            [depth, value - 4, value - 2],
            [depth, -INF, INF],
            *([depth, value - less, value + 1] for less in (1, 2, 3, 4)),
            [depth - 1, -INF, INF],  # once more: who believes deeper entries says something else now
        ]
        return _remembering_ask("values", _case(tree, turn, windows, "$guess"))

    return [
        *draw_cases(REMEMBERING, "values", draw, mistakes_worth(REMEMBERING, 1), 2),
        *draw_cases(REMEMBERING, "saved", draw, (), 2),
    ]


def _remembering_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    expected = question.expected
    if part == "saved" and not same_or_less(answer["visits"], expected["most"]):
        return False
    return are_bounds(answer["value"], expected["values"], expected["windows"])


NEGAMAX = Task(LIBRARY, "negamax", _negamax_questions, _judge, _negamax_ask)
NEGAMAX_PASSES = Task(LIBRARY, "negamax_passes", _passes_questions, _judge, _passes_ask)
REMEMBERING = Task(LIBRARY, "remembering", _remembering_questions, _remembering_judge, _remembering_ask)
LAB = Lab((NEGAMAX, NEGAMAX_PASSES, REMEMBERING), warm=("othello",))
