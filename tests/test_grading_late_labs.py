"""Labs 10 to 12: what they give and what they take for right agree with the kit's own searches."""

from __future__ import annotations

import random

import numpy as np
import pytest
from support import ROOT

from gamekit import INF
from gamekit.evaluators import FinalScore
from gamekit.games import othello
from gamekit.grading.inside import probe
from gamekit.grading.marking import is_right, marks
from gamekit.grading.mistakes import edited
from gamekit.labs.common.cases import draw_cases, mistakes_but
from gamekit.labs.common.trees import draw_tree, value_for_mover
from gamekit.labs.lab10_null_windows import mistakes as library10
from gamekit.labs.lab10_null_windows import spec as lab10
from gamekit.labs.lab11_probcut import spec as lab11
from gamekit.labs.lab12_patterns import endings
from gamekit.labs.lab12_patterns import spec as lab12
from gamekit.othello.learning.probcut import fit as kit_fit
from gamekit.othello.patterns import PLACEMENTS, SHAPES, SIZES, STARTS, TIES
from gamekit.othello.patterns import index_of as kit_index_of
from gamekit.othello.probcut import enough, from_fits
from gamekit.search.aspiration import aspiration as kit_aspiration
from gamekit.search.mtdf import mtdf as kit_mtdf
from gamekit.search.negamax import negamax as kit_negamax
from gamekit.search.pvs import pvs as kit_pvs


@pytest.mark.parametrize("seed", range(6))
def test_null_window_searches_agree_with_the_kit(seed):
    turn = seed % 2
    tree = draw_tree(random.Random(seed), 4, early=0.1)

    def searched(function, *arguments):
        root = probe.from_lists(tree, turn)
        return function(root, *arguments), probe.measured(root)["visits"]

    value = value_for_mover(tree, turn)
    for version in library10.RIGHT_VERSIONS:
        assert searched(lab10.LIBRARY.function("pvs", version), -INF, INF)[0] == value
    window = value - 2, value + 3
    kit = searched(lambda root: kit_pvs(root, 9, *window, probe.Guess()))
    assert searched(lab10.LIBRARY.function("pvs"), *window) == kit

    space = {}
    exec("from gamekit import *\n" + lab10.LIBRARY.folder.given, space)
    for guess in range(value - 5, value + 6):
        found, passes = kit_mtdf(space["asker"](probe.from_lists(tree, turn)), guess)
        (right, windows), _ = searched(lab10.LIBRARY.function("mtdf"), guess)
        assert (right, windows) == (found, [(each.alpha, each.beta) for each in passes])
        assert right == value
        found, passes = kit_aspiration(space["asker"](probe.from_lists(tree, turn)), guess, 2)
        (right, windows), _ = searched(lab10.LIBRARY.function("aspiration"), guess, 2)
        assert (right, windows) == (found, [(each.alpha, each.beta) for each in passes])


def test_making_a_child_twice_counts_as_once():
    twice = library10.PVS.replace(
        "found = -pvs(child, -beta, -found)", "found = -pvs(play(state, move), -beta, -found)"
    )
    assert twice != library10.PVS
    more = 0
    for seed in range(10):
        tree = draw_tree(random.Random(seed), 4, early=0.2)
        case = {"tree": tree, "turn": 0, "arguments": ["$state", -INF, INF]}
        once, again = (
            lab10.LIBRARY.answer_case("pvs", "search_tree", case, text) for text in (library10.PVS, twice)
        )
        assert library10.looks(tree, once["order"]) == library10.looks(tree, again["order"])
        more += again["visits"] - once["visits"]
    assert more > 0


def test_the_notebook_names_the_shapes():
    text = (ROOT / "gamekit" / "labs" / "lab12_patterns" / "notebook.py").read_text()
    for name, shape in lab12.SHAPES.items():
        assert name.upper() in text
        assert str(shape) in text


