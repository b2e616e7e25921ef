"""Lab 03: alpha-beta on the plates, with exact node counts.

Every case is a tree as nested lists: plates are trees of three levels. There are deeper trees too, since on
the plates some half-right versions (a single bound, an overwritten bound) visit the same nodes as alpha-beta.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, same_number
from gamekit.labs.common.cases import draw_cases, mistakes_worth
from gamekit.labs.common.trees import Tree, minimax
from gamekit.labs.common.windows import draw_window, same_or_less, value_and_nodes
from gamekit.labs.lab03_alphabeta.mistakes import LIBRARY
from gamekit.rules import INF

NOTES = (1, 2, 5, 10, 20, 50, 100, 200)


# --- drawing trees ----------------------------------------------------------------------------------------


def plates_tree(plates: list[list[int]]) -> Tree:
    """Plates as a tree: pick a plate, hand over two notes, keep one.

    >>> plates_tree([[1, 20, 50]])
    [[[1, 20], [1, 50], [20, 50]]]
    """
    return [[list(pair) for pair in combinations(notes, 2)] for notes in plates]


def draw_plates(rng: random.Random) -> Tree:
    """Three or four plates with three or four notes each."""
    return plates_tree([rng.sample(NOTES, rng.choice((3, 3, 4))) for _ in range(rng.choice((3, 3, 4)))])


def draw_deep(rng: random.Random, levels: int) -> Tree:
    """Two or three children at each node; now and then a leaf comes a level early."""
    draw = rng.random  # three times faster than randint, and hundreds are drawn for each student
    if levels == 0 or (levels == 1 and draw() < 0.05):
        return int(draw() * 19) - 9
    return [draw_deep(rng, levels - 1) for _ in range(2 if draw() < 2 / 3 else 3)]


# --- alphabeta --------------------------------------------------------------------------------------------


def _case(tree: Tree, maximising: bool, *arguments: Any) -> dict[str, Any]:
    return {"tree": tree, "turn": 0 if maximising else 1, "arguments": ["$state", *arguments]}


def _alphabeta_ask(part: str, case: dict[str, Any]) -> Question:
    right = LIBRARY.answer_case("alphabeta", "search_tree", case)
    if part == "windows":
        alpha, beta = case["arguments"][1:3]
        value, _ = minimax(case["tree"], case["turn"] == 0)
        expected = {"value": value, "nodes": right["visits"], "alpha": alpha, "beta": beta}
        return Question(part, "search_tree", case, expected)
    kind = part.split("-")[0]
    return Question(
        f"{kind}-value", "search_tree", case, (right["value"], right["visits"]), (f"{kind}-nodes",)
    )


def _alphabeta_questions(rng: random.Random) -> list[Question]:
    number = 0

    def plates() -> Question:
        return _alphabeta_ask("plates", _case(draw_plates(rng), True, -INF, INF, True))

    def trees() -> Question:
        nonlocal number
        number += 1
        maximising = number % 3 != 2
        tree = draw_deep(rng, rng.choice((4, 4, 4, 5, 6)))
        return _alphabeta_ask("trees", _case(tree, maximising, -INF, INF, maximising))

    def windows() -> Question:
        nonlocal number
        number += 1
        maximising = number % 2 == 0
        tree = draw_deep(rng, 4)
        window = draw_window(rng, minimax(tree, maximising)[0], number % 3)
        return _alphabeta_ask("windows", _case(tree, maximising, *window, maximising))

    # Two half-right versions earn 3 points: all that is asked about plates.
    return [
        *draw_cases(ALPHABETA, "plates-value", plates, mistakes_worth(ALPHABETA, 2, 3, 5), 3),
        *draw_cases(ALPHABETA, "plates-nodes", plates, mistakes_worth(ALPHABETA, 3, 5), 3),
        *draw_cases(ALPHABETA, "trees-value", trees, mistakes_worth(ALPHABETA, 2, 3, 5), 3),
        *draw_cases(ALPHABETA, "trees-nodes", trees, mistakes_worth(ALPHABETA, 5), 5),
        *draw_cases(ALPHABETA, "windows", windows, (), 8),
    ]


# --- best_move --------------------------------------------------------------------------------------------


def _best_move_ask(part: str, case: dict[str, Any]) -> Question:
    tree, maximising = case["tree"], case["turn"] == 0
    values = [minimax(child, not maximising)[0] for child in tree]
    best = max(values) if maximising else min(values)
    best_moves = [move for move, value in enumerate(values) if value == best]
    nodes = LIBRARY.answer_case("best_move", "search_tree", case)["visits"]
    also = () if part == "move" else (part,)
    return Question("move", "search_tree", case, {"moves": best_moves, "nodes": nodes}, also)


def _best_move_questions(rng: random.Random) -> list[Question]:
    number = 0

    def draw(part: str) -> Question:
        """In turns the first and the last move are wrong."""
        nonlocal number
        number += 1
        maximising = part == "plates" or number % 2 == 0
        while True:
            tree = draw_plates(rng) if part == "plates" else draw_deep(rng, 4)
            question = _best_move_ask(
                "move" if part == "plates" else part, _case(tree, maximising, maximising)
            )
            if (0 if number % 2 else len(tree) - 1) not in question.expected["moves"]:
                return question

    open_window = mistakes_worth(BEST_MOVE, 1)
    return [
        *(draw("plates") for _ in range(3)),
        *draw_cases(BEST_MOVE, "move", lambda: draw("move"), open_window, 3),
        *draw_cases(BEST_MOVE, "move-nodes", lambda: draw("move-nodes"), (), 4),
    ]


def _best_move_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    right = type(answer["value"]) is int and answer["value"] in question.expected["moves"]
    return right if part == "move" else right and same_number(answer["visits"], question.expected["nodes"])


# --- best_line --------------------------------------------------------------------------------------------


def _best_line_ask(part: str, case: dict[str, Any]) -> Question:
    tree, maximising = case["tree"], case["turn"] == 0
    most = LIBRARY.answer_case("best_line", "search_tree", case)["visits"]
    return Question(part, "search_tree", case, {"tree": tree, "maximising": maximising, "most": most})


def _best_line_questions(rng: random.Random) -> list[Question]:
    number = 0

    def draw() -> Question:
        nonlocal number
        number += 1
        maximising = number % 2 == 1
        tree = draw_plates(rng) if number == 1 else draw_deep(rng, rng.choice((4, 5)))
        return _best_line_ask("line", _case(tree, maximising, maximising))

    return draw_cases(BEST_LINE, "line", draw, (), 6)


def _best_line_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """Every step of the line must keep the value, down to a leaf, with the cuts of alpha-beta."""
    tree, maximising = question.expected["tree"], question.expected["maximising"]
    line = answer["value"]
    if type(line) is not list or not same_or_less(answer["visits"], question.expected["most"]):
        return False
    value, _ = minimax(tree, maximising)
    for move in line:
        if isinstance(tree, int) or type(move) is not int or not 0 <= move < len(tree):
            return False
        tree, maximising = tree[move], not maximising
        if minimax(tree, maximising)[0] != value:
            return False
    return isinstance(tree, int)


ALPHABETA = Task(LIBRARY, "alphabeta", _alphabeta_questions, value_and_nodes, _alphabeta_ask)
BEST_MOVE = Task(LIBRARY, "best_move", _best_move_questions, _best_move_judge, _best_move_ask)
BEST_LINE = Task(LIBRARY, "best_line", _best_line_questions, _best_line_judge, _best_line_ask)
LAB = Lab((ALPHABETA, BEST_MOVE, BEST_LINE))
