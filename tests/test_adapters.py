"""Our games in other libraries: against the real packages, in `make test-long`."""

from __future__ import annotations

import random
import warnings

import pytest

from gamekit.adapters import Actions
from gamekit.errors import GamekitError

GAMES = ("tic_tac_toe", "connect_four", "othello", "gomoku")


def test_actions_count_from_nothing():
    assert [Actions(game).count for game in ("tictactoe", "connect4", "othello", "gomoku")] == [9, 7, 65, 225]
    with pytest.raises(GamekitError, match="has no board"):
        Actions("plates")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_openspiels_rules_and_ours_agree(game):
    pytest.importorskip("pyspiel")
    from gamekit.adapters import openspiel

    games = {"gomoku": 20, "othello": 100}.get(game, 300)
    assert openspiel.compare(game, games) > 5 * games


@pytest.mark.long
def test_a_difference_is_told(monkeypatch):
    pytest.importorskip("pyspiel")
    from gamekit.adapters import openspiel

    monkeypatch.setattr(openspiel, "score", lambda state: 0)
    with pytest.raises(GamekitError, match="OpenSpiel has"):
        openspiel.compare("tic_tac_toe", 20)
    with pytest.raises(GamekitError, match="these are here"):
        openspiel.compare("chess")


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
