"""Board pictures show what the state's own text says, and every mark lands on its square."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import VARIANTS, random_game, run_python, start, variant_name

from gamekit import draw, games
from gamekit.draw import heat, style
from gamekit.draw.boards import board, record_board, thumbnail
from gamekit.draw.scene import board_games, scene
from gamekit.errors import BadText, GamekitError, IllegalMove
from gamekit.games import connect4, gomoku, othello, plates, tictactoe, tree
from gamekit.record import Record
from gamekit.rules import (
    INF,
    PASS,
    cell_of,
    cells,
    is_over,
    move_at,
    move_name,
    moves,
    play,
    score,
    snapshot,
    to_move,
)

pytestmark = pytest.mark.quick

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [
    *(variant for variant in VARIANTS if variant[0] in board_games()),
    ("gomoku", "20x20", None),
    ("tictactoe", "1x9x3", None),
    ("tictactoe", "26x2x2", None),
]
few = settings(max_examples=25)  # each draws and reads several pictures
ALL = [*BOARDS, *(variant for variant in VARIANTS if variant[0] not in board_games())]


def parsed(picture: Any) -> ElementTree.Element:
    return ElementTree.fromstring(picture.svg)


def marked(picture: Any, what: str) -> dict[int, ElementTree.Element]:
    """Elements by the cell that they mark."""
    found = {}
    for element in parsed(picture).iter():
        for cell in (element.get(f"data-gk-{what}") or "").split():
            assert int(cell) not in found
            found[int(cell)] = element
    return found


def texts(picture: Any, what: str) -> dict[int, str | None]:
    return {cell: element.text for cell, element in marked(picture, what).items()}


def drawn_stones(picture: Any, cells: int) -> str:
    """X, O and . for each cell, read from the picture."""
    found = ["."] * cells
    for group in parsed(picture).iter(f"{SVG}g"):
        for cell in (group.get("data-gk-cells") or "").split():
            assert found[int(cell)] == "."
            found[int(cell)] = ".XO"[int(group.get("data-gk-stone") or 0)]
    return "".join(found)


def written_stones(state: Any) -> str:
    """The same, read from the drawing in text."""
    rows = str(state).split("\n")[1:-2]
    return "".join(re.sub(r"[\d\s]", "", row) for row in rows)


def painted_points(picture: Any, stone: int) -> set[tuple[float, float]]:
    """Where the ink of a side's stones really is, whatever the attributes say."""
    group = next(g for g in parsed(picture).iter(f"{SVG}g") if g.get("data-gk-stone") == str(stone))
    path = next(group.iter(f"{SVG}path")).get("d") or ""
    return {(float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)h\.1", path)}


def at_random(variant: Any, seed: int) -> Any:
    states = list(random_game(start(variant), seed))
    return random.Random(seed).choice(states)


# --- what lies on the board -------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", BOARDS, ids=variant_name)
@pytest.mark.parametrize("seed", range(4))
def test_stones_are_those_of_the_text(variant, seed):
    state = at_random(variant, seed)
    expected = written_stones(state)
    assert drawn_stones(board(state), len(expected)) == expected
    assert drawn_stones(thumbnail(state), len(expected)) == expected


@few
@given(st.integers(0, 10_000))
def test_discs_are_painted_on_their_cells(seed):
    state = at_random(("othello", "6x6", None), seed)
    for stone, mark in ((1, "X"), (2, "O")):
        cells = [cell for cell, found in enumerate(written_stones(state)) if found == mark]
        if cells:
            assert painted_points(board(state), stone) == {
                (40 * (cell % 6) + 20, 40 * (cell // 6) + 20) for cell in cells
            }


@pytest.mark.parametrize("variant", BOARDS, ids=variant_name)
def test_cells_and_moves_convert_both_ways(variant):
    state = start(variant)
    what = scene(state)
    for cell in range(what.width * what.height):
        move = move_at(state, cell)
        if what.game == "connect4":
            assert move == cell % what.width
        else:
            assert cell_of(state, move) == cell
            assert move_name(state, move) == what.name(cell)
    assert [".XO"[piece + 1] for row in cells(state) for piece in row] == list(written_stones(state))


@few
@given(st.integers(0, 10_000), st.sampled_from(["4x4", "7x6", "9x5", "12x12"]))
def test_a_connect4_move_lands_on_its_cell(seed, size):
    state = at_random(("connect4", size, None), seed)
    before = written_stones(state)
    for move in moves(state):
        after = written_stones(play(state, move))
        changed = [cell for cell in range(len(before)) if before[cell] != after[cell]]
        assert [cell_of(state, move)] == changed
    for column in set(range(type(state).width)) - set(moves(state)):
        if not is_over(state):
            assert cell_of(state, column) is None


def test_a_full_column_and_a_pass_have_no_cell():
    state = connect4.parse("111111")
    assert cell_of(state, 0) is None
    assert move_at(state, 0) == 0
    assert cell_of(othello.start(), PASS) is None


@pytest.mark.parametrize("variant", BOARDS, ids=variant_name)
def test_scenes_are_plain_data(variant):
    state = at_random(variant, 3)
    for what in (scene(state), scene(state, heat=dict.fromkeys(moves(state), 1.5))):
        plain = what.as_dict()
        assert json.loads(json.dumps(plain)) == plain
        assert plain["turn"] == to_move(state)
        assert len(plain["stones"]) == what.width * what.height


def test_legal_moves_are_marked_where_they_tell_something():
    state = othello.parse("f5d6")
    expected = {cell_of(state, move) for move in moves(state)}
    assert set(marked(board(state), "legal")) == expected == set(scene(state).legal)
    assert not marked(board(state, legal=False), "legal")
    assert set(marked(board(connect4.parse("44")), "legal")) == {35, 36, 37, 24, 39, 40, 41}
    assert not marked(board(gomoku.start()), "legal")
    assert len(scene(gomoku.start()).legal) == 225
    assert set(marked(board(othello.start(), heat={"d3": 1}), "legal")) == {26, 37, 44}  # not under a number


# --- marks ------------------------------------------------------------------------------------------------


@few
@given(st.integers(0, 10_000), st.sampled_from(BOARDS))
def test_numbers_and_heat_land_on_their_squares(seed, variant):
    state = at_random(variant, seed)
    rng = random.Random(seed)
    legal = [move for move in moves(state) if move != PASS]
    values = {move: rng.randint(-64, 64) for move in legal}
    by_name = {move_name(state, move): value for move, value in values.items()}
    expected = {cell_of(state, move): value for move, value in values.items()}

    heated = board(state, heat=values)
    assert heated.svg == board(state, heat=by_name).svg
    assert set(marked(heated, "heat")) == set(expected)
    signed = {cell: f"{value:+}".replace("-", "−") if value else "0" for cell, value in expected.items()}
    assert texts(heated, "number") == signed

    numbered = board(state, numbers=by_name)
    assert texts(numbered, "number") == {cell: str(v).replace("-", "−") for cell, v in expected.items()}
    for cell, element in marked(numbered, "number").items():
        width = scene(state).width
        assert float(element.get("x")) == 40 * (cell % width) + 20
        assert abs(float(element.get("y")) - 40 * (cell // width) - 20) < 10


def test_heat_colours_follow_the_sign_and_numbers_win_over_heat():
    what = scene(othello.start(), heat={"d3": 4, "c4": -4, "f5": 0, "e6": INF})
    shades = what.shades()
    assert shades[19]["fill"] == heat.heat_colour(1) != shades[26]["fill"] == heat.heat_colour(-1)
    assert [shades[cell]["text"] for cell in (19, 26, 37, 44)] == ["+4", "−4", "0", "+∞"]
    assert shades[37]["fill"] == style.COLOURS["middle"]
    both = board(othello.start(), heat={"d3": 4}, numbers={"d3": "?"})
    assert texts(both, "number") == {19: "?"}
    assert set(marked(both, "heat")) == {19}


def contrast(one: str, other: str) -> float:
    """As the web's accessibility guidelines count it, 1 to 21; they ask 4.5 of text."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one) + 0.05, luminance(other) + 0.05))
    return high / low


def test_what_is_written_can_be_read():
    for step in range(-20, 21):
        colour = heat.heat_colour(step / 20)
        assert contrast(colour, style.ink_on(colour)) >= 4.5
    pairs = [("panel", "ink"), ("panel", "quiet"), ("dark", "light"), ("wood", "ink"), ("hole", "panel")]
    for one, other in pairs:
        assert contrast(style.COLOURS[one], style.COLOURS[other]) >= 4.5
    for mark, grounds in {"last": ("dark", "light"), "win": ("hole", "dark")}.items():
        assert all(contrast(style.COLOURS[mark], style.COLOURS[ground]) >= 3 for ground in grounds)
    assert contrast(style.COLOURS["stable-on-dark"], style.COLOURS["dark"]) >= 3
    assert contrast(style.COLOURS["stable-on-light"], style.COLOURS["light"]) >= 3
    assert contrast(style.COLOURS["felt"], style.COLOURS["panel"]) >= 3  # large figures


def test_last_move():
    assert set(marked(board(othello.parse("f5"), last="f5"), "last")) == {37}
    assert set(marked(board(connect4.parse("44"), last=3), "last")) == {31}
    assert set(marked(board(connect4.parse("444444"), last="4"), "last")) == {3}
    assert not marked(board(othello.parse("f5"), last="pass"), "last")


def test_a_line_is_numbered_in_turn_and_passes_take_no_number():
    picture = board(othello.start(), line="f5d6c3")
    assert texts(picture, "line") == {37: "1", 43: "2", 18: "3"}
    assert board(othello.start(), line=["f5", "d6", "c3"]).svg == picture.svg

    # Walk random games to a pass; from two moves before it, the line goes over it.
    for seed in range(40):
        states = list(random_game(othello.start("4x4"), seed))
        record = Record(states[0])
        rng = random.Random(seed)
        while not record.is_over:
            record.push(rng.choice(list(moves(record.state))))
        if PASS in record.moves:
            break
    assert PASS in record.moves
    what = scene(record.start, line=record.moves)
    assert len(what.line) == len(record.moves)
    assert [number for _, number, _ in what.line_stones()] == list(
        range(1, 1 + len(record) - what.line.count(None))
    )
    for place, (at, move) in enumerate(zip(record._states, record.moves, strict=False)):
        stone = next((s for c, _, s in what.line_stones() if c == what.line[place]), None)
        assert (move == PASS) == (what.line[place] is None)
        assert stone is None or stone == to_move(at) + 1
    without = [name for name in record.names if name != "pass"]
    kept = scene(record.start, line=without).line
    assert [c for c in kept if c is not None] == [c for c in what.line if c is not None]


def test_stable_discs_as_squares_or_bits():
    state = othello.parse("f5d6c3")
    assert set(marked(board(state, stable=["c3", "d4"]), "stable")) == {18, 27}
    assert set(marked(board(state, stable=1 << 18 | 1 << 27), "stable")) == {18, 27}
    small = othello.start("4x4")
    assert set(marked(board(small, stable=small.player | small.opponent), "stable")) == {5, 6, 9, 10}


@few
@given(st.integers(0, 10_000), st.sampled_from(["3x3x3", "5x4x4", "8x8x5", "4x4x2"]))
def test_threats_in_tictactoe_are_moves_that_win(seed, size):
    state = at_random(("tictactoe", size, None), seed)
    if is_over(state):
        return
    sides: dict[int, set[str]] = {}
    for mover, at in (
        (to_move(state), state),
        (1 - to_move(state), type(state)(state.opponent, state.player)),
    ):
        for move in moves(at):
            after = play(at, move)
            if is_over(after) and score(after) < 0:
                sides.setdefault(move, set()).add("XO"[mover])
    expected = {cell: "".join(sorted(found, reverse=True)) for cell, found in sides.items()}
    picture = board(state, threats=True)
    assert {cell: e.get("data-gk-sides") for cell, e in marked(picture, "threat").items()} == expected


@few
@given(st.integers(0, 10_000), st.sampled_from(["freestyle", "standard", "renju"]), st.integers(10, 30))
def test_threats_in_gomoku_are_squares_that_make_five(seed, rule, stones):
    rng = random.Random(seed)
    marks = ["."] * 49
    for cell in rng.sample(range(49), stones):
        marks[cell] = rng.choice("XXXO")  # many of one side, so that rows come about

    def winner(board_marks: list[str]) -> int:
        rows = "/".join("".join(board_marks[i : i + 7]) for i in range(0, 49, 7))
        return int(gomoku.parse(rows, rule=rule).record[0].winner)

    if winner(marks):
        return
    expected = {}
    for cell in (cell for cell in range(49) if marks[cell] == "."):
        sides = [side for side in "XO" if winner([*marks[:cell], side, *marks[cell + 1 :]])]
        if sides:
            expected[cell] = "".join(sides)
    state = gomoku.parse("/".join("".join(marks[i : i + 7]) for i in range(0, 49, 7)), rule=rule)
    assert scene(state, threats=True).threats == expected


def test_threats_in_connect4_include_squares_in_the_air():
    picture = board(connect4.parse("4433522"), threats=True)
    assert {c: e.get("data-gk-sides") for c, e in marked(picture, "threat").items()} == {40: "X"}
    in_the_air = connect4.parse("112233")  # X X X below, O O O above: 4 at the bottom wins, above it O
    assert scene(in_the_air, threats=True).threats == {38: "X", 31: "O"}


@few
@given(st.integers(0, 10_000), st.sampled_from([v for v in BOARDS if v[0] != "othello"]))
def test_finished_rows_are_marked(seed, variant):
    *_, state = random_game(start(variant), seed)
    what = scene(state)
    assert set(marked(board(state), "win")) == set(what.wins)
    assert bool(what.wins) == (score(state) < 0)
    assert len({what.stones[cell] for cell in what.wins}) <= 1
    lost = "XO"[to_move(state)]
    assert what.result == (f"{'O' if lost == 'X' else 'X'} has won" if score(state) < 0 else "a draw")


def test_renju_marks_forbidden_squares_for_black_only():
    rows = "......./......./.XX..../...X.../...X.../......./......."
    assert scene(gomoku.parse(f"{rows} X", rule="renju")).forbidden == {17: "double-three"}
    assert set(marked(board(gomoku.parse(f"{rows} X", rule="renju")), "forbidden")) == {17}
    assert not scene(gomoku.parse(f"{rows} O", rule="renju")).forbidden
    assert not scene(gomoku.parse(f"{rows} X")).forbidden


def test_records():
    record = Record(othello.start(), "f5d6c3")
    assert set(marked(record_board(record), "last")) == {18}
    assert not marked(record_board(Record(othello.start())), "last")
    assert set(marked(record_board(Record(connect4.start(), "4454")), "last")) == {24}
    assert parsed(record_board(Record(tree.start(), "1"))).tag == f"{SVG}svg"
    stones = record_board(Record(gomoku.start("7x7"), "d4 c3"))
    assert drawn_stones(stones, 49)[24] == "X"
    assert record._repr_mimebundle_()["image/svg+xml"] == record_board(record).svg


def test_drawing_changes_no_state():
    state = gomoku.parse("h8 i9 h7")
    before = snapshot(state)
    board(state, line="h6 h5", threats=True, heat={"a1": 1})
    assert state == before


# --- words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ALL, ids=variant_name)
@pytest.mark.parametrize("seed", range(3))
def test_pictures_are_valid_named_and_always_the_same(variant, seed):
    state = at_random(variant, seed)
    picture = board(state)
    root = parsed(picture)
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[1].tag == f"{SVG}desc"
    assert root[1].text == picture.text
    assert picture.svg == board(state).svg == state._repr_mimebundle_()["image/svg+xml"]
    assert "gk-" not in picture.svg.replace("data-gk-", "")
    ids = {element.get("id") for element in root.iter()} - {None}
    used = {element.get("href") for element in root.iter(f"{SVG}use")}
    assert {f"#{name}" for name in ids} == used  # nothing dangles, nothing is idle
    assert "@" not in picture.svg


def test_another_process_draws_the_same_bytes():
    code = "from gamekit import draw, games; print(draw.board(games.parse('othello', 'f5d6')).svg)"
    assert run_python(code, PYTHONHASHSEED="7").stdout.strip() == draw.board(othello.parse("f5d6")).svg


def test_pictures_that_differ_share_no_ids():
    def ids(picture: Any) -> set[str | None]:
        return {element.get("id") for element in parsed(picture).iter()} - {None}

    pictures = {(picture := board(state)).svg: picture for state in random_game(othello.start(), 1)}
    found = [ids(picture) for picture in pictures.values()]
    assert all(found)
    assert len(set().union(*found)) == sum(map(len, found))


def test_what_the_words_say():
    text = board(tictactoe.parse("X.O/.X./..."), heat={"a1": 1}, threats=True, line="a1").text
    assert text == (
        "Tic-tac-toe on 3x3, O to move. X: a3 b2. O: c3. Values for O: a1: +1. "
        "Completes a row: c1: X. A line from here: 1 O a1."
    )
    text = board(connect4.parse("443"), last="3").text
    assert text.startswith(
        "Connect Four on 7x6, O to move. From the bottom up, column 3: X; column 4: X O. "
        "Last move: column 3 row 1. Legal: "
    )
    assert board(connect4.start()).text.startswith("Connect Four on 7x6, X to move. The board is empty.")
    assert (
        "X has won. X: a3 b3 c3. O: a2 b2. The finished row: a3 b3 c3."
        in board(tictactoe.parse("XXX/OO./...")).text
    )
    passing = next(
        s for seed in range(40) for s in random_game(othello.start("4x4"), seed) if moves(s) == [PASS]
    )
    assert f"{'XO'[to_move(passing)]} must pass" in board(passing).text


@few
@given(st.integers(0, 10_000), st.sampled_from(["othello", "gomoku", "tictactoe"]))
def test_the_words_name_every_stone(seed, name):
    state = at_random((name, None, None), seed)
    what, text = scene(state), board(state).text
    for stone, side in ((1, "X"), (2, "O")):
        said = re.search(rf" {side}(?:, \w+)?: ([^.]*)\.", text)
        cells = [what.name(cell) for cell, found in enumerate(what.stones) if found == stone]
        assert said is not None
        assert said[1] == (" ".join(cells) or "no stones")


# --- teaching games ---------------------------------------------------------------------------------------


def test_plates_show_notes_and_choices():
    root = parsed(board(plates.parse("1,20,50/5,10,100/1,5,20 B 5+100 5")))
    shown = {
        plate.get("data-gk-plate"): [
            (note.get("data-gk-note"), note.get("data-gk-fate"))
            for note in plate.iter(f"{SVG}g")
            if note.get("data-gk-note")
        ]
        for plate in root.iter(f"{SVG}g")
        if plate.get("data-gk-plate")
    }
    assert shown == {
        "A": [("1", "open"), ("20", "open"), ("50", "open")],
        "B": [("5", "kept"), ("10", "left"), ("100", "handed")],
        "C": [("1", "open"), ("5", "open"), ("20", "open")],
    }
    chosen = [g.get("data-gk-plate") for g in root.iter(f"{SVG}g") if g.get("data-gk-chosen")]
    assert chosen == ["B"]
    assert board(plates.parse("1,20/5,10 A")).text == (
        "Banknotes on plates. A: 1 20. B: 5 10. so far: A. The second player hands over two notes."
    )


TREES = [("[[5, 3], [1, 9]]", 7), ("[1, [2, [-inf, 2.5]]] min", 7), ("4", 1)]


@pytest.mark.parametrize(("text", "count"), TREES)
def test_trees_show_every_node(text, count):
    state = tree.parse(text)
    picture = board(state)
    nodes = [e for e in parsed(picture).iter() if e.get("data-gk-node")]
    assert len(nodes) == count
    leaves = [e.find(f"{SVG}text").text for e in nodes if e.get("data-gk-node") == "leaf"]
    written = re.findall(r"-?inf|-?[\d.]+", text)
    assert sorted(leaves) == sorted(leaf.replace("-", "−").replace("inf", "∞") for leaf in written)
    assert f"of {count} node" in picture.text
    sides = [e.get("data-gk-node") for e in nodes if e.get("data-gk-node") in ("max", "min")]
    assert not sides or sides[0] == ("min" if text.endswith("min") else "max")


def test_large_trees_fold():
    wide = tree.from_lists([[list(range(9)) for _ in range(9)] for _ in range(9)])
    picture = board(wide)
    folded = [e for e in parsed(picture).iter() if e.get("data-gk-node") == "folded"]
    drawn = [e for e in parsed(picture).iter() if e.get("data-gk-node")]
    below = sum(int(e.find(f"{SVG}text").text.replace(",", "")) for e in folded)
    assert folded
    assert len(drawn) <= 150
    assert len(drawn) + below == 1 + 9 + 81 + 729
    assert "820 nodes" in picture.text


# --- sizes ------------------------------------------------------------------------------------------------


def longest(variant: Any) -> Any:
    """The end of a long random game."""
    ends = [list(random_game(start(variant), seed))[-1] for seed in range(3)]
    return max(ends, key=lambda state: len(board(state).svg))


def test_pictures_are_small():
    state = othello.parse("f5d6c3")
    weights = {move_name(state, move_at(state, cell)): cell for cell in range(64)}
    assert len(board(longest(("othello", None, None))).svg) < 6_000
    assert len(board(longest(("gomoku", "20x20", None))).svg) < 20_000
    full = gomoku.parse("/".join(("XXOO" if row % 2 else "OOXX") * 5 for row in range(20)))
    assert len(board(full).svg) < 20_000
    assert len(board(longest(("connect4", "12x12", None))).svg) < 10_000
    assert len(board(state, heat=weights).svg) < 16_000
    assert len(thumbnail(longest(("othello", None, None))).svg) < 3_000


@pytest.mark.parametrize("variant", ALL, ids=variant_name)
def test_pictures_have_the_size_that_was_asked_for(variant):
    for size in (200, 320):
        root = parsed(board(start(variant), size=size))
        width, height = float(root.get("width")), float(root.get("height"))
        wide, high = map(float, root.get("viewBox").split()[2:])
        assert width == pytest.approx(size, abs=0.01) or height == pytest.approx(1.5 * size, abs=0.01)
        assert width <= size + 0.01
        assert width / height == pytest.approx(wide / high, rel=0.01)
    assert max(float(parsed(thumbnail(start(variant), 40)).get(edge)) for edge in ("width", "height")) <= 60


def test_titles_are_escaped_and_wrapped():
    picture = board(othello.start(), title="a < b & a title so long that it needs a second line at least")
    shown = [e.text for e in parsed(picture).iter(f"{SVG}text") if e.get("font-weight") == "600"]
    assert " ".join(shown) == "a < b & a title so long that it needs a second line at least"
    assert len(shown) > 1


# --- bad input --------------------------------------------------------------------------------------------

START = othello.start()
BAD = [
    (START, {"numbers": {"j9": 1}}, BadText, "an othello move is a square such as d3, or pass, not 'j9'"),
    (othello.start("4x4"), {"numbers": {"h8": 1}}, BadText, "the square h8 is not on the 4x4 board"),
    (START, {"numbers": {99: 1}}, GamekitError, "there is no square with the number 99 on the 8x8 board"),
    (othello.start("4x4"), {"heat": {0: 1}}, GamekitError, "no square with the number 0 on the 4x4 board"),
    (connect4.start(), {"numbers": {7: 1}}, GamekitError, "there is no column with the number 7"),
    (connect4.parse("111111"), {"heat": {"1": 1}}, GamekitError, "column 1 is full"),
    (START, {"numbers": {2.5: 1}}, GamekitError, "by its name or number, not by '2.5'"),
    (START, {"numbers": {"d3": "far too long"}}, GamekitError, "at most 6 characters"),
    (START, {"numbers": ["d3"]}, GamekitError, "numbers maps moves or their names"),
    (START, {"heat": {"d3": "high"}}, GamekitError, "heat is made of numbers, not of"),
    (START, {"heat": {"d3": float("nan")}}, GamekitError, "heat is made of numbers"),
    (START, {"last": "d3"}, GamekitError, "the last move cannot be d3: no stone is there"),
    (connect4.start(), {"last": "3"}, GamekitError, "the last move cannot be 3: no stone is there"),
    (START, {"stable": True}, GamekitError, "say which discs are stable"),
    (START, {"stable": ["a1"]}, GamekitError, "no disc is on a1"),
    (connect4.start(), {"stable": [1]}, GamekitError, "connect4 turns no stones"),
    (START, {"threats": True}, GamekitError, "othello has no rows to complete"),
    (START, {"line": "f5f5"}, IllegalMove, "move 2 of the line, f5, is not legal there; legal are: f4 d6 f6"),
    (START, {"line": 7}, GamekitError, "a line is a list of moves or a transcript, not '7'"),
    (START, {"size": 0}, GamekitError, "the size of a picture is 16 to 4000 pixels, not 0"),
    (START, {"size": "big"}, GamekitError, "16 to 4000 pixels, not 'big'"),
    (
        plates.start(),
        {"heat": {"A": 1}},
        GamekitError,
        "plates has no squares to mark, so 'heat' means nothing",
    ),
    ((1, 2), {}, GamekitError, "there is no picture for tuple; it is no state of the kit's games"),
]


@pytest.mark.parametrize(("state", "what", "error", "sentence"), BAD, ids=[case[3][:40] for case in BAD])
def test_bad_input_is_answered_by_a_sentence(state, what, error, sentence):
    with pytest.raises(error, match=re.escape(sentence)) as problem:
        board(state, **what)
    assert "\n" not in str(problem.value)


def test_other_bad_input():
    with pytest.raises(GamekitError, match="plates has no board; the games with a board are"):
        scene(plates.start())


def test_every_game_has_a_picture():
    for name in games.names():
        assert parsed(board(games.start(name))).tag == f"{SVG}svg"
        assert parsed(thumbnail(games.start(name))).tag == f"{SVG}svg"


@pytest.mark.parametrize(("game", "size"), [("gomoku", None), ("gomoku", "19x19"), ("othello", None)])
def test_numbers_on_large_boards_can_be_read(game, size):
    """However many squares there are, a value is written in letters of ten pixels or more."""
    state = games.start(game, size)
    picture = board(state, heat=dict.fromkeys(list(moves(state))[:4], -12.25))
    root = ElementTree.fromstring(picture.svg)
    scale = float(root.get("width")) / float(root.get("viewBox").split()[2])
    sizes = [float(text.get("font-size")) for text in root.iter() if text.get("data-gk-number")]
    assert len(sizes) == 4
    assert min(sizes) * scale >= 10
