"""More than one core: threads that search the same position and share a table.

Every thread searches the whole position, each in an order of its own where order hardly matters, and who
has the answer first gives it. What one has found the others find in the table: each does a part of the work.

Nobody locks the table. An entry is four words, the position and what is known of it. Each word is written at
once, but not the four together: a reader may meet a *torn* entry, half of one writer and half of another. So
the position is *sealed*: its words are stored mixed with a word made of all the rest. With other content than
it was sealed with, what comes out is no position that anybody looks for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba import types

from gamekit.bits import Bits
from gamekit.code_cache import inlined
from gamekit.errors import BadText
from gamekit.llvm import instruction

MOST_THREADS = 256
ENTRY_BYTES = 32
_ODD, _OTHER_ODD = Bits(0x9E37_79B9_7F4A_7C15), Bits(0xC2B2_AE3D_27D4_EB4F)
_HALF, _WORD = Bits(32), Bits(8)
_I64 = ir.IntType(64)


@instruction(lambda address: types.uint64(types.uint64))
def load_word(builder: Any, address: Any) -> Any:
    """The word at an address, read once and as a whole."""
    return builder.load_atomic(builder.inttoptr(address, _I64.as_pointer()), "monotonic", 8)


@instruction(lambda address, word: types.void(types.uint64, types.uint64))
def store_word(builder: Any, address: Any, word: Any) -> None:
    """Write a word at an address as a whole."""
    builder.store_atomic(word, builder.inttoptr(address, _I64.as_pointer()), "monotonic", 8)


@inlined
def _seal(known: Any, more: Any) -> Any:
    """Two words that differ, as good as always, where the content differs."""
    word = known * _ODD ^ more * _OTHER_ODD
    return word, word << _HALF | word >> _HALF


@inlined
def read_entry(address: Any) -> Any:
    """(one, two, known, more): a position and what is known of it; a torn entry shows no real position."""
    one, two = load_word(address), load_word(address + _WORD)
    known, more = load_word(address + _WORD * Bits(2)), load_word(address + _WORD * Bits(3))
    seal, other_seal = _seal(known, more)
    return one ^ seal, two ^ other_seal, known, more


@inlined
def write_entry(address: Any, one: Any, two: Any, known: Any, more: Any) -> None:
    """Write an entry; others may read and write it meanwhile."""
    seal, other_seal = _seal(known, more)
    store_word(address, one ^ seal)
    store_word(address + _WORD, two ^ other_seal)
    store_word(address + _WORD * Bits(2), known)
    store_word(address + _WORD * Bits(3), more)


@inlined
def copy_entry(source: Any, target: Any) -> None:
    """Copy an entry as it is: one that is torn stays torn."""
    for number in range(4):
        store_word(target + _WORD * Bits(number), load_word(source + _WORD * Bits(number)))


def check_threads(threads: int) -> int:
    """The number of threads, where it is one.

    >>> check_threads(2)
    2
    """
    if not (isinstance(threads, int) and 1 <= threads <= MOST_THREADS):
        raise BadText(f"a search has 1 to {MOST_THREADS} threads, not {threads}")
    return threads


@contextmanager
def after(seconds: float | None, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` if the body takes longer than so many seconds; None is no limit."""
    if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds < threading.TIMEOUT_MAX):
        raise BadText(f"a limit of time is a number of seconds above 0, not {seconds!r}")
    timer = None if seconds is None else threading.Timer(seconds, stop)
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        yield
    finally:
        if timer is not None:
            timer.cancel()


@contextmanager
def beside(helpers: Iterable[Callable[[], None]], stop: Callable[[], None]) -> Iterator[None]:
    """Run helpers, each in a thread of its own, while the body runs; then `stop` must end them."""
    running = [threading.Thread(target=helper, daemon=True) for helper in helpers]
    for thread in running:
        thread.start()
    try:
        yield
    finally:
        if running:
            stop()
        for thread in running:
            thread.join()
