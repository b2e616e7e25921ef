"""Twins of a plain function: the same source in another form, as machine code or as a recorder of its calls.

A search is written once, as a plain recursive function over the rules. A twin is a copy of it whose names
(its own, and those of the plain functions it calls) lead to other copies: compiled ones (`compiling`), or
recording ones (`tracing`). The source itself never mentions compiling or drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import update_wrapper
from types import CellType, CodeType, FunctionType
from typing import Any

from numba.core.dispatcher import Dispatcher

from gamekit.errors import GamekitError


class Twin:
    """A function made from a plain one, in another form."""

    def __init__(self, function: FunctionType) -> None:
        update_wrapper(self, function)  # type: ignore[arg-type]  # a twin is called like its function
        self.function = function


def plain_function(function: Any) -> FunctionType:
    """The plain Python function behind a function, a twin or an `@njit` function."""
    if isinstance(function, Twin):
        return function.function
    if isinstance(function, Dispatcher):
        return plain_function(function.py_func)
    if isinstance(function, FunctionType):
        return function
    raise GamekitError(f"a twin is made of a plain Python function, not of {type(function).__name__}")


def belongs_to_twin(thing: Any) -> bool:
    """Is this something that belongs into the twin: a plain function that is no rule and no library code?"""
    if isinstance(thing, Twin):
        return True
    if isinstance(thing, Dispatcher):
        return belongs_to_twin(thing.py_func)
    return isinstance(thing, FunctionType) and not hasattr(thing, "on") and not _is_numbas(thing)


def _is_numbas(function: FunctionType) -> bool:
    """Functions of numba, NumPy, the bits and the standard library are left as they are."""
    module = function.__module__ or ""
    return module.split(".")[0] in ("numba", "numpy", "math", "random") or module == "gamekit.bits"


def code_objects(code: CodeType) -> Iterator[CodeType]:
    """A function's code and the code nested in it (comprehensions, lambdas)."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_objects(constant)


def names_used(function: FunctionType) -> dict[str, Any]:
    """The outside names a function may use and what they mean now: globals and closure cells."""
    found = {}
    for code in code_objects(function.__code__):
        for name in code.co_names:
            if name in function.__globals__:
                found[name] = function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not filled yet
            continue
    return found


def family(function: FunctionType) -> dict[FunctionType, dict[str, FunctionType]]:
    """Every plain function reached from a function, each with the members it names."""
    members: dict[FunctionType, dict[str, FunctionType]] = {}
    waiting = [function]
    while waiting:
        member = waiting.pop()
        if member in members:
            continue
        calls = {
            name: plain_function(thing)
            for name, thing in names_used(member).items()
            if belongs_to_twin(thing)
        }
        if member.__name__ in _code_names(member) and member.__name__ not in calls:
            calls[member.__name__] = member  # used as a decorator: its name is not bound yet
        members[member] = calls
        waiting.extend(calls.values())
    return members


def _code_names(function: FunctionType) -> set[str]:
    return {name for code in code_objects(function.__code__) for name in code.co_names}


def recursive(members: dict[FunctionType, dict[str, FunctionType]]) -> set[FunctionType]:
    """The members that can come back to themselves."""

    def reaches(start: FunctionType) -> set[FunctionType]:
        seen: set[FunctionType] = set()
        waiting = list(members[start].values())
        while waiting:
            member = waiting.pop()
            if member not in seen:
                seen.add(member)
                waiting.extend(members[member].values())
        return seen

    return {member for member in members if member in reaches(member)}


def copy_of(function: FunctionType, suffix: str) -> tuple[FunctionType, Callable[[dict[str, Any]], None]]:
    """A copy of a function with names of its own, and a function that binds some of them anew."""
    names = dict(function.__globals__)
    cells = tuple(CellType() for _ in function.__closure__ or ())
    for new, old in zip(cells, function.__closure__ or (), strict=True):
        try:
            new.cell_contents = old.cell_contents
        except ValueError:
            continue
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells or None)
    copy.__kwdefaults__, copy.__module__ = function.__kwdefaults__, function.__module__
    copy.__qualname__ = f"{function.__qualname__}_{suffix}"
    places = dict(zip(function.__code__.co_freevars, cells, strict=True))

    def bind(meanings: dict[str, Any]) -> None:
        for name, meaning in meanings.items():
            if name in places:
                places[name].cell_contents = meaning
            else:
                names[name] = meaning

    return copy, bind
