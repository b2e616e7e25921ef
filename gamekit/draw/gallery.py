"""Several small pictures in one, with words below each."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gamekit.draw.panel import card, tag, words
from gamekit.draw.picture import Picture
from gamekit.draw.style import COLOURS
from gamekit.errors import GamekitError

GAP, LINE, FONT = 14, 15, 11.5
SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')


def gallery(pictures: Mapping[str, Picture], *, columns: int = 6, size: float = 104) -> Picture:
    """Pictures side by side, at most as high as wide, by their captions; `|` begins a new line in one.

    >>> from gamekit.draw import thumbnail
    >>> from gamekit.games import othello
    >>> gallery({"before": thumbnail(othello.start()), "after f5": thumbnail(othello.parse("f5"))}).text[:30]
    'before: Othello on 8x8, X to m'
    """
    if not pictures:
        raise GamekitError("a gallery needs a picture")
    lines = max(caption.count("|") + 1 for caption in pictures)
    forms = [SIZE.search(picture.svg) for picture in pictures.values()]
    high = size * min(1, max(float(form[2]) / float(form[1]) for form in forms if form))
    across, down = size + GAP, high + LINE * lines + GAP
    parts = []
    for number, (caption, picture) in enumerate(pictures.items()):
        x, y = number % columns * across, number // columns * down
        box = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{high:g}"'
        inside = SIZE.sub(box, picture.svg, count=1)
        parts.append(re.sub("<title>.*?</title>", "", inside, count=1))
        for line, text in enumerate(caption.split("|")):
            middle = y + high + LINE * (line + 0.7)
            parts.append(words(text, x + size / 2, middle, FONT, text_anchor="middle", fill=COLOURS["ink"]))
    width = min(columns, len(pictures)) * across - GAP
    height = -(-len(pictures) // columns) * down - GAP
    text = "; ".join(f"{caption.replace('|', ', ')}: {each.text}" for caption, each in pictures.items())
    named = ", ".join(caption.split("|")[0] for caption in pictures)
    return card(tag("g", "".join(parts)), width, height, unit=1, size=width + 20, name=named, text=text)
