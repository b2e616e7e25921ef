"""The arena: fair pairings, a log that survives, players who misbehave, ladders for a class.

The whole of the hardest test is `GAMEKIT_ARENA_GAMES=1000 pytest tests/test_arena.py -k kill`.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import stat
import sys
import time
import warnings
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from grading_support import needs_bubblewrap

from gamekit import BadText, GamekitError, games
from gamekit.__main__ import main
from gamekit.arena import Tally, classroom, load, log, output, replay, tournament
from gamekit.arena.openings import even_openings, openings_text, parse_openings, shipped
from gamekit.arena.plan import pairing_of
from gamekit.arena.player_process import reseeded
from gamekit.arena.playing import Runner, play_all
from gamekit.arena.processes import Entrant
from gamekit.arena.progress import time_left, watched
from gamekit.arena.referee import Ending
from gamekit.arena.result import TournamentResult as Result
from gamekit.arena.tournament import make_plan, run
from gamekit.connect4 import solver as connect4_solver
from gamekit.record import Record
from gamekit.rules import PASS, is_over, moves, play, score

GAMES = int(os.environ.get("GAMEKIT_ARENA_GAMES", "60"))
RANDOM = ["random,seed=1", "random,seed=2"]
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs Linux or macOS")
pytestmark = needs_fork


def first_move(state):
    return moves(state)[0]


def last_move(state, seconds):
    return moves(state)[-1]


def wins_if_it_can(state):
    for move in moves(state):
        child = play(state, move)
        if is_over(child) and score(child) < 0:
            return move
    return moves(state)[-1]


def stalls(state):
    """As long as it can."""
    return next((move for move in moves(state) if not is_over(play(state, move))), moves(state)[0])


def last_stalls(state):
    return next((move for move in moves(state)[::-1] if not is_over(play(state, move))), moves(state)[0])


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A tournament of three, in a folder."""
    folder = tmp_path_factory.mktemp("small")
    result = tournament("tictactoe", ["random", first_move, last_move], games=6, seed=3, folder=folder)
    return result, folder


# --- who meets whom ---------------------------------------------------------------------------------------


def test_everybody_meets_everybody_with_both_colours_from_the_same_openings():
    for count in (3, 9):  # few play in rounds, many pair by pair
        plan = make_plan("tictactoe", ["random"] * count, games=6)
        pairings = list(plan.pairings())
        assert len(pairings) == len({each.name for each in pairings}) == plan.total == 6 * len(plan.pairs)
        assert len(plan.pairs) == count * (count - 1) // 2
        for one, other in zip(pairings[::2], pairings[1::2], strict=True):
            assert (one.x, one.o, one.round) == (other.o, other.x, other.round)
            assert plan.opening(one) == plan.opening(other)
        assert all(pairing_of(each.name) == each for each in pairings)
        openings = {plan.opening(each) for each in pairings if each.pair == (0, 1)}
        assert len(openings) == 3
    assert [each.name for each in plan.entrants[:2]] == ["random", "random (2)"]


def test_a_gauntlet_and_an_odd_number_of_games():
    plan = make_plan("tictactoe", ["random"] * 4, games=3, gauntlet=True)
    assert plan.pairs == [(0, 1), (0, 2), (0, 3)]
    assert [each.name for each in plan.pairings() if each.pair == (0, 1)] == ["0-1:0:X", "0-1:0:O", "0-1:1:X"]


def test_seeds_choose_other_openings():
    one, other = (make_plan("connect4", RANDOM, seed=seed).openings for seed in (0, 1))
    assert one != other
    assert sorted(one) == sorted(other)


def test_a_game_does_not_depend_on_what_was_played_before(small):
    result, _ = small
    row = result.rows[-1]
    alone = make_plan("tictactoe", ["random", first_move, last_move], games=6, seed=3)
    left = [{**each, "points": each["points"]} for each in result.rows if each["id"] != row["id"]]
    head = {"arena": log.VERSION, **alone.as_dict()}
    assert head == result.head
    (again,) = play_all(alone, [pairing_of(row["id"])])
    assert again["moves"] == row["moves"]
    assert len(left) == alone.total - 1
    assert reseeded("mcts,seed=4,nodes=9", "a").startswith("mcts,nodes=9,seed=")


# --- figures ----------------------------------------------------------------------------------------------


