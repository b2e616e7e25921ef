"""What the tests of grading share: notebooks made to order, answers in several styles, one sandbox."""

from __future__ import annotations

import copy
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from support import ROOT

from gamekit.grading import lab as labs
from gamekit.grading import marking, notebook
from gamekit.isolation.limits import SandboxLimits
from gamekit.isolation.sandbox import Sandbox

LAB03 = labs.find("lab03")
# What the whole lab is worth, its open question, alphabeta, and alphabeta with `>` for `>=` at the cut.
MOST, OPEN_POINTS = LAB03.points, sum(notebook.open_questions(LAB03).values())
FULL = LAB03.tasks[0].points
KNOWN = {wrong.name: wrong for wrong in LAB03.tasks[0].library.mistakes["alphabeta"]}
HALF = KNOWN["> for >= at the cut"].points
SEED = b"a secret of these tests"
# Short, so that endless loops do not take long; an honest answer takes some milliseconds.
QUICK = SandboxLimits(
    setup_seconds=6, first_seconds=2, question_seconds=2, total_seconds=20, memory=256 * 2**20, processes=24
)

# Under continuous integration a missing program is a failure: isolation that is never tried proves nothing.
needs_bubblewrap = pytest.mark.skipif(
    not shutil.which("bwrap") and not os.environ.get("CI"), reason="needs the program bwrap"
)


def released(lab: labs.Lab = LAB03) -> dict[str, Any]:
    """The notebook that students get."""
    return json.loads((ROOT / "exercises" / lab.folder / f"{lab.folder}.ipynb").read_text())


def model(lab: labs.Lab = LAB03) -> bytes:
    """The notebook with the model answers."""
    return (ROOT / "solutions" / lab.folder / f"{lab.folder}.ipynb").read_bytes()


def handed_in(answers: dict[str, str], lab: labs.Lab = LAB03) -> dict[str, Any]:
    """The released notebook with these texts in its answer cells."""
    document = copy.deepcopy(released(lab))
    for cell in document["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name in answers:
            cell["source"] = answers[name]
    return document


def as_bytes(document: Any) -> bytes:
    return json.dumps(document).encode()


def open_sandbox(isolation: str = "sandbox", lab: labs.Lab = LAB03) -> Sandbox:
    return marking.sandbox_for(lab, isolation)


def grade(
    sandbox: Sandbox, data: bytes | dict[str, Any], student: str = "anna", limits: SandboxLimits | None = None
) -> dict[str, Any]:
    """The row of one submission."""
    data = data if isinstance(data, bytes) else as_bytes(data)
    return marking.grade_one(LAB03, student, data, SEED, sandbox, limits)


def hostile_texts() -> dict[str, str]:
    """What hostile students write, by name."""
    folder = Path(__file__).resolve().parent / "hostile"
    return {path.stem: path.read_text() for path in sorted(folder.glob("*.txt"))}


MODEL_ALPHABETA = """
def alphabeta(state, alpha, beta, maximising):
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = alphabeta(play(state, move), alpha, beta, not maximising)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
