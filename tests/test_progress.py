"""`gamekit progress`: what `check` remembers, whatever happens to the file."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from support import call_gamekit

from gamekit.grading import check, progress
from gamekit.grading import lab as labs

LAB03 = labs.find("lab03")
MOST = sum(labs.find(name).points for name in labs.names())


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """A folder of its own, which is not there yet."""
    monkeypatch.setenv("GAMEKIT_STATE_DIR", str(tmp_path / "not" / "yet"))
    return tmp_path / "not" / "yet"


def done(lab="lab03"):
    """Points by task."""
    (found,) = [each for each in progress.so_far() if each.name == lab]
    return {task.name: task.points for task in found.tasks}


def test_check_remembers_what_passed(capsys):
    library = LAB03.tasks[0].library
    wrong = next(m for m in library.mistakes["alphabeta"] if m.name == "> for >= at the cut")
    assert check("lab03.alphabeta", library.function("alphabeta", wrong.source)) == wrong.points
    assert done() == {"alphabeta": wrong.points, "best_move": 0, "best_line": 0}
    assert check("lab03.alphabeta", library.function("alphabeta")) == 6
    assert done()["alphabeta"] == 6
    check("lab03.alphabeta", None)  # what is broken later was still right once
    assert done()["alphabeta"] == 6
    assert capsys.readouterr().err == ""


def test_the_best_check_counts_not_the_best_parts_of_several():
    progress.remember("lab03.alphabeta", ["plates-value"])
    progress.remember("lab03.alphabeta", ["trees-nodes"])
    assert done()["alphabeta"] == 2


def test_the_file_grows_only_when_something_new_passed(state):
    progress.remember("lab03.best_move", [])
    assert not state.exists()
    for _ in range(5):
        progress.remember("lab03.best_move", ["move"])
        progress.remember("lab03.best_move", ["move", "move-nodes"])
    assert len([line for line in progress.file().read_text().split("\n") if line]) == 2


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\xff\xfe\x00",
        b'{"task": "lab03.best_line", "pas',
        b"[]\nnull\n3\n" + b"[" * 100_000,
        b'{"task": 3, "passed": ["line"]}\n{"task": "lab03.best_line", "passed": "line"}\n{"passed": []}',
        b'{"task": "lab99.gone", "passed": ["x"]}\n{"task": "lab03.best_line", "passed": ["gone", 4, null]}',
    ],
)
def test_damage_costs_its_own_line(state, damage):
    progress.remember("lab03.alphabeta", ["trees-value"])
    with open(progress.file(), "ab") as end:
        end.write(damage)
    progress.remember("lab03.best_move", ["move"])
    assert done() == {"alphabeta": 1, "best_move": 1, "best_line": 0}


def test_a_file_that_cannot_be_written_is_no_trouble(state, capfd):
    state.parent.mkdir()
    state.write_text("a file where the folder should be")
    progress.remember("lab03.best_move", ["move"])
    assert progress.read() == {}
    assert capfd.readouterr() == ("", "")


def test_notebooks_may_check_at_the_same_time():
    tasks = [f"{labs.find(name).name}.{task.name}" for name in labs.names() for task in labs.find(name).tasks]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda task: progress.remember(task, ["a part"]), tasks))
    assert progress.read() == {task: [{"a part"}] for task in tasks}


def test_grading_other_peoples_work_is_no_progress(monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    progress.remember("lab03.best_move", ["move"])
    assert progress.read() == {}


def test_where_it_is_kept(monkeypatch, tmp_path):
    monkeypatch.delenv("GAMEKIT_STATE_DIR")
    monkeypatch.setattr(progress.sys, "platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert progress.file() == tmp_path / "gamekit" / "progress.jsonl"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert progress.file() == tmp_path / ".local" / "state" / "gamekit" / "progress.jsonl"


def test_the_command_before_anything_and_after():
    ran = call_gamekit("progress")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "No check has passed here yet." in ran.stdout
    assert ran.stdout.strip().split("\n")[-1] == f"0 of {MOST:g} points"
    progress.remember("lab03.best_move", ["move", "move-nodes"])
    progress.remember("lab03.alphabeta", ["trees-nodes"])
    lines = call_gamekit("progress").stdout.rstrip().split("\n")
    assert lines[-1] == f"4 of {MOST:g} points"
    (lab,) = [line.split() for line in lines if line.startswith("  lab03")]
    assert lab[-3:] == ["4", "of", "10"]
    assert ["+", "best_move", "2", "of", "2"] in [line.split() for line in lines]
    assert ["-", "alphabeta", "2", "of", "6"] in [line.split() for line in lines]
    assert ["best_line", "0", "of", "2"] in [line.split() for line in lines]
    assert len({line.rindex(" of ") for line in lines[:-1]}) == 1  # one column
    found = json.loads(call_gamekit("progress", "--json").stdout)
    assert (found["points"], found["most"]) == (4, MOST)
    (lab,) = [lab for lab in found["labs"] if lab["lab"] == "lab03"]
    assert [task["points"] for task in lab["tasks"]] == [2, 2, 0]
