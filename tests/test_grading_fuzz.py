"""Answers that have the shape of answers and are none: every judge and every diagnosis comes to an end."""

from __future__ import annotations

import copy
import random
from contextlib import suppress

import pytest
from grading_support import LAB03, QUICK, SEED, as_bytes, handed_in, model, needs_bubblewrap
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamekit.grading import batch, marking, submissions
from gamekit.grading import lab as labs
from gamekit.grading.worker import Worker
from gamekit.isolation.plain import is_plain

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, -2, 5, 2**31, 2**64, -(2**255), 1.5, -0.0, 1e308, float("nan"), float("inf")]),
    st.integers(),
    st.text(max_size=5),
    st.lists(st.integers(-3, 9), max_size=6),
    st.recursive(st.integers(-3, 9), lambda inner: st.lists(inner, max_size=3), max_leaves=8),
    st.dictionaries(st.text(max_size=3), st.integers(-3, 9), max_size=3),
    st.just([[[[[[[[1]]]]]]]]),
)


@st.composite
def spoilt(draw, right):
    """A right answer with some places changed: other types, keys left out or added, lists cut or grown."""
    answer = copy.deepcopy(right)
    for _ in range(draw(st.integers(1, 3))):
        answer = draw(_spoil(answer, 4))
    return answer


@st.composite
def _spoil(draw, thing, levels):
    if isinstance(thing, dict) and thing and levels and draw(st.integers(0, 9)):
        key = draw(st.sampled_from(sorted(thing)))
        how = draw(st.integers(0, 6))
        if how == 0:
            return {name: value for name, value in thing.items() if name != key}
        if how == 1:
            return {**thing, draw(st.text(max_size=4)): draw(ODD)}
        return {**thing, key: draw(_spoil(thing[key], levels - 1))}
    if isinstance(thing, list) and thing and levels and draw(st.integers(0, 3)):
        place = draw(st.integers(0, len(thing) - 1))
        how = draw(st.integers(0, 4))
        if how == 0:
            return thing[:place]
        if how == 1:
            return thing[:place] + thing[place:] * 3
        if how == 2:
            return [*thing, draw(ODD)]
        return [*thing[:place], draw(_spoil(thing[place], levels - 1)), *thing[place + 1 :]]
    if type(thing) is int and draw(st.booleans()):
        return draw(st.sampled_from([-thing - 1, thing + 1, 10 * thing, -2, thing * 2**70]))
    return draw(ODD)


TASKS = [(name, task.name) for name in labs.names() for task in labs.find(name).tasks]


