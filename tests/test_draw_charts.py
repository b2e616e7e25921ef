"""Charts: what is drawn is what was given, the same bytes every time, with all figures in words."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from gamekit.draw import charts
from gamekit.draw.charts import (
    bars,
    elo,
    learning_curves,
    nodes_by_depth,
    same_axes,
    scatter_with_fit,
    windows,
)
from gamekit.draw.style import COLOURS
from gamekit.errors import GamekitError
from gamekit.rules import INF
from gamekit.search.aspiration import aspiration
from gamekit.search.mtdf import bisection, mtdf

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
GROWTH = {"minimax": {1: 10, 2: 100, 3: 1000}, "alpha-beta": {1: 10, 2: 40, 3: 90}, "sorted": {1: 10, 3: 50}}


def ask(value):
    """A fail-soft search that sees a little beyond its window."""
    return lambda alpha, beta: max(min(value, beta + 2), alpha - 2)


def root_of(picture):
    return ElementTree.fromstring(picture.svg)


def texts(picture):
    return ["".join(part.itertext()) for part in root_of(picture).iter(f"{SVG}text")]


def marks(picture):
    """The data points: for each series that has any, their places in the picture."""
    found = []
    for group in root_of(picture).iter(f"{SVG}g"):
        if group.get("clip-path"):
            points = [(float(use.get("x")), float(use.get("y"))) for use in group.iter(f"{SVG}use")]
            if points:
                found.append(points)
    return found


ALL = {
    "nodes_by_depth": lambda: nodes_by_depth(GROWTH),
    "windows": lambda: windows(mtdf(ask(7), guess=-3)[1]),
    "scatter": lambda: scatter_with_fit([1, 2, 3, 4], [2, 3, 5, 6], residuals=True),
    "learning_curves": lambda: learning_curves({"edge": [9, 5, 4], "corner": {1: 8, 4: 3}}),
    "elo": lambda: elo([("random", 0, 40), ("mobility", 310, (35, 45))]),
    "bars": lambda: bars({"minimax": 31, "alpha-beta": 18}, title="Plates", marked=["alpha-beta"]),
}


@pytest.mark.parametrize("name", ALL)
def test_every_chart_is_a_file_of_its_own(name):
    picture = ALL[name]()
    root = root_of(picture)
    assert root.get("role") == "img"
    title, desc, panel = list(root)[:3]
    assert title.text
    assert desc.text == picture.text == root.get("aria-label")
    assert panel.get("fill") == COLOURS["panel"], "its own ground, for dark pages"
    assert float(root.get("width")) <= 900, "as wide as a notebook"
    assert picture.svg == ALL[name]().svg
    assert not re.search(r"Matplotlib v|dc:date|/home|/tmp|<metadata|<!--", picture.svg)
    assert texts(picture), "words stay words"


def test_equal_bytes_in_every_process():
    code = (
        "import sys; from gamekit.draw.charts import bars\n"
        "sys.stdout.write(bars({'minimax': 31, 'alpha-beta': 18}, title='Plates', marked=['alpha-beta']).svg)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == ALL["bars"]().svg
    assert ran.stderr == ""


def test_matplotlib_waits_for_the_first_chart():
    code = "import sys, gamekit.draw; print({'matplotlib', 'pygraphviz', 'graphviz'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"


def test_no_rule_for_everything_on_the_page():
    """A notebook puts all pictures into one page, where a style for `*` would change the others too."""
    svg = nodes_by_depth(GROWTH).svg
    assert "<style" not in svg
    assert "stroke-linecap: butt" in svg.split(">")[0]


def test_the_style_does_not_leak():
    import matplotlib

    before = dict(matplotlib.rcParams)
    nodes_by_depth(GROWTH)
    assert dict(matplotlib.rcParams) == before


# --- nodes by depth ---------------------------------------------------------------------------------------


def test_nodes_by_depth_on_a_logarithmic_axis():
    picture = nodes_by_depth(GROWTH, title="Growth", x_label="plies", y_label="calls")
    series = marks(picture)[:3]
    assert [len(points) for points in series] == [3, 3, 2]
    tens = [y for _, y in series[0]]  # 10, 100, 1000: equal steps up
    assert tens[0] - tens[1] == pytest.approx(tens[1] - tens[2], abs=0.01)
    assert tens[0] > tens[2], "more is higher"
    assert series[2][1][0] == pytest.approx(series[0][2][0]), "the same depth below the same place"
    assert {"Growth", "plies", "calls", "minimax", "alpha-beta", "sorted"} <= set(texts(picture))
    assert "alpha-beta: 10 at 1, 40 at 2, 90 at 3." in picture.text


def test_series_differ_by_more_than_colour():
    root = root_of(nodes_by_depth(GROWTH))
    shapes, dashes = [], []
    for group in root.iter(f"{SVG}g"):
        if group.get("clip-path") and (uses := list(group.iter(f"{SVG}use"))):
            shapes.append(uses[0].get(LINK))
    for path in root.iter(f"{SVG}path"):
        if re.search(r"stroke-width: 2(;|$)", path.get("style") or "") and path.get("clip-path"):
            dashes.append(re.search(r"stroke-dasharray: ([\d., ]+)", path.get("style")))
    assert len(set(shapes[:3])) == 3
    assert len({match[1] if match else "solid" for match in dashes}) == 3


# --- windows ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "passes",
    [mtdf(ask(7), guess=-3)[1], bisection(ask(7), -64, 64)[1], aspiration(ask(9), guess=5, width=2)[1]],
    ids=["mtdf", "bisection", "aspiration"],
)
def test_every_pass_is_told_and_drawn(passes):
    picture = windows(passes)
    for number, each in enumerate(passes, 1):
        asked = ", ".join(charts._short(bound) for bound in (each.alpha, each.beta))
        kind = "lower" if each.answer >= each.beta else "upper" if each.answer <= each.alpha else "value"
        sentence = next(part for part in picture.text.split("Pass ")[1:] if part.startswith(f"{number} "))
        assert f"asks ({asked})" in sentence
        assert kind in sentence
    assert f"exactly {passes[-1].lower}" in picture.text
    assert f"value {passes[-1].lower}" in texts(picture)
    answers = sum(len(points) for points in marks(picture))
    open_ends = sum((each.upper >= INF) + (each.lower <= -INF) for each in passes)
    assert answers == len(passes) + open_ends
    assert str(INF) not in picture.svg


# --- scatter ----------------------------------------------------------------------------------------------


def test_the_line_of_least_squares():
    chance = random.Random(4)
    xs = [chance.uniform(-20, 20) for _ in range(4000)]
    ys = [0.9 * x + 2 + chance.gauss(0, 3) for x in xs]
    picture = scatter_with_fit(xs, ys, x_label="shallow", y_label="deep", residuals=True)
    found = re.search(r"deep = ([\d.]+) shallow \+ ([\d.]+), sigma ([\d.]+)\.", picture.text)
    assert [float(number) for number in found.groups()] == pytest.approx([0.9, 2, 3], rel=0.1)
    assert "4,000 points, 1,500 of them drawn" in picture.text
    assert max(len(points) for points in marks(picture)) == charts.MOST_POINTS
    assert "off the line" in texts(picture)
    assert "off the line" not in texts(scatter_with_fit(xs, ys))


def test_residual_sigma_by_hand():
    # y = x + (1, -1, -1, 1): off the line by one each; four points, two of them spent on the line
    picture = scatter_with_fit([0, 1, 2, 3], [1, 0, 1, 4])
    assert "sigma 1.414" in picture.text
    assert "y = 1 x + 0," in picture.text


# --- learning curves, ratings, bars -----------------------------------------------------------------------


def test_learning_curves_from_lists_and_from_pairs():
    picture = learning_curves({"edge": [9, 5, 4], "corner": {1: 8, 4: 3}}, x_label="million", log_y=True)
    assert [len(points) for points in marks(picture)[:2]] == [3, 2]
    assert "edge: 9 at 1, 5 at 2, 4 at 3. corner: 8 at 1, 3 at 4." in picture.text


def test_on_a_logarithmic_axis_equal_factors_are_equal_distances():
    picture = learning_curves({"cost": {1: 1, 10: 10, 100: 100}}, log_x=True, log_y=True)
    (x0, y0), (x1, y1), (x2, y2) = marks(picture)[0]
    assert x1 - x0 == pytest.approx(x2 - x1, rel=0.01)
    assert y1 - y0 == pytest.approx(y2 - y1, rel=0.01)


def test_long_curves_are_told_in_short():
    picture = learning_curves({"error": [100 / n for n in range(1, 301)]})
    assert "error: 100 at 1, then 0.333 at 300, least 0.333." in picture.text


def test_ratings_in_the_order_given_with_their_errors():
    picture = elo([("random", 0, 40), ("mobility", 310.4, (35, 45)), ("corners", 150, 30)])
    assert picture.text == (
        "Ratings. random: 0, from −40 to 40; mobility: 310, from 275 to 355; corners: 150, from 120 to 180."
    )
    shown = [text for text in texts(picture) if text in ("random", "mobility", "corners", "310")]
    assert sorted(shown) == ["310", "corners", "mobility", "random"]
    assert shown.index("random") < shown.index("mobility") < shown.index("corners")
    share = elo([("full", 51.53, 10)], line=50, x_label="per cent").text
    assert share == "Ratings. full: 51.5, from 41.5 to 61.5."


def numbers_on_axes(picture):
    return [text.replace("−", "-") for text in texts(picture) if re.fullmatch(r"[−\d.]+", text)]


def test_counts_have_whole_ticks():
    assert all("." not in text for text in numbers_on_axes(bars({"won": 2, "lost": 1})))
    few = learning_curves({"moves": {1: 1, 2: 3, 3: 2}})
    assert all("." not in text for text in numbers_on_axes(few))
    assert any("." in text for text in numbers_on_axes(learning_curves({"error": [0.2, 0.1]})))


def test_names_of_series_stand_below_the_chart():
    """No curve runs through a name: they lie lower than the axis, whatever is drawn above it."""
    for picture in (
        nodes_by_depth({"minimax": {1: 5, 2: 900}, "alpha-beta": {1: 5, 2: 13}}, x_label="plies"),
        learning_curves({"one": [9, 1], "other": [1, 9]}, lines={"even": 5}, x_label="plies"),
    ):
        heights = {}
        for text in root_of(picture).iter(f"{SVG}text"):
            place = re.search(r"translate\([\d.]+ ([\d.]+)\)", text.get("transform", ""))
            heights["".join(text.itertext())] = float(place[1] if place else text.get("y"))
        named = [name for name in ("minimax", "alpha-beta", "one", "other", "even") if name in heights]
        assert len(named) >= 2
        assert all(heights[name] > heights["plies"] for name in named)


def test_a_level_is_not_drawn_as_data():
    """A bound has no marks; what was measured has one a point."""
    plain = learning_curves({"sum": [-1, 2, 3]})
    with_bound = learning_curves({"sum": [-1, 2, 3]}, lines={"bound": 4})
    assert with_bound.svg.count("<use") - plain.svg.count("<use") <= 3, "the name's mark and a tick or two"
    assert with_bound.text.endswith("bound: 4 throughout.")


def test_there_are_no_bars_without_a_zero():
    assert bars({"a": 10, "b": 1000}, log=True).svg.count("<use") > bars({"a": 10, "b": 1000}).svg.count(
        "<use"
    )


def test_axes_that_stay():
    kept = {}
    with same_axes(kept):
        learning_curves({"error": [1, 9]})
        narrow = learning_curves({"error": [1, 2]})
    assert kept["y"][1] > 9
    assert "8" in numbers_on_axes(narrow)
    assert "8" not in numbers_on_axes(learning_curves({"error": [1, 2]}))


def test_bars_as_long_as_their_figures():
    picture = bars({"one": 10, "two": 20, "mine": 5}, x_label="nodes", marked=["mine"])
    widths = {}
    for path in root_of(picture).iter(f"{SVG}path"):
        if path.get("clip-path") and path.get("d"):
            across = [float(x) for x in re.findall(r"[ML] ([\d.]+) ", path.get("d"))]
            widths[round(max(across) - min(across), 3)] = True
    short, middle, long = sorted(width for width in widths if width > 0)[:3]
    assert (middle / short, long / short) == pytest.approx((2, 4), rel=0.01)
    assert {"10", "20", "5", "one", "two", "mine", "nodes"} <= set(texts(picture))
    assert picture.svg.count("<pattern") == 1, "a hatched bar"


# --- wishes that cannot be met ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (lambda: nodes_by_depth({}), "nothing to draw"),
        (lambda: nodes_by_depth({"minimax": {}}), "nothing to draw"),
        (lambda: nodes_by_depth({"minimax": {1: 0}}), "above 0 only; 'minimax' has others"),
        (lambda: windows([]), "there is no pass to draw"),
        (lambda: scatter_with_fit([1, 2], [1]), "here are 2 and 1"),
        (lambda: scatter_with_fit([1, 2], [1, 2]), "at least three points"),
        (lambda: scatter_with_fit([1, 1, 1], [1, 2, 3]), "not all above each other"),
        (lambda: scatter_with_fit([1, 2, float("nan")], [1, 2, 3]), "finite"),
        (lambda: learning_curves({"a": []}), "nothing to draw"),
        (lambda: elo([]), "nothing to draw"),
        (lambda: bars({}), "nothing to draw"),
        (lambda: bars({"a": 0}, log=True), "above 0 only"),
    ],
)
def test_one_clear_sentence(draw, sentence):
    with pytest.raises(GamekitError, match=re.escape(sentence)):
        draw()
