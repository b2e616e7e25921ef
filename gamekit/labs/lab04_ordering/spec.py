"""Lab 04: the order of moves, and killers, with exact node counts."""

from __future__ import annotations

import random
from typing import Any

from gamekit.grading.lab import Lab, Question, Task
from gamekit.labs.common.cases import draw_cases, mistakes_worth, same_value
from gamekit.labs.common.trees import Tree, draw_tree
from gamekit.labs.common.windows import value_and_nodes
from gamekit.labs.lab04_ordering.mistakes import LIBRARY


def _case(tree: Tree, turn: int, *arguments: Any) -> dict[str, Any]:
    return {"tree": tree, "turn": turn, "arguments": ["$state", *arguments]}


# --- order_moves ------------------------------------------------------------------------------------------


def _order_ask(part: str, case: dict[str, Any]) -> Question:
    right = LIBRARY.answer_case("order_moves", "search_tree", case)["value"]
    return Question(part, "search_tree", case, right)


def _order_questions(rng: random.Random) -> list[Question]:
    asked: list[Question] = []
    while len(asked) < 8:
        number = len(asked)
        wants_tie = number >= 4
        count = rng.randint(3, 6)
        guesses = [rng.randint(-2, 2) if wants_tie else rng.randint(-99, 99) for _ in range(count)]
        # Some children are leaves, where the evaluator knows.
        tree = [guess if rng.random() < 0.3 else [{"guess": guess}, 0, 1] for guess in guesses]
        question = _order_ask("ties" if wants_tie else "order", _case(tree, number % 2, "$guess"))
        is_sorted = question.expected in (list(range(count)), list(range(count))[::-1])
        if (len(set(guesses)) < count) == wants_tie and len(set(guesses)) > 1 and not is_sorted:
            asked.append(question)
    return asked


def _order_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found = answer["value"]
    return type(found) is list and all(type(move) is int for move in found) and found == question.expected


# --- remember_killer --------------------------------------------------------------------------------------


def _remember_questions(rng: random.Random) -> list[Question]:
    one, two, three = rng.sample(range(1, 60), 3)
    cases = [([], one), ([one], two), ([one], one), ([one, two], three), ([one, two], two), ([one, two], one)]
    asked = []
    for killers, move in cases:
        case = {"arguments": [killers, move]}
        right = LIBRARY.answer_case("remember_killer", "call", case)["value"]
        asked.append(Question("list", "call_and_look", case, right, ("untouched",)))
    return asked


def _remember_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    if part == "untouched":
        is_made = type(answer["value"]) is list and question.case["arguments"][1] in answer["value"]
        return (
            is_made
            and answer["shared"] == answer["returned"] == 0
            and bool(answer["after"] == question.case["arguments"])
        )
    return type(answer["value"]) is list and bool(answer["value"] == question.expected)


# --- killer_search ----------------------------------------------------------------------------------------


def _killer_ask(part: str, case: dict[str, Any]) -> Question:
    if case["arguments"][1] < 1:
        raise ValueError("a search looks at least one ply ahead")
    right = LIBRARY.answer_case("killer_search", "search_tree", case)
    return Question("value", "search_tree", case, (right["value"], right["visits"]), ("nodes",))


def _killer_questions(rng: random.Random) -> list[Question]:
    turn = 0

    def draw() -> Question:
        nonlocal turn
        turn, depth = 1 - turn, rng.choice((4, 5))
        tree = draw_tree(rng, depth + 1, early=0.05, guesses=True)
        return _killer_ask("value", _case(tree, turn, depth, turn == 0, "$guess"))

    right_values = mistakes_worth(KILLER_SEARCH, 1)
    return [
        *draw_cases(KILLER_SEARCH, "value", draw, right_values, 2),
        *draw_cases(KILLER_SEARCH, "nodes", draw, (), 4),
    ]


# --- fewest_leaves ----------------------------------------------------------------------------------------


def _fewest_questions(rng: random.Random) -> list[Question]:
    asked = []
    for depth in (1, 2, 3, 4, 5, 8):
        case = {"arguments": [rng.randint(2, 40), depth]}
        right = LIBRARY.answer_case("fewest_leaves", "call", case)["value"]
        asked.append(Question("leaves", "call", case, right))
    return asked


ORDER_MOVES = Task(LIBRARY, "order_moves", _order_questions, _order_judge, _order_ask)
REMEMBER_KILLER = Task(LIBRARY, "remember_killer", _remember_questions, _remember_judge)
KILLER_SEARCH = Task(LIBRARY, "killer_search", _killer_questions, value_and_nodes, _killer_ask)
FEWEST_LEAVES = Task(LIBRARY, "fewest_leaves", _fewest_questions, same_value)
LAB = Lab((ORDER_MOVES, REMEMBER_KILLER, KILLER_SEARCH, FEWEST_LEAVES))
