"""A flame graph: where a program's time goes, from samples of its call stack.

The bottom row is everything. Above each function lie those that it called, as wide as their share of the
samples; what is bare on top is time spent in the function itself. Colours tell functions apart, and so do the
names: a box too narrow for its name says it when pointed at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape

from gamekit.draw.panel import CHARACTER, card, tag, words
from gamekit.draw.picture import Picture
from gamekit.draw.style import COLOURS, DATA
from gamekit.errors import GamekitError

Stack = tuple[str, ...]  # names of functions, the outermost first
WIDTH, ROW, FONT_SIZE = 900.0, 22.0, 12.0
NARROWEST = 0.002  # of all samples: what is narrower is left out
INKS = [DATA[name] for name in ("orange", "sky", "green", "yellow", "vermillion", "purple", "blue")]


def flame(stacks: Mapping[Stack, int], *, title: str = "Where the time goes", size: float = 760) -> Picture:
    """Draw samples of call stacks: how often each stack, outermost function first, was seen.

    >>> flame({("search", "value"): 6, ("search", "play"): 3, ("search",): 1}).text
    'Where the time goes. 10 samples, in the functions themselves: value 60 %; play 30 %; search 10 %.'
    """
    total = sum(stacks.values())
    if total <= 0 or any(not stack or count < 0 for stack, count in stacks.items()):
        raise GamekitError("a flame graph needs samples: call stacks with a count above 0")
    own: Counter[str] = Counter()
    for stack, count in stacks.items():
        own[stack[-1]] += count
    inks = {name: INKS[number % len(INKS)] for number, (name, _) in enumerate(own.most_common())}
    boxes: list[str] = []
    rows = max(map(len, stacks))

    def draw(level: int, left: float, inside: Mapping[Stack, int]) -> None:
        """Everything at this level, side by side in the order of the names."""
        groups: dict[str, dict[Stack, int]] = {}
        for stack, count in sorted(inside.items()):
            if len(stack) > level:
                groups.setdefault(stack[level], {})[stack] = count
        for name, group in groups.items():
            share = sum(group.values()) / total
            if share >= NARROWEST:
                boxes.append(_box(name, share, level, left, rows, inks.get(name, DATA["sky"])))
                draw(level + 1, left, group)
            left += WIDTH * share

    draw(0, 0.0, stacks)
    told = "; ".join(f"{name} {100 * count / total:.0f} %" for name, count in own.most_common(8))
    text = f"{title}. {total:g} samples, in the functions themselves: {told}."
    body = "".join(boxes)
    return card(body, WIDTH, ROW * rows, unit=1.0, size=size, name=title, text=text, title=title)


def _box(name: str, share: float, level: int, left: float, rows: int, ink: str) -> str:
    width, top = WIDTH * share, ROW * (rows - 1 - level)
    said = f"{name}: {100 * share:.1f} % of the samples, with all that it calls"
    box = tag(
        "rect",
        f"<title>{escape(said)}</title>",
        x=left,
        y=top,
        width=width,
        height=ROW,
        rx=2,
        fill=ink,
        fill_opacity=0.55,
        stroke=COLOURS["panel"],
    )
    fits = int((width - 6) / (CHARACTER * FONT_SIZE))
    if fits < 3:
        return box
    label = name if len(name) <= fits else name[: fits - 1] + "…"
    return box + words(label, left + 4, top + ROW / 2, FONT_SIZE, fill=COLOURS["ink"], pointer_events="none")
