"""The fence: what a submission may take of the machine, told by the kernel and by nobody's word."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from grading_support import (
    FULL,
    LAB03,
    MODEL_ALPHABETA,
    MOST,
    QUICK,
    SEED,
    as_bytes,
    handed_in,
    hostile_texts,
    model,
    needs_bubblewrap,
)
from support import ROOT, run_gamekit
from test_grading_sandbox import Sandbox, ask, asked

from gamekit.errors import GamekitError
from gamekit.grading import batch, submissions
from gamekit.grading.worker import Worker
from gamekit.isolation import cgroup, doctor, fence
from gamekit.isolation import sandbox as isolation_sandbox
from gamekit.isolation.limits import SandboxLimits
from gamekit.isolation.sandbox import check_isolation
from gamekit.isolation.wire import MOST_WAIT, Deadline, TooLate, Wire

NOTEBOOK = f"{LAB03.folder}.ipynb"


# --- the filter -------------------------------------------------------------------------------------------

CALL = """
import ctypes

def call(*numbers):
    libc = ctypes.CDLL(None, use_errno=True)
    answers = []
    for number in numbers:
        ctypes.set_errno(0)
        answers.append(ctypes.get_errno() if libc.syscall(number, -1, -1, -1, -1, -1, -1) < 0 else 0)
    return answers

def look(*calls):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long  # an address cut to 32 bits may look negative
    return [ctypes.get_errno() if libc.syscall(*call) < 0 else 0 for call in calls]
"""
EPERM, ENOSYS = 1, 38


@needs_bubblewrap
@pytest.mark.parametrize("isolation", ["sandbox", "fresh"])
def test_every_call_of_the_list_is_refused(isolation):
    numbers = fence.refused(os.uname().machine)
    with Sandbox(isolation) as sandbox:
        found = asked(sandbox, "call", *numbers.values(), source=CALL)
        assert {name for name, answer in zip(numbers, found, strict=True) if answer != EPERM} == set()
        assert asked(sandbox, "call", 463, 500, 0x4000_0027, 435, source=CALL) == [ENOSYS] * 4


@needs_bubblewrap
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers are those of x86_64")
def test_calls_are_refused_by_their_arguments():
    shared, private = (9, 0, 4096, 3, 0x21, -1, 0), (9, 0, 4096, 3, 0x22, -1, 0)
    locks = [(72, 0, command, 0) for command in (5, 6, 7, 37, 1024, 1026)]
    with Sandbox() as sandbox:
        found = asked(
            sandbox, "look", shared, private, *locks, (72, 0, 1, 0), (157, 4, 0, 0, 0, 0), source=CALL
        )
    assert found == [EPERM, 0, *[EPERM] * len(locks), 0, EPERM]


def test_a_processor_that_the_filter_does_not_know_is_refused(monkeypatch):
    with pytest.raises(OSError, match="no filter of system calls is known for the processor sparc"):
        fence.filter_of("sparc")
    monkeypatch.setattr("platform.machine", lambda: "sparc")
    for isolation in ("sandbox", "fresh"):
        with pytest.raises(GamekitError, match="processor sparc"):
            check_isolation(isolation)


def test_the_numbers_are_those_of_the_kernels_headers():
    places = {
        "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
        "aarch64": "/usr/include/asm-generic/unistd.h",
    }
    tried = 0
    for machine, path in places.items():
        if not os.path.exists(path):
            continue
        known = {}
        for line in Path(path).read_text().splitlines():
            words = line.split()
            if len(words) >= 3 and words[0] == "#define" and words[2].isdigit():
                known[words[1].removeprefix("__NR_").removeprefix("__NR3264_")] = int(words[2])
        for name, number in fence.refused(machine).items():
            if name in known:
                tried += 1
                assert known[name] == number, (machine, name)
    if not tried:
        pytest.skip("no headers here")
    assert tried > 90


# --- memory -----------------------------------------------------------------------------------------------

HOLD = """
import os, time

def hold(megabytes, processes):
    for _ in range(processes):
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
    kept = bytearray(megabytes * 2**20)
    kept[::4096] = b"1" * len(kept[::4096])
    time.sleep(1)
    return len(kept)

def wait():
    time.sleep(20)
