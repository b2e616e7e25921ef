"""MCTS: its tree adds up, its proofs are negamax's, its sign is right, its limits hold."""

from __future__ import annotations

import random
import threading
import time

import numpy as np
import pytest
from support import random_game, run_python

from gamekit import INF, IllegalMove, compiled, games, is_over, moves, play, score, snapshot
from gamekit.errors import GamekitError
from gamekit.evaluators import FinalScore
from gamekit.search import mcts
from gamekit.search.context import Off, On
from gamekit.search.mcts import (
    MCTS,
    ROOT,
    UNKNOWN,
    WIN,
    Options,
    RandomMoves,
    WinOrBlock,
)
from gamekit.search.negamax import negamax

fast_negamax = compiled(negamax)
TO_THE_END = 100


def sign(number):
    return (number > 0) - (number < 0)


def result_of(state, depth=TO_THE_END):
    """1, 0 or -1: what the side to move gets in so many plies, by negamax; 0 where they do not decide."""
    return sign(fast_negamax(state, depth, -INF, INF, FinalScore()))


def results_of_moves(state, depth=TO_THE_END):
    return {move: -result_of(play(state, move), depth - 1) for move in moves(state)}


def positions(name, size, count, least=0, wanted=lambda state: True):
    """Different positions from random games, with at least so many moves played."""
    found, seed = [], 0
    while len(found) < count:
        for state in list(random_game(games.start(name, size), seed))[least:]:
            if not is_over(state) and state not in found and wanted(state):
                found.append(state)
                break  # one a game: neighbours are too much alike
        seed += 1
    return found


def wins_in(plies):
    """Does the side to move win in exactly so many plies?"""
    return lambda state: result_of(state, plies) == 1 and (plies == 1 or result_of(state, plies - 2) < 1)


def limited_to(nodes):
    """The memory_mb that leaves room for so many nodes."""
    return (nodes * mcts.NODE.itemsize + mcts.WALK.itemsize) / 2**20


# --- it finds what is there --------------------------------------------------------------------------------


@pytest.mark.parametrize("plies", [1, 3])
@pytest.mark.parametrize(("name", "size", "count"), [("tictactoe", None, 60), ("connect4", None, 100)])
def test_finds_every_mate_in_one_and_two(name, size, count, plies):
    for seed, state in enumerate(positions(name, size, count, 3, wins_in(plies))):
        winning = {move for move, result in results_of_moves(state, plies).items() if result == 1}
        found = MCTS(solver=True, seed=seed).search(state, simulations=20_000)
        assert found.move in winning
        assert found.value == 1
        assert found.nodes < 20_000  # a proven root answers at once
        # Averages cannot tell a win from a faster win where every game is won; any proven win will do.
        average = MCTS(seed=seed).search(state, simulations=20_000)
        assert average.move in winning or result_of(play(state, average.move), 9) == -1


SMALL = [
    *[("tictactoe", None, 150, 0), ("connect4", "4x4", 60, 5)],
    pytest.param("othello", "4x4", 60, 3, marks=pytest.mark.long),
]


@pytest.mark.parametrize(("name", "size", "count", "least"), SMALL)
def test_proven_results_agree_with_negamax(name, size, count, least):
    search = MCTS(solver=True)
    rest = random.Random(0)
    for state in positions(name, size, count, least, lambda state: rest.random() < 0.3):
        found = search.search(state, simulations=500_000)
        assert search.tree.nodes[ROOT].proof != UNKNOWN
        truth = results_of_moves(state)
        assert found.value == max(truth.values()) == truth[found.move]
        for child in search.children():
            if child.proof:
                assert child.value == truth[child.move]


@pytest.mark.parametrize(("size", "least"), [("4x4", 5), pytest.param("5x4", 8, marks=pytest.mark.long)])
def test_converges_to_a_best_move(size, least):
    def matters(state):
        return len(set(results_of_moves(state).values())) > 1

    found_by_averages = 0
    for seed, state in enumerate(positions("connect4", size, 30, least, matters)):
        truth = results_of_moves(state)
        best = {move for move in truth if truth[move] == max(truth.values())}
        assert MCTS(seed=seed, solver=True).search(state, simulations=50_000).move in best
        found_by_averages += MCTS(seed=seed).search(state, simulations=50_000).move in best
    assert found_by_averages >= 29  # see below for where it takes for ever


