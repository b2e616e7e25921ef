"""A control group around a sandbox, where this machine lets us make one: cgroup v2.

The fence holds without it; with it the kernel itself counts the memory and the processes of a submission, and
shares the processor out among sandboxes. Root may make groups anywhere. Others may below the group that
systemd's user instance gave them: `systemd-run --user --scope gamekit grade ...`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

FOLDERS = (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified"))
NEEDED = ("memory", "pids")
SERVER_MEMORY, SERVER_PROCESSES = 2**30, 8  # what the server itself may take


def place(folders: tuple[Path, ...] = FOLDERS, own: Path = Path("/proc/self/cgroup")) -> Path | None:
    """The highest group in which we may make others that limit what is needed; None where there is none."""
    with suppress(OSError, StopIteration):
        inside = next(line[3:] for line in own.read_text("utf-8").splitlines() if line.startswith("0::/"))
        root = next(folder for folder in folders if (folder / "cgroup.controllers").exists())
        here = root / inside.strip("/")
        for group in [root, *(root / part for part in reversed(here.relative_to(root).parents)), here]:
            offered = (group / "cgroup.controllers").read_text("utf-8").split()
            is_ours = os.access(group, os.W_OK) and os.access(group / "cgroup.procs", os.W_OK)
            if is_ours and set(NEEDED) <= set(offered) and _hand_down(group, offered):
                return group
    return None


def _hand_down(group: Path, offered: list[str]) -> bool:
    """Let the groups below this one have limits. A group with processes of its own cannot."""
    control = group / "cgroup.subtree_control"
    try:
        wanted = [name for name in (*NEEDED, "cpu") if name in offered]
        missing = set(wanted) - set(control.read_text("utf-8").split())
        if missing:
            control.write_text(" ".join(f"+{name}" for name in sorted(missing)), "utf-8")
        return True
    except OSError:
        return False


class Group:
    """One control group, made for one sandbox."""

    def __init__(self, above: Path) -> None:
        self.path = above / f"gamekit-{os.getpid()}-{os.urandom(4).hex()}"
        self.path.mkdir()
        with suppress(OSError):  # not everybody hands the processor down
            (self.path / "cpu.weight").write_text("100", "utf-8")

    def limit(self, memory: int, processes: int) -> None:
        """What all processes in it may take together, beside the server."""
        (self.path / "memory.max").write_text(str(SERVER_MEMORY + memory), "utf-8")
        (self.path / "pids.max").write_text(str(SERVER_PROCESSES + processes), "utf-8")
        with suppress(OSError):
            (self.path / "memory.swap.max").write_text("0", "utf-8")

    def around(self, command: list[str]) -> list[str]:
        """A command that runs in this group from its first moment."""
        return ["sh", "-c", 'echo $$ >"$0" && exec "$@"', str(self.path / "cgroup.procs"), *command]

    def close(self) -> None:
        """It is empty now, and goes."""
        with suppress(OSError):
            self.path.rmdir()
