"""The instructor's secret, from which the questions of each student are drawn.

Who does not name a file of their own gets one: made once, with mode 0600 and outside the course's folder, and
used again ever after, so that marks can be made again.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from gamekit.errors import GamekitError
from gamekit.grading.progress import user_state_folder
from gamekit.parts import COURSE

LEAST = 8  # bytes of a secret


def read(path: Path) -> bytes:
    """The secret in a file: any text, blank space around it left out."""
    try:
        seed = path.read_bytes().strip()
    except OSError as error:
        raise GamekitError(f"the secret seed cannot be read from {path} ({error.strerror})") from None
    if len(seed) < LEAST:
        raise GamekitError(f"the secret in {path} is too short to be one: use at least {LEAST} letters")
    return seed


def own() -> tuple[bytes, Path]:
    """The secret of whoever runs this, and where it lies; made if there is none."""
    path = user_state_folder() / "secret-seed.txt"
    if path.resolve().is_relative_to(COURSE.resolve()):
        raise GamekitError(f"the secret seed would lie in the course's folder: {path}; set GAMEKIT_STATE_DIR")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError):
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32) + "\n")
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise GamekitError(f"others can read the secret seed in {path}: chmod 600, or make a new one")
    except OSError as error:
        raise GamekitError(f"no secret seed can be kept in {path} ({error.strerror})") from None
    return read(path), path
