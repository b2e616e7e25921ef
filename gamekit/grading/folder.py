"""What the files of a lab's folder say besides its code.

`notebook.py` holds the model answers, which stand nowhere else: it is a list of cells, each below a line
`# %% ...`; a cell with the tag `answer` is a model answer, named by its `grade_id`, and the cell with the tag
`setup` holds what every answer may use. `tasks.md` tells of each task what it is, which parts earn how many
points, and three hints.
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
_PART = re.compile(r"^- (.+) \(([\d.]+)\): (.+)$", re.MULTILINE)
_HINT = re.compile(r"^\d\. (.+)$", re.MULTILINE)


class Part(NamedTuple):
    """A reason for points."""

    name: str
    points: float
    says: str  # for the feedback page: "the value, on plates"


class TaskText(NamedTuple):
    """What is told of a task."""

    says: str
    parts: tuple[Part, ...]
    hints: tuple[str, ...]  # from a nudge to nearly the answer


class Folder(NamedTuple):
    """A lab's folder: its name, the title, the tasks, the model answers, and what they use of the setup."""

    name: str
    title: str
    tasks: dict[str, TaskText]
    given: str
    answers: dict[str, str]


def read_folder(file: str) -> Folder:
    """What the folder of this file says: `read_folder(__file__)`."""
    folder = Path(file).parent
    notebook, tasks = ((folder / name).read_text("utf-8") for name in ("notebook.py", "tasks.md"))
    return Folder(folder.name, *read_tasks(tasks), *read_answers(notebook))


def read_tasks(text: str) -> tuple[str, dict[str, TaskText]]:
    """The title and the tasks, from the text of a `tasks.md`.

    >>> title, tasks = read_tasks("# Circles\\n\\n## area: the area\\n\\n- large (2): large\\n\\n1. Pi?\\n")
    >>> title, tasks["area"].parts, tasks["area"].hints
    ('Circles', (Part(name='large', points=2, says='large'),), ('Pi?',))
    """
    title, *sections = text.removeprefix("# ").split("\n## ")
    tasks = {}
    for section in sections:
        heading, _, told = section.partition("\n")
        name, _, says = heading.partition(": ")
        parts = (
            Part(part, float(points) if "." in points else int(points), reason)
            for part, points, reason in _PART.findall(told)
        )
        tasks[name] = TaskText(says, tuple(parts), tuple(_HINT.findall(told)))
    return title.strip(), tasks


def read_answers(notebook: str) -> tuple[str, dict[str, str]]:
    """What is given and the model answers, from a notebook's source.

    >>> setup = '# %% tags=["setup"]\\nfrom math import pi\\nTWO = 2\\nstart = 0\\n\\n'
    >>> answer = '# %% grade_id="area" tags=["answer"]\\ndef area(r):\\n    ### BEGIN SOLUTION\\n'
    >>> given, answers = read_answers(setup + answer + "    return pi * r**TWO\\n    ### END SOLUTION\\n")
    >>> print(given, answers["area"], sep="", end="")
    from math import pi
    TWO = 2
    def area(r):
        return pi * r**TWO
    """
    setup, answers = "", {}
    for marker, source in cells_of(notebook):
        task = _ANSWER.search(marker)
        if task:
            answers[task[1]] = re.sub(r"^ *### (BEGIN|END) SOLUTION\n", "", source, flags=re.MULTILINE)
        elif '"setup"' in marker:
            setup += source
    return _needed(setup, "".join(answers.values())), answers


def cells_of(notebook: str) -> Iterator[tuple[str, str]]:
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
