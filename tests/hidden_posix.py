"""Hide what Windows does not have, then run a notebook's code cells:  python hidden_posix.py NOTEBOOK ...

The process that a check asks hides them too, and has started before the check. A cell that plays a tournament
says why it cannot; it is left out, and so is a cell that needs a name which only such a cell gives. The last
line tells how many cells ran, how many were left out, and how long the slowest check took.
"""

from __future__ import annotations

import ast
import ctypes
import json
import os
import select
import signal
import sys
import time
from pathlib import Path

HIDDEN = ("resource", "fcntl", "pwd", "grp", "termios", "pty", "tty", "syslog")
WITHOUT = {
    os: "fork forkpty geteuid getuid setsid killpg sched_getaffinity sched_setaffinity O_NOFOLLOW O_NONBLOCK",
    signal: "setitimer getitimer alarm pthread_sigmask SIGPROF SIGALRM SIGUSR1 SIGHUP",
}


class Finder:
    """Finds none of the hidden modules."""

    def find_spec(self, name, path=None, target=None):
        if name in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def hide() -> None:
    for name in HIDDEN:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Finder())
    for module, names in WITHOUT.items():
        for name in names.split():
            delattr(module, name)
    load = ctypes.CDLL.__init__

    def load_named(self, name, *arguments, **options) -> None:
        if name is None:
            raise TypeError("LoadLibrary() argument 1 must be str, not None")
        load(self, name, *arguments, **options)

    ctypes.CDLL.__init__ = load_named


def main() -> None:
    import IPython.core.interactiveshell  # and what it needs: other people's, who know Windows  # noqa: F401
    import matplotlib.pyplot  # noqa: F401

    hide()
    import filelock

    # Windows' own lock cannot be had here. The one that filelock takes instead would wait for the files that
    # this system's locks leave behind, so it gets another file.
    soft = filelock.SoftFileLock
    filelock.FileLock = lambda path, **options: soft(f"{path}-soft", **options)
    from IPython.core.interactiveshell import InteractiveShell

    from gamekit.arena import ELSEWHERE
    from gamekit.grading import starting

    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    starting.RUN = f"import hidden_posix; hidden_posix.hide(); {starting.RUN}"
    slowest, ran, left_out = 0.0, 0, 0
    for path in sys.argv[1:]:
        shell = InteractiveShell.instance()
        shell.reset(new_session=True)
        lost: set[str] = set()  # names that only cells which were left out give
        with open(path, encoding="utf-8") as file:
            cells = json.load(file)["cells"]
        for cell in cells:
            source = "".join(cell["source"])
            if cell["cell_type"] != "code":
                continue
            points = cell["metadata"].get("nbgrader", {}).get("points")
            if points is not None:
                wait_as_a_reader_would(starting)
            begin = time.perf_counter()
            result = shell.run_cell(source)
            seconds = time.perf_counter() - begin
            error = result.error_in_exec
            if str(error) == ELSEWHERE or (isinstance(error, NameError) and error.name in lost):
                lost |= assigned(source) - set(shell.user_ns)
                left_out += 1
                continue
            if not result.success:
                raise SystemExit(f"{path}: {source}")
            if points is not None:
                assert result.result == points, (path, source, result.result)
                slowest = max(slowest, seconds)
            ran += 1
    print(f"\n{ran} cells, {left_out} left out, slowest check {slowest:.2f} s")


def wait_as_a_reader_would(starting) -> None:
    """Until the processes for the next check have started, as they have when somebody typed an answer."""
    assert len(starting._spares) == starting.WAITING, "a check asks a fork, or has to start a process"
    for spare in starting._spares:
        assert select.select([spare.listener], [], [], starting.START_SECONDS)[0], "a process did not start"


def assigned(source: str) -> set[str]:
    """The names that a cell gives."""
    nodes = ast.walk(ast.parse(source))
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


if __name__ == "__main__":
    main()
