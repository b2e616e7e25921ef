"""`check` in the notebook: points, parts, and a notebook that stays alive whatever the function does."""

from __future__ import annotations

import json
import os
import re
import sys
import time

import nbformat
import pytest
from grading_support import FULL, HALF, MODEL_ALPHABETA, handed_in, model
from nbclient import NotebookClient
from support import ROOT

from gamekit import INF, is_over, moves, play, score
from gamekit.errors import BadText
from gamekit.grading import check, checking, hint, look
from gamekit.grading import lab as labs
from gamekit.grading.calling import in_own_process
from gamekit.grading.card import card

SPACE = {"INF": INF, "is_over": is_over, "moves": moves, "play": play, "score": score}


def function(text, name="alphabeta"):
    space = dict(SPACE)
    exec(text, space)
    return space[name]


def test_a_right_function_gets_all_points_as_a_plain_number(capsys):
    points = check("lab03.alphabeta", function(MODEL_ALPHABETA))
    assert isinstance(points, float)
    assert repr(points) == f"{FULL:g}", "nbgrader reads what a page does not show again"
    assert points == FULL
    said = capsys.readouterr()
    assert said.out.startswith(
        f"visible checks: {FULL:g} of {FULL:g} points\n+ the value, on plates: 6 of 6 right"
    )
    assert said.err == ""


def test_a_half_right_function_gets_partial_credit(capsys):
    assert check("lab03.alphabeta", function(MODEL_ALPHABETA.replace(">=", ">"))) == HALF
    said = capsys.readouterr().out
    assert re.search(r"- exactly the nodes that must be visited, on plates: [0-5] of 6 right", said)


def wait_for_ever(*_):
    time.sleep(1000)


def leave(*_):
    os._exit(0)


def fail(*_):
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (wait_for_ever, "alphabeta gave no answer within 1 s: does it loop for ever?"),
        (leave, "alphabeta ended the program that ran it"),
        (fail, "alphabeta raised ZeroDivisionError"),
        (20, "alphabeta is no function"),
    ],
)
def test_the_notebook_stays_alive(broken, sentence):
    _, task = checking.find_task("lab03.alphabeta")
    questions = task.questions(checking.labs.rng_of(b"visible", "lab03", "alphabeta"))
    with in_own_process(broken, task.name, 1, 1) as caller:
        answers = [caller.answer(question.kind, question.case) for question in questions]
    assert caller.trouble.startswith(sentence)
    assert answers == [None] * len(questions)


def test_an_unknown_task_is_named():
    with pytest.raises(BadText, match=r"the tasks of this lab are lab03.alphabeta, lab03.best_move"):
        check("lab03.alphabetta", None)
    with pytest.raises(BadText, match="there is no lab 'lab33'"):
        check("lab33.alphabeta", None)


