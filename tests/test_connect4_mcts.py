"""Connect Four's own Monte Carlo program: threats, simulations, proofs, the tree, and the switches."""

from __future__ import annotations

import itertools
import random
import threading
import time
from dataclasses import fields

import numpy as np
import pytest
from numba import njit

from gamekit import BadText, GamekitError, games, is_over, moves, play, score, to_move
from gamekit.connect4.board import LONGEST, NOBODY, board_of, drop
from gamekit.connect4.engine import Engine, Switches
from gamekit.connect4.solver import solve
from gamekit.games import connect4
from gamekit.players import player
from gamekit.search.mcts import ROOT, UNKNOWN, fast_run

# The rules are compiled for each size by itself, the program once for all.
SIZES = (
    *("4x4", "7x6", "12x12"),
    *(pytest.param(size, marks=pytest.mark.long) for size in ("5x4", "4x7", "9x9", "12x4", "4x12")),
)


def random_game(size, seed):
    """The states of a random game, the last one over."""
    rng = random.Random(seed)
    states = [connect4.start(size)]
    while not is_over(states[-1]):
        states.append(play(states[-1], rng.choice(moves(states[-1]))))
    return states


def positions(size, count, stones, seed=0):
    """Random positions with so many stones, where the game goes on."""
    found, seeds = [], itertools.count(seed)
    while len(found) < count:
        states = random_game(size, next(seeds))
        if len(states) > stones + 1:
            found.append(states[stones])
    return found


# --- threats -----------------------------------------------------------------------------------------------


def squares_of(state):
    """(column, row) -> side, read off the text of the position: nothing here knows of bits."""
    rows = connect4.position_text(state).split("/")[::-1]
    return {
        (column, row): "XO".index(mark)
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
        if mark in "XO"
    }


@njit
def play_column(board, column):
    drop(board[0], column)


def slow_threats(state, side):
    """Empty squares where one more stone of this side makes four, square by square."""
    width, height = type(state).width, type(state).height
    stones = squares_of(state)
    found = set()
    for column, row in itertools.product(range(width), range(height)):
        if (column, row) in stones:
            continue
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for first in range(-3, 1):
                others = [
                    (column + (first + i) * right, row + (first + i) * up) for i in range(4) if first + i
                ]
                if all(stones.get(square) == side for square in others):
                    found.add((column, row))
    return found


def check_board(board, state):
    """Everything that a board knows, against the text of the position."""
    width, height = type(state).width, type(state).height
    stones = squares_of(state)
    heights = [sum(column == c for c, _ in stones) for column in range(width)]
    at = board[0]
    assert at.turn == to_move(state)
    assert at.heights[:width].tolist() == heights
    assert at.open == sum(1 << column for column in range(width) if heights[column] < height)
    for side in (0, 1):
        slow = slow_threats(state, side)
        bits = {
            (column, row)
            for column in range(width)
            for row in range(heights[column], height)
            if at.threats[side, column] >> row & 1
        }
        assert bits == slow
        assert at.ready[side] == sum(1 << c for c in range(width) if (c, heights[c]) in slow)
        assert at.above[side] == sum(1 << c for c in range(width) if (c, heights[c] + 1) in slow)


@pytest.mark.parametrize("size", SIZES)
def test_threats_are_those_of_a_slow_look(size):
    """Stone by stone, and set up at once; the winner is found with the stone that wins."""
    for seed in range(3):
        states = random_game(size, seed)
        board = board_of(states[0])
        for before, state in itertools.pairwise(states):
            move = next(move for move in moves(before) if play(before, move) == state)
            play_column(board, move)
            if not is_over(state):
                assert board["winner"][0] == NOBODY
                check_board(board, state)
                check_board(board_of(state), state)
        last = states[-1]
        expected = NOBODY if score(last) == 0 else 1 - to_move(last)
        assert board["winner"][0] == expected
        assert board_of(last)["winner"][0] == expected


