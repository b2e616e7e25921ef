"""Moves, values and node counts of the searches and solvers, as they were: moving code must not change them.

A change that is meant to search otherwise changes the numbers here, and says so.
"""

from __future__ import annotations

import pytest
from support import TRUTH

from gamekit import suite
from gamekit.connect4.solver import Solver
from gamekit.games import connect4, gomoku, othello
from gamekit.gomoku.engine import QUIET, Engine
from gamekit.othello import solver
from gamekit.othello.evaluators import Mobility
from gamekit.othello.patterns import patterns
from gamekit.othello.probcut import shipped
from gamekit.search.deepening import Searcher
from gamekit.search.mcts import MCTS
from gamekit.search.table import Table

EARLY = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5"
ORDERED = {"method": "pvs", "static": 3, "history": True}
HELP = {"killers": True, "history": True, "previous": True}


def facts(found):
    return found.move, found.value, found.nodes, found.cutoffs, found.table_hits


@pytest.mark.parametrize(
    ("switches", "depth", "expected"),
    [
        ({"killers": True}, 8, (32, -1, 72687, 17184, 224)),
        ({"method": "mtdf", **HELP}, 7, (32, 1, 21768, 4078, 217)),
        ({"method": "bisection"}, 6, (32, -1, 13586, 2649, 301)),
    ],
)
def test_searches_over_mobility(switches, depth, expected):
    searcher = Searcher(Mobility(1), table=Table(4), **switches)
    assert facts(searcher.deepen(othello.parse(EARLY), depth=depth)) == expected


@pytest.mark.parametrize(
    ("switches", "cuts", "depth", "expected"),
    [
        ({"aspiration_width": 200}, False, 6, (32, -141, 18754, 3289, 2)),
        (ORDERED, False, 7, (32, -89, 20321, 3855, 120)),
        (ORDERED, True, 10, (20, -51, 57984, 9867, 246)),
    ],
)
def test_searches_over_patterns(switches, cuts, depth, expected):
    searcher = Searcher(patterns(), table=Table(4), **switches, probcut=shipped() if cuts else None)
    assert facts(searcher.deepen(othello.parse(EARLY), depth=depth)) == expected


def test_solvers():
    cases = suite.read_obf(TRUTH / "othello" / "endgame-14.obf")[:6]
    assert [(found.value, found.nodes, found.move) for found in (solver.solve(at.state) for at in cases)] == [
        *((-34, 4657, 32), (-42, 21569, 8), (52, 23819, 2)),
        *((8, 62220, 57), (24, 18352, 9), (8, 15053, 58)),
    ]
    small = solver.solve(othello.start("4x4"))
    assert (small.value, small.nodes) == (-10, 467)
    cases = suite.read_connect4(TRUTH / "connect4" / "7x6-begin-easy.txt")[:6]
    seven = Solver(7, 6)
    assert [(found.value, found.nodes, found.move) for found in (seven.solve(at.state) for at in cases)] == [
        *((11, 9029, 2), (18, 5, 4), (12, 35, 5), (13, 12, 3), (15, 4, 4), (-12, 109, 4)),
    ]


def test_gomoku_and_mcts():
    engine = Engine(table_mb=4)
    assert [facts(engine.think(gomoku.parse(text), depth=4)) for text in QUIET] == [
        *((186, 877, 907, 66, 1), (183, 1396, 255, 14, 0), (140, -1592, 332, 21, 0)),
    ]
    found = MCTS(seed=1, memory_mb=4).search(connect4.start(), simulations=2000)
    assert (found.move, found.nodes, round(found.value, 6)) == (3, 2000, 0.331529)
