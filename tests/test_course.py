"""A course: what course.toml says, the roster, the platforms' files, the pages for teachers."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from grading_support import (
    KNOWN,
    LAB03,
    MODEL_ALPHABETA,
    SEED,
    as_bytes,
    handed_in,
    model,
    needs_bubblewrap,
    released,
)
from support import call_gamekit

from gamekit.errors import BadText, GamekitError
from gamekit.grading import batch, course, handout, items, platforms, similarity, standing, submissions
from gamekit.grading.platforms import canvas, gradescope, moodle

DUE = "2026-11-20T23:59:00+01:00"
TOML = f"""
title = "Searching games"
roster = "roster.csv"
tells = "part"
attempts = true
groups = true

[late]
percent = 10
days = 3

[labs.lab03]
due = {DUE}
points = 20
weight = 2

[labs.lab08]

[extensions.s3]
lab03 = 2026-11-27T23:59:00+01:00
"""
ROSTER = (
    "id,name,email,group\ns1,Anna Berg,anna@example.org,g1\ns2,Bert Cole,bert@example.org,g1\n"
    "s3,Cleo Dorn,cleo@example.org,\ns4,Dan Eck,dan@example.org,\n"
)


def written(folder: Path, text: str = TOML, roster: str = ROSTER) -> course.Course:
    (folder / "roster.csv").write_text(roster)
    (folder / "course.toml").write_text(text)
    return course.read(folder / "course.toml")


def row(student: str, earned: bool = True, **more) -> dict:
    tasks = {}
    for task in LAB03.tasks:
        parts = {
            part.name: {"points": part.points * earned, "most": part.points, "right": 3, "asked": 3}
            for part in task.parts
        }
        points = {"points": task.points * earned, "most": task.points}
        tasks[task.name] = {**points, "parts": parts, "mistakes": [] if earned else ["no cut at all"]}
    facts = {"student": student, "lab": "lab03", "points": LAB03.points * earned, "most": LAB03.points}
    return {**facts, "tasks": tasks, "remarks": [], "copied": [], "version": "0.2.0", **more}


# --- course.toml ------------------------------------------------------------------------------------------


def test_points_are_scaled_lateness_is_paid_for_and_nobody_is_forgotten(tmp_path):
    said = written(tmp_path)
    due = datetime.fromisoformat(DUE)
    times = {
        "Anna Berg_4711": due + timedelta(hours=25),
        "s3": due + timedelta(days=6),
        "s4": due + timedelta(days=4),
    }
    rows = course.settle(said, LAB03, [row("Anna Berg_4711"), row("s3"), row("s4"), row("nobody")], times)
    found = {each["id"]: each for each in rows}
    assert set(found) == {"s1", "s2", "s3", "s4", "nobody"}
    assert all(each["most"] == 20 for each in rows)
    assert (found["s1"]["points"], found["s1"]["days_late"], found["s1"]["cost"]) == (16, 2, 4)
    assert found["s2"]["points"] == 16
    assert "handed in by s1 for the group g1" in found["s2"]["remarks"]
    assert found["s3"]["points"] == 20, "an extension"
    assert found["s4"]["points"] == 0, "later than the last day"
    assert found["nobody"]["remarks"] == ["not on the roster"]
    parts = [part for task in found["s3"]["tasks"].values() for part in task["parts"].values()]
    assert sum(part["points"] for part in parts) == pytest.approx(20, abs=0.05)


def test_who_hands_nothing_in_has_a_row(tmp_path):
    said = written(tmp_path, TOML.replace("groups = true", "groups = false"))
    rows = course.settle(said, LAB03, [row("s1")])
    assert [(each["id"], each["points"]) for each in rows] == [("s1", 20), ("s2", 0), ("s3", 0), ("s4", 0)]
    assert rows[1]["remarks"] == ["nothing was handed in"]
    assert rows[1]["absent"]
    assert course.settle(course.Course(), LAB03, [row("x")]) == [row("x")], "without a file all is as it was"


def test_the_points_of_a_task_can_be_said(tmp_path):
    said = written(tmp_path, "[labs.lab03.tasks]\nalphabeta = 30\n")
    (found,) = course.settle(said, LAB03, [row("x")])
    others = sum(task.points for task in LAB03.tasks if task.name != "alphabeta")
    assert found["tasks"]["alphabeta"]["points"] == 30
    assert found["points"] == found["most"] == 30 + others


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("titel = 'x'", r"did you mean title or tells\?$"),
        ("zzz = 1", "the settings are title roster"),
        ("roster = 'roster.csv'\n[extensions.s9]\nlab03 = 2026-11-27", "'s9' is no id of the roster"),
        ("tells = 'all'", "tells is one of nothing, part, hint, name"),
        ("[labs.lab99]", "there is no lab 'lab99'"),
        ("[labs.lab03]\ndue = 'tomorrow'", "a due date looks like"),
        ("[labs.lab03]\nweight = -1", "weight is a number from 0 on"),
        ("[labs.lab03.tasks]\nalphabet = 3", "did you mean alphabeta"),
        ("attempts = 1", "attempts is true or false"),
        ("title = ", "Invalid value"),
        ("roster = 'none.csv'", "cannot be read"),
    ],
)
def test_a_wrong_file_gets_a_sentence(tmp_path, text, sentence):
    (tmp_path / "course.toml").write_text(text)
    (tmp_path / "roster.csv").write_text(ROSTER)
    with pytest.raises(BadText, match=sentence) as told:
        course.read(tmp_path / "course.toml")
    assert "\n" not in str(told.value)


def test_a_wrong_roster_gets_a_sentence(tmp_path):
    for roster, sentence in [("name\nAnna\n", "no column id"), ("id\na\na\n", "line 3.*there twice")]:
        (tmp_path / "roster.csv").write_text(roster)
        with pytest.raises(BadText, match=sentence):
            course.read_roster(tmp_path / "roster.csv")
    (tmp_path / "roster.csv").write_text("\ufeffID;Name\n1;Ann\n", encoding="utf-8")
    assert course.read_roster(tmp_path / "roster.csv") == (course.Person("1", "Ann"),)


def test_a_lab_that_was_not_chosen_is_refused_and_those_chosen_are_handed_out(tmp_path, monkeypatch):
    written(tmp_path)
    monkeypatch.chdir(tmp_path)
    told = call_gamekit("grade", "lab01", "x")
    assert told.returncode == 2
    assert "lab01 is not in this course" in told.stderr
    assert call_gamekit("handout", "--out", "out").returncode == 0
    assert {path.stem for path in (tmp_path / "out").iterdir()} == {"lab03-alphabeta", "lab08-deepening"}
    with zipfile.ZipFile(tmp_path / "out" / "lab03-alphabeta.zip") as opened:
        for_check = opened.read("lab03-alphabeta/course.toml").decode()
        readme = opened.read("lab03-alphabeta/README.txt").decode()
    assert 'tells = "part"' in for_check
    assert "roster" not in for_check
    assert "20 November 2026, 23:59 UTC+01:00" in readme, "the zone that the teacher named"
    (tmp_path / "their").mkdir()
    (tmp_path / "their" / "course.toml").write_text(for_check)
    theirs = course.read(tmp_path / "their" / "course.toml")
    assert (theirs.tells, theirs.attempts) == ("part", True)


# --- check ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tells", course.TELLS)
def test_check_tells_as_much_as_the_course_says(tmp_path, monkeypatch, capsys, tells):
    from gamekit.grading import check, hint

    (tmp_path / "course.toml").write_text(f'tells = "{tells}"\nattempts = true\n')
    (tmp_path / "lab03").mkdir()
    monkeypatch.chdir(tmp_path / "lab03")
    monkeypatch.setenv("GAMEKIT_STATE_DIR", str(tmp_path / "state"))
    wrong = LAB03.tasks[0].library.function(
        "alphabeta", MODEL_ALPHABETA.replace("        if alpha >= beta:\n            break\n", "")
    )
    for attempt in (1, 2):
        points = check("lab03.alphabeta", wrong)
        said = capsys.readouterr().out
        assert f"attempt {attempt}" in said
    level = course.TELLS.index(tells)
    assert ("of" in said.splitlines()[0] and "points" in said) == (level >= 1)
    assert ("smallest" in said) == ("hint(" in said) == (level >= 2)
    assert ("known mistake" in said) == (level >= 3)
    assert (points > 0) == (level >= 1)
    hint("lab03.alphabeta")
    assert ("no hints" in capsys.readouterr().out) == (level < 2)


# --- Moodle -----------------------------------------------------------------------------------------------

WORKSHEET = (  # as mod/assign's offline feedback writes it
    '\ufeffIdentifier,"Full name","ID number","Email address",Status,Grade,"Maximum Grade",'
    '"Grade can be changed","Last modified (submission)","Last modified (grade)","Feedback comments"\n'
    '"Participant 4711","Anna Berg",s1,anna@example.org,"Submitted for grading - ",,100.00,Yes,'
    '"Saturday, 21 November 2026, 11:58 PM",-,\n'
    '"Participant 4712","Bert Cole",s2,bert@example.org,"No submission - ",,100.00,Yes,-,-,\n'
    '"Participant 4799","Zoe Zorn",s9,zoe@example.org,"No submission - ",,100.00,Yes,-,-,\n'
)


def test_moodles_worksheet_is_filled_in_and_stays_what_it_was(tmp_path):
    form = tmp_path / "Grades.csv"
    form.write_text(WORKSHEET, encoding="utf-8")
    rows = [row("Anna Berg_4711"), row("s2", False, id="s2"), row("elsewhere")]
    text, left = moodle.fill(rows, form)
    before = list(csv.DictReader(io.StringIO(WORKSHEET.removeprefix("\ufeff"))))
    after = list(csv.DictReader(io.StringIO(text)))
    assert [line["Grade"] for line in after] == ["100.00", "0.00", ""]
    assert left == ["elsewhere"]
    assert "no cut at all" in after[1]["Feedback comments"]
    assert after[2]["Feedback comments"] == ""
    changed = {"Grade", "Feedback comments"}
    for one, other in zip(before, after, strict=True):
        assert {name: one[name] for name in one if name not in changed} == {
            name: other[name] for name in other if name not in changed
        }
    times = course.read_times(form)
    assert times["anna@example.org"] == datetime(2026, 11, 21, 23, 58).astimezone()
    assert len(times) == 4


def test_moodles_archive_is_understood_packed_and_unpacked(tmp_path):
    packed = tmp_path / "all.zip"
    folder = "Anna Berg_4711_assignsubmission_file_"
    with zipfile.ZipFile(packed, "w") as opened:
        opened.writestr(f"{folder}/lab03-alphabeta.ipynb", model())
        opened.writestr("Bert Cole_4712_assignsubmission_file_/mine.ipynb", model())
        opened.writestr("Cleo Dorn_4713_assignsubmission_file_lab03-alphabeta.ipynb", model())
        opened.writestr("../../escaped.ipynb", b"{}")
    found = submissions.find(LAB03, [packed])
    names = [each.student for each in found]
    assert names[:3] == ["Anna Berg_4711", "Bert Cole_4712", "Cleo Dorn_4713"]
    assert all(each.path is not None and each.path.is_file() for each in found)
    assert not (tmp_path.parent / "escaped.ipynb").exists()
    assert not (tmp_path / "escaped.ipynb").exists()
    said = course.Course(people=(course.Person("s1", "Anna Berg"), course.Person("s2", "Bert Cole")))
    chosen = submissions.only(found, ["s2", "Anna Berg_4711"], said.who)
    assert [each.student for each in chosen] == names[:2]
    with pytest.raises(BadText, match="no submission of ''"):
        submissions.only(found, [""], said.who)
    with zipfile.ZipFile(tmp_path / "anna.zip", "w") as opened:
        opened.writestr("lab03-alphabeta.ipynb", model())
    assert [each.student for each in submissions.find(LAB03, [tmp_path / "anna.zip"])] == ["anna"]
    (tmp_path / "bad.zip").write_bytes(b"PK no")
    with pytest.raises(GamekitError, match="cannot be unpacked"):
        submissions.find(LAB03, [tmp_path / "bad.zip"])


def test_a_file_of_an_archive_that_cannot_be_unpacked_is_one_students(tmp_path):
    """A damaged entry ended the batch with a traceback, and a name too long took the whole class."""
    packed, said = tmp_path / "all.zip", list[str]()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        for number, name in enumerate(("Anna Berg", "Bert Cole", "Cleo Dorn", "Dora Eck")):
            folder = f"{name}_471{number}_assignsubmission_file_"
            body = b" " * 21 * 2**20 if number == 3 else model()
            opened.writestr(f"{folder}/{'n' * 300 if number == 2 else 'lab03-alphabeta'}.ipynb", body)
        damaged = opened.infolist()[1].header_offset + 200
    data = bytearray(packed.read_bytes())
    data[damaged : damaged + 40] = bytes(40)
    packed.write_bytes(data)
    found = {each.student: each.path for each in submissions.find(LAB03, [packed], said.append)}
    assert {name: path is not None for name, path in found.items()} == {
        "Anna Berg_4710": True,
        "Bert Cole_4711": False,
        "Cleo Dorn_4712": False,
        "Dora Eck_4713": False,
    }
    why = [line.split(" was left out: ")[1] for line in said]
    assert why == [
        "it is damaged or locked",
        "it cannot be written (File name too long)",
        "it is larger than 20 MB",
    ]


def test_a_link_to_itself_among_submissions_ends_nothing(tmp_path):
    (tmp_path / "anna").mkdir()
    (tmp_path / "anna" / "lab03-alphabeta.ipynb").write_bytes(model())
    for folder in (tmp_path, tmp_path / "anna"):
        (folder / "loop").symlink_to("loop")
        (folder / "loop.ipynb").symlink_to("loop.ipynb")
    found = {each.student: each.path for each in submissions.find(LAB03, [tmp_path])}
    assert found == {"anna": tmp_path / "anna" / "lab03-alphabeta.ipynb", "loop": None}


def test_a_file_that_is_not_moodles_gets_a_sentence(tmp_path):
    form = tmp_path / "other.csv"
    form.write_text("a,b\n1,2\n")
    with pytest.raises(BadText, match="no column 'Identifier': is it Moodle's"):
        moodle.fill([row("x")], form)


# --- Canvas -----------------------------------------------------------------------------------------------

GRADEBOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Lab 3 (8812),Essay (8813),Current Score\n"
    "    Points Possible,,,,,10.00,5.00,(read only)\n"
    '"Berg, Anna",901,s1,anna@example.org,Main,,4.00,80.0\n'
    '"Cole, Bert",902,s2,bert@example.org,Main,,5.00,90.0\n'
    '"Student, Test",999,,0123abcd,Main,,,\n'
)


def test_canvas_gets_one_column_of_its_own_gradebook(tmp_path):
    form = tmp_path / "gradebook.csv"
    form.write_text(GRADEBOOK)
    text, left = canvas.fill([row("s1", id="s1"), row("colebert_902", False)], form, "Lab 3")
    lines = list(csv.reader(io.StringIO(text)))
    assert lines[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lab 3 (8812)"]
    assert "Points Possible" in lines[1][0]
    assert lines[1][5] == "10.00"
    assert [line[5] for line in lines[2:]] == ["10.00", "0.00", ""]
    assert left == []
    with pytest.raises(BadText, match="its assignments are Lab 3 \\(8812\\), Essay \\(8813\\)"):
        canvas.fill([row("s1")], form, "Lab 4")
    assert submissions._student("berganna_LATE_901_5512_lab03-alphabeta-2.ipynb") == "berganna_901"


# --- Gradescope, and the generic form ---------------------------------------------------------------------


def test_gradescopes_results_have_the_documented_form():
    says = {task.name: {part.name: part.says for part in task.parts} for task in LAB03.tasks}
    standing_ = [{"player": "rung", "elo": 100.0}, {"player": "anna", "elo": 50.5}]
    told = json.loads(gradescope.results(row("anna", False), says, standing_))
    assert told["score"] == 0
    assert told["leaderboard"] == [
        {"name": "Elo", "value": 50.5, "order": "desc"},
        {"name": "Place on the ladder", "value": 2, "order": "asc"},
    ]
    documented = {
        "score",
        "execution_time",
        "output",
        "output_format",
        "test_output_format",
        "test_name_format",
        "visibility",
        "stdout_visibility",
        "extra_data",
        "tests",
        "leaderboard",
    }
    assert set(told) <= documented
    each = {
        "score",
        "max_score",
        "status",
        "name",
        "name_format",
        "number",
        "output",
        "output_format",
        "tags",
        "visibility",
        "extra_data",
    }
    assert told["tests"]
    assert all(set(test) <= each for test in told["tests"])
    assert all(test["status"] in ("passed", "failed") for test in told["tests"])
    assert sum(test["max_score"] for test in told["tests"]) == LAB03.points
    assert "leaderboard" not in json.loads(gradescope.results(row("anna"), says))


# --- the whole way ----------------------------------------------------------------------------------------


@needs_bubblewrap
def test_a_class_goes_the_whole_way(tmp_path, monkeypatch):
    said = written(tmp_path, TOML.replace("groups = true", "groups = false"))
    folder = tmp_path / "submitted"
    for name, work in {"s1": model(), "s3": as_bytes(released())}.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "lab03-alphabeta.ipynb").write_bytes(work)
    out = tmp_path / "graded" / "lab03"
    rows = batch.grade_all(LAB03, submissions.find(LAB03, [folder]), out, SEED, course=said)
    assert [(each["id"], each["points"]) for each in rows] == [("s1", 20), ("s2", 0), ("s3", 0), ("s4", 0)]
    table = list(csv.DictReader(io.StringIO((out / "marks.csv").read_text())))
    assert [each["name"] for each in table] == ["Anna Berg", "Bert Cole", "Cleo Dorn", "Dan Eck"]
    assert {each["most"] for each in table} == {"20"}
    told = json.loads((out / "result.json").read_text())
    assert told["lab"] == "lab03"
    assert told["students"][0]["version"]
    assert len(told["students"]) == 4
    assert "2 submissions" in (out / "report.html").read_text()
    assert "2 handed nothing in" in (out / "report.html").read_text()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "w.csv").write_text(WORKSHEET, encoding="utf-8")
    made = call_gamekit("export", "moodle", "graded/lab03", "--form", "w.csv", "--out", "filled.csv")
    assert made.returncode == 0
    assert "100.00,100.00" in (tmp_path / "filled.csv").read_text()
    assert call_gamekit("export", "gradescope", "graded/lab03").returncode == 0
    assert json.loads((out / "gradescope" / "s1" / "results.json").read_text())["score"] == 20
    refused = call_gamekit("export", "blackboard", "graded/lab03")
    assert refused.returncode == 2
    assert "moodle, canvas, gradescope" in refused.stderr
    assert call_gamekit("report", "graded").returncode == 0
    lines = list(csv.DictReader(io.StringIO((tmp_path / "graded" / "course.csv").read_text())))
    assert [(each["id"], each["percent"]) for each in lines] == [
        ("s1", "100.0"),
        ("s2", "0.0"),
        ("s3", "0.0"),
        ("s4", "0.0"),
    ]
    page = (tmp_path / "graded" / "students" / "s1.html").read_text()
    assert "Anna Berg" in page
    assert "../lab03/feedback/s1.html" in page
    assert "100.0 %" in page


# What a class of 120 hands in, and its points: the model, the handout, known wrong versions of alphabeta.
WORKS = {"model": (model(), LAB03.points), "handout": (as_bytes(released()), 0)} | {
    name: (as_bytes(handed_in({"alphabeta": wrong.source})), wrong.points)
    for name, wrong in [*KNOWN.items()][:5]
}


@needs_bubblewrap
@pytest.mark.long
def test_a_class_of_120_has_equal_points_on_every_platform(tmp_path, monkeypatch):
    """It comes as Moodle's archive; what goes to each platform is read by its documented form alone."""
    kinds, points = [*WORKS, "nothing"], {"nothing": 0} | {name: most for name, (_, most) in WORKS.items()}
    people = {  # by id: first name, surname, what was handed in
        f"s{number:03}": (f"Zoë-{number}", f"d'Or Ñandú {number}", kinds[number % len(kinds)])
        for number in range(120)
    }
    expected = {who: points[kind] for who, (_, _, kind) in people.items()}
    assert len(set(points.values())) > 3
    with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as opened:
        for who, (first, surname, kind) in people.items():
            if kind != "nothing":
                folder = f"{first} {surname}_4{who[1:]}_assignsubmission_file_"
                opened.writestr(f"{folder}/lab03-alphabeta.ipynb", WORKS[kind][0])
    roster = "".join(f"{who},{first} {surname}\n" for who, (first, surname, _) in people.items())
    worksheet = "".join(
        f'"Participant 4{who[1:]}","{first} {surname}",{who},Submitted,,100.00,Yes,-,-,\n'
        for who, (first, surname, _) in people.items()
    )
    (tmp_path / "grades.csv").write_text(
        '\ufeffIdentifier,"Full name","ID number",Status,Grade,"Maximum Grade","Grade can be changed",'
        f'"Last modified (submission)","Last modified (grade)","Feedback comments"\n{worksheet}',
        encoding="utf-8",
    )
    gradebook = "".join(
        f'"{surname}, {first}",9{who[1:]},{who},{first}@example.org,Main,\n'
        for who, (first, surname, _) in people.items()
    )
    (tmp_path / "gradebook.csv").write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,Lab 3 (8812)\n"
        f"    Points Possible,,,,,20.00\n{gradebook}",
        encoding="utf-8",
    )
    said = written(tmp_path, 'roster = "roster.csv"\n', f"id,name\n{roster}")
    out = tmp_path / "graded" / "lab03"
    batch.grade_all(LAB03, submissions.find(LAB03, [tmp_path / "all.zip"]), out, SEED, course=said)
    monkeypatch.chdir(tmp_path)
    for platform, more in {
        "moodle": ["--form", "grades.csv", "--out", "moodle.csv"],
        "canvas": ["--form", "gradebook.csv", "--assignment", "Lab 3", "--out", "canvas.csv"],
        "gradescope": [],
    }.items():
        made = call_gamekit("export", platform, "graded/lab03", *more)
        assert made.returncode == 0, made.stderr
        assert "is not in" not in made.stdout + made.stderr

    told = json.loads((out / "result.json").read_text(encoding="utf-8"))["students"]
    assert len(told) == 120
    assert {row["id"]: row["points"] for row in told} == expected

    def table(path):
        with open(path, encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))

    def ours(text, most):
        """Our points of what a platform holds, which has two digits."""
        return round(float(text) * LAB03.points / most, 2)

    rows = table(out / "marks.csv")
    assert len(rows) == 120
    assert {row["id"]: float(row["points"]) for row in rows} == expected
    rows, form = table("moodle.csv"), table("grades.csv")
    filled = {"Grade", "Feedback comments"}
    assert [{name: row[name] for name in row if name not in filled} for row in rows] == [
        {name: row[name] for name in row if name not in filled} for row in form
    ]
    assert {row["ID number"]: ours(row["Grade"], 100) for row in rows} == expected
    possible, *rows = table("canvas.csv")
    assert possible["Student"].strip() == "Points Possible"
    assert len(rows) == 120
    most = float(possible["Lab 3 (8812)"])
    assert {row["SIS User ID"]: ours(row["Lab 3 (8812)"], most) for row in rows} == expected
    results = {}
    for path in (out / "gradescope").glob("*/results.json"):
        # Its folder is named after the work, or has the id of who handed nothing in.
        number = re.search(r"_4(\d{3})-|^s(\d{3})$", path.parent.name).expand(r"\1\2")
        results[f"s{number}"] = json.loads(path.read_text(encoding="utf-8"))
    assert {who: found["score"] for who, found in results.items()} == expected
    for found in results.values():
        assert sum(test["score"] for test in found["tests"]) == pytest.approx(found["score"])
        assert sum(test["max_score"] for test in found["tests"]) == LAB03.points


