"""Multi-ProbCut for Othello: the fits that the kit ships, in files, and the stages that they belong to.

`gamekit train probcut` makes such a file; what the search does with it is in `gamekit.search.probcut`.
"""

from __future__ import annotations

import json
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import popcount
from gamekit.errors import BadText, GamekitError
from gamekit.parts import PACKAGE
from gamekit.rules import State
from gamekit.search.probcut import PAIRS, ProbCut, enough, probcut, stage_of

__all__ = [
    "CONFIDENCE",
    "DEEPEST",
    "PAIRS",
    "PAIRS_OF",
    "STAGES",
    "Fit",
    "ProbCut",
    "enough",
    "from_fits",
    "load_fits",
    "probcut",
    "save_fits",
    "shipped",
]

# Which shallow searches are asked about a deep one, the cheaper first. One depth of a pair may be odd and the
# other even: the patterns think neither too much nor too little of whoever is to move.
PAIRS_OF: dict[int, tuple[int, ...]] = {
    3: (1,),
    4: (2,),
    5: (2,),
    6: (2,),
    7: (2, 4),
    8: (2, 4),
    9: (3, 5),
    10: (4, 6),
}
DEEPEST = max(PAIRS_OF)
STAGES = 16  # of four discs each
CONFIDENCE = 1.4

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
SHIPPED = PACKAGE / "data" / "othello-probcut.json"
FilePath = str | PathLike[str]


class FourDiscs(NamedTuple):
    """Stages of four discs each."""


@stage_of.on(FourDiscs)
def _(stages: Any, state: State) -> Any:
    return (popcount(state.player | state.opponent) - 1) >> 2


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
    return ProbCut(record, FourDiscs())


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
def shipped(confidence: float = CONFIDENCE) -> ProbCut:
    """The switch with the fits that come with the kit, to `patterns`.

    >>> from gamekit.games import othello
    >>> shallow, low, high = enough(shipped(), othello.start(), 8, 0, -50, 50)
    >>> shallow, low < -50, high > 50
    (2, True, True)
    """
    return from_fits(load_fits()[0], confidence)
