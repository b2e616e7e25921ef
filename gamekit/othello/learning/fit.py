"""Fitting the weights of one stage: by stochastic gradient, or as one sparse least-squares problem.

Weights are in discs here, as floating-point numbers; `ties` says which weight an entry of a table has, so the
same code serves tied tables (`TIES`) and untied ones (`UNTIED`, each entry has its own).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from gamekit.code_cache import helper, kernel
from gamekit.othello.patterns import ENTRIES, LANE_STARTS, LANES, ROWS, TIES, mobility_of, write_indices
from gamekit.othello.solver_boards import mirrored, transposed

__all__ = ["UNTIED", "Data", "gradient_steps", "images", "indices_of", "least_squares", "predict"]

Array = np.ndarray[Any, np.dtype[Any]]
PATTERNS_ONLY = LANE_STARTS[:-1]  # without mobility
UNTIED = np.arange(ENTRIES, dtype=np.int32)


class Data(NamedTuple):
    """Positions and what they are worth to their movers, in discs."""

    players: Array
    opponents: Array
    scores: Array  # float32

    def __len__(self) -> int:
        return len(self.players)


def joined(parts: Iterable[Data]) -> Data:
    """All positions of the parts, in their order."""
    return Data(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


# --- the model --------------------------------------------------------------------------------------------


@helper
def _look(player: Any, opponent: Any, rows: Any, out: Any) -> None:
    write_indices(rows, player, opponent, mobility_of(player, opponent), out)


@kernel
def _write_all_indices(players: Any, opponents: Any, rows: Any, out: Any) -> None:
    for number in range(len(players)):
        _look(players[number], opponents[number], rows, out[number])


def indices_of(data: Data) -> Array:
    """The indices of each position: one column a placement, then the tempo and mobility."""
    out = np.zeros((len(data), LANES), np.uint16)
    _write_all_indices(data.players, data.opponents, ROWS, out)
    return out


@kernel
def _predict(players: Any, opponents: Any, weights: Any, ties: Any, starts: Any, rows: Any, out: Any) -> None:
    """The sum of the weights of each position."""
    indices = np.empty(LANES, np.uint16)
    for number in range(len(players)):
        _look(players[number], opponents[number], rows, indices)
        total = np.float32(0)
        for lane in range(len(starts)):
            total += weights[ties[starts[lane] + indices[lane]]]
        out[number] = total


@kernel
def _gradient_steps(
    players: Any, opponents: Any, scores: Any, rate: Any, weights: Any, ties: Any, starts: Any, rows: Any
) -> Any:
    """One step for each position in turn; the sum of the absolute errors before each step."""
    indices = np.empty(LANES, np.uint16)
    places = np.empty(LANES, np.int32)
    errors = 0.0
    for number in range(len(players)):
        _look(players[number], opponents[number], rows, indices)
        total = np.float32(0)
        for lane in range(len(starts)):
            place = ties[starts[lane] + indices[lane]]
            places[lane] = place
            total += weights[place]
        error = total - scores[number]
        errors += abs(error)
        step = np.float32(rate) * error
        for lane in range(len(starts)):
            weights[places[lane]] -= step
    return errors


def predict(data: Data, weights: Array, ties: Array = TIES) -> Array:
    """What the weights think of the positions, in discs."""
    out = np.empty(len(data), np.float32)
    weights = np.asarray(weights, np.float32)
    _predict(data.players, data.opponents, weights, ties, LANE_STARTS, ROWS, out)
    return out


def gradient_steps(
    data: Data, rate: float, weights: Array, ties: Array = TIES, starts: Array = LANE_STARTS
) -> float:
    """Change the weights (float32) by w -= rate * (v - v_real), one position after the other.

    Returns the sum of the absolute errors, each as it was before its step. `starts` says which weights are
    there to learn: all, or `PATTERNS_ONLY`.
    """
    return float(_gradient_steps(*data, rate, weights, ties, starts, ROWS))


# --- images -----------------------------------------------------------------------------------------------


def images(data: Data) -> Data:
    """Each position eight times: turned and mirrored. They are worth the same."""

    def all_eight(words: Array) -> Array:
        four = [words, mirrored(words), words.byteswap(), mirrored(words).byteswap()]
        return np.stack([*four, *map(transposed, four)], axis=1).ravel()

    return Data(all_eight(data.players), all_eight(data.opponents), np.repeat(data.scores, 8))


# --- least squares ----------------------------------------------------------------------------------------


@kernel
def _normal_product(
    players: Any, opponents: Any, vector: Any, ties: Any, starts: Any, rows: Any, out: Any
) -> None:
    """Add A'A vector to `out`, where row n of A counts how often position n uses each weight."""
    indices = np.empty(LANES, np.uint16)
    places = np.empty(LANES, np.int32)
    for number in range(len(players)):
        _look(players[number], opponents[number], rows, indices)
        total = 0.0
        for lane in range(len(starts)):
            place = ties[starts[lane] + indices[lane]]
            places[lane] = place
            total += vector[place]
        for lane in range(len(starts)):
            out[places[lane]] += total


@kernel
def _add_residuals(
    players: Any, opponents: Any, residuals: Any, ties: Any, starts: Any, rows: Any, out: Any, uses: Any
) -> None:
    """Add A' residuals to `out`, and to `uses` how often each weight is used."""
    indices = np.empty(LANES, np.uint16)
    for number in range(len(players)):
        _look(players[number], opponents[number], rows, indices)
        for lane in range(len(starts)):
            place = ties[starts[lane] + indices[lane]]
            out[place] += residuals[number]
            uses[place] += 1.0


def least_squares(
    data: Data,
    prior: Array,
    ridge: float,
    rounds: int,
    ties: Array = TIES,
    report: Callable[[int, Array], None] | None = None,
    starts: Array = LANE_STARTS,
) -> Array:
    """The weights that minimise the squared error plus `ridge` times the squared distance from `prior`.

    Conjugate gradients on the normal equations, each weight scaled by how often it is used. A weight that is
    never used stays as it was; one that is seldom used moves a little. `report` sees each round's weights.
    """
    fixed = ties, starts, ROWS
    weights = prior.astype(np.float64)
    rest, uses = np.zeros(len(prior)), np.zeros(len(prior))
    residuals = data.scores.astype(np.float64) - predict(data, prior, ties)
    _add_residuals(data.players, data.opponents, residuals, *fixed, rest, uses)
    scale = 1.0 / (uses + ridge)
    scaled = scale * rest
    direction = scaled.copy()
    size = rest @ scaled
    for number in range(rounds):
        if size <= 1e-12:
            break
        product = ridge * direction
        _normal_product(data.players, data.opponents, direction, *fixed, product)
        step = size / (direction @ product)
        weights += step * direction
        rest -= step * product
        scaled = scale * rest
        size, before = rest @ scaled, size
        direction = scaled + (size / before) * direction
        if report is not None:
            report(number + 1, weights)
    return weights
