"""Lab 16: an endgame solver. The search is tried on trees, which count, and on real endings of Othello.

The trees are graphs in truth, as in lab 09: equal subtrees are one position. The number that an evaluator
sees at a node is what the side to move gets there at most.
"""

from __future__ import annotations

import random
from typing import Any

from gamekit import games
from gamekit.bits import squares
from gamekit.grading.lab import Lab, Question, Task, is_number, same_number
from gamekit.grading.shrinking import facts, inner
from gamekit.labs.common.cases import as_the_model, draw_cases, mistakes_but, same_value
from gamekit.labs.common.trees import Tree, draw_before_pass, draw_position, value_for_mover
from gamekit.labs.common.windows import are_bounds, draw_window, halfway, same_or_less, saves
from gamekit.labs.lab16_endgame.mistakes import LIBRARY
from gamekit.rules import INF, PASS, moves, play, position_text

Case = dict[str, Any]
WHOLE = 2**64 - 1
CORNERS = (0, 7, 56, 63)
EDGES = [[first + step * place for place in range(8)] for first, step in ((0, 1), (56, 1), (0, 8), (7, 8))]


def _word(places: list[int]) -> int:
    return sum(1 << square for square in places)


def _two_sides(rng: random.Random, taken: int) -> list[int]:
    player = sum(1 << square for square in squares(taken) if rng.random() < 0.5)
    return [player, taken & ~player]


# --- odd_squares ------------------------------------------------------------------------------------------

_ask_odd = as_the_model(LIBRARY, "odd_squares")


def _odd_questions(rng: random.Random) -> list[Question]:
    quarters = [
        [32 * up + 4 * right + 8 * row + column for row in range(4) for column in range(4)]
        for up in range(2)
        for right in range(2)
    ]

    def draw(part: str) -> Question:
        """So many empty squares in each quarter: odd in some of them, or in all or none."""
        counts = [rng.randint(0, 7) for _ in range(4)]
        if part == "all":
            odd = rng.random() < 0.7
            counts = [2 * rng.randint(0, 3) + odd for _ in range(4)]
        elif len({count % 2 for count in counts}) < 2:
            counts[rng.randrange(4)] += 1
        empty = _word(
            [
                square
                for count, quarter in zip(counts, quarters, strict=True)
                for square in rng.sample(quarter, count)
            ]
        )
        return _ask_odd(part, {"arguments": _two_sides(rng, WHOLE & ~empty)})

    shows = ("nothing where all are odd",)
    return [
        *draw_cases(ODD_SQUARES, "odd", lambda: draw("odd"), shows, 4),
        *draw_cases(ODD_SQUARES, "all", lambda: draw("all"), (), 4),
    ]


# --- ceiling ----------------------------------------------------------------------------------------------

_ask_ceiling = as_the_model(LIBRARY, "ceiling")
_EITHER, _GAPS = "a filled corner of either colour holds", "rows go on beyond a gap"
_TWICE, _CORNERS = "a full edge counted twice", "corners only"


def _ceiling_questions(rng: random.Random) -> list[Question]:
    inside = [square for square in range(64) if not any(square in edge for edge in EDGES)]

    def board(theirs: set[int], mine: set[int]) -> list[int]:
        """These discs on the rim, and any discs inside."""
        player, opponent = _two_sides(rng, _word(rng.sample(inside, rng.randint(10, 30))))
        return [player | _word(sorted(mine - theirs)), opponent | _word(sorted(theirs))]

    def corners() -> Question:
        """Nothing on the rim but corners."""
        theirs = set(rng.sample(CORNERS, rng.randint(1, 3)))
        mine = set(rng.sample(CORNERS, rng.randint(0, 2)))
        return _ask_ceiling("corners", {"arguments": board(theirs, mine)})

    def edges() -> Question:
        """Rows from a corner, some of them whole edges."""
        theirs: set[int] = set()
        for edge in rng.sample(EDGES, 2):
            theirs |= set(edge[: rng.choice((2, 3, 5, 8, 8))])
        return _ask_ceiling("edges", {"arguments": board(theirs, set())})

    def traps() -> Question:
        """Discs beside the other side's corner, beyond a gap, and without a corner."""
        edge = rng.choice(EDGES)[:: rng.choice((1, -1))]
        run = rng.randint(1, 3)
        theirs, mine = set(edge[run + 1 : run + 3]), {edge[0]}
        if rng.random() < 0.5:
            theirs, mine = theirs | set(edge[:run]), {edge[run]} if rng.random() < 0.5 else set()
        else:
            theirs |= set(edge[1 : run + 1])
        return _ask_ceiling("traps", {"arguments": board(theirs, mine)})

    plain = (_EITHER, _GAPS, _TWICE, _CORNERS)
    return [
        *draw_cases(CEILING, "corners", corners, plain, 4),
        *draw_cases(CEILING, "edges", edges, (_EITHER, _GAPS), 4),
        *draw_cases(CEILING, "traps", traps, (_TWICE, _CORNERS), 4),
    ]


