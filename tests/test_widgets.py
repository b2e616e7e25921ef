"""What all live things share: styles that stay at home, and a picture for pages without Python."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from base64 import b64encode
from types import SimpleNamespace

import ipywidgets
import nbformat
import pytest
import support
from support import ROOT

from gamekit import jupyterlab as lab
from gamekit import widgets
from gamekit.draw.charts import bars
from gamekit.draw.picture import Picture
from gamekit.errors import BadText
from gamekit.widgets import Explore, waiting
from gamekit.widgets.waiting import NOTHING, Watch

pytestmark = pytest.mark.quick

FOLDER = ROOT / "gamekit" / "widgets"
STYLES = sorted(FOLDER.glob("*/*.css"))


def selectors(css):
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    for group in re.findall(r"([^{}]+)\{[^{}]*\}", re.sub(r"@\w+[^{]*\{", "", css)):
        yield from (one.strip() for one in re.split(r",(?![^(]*\))", group))


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_style_stays_in_its_own_widget(path):
    """A page has one set of styles for all: a rule for a common name would paint the neighbours too."""
    found = list(selectors(path.read_text("utf-8")))
    assert len(found) > 20
    assert [one for one in found if f".gk-{path.stem}" not in one] == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.js")), ids=lambda path: path.name)
def test_nothing_is_fetched(path):
    code = path.read_text("utf-8")
    assert not re.search(r"https?://(?!www\.w3\.org/)|\bfetch\(|XMLHttpRequest|\bimport\s", code)


def test_everything_is_there_by_its_name():
    assert {name: getattr(widgets, name).__name__ for name in dir(widgets)} == {n: n for n in dir(widgets)}
    with pytest.raises(AttributeError):
        _ = widgets.Bord


LIVE = "application/vnd.jupyter.widget-view+json"


def test_an_exported_notebook_shows_the_pictures(tmp_path):
    """A saved notebook holds live things and their pictures; an exported page has no Python, so: pictures."""
    bundle = {
        LIVE: {"model_id": "1"},
        "image/svg+xml": "<svg><title>a board</title></svg>",
        "text/plain": "Board",
    }
    output = nbformat.v4.new_output("display_data", bundle)
    cell = nbformat.v4.new_code_cell("Board('othello')", outputs=[output])
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "game.ipynb")
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "html", "game.ipynb"],
        env=lab.environment(),
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    page = (tmp_path / "game.html").read_text("utf-8")
    assert b64encode(bundle["image/svg+xml"].encode()).decode() in page


# --- explore ----------------------------------------------------------------------------------------------


def squares(n=3, of="squares"):
    return Picture(f"<svg>{n * n}</svg>", f"{n * n} {of}")


def test_explore_begins_with_the_defaults_and_follows_its_controls():
    explored = Explore(squares, n=(1, 9), of=["squares", "tiles"])
    assert explored.answer.text == "9 squares"
    slider, choice, below = explored.children
    slider.value, choice.value = 5, "tiles"
    assert explored.answer.text == "25 tiles"
    assert below.outputs[0]["data"]["image/svg+xml"] == "<svg>25</svg>"


def test_explore_has_a_still_picture():
    bundle = Explore(squares, n=(1, 9))._repr_mimebundle_()
    assert bundle["image/svg+xml"] == "<svg>9</svg>"
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_an_error_is_shown_where_the_reader_looks():
    explored = Explore(lambda n=1: 1 / (n - 2), n=(1, 3))
    explored.children[0].value = 2
    assert "ZeroDivisionError" in explored.children[-1].outputs[0]["text"]
    explored.children[0].value = 3
    assert explored.answer == 1.0


@pytest.mark.parametrize(
    ("controls", "sentence"),
    [
        ({}, "Explore wants a control"),
        ({"m": (1, 2)}, "takes no 'm'; it takes n, of"),
        ({"n": 3}, "a list of choices or a pair"),
        ({"n": []}, "a list of choices or a pair"),
        ({"n": (3, 1)}, "a list of choices or a pair"),
    ],
)
def test_explore_says_what_is_wrong(controls, sentence):
    with pytest.raises(BadText, match=re.escape(sentence)):
        Explore(squares, **controls)


# --- a cell that takes long -------------------------------------------------------------------------------


class Shown:
    """A display that remembers what it showed."""

    def __init__(self):
        self.pages = []

    def __call__(self, page, **options):
        self.update(page)
        return self

    def update(self, page, raw=True):
        self.pages.append(page)


def test_a_cell_that_takes_long_counts_its_seconds_and_cleans_up():
    shown = Shown()
    watch = Watch(shown, patience=0.01)
    watch.begin()
    for _ in range(500):
        if shown.pages:
            break
        time.sleep(0.01)
    watch.end()
    assert shown.pages[0]["text/plain"].startswith("computing, ")
    assert shown.pages[-1] == NOTHING


def test_the_cell_that_brings_the_watch_is_watched_too(monkeypatch):
    """A lesson's first cell imports the widgets, and then computes."""
    shown, register = Shown(), {}
    shell = SimpleNamespace(kernel=None, events=SimpleNamespace(register=register.__setitem__))
    notebook = SimpleNamespace(get_ipython=lambda: shell, display=SimpleNamespace(display=shown))
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    monkeypatch.setattr(waiting, "PATIENCE", 0.01)
    waiting.watch_cells()
    for _ in range(500):
        if shown.pages:
            break
        time.sleep(0.01)
    register["post_run_cell"]()
    assert shown.pages[0]["text/plain"].startswith("computing, ")
    assert shown.pages[-1] == NOTHING


def test_a_quick_cell_shows_nothing():
    shown = Shown()
    watch = Watch(shown)
    for _ in range(3):
        watch.begin()
        watch.end()
    assert shown.pages == []


def test_what_has_gone_is_not_stored():
    """A run on a slow machine stores what a quick one does."""
    tool = support.tool("notebooks")
    printed = nbformat.v4.new_output("stream", name="stdout", text="a\n")
    more = nbformat.v4.new_output("stream", name="stdout", text="b\n")
    gone = nbformat.v4.new_output("display_data", dict(NOTHING))
    cell = nbformat.v4.new_code_cell("print('a'); work(); print('b')", outputs=[printed, gone, more])
    notebook = nbformat.v4.new_notebook(cells=[cell, nbformat.v4.new_markdown_cell("text")])
    tool.without_what_has_gone(notebook)
    assert [(one.name, one.text) for one in cell.outputs] == [("stdout", "a\nb\n")]


def test_explore_keeps_its_axes_and_has_buttons_for_names():
    """Between two charts the bars change, not the scale; names have no order for a slider to show."""
    explored = Explore(lambda n=9, how="up": bars({"nodes": n}), n=[9, 2], how=["up", "down"])
    slider, buttons, _ = explored.children
    assert isinstance(buttons, ipywidgets.ToggleButtons)
    assert isinstance(slider, ipywidgets.SelectionSlider)
    slider.value = 2
    assert "nodes: 2" in explored.answer.text
    assert ">8<" in explored.answer.svg, "the axis reaches as far as it did for nine"
    assert ">8<" not in bars({"nodes": 2}).svg
