"""Put marks into nbgrader's gradebook, so that its formgrader shows them.

For each student two things are written: the marks, into the database (SQLite or any other that SQLAlchemy
knows, by URL), and a copy of the work, into `autograded/`, where formgrader and `nbgrader generate_feedback`
look for it. The copy is the released notebook with the student's answers in it, and with what each part
earned; nothing of it was run, and none of it tells of a hidden case.

Marks that a person gave are never touched. Where the work below such a mark has changed since, the cell is
marked as one to look at again. Writing the same rows twice changes nothing.
"""

from __future__ import annotations

import copy
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from gamekit.errors import BadText, GamekitError
from gamekit.files import one_line, read_file, write_file
from gamekit.grading import notebook
from gamekit.grading.lab import Lab, Task, released_file
from gamekit.grading.marking import Row
from gamekit.grading.names import check_name, student_id
from gamekit.grading.people import Given
from gamekit.grading.submissions import Submission

COURSE = "gamekit"  # as in nbgrader_config.py
FILE = "gradebook.db"
SETTING = "GAMEKIT_GRADEBOOK"  # read by nbgrader_config.py too, so that both speak of one gradebook
NOWHERE = "none"
LINKING = "href|url|class|style|cssId|data|require|html|include|csname"  # commands of formulas


class Place(NamedTuple):
    """A gradebook."""

    url: str
    folder: Path  # the course folder, which holds autograded/

    @property
    def shown(self) -> str:
        """The address as it may be printed: without a password."""
        from sqlalchemy.engine import make_url

        url = make_url(self.url)
        return url.database or "" if url.drivername == "sqlite" else url.render_as_string(hide_password=True)


# --- where ------------------------------------------------------------------------------------------------


def find(address: str | None = None) -> Place | None:
    """The gradebook at this address: a file, a URL, or `none`.

    Without one the environment's GAMEKIT_GRADEBOOK is asked, then it is `gradebook.db` in this
    folder, beside `graded/`, if nbgrader is installed.

    >>> find("none") is None
    True
    """
    address = address or os.environ.get(SETTING)
    if address == NOWHERE:
        return None
    if find_spec("nbgrader") is None:
        if not address:
            return None
        raise GamekitError(
            "the gradebook needs nbgrader, which is not installed: pip install 'nbgrader>=0.9.5'"
        )
    from sqlalchemy.engine import URL, make_url
    from sqlalchemy.exc import ArgumentError

    path = Path(address or FILE)
    if address and "://" in address:
        try:
            url = make_url(address)
        except (ArgumentError, ValueError):
            raise BadText(
                "the gradebook's address is no database URL; one looks like postgresql://user@host/course"
            ) from None
        if url.get_backend_name() != "sqlite":
            return Place(address, Path.cwd())
        if not url.database or url.database == ":memory:":
            raise BadText("a gradebook in SQLite needs a file, as in sqlite:////home/anna/gradebook.db")
        path = Path(url.database)
    path = path.expanduser().resolve()
    if path.is_dir():
        path = path / FILE
    if not path.parent.is_dir():
        raise GamekitError(f"there is no folder {path.parent} for the gradebook")
    return Place(URL.create("sqlite", database=str(path)).render_as_string(hide_password=False), path.parent)


@contextmanager
def opened(place: Place) -> Iterator[Any]:
    """nbgrader's `Gradebook`; a database that cannot be used is answered by a sentence."""
    from nbgrader.api import Gradebook, InvalidEntry
    from sqlalchemy.exc import SQLAlchemyError

    try:
        with _own_programs_on_the_path():
            book = Gradebook(place.url, COURSE)
        try:
            yield book
        finally:
            book.close()
    except ModuleNotFoundError as error:
        raise GamekitError(
            f"the gradebook at {place.shown} needs a package: pip install {error.name}"
        ) from None
    except (SQLAlchemyError, InvalidEntry, OSError) as error:
        why = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
        raise GamekitError(
            f"the gradebook at {place.shown} cannot be used: {why} (nothing that was graded is lost; the "
            "same command tries again)"
        ) from None


