"""Real nbgrader: its commands on our labs, and our marks in its gradebook."""

from __future__ import annotations

import copy
import csv
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from grading_support import (
    FULL,
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
from support import ROOT, call_gamekit, run_gamekit, run_python

from gamekit.errors import BadText, GamekitError
from gamekit.grading import batch, course, gradebook, names, submissions

NAME = LAB03.folder
OPEN = "why-deep-trees"
TOO_STRICT = MODEL_ALPHABETA.replace(">=", ">")
CLASS = {
    "anna": model(),
    "bert": as_bytes(released()),
    "carl": as_bytes(handed_in({"alphabeta": TOO_STRICT, OPEN: "because <b>of</b> [this](javascript:x)"})),
    "dora": b"no notebook",
}


def write_class(folder: Path, work: dict[str, bytes]) -> Path:
    """nbgrader's own layout."""
    for student, data in work.items():
        target = folder / student / NAME
        target.mkdir(parents=True, exist_ok=True)
        (target / f"{NAME}.ipynb").write_bytes(data)
    return folder


def run(*call: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A program of nbgrader, with nothing of the user's own settings."""
    own = {f"JUPYTER_{kind}_DIR": str(folder / ".jupyter" / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ran = subprocess.run(
        [sys.executable, *call],
        cwd=folder,
        env={**os.environ, **own, "PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    return ran


def tables(place: gradebook.Place) -> dict[str, list]:
    """All that is in a gradebook."""
    with closing(sqlite3.connect(place.shown)) as database:
        names = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        return {name: sorted(database.execute(f"select * from {name}"), key=repr) for name in names}


def scores(place: gradebook.Place) -> dict[str, dict[str, tuple]]:
    """student -> cell -> (automatic mark, manual mark, does somebody have to look?)"""
    question = """select s.student_id, c.name, g.auto_score, g.manual_score, g.needs_manual_grade
        from grade g join base_cell c on c.id = g.cell_id join submitted_notebook n on n.id = g.notebook_id
        join submitted_assignment s on s.id = n.assignment_id"""
    found: dict[str, dict[str, tuple]] = {}
    with closing(sqlite3.connect(place.shown)) as database:
        for student, cell, auto, manual, look in database.execute(question):
            found.setdefault(student, {})[cell] = (auto, manual, bool(look))
    return found


def change(place: gradebook.Place, student: str, cell: str, mark: float) -> None:
    """What formgrader does when a person gives a mark."""
    with gradebook.opened(place) as book:
        grade = book.find_grade(cell, NAME, NAME, student)
        grade.manual_score, grade.needs_manual_grade = mark, False
        book.db.commit()


# --- nbgrader's commands on our labs ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def course_folder(tmp_path_factory):
    """A course in which nbgrader has made the exercises from the solutions."""
    folder = tmp_path_factory.mktemp("course")
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    labs = sorted(path.name for path in (ROOT / "solutions").glob("lab*-*") if path.is_dir())
    for lab in labs:
        shutil.copytree(ROOT / "solutions" / lab, folder / "solutions" / lab)
    # One process for all labs: most of the time goes into nbgrader's start.
    run(
        "-c",
        "import sys\n"
        "from nbgrader.apps import GenerateAssignmentApp as App\n"
        "for lab in sys.argv[1:]:\n"
        "    App.clear_instance()\n"
        "    app = App.instance()\n"
        "    app.initialize([lab])\n"
        "    app.start()\n",
        *labs,
        folder=folder,
    )
    return folder


def test_nbgrader_generates_the_exercises_that_are_committed(course_folder):
    made = sorted((course_folder / "exercises").rglob("*.ipynb"))
    assert len(made) >= 1
    for path in made:
        assert path.read_bytes() == (ROOT / path.relative_to(course_folder)).read_bytes(), path.name
    assert len(made) == len(list((ROOT / "exercises").glob("lab*/*.ipynb")))


def test_nbgrader_autogrades_gives_feedback_and_exports(course_folder):
    """The plain way, without our grader: `check` is worth partial credit there."""
    write_class(course_folder / "submitted", {name: CLASS[name] for name in ("anna", "bert", "carl")})
    run("-m", "nbgrader", "autograde", NAME, folder=course_folder)
    run("-m", "nbgrader", "generate_feedback", NAME, folder=course_folder)
    run("-m", "nbgrader", "export", folder=course_folder)

    place = gradebook.find(str(course_folder / "gradebook.db"))
    found = scores(place)
    best = {f"check-{task.name}": (task.points, None, False) for task in LAB03.tasks}
    assert found["anna"] == {**best, OPEN: (None, None, True)}
    assert set(found["bert"].values()) == {(0, None, False)}
    assert 0 < found["carl"]["check-alphabeta"][0] < FULL, "partial credit"

    for student in found:
        graded = json.loads((course_folder / "autograded" / student / NAME / f"{NAME}.ipynb").read_text())
        for cell in graded["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if name in best:
                assert all(output.get("name") != "stderr" for output in cell["outputs"]), student
                value = [output for output in cell["outputs"] if output["output_type"] == "execute_result"]
                assert float("".join(value[0]["data"]["text/plain"])) == found[student][name][0]
        page = (course_folder / "feedback" / student / NAME / f"{NAME}.html").read_text()
        assert "check-alphabeta" in page
    with (course_folder / "grades.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["assignment"] == NAME]
    exported = {row["student_id"]: float(row["score"]) for row in rows}
    assert exported["anna"] == MOST
    assert exported["bert"] == 0
    assert exported["carl"] == sum(auto or 0 for auto, _, _ in found["carl"].values())


# --- our marks in its gradebook -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """(submissions, rows) of the class, graded once."""
    folder = tmp_path_factory.mktemp("graded")
    found = submissions.find(LAB03, [write_class(folder / "submitted", CLASS)])
    return found, batch.grade_all(LAB03, found, folder / "out", SEED, jobs=1)


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """A new gradebook: nbgrader takes seconds to make one, so tests take copies."""
    place = gradebook.find(str(tmp_path_factory.mktemp("empty") / "gradebook.db"))
    gradebook.prepare(place)
    return place.folder / "gradebook.db"


@pytest.fixture
def place(tmp_path, empty):
    """A gradebook of this test's own."""
    return gradebook.find(shutil.copy(empty, tmp_path))


@pytest.fixture
def written(place, graded):
    """A gradebook with the marks of the class, its submissions and rows."""
    gradebook.write(place, LAB03, *graded)
    return place, *graded


def copy_of(place: gradebook.Place, student: str) -> dict:
    path = place.folder / "autograded" / student / NAME / f"{NAME}.ipynb"
    return json.loads(path.read_text())


@needs_bubblewrap
def test_marks_by_cell(written):
    place, _, rows = written
    found = scores(place)
    assert sorted(found) == ["anna", "bert", "carl", "dora"]
    for row in rows:
        for task, marks in row["tasks"].items():
            assert found[row["student"]][f"check-{task}"] == (marks["points"], None, False)
    assert found["anna"]["check-alphabeta"][0] == FULL
    assert 0 < found["carl"]["check-alphabeta"][0] < FULL
    assert found["anna"][OPEN] == (None, None, True), "a person has to read it"
    assert found["bert"][OPEN] == (0, None, False), "there is nothing to read"
    with gradebook.opened(place) as book:
        assert book.find_assignment(NAME).max_score == MOST + OPEN_POINTS
        assert book.find_submission(NAME, "anna").score == MOST
        assert book.find_comment("best_move", NAME, NAME, "bert").comment == "No response."


@needs_bubblewrap
def test_writing_twice_changes_nothing(written):
    place, found, rows = written
    before = tables(place)
    files = {path: path.stat().st_mtime_ns for path in (place.folder / "autograded").rglob("*.ipynb")}
    gradebook.write(place, LAB03, found, rows)
    assert tables(place) == before
    assert {path: path.stat().st_mtime_ns for path in (place.folder / "autograded").rglob("*.ipynb")} == files


@needs_bubblewrap
def test_marks_that_a_person_gave_are_kept(written, tmp_path):
    place, found, rows = written
    change(place, "anna", OPEN, 1.5)
    change(place, "carl", "check-alphabeta", 5)
    change(place, "carl", OPEN, 1)
    gradebook.write(place, LAB03, found, rows)
    assert scores(place)["anna"][OPEN] == (None, 1.5, False)
    assert scores(place)["carl"]["check-alphabeta"][1:] == (5, False)

    # Carl hands in again. Both marks rest on other work now: they stay, and somebody has to look.
    better = as_bytes(handed_in({"alphabeta": MODEL_ALPHABETA, OPEN: "I thought again."}))
    write_class(tmp_path / "again", {"carl": better})
    again = submissions.find(LAB03, [tmp_path / "again"])
    gradebook.write(place, LAB03, again, batch.grade_all(LAB03, again, tmp_path / "out", SEED, jobs=1))
    assert scores(place)["carl"]["check-alphabeta"] == (FULL, 5, True)
    assert scores(place)["carl"][OPEN] == (None, 1, True)
    assert scores(place)["anna"][OPEN] == (None, 1.5, False), "who did not hand in again keeps everything"
    change(place, "carl", OPEN, 2)
    gradebook.write(place, LAB03, again, batch.grade_all(LAB03, again, tmp_path / "out", SEED, jobs=1))
    assert scores(place)["carl"][OPEN] == (None, 2, False)


WORKSHEET = '\ufeffIdentifier,"Full name","ID number","Maximum Grade",Grade,"Last modified (grade)"\n'
GRADEBOOK = "Student,ID,SIS User ID,SIS Login ID,Section,Lab 3 (88)\n    Points Possible,,,,,{most}.00\n"


@needs_bubblewrap
@pytest.mark.parametrize("scale", [1, 2])
def test_every_output_tells_the_same_total(place, tmp_path, monkeypatch, scale):
    """Marks of people once reached the students' pages alone."""
    monkeypatch.chdir(tmp_path)
    folder, out = write_class(tmp_path / "submitted", CLASS), tmp_path / "graded" / "lab03"
    said, most = course.Course(), scale * (MOST + OPEN_POINTS)
    if scale != 1:
        Path("roster.csv").write_text("id\n" + "\n".join([*CLASS, "emil"]))
        Path("course.toml").write_text(f'roster = "roster.csv"\n[labs.lab03]\npoints = {most:g}\n')
        said = course.read(Path("course.toml"))

    def totals(waiting):
        """By output, student by student: the points, then the maximum where it is told."""
        rows = batch.grade_all(LAB03, submissions.find(LAB03, [folder]), out, SEED, book=place, course=said)
        students = [row["student"] for row in rows]
        highest = f"{rows[0]['most']:g}"
        lines = "".join(f"Participant {n},,{name},{highest}.00,,-\n" for n, name in enumerate(students))
        Path("worksheet.csv").write_text(WORKSHEET + lines, encoding="utf-8")
        lines = "".join(f"x,{n},{name},,,\n" for n, name in enumerate(students))
        Path("canvas.csv").write_text(GRADEBOOK.format(most=highest) + lines)
        for words in (
            ("moodle", "--form", "worksheet.csv", "--out", "moodle.csv"),
            ("canvas", "--form", "canvas.csv", "--assignment", "Lab 3", "--out", "filled.csv"),
            ("gradescope",),
        ):
            made = call_gamekit("export", words[0], "graded/lab03", *words[1:])
            assert made.returncode == 0, made.stderr
            assert ("1 open question not marked yet" in made.stderr) == waiting
        assert call_gamekit("report", "graded").returncode == 0

        def read(path, column):
            lines = csv.DictReader(path.read_text("utf-8-sig").splitlines())
            return [float(line[column]) for line in lines if line[column]]

        pages = [(out / "feedback" / f"{name}.html").read_text() for name in students]
        whole = (out / "report.html").read_text().partition("All marks")[2]
        told = [json.loads((out / "gradescope" / name / "results.json").read_text()) for name in students]
        found = {
            "command": [row["points"] for row in rows],
            "marks.csv": read(out / "marks.csv", "points"),
            "result.json": [
                row["points"] for row in json.loads((out / "result.json").read_text())["students"]
            ],
            "feedback": [float(re.search(r"<b>([\d.]+) of", page)[1]) for page in pages],
            "report.html": [float(points) for points in re.findall(r">([\d.]+)</td></tr>", whole)],
            "Moodle": read(Path("moodle.csv"), "Grade"),
            "Canvas": read(Path("filled.csv"), "Lab 3 (88)")[1:],
            "Gradescope": [each["score"] for each in told],
            "Gradescope's lines": [sum(test["score"] for test in each["tests"]) for each in told],
            "course.csv": read(tmp_path / "graded" / "course.csv", "lab03"),
        }
        for each in found.values():
            assert each == pytest.approx(found["command"], abs=0.03), found
        assert {re.search(r"<b>[\d.]+ of ([\d.]+)", page)[1] for page in pages} == {highest}
        return [*map(float, found["command"])], highest, pages

    before, highest, pages = totals(waiting=False)
    assert highest == (f"{MOST:g}" if scale == 1 else f"{most:g}")
    assert "not marked yet, not in the total" in pages[0]
    change(place, "anna", OPEN, 1.5)
    change(place, "carl", "check-alphabeta", 5)
    after, highest, pages = totals(waiting=True)
    assert highest == f"{most:g}"
    assert after[:4] == pytest.approx([(MOST + 1.5) * scale, 0, 5 * scale, 0])
    assert before[2] < after[2]
    assert all(points == 0 for points in after[4:]), "who handed nothing in"
    # An answer that waits is told apart from one that was never written, and from 0.
    lines = csv.DictReader((out / "marks.csv").read_text().splitlines())
    told = {line["student"]: line[OPEN] for line in lines}
    assert [told[name] for name in CLASS] == [f"{1.5 * scale:g}", "0", "", "0"]
    assert [f"{OPEN_POINTS * scale:g} of them not marked yet" in page for page in pages[:4]] == [
        False,
        False,
        True,
        False,
    ]
    carl = json.loads((out / "gradescope" / "carl" / "results.json").read_text())
    assert [test["output"] for test in carl["tests"] if "status" not in test] == [
        f"not marked yet, of {OPEN_POINTS * scale:g}"
    ]
    change(place, "carl", OPEN, 0)
    assert totals(waiting=False)[0] == after


@needs_bubblewrap
def test_the_copy_shows_the_work_and_what_it_earned(written):
    place, _, rows = written
    points = {row["student"]: row["points"] for row in rows}
    carl = copy_of(place, "carl")["cells"]
    assert carl[0]["source"].startswith(f"**{points['carl']:g} of {MOST:g} points**")
    by_name = {
        cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in carl if cell["metadata"].get("nbgrader")
    }
    assert by_name["alphabeta"]["source"] == TOO_STRICT
    assert by_name[OPEN]["source"] == "because &lt;b>of&lt;/b> [this] (javascript:x)"
    assert "+ the value, on plates" in by_name["check-alphabeta"]["outputs"][0]["text"]
    assert "it is not JSON" in copy_of(place, "dora")["cells"][0]["source"]
    assert len(copy_of(place, "dora")["cells"]) == 1 + len(released()["cells"])


@needs_bubblewrap
def test_own_cells_of_a_student_are_shown_too(written, tmp_path):
    place, _, rows = written
    document = handed_in({"alphabeta": MODEL_ALPHABETA})
    own = {
        "cell_type": "code",
        "metadata": {},
        "source": "my_helper = 1",
        "outputs": [],
        "execution_count": 1,
    }
    document["cells"].insert(3, own)
    write_class(tmp_path / "own", {"anna": as_bytes(document)})
    gradebook.write(place, LAB03, submissions.find(LAB03, [tmp_path / "own"]), rows[:1])
    assert copy_of(place, "anna")["cells"][-1]["source"] == "my_helper = 1"


@needs_bubblewrap
def test_nothing_tells_of_the_hidden_cases(written):
    place, _, _ = written
    for path in place.folder.rglob("*"):
        if path.is_file():
            assert SEED not in path.read_bytes(), path
    for student in CLASS:
        for cell in copy_of(place, student)["cells"]:
            said = "".join(output["text"] for output in cell.get("outputs", []))
            assert not re.search(r"\[\s*-?\d+\s*,", said)


@needs_bubblewrap
def test_feedback_of_nbgrader_uses_our_marks(written):
    """Handing back through nbgrader: what our grader wrote is enough for it."""
    place, _, _ = written
    shutil.copy(ROOT / "nbgrader_config.py", place.folder)
    change(place, "anna", OPEN, 1.5)
    run("-m", "nbgrader", "generate_feedback", NAME, folder=place.folder)
    page = (place.folder / "feedback" / "anna" / NAME / f"{NAME}.html").read_text()
    assert f"(Score: {MOST + 1.5} / {float(MOST + OPEN_POINTS)})" in page
    assert f"{MOST:g} of {MOST:g} points" in page


@needs_bubblewrap
def test_the_time_of_handing_in_is_the_exchanges(written, tmp_path, monkeypatch):
    """A student can write a timestamp.txt too; what the exchange has not received is not believed."""
    place, _, rows = written
    (tmp_path / "nbgrader_config.py").write_text(f"c = get_config()\nc.Exchange.root = {str(tmp_path)!r}\n")
    monkeypatch.chdir(tmp_path)
    entry = tmp_path / gradebook.COURSE / "inbound" / f"anna+{NAME}+2030-02-03 04:05:06.000000 UTC+abcdef"
    entry.mkdir(parents=True)
    folder = write_class(tmp_path / "late", {"anna": CLASS["anna"]})
    found = submissions.find(LAB03, [folder])

    def noted(text):
        (folder / "anna" / NAME / "timestamp.txt").write_text(text)
        gradebook.write(place, LAB03, found, rows[:1])
        with gradebook.opened(place) as book:
            return book.find_submission(NAME, "anna").timestamp

    for own in ("2029-01-01 00:00:00.000000 UTC\n", "yesterday evening", "", "2030-02-03 04:05:06"):
        assert noted(own) is None
    assert str(noted("2030-02-03 04:05:06.000000 UTC\n")) == "2030-02-03 04:05:06"


@needs_bubblewrap
def test_a_gradebook_with_marks_for_other_cells_is_left_alone(written, graded):
    place, _, _ = written
    with gradebook.opened(place) as book:
        book.add_grade_cell("old", NAME, NAME, max_score=3, cell_type="code")
    before = tables(place)
    with pytest.raises(GamekitError, match=r"marks for cells that lab03-alphabeta no longer has \(old\)"):
        gradebook.write(place, LAB03, *graded)
    assert tables(place) == before


@needs_bubblewrap
def test_odd_names_stay_in_their_folder(tmp_path, place, graded):
    odd = ["..", ".", "a/b", "a_b", "x" * 300, "ä" * 127, "\udcff", "\udcfe", "anna (2)", "a\nb", "{x}"]
    made = [names.student_id(name) for name in odd]
    assert len(set(made)) == len(odd)
    assert max(map(len, made)) <= 128
    found, rows = graded
    named = [{**copy.deepcopy(rows[0]), "student": name} for name in odd]
    gradebook.write(place, LAB03, [found[0]] * len(odd), named)
    assert sorted(scores(place)) == sorted(made)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["autograded", "gradebook.db"]
    assert sorted(path.name for path in (tmp_path / "autograded").iterdir()) == sorted(made)


# --- where the gradebook is ---------------------------------------------------------------------------------


def test_without_nbgrader_it_refuses_only_if_asked(monkeypatch):
    monkeypatch.setattr(gradebook, "find_spec", lambda name: None)
    monkeypatch.delenv("GAMEKIT_GRADEBOOK")
    assert gradebook.find() is None
    with pytest.raises(GamekitError, match="pip install 'nbgrader"):
        gradebook.find("marks.db")


def test_the_default_is_a_file_beside_the_folder_of_results(monkeypatch, tmp_path, empty):
    monkeypatch.delenv("GAMEKIT_GRADEBOOK")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    assert gradebook.find() == (f"sqlite:///{here}/gradebook.db", here)
    here.rmdir()
    monkeypatch.setenv("GAMEKIT_GRADEBOOK", str(shutil.copy(empty, tmp_path / "a b?.db")))
    place = gradebook.find()
    assert place.folder == tmp_path
    gradebook.prepare(place)
    assert [path.name for path in tmp_path.iterdir()] == ["a b?.db"], "the odd name was understood"
    assert gradebook.find("none") is None
    assert gradebook.find(str(tmp_path)).shown == str(tmp_path / "gradebook.db")
    assert gradebook.find(f"sqlite:///{tmp_path}/x.db") == gradebook.find(str(tmp_path / "x.db"))


def test_a_password_is_never_shown():
    place = gradebook.find("postgresql://anna:secret@localhost:1/course")
    assert place.folder == Path.cwd()
    assert place.shown == "postgresql://anna:***@localhost:1/course"


@pytest.mark.parametrize("text", ["://", "sqlite://", "sqlite:///:memory:"])
def test_addresses_that_mean_nothing(text):
    with pytest.raises(BadText):
        gradebook.find(text)


def test_a_file_that_is_no_gradebook_is_refused_before_grading(tmp_path):
    (tmp_path / "notes.db").write_text("these are notes, " * 100)
    write_class(tmp_path / "submitted", {"anna": CLASS["anna"]})
    ran = run_gamekit(
        *("grade", "lab03", str(tmp_path / "submitted"), "--out", str(tmp_path / "out")),
        *("--gradebook", str(tmp_path / "notes.db"), "--isolation", "process"),
    )
    assert ran.returncode == 2
    assert "notes.db cannot be used: file is not a database" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not (tmp_path / "out").exists()


# --- the student's environment ------------------------------------------------------------------------------


def test_gamekit_lab_starts_without_nbgrader():
    """It would slow the start by seconds, and students have no use for its menus."""
    code = """
import json, os
from jupyter_core.paths import jupyter_config_path, jupyter_path
from jupyter_server.extension.config import ExtensionConfigManager
from jupyterlab_server.config import get_page_config
from gamekit import jupyterlab as lab
for environment in (os.environ.copy(), lab.environment()):
    os.environ.update(environment)
    found = ExtensionConfigManager(read_config_path=jupyter_config_path()).get_jpserver_extensions()
    page = get_page_config(jupyter_path("labextensions"))
    print(any(on for name, on in found.items() if name.startswith("nbgrader")), page["disabledExtensions"])
"""
    ran = run_python(code)
    plain, ours = ran.stdout.splitlines()
    assert plain == "True []", ran.stderr
    assert ours == "False ['@jupyter/nbgrader']"
