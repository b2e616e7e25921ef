"""Meeting the field: NBoard's protocol, games in GGF, and WTHOR files."""

from __future__ import annotations

import random
import struct
import subprocess
import sys

import pytest

from gamekit.errors import BadText
from gamekit.games import othello
from gamekit.players import player
from gamekit.protocols.nboard import NBoardEngine, read_ggf
from gamekit.rules import is_over, moves, play, score, to_move
from gamekit.suite import read_wthor

START = f"{'-' * 27}O*------*O{'-' * 27}"
# The example of the protocol's own description, version 2.
DOCUMENTED = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    f"BO[8 {START} *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)


# --- NBoard -----------------------------------------------------------------------------------------------


def test_the_documented_session():
    engine = NBoardEngine(player("alphabeta"))
    assert engine.answer("nboard 2") == "set myname gamekit\n"
    assert engine.answer(f"set game {DOCUMENTED}") == ""
    wanted = othello.start()
    for name in ("f5", "f6", "d3", "c5", "e6", "f7", "e7", "f4"):
        wanted = play(wanted, _square(name))
    assert engine.state == wanted
    assert engine.answer("set depth 4") == ""
    assert engine.answer("ping 1") == "pong 1\n"
    status, stats, best, end = engine.answer("go").splitlines()
    assert stats.startswith("nodestats ")
    assert (status, end) == ("status gamekit is thinking", "status")
    sign, told = best.split(" ")
    move, value, seconds = told.split("/")
    assert sign == "==="
    assert _square(move.lower()) in list(moves(wanted))
    assert float(seconds) >= 0
    assert float(value) == float(value)
    assert engine.answer(f"move {told}") == ""
    assert engine.state == play(wanted, _square(move.lower()))
    hints = engine.answer("hint 3").splitlines()
    assert [line.split()[0] for line in hints] == ["search"] * 3 + ["status"]
    assert all(len(line.split()) == 5 for line in hints[:3])


def _square(name: str) -> int:
    return 8 * (int(name[1]) - 1) + "abcdefgh".index(name[0])


def test_what_is_unknown_is_ignored_and_what_is_wrong_is_told():
    engine = NBoardEngine(player("random,seed=1"))
    for line in ("", "learn", "set colour x", "analyze 3", "set depth many", "search f5", "name 3"):
        assert engine.answer(line) == ""
    assert "no game of Othello" in engine.answer("set game (;GM[Go];)")
    assert engine.answer("move a1") == "status a1 is not legal here\n"
    with pytest.raises(BadText, match="not legal"):
        read_ggf(f"(;GM[Othello]BO[8 {START} *]B[A1];)")


def test_a_whole_game_with_passes_comes_through():
    rng, passes = random.Random(5), 0
    for _ in range(30):
        state, text = othello.start(), f"(;GM[Othello]BO[8 {START} *]"
        while not is_over(state):
            move = rng.choice(list(moves(state)))
            name = "PASS" if move == othello.PASS else f"{'ABCDEFGH'[move % 8]}{move // 8 + 1}"
            passes += move == othello.PASS
            text += f"{'BW'[to_move(state)]}[{name}//{rng.random():.2f}]"
            state = play(state, move)
        assert read_ggf(text + ";)") == state
        if passes and move != othello.PASS:
            assert read_ggf(text.replace("B[PASS", "C[").replace("W[PASS", "C[") + ";)") == state
    assert passes


def test_it_runs_as_a_program():
    said = subprocess.run(
        [sys.executable, "-m", "gamekit", "nboard", "othello", "--player", "alphabeta,depth=2"],
        input=f"nboard 2\nset game {DOCUMENTED}\ngo\nping 7\nquit\n".encode(),
        capture_output=True,
        timeout=120,
    )
    lines = said.stdout.decode().splitlines()
    assert (said.returncode, said.stderr) == (0, b"")
    assert lines[0] == "set myname gamekit"
    assert lines[-1] == "pong 7"
    assert any(line.startswith("=== ") for line in lines)


# --- WTHOR ------------------------------------------------------------------------------------------------


def write_wthor(path, games, year=2026):
    """Such a file: a head of 16 bytes, then 68 bytes for each game."""
    data = struct.pack("<4BiHH4B", 20, 26, 11, 18, len(games), 0, year, 8, 0, 0, 0)
    for number, (squares, discs) in enumerate(games):
        data += struct.pack("<3H2B", 1, number, number + 1, discs, discs)
        data += bytes(10 * (square // 8 + 1) + square % 8 + 1 for square in squares).ljust(60, b"\0")
    path.write_bytes(data)


def random_games(count, seed=2):
    rng = random.Random(seed)
    for _ in range(count):
        state, played = othello.start(), []
        while not is_over(state):
            played.append(rng.choice(list(moves(state))))
            state = play(state, played[-1])
        for_black = score(state) if to_move(state) == 0 else -score(state)
        yield tuple(played), 32 + for_black // 2, state


def test_games_are_read_with_their_passes(tmp_path):
    games = list(random_games(60))
    assert any(othello.PASS in played for played, _, _ in games)
    assert any(len(played) < 60 for played, _, _ in games)
    squares = [([move for move in played if move != othello.PASS], discs) for played, discs, _ in games]
    write_wthor(tmp_path / "games.wtb", squares)
    found = read_wthor(tmp_path / "games.wtb")
    for game, (played, discs, end) in zip(found, games, strict=True):
        # A pass at the very end is not a move that anybody could tell.
        assert game.moves == played[: len(game.moves)]
        assert all(move == othello.PASS for move in played[len(game.moves) :])
        assert game.score == discs
        assert game.states()[0] == othello.start()
        assert set(map(int, game.states()[-1][:2])) == set(map(int, end[:2]))
    assert (found[3].tournament, found[3].black, found[3].white) == (1, 3, 4)


def test_what_is_no_such_file_gets_a_sentence(tmp_path):
    path = tmp_path / "games.wtb"
    write_wthor(path, [([_square("f5"), _square("a1")], 32)])
    with pytest.raises(BadText, match="game 1: move 2 is not legal"):
        read_wthor(path)
    write_wthor(path, [([_square("f5")], 32)])
    good = path.read_bytes()
    for data in (b"", good[:-1], good + b"\0", b"x" * 84, good[:12] + b"\x0a" + good[13:]):
        path.write_bytes(data)
        with pytest.raises(BadText, match="is no WTHOR file"):
            read_wthor(path)
    path.write_bytes(good[:24] + bytes([99]) + good[25:])
    with pytest.raises(BadText, match="not legal"):
        read_wthor(path)
