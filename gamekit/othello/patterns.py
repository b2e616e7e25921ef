"""Patterns: what a position is worth, as a sum of table look-ups that were learnt.

A *shape* is a list of squares, such as an edge with its two X squares. Empty, mine, yours make each
square a digit 0, 1 or 2, so what stands on a shape of n squares is a number below 3^n: an index into the
shape's table of weights. A shape lies on the board in up to eight ways (turned and mirrored), its
*placements*, which share one table. The eleven shapes below have 46 placements; the value of a position
is the sum of 46 weights, of a 47th that looks at the number of discs only (it says what it is worth that
I, or you, will move last), and of a 48th that looks at how many moves I have and how many you would have.

Where a mirror maps a placement onto itself, two indices mean the same thing. They are *tied*: they have
one weight, so all eight images of a position have one value. Nothing ties a weight to its negative with
the colours swapped: whose turn it is matters.

Weights differ by *stage*: two discs make one, but each of the last four discs has its own, since there it
matters most who moves last. All weights are whole numbers, in hundredths of a disc, so that values are
whole numbers and null windows are exact.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np import arrayobj

from gamekit.bits import popcount
from gamekit.code_cache import helper
from gamekit.errors import BadText, GamekitError
from gamekit.games.othello import final_score, legal_mask
from gamekit.parts import PACKAGE
from gamekit.rules import Evaluator, State, value

__all__ = [
    "DISC",
    "ENTRIES",
    "LANE_STARTS",
    "MOBILITY",
    "PLACEMENTS",
    "SHAPES",
    "SIZES",
    "STAGES",
    "STARTS",
    "TEMPO",
    "TIES",
    "WEIGHTS",
    "Placement",
    "from_weights",
    "image",
    "index_of",
    "mobility_of",
    "patterns",
    "stage_of",
]

DISC = 100  # values are in hundredths of a disc
STAGES = 32  # 4 and 5 discs, 6 and 7, ..., 58 and 59; then 60, 61, 62 and 63 each for itself

SHAPES: dict[str, str] = {
    "diagonal 4": "d1 c2 b3 a4",
    "diagonal 5": "e1 d2 c3 b4 a5",
    "diagonal 6": "f1 e2 d3 c4 b5 a6",
    "diagonal 7": "g1 f2 e3 d4 c5 b6 a7",
    "diagonal 8": "h1 g2 f3 e4 d5 c6 b7 a8",
    "row 2": "a2 b2 c2 d2 e2 f2 g2 h2",
    "row 3": "a3 b3 c3 d3 e3 f3 g3 h3",
    "row 4": "a4 b4 c4 d4 e4 f4 g4 h4",
    "edge and X": "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "corner 3x3": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "corner 2x5": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
}

Squares = tuple[int, ...]
Array = np.ndarray[Any, np.dtype[Any]]


# --- the eight symmetries of the board --------------------------------------------------------------------


def _symmetries() -> list[list[int]]:
    """Eight lists: where each of the 64 squares goes."""
    found = []
    for number in range(8):
        goes = []
        for square in range(64):
            column, row = square % 8, square // 8
            if number & 1:
                column = 7 - column
            if number & 2:
                row = 7 - row
            if number & 4:
                column, row = row, column
            goes.append(8 * row + column)
        found.append(goes)
    return found


SYMMETRIES = _symmetries()


def image(state: Any, number: int) -> Any:
    """One of the eight images of a position: turned or mirrored; number 0 is the position itself.

    >>> from gamekit.games import othello
    >>> print(image(othello.parse("f5"), 5))
      a b c d e f g h
    1 . . . . . . . . 1
    2 . . . . . . . . 2
    3 . . . . X . . . 3
    4 . . . X X . . . 4
    5 . . . O X . . . 5
    6 . . . . . . . . 6
    7 . . . . . . . . 7
    8 . . . . . . . . 8
      a b c d e f g h
    O to move, X 4 O 1
    """
    goes = SYMMETRIES[number]

    def moved(word: int) -> int:
        return sum(1 << goes[square] for square in range(64) if word >> square & 1)

    return type(state)(moved(int(state.player)), moved(int(state.opponent)), state.turn)


# --- shapes, placements, ties -----------------------------------------------------------------------------


def _squares(shape: str) -> Squares:
    return tuple(8 * (int(name[1]) - 1) + ord(name[0]) - ord("a") for name in shape.split())


class Placement(NamedTuple):
    """A shape on the board."""

    shape: int  # its number
    squares: Squares  # the first is the digit that counts 1, the next 3, then 9, ...


def _placements() -> list[Placement]:
    found = []
    for number, shape in enumerate(SHAPES.values()):
        seen = set()
        for goes in SYMMETRIES:
            squares = tuple(goes[square] for square in _squares(shape))
            if frozenset(squares) not in seen:
                seen.add(frozenset(squares))
                found.append(Placement(number, squares))
    return found


PLACEMENTS = _placements()
SIZES = [3 ** len(_squares(shape)) for shape in SHAPES.values()]
STARTS = [sum(SIZES[:number]) for number in range(len(SIZES))]  # of each shape's table in a stage's weights
TEMPO = sum(SIZES)  # 167,265: where the weights of the number of discs (modulo 4) begin
MOST_MOVES = 32  # that are told apart, for each side; hardly anybody ever has more
MOBILITY = TEMPO + 4  # where those of my moves and yours begin
ENTRIES = MOBILITY + MOST_MOVES**2  # a stage


def _ties() -> Array:
    """For each entry the number of its weight: entries that a mirror maps onto each other have one."""
    partner = np.arange(ENTRIES)
    for number, shape in enumerate(SHAPES.values()):
        squares = _squares(shape)
        for goes in SYMMETRIES:
            mapped = [goes[square] for square in squares]
            if mapped != list(squares) and set(mapped) == set(squares):
                indices = np.arange(SIZES[number])
                mirrored = np.zeros_like(indices)
                for place, square in enumerate(squares):
                    mirrored += indices // 3**place % 3 * 3 ** mapped.index(square)
                here = slice(STARTS[number], STARTS[number] + SIZES[number])
                partner[here] = np.minimum(partner[here], STARTS[number] + mirrored)
    _, ties = np.unique(partner, return_inverse=True)
    return ties.astype(np.int32)


TIES = _ties()
WEIGHTS = int(TIES.max()) + 1  # free weights a stage, once mirrors are tied
_TIES_FAST = TIES.astype(np.intp)  # the type that NumPy looks up with; compiled code wants the shorter one


def index_of(state: Any, placement: Placement) -> int:
    """What stands on a placement, as a number in base 3.

    >>> from gamekit.games import othello
    >>> row_4 = next(p for p in PLACEMENTS if p.squares[0] == 24 and len(p.squares) == 8)
    >>> index_of(othello.start(), row_4) == 2 * 3**3 + 1 * 3**4
    True
    """
    digits = [
        1 if state.player >> square & 1 else 2 if state.opponent >> square & 1 else 0
        for square in placement.squares
    ]
    return sum(digit * 3**place for place, digit in enumerate(digits))


# --- all 46 indices at once -------------------------------------------------------------------------------

# The index of a placement is a sum over its squares, so it is a sum over the rows of the board too. ROWS
# holds, for each row and each of its 256 fillings, what that row adds to all the indices: sixteen additions
# of 46 numbers side by side make every index, from nothing but the two words of the position. Keeping the
# indices up from move to move was tried and is slower: see docs/training.md.

LANES = 48  # 46 indices of shapes, the tempo, and the mobility of both sides


def _rows() -> Array:
    table = np.zeros((8, 256, LANES), np.uint16)
    for lane, placement in enumerate(PLACEMENTS):
        for place, square in enumerate(placement.squares):
            row, column = divmod(square, 8)
            fillings = np.arange(256, dtype=np.uint16)
            table[row, :, lane] += (fillings >> column & 1) * np.uint16(3**place)
    return table


ROWS = _rows()
LANE_STARTS = np.array([*(STARTS[placement.shape] for placement in PLACEMENTS), TEMPO, MOBILITY], np.int64)

# One record, so that a search carries one address along: two arrays would cost more than the look-ups.
TABLES = np.dtype(
    (
        np.record,
        [("rows", np.uint16, (8, 256, LANES)), ("weights", np.int16, (STAGES, ENTRIES))],
    )
)

_WORD, _SHORT, _BYTE = ir.IntType(64), ir.IntType(16), ir.IntType(8)
_VECTOR = ir.VectorType(_SHORT, LANES)


def sum_of_rows(builder: Any, table: Any, lanes: int, discs: Any) -> Any:
    """LLVM code that adds up what the rows of a word say in a table [8, 256, lanes] of 16-bit numbers."""
    vector = ir.VectorType(_SHORT, lanes)
    total = None
    for row in range(8):
        byte = builder.and_(builder.lshr(discs, ir.Constant(_WORD, 8 * row)), ir.Constant(_WORD, 255))
        at = builder.add(
            builder.mul(byte, ir.Constant(_WORD, 2 * lanes)), ir.Constant(_WORD, row * 256 * 2 * lanes)
        )
        part = builder.load(builder.bitcast(builder.gep(table, [at]), vector.as_pointer()), align=2)
        total = part if total is None else builder.add(total, part)
    return total


def all_indices(builder: Any, rows: Any, player: Any, opponent: Any, mobility: Any) -> Any:
    """LLVM code for all indices of a position, as one vector; `rows` points to ROWS."""
    mine, theirs = (sum_of_rows(builder, rows, LANES, discs) for discs in (player, opponent))
    indices = builder.add(mine, builder.add(theirs, theirs))
    discs = builder.trunc(builder.ctpop(builder.or_(player, opponent)), _SHORT)
    tempo = builder.and_(discs, ir.Constant(_SHORT, 3))
    for lane, index in enumerate((tempo, builder.trunc(mobility, _SHORT)), len(PLACEMENTS)):
        indices = builder.insert_element(indices, index, ir.Constant(ir.IntType(32), lane))
    return indices


@intrinsic
def _sum_of_weights(context: Any, tables: Any, stage: Any, player: Any, opponent: Any, mobility: Any) -> Any:
    """The sum of the weights of a position."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        record, stage, player, opponent, mobility = arguments
        start = builder.bitcast(record, _BYTE.as_pointer())
        indices = all_indices(builder, start, player, opponent, mobility)
        first = builder.add(
            builder.mul(stage, ir.Constant(_WORD, 2 * ENTRIES)), ir.Constant(_WORD, ROWS.nbytes)
        )
        weights = builder.bitcast(builder.gep(start, [first]), _SHORT.as_pointer())
        total = ir.Constant(ir.IntType(32), 0)
        for lane, lane_start in enumerate(LANE_STARTS):
            index = builder.zext(builder.extract_element(indices, ir.Constant(ir.IntType(32), lane)), _WORD)
            place = builder.gep(weights, [builder.add(index, ir.Constant(_WORD, int(lane_start)))])
            total = builder.add(total, builder.sext(builder.load(place, align=2), ir.IntType(32)))
        return builder.sext(total, _WORD)

    return types.int64(tables, types.int64, types.uint64, types.uint64, types.int64), generate


