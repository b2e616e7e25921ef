"""Lab 07: bitboards. Othello's moves and flips, and Connect Four's four in a row, as operations on words.

A case is one or two words and perhaps a square. Othello: a1 is bit 0, b1 bit 1, ..., h8 bit 63. Connect Four:
square (column, row) is bit 7 * column + row, and the seventh bit of each column stays empty.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from gamekit import games
from gamekit.bits import squares
from gamekit.grading.lab import Lab, Question, Task
from gamekit.labs.common.cases import as_the_model, draw_cases, same_value
from gamekit.labs.lab07_bitboards.mistakes import LIBRARY
from gamekit.rules import is_over, moves, play

Case = dict[str, Any]
STEPS = (1, -1, 8, -8, 7, -7, 9, -9)
CELLS = [7 * column + row for column in range(7) for row in range(6)]
NOT_RIM = 0x007E_7E7E_7E7E_7E00
SIDES = 0x8181_8181_8181_8181  # columns a and h


# --- drawing boards ---------------------------------------------------------------------------------------


def _some(rng: random.Random, within: int, share: float) -> int:
    """Some of the squares of a word."""
    return sum(1 << square for square in squares(within) if rng.random() < share)


def _discs(rng: random.Random, within: int, share: float = 0.6) -> tuple[int, int]:
    """Discs of both sides, anywhere within these squares."""
    taken = _some(rng, within, share)
    player = _some(rng, taken, 0.5)
    return player, taken & ~player


def _crowded(rng: random.Random) -> tuple[int, int]:
    """A board on which one side has nearly everything: long runs."""
    taken = _some(rng, 2**64 - 1, 0.8)
    player = _some(rng, taken, 0.12)
    return player, taken & ~player


def _in_a_game(rng: random.Random, plies: int) -> tuple[int, int]:
    """The discs of a position that random play led to."""
    state = games.start("othello")
    for _ in range(plies):
        if is_over(state):
            break
        state = play(state, rng.choice(list(moves(state))))
    return int(state.player), int(state.opponent)


# --- shift ------------------------------------------------------------------------------------------------

_ask_shift = as_the_model(LIBRARY, "shift")


def _shift_questions(rng: random.Random) -> list[Question]:
    asked = []
    # In the middle nothing falls off, whatever the step. Some discs come to a rim, where a wrong mask shows.
    for step in STEPS:
        discs = _some(rng, NOT_RIM, 0.4) | 1 << 25 | 1 << 27 | 1 << 30
        asked.append(_ask_shift("middle", {"arguments": [discs, step]}))
    for step in STEPS:
        # The rows at the rim stay empty, so that only the columns matter.
        discs = _some(rng, 0x00FF_FFFF_FFFF_FF00, 0.4) | 1 << 24 | 1 << 31 | 1 << 16 | 1 << 47
        asked.append(_ask_shift("sides", {"arguments": [discs, step]}))
    for step in STEPS:
        discs = _some(rng, 0x7E00_0000_0000_007E, 0.6) | 1 << 1 | 1 << 3 | 1 << 60 | 1 << 62
        asked.append(_ask_shift("ends", {"arguments": [discs, step]}))
    return asked


# --- legal ------------------------------------------------------------------------------------------------

_ask_legal = as_the_model(LIBRARY, "legal")
_WRAPS = "runs wrap around the rim"
_SHORT = ("a single disc in between", "the longest runs are missed", "a run of six is missed")


def _legal_questions(rng: random.Random) -> list[Question]:
    task = LEGAL

    def near() -> Question:
        return _ask_legal("near", {"arguments": list(_in_a_game(rng, rng.randint(3, 6)))})

    def long() -> Question:
        player, opponent = _crowded(rng)
        if rng.random() < 0.5:  # a row of six discs between a disc and a hole, which is rare by itself
            line = 0x0101_0101_0101_0101 << rng.randint(0, 7)
            ends = [line & 0xFF, line & 0xFF << 56]
            rng.shuffle(ends)
            opponent = (opponent | line) & ~ends[0] & ~ends[1]
            player = (player & ~line) | ends[0]
        return _ask_legal("long", {"arguments": [player & ~SIDES, opponent & ~SIDES]})

    def rim() -> Question:
        player, opponent = _discs(rng, SIDES | SIDES << 1 & ~SIDES | SIDES >> 1 & ~SIDES, 0.5)
        return _ask_legal("rim", {"arguments": [player, opponent]})

    return [
        *draw_cases(task, "near", near, (_WRAPS, *_SHORT), 5),
        *draw_cases(task, "long", long, (_WRAPS,), 5),
        *draw_cases(task, "rim", rim, _SHORT, 5),
    ]


# --- flips ------------------------------------------------------------------------------------------------

_ask_flips = as_the_model(LIBRARY, "flips")
_OPEN = "turns without a disc at the other end"
_FIRST, _LAST, _RIM = (
    "only the first line is turned",
    "only the last line is turned",
    "lines wrap around the rim",
)
_ANEW = "the directions are not begun anew"
_LONG, _SIX = "long runs are missed", "a run of six is missed"


def _long_run(rng: random.Random) -> list[int]:
    """A move that turns a line of four to six discs, which random games hardly have."""
    shift = LIBRARY.function("shift")
    step, line = rng.choice(STEPS), [0]
    while not line[-1]:
        line = [1 << rng.randrange(64)]
        for _ in range(rng.randint(5, 7)):
            line.append(shift(line[-1], step))
    square, *run, end = line
    player, opponent = _discs(rng, 2**64 - 1 - sum(line), 0.2)
    return [player | end, opponent | sum(run), square.bit_length() - 1]


def _flips_questions(rng: random.Random) -> list[Question]:
    task = FLIPS
    legal = LIBRARY.function("legal")

    def draw(part: str, discs: Callable[[], tuple[int, int]]) -> Callable[[], Question]:
        def drawn() -> Question:
            while True:
                player, opponent = discs()
                open_squares = list(squares(legal(player, opponent)))
                if open_squares:
                    return _ask_flips(part, {"arguments": [player, opponent, rng.choice(open_squares)]})

        return drawn

    def one() -> Question:
        return rng.choice((game, lambda: _ask_flips("one", {"arguments": _long_run(rng)})))()

    game = draw("one", lambda: _in_a_game(rng, rng.randint(6, 30)))
    full = draw("several", lambda: _in_a_game(rng, rng.randint(24, 44)))
    loose = draw("open", lambda: _discs(rng, NOT_RIM | NOT_RIM << 8))
    sides = draw("rim", lambda: _discs(rng, 2**64 - 1, 0.7))
    return [
        *draw_cases(task, "one", one, (_OPEN, _ANEW, _FIRST, _LAST, _RIM), 4),
        # Of three to five: else who misses six would seem to miss these too.
        *draw_cases(task, "one", one, (_OPEN, _ANEW, _FIRST, _LAST, _RIM, _SIX), 2),
        *draw_cases(task, "several", full, (_OPEN, _ANEW, _RIM, _LONG, _SIX), 4),
        *draw_cases(task, "open", loose, (_FIRST, _LAST, _RIM, _LONG, _SIX), 4),
        *draw_cases(task, "rim", sides, (_FIRST, _LAST, _LONG, _SIX), 4),
    ]


# --- has_four ---------------------------------------------------------------------------------------------

_ask_four = as_the_model(LIBRARY, "has_four")


def _line(rng: random.Random, step: int, count: int = 4) -> int:
    """Stones in a row somewhere on the board, in the direction of a step."""
    while True:
        line = [rng.choice(CELLS)]
        line += [line[0] + step * place for place in range(1, count)]
        if all(cell in CELLS for cell in line):
            return sum(1 << cell for cell in line)


def _no_four(rng: random.Random, row: int = 3, steps: tuple[int, ...] = (1, 6, 7, 8)) -> int:
    """Stones with so many in a row, split threes and pairs, but no four in a row."""
    has_four = LIBRARY.function("has_four")
    while True:
        stones = _line(rng, rng.choice(steps), row) if row else 0
        for cell in rng.sample(CELLS, rng.randint(4, 10)):
            stones |= 1 << cell
        if not has_four(stones):
            return stones


def _four_questions(rng: random.Random) -> list[Question]:
    asked = []
    for number in range(12):
        step = (1, 7)[number % 2] if number < 6 else (6, 8)[number % 2]
        part = "straight" if number < 6 else "diagonal"
        has_four = LIBRARY.function("has_four")
        while True:  # nothing but this line makes the four, not even for a wrong version
            stones = _line(rng, step)
            for cell in rng.sample(CELLS, rng.randint(3, 9)):  # as many stones as where there is no four
                stones |= 1 << cell
            if not has_four(stones & ~_line_of(stones, step)) and _alone(stones, step):
                break
        asked.append(_ask_four(part, {"arguments": [stones]}))
    blind = ("one diagonal is missing", "diagonals forgotten")

    def none() -> Question:
        """Without a three, so that whoever takes a three for a four is told from others; or four along a step
        that is no line."""
        return _none(rng.choice((_no_four(rng, 0), _no_four(rng, 4, (2, 5, 9)))))

    return [
        *asked,
        *draw_cases(HAS_FOUR, "none", lambda: _none(_no_four(rng)), blind, 4),
        *draw_cases(HAS_FOUR, "none", none, (*blind, "three are enough"), 6),
    ]


def _none(stones: int) -> Question:
    return _ask_four("none", {"arguments": [stones]})


def _line_of(stones: int, step: int) -> int:
    """The first stone of each four in a row."""
    return stones & stones >> step & stones >> 2 * step & stones >> 3 * step


def _alone(stones: int, step: int) -> bool:
    """Is there, in the steps that wrong versions try too, a four along this step only?"""
    return not any(_line_of(stones, other) for other in (1, 5, 6, 7, 8) if other != step)


def _four_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return answer["value"] is question.expected


# --- winning_squares --------------------------------------------------------------------------------------

_ask_winning = as_the_model(LIBRARY, "winning_squares")


def _winning_questions(rng: random.Random) -> list[Question]:
    task = WINNING_SQUARES

    def draw(part: str) -> Callable[[], Question]:
        def drawn() -> Question:
            while True:
                stones = _no_four(rng)
                others = sum(1 << cell for cell in rng.sample(CELLS, 6)) & ~stones
                question = _ask_winning(part, {"arguments": [stones, others]})
                if question.expected:
                    return question

        return drawn

    return [
        *draw_cases(task, "ends", draw("ends"), ("split threes are missed",), 5),
        *draw_cases(task, "split", draw("split"), ("only one end of a three",), 5),
    ]


# --- what `check` shows -----------------------------------------------------------------------------------


def _fewer(boards: int) -> Callable[[Case], Iterator[Case]]:
    """Cases with one disc less; so many of the arguments are boards."""

    def smaller(case: Case) -> Iterator[Case]:
        given = case["arguments"]
        for place in range(boards):
            for square in squares(given[place]):
                yield {"arguments": [*given[:place], given[place] & ~(1 << square), *given[place + 1 :]]}

    return smaller


def _othello_rows(marks: dict[int, str]) -> list[str]:
    rows = ["      a b c d e f g h"]
    return rows + [
        f"    {row + 1} " + " ".join(marks.get(8 * row + column, ".") for column in range(8))
        for row in range(8)
    ]


def _connect4_rows(marks: dict[int, str]) -> list[str]:
    rows = [
        "    " + " ".join(marks.get(7 * column + row, ".") for column in range(7))
        for row in reversed(range(6))
    ]
    return [*rows, "    1 2 3 4 5 6 7"]


def _compared(right: int, given: int, limit: int) -> tuple[dict[int, str], list[str]]:
    """Marks for the squares of two words, and what they mean."""
    marks = dict.fromkeys(squares(right & given), "+")
    marks |= dict.fromkeys(squares(right & ~given), "?")
    marks |= dict.fromkeys(squares(given & ~right & (1 << limit) - 1), "!")
    meaning = {"+": "+ both", "?": "? missing in yours", "!": "! only in yours"}
    said = [text for mark, text in meaning.items() if mark in marks.values()]
    if given >> limit:
        said.append(f"yours holds bits beyond bit {limit - 1}, off the board")
    return marks, said


def _tell(what: str, rows: Callable[[dict[int, str]], list[str]], limit: int) -> Callable[..., str]:
    """A board with the discs, and beside it the right answer compared with the learner's."""

    def tell(question: Question, given: Any, right: Any) -> str:
        arguments = question.case["arguments"]
        boards = arguments[:2] if what in ("legal", "flips", "winning_squares") else arguments[:1]
        marks = dict.fromkeys(squares(boards[0]), "X")
        for word in boards[1:]:
            marks |= dict.fromkeys(squares(word), "O")
        extra = {
            "shift": lambda: f", step {arguments[1]}",
            "flips": lambda: f", square {'abcdefgh'[arguments[2] % 8]}{arguments[2] // 8 + 1} (*)",
        }.get(what, lambda: "")()
        if what == "flips":
            marks[arguments[2]] = "*"
        found = given["value"] if isinstance(given, dict) else None
        left = rows(marks)
        if type(found) is not int or found < 0 or type(right["value"]) is not int:
            told = f"right is {right['value']}, yours gives {_shown(given)}"
            return "\n".join(
                [f"The smallest board I found on which it goes wrong{extra}:", *left, f"    {told}"]
            )
        compared, said = _compared(right["value"], found, limit)
        beside = [f"{one.ljust(24)}{other}" for one, other in zip(left, rows(compared), strict=True)]
        first = f"The smallest board I found on which it goes wrong{extra}; beside it the answers:"
        return "\n".join([first, *beside, f"    {', '.join(said)}"])

    return tell


