"""Matches: pairs of games, forfeits with their reason, figures that can be trusted."""

from __future__ import annotations

import json
import math
import random
import re
import signal
import subprocess
import sys
import time

import pytest
from support import call_gamekit

from gamekit import BadText, GamekitError, bench, games
from gamekit.arena import match as match_module
from gamekit.arena.elo import Tally, elo_of
from gamekit.arena.match import Match
from gamekit.arena.openings import random_openings, read_openings
from gamekit.games import connect4, othello, plates, tictactoe
from gamekit.players import Player
from gamekit.record import Record
from gamekit.rules import is_over, position_text
from gamekit.search.result import Result

OURS = f"gtp:{sys.executable} -m gamekit gtp othello --player"


# --- figures ----------------------------------------------------------------------------------------------


def test_elo_is_the_inverse_of_the_expected_score():
    for difference in (-800, -200, -1, 0, 35, 400):
        expected = 1 / (1 + 10 ** (-difference / 400))
        assert math.isclose(elo_of(expected), difference, abs_tol=1e-9)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (1, 0), (3, 7), (12, 4), (40, 40), (0, 9)])
def test_superiority_is_the_share_of_the_chances_above_one_half(wins, losses):
    """By brute force: weigh every chance to win by how well it explains the result."""
    chances = [(i + 0.5) / 20_000 for i in range(20_000)]
    weights = [p**wins * (1 - p) ** losses for p in chances]
    above = sum(weight for p, weight in zip(chances, weights, strict=True) if p > 0.5)
    assert math.isclose(Tally(wins, 5, losses).superiority, above / sum(weights), abs_tol=1e-6)


@pytest.mark.parametrize(
    ("win", "draw", "number"),
    [(0.5, 0.0, 40), (0.65, 0.05, 40), (0.3, 0.6, 60), (0.9, 0.0, 30), (0.05, 0.9, 100)],
)
def test_intervals_hold_the_truth_95_times_of_100(win, draw, number):
    rng, held, rounds = random.Random(1), 0, 3000
    for _ in range(rounds):
        drawn = rng.choices((0, 1, 2), (win, draw, 1 - win - draw), k=number)
        low, high = Tally(*(drawn.count(kind) for kind in (0, 1, 2))).interval()
        held += low <= win + draw / 2 <= high
    assert 0.925 <= held / rounds <= 0.985


def test_intervals_of_extreme_results():
    assert Tally().interval() == (0.0, 1.0)
    low, high = Tally(20, 0, 0).elo_interval
    assert low > 200
    assert high == math.inf
    low, high = Tally(0, 30, 0).interval()
    assert 0.4 < low < 0.5 < high < 0.6
    assert Tally(5, 2, 1).interval()[0] == pytest.approx(1 - Tally(1, 2, 5).interval()[1])


# --- openings ---------------------------------------------------------------------------------------------


def test_openings_differ_and_follow_the_seed():
    start = othello.start()
    lines = random_openings(start, 50, 6, seed=3)
    assert len({position_text(Record(start, line).state) for line in lines}) == 50
    assert lines == random_openings(start, 50, 6, seed=3) != random_openings(start, 50, 6, seed=4)
    assert random_openings(plates.start(), 3, 0) == [[], [], []]
    assert len(random_openings(tictactoe.start(), 12, 1)) == 12  # nine only are different
    for line in random_openings(connect4.start("4x4"), 20, 8):
        assert not is_over(Record(connect4.start("4x4"), line).state)
    with pytest.raises(GamekitError, match="ask for shorter openings"):
        random_openings(tictactoe.start(), 2, 9)


