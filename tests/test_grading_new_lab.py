"""A lab is a folder: a new one is found, made and graded with no other file touched, and its secrets stay."""

from __future__ import annotations

import json
import secrets
import shutil

import pytest
from grading_support import needs_bubblewrap
from support import ROOT, run_gamekit, run_python

from gamekit.errors import GamekitError
from gamekit.grading import new_lab

NEW = "from gamekit.__main__ import main; main(['new-lab', 'lab18_mine', '--title', 'My own lab'])"
GRADE = """
from pathlib import Path
from gamekit.grading import lab as labs, marking
lab = labs.find("18")
folder = f"{lab.folder}/{lab.folder}.ipynb"
with marking.sandbox_for(lab) as sandbox:
    for kind in ("solutions", "exercises"):
        row = marking.grade_one(lab, "anna", Path(kind, folder).read_bytes(), b"a seed", sandbox)
        print(row["points"], row["most"], row["remarks"])
"""
# A submission that looks for a word, which it knows only backwards, so that its own text does not hold it.
THIEF = """
import gc, importlib, os, sys

def imported():
    found = []
    for name in ("spec", "mistakes", "notebook", "inside"):
        try:
            importlib.import_module("gamekit.labs.lab18_mine." + name)
            found.append(name)
        except ImportError:
            pass
    return found

def opened(*paths):
    found = []
    for path in paths:
        try:
            found.append(open(path).read())
        except OSError:
            pass
    return found

def walked(backwards):
    word = backwards[::-1].encode()
    found = []
    for folder, folders, files in os.walk("/"):
        folders[:] = [each for each in folders if each not in ("site-packages", "proc", "sys", "dev")]
        if "lab18" in folder:
            found.append(folder)
        if folder.startswith(("/usr", sys.base_prefix)):
            continue  # the system's and Python's own files, thousands of them: their names are enough
        for file in files:
            try:
                with open(os.path.join(folder, file), "rb") as opened:
                    if word in opened.read(200_000):
                        found.append(os.path.join(folder, file))
            except OSError:
                pass
    return found

def remembered(backwards):
    word = backwards[::-1]
    modules = [name for name in sys.modules if "lab18" in name]
    dicts = [each for each in gc.get_objects() if type(each) is dict]
    return modules, sum(type(held) is str and word in held for each in dicts for held in list(each.values()))
"""
STEAL = """
import json, sys
from gamekit.grading import lab as labs, marking
from gamekit.isolation.limits import SandboxLimits
thief, secret, control, paths = json.loads(sys.stdin.read())
lab = labs.find("lab18")
lab.tasks[0].questions(labs.rng_of(b"a seed", "lab18", "doubled", "anna"))  # the grader has read everything
with marking.sandbox_for(lab) as sandbox, sandbox.child(SandboxLimits()) as wire:
    wire.send({"cells": [["thief", "answer", thief]]}, seconds=20)
    said = [wire.receive(20)]
    asked = {"imported": [[]], "opened": [paths], "walked": [[secret], [control]], "remembered": [[secret]]}
    for name, given in ((name, given) for name, calls in asked.items() for given in calls):
        wire.send({"nonce": "1", "function": name, "kind": "call", "case": {"arguments": given}})
        said.append(wire.receive(100)["answer"]["value"])
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A copy of the course in which a lab has been made by the command."""
    folder = tmp_path_factory.mktemp("course")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "gamekit", folder / "gamekit", ignore=ignored)
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "exercises.py", folder / ".ci")
    ran = run_python(NEW, folder)
    assert ran.returncode == 0, ran.stderr
    made = run_python("import runpy; runpy.run_path('.ci/exercises.py')['main'](['lab18'])", folder)
    assert made.returncode == 0, made.stderr
    assert sorted(path.name for path in (folder / "exercises").iterdir()) == ["lab18-mine"]
    return folder


@needs_bubblewrap
def test_a_new_lab_is_graded(course):
    ran = run_python(GRADE, course)
    assert ran.stdout.split("\n")[:2] == ["2 2 []", "0 2 ['doubled: nothing was written']"], ran.stderr
    text = (course / "exercises" / "lab18-mine" / "lab18-mine.ipynb").read_text()
    assert "My own lab" in text
    assert "2 * number" not in text


def test_a_new_lab_is_checked(course):
    code = (
        "from gamekit.grading import look\n"
        "print(look('lab18.doubled', lambda number: 2 * number).marks['points'])\n"
        "print(look('lab18.doubled', lambda number: 2 + number).mistake.name)\n"
    )
    ran = run_python(code, course)
    assert ran.stdout.split("\n")[:2] == ["2", "two more instead of twice"], ran.stderr


@needs_bubblewrap
def test_no_submission_can_read_a_new_lab_s_secrets(course):
    """A word in the specification, in the mistakes, in the texts and in a file of data beside them."""
    secret, control = (f"word{secrets.token_hex(12)}" for _ in range(2))
    folder = course / "gamekit" / "labs" / "lab18_mine"
    for name in ("spec.py", "mistakes.py"):
        (folder / name).write_text((folder / name).read_text() + f'\nWORD = "{secret}"\n')
    for name in ("notebook.py", "tasks.md"):
        (folder / name).write_text((folder / name).read_text() + f"\n# {secret}\n")
    (folder / "data.txt").write_text(secret)
    (course / "gamekit" / "draw" / "control.txt").write_text(control)  # everybody sees this part
    planted = [path for path in folder.iterdir() if path.is_file()]
    paths = [str(path) for path in planted] + [
        f"/kit/gamekit/labs/lab18_mine/{path.name}" for path in planted
    ]
    task = json.dumps([THIEF, secret[::-1], control[::-1], paths])
    ran = run_python(f"import io, sys; sys.stdin = io.StringIO({task!r})\n{STEAL}", course)
    assert ran.returncode == 0, ran.stderr
    remarks, imported, opened, walked, seen, (modules, remembered) = json.loads(ran.stdout)
    assert remarks == {"remarks": []}
    assert seen == ["/kit/gamekit/draw/control.txt"], "the walk sees what there is"
    assert (imported, opened, walked, modules, remembered) == ([], [], [], [], 0)


def test_an_installed_copy_is_no_place_for_a_lab(monkeypatch, tmp_path):
    monkeypatch.setattr(new_lab, "COURSE", tmp_path)
    monkeypatch.setattr(new_lab, "LABS", tmp_path / "labs")
    with pytest.raises(GamekitError, match="labs are made in a clone of the course, and"):
        new_lab.make("lab18_mine")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("lab03_again", "there is a lab03 already"),
        ("endgames", "a lab is named by two digits and a word, such as lab18_endgames, not 'endgames'"),
        ("lab18", "a lab is named by two digits"),
        ("lab18_../x", "a lab is named by two digits"),
    ],
)
def test_a_name_that_cannot_be(name, says):
    ran = run_gamekit("new-lab", name)
    assert ran.returncode == 2
    assert says in ran.stderr
    assert ran.stderr.count("\n") == 1
