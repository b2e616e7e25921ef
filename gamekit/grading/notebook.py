"""Read a submitted notebook: which cells are the answers, and what is odd about it.

The file may be anything, so it is read as plain JSON and every step may find something else than it hoped
for. What matters is in the cells whose `grade_id` the released notebook has; the rest is remarks. No code of
a student is even parsed here: that happens in the sandbox.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from keyword import iskeyword
from pathlib import Path
from typing import Any

from gamekit.files import as_text, cells_of, read_notebook, source_of
from gamekit.grading.lab import Lab, Task, released_file

MOST_CODE = 2**20  # of all code cells together

Cell = tuple[str, str, str]  # name, kind (setup, answer, extra), source


@dataclass(frozen=True)
class Release:
    """The notebook that students were given."""

    setup: tuple[tuple[str, str], ...]  # (grade_id, source) of the cells that prepare the ground
    stubs: dict[str, str]  # the answer cells as they were handed out
    locked: dict[str, str]  # cells that nobody should change


@dataclass
class Work:
    """What a student handed in, ready to be run."""

    cells: list[Cell] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    untouched: set[str] = field(default_factory=set)
    readable: bool = True


def released(lab: Lab) -> Release:
    """The released notebook of a lab, from `exercises/`."""
    return _released(released_file(lab))


@cache
def _released(path: Path) -> Release:
    document = json.loads(path.read_text(encoding="utf-8"))
    setup, stubs, locked = [], {}, {}
    for cell in document["cells"]:
        grade_id, source = _grade_id(cell), source_of(cell) or ""
        if grade_id is None:
            continue
        if cell["metadata"]["nbgrader"]["solution"]:
            if cell["cell_type"] == "code":
                stubs[grade_id] = source
        else:
            locked[grade_id] = source
            if "setup" in cell["metadata"].get("tags", []):
                setup.append((grade_id, source))
    return Release(tuple(setup), stubs, locked)


def read(data: bytes, release: Release) -> Work:
    """The cells to run and what there is to say; whatever the bytes are, there is an answer.

    >>> read(b"%PDF-1.4", Release((), {}, {})).remarks
    ['the file is no notebook: it is not JSON']
    """
    work = Work()
    document = read_notebook(as_text(data, work.remarks), work.remarks)
    if document is None:
        work.readable = False
        return work
    _look_at_kernel(document, work)
    _choose(cells_of(document, work.remarks), release, work)
    return work


_TOKEN = re.compile(r"""#[^\n]*|(\"{3}|'{3}).*?\1|"[^"\n]*"|'[^'\n]*'|[^\W\d]\w*|[\w.]+|[^\w\s]""", re.DOTALL)
LEAST_COPIED = 60  # tokens: short answers are alike by themselves


def is_copy(work: Work, task: Task) -> bool:
    """Is this answer the model's, which every student has, whatever its names, comments and blanks?"""
    wanted = normalised(task.library.folder.answers[task.name])
    sources = (source for name, kind, source in work.cells if name == task.name and kind == "answer")
    return len(wanted) >= LEAST_COPIED and any(normalised(source) == wanted for source in sources)


def normalised(source: str) -> list[str]:
    """The tokens of a source without comments and long strings, each name as the number of its first place.

    >>> normalised("def f(a):  # twice\\n    return a + a") == normalised("def  g(b): return b+b")
    True
    """
    known: dict[str, str] = {}
    found = []
    for match in _TOKEN.finditer(source):
        token = match[0]
        if token[0] == "#" or match[1]:
            continue
        is_name = token.isidentifier() and not iskeyword(token)
        found.append(known.setdefault(token, f"${len(known)}") if is_name else token)
    return found


def _grade_id(cell: dict[str, Any]) -> str | None:
    metadata = cell.get("metadata")
    ours = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = ours.get("grade_id") if isinstance(ours, dict) else None
    return name if isinstance(name, str) else None