def test_openings_from_a_file(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("# two lines\nf5d6c3\n\nf5f6  # the diagonal\n")
    assert [len(line) for line in read_openings(str(file), othello.start())] == [3, 2]
    for text, sentence in (
        ("f5\nf5a1\n", "line 2: a1 is not legal here"),
        ("# none\n", "there is no opening"),
        ("zz", "line 1: an othello move is"),
    ):
        file.write_text(text)
        with pytest.raises(BadText, match=sentence):
            read_openings(str(file), othello.start())
    with pytest.raises(BadText, match="cannot be read"):
        read_openings(str(tmp_path / "none.txt"), othello.start())


# --- games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.names())
def test_every_game_of_the_kit(name):
    size = "6x6" if name == "gomoku" else None
    start = games.start(name, size)
    openings = random_openings(start, 2, games.about(name).random_plies)
    match = Match("random,seed=1", "random,seed=2", start, openings)
    played = list(match.play(4))
    assert [game.first for game in played] == [0, 1, 0, 1]
    assert match.tally.games == 4
    for first, second in (played[:2], played[2:]):
        assert first.record.moves[: first.opening] == second.record.moves[: second.opening]
    for game in played:
        assert game.record.is_over
        outcome = game.record.outcome * (1 if game.first == 0 else -1)
        assert game.points == (outcome > 0) + 0.5 * (outcome == 0)
        assert game.result == game.record.result


def test_the_stronger_wins_and_a_match_goes_on():
    match = Match(
        "alphabeta,depth=3", "random,seed=5", othello.start(), random_openings(othello.start(), 4, 4)
    )
    list(match.play(4))
    list(match.play(4))
    assert [game.number for game in match.games] == list(range(1, 9))
    assert match.tally.wins >= 7
    assert "alphabeta,depth=3" in match.table()
    found = match.as_dict()
    assert found["points"] == match.tally.points
    assert json.loads(json.dumps(found)) == found


def test_specs_that_do_not_fit_are_refused_before_the_match():
    for spec, sentence in (("minimax", "give it a depth"), ("othello:pvs", "plays othello, not connect4")):
        with pytest.raises(GamekitError, match=sentence):
            Match(spec, "random", connect4.start(), [[]])


def test_our_own_program_on_both_sides():
    start = othello.start()
    openings = random_openings(start, 1, 6)
    through = Match(f"{OURS} alphabeta,depth=2", f"{OURS} alphabeta,depth=1", start, openings, seconds=5)
    directly = Match("alphabeta,depth=2", "alphabeta,depth=1", start, openings)
    for one, other in zip(through.play(2), directly.play(2), strict=True):
        assert one.reason == ""
        assert one.record.transcript == other.record.transcript


# --- forfeits ---------------------------------------------------------------------------------------------

DIES_IN_THE_MIDDLE = """
import sys
asked = 0
for line in sys.stdin:
    if line.startswith("genmove"):
        asked += 1
        if asked == 2:
            sys.exit(7)
        print("= d3\\n", flush=True)
    else:
        print("=\\n", flush=True)
"""


def test_a_program_that_dies_in_the_middle_forfeits(tmp_path):
    (tmp_path / "dies.py").write_text(DIES_IN_THE_MIDDLE)
    program = f"gtp:{sys.executable} {tmp_path / 'dies.py'}"
    match = Match(program, "random,seed=1", othello.start(), [[]])
    first, second = match.play(2)
    assert (first.forfeit_by, first.reason, first.points) == (0, "crash: it ended with status 7", 0.0)
    assert len(first.record) == 2
    assert first.result == "O wins, X forfeits by crash: it ended with status 7"
    assert second.forfeit_by == 0  # started anew, and d3 is not legal for white here
    assert second.reason.startswith("illegal move: it played 'd3'")
    assert match.forfeits(0) == [first.reason, second.reason]


class Strange(Player):
    """A player of the kit whose thinking goes wrong in a way of its own."""

    def __init__(self, how):
        super().__init__("random,seed=1")
        self.how = how

    def think(self, state, limits=None, report=None):
        self._cancelled = False
        while self.how == "endless" and not self._cancelled:  # every thinker listens to `cancel`
            pass
        return Result(None if self.how == "endless" else self.how(), 0)

    def warm_up(self, state):
        pass


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("endless", "timeout: no move within 0.5 s"),
        (lambda: 1 / 0, "crash: ZeroDivisionError: division by zero"),
        (lambda: 0, "illegal move: a1 is not legal here"),
        (lambda: None, "illegal move: move None is not legal here"),
        (lambda: sys.exit(3), "crash: SystemExit: 3"),
    ],
)
def test_players_in_python_forfeit_too(monkeypatch, how, reason):
    monkeypatch.setattr(
        match_module, "player", lambda spec: Strange(how) if spec == "strange" else Player(spec)
    )
    monkeypatch.setattr(match_module, "TIME_TO_STOP", 0.2)
    begin = time.monotonic()
    match = Match("random,seed=1", "strange", othello.start(), [[]], most_seconds=0.5)
    for game in match.play(2):
        assert game.forfeit_by == 1
        assert game.reason.startswith(reason)
    assert match.tally == Tally(2, 0, 0)
    assert time.monotonic() - begin < 10
    for side in match._sides:
        assert side._thread is None or not side._thread.is_alive()


