"""Lab 12, patterns that learn: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.mistakes import Library, Mistake, edited, what_counts
from gamekit.grading.question import Question
from gamekit.labs.lab11_probcut.mistakes import rounded

INDEX_OF = """
def index_of(state, squares):
    index = 0
    for place, square in enumerate(squares):
        if state.player >> square & 1:
            index += 3**place
        elif state.opponent >> square & 1:
            index += 2 * 3**place
    return index
"""
# What the lab's first cell gives; the notebook has the same text, which a test compares.
GIVEN = """
def image_of(square, number):
    \"\"\"Where a square goes in one of the eight images of the board, 0 to 7; number 0 changes nothing.\"\"\"
    row, column = divmod(square, 8)
    if number & 1:
        column = 7 - column
    if number & 2:
        row = 7 - row
    if number & 4:
        row, column = column, row
    return 8 * row + column
"""
PLACEMENTS = """
def placements(squares):
    found, seen = [], set()
    for number in range(8):
        image = [image_of(square, number) for square in squares]
        if frozenset(image) not in seen:
            seen.add(frozenset(image))
            found.append(image)
    return found
"""
STEP = """
def gradient_step(weights, indices, target, rate):
    error = sum(weights[index] for index in indices) - target
    for index in indices:
        weights[index] -= rate * error
    return error
"""
LEARN = """
def learn(examples, size):
    weights = [0.0] * size
    for _ in range(6):
        for indices, target in examples:
            gradient_step(weights, indices, target, 0.005)
    return weights