def test_open_and_split_threes():
    open_three = board_of(connect4.parse("......./......./......./......./..OO.../..XXX.."))[0]
    assert (open_three.ready[0], open_three.above[0]) == (
        0b0100010,
        0,
    )  # both ends, and they lie on the ground
    in_the_air = board_of(connect4.parse("......./......./......./......./..OOO../..XXX.."))[0]
    assert (in_the_air.ready[1], in_the_air.above[1]) == (0, 0b0100010)  # nobody can play there yet
    split = board_of(connect4.parse("......./......./......./......./..OO.../..XX.X."))[0]
    assert split.ready[0] == 0b0010000  # only the gap makes four
    side_by_side = board_of(connect4.parse("......./......./......./......./O.O.O../X.X.X.."))[0]
    assert side_by_side.ready.tolist() == [0, 0]  # two gaps are no threat


# --- simulations --------------------------------------------------------------------------------------------


def ends(text, count, **switches):
    return Engine(Switches(follow=False, centre=False, **switches), memory_mb=0).play_out(
        connect4.parse(text), count
    )


def test_simulations_win_and_block():
    """X has three on the ground, open at one side."""
    x_to_move = "......./......./......./......./OOO..../XXX...."
    assert set(ends(x_to_move, 50)) == {(1, 7)}
    assert len(set(ends(x_to_move, 50, threats=False, safe=False))) > 5  # random moves do not see it
    o_to_move = "......./......./......./......./OO...../XXX...."
    assert min(stones for _, stones in ends(o_to_move, 50)) > 7  # O blocks
    assert (1, 7) in ends(o_to_move, 200, threats=False, safe=False)


def test_safe_simulations_keep_off_squares_under_threats():
    """X threatens to win on row 2 of column 4, so nobody plays there first while there is another move."""
    text = "......./......./......./......./XXX.OO./OOX.XOX O"
    state = connect4.parse(text)
    assert board_of(state)["above"][0, 0] == 0b1000
    stones = {safe: sum(number for _, number in ends(text, 300, safe=safe)) / 300 for safe in (False, True)}
    assert stones[True] > stones[False] + 2


def test_the_centre_is_likelier_when_asked():
    share = {}
    for centre in (False, True):
        engine = Engine(Switches(threats=False, safe=False, follow=False, centre=centre), seed=3)
        stones = np.zeros(7)
        engine.think(connect4.start(), nodes=1)
        for _ in range(300):
            fast_run(engine.tree, engine._stage(), engine.policy, engine.options, 1)
            stones += engine._stage().pair.here.heights[:7]
        share[centre] = stones[2:5].sum() / stones.sum()
    assert share[True] > share[False] + 0.02


# --- proofs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("forced", [True, False])
@pytest.mark.parametrize("one_child", [True, False])
def test_proofs_are_those_of_the_exact_solver(forced, one_child):
    engine = Engine(Switches(forced=forced, one_child=one_child), memory_mb=16)
    proven = 0
    for size, stones in (("5x4", 9), ("7x6", 30)):
        for state in positions(size, 20, stones, seed=stones):
            engine.forget()
            engine.think(state, nodes=20_000)
            truth = (value := solve(state).value) > 0, value < 0
            root = engine.root()
            if root.proof:
                proven += 1
                assert (root.proof == "loss", root.proof == "win") == truth
            for child in engine.children():
                if child.proof:
                    after = play(state, child.move)
                    worth = -score(after) if is_over(after) else -solve(after).value
                    assert child.proof == ("win" if worth > 0 else "loss" if worth < 0 else "draw")
    assert proven >= 30  # of 40


def test_every_proof_in_the_tree_is_right():
    """Not at the root alone: walk the whole tree."""
    state = positions("5x4", 1, 9, seed=9)[0]
    engine = Engine(memory_mb=16)
    engine.think(state, nodes=3_000)
    count = 0
    waiting = [(engine.root(), state)]
    while waiting:
        branch, here = waiting.pop()
        waiting += [(child, play(here, child.move)) for child in engine.children(branch)]
        if branch.proof:
            count += 1
            worth = -score(here) if is_over(here) else -solve(here).value
            assert branch.proof == ("win" if worth > 0 else "loss" if worth < 0 else "draw")
    assert count > 50


def test_a_proven_root_answers_at_once():
    engine = Engine(memory_mb=1)
    found = engine.think(connect4.parse("112233"), seconds=100)
    assert (found.move, found.value, found.nodes) == (3, 1.0, 1)  # the move is tried, and wins
    state = positions("5x4", 1, 12, seed=1)[0]
    engine.think(state, nodes=50_000)
    assert engine.root().proof
    assert engine.think(state, seconds=100).nodes == 0


