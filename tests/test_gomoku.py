"""Gomoku: against positions from outside, against a slow reference, and against itself.

By hand, the random positions of renju go further: set GAMEKIT_RENJU_POSITIONS=10000.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import gomoku_reference as reference
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamekit import (
    FIRST,
    SECOND,
    BadText,
    IllegalMove,
    board_text,
    compiled,
    count_moves,
    is_over,
    key,
    move_name,
    moves,
    parse_move,
    play,
    position_text,
    score,
    snapshot,
    to_move,
    trace,
    undo,
)
from gamekit.games import gomoku

POSITIONS = int(os.environ.get("GAMEKIT_RENJU_POSITIONS", 1500))
RULES = ("freestyle", "standard", "renju")

# From the unit tests of junghyun397/mintaka, MaciejKozarzewski/AlphaGomoku and starpentagon/realcore.
TRUTH = json.loads((Path(__file__).parent / "truth" / "renju_forbidden.json").read_text())


def bits_of(state):
    return state.record.tobytes()


def board_of(state):
    return reference.from_rows(position_text(state).split()[0].split("/"))


# --- renju ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(TRUTH)))
def test_forbidden_squares_from_outside(number):
    entry = TRUTH[number]
    state = gomoku.parse("/".join(entry["rows_top15_to_1"]) + " X", rule="renju")
    found = gomoku.forbidden(state)
    for name, is_forbidden in entry.get("labels", {}).items():
        assert (name.lower() in found) == is_forbidden, name
    wanted = {name.lower(): reason for name, reason in entry.get("forbidden", {}).items()}
    for name, reason in wanted.items():
        assert found[name] == reason or reason == "?", name
    if entry["complete"]:
        assert set(found) == set(wanted)
    if not is_over(state):  # one of them shows white with seven in a row
        legal = {move_name(state, move) for move in moves(state)}
        assert legal.isdisjoint(found)
        assert len(legal) + len(found) == "".join(entry["rows_top15_to_1"]).count(".")
    if "moves" in entry:
        played = gomoku.parse(" ".join(entry["moves"]), rule="renju")
        assert played == state
        assert key(played) == key(state)


def test_reference_knows_the_positions_from_outside():
    """Who watches the watchman: the reference must pass what it is to judge."""
    for entry in TRUTH:
        board = reference.from_rows(entry["rows_top15_to_1"])
        found = {
            f"{chr(ord('A') + c)}{15 - r}": reason for (c, r), reason in reference.forbidden(board).items()
        }
        for name, is_forbidden in entry.get("labels", {}).items():
            assert (name in found) == is_forbidden
        if entry["complete"]:
            assert set(found) == set(entry["forbidden"])


def clustered_rows(rng, width, height):
    """Black stones on lines that cross near one square, so that threes and fours abound; some white ones."""
    grid = [["."] * width for _ in range(height)]
    centre = rng.randrange(2, width - 2), rng.randrange(2, height - 2)
    density = rng.choice((0.4, 0.55, 0.7, 0.8))
    for _ in range(rng.randint(2, 4)):
        dc, dr = rng.choice(reference.LINES)
        shift_c, shift_r = rng.choice((0, 0, 0, -1, 1)), rng.choice((0, 0, 0, -1, 1))
        for k in range(-4, 5):
            c, r = centre[0] + shift_c + k * dc, centre[1] + shift_r + k * dr
            if k and 0 <= c < width and 0 <= r < height and rng.random() < density:
                grid[r][c] = "X"
    if rng.random() < 0.2:
        for column in range(rng.randint(4, 6)):
            grid[-1][column] = "O"
    for _ in range(rng.randint(0, width * height // 10)):
        grid[rng.randrange(height)][rng.randrange(width)] = "O" if rng.random() < 0.75 else "X"
    return ["".join(row) for row in grid]


def squares_by_name(state, squares):
    """The reference's squares, as the kit names them."""
    return {move_name(state, gomoku._square(row, column)): found for (column, row), found in squares.items()}


