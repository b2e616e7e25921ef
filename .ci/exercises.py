"""Make the labs from their texts:  python .ci/exercises.py [--check] [NAME ...]

The truth is text: `gamekit/labs/lab03_alphabeta/notebook.py`. From it come `solutions/lab03-alphabeta/`
(nbgrader's source) and `exercises/lab03-alphabeta/` (what students get: no answers, no outputs). Both are
committed; never edit them. `--check` changes nothing and fails where one of them differs from its text.

A cell's marker says what it is to nbgrader:

    # %% grade_id="setup" tags=["setup"]                    locked; run before everything when graded
    # %% grade_id="alphabeta" tags=["answer"]               the student's code
    # %% grade_id="check-alphabeta" tags=["check"] points=6   locked; visible checks
    # %% [markdown] grade_id="why" tags=["open"] points=2   an open question, marked by a person

What stands between BEGIN SOLUTION and END SOLUTION is left out of the exercises by nbgrader itself.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import jupytext
import nbformat
from nbgrader.preprocessors import ClearSolutions, ComputeChecksums, LockCells

ROOT = Path(__file__).resolve().parent.parent
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# What a kind of cell is to nbgrader: is it graded, is it the student's, is it locked?
KINDS = {
    "setup": {"grade": False, "solution": False, "locked": True},
    "answer": {"grade": False, "solution": True, "locked": False},
    "check": {"grade": True, "solution": False, "locked": True},
    "open": {"grade": True, "solution": True, "locked": False},
}


def texts() -> list[Path]:
    """The texts of all labs."""
    return sorted((ROOT / "gamekit" / "labs").glob("lab*/notebook.py"))


def folder_name(text: Path) -> str:
    """labs/lab03_alphabeta/notebook.py makes lab03-alphabeta."""
    return text.parent.name.replace("_", "-")


def source_notebook(text: Path) -> nbformat.NotebookNode:
    """The notebook with model answers and nbgrader's metadata."""
    notebook = jupytext.read(text, fmt="py:percent")
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen: set[str] = set()
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(_metadata(text, cell))
        cell.id = _id(cell, seen)
        seen.add(cell.id)
    return notebook


def _metadata(text: Path, cell: nbformat.NotebookNode) -> dict[str, object]:
    tags = cell.metadata.get("tags", [])
    kinds = [kind for kind in KINDS if kind in tags]
    if not kinds:
        return {"tags": tags} if tags else {}
    if len(kinds) > 1 or "grade_id" not in cell.metadata:
        raise SystemExit(f"{text.parent.name}: a cell has one kind and a grade_id: {cell.source[:60]!r}")
    facts: dict[str, object] = {**KINDS[kinds[0]], "grade_id": cell.metadata.grade_id}
    if facts["grade"]:
        facts["points"] = cell.metadata.points
    return {"nbgrader": {**facts, "schema_version": 3, "task": False}, "tags": tags}


def _id(cell: nbformat.NotebookNode, seen: set[str]) -> str:
    """An id that stays what it is: the grade_id, or a hash of the text."""
    if "nbgrader" in cell.metadata:
        return str(cell.metadata.nbgrader.grade_id)
    number = 0
    while True:
        name = hashlib.sha256(f"{number}{cell.source}".encode()).hexdigest()[:8]
        if name not in seen:
            return name
        number += 1


def released_notebook(source: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """What students get: stubs for answers, locked cells locked, checksums. All of it is nbgrader's work."""
    notebook = nbformat.from_dict(source)
    for step in (ClearSolutions, LockCells, ComputeChecksums):
        notebook, _ = step().preprocess(notebook, {})
    return notebook


def files(text: Path) -> dict[Path, str]:
    """The files that a text makes."""
    name = folder_name(text)
    source = source_notebook(text)
    return {
        ROOT / "solutions" / name / f"{name}.ipynb": nbformat.writes(source) + "\n",
        ROOT / "exercises" / name / f"{name}.ipynb": nbformat.writes(released_notebook(source)) + "\n",
    }


def main(arguments: list[str]) -> int:
    """Make all labs, or check them."""
    beginnings = tuple(word for word in arguments if not word.startswith("-"))
    found = []
    for text in texts():
        if beginnings and not text.parent.name.startswith(beginnings):
            continue
        for path, content in files(text).items():
            where = path.relative_to(ROOT)
            if "--check" in arguments:
                if not path.exists() or path.read_text() != content:
                    found.append(f"{where} is not what its text says")
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content)
                print(f"made {where}")
    if "--check" in arguments:
        print("\n".join([*found, "make exercises brings them up to date"] if found else ["labs are in step"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
