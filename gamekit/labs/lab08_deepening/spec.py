"""Lab 08: deepening under a deadline.

On trees the clock is the number of nodes that were looked at, one second a node: what is in time and what is
late is the same on every machine. One question is asked under a real clock, with a second to spare.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, is_number, same_number
from gamekit.grading.shrinking import facts, inner, smaller_cases
from gamekit.labs.common.cases import draw_cases, mistakes_but
from gamekit.labs.common.trees import Tree, draw_position, draw_tree, minimax, value_for_mover
from gamekit.labs.common.windows import draw_window, halfway, is_bound, same_or_less, saves
from gamekit.labs.lab08_deepening.mistakes import LIBRARY
from gamekit.labs.lab09_table.spec import draw_honest_tree
from gamekit.rules import INF

Case = dict[str, Any]
AMPLE = 10**6  # more seconds than any of these trees has nodes
MOST_LATE = 1.0  # real seconds of the processor


def _smaller(case: Case) -> Iterator[Case]:
    """A smaller tree, less depth, less time."""
    yield from smaller_cases(case)
    given = case["arguments"]
    yield {**case, "arguments": [given[0], given[1] - 1, *given[2:]]}
    if given[-1] != AMPLE:
        yield {**case, "arguments": [*given[:-1], given[-1] - 1]}


# --- timed_search -----------------------------------------------------------------------------------------


def _timed_case(tree: Tree, turn: int, depth: int, deadline: int, alpha: int = -INF, beta: int = INF) -> Case:
    arguments = ["$state", depth, alpha, beta, "$guess", "$clock", deadline]
    return {"tree": tree, "turn": turn, "raises": "TimeUp", "arguments": arguments}


def _timed_ask(part: str, case: Case) -> Question:
    _, depth, alpha, beta, _, _, deadline = case["arguments"]
    if depth < 1 or deadline < 0:
        raise ValueError("a search looks at least one ply ahead, and a deadline lies not before the start")
    right = LIBRARY.answer_case("timed_search", "search_tree", case)
    expected = {
        "value": value_for_mover(case["tree"], case["turn"], depth),
        "alpha": alpha,
        "beta": beta,
        "nodes": right["visits"],
        "deadline": deadline,
    }
    in_time = "raised" not in right
    if in_time == (part in ("raises", "prompt")):
        raise ValueError("this deadline belongs to another part")
    # Whoever gives up where there is time enough has not noticed the deadline elsewhere.
    kind, *also = ("value", "nodes", "raises", "prompt") if in_time else ("raises", "prompt")
    return Question(kind, "search_tree", case, expected, tuple(also))


def _timed_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    expected = question.expected
    if part in ("raises", "prompt") and question.part == "value":
        return "raised" not in answer and is_number(answer["value"])
    if part in ("raises", "prompt"):
        in_time = part == "raises" or same_or_less(answer["visits"], max(expected["deadline"], 0))
        return bool(answer.get("raised") == "TimeUp") and in_time
    right = is_bound(answer["value"], expected)
    return right and (part == "value" or same_number(answer["visits"], expected["nodes"]))


_LATE = (
    "looks at the clock only at the leaves",
    "the clock is not asked at the leaves",
    "> for >= at the deadline",
    "looks at the clock too late",
)
_NO_CUT, _NO_MINUS = "no cut at all", "missing negation"
_WINDOW = "the window is not turned"


def _timed_questions(rng: random.Random) -> list[Question]:
    task = TIMED_SEARCH

    def drawn(window: bool = False) -> tuple[Tree, int, int, int, int]:
        depth, turn = rng.choice((3, 4)), rng.randint(0, 1)
        tree = draw_tree(rng, depth + 1, early=0.05, guesses=True)
        value = value_for_mover(tree, turn, depth)
        alpha, beta = draw_window(rng, value, rng.randint(0, 2)) if window else (-INF, INF)
        return tree, turn, depth, alpha, beta

    def ample() -> Question:
        tree, turn, depth, alpha, beta = drawn(window=rng.random() < 0.5)
        enough = minimax(tree, turn == 0, depth)[1] + rng.randint(1, 9)  # for whoever cuts nothing
        return _timed_ask("value", _timed_case(tree, turn, depth, enough, alpha, beta))

    def short() -> Question:
        tree, turn, depth, _, _ = drawn()
        nodes = _timed_ask("value", _timed_case(tree, turn, depth, AMPLE)).expected["nodes"]
        return _timed_ask("raises", _timed_case(tree, turn, depth, rng.randint(1, nodes * 2 // 3)))

    def either() -> Question:
        return rng.choice((short, ample))()

    wrong_clock = [
        mistake.name
        for mistake in LIBRARY.mistakes["timed_search"]
        if mistake.name not in (_NO_CUT, _NO_MINUS, _WINDOW)
    ]
    return [
        *draw_cases(task, "value", ample, (*wrong_clock, _NO_CUT), 4),
        *draw_cases(task, "nodes", ample, wrong_clock, 4),
        _timed_ask("raises", _timed_case([[{"guess": 3}, 1, 2], 4], 0, 2, 0)),  # late before it begins
        *draw_cases(task, "raises", either, (*_LATE, _NO_CUT, _NO_MINUS, _WINDOW), 5),
        *draw_cases(task, "prompt", either, (_NO_CUT, _NO_MINUS, _WINDOW), 5),
    ]


# --- deepen -----------------------------------------------------------------------------------------------


def _deepen_case(tree: Tree, turn: int, most: int, deadline: int) -> Case:
    return {"tree": tree, "turn": turn, "arguments": ["$state", most, "$guess", "$clock", deadline]}


def _best_moves(tree: Tree, turn: int, depth: int) -> list[int]:
    """Every move that keeps the value at this depth."""
    values = [minimax(child, turn == 1, depth - 1)[0] for child in inner(tree)]
    best = max(values) if turn == 0 else min(values)
    return [move for move, value in enumerate(values) if value == best]


def _expect(task: str, case: Case) -> dict[str, Any]:
    """What the model answers, and the best moves of each depth."""
    _, most, _, _, deadline = case["arguments"]
    if most < 1 or deadline < 0 or not inner(case["tree"]):
        raise ValueError("a search looks at least one ply ahead, and a deadline lies not before the start")
    right = LIBRARY.answer_case(task, "search_tree", case)
    return {
        "depth": right["value"][1],
        "visits": right["visits"],
        "deadline": deadline,
        "best": [_best_moves(case["tree"], case["turn"], depth) for depth in range(1, most + 1)],
        "moves": len(inner(case["tree"])),
    }


def _deepen_ask(part: str, case: Case) -> Question:
    expected = _expect("deepen", case)
    finished, most = expected["depth"], case["arguments"][1]
    kind = "always" if finished == 0 else "most" if finished == most else "move"
    if kind != ("move" if part in ("depth", "in-time") else part):
        raise ValueError("this deadline belongs to another part")
    own = "depth" if part == "depth" else kind
    return Question(own, "search_tree", case, expected, ("in-time",) if kind == "move" else ())


def _answered(answer: dict[str, Any]) -> tuple[int, int] | None:
    """(move, depth), if the answer is that."""
    found = answer["value"]
    is_pair = type(found) is list and len(found) == 2 and all(type(number) is int for number in found)
    return (found[0], found[1]) if is_pair else None


def _deepen_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    if question.kind == "play_on_time":
        return answer["value"] is True and is_number(answer["late"]) and bool(answer["late"] <= MOST_LATE)
    expected, found = question.expected, _answered(answer)
    if found is None:
        return False
    move, depth = found
    if part == "always":
        return 0 <= move < expected["moves"] and depth == 0
    if part == "depth":
        return bool(depth == expected["depth"])
    if part == "in-time":
        # In time and at work: whoever looks at nothing is never late.
        return bool(expected["moves"] < answer["visits"] <= expected["deadline"])
    if move not in expected["best"][expected["depth"] - 1]:
        return False
    if part == "move":
        return True
    return depth == expected["depth"] and same_or_less(answer["visits"], expected["visits"])


_UNFINISHED, _COUNTS = "takes the move of an unfinished depth", "counts the unfinished depth"
_NO_MOVE, _EARLY = "no move without a finished depth", "stops one depth early"
_NOT_CAUGHT = "TimeUp is not caught"
_ROOT_MINUS, _OPEN = "missing negation at the root", "every move with an open window"
_TOO_DEEP, _NOT_LATE = "one ply too deep", "begins no depth late"


def _costs(task: str, tree: Tree, turn: int, most: int) -> list[int]:
    """How many nodes have been looked at when each depth is finished."""
    cases = [_deepen_case(tree, turn, depth, AMPLE) for depth in range(1, most + 1)]
    return [LIBRARY.answer_case(task, "search_tree", case)["visits"] for case in cases]


def _in_the_middle(rng: random.Random, task: str, tree: Tree, turn: int, most: int) -> Case:
    """A case whose time runs out in the middle of a depth: neither nearly finished nor just begun."""
    costs = _costs(task, tree, turn, most)
    last = rng.randint(2, most - 2)
    deadline = costs[last - 1] + int((costs[last] - costs[last - 1]) * rng.uniform(0.35, 0.7))
    return _deepen_case(tree, turn, most, deadline)


def _cut_off(tree: Tree, depth: int) -> Tree:
    """The tree down to a depth, where the guesses stand instead of what lies below."""
    if not inner(tree):
        return tree
    if depth == 0:
        return facts(tree)[0]["guess"] if facts(tree) else 0
    return [*facts(tree), *(_cut_off(child, depth - 1) for child in inner(tree))]


def _smaller_deepening(task: str) -> Callable[[Case], Iterator[Case]]:
    """A smaller tree takes less time: its deadline moves to the middle of one of its own depths."""

    def smaller(case: Case) -> Iterator[Case]:
        turn, (_, most, _, _, deadline) = case["turn"], case["arguments"]
        costs = _costs(task, case["tree"], turn, most)
        if not 2 < deadline < costs[-1]:
            yield from _smaller(case)
            return
        for less in (
            *(
                _deepen_case(_cut_off(case["tree"], depth), turn, depth, deadline)
                for depth in range(2, most + 1)
            ),
            *(found for found in smaller_cases(case) if inner(found["tree"])),
        ):
            depths = less["arguments"][1]
            if (less["tree"], depths) == (case["tree"], most):
                continue
            costs = _costs(task, less["tree"], less["turn"], depths)
            for before, after in pairwise(costs):
                if after > before + 1:
                    yield _deepen_case(less["tree"], less["turn"], depths, (before + after) // 2)

    return smaller


def _deepen_questions(rng: random.Random) -> list[Question]:
    task, most = DEEPEN, 5
    every = [mistake.name for mistake in LIBRARY.mistakes["deepen"]]
    right_depth = (_UNFINISHED, _NO_MOVE, _EARLY, _OPEN, _ROOT_MINUS)

    def tree() -> Tree:
        return draw_tree(rng, most + 1, guesses=True, numbers=rng.choice((30, 8)))

    def middle(part: str) -> Question:
        return _deepen_ask(part, _in_the_middle(rng, "deepen", tree(), rng.randint(0, 1), most))

    def nearly_over() -> Question:
        """A short game: a further depth costs no more than the last one, so that it is worth beginning."""
        short = draw_tree(rng, 2, guesses=True, numbers=30)
        return _deepen_ask("depth", _in_the_middle(rng, "deepen", short, rng.randint(0, 1), most + 3))

    def ample() -> Question:
        return _deepen_ask("most", _deepen_case(tree(), rng.randint(0, 1), 3, AMPLE))

    asked = [
        *draw_cases(
            task, "move", lambda: middle("move"), (_COUNTS, _NO_MOVE, _EARLY, _OPEN, _TOO_DEEP, _NOT_LATE), 3
        ),
        *draw_cases(task, "depth", lambda: middle("depth"), (*right_depth, _NOT_LATE), 3),
        *draw_cases(task, "depth", nearly_over, right_depth, 1, shown=(_NOT_LATE,)),
        *draw_cases(
            task,
            "most",
            ample,
            [name for name in every if name not in (_EARLY, _ROOT_MINUS, _OPEN, _TOO_DEEP)],
            3,
        ),
    ]
    for deadline in (0, 1, 2):
        asked.append(_deepen_ask("always", _deepen_case(tree(), deadline % 2, 3, deadline)))
    # Moves of Othello so early have larger numbers than any depth: nobody exchanges the two unseen.
    real = {**draw_position(rng, "othello", rng.randint(1, 3)), "most": 11, "seconds": 0.03}
    return [*asked, Question("in-time", "play_on_time", real, None)]


# --- allowance --------------------------------------------------------------------------------------------


def _allowance_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("allowance", "call", case)["value"]
    return Question(part, "call", case, right)


def _allowance_questions(rng: random.Random) -> list[Question]:
    asked = []
    for number in range(5):
        reserve, to_go = rng.randint(1, 4) / 2, rng.randint(3, 40)
        # Most shares are longer than the reserve: else who takes it off each would seem to answer 0 always.
        left = reserve + rng.randint(20 * to_go if number < 3 else 40, 900) / 8
        asked.append(_allowance_ask("share", {"arguments": [left, to_go, reserve]}))
    for _ in range(3):
        reserve = rng.randint(2, 4) / 2
        left = reserve - rng.randint(1, 7) / 8
        asked.append(_allowance_ask("short", {"arguments": [left, rng.randint(2, 30), reserve]}))
    return asked


def _allowance_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return is_number(answer["value"]) and bool(abs(answer["value"] - question.expected) < 1e-9)


def _allowance_tell(question: Question, given: Any, right: Any) -> str:
    left, to_go, reserve = question.case["arguments"]
    found = given["value"] if isinstance(given, dict) else "an exception"
    return (
        f"It goes wrong here: {left:g} s left, {to_go} moves to go, {reserve:g} s in reserve\n"
        f"    right: {right['value']:g}\n"
        f"    yours: {found}"
    )


# --- deepen_ordered ---------------------------------------------------------------------------------------


def _ordered_ask(part: str, case: Case) -> Question:
    expected = _expect("deepen_ordered", case)
    model, plain = (LIBRARY.answer_case(task, "search_tree", case) for task in ("deepen_ordered", "deepen"))
    expected |= halfway(model, plain)
    expected["saves"] = expected["different"] > len(set(model["order"]))
    is_ample = case["arguments"][-1] == AMPLE
    return Question("result", "search_tree", case, expected, ("fewer",) if is_ample else ())


def _ordered_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """With time enough a best move; without it any move, since an ordered depth may be used unfinished."""
    expected, found = question.expected, _answered(answer)
    if found is None:
        return False
    move, depth = found
    if expected["deadline"] != AMPLE:
        in_time = same_or_less(answer["visits"], max(1, expected["deadline"]))
        return 0 <= move < expected["moves"] and 0 <= depth < len(expected["best"]) and in_time
    if depth != expected["depth"] or move not in expected["best"][depth - 1]:
        return False
    return part == "result" or saves(answer, expected)


def _ordered_questions(rng: random.Random) -> list[Question]:
    task, most = DEEPEN_ORDERED, 5

    def helped() -> Question:
        """The order saves at least a fifth."""
        while True:
            tree = draw_honest_tree(rng, 4, noise=4)
            question = _ordered_ask("fewer", _deepen_case(tree, rng.randint(0, 1), 4, AMPLE))
            expected = question.expected
            if expected["most"] > 1.1 * expected["visits"] and expected["saves"]:
                return question

    def middle() -> Question:
        tree = draw_tree(rng, most + 1, guesses=True, numbers=30)
        return _ordered_ask("result", _in_the_middle(rng, "deepen_ordered", tree, rng.randint(0, 1), most))

    def either() -> Question:
        return rng.choice((middle, helped))()

    return [
        *draw_cases(task, "fewer", helped, (_NOT_CAUGHT,), 4),
        *draw_cases(task, "result", either, mistakes_but(task, ("the worst move first", _NOT_CAUGHT)), 1),
        *(middle() for _ in range(3)),
    ]


TIMED_SEARCH = Task(LIBRARY, "timed_search", _timed_questions, _timed_judge, _timed_ask, smaller=_smaller)
DEEPEN = Task(
    LIBRARY,
    "deepen",
    _deepen_questions,
    _deepen_judge,
    _deepen_ask,
    smaller=_smaller_deepening("deepen"),
)
ALLOWANCE = Task(
    LIBRARY, "allowance", _allowance_questions, _allowance_judge, _allowance_ask, tell=_allowance_tell
)
DEEPEN_ORDERED = Task(
    LIBRARY,
    "deepen_ordered",
    _ordered_questions,
    _ordered_judge,
    _ordered_ask,
    smaller=_smaller_deepening("deepen_ordered"),
)
LAB = Lab((TIMED_SEARCH, DEEPEN, ALLOWANCE, DEEPEN_ORDERED), warm=("othello",))
