"""The protocol of gomoku tournaments: our program under every line there is, and programs of others."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import bsd_gomoku
import pytest

from gamekit import BadText, GamekitError
from gamekit.arena.match import Match
from gamekit.games import gomoku, othello
from gamekit.players import Limits, player
from gamekit.protocols import brain as brain_module
from gamekit.protocols.brain import Brain, with_margin
from gamekit.protocols.piskvork import OTHER, OWN, move_at, read_point
from gamekit.protocols.process import ProgramFailed
from gamekit.protocols.serving import limits_within
from gamekit.record import Record
from gamekit.rules import is_legal, move_name, parse_move

QUICK = "engine,nodes=30,table=0.5"
COMMAND = [sys.executable, "-m", "gamekit", "brain", "gomoku"]
OURS = f"piskvork:{' '.join(COMMAND)} --player"


def brain(text=QUICK, **options):
    return Brain(player(text), **options)


def talk(machine, *lines):
    """The answers to some lines, without MESSAGE and DEBUG."""
    return [answer for line in lines for answer in machine.answer(line)[-1:]]


# --- being a program --------------------------------------------------------------------------------------

CONVERSATION = [
    ("BEGIN", "ERROR there is no board yet: START comes first"),
    ("RESTART", "ERROR there is no board yet: START comes first"),
    ("TAKEBACK 1,1", "ERROR there is no board yet: START comes first"),
    ("START", "ERROR START wants the size of the board, such as START 20, not ''"),
    ("START 4", "ERROR boards of 5x5 to 20x20 are played, not 4x4"),
    ("RECTSTART 30,20", "ERROR boards of 5x5 to 20x20 are played, not 30x20"),
    ("RECTSTART 20", "ERROR RECTSTART wants width and height, such as RECTSTART 20,15, not '20'"),
    ("RECTSTART 9,6", "OK"),
    ("BEGIN", "4,2"),
    ("TURN 8,6", "ERROR 8,6 is not on the 9x6 board"),
    ("START 20\r", "OK"),
    ("BEGIN", "9,9"),
    ("TURN 9,9", "ERROR there is a stone on 9,9 already"),
    ("TURN 9;8", "ERROR TURN wants a point, such as TURN 7,7, not '9;8'"),
    ("TURN", "ERROR TURN wants a point, such as TURN 7,7, not ''"),
    ("TAKEBACK 3,3", "ERROR there is no stone on 3,3"),
    ("TAKEBACK 9,9", "OK"),
    ("PLAY 3,3", "3,3"),
    ("PLAY 3,3", "ERROR there is a stone on 3,3 already"),
    ("restart", "OK"),
    ("begin", "9,9"),
    ("DONE", "ERROR DONE ends BOARD or SWAP2BOARD, and there was none"),
    ("fly me", "UNKNOWN there is no command 'fly'"),
    ("INFO timeout_turn 1000", None),
    ("INFO timeout_turn soon", None),
    ("INFO folder somewhere/else", None),
    ("INFO evaluate 3,4", None),
    ("INFO game_type 2", None),
    ("INFO max_memory 0", None),
    ("INFO unheard_of 3", None),
    ("INFO", None),
    ("", None),
    ("\r", None),
    # four in a row are completed, or stopped
    ("BOARD", None),
    ("3,3,1", None), ("10,3,2", None), ("4,3,1", None), ("11,3,2", None),
    ("INFO time_left 2147483647", None),
    ("5,3,1", None), ("12,3,2", None), ("6,3,1", None), ("2,3,2", None),
    ("DONE", "7,3"),
    ("TURN 0,0", re.compile(r"\d+,\d+")),  # there is a five, but that is for the manager to say
    ("BOARD", None), ("3,3,2", None), ("4,3,2", None), ("5,3,2", None), ("6,3,2", None), ("2,3,1", None),
    ("DONE", "7,3"),
    ("BOARD", None), ("3,3,1", None), ("3,3,2", None),
    ("DONE", "ERROR BOARD says 3,3 twice"),
    ("BOARD", None), ("3,3,7", None),
    ("DONE", "ERROR BOARD wants lines such as 7,7,1 or 7,7,2, not '3,3,7'"),
    ("BOARD", None), ("3,3,3", None),
    ("DONE", "ERROR field 3 belongs to the continuous game, which this brain does not play"),
    ("BOARD", None), ("hello there", None),
    ("DONE", "ERROR BOARD wants lines such as 7,7,1 or 7,7,2, not 'hello there'"),
    ("BOARD", None), ("20,3,1", None),
    ("DONE", "ERROR 20,3 is not on the 20x20 board"),
    ("TAKEBACK 7,3", "OK"),  # what was refused has changed nothing
    ("BOARD", None), ("1,1,1", None),
    ("RESTART", "OK"),  # nobody waits for a DONE
    ("BOARD", None),
    ("DONE", "9,9"),
    ("INFO rule 2", None),
    ("TURN 3,3", "ERROR this brain does not play the continuous game (INFO rule 2)"),
    ("INFO rule 8", None),
    ("START 15", "ERROR this brain does not know the rule 8"),
    ("INFO rule 5", None),
    ("START 15", "OK"),
    ("SWAP2BOARD", None), ("3,3", None),
    ("DONE", "ERROR SWAP2BOARD comes with 0, 3 or 5 stones, not 1"),
    ("SWAP2BOARD", None), ("3,3,1", None),
    ("DONE", "ERROR SWAP2BOARD wants lines such as 7,7, not '3,3,1'"),
    ("END", None),
    ("BEGIN", None),
]  # fmt: skip


def test_a_conversation():
    machine = brain()
    for line, expected in CONVERSATION:
        said = machine.answer(line)
        answers = [each for each in said if each != "MESSAGE this game is won by force"]
        if isinstance(expected, re.Pattern):
            assert len(answers) == 1, line
            assert expected.fullmatch(answers[0]), line
        else:
            assert answers == ([] if expected is None else [expected]), line
    assert machine.is_done
    curious = brain()
    assert re.fullmatch(r'name="gamekit", version="[^"]+", author="[^"]+"', curious.answer("ABOUT")[0])
    assert not curious._is_prepared  # managers give two seconds for this


def test_messages_come_before_the_answer():
    machine = brain("engine,nodes=3000,table=1", debug=True)
    four = ["START 15", "BOARD", "3,3,1", "0,0,2", "4,3,1", "0,2,2", "5,3,1", "2,14,2", "DONE"]
    said = [machine.answer(line) for line in four][-1]
    assert said[0] == "MESSAGE this game is won by force"
    assert re.fullmatch(r"DEBUG depth \d+, value \+1.000, \d+ nodes in [\d.]+ s: [\d, ]+", said[1])
    assert said[2:] in (["6,3"], ["2,3"])
    said = machine.answer("TURN 14,14")
    assert [line.split()[0] for line in said[:-1]] == ["DEBUG"]  # said once a game is enough


def test_too_little_memory_is_said_with_the_next_answer(monkeypatch):
    monkeypatch.setattr(brain_module, "memory_in_use", lambda: 200.0)  # what all tests together use is more
    machine = brain("engine,nodes=30")
    assert talk(machine, "START 15", "INFO max_memory 1000000000") == ["OK"]
    assert "table" not in machine.player.spec.numbers
    assert machine.answer("INFO max_memory 20000000") == []
    said = machine.answer("BEGIN")
    assert re.fullmatch(r"MESSAGE max_memory of 19 MB is too little, 200 MB are in use", said[0])
    assert said[1:] == ["7,7"]
    assert machine.player.spec.numbers["table"] == 0.1
    machine.answer("INFO max_memory 3000000000")
    assert machine.player.spec.numbers["table"] == 32


def test_swap2():
    """Three stones; then the better colour; the board afterwards is as the manager's."""
    opener = brain()
    three = talk(opener, "START 15", "SWAP2BOARD", "DONE")[-1].split()
    assert len({read_point(text) for text in three}) == 3
    again = [
        talk(brain(spec), "START 15", "SWAP2BOARD", "DONE")[-1].split() for spec in (QUICK, f"{QUICK},seed=1")
    ]
    assert again[0] == three != again[1]  # the seed decides
    assert list(opener._stones.values()) == [OWN, OTHER, OWN]
    for stones, answer in (
        (["7,7", "0,0", "7,8"], "SWAP"),  # black has two in the middle, white one in the corner
        (["0,0", "7,7", "14,14"], None),  # the other way round: white stays and plays
        (["7,7", "0,0", "7,8", "0,2", "8,9"], "SWAP"),
        (["0,0", "7,7", "14,14", "7,8", "0,14"], None),
    ):
        machine = brain("engine,nodes=2000,table=1")
        said = talk(machine, "START 15", "SWAP2BOARD", *stones, "DONE")[-1]
        owners = [OWN, OTHER] if answer else [OTHER, OWN]
        assert said == answer or read_point(said) not in (None, *map(read_point, stones))
        expected = [owners[number % 2] for number in range(len(stones) + (answer is None))]
        assert list(machine._stones.values()) == expected