"""


def how_it_ends(sandbox, limits, *arguments):
    try:
        with sandbox.child(limits) as wire:
            ask(wire, "hold", *arguments, source=HOLD)
    except Exception:
        return sandbox.how_it_ended
    return "answered"


@needs_bubblewrap
@pytest.mark.parametrize("isolation", ["sandbox", "fresh"])
def test_memory_is_counted_once_and_whole(isolation):
    """Ten forks share what they were born with; that is not ten times taken."""
    limits = SandboxLimits(memory=200 * 2**20)
    with Sandbox(isolation) as sandbox:
        assert how_it_ends(sandbox, limits, 100, 8) == "answered"
    with Sandbox(isolation) as sandbox, sandbox.child(limits) as wire:
        # Programs that are smaller than the server, one after the other, until they are too large together.
        wire.send({"cells": [["look", "answer", hostile_texts()["small_programs"]]]})
        with suppress(Exception):
            assert "LEAK" not in str(wire.receive(20))
    assert sandbox.how_it_ended == "memory"


@needs_bubblewrap
def test_the_kernel_ends_the_submission_first():
    with Sandbox() as sandbox, sandbox.child(SandboxLimits()):
        # bubblewrap's processes first, then the server, and three for the submission
        family = fence.descendants(os.getpid())
        scores = {pid: int(Path(f"/proc/{pid}/oom_score_adj").read_text()) for pid in family}
    ours = int(Path("/proc/self/oom_score_adj").read_text())
    assert list(scores.values()).count(1000) == 3
    assert list(scores.values()).count(600) == 1
    assert ours < 600


@needs_bubblewrap
def test_root_is_given_up():
    others = set(fence.descendants(os.getpid()))  # left by tests before this one
    with Sandbox() as sandbox, sandbox.child(SandboxLimits()):
        family = set(fence.descendants(os.getpid())) - others
        status = {pid: Path(f"/proc/{pid}/status").read_text() for pid in family}
    facts = [dict(line.split(":\t") for line in text.splitlines()) for text in status.values()]
    ours = [each for each in facts if each["Name"] != "bwrap"]
    assert len(ours) == 4  # the server, and three for the submission
    assert {uid for each in ours for uid in each["Uid"].split()} == {str(os.getuid() or fence.NOBODY)}
    assert {each["CapEff"] for each in ours} == {each["CapPrm"] for each in ours} == {"0" * 16}


# --- the processor ----------------------------------------------------------------------------------------


def test_a_clock_stands_still_while_there_is_no_core(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    seen = [(0.0, 0.0)]

    def left(at, used=0.0, waited=0.0):
        now[0], seen[0] = at, (used, waited)
        return limit.left()

    limit = Deadline(4.0, lambda: seen[0])
    assert left(0.5) == 0.5  # before a quarter is over nobody is asked
    assert left(1.0, 0.9, 0.0) == 3.0
    assert left(4.0, 1.4, 2.5) == 2.5  # it waited for 2.5 s
    assert limit.waited == 2.5
    assert left(6.5, 3.9, 2.5) <= 0  # and has had its time
    limit = Deadline(4.0, lambda: seen[0])
    now[0] = 0.0
    limit = Deadline(4.0, lambda: seen[0])
    left(1.0, 1.0, 0.0)
    assert left(4.0, 4.1, 30.0) <= 0  # twenty processes wait for each other: their seconds count
    limit._first = (1.0, 0.0, 0.0)
    assert left(4.0 * MOST_WAIT, 0.0, 4.0 * MOST_WAIT) <= 0  # nobody waits for ever
    assert left(4.0, 0.0, 0.0) <= 0  # who sleeps wants no core
    plain = Deadline(4.0)
    now[0] += 4.0
    assert plain.left() <= 0


def test_a_wire_waits_for_who_gets_no_core():
    ours, theirs = socket.socketpair()
    begin = time.monotonic()
    wire = Wire(ours, spent=lambda: (0.0, time.monotonic() - begin))
    with pytest.raises(TooLate):
        wire.receive(0.2)
    assert time.monotonic() - begin >= 0.2 * MOST_WAIT
    threading.Timer(0.4, lambda: Wire(theirs).send({"late": 1})).start()
    begin = time.monotonic()
    assert wire.receive(0.2) == {"late": 1}
    assert wire.waited > 0
    ours.close()
    theirs.close()


SLOW = """
import time