def test_random_positions_against_the_reference():
    rng = random.Random(2024)
    met = Counter()
    for number in range(POSITIONS):
        rows = clustered_rows(rng, rng.randint(6, 12), rng.randint(6, 12))
        board, text = reference.from_rows(rows), "/".join(rows) + " X"
        for rule in RULES:
            won = reference.winners(board, rule)
            if len(won) == 2:
                with pytest.raises(BadText, match="both X and O"):
                    gomoku.parse(text, rule=rule)
                continue
            state = gomoku.parse(text, rule=rule)
            assert score(state) == (1 if won == {"X"} else -1 if won else 0)
            met.update(f"{rule}: {mark} has won" for mark in won)

            before = bits_of(state)
            found = gomoku.forbidden(state)
            free = squares_by_name(state, {square: mark for square, mark in board.items() if mark == "."})
            legal = {} if won else free if rule != "renju" else free.keys() - found
            assert {move_name(state, move) for move in moves(state)} == set(legal)
            assert is_over(state) == (not legal)
            assert bits_of(state) == before
            if rule == "renju":
                assert found == squares_by_name(state, reference.forbidden(board)), str(state)
                met.update(found.values())
                if number % 5 == 0:
                    met["no real double-three"] += sum(is_no_real_double_three(board, s) for s in board)
            else:
                assert found == {}
    print(dict(met))
    assert met["overline"] > 300
    assert met["double-four"] > 150
    assert met["double-three"] > 300
    assert met["no real double-three"] > 30


def is_no_real_double_three(board, square):
    """May black play there only because a straight four would arise where black may not play?"""
    return (
        board[square] == "."
        and reference.stones_around(board, square) >= 4
        and looks_like_two_threes(board, square)
        and reference.verdict(board, square) == ""
    )


def looks_like_two_threes(board, square):
    """Two threes if it did not matter whether black may play where the straight four arises."""
    new = reference.with_stone(board, square, "X")
    lines = 0
    for line in reference.LINES:
        for added in reference.empty_near(new, square, line):
            larger = reference.with_stone(new, added, "X")
            fours = reference.completions(larger, square, line)
            if any(added in four and len(fives) == 2 for four, fives in fours.items()):
                lines += 1
                break
    return lines >= 2


def test_a_five_is_allowed_whatever_else_it_makes():
    rows = ["........", "XXXX.X..", "....X...", "....X...", "....X...", "........", "........", "........"]
    state = gomoku.parse("/".join(rows) + " X", rule="renju")
    assert gomoku.forbidden(state)["e7"] == "overline"
    rows[5] = "....X..."  # now e7 makes five down the column too
    state = gomoku.parse("/".join(rows) + " X", rule="renju")
    assert "e7" not in gomoku.forbidden(state)
    state = play(state, parse_move(state, "e7"))
    assert is_over(state)
    assert score(state) == -1


def test_black_without_a_legal_move_ends_in_a_draw():
    rows = ["XXOXXO", "OOXOOX", "XXOXXO", "OOXOOX", "OXOXOO", "XX.XXX"]
    assert reference.winners(reference.from_rows(rows), "renju") == set()
    state = gomoku.parse("/".join(rows) + " X", rule="renju")
    assert gomoku.forbidden(state) == {"c1": "overline"}
    assert is_over(state)
    assert moves(state) == []
    assert count_moves(state) == 0
    assert score(state) == 0
    assert board_text(state).endswith("X to move, a draw")
    assert not is_over(gomoku.parse("/".join(rows) + " O", rule="renju"))
    assert not is_over(gomoku.parse("/".join(rows) + " X", rule="standard"))


