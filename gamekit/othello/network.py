"""A network whose squares look around: what stands in one corner changes what an edge is worth.

A sum of weights cannot say that: each pattern adds the same whatever the others are. The network thinks in
four steps.

1. *Every square looks around*: along its row, column and both diagonals, and at its eight neighbours. What
   stands there, as a number in base 3, picks a row of SIGHT numbers from a table. An empty square also looks
   at its region, the empty squares that hang together with it: how many they are, and who can move there.
   A square adds up all these rows, and numbers below 0 become 0. Whether a disc can be turned, or a move
   made, is a question of lines that meet in a square, so this is where such things can be known.
2. *Every quarter of the board is looked at whole*: the numbers of its 16 squares, times a matrix, make
   QUARTER numbers. So do the quarters' mirror images: eight views, which are cut at 0 and added up.
3. *What no square sees*: how many moves both sides have, how open their discs lie, how many regions there
   are, and how many empty squares. Each picks a row of WIDTH numbers; their sum is told to the quarters
   before they are cut, and to the last step.
4. *Two layers* (multiply, add, cut at 0) and a last one turn both sums into discs; a short cut leads past
   them.

Tables and matrix are shared by the whole middle game; what comes after differs, a set for every two empty
squares. At both ends of the game the network has learnt nothing and the weights of `patterns.py` answer.

What looks the same in a mirror shares its rows, and the first three steps add whole numbers, so their sums do
not depend on any order: all eight images of a position have one value, and every machine gets the same. Like
all values it is a whole number of hundredths of a disc.
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
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj

from gamekit.bits import NONE, ONE, Bits, lowest_square, popcount
from gamekit.code_cache import helper
from gamekit.errors import BadText, GamekitError
from gamekit.games.othello import legal_mask
from gamekit.othello.features import frontier, neighbours
from gamekit.othello.patterns import (
    DISC,
    ENTRIES,
    LANES,
    STAGES,
    SYMMETRIES,
    Array,
    FilePath,
    final_value,
    load_weights,
    new_tables,
    pattern_value,
    sum_of_rows,
)
from gamekit.othello.patterns import ROWS as PATTERN_ROWS
from gamekit.parts import PACKAGE
from gamekit.rules import Evaluator, State, value

SIGHT = 16  # numbers of a square
QUARTER = 64  # numbers of a view of a quarter
WIDTH = 32  # numbers of a row for what no line sees
FIRST, SECOND = 32, 32  # sizes of the two layers
LOW, HIGH = 8, 22  # empty squares for which there are layers
LAYERS = (HIGH - LOW + 1) // 2 + 1
VIEWS, SEEN = 8, 16  # views of quarters, and squares in each
AT_ONCE = 2  # views that are computed side by side: each needs half of a row of the matrix

# --- squares ----------------------------------------------------------------------------------------------

# Squares that a mirror maps onto each other are of one kind: there are ten.
_FIRST_IMAGES = [min(goes[square] for goes in SYMMETRIES) for square in range(64)]
_FIRST_OF_KIND = sorted(set(_FIRST_IMAGES))
KINDS = np.array([_FIRST_OF_KIND.index(first) for first in _FIRST_IMAGES])

# --- lines and neighbours ---------------------------------------------------------------------------------


def _around(square: int) -> list[int]:
    """The square and its neighbours."""
    row, column = divmod(square, 8)
    near = [8 * y + x for y in range(8) for x in range(8) if max(abs(y - row), abs(x - column)) == 1]
    return [square, *near]


# Rows 1 to 4 and the diagonals of 3 to 8 squares speak for all their squares; what stands around a square
# of each kind speaks for that one, the first. Their mirror images share the tables.
SHAPES = [[8 * row + column for column in range(8)] for row in range(4)]
SHAPES += [[7 * step + size - 1 for step in range(size)] for size in range(3, 9)]
SPEAKS_FOR = [len(shape) for shape in SHAPES] + [1] * len(_FIRST_OF_KIND)
SHAPES += [_around(square) for square in _FIRST_OF_KIND]


def _looks() -> list[tuple[int, tuple[int, ...]]]:
    """(shape, squares) of the 38 lines of the board and of the 64 squares with their neighbours."""
    found = []
    for number, shape in enumerate(SHAPES):
        seen = set()
        for goes in SYMMETRIES:
            squares = tuple(goes[square] for square in shape)
            if frozenset(squares) not in seen:
                seen.add(frozenset(squares))
                found.append((number, squares))
    return found


LOOKS = _looks()
SPOKEN = np.array([SPEAKS_FOR[shape] for shape, _ in LOOKS])
PLACES = int(SPOKEN.sum())  # 308: 244 squares of lines, and 64 with their neighbours
# Where the rows of a shape begin in the table, which has a row for each square that a filling speaks for.
_STARTS = np.cumsum([0, *(3 ** len(shape) * said for shape, said in zip(SHAPES, SPEAKS_FOR, strict=True))])
SIGHTS = int(_STARTS[-1])
LOOK_STARTS = np.array([_STARTS[shape] for shape, _ in LOOKS])
PLACE_STARTS = np.cumsum([0, *SPOKEN])
PLACE_SQUARES = np.array([square for shape, squares in LOOKS for square in squares[: SPEAKS_FOR[shape]]])


def _ties() -> Array:
    """For each row of the table the number of its tied row: a filling says the same in a mirror."""
    partner = np.arange(SIGHTS)
    for first, shape, said in zip(_STARTS, SHAPES, SPEAKS_FOR, strict=False):
        fillings = np.arange(3 ** len(shape))
        for goes in SYMMETRIES:
            if {goes[square] for square in shape} == set(shape):
                goes_to = [shape.index(goes[square]) for square in shape]
                moved = sum(fillings // 3**place % 3 * 3**to for place, to in enumerate(goes_to))
                for place in range(said):
                    here, there = first + said * fillings + place, first + said * moved + goes_to[place]
                    partner[here] = np.minimum(partner[here], there)
    _, ties = np.unique(partner, return_inverse=True)
    return ties.astype(np.int32)


TIES = _ties()
TIED_SIGHTS = int(TIES.max()) + 1
_TIES_FAST = TIES.astype(np.intp)  # the type that NumPy looks up with

# As in `patterns.py`: what each row of the board adds to the fillings of all lines and neighbours.
LOOK_LANES = 104  # 38 + 64, and two that stay 0 to fill the vector


def _fillings() -> Array:
    table = np.zeros((8, 256, LOOK_LANES), np.uint16)
    discs = np.arange(256)
    for lane, (_, squares) in enumerate(LOOKS):
        for place, square in enumerate(squares):
            table[square // 8, :, lane] += ((discs >> square % 8 & 1) * 3**place).astype(np.uint16)
    return table


FILLINGS = _fillings()

# --- quarters ---------------------------------------------------------------------------------------------

# The square that stands at each of the 16 places of a view.
VIEW = np.array([[goes[8 * row + column] for row in range(4) for column in range(4)] for goes in SYMMETRIES])

# --- what no square sees ----------------------------------------------------------------------------------

MOST = 31  # more moves, or discs in the open, are not told apart
MOVES = 0  # moves of both sides
OPEN = MOVES + (MOST + 1) ** 2  # discs of both sides with an empty square beside them
REGIONS = OPEN + (MOST + 1) ** 2  # odd regions, regions, empty squares modulo 4
EMPTIES = REGIONS + 8 * 8 * 4
ROWS = EMPTIES + 64
ROWS_USED = 4


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


# --- regions ----------------------------------------------------------------------------------------------

# What an empty square knows of its region: 1 to 6 empty squares, more and odd, more and even; how many of
# them each side can move to (0, 1, more); and which side can move here.
LARGEST, MOST_THERE = 8, 3
SPOTS = len(_FIRST_OF_KIND) * LARGEST * MOST_THERE**2 * 4


@helper
def write_spots(player: Any, opponent: Any, rows: Any, squares: Any) -> Any:
    """Write the rows of the empty squares, and these; the answer is the row of all regions together.

    It says how many there are, and how many of them are odd.
    """
    empty = ~(player | opponent)
    mine, yours = legal_mask(player, opponent), legal_mask(opponent, player)
    rest, odd, regions, count = empty, 0, 0, 0
    while rest:
        region, before = rest & (~rest + ONE), NONE
        while region != before:
            before = region
            region = (region | neighbours(region)) & rest
        rest &= ~region
        size = popcount(region)
        regions += 1
        odd += size & 1
        size = min(size, LARGEST - (size & 1))
        there = min(popcount(region & mine), MOST_THERE - 1) * MOST_THERE
        there += min(popcount(region & yours), MOST_THERE - 1)
        while region:
            square = lowest_square(region)
            region &= region - ONE
            here = ((mine >> Bits(square)) & ONE) * Bits(2) + ((yours >> Bits(square)) & ONE)
            row = (KINDS[square] * LARGEST + size - 1) * MOST_THERE**2 + there
            rows[count], squares[count] = 4 * row + np.int64(here), square
            count += 1
    return REGIONS + 4 * (8 * min(odd, 7) + min(regions, 7)) + (popcount(empty) & 3)


# --- the tables -------------------------------------------------------------------------------------------

# What differs from one part of the game to the next, one list of numbers after the other.
LAYER_SIZES = {
    "quarter_start": QUARTER,
    "told": WIDTH * QUARTER,
    "short_cut": WIDTH + QUARTER,
    "first": (WIDTH + QUARTER) * FIRST,
    "first_start": FIRST,
    "second": FIRST * SECOND,
    "second_start": SECOND,
    "last": SECOND,
    "last_start": 1,
}
LAYER_NUMBERS = sum(LAYER_SIZES.values())
LAYER_PARTS = dict(zip(LAYER_SIZES, np.cumsum([0, *LAYER_SIZES.values()]).tolist(), strict=False))
_START, _TOLD, _SHORT, _FIRST, _FIRST_START, _SECOND, _SECOND_START, _LAST, _LAST_START = LAYER_PARTS.values()

# One record, as for the patterns. It begins like theirs, so that their code can read it; the names differ,
# else numba would take one kind of record for the other.
TABLES = np.dtype(
    (
        np.record,
        [
            ("pattern_rows", np.uint16, (8, 256, LANES)),
            ("pattern_weights", np.int16, (STAGES, ENTRIES)),
            ("fillings", np.uint16, (8, 256, LOOK_LANES)),
            ("sights", np.int8, (SIGHTS, SIGHT)),
            ("starts", np.int16, (64, SIGHT)),
            ("spots", np.int16, (SPOTS, SIGHT)),
            ("numbers", np.int8, (ROWS, WIDTH)),
            ("quarter", np.float32, (SEEN * SIGHT, QUARTER)),
            ("layers", np.float32, (LAYERS, LAYER_NUMBERS)),
        ],
    )
)


class Parts(NamedTuple):
    """What a network has learnt, as it is kept in a file."""

    sights: Array  # int8 [TIED_SIGHTS, SIGHT]
    starts: Array  # int16 [kinds of squares, SIGHT]: where the sum of a square begins
    spots: Array  # int16 [SPOTS, SIGHT]
    numbers: Array  # int8 [ROWS, WIDTH]
    quarter: Array  # int8 [SEEN * SIGHT, QUARTER]
    layers: Array  # float32 [LAYERS, LAYER_NUMBERS]


# --- the evaluator ----------------------------------------------------------------------------------------


class Network(NamedTuple):
    """What the network thinks, in hundredths of a disc; exact once the game is over."""

    network: Any  # a record of type TABLES


@helper
def layer_of(empties: Any) -> Any:
    """Which set of layers judges positions with so many empty squares: 8, 9 and 10, 11 and 12, ..."""
    return (empties - LOW + 1) >> 1


_INT, _WORD, _BYTE, _SMALL, _FLOAT = (
    ir.IntType(32),
    ir.IntType(64),
    ir.IntType(8),
    ir.IntType(16),
    ir.FloatType(),
)
_OFFSETS = {name: place[1] for name, place in (TABLES.fields or {}).items()}


def _word(number: Any) -> Any:
    return ir.Constant(_WORD, int(number))


def _at(builder: Any, start: Any, offset: Any) -> Any:
    """The address so many bytes behind another."""
    return builder.gep(start, [offset if isinstance(offset, ir.Value) else _word(offset)])


def _vector(builder: Any, start: Any, kind: Any, size: int) -> Any:
    """`size` numbers from an address on, side by side."""
    place = builder.bitcast(start, ir.VectorType(kind, size).as_pointer())
    return builder.load(place, align={_BYTE: 1, _SMALL: 2}.get(kind, 4))


def _cut(builder: Any, vector: Any) -> Any:
    """Numbers below 0 become 0."""
    zero = ir.Constant(vector.type, None)
    return builder.select(builder.fcmp_ordered(">", vector, zero), vector, zero)


def _alike(builder: Any, number: Any, size: int) -> Any:
    """The number `size` times, side by side."""
    kind = ir.VectorType(number.type, size)
    empty = ir.Constant(kind, ir.Undefined)
    one = builder.insert_element(empty, number, ir.Constant(_INT, 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(_INT, size), [0] * size))


def _through(builder: Any, vector: Any, out: int, start: Any, first: Any) -> Any:
    """`start` plus the vector times the matrix that begins at `first`: a row of it for each number."""
    for number in range(vector.type.count):
        times = _alike(builder, builder.extract_element(vector, ir.Constant(_INT, number)), out)
        row = _vector(builder, _at(builder, first, 4 * out * number), _FLOAT, out)
        start = builder.fadd(start, builder.fmul(times, row))
    return start


def _added_up(builder: Any, vector: Any) -> Any:
    """The sum of a vector: again and again the first half plus the second."""
    size = vector.type.count
    while size > 1:
        size //= 2
        picks = [ir.Constant(ir.VectorType(_INT, size), list(range(at, at + size))) for at in (0, size)]
        vector = builder.fadd(*(builder.shuffle_vector(vector, vector, pick) for pick in picks))
    return builder.extract_element(vector, ir.Constant(_INT, 0))


def _fillings_of_looks(builder: Any, table: Any, player: Any, opponent: Any) -> Any:
    """What stands on each line and around each square, as a number in base 3."""
    mine, theirs = (sum_of_rows(builder, table, LOOK_LANES, discs) for discs in (player, opponent))
    return builder.add(mine, builder.add(theirs, theirs))


@intrinsic
def write_fillings(context: Any, table: Any, player: Any, opponent: Any, out: Any) -> Any:
    """Write the fillings of all looks into an array of LOOK_LANES 16-bit numbers; `table` is FILLINGS."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table, player, opponent, out = arguments
        start = arrayobj.make_array(signature.args[0])(context, builder, table).data
        fillings = _fillings_of_looks(builder, builder.bitcast(start, _BYTE.as_pointer()), player, opponent)
        target = arrayobj.make_array(signature.args[3])(context, builder, out).data
        builder.store(fillings, builder.bitcast(target, fillings.type.as_pointer()), align=2)
        return context.get_dummy_value()

    return types.void(table, types.uint64, types.uint64, out), generate


