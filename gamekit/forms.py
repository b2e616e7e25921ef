"""Twins of one text: `compiled(fn)` runs it as machine code, `trace(fn)` records what it does.

A search is written once, as a plain recursive function over the rules. Its twins are copies whose names
(its own, and those of the plain functions it calls) lead to compiled or recording copies. The text
itself never mentions compiling or drawing.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import update_wrapper
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import njit
from numba import types as numba_types
from numba.core.dispatcher import Dispatcher
from numba.extending import typeof_impl

from gamekit import code_cache, rules
from gamekit.errors import GamekitError

# --- which functions belong to a text ---------------------------------------------------------------------


def plain_text(function: Any) -> FunctionType:
    """The plain Python function behind a function, a twin or an `@njit` function."""
    if isinstance(function, Compiled | Traced):
        return function.text
    if isinstance(function, Dispatcher):
        return plain_text(function.py_func)
    if isinstance(function, FunctionType):
        return function
    raise GamekitError(f"a twin is made of a plain Python function, not of {type(function).__name__}")


def _is_text(thing: Any) -> bool:
    """Is this something that belongs into the twin: a plain function that is no rule and no library code?"""
    if isinstance(thing, Compiled | Traced):
        return True
    if isinstance(thing, Dispatcher):
        return _is_text(thing.py_func)
    return isinstance(thing, FunctionType) and not hasattr(thing, "on") and not _is_numbas(thing)


def _is_numbas(function: FunctionType) -> bool:
    """Functions of numba, NumPy, the bits and the standard library are left as they are."""
    module = function.__module__ or ""
    return module.split(".")[0] in ("numba", "numpy", "math", "random") or module == "gamekit.bits"


def _code_objects(code: CodeType) -> Iterator[CodeType]:
    """A function's code and the code nested in it (comprehensions, lambdas)."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_objects(constant)


