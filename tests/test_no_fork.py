"""Windows in small: lessons and checks run where there is no fork, no resource, no fcntl, no POSIX signal."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT, seconds_to_start

from gamekit.grading import starting
from gamekit.isolation.wire import Wire

HIDDEN = Path(__file__).with_name("hidden_posix.py")
QUICK = ("notebooks/03_alpha_beta.ipynb", "solutions/lab03-alphabeta/lab03-alphabeta.ipynb")
LONG = [
    path.relative_to(ROOT).as_posix()
    for path in sorted([*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("solutions/*/*.ipynb")])
    if path.relative_to(ROOT).as_posix() not in QUICK
]


# Cells that play a tournament or need what one gives; all others run.
LEFT_OUT = {"notebooks/15_arena.ipynb": 3, "notebooks/17_your_own_engine.ipynb": 4}


def run(name: str) -> float:
    """Seconds of its slowest check."""
    call = [sys.executable, str(HIDDEN), str(ROOT / name)]
    ran = subprocess.run(call, cwd=(ROOT / name).parent, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    cells, left_out, seconds = re.fullmatch(
        r"(\d+) cells, (\d+) left out, slowest check (.+) s", ran.stdout.splitlines()[-1]
    ).groups()
    assert int(cells)
    assert int(left_out) == LEFT_OUT.get(name, 0)
    return float(seconds)


@pytest.mark.parametrize("name", QUICK)
def test_it_runs_without_what_windows_does_not_have(name):
    """Each check of a lab's model earns its points there too, in a process started anew."""
    run(name)


@pytest.mark.long
@pytest.mark.parametrize("name", LONG)
def test_every_lesson_and_lab_does(name):
    """Lessons 15 and 17 without the cells that play a tournament, and those that need what it gives."""
    run(name)


@pytest.mark.alone
def test_no_check_waits_for_a_process_to_start():
    """The slowest check of a right answer in lab 03, which may ask a dozen times, takes less than a start."""
    start = seconds_to_start("from gamekit.grading.starting import main")
    assert 0 < run(QUICK[1]) < start


def test_a_tournament_says_what_it_needs():
    code = "import hidden_posix; hidden_posix.hide(); from gamekit.arena import tournament; tournament()"
    ran = subprocess.run([sys.executable, "-c", code], cwd=HIDDEN.parent, capture_output=True, text=True)
    assert ran.returncode == 1
    assert "GamekitError: tournaments need Linux or macOS" in ran.stderr.splitlines()[-1]


@pytest.fixture
def waiting(monkeypatch):
    """The processes that wait for a check, as long as a test takes."""
    monkeypatch.setattr(starting, "START_SECONDS", 600.0)  # a busy machine
    starting.get_ready()
    yield starting._spares
    starting._end_all()


def test_whom_a_check_asks_was_started_before_it(waiting):
    """Starting takes a second, and a check has no time for that."""
    for _ in range(starting.WAITING + 1):
        first = waiting[0].process.pid
        with starting.started_anew(lambda: None, "f") as end:
            assert first not in [spare.process.pid for spare in waiting]
            wire = Wire(end)
            wire.send({"nonce": "1", "kind": "call", "case": {}})
            assert wire.receive()["nonce"] == "1"
        assert len(waiting) == starting.WAITING


# --- files ------------------------------------------------------------------------------------------------


def without_encoding(path: Path):
    """The lines of a file that read or write text in whatever letters the system prefers."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) == "os.open":
            continue
        name = ast.unparse(node.func).rpartition(".")[2]
        words = {word.arg for word in node.keywords}
        modes = [ast.unparse(given) for given in [*node.args, *(word.value for word in node.keywords)]]
        bare = (
            (name == "read_text" and not node.args)
            or (name == "write_text" and len(node.args) < 2)
            or (name in ("open", "fdopen") and not any(mode in BINARY for mode in modes))
            or (name in ("run", "Popen", "check_output") and "text" in words)
        )
        if bare and "encoding" not in words:
            yield f"{path.name}:{node.lineno}"


BINARY = tuple(map(repr, ("rb", "wb", "ab", "ab+", "a+b", "r+b")))


def test_files_are_utf_8_on_every_system(tmp_path):
    """Windows would read and write another alphabet."""
    sources = [*(ROOT / "gamekit").rglob("*.py"), *(ROOT / ".ci").glob("*.py")]
    assert [line for path in sources for line in without_encoding(path)] == []
    slip = tmp_path / "slip.py"
    slip.write_text('open("f", "w")\nPath("f").read_text()\nopen("f", "rb")\n', "utf-8")
    assert list(without_encoding(slip)) == ["slip.py:1", "slip.py:2"]
