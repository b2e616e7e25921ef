"""The finished Othello program: legal, in time, exact at the end, the same every time where it can be."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import fields

import pytest
from support import TRUTH, random_game

from gamekit import GamekitError, is_over, moves, play, score
from gamekit.games import othello, tictactoe
from gamekit.othello import engine as engines
from gamekit.othello.engine import Engine, Switches, empties, exact_load
from gamekit.othello.solver import solve
from gamekit.player_spec import METHODS
from gamekit.players import MAKERS, Limits, levels, player
from gamekit.rules import PASS
from gamekit.search.result import Result
from gamekit.suite import read_obf

PASSING = next(
    state
    for seed in range(99)
    for state in random_game(othello.start(), seed)
    if list(moves(state)) == [PASS]
)
OVER = list(random_game(othello.start(), 1))[-1]


@pytest.fixture(scope="module")
def engine():
    made = Engine(table_mb=4)
    made.think(othello.start(), nodes=1)
    return made


def phases(seed=3):
    """One position of each phase of a game."""
    game = [state for state in random_game(othello.start(), seed) if not is_over(state)]
    return [state for state in game if empties(state) in (60, 48, 36, 28, 24, 22, 20, 18, 14, 9, 4, 1)]


def endgames(count, name="endgame-14"):
    return read_obf(str(TRUTH / "othello" / f"{name}.obf"))[:count]


# --- the clock --------------------------------------------------------------------------------------------


@pytest.mark.alone
@pytest.mark.parametrize("seconds", [0.02, 0.15])
def test_the_clock_is_kept_in_every_phase(engine, seconds):
    """A busy machine may take the processor away at the last moment, but not three times in a row."""
    for state in [*phases(), PASSING]:
        late = []
        for _ in range(3):
            begin = time.perf_counter()
            found = engine.think(state, seconds=seconds)
            late.append(time.perf_counter() - begin - seconds)
            assert found.move in moves(state)
            if late[-1] <= 0:
                break
        assert min(late) <= 0.002, (empties(state), late)


def test_a_solver_that_cannot_finish_is_stopped_and_the_search_answers(engine, monkeypatch):
    """As if 32 empty squares were a matter of a moment."""
    monkeypatch.setattr(engines, "expected_seconds", lambda state: 0.1)
    state = next(state for state in random_game(othello.start(), 3) if empties(state) == 32)
    begin = time.perf_counter()
    found = engine.think(state, seconds=0.3)
    assert 0.2 < time.perf_counter() - begin < 0.6
    assert found.move in moves(state)
    assert 1 < found.depth < 32


def test_one_move_takes_no_time(engine):
    begin = time.perf_counter()
    assert engine.think(PASSING, seconds=5).move == PASS
    assert time.perf_counter() - begin < 1


def test_another_thread_stops_search_and_solver(engine, monkeypatch):
    monkeypatch.setattr(engines, "GROWTH", 1.0)
    for state in (
        othello.parse("f5d6c3"),
        next(s for s in random_game(othello.start(), 3) if empties(s) == 40),
    ):
        threading.Timer(0.3, engine.cancel).start()
        begin = time.perf_counter()
        found = engine.think(state, seconds=1000 if empties(state) > 41 else None)
        assert time.perf_counter() - begin < 5
        assert found.move in moves(state)


# --- the end of the game ----------------------------------------------------------------------------------


def test_endgames_are_exact(engine):
    for case in endgames(6):
        found = engine.think(case.state, seconds=5)
        assert found.value == case.expected_score
        assert type(found.value) is int
        child = play(case.state, found.move)
        assert -(score(child) if is_over(child) else solve(child).value) == case.expected_score


def test_with_little_time_the_outcome_is_kept(engine, monkeypatch):
    """Who wins is asked first, and then there is no time for more: the move still keeps the outcome."""
    asked = []
    ask = Engine._ask

    def only_outcomes(self, state, **question):
        asked.append(question)
        return ask(self, state, **question) if "outcome_only" in question else None

    monkeypatch.setattr(Engine, "_ask", only_outcomes)
    monkeypatch.setattr(engines, "expected_seconds", lambda state: 8.0)
    for case in endgames(8):
        found = engine.think(case.state, seconds=10)
        exact = solve(case.state)
        reached = -solve(play(case.state, found.move)).value
        assert (reached > 0) - (reached < 0) == (exact.value > 0) - (exact.value < 0)
        assert (found.value > 0) - (found.value < 0) == (exact.value > 0) - (exact.value < 0)
    assert asked[0] == {"outcome_only": True}


def test_whether_the_solver_is_tried_depends_on_all_limits():
    late = next(state for state in random_game(othello.start(), 3) if empties(state) == 14)
    assert exact_load(late, Limits(seconds=1)) < 0.5
    assert exact_load(late, Limits(seconds=0.001)) > 1
    assert exact_load(late, Limits(13)) == math.inf
    assert exact_load(late, Limits(14)) == 0
    assert exact_load(late, Limits(nodes=1000)) > 1
    assert exact_load(late, Limits(nodes=1000, seconds=1)) == exact_load(late, Limits(nodes=1000))


def test_all_nodes_are_counted_the_solvers_too():
    """A limit of nodes holds in every phase; what the solver spent in vain is counted."""
    for nodes in (500, 4000, 60_000):
        engine = Engine(table_mb=1)
        for state in phases():
            assert 0 < engine.think(state, nodes=nodes).nodes <= 1.02 * nodes + 64, (nodes, empties(state))


@pytest.mark.parametrize("part", [field.name for field in fields(Switches)])
def test_each_part_can_be_switched(part):
    usual = getattr(Switches(), part)
    whole, lacking = Engine(table_mb=4), Engine(Switches(**{part: not usual}), table_mb=4)
    middle = othello.parse("f5d6c3d3c4f4f6f3e6e7")
    if part == "endgame":
        late = endgames(1)[0]
        assert whole.think(late.state, nodes=100_000).value == late.expected_score
        assert lacking.think(late.state, nodes=3000).depth < 14
    else:
        assert lacking.think(middle, depth=6).nodes != whole.think(middle, depth=6).nodes
    spec = f"engine,{'no-' if usual else ''}{part.replace('_', '-')},nodes=300"
    assert player(spec)(middle) in moves(middle)


def test_two_threads_play_on_and_their_endgames_are_exact():
    engine = Engine(table_mb=4, threads=2)
    assert engine.think(othello.parse("f5d6c3d3c4f4f6f3e6e7"), nodes=60_000).depth >= 6
    for case in endgames(3, "endgame-16"):
        assert engine.think(case.state, seconds=60).value == case.expected_score


def test_a_lost_position_keeps_the_move_of_the_search():
    first, lost = Result(19, -3.5, (19, 20), 8), Result(44, -1, (44,), 20)
    assert engines._with_outcome(first, lost)[0].move == 19
    won, low, high = engines._with_outcome(first, Result(44, 1, (44,), 20))
    assert (won.move, won.value, low, high) == (44, 2, 0, 64)


def test_a_finished_game_has_no_move(engine):
    assert engine.think(OVER, seconds=1).move is None


# --- the same every time ----------------------------------------------------------------------------------


def test_nodes_and_depth_give_the_same_answer_every_time():
    state = othello.parse("f5d6c3d3c4f4f6b4")
    for limits in ({"nodes": 30_000}, {"depth": 7}):
        first, second = (Engine(table_mb=1).think(state, **limits) for _ in range(2))
        assert (first.move, first.value, first.nodes) == (second.move, second.value, second.nodes)


# --- as a player ------------------------------------------------------------------------------------------


def test_the_player_plays_a_legal_game_and_beats_mobility():
    ours, theirs, state = player("othello:engine,nodes=3000"), player("pvs,tt,nodes=3000"), othello.start()
    while not is_over(state):
        chooser = ours if state.turn == 0 else theirs
        move = chooser(state)
        assert move in moves(state)
        state = play(state, move)
    assert (score(state) if state.turn == 0 else -score(state)) > 0


def test_the_text_is_known_and_the_strongest_levels_use_it():
    assert tuple(MAKERS) == tuple(METHODS)
    assert [text.startswith("engine") for text in levels(othello.start())] == [
        False,
        False,
        False,
        True,
        True,
    ]
    assert levels(othello.start())[-1].startswith("engine")
    assert player("engine,no-probcut,depth=4")(othello.parse("f5")) in moves(othello.parse("f5"))


@pytest.mark.parametrize("state", [tictactoe.start(), othello.start("6x6")])
def test_other_games_get_a_sentence(state):
    with pytest.raises(GamekitError, match="othello on 8x8"):
        player("engine").think(state)
    with pytest.raises(GamekitError, match="othello on 8x8"):
        Engine(table_mb=1).think(state)


def test_analysis_is_exact_where_it_can_be_and_an_opinion_elsewhere():
    chooser = player("engine")
    case = endgames(1, "endgame-13")[0]
    found = chooser.analyse(case.state, Limits(seconds=20))
    assert found.value == case.expected_score == max(found.values.values())
    for move, value in found.values.items():
        assert value == -solve(play(case.state, move)).value
    opinion = chooser.analyse(othello.parse("f5d6c3"), Limits(depth=4))
    assert set(opinion.values) == set(moves(othello.parse("f5d6c3")))
    assert max(abs(value) for value in opinion.values.values()) < 64


def test_reports_come_in_discs_and_grow():
    heard = []
    found = player("engine").think(othello.parse("f5d6c3"), Limits(depth=6), heard.append)
    assert [each.depth for each in heard] == [1, 2, 3, 4, 5, 6]
    assert heard[-1].value == found.value
    assert all(abs(each.value) < 64 for each in heard)
