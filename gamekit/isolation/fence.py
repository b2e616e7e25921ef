"""Shut a forked child in: an identity without rights, namespaces of its own, limits, a filter of calls.

The server runs inside bubblewrap already: no network, a root folder of read-only parts, nobody's files. A
child gets namespaces within those, so that it cannot meet what another child left behind, and loses every
right on the way. What the kernel of this machine does not offer is an OSError, never a weaker fence.
"""

from __future__ import annotations

import ctypes
import os
import platform
import re
import signal
import struct
import sys
import time
from contextlib import suppress
from typing import Any

with suppress(ImportError):  # on Windows, where nobody is shut in, the labs are read all the same
    import resource

NOBODY = 65534  # the kernel's own number for "somebody unknown"

NEW_MOUNTS, NEW_HOSTNAME, NEW_IPC = 0x0002_0000, 0x0400_0000, 0x0800_0000
NEW_USERS, NEW_PIDS, NEW_NETWORK = 0x1000_0000, 0x2000_0000, 0x4000_0000
NEW_CGROUPS = 0x0200_0000
ALL_NEW = NEW_MOUNTS | NEW_HOSTNAME | NEW_IPC | NEW_USERS | NEW_PIDS | NEW_NETWORK

_NOSUID_NODEV, _PRIVATE, _RECURSIVE = 0x2 | 0x4, 1 << 18, 0x4000
_PDEATHSIG, _DUMPABLE, _NO_NEW_PRIVS, _SUBREAPER, _SECCOMP = 1, 4, 38, 36, 22

with suppress(TypeError):  # Windows names no such library
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
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="utf-8") as file:
        file.write(str(points))


def address_space() -> int:
    """Bytes that this process has mapped."""
    try:
        with open("/proc/self/statm", encoding="utf-8") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 2**32  # no such file on this system


def silence() -> None:
    """Nothing that is printed gets anywhere, and there is nothing to read."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    # A notebook's own streams lead to the browser by another way; they are not to be used here.
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def descendants(ancestor: int) -> list[int]:
    """Every process below one, those that have ended and are not buried left out."""
    parents = {}
    for name in os.listdir("/proc"):
        with (
            suppress(OSError, ValueError, IndexError),
            open(f"/proc/{int(name)}/stat", encoding="utf-8") as file,
        ):
            state, parent = file.read().rpartition(")")[2].split()[:2]
            if state not in "ZX":
                parents[int(name)] = int(parent)
    found = {ancestor}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return sorted(found - {ancestor})


def clock(pids: list[int]) -> tuple[float, float]:
    """The processor's seconds that these processes used, and the longest that one waited for a core."""
    waited = 0.0
    for pid in pids:
        with suppress(OSError, ValueError, IndexError):
            for task in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{task}/schedstat", encoding="utf-8") as file:
                    waited = max(waited, int(file.read().split()[1]) / 1e9)
    return sum(processor_seconds(pid, with_children=True) for pid in pids), waited


def processor_seconds(pid: int, with_children: bool = False) -> float:
    """What a process used; its children count that have ended and that it waited for, if anybody asks."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        ticks = file.read().rpartition(")")[2].split()[11 : 15 if with_children else 13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    return 0.0


def own_wait() -> float:
    """Seconds that this thread has waited for a core."""
    with (
        suppress(OSError, ValueError, IndexError),
        open("/proc/thread-self/schedstat", encoding="utf-8") as file,
    ):
        return int(file.read().split()[1]) / 1e9
    return 0.0


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


def open_memory(is_open: bool) -> None:
    """May other processes of the same user look into the memory of this one, and of its forks?

    Where they may not, its files in /proc belong to root, and it cannot write them itself.
    """
    _prctl(_DUMPABLE, int(is_open))


def new_namespaces(empty_folders: list[str], scratch: str, scratch_bytes: int, most_files: int) -> None:
    """Leave the server's namespaces. The process that is forked next is number 1 of the new ones.

    `empty_folders` are covered by empty read-only ones, `scratch` by a private one of limited
    size and number of files.
    """
    user, group = os.getuid(), os.getgid()
    _call("unshare", ALL_NEW)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w", encoding="utf-8") as file:
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
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_SIGPENDING, 64),
        (resource.RLIMIT_CPU, limits["cpu_seconds"]),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(kind, (most, most))


def drop_capabilities() -> None:
    """No rights of root's, not even within namespaces of one's own."""
    header = struct.pack("Ii", 0x2008_0522, 0)  # version 3 of the interface, this process
    _call("capset", header, bytes(24))


def drop_rights() -> None:
    """No capabilities, none to be gained, and no calls that an ordinary program never makes."""
    _prctl(_NO_NEW_PRIVS, 1)
    drop_capabilities()
    steps = filter_of(platform.machine())
    program = _Program(len(steps) // 8, steps)
    _prctl(_SECCOMP, 2, ctypes.byref(program))


# --- the filter of system calls ---------------------------------------------------------------------------

# For each processor: its number in audit records, and where its number of a call stands below.
PROCESSORS = {"x86_64": (0xC000_003E, 0), "aarch64": (0xC000_00B7, 1)}
# Calls that the filter looks into.
_CLONE, _MMAP, _FCNTL, _PRCTL = (56, 220), (9, 222), (72, 25), (157, 167)
_CLONE3 = 435  # its flags lie in memory, where a filter cannot look: libc then uses clone
_FIRST_UNKNOWN = 463  # calls that are newer than this list, and those of the x32 interface, are not there
# Calls that are refused, each with its number on x86_64 and on aarch64 ("-": there is none).
_REFUSED = """
memory that no limit counts: shmget 29 194, shmat 30 196, memfd_create 319 279, memfd_secret 447 447,
    semget 64 190, msgget 68 186, mq_open 240 180, remap_file_pages 216 234, vmsplice 278 75, splice 275 76,
    tee 276 77, socket 41 198, socketpair 53 199, mbind 237 235, set_mempolicy 238 237, mlock 149 228,
    mlock2 325 284, mlockall 151 230
