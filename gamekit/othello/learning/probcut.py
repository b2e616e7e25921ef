"""Fits for Multi-ProbCut: search positions of own games to every depth, and draw a line through each pair.

A pair of depths (shallow, deep) gives for each position two values. Least squares draws the line through
them; sigma is what is left, the spread of the deep values about the line.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from gamekit.games.othello import Othello
from gamekit.othello.learning.lookahead import new_scratch
from gamekit.othello.learning.positions import new_rng, own_games
from gamekit.othello.patterns import DISC, Array, patterns
from gamekit.othello.probcut import DEEPEST, PAIRS_OF, Fit, save_fits
from gamekit.search.deepening import Searcher
from gamekit.search.table import Table
from gamekit.training.reports import Report, counting_bar
from gamekit.training.workers import Workers

__all__ = ["values_by_depth"]

FIRST_DISCS, LAST_DISCS = 13, 55  # before, there are few positions; after, the game is soon over
PLAY_DEPTH = 2  # how far the program looks ahead in the games that give the positions
PIECE = 8  # positions in a piece of work
FEWEST = 3  # positions: two always lie on a line
STREAM = 7  # of random numbers, apart from those of the training of weights

Pairs = dict[tuple[int, int, int], Array]  # (stage, shallow, deep) -> [[shallow value, deep value], ...]


def values_by_depth(seed: int, discs: int, number: int, count: int, deepest: int) -> Array:
    """One row for each of `count` positions with so many discs, one a game: values at depths 1, 2, ..."""
    players, opponents = np.empty(count, np.uint64), np.empty(count, np.uint64)
    rng = new_rng(seed, discs, STREAM, number)
    own_games(rng, discs, discs, PLAY_DEPTH, patterns(), new_scratch(), players, opponents)
    searcher = Searcher(patterns(), method="pvs", table=Table(16), history=True, static=3)
    found = np.zeros((count, deepest), np.int64)
    for row, player, opponent in zip(found, players, opponents, strict=True):
        searcher.forget()
        for depth in range(1, deepest + 1):
            row[depth - 1] = searcher.search(Othello(int(player), int(opponent), 0), depth).value
    return found


def collect(
    positions: int,
    seed: int,
    workers: Workers,
    deepest: int = DEEPEST,
    report: Report | None = None,
) -> Pairs:
    """Pairs of values, from so many positions a stage of four discs; `report` hears what is done."""
    tasks = []
    for discs in range(FIRST_DISCS, LAST_DISCS + 1):
        reach = min(deepest, 64 - discs - 1)  # a search to the end of the game is no guess
        here = positions // 4 + (discs % 4 < positions % 4)
        for number, first in enumerate(range(0, here, PIECE)):
            tasks.append((seed, discs, number, min(PIECE, here - first), reach))
    gathered: dict[tuple[int, int, int], list[Array]] = {}
    for done, (task, rows) in enumerate(zip(tasks, workers.in_order(values_by_depth, tasks), strict=True), 1):
        stage = (task[1] - 1) >> 2
        for deep, shallows in PAIRS_OF.items():
            for shallow in shallows:
                if deep <= rows.shape[1]:
                    pair = rows[:, [shallow - 1, deep - 1]]
                    gathered.setdefault((stage, shallow, deep), []).append(pair)
        if report is not None:
            report("searching positions to every depth", done, len(tasks))
    return {key: np.concatenate(parts) for key, parts in sorted(gathered.items())}


def fit(pairs: Pairs) -> list[Fit]:
    """The line through each pair of depths, where there are enough positions for it.

    Stages that lie side by side differ little, so a line is drawn through the positions of all three.

    >>> fit({(5, 2, 6): np.array([[0, 10], [100, 110], [200, 210], [300, 310]])})
    [Fit(stage=5, shallow=2, deep=6, a=1.0, b=10.0, sigma=0.0, positions=4)]
    """
    fits = []
    for stage, shallow, deep in pairs:
        near = [pairs.get((here, shallow, deep)) for here in (stage - 1, stage, stage + 1)]
        values = np.concatenate([part for part in near if part is not None])
        if len(values) < FEWEST:
            continue
        x, y = values.T.astype(float)
        a, b = np.polyfit(x, y, 1) if x.std() else (0.0, y.mean())
        sigma = float(np.sqrt(((y - a * x - b) ** 2).sum() / (len(x) - 2)))
        a, b, sigma = (round(float(number), 4) + 0.0 for number in (max(a, 0.1), b, sigma))
        fits.append(Fit(stage, shallow, deep, a, b, sigma, len(x)))
    return fits


def median_spread(fits: list[Fit]) -> float:
    """The median sigma, in discs."""
    return float(np.median([each.sigma for each in fits])) / DISC


def train_probcut(
    positions: int,
    *,
    seed: int,
    out: Path,
    command: str,
    workers: int = 1,
    scheduler: str | None = None,
) -> tuple[dict[str, Any], list[Fit]]:
    """Fit Multi-ProbCut to so many positions a stage and write the fits: facts about them, and the fits."""
    began = time.monotonic()
    with Workers(workers, scheduler) as who, counting_bar() as report:
        pairs = collect(positions, seed, who, report=report)
    fits = fit(pairs)
    facts = {
        "command": command,
        "seed": seed,
        "seconds": round(time.monotonic() - began, 1),
        "positions": sum(len(pairs[key]) for key in pairs if key[1:] == (1, 3)),
    }
    save_fits(out, fits, facts)
    return facts, fits