def test_a_win_that_looks_bad_is_found_by_proof_and_not_by_averages():
    """The one winning move loses to many replies, so averages stay with a draw."""
    state = games.parse("connect4", "...../...OO/...XX/.X.XO", "5x4")
    assert results_of_moves(state) == {0: 0, 1: 0, 2: 0, 3: 1, 4: 0}
    by_proof = MCTS(solver=True).search(state, simulations=200_000)
    assert (by_proof.move, by_proof.value) == (3, 1)
    assert by_proof.nodes < 100_000
    assert MCTS().search(state, simulations=200_000).move != 3


def test_the_most_visited_line_can_be_played():
    state = games.start("connect4")
    found = MCTS().search(state, simulations=5_000)
    assert found.depth == len(found.line) > 3
    assert found.line[0] == found.move
    for move in found.line:
        state = play(state, move)
    assert set(found.values) == set(range(7))
    assert all(-1 <= value <= 1 for value in found.values.values())
    assert found.nodes == 5_000
    assert len(found.names(games.start("connect4"))) == len(found.line)


def test_a_game_that_is_over_has_a_result_and_no_move():
    lost = games.parse("tictactoe", "XXX/OO./...")
    found = MCTS().search(lost, simulations=10)
    assert (found.move, found.value) == (None, -1)


# --- the tree adds up --------------------------------------------------------------------------------------


def check_tree(tree):
    """Each visit went on to a child, but for the one before there were children; points likewise."""
    nodes, seen = tree.nodes, 1
    for place in range(tree.walk[0].used):
        node = nodes[place]
        if node.children == 0:
            continue
        family = nodes[node.first : node.first + node.children]
        seen += len(family)
        own_visits = int(node.visits) - int(family["visits"].sum())
        own_points = int(node.points) - int((2 * family["visits"] - family["points"]).sum())
        assert own_visits == (place != ROOT)
        assert 0 <= own_points <= WIN * own_visits
    assert seen == tree.walk[0].used


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("tictactoe", None),
        ("connect4", None),
        pytest.param("connect4", "12x12", marks=pytest.mark.long),
        ("othello", None),
    ],
)
def test_visits_and_points_add_up(name, size):
    search = MCTS()
    search.search(games.start(name, size), simulations=3_000)
    assert search.tree.nodes[ROOT].visits == 3_000
    check_tree(search.tree)


@pytest.mark.parametrize(
    ("policy", "options"),
    [
        (RandomMoves(), Options(1.0, Off())),
        (WinOrBlock(), Options(0.7, On())),
        pytest.param(RandomMoves(), Options(0.7, On()), marks=pytest.mark.long),
        pytest.param(WinOrBlock(), Options(1.0, Off()), marks=pytest.mark.long),
    ],
)
def test_plain_python_and_compiled_code_grow_the_same_tree(policy, options):
    state = games.start("tictactoe")
    plain, fast = mcts.new_tree(1_000, 3), mcts.new_tree(1_000, 3)
    mcts.run(plain, state, policy, options, 150)
    mcts.fast_run(fast, state, policy, options, 150)
    assert (plain.nodes == fast.nodes).all()
    assert plain.walk[0].random == fast.walk[0].random


# --- the sign ----------------------------------------------------------------------------------------------


def mistaken(tree, state, points, options):
    """The classic mistake: wins of the side to move at the node, not of the side that chose it."""
    walk = tree.walk[0]
    for depth in range(walk.depth, -1, -1):
        node = tree.nodes[walk.path[depth]]
        node.visits += 1
        node.points += mcts.for_side(points, 1 - walk.chooser[depth])


def most_visited(state):
    """The choice of plain Python simulations, which look `backpropagate` up when they run."""
    tree = mcts.new_tree(1_000, 0)
    mcts.run(tree, state, RandomMoves(), Options(1.0, Off()), 120)
    root = tree.nodes[ROOT]
    family = tree.nodes[root.first : root.first + root.children]
    return int(family[np.argmax(family["visits"])].move)


