"""Words wider than 64 bits for compiled code: 128 or 192 bits that behave like `uint64`.

LLVM computes with integers of any width; numba only shows those up to 64 bits. A `Wide` value shows the
rest to compiled code: `a & b`, `a | b`, `a ^ b`, `~a`, `a + b`, `a - b`, `a * b`, `a == b`, `a << n`,
`a >> n`, `if a`. The same function then runs on one word where a board fits it and on two or three where it
does not, and the type of the word decides which.

Wide values never leave compiled code: Python hands over words of 64 bits and `join` puts them together.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import models, overload, register_model

from gamekit.llvm import instruction

WORD_BITS = 64


class Wide(types.Type):  # type: ignore[misc]  # numba has no types
    """The type of an unsigned integer of that many bits, more than 64."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        super().__init__(name=f"Wide({bits})")


@register_model(Wide)
class WideModel(models.PrimitiveModel):  # type: ignore[misc]
    """In compiled code a Wide is one LLVM integer."""

    def __init__(self, manager: Any, wide: Wide) -> None:
        super().__init__(manager, wide, ir.IntType(wide.bits))


def word_type(bits: int) -> Any:
    """The narrowest word with at least that many bits.

    >>> word_type(49), word_type(70), word_type(156)
    (uint64, Wide(128), Wide(192))
    """
    if bits <= WORD_BITS:
        return types.uint64
    return Wide(-(-bits // WORD_BITS) * WORD_BITS)


def llvm_word(word: Any) -> Any:
    """What LLVM calls a word of this numba type."""
    return ir.IntType(word.bits if isinstance(word, Wide) else word.bitwidth)


# --- operators --------------------------------------------------------------------------------------------
#
# Numba wants the functions of `overload` without types: it compares their signatures letter by letter.


def _on_two_wides(python_operator: Any, name: str) -> None:
    """Give two Wides an operator that is one LLVM instruction."""

    @instruction(lambda left, right: left(left, right))
    def compute(builder: Any, left: Any, right: Any) -> Any:
        return getattr(builder, name)(left, right)

    @overload(python_operator)
    def _(left, right):  # type: ignore[no-untyped-def]
        if isinstance(left, Wide) and left == right:
            return lambda left, right: compute(left, right)


def _shifting(python_operator: Any, name: str) -> None:
    """Give a Wide a shift by an ordinary integer."""

    @instruction(lambda word, step: word(word, step))
    def compute(builder: Any, word: Any, step: Any) -> Any:
        return getattr(builder, name)(word, builder.zext(step, word.type))

    @overload(python_operator)
    def _(word, step):  # type: ignore[no-untyped-def]
        if isinstance(word, Wide) and isinstance(step, types.Integer):
            return lambda word, step: compute(word, step)


for _operator in (operator.and_, operator.or_, operator.xor, operator.add, operator.sub, operator.mul):
    _on_two_wides(_operator, _operator.__name__)  # LLVM has the same names
_shifting(operator.lshift, "shl")
_shifting(operator.rshift, "lshr")


@instruction(lambda left, right: types.boolean(left, right))
def _is_equal(builder: Any, left: Any, right: Any) -> Any:
    return builder.icmp_unsigned("==", left, right)


@instruction(lambda word: types.boolean(word))
def _is_some(builder: Any, word: Any) -> Any:
    return cgutils.is_not_null(builder, word)


@instruction(lambda word: word(word))
def _inverted(builder: Any, word: Any) -> Any:
    return builder.not_(word)


@overload(operator.eq)
def _(left, right):  # type: ignore[no-untyped-def]
    if isinstance(left, Wide) and left == right:
        return lambda left, right: _is_equal(left, right)


@overload(bool)
def _(word):  # type: ignore[no-untyped-def]
    if isinstance(word, Wide):
        return lambda word: _is_some(word)


@overload(operator.invert)
def _(word):  # type: ignore[no-untyped-def]
    if isinstance(word, Wide):
        return lambda word: _inverted(word)


# --- bits -------------------------------------------------------------------------------------------------


@instruction(lambda word: types.int64(word))
def popcount(builder: Any, word: Any) -> Any:
    """How many bits are set, as an int64."""
    return _to_64(builder, builder.ctpop(word))


@instruction(lambda word: types.int64(word))
def lowest_index(builder: Any, word: Any) -> Any:
    """The index of the lowest bit set, as an int64; the word must not be empty."""
    return _to_64(builder, builder.cttz(word, ir.Constant(ir.IntType(1), 1)))


@instruction(lambda word: types.uint64(word))
def low_word(builder: Any, word: Any) -> Any:
    """The lowest 64 bits, as a uint64."""
    return _to_64(builder, word)


@instruction(lambda like, number: like(like, types.uint64))
def same_width(builder: Any, like: Any, number: Any) -> Any:
    """`number` as a word as wide as `like`."""
    return _widened(builder, number, like.type)


@instruction(lambda like, words: like(like, words))
def join(builder: Any, like: Any, words: Any) -> Any:
    """One word as wide as `like` from a tuple of uint64, the lowest first; words beyond its width are cut."""
    return _joined(builder, words, like.type)


@instruction(lambda words: word_type(WORD_BITS * len(words))(words))
def whole(builder: Any, words: Any) -> Any:
    """One word from a tuple of uint64, the lowest first, as wide as all of them."""
    return _joined(builder, words, ir.IntType(WORD_BITS * words.type.count))


@instruction(lambda word: types.UniTuple(types.uint64, llvm_word(word).width // WORD_BITS)(word))
def words_of(builder: Any, word: Any) -> Any:
    """The tuple of uint64 that `whole` makes a word of."""
    places = [ir.Constant(word.type, place) for place in range(0, word.type.width, WORD_BITS)]
    return cgutils.pack_array(builder, [_to_64(builder, builder.lshr(word, place)) for place in places])


def _joined(builder: Any, words: Any, wide: Any) -> Any:
    joined = ir.Constant(wide, 0)
    for place in range(min(words.type.count, wide.width // WORD_BITS)):
        word = _widened(builder, builder.extract_value(words, place), wide)
        joined = builder.or_(joined, builder.shl(word, ir.Constant(wide, WORD_BITS * place)))
    return joined


# --- memory -----------------------------------------------------------------------------------------------


@instruction(lambda like, address, index: like(like, types.uint64, types.uint64))
def load(builder: Any, like: Any, address: Any, index: Any) -> Any:
    """The word number `index` of the block of words at `address`, as wide as `like`."""
    return builder.load(_place(builder, like.type, address, index), align=8)


@instruction(lambda address, index, word: types.void(types.uint64, types.uint64, word))
def store(builder: Any, address: Any, index: Any, word: Any) -> None:
    """Write a word where `load` would find it."""
    builder.store(word, _place(builder, word.type, address, index), align=8)


def _place(builder: Any, width: Any, address: Any, index: Any) -> Any:
    # An array of 64-bit words leaves no gap between elements; LLVM would pad 192 bits to 256.
    element = ir.ArrayType(ir.IntType(WORD_BITS), width.width // WORD_BITS)
    block = builder.inttoptr(address, element.as_pointer())
    return builder.bitcast(builder.gep(block, [index]), width.as_pointer())


def _to_64(builder: Any, number: Any) -> Any:
    return number if number.type.width == WORD_BITS else builder.trunc(number, ir.IntType(WORD_BITS))


def _widened(builder: Any, word: Any, wide: Any) -> Any:
    return word if wide.width == WORD_BITS else builder.zext(word, wide)
