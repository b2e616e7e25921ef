"""What others must know of the Othello program."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from gamekit.games import othello
from gamekit.games.othello import SIZE_OF, Othello, PlainScore
from gamekit.othello import solver
from gamekit.othello.engine import Engine, Switches
from gamekit.othello.evaluators import IMPROVED, WEIGHTED, Linear, Mobility, Simple
from gamekit.othello.patterns import patterns
from gamekit.othello.policy import policy
from gamekit.othello.probcut import CONFIDENCE, shipped
from gamekit.player_spec import Spec, switches_of
from gamekit.rules import State
from gamekit.search.result import Result
from gamekit.suite import read_obf

JUDGED_EMPTIES = 14  # from here on the solver takes no time to speak of
EVEN_NODES, EVEN_DISCS = 200_000, 2  # of the search that judges openings, and how far from even it may be
WEIGHTS = re.compile(r"([+-]?\d{1,6})([a-z_]+)")  # one weight of a sum of features, such as -60x_squares

SWITCHES = {
    "no-ordering": "moves as the rules list them",
    "no-table": "no position is remembered",
    "null-windows": "PVS: all moves but the first are asked a yes-or-no question first",
    "no-probcut": "without Multi-ProbCut",
    "no-endgame": "without the solver",
}


def _engine(spec: Spec) -> Engine:
    threads, confidence = spec.whole("threads") or 1, spec.number("t", CONFIDENCE)
    return Engine(switches_of(spec, Switches), spec.number("table", 32), threads, confidence)


def _levels(state: State) -> Sequence[str]:
    """The engine plays on 8x8 only."""
    best = ("engine,time=0.3", "engine,time=2")
    if not isinstance(state, Othello):
        best = ("pvs,tt,killers,time=0.3", "pvs,tt,killers,time=2")
    greedy = "alphabeta,depth=1,eval=discs"  # takes what it can get
    return greedy, "alphabeta,depth=2", "pvs,tt,killers,depth=4", *best


def weighted_sum(text: str) -> Linear | None:
    """The sum of features that a text says, each with its weight; None where it says none.

    >>> weighted_sum("300corners+8mobility") == Linear(corners=300, mobility=8)
    True
    >>> weighted_sum("8magic")
    """
    terms = WEIGHTS.findall(text)
    weights = {feature: int(weight) for weight, feature in terms}
    is_whole = "".join(weight + feature for weight, feature in terms) == text
    if not terms or not is_whole or len(weights) < len(terms) or not weights.keys() <= set(Linear._fields):
        return None
    return Linear(**weights)


def _is_even() -> Callable[[State], str | None]:
    engine = Engine()

    def judge(state: State) -> str | None:
        discs = round(engine.think(state, nodes=EVEN_NODES).value)
        return f"{discs:+d} discs for the mover" if abs(discs) <= EVEN_DISCS else None

    return judge


def _solver(size: str | None, threads: int = 1) -> Callable[[State, bool], Result]:
    return lambda state, outcome_only: solver.solve(state, outcome_only=outcome_only, threads=threads)


def _judge(state: State) -> int | None:
    empties = SIZE_OF[type(state)] ** 2 - (int(state.player) | int(state.opponent)).bit_count()
    return int(solver.solve(state, outcome_only=True).value) if empties <= JUDGED_EMPTIES else None


GAME = replace(
    othello.GAME,
    levels=_levels,
    rungs=("random", "alphabeta,depth=1,eval=discs", "alphabeta,depth=3"),
    even=f"our program ({EVEN_NODES:,} nodes) sees at most {EVEN_DISCS} discs of difference",
    is_even=_is_even,
    evaluator="mobility",
    units={"mobility": "moves", "engine": "discs", "final": "discs", "discs": "discs", "patterns": "discs"},
    evaluators={
        "discs": PlainScore,
        "mobility": lambda: Mobility(1),
        "simple": Simple,
        "weighted": lambda: WEIGHTED,
        "improved": lambda: IMPROVED,
        "patterns": patterns,
    },
    read_evaluator=weighted_sum,
    features=Linear._fields,
    fits={"patterns": shipped},
    policy=policy,
    engine=_engine,
    page=f"{__package__}.page",
    train={
        "othello": f"{__package__}.commands:learn_patterns",
        "probcut": f"{__package__}.commands:fit_probcut",
        "policy": f"{__package__}.commands:learn_policy",
    },
    evaluate=f"{__package__}.commands:evaluate",
    engine_plays="othello on 8x8",
    switches=SWITCHES,
    numbers={
        "threads": "on how many cores it thinks",
        "t": "how sure Multi-ProbCut wants to be, in standard deviations",
    },
    solver=_solver,
    read_suite=read_obf,
    judge=_judge,
)
