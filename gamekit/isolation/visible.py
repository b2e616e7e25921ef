"""What a submission may see of the kit: what `gamekit/parts.py` allows, and what its lab shows and hides."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from gamekit.parts import ALWAYS, IF_SHOWN, PACKAGE, part_of


def seen_by_submissions(shows: Collection[str] = (), hides: Collection[str] = ()) -> list[str]:
    """The files that a submission may see, where its lab shows and hides these files and folders besides.

    A file brings the `__init__.py` of the folders that it lies in, since Python needs them to import it, and
    the stub that says what such a folder offers.

    >>> "search/negamax.py" in seen_by_submissions()
    False
    >>> "search/negamax.py" in seen_by_submissions(shows=("search",))
    True
    """

    def within(path: str, places: Collection[str]) -> bool:
        return any(path == place or path.startswith(f"{place}/") for place in places)

    chosen = set()
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if not path.is_file() or "__pycache__" in name:
            continue
        seen = part_of(name).seen
        if (seen == ALWAYS or (seen == IF_SHOWN and within(name, shows))) and not within(name, hides):
            chosen.add(name)
    for name in list(chosen):
        for folder in Path(name).parents[:-1]:
            found = (PACKAGE / folder).glob("__init__.py*")
            chosen.update(path.relative_to(PACKAGE).as_posix() for path in found)
    return sorted(chosen)


def module_name(path: str) -> str:
    """The module of a source.

    >>> module_name("search/negamax.py"), module_name("search/__init__.py"), module_name("__init__.py")
    ('gamekit.search.negamax', 'gamekit.search', 'gamekit')
    """
    parts = ["gamekit", *path.removesuffix(".py").split("/")]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
