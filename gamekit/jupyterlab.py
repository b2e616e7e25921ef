"""Open the course in JupyterLab."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from gamekit import warmup
from gamekit.errors import GamekitError

FIRST_LESSON = "00_start_here.ipynb"


def notebooks_folder() -> Path:
    """The lessons: beside the package in a clone, or in the current folder."""
    for parent in (Path(__file__).resolve().parent.parent, Path.cwd()):
        if (parent / "notebooks" / FIRST_LESSON).is_file():
            return parent / "notebooks"
    raise GamekitError("the folder notebooks/ is not here; run this in a clone of the course")


def command(options: Sequence[str], folder: Path) -> list[str]:
    """The call of JupyterLab; what the user says comes last and so wins.

    It serves the whole course, so that a lesson's link to its lab opens, and begins among the lessons.
    """
    call = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={folder.parent}",
        f"--FileContentsManager.preferred_dir={folder.name}",
        f"--LabApp.default_url=/lab/tree/{folder.name}/{FIRST_LESSON}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        call.append("--allow-root")  # in a container there is nobody else; the token still protects
    return [*call, *options]


def environment() -> dict[str, str]:
    """Our settings below the user's own: JupyterLab asks for no news, so nothing leaves the machine."""
    ours = str(Path(__file__).resolve().parent / "jupyter")
    others = [path for path in os.environ.get("JUPYTER_CONFIG_PATH", "").split(os.pathsep) if path]
    return {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join([*others, ours])}


def run(options: Sequence[str]) -> None:
    """Warm up, then become JupyterLab."""
    folder = notebooks_folder()
    print("Warming up: the kit's fast functions are compiled once, which may take a minute.", flush=True)
    warmup.run()
    call = command(options, folder)
    os.execve(call[0], call, environment())
