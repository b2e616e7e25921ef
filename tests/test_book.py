"""The static book: it builds without a warning, its links lead somewhere, it asks nothing of the network."""

from __future__ import annotations

import importlib.util
import itertools
import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import support
from support import ROOT

tool = support.tool("book")
LESSONS, LABS = tool.lessons(), tool.labs()
PAGES = [Path(place).with_suffix(".html").as_posix() for place in tool.places()]
# Attributes by which a page makes the browser fetch something by itself.
FETCHED = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "input": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "use": "href",
    "video": "src",
}


class Page(HTMLParser):
    """What the tests ask of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.pictures: list[dict[str, str | None]] = []
        self.styles = ""
        self.relations: set[str] = set()
        self._in_style = False
        self.text = path.read_text(encoding="utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if "id" in values:
            self.anchors.add(values["id"])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in FETCHED and values.get(FETCHED[tag]):
            self.fetched.append(values[FETCHED[tag]])
        if tag == "img":
            self.pictures.append(values)
        if tag == "link":
            self.relations.add(values.get("rel", ""))
        for name in ("style", "srcset", "poster"):
            self.styles += f" {values.get(name) or ''}"
        self._in_style = tag == "style"

    def handle_data(self, data):
        if self._in_style:
            self.styles += data


@pytest.fixture(scope="module")
def pages(book):
    return {path: Page(path) for path in book.rglob("*.html")}


def is_outside(address: str) -> bool:
    """Does an address lead to another machine?"""
    return address.startswith("//") or urlsplit(address).scheme not in ("", "data")


def test_every_page_is_there(book, pages):
    assert [name for name in PAGES if book / name not in pages] == []
    assert len(LESSONS) >= 6
    assert len(LABS) >= 5


def test_links_lead_to_pages_and_anchors_that_are_there(book, pages):
    lost = []
    for path, page in pages.items():
        for link in page.links:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            there = (path.parent / unquote(address.path)).resolve() if address.path else path
            anchor = unquote(address.fragment)
            if not there.is_file() or (anchor and there in pages and anchor not in pages[there].anchors):
                lost.append((path.name, link))
    assert lost == []


def test_no_page_asks_anything_of_the_network(book, pages):
    asked = [(path.name, one) for path, page in pages.items() for one in page.fetched if is_outside(one)]
    assert asked == []
    missing = [
        (path.name, one)
        for path, page in pages.items()
        for one in page.fetched
        if not one.startswith(("data:", "#")) and not (path.parent / unquote(urlsplit(one).path)).is_file()
    ]
    assert missing == []
    styles = {path.name: path.read_text(encoding="utf-8") for path in book.rglob("*.css")}
    styles |= {path.name: page.styles for path, page in pages.items()}
    for name, text in styles.items():
        used = re.findall(r"""(?:url\(|@import)\s*["']?([^"')\s;]+)""", text)
        assert [one for one in used if is_outside(one)] == [], name
    # Pictures may not bring anything from elsewhere either.
    for path in book.rglob("*.svg"):
        text = re.sub(r'xmlns(:\w+)?="[^"]*"', "", path.read_text(encoding="utf-8"))
        assert not re.search(r"""(?:href|src)\s*=\s*["'](?:https?:)?//""", text), path.name


def test_scripts_fetch_nothing_from_elsewhere(book):
    for path in book.rglob("*.js"):
        if path.name == "searchindex.js":
            continue
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""(?:import|fetch|importScripts)\s*\(\s*["'`](?:https?:)?//""", text), (
            path.name
        )
        assert not re.search(r"""\.src\s*=\s*["'`](?:https?:)?//""", text), path.name


@pytest.mark.parametrize("number", LESSONS)
def test_a_lesson_says_its_minutes_and_what_it_builds_on(book, number):
    known = tool.facts()[number]
    assert 10 <= known["minutes"] <= 180
    assert all(other < number for other in known["needs"])
    assert known["needs"] or number == "00"
    text = (book / "notebooks" / LESSONS[number].with_suffix(".html").name).read_text(encoding="utf-8")
    box = text[text.index("<blockquote>") : text.index("</blockquote>")]
    assert f"About {known['minutes']} minutes" in box
    assert box.count("<li>") == 3, "say three things that one can do afterwards"
    for other in known["needs"]:
        if other in LESSONS:
            assert f'href="{LESSONS[other].with_suffix(".html").name}"' in box
    if number in LABS:
        assert f"lab {number}" in box


def test_pages_follow_each_other(book, pages):
    numbers = list(LESSONS)
    for before, after in itertools.pairwise(numbers):
        page = pages[book / "notebooks" / LESSONS[before].with_suffix(".html").name]
        assert {"prev", "next"} <= page.relations
        assert LESSONS[after].with_suffix(".html").name in page.links


def test_pictures_have_words(book, pages):
    seen = 0
    for path, page in pages.items():
        for picture in page.pictures:
            assert (picture.get("alt") or "").strip(), (path.name, picture.get("src"))
            assert not picture["alt"].endswith((".svg", ".png")), path.name
            seen += 1
    assert seen > 40


def test_live_things_are_still_pictures_and_claims_are_lines(book, pages):
    for number, path in LESSONS.items():
        page = pages[book / "notebooks" / path.with_suffix(".html").name]
        assert "widget-view" not in page.text
        assert "Predict(" not in re.sub(r'<div class="cell_input.*?</pre>', "", page.text, flags=re.S), number
        shown = set(re.findall(rf'<div title="(L{number}\.\d+)"', page.text))
        stored = path.read_text(encoding="utf-8")
        assert shown == set(re.findall(rf'"id": "(L{number}\.\d+)"', stored))


def test_the_search_finds_words_of_the_lessons(book):
    text = (book / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    assert "notebooks/04_move_ordering" in index["docnames"]
    there = index["terms"]["killer"]
    found = {index["docnames"][n] for n in (there if isinstance(there, list) else [there])}
    assert {"notebooks/04_move_ordering", "glossary"} <= found


def test_the_glossary_is_sorted_and_its_lessons_exist():
    text = (ROOT / "docs" / "book" / "glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^(\w.*)$", text.partition(":::{glossary}")[2], re.M)
    assert len(terms) > 40
    assert terms == sorted(terms, key=str.lower)
    assert set(re.findall(r"lesson (\d\d[b-z]?)\b", text)) <= set(tool.facts())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("As in lesson 03.", "As in [lesson 03](03_alpha_beta.ipynb)."),
        ("As in lesson 99.", "As in lesson 99."),
        ("`lesson 03` and [lesson 03](x.md)", "`lesson 03` and [lesson 03](x.md)"),
        ("this lesson 04", "this lesson 04"),
        ("lesson 04b, lesson 03c", "lesson 04b, lesson 03c"),  # another lesson, not written yet
        ("[the text](../gamekit/bits.py)", "the text (`gamekit/bits.py`)"),
        ("[claims](../docs/claims.md)", "[claims](../docs/claims.md)"),
        ("[nothing](nowhere.md)", "[nothing](nowhere.md)"),
    ],
)
def test_links_on_a_page(text, shown):
    assert tool.tidy(text, "notebooks/04_move_ordering.ipynb", own="04") == shown


def test_a_formula_becomes_mathml():
    spec = importlib.util.spec_from_file_location("book_conf", ROOT / "docs" / "book" / "conf.py")
    conf = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(conf)
    assert conf.html_math_renderer == "mathml"
    assert conf.convert("b^{d/2}").startswith("<math")


def test_the_command_says_in_a_sentence_why_it_makes_no_book(tmp_path, monkeypatch):
    (tmp_path / "thesis.txt").write_text("mine")
    done = support.call_gamekit("book", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "holds something else" in done.stderr
    assert (tmp_path / "thesis.txt").read_text() == "mine"
    monkeypatch.setattr("gamekit.commands.upkeep.find_spec", lambda name: None)
    assert "pip install '.[book]'" in support.call_gamekit("book", str(tmp_path / "new")).stderr
    monkeypatch.setattr("gamekit.commands.upkeep.PACKAGE", tmp_path / "gamekit")  # installed, no clone
    assert "an installed copy" in support.call_gamekit("book", str(tmp_path / "new")).stderr


def test_the_command_hands_the_folder_to_the_maker(tmp_path, monkeypatch):
    called = []
    done = subprocess.CompletedProcess([], 0)
    monkeypatch.setattr("gamekit.commands.upkeep.subprocess.run", lambda call: called.append(call) or done)
    assert support.call_gamekit("book", str(tmp_path / "site")).returncode == 0
    assert [Path(word).name for word in called[0][1:]] == ["book.py", "site"]
