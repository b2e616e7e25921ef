"""A running course survives an upgrade: work that was written for the first edition still grades."""

from __future__ import annotations

from pathlib import Path

import pytest
from grading_support import needs_bubblewrap
from support import ROOT

from gamekit.grading import course, marking
from gamekit.grading import lab as labs

FOLDER = Path(__file__).parent / "first_edition"
# Tasks that the first edition had not, by lab: `git show 89b9b23~1:exercises/...` beside today's exercises.
LATER = {
    "lab09": {"put_two"},
    "lab10": {"mtdf_move"},
    "lab12": {"backward_label", "backward_stage"},
    "lab13": {"wins_by_fours", "learn"},
    "lab14": {"put", "pass_up", "completing"},
}


@needs_bubblewrap
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_right_work_of_the_first_edition_earns_everything_and_broken_work_does_not(path, tmp_path):
    """What came later costs its points, unless the lines for course.toml in docs/instructors.md are taken."""
    lab = labs.find(path.stem)
    with marking.sandbox_for(lab) as sandbox:
        row = marking.grade_one(lab, "anna", path.read_bytes(), b"a seed of tests", sandbox)
        broken = path.read_bytes().replace(b"return ", b"return 0 * ")
        other = marking.grade_one(lab, "anna", broken, b"a seed of tests", sandbox)
    had = [task.name for task in lab.tasks if f'"grade_id": "{task.name}"' in path.read_text()]
    for name, task in row["tasks"].items():  # tasks that came later are not there, and cost their points
        assert task["points"] == (task["most"] if name in had else 0), row["remarks"]
    assert other["points"] < row["points"]
    (settled,) = course.settle(advised(tmp_path), lab, [row])
    assert settled["points"] == settled["most"] == sum(task.points for task in lab.tasks if task.name in had)
    new = {task.name for task in lab.tasks} - set(had)
    of_old = [remark for remark in row["remarks"] if not any(name in remark for name in new)]
    assert set(of_old) <= {"the cell setup was changed; the original was used"}


def advised(folder):
    """The course of the migration note, with all labs named."""
    note = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8").partition("## After an upgrade")[2]
    lines = note.partition("```toml")[2].partition("```")[0]
    others = [f"[labs.{name}]" for name in labs.names() if f"[labs.{name}]" not in lines]
    (folder / course.FILE).write_text("\n".join([lines, *others]))
    return course.read(folder / course.FILE)


def test_the_note_gives_no_points_to_what_came_later(tmp_path):
    said = {name: plan.tasks for name, plan in advised(tmp_path).labs.items() if plan.tasks}
    assert said == {name: dict.fromkeys(tasks, 0) for name, tasks in LATER.items()}


def test_there_is_work_of_the_first_edition():
    assert len(list(FOLDER.glob("*.ipynb"))) == 3