def test_too_long_a_move_loses(monkeypatch):
    slow = Strange(lambda: time.sleep(0.3) or 19)
    monkeypatch.setattr(match_module, "player", lambda spec: slow if spec == "slow" else Player(spec))
    (game,) = Match("slow", "random,seed=1", othello.start(), [[]], most_seconds=0.1).play(1)
    assert (game.forfeit_by, game.reason[:8]) == (0, "timeout:")


def test_no_grhino_no_bench(monkeypatch, capsys):
    monkeypatch.setattr(bench.shutil, "which", lambda *_, **__: None)
    assert bench.run(["grhino"], show_progress=False) == []
    assert "there is no gtp-rhino here" in capsys.readouterr().err


# --- the command ------------------------------------------------------------------------------------------


def test_the_command():
    arguments = ["match", "tictactoe", "alphabeta,depth=9", "random,seed=1", "--games", "6"]
    ran = call_gamekit(*arguments)
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.strip().split("\n")
    assert len(lines) == 6 + 3 + 1
    assert " %, Elo " in lines[-1]
    assert lines[1].split()[:4] == ["2", "X", "is", "B"]
    played = " ".join(re.findall("[a-c][1-3]", lines[1]))
    assert Record(tictactoe.start(), played).is_over


def test_the_command_as_json():
    ran = call_gamekit("match", "connect4", "random,seed=1", "random,seed=2", "--games", "5", "--json")
    found = json.loads(ran.stdout)
    assert ran.stdout.count("\n") == 1
    assert found["wins"] + found["draws"] + found["losses"] == found["games"] == found["wanted"] == 5


def test_ctrl_c_ends_with_the_table_so_far():
    command = [
        sys.executable,
        "-m",
        "gamekit",
        "match",
        "othello",
        "random,seed=1",
        "pvs,tt",
        "--time",
        "0.2",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        first = running.stdout.readline()  # one game has ended
        assert first.startswith("   1  X is A")
        time.sleep(0.3)
        begin = time.monotonic()
        running.send_signal(signal.SIGINT)
        rest, errors = running.communicate(timeout=30)
        assert time.monotonic() - begin < 10
    assert (running.returncode, errors) == (0, "")
    assert "stopped after 1 of 20 games" in rest
    assert " : " in rest.strip().split("\n")[-1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("chess pvs pvs", "there is no game 'chess'"),
        ("othello pvs clever", "which is no method"),
        ("othello pvs pvs --games none", "--games wants a whole number above 0"),
        ("othello pvs pvs --time 0", "--time wants a number above 0"),
        ("othello pvs pvs --openings nowhere.txt", "cannot be read"),
        ("othello pvs pvs --seed x", "--seed wants a whole number"),
        ("othello pvs gtp:/no/such/program", "there is no program"),
        ("connect4 pvs gtp:cat", "plays othello, not connect4"),
        ("othello pvs pvs --openings 99", "ask for shorter openings"),
    ],
)
def test_wrong_use_gets_a_sentence(arguments, sentence):
    ran = call_gamekit("match", *arguments.split())
    assert (ran.returncode, ran.stdout) == (2, "")
    assert sentence in ran.stderr
    assert ran.stderr.count("\n") == 1
