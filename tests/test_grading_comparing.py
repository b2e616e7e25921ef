"""What wrong answers have in common, and where a search parts from the reference."""

from __future__ import annotations

from random import choice

import pytest

from gamekit.grading import lab as labs
from gamekit.grading import look
from gamekit.grading.comparing import Compared, compared
from gamekit.grading.question import Question


def said(function, model, calls, name="answer"):
    """What is said where a function is asked the same as the model."""
    found = []
    for arguments in calls:
        right, given = ({"value": each(*arguments)} for each in (model, function))
        question = Question("part", "call", {"arguments": list(arguments)}, right["value"])
        found.append(Compared(question, right, given, right == given))
    return compared(name, function, model, found)


NUMBERS = [(4, 2), (9, 3), (-5, 1), (-7, 4), (8, 5), (-2, 6)]


@pytest.mark.parametrize(
    ("function", "model", "sentence"),
    [
        (lambda a, b: a, lambda a, b: a + b, "answer never uses `b`."),
        (lambda a, b: a + b + 2, lambda a, b: a + b, "what answer returns is 2 too large."),
        (lambda a, b: 3 * (a + b), lambda a, b: a + b, "what answer returns is 3 times what is right."),
        (lambda a, b: abs(a) * b, lambda a, b: a * b, "those are wrong where `a` is below 0"),
        (lambda a, b: a if b else 0, lambda a, b: a - b, "what answer returns is `a`, as it was given."),
        (lambda a, b: a > b - 99, lambda a, b: a > b, "what answer returns is True, never False."),
        (lambda a, b: [b, a, 1], lambda a, b: [1, a, b], "what answer returns is right, back to front."),
        (lambda a, b: [a, b], lambda a, b: [7, a, b], "lacks the first of what is right, and has the rest."),
        (lambda a, b: [a, 0 * b], lambda a, b: [a, b], "Only the second part of what answer"),
        (lambda a, b: b << 20, lambda a, b: b << 20 | 1 << 60, "lacks bits: 60;"),
    ],
)  # fmt: skip
def test_what_wrong_answers_have_in_common(function, model, sentence):
    assert sentence in said(function, model, NUMBERS)


def test_nothing_is_said_of_answers_that_have_nothing_in_common():
    wrong = {4: 7, 9: -3, -5: 11, -7: 2, 8: 60, -2: -9}
    assert said(lambda a, b: wrong[a] * b // b, lambda a, b: a + b, NUMBERS) == ""


def looked_at(task, source):
    lab, _, name = task.partition(".")
    return look(task, labs.find(lab).tasks[0].library.function(name, source))


PVS = """
def pvs(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = None
    for m in moves(state):
        child = play(state, m)
        if best is None:
            best = -pvs(child, -beta, -alpha)
        else:
            v = -pvs(child, -alpha - 1, -alpha)
            if alpha < v < beta:
                v = -pvs(child, -beta, -alpha)
            best = max(best, v)
        if best >= beta:
            break
    return best
"""
FORWARDS = """
def shift(discs, step):
    if step in (1, 9, -7):
        discs &= NOT_H
    elif step in (-1, -9, 7):
        discs &= NOT_A
    return discs << step & BOARD if step > 0 else discs ^ 5
"""
TOO_SOON = """
def negamax_passes(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        child = play(state, move)
        if to_move(child) == to_move(state):
            found = negamax_passes(child, alpha, beta)
        else:
            found = -negamax_passes(child, -beta, -alpha)
        best = max(best, found)
        if best > 0:
            return best
    return best
"""


@pytest.mark.parametrize(
    ("task", "source", "sentence"),
    [
        ("lab10.pvs", PVS, "is asked about with alpha = "),
        ("lab05.negamax_passes", TOO_SOON, "yours has done with the root, where the reference goes on to"),
        ("lab14.expand", "def expand(node, state):\n    if not node[3]:\n"
         "        node[3] = [(move, 0, 0, []) for move in moves(state)]\n", "puts a tuple where a list"),
        ("lab04.order_moves", "def order_moves(state, evaluator):\n"
         "    return [play(state, move) for move in moves(state)]\n", "a list that holds positions"),
    ],
)  # fmt: skip
def test_what_check_says_first(task, source, sentence):
    found = looked_at(task, source)
    assert found.marks["points"] < found.marks["most"]
    assert sentence in found.trouble
    assert found.trouble in str(found)


def test_a_known_mistake_that_is_wrong_elsewhere_is_not_named():
    """Only steps to lower numbers go wrong: a mistake by which all of them do is no likeness."""
    found = looked_at("lab07.shift", FORWARDS)
    assert found.mistake is None
    assert found.trouble == "Of the visible cases those are wrong where `step` is below 0, and no others."


def test_chance_is_named_where_something_is_drawn_not_where_a_name_says_so():
    def model(state):
        return 1

    def drawn(state):
        return 1 + (choice([0, 1]) if state else 0)

    def named(state):
        return state.random

    assert "draws at random" in compared("drawn", drawn, model, [])
    assert "draws at random" not in compared("named", named, model, [])