def test_tallies_agree_with_the_games(small):
    result, _ = small
    assert len(result.games) == len(result.rows) == 18
    for a, one in enumerate(result.players):
        assert result.tally(one).games == 12
        for b, other in enumerate(result.players[:a]):
            points = 0.0
            for game in result.games:
                if {game.x, game.o} == {one, other}:
                    points += game.points if game.x == one else 1 - game.points
            tally, mirrored = result.tally(a, b), result.tally(other, one)
            assert tally.points == points
            assert (tally.wins, tally.draws) == (mirrored.losses, mirrored.draws)
            pairs = result.pairs(a, b)
            assert sum(pairs) == 3
            assert sum(n * count for n, count in enumerate(pairs)) / 2 == points
            assert pairs == result.pairs(b, a)[::-1]
    best = [row["elo"] for row in result.standing()]
    assert best == sorted(best, reverse=True)
    assert sum(best) == pytest.approx(0, abs=1e-6)


def test_the_record_of_a_game(small):
    result, _ = small
    for game in result.games:
        assert game.record.is_over
        assert game.record.transcript.startswith(game.opening)
        assert game.result == game.record.result
        facts = dict(line.split(": ", 1) for line in game.text.split("\n\n")[0].split("\n"))
        assert Record(games.start("tictactoe"), facts["moves"]).result == facts["result"]
    assert result.game(3).pairing == result.games[2].pairing
    with pytest.raises(GamekitError, match="there is no game 99"):
        result.game(99)
    with pytest.raises(GamekitError, match="did not play"):
        result.tally("nobody")


def test_the_folder_holds_everything(small):
    result, folder = small
    again = load(folder)
    assert again.as_dict() == result.as_dict()
    assert again.table() == result.table()
    output.write_all(again, folder)
    assert json.loads((folder / "result.json").read_text()) == again.as_dict()
    written = sorted(path.name for path in (folder / "games").iterdir())
    assert written == ["01-02.txt", "01-03.txt", "02-03.txt"]
    assert (folder / "games" / "01-02.txt").read_text().count("result: ") == 6
    assert len((folder / "result.csv").read_text().split("\n")) == 1 + 3 + 1


def test_pictures_and_pages(small):
    result, _ = small
    assert "first_move" in result.chart().text
    html = result._repr_html_()
    assert html.count("<table>") == 2
    board = replay(result, 1)
    assert len(board.record) == 0
    assert "," not in board.position["names"][0].replace(", ", ""), "names for people, not specs"
    board.redo()
    assert board.record.moves == result.game(1).record.moves[:1]
    board.close()


def test_a_game_with_a_pass_is_replayed_from_its_start():
    rng, record = random.Random(1), Record(games.start("othello"))
    while not record.is_over:
        record.push(rng.choice(list(moves(record.state))))
        if record.is_over and PASS not in record.moves:
            record = Record(games.start("othello"))
    row = {"id": "0-1:0:X", "points": 1.0, "outcome": 1, "loser": None, "reason": ""}
    head = make_plan("othello", RANDOM, games=2).as_dict()
    board = replay(Result(head, [{**row, "moves": record.transcript}]), 1)
    assert board.record.moves == []
    board.redo()
    assert board.record.moves == record.moves[:1]
    board.close()


def test_names_do_no_harm_on_pages():
    name = "<script>alert(1)</script>"
    head = {
        **make_plan("tictactoe", RANDOM, games=2).as_dict(),
        "players": [{"name": name}, {"name": "=1+1"}],
    }
    row = {"id": "0-1:0:X", "points": 1.0, "outcome": 1, "loser": 1, "reason": name}
    result = Result(head, [{**row, "moves": "a1"}])
    for page in (output.ladder_page(result), result._repr_html_()):
        assert "<script" not in page
        assert "&lt;script&gt;" in page
    assert "'=1+1" in output.as_csv(result)
    assert "http" not in output.ladder_page(result).replace("http-equiv", "")


def test_a_sequential_test_ends_a_match_early():
    result = tournament("tictactoe", [wins_if_it_can, "random"], games=400, sprt=(0, 200))
    assert len(result.rows) < 60
    assert result.verdict(0, 1).accepted == "elo1"
    assert "200 is accepted" in result.table()
    assert result.as_dict()["pairs"][0]["sprt"]["accepted"] == "elo1"
    assert result.verdict(1, 0).accepted == "elo0"


