"""Learning a network over the patterns: gradient steps, a batch of positions at a time.

A batch goes through in two halves. First each position is judged and its error sent back through the
layers; what arrives at the sum of its rows is kept. Then every row that was added up takes its step. Two
threads share the first half by positions and the second by placements, so none writes where the other does,
and the result does not depend on who is faster.

Rows and layers learn differently. Some rows are met a million times, some twice: each of their numbers has
its own rate, which falls with the squares of the steps it has taken (AdaGrad). The layers are met by all
positions; they learn by Adam. Both rates fall in a straight line to 0. An error counts by its square up to
FAR discs, beyond by its size (Huber's loss): what is asked for in the end is a small mean error, and a few
wild positions must not drown the rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, prange

from gamekit.bits import popcount
from gamekit.code_cache import cached, helper, kernel
from gamekit.evaluation.network import (
    EMPTIES,
    FIRST,
    HIGH,
    LAYER_NUMBERS,
    LAYER_SIZES,
    LAYERS,
    LOW,
    PATTERN_ROWS,
    SECOND,
    TIED_ROWS,
    WIDTH,
    layer_of,
    moves_row,
    open_row,
    regions_row,
)
from gamekit.evaluation.patterns import (
    LANE_STARTS,
    LANES,
    PLACEMENTS,
    ROWS,
    TEMPO,
    TIES,
    Array,
    write_indices,
)
from gamekit.training.fit import Data

UNIT = 8.0  # discs; the network computes in numbers around 1
FAR = 10.0  # discs
STEP_OF_A_ROW = 200.0  # a number of a row as a whole number is so many times as large
BATCH, HALVES = 512, 2
ROW_RATE, LAYER_RATE = 0.03, 0.003
FADING = 0.02  # pulls the numbers of rows to 0, more so those that are seldom met
MEMORY, LONG_MEMORY = 0.9, 0.999  # Adam's

PLACES = len(PLACEMENTS) + 4  # rows that are added up
_STARTS = LANE_STARTS[: len(PLACEMENTS)]
# Placements of one shape share its rows, so they all belong to one thread.
_SHARES = (
    0,
    next(n for n in range(PLACES // 2, PLACES) if PLACEMENTS[n].shape != PLACEMENTS[n - 1].shape),
    PLACES,
)
_SHIFT = PATTERN_ROWS - TEMPO  # from the row of an evaluator to the tied one
_PARTS = np.cumsum([0, *LAYER_SIZES.values()])
_SHORT, _FIRST, _FIRST_START, _SECOND, _SECOND_START, _LAST, _LAST_START = (int(at) for at in _PARTS[:-1])
_ZERO = np.float32(0)


@helper
def _rows_of(player: Any, opponent: Any, table: Any, ties: Any, indices: Any, out: Any) -> None:
    """The tied rows of a position."""
    write_indices(table, player, opponent, indices)
    for lane in range(PLACES - 4):
        out[lane] = ties[_STARTS[lane] + indices[lane]]
    out[PLACES - 4] = _SHIFT + moves_row(player, opponent)
    out[PLACES - 3] = _SHIFT + open_row(player, opponent)
    out[PLACES - 2] = _SHIFT + regions_row(player, opponent)
    out[PLACES - 1] = _SHIFT + EMPTIES + popcount(~(player | opponent))


@helper
def _layer_of(player: Any, opponent: Any) -> Any:
    return layer_of(min(max(popcount(~(player | opponent)), LOW), HIGH))


@helper
def _forward(rows: Any, numbers: Any, layer: Any, total: Any, first: Any, second: Any) -> Any:
    """What the network thinks, in units; the sum and both layers before they are cut stay in the arrays."""
    total[:] = _ZERO
    for place in range(PLACES):
        row = numbers[rows[place]]
        for i in range(WIDTH):
            total[i] += row[i]
    found = layer[_LAST_START]
    first[:] = layer[_FIRST_START:_SECOND]
    second[:] = layer[_SECOND_START:_LAST]
    for i in range(WIDTH):
        found += layer[_SHORT + i] * total[i]
        if total[i] > _ZERO:
            for j in range(FIRST):
                first[j] += total[i] * layer[_FIRST + i * FIRST + j]
    for i in range(FIRST):
        if first[i] > _ZERO:
            for j in range(SECOND):
                second[j] += first[i] * layer[_SECOND + i * SECOND + j]
    for i in range(SECOND):
        found += max(second[i], _ZERO) * layer[_LAST + i]
    return found


@helper
def _backward(
    error: Any, layer: Any, slopes: Any, total: Any, first: Any, second: Any, back: Any, sent: Any
) -> None:
    """Add the slopes of the layers for one position; `sent` gets those of the sum. `back` is room to work."""
    slopes[_LAST_START] += error
    for i in range(SECOND):
        back[i] = error * layer[_LAST + i] if second[i] > _ZERO else _ZERO
        slopes[_LAST + i] += error * max(second[i], _ZERO)
        slopes[_SECOND_START + i] += back[i]
    for i in range(FIRST):
        arrives = _ZERO
        if first[i] > _ZERO:
            for j in range(SECOND):
                arrives += back[j] * layer[_SECOND + i * SECOND + j]
                slopes[_SECOND + i * SECOND + j] += first[i] * back[j]
        slopes[_FIRST_START + i] += arrives
        back[SECOND + i] = arrives
    for i in range(WIDTH):
        arrives = error * layer[_SHORT + i]
        slopes[_SHORT + i] += error * total[i]
        if total[i] > _ZERO:
            for j in range(FIRST):
                arrives += back[SECOND + j] * layer[_FIRST + i * FIRST + j]
                slopes[_FIRST + i * FIRST + j] += total[i] * back[SECOND + j]
        sent[i] = arrives


# Sums may be added up in any order (`fastmath`): another processor may end with slightly other numbers.
@cached
@njit(nogil=True, parallel=True, fastmath=True)
def _batches(
    players: Any,
    opponents: Any,
    scores: Any,
    order: Any,
    rates: Any,
    numbers: Any,
    squares: Any,
    layers: Any,
    means: Any,
    spreads: Any,
    steps: Any,
    table: Any,
    ties: Any,
) -> Any:
    """Steps for all whole batches of the order; the sum of the errors that were met, in units."""
    met = np.zeros(HALVES)
    rows, sent = np.zeros((BATCH, PLACES), np.int64), np.zeros((BATCH, WIDTH), np.float32)
    slopes = np.zeros((HALVES, LAYERS, LAYER_NUMBERS), np.float32)
    count = len(order) // BATCH
    for batch in range(count):
        share = batch / count
        rate = rates[0] + share * (rates[1] - rates[0])
        for half in prange(HALVES):
            slopes[half] = _ZERO
            indices = np.zeros(LANES, np.uint16)
            total, back = np.zeros(WIDTH, np.float32), np.zeros(FIRST + SECOND, np.float32)
            first, second = np.zeros(FIRST, np.float32), np.zeros(SECOND, np.float32)
            for i in range(half * BATCH // HALVES, (half + 1) * BATCH // HALVES):
                number = order[batch * BATCH + i]
                player, opponent = players[number], opponents[number]
                which = _layer_of(player, opponent)
                _rows_of(player, opponent, table, ties, indices, rows[i])
                found = _forward(rows[i], numbers, layers[which], total, first, second)
                error = np.float32(found - scores[number] / UNIT)
                met[half] += abs(error)
                error = min(max(error, np.float32(-FAR / UNIT)), np.float32(FAR / UNIT))
                _backward(error, layers[which], slopes[half, which], total, first, second, back, sent[i])
        row_rate, fading = np.float32(ROW_RATE * rate), np.float32(FADING)
        for half in prange(HALVES):
            for place in range(_SHARES[half], _SHARES[half + 1]):
                for i in range(BATCH):
                    row, square = numbers[rows[i, place]], squares[rows[i, place]]
                    for j in range(WIDTH):
                        slope = sent[i, j]
                        square[j] += slope * slope
                        row[j] -= row_rate * (slope + fading * row[j]) / np.sqrt(square[j])
        steps[0] += 1
        layer_rate = LAYER_RATE * rate
        unbiased = 1 / (1 - MEMORY ** steps[0]), 1 / (1 - LONG_MEMORY ** steps[0])
        for which in prange(LAYERS):
            for i in range(LAYER_NUMBERS):
                slope = (slopes[0, which, i] + slopes[1, which, i]) / BATCH
                means[which, i] += (1 - MEMORY) * (slope - means[which, i])
                spreads[which, i] += (1 - LONG_MEMORY) * (slope * slope - spreads[which, i])
                size = np.sqrt(unbiased[1] * spreads[which, i]) + 1e-8
                layers[which, i] -= layer_rate * unbiased[0] * means[which, i] / size
    return met.sum()


@kernel
def _judge(players: Any, opponents: Any, numbers: Any, layers: Any, table: Any, ties: Any, out: Any) -> None:
    rows, indices = np.zeros(PLACES, np.int64), np.zeros(LANES, np.uint16)
    total = np.zeros(WIDTH, np.float32)
    first, second = np.zeros(FIRST, np.float32), np.zeros(SECOND, np.float32)
    for number in range(len(players)):
        player, opponent = players[number], opponents[number]
        _rows_of(player, opponent, table, ties, indices, rows)
        layer = layers[_layer_of(player, opponent)]
        out[number] = _forward(rows, numbers, layer, total, first, second) * np.float32(UNIT)


class Learner:
    """A network that learns. Its `memory` is all there is to it: save it, recall it, go on."""

    def __init__(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        numbers = np.zeros((TIED_ROWS, WIDTH), np.float32)
        numbers[EMPTIES + _SHIFT :] = 0.2 * chance.normal(size=WIDTH)
        parts = [
            0.3 * chance.normal(size=WIDTH),
            np.sqrt(2 / WIDTH) * chance.normal(size=WIDTH * FIRST),
            np.zeros(FIRST),
            np.sqrt(2 / FIRST) * chance.normal(size=FIRST * SECOND),
            np.zeros(SECOND),
            np.sqrt(1 / SECOND) * chance.normal(size=SECOND),
            np.zeros(1),
        ]
        layers = np.tile(np.concatenate(parts).astype(np.float32), (LAYERS, 1))
        self.memory: dict[str, Array] = {
            "numbers": numbers,
            "squares": np.full_like(numbers, 0.01),
            "layers": layers,
            "means": np.zeros_like(layers),
            "spreads": np.zeros_like(layers),
            "steps": np.zeros(1, np.int64),
        }

    def take(self, data: Data, order: Array, rates: tuple[float, float]) -> float:
        """Learn from the positions in this order; the mean absolute error met on the way, in discs.

        `rates` says which share of the full rates is used at the beginning and at the end.
        """
        used = len(order) // BATCH * BATCH
        met = _batches(
            data.players,
            data.opponents,
            data.scores,
            order,
            np.array(rates),
            *self.memory.values(),
            ROWS,
            TIES,
        )
        return float(met) * UNIT / max(used, 1)

    def values(self, data: Data) -> Array:
        """What the network thinks of the positions, in discs."""
        found = np.zeros(len(data.players), np.float32)
        memory = self.memory
        _judge(data.players, data.opponents, memory["numbers"], memory["layers"], ROWS, TIES, found)
        return np.clip(found, -64, 64)

    def copy_layers(self, empties: int) -> None:
        """Let positions with so many empty squares and one more begin with what those with two fewer know."""
        which = layer_of(empties)
        for name in ("layers", "means", "spreads"):
            self.memory[name][which] = self.memory[name][which - 1]
        first = EMPTIES + _SHIFT + empties
        self.memory["numbers"][first : first + 2] = self.memory["numbers"][first - 2 : first]

    def whole(self) -> tuple[Array, Array]:
        """Rows as whole numbers of one byte, and layers that go with them: as `new_network` takes them."""
        numbers = np.clip(np.rint(self.memory["numbers"] * STEP_OF_A_ROW), -127, 127).astype(np.int8)
        layers = self.memory["layers"].copy()
        layers[:, _SHORT:_FIRST] *= UNIT / STEP_OF_A_ROW
        layers[:, _FIRST:_FIRST_START] /= STEP_OF_A_ROW
        layers[:, _LAST:] *= UNIT
        return numbers, layers
