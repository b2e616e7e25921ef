"""Find the submissions: who handed in what, and where it lies.

Three layouts are known: a folder of students' folders, a folder of notebooks (the file's name is the
student's), and nbgrader's `submitted/STUDENT/LAB/`. The student's name is always that of a folder or file
here, never what the notebook says of itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from gamekit.errors import GamekitError
from gamekit.files import IGNORED
from gamekit.grading.lab import Lab

MOST_FILES = 1000  # that are looked at in one student's folder


class Submission(NamedTuple):
    """One student's work, or the reason why there is none."""

    student: str
    path: Path | None
    remarks: tuple[str, ...] = ()


def find(lab: Lab, places: Iterable[str | Path]) -> list[Submission]:
    """One submission a student, sorted by name; two of the same name are kept apart by a number."""
    found: list[Submission] = []
    for place in map(Path, places):
        if not place.exists():
            raise GamekitError(f"there is nothing at {place}")
        if place.is_dir():
            found += _in_folder(lab, place)
        else:
            found.append(Submission(_student(place), place))
    if not found:
        raise GamekitError(f"there are no submissions in {', '.join(map(str, places))}")
    found.sort(key=lambda submission: (submission.student, str(submission.path)))
    return _told_apart(found)


def _told_apart(found: list[Submission]) -> list[Submission]:
    seen: dict[str, int] = {}
    result = []
    for submission in found:
        count = seen[submission.student] = seen.get(submission.student, 0) + 1
        if count > 1:
            remark = f"another submission is called {submission.student} too"
            name = f"{submission.student} ({count})"
            submission = Submission(name, submission.path, (*submission.remarks, remark))
        result.append(submission)
    return result


def _student(path: Path) -> str:
    return path.stem if path.suffix == ".ipynb" else path.name


def _in_folder(lab: Lab, folder: Path) -> list[Submission]:
    entries = [entry for entry in sorted(folder.iterdir()) if _counts(entry)]
    folders = [entry for entry in entries if entry.is_dir() and not entry.is_symlink()]
    files = [entry for entry in entries if entry not in folders]
    if folders:
        # Beside students' folders only notebooks are work; a list of names or a README is nobody's.
        files = [file for file in files if file.suffix == ".ipynb"]
    return [_of_student(lab, entry) for entry in folders] + [
        Submission(_student(file), None, ("it is a link, not a file",))
        if file.is_symlink()
        else Submission(_student(file), file)
        for file in files
    ]


def _counts(entry: Path) -> bool:
    return not entry.name.startswith(".") and entry.name not in IGNORED


def _of_student(lab: Lab, folder: Path) -> Submission:
    """The notebook in a student's folder."""
    wanted = f"{lab.folder}.ipynb"
    for path in (folder / lab.folder / wanted, folder / wanted):
        if path.is_file() and not path.is_symlink() and not path.parent.is_symlink():
            return Submission(folder.name, path)
    notebooks = [path for path in islice(_walk(folder, levels=3), MOST_FILES) if path.suffix == ".ipynb"]
    if not notebooks:
        return Submission(folder.name, None, ("there is no notebook in the folder",))
    ours = [path for path in notebooks if path.name.startswith(lab.name)]
    chosen = sorted(ours or notebooks)[0]
    remarks = [] if chosen.name == wanted else [f"the notebook is called {chosen.name}, not {wanted}"]
    if len(ours or notebooks) > 1:
        remarks.append(f"there are {len(ours or notebooks)} notebooks; {chosen.name} was taken")
    return Submission(folder.name, chosen, tuple(remarks))


def _walk(folder: Path, levels: int) -> Iterable[Path]:
    """Files below a folder, links left alone."""
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for entry in entries:
        if entry.is_symlink() or not _counts(entry):
            continue
        if entry.is_dir():
            if levels > 1:
                yield from _walk(entry, levels - 1)
        elif entry.is_file():
            yield entry
