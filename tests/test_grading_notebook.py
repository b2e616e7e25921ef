"""Odd notebooks: each is graded as far as it goes, and what is odd is said."""

from __future__ import annotations

import copy
import json

import pytest
from grading_support import (
    LAB03,
    MODEL_ALPHABETA,
    grade,
    handed_in,
    model,
    needs_bubblewrap,
    open_sandbox,
    released,
)

from gamekit.isolation.cells import prepare


@pytest.fixture(scope="module")
def sandbox():
    with open_sandbox() as opened:
        yield opened


def cell_of(document, name):
    return next(c for c in document["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == name)


def answered():
    return handed_in({"alphabeta": MODEL_ALPHABETA})


def code(source):
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": None}


def said(row):
    return "; ".join(row["remarks"])


def duplicated(document):
    cell = cell_of(document, "alphabeta")
    document["cells"].append({**copy.deepcopy(cell), "source": cell_of(released(), "alphabeta")["source"]})


def deleted(document):
    document["cells"].remove(cell_of(document, "best_move"))
    document["cells"].remove(cell_of(document, "check-best_move"))


def reordered(document):
    document["cells"].append(document["cells"].pop(document["cells"].index(cell_of(document, "alphabeta"))))
    cell_of(document, "best_move")["source"] = "def best_move(state, maximising):\n    return 0"


def renamed(document):
    cell_of(document, "alphabeta")["metadata"]["nbgrader"]["grade_id"] = "mine"


def without_metadata(document):
    for cell in document["cells"]:
        cell["metadata"] = {}


def tampered(document):
    cell_of(document, "check-alphabeta")["source"] = "6"
    cell_of(document, "setup")["source"] = "raise SystemExit"
    cell_of(document, "check-best_move")["metadata"]["nbgrader"]["points"] = 100


def turned_into_text(document):
    cell_of(document, "best_move")["cell_type"] = "markdown"


def magics(document):
    cell = cell_of(document, "alphabeta")
    cell["source"] = (
        "%matplotlib inline\n!ls\nfiles = !ls\n"
        + cell["source"]
        + "\n%timeit alphabeta(start, -INF, INF, True)\nalphabeta?"
    )


def cell_magic(document):
    cell = cell_of(document, "alphabeta")
    cell["source"] = "%%time\n" + cell["source"]


def wrong_kernel(document):
    document["metadata"]["kernelspec"] = {"name": "julia-1.9", "language": "julia", "display_name": "Julia"}


def helper_in_an_extra_cell(document):
    text = MODEL_ALPHABETA.replace("alpha >= beta", "shut(alpha, beta)")
    cell_of(document, "alphabeta")["source"] = text
    document["cells"].insert(
        3,
        code("import time\nprint(1 // 0)\ntime.sleep(100)\ndef shut(alpha, beta):\n    return alpha >= beta"),
    )


def leftover_raise(document):
    cell_of(document, "best_move")["source"] = (
        "def best_move(state, maximising):\n    # YOUR CODE HERE\n    x = 1\n    raise NotImplementedError()"
    )


def plots_and_checks(document):
    cell_of(document, "alphabeta")["source"] += """
from gamekit.widgets import Stepper
Stepper(trace(alphabeta)(start, -INF, INF, True))
check('lab03.alphabeta', alphabeta)
1 // 0
"""


def format_3(document):
    cells = []
    for cell in document.pop("cells"):
        old = {"cell_type": cell["cell_type"], "metadata": cell["metadata"]}
        old["input" if cell["cell_type"] == "code" else "source"] = cell["source"]
        cells.append(old)
    document |= {"nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": cells}]}