def test_a_lost_game_is_played_on_as_long_as_can_be():
    """Against the exact solver, from lost positions on a small board: never a move that loses sooner."""
    engine = Engine(memory_mb=16)
    tried = 0
    for state in positions("5x4", 60, 9, seed=4):
        value = solve(state).value
        if value >= 0:
            continue
        engine.forget()
        found = engine.think(state, nodes=30_000)
        if not engine.root().proof:
            continue
        assert engine.root().proof == "win"  # of the side that is not to move
        after = play(state, found.move)
        longest = max(child.plies for child in engine.children())
        assert next(child.plies for child in engine.children() if child.move == found.move) == longest
        tried += 1
        assert is_over(after) or solve(after).value > 0
    assert tried >= 3


def test_two_threats_are_a_loss_and_one_is_a_block():
    lost = connect4.parse("......./......./......./......./..OO.../..XXX.. O")
    engine = Engine(memory_mb=1)
    found = engine.think(lost, nodes=1_000)
    assert (found.value, found.nodes, found.move in (1, 5)) == (-1.0, 1, True)
    block = connect4.parse("......./......./......./......./O....../OXXX...")
    engine.forget()
    engine.think(block, nodes=500)
    assert [child.move for child in engine.children()] == [4]
    free = Engine(Switches(forced=False), memory_mb=1)
    free.think(block, nodes=500)
    assert len(free.children()) == 7


# --- the tree -----------------------------------------------------------------------------------------------


def subtree(engine, branch):
    return (
        branch.visits,
        branch.points,
        branch.proof,
        branch.plies,
        [(child.move, subtree(engine, child)) for child in engine.children(branch)],
    )


def check_tree(engine):
    """Visits add up, no place is used twice, and no place is lost."""
    seen = set()
    waiting = [engine.root()]
    while waiting:
        branch = waiting.pop()
        assert branch.place not in seen
        seen.add(branch.place)
        family = engine.children(branch)
        assert branch.points <= 2 * branch.visits
        assert len({child.move for child in family}) == len(family)
        if not engine.switches.solver and branch.move is not None:
            assert branch.visits >= sum(child.visits for child in family)
        waiting += family
    assert seen == set(range(len(engine)))


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("one_child", [True, False])
def test_the_tree_is_kept_as_it_is(solver, one_child):
    """What hangs below a move is the same before and after it is played."""
    engine = Engine(Switches(solver=solver, one_child=one_child), memory_mb=4)
    rng = random.Random(2)
    state = connect4.start("5x5")
    engine.think(state, nodes=2_000)
    while not is_over(state):
        move = rng.choice(moves(state))
        family = {child.move: subtree(engine, child) for child in engine.children()}
        state = play(state, move)
        engine.advance(move)
        if move in family:
            assert subtree(engine, engine.root()) == family[move]
        check_tree(engine)
        if not is_over(state):
            engine.think(state, nodes=300)
            check_tree(engine)


def test_a_position_known_to_be_lost_at_sight_is_answered():
    """The tree knew the reply, and that it loses, but has never tried a move after it."""
    for seed in range(10):
        ours, stronger = Engine(memory_mb=8, seed=seed), Engine(memory_mb=8, seed=seed + 1)
        state = connect4.start("12x12")
        while not is_over(state):
            chooser, nodes = (ours, 200) if to_move(state) == 0 else (stronger, 2_000)
            state = play(state, chooser.think(state, nodes=nodes).move)


def test_the_answer_and_the_reply_keep_the_tree():
    state = connect4.start()
    kept, fresh = Engine(memory_mb=8), Engine(Switches(keep=False), memory_mb=8)
    visits = {}
    for engine in (kept, fresh):
        found = engine.think(state, nodes=5_000)
        reply = found.line[1]
        engine.think(play(play(state, found.move), reply), nodes=100)
        visits[engine] = engine.root().visits
    assert visits[fresh] == 100
    assert visits[kept] > 200


