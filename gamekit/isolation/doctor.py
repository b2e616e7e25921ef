"""What this machine offers to shut submissions in, and what is missing: `gamekit grade --doctor`."""

from __future__ import annotations

import os
import platform
import shutil
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
    """Look at everything; a sandbox is really started."""
    machine, group = platform.machine(), cgroup.place()
    try:
        with Sandbox() as sandbox:
            nested = sandbox.isolation == "sandbox"
        starts, says = (
            True,
            f"submissions have namespaces of their own in it: {'yes' if nested else 'no, slower'}",
        )
    except GamekitError as error:
        starts, says = False, str(error)
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return [
        Finding("Linux", sys.platform == "linux", True, f"{platform.system()} {platform.release()}"),
        Finding("bubblewrap", bool(shutil.which("bwrap")), True, "the package 'bubblewrap'"),
        Finding("filter of system calls", machine in PROCESSORS, True, f"for {machine}"),
        Finding("a sandbox that can be started", starts, True, says),
        Finding(
            *("memory that is shared is counted once", os.path.exists("/proc/self/smaps_rollup"), False),
            "else it counts for each process",
        ),
        Finding(
            *("a clock that leaves out waiting for a core", os.path.exists("/proc/self/schedstat"), False),
            "else limits are seconds by the clock on the wall",
        ),
        Finding(
            *("control groups (cgroup v2)", group is not None, False),
            f"in {group}"
            if group
            else "none here (all other limits hold); try 'systemd-run --user --scope gamekit grade ...'",
        ),
        Finding("an ordinary user", os.geteuid() != 0, False, "root is given up, but better never had"),
        Finding(
            *("room", memory >= 1 + cores, False),
            f"{cores} cores, {memory:.1f} GiB; --jobs up to {cores} gives each job a core of its own",
        ),
    ]


def table(findings: list[Finding]) -> str:
    words = ("yes" if each.is_there else "MISSING" if each.is_needed else "no" for each in findings)
    return "\n".join(f"{word:8}{each.what}: {each.says}" for word, each in zip(words, findings, strict=True))
