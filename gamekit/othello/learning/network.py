"""Learning a network: gradient steps, a batch of positions at a time.

A batch goes through in three parts. First each position is judged as far as its views of quarters; then to
the end, and its error is sent back to the views; then back to the squares, and every row that was added up
takes its step. Between the parts the big matrix is multiplied for the whole batch at once. Two threads share
the work by positions, and the steps of rows by lines, so none writes where the other does, and the result
does not depend on who is faster.

Rows and layers learn differently. Some rows are met a million times, some twice: each of their numbers has
its own rate, which falls with the squares of the steps it has taken (AdaGrad). Matrix and layers are met by
all positions; they learn by Adam. Both rates fall in a straight line to 0. An error counts by its square up
to FAR discs, beyond by its size (Huber's loss): what is asked for in the end is a small mean error, and a few
wild positions must not drown the rest.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj
from threadpoolctl import threadpool_limits

from gamekit.bits import popcount
from gamekit.code_cache import cached, helper, kernel
from gamekit.othello.learning.fit import Data
from gamekit.othello.network import (
    EMPTIES,
    FILLINGS,
    FIRST,
    HIGH,
    KINDS,
    LAYER_NUMBERS,
    LAYER_PARTS,
    LAYERS,
    LOOK_LANES,
    LOOK_STARTS,
    LOOKS,
    LOW,
    PLACE_SQUARES,
    PLACE_STARTS,
    PLACES,
    QUARTER,
    ROWS,
    ROWS_USED,
    SECOND,
    SEEN,
    SIGHT,
    SPOKEN,
    SPOTS,
    TIED_SIGHTS,
    TIES,
    VIEW,
    VIEWS,
    WIDTH,
    Parts,
    layer_of,
    moves_row,
    open_row,
    write_fillings,
    write_spots,
)
from gamekit.othello.patterns import Array

UNIT = 8.0  # discs; the network computes in numbers around 1
FAR = 5.0  # discs
STEP_OF_A_ROW = 200.0  # a number of a row as a whole number is so many times as large, at the most
BATCH, HALVES = 512, 2
EARLY = 8  # rows are asked for so many rows before their turn
ROW_RATE, LAYER_RATE = 0.06, 0.004
FADING = 0.005  # pulls the numbers of rows to 0, more so those that are seldom met
MEMORY, LONG_MEMORY = 0.9, 0.999  # Adam's

DENSE = "starts", "quarter", "layers"  # what is learnt by Adam
SUMS = WIDTH + QUARTER
WATCHED = SEEN * SIGHT  # numbers that a view looks at
_START, _TOLD, _SHORT, _FIRST, _FIRST_START, _SECOND, _SECOND_START, _LAST, _LAST_START = LAYER_PARTS.values()
_SQUARES, _VIEW = PLACE_SQUARES.astype(np.uint64), VIEW.astype(np.uint64)
# Which places a thread takes: rows, columns and short diagonals, or the others and the neighbours.
_SHARES = np.array([0, PLACE_STARTS[next(n for n, (shape, _) in enumerate(LOOKS) if shape == 6)], PLACES])
_ZERO = np.float32(0)
_ROW_BYTES = 2 * SIGHT * 4


@helper
def _layer_of(player: Any, opponent: Any) -> Any:
    return layer_of(min(max(popcount(~(player | opponent)), LOW), HIGH))


@helper
def _write_rows(
    player: Any, opponent: Any, table: Any, ties: Any, places: Any, rows: Any, spots: Any
) -> None:
    """The tied rows of all places, the rows of empty squares, and the rows for what no square sees."""
    fillings = np.zeros(LOOK_LANES, np.uint16)
    write_fillings(table, player, opponent, fillings)
    for look in range(len(SPOKEN)):
        said = SPOKEN[look]
        first = LOOK_STARTS[look] + said * np.int64(fillings[look])
        for place in range(said):
            places[PLACE_STARTS[look] + place] = ties[first + place]
    rows[0], rows[1] = moves_row(player, opponent), open_row(player, opponent)
    rows[2] = write_spots(player, opponent, spots[0], spots[1])
    rows[3] = EMPTIES + popcount(~(player | opponent))


@intrinsic
def _fetch(context: Any, table: Any, row: Any) -> Any:
    """Ask for a row of a table before it is needed: the tables are larger than a processor's own memory, and
    waiting for rows took a fifth of the time."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        array = arrayobj.make_array(signature.args[0])(context, builder, arguments[0])
        start = builder.bitcast(array.data, byte)
        kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        for line in range(0, _ROW_BYTES, 64):  # a line of cache has 64 bytes
            offset = builder.mul(arguments[1], ir.Constant(ir.IntType(64), _ROW_BYTES))
            offset = builder.add(offset, ir.Constant(ir.IntType(64), line))
            flags = [ir.Constant(flag, number) for number in (1, 3, 1)]  # to write to, often, data
            builder.call(prefetch, [builder.gep(start, [offset]), *flags])
        return context.get_dummy_value()

    return types.void(table, types.int64), generate


