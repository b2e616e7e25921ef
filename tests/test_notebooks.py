"""Notebooks are in step with their texts, run without an error, and carry nothing of one machine."""

from __future__ import annotations

import json
import re

import pytest
import support
from support import IN_BROWSER, ROOT

from gamekit import jupyterlab as lab

tool = support.tool("notebooks")
TEXTS = tool.texts()
every_text = pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)


def test_there_is_something_to_open():
    assert len(TEXTS) >= 18
    assert lab.FIRST_LESSON in [tool.notebook_path(text).name for text in TEXTS]
    made = {tool.notebook_path(text) for text in TEXTS}
    assert set((ROOT / "notebooks").glob("*.ipynb")) == made


@pytest.mark.filterwarnings("default")  # the kernel's own libraries warn about themselves
@pytest.mark.parametrize(
    "text",
    [text for text in TEXTS if text.stem[:2] not in IN_BROWSER],  # the others: tests/test_browser.py
    ids=lambda path: path.stem,
)
def test_a_lesson_runs_and_gives_what_is_stored(text):
    assert tool.differences(text) == []


@pytest.mark.filterwarnings("default")  # the kernel's own libraries warn about themselves
def test_a_difference_would_be_found(tmp_path, monkeypatch):
    changed = tmp_path / "text" / "some_lesson.py"
    changed.parent.mkdir()
    changed.write_text("# %%\n1 + 1\n")
    monkeypatch.setattr(tool, "NOTEBOOKS", tmp_path)
    assert tool.differences(changed) == ["some_lesson.ipynb is missing"]
    notebook = tool.run(tool.from_text(changed))
    tool.notebook_path(changed).write_text(tool.write(notebook))
    assert tool.differences(changed) == []
    tool.notebook_path(changed).write_text(tool.write(notebook).replace('"2"', '"3"'))
    assert "gives another output" in tool.differences(changed)[0]
    changed.write_text("# %%\n2 + 2\n")
    assert tool.differences(changed) == ["some_lesson.ipynb is not what its text says"]


@every_text
def test_a_notebook_carries_outputs_and_nothing_of_a_machine(text):
    stored = tool.notebook_path(text).read_text()
    notebook = json.loads(stored)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert sum(bool(cell["outputs"]) for cell in code) > len(code) / 3
    assert "widgets" not in notebook["metadata"]
    assert not re.search(r"/(home|root|tmp|Users|work)/|\\\\Users\\\\", stored)
    assert all(cell["execution_count"] for cell in code)


# What the reports claim, lesson by lesson: how many rows each lesson must have.
CLAIMS = {
    "01": 3,
    "02": 3,
    "03": 6,
    "04": 4,
    "05": 3,
    "06": 12,
    "07": 10,
    "08": 5,
    "09": 6,
    "10": 7,
    "11": 5,
    "12": 11,
    "13": 16,
    "14": 14,
    "15": 11,
    "16": 6,
    "17": 4,
}


def test_every_claim_has_its_row():
    found = [one["id"] for one in tool.claims()]
    assert sorted(found) == sorted(set(found)), "two claims have one id"
    wanted = [f"L{lesson}.{n}" for lesson, count in CLAIMS.items() for n in range(1, count + 1)]
    assert [id for id in wanted if id not in found] == []
    assert {text.stem[:2] for text in TEXTS} - {"00"} == set(CLAIMS), "say how many claims the lesson has"
    assert (ROOT / "docs" / "claims.md").read_text() == tool.claims_table()
