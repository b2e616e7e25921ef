"""Pictures of the two games that exist to be explained: banknotes on plates, and explicit trees."""

from __future__ import annotations

import math
from functools import singledispatch
from itertools import combinations
from typing import Any, NamedTuple

from gamekit.draw.layout import middles
from gamekit.draw.panel import card, short, tag, words
from gamekit.draw.picture import Picture
from gamekit.draw.style import COLOURS, DATA, mix
from gamekit.draw.traces import number_text
from gamekit.draw.trees import FILL, RIM, ROOF
from gamekit.errors import GamekitError
from gamekit.games.plates import OPEN, Plates
from gamekit.games.tree import Tree
from gamekit.rules import FIRST, board_text, move_name, position_text

NOTE = mix(COLOURS["panel"], DATA["green"], 0.16)
NOTE_EDGE = mix(COLOURS["panel"], DATA["green"], 0.75)
KEPT = mix(COLOURS["panel"], COLOURS["win"], 0.55)
FADED = 0.4
MOST_NODES = 150  # of a tree that are drawn one by one; the rest is folded and counted


def teaching_board(state: Any, *, size: float, title: str | None = None, bare: bool = False) -> Picture:
    """The picture of a state of a game without a board. `bare` leaves out all but the picture itself."""
    return _draw(state, size, title, bare)


@singledispatch
def _draw(state: Any, size: float, title: str | None, bare: bool) -> Picture:
    raise GamekitError(f"there is no picture for {type(state).__name__}; its game's record has no face")


# --- plates -----------------------------------------------------------------------------------------------