# --- the game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "stones", "winner"),
    [
        ("freestyle", "XXXXX.", "X"),
        ("freestyle", "XXXXXX", "X"),
        ("freestyle", "OOOOOO", "O"),
        ("standard", "XXXXX.", "X"),
        ("standard", "XXXXXX", None),
        ("standard", "OOOOO.", "O"),
        ("standard", "OOOOOO", None),
        ("renju", "XXXXX.", "X"),
        ("renju", "XXXXXX", None),
        ("renju", "OOOOO.", "O"),
        ("renju", "OOOOOO", "O"),
    ],
)
def test_who_wins_with_what(rule, stones, winner):
    empty = ["......"] * 4
    read = gomoku.parse("/".join([stones, "......", *empty]), rule=rule)
    assert is_over(read) == (winner is not None)
    side, gap = stones[0], stones[:2] + "." + stones[3:]
    state = gomoku.parse("/".join([gap, "......", *empty]) + f" {side}", rule=rule)
    if (rule, stones) == ("renju", "XXXXXX"):
        with pytest.raises(IllegalMove):  # an overline is forbidden to black, not only worthless
            play(state, parse_move(state, "c6"))
        return
    state = play(state, parse_move(state, "c6"))
    assert is_over(state) == (winner is not None)
    assert score(state) == (0 if winner is None else -1)  # whoever is to move now has lost


def test_random_games_play_undo_and_end_as_the_reference_says():
    rng = random.Random(7)
    ends = Counter()
    sizes = [("5x5", r) for r in RULES] + [("20x20", r) for r in RULES]
    sizes += [("5x6", r) for r in RULES * 4]
    sizes += [(f"{rng.randint(5, 20)}x{rng.randint(5, 20)}", rng.choice(RULES)) for _ in range(40)]
    for size, rule in sizes:
        state = gomoku.start(size, rule)
        before, played = [], []
        while True:
            legal = moves(state)
            assert legal == sorted(legal)
            assert count_moves(state) == len(legal)
            assert is_over(state) == (legal == [])
            if not legal:
                break
            assert to_move(state) == (FIRST, SECOND)[len(played) % 2]
            # Near the last stones, lest the game become a heap of single stones.
            near = [m for m in legal if any(abs(m - p) in gomoku.STEPS for p in played[-6:])]
            move = rng.choice(near or legal)
            before.append(bits_of(state))
            state = play(state, move)
            played.append(move)
            if rng.random() < 0.1:
                fresh = gomoku.parse(position_text(state), rule=rule)
                assert fresh == state
                assert key(fresh) == key(state)
                assert (is_over(fresh), score(fresh)) == (is_over(state), score(state))
        won = reference.winners(board_of(state), rule)
        assert score(state) == (-1 if won else 0)
        ends["won" if won else "drawn"] += 1
        assert state.record[0].log[: len(played)].tolist() == played
        for move in reversed(played):
            undo(state, move)
            assert bits_of(state) == before.pop()
        assert state == gomoku.start(size, rule)
    print(dict(ends))
    assert min(ends["won"], ends["drawn"]) >= 3


def test_keys_tell_positions_apart():
    texts = ["h8 i9 h7", "h7 i9 h8", "h8 i9 h6", "h8 i9", "h8"]
    states = [gomoku.parse(text, rule=rule) for text in texts for rule in RULES]
    states += [gomoku.parse("", size) for size in ("15x14", "14x15", "14x14")]
    states += [gomoku.parse("...../...../..X../...../..... " + side) for side in "XO"]
    for one in states:
        for other in states:
            assert (key(one) == key(other)) == (one == other)
            assert (key(one) != key(other)) == (one != other)
    assert gomoku.parse(texts[0]) == gomoku.parse(texts[1])


def test_snapshot_stays_when_the_game_goes_on():
    state = gomoku.parse("h8 i9")
    kept = snapshot(state)
    moved = play(state, parse_move(state, "a1"))
    assert moved == state != kept
    assert kept == gomoku.parse("h8 i9")


# --- twins ------------------------------------------------------------------------------------------------


