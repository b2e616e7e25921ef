"""Othello's rules against perft tables from outside and against a slow, obviously right reference."""

from __future__ import annotations

import csv
from itertools import pairwise

import numpy as np
import othello_reference as reference
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from support import TRUTH, random_game

from gamekit import INF, BadText, Record, compiled, is_over, move_name, moves, play, position_text, score
from gamekit.bits import Bits
from gamekit.evaluators import FinalScore
from gamekit.games import othello
from gamekit.perft import count_lines, perft
from gamekit.rules import PASS, value
from gamekit.search.negamax import negamax

pytestmark = pytest.mark.quick

PERFT = list(csv.DictReader((TRUTH / "othello_perft.csv").read_text("utf-8").splitlines()))


@pytest.mark.parametrize("row", PERFT[:10], ids=lambda row: row["depth"])
def test_perft(row):
    state, depth = othello.start(), int(row["depth"])
    assert count_lines(state, depth) == int(row["pass_is_a_ply"])
    assert count_lines(state, depth, free_passes=True) == int(row["pass_is_free"])


@pytest.mark.parametrize(
    ("size", "depths"), [(8, 6), pytest.param(8, 7, marks=pytest.mark.long), (6, 7), (4, 7)]
)
def test_perft_of_every_size_equals_the_reference(size, depths):
    state = othello.start(f"{size}x{size}")
    board = reference.board_of(state, size)
    for depth in range(depths):
        for ended in (0, 1):
            assert compiled(perft)(state, depth, 1, ended) == reference.perft(board, depth, ended)


@njit
def _random_positions(count, seed):
    """Discs of both sides: half from random games, half scattered at random."""
    np.random.seed(seed)
    found = np.zeros((count, 2), np.uint64)
    state = othello.Othello(Bits(0x0000_0008_1000_0000), Bits(0x0000_0010_0800_0000), Bits(0))
    for i in range(count):
        if i % 2 == 0:
            if is_over(state):
                state = othello.Othello(Bits(0x0000_0008_1000_0000), Bits(0x0000_0010_0800_0000), Bits(0))
            options = [move for move in moves(state)]  # noqa: C416  (numba wants it spelled out)
            state = play(state, options[np.random.randint(len(options))])
            found[i, 0], found[i, 1] = state.player, state.opponent
        else:
            share = np.random.random()
            for square in range(64):
                if np.random.random() < share:
                    found[i, np.random.randint(2)] |= Bits(1) << Bits(square)
    return found


@njit
def _disagreements(positions):
    """Count positions where moves or flips differ from the reference."""
    wrong = 0
    for i in range(len(positions)):
        player, opponent = positions[i]
        board = np.zeros((8, 8), np.int64)
        for square in range(64):
            bit = Bits(1) << Bits(square)
            if player & bit:
                board[square // 8, square % 8] = 1
            elif opponent & bit:
                board[square // 8, square % 8] = 2
        mask = othello.legal_mask(player, opponent)
        for square in range(64):
            expected = Bits(0)
            flipped = reference.turned(board, square // 8, square % 8)
            for other in range(64):
                if flipped[other // 8, other % 8]:
                    expected |= Bits(1) << Bits(other)
            is_empty = board[square // 8, square % 8] == 0
            if is_empty and othello.flips(player, opponent, square) != expected:
                wrong += 1
            if (mask >> Bits(square)) & Bits(1) != Bits(expected != Bits(0)):
                wrong += 1
    return wrong


def test_moves_and_flips_equal_the_reference_on_100000_positions():
    positions = _random_positions(100_000, 7)
    assert len(np.unique(positions, axis=0)) > 90_000
    assert _disagreements(positions) == 0


def test_the_check_above_can_fail():
    """A board with one disc moved must be found out, else the comparison compares nothing."""
    positions = _random_positions(200, 3)
    board = reference.board_of(othello.Othello(int(positions[0, 0]), int(positions[0, 1]), 0), 8)
    assert reference.legal(board).any()
    shifted = np.roll(board, 1, axis=1)
    assert (reference.legal(board) != reference.legal(shifted)).any()


@pytest.mark.parametrize(("scoring", "expected"), [("empties to the winner", -10), ("plain", -8)])
def test_4x4_is_lost_for_the_first_player(scoring, expected):
    state = othello.start("4x4")
    evaluator = FinalScore() if scoring != "plain" else othello.PlainScore()
    assert compiled(negamax)(state, 20, -INF, INF, evaluator) == expected


def test_final_scores():
    state = othello.parse("XXXXXXXX" * 3 + "OOOOOOOO" + "-" * 32 + " X;")
    won = othello.parse("X" * 20 + "-" * 44 + " X;")
    assert is_over(won)
    assert (score(won), othello.plain_score(won)) == (64, 20)
    assert (value(FinalScore(), won), value(othello.PlainScore(), won)) == (64, 20)
    assert not is_over(state)


def test_a_side_without_a_move_passes():
    # White, to move, is shut out; black can go on.
    state = othello.parse("OX" + "-" * 62 + " X;")
    assert moves(state) == [PASS]
    assert move_name(state, PASS) == "pass"
    after = play(state, PASS)
    assert (after.player, after.opponent, after.turn) == (state.opponent, state.player, 1)
    assert [move_name(after, m) for m in moves(after)] == ["c1"]


def test_transcripts_with_and_without_passes():
    # Find a random game with a pass in it and write it both ways.
    for seed in range(200):
        game = Record(othello.start())
        for before, after in pairwise(random_game(othello.start(), seed)):
            game.push(next(m for m in moves(before) if play(before, m) == after))
        if PASS in game.moves and game.moves[-1] != PASS:
            break
    assert PASS in game.moves
    written = game.transcript
    assert "--" in written
    assert othello.parse(written) == othello.parse(written.replace("--", "")) == game.state


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("X" * 63 + "Z X;", "character 64: 'Z' is not X, O or - (a square)"),
        ("X" * 10 + " X;", "an othello position has 64, 36 or 16 squares, not 10"),
        ("-" * 64, "character 66: after the squares comes the side to move, X or O"),
        ("-" * 64 + " Q;", "character 66: after the squares comes the side to move, X or O, not 'Q;'"),
        ("f5f5", "character 3: f5 is not legal here; legal are: f4 d6 f6"),
    ],
)
def test_malformed_text_gets_a_sentence(text, sentence):
    with pytest.raises(BadText) as caught:
        othello.parse(text)
    assert sentence in str(caught.value)


def test_obf_line_of_a_published_suite():
    line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;"
    state = othello.parse(line)
    assert position_text(state) == line[:67]
    assert {move_name(state, m) for m in moves(state)} == {"g8", "h1", "h7", "a2", "a3", "b1", "a4", "g2"}


@given(st.text(max_size=80) | st.text(alphabet="XO-. ;abcdefgh12345678/\n", max_size=90))
def test_garbage_is_refused_with_a_sentence(text):
    try:
        state = othello.parse(text)
    except BadText as error:
        assert "\n" not in str(error)
    else:
        assert othello.parse(position_text(state)) == state
