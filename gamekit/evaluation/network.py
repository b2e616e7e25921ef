"""A small network over the patterns: what stands in one corner changes what an edge is worth.

A sum of weights cannot say that: each pattern adds the same whatever the others are. Here a pattern has not
one weight but a row of WIDTH numbers. The rows of all 46 placements are added up, and so are three rows that
tell what no pattern sees whole: how many moves both sides have, how open their discs lie, and how the empty
squares fall into regions. A fourth row belongs to the number of empty squares. The sum goes through two
layers (multiply, add, cut off below 0) and a last one that gives discs; a short cut leads from the sum to the
end, so that the network can do what a sum of weights can.

All rows are shared by the whole middle game; the layers differ, a set for every two empty squares. At both
ends of the game the network has learnt nothing and the weights of `patterns.py` answer.

The rows are whole numbers, and the layers are single-precision numbers that are added up in a fixed order:
every machine gets the same value. Like all values it is a whole number of hundredths of a disc.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from gamekit.bits import NONE, ONE, popcount
from gamekit.code_cache import PACKAGE, helper
from gamekit.errors import BadText, GamekitError
from gamekit.evaluation.features import frontier, neighbours
from gamekit.evaluation.patterns import (
    DISC,
    ENTRIES,
    LANE_STARTS,
    LANES,
    PLACEMENTS,
    ROWS,
    STAGES,
    TEMPO,
    TIES,
    WEIGHTS,
    Array,
    FilePath,
    all_indices,
    final_value,
    load_weights,
    new_tables,
    pattern_value,
)
from gamekit.games.othello import legal_mask
from gamekit.rules import Evaluator, State, value

WIDTH = 32  # numbers in a row
FIRST, SECOND = 64, 32  # sizes of the two layers
MOST = 31  # more moves, or discs in the open, are not told apart
LOW, HIGH = 8, 28  # empty squares for which there are layers
LAYERS = (HIGH - LOW + 1) // 2 + 1

# Rows behind those of the patterns.
MOVES = TEMPO  # moves of both sides
OPEN = MOVES + (MOST + 1) ** 2  # discs of both sides with an empty square beside them
REGIONS = OPEN + (MOST + 1) ** 2  # odd regions, regions, empty squares modulo 4
EMPTIES = REGIONS + 8 * 8 * 4
ALL_ROWS = EMPTIES + 64
PATTERN_ROWS = WEIGHTS - 4  # once mirrors are tied; the tempo of `patterns.py` has no row
TIED_ROWS = PATTERN_ROWS + ALL_ROWS - TEMPO

LAYER_SIZES = {
    "short_cut": WIDTH,
    "first": WIDTH * FIRST,
    "first_start": FIRST,
    "second": FIRST * SECOND,
    "second_start": SECOND,
    "last": SECOND,
    "last_start": 1,
}
LAYER_NUMBERS = sum(LAYER_SIZES.values())

# One record, as for the patterns; it begins like theirs.
TABLES = np.dtype(
    (
        np.record,
        [
            ("rows", np.uint16, (8, 256, LANES)),
            ("weights", np.int16, (STAGES, ENTRIES)),
            ("numbers", np.int8, (ALL_ROWS, WIDTH)),
            ("layers", np.float32, (LAYERS, LAYER_NUMBERS)),
        ],
    )
)

_OFFSETS = {name: place[1] for name, place in (TABLES.fields or {}).items()}

_INT, _WORD, _BYTE, _FLOAT = ir.IntType(32), ir.IntType(64), ir.IntType(8), ir.FloatType()


def _vector(builder: Any, start: Any, kind: Any, size: int) -> Any:
    """`size` numbers from an address on, side by side."""
    place = builder.bitcast(start, ir.VectorType(kind, size).as_pointer())
    return builder.load(place, align=1 if kind == _BYTE else 4)


def _cut(builder: Any, vector: Any, size: int) -> Any:
    """Numbers below 0 become 0."""
    zero = ir.Constant(ir.VectorType(_FLOAT, size), None)
    return builder.select(builder.fcmp_ordered(">", vector, zero), vector, zero)


def _through(builder: Any, vector: Any, size: int, out: int, start: Any, first: Any) -> Any:
    """`start` plus the vector times the matrix that begins at `first`: a row of it for each number."""
    alike = ir.Constant(ir.VectorType(_INT, out), [0] * out)
    for number in range(size):
        one = builder.extract_element(vector, ir.Constant(_INT, number))
        empty = ir.Constant(ir.VectorType(_FLOAT, out), ir.Undefined)
        times = builder.shuffle_vector(builder.insert_element(empty, one, ir.Constant(_INT, 0)), empty, alike)
        row = _vector(builder, builder.gep(first, [ir.Constant(_WORD, 4 * out * number)]), _FLOAT, out)
        start = builder.fadd(start, builder.fmul(times, row))
    return start


def _halves_added(builder: Any, vector: Any, size: int) -> Any:
    """The sum of a vector of 2 `size` numbers, as `size` numbers: the first half plus the second."""
    picks = [ir.Constant(ir.VectorType(_INT, size), list(range(at, at + size))) for at in (0, size)]
    return builder.fadd(*(builder.shuffle_vector(vector, vector, pick) for pick in picks))


@intrinsic
def _opinion(
    context: Any,
    tables: Any,
    layer: Any,
    player: Any,
    opponent: Any,
    moves: Any,
    loose: Any,
    regions: Any,
    empties: Any,
) -> Any:
    """What the network thinks, in discs; the last four are the rows beside those of the patterns."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        record, layer, player, opponent, *others = arguments
        start = builder.bitcast(record, _BYTE.as_pointer())
        indices = all_indices(builder, start, player, opponent)
        numbers = builder.gep(start, [ir.Constant(_WORD, _OFFSETS["numbers"])])

        def at(row: Any) -> Any:
            place = builder.gep(numbers, [builder.mul(row, ir.Constant(_WORD, WIDTH))])
            return builder.sext(_vector(builder, place, _BYTE, WIDTH), ir.VectorType(ir.IntType(16), WIDTH))

        total = None
        for lane in range(len(PLACEMENTS)):
            index = builder.zext(builder.extract_element(indices, ir.Constant(_INT, lane)), _WORD)
            row = at(builder.add(index, ir.Constant(_WORD, int(LANE_STARTS[lane]))))
            total = row if total is None else builder.add(total, row)
        for other in others:
            total = builder.add(total, at(other))
        summed = builder.sitofp(total, ir.VectorType(_FLOAT, WIDTH))

        layers = ir.Constant(_WORD, _OFFSETS["layers"])
        here = builder.gep(
            start, [builder.add(layers, builder.mul(layer, ir.Constant(_WORD, 4 * LAYER_NUMBERS)))]
        )
        parts = {}
        for name, size in LAYER_SIZES.items():
            parts[name] = here
            here = builder.gep(here, [ir.Constant(_WORD, 4 * size)])
        begin = _vector(builder, parts["first_start"], _FLOAT, FIRST)
        cut = _cut(builder, summed, WIDTH)
        hidden = _cut(builder, _through(builder, cut, WIDTH, FIRST, begin, parts["first"]), FIRST)
        begin = _vector(builder, parts["second_start"], _FLOAT, SECOND)
        hidden = _cut(builder, _through(builder, hidden, FIRST, SECOND, begin, parts["second"]), SECOND)
        final = builder.fmul(hidden, _vector(builder, parts["last"], _FLOAT, SECOND))
        short = builder.fmul(summed, _vector(builder, parts["short_cut"], _FLOAT, WIDTH))
        final = builder.fadd(final, short)
        size = SECOND
        while size > 1:
            size //= 2
            final = _halves_added(builder, final, size)
        result = builder.fadd(
            builder.extract_element(final, ir.Constant(_INT, 0)),
            builder.load(builder.bitcast(parts["last_start"], _FLOAT.as_pointer()), align=4),
        )
        return builder.fpext(result, ir.DoubleType())

    words = [types.int64] * 4
    return types.float64(tables, types.int64, types.uint64, types.uint64, *words), generate


