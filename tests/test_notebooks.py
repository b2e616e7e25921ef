"""Notebooks are in step with their texts, run without an error, and carry nothing of one machine."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import support
from support import IN_BROWSER, ROOT

from gamekit import jupyterlab as lab

tool = support.tool("notebooks")
TEXTS = tool.texts()
every_text = pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)


def test_there_is_something_to_open():
    assert len(TEXTS) >= 18
    assert Path(lab.FIRST_LESSON).name in [tool.notebook_path(text).name for text in TEXTS]
    made = {tool.notebook_path(text) for text in TEXTS}
    assert set((ROOT / "notebooks").glob("*.ipynb")) == made


# What lessons call is tested elsewhere. That these run whole, and one in a browser (tests/test_browser.py),
# `make test` finds out; that all others do, `make test-long`.
SHORT = ("01", "03", "13b")


@pytest.mark.filterwarnings("default")  # the kernel's own libraries warn about themselves
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=text.stem, marks=() if tool.lesson_of(text) in SHORT else pytest.mark.long)
        for text in TEXTS
        if tool.lesson_of(text) not in IN_BROWSER  # tests/test_browser.py runs these
    ],
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


def test_a_lesson_that_nobody_described_is_refused():
    with pytest.raises(SystemExit, match="does not say what lesson 99 takes"):
        tool.opening("99")


def test_a_number_means_its_own_lesson_only(tmp_path, monkeypatch):
    """A lesson that was split goes on as 12b; what takes a number knows the letter."""
    names = ["11_a", "12_b", "12b_c", "13_d"]
    (tmp_path / ".source").mkdir()
    for name in names:
        (tmp_path / ".source" / f"{name}.py").touch()
    monkeypatch.setattr(tool, "NOTEBOOKS", tmp_path)
    assert [text.stem for text in tool.texts()] == names
    assert [tool.lesson_of(text) for text in tool.texts()] == ["11", "12", "12b", "13"]
    meanings = {("12",): ["12_b"], ("12b", "13"): names[2:], ("12_b",): ["12_b"], ("1",): names}
    for words, meant in meanings.items():
        assert [text.stem for text in tool.texts() if tool.is_meant(text, words)] == meant


def test_new_words_keep_outputs_and_refuse_new_code(tmp_path, monkeypatch):
    text = tmp_path / "text" / "some_lesson.py"
    text.parent.mkdir()
    monkeypatch.setattr(tool, "NOTEBOOKS", tmp_path)
    text.write_text("# %%\n1 + 1\n")
    stored = tool.from_text(text)
    stored.cells[0].outputs = [tool.nbformat.v4.new_output("stream", text="2")]
    tool.notebook_path(text).write_text(tool.write(stored))
    text.write_text('# %% [markdown]\n# Words.\n\n# %% tags=["answer"]\n1 + 1\n')
    words, code = tool.with_new_words(text).cells
    assert words.source == "Words."
    assert code.outputs == stored.cells[0].outputs
    assert code.metadata == {
        "jupyter": {"source_hidden": True, "outputs_hidden": True},
        "tags": ["hide-cell"],
    }
    text.write_text("# %%\n1 + 2\n")
    with pytest.raises(SystemExit, match="must be run"):
        tool.with_new_words(text)


@every_text
def test_a_notebook_carries_outputs_and_nothing_of_a_machine(text):
    stored = tool.notebook_path(text).read_text()
    notebook = json.loads(stored)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert sum(bool(cell["outputs"]) for cell in code) > len(code) / 3
    assert "widgets" not in notebook["metadata"]
    assert not re.search(r"/(home|root|tmp|Users|work)/|\\\\Users\\\\", stored)
    assert all(cell["execution_count"] for cell in code)
    assert all(cell["source"][0].strip() for cell in code), "of a folded cell only the first line is seen"


# What the reports claim, lesson by lesson: how many rows each lesson must have.
CLAIMS = {
    "01": 3,
    "02": 3,
    "03": 6,
    "04": 3,
    "05": 3,
    "06": 13,
    "07": 10,
    "08": 5,
    "09": 6,
    "10": 4,
    "11": 5,
    "12": 3,
    "12b": 5,
    "12c": 4,
    "13": 14,
    "13b": 3,
    "14": 21,
    "15": 14,
    "16": 5,
    "17": 6,
}


def test_every_claim_has_its_row():
    found = [one["id"] for one in tool.claims()]
    assert sorted(found) == sorted(set(found)), "two claims have one id"
    wanted = [f"L{lesson}.{n}" for lesson, count in CLAIMS.items() for n in range(1, count + 1)]
    assert [id for id in wanted if id not in found] == []
    numbers = {tool.lesson_of(text) for text in TEXTS}
    assert numbers - {"00"} == set(CLAIMS), "say how many claims the lesson has"
    assert (ROOT / "docs" / "claims.md").read_text() == tool.claims_table()


def test_the_ledger_keeps_what_each_lesson_measured():
    from gamekit.course.ledger import COURSE_FILE

    kept = json.loads(COURSE_FILE.read_text())["rows"]
    assert kept == [json.loads(json.dumps(row)) for row in tool.ledger_rows()]
    assert {3, 4, 5, 6, 7} <= {row["lesson"] for row in kept}


def test_lessons_are_signed_by_what_they_hold(tmp_path, monkeypatch):
    """Not by their names or their place: one changed byte, and a file is not ours."""
    import nbformat
    from nbformat.sign import NotebookNotary

    assert lab.OURS.joinpath("lessons.txt").read_text() == tool.lessons_list(), "make notebooks lists them"
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    first = Path(lab.FIRST_LESSON).name
    folder = tmp_path / "anywhere"
    folder.mkdir()
    content = tool.notebook_path(TEXTS[0]).read_bytes()
    (folder / "renamed.ipynb").write_bytes(content)
    (folder / "windows.ipynb").write_bytes(content.replace(b"\n", b"\r\n"))
    changed = content.replace(b"<svg", b"<Svg", 1)
    assert len(changed) == len(content) != 0 != changed.find(b"<Svg")
    (folder / first).write_bytes(changed)
    assert lab.sign(folder) == ["renamed.ipynb", "windows.ipynb"]
    notary = NotebookNotary()

    def is_trusted(name):
        return notary.check_signature(nbformat.read(folder / name, as_version=4))

    assert is_trusted("renamed.ipynb")
    assert is_trusted("windows.ipynb")
    assert not is_trusted(first)