def alphabeta(state, alpha, beta, maximising):
    return _alphabeta(state, alpha, beta, maximising, True)

def _alphabeta(state, alpha, beta, maximising, first=False):
    if first:
        end = time.process_time() + SECONDS
        while time.process_time() < end:
            pass
""" + MODEL_ALPHABETA.replace("def alphabeta(state, alpha, beta, maximising):\n", "").replace(
    "alphabeta(play", "_alphabeta(play"
)


@needs_bubblewrap
def test_a_neighbour_keeps_its_time(tmp_path):
    """Twelve computing processes beside a function that needs much of its time."""
    limits = QUICK._replace(first_seconds=1.0, question_seconds=0.6, total_seconds=60)
    for number in range(3):
        for name, text in (
            ("slow", SLOW.replace("SECONDS", "0.2")),
            ("busy", hostile_texts()["many_computing_processes"]),
        ):
            student = tmp_path / "submitted" / f"{number}-{name}"
            student.mkdir(parents=True)
            (student / NOTEBOOK).write_bytes(as_bytes(handed_in({"alphabeta": text})))
    found = submissions.find(LAB03, [tmp_path / "submitted"])
    rows = batch.grade_all(LAB03, found, tmp_path / "out", SEED, jobs=4, limits=limits)
    marks = {row["student"]: row["points"] for row in rows}
    assert marks == {f"{n}-{name}": FULL * (name == "slow") for n in range(3) for name in ("busy", "slow")}


@needs_bubblewrap
def test_a_time_out_is_graded_again_alone(tmp_path, monkeypatch):
    for name in ("anna", "bert", "carl"):
        (tmp_path / "submitted" / name).mkdir(parents=True)
        (tmp_path / "submitted" / name / NOTEBOOK).write_bytes(model())
    asked_for = []
    real = Worker.answer

    def late_at_first(worker):
        asked_for.append(worker.student)
        row = real(worker)
        if asked_for.count("bert") == 1 and worker.student == "bert":
            return {**row, "points": 0, "late": True}
        return row

    monkeypatch.setattr(Worker, "answer", late_at_first)
    found = submissions.find(LAB03, [tmp_path / "submitted"])
    rows = batch.grade_all(LAB03, found, tmp_path / "out", SEED, jobs=2)
    assert [row["points"] for row in rows] == [MOST] * 3
    assert sorted(asked_for[:3]) == ["anna", "bert", "carl"]
    assert asked_for[3:] == ["bert"]


COUNT = """
import threading, time

counted = [0]

def count():
    while True:
        counted[0] += 1
        time.sleep(0.001)

def begin():
    threading.Thread(target=count, daemon=True).start()
    return 0

def look():
    return counted[0]
