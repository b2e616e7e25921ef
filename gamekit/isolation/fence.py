"""Shut a forked child in: an identity without rights, namespaces of its own, limits, a filter of calls.

The server runs inside bubblewrap already: no network, a root folder of read-only parts, nobody's files. A
child gets namespaces within those, so that it cannot meet what another child left behind, and loses every
right on the way. What the kernel of this machine does not offer is an OSError, never a weaker fence.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import signal
import struct
import time
from contextlib import suppress
from typing import Any

NOBODY = 65534  # the kernel's own number for "somebody unknown"

NEW_MOUNTS, NEW_HOSTNAME, NEW_IPC = 0x0002_0000, 0x0400_0000, 0x0800_0000
NEW_USERS, NEW_PIDS, NEW_NETWORK = 0x1000_0000, 0x2000_0000, 0x4000_0000
NEW_CGROUPS = 0x0200_0000
ALL_NEW = NEW_MOUNTS | NEW_HOSTNAME | NEW_IPC | NEW_USERS | NEW_PIDS | NEW_NETWORK

_NOSUID_NODEV, _PRIVATE, _RECURSIVE = 0x2 | 0x4, 1 << 18, 0x4000
_PDEATHSIG, _DUMPABLE, _NO_NEW_PRIVS, _SUBREAPER, _SECCOMP = 1, 4, 38, 36, 22

_libc = ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: Any) -> None:
    """Call libc; an error is an OSError that names the call."""
    if getattr(_libc, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def _prctl(option: int, value: int, pointer: Any = 0) -> None:
    _call("prctl", option, ctypes.c_ulong(value), pointer, ctypes.c_ulong(0), ctypes.c_ulong(0))


def adopt_orphans() -> None:
    """Processes whose parents end become children of this one, so that it can end them."""
    _prctl(_SUBREAPER, 1)


def die_with_parent() -> None:
    """The kernel kills this process when its parent ends."""
    _prctl(_PDEATHSIG, signal.SIGKILL)


def be_killed_first(points: int) -> None:
    """Where memory runs out the kernel ends whoever has most points, from 0 to 1000."""
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write(str(points))


def descendants(ancestor: int) -> list[int]:
    """Every process below one, those that have ended and are not buried left out."""
    parents = {}
    for name in os.listdir("/proc"):
        with suppress(OSError, ValueError, IndexError), open(f"/proc/{int(name)}/stat") as file:
            state, parent = file.read().rpartition(")")[2].split()[:2]
            if state not in "ZX":
                parents[int(name)] = int(parent)
    found = {ancestor}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return sorted(found - {ancestor})


def end_descendants(ancestor: int) -> None:
    """End every process below one, also those that are started meanwhile."""
    deadline = time.monotonic() + 5
    while (below := descendants(ancestor)) and time.monotonic() < deadline:
        for pid in below:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)


def become_nobody() -> None:
    """Give up root. A limit on processes does not bind root, so this comes first where the server is root."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)


def close_memory() -> None:
    """From now on no other process can look into the memory of this one, nor of its forks."""
    _prctl(_DUMPABLE, 0)


def new_namespaces(empty_folders: list[str], scratch: str, scratch_bytes: int, most_files: int) -> None:
    """Leave the server's namespaces. The process that is forked next is number 1 of the new ones.

    `empty_folders` are covered by empty read-only ones, `scratch` by a private one of limited
    size and number of files.
    """
    user, group = os.getuid(), os.getgid()
    _prctl(_DUMPABLE, 1)  # else /proc/self belongs to root and the maps below cannot be written
    _call("unshare", ALL_NEW)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    _mount(None, "/", None, _PRIVATE | _RECURSIVE, None)
    _mount("tmpfs", scratch, "tmpfs", _NOSUID_NODEV, f"size={scratch_bytes},nr_inodes={most_files},mode=0700")
    for folder in empty_folders:
        _mount("tmpfs", folder, "tmpfs", _NOSUID_NODEV | 0x1, "size=4096,nr_inodes=2,mode=0555")