def test_time_to_think():
    machine = brain("engine,table=0.5")

    def seconds(*lines):
        talk(machine, *lines)
        machine._begin = time.perf_counter()
        return machine._seconds()

    assert 4 < seconds() < 5  # nobody has said anything
    assert 0.9 < seconds("INFO timeout_turn 1000") < 1
    assert seconds("INFO timeout_turn 0") == 0.001
    assert 1.7 < seconds("INFO timeout_turn 30000", "INFO timeout_match 40000") < 2
    assert 0.4 < seconds("INFO time_left 10000") < 0.5
    assert seconds("INFO time_left -50") == 0.001
    assert 29 < seconds("INFO time_left 2147483647") < 30
    assert 0.4 < seconds("INFO time_left 10000") < 0.5
    assert 29 < seconds(f"INFO time_left {2**62}") < 30  # c-gomoku-cli's way to say that there is no limit
    assert 1.7 < seconds("START 15") < 2  # a new game, a new clock
    machine.hurry()
    assert seconds() == 0.001
    limited = brain("engine,depth=2,table=0.5")
    assert limited._seconds() > 1000  # the text says how far to look
    assert limits_within(limited.player, 1.0) == Limits(2, None, 1.0)
    for turn in (0.001, 0.02, 0.1, 1, 5, 1000):
        assert 0 < with_margin(turn) < turn


