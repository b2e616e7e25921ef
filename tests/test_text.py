"""What people read: spelling, links that lead somewhere, and words beside every picture."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import codespell_lib
import jupytext
import nbformat
import pytest
import support
from support import ROOT

pytestmark = pytest.mark.quick

notebooks, exercises = support.tool("notebooks"), support.tool("exercises")
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / folder / "README.md" for folder in ("exercises", "solutions")),
]
LESSONS, LABS = notebooks.texts(), exercises.texts()
SOURCES = [path for path in (ROOT / "gamekit").rglob("*") if path.suffix in (".py", ".js", ".css", ".md")]
OWN_WORDS = ROOT / ".ci" / "words.txt"  # names and words that codespell takes for mistakes, in small letters

CODE = re.compile(r"```.*?```|~~~.*?~~~|`[^`\n]*`", re.S)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)")
BARE = re.compile(r"(?<![(\[<\"'])\bhttps?://[^\s)>\]\"']+")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def prose(path: Path) -> str:
    """A page's Markdown: that of a text's cells, or the whole file."""
    if path.suffix == ".md":
        return path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        cells = nbformat.read(path, as_version=4).cells
    else:
        cells = jupytext.read(path, fmt="py:percent").cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def homes(path: Path) -> list[Path]:
    """The folders in which a page is read: a lab is read as a solution and as an exercise."""
    if path in LESSONS:
        return [ROOT / "notebooks"]
    if path in LABS:
        return [ROOT / part / exercises.folder_name(path) for part in ("solutions", "exercises")]
    if path.parent == ROOT / "docs" / "book":
        return [ROOT]  # the book has its pages at its top
    return [path.parent]


# --- spelling -----------------------------------------------------------------------------------------------


def misspelled(*paths: Path) -> str:
    """What codespell says of these files: nothing, or lines with a better word each."""
    said = io.StringIO()
    options = ["--builtin", "clear,rare,informal", "--ignore-words", str(OWN_WORDS), "--quiet-level", "35"]
    with redirect_stdout(said), redirect_stderr(said):
        codespell_lib.main(*options, *map(str, paths))
    return said.getvalue()


def test_words_are_spelled_right():
    assert misspelled(*PAGES, *LESSONS, *LABS, *SOURCES) == ""


def test_a_slip_would_be_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("You will recieve a value. Mr Buro wrote it.\n")
    assert misspelled(page).count("==>") == 1
    assert "receive" in misspelled(page)


def test_own_words_are_needed_and_sorted():
    words = OWN_WORDS.read_text(encoding="utf-8").split()
    assert words == sorted(set(words))
    text = "\n".join(path.read_text(encoding="utf-8") for path in [*PAGES, *LESSONS, *LABS, *SOURCES]).lower()
    assert [word for word in words if not re.search(rf"\b{word}\b", text)] == []


@pytest.mark.parametrize("path", [*PAGES, *LESSONS, *LABS], ids=name)
def test_no_word_stands_twice(path):
    text = re.sub(r"\|[^\n]*\|", "", CODE.sub("`code`", prose(path)))
    doubled = re.findall(r"\b([a-z]+)\s+\1\b", text)
    assert [word for word in doubled if word not in ("had", "that")] == []


# --- links --------------------------------------------------------------------------------------------------


def slug(heading: str) -> str:
    """The anchor that code hosts, Jupyter and the book give a heading."""
    kept = re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", heading).strip().lower())
    return kept.replace(" ", "-")


@cache
def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings; Jupyter's, which keep capitals, as well."""
    headings = re.findall(r"^#+ +(.+?) *$", CODE.sub("", prose(path)), re.M)
    return {slug(text) for text in headings} | {text.replace(" ", "-") for text in headings}


def faults(text: str, folder: Path, pages: dict[str, Path] | None = None) -> list[str]:
    """The links of a page in this folder that lead nowhere."""
    found = []
    shown = CODE.sub("", text)
    for _, _, target in LINK.findall(shown):
        address = urlsplit(target)
        if address.scheme:
            if not is_address(target):
                found.append(target)
            continue
        there = (folder / unquote(address.path)).resolve()
        there = (pages or {}).get(address.path, there) if address.path else there
        if not target or (address.path and not there.exists()) or not there.is_relative_to(ROOT):
            found.append(target)
        elif address.fragment and address.path and there.suffix in (".md", ".ipynb"):
            if address.fragment not in anchors(there):
                found.append(target)
        elif address.fragment and not address.path:
            headings = re.findall(r"^#+ +(.+?) *$", shown, re.M)
            if address.fragment not in {slug(one) for one in headings}:
                found.append(target)
    return found + [address for address in BARE.findall(shown) if not is_address(address.rstrip(".,;:"))]


