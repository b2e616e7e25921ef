"""Players for people: what every move is worth, reports on the way, levels."""

from __future__ import annotations

import threading
import time

import pytest

from gamekit import GamekitError, is_over, moves, play, score, snapshot, to_move
from gamekit.games import connect4, gomoku, othello, plates, tictactoe
from gamekit.players import LEVEL_NAMES, Limits, levels, player

MIDGAME = "f5d6c3d3c4f4f6b4"


@pytest.mark.parametrize(
    ("spec", "state"),
    [
        *(
            ("pvs,tt,killers,depth=4", state)
            for state in (othello.parse(MIDGAME), connect4.parse("4453"), tictactoe.parse("X../.O./..."))
        ),
        ("alphabeta,depth=4", tictactoe.parse("X../.O./...")),
        pytest.param("mtdf,depth=4", connect4.parse("4453"), marks=pytest.mark.long),
    ],
)
def test_analyse_gives_each_move_the_value_of_its_own_search(spec, state):
    found = player(spec).analyse(state)
    for move, value in found.values.items():
        child = play(snapshot(state), move)
        assert value == -player("alphabeta").think(child, Limits(depth=3)).value
    assert list(found.values) == sorted(found.values, key=lambda move: -found.values[move])
    assert set(found.values) == set(moves(state))
    assert found.value == max(found.values.values()) == found.values[found.move]
    assert found.value == player(spec).think(state).value
    assert found.line[0] == found.move


def test_analyse_stops_at_the_end_of_the_game_and_at_its_limits():
    state = tictactoe.parse("XX./OO./...")
    assert player("pvs,tt").analyse(state, Limits(seconds=60)).seconds < 30
    few = player("pvs,tt").analyse(othello.parse(MIDGAME), Limits(nodes=500))
    many = player("pvs,tt").analyse(othello.parse(MIDGAME), Limits(nodes=50_000))
    assert few.depth < many.depth
    assert set(few.values) == set(moves(othello.parse(MIDGAME)))
    over = tictactoe.parse("XXX/OO./...")
    assert player("pvs").analyse(over).move is None


@pytest.mark.parametrize("spec", ["pvs,tt,killers", "mcts", "alphabeta"])
@pytest.mark.parametrize("ask", ["think", "analyse"])
def test_reports_grow_and_another_thread_can_cancel(spec, ask):
    chosen, heard = player(spec), []
    chosen.think(othello.start(), Limits(nodes=10))  # compiled before the clock matters

    def report(result):
        heard.append(result)
        if len(heard) == 3:
            threading.Thread(target=chosen.cancel).start()

    begin = time.monotonic()
    found = getattr(chosen, ask)(othello.parse(MIDGAME), Limits(seconds=60), report)
    assert time.monotonic() - begin < 30
    assert found.move in moves(othello.parse(MIDGAME))
    assert [result.nodes for result in heard] == sorted(result.nodes for result in heard)
    assert len(heard) >= 3


def test_reports_change_nothing_about_the_answer_of_mcts():
    state, heard = connect4.start(), []
    silent = player("mcts,nodes=3000,seed=5").think(state)
    told = player("mcts,nodes=3000,seed=5").think(state, None, heard.append)
    assert (silent.move, silent.value, silent.nodes, silent.values) == (
        told.move, told.value, told.nodes, told.values,
    )  # fmt: skip
    assert heard[-1] == told


@pytest.mark.parametrize(
    "state",
    [
        *(othello.start(), connect4.start(), tictactoe.start(), gomoku.start()),
        *(
            pytest.param(state, marks=pytest.mark.long)
            for state in (othello.start("6x6"), tictactoe.start("6x6x4"))
        ),
    ],
)
def test_every_level_moves(state):
    specs = levels(state)
    assert len(specs) == len(LEVEL_NAMES) == len(set(specs))
    for spec in specs[:3]:
        assert player(spec)(state) in moves(state)
    for spec in specs:
        player(spec).check(state)


def test_games_without_levels_say_so():
    with pytest.raises(GamekitError, match="there are no levels for plates"):
        levels(plates.start())


@pytest.mark.parametrize("game", [othello, connect4])
def test_a_higher_level_beats_the_lowest(game):
    """Both colours, three openings: the third level wins most games against the first."""
    weak, strong = (player(levels(game.start())[level]) for level in (0, 2))
    points = 0.0
    for opening in range(3):
        for strong_side in (0, 1):
            state, turn = play(game.start(), moves(game.start())[opening]), 1
            while not is_over(state):
                state = play(state, (strong if turn == strong_side else weak)(state))
                turn = _side(state)
            points += _won(state, strong_side)
    assert points >= 4


def _side(state):
    return int(to_move(state))


def _won(state, side):
    mine = score(state) if _side(state) == side else -score(state)
    return 1.0 if mine > 0 else 0.5 if mine == 0 else 0.0
