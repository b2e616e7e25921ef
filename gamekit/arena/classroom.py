"""A class in the arena: one player a student, found in a folder, and the kit's own players as rungs.

A player is one Python file with a function `choose(state)` or `choose(state, seconds)`, or a notebook of
which only definitions are run. The student's name is that of the file or folder, never what is in it. No
code of a student is even parsed here: it runs in the sandbox of grading and nowhere else.
"""

from __future__ import annotations

import json
from pathlib import Path

from gamekit import games
from gamekit.arena.processes import Entrant
from gamekit.errors import GamekitError
from gamekit.files import IGNORED
from gamekit.isolation.sandbox import check_isolation

__all__ = ["check_isolation", "find", "hard_limit", "remarks", "rungs"]

MOST_BYTES = 2**20  # of a student's code


def hard_limit(seconds: float) -> float:
    """After so many seconds a move loses, where `seconds` were allowed: machines are busy at times.

    >>> hard_limit(1.0)
    3.0
    """
    return 2 * seconds + 1


def rungs(game: str) -> list[str]:
    """The kit's players that stand on every ladder of a game."""
    return list(games.about(game).rungs)


def find(folder: str | Path) -> list[Entrant]:
    """One player a student, sorted by name."""
    found = [Entrant(name, source=_source(path)) for name, path in _files(folder) if path is not None]
    if not found:
        raise GamekitError(f"there is no player in {folder}: it wants one Python file or notebook a student")
    return found


def remarks(folder: str | Path) -> list[str]:
    """What is odd about the folder."""
    return [
        f"{name}: there is no Python file and no notebook" for name, path in _files(folder) if path is None
    ]


def _files(folder: str | Path) -> list[tuple[str, Path | None]]:
    place = Path(folder)
    if not place.is_dir():
        raise GamekitError(f"there is no folder {folder}")
    found: dict[str, Path | None] = {}
    for entry in sorted(place.iterdir()):
        if entry.name.startswith(".") or entry.name in IGNORED or entry.is_symlink():
            continue
        if entry.is_dir():
            found[entry.name] = _in_folder(entry)
        elif entry.suffix in (".py", ".ipynb"):
            found.setdefault(entry.stem, entry)
    return sorted(found.items())


def _in_folder(folder: Path) -> Path | None:
    """A student's player: player.py, else the first Python file, else the first notebook; two levels deep."""
    files = [
        path
        for pattern in ("*.py", "*/*.py", "*.ipynb", "*/*.ipynb")
        for path in sorted(folder.glob(pattern))
        if path.is_file() and not path.is_symlink() and not path.parent.is_symlink()
    ]
    named = [path for path in files if path.name == "player.py"]
    return next(iter(named or files), None)


def _source(path: Path) -> str:
    """The code; what cannot be read becomes code that says so when it is run."""
    try:
        data = path.read_bytes()
        if len(data) > MOST_BYTES * (10 if path.suffix == ".ipynb" else 1):
            return f"raise ValueError('the file has more than {MOST_BYTES} bytes')"
        text = data.decode()
        return _of_notebook(text) if path.suffix == ".ipynb" else text
    except (OSError, ValueError):
        return "raise ValueError('the file cannot be read')"


def _of_notebook(text: str) -> str:
    """The code cells, one after the other."""
    cells = json.loads(text).get("cells", [])
    sources = [cell.get("source", "") for cell in cells if cell.get("cell_type") == "code"]
    return "\n\n".join(source if isinstance(source, str) else "".join(source) for source in sources)
