"""Search trees as pictures: what a search looked at, in which window, and what it never needed.

    max  a house with its roof up      the side that wants much
    min  a house upside down           the side that wants little
    grey and dashed                    never looked at; the node above says which bound made it stop
    bold                               the line that the search expects

Any trace can be drawn, the kit's or a learner's own. Large trees are folded, and every fold says how many
nodes it hides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from gamekit.draw.folding import MOST_GHOSTS, Place, fold_around, fold_below, path_to
from gamekit.draw.layout import HOW_TO_GET_PICTURES, Box, places
from gamekit.draw.panel import short, tag
from gamekit.draw.picture import Picture
from gamekit.draw.style import COLOURS, DATA, FONT, mix
from gamekit.draw.text import tree_text
from gamekit.draw.traces import Reading, edge_name, number_text, side, window
from gamekit.errors import GamekitError
from gamekit.rules import key
from gamekit.tracing import Node, Trace

BELOW = 2  # levels shown below the node that `around=` names
NOTEBOOK_WIDTH = 1000  # pixels: two trees that fit into it stand side by side


def tree(trace: Trace, *, around: Node | int | None = None, depth: int = BELOW) -> Picture:
    """The tree of a trace; a large one is folded until few enough boxes are left, the best line last.

    `around` shows the way to one node (or to the node with this number), what is next to it and `depth`
    levels below it, and folds the rest.

    >>> from gamekit import trace
    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import plates
    >>> from gamekit.search.minimax import minimax
    >>> tree(trace(minimax)(plates.start(), 3, True, FinalScore()))
    <picture: The search tree of minimax: 31 nodes, value 20. Best line: A, 1+20, 20.>
    """
    reading = Reading(trace)
    root = Place((trace.root,))
    path = [] if around is None else path_to(trace, around)
    if path:
        fold_around(root, path, depth)
    else:
        fold_below(root, reading)
    look = _Look([reading], path[-1] if path else None)
    return _draw(root, look, [""], _in_words(reading, root))


def tree_before_after(before: Trace, after: Trace, *, names: tuple[str, str] | None = None) -> Picture:
    """Two searches of the same position, such as minimax and alpha-beta: equal nodes stand at equal places.

    What only one of them looked at is ghosted in the other. `names` stand above them, else the names of
    the two functions.

    >>> from gamekit import INF, trace
    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import tree as trees
    >>> from gamekit.search.alphabeta import alphabeta
    >>> from gamekit.search.minimax import minimax
    >>> one = trace(minimax)(trees.start(), 2, True, FinalScore())
    >>> other = trace(alphabeta)(trees.start(), 2, -INF, INF, True, FinalScore())
    >>> print(tree_before_after(one, other).text)
    Two searches of one position. The search tree of minimax: 7 nodes, value 3. Best line: a, b. The search \
