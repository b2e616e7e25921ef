"""The notebook of a lab, with its model answers, from the text in the lab's folder.

A cell's marker says what it is to nbgrader:

    # %% grade_id="setup" tags=["setup"]                    locked; run before everything when graded
    # %% grade_id="alphabeta" tags=["answer"]               the student's code
    # %% grade_id="check-alphabeta" tags=["check"]          locked; visible checks; its points are in tasks.md
    # %% [markdown] grade_id="why" tags=["open"] points=2   an open question, marked by a person
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from gamekit.errors import GamekitError
from gamekit.grading.folder import cells_of, read_tasks
from gamekit.grading.lab import Lab
from gamekit.parts import PACKAGE

# What a kind of cell is to nbgrader: is it graded, is it the student's, is it locked?
KINDS = {
    "setup": {"grade": False, "solution": False, "locked": True},
    "answer": {"grade": False, "solution": True, "locked": False},
    "check": {"grade": True, "solution": False, "locked": True},
    "open": {"grade": True, "solution": True, "locked": False},
}
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_SETTING = re.compile(r'(\w+)=("[^"]*"|\[[^\]]*\]|\d+)')


def write_solutions(labs: list[Lab], target: Path) -> list[str]:
    """Write the notebooks with model answers to a folder; what was done, a line each.

    A file that says something else already is left alone.
    """
    told = []
    for lab in labs:
        path = target / lab.folder / f"{lab.folder}.ipynb"
        text = as_text(source_notebook(PACKAGE / "labs" / lab.folder.replace("-", "_")))
        try:
            if path.exists() and path.read_text(encoding="utf-8") != text:
                told.append(f"yours was kept: {path}")
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise GamekitError(f"{path} cannot be written ({error.strerror})") from None
        told.append(f"made {path}")
    return told


def source_notebook(folder: Path) -> dict[str, Any]:
    """The notebook that a lab's folder makes: nbgrader's source."""
    _, tasks = read_tasks((folder / "tasks.md").read_text("utf-8"))
    sums = {f"check-{name}": sum(part.points for part in task.parts) for name, task in tasks.items()}
    points = {name: int(most) if most == int(most) else most for name, most in sums.items()}
    cells: list[dict[str, Any]] = []
    for marker, source in cells_of((folder / "notebook.py").read_text("utf-8")):
        source = source.rstrip("\n")
        kind = "markdown" if marker.startswith(" [markdown]") else "code"
        if kind == "markdown":
            source = re.sub(r"^# ?", "", source, flags=re.MULTILINE)
        settings = {name: json.loads(value) for name, value in _SETTING.findall(marker)}
        metadata = _metadata(folder.name, settings, points)
        identity = settings.get("grade_id") or _identity(source, {cell["id"] for cell in cells})
        cell = {"cell_type": kind, "id": identity, "metadata": metadata, "source": source.splitlines(True)}
        cells.append(cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []})
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def as_text(notebook: dict[str, Any]) -> str:
    """A notebook as Jupyter writes it."""
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _metadata(lab: str, settings: dict[str, Any], points: dict[str, float]) -> dict[str, Any]:
    tags = settings.get("tags", [])
    kinds = [kind for kind in KINDS if kind in tags]
    if not kinds:
        return {"tags": tags} if tags else {}
    if len(kinds) > 1 or "grade_id" not in settings:
        raise GamekitError(f"{lab}: a cell has one kind and a grade_id: {settings}")
    name = settings["grade_id"]
    facts: dict[str, Any] = {**KINDS[kinds[0]], "grade_id": name, "schema_version": 3, "task": False}
    if facts["grade"]:
        facts["points"] = settings["points"] if kinds[0] == "open" else points[name]
    return {"nbgrader": facts, "tags": tags}


def _identity(source: str, taken: set[str]) -> str:
    """An id that stays what it is: a hash of the text."""
    number = 0
    while True:
        name = hashlib.sha256(f"{number}{source}".encode()).hexdigest()[:8]
        if name not in taken:
            return name
        number += 1
