"""House colours and sizes, in one place. Pictures, charts and the live things on the page use these names.

Data colours are Okabe and Ito's, which people with any common kind of colour blindness tell apart. Even so,
no picture says anything by colour alone: there is always a shape, a mark or a number too.
"""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls
from typing import NamedTuple

# Okabe and Ito's colours, by name.
DATA = {
    "blue": "#0072B2",
    "orange": "#E69F00",
    "green": "#009E73",
    "vermillion": "#D55E00",
    "purple": "#CC79A7",
    "sky": "#56B4E9",
    "yellow": "#F0E442",
    "black": "#000000",
}

# What the colours mean. A picture brings its own panel, so that it reads on white and on dark pages.
COLOURS = {
    "panel": "#FAF9F5",  # the card that a picture lies on
    "edge": "#D5D1C6",  # its rim, and other quiet lines
    "ink": "#2B2A27",  # text
    "quiet": "#6B6860",  # text of less weight: coordinates, captions
    "dark": "#22262C",  # the first player's discs
    "dark-rim": "#6A727D",
    "light": "#FDFCF8",  # the second player's discs
    "light-rim": "#8B877B",
    "felt": "#5A9A7C",  # an Othello board
    "felt-line": "#417A60",
    "frame": "#3F78AE",  # a Connect Four board
    "hole": "#28547F",
    "wood": "#E8CFA2",  # a gomoku board
    "wood-line": "#8A7048",
    "cross": DATA["blue"],  # X and O where they are written, not laid
    "ring": DATA["vermillion"],
    "last": DATA["vermillion"],  # the last move
    "win": DATA["orange"],  # a finished row
    "stable-on-dark": DATA["sky"],
    "stable-on-light": DATA["blue"],
    "good": DATA["blue"],  # ends of the heat scale, as the mover sees it
    "bad": DATA["vermillion"],
    "middle": "#F7F5EF",
}


BOARDS = ("dark", "dark-rim", "light", "light-rim", "felt", "felt-line", "frame", "hole", "wood", "wood-line")
OF_BOARDS = {COLOURS[name] for name in BOARDS}
NOT_ON_BOARDS = (
    ":not(g[font-weight],[rx='0'],[data-gk-heat],[data-gk-last],[data-gk-stone] *,[data-gk-threat] *)"
)


class Ground(NamedTuple):
    """What a board is made of: names of colours, and how wide its lines are."""

    fill: str
    lines: str
    line_width: float
    corner: int  # how round its corners are
    is_pale: bool  # dark ink reads on it; on the others light ink does


GROUNDS = {
    "felt": Ground("felt", "felt-line", 1.2, 3, False),
    "frame": Ground("frame", "hole", 1.2, 8, False),
    "wood": Ground("wood", "wood-line", 1.0, 3, True),
    "paper": Ground("panel", "quiet", 1.5, 0, True),
}
DISC = {"squares": 33, "holes": 34, "crossings": 37}  # how wide a disc is, by the kind of cell of width CELL

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
CELL = 40  # the edge of a square in a picture's own units, which the page then scales
BOARD_SIZE = 320  # the width of a board picture in pixels, unless told otherwise
LEAST_TEXT = 11  # pixels: smaller figures on a board cannot be read
THUMBNAIL_SIZE = 48


def css() -> str:
    """The colours as CSS custom properties, one a line: `--gk-panel: #FAF9F5;`.

    >>> css().split("\\n")[0]
    '--gk-blue: #0072B2;'
    """
    return "\n".join(f"--gk-{name}: {colour};" for name, colour in {**DATA, **COLOURS}.items())


def mix(one: str, other: str, share: float) -> str:
    """The colour on the way from one to the other; share 0 is the one, 1 the other.

    >>> mix("#000000", "#FF8000", 0.5)
    '#804000'
    """
    parts = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{int(a + (b - a) * share + 0.5):02X}" for a, b in parts)


def on_dark(colour: str) -> str:
    """The colour for the same part on a dark page: paper turns dark, ink pale, strong colours bright.

    >>> on_dark(COLOURS["panel"]), on_dark(COLOURS["ink"]), on_dark(DATA["blue"])
    ('#25241F', '#E2E1DF', '#14ABFF')
    """
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    hue, light, strong = rgb_to_hls(*(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)))
    if light > 0.8:
        light, strong = 0.11 + 0.8 * (1 - light), 0.3 * strong
    elif strong < 0.2:
        light = 1 - 0.75 * light
    else:
        light = max(light, 0.54)
    return "#" + "".join(f"{round(255 * part):02X}" for part in hls_to_rgb(hue, light, strong))


def dark_rules(svg: str) -> str:
    """CSS for a picture on a dark page. Boards, their stones and what is written on them stay.

    >>> dark_rules('<path fill="#2B2A27"/>').replace(NOT_ON_BOARDS, "")
    '@media(prefers-color-scheme:dark){[fill="#2B2A27"]{fill:#E2E1DF}}'
    """
    by_attribute = sorted(set(re.findall(r'\b(fill|stroke)="(#[0-9A-Fa-f]{3,6})"', svg)))
    by_style = sorted(set(re.findall(r"\b(fill|stroke): (#[0-9a-f]{6})", svg)))
    rules = [
        f'[{part}="{old}"]{NOT_ON_BOARDS}{{{part}:{on_dark(old)}}}'
        for part, old in by_attribute
        if old not in OF_BOARDS
    ]
    rules += [f'[style*="{part}: {old}"]{{{part}:{on_dark(old)}!important}}' for part, old in by_style]
    return f"@media(prefers-color-scheme:dark){{{''.join(rules)}}}"


def ink_on(colour: str) -> str:
    """The text colour that reads better on this colour, ink or paper.

    >>> ink_on("#FFFFFF") == COLOURS["ink"], ink_on("#0072B2") == COLOURS["panel"]
    (True, True)
    """
    light = _luminance(colour) + 0.05
    with_ink = light / (_luminance(COLOURS["ink"]) + 0.05)
    with_paper = (_luminance(COLOURS["panel"]) + 0.05) / light
    return COLOURS["ink"] if with_ink >= with_paper else COLOURS["panel"]


def _luminance(colour: str) -> float:
    """How bright a colour is to the eye, 0 to 1 (the formula of the web's accessibility guidelines)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
