"""A running course survives an upgrade: work that was written for the first edition still grades."""

from __future__ import annotations

from pathlib import Path

import pytest
from grading_support import needs_bubblewrap

from gamekit.grading import lab as labs
from gamekit.grading import marking

FOLDER = Path(__file__).parent / "first_edition"


@needs_bubblewrap
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_right_work_of_the_first_edition_earns_everything_and_broken_work_does_not(path):
    lab = labs.find(path.stem)
    with marking.sandbox_for(lab) as sandbox:
        row = marking.grade_one(lab, "anna", path.read_bytes(), b"a seed of tests", sandbox)
        broken = path.read_bytes().replace(b"return ", b"return 0 * ")
        other = marking.grade_one(lab, "anna", broken, b"a seed of tests", sandbox)
    assert (row["points"], row["most"]) == (lab.points, lab.points), row["remarks"]
    assert other["points"] < lab.points
    assert set(row["remarks"]) <= {"the cell setup was changed; the original was used"}


def test_there_is_work_of_the_first_edition():
    assert len(list(FOLDER.glob("*.ipynb"))) == 3
