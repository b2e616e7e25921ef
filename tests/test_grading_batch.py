"""Many submissions: found, graded, stopped, resumed, written down."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from filelock import FileLock
from grading_support import (
    FULL,
    HALF,
    LAB03,
    MODEL_ALPHABETA,
    MOST,
    OPEN_POINTS,
    SEED,
    as_bytes,
    handed_in,
    model,
    needs_bubblewrap,
    released,
)
from support import call_gamekit, run_gamekit

from gamekit.errors import GamekitError
from gamekit.grading import batch, handout, notebook, people, report, submissions
from gamekit.isolation.sandbox import ISOLATIONS, check_isolation
from gamekit.parts import version

NOTEBOOK = f"{LAB03.folder}.ipynb"
VARIANTS = [
    model(),
    as_bytes(released()),
    as_bytes(handed_in({"alphabeta": MODEL_ALPHABETA})),
    as_bytes(handed_in({"alphabeta": MODEL_ALPHABETA.replace(">=", ">")})),
    as_bytes(handed_in({"alphabeta": "def alphabeta(*_):\n    return 1 // 0"})),
    b"no notebook",
]


def write_class(folder: Path, count: int) -> Path:
    """A folder of students' folders."""
    for number in range(count):
        student = folder / f"student{number:03}"
        student.mkdir(parents=True)
        (student / NOTEBOOK).write_bytes(VARIANTS[number % len(VARIANTS)])
    return folder


def grade(folder: Path, out: Path, **options):
    return batch.grade_all(LAB03, submissions.find(LAB03, [folder]), out, SEED, jobs=2, **options)


def pages(out: Path) -> dict[str, bytes]:
    """What was written, journal and lock apart."""
    files = [
        path for path in out.rglob("*") if path.is_file() and path.name not in (".lock", "journal.jsonl")
    ]
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


# --- stopped and resumed ------------------------------------------------------------------------------------


