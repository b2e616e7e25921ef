"""What others must know of the gomoku program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from gamekit.games import gomoku
from gamekit.gomoku.engine import Engine, Switches
from gamekit.gomoku.novice import Novice
from gamekit.gomoku.openings import EVEN, even_openings
from gamekit.player_spec import Spec, switches_of
from gamekit.rules import Move

NUMBERS = {
    "width": "moves tried in a position",
    "distance": "of candidates from stones: 1 or 2",
    "exploration": "of by-mcts: the C of UCT",
    "weights": "a file that `gamekit train gomoku` has written",
}


def _engine(spec: Spec) -> Engine:
    return Engine(
        switches_of(spec, Switches),
        table_mb=spec.number("table", 32),
        weights=Path(spec.weights) if spec.weights else None,
        seed=spec.whole("seed") or 0,
        outcomes=True,
    )


def _openings(count: int, seed: int) -> Iterator[tuple[list[Move], str]]:
    """A few stones near the centre, from three to seven, as the program's own maker places them."""
    for line in even_openings(count, seed):
        yield line, f"within {EVEN} thousandths"


GAME = replace(
    gomoku.GAME,
    levels=lambda state: (
        "engine,score-table,no-threats,depth=1",  # sees what a stone makes, and nothing after it
        "engine,no-threats,depth=2",
        "engine,no-threats,depth=4",
        "engine,time=0.3",
        "engine,time=2",
    ),
    rungs=("random", "engine,score-table,no-threats,depth=1", "engine,no-threats,depth=2"),
    fixed={"novice": Novice},
    even="our program finds both sides about even",
    openings=_openings,
    engine=_engine,
    page=f"{__package__}.page",
    train={"gomoku": f"{__package__}.commands:learn_patterns"},
    switches={
        "no-pruning": "without cuts",
        "no-killers": "without killer moves",
        "no-ordering": "moves in the order in which they come, after every killer",
        "no-table": "without a transposition table",
        "no-threats": "without the search for wins by force",
        "no-reductions": "late moves as deep as the first",
        "no-margins": "nothing is cut on the evaluation's word",
        "no-points": "patterns of stones alone, and their own weights: empty cells do not count",
        "by-hand": "weights by hand instead of learnt ones",
        "score-table": "leaves by the score table of lesson 13",
        "by-mcts": "Monte Carlo tree search over the same board",
        "no-forced": "of by-mcts: where a reply is forced, all moves are children",
        "no-proofs": "of by-mcts: what is certain is not passed up",
        "no-widening": "of by-mcts: however few the visits, every child is tried",
        "no-informed": "of by-mcts: simulations take a five, stop one, and else play at random",
        "previous": "at every node, moves in the order of what the shallower search found",
    },
    numbers=NUMBERS,
    example="h8 i9",
)
