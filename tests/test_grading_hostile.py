"""Hostile submissions beside honest ones: nobody's mark changes, nothing is read, nothing is left."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import zipfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from grading_support import (
    LAB03,
    MODEL_ALPHABETA,
    QUICK,
    as_bytes,
    handed_in,
    hostile_texts,
    model,
    needs_bubblewrap,
    released,
)

from gamekit.grading import batch, submissions
from gamekit.parts import PACKAGE

CANARY = "canary-7f3a9c"
HALF_RIGHT = MODEL_ALPHABETA.replace("alpha >= beta", "alpha > beta")
HONEST = {
    "model": (model(), 10),
    "untouched": (as_bytes(released()), 0),
    "half-right": (as_bytes(handed_in({"alphabeta": HALF_RIGHT})), 2),
}


def odd_files(folder, secret):
    """Files that are no honest notebooks; what each is called."""
    good = handed_in({"alphabeta": "def alphabeta(state, alpha, beta, maximising):\n    return 20\n"})
    notebook = f"{LAB03.folder}.ipynb"

    def student(name):
        (folder / name).mkdir()
        return folder / name / notebook

    student("f-not-json").write_bytes(b"%PDF-1.4 nothing")
    student("f-empty").write_bytes(b"")
    student("f-zeros").write_bytes(bytes(10_000))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(notebook, bytes(50 * 2**20))
    student("f-zip").write_bytes(packed.getvalue())
    student("f-invalid-utf8").write_bytes(as_bytes(good).replace(b"return 20", b"return 2 # \xff\xfe\x80"))
    student("f-deep").write_bytes(b"[" * 500_000)
    student("f-big-number").write_bytes(b'{"cells": [' + b"9" * 100_000 + b"]}")
    student("f-many-cells").write_bytes(b'{"cells": [' + b"{}," * 200_000 + b"{}]}")
    student("f-strange-cells").write_bytes(
        b'{"cells": [1, null, "x", [], {"source": 3}, {"source": [1]}, {"metadata": 5, "source": "x"},'
        b' {"cell_type": "code", "source": "\\ud800", "metadata": {"nbgrader": {"grade_id": ["a"]}}}],'
        b' "metadata": {"kernelspec": []}}'
    )
    with open(student("f-huge"), "wb") as file:
        file.truncate(3 * 2**30)  # three gigabytes that take no room on the disk
    student("f-link").symlink_to(secret)
    os.mkfifo(student("f-pipe"))
    (folder / "f-linked-folder").symlink_to(folder / "n-model-0")
    (folder / "f-no-file").mkdir()
    someone = handed_in({"alphabeta": "def alphabeta(*_):\n    return 20"})
    someone["metadata"] |= {"student": "n-model-0", "nbgrader": {"student_id": "n-model-0", "points": 10}}
    student("f-another-name").write_bytes(as_bytes(someone))
    for name in (
        "f ..",
        "f-<script>alert(1)</script>".replace("/", "\u2044"),
        "f-\n\x1b[31m",
        "=1+1",
        "f" * 200,
    ):
        student(name).write_bytes(as_bytes(good))
    os.mkdir(os.fsencode(folder) + b"/f-\xff\xfe")


@pytest.fixture(scope="module")
def loopback():
    """A server of our own; how often somebody connected."""
    visits = []
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(0.2)
    stop = threading.Event()

    def serve():
        while not stop.is_set():
            try:
                connection, _ = server.accept()
            except TimeoutError:
                continue
            visits.append(1)
            connection.close()

    thread = threading.Thread(target=serve)
    thread.start()
    yield server.getsockname()[1], visits
    stop.set()
    thread.join()
    server.close()


def test_what_hostile_texts_reach_for_is_there():
    """An attack on a module that has moved would be none."""
    for name, text in hostile_texts().items():
        for module in re.findall(r"(?:from|import|\") ?(gamekit\.[\w.]+)", text):
            assert find_spec(module), (name, module)


@pytest.fixture(scope="module")
def graded(tmp_path_factory, loopback):
    """Everybody graded together."""
    base = tmp_path_factory.mktemp("hostile")
    folder, outside, out = base / "submitted", base / "outside", base / "out"
    folder.mkdir(), outside.mkdir(), out.mkdir()
    secret = base / "seed.txt"
    secret.write_text(CANARY)
    (out / "gradebook.db").write_text(CANARY)
    answers = [
        PACKAGE / "labs" / "lab03_alphabeta" / "spec.py",
        PACKAGE / "labs" / "lab03_alphabeta" / "notebook.py",
        PACKAGE / "search" / "alphabeta.py",
    ]
    assert all(path.is_file() for path in answers), "what hostile texts try to read has moved"
    paths = [
        str(secret),
        str(out / "gradebook.db"),
        str(folder / "n-model-0" / f"{LAB03.folder}.ipynb"),
        *map(str, answers),
        os.path.expanduser("~/.bashrc"),
        "/etc/passwd",
        "/etc/shadow",
    ]
    texts = hostile_texts()
    for place, (name, text) in enumerate(texts.items()):
        text = text.replace("@PORT@", str(loopback[0])).replace("@PATHS@", repr(paths))
        text = text.replace("@OUTSIDE@", str(outside)).replace("@CANARY@", CANARY)
        text = text.replace("@HOST@", os.uname().nodename).replace("@CLONE@", str(PACKAGE.parent))
        student = folder / f"{'hn'[place % 2]}-{name}"  # half of them before the honest ones, half after
        student.mkdir()
        document = handed_in({"alphabeta": text})
        (student / f"{LAB03.folder}.ipynb").write_bytes(as_bytes(document))
    for number in range(3):
        for name, (data, _) in HONEST.items():
            student = folder / f"n-{name}-{number}"
            student.mkdir()
            (student / f"{LAB03.folder}.ipynb").write_bytes(data)
    odd_files(folder, secret)
    found = submissions.find(LAB03, [folder])
    os.environ["GRADING_SECRET"] = CANARY
    try:
        rows = batch.grade_all(LAB03, found, out, CANARY.encode(), jobs=2, limits=QUICK)
    finally:
        del os.environ["GRADING_SECRET"]
    return {
        "rows": {row["student"]: row for row in rows},
        "found": found,
        "folder": folder,
        "outside": outside,
        "out": out,
        "texts": texts,
    }


def test_the_table_names_every_text():
    table = (Path(__file__).parent / "hostile" / "README.md").read_text()
    assert [name for name in hostile_texts() if f"`{name}`" not in table] == []
    named = set(re.findall(r"`(f-[a-z0-9-]+|[a-z]+_[a-z_]+)`", table)) - {"odd_files", *hostile_texts()}
    made = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert [name for name in sorted(named) if f'"{name}"' not in made and f"def {name}(" not in made] == []


@needs_bubblewrap
class TestHostile:
    def test_the_corpus_is_large(self, graded):
        assert len(graded["texts"]) >= 60

    def test_everybody_has_a_row_and_the_table_shows_it(self, graded):
        students = {path.name for path in graded["folder"].iterdir() if not path.is_symlink()}
        assert students == set(graded["rows"])
        table = (graded["out"] / "marks.csv").read_text().splitlines()
        assert len(table) == 1 + len(students)

    @pytest.mark.parametrize("name", HONEST)
    def test_honest_marks_are_unchanged(self, graded, name):
        for number in range(3):
            assert graded["rows"][f"n-{name}-{number}"]["points"] == HONEST[name][1]

    def test_no_mark_is_gained(self, graded):
        gained = {
            name: row["points"]
            for name, row in graded["rows"].items()
            if not name.startswith(tuple(f"n-{honest}-" for honest in HONEST)) and row["points"]
        }
        assert gained == {}

    def test_nothing_is_read_and_nothing_told(self, graded):
        for path in [graded["out"] / "marks.csv", graded["out"] / "report.html"]:
            assert "LEAK" not in path.read_text()
        for path in (graded["out"] / "feedback").iterdir():
            assert "LEAK" not in path.read_text(), path.name
            assert CANARY not in path.read_text(), path.name
            assert "<script" not in path.read_text(), path.name
            assert "\x1b" not in path.read_text(), path.name
        leaks = {name: row["remarks"] for name, row in graded["rows"].items() if "LEAK" in str(row)}
        assert leaks == {}

    def test_the_loopback_server_was_never_visited(self, graded, loopback):
        assert loopback[1] == []

    def test_nothing_is_written_outside(self, graded):
        assert list(graded["outside"].iterdir()) == []
        names = {path.name for path in (graded["out"]).iterdir()}
        files = {"journal.jsonl", "marks.csv", "report.html", "result.json"}
        assert names == {".lock", "feedback", "gradebook.db", *files}
        assert (graded["out"] / "gradebook.db").read_text() == CANARY

    def test_no_process_is_left(self, graded):
        left = []
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    command = file.read()
            except OSError:
                continue
            if (b"gamekit-grading-" in command and ours(name)) or b"31.4159" in command:
                left.append(command)
        assert left == []

    def test_loops_and_bombs_are_named(self, graded):
        def remarks(name):
            rows = graded["rows"]
            return " ".join(rows[f"h-{name}" if f"h-{name}" in rows else f"n-{name}"]["remarks"])

        for name in (
            "loop_python",
            "loop_njit",
            "loop_in_del",
            "answer_late",
            "loop_that_swallows_everything",
        ):
            assert "no answer within 2 s" in remarks(name), name
        for name in ("loop_at_import", "loop_in_a_module"):
            assert "did not finish within 6 s" in remarks(name), name
        for name in ("os_exit", "segmentation_fault"):
            assert "ended the program that ran it" in remarks(name), name
        assert "NotImplementedError" not in remarks("sys_exit")
        assert "SystemExit" in remarks("sys_exit")
        assert "RecursionError" in remarks("recursion")
        assert "nobody is there while grading" in remarks("input_from_nobody")

    def test_odd_files_are_named(self, graded):
        rows = graded["rows"]
        for name, sentence in {
            "f-not-json": "no notebook",
            "f-empty": "empty",
            "f-zeros": "no notebook",
            "f-zip": "no notebook",
            "f-invalid-utf8": "not valid UTF-8",
            "f-deep": "no notebook",
            "f-big-number": "no notebook",
            "f-many-cells": "more than 5000 cells",
            "f-strange-cells": "malformed cells",
            "f-huge": "larger than 20 MB",
            "f-link": "no notebook in the folder",
            "f-pipe": "no notebook in the folder",
            "f-no-file": "no notebook in the folder",
        }.items():
            assert sentence in " ".join(rows[name]["remarks"]), (name, rows[name]["remarks"])
        assert "f-linked-folder" not in rows

    def test_a_spreadsheet_finds_no_formula(self, graded):
        for line in (graded["out"] / "marks.csv").read_text().splitlines():
            assert not line.startswith(("=", "+", "-", "@"))


@needs_bubblewrap
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["kill -9", "Ctrl-C"])
def test_a_stopped_grader_leaves_no_process(tmp_path, number):
    """Whatever stops the grader: the sandbox and the submission in it end too, and at once."""
    student = tmp_path / "submitted" / "loop"
    student.mkdir(parents=True)
    text = hostile_texts()["loop_at_import"]
    (student / f"{LAB03.folder}.ipynb").write_bytes(as_bytes(handed_in({"alphabeta": text})))
    command = [sys.executable, "-m", "gamekit", "grade", "lab03", str(tmp_path / "submitted")]
    (tmp_path / "tmp").mkdir()
    grader = subprocess.Popen(
        [*command, "--out", str(tmp_path / "out")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
    )
    deadline = time.monotonic() + 60
    # bubblewrap twice, the server, and three for the submission, the last of which runs the student's code
    while len(family := descendants(grader.pid)) < 6 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(family) >= 6
    grader.send_signal(number)
    assert grader.wait(timeout=10) in (-signal.SIGKILL, 130)
    deadline = time.monotonic() + 10
    while any(map(is_alive, family)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [pid for pid in family if is_alive(pid)] == []
    if number == signal.SIGINT:
        assert list((tmp_path / "tmp").iterdir()) == []


def ours(pid):
    return int(pid) in descendants(os.getpid())


def descendants(ancestor):
    """Every process below one."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{name}/stat") as file:
            parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
    found = {ancestor}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {ancestor}


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
