"""The model answers of a lab, read from its notebook: they stand nowhere else.

A lab's `notebook.py` is a list of cells, each below a line `# %% ...`. A cell with the tag `answer` is a
model answer, named by its `grade_id`; the cell with the tag `setup` holds what every answer may use.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import gamekit

_ANSWER = re.compile(r'grade_id="(\w+)" tags=\["answer"\]')


class Models(NamedTuple):
    """The model answers by task, in the notebook's order, and what they use of the setup that is given."""

    given: str
    answers: dict[str, str]


def models_beside(file: str) -> Models:
    """The models of the lab in whose folder this file lies: `models_beside(__file__)`."""
    return read_models((Path(file).parent / "notebook.py").read_text(encoding="utf-8"))


def read_models(notebook: str) -> Models:
    """The models of a notebook's source.

    >>> setup = '# %% tags=["setup"]\\nfrom math import pi\\nTWO = 2\\nstart = 0\\n\\n'
    >>> answer = '# %% grade_id="area" tags=["answer"]\\ndef area(r):\\n    ### BEGIN SOLUTION\\n'
    >>> given, answers = read_models(setup + answer + "    return pi * r**TWO\\n    ### END SOLUTION\\n")
    >>> print(given, answers["area"], sep="", end="")
    from math import pi
    TWO = 2
    def area(r):
        return pi * r**TWO
    """
    setup, answers = "", {}
    for marker, source in _cells(notebook):
        task = _ANSWER.search(marker)
        if task:
            answers[task[1]] = re.sub(r"^ *### (BEGIN|END) SOLUTION\n", "", source, flags=re.MULTILINE)
        elif '"setup"' in marker:
            setup += source
    return Models(_needed(setup, "".join(answers.values())), answers)


def _cells(notebook: str) -> Iterator[tuple[str, str]]:
    """(marker, source) of each cell; what stands before the first marker belongs to none."""
    for cell in re.split(r"^# %%", notebook, flags=re.MULTILINE)[1:]:
        marker, _, source = cell.partition("\n")
        yield marker, source.strip("\n") + "\n"


def _needed(setup: str, answers: str) -> str:
    """The statements of the setup that the answers use, themselves or by way of others.

    The kit's own names are there anyway. What the notebook needs besides, pictures and widgets, is left out.
    """
    used, kept = _globals(compile(answers, "<answers>", "exec")), ""
    for statement in reversed(ast.parse(setup).body):
        if _defined(statement) & used - set(gamekit.__all__):
            source = ast.unparse(statement)
            kept = f"{source}\n{kept}"
            used |= _globals(compile(source, "<setup>", "exec"))
    return kept


def _globals(code: CodeType) -> set[str]:
    """The names that code and the functions in it look up outside of themselves (and some attributes)."""
    inner = (_globals(each) for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*inner)


def _defined(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in statement.names}
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
