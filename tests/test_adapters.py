"""Our games in other libraries: against the real packages, in `make test-long`."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest

from gamekit.adapters import Actions
from gamekit.errors import GamekitError
from gamekit.rules import is_over, play, score, to_move

GAMES = ("tic_tac_toe", "connect_four", "othello", "gomoku")


def test_actions_count_from_nothing():
    assert [Actions(game).count for game in ("tictactoe", "connect4", "othello", "gomoku")] == [9, 7, 65, 225]
    with pytest.raises(GamekitError, match="has no board"):
        Actions("plates")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_openspiels_rules_and_ours_agree(game):
    """Whose turn it is, the legal actions, whether the game is over, and the result, in random games."""
    pyspiel = pytest.importorskip("pyspiel")
    from gamekit.adapters import openspiel

    rng, actions = random.Random(0), openspiel.actions_of(game)
    for _ in range({"gomoku": 20, "othello": 100}.get(game, 300)):
        theirs, state = pyspiel.load_game(game).new_initial_state(), actions.start()
        while not theirs.is_terminal():
            assert not is_over(state)
            assert to_move(state) == theirs.current_player()
            assert actions.legal(state) == theirs.legal_actions()
            action = rng.choice(theirs.legal_actions())
            theirs.apply_action(action)
            state = play(state, actions.move(action))
        assert is_over(state)
        for_first = score(state) if to_move(state) == 0 else -score(state)
        assert np.sign(for_first) == np.sign(theirs.returns()[0])


def test_a_game_that_is_not_here_is_told():
    pytest.importorskip("pyspiel")
    from gamekit.adapters import openspiel

    with pytest.raises(GamekitError, match="these are here"):
        openspiel.actions_of("chess")


@pytest.mark.long
def test_our_player_is_a_bot_there():
    pyspiel = pytest.importorskip("pyspiel")
    from gamekit.adapters import openspiel

    rng = random.Random(3)
    points = 0
    for number in range(6):
        state = pyspiel.load_game("othello").new_initial_state()
        bot = openspiel.KitBot("othello", "alphabeta,depth=2")
        while not state.is_terminal():
            is_ours = state.current_player() == number % 2
            state.apply_action(bot.step(state) if is_ours else rng.choice(state.legal_actions()))
        points += state.returns()[number % 2]
    assert points >= 4


@pytest.mark.long
def test_our_engine_is_a_bot_there():
    """The strong one, which keeps a table between moves, in a game that its search must win."""
    pyspiel = pytest.importorskip("pyspiel")
    from gamekit.adapters import openspiel

    rng = random.Random(3)
    state = pyspiel.load_game("othello").new_initial_state()
    bot = openspiel.KitBot("othello", "engine,nodes=2000")
    while not state.is_terminal():
        is_ours = state.current_player() == 0
        state.apply_action(bot.step(state) if is_ours else rng.choice(state.legal_actions()))
    assert state.returns() == [1, -1]


@pytest.mark.long
@pytest.mark.parametrize("game", ["tictactoe", "connect4", "othello", "gomoku"])
def test_pettingzoos_own_test_passes(game):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from gamekit.adapters import pettingzoo

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(game), num_cycles=300)
        seed_test(lambda: pettingzoo.env(game), num_cycles=50)


@pytest.mark.long
def test_rewards_and_passes():
    pytest.importorskip("pettingzoo")
    from gamekit.adapters import pettingzoo

    rng, passes = random.Random(1), 0
    for _ in range(5):
        environment = pettingzoo.env("othello", render_mode="ansi")
        environment.reset()
        total = dict.fromkeys(environment.possible_agents, 0)
        for agent in environment.agent_iter():
            observation, reward, over, cut, _ = environment.last()
            total[agent] += reward
            legal = [number for number, may in enumerate(observation["action_mask"]) if may]
            assert bool(legal) != (over or cut)
            passes += legal == [64]
            environment.step(None if over else rng.choice(legal))
        assert sorted(total.values()) in ([-1, 1], [0, 0])
        assert environment.unwrapped.render()
    assert passes
