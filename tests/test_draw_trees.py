"""Trees: what is drawn is what the search did, whatever is folded, ghosted or missing."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import seconds_to_start

from gamekit import INF, is_over, moves, play, score, trace
from gamekit.draw import layout, trees
from gamekit.draw.traces import Reading, number_text, side, window
from gamekit.draw.trees import tree, tree_before_after
from gamekit.errors import GamekitError
from gamekit.evaluators import FinalScore
from gamekit.games import othello, plates, tictactoe
from gamekit.games import tree as lists
from gamekit.othello.evaluators import Mobility
from gamekit.search.alphabeta import alphabeta, alphabeta_hard
from gamekit.search.minimax import minimax
from gamekit.search.negamax import negamax
from gamekit.search.pvs import pvs

pytestmark = pytest.mark.quick

FINAL = FinalScore()
LESSON_2 = [[[[10, float("inf")], [5]], [[-10]]], [[[7, 5], [-float("inf")]], [[-7, -5]]]]


def by_minimax(state, depth=3, evaluator=FINAL):
    return trace(minimax)(state, depth, True, evaluator)


def by_alphabeta(state, depth=3, evaluator=FINAL):
    return trace(alphabeta)(state, depth, -INF, INF, True, evaluator)


def by_negamax(state, depth=3, evaluator=FINAL):
    return trace(negamax)(state, depth, -INF, INF, evaluator)


@pytest.fixture(scope="module")
def midgame():
    return by_alphabeta(othello.parse("f5d6c3d3c4"), 5, Mobility(1))


def panels(picture):
    """The trees of a picture, as XML."""
    root = ElementTree.fromstring(picture.svg)
    return [part for part in root.iter() if part.get("data-gk-tree") is not None]


def numbers(picture, attribute, panel=0):
    """The values of one data attribute, in the order of drawing."""
    found = [part.get(f"data-gk-{attribute}") for part in panels(picture)[panel].iter()]
    return [int(value) for value in found if value is not None]


def places(panel):
    """Where each box of a panel stands: its outline's geometry."""
    found = []
    for group in panel.iter("{http://www.w3.org/2000/svg}g"):
        if any(name.startswith("data-gk-") and name != "data-gk-tree" for name in group.attrib):
            outline = next(part for part in group if part.tag.endswith(("path", "rect")))
            found.append(
                outline.get("d") or tuple(outline.get(name) for name in ("x", "y", "width", "height"))
            )
    return found


def words(panel):
    return [part.text for part in panel.iter("{http://www.w3.org/2000/svg}text")]


# --- what is drawn is what was visited --------------------------------------------------------------------


@pytest.mark.parametrize("search", [by_minimax, by_alphabeta, by_negamax])
@pytest.mark.parametrize("state", [plates.start(), lists.start(), lists.from_lists(LESSON_2)])
def test_every_node_and_every_ghost_once(search, state):
    walk = search(state, 4)
    picture = tree(walk)
    assert sorted(numbers(picture, "node")) == list(range(len(walk)))
    assert sum(numbers(picture, "ghost")) == sum(len(node.pruned) for node in walk.nodes)
    assert numbers(picture, "folded") == []


def test_the_plates_of_lesson_3():
    picture = tree(by_alphabeta(plates.start()))
    assert len(numbers(picture, "node")) == 18
    assert len(numbers(picture, "ghost")) == 5
    said = words(panels(picture)[0])
    assert {"cut: 20 ≥ beta 20", "cut: 10 ≤ alpha 20", "cut: 5 ≤ alpha 20"} <= set(said)
    assert "(−∞, 20)" in said  # the window of the third pair
    assert "below B, moves 5+100 10+100 (10 ≤ alpha 20)" in picture.text


def test_sides_by_shape():
    walk = by_minimax(plates.start())
    picture = tree(walk)
    shapes = {
        int(part.get("data-gk-node")): part.get("data-gk-side")
        for part in panels(picture)[0].iter()
        if part.get("data-gk-node")
    }
    for node in walk.nodes:
        assert shapes[node.number] == (side(node) if node.children else "leaf")
    assert sorted(set(shapes.values())) == ["leaf", "max", "min"]