"""


@needs_bubblewrap
@pytest.mark.parametrize("isolation", ["sandbox", "fresh", "process"])
def test_who_is_not_asked_does_not_run(isolation):
    def question(wire, function):
        wire.send({"nonce": "1", "function": function, "kind": "call", "case": {"arguments": []}})
        return wire.receive(20)["answer"]["value"]

    def running():
        states = {}
        for pid in fence.descendants(os.getpid()):
            with suppress(OSError):
                states[pid] = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return [pid for pid, state in states.items() if state not in "TZ"]

    with Sandbox(isolation) as sandbox:
        others = len(running())
        with sandbox.child(SandboxLimits()) as wire:
            assert ask(wire, "begin", source=COUNT) == 0
            assert len(running()) > others
            sandbox.tell("pause")
            deadline = time.monotonic() + 20
            while len(running()) > others and time.monotonic() < deadline:
                time.sleep(0.01)
            assert len(running()) == others
            sandbox.tell("resume")
            assert question(wire, "look") >= 0


# --- control groups ---------------------------------------------------------------------------------------


def stand_in(tmp_path, own="/user.slice/mine.scope", controllers="cpu memory pids"):
    """A folder that looks like cgroup v2."""
    root, here = tmp_path / "cgroup", tmp_path / "cgroup" / own.strip("/")
    here.mkdir(parents=True)
    for group in (root, *here.parents[: len(here.relative_to(root).parts) - 1], here):
        (group / "cgroup.controllers").write_text(controllers)
        (group / "cgroup.procs").write_text("")
        (group / "cgroup.subtree_control").write_text("")
    (tmp_path / "own").write_text(f"1:name=x:/\n0::{own}\n")
    return (root,), tmp_path / "own"


def test_a_control_group_is_made_where_it_can_be(tmp_path):
    folders, own = stand_in(tmp_path)
    place = cgroup.place(folders, own)
    assert place == folders[0]
    assert (place / "cgroup.subtree_control").read_text() == "+cpu +memory +pids"
    group = cgroup.Group(place)
    group.limit(2**20, 5)
    written = {path.name: path.read_text() for path in group.path.iterdir()}
    assert written == {
        "cpu.weight": "100",
        "memory.max": str(2**30 + 2**20),
        "pids.max": "13",
        "memory.swap.max": "0",
    }
    command = group.around([sys.executable, "-c", "import os; print(os.getpid())"])
    ran = subprocess.run(command, capture_output=True, text=True)
    assert (group.path / "cgroup.procs").read_text() == ran.stdout


@pytest.mark.parametrize("what", ["no controllers", "no groups", "nothing"])
def test_no_control_group_where_there_is_none(tmp_path, what):
    folders, own = stand_in(tmp_path, controllers="cpu io")
    if what == "no groups":
        own.write_text("4:memory:/x\n")
    if what == "nothing":
        shutil.rmtree(folders[0])
    assert cgroup.place(folders, own) is None


@needs_bubblewrap
def test_a_sandbox_in_a_control_group(tmp_path, monkeypatch):
    """In a stand-in, which limits nothing: the server is in it, and limits are written for each child."""
    folders, _ = stand_in(tmp_path)
    monkeypatch.setattr(cgroup, "place", lambda: folders[0])
    with Sandbox() as sandbox:
        (group,) = folders[0].glob("gamekit-*")
        assert int((group / "cgroup.procs").read_text()) in fence.descendants(os.getpid())
        with sandbox.child(SandboxLimits(memory=2**28, processes=7)):
            assert (group / "memory.max").read_text() == str(2**30 + 2**28)
            assert (group / "pids.max").read_text() == "15"


# --- the doctor -------------------------------------------------------------------------------------------


@needs_bubblewrap
def test_the_doctor_tells_what_is_there():
    ran = run_gamekit("grade", "--doctor", "--json")
    assert ran.returncode == 0, ran.stderr
    found = {each["what"]: each for each in json.loads(ran.stdout)["findings"]}
    assert found["a sandbox that can be started"]["is_there"]
    assert found["an ordinary user"]["is_there"] == (os.getuid() != 0)
    assert "cgroup" in run_gamekit("grade", "--doctor").stdout


def test_the_doctor_tells_what_is_missing(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    found = doctor.examine()
    assert [each.what for each in found if each.is_needed and not each.is_there] == [
        "bubblewrap",
        "a sandbox that can be started",
    ]
    assert "MISSING bubblewrap" in doctor.table(found)


# --- what is seen -----------------------------------------------------------------------------------------


@needs_bubblewrap
def test_a_course_below_a_shown_folder_is_covered(tmp_path, monkeypatch):
    """A clone, a gradebook or submissions below /usr or below Python: nothing of it is there."""
    place = Path(tempfile.mkdtemp(dir=isolation_sandbox._packages()[0], prefix="course-"))
    place.chmod(0o755)
    look = (
        "import os\ndef files():\n    return [n for *_, s in os.walk('/packages') for n in s if n == CANARY]"
    )
    look = look.replace("CANARY", "'canary'")
    try:
        (place / "canary").write_text("x")
        with Sandbox() as sandbox:
            assert asked(sandbox, "files", source=look) == ["canary"]  # so it would be seen
        covered = Sandbox()
        covered.hidden += [place, place / "submitted", place / "canary"]
        with covered:
            assert asked(covered, "files", source=look) == []
        monkeypatch.setattr(isolation_sandbox, "_clone", lambda: place)
        with Sandbox() as sandbox:
            assert asked(sandbox, "files", source=look) == []
    finally:
        shutil.rmtree(place)
    with pytest.raises(GamekitError, match="Python itself lies in"):
        isolation_sandbox._covered(os.path.dirname(os.path.realpath(sys.executable)), True)


def test_two_graders_share_a_folder_for_temporary_files(tmp_path, monkeypatch):
    """What a running grader staged stays, whatever the number of its process says; a dead one's goes."""
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code = (
        "import sys, time\nfrom gamekit.isolation import sandbox\n"
        "print(sandbox._stage()[0], flush=True)\ntime.sleep(60)"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    other = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT
    )
    theirs = Path(other.stdout.readline().strip())
    ours, lock = isolation_sandbox._stage()
    assert theirs.is_dir()
    assert ours.is_dir()
    isolation_sandbox.forget_the_dead()
    assert theirs.is_dir()
    assert ours.is_dir()
    other.send_signal(signal.SIGKILL)
    other.wait()
    other.stdout.close()
    isolation_sandbox.forget_the_dead()
    assert not theirs.exists()
    os.close(lock)
    isolation_sandbox.forget_the_dead()
    assert not ours.exists()


