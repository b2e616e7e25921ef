"""The command line: bare answers on the last line, JSON, one sentence and status 2 for wrong use."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys

import pytest
from support import TRUTH, call_gamekit, run_gamekit, run_python

from gamekit.__main__ import _parser

pytestmark = pytest.mark.quick


def answer(*arguments, run=call_gamekit):
    """The last line of a command that succeeds and says nothing on stderr."""
    ran = run(*arguments)
    assert (ran.returncode, ran.stderr) == (0, ""), ran
    return ran.stdout.strip().split("\n")[-1]


def as_json(*arguments):
    ran = call_gamekit(*arguments, "--json")
    assert (ran.returncode, ran.stderr) == (0, ""), ran
    assert ran.stdout.count("\n") == 1
    found = json.loads(ran.stdout)
    assert found["seconds"] >= 0
    return found


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("perft othello 7", "55092"),
        ("perft othello 9 --free-passes", "3005320"),
        ("perft othello 4 --size 6x6", "244"),
        ("perft connect4 8", "5673234"),
        ("perft connect4 7 --distinct", "54859"),
        ("perft connect4 3 --size 9x5", "729"),
        ("perft tictactoe 5", "15120"),
        ("perft plates 3", "18"),
        ("perft tree 2", "4"),
        ("perft gomoku 2 --rule renju", "50400"),
        ("perft othello 0", "1"),
        ("perft connect4 3 --position 444444", "216"),
    ],
)
def test_perft(arguments, expected):
    assert answer(*arguments.split()) == expected


def test_perft_split_adds_up():
    ran = call_gamekit("perft", "othello", "4", "--split")
    *parts, total = ran.stdout.strip().split("\n")
    assert sorted(parts) == ["c4: 61", "d3: 61", "e6: 61", "f5: 61"]
    assert total == "244"
    assert as_json("perft", "othello", "4", "--split")["split"] == {"d3": 61, "c4": 61, "f5": 61, "e6": 61}


def test_perft_as_json():
    found = as_json("perft", "othello", "5")
    assert (found["answer"], found["game"], found["depth"]) == (1396, "othello", 5)


def test_show():
    line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;"
    assert answer("show", "othello", line) == line  # though it begins with dashes
    assert answer("show", "othello", *line.split()) == line  # and without quotes
    assert answer("show", "connect4", "4453").endswith("......./...O.../..OXX..")
    found = as_json("show", "connect4", "4453")
    assert (found["to_move"], found["over"], found["legal"]) == ("first", False, list("1234567"))
    over = as_json("show", "tictactoe", "XXX/OO./...")
    assert (over["over"], over["score"], over["legal"]) == (True, -1, [])
    assert "X to move" in call_gamekit("show", "othello").stdout


def test_show_lists_forbidden_squares_with_reasons():
    rows = ["......."] * 2 + [".XX....", "...X...", "...X..."] + ["......."] * 2
    found = as_json("show", "gomoku", "/".join(rows), "--rule", "renju")
    assert found["forbidden"] == {"d5": "double-three"}
    plain = call_gamekit("show", "gomoku", "/".join(rows), "--rule", "renju").stdout
    assert "forbidden: d5 (double-three)" in plain


def test_search_prints_each_depth_then_the_move():
    ran = run_gamekit("search", "othello", "f5d6c3", "--player", "pvs,tt,killers", "--depth", "5")
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.strip().split("\n")
    assert [line.split()[1] for line in lines if line.startswith("depth")] == ["1", "2", "3", "4", "5"]
    assert lines[-1] in ("d3", "f3", "f4", "g5")
    found = as_json("search", "connect4", "414141", "--player", "alphabeta", "--depth", "6")
    assert found["answer"] == found["move"] == "4"  # three in a column: the fourth wins
    assert found["value"] == 1 + (42 - 7) // 2
    over = as_json("search", "tictactoe", "XXX/OO./...")
    assert (over["answer"], over["move"], over["value"]) == ("none", None, -1)
    assert answer("search", "gomoku", "--size", "7x7", "--nodes", "2000") != ""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal for another process")
def test_ctrl_c_ends_a_search_with_an_answer():
    arguments = [sys.executable, "-m", "gamekit", "search", "othello", "--depth", "60"]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not process.stdout.readline().startswith("depth  6"):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    rest, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (0, "")
    assert rest.strip().split("\n")[-1] in ("d3", "c4", "f5", "e6")


def test_solve_prints_a_line_a_position_and_a_summary(tmp_path):
    ran = call_gamekit("solve", "connect4", str(TRUTH / "connect4" / "7x6-end-easy.txt"), "--limit", "20")
    assert (ran.returncode, ran.stderr) == (0, "")
    *lines, summary = ran.stdout.strip().split("\n")
    assert len(lines) == 20
    assert re.fullmatch(r"20 of 20 right, \d+ nodes, \d+\.\d\d s", summary)
    larger = str(TRUTH / "connect4" / "9x5-end.txt")
    found = as_json("solve", "connect4", larger, "--size", "9x5", "--columns-from", "0", "--limit", "5")
    assert (found["right"], found["positions"]) == (5, 5)
    endgames = str(TRUTH / "othello" / "endgame-13.obf")
    assert answer("solve", "othello", endgames, "--limit", "30").startswith("30 of 30 right")
    assert answer("solve", "othello", endgames, "--limit", "9", "--outcome").startswith("9 of 9 right")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("2252576253462244111563365343671351441 7\n")
    assert answer("solve", "connect4", str(wrong)).startswith("0 of 1 right")
    wrong.write_text("22525762534622441115633653436713514418 7\n")
    ran = call_gamekit("solve", "connect4", str(wrong))
    assert ran.returncode == 2
    assert "line 1: character 38: '8' is no column" in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "perft chess 3",
            "there is no game 'chess'; the games are connect4, gomoku, othello, plates",
        ),
        ("perft othello deep", "the depth is a whole number from 0 to 999, not 'deep'"),
        ("perft othello -3", "the depth is a whole number"),
        ("perft othello", "the following arguments are required: DEPTH"),
        ("perft othello 3 --size 7x7", "othello is played on 8x8, 6x6 or 4x4, not '7x7'"),
        ("perft othello 3 --rule renju", "othello has no option 'rule'"),
        ("perft connect4 3 --free-passes", "--free-passes is for othello"),
        ("perft connect4 3 --split --distinct", "do not go together"),
        ("perft othello 3 --frobnicate", "perft does not know --frobnicate"),
        ("show connect4 448", "character 3: '8' is no column"),
        ("show gomoku h8 --rule xiangqi", "xiangqi"),
        ("bench speed-of-light", "there is no bench 'speed-of-light'"),
        (
            "search othello --player clever",
            "begins with 'clever', which is no method; methods are random, minimax",
        ),
        ("search othello --depth many", "--depth wants a whole number above 0, not 'many'"),
        ("search othello --time 0", "--time wants a number above 0, not '0'"),
        ("solve gomoku FILE", "solve knows othello and connect4, not 'gomoku'"),
        ("solve connect4 no-such-file.txt", "cannot read no-such-file.txt: No such file"),
        ("solve connect4 FILE --columns-from 2", "--columns-from is 0 or 1, not '2'"),
        ("dance", "there is no command 'dance'; 'gamekit --help' lists them"),
        ("ply othello", "there is no command 'ply'; did you mean play? "),
    ],
)
def test_wrong_use_gets_one_sentence_and_status_2(arguments, sentence):
    ran = call_gamekit(*arguments.split())
    assert (ran.returncode, ran.stdout) == (2, "")
    assert sentence in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_help_fits_one_screen_and_every_command_has_an_example():
    screen = call_gamekit("--help").stdout
    assert screen == call_gamekit().stdout
    assert len(screen.strip().split("\n")) <= 24
    assert max(map(len, screen.split("\n"))) <= 80
    commands = "lab show play search solve perft evaluate train match gtp brain progress grade handout warmup"
    for command in [*commands.split(), "bench"]:
        assert f"  {command} " in screen
        assert f"example:\n  gamekit {command}" in call_gamekit(command, "--help").stdout
    assert all(command in screen for command in _parser()[1])


def test_version():
    assert answer("--version", run=run_gamekit).startswith("gamekit 0.")


def test_warmup():
    assert int(answer("warmup", run=run_gamekit)) >= 9


def test_bench_prints_a_table_and_json():
    ran = call_gamekit("bench", "perft-connect4")
    assert ran.returncode == 0
    assert ran.stdout.strip().split("\n")[-1] in ("0 of 1 reach their target", "1 of 1 reach their target")
    rows = as_json("bench", "perft-connect4")["rows"]
    assert [row["name"] for row in rows] == ["perft-connect4"]
    assert rows[0]["figure"] > 0


def test_a_reader_that_stops_early_is_no_error():
    ran = run_python(
        "import subprocess, sys\n"
        "show = [sys.executable, '-m', 'gamekit', 'show', 'othello']\n"
        "process = subprocess.Popen(show, stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "process.stdout.close()\n"
        "print(process.stderr.read().decode(), end='')\n"
        "process.stderr.close()\n"
        "process.wait()\n"
    )
    assert (ran.stdout, ran.stderr) == ("", "")
