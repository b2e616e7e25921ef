"""The network: that it computes what it says, learns, and can be stopped and started."""

from __future__ import annotations

import json
import random
import shutil
import time
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import TRUTH, random_game, seconds_to_start

from gamekit import games, suite
from gamekit.__main__ import main
from gamekit.errors import BadText, GamekitError
from gamekit.games import othello
from gamekit.othello import network, patterns
from gamekit.othello.features import squares
from gamekit.othello.learning import network as learning
from gamekit.othello.learning import network_run
from gamekit.othello.learning.errors import judge
from gamekit.othello.learning.labels import label_by_search
from gamekit.othello.learning.lookahead import new_scratch
from gamekit.othello.learning.network import BATCH, Learner
from gamekit.othello.learning.network_run import NetworkRun, Part, parts_of, train_network
from gamekit.othello.learning.pieces import HELD_OUT, TRAINING
from gamekit.othello.learning.positions import careful_games, new_rng, varied_games
from gamekit.othello.learnt import learnt
from gamekit.othello.patterns import DISC, image
from gamekit.othello.solver import solve
from gamekit.players import player
from gamekit.rules import INF, PASS, is_over, moves, play, score, value
from gamekit.search.deepening import Searcher
from gamekit.search.negamax import negamax
from gamekit.training.workers import Workers

START = games.start("othello")
seeds = st.integers(0, 10**6)


@cache
def meaningless():
    """(parts, evaluator) of random numbers, so that only the machinery can make values agree."""
    chance = np.random.default_rng(7)
    layers = {
        "quarter_start": chance.normal(0, 2000, (network.LAYERS, network.QUARTER)),
        "told": chance.normal(0, 20, (network.LAYERS, network.WIDTH * network.QUARTER)),
    }
    for name, size in network.LAYER_SIZES.items():
        if name not in layers:
            layers[name] = chance.normal(0, 0.1, (network.LAYERS, size))
    for name, each in (("short_cut", 1), ("first", network.FIRST)):
        layers[name][:, : each * network.WIDTH] *= 0.02
        layers[name][:, each * network.WIDTH :] *= 0.0001
    parts = network.Parts(
        chance.integers(-60, 61, (network.TIED_SIGHTS, network.SIGHT)).astype(np.int8),
        chance.integers(-60, 61, (10, network.SIGHT)).astype(np.int16),
        chance.integers(-300, 301, (network.SPOTS, network.SIGHT)).astype(np.int16),
        chance.integers(-60, 61, (network.ROWS, network.WIDTH)).astype(np.int8),
        chance.integers(-127, 128, (16 * network.SIGHT, network.QUARTER)).astype(np.int8),
        np.concatenate([layers[name] for name in network.LAYER_SIZES], axis=1).astype(np.float32),
    )
    return parts, network.new_network(parts, patterns.load_weights()[0])


def some_position(seed):
    return random.Random(seed).choice(list(random_game(START, seed)))


def empties(state):
    return 64 - (state.player | state.opponent).bit_count()


def around(square):
    """The square and its neighbours."""
    row, column = divmod(square, 8)
    return [
        8 * y + x
        for y in range(row - 1, row + 2)
        for x in range(column - 1, column + 2)
        if 0 <= y < 8 and 0 <= x < 8
    ]


def regions(state):
    """The regions of empty squares, found square by square."""
    left = {square for square in range(64) if not (state.player | state.opponent) >> square & 1}
    found = []
    while left:
        todo, region = [left.pop()], set()
        while todo:
            square = todo.pop()
            region.add(square)
            near = set(around(square))
            todo += near & left
            left -= near
        found.append(region)
    return found


def lines_through(square):
    """The squares of each line of three or more through a square, read from either end."""
    column, row = square % 8, square // 8
    for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
        line = [
            8 * (row + step * down) + column + step * right
            for step in range(-7, 8)
            if 0 <= row + step * down < 8 and 0 <= column + step * right < 8
        ]
        if len(line) > 2:
            yield line


def shape_of(looked_at, speaker):
    """(number of the shape, its squares in an order in which the shape's table reads them).

    Where a mirror leaves room for two orders, either will do: they are tied.
    """
    for number, shape in enumerate(network.SHAPES):
        for goes in patterns.SYMMETRIES:
            squares = [goes[square] for square in shape]
            if sorted(squares) == sorted(looked_at) and speaker in squares[: network.SPEAKS_FOR[number]]:
                return number, squares
    raise AssertionError(looked_at)


