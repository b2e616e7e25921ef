"""The parts of the kit: who may import whom, what a submission may see, what is compiled.

All of that follows from one table. `tests/test_imports.py` walks the imports with `level`, the sandbox copies
what `seen` allows, and `code_cache` hashes what is `compiled`. A file or folder without a row of its own
belongs to the part that it lies in.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent
# Lessons, exercises and published positions: within an installed kit, or around the package in a clone.
COURSE = PACKAGE / "course" / "files" if (PACKAGE / "course" / "files").is_dir() else PACKAGE.parent
DISTRIBUTION = "gametreelab"  # installers' name; `gamekit` on the public package index is somebody else's

# May a student's code see it while it is graded? What holds answers to some lab, only where the lab at hand
# asks for something else and shows it; what decides marks, never.
ALWAYS, IF_SHOWN, NEVER = "always", "if shown", "never"


class Part(NamedTuple):
    """A row: a file, a folder, or a pattern of files within the package."""

    path: str
    level: int  # a part imports parts of its own level and of those below
    seen: str
    compiled: bool  # can machine code depend on it? If not, a change there compiles nothing anew
    only: tuple[str, ...] = ()  # beside itself it imports nothing but these; () is all that lie below


STATES = ("errors", "bits", "rules", "tracing", "games", "game", "notation", "record")
PLAYING = (*STATES, "surface", "code_cache", "compiling", "twins", "search", "players")

PARTS = (
    # the core: it knows no game
    Part("__init__.py", 0, ALWAYS, True),
    Part("errors.py", 0, ALWAYS, True),
    Part("parts.py", 0, ALWAYS, False),
    Part("surface.py", 0, ALWAYS, False),
    Part("py.typed", 0, ALWAYS, False),
    Part("code_cache.py", 0, ALWAYS, True),
    Part("llvm.py", 0, ALWAYS, True),
    Part("bits.py", 0, ALWAYS, True),
    Part("lanes.py", 0, ALWAYS, True),
    Part("wide.py", 0, ALWAYS, True),
    Part("rules.py", 1, ALWAYS, True),
    Part("evaluators.py", 2, ALWAYS, True),
    Part("twins.py", 2, ALWAYS, True),
    Part("compiling.py", 2, ALWAYS, True),
    Part("explaining.py", 2, ALWAYS, False),
    Part("tracing.py", 2, ALWAYS, True),
    Part("record.py", 2, ALWAYS, False),
    Part("notation.py", 2, ALWAYS, True),
    Part("sized.py", 2, ALWAYS, True),
    Part("game.py", 2, ALWAYS, False),
    Part("files.py", 2, NEVER, False),
    # games and searches
    Part("games", 3, ALWAYS, True),
    Part("perft.py", 4, ALWAYS, True),
    Part("search", 4, IF_SHOWN, True),
    Part("suite.py", 4, IF_SHOWN, False),
    Part("player_spec.py", 5, IF_SHOWN, False),
    # a game's program
    Part("training", 5, IF_SHOWN, False),
    Part("othello", 6, IF_SHOWN, True),
    Part("othello/features.py", 6, ALWAYS, True),
    Part("othello/stability.py", 6, ALWAYS, True),
    Part("othello/evaluators.py", 6, ALWAYS, True),
    Part("othello/patterns.py", 6, ALWAYS, True),
    Part("gomoku", 6, IF_SHOWN, True),
    Part("connect4", 6, IF_SHOWN, True),
    Part("*/engine.py", 6, IF_SHOWN, False),
    Part("*/program.py", 6, IF_SHOWN, False),
    Part("data", 6, IF_SHOWN, False),
    # around the programs
    Part("players.py", 7, IF_SHOWN, False),
    Part("isolation", 8, ALWAYS, False),
    *(Part(f"isolation/{name}.py", 8, NEVER, False) for name in ("sandbox", "limits", "cgroup", "doctor")),
    Part("isolation/visible.py", 8, NEVER, False),
    Part("arena", 9, IF_SHOWN, False),
    Part("protocols", 9, NEVER, False),
    Part("adapters", 9, NEVER, False),
    Part("grading", 9, NEVER, False),
    Part("grading/__init__.py", 9, ALWAYS, False),
    Part("grading/inside", 9, ALWAYS, False),
    Part("labs", 10, NEVER, False),
    Part("labs/*/inside.py", 10, IF_SHOWN, False),
    Part("labs/common/matches.py", 10, IF_SHOWN, False),
    # what people see
    Part("draw", 11, ALWAYS, False, only=STATES),
    Part("widgets", 12, NEVER, False, only=(*STATES, "surface", "draw", "players")),
    Part("page", 13, NEVER, True, only=PLAYING),
    Part("*/page.py", 13, NEVER, True),
    Part("course", 13, IF_SHOWN, False),
    Part("course/claims.py", 2, ALWAYS, False),
    Part("course/files", 13, NEVER, False),
    Part("bench.py", 13, NEVER, False),
    Part("warmup.py", 13, NEVER, False),
    Part("jupyterlab.py", 13, NEVER, False),
    Part("jupyter", 13, NEVER, False),
    Part("terminal.py", 13, NEVER, False),
    Part("commands", 14, NEVER, False),
    Part("*/commands.py", 14, NEVER, False),
    Part("__main__.py", 15, NEVER, False),
)


@cache
def part_of(path: str) -> Part:
    """The row that a path within the package belongs to: the most exact one.

    >>> part_of("othello/patterns.py").seen, part_of("othello/solver.py").seen
    ('always', 'if shown')
    """
    rows = [row for row in PARTS if fnmatch(path, row.path) or path.startswith(f"{row.path}/")]
    if not rows:
        raise LookupError(f"gamekit/{path} belongs to no part: give it a row in gamekit/parts.py")
    return max(rows, key=lambda row: (row.path.count("/"), len(row.path)))


def sources() -> Iterator[str]:
    """The path of every source within the package, in order."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix()


def version() -> str:
    """The kit's version, for marks and for whoever asks."""
    try:
        return installed_version(DISTRIBUTION)
    except PackageNotFoundError:  # a copy of the package that nobody installed
        return "unknown"
