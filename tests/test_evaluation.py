"""Othello's features and patterns: what they see, that symmetry holds, that shipped weights are good."""

from __future__ import annotations

import random
import time
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import TRUTH, random_game, seconds_to_start

from gamekit import games, suite
from gamekit.bits import Bits
from gamekit.errors import BadText, GamekitError
from gamekit.games import othello
from gamekit.othello import features, patterns
from gamekit.othello.evaluators import IMPROVED, WEIGHTED, Linear, Mobility, Simple
from gamekit.othello.features import FEATURES, count, squares
from gamekit.othello.learning.errors import judge
from gamekit.othello.learning.fit import Data, indices_of
from gamekit.othello.patterns import DISC, PLACEMENTS, SHAPES, image, index_of
from gamekit.rules import INF, PASS, is_over, moves, play, score, value
from gamekit.search.deepening import Searcher
from gamekit.search.negamax import negamax

pytestmark = pytest.mark.quick

START = games.start("othello")
seeds = st.integers(0, 10**6)


@cache
def random_weights():
    """Weights that mean nothing, so that only the machinery can make values agree."""
    chance = np.random.default_rng(7)
    return patterns.from_weights(chance.normal(0, 150, (patterns.STAGES, patterns.WEIGHTS)))


def some_position(seed):
    states = list(random_game(START, seed))
    return random.Random(seed).choice(states)


def words(state):
    return Bits(state.player), Bits(state.opponent)


# --- patterns: the shapes ---------------------------------------------------------------------------------


def test_eleven_shapes_lie_on_the_board_in_46_ways():
    by_shape = [sum(p.shape == number for p in PLACEMENTS) for number in range(len(SHAPES))]
    assert by_shape == [4, 4, 4, 4, 2, 4, 4, 4, 4, 4, 8]
    assert sum(patterns.SIZES) == 167_265
    assert len({frozenset(p.squares) for p in PLACEMENTS}) == 46


def test_every_square_is_looked_at():
    assert set().union(*(p.squares for p in PLACEMENTS)) == set(range(64))