def negamax(state, depth, alpha, beta, counter):
    counter[0] += 1
    if depth == 0 or is_over(state):
        return score(state)
    best = -9
    for move in moves(state):
        best = max(best, -negamax(play(state, move), depth - 1, -beta, -alpha, counter))
        undo(state, move)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "text",
    [
        "...../.XXX./.OOO./...../..... X",
        "XXXX./OO.O./.X.X./..O../O.... O",
        ".X.../X.OO./X..O./.OX../..X.. X",
    ],
)
def test_twins_agree(rule, text):
    state = gomoku.parse(text, rule=rule)
    before = bits_of(state)
    plain, machine = np.zeros(1, np.int64), np.zeros(1, np.int64)
    value = negamax(state, 2, -9, 9, plain)
    assert compiled(negamax)(state, 2, -9, 9, machine) == value
    traced = trace(negamax)(state, 2, -9, 9, np.zeros(1, np.int64))
    assert traced.value == value
    assert plain[0] == machine[0] == len(traced)
    assert bits_of(state) == before
    for node in traced.nodes[1:20]:
        assert node.state.record[0].board[node.move] != gomoku.EMPTY


def test_a_cutoff_in_compiled_code_gives_back_the_state():
    """Numba never frees what a generator holds when a loop over it is left early."""
    state = gomoku.start("5x5")
    search = compiled(negamax)
    search(state, 2, -9, 0, np.zeros(1, np.int64))
    before = sys.getrefcount(state.record)
    for _ in range(20):
        search(state, 2, -9, 0, np.zeros(1, np.int64))
    after = sys.getrefcount(state.record)
    assert after == before


TWO_PROCESSES = """
import numpy as np
from test_gomoku import negamax
from gamekit import compiled, count_moves, is_over, moves
from gamekit.games import gomoku
state = gomoku.parse("h8 i9 h7 i8 j9", rule="renju")
counter = np.zeros(1, np.int64)
value = compiled(negamax)(state, 2, -9, 9, counter)
study = gomoku.parse("......./......./.XX..../...X.../...X.../......./.......", rule="renju")
print(value, counter[0], len(moves(study)), count_moves(study), is_over(study), gomoku.forbidden(study))
"""