other processes: ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, kcmp 312 272,
    pidfd_open 434 434, pidfd_getfd 438 438, process_madvise 440 440, process_mrelease 448 448,
    move_pages 279 239, migrate_pages 256 238
mounts and namespaces: pivot_root 155 41, chroot 161 51, mount 165 40, umount2 166 39, unshare 272 97,
    setns 308 268, open_tree 428 428, move_mount 429 429, fsopen 430 430, fsconfig 431 431, fsmount 432 432,
    fspick 433 433, mount_setattr 442 442, statmount 457 457, listmount 458 458
what neighbours could be told or delayed by: flock 73 32, inotify_init 253 -, inotify_init1 294 26,
    inotify_add_watch 254 27, fanotify_init 300 262, fanotify_mark 301 263, mincore 27 232, cachestat 451 451,
    fadvise64 221 223, readahead 187 213, preadv2 327 286, pwritev2 328 287, sync 162 81, syncfs 306 267,
    sync_file_range 277 84, sched_setaffinity 203 122, sched_setscheduler 144 119, sched_setparam 142 118,
    sched_setattr 314 274, setpriority 141 140, ioprio_set 251 30
rare parts of the kernel: add_key 248 217, request_key 249 218, keyctl 250 219, perf_event_open 298 241,
    name_to_handle_at 303 264, open_by_handle_at 304 265, bpf 321 280, userfaultfd 323 282, seccomp 317 277,
    io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427, io_setup 206 0,
    io_submit 209 2,
    landlock_create_ruleset 444 444, landlock_add_rule 445 445, landlock_restrict_self 446 446,
    modify_ldt 154 -, personality 135 92, lookup_dcookie 212 18, uselib 134 -, ustat 136 -, sysfs 139 -
what only an administrator does: syslog 103 116, acct 163 89, swapon 167 224, swapoff 168 225, reboot 169 142,
    sethostname 170 161, setdomainname 171 162, init_module 175 105, delete_module 176 106,
    finit_module 313 273, kexec_load 246 104, kexec_file_load 320 294, iopl 172 -, ioperm 173 -,
    vhangup 153 58,
    quotactl 179 60, quotactl_fd 443 443, clock_settime 227 112, settimeofday 164 170, adjtimex 159 171,
    clock_adjtime 305 266, nfsservctl 180 42
"""
# Locks, leases and notices on files that neighbours see too: F_GETLK to F_SETLKW, F_OFD_*, F_SETLEASE to
# F_NOTIFY; and F_SETPIPE_SZ.
_FILE_COMMANDS = (5, 6, 7, 36, 37, 38, 1024, 1025, 1026, 1031)
_SHARED_ANONYMOUS = 0x01 | 0x20

_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE, _UNKNOWN = 0x7FFF_0000, 0x8000_0000, 0x0005_0001, 0x0005_0026  # EPERM, ENOSYS


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]


def refused(machine: str) -> dict[str, int]:
    """The calls that are refused, and their numbers on this processor.

    >>> refused("x86_64")["flock"], refused("aarch64")["flock"]
    (73, 32)
    """
    place = PROCESSORS[machine][1]
    calls = re.findall(r"(\w+) (\d+|-) (\d+|-)", _REFUSED)
    return {name: int(numbers[place]) for name, *numbers in calls if numbers[place] != "-"}


def filter_of(machine: str) -> bytes:
    """A small program for the kernel: which calls answer "not permitted"."""
    if machine not in PROCESSORS:
        raise OSError(f"no filter of system calls is known for the processor {machine}")
    architecture, place = PROCESSORS[machine]

    def step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
        return struct.pack("HBBI", code, if_true, if_false, value)

    def refuse_if(code: int, *values: int) -> bytes:
        return b"".join(step(code, value, 0, 1) + step(_RETURN, _REFUSE) for value in values)

    def look(call: tuple[int, int], argument: int, steps: bytes) -> bytes:
        """Steps that look at an argument of one call, and allow what they do not refuse."""
        inner = step(_LOAD, 16 + 8 * argument) + steps + step(_RETURN, _ALLOW)
        return step(_EQUAL, call[place], 0, len(inner) // 8) + inner

    return b"".join(
        (
            step(_LOAD, 4),
            step(_EQUAL, architecture, 1, 0),
            step(_RETURN, _KILL),
            step(_LOAD, 0),
            step(_EQUAL, _CLONE3, 1, 0),
            step(_AT_LEAST, _FIRST_UNKNOWN, 0, 1),
            step(_RETURN, _UNKNOWN),
            refuse_if(_EQUAL, *refused(machine).values()),
            look(_CLONE, 0, refuse_if(_ANY_BIT, ALL_NEW | NEW_CGROUPS)),
            look(_MMAP, 3, step(_AND, _SHARED_ANONYMOUS) + refuse_if(_EQUAL, _SHARED_ANONYMOUS)),
            look(_FCNTL, 1, refuse_if(_EQUAL, *_FILE_COMMANDS)),
            look(_PRCTL, 0, refuse_if(_EQUAL, _DUMPABLE, _SECCOMP)),
            step(_RETURN, _ALLOW),
        )
    )