@pytest.mark.parametrize("examples", [10, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize(("lab", "name"), TASKS)
def test_judges_and_diagnoses_end(lab, name, examples, monkeypatch):
    """Of every task: right answers, spoilt. Whatever is judged is True or False, and soon."""
    task = next(task for task in labs.find(lab).tasks if task.name == name)
    monkeypatch.setattr(marking, "JUDGE_SECONDS", 10)
    questions = task.questions(random.Random(7))
    questions = random.Random(7).sample(questions, min(4, len(questions)))
    right = [task.answer(question) for question in questions]
    assert any(answer is not None for answer in right)
    judged = []

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def fuzz(data):
        answers = [data.draw(spoilt(answer)) for answer in right]
        answers = [answer if type(answer) is dict and is_plain(answer) else None for answer in answers]
        said = []
        found = marking.marks(task, questions, answers, said)
        assert not [one for one in said if "could not be judged" in one]  # of which kind they are, it may say
        assert 0 <= found["points"] <= task.points
        judged.extend(answer for answer in answers if answer is not None)
        for question, answer in zip(questions, answers, strict=True):
            for part in (question.part, *question.also):
                assert marking.is_right(task, question, part, answer) in (True, False)

    diagnose, tried = type(task.library).diagnose, []

    def once(library, *given):
        """The wrong versions take a while to run: each time what they are compared with is looked at."""
        _, asked, answers = given
        for question, answer in zip(asked, answers, strict=True):
            library.sees(question, answer)
        tried.append(1)
        return diagnose(library, *given) if len(tried) == 1 else []

    monkeypatch.setattr(type(task.library), "diagnose", once)
    fuzz()
    assert len(judged) > examples / 5


@pytest.mark.parametrize(
    ("thing", "fits"),
    [
        ({"value": [1, 2.5, None, True, "a"], "visits": 3, "order": [0, 1]}, True),
        ({"value": {"type": "set"}}, True),
        ({"value": 2**300}, False),
        ({"value": float("nan")}, False),
        ({"value": [[[[[[[[1]]]]]]]]}, False),
        ({"value": [0] * 5000}, False),
        ({"value": "x" * 5000}, False),
        ({"value": 1, "visits": -1}, False),
        ({"value": 1, "visits": True}, False),
        ({"value": 1, "order": [5, -2]}, False),
        ({"value": 1, "order": {"0": 1}}, False),
        ({"value": {"x": {"y": {"z": 1}}}}, True),
    ],
)
def test_what_an_answer_looks_like(thing, fits):
    assert is_plain(thing) is fits


# --- a judge that does not come back ----------------------------------------------------------------------


def grade_with(tmp_path, monkeypatch, judge, lab=LAB03):
    """A class of three in a lab whose first task has this judge for whoever answers 4711."""
    real = type(lab.tasks[0]).judge if hasattr(type(lab.tasks[0]), "judge") else lab.tasks[0].judge

    def judging(question, part, answer):
        return judge() if answer.get("value") == 4711 else real(question, part, answer)

    monkeypatch.setattr(marking, "JUDGE_SECONDS", 1)
    object.__setattr__(lab.tasks[0], "judge", judging)
    try:
        odd = handed_in({"alphabeta": "def alphabeta(*_):\n    return 4711\n"})
        for name, data in (("anna", model()), ("odd", as_bytes(odd)), ("zoe", model())):
            (tmp_path / name).mkdir()
            (tmp_path / name / f"{lab.folder}.ipynb").write_bytes(data)
        found = submissions.find(lab, [tmp_path])
        rows = batch.grade_all(lab, found, tmp_path / "graded", SEED, jobs=2, limits=QUICK)
    finally:
        object.__setattr__(lab.tasks[0], "judge", real)
    marks = {row["student"]: row["points"] for row in rows}
    assert marks == {"anna": 10, "odd": 0, "zoe": 10}
    return next(row for row in rows if row["student"] == "odd")["remarks"]


def loop():
    while True:
        pass


def loop_that_swallows():
    while True:
        with suppress(Exception):
            sum(range(1000))


def crash():
    import os

    os._exit(3)


@needs_bubblewrap
@pytest.mark.parametrize("judge", [loop, loop_that_swallows])
def test_a_judge_that_loops_costs_its_task(tmp_path, monkeypatch, judge):
    assert "alphabeta: its answers could not be judged" in grade_with(tmp_path, monkeypatch, judge)


@needs_bubblewrap
def test_a_judge_that_ends_its_process_is_a_row(tmp_path, monkeypatch):
    assert grade_with(tmp_path, monkeypatch, crash) == ["grading it ended the program that grades"]


@needs_bubblewrap
def test_a_worker_that_hangs_is_ended(tmp_path, monkeypatch):
    """Machine code that loops hears no signal: then the whole process goes, after a while."""
    import signal

    def deaf():
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPROF])
        loop()

    real = Worker.__init__

    def impatient(worker, *given):
        real(worker, *given)
        worker._most = 8

    monkeypatch.setattr(Worker, "__init__", impatient)
    assert grade_with(tmp_path, monkeypatch, deaf) == ["grading it took too long, and was stopped"]


@needs_bubblewrap
def test_any_exception_is_a_row(tmp_path, monkeypatch):
    real = marking.notebook.read

    def read(data, release):
        if b"4711" in data:
            raise ZeroDivisionError
        return real(data, release)

    monkeypatch.setattr(marking.notebook, "read", read)
    assert grade_with(tmp_path, monkeypatch, loop) == ["grading it failed with ZeroDivisionError"]


# --- answers that are forged where they are made ----------------------------------------------------------

FORGED = """
from gamekit.grading.inside import kinds

def forge(name):
    def kind(function, case):
        return ANSWER
    return kind

kinds.kind = forge
import gamekit.isolation.harness as harness
import sys
frame = sys._getframe()
while frame is not None:
    if "kind" in frame.f_locals and frame.f_code.co_name == "converse":
        import ctypes
        frame.f_locals["kind"] = forge
        ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))
    frame = frame.f_back

def pvs(*_):
    return 3
mtdf = aspiration = pvs
"""


@needs_bubblewrap
def test_forged_answers_of_lab_10_are_rows(tmp_path):
    """Without an order, with one that leads in circles, with one that is no list."""
    lab = labs.find("lab10")
    for place, text in enumerate(
        (
            '{"value": 3}',
            '{"value": 3, "order": [5, -2]}',
            '{"value": 3, "order": 5, "visits": []}',
            '{"value": [3, [[1, 2, 3], None, {}]], "order": [[]]}',
            '{"value": [3, 10**60]}',
            '{"order": ["x"] * 1000, "value": {"value": {"value": None}}}',
        )
    ):
        (tmp_path / "submitted" / f"s{place}").mkdir(parents=True)
        document = handed_in({"pvs": FORGED.replace("ANSWER", text)}, lab)
        (tmp_path / "submitted" / f"s{place}" / f"{lab.folder}.ipynb").write_bytes(as_bytes(document))
    (tmp_path / "submitted" / "model").mkdir()
    (tmp_path / "submitted" / "model" / f"{lab.folder}.ipynb").write_bytes(model(lab))
    found = submissions.find(lab, [tmp_path / "submitted"])
    rows = batch.grade_all(lab, found, tmp_path / "out", SEED, jobs=2)
    assert {row["student"]: row["points"] for row in rows} == {
        "model": lab.points,
        **{f"s{place}": 0 for place in range(6)},
    }
