"""`trace(fn)`: the same function, with each of its calls recorded as a node of a tree."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from gamekit import rules
from gamekit.errors import GamekitError
from gamekit.twins import Twin, copy_of, family, names_used, plain_function, recursive


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

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from gamekit.draw.trees import tree

        return tree(self)._repr_mimebundle_() | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        pruned = sum(len(node.pruned) for node in self.nodes)
        return (
            f"<trace of {self.root.function}: value {self.value}, {len(self)} nodes, {pruned} moves pruned>"
        )


class Traced(Twin):
    """The recording twin of a function: call it like the function and get a `Trace`."""

    def __init__(self, function: FunctionType, limit: int) -> None:
        super().__init__(function)
        self.limit = limit

    def __call__(self, *args: Any, **named: Any) -> Trace:
        recorder = _Recorder(self.function, self.limit)
        value = recorder.run(*args, **named)
        return Trace(value, recorder.nodes[0], recorder.nodes)

    def __repr__(self) -> str:
        return f"<traced {self.function.__qualname__}>"


class _Recorder:
    """Runs a copy of a function whose recursive calls, and whose `play`, go through it."""

    def __init__(self, function: FunctionType, limit: int) -> None:
        self.nodes: list[Node] = []
        self._path: list[Node] = []
        self._limit = limit
        self._played: list[tuple[Any, Any]] = []  # (state, move) of recent plays, newest last
        members = family(function)
        recorded = recursive(members) | {function}
        copies = {member: copy_of(member, "traced") for member in members}
        functions: dict[FunctionType, Any] = {
            member: self._recording(copy) if member in recorded else copy
            for member, (copy, _) in copies.items()
        }
        for member, (_, bind) in copies.items():
            meanings = {name: functions[called] for name, called in members[member].items()}
            for name, thing in names_used(member).items():
                if thing is rules.play:
                    meanings[name] = self._play
            bind(meanings)
        self.run = functions[function]

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
    return Traced(plain_function(function), limit)
