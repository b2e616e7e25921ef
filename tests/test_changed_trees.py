"""Plates and trees that a reader changes in the page: the same films as Python's, node by node."""

from __future__ import annotations

import json
import math
import random

import pytest
from browser import book_page
from support import too_late

from gamekit import INF, trace
from gamekit.draw.traces import FIRST_VIEW, MOVER_VIEW
from gamekit.evaluators import FinalScore
from gamekit.games import plates, tree
from gamekit.page.webassembly import FACE
from gamekit.rules import is_over, moves, play, position_text, score
from gamekit.search.alphabeta import alphabeta
from gamekit.search.minimax import minimax
from gamekit.search.negamax import negamax
from gamekit.widgets.stepper.events import Playback
from gamekit.widgets.stepper.pack import pack

LEAVES = (-math.inf, math.inf, -7, -2, -1, 0, 1, 2, 3, 5, 8, 13)


def patient_alphabeta(state, alpha, beta, maximising):
    """Lesson 03's `too_patient`: it cuts only where the bounds have passed each other."""
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = patient_alphabeta(play(state, move), alpha, beta, not maximising)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha > beta:
            break
    return best


def random_lists(dice, depth):
    if depth == 0 or (dice.random() < 0.15 and depth < 4):
        number = dice.choice(LEAVES)
        return number + 0.25 if dice.random() < 0.03 and abs(number) < 100 else number
    return [random_lists(dice, depth - 1) for _ in range(dice.randint(1, 3))]


def random_game(dice):
    """The name of a game, how it is written, and its state."""
    if dice.random() < 0.2:
        text = "/".join(
            ",".join(str(dice.choice((1, 2, 5, 10, 20))) for _ in range(dice.randint(2, 4)))
            for _ in range(dice.randint(1, 4))
        )
        return "plates", text, plates.parse(text)
    lists = random_lists(dice, 4)
    text = position_text(tree.from_lists(lists if isinstance(lists, list) else [lists]))
    return "tree", text, tree.parse(text)


def python_film(search, state, patient):
    """What Python records, as the page would get it."""
    if patient:
        walk = (
            trace(patient_alphabeta)(state, -INF, INF, True)
            if search == "alphabeta"
            else trace(too_late)(state, -INF, INF)
        )
    elif search == "minimax":
        walk = trace(minimax)(state, 9, True, FinalScore())
    elif search == "alphabeta":
        walk = trace(alphabeta)(state, 9, -INF, INF, True, FinalScore())
    else:
        walk = trace(negamax)(state, 9, -INF, INF, FinalScore())
    own_view = MOVER_VIEW if search == "negamax" else FIRST_VIEW
    return pack(Playback(walk, own_view, own_view)) | {"function": search}


@pytest.fixture(scope="module")
def page():
    with book_page("living.js", "widgets.js", "trees.js") as made:
        yield made


def page_films(page, asked):
    return page.evaluate(
        """(asked) => asked.map(([search, game, text, patient]) => {
            const pack = gamekit.filmOf(search, game, gamekit.readTree(game, text), patient);
            const film = new gamekit.widgets.stepper.Film(pack);
            return { ...pack, words: film.cuts.map((step) => film.words(step)) };
        })""",
        asked,
    )


@pytest.mark.parametrize("trees", [200, pytest.param(1000, marks=pytest.mark.long)])
def test_random_trees_have_pythons_films(page, trees):
    dice = random.Random(23)
    asked, wanted = [], []
    for number in range(trees):
        game, text, state = random_game(dice)
        for search in ("minimax", "alphabeta", "negamax"):
            patient = search != "minimax" and number % 3 == 0
            asked.append([search, game, text, patient])
            wanted.append(python_film(search, state, patient))
    cuts = deep = 0
    for start in range(0, len(asked), 300):
        for case, found, right in zip(
            asked[start : start + 300],
            page_films(page, asked[start : start + 300]),
            json.loads(json.dumps(wanted[start : start + 300])),
            strict=True,
        ):
            # The editor shows the state, and no code.
            for name in set(right) - {"hasStates", "code", "lit"}:
                assert found[name] == right[name], (case, name)
            cuts += len(found["words"])
            deep += sum("a deep cut-off" in text for text in found["words"])
    assert cuts > trees  # the trees tell something
    assert deep > trees / 50