# Sums may be added up in any order (`fastmath`): another processor may end with slightly other numbers.
@cached
@njit(nogil=True, fastmath=True)
def _look_around(
    players: Any,
    opponents: Any,
    order: Any,
    sights: Any,
    spot_rows: Any,
    starts: Any,
    numbers: Any,
    table: Any,
    ties: Any,
    which: Any,
    places: Any,
    rows: Any,
    spots: Any,
    sums: Any,
    found: Any,
    watched: Any,
) -> None:
    """The first step of the network, for some positions: what squares say, and as views see it, cut at 0."""
    for i in range(len(order)):
        player, opponent = players[order[i]], opponents[order[i]]
        which[i] = _layer_of(player, opponent)
        _write_rows(player, opponent, table, ties, places[i], rows[i], spots[i])
        for j in range(WIDTH):
            sums[i, j] = _ZERO
            for row in range(ROWS_USED):
                sums[i, j] += numbers[rows[i, row], j]
        for square in range(64):
            for j in range(SIGHT):
                found[i, square, j] = starts[KINDS[square], j]
        for place in range(PLACES):
            _fetch(sights, np.int64(places[i, min(place + EARLY, PLACES - 1)]))
            row, here = places[i, place], _SQUARES[place]
            for j in range(SIGHT):
                found[i, here, j] += sights[row, j]
        for spot in range(popcount(~(player | opponent))):
            row, here = spots[i, 0, spot], spots[i, 1, spot]
            for j in range(SIGHT):
                found[i, here, j] += spot_rows[row, j]
        for view in range(VIEWS):
            for place in range(SEEN):
                here = _VIEW[view, place]
                for j in range(SIGHT):
                    watched[VIEWS * i + view, SIGHT * place + j] = max(found[i, here, j], _ZERO)


@helper
def _forward(layer: Any, sums: Any, views: Any, told: Any, first: Any, second: Any) -> Any:
    """From the views to what the network thinks, in units; all that is computed stays in the arrays."""
    told[:] = layer[_START:_TOLD]
    for i in range(WIDTH):
        if sums[i] > _ZERO:
            for j in range(QUARTER):
                told[j] += sums[i] * layer[_TOLD + i * QUARTER + j]
    sums[WIDTH:] = _ZERO
    for view in range(VIEWS):
        for j in range(QUARTER):
            views[view, j] += told[j]
            sums[WIDTH + j] += max(views[view, j], _ZERO)
    result = layer[_LAST_START]
    first[:] = layer[_FIRST_START:_SECOND]
    second[:] = layer[_SECOND_START:_LAST]
    for i in range(SUMS):
        result += layer[_SHORT + i] * sums[i]
        if sums[i] > _ZERO:
            for j in range(FIRST):
                first[j] += sums[i] * layer[_FIRST + i * FIRST + j]
    for i in range(FIRST):
        if first[i] > _ZERO:
            for j in range(SECOND):
                second[j] += first[i] * layer[_SECOND + i * SECOND + j]
    for i in range(SECOND):
        result += max(second[i], _ZERO) * layer[_LAST + i]
    return result