@contextmanager
def _own_programs_on_the_path() -> Iterator[None]:
    """nbgrader calls `alembic` by its name, which lies beside this Python and maybe nowhere else."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), before])
    try:
        yield
    finally:
        os.environ["PATH"] = before


def prepare(place: Place) -> None:
    """Open the gradebook once, so that a wrong address is known before hours of grading."""
    with opened(place):
        pass


# --- what -------------------------------------------------------------------------------------------------


class Work(NamedTuple):
    """What one student handed in, as far as a person marks or reads it."""

    answers: dict[str, str]  # grade_id -> text, of the cells that are no longer as they were handed out
    extra: list[str]  # code cells of their own


def write(place: Place, lab: Lab, submissions: list[Submission], rows: list[Row]) -> None:
    """Write marks and copies. The marks come first: see `_mark`, which compares with the old copies."""
    path = released_file(lab)
    released = json.loads(path.read_text(encoding="utf-8"))
    cells = {facts["grade_id"]: cell for cell in released["cells"] if (facts := _facts(cell))}
    for task in lab.tasks:
        if check_name(task.name) not in cells:
            raise GamekitError(f"{path.name} in exercises/ has no cell {check_name(task.name)}")
    pairs, inbound = list(zip(submissions, rows, strict=True)), _inbound()
    with opened(place) as book:
        notebook_id = _write_cells(book, lab, released, cells)
        for submission, row in pairs:
            target = _target(place, lab, row)
            work, before = _work(lab, submission, cells), _work_in_copy(target)
            _mark(book, lab, notebook_id, cells, row, work, before, _timestamp(submission, lab, inbound))
        book.db.commit()
    for submission, row in pairs:
        target = _target(place, lab, row)
        text = json.dumps(_copy(lab, released, row, _work(lab, submission, cells)), indent=1) + "\n"
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_file(target, text)


def given_by_people(place: Place, lab: Lab) -> Given:
    """What people gave, extra credit with it; None where an answer waits for them."""
    found: Given = {}
    with opened(place) as book:
        for submission in book.find_assignment(lab.folder).submissions:
            cells = found.setdefault(submission.student_id, {})
            for grade in (grade for each in submission.notebooks for grade in each.grades):
                is_given = grade.manual_score is not None or grade.extra_credit
                if is_given or grade.auto_score is None:
                    cells[grade.name] = grade.score if is_given else None
    return found


def _facts(cell: dict[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = cell["metadata"].get("nbgrader", {})
    return facts


def _source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def _target(place: Place, lab: Lab, row: Row) -> Path:
    return place.folder / "autograded" / student_id(row["student"]) / lab.folder / f"{lab.folder}.ipynb"


def _work(lab: Lab, submission: Submission, cells: dict[str, Any]) -> Work:
    """What the student wrote; whatever the file is, there is an answer."""
    data = b"" if submission.path is None else read_file(submission.path)[0]
    found = notebook.read(data, notebook.released(lab))
    answers = {name: source for name, kind, source in found.cells if kind == "answer"}
    for name, source in notebook.texts(data):
        cell = cells.get(name)
        is_asked = cell is not None and _facts(cell)["solution"] and cell["cell_type"] == "markdown"
        if is_asked and source.strip() not in ("", _source(cells[name]).strip()):
            answers[name] = source
    return Work(answers, [source for _, kind, source in found.cells if kind == "extra"])


def _work_in_copy(target: Path) -> dict[str, str] | None:
    """The answers in the copy that is there already, made harmless as they were; None without a copy."""
    try:
        document = json.loads(target.read_text(encoding="utf-8"))
        return {_facts(cell)["grade_id"]: _source(cell) for cell in document["cells"] if _facts(cell)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _timestamp(submission: Submission, lab: Lab, inbound: Path | None) -> Any:
    """When it was handed in, where nbgrader's exchange has such an entry; else None.

    A `timestamp.txt` beside the work is the exchange's if it was collected there, and else the student's own.
    """
    from nbgrader.utils import parse_utc

    if submission.path is None or inbound is None:
        return None
    data, _ = read_file(submission.path.parent / "timestamp.txt")
    text = one_line(data[:100].decode(errors="replace"))
    begin = f"{submission.student}+{lab.folder}+{text}"
    try:
        known = any(entry == begin or entry.startswith(f"{begin}+") for entry in os.listdir(inbound))
        return parse_utc(text) if known and text else None
    except (ValueError, OverflowError, OSError):
        return None


def _inbound() -> Path | None:
    """Where nbgrader's exchange keeps what was handed in, by the settings that hold here."""
    from nbgrader.apps import NbGrader
    from nbgrader.exchange.default.exchange import Exchange

    app = NbGrader()
    app.load_config_file()
    course = app.config.CourseDirectory.get("course_id") or COURSE
    root = Exchange(config=app.config).root
    return Path(root) / course / "inbound" if root else None


