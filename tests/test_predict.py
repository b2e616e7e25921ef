"""Questions before answers: reading, judging, keeping quiet until the learner has answered."""

from __future__ import annotations

import json
from itertools import pairwise

import nbformat
import pytest
from nbclient import NotebookClient
from support import heard

from gamekit import INF, BadText, GamekitError, trace
from gamekit.evaluators import FinalScore
from gamekit.games import plates, tictactoe, tree
from gamekit.search.alphabeta import alphabeta
from gamekit.search.minimax import minimax
from gamekit.widgets import Predict
from gamekit.widgets.predict.judge import judge_choice, judge_marks, judge_number, read_number
from gamekit.widgets.predict.marks import MarkTree

VALUE = FinalScore()


def whole():
    return trace(minimax)(plates.start(), 3, True, VALUE)


def pruned():
    return trace(alphabeta)(plates.start(), 3, -INF, INF, True, VALUE)


# --- reading and judging ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("18", 18),
        (" 1,200 ", 1200),
        ("549 946", 549_946),
        ("1_000_000", 1_000_000),
        ("-7", -7),
        ("−7", -7),
        ("2.5", 2.5),
        ("1e6", 1_000_000),
        ("10^28", 10**28),
        ("10**58", 10**58),
        ("3 x 10^4", 30_000),
        ("2 million", 2_000_000),
        ("1.5 thousand", 1500),
        (18, 18),
    ],
)
def test_numbers_as_people_type_them(text, number):
    assert read_number(text) == number


@pytest.mark.parametrize(
    "text",
    ["", "many", "1,2,3", "1..2", "inf", "nan", "0x10", "10^9999", "1e999", None, True, float("inf"), "--3"],
)
def test_what_is_no_number(text):
    with pytest.raises(BadText, match="a number is needed"):
        read_number(text)


@pytest.mark.parametrize(
    ("given", "right", "options", "how"),
    [
        (18, 18, {}, "right"),
        (17, 18, {}, "close"),
        (31, 18, {}, "wrong"),
        (17, 18, {"tolerance": 1}, "right"),
        (15, 18, {"tolerance": 1}, "close"),
        (0, 0, {}, "right"),
        (1, 0, {}, "wrong"),
        (-18, 18, {}, "wrong"),
        (10**57, 10**58, {"factor": 10}, "right"),
        (10**56, 10**58, {"factor": 10}, "close"),
        (10**50, 10**58, {"factor": 10}, "wrong"),
        (-5, 10**58, {"factor": 10}, "wrong"),
    ],
)
def test_numbers_are_judged(given, right, options, how):
    assert judge_number(given, right, **options).how == how


def test_the_words_of_a_verdict():
    assert (
        judge_number(31, 18).words == "Not this time: you said 31, it is 18. That is less than you thought."
    )
    assert judge_number(549_000, 549_946).words == "Close: you said 549,000, it is 549,946."
    assert judge_number(3 * 10**20, 10**58, factor=10).words.startswith(
        "Not this time: you said about 3 × 10^20, it is 10^58."
    )
    assert judge_choice("A", ("A", "C")).words == "Right: A. (C would be as good.)"
    assert judge_choice("B", ("A", "C")).words == "Not this time: you said B, it is A or C."
    assert judge_marks([1, 2, 9], [1, 2, 3]).words == "Close: you found 2 of 3, and marked 1 too many."
    assert judge_marks([], []).words == "Right: there is none."


def test_marks_are_judged_by_what_both_have():
    assert judge_marks([1, 2], [1, 2]).how == "right"
    assert judge_marks([1, 2, 3, 4], [1, 2]).how == "close"
    assert judge_marks([1, 2, 3, 4, 5], [1, 2]).how == "wrong"
    assert judge_marks([3], []).how == "wrong"


# --- the widget, from Python ------------------------------------------------------------------------------


