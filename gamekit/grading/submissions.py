"""Find the submissions: who handed in what, and where it lies.

Three layouts are known: a folder of students' folders, a folder of notebooks (the file's name is the
student's), and nbgrader's `submitted/STUDENT/LAB/`. The student's name is always that of a folder or file
here, never what the notebook says of itself. One student's folder, or the notebook in it, is understood too,
and the archives of Moodle and Canvas, packed or not.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from gamekit.errors import BadText, GamekitError
from gamekit.files import MOST_BYTES, entries, is_usually_nobodys, one_line, shown, told_apart, walk
from gamekit.grading.lab import Lab, folders
from gamekit.grading.platforms import canvas, moodle

MOST_FILES = 1000  # that are looked at in one student's folder
MOST_PACKED = 4 * 2**30  # bytes of all that an archive holds
UNREADABLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError)
ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2")


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
        if place.suffix == ".zip" and place.is_file():
            place = _unpacked(place, say)
        if place.suffix in ARCHIVES and place.is_file():
            raise GamekitError(f"{place} is an archive: unpack it, and give the folder")
        if place.is_dir():
            found += [_of_student(lab, place)] if _is_students(lab, place) else _in_folder(lab, place, say)
        elif _lab_of(place.name) == lab.folder:  # then its name is nobody's
            found.append(Submission(_owner(place.absolute().parent), place))
        else:
            found.append(Submission(_student(place.name), place))
    if not found:
        raise GamekitError(f"there are no submissions in {', '.join(map(str, places))}")
    found.sort(key=lambda submission: (submission.student, str(submission.path)))
    for number, name in enumerate(told_apart([submission.student for submission in found])):
        student, path, remarks = found[number]
        if student != name:
            found[number] = Submission(name, path, (*remarks, f"another submission is called {student} too"))
    return found


def only(
    found: list[Submission], students: list[str], who: Callable[[str], Iterable[str] | None]
) -> list[Submission]:
    """The submissions of these students alone, as they are called there or on the roster (`who`)."""
    called = [{each.student, *filter(None, who(each.student) or ())} for each in found]
    if unknown := [name for name in students if not any(name in names for names in called)]:
        raise BadText(f"there is no submission of {unknown[0]!r}; --only wants names of students")
    return [each for each, names in zip(found, called, strict=True) if names & {*students}]


def _unpacked(archive: Path, say: Callable[[str], None]) -> Path:
    """A folder, gone when the program ends, with what a learning platform packed into one file."""
    made = Path(tempfile.mkdtemp(prefix="gamekit-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    # One student's archive bears their name, or lies in a folder that does.
    folder = made / archive.absolute().parent.name / archive.stem
    folder.mkdir(parents=True)
    try:
        with zipfile.ZipFile(archive) as opened:
            if sum(entry.file_size for entry in opened.infolist()) > MOST_PACKED:
                raise GamekitError(f"{archive} holds more than {MOST_PACKED // 2**30} GB")
            for entry in opened.infolist():
                if why := _unpack(opened, entry, folder):
                    say(f"{one_line(entry.filename)} was left out: {why}")
    except (*UNREADABLE, OSError) as error:
        raise GamekitError(f"{archive} cannot be unpacked ({error})") from None
    inside = [entry for entry in entries(folder)[0] if not is_usually_nobodys(entry.name)]
    # Who packs a folder of submissions by hand packs the folder itself.
    alone = len(inside) == 1 and inside[0].is_dir() and not _theirs(inside[0].name)
    return Path(inside[0].path) if alone else folder


def _unpack(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path) -> str:
    """Unpack one file, which one student handed in: what is wrong with it is theirs alone. "", or why not."""
    if entry.file_size > MOST_BYTES:
        why = f"it is larger than {MOST_BYTES // 2**20} MB"
    else:
        try:
            opened.read(entry)  # if it is damaged, no half of it is left behind
            opened.extract(entry, folder)  # which keeps every name below the folder
            return ""
        except OSError as error:
            why = f"it cannot be written ({error.strerror})"
        except UNREADABLE:
            why = "it is damaged or locked"
    with suppress(OSError, ValueError):  # its folder is a student's, who has a row all the same
        parts = [part for part in entry.filename.split("/")[:-1] if part not in ("", ".", "..")]
        folder.joinpath(*parts).mkdir(parents=True, exist_ok=True)
    return why


def _theirs(name: str) -> str | None:
    """Who a folder or file belongs to, if a learning platform named it."""
    return moodle.student(name) or canvas.student(name)


def _student(name: str) -> str:
    return _theirs(name) or name.removesuffix(".ipynb") or name


def _lab_of(name: str) -> str:
    """The lab that a file or folder is named after, as it was handed out or as browsers number copies; or "".

    >>> _lab_of("lab03-alphabeta.ipynb"), _lab_of("lab03-alphabeta (1).ipynb"), _lab_of("lab03-anna.ipynb")
    ('lab03-alphabeta', 'lab03-alphabeta', '')
    """
    stem = re.sub(r"( ?\(\d+\)|-Copy\d+)$", "", name.removesuffix(".ipynb"))
    return stem if stem.replace("-", "_") in folders().values() else ""


def _owner(folder: Path) -> str:
    """Whose folder it is; nbgrader has a student's labs in folders of their own."""
    name = folder.parent.name if _lab_of(folder.name) else folder.name
    return moodle.student(name) or name