def _look_at_kernel(document: dict[str, Any], work: Work) -> None:
    metadata = document.get("metadata")
    spec = metadata.get("kernelspec") if isinstance(metadata, dict) else None
    if isinstance(spec, dict):
        language, name = spec.get("language", "python"), spec.get("name", "python3")
        if str(language).lower() != "python" and not str(name).lower().startswith("python"):
            work.remarks.append(f"the notebook names the kernel {str(name)[:40]!r}; it was run with Python")


def _choose(cells: list[dict[str, Any]], release: Release, work: Work) -> None:
    """Fill in what to run: the lab's own setup, then answers and the student's other cells in their order."""
    places: dict[str, list[int]] = {}
    for place, cell in enumerate(cells):
        name = _grade_id(cell)
        if name is not None:
            places.setdefault(name, []).append(place)

    chosen: dict[int, str] = {}  # which cell is which answer
    for name, stub in release.stubs.items():
        candidates = [place for place in places.get(name, []) if cells[place].get("cell_type") == "code"]
        worked_on = [place for place in candidates if source_of(cells[place]) != stub]
        if len(places.get(name, [])) > 1:
            work.remarks.append(
                f"there are {len(places[name])} cells {name}; the last one with work in it counts"
            )
        if not places.get(name):
            work.remarks.append(f"the cell {name} is missing; its function was looked for in the other cells")
        elif not candidates:
            work.remarks.append(f"the cell {name} is no code cell any more")
        elif not worked_on:
            work.untouched.add(name)
            work.remarks.append(f"{name}: nothing was written")
        else:
            chosen[worked_on[-1]] = name
    order = [name for place, name in sorted(chosen.items())]
    if order != [name for name in release.stubs if name in order]:
        work.remarks.append("the answer cells are in another order; they were run in that order")
    _look_at_locked(cells, places, release, work)

    work.cells = [(name, "setup", source) for name, source in release.setup]
    size = 0
    for place, cell in enumerate(cells):
        name, source = _grade_id(cell), source_of(cell) or ""
        if cell.get("cell_type") != "code":
            continue
        if place in chosen:
            kind, label = "answer", chosen[place]
        elif name in release.stubs or name in release.locked:
            continue  # an untouched or doubled answer, or a cell that is ours
        else:
            kind, label = "extra", f"number {place + 1}"
        size += len(source)
        if size > MOST_CODE:
            work.remarks.append(
                f"the notebook holds more than {MOST_CODE:,} letters of code; the rest was not run"
            )
            break
        work.cells.append((label, kind, source))


def _look_at_locked(
    cells: list[dict[str, Any]], places: dict[str, list[int]], release: Release, work: Work
) -> None:
    for name, source in release.locked.items():
        if name not in places:
            work.remarks.append(f"the cell {name} was deleted; the original was used")
        elif any(source_of(cells[place]) != source for place in places[name]):
            work.remarks.append(f"the cell {name} was changed; the original was used")
        elif len(places[name]) > 1:
            work.remarks.append(f"there are {len(places[name])} cells {name}; the original was used")


def open_questions(lab: Lab) -> dict[str, float]:
    """The points of each question that a person reads."""
    cells = json.loads(released_file(lab).read_text(encoding="utf-8"))["cells"]
    facts = [cell["metadata"].get("nbgrader", {}) for cell in cells if cell["cell_type"] == "markdown"]
    return {each["grade_id"]: each["points"] for each in facts if each.get("grade")}


def texts(data: bytes) -> list[tuple[str, str]]:
    """(grade_id, text) of each markdown cell that has a grade_id: the answers that a person reads."""
    document = read_notebook(as_text(data, []), [])
    cells = cells_of(document, []) if document is not None else []
    named = [
        (_grade_id(cell), source_of(cell) or "") for cell in cells if cell.get("cell_type") == "markdown"
    ]
    return [(name, source) for name, source in named if name is not None]
