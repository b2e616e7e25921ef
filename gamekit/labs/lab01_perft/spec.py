"""Lab 01: games as trees, and perft. Trees as nested lists, then positions of real games.

Not by `draw_cases`: what tells mistakes apart here is the kind of a case (a depth of 0, lines that end early,
a pass), and every student gets a fixed number of each kind.
"""

from __future__ import annotations

import random
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, is_number, same_number
from gamekit.labs.common.cases import same_value
from gamekit.labs.common.trees import draw_before_pass, draw_position, draw_tree
from gamekit.labs.lab01_perft.mistakes import LIBRARY


def _tree_case(tree: Any, *arguments: Any) -> dict[str, Any]:
    return {"tree": tree, "turn": 0, "arguments": ["$state", *arguments]}


def _value(task: str, kind: str, case: dict[str, Any]) -> Any:
    return LIBRARY.answer_case(task, kind, case)["value"]


# --- count_nodes ------------------------------------------------------------------------------------------


def _nodes_ask(part: str, case: dict[str, Any]) -> Question:
    kind = "search_tree" if part == "trees" else "call"
    return Question(part, kind, case, _value("count_nodes", kind, case))


def _nodes_questions(rng: random.Random) -> list[Question]:
    trees = [draw_tree(rng, levels, early=0.2) for levels in (1, 2, 3, 3, 4)]
    positions = [draw_position(rng, "tictactoe", plies, at_least=3) for plies in (4, 5, 5)]
    return [_nodes_ask("trees", _tree_case(tree)) for tree in trees] + [
        _nodes_ask("games", {"arguments": [position]}) for position in positions
    ]


# --- perft ------------------------------------------------------------------------------------------------


def level_sizes(tree: Any) -> list[int]:
    """How many nodes each level has.

    >>> level_sizes([[5, 3], 1])
    [1, 2, 2]
    """
    level, sizes = [tree], []
    while level:
        sizes.append(len(level))
        level = [child for node in level if isinstance(node, list) for child in node]
    return sizes


def _perft_ask(part: str, case: dict[str, Any]) -> Question:
    if part == "games":
        return Question(part, "call", case, {"lines": _value("perft", "call", case)})
    tree, depth = case["tree"], case["arguments"][1]
    sizes = level_sizes(tree)
    if depth < 0:
        raise ValueError("a line has no negative length")
    lines = sizes[depth] if depth < len(sizes) else 0
    expected = {"lines": lines, "most": sum(sizes[: depth + 1])}
    also = (part,) if part != "trees" else ()
    kind = "ended" if part == "ended" else "trees"
    return Question(kind, "search_tree", case, expected, tuple(name for name in also if name != kind))


def _perft_questions(rng: random.Random) -> list[Question]:
    asked = []
    for levels in (2, 3, 4, 5):  # every line is long enough
        tree = draw_tree(rng, levels)
        asked.append(_perft_ask("no-deeper", _tree_case(tree, levels - 1)))
    asked.append(_perft_ask("trees", _tree_case(draw_tree(rng, 3), 0)))
    asked.append(_perft_ask("trees", _tree_case(draw_tree(rng, 3), 1)))
    while len(asked) < 10:  # some end early
        levels = rng.choice((3, 4, 5))
        tree = draw_tree(rng, levels, early=0.3)
        sizes = level_sizes(tree)
        if len(sizes) > levels and any(not isinstance(node, list) for node in tree):
            asked.append(_perft_ask("ended", _tree_case(tree, levels)))
    for plies, depth in ((3, 3), (4, 4), (6, 3)):
        asked.append(
            _perft_ask("games", {"arguments": [draw_position(rng, "tictactoe", plies, at_least=2), depth]})
        )
    # The same position to another depth: a memory without the depth, kept between calls, does not know it.
    position = asked[-1].case["arguments"][0]
    asked.append(_perft_ask("games", {"arguments": [position, 2]}))
    # A pass is a move like any other.
    asked.append(_perft_ask("games", {"arguments": [draw_before_pass(rng, 40, 56), 3]}))
    return asked


def _perft_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    if part == "no-deeper":
        looked = answer["visits"]
        return (
            same_number(answer["value"], question.expected["lines"])
            and is_number(looked)
            and bool(looked <= question.expected["most"])
        )
    return same_number(answer["value"], question.expected["lines"])


# --- distinct ---------------------------------------------------------------------------------------------


def _distinct_ask(part: str, case: dict[str, Any]) -> Question:
    return Question(part, "call", case, _value("distinct", "call", case))


def _distinct_questions(rng: random.Random) -> list[Question]:
    drawn = (
        [draw_position(rng, "tictactoe", plies, at_least=2), depth]
        for plies, depth in ((0, 2), (0, 3), (2, 3), (3, 4), (4, 5), (5, 0))
    )
    return [_distinct_ask("positions", {"arguments": arguments}) for arguments in drawn]


COUNT_NODES = Task(LIBRARY, "count_nodes", _nodes_questions, same_value, _nodes_ask)
PERFT = Task(LIBRARY, "perft", _perft_questions, _perft_judge, _perft_ask)
DISTINCT = Task(LIBRARY, "distinct", _distinct_questions, same_value, _distinct_ask)
LAB = Lab((COUNT_NODES, PERFT, DISTINCT), hides=("perft.py",), warm=("tictactoe", "othello"))
