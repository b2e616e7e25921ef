"""Texts that can be taken out, translated and put back; no translation is older than its original."""

from __future__ import annotations

import ast
import html
import re

import nbformat
import pytest
import support
from grading_support import MODEL_ALPHABETA
from support import ROOT

from gamekit.grading import check, checking, language
from gamekit.grading.card import card
from gamekit.grading.lab import find

tool = support.tool("translate")
NAMES = sorted(path.stem for path in tool.CATALOGUES.glob("*.po"))
SOURCES = tool.sources()


def parts(pattern: str, text: str) -> list[str]:
    return sorted(re.findall(pattern, text))


def test_the_first_lessons_are_translated():
    for number in ("00", "01", "02", "03"):
        name = next(name for name in SOURCES if name.startswith(f"{number}_"))
        assert len(tool.translations(name)) > 0.5 * len(SOURCES[name]), name


@pytest.mark.parametrize("name", NAMES)
def test_no_translation_is_older_than_its_original(name):
    assert tool.older(name, SOURCES[name]) == [], "run: python .ci/translate.py"


@pytest.mark.parametrize("name", NAMES)
def test_a_translation_keeps_code_links_and_what_changes(name):
    for text, said in tool.translations(name).items():
        assert parts(r"`[^`]+`", said) == parts(r"`[^`]+`", text), text
        assert parts(r"\]\(([^)]+)\)", said) == parts(r"\]\(([^)]+)\)", text), text
        assert said.count("\n") == text.count("\n"), text
        if name in ("widgets", "card"):
            assert len(parts(r"\{\d?\}", said)) == text.count("{}"), text
            assert len(set(parts(r"\{\d\}", said))) in (0, text.count("{}")), text


def test_texts_of_widgets_are_made_of_words_that_widgets_say():
    code = [path for path in (ROOT / "gamekit").rglob("*") if path.suffix in (".js", ".py")]
    said = " ".join(path.read_text(encoding="utf-8") for path in code if "labs" not in path.parts)
    known = set(re.findall(r"[A-Za-z]{4,}", said))
    lost = {word for text in SOURCES["widgets"] for word in re.findall(r"[A-Za-z]{4,}", text)} - known
    assert {word for word in lost if word.rstrip("s") not in known} == set()


@pytest.fixture
def one_catalogue(tmp_path, monkeypatch):
    """A catalogue of its own, with one translation."""
    monkeypatch.setattr(tool, "CATALOGUES", tmp_path)
    tool.translations.cache_clear()
    tool.update("lesson", ["The value is 0: a draw.", "Each side expects the other to play well."])
    catalogue = tool.read("lesson")
    catalogue.get("The value is 0: a draw.").string = "值是 0。"
    with tool.catalogue_path("lesson").open("wb") as file:
        tool.write_po(file, catalogue, omit_header=True)
    tool.translations.cache_clear()
    yield
    tool.translations.cache_clear()


def test_a_text_that_has_changed_is_found_marked_and_shown_in_english(one_catalogue):
    page = (
        "The value\nis 0: a draw.\n\n```python\nvalue = 0\n```\n\nEach side expects the other to play well."
    )
    assert tool.put_back(page, "lesson") == page.replace("The value\nis 0: a draw.", "值是 0。")
    now = ["The value is 1: no draw.", "Each side expects the other to play well."]
    assert tool.older("lesson", now) == ["The value is 0: a draw."]
    tool.update("lesson", now)
    assert tool.older("lesson", now) == []
    assert tool.read("lesson").get(now[0]).fuzzy
    assert tool.read("lesson").get(now[0]).string == "值是 0。"  # a help for whoever translates it
    assert tool.put_back("The value is 1: no draw.", "lesson") == "The value is 1: no draw."


@pytest.mark.parametrize("name", ["05_negamax", "lab03-alphabeta"])
def test_everything_that_is_taken_out_can_be_put_back(name, monkeypatch):
    monkeypatch.setattr(tool, "translations", lambda name: {text: f"<{text}>" for text in SOURCES[name]})
    folder = ROOT / ("exercises/lab03-alphabeta" if name.startswith("lab") else "notebooks")
    for cell in nbformat.read(folder / f"{name}.ipynb", as_version=4).cells:
        if cell.cell_type == "markdown":
            for before, after in zip(
                tool.blocks(cell.source), tool.blocks(tool.put_back(cell.source, name)), strict=True
            ):
                assert after == (f"<{tool.unwrapped(before)}>" if tool.is_text(before) else before)
    for one in tool.put_back_questions(tool.page_data(name), name).values():
        if one["widget"] == "predict":
            assert one["model"]["question"].startswith("<")
            assert one["secret"]["reason"].startswith("<")


def test_a_lab_with_a_catalogue_is_a_page_in_its_language(monkeypatch):
    book = support.tool("book")
    monkeypatch.setattr(book, "lab_runs", lambda: ({}, {}))  # they take a while
    said = {text: f"¡{text}!" for text in SOURCES["lab03-alphabeta"]}
    monkeypatch.setattr(book.tool("translate"), "translations", lambda name: said)
    page = book.lab_page(book.labs()["03"], "zh/exercises/lab03-alphabeta/lab03-alphabeta.ipynb")
    shown = nbformat.reads(page, as_version=4).cells
    assert sum("¡## Task" in cell.source for cell in shown) == 2
    assert sum("<summary>Hint 1 of 3</summary><p>¡" in cell.source for cell in shown) == 3