def test_a_game_clock_that_nobody_sends_is_kept():
    machine = brain("engine,table=0.5")
    talk(machine, "INFO timeout_turn 300", "INFO timeout_match 20000", "START 15", "BEGIN")
    before = machine._left
    talk(machine, "TURN 8,8")
    assert 0.1 < before - machine._left < 2


def test_a_player_that_fails_loses_no_game(monkeypatch):
    machine = brain()
    talk(machine, "START 15")
    monkeypatch.setattr(machine.player, "think", lambda *_: 1 / 0)
    assert machine.answer("TURN 7,7") == ["DEBUG ZeroDivisionError: 'division by zero'", "7,6"]


def test_full_boards_and_the_last_square():
    machine = brain()
    rows = ["12121", "12121", "21212", "21212", "1212."]
    stones = [f"{x},{y},{mark}" for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."]
    assert talk(machine, "START 5", "BOARD", *stones, "DONE")[-1] == "4,4"
    assert talk(machine, "BEGIN") == ["ERROR there is no legal move left"]
    assert talk(machine, "TAKEBACK 4,4", "TURN 4,4") == ["OK", "ERROR there is no legal move left"]


# --- lines of every kind ----------------------------------------------------------------------------------

ANSWERED = ("START", "RECTSTART", "RESTART", "BEGIN", "TURN", "DONE", "TAKEBACK", "PLAY", "ABOUT")
GARBAGE = [
    "", " ", "\t", "\x00", "OK", "ERROR", "7,7", "7,7,1", "-1,3", "3", "1e9", "TURN7,7", "START15",
    "DONE DONE", "ü€", "%s%n", "../..", "SUGGEST 3,3", "MESSAGE hi", "SWAP", "SWAP2BOARD 7,7", "TURN 7,7,1",
    "TURN 7, 7", "TURN 99999999999999999999,1", "START 99999999999999999999",
    "INFO rule 99999999999999999999",
    "TURN -1,-1", "INFO max_memory", "INFO timeout_turn -5", "RECTSTART 5,5,5", "BOARD DONE", "x" * 3000,
    "TAKEBACK", "ENDE",
]  # fmt: skip
ANSWER = re.compile(r'OK|SWAP|\d+,\d+( \d+,\d+ \d+,\d+)?|(ERROR|UNKNOWN) .+|name="gamekit", .+')


class Referee:
    """A manager's own board: knows which lines want an answer, and which moves are legal."""

    def __init__(self):
        self.size, self.stones, self.rule = (0, 0), {}, 0
        self.block = None  # the lines since BOARD or SWAP2BOARD
        self.seconds = 0.0  # for a turn; 0: as fast as possible
        self.moves = self.errors = self.late = 0

    def wants_answer(self, line):
        self.word = (re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line).split() or [""])[0].upper()
        self.rest = line.strip()[len(self.word) :].strip()
        if self.word in ("BOARD", "SWAP2BOARD"):
            self.block, self.name = [], self.word
        elif self.word == "INFO":
            found = re.fullmatch(r"(rule|timeout_turn) (\d{1,12})", self.rest.lower())
            if found and found[1] == "rule":
                self.rule = int(found[2])
            elif found:
                self.seconds = int(found[2]) / 1000
        elif self.word in ANSWERED:
            self.block = self.block if self.word == "DONE" else None
            return True
        elif self.block is not None:
            self.block += [line] if self.word else []
        else:
            return bool(self.word)
        return False

    def judge(self, line, answer):
        """Complain of an answer that does not fit the line or the board."""
        assert ANSWER.fullmatch(answer), (line, answer)
        self.errors += answer.startswith(("ERROR", "UNKNOWN"))
        block, self.block = self.block, None
        if answer.startswith(("ERROR", "UNKNOWN", "name")):
            return
        if answer == "OK":
            assert self.word in ("START", "RECTSTART", "RESTART", "TAKEBACK"), line
            if self.word == "TAKEBACK":
                del self.stones[read_point(self.rest)]
            else:
                self.stones = {}
            if self.word == "START":
                self.size = int(self.rest), int(self.rest)
            if self.word == "RECTSTART":
                self.size = read_point(self.rest)
            return
        if self.word == "DONE" and self.name == "SWAP2BOARD":
            self.judge_swap2([read_point(each) for each in block], answer)
            return
        if self.word == "DONE":
            lines = [tuple(map(int, each.split(","))) for each in block]
            self.stones = {(x, y): owner for x, y, owner in lines}
            assert len(self.stones) == len(lines)
        elif self.word == "TURN":
            self.place(read_point(self.rest), OTHER)
        else:
            assert self.word == "BEGIN" or (
                self.word == "PLAY" and read_point(self.rest) == read_point(answer)
            )
        self.moves += 1
        self.place(read_point(answer), OWN, may_be_forbidden=False)

    def judge_swap2(self, points, answer):
        black = OWN if answer == "SWAP" or not points else OTHER
        points += [read_point(each) for each in answer.split()] if answer != "SWAP" else []
        self.stones = {}
        for number, point in enumerate(points):
            self.place(point, black if number % 2 == 0 else OWN + OTHER - black)

    def place(self, point, owner, may_be_forbidden=True):
        assert point not in self.stones
        assert point[0] < self.size[0], point
        assert point[1] < self.size[1], point
        owners = list(self.stones.values())
        if not may_be_forbidden and self.rule & 4 and owners.count(OWN) >= owners.count(OTHER):
            rows = [["."] * self.size[0] for _ in range(self.size[1])]
            for (x, y), each in self.stones.items():
                rows[y][x] = ".XO"[each]
            try:
                state = gomoku.parse("/".join(map("".join, rows)) + " X", rule="renju")
            except BadText:  # both sides have five: nothing is forbidden any more
                state = gomoku.start("20x20")
            assert move_name(state, move_at(point)) not in gomoku.forbidden(state)
        self.stones[point] = owner