def test_an_answer_is_computed_late_and_once():
    calls = []
    guess = Predict("How many?", answer=lambda: calls.append(1) or 18, reason=lambda: "Three cuts.")
    guess._repr_mimebundle_()
    assert calls == []
    assert (guess.given, guess.right) == (None, None)
    assert guess.give("20") == "20 is close, but it is less. Guess once more."
    assert guess.give("17") == "Close: you said 17, it is 18. Three cuts."
    assert guess.give(18) == "Right: it is 18. Three cuts."
    assert calls == [1]
    assert (guess.given, guess.right) == (18, True)


def test_a_second_guess_comes_before_the_answer():
    guess = Predict("Which?", choices=["a", "b", "c"], answer="c", reason="Since.")
    assert guess.give("a") == "Not a. Guess once more."
    assert guess.reply == {"given": "a", "how": "again", "words": "Not a. Guess once more."}
    assert guess.give("b") == "Not this time: you said b, it is c. Since."
    assert guess.reply["right"] == ["c"]
    told = Predict("How many?", answer=5)
    with pytest.raises(BadText, match="guess first"):
        told.tell()
    told.give(9)
    assert heard(told, {"tell": True}) == []
    assert told.reply["words"] == "Not this time: you said 9, it is 5. That is less than you thought."
    only = Predict("Is it?", choices=["yes", "no"], answer="no")
    assert only.give("yes").startswith("Not this time"), "one choice is left: a second guess would be none"
    marks = Predict("Which?", tree=whole(), answer=[3, 4, 6])
    assert (
        marks.give([3, 7]) == "Not yet: 1 of your 2 marks are right, and some are missing. Guess once more."
    )


def test_a_choice():
    guess = Predict("Which plate?", choices=["A", "B", "C"], answer=lambda: "A")
    assert guess.kind == "choice"
    guess.give("B")
    assert (guess.right, guess.answer) == (False, ("A",))
    guess.give("A")
    assert (guess.given, guess.right) == ("A", True)
    with pytest.raises(BadText, match="the choices are A, B, C, not 'D'"):
        guess.give("D")


def test_several_choices_may_be_right():
    guess = Predict("Which?", choices=["one", "two", "three"], answer=["one", "two"])
    assert guess.give("two") == "Right: two. (one would be as good.)"
    with pytest.raises(BadText, match="the choices are"):
        _ = Predict("Which?", choices=["one", "two"], answer="four").answer


def test_which_leaves_will_be_pruned():
    guess = Predict("Which leaves are never looked at?", tree=whole(), answer=pruned)
    leaves = {node.number: node.value for node in whole().nodes if not node.children}
    assert set(guess.answer) < set(leaves)
    assert [leaves[number] for number in guess.answer] == [50, 5, 100, 10, 100, 1, 20, 5, 20]
    guess.give(guess.answer)
    assert guess.right is True
    again = Predict("Which?", tree=whole(), answer=lambda: [9, 10])
    again.give([9])
    assert (again.given, again.right) == ((9,), False)
    with pytest.raises(BadText, match="leaves of this tree"):
        again.give([0])


def test_the_tree_stands_in_order():
    marks = MarkTree(whole())
    leaves = [marks.x[at] for at in range(31) if marks.film.is_leaf(at)]
    assert all(after - before >= 30 for before, after in pairwise(leaves))
    assert 0 < min(marks.x) < max(marks.x) < marks.width
    assert marks.labels[0] == ""  # what a node is worth is for the learner to find out
    assert [label for label in marks.labels if label][:4] == ["1", "20", "1", "50"]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"kind": "guess", "answer": 1}, "else a number, not 'guess'"),
        ({"kind": "choice", "answer": "a"}, "with choices= it is a choice"),
        ({"kind": "tree", "answer": [1]}, "with tree= a tree"),
        ({"choices": ["a"], "answer": "a"}, "two or more different names"),
        ({"choices": ["a", "a"], "answer": "a"}, "two or more different names"),
        ({"tree": plates.start(), "answer": [1]}, "tree= is a trace"),
        ({"answer": 3, "factor": 1}, "factor= is more than 1"),
    ],
)
def test_bad_questions_are_refused(options, problem):
    with pytest.raises(GamekitError, match=problem):
        Predict("?", **options)


