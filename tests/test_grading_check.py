"""`check` in the notebook: points, parts, and a notebook that stays alive whatever the function does."""

from __future__ import annotations

import json
import os
import time

import nbformat
import pytest
from grading_support import LAB03, MODEL_ALPHABETA, model
from nbclient import NotebookClient
from support import ROOT

from gamekit import INF, is_over, moves, play, score
from gamekit.errors import BadText
from gamekit.grading import check, checking
from gamekit.grading.sandbox import Limits

SPACE = {"INF": INF, "is_over": is_over, "moves": moves, "play": play, "score": score}


def function(text):
    space = dict(SPACE)
    exec(text, space)
    return space["alphabeta"]


def test_a_right_function_gets_all_points_as_a_plain_number(capsys):
    points = check("lab03.alphabeta", function(MODEL_ALPHABETA))
    assert type(points) in (int, float)
    assert points == 6
    said = capsys.readouterr()
    assert said.out.startswith("visible checks: 6 of 6 points\n+ the value, on plates: 6 of 6 right")
    assert said.err == ""


def test_a_half_right_function_gets_partial_credit(capsys):
    assert check("lab03.alphabeta", function(MODEL_ALPHABETA.replace(">=", ">"))) == 2
    assert "- exactly the nodes that must be visited, on plates: 0 of 6 right" in capsys.readouterr().out


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
    questions = task.questions(checking.labs.chance(b"visible", "lab03", "alphabeta"))
    limits = Limits(first_seconds=1, question_seconds=1)
    answers, trouble = checking.ask_fork(broken, task, questions, limits)
    assert trouble == sentence
    assert answers == [None] * len(questions)


def test_an_unknown_task_is_named():
    with pytest.raises(BadText, match=r"the tasks of this lab are lab03.alphabeta, lab03.best_move"):
        check("lab03.alphabetta", None)
    with pytest.raises(BadText, match="there is no lab 'lab33'"):
        check("lab33.alphabeta", None)


def test_the_model_notebook_runs_and_every_check_shows_all_points():
    """The lab as its author runs it: no error, nothing on stderr, a plain number last in each check."""
    notebook = nbformat.reads(model().decode(), as_version=4)
    resources = {"metadata": {"path": str(ROOT / "solutions")}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    points = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr", output
        facts = cell.metadata.get("nbgrader", {})
        if facts.get("grade") and cell.cell_type == "code":
            last = [output for output in cell.outputs if output.output_type == "execute_result"]
            points[facts["grade_id"]] = json.loads(last[0].data["text/plain"])
    assert points == {f"check-{task.name}": task.points for task in LAB03.tasks}
