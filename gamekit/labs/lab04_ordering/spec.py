"""Lab 04: the order of moves, and killers, with exact node counts."""

from __future__ import annotations

import random
from typing import Any

from gamekit.grading.lab import Lab, Part, Question, Task, same_number
from gamekit.labs.common.trees import Tree, draw_tree
from gamekit.labs.lab04_ordering.mistakes import LIBRARY


def _case(tree: Tree, turn: int, *arguments: Any) -> dict[str, Any]:
    return {"tree": tree, "turn": turn, "arguments": ["$state", *arguments]}


# --- order_moves ------------------------------------------------------------------------------------------


def _order_ask(part: str, case: dict[str, Any]) -> Question:
    right = LIBRARY.answer_case("order_moves", "search_tree", case)["value"]
    return Question(part, "search_tree", case, right)


def _order_questions(lots: random.Random) -> list[Question]:
    asked: list[Question] = []
    while len(asked) < 8:
        number = len(asked)
        wants_tie = number >= 4
        count = lots.randint(3, 6)
        guesses = [lots.randint(-2, 2) if wants_tie else lots.randint(-99, 99) for _ in range(count)]
        # Some children are leaves, where the evaluator knows.
        tree = [guess if lots.random() < 0.3 else [{"guess": guess}, 0, 1] for guess in guesses]
        question = _order_ask("ties" if wants_tie else "order", _case(tree, number % 2, "$guess"))
        is_sorted = question.expected in (list(range(count)), list(range(count))[::-1])
        if (len(set(guesses)) < count) == wants_tie and len(set(guesses)) > 1 and not is_sorted:
            asked.append(question)
    return asked


def _order_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found = answer["value"]
    return type(found) is list and all(type(move) is int for move in found) and found == question.expected


# --- remember_killer --------------------------------------------------------------------------------------


def _remember_questions(lots: random.Random) -> list[Question]:
    one, two, three = lots.sample(range(1, 60), 3)
    cases = [([], one), ([one], two), ([one], one), ([one, two], three), ([one, two], two), ([one, two], one)]
    asked = []
    for killers, move in cases:
        case = {"arguments": [killers, move]}
        right = LIBRARY.answer_case("remember_killer", "call", case)["value"]
        asked.append(Question("list", "call_and_look", case, right, ("untouched",)))
    return asked


def _remember_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    if part == "untouched":
        return type(answer["value"]) is list and bool(answer["after"] == question.case["arguments"])
    return type(answer["value"]) is list and bool(answer["value"] == question.expected)


# --- killer_search ----------------------------------------------------------------------------------------

_TRAPS = LIBRARY.mistakes["killer_search"]


def _killer_ask(part: str, case: dict[str, Any]) -> Question:
    if case["arguments"][1] < 1:
        raise ValueError("a search looks at least one ply ahead")
    right = LIBRARY.answer_case("killer_search", "search_tree", case)
    return Question("value", "search_tree", case, (right["value"], right["visits"]), ("nodes",))


def _killer_questions(lots: random.Random) -> list[Question]:
    """Together they tell every known mistake apart: each question is one on which the next one shows."""
    asked: list[Question] = []
    while len(asked) < max(6, len(_TRAPS)):
        turn, depth = len(asked) % 2, lots.choice((4, 5))
        tree = draw_tree(lots, depth, early=0.05, guesses=True)
        question = _killer_ask("value", _case(tree, turn, depth, turn == 0, "$guess"))
        trap = _TRAPS[len(asked) % len(_TRAPS)]
        given = LIBRARY.answer("killer_search", question, trap.source)
        if given is None or (given["value"], given["visits"]) != question.expected:
            asked.append(question)
    return asked


def _killer_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    value, nodes = question.expected
    right = same_number(answer["value"], value)
    return right and same_number(answer["visits"], nodes) if part == "nodes" else right


# --- fewest_leaves ----------------------------------------------------------------------------------------


def _fewest_questions(lots: random.Random) -> list[Question]:
    asked = []
    for depth in (1, 2, 3, 4, 5, 8):
        case = {"arguments": [lots.randint(2, 40), depth]}
        right = LIBRARY.answer_case("fewest_leaves", "call", case)["value"]
        asked.append(Question("leaves", "call", case, right))
    return asked


def _fewest_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return same_number(answer["value"], question.expected)


LAB = Lab(
    name="lab04",
    folder="lab04-ordering",
    title="Move ordering and killers",
    tasks=(
        Task(
            name="order_moves",
            says="moves in the order of what they promise",
            parts=(
                Part("order", 1, "the most promising move first"),
                Part("ties", 1, "equal moves stay in their order"),
            ),
            questions=_order_questions,
            judge=_order_judge,
            diagnose=LIBRARY.diagnose("order_moves"),
            hints=(
                "Python's sorted takes a key: a function that says what each item is sorted by.",
                "Play the move, ask the evaluator about the child. For whom does that value speak?",
                "sorted(moves(state), key=lambda move: value(evaluator, play(state, move))): small for "
                "them is good for you, and sorted keeps equal items in their order.",
            ),
            library=LIBRARY,
            ask=_order_ask,
        ),
        Task(
            name="remember_killer",
            says="two killers, first in first out",
            parts=(
                Part("list", 1, "the newest first, at most two, none twice"),
                Part("untouched", 1, "the list that was given stays as it was"),
            ),
            questions=_remember_questions,
            judge=_remember_judge,
            diagnose=LIBRARY.diagnose("remember_killer"),
            hints=(
                "Three cases: the move is there already; there is room; there is none.",
                "[move, *killers] is a new list with the move before the others.",
                "If move in killers: return list(killers). Else: return [move, *killers][:2].",
            ),
            library=LIBRARY,
        ),
        Task(
            name="killer_search",
            says="alpha-beta with killers",
            parts=(
                Part("value", 1, "the value"),
                Part("nodes", 2, "exactly the nodes that must be visited"),
            ),
            questions=_killer_questions,
            judge=_killer_judge,
            diagnose=LIBRARY.diagnose("killer_search"),
            hints=(
                "Begin with your alphabeta from lab 03, a depth limit added. Where in it is the order of "
                "moves decided, and where does a cut happen?",
                "killers = [[] for _ in range(depth + 1)], one list for each depth that is left. An inner "
                "function can use it.",
                "first = [move for move in killers[depth] if move in legal]; try first, then the other "
                "legal moves. At the cut: killers[depth] = remember_killer(killers[depth], move).",
            ),
            library=LIBRARY,
            ask=_killer_ask,
        ),
        Task(
            name="fewest_leaves",
            says="stretch: how few leaves alpha-beta can do with",
            parts=(Part("leaves", 1, "the fewest leaves for a branching factor and a depth"),),
            questions=_fewest_questions,
            judge=_fewest_judge,
            diagnose=LIBRARY.diagnose("fewest_leaves"),
            hints=(
                "To know that a value is right you need a proof from below and a proof from above.",
                "One proof fixes the moves of one side and tries all of the other: b * 1 * b * 1 ...",
                "b^ceil(d/2) + b^floor(d/2) - 1, since the two proofs share one leaf. In Python: (d + 1) "
                "// 2 and d // 2.",
            ),
            library=LIBRARY,
        ),
    ),
)
