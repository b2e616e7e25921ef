"""The archive that students get for a lab: the exercise, never the solution."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from gamekit.errors import GamekitError
from gamekit.grading.lab import Lab, course_folder

WELCOME = """\
{title}

Put this folder where your course is, start JupyterLab with

    gamekit lab --ServerApp.root_dir=.

and open {folder}.ipynb. Write into the cells marked "YOUR CODE HERE". The cells that begin with check(...)
tell you how far you are. Hand in the notebook under its own name.
"""
NO_TIME = (2000, 1, 1, 0, 0, 0)  # the same archive each time it is made


def make(lab: Lab, target: Path) -> Path:
    """Write the archive; a target that is a folder gets `LAB.zip` in it."""
    if target.is_dir():
        target = target / f"{lab.folder}.zip"
    source = course_folder() / "exercises" / lab.folder
    notebook = source / f"{lab.folder}.ipynb"
    if not notebook.is_file():
        raise GamekitError(f"exercises/{lab.folder} is not here; 'make exercises' makes it")
    _check_clean(notebook)
    files = {"README.txt": WELCOME.format(title=lab.title, folder=lab.folder).encode()}
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source)
        if path.is_file() and not any(part.startswith((".", "__")) for part in name.parts):
            files[name.as_posix()] = path.read_bytes()
    if not target.parent.is_dir():
        raise GamekitError(f"there is no folder {target.parent}")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for relative, content in files.items():
            entry = zipfile.ZipInfo(f"{lab.folder}/{relative}", NO_TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return target


def _check_clean(path: Path) -> None:
    """Refuse to hand out a notebook with answers or outputs in it."""
    text = path.read_text(encoding="utf-8")
    cells = json.loads(text)["cells"]
    if "BEGIN SOLUTION" in text or any(cell.get("outputs") for cell in cells):
        raise GamekitError(
            f"{path.name} in exercises/ holds answers or outputs; 'make exercises' makes it anew"
        )
