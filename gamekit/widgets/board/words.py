"""What a board says: results, reasons and numbers in words."""

from __future__ import annotations

from typing import Any

from gamekit.draw.scene import scene
from gamekit.rules import INF, move_name

SIDES = "XO"
LONGEST_SENTENCE = 300


def why_not(state: Any, move: int, cell: int) -> str:
    """Why a square cannot be played, and what can."""
    shown = scene(state)
    name = move_name(state, move)
    if shown.game == "connect4":
        return f"Column {name} is full: choose another one."
    if shown.stones[cell]:
        return f"There is a stone on {name} already: choose a marked square."
    if cell in shown.forbidden:
        return f"Renju forbids black {name} ({shown.forbidden[cell]}): choose another square."
    if shown.game == "othello":
        return f"{name} turns no disc, so it is not legal: choose a marked square."
    return f"{name} is not legal here: choose another square."


def number_text(value: Any) -> str:
    """A value for people: with its sign, and two decimals where there are any."""
    if abs(value) >= INF:
        return "+inf" if value > 0 else "-inf"
    text = f"{value:+d}" if isinstance(value, int) else f"{float(value):+.2f}"
    return text.replace("-", "−") if float(text) else "0"


def sentence(words: str) -> str:
    """What an error says, as a sentence of bearable length."""
    words = words if len(words) <= LONGEST_SENTENCE else words[: LONGEST_SENTENCE - 3] + "..."
    return f"{words[:1].upper()}{words[1:]}."
