"""Lab 02: minimax with a depth limit, on trees whose nodes carry a guess for the evaluator."""

from __future__ import annotations

import random
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, same_number
from gamekit.grading.shrinking import inner
from gamekit.labs.common.trees import Tree, draw_position, draw_tree, minimax
from gamekit.labs.common.windows import value_and_nodes
from gamekit.labs.lab02_minimax.mistakes import LIBRARY


def _case(tree: Tree, depth: int, maximising: bool) -> dict[str, Any]:
    arguments = ["$state", depth, maximising, "$guess"]
    return {"tree": tree, "turn": 0 if maximising else 1, "arguments": arguments}


# --- minimax ----------------------------------------------------------------------------------------------


def _minimax_ask(part: str, case: dict[str, Any]) -> Question:
    depth, maximising = case["arguments"][1:3]
    if depth < 0:
        raise ValueError("there is no negative depth")
    expected = minimax(case["tree"], maximising, depth)
    kind = "limited" if part == "nodes" else part
    return Question(kind, "search_tree", case, expected, ("nodes",) if kind == "limited" else ())


def _tells(tree: Tree, depth: int, maximising: bool) -> bool:
    """Would another depth, or the first child alone, give another value?"""
    value, first = minimax(tree, maximising, depth)[0], tree
    while isinstance(first, list):
        first = inner(first)[0]
    return value not in (0, first, minimax(tree, maximising, depth - 1)[0])


def _minimax_questions(rng: random.Random) -> list[Question]:
    # Not by `draw_cases`, which sees one part: a tree decides two here (`limited` and `nodes`), so what tells
    # mistakes apart is said of the tree. Levels and sides are fixed, so that every student has ends at which
    # either side is to move.
    asked: list[Question] = []
    while len(asked) < 5:  # to the end of the game
        levels, maximising = (2, 3, 4)[len(asked) % 3], len(asked) % 2 == 0
        tree = draw_tree(rng, levels, guesses=True)
        if _tells(tree, levels, maximising):
            asked.append(_minimax_ask("whole", _case(tree, levels, maximising)))
    while len(asked) < 11:  # stopped in the middle
        levels, maximising = (4, 4, 5)[len(asked) % 3], len(asked) % 2 == 0
        tree, depth = draw_tree(rng, levels, guesses=True), levels - 2
        deeper = {minimax(tree, maximising, more)[0] for more in (depth + 1, depth + 2)}
        if minimax(tree, maximising, depth)[0] not in deeper and _tells(tree, depth, maximising):
            asked.append(_minimax_ask("nodes", _case(tree, depth, maximising)))
    while len(asked) < 16:  # some games end before the depth does
        levels, maximising = (4, 3)[len(asked) % 2], len(asked) % 2 == 0
        tree = draw_tree(rng, levels, early=0.3, guesses=True)
        ends_early = any(not isinstance(child, list) for child in inner(tree))
        half = minimax(tree, maximising, levels // 2)[0]  # as who counts two plies for one would have it
        is_telling = _tells(tree, levels, maximising) and half != minimax(tree, maximising, levels)[0]
        if ends_early and is_telling:
            asked.append(_minimax_ask("early", _case(tree, levels, maximising)))
    return asked


# --- best_moves -------------------------------------------------------------------------------------------


def _best_ask(part: str, case: dict[str, Any]) -> Question:
    depth, maximising = case["arguments"][1:3]
    if depth < 1:
        raise ValueError("no move can be chosen without looking at one")
    values = [minimax(child, not maximising, depth - 1)[0] for child in inner(case["tree"])]
    best = max(values) if maximising else min(values)
    expected = [move for move, value in enumerate(values) if value == best]
    return Question("moves", "search_tree", case, expected, ("ties",) if part == "ties" else ())


def _best_questions(rng: random.Random) -> list[Question]:
    asked: list[Question] = []
    while len(asked) < 8:
        number = len(asked)
        levels, maximising = rng.choice((2, 3, 4)), number % 2 == 0
        wants_tie = number >= 4
        tree = draw_tree(rng, levels, guesses=True, numbers=3 if wants_tie else 9)
        depth = max(1, levels - number % 2)
        question = _best_ask("ties" if wants_tie else "moves", _case(tree, depth, maximising))
        every = len(inner(tree))
        other_depth = _best_ask("moves", _case(tree, depth + 1, maximising)).expected
        # Once in each part the first move is not among the best: who never empties the list keeps it.
        is_later = number not in (1, 5) or 0 not in question.expected
        is_fit = is_later and wants_tie == (len(question.expected) > 1) and len(question.expected) < every
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


def _solve_questions(rng: random.Random) -> list[Question]:
    asked: list[Question] = []
    outcomes: set[int] = set()
    while len(asked) < 6 or len(outcomes) < 3:  # a win, a loss and a draw among them
        case = {"arguments": [draw_position(rng, "tictactoe", rng.choice((3, 4, 4, 5)), at_least=3)]}
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


MINIMAX = Task(LIBRARY, "minimax", _minimax_questions, value_and_nodes, _minimax_ask)
BEST_MOVES = Task(LIBRARY, "best_moves", _best_questions, _best_judge, _best_ask)
SOLVE = Task(LIBRARY, "solve", _solve_questions, _solve_judge, _solve_ask)
LAB = Lab((MINIMAX, BEST_MOVES, SOLVE), warm=("tictactoe",))
