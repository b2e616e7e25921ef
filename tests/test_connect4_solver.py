"""The Connect Four solver and the suite runner: published scores, minimax itself, faults."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from support import TRUTH, run_python

from gamekit import INF, BadText, GamekitError, compiled, is_over, moves, play, score, suite
from gamekit.connect4.solver import Solver, solve
from gamekit.evaluators import FinalScore
from gamekit.games import connect4, othello, tictactoe
from gamekit.search.negamax import negamax
from gamekit.search.result import Result
from gamekit.suite import Case, Solved

SETS = TRUTH / "connect4"


@cache
def solver(width, height):
    return Solver(width, height)


def size_of(state):
    return type(state).width, type(state).height


def best_play(state, **question):
    """The moves that the solver would play on both sides, to the end."""
    line = []
    while (move := solver(*size_of(state)).solve(state, **question).move) is not None:
        line.append(move)
        state = play(state, move)
    return line


# --- published scores -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "columns_from", "count"),
    [
        ("7x6-end-easy", 1, 1000),
        ("7x6-middle-easy", 1, 200),
        ("7x6-begin-easy", 1, 200),
        ("7x6-middle-medium", 1, 30),
        ("10x6-end", 0, 100),
        pytest.param("9x5-end", 0, 200, marks=pytest.mark.long),
    ],
)
def test_published_scores(name, columns_from, count):
    size = name.split("-")[0]
    cases = suite.read_connect4(SETS / f"{name}.txt", size, columns_from)[:count]
    one = solver(*map(int, size.split("x")))
    solved = list(suite.run(cases, one.solve))
    assert [each.case for each in solved if not each.is_right] == []
    assert suite.summary(solved).startswith(f"{count} of {count} right, ")
    outcome = suite.run(cases, lambda state: one.solve(state, outcome_only=True), outcome_only=True)
    assert all(each.is_right and each.result.value in (-1, 0, 1) for each in outcome)


# Outcome and ply of the last stone under perfect play: from the readme of ChristopheSteininger/c4.
@pytest.mark.parametrize(
    ("size", "outcome", "last_ply"),
    [
        ("4x4", "Draw", 16),
        *[
            pytest.param(*one, marks=pytest.mark.long)
            for one in (("5x5", "Draw", 25), ("4x5", "Draw", 20), ("5x4", "Draw", 20), ("6x4", "2nd", 24))
        ],
    ],
)
def test_whole_boards(size, outcome, last_ply):
    start = connect4.start(size)
    result = solver(*size_of(start)).solve(start)
    assert result.depth == type(start).width * type(start).height
    assert {0: "Draw", 1: "1st", -1: "2nd"}[(result.value > 0) - (result.value < 0)] == outcome
    assert len(best_play(start)) == last_ply
    assert solve(start, outcome_only=True).value == (result.value > 0) - (result.value < 0)


# --- minimax itself ---------------------------------------------------------------------------------------


def minimax(state, empties):
    return compiled(negamax)(state, empties, -INF, INF, FinalScore())


def late_position(size, empties, rng):
    """A position that random moves lead to, none of which ends the game."""
    while True:
        state = connect4.start(size)
        for _ in range(type(state).width * type(state).height - empties):
            quiet = [child for move in moves(state) if not is_over(child := play(state, move))]
            if not quiet:
                break
            state = rng.choice(quiet)
        else:
            return state


def crafted_position(width, height, empties, rng):
    """A board filled without a four, then disturbed where that makes none, with the topmost stones gone.

    Random play hardly ever fills a large board. Pairs side by side that change with each row make no four.
    """
    mark = {(c, r): (c // 2 + r) % 2 for c in range(width) for r in range(height)}

    def has_four(square):
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for first in range(-3, 1):
                line = [(square[0] + (first + i) * right, square[1] + (first + i) * up) for i in range(4)]
                if len({mark.get(each) for each in line}) == 1:
                    return True
        return False

    for square in rng.sample(sorted(mark), len(mark) // 2):
        mark[square] ^= 1
        if has_four(square):
            mark[square] ^= 1
    for _ in range(empties):
        column = rng.randrange(width)
        del mark[max((square for square in mark if square[0] == column), key=lambda square: square[1])]
    sides = [sum(1 << (height + 1) * c + r for (c, r), side in mark.items() if side == who) for who in (0, 1)]
    made = connect4.state_class(width, height)
    return made(*(int(word) for stones in sides for word in connect4._words(stones, made.words)))


# Each size is compiled by itself. One that takes one word, one that takes two, and three, are always tried.
SMALL_ENOUGH = [
    *[("4x4", 10), ("7x6", 10), ("10x6", 9)],
    *[
        pytest.param(size, most, marks=pytest.mark.long)
        for size, most in (("5x5", 10), ("8x7", 10), ("9x5", 10), ("9x7", 9))
    ],
]


@pytest.mark.parametrize(("size", "most_empties"), SMALL_ENOUGH)
def test_minimax_agrees_after_random_play(size, most_empties):
    rng = random.Random(size)
    for number in range(40):
        empties = 1 + number % most_empties
        check_against_minimax(late_position(size, empties, rng), empties)


@pytest.mark.parametrize(
    "size",
    [(12, 12), pytest.param((11, 10), marks=pytest.mark.long), pytest.param((12, 4), marks=pytest.mark.long)],
)
def test_minimax_agrees_on_crafted_boards(size):
    rng = random.Random(str(size))
    values = []
    for number in range(60):
        state = crafted_position(*size, 1 + number % 8, rng)
        values.append(check_against_minimax(state, 1 + number % 8))
    assert min(values) < 0 < max(values)


def check_against_minimax(state, empties):
    assert not is_over(state)
    one = solver(*size_of(state))
    value = minimax(state, empties)
    result = one.solve(state)
    assert (result.value, result.depth) == (value, empties), state
    assert -minimax(play(state, result.move), empties - 1) == value, state
    outcome = one.solve(state, outcome_only=True)
    assert outcome.value == (value > 0) - (value < 0), state
    assert final_score(state, best_play(state)) == value
    final = final_score(state, best_play(state, outcome_only=True))
    assert (final > 0) - (final < 0) == outcome.value
    return value


def final_score(state, line):
    """How the game ends after these moves, for the side to move before them."""
    for move in line:
        state = play(state, move)
    assert is_over(state)
    return score(state) * (-1) ** len(line)


# --- positions that are over, and what is none ------------------------------------------------------------


@pytest.mark.parametrize("size", ["4x4", "7x6", "10x6", "12x12"])
def test_a_game_that_is_over_has_its_score_and_no_move(size):
    state = connect4.parse("1212121", size)
    assert is_over(state)
    for outcome_only in (False, True):
        result = solve(state, outcome_only=outcome_only)
        assert (result.move, result.line, result.nodes) == (None, (), 0)
        assert result.value == (-1 if outcome_only else score(state))


def test_a_full_board_is_a_draw():
    state = connect4.start("4x4")
    for move in best_play(state):
        state = play(state, move)
    result = solve(state)
    assert (result.move, result.value, result.depth) == (None, 0, 0)


@pytest.mark.parametrize(
    ("size", "mine", "theirs"),
    [
        ((7, 6), 1 << 6, 0),  # above the top of a column
        ((7, 6), 1 << 63, 0),  # beyond the board
        ((7, 6), 1, 1),  # two stones on one square
        ((7, 6), 2, 0),  # nothing below
        ((7, 6), 0b1111, 0),  # the side to move has four
        ((7, 6), -1, 0),
        ((7, 6), 1 << 64, 0),
        ((7, 6), "4", 0),
        ((7, 6), None, 0),
    ],
)
def test_what_is_no_position_is_refused(size, mine, theirs):
    with pytest.raises(GamekitError, match="no position"):
        solve(connect4.state_class(*size)(mine, theirs))


@pytest.mark.parametrize("place", range(6))
def test_wide_words_that_are_no_stones_are_refused(place):
    fields = [0] * 6
    fields[place] = 1 << 62
    for size in ((10, 6), (12, 12)):
        with pytest.raises(GamekitError, match="no position"):
            solve(connect4.state_class(*size)(*fields))


def test_a_solver_takes_its_own_size_only():
    with pytest.raises(GamekitError, match="this solver takes Connect4_5x5, not Connect4"):
        solver(5, 5).solve(connect4.start())
    with pytest.raises(GamekitError, match="takes positions of connect four, not"):
        solve(tictactoe.start())
    with pytest.raises(GamekitError, match="takes positions of connect four, not str"):
        solve("4453")
    with pytest.raises(GamekitError, match="4x4 to 12x12, not 13x4"):
        Solver(13, 4)


@pytest.mark.parametrize("table_mb", [-1, 0, "64", None, float("nan"), float("inf")])
def test_a_table_needs_a_size(table_mb):
    with pytest.raises(GamekitError, match="a table has a size in megabytes"):
        Solver(4, 4, table_mb)


def test_a_table_that_does_not_fit():
    with pytest.raises(GamekitError, match="there is no room for a table of"):
        Solver(12, 12, 2**28)


# --- buffers ----------------------------------------------------------------------------------------------


def test_a_tiny_table_gives_the_same_values():
    cases = suite.read_connect4(SETS / "7x6-middle-easy.txt")[:50]
    tiny = Solver(7, 6, table_mb=0.01)
    assert all(each.is_right for each in suite.run(cases, tiny.solve))


def test_a_position_does_not_depend_on_those_before():
    states = [case.state for case in suite.read_connect4(SETS / "7x6-middle-easy.txt")[:20]]
    once = [(r.value, r.move, r.nodes) for r in map(solver(7, 6).solve, states)]
    again = [(r.value, r.move, r.nodes) for r in map(solver(7, 6).solve, reversed(states))]
    assert once == again[::-1]
    fresh = [(r.value, r.move, r.nodes) for r in (Solver(7, 6).solve(state) for state in states)]
    assert once == fresh


@pytest.mark.parametrize("is_shared", [True, False])
def test_threads(is_shared):
    cases = suite.read_connect4(SETS / "7x6-middle-easy.txt")[:100]
    find = solver(7, 6).solve if is_shared else solve
    with ThreadPoolExecutor(4) as pool:
        values = [result.value for result in pool.map(find, [case.state for case in cases])]
    assert values == [case.expected_score for case in cases]


TWO_PROCESSES = """
from gamekit.games import connect4
from gamekit.connect4.solver import solve
for size, columns in (("5x4", "3312"), ("10x6", "1a2a512115929197592a59a583598281a362a8477")):
    result = solve(connect4.parse(columns, size))
    print(result.value, result.move, result.line, result.nodes)
