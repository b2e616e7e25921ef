"""Multi-ProbCut: when is a shallow look enough?

The value of a shallow search tells a good deal about the value of a deep one. Over many positions the two lie
along a line, v_deep = a v_shallow + b, and about it with some spread sigma. So where the shallow value says
that the deep one is above beta, or below alpha, by more than t sigma, we believe it and cut:

    a v_shallow + b - t sigma >= beta       the deep value is very likely at least beta
    a v_shallow + b + t sigma <= alpha      the deep value is very likely at most alpha

Both are yes-or-no questions to the shallow search, so null windows answer them. *Multi* means several pairs
(shallow, deep), each with its own a, b, sigma for each stage of the game: `gamekit train probcut` fits them.

A larger t makes fewer mistakes and fewer cuts. A wrong cut costs something only where the value matters,
while the time saved buys depth everywhere.
"""

from __future__ import annotations

import json
from functools import cache
from math import ceil, floor
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import popcount
from gamekit.errors import BadText, GamekitError
from gamekit.parts import PACKAGE
from gamekit.rules import INF, Evaluator, State, Value, is_over, moves, play, rule, undo, value
from gamekit.search.tools import Off, is_on

# Which shallow searches are asked about a deep one, the cheaper first. Both depths of a pair are odd, or both
# even: who moves last before the evaluator looks matters more than one ply.
PAIRS_OF: dict[int, tuple[int, ...]] = {
    3: (1,),
    4: (2,),
    5: (1,),
    6: (2,),
    7: (1, 3),
    8: (2, 4),
    9: (3, 5),
    10: (4, 6),
}
PAIRS = 2  # at most, for one depth
DEEPEST = max(PAIRS_OF)
STAGES = 16  # of four discs each
CONFIDENCE = 1.4
# Typed: plain numbers would make numba compile the recursion twice, once for just these, and such code is not
# kept on disk (numba 6061).
NO_PAIR = np.int64(0), np.int64(-INF), np.int64(INF)

# For (stage, deep, pair): 0 as the shallow depth means that there is no such pair.
FITS = np.dtype(
    (
        np.record,
        [
            ("confidence", np.float64),
            ("shallow", np.int64, (DEEPEST + 1, PAIRS)),
            ("a", np.float64, (STAGES, DEEPEST + 1, PAIRS)),
            ("b", np.float64, (STAGES, DEEPEST + 1, PAIRS)),
            ("sigma", np.float64, (STAGES, DEEPEST + 1, PAIRS)),
        ],
    )
)


class ProbCut(NamedTuple):
    """A switch that is on, with all that was fitted; for Othello."""

    fits: Any  # a record of type FITS


@is_on.on(ProbCut, plain=True)
def _(switch: Any) -> Any:
    return True


@rule
def enough(cuts: Any, state: State, depth: int, number: int, alpha: Value, beta: Value) -> Any:
    """(shallow, low, high): at most `low`, or at least `high`, after `shallow` plies is enough to cut.

    `number` counts the pairs of a depth. There are no more of them where `shallow` is 0.
    """


@enough.on(Off, plain=True)
def _(cuts: Any, state: State, depth: int, number: int, alpha: Value, beta: Value) -> Any:
    return NO_PAIR


@enough.on(ProbCut)
def _(cuts: Any, state: State, depth: int, number: int, alpha: Value, beta: Value) -> Any:
    fits = cuts.fits
    stage = (popcount(state.player | state.opponent) - 1) >> 2
    beyond = max(
        0, depth - DEEPEST
    )  # deeper than was fitted: a pair of the same distance, a little too careful
    beyond += beyond & 1
    deep = depth - beyond
    shallow = fits.shallow[deep, number]
    if shallow == 0:
        return NO_PAIR
    a, b = fits.a[stage, deep, number], fits.b[stage, deep, number]
    margin = fits.confidence * fits.sigma[stage, deep, number]
    return shallow + beyond, floor((alpha - b - margin) / a), ceil((beta - b + margin) / a)


