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
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock, Timeout

from gamekit.errors import GamekitError
from gamekit.files import write_file
from gamekit.grading import cluster, gradebook, notebook, report
from gamekit.grading.lab import VISIBLE_SEED, Lab, course_folder
from gamekit.grading.marking import clean, grade_one, sandbox_for
from gamekit.grading.submissions import Submission
from gamekit.isolation.sandbox import Limits, Sandbox, SandboxError

Row = dict[str, Any]
Say = Callable[[int, int], None]


def grade_all(
    lab: Lab,
    submissions: list[Submission],
    out: Path,
    seed: bytes = VISIBLE_SEED,
    jobs: int = 2,
    isolation: str = "sandbox",
    limits: Limits | None = None,
    progress: Say = lambda done, of: None,
    book: gradebook.Place | None = None,
    scheduler: str | None = None,
) -> list[Row]:
    """Grade all, write `out/marks.csv`, `out/report.html` and `out/feedback/*.html`; the rows by student.

    With a `book` the marks go into nbgrader's gradebook too. With the address of a Dask `scheduler` its
    cluster does the work, and `jobs` says nothing.
    """
    out.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(str(out / ".lock"), timeout=0):
            journal = Journal(out / "journal.jsonl", fingerprint(lab, seed, limits or lab.limits, isolation))
            with journal:
                if scheduler is None:
                    rows = _grade(lab, submissions, journal, seed, jobs, isolation, limits, progress)
                else:
                    rows = _grade_there(
                        lab, submissions, journal, seed, scheduler, isolation, limits, progress
                    )
            report.write_all(lab, rows, out)
            if book is not None:
                gradebook.write(book, lab, submissions, rows)
            return rows
    except Timeout:
        raise GamekitError(f"another gamekit grade is writing to {out}") from None


def _grade(
    lab: Lab,
    submissions: list[Submission],
    journal: Journal,
    seed: bytes,
    jobs: int,
    isolation: str,
    limits: Limits | None,
    progress: Say,
) -> list[Row]:
    done = 0
    turn = threading.Lock()
    waiting = list(submissions)[::-1]
    rows: dict[str, Row] = {}
    trouble: list[BaseException] = []

    def work() -> None:
        """One worker: a sandbox of its own, and submissions until there are none."""
        nonlocal done
        sandbox = sandbox_for(lab, isolation)
        try:
            while not trouble:
                with turn:
                    if not waiting:
                        return
                    submission = waiting.pop()
                row = one_row(lab, submission, seed, sandbox, limits, journal)
                with turn:
                    rows[submission.student] = row
                    done += 1
                    progress(done, len(submissions))
        except BaseException as error:
            trouble.append(error)
        finally:
            sandbox.close()

    count = max(1, min(jobs, len(submissions)))
    pool = ThreadPoolExecutor(count)
    is_complete = False
    try:
        for worker in [pool.submit(work) for _ in range(count)]:
            worker.result()
        is_complete = True
    finally:
        # On Ctrl-C nobody waits for what is in flight: finished rows are on disk.
        pool.shutdown(wait=is_complete, cancel_futures=True)
    if trouble:
        raise trouble[0]
    return [rows[submission.student] for submission in submissions]


def _grade_there(
    lab: Lab,
    submissions: list[Submission],
    journal: Journal,
    seed: bytes,
    scheduler: str,
    isolation: str,
    limits: Limits | None,
    progress: Say,
) -> list[Row]:
    """The same on a Dask cluster: rows come back in the order of the submissions."""
    rows: dict[str, Row] = {}
    for submission in submissions:
        known = journal.get(submission.student, _read(submission).content)
        if known is not None:
            rows[submission.student] = known
    left = [submission for submission in submissions if submission.student not in rows]
    sent: list[File] = []

    def asked() -> Iterator[cluster.Asked]:
        """Each file is read when its turn comes: a whole course need not be in memory at once."""
        for submission in left:
            file = _read(submission)
            sent.append(file._replace(data=file.data[:1]))
            yield lab.name, submission.student, file.data or b"{}"

    graded = cluster.grade(scheduler, asked(), seed, isolation, limits)
    for number, row in enumerate(graded):
        rows[left[number].student] = _kept(row, left[number], sent[number], journal)
        progress(len(rows), len(submissions))
    return [rows[submission.student] for submission in submissions]


class File(NamedTuple):
    """A submission's bytes, or why there are none."""

    data: bytes
    problem: str | None
    content: str  # a digest


def _read(submission: Submission) -> File:
    data, problem = b"", None
    if submission.path is not None:
        data, problem = notebook.read_file(submission.path)
    content = hashlib.sha256(data + b"\0" + (problem or "").encode()).hexdigest()
    return File(data, problem, content)


def one_row(
    lab: Lab, submission: Submission, seed: bytes, sandbox: Sandbox, limits: Limits | None, journal: Journal
) -> Row:
    """The row of one submission: from the journal if it is there, else graded now and put there."""
    file = _read(submission)
    known = journal.get(submission.student, file.content)
    if known is not None:
        return known
    data = file.data or b"{}"
    try:
        row = grade_one(lab, submission.student, data, seed, sandbox, limits)
    except SandboxError:
        sandbox.close()  # once more with a new one; if that fails too, the batch stops and says why
        row = grade_one(lab, submission.student, data, seed, sandbox, limits)
    return _kept(row, submission, file, journal)


def _kept(row: Row, submission: Submission, file: File, journal: Journal) -> Row:
    """The row with its last remarks, in the journal."""
    if not file.data:  # then it was graded as an empty notebook, of which there is nothing to say
        row["remarks"] = [] if submission.path is None else [file.problem or "the file is empty"]
    remarks = [clean(remark) for remark in submission.remarks]
    row = {**row, "remarks": remarks + row["remarks"], "content": file.content}
    journal.put(row)
    return row


def fingerprint(lab: Lab, seed: bytes, limits: Limits, isolation: str) -> str:
    """What marks depend on beside the submission. Where it differs, a journal's rows do not count."""
    digest = hashlib.sha256()
    released = course_folder() / "exercises" / lab.folder / f"{lab.folder}.ipynb"
    for path in [*cluster.grader_sources(), released]:
        digest.update(path.read_bytes() + b"\0")
    digest.update(repr((lab.name, limits, isolation == "process")).encode())
    # The seed itself must not be found in the output.
    return hmac.new(seed, digest.digest(), hashlib.sha256).hexdigest()


class Journal:
    """Finished rows, on disk the moment they are finished."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        self.path, self.fingerprint = path, fingerprint
        self._rows: dict[tuple[str, str], Row] = {}
        self._turn = threading.Lock()
        self._file: Any = None

    def __enter__(self) -> Journal:
        lines = self._lines()
        if lines and lines[0] == {"fingerprint": self.fingerprint}:
            for row in lines[1:]:
                self._rows[row["student"], row["content"]] = row
        # Written anew in one step: a line cut off by a crash is gone, and a foreign journal too.
        begin = [{"fingerprint": self.fingerprint}, *self._rows.values()]
        write_file(self.path, "".join(json.dumps(line) + "\n" for line in begin))
        self._file = open(self.path, "a", encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _lines(self) -> list[Any]:
        try:
            text = self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return []
        found = []
        for line in text.split("\n"):
            with suppress(ValueError):
                found.append(json.loads(line))
        return found

    def get(self, student: str, content: str) -> Row | None:
        """The row of a submission that was graded already."""
        return self._rows.get((student, content))

    def put(self, row: Row) -> None:
        """Keep a row for good."""
        with self._turn:
            self._rows[row["student"], row["content"]] = row
            self._file.write(json.dumps(row) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