# --- the log ----------------------------------------------------------------------------------------------


def plays_at_random(state):
    return random.choice(list(moves(state)))


def plays_other_moves_at_random(state):
    return random.choice(list(moves(state))[::-1])


AT_RANDOM = [plays_at_random, plays_other_moves_at_random]


def started(folder):
    """A process that plays the tournament; a fork, because a fresh one takes seconds to start."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        status = 1
        with contextlib.suppress(BaseException):
            tournament("tictactoe", AT_RANDOM, games=GAMES, folder=folder)
            status = 0
        os._exit(status)
    return child


def lines_of(folder):
    path = Path(folder) / log.FILE
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def children(pid):
    return [
        int(each)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for each in (task / "children").read_text().split()
    ]


def is_gone(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_two_kills_and_nothing_is_lost_or_doubled(tmp_path):
    for kill_at in (GAMES // 4, GAMES // 2):
        process = started(tmp_path)
        deadline = time.monotonic() + 120
        while lines_of(tmp_path) < kill_at:
            assert os.waitpid(process, os.WNOHANG) == (0, 0)
            assert time.monotonic() < deadline
            time.sleep(0.001)
        players = children(process)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        assert len(players) == 2
        while not all(map(is_gone, players)):  # nobody thinks on for a tournament that is dead
            assert time.monotonic() < deadline
            time.sleep(0.01)
        before = log.read(tmp_path)[1]
        assert kill_at <= len(before) < GAMES
        with open(tmp_path / log.FILE, "ab") as file:
            file.write(b'{"id":"0-1:7')  # as if it had been killed while it wrote
    assert os.waitpid(started(tmp_path), 0)[1] == 0
    _, rows = log.read(tmp_path)
    assert rows[: len(before)] == before
    wanted = [each.name for each in make_plan("tictactoe", AT_RANDOM, games=GAMES).pairings()]
    assert [row["id"] for row in rows] == wanted
    assert lines_of(tmp_path) == len(wanted) == GAMES
    whole = tournament("tictactoe", AT_RANDOM, games=GAMES)  # never interrupted
    assert [row["moves"] for row in rows] == [row["moves"] for row in whole.rows]
    assert whole.tally(0) == load(tmp_path).tally(0)
    assert not any(row["reason"] for row in rows)


def test_a_folder_belongs_to_one_tournament(small, tmp_path):
    _, folder = small
    with pytest.raises(GamekitError, match=r"another tournament \(players differ\)"):
        tournament("tictactoe", ["random", first_move], games=6, seed=3, folder=folder)
    more = tournament("tictactoe", ["random", first_move, last_move], games=8, seed=3, folder=folder)
    assert len(more.rows) == 24  # more games of the same tournament may be asked for
    with pytest.raises(GamekitError, match="there is no tournament in"):
        load(tmp_path)
    (tmp_path / log.FILE).write_text('{"arena": 1}\nnot json\n')
    with pytest.raises(GamekitError, match="line 2, is damaged"):
        load(tmp_path)
    (tmp_path / log.FILE).write_text("{}\n")
    with pytest.raises(GamekitError, match="is not the log"):
        load(tmp_path)


def test_two_cannot_write_one_log(tmp_path):
    head = make_plan("tictactoe", RANDOM, games=2).as_dict()
    book = log.Log(tmp_path, head)
    with pytest.raises(GamekitError, match="already"):
        log.Log(tmp_path, head)
    book.close()
    log.Log(tmp_path, head).close()


# --- players who misbehave --------------------------------------------------------------------------------


def hangs(state):
    while len(moves(state)) < 9:
        pass
    return moves(state)[0]


def dies(state):
    if len(moves(state)) < 8:
        os._exit(3)
    return 0


def eats(state):
    if len(moves(state)) < 8:
        return len(bytearray(2**34))
    return 0


def raises(state):
    raise KeyError("lost")


def test_whoever_misbehaves_forfeits_that_game_and_the_arena_goes_on():
    bad = {
        "hangs": hangs,
        "dies": dies,
        "eats": eats,
        "raises": raises,
        "cheats": lambda state: -5,
        "babbles": lambda state: "checkmate",
        "shrugs": lambda state: None,
        "lists": lambda state, seconds: [1, 2],
    }
    players = {"honest": first_move, **bad}
    begin = time.monotonic()
    result = tournament("tictactoe", players, games=2, openings=["a1"], limit=0.5, gauntlet=True)
    assert time.monotonic() - begin < 60
    reasons = result.as_dict()["forfeits"]
    assert result.tally("honest") == Tally(2 * len(bad), 0, 0)
    assert all(len(result.forfeits(name)) == 2 for name in bad)
    for name, reason in (
        ("hangs", "timeout: no move within 0.5 s"),
        ("dies", "crash: it ended with status 3"),
        ("eats", "crash: it took more than 1024 MB of memory"),
        ("raises", "crash: KeyError: 'lost'"),
        ("cheats", "illegal move: "),
        ("babbles", "nonsense: asked for a move it said 'checkmate'"),
        ("shrugs", "illegal move: move None is not legal here"),
        ("lists", "nonsense: asked for a move it answered [1, 2]"),
    ):
        assert reasons[name][0].startswith(reason), reasons[name]


def test_files_and_kit_players_sit_in_processes(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from gamekit.rules import moves\n"
        "def choose(state):\n"
        "    return 'b2' if 4 in moves(state) else moves(state)[0]\n"
    )
    broken = tmp_path / "broken.py"
    broken.write_text("def choose(state:\n")
    result = tournament("tictactoe", [str(file), str(broken)], games=2, openings=0)
    assert result.players == ["mine.py", "broken.py"]
    assert not result.forfeits("mine.py")
    assert "SyntaxError" in result.forfeits("broken.py")[0]
    assert len(result.rows) == 2
    with pytest.raises(BadText, match="there is no file"):
        tournament("tictactoe", [str(tmp_path / "none.py"), "random"])


def test_several_games_at_once():
    result = tournament("tictactoe", [*AT_RANDOM, first_move], games=8, jobs=3)
    alone = tournament("tictactoe", [*AT_RANDOM, first_move], games=8)
    played = {row["id"]: row["moves"] for row in result.rows}
    assert played == {row["id"]: row["moves"] for row in alone.rows}
    assert len(played) == len(result.rows) == 24


def test_programs_from_outside_play_too():
    ours = f"gtp:{sys.executable} -m gamekit gtp othello --player random"
    result = tournament("othello", [ours, "random"], games=1)
    assert result.games[0].record.is_over
    assert not result.forfeits(0)


@pytest.mark.long
def test_on_a_cluster():
    distributed = pytest.importorskip("distributed")
    plan = make_plan("tictactoe", RANDOM, games=6)
    here = run(plan)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, processes=False
    ) as dask:
        there = run(plan, scheduler=dask.scheduler_address)
    assert [row["moves"] for row in there.rows] == [row["moves"] for row in here.rows]
    with pytest.raises(GamekitError, match="cannot travel"):
        tournament("tictactoe", [first_move, "random"], scheduler="tcp://127.0.0.1:1")


# --- a class ----------------------------------------------------------------------------------------------

GOOD = """
from gamekit.rules import moves, play, is_over
from gamekit.search.deepening import Searcher
from gamekit.evaluators import FinalScore
def choose(state, seconds):
    assert seconds == 5 and callable(Searcher)
    for move in moves(state):
        if is_over(play(state, move)):
            return move
    return "b2" if 4 in moves(state) else moves(state)[0]