def sensible(rng, referee):
    """A command as a manager gives it, more or less: points are often off the board or taken."""
    width, height = referee.size
    point = f"{rng.randint(0, width or 9)},{rng.randint(0, height or 9)}"
    if referee.block is not None and rng.random() < 0.8:
        return f"{point},{rng.choice('111222222233')}" if referee.name == "BOARD" else point
    if rng.random() < 0.6:
        free = [(x, y) for x in range(width) for y in range(height) if (x, y) not in referee.stones]
        near = [
            (x, y)
            for x, y in free
            if any((x + a, y + b) in referee.stones for a in (-1, 0, 1) for b in (-1, 0, 1))
        ]
        x, y = rng.choice(near or free or [(0, 0)])
        return f"TURN {x},{y}"
    kind = rng.random()
    if kind < 0.3:
        return rng.choice(["BEGIN", "BOARD", "SWAP2BOARD", "DONE", "DONE", "DONE", "ABOUT"])
    if kind < 0.4:
        key = rng.choice(["timeout_turn", "timeout_match", "time_left", "game_type", "evaluate", "folder"])
        return f"INFO {key} {rng.choice([0, 100, 5000, 30000, -1, 2147483647, '3,4'])}"
    if kind < 0.45:
        return f"INFO rule {rng.choice([0, 0, 1, 1, 4, 4, 4, 5, 2, 8])}"
    if kind < 0.55:
        return rng.choice(["RESTART", f"START {rng.randint(4, 21)}", f"RECTSTART {point}", "RECTSTART 7,9"])
    return f"{rng.choice(['TURN', 'TAKEBACK', 'PLAY'])} {point}"


