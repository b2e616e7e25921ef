"""Open the course in JupyterLab."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from gamekit import warmup
from gamekit.course import copying
from gamekit.errors import GamekitError

FIRST_LESSON = "notebooks/00_start_here.ipynb"
SLOW = "rfc3987_syntax"  # builds a parser of addresses for 2 seconds; nothing here needs it
START = f"import sys; sys.modules[{SLOW!r}] = None; from jupyterlab.labapp import main; sys.exit(main())"
OURS = Path(__file__).resolve().parent / "jupyter"  # settings, and what the lessons' files hold


def command(options: Sequence[str], folder: Path, notebook: str) -> list[str]:
    """The call of JupyterLab, which serves a folder and opens a notebook in it.

    Jupyter refuses a setting that is said twice, so who names a folder to serve does without ours.
    """
    call = [sys.executable, "-c", START]
    if not any("root_dir" in option or "notebook-dir" in option for option in options):
        call += [
            f"--ServerApp.root_dir={folder}",
            f"--FileContentsManager.preferred_dir={Path(notebook).parent.as_posix()}",
            f"--LabApp.default_url=/lab/tree/{notebook}",
        ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        call.append("--allow-root")  # in a container there is nobody else; the token still protects
    return [*call, *options]


def environment() -> dict[str, str]:
    """Our settings below the user's own: JupyterLab asks for no news, so nothing leaves the machine."""
    others = [path for path in os.environ.get("JUPYTER_CONFIG_PATH", "").split(os.pathsep) if path]
    return {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join([*others, str(OURS)])}


def content_hash(notebook: Path) -> str:
    """What a notebook's file holds, in 64 letters, however its lines end."""
    return hashlib.sha256(notebook.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def sign(folder: Path) -> list[str]:
    """Sign the notebooks of a folder that hold what the kit's lessons hold: JupyterLab then trusts them.

    Their names do not count: a file that somebody has changed by one byte is not ours, and stays unsigned.
    """
    sys.modules.setdefault(SLOW, None)  # type: ignore[arg-type]
    from nbformat import v4
    from nbformat.sign import NotebookNotary

    known = set((OURS / "lessons.txt").read_text("utf-8").split())
    notary = NotebookNotary()  # type: ignore[no-untyped-call]
    signed = []
    for path in sorted(folder.glob("*.ipynb")):
        if content_hash(path) in known:
            notary.sign(v4.reads(path.read_text(encoding="utf-8")))  # type: ignore[no-untyped-call]
            signed.append(path.name)
    notary.store.close()
    return signed


def run(place: str | None, options: Sequence[str], update: bool = False) -> None:
    """Bring the course to a folder and open it there; or open a notebook where it is.

    With `update` only what is new is brought and signed, and nothing is opened.
    """
    notebook = FIRST_LESSON
    if place is not None and place.endswith(".ipynb"):
        if not Path(place).is_file():
            raise GamekitError(f"there is no notebook {place}")
        folder, notebook = Path(place).resolve().parent, Path(place).name
    else:
        folder = Path(place).resolve() if place is not None else copying.usual_folder()
        brought = copying.bring(folder, update)
        for line in brought.lines(in_full=update):
            print(line)
        if not update:
            print(f"The course is in {folder}.", flush=True)
    sign((folder / notebook).parent)
    if update:
        return
    if not warmup.is_done():
        print("Warming up: the kit's fast functions are compiled once, which may take a minute.", flush=True)
        warmup.run()
    call = command(options, folder, notebook)
    if os.name == "nt":  # there a program cannot become another one
        raise SystemExit(subprocess.call(call, env=environment()))
    os.execve(call[0], call, environment())
