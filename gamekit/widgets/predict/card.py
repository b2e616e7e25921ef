"""The still picture of a question: what a reader without a kernel sees. It never holds the answer."""

from __future__ import annotations

import re
import textwrap

from gamekit.draw.panel import tag, words
from gamekit.draw.picture import Picture
from gamekit.draw.style import COLOURS, DATA, FONT
from gamekit.draw.trees import FILL, GHOST, RIM, ROOF, text_width
from gamekit.widgets.predict.marks import MarkTree

WIDTH, PAD = 640, 18


def question_card(question: str, choices: list[str], tree: MarkTree | None, place: str) -> Picture:
    """The question on a card, with its choices or its tree; `place` says what an answer looks like."""
    plain = re.sub(r"[`*]", "", question)
    most, room = 66, WIDTH - 2 * PAD - 9  # fonts differ, bold ones most
    while any(text_width(line, 16, True) > room for line in textwrap.wrap(plain, most)):
        most -= 2
    lines = textwrap.wrap(plain, most) or [""]
    ink, quiet = COLOURS["ink"], COLOURS["quiet"]
    parts = [words("PREDICT FIRST", PAD, PAD + 6, 11, fill=DATA["blue"], font_weight=700, letter_spacing=1)]
    y = PAD + 30.0
    for line in lines:
        parts.append(words(line, PAD, y, 16, fill=ink, font_weight=600))
        y += 23
    y += 4
    if choices:
        x = float(PAD)
        for choice in choices:
            wide = text_width(choice, 14) + 22
            if x + wide > WIDTH - PAD and x > PAD:
                x, y = float(PAD), y + 36
            parts.append(
                tag("rect", x=x, y=y, width=wide, height=28, rx=14, fill="#FFFFFF", stroke=RIM["max"])
            )
            parts.append(words(choice, x + wide / 2, y + 14, 14, fill=ink, text_anchor="middle"))
            x += wide + 10
        y += 40
    elif tree is not None:
        scale = min(1.0, (WIDTH - 2 * PAD) / tree.width)
        left = (WIDTH - tree.width * scale) / 2
        body = _tree(tree)
        parts.append(tag("g", body, transform=f"translate({left:.1f} {y:.1f})scale({scale:.3f})"))
        y += tree.height * scale + 8
    else:
        parts.append(tag("path", d=f"M{PAD} {y + 22:.0f}h150", stroke=quiet, stroke_width=1.5))
        y += 38
    parts.append(words(f"Run this cell to answer: {place}.", PAD, y + 4, 12, fill=quiet))
    height = y + 24
    panel = tag(
        "rect",
        x=0.5,
        y=0.5,
        width=WIDTH - 1,
        height=height - 1,
        rx=8,
        fill=COLOURS["panel"],
        stroke=COLOURS["edge"],
    )
    text = f"Predict first: {plain}" + (f"\n({' / '.join(choices)})" if choices else "")
    svg = tag(
        "svg",
        tag("title", "Predict first") + panel + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        width=WIDTH,
        height=height,
        viewBox=f"0 0 {WIDTH} {height:.0f}",
        font_family=FONT,
    )
    return Picture(svg, text)


def _tree(tree: MarkTree) -> str:
    """The tree with values at its leaves."""
    film, ink = tree.film, COLOURS["ink"]
    lines, boxes = [], []
    for at in range(len(film.nodes)):
        x, y, shape = tree.x[at], tree.y[at], tree.shape(at)
        above = film.parent[at]
        if above >= 0:
            lines.append(
                tag("path", d=f"M{tree.x[above]:.1f} {tree.y[above] + 26}L{x:.1f} {y - 12}", stroke=GHOST)
            )
        if film.names[at]:
            boxes.append(words(film.names[at], x, y - 7, 11, fill=ink, text_anchor="middle", font_weight=600))
        if shape == "leaf":
            wide = max(30.0, text_width(tree.labels[at], 13, True) + 12)
            boxes.append(
                tag("rect", x=x - wide / 2, y=y, width=wide, height=24, rx=6, fill="#FFFFFF", stroke=ink)
            )
            boxes.append(
                words(tree.labels[at], x, y + 12, 13, fill=ink, text_anchor="middle", font_weight=600)
            )
        else:
            boxes.append(tag("path", d=node_path(shape, x, y), fill=FILL[shape], stroke=RIM[shape]))
            middle = y + (17 if shape == "max" else 10)
            boxes.append(words(shape, x, middle, 10, fill=COLOURS["quiet"], text_anchor="middle"))
    return "".join(lines + boxes)


def node_path(shape: str, x: float, y: float) -> str:
    """A max node points up, a min node down."""
    if shape == "max":
        return f"M{x - 16:.1f} {y + 26}v-{26 - ROOF}l16-{ROOF}l16 {ROOF}v{26 - ROOF}z"
    return f"M{x - 16:.1f} {y}h32v{26 - ROOF}l-16 {ROOF}l-16-{ROOF}z"