# --- without a sandbox ------------------------------------------------------------------------------------

DAEMON = """
import os, signal, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        KILL
        open("PLACE", "w").write(str(os.getpid()))
        time.sleep(60)
    os._exit(0)
time.sleep(1)
"""


@pytest.mark.parametrize(
    "kill", ["pass", "os.kill(SERVER, signal.SIGKILL)"], ids=["daemon", "kills the server"]
)
def test_daemons_end_with_process_isolation(tmp_path, kill):
    place = tmp_path / "pid"
    text = DAEMON.replace("PLACE", str(place)).replace("KILL", kill)
    text = "SERVER = __import__('os').getppid()\n" + text
    worker = Worker(LAB03, SEED, "process", QUICK)
    try:
        row = worker.grade("anna", as_bytes(handed_in({"alphabeta": text})))
        assert row["points"] == 0
        daemon = int(place.read_text())
        deadline = time.monotonic() + 5
        while os.path.exists(f"/proc/{daemon}") and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not os.path.exists(f"/proc/{daemon}") or daemon not in fence.descendants(1)
    finally:
        worker.close()


# --- who grades -------------------------------------------------------------------------------------------


def as_ordinary_user(home: Path) -> list[str]:
    """The beginning of a command line that gives root up, with Python in view wherever it lies."""
    if os.getuid() != 0:
        return []
    prefix = os.path.realpath(sys.base_prefix)
    call = ["bwrap", "--dev-bind", "/", "/"]
    if prefix.startswith("/root/"):
        call += ["--perms", "0755", "--tmpfs", "/root"]
        for parent in reversed(Path(prefix).parents[:-2]):
            call += ["--perms", "0755", "--dir", str(parent)]
        call += ["--ro-bind", prefix, prefix]
    call += ["--cap-add", "ALL", "setpriv", "--reuid", "12345", "--regid", "12345", "--clear-groups", "--"]
    return [*call, "env", f"HOME={home}"]


