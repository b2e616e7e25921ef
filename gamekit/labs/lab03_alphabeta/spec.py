"""Lab 03: alpha-beta on the plates, with exact node counts.

Every case is a tree as nested lists: plates are trees of three levels. Trees of four to six levels are drawn
so that the usual half-right versions (a single bound, an overwritten bound, `>` at the cut, no cut at all)
visit another number of nodes than alpha-beta does; on the plates alone some of them do not.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, is_number, same_number
from gamekit.labs.lab03_alphabeta.mistakes import LIBRARY
from gamekit.rules import INF

Tree = Any  # an int at a leaf, else a list of trees


# --- the reference, on nested lists -----------------------------------------------------------------------


def alphabeta(tree: Tree, alpha: int, beta: int, maximising: bool) -> tuple[int, int]:
    """(value, nodes): the value for the first player and how many nodes were looked at.

    >>> alphabeta(plates_tree([[1, 20, 50], [5, 10, 100], [1, 5, 20]]), -INF, INF, True)
    (20, 18)
    """
    if isinstance(tree, int):
        return tree, 1
    best, nodes = -INF if maximising else INF, 1
    for child in tree:
        found, below = alphabeta(child, alpha, beta, not maximising)
        nodes += below
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, nodes


def minimax(tree: Tree, maximising: bool) -> tuple[int, int]:
    """(value, nodes) without any cut."""
    if isinstance(tree, int):
        return tree, 1
    below = [minimax(child, not maximising) for child in tree]
    values = [value for value, _ in below]
    return (max if maximising else min)(values), 1 + sum(nodes for _, nodes in below)


def best_move(tree: Tree, maximising: bool) -> tuple[set[int], int]:
    """(every move that keeps the value, nodes that alpha-beta looks at from the root)."""
    value, _ = minimax(tree, maximising)
    keeping = {move for move, child in enumerate(tree) if minimax(child, not maximising)[0] == value}
    return keeping, alphabeta(tree, -INF, INF, maximising)[1]


# --- half-right versions, to draw cases that tell them apart -----------------------------------------------


def one_bound(tree: Tree, bound: int, maximising: bool) -> tuple[int, int]:
    """Knows only the bound of the node just above: no deep cuts."""
    if isinstance(tree, int):
        return tree, 1
    best, nodes = -INF if maximising else INF, 1
    for child in tree:
        found, below = one_bound(child, best, not maximising)
        nodes += below
        best = max(best, found) if maximising else min(best, found)
        if best >= bound if maximising else best <= bound:
            break
    return best, nodes


def overwriting(tree: Tree, alpha: int, beta: int, maximising: bool) -> tuple[int, int]:
    """Overwrites alpha (or beta) by the best so far, even where that is worse."""
    if isinstance(tree, int):
        return tree, 1
    best, nodes = -INF if maximising else INF, 1
    for child in tree:
        found, below = overwriting(child, alpha, beta, not maximising)
        nodes += below
        if maximising:
            alpha = best = max(best, found)
        else:
            beta = best = min(best, found)
        if alpha >= beta:
            break
    return best, nodes


def too_patient(tree: Tree, alpha: int, beta: int, maximising: bool) -> tuple[int, int]:
    """Cuts only when the bounds have crossed: `>` where `>=` is right."""
    if isinstance(tree, int):
        return tree, 1
    best, nodes = -INF if maximising else INF, 1
    for child in tree:
        found, below = too_patient(child, alpha, beta, not maximising)
        nodes += below
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha > beta:
            break
    return best, nodes


def fresh_windows(tree: Tree, maximising: bool) -> int:
    """Nodes when each move at the root is searched with an open window."""
    return 1 + sum(alphabeta(child, -INF, INF, not maximising)[1] for child in tree)


def last_to_reach(tree: Tree, maximising: bool) -> int:
    """The move of a version that takes a later move already when it reaches the bound."""
    chosen, alpha, beta = 0, -INF, INF
    for move, child in enumerate(tree):
        found = alphabeta(child, alpha, beta, not maximising)[0]
        if maximising and found >= alpha:
            chosen, alpha = move, found
        if not maximising and found <= beta:
            chosen, beta = move, found
    return chosen


# --- drawing cases ----------------------------------------------------------------------------------------


def plates_tree(plates: list[list[int]]) -> Tree:
    """Plates as a tree: pick a plate, hand over two notes, keep one.

    >>> plates_tree([[1, 20, 50]])
    [[[1, 20], [1, 50], [20, 50]]]
    """
    return [[list(pair) for pair in combinations(notes, 2)] for notes in plates]


NOTES = (1, 2, 5, 10, 20, 50, 100, 200)


def draw_plates(lots: random.Random) -> Tree:
    """Plates on which something can be cut, and on which `>` at the cut looks at more."""
    while True:
        plates = [lots.sample(NOTES, lots.choice((3, 3, 4))) for _ in range(lots.choice((3, 3, 4)))]
        tree = plates_tree(plates)
        nodes = alphabeta(tree, -INF, INF, True)[1]
        if nodes < minimax(tree, True)[1] and nodes < too_patient(tree, -INF, INF, True)[1]:
            return tree


def _random_tree(lots: random.Random, levels: int) -> Tree:
    """Two or three children at each node; now and then a leaf comes a level early."""
    draw = lots.random  # three times faster than randint, and thousands are drawn for each student
    if levels == 0 or (levels == 1 and draw() < 0.05):
        return int(draw() * 19) - 9
    return [_random_tree(lots, levels - 1) for _ in range(2 if draw() < 2 / 3 else 3)]


def draw_deep(lots: random.Random, maximising: bool) -> Tree:
    """A tree of four to six levels on which every half-right version shows itself by its count."""
    while True:
        tree = _random_tree(lots, lots.choice((4, 5, 5, 6)))
        value, nodes = alphabeta(tree, -INF, INF, maximising)
        if (
            value != 0
            and nodes != one_bound(tree, INF if maximising else -INF, maximising)[1]  # the rarest first
            and nodes != overwriting(tree, -INF, INF, maximising)[1]
            and nodes != too_patient(tree, -INF, INF, maximising)[1]
            and nodes != fresh_windows(tree, maximising)
            and nodes != minimax(tree, maximising)[1]
        ):
            return tree


def draw_window(lots: random.Random, value: int, kind: int) -> tuple[int, int]:
    """A narrow window below, around or above a value."""
    if kind == 0:
        alpha = value - lots.randint(3, 6)
        return alpha, alpha + lots.randint(1, 2)
    if kind == 1:
        return value - lots.randint(1, 3), value + lots.randint(1, 3)
    alpha = value + lots.randint(1, 3)
    return alpha, alpha + lots.randint(1, 2)


# --- the tasks --------------------------------------------------------------------------------------------


def _case(tree: Tree, maximising: bool, *arguments: Any) -> dict[str, Any]:
    return {"tree": tree, "turn": 0 if maximising else 1, "arguments": ["$state", *arguments]}


def _alphabeta_ask(part: str, case: dict[str, Any]) -> Question:
    tree, maximising = case["tree"], case["turn"] == 0
    alpha, beta = case["arguments"][1:3]
    if part == "windows":
        expected = {
            "value": minimax(tree, maximising)[0],
            "nodes": alphabeta(tree, alpha, beta, maximising)[1],
            "alpha": alpha,
            "beta": beta,
        }
        return Question(part, "search_tree", case, expected)
    kind = part.split("-")[0]
    found = alphabeta(tree, alpha, beta, maximising)
    return Question(f"{kind}-value", "search_tree", case, found, (f"{kind}-nodes",))


def _alphabeta_questions(lots: random.Random) -> list[Question]:
    asked = []
    for _ in range(6):
        asked.append(_alphabeta_ask("plates", _case(draw_plates(lots), True, -INF, INF, True)))
    for number in range(8):
        maximising = number % 3 != 2
        tree = draw_deep(lots, maximising)
        asked.append(_alphabeta_ask("trees", _case(tree, maximising, -INF, INF, maximising)))
    for number in range(6):
        maximising = number % 2 == 0
        tree = draw_deep(lots, maximising)
        alpha, beta = draw_window(lots, minimax(tree, maximising)[0], number % 3)
        asked.append(_alphabeta_ask("windows", _case(tree, maximising, alpha, beta, maximising)))
    return asked


def _alphabeta_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    if part == "windows":
        return is_bound(answer["value"], question.expected) and same_number(
            answer["visits"], question.expected["nodes"]
        )
    value, nodes = question.expected
    return (
        same_number(answer["visits"], nodes) and same_number(answer["value"], value)
        if part.endswith("nodes")
        else same_number(answer["value"], value)
    )


def is_bound(answer: Any, expected: dict[str, int]) -> bool:
    """Exact inside the window; outside, anything from the window's edge to the value: soft and hard are
    right.

    >>> [is_bound(found, {"value": 3, "alpha": 5, "beta": 9}) for found in (2, 3, 5, 6)]
    [False, True, True, False]
    """
    value, alpha, beta = expected["value"], expected["alpha"], expected["beta"]
    if not is_number(answer):
        return False
    if value <= alpha:
        return bool(value <= answer <= alpha)
    if value >= beta:
        return bool(beta <= answer <= value)
    return bool(answer == value)


def _best_move_questions(lots: random.Random) -> list[Question]:
    asked = []
    for number in range(8):
        maximising = number < 3 or number % 2 == 0
        while True:
            # Two of them punish whoever takes a later move that only reaches the bound; such trees are rare.
            is_trap = number in (3, 5)
            tree = (
                draw_plates(lots)
                if number < 3
                else _random_tree(lots, 4)
                if is_trap
                else draw_deep(lots, maximising)
            )
            keeping, _ = best_move(tree, maximising)
            if (0 if number % 2 else len(tree) - 1) in keeping:  # always the first, or the last, is wrong
                continue
            if not is_trap or last_to_reach(tree, maximising) not in keeping:
                break
        case = _case(tree, maximising, maximising)
        asked.append(_best_move_ask("move" if number < 3 else "move-nodes", case))
    return asked


def _best_move_ask(part: str, case: dict[str, Any]) -> Question:
    keeping, nodes = best_move(case["tree"], case["turn"] == 0)
    expected = {"moves": sorted(keeping), "nodes": nodes}
    also = () if part == "move" else (part,)
    return Question("move", "search_tree", case, expected, also)


def _best_move_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    right = type(answer["value"]) is int and answer["value"] in question.expected["moves"]
    return right if part == "move" else right and same_number(answer["visits"], question.expected["nodes"])


def _best_line_questions(lots: random.Random) -> list[Question]:
    asked = []
    for number in range(6):
        maximising = number % 2 == 0
        tree = draw_plates(lots) if number == 0 else draw_deep(lots, maximising)
        asked.append(_best_line_ask("line", _case(tree, maximising, maximising)))
    return asked


def _best_line_ask(part: str, case: dict[str, Any]) -> Question:
    tree, maximising = case["tree"], case["turn"] == 0
    every = minimax(tree, maximising)[1]
    # A small tree, on which nothing can be cut, is fair too: then everything may be visited.
    cuts = alphabeta(tree, -INF, INF, maximising)[1] < every
    expected = {"tree": tree, "maximising": maximising, "most": every - 1 if cuts else every}
    return Question(part, "search_tree", case, expected)


def _best_line_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """Every step of the line must keep the value, down to a leaf; and something must have been cut."""
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


def same_or_less(answer: Any, most: int) -> bool:
    """Is this a number, and at most so much?"""
    return is_number(answer) and bool(answer <= most)


ALPHABETA = Task(LIBRARY, "alphabeta", _alphabeta_questions, _alphabeta_judge, _alphabeta_ask)
BEST_MOVE = Task(LIBRARY, "best_move", _best_move_questions, _best_move_judge, _best_move_ask)
BEST_LINE = Task(LIBRARY, "best_line", _best_line_questions, _best_line_judge, _best_line_ask)
LAB = Lab((ALPHABETA, BEST_MOVE, BEST_LINE))
