"""How much an evaluation's opinion swings between searches of odd and of even depth.

An evaluation that thinks too little or too much of whoever is to move shows it here and nowhere else: a
search that ends after an odd number of plies turns that bias round, one that ends after an even number does
not. Errors against labels can look fine all the while, since the labels may have the same bias.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gamekit.bits import popcount
from gamekit.errors import BadText
from gamekit.games.othello import Othello
from gamekit.othello.patterns import DISC
from gamekit.parts import PACKAGE
from gamekit.rules import Evaluator
from gamekit.search.deepening import Searcher
from gamekit.search.table import Table
from gamekit.suite import Case

CAREFUL = PACKAGE / "data" / "othello-careful.txt"  # positions of careful play, which nothing has learnt from
FIRST_DEPTH, LAST_DEPTH = 3, 11


@dataclass
class Swing:
    """Odd minus even, in discs: the mean over the odd depths less the mean over the even ones."""

    empties: list[int]  # of each position
    swings: list[float]

    @property
    def mean(self) -> float:
        """With its sign: above 0 where too little is thought of whoever is to move."""
        return float(np.mean(self.swings))

    @property
    def size(self) -> float:
        """The mean size, whatever the sign."""
        return float(np.mean(np.abs(self.swings)))

    def by_empties(self) -> dict[int, Swing]:
        """The positions apart by their number of empty squares, most first.

        >>> both = Swing([20, 12, 20], [1.0, -0.5, -2.0])
        >>> [(empties, part.mean, part.size) for empties, part in both.by_empties().items()]
        [(20, -0.5, 1.5), (12, -0.5, 0.5)]
        """
        return {
            empties: Swing(
                [empties] * self.empties.count(empties),
                [swing for here, swing in zip(self.empties, self.swings, strict=True) if here == empties],
            )
            for empties in sorted(set(self.empties), reverse=True)
        }


def swing(cases: Iterable[Case], evaluator: Evaluator, last: int = LAST_DEPTH) -> Swing:
    """Search each position, full-width, to every depth from FIRST_DEPTH to `last`, and compare.

    A depth that reaches the end of the game says nothing about the evaluation and is left out.
    """
    searcher = Searcher(evaluator, method="pvs", table=Table(32), history=True, static=3)
    found = Swing([], [])
    for case in cases:
        if not isinstance(case.state, Othello):
            raise BadText(f"line {case.line_number} is no position on 8x8, which is what was learnt")
        empties = 64 - int(popcount(case.state.player | case.state.opponent))
        depths = range(FIRST_DEPTH, min(last, empties - 1) + 1)
        if len(depths) < 2:
            raise BadText(f"line {case.line_number}: no two depths from {FIRST_DEPTH} on to compare")
        searcher.forget()
        values = {depth: searcher.search(case.state, depth).value / DISC for depth in depths}
        odd, even = (np.mean([values[d] for d in depths if d % 2 == parity]) for parity in (1, 0))
        found.empties.append(empties)
        found.swings.append(float(odd - even))
    if not found.swings:
        raise BadText("there are no positions to judge")
    return found
