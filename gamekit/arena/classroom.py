"""A class in the arena: one player a student, found in a folder, and the kit's own players as rungs.

A player is one Python file with a function `choose(state)` or `choose(state, seconds)`, or a notebook of
which only definitions are run. The student's name is that of the file or folder, never what is in it. No
code of a student is even parsed here: it runs in the sandbox of grading and nowhere else.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from gamekit.arena.processes import Entrant
from gamekit.errors import GamekitError
from gamekit.files import (
    as_text,
    cells_of,
    entries,
    is_usually_nobodys,
    one_line,
    read_file,
    read_notebook,
    source_of,
    told_apart,
    walk,
)

MOST_BYTES = 2**20  # of a student's code
MOST_FILES = 1000  # that are looked at in one student's folder
MOST_LETTERS = 60  # of a student's name


def hard_limit(seconds: float) -> float:
    """After so many seconds a move loses, where `seconds` were allowed: machines are busy at times.

    >>> hard_limit(1.0)
    3.0
    """
    return 2 * seconds + 1


def find(folder: str | Path) -> list[Entrant]:
    """One player a student, sorted by name."""
    found = [(name, path) for name, path in _files(folder) if path is not None]
    if not found:
        raise GamekitError(f"there is no player in {folder}: it wants one Python file or notebook a student")
    names = told_apart([one_line(name, MOST_LETTERS) for name, _ in found])
    return [Entrant(name, source=_source(path)) for name, (_, path) in zip(names, found, strict=True)]


def remarks(folder: str | Path) -> list[str]:
    """What is odd about the folder."""
    files = [(one_line(name, MOST_LETTERS), path) for name, path in _files(folder)]
    said = [f"{name}: there is no Python file and no notebook" for name, path in files if path is None]
    names = [name for name, path in files if path is not None]
    said += [
        f"{name}: another player is called {name} too; it plays as {new}"
        for name, new in zip(names, told_apart(names), strict=True)
        if new != name
    ]
    return said + [
        f"{one_line(entry.name, MOST_LETTERS)} is a link and was left out"
        for entry in entries(Path(folder))[0]
        if entry.is_symlink()
    ]


def _files(folder: str | Path) -> list[tuple[str, Path | None]]:
    place = Path(folder)
    if not place.is_dir():
        raise GamekitError(f"there is no folder {folder}")
    inside, problem = entries(place)
    if problem:
        raise GamekitError(f"{folder}: {problem}")
    found: list[tuple[str, Path | None]] = []
    for entry in inside:
        path, strange = Path(entry.path), is_usually_nobodys(entry.name)
        if entry.is_dir(follow_symlinks=False):
            own = _in_folder(path)
            if own is not None or not strange:
                found.append((entry.name, own))
        elif path.suffix in (".py", ".ipynb") and not entry.is_symlink() and not strange:
            found.append((path.stem, path))
    return sorted(found, key=lambda each: (each[0], str(each[1])))


def _in_folder(folder: Path) -> Path | None:
    """A student's player: player.py, else the first Python file, else the first notebook; two levels deep."""
    files = list(islice(walk(folder, levels=2), MOST_FILES))

    def rank(path: Path) -> tuple[bool, bool, int, str]:
        return path.name != "player.py", path.suffix != ".py", len(path.parts), str(path)

    return min((path for path in files if path.suffix in (".py", ".ipynb")), key=rank, default=None)


def _source(path: Path) -> str:
    """The code; what cannot be read becomes code that says so when it is run."""
    is_notebook = path.suffix == ".ipynb"
    data, problem = read_file(path, MOST_BYTES * (10 if is_notebook else 1))
    said = [problem] if problem else []
    source = as_text(data, [])
    if is_notebook and not problem:
        document = read_notebook(source, said)
        cells = cells_of(document, []) if document is not None else []
        code = [cell for cell in cells if cell.get("cell_type") == "code"]
        source = "\n\n".join(source_of(cell) or "" for cell in code)
    return f"raise ValueError({said[0]!r})" if said else source or "raise ValueError('the file is empty')"