"""
SNOOPS = """
import os, socket
def choose(state):
    for name in ("players", "othello.solver", "othello.engine", "arena.match"):
        try:
            __import__("gamekit." + name)
            return 0
        except ImportError:
            pass
    if os.path.exists("/etc/passwd") or os.listdir("/scratch"):
        return 0
    try:
        socket.create_connection(("127.0.0.1", 80), 1)
        return 0
    except OSError:
        pass
    raise SystemError("all shut")
"""
GREEDY = """
def choose(state):
    heap = []
    while True:
        heap.append(bytearray(10**7))
"""


@needs_bubblewrap
def test_a_class_on_its_ladder(tmp_path, capsys):
    folder, out = tmp_path / "submitted", tmp_path / "ladder"
    (folder / "anna").mkdir(parents=True)
    (folder / "anna" / "player.py").write_text(GOOD)
    (folder / "bert.py").write_text(SNOOPS)
    (folder / "carl.py").write_text(GREEDY)
    cell = {"cell_type": "code", "source": ["def choose(state):\n", "    return 99\n"]}
    (folder / "dora.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}}))
    (folder / "README.md").write_text("not a player")
    (folder / "emil").mkdir()
    arguments = ["arena", "--class", str(folder), "--game", "tictactoe", "--games", "2", "--memory", "64"]
    main([*arguments, "random", "--gauntlet", "--time", "5", "--out", str(out), "--json"])
    said = capsys.readouterr()
    assert "emil: there is no Python file" in said.err
    found = json.loads(said.out)
    assert found["players"] == ["anna", "bert", "carl", "dora", "random"]
    assert found["answer"] == "anna"
    assert "anna" not in found["forfeits"]
    assert found["forfeits"]["bert"] == ["crash: SystemError, line 17"]
    assert found["forfeits"]["carl"][0].endswith("it took more than 64 MB of memory")
    assert found["forfeits"]["dora"][0].startswith("illegal move: ")
    page = (out / "ladder.html").read_text()
    assert "games/01-02.txt" in page
    assert (out / "games" / "01-02.txt").exists()
    main(["arena", "--show", str(out)])
    assert capsys.readouterr().out.count("anna") == 2


def test_whose_player_is_whose(tmp_path):
    for name in ("b.py", "a/x.py", "a/player.py", "c/deep/y.py", "d/z.ipynb", ".hidden.py", "e/notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(name)
    found = {each.name: each.source for each in classroom.find(tmp_path)}
    assert found == {
        "a": "a/player.py",
        "b": "b.py",
        "c": "c/deep/y.py",
        "d": "raise ValueError('the file is no notebook: it is not JSON')",
    }
    assert classroom.remarks(tmp_path) == ["e: there is no Python file and no notebook"]
    with pytest.raises(GamekitError, match="there is no player in"):
        classroom.find(tmp_path / "e")
    with pytest.raises(GamekitError, match="there is no folder"):
        classroom.find(tmp_path / "none")


SHOUTS = """
import sys
class Odd(Exception):
    pass
