"""The heat map: which values of moves a board shows, in which colours, and how they are written."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from gamekit.draw.style import COLOURS, ink_on, mix
from gamekit.errors import GamekitError
from gamekit.notation import clip
from gamekit.rules import INF

MOST_VALUES = 40  # a live board with more moves shows only the best
BEST_SHOWN = 12


def values_to_show(result: Any) -> dict[Any, Any]:
    """The values of moves that a live board shows of what a player found: all, or the best of very many."""
    values = list(result.values.items())
    if len(values) > MOST_VALUES:
        values = sorted(values, key=lambda pair: (pair[0] != result.move, -pair[1]))[:BEST_SHOWN]
    return dict(values)


def heat_value(item: Any) -> float:
    """A value as the heat map has it: a number between -INF and INF."""
    try:
        number = float(item)
    except (TypeError, ValueError):
        number = math.nan
    if math.isnan(number):
        raise GamekitError(f"heat is made of numbers, not of {clip(repr(item))}")
    return max(-float(INF), min(float(INF), number))


def shades(heat: Mapping[int, float]) -> dict[int, dict[str, str]]:
    """How each value looks on its cell: its text, its colour and the colour of its text."""
    finite = [abs(value) for value in heat.values() if abs(value) < INF]
    top = max(finite, default=0.0) or 1.0
    # One number of decimals for the whole map, so that the eye can compare.
    whole = all(value == int(value) for value in heat.values() if abs(value) < INF)
    decimals = 0 if whole or top >= 20 else 1 if top >= 2 else 2
    found = {}
    for cell, value in heat.items():
        colour = heat_colour(value / top)
        found[cell] = {"text": signed(value, decimals), "fill": colour, "ink": ink_on(colour)}
    return found


def signed(value: float, decimals: int) -> str:
    """A value with its sign, so that it speaks without colour.

    >>> signed(3.14159, 1), signed(-0.2, 0), signed(-INF, 0)
    ('+3.1', '0', '−∞')
    """
    if abs(value) >= INF:
        return "+∞" if value > 0 else "−∞"
    text = f"{abs(value):.{decimals}f}"
    if not float(text):
        return "0"
    return ("+" if value > 0 else "−") + text


def heat_colour(share: float) -> str:
    """The colour of a value on the heat scale: -1 is worst for the mover, 0 the middle, 1 best.

    >>> heat_colour(0.0) == COLOURS["middle"]
    True
    """
    share = max(-1.0, min(1.0, share))
    end = COLOURS["good"] if share > 0 else COLOURS["bad"]
    return mix(COLOURS["middle"], end, 0.65 * abs(share))  # so pale that dark numbers read on all of it
