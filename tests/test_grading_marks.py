"""Nothing that a submission says is believed unless it was checked outside of it: see `hostile/README.md`."""

from __future__ import annotations

import builtins
import re
import stat
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from grading_support import LAB03, QUICK, SEED, as_bytes, handed_in, model, needs_bubblewrap, open_sandbox
from support import ROOT, call_gamekit

from gamekit import INF
from gamekit.grading import lab as labs
from gamekit.grading import marking, names, notebook, report, seed
from gamekit.grading.inside import kinds
from gamekit.grading.serving import ServedTree
from gamekit.isolation.wire import Broken
from gamekit.labs.lab12_patterns import endings
from gamekit.labs.lab12_patterns import spec as lab12
from gamekit.parts import version

HOSTILE = Path(__file__).parent / "hostile"
TEXTS = {path.stem: path.read_text() for path in sorted((HOSTILE / "marks").glob("*.txt"))}
COUNTED = {name: text for name, text in TEXTS.items() if "@TASK@" in text or "after each of their" in text}
KEEPING = TEXTS["remember_all_states"]
OTHERS = {name: text for name, text in TEXTS.items() if name not in COUNTED and text != KEEPING}


def test_the_list_names_every_text():
    table = (HOSTILE / "README.md").read_text()
    assert [name for name in TEXTS if f"`marks/{name}`" not in table] == []


def answers_with(lab, task, source):
    """Everybody else's answers are the model's; only this task is asked."""
    answers = {**task.library.folder.answers, task.name: source}
    return replace(lab, tasks=(task,)), as_bytes(handed_in(answers, lab))


def counted_tasks():
    """The tasks that are marked by visits, as the texts' first line names them."""
    heads = {text.split("\n")[0] for text in COUNTED.values()}
    (head,) = heads
    for group in head.removeprefix("# ").split(", "):
        name, *tasks = group.split()
        lab = labs.find(name)
        yield from ((lab, task) for task in lab.tasks if task.name in tasks)


@needs_bubblewrap
@pytest.mark.parametrize(
    "lab",
    [
        pytest.param(name, marks=pytest.mark.long) if name in ("lab08", "lab09") else name  # a minute each
        for name in dict.fromkeys(lab.name for lab, _ in counted_tasks())
    ],
)
def test_no_known_mistake_gains_by_forging_what_it_has_visited(lab):
    lab, tried = labs.find(lab), 0
    with open_sandbox(lab=lab) as sandbox:
        for _, task in (pair for pair in counted_tasks() if pair[0] is lab):
            for mistake in (each for each in task.mistakes if each.points < task.points):
                for name, text in COUNTED.items():
                    source = f"{mistake.source}\n{text.replace('@TASK@', task.name)}"
                    only, data = answers_with(lab, task, source)
                    row = marking.grade_one(only, "anna", data, SEED, sandbox, QUICK)
                    assert row["points"] <= mistake.points, (name, task.name, mistake.name, row)
                    tried += 1
    assert tried >= len(COUNTED)


@needs_bubblewrap
@pytest.mark.parametrize("name", ["lab08", "lab09"])
def test_a_memory_of_all_states_does_not_make_up_for_a_good_order(name):
    lab, tried = labs.find(name), 0
    with open_sandbox(lab=lab) as sandbox:
        for task in lab.tasks:
            told = re.search(rf"# {name} {task.name}: (.*)", KEEPING)
            for mistake in (each for each in task.mistakes if told and each.name in told[1]):
                only, data = answers_with(lab, task, f"{mistake.source}\n{KEEPING}")
                row = marking.grade_one(only, "anna", data, SEED, sandbox, QUICK)
                assert row["points"] == mistake.points, (mistake.name, row)
                tried += 1
    assert tried == {"lab08": 1, "lab09": 2}[name]


@cache
def weights_learnt_at_home():
    examples = [lab12.example(*ending) for ending in endings.endings()]
    learnt = lab12.LIBRARY.function("learn")(examples, lab12.SIZE)
    return [round(float(weight), 4) for weight in learnt]


@needs_bubblewrap
@pytest.mark.parametrize("name", OTHERS)
def test_hostile_texts_gain_nothing(name):
    lab, task, most = OTHERS[name].split("\n")[0].removeprefix("# ").split()
    lab = labs.find(lab)
    task = next(each for each in lab.tasks if each.name == task)
    text = OTHERS[name].replace("@MODEL@", task.library.folder.answers[task.name])
    if "@WEIGHTS@" in text:
        text = text.replace("@WEIGHTS@", str(weights_learnt_at_home()))
    with open_sandbox(lab=lab) as sandbox:
        only, data = answers_with(lab, task, text)
        row = marking.grade_one(only, "anna", data, SEED, sandbox)
    assert row["points"] <= float(most), row
    told = " | ".join(row["remarks"])
    assert "HiddenCase" not in told
    assert "54321" not in told
    if name == "tell_the_question_by_a_forged_error":
        assert row["remarks"] == ["alphabeta raised an error"]
    if name == "speak_as_the_instructor":
        assert row["remarks"][0].startswith("the submission's code says: cell alphabeta")


