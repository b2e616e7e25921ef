"""The library of mistakes: each is named, earns what it should, and shows on a small tree."""

from __future__ import annotations

import json

import pytest
from grading_support import model

from gamekit.grading import checking, look
from gamekit.grading import lab as labs
from gamekit.grading.checking import visible_questions
from gamekit.grading.inside.kinds import kind
from gamekit.grading.marking import is_right, marks
from gamekit.grading.mistakes import edited
from gamekit.grading.shrinking import paths, shrink, size, smaller_cases

LABS = [labs.find(name) for name in labs.names()]
TASKS = [(lab, task) for lab in LABS for task in lab.tasks]
MISTAKES = [(lab, task, mistake) for lab, task in TASKS for mistake in task.library.known(task.name)]


def named(thing):
    return getattr(thing, "name", None)


def test_the_library_is_large_and_well_written():
    for _, task in TASKS:
        names = [mistake.name for mistake in task.library.known(task.name)]
        assert len(task.mistakes) >= 2, task.name
        assert len(set(names)) == len(names)
    for _, _, mistake in MISTAKES:
        assert mistake.says.endswith((".", "?"))
        assert len(mistake.says) > 40


def of_all(lab, task, mistake):
    """Of those that questions are drawn for every fourth in `make test`, all others in `make test-long`.

    That each costs what it should and is named, the next test sees too, without a process for each.
    """
    is_asked = mistake in task.mistakes[::4]
    return pytest.param(lab, task, mistake, marks=() if is_asked else pytest.mark.long)


@pytest.mark.parametrize(("lab", "task", "mistake"), [of_all(*each) for each in MISTAKES], ids=named)
def test_check_names_every_mistake(lab, task, mistake, monkeypatch):
    """From the outside: the function in a fork, the answers over a pipe."""
    monkeypatch.setattr(checking, "SHRINK_SECONDS", 30)  # a busy machine finds the smallest case too
    found = look(f"{lab.name}.{task.name}", task.library.function(task.name, mistake.source))
    assert found.marks["points"] == mistake.points
    assert found.mistake is not None
    assert (found.mistake.name, found.is_exact) == (mistake.name, True)
    assert mistake.says in str(found)
    if found.wrong_tree:
        part, question = found.wrong_tree.part.name, found.wrong_tree.question
        assert size(question.case["tree"]) <= 14
        assert not is_right(task, question, part, found.wrong_tree.given)
        assert is_right(task, question, part, found.wrong_tree.right)
        assert found.wrong_tree.first.path in paths(question.case["tree"])


@pytest.mark.parametrize(("lab", "task"), TASKS, ids=named)
def test_a_mistake_costs_every_student_the_same_and_is_named_in_the_report(lab, task):
    exactly = asked = 0
    for student in ("anna", "bert", "cleo"):
        questions = task.questions(labs.rng_of(b"a secret of these tests", lab.name, task.name, student))
        for mistake in task.library.known(task.name):
            answers = [task.library.answer(task.name, question, mistake.source) for question in questions]
            found = marks(task, questions, answers)
            if mistake in task.mistakes:
                assert found["points"] == mistake.points, (student, mistake.name)
            else:  # only named: no questions are drawn for it
                assert found["points"] < task.points, (student, mistake.name)
            exactly += found["mistakes"] == [mistake.name]
            asked += 1
        right = [task.library.answer(task.name, question) for question in questions]
        assert marks(task, questions, right)["points"] == task.points
    assert exactly >= 0.9 * asked


@pytest.mark.parametrize(("lab", "task"), TASKS, ids=named)
def test_the_quick_tree_answers_as_the_real_one(lab, task):
    asked = visible_questions(f"{lab.name}.{task.name}")
    trees = [question for question in asked if question.kind == "search_tree"][:5]
    library = task.library
    for source in (None, *(mistake.source for mistake in library.known(task.name))):
        for question in trees:
            try:
                real = kind(question.kind)(library.function(task.name, source), question.case)
            except Exception:
                real = None
            assert library.answer(task.name, question, source) == real, (source, question.case)


@pytest.mark.parametrize("lab", LABS, ids=named)
def test_models_are_the_notebook_s_answers_and_every_mistake_differs_from_its_model(lab):
    cells = json.loads(model(lab))["cells"]
    named_cells = {cell["metadata"].get("nbgrader", {}).get("grade_id"): cell["source"] for cell in cells}
    for task in lab.tasks:
        library = task.library
        answer = [line for line in "".join(named_cells[task.name]).split("\n") if "### " not in line]
        assert library.folder.answers[task.name].split() == "\n".join(answer).split()
        sources = [mistake.source for mistake in library.known(task.name)]
        assert library.folder.answers[task.name] not in sources
        assert len(set(sources)) == len(sources)
        for mistake in library.known(task.name):
            assert all(old != new for old, new in mistake.changes)


def test_an_edit_that_changes_nothing_is_refused():
    with pytest.raises(ValueError, match="does not hold"):
        edited("return a", ("b", "c"))


def test_what_is_shrunk_cannot_be_made_smaller():
    """Any tree with a 7 somewhere below two moves counts as wrong here: what is left is the 7 alone."""
    _, task = next((lab, task) for lab, task in TASKS if task.name == "alphabeta")

    def is_wrong(question):
        tree = question.case["tree"]
        return any(isinstance(child, list) and 7 in child for child in tree)

    case = {"tree": [[1, [2, 3]], [5, 7, [9]], 4], "turn": 0, "arguments": ["$state", -3, 3, True]}
    smallest = shrink(case, lambda case: task.ask("windows", case), is_wrong, 10)
    assert smallest.case["tree"] == [[7]]
    assert not any(is_wrong(task.ask("windows", smaller)) for smaller in smaller_cases(smallest.case))
