"""Lessons as a newcomer meets them: nothing gives an answer away, code fits its cell, folding is alike."""

from __future__ import annotations

import ast
import functools
import gzip
import json
import re

import nbformat
import pytest
import support

pytestmark = pytest.mark.quick

tool = support.tool("notebooks")
TEXTS = {tool.lesson_of(text): text for text in tool.texts()}
LONGEST_LINE = 100  # characters of code that fit beside a tree in JupyterLab

# Questions whose answer stands beside them, by lesson and variable, and why it does.
MAY_STAND: dict[str, dict[str, str]] = {
    "02": {
        "guess_plate": "the picture names all three plates, and says of none that it is the best",
        "guess_small": "the answer is one of the tree's leaves, and the tree must be seen",
    },
    "14": {"guess_trap": "2 is the name of a row of the board"},
}


@functools.cache
def cells(number):
    return nbformat.read(tool.notebook_path(TEXTS[number]), as_version=4).cells


@functools.cache
def questions(number):
    """The questions of a lesson: (variable, place among the cells, words that would answer it)."""
    known = json.loads(gzip.decompress(tool.page_data_path(TEXTS[number]).read_bytes()))
    found = []
    for place, cell in enumerate(cells(number)):
        told = next((known[key] for key in known if key.startswith(f"{cell.id}-")), None)
        if told and told["widget"] == "predict":
            variable = re.search(r"^(guess_\w+) = Predict\(", cell.source, re.M)[1]
            found.append((variable, place, answer_words(told)))
    return found


def answer_words(told):
    """What must not be read before a question is answered: its answer as people write it."""
    if told["model"]["kind"] == "tree":
        return ["Never looked at", "never looked at"]  # as pictures of a pruned tree say
    right = told["secret"]["answer"]
    if isinstance(right, list):
        return right
    return sorted({str(right), f"{right:,}"} | ({f"{right:_}"} if isinstance(right, int) else set()))


def open_text(cell):
    """What a reader sees of a cell without opening anything: source, output, alternative texts."""
    if cell.cell_type == "markdown":
        return cell.source
    hidden = cell.metadata.get("jupyter", {})
    seen = [] if hidden.get("source_hidden") else [cell.source]
    if not hidden.get("outputs_hidden"):
        for output in cell.outputs:
            data = output.get("data", {})
            seen += [output.get("text", ""), data.get("text/plain", "")]
            svg = data.get("image/svg+xml", "")
            seen += [a or b for a, b in re.findall(r'>([^<>]+)<|aria-label="([^"]*)"', svg)]
    return "\n".join(map(str, seen))


def stands_in(word, text):
    """Does a word stand in a text by itself? 18 does not stand in 18,297, nor in 0.18."""
    minus = "" if word.startswith(("-", "−")) else "-−"
    return bool(re.search(rf"(?<![\w.,{minus}]){re.escape(word)}(?![\w]|[.,]\d)", text))


def neighbours(number, place):
    """The cells between a question and the nearest code above and below it, these included."""
    found = [cells(number)[place]]
    for way in (-1, 1):
        at = place + way
        while 0 <= at < len(cells(number)):
            found.append(cells(number)[at])
            if cells(number)[at].cell_type == "code":
                break
            at += way
    return found


def given_away(number):
    """The questions of a lesson that something beside them answers: {variable: where}."""
    found = {}
    for variable, place, words in questions(number):
        for cell in neighbours(number, place):
            is_question = cell is cells(number)[place]
            text = open_text(cell)
            if is_question and "choice" in cell.source:  # its choices are there to be read
                text = "" if cell.metadata.get("jupyter", {}).get("source_hidden") else cell.source
            for word in words:
                if stands_in(word, text):
                    found.setdefault(variable, f"{word!r} in the cell {cell.source[:60]!r}")
    return found


@pytest.mark.parametrize("number", TEXTS)
def test_no_cell_gives_an_answer_away(number):
    found, excused = given_away(number), MAY_STAND.get(number, {})
    assert {variable: where for variable, where in found.items() if variable not in excused} == {}
    assert set(excused) <= set(found), "these need no excuse any more"


def test_an_answer_given_away_would_be_found():
    assert stands_in("18", "it visits 18 nodes")
    assert stands_in("18", "len(x) == (20, 18, 31)")
    assert not any(stands_in("18", text) for text in ("18,297", "0.18", "118", "-18", "18.5"))
    assert stands_in("right, -7", "answer: right, -7")
    shown = nbformat.v4.new_code_cell("f()", outputs=[nbformat.v4.new_output("stream", text="18")])
    assert stands_in("18", open_text(shown))
    shown.metadata["jupyter"] = {"outputs_hidden": True}
    assert not stands_in("18", open_text(shown))


@pytest.mark.parametrize("number", TEXTS)
def test_code_fits_its_cell(number):
    long = [
        line
        for cell in cells(number)
        if cell.cell_type == "code" and not cell.metadata.get("jupyter", {}).get("source_hidden")
        for line in cell.source.splitlines()
        if len(line) > LONGEST_LINE
    ]
    assert long == []


def is_plumbing(source):
    """Does a cell only import things or check them?"""
    return all(isinstance(node, ast.Import | ast.ImportFrom | ast.Assert) for node in ast.parse(source).body)


@pytest.mark.parametrize("number", TEXTS)
def test_folding_is_alike(number):
    """Imports and checks that are a cell of their own are folded, and no open cell begins with many."""
    for cell in cells(number):
        if cell.cell_type != "code" or cell.metadata.get("jupyter", {}).get("source_hidden"):
            continue
        assert not is_plumbing(cell.source), f"fold it: {cell.source[:80]}"
        imports = [n for n in ast.parse(cell.source).body if isinstance(n, ast.Import | ast.ImportFrom)]
        assert len(imports) <= 3, f"imports in a folded cell of their own: {cell.source[:80]}"


@pytest.mark.parametrize("number", TEXTS)
def test_a_lesson_ends_with_its_lab_and_what_comes_next(number):
    words = "\n".join(cell.source for cell in cells(number)[-4:] if cell.cell_type == "markdown")
    later = [other for other in TEXTS if other > number]
    if later:
        assert f"]({tool.notebook_path(TEXTS[later[0]]).name})" in words, "a link to the next lesson"
    for lab in (support.ROOT / "exercises").glob(f"lab{number}-*"):
        assert f"../exercises/{lab.name}/{lab.name}.ipynb" in words, "a link to its lab"
