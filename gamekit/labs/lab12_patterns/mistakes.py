"""Lab 12, patterns that learn: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, what_counts, wrong
from gamekit.grading.question import Question
from gamekit.labs.common.floats import rounded

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
    value = seen[0]
    if isinstance(question.expected, dict) and type(value) is list:
        # Of two images that cover the same squares either is right.
        wanted = question.expected["images"]
        value = sorted(
            ([sorted(each), each in wanted] if each and type(each) is list else [each] for each in value),
            key=str,
        )
    return rounded(value), *seen[1:]


EVERY_IMAGE = """
def tied_index(squares, index):
    digits = [index // 3**place % 3 for place in range(len(squares))]
    found = []
    for number in range(8):
        image = [image_of(square, number) for square in squares]
        order = sorted(range(len(squares)), key=image.__getitem__)
        found.append(sum(digits[place] * 3**at for at, place in enumerate(order)))
    return min(found)
"""

LIBRARY = Library(
    read_folder(__file__),
    sees=sees,
    mistakes={
        "index_of": (
            wrong(
                "the first square counts most",
                0,
                "You read the digits the other way round. The first square counts 1, the next 3, then 9.",
                ("enumerate(squares)", "enumerate(reversed(squares))"),
            ),
            wrong(
                "mine and yours exchanged",
                0,
                "A disc of the side to move is the digit 1, one of the opponent the digit 2. You have "
                "them the other way round.",
                ("state.player", "state.gone"),
                ("state.opponent", "state.player"),
                ("state.gone", "state.opponent"),
            ),
            wrong(
                "colours instead of sides",
                1,
                "Your digit 1 is always the first player's disc. It is the disc of the side to move: "
                "whose turn it is matters for what a position is worth.",
                (
                    "    index = 0\n",
                    "    index = 0\n    if state.turn == 1:\n"
                    "        state = state._replace(player=state.opponent, opponent=state.player)\n",
                ),
            ),
            wrong(
                "base 4",
                0,
                "There are three digits, 0, 1 and 2, so the places count 1, 3, 9, 27. Yours count 1, 4, 16.",
                ("3**place", "4**place"),
            ),
            wrong(
                "the powers begin at 3",
                0,
                "Your index is three times too large: the first square counts 3 to the power 0, which is 1.",
                ("3**place", "3 ** (place + 1)"),
            ),
            wrong(
                "only my discs",
                0,
                "Squares with a disc of the opponent are treated as empty. They are the digit 2.",
                ("index += 2 * 3**place", "pass"),
            ),
            wrong(
                "both sides are the digit 1",
                0,
                "Your discs and your opponent's add the same, so the index only tells which squares are "
                "occupied. The opponent's digit is 2.",
                ("2 * 3**place", "3**place"),
            ),
            wrong(
                "no powers",
                0,
                "You add up the digits. Many fillings then have the same number: each square needs a "
                "power of 3 of its own.",
                ("2 * 3**place", "2"),
                ("3**place", "1"),
            ),
        ),
        "placements": (
            wrong(
                "only four images",
                1,
                "You mirror left and right, up and down, and never exchange rows and columns. The board "
                "has eight symmetries, and a position is worth the same under all of them.",
                ("range(8)", "range(4)"),
            ),
            wrong(
                "only turned, never mirrored",
                1,
                "You turn the shape four times. Its mirror image, turned four times, gives the other four.",
                ("range(8)", "(0, 3, 5, 6)"),
            ),
            wrong(
                "images that are the same are kept",
                1,
                "You give all eight images. Where a mirror maps the shape onto itself, two of them "
                "cover the same squares: keep one, else those squares count twice.",
                ("if frozenset(image) not in seen:", "if True:"),
            ),
            wrong(
                "the same squares in another order are kept",
                1,
                "You leave out images that are equal as lists. An image that covers the same squares in "
                "another order is the same place on the board too: compare sets.",
                ("frozenset(image)", "tuple(image)"),
            ),
            wrong(
                "the shape itself is missing",
                1,
                "The image that changes nothing counts too: the shape as it was given is one of its "
                "placements.",
                ("range(8)", "range(1, 8)"),
                ("found, seen = [], set()", "found, seen = [], {frozenset(squares)}"),
            ),
            wrong(
                "the order of the squares is lost",
                0,
                "You sort the squares of each image. Their order says which digit is which: the image "
                "of the first square must stay first.",
                ("            found.append(image)\n", "            found.append(sorted(image))\n"),
            ),
            wrong(
                "only the first squares are compared",
                0,
                "You take two images for the same when their first squares are. All of their squares "
                "must be, and the first ones need not be.",
                ("frozenset(image)", "image[0]"),
            ),
        ),
        "gradient_step": (
            wrong(
                "the step goes uphill",
                1,
                "Where the value is too large, the weights must become smaller: w -= rate * error. You add.",
                ("-= rate", "+= rate"),
            ),
            wrong(
                "a weight that is used twice moves once",
                1,
                "An index that stands twice in the list counts twice in the sum, so its weight moves twice.",
                ("for index in indices:\n", "for index in set(indices):\n"),
            ),
            wrong(
                "a weight that is used twice counts once",
                0,
                "Two placements may have the same index: then the value holds that weight twice. You "
                "use each index once.",
                ("    error", "    indices = set(indices)\n    error"),
            ),
            wrong(
                "the error has the other sign",
                1,
                "The weights are right. The error is asked for as value minus target, and yours is "
                "target minus value.",
                ("return error", "return -error"),
            ),
            wrong(
                "the error after the step",
                1,
                "You measure the error once the weights have moved. Return the one that the step began with.",
                ("return error", "return sum(weights[index] for index in indices) - target"),
            ),
            wrong(
                "the error changes during the step",
                1,
                "You compute the error anew for every weight. All weights move by the same step, made "
                "from the error at the beginning.",
                (
                    "        weights[index] -= rate * error\n",
                    "        weights[index] -= rate * (sum(weights[other] for other in indices) - target)\n",
                ),
            ),
            wrong(
                "a copy learns",
                1,
                "You change a copy of the weights, and the list that was given stays as it was. Change "
                "it in place.",
                ("    error", "    weights = list(weights)\n    error"),
            ),
            wrong(
                "the rate is not used",
                1,
                "Your step is the whole error. It should be a small part of it, the rate.",
                ("rate * error", "error"),
            ),
            wrong(
                "the step is shared out",
                1,
                "You divide the step by the number of weights. Here each weight moves by rate * error.",
                ("rate * error", "rate * error / len(indices)"),
            ),
            wrong(
                "all weights move",
                1,
                "You move every weight of the table. Only those that the position uses have anything to "
                "do with its error.",
                ("for index in indices:\n", "for index in range(len(weights)):\n"),
            ),
        ),
        "learn": (
            wrong(
                "the weights run away",
                0,
                "The numbers grow without end. The rate is too large (16 weights move at once: try "
                "0.005), or the step has the wrong sign.",
                ("0.005", "0.2"),
            ),
            wrong(
                "too little learning",
                0,
                "The weights point the right way and are far too small: the rate is too small, the examples "
                "were gone through too seldom, or the target is something smaller than the result in discs.",
                ("0.005", "0.00005"),
                ("range(6)", "range(2)"),
            ),
            wrong(
                "too few examples",
                0,
                "Many weights that new positions need are still 0: their patterns were never seen. Did "
                "you use all of the examples?",
                ("in examples:", "in examples[:4]:"),
                ("range(6)", "range(300)"),
            ),
            wrong(
                "learns for the other side",
                0,
                "Your weights say the opposite of what is right. Is the target for the side to move, "
                "and the error value minus target?",
                ("indices, target, 0.005", "indices, -target, 0.005"),
            ),
            wrong(
                "nothing is learnt",
                0,
                "Every weight is still 0. Is gradient_step called, with the list that you return?",
                ("gradient_step(weights,", "gradient_step(list(weights),"),
            ),
            wrong(
                "returns something else than the weights",
                0,
                "The answer should be the list of `size` weights.",
                ("return weights", "return weights[1:]"),
            ),
        ),
        "backward_label": (
            wrong(
                "the sign is not turned",
                0,
                "What a move leads to is worth something to the other side. For yours it is the negative.",
                ("-backward_label(", "backward_label("),
            ),
            wrong(
                "the worst move instead of the best",
                0,
                "Whoever is to move takes the largest of the values; you take the smallest.",
                ("max(", "min("),
            ),
            wrong(
                "no search",
                0,
                "You ask the stage behind about the position itself. It has learnt positions with more "
                "discs: search until there are so many.",
                ("discs_of(state) >= until and ", ""),
            ),
            wrong(
                "one disc too far",
                0,
                "You look on although `until` discs lie on the board. That is the moment to ask.",
                (">= until", "> until"),
            ),
            wrong(
                "one disc too early",
                0,
                "You ask the stage behind with one disc fewer than `until`: it has not learnt those.",
                (">= until", ">= until - 1"),
            ),
            wrong(
                "a finished game is asked about",
                1,
                "Where the game is over, there is nothing to have an opinion of: it is worth its score.",
                ("return score(state)", "return opinion(behind, state, places)"),
            ),
            wrong(
                "a pass is asked about",
                1,
                "You ask about a position whose mover must pass. Play the pass, and ask about what follows.",
                (" and following != [othello.PASS]", ""),
            ),
            wrong(
                "counts plies, not discs",
                1,
                "You count plies. A pass is a ply and adds no disc: count the discs at each position.",
                source="""
def backward_label(state, until, behind, places):
    def search(node, plies):
        if is_over(node):
            return score(node)
        if plies == 0:
            return opinion(behind, node, places)
        return max(-search(play(node, move), plies - 1) for move in moves(node))

    return search(state, until - discs_of(state))
""",
            ),
            wrong(
                "after a pass it is asked at once",
                1,
                "You ask about what follows a pass, however few discs lie there. After a pass look on as "
                "before, until there are `until` discs.",
                (
                    "    if discs_of(state)",
                    "    if following == [othello.PASS]:\n"
                    "        return -opinion(behind, play(state, othello.PASS), places)\n"
                    "    if discs_of(state)",
                ),
            ),
            wrong(
                "only a full board is finished",
                1,
                "For you a game is over with 64 discs. It is over as soon as nobody can move, and squares "
                "may be empty then: ask is_over(state).",
                ("if is_over(state):", "if discs_of(state) == 64:"),
            ),
            wrong(
                "the empty squares belong to nobody",
                1,
                "You take the difference of the discs. Squares that stay empty belong to the winner: "
                "score(state) knows that.",
                (
                    "return score(state)",
                    "return int(state.player).bit_count() - int(state.opponent).bit_count()",
                ),
            ),
            wrong(
                "a pass keeps the sign",
                1,
                "After a pass the other side is to move, so the sign turns there too.",
                (
                    "    return max(",
                    "    if following == [othello.PASS]:\n"
                    "        return backward_label(play(state, othello.PASS), until, behind, places)\n"
                    "    return max(",
                ),
            ),
        ),
        "backward_stage": (
            wrong(
                "begins with nothing",
                0,
                "Your weights begin at 0. Begin with those of the stage behind: what is good there is nearly "
                "as good here.",
                ("weights = list(behind)", "weights = [0.0] * len(behind)"),
            ),
            wrong(
                "the learner labels itself",
                0,
                "Your labels come from the weights that are just changing. The teacher is `behind`, which "
                "stays as it is.",
                ("until, behind, places)", "until, weights, places)"),
            ),
            wrong(
                "the teacher learns",
                0,
                "You change `behind` itself, so every label comes from another teacher. Learn in a copy.",
                ("list(behind)", "behind"),
            ),
            wrong(
                "all labels first, then the teacher changes",
                1,
                "The weights are right. But `behind` is no longer what it was: whoever wants to compare the "
                "two stages cannot. Learn in a copy.",
                (
                    "    return weights\n",
                    "    behind[:] = weights\n    return weights\n",
                ),
            ),
            wrong(
                "the opinion instead of the label",
                0,
                "You learn what the stage behind thinks of the position itself, and it thinks that already. "
                "The label is the value of a search.",
                ("backward_label(state, until, behind, places)", "opinion(behind, state, places)"),
            ),
            wrong(
                "the label for the other side",
                0,
                "Your labels have the wrong sign: they are for the side to move.",
                ("label, rate)", "-label, rate)"),
            ),
            wrong(
                "only the last position",
                0,
                "Each position begins again with the weights of the stage behind: only the last is learnt.",
                (
                    "        gradient_step(weights",
                    "        weights = list(behind)\n        gradient_step(weights",
                ),
            ),
        ),
        "tied_index": (
            wrong(
                "always read backwards",
                1,
                "You read the squares backwards. That is what a mirror does to a row; other shapes are "
                "mapped in other ways, and some not at all.",
                ("range(8)", "range(1)"),
                ("[image_of(square, number) for square in squares]", "list(reversed(squares))"),
            ),
            wrong(
                "the largest instead of the smallest",
                0,
                "Of the indices that mean the same, the smallest is wanted.",
                ("min(smallest", "max(smallest"),
            ),
            wrong(
                "every index stays as it is",
                0,
                "You return the index itself. Where a mirror maps the shape onto itself there is "
                "another one that means the same.",
                ("if set(image) == set(squares):", "if image == list(squares):"),
            ),
            wrong(
                "the image, even where it is larger",
                0,
                "You return the index of the last image, whether it is smaller or not.",
                ("min(smallest, turned)", "turned"),
            ),
            wrong(
                "the digits are read from the wrong end",
                1,
                "The first square is the digit that counts 1: it is index % 3. You begin with the "
                "largest power.",
                (
                    "3**place % 3 for place in range(len(squares))]",
                    "3**place % 3 for place in reversed(range(len(squares)))]",
                ),
            ),
            wrong(
                "images that cover other squares count too",
                1,
                "You go through all eight images. Only those that cover the same squares as the shape "
                "itself read the same discs.",
                source=EVERY_IMAGE,
            ),
        ),
    },
    further={
        "placements": (
            wrong(
                "only mirrored, never turned",
                1,
                "You mirror the shape and never turn it. There are eight images: four "
                "turns, each as it is and mirrored.",
                ("range(8)", "range(4, 8)"),
            ),
        ),
        "gradient_step": (
            wrong(
                "the error is squared",
                1,
                "You return, or use, the square of the error. The step goes with the error itself.",
                ("weights[index] -= rate * error", "weights[index] -= rate * error * abs(error)"),
            ),
            wrong(
                "a factor of two",
                1,
                "Your step is twice as large: the derivative of the square has a 2, "
                "which belongs to the rate here.",
                ("rate * error", "2 * rate * error"),
            ),
            wrong(
                "the value, not the error",
                1,
                "You return the value before the step. Asked is the error: value - target.",
                ("    return error", "    return error + target"),
            ),
        ),
        "index_of": (
            wrong(
                "empty squares have no place",
                0,
                "You count places only for squares that are taken. An empty square is a "
                "0, and has its place too.",
                source="""
def index_of(state, squares):
    index, place = 0, 0
    for square in squares:
        if state.player >> square & 1:
            index += 3**place
            place += 1
        elif state.opponent >> square & 1:
            index += 2 * 3**place
            place += 1
    return index
""",
            ),
        ),
        "tied_index": (
            wrong(
                "only turned, never mirrored",
                0,
                "You look at the four turns. Mirrors map shapes onto themselves as well: eight images.",
                ("range(8)", "range(4)"),
            ),
        ),
        "backward_stage": (
            wrong(
                "the places' beginnings are left out",
                0,
                "You leave out where the weights of a place begin: start + index.",
                ("[start + index_of", "[index_of"),
            ),
            wrong(
                "the rate is not used",
                0,
                "You step with another rate than the given one.",
                (
                    "gradient_step(weights, indices, label, rate)",
                    "gradient_step(weights, indices, label, 0.01)",
                ),
            ),
        ),
    },
)