def test_moves_on_edges_windows_and_values():
    walk = by_alphabeta(lists.start(), 2)
    said = words(panels(tree(walk))[0])
    assert [text for text in said if text in ("1", "2")]
    for node in walk.nodes:
        assert number_text(node.value) in said
        assert f"({', '.join(map(number_text, window(node)))})" in said


def test_infinity_has_its_sign():
    said = words(panels(tree(by_minimax(lists.from_lists(LESSON_2), 4)))[0])
    assert "∞" in said
    assert "−∞" in said
    assert not any(str(INF) in text for text in said)


# --- reading traces ---------------------------------------------------------------------------------------

small_trees = st.recursive(
    st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=14
)


def without_a_window(state):
    if is_over(state):
        return score(state)
    return max(-without_a_window(play(state, move)) for move in moves(state))


@given(small_trees.filter(lambda tree: isinstance(tree, list)))
@settings(max_examples=400)
def test_the_best_line_leads_to_the_value(nested):
    state = lists.from_lists(nested)
    for walk, sees in (
        (by_minimax(state, 30), 1),
        (by_alphabeta(state, 30), 1),
        (by_negamax(state, 30), -1),
        (trace(without_a_window)(state), -1),
    ):
        line = Reading(walk).line
        assert not line[-1].children, "it ends at a leaf"
        assert line[-1].value * (sees ** (len(line) - 1)) == walk.value
        leaf = line[-1].state
        assert (score(leaf) if leaf.turn == 0 else -score(leaf)) == walk.value


@given(small_trees.filter(lambda tree: isinstance(tree, list)))
@settings(max_examples=400)
def test_every_cut_has_its_bound(nested):
    """Each of these searches stops early for one reason only, and the picture must find it."""
    state = lists.from_lists(nested)
    hard = trace(alphabeta_hard)(state, 30, -INF, INF, True, FINAL)
    scouting = trace(pvs)(state, 30, -INF, INF, FINAL)
    for walk in (by_alphabeta(state, 30), by_negamax(state, 30), hard, scouting):
        reading = Reading(walk)
        for node in walk.nodes:
            assert (reading.cut(node) is not None) == bool(node.pruned)


def test_negamax_is_known_by_its_values():
    assert Reading(by_negamax(plates.start())).for_mover
    assert not Reading(by_alphabeta(plates.start())).for_mover
    assert "values as the side to move sees them" in tree(by_negamax(plates.start())).svg
    zeros = lists.from_lists([[0, 0], [0, 0]])  # only the windows tell here
    assert not Reading(by_alphabeta(zeros)).for_mover
    assert Reading(trace(negamax)(zeros, 2, -INF, 5, FINAL)).for_mover


def test_a_learners_function_with_other_names():
    """No window is found, so none is shown; an answer may be a pair."""

    def best(position, lo, hi):
        if is_over(position):
            return score(position), None
        found, choice = -INF, None
        for move in moves(position):
            value = -best(play(position, move), -hi, -max(lo, found))[0]
            if value > found:
                found, choice = value, move
            if found >= hi:
                break
        return found, choice

    walk = trace(best)(plates.start(), -INF, INF)
    picture = tree(walk)
    assert len(numbers(picture, "node")) == len(walk) == 18
    assert "20" in words(panels(picture)[0])
    assert not any(text.startswith(("(", "cut")) for text in words(panels(picture)[0]))
    assert "Best line: A, 1+20, 20." in picture.text


def test_a_function_without_states():
    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    picture = tree(trace(fibonacci)(5))
    assert len(numbers(picture, "node")) == 15


def test_a_move_looked_at_twice():
    """PVS searches a better move again: both visits are drawn, the second is on the line."""
    walk = trace(pvs)(lists.from_lists([[[5, 6], [7, 4]], [[9, 8], [3, 2]]]), 3, -INF, INF, FINAL)
    picture = tree(walk)
    assert sorted(numbers(picture, "node")) == list(range(len(walk)))
    assert [node.value for node in Reading(walk).line] == [6, -6, 6, -6]


