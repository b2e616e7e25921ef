"""Lab 14: Monte Carlo tree search, its four steps and what is certain.

Chance comes as a list of numbers, so that what is right is one thing: nodes, visits and points are compared
exactly.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from gamekit import games
from gamekit.grading.lab import Lab, Question, Task
from gamekit.labs.common.cases import draw_calls, mistakes_but, mistakes_worth
from gamekit.labs.common.trees import draw_position
from gamekit.labs.lab14_mcts.mistakes import LIBRARY, whole
from gamekit.rules import moves, to_move

Case = dict[str, Any]
PICKS = 9  # enough for a game of tic-tac-toe


def _value_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """The very value, and no truth in place of a number."""
    found = answer["value"]
    return type(found) is not bool and whole(found) == whole(question.expected)


def _tree_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """What became of the node or the path; what was returned does not matter."""
    return bool(whole(answer["after"][0]) == whole(question.expected))


# --- select -----------------------------------------------------------------------------------------------


def _select_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("select", "call", case)["value"]
    family = case["arguments"][0][3]
    if not family:
        raise ValueError("a node without children is no case")
    some = any(bool(child[1] == 0) for child in family)
    return Question("unvisited" if some else "bound", "call", case, right)


def draw_node(rng: random.Random, unvisited: bool) -> list[Any]:
    """A node with children that were visited so and so often."""
    family: list[list[Any]] = []
    for move in rng.sample(range(9), rng.randint(3, 5)):
        visits = rng.randint(2, 40)
        family.append([move, visits, rng.randint(visits // 4, 2 * visits - visits // 4) / 2, []])
    if rng.random() < 0.3:  # two that are equal: the first is next
        family[-1][1:3] = family[0][1:3]
    if unvisited:
        for child in rng.sample(family[1:], rng.randint(1, 2)):
            child[1], child[2] = 0, 0
    visits = sum(int(child[1]) for child in family) + rng.randint(1, 5)
    if rng.random() < 0.5:  # it grew its children late, so their visits together are far fewer than its own
        visits *= rng.randint(2, 5)
    return [rng.randrange(9), visits, rng.randint(0, 2 * visits) / 2, family]


def _select_questions(rng: random.Random) -> list[Question]:
    def draw(unvisited: bool) -> list[Any]:
        return [draw_node(rng, unvisited), rng.choice((0.3, 0.5, 0.7, 1.4, 2.0))]

    kept = mistakes_worth(SELECT, 2)
    return [
        *draw_calls(SELECT, "bound", lambda: draw(False), kept, 18),
        # Without the 2 the second term is too small as well: some case must tell which it was.
        *draw_calls(SELECT, "bound", lambda: draw(False), [*kept, "the children's visits added up"], 1),
        *draw_calls(SELECT, "unvisited", lambda: draw(True), mistakes_worth(SELECT, 1), 3),
    ]


def _fewer_children(case: Case) -> Iterator[Case]:
    (move, visits, points, family), exploration = case["arguments"]
    for child, (_, less, *_) in enumerate(family):
        left = [*family[:child], *family[child + 1 :]]
        if len(left) > 1:
            yield {"arguments": [[move, visits - less, points, left], exploration]}


def _select_tell(question: Question, given: Any, right: Any) -> str:
    node, exploration = question.case["arguments"]
    rows = "\n".join(f"    child {n}: {c[1]:2} visits, {c[2]:4} points" for n, c in enumerate(node[3]))
    yours = given["value"] if isinstance(given, dict) else "an error"
    return (
        f"A node with {node[1]} visits, exploration {exploration}:\n{rows}\n"
        f"    right: {right['value']}\n    yours: {yours}"
    )


# --- expand -----------------------------------------------------------------------------------------------


def _expand_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("expand", "call_and_look", case)["after"][0]
    # Whoever never grows anything has left no tree as it was: new nodes decide that part too.
    kind, also = ("again", ()) if case["arguments"][0][3] else ("children", ("again",))
    return Question(kind, "call_and_look", case, right, also)


def _expand_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    if part == "again" and question.part == "children":
        return len(answer["after"][0][3]) > 0
    # Each child is a list and has a list of its own.
    return answer["shared"] == answer["tuples"] == 0 and _tree_judge(question, part, answer)


def _expand_questions(rng: random.Random) -> list[Question]:
    def draw(again: bool) -> list[Any]:
        position = draw_position(rng, "tictactoe", rng.randint(1, 5), at_least=2)
        node = [rng.randrange(9), rng.randint(2, 9), rng.randint(1, 4) / 2, []]
        if again:
            state = games.parse("tictactoe", position["text"])
            node[3] = [[move, rng.randint(1, 5), rng.randint(0, 4) / 2, []] for move in moves(state)]
        return [node, position]

    return [
        *draw_calls(EXPAND, "children", lambda: draw(False), mistakes_worth(EXPAND, 2), 3),
        *draw_calls(EXPAND, "again", lambda: draw(True), mistakes_worth(EXPAND, 1), 2),
    ]


# --- simulate ---------------------------------------------------------------------------------------------


def _simulate_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("simulate", "call", case)["value"]
    return Question("draws" if right == 0.5 else "points", "call", case, right)


def _simulate_questions(rng: random.Random) -> list[Question]:
    def draw(wants_draw: bool) -> list[Any]:
        while True:
            position = draw_position(rng, "tictactoe", rng.randint(1, 5), at_least=2)
            arguments = [position, [rng.randrange(100) for _ in range(PICKS)]]
            right = LIBRARY.answer_case("simulate", "call", {"arguments": arguments})["value"]
            if (right == 0.5) == wants_draw:
                return arguments

    turned = (
        "points of the side to move",
        "points of the second player",
        "points of the side that began here",
    )
    decided = draw_calls(SIMULATE, "points", lambda: draw(False), mistakes_worth(SIMULATE, 2), 6)
    # As many won as lost: who never says 1, or never 0, has not been blind in the draws by luck.
    while 2 * sum(question.expected for question in decided) != len(decided):
        more = _simulate_ask("points", {"arguments": draw(False)})
        if more.expected == (2 * sum(question.expected for question in decided) < len(decided)):
            decided.append(more)
    return [*decided, *draw_calls(SIMULATE, "draws", lambda: draw(True), turned, 3)]


# --- backpropagate ----------------------------------------------------------------------------------------


def _backpropagate_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("backpropagate", "call_and_look", case)["after"][0]
    return Question("draws" if case["arguments"][1] == 0.5 else "wins", "call_and_look", case, right)


def _backpropagate_questions(rng: random.Random) -> list[Question]:
    def draw(points: tuple[float, ...]) -> list[Any]:
        path = []
        for _ in range(rng.randint(2, 5)):
            visits = rng.randint(1, 20)
            path.append([rng.randrange(9), visits, rng.randint(0, 2 * visits) / 2, []])
        return [path, rng.choice(points), rng.randrange(2)]

    return [
        *draw_calls(BACKPROPAGATE, "wins", lambda: draw((0, 1)), (), 6),
        *draw_calls(BACKPROPAGATE, "draws", lambda: draw((0.5,)), mistakes_worth(BACKPROPAGATE, 1), 3),
    ]


def _backpropagate_tell(question: Question, given: Any, right: Any) -> str:
    path, points, turn = question.case["arguments"]
    rows = []
    yours = given["after"][0] if isinstance(given, dict) else None
    for depth, (before, after) in enumerate(zip(path, right["after"][0], strict=True)):
        mine = yours[depth][1:3] if yours else "an error"
        rows.append(f"    depth {depth}: visits and points {before[1:3]}, right {after[1:3]}, yours {mine}")
    return (
        f"Side {turn} moves at the root; the simulation was worth {points} to the first player (side 0):\n"
        + "\n".join(rows)
    )


def _shorter_path(case: Case) -> Iterator[Case]:
    path, *others = case["arguments"]
    if len(path) > 2:
        yield {"arguments": [path[:-1], *others]}
        yield {"arguments": [path[1:], *others]}


# --- what is certain --------------------------------------------------------------------------------------


def _proven_ask(part: str, case: Case) -> Question:
    proofs = case["arguments"][0]
    if not proofs:
        raise ValueError("a node without children is no case")
    right = LIBRARY.answer_case("proven", "call", case)["value"]
    return Question("open" if None in proofs else "known", "call", case, right)


def _proven_questions(rng: random.Random) -> list[Question]:
    def draw(*proofs: float | None) -> list[Any]:
        return [[rng.choice(proofs) for _ in range(rng.randint(2, 5))]]

    def some_open() -> list[Any]:
        while None not in (found := draw(0, 0.5, None, rng.choice((1, 0))))[0]:
            pass
        return found

    kept_known, kept_open = mistakes_worth(PROVEN, 2), mistakes_worth(PROVEN, 1)
    known = lambda: draw(0, 0.5, rng.choice((0, 0.5, 1)))  # noqa: E731
    return [
        *draw_calls(PROVEN, "known", known, kept_known, 6),
        *draw_calls(PROVEN, "open", some_open, kept_open, 8),
    ]


def _fewer_proofs(case: Case) -> Iterator[Case]:
    (proofs,) = case["arguments"]
    for place in range(len(proofs)):
        if len(proofs) > 1:
            yield {"arguments": [[*proofs[:place], *proofs[place + 1 :]]]}


# --- answer -----------------------------------------------------------------------------------------------


def _answer_part(rows: list[list[Any]]) -> str:
    proofs = [row[3] for row in rows]
    if 1 in proofs:
        return "won"
    return "lost" if all(proof == 0 for proof in proofs) else "open"


def _answer_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("answer", "call", case)["value"]
    return Question(_answer_part(case["arguments"][0]), "call", case, right)


def _answer_questions(rng: random.Random) -> list[Question]:
    def draw(part: str) -> list[Any]:
        proofs = {"won": (1, 1, 0, 0.5, None), "lost": (0,), "open": (None, None, 0, 0.5)}[part]
        while True:
            visits = rng.sample(range(3, 90), 5)
            plies = rng.sample(range(2, 30), 5)
            rows = [
                [move, visits[n], rng.randint(0, 2 * visits[n]) / 2, rng.choice(proofs), plies[n]]
                for n, move in enumerate(rng.sample(range(12), rng.randint(3, 5)))
            ]
            if _answer_part(rows) == part:
                return [rows]

    fails = {
        "open": (
            "the highest average",
            "the most points",
            "proofs are not looked at",
            "lost moves are not put last",
            "a proven draw is put behind what is open",
        ),
        "won": ("proofs are not looked at", "wins are not taken first", "the slowest win"),
        "lost": ("proofs are not looked at", "lost moves are not put last", "the quickest loss", "gives up"),
    }
    return [
        question
        for part, failing in fails.items()
        for question in draw_calls(ANSWER, part, partial(draw, part), mistakes_but(ANSWER, failing), 4)
    ]


def _fewer_rows(case: Case) -> Iterator[Case]:
    (rows,) = case["arguments"]
    for place in range(len(rows)):
        if len(rows) > 2:
            yield {"arguments": [[*rows[:place], *rows[place + 1 :]]]}


def _answer_tell(question: Question, given: Any, right: Any) -> str:
    rows = "\n".join(
        f"    move {move:2}: {visits:2} visits, {points:4} points, "
        + ("not proven" if proof is None else f"proof {proof} in {plies} plies")
        for move, visits, points, proof, plies in question.case["arguments"][0]
    )
    yours = given["value"] if isinstance(given, dict) else "an error"
    return f"Moves from which to choose:\n{rows}\n    right: {right['value']}\n    yours: {yours}"


# --- proofs go up -----------------------------------------------------------------------------------------


def _pass_up_ask(part: str, case: Case) -> Question:
    families, way, proof = case["arguments"]
    for family, number in zip(families, way, strict=True):
        # A won sibling would have settled the node before.
        if number not in range(len(family)) or family[number] is not None or 1 in family:
            raise ValueError("the way leads through children of which nothing is known")
    if not way or proof is None:
        raise ValueError("the way ends at a proof")
    right = LIBRARY.answer_case("pass_up", "call", case)["value"]
    return Question("stop" if right[0] is None else "up", "call", case, right)


def _pass_up_questions(rng: random.Random) -> list[Question]:
    def draw(part: str) -> list[Any]:
        while True:
            families, way = [], []
            for _ in range(rng.randint(2, 5)):
                family: list[Any] = [rng.choice((0, 0, 0.5, None)) for _ in range(rng.randint(1, 3))]
                way.append(rng.randrange(len(family)))
                family[way[-1]] = None
                families.append(family)
            arguments = [families, way, rng.choice((0, 0.5, 1))]
            if _pass_up_ask("", {"arguments": arguments}).part == part:
                return arguments

    return [
        *draw_calls(PASS_UP, "up", lambda: draw("up"), (), 6),
        *draw_calls(PASS_UP, "stop", lambda: draw("stop"), (), 6),
    ]


def _pass_up_tell(question: Question, given: Any, right: Any) -> str:
    families, way, proof = question.case["arguments"]
    rows = [
        f"    at depth {depth}: children {families[depth]}, takes {way[depth]}" for depth in range(len(way))
    ]
    yours = given["value"] if isinstance(given, dict) else "an error"
    return (
        "A walk, from the root:\n"
        + "\n".join(rows)
        + f"\n    and ends in {proof}\n    right: {right['value']}\n    yours: {yours}"
    )


# --- the board of words -----------------------------------------------------------------------------------


def _completing_ask(part: str, case: Case) -> Question:
    word, length = case["arguments"]
    if not 4 <= length <= 12 or not 0 <= word < 1 << length:
        raise ValueError("a line has 4 to 12 squares")
    right = LIBRARY.answer_case("completing", "call", case)["value"]
    at_the_ends = right & (1 | 1 << length - 1) or word >> length - 3 == 0b111
    return Question("edges" if at_the_ends else "threes", "call", case, right)


def _completing_questions(rng: random.Random) -> list[Question]:
    def draw(part: str) -> list[Any]:
        while True:
            length = rng.randint(5, 12)
            word = sum(1 << place for place in range(length) if rng.random() < 0.55)
            if _completing_ask("", {"arguments": [word, length]}).part == part:
                return [word, length]

    kept = mistakes_worth(COMPLETING, 2)
    return [
        *draw_calls(COMPLETING, "threes", lambda: draw("threes"), kept, 6),
        *draw_calls(COMPLETING, "edges", lambda: draw("edges"), (), 6),
    ]


def _completing_tell(question: Question, given: Any, right: Any) -> str:
    word, length = question.case["arguments"]
    found = given["value"] if isinstance(given, dict) else None
    yours = (
        f"{found:0{length}b}" if type(found) is int and found >= 0 else "an error" if found is None else found
    )
    return (
        f"A line of {length} squares:\n    stones {word:0{length}b}\n    right  {right['value']:0{length}b}\n"
        f"    yours  {yours}"
    )


def _put_ask(part: str, case: Case) -> Question:
    lines, column, row, height = case["arguments"]
    if len(lines[0]) <= column or not 0 <= row < height == len(lines[1]):
        raise ValueError("there is no such square")
    right = LIBRARY.answer_case("put", "call_and_look", case)["after"][0]
    return Question("diagonals", "call_and_look", case, right, ("straight",))


def _put_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found, right = answer["after"][0], question.expected
    two = slice(0, 2) if part == "straight" else slice(2, 4)
    return bool(whole(found[two]) == right[two])


def _put_questions(rng: random.Random) -> list[Question]:
    def draw(corner: int = 0) -> list[Any]:
        width, height = rng.randint(4, 8), rng.randint(4, 8)
        width = height if corner else width
        lines = [[0] * width, [0] * height, *([0] * (width + height - 1) for _ in range(2))]
        squares = [(column, row) for column in range(width) for row in range(height)]
        (column, row), *others = rng.sample(squares, rng.randint(4, 9))
        if corner:  # where a diagonal of the wrong number lies outside the list
            column, row = (width - 1, 0) if corner > 0 else (0, height - 1)
            others = [square for square in others if square != (column, row)]
        for c, r in others:
            numbers = (c, r, c - r + height - 1, c + r)
            for direction, number in enumerate(numbers):
                lines[direction][number] |= 1 << (r if direction == 0 else c)
        return [lines, column, row, height]

    return [
        *draw_calls(PUT, "diagonals", draw, ("row and column exchanged",), 8),
        *(_put_ask("", {"arguments": draw(corner)}) for corner in (1, -1)),
    ]


# --- search -----------------------------------------------------------------------------------------------


def _search_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("search", "call", case)["value"]
    return Question("visits", "call", case, right)


def _search_questions(rng: random.Random) -> list[Question]:
    def draw() -> list[Any]:
        position = draw_position(rng, "tictactoe", rng.randint(2, 5), at_least=3)
        simulations = rng.randint(25, 40)
        picks = [rng.randrange(100) for _ in range(simulations + PICKS)]
        return [position, simulations, picks, rng.choice((0.5, 1.0))]

    return draw_calls(SEARCH, "visits", draw, (), 4)


def _search_tell(question: Question, given: Any, right: Any) -> str:
    position, simulations, _, exploration = question.case["arguments"]
    state = games.parse("tictactoe", position["text"])
    side = "XO"[to_move(state)]
    yours = given["value"] if isinstance(given, dict) else "an error"
    return (
        f"{simulations} simulations from {position['text']}, {side} to move, exploration {exploration}:\n"
        f"    moves: {list(moves(state))}\n    visits, right: {right['value']}\n    visits, yours: {yours}"
    )


SELECT = Task(
    LIBRARY,
    "select",
    _select_questions,
    _value_judge,
    _select_ask,
    smaller=_fewer_children,
    tell=_select_tell,
)
EXPAND = Task(LIBRARY, "expand", _expand_questions, _expand_judge, _expand_ask)
SIMULATE = Task(LIBRARY, "simulate", _simulate_questions, _value_judge, _simulate_ask)
BACKPROPAGATE = Task(
    LIBRARY,
    "backpropagate",
    _backpropagate_questions,
    _tree_judge,
    _backpropagate_ask,
    smaller=_shorter_path,
    tell=_backpropagate_tell,
)
PROVEN = Task(LIBRARY, "proven", _proven_questions, _value_judge, _proven_ask, smaller=_fewer_proofs)
ANSWER = Task(
    LIBRARY,
    "answer",
    _answer_questions,
    _value_judge,
    _answer_ask,
    smaller=_fewer_rows,
    tell=_answer_tell,
)
SEARCH = Task(LIBRARY, "search", _search_questions, _value_judge, _search_ask, tell=_search_tell)
PASS_UP = Task(LIBRARY, "pass_up", _pass_up_questions, _value_judge, _pass_up_ask, tell=_pass_up_tell)
COMPLETING = Task(
    LIBRARY, "completing", _completing_questions, _value_judge, _completing_ask, tell=_completing_tell
)
PUT = Task(LIBRARY, "put", _put_questions, _put_judge, _put_ask)
LAB = Lab(
    (SELECT, EXPAND, SIMULATE, BACKPROPAGATE, PROVEN, ANSWER, PASS_UP, COMPLETING, PUT, SEARCH),
    warm=("tictactoe",),
)