# --- in_order ---------------------------------------------------------------------------------------------


def _order_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found = answer["value"]
    return type(found) is list and all(map(is_number, found)) and bool(found == question.expected)


_ask_order = as_the_model(LIBRARY, "in_order")


def _order_questions(rng: random.Random) -> list[Question]:
    def draw(part: str) -> Question:
        return _ask_order(part, {"arguments": [draw_position(rng, "othello", rng.randint(30, 52))]})

    def distinct() -> Question:
        """No two moves leave equally many replies."""
        while True:
            question = draw("fastest")
            given = question.case["arguments"][0]
            state = games.parse("othello", given["text"])
            replies = [len(list(moves(play(state, move)))) for move in moves(state)]
            if len(replies) > 2 and len(set(replies)) == len(replies):
                return question

    def at_pass() -> Question:
        before = draw_before_pass(rng, 46, 58)
        state = games.parse("othello", before["text"])
        for move in moves(state):
            after = play(state, move)
            if list(moves(after)) == [PASS]:
                break
        return _ask_order("pass", {"arguments": [{"game": "othello", "text": position_text(after)}]})

    ties = ("parity is not used", "even squares first", "equal moves are turned round")
    passing = "a pass taken for a square"
    return [
        *draw_cases(IN_ORDER, "fastest", distinct, (*ties, passing), 4),
        *draw_cases(IN_ORDER, "parity", lambda: draw("parity"), (passing,), 4),
        *draw_cases(IN_ORDER, "pass", at_pass, mistakes_but(IN_ORDER, (passing,)), 2),
    ]


# --- solve ------------------------------------------------------------------------------------------------


def draw_limited(rng: random.Random, levels: int, turn: int, pool: int = 3) -> Tree:
    """A tree of so many levels, few different subtrees a level, each with what its mover gets at most."""
    below: list[Tree] = [rng.randint(-9, 9) for _ in range(pool + 2)]
    for level in range(levels):
        mover = turn if (levels - 1 - level) % 2 == 0 else 1 - turn
        above = []
        for _ in range(1 if level == levels - 1 else pool):
            children = [rng.choice(below) for _ in range(2 if rng.random() < 0.5 else 3)]
            most = value_for_mover(children, mover) + rng.choice((0, 1, 2, 4, 8))
            above.append([{"guess": most if mover == 0 else -most}, *children])
        below = above
    return below[0]


_NO_LIMIT, _UNUSED = "the limit is not used", "the memory saves nothing"
_SLOW = (
    _UNUSED,
    "compares with the raised alpha",
    "only exact entries are used",
    "what was known before is lost",
)
_WRONG_LIMITS = (
    "the limit taken for the value",
    "the limit compared with beta",
    "the limit compared with beta, equal too",
)
_BOUNDS = ("a bound kept as the value", "a lower bound is taken for the answer")  # show with several windows
_TURNED, _PASS = "the window is not turned round", "a pass ends the game"


def _solve_case(tree: Tree, turn: int, limit: str | None, *windows: tuple[int, int]) -> Case:
    *before, last = (["$state", *window, "$known", limit] for window in windows)
    return {"tree": tree, "turn": turn, "shared": True, "before": before, "arguments": last}


def _keeps_limits(tree: Tree, turn: int) -> bool:
    """Is the number at each node what its mover gets there at most?"""
    if not inner(tree):
        return True
    most = (facts(tree) or [{}])[0].get("guess", 0)
    is_limit = (most if turn == 0 else -most) >= value_for_mover(tree, turn)
    return is_limit and all(_keeps_limits(child, 1 - turn) for child in inner(tree))