def test_a_tree_too_large_to_mark():
    walk = trace(alphabeta)(tictactoe.start(), 5, -INF, INF, True, VALUE)
    with pytest.raises(GamekitError, match="at most 400 nodes"):
        Predict("?", tree=walk, answer=[1])


# --- what the page gets -----------------------------------------------------------------------------------


def state_of(widget):
    """All that travels to the page."""
    state = widget.get_state()
    return json.dumps(
        {name: value for name, value in state.items() if name not in ("_esm", "_css", "layout")}
    )


@pytest.mark.parametrize(
    ("options", "answer", "secrets"),
    [
        ({"answer": lambda: 8765, "reason": "since XYZZY"}, 1, ["8765", "XYZZY"]),
        ({"choices": "ab", "answer": lambda: "a", "reason": "since XYZZY"}, "b", ["XYZZY"]),
    ],
)
def test_nothing_is_given_away_before_the_answer(options, answer, secrets):
    guess = Predict("How many?", **options)
    before = state_of(guess) + json.dumps(guess._repr_mimebundle_()[0])
    assert not any(secret in before for secret in secrets)
    guess.give(answer)
    if "choices" not in options:
        assert not any(secret in state_of(guess) for secret in secrets), "there is a second guess"
        guess.give(answer)
    assert all(secret in state_of(guess) for secret in secrets)
    assert not any(secret in json.dumps(guess._repr_mimebundle_()[0]) for secret in secrets)


def test_a_tree_to_mark_gives_away_only_its_leaves():
    known = tree.parse("[[41, 43], [47, 53]]")
    walk = trace(minimax)(known, 2, True, VALUE)
    guess = Predict("Which leaf?", tree=walk, answer=[2])
    assert guess.tree["label"] == ["", "", "41", "43", "", "47", "53"]
    assert guess.reply == {}


def test_the_page_is_never_left_waiting():
    guess = Predict("How many?", answer=lambda: 1 / 0)
    (answer,) = heard(guess, {"answer": "many"})
    assert answer == {"problem": "A number is needed, such as 1,200 or 2.5, not 'many'."}
    assert guess.given is None
    (answer,) = heard(guess, {"answer": "3"})
    assert (
        "Your answer is kept, but the right one cannot be computed yet (ZeroDivisionError"
        in answer["problem"]
    )
    assert guess.given == 3
    fine = Predict("How many?", answer=18)
    assert heard(fine, {"answer": "18"}) == []
    assert fine.reply["how"] == "right"
    assert heard(fine, {"answer": "18"}) == [{"again": True}]
    assert heard(fine, None, "x", {}, {"other": 1}) == []


@pytest.mark.parametrize("answer", [{"a": 1}, [1, "x"], None, 7, [[1]], "text", {}])
def test_nonsense_marks_from_the_page(answer):
    guess = Predict("Which?", tree=whole(), answer=[9])
    (reply,) = heard(guess, {"answer": answer})
    assert "problem" in reply
    assert guess.given is None


def test_the_still_card_asks_the_question():
    data, _ = Predict("How many `nodes`, of the **31**?", answer=18)._repr_mimebundle_()
    assert data["text/plain"] == "Predict first: How many nodes, of the 31?"
    assert data["image/svg+xml"].startswith("<svg")
    assert "How many nodes, of the 31?" in data["image/svg+xml"]
    data, _ = Predict("Which plate?", choices="ABC", answer="A")._repr_mimebundle_()
    assert data["text/plain"] == "Predict first: Which plate?\n(A / B / C)"
    data, _ = Predict("Which leaves?", tree=whole(), answer=pruned)._repr_mimebundle_()
    assert data["image/svg+xml"].count(">50</text>") == 4  # two leaves, and the moves that lead to them


def test_a_notebook_without_a_page_runs_through():
    cells = [
        "from gamekit.widgets import Predict",
        "guess = Predict('How many?', answer=lambda: 18)\nguess",
        "print(guess.given, guess.right)",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=120, startup_timeout=180, kernel_name="python3").execute()
    (shown,) = (out["data"] for out in notebook.cells[1].outputs if out["output_type"] == "execute_result")
    assert "image/svg+xml" in shown
    assert notebook.cells[2].outputs[0]["text"] == "None None\n"
