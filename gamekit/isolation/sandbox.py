"""The grader's side of isolation: start the server in its sandbox, get a child for a submission, end it.

Three kinds of isolation:

- `sandbox`: bubblewrap around a server that has everything imported; each submission is a fork of it in
  namespaces of its own (about 0.02 s).
- `fresh`: a new sandbox and a new interpreter for each submission (about 0.6 s). Chosen by itself where the
  kernel does not let a sandbox hold further namespaces.
- `process`: no sandbox. Only limits and a hard kill; see `UNPROTECTED`.

What the sandbox shows: the system's libraries, Python, its packages, and a copy of the parts of gamekit that
`gamekit/parts.py` lets submissions see, with what the lab shows besides, less what it hides; and of the
compiled code what belongs to those. What it does not show is not there: no home, no other files, no
environment, no network, no lab specification; no search, unless a lab shows one.
"""

from __future__ import annotations

import json
import os
import platform
import py_compile
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from typing import Any

from gamekit import code_cache, games
from gamekit.errors import GamekitError
from gamekit.isolation import cgroup, fence
from gamekit.isolation.fence import PROCESSORS
from gamekit.isolation.limits import SandboxLimits
from gamekit.isolation.server import CODE, SCRATCH
from gamekit.isolation.visible import module_name, seen_by_submissions
from gamekit.isolation.wire import Broken, TooLate, Wire
from gamekit.parts import DISTRIBUTION, NEVER, PACKAGE, part_of

with suppress(ImportError):  # on Windows, where nobody is shut in, the labs are read all the same
    import fcntl

ISOLATIONS = ("sandbox", "fresh", "process")
UNPROTECTED = (
    "isolation=process: students' code runs with your rights. It is limited in time and memory and killed "
    "at the end with all that it started (unless it ends the grader first), but it can read and change your "
    "files (the gradebook, other submissions, the secret seed), use the network, and look up the kit's own "
    "answers. Use it only for code that you trust."
)

START_SECONDS = 120
STAGING = "gamekit-grading-"  # then letters


class SandboxError(GamekitError):
    """The sandbox itself failed; no submission is to blame."""


def check_isolation(isolation: str) -> None:
    """Refuse, in one sentence, what this machine cannot do."""
    if isolation not in ISOLATIONS:
        raise GamekitError(f"--isolation is {', '.join(ISOLATIONS)}, not {isolation!r}")
    if sys.platform != "linux":
        raise GamekitError("grading needs Linux; elsewhere, run it in a container or a virtual machine")
    if isolation != "process" and platform.machine() not in PROCESSORS:
        raise GamekitError(
            f"no filter of system calls is known for the processor {platform.machine()}, so students' code "
            "cannot be shut in; grade on x86_64 or aarch64"
        )
    if isolation != "process" and not shutil.which("bwrap"):
        raise GamekitError(
            "bubblewrap (the program bwrap) is not installed, so students' code cannot be shut in; install "
            "the package 'bubblewrap', or read what --isolation=process does not protect and use that"
        )


def forget_the_dead() -> None:
    """Remove the temporary folders of graders that are gone.

    Whether one is gone its lock says, not the number of its process: graders in containers may share a
    folder for temporary files.
    """
    for folder in Path(tempfile.gettempdir()).glob(f"{STAGING}*"):
        if (lock := _locked(folder)) is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _stage() -> tuple[Path, int]:
    """A temporary folder that is ours as long as the second thing, a lock, is not closed."""
    forget_the_dead()
    while True:
        made = Path(tempfile.mkdtemp(prefix=STAGING))
        if (lock := _locked(made)) is not None:
            return made, lock


def _locked(folder: Path) -> int | None:
    """The lock of a folder that is there, ours and nobody's who runs."""
    with suppress(OSError):
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(lock).st_uid == os.geteuid() and os.path.samestat(os.fstat(lock), os.lstat(folder)):
                return lock
        os.close(lock)
    return None


