"""Where compiled code is kept between runs, and `kernel`, the kit's own `njit`.

Numba's disk cache does not notice when a *callee* in another file changes: it goes on running the old
machine code. So the kit's cache lies in a folder named after a hash of all sources that can be compiled:
change one line and you get a fresh folder. The folder sits in the user's cache folder, never in the
package, so a read-only install works; where nothing can be written, a private temporary folder serves.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import secrets
import shutil
import stat
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from numba import njit
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.errors import NumbaWarning

from gamekit.parts import PACKAGE, part_of, sources

P = ParamSpec("P")
R = TypeVar("R")

FORGET_AFTER_DAYS = 30
# One word on stderr makes nbgrader give a cell 0 points, so numba's advice to programmers stays unsaid.
warnings.filterwarnings("ignore", category=NumbaWarning)


# --- names of machine code -------------------------------------------------------------------------------


def _count_from_a_random_number() -> None:
    """Let numba number compiled functions from a number that no other process begins with.

    Numba tells functions of equal name and argument types apart by counting them: 1, 2, 3, ... in every
    process. (All named tuples of two words are equal to it, and so are all records.) Code that two
    processes have saved may then bear one name, and a third process that loads both runs the wrong one.
    """
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(56))


_count_from_a_random_number()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_count_from_a_random_number)


# --- the folder ------------------------------------------------------------------------------------------


@cache
def source_hash() -> str:
    """A hash of every source that can be compiled: equal sources, equal hash, wherever they lie."""
    digest = hashlib.sha256()
    for path in sources():
        if part_of(path).compiled:
            digest.update(path.encode() + b"\0" + (PACKAGE / path).read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def user_cache_folder() -> Path:
    """The folder for things that may be deleted at any time; `GAMEKIT_CACHE_DIR` overrides it."""
    chosen = os.environ.get("GAMEKIT_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "gamekit" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "gamekit"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gamekit"


def _writable(folder: Path) -> bool:
    """Create the folder if need be and try to write into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _private_folder() -> Path:
    """A temporary folder that nobody else can write to: cache files are executed, so ownership matters."""
    shared = Path(tempfile.gettempdir()) / f"gamekit-{getattr(os, 'getuid', lambda: 'user')()}"
    try:
        shared.mkdir(mode=0o700, exist_ok=True)
        facts = shared.lstat()
        mine = not hasattr(os, "getuid") or facts.st_uid == os.getuid()
        closed = os.name == "nt" or not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if stat.S_ISDIR(facts.st_mode) and mine and closed and _writable(shared):
            return shared
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="gamekit-"))


@cache
def folder() -> Path:
    """The folder of this version's compiled code; it exists and can be written to."""
    try:
        wanted = user_cache_folder() / source_hash()
    except RuntimeError:  # there is no home folder to speak of
        wanted = None
    if wanted is not None:
        is_new = not wanted.exists()
        if _writable(wanted):
            if is_new:
                _forget_old(wanted)
            return wanted
    fallback = _private_folder() / source_hash()
    fallback.mkdir(parents=True, exist_ok=True)
    return fallback


def _forget_old(current: Path) -> None:
    """Remove folders of versions that nobody has used for a month."""
    for other in current.parent.iterdir():
        try:
            stale = time.time() - other.stat().st_mtime > FORGET_AFTER_DAYS * 86400
        except OSError:
            continue
        if other != current and len(other.name) == len(current.name) and stale:
            shutil.rmtree(other, ignore_errors=True)


# --- the cache -------------------------------------------------------------------------------------------


class _Locator(_CacheLocator):  # type: ignore[misc]  # numba has no types
    """Tells numba where a function's files go; the function says what distinguishes it."""

    def __init__(self, py_func: Any) -> None:
        self._stamp = getattr(py_func, "cache_stamp", "") or str(py_func.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        return str(folder())

    def get_source_stamp(self) -> str:
        return source_hash() + self._stamp

    def get_disambiguator(self) -> str:
        return self._stamp

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator:
        return cls(py_func)


class _Files(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _State:
    """What has happened in this process that makes cached code unsafe to save or to load."""

    own_rules_replaced = False  # a notebook re-registered a rule of one of the kit's own types


def forbid_for_this_process() -> None:
    """From now on nothing is loaded from or saved to the disk: the kit's own rules have been changed."""
    _State.own_rules_replaced = True


def is_own(owner: type) -> bool:
    """Is this one of the kit's own classes?"""
    return owner.__module__.split(".")[0] == "gamekit"


def _is_foreign(typ: Any) -> bool:
    """Does this numba type mention a class from outside the kit? Its code may differ tomorrow."""
    owner = getattr(typ, "instance_class", None)
    if owner is not None and not is_own(owner):
        return True
    return any(_is_foreign(part) for part in getattr(typ, "types", ()))


class CodeCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache with four differences, each for a way in which the original fails a notebook.

    - A function that recurses with two signatures is never saved: loading it crashes (numba 6061).
    - Code over classes that were typed into a notebook is never saved: tomorrow they may differ.
    - Two processes that save at once take turns; numba's own numbering lets them overwrite each other.
    - A file that cannot be read or written is the same as no file.
    """

    _impl_class = _Files

    def __init__(self, dispatcher: Any) -> None:
        super().__init__(dispatcher.py_func)
        self._dispatcher = dispatcher
        self._recurses_with_two_signatures = False

    def _usable(self, sig: Any) -> bool:
        arguments = sig.args if hasattr(sig, "args") else sig
        return not (
            _State.own_rules_replaced
            or self._recurses_with_two_signatures
            or any(_is_foreign(typ) for typ in arguments)
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # Asked for a second signature while it compiles the first: the function calls itself with both.
        self._recurses_with_two_signatures |= self._dispatcher._compiling_counter.counter > 1
        if self._usable(sig):
            try:
                return super().load_overload(sig, target_context)
            except Exception:  # a damaged file may raise anything; compiling afresh mends it
                with suppress(OSError):
                    self.flush()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._usable(sig):
            return
        from filelock import FileLock

        lock = FileLock(str(folder() / ".lock"), timeout=30)
        with suppress(OSError), lock:  # full disk, folder gone, lock held for ever: it only costs time
            super().save_overload(sig, data)


def cached(dispatcher: Any) -> Any:
    """Give a numba dispatcher the kit's disk cache."""
    dispatcher._cache = CodeCache(dispatcher)
    return dispatcher


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of the kit: kept on disk, and running without Python's global lock.

    >>> @kernel
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> double(21)
    42
    """
    result: Callable[P, R] = cached(njit(function, nogil=True))
    return result


def helper(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that only other compiled functions call: their cached code contains it."""
    result: Callable[P, R] = njit(function, nogil=True)
    return result


# Helpers for code that runs a hundred million times: LLVM puts an `inlined` one into its caller, a `called`
# one never. Numba lets whatever is first compiled for an inlined caller inherit `forceinline`, so the others
# say no. Choosing so gained the Othello solver 5 %; inlining all takes three times as long to compile.
inlined: Any = njit(forceinline=True, nogil=True)
called: Any = njit(forceinline=False, nogil=True)
