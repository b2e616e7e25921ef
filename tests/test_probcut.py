"""Multi-ProbCut: the fits, the cuts, and what they save."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support import random_game

from gamekit import INF, BadText, GamekitError, compiled, is_over, trace
from gamekit.__main__ import main
from gamekit.evaluators import FinalScore
from gamekit.games import othello, plates
from gamekit.othello.learning import probcut as fitting
from gamekit.othello.learning.probcut import collect, fit
from gamekit.othello.patterns import patterns
from gamekit.othello.probcut import (
    DEEPEST,
    PAIRS_OF,
    STAGES,
    Fit,
    ProbCut,
    enough,
    from_fits,
    load_fits,
    probcut,
    save_fits,
    shipped,
)
from gamekit.players import player
from gamekit.search import full
from gamekit.search.context import Off, reset_work
from gamekit.search.deepening import Searcher, fast_search
from gamekit.search.negamax import negamax
from gamekit.search.table import Table
from gamekit.training.workers import Workers

fast_probcut, fast_negamax = compiled(probcut), compiled(negamax)


def positions(count, *, discs=range(16, 52)):
    found, seed = [], 0
    while len(found) < count:
        game = [state for state in random_game(othello.start(), seed) if not is_over(state)]
        found += [state for state in game if _discs(state) in discs][seed % 7 :: 9]
        seed += 1
    return found[:count]


def _discs(state):
    return (int(state.player) | int(state.opponent)).bit_count()


def searcher(cuts=None):
    return Searcher(patterns(), method="pvs", table=Table(4), history=True, static=3, probcut=cuts)


# --- the line and its use ---------------------------------------------------------------------------------


def test_the_bounds_are_the_smallest_that_are_enough():
    """At `high` the line minus t sigma reaches beta, one below it does not; the same for `low` and alpha."""
    state, t = othello.start(), 1.5
    fits = [Fit(0, 4, 8, 1.25, 30.0, 200.0, 99)]
    for alpha, beta in [(-50, 50), (0, 1), (777, 901), (-1234, -1200)]:
        shallow, low, high = enough(from_fits(fits, t), state, 8, 1, alpha, beta)
        assert shallow == 4
        assert 1.25 * high + 30 - t * 200 >= beta > 1.25 * (high - 1) + 30 - t * 200
        assert 1.25 * low + 30 + t * 200 <= alpha < 1.25 * (low + 1) + 30 + t * 200


def test_deeper_than_fitted_uses_a_pair_of_the_same_distance():
    cuts = shipped()
    for depth in range(DEEPEST + 1, DEEPEST + 9):
        for number in range(2):
            shallow, low, high = enough(cuts, othello.start(), depth, number, -10, 10)
            back = depth - DEEPEST + (depth - DEEPEST) % 2
            assert (shallow - back, low, high) == enough(cuts, othello.start(), depth - back, number, -10, 10)
            assert (depth - shallow) % 2 == 0


def test_there_is_no_pair_for_the_lowest_depths_and_none_when_off():
    assert [enough(shipped(), othello.start(), depth, 0, 0, 1)[0] for depth in (0, 1, 2)] == [0, 0, 0]
    assert enough(Off(), othello.start(), 8, 0, 0, 1) == (0, -INF, INF)


# --- the search -------------------------------------------------------------------------------------------


def test_off_is_plain_alpha_beta_node_for_node():
    for state in positions(20):
        assert fast_probcut(state, 4, -INF, INF, patterns(), Off()) == fast_negamax(
            state, 4, -INF, INF, patterns()
        )
    visited = trace(probcut)(plates.start(), 3, -INF, INF, FinalScore(), Off())
    assert (visited.value, len(visited)) == (20, 18)


def test_a_confidence_that_is_never_reached_gives_the_plain_value():
    never = from_fits(load_fits()[0], confidence=1e6)
    plain, careful = searcher(), searcher(never)
    for state in positions(12):
        assert plain.search(state, 6).value == careful.search(state, 6).value


def test_cuts_save_most_nodes_and_change_values_little():
    """Deterministic: fixed positions, fixed depth. The bounds leave room for other weights."""
    plain, cutting = searcher(), searcher(shipped())
    nodes, off = np.zeros(2), []
    for state in positions(24, discs=range(16, 44)):
        plain.forget(), cutting.forget()
        a, b = plain.deepen(state, depth=8), cutting.deepen(state, depth=8)
        nodes += a.nodes, b.nodes
        off.append(abs(a.value - b.value))
    assert nodes[1] < 0.6 * nodes[0]
    assert np.mean(off) < 150  # hundredths of a disc


def test_the_text_cuts_as_the_full_search_does_in_kind():
    """The short text of the lesson: fewer nodes than alpha-beta, in Python and compiled the same value."""
    state = positions(1, discs=range(30, 34))[0]
    value = probcut(state, 4, -100, 100, patterns(), shipped())
    assert value == fast_probcut(state, 4, -100, 100, patterns(), shipped())


def test_same_search_same_nodes():
    state = positions(1, discs=range(24, 28))[0]
    first, second = (searcher(shipped()).deepen(state, depth=10) for _ in range(2))
    assert (first.move, first.value, first.nodes) == (second.move, second.value, second.nodes)


def test_the_search_has_one_signature_so_that_it_is_kept_on_disk():
    """With two it would be compiled anew in every session: see `CodeCache`."""
    for cuts in (None, shipped()):
        searcher(cuts).search(othello.start(), 4)
    fast_probcut(othello.start(), 3, -100, 100, patterns(), Off())
    for twin in (fast_search, fast_probcut):
        assert not twin.machine_code._cache._recurses_with_two_signatures


# --- fitting ----------------------------------------------------------------------------------------------


def test_the_fit_finds_the_line_it_was_made_from():
    chance = np.random.default_rng(3)
    x = chance.normal(0, 800, 4000)
    y = 0.9 * x - 40 + chance.normal(0, 250, 4000)
    (found,) = fit({(6, 3, 7): np.column_stack([x, y])})
    assert found[:3] == (6, 3, 7)
    assert found.a == pytest.approx(0.9, abs=0.02)
    assert found.b == pytest.approx(-40, abs=15)
    assert found.sigma == pytest.approx(250, rel=0.05)


def test_collecting_is_the_same_for_one_worker_and_two(monkeypatch):
    monkeypatch.setattr(fitting, "FIRST_DISCS", 50)
    with Workers(1) as one, Workers(2) as two:
        mine, theirs = (collect(4, 9, workers, deepest=4) for workers in (one, two))
    assert mine.keys() == theirs.keys()
    for key in mine:
        assert np.array_equal(mine[key], theirs[key])
    assert {key[1:] for key in mine} == {(1, 3), (2, 4)}


def test_the_shipped_fits_cover_the_game_and_are_sensible():
    fits, facts = load_fits()
    assert facts["command"].startswith("gamekit train probcut")
    assert {(each.shallow, each.deep) for each in fits} == {
        (shallow, deep) for deep, shallows in PAIRS_OF.items() for shallow in shallows
    }
    assert all(0.7 < each.a < 1.4 and 20 < each.sigma < 2000 for each in fits)
    assert {each.stage for each in fits} <= set(range(STAGES))
    assert len({each.stage for each in fits}) >= 10


def test_fits_survive_the_disk_and_bad_files_get_a_sentence(tmp_path):
    fits, path = [Fit(3, 1, 3, 1.0, -5.5, 120.0, 8)], tmp_path / "sub" / "fits.json"
    save_fits(path, fits, {"seed": 4})
    assert load_fits(path) == (fits, {"seed": 4})
    with pytest.raises(GamekitError, match="there is no file of fits"):
        load_fits(tmp_path / "none.json")
    for nonsense in (
        "",
        "[]",
        '{"fits": [[1]], "facts": {}}',
        '{"fits": [[3, 1, 3, 0, 0, 1, 8]], "facts": {}}',
    ):
        path.write_text(nonsense)
        with pytest.raises(BadText, match="is no file of fits"):
            load_fits(path)


def test_the_command_fits(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fitting, "FIRST_DISCS", 45)  # late positions are quick to search
    out = tmp_path / "fits.json"
    where = "--folder", str(tmp_path), "--out", str(out)
    main(["train", "probcut", "--positions", "12", "--workers", "1", "--json", *where])
    assert json.loads(capsys.readouterr().out)["positions"] == 33
    assert isinstance(from_fits(load_fits(out)[0]), ProbCut)


def test_players_may_use_it_with_patterns_only():
    state = positions(1)[0]
    assert player("pvs,tt,probcut,eval=patterns,depth=6").think(state).depth == 6
    with pytest.raises(BadText, match="was fitted to patterns: say eval=patterns too"):
        player("pvs,tt,probcut")


def test_a_shallow_look_that_was_stopped_leaves_no_bound(monkeypatch):
    """It answers 0, which may look like enough, and the table outlives the search."""
    kept = []

    def remember(table, state, depth, lower, upper, move, horizon, work):
        kept.append(bool(work.stop))

    monkeypatch.setattr(full, "remember", remember)
    stopped = 0
    for nodes in range(20, 400, 9):
        context = searcher(shipped()).context
        reset_work(context.work, node_limit=nodes, deadline=0.0)
        for state in positions(4):
            full.full_search(state, 4, -INF, INF, 0, context)
            stopped += bool(context.work.stop)
    assert stopped > 0
    assert kept
    assert not any(kept)