def test_the_sign_mistake_is_caught(monkeypatch):
    mates = positions("tictactoe", None, 5, 4, wins_in(1))
    winning = [
        {move for move, result in results_of_moves(state, 1).items() if result == 1} for state in mates
    ]
    assert all(most_visited(state) in wins for state, wins in zip(mates, winning, strict=True))
    monkeypatch.setattr(mcts, "backpropagate", mistaken)
    assert not any(most_visited(state) in wins for state, wins in zip(mates, winning, strict=True))


# --- the tree is kept --------------------------------------------------------------------------------------


def subtree(nodes, place):
    """A node and all below it, wherever they lie."""
    node = nodes[place]
    children = [subtree(nodes, node.first + child) for child in range(node.children)]
    return int(node.move), int(node.visits), int(node.points), int(node.proof), children


def size_of(tree):
    return 1 + sum(map(size_of, tree[4]))


@pytest.mark.parametrize(
    ("name", "solver"),
    [
        *[("tictactoe", False), ("connect4", False), ("connect4", True), ("othello", False)],
        *(pytest.param(name, True, marks=pytest.mark.long) for name in ("tictactoe", "othello")),
    ],
)
def test_advancing_keeps_the_subtree_as_it_is(name, solver):
    search = MCTS(solver=solver)
    chance = random.Random(1)
    state = games.start(name)
    for _ in range(4):
        search.search(state, simulations=2_000)
        root = search.tree.nodes[ROOT]
        for _ in range(2):
            move = chance.choice(moves(state))
            place = int(root.first) + list(search.visits()).index(move) if root.children else None
            before = subtree(search.tree.nodes, place) if place else None
            search.advance(move)
            state = play(state, move)
            if before:
                assert subtree(search.tree.nodes, ROOT) == before
                assert len(search) == size_of(before)
        if is_over(state):
            return
    search.search(state, simulations=2_000)


def test_searching_on_from_the_reply_keeps_visits():
    state = games.start("connect4")
    search = MCTS()
    answer = search.search(state, simulations=10_000)
    reply = answer.line[1]
    child = next(child for child in search.children() if child.move == answer.move)
    kept = next(child.visits for child in search.children(child) if child.move == reply)
    state = play(play(state, answer.move), reply)
    search.search(state, simulations=1_000)
    assert search.tree.nodes[ROOT].visits == kept + 1_000
    assert kept > 1_000
    assert search._state == state


def test_an_unrelated_state_begins_anew():
    search = MCTS()
    search.search(games.start("connect4"), simulations=100)
    search.search(games.start("tictactoe"), simulations=100)  # equal words, another game
    assert search.tree.nodes[ROOT].visits == 100
    assert len(search.visits()) == 9


def test_advancing_needs_a_search_and_a_legal_move():
    search = MCTS()
    with pytest.raises(GamekitError, match="none yet"):
        search.advance(3)
    search.search(games.start("connect4"), simulations=100)
    with pytest.raises(IllegalMove):
        search.advance(7)
    with pytest.raises(GamekitError, match="when to end"):
        search.search(games.start("connect4"))


# --- limits ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", [False, True])
@pytest.mark.parametrize("room", [0, 10, 100, 101, 107])
def test_a_full_pool_still_answers(room, solver):
    state = games.start("connect4")
    search = MCTS(memory_mb=limited_to(room), solver=solver)
    while not is_over(state):
        found = search.search(state, simulations=300)
        assert len(search) <= max(room, 8)
        assert found.nodes == 300 or search.tree.nodes[ROOT].proof != UNKNOWN
        if not solver:
            assert search.tree.nodes[ROOT].visits >= 300
        state = play(state, found.move)


def test_a_full_pool_loses_nothing():
    state = games.start("connect4")
    small, large = MCTS(memory_mb=limited_to(5_000)), MCTS()
    small.search(state, simulations=2_000)
    large.search(state, simulations=2_000)
    assert small.visits() == large.visits()  # not full yet
    small.search(state, simulations=50_000)
    assert 5_000 - 7 < len(small) <= 5_000
    assert small.tree.nodes[ROOT].visits == 52_000
    assert sum(small.visits().values()) == 52_000
    assert max(small.visits(), key=small.visits().get) == 3


