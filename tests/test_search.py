"""Every search equals minimax in value, on many random positions, and visits the expected nodes."""

from __future__ import annotations

import random
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import random_game, start, variant_name

from gamekit import INF, BadText, compiled, is_over, moves, play, snapshot, to_move, trace, value
from gamekit.evaluators import FinalScore
from gamekit.games import gomoku, othello, plates, tictactoe, tree
from gamekit.games.othello import PlainScore
from gamekit.othello.evaluators import Mobility
from gamekit.othello.patterns import patterns
from gamekit.search.alphabeta import alphabeta, alphabeta_hard
from gamekit.search.aspiration import aspiration
from gamekit.search.context import WORK, new_work
from gamekit.search.deepening import Searcher
from gamekit.search.minimax import choose, minimax
from gamekit.search.mtdf import bisection, mtdf
from gamekit.search.negamax import negamax
from gamekit.search.pvs import pvs
from gamekit.search.table import ENTRY, POLICIES, Table

pytestmark = pytest.mark.quick

fast_minimax, fast_negamax, fast_pvs = compiled(minimax), compiled(negamax), compiled(pvs)
fast_soft, fast_hard = compiled(alphabeta), compiled(alphabeta_hard)

# Each choice of switches is compiled by itself, for seconds. Where it does not matter it is this one, which
# `gamekit warmup` has compiled: players for people are made of it.
USUAL = {"method": "pvs", "killers": True, "table": "two-tier"}
GAMES = [
    (("plates", None, None), FinalScore(), 3, 20),
    (("tree", None, None), FinalScore(), 9, 5),
    (("tictactoe", None, None), FinalScore(), 5, 200),
    (("connect4", "5x4", None), FinalScore(), 5, 200),
    (("connect4", "10x6", None), FinalScore(), 3, 100),
    (("othello", None, None), Mobility(1), 4, 300),
    (("othello", "6x6", None), PlainScore(), 5, 200),
    (("othello", "4x4", None), FinalScore(), 12, 200),
    (("gomoku", "6x6", "freestyle"), FinalScore(), 2, 40),
]
every_game = pytest.mark.parametrize(
    ("variant", "evaluator", "depth", "count"), GAMES, ids=lambda v: str(v)[:30]
)


def positions(variant, count):
    """Random positions of a game, not over."""
    found, seed = [], 0
    while len(found) < count:
        found += [state for state in random_game(start(variant), seed) if not is_over(state)]
        seed += 1
    random.Random(variant_name(variant)).shuffle(found)
    return found[:count]


def for_mover(state, first_players_value):
    return first_players_value if to_move(state) == 0 else -first_players_value


@every_game
def test_simple_searches_equal_minimax(variant, evaluator, depth, count):
    chance, deepest = random.Random(1), depth
    for number, state in enumerate(positions(variant, 2 * count)):
        depth = 1 + number % deepest
        maximising = to_move(state) == 0
        truth = fast_minimax(snapshot(state), depth, maximising, evaluator)
        mine = for_mover(state, truth)
        assert fast_soft(snapshot(state), depth, -INF, INF, maximising, evaluator) == truth
        assert fast_hard(snapshot(state), depth, -INF, INF, maximising, evaluator) == truth
        assert fast_negamax(snapshot(state), depth, -INF, INF, evaluator) == mine
        assert fast_pvs(snapshot(state), depth, -INF, INF, evaluator) == mine
        alpha = mine + chance.randint(-4, 2)
        beta = alpha + chance.randint(1, 4)
        for search in (fast_negamax, fast_pvs):
            answer = search(snapshot(state), depth, alpha, beta, evaluator)
            if answer <= alpha:
                assert mine <= answer
            elif answer >= beta:
                assert mine >= answer
            else:
                assert mine == answer
        low, high = (alpha, beta) if maximising else (-beta, -alpha)
        hard = fast_hard(snapshot(state), depth, low, high, maximising, evaluator)
        assert hard == min(max(truth, low), high)


SWITCHES = [
    {},
    {"static": True},
    {"killers": True},
    {"history": True},
    {"previous": True},
    {"table": "two-tier"},
    {"method": "pvs"},
    {"method": "pvs", "table": "deeper", "killers": True, "history": True, "static": True},
    {"method": "mtdf", "table": "two-tier", "killers": True},
    {"method": "bisection", "table": "always"},
    {"aspiration_width": 2, "table": "two-tier", "previous": True},
]


def searcher(evaluator, switches):
    """A searcher with these switches; a tiny table, so that entries are fought for."""
    options = dict(switches)
    if "table" in options:
        options["table"] = Table(0.05, options["table"])
    return Searcher(evaluator, **options)