@helper
def _backward(
    error: Any, layer: Any, slopes: Any, sums: Any, views: Any, told: Any, first: Any, second: Any, sent: Any
) -> None:
    """Add the slopes of the layers for one position; `sent` gets those of the sums, `views` their own."""
    back_first, back_second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    slopes[_LAST_START] += error
    for i in range(SECOND):
        back_second[i] = error * layer[_LAST + i] if second[i] > _ZERO else _ZERO
        slopes[_LAST + i] += error * max(second[i], _ZERO)
        slopes[_SECOND_START + i] += back_second[i]
    for i in range(FIRST):
        arrives = _ZERO
        if first[i] > _ZERO:
            for j in range(SECOND):
                arrives += back_second[j] * layer[_SECOND + i * SECOND + j]
                slopes[_SECOND + i * SECOND + j] += first[i] * back_second[j]
        slopes[_FIRST_START + i] += arrives
        back_first[i] = arrives
    for i in range(SUMS):
        arrives = error * layer[_SHORT + i]
        slopes[_SHORT + i] += error * sums[i]
        if sums[i] > _ZERO:
            for j in range(FIRST):
                arrives += back_first[j] * layer[_FIRST + i * FIRST + j]
                slopes[_FIRST + i * FIRST + j] += sums[i] * back_first[j]
        sent[i] = arrives
    told[:] = _ZERO
    for view in range(VIEWS):
        for j in range(QUARTER):
            views[view, j] = sent[WIDTH + j] if views[view, j] > _ZERO else _ZERO
            told[j] += views[view, j]
    for j in range(QUARTER):
        slopes[_START + j] += told[j]
    for i in range(WIDTH):
        if sums[i] > _ZERO:
            arrives = _ZERO
            for j in range(QUARTER):
                arrives += told[j] * layer[_TOLD + i * QUARTER + j]
                slopes[_TOLD + i * QUARTER + j] += sums[i] * told[j]
            sent[i] += arrives


@cached
@njit(nogil=True, fastmath=True)
def _judge(
    scores: Any,
    order: Any,
    layers: Any,
    which: Any,
    sums: Any,
    views: Any,
    slopes: Any,
    sent: Any,
    out: Any,
    learns: Any,
) -> Any:
    """The rest of the network for a batch, and the way back to the views, whose slopes replace them.

    The answer is the sum of the errors that were met, in units.
    """
    met = 0.0
    slopes[:] = _ZERO
    told = np.zeros(QUARTER, np.float32)
    first, second = np.zeros(FIRST, np.float32), np.zeros(SECOND, np.float32)
    for i in range(len(order)):
        layer, here = layers[which[i]], views[VIEWS * i : VIEWS * (i + 1)]
        out[i] = _forward(layer, sums[i], here, told, first, second)
        if learns:
            error = np.float32(out[i] - scores[order[i]] / UNIT)
            met += float(abs(error))
            error = min(max(error, np.float32(-FAR / UNIT)), np.float32(FAR / UNIT))
            _backward(error, layer, slopes[which[i]], sums[i], here, told, first, second, sent[i])
    return met


@cached
@njit(nogil=True, fastmath=True)
def _back_to_squares(watched: Any, found: Any, start_slopes: Any) -> None:
    """The way back from the views, whose slopes are in `watched`, to the squares, whose slopes replace
    `found`."""
    slopes = np.zeros((64, SIGHT), np.float32)
    start_slopes[:] = _ZERO
    for i in range(len(found)):
        slopes[:] = _ZERO
        for view in range(VIEWS):
            for place in range(SEEN):
                here = _VIEW[view, place]
                for j in range(SIGHT):
                    slopes[here, j] += watched[VIEWS * i + view, SIGHT * place + j]
        for square in range(64):
            for j in range(SIGHT):
                slope = slopes[square, j] if found[i, square, j] > _ZERO else _ZERO
                found[i, square, j] = slope
                start_slopes[KINDS[square], j] += slope


