"""What others must know of the Connect Four program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gamekit.connect4.engine import EXPLORATION, MEMORY_MB, Engine, Switches
from gamekit.connect4.solver import Solver, solve
from gamekit.games import connect4
from gamekit.player_spec import Spec, switches_of
from gamekit.rules import State, position_text
from gamekit.search.result import Result
from gamekit.suite import read_connect4

JUDGED_EMPTIES = 16  # from here on the solver takes no time to speak of


def _engine(spec: Spec) -> Engine:
    return Engine(
        switches_of(spec, Switches),
        exploration=spec.number("exploration", EXPLORATION),
        memory_mb=spec.number("table", MEMORY_MB),
        seed=spec.whole("seed") or 0,
    )


def _is_even() -> Callable[[State], str | None]:
    solver = Solver()
    return lambda state: "a draw" if solver.solve(state, outcome_only=True).value == 0 else None


def _solver(size: str | None) -> Callable[[State, bool], Result]:
    board = type(connect4.start(size))
    solver = Solver(board.width, board.height)
    return lambda state, outcome_only: solver.solve(state, outcome_only=outcome_only)


def _judge(state: State) -> int | None:
    empties = position_text(state).count(".")
    return int(solve(state, outcome_only=True).value) if empties <= JUDGED_EMPTIES else None


GAME = replace(
    connect4.GAME,
    levels=lambda state: (
        "mcts,nodes=40",
        "mcts,nodes=400",
        "mcts,careful,nodes=2000",
        "engine,time=0.3",
        "engine,time=2",
    ),
    rungs=("random", "mcts,nodes=50", "mcts,careful,nodes=500"),
    even="our solver proves a draw",
    is_even=_is_even,
    engine=_engine,
    page=f"{__package__}.page",
    switches={
        "no-threats": "simulations neither take wins nor block them",
        "no-safe": "simulations may play under threats",
        "no-follow": "simulations do not answer in the column of the last stone",
        "no-centre": "simulations have no liking for the centre",
        "no-solver": "what is certain is not passed up",
        "no-forced": "moves that lose at once are children too",
        "no-keep": "the tree is not kept between moves",
        "one-child": "a visit adds one child; otherwise all come at the second visit",
    },
    numbers={"exploration": "the C of UCT"},
    solver=_solver,
    read_suite=read_connect4,
    judge=_judge,
)