def by_definition(state):
    """What the random network thinks of a position whose mover can move, in discs: no vector code."""
    parts, _ = meaningless()
    found = parts.starts[network.KINDS].astype(float)
    said = list(zip(network.SHAPES, network.SPEAKS_FOR, strict=True))
    for square in range(64):
        for looked_at in [*lines_through(square), around(square)]:
            shape, squares_in_order = shape_of(looked_at, square)
            filling = sum(
                3**place * ((state.player >> there & 1) + 2 * (state.opponent >> there & 1))
                for place, there in enumerate(squares_in_order)
            )
            before = sum(speaks_for * 3 ** len(other) for other, speaks_for in said[:shape])
            row = before + said[shape][1] * filling + squares_in_order.index(square)
            found[square] += parts.sights[network.TIES[row]]
    other = othello.Othello(state.opponent, state.player, 1 - state.turn)
    mine, yours = ({int(move) for move in moves(side) if move != PASS} for side in (state, other))
    for region in regions(state):
        size = len(region) if len(region) < 8 else 7 if len(region) % 2 else 8
        there = 3 * min(len(region & mine), 2) + min(len(region & yours), 2)
        for square in region:
            row = 4 * ((8 * int(network.KINDS[square]) + size - 1) * 9 + there)
            found[square] += parts.spots[row + 2 * (square in mine) + (square in yours)]
    found = np.maximum(found, 0)

    used = [32 * min(len(mine), 31) + min(len(yours), 31)]
    mine, yours = (min(len(squares("frontier", state, side)), 31) for side in (False, True))
    used.append(1024 + 32 * yours + mine)
    sizes = [len(region) for region in regions(state)]
    odd = sum(size % 2 for size in sizes)
    used.append(2048 + 4 * (8 * min(odd, 7) + min(len(sizes), 7)) + empties(state) % 4)
    used.append(2048 + 256 + empties(state))
    beside = parts.numbers[used].astype(float).sum(axis=0)

    numbers = iter(parts.layers[(empties(state) - 7) // 2].astype(float))

    def some(*shape):
        return np.array([next(numbers) for _ in range(int(np.prod(shape)))]).reshape(shape)

    told = np.trunc(some(network.QUARTER) + np.maximum(beside, 0) @ some(network.WIDTH, network.QUARTER))
    views = np.zeros(network.QUARTER)
    for goes in patterns.SYMMETRIES:
        seen = [found[goes[8 * row + column]] for row in range(4) for column in range(4)]
        views += np.maximum(np.concatenate(seen) @ parts.quarter.astype(float) + told, 0)
    both = np.concatenate([beside, views])
    short_cut = some(len(both)) @ both
    hidden = np.maximum(both, 0)
    for size, wide in ((len(both), network.FIRST), (network.FIRST, network.SECOND)):
        matrix, begin = some(size, wide), some(wide)
        hidden = np.maximum(hidden @ matrix + begin, 0)
    last, begin = some(network.SECOND), some(1)
    return float(short_cut + hidden @ last + begin[0])


# --- the evaluator ----------------------------------------------------------------------------------------


@given(seeds)
@settings(max_examples=60)
def test_the_value_is_that_of_its_definition(seed):
    state = some_position(seed)
    if is_over(state) or moves(state) == [PASS] or not network.LOW <= empties(state) <= network.HIGH:
        return
    wanted = max(-64.0, min(64.0, by_definition(state)))
    assert value(meaningless()[1], state) / DISC == pytest.approx(wanted, abs=0.02)


@given(seeds)
def test_all_eight_images_have_one_value_and_it_is_a_whole_number(seed):
    state = some_position(seed)
    values = {value(meaningless()[1], image(state, number)) for number in range(8)}
    assert len(values) == 1
    (found,) = values
    assert found == int(found)
    assert abs(found) <= 64 * DISC


def test_the_sides_are_not_forced_to_negate():
    state = list(random_game(START, 4))[30]
    swapped = othello.Othello(state.opponent, state.player, 1 - state.turn)
    assert value(network.network(), state) != -value(network.network(), swapped)


@given(seeds)
def test_finished_games_are_worth_their_score_and_a_pass_changes_only_the_side(seed):
    *_, before, last = random_game(START, seed)
    assert value(meaningless()[1], last) == DISC * score(last)
    for state in (before, some_position(seed)):
        if not is_over(state) and list(moves(state)) == [PASS]:
            assert value(meaningless()[1], state) == -value(meaningless()[1], play(state, PASS))


def test_where_the_network_has_learnt_nothing_the_patterns_answer():
    seen = set()
    for seed in range(5):
        for state in random_game(START, seed):
            if is_over(state) or list(moves(state)) == [PASS]:
                continue
            outside = not network.LOW <= empties(state) <= network.HIGH
            same = value(network.network(), state) == value(patterns.patterns(), state)
            assert same or not outside
            seen.add((outside, same))
    assert {(True, True), (False, False)} <= seen


@given(seeds, st.integers(1, 3))
@settings(max_examples=20)
def test_the_network_serves_every_search(seed, depth):
    state = some_position(seed)
    if is_over(state):
        return
    evaluator = network.network()
    wanted = negamax(state, depth, -INF, INF, evaluator)
    for method in ("alphabeta", "pvs", "mtdf"):
        assert Searcher(evaluator, method=method).search(state, depth).value == wanted


# --- on disk ----------------------------------------------------------------------------------------------


def test_a_network_comes_back_as_it_was_written(tmp_path):
    parts, evaluator = meaningless()
    network.save_network(tmp_path / "own", parts, {"seed": 5})
    loaded, facts = network.load_network(tmp_path / "own")
    for name, part in parts._asdict().items():
        assert (part == getattr(loaded, name)).all(), name
    assert facts == {"seed": 5}
    state = some_position(3)
    assert value(learnt(tmp_path / "own"), state) == value(evaluator, state)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04 cut off"])
def test_what_is_no_network_is_refused_in_a_sentence(tmp_path, content):
    (tmp_path / "network.npz").write_bytes(content)
    with pytest.raises(BadText, match="no file of a network"):
        network.load_network(tmp_path / "network.npz")
    with pytest.raises(BadText, match="no file of weights"):
        learnt(tmp_path / "network.npz")


def test_networks_of_other_sizes_and_missing_files_are_refused(tmp_path):
    small = meaningless()[0]._replace(layers=np.zeros((1, 1), np.float32))
    network.save_network(tmp_path / "small.npz", small, {})
    with pytest.raises(BadText, match="other sizes"):
        learnt(tmp_path / "small.npz")
    with pytest.raises(GamekitError, match="there is no network"):
        network.load_network(tmp_path / "none.npz")
    with pytest.raises(GamekitError, match="network, patterns"):
        learnt(tmp_path / "none.npz")


def test_the_shipped_network_is_small_and_says_where_it_comes_from():
    assert network.SHIPPED.stat().st_size < 3_000_000
    _, facts = network.load_network()
    assert facts["command"].startswith("gamekit train network")
    assert {"seed", "seconds", "errors", "positions"} <= set(facts)


@pytest.mark.alone
def test_the_shipped_network_loads_at_once():
    weights = patterns.load_weights()[0]
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        network.new_network(network.load_network()[0], weights)
        times.append(time.perf_counter() - begin)
    assert min(times) < seconds_to_start("import numpy")


@pytest.mark.parametrize("name", ["endgame-16.obf", "endgame-18.obf", "endgame-20.obf"])
def test_the_network_judges_real_games_better_than_the_patterns(name):
    cases = list(suite.read_obf(TRUTH / "othello" / name))
    for depth in (0, 2):
        assert (
            judge(cases, learnt("network"), depth).absolute < judge(cases, learnt("patterns"), depth).absolute
        )


def test_the_engine_takes_either_and_nothing_else():
    state = othello.parse("f5d6c3d3c4f4f6b4")
    for text in ("engine,depth=4", "engine,eval=patterns,depth=4", "pvs,eval=network,probcut,depth=4"):
        assert player(text)(state) in moves(state)
    with pytest.raises(BadText, match="judges by one of"):
        player("engine,eval=discs")


# --- learning ---------------------------------------------------------------------------------------------


def some_data(size, low=52, high=56, seed=1, stream=TRAINING):
    return network_run.make_network_piece(
        Part(low, high, size), seed, stream, 0, size, low, Learner(0).whole()
    )


def test_varied_games_have_the_discs_asked_for_and_depend_on_the_seed_only():
    def made(seed):
        players, opponents = np.empty(300, np.uint64), np.empty(300, np.uint64)
        varied_games(new_rng(seed), 40, 42, patterns.patterns(), new_scratch(), players, opponents)
        return players, opponents

    players, opponents = made(1)
    assert set(np.bitwise_count(players | opponents).tolist()) == {40, 41, 42}
    assert not (players & opponents).any()
    assert all((one == other).all() for one, other in zip(made(1), (players, opponents), strict=True))
    assert (made(2)[0] != players).any()
    for mine, yours in zip(players.tolist(), opponents.tolist(), strict=True):
        assert PASS not in moves(othello.Othello(mine, yours, 0))


def test_careful_games_say_what_the_network_expects_and_follow_its_choice():
    judge = meaningless()[1]
    players, opponents = np.empty(60, np.uint64), np.empty(60, np.uint64)
    scores, again = np.zeros(60, np.float32), np.zeros(60, np.float32)
    scratch, guide = new_scratch(), patterns.patterns()
    careful_games(new_rng(1), 46, 51, judge, guide, scratch, players, opponents, scores)
    label_by_search(players, opponents, np.int64(4), judge, guide, scratch, again)
    assert scores.tolist() == again.tolist()
    discs = np.bitwise_count(players | opponents)
    assert set(discs.tolist()) == set(range(46, 52))
    states = [
        othello.Othello(int(mine), int(yours), 0) for mine, yours in zip(players, opponents, strict=True)
    ]
    follows = 0
    for state, later, expected, found in zip(states, states[1:], discs, discs[1:], strict=False):
        if found == expected + 1:
            values = {}
            for move in moves(state):
                after = play(state, move)
                if list(moves(after)) == [PASS]:
                    after = play(after, PASS)
                here = np.array([after.player], np.uint64), np.array([after.opponent], np.uint64)
                out = np.zeros(1, np.float32)
                label_by_search(*here, np.int64(3), judge, guide, scratch, out)
                same_side = after.turn == state.turn
                values[int(after.player), int(after.opponent)] = out[0] if same_side else -out[0]
            assert values[int(later.player), int(later.opponent)] == max(values.values())
            follows += 1
    assert follows > 40


def test_labels_of_careful_games_are_exact_near_the_end_only():
    part = Part(46, 51, 12, careful=True)
    judge = meaningless()[0]
    data = network_run.make_network_piece(part, 1, TRAINING, 0, 12, part.exact_from, judge)
    for mine, yours, found in zip(*data, strict=True):
        state = othello.Othello(int(mine), int(yours), 0)
        if empties(state) <= 16:
            assert found == solve(state, with_line=False).value
        else:
            here = np.array([mine]), np.array([yours])
            expected = np.zeros(1, np.float32)
            label_by_search(
                *here, np.int64(4), meaningless()[1], patterns.patterns(), new_scratch(), expected
            )
            assert found == expected[0]


def test_labels_near_the_end_are_the_solvers_scores():
    data = some_data(20)
    states = [
        othello.Othello(int(mine), int(yours), 0)
        for mine, yours in zip(data.players, data.opponents, strict=True)
    ]
    assert data.scores.tolist() == [solve(state, with_line=False).value for state in states]


def test_the_learner_and_the_evaluator_think_alike():
    data = some_data(50)
    learner = Learner(3)
    learner.take(some_data(40 * BATCH), np.arange(40 * BATCH), (0.3, 0.0))
    evaluator = network.new_network(learner.whole(), patterns.load_weights()[0])
    found = [
        value(evaluator, othello.Othello(int(mine), int(yours), 0)) / DISC
        for mine, yours in zip(data.players, data.opponents, strict=True)
    ]
    assert learner.values(data) == pytest.approx(found, abs=1.0)  # rows are whole numbers in the evaluator
    assert np.abs(learner.values(data) - found).mean() < 0.3


def test_slopes_are_those_of_the_formula():
    """Move some numbers a little: the error must change as the slopes say."""
    size = BATCH // learning.HALVES
    data, order = some_data(size), np.arange(size)
    learner, room = Learner(2), learning._room(size)
    learner.take(some_data(8 * BATCH, seed=2), np.arange(8 * BATCH), (1.0, 1.0))

    def loss():
        """Huber's, in units, summed over the positions."""
        learner._judge(data, order, other_room, False)
        off = np.abs(other_room["out"].astype(float) - data.scores / learning.UNIT)
        far = learning.FAR / learning.UNIT
        return float(np.where(off < far, off**2 / 2, far * (off - far / 2)).sum())

    other_room = learning._room(size)
    learner.send_back(data, order, room)
    chance, step = np.random.default_rng(1), 0.003
    for name in learning.DENSE:
        numbers, wanted = learner.memory[name].reshape(-1), room[name].reshape(-1)
        largest = np.argsort(-np.abs(wanted))[:400]
        for place in chance.choice(largest, min(25, len(largest)), replace=False):
            assert slope_of(loss, numbers, place, step) == pytest.approx(wanted[place], rel=0.1, abs=0.3)
    row = room["places"][0, 5]
    met = zip(*np.nonzero(room["places"] == row), strict=True)
    wanted = sum(room["found"][i, network.PLACE_SQUARES[place]].astype(float) for i, place in met)
    for place in range(network.SIGHT):
        found = slope_of(loss, learner.memory["sights"][row], place, step)
        assert found == pytest.approx(wanted[place], rel=0.1, abs=0.3)
    row = room["spots"][0, 0, 0]
    met = [
        (i, spots[1, number])
        for i, spots in enumerate(room["spots"])
        for number in range(64 - int(np.bitwise_count(data.players[i] | data.opponents[i])))
        if spots[0, number] == row
    ]
    wanted = sum(room["found"][i, square].astype(float) for i, square in met)
    for place in range(network.SIGHT):
        found = slope_of(loss, learner.memory["spots"][row], place, step)
        assert found == pytest.approx(wanted[place], rel=0.1, abs=0.3)
    row = room["rows"][0, 1]
    wanted = room["sent"][room["rows"][:, 1] == row, : network.WIDTH].astype(float).sum(axis=0)
    for place in range(network.WIDTH):
        found = slope_of(loss, learner.memory["numbers"][row], place, step)
        assert found == pytest.approx(wanted[place], rel=0.1, abs=0.3)


def slope_of(function, numbers, place, step):
    """How the function changes with one of the numbers."""
    kept, found = numbers[place], []
    for change in (step, -step):
        numbers[place] = kept + np.float32(change)
        found.append(function())
    numbers[place] = kept
    return (found[0] - found[1]) / (2 * step)


def test_learning_is_the_same_every_time_and_takes_no_step_at_rate_0():
    data = some_data(4 * BATCH)
    order = np.random.default_rng(1).permutation(4 * BATCH)
    one, other, none = Learner(1), Learner(1), Learner(1)
    for learner in (one, other):
        learner.take(data, order, (1.0, 0.5))
    none.take(data, order, (0.0, 0.0))
    for name, numbers in one.memory.items():
        assert (numbers == other.memory[name]).all(), name
    for name in ("sights", "spots", "numbers", "quarter", "layers"):
        now = slice(0, network.SIGHT) if name in ("sights", "spots") else slice(None)
        assert (none.memory[name][:, now] == Learner(1).memory[name][:, now]).all()
        assert (one.memory[name][:, now] != Learner(1).memory[name][:, now]).any()


def test_a_small_training_halves_the_error():
    data, held_out = some_data(40 * BATCH), some_data(1000, stream=HELD_OUT)
    learner = Learner(1)

    def error():
        return float(np.abs(learner.values(held_out) - held_out.scores).mean())

    before = error()
    for turn in range(3):
        order = np.random.default_rng(turn).permutation(len(data))
        learner.take(data, order, (1 - turn / 3, 1 - (turn + 1) / 3))
    assert error() < 0.5 * before


# --- the run ----------------------------------------------------------------------------------------------

PARTS = [Part(52, 56, 3000), Part(48, 51, 1000, careful=True), Part(47, 49, 1000)]


@pytest.fixture(scope="module", autouse=True)
def small():
    """Small pieces and few positions, so that a run takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network_run, "PIECE", 1000)
        patch.setattr(network_run, "AT_A_TIME", 2 * BATCH)
        patch.setattr(network_run, "HELD_OUT_POSITIONS", 40)
        yield


def learnt_in(folder):
    run = NetworkRun(PARTS, 1, folder, Workers())
    errors = run.go()
    return run.learner.memory, errors


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory):
    """The folder of a run that went to its end, its memory and its errors."""
    folder = tmp_path_factory.mktemp("whole")
    return folder, *learnt_in(folder)


@pytest.fixture(scope="module")
def uninterrupted(whole_run):
    return whole_run[1:]


class Stopped(Exception):
    pass


def same(one, other):
    return all((one[name] == other[name]).all() for name in one)


@pytest.mark.parametrize(
    "moment", [pytest.param(n, marks=() if n == 9 else pytest.mark.long) for n in (2, 6, 9, 15)]
)
def test_a_run_that_was_stopped_goes_on_as_if_nothing_had_happened(
    tmp_path, uninterrupted, monkeypatch, moment
):
    monkeypatch.setattr(network_run, "SECONDS_BETWEEN_CHECKPOINTS", 0.0)
    memory, errors = uninterrupted
    heard = []

    def stop(what, done, wanted):
        heard.append(what)
        if len(heard) == moment:
            raise Stopped  # like a kill: nobody saves anything now

    with pytest.raises(Stopped):
        NetworkRun(PARTS, 1, tmp_path, Workers()).go(report=stop)
    again, again_errors = learnt_in(tmp_path)
    assert same(memory, again)
    assert errors == again_errors
    assert [sorted(entry) for entry in errors] == [["labels", "name"]] * 2 + [["exact", "labels", "name"]]


def test_ctrl_c_saves_what_was_learnt(tmp_path, uninterrupted):
    run = NetworkRun(PARTS, 1, tmp_path, Workers())

    def press(what, done, wanted):
        if what.startswith("learning") and done > wanted / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.go(report=press)
    assert NetworkRun(PARTS, 1, tmp_path, Workers())._taken > 0
    assert same(uninterrupted[0], learnt_in(tmp_path)[0])


def test_two_processes_give_the_same_network_as_one(tmp_path, uninterrupted):
    with Workers(2) as workers:
        run = NetworkRun(PARTS, 1, tmp_path, workers)
        run.go()
    assert same(uninterrupted[0], run.learner.memory)


@pytest.mark.long
def test_a_network_made_before_can_be_the_judge(tmp_path, uninterrupted):
    judge = meaningless()[0]
    run = NetworkRun(PARTS, 1, tmp_path, Workers(), judge)
    run.go()
    assert not same(uninterrupted[0], run.learner.memory)
    whole = run.folder / "pieces" / "47-49-0.npz"
    labelled = network_run.make_network_piece(PARTS[2], 1, TRAINING, 0, 1000, 50, judge)
    with np.load(whole) as piece:
        assert (piece["scores"] == labelled.scores).all()
    with pytest.raises(GamekitError, match="other settings"):
        NetworkRun(PARTS, 1, tmp_path, Workers())


def test_other_settings_and_damaged_files_are_refused(tmp_path, whole_run):
    shutil.copytree(whole_run[0], tmp_path, dirs_exist_ok=True)
    with pytest.raises(GamekitError, match="other settings"):
        NetworkRun(PARTS, 2, tmp_path, Workers())
    (tmp_path / network_run.CHECKPOINT).write_bytes(b"PK\x03\x04 cut off")
    with pytest.raises(GamekitError, match="is damaged"):
        NetworkRun(PARTS, 1, tmp_path, Workers())
    (tmp_path / network_run.CHECKPOINT).unlink()
    with pytest.raises(GamekitError, match="another run"):
        NetworkRun(PARTS, 1, tmp_path, Workers())


def test_the_file_says_how_it_was_made(tmp_path, whole_run):
    shutil.copytree(whole_run[0], tmp_path, dirs_exist_ok=True)
    facts = train_network(
        PARTS, seed=1, folder=tmp_path, out=tmp_path / "out.npz", command="gamekit train ..."
    )
    parts, told = network.load_network(tmp_path / "out.npz")
    assert told == json.loads(json.dumps(facts))
    assert told["positions"] == {
        "52 to 56 discs": 3000,
        "48 to 51 discs, careful": 1000,
        "47 to 49 discs": 1000,
    }
    assert all(part.any() for part in parts)


def test_the_command_trains_a_network(tmp_path, capsys):
    words = ["train", "network", "--positions", "1200", "--parts", "1", "--workers", "1"]
    main([*words, "--folder", str(tmp_path), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["errors"][0]["name"] == "52 to 56 discs"
    file = TRUTH / "othello" / "endgame-20.obf"
    main(["evaluate", "othello", str(file), "--weights", str(tmp_path / "network.npz"), "--json"])
    assert json.loads(capsys.readouterr().out)["positions"] > 10
    for bad in (["--parts", "8"], ["--positions", "none"], ["--judge", str(tmp_path / "none.npz")]):
        with pytest.raises(SystemExit) as stopped:
            main(["train", "network", *bad, "--folder", str(tmp_path / "bad")])
        assert stopped.value.code == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_parts_go_backwards_through_the_game():
    parts = parts_of(1000)
    assert [(part.low, part.high) for part in parts] == [(52, 56), (50, 51), (46, 51), (46, 49), (42, 45)]
    assert [part.careful for part in parts] == [False, False, True, False, False]
    assert parts[0].high == 64 - network.LOW
    assert parts[-1].low == 64 - network.HIGH