def test_the_cards_of_check_are_taken_out():
    texts = SOURCES["lab03-alphabeta"]
    assert any("when the best plate comes last?" in text for text in texts)
    lab = find("lab03")
    assert lab.tasks[0].hints[0] in texts
    mistakes = [mistake for task in lab.tasks for mistake in task.library.known(task.name)]
    assert all(mistake.says in texts and mistake.name in texts for mistake in mistakes)


# --- the cards of check -----------------------------------------------------------------------------------

WRONG = {  # a known mistake, a function that fails, one that returns nothing, a mistake without a name
    "known": MODEL_ALPHABETA.replace(">=", ">"),
    "fails": "def alphabeta(state, alpha, beta, maximising):\n    raise KeyError\n",
    "nothing": "def alphabeta(state, alpha, beta, maximising):\n    pass\n",
    "unknown": "def alphabeta(state, alpha, beta, maximising):\n    return 7\n",
}


@pytest.fixture
def in_chinese():
    language.use(tool.LOCALE)
    yield
    language.use(language.ENGLISH)


def words_of(text: str) -> set[str]:
    """The English words of what a card says, without names, code and pictures."""
    text = re.sub(r"<svg.*?</svg>|<code.*?</code>|<style.*?</style>", "", text, flags=re.S)
    text = html.unescape(re.sub(r"<[^>]*>", " ", text))
    return set(re.findall(r"[a-z]{2,}", re.sub(r"\w*[._A-Z(]\w*|alphabeta|return", "", text)))


@pytest.mark.parametrize("kind", WRONG)
def test_a_card_speaks_chinese_throughout(kind, in_chinese):
    _, task = checking.find_task("lab03.alphabeta")
    found = checking.look("lab03.alphabeta", task.library.function("alphabeta", WRONG[kind]))
    for shown in (card(found), str(found)):
        assert "可见检查：" in shown
        assert "visible checks" not in shown
        for text in map(language.said, SOURCES["lab03-alphabeta"]):  # the lab's own sentences
            assert text not in SOURCES["lab03-alphabeta"] or text not in shown
            shown = shown.replace(html.escape(text), "").replace(text, "")
        assert words_of(shown) == set()


def test_check_speaks_the_language_of_the_course(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GAMEKIT_STATE_DIR", str(tmp_path))
    function = checking.find_task("lab03.alphabeta")[1].library.function("alphabeta")
    said = []
    for line in ('language = "zh_CN"', "", 'language = "xx"'):
        (tmp_path / "course.toml").write_text(line, encoding="utf-8")
        assert check("lab03.alphabeta", function) == 6
        said.append(capsys.readouterr().out)
    assert said[0].startswith("可见检查：6 / 6 分")
    assert said[1].startswith("visible checks: 6 of 6 points")
    assert said[2].startswith(
        "course.toml: language is one of en, zh_CN, not 'xx'; it was left out of account."
    )


def test_what_check_reads_is_as_new_as_its_catalogues():
    assert tool.CARD.read_text(encoding="utf-8") == tool.words_of_check(), "run: python .ci/translate.py"
    assert set(tool.translations("card")) == set(SOURCES["card"]), "the card's own words are all translated"


def test_a_changed_sentence_of_the_card_is_found(tmp_path, monkeypatch):
    for path in tool.CARD.parent.glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("{} is no function", "{} is not a function")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(tool, "CARD", tmp_path / tool.CARD.name)
    assert tool.older("card", tool.of_card()) == ["{} is no function"]


def test_every_text_that_is_said_can_be_taken_out():
    """`said` is given a text as it stands, or a sentence of a lab; else no catalogue would have it."""
    of_labs = {
        "part.says",
        "found.mistake.name",
        "found.mistake.says",
        "self.mistake.name",
        "self.mistake.says",
    }
    of_labs |= {"hint", "task.hints[level - 1]"}
    for path in tool.CARD.parent.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "said":
                given = call.args[0]
                choices = [given.body, given.orelse] if isinstance(given, ast.IfExp) else [given]
                assert all(isinstance(one, ast.Constant) or ast.unparse(one) in of_labs for one in choices), (
                    path
                )


def test_the_chinese_glossary_has_the_words_of_the_english_one():
    english = (ROOT / "docs" / "book" / "glossary.md").read_text(encoding="utf-8")
    chinese = (ROOT / "docs" / "book" / "zh" / "glossary.md").read_text(encoding="utf-8")
    words = re.findall(r"^(\w.*)$", english.partition(":::{glossary}")[2], re.M)
    rows = [line.strip("| ").split(" | ") for line in chinese.splitlines() if line.startswith("| ")][2:]
    assert [row[0] for row in rows] == [word for word in words if word in {row[0] for row in rows}]
    assert len(rows) > 0.9 * len(words)
    assert all(len(row) == 3 and all(row) for row in rows)
