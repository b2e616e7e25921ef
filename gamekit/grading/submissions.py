"""Find the submissions: who handed in what, and where it lies.

Three layouts are known: a folder of students' folders, a folder of notebooks (the file's name is the
student's), and nbgrader's `submitted/STUDENT/LAB/`. The student's name is always that of a folder or file
here, never what the notebook says of itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from gamekit.errors import GamekitError
from gamekit.files import entries, is_usually_nobodys, shown, told_apart, walk
from gamekit.grading.lab import Lab

MOST_FILES = 1000  # that are looked at in one student's folder


class Submission(NamedTuple):
    """One student's work, or the reason why there is none."""

    student: str
    path: Path | None
    remarks: tuple[str, ...] = ()


def find(
    lab: Lab, places: Iterable[str | Path], say: Callable[[str], None] = lambda sentence: None
) -> list[Submission]:
    """One submission a student, sorted by name; two of the same name are kept apart by a number.

    What lies there and is nobody's work is told to `say`.
    """
    found: list[Submission] = []
    for place in map(Path, places):
        if not os.path.lexists(place):
            raise GamekitError(f"there is nothing at {place}")
        if place.is_dir():
            found += _in_folder(lab, place, say)
        else:
            found.append(Submission(_student(place.name), place))
    if not found:
        raise GamekitError(f"there are no submissions in {', '.join(map(str, places))}")
    found.sort(key=lambda submission: (submission.student, str(submission.path)))
    names = told_apart([submission.student for submission in found])
    return [
        submission
        if submission.student == name
        else Submission(
            name,
            submission.path,
            (*submission.remarks, f"another submission is called {submission.student} too"),
        )
        for submission, name in zip(found, names, strict=True)
    ]


def _student(name: str) -> str:
    return name.removesuffix(".ipynb") or name


def _in_folder(lab: Lab, folder: Path, say: Callable[[str], None]) -> list[Submission]:
    inside, problem = entries(folder)
    if problem:
        raise GamekitError(f"{folder}: {problem}")
    folders = [entry for entry in inside if entry.is_dir(follow_symlinks=False)]
    found = []
    for entry in inside:
        path, is_folder = Path(entry.path), entry in folders
        strange = is_usually_nobodys(entry.name)
        if is_folder:
            submission = _of_student(lab, path)
        elif entry.is_symlink():
            submission = Submission(_student(entry.name), None, ("it is a link, not a file",))
        else:
            submission = Submission(_student(entry.name), path)
        # Beside students' folders only notebooks are work; a list of names or a README is nobody's.
        if not is_folder and (folders or strange) and path.suffix != ".ipynb":
            if entry.is_symlink():
                say(f"{shown(entry.name)} in {folder} is a link and was left out")
            continue
        if strange:
            work = submission.path.name if submission.path else ""
            if not work or work.endswith("-checkpoint.ipynb") or work.startswith("._"):
                say(f"{shown(entry.name)} in {folder} was left out: no student's notebook is in it")
                continue
            remark = f"the name {entry.name} is usually nobody's; is it a student's?"
            submission = submission._replace(remarks=(*submission.remarks, remark))
        found.append(submission)
    return found


def _of_student(lab: Lab, folder: Path) -> Submission:
    """The notebook in a student's folder."""
    wanted = f"{lab.folder}.ipynb"
    problem = entries(folder)[1]
    if problem:
        return Submission(folder.name, None, (problem,))
    notebooks = [path for path in islice(walk(folder, levels=3), MOST_FILES) if path.suffix == ".ipynb"]
    for path in (folder / lab.folder / wanted, folder / wanted):
        if path in notebooks:
            return Submission(folder.name, path)
    if not notebooks:
        closed = [entry.name for entry in entries(folder)[0] if _is_closed(entry)]
        why = f"; the folder {closed[0]} cannot be read" if closed else ""
        return Submission(folder.name, None, (f"there is no notebook in the folder{why}",))
    ours = [path for path in notebooks if path.name.startswith(lab.name)]
    chosen = sorted(ours or notebooks)[0]
    remarks = [] if chosen.name == wanted else [f"the notebook is called {chosen.name}, not {wanted}"]
    if len(ours or notebooks) > 1:
        remarks.append(f"there are {len(ours or notebooks)} notebooks; {chosen.name} was taken")
    return Submission(folder.name, chosen, tuple(remarks))


def _is_closed(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False) and entries(Path(entry.path))[1] is not None
