"""A game in one file (`small_game`) is drawn, searched, played on a board, in the terminal and in the arena.

Nothing else in the kit knows of it.
"""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
from support import random_game

from gamekit import draw, games, is_over, move_name, moves, parse_move, play, score
from gamekit.__main__ import main
from gamekit.arena import tournament
from gamekit.arena.match import Match
from gamekit.commands.learning import Learnt
from gamekit.perft import count_lines
from gamekit.players import levels, player
from gamekit.rules import cell_of, cells, move_at
from gamekit.widgets import Board

NEARLY = "..X../..X../..X../..X../OO.OO X"  # X joins top and bottom by c1; O would join left and right there


@pytest.fixture(autouse=True, scope="module")
def hex5():
    """The game, for this file alone: other tests count on the games that they know."""
    before = dict(games._MODULES)
    import small_game

    yield small_game
    games._MODULES.clear()
    games._MODULES.update(before)


def ask(board, **message):
    """What the page would send."""
    board.send = lambda content, buffers=None: None
    board._on_message(board, {"id": 1, **message}, [])


def test_it_is_a_game_among_the_others():
    assert "hex5" in games.names()
    assert [count_lines(games.start("hex5"), depth) for depth in (1, 2, 3)] == [25, 600, 13800]


@pytest.mark.parametrize("seed", range(20))
def test_every_game_has_one_winner_and_its_text_is_read_again(seed):
    for state in random_game(games.start("hex5"), seed):
        assert games.parse("hex5", str(state)) == state
        for move in moves(state):
            assert parse_move(state, move_name(state, move)) == move == move_at(state, cell_of(state, move))
    assert is_over(state)
    assert score(state) == -1


def test_it_is_drawn():
    state = games.parse("hex5", "X..../.O.../...../...../.....")
    picture = draw.board(state, heat={"c3": 2, "d4": -1}, last="b4", line="c3 c2")
    assert picture.text.startswith("Hex on 5x5, X to move. X, dark: a5. O, light: b4. Last move: b4.")
    assert "Values for X: c3: +2, d4: −1." in picture.text
    root = ElementTree.fromstring(picture.svg)
    drawn = {
        group.get("data-gk-stone"): group.get("data-gk-cells")
        for group in root.iter("{http://www.w3.org/2000/svg}g")
        if group.get("data-gk-stone")
    }
    assert drawn == {"1": "0", "2": "6"}
    assert state._repr_mimebundle_()["image/svg+xml"] == draw.board(state).svg
    won = play(games.parse("hex5", NEARLY), 22)
    assert draw.board(won).text.startswith("Hex on 5x5, X has won.")


def test_it_is_searched():
    for spec in ("alphabeta,depth=2", "pvs,tt,killers,depth=3", "mcts,nodes=2000,seed=1"):
        found = player(spec).think(games.parse("hex5", NEARLY))
        assert found.move == 22, spec
    values = player("alphabeta,depth=2").analyse(games.parse("hex5", NEARLY)).values
    assert [move for move, value in values.items() if value > 0] == [22]


def test_it_is_played_on_a_board():
    board = Board("hex5", player="alphabeta,depth=2")
    board._session.least_seconds = 0
    scene = board.position["scene"]
    assert scene["face"]["title"] == "Hex"
    assert scene["legal"] == list(range(25))
    ask(board, do="play", cell=12, version=board.position["version"])
    board.wait(120)
    assert board.record.names[0] == "c3"
    assert len(board.record) == 2
    stones = [piece + 1 for row in cells(board.state) for piece in row]
    assert board.position["scene"]["stones"] == stones
    ask(board, do="play", cell=12, version=board.position["version"])
    assert board.position["says"] == "There is a stone on c3 already: choose a marked square."
    board.undo()
    assert board.record.transcript == ""
    board.close()


def test_a_board_shows_what_its_moves_are_worth():
    board = Board("hex5", NEARLY, player="alphabeta,depth=1", show=True)
    for _ in range(1000):
        if board.thought and not board.thought["running"]:
            break
        board._session._thought.join(0.1) if board._session._thought else None
    assert board.thought["shades"]["22"]["text"] == "+1"
    board.play("c1")
    assert board.position["says"] == "X played c1. The game is over: you win."
    board.close()


def test_it_is_played_in_the_terminal(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("moves\nz9\nc1\n"))
    main(["play", "hex5", NEARLY, "--player", "alphabeta,depth=2"])
    said = capsys.readouterr().out
    assert said.startswith("You play X against alphabeta,depth=2. Type a move, or help.")
    assert "A hex move is a square such as b2, not 'z9'." not in said
    assert "The square z9 is not on the 5x5 board." in said
    assert said.splitlines()[-2:] == ["The game is over: X wins (+1).", "c1"]
    assert "5 . . X . . 5" in said


# --- levels, hints and the arena --------------------------------------------------------------------------


def test_people_choose_a_level_and_get_a_hint(monkeypatch, capsys):
    assert levels(games.start("hex5"))[0] == "random"
    monkeypatch.setattr("sys.stdin", io.StringIO("c1\n"))
    main(["play", "hex5", NEARLY, "--level", "2"])
    assert capsys.readouterr().out.splitlines()[-1] == "c1"


def test_it_is_played_in_a_match():
    match = Match("alphabeta,depth=1", "random,seed=1", games.start("hex5"), [[], [0]])
    assert len(list(match.play(4))) == 4
    assert match.tally.games == 4


def test_it_is_played_in_a_tournament():
    """The kit's players run in fresh processes, which are told where the game lies."""
    specs = ["mcts,nodes=30", "random"]
    result = tournament("hex5", specs, games=4, nodes=30, openings=2, seed=1)
    assert len(result.games) == 4
    assert not any(row["forfeits"] for row in result.standing())
    assert {len(game.record) > 5 for game in result.games} == {True}


def learn_hex(options):
    return Learnt("cells weighed:", options.seed, {"game": options.what})


def judge_hex(options):
    print(f"{options.file}: as it should be")


def test_its_record_says_what_train_and_evaluate_do(hex5, monkeypatch, capsys):
    room = {"train": {"hex5": f"{__name__}:learn_hex"}, "evaluate": f"{__name__}:judge_hex"}
    monkeypatch.setattr(hex5, "GAME", replace(hex5.GAME, **room))
    main(["train", "hex5", "--seed", "7"])
    main(["evaluate", "hex5", "positions.txt"])
    assert capsys.readouterr().out == "cells weighed:\n7\npositions.txt: as it should be\n"
    with pytest.raises(SystemExit):
        main(["evaluate", "chess"])
    assert "evaluate knows hex5 and othello, not 'chess'" in capsys.readouterr().err