def fuzz(answer, seed, count):
    """So many lines of every kind; the referee, and the longest time that an answer took."""
    rng, referee, longest = random.Random(seed), Referee(), 0.0
    for _ in range(count):
        line = sensible(rng, referee)
        kind = rng.random()
        if kind < 0.1:
            line = rng.choice(GARBAGE)
        elif kind < 0.15:
            line = "".join(chr(rng.randint(0, 400)) for _ in range(rng.randint(0, 40)))
        elif kind < 0.2:  # a letter of it changed
            place = rng.randint(0, len(line))
            line = line[:place] + chr(rng.randint(32, 126)) + line[place + rng.randint(0, 1) :]
        elif kind < 0.3:
            line = line.lower() + "\r"
        line = line.replace("\n", "")
        if (line.split() or [""])[0].upper() == "END":
            continue
        wanted = referee.wants_answer(line)
        begin = time.perf_counter()
        said = answer(line, wanted)
        took = time.perf_counter() - begin
        longest = max(longest, took)
        referee.late += took > (referee.seconds or 5.0)
        if not wanted:
            assert said == [], (line, said)
            continue
        assert said, line
        assert all(each.startswith(("MESSAGE ", "DEBUG ")) and "\n" not in each for each in said[:-1]), said
        assert not any("Error" in each for each in said), said
        referee.judge(line, said[-1])
    return referee, longest


def test_thousands_of_lines():
    machine = brain()
    referee, longest = fuzz(lambda line, wanted: machine.answer(line), seed=1, count=3000)
    assert longest < 5  # in fact milliseconds; a machine that does much else takes longer now and then
    assert machine._stones == referee.stones
    assert referee.moves > 500
    assert referee.errors > 300


def run_brain(lines, *options, timeout=60):
    return subprocess.run([*COMMAND, *options], input=lines, capture_output=True, timeout=timeout)


def test_random_bytes_through_the_pipe():
    rng = random.Random(3)
    lines = [rng.randbytes(50).replace(b"\n", b"") for _ in range(200)]
    lines += [b"RESTART", b"x" * 100_000, b"START 15", b"BEGIN", b"TURN 7,8", b"END", b"BEGIN"]
    ran = run_brain(b"\r\n".join(lines), "--player", QUICK)
    assert (ran.returncode, ran.stderr) == (0, b"")
    *_, too_long, ok, first, second = ran.stdout.decode("ascii").splitlines()
    assert (too_long, ok, first) == ("UNKNOWN there is no command 'TOO_LONG'", "OK", "7,7")
    assert read_point(second)


