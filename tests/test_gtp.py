"""Programs that speak GTP: ours, other people's, and those that misbehave."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gamekit import BadText, GamekitError, is_over, moves, play
from gamekit.games import connect4, othello
from gamekit.players import Limits, player
from gamekit.protocols import gtp
from gamekit.protocols.process import Program, ProgramFailed
from gamekit.record import Record
from gamekit.rules import PASS, move_name

OURS = f"gtp:{sys.executable} -m gamekit gtp othello --player"

# A program that accepts everything; what it does when asked for a move is filled in.
FAKE = """
import os, signal, subprocess, sys, time
open({pids!r}, "a").write(str(os.getpid()) + "\\n")
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
asked = 0
{at_start}
for line in sys.stdin:
    if line.startswith("genmove"):
        asked += 1
        {at_genmove}
    elif line.startswith("quit") and {obeys}:
        break
    else:
        say("=\\n\\n")
while not {obeys}:
    time.sleep(1)
"""


@pytest.fixture
def fake(tmp_path):
    """Makes a player of a fake program; afterwards none of the programs may be left."""
    pids, made = tmp_path / "pids", []

    def make(at_genmove="pass", at_start="", obeys=True, patience=5.0):
        script = tmp_path / f"fake{len(made)}.py"
        script.write_text(FAKE.format(pids=str(pids), at_start=at_start, at_genmove=at_genmove, obeys=obeys))
        made.append(player(f"gtp:{sys.executable} {script}"))
        made[-1].patience = patience
        return made[-1]

    yield make
    for each in made:
        each.close()
    for pid in pids.read_text().split() if pids.exists() else ():
        assert not is_running(int(pid)), f"process {pid} is left"


def is_running(pid):
    """Does it still, half a second from now? What was killed needs a moment to die."""
    deadline = time.monotonic() + 0.5
    while _runs(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return _runs(pid)


def _runs(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")  # what nobody but the system has to collect any more does not run
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")


MISBEHAVIOUR = {
    "hangs": ("time.sleep(60)", "timeout: no answer to 'genmove black' within 1 s"),
    "is late": ("time.sleep(2); say('= d3\\n\\n')", "timeout: no answer to 'genmove black' within 1 s"),
    "dies": ("sys.stderr.write('bad luck\\n'); sys.exit(3)", "crash: .* status 3, saying 'bad luck'"),
    "is killed": ("os.kill(os.getpid(), 9)", "crash: it was killed by signal 9"),
    "closes its output": ("os.close(1); time.sleep(60)", "crash: it closed its output"),
    "dies in the middle of an answer": ("say('= d'); os._exit(0)", "crash: it ended with status 0"),
    "talks": ("say('hello\\n\\n')", "nonsense: to 'genmove black' it said 'hello', which is no answer"),
    "writes garbage": ("os.write(1, bytes(range(256)) * 20)", "nonsense: to 'genmove black' it said "),
    "floods lines": ("\n        while True: say('blah blah\\n' * 1000)", "nonsense: .* 10,000 lines"),
    "floods one line": ("\n        while True: say('blah' * 1000)", "nonsense: it wrote 100,000 bytes"),
    "floods an answer": ("\n        while True: say('= d3\\n' * 1000)", "nonsense: its answer 'd3' has no"),
    "floods errors": ("\n        while True: os.write(2, b'x' * 1000)", "timeout: no answer"),
    "forgets the empty line": ("say('= d3\\n')", "nonsense: its answer 'd3' has no empty line at its end"),
    "refuses": ("say('? not today\\n\\n')", "nonsense: it refused 'genmove black': 'not today'"),
    "names no square": ("say('= the best\\n\\n')", "nonsense: asked for a move it said 'the best'; an"),
    "says nothing": ("say('=\\n\\n')", "nonsense: asked for a move it said ''"),
    "plays an illegal move": ("say('= a1\\n\\n')", "illegal move: it played 'a1'; legal are: d3 c4 f5 e6"),
    "passes": ("say('= PASS\\n\\n')", "illegal move: it played 'PASS'"),
    "resigns": ("say('= resign\\n\\n')", "resigned: it gave up"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISBEHAVIOUR)
def test_misbehaviour_is_one_sentence_in_time(fake, name):
    at_genmove, reason = MISBEHAVIOUR[name]
    waits_to_the_end = reason.startswith("timeout") or "genmove black' it said" in reason
    chooser = fake(at_genmove, patience=1.0 if waits_to_the_end else 10.0)
    begin = time.monotonic()
    with pytest.raises(ProgramFailed, match=reason):
        chooser(othello.start())
    assert time.monotonic() - begin < 9


def test_a_program_that_will_not_leave_is_ended_with_its_children(fake, tmp_path):
    stubborn = fake(
        "say('= d3\\n\\n')",
        at_start="signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        f"open({str(tmp_path / 'pids')!r}, 'a').write(str(child.pid) + '\\n')",
        obeys=False,
    )
    assert move_name(othello.start(), stubborn(othello.start())) == "d3"
    begin = time.monotonic()
    stubborn.close()
    assert time.monotonic() - begin < 3


def test_a_program_that_hangs_from_the_start(fake, monkeypatch):
    with pytest.raises(ProgramFailed, match="status 1, saying 'ZeroDivisionError"):
        fake(at_start="1 / 0")(othello.start())
    monkeypatch.setattr(gtp, "START_UP", 0.5)
    with pytest.raises(ProgramFailed, match="no answer to 'protocol_version' within"):
        fake(at_start="time.sleep(60)")(othello.start())


def test_noise_is_not_minded(fake):
    noisy = fake(
        "os.write(2, b'thinking\\n' * 50000); say('depth 3\\r\\n= D3\\r\\n\\r\\n')",
        at_start="say('Welcome!\\n\\nVersion 3\\n')",
    )
    assert move_name(othello.start(), noisy(othello.start())) == "d3"


def test_after_a_failure_the_program_is_started_anew(fake, tmp_path):
    bad = tmp_path / "bad"
    moody = fake(f"sys.exit(1) if os.path.exists({str(bad)!r}) else say('= d3\\n\\n')")
    bad.touch()
    with pytest.raises(ProgramFailed, match="crash"):
        moody(othello.start())
    bad.unlink()
    assert move_name(othello.start(), moody(othello.start())) == "d3"


def test_cancel_ends_the_waiting(fake):
    slow = fake("time.sleep(60)")
    slow.patience = 60.0
    threading.Timer(0.7, slow.cancel).start()
    begin = time.monotonic()
    with pytest.raises(ProgramFailed, match="stopped"):
        slow(othello.start())
    assert time.monotonic() - begin < 5


def test_nobody_closes_it():
    program = Program(["sleep", "60"])
    pid = program._process.pid
    del program
    assert not is_running(pid)


def test_a_full_input_is_a_timeout():
    with Program(["sleep", "60"]) as deaf, pytest.raises(ProgramFailed, match="did not read its input"):
        deaf.send("x" * 1_000_000, seconds=0.3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gtp:", "after gtp: comes the command"),
        ("gtp:/no/such/program -x", "there is no program '/no/such/program'"),
        ("gtp:sh -c 'oops", "cannot be read: No closing quotation"),
    ],
)
def test_wrong_commands_get_a_sentence(text, sentence):
    with pytest.raises(BadText, match=sentence):
        player(text)


# --- the player against our own program -------------------------------------------------------------------


@pytest.fixture(scope="module")
def ours():
    chooser = player(f"{OURS} alphabeta,depth=2")
    yield chooser
    chooser.close()


def test_a_whole_game_with_passes(ours):
    state, rng, line = othello.start(), random.Random(5), []
    while not is_over(state):
        move = ours(state) if len(line) % 2 == 0 else rng.choice(moves(state))
        line.append(move)
        assert move in moves(state)
        state = play(state, move)
    assert ours.think(state).move is None
    assert PASS in line  # else try another seed: passes are the point


def test_takes_back_and_finds_its_way(ours):
    game = Record(othello.start(), "f5d6c3d3c4f4f6b4")
    expected = player("alphabeta,depth=2")
    assert ours(game.state) == expected(game.state)  # from the start, by trying
    for _ in range(4):
        game.undo()
    assert ours(game.state) == expected(game.state)  # moves taken back
    game = Record(othello.start(), "f5f6e6f4")
    ours.follow(game)
    assert ours(game.state) == expected(game.state)  # another game, told
    small = othello.start("6x6")
    assert ours(small) == expected(small)


def test_positions_from_nowhere_get_a_sentence(ours):
    with pytest.raises(GamekitError, match="how this position came about is not known"):
        ours(othello.parse("XXXXXXXX" * 7 + "XXXXXXO- X;"))
    with pytest.raises(GamekitError, match="plays othello, not connect4"):
        ours(connect4.start())
    with pytest.raises(GamekitError, match="not what every move is worth"):
        ours.analyse(othello.start())


def test_the_clock_reaches_the_program():
    chooser = player(f"{OURS} pvs,tt,killers")
    try:
        chooser.think(othello.start(), Limits(seconds=0.2))
        state = othello.parse("f5d6c3d3c4f4f6b4")
        assert 0.1 < chooser.think(state, Limits(seconds=0.3)).seconds < 0.9
    finally:
        chooser.close()


RHINO = shutil.which("gtp-rhino", path=f"{os.environ.get('PATH', '')}:/usr/games")


@pytest.mark.skipif(RHINO is None, reason="Debian's package grhino is not installed")
def test_grhino_plays_whole_games():
    rhino = player(f"gtp:{RHINO} -l 1 -b 0")
    try:
        for seed in range(3):
            state, rng = othello.start(), random.Random(seed)
            while not is_over(state):
                move = rhino.think(state, Limits(seconds=0.5)).move
                state = play(state, move)
                if not is_over(state):
                    state = play(state, rng.choice(moves(state)))
    finally:
        rhino.close()


# --- being a program --------------------------------------------------------------------------------------


def server(text="random,seed=1"):
    return gtp.GtpServer(player(text))


CONVERSATION = [
    ("protocol_version", "= 2"),
    ("1 name", "=1 gamekit"),
    ("known_command genmove", "= true"),
    ("known_command fly", "= false"),
    ("known_command", "= false"),
    ("list_games", "= Othello"),
    ("set_game Othello", "="),
    ("set_game Go", "? unsupported game: this program plays Othello"),
    ("boardsize 8", "="),
    ("boardsize 9", "? unacceptable size: Othello is played on 8, 6 or 4"),
    ("clear_board", "="),
    ("komi 6.5", "="),
    ("komi", "? syntax error: 1 number wanted"),
    ("play black D3", "="),
    ("22 play white e3 # why not", "=22"),
    ("play b e3", "? illegal move: e3, legal are f2 f3 f4 f5 f6"),
    ("play b pass", "? illegal move: pass, legal are f2 f3 f4 f5 f6"),
    ("genmove white", "? illegal move: it is black's turn"),
    ("undo", "="),
    ("undo", "="),
    ("undo", "? cannot undo"),
    ("reg_genmove black", "= d3"),
    ("\tgenmove\tB\x00\r", "= d3"),
    ("genmove black", "? illegal move: it is white's turn"),
    ("play red d3", "? syntax error: a colour is black or white, not 'red'"),
    ("play white", "? syntax error: play wants a colour and a move, such as play black d3"),
    ("play white z9", "? syntax error: an othello move is a square such as d3, or pass, not 'z9'"),
    ("final_score", "? cannot score: the game is not over"),
    ("time_settings 0 5 1", "="),
    ("time_settings soon", "? syntax error: 3 numbers wanted"),
    ("time_left white 3 1", "="),
    ("time_left", "? syntax error: a colour is black or white, not ''"),
    ("fly", "? unknown command"),
    ("7", "?7 syntax error: a number and no command"),
    ("# nothing", ""),
    ("", ""),
    ("quit", "="),
]


def test_a_conversation():
    machine = server("alphabeta,depth=2")
    for command, answer in CONVERSATION:
        assert machine.answer(command) == (answer and answer + "\n\n"), command
    assert machine.is_done


def test_the_board_is_shown_without_an_empty_line():
    answer = server().answer("3 showboard")
    assert answer.startswith("=3\n  a b c d")
    assert answer.count("\n\n") == 1


def test_passes_may_go_unsaid_and_the_end_is_scored():
    """Against every random game: all moves with and without their passes, then both sides pass."""
    passes = 0
    for seed in range(20):
        rng, game = random.Random(seed), Record(othello.start("6x6"))
        spoken, silent = server(), server()
        for machine in (spoken, silent):
            machine.answer("boardsize 6")
        while not game.is_over:
            name = move_name(game.state, rng.choice(moves(game.state)))
            colour = gtp.COLOURS[game.state.turn]
            passes += name == "pass"
            assert spoken.answer(f"play {colour} {name}") == "=\n\n"
            if name != "pass":
                assert silent.answer(f"play {colour} {name.upper()}") == "=\n\n"
            game.push(name)
        expected = f"{'B' if game.outcome > 0 else 'W'}+{abs(game.outcome)}" if game.outcome else "0"
        for machine in (spoken, silent):
            assert machine.answer("genmove black") == "= PASS\n\n"
            assert machine.answer("play white pass") == "=\n\n"
            assert machine.answer("final_score") == f"= {expected}\n\n"
            machine.answer("undo")
            machine.answer("undo")
            assert machine.state == game.state
    assert passes > 5


def test_clocks():
    clock = gtp._Clock(0, 0, 0)
    assert clock.for_next_move() is None
    assert gtp._Clock(10, 5, 0).for_next_move() is None  # GTP: a period without moves is no limit
    by_move = gtp._Clock(0, 2, 1)
    assert 1.5 < by_move.for_next_move() < 2
    by_move.spend(1.9)
    assert 1.5 < by_move.for_next_move() < 2
    by_game = gtp._Clock(60, 0, 0)
    for _ in range(60):
        share = by_game.for_next_move()
        assert 0 < share < by_game.main
        by_game.spend(share)
    by_game.set(30, 0)
    assert 1 < by_game.for_next_move() < 2
    by_game.set(10, 5)
    assert 1.5 < by_game.for_next_move() < 2


WORDS = [
    "play", "genmove", "reg_genmove", "undo", "boardsize", "clear_board", "komi", "showboard", "final_score",
    "time_settings", "time_left", "known_command", "list_commands", "set_game", "name", "b", "w", "black",
    "white", "pass", "PASS", "d3", "C4", "f5", "E6", "a1", "h8", "i9", "8", "6", "4", "0", "-1", "1e9", "0.5",
    "99999999999", "Othello", "#", "=", "?", "\t", "\r", "\x00", "\x7f", "ü", "quit_", "nan", "inf",
]  # fmt: skip


def fuzzed(seed, count):
    rng = random.Random(seed)
    for _ in range(count):
        kind = rng.random()
        if kind < 0.5:  # something like sense, so that games come about
            yield f"play {rng.choice('bw')} {rng.choice('abcdefgh')}{rng.randint(1, 8)}"
        elif kind < 0.9:
            yield " ".join(rng.choice(WORDS) for _ in range(rng.randint(0, 5)))
        else:
            yield "".join(chr(rng.randint(0, 400)) for _ in range(rng.randint(0, 40))).replace("\n", "")


def test_thousands_of_random_lines():
    machine = server()
    for line in fuzzed(1, 5000):
        answer = machine.answer(line)
        assert answer == "" or re.fullmatch(r"[=?]\d*( .+)?(\n.+)*\n\n", answer), (line, answer)
    assert machine.answer("name") == "= gamekit\n\n"


def test_random_bytes_through_the_pipe():
    lines = [line.encode("utf-8", "replace") for line in fuzzed(2, 1000)]
    rng = random.Random(3)
    lines += [rng.randbytes(50).replace(b"\n", b"") for _ in range(200)]
    lines += [b"x" * 100_000, b"55 name", b"quit", b"name"]
    command = [sys.executable, "-m", "gamekit", "gtp", "othello", "--player", "random,seed=2"]
    ran = subprocess.run(command, input=b"\r\n".join(lines), capture_output=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.endswith(b"\n\n? unknown command\n\n=55 gamekit\n\n=\n\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["connect4"], "gtp knows othello, not 'connect4'"),
        (["othello", "--player", "clever"], "which is no method"),
        (["othello", "--player", "minimax"], "give it a depth"),
    ],
)
def test_wrong_use_gets_a_sentence(arguments, sentence):
    command = [sys.executable, "-m", "gamekit", "gtp", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    assert ran.returncode == 2
    assert sentence in ran.stderr
    assert ran.stderr.count("\n") == 1