def is_address(text: str) -> bool:
    """Is this an address as it should be written? Whether anybody answers there is not asked."""
    parts = urlsplit(text)
    if parts.scheme == "mailto":
        return bool(re.fullmatch(r"[^@\s]+@[\w.-]+\.\w+", parts.path))
    known = parts.scheme in ("http", "https")
    return known and bool(re.fullmatch(r"(localhost|127\.0\.0\.1|[\w-]+(\.[\w-]+)+)(:\d+)?", parts.netloc))


@pytest.mark.parametrize("path", [*PAGES, *LESSONS, *LABS], ids=name)
def test_links_lead_somewhere(path):
    book = ROOT / "docs" / "book"
    pages = {one.name: one for one in book.glob("*.md")} if path.parent == book else None
    for folder in homes(path):
        assert faults(prose(path), folder, pages) == [], folder


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[a](README.md)", 0),
        ("[a](nowhere.md)", 1),
        ("[a](README.md#start)", 0),
        ("[a](README.md#stop)", 1),
        ("# Here\n[a](#here) [b](#there)", 1),
        ("`[a](nowhere.md)`", 0),
        ("![a](docs/images/board.png)", 0),
        ("[a](https://example.org/x) [b](https:/example.org) [c](htp://example.org)", 2),
        ("see https://example. for more", 1),
        ("[a]()", 1),
        ("[a](../elsewhere)", 1),
        ("[a](notebooks/03_alpha_beta.ipynb#by-hand)", 0),
        ("[a](notebooks/03_alpha_beta.ipynb#By-hand)", 0),
        ("[a](notebooks/03_alpha_beta.ipynb#by-foot)", 1),
    ],
)
def test_a_lost_link_would_be_found(text, wrong):
    assert len(faults(text, ROOT)) == wrong


# --- words beside pictures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*PAGES, *LESSONS, *LABS], ids=name)
def test_a_picture_in_a_text_has_words(path):
    text = CODE.sub("", prose(path))
    assert [target for mark, words, target in LINK.findall(text) if mark and len(words.split()) < 3] == []
    assert not [tag for tag in re.findall(r"<img\b[^>]*>", text) if not re.search(r'alt="[^"]{8,}"', tag)]


def wordless(output: nbformat.NotebookNode) -> str | None:
    """What a notebook's output lacks for those who cannot see it: nothing, or a sentence."""
    forms = output.get("data", {})
    if not any(form.startswith("image/") for form in forms):
        bare = [tag for tag in re.findall(r"<img\b[^>]*>", forms.get("text/html", "")) if "alt=" not in tag]
        return f"no alternative text: {bare[0][:60]}" if bare else None
    words = forms.get("text/plain", "")
    if len(words.split()) < 3 or re.search(r"<Figure|object at 0x|^\w+\(\)$", words):
        return f"its text says nothing: {words[:60]!r}"
    svg = forms.get("image/svg+xml")
    if svg is not None and not re.search(r"<svg[^>]*\brole=\"img\"", svg):
        return "the picture does not say that it is one"
    if svg is not None and not re.search(r"<svg[^>]*\baria-label(ledby)?=\"[^\"]+\"|<title[^>]*>[^<]+<", svg):
        return "the picture has no name"
    return None


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_every_figure_of_a_lesson_has_words(path):
    stored = nbformat.read(notebooks.notebook_path(path), as_version=4)
    outputs = [output for cell in stored.cells for output in cell.get("outputs", [])]
    assert [lack for lack in map(wordless, outputs) if lack] == []
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) >= 3


def test_a_figure_without_words_would_be_found():
    good = '<svg role="img" aria-label="a board"></svg>'
    for forms, is_good in [
        ({"image/svg+xml": good, "text/plain": "the board after f5"}, True),
        ({"image/svg+xml": good, "text/plain": "<Figure size 640x480 with 1 Axes>"}, False),
        ({"image/svg+xml": good}, False),
        ({"image/svg+xml": "<svg></svg>", "text/plain": "the board after f5"}, False),
        ({"image/svg+xml": '<svg role="img"></svg>', "text/plain": "the board after f5"}, False),
        ({"text/html": '<img src="x.png">', "text/plain": "x"}, False),
        ({"text/plain": "5"}, True),
    ]:
        assert (wordless(nbformat.from_dict({"data": forms})) is None) == is_good, forms