def _look_around(builder: Any, tables: Any, begin: Any, fillings: Any) -> list[Any]:
    """The first step: the numbers of the 64 squares, as vectors, not yet cut; they begin as `begin` says."""
    wide = ir.VectorType(_SMALL, SIGHT)
    found = [_vector(builder, _at(builder, begin, 2 * SIGHT * n), _SMALL, SIGHT) for n in range(64)]
    for lane, (shape, squares) in enumerate(LOOKS):
        filling = builder.zext(builder.extract_element(fillings, ir.Constant(_INT, lane)), _WORD)
        first = builder.mul(filling, _word(SPEAKS_FOR[shape] * SIGHT))
        first = builder.add(first, _word(_OFFSETS["sights"] + LOOK_STARTS[lane] * SIGHT))
        rows = _at(builder, tables, first)
        for place, square in enumerate(squares[: SPEAKS_FOR[shape]]):
            row = _vector(builder, _at(builder, rows, place * SIGHT), _BYTE, SIGHT)
            found[square] = builder.add(found[square], builder.sext(row, wide))
    return found


def _look_at_quarters(builder: Any, tables: Any, found: list[Any], told: Any) -> Any:
    """The second step: what all views say, each from `told` on, cut and added up.

    Views are whole numbers, though kept as floats: below 2^24 a float holds them exactly, so it does not
    matter in which order they are added. Only numbers above 0 are looked at, about half of them.
    """
    rooms = [cgutils.alloca_once(builder, _FLOAT, size=SEEN * SIGHT) for _ in range(AT_ONCE)]
    wide = ir.VectorType(_FLOAT, SIGHT)
    floats = [_cut(builder, builder.sitofp(numbers, wide)) for numbers in found]
    above = []  # which numbers of a square are above 0, as bits
    for numbers in found:
        positive = builder.icmp_signed(">", numbers, ir.Constant(numbers.type, None))
        above.append(builder.zext(builder.bitcast(positive, ir.IntType(SIGHT)), _WORD))
    matrix = _at(builder, tables, _OFFSETS["quarter"])
    whole = ir.VectorType(_INT, QUARTER)
    total = ir.Constant(whole, None)
    for first in range(0, VIEWS, AT_ONCE):
        views = VIEW[first : first + AT_ONCE]
        for view, room in zip(views, rooms, strict=True):
            for place, square in enumerate(view):
                here = builder.gep(room, [_word(place * SIGHT)])
                builder.store(floats[square], builder.bitcast(here, wide.as_pointer()), align=4)
        sums = [told] * AT_ONCE
        for four in range(0, SEEN, 4):  # the bits of four squares fill a word
            bits = _word(0)
            for place in range(four, four + 4):
                for view in views:
                    moved = builder.shl(above[view[place]], _word(SIGHT * (place - four)))
                    bits = builder.or_(bits, moved)
            before = builder.block
            loop, body, after = (builder.append_basic_block(name) for name in ("loop", "body", "after"))
            builder.branch(loop)
            builder.position_at_end(loop)
            rest, running = builder.phi(_WORD), [builder.phi(told.type) for _ in views]
            rest.add_incoming(bits, before)
            for grows, begins in zip(running, sums, strict=True):
                grows.add_incoming(begins, before)
            builder.cbranch(builder.icmp_unsigned("!=", rest, _word(0)), body, after)
            builder.position_at_end(body)
            which = builder.cttz(rest, ir.Constant(ir.IntType(1), 1))
            which = builder.add(which, _word(SIGHT * four))
            row = _at(builder, matrix, builder.mul(which, _word(4 * QUARTER)))
            weights = _vector(builder, row, _FLOAT, QUARTER)
            for grows, room in zip(running, rooms, strict=True):
                number = _alike(builder, builder.load(builder.gep(room, [which]), align=4), QUARTER)
                grows.add_incoming(builder.fadd(grows, builder.fmul(number, weights)), body)
            rest.add_incoming(builder.and_(rest, builder.sub(rest, _word(1))), body)
            builder.branch(loop)
            builder.position_at_end(after)
            sums = running
        for view in sums:
            total = builder.add(total, builder.fptosi(_cut(builder, view), whole))
    return builder.sitofp(total, ir.VectorType(_FLOAT, QUARTER))