def test_the_end_of_the_input_and_an_end_while_thinking():
    program = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    program.stdin.write(b"START 15\r\nINFO timeout_turn 60000\r\nTURN 7,7\r\n")
    program.stdin.flush()
    assert program.stdout.readline() == b"OK\n"
    time.sleep(0.3)
    program.stdin.write(b"END\r\n")
    program.stdin.flush()
    begin = time.monotonic()
    assert program.wait(30) == 0
    assert time.monotonic() - begin < 5
    assert re.fullmatch(rb"\d+,\d+\n", program.stdout.read())  # what was asked before is answered
    program.stdin.close()
    program.stdout.close()
    ran = run_brain(b"ABOUT\nSTART 15\nBEGIN", "--player", QUICK)
    assert (ran.returncode, ran.stdout.splitlines()[1:]) == (0, [b"OK", b"7,7"])


def test_ctrl_c_while_it_waits():
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, "--player", "random"], stdin=pipe, stdout=pipe, stderr=pipe) as program:
        program.stdin.write(b"START 15\n")
        program.stdin.flush()
        assert program.stdout.readline() == b"OK\n"
        program.send_signal(signal.SIGINT)
        assert (program.wait(10), program.stderr.read()) == (130, b"")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["othello"], "brain knows gomoku, not 'othello'"),
        (["gomoku", "--player", "clever"], "which is no method"),
        (["gomoku", "--player", "minimax"], "give it a depth"),
    ],
)
def test_wrong_use_gets_a_sentence(arguments, sentence):
    ran = subprocess.run([*COMMAND[:-1], *arguments], capture_output=True, text=True, input="", timeout=60)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert sentence in ran.stderr
    assert ran.stderr.count("\n") == 1


# --- programs of others -----------------------------------------------------------------------------------

# A program that says OK to everything; what it does when asked for a move is filled in.
FAKE = """
import os, signal, sys, time
log = open({log!r}, "a")
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
{at_start}
for line in sys.stdin.buffer:
    assert line.endswith(b"\\r\\n")
    line = line.decode("ascii").strip()
    log.write(line + "\\n"); log.flush()
    word = line.split()[0]
    if word in ("BEGIN", "TURN", "DONE", "PLAY"):
        {at_move}
    elif word == "END":
        break
    elif word in {known}:
        say("OK\\n")
    elif word in ("RESTART", "RECTSTART"):
        say("UNKNOWN\\n")
"""


@pytest.fixture
def fake(tmp_path):
    """Makes a player of a fake program, which writes down what it was told."""
    made = []

    def make(at_move="say('7,7\\n')", at_start="", known=("START", "RESTART", "RECTSTART"), patience=5.0):
        script = tmp_path / f"fake{len(made)}.py"
        log = tmp_path / f"log{len(made)}"
        script.write_text(FAKE.format(log=str(log), at_start=at_start, at_move=at_move, known=known))
        made.append(player(f"piskvork:{sys.executable} {script}"))
        made[-1].patience, made[-1].log = patience, log
        return made[-1]

    yield make
    for each in made:
        each.close()


def told(chooser):
    return Path(chooser.log).read_text().split("\n")[:-1]