"""
TIED = """
def tied_index(squares, index):
    digits = [index // 3**place % 3 for place in range(len(squares))]
    smallest = index
    for number in range(8):
        image = [image_of(square, number) for square in squares]
        if set(image) == set(squares):
            places = [list(squares).index(square) for square in image]
            smallest = min(smallest, sum(digit * 3**place for digit, place in zip(digits, places)))
    return smallest
"""


MOST = 0.65  # of the error that is made by saying 0 to everything


# --- what an answer shows -----------------------------------------------------------------------------------


def predictions(weights: list[float], examples: list[Any]) -> list[float]:
    """What the weights say of each example."""
    return [sum(weights[index] for index in indices) for indices, _ in examples]


def mean_error(weights: list[float], examples: list[Any]) -> float:
    """The mean absolute error.

    >>> mean_error([1.0, 2.0], [[[0, 1], 5], [[1, 1], 4]])
    1.0
    """
    said = predictions(weights, examples)
    errors: list[float] = [abs(value - target) for value, (_, target) in zip(said, examples, strict=True)]
    return sum(errors) / len(errors)


def symptom(weights: Any, size: int, held_out: list[Any]) -> str:
    """What is wrong with learnt weights, in a word: nobody else has exactly the same numbers."""
    if type(weights) is not list or len(weights) != size:
        return "no such list"
    if not all(type(weight) in (int, float) for weight in weights):
        return "runs away" if any(type(weight) is dict for weight in weights) else "no numbers"
    if not any(weights):
        return "all zero"
    said, targets = predictions(weights, held_out), [target for _, target in held_out]
    if max(map(abs, said)) > 300:
        return "runs away"
    if max(said) - min(said) < 1e-6:
        return "all alike"
    used = [index for indices, _ in held_out for index in indices]
    if sum(weights[index] == 0 for index in used) > 0.2 * len(used):
        return "too few"
    if sum(value * target for value, target in zip(said, targets, strict=True)) < 0:
        return "the other way round"
    is_learnt = mean_error(weights, held_out) <= MOST * mean_error([0.0] * size, held_out)
    return "learnt" if is_learnt else "too little"


def sees(question: Question, answer: Any) -> Any:
    """What two answers must share: floats only nearly, and of learnt weights only what is wrong with them."""
    seen = what_counts(question, answer)
    if seen is None:
        return None
    if isinstance(question.expected, dict) and "held-out" in question.expected:
        return symptom(seen[0], question.expected["size"], question.expected["held-out"])
    return rounded(list(seen))


LIBRARY = Library(
    models={
        "index_of": INDEX_OF,
        "placements": GIVEN + PLACEMENTS,
        "gradient_step": STEP,
        "learn": LEARN,
        "tied_index": TIED,
    },
    sees=sees,
    mistakes={
        "index_of": (
            Mistake(
                "the first square counts most",
                "You read the digits the other way round. The first square counts 1, the next 3, then 9.",
                edited(INDEX_OF, ("enumerate(squares)", "enumerate(reversed(squares))")),
                0,
            ),
            Mistake(
                "mine and yours exchanged",
                "A disc of the side to move is the digit 1, one of the opponent the digit 2. You have them "
                "the other way round.",
                edited(
                    INDEX_OF,
                    ("state.player", "state.gone"),
                    ("state.opponent", "state.player"),
                    ("state.gone", "state.opponent"),
                ),
                0,
            ),
            Mistake(
                "colours instead of sides",
                "Your digit 1 is always the first player's disc. It is the disc of the side to move: whose "
                "turn it is matters for what a position is worth.",
                edited(
                    INDEX_OF,
                    (
                        "    index = 0\n",
                        "    index = 0\n    if state.turn == 1:\n"
                        "        state = state._replace(player=state.opponent, opponent=state.player)\n",
                    ),
                ),
                1,
            ),
            Mistake(
                "base 4",
                "There are three digits, 0, 1 and 2, so the places count 1, 3, 9, 27. Yours count 1, 4, 16.",
                edited(INDEX_OF, ("3**place", "4**place")),
                0,
            ),
            Mistake(
                "the powers begin at 3",
                "Your index is three times too large: the first square counts 3 to the power 0, which is 1.",
                edited(INDEX_OF, ("3**place", "3 ** (place + 1)")),
                0,
            ),
            Mistake(
                "only my discs",
                "Squares with a disc of the opponent are treated as empty. They are the digit 2.",
                edited(INDEX_OF, ("index += 2 * 3**place", "pass")),
                0,
            ),
            Mistake(
                "both sides are the digit 1",
                "Your discs and your opponent's add the same, so the index only tells which squares are "
                "occupied. The opponent's digit is 2.",
                edited(INDEX_OF, ("2 * 3**place", "3**place")),
                0,
            ),
            Mistake(
                "no powers",
                "You add up the digits. Many fillings then have the same number: each square needs a power "
                "of 3 of its own.",
                edited(INDEX_OF, ("2 * 3**place", "2"), ("3**place", "1")),
                0,
            ),
        ),
        "placements": (
            Mistake(
                "only four images",
                "You mirror left and right, up and down, and never exchange rows and columns. The board has "
                "eight symmetries, and a position is worth the same under all of them.",
                edited(PLACEMENTS, ("range(8)", "range(4)")),
                1,
            ),
            Mistake(
                "only turned, never mirrored",
                "You turn the shape four times. Its mirror image, turned four times, gives the other four.",
                edited(PLACEMENTS, ("range(8)", "(0, 3, 5, 6)")),
                1,
            ),
            Mistake(
                "images that are the same are kept",
                "You give all eight images. Where a mirror maps the shape onto itself, two of them cover "
                "the same squares: keep one, else those squares count twice.",
                edited(PLACEMENTS, ("if frozenset(image) not in seen:", "if True:")),
                1,
            ),
            Mistake(
                "the same squares in another order are kept",
                "You leave out images that are equal as lists. An image that covers the same squares in "
                "another order is the same place on the board too: compare sets.",
                edited(PLACEMENTS, ("frozenset(image)", "tuple(image)")),
                1,
            ),
            Mistake(
                "the shape itself is missing",
                "The image that changes nothing counts too: the shape as it was given is one of its "
                "placements.",
                edited(
                    PLACEMENTS,
                    ("range(8)", "range(1, 8)"),
                    ("found, seen = [], set()", "found, seen = [], {frozenset(squares)}"),
                ),
                1,
            ),
            Mistake(
                "the order of the squares is lost",
                "You sort the squares of each image. Their order says which digit is which: the image of the "
                "first square must stay first.",
                edited(
                    PLACEMENTS,
                    ("            found.append(image)\n", "            found.append(sorted(image))\n"),
                ),
                0,
            ),
            Mistake(
                "only the first squares are compared",
                "You take two images for the same when their first squares are. All of their squares must "
                "be, and the first ones need not be.",
                edited(PLACEMENTS, ("frozenset(image)", "image[0]")),
                0,
            ),
        ),
        "gradient_step": (
            Mistake(
                "the step goes uphill",
                "Where the value is too large, the weights must become smaller: w -= rate * error. You add.",
                edited(STEP, ("-= rate", "+= rate")),
                1,
            ),
            Mistake(
                "a weight that is used twice moves once",
                "An index that stands twice in the list counts twice in the sum, so its weight moves twice.",
                edited(STEP, ("for index in indices:\n", "for index in set(indices):\n")),
                1,
            ),
            Mistake(
                "a weight that is used twice counts once",
                "Two placements may have the same index: then the value holds that weight twice. You use "
                "each index once.",
                edited(STEP, ("    error", "    indices = set(indices)\n    error")),
                0,
            ),
            Mistake(
                "the error has the other sign",
                "The weights are right. The error is asked for as value minus target, and yours is target "
                "minus value.",
                edited(STEP, ("return error", "return -error")),
                1,
            ),
            Mistake(
                "the error after the step",
                "You measure the error once the weights have moved. Return the one that the step began with.",
                edited(STEP, ("return error", "return sum(weights[index] for index in indices) - target")),
                1,
            ),
            Mistake(
                "the error changes during the step",
                "You compute the error anew for every weight. All weights move by the same step, made from "
                "the error at the beginning.",
                edited(
                    STEP,
                    (
                        "        weights[index] -= rate * error\n",
                        "        weights[index] -= rate * (sum(weights[other] for other in indices) - "
                        "target)\n",
                    ),
                ),
                1,
            ),
            Mistake(
                "a copy learns",
                "You change a copy of the weights, and the list that was given stays as it was. Change it "
                "in place.",
                edited(STEP, ("    error", "    weights = list(weights)\n    error")),
                1,
            ),
            Mistake(
                "the rate is not used",
                "Your step is the whole error. It should be a small part of it, the rate.",
                edited(STEP, ("rate * error", "error")),
                1,
            ),
            Mistake(
                "the step is shared out",
                "You divide the step by the number of weights. Here each weight moves by rate * error.",
                edited(STEP, ("rate * error", "rate * error / len(indices)")),
                1,
            ),
            Mistake(
                "all weights move",
                "You move every weight of the table. Only those that the position uses have anything to do "
                "with its error.",
                edited(STEP, ("for index in indices:\n", "for index in range(len(weights)):\n")),
                1,
            ),
        ),
        "learn": (
            Mistake(
                "the weights run away",
                "The numbers grow without end. The rate is too large (16 weights move at once: try 0.005), "
                "or the step has the wrong sign.",
                edited(LEARN, ("0.005", "0.2")),
                0,
            ),
            Mistake(
                "too little learning",
                "The weights point the right way and are far too small: the rate is too small, or the "
                "examples were gone through too seldom.",
                edited(LEARN, ("0.005", "0.00005"), ("range(6)", "range(2)")),
                0,
            ),
            Mistake(
                "too few examples",
                "Many weights that new positions need are still 0: their patterns were never seen. Did you "
                "use all of the examples?",
                edited(LEARN, ("in examples:", "in examples[:4]:"), ("range(6)", "range(300)")),
                0,
            ),
            Mistake(
                "learns for the other side",
                "Your weights say the opposite of what is right. Is the target for the side to move, and "
                "the error value minus target?",
                edited(LEARN, ("indices, target, 0.005", "indices, -target, 0.005")),
                0,
            ),
            Mistake(
                "nothing is learnt",
                "Every weight is still 0. Is gradient_step called, with the list that you return?",
                edited(LEARN, ("gradient_step(weights,", "gradient_step(list(weights),")),
                0,
            ),
            Mistake(
                "returns something else than the weights",
                "The answer should be the list of `size` weights.",
                edited(LEARN, ("return weights", "return weights[1:]")),
                0,
            ),
        ),
        "tied_index": (
            Mistake(
                "always read backwards",
                "You read the squares backwards. That is what a mirror does to a row; other shapes are "
                "mapped in other ways, and some not at all.",
                edited(
                    TIED,
                    ("range(8)", "range(1)"),
                    ("[image_of(square, number) for square in squares]", "list(reversed(squares))"),
                ),
                1,
            ),
            Mistake(
                "the largest instead of the smallest",
                "Of the indices that mean the same, the smallest is wanted.",
                edited(TIED, ("min(smallest", "max(smallest")),
                0,
            ),
            Mistake(
                "every index stays as it is",
                "You return the index itself. Where a mirror maps the shape onto itself there is another "
                "one that means the same.",
                edited(TIED, ("if set(image) == set(squares):", "if image == list(squares):")),
                0,
            ),
            Mistake(
                "the image, even where it is larger",
                "You return the index of the last image, whether it is smaller or not.",
                edited(
                    TIED,
                    (
                        "min(smallest, sum(digit * 3**place for digit, place in zip(digits, places)))",
                        "sum(digit * 3**place for digit, place in zip(digits, places))",
                    ),
                ),
                0,
            ),
            Mistake(
                "the digits are read from the wrong end",
                "The first square is the digit that counts 1: it is index % 3. You begin with the largest "
                "power.",
                edited(
                    TIED,
                    (
                        "3**place % 3 for place in range(len(squares))]",
                        "3**place % 3 for place in reversed(range(len(squares)))]",
                    ),
                ),
                1,
            ),
        ),
    },
)
