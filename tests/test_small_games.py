"""Plates, trees, tic-tac-toe and Connect Four: counts from outside, texts, faults."""

from __future__ import annotations

import csv
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import TRUTH, random_game

from gamekit import INF, BadText, compiled, is_over, moves, parse_move, play, position_text, score, to_move
from gamekit.evaluators import FinalScore
from gamekit.games import connect4, game, parse, plates, start, tictactoe, tree
from gamekit.perft import count_lines, count_positions
from gamekit.search.negamax import negamax

pytestmark = pytest.mark.quick


def rows(name):
    return list(csv.DictReader((TRUTH / name).read_text("utf-8").splitlines()))


# --- tic-tac-toe ------------------------------------------------------------------------------------------


def test_tictactoe_has_5478_distinct_positions():
    assert sum(count_positions(tictactoe.start(), ply) for ply in range(10)) == 5_478


def lines_of(width, height, run):
    """Every row of squares that wins, by definition."""
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                squares = [(row + i * down, column + i * right) for i in range(run)]
                if all(0 <= r < height and 0 <= c < width for r, c in squares):
                    yield sum(1 << (r * width + c) for r, c in squares)


@pytest.mark.parametrize(
    ("width", "height", "run"),
    [
        *[(3, 3, 3), (8, 8, 4), (1, 1, 1)],
        *[pytest.param(*size, marks=pytest.mark.long) for size in ((4, 4, 3), (5, 3, 3), (2, 6, 2))],
    ],
)
def test_a_row_is_found_where_there_is_one(width, height, run):
    state_class = tictactoe.state_class(width, height, run)
    wins = list(lines_of(width, height, run))
    for seed in range(40):
        for state in random_game(state_class(0, 0), seed):
            won = any(state.opponent & line == line for line in wins)
            full = (state.player | state.opponent) == (1 << width * height) - 1
            assert is_over(state) == (won or full)
            if is_over(state):
                assert score(state) == (-1 if won else 0)


# --- Connect Four -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows("positions_by_ply_7x6.csv")[:11], ids=lambda row: row["ply"])
def test_connect4_distinct_positions_by_ply(row):
    assert count_positions(connect4.start(), int(row["ply"])) == int(row["total"])


SMALL = [(4, 4), (5, 4), pytest.param(4, 5, marks=pytest.mark.long)]


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_connect4_total_positions_of_small_boards(width, height):
    table = {row["height\\width"]: row for row in rows("position_counts_by_size.csv")}
    state = connect4.start(f"{width}x{height}")
    assert compiled(all_positions)(state) == int(table[str(height)][str(width)])


def all_positions(state):
    """Every reachable position, ply by ply."""
    frontier = set()
    frontier.add(state)
    total = 1
    while len(frontier) > 0:
        following = set()
        for position in frontier:
            for move in moves(position):
                following.add(play(position, move))
        total += len(following)
        frontier = following
    return total


def test_connect4_perft():
    assert [count_lines(connect4.start(), d) for d in range(9)] == [
        1,
        7,
        49,
        343,
        2401,
        16807,
        117649,
        823536,
        5673234,
    ]


@pytest.mark.parametrize(
    "size",
    ["7x6", "10x6", "12x12", *(pytest.param(size, marks=pytest.mark.long) for size in ("4x4", "9x5", "6x9"))],
)
def test_connect4_equals_a_board_of_characters(size):
    """Moves, wins and texts of every size, one word and three, against lists of characters."""
    width, height = map(int, size.split("x"))
    for seed in range(15):
        columns = [[] for _ in range(width)]
        states = random_game(connect4.start(size), seed)
        state = next(states)
        for turn, following in enumerate(states):
            move = next(m for m in moves(state) if play(state, m) == following)
            columns[move].append("XO"[turn % 2])
            state = following
            grid = {(c, r): mark for c, column in enumerate(columns) for r, mark in enumerate(column)}
            won = any(
                all(grid.get((c + i * right, r + i * up)) == mark for i in range(4))
                for (c, r), mark in grid.items()
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
            )
            assert is_over(state) == (won or len(grid) == width * height)
            if not is_over(state):
                assert moves(state) == [c for c, column in enumerate(columns) if len(column) < height]
            elif won:
                assert score(state) == -(1 + (width * height - len(grid)) // 2)
            else:
                assert score(state) == 0


def test_connect4_scores_count_how_early_the_win_comes():
    state = connect4.parse("4141414")
    assert is_over(state)
    assert score(state) == -(22 - 4)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("448", "character 3: '8' is no column; columns are 1 2 3 4 5 6 7"),
        ("4444444", "character 7: column 4 is full"),
        ("41414141", "character 8: the game is over before this move"),
        ("......./......./......./...X.../......./.......", "character 28: this stone has nothing below it"),
        ("......./......./......./......./......./XX.....", "X has 2 stones and O has 0"),
    ],
)
def test_connect4_faults(text, sentence):
    with pytest.raises(BadText) as caught:
        connect4.parse(text)
    assert sentence in str(caught.value)


