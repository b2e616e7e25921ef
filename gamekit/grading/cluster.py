"""Grade on a Dask cluster: the same job, on the machines of others.

Each worker needs the same version of the course (which is checked) and its own sandbox program. The secret
seed and the submissions travel to the workers, so the cluster must be one that you trust, and its
connections should be encrypted (Dask's `tls://`). Marks are judged in the worker's process, outside the
sandbox; only rows come back.
"""

from __future__ import annotations

import atexit
import hashlib
import threading
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from gamekit.errors import GamekitError
from gamekit.grading import lab as labs
from gamekit.grading.marking import grade_one, sandbox_for
from gamekit.isolation.sandbox import Limits, Sandbox, SandboxError
from gamekit.parts import PACKAGE
from gamekit.training.workers import Workers

Row = dict[str, Any]
Asked = tuple[str, str, bytes]  # lab, student, notebook


def grade(
    scheduler: str, asked: Iterable[Asked], seed: bytes, isolation: str, limits: Limits | None
) -> Iterator[Row]:
    """Rows in the order of what is asked."""
    tasks = ((*one, seed, isolation, limits, version()) for one in asked)
    with Workers(scheduler=scheduler) as workers:
        from distributed import KilledWorker  # Workers has said so if it is missing

        try:
            yield from workers.in_order(grade_here, tasks)
        except KilledWorker:
            raise GamekitError(
                "workers of the cluster were killed again and again; the same command goes on from here"
            ) from None


@cache
def grader_sources() -> list[Path]:
    """All sources that decide marks."""
    return [
        path for part in ("grading", "isolation", "labs") for path in sorted((PACKAGE / part).rglob("*.py"))
    ]


def version() -> str:
    """A digest of the grader and of the exercises: what marks depend on."""
    digest = hashlib.sha256()
    for path in [*grader_sources(), *sorted((labs.course_folder() / "exercises").rglob("*.ipynb"))]:
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


# --- on a worker ------------------------------------------------------------------------------------------

# The kernel ends a sandbox when the thread that started it ends, so each thread of a worker has its own.
_own = threading.local()


def grade_here(
    lab_name: str,
    student: str,
    data: bytes,
    seed: bytes,
    isolation: str,
    limits: Limits | None,
    wanted: str,
) -> Row:
    """One row, in a sandbox that is kept for the next of the same lab."""
    if version() != wanted:
        raise GamekitError("a worker of the cluster has another version of the course")
    lab = labs.find(lab_name)
    sandbox = _sandbox(lab, isolation)
    try:
        return grade_one(lab, student, data, seed, sandbox, limits)
    except SandboxError:
        sandbox.close()  # once more with a new one
        return grade_one(lab, student, data, seed, sandbox, limits)


def _sandbox(lab: labs.Lab, isolation: str) -> Sandbox:
    known: tuple[str, str, Sandbox] | None = getattr(_own, "sandbox", None)
    if known is not None and known[:2] == (lab.name, isolation):
        return known[2]
    if known is not None:
        known[2].close()
    sandbox = sandbox_for(lab, isolation)
    atexit.register(sandbox.close)
    _own.sandbox = (lab.name, isolation, sandbox)
    return sandbox
