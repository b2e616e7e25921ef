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
from gamekit.grading.worker import Worker
from gamekit.isolation.sandbox import Limits
from gamekit.parts import COURSE, PACKAGE
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
    places = [PACKAGE / part for part in ("grading", "isolation", "labs")]
    return [path for place in places for path in sorted(place.rglob("*")) if path.suffix in (".py", ".md")]


def version() -> str:
    """A digest of the grader and of the exercises: what marks depend on."""
    digest = hashlib.sha256()
    for path in [*grader_sources(), *sorted((COURSE / "exercises").rglob("*.ipynb"))]:
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


# --- on a worker ------------------------------------------------------------------------------------------

# The kernel ends a grading process when the thread that started it ends: each thread of a worker has its own.
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
    """One row, by a process that is kept for the next of the same lab."""
    if version() != wanted:
        raise GamekitError("a worker of the cluster has another version of the course")
    worker: Worker | None = getattr(_own, "worker", None)
    asked = (labs.find(lab_name), seed, isolation, limits)
    if worker is None or (worker.lab, worker.seed, worker.isolation, worker.limits) != asked:
        if worker is not None:
            worker.close()
        worker = _own.worker = Worker(*asked)
        atexit.register(worker.close)
    return worker.grade(student, data)
