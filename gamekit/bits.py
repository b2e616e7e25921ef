"""Words of 64 bits: counting, finding and shifting, the same in Python and in compiled code.

A word is an `int` in Python and a `uint64` in compiled code. Every constant is typed (`Bits(1)`),
because numba turns `uint64 + 1` into a float and `uint64 & int64` into a signed number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import overload

from gamekit.llvm import instruction

__all__ = ["ALL", "NONE", "ONE", "Bits", "lowest_square", "mix", "popcount", "squares"]

Bits = np.uint64
NONE = Bits(0)
ONE = Bits(1)
ALL = Bits(0xFFFF_FFFF_FFFF_FFFF)

_NEVER_POISON = ir.Constant(ir.IntType(1), 0)  # count zeros of the word 0 as 64


@instruction(lambda word: types.int64(types.uint64))
def _ctpop(builder: Any, word: Any) -> Any:
    return builder.ctpop(word)


@instruction(lambda word: types.int64(types.uint64))
def _cttz(builder: Any, word: Any) -> Any:
    return builder.cttz(word, _NEVER_POISON)


def popcount(word: int) -> int:
    """How many bits are set.

    >>> popcount(0b1011)
    3
    """
    return int(word).bit_count()


def lowest_square(word: int) -> int:
    """The index of the lowest set bit; 64 where there is none.

    >>> lowest_square(0b1000), lowest_square(0)
    (3, 64)
    """
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


def squares(word: int) -> Iterator[int]:
    """The indices of the set bits, lowest first.

    >>> list(squares(0b1011))
    [0, 1, 3]
    """
    word = int(word)
    while word:
        yield lowest_square(word)
        word &= word - 1


# Numba wants the functions below without types: it compares their signatures letter by letter.


@overload(popcount)
def _(word):  # type: ignore[no-untyped-def]
    return lambda word: _ctpop(word)


@overload(lowest_square)
def _(word):  # type: ignore[no-untyped-def]
    return lambda word: _cttz(word)


@overload(squares)
def _(word):  # type: ignore[no-untyped-def]
    def each(word):  # type: ignore[no-untyped-def]
        rest = Bits(word)
        while rest:
            yield _cttz(rest)
            rest &= rest - ONE

    return each


def mix(word: Any) -> Any:
    """Scatter the bits of a word over the whole word (a bijection): a good hash key from a plain one.

    >>> mix(1) != mix(2), mix(0)
    (True, 0)
    """
    word = int(word)
    for _ in range(2):
        word = ((word ^ (word >> 32)) * int(_ODD)) & int(ALL)
    return word ^ (word >> 32)


_ODD = Bits(0xD6E8_FEB8_6659_FD93)  # odd, so that multiplying by it loses nothing
_HALF = Bits(32)


@overload(mix)
def _(word):  # type: ignore[no-untyped-def]
    def scatter(word):  # type: ignore[no-untyped-def]
        word = Bits(word)
        word = (word ^ (word >> _HALF)) * _ODD
        word = (word ^ (word >> _HALF)) * _ODD
        return word ^ (word >> _HALF)

    return scatter