def graded(base: Path, prefix: list[str], **environment: str) -> str:
    """What `gamekit grade lab03` says of the folder `submitted`, called by whom the prefix makes us."""
    arguments = [
        "lab03",
        str(base / "submitted"),
        "--out",
        str(base / "out"),
        "--gradebook",
        "none",
        "--public-seed",
    ]
    ran = subprocess.run(
        [*prefix, sys.executable, "-m", "gamekit", "grade", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def marks_of(base: Path, prefix: list[str]) -> list[dict[str, str]]:
    """A small class with hostile members, graded from the command line."""
    chosen = (
        "small_programs",
        "locks_on_shared_files",
        "odd_sockets",
        "where_am_i",
        "memory_bomb",
        "become_root",
    )
    for name in chosen:
        student = base / "submitted" / name
        student.mkdir(parents=True)
        text = hostile_texts()[name].replace("@HOST@", os.uname().nodename).replace("@CLONE@", str(ROOT))
        (student / NOTEBOOK).write_bytes(as_bytes(handed_in({"alphabeta": text})))
    for name in ("closed-folder", "closed-file", "anna"):
        (base / "submitted" / name).mkdir()
        (base / "submitted" / name / NOTEBOOK).write_bytes(model())
    (base / "tmp").mkdir()
    for place in (base, base / "tmp"):
        place.chmod(0o777)
    graded(base, prefix, TMPDIR=str(base / "tmp"))
    with open(base / "out" / "marks.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["student"] == "memory_bomb":
            del row["remarks"]  # whether an error or the limit comes first is chance
    return rows


@needs_bubblewrap
@pytest.mark.long
@pytest.mark.skipif(os.getuid() != 0, reason="only root can be both")
def test_root_and_an_ordinary_user_give_the_same_marks():
    with tempfile.TemporaryDirectory(prefix="fence-") as folder:
        base = Path(folder)
        base.chmod(0o755)
        for name in ("root", "user"):
            (base / name).mkdir()
        assert marks_of(base / "root", []) == marks_of(base / "user", as_ordinary_user(base / "user"))


@needs_bubblewrap
def test_the_machine_and_the_place_of_the_clone_are_hidden():
    hostile = hostile_texts()["where_am_i"].replace("@HOST@", os.uname().nodename)
    worker = Worker(LAB03, SEED, "sandbox", QUICK)
    try:
        row = worker.grade("anna", as_bytes(handed_in({"alphabeta": hostile.replace("@CLONE@", str(ROOT))})))
    finally:
        worker.close()
    assert "LEAK" not in json.dumps(row)
    assert "nothing was written" in json.dumps(row)  # so it was run


@needs_bubblewrap
def test_what_cannot_be_read_is_a_row():
    """Folders and files of mode 000, graded by somebody for whom that means something."""
    with tempfile.TemporaryDirectory(prefix="fence-") as folder:
        base = Path(folder)
        base.chmod(0o777)
        for name in ("closed-folder", "closed-file", "closed-below", "anna"):
            place = base / "submitted" / name / (LAB03.folder if name == "closed-below" else "")
            place.mkdir(parents=True)
            (place / NOTEBOOK).write_bytes(model())
        (base / "submitted" / "closed-file" / NOTEBOOK).chmod(0)
        (base / "submitted" / "closed-below" / LAB03.folder).chmod(0)
        (base / "submitted" / "closed-folder").chmod(0)
        said = graded(base, as_ordinary_user(base))
        (base / "submitted" / "closed-folder").chmod(0o755)
        lines = {line.split()[3]: line for line in said.splitlines()[:4]}
    assert f"{MOST:g} of {MOST:g}" in lines["anna"]
    assert "the folder cannot be read (Permission denied)" in lines["closed-folder"]
    assert "the file cannot be read (Permission denied)" in lines["closed-file"]
    assert f"the folder {LAB03.folder} cannot be read" in lines["closed-below"]


HIDES = """
import os, signal, time

def hide(seconds):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody counts the seconds of such children
    end, started = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        started += 1
        if os.fork() == 0:
            last = time.process_time() + 0.1
            while time.process_time() < last:
                pass
            os._exit(0)
        try:
            os.wait()
        except OSError:
            pass
    return started
"""


@needs_bubblewrap
def test_seconds_of_children_that_nobody_waits_for_are_counted():
    with Sandbox() as sandbox, sandbox.child(SandboxLimits()) as wire:
        before = sandbox.tell("clock")[0]
        started = ask(wire, "hide", 2, source=HIDES)
        used = sandbox.tell("clock")[0] - before
    assert started > 0
    assert used > 0.05 * started  # each used 0.1


@needs_bubblewrap
def test_who_is_stopped_and_let_go_at_once_runs():
    """Also where the core is so busy that the first signal has not arrived when the second is sent."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(6)]
    try:
        with Sandbox() as sandbox, sandbox.child(SandboxLimits()) as wire:
            assert ask(wire, "begin", source=COUNT) == 0
            for _ in range(30):
                sandbox.tell("pause")
                sandbox.tell("resume")
            wire.send({"nonce": "1", "function": "look", "kind": "call", "case": {"arguments": []}})
            assert wire.receive(20)["answer"]["value"] >= 0
    finally:
        for each in busy:
            each.kill()
            each.wait()