def test_the_tree_keeps_to_its_limit():
    engine = Engine(memory_mb=0.05)
    room = len(engine.tree.nodes)
    assert engine.tree.nodes.nbytes + engine.tree.walk.nbytes <= 0.05 * 2**20
    state = connect4.start()
    while not is_over(state):
        found = engine.think(state, nodes=3_000)
        check_tree(engine)
        assert len(engine) <= room
        state = play(state, found.move)
        if not is_over(state):
            state = play(state, moves(state)[0])


def test_what_was_cut_off_is_used_again():
    engine = Engine(memory_mb=0.2)
    state = connect4.start("12x12")
    engine.think(state, nodes=5_000)
    assert len(engine) > len(engine.tree.nodes) - 13  # full
    for move in (5, 6):
        engine.advance(move)
        state = play(state, move)
    few = len(engine)
    engine.think(state, nodes=5_000)
    assert len(engine) > max(5 * few, len(engine.tree.nodes) - 13)  # full again


def test_the_smallest_tree_still_answers():
    engine = Engine(memory_mb=0)
    for size in ("4x4", "12x12"):
        state = connect4.start(size)
        assert engine.think(state, nodes=50).move in moves(state)


def test_equal_seeds_give_equal_answers():
    def answers(seed):
        engine = Engine(seed=seed, memory_mb=4)
        return [engine.think(connect4.start(), nodes=n).values for n in (700, 1_300)]

    assert answers(5) == answers(5)
    assert answers(5) != answers(6)


# --- every switch -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("switch", [None, *(each.name for each in fields(Switches))])
def test_every_switch_plays_a_game(switch):
    words = {} if switch is None else {switch: not getattr(Switches(), switch)}
    engine = Engine(Switches(**words), memory_mb=2)
    for size in ("4x4", "7x6", "12x12"):
        state = connect4.start(size)
        for _ in range(8):
            if is_over(state):
                break
            found = engine.think(state, nodes=60)
            assert found.move in moves(state)
            assert -1 <= found.value <= 1
            assert found.nodes <= 60
            state = play(state, found.move)


def test_players_of_it():
    state = connect4.parse("112233")
    assert player("connect4:engine,nodes=100").think(state).move == 3
    assert (
        player("engine,no-safe,no-solver,no-forced,one-child,no-centre,exploration=0.5,nodes=2000")(state)
        == 3
    )
    found = player("connect4:engine,nodes=500,seed=4").analyse(connect4.start())
    assert list(found.values.values()) == sorted(found.values.values(), reverse=True)
    heard = []
    player("engine,nodes=2000").think(connect4.start(), report=heard.append)
    assert heard[-1].nodes == 2_000
    with pytest.raises(BadText, match="no depth"):
        player("connect4:engine,depth=3").think(state)
    with pytest.raises(BadText, match="is for"):
        player("connect4:engine,no-killers").think(state)
    with pytest.raises(BadText, match="is for"):
        player("engine,one-child,depth=1").think(games.start("gomoku"))
    with pytest.raises(BadText, match="exploration"):
        Engine(exploration=-1)


def test_the_end_of_a_game_and_other_games():
    engine = Engine(memory_mb=1)
    over = connect4.parse("1212121")
    assert engine.think(over, nodes=10).move is None
    with pytest.raises(GamekitError, match="connect four"):
        engine.think(games.start("othello"), nodes=10)
    with pytest.raises(GamekitError, match="none yet"):
        engine.advance(3)


def test_another_thread_can_cancel_it():
    engine, found = Engine(memory_mb=1), []
    thread = threading.Thread(
        target=lambda: found.append(engine.think(connect4.start("12x12"), seconds=1_000)), daemon=True
    )
    thread.start()
    deadline = time.monotonic() + 60
    while engine.tree.nodes[ROOT].visits == 0 and time.monotonic() < deadline:
        time.sleep(0.01)
    engine.cancel()
    thread.join(60)
    assert not thread.is_alive()
    assert found[0].move in range(LONGEST)


def test_a_root_that_is_not_proven_is_unknown():
    engine = Engine(Switches(solver=False), memory_mb=4)
    engine.think(connect4.start("4x4"), nodes=3_000)
    nodes = engine.tree.nodes[: len(engine)]
    assert (nodes["proof"] == UNKNOWN).all()
