"""The source of a search beside its film: which of its lines act at a step.

The source is read, not run: the line that calls itself, the lines that take an answer up, those that leave
the loop, those that return. So a line is lit by what it is for, in a function of any style.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping
from typing import Any, NamedTuple

from gamekit.widgets.stepper.events import CUT, ENTER, Playback, Step

MOST_LINES = 40


class Code(NamedTuple):
    """The lines of a function, and the numbers (from 0) of those that do each thing."""

    lines: list[str]
    calls: list[list[int]]  # itself, one group a place where it does
    takes: list[list[int]]  # the answer of each such call
    cuts: list[list[int]]  # what leaves the loop of each such call early
    leaf: list[int]  # the first return
    done: list[int]  # the last one


def code_of(name: str, names: Mapping[str, Any]) -> Code | None:
    """The source of the function of this name, if it is among `names` and can be read; else None.

    >>> def lowest(state):
    ...     return 0
    >>> code_of("highest", {"lowest": lowest}) is None
    True
    """
    function = inspect.unwrap(names.get(name, None)) if callable(names.get(name)) else None
    function = getattr(function, "py_func", getattr(function, "function", function))
    try:
        source = textwrap.dedent(inspect.getsource(function))  # type: ignore[arg-type]
        tree = ast.parse(source).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None
    if not isinstance(tree, ast.FunctionDef) or tree.name != name:
        return None
    return read(tree, source.rstrip().split("\n"))


def read(tree: ast.FunctionDef, lines: list[str]) -> Code | None:
    """The lines that act. A docstring is left out; a function that is too long is no help beside a tree."""
    docstring = tree.body[0] if ast.get_docstring(tree) is not None else None
    hidden = set(range(docstring.lineno, (docstring.end_lineno or 0) + 1)) if docstring else set()
    shown = [number for number in range(tree.lineno, len(lines) + 1) if number not in hidden]
    if len(shown) > MOST_LINES:
        return None
    at = {number: place for place, number in enumerate(shown)}

    def span(node: ast.stmt) -> list[int]:
        return [at[number] for number in range(node.lineno, (node.end_lineno or 0) + 1) if number in at]

    calls: list[list[int]] = []
    takes: list[list[int]] = []
    cuts: list[list[int]] = []
    for block in _blocks(tree):
        for place, statement in enumerate(block):
            if isinstance(statement, ast.For | ast.While | ast.If | ast.With) or not _asks(
                statement, tree.name
            ):
                continue
            calls.append(span(statement))
            follow, leave = [], []
            for later in block[place + 1 :]:
                if _asks(later, tree.name):
                    break
                if _leaves(later):
                    leave += span(later)
                else:
                    follow += span(later)
            takes.append(follow or calls[-1])
            cuts.append(leave or takes[-1])
    places = sorted(range(len(calls)), key=lambda place: calls[place])
    calls, takes, cuts = ([of[place] for place in places] for of in (calls, takes, cuts))
    returns = [node for node in ast.walk(tree) if isinstance(node, ast.Return)]
    returns.sort(key=lambda node: node.lineno)
    if not calls or not returns:
        return None
    plain = [node for node in returns if not _asks(node, tree.name)]
    return Code(
        [lines[number - 1] for number in shown],
        calls,
        takes,
        cuts,
        span(plain[0]) if plain else [],
        span(returns[-1]),
    )


def acting(code: Code, film: Playback, step: Step) -> list[int]:
    """The lines that act at a step."""
    if step.kind == ENTER:
        above = film.parent[step.node]
        return [0] if above < 0 else code.calls[_which(code, film, above, step.node)]
    if step.kind == CUT:
        return code.cuts[_which(code, film, step.node, film.children[step.node][-1])]
    if step.at < 0:
        return code.done
    lit = code.takes[_which(code, film, step.at, step.node)]
    return sorted({*code.leaf, *lit}) if film.is_leaf(step.node) else lit


def _which(code: Code, film: Playback, above: int, child: int) -> int:
    """Which of several calls: the other branch for the second player, or a second look at the same move."""
    if len(code.calls) == 1:
        return 0
    if code.takes[0] != code.takes[-1] and any(
        name.lower().startswith(("maxim", "is_max")) for name in film.nodes[above].arguments
    ):
        return 0 if film.movers[above] == 0 else len(code.calls) - 1
    moves = [film.nodes[place].move for place in film.children[above] if place <= child]
    return min(len(code.calls) - 1, max(0, moves.count(moves[-1]) - 1)) if moves else 0


def _blocks(tree: ast.AST) -> list[list[ast.stmt]]:
    found = []
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                found.append(block)
    return found


def _asks(node: ast.AST, name: str) -> bool:
    """Does a statement call the function itself?"""
    return any(
        isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name
        for call in ast.walk(node)
    )


def _leaves(statement: ast.stmt) -> bool:
    """An `if` that ends a loop or the function."""
    return isinstance(statement, ast.If) and any(
        isinstance(node, ast.Break | ast.Return) for node in ast.walk(statement)
    )