def _solve_ask(part: str, case: Case) -> Question:
    if part == "limit" and not _keeps_limits(case["tree"], case["turn"]):
        raise ValueError("a limit lies below the value")
    if part == "othello":
        return Question(part, "call", case, LIBRARY.answer_case("solve", "call", case)["value"])
    calls = (*case["before"], case["arguments"])
    value, windows = value_for_mover(case["tree"], case["turn"]), [given[1:3] for given in calls]
    model = LIBRARY.answer_case("solve", "search_tree", case)
    expected = {"values": [value] * len(windows), "windows": windows, "visits": model["visits"]}
    sources = {mistake.name: mistake.source for mistake in LIBRARY.mistakes["solve"]}
    if part in ("limit", "table"):
        without = sources[_NO_LIMIT if part == "limit" else _UNUSED]
        expected |= halfway(model, LIBRARY.answer_case("solve", "search_tree", case, without))
    return Question(part, "search_tree", case, expected)


def _solve_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    expected = question.expected
    if part == "othello":
        return same_number(answer["value"], expected)
    values = answer["value"] if question.case["before"] else [answer["value"]]
    if not are_bounds(values, expected["values"], expected["windows"]):
        return False
    if part == "table":
        return same_or_less(answer["visits"], expected["visits"])
    return part != "limit" or saves(answer, expected)


def _solve_questions(rng: random.Random) -> list[Question]:
    number = 0

    def draw(part: str) -> Question:
        nonlocal number
        number += 1
        turn = number % 2
        while True:
            tree = draw_limited(rng, rng.choice((4, 5)), turn)
            value = value_for_mover(tree, turn)
            narrow = [draw_window(rng, value, kind) for kind in rng.sample(range(3), 3)]
            windows = [(-INF, INF)] if part == "value" else [rng.choice(narrow)]
            if part == "table":
                windows = [*narrow, (-INF, INF), (value - 1, value + 1)]
            question = _solve_ask(
                part, _solve_case(tree, turn, "$guess" if part == "limit" else None, *windows)
            )
            if part != "limit" or question.expected["most"] > question.expected["visits"]:
                return question

    def othello() -> Question:
        if rng.random() < 0.5:
            given = draw_before_pass(rng, 54, 58)
        else:
            given = draw_position(rng, "othello", 54, at_least=3)
        return _solve_ask("othello", {"arguments": [given, -64, 64, "$known", None]})

    memory = (*_SLOW, *_BOUNDS)
    extra = (*memory, _NO_LIMIT, *_WRONG_LIMITS, _PASS)
    return [
        *draw_cases(SOLVE, "value", lambda: draw("value"), (*extra, _TURNED), 3),
        *draw_cases(SOLVE, "windows", lambda: draw("windows"), extra, 4),
        *draw_cases(SOLVE, "limit", lambda: draw("limit"), (*memory, _PASS), 3),
        *draw_cases(SOLVE, "table", lambda: draw("table"), (_NO_LIMIT, *_WRONG_LIMITS, _PASS), 3),
        *draw_cases(SOLVE, "othello", othello, (*memory, _NO_LIMIT, *_WRONG_LIMITS, _TURNED), 3),
    ]


# --- endgame ----------------------------------------------------------------------------------------------


def _endgame_ask(part: str, case: Case) -> Question:
    solve, given = LIBRARY.function("solve"), case["arguments"][0]
    state = games.parse("othello", given["text"])
    worth = {int(move): -solve(play(state, move), -64, 64, {}, None) for move in moves(state)}
    best = max(worth.values())
    expected = {"value": int(best), "best": [move for move, found in worth.items() if found == best]}
    return Question("value", "call", case, expected, ("move",))


def _endgame_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    value, move = answer["value"]
    right = same_number(value, question.expected["value"])
    return right and (part == "value" or (is_number(move) and move in question.expected["best"]))


def _endgame_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        return _endgame_ask("value", {"arguments": [draw_position(rng, "othello", rng.choice((53, 54)), 4)]})

    another = ("the last of those that look best", "the first move in order")
    return [
        *draw_cases(ENDGAME, "value", draw, another, 3),
        *draw_cases(ENDGAME, "move", draw, (), 3),
    ]


ODD_SQUARES = Task(LIBRARY, "odd_squares", _odd_questions, same_value, _ask_odd)
CEILING = Task(LIBRARY, "ceiling", _ceiling_questions, same_value, _ask_ceiling)
IN_ORDER = Task(LIBRARY, "in_order", _order_questions, _order_judge, _ask_order)
SOLVE = Task(LIBRARY, "solve", _solve_questions, _solve_judge, _solve_ask)
ENDGAME = Task(LIBRARY, "endgame", _endgame_questions, _endgame_judge, _endgame_ask)
LAB = Lab((ODD_SQUARES, CEILING, IN_ORDER, SOLVE, ENDGAME), warm=("othello",))
