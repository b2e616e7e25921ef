"""Several threads over one table: entries are whole or not believed, and values are exact."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from numba import njit
from support import TRUTH, random_game

from gamekit import INF, BadText, compiled, is_over, play
from gamekit.bits import Bits, mix
from gamekit.errors import GamekitError
from gamekit.games import connect4, othello
from gamekit.othello.evaluators import Mobility
from gamekit.othello.solver import Solver, solve
from gamekit.players import player
from gamekit.search.deepening import Searcher
from gamekit.search.negamax import negamax
from gamekit.search.table import Table
from gamekit.search.threads import ENTRY_BYTES, copy_entry, load_word, read_entry, store_word, write_entry
from gamekit.suite import read_obf

fast_negamax = compiled(negamax)


# --- entries ----------------------------------------------------------------------------------------------


@njit(nogil=True)
def hammer(table, places, rounds, seed):
    """Write, copy and read at random; (hits, entries whose content does not belong together)."""
    hits, false, chance = 0, 0, Bits(seed)
    for _ in range(rounds):
        chance = mix(chance + Bits(1))
        one = mix(chance % Bits(7) + Bits(1))
        two = mix(one)
        here = table + (chance >> Bits(20)) % Bits(places) * Bits(ENTRY_BYTES)
        what = (chance >> Bits(40)) % Bits(4)
        if what == Bits(0):
            known = chance >> Bits(8)
            write_entry(here, one, two, known, mix(known ^ one))
        elif what == Bits(1):
            copy_entry(here, table + (chance >> Bits(30)) % Bits(places) * Bits(ENTRY_BYTES))
        else:
            first, second, known, more = read_entry(here)
            if first == one and second == two:
                hits += 1
                false += more != mix(known ^ one)
    return hits, false


def test_threads_that_hammer_a_small_table_never_read_a_false_entry():
    table = np.zeros(4 * 3, np.uint64)
    hammer(table.ctypes.data, 3, 1, 1)
    found = []
    threads = [
        threading.Thread(target=lambda seed=seed: found.append(hammer(table.ctypes.data, 3, 3_000_000, seed)))
        for seed in range(1, 5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(hits > 1000 for hits, _ in found)
    assert all(false == 0 for _, false in found)


@njit
def torn(table, first, second, words):
    """Write one entry, then some words of another over it; what is read."""
    write_entry(table, *first)
    spare = table + Bits(ENTRY_BYTES)
    write_entry(spare, *second)
    for word in range(4):
        if words >> word & 1:
            store_word(table + Bits(8 * word), load_word(spare + Bits(8 * word)))
    return read_entry(table)


@pytest.mark.parametrize("words", range(16))
def test_an_entry_torn_by_hand_shows_no_position(words):
    """Every way to mix two entries; also of one position with two contents, and two of the same squares."""
    table = np.zeros(8, np.uint64)
    a, b = (Bits(0x1234), Bits(0x4321), Bits(77), Bits(5)), (Bits(0x4321), Bits(0x1234), Bits(78), Bits(9))
    same = (a[0], a[1], Bits(78), Bits(5))
    for first, second in ((a, b), (b, a), (a, same), (same, a)):
        found = torn(table.ctypes.data, first, second, words)
        if found not in (first, second):
            assert found[:2] not in (first[:2], second[:2])
    assert torn(table.ctypes.data, a, b, 0) == a
    assert torn(table.ctypes.data, a, b, 15) == b


# --- searches ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [pytest.param("alphabeta", marks=pytest.mark.long), "pvs", "mtdf"])
def test_threads_find_what_one_finds(method):
    searcher = Searcher(Mobility(1), method=method, table=Table(0.05), killers=True, history=True, threads=3)
    for seed in range(6):
        state = list(random_game(othello.start(), seed))[12 + 5 * seed]
        if is_over(state):
            continue
        found = searcher.deepen(state, depth=6)
        assert found.value == fast_negamax(state, 6, -INF, INF, Mobility(1))
        assert found.value == -fast_negamax(play(state, found.move), 5, -INF, INF, Mobility(1))
        assert found.depth == 6


def test_threads_keep_to_limits_and_hear_cancel():
    searcher = Searcher(Mobility(1), method="pvs", table=Table(4), threads=2)
    state = othello.parse("f5d6c3d3c4")
    assert 20_000 < searcher.think(state, nodes=50_000).nodes < 52_000
    threading.Timer(0.2, searcher.cancel).start()
    found = searcher.think(state)
    assert found.move is not None
    again = searcher.deepen(state, depth=6)
    assert again.value == fast_negamax(state, 6, -INF, INF, Mobility(1))


def test_threads_reach_the_end_of_a_game_and_stop():
    searcher = Searcher(Mobility(1), method="pvs", table=Table(1), threads=2)
    late = next(
        state
        for state in random_game(othello.start(), 3)
        if (state.player | state.opponent).bit_count() == 56
    )
    assert searcher.think(late).depth <= 12


@pytest.mark.parametrize("threads", [2, 4])
def test_solved_scores_are_exact(threads):
    for name, count in (("endgame-15", 12), ("endgame-17", 6), ("fforum-20-39", 5)):
        for case in read_obf(str(TRUTH / "othello" / f"{name}.obf"))[:count]:
            found = solve(case.state, threads=threads, with_line=True, table_mb=0.1 if threads > 2 else 16)
            assert found.value == case.expected_score
            state = case.state
            for move in found.line:
                state = play(state, move)
            assert is_over(state)


def test_a_solver_with_threads_gives_up():
    case = read_obf(str(TRUTH / "othello" / "fforum-20-39.obf"))[17]
    solver = Solver(threads=2)
    with pytest.raises(GamekitError, match="told to stop"):
        solver.solve(case.state, nodes=100_000)
    assert 50_000 <= solver.nodes < 110_000
    threading.Timer(0.3, solver.cancel).start()
    with pytest.raises(GamekitError, match="told to stop"):
        solver.solve(case.state)


def test_what_cannot_be_gets_a_sentence():
    with pytest.raises(BadText, match="1 to 256 threads, not 0"):
        Solver(threads=0)
    with pytest.raises(BadText, match="threads share a table"):
        Searcher(Mobility(1), threads=2)
    with pytest.raises(BadText, match="threads in the player 'mcts,threads=2' is for alphabeta"):
        player("mcts,threads=2")
    with pytest.raises(BadText, match="connect4's engine thinks on one core"):
        player("engine,threads=2,nodes=10").think(connect4.start())
    assert player("alphabeta,threads=2,depth=5").think(othello.parse("f5")).depth == 5