tree of alphabeta: 6 nodes, value 3. Best line: a, b. Never looked at: below b, move b (1 ≤ alpha 3).
    """
    traces = (before, after)
    if not _same_position(before.root.state, after.root.state):
        raise GamekitError("before and after must be two searches of the same position")
    if names is None:
        called = before.root.function, after.root.function
        names = called if called[0] != called[1] else ("before", "after")
    readings = [Reading(trace) for trace in traces]
    root = Place((before.root, after.root))
    fold_below(root, readings[0])
    each = [
        _in_words(reading, root, name, view)
        for view, (reading, name) in enumerate(zip(readings, names, strict=True))
    ]
    words = f"Two searches of one position. {' '.join(each)}"
    heads = [f"{name}: {len(trace):,} nodes" for name, trace in zip(names, traces, strict=True)]
    return _draw(root, _Look(readings), heads, words)


def _same_position(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    return not key.knows(type(one)) or bool(key(one) == key(other))


# --- in words ---------------------------------------------------------------------------------------------


def _in_words(reading: Reading, root: Place, name: str = "", view: int = 0) -> str:
    """What the picture shows, for those who cannot see it."""
    trace = reading.trace
    parts = [
        f"The search tree of {name or trace.root.function}: {_count(len(trace), 'node')}"
        f"{'' if trace.value is None else f', value {number_text(trace.value)}'}."
    ]
    if reading.line_names():
        parts.append(f"Best line: {', '.join(reading.line_names())}.")
    stopped = [
        f"{_below(path)}, {_moves_never_seen(node)}{f' ({cut})' if (cut := reading.cut(node)) else ''}"
        for path, node in _nodes_with_names(root, view)
        if node.pruned
    ]
    if stopped:
        more = [f"and at {len(stopped) - 10} nodes more"] if len(stopped) > 10 else []
        parts.append(f"Never looked at: {'; '.join(stopped[:10] + more)}.")
    folded = sum(place.counts[view] for place in root.walk() if place.kind == "fold")
    if folded:
        parts.append(f"{_count(folded, 'node')} folded.")
    return " ".join(parts)


def _nodes_with_names(
    root: Place, view: int, above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Node]]:
    node = root.nodes[view]
    if node is not None and root.is_open:
        yield above, node
        for child in root.children:
            yield from _nodes_with_names(child, view, (*above, child.name))


def _below(path: tuple[str, ...]) -> str:
    return f"below {' '.join(path)}" if path else "at the root"


def _moves_never_seen(node: Node) -> str:
    names = [edge_name(node, move) for move in node.pruned]
    if len(names) > MOST_GHOSTS:
        return f"{len(names)} moves"
    return f"{'move' if len(names) == 1 else 'moves'} {' '.join(names)}"


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


# --- drawing ----------------------------------------------------------------------------------------------

MAX, MIN, LINE = DATA["blue"], mix(DATA["orange"], DATA["black"], 0.25), COLOURS["ink"]
FILL = {"max": mix(COLOURS["panel"], DATA["sky"], 0.3), "min": mix(COLOURS["panel"], DATA["orange"], 0.28)}
RIM = {"max": MAX, "min": MIN}
GHOST = "#A5A196"
CUT = mix(DATA["vermillion"], DATA["black"], 0.25)
VALUE_SIZE, SMALL = 14, 11
ROOF = 9  # the pointed part of a max or min node
NAME_HEIGHT = 17  # of the move above a box
MARGIN = 14


class _Look(NamedTuple):
    """How to draw: the readings of the traces, and what the caller points at."""

    readings: list[Reading]
    focus: Node | None = None  # the node to point at


class _Line(NamedTuple):
    """A line of text in a box."""

    text: str
    size: float
    colour: str
    is_bold: bool = False

    @property
    def width(self) -> float:
        return text_width(self.text, self.size, self.is_bold)

    @property
    def height(self) -> float:
        return self.size + 4


def text_width(text: str, size: float, is_bold: bool = False) -> float:
    """Roughly how wide a text is, rather too wide than too narrow: fonts differ.

    >>> text_width("20", 10) < text_width("200", 10) < text_width("200", 10, is_bold=True)
    True
    """
    ems = sum(0.3 if c in " ,.:()'|il" else 0.85 if c in "∞mwMW" else 0.6 for c in text)
    return ems * size * (1.06 if is_bold else 1.0)


def _lines(place: Place, view: int, look: _Look) -> list[_Line]:
    """What stands in a box."""
    node = place.nodes[view]
    if place.kind == "fold":
        hidden = place.counts[view]
        return [_Line(f"+{_count(hidden, 'node')}" if hidden else "none", SMALL, COLOURS["quiet"])]
    if place.kind == "ghost":
        return [_Line(f"{place.moves} moves", SMALL, GHOST)] if place.moves > 1 else []
    if node is None:
        return []
    found = [_Line(number_text(node.value), VALUE_SIZE, COLOURS["ink"], True)]
    asked = window(node)
    if asked is not None:
        found.append(_Line(f"({number_text(asked[0])}, {number_text(asked[1])})", SMALL, COLOURS["quiet"]))
    cut = look.readings[view].cut(node)
    if cut is not None:
        found.append(_Line(f"cut: {cut}", SMALL, CUT))
    return found


def _shape(place: Place) -> str:
    """ "max", "min", or "leaf" for a node where nobody chose; the same in every view."""
    node = next((n for n in place.nodes if n is not None and n.children), None)
    return (side(node) if node else "") or "leaf"


def _size(place: Place, look: _Look) -> tuple[float, float]:
    """Width and height of the box itself, without the name of the move; large enough for every view."""
    views = [_lines(place, view, look) for view in range(len(place.nodes))]
    width = max((line.width for lines in views for line in lines), default=0) + 14
    height = max(sum(line.height for line in lines) for lines in views) + 8
    if place.kind != "node":
        return max(width, 24), max(height, 20)
    return max(width, 32), height + (ROOF if _shape(place) != "leaf" else 0)


def _draw(root: Place, look: _Look, heads: Sequence[str], words: str) -> Picture:
    """The whole picture, one panel a view below its head; as text where there is no Graphviz."""
    boxes = list(root.walk())
    number = {id(place): i for i, place in enumerate(boxes)}
    parent = {id(child): number[id(place)] for place in boxes for child in place.children}
    sizes = [_size(place, look) for place in boxes]
    names = [text_width(place.name, SMALL, True) + 4 if place.name else 0.0 for place in boxes]
    outer = [
        Box(max(w, name), h + (NAME_HEIGHT if place.level else 0), parent.get(id(place), -1))
        for place, (w, h), name in zip(boxes, sizes, names, strict=True)
    ]
    centres = places(outer, between=10, levels=32)
    if centres is None:
        texts = [tree_text(reading.trace) for reading in look.readings]
        named = [f"{head}\n{text}" if head else text for head, text in zip(heads, texts, strict=True)]
        return Picture("", "\n\n".join(named) + f"\n{HOW_TO_GET_PICTURES}")
    tops: dict[int, float] = {}  # boxes of one level begin at one height, so that the moves stand in a row
    for place, (_, y), box in zip(boxes, centres, outer, strict=True):
        tops[place.level] = min(tops.get(place.level, y), y - box.height / 2)
    rects = [
        _Rect(x - w / 2, tops[place.level] + (NAME_HEIGHT if place.level else 0), w, h)
        for place, (x, _), (w, h) in zip(boxes, centres, sizes, strict=True)
    ]
    rows: dict[int, float] = {}  # where the boxes of a level end, and edges may bend
    for place, rect in zip(boxes, rects, strict=True):
        rows[place.level] = max(rows.get(place.level, 0.0), rect.y + rect.height)
    width = max(x + box.width / 2 for (x, _), box in zip(centres, outer, strict=True))
    height = max(rect.y + rect.height for rect in rects)
    panels = [_panel(boxes, rects, parent, rows, look, view) for view in range(len(heads))]
    return Picture(_page(panels, width, height, heads, words, _legend(boxes, look)), words)


class _Rect(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


def _panel(
    boxes: Sequence[Place],
    rects: Sequence[_Rect],
    parent: dict[int, int],
    rows: dict[int, float],
    look: _Look,
    view: int,
) -> str:
    """One tree. Edges first, so that they lie below the boxes; the best line last, so that it is on top."""
    edges: list[tuple[bool, str]] = []
    shapes: list[str] = []
    for place, rect in zip(boxes, rects, strict=True):
        above = parent.get(id(place))
        if above is not None:
            is_best = look.readings[view].is_on_line(place.nodes[view])
            bend = rows[place.level - 1]
            edges.append((is_best, _edge(place, rects[above], rect, bend, view, is_best)))
        shapes.append(_box(place, rect, look, view))
    return "".join([*(text for _, text in sorted(edges, key=lambda pair: pair[0])), *shapes])


def _is_ghost(place: Place, view: int) -> bool:
    if place.kind == "fold":
        return place.counts[view] == 0
    return place.nodes[view] is None


def _edge(place: Place, above: _Rect, rect: _Rect, bend: float, view: int, is_best: bool) -> str:
    """The line from the box above, straight past the other boxes of that level, and the move at its end.

    It arrives straight from above, so that the move's name stays free.
    """
    is_ghost = _is_ghost(place, view) or place.kind == "fold"
    x, end = rect.middle, rect.y - (NAME_HEIGHT - 2 if place.name else 0)
    points = [(above.middle, bend + 0.25 * (end - bend)), (x, bend + 0.7 * (end - bend)), (x, end)]
    curve = " ".join(f"{short(a)} {short(b)}" for a, b in points)
    line = tag(
        "path",
        d=f"M{short(above.middle)} {short(above.y + above.height)}V{short(bend)}C{curve}",
        fill="none",
        stroke=GHOST if is_ghost else LINE if is_best else COLOURS["quiet"],
        stroke_width=3 if is_best else 1.2,
        stroke_linecap="round",
        stroke_dasharray="4 3" if is_ghost else None,
    )
    if not place.name:
        return line
    ink = mix(GHOST, COLOURS["ink"], 0.35) if is_ghost else COLOURS["ink"]
    return line + _text(place.name, x, rect.y - 4.5, SMALL, ink, is_best)


def _text(text: str, x: float, y: float, size: float, colour: str, is_bold: bool = False) -> str:
    weight = 700 if is_bold else None
    look = {"text_anchor": "middle", "fill": colour, "font_weight": weight}
    return tag("text", escape(text), x=x, y=y, font_size=size, **look)


def _box(place: Place, rect: _Rect, look: _Look, view: int) -> str:
    """One box with what stands in it. The data-gk attributes say what it is to whoever counts."""
    node = place.nodes[view]
    is_ghost = _is_ghost(place, view)
    is_best = look.readings[view].is_on_line(node)
    shape = _shape(place) if place.kind == "node" else place.kind
    what: dict[str, Any] = {"data_gk_ghost": place.moves}
    if node is not None:
        best = "1" if is_best else None
        what = {"data_gk_node": str(node.number), "data_gk_side": shape, "data_gk_best": best}
    elif place.kind == "fold":
        what = {"data_gk_folded": str(place.counts[view])}
    parts = []
    if node is not None and node is look.focus:
        parts.append(_spot(rect))
    parts.append(_outline(shape, rect, is_ghost or place.kind == "fold", is_best))
    y = rect.y + (ROOF if shape == "max" else 0) + 4
    lines = _lines(place, view, look)
    room = rect.height - 8 - (ROOF if shape in ("max", "min") else 0)
    y += (room - sum(line.height for line in lines)) / 2
    for line in lines:
        y += line.height
        parts.append(_text(line.text, rect.middle, y - 4, line.size, line.colour, line.is_bold))
    return tag("g", "".join(parts), **what)


def _outline(shape: str, rect: _Rect, is_faint: bool, is_best: bool) -> str:
    x, y, w, h = rect
    rim = LINE if is_best else RIM.get(shape, COLOURS["quiet"])
    paint: dict[str, Any] = {
        "fill": FILL.get(shape, "#FFFFFF"),
        "stroke": rim,
        "stroke_width": 2.6 if is_best else 1.3,
    }
    if is_faint:
        paint = {"fill": "none", "stroke": GHOST, "stroke_width": 1.2, "stroke_dasharray": "4 3"}
    if shape == "max":
        corners = [(x, y + h), (x, y + ROOF), (x + w / 2, y), (x + w, y + ROOF), (x + w, y + h)]
    elif shape == "min":
        corners = [(x, y), (x + w, y), (x + w, y + h - ROOF), (x + w / 2, y + h), (x, y + h - ROOF)]
    else:
        return tag("rect", x=x, y=y, width=w, height=h, rx=10 if shape == "fold" else 4, **paint)
    return tag("path", d=_closed(corners), stroke_linejoin="round", **paint)


def _closed(corners: Sequence[tuple[float, float]]) -> str:
    """The outline through these corners, as a path."""
    return f"M{'L'.join(f'{short(x)} {short(y)}' for x, y in corners)}Z"


def _spot(rect: _Rect) -> str:
    """The ground behind the node that was asked for."""
    x, y, w, h = rect
    place = {"x": x - 7, "y": y - 3, "width": w + 14, "height": h + 8}
    look = {"rx": 9, "fill": DATA["yellow"], "stroke": COLOURS["ink"], "stroke_width": 1}
    return tag("rect", data_gk_focus="1", **place, **look)


def _legend(boxes: Sequence[Place], look: _Look) -> list[tuple[str, str]]:
    """What needs a word: (shape, text)."""
    shapes = {_shape(place) for place in boxes if place.kind == "node"}
    # Averages of simulations come as writing ("0.66 of 60"): there nobody maximises. In negamax both do.
    is_valued = any(
        not (isinstance(reading.trace.value, str | None) or reading.for_mover) for reading in look.readings
    )
    words = ("max to move", "min to move") if is_valued else ("first player to move", "second player to move")
    found: list[tuple[str, str]] = [
        (shape, text) for shape, text in zip(("max", "min"), words, strict=True) if shape in shapes
    ]
    if any(reading.line_names() for reading in look.readings):
        found.append(("best", "best line"))
    if any(_is_ghost(place, view) for place in boxes for view in range(len(place.nodes))):
        found.append(("ghost", "never looked at"))
    if any(place.kind == "fold" for place in boxes):
        found.append(("fold", "folded"))
    if any(reading.for_mover for reading in look.readings):
        found.append(("", "values as the side to move sees them"))
    return found


def _legend_row(entries: Sequence[tuple[str, str]], width: float) -> tuple[str, float, float]:
    """The legend as SVG, its height, and the width it needs; as many rows as the width asks for."""
    x, y, widest = 0.0, 0.0, 0.0
    parts = []
    for shape, text in entries:
        needed = (24 if shape else 0) + text_width(text, SMALL) + 16
        if x and x + needed > width:
            x, y = 0.0, y + 18
        if shape == "best":
            parts.append(tag("path", d=f"M{short(x)} {short(y + 7)}h18", stroke=LINE, stroke_width=3))
        elif shape:
            parts.append(_small_outline(shape, _Rect(x, y, 18, 14)))
        left = x + (24 if shape else 0)
        parts.append(tag("text", text, x=left, y=y + 11, font_size=SMALL, fill=COLOURS["quiet"]))
        x += needed
        widest = max(widest, x)
    return "".join(parts), y + 16 if entries else 0.0, widest


def _small_outline(shape: str, rect: _Rect) -> str:
    if shape not in FILL:
        return _outline(shape, rect, True, False)
    x, y, w, h = rect
    tip = (x + w / 2, y) if shape == "max" else (x + w / 2, y + h)
    flat = [(x, y + h), (x, y + 5)] if shape == "max" else [(x, y), (x, y + h - 5)]
    other = [(x + w, b) for _, b in reversed(flat)]
    path = _closed([*flat, tip, *other])
    return tag("path", d=path, fill=FILL[shape], stroke=RIM[shape], stroke_width=1.3)


def _page(
    panels: Sequence[str],
    width: float,
    height: float,
    heads: Sequence[str],
    words: str,
    legend: Sequence[tuple[str, str]],
) -> str:
    """Panels side by side where they fit, else one below the other, on a card of their own colour."""
    head = 24 if any(heads) else 0
    inner = max([width, *(text_width(text, 13, True) for text in heads)])
    beside = len(panels) > 1 and 2 * inner + 3 * MARGIN <= NOTEBOOK_WIDTH
    gap = 2 * MARGIN
    across, down = (len(panels), 1) if beside else (1, len(panels))
    content = across * inner + (across - 1) * gap
    row, legend_height, legend_width = _legend_row(legend, max(content, 260))
    content = max(content, legend_width)
    total_width = content + 2 * MARGIN
    total_height = (
        down * (height + head) + (down - 1) * gap + 2 * MARGIN + (legend_height + 12 if legend else 0)
    )
    shrink = ' style="max-width:100%;height:auto"' if total_width <= 1.6 * NOTEBOOK_WIDTH else ""
    wide, tall = short(total_width), short(total_height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{tall}" '
        f'viewBox="0 0 {wide} {tall}" role="img" aria-label="{escape(words)}" '
        f'font-family="{FONT}"{shrink}>',
        f"<title>{escape(words.split('. ')[0].rstrip('.'))}</title><desc>{escape(words)}</desc>",
        f'<rect x="0.5" y="0.5" width="{short(total_width - 1)}" height="{short(total_height - 1)}" rx="8" '
        f'fill="{COLOURS["panel"]}" stroke="{COLOURS["edge"]}"/>',
    ]
    extra = (content - across * inner - (across - 1) * gap) / 2
    for number, (panel, text) in enumerate(zip(panels, heads, strict=True)):
        x = MARGIN + extra + (number * (inner + gap) if beside else 0) + (inner - width) / 2
        y = MARGIN + (0 if beside else number * (height + head + gap))
        if text:
            look = {"font_weight": 700, "text_anchor": "middle", "fill": COLOURS["ink"]}
            parts.append(tag("text", escape(text), x=x + width / 2, y=y + 14, font_size=13, **look))
        at = f"translate({short(x)} {short(y + head)})"
        parts.append(tag("g", panel, data_gk_tree=str(number), transform=at))
    if legend:
        left = MARGIN + max(0.0, (content - legend_width) / 2)
        at = f"translate({short(left)} {short(total_height - MARGIN - legend_height)})"
        parts.append(tag("g", row, transform=at))
    return "".join([*parts, "</svg>"])