@needs_bubblewrap
def test_killed_and_resumed_is_the_same_as_never_stopped(tmp_path):
    """kill -9 in the middle, twice; what was written is kept, and the end is byte for byte the same.

    `GAMEKIT_CLASS=300` tries it with a large class, which takes a minute.
    """
    count = int(os.environ.get("GAMEKIT_CLASS", "40"))
    folder = write_class(tmp_path / "submitted", count)
    seed = tmp_path / "seed.txt"
    seed.write_bytes(SEED + b"\n")
    grade(folder, tmp_path / "whole")

    out = tmp_path / "resumed"
    command = [sys.executable, "-m", "gamekit", "grade", "lab03", str(folder), "--jobs", "2"]
    command += ["--secret-seed-file", str(seed), "--out", str(out)]
    journal = out / "journal.jsonl"
    before = b""
    for stop_after in (count // 3, 2 * count // 3):
        grader = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            lines = journal.read_bytes().count(b"\n") if journal.exists() else 0
            if lines > stop_after or grader.poll() is not None:
                break
            time.sleep(0.002)
        grader.kill()
        assert grader.wait() == -9, "it was to be stopped in the middle"
        assert not (out / "marks.csv").exists()
        finished = journal.read_bytes()
        assert finished.startswith(before[: before.rfind(b"\n") + 1])  # never a written mark lost
        with open(journal, "ab") as file:
            file.write(b'{"student": "student0')  # a line cut off by a crash
        before = finished
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
    assert pages(out) == pages(tmp_path / "whole")
    assert len(pages(out)) == count + 3


@needs_bubblewrap
def test_grading_again_changes_nothing_and_grades_only_what_is_new(tmp_path, monkeypatch):
    folder = write_class(tmp_path / "submitted", 6)
    grade(folder, tmp_path / "out")
    first = pages(tmp_path / "out")

    asked = []
    real = batch.Worker.ask
    monkeypatch.setattr(
        batch.Worker,
        "ask",
        lambda worker, student, data: asked.append(student) or real(worker, student, data),
    )
    grade(folder, tmp_path / "out")
    assert asked == []
    assert pages(tmp_path / "out") == first

    (folder / "student001" / NOTEBOOK).write_bytes(model())
    rows = grade(folder, tmp_path / "out")
    assert asked == ["student001"]
    assert rows[1]["points"] == MOST

    batch.grade_all(LAB03, submissions.find(LAB03, [folder]), tmp_path / "out", b"another secret", jobs=2)
    assert len(asked) == 1 + 6, "another seed, other cases: everything is graded again"


def test_whatever_may_change_a_mark_changes_the_fingerprint(tmp_path, monkeypatch):
    """Once rows of other cases stayed in the journal: they come from `mutants.txt`, which was left out."""

    def now() -> str:
        batch._kit.cache_clear()
        return batch.fingerprint(LAB03, SEED, LAB03.limits, "sandbox")

    monkeypatch.setattr(batch, "PACKAGE", tmp_path)
    before = now()
    for name in (
        "labs/lab03_alphabeta/mutants.txt",
        "labs/lab03_alphabeta/slips.json",
        "data/a.npz",
        "games/a",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one")
        first = now()
        path.write_text("two")
        assert len({before, first, now()}) == 3, name
        before = now()
    (tmp_path / "games" / "__pycache__").mkdir()
    (tmp_path / "games" / "__pycache__" / "a.pyc").write_text("one")
    assert now() == before
    monkeypatch.setattr(batch, "version", lambda: "another")
    assert now() != before


@needs_bubblewrap
def test_the_seed_is_not_in_the_output(tmp_path):
    folder = write_class(tmp_path / "submitted", 2)
    grade(folder, tmp_path / "out")
    for path in (tmp_path / "out").rglob("*"):
        assert path.is_dir() or SEED not in path.read_bytes()


@needs_bubblewrap
def test_only_one_grader_at_a_time_writes_to_a_folder(tmp_path):
    folder = write_class(tmp_path / "submitted", 1)
    (tmp_path / "out").mkdir()
    with (
        FileLock(str(tmp_path / "out" / ".lock")),
        pytest.raises(GamekitError, match="another gamekit grade"),
    ):
        grade(folder, tmp_path / "out")


# --- finding submissions ------------------------------------------------------------------------------------


def names(*places) -> dict[str, str | None]:
    return {s.student: s.path and s.path.name for s in submissions.find(LAB03, places)}


def test_three_layouts_are_known(tmp_path):
    (tmp_path / "nbgrader" / "anna" / LAB03.folder).mkdir(parents=True)
    (tmp_path / "nbgrader" / "anna" / LAB03.folder / NOTEBOOK).write_bytes(b"{}")
    (tmp_path / "nbgrader" / "anna" / LAB03.folder / "timestamp.txt").write_text("2026")
    (tmp_path / "folders" / "bert").mkdir(parents=True)
    (tmp_path / "folders" / "bert" / "my lab.ipynb").write_bytes(b"{}")
    (tmp_path / "folders" / "names.csv").write_text("x")
    (tmp_path / "files").mkdir()
    for name in ("cleo.ipynb", "dora.pdf", ".DS_Store"):
        (tmp_path / "files" / name).write_bytes(b"{}")
    assert names(tmp_path / "nbgrader") == {"anna": NOTEBOOK}
    assert names(tmp_path / "folders") == {"bert": "my lab.ipynb"}
    assert names(tmp_path / "files") == {"cleo": "cleo.ipynb", "dora.pdf": "dora.pdf"}
    assert names(tmp_path / "files" / "cleo.ipynb") == {"cleo": "cleo.ipynb"}


def test_two_of_one_name_are_told_apart(tmp_path):
    for place in ("one", "two"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "anna.ipynb").write_bytes(b"{}")
    assert set(names(tmp_path / "one", tmp_path / "two")) == {"anna", "anna (2)"}


def test_names_that_meet_are_told_apart(tmp_path):
    """Also by their numbers, and by letters that cannot be shown."""
    for place in ("one/s1", "one/s1 (2)", "two/s1", "two/s1 (2)", "three/s1"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / NOTEBOOK).write_text(place)
    for name in (b"f-\xff", b"f-\xfe"):
        os.mkdir(os.fsencode(tmp_path / "one") + b"/" + name)
    found = submissions.find(LAB03, [tmp_path / "one", tmp_path / "two", tmp_path / "three"])
    shown = [report.shown(each.student) for each in found]
    assert len(set(shown)) == len(found) == 7
    assert {each.student: each.path.read_text() for each in found if each.path}["s1 (2)"] == "one/s1 (2)"
    numbered = [each for each in found if "too" in " ".join(each.remarks)]
    assert len(numbered) == 4


@needs_bubblewrap
def test_marks_do_not_change_hands(tmp_path):
    """`s1 (2)` of one group and the second `s1`: each keeps what it earned."""
    for place, data in (("one/s1", model()), ("one/s1 (2)", VARIANTS[1]), ("two/s1", VARIANTS[2])):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / NOTEBOOK).write_bytes(data)
    found = submissions.find(LAB03, [tmp_path / "one", tmp_path / "two"])
    rows = batch.grade_all(LAB03, found, tmp_path / "out", SEED, jobs=2)
    assert {row["student"]: row["points"] for row in rows} == {"s1": MOST, "s1 (2)": 0, "s1 (3)": FULL}
    assert [row["student"] for row in rows] == [each.student for each in found]


def test_students_with_names_of_folders_that_nobody_hands_in(tmp_path):
    """`feedback`, `.s1`, `__pycache__` with a notebook in them are students, with a word; `.git` is none."""
    for name in ("feedback", ".s1", "__pycache__", "__MACOSX", "anna"):
        (tmp_path / name).mkdir()
        (tmp_path / name / NOTEBOOK).write_bytes(b"{}")
    for name in (".git", ".ipynb_checkpoints", "bert"):
        (tmp_path / name).mkdir()
    (tmp_path / ".ipynb_checkpoints" / "anna-checkpoint.ipynb").write_bytes(b"{}")
    said = []
    found = {each.student: each.remarks for each in submissions.find(LAB03, [tmp_path], said.append)}
    assert set(found) == {"feedback", ".s1", "__pycache__", "__MACOSX", "anna", "bert"}
    assert all("usually nobody's" in found[name][0] for name in found if name not in ("anna", "bert"))
    assert [line.split()[0] for line in said] == [".git", ".ipynb_checkpoints"]


@needs_bubblewrap
def test_foreign_lines_in_the_journal_are_nothing(tmp_path):
    folder = write_class(tmp_path / "submitted", 2)
    grade(folder, tmp_path / "out")
    first, journal = pages(tmp_path / "out"), tmp_path / "out" / "journal.jsonl"
    lines = journal.read_text().splitlines()
    forged = json.loads(lines[2])
    forged["row"]["points"] = 9
    foreign = ["[1, 2]", "5", "null", '"x"', "{}", '{"row": 5}', '{"row": {"student": []}}', "[" * 100_000]
    foreign += ["\x00", json.dumps(forged), json.dumps(forged["row"]), '{"student": "student000"}']
    journal.write_text("\n".join([*lines[:2], *foreign, *lines[2:], ""]))
    grade(folder, tmp_path / "out")
    assert pages(tmp_path / "out") == first
    assert journal.read_text().splitlines() == lines


def test_the_right_notebook_is_taken_among_several(tmp_path):
    (tmp_path / "anna").mkdir()
    for name in ("lab02-minimax.ipynb", "lab03-final.ipynb", "a.ipynb"):
        (tmp_path / "anna" / name).write_bytes(b"{}")
    (found,) = submissions.find(LAB03, [tmp_path])
    assert found.path.name == "lab03-final.ipynb"
    called = f"the notebook is called lab03-final.ipynb, not {NOTEBOOK}"
    assert found.remarks == (called, "there are 2 notebooks; lab03-final.ipynb was taken")


def test_a_second_notebook_is_not_passed_over_in_silence(tmp_path):
    (tmp_path / "anna").mkdir()
    for name in (NOTEBOOK, f"{LAB03.folder} (1).ipynb", "lab02-minimax.ipynb"):
        (tmp_path / "anna" / name).write_bytes(b"{}")
    (found,) = submissions.find(LAB03, [tmp_path])
    assert (found.path.name, found.remarks) == (NOTEBOOK, (f"there are 2 notebooks; {NOTEBOOK} was taken",))


@pytest.mark.parametrize("given", ["anna", f"anna/{NOTEBOOK}", "bert", f"bert/{LAB03.folder}/{NOTEBOOK}"])
def test_one_students_work_is_theirs(tmp_path, given):
    """The student was once called lab03-alphabeta."""
    for path in (f"anna/{NOTEBOOK}", "anna/lab08-deepening.ipynb", f"bert/{LAB03.folder}/{NOTEBOOK}"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(b"{}")
    (found,) = submissions.find(LAB03, [tmp_path / given])
    assert (found.student, found.remarks) == (given[:4], ())
    assert found.path.name == NOTEBOOK
    assert [each.student for each in submissions.find(LAB03, [tmp_path])] == ["anna", "bert"]


def test_an_archive_is_no_student(tmp_path):
    for name in ("class.zip", "anna.ipynb", NOTEBOOK):
        (tmp_path / name).write_bytes(b"{}")
    (tmp_path / "carl").mkdir()
    (tmp_path / "carl" / "work.zip").write_bytes(b"PK")
    said = []
    anna, carl = submissions.find(LAB03, [tmp_path], said.append)
    assert (anna.student, carl.student) == ("anna", "carl")
    assert "work.zip is an archive: unpack it" in carl.remarks[0]
    assert [line.split(" in ")[0] for line in said] == ["class.zip", NOTEBOOK]
    with pytest.raises(GamekitError, match="cannot be unpacked"):
        submissions.find(LAB03, [tmp_path / "class.zip"])


@needs_bubblewrap
def test_who_is_not_graded_this_time_keeps_their_marks(tmp_path):
    folder, out = write_class(tmp_path / "submitted", 3), tmp_path / "out"

    def run(*words: str):
        return call_gamekit(
            *("grade", "lab03", *words, "--public-seed", "--out", str(out), "--gradebook", "none")
        )

    assert run(str(folder)).returncode == 0
    before = pages(out)
    (folder / "student001" / NOTEBOOK).write_bytes(model())
    ran = run(str(folder / "student001"))
    assert ran.returncode == 0, ran.stderr
    after = pages(out)
    assert after.keys() == before.keys()
    marks = [line.split(",")[2] for line in after["marks.csv"].decode().split("\n")[1:4]]
    assert marks == [f"{MOST:g}", f"{MOST:g}", f"{FULL:g}"]
    ran = run(str(folder), "--only", "student002,student000")
    assert (ran.returncode, ran.stdout.count(f" of {MOST:g}  ")) == (0, 2)
    assert pages(out) == after
    assert "no submission of 'nobody'" in run(str(folder), "--only", "nobody").stderr
    other = call_gamekit(
        *("grade", "lab02", str(folder), "--public-seed", "--out", str(out), "--gradebook", "none")
    )
    assert (other.returncode, "holds the marks of lab03" in other.stderr) == (2, True)
    with pytest.raises(GamekitError, match=r"student000 \(2 students in all\)"):
        batch.grade_all(LAB03, submissions.find(LAB03, [folder / "student001"]), out, b"another secret")
    assert pages(out) == after


@needs_bubblewrap
def test_what_cannot_be_judged_is_said(tmp_path):
    """A 2-D array once got nothing, without a word."""
    code = "import numpy as np\ndef alphabeta(*_):\n    return {}"
    theirs = {"anna": "np.zeros((2, 2))", "bert": "{1}", "carl": "np.zeros((99, 99))", "dora": "None"}
    for student, returned in theirs.items():
        (tmp_path / "submitted" / student).mkdir(parents=True)
        work = as_bytes(handed_in({"alphabeta": code.replace("{}", returned)}))
        (tmp_path / "submitted" / student / NOTEBOOK).write_bytes(work)
    anna, bert, carl, dora = grade(tmp_path / "submitted", tmp_path / "out")
    assert "alphabeta returned a list, where a number is right" in anna["remarks"]  # it is read as lists
    assert "alphabeta returned nothing, where a number is right" in dora["remarks"]
    assert "alphabeta returned a value of type set, which cannot be judged" in bert["remarks"]
    assert "alphabeta returned a value of type ndarray, which cannot be judged" in carl["remarks"]


@needs_bubblewrap
def test_a_students_page_has_the_tutors_words_the_open_question_and_the_total(tmp_path):
    row = grade(write_class(tmp_path / "submitted", 4), tmp_path / "out")[3]
    task = LAB03.tasks[0]
    (name,) = row["tasks"][task.name]["mistakes"][:1]
    (says,) = (mistake.says for mistake in task.mistakes if mistake.name == name)
    page = (tmp_path / "out" / "feedback" / "student003.html").read_text()
    (asked,) = notebook.open_questions(LAB03)
    assert html.escape(says) in page
    assert f"<b>{row['points']:g} of {LAB03.points:g} points</b></p>" in page
    assert "not marked yet, not in the total" in page
    assert f"Graded by gamekit {version()}" in page
    total = LAB03.points + notebook.open_questions(LAB03)[asked]
    instead = 5.5 - row["tasks"][task.name]["points"]
    for given, more, told in (
        ({asked: 1.5}, 1.5, f"1.5 of {OPEN_POINTS:g}"),
        ({asked: None, f"check-{task.name}": 5.5}, instead, f"5.5 of {FULL:g}"),
    ):
        (joined,) = people.joined(LAB03, [row], {"student003": given, "other": {asked: 0.0}})
        points = row["points"] + more
        marked = report.feedback(LAB03, joined)
        assert f"<b>{points:g} of {total:g} points</b>" in marked
        assert told in marked
        assert (f"</b>, {OPEN_POINTS:g} of them not marked yet" in marked) == (given[asked] is None)
    assert (tmp_path / "out" / "marks.csv").read_text().splitlines()[1].endswith(f",{version()}")


# --- table and pages ----------------------------------------------------------------------------------------


@needs_bubblewrap
def test_table_and_pages(tmp_path):
    folder = write_class(tmp_path / "submitted", 6)
    grade(folder, tmp_path / "out")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / "marks.csv").read_text())))
    points = [MOST, 0, FULL, HALF, 0, 0]
    assert [row["points"] for row in rows] == [f"{each:g}" for each in points]
    assert [row["percent"] for row in rows] == [f"{100 * each / MOST:.1f}" for each in points]
    assert rows[4]["remarks"].startswith("best_move: nothing was written")
    assert "ZeroDivisionError in cell alphabeta, line 2" in rows[4]["remarks"]
    page = (tmp_path / "out" / "feedback" / "student003.html").read_text()
    assert f"{HALF:g} of {MOST:g} points" in page
    assert "the value, on plates" in page
    whole = (tmp_path / "out" / "report.html").read_text()
    assert "6 submissions" in whole
    assert whole.count("<rect") == 10
    assert "there is no function" not in page