# --- folding ----------------------------------------------------------------------------------------------


def test_folds_by_themselves(midgame):
    picture = tree(midgame)
    boxes = len(numbers(picture, "node")) + len(numbers(picture, "folded")) + len(numbers(picture, "ghost"))
    assert boxes <= 80
    assert len(numbers(picture, "node")) + sum(numbers(picture, "folded")) == len(midgame)


def test_the_best_line_stays_visible(midgame):
    """A large tree opens along the line that matters."""
    line = [node.number for node in Reading(midgame).line]
    assert len(line) == 6
    assert set(line) <= set(numbers(tree(midgame), "node"))


@pytest.mark.parametrize("number", [0, 1, 7, 100, -1])
def test_around_a_node(midgame, number):
    node = midgame.nodes[number]
    picture = tree(midgame, around=node)
    shown = numbers(picture, "node")
    assert len(shown) + sum(numbers(picture, "folded")) == len(midgame)
    at = midgame.root  # every node on the way there is shown
    while at is not node:
        assert at.number in shown
        at = next(child for child in reversed(at.children) if child.number <= node.number)
    assert {child.number for child in node.children} <= set(shown)
    assert "data-gk-focus" in picture.svg
    assert picture.svg == tree(midgame, around=node.number).svg


def test_a_wide_tree_folds_sideways():
    state = lists.from_lists([[n, n + 1] for n in range(300)])
    walk = by_minimax(state, 2)
    picture = tree(walk)
    assert len(numbers(picture, "node")) + sum(numbers(picture, "folded")) == len(walk)
    line = [node.number for node in Reading(walk).line]
    assert line[1] in numbers(picture, "node")


def test_large_traces_are_quick():
    walk = by_alphabeta(tictactoe.parse("X../.O./..."), 9)
    begin = time.perf_counter()
    picture = tree(walk)
    assert time.perf_counter() - begin < 5
    assert len(numbers(picture, "node")) + sum(numbers(picture, "folded")) == len(walk)


# --- before and after -------------------------------------------------------------------------------------


def test_equal_nodes_stand_at_equal_places():
    before, after = by_minimax(plates.start()), by_alphabeta(plates.start())
    picture = tree_before_after(before, after)
    one, other = panels(picture)
    assert places(one) == places(other)
    assert len(numbers(picture, "node", 0)) == 31
    assert len(numbers(picture, "node", 1)) == 18
    assert (
        len(numbers(picture, "ghost", 1)) == 13
    )  # all that alpha-beta never visited, not the five cut moves only
    assert numbers(picture, "ghost", 0) == []
    headings = ElementTree.fromstring(picture.svg)
    said = [part.text for part in headings.iter("{http://www.w3.org/2000/svg}text")]
    assert "minimax: 31 nodes" in said
    assert "alphabeta: 18 nodes" in said


def test_before_and_after_folded(midgame):
    before = by_minimax(othello.parse("f5d6c3d3c4"), 3, Mobility(1))
    after = by_alphabeta(othello.parse("f5d6c3d3c4"), 3, Mobility(1))
    picture = tree_before_after(before, after)
    for panel, walk in enumerate((before, after)):
        assert len(numbers(picture, "node", panel)) + sum(numbers(picture, "folded", panel)) == len(walk)
    assert places(panels(picture)[0]) == places(panels(picture)[1])


def test_two_positions_are_no_before_and_after():
    with pytest.raises(GamekitError, match="two searches of the same position"):
        tree_before_after(by_minimax(plates.start()), by_minimax(lists.start()))
    with pytest.raises(GamekitError, match="two searches of the same position"):
        tree_before_after(by_minimax(tictactoe.start(), 1), by_minimax(tictactoe.parse("X../.../..O"), 1))


def test_two_searches_of_one_name():
    walk = by_alphabeta(lists.start())
    assert "before: 6 nodes" in tree_before_after(walk, walk).svg
    assert "mine: 6 nodes" in tree_before_after(walk, walk, names=("mine", "theirs")).svg


# --- the file ---------------------------------------------------------------------------------------------