def probcut(
    state: State, depth: int, alpha: Value, beta: Value, evaluator: Evaluator, cuts: ProbCut | Off
) -> Value:
    """Alpha-beta that believes a shallow search where it is far enough outside the window.

    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import plates
    >>> probcut(plates.start(), 3, -INF, INF, FinalScore(), Off())
    20
    """
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    for number in range(PAIRS):
        shallow, low, high = enough(cuts, state, depth, number, alpha, beta)
        if shallow == 0:
            break
        if probcut(state, shallow, high - 1, high, evaluator, cuts) >= high:
            return beta
        if probcut(state, shallow, low, low + 1, evaluator, cuts) <= low:
            return alpha
    best = -INF
    for move in moves(state):
        best = max(best, -probcut(play(state, move), depth - 1, -beta, -alpha, evaluator, cuts))
        undo(state, move)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# --- what was fitted --------------------------------------------------------------------------------------

SHIPPED = PACKAGE / "data" / "othello-probcut.json"
FITTED_TO = {"patterns": SHIPPED, "network": SHIPPED.with_name("othello-probcut-network.json")}
FilePath = str | PathLike[str]


class Fit(NamedTuple):
    """v_deep = a v_shallow + b, with spread sigma; values in hundredths of a disc."""

    stage: int
    shallow: int
    deep: int
    a: float
    b: float
    sigma: float
    positions: int  # that it was fitted to


def from_fits(fits: list[Fit], confidence: float = CONFIDENCE) -> ProbCut:
    """A switch from fits. A stage without a fit of its own uses that of the nearest stage that has one."""
    record = np.zeros(1, FITS)[0]
    record.confidence = confidence
    for deep, shallows in PAIRS_OF.items():
        for number, shallow in enumerate(shallows):
            known = [fit for fit in fits if (fit.shallow, fit.deep) == (shallow, deep)]
            if not known:
                continue
            record.shallow[deep, number] = shallow
            for stage in range(STAGES):
                nearest = min(known, key=lambda fit: abs(fit.stage - stage))
                record.a[stage, deep, number] = nearest.a
                record.b[stage, deep, number] = nearest.b
                record.sigma[stage, deep, number] = nearest.sigma
    return ProbCut(record)


def save_fits(path: FilePath, fits: list[Fit], facts: dict[str, Any]) -> None:
    """Write fits, and what is to be known about them."""
    rows = ",\n  ".join(json.dumps(fit) for fit in fits)
    told = json.dumps(facts)
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(
            f'{{"facts": {told},\n "fields": {json.dumps(Fit._fields)},\n "fits": [\n  {rows}\n]}}\n',
            encoding="utf-8",
        )
    except OSError as problem:
        raise GamekitError(f"cannot write {path}: {problem.strerror}") from None


def load_fits(path: FilePath = SHIPPED) -> tuple[list[Fit], dict[str, Any]]:
    """The fits of a file, and what is known about them."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
        fits = [Fit(*row) for row in found["fits"]]
        if not all(fit.a > 0 and fit.sigma >= 0 for fit in fits):
            raise ValueError
        return fits, found["facts"]
    except FileNotFoundError:
        raise GamekitError(f"there is no file of fits {path}; 'gamekit train probcut' makes one") from None
    except OSError as problem:
        raise GamekitError(f"cannot read {path}: {problem.strerror or problem}") from None
    except (ValueError, KeyError, TypeError):
        raise BadText(f"{path} is no file of fits that 'gamekit train probcut' made") from None


@cache
def shipped(confidence: float = CONFIDENCE, evaluator: str = "patterns") -> ProbCut:
    """The switch with the fits that come with the kit, to `patterns` or to the `network`.

    >>> from gamekit.games import othello
    >>> shallow, low, high = enough(shipped(), othello.start(), 8, 0, -50, 50)
    >>> shallow, low < -50, high > 50
    (2, True, True)
    """
    return from_fits(load_fits(FITTED_TO[evaluator])[0], confidence)