# --- the served tree ---------------------------------------------------------------------------------------


def request(tree, is_look, state, origin, move):
    return tree.serve(b"".join(n.to_bytes(4, "little", signed=True) for n in (is_look, state, origin, move)))


def test_a_served_tree_tells_only_what_is_asked_and_counts_it():
    tree = ServedTree({"tree": [[5, 3], 1], "turn": 0, "arguments": ["$state"]})
    assert "tree" not in tree.case
    assert b"\x05" not in request(tree, 1, 0, -1, 0)
    request(tree, 0, 1, 0, 0)  # played from, never looked at
    assert tree.measured() == {"visits": 1, "order": [0]}
    assert request(tree, 0, 2, 1, 0)[8:16] == bytes(8)  # its number is not told for that
    assert request(tree, 1, 2, 1, 0)[8] == 5
    request(tree, 1, 3, 1, 0)  # played again and looked at again
    assert tree.measured() == {"visits": 3, "order": [0, 3, 3]}


@pytest.mark.parametrize("wrong", [(1, 1, 7, 0), (1, 1, 0, 2), (1, 1, 0, -1), (1, 5, 5, 0)])
def test_what_is_not_in_a_served_tree_cannot_be_asked_for(wrong):
    tree = ServedTree({"tree": [[5, 3], 1], "turn": 0, "arguments": ["$state"]})
    request(tree, 1, 0, -1, 0)
    with pytest.raises(Broken):
        request(tree, *wrong)


@needs_bubblewrap
def test_compiled_answers_are_served_too():
    """Plain Python and `@njit` are told the same, and the grader counts the same visits."""
    plain = LAB03.tasks[0].library.folder.answers["alphabeta"]
    fast = plain.replace("def alphabeta", "from numba import njit\n@njit\ndef alphabeta")
    assert fast != plain
    with open_sandbox() as sandbox:
        for source in (plain, fast):
            only, data = answers_with(LAB03, LAB03.tasks[0], source)
            row = marking.grade_one(only, "anna", data, SEED, sandbox)
            assert row["points"] == only.points, row


# --- order and constants -----------------------------------------------------------------------------------


def test_questions_come_in_an_order_of_their_own():
    lab = labs.find("lab07")
    task = next(each for each in lab.tasks if each.name == "has_four")
    orders = {
        student: [question.expected for question in marking.questions_for(lab, task, SEED, student)]
        for student in ("anna", "bert", "cleo")
    }
    assert len({str(order) for order in orders.values()}) == 3
    assert orders["anna"] == [
        question.expected for question in marking.questions_for(lab, task, SEED, "anna")
    ]
    assert all(sorted(order) == sorted(orders["anna"]) for order in orders.values())


CONSTANTS = [
    True,
    False,
    0,
    1,
    -1,
    2,
    0.5,
    None,
    "",
    [],
    (),
    {},
    [0],
    [0, 0],
    (0, 0),
    [None],
    [True],
    INF,
    -INF,
]


def constant_functions(task):
    """Functions that say the same whatever they are asked, hand back what they were given, or raise."""
    yield from ((repr(given), lambda *_, given=given: given) for given in CONSTANTS)
    yield "the first argument", lambda *given: given[0] if given else None
    yield "the last argument", lambda *given: given[-1] if given else None
    named = re.findall(
        r"\b[A-Z]\w*(?:Error|Up|Exception|Iteration)\b", task.library.folder.answers[task.name]
    )
    function = task.library.function(task.name)
    space = getattr(getattr(function, "__wrapped__", function), "__globals__", {})
    for name in {*named, "TimeUp", "NotImplementedError", "ValueError", "IndexError", "KeyError"}:
        kind = space.get(name) or getattr(builtins, name, None)
        if isinstance(kind, type) and issubclass(kind, BaseException):

            def raising(*_, kind=kind):
                raise kind

            yield f"raise {name}", raising


@pytest.mark.parametrize("name", labs.names())
def test_no_part_is_earned_by_a_constant(name):
    lab = labs.find(name)
    for task in lab.tasks:
        questions = marking.questions_for(lab, task, SEED, "anna")
        for said, function in constant_functions(task):

            def ask(kind, case, function=function):
                try:
                    return kinds.kind(kind)(function, case)
                except Exception:
                    return None

            answers = [kinds.answered(question.kind, question.case, ask) for question in questions]
            found = marking._parts(task, questions, answers)
            earned = [part for part, marks in found.items() if marks["points"]]
            assert earned == [], (task.name, said)