@intrinsic
def _opinion(
    context: Any,
    tables: Any,
    layer: Any,
    player: Any,
    opponent: Any,
    begin: Any,
    moves: Any,
    loose: Any,
    regions: Any,
    empties: Any,
) -> Any:
    """What the network thinks, in discs; the last four are the rows for what no square sees.

    `begin` is an array of 64 times SIGHT numbers: what squares say before they look around.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        record, layer, player, opponent, begin, *rows = arguments
        start = builder.bitcast(record, _BYTE.as_pointer())
        here = builder.mul(layer, _word(4 * LAYER_NUMBERS))
        layers = _at(builder, start, builder.add(here, _word(_OFFSETS["layers"])))
        parts = {name: _at(builder, layers, 4 * first) for name, first in LAYER_PARTS.items()}

        numbers = _at(builder, start, _OFFSETS["numbers"])
        total = ir.Constant(ir.VectorType(_SMALL, WIDTH), None)
        for row in rows:
            place = _at(builder, numbers, builder.mul(row, _word(WIDTH)))
            total = builder.add(total, builder.sext(_vector(builder, place, _BYTE, WIDTH), total.type))
        summed = builder.sitofp(total, ir.VectorType(_FLOAT, WIDTH))
        cut = _cut(builder, summed)

        first = _vector(builder, parts["quarter_start"], _FLOAT, QUARTER)
        told = _through(builder, cut, QUARTER, first, parts["told"])
        told = builder.sitofp(builder.fptosi(told, ir.VectorType(_INT, QUARTER)), told.type)
        table = _at(builder, start, _OFFSETS["fillings"])
        said = arrayobj.make_array(signature.args[4])(context, builder, begin).data
        said = builder.bitcast(said, _BYTE.as_pointer())
        found = _look_around(builder, start, said, _fillings_of_looks(builder, table, player, opponent))
        views = _look_at_quarters(builder, start, found, told)

        first = _vector(builder, parts["first_start"], _FLOAT, FIRST)
        hidden = _through(builder, cut, FIRST, first, parts["first"])
        hidden = _through(builder, views, FIRST, hidden, _at(builder, parts["first"], 4 * WIDTH * FIRST))
        first = _vector(builder, parts["second_start"], _FLOAT, SECOND)
        hidden = _through(builder, _cut(builder, hidden), SECOND, first, parts["second"])
        last = _vector(builder, parts["last"], _FLOAT, SECOND)
        result = _added_up(builder, builder.fmul(_cut(builder, hidden), last))
        for numbers, at in ((summed, 0), (views, 4 * WIDTH)):
            short = _vector(builder, _at(builder, parts["short_cut"], at), _FLOAT, numbers.type.count)
            result = builder.fadd(result, _added_up(builder, builder.fmul(numbers, short)))
        result = builder.fadd(result, builder.load(builder.bitcast(parts["last_start"], _FLOAT.as_pointer())))
        return builder.fpext(result, ir.DoubleType())

    words = [types.int64] * 4
    return types.float64(tables, types.int64, types.uint64, types.uint64, begin, *words), generate


@helper
def network_value(tables: Any, player: Any, opponent: Any) -> Any:
    """What the network thinks of a position whose mover can move; the patterns where it has not learnt."""
    empties = popcount(~(player | opponent))
    if empties < LOW or empties > HIGH:
        return pattern_value(tables, player, opponent)
    spots = np.empty((2, HIGH), np.int64)
    regions = write_spots(player, opponent, spots[0], spots[1])
    begin = np.empty((64, SIGHT), np.int16)
    for square in range(64):
        for number in range(SIGHT):
            begin[square, number] = tables.starts[square, number]
    for spot in range(empties):
        for number in range(SIGHT):
            begin[spots[1, spot], number] += tables.spots[spots[0, spot], number]
    moves, loose = moves_row(player, opponent), open_row(player, opponent)
    found = _opinion(
        tables, layer_of(empties), player, opponent, begin, moves, loose, regions, EMPTIES + empties
    )
    return min(max(np.int64(np.floor(found * DISC + 0.5)), -64 * DISC), 64 * DISC)


@value.on(Network)
def _(evaluator: Evaluator, state: State) -> Any:
    player, opponent = state.player, state.opponent
    if legal_mask(player, opponent):
        return network_value(evaluator.network, player, opponent)
    if legal_mask(opponent, player):  # a pass: the position is what it is to the other side
        return -network_value(evaluator.network, opponent, player)
    return final_value(player, opponent)


def new_network(parts: Parts, weights: Array) -> Network:
    """An evaluator from what was learnt, and the weights of patterns for both ends of the game, as
    `from_weights` takes them."""
    tables = np.zeros(1, TABLES)
    tables["pattern_rows"], tables["fillings"] = PATTERN_ROWS, FILLINGS
    tables["pattern_weights"][0] = new_tables(weights).weights
    np.take(parts.sights, _TIES_FAST, axis=0, out=tables["sights"][0], mode="clip")
    tables["starts"][0] = parts.starts[KINDS]
    tables["spots"][0] = parts.spots
    tables["numbers"][0], tables["quarter"][0] = parts.numbers, parts.quarter
    tables["layers"][0] = parts.layers
    return Network(tables[0])


# --- on disk ----------------------------------------------------------------------------------------------

SHIPPED = PACKAGE / "data" / "othello-network.npz"

_KEPT_AS = {
    "sights": ((TIED_SIGHTS, SIGHT), np.int8),
    "starts": ((int(KINDS.max()) + 1, SIGHT), np.int16),
    "spots": ((SPOTS, SIGHT), np.int16),
    "numbers": ((ROWS, WIDTH), np.int8),
    "quarter": ((SEEN * SIGHT, QUARTER), np.int8),
    "layers": ((LAYERS, LAYER_NUMBERS), np.float32),
}


def save_network(path: FilePath, parts: Parts, facts: dict[str, Any]) -> None:
    """Write what was learnt, and what is to be known about it."""
    told = np.frombuffer(json.dumps(facts).encode(), np.uint8)
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:  # given a name, NumPy might add an ending to it
            np.savez_compressed(file, allow_pickle=False, facts=told, **parts._asdict())
    except OSError as problem:
        raise GamekitError(f"cannot write {path}: {problem.strerror}") from None


def load_network(path: FilePath = SHIPPED) -> tuple[Parts, dict[str, Any]]:
    """What the network of a file has learnt, and what is known about it."""
    try:
        with open(path, "rb") as opened, np.load(opened, allow_pickle=False) as file:
            parts = Parts(**{name: file[name] for name in Parts._fields})
            facts = json.loads(file["facts"].tobytes())
    except FileNotFoundError:
        raise GamekitError(f"there is no network in {path}; 'gamekit train network' makes one") from None
    except OSError as problem:
        raise GamekitError(f"cannot read {path}: {problem.strerror or problem}") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        raise BadText(f"{path} is no file of a network that 'gamekit train network' made") from None
    for name, (shape, kind) in _KEPT_AS.items():
        part = getattr(parts, name)
        if part.shape != shape or part.dtype != kind:
            raise BadText(f"{path} holds a network of other sizes: {name} is {part.shape}, not {shape}")
    return parts, facts


@cache
def network(path: FilePath = SHIPPED) -> Network:
    """The evaluator with the network of a file; with the one that comes with the kit if none is named.

    >>> from gamekit.games import othello
    >>> abs(value(network(), othello.parse("f5d6c3d3c4f4f6b4"))) < 8 * DISC
    True
    """
    return new_network(load_network(path)[0], load_weights()[0])