Odd.__name__ = "\\x1b[31m" * 5000
def choose(state):
    return "\\x1b[31m" + "x" * 30000
"""


def write_odd_class(folder):
    """Files that are no honest players, beside one that is."""
    folder.mkdir()
    (folder / "anna.py").write_text(GOOD)
    (folder / "bom.py").write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    (folder / "brackets.ipynb").write_text("[" * 200_000)
    (folder / "cells.ipynb").write_text('{"cells": [1, null, "x", [], {"cell_type": "code", "source": 3}]}')
    (folder / "empty.py").write_text("")
    (folder / "list.ipynb").write_text("[1, 2]")
    (folder / "number.ipynb").write_text('{"cells": 5}')
    (folder / "surrogate.ipynb").write_text(
        '{"cells": [{"cell_type": "code", "source": "x = \\ud800"}, {"cell_type": "code", "source": null}]}'
    )
    os.mkfifo(folder / "pipe.py")
    with open(folder / "sparse.py", "wb") as file:
        file.truncate(1500 * 2**20)
    (folder / "s1.py").write_text(GOOD)
    (folder / "s1").mkdir()
    (folder / "s1" / "player.py").write_text(GOOD)
    (folder / "\x1b[31mred\n.py").write_text(GOOD)
    (folder / f"{'n' * 200}.py").write_text(SHOUTS)
    (folder / "link.py").symlink_to("/dev/zero")
    with open(os.fsencode(folder) + b"/f-\xff.py", "w") as named:
        named.write(GOOD)
    if os.getuid() == 0:
        os.mknod(folder / "zero.py", 0o666 | stat.S_IFCHR, os.makedev(1, 5))


def test_odd_files_of_a_class_are_players_or_words(tmp_path):
    write_odd_class(tmp_path / "class")
    found = {each.name: each.source for each in classroom.find(tmp_path / "class")}
    assert {"anna", "bom", "s1", "s1 (2)", "[31mred", "f-?"} <= set(found)
    assert all(name.isprintable() and len(name) <= 64 for name in found)
    for name, why in {
        "brackets": "not JSON",
        "list": "no cells",
        "number": "no cells",
        "pipe": "no ordinary file",
        "sparse": "larger than 1 MB",
        "empty": "empty",
    }.items():
        assert found[name].startswith("raise ValueError("), name
        assert why in found[name]
    said = " ".join(classroom.remarks(tmp_path / "class"))
    assert "another player is called s1 too; it plays as s1 (2)" in said
    assert "link.py is a link" in said


@needs_bubblewrap
@pytest.mark.long
def test_odd_files_of_a_class_do_not_stop_its_ladder(tmp_path, capsys):
    write_odd_class(tmp_path / "class")
    out = tmp_path / "ladder"
    arguments = ["arena", "--class", str(tmp_path / "class"), "--game", "tictactoe", "--games", "2"]
    main([*arguments, "random", "--gauntlet", "--time", "5", "--out", str(out)])
    said = capsys.readouterr()
    texts = [said.out, said.err, *(path.read_text() for path in out.rglob("*") if path.is_file())]
    for text in texts:
        assert "\x1b" not in text
        assert "x" * 400 not in text
        assert "n" * 100 not in text
    table = json.loads((out / "result.json").read_text())
    assert "anna" not in table["forfeits"]
    assert any("is no notebook" in line or "ValueError" in line for line in table["forfeits"]["list"])


@needs_bubblewrap
def test_the_limit_of_a_move_is_there_for_mishaps_not_for_every_move(tmp_path, capsys):
    """Whoever thought just short of the hard limit each time had twelve times the others' time."""
    folder = tmp_path / "class"
    folder.mkdir()
    first = "import time\nfrom gamekit.rules import moves\n"
    first += "def choose(state, seconds):\n@    return moves(state)[0]\n"
    think = "    end = time.process_time() + 0.9\n    while time.process_time() < end: pass\n"
    (folder / "anna.py").write_text(first.replace("@", ""))
    (folder / "greedy.py").write_text(first.replace("@", think))
    arguments = ["arena", "--class", str(folder), "--game", "tictactoe", "--games", "2", "--time", "0.1"]
    main([*arguments, "--gauntlet", "random", "--out", str(tmp_path / "ladder")])
    capsys.readouterr()
    forfeits = json.loads((tmp_path / "ladder" / "result.json").read_text())["forfeits"]
    assert "anna" not in forfeits
    thought = re.search(r"it thought for ([0-9.]+) s in 2 moves", forfeits["greedy"][0])
    assert thought, forfeits["greedy"]
    assert float(thought[1]) > 1  # more than one move may take: it is the sum that counts


