"""Lab 12: patterns as numbers in base 3, their placements, one step of learning, a small training run, and a
backward stage.

What is learnt is judged by positions that the learner's function has not seen. They are made, like the
examples, from the seed, and the weights are numbered anew by lot: weights that were learnt elsewhere fit
nobody.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from textwrap import indent
from typing import Any

from gamekit import games
from gamekit.grading.lab import Lab, Question, Task, close_number
from gamekit.labs.common.cases import draw_cases, mistakes_worth, same_value
from gamekit.labs.common.floats import TOLERANCE, rounded, step_judge
from gamekit.labs.common.trees import draw_before_end, draw_before_pass, draw_position
from gamekit.labs.lab12_patterns.endings import make
from gamekit.labs.lab12_patterns.mistakes import LIBRARY, MOST, mean_error

Case = dict[str, Any]

# Three shapes of 2 x 2 squares cover the board in 16 placements: 3 x 81 weights.
SHAPES = {"corner": [0, 1, 8, 9], "edge": [2, 3, 10, 11], "centre": [18, 19, 26, 27]}
SIZE = 81 * len(SHAPES)
EXAMPLES, HELD_OUT = 700, 300


def images(squares: list[int]) -> list[list[int]]:
    """The eight images of a shape, the order of its squares kept.

    >>> images([0, 1])[:5]
    [[0, 1], [7, 6], [56, 57], [63, 62], [0, 8]]
    """
    image_of = LIBRARY.function("placements").__globals__["image_of"]
    return [[image_of(square, number) for square in squares] for number in range(8)]


def _tell(name: str) -> Callable[[Question, Any, Any], str]:
    """A wrong case as a call, with both answers."""

    def tell(question: Question, given: Any, right: Any) -> str:
        shown = [_shown(argument) for argument in question.case["arguments"]]
        told = f"A case on which it goes wrong:\n    {name}({', '.join(shown)})"
        for whose, answer in (("right", right), ("yours", given)):
            if not isinstance(answer, dict):
                told += f"\n    {whose}: an error"
                continue
            after = f", then the weights are {rounded(answer['after'][0])}" if "after" in answer else ""
            told += f"\n    {whose}: {rounded(answer['value'])}{after}"
        for argument in question.case["arguments"]:
            if isinstance(argument, dict):
                told += "\n\n" + indent(str(games.parse(argument["game"], argument["text"])), "    ")
        return told

    return tell


def _shown(argument: Any) -> str:
    return "the position below" if isinstance(argument, dict) else str(argument)


# --- index_of ---------------------------------------------------------------------------------------------

LINES = [[56, 49, 42, 35, 28, 21, 14, 7], [0, 1, 2, 3, 4, 5, 6, 7, 9, 14], list(range(24, 32))]
BLOCKS = [
    [0, 1, 2, 8, 9, 10, 16, 17, 18],
    [0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    [18, 19, 26, 27],
    [27, 28, 35, 36],
]


def _index_ask(part: str, case: Case) -> Question:
    return Question(part, "call", case, LIBRARY.answer_case("index_of", "call", case)["value"])


def _index_questions(rng: random.Random) -> list[Question]:
    def draw(part: str) -> Question:
        plies = rng.randrange(20, 50, 2) + (part == "second")
        position = draw_position(rng, "othello", plies)
        # After a pass the other side may be to move.
        while ("second" if position["text"].endswith(" O;") else "first") != part:
            position = draw_position(rng, "othello", plies)
        return _index_ask(part, {"arguments": [position, rng.choice(LINES + BLOCKS)]})

    task = INDEX_OF
    return [
        *draw_cases(task, "first", lambda: draw("first"), ("colours instead of sides",), 3),
        *draw_cases(task, "second", lambda: draw("second"), (), 3),
    ]


# --- placements -------------------------------------------------------------------------------------------


def _placements_ask(part: str, case: Case) -> Question:
    return Question("all", "call", case, {"images": images(case["arguments"][0])}, ("once",))


def _placements_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        shape = rng.choice([*LINES, *BLOCKS[:-1], rng.sample(range(64), 5)])
        return _placements_ask("all", {"arguments": [rng.choice(images(shape))]})

    # A mirror leaves every square of a long diagonal where it is: two of its images are equal even as lists.
    diagonal = _placements_ask("all", {"arguments": [rng.choice(images(LINES[0]))]})

    task = PLACEMENTS
    all_places = ("images that are the same are kept", "the same squares in another order are kept")
    none_twice = ("only four images", "only turned, never mirrored", "the shape itself is missing")
    return [
        diagonal,
        *draw_cases(task, "all", draw, all_places, 3),
        *draw_cases(task, "once", draw, none_twice, 3),
    ]


def _placements_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    """Any order of placements is right; the squares of each must be in the shape's own order."""
    found, wanted = answer["value"], question.expected["images"]
    if type(found) is not list or not found or not all(each in wanted for each in found):
        return False
    covered, all_places = ({frozenset(each) for each in places} for places in (found, wanted))
    if part == "all":
        return covered == all_places
    # Whoever gives the shape back as it came, or one image of it, has not looked for places.
    looked = covered != {frozenset(wanted[0])} and 2 * len(covered) >= len(all_places)
    return looked and len(covered) == len(found)