def test_a_node_takes_at_most_24_bytes():
    tree = MCTS().tree
    assert (tree.nodes.nbytes + tree.walk.nbytes) / len(tree.nodes) <= 24
    assert tree.nodes.nbytes + tree.walk.nbytes <= 64 * 2**20


def test_equal_seeds_give_equal_trees():
    def grow(seed, *batches):
        search = MCTS(seed=seed)
        for batch in batches:
            search.search(games.start("connect4"), simulations=batch)
        return search.tree.nodes[: len(search)]

    assert (grow(5, 4_000) == grow(5, 1_500, 2_500)).all()
    assert not np.array_equal(grow(5, 4_000), grow(6, 4_000))


def test_another_thread_can_cancel_a_search():
    found = []
    search = MCTS()
    thread = threading.Thread(
        target=lambda: found.append(search.search(games.start("connect4"), seconds=1_000)), daemon=True
    )
    thread.start()
    while len(search) == 1:  # not begun yet
        time.sleep(0.01)
    search.cancel()
    thread.join(60)
    assert not thread.is_alive()
    assert found[0].move in range(7)
    assert search.search(games.start("connect4"), simulations=100).nodes == 100  # and it can be used again


@pytest.mark.alone
def test_the_clock_is_kept():
    search = MCTS()
    search.search(games.start("connect4"), simulations=1)  # compiling is not counted
    late = []
    for seconds in (0, 0.002, 0.01, 0.03, 0.05, 0.1, 0.2) * 2:
        found = search.search(games.start("connect4"), seconds=seconds)
        late.append(found.seconds - max(seconds + 0.010, 1.02 * seconds))
        assert found.nodes > 0
    assert sorted(late)[len(late) // 2] <= 0  # other tests may hold the processor now and then
    assert max(late) < 1


# --- policies, games in place, processes -------------------------------------------------------------------


@pytest.mark.parametrize(("name", "size"), [("tictactoe", None), ("connect4", "5x4")])
def test_win_or_block_takes_wins_and_leaves_none(name, size):
    walk = mcts.new_tree(1, 0).walk[0]
    for state in positions(name, size, 40, 4):
        now, next_ply = results_of_moves(state, 1), results_of_moves(state, 2)
        for _ in range(3):
            move = mcts.simulate_move(WinOrBlock(), state, walk)
            assert now[move] == max(now.values())
            if max(now.values()) < 1:
                assert next_ply[move] == max(next_ply.values())


def test_every_move_is_as_likely_as_any_other():
    walk = mcts.new_tree(1, 0).walk[0]
    state = games.parse("connect4", "444444")
    counts = dict.fromkeys(moves(state), 0)
    for _ in range(6_000):
        counts[mcts.simulate_move(RandomMoves(), state, walk)] += 1
    assert all(abs(count - 1_000) < 150 for count in counts.values())


def test_games_in_place_are_left_as_they_were():
    state = games.parse("gomoku", "......./......./.XXXX../.OOOO../......./......./.......", "7x7")
    before = snapshot(state)
    search = MCTS()
    found = search.search(state, simulations=2_000)
    assert state == before == search._state
    assert score(play(snapshot(state), found.move)) < 0
    check_tree(search.tree)


TWICE = """
from gamekit import games
from gamekit.search.mcts import MCTS, WinOrBlock, fast_keep, fast_run
search = MCTS(WinOrBlock(), solver=True)
print(search.search(games.start("tictactoe"), simulations=500).values)
search.advance(4)
print(search.visits())
print(sum(sum(fast.machine_code.stats.cache_misses.values()) for fast in (fast_run, fast_keep)))
"""


def test_a_second_process_finds_the_code_compiled():
    first, second = run_python(TWICE), run_python(TWICE)
    assert (first.returncode, first.stderr, second.returncode, second.stderr) == (0, "", 0, "")
    assert first.stdout.splitlines()[:2] == second.stdout.splitlines()[:2]
    assert second.stdout.splitlines()[2] == "0"


def test_what_numba_cannot_compile_runs_as_plain_python():
    found = MCTS(solver=True).search(games.start("plates"), simulations=100)
    assert found.value == 1
