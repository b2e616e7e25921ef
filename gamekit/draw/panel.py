"""The card that a picture lies on: its own background, a title above, a caption below, and words."""

from __future__ import annotations

import hashlib
import textwrap
from html import escape
from typing import Any

from gamekit.draw.picture import Picture
from gamekit.draw.style import COLOURS, FONT
from gamekit.errors import GamekitError

OWN = "@id@"  # stands for the picture's own prefix of ids until the picture is finished
LEAST_SIZE, MOST_SIZE = 16, 4000
TALLEST = 1.5  # a tall picture is at most this many times as high as its size
CHARACTER = 0.6  # the usual width of a character, in font sizes


def short(number: float) -> str:
    """A coordinate with as few characters as it needs.

    >>> short(20.0), short(0.126)
    ('20', '.13')
    """
    text = f"{round(number, 2):g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def tag(name: str, inside: str | None = None, /, **attributes: Any) -> str:
    """An SVG element. Names of attributes are written with `_` for `-`; None leaves one out.

    >>> tag("circle", cx=20.0, r=5, stroke_width=1.5, fill=None)
    '<circle cx="20" r="5" stroke-width="1.5"/>'
    """
    written = "".join(
        f' {key.replace("_", "-")}="{short(value) if isinstance(value, int | float) else value}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}/>" if inside is None else f"<{name}{written}>{inside}</{name}>"


def words(text: str, x: float, y: float, size: float, **attributes: Any) -> str:
    """A text in the picture, its middle at the height y."""
    return tag("text", escape(text) or None, x=x, y=y + 0.35 * size, font_size=size, **attributes)


def card(
    body: str,
    width: float,
    height: float,
    *,
    unit: float,
    size: float,
    name: str,
    text: str,
    title: str | None = None,
    caption: str = "",
    aside: str = "",
    icon: str = "",
    bare: bool = False,
) -> Picture:
    """A finished picture around a body that fills `width` x `height`, both in the body's own units.

    `unit` is about one pixel of the usual size, in the same units. `icon` stands before the caption; it is
    drawn around the origin, one unit to the pixel, 16 wide. `bare` leaves out everything but the body.
    """
    size = _checked(size)
    if bare:
        return _picture(body, 0, 0, width, height, size, name, text, panel="")
    pad, font = 10 * unit, 16 * unit
    icon_room = 22 * unit if icon else 0
    caption_width = icon_room + CHARACTER * font * len(caption)
    aside_width = CHARACTER * font * (len(aside) + 3) if aside else 0
    inner = max(width, caption_width + aside_width)
    lines = textwrap.wrap(title or "", max(8, int(inner / (CHARACTER * font)))) if title else []
    above = pad + 1.35 * font * len(lines)
    below = pad + (1.75 * font if caption else 0)
    left = -pad - (inner - width) / 2
    ink, quiet = COLOURS["ink"], COLOURS["quiet"]
    parts = []
    for number, line in enumerate(lines):
        middle = -above + pad + (0.45 + 1.35 * number) * font
        parts.append(words(line, width / 2, middle, font, text_anchor="middle", font_weight=600, fill=ink))
    if caption:
        start, end, middle = left + pad, left + pad + inner, height + 1.1 * font
        if icon:
            place = f"translate({short(start + 8 * unit)} {short(middle)})scale({short(unit)})"
            parts.append(tag("g", icon, transform=place))
        parts.append(words(caption, start + icon_room, middle, font, fill=ink))
        if aside:
            parts.append(words(aside, end, middle, font, text_anchor="end", fill=quiet))
    full_width, full_height = inner + 2 * pad, above + height + below
    panel = tag(
        "rect",
        x=left + unit / 2,
        y=-above + unit / 2,
        width=full_width - unit,
        height=full_height - unit,
        rx=8 * unit,
        fill=COLOURS["panel"],
        stroke=COLOURS["edge"],
        stroke_width=unit,
    )
    return _picture(body + "".join(parts), left, -above, full_width, full_height, size, name, text, panel)


def _checked(size: Any) -> float:
    if isinstance(size, bool) or not isinstance(size, int | float) or not LEAST_SIZE <= size <= MOST_SIZE:
        raise GamekitError(f"the size of a picture is {LEAST_SIZE} to {MOST_SIZE} pixels, not {size!r}")
    return float(size)


def _picture(
    body: str,
    left: float,
    top: float,
    width: float,
    height: float,
    size: float,
    name: str,
    text: str,
    panel: str,
) -> Picture:
    scale = min(size / width, TALLEST * size / height)
    description = f"<desc>{escape(text)}</desc>" if panel else ""
    inside = f"<title>{escape(name)}</title>{description}{panel}{body}"
    # Several pictures share a page, so each names its parts after its own content.
    own = "gk" + hashlib.sha256(inside.encode()).hexdigest()[:10]
    svg = tag(
        "svg",
        inside.replace(OWN, own),
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        width=width * scale,
        height=height * scale,
        viewBox=" ".join(map(short, (left, top, width, height))),
        font_family=FONT,
    )
    return Picture(svg, text)
