"""What this machine offers to shut submissions in, and what is missing: `gamekit grade --doctor`."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from typing import NamedTuple

from gamekit.errors import GamekitError
from gamekit.isolation import cgroup
from gamekit.isolation.fence import PROCESSORS
from gamekit.isolation.sandbox import Sandbox


class Finding(NamedTuple):
    """One thing that was looked at. What is needed must be there; the rest is better if it is."""

    what: str
    is_there: bool
    is_needed: bool
    says: str


def examine() -> list[Finding]:
    """Look at everything; the sandbox is really started."""
    found = [
        Finding("Linux", sys.platform == "linux", True, f"{platform.system()} {platform.release()}"),
        Finding("bubblewrap", bool(shutil.which("bwrap")), True, _bubblewrap()),
        Finding(
            "filter of system calls",
            platform.machine() in PROCESSORS,
            True,
            f"{platform.machine()}; known are {', '.join(PROCESSORS)}",
        ),
        _sandbox(),
        Finding(
            "memory shared out by the kernel",
            os.path.exists("/proc/self/smaps_rollup"),
            False,
            "memory that processes share is counted once; without it, once for each process",
        ),
        Finding(
            "clock that leaves out waiting",
            os.path.exists("/proc/self/schedstat"),
            False,
            "limits are about a submission's own time; without it, about time by the clock on the wall",
        ),
        Finding("control groups (cgroup v2)", cgroup.place() is not None, False, _groups()),
        Finding(
            "an ordinary user",
            os.geteuid() != 0,
            False,
            "root is given up before a submission runs, but who never had it cannot lose it by an error",
        ),
    ]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    enough = memory >= 1 + cores
    says = f"{cores} cores, {memory:.1f} GiB; --jobs up to {cores} gives each job a core of its own"
    return [*found, Finding("room", enough, False, says)]


def table(findings: list[Finding]) -> str:
    """For people."""
    lines = []
    for each in findings:
        word = "yes" if each.is_there else "MISSING" if each.is_needed else "no"
        lines.append(f"{word:8}{each.what}: {each.says}")
    return "\n".join(lines)


def _bubblewrap() -> str:
    try:
        return subprocess.run(["bwrap", "--version"], capture_output=True, text=True).stdout.strip()
    except OSError:
        return "install the package 'bubblewrap'"


def _sandbox() -> Finding:
    what = "a sandbox that can be started"
    try:
        with Sandbox() as sandbox:
            if sandbox.isolation == "sandbox":
                return Finding(what, True, True, "each submission gets namespaces of its own within it")
            return Finding(
                what, True, True, "no namespaces within it: each submission gets a new one (slower)"
            )
    except GamekitError as error:
        return Finding(what, False, True, str(error))


def _groups() -> str:
    found = cgroup.place()
    if found is not None:
        return f"made in {found}, on top of all other limits"
    if not any((folder / "cgroup.controllers").exists() for folder in cgroup.FOLDERS):
        return "this system has none; all other limits hold without them"
    return "none may be made here; try 'systemd-run --user --scope gamekit grade ...'; all other limits hold"
