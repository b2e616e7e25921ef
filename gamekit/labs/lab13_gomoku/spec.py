"""Lab 13: gomoku. What a stone sees, the number of its pattern, its shape, candidates with undo, a win by
fours, and a step of learning.

A line is a text of X, O and dots; a half is what a stone sees one way, nearest cell first. Boards of the last
tasks are lists of one dimension with a rim. What the model answers is right; tests compare it with the kit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle
from typing import Any

from gamekit.grading.lab import Lab, Question, Task
from gamekit.labs.common.cases import as_the_model, draw_cases, mistakes_but, same_value
from gamekit.labs.common.floats import rounded, step_judge
from gamekit.labs.lab13_gomoku.mistakes import LIBRARY
from gamekit.notation import column_name

Case = dict[str, Any]
SIZE, STRIDE, RIM_WIDTH = 15, 17, 2
CELLS = STRIDE * (SIZE + 2 * RIM_WIDTH) + RIM_WIDTH
EMPTY, BLACK, WHITE, RIM = range(4)
SIGHT = 5


def _tell(name: str) -> Callable[[Question, Any, Any], str]:
    """A wrong case as a call, with both answers."""

    def tell(question: Question, given: Any, right: Any) -> str:
        called = f"{name}({', '.join(repr(argument) for argument in question.case['arguments'])})"
        yours = repr(given["value"]) if isinstance(given, dict) else "an exception, no answer"
        told = f"The smallest case I found on which it goes wrong:\n    {called}"
        return f"{told}\n    right: {right['value']!r}\n    yours: {yours}"

    return tell


def _text_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return bool(answer["value"] == question.expected)


# --- view -------------------------------------------------------------------------------------------------

_ask_view = as_the_model(LIBRARY, "view")
_EDGE, _THROUGH, _HOLDS = (
    "the edge is taken for empty",
    "sees through the opponent",
    "the opponent's stone is part of the view",
)
_BACKWARDS, _SHORT, _ENDLESS, _ITSELF, _GAP, _BLACK_EYES, _OWN = (
    "the left half is read from the wrong end",
    "four cells each way",
    "no end to the view",
    "the stone itself is part of the view",
    "stops at the first gap",
    "black's eyes for both sides",
    "an O sees its own stones as O",
)


def _cells(rng: random.Random, count: int, stone: str = "X") -> str:
    return "".join(stone if rng.random() < 0.45 else "." for _ in range(count))


def _view_questions(rng: random.Random) -> list[Question]:
    task = VIEW
    always = (_BACKWARDS, _ITSELF, _GAP)

    def long(part: str, stone: str) -> Question:
        before, after = rng.randint(6, 8), rng.randint(6, 8)
        line = _cells(rng, before, stone) + stone + _cells(rng, after, stone)
        return _ask_view(part, {"arguments": [line, before]})

    def blocked() -> Question:
        near, far = rng.randint(0, 3), rng.randint(0, 3)
        line = f"{_cells(rng, 7)}O{_cells(rng, near)}X{_cells(rng, far)}O{_cells(rng, 7)}"
        return _ask_view("blocked", {"arguments": [line, 8 + near]})

    def edge() -> Question:
        before, after = rng.randint(0, 4), rng.randint(0, 4)
        line = _cells(rng, before) + "X" + _cells(rng, after)
        return _ask_view("edge", {"arguments": [line, before]})

    def questions(part: str, draw: Callable[[], Question], *fails: str) -> list[Question]:
        return draw_cases(task, part, draw, mistakes_but(VIEW, (*always, *fails)), 4)

    return [
        *questions("open", lambda: long("open", "X"), _SHORT, _ENDLESS),
        *questions("blocked", blocked, _THROUGH, _HOLDS),
        *questions("edge", edge, _EDGE),
        *questions("white", lambda: long("white", "O"), _SHORT, _ENDLESS, _BLACK_EYES, _OWN),
    ]


def _shorter_lines(case: Case) -> Iterator[Case]:
    """Lines with a cell less at an end, or a stone less."""
    line, place = case["arguments"]
    if place > 0:
        yield {"arguments": [line[1:], place - 1]}
    if place < len(line) - 1:
        yield {"arguments": [line[:-1], place]}
    for number, cell in enumerate(line):
        if cell != "." and number != place:
            yield {"arguments": [line[:number] + "." + line[number + 1 :], place]}


# --- pattern_number ---------------------------------------------------------------------------------------

_ask_number = as_the_model(LIBRARY, "pattern_number")


def _number_questions(rng: random.Random) -> list[Question]:
    task = PATTERN_NUMBER
    forgotten = ("the reflection is forgotten", "the longer half for the larger number")

    def two() -> list[str]:
        halves = [_cells(rng, rng.randint(0, SIGHT)) for _ in range(2)]
        return sorted(halves, key=_of_half, reverse=True)

    def draw(part: str) -> Question:
        left, right = two()
        if part == "one side":
            return _ask_number(part, {"arguments": [left, ""]})
        return _ask_number(part, {"arguments": [left, right] if part == "both" else [right, left]})

    return [
        *draw_cases(task, "one side", lambda: draw("one side"), forgotten, 5),
        *draw_cases(task, "both", lambda: draw("both"), forgotten, 5),
        *draw_cases(task, "mirror", lambda: draw("mirror"), [], 5),
    ]


def _of_half(half: str) -> int:
    return (1 << len(half)) - 1 + sum(1 << place for place, cell in enumerate(half) if cell == "X")


def _shorter_halves(case: Case) -> Iterator[Case]:
    """Halves with the far cell gone, or a stone gone."""
    for side, half in enumerate(case["arguments"]):
        smaller = [half[:-1]] if half else []
        smaller += [half[:n] + "." + half[n + 1 :] for n, cell in enumerate(half) if cell == "X"]
        for each in smaller:
            yield {"arguments": [each if other == side else case["arguments"][other] for other in (0, 1)]}


# --- shape ------------------------------------------------------------------------------------------------

_ask_shape = as_the_model(LIBRARY, "shape")
PARTS_OF_SHAPES = {
    "fives": ("five",),
    "fours": ("open four", "double four", "four"),
    "threes": ("open three", "blocked three"),
    "small": ("open two", "blocked two", "open one", "dead one", "nothing"),
}


@cache
def _pairs_by_shape() -> dict[str, list[tuple[str, str]]]:
    """Every pair of halves by the name of its shape."""
    halves = [f"{n:0{length}b}" if length else "" for length in range(SIGHT + 1) for n in range(1 << length)]
    halves = [half.translate({ord("0"): ".", ord("1"): "X"}) for half in halves]
    shape = LIBRARY.function("shape")
    found: dict[str, list[tuple[str, str]]] = {}
    for left in halves:
        for right in halves:
            found.setdefault(shape(left, right), []).append((left, right))
    return found


def _shape_questions(rng: random.Random) -> list[Question]:
    task = SHAPE
    edge, six, ends, every = (
        "the edge is taken for empty",
        "more than five is no five",
        "a row and its open ends",
        "every four is open",
    )
    double_open, open_three, double_three, first, none = (
        "a double four is called an open four",
        "a blocked three is called open",
        "a double four makes an open three",
        "the first better shape, not the best",
        "nothing below a three",
    )
    fails = {
        "fives": (six,),
        "fours": (edge, ends, every, double_open),
        "threes": (edge, ends, every, double_open, open_three, double_three, first),
        "small": (edge, ends, every, open_three, first, none),
    }
    asked = []
    for part, names in PARTS_OF_SHAPES.items():

        def draw(part: str = part, names: tuple[str, ...] = names) -> Question:
            left, right = rng.choice(_pairs_by_shape()[rng.choice(names)])
            return _ask_shape(part, {"arguments": [left, right]})

        asked += draw_cases(task, part, draw, mistakes_but(SHAPE, fails[part]), 5)
    return asked


# --- place and undo ---------------------------------------------------------------------------------------


def cell_at(row: int, column: int) -> int:
    """The cell in this row from the top and this column from the left, both counted from 0."""
    return (row + RIM_WIDTH) * STRIDE + column + RIM_WIDTH


def cell_name(cell: int) -> str:
    """What people call a cell; nothing for the rim.

    >>> cell_name(cell_at(0, 0)), cell_name(cell_at(14, 14)), cell_name(0)
    ('a15', 'o1', '')
    """
    row, column = cell // STRIDE - RIM_WIDTH, cell % STRIDE - RIM_WIDTH
    if not (0 <= row < SIZE and 0 <= column < SIZE):
        return ""
    return f"{column_name(column)}{SIZE - row}"


def lists_after(cells: list[int]) -> list[Any]:
    """[board, listed, candidates, log] after stones on these cells, black first, by the model."""
    board, listed = [RIM] * CELLS, [1] * CELLS
    for row in range(SIZE):
        for column in range(SIZE):
            board[cell_at(row, column)], listed[cell_at(row, column)] = EMPTY, 0
    lists: list[Any] = [board, listed, [], []]
    place = LIBRARY.function("place")
    for number, cell in enumerate(cells):
        place(*lists, cell, number % 2 + BLACK)
    return lists


def _draw_cells(rng: random.Random, count: int) -> list[int]:
    """Stones near each other, some of them at the edge."""
    row, column = rng.choice((0, 1, 7, 13, 14)), rng.choice((0, 1, 6, 14))
    found: list[int] = []
    while len(found) < count:
        cell = cell_at(
            min(max(row + rng.randint(-3, 3), 0), SIZE - 1),
            min(max(column + rng.randint(-3, 3), 0), SIZE - 1),
        )
        if cell not in found:
            found.append(cell)
    return found


def place_case(cells: list[int]) -> Case:
    """The last of these stones is to be placed."""
    *before, cell = cells
    return {"arguments": [*lists_after(before), cell, len(before) % 2 + BLACK], "cells": cells}


def undo_case(cells: list[int]) -> Case:
    """The last of these stones is to be taken back."""
    return {"arguments": lists_after(cells), "cells": cells}


def _looker(task: str, other_parts: tuple[str, ...]) -> Callable[[str, Case], Question]:
    """Every question decides all parts."""

    def ask(part: str, case: Case) -> Question:
        right = LIBRARY.answer_case(task, "call_and_look", case)["after"]
        return Question("stone", "call_and_look", case, right, other_parts)

    return ask


_ask_place = _looker("place", ("near", "once"))
_ask_undo = _looker("undo", ("list", "set"))


def _fewer_stones(rebuild: Callable[[list[int]], Case], least: int) -> Callable[[Case], Iterator[Case]]:
    def smaller(case: Case) -> Iterator[Case]:
        cells = case["cells"]
        if len(cells) > least:
            for place in range(len(cells)):
                yield rebuild(cells[:place] + cells[place + 1 :])

    return smaller


def _place_questions(rng: random.Random) -> list[Question]:
    task = PLACE

    def draw() -> Question:
        return _ask_place("stone", place_case(_draw_cells(rng, rng.randint(2, 4))))

    late, black = "the length is noted too late", "always a black stone"
    near, unset = "distance 1 only", "the set is forgotten"
    return [
        *draw_cases(task, "stone", draw, mistakes_but(PLACE, (late, black)), 2),
        *draw_cases(task, "near", draw, mistakes_but(PLACE, (near, unset)), 2),
        *draw_cases(task, "once", draw, (late, black, near, unset), 2),
    ]


def _place_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """A cell that is taken may be in the list or not, and new cells may come in any order."""
    board, listed, candidates, log = question.expected[:4]
    after = answer["after"]
    if not _are_lists(after[:4], (len(board), len(listed), None, None)):
        return False
    given_board, given_listed, given, given_log = after[:4]
    if part == "stone":
        return bool(given_board == board and given_log == log)
    wanted = {cell for cell in candidates if board[cell] == EMPTY}
    if part == "near":
        return all(cell in given and given_listed[cell] == 1 for cell in wanted)
    old = question.case["arguments"][2]
    taken = {cell for cell in range(CELLS) if board[cell] in (BLACK, WHITE)}
    return (
        given_board != question.case["arguments"][0]  # whoever does nothing lists nothing twice either
        and given[: len(old)] == old
        and len(set(map(str, given))) == len(given)
        and all(type(cell) is int and (cell in wanted or cell in taken) for cell in given)
    )


def _are_lists(given: list[Any], lengths: tuple[int | None, ...]) -> bool:
    return all(
        type(each) is list and length in (None, len(each))
        for each, length in zip(given, lengths, strict=True)
    )


def _undo_questions(rng: random.Random) -> list[Question]:
    task = UNDO

    def draw() -> Question:
        return _ask_undo("stone", undo_case(_draw_cells(rng, rng.randint(2, 4))))

    stays, logged = "the stone stays on the board", "the move stays in the log"
    first = "the first move instead of the last"
    in_set, in_list = "the set keeps what the list loses", "the list keeps what the set loses"
    around = "every cell around the stone is taken away", "candidates of other stones are taken away"
    short = "one candidate too many is cut off"
    return [
        *draw_cases(task, "stone", draw, mistakes_but(UNDO, (first, stays, logged)), 2),
        *draw_cases(task, "list", draw, mistakes_but(UNDO, (first, *around, short, in_list)), 2),
        *draw_cases(task, "set", draw, mistakes_but(UNDO, (first, *around, short, in_set)), 2),
    ]


def _undo_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    board, listed, candidates, log = question.expected
    given = answer["after"]
    if part == "stone":
        return bool(given[0] == board and given[3] == log)
    return bool(given[2] == candidates if part == "list" else given[1] == listed)


def _tell_lists(name: str) -> Callable[[Question, Any, Any], str]:
    """The stones in the order in which they came, and how the lists differ."""

    def tell(question: Question, given: Any, right: Any) -> str:
        cells = [cell_name(cell) for cell in question.case["cells"]]
        what = "is placed" if name == "place" else "is taken back"
        told = f"The fewest stones on which it goes wrong: {' '.join(cells)}; the last one {what}."
        if not isinstance(given, dict):
            return f"{told}\n    yours: an exception, no answer"
        after, wanted = given["after"], right["after"]
        if not _are_lists(after[:4], (CELLS, CELLS, None, None)):
            return f"{told}\n    yours has replaced one of the lists; change them in place"
        for title, mine, theirs in zip(
            ("board", "listed", "candidates", "log"), after[:4], wanted[:4], strict=True
        ):
            if mine != theirs:
                told += f"\n    {title}: {_difference(title, mine, theirs)}"
        return told

    return tell


def _difference(title: str, mine: list[Any], theirs: list[Any]) -> str:
    if title == "log":
        return f"should be {theirs}, yours is {mine}"
    if title == "candidates":
        numbers = [cell for cell in mine if type(cell) is int and 0 <= cell < CELLS]
        missing = [cell_name(cell) for cell in theirs if cell not in numbers]
        extra = [cell_name(cell) or "rim" for cell in numbers if cell not in theirs]
        twice = sorted({cell_name(cell) or "rim" for cell in numbers if numbers.count(cell) > 1})
        parts = {"missing": missing, "should not be there": extra, "more than once": twice}
        return (
            "; ".join(f"{what}: {_some(names)}" for what, names in parts.items() if names) or "another order"
        )
    cells = [cell_name(cell) or "rim" for cell in range(CELLS) if mine[cell] != theirs[cell]]
    return f"differs at {_some(cells)}"


def _some(names: list[str]) -> str:
    """The first few, and how many more."""
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


# --- wins_by_fours ----------------------------------------------------------------------------------------

SMALL = 7  # cells of a row of the board
MOST_STONES = 4


def _ask_fours(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("wins_by_fours", "call_and_look", case)
    return Question(part, "call_and_look", case, [right["value"], right["after"][0]])


def _draw_board(rng: random.Random, has_danger: bool) -> Case:
    """Threes of X that may cross, and stones of O; with a danger, O can make five where X can make a four."""
    fills, windows = (LIBRARY.function("wins_by_fours").__globals__[name] for name in ("fills", "WINDOWS"))
    while True:
        marks = ["."] * SMALL * SMALL
        empty = rng.sample(rng.choice(windows), 2)
        if has_danger:
            for cell in rng.choice([window for window in windows if empty[0] in window]):
                marks[cell] = "O" if cell != empty[0] else "."
        near = [window for window in windows if empty[0] in window or empty[1] in window]
        for window in rng.sample(near, rng.randint(2, 4)):
            free = [cell for cell in window if marks[cell] == "." and cell not in empty]
            for cell in rng.sample(free, min(rng.choice((1, 2, 3)), len(free))):
                marks[cell] = "X"
        for cell in rng.sample(range(SMALL * SMALL), rng.randint(6, 14)):
            if marks[cell] == "." and cell not in empty:
                marks[cell] = rng.choice("OOOX")
        is_over = any(all(marks[cell] == mark for cell in window) for window in windows for mark in "XO")
        if is_over or fills(marks, "X", 4) or bool(fills(marks, "O", 4)) != has_danger:
            continue
        if fills(marks, "X", 3):
            return {"arguments": [marks, rng.randint(2, MOST_STONES)]}


def _fours_questions(rng: random.Random) -> list[Question]:
    task = WINS_BY_FOURS
    wanted = cycle((True, False))  # nobody earns a part by always saying the same

    def drawer(part: str) -> Callable[[], Question]:
        def draw() -> Question:
            wins = next(wanted)
            while True:
                question = _ask_fours(part, _draw_board(rng, part == "danger"))
                if question.expected[0] is wins:
                    return question

        return draw

    over = "the other side's five is overlooked"
    stay = "the stones stay on the board", "the stones of a win stay on the board"
    return [
        *draw_cases(task, "found", drawer("found"), (over,), 6),
        *draw_cases(task, "danger", drawer("danger"), mistakes_but(task, (over, *stay)), 6),
    ]


def _fours_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    wins, board = question.expected
    return answer["value"] is wins and bool(answer["after"][0] == board)


def _fewer_marks(case: Case) -> Iterator[Case]:
    marks, most = case["arguments"]
    for cell, mark in enumerate(marks):
        if mark != ".":
            yield {"arguments": [[*marks[:cell], ".", *marks[cell + 1 :]], most]}


def _tell_fours(question: Question, given: Any, right: Any) -> str:
    marks, most = question.case["arguments"]
    rows = ["    " + " ".join(marks[row * SMALL :][:SMALL]) for row in range(SMALL)]
    told = "\n".join([f"The fewest stones on which it goes wrong, with most={most}:", *rows])
    if not isinstance(given, dict):
        return f"{told}\n    yours: an exception, no answer"
    told += f"\n    right: {right['value']}\n    yours: {given['value']!r}"
    changed = given["after"][0] != marks
    return told + ("\n    and the board is not what it was before" if changed else "")


# --- learn ------------------------------------------------------------------------------------------------


def _ask_learn(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("learn", "call_and_look", case)
    return Question("chance", "call_and_look", case, [right["value"], right["after"][0]], ("weights",))


def _learn_questions(rng: random.Random) -> list[Question]:
    task = LEARN

    def draw() -> Question:
        size = rng.randint(4, 7)
        weights = [round(rng.uniform(-1, 1), 2) for _ in range(size)]
        mine, theirs = ([rng.randrange(size) for _ in range(rng.randint(2, 4))] for _ in range(2))
        arguments = [weights, mine, theirs, rng.randint(0, 1), rng.choice((0.5, 0.2, 0.1))]
        return _ask_learn("chance", {"arguments": arguments})

    wrong_chance = [mistake.name for mistake in task.mistakes if mistake.points != 1]
    after = "the chance after the step"
    return [
        *draw_cases(task, "chance", draw, mistakes_but(task, wrong_chance), 3),
        *draw_cases(task, "weights", draw, (after,), 3),
    ]


def _tell_learn(question: Question, given: Any, right: Any) -> str:
    called = f"learn({', '.join(repr(argument) for argument in question.case['arguments'])})"
    told = f"A case on which it goes wrong:\n    {called}"
    for whose, answer in (("right", right), ("yours", given)):
        if not isinstance(answer, dict):
            told += f"\n    {whose}: an exception, no answer"
            continue
        told += (
            f"\n    {whose}: {rounded(answer['value'])}, then the weights are {rounded(answer['after'][0])}"
        )
    return told


# --- join -------------------------------------------------------------------------------------------------

LINE = 12  # cells of a line, and one of rim at each end


def join_case(stones: list[int]) -> Case:
    """The last of these stones is new; the counts are those of the others."""
    *old, cell = stones
    before, after = ([0] * (LINE + 2) for _ in range(2))
    join = LIBRARY.function("join")
    for stone in old:
        join(before, after, stone)
    return {"arguments": [before, after, cell], "cells": stones}


def _ask_join(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("join", "call_and_look", case)
    return Question("counts", "call_and_look", case, [right["value"], right["after"]], ("win",))


def _join_questions(rng: random.Random) -> list[Question]:
    task = JOIN

    def draw() -> Question:
        start, length = rng.randint(1, 6), rng.randint(2, 7)
        stones = rng.sample(range(start, start + length), rng.randint(max(1, length - 2), length))
        return _ask_join("counts", join_case(stones))

    place, step = rng.randint(5, 8), rng.choice((-1, 1))
    counts = [mistake.name for mistake in LIBRARY.mistakes["join"][:5]]
    wins = [mistake.name for mistake in LIBRARY.mistakes["join"][5:]]
    return [
        *draw_cases(task, "counts", draw, wins, 4),
        *draw_cases(task, "win", draw, counts, 4),
        # Four and one, two and two: one side alone, five neighbours and exactly five differ there.
        _ask_join("win", join_case([place + step * each for each in (1, 2, 3, 4, 0)])),
        _ask_join("win", join_case([place + step * each for each in (-1, 1, 2, -2, 0)])),
    ]


def _join_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    won, after = question.expected
    if part == "win":
        return answer["value"] is won
    given = answer["after"]
    if not _are_lists(given[:2], (LINE + 2, LINE + 2)):
        return False
    # What is noted at cells that are taken, or on the rim, is never read again.
    free = [cell for cell in range(1, LINE + 1) if cell not in question.case["cells"]]
    return all(given[side][cell] == after[side][cell] for side in (0, 1) for cell in free)


def _tell_join(question: Question, given: Any, right: Any) -> str:
    cells = question.case["cells"]
    line = "".join(
        "X" if cell in cells[:-1] else "N" if cell == cells[-1] else "." for cell in range(1, LINE + 1)
    )
    told = f"The fewest stones on which it goes wrong: {line}, where N is new."
    if not isinstance(given, dict):
        return f"{told}\n    yours: an exception, no answer"
    for whose, answer in (("right", right), ("yours", given)):
        told += f"\n    {whose}: {answer['value']}, before {answer['after'][0]}, after {answer['after'][1]}"
    return told


VIEW = Task(
    LIBRARY, "view", _view_questions, _text_judge, _ask_view, smaller=_shorter_lines, tell=_tell("view")
)
PATTERN_NUMBER = Task(
    LIBRARY,
    "pattern_number",
    _number_questions,
    same_value,
    _ask_number,
    smaller=_shorter_halves,
    tell=_tell("pattern_number"),
)
SHAPE = Task(
    LIBRARY, "shape", _shape_questions, _text_judge, _ask_shape, smaller=_shorter_halves, tell=_tell("shape")
)
PLACE = Task(
    LIBRARY,
    "place",
    _place_questions,
    _place_judge,
    _ask_place,
    smaller=_fewer_stones(place_case, 1),
    tell=_tell_lists("place"),
)
UNDO = Task(
    LIBRARY,
    "undo",
    _undo_questions,
    _undo_judge,
    _ask_undo,
    smaller=_fewer_stones(undo_case, 1),
    tell=_tell_lists("undo"),
)
JOIN = Task(
    LIBRARY,
    "join",
    _join_questions,
    _join_judge,
    _ask_join,
    smaller=_fewer_stones(join_case, 1),
    tell=_tell_join,
)
WINS_BY_FOURS = Task(
    LIBRARY,
    "wins_by_fours",
    _fours_questions,
    _fours_judge,
    _ask_fours,
    smaller=_fewer_marks,
    tell=_tell_fours,
)
LEARN = Task(LIBRARY, "learn", _learn_questions, step_judge, _ask_learn, tell=_tell_learn)
LAB = Lab((VIEW, PATTERN_NUMBER, SHAPE, PLACE, UNDO, WINS_BY_FOURS, LEARN, JOIN))
