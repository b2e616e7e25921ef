"""Grade many submissions: on several cores, stopped and resumed at will, always one row a student.

Each finished row goes into a journal at once (one line of JSON, flushed to the disk). Whoever starts again
with the same lab, seed and grader goes on where the journal ends; a line that was cut off in the middle is
as if it had never been. Tables and pages are written at the end, each in one step, so there is never half a
file.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import cache
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock, Timeout

from gamekit.errors import GamekitError
from gamekit.files import one_line, read_file, shown, write_file
from gamekit.grading import gradebook, people, platforms, report
from gamekit.grading.course import Course, settle
from gamekit.grading.lab import VISIBLE_SEED, Lab, released_file
from gamekit.grading.marking import Row
from gamekit.grading.submissions import Submission
from gamekit.grading.worker import Worker
from gamekit.isolation.limits import SandboxLimits
from gamekit.parts import PACKAGE, version

Say = Callable[[int, int], None]


def grade_all(
    lab: Lab,
    submissions: list[Submission],
    out: Path,
    seed: bytes = VISIBLE_SEED,
    jobs: int = 2,
    isolation: str = "sandbox",
    limits: SandboxLimits | None = None,
    progress: Say = lambda done, of: None,
    book: gradebook.Place | None = None,
    course: Course | None = None,
    times: dict[str, datetime] | None = None,
) -> list[Row]:
    """Grade all, write `marks.csv`, `result.json`, `report.html` and `feedback/*.html`; the rows by student.

    With a `course` the tables and pages are as the course counts, and whoever is on its roster has a row;
    `times` says when work was handed in.

    With a `book` the marks go into nbgrader's gradebook too, and those that people gave there count.
    """
    out.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(str(out / ".lock"), timeout=0):
            grader = fingerprint(lab, seed, limits or lab.limits, isolation)
            journal = Journal(out / "journal.jsonl", grader, lab.name)
            journal.check_others({submission.student for submission in submissions})
            with journal:
                rows = _grade(lab, submissions, journal, seed, jobs, isolation, limits, progress)
            # Who is not among the submissions this time keeps their row.
            by_name = {row["student"]: row for row in [*journal.rows(), *rows]}
            everybody = [by_name[name] for name in sorted(by_name)]
            if book is not None:
                gradebook.write(book, lab, submissions, rows)
                everybody = people.joined(lab, everybody, gradebook.given_by_people(book, lab))
            counted = settle(course or Course(), lab, everybody, times)
            write_file(out / platforms.RESULT, platforms.as_json(lab, counted, report.kind_of(seed)))
            report.write_all(lab, counted, out, seed)
            names = [row["student"] for row in rows]
            if course is None or not course.is_said:
                return list(map({row["student"]: row for row in counted}.__getitem__, names))
            return [row for row in counted if row["student"] in names or row.get("absent")]
    except Timeout:
        raise GamekitError(f"another gamekit grade is writing to {out}") from None


def _grade(
    lab: Lab,
    submissions: list[Submission],
    journal: Journal,
    seed: bytes,
    jobs: int,
    isolation: str,
    limits: SandboxLimits | None,
    progress: Say,
) -> list[Row]:
    """Workers grade. A row in which time ran out is graded again, alone, before it counts."""
    rows: dict[str, Row] = {}
    late: list[Submission] = []
    count = max(1, min(jobs, len(submissions)))
    workers = [Worker(lab, seed, isolation, limits, (number, count)) for number in range(count)]
    for worker in workers:
        worker.hidden = [journal.path.parent, *{one.path.parent for one in submissions if one.path}]
    free, busy = list(workers), dict[Worker, tuple[Submission, File]]()
    left = iter(submissions)

    def finish(submission: Submission, row: Row) -> None:
        rows[submission.student] = row
        progress(len(rows), len(submissions))

    try:
        while True:
            while free and (next_one := next(left, None)) is not None:
                file = _read(next_one)
                known = journal.get(next_one.student, file.content)
                if known is not None:
                    finish(next_one, known)
                else:
                    worker = free.pop()
                    worker.ask(next_one.student, file.data)
                    busy[worker] = next_one, file
            if not busy:
                break
            first = min(worker.deadline for worker in busy)
            ready = wait([worker.end for worker in busy if worker.end], max(0.0, first - time.monotonic()))
            for worker in list(busy):
                if worker.end in ready or worker.deadline <= time.monotonic():
                    free.append(worker)
                    submission, file = busy.pop(worker)
                    row = worker.answer()
                    if row["late"] and count > 1:
                        late.append(submission)
                    else:
                        finish(submission, _kept(row, submission, file, journal))
        for worker in workers[1:]:
            worker.close()
        for submission in late:
            file = _read(submission)
            row = workers[0].grade(submission.student, file.data)
            finish(submission, _kept(row, submission, file, journal))
    finally:
        for worker in workers:  # on Ctrl-C nobody waits for what is in flight: finished rows are on disk
            worker.close()
    return [rows[submission.student] for submission in submissions]


class File(NamedTuple):
    """A submission's bytes, or why there are none."""

    data: bytes
    problem: str | None
    content: str  # a digest


