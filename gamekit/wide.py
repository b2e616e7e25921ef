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
from numba.extending import intrinsic, models, overload, register_model

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


def _on_two_wides(python_operator: Any, instruction: str) -> None:
    """Give two Wides an operator that is one LLVM instruction."""

    @intrinsic
    def compute(typing: Any, left: Any, right: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return getattr(builder, instruction)(*arguments)

        return left(left, right), generate

    @overload(python_operator)
    def _(left, right):  # type: ignore[no-untyped-def]
        if isinstance(left, Wide) and left == right:
            return lambda left, right: compute(left, right)


def _shifting(python_operator: Any, instruction: str) -> None:
    """Give a Wide a shift by an ordinary integer."""

    @intrinsic
    def compute(typing: Any, word: Any, step: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return getattr(builder, instruction)(arguments[0], builder.zext(arguments[1], llvm_word(word)))

        return word(word, step), generate

    @overload(python_operator)
    def _(word, step):  # type: ignore[no-untyped-def]
        if isinstance(word, Wide) and isinstance(step, types.Integer):
            return lambda word, step: compute(word, step)


for _operator, _instruction in (
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.xor, "xor"),
    (operator.add, "add"),
    (operator.sub, "sub"),
    (operator.mul, "mul"),
):
    _on_two_wides(_operator, _instruction)
_shifting(operator.lshift, "shl")
_shifting(operator.rshift, "lshr")


@intrinsic
def _is_equal(typing: Any, left: Any, right: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.icmp_unsigned("==", *arguments)

    return types.boolean(left, right), generate


@intrinsic
def _is_some(typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return cgutils.is_not_null(builder, arguments[0])

    return types.boolean(word), generate


@intrinsic
def _inverted(typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.not_(arguments[0])

    return word(word), generate


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


@intrinsic
def popcount(typing: Any, word: Any) -> Any:
    """How many bits are set, as an int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _to_64(builder, builder.ctpop(arguments[0]))

    return types.int64(word), generate


@intrinsic
def lowest_index(typing: Any, word: Any) -> Any:
    """The index of the lowest bit set, as an int64; the word must not be empty."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _to_64(builder, builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1)))

    return types.int64(word), generate


@intrinsic
def low_word(typing: Any, word: Any) -> Any:
    """The lowest 64 bits, as a uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _to_64(builder, arguments[0])

    return types.uint64(word), generate


@intrinsic
def same_width(typing: Any, like: Any, number: Any) -> Any:
    """`number` as a word as wide as `like`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _widened(builder, arguments[1], llvm_word(like))

    return like(like, types.uint64), generate


@intrinsic
def join(typing: Any, like: Any, words: Any) -> Any:
    """One word as wide as `like` from a tuple of uint64, the lowest first; words beyond its width are cut."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = llvm_word(like)
        return _joined(builder, arguments[1], min(len(words), wide.width // WORD_BITS), wide)

    return like(like, words), generate


@intrinsic
def whole(typing: Any, words: Any) -> Any:
    """One word from a tuple of uint64, the lowest first, as wide as all of them."""
    word = word_type(WORD_BITS * len(words))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _joined(builder, arguments[0], len(words), llvm_word(word))

    return word(words), generate


@intrinsic
def words_of(typing: Any, word: Any) -> Any:
    """The tuple of uint64 that `whole` makes a word of."""
    words = types.UniTuple(types.uint64, llvm_word(word).width // WORD_BITS)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = [
            _to_64(builder, builder.lshr(arguments[0], ir.Constant(arguments[0].type, WORD_BITS * place)))
            for place in range(len(words))
        ]
        return context.make_tuple(builder, words, parts)

    return words(word), generate


def _joined(builder: Any, words: Any, count: int, wide: Any) -> Any:
    joined = ir.Constant(wide, 0)
    for place in range(count):
        word = _widened(builder, builder.extract_value(words, place), wide)
        joined = builder.or_(joined, builder.shl(word, ir.Constant(wide, WORD_BITS * place)))
    return joined


# --- memory -----------------------------------------------------------------------------------------------


@intrinsic
def load(typing: Any, like: Any, address: Any, index: Any) -> Any:
    """The word number `index` of the block of words at `address`, as wide as `like`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(builder, like, *arguments[1:]), align=8)

    return like(like, types.uint64, types.uint64), generate


@intrinsic
def store(typing: Any, address: Any, index: Any, word: Any) -> Any:
    """Write a word where `load` would find it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _place(builder, word, *arguments[:2]), align=8)

    return types.void(types.uint64, types.uint64, word), generate


def _place(builder: Any, word: Any, address: Any, index: Any) -> Any:
    # An array of 64-bit words leaves no gap between elements; LLVM would pad 192 bits to 256.
    width = llvm_word(word)
    element = ir.ArrayType(ir.IntType(WORD_BITS), width.width // WORD_BITS)
    block = builder.inttoptr(address, element.as_pointer())
    return builder.bitcast(builder.gep(block, [index]), width.as_pointer())


def _to_64(builder: Any, number: Any) -> Any:
    return number if number.type.width == WORD_BITS else builder.trunc(number, ir.IntType(WORD_BITS))


def _widened(builder: Any, word: Any, wide: Any) -> Any:
    return word if wide.width == WORD_BITS else builder.zext(word, wide)
