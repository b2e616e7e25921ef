"""Make the folder of a new lab: a copy of `gamekit/labs/template/` under its own name."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from gamekit.errors import BadText, GamekitError
from gamekit.grading.lab import names
from gamekit.parts import COURSE, PACKAGE

LABS = PACKAGE / "labs"


def make(name: str, title: str = "") -> Path:
    """An empty but working lab, `lab18_name`; its folder."""
    if PACKAGE.parent != COURSE:
        raise GamekitError("labs are made in a clone of the course, and this is an installed copy")
    found = re.fullmatch(r"lab(\d\d)_([a-z][a-z0-9_]*)", name)
    if not found:
        raise BadText(f"a lab is named by two digits and a word, such as lab18_endgames, not {name!r}")
    number, word = found.groups()
    if f"lab{number}" in names():
        raise BadText(f"there is a lab{number} already; the labs are {', '.join(names())}")
    folder = LABS / name
    if folder.exists():
        raise BadText(f"there is something at {folder} already")
    title = title or word.replace("_", " ").capitalize()
    shutil.copytree(LABS / "template", folder, ignore=shutil.ignore_patterns("__pycache__"))
    changes = (("labs.template", f"labs.{name}"), ("A new lab", title))
    for path in folder.iterdir():
        source = path.read_text("utf-8")
        for old, new in changes:
            source = source.replace(old, new)
        path.write_text(re.sub(r"\b(Lab |Lesson |lab)00", rf"\g<1>{number}", source), "utf-8")
    return folder