def _shown(given: Any) -> str:
    return "an exception, no answer" if not isinstance(given, dict) else str(given["value"])


def _task(
    name: str,
    questions: Callable[[random.Random], list[Question]],
    ask: Callable[[str, Case], Question],
    boards: int,
    rows: Callable[[dict[int, str]], list[str]] = _othello_rows,
    limit: int = 64,
    judge: Callable[[Question, str, dict[str, Any]], bool] = same_value,
) -> Task:
    """So many of the arguments are boards, of so many bits."""
    return Task(LIBRARY, name, questions, judge, ask, smaller=_fewer(boards), tell=_tell(name, rows, limit))


SHIFT = _task("shift", _shift_questions, _ask_shift, 1)
LEGAL = _task("legal", _legal_questions, _ask_legal, 2)
FLIPS = _task("flips", _flips_questions, _ask_flips, 2)
HAS_FOUR = _task("has_four", _four_questions, _ask_four, 1, _connect4_rows, 49, _four_judge)
WINNING_SQUARES = _task("winning_squares", _winning_questions, _ask_winning, 2, _connect4_rows, 49)
LAB = Lab((SHIFT, LEGAL, FLIPS, HAS_FOUR, WINNING_SQUARES), hides=("games/othello.py", "games/connect4.py"))