def test_ties_join_mirrored_fillings_and_nothing_else():
    """A shape of n squares with k of them on its mirror has (3^n + 3^k) / 2 free weights."""
    mirror = {"corner 3x3": 3, "corner 2x5": None}
    free = 4 + 32 * 32  # the tempo and mobility
    for name, shape in SHAPES.items():
        n = len(shape.split())
        k = mirror.get(name, n % 2)
        free += 3**n if k is None else (3**n + 3 ** ((n + k) // 2)) // 2
    assert free == patterns.WEIGHTS
    assert np.bincount(patterns.TIES).max() == 2


def swapped(state):
    return othello.Othello(state.opponent, state.player, state.turn)


def mobility(state):
    """How many moves there are; a pass is none."""
    return sum(move != PASS for move in moves(state))


@given(seeds)
def test_vector_code_finds_the_indices_of_the_definition(seed):
    state = some_position(seed)
    found = indices_of(Data(*(np.array([word]) for word in words(state)), np.zeros(1, np.float32)))[0]
    assert found[:-2].tolist() == [index_of(state, placement) for placement in PLACEMENTS]
    assert found[-2] == (state.player | state.opponent).bit_count() % 4
    assert found[-1] == 32 * mobility(state) + mobility(swapped(state))


# --- patterns: the value ----------------------------------------------------------------------------------


def by_definition(weights, state):
    discs = (state.player | state.opponent).bit_count()
    table = weights.tables["weights"][patterns.stage_of(discs)]
    looked_up = sum(int(table[patterns.STARTS[p.shape] + index_of(state, p)]) for p in PLACEMENTS)
    total = looked_up + int(table[patterns.TEMPO + discs % 4])
    total += int(table[patterns.MOBILITY + 32 * mobility(state) + mobility(swapped(state))])
    return max(min(total, 64 * DISC), -64 * DISC)


@given(seeds)
def test_the_value_is_the_sum_of_its_definition(seed):
    state = some_position(seed)
    if list(moves(state)) not in ([], [PASS]):
        assert value(random_weights(), state) == by_definition(random_weights(), state)


@given(seeds)
def test_all_eight_images_have_one_value(seed):
    state = some_position(seed)
    assert len({value(random_weights(), image(state, number)) for number in range(8)}) == 1


def test_the_eight_images_are_different_boards_with_the_same_moves():
    state = othello.parse("f5d6c3d3c4")
    images = [image(state, number) for number in range(8)]
    assert len(set(images)) == 8
    assert images[0] == state
    assert {len(moves(each)) for each in images} == {len(moves(state))}


def test_swapping_the_sides_is_not_forced_to_negate():
    state = othello.parse("f5d6c3d3c4f4f6b4")
    assert value(random_weights(), state) != -value(random_weights(), swapped(state))


@given(seeds)
def test_values_are_whole_numbers_and_never_beyond_a_full_board(seed):
    found = value(random_weights(), some_position(seed))
    assert isinstance(found, int)
    assert -64 * DISC <= found <= 64 * DISC


@given(seeds)
def test_finished_games_are_worth_their_score_and_a_pass_changes_only_the_side(seed):
    for state in random_game(START, seed):
        if is_over(state):
            assert value(random_weights(), state) == DISC * score(state)
        elif list(moves(state)) == [PASS]:
            assert value(random_weights(), state) == -value(random_weights(), play(state, PASS))


@given(seeds, st.integers(1, 3))
def test_patterns_serve_every_search(seed, depth):
    state = some_position(seed)
    plain = negamax(state, depth, -INF, INF, random_weights())
    for method in ("alphabeta", "pvs", "mtdf"):
        if not is_over(state):
            assert Searcher(random_weights(), method=method).search(state, depth).value == plain


@pytest.mark.parametrize("discs", range(4, 64))
def test_stages(discs):
    assert patterns.stage_of(discs) == ((discs - 4) // 2 if discs < 60 else discs - 32)


# --- patterns: weights on disk ----------------------------------------------------------------------------


def test_weights_come_back_as_they_were_written(tmp_path):
    weights = np.random.default_rng(1).integers(-(2**15), 2**15, (patterns.STAGES, patterns.WEIGHTS))
    patterns.save_weights(tmp_path / "weights", weights, {"seed": 5})
    loaded, facts = patterns.load_weights(tmp_path / "weights")
    assert (loaded == weights).all()
    assert facts == {"seed": 5}


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04 cut off"])
def test_what_is_no_file_of_weights_is_refused_in_a_sentence(tmp_path, content):
    (tmp_path / "weights.npz").write_bytes(content)
    with pytest.raises(BadText, match="no file of weights"):
        patterns.load_weights(tmp_path / "weights.npz")


def test_weights_for_other_patterns_and_missing_files_are_refused(tmp_path):
    patterns.save_weights(tmp_path / "small.npz", np.zeros((2, 3)), {})
    with pytest.raises(BadText, match="other patterns"):
        patterns.load_weights(tmp_path / "small.npz")
    with pytest.raises(GamekitError, match="there is no file of weights"):
        patterns.load_weights(tmp_path / "none.npz")


def test_the_shipped_weights_are_small_and_say_where_they_come_from():
    assert patterns.SHIPPED.stat().st_size < 3_000_000
    _, facts = patterns.load_weights()
    assert facts["command"].startswith("gamekit train othello")
    assert {"seed", "seconds", "errors"} <= set(facts)


@pytest.mark.alone
def test_the_shipped_weights_load_at_once():
    patterns.from_weights(patterns.load_weights()[0])
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        patterns.from_weights(patterns.load_weights()[0])
        times.append(time.perf_counter() - begin)
    assert min(times) < seconds_to_start("import numpy")


# --- features ---------------------------------------------------------------------------------------------


@given(seeds)
def test_empty_neighbours_of_your_discs_are_never_fewer_than_my_moves(seed):
    player, opponent = words(some_position(seed))
    total = features.potential_mobility(player, opponent)
    assert total >= int(features.potential(player, opponent)).bit_count()
    assert total >= int(features.mobility(player, opponent)).bit_count()


@given(seeds)
def test_stable_discs_never_turn(seed):
    state = some_position(seed)
    mine = set(squares("stable", state))
    theirs = set(squares("stable", state, yours=True))
    turn = state.turn
    for later in random_game(state, seed + 1):
        own, other = (later.player, later.opponent) if later.turn == turn else (later.opponent, later.player)
        assert all(own >> square & 1 for square in mine)
        assert all(other >> square & 1 for square in theirs)


CORNER_TAKEN = """
    X X X O - - - -
    X X - - - O - -
    - - - O O X - -
    - - O O X X - -
    - - O X O - - -
    - - - X - - - -
    - O - - - - - -
    - - - - - - - X X"""


def test_features_of_a_position_by_hand():
    state = othello.parse("".join(CORNER_TAKEN.split())[:64] + " X;")
    named = {name: [f"{'abcdefgh'[s % 8]}{s // 8 + 1}" for s in squares(name, state)] for name in FEATURES}
    assert named["corners"] == ["a1", "h8"]
    assert named["c_squares"] == []  # b1 and a2 belong to a corner that is taken
    assert named["x_squares"] == []
    assert [squares("x_squares", state, yours=True)] == [[49]]  # b7: a8 is empty
    assert named["a_squares"] == ["c1"]
    assert set(named["stable"]) >= {"a1", "b1", "c1", "a2", "h8"}
    assert count("corners", state) == 2


def test_flippable_discs_are_those_that_some_move_turns():
    state = othello.parse("f5d6")
    turned = set()
    for move in moves(state):
        after = play(state, move)
        turned |= {s for s in range(64) if state.opponent >> s & 1 and not after.player >> s & 1}
    assert set(squares("flippable", state)) == turned


def test_odd_regions():
    empties = {"a1", "b1", "h8", "d4", "d5", "e4"}  # a pair, one alone, three together
    text = "".join("-" if f"{'abcdefgh'[n % 8]}{n // 8 + 1}" in empties else "X" for n in range(64))
    found = squares("odd_regions", othello.parse(text + " X;"))
    assert {f"{'abcdefgh'[s % 8]}{s // 8 + 1}" for s in found} == {"h8", "d4", "d5", "e4"}


def test_stable_edges_are_whole_middles():
    for text, expected in (("--XXXX--", 1), ("-XXXXXX-", 1), ("--XXX---", 0), ("--OOOO--", -1)):
        state = othello.parse(text + "-" * 24 + "X" + "-" * 31 + " X;")
        assert count("stable_edges", state) == 4 * expected
        assert value(Linear(stable_edges=100), state) == 100 * expected


def test_features_speak_plainly_about_what_they_do_not_know():
    with pytest.raises(BadText, match="no feature 'luck'"):
        squares("luck", START)
    with pytest.raises(BadText, match="8x8"):
        squares("discs", games.start("othello", "6x6"))


# --- evaluators made of features --------------------------------------------------------------------------

PLAIN = ("discs", "mobility", "corners", "c_squares", "x_squares", "a_squares", "b_squares", "stable")
PLAIN += ("flippable", "frontier")


@given(seeds, st.sampled_from(PLAIN), st.integers(-50, 50))
def test_linear_counts_what_the_features_name(seed, name, weight):
    state = some_position(seed)
    assert value(Linear(**{name: weight}), state) == weight * count(name, state)


@given(seeds)
def test_linear_adds_up(seed):
    state = some_position(seed)
    parts = [Linear(**{name: weight}) for name, weight in IMPROVED._asdict().items() if weight]
    assert value(IMPROVED, state) == sum(value(part, state) for part in parts)


@given(seeds)
def test_handmade_evaluators_are_the_same_for_all_images_and_negate(seed):
    state = some_position(seed)
    swapped = othello.Othello(state.opponent, state.player, state.turn)
    for evaluator in (WEIGHTED, IMPROVED, Simple(), Mobility(3)):
        assert len({value(evaluator, image(state, number)) for number in range(8)}) == 1
        assert value(evaluator, state) == -value(evaluator, swapped)


def test_the_two_evaluations_have_the_weights_of_their_author():
    assert {k: v for k, v in WEIGHTED._asdict().items() if v} == {
        "discs": 1,
        "mobility": 8,
        "corners": 300,
        "flippable": 1,
        "win": 5000,
    }
    state = othello.parse("X" * 56 + "OOOOOOOO X;")  # full: 48 discs ahead
    assert value(Linear(late_discs=1), state) == round(48 * (1 + np.exp(8)))
    assert value(Linear(win=5000), state) == 5000
    early = othello.parse("f5")
    assert value(Linear(late_discs=1), early) == -3


def play_match(first, second, depth, games_played):
    """Wins of the first evaluator, with both colours from random openings; a draw is half a win."""
    wins = 0.0
    for number in range(games_played // 2):
        opening = list(random_game(START, number))[8]
        for seat in (0, 1):
            players = [
                Searcher(evaluator) for evaluator in ((first, second) if seat == 0 else (second, first))
            ]
            state = opening
            while not is_over(state):
                state = play(state, players[state.turn].search(state, depth).move)
            result = score(state) if state.turn == seat else -score(state)
            wins += (result > 0) + 0.5 * (result == 0)
    return wins


def test_the_improved_evaluation_beats_the_original():
    assert play_match(IMPROVED, WEIGHTED, 2, 20) > 12


# --- the shipped weights ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("empties", "static", "searched"), [(16, 8.0, 6.0), (18, 8.5, 6.0), (20, 10.0, 6.5)])
def test_shipped_weights_against_exact_scores_of_real_games(empties, static, searched):
    """The training never saw these positions; figures in docs/training.md."""
    cases = suite.read_obf(TRUTH / "othello" / f"endgame-{empties}.obf")
    assert judge(cases, patterns.patterns()).absolute < static
    assert judge(cases, patterns.patterns(), depth=4).absolute < searched


def test_shipped_weights_beat_the_handmade_evaluation():
    assert play_match(patterns.patterns(), IMPROVED, 2, 10) >= 8