def run_notebook(notebook):
    resources = {"metadata": {"path": str(ROOT / "solutions")}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()


LABS = [labs.find(name) for name in labs.names()]
# Trees, games, words, matches. The book runs the model answers of all labs (tests/test_living.py).
OF_EACH_KIND = ("lab01", "lab03", "lab13", "lab15")


@pytest.mark.parametrize(
    "lab",
    [
        pytest.param(lab, id=lab.name, marks=() if lab.name in OF_EACH_KIND else pytest.mark.long)
        for lab in LABS
    ],
)
def test_the_model_notebook_runs_and_every_check_shows_all_points(lab):
    """The lab as its author runs it: no error, nothing on stderr, a plain number last in each check."""
    notebook = nbformat.reads(model(lab).decode(), as_version=4)
    run_notebook(notebook)
    points = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr", output
        facts = cell.metadata.get("nbgrader", {})
        if facts.get("grade") and cell.cell_type == "code":
            last = [output for output in cell.outputs if output.output_type == "execute_result"]
            points[facts["grade_id"]] = json.loads(last[0].data["text/plain"])
    assert points == {f"check-{task.name}": task.points for task in lab.tasks}


# --- what a tutor says --------------------------------------------------------------------------------------

WRONG = MODEL_ALPHABETA.replace(">=", ">")


def test_a_mistake_is_named_and_the_smallest_tree_shown(capsys, monkeypatch):
    monkeypatch.setattr(checking, "SHRINK_SECONDS", 8)  # a busy machine is to find the same tree
    begin = time.perf_counter()
    assert check("lab03.alphabeta", function(WRONG)) == HALF
    seconds = time.perf_counter() - begin
    said = capsys.readouterr()
    assert "This looks like a known mistake: > for >= at the cut." in said.out
    assert "Where alpha equals beta" in said.out
    assert "[1, [1, 2]]" in said.out
    assert "right: 1 after looking at 4 nodes" in said.out
    assert "yours: 1 after looking at 5 nodes" in said.out
    assert (
        "first wrong node: the node after moves 2, 2: yours looks at it, and nothing depends on it"
        in said.out
    )
    assert "all passed" not in said.out
    assert said.err == ""
    assert seconds < 10  # under 3 s where nothing else runs


def test_the_smallest_tree_is_a_picture_and_a_film(monkeypatch):
    monkeypatch.setattr(checking, "SHRINK_SECONDS", 8)
    found = look("lab03.alphabeta", function(WRONG)).wrong_tree
    assert found.first.path == (1, 1)
    film = found.side_by_side()
    assert film.difference is not None
    assert len(found.reference) == 4


def test_a_wrong_call_is_told_with_the_smallest_position():
    """Where cases are positions, moves are played on as long as the answer stays wrong."""
    task = next(task for task in labs.find("lab01").tasks if task.name == "count_nodes")
    trees_only = """
def count_nodes(state):
    below = sum(count_nodes(play(state, move)) for move in moves(state))
    return 1 + below + (type(state).__name__ != "Probe" and below == 1)
"""
    found = look("lab01.count_nodes", function(trees_only, "count_nodes"))
    assert found.wrong_tree is None
    assert found.wrong_call.call == "count_nodes(state)"
    assert (found.wrong_call.right["value"], found.wrong_call.given["value"]) == (2, 3)
    assert found.wrong_call.state is not None
    assert "X to move" in str(found) or "O to move" in str(found)
    assert "<svg" in found.wrong_call.picture().svg
    assert "<svg" in card(found)
    assert task.name in card(found)


def test_a_card_shows_no_markup_of_the_learners():
    text = "def alphabeta(*_):\n    raise ValueError('<script>alert(1)</script>')"
    page = card(look("lab03.alphabeta", function(text)))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_an_unknown_mistake_is_told_by_the_smallest_tree():
    odd = MODEL_ALPHABETA.replace("return best", "return best + (best == 20) * 7 + (best == -3)")
    found = look("lab03.alphabeta", function(odd))
    assert found.mistake is None
    assert found.wrong_tree is not None
    assert "yours says 27 of" in found.trouble
    assert "yours says 27 of" in card(found)


def test_a_similar_mistake_is_told_as_similar():
    """`>` at the cut, and on top of it a strange answer now and then."""
    odd = WRONG.replace("return best", "return best + (best == 20) * 7")
    found = look("lab03.alphabeta", function(odd))
    assert (found.mistake.name, found.is_exact) == ("> for >= at the cut", False)
    assert "This looks most like a known mistake" in str(found)


def test_a_right_answer_in_another_style_gets_no_advice():
    text = """
def negamax(state, alpha, beta):
    if is_over(state):
        return score(state)
    for move in moves(state):
        alpha = max(alpha, -negamax(play(state, move), -beta, -alpha))
        if alpha >= beta:
            return beta
    return alpha
def alphabeta(state, alpha, beta, maximising):
    return negamax(state, alpha, beta) if maximising else -negamax(state, -beta, -alpha)
"""
    found = look("lab03.alphabeta", function(text))
    assert found.marks["points"] == FULL
    assert "The marks come from other cases of the same kind." in str(found)
    assert "mistake" not in str(found)


def test_none_prints_and_strange_types_are_answered_calmly(capfd):
    found = look("lab03.alphabeta", function("def alphabeta(*_):\n    print('x' * 100000)"))
    assert "alphabeta returns None: does every way through it end with a return?" in str(found)
    found = look("lab03.alphabeta", lambda *_: {1, 2})
    assert "alphabeta returned a set" in str(found)
    assert capfd.readouterr() == ("", "")


def test_an_error_is_told_with_its_line():
    found = look("lab03.alphabeta", function("def alphabeta(*_):\n    return undefined_name"))
    assert "alphabeta raised NameError: name 'undefined_name' is not defined (line 2 of the cell)" in str(
        found
    )
    found = look("lab03.alphabeta", function("def alphabeta(*_):\n    raise NotImplementedError()"))
    assert "still there?" in str(found)
    assert found.mistake is None


def test_an_endless_compiled_loop_is_ended(monkeypatch):
    """Nothing inside a process can interrupt one; the fork is killed."""
    text = """
from numba import njit
@njit
def turn(n):
    while n > 0:
        n += 1 - n % 2 + n % 2 - 1
    return n
def alphabeta(state, alpha, beta, maximising):
    return turn(5)
"""
    monkeypatch.setattr(checking, "PLAIN_FIRST_SECONDS", 3.0)
    begin = time.perf_counter()
    found = look("lab03.alphabeta", function(text))
    assert "gave no answer within 3 s: does it loop for ever?" in str(found)
    assert time.perf_counter() - begin < 10
    assert found.wrong_tree is None


def test_hints_come_when_asked_for(capsys):
    for lab in LABS:
        for task in lab.tasks:
            assert len(task.hints) == 3
            said = [checking.hint_text(f"{lab.name}.{task.name}", level) for level in (1, 2, 3)]
            assert len(set(said)) == 3
    hint("lab03.alphabeta", 2)
    assert capsys.readouterr().out.startswith("hint 2 of 3: ")
    check("lab03.alphabeta", function(MODEL_ALPHABETA))
    assert "hint" not in capsys.readouterr().out
    with pytest.raises(BadText, match="are 1 to 3, not 4"):
        hint("lab03.alphabeta", 4)
    with pytest.raises(BadText, match="a task is named by a text"):
        check(MODEL_ALPHABETA.count)


def test_in_a_notebook_a_mistake_is_drawn_and_the_number_is_plain():
    """As nbgrader runs it: a picture, a plain number, nothing on stderr."""
    document = handed_in({"alphabeta": WRONG})
    document["cells"] = [
        cell
        for cell in document["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade_id") in ("setup", "alphabeta", "check-alphabeta")
    ]
    notebook = nbformat.reads(json.dumps(document), as_version=4)
    run_notebook(notebook)
    outputs = notebook.cells[-1].outputs
    assert [output for output in outputs if output.output_type == "stream"] == []
    shown, offer = [output for output in outputs if output.output_type == "display_data"]
    assert offer.data["text/plain"] == "[Step through both]"
    assert shown.data["text/plain"].startswith(f"visible checks: {HALF:g} of {FULL:g} points")
    page = shown.data["text/html"]
    assert page.count("<svg") == 2, "the reference and the learner's search"
    assert "&gt; for &gt;= at the cut" in page
    assert "First wrong node: the node after moves " in page
    (number,) = [output for output in outputs if output.output_type == "execute_result"]
    assert number.data["text/plain"] == f"{HALF:g}"
    assert re.sub("<[^>]*>|[.]jp-.*[}]", "", number.data["text/html"]) == "", "the card has said it"
    assert page.count("<summary") == 4, "three hints, then the name of the mistake"
    assert page.index("Hint 3") < page.index("Name the mistake") < page.index("&gt; for &gt;= at the cut")
    assert "<details open" not in page.replace('style="margin:4px 0" ', "")


def test_an_older_function_is_said_to_be_older_and_an_interrupt_is_a_sentence(monkeypatch, capsys):
    import types

    cells = [
        "",
        MODEL_ALPHABETA,
        "def alphabeta(state)\n    return 0\n",
        'check("lab03.alphabeta", alphabeta)',
    ]
    shell = types.SimpleNamespace(user_ns={"In": cells}, transform_cell=lambda source: source)
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    said = str(look("lab03.alphabeta", function(MODEL_ALPHABETA)))
    assert "The newest cell with alphabeta has a syntax error (line 1: " in said
    assert "an older alphabeta was checked" in said
    cells.append(MODEL_ALPHABETA)
    assert "older" not in str(look("lab03.alphabeta", function(MODEL_ALPHABETA)))
    monkeypatch.undo()

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "look", interrupted)
    assert check("lab03.alphabeta", function(MODEL_ALPHABETA)) == 0
    assert "The check was interrupted" in capsys.readouterr().out


def test_a_missing_return_gets_a_sentence():
    without = MODEL_ALPHABETA.replace("return best", "best")
    assert without != MODEL_ALPHABETA
    assert "does every way through alphabeta" in str(look("lab03.alphabeta", function(without)))