def test_equal_bytes_in_every_process():
    code = (
        "from gamekit import INF, trace; from gamekit.evaluators import FinalScore\n"
        "from gamekit.games import plates; from gamekit.search.alphabeta import alphabeta\n"
        "from gamekit.draw.trees import tree; import sys\n"
        "sys.stdout.write(tree(trace(alphabeta)(plates.start(), 3, -INF, INF, True, FinalScore())).svg)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    here = tree(by_alphabeta(plates.start())).svg
    assert ran.stdout == here
    assert not re.search(r"graphviz|/home|/tmp|<!--", here, flags=re.IGNORECASE)


def test_words_for_those_who_cannot_see():
    root = ElementTree.fromstring(tree(by_alphabeta(plates.start())).svg)
    assert root.get("role") == "img"
    title, desc, panel = list(root)[:3]
    assert title.text == "The search tree of alphabeta: 18 nodes, value 20"
    assert "Best line: A, 1+20, 20." in desc.text
    assert panel.get("fill") == trees.COLOURS["panel"], "its own ground, for dark pages"


def test_no_boxes_overlap(midgame):
    for picture in (tree(midgame), tree(by_alphabeta(plates.start()))):
        boxes = []
        for box in places(panels(picture)[0]):
            if isinstance(box, tuple):
                x, y, width, height = map(float, box)
                boxes.append((x, y, x + width, y + height))
            else:
                corners = [tuple(map(float, pair.split())) for pair in box.strip("MZ").split("L")]
                across, down = zip(*corners, strict=True)
                boxes.append((min(across), min(down), max(across), max(down)))
        for number, one in enumerate(boxes):
            for other in boxes[:number]:
                is_apart = (
                    one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
                )
                assert is_apart


# --- without Graphviz -------------------------------------------------------------------------------------


def test_the_program_serves_where_the_library_is_missing(monkeypatch):
    monkeypatch.setattr(layout, "_by_program", layout._in_process)  # not every machine has a `dot`
    monkeypatch.setattr(layout, "_in_process", lambda source: None)
    assert len(numbers(tree(by_alphabeta(plates.start())), "node")) == 18


def test_text_where_there_is_no_graphviz_at_all(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygraphviz", None)  # importing it fails now
    monkeypatch.setenv("PATH", "")
    walk = by_alphabeta(plates.start())
    picture = tree(walk)
    assert picture.svg == ""
    assert str(walk) in picture.text
    assert picture.text.splitlines()[-1] == layout.HOW_TO_GET_PICTURES
    assert "image/svg+xml" not in picture._repr_mimebundle_()
    pair = tree_before_after(by_minimax(plates.start()), walk)
    assert "minimax: 31 nodes" in pair.text
    assert pair.text.count(layout.HOW_TO_GET_PICTURES) == 1
    assert "image/svg+xml" not in walk._repr_mimebundle_()
    monkeypatch.setitem(sys.modules, "graphviz", None)
    assert tree(walk).svg == ""


def test_the_dot_program(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    picture = tree(by_alphabeta(plates.start()))
    if not picture.svg:
        pytest.skip("no `dot` program on this machine")
    assert len(numbers(picture, "node")) == 18


# --- wishes that cannot be met ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"around": 18}, "numbered 0 to 17"),
        ({"around": -1}, "numbered 0 to 17"),
    ],
)
def test_one_clear_sentence(wish, sentence):
    with pytest.raises(GamekitError, match=re.escape(sentence)):
        tree(by_alphabeta(plates.start()), **wish)


def test_a_node_of_another_trace():
    one, other = by_alphabeta(plates.start()), by_alphabeta(plates.start())
    with pytest.raises(GamekitError, match="not a node of this trace"):
        tree(one, around=other.nodes[3])


@pytest.mark.alone
def test_a_tree_is_drawn_at_once():
    walk = by_minimax(plates.start())
    tree(walk)  # loads Graphviz
    times = []
    for _ in range(9):
        begin = time.perf_counter()
        tree(walk)
        times.append(time.perf_counter() - begin)
    assert min(times) < seconds_to_start("import numpy") / 2