# --- gradient_step ----------------------------------------------------------------------------------------


def _step_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("gradient_step", "call_and_look", case)
    return Question("error", "call_and_look", case, [right["value"], right["after"][0]], ("weights",))


def _step_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        size = rng.randint(5, 8)
        weights = [round(rng.uniform(-3, 3), 2) for _ in range(size)]
        indices = [rng.randrange(size) for _ in range(4)]
        arguments = [weights, indices, rng.randint(-30, 30), rng.choice((0.1, 0.05, 0.01))]
        return _step_ask("error", {"arguments": arguments})

    task = GRADIENT_STEP
    wrong_error = (
        "a weight that is used twice counts once",
        "the error has the other sign",
        "the error after the step",
    )
    right_error = [
        mistake.name for mistake in LIBRARY.mistakes["gradient_step"] if mistake.name not in wrong_error
    ]
    return [
        *draw_cases(task, "error", draw, right_error, 3),
        *draw_cases(task, "weights", draw, wrong_error[1:], 3),
    ]


# --- learn ------------------------------------------------------------------------------------------------

PLACES = [
    (81 * number, placement)
    for number, shape in enumerate(SHAPES.values())
    for placement in LIBRARY.function("placements")(shape)
]


def example(player: int, opponent: int, score: int) -> list[Any]:
    """[indices, target] of a position: 16 indices into one list of weights."""
    indices = []
    for start, squares in PLACES:
        digits = [(player >> square & 1) + 2 * (opponent >> square & 1) for square in squares]
        indices.append(start + sum(digit * 3**place for place, digit in enumerate(digits)))
    return [indices, score]


def _learn_ask(part: str, case: Case) -> Question:
    raise ValueError("the run as a whole is judged; there is no smaller one")


def _learn_questions(rng: random.Random) -> list[Question]:
    numbers = rng.sample(range(SIZE), SIZE)
    drawn = []
    for ending in make(EXAMPLES + HELD_OUT, rng.getrandbits(62)):
        indices, target = example(*ending)
        drawn.append([[numbers[index] for index in indices], target])
    expected = {"held-out": drawn[EXAMPLES:], "size": SIZE}
    return [Question("held-out", "call", {"arguments": [drawn[:EXAMPLES], SIZE]}, expected)]


def _learn_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found, held_out = answer["value"], question.expected["held-out"]
    if type(found) is not list or len(found) != SIZE or not all(type(w) in (int, float) for w in found):
        return False
    return mean_error(found, held_out) <= MOST * mean_error([0.0] * SIZE, held_out)


