"""Charts in one house style: matplotlib draws them, each with its figures in words beside it.

Series differ by marker and line as well as by colour; a level to compare with is a thin line without marks.
Names stand below the chart, where they cover nothing. matplotlib is loaded when the first chart is drawn.
"""

from __future__ import annotations

import io
import logging
import math
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gamekit.draw.picture import Picture
from gamekit.draw.style import COLOURS, DATA, FONT, mix
from gamekit.errors import GamekitError
from gamekit.rules import INF

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT = 7.4, 4.0  # inches of 72 points
MOST_POINTS = 1500  # in a scatter plot: more make the file large and the picture no clearer
MOST_FIGURES = 200  # told one by one in a chart's text
MOST_IN_A_LINE = 62  # characters of a title
INKS = [DATA["blue"], DATA["vermillion"], DATA["green"], DATA["purple"], mix(DATA["orange"], "#000000", 0.15)]
MARKERS = "os^Dv"
DASHES: list[Any] = ["-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (9, 3))]
Look = dict[str, Any]  # options of matplotlib
BASE: Look = {"color": COLOURS["ink"], "linewidth": 1.1, "zorder": 1.5}  # a line at 0, or at an even score
Kept = dict[str, tuple[float, float]]  # how far an axis has reached
_KEPT: ContextVar[Kept | None] = ContextVar("kept", default=None)


@contextmanager
def same_axes(kept: Kept) -> Iterator[None]:
    """Charts drawn inside reach as far as all that were drawn with this `kept` before: so they compare."""
    token = _KEPT.set(kept)
    try:
        yield
    finally:
        _KEPT.reset(token)


def _keep(axes: Axes, kept: Kept) -> None:
    for name, get, put in (("x", axes.get_xlim, axes.set_xlim), ("y", axes.get_ylim, axes.set_ylim)):
        low, high = get()
        if low > high:  # names downwards
            continue
        before = kept.get(name, (low, high))
        kept[name] = min(low, before[0]), max(high, before[1])
        put(*kept[name])


# --- the charts -------------------------------------------------------------------------------------------


def nodes_by_depth(
    series: Mapping[str, Mapping[int, float]],
    *,
    title: str = "Nodes by depth",
    x_label: str = "depth",
    y_label: str = "nodes",
) -> Picture:
    """How the work grows: nodes at each depth for each technique, on a logarithmic axis.

    >>> nodes_by_depth({"minimax": {1: 5, 2: 21}, "alpha-beta": {1: 5, 2: 13}}).text
    'Nodes by depth. Nodes against depth. minimax: 5 at 1, 21 at 2. alpha-beta: 5 at 1, 13 at 2.'
    """
    _need(series, "nodes_by_depth")
    for name, points in series.items():
        if any(nodes <= 0 for nodes in points.values()):
            raise GamekitError(f"a logarithmic axis shows numbers above 0 only; {name!r} has others")
    with _chart(title, x_label, y_label) as (axes, done):
        axes.set_yscale("log")
        for number, (name, points) in enumerate(series.items()):
            _curve(axes, number, name, list(points), list(points.values()))
        axes.set_xticks(sorted({depth for points in series.values() for depth in points}))
        axes.yaxis.set_major_formatter(lambda value, _: _tick(value))
        _legend(axes, len(series))
        return done(f"{_capital(y_label)} against {x_label}. {_series_in_words(series)}")


def windows(passes: Sequence[Any], *, title: str = "The window closes in on the value") -> Picture:
    """What each pass of MTD(f), bisection or aspiration asked, was answered, and left possible.

    A pass is what those searches give back: (alpha, beta, answer, lower, upper).

    >>> from gamekit.search.mtdf import mtdf
    >>> print(windows(mtdf(lambda alpha, beta: 7, guess=5)[1]).text)
    The window closes in on the value. Pass 1 asks (4, 5), the answer 7 is a lower bound: from 7 to ∞. \
Pass 2 asks (7, 8), the answer 7 is an upper bound: exactly 7.
    """
    rows = [_Pass(*map(float, each)) for each in passes]
    if not rows:
        raise GamekitError("there is no pass to draw: the search asked nothing")
    finite = [n for row in rows for n in row[:5] if abs(n) < INF]
    low, high = min(finite, default=0.0), max(finite, default=0.0)
    room = max(1.0, 0.15 * (high - low))
    low, high = low - room, high + room
    with _chart(title, "pass", "value") as (axes, done):
        if rows[-1].lower == rows[-1].upper:
            value, ink = rows[-1].lower, COLOURS["ink"]
            axes.axhline(value, color=ink, linestyle=DASHES[2], linewidth=1.2, label=f"value {_short(value)}")
        possible, open_end = mix(COLOURS["panel"], DATA["sky"], 0.5), mix(COLOURS["panel"], INKS[0], 0.7)
        for number, row in enumerate(rows, 1):
            bottom, top = max(row.lower, low), min(row.upper, high)
            label = "still possible" if number == 1 else None
            axes.bar(number, top - bottom, 0.34, bottom, color=possible, zorder=2, label=label)
            if row.upper >= INF:  # open: it goes on beyond the chart
                axes.plot([number], [high - 0.3 * room], marker="^", color=open_end, markersize=9)
            if row.lower <= -INF:
                axes.plot([number], [low + 0.3 * room], marker="v", color=open_end, markersize=9)
            from_, to = max(row.alpha, low), min(row.beta, high)
            label = "asked: alpha to beta" if number == 1 else None
            rim: Look = {"color": "none", "edgecolor": COLOURS["ink"], "linewidth": 1.5, "zorder": 4}
            axes.bar(number, to - from_, 0.6, from_, label=label, **rim)
        for kind, marker, ink in (
            ("a lower bound", "^", INKS[1]),
            ("an upper bound", "v", INKS[2]),
            ("the value", "o", COLOURS["ink"]),
        ):
            points = [(number, row.answer) for number, row in enumerate(rows, 1) if row.kind == kind]
            if points:
                look: Look = {"color": ink, "markersize": 8, "markeredgecolor": "white", "zorder": 5}
                axes.plot(*zip(*points, strict=True), marker, label=f"answer: {kind}", **look)
        axes.set_ylim(low, high)
        axes.set_xlim(0.4, max(len(rows), 4) + 0.6)
        axes.set_xticks(range(1, len(rows) + 1, max(1, len(rows) // 12)))
        _ticks(axes.yaxis, finite)
        _legend(axes, 2, columns=3)
        return done(" ".join(f"Pass {number} {row.in_words()}." for number, row in enumerate(rows, 1)))


def scatter_with_fit(
    x: Iterable[float],
    y: Iterable[float],
    *,
    residuals: bool = False,
    title: str = "Scatter with fit",
    x_label: str = "x",
    y_label: str = "y",
) -> Picture:
    """Points, the straight line of least squares through them, and bands one and two sigma wide.

    `residuals` adds how far the points lie from the line, as a histogram. The line is fitted to all points,
    of which at most 1,500 are drawn.

    >>> scatter_with_fit([0, 1, 2, 3], [1, 3, 5, 7], title="Two lines").text
    'Two lines. 4 points. y = 2 x + 1, sigma 0. x from 0 to 3, y from 1 to 7.'
    """
    xs, ys = np.asarray(list(x), float), np.asarray(list(y), float)
    if len(xs) != len(ys):
        raise GamekitError(f"every point has an x and a y; here are {len(xs)} and {len(ys)}")
    if len(xs) < 3 or np.ptp(xs) == 0 or not np.isfinite([*xs, *ys]).all():
        raise GamekitError("a line needs at least three points, finite, and not all above each other")
    slope, shift = np.polyfit(xs, ys, 1)
    off = ys - (slope * xs + shift)
    sigma = float(np.sqrt((off**2).sum() / (len(xs) - 2)))
    fit = f"{y_label} = {_short(slope)} {x_label} {'+' if shift >= 0 else '−'} {_short(abs(shift))}"
    some = np.unique(np.linspace(0, len(xs) - 1, min(len(xs), MOST_POINTS)).astype(int))
    with _chart(title, x_label, y_label, split=residuals) as (axes, done):
        ends = np.array([xs.min(), xs.max()])
        line = slope * ends + shift
        for times, share in ((2, 0.1), (1, 0.2)):
            low, high = line - times * sigma, line + times * sigma
            colour = mix(COLOURS["panel"], INKS[1], share)
            axes.fill_between(ends, low, high, linewidth=0, color=colour, label=f"± {times} sigma")
        look: Look = {"color": INKS[0], "markersize": 5 if len(some) < 200 else 3, "alpha": 0.6}
        axes.plot(xs[some], ys[some], "o", markeredgewidth=0, label="points", **look)
        axes.plot(ends, line, color=INKS[1], linewidth=2.2, label=f"{fit}, sigma {_short(sigma)}")
        _legend(axes, 4, columns=2)
        if residuals:
            _histogram(axes.figure.axes[1], off)
        shown = f", {len(some):,} of them drawn" if len(some) < len(xs) else ""
        return done(
            f"{len(xs):,} points{shown}. {fit}, sigma {_short(sigma)}. {x_label} from {_short(xs.min())} to "
            f"{_short(xs.max())}, {y_label} from {_short(ys.min())} to {_short(ys.max())}."
        )


def learning_curves(
    series: Mapping[str, Mapping[float, float] | Sequence[float]],
    *,
    log_x: bool = False,
    log_y: bool = False,
    lines: Mapping[str, float] | None = None,
    title: str = "Learning curves",
    x_label: str = "step",
    y_label: str = "error",
) -> Picture:
    """How something changes as a program learns. A plain list is counted from 1.

    `lines` are levels to compare with, such as a bound or an even score: a name and a height each.

    >>> learning_curves({"edge table": [9.5, 4.25]}).text
    'Learning curves. Error against step. edge table: 9.5 at 1, 4.25 at 2.'
    """
    _need(series, "learning_curves")
    points = {
        name: dict(curve) if isinstance(curve, Mapping) else dict(enumerate(curve, 1))
        for name, curve in series.items()
    }
    with _chart(title, x_label, y_label) as (axes, done):
        axes.set_xscale("log" if log_x else "linear")
        axes.set_yscale("log" if log_y else "linear")
        for number, (name, curve) in enumerate(points.items()):
            _curve(axes, number, name, list(curve), list(curve.values()))
        levels = lines or {}
        for dashes, (name, level) in zip(DASHES[1:] * len(levels), levels.items(), strict=False):
            axes.axhline(level, color=COLOURS["quiet"], linewidth=1.2, linestyle=dashes, label=name, zorder=1)
        heights = [y for curve in points.values() for y in curve.values()]
        if not log_y and min(heights) < 0 < max(heights):
            axes.axhline(0, **BASE)
        for axis, is_log, numbers in (
            (axes.xaxis, log_x, [x for curve in points.values() for x in curve]),
            (axes.yaxis, log_y, heights),
        ):
            if is_log:
                axis.set_major_formatter(lambda value, _: _tick(value))
            else:
                _ticks(axis, numbers)
        _legend(axes, len(points) + len(levels))
        also = "".join(f" {name}: {_exact(level)} throughout." for name, level in levels.items())
        return done(f"{_capital(y_label)} against {x_label}. {_series_in_words(points)}{also}")


def elo(rows: Iterable[Any], *, line: float = 0, title: str = "Ratings", x_label: str = "Elo") -> Picture:
    """Ratings with their error bars, in the order given, and a line where two players would be equal.

    A row is (name, rating, error), or (name, rating, (below, above)) where the error differs to both sides.
    `line` is 50 for shares of the points, in per cent. Elo is written in whole points, a share to a tenth.

    >>> elo([("random", 0, 40), ("mobility", 310.4, (35, 45))]).text
    'Ratings. random: 0, from −40 to 40; mobility: 310, from 275 to 355.'
    """
    ranked = []
    for name, rating, error in rows:
        below, above = error if isinstance(error, tuple | list) else (error, error)
        ranked.append((str(name), float(rating), float(below), float(above)))
    _need(ranked, "elo")

    def written(number: float) -> str:
        return _exact(round(number) if line == 0 else round(number, 1))

    with _chart(title, x_label, "", height=_bars_height(len(ranked))) as (axes, done):
        places = range(len(ranked))
        _, ratings, below_each, above_each = zip(*ranked, strict=True)
        look: Look = {"color": INKS[0], "markersize": 8, "elinewidth": 2, "capsize": 5, "capthick": 2}
        axes.errorbar(ratings, places, xerr=[below_each, above_each], fmt="o", **look)
        low, high = axes.get_xlim()
        if low - 0.5 * (high - low) <= line <= high + 0.5 * (high - low):  # else it would squeeze the rest
            axes.axvline(line, **BASE)
        for place, rating in zip(places, ratings, strict=True):
            _annotate(axes, written(rating), (rating, place), (0, 9), ha="center")
        _ticks(axes.xaxis, [])
        _names_downwards(axes, [row[0] for row in ranked])
        axes.grid(axis="y", visible=False)
        return done(
            "; ".join(
                f"{name}: {written(rating)}, from {written(rating - below)} to {written(rating + above)}"
                for name, rating, below, above in ranked
            )
            + "."
        )


def bars(
    values: Mapping[str, float],
    *,
    log: bool = False,
    marked: Iterable[str] = (),
    title: str = "",
    x_label: str = "",
    y_label: str = "",
) -> Picture:
    """One bar a name, with its figure; those in `marked` are hatched.

    A bar's length means nothing on a logarithmic axis, which has no 0: with `log` there are dots instead.

    >>> bars({"minimax": 31, "alpha-beta": 18}, title="Plates", x_label="nodes").text
    'Plates. minimax: 31; alpha-beta: 18.'
    """
    _need(values, "bars")
    if log and any(value <= 0 for value in values.values()):
        raise GamekitError("a logarithmic axis shows numbers above 0 only")
    special = set(marked)
    with _chart(title, x_label, y_label, height=_bars_height(len(values))) as (axes, done):
        for place, (name, value) in enumerate(values.items()):
            look: Look = {"color": INKS[0], "hatch": "", "edgecolor": "white"}
            if name in special:
                look = {"color": mix(COLOURS["panel"], INKS[1], 0.55), "hatch": "///", "edgecolor": INKS[1]}
            if log:
                dot = "D" if name in special else "o"
                axes.plot([value], [place], dot, color=INKS[name in special], markersize=9)
            else:
                axes.barh(place, value, height=0.62, linewidth=0.8, **look)
            away, side = (5 + 4 * log, "left") if value >= 0 else (-5, "right")
            _annotate(axes, _exact(value), (value, place), (away, 0), va="center", ha=side)
        if log:
            axes.set_xscale("log")
            low, high = min(values.values()), max(values.values())
            axes.set_xlim(10 ** math.floor(math.log10(low) - 0.01), high * (high / low) ** 0.15 * 1.5)
            axes.xaxis.set_major_formatter(lambda value, _: _tick(value))
        else:
            axes.margins(x=0.14)
            _ticks(axes.xaxis, list(values.values()))
            if min(values.values()) < 0:
                axes.axvline(0, **BASE)
        _names_downwards(axes, list(values))
        axes.grid(axis="y", visible=False)
        return done("; ".join(f"{name}: {_exact(value)}" for name, value in values.items()) + ".")


# --- parts ------------------------------------------------------------------------------------------------


class _Pass(NamedTuple):
    """One pass as plain numbers, whatever tuple it came as."""

    alpha: float
    beta: float
    answer: float
    lower: float
    upper: float

    @property
    def kind(self) -> str:
        if self.answer >= self.beta:
            return "a lower bound"
        return "an upper bound" if self.answer <= self.alpha else "the value"

    def in_words(self) -> str:
        known = (
            f"exactly {_short(self.lower)}"
            if self.lower == self.upper
            else f"from {_short(self.lower)} to {_short(self.upper)}"
        )
        asked = f"({_short(self.alpha)}, {_short(self.beta)})"
        return f"asks {asked}, the answer {_short(self.answer)} is {self.kind}: {known}"


def _need(data: Any, chart: str) -> None:
    if not data or (isinstance(data, Mapping) and any(not _has_points(points) for points in data.values())):
        raise GamekitError(f"{chart} has nothing to draw: give it at least one figure in each series")


def _has_points(points: Any) -> bool:
    return not hasattr(points, "__len__") or len(points) > 0


def _curve(axes: Axes, number: int, name: str, x: list[Any], y: list[Any]) -> None:
    ordered = sorted(zip(x, y, strict=True))
    many = len(ordered) > 25
    axes.plot(
        *zip(*ordered, strict=True),
        color=INKS[number % len(INKS)],
        linestyle=DASHES[(number + number // len(DASHES)) % len(DASHES)],
        marker=MARKERS[number % len(MARKERS)],
        markevery=max(1, len(ordered) // 12) if many else 1,
        label=name,
    )


def _histogram(axes: Axes, off: Any) -> None:
    """How far the points lie from the line."""
    bins, colour = min(30, max(5, round(len(off) ** 0.5))), mix(COLOURS["panel"], INKS[0], 0.6)
    axes.hist(off, bins, orientation="horizontal", color=colour, edgecolor=COLOURS["panel"], linewidth=0.6)
    axes.axhline(0, color=INKS[1], linewidth=2)
    axes.set_title("off the line", loc="left", fontsize=10, fontweight="normal")
    axes.set_xlabel("points")


def _legend(axes: Axes, entries: int, columns: int = 0) -> None:
    """The names of the series below the chart, in as many columns as fit."""
    if entries < 2:
        return
    names = [str(name) for name in axes.get_legend_handles_labels()[1]]
    fitting = int(88 / (max(map(len, names)) + 9))  # 9: the sample of the line and the gap
    axes.figure.legend(loc="outside lower left", ncols=columns or max(1, min(4, len(names), fitting)))


def _ticks(axis: Any, numbers: Sequence[float]) -> None:
    """Few and short figures on an axis; whole ones where all that is counted is whole."""
    from matplotlib.ticker import MaxNLocator

    if all(float(number).is_integer() for number in numbers):
        axis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))
    axis.set_major_formatter(lambda value, _: _tick(value))


def _annotate(axes: Axes, text: str, at: tuple[float, float], away: tuple[int, int], **look: Any) -> None:
    """A figure so many points away from a place."""
    paper = {"facecolor": COLOURS["panel"], "edgecolor": "none", "pad": 0.8}
    axes.annotate(text, at, away, textcoords="offset points", fontsize=9, bbox=paper, **look)


def _names_downwards(axes: Axes, names: list[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.75)
    axes.tick_params(axis="y", length=0)


def _bars_height(count: int) -> float:
    return 1.1 + 0.36 * max(count, 2)


@contextmanager
def _chart(
    title: str, x_label: str, y_label: str, *, height: float = HEIGHT, split: bool = False
) -> Iterator[tuple[Axes, Callable[[str], Picture]]]:
    """Empty axes in the house style, and the function that makes a picture of them and of words."""
    # Or the first chart ever warns on stderr.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        figure.patch.set_visible(False)  # the panel below has round corners
        if split:
            axes, aside = figure.subplots(1, 2, width_ratios=[3, 1])
            aside.grid(axis="y", visible=False)
        else:
            axes = figure.subplots()
        if title:
            wrapped = "\n".join(textwrap.wrap(title, MOST_IN_A_LINE))
            figure.suptitle(wrapped, x=0.02, ha="left", fontsize=12.5, fontweight="bold")
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)

        def done(words: str) -> Picture:
            text = f"{title.rstrip('.')}. {words}" if title else words
            kept = _KEPT.get()
            if kept is not None:
                _keep(axes, kept)
            return Picture(_svg(figure, title or "A chart", text), text)

        yield axes, done


_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",  # words stay words: searchable, read aloud, small
    "svg.hashsalt": "gamekit",  # ids depend on the content only, so equal charts are equal files
    "svg.image_inline": True,
    "font.family": "DejaVu Sans",  # comes with matplotlib, so every machine measures alike
    "font.size": 10.5,
    "text.color": COLOURS["ink"],
    "axes.facecolor": COLOURS["panel"],
    "figure.facecolor": COLOURS["panel"],
    "axes.edgecolor": COLOURS["quiet"],
    "axes.labelcolor": COLOURS["ink"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": COLOURS["edge"],
    "grid.linewidth": 0.7,
    "xtick.color": COLOURS["quiet"],
    "ytick.color": COLOURS["quiet"],
    "xtick.labelcolor": COLOURS["ink"],
    "ytick.labelcolor": COLOURS["ink"],
    "lines.linewidth": 2.0,
    "lines.markersize": 7,
    "lines.markeredgecolor": "auto",
    "hatch.color": INKS[1],
    "hatch.linewidth": 0.8,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
    "legend.handlelength": 2.6,
    "axes.unicode_minus": True,
    "path.simplify": True,
    "figure.constrained_layout.h_pad": 0.09,
    "figure.constrained_layout.w_pad": 0.12,
}


def _svg(figure: Any, title: str, words: str) -> str:
    """The figure as SVG: equal charts give equal bytes, with words for those who cannot see it."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    buffer = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))  # no version, no date
    FigureCanvasSVG(figure).print_svg(buffer, metadata=nothing)  # type: ignore[no-untyped-call]
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    head = re.match(r"<svg[^>]*>", svg)
    assert head is not None
    size = dict(re.findall(r'(\w+)="([\d.]+)pt"', head[0]))
    wide, tall = float(size["width"]), float(size["height"])
    # matplotlib sets the ends of lines for `*`: in a notebook's page, for every other picture on it too.
    every = re.search(r"<style[^>]*>\*\{(.*?)\}</style>", svg)
    new_head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" '
        f'aria-label="{escape(words)}" width="{wide * 4 / 3:.0f}" height="{tall * 4 / 3:.0f}" '
        f'viewBox="0 0 {wide:g} {tall:g}" style="max-width:100%;height:auto;{every[1] if every else ""}">'
        f"<title>{escape(title)}</title><desc>{escape(words)}</desc>"
        f'<rect x="0.5" y="0.5" width="{wide - 1:g}" height="{tall - 1:g}" rx="6" fill="{COLOURS["panel"]}" '
        f'stroke="{COLOURS["edge"]}"/>'
    )
    body = svg[head.end() :]
    body = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>", "", body, flags=re.DOTALL)
    return (new_head + body.replace("'DejaVu Sans'", FONT.replace('"', "'"))).rstrip()


# --- words ------------------------------------------------------------------------------------------------


def _short(number: float) -> str:
    """A number with three figures or so; M and k for large ones on an axis."""
    if abs(number) >= INF:
        return "∞" if number > 0 else "−∞"
    if abs(number) < 1e-12:
        return "0"
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if abs(number) >= size * (10 if letter == "k" else 1):
            return f"{number / size:.3g}{letter}".replace("-", "−")
    return f"{number:.4g}".replace("-", "−")


def _tick(number: float) -> str:
    """A number on an axis, where as much as infinity is a count like any other.

    >>> _tick(1e8), _tick(1e9), _tick(2.5e10)
    ('100M', '1,000M', '25,000M')
    """
    return f"{number / 1e6:,.0f}M".replace("-", "−") if abs(number) >= INF else _short(number)


def _exact(number: float) -> str:
    """A figure as it is: whole numbers in full.

    >>> _exact(102334), _exact(4803.2), _exact(0.8108)
    ('102,334', '4,803', '0.811')
    """
    whole = float(number).is_integer() or abs(number) >= 1000
    return (f"{number:,.0f}" if whole else f"{number:.3g}").replace("-", "−")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _series_in_words(series: Mapping[str, Mapping[Any, float]]) -> str:
    """Every figure, or the ends where there are too many."""
    total = sum(len(points) for points in series.values())
    parts = []
    for name, points in series.items():
        pairs = sorted(points.items())
        if total > MOST_FIGURES:
            pairs = [pairs[0], pairs[-1]] if len(pairs) > 1 else pairs
            least = min(points.values())
            ends = ", then ".join(f"{_exact(y)} at {_exact(x)}" for x, y in pairs)
            parts.append(f"{name}: {ends}, least {_exact(least)}.")
        else:
            parts.append(f"{name}: {', '.join(f'{_exact(y)} at {_exact(x)}' for x, y in pairs)}.")
    return " ".join(parts)