def _mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None) -> None:
    texts = [None if text is None else text.encode() for text in (source, target, kind, options)]
    _call("mount", texts[0], texts[1], texts[2], ctypes.c_ulong(flags), texts[3])


def set_limits(limits: dict[str, int], already: int) -> None:
    """Limits that hold for this process and all that it starts; they can only be lowered from here on.

    `already` is the address space in use: the limit on memory is about what comes on top of it.
    """
    for kind, most in (
        (resource.RLIMIT_AS, already + limits["memory"]),
        (resource.RLIMIT_NPROC, limits["processes"]),
        (resource.RLIMIT_FSIZE, limits["file_size"]),
        (resource.RLIMIT_NOFILE, 128),
        (resource.RLIMIT_CPU, limits["cpu_seconds"]),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(kind, (most, most))


def drop_rights() -> None:
    """No capabilities, none to be gained, and no calls that an ordinary program never makes."""
    _prctl(_NO_NEW_PRIVS, 1)
    header = struct.pack("Ii", 0x2008_0522, 0)  # version 3 of the interface, this process
    _call("capset", header, bytes(24))
    with suppress(KeyError):  # another processor: the namespaces and limits hold without it
        _filter_calls()


# --- the filter of system calls ---------------------------------------------------------------------------

# Calls that make namespaces, mounts or memory which no limit counts, look into other processes, or reach rare
# parts of the kernel. For each processor: its number in audit records, clone, and the refused ones.
_CALLS = {
    "x86_64": (
        0xC000_003E,
        56,
        (
            *(29, 64, 68, 240, 319, 447),  # shmget semget msgget mq_open memfd_create memfd_secret
            *(101, 310, 311, 312, 438, 434),  # ptrace process_vm_readv/writev kcmp pidfd_getfd pidfd_open
            *(
                155,
                161,
                165,
                166,
                272,
                308,
                428,
                429,
                430,
                432,
                442,
            ),  # pivot_root chroot mount ... unshare setns
            *(248, 249, 250, 298, 304, 321, 323, 425, 426, 427),  # keys perf handles bpf userfaultfd io_uring
            *(
                103,
                135,
                163,
                167,
                169,
                175,
                179,
                246,
                313,
                320,
            ),  # syslog personality acct swapon reboot modules
        ),
    ),
    "aarch64": (
        0xC000_00B7,
        220,
        (
            *(194, 190, 186, 180, 279, 447),
            *(117, 270, 271, 272, 438, 434),
            *(41, 51, 40, 39, 97, 268, 428, 429, 430, 432, 442),
            *(217, 218, 219, 241, 265, 280, 282, 425, 426, 427),
            *(116, 92, 89, 224, 142, 105, 60, 104, 273, 294),
        ),
    ),
}
_CLONE3 = 435
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _KILL, _REFUSE, _UNKNOWN = 0x7FFF_0000, 0x8000_0000, 0x0005_0001, 0x0005_0026  # EPERM, ENOSYS


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]


def _filter_calls() -> None:
    """A small program for the kernel: which calls answer "not permitted"."""
    architecture, clone, refused = _CALLS[platform.machine()]
    namespaces = ALL_NEW | NEW_CGROUPS

    def step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
        return struct.pack("HBBI", code, if_true, if_false, value)

    steps = [
        step(_LOAD, 4),
        step(_EQUAL, architecture, 1, 0),
        step(_RETURN, _KILL),
        step(_LOAD, 0),
        step(_EQUAL, _CLONE3, 0, 1),
        step(_RETURN, _UNKNOWN),  # its flags lie in memory, where a filter cannot look: libc then uses clone
        step(_EQUAL, clone, 0, 4),
        step(_LOAD, 16),
        step(_ANY_BIT, namespaces, 0, 1),
        step(_RETURN, _REFUSE),
        step(_RETURN, _ALLOW),
    ]
    for number in refused:
        steps += [step(_EQUAL, number, 0, 1), step(_RETURN, _REFUSE)]
    steps.append(step(_RETURN, _ALLOW))
    program = _Program(len(steps), b"".join(steps))
    _prctl(_SECCOMP, 2, ctypes.byref(program))
