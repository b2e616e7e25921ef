"""Arrays in files that a stop at any moment leaves whole: pieces of work, and checkpoints."""

from __future__ import annotations

import os
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from gamekit.errors import GamekitError

Array = np.ndarray[Any, np.dtype[Any]]
# What reading a file raises that is cut off, or no file of arrays at all.
DAMAGED = (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error)


def save_arrays(path: Path, arrays: dict[str, Array], what: str = "") -> None:
    """Write beside and move into place: a kill leaves the old file or the new one, never half of one.

    `what` is a word for the file, such as "the checkpoint ", should it be impossible to write.
    """
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(beside, "wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as problem:
        raise GamekitError(f"cannot write {what}{path}: {problem.strerror}") from None


def load_arrays(path: Path) -> dict[str, Array]:
    """The arrays of a file; one of the errors `DAMAGED` where it cannot be read."""
    with open(path, "rb") as opened, np.load(opened, allow_pickle=False) as file:
        return dict(file)
