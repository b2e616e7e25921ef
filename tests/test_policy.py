"""The policy: its chances are those of its definition, it learns downhill, and a search may follow it."""

from __future__ import annotations

import json
import random
from functools import cache
from math import exp, log

import numpy as np
import pytest
from support import random_game

from gamekit import games
from gamekit.__main__ import main
from gamekit.errors import BadText, GamekitError
from gamekit.games.othello import Othello
from gamekit.othello import policy as kit
from gamekit.othello.evaluators import Mobility
from gamekit.othello.learning import policy as learning
from gamekit.othello.patterns import PLACEMENTS, SIZES, image, index_of
from gamekit.players import player
from gamekit.rules import PASS, is_over, moves, play, value
from gamekit.search.deepening import Searcher
from gamekit.search.negamax import negamax

START = games.start("othello")


@cache
def weights():
    """Random numbers, so that only the machinery can make chances agree."""
    return np.random.default_rng(5).normal(0, 1.5, (kit.PHASES, kit.WEIGHTS))


@cache
def meaningless():
    return kit.from_weights(weights())


def position(seed):
    """A position of a random game in which there is a choice."""
    game = [state for state in random_game(START, seed) if not is_over(state) and len(moves(state)) > 1]
    return game[random.Random(seed).randrange(4, 40)]


def promises(state, policy):
    """What each move promises, by the definition and one pattern after the other."""
    phase = min(max((state.player | state.opponent).bit_count() - 5, 0) // 20, 2)
    starts = np.cumsum([0, *(n * size for n, size in zip(kit.LENGTHS, SIZES, strict=True))])
    found = {}
    for move in moves(state):
        after = play(state, move)
        replies = len([each for each in moves(after) if each != PASS]) if not is_over(after) else 0
        back = Othello(after.opponent, after.player, 0)
        more = len([each for each in moves(back) if each != PASS]) if not is_over(back) else 0
        found[move] = int(policy.weights[phase, starts[-1] + 32 * replies + more])
        for placement in PLACEMENTS:
            if move in placement.squares:
                place = placement.squares.index(move) * SIZES[placement.shape]
                entry = starts[placement.shape] + place + index_of(state, placement)
                found[move] += int(policy.weights[phase, entry])
    return found


@pytest.mark.parametrize("seed", range(12))
def test_chances_are_those_of_the_definition(seed):
    state = position(seed)
    by_hand = {move: exp(found / kit.UNIT) for move, found in promises(state, meaningless()).items()}
    total = sum(by_hand.values())
    chances = kit.chances(meaningless(), state)
    assert chances == pytest.approx({move: found / total for move, found in by_hand.items()})
    assert list(chances.values()) == sorted(chances.values(), reverse=True)
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(6))
def test_all_eight_images_have_the_same_chances(seed):
    state = position(seed)
    wanted = list(kit.chances(meaningless(), state).values())
    for number in range(1, 8):
        assert list(kit.chances(meaningless(), image(state, number)).values()) == pytest.approx(wanted)


def loss(state, move, tied):
    """Minus the logarithm of the chance of a move, with weights that are no whole numbers."""
    found = promises(state, kit.Policy(_Exactly(tied)))
    return log(sum(exp(each / 1e9) for each in found.values())) - found[move] / 1e9


class _Exactly:
    """Tied weights as `promises` reads them, in units so small that rounding does not matter."""

    def __init__(self, tied):
        self.tied = tied

    def __getitem__(self, place):
        return 1e9 * self.tied[place[0], kit.ties()[place[1]]]