"""


@pytest.mark.long
def test_two_processes_share_a_cache_and_say_nothing_else(tmp_path):
    runs = [run_python(TWO_PROCESSES, GAMEKIT_CACHE_DIR=str(tmp_path)) for _ in range(2)]
    files = sorted(tmp_path.rglob("*.nbc"))
    assert [(ran.returncode, ran.stderr) for ran in runs] == [(0, "")] * 2
    assert runs[0].stdout == runs[1].stdout
    assert len(runs[0].stdout.splitlines()) == 2
    assert len([path for path in files if path.name.startswith("solver._") and "word" in path.name]) == 2


# --- files of positions -----------------------------------------------------------------------------------


def written(folder, text):
    path = folder / "set.txt"
    path.write_text(text)
    return path


def test_a_file_with_comments_and_missing_scores(tmp_path):
    path = written(tmp_path, "# a comment\n\n6146 18\n  4141\r\n44 +2\n")
    assert suite.read_connect4(path) == [
        Case(3, "6146 18", connect4.parse("6146"), 18),
        Case(4, "4141", connect4.parse("4141"), None),
        Case(5, "44 +2", connect4.parse("44"), 2),
    ]


def test_columns_from_0_and_letters(tmp_path):
    path = written(tmp_path, "0b1a\nB")
    cases = suite.read_connect4(path, "12x4", columns_from=0)
    assert [case.state for case in cases] == [connect4.parse("1c2b", "12x4"), connect4.parse("c", "12x4")]
    cases = suite.read_connect4(written(tmp_path, "1b2a 0"), "12x4")
    assert cases[0].state == connect4.parse("1b2a", "12x4")


@pytest.mark.parametrize(
    ("text", "columns_from", "fault"),
    [
        ("44 1\n448 1", 1, "line 2: character 3: '8' is no column; columns are 1 2 3 4 5 6 7"),
        ("7", 0, "line 1: character 1: '7' is no column; columns are 0 1 2 3 4 5 6"),
        ("4444444 1", 1, "line 1: character 7: column 4 is full"),
        ("3333333 1", 0, "line 1: character 7: column 3 is full"),
        ("\n41414141 1", 1, "line 2: character 8: the game is over before this move"),
        ("44 x", 1, "line 1: a score is a whole number, such as -7, not 'x'"),
        ("44 1.5", 1, "line 1: a score is a whole number, such as -7, not '1.5'"),
        ("44 1 2", 1, "line 1: a line is the columns played and a score, not '44 1 2'"),
        ("X....../", 1, "line 1: character 1: 'X' is no column; columns are 1 2 3 4 5 6 7"),
    ],
)
def test_a_malformed_line_is_named(tmp_path, text, columns_from, fault):
    path = written(tmp_path, text)
    with pytest.raises(BadText) as caught:
        suite.read_connect4(path, columns_from=columns_from)
    assert str(caught.value) == f"{path}, {fault}"


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(BadText, match="No such file"):
        suite.read_connect4(tmp_path / "none.txt")
    with pytest.raises(BadText, match="cannot read"):
        suite.read_obf(tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadText, match="it is no text file"):
        suite.read_obf(tmp_path / "bytes")
    with pytest.raises(BadText, match="columns are counted from 0 or 1, not from 2"):
        suite.read_connect4(tmp_path / "none.txt", columns_from=2)


SQUARES = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"  # number 1 of the FForum suite


def test_obf(tmp_path):
    lines = ["% FForum", f"{SQUARES} X; H1:+12; G8:+18; B1:-4;", f"{SQUARES} X", f"{SQUARES} X;"]
    cases = suite.read_obf(written(tmp_path, "\n".join(lines)))
    assert [(case.line_number, case.expected_score) for case in cases] == [(2, 18), (3, None), (4, None)]
    assert all(case.state == othello.parse(f"{SQUARES} X") for case in cases)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (f"{SQUARES} X; G8", "after ; comes MOVE:SCORE, such as G8:+18, not 'G8'"),
        (f"{SQUARES} X; G8:", "a score is a whole number, such as -7, not ''"),
        (f"{SQUARES} X; A1 +3", "after ; comes MOVE:SCORE, such as G8:+18, not 'A1 +3'"),
        (f"{SQUARES[1:]} X", "63"),
        (f"{SQUARES}", "side to move"),
    ],
)
def test_obf_faults(tmp_path, line, fault):
    path = written(tmp_path, "\n" + line)
    with pytest.raises(BadText) as caught:
        suite.read_obf(path)
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert fault in str(caught.value)


def test_run_and_summary():
    def always_1(state):
        return Result(move=0, value=1, nodes=7, seconds=0.004)

    state = connect4.start()
    cases = [Case(1, "", state, 1), Case(2, "", state, 5), Case(3, "", state)]
    solved = list(suite.run(cases, always_1))
    assert [each.is_right for each in solved] == [True, False, None]
    assert solved[0] == Solved(cases[0], always_1(state), True)
    assert suite.summary(solved) == "1 of 2 right, 21 nodes, 0.01 s"
    assert suite.summary(solved[2:]) == "1 positions, 7 nodes, 0.00 s"
    assert suite.summary([]) == "0 positions, 0 nodes, 0.00 s"
    assert [each.is_right for each in suite.run(cases, always_1, outcome_only=True)] == [True, True, None]