def each_switch():
    """Every switch in Othello, together with others; one by one, and in Connect Four, in the long run."""
    for game, name in ((GAMES[5], "othello"), (GAMES[3], "connect4")):
        for switches in SWITCHES:
            alone = len(switches) == 1 and switches.keys() <= {"static", "killers", "history", "previous"}
            is_long = alone if name == "othello" else switches.get("method") != "mtdf"
            marks = [pytest.mark.long] if is_long else []
            yield pytest.param(*game, switches, id=f"{name}-{'+'.join(switches) or 'plain'}", marks=marks)


@pytest.mark.parametrize(("variant", "evaluator", "depth", "count", "switches"), list(each_switch()))
def test_searches_with_every_switch_equal_minimax(variant, evaluator, depth, count, switches):
    thinking = searcher(evaluator, switches)
    for state in positions(variant, count // 4):
        truth = for_mover(state, fast_minimax(snapshot(state), depth, to_move(state) == 0, evaluator))
        for found in (thinking.search(state, depth), thinking.deepen(state, depth=depth)):
            assert found.value == truth
            child = play(snapshot(state), found.move)
            reached = for_mover(state, fast_minimax(child, depth - 1, to_move(child) == 0, evaluator))
            assert reached == truth  # the move is one of the best
            assert found.line[0] == found.move
        if thinking.table is not None:
            used = thinking.table.entries[thinking.table.entries["depth"] >= 0]
            assert (used["lower"] <= used["upper"]).all()


@pytest.mark.parametrize(
    "variant",
    [
        *[("gomoku", "6x6", "renju"), ("plates", None, None)],
        pytest.param(("tree", None, None), marks=pytest.mark.long),
    ],
)
def test_full_search_on_games_with_arrays(variant):
    depth = 2 if variant[0] == "gomoku" else 9
    thinking = searcher(FinalScore(), USUAL)
    for state in positions(variant, 5):
        thinking.forget()
        expected = fast_negamax(snapshot(state), depth, -INF, INF, FinalScore())
        assert thinking.search(state, depth).value == expected


def test_gomoku_is_unchanged_by_a_search_that_was_stopped():
    state = gomoku.parse("h8 i9 h7 h9")
    before = state.record.tobytes()
    searcher(FinalScore(), USUAL).deepen(state, nodes=5_000)
    assert state.record.tobytes() == before


def test_pinned_node_counts():
    for search, arguments in (
        (minimax, (3, True, FinalScore())),
        (alphabeta, (3, -INF, INF, True, FinalScore())),
    ):
        nodes = len(trace(search)(plates.start(), *arguments))
        assert nodes == (31 if search is minimax else 18)
    assert len(trace(pvs)(plates.start(), 3, -INF, INF, FinalScore())) >= 18
    assert Searcher(FinalScore()).search(tictactoe.start(), 9).nodes == 18_297
    assert Searcher(FinalScore()).search(plates.start(), 9).nodes == 18


def test_minimax_remembers_and_breaks_ties_by_a_seed():
    state = tictactoe.start()
    plain = choose(tictactoe.parse("X.O/.X./O.."), 9, FinalScore())
    memory = choose(tictactoe.parse("X.O/.X./O.."), 9, FinalScore(), memory=True)
    assert (plain.value, plain.values) == (memory.value, memory.values)
    assert 0 < memory.nodes < 5_478
    chosen = {choose(state, 2, FinalScore(), seed=seed).move for seed in range(40)}
    assert len(chosen) > 5
    assert choose(state, 2, FinalScore(), seed=3).move == choose(state, 2, FinalScore(), seed=3).move
    assert choose(state, 2, FinalScore()).move == 0


def test_analysis_values_every_move():
    state = othello.parse("f5d6c3d3c4")
    found = Searcher(Mobility(1), table=Table(1)).analyse(state, depth=4)
    for move, worth in found.values.items():
        child = play(state, move)
        assert worth == -fast_negamax(child, 3, -INF, INF, Mobility(1))
    assert list(found.values.values()) == sorted(found.values.values(), reverse=True)
    assert found.move == next(iter(found.values))
    assert sorted(found.values) == sorted(moves(state))


@pytest.mark.parametrize("truth", [-5, 0, 3, 64])
def test_windows_find_every_value_from_every_guess(truth):
    """With answers as a fail-soft search may give them: any true bound outside the window."""
    chance = random.Random(truth)

    def ask(alpha, beta):
        if truth <= alpha:
            return chance.randint(truth, alpha)
        if truth >= beta:
            return chance.randint(beta, truth)
        return truth

    for guess in range(-70, 71, 7):
        value_found, passes = mtdf(ask, guess)
        assert value_found == truth
        assert all(one.beta - one.alpha == 1 for one in passes)
        assert aspiration(ask, guess, 3)[0] == truth
    found, passes = bisection(ask, -64, 64)
    assert found == truth
    assert len(passes) <= 9


def test_mtdf_from_the_right_guess_needs_two_passes():
    thinking = Searcher(Mobility(1), method="mtdf", table=Table(1))
    state = othello.parse("f5d6c3d3c4")
    worth = thinking.search(state, 5).value
    assert len(mtdf(lambda a, b: max(a, min(b, worth)) if a < worth < b else worth, worth)[1]) == 2
    assert thinking.passes


@given(st.integers(0, 2**32), st.integers(4, 50), st.integers(1, 4))
@settings(max_examples=60)
def test_mtdf_over_patterns_finds_minimax_and_a_move_that_is_worth_it(seed, plies, depth):
    chance, state = random.Random(seed), othello.start()
    for _ in range(plies):
        if is_over(state):
            return
        state = play(state, chance.choice(moves(state)))
    if is_over(state):
        return
    evaluator = patterns()
    found = Searcher(evaluator, method="mtdf", table=Table(0.05), killers=True).deepen(state, depth=depth)
    assert found.value == fast_negamax(state, depth, -INF, INF, evaluator)
    assert found.value == -fast_negamax(play(state, found.move), depth - 1, -INF, INF, evaluator)


def test_a_full_table_never_lies():
    """A table of two entries is wrong all the time, if it can be."""
    for policy in POLICIES:
        table = Table(2.1 * ENTRY.itemsize / 2**20, policy)
        assert len(table.entries) == 2
        thinking = Searcher(Mobility(1), table=table)
        for state in positions(("othello", None, None), 20):
            assert thinking.search(state, 4).value == fast_negamax(state, 4, -INF, INF, Mobility(1))
        assert len(table) > 0
    with pytest.raises(BadText, match="no room"):
        Table(0)
    with pytest.raises(BadText, match="there is no policy 'oldest'"):
        Table(1, "oldest")


def test_collisions_are_counted_and_fewer_in_a_larger_table():
    counts = []
    for megabytes in (0.01, 4):
        thinking = Searcher(Mobility(1), table=Table(megabytes))
        thinking.search(othello.start(), 8)
        counts.append(int(thinking._work["collisions"][0]))
    assert counts[0] > 10 * counts[1]


# --- limits -----------------------------------------------------------------------------------------------


def test_a_node_budget_is_kept():
    thinking = Searcher(Mobility(1), killers=True, table=Table(1))
    for budget in (1, 10, 1_000, 54_321):
        found = thinking.deepen(othello.start(), nodes=budget)
        assert found.nodes <= budget * 1.02 + 1
        assert found.move in moves(othello.start())


def test_each_depth_is_reported_and_the_last_finished_one_is_kept():
    heard = []
    thinking = Searcher(Mobility(1), killers=True)
    found = thinking.deepen(othello.start(), nodes=200_000, report=heard.append)
    assert [result.depth for result in heard] == list(range(1, found.depth + 1))
    assert (found.value, found.line) == (heard[-1].value, heard[-1].line)


def test_a_search_to_the_end_of_the_game_stops_by_itself():
    found = searcher(FinalScore(), USUAL).deepen(tictactoe.start())
    assert (found.value, found.depth) == (0, 9)


@pytest.mark.long
def test_a_search_of_othello_on_4x4_stops_by_itself():
    assert Searcher(FinalScore()).deepen(othello.start("4x4")).value == -10


def test_another_thread_can_cancel():
    thinking = Searcher(Mobility(1), killers=True, table=Table(4))
    answers = []
    thread = threading.Thread(target=lambda: answers.append(thinking.deepen(othello.start())))
    thread.start()
    time.sleep(0.3)
    thinking.cancel()
    thread.join(timeout=30)
    assert not thread.is_alive()
    assert answers[0].depth >= 1


def test_a_finished_game_has_a_value_and_no_move():
    over = tictactoe.parse("XXX/OO./...")
    for found in (Searcher(FinalScore()).deepen(over), choose(over, 3, FinalScore())):
        assert (found.move, found.value) == (None, -1)
    assert value(FinalScore(), over) == -1


def test_deep_recursion_is_safe():
    """A tree that is one long branch, deeper than the search's own lists, and the longest board game."""
    lists = 7
    for _ in range(190):
        lists = [lists]
    assert Searcher(FinalScore()).search(tree.from_lists(lists), 199).value == 7
    assert abs(fast_negamax(tree.from_lists(lists), 500, -INF, INF, FinalScore())) == 7
    assert new_work().dtype == WORK


def test_unknown_methods_get_a_sentence():
    with pytest.raises(
        BadText, match="there is no method 'magic'; there are alphabeta, pvs, mtdf, bisection"
    ):
        Searcher(FinalScore(), method="magic")