@pytest.mark.parametrize("seed", range(3))
def test_a_step_follows_the_slope_of_the_loss(seed):
    state, tied = position(seed), weights().copy()
    move = random.Random(seed).choice(moves(state))
    words = np.array([state.player], np.uint64), np.array([state.opponent], np.uint64), np.array([move])
    stepped, huge = tied.copy(), np.full_like(tied, 1e18)  # so large that every rate stays the same
    found = learning.policy_steps(*words, kit.ties(), 1e9 * 1e-6, stepped, huge)
    assert found == pytest.approx(loss(state, move, tied))
    changed = np.argwhere(stepped != tied)
    assert len(changed) > 10
    for phase, weight in changed[:: max(1, len(changed) // 12)]:
        ends = []
        for step in (1e-5, -1e-5):
            moved = tied.copy()
            moved[phase, weight] += step
            ends.append(loss(state, move, moved))
        slope = (ends[0] - ends[1]) / 2e-5
        assert (tied - stepped)[phase, weight] / 1e-6 == pytest.approx(slope, abs=1e-4)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_the_order_changes_no_value(seed):
    state, evaluator = position(seed), Mobility(1)
    wanted = negamax(state, 4, -(10**6), 10**6, evaluator)
    assert Searcher(evaluator, policy=meaningless()).search(state, 4).value == wanted
    assert Searcher(evaluator, policy=meaningless(), method="pvs").search(state, 4).value == wanted


def narrow(state, depth, evaluator, few):
    """Negamax over the likeliest few moves."""
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    order = sorted(moves(state), key=lambda move: -promise(state, move))
    return max(-narrow(play(state, move), depth - 1, evaluator, few) for move in order[:few])


def promise(state, move):
    return 0 if move == PASS else promises(state, meaningless())[move]


@pytest.mark.parametrize("seed", range(3))
def test_a_search_of_a_few_moves_keeps_to_the_likeliest(seed):
    state, evaluator = position(seed), Mobility(1)
    found = Searcher(evaluator, policy=meaningless(), few=2).search(state, 3)
    assert found.value == narrow(state, 3, evaluator, 2)
    assert found.move in list(kit.chances(meaningless(), state))[:2]
    everything = Searcher(evaluator, policy=meaningless(), few=60).search(state, 3)
    assert everything.value == negamax(state, 3, -(10**6), 10**6, evaluator)


def test_players_follow_the_policy_where_there_is_one():
    assert player("pvs,policy,few=3,depth=4")(START) in moves(START)
    with pytest.raises(GamekitError, match="nobody has learnt a policy for connect4"):
        player("pvs,policy,depth=2")(games.start("connect4"))


# --- files and training -----------------------------------------------------------------------------------


def test_the_shipped_policy_is_small_and_foresees_the_engine():
    facts = kit.load_policy()[1]
    assert kit.SHIPPED.stat().st_size < 600_000
    assert facts["command"].startswith("gamekit train policy")
    assert facts["first"]["3"] >= 0.75


def test_a_policy_comes_back_as_it_was_written(tmp_path):
    kit.save_policy(tmp_path / "policy.npz", weights(), {"seed": 7})
    back, facts = kit.load_policy(tmp_path / "policy.npz")
    assert facts == {"seed": 7}
    assert (kit.from_weights(back).weights == meaningless().weights).all()
    (tmp_path / "other.npz").write_bytes(b"nothing")
    with pytest.raises(BadText, match="is no policy"):
        kit.load_policy(tmp_path / "other.npz")
    with pytest.raises(GamekitError, match="there is no policy in"):
        kit.load_policy(tmp_path / "missing.npz")


def test_a_run_goes_on_from_the_games_that_are_there(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(learning, "PIECE", 2)
    words = ["train", "policy", "--games", "6", "--nodes", "60", "--workers", "1", "--json"]
    main([*words, "--folder", str(tmp_path)])
    told = json.loads(capsys.readouterr().out)
    assert told["positions"] > told["checked"] > 50
    assert 0 < told["first"]["1"] <= told["first"]["3"] == told["answer"] <= 1
    first = kit.load_policy(tmp_path / "policy.npz")[0]
    pieces = sorted(tmp_path.glob("policy-1-60-*.npz"))
    assert len(pieces) == 3
    pieces[1].unlink()
    main([*words, "--folder", str(tmp_path)])
    assert (kit.load_policy(tmp_path / "policy.npz")[0] == first).all()
    pieces[0].write_bytes(b"nothing")
    with pytest.raises(SystemExit):
        main([*words, "--folder", str(tmp_path)])
    assert "remove it to play them again" in capsys.readouterr().err


def test_moves_that_are_learnt_become_likely():
    data = learning.play_piece(3, 0, 100)
    before, after = meaningless(), kit.from_weights(learning.learn(data, 1))
    shares = [float((learning.places(data, each) <= 3).mean()) for each in (before, after)]
    assert shares[0] < 0.6 < 0.9 < shares[1]
    for number in range(0, len(data), 97):
        state = Othello(int(data.players[number]), int(data.opponents[number]), 0)
        order = list(kit.chances(after, state).values())
        chance = kit.chances(after, state)[int(data.squares[number])]
        assert learning.places(data, after)[number] == order.index(chance) + 1