# --- what no pattern sees whole ---------------------------------------------------------------------------


@helper
def moves_row(player: Any, opponent: Any) -> Any:
    """The row of the number of moves that both sides have, or would have if it were their turn."""
    mine, yours = popcount(legal_mask(player, opponent)), popcount(legal_mask(opponent, player))
    return MOVES + (MOST + 1) * min(mine, MOST) + min(yours, MOST)


@helper
def open_row(player: Any, opponent: Any) -> Any:
    """The row of the number of discs that have an empty square beside them."""
    mine, yours = popcount(frontier(player, opponent)), popcount(frontier(opponent, player))
    return OPEN + (MOST + 1) * min(yours, MOST) + min(mine, MOST)


@helper
def regions_row(player: Any, opponent: Any) -> Any:
    """The row of the regions of empty squares: how many, and how many of them are odd."""
    empty = ~(player | opponent)
    rest, odd, regions = empty, 0, 0
    while rest:
        region, before = rest & (~rest + ONE), NONE
        while region != before:
            before = region
            region = (region | neighbours(region)) & rest
        rest &= ~region
        regions += 1
        odd += popcount(region) & 1
    return REGIONS + 4 * (8 * min(odd, 7) + min(regions, 7)) + (popcount(empty) & 3)


# --- the evaluator ----------------------------------------------------------------------------------------