# --- openings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["othello", "connect4", "gomoku", "tictactoe"])
def test_the_kits_own_openings(game):
    start = games.start(game)
    lines = shipped(game, start)
    assert len({tuple(line) for line in lines}) == len(lines) >= 20
    text = (Path(output.__file__).parents[1] / "data" / "openings" / f"{game}.txt").read_text()
    assert f"Made by: gamekit openings {game} --count" in text
    assert (
        shipped(
            game,
            games.start(game, "9x5" if game == "connect4" else "6x6x4" if game == "tictactoe" else "6x6"),
        )
        is None
    )


@pytest.mark.parametrize("number", [pytest.param(n, marks=pytest.mark.long if n else ()) for n in range(5)])
def test_openings_of_connect_four_are_even(number):
    start = games.start("connect4")
    line = shipped("connect4", start)[number]
    assert connect4_solver.solve(Record(start, line).state, outcome_only=True).value == 0


def test_openings_are_even_and_made_again_by_their_command():
    text = (Path(output.__file__).parents[1] / "data" / "openings" / "tictactoe.txt").read_text()
    assert openings_text("tictactoe", 50, 2, 1, lambda done: None) == text
    with pytest.raises(GamekitError, match="no judge of openings"):
        next(even_openings("plates", 1, 1))
    with pytest.raises(BadText, match="line 1"):
        parse_openings("zz", games.start("connect4"), "here")


@pytest.mark.long
def test_openings_of_othello_are_made_again():
    (record, why), *_ = even_openings("othello", 1, 8, seed=1)
    assert record.moves == shipped("othello", games.start("othello"))[0]
    assert "discs" in why


# --- the command ------------------------------------------------------------------------------------------


def test_plain_lines_where_nobody_watches(capsys):
    with watched(is_live=False) as show:
        tournament("tictactoe", [first_move, last_move], games=20, progress=show)
    lines = capsys.readouterr().out.strip().split("\n")
    assert 5 <= len(lines) <= 12
    assert lines[-1].startswith("20 of 20 games; first is ")
    assert [time_left(seconds) for seconds in (0, 59.4, 61, 7200)] == [
        "0 s",
        "59 s",
        "1 min 1 s",
        "2 h 0 min",
    ]