# --- plates and trees -------------------------------------------------------------------------------------


def test_plates_of_any_number():
    state = plates.parse("1,2,3,4/5,6")
    assert [len(moves(play(state, move))) for move in moves(state)] == [6, 1]
    assert negamax(state, 3, -INF, INF, FinalScore()) == 6
    assert position_text(plates.parse("1,20,50/5,10,100/1,5,20 A 20+1")) == "1,20,50/5,10,100/1,5,20 A 1+20"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,2/3", "plate 2 has 1 notes; a plate has 2 to 20"),
        ("1,x/3,4", "character 3: a note is a whole number from 0 to 1000000, not 'x'"),
        ("1,2/3,4 Z", "'Z' is no choice here; the choices are A B"),
        ("1,2/3,4 A 1+2 1 1", "one choice too many"),
    ],
)
def test_plates_faults(text, sentence):
    with pytest.raises(BadText) as caught:
        plates.parse(text)
    assert sentence in str(caught.value)


def test_the_tree_with_infinities():
    lists = [[[[10, math.inf], [5]], [[-10]]], [[[7, 5], [-math.inf]], [[-7, -5]]]]
    state = tree.from_lists(lists)
    assert tree.to_lists(state) == lists
    assert negamax(state, 9, -INF, INF, FinalScore()) == -7
    left, right = (-negamax(play(state, move), 9, -INF, INF, FinalScore()) for move in moves(state))
    assert (left, right) == (-10, -7)
    assert compiled(negamax)(state, 9, -INF, INF, FinalScore()) == -7


def test_a_tree_may_have_fractions_and_a_side():
    state = tree.parse("[0.5, [1, 2]] min")
    assert to_move(state) == 1
    assert negamax(state, 9, -INF, INF, FinalScore()) == -0.5
    assert compiled(negamax)(state, 9, -INF, INF, FinalScore()) == -0.5


@pytest.mark.parametrize(
    "bad", ["", "[", "[]", "[1,]", "[1 2]", "[1]]", "1 2", "[[1], a]", "[1e999]", "nan", "9" * 30]
)
def test_tree_faults(bad):
    with pytest.raises(BadText):
        tree.parse(bad)
    with pytest.raises(BadText):
        tree.from_lists([bad])


# --- garbage ----------------------------------------------------------------------------------------------

PARSERS = {
    "plates": "0123456789,/ AB+\n:",
    "tree": "[]0123456789,.-+einf max",
    "tictactoe": "XO./ \nabc123",
    "connect4": "1234567XO./ \n",
}


@pytest.mark.parametrize("name", PARSERS)
def test_garbage_is_refused_with_a_sentence(name):
    @given(st.text(max_size=60) | st.text(alphabet=PARSERS[name], max_size=60))
    def check(text):
        try:
            state = parse(name, text)
        except BadText as error:
            assert "\n" not in str(error)
        else:
            assert position_text(parse(name, position_text(state))) == position_text(state)
        try:
            move = parse_move(start(name), text)
        except BadText as error:
            assert "\n" not in str(error)
        else:
            assert move in moves(start(name))

    check()


def test_unknown_games_sizes_and_options():
    with pytest.raises(BadText, match="there is no game 'chess'; the games are connect4"):
        game("chess")
    with pytest.raises(BadText, match="plates has no option 'size'"):
        start("plates", size="3x3")
    with pytest.raises(BadText, match="othello has no option 'rule'"):
        start("othello", rule="renju")
    for name, size in (
        ("connect4", "3x3"),
        ("connect4", "13x4"),
        ("connect4", "x"),
        ("tictactoe", "9x9"),
        ("tictactoe", "3x3x4"),
        ("othello", "5x5"),
    ):
        with pytest.raises(BadText):
            start(name, size=size)