class Sandbox:
    """A server in its sandbox. Use it as a context manager, and from one thread only.

    (The kernel ends a sandbox when the *thread* that started it ends.)
    """

    def __init__(
        self,
        isolation: str = "sandbox",
        hides: tuple[str, ...] = (),
        warm: tuple[str, ...] = (),
        setup: tuple[str, ...] = (),
        shows: tuple[str, ...] = (),
        kinds: str = "gamekit.isolation.choosing",
    ) -> None:
        """`hides`, `warm`, `shows`: see `lab.Lab`; `setup`: public statements, run once.

        `kinds` is the module that knows how a question becomes a call: see `harness`.
        """
        check_isolation(isolation)
        _check_view(shows, hides)
        self.isolation, self.hides, self.warm, self.setup = isolation, hides, warm, setup
        self.shows, self.kinds = shows, kinds
        self._server: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._staging: Path | None = None
        self._lock = -1
        self._group: cgroup.Group | None = None
        self.hidden: list[Path] = [_clone()]  # shown to nobody, wherever they lie
        self.cores: list[int] = []  # that its processes run on; all if none is named
        self.how_it_ended = ""  # the last child: exit, stopped, memory or disk

    @property
    def is_running(self) -> bool:
        return self._server is not None

    def __enter__(self) -> Sandbox:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the server and everything in its sandbox, and remove what it was shown."""
        self._end_server()
        if self._staging is not None:
            shutil.rmtree(self._staging, ignore_errors=True)
            os.close(self._lock)
            self._staging = None

    def _end_server(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._server is not None:
            if self.isolation == "process":
                with suppress(subprocess.TimeoutExpired):  # it ends its children first
                    self._server.wait(15)
            self._server.kill()
            self._server.wait()
            if self._server.stderr:
                self._server.stderr.close()
            self._server = None
        if self._group is not None:
            self._group.close()
            self._group = None

    @contextmanager
    def child(self, limits: SandboxLimits) -> Iterator[Wire]:
        """A connection to a fresh child that is shut in; at the end the child and all it started are gone."""
        if self._control is None:
            self._start()
        assert self._control is not None
        if self._group is not None:
            with suppress(OSError):
                self._group.limit(limits.memory, limits.processes)
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                try:
                    message = json.dumps(limits.for_child()).encode()
                    socket.send_fds(self._control, [message], [theirs.fileno()])
                except OSError:
                    self.close()
                    raise SandboxError("the sandbox ended") from None
            wire = Wire(ours, spent=self._spent)
            try:
                first = wire.receive(seconds=30)
            except (Broken, TooLate):
                first = {"fence": "it did not answer"}
            if first != {"ready": True}:
                raise SandboxError(f"the sandbox could not be built: {first.get('fence')}")
            yield wire
        finally:
            ours.close()
            self._end_child()

    def tell(self, word: str) -> tuple[float, float]:
        """`clock`: the processor's seconds that the child has used, and seconds that it waited for a core.

        `pause` and `resume` also stop all of its processes and let them go on. Of one that has ended nothing
        is believed: it has used more than there is.
        """
        with suppress(OSError, ValueError, AttributeError):
            self._control.settimeout(20)  # type: ignore[union-attr]
            self._control.send(word.encode())  # type: ignore[union-attr]
            used, waited = json.loads(self._control.recv(2**16))  # type: ignore[union-attr]
            return used, waited
        return inf, 0.0

    def _spent(self) -> tuple[float, float]:
        """As `Deadline` wants it. Who waits for an answer of ours waits for a core with us."""
        used, waited = self.tell("clock")
        return used, waited + fence.own_wait()

    def _end_child(self) -> None:
        """Stop what runs; a server that does not confirm it is ended with everything in it."""
        if self._control is None:
            return
        try:
            self._control.settimeout(20)
            self._control.send(b"stop")
            reply = json.loads(self._control.recv(2**16) or b"{}")
        except (OSError, ValueError):
            reply = {}
        self.how_it_ended = str(reply.get("ended", ""))
        if reply.get("left") != 0 or self.isolation == "fresh":
            self._end_server()

    # --- starting -----------------------------------------------------------------------------------------

    def _start(self) -> None:
        self._stage()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = self._command(theirs.fileno())
            above = cgroup.place() if self.isolation != "process" else None
            if above is not None:
                with suppress(OSError):
                    self._group = cgroup.Group(above)
                    self._group.limit(SandboxLimits().memory, SandboxLimits().processes)
                    command = self._group.around(command)
            self._server = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                env=None if self.isolation == "process" else {"PATH": os.environ.get("PATH", os.defpath)},
            )
        self._control = ours
        ours.settimeout(START_SECONDS)
        try:
            ours.send(json.dumps(self._settings()).encode())
            ready = ours.recv(2**16)
        except OSError:
            ready = b""
        if not ready:
            self._server.kill()
            assert self._server.stderr is not None
            said = self._server.stderr.read(4000).decode(errors="replace").strip().split("\n")
            self.close()
            raise SandboxError(f"the sandbox could not be started here: {said[-1] or 'it said nothing'}")
        if self.isolation == "sandbox":
            self._try_it()

    def _stage(self) -> None:
        """Lay out what the sandbox will show. It sees it read-only, so one copy serves every start."""
        if self._staging is not None:
            return
        self._staging, self._lock = _stage()
        if self.isolation != "process":
            self._copy_kit(self._staging / "kit")
            self._copy_code(self._staging / "cache")
            if self.isolation == "fresh":
                _compile_all(self._staging / "kit")

    def _try_it(self) -> None:
        """Do namespaces within the sandbox work here? Else every submission gets a sandbox of its own."""
        try:
            with self.child(SandboxLimits()):
                pass
        except SandboxError:
            self.close()
            self.isolation = "fresh"
            self._start()

    def _settings(self) -> dict[str, Any]:
        is_process = self.isolation == "process"
        seen = [path for path in seen_by_submissions(self.shows, self.hides) if path.endswith(".py")]
        return {
            "sandbox": not is_process,
            "nested": self.isolation == "sandbox",
            "scratch": str(self._staging) if is_process else "",
            "source_hash": None if is_process else code_cache.source_hash(),
            "warm": self.warm,
            "setup": self.setup,
            # What may be imported where what may not be seen cannot be hidden.
            "allowed": [module_name(path) for path in seen],
            "kinds": self.kinds,
            "cores": self.cores,
        }

    def _command(self, control: int) -> list[str]:
        assert self._staging is not None
        if self.isolation == "process":
            run = "from gamekit.isolation.server import main; main()"
            return [sys.executable, "-c", run, str(control)]
        return [
            *_bubblewrap(self.hidden),
            # Where a submission sees /proc it is not to see a process of bubblewrap's in it.
            *(("--as-pid-1",) if self.isolation == "fresh" else ()),
            *("--ro-bind", str(self._staging / "kit"), "/kit"),
            *("--ro-bind", str(self._staging / "cache"), CODE),
            *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", SCRATCH),
            *_python(),
            str(control),
        ]

    def _copy_kit(self, target: Path) -> None:
        """Only what may be seen, and no __pycache__: compiled answers are answers too."""
        for part in seen_by_submissions(self.shows, self.hides):
            copy = target / "gamekit" / part
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(PACKAGE / part, copy)

    def _copy_code(self, target: Path) -> None:
        """The compiled code of what is shown, and of nothing else: a compiled search is an answer too."""
        known = code_cache.folder()
        (target / known.name).mkdir(parents=True)
        classes = {type(games.start(game)).__name__ for game in self.warm}
        shown = set()
        assert self._staging is not None
        for path in (self._staging / "kit").rglob("*.py"):
            for name in re.findall(r"^ *def (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
                shown |= {f"{path.stem}.{name}", f"{path.stem}.{name}_compiled"}
        for path in known.iterdir() if classes or self.shows else ():
            function = path.name.split("-")[0]
            rule = re.fullmatch(r"string\.(\w+)_of_([A-Za-z]\w*)", function)
            is_rule = rule and (rule[1] == "value" or any(rule[2].startswith(name) for name in classes))
            if (is_rule or function in shown) and path.suffix in (".nbi", ".nbc"):
                with suppress(OSError):  # another process may be writing it anew
                    shutil.copyfile(path, target / known.name / path.name)


def _check_view(shows: tuple[str, ...], hides: tuple[str, ...]) -> None:
    """A lab that shows or hides what is not there was written wrongly."""
    for part in (*shows, *hides):
        if not (PACKAGE / part).exists():
            raise GamekitError(f"a lab shows or hides gamekit/{part}, which is not there")
    for part in shows:
        if part_of(part).seen == NEVER:
            raise GamekitError(f"gamekit/{part} is never shown to students' code")


def _compile_all(folder: Path) -> None:
    """Bytecode for an interpreter that is started again and again."""
    for path in folder.rglob("*.py"):
        py_compile.compile(str(path), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)


def _packages() -> list[str]:
    """The folders that installed packages lie in."""
    named = {sysconfig.get_paths()[kind] for kind in ("purelib", "platlib")}
    named |= {path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")}
    return sorted(path for path in named if os.path.isdir(path))


def _clone() -> Path:
    """The course's folder, or the kit where it is installed without one."""
    places = (PACKAGE.parent, Path.cwd())
    return next((place for place in places if (place / "exercises").is_dir()), PACKAGE)