def test_weights_count(tmp_path):
    said = written(tmp_path, "[labs.lab03]\nweight = 3\n[labs.lab08]\nweight = 1\n")
    for name, points in (("lab03", 10), ("lab08", 0)):
        (tmp_path / name).mkdir()
        each = {**row("x"), "lab": name, "points": points, "most": 10}
        (tmp_path / name / "result.json").write_text(json.dumps({"lab": name, "students": [each]}))
    (one,) = standing.write(said, tmp_path)
    assert one.percent == 75


def test_which_part_told_the_class_apart():
    rows = [row(f"s{number}", earned=number % 2 == 0) for number in range(12)]
    for each in rows:  # one part that nobody earns, one that went to the others
        parts = each["tasks"]["alphabeta"]["parts"]
        first, second = list(parts)[:2]
        parts[first]["points"] = 0
        parts[second]["points"] = parts[second]["most"] if each["points"] == 0 else 0
    found = items.items(LAB03, rows)
    assert found[0].earned == 0
    assert found[0].apart is None
    assert found[1].apart < -0.9
    assert found[2].apart > 0.5
    shown = items.section(LAB03, rows) + items.who(rows)
    assert "<svg" in shown
    assert "no cut at all" in shown
    assert "s9, s11" in shown
    assert "<svg" not in items.section(LAB03, rows[:3])