# --- the database -----------------------------------------------------------------------------------------


def _write_cells(book: Any, lab: Lab, released: dict[str, Any], cells: dict[str, Any]) -> str:
    """The lab, its notebook and its cells, as `nbgrader generate_assignment` would write them."""
    from nbgrader.api import MissingEntry

    where = (lab.folder, lab.folder)  # notebook, assignment
    book.update_or_create_assignment(lab.folder)
    try:
        known = book.find_notebook(*where)
        names = {cell.name for cell in (*known.grade_cells, *known.solution_cells, *known.task_cells)}
        if gone := sorted(names - set(cells)):
            if known.submissions:
                raise GamekitError(
                    f"the gradebook has marks for cells that {lab.folder} no longer has ({', '.join(gone)}): "
                    f"use another gradebook, or 'nbgrader db assignment remove {lab.folder}', which forgets "
                    "all marks of this lab"
                )
            book.remove_notebook(*where)
    except MissingEntry:
        pass
    kernel = json.dumps(released["metadata"].get("kernelspec", {}))
    found = book.update_or_create_notebook(*where, kernelspec=kernel)
    for name, cell in cells.items():
        facts, kind = _facts(cell), cell["cell_type"]
        if facts["grade"]:
            points = float(facts["points"])
            book.update_or_create_grade_cell(name, *where, max_score=points, cell_type=kind)
        if facts["solution"]:
            book.update_or_create_solution_cell(name, *where)
        book.update_or_create_source_cell(
            name,
            *where,
            cell_type=kind,
            locked=facts["locked"],
            source=_source(cell),
            checksum=facts.get("checksum"),
        )
    identity: str = found.id
    return identity


def _mark(
    book: Any,
    lab: Lab,
    notebook_id: str,
    cells: dict[str, Any],
    row: Row,
    work: Work,
    before: dict[str, str] | None,
    timestamp: Any,
) -> None:
    """One student's marks. Nothing is committed here."""
    from nbgrader import api

    db, name = book.db, student_id(row["student"])
    student = db.get(api.Student, name)
    if student is None:
        student = api.Student(id=name)
        db.add(student)
    assignment = book.find_assignment(lab.folder)
    submission = _one(db, api.SubmittedAssignment, assignment=assignment, student=student)
    if timestamp is not None:
        submission.timestamp = timestamp
    known = db.get(api.Notebook, notebook_id)
    submitted = _one(db, api.SubmittedNotebook, notebook=known, assignment=submission)
    grades = _by_cell(db, api.Grade, submitted, known.grade_cells)
    for cell in known.grade_cells:
        grade, score = grades[cell.id], _auto_score(lab, cell.name, row, work)
        if grade.manual_score is None:
            grade.needs_manual_grade = score is None
        elif score != grade.auto_score or _has_changed(cells[cell.name], work, before):
            grade.needs_manual_grade = True  # the mark stays; a person should look whether it still fits
        grade.auto_score = score
    comments = _by_cell(db, api.Comment, submitted, known.solution_cells)
    for cell in known.solution_cells:
        comments[cell.id].auto_comment = None if cell.name in work.answers else "No response."


def _one(db: Any, kind: Any, **keys: Any) -> Any:
    """The entry with these keys; a new one if there is none."""
    found = db.query(kind).filter_by(**keys).one_or_none()
    if found is None:
        found = kind(**keys)
        db.add(found)
    return found