@pytest.mark.parametrize("seed", range(4))
def test_probcut_agrees_with_the_kit(seed):
    rng = random.Random(seed)
    pairs = lab11.draw_pairs(rng, 12)
    (kit,) = kit_fit({(5, 2, 6): np.array(pairs)})
    assert lab11.LIBRARY.function("fit")(pairs) == pytest.approx((kit.a, kit.b, kit.sigma), abs=1e-4)
    cuts = from_fits([kit], confidence=1.4)
    state = othello.parse("f5d6c3d3c4f4f6")  # its stage has no fit of its own, so it uses the only one
    for alpha in range(-300, 300, 37):
        found = lab11.LIBRARY.function("thresholds")(alpha, alpha + 1, kit.a, kit.b, kit.sigma, 1.4)
        assert (2, *found) == enough(cuts, state, 6, 0, alpha, alpha + 1)


def test_patterns_agree_with_the_kit():
    state = othello.parse("f5d6c3d3c4f4f6")
    index_of, tied_index = (lab12.LIBRARY.function(name) for name in ("index_of", "tied_index"))
    for number, text in enumerate(SHAPES.values()):
        squares = [8 * (int(name[1]) - 1) + ord(name[0]) - ord("a") for name in text.split()]
        kit = [placement for placement in PLACEMENTS if placement.shape == number]
        found = lab12.LIBRARY.function("placements")(squares)
        assert {frozenset(each) for each in found} == {frozenset(each.squares) for each in kit}
        for placement in kit:
            assert index_of(state, placement.squares) == kit_index_of(state, placement)
        indices = range(0, SIZES[number], 97)
        mine = [tied_index(squares, index) for index in indices]
        theirs = [int(TIES[STARTS[number] + index]) for index in indices]
        assert [int(TIES[STARTS[number] + index]) for index in mine] == theirs


def test_the_endings_are_solved_and_can_be_made_again():
    found = endings.endings()[:40]
    assert endings.make(40) == list(found)
    assert len(set(endings.endings())) == endings.COUNT
    state = othello.Othello(found[0].player, found[0].opponent, 0)
    assert kit_negamax(state, 4, -INF, INF, FinalScore()) == found[0].score


def test_weights_that_were_learnt_elsewhere_earn_nothing():
    """Everybody has positions enough to learn from, but the weights of each student are numbered by lot."""
    learn = lab12.LIBRARY.function("learn")
    (ours,), (theirs,) = (lab12.LEARN.questions(random.Random(seed)) for seed in (1, 2))
    weights = [float(weight) for weight in learn(*ours.case["arguments"])]
    assert is_right(lab12.LEARN, ours, "held-out", {"value": weights})
    assert not is_right(lab12.LEARN, theirs, "held-out", {"value": weights})
    known = {str(lab12.example(*ending)) for ending in endings.endings()}
    assert not known & {str(each) for each in ours.expected["held-out"]}


def test_cases_are_drawn_until_every_mistake_has_shown():
    task = lab10.PVS
    rng, drawn = random.Random(5), []

    def draw():
        tree = draw_tree(rng, 3, numbers=lab10.NUMBERS)
        drawn.append(task.ask("value", {"tree": tree, "turn": 0, "arguments": ["$state", -INF, INF]}))
        return drawn[-1]

    failing = [mistake for mistake in task.mistakes if mistake.points == 0][:2]
    kept = mistakes_but(task, [mistake.name for mistake in failing])
    kept = [mistake.name for mistake in task.mistakes if mistake.name in kept and mistake.points > 0]
    chosen = draw_cases(task, "value", draw, kept, 2)
    assert 2 <= len(chosen) <= len(drawn)
    for mistake in task.mistakes:
        right = [is_right(task, each, "value", task.answer(each, mistake.source)) for each in chosen]
        assert all(right) == (mistake.name in kept), mistake.name


@pytest.mark.parametrize("student", range(8))
def test_a_shallow_search_may_have_no_fits(student):
    """Lab 11's text leaves that open."""
    task = lab11.PROBCUT
    plain = edited(task.library.folder.answers["probcut"], ("high, evaluator, fits", "high, evaluator, []"))
    plain = edited(plain, ("low + 1, evaluator, fits", "low + 1, evaluator, []"))
    questions = task.questions(random.Random(student))
    found = marks(task, questions, [task.answer(question, plain) for question in questions])
    assert found["points"] == found["most"]