MISBEHAVIOUR = {
    "hangs": ("time.sleep(60)", "timeout: no answer to 'BEGIN' within 1 s"),
    "dies": ("sys.stderr.write('bad luck\\n'); sys.exit(3)", "crash: .* status 3, saying 'bad luck'"),
    "is killed": ("os.kill(os.getpid(), 9)", "crash: it was killed by signal 9"),
    "closes its output": ("os.close(1); time.sleep(60)", "crash: it closed its output"),
    "dies in the middle": ("say('7,'); os._exit(0)", "crash: it ended with status 0"),
    "talks": ("say('hello\\n\\n')", "nonsense: to 'BEGIN' it said 'hello', which is no answer"),
    "writes garbage": ("os.write(1, bytes(range(256)) * 20)", "nonsense: to 'BEGIN' it said "),
    "talks for ever": ("\n        while True: say('MESSAGE hm\\n' * 99)", "nonsense: .* 10,000 lines"),
    "floods one line": ("\n        while True: say('blah' * 1000)", "nonsense: it wrote 100,000 bytes"),
    "is content": ("say('OK\\n')", "nonsense: to 'BEGIN' it said 'OK', which is no move"),
    "refuses": ("say('ERROR not today\\n')", "nonsense: to 'BEGIN' it said 'ERROR not today', which"),
    "knows nothing": ("say('UNKNOWN\\n')", "nonsense: to 'BEGIN' it said 'UNKNOWN', which is no move"),
    "leaves the board": ("say('15,3\\n')", "illegal move: it played 15,3, which is not on the 15x15 board"),
    "suggests for ever": ("say('SUGGEST 3,3\\n')", "nonsense: to 'BEGIN' it said '3,3', which is no move"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISBEHAVIOUR)
def test_misbehaviour_is_one_sentence_in_time(fake, name):
    at_move, reason = MISBEHAVIOUR[name]
    waits_to_the_end = reason.startswith("timeout") or name in ("talks", "writes garbage")
    chooser = fake(at_move, patience=1.0 if waits_to_the_end else 10.0)
    begin = time.monotonic()
    with pytest.raises(ProgramFailed, match=reason):
        chooser(gomoku.start())
    assert time.monotonic() - begin < 9


def test_misbehaviour_forfeits_the_game(fake):
    stubborn = fake("say('7,7\\n')")  # again and again
    match = Match(QUICK, stubborn.spec.text, gomoku.start(), [[parse_move(gomoku.start(), "a1")]])
    games = list(match.play(2))
    assert [game.points for game in games] == [1.0, 1.0]
    assert all("it played 7,7 (h8), where there is a stone already" in game.reason for game in games)


def test_what_renju_forbids_is_no_move(fake):
    state = gomoku.parse("......./......./.XX..../...X.../...X.../......./.......", rule="renju")
    with pytest.raises(ProgramFailed, match=r"it played 3,2 \(d5\), which renju forbids: double-three"):
        fake("say('3,2\\n')")(state)


def test_what_a_program_is_told(fake):
    start = gomoku.start("15x15", rule="standard")
    point = "{'BEGIN': 1, 'TURN': 2, 'DONE': 3}[word]"
    chooser = fake(f"say('MESSAGE hm\\r\\n\\ndebug x\\n0,%d\\r\\n' % {point})", at_start="say('Welcome!\\n')")
    game = Record(start)
    game.push(chooser.think(game.state, Limits(seconds=0.25)).move)
    game.push("h8")
    chooser.follow(game)
    game.push(chooser.think(game.state, Limits(seconds=0.25)).move)
    assert told(chooser) == [
        "START 15", "INFO timeout_match 0", f"INFO max_memory {350 * 2**20}", "INFO game_type 1",
        "INFO rule 1", "INFO timeout_turn 250", "INFO time_left 2147483647", "BEGIN",
        "INFO time_left 2147483647", "TURN 7,7",
    ]  # fmt: skip
    seen = len(told(chooser))
    game.undo()
    chooser.follow(game)  # a move taken back, its own: the whole board again
    chooser.think(game.state, Limits(seconds=0.5))
    assert told(chooser)[seen:] == [
        "RESTART", "INFO timeout_turn 500", "INFO time_left 2147483647", "BOARD", "0,1,1", "7,7,2", "DONE",
    ]  # fmt: skip
    seen = len(told(chooser))
    chooser.think(gomoku.parse("XX.../..O../...../...../..... O", rule="renju"))
    assert told(chooser)[seen + 1 :] == [
        "START 5", "INFO timeout_match 0", f"INFO max_memory {350 * 2**20}", "INFO game_type 1",
        "INFO rule 4", "INFO timeout_turn 1000", "INFO time_left 2147483647",
        "BOARD", "0,0,2", "2,1,1", "1,0,2", "DONE",
    ]  # fmt: skip
    assert told(chooser)[seen] == "END"


def test_programs_that_know_little_or_suggest(fake):
    plain = fake("say('3,3\\n')", known=("START",))
    state = gomoku.start("9x9")
    for _ in range(2):  # no RESTART: a new program for each game
        assert move_name(state, plain(state)) == "d6"
    assert told(plain).count("START 9") == 2
    with pytest.raises(ProgramFailed, match="it refused 'RECTSTART 9,7': 'UNKNOWN'"):
        plain(gomoku.start("9x7"))
    polite = fake("say('suggest 3,3\\n' if word != 'PLAY' else '3,3\\n')")
    assert move_name(state, polite(state)) == "d6"
    assert told(polite)[-2:] == ["BEGIN", "PLAY 3,3"]


def test_cancel_and_a_new_start_after_a_failure(fake, tmp_path):
    bad = tmp_path / "bad"
    moody = fake(f"time.sleep(60) if os.path.exists({str(bad)!r}) else say('7,7\\n')", patience=60.0)
    bad.touch()
    threading.Timer(0.5, moody.cancel).start()
    with pytest.raises(ProgramFailed, match="stopped"):
        moody(gomoku.start())
    bad.unlink()
    assert move_name(gomoku.start(), moody(gomoku.start())) == "h8"


def test_wrong_commands_and_games_get_a_sentence(fake):
    with pytest.raises(BadText, match="after piskvork: comes the command"):
        player("piskvork:")
    with pytest.raises(BadText, match="there is no program 'no-such-brain'"):
        player("piskvork:no-such-brain")
    with pytest.raises(GamekitError, match="plays gomoku, not othello"):
        fake()(othello.start())
    with pytest.raises(GamekitError, match="not what every move is worth"):
        fake().analyse(gomoku.start())


@pytest.mark.skipif(bsd_gomoku.PROGRAM is None, reason="Debian's package bsdgames is not installed")
def test_the_gomoku_of_the_bsd_games_is_a_rival():
    rival = player(f"piskvork:{sys.executable} {bsd_gomoku.__file__}")
    rival.patience = 60.0
    try:
        start = gomoku.start("19x19")
        assert move_name(start, rival.think(start, Limits()).move) == "j10"  # it writes K10: it has no I
        four = Record(start)
        for each in ("i10", "i11", "k10", "a1", "l10", "a19", "m10"):
            four.push(each)
        assert move_name(four.state, rival.think(four.state, Limits()).move) == "j10"
        with pytest.raises(ProgramFailed, match="it refused 'START 15': 'ERROR it plays on 19x19 only'"):
            rival.think(gomoku.start(), Limits())
    finally:
        rival.close()


# --- both sides -------------------------------------------------------------------------------------------


def test_a_match_through_the_protocol_on_both_sides():
    """The programs play as their players would without a protocol, and nobody forfeits."""
    forgetful = "engine,no-threats,no-killers,no-table"  # so that every answer depends on the board alone
    texts = f"{forgetful},depth=3", f"{forgetful},depth=1"
    start = gomoku.start("12x11", rule="renju")
    openings = [Record(start, "f6 f7 h5").moves]
    match = Match(f"{OURS} {texts[0]}", f"{OURS} {texts[1]}", start, openings, seconds=60.0)
    games = list(match.play(2))
    assert [game.reason for game in games] == ["", ""]
    for game in games:
        players = [player(text) for text in texts]
        record = Record(start, openings[0])
        assert game.record.is_over
        for number, move in enumerate(game.record.moves[3:], 3):
            state = record.state
            assert is_legal(state, move)
            assert players[game.first ^ number % 2](state) == move
            record.push(move)


if __name__ == "__main__":  # python tests/test_piskvork.py SEED COUNT: many lines, through a pipe
    seed, count = map(int, sys.argv[1:])
    program = subprocess.Popen([*COMMAND, "--player", QUICK], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def through_the_pipe(line, wanted):
        program.stdin.write(line.encode("utf-8", "replace") + b"\r\n")
        program.stdin.flush()
        said = []
        while wanted and not (said and ANSWER.fullmatch(said[-1])):
            said.append(program.stdout.readline().decode("ascii").removesuffix("\n"))
            assert said[-1], f"the program has ended with {program.wait(10)}"
        return said

    through_the_pipe("ABOUT", True)  # it has started
    begin = time.perf_counter()
    referee, longest = fuzz(through_the_pipe, seed, count)
    print(f"{count} lines in {time.perf_counter() - begin:.0f} s: {referee.moves} moves, all legal;")
    print(f"{referee.errors} refusals; {referee.late} late, the longest took {1000 * longest:.1f} ms")
    program.stdin.write(b"END\r\n")
    program.stdin.close()
    assert (program.stdout.read(), program.wait(10)) == (b"", 0)
