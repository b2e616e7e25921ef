"""`compiled(fn)`: the same function as machine code."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import njit
from numba import types as numba_types
from numba.core.errors import NumbaError
from numba.extending import typeof_impl

from gamekit import code_cache, rules
from gamekit.explaining import explained
from gamekit.twins import (
    Twin,
    belongs_to_twin,
    code_objects,
    copy_of,
    family,
    names_used,
    plain_function,
    recursive,
)


class Compiled(Twin):
    """The compiled twin of a function. Call it like the function, from Python or from other compiled code."""

    def __init__(self, function: FunctionType) -> None:
        super().__init__(function)
        self._machine_code: Any = None
        self._rules_version = -1
        self._meanings: list[tuple[FunctionType, dict[str, Any]]] = []

    def __call__(self, *args: Any, **named: Any) -> Any:
        try:
            return self.machine_code(*args, **named)
        except NumbaError as problem:
            raise explained(problem, self.function.__name__) from None

    @property
    def machine_code(self) -> Any:
        """The numba function; built anew after a rule or a function it uses was typed in again."""
        if self._is_outdated():
            self._build()
        return self._machine_code

    def _is_outdated(self) -> bool:
        if self._rules_version != rules.version():
            return True
        return any(
            member.__globals__.get(name) is not meaning
            for member, used in self._meanings
            for name, meaning in used.items()
        )

    def _build(self) -> None:
        members = family(self.function)
        inner = recursive(members)
        copies = {member: copy_of(member, "compiled") for member in members}
        functions = {member: njit(copy, nogil=True) for member, (copy, _) in copies.items()}
        for member, (_, bind) in copies.items():
            bind({name: functions[called] for name, called in members[member].items()})
        # Two functions that call each other must not be loaded one by one, so only simple recursion is kept.
        stamp = code_stamp(members)
        if stamp and len(inner - {self.function}) == 0 and self.function.__closure__ is None:
            copies[self.function][0].cache_stamp = stamp  # type: ignore[attr-defined]
            code_cache.cached(functions[self.function])
        self._machine_code = functions[self.function]
        self._rules_version = rules.version()
        self._meanings = [
            (
                member,
                {name: member.__globals__[name] for name in names_used(member) if name in member.__globals__},
            )
            for member in members
            if not (member.__module__ or "").startswith("gamekit.")  # the kit's own functions do not change
        ]

    def __repr__(self) -> str:
        return f"<compiled {self.function.__qualname__}>"


@typeof_impl.register(Compiled)
def _(twin: Compiled, context: Any) -> Any:
    return numba_types.Dispatcher(twin.machine_code)


def code_stamp(members: dict[FunctionType, dict[str, FunctionType]]) -> str | None:
    """A hash of all that decides the machine code of a function; None where something cannot be hashed.

    Numba looks at a function's bytecode only: a changed constant, or an edited helper in another
    notebook cell, would go unnoticed.
    """
    digest = hashlib.sha256()
    try:
        for member in members:
            digest.update(member.__qualname__.encode())
            for code in code_objects(member.__code__):
                constants = [c for c in code.co_consts if not isinstance(c, CodeType)]
                digest.update(code.co_code + repr((constants, code.co_names, code.co_varnames)).encode())
            digest.update(repr(member.__defaults__).encode())
            for name, meaning in sorted(names_used(member).items(), key=lambda pair: pair[0]):
                digest.update(f"{name}={_identity(meaning)}".encode())
    except TypeError:
        return None
    return digest.hexdigest()[:24]


def _identity(meaning: Any) -> str:
    """A string that changes when the meaning of a name changes."""
    if isinstance(meaning, bool | int | float | complex | str | bytes | type(None) | np.generic):
        return f"{type(meaning).__name__} {meaning!r}"
    if isinstance(meaning, np.ndarray):
        return f"{meaning.dtype} {meaning.shape} {hashlib.sha256(meaning.tobytes()).hexdigest()}"
    if isinstance(meaning, tuple):
        return f"{type(meaning).__qualname__} ({', '.join(map(_identity, meaning))})"
    if isinstance(meaning, ModuleType):
        return f"module {meaning.__name__}"
    if belongs_to_twin(meaning):
        return f"function {plain_function(meaning).__qualname__}"  # its own code is hashed as a member
    if isinstance(meaning, FunctionType | type) or callable(meaning):
        module, name = getattr(meaning, "__module__", None), getattr(meaning, "__qualname__", None)
        if module and name and module.split(".")[0] != "__main__":
            return f"{module}.{name}"
    raise TypeError(f"cannot tell whether {meaning!r} has changed")


def compiled(function: Callable[..., Any]) -> Compiled:
    """The compiled twin of a plain function: same source, same answers, machine code.

    The plain functions it calls are compiled with it. Machine code is kept on disk, so the next
    process starts at once. Works as a decorator too.

    >>> def countdown(n):
    ...     return 0 if n == 0 else 1 + countdown(n - 1)
    >>> compiled(countdown)(1000)
    1000
    """
    return Compiled(plain_function(function))
