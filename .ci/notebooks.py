"""Make the notebooks from their texts:  python .ci/notebooks.py [--check]

The truth is text: `notebooks/text/NAME.py`, cells marked by `# %%`. From it come the cells of
`notebooks/NAME.ipynb`; running them adds the outputs. `--check` changes nothing and fails where a
notebook differs from its text, or from what running it gives (cells tagged `timing` excepted).
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def texts() -> list[Path]:
    """The texts of all notebooks."""
    return sorted((NOTEBOOKS / "text").glob("*.py"))


def notebook_path(text: Path) -> Path:
    """Where the notebook of a text lies."""
    return NOTEBOOKS / f"{text.stem}.ipynb"


def from_text(text: Path) -> nbformat.NotebookNode:
    """The notebook without outputs. Cell ids come from the cells' texts, so they stay what they are."""
    notebook = jupytext.read(text, fmt="py:percent")
    notebook.metadata = nbformat.from_dict(METADATA)
    seen: set[str] = set()
    for cell in notebook.cells:
        number = 0
        while True:
            cell.id = hashlib.sha256(f"{number}{cell.source}".encode()).hexdigest()[:8]
            number += 1
            if cell.id not in seen:
                break
        seen.add(cell.id)
        cell.metadata = nbformat.from_dict({"tags": cell.metadata.tags} if "tags" in cell.metadata else {})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def run(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Run all cells; an error stops it. What tells only of this run is taken away."""
    resources = {"metadata": {"path": str(NOTEBOOKS)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    return notebook


def write(notebook: nbformat.NotebookNode) -> str:
    """The notebook as a file's text."""
    return nbformat.writes(notebook) + "\n"


def is_timing(cell: nbformat.NotebookNode) -> bool:
    """Does a cell's output depend on the machine?"""
    return "timing" in cell.metadata.get("tags", [])


def differences(text: Path) -> list[str]:
    """What is wrong with a notebook: nothing, or sentences."""
    path = notebook_path(text)
    if not path.exists():
        return [f"{path.name} is missing"]
    stored, fresh = nbformat.read(path, as_version=4), run(from_text(text))
    if [(c.id, c.source, c.metadata) for c in stored.cells] != [
        (c.id, c.source, c.metadata) for c in fresh.cells
    ]:
        return [f"{path.name} is not what its text says"]
    return [
        f"{path.name}: running the cell {old.source.splitlines()[0]!r} gives another output"
        for old, new in zip(stored.cells, fresh.cells, strict=True)
        if old.cell_type == "code" and not is_timing(old) and old.outputs != new.outputs
    ]


def main(arguments: list[str]) -> int:
    """Make all notebooks, or check them."""
    if "--check" in arguments:
        found = [sentence for text in texts() for sentence in differences(text)]
        print(
            "\n".join(
                [*found, "make notebooks brings them up to date"] if found else ["notebooks are in step"]
            )
        )
        return 1 if found else 0
    for text in texts():
        notebook_path(text).write_text(write(run(from_text(text))))
        print(f"made {notebook_path(text).name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
