"""Lab 05: negamax, and what changes where the same side moves again.

Trees without passes come from lab 03, where every half-right version shows itself by its count of nodes.
"""

from __future__ import annotations

import random
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, is_number, same_number
from gamekit.labs.common.trees import Tree, draw_before_pass, draw_tree
from gamekit.labs.lab03_alphabeta import spec as lab03
from gamekit.labs.lab05_negamax.mistakes import LIBRARY, PASSES
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
    if part == "windows":
        return lab03.is_bound(answer["value"], question.expected) and same_number(
            answer["visits"], question.expected["nodes"]
        )
    value, nodes = question.expected
    right = same_number(answer["value"], value)
    return right and same_number(answer["visits"], nodes) if part.endswith("nodes") else right


# --- negamax ----------------------------------------------------------------------------------------------


def _negamax_ask(part: str, case: dict[str, Any]) -> Question:
    return _ask("negamax", part, case)


def _negamax_questions(lots: random.Random) -> list[Question]:
    asked = []
    for number in range(8):
        turn = number % 2
        tree = lab03.draw_deep(lots, turn == 0)
        asked.append(_negamax_ask("trees-value", _case(tree, turn, -INF, INF)))
    for number in range(6):
        turn = number % 2
        tree = lab03.draw_deep(lots, turn == 0)
        value = lab03.minimax(tree, turn == 0)[0] * (1 if turn == 0 else -1)
        asked.append(_negamax_ask("windows", _case(tree, turn, *lab03.draw_window(lots, value, number % 3))))
    return asked


# --- negamax_passes ---------------------------------------------------------------------------------------


def _passes_ask(part: str, case: dict[str, Any]) -> Question:
    return _ask("negamax_passes", part, case)


def _differ(case: dict[str, Any], *changes: tuple[str, str]) -> bool:
    """Does each of these changes of the model show on this tree, by value or count?"""
    right = LIBRARY.answer_case("negamax_passes", "search_tree", case)
    for old, new in changes:
        other = LIBRARY.answer_case("negamax_passes", "search_tree", case, PASSES.replace(old, new))
        if (other["value"], other["visits"]) == (right["value"], right["visits"]):
            return False
    return True


_AGAIN = "negamax_passes(child, alpha, beta)"


def _passes_questions(lots: random.Random) -> list[Question]:
    asked: list[Question] = []
    while len(asked) < 8:
        turn = len(asked) % 2
        tree = draw_tree(lots, lots.choice((4, 4, 5)), again=0.4)
        case = _case(tree, turn, -INF, INF)
        traps = ((_AGAIN, "negamax_passes(child, -INF, INF)"), ("alpha >= beta", "alpha > beta"))
        wrong = LIBRARY.answer_case(
            "negamax_passes", "search_tree", case, PASSES.replace("to_move(child) == to_move(state)", "False")
        )
        question = _passes_ask("again-value", case)
        if wrong["value"] != question.expected[0] and (len(asked) >= 4 or _differ(case, *traps)):
            asked.append(question)
    while len(asked) < 14:
        number = len(asked)
        tree = draw_tree(lots, 4, again=0.4)
        value = LIBRARY.answer_case("negamax_passes", "search_tree", _case(tree, number % 2, -INF, INF))[
            "value"
        ]
        case = _case(tree, number % 2, *lab03.draw_window(lots, value, number % 3))
        if number > 9 or _differ(case, ("alpha >= beta", "alpha > beta")):
            asked.append(_passes_ask("windows", case))
    forgotten = PASSES.replace("is_over(state):", "is_over(state) or list(moves(state)) == [PASS]:")
    traps_left = 2
    while len(asked) < 17:
        position = draw_before_pass(lots, 54, 58)
        case = {"arguments": [position, -INF, INF]}
        question = _passes_ask("othello", case)
        other = LIBRARY.answer_case("negamax_passes", "call", case, forgotten)["value"]
        if traps_left <= 0 or other != question.expected:
            traps_left -= 1
            asked.append(question)
    return asked


# --- remembering ------------------------------------------------------------------------------------------


def _remembering_ask(part: str, case: dict[str, Any]) -> Question:
    questions = case["arguments"][1]
    values, apart = [], 0
    for depth, alpha, beta in questions:
        open_case = {**case, "arguments": ["$state", [[depth, -INF, INF]], "$guess"]}
        values.append(LIBRARY.answer_case("remembering", "search_tree", open_case)["value"][0])
        alone = {**case, "arguments": ["$state", [[depth, alpha, beta]], "$guess"]}
        apart += LIBRARY.answer_case("remembering", "search_tree", alone)["visits"] - 1
    together = LIBRARY.answer_case("remembering", "search_tree", case)["visits"]
    most = (together + apart + 1) // 2 if together < apart + 1 else apart + 1
    expected = {"values": values, "windows": questions, "most": most}
    return Question("values", "search_tree", case, expected, ("saved",))


def _remembering_questions(lots: random.Random) -> list[Question]:
    asked: list[Question] = []
    blind = LIBRARY.mistakes["remembering"][:2]  # to the kind of bound, to the depth
    while len(asked) < 4:
        turn, depth = len(asked) % 2, 3
        tree = draw_tree(lots, depth + 1, guesses=True)
        open_case = _case(tree, turn, [[depth, -INF, INF]], "$guess")
        value = LIBRARY.answer_case("remembering", "search_tree", open_case)["value"][0]
        windows = [
            [depth - 1, -INF, INF],
            [depth, value + 1, value + 3],
            [depth, value - 4, value - 2],
            [depth, -INF, INF],
            [depth, value - 1, value + 1],
        ]
        question = _remembering_ask("values", _case(tree, turn, windows, "$guess"))
        if len(asked) >= 2 or not any(
            _remembering_judge(question, "values", LIBRARY.answer("remembering", question, mistake.source))
            for mistake in blind
        ):
            asked.append(question)
    return asked


def _remembering_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    expected, found = question.expected, answer["value"]
    if part == "saved" and not (is_number(answer["visits"]) and answer["visits"] <= expected["most"]):
        return False
    return (
        type(found) is list
        and len(found) == len(expected["values"])
        and all(
            lab03.is_bound(given, {"value": value, "alpha": alpha, "beta": beta})
            for given, value, (_, alpha, beta) in zip(
                found, expected["values"], expected["windows"], strict=True
            )
        )
    )


NEGAMAX = Task(LIBRARY, "negamax", _negamax_questions, _judge, _negamax_ask)
NEGAMAX_PASSES = Task(LIBRARY, "negamax_passes", _passes_questions, _judge, _passes_ask)
REMEMBERING = Task(LIBRARY, "remembering", _remembering_questions, _remembering_judge, _remembering_ask)
LAB = Lab((NEGAMAX, NEGAMAX_PASSES, REMEMBERING), warm=("othello",))