def test_the_command_with_the_game_in_the_players(capsys):
    main(["arena", "tictactoe:random", "tictactoe:random,seed=2", "--games", "2"])
    said = capsys.readouterr()
    assert said.err == ""
    assert "random,seed=2" in said.out
    assert "likelihood of superiority" in said.out.strip().split("\n")[-1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "a game and two players"),
        ("othello random", "two players or more"),
        ("random random", "name one game first"),
        ("othello:random connect4:random", "name one game first"),
        ("othello random clever", "which is no method"),
        ("othello random random --games 0", "--games wants a whole number above 0"),
        ("othello random random --time 1 --nodes 5", "choose one"),
        ("othello random random --sprt 30,0", "the lower first"),
        ("othello random random --seed x", "--seed wants a whole number"),
        ("othello random random --openings nowhere.txt", "cannot be read"),
        ("othello random nowhere.py", "there is no file"),
        ("connect4 random minimax", "give it a depth"),
        ("--class /no/such/folder", "there is no folder"),
        ("--class . --game chess", "there is no"),
        ("--show /no/such/folder", "there is no tournament in"),
        ("othello random random --game othello", "go with --class"),
    ],
)
def test_wrong_use_gets_a_sentence(arguments, sentence, capsys):
    with pytest.raises(SystemExit) as left:
        main(["arena", *arguments.split()])
    said = capsys.readouterr()
    assert left.value.code == 2
    assert said.out == ""
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_the_command_that_makes_openings(tmp_path, capsys):
    main(["openings", "tictactoe", "--count", "3", "--seed", "5", "--out", str(tmp_path / "o.txt")])
    text = (tmp_path / "o.txt").read_text()
    assert capsys.readouterr().out == f"3 openings in {tmp_path / 'o.txt'}\n"
    assert "# Made by: gamekit openings tictactoe --count 3 --plies 2 --seed 5" in text
    assert len(parse_openings(text, games.start("tictactoe"), "o.txt")) == 3
    with pytest.raises(SystemExit):
        main(["openings", "plates"])
    assert "openings are made for" in capsys.readouterr().err


def test_endings_in_words():
    words = [Ending(outcome).words for outcome in (3, 0, -1)]
    assert words == ["X wins (+3)", "draw", "O wins (-1)"]
    assert [Ending(outcome).points for outcome in (3, 0, -1)] == [1.0, 0.5, 0.0]
    assert all(a > b for a, b in pairwise([Ending(o).points for o in (3, 0, -1)]))


def test_nobody_is_told_the_lots_of_the_other_side(monkeypatch):
    """In a class the game's name tells nothing: a player foresaw its opponent's draws from it."""
    told = {}

    class Stub:
        waited = used = 0.0

        def __init__(self, who):
            self.who = who

        def get_ready(self, case):
            told.setdefault(self.who, []).append(case)

        def choose(self, record, case):
            told[self.who].append(case)
            return moves(record.state)[0]

    plan = make_plan("tictactoe", ["random", "mcts"], games=2, nodes=10, secret=b"nobody knows")
    assert "nobody" not in str(plan.as_dict())
    table = Runner(plan)
    monkeypatch.setattr(table, "_make_room", lambda sides: None)
    table._processes = {0: Stub(0), 1: Stub(1)}
    for pairing in plan.pairings():
        told.clear()
        table.play(pairing)
        names = {who: {case["id"] for case in cases} for who, cases in told.items()}
        seeds = {who: {case["seed"] for case in cases} for who, cases in told.items()}
        assert not names[0] & names[1]
        assert not seeds[0] & seeds[1]
        assert pairing.name not in str(told)
    other = replace(plan, secret=b"something else")
    first = next(plan.pairings())
    assert other.seed_of(first, 0) != plan.seed_of(first, 0)
    assert other.as_dict() != plan.as_dict()


def test_files_that_a_spec_names_are_known_by_what_they_hold(tmp_path):
    """Whoever learns anew into the same file is another player: its games do not go on with the old ones."""
    file = tmp_path / "mine.py"
    seen = set()
    for text in ("def evaluate(state): return 1", "def evaluate(state): return 2"):
        file.write_text(text)
        seen.add(Entrant("mine", f"pvs,eval={file}").as_dict()["code"])
    assert len(seen) == 2
    assert "code" not in Entrant("plain", "pvs,eval=mobility").as_dict()
