"""How far an evaluation is off, on a file of positions whose exact scores are known."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from gamekit.errors import BadText
from gamekit.games.othello import Othello
from gamekit.othello.patterns import DISC, Array
from gamekit.rules import Evaluator, is_over, value
from gamekit.search.deepening import Searcher
from gamekit.search.table import Table
from gamekit.suite import Case


@dataclass
class Judged:
    """What an evaluation thought of some positions, and what they are worth, in discs."""

    values: list[float] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def absolute(self) -> float:
        """The mean absolute error."""
        return float(np.mean(np.abs(self._errors())))

    @property
    def root_mean_square(self) -> float:
        """The root of the mean squared error."""
        return float(np.sqrt(np.mean(self._errors() ** 2)))

    @property
    def bias(self) -> float:
        """By how much the values are too high on average."""
        return float(np.mean(self._errors()))

    def _errors(self) -> Array:
        return np.asarray(np.array(self.values) - np.array(self.scores))


def judge(cases: Iterable[Case], evaluator: Evaluator, depth: int = 0) -> Judged:
    """Compare the evaluator, or a search of so many plies with it, with the scores that the cases state."""
    searcher = Searcher(evaluator, method="pvs", table=Table(16), killers=True, static=True)
    judged = Judged()
    for case in cases:
        if case.expected_score is None:
            raise BadText(f"line {case.line_number} states no score to compare with")
        if not isinstance(case.state, Othello):
            raise BadText(f"line {case.line_number} is no position on 8x8, which is what was learnt")
        began = time.perf_counter()
        if depth == 0 or is_over(case.state):
            found = value(evaluator, case.state)
        else:
            found = searcher.deepen(case.state, depth=depth).value
            searcher.forget()
        judged.seconds += time.perf_counter() - began
        judged.values.append(float(found) / DISC)
        judged.scores.append(case.expected_score)
    if not judged.scores:
        raise BadText("there are no positions to judge")
    return judged