def _names_used(text: FunctionType) -> dict[str, Any]:
    """The outside names a function may use and what they mean now: globals and closure cells."""
    found = {}
    for code in _code_objects(text.__code__):
        for name in code.co_names:
            if name in text.__globals__:
                found[name] = text.__globals__[name]
    for name, cell in zip(text.__code__.co_freevars, text.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not filled yet
            continue
    return found


def _family(text: FunctionType) -> dict[FunctionType, dict[str, FunctionType]]:
    """Every plain function reached from a text, each with the members it names."""
    members: dict[FunctionType, dict[str, FunctionType]] = {}
    waiting = [text]
    while waiting:
        member = waiting.pop()
        if member in members:
            continue
        calls = {name: plain_text(thing) for name, thing in _names_used(member).items() if _is_text(thing)}
        if member.__name__ in _code_names(member) and member.__name__ not in calls:
            calls[member.__name__] = member  # used as a decorator: its name is not bound yet
        members[member] = calls
        waiting.extend(calls.values())
    return members


def _code_names(text: FunctionType) -> set[str]:
    return {name for code in _code_objects(text.__code__) for name in code.co_names}


def _recursive(members: dict[FunctionType, dict[str, FunctionType]]) -> set[FunctionType]:
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


def _copy(text: FunctionType, suffix: str) -> tuple[FunctionType, Callable[[dict[str, Any]], None]]:
    """A copy of a function with names of its own, and a function that binds some of them anew."""
    names = dict(text.__globals__)
    cells = tuple(CellType() for _ in text.__closure__ or ())
    for new, old in zip(cells, text.__closure__ or (), strict=True):
        try:
            new.cell_contents = old.cell_contents
        except ValueError:
            continue
    copy = FunctionType(text.__code__, names, text.__name__, text.__defaults__, cells or None)
    copy.__kwdefaults__, copy.__module__ = text.__kwdefaults__, text.__module__
    copy.__qualname__ = f"{text.__qualname__}_{suffix}"
    places = dict(zip(text.__code__.co_freevars, cells, strict=True))

    def bind(meanings: dict[str, Any]) -> None:
        for name, meaning in meanings.items():
            if name in places:
                places[name].cell_contents = meaning
            else:
                names[name] = meaning

    return copy, bind


# --- compiled ---------------------------------------------------------------------------------------------


class Compiled:
    """The compiled twin of a text. Call it like the text, from Python or from other compiled code."""

    def __init__(self, text: FunctionType) -> None:
        update_wrapper(self, text)
        self.text = text
        self._machine_code: Any = None
        self._rules_version = -1
        self._meanings: list[tuple[FunctionType, dict[str, Any]]] = []

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.machine_code(*args, **named)

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
        members = _family(self.text)
        recursive = _recursive(members)
        copies = {member: _copy(member, "compiled") for member in members}
        functions = {member: njit(copy, nogil=True) for member, (copy, _) in copies.items()}
        for member, (_, bind) in copies.items():
            bind({name: functions[called] for name, called in members[member].items()})
        # Two functions that call each other must not be loaded one by one, so only simple recursion is kept.
        stamp = _stamp(members)
        if stamp and len(recursive - {self.text}) == 0 and self.text.__closure__ is None:
            copies[self.text][0].cache_stamp = stamp  # type: ignore[attr-defined]
            code_cache.cached(functions[self.text])
        self._machine_code = functions[self.text]
        self._rules_version = rules.version()
        self._meanings = [
            (
                member,
                {
                    name: member.__globals__[name]
                    for name in _names_used(member)
                    if name in member.__globals__
                },
            )
            for member in members
            if not (member.__module__ or "").startswith("gamekit.")  # the kit's own functions do not change
        ]

    def __repr__(self) -> str:
        return f"<compiled {self.text.__qualname__}>"


@typeof_impl.register(Compiled)
def _(twin: Compiled, context: Any) -> Any:
    return numba_types.Dispatcher(twin.machine_code)


def _stamp(members: dict[FunctionType, dict[str, FunctionType]]) -> str | None:
    """A hash of all that decides the machine code of a text; None where something cannot be hashed.

    Numba looks at a function's bytecode only: a changed constant, or an edited helper in another
    notebook cell, would go unnoticed.
    """
    digest = hashlib.sha256()
    try:
        for member in members:
            digest.update(member.__qualname__.encode())
            for code in _code_objects(member.__code__):
                constants = [c for c in code.co_consts if not isinstance(c, CodeType)]
                digest.update(code.co_code + repr((constants, code.co_names, code.co_varnames)).encode())
            digest.update(repr(member.__defaults__).encode())
            for name, meaning in sorted(_names_used(member).items(), key=lambda pair: pair[0]):
                digest.update(f"{name}={_identity(meaning)}".encode())
    except TypeError:
        return None
    return digest.hexdigest()[:24]


def _identity(meaning: Any) -> str:
    """A text that changes when the meaning of a name changes."""
    if isinstance(meaning, bool | int | float | complex | str | bytes | type(None) | np.generic):
        return f"{type(meaning).__name__} {meaning!r}"
    if isinstance(meaning, np.ndarray):
        return f"{meaning.dtype} {meaning.shape} {hashlib.sha256(meaning.tobytes()).hexdigest()}"
    if isinstance(meaning, tuple):
        return f"{type(meaning).__qualname__} ({', '.join(map(_identity, meaning))})"
    if isinstance(meaning, ModuleType):
        return f"module {meaning.__name__}"
    if _is_text(meaning):
        return f"function {plain_text(meaning).__qualname__}"  # its own text is hashed as a member
    if isinstance(meaning, FunctionType | type) or callable(meaning):
        module, name = getattr(meaning, "__module__", None), getattr(meaning, "__qualname__", None)
        if module and name and module.split(".")[0] != "__main__":
            return f"{module}.{name}"
    raise TypeError(f"cannot tell whether {meaning!r} has changed")


def compiled(function: Callable[..., Any]) -> Compiled:
    """The compiled twin of a plain function: same text, same answers, machine code.

    The plain functions it calls are compiled with it. Machine code is kept on disk, so the next
    process starts at once. Works as a decorator too.

    >>> def countdown(n):
    ...     return 0 if n == 0 else 1 + countdown(n - 1)
    >>> compiled(countdown)(1000)
    1000
    """
    return Compiled(plain_text(function))


# --- traced -----------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Node:
    """One call of a search: a node of the tree it walked."""

    number: int  # order of visits; the root is 0
    function: str
    arguments: dict[str, Any]
    move: Any = None  # the move that led here; None at the root
    state: Any = None  # the state it was called with; None where there is none
    value: Any = None  # what it returned
    children: list[Node] = field(default_factory=list)
    pruned: list[Any] = field(default_factory=list)  # moves on offer that nobody looked at

    def __repr__(self) -> str:
        name = "root" if self.move is None or self.state is None else f"move {self.move}"
        return f"<node {self.number}: {name}, value {self.value}, {len(self.children)} children>"

    def count(self) -> int:
        """How many nodes there are from here down, this one included."""
        return 1 + sum(child.count() for child in self.children)


@dataclass(eq=False)
class Trace:
    """What a search did: its value and every node in the order of visits."""

    value: Any
    root: Node
    nodes: list[Node]

    def __len__(self) -> int:
        return len(self.nodes)

    def __str__(self) -> str:
        from gamekit.draw.text import tree_text

        return tree_text(self)

    def _repr_svg_(self) -> str | None:
        from gamekit.draw.trees import tree

        return tree(self).svg or None

    def __repr__(self) -> str:
        pruned = sum(len(node.pruned) for node in self.nodes)
        return (
            f"<trace of {self.root.function}: value {self.value}, {len(self)} nodes, {pruned} moves pruned>"
        )


class Traced:
    """The recording twin of a text: call it like the text and get a `Trace`."""

    def __init__(self, text: FunctionType, limit: int) -> None:
        update_wrapper(self, text)
        self.text = text
        self.limit = limit

    def __call__(self, *args: Any, **named: Any) -> Trace:
        recorder = _Recorder(self.text, self.limit)
        value = recorder.run(*args, **named)
        return Trace(value, recorder.nodes[0], recorder.nodes)

    def __repr__(self) -> str:
        return f"<traced {self.text.__qualname__}>"


class _Recorder:
    """Runs a copy of a text whose recursive calls, and whose `play`, go through it."""

    def __init__(self, text: FunctionType, limit: int) -> None:
        self.nodes: list[Node] = []
        self._path: list[Node] = []
        self._limit = limit
        self._played: list[tuple[Any, Any]] = []  # (state, move) of recent plays, newest last
        members = _family(text)
        recorded = _recursive(members) | {text}
        copies = {member: _copy(member, "traced") for member in members}
        functions: dict[FunctionType, Any] = {
            member: self._recording(copy) if member in recorded else copy
            for member, (copy, _) in copies.items()
        }
        for member, (_, bind) in copies.items():
            meanings = {name: functions[called] for name, called in members[member].items()}
            for name, thing in _names_used(member).items():
                if thing is rules.play:
                    meanings[name] = self._play
            bind(meanings)
        self.run = functions[text]

    def _play(self, state: Any, move: Any) -> Any:
        child = rules.play(state, move)
        self._played.append((child, move))
        del self._played[:-64]  # the call that follows is about one of the latest
        return child

    def _recording(self, copy: FunctionType) -> Callable[..., Any]:
        signature = inspect.signature(copy)

        def call(*args: Any, **named: Any) -> Any:
            if len(self.nodes) >= self._limit:
                raise GamekitError(
                    f"the search visits more than {self._limit:,} nodes: search less deep, or raise limit="
                )
            bound = signature.bind(*args, **named)
            bound.apply_defaults()
            state = next((v for v in bound.arguments.values() if rules.moves.knows(type(v))), None)
            move = self._move_to(state)
            kept = rules.snapshot(state) if state is not None else None
            arguments = {name: kept if v is state else v for name, v in bound.arguments.items()}
            node = Node(len(self.nodes), copy.__name__, arguments, move, kept)
            self.nodes.append(node)
            if self._path:
                self._path[-1].children.append(node)
            self._path.append(node)
            try:
                node.value = copy(*args, **named)
            finally:
                self._path.pop()
            node.pruned = _never_visited(node)
            return node.value

        return call

    def _move_to(self, state: Any) -> Any:
        """Which move led to this state? The newest `play` that made this very object."""
        if state is None or not self._path:
            return None
        return next((move for child, move in reversed(self._played) if child is state), None)


def _never_visited(node: Node) -> list[Any]:
    """The moves on offer that no child took; none at a leaf, where nobody asked for moves."""
    if node.state is None or not any(child.move is not None for child in node.children):
        return []
    visited = {child.move for child in node.children}
    return [move for move in rules.moves(node.state) if move not in visited]


def trace(function: Callable[..., Any], limit: int = 1_000_000) -> Traced:
    """The recording twin of a plain recursive function: each call of it becomes a node of a tree.

    Nodes keep their arguments, value, order of visits and the moves that were never looked at.

    >>> from gamekit import is_over, moves, play, score
    >>> from gamekit.games import plates
    >>> def negamax(state):
    ...     if is_over(state):
    ...         return score(state)
    ...     return max(-negamax(play(state, move)) for move in moves(state))
    >>> trace(negamax)(plates.start())
    <trace of negamax: value 20, 31 nodes, 0 moves pruned>
    """
    return Traced(plain_text(function), limit)
