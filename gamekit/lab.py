"""Open the course in JupyterLab."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from gamekit import warmup
from gamekit.errors import GamekitError

FIRST_LESSON = "first_steps.ipynb"


def notebooks_folder() -> Path:
    """The lessons: beside the package in a clone, or in the current folder."""
    for parent in (Path(__file__).resolve().parent.parent, Path.cwd()):
        if (parent / "notebooks" / FIRST_LESSON).is_file():
            return parent / "notebooks"
    raise GamekitError("the folder notebooks/ is not here; run this in a clone of the course")


def command(options: Sequence[str], folder: Path) -> list[str]:
    """The call of JupyterLab; what the user says comes last and so wins."""
    call = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{FIRST_LESSON}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",  # nothing leaves the machine
        "--LabApp.news_url=",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        call.append("--allow-root")  # in a container there is nobody else; the token still protects
    return [*call, *options]


def run(options: Sequence[str]) -> None:
    """Warm up, then become JupyterLab."""
    folder = notebooks_folder()
    warmup.run()
    call = command(options, folder)
    sys.stdout.flush()
    os.execv(call[0], call)
