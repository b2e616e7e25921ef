"""Make the labs from their texts:  python .ci/exercises.py [--check] [NAME ...]

The truth is text: `gamekit/labs/lab03_alphabeta/notebook.py`. From it come `solutions/lab03-alphabeta/`
(nbgrader's source) and `exercises/lab03-alphabeta/` (what students get: no answers, no outputs). Both are
committed; never edit them. `--check` changes nothing and fails where one of them differs from its text.

`gamekit/grading/source.py` says what the markers of cells mean.
What stands between BEGIN SOLUTION and END SOLUTION is left out of the exercises by nbgrader itself.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.preprocessors import ClearSolutions, ComputeChecksums, LockCells

from gamekit.grading.source import as_text, source_notebook

ROOT = Path(__file__).resolve().parent.parent


def texts() -> list[Path]:
    """The texts of all labs."""
    return sorted((ROOT / "gamekit" / "labs").glob("lab*/notebook.py"))


def folder_name(text: Path) -> str:
    """labs/lab03_alphabeta/notebook.py makes lab03-alphabeta."""
    return text.parent.name.replace("_", "-")


def released_notebook(source: dict[str, Any]) -> nbformat.NotebookNode:
    """What students get: stubs for answers, locked cells locked, checksums. All of it is nbgrader's work."""
    notebook = nbformat.reads(as_text(source), as_version=4)
    for step in (ClearSolutions, LockCells, ComputeChecksums):
        notebook, _ = step().preprocess(notebook, {})
    return notebook


def files(text: Path) -> dict[Path, str]:
    """The files that a text makes."""
    name = folder_name(text)
    source = source_notebook(text.parent)
    return {
        ROOT / "solutions" / name / f"{name}.ipynb": as_text(source),
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
                if not path.exists() or path.read_text("utf-8") != content:
                    found.append(f"{where} is not what its text says")
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content, "utf-8", newline="\n")
                print(f"made {where}")
    if "--check" in arguments:
        print("\n".join([*found, "python .ci/exercises.py makes them anew"]) if found else "labs are in step")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