def _learn_tell(question: Question, given: Any, right: Any) -> str:
    """How large the errors are; hundreds of examples are nothing to look at."""
    held_out = question.expected["held-out"]
    zero = mean_error([0.0] * SIZE, held_out)
    told = f"Mean error on the {len(held_out)} positions held out: {zero:.1f} discs for weights of 0"
    try:
        told += f", {mean_error(given['value'], held_out):.1f} for yours"
    except (TypeError, KeyError, IndexError):
        told += ", and yours cannot be used"
    return f"{told}; at most {MOST * zero:.1f} is asked."


# --- backward_label and backward_stage ---------------------------------------------------------------------


def _places(rng: random.Random) -> list[Any]:
    """Where the shapes lie; tables and the order of squares by lot, so that no weights fit two students."""
    starts = rng.sample([81 * number for number in range(len(SHAPES))], len(SHAPES))
    orders = [rng.sample(range(4), 4) for _ in SHAPES]
    shape_of = [start // 81 for start, _ in PLACES]
    return [
        [starts[shape], [squares[place] for place in orders[shape]]]
        for shape, (_, squares) in zip(shape_of, PLACES, strict=True)
    ]


def _teacher(rng: random.Random) -> list[float]:
    return [round(rng.uniform(-4, 4), 1) for _ in range(SIZE)]


def _discs(position: dict[str, Any]) -> int:
    return 64 - str(position["text"]).split()[0].count("-")


def _label_ask(part: str, case: Case) -> Question:
    return Question(part, "call", case, LIBRARY.answer_case("backward_label", "call", case)["value"])


def _label_questions(rng: random.Random) -> list[Question]:
    def draw(part: str) -> Question:
        if part == "search":
            position = draw_position(rng, "othello", rng.randint(50, 54))
        elif part == "early" and rng.random() < 0.4:
            position = draw_before_end(rng, 44)
        elif rng.random() < 0.5:
            position = draw_before_pass(rng, 50, 56)
        else:
            position = draw_position(rng, "othello", rng.randint(57, 59))
        until = min(_discs(position) + rng.randint(1, 2), 64)
        arguments = [position, until, _teacher(rng), _places(rng)]
        return _label_ask("search" if part == "search" else "ends", {"arguments": arguments})

    task = BACKWARD_LABEL
    right_ends = mistakes_worth(task, 1)
    early = ("only a full board is finished", "the empty squares belong to nobody")
    return [
        *draw_cases(task, "search", lambda: draw("search"), right_ends, 3),
        *draw_cases(task, "ends", lambda: draw("ends"), early, 4),
        *draw_cases(task, "ends", lambda: draw("early"), (), 2),
    ]


def _label_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return close_number(answer["value"], question.expected, TOLERANCE)


def _label_tell(question: Question, given: Any, right: Any) -> str:
    """The position and both labels; the weights are nothing to look at."""
    position, until = question.case["arguments"][:2]
    told = f"A case on which it goes wrong: the position below, until {until} discs lie there."
    told += f"\n    right: {rounded(question.expected)}"
    told += f"\n    yours: {rounded(given['value']) if isinstance(given, dict) else 'an error'}"
    return told + "\n\n" + indent(str(games.parse("othello", position["text"])), "    ")


def _stage_ask(part: str, case: Case) -> Question:
    right = LIBRARY.answer_case("backward_stage", "call_and_look", case)
    return Question("weights", "call_and_look", case, right["value"], ("teacher",))


def _stage_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        positions = []
        for _ in range(3):
            state = games.parse("othello", draw_position(rng, "othello", rng.randint(54, 56))["text"])
            positions.append([int(state.player), int(state.opponent)])
        until = max((mine | yours).bit_count() for mine, yours in positions) + 1
        arguments = [positions, until, _teacher(rng), _places(rng), rng.choice((0.01, 0.005))]
        return _stage_ask("weights", {"arguments": arguments})

    changed = ("all labels first, then the teacher changes",)
    return [
        *draw_cases(BACKWARD_STAGE, "weights", draw, changed, 3),
        *draw_cases(BACKWARD_STAGE, "teacher", draw, (), 1),
    ]


def _stage_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    found, behind = answer["value"], question.case["arguments"][2]
    is_learnt = (
        type(found) is list
        and len(found) == SIZE
        and all(
            close_number(given, right, TOLERANCE)
            for given, right in zip(found, question.expected, strict=True)
        )
    )
    return is_learnt and (part == "weights" or answer["after"][2] == behind)


def _stage_tell(question: Question, given: Any, right: Any) -> str:
    """The first weight that differs, or what became of the teacher."""
    positions, until, behind = question.case["arguments"][:3]
    told = f"A case on which it goes wrong: {len(positions)} positions, until {until} discs lie there."
    found = given["value"] if isinstance(given, dict) else None
    if type(found) is not list or len(found) != SIZE:
        return f"{told}\n    yours is no list of {SIZE} weights"
    for number, (mine, wanted) in enumerate(zip(found, question.expected, strict=True)):
        if not close_number(mine, wanted, TOLERANCE):
            was = behind[number]
            return f"{told}\n    weight {number} was {was}; right: {rounded(wanted)}, yours: {rounded(mine)}"
    return f"{told}\n    the weights are right, but `behind` was changed"


# --- tied_index -------------------------------------------------------------------------------------------


def _tied_ask(part: str, case: Case) -> Question:
    return Question(part, "call", case, LIBRARY.answer_case("tied_index", "call", case)["value"])


def _tied_questions(rng: random.Random) -> list[Question]:
    def draw(part: str) -> Question:
        row = rng.choice(
            (list(range(8)), list(range(16, 24)), [7, 14, 21, 28, 35, 42, 49, 56], [3, 10, 17, 24])
        )
        block = rng.choice((*BLOCKS, LINES[1], [2, 3, 10, 11], [0, 1, 8]))
        squares = row if part == "rows" else block
        return _tied_ask(part, {"arguments": [squares, rng.randrange(3 ** len(squares))]})

    task = TIED_INDEX
    right_rows = (
        "always read backwards",
        "the digits are read from the wrong end",
        "images that cover other squares count too",
    )
    return [
        *draw_cases(task, "rows", lambda: draw("rows"), right_rows, 4),
        *draw_cases(task, "blocks", lambda: draw("blocks"), (), 6),
    ]


INDEX_OF = Task(LIBRARY, "index_of", _index_questions, same_value, _index_ask, tell=_tell("index_of"))
PLACEMENTS = Task(
    LIBRARY,
    "placements",
    _placements_questions,
    _placements_judge,
    _placements_ask,
    tell=_tell("placements"),
)
GRADIENT_STEP = Task(
    LIBRARY, "gradient_step", _step_questions, step_judge, _step_ask, tell=_tell("gradient_step")
)
LEARN = Task(LIBRARY, "learn", _learn_questions, _learn_judge, _learn_ask, tell=_learn_tell)
BACKWARD_LABEL = Task(LIBRARY, "backward_label", _label_questions, _label_judge, _label_ask, tell=_label_tell)
BACKWARD_STAGE = Task(LIBRARY, "backward_stage", _stage_questions, _stage_judge, _stage_ask, tell=_stage_tell)
TIED_INDEX = Task(LIBRARY, "tied_index", _tied_questions, same_value, _tied_ask, tell=_tell("tied_index"))
LAB = Lab(
    (INDEX_OF, PLACEMENTS, GRADIENT_STEP, LEARN, BACKWARD_LABEL, BACKWARD_STAGE, TIED_INDEX),
    hides=("othello/patterns.py",),
    warm=("othello",),
)