@helper
def _step_of_row(row: Any, slopes: Any, rate: Any) -> None:
    """One step of AdaGrad for a row of a square: its numbers, and behind them the sums of squares."""
    fading = np.float32(FADING)
    for j in range(SIGHT):
        square = row[SIGHT + j] + slopes[j] * slopes[j]
        row[SIGHT + j] = square
        row[j] -= rate * (slopes[j] + fading * row[j]) / np.sqrt(square)


@cached
@njit(nogil=True, fastmath=True)
def _step_of_sights(places: Any, found: Any, sights: Any, first: Any, last: Any, rate: Any) -> None:
    """The steps of the rows of some places."""
    rate = np.float32(ROW_RATE * rate)
    for place in range(first, last):
        here = _SQUARES[place]
        for i in range(len(places)):
            _fetch(sights, np.int64(places[min(i + EARLY, len(places) - 1), place]))
            _step_of_row(sights[places[i, place]], found[i, here], rate)


@cached
@njit(nogil=True, fastmath=True)
def _step_of_spots(spots: Any, empties: Any, found: Any, spot_rows: Any, rate: Any) -> None:
    """The steps of the rows of empty squares."""
    rate = np.float32(ROW_RATE * rate)
    for i in range(len(spots)):
        for spot in range(empties[i]):
            _step_of_row(spot_rows[spots[i, 0, spot]], found[i, spots[i, 1, spot]], rate)


@cached
@njit(nogil=True, fastmath=True)
def _step_of_numbers(rows: Any, sent: Any, numbers: Any, squares: Any, rate: Any) -> None:
    """The steps of the rows for what no square sees."""
    rate, fading = np.float32(ROW_RATE * rate), np.float32(FADING)
    for i in range(len(rows)):
        for which in range(ROWS_USED):
            row = rows[i, which]
            for j in range(WIDTH):
                slope = sent[i, j]
                square = squares[row, j] + slope * slope
                squares[row, j] = square
                numbers[row, j] -= rate * (slope + fading * numbers[row, j]) / np.sqrt(square)


@kernel
def _adam(values: Any, slopes: Any, means: Any, spreads: Any, rate: Any, steps: Any) -> None:
    """One step of Adam."""
    unbiased = np.float32(1 / (1 - MEMORY**steps)), np.float32(1 / (1 - LONG_MEMORY**steps))
    rate, new, seldom_new = np.float32(rate), np.float32(1 - MEMORY), np.float32(1 - LONG_MEMORY)
    for i in range(len(values)):
        means[i] += new * (slopes[i] - means[i])
        spreads[i] += seldom_new * (slopes[i] * slopes[i] - spreads[i])
        values[i] -= rate * unbiased[0] * means[i] / (np.sqrt(unbiased[1] * spreads[i]) + np.float32(1e-8))


def _room(size: int) -> dict[str, Array]:
    """Where so many positions are worked on."""
    return {
        "which": np.zeros(size, np.int64),
        "places": np.zeros((size, PLACES), np.uint32),
        "rows": np.zeros((size, ROWS_USED), np.int64),
        "spots": np.zeros((size, 2, 60), np.int64),
        "sums": np.zeros((size, SUMS), np.float32),
        "found": np.zeros((size, 64, SIGHT), np.float32),
        "watched": np.zeros((size * VIEWS, WATCHED), np.float32),
        "views": np.zeros((size * VIEWS, QUARTER), np.float32),
        "layers": np.zeros((LAYERS, LAYER_NUMBERS), np.float32),
        "quarter": np.zeros((WATCHED, QUARTER), np.float32),
        "starts": np.zeros((int(KINDS.max()) + 1, SIGHT), np.float32),
        "sent": np.zeros((size, SUMS), np.float32),
        "out": np.zeros(size, np.float32),
    }