def test_the_tracer_is_small():
    lines = FACE.with_name("tracer.js").read_text().splitlines()
    assert len(lines) <= 80


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("plates", "1,20/5,x", "a note is a whole number from 0 to 1000000, not x"),
        ("plates", "1,20/5", "plate 2 has 1 note; a plate has 2 to 20"),
        ("plates", "", "a note is a whole number from 0 to 1000000, not nothing"),
        ("plates", "/".join(["1,2"] * 27), "there are 27 plates; at most 26 have names"),
        ("tree", "[[5, 3], [1, 9]", "a tree is lists of numbers such as [[5, 3], [1, 9]]"),
        ("tree", "[[], 3]", "an empty list is neither a leaf nor a node with children"),
        ("tree", "7", "a tree begins with a list, such as [[5, 3], [1, 9]]"),
        ("tree", '["x"]', "a leaf is a number such as 5, 2.5 or inf, not x"),
        ("tree", "[1e99]", "a tree is lists of numbers such as [[5, 3], [1, 9]]"),
        ("tree", "[null]", "a tree is made of lists and numbers"),
    ],
)
def test_what_is_no_tree_gets_one_sentence(page, game, text, words):
    asked = (
        f"() => {{ try {{ gamekit.readTree({game!r}, {text!r}); }} catch (one) {{ return one.message; }} }}"
    )
    assert page.evaluate(asked) == words


def test_the_editor_follows_what_is_typed_dragged_and_swapped(page):
    page.set_content("<main></main>")
    page.evaluate(
        """() => {
            globalThis.films = [];
            const told = { game: "plates", text: "1,20,50/5,10,100/1,5,20", search: "alphabeta" };
            document.querySelector("main").append(gamekit.editor(told, (pack) => films.push(pack)));
        }"""
    )

    def last():
        return page.evaluate("() => [films.at(-1).parent.length, films.at(-1).value[0], films.length]")

    page.get_by_label("swap plate B and plate C").click()
    assert last() == [18, 20, 1]
    page.get_by_label("swap plate A and plate B").click()
    assert last()[:2] == [
        len(trace(alphabeta)(plates.parse("1,5,20/1,20,50/5,10,100"), 9, -INF, INF, True, FinalScore())),
        20,
    ]
    page.get_by_role("button", name="as it was").click()
    assert last()[:2] == [18, 20]
    page.locator("[data-gk-change=cut]").select_option("patient")
    assert last()[:2] == [19, 20]
    page.get_by_label("note 2 of plate A").fill("3")
    assert last()[1] == 10
    note = page.get_by_label("note 3 of plate C").bounding_box()
    middle = note["y"] + note["height"] / 2
    page.mouse.move(note["x"] + 10, middle)
    page.mouse.down()
    page.mouse.move(note["x"] + 70, middle, steps=5)
    page.mouse.up()
    assert page.locator("[data-gk-change=text]").input_value() == "1,3,50/5,10,100/1,5,30"
    page.get_by_label("note 3 of plate C").press("ArrowDown")
    assert page.locator("[data-gk-change=text]").input_value() == "1,3,50/5,10,100/1,5,29"
    count = last()[2]
    page.locator("[data-gk-change=text]").fill("1,2/x")
    assert page.locator("[data-gk-said]").inner_text() == "A note is a whole number from 0 to 1000000, not x."
    assert last()[2] == count
    page.locator("[data-gk-change=text]").fill("1,2/30,40")
    assert last()[:2] == [
        len(trace(alphabeta)(plates.parse("1,2/30,40"), 9, -INF, INF, True, FinalScore())),
        40,
    ]
    page.locator("[data-gk-change=search]").select_option("minimax")
    assert page.locator("[data-gk-said]").inner_text() == "9 nodes of 9 visited; value 40 by B."