def _read(submission: Submission) -> File:
    data, problem = b"", None
    if submission.path is not None:
        data, problem = read_file(submission.path)
    content = hashlib.sha256(data + b"\0" + (problem or "").encode()).hexdigest()
    return File(data, problem, content)


def _kept(row: Row, submission: Submission, file: File, journal: Journal) -> Row:
    """The row with its last remarks, in the journal."""
    if not file.data:  # then there is nothing to say of it as a notebook
        row["remarks"] = [] if submission.path is None else [file.problem or "the file is empty"]
    remarks = [one_line(remark) for remark in submission.remarks]
    row = {**row, "remarks": remarks + row["remarks"], "content": file.content, "version": version()}
    del row["late"]
    journal.put(row)
    return row


def fingerprint(lab: Lab, seed: bytes, limits: SandboxLimits, isolation: str) -> str:
    """What marks depend on beside the submission. Where it differs, a journal's rows do not count."""
    settings = repr((version(), lab.name, limits, isolation == "process")).encode()
    message = _kit(PACKAGE) + hashlib.sha256(released_file(lab).read_bytes()).digest() + settings
    # The seed itself must not be found in the output.
    return hmac.new(seed, message, hashlib.sha256).hexdigest()


@cache
def _kit(package: Path) -> bytes:
    """A digest of every file of the kit: which of them a lab's cases come from, nobody need know."""
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(hashlib.sha256(path.relative_to(package).as_posix().encode()).digest())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()


class Journal:
    """Finished rows, on disk the moment they are finished. Each line is sealed: no other line is a row."""

    def __init__(self, path: Path, fingerprint: str, lab: str) -> None:
        self.path, self.fingerprint, self.lab = path, fingerprint, lab
        self._rows: dict[str, Row] = {}  # the last one of each student
        self._file: Any = None

    def __enter__(self) -> Journal:
        head, *lines = self._lines()
        for line in lines if head == self._head() else ():
            with suppress(ValueError, TypeError, KeyError, RecursionError):
                row = json.loads(line)["row"]
                if self._line(row) == line:
                    self._rows[row["student"]] = row
        # Written anew in one step: a line cut off by a crash is gone, and a foreign journal too.
        lines = [self._head(), *map(self._line, self._rows.values())]
        write_file(self.path, "".join(f"{line}\n" for line in lines))
        self._file = open(self.path, "a", encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def check_others(self, students: set[str]) -> None:
        """Refuse to forget those whom this batch does not grade: rows of another seed or version are none."""
        head, *lines = self._lines()
        others = set()
        with suppress(ValueError, TypeError, AttributeError):
            known = json.loads(head)
            if known.get("lab", self.lab) != self.lab:
                raise GamekitError(
                    f"{self.path.parent} holds the marks of {known['lab']}: name another --out"
                )
            if known["fingerprint"] == self.fingerprint:
                return
        for line in lines:
            with suppress(ValueError, TypeError, KeyError, RecursionError):
                others.add(str(json.loads(line)["row"]["student"]))
        if missing := sorted(others - students):
            raise GamekitError(
                f"{self.path.parent} holds marks of {shown(missing[0])} ({len(missing)} students in all), "
                "not among these submissions, from another seed or version of the course: grade the whole "
                "class again, or name another --out"
            )

    def rows(self) -> list[Row]:
        return list(self._rows.values())

    def _head(self) -> str:
        return json.dumps({"fingerprint": self.fingerprint, "lab": self.lab})

    def _line(self, row: Row) -> str:
        seal = hashlib.sha256(f"{self.fingerprint}{json.dumps(row)}".encode()).hexdigest()[:16]
        return json.dumps({"row": row, "seal": seal})

    def _lines(self) -> list[str]:
        try:
            return self.path.read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            return [""]

    def get(self, student: str, content: str) -> Row | None:
        """The row of a submission that was graded already."""
        row = self._rows.get(student)
        return row if row and row["content"] == content else None

    def put(self, row: Row) -> None:
        self._rows[row["student"]] = row
        self._file.write(f"{self._line(row)}\n")
        self._file.flush()
        os.fsync(self._file.fileno())