def _bubblewrap(hidden: list[Path]) -> list[str]:
    """bwrap and the view that every sandbox shares, in which `hidden` places are empty."""
    call = [
        *("bwrap", "--die-with-parent", "--new-session", "--clearenv"),
        *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--hostname", "sandbox"),
    ]
    if os.geteuid() == 0:
        # Real root becomes nobody, on whom a limit on processes is binding, and needs no other right.
        call += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        call += ["--unshare-user", "--uid", "65534", "--gid", "65534"]
    views = {}  # what is shown where
    for path in ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin"):
        if os.path.islink(path):
            call += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            views[path] = path
    call += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for path in sorted({os.path.realpath(sys.base_prefix), sys.base_prefix}):
        if not path.startswith("/usr/"):
            views[path] = path
    # Packages mostly lie in the clone, whose place is nobody's business.
    views |= {f"/packages/{number}": path for number, path in enumerate(_packages())}
    for shown, path in views.items():
        for parent in reversed(Path(shown).parents[:-1]):  # bwrap would make them for their owner only
            call += ["--perms", "0755", "--dir", str(parent)]
        call += ["--ro-bind", path, shown]
    # The installed kit holds the answers; the copy in /kit does not.
    places = {Path(os.path.realpath(place)) for place in (*hidden, PACKAGE)}
    for shown, path in views.items():
        below = {place for place in places if Path(path) in place.parents and os.path.lexists(place)}
        for place in sorted(place for place in below if not below & set(place.parents)):
            call += _covered(str(Path(shown) / place.relative_to(path)), os.path.isdir(place))
        if shown.startswith("/packages/"):
            for told in (*Path(path).glob("*.pth"), *Path(path).glob(f"{DISTRIBUTION}-*.dist-info")):
                call += _covered(f"{shown}/{told.name}", told.is_dir())  # they say where the clone is
    call += ["--proc", "/proc", "--perms", "0755", "--tmpfs", "/dev"]
    for device in ("null", "random", "urandom"):
        call += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    call += ["--perms", "1777", "--size", str(64 * 2**20), "--tmpfs", SCRATCH]
    if not any(path.startswith("/tmp/") for path in views):  # a Python that lives there must stay in view
        call += ["--symlink", SCRATCH, "/tmp"]
    for name, text in (
        ("PATH", "/usr/bin:/bin"),
        ("HOME", SCRATCH),
        ("TMPDIR", SCRATCH),
        ("LANG", "C.UTF-8"),
        ("PYTHONHASHSEED", "0"),  # sets in the same order each time: the same marks each time
        ("GAMEKIT_CACHE_DIR", CODE),
        *((f"{name}_NUM_THREADS", "1") for name in ("OMP", "OPENBLAS", "MKL")),
    ):
        call += ["--setenv", name, text]
    return call


def _covered(place: str, is_folder: bool) -> list[str]:
    """An empty folder or file over what must not be seen."""
    if place in {
        os.path.realpath(sys.base_prefix),
        *map(str, Path(os.path.realpath(sys.executable)).parents),
    }:
        raise SandboxError(f"Python itself lies in {place}, which submissions must not see; use another one")
    return ["--tmpfs", place, "--remount-ro", place] if is_folder else ["--ro-bind", "/dev/null", place]


def _python() -> list[str]:
    """The real interpreter, told where its packages are: no .pth file has a say."""
    folders = ["/kit", *(f"/packages/{number}" for number, _ in enumerate(_packages()))]
    run = f"import sys; sys.path += {folders!r}; from gamekit.isolation.server import main; main()"
    return [os.path.realpath(sys.executable), "-s", "-S", "-B", "-P", "-c", run]