@intrinsic
def write_indices(context: Any, rows: Any, player: Any, opponent: Any, mobility: Any, out: Any) -> Any:
    """Write the indices of a position into an array of LANES 16-bit numbers; `rows` is ROWS."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, player, opponent, mobility, out = arguments
        start = arrayobj.make_array(signature.args[0])(context, builder, rows).data
        indices = all_indices(builder, builder.bitcast(start, _BYTE.as_pointer()), player, opponent, mobility)
        target = arrayobj.make_array(signature.args[4])(context, builder, out).data
        builder.store(indices, builder.bitcast(target, _VECTOR.as_pointer()), align=2)
        return context.get_dummy_value()

    return types.void(rows, types.uint64, types.uint64, types.int64, out), generate


# --- the evaluator ----------------------------------------------------------------------------------------


class Patterns(NamedTuple):
    """The sum of 48 learnt weights, in hundredths of a disc; exact once the game is over."""

    tables: Any  # a record of type TABLES


@helper
def stage_of(discs: Any) -> Any:
    """The stage of a position with this many discs."""
    return min(max((discs - 4) >> 1, discs - 32, 0), STAGES - 1)


@helper
def mobility_of(player: Any, opponent: Any) -> Any:
    """How many moves each side has, as one index."""
    mine, yours = popcount(legal_mask(player, opponent)), popcount(legal_mask(opponent, player))
    return MOST_MOVES * min(mine, MOST_MOVES - 1) + min(yours, MOST_MOVES - 1)


@helper
def pattern_value(tables: Any, player: Any, opponent: Any) -> Any:
    """What the tables think of a position whose mover can move."""
    stage = stage_of(popcount(player | opponent))
    mobility = mobility_of(player, opponent)
    return min(max(_sum_of_weights(tables, stage, player, opponent, mobility), -64 * DISC), 64 * DISC)


@value.on(Patterns)
def _(evaluator: Evaluator, state: State) -> Any:
    player, opponent = state.player, state.opponent
    if legal_mask(player, opponent):
        return pattern_value(evaluator.tables, player, opponent)
    if legal_mask(opponent, player):  # a pass: the position is what it is to the other side
        return -pattern_value(evaluator.tables, opponent, player)
    return DISC * final_score(player, opponent, 64)


def new_tables(weights: Any) -> Any:
    """The record for a `Patterns` from tied weights, an array [STAGES, WEIGHTS] in hundredths of a disc."""
    tables = np.zeros(1, TABLES)
    tables["rows"] = ROWS
    whole = np.clip(np.rint(weights), -32768, 32767).astype(np.int16)
    np.take(whole, _TIES_FAST, axis=1, out=tables["weights"][0], mode="clip")
    return tables[0]


def from_weights(weights: Any) -> Patterns:
    """An evaluator from tied weights, an array [STAGES, WEIGHTS] in hundredths of a disc."""
    return Patterns(new_tables(weights))


# --- weights on disk --------------------------------------------------------------------------------------

SHIPPED = PACKAGE / "data" / "othello-patterns.npz"
FilePath = str | PathLike[str]


def save_weights(path: FilePath, weights: Any, facts: dict[str, Any]) -> None:
    """Write tied weights, in hundredths of a disc, and what is to be known about them.

    A stage is kept as its difference from the one after it: mostly little, and nothing where nothing was
    learnt. The two bytes go to two lists: the high ones are nearly all alike and need no room.
    """
    whole = np.clip(np.rint(weights), -32768, 32767).astype("<i2")
    whole[:-1] -= whole[1:]
    low, high = whole.view(np.uint8).reshape(*whole.shape, 2).transpose(2, 0, 1)
    told = np.frombuffer(json.dumps(facts).encode(), np.uint8)
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:  # given a name, NumPy might add an ending to it
            np.savez_compressed(file, low=low, high=high, facts=told)
    except OSError as problem:
        raise GamekitError(f"cannot write {path}: {problem.strerror}") from None


def load_weights(path: FilePath = SHIPPED) -> tuple[Array, dict[str, Any]]:
    """The weights of a file, [STAGES, WEIGHTS] in hundredths of a disc, and what is known about them."""
    try:
        with open(path, "rb") as opened, np.load(opened, allow_pickle=False) as file:
            changes = np.stack([file["low"], file["high"]], axis=-1).view("<i2")[..., 0]
            facts = json.loads(file["facts"].tobytes())
    except FileNotFoundError:
        raise GamekitError(f"there is no file of weights {path}; 'gamekit train othello' makes one") from None
    except OSError as problem:
        raise GamekitError(f"cannot read {path}: {problem.strerror or problem}") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        raise BadText(f"{path} is no file of weights that 'gamekit train othello' made") from None
    if changes.shape != (STAGES, WEIGHTS):
        raise BadText(f"{path} holds weights for other patterns: {changes.shape}, not {(STAGES, WEIGHTS)}")
    return np.cumsum(changes[::-1], axis=0, dtype=np.int16)[::-1], facts


@cache
def patterns(path: FilePath = SHIPPED) -> Patterns:
    """The evaluator with the weights of a file; with those that come with the kit if none is named.

    >>> from gamekit.games import othello
    >>> abs(value(patterns(), othello.parse("f5d6c3d3c4f4f6b4"))) < 10 * DISC
    True
    """
    return from_weights(load_weights(path)[0])