def _by_cell(db: Any, kind: Any, submitted: Any, cells: list[Any]) -> dict[str, Any]:
    """The entries of a submitted notebook, one for each of these cells."""
    found = {entry.cell_id: entry for entry in db.query(kind).filter_by(notebook=submitted)}
    for cell in cells:
        if cell.id not in found:
            found[cell.id] = kind(cell_id=cell.id, notebook=submitted)
            db.add(found[cell.id])
    return found


def _auto_score(lab: Lab, name: str, row: Row, work: Work) -> float | None:
    """What a cell earns by itself; None where a person has to say."""
    for task in lab.tasks:
        if name == check_name(task.name):
            return float(row["tasks"][task.name]["points"])
    return None if name in work.answers else 0.0


def _has_changed(cell: dict[str, Any], work: Work, before: dict[str, str] | None) -> bool:
    """Is the work that a mark rests on another one than the last time?"""
    facts = _facts(cell)
    if not facts["solution"] or before is None:
        return False
    name = facts["grade_id"]
    now = harmless(work.answers[name]) if name in work.answers else _source(cell)
    return before.get(name) != now


# --- the copy ---------------------------------------------------------------------------------------------


def _copy(lab: Lab, released: dict[str, Any], row: Row, work: Work) -> dict[str, Any]:
    """The notebook that formgrader shows: answers in their places, and what each part earned."""
    document = copy.deepcopy(released)
    tasks = {check_name(task.name): task for task in lab.tasks}
    theirs = {_source(cell) for cell in document["cells"]}
    for cell in document["cells"]:
        name = _facts(cell).get("grade_id")
        if name in work.answers:
            text = work.answers[name]
            cell["source"] = harmless(text) if cell["cell_type"] == "markdown" else text
        if name in tasks:
            text = _earned(tasks[name], row["tasks"][tasks[name].name])
            cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text}]
    lines = [f"**{row['points']:g} of {row['most']:g} points**, given by `gamekit grade`."]
    lines += [f"- {harmless(remark)}" for remark in row["remarks"]]
    document["cells"].insert(0, _text_cell("gamekit-summary", "\n".join(lines)))
    added = [source for source in work.extra if source not in theirs and source.strip()]
    if added:
        heading = "The student's own cells, in their order (they stood among the others):"
        document["cells"].append(_text_cell("gamekit-added", heading))
    for number, source in enumerate(added):
        cell = {"cell_type": "code", "id": f"gamekit-added-{number}", "metadata": {}, "source": source}
        document["cells"].append({**cell, "execution_count": None, "outputs": []})
    return document


def _earned(task: Task, marks: Row) -> str:
    """What each part of a task earned, and the likeliest mistake: as on the student's page."""
    lines = [f"{marks['points']:g} of {marks['most']:g} points"]
    for part in task.parts:
        found = marks["parts"][part.name]
        mark = "+" if found["points"] == found["most"] else "-"
        right = f"{found['right']} of {found['asked']} right" if found["asked"] else "nothing to ask"
        lines.append(f"{mark} {part.says}: {right}")
    lines += [f"likely mistake: {mistake}" for mistake in marks["mistakes"]]
    return "".join(f"{line}\n" for line in lines)


def _text_cell(name: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}


def harmless(text: str) -> str:
    """Markdown that cannot act: formgrader would obey HTML and links with the rights of who marks.

    >>> harmless("if a < b: <script>x</script>")
    'if a < b: &lt;script>x&lt;/script>'
    """
    text = re.sub(r"<(?=[A-Za-z/!?])", "&lt;", text)
    # Addresses stay what they look like, but an invisible sign keeps them from becoming links.
    text = re.sub(r"(?i):(?=//)|\b(?:www|mailto)(?=[.:])", r"\g<0>" + "\u2060", text)
    # Formulas are typeset by a program that knows links too.
    text = re.sub(rf"\\(?={LINKING})", r"\g<0>" + "\u2060", text)
    return re.sub(r"\](?=[(\[:])", "] ", text)