class Network(NamedTuple):
    """What the network thinks, in hundredths of a disc; exact once the game is over."""

    network: Any  # a record of type TABLES


@helper
def layer_of(empties: Any) -> Any:
    """Which set of layers judges positions with so many empty squares: 8, 9 and 10, 11 and 12, ..."""
    return (empties - LOW + 1) >> 1


@helper
def network_value(tables: Any, player: Any, opponent: Any) -> Any:
    """What the network thinks of a position whose mover can move; the patterns where it has not learnt."""
    empties = popcount(~(player | opponent))
    if empties < LOW or empties > HIGH:
        return pattern_value(tables, player, opponent)
    moves, loose = moves_row(player, opponent), open_row(player, opponent)
    regions, left = regions_row(player, opponent), EMPTIES + empties
    found = _opinion(tables, layer_of(empties), player, opponent, moves, loose, regions, left)
    return min(max(np.int64(np.floor(found * DISC + 0.5)), -64 * DISC), 64 * DISC)


@value.on(Network)
def _(evaluator: Evaluator, state: State) -> Any:
    player, opponent = state.player, state.opponent
    if legal_mask(player, opponent):
        return network_value(evaluator.network, player, opponent)
    if legal_mask(opponent, player):  # a pass: the position is what it is to the other side
        return -network_value(evaluator.network, opponent, player)
    return final_value(player, opponent)


def new_network(numbers: Array, layers: Array, weights: Array) -> Network:
    """An evaluator from tied rows [TIED_ROWS, WIDTH], layers [LAYERS, LAYER_NUMBERS], and the weights of
    patterns for both ends of the game, as `from_weights` takes them."""
    tables = np.zeros(1, TABLES)
    tables["rows"] = ROWS
    tables["weights"][0] = new_tables(weights).weights
    np.take(numbers, TIES[:TEMPO], axis=0, out=tables["numbers"][0, :TEMPO], mode="clip")
    tables["numbers"][0, TEMPO:] = numbers[PATTERN_ROWS:]
    tables["layers"][0] = layers
    return Network(tables[0])


# --- on disk ----------------------------------------------------------------------------------------------

SHIPPED = PACKAGE / "data" / "othello-network.npz"


def save_network(path: FilePath, numbers: Array, layers: Array, facts: dict[str, Any]) -> None:
    """Write rows (whole numbers of one byte), layers, and what is to be known about them."""
    told = np.frombuffer(json.dumps(facts).encode(), np.uint8)
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:  # given a name, NumPy might add an ending to it
            np.savez_compressed(file, numbers=numbers.astype(np.int8), layers=layers, facts=told)
    except OSError as problem:
        raise GamekitError(f"cannot write {path}: {problem.strerror}") from None


def load_network(path: FilePath = SHIPPED) -> tuple[Array, Array, dict[str, Any]]:
    """The rows and the layers of a file, and what is known about them."""
    try:
        with open(path, "rb") as opened, np.load(opened, allow_pickle=False) as file:
            numbers, layers = file["numbers"], file["layers"]
            facts = json.loads(file["facts"].tobytes())
    except FileNotFoundError:
        raise GamekitError(f"there is no network in {path}; 'gamekit train network' makes one") from None
    except OSError as problem:
        raise GamekitError(f"cannot read {path}: {problem.strerror or problem}") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        raise BadText(f"{path} is no file of a network that 'gamekit train network' made") from None
    if numbers.shape != (TIED_ROWS, WIDTH) or layers.shape != (LAYERS, LAYER_NUMBERS):
        raise BadText(f"{path} holds a network of other sizes: {numbers.shape} and {layers.shape}")
    return numbers, layers, facts


@cache
def network(path: FilePath = SHIPPED) -> Network:
    """The evaluator with the network of a file; with the one that comes with the kit if none is named.

    >>> from gamekit.games import othello
    >>> abs(value(network(), othello.parse("f5d6c3d3c4f4f6b4"))) < 8 * DISC
    True
    """
    numbers, layers, _ = load_network(path)
    return new_network(numbers, layers, load_weights()[0])
