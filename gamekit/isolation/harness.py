"""The child's side of grading: run the student's cells, then answer questions, one at a time.

The student's code runs in the same process and can change anything in it, this file included. So nothing
here is a secret and nothing here decides: the child only answers, the grader judges.
"""

from __future__ import annotations

import builtins
import random
import sys
import types
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from gamekit.isolation.cells import prepare
from gamekit.isolation.wire import Wire

MOST_REMARKS, MOST_LETTERS = 12, 300


def converse(wire: Wire, kinds: str) -> None:
    """Say that all is ready, receive the cells and run them, then answer until the grader hangs up.

    `kinds` names a module whose `kind(name)` is a function of (the student's function, the case).

    The first message is `{"cells": [[name, kind, source], ...]}`; a kind is `setup` (the lab's own cell,
    whose failures are not the student's), `answer`, or `extra` (definitions only). The reply is
    `{"remarks": [...]}`. Then `{"nonce", "function", "kind", "case"}` is answered by `{"nonce", "answer"}`,
    or by `{"nonce", "error": type, "where": [cell, line]}`, or by `{"nonce", "missing": true}`.
    """
    wire.send({"ready": True})  # the last word before a student's: what comes later proves nothing
    first = wire.receive()
    space, known = _notebook_space(), import_module(kinds)
    known.wire = wire  # type: ignore[attr-defined]
    kind = known.kind
    wire.send({"remarks": run_cells(space, first["cells"])})
    while True:
        question = wire.receive()
        wire.send({"nonce": question["nonce"], **answer(space.get(question["function"]), question, kind)})


def answer(function: Any, question: dict[str, Any], kind: Callable[[str], Any]) -> dict[str, Any]:
    """Answer one question with the student's function."""
    if not callable(function):
        return {"missing": True}
    random.seed(0)  # a function that draws lots answers the same each time it is graded
    np.random.seed(0)
    try:
        return {"answer": kind(question["kind"])(function, question["case"])}
    except BaseException as error:
        return {"error": _kind(error), "where": _where(error)}


def _notebook_space() -> dict[str, Any]:
    """Names as a notebook has them at its start."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    builtins.input = _nobody_answers
    # Cells that check themselves go on; the grader asks its own questions.
    from gamekit import grading  # which loads nothing by itself

    for name in ("check", "hint", "look"):
        vars(grading)[name] = _not_now
    random.seed(0)
    np.random.seed(0)
    return module.__dict__


def _nobody_answers(prompt: object = "") -> str:
    raise EOFError("input() asks a person, and nobody is there while grading")


def _not_now(*_: object, **__: object) -> None:
    """Stands in for `check` and its kin while grading."""


def run_cells(space: dict[str, Any], cells: list[list[str]]) -> list[str]:
    """Run the cells' statements one by one; what went wrong, in sentences."""
    remarks: list[str] = []
    for name, kind, source in cells:
        prepared = prepare(name, source, only_definitions=kind == "extra")
        if kind != "setup":
            remarks += prepared.remarks
        for statement in prepared.statements:
            try:
                exec(statement, space)
            except BaseException as error:
                if kind == "answer" or (kind == "extra" and isinstance(error, NameError | ImportError)):
                    at = _where(error)
                    line = f", line {at[1]}" if at else ""
                    remarks.append(f"cell {name}{line}: {type(error).__name__}: {_message(error)}")
    return [str(remark)[:MOST_LETTERS] for remark in remarks[:MOST_REMARKS]]


def _message(error: BaseException) -> str:
    try:
        return str(error).split("\n")[0]
    except BaseException:
        return "(its message cannot be shown)"


def _kind(error: BaseException) -> str:
    """The name of a built-in exception; a class of the student's own could be named after the question."""
    for kind in type(error).__mro__:
        if kind.__module__ == "builtins" or kind.__module__.startswith(("numba.", "gamekit.")):
            return str(kind.__name__)
    return "Exception"


def _where(error: BaseException) -> list[Any] | None:
    """The innermost cell and line that the error passed through."""
    found: list[Any] | None = None
    trace, steps = error.__traceback__, 0
    while trace is not None and steps < 100_000:
        name = trace.tb_frame.f_code.co_filename
        if name.startswith("<cell "):
            found = [name[6:-1], trace.tb_lineno]
        trace, steps = trace.tb_next, steps + 1
    return found
