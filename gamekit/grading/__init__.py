"""Labs and marks: `check` for the learner, `gamekit grade` for the instructor.

| file | what it is |
| --- | --- |
| `lab.py` | the contract: what a lab, a task, a part and a question are |
| `labs/labNN.py` | the specification of one lab |
| `notebook.py` | finds the answers in a submitted notebook |
| `sandbox.py` | runs a child that cannot do harm; `inside/` is all of the grader that the child can see |
| `marking.py` | asks, judges, adds up: one submission in, plain data out |
| `submissions.py`, `batch.py`, `report.py` | many submissions: find them, grade them, write table and pages |
| `handout.py` | the archive that students get |
| `checking.py` | `check`: the same questions, from a seed that everybody may know |

This file is in the sandbox too, so it imports nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """`from gamekit.grading import check` loads what `check` needs only then."""
    if name == "check":
        return import_module("gamekit.grading.checking").check
    raise AttributeError(f"module 'gamekit.grading' has no attribute {name!r}")