# --- the seed ----------------------------------------------------------------------------------------------


def test_a_secret_is_made_once_and_nobody_else_can_read_it(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMEKIT_STATE_DIR", str(tmp_path / "state"))
    secret, place = seed.own()
    assert len(secret) == 64
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert seed.own() == (secret, place)
    place.chmod(0o644)
    with pytest.raises(labs.GamekitError, match="others can read"):
        seed.own()


def test_a_secret_never_lies_in_the_courses_folder(monkeypatch):
    inside = ROOT / "state-of-a-test"
    monkeypatch.setenv("GAMEKIT_STATE_DIR", str(inside))
    with pytest.raises(labs.GamekitError, match="would lie in the course's folder"):
        seed.own()
    assert not inside.exists()


@needs_bubblewrap
def test_the_report_and_the_table_say_which_seed_it_was(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMEKIT_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "submitted" / "anna"
    folder.mkdir(parents=True)
    (folder / f"{LAB03.folder}.ipynb").write_bytes(model())
    for options, kind in (([], "secret"), (["--public-seed"], "public")):
        out = tmp_path / kind
        command = ["grade", "lab03", str(folder.parent), "--out", str(out), "--gradebook", "none", *options]
        done = call_gamekit(*command)
        assert done.returncode == 0, done
        assert ("secret-seed.txt" in done.stderr) == (kind == "secret")
        head, row = (out / "marks.csv").read_text().strip().split("\n")
        assert head.split(",")[-3:] == ["copied", "seed", "version"]
        assert row.split(",")[-2:] == [kind, version()]
        assert f"drawn from a {kind} seed" in (out / "report.html").read_text()
        assert "alphabeta" in row.split(",")[-3]  # the model answer, which every student has
    both = call_gamekit("grade", "lab03", str(folder), "--public-seed", "--secret-seed-file", "x")
    assert both.returncode == 2


# --- what comes back out -----------------------------------------------------------------------------------


def test_copies_of_the_model_are_flagged_and_own_work_is_not():
    release, task = notebook.released(LAB03), LAB03.tasks[0]
    answer = task.library.folder.answers["alphabeta"]
    renamed = re.sub(r"\bbest\b", "b", answer).replace("    ", "\t") + "# mine\n"
    other = answer.replace("if alpha >= beta:", "if beta <= alpha:")
    for source, expected in ((answer, True), (renamed, True), (other, False)):
        work = notebook.read(as_bytes(handed_in({"alphabeta": source})), release)
        assert notebook.is_copy(work, task) is expected


@pytest.mark.parametrize(
    "name", ['<img src=x onerror="alert(1)">', "a'b", 'a"b', "a&b", "a`b", "a{b}", "a\\b"]
)
def test_names_in_the_gradebook_have_no_letter_that_a_page_could_obey(name):
    pytest.importorskip("nbgrader")

    assert not set(names.student_id(name)) & set("<>&\"'`{}\\/;=%#?")


def test_addresses_in_answers_are_no_links():
    pytest.importorskip("nbgrader")
    from nbconvert.filters import markdown2html

    from gamekit.grading import gradebook

    for text in (
        "https://evil.example/x",
        "see http://evil.example",
        "<https://evil.example>",
        "www.evil.example",
    ):
        page = markdown2html(gradebook.harmless(text))
        assert "href" not in page, (text, page)
    for formula in (r"$\href{javascript:alert(1)}{x}$", r"$$\style{x}{\require{html}}$$"):
        assert not re.search(r"\\(?:href|style|require)", gradebook.harmless(formula))


@pytest.mark.parametrize("text", ["=1+1", "a;=1+1", "x;@SUM(1)", "\uff1dcmd", "  =1+1", "a;+1;-1"])
def test_no_cell_of_the_table_is_a_formula_whatever_separates_cells(text):
    row = {
        "student": text,
        "lab": "lab03",
        "points": 0,
        "most": 10,
        "tasks": {task.name: {"points": 0, "mistakes": []} for task in LAB03.tasks},
        "remarks": [text, text],
        "copied": [],
        "version": "1",
    }
    line = report.table(LAB03, [row], "secret").split("\n")[1]
    for separator in (";", "\t"):
        for cell in line.split(separator)[1:]:
            assert cell.strip(' "')[:1] not in ("=", "+", "-", "@"), cell
    assert line.strip('"')[0] not in "=+-@\uff1d"


def test_what_feedback_may_repeat_of_an_exception_is_little():
    assert {"ValueError", "KeyError", "IllegalMove", "TypingError"} <= marking.TOLD_ERRORS
    assert len(marking.TOLD_ERRORS) < 256  # eight bits, and eight for the line
    assert marking.MOST_LINE < 256
