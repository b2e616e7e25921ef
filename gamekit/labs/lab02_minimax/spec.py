"""Lab 02: minimax with a depth limit, on trees whose nodes carry a guess for the evaluator."""

from __future__ import annotations

import random
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, same_number
from gamekit.labs.common.trees import Tree, draw_position, draw_tree
from gamekit.labs.lab02_minimax.mistakes import LIBRARY


def minimax(tree: Tree, depth: int, maximising: bool) -> tuple[int, int]:
    """(value for the first player, nodes): inner nodes are worth their guess at depth 0.

    >>> minimax([{"guess": 7}, [5, 3], [1, 9]], 2, True), minimax([{"guess": 7}, [5, 3], [1, 9]], 0, True)
    ((3, 7), (7, 1))
    """
    if not isinstance(tree, list):
        return tree, 1
    known = tree[0] if isinstance(tree[0], dict) else {}
    if depth == 0:
        return known.get("guess", 0), 1
    below = [minimax(child, depth - 1, not maximising) for child in (tree[1:] if known else tree)]
    return (max if maximising else min)(value for value, _ in below), 1 + sum(nodes for _, nodes in below)


def _case(tree: Tree, depth: int, maximising: bool) -> dict[str, Any]:
    arguments = ["$state", depth, maximising, "$guess"]
    return {"tree": tree, "turn": 0 if maximising else 1, "arguments": arguments}


def _moves_of(tree: Tree) -> list[Tree]:
    children: list[Tree] = tree[1:] if isinstance(tree[0], dict) else tree
    return children


# --- minimax ----------------------------------------------------------------------------------------------


def _minimax_ask(part: str, case: dict[str, Any]) -> Question:
    depth, maximising = case["arguments"][1:3]
    if depth < 0:
        raise ValueError("there is no negative depth")
    expected = minimax(case["tree"], depth, maximising)
    kind = "limited" if part == "nodes" else part
    return Question(kind, "search_tree", case, expected, ("nodes",) if kind == "limited" else ())


def _tells(tree: Tree, depth: int, maximising: bool) -> bool:
    """Would another depth, or the first child alone, give another value?"""
    value, first = minimax(tree, depth, maximising)[0], tree
    while isinstance(first, list):
        first = _moves_of(first)[0]
    return value not in (0, first, minimax(tree, depth - 1, maximising)[0])


def _minimax_questions(lots: random.Random) -> list[Question]:
    asked: list[Question] = []
    while len(asked) < 5:  # to the end of the game
        levels, maximising = lots.choice((2, 3, 4)), len(asked) % 2 == 0
        tree = draw_tree(lots, levels, guesses=True)
        if _tells(tree, levels, maximising):
            asked.append(_minimax_ask("whole", _case(tree, levels, maximising)))
    while len(asked) < 11:  # stopped in the middle
        levels, maximising = lots.choice((4, 4, 5)), len(asked) % 2 == 0
        tree, depth = draw_tree(lots, levels, guesses=True), levels - 2
        deeper = {minimax(tree, more, maximising)[0] for more in (depth + 1, depth + 2)}
        if minimax(tree, depth, maximising)[0] not in deeper and _tells(tree, depth, maximising):
            asked.append(_minimax_ask("nodes", _case(tree, depth, maximising)))
    while len(asked) < 16:  # some games end before the depth does
        levels, maximising = lots.choice((3, 4)), len(asked) % 2 == 0
        tree = draw_tree(lots, levels, early=0.3, guesses=True)
        ends_early = any(not isinstance(child, list) for child in _moves_of(tree))
        if ends_early and _tells(tree, levels, maximising):
            asked.append(_minimax_ask("early", _case(tree, levels, maximising)))
    return asked


def _minimax_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    value, nodes = question.expected
    right = same_number(answer["value"], value)
    return right and same_number(answer["visits"], nodes) if part == "nodes" else right


# --- best_moves -------------------------------------------------------------------------------------------


def _best_ask(part: str, case: dict[str, Any]) -> Question:
    depth, maximising = case["arguments"][1:3]
    if depth < 1:
        raise ValueError("no move can be chosen without looking at one")
    values = [minimax(child, depth - 1, not maximising)[0] for child in _moves_of(case["tree"])]
    best = max(values) if maximising else min(values)
    expected = [move for move, value in enumerate(values) if value == best]
    return Question("moves", "search_tree", case, expected, ("ties",) if part == "ties" else ())


def _best_questions(lots: random.Random) -> list[Question]:
    asked: list[Question] = []
    while len(asked) < 8:
        number = len(asked)
        levels, maximising = lots.choice((2, 3, 4)), number % 2 == 0
        wants_tie = number >= 4
        tree = draw_tree(lots, levels, guesses=True, numbers=3 if wants_tie else 9)
        depth = max(1, levels - number % 2)
        question = _best_ask("ties" if wants_tie else "moves", _case(tree, depth, maximising))
        every = len(_moves_of(tree))
        other_depth = _best_ask("moves", _case(tree, depth + 1, maximising)).expected
        is_fit = wants_tie == (len(question.expected) > 1) and len(question.expected) < every
        if is_fit and (wants_tie or number % 2 == 0 or not set(other_depth) <= set(question.expected)):
            asked.append(question)
    return asked


def _best_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found = answer["value"]
    if type(found) is not list or not found or any(type(move) is not int for move in found):
        return False
    return sorted(found) == question.expected if part == "ties" else set(found) <= set(question.expected)


# --- solve ------------------------------------------------------------------------------------------------


def _solve_ask(part: str, case: dict[str, Any]) -> Question:
    return Question(
        "value", "call", case, LIBRARY.answer_case("solve", "call", case)["value"], ("positions",)
    )


def _solve_questions(lots: random.Random) -> list[Question]:
    asked: list[Question] = []
    outcomes: set[int] = set()
    while len(asked) < 6 or len(outcomes) < 3:  # a win, a loss and a draw among them
        case = {"arguments": [draw_position(lots, "tictactoe", lots.choice((3, 4, 4, 5)), at_least=3)]}
        question = _solve_ask("value", case)
        value = question.expected[0]
        if len(asked) < 3 or len(outcomes) == 3 or value not in outcomes:
            outcomes.add(value)
            asked.append(question)
    return asked


def _solve_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    value, positions = question.expected
    found = answer["value"]
    if type(found) is not list or len(found) != 2:
        return False
    return same_number(found[0], value) if part == "value" else same_number(found[1], positions)


MINIMAX = Task(LIBRARY, "minimax", _minimax_questions, _minimax_judge, _minimax_ask)
BEST_MOVES = Task(LIBRARY, "best_moves", _best_questions, _best_judge, _best_ask)
SOLVE = Task(LIBRARY, "solve", _solve_questions, _solve_judge, _solve_ask)
LAB = Lab((MINIMAX, BEST_MOVES, SOLVE), warm=("tictactoe",))