ODD = {
    duplicated: (6, "there are 2 cells alphabeta; the last one with work in it counts"),
    deleted: (6, "the cell best_move is missing"),
    reordered: (6, "the answer cells are in another order"),
    renamed: (6, "the cell alphabeta is missing; its function was looked for in the other cells"),
    without_metadata: (6, "the cell check-alphabeta was deleted; the original was used"),
    tampered: (6, "the cell check-alphabeta was changed; the original was used"),
    turned_into_text: (6, "the cell best_move is no code cell any more"),
    magics: (6, 'cell alphabeta: left out the magic "%matplotlib inline"'),
    cell_magic: (6, 'left out the magic "%%time"'),
    wrong_kernel: (6, "the notebook names the kernel 'julia-1.9'"),
    helper_in_an_extra_cell: (6, "best_move: nothing was written"),
    leftover_raise: (6, "best_move raised NotImplementedError in cell best_move, line 4; is the line"),
    plots_and_checks: (6, "ZeroDivisionError"),
    format_3: (6, "the notebook has the old format 3"),
}


@needs_bubblewrap
@pytest.mark.parametrize("change", ODD, ids=lambda change: change.__name__)
def test_what_is_odd_is_said_and_the_answer_counts(sandbox, change):
    document = answered()
    change(document)
    points, sentence = ODD[change]
    row = grade(sandbox, document)
    assert sentence in said(row)
    assert row["points"] == points


@needs_bubblewrap
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "no notebook: it is not JSON"),
        (b"[]", "no notebook: it has no cells"),
        (b'{"cells": 3}', "no notebook: it has no cells"),
        (b"\xef\xbb\xbf" + json.dumps(answered()).encode(), "best_move: nothing was written"),
        (json.dumps(answered()).encode("utf-16"), "not valid UTF-8"),
        (b'{"cells": [\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> theirs\n]}', "marks of a merge conflict"),
    ],
)
def test_odd_files(sandbox, data, sentence):
    assert sentence in said(grade(sandbox, data))


@needs_bubblewrap
@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def alphabeta(state, alpha, beta, maximising)\n    return 1", "SyntaxError in line 1"),
        ("<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> theirs", "marks of a merge conflict"),
        ("def something_else():\n    pass", "there is no function alphabeta"),
        ("alphabeta = 3", "there is no function alphabeta"),
        ("\tif:\n  x", "could not be run: IndentationError"),
        ("x = '\x00'", "could not be run"),
        ("def alphabeta(state):\n    return 1", "alphabeta raised TypeError"),
        (
            "class alphabeta:\n    def __new__(*_):\n        raise ValueError",
            "alphabeta raised ValueError in cell",
        ),
    ],
)
def test_answers_that_cannot_work(sandbox, source, sentence):
    row = grade(sandbox, handed_in({"alphabeta": source}))
    assert sentence in said(row)
    assert row["points"] == 0


@needs_bubblewrap
def test_metadata_cannot_name_another_student(sandbox):
    document = json.loads(model())
    document["metadata"]["nbgrader"] = {"student_id": "bert"}
    assert grade(sandbox, document, "anna")["student"] == "anna"


def test_statements_keep_their_line_numbers():
    prepared = prepare("a", "%magic\n\nx = 1\nif x:\n    %other\ny = 2")
    lines = [[line for _, _, line in code.co_lines() if line] for code in prepared.statements]
    assert [found[-1] for found in lines] == [3, 4, 6]


def test_a_future_import_counts_for_the_whole_cell():
    space = {}
    for statement in prepare(
        "a", "from __future__ import annotations\ndef f(x: Nobody): return 1"
    ).statements:
        exec(statement, space)
    assert space["f"].__annotations__ == {"x": "Nobody"}


def test_only_definitions_are_taken_from_extra_cells():
    source = "import math\nx = 3\nprint(x)\nfor _ in range(3): pass\ndef f(): pass\nclass C: pass\nx += 1"
    assert len(prepare("a", source, only_definitions=True).statements) == 4


def test_the_lab_has_what_the_notebook_asks_for():
    names = {task.name for task in LAB03.tasks}
    cells = {c["metadata"].get("nbgrader", {}).get("grade_id"): c for c in released()["cells"]}
    assert names | {f"check-{name}" for name in names} <= set(cells)
