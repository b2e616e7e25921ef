"""Four words at once: bit code written for one line runs on all four directions of a board.

Modern processors shift, add and mask four 64-bit words with one instruction. `four_lanes` makes a
function over *lanes* callable from compiled code. It is ordinary Python over `&`, `|`, `~`, `<<`, ...;
it also runs on NumPy arrays of four words, which is how it is tested.

    @four_lanes
    def neighbours(stones):
        return any_lane((stones << STEP) | (stones >> STEP))

Words become four equal lanes. A table (an array with four columns) becomes the row that the last
argument, a plain number, points to. LLVM translates lanes for every processor, also for those that
have no such instructions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np import arrayobj

WORD, INDEX = ir.IntType(64), ir.IntType(32)
FOUR = ir.VectorType(WORD, 4)


class Lanes:
    """Four words in compiled code: each operation becomes one vector instruction."""

    def __init__(self, builder: Any, four: Any) -> None:
        self.builder, self.four = builder, four

    def _lanes(self, other: Any) -> Any:
        """The other operand: lanes, or constants as an array of four words."""
        if isinstance(other, Lanes):
            return other.four
        vector = self.four.type
        return ir.Constant(vector, [vector.element(int(word)) for word in np.broadcast_to(other, 4)])

    def _do(self, operation: str, other: Any) -> Lanes:
        return Lanes(self.builder, getattr(self.builder, operation)(self.four, self._lanes(other)))

    def __and__(self, other: Any) -> Lanes:
        return self._do("and_", other)

    def __or__(self, other: Any) -> Lanes:
        return self._do("or_", other)

    def __add__(self, other: Any) -> Lanes:
        return self._do("add", other)

    def __sub__(self, other: Any) -> Lanes:
        return self._do("sub", other)

    def __lshift__(self, other: Any) -> Lanes:
        return self._do("shl", other)

    def __rshift__(self, other: Any) -> Lanes:
        return self._do("lshr", other)

    def __invert__(self) -> Lanes:
        return Lanes(self.builder, self.builder.not_(self.four))

    def __neg__(self) -> Lanes:
        return Lanes(self.builder, self.builder.neg(self.four))


def any_lane(lanes: Any) -> Any:
    """The bits that are set in any of the four lanes, as one word."""
    if not isinstance(lanes, Lanes):
        return np.bitwise_or.reduce(lanes)
    builder = lanes.builder
    a, b, c, d = (builder.extract_element(lanes.four, ir.Constant(INDEX, i)) for i in range(4))
    return builder.or_(builder.or_(a, b), builder.or_(c, d))


def where_any(lanes: Any) -> Any:
    """All bits of the lanes that are not 0, no bits of those that are."""
    if not isinstance(lanes, Lanes):
        return np.where(lanes != 0, np.uint64(2**64 - 1), np.uint64(0))
    is_set = lanes.builder.icmp_unsigned("!=", lanes.four, ir.Constant(FOUR, None))
    return Lanes(lanes.builder, lanes.builder.sext(is_set, FOUR))


def four_times(builder: Any, word: Any) -> Lanes:
    """A word of any width, four times."""
    empty = ir.Constant(ir.VectorType(word.type, 4), ir.Undefined)
    first = builder.insert_element(empty, word, ir.Constant(INDEX, 0))
    everywhere = ir.Constant(ir.VectorType(INDEX, 4), [ir.Constant(INDEX, 0)] * 4)
    return Lanes(builder, builder.shuffle_vector(first, empty, everywhere))


def _row(context: Any, builder: Any, typ: Any, table: Any, number: Any) -> Lanes:
    start = arrayobj.make_array(typ)(context, builder, table).data
    row = builder.gep(start, [builder.mul(number, ir.Constant(WORD, 4))])
    return Lanes(builder, builder.load(builder.bitcast(row, FOUR.as_pointer()), align=8))


def four_lanes(function: Callable[..., Any]) -> Any:
    """Make a function over lanes callable from compiled code. It must end with `any_lane`."""

    def typed(context: Any, *args: Any) -> Any:
        wanted = [arg if isinstance(arg, types.Array) else types.uint64 for arg in args]
        has_tables = any(isinstance(arg, types.Array) for arg in args)

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            operands = [
                _row(context, builder, typ, value, values[-1])
                if isinstance(typ, types.Array)
                else four_times(builder, value)
                for typ, value in zip(signature.args, values, strict=True)
            ]
            return function(*operands[:-1]) if has_tables else function(*operands)

        return types.uint64(*wanted), generate

    names = ["context", *inspect.signature(function).parameters]
    if any(name.isupper() for name in names):  # tables have names in capitals; then the row comes last
        names.append("row")
    # Numba counts an intrinsic's arguments by its signature.
    parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    typed.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return intrinsic(typed)
