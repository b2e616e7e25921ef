"""Players from texts, and their clocks."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import pytest

from gamekit import BadText, GamekitError, is_over, moves, play
from gamekit.games import connect4, othello, plates, tictactoe
from gamekit.players import GameClock, Limits, player


@pytest.mark.parametrize(
    "text",
    [
        "random,seed=1",
        "minimax,depth=2",
        "minimax,depth=2,memory,seed=4",
        "alphabeta,depth=3",
        "othello:pvs,tt,killers,depth=4",
        "mtdf,killers,nodes=2000",
        "bisection,depth=3",
        "mcts,nodes=200,seed=2",
        "mcts,nodes=100,solver,careful",
        "pvs,tt,history,static,previous,aspiration,time=0.01,eval=discs",
    ],
)
def test_players_play_legal_games(text):
    chooser, state = player(text), othello.start()
    while not is_over(state):
        move = chooser(state)
        assert move in moves(state)
        state = play(state, move)
    assert chooser.think(state).move is None


def test_one_player_plays_several_games():
    chooser = player("pvs,tt,depth=3")
    for state in (othello.start(), connect4.start(), tictactoe.start(), plates.start()):
        assert chooser(state) in moves(state)
    assert player("alphabeta,depth=9")(plates.start()) == 0


def test_a_seed_makes_chance_repeatable():
    def game(seed):
        chooser, state, line = player(f"random,seed={seed}"), othello.start(), []
        while not is_over(state):
            line.append(chooser(state))
            state = play(state, line[-1])
        return line

    assert game(3) == game(3) != game(4)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "begins with '', which is no method; known are methods random"),
        ("clever", "begins with 'clever', which is no method"),
        ("pvs,fast", "says 'fast', which is not known; known are methods"),
        ("pvs,depth=deep", "depth= in the player 'pvs,depth=deep' wants a number, not 'deep'"),
        ("pvs,depth=0", "wants a number above 0, not 0"),
        ("pvs,time=-1", "wants a number above 0, not -1"),
        ("chess:pvs", "names the game 'chess'; the games are plates"),
        ("pvs,eval=magic", "says 'eval=magic', which is not known"),
    ],
)
def test_unknown_texts_get_a_sentence(text, sentence):
    with pytest.raises(BadText) as caught:
        player(text)
    assert sentence in str(caught.value)


def test_a_player_of_one_game_refuses_another():
    with pytest.raises(GamekitError, match="plays othello, not connect4"):
        player("othello:pvs,depth=2")(connect4.start())
    with pytest.raises(BadText, match="mcts has no depth"):
        player("mcts,depth=3")(othello.start())
    with pytest.raises(BadText, match="give it a depth"):
        player("minimax")(othello.start())


def test_limits_of_a_call_win_over_those_of_the_text():
    chooser = player("pvs,depth=2")
    assert chooser.think(othello.start()).depth == 2
    assert chooser.think(othello.start(), Limits(depth=4)).depth == 4


def test_a_game_clock_lasts_a_game():
    clock, moves_made = GameClock(10, increment=0.1), 0
    while moves_made < 200:
        share = clock.for_next_move()
        assert 0 < share < clock.seconds
        clock.spend(share)
        moves_made += 1
    with pytest.raises(GamekitError, match="the clock ran out"):
        clock.spend(60)


@pytest.mark.alone
def test_deadlines_are_kept_while_both_cores_are_busy():
    """250 searches with random deadlines while two other processes keep two cores busy: none is late.

    A machine that is itself a guest of another may stand still for a while, so there are three rounds, and
    one of them must be wholly on time. A fault of ours would show in every round.
    """
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        chooser = player("othello:pvs,tt,killers")
        chooser.think(othello.start(), Limits(seconds=0.01))
        late = [_late_answers(chooser, seed) for seed in range(3)]
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert [] in late, late


def _late_answers(chooser, seed):
    chance, late = random.Random(seed), []
    state = othello.parse("f5d6c3d3c4f4f6b4")
    for _ in range(250):
        allowed = chance.uniform(0.005, 0.06)
        begin = time.perf_counter()
        chooser.think(state, Limits(seconds=allowed))
        taken = time.perf_counter() - begin
        if taken > allowed + max(0.010, 0.02 * allowed):
            late.append((round(allowed, 4), round(taken, 4)))
    return late