@pytest.mark.long
def test_two_processes_share_the_cache(tmp_path):
    outputs = []
    for _ in range(2):
        run = subprocess.run(
            [sys.executable, "-c", TWO_PROCESSES],
            env={**os.environ, "GAMEKIT_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parent)},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert (run.returncode, run.stderr) == (0, "")
        outputs.append(run.stdout)
    assert outputs[0] == outputs[1]
    assert "44 44 False {'d5': 'double-three'}" in outputs[0]


# --- text -------------------------------------------------------------------------------------------------


def test_a_board_is_drawn_as_people_draw_it():
    state = gomoku.parse("c3 d4 c2 c4", "6x5")
    drawing = """\
  a b c d e f
5 . . . . . . 5
4 . . O O . . 4
3 . . X . . . 3
2 . . X . . . 2
1 . . . . . . 1
  a b c d e f
X to move"""
    assert str(state) == board_text(state) == drawing
    assert gomoku.parse(drawing) == state
    assert repr(state) == "gomoku.parse('....../..OO../..X.../..X.../...... X', rule='freestyle')"
    assert str(gomoku.parse("XXXXX/OOOO./...../...../.....")).endswith("O to move, X has won")
    assert str(gomoku.start("20x20")).split("\n")[1].startswith("20 . . .")


@pytest.mark.parametrize("size", ["5x5", "20x20", "5x20", "20x5", "15", "9x12"])
def test_texts_round_trip(size):
    rng = random.Random(size)
    state = gomoku.start(size)
    at = state.record[0]
    for side in "XO":
        rows = clustered_rows(rng, at.width, at.height)
        if len(reference.winners(reference.from_rows(rows), "freestyle")) == 2:
            continue
        text = f"{'/'.join(rows)} {side}"
        read = gomoku.parse(text)
        assert position_text(read) == text
        assert gomoku.parse(str(read)) == read == gomoku.parse(text, size)
    for move in moves(state):
        assert parse_move(state, move_name(state, move)) == move < 2**15
    assert move_name(state, moves(state)[0]) == f"a{at.height}"


def test_the_side_to_move_is_guessed_from_the_stones():
    def side(rows):
        return "XO"[to_move(gomoku.parse(rows))]

    empty = "/...../...../...../....."
    assert [side(row + empty) for row in (".....", "X....", "XO...", "XX...", "XXXO.", "O....")] == list(
        "XOXXXX"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("h8 i9 h8", "character 7: there is a stone on h8 already"),
        ("h8i9p3", "character 5: the square p3 is not on the 15x15 board"),
        ("a1 a2 b1 b2 c1 c2 d1 d2 e1 e2", "character 28: the game is over before e2"),
        ("h8 i9 h123", "rows of X, O and . joined by /"),
        ("hello", "rows of X, O and . joined by /"),
        ("hello\nworld", "line 1: 'hello' is no row of X, O and ."),
        ("..../..../..../....", "5x5 to 20x20, not 4x4"),
        ("....?/...../...../...../.....", "character 5: '?' is not X, O or ."),
        ("...../..../...../...../.....", "character 7: row 2 has 4 squares where 5 are needed"),
        ("...../...../...../...../..... Z", "character 31: the side to move is X or O, not 'Z'"),
        ("XXXXX/OOOOO/...../...../.....", "both X and O have five in a row"),
    ],
)
def test_wrong_positions_get_a_sentence(text, sentence):
    with pytest.raises(BadText) as problem:
        gomoku.parse(text)
    assert sentence in str(problem.value)
    assert "\n" not in str(problem.value)


def test_wrong_moves_sizes_and_rules_get_a_sentence():
    with pytest.raises(BadText, match="character 25: renju forbids black d4: double-three"):
        gomoku.parse("b4 a1 c4 a7 d3 g1 d2 g7 d4", "7x7", "renju")
    gomoku.parse("b4 a1 c4 a7 d3 g1 d2 g7 d4", "7x7", "standard")
    state = gomoku.start("9x7")
    for text in ("", "h", "8", "hh8", "h88", "h0", "a8", "j1", "h8x", "²3", "a٣", "pass"):
        with pytest.raises(BadText):
            parse_move(state, text)
    assert parse_move(state, " I7 ") == gomoku._square(0, 8)
    for size in ("4x4", "21x21", "5x21", "abc", "5x", "5x5x5", "-5x5", "999999"):
        with pytest.raises(BadText):
            gomoku.start(size)
    with pytest.raises(BadText, match="freestyle, standard and renju"):
        gomoku.start(rule="go")


BOARDISH = st.text(alphabet="XOxo.-_*0/ \nabht1589é?", max_size=80)
ROWS = st.lists(st.text(alphabet="XO.", min_size=4, max_size=7), min_size=4, max_size=7).map("/".join)
MOVES = st.lists(st.from_regex(r"[a-u][0-9]{1,2}", fullmatch=True), max_size=12).map(" ".join)
SIZES = st.none() | st.sampled_from(["5x5", "7x6", "20", "", "x", "30x30"]) | st.text(max_size=6)


def check_sentence(problem):
    assert "\n" not in str(problem)
    assert 10 < len(str(problem)) < 200


@settings(max_examples=400, deadline=None)
@given(
    text=BOARDISH | ROWS | MOVES | st.text(max_size=60), size=SIZES, rule=st.sampled_from([*RULES, None, "x"])
)
def test_nothing_but_bad_text_comes_out_of_garbage(text, size, rule):
    try:
        state = gomoku.parse(text, size, rule)
    except BadText as sentence:
        check_sentence(sentence)
        return
    name = rule or "freestyle"
    assert gomoku.parse(position_text(state), rule=name) == state == gomoku.parse(str(state), rule=name)


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=8) | st.from_regex(r"[a-zA-Z][0-9]{0,3}", fullmatch=True))
def test_nothing_but_bad_text_comes_out_of_a_garbled_move(text):
    state = gomoku.start("12x7")
    try:
        move = parse_move(state, text)
    except BadText as sentence:
        check_sentence(sentence)
        return
    assert move in moves(state)
    assert move_name(state, move) == text.strip().lower().replace("0", "", text.strip()[1:2] == "0")
