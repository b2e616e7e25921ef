"""Pictures of boards: what a state looks like, and what you want to say about its squares."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from gamekit.draw.panel import OWN, card, short, tag, words
from gamekit.draw.picture import Picture
from gamekit.draw.scene import DARK, EMPTY, LIGHT, SYMBOL, Scene, drawn_game, scene
from gamekit.draw.style import BOARD_SIZE, CELL, COLOURS, DISC, GROUNDS, LEAST_TEXT, THUMBNAIL_SIZE
from gamekit.draw.teaching import teaching_board
from gamekit.errors import GamekitError
from gamekit.record import Record

# A style, not an attribute: a chart elsewhere on the page may set the ends of all lines, and discs are
# the round ends of lines without length.
ROUND = "stroke-linecap:round"


def board(
    state: Any,
    *,
    last: Any = None,
    legal: bool = True,
    numbers: Mapping[Any, Any] | None = None,
    heat: Mapping[Any, Any] | None = None,
    stable: Any = None,
    threats: bool = False,
    line: Any = None,
    size: float | None = None,
    title: str | None = None,
) -> Picture:
    """The board of a state as a picture, `size` pixels wide. Squares are given by move or by name.

    Without a size it is 320 pixels wide, or wider where numbers could not be read.

    - `last`: the move that led here, marked with a dot.
    - `legal`: mark the squares where the mover may play (not where every empty square will do).
    - `numbers`: a number or short text for squares, such as `{"d3": 4}`.
    - `heat`: a value for squares as the mover sees it, from blue (good) to orange (bad), with the number.
    - `stable`: discs that can never be turned, marked with a diamond: squares, or a mask of bits.
    - `threats=True`: mark the empty squares where a side would complete its row with that side's symbol.
    - `line`: moves from here on (or a transcript), numbered in the order of play.

    >>> from gamekit.games import othello
    >>> board(othello.start("4x4")).text
    'Othello on 4x4, X to move. X, dark: c2 b3. O, light: b2 c3. Legal: b1 a2 d3 c4.'
    """
    if drawn_game(state).face is None:
        _refuse(
            state, last=last, numbers=numbers, heat=heat, stable=stable, threats=threats or None, line=line
        )
        return teaching_board(state, size=BOARD_SIZE if size is None else size, title=title)
    what = scene(
        state, last=last, legal=legal, numbers=numbers, heat=heat, stable=stable, threats=threats, line=line
    )
    return scene_picture(what, size=size, title=title)


def record_board(record: Record) -> Picture:
    """Where a game stands now, its last move marked.

    >>> from gamekit.games import connect4
    >>> record_board(Record(connect4.start(), "122")).text.split(". ")[-2]
    'Last move: column 2 row 2'
    """
    state = record.state
    if drawn_game(state).face is None or not record.moves:
        return board(state)
    return board(state, last=record.moves[-1])


def thumbnail(state: Any, width: float = THUMBNAIL_SIZE) -> Picture:
    """A tiny picture of the position alone: no coordinates, no caption, no marks.

    >>> from gamekit.games import tictactoe
    >>> "<text" in thumbnail(tictactoe.start()).svg
    False
    """
    if drawn_game(state).face is None:
        return teaching_board(state, size=width, bare=True)
    return scene_picture(scene(state, legal=False), size=width, bare=True)


def scene_picture(
    what: Scene, *, size: float | None = None, title: str | None = None, bare: bool = False
) -> Picture:
    """Draw a scene. `bare` draws the board alone."""
    unit = max(what.width, 0.75 * what.height) * CELL / 320
    labels, left, top, below = ("", 0.0, 0.0, 0.0) if bare else _coordinates(what, unit)
    width, height = what.width * CELL + left, what.height * CELL + top + below
    face = _face(what) + _marks_below(what) + _stones(what) + _marks_above(what)
    place = f"translate({short(left)} {short(top)})"
    body = face if bare else labels + tag("g", face, transform=place)
    if size is None:
        written = [*(shade["text"] for shade in what.shades().values()), *what.numbers.values()]
        scale = LEAST_TEXT / _text_size(what, written)
        size = max(BOARD_SIZE, scale * width) if written else BOARD_SIZE
    turn = _turn(what)
    name = f"{what.face.title} on {what.width}x{what.height}, {turn}"
    dark, light = what.stones.count(DARK), what.stones.count(LIGHT)
    winner = {"X has won": DARK, "O has won": LIGHT, "a draw": EMPTY}
    return card(
        body,
        width,
        height,
        unit=unit,
        size=size,
        name=name,
        text=describe(what),
        title=title,
        caption=turn[0].upper() + turn[1:],
        aside=f"X {dark} · O {light}" if what.face.pieces_turn else "",
        icon=_icon(what, winner.get(what.result, (DARK, LIGHT)[what.turn])),
        bare=bare,
    )


def _refuse(state: Any, **marks: Any) -> None:
    for name, given in marks.items():
        if given is not None:
            raise GamekitError(
                f"{drawn_game(state).name} has no squares to mark, so '{name}' means nothing here"
            )


# --- words ------------------------------------------------------------------------------------------------


def _turn(what: Scene) -> str:
    if what.result:
        return what.result
    return f"{'XO'[what.turn]} {'must pass' if what.must_pass else 'to move'}"


def describe(what: Scene) -> str:
    """A scene in words, for those who cannot see the picture."""

    def names(cells: Iterable[int]) -> str:
        return (" " if what.rows else ", ").join(map(what.name, cells))

    mover = "XO"[what.turn]
    said = [f"{what.face.title} on {what.width}x{what.height}, {_turn(what)}."]
    if what.rows:
        shades = {DARK: "", LIGHT: ""} if what.face.pieces == "marks" else {DARK: ", dark", LIGHT: ", light"}
        for stone, shade in shades.items():
            cells = [cell for cell, found in enumerate(what.stones) if found == stone]
            said.append(f"{SYMBOL[stone]}{shade}: {names(cells) or 'no stones'}.")
    else:
        columns = _columns_in_words(what)
        said.append(f"From the bottom up, {columns}." if columns else "The board is empty.")
    if what.wins:
        said.append(f"The finished row: {names(what.wins)}.")
    if what.last is not None:
        said.append(f"Last move: {what.name(what.last)}.")
    if what.legal and _shows_legal(what):
        said.append(f"Legal: {names(what.legal)}.")
    if what.forbidden:
        reasons = ", ".join(f"{what.name(cell)} ({reason})" for cell, reason in what.forbidden.items())
        said.append(f"Forbidden: {reasons}.")
    if what.heat:
        values = ", ".join(f"{what.name(cell)}: {shade['text']}" for cell, shade in what.shades().items())
        said.append(f"Values for {mover}: {values}.")
    if what.numbers:
        numbers = (f"{what.name(cell)}: {text}" for cell, text in what.numbers.items())
        said.append(f"Numbers: {', '.join(numbers)}.")
    if what.stable:
        said.append(f"Stable: {names(what.stable)}.")
    if what.threats:
        sides = ", ".join(f"{what.name(cell)}: {' and '.join(sides)}" for cell, sides in what.threats.items())
        said.append(f"Completes a row: {sides}.")
    if what.line:
        moves = (f"{number} {SYMBOL[stone]} {what.name(cell)}" for cell, number, stone in what.line_stones())
        said.append(f"A line from here: {', '.join(moves)}.")
    return " ".join(said)


def _columns_in_words(what: Scene) -> str:
    said = []
    for column, label in enumerate(what.columns):
        stones = [SYMBOL[stone] for stone in what.stones[column :: what.width][::-1] if stone != EMPTY]
        if stones:
            said.append(f"column {label}: {' '.join(stones)}")
    return "; ".join(said)


# --- the board itself -------------------------------------------------------------------------------------


def _centre(what: Scene, cell: int) -> tuple[float, float]:
    row, column = divmod(cell, what.width)
    return column * CELL + CELL / 2, row * CELL + CELL / 2


def _dots(what: Scene, cells: Iterable[int]) -> str:
    """A path with a point on each cell: drawn with round ends it is a disc as wide as the line."""
    return "".join("M{} {}h.1".format(*map(short, _centre(what, cell))) for cell in cells)


def _coordinates(what: Scene, unit: float) -> tuple[str, float, float, float]:
    """Labels, and the room they take on the left, above and below. Each game has them where people expect."""
    size = min(14 * unit, 0.75 * CELL)
    above = what.face.rows_from == "top"
    band = 1.35 * size
    left = (0.45 + 0.62 * len(str(what.height))) * size if what.rows else 0.0
    top = band if above else 0.0
    below = 0.0 if above else band
    y = size * 0.5 if above else what.height * CELL + 0.85 * size
    found = [words(label, left + (column + 0.5) * CELL, y, size) for column, label in enumerate(what.columns)]
    x = left - (0.25 + 0.31 * len(str(what.height))) * size
    found += [words(label, x, top + (row + 0.5) * CELL, size) for row, label in enumerate(what.rows)]
    return tag("g", "".join(found) or None, text_anchor="middle", fill=COLOURS["quiet"]), left, top, below


def _face(what: Scene) -> str:
    """The empty board."""
    width, height, cells = what.width * CELL, what.height * CELL, what.face.cells
    ground = GROUNDS[what.face.ground]
    face = tag("rect", width=width, height=height, rx=ground.corner, fill=COLOURS[ground.fill])
    if cells == "holes":
        return face + _points(_dots(what, range(len(what.stones))), COLOURS["hole"], DISC[cells])
    inset = CELL // 2 if cells == "crossings" else 0
    lines = "".join(f"M{x} {inset}v{height - 2 * inset}" for x in range(inset or CELL, width, CELL))
    lines += "".join(f"M{inset} {y}h{width - 2 * inset}" for y in range(inset or CELL, height, CELL))
    ink = COLOURS[ground.lines]
    end = {"wood": "square", "paper": "round"}.get(what.face.ground)
    style = end and f"stroke-linecap:{end}"
    grid = tag("path", d=lines, stroke=ink, stroke_width=ground.line_width, style=style) if lines else ""
    points = "".join(f"M{short(CELL * x)} {short(CELL * y)}h.1" for x, y in what.dots)
    return face + grid + (_points(points, ink, 8) if points else "")


def _points(path: str, colour: str, width: float, **attributes: Any) -> str:
    """Discs of one colour on all points of a path."""
    return tag("path", d=path, stroke=colour, stroke_width=width, style=ROUND, **attributes)


def _stones(what: Scene) -> str:
    found = []
    for stone in (DARK, LIGHT):
        cells = [cell for cell, found_stone in enumerate(what.stones) if found_stone == stone]
        if not cells:
            continue
        inner = (
            _written(what, cells, stone)
            if what.face.pieces == "marks"
            else _discs(f"{OWN}-{stone}", _dots(what, cells), stone, DISC[what.face.cells])
        )
        found.append(tag("g", inner, data_gk_stone=stone, data_gk_cells=_list(cells)))
    return "".join(found)


def _discs(name: str, points: str, stone: int, width: float, has_ring: bool = True) -> str:
    """Discs of one side on all points of a path: a rim around the dark ones, a ring on the light ones."""
    colour, rim = ("dark", "dark-rim") if stone == DARK else ("light", "light-rim")
    layers = [(COLOURS[rim], width), (COLOURS[colour], width - 2.6)]
    if stone == LIGHT and has_ring:
        layers += [(COLOURS["edge"], 0.62 * width), (COLOURS[colour], 0.62 * width - 2.4)]
    once = tag("defs", tag("path", id=name, style=ROUND, d=points))
    shadow = tag("use", href=f"#{name}", y=1.6, stroke="#000", stroke_opacity=0.22, stroke_width=width)
    paint = [tag("use", href=f"#{name}", stroke=shade, stroke_width=wide) for shade, wide in layers]
    return once + shadow + "".join(paint)


def _written(what: Scene, cells: Iterable[int], stone: int) -> str:
    """X or O as written by hand, on each of the cells."""
    return _symbol([_centre(what, cell) for cell in cells], stone, 11.5, 5)


def _symbol(places: Iterable[tuple[float, float]], stone: int, reach: float, bold: float) -> str:
    """The shape of X or O around each place."""
    if stone == DARK:
        d = short(2 * reach)
        path = "".join(f"M{short(x - reach)} {short(y - reach)}l{d} {d}m0-{d}l-{d} {d}" for x, y in places)
    else:
        path = "".join(_circle(x, y, reach) for x, y in places)
    colour = COLOURS["cross" if stone == DARK else "ring"]
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=bold, style=ROUND)


def _circle(x: float, y: float, radius: float) -> str:
    """A circle as a part of a path."""
    r, d = short(radius), short(2 * radius)
    return f"M{short(x - radius)} {short(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0"


def _icon(what: Scene, stone: int) -> str:
    """The side to move, or the winner, beside the caption."""
    if stone == EMPTY:
        return ""
    if what.face.pieces == "marks":
        return _symbol([(0, 0)], stone, 5.5, 2.6)
    return _discs(f"{OWN}-i", "M0 0h.1", stone, 16)


# --- marks ------------------------------------------------------------------------------------------------


def _shows_legal(what: Scene) -> bool:
    return what.face.shows_legal and not what.result


def _tile(what: Scene, cell: int, colour: str, **attributes: Any) -> str:
    """A cell filled with colour: never round, so that nobody takes it for a stone."""
    x, y = _centre(what, cell)
    is_square = what.face.cells == "squares"
    half, rounded = (18 if what.face.ground == "paper" else 19, None) if is_square else (16, 7)
    place = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": rounded}
    return tag("rect", **place, fill=colour, **attributes)


def _marks_below(what: Scene) -> str:
    """Marks on the squares, under the stones."""
    found = []
    if what.face.pieces == "marks":
        found += [_tile(what, cell, COLOURS["win"], fill_opacity=0.3, data_gk_win=cell) for cell in what.wins]
    rim = (
        COLOURS["edge"] if what.face.ground == "paper" else None
    )  # the middle of the scale is as pale as paper
    for cell, shade in what.shades().items():
        found.append(_tile(what, cell, shade["fill"], stroke=rim, data_gk_heat=cell))
    if what.face.cells == "crossings":  # lines would cross the numbers
        plain = [cell for cell in what.numbers if what.stones[cell] == EMPTY and cell not in what.heat]
        found += [_tile(what, cell, COLOURS[GROUNDS[what.face.ground].fill]) for cell in plain]
    taken = {*what.heat, *what.numbers, *what.threats, *what.line}
    free = [cell for cell in what.legal if cell not in taken]
    if free and _shows_legal(what):
        colour = COLOURS["light" if what.turn or what.face.cells == "holes" else "dark"]  # holes are dark
        found.append(_points(_dots(what, free), colour, 9, stroke_opacity=0.6, data_gk_legal=_list(free)))
    found += [_forbidden(what, cell) for cell in what.forbidden if cell not in taken]
    found += [_threat(what, cell, sides) for cell, sides in what.threats.items()]
    return "".join(found)


def _list(cells: Iterable[int]) -> str:
    return " ".join(map(str, cells))


def _forbidden(what: Scene, cell: int) -> str:
    """A circle with a bar: no entry."""
    x, y = _centre(what, cell)
    path = f"{_circle(x, y, 9)}M{short(x - 6.4)} {short(y - 6.4)}l12.8 12.8"
    colours = {"fill": COLOURS[GROUNDS[what.face.ground].fill], "stroke": COLOURS["last"]}
    return tag("path", d=path, stroke_width=2.6, data_gk_forbidden=cell, **colours)


def _threat(what: Scene, cell: int, sides: str) -> str:
    """A small card with the symbol of each side that would complete a row here."""
    x, y = _centre(what, cell)
    half, reach, places = (14, 7.0, [x]) if len(sides) == 1 else (18, 5.5, [x - 8.5, x + 8.5])
    colours = {"fill": COLOURS["panel"], "stroke": COLOURS["edge"]}
    inside = tag("rect", x=x - half, y=y - 14, width=2 * half, height=28, rx=6, **colours)
    for place, side in zip(places, sides, strict=True):
        inside += _symbol([(place, y)], SYMBOL.index(side), reach, 3.6)
    return tag("g", inside, data_gk_threat=cell, data_gk_sides=sides)


def _marks_above(what: Scene) -> str:
    """Marks on the stones, and all writing."""
    found = [_line(what)] if what.line else []
    if what.face.pieces != "marks" and what.wins:
        found.append(_rings(what, what.wins, COLOURS["win"], data_gk_win=_list(what.wins)))
    for stone in (DARK, LIGHT):
        cells = [cell for cell in what.stable if what.stones[cell] == stone]
        if cells:
            colour = COLOURS["stable-on-dark" if stone == DARK else "stable-on-light"]
            places = (map(short, _centre(what, cell)) for cell in cells)
            path = "".join("M{} {}m0-7l7 7l-7 7l-7-7z".format(*place) for place in places)
            found.append(tag("path", d=path, fill=colour, data_gk_stable=_list(cells)))
    shades = what.shades()
    texts = {cell: shade["text"] for cell, shade in shades.items()} | what.numbers
    if what.last is not None:
        found.append(_last(what, what.last, is_written=what.last in texts or what.last in what.stable))
    groups: defaultdict[str, list[str]] = defaultdict(list)
    size = _text_size(what, texts.values())
    for cell, text in texts.items():
        mark = words(text, *_centre(what, cell), size, data_gk_number=cell)
        groups[_ink(what, cell, shades)].append(mark)
    return "".join(found) + _writing(groups)


def _last(what: Scene, cell: int, is_written: bool) -> str:
    """The last move: a dot, or a ring where the dot would cover something; a corner around X and O."""
    x, y = _centre(what, cell)
    if what.face.pieces == "marks":
        path = f"M{short(x - 17)} {short(y - 11)}v-6h6"
        return tag("path", d=path, fill="none", stroke=COLOURS["ink"], stroke_width=2.4, data_gk_last=cell)
    if is_written:
        return _rings(what, [cell], COLOURS["last"], data_gk_last=cell)
    return tag("circle", cx=x, cy=y, r=5, fill=COLOURS["last"], data_gk_last=cell)


def _rings(what: Scene, cells: Iterable[int], colour: str, **attributes: Any) -> str:
    path = "".join(_circle(*_centre(what, cell), DISC[what.face.cells] / 2) for cell in cells)
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=4, **attributes)


def _line(what: Scene) -> str:
    """The stones of a line of moves: a little smaller than those on the board, and numbered."""
    found = []
    groups: defaultdict[str, list[str]] = defaultdict(list)
    width = DISC[what.face.cells] - 5
    size = min(0.6 * width, _text_size(what, [str(number) for _, number, _ in what.line_stones()]))
    for stone in (DARK, LIGHT):
        moves = [(cell, number) for cell, number, side in what.line_stones() if side == stone]
        cells = [cell for cell, _ in moves]
        if not moves:
            continue
        if what.face.pieces == "marks":
            found.append(tag("g", _written(what, cells, stone), opacity=0.3))
            ink = COLOURS["ink"]
        else:
            found.append(_discs(f"{OWN}-l{stone}", _dots(what, cells), stone, width, has_ring=False))
            ink = COLOURS["light" if stone == DARK else "dark"]
        for cell, number in moves:
            groups[ink].append(words(str(number), *_centre(what, cell), size, data_gk_line=cell))
    return "".join(found) + _writing(groups)


def _writing(groups: Mapping[str, list[str]]) -> str:
    """Texts by their colour."""
    return "".join(
        tag("g", "".join(texts) or None, text_anchor="middle", font_weight=600, fill=ink)
        for ink, texts in groups.items()
    )


def _text_size(what: Scene, texts: Iterable[str]) -> float:
    """One size for all texts of a kind, so that none looks weightier than another: the longest must fit."""
    room = 35 if what.face.cells == "squares" else 30
    return min(19, room / (0.7 * max(map(len, texts), default=1)))


def _ink(what: Scene, cell: int, shades: Mapping[int, Mapping[str, str]]) -> str:
    """The colour in which a text on this cell can be read."""
    stone = what.stones[cell]
    if stone != EMPTY and what.face.pieces != "marks":
        return COLOURS["light" if stone == DARK else "dark"]
    if cell in shades:
        return shades[cell]["ink"]
    return COLOURS["ink" if GROUNDS[what.face.ground].is_pale else "panel"]
