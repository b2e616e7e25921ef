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
    had = [task.name for task in lab.tasks if f'"grade_id": "{task.name}"' in path.read_text()]
    for name, task in row["tasks"].items():  # tasks that came later are not there, and cost their points
        assert task["points"] == (task["most"] if name in had else 0), row["remarks"]
    assert other["points"] < row["points"]
    new = {task.name for task in lab.tasks} - set(had)
    of_old = [remark for remark in row["remarks"] if not any(name in remark for name in new)]
    assert set(of_old) <= {"the cell setup was changed; the original was used"}


def test_there_is_work_of_the_first_edition():
    assert len(list(FOLDER.glob("*.ipynb"))) == 3
