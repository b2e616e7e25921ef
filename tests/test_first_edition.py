"""A running course survives an upgrade: work that was written for the first edition still grades."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from grading_support import needs_bubblewrap
from support import ROOT

from gamekit.grading import course, marking
from gamekit.grading import lab as labs
from gamekit.grading.checking import find_task
from gamekit.grading.mistakes import edited

FOLDER = Path(__file__).parent / "first_edition"
NOTE = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8").partition("## After an upgrade")[2]
# Tasks that the first edition had not, by lab: `git show 89b9b23~1:exercises/...` beside today's exercises.
LATER = {
    "lab09": {"put_two"},
    "lab10": {"mtdf_move"},
    "lab12": {"backward_label", "backward_stage"},
    "lab13": {"wins_by_fours", "learn"},
    "lab14": {"put", "pass_up", "completing"},
}
# What work that was right then earns now, where a rule has become stricter.
STRICTER = {("lab14", "expand"): 1}  # nodes are tuples: a point for leaving a grown tree alone
NO_END = ("depth == 0 or is_over(state)", "depth == 0")
CHILDREN = "[[move, 0, 0, []] for move in moves(state)]"
# The table of docs/instructors.md: task, what is changed in its model answer, and what it earns now.
CHANGED = (
    ("lab03.best_line", 0, ("alpha >= beta", "alpha > beta")),
    ("lab04.remember_killer", 1, ("return list(killers)", "return killers")),
    ("lab05.remembering", 1, ("if best > alpha:", "if best > bound:")),
    ("lab05.remembering", 0, NO_END),
    ("lab07.flips", 3, ("while at & opponent:", "while at & opponent and run.bit_count() < 5:")),
    ("lab07.has_four", 0, ("return True", "return 1"), ("return False", "return 0")),
    (
        *("lab08.deepen", 4),
        ("for depth", "begun = clock()\n    for depth"),
        (
            "        best, alpha = None",
            "        if clock() - begun > (deadline - begun) / 2:\n            break\n"
            "        best, alpha = None",
        ),
    ),
    (
        *("lab09.table_search", 3),
        (
            "        return value(evaluator, state)\n",
            "        found = value(evaluator, state)\n"
            "        put(slots, key(state), depth, found, found)\n        return found\n",
        ),
    ),
    ("lab09.table_search", 0, NO_END),
    ("lab09.deepen_with_moves", 0, NO_END),
    ("lab10.mtdf", 2, ("guess = ask(", "guess = asker(state)(")),
    ("lab11.probcut", 0, NO_END),
    ("lab12.placements", 0, ('"""\n', '"""\n    return [list(squares)]\n')),
    ("lab12.backward_label", 1, ("if is_over(state):", "if discs_of(state) == 64:")),
    ("lab13.join", 1, ("return row >= 5", "return int(row >= 5)")),
    ("lab14.select", 1, ("bound > highest", "bound >= highest")),
    ("lab14.select", 1, ("log(node[VISITS])", "log(sum(each[VISITS] for each in node[CHILDREN]))")),
    ("lab14.expand", 1, (CHILDREN, "[(move, 0, 0, []) for move in moves(state)]")),
    ("lab14.expand", 1, (CHILDREN, "[[move, 0, 0, shared] for shared in [[]] for move in moves(state)]")),
)


@needs_bubblewrap
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_right_work_of_the_first_edition_earns_what_it_should_and_broken_work_does_not(path, tmp_path):
    """Everything, unless a rule is stricter now. What came later costs its points, unless the lines for
    course.toml in docs/instructors.md are taken.
    """
    lab = labs.find(path.stem)
    with marking.sandbox_for(lab) as sandbox:
        row = marking.grade_one(lab, "anna", path.read_bytes(), b"a seed of tests", sandbox)
        broken = path.read_bytes().replace(b"return ", b"return 0 * ")
        other = marking.grade_one(lab, "anna", broken, b"a seed of tests", sandbox)
    had = [task.name for task in lab.tasks if f'"grade_id": "{task.name}"' in path.read_text()]
    earned = {task.name: STRICTER.get((lab.name, task.name), task.points) for task in lab.tasks}
    earned |= dict.fromkeys(earned.keys() - set(had), 0)  # tasks that came later are not there
    assert {name: task["points"] for name, task in row["tasks"].items()} == earned, row["remarks"]
    assert other["points"] < row["points"]
    (settled,) = course.settle(advised(tmp_path), lab, [row])
    assert settled["points"] == sum(earned.values())
    assert settled["most"] == sum(task.points for task in lab.tasks if task.name in had)
    new = {task.name for task in lab.tasks} - set(had)
    of_old = [remark for remark in row["remarks"] if not any(name in remark for name in new)]
    assert set(of_old) <= {"the cell setup was changed; the original was used"}


def advised(folder):
    """The course of the migration note, with all labs named."""
    lines = NOTE.partition("```toml")[2].partition("```")[0]
    others = [f"[labs.{name}]" for name in labs.names() if f"[labs.{name}]" not in lines]
    (folder / course.FILE).write_text("\n".join([lines, *others]))
    return course.read(folder / course.FILE)


def test_the_note_gives_no_points_to_what_came_later(tmp_path):
    said = {name: plan.tasks for name, plan in advised(tmp_path).labs.items() if plan.tasks}
    assert said == {name: dict.fromkeys(tasks, 0) for name, tasks in LATER.items()}


def test_the_note_says_which_rules_are_stricter():
    said = re.findall(r"^  \| lab (\d+) `(\w+)` \| .* \| (\d) of (\d) \|$", NOTE, re.MULTILINE)
    expected = []
    for name, points, *edits in CHANGED:
        lab, task = find_task(name)
        source = edited(task.library.folder.answers[task.name], *edits)
        questions = marking.questions_for(lab, task, b"a seed of tests", "anna")
        found = marking.marks(task, questions, [task.answer(question, source) for question in questions])
        assert found["points"] == points, name
        expected.append((lab.name[3:], task.name, str(points), f"{task.points:g}"))
    assert said == expected


def test_there_is_work_of_the_first_edition():
    assert len(list(FOLDER.glob("*.ipynb"))) == 4
