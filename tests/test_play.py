"""`gamekit play`: the terminal game, driven through its standard input."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

from gamekit.__main__ import main


def play(lines, *arguments):
    """Run a game whose person types these lines, then ends the input."""
    return subprocess.run(
        [sys.executable, "-m", "gamekit", "play", *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_moves_are_answered_and_the_transcript_comes_last():
    ran = play(["d3"], "othello", "--player", "alphabeta,depth=2")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert lines[0] == "You play X against alphabeta,depth=2. Type a move, or help."
    assert re.search(
        r"^O plays c5\. value -?\+?\d+ for O, depth 2, \d+ positions, [\d.]+ s: c5", ran.stdout, re.M
    )
    assert lines[-2] == "The game ends here."
    assert lines[-1] == "d3c5"
    assert "X to move, X 3 O 3" in lines
    assert "\x1b" not in ran.stdout  # colours are for terminals


def test_the_person_may_sit_second_and_win():
    ran = play(["b2", "a3", "a2", "a1"], "tictactoe", "X../.../...", "--player", "random,seed=3")
    assert ran.stdout.startswith("You play X against random,seed=3.")
    ran = play([], "tictactoe", "--second", "--player", "random,seed=3")
    assert ran.stdout.startswith("You play O against random,seed=3.")
    assert ran.stdout.splitlines()[-1].split()[0] in ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]


def test_connect_four_ends_with_the_row():
    ran = play(["4"], "connect4", "112233", "--player", "random")
    lines = ran.stdout.splitlines()
    assert lines[-2] == "The game is over: X wins (+18)."
    assert lines[-1] == "4"


def test_words_beside_moves():
    lines = ["help", "moves", "", "z9", "a1", "undo", "d3", "hint", "undo", "BOARD", "quit", "d3"]
    ran = play(lines, "othello", "--player", "alphabeta,depth=1")
    said = ran.stdout
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert "a move's name   plays it, such as d3" in said
    assert "d3 c4 f5 e6" in said
    assert "An othello move is a square such as d3, or pass, not 'z9'. Type help if you are lost." in said
    assert "A1 is not legal here; legal are: d3 c4 f5 e6. Type help" in said
    assert "You have not moved yet, so there is nothing to take back." in said
    assert re.search(r"^[a-h][1-8] looks good: value .* for X, depth", said, re.M)
    assert (
        said.splitlines()[-1] == "no moves were played"
    )  # d3 was taken back, and quit came before the second


def test_undo_goes_back_over_the_answer():
    ran = play(["d3", "undo", "f5"], "othello", "--player", "alphabeta,depth=1")
    assert ran.stdout.splitlines()[-1].startswith("f5")


@pytest.mark.parametrize("game", ["plates", "tree", "tictactoe", "connect4", "gomoku"])
def test_every_game_can_be_played(game):
    ran = play(["moves"], game, "--player", "alphabeta,depth=2")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "no moves were played"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "there is no game 'chess'"),
        (["othello", "--player", "clever"], "begins with 'clever', which is no method"),
        (["othello", "--player", "connect4:pvs"], "the player connect4:pvs plays connect4, not othello"),
        (["othello", "--player", "minimax"], "give it a depth"),
        (["othello", "--level", "9"], "the level is a whole number from 1 to 5, not 9"),
        (["othello", "--level", "x"], "--level wants a whole number above 0"),
        (["othello", "--time", "-1"], "--time"),
        (["othello", "--size", "5x5"], "othello is played on 8x8, 6x6 or 4x4"),
        (["othello", "--rule", "renju"], "othello has no option 'rule'"),
        (["connect4", "999"], "is no column"),
        (["othello", "--speed", "3"], "does not know --speed"),
        ([], "GAME"),
    ],
)
def test_bad_arguments_get_one_sentence_and_status_2(arguments, sentence, capsys):
    with pytest.raises(SystemExit) as left:
        main(["play", *arguments])
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert sentence in said
    assert len(said.splitlines()) == 1


class Terminal:
    """A game in a terminal of its own, as a person would see it."""

    def __init__(self, *arguments):
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gamekit", "play", *arguments],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True, env=environment,
            preexec_fn=_own_terminal,
        )  # fmt: skip
        os.close(slave)
        self.seen = ""

    def sees(self, text, seconds):
        """Does this text appear in time?"""
        end = time.monotonic() + seconds
        while text not in self.seen and time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.master, 4096).decode()
                except OSError:  # the other side is gone
                    break
        return text in self.seen

    def until(self, text, seconds=120):
        assert self.sees(text, seconds), self.seen

    def press(self, key, text):
        """Press a key until the text appears: a prompt that is just being made may miss the first one."""
        for _ in range(10):
            self.type(key)
            if self.sees(text, 3):
                return
        raise AssertionError(self.seen)

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self):
        status = self.process.wait(30)
        os.close(self.master)
        return status


def _own_terminal():
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that the key Ctrl-C reaches the game


@pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals of this kind on Windows")
def test_ctrl_c_while_it_thinks_ends_politely():
    game = Terminal("othello", "--player", "pvs,tt,killers,time=100")
    game.until("X> ")
    game.type("d3\n")
    game.until("thinking: value")
    game.press("\x03", "The game ends here.")
    assert game.end() == 0
    assert "Traceback" not in game.seen
    assert "\x1b[" in game.seen  # colours


@pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals of this kind on Windows")
def test_ctrl_c_and_ctrl_d_at_the_prompt_end_politely():
    for key in ("\x03", "\x04"):
        game = Terminal("tictactoe", "--player", "random")
        game.until("X> ")
        game.press(key, "no moves were played")
        assert game.end() == 0
        assert "Traceback" not in game.seen