@_draw.register
def _plates(state: Plates, size: float, title: str | None, bare: bool) -> Picture:
    plates = [
        [int(note) for note in state.notes[begin:end]]
        for begin, end in zip(state.begins[:-1], state.begins[1:], strict=True)
    ]
    most, longest = max(map(len, plates)), max(len(str(note)) for plate in plates for note in plate)
    columns = 1 if most <= 3 else 2 if most <= 8 else 3
    note_width, note_height = 16 + 10 * longest, 24
    rows = math.ceil(most / columns)
    radius = math.hypot(columns * (note_width + 4), rows * (note_height + 4)) / 2 + 9
    across = len(plates) if len(plates) <= 4 else math.ceil(math.sqrt(1.5 * len(plates)))
    step_x, step_y = 2 * radius + 14, 2 * radius + 34
    found = []
    for number, notes in enumerate(plates):
        x, y = (number % across) * step_x + radius + 2, (number // across) * step_y + radius + 2
        is_chosen = state.plate == number
        pair: tuple[int, ...] = ()
        if is_chosen and state.pair != OPEN:
            pair = list(combinations(range(len(notes)), 2))[state.pair]
        kept = pair[state.note] if state.note != OPEN and pair else None
        parts = [_plate(x, y, radius, is_chosen)]
        across_notes = min(columns, len(notes))
        down_notes = math.ceil(len(notes) / across_notes)
        for place, note in enumerate(notes):
            note_x = x + (place % across_notes - (across_notes - 1) / 2) * (note_width + 4)
            note_y = y + (place // across_notes - (down_notes - 1) / 2) * (note_height + 4)
            fate = "kept" if place == kept else "handed" if place in pair else "left" if pair else "open"
            parts.append(_note(str(note), note_x, note_y, note_width, note_height, fate))
        name = chr(ord("A") + number)
        if not bare:
            weight = 700 if is_chosen else 500
            look = {"text_anchor": "middle", "fill": COLOURS["ink"], "font_weight": weight}
            parts.append(words(name, x, y + radius + 15, 17, **look))
        chosen = "yes" if is_chosen else None
        faded = FADED if state.plate != OPEN and not is_chosen else None
        found.append(tag("g", "".join(parts), data_gk_plate=name, data_gk_chosen=chosen, opacity=faded))
    width = across * step_x - 10
    height = math.ceil(len(plates) / across) * step_y - (32 if bare else 6)
    lines = str(board_text(state)).split("\n")
    caption = lines[-1]
    if state.note != OPEN:
        begin = Plates(state.notes, state.begins, state.plate, state.pair, OPEN)
        caption = f"the first player keeps {move_name(begin, state.note)}"
    text = "Banknotes on plates. " + ". ".join([*lines[:-1], caption[0].upper() + caption[1:]]) + "."
    return card(
        "".join(found),
        width,
        height,
        unit=max(width / 330, 1),
        size=size,
        name=f"Banknotes on plates, {caption}",
        text=text,
        title=title,
        caption=caption[0].upper() + caption[1:],
        bare=bare,
    )


def _plate(x: float, y: float, radius: float, is_chosen: bool) -> str:
    edge, wide = (COLOURS["ink"], 3) if is_chosen else (COLOURS["edge"], 2)
    outer = tag("circle", cx=x, cy=y, r=radius, fill="#FFF", stroke=edge, stroke_width=wide)
    return outer + tag("circle", cx=x, cy=y, r=radius - 6, fill="none", stroke=COLOURS["edge"])


def _note(text: str, x: float, y: float, width: float, height: float, fate: str) -> str:
    """A banknote: handed over it has a bold rim, kept it is filled too, left behind it fades."""
    edge, wide = (COLOURS["ink"], 2.6) if fate in ("kept", "handed") else (NOTE_EDGE, 1.2)
    paper = tag(
        "rect",
        x=x - width / 2,
        y=y - height / 2,
        width=width,
        height=height,
        rx=3,
        fill=KEPT if fate == "kept" else NOTE,
        stroke=edge,
        stroke_width=wide,
    )
    value = words(text, x, y, 16, text_anchor="middle", fill=COLOURS["ink"], font_weight=600)
    opacity = FADED if fate == "left" else None
    return tag("g", paper + value, data_gk_note=text, data_gk_fate=fate, opacity=opacity)


# --- trees ------------------------------------------------------------------------------------------------


class _Shown(NamedTuple):
    """A node as it is drawn."""

    node: int
    level: int
    children: list[int]  # places in the list of shown nodes
    folded: int  # how many nodes below are not drawn


@_draw.register
def _tree(state: Tree, size: float, title: str | None, bare: bool) -> Picture:
    shown = _shown_nodes(state)
    texts = [_leaf_text(state, at) for at in shown]
    room = [max(30.0, 10.0 * len(text) + 14) for text in texts]
    leaves = sum(room[place] for place, at in enumerate(shown) if not at.children)
    spare = 0.0 if bare else max(0.0, 200 - leaves)  # a tiny tree is not blown up
    middle = [spare / 2 + x for x in middles([at.children for at in shown], room)]
    levels = 1 + max(at.level for at in shown)
    step, left = 58, 0 if bare else 46
    body, edges = [], []
    for place, at in enumerate(shown):
        x, y = left + middle[place], 20 + step * at.level
        is_max = (state.turn + at.level) % 2 == FIRST
        edges += [f"M{short(x)} {y}L{short(left + middle[child])} {y + step}" for child in at.children]
        body.append(_node(x, y, texts[place], is_max, bool(at.children), room[place]))
    drawn = tag("path", d="".join(edges), stroke=COLOURS["light-rim"], stroke_width=1.6) + "".join(body)
    if not bare:
        for level in sorted({at.level for at in shown if at.children}):
            side = "max" if (state.turn + level) % 2 == FIRST else "min"
            drawn += words(side, 0, 20 + step * level, 14, fill=COLOURS["quiet"])
    width = left + leaves + spare
    count = len(shown) + sum(at.folded for at in shown)
    side = "max" if state.turn == FIRST else "min"
    caption = f"{side} to move" if shown[0].children else "a leaf: the game is over"
    lists = str(position_text(state)).removesuffix(" min").replace("-", "−").replace("inf", "∞")
    whole = f": {lists}" if count == len(shown) else ""
    name = f"A tree of {count:,} {'node' if count == 1 else 'nodes'}, {caption}"
    return card(
        drawn,
        width,
        40 + step * (levels - 1),
        unit=max(width / max(size, 320), 0.8),
        size=size,
        name=name,
        text=f"{name}{whole}.",
        title=title,
        caption=caption[0].upper() + caption[1:],
        bare=bare,
    )


def _shown_nodes(state: Tree) -> list[_Shown]:
    """The nodes from this one down, level by level, as long as there is room."""
    shown = [_Shown(int(state.node), 0, [], 0)]
    place = 0
    while place < len(shown):
        at = shown[place]
        count = int(state.children[at.node])
        if len(shown) + count <= MOST_NODES:
            first = int(state.first_child[at.node])
            at.children.extend(range(len(shown), len(shown) + count))
            shown += [_Shown(first + child, at.level + 1, [], 0) for child in range(count)]
        elif count:
            shown[place] = at._replace(folded=_count_below(state, at.node))
        place += 1
    return shown


def _count_below(state: Tree, node: int) -> int:
    found, waiting = 0, [node]
    while waiting:
        at = waiting.pop()
        first, count = int(state.first_child[at]), int(state.children[at])
        found += count
        waiting.extend(range(first, first + count))
    return found


def _leaf_text(state: Tree, at: _Shown) -> str:
    if at.folded:
        return f"+{at.folded:,}"
    return "" if at.children else number_text(state.leaf[at.node].item())


def _node(x: float, y: float, text: str, is_max: bool, has_children: bool, room: float) -> str:
    """As `draw.tree` draws them: max points up, min points down, a leaf is a box with its number."""
    if has_children:
        up, side = (-1, "max") if is_max else (1, "min")
        return tag(
            "path",
            data_gk_node=side,
            d=f"M{short(x - 15)} {short(y - 13 * up)}h30v{17 * up}l-15 {ROOF * up}l-15 {-ROOF * up}z",
            fill=FILL[side],
            stroke=RIM[side],
            stroke_width=1.5,
            stroke_linejoin="round",
        )
    is_folded = text.startswith("+")
    box = tag(
        "rect",
        x=x - room / 2 + 3,
        y=y - 13,
        width=room - 6,
        height=26,
        rx=5,
        fill="#FFF",
        stroke=COLOURS["light-rim"],
        stroke_dasharray="4 3" if is_folded else None,
    )
    number = words(text, x, y, 16, text_anchor="middle", fill=COLOURS["ink"])
    return tag("g", box + number, data_gk_node="folded" if is_folded else "leaf")