@needs_bubblewrap
def test_pages_do_not_show_hidden_cases(tmp_path):
    folder = write_class(tmp_path / "submitted", 5)
    grade(folder, tmp_path / "out")
    for text in pages(tmp_path / "out").values():
        assert not re.search(r"\[\s*-?\d+\s*,", text.decode())


def test_names_become_safe_file_names():
    odd = [
        "../../etc/passwd",
        "",
        ".",
        "..",
        "a/b",
        "x" * 300,
        "Anna",
        "anna",
        "ännä",
        "a b",
        "CON",
        "\udcff",
    ]
    made = [report.feedback_name(name) for name in odd]
    assert len(set(map(str.lower, made))) == len(odd)
    assert [
        name for name in made if not re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}\.html", name)
    ] == []


# --- the command line ---------------------------------------------------------------------------------------


@needs_bubblewrap
def test_the_command_line(tmp_path):
    folder = write_class(tmp_path / "submitted", 3)
    ran = run_gamekit("grade", "lab03", str(folder), "--out", str(tmp_path / "out"), "--json", "--jobs", "1")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["marks"] == {"student000": MOST, "student001": 0, "student002": FULL}
    assert Path(told["answer"]).read_text().startswith("student,lab,points")
    assert ran.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["lab99", "."], "there is no lab 'lab99'"),
        (["lab03", "nowhere"], "there is nothing at nowhere"),
        (["lab03", "EMPTY"], "there are no submissions"),
        (["lab03", "EMPTY", "--isolation", "magic"], "--isolation is sandbox, fresh, process, not 'magic'"),
        (["lab03", "EMPTY", "--jobs", "0"], "--jobs wants a whole number above 0"),
        (["lab03", "EMPTY", "--secret-seed-file", "nowhere"], "cannot be read"),
        (["lab03", "EMPTY", "--secret-seed-file", "SHORT"], "too short"),
    ],
)
def test_bad_arguments_are_answered_by_a_sentence(tmp_path, arguments, sentence):
    (tmp_path / "empty").mkdir()
    (tmp_path / "short").write_text("x")
    filled = {"EMPTY": str(tmp_path / "empty"), "SHORT": str(tmp_path / "short")}
    ran = call_gamekit("grade", *(filled.get(word, word) for word in arguments))
    assert ran.returncode == 2
    assert ran.stderr.startswith("gamekit: ")
    assert sentence in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_without_bubblewrap_it_refuses(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    for isolation in ISOLATIONS[:2]:
        with pytest.raises(GamekitError, match="bubblewrap"):
            check_isolation(isolation)
    check_isolation("process")


def test_process_isolation_says_what_it_does_not_protect(tmp_path):
    folder = write_class(tmp_path / "submitted", 1)
    arguments = ["grade", "lab03", str(folder), "--out", str(tmp_path / "out"), "--isolation", "process"]
    ran = run_gamekit(*arguments)
    assert ran.returncode == 0, ran.stderr
    assert "can read and change your files" in ran.stderr
    assert f"{MOST:g} of {MOST:g}  student000" in ran.stdout


# --- the handout --------------------------------------------------------------------------------------------


def test_the_handout_holds_the_exercise_and_no_answer(tmp_path):
    ran = call_gamekit("handout", "lab03", "--out", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    archive = tmp_path / f"{LAB03.folder}.zip"
    assert ran.stdout.strip() == str(archive)
    with zipfile.ZipFile(archive) as opened:
        assert opened.namelist() == [f"{LAB03.folder}/README.txt", f"{LAB03.folder}/{NOTEBOOK}"]
        assert json.loads(opened.read(f"{LAB03.folder}/{NOTEBOOK}")) == released()
    (again,) = handout.make([LAB03], tmp_path / "again.zip")
    assert again.read_bytes() == archive.read_bytes()


def test_handouts_go_into_a_folder_that_is_made_several_at_once(tmp_path):
    """`--out handouts/` once made a file of that name, which the next lab overwrote."""
    folder = tmp_path / "handouts"
    ran = call_gamekit("handout", "lab03", "lab08", "--out", f"{folder}/")
    assert ran.returncode == 0, ran.stderr
    assert sorted(os.listdir(folder)) == ["lab03-alphabeta.zip", "lab08-deepening.zip"]
    assert call_gamekit("handout", "lab05", "--out", str(folder)).returncode == 0
    assert len(os.listdir(folder)) == 3
    ran = call_gamekit("handout", "lab03", "lab08", "--out", str(tmp_path / "both.zip"))
    assert (ran.returncode, "one archive, for one lab" in ran.stderr) == (2, True)


def test_a_handout_with_answers_is_refused(tmp_path, monkeypatch):
    folder = tmp_path / "exercises" / LAB03.folder
    folder.mkdir(parents=True)
    (folder / NOTEBOOK).write_bytes(model())
    monkeypatch.setattr(handout, "released_file", lambda lab: folder / NOTEBOOK)
    with pytest.raises(GamekitError, match="holds answers"):
        handout.make([LAB03], tmp_path)
    assert os.listdir(tmp_path) == ["exercises"]