def _is_students(lab: Lab, folder: Path) -> bool:
    """Is this one student's folder: the lab is in it, and nothing but labs?"""
    inside = [entry for entry in entries(folder)[0] if not is_usually_nobodys(entry.name)]
    work = [e for e in inside if e.is_dir(follow_symlinks=False) or e.name.endswith(".ipynb")]
    labs = [_lab_of(entry.name) for entry in work]
    return lab.folder in labs and all(labs)


def _in_folder(lab: Lab, folder: Path, say: Callable[[str], None]) -> list[Submission]:
    inside, problem = entries(folder)
    if problem:
        raise GamekitError(f"{folder}: {problem}")
    folders = [entry for entry in inside if entry.is_dir(follow_symlinks=False)]
    found = []
    for entry in inside:
        path, is_folder = Path(entry.path), entry in folders
        strange = is_usually_nobodys(entry.name)
        if not is_folder and (path.suffix in ARCHIVES or _lab_of(entry.name)):
            why = (
                "an archive: unpack it" if path.suffix in ARCHIVES else "named after a lab, so it is nobody's"
            )
            say(f"{shown(entry.name)} in {folder} was left out: it is {why}")
            continue
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
    wanted, student = f"{lab.folder}.ipynb", _owner(folder.absolute())
    problem = entries(folder)[1]
    if problem:
        return Submission(student, None, (problem,))
    notebooks = [path for path in islice(walk(folder, levels=3), MOST_FILES) if path.suffix == ".ipynb"]
    if not notebooks:
        closed = [entry.name for entry in entries(folder)[0] if _is_closed(entry)]
        packed = [entry.name for entry in entries(folder)[0] if Path(entry.name).suffix in ARCHIVES]
        why = f"; the folder {closed[0]} cannot be read" if closed else ""
        why += f"; {shown(packed[0])} is an archive: unpack it" if packed else ""
        return Submission(student, None, (f"there is no notebook in the folder{why}",))
    exact = [path for path in (folder / lab.folder / wanted, folder / wanted) if path in notebooks]
    ours = sorted(path for path in notebooks if path.name.startswith(lab.name))
    chosen = (exact or ours or sorted(notebooks))[0]
    remarks = [] if chosen.name == wanted else [f"the notebook is called {chosen.name}, not {wanted}"]
    # Notebooks of other labs are no rivals; where none is of this lab, all are.
    rivals = [path for path in notebooks if _lab_of(path.name) in ("", lab.folder)] if ours else notebooks
    if len(rivals) > 1:
        where = chosen.relative_to(folder).as_posix()
        remarks.append(f"there are {len(rivals)} notebooks; {where} was taken")
    return Submission(student, chosen, tuple(remarks))


def _is_closed(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False) and entries(Path(entry.path))[1] is not None
