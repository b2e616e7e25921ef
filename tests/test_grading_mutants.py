"""A slip of the pen costs every student the same, and none earns everything that the task's text forbids."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import mutants as mutants_tool
import pytest
from mutants import FREE, pinned
from mutating import mutants
from support import ROOT

from gamekit.grading import lab as labs
from gamekit.grading import look, slips
from gamekit.labs.common.cases import slips_of

MARKS_PROMISE = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
TASKS = {
    f"{lab.name}.{task.name}": (lab, task)
    for lab in map(labs.find, labs.names())
    for task in lab.tasks
    if f"{lab.name}.{task.name}" not in FREE
}
# The sample of `make test`: tasks in which slips once passed, or passed for some students only.
SAMPLE = ("lab04.remember_killer", "lab14.select", "lab14.expand", "lab14.answer", "lab15.interval")
# What the text of a task forbids, and what once earned everything.
FORBIDDEN = (
    ("lab04.remember_killer", "return list(killers)", "return killers"),
    ("lab04.killer_search", "depth == 0 or is_over(state)", "is_over(state)"),
    ("lab05.remembering", "depth == 0 or is_over(state)", "depth == 0"),
    ("lab07.flips", "while at & opponent:", "while at & opponent and run.bit_count() < 5:"),
    ("lab07.has_four", "return False", "return 0"),
    ("lab08.timed_search", "depth == 0 or is_over(state)", "depth == 0"),
    ("lab08.deepen", "    for depth in range(1, most + 1):\n",
     "    begun = clock()\n    for depth in range(1, most + 1):\n"
     "        if clock() - begun > (deadline - begun) / 2:\n            break\n"),
    ("lab09.table_search", "        return value(evaluator, state)\n",
     "        found = value(evaluator, state)\n"
     "        put(slots, key(state), depth, found, found)\n        return found\n"),
    ("lab09.table_search", "depth == 0 or is_over(state)", "depth == 0"),
    ("lab09.deepen_with_moves", "depth == 0 or is_over(state)", "depth == 0"),
    ("lab10.mtdf", "guess = ask(", "guess = asker(state)("),
    ("lab10.aspiration", "found = ask(", "found = asker(state)("),
    ("lab11.probcut", "depth == 0 or is_over(state)", "depth == 0"),
    ("lab12.backward_label", "if is_over(state):", "if discs_of(state) == 64:"),
    ("lab12.backward_label", "return score(state)",
     "return int(state.player).bit_count() - int(state.opponent).bit_count()"),
    ("lab12.backward_label", "    if discs_of(state)",
     "    if following == [othello.PASS]:\n"
     "        return -opinion(behind, play(state, othello.PASS), places)\n    if discs_of(state)"),
    ("lab13.wins_by_fours", "return False", "return 0"),
    ("lab13.join", "return row >= 5", "return int(row >= 5)"),
    ("lab14.select", "bound > highest", "bound >= highest"),
    ("lab14.select", "log(node[VISITS])", "log(sum(each[VISITS] for each in node[CHILDREN]))"),
    ("lab14.expand", "[[move, 0, 0, []] for", "[[move, 0, 0, shared] for shared in [[]] for"),
    ("lab14.expand", "[[move, 0, 0, []] for", "[(move, 0, 0, []) for"),
    ("lab14.answer", "return 2, -plies", "return 2, 0"),
)  # fmt: skip


def test_mutants_are_many_and_of_every_kind():
    found = [
        mutant for _, task in TASKS.values() for mutant in mutants(task.library.folder.answers[task.name])
    ]
    assert len(found) > 1700
    assert {mutant.kind for mutant in found} >= {
        "comparison", "constant", "sign", "order", "dropped", "condition", "left out", "aliasing", "copy",
    }  # fmt: skip
    for mutant in found[::50]:
        compile(mutant.source, mutant.text, "exec")


@pytest.mark.parametrize("name", SAMPLE)
def test_a_slip_costs_every_student_the_same(name):
    no_luck(name, 3)


@pytest.mark.long
@pytest.mark.parametrize("name", TASKS)
def test_a_slip_costs_twenty_students_the_same(name):
    no_luck(name, 20)


def run_tool(*words):
    """In a process of its own: a mutant is stopped by a signal, and coverage may hold a lock then."""
    call = [sys.executable, "-W", "ignore", mutants_tool.__file__, *words]
    return subprocess.run(call, capture_output=True, text=True, check=True).stdout


def no_luck(name, count):
    """And whatever earns everything is in the list that a person has read."""
    assert run_tool(name, str(count)) == pinned()[1][name]
    assert " mutants, " in pinned()[1][name]


def test_the_list_of_those_that_pass_is_whole():
    known = pinned()[1]
    assert set(known) == set(TASKS)
    numbers = [tuple(map(int, re.findall(r" (\d+) ", text.partition("\n")[0]))) for text in known.values()]
    assert all(lucky == 0 for _, _, lucky in numbers)
    changes, passing = (sum(each[place] for each in numbers) for place in (0, 1))
    said = f"{changes:,} changes of {len(known)} model answers, {passing} of which earn everything"
    assert said in MARKS_PROMISE
    for name in FREE:
        assert f"`{name}`" in MARKS_PROMISE


@pytest.mark.parametrize("name", SAMPLE)
def test_slips_are_those_of_these_models_and_questions(name):
    words_are_fresh(name)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in TASKS if name not in SAMPLE])
def test_all_slips_are_those_of_these_models_and_questions(name):
    words_are_fresh(name)


def words_are_fresh(name):
    """Else `python tests/mutants.py --write` makes them."""
    task = TASKS[name][1]
    assert slips.known(task.library.folder.name)[task.name] == json.loads(run_tool("--slips", name))


def test_check_says_which_slip_it_was():
    library = labs.find("lab14").tasks[0].library
    source = library.folder.answers["put"].replace("height - 1", "height - 2")
    found = look("lab14.put", library.function("put", source))
    assert found.is_exact
    assert "2 for 1" in found.mistake.says


@pytest.mark.parametrize(("name", "old", "new"), FORBIDDEN)
def test_what_the_text_forbids_earns_not_everything(name, old, new):
    from mutants import SEED, answers_of

    from gamekit.grading import marking
    from gamekit.grading.mistakes import edited

    lab, task = TASKS[name]
    source = edited(task.library.folder.answers[task.name], (old, new))
    for student in ("anna", "bert", "cleo"):
        questions = marking.questions_for(lab, task, SEED, student)
        found = marking.marks(task, questions, answers_of(task, questions, source))
        assert found["points"] < found["most"], student


def test_every_line_of_the_lists_changes_its_model():
    for lab in map(labs.find, labs.names()):
        for task in lab.tasks:
            model = task.library.folder.answers[task.name]
            for part in task.parts:
                for name in (part.name, f"not {part.name}"):
                    for source in slips_of(task.library.folder.name, task.name, name, model).values():
                        assert compile(source, task.name, "exec")
                        assert source != model