def test_copies_are_found_and_independent_answers_are_not(tmp_path):
    def renamed(text):
        for old, new in (("best", "b"), ("found", "v"), ("alpha", "lo"), ("lobeta(", "alphabeta(")):
            text = text.replace(old, new)
        return text

    the_model = LAB03.tasks[0].library.folder.answers["alphabeta"]
    other = """def alphabeta(state, alpha, beta, maximising):
    if is_over(state):
        sign = 1 if maximising else -1
        return sign * score(state)
    results = []
    children = [play(state, m) for m in moves(state)]
    while children and alpha < beta:
        results.append(alphabeta(children.pop(0), alpha, beta, not maximising))
        alpha, beta = (max(alpha, results[-1]), beta) if maximising else (alpha, min(beta, results[-1]))
    return (max if maximising else min)(results)
"""
    third = """def alphabeta(state, alpha, beta, maximising):
    sign = 1 if maximising else -1
    def nega(node, low, high, sign):
        if is_over(node):
            return score(node)
        top = None
        for move in moves(node):
            got = -nega(play(node, move), -high, -low, -sign)
            if top is None or got > top:
                top = got
            if top > low:
                low = top
            if low >= high:
                return top
        return top
    return sign * nega(state, *((alpha, beta) if maximising else (-beta, -alpha)), sign)
"""
    own = MODEL_ALPHABETA.replace("return best", "if best == 17:\n        return 17 + 0\n    return best")
    texts = {
        "anna": own,
        "bert": "# mine\n" + renamed(own),
        "gus": the_model,
        "hal": renamed(the_model),
        "cleo": other,
        "dan": third,
        "eva": "def alphabeta(",
        "fay": "(" * 100_000,
    }
    for name, text in texts.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "lab03-alphabeta.ipynb").write_bytes(as_bytes(handed_in({"alphabeta": text})))
    found = similarity.write(LAB03, submissions.find(LAB03, [tmp_path]), tmp_path / "out")
    assert [(pair.task, pair.students) for pair in found] == [("alphabeta", ("anna", "bert"))]
    page = (tmp_path / "out" / "similar.html").read_text()
    assert similarity.WARNING in page
    assert "<mark>" in page
    assert page.count("<pre>") == 2


def test_what_the_handout_had_already_is_no_likeness(tmp_path):
    stub = next(
        cell["source"]
        for cell in released()["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "alphabeta"
    )
    stub = stub if isinstance(stub, str) else "".join(stub)
    given, again = similarity.runs_of([stub, stub + "\n"])
    assert again - given == frozenset()


def test_a_folder_without_marks_gets_a_sentence(tmp_path):
    with pytest.raises(GamekitError, match="'gamekit grade' writes"):
        platforms.read_result(tmp_path)
    with pytest.raises(GamekitError, match="no graded lab"):
        standing.write(course.Course(), tmp_path)
    assert handout.WELCOME.count("{by}") == 1
