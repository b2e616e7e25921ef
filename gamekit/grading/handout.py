"""The archive that students get for a lab: the exercise, never the solution."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from gamekit.errors import BadText, GamekitError
from gamekit.grading.course import FILE, Course, for_students
from gamekit.grading.lab import Lab, released_file

WELCOME = """\
{title}

Unpack this folder wherever you like. Open a terminal in it and start JupyterLab with

    gamekit lab {folder}.ipynb

Write into the cells marked "YOUR CODE HERE". The cells that begin with check(...) tell you how far you are.
Hand in the notebook under its own name{by}.
"""
NO_TIME = (2000, 1, 1, 0, 0, 0)  # the same archive each time it is made


def make(labs: list[Lab], target: Path, course: Course | None = None) -> list[Path]:
    """Write an archive for each lab into a folder, which is made; `NAME.zip` is the archive of one lab.

    What the course says to `check` goes with it.
    """
    archives = [target / f"{lab.folder}.zip" for lab in labs]
    if target.suffix == ".zip" and not target.is_dir():
        if len(labs) > 1:
            raise BadText(f"{target} is one archive, for one lab; for several name a folder")
        archives = [target]
    files = [_files(lab, course or Course()) for lab in labs]
    for archive, content in zip(archives, files, strict=True):
        try:
            archive.parent.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
                for name, data in content.items():
                    entry = zipfile.ZipInfo(name, NO_TIME)
                    entry.external_attr = 0o644 << 16
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    opened.writestr(entry, data)
        except OSError as error:
            raise GamekitError(f"{archive} cannot be written ({error.strerror})") from None
    return archives


def _files(lab: Lab, course: Course) -> dict[str, bytes]:
    """What is in a lab's archive."""
    notebook = released_file(lab)
    _check_clean(notebook)
    due = course.plan(lab).due
    by = f" by {due:%A, %d %B %Y, %H:%M %Z}" if due else ""
    files = {"README.txt": WELCOME.format(title=lab.title, folder=lab.folder, by=by).encode()}
    files |= {FILE: said.encode()} if (said := for_students(course, lab)) else {}
    for path in sorted(notebook.parent.rglob("*")):
        name = path.relative_to(notebook.parent)
        if path.is_file() and not any(part.startswith((".", "__")) for part in name.parts):
            files[name.as_posix()] = path.read_bytes()
    return {f"{lab.folder}/{name}": data for name, data in files.items()}


def _check_clean(path: Path) -> None:
    """Refuse to hand out a notebook with answers or outputs in it."""
    text = path.read_text(encoding="utf-8")
    cells = json.loads(text)["cells"]
    if "BEGIN SOLUTION" in text or any(cell.get("outputs") for cell in cells):
        raise GamekitError(
            f"{path.name} in exercises/ holds answers or outputs; 'python .ci/exercises.py' (or "
            "'make exercises') makes it anew"
        )