class Learner:
    """A network that learns. Its `memory` is all there is to it: save it, recall it, go on."""

    def __init__(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        # The numbers of a row, and behind them the sums of squares that set their rates.
        sights, spots = (
            np.zeros((TIED_SIGHTS, 2 * SIGHT), np.float32),
            np.zeros((SPOTS, 2 * SIGHT), np.float32),
        )
        sights[:, SIGHT:] = spots[:, SIGHT:] = 0.01
        starts = 0.2 * np.abs(chance.normal(size=(int(KINDS.max()) + 1, SIGHT)))
        numbers = np.zeros((ROWS, WIDTH), np.float32)
        numbers[EMPTIES:] = 0.2 * chance.normal(size=WIDTH)
        parts = [
            np.zeros(QUARTER),
            0.3 * np.sqrt(2 / WIDTH) * chance.normal(size=WIDTH * QUARTER),
            0.3 * chance.normal(size=WIDTH),
            0.05 * chance.normal(size=QUARTER),
            np.sqrt(1 / WIDTH) * chance.normal(size=WIDTH * FIRST),
            0.25 * np.sqrt(1 / QUARTER) * chance.normal(size=QUARTER * FIRST),
            np.zeros(FIRST),
            np.sqrt(2 / FIRST) * chance.normal(size=FIRST * SECOND),
            np.zeros(SECOND),
            np.sqrt(1 / SECOND) * chance.normal(size=SECOND),
            np.zeros(1),
        ]
        dense = {
            "starts": starts.astype(np.float32),
            "quarter": (np.sqrt(2 / WATCHED) * chance.normal(size=(WATCHED, QUARTER))).astype(np.float32),
            "layers": np.tile(np.concatenate(parts).astype(np.float32), (LAYERS, 1)),
        }
        self.memory: dict[str, Array] = {
            "sights": sights,
            "spots": spots,
            "numbers": numbers,
            "number_squares": np.full_like(numbers, 0.01),
            "steps": np.zeros(1, np.int64),
        }
        for name, values in dense.items():
            self.memory |= {
                name: values,
                f"{name}_means": np.zeros_like(values),
                f"{name}_spreads": np.zeros_like(values),
            }
        # Each thread has its half of a batch, with room of its own.
        self._rooms = [_room(BATCH // HALVES) for _ in range(HALVES)]
        self._threads = ThreadPoolExecutor(HALVES)

    def take(self, data: Data, order: Array, rates: tuple[float, float]) -> float:
        """Learn from the positions in this order; the mean absolute error met on the way, in discs.

        `rates` says which share of the full rates is used at the beginning and at the end.
        """
        met, count = 0.0, len(order) // BATCH
        with threadpool_limits(1):  # the matrix library's own threads would only be in the way of ours
            for batch in range(count):
                rate = rates[0] + batch / count * (rates[1] - rates[0])
                met += self._take_batch(data, order[batch * BATCH : (batch + 1) * BATCH], rate)
        return met * UNIT / max(count * BATCH, 1)

    def _take_batch(self, data: Data, order: Array, rate: float) -> float:
        memory, rooms = self.memory, self._rooms
        halves = [order[: BATCH // HALVES], order[BATCH // HALVES :]]
        met = sum(self._threads.map(self.send_back, (data, data), halves, rooms))
        list(self._threads.map(self._step_of_rows, range(HALVES), (rate, rate)))
        memory["steps"] += 1
        for name in DENSE:
            slopes = (rooms[0][name] + rooms[1][name]) / np.float32(BATCH)
            values, means, spreads = (memory[name + kind].reshape(-1) for kind in ("", "_means", "_spreads"))
            _adam(values, slopes.reshape(-1), means, spreads, LAYER_RATE * rate, float(memory["steps"][0]))
        return float(met)

    def send_back(self, data: Data, order: Array, room: dict[str, Array]) -> float:
        """The sum of the errors met, in units; what each number has to do with them is left in the room.

        There `layers`, `quarter` and `starts` are the slopes of the numbers of these names, `found` those of
        the squares, and `sent` those of the sums.
        """
        met = self._judge(data, order, room, True)
        np.dot(room["watched"].T, room["views"], out=room["quarter"])
        np.dot(room["views"], self.memory["quarter"].T, out=room["watched"])
        _back_to_squares(room["watched"], room["found"], room["starts"])
        return met

    def _judge(self, data: Data, order: Array, room: dict[str, Array], learns: bool) -> float:
        memory = self.memory
        _look_around(
            data.players,
            data.opponents,
            order,
            *(memory[name] for name in ("sights", "spots", "starts", "numbers")),
            FILLINGS,
            TIES,
            *(room[name] for name in ("which", "places", "rows", "spots", "sums", "found", "watched")),
        )
        np.dot(room["watched"], memory["quarter"], out=room["views"])
        used = (room[name] for name in ("which", "sums", "views", "layers", "sent", "out"))
        return float(_judge(data.scores, order, memory["layers"], *used, learns))

    def _step_of_rows(self, half: int, rate: float) -> None:
        """Looks of one shape share their rows, so they all belong to one thread."""
        memory = self.memory
        first, last = _SHARES[half], _SHARES[half + 1]
        for room in self._rooms:
            _step_of_sights(room["places"], room["found"], memory["sights"], first, last, rate)
            if half:
                empties = room["rows"][:, ROWS_USED - 1] - EMPTIES
                _step_of_spots(room["spots"], empties, room["found"], memory["spots"], rate)
                rows = memory["numbers"], memory["number_squares"]
                _step_of_numbers(room["rows"], room["sent"], *rows, rate)

    def values(self, data: Data) -> Array:
        """What the network thinks of the positions, in discs."""
        found = np.zeros(len(data), np.float32)
        room, size = self._rooms[0], BATCH // HALVES
        for first in range(0, len(data), size):
            order = np.arange(first, min(first + size, len(data)))
            self._judge(data, order, room, False)
            found[order] = room["out"][: len(order)] * UNIT
        return np.clip(found, -64, 64)

    def copy_layers(self, empties: int) -> None:
        """Let positions with so many empty squares and one more begin with what those with two fewer know."""
        which = layer_of(empties)
        for name in ("layers", "layers_means", "layers_spreads"):
            self.memory[name][which] = self.memory[name][which - 1]
        first = EMPTIES + empties
        self.memory["numbers"][first : first + 2] = self.memory["numbers"][first - 2 : first]

    def whole(self) -> Parts:
        """The network in whole numbers, and layers that go with them: as `new_network` takes them."""
        memory = self.memory

        def bytes_of(values: Array) -> Array:
            return np.clip(np.rint(values), -127, 127).astype(np.int8)

        # Each column of the matrix has a unit of its own, in which its largest number is 127.
        units = np.maximum(np.abs(memory["quarter"]).max(axis=0), 1e-6) / 127
        # Rows for what no square sees are few and all matter: none of their numbers may be cut.
        in_rows = min(STEP_OF_A_ROW, 127 / float(np.abs(memory["numbers"]).max()))
        in_views = STEP_OF_A_ROW / units  # what a number of a view is multiplied by
        layers = memory["layers"].copy()
        layers[:, _START:_TOLD] *= in_views
        layers[:, _TOLD:_SHORT] *= np.tile(in_views / in_rows, WIDTH)
        in_sums = np.concatenate([np.full(WIDTH, 1 / in_rows), 1 / in_views])
        layers[:, _SHORT:_FIRST] *= UNIT * in_sums
        layers[:, _FIRST:_FIRST_START] *= np.repeat(in_sums, FIRST)
        layers[:, _LAST:] *= UNIT
        return Parts(
            bytes_of(memory["sights"][:, :SIGHT] * STEP_OF_A_ROW),
            np.rint(memory["starts"] * STEP_OF_A_ROW).astype(np.int16),
            np.rint(memory["spots"][:, :SIGHT] * STEP_OF_A_ROW).astype(np.int16),
            bytes_of(memory["numbers"] * in_rows),
            bytes_of(memory["quarter"] / units),
            layers,
        )
