"""Canvas: the gradebook as it is exported and imported, and the names of downloaded submissions.

The first columns are `Student, ID, SIS User ID, SIS Login ID, Section`; then one for each assignment, called
`Title (number)`. A row "Points Possible" comes before the students. Columns that an import leaves out stay as
they are, so only the lab's own is written beside the first five.
"""

from __future__ import annotations

import re
from pathlib import Path

from gamekit.errors import BadText
from gamekit.grading import platforms
from gamekit.grading.marking import Row

PEOPLE = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_NAME = re.compile(r"([^_]+)_(?:LATE_)?(\d+)_\d+_.+\.ipynb")


def student(name: str) -> str | None:
    """Who a file of Canvas's archive belongs to; None where it is not Canvas's.

    >>> student("berganna_LATE_4711_88123_lab03-alphabeta-1.ipynb"), student("anna.ipynb")
    ('berganna_4711', None)
    """
    found = _NAME.fullmatch(name)
    return f"{found[1]}_{found[2]}" if found else None


def fill(rows: list[Row], form: Path, assignment: str) -> tuple[str, list[str]]:
    """The gradebook with one assignment's column, and who of ours is not in it."""
    head, lines = platforms.read_form(form)
    kept = [platforms.column(head, name, form, "Canvas") for name in PEOPLE if name != "SIS User ID"]
    kept += [head.index("SIS User ID")] if "SIS User ID" in head else []
    wanted = [
        place
        for place, name in enumerate(head)
        if assignment in (name, re.sub(r" \(\d+\)$", "", name)) and name not in PEOPLE
    ]
    if len(wanted) != 1:
        others = [name for name in head if re.search(r" \(\d+\)$", name)]
        raise BadText(
            f"{form.name} has {len(wanted) or 'no'} columns {assignment!r}; "
            f"its assignments are {', '.join(others) or 'none'}"
        )
    left, most = list(rows), ""
    for line in lines:
        if "points possible" in line[0].strip().lower():
            most = line[wanted[0]]
            continue
        cells = dict(zip(head, line, strict=False))
        names = [cells.get(name, "") for name in ("ID", "SIS User ID", "SIS Login ID", "Student")]
        names.append(" ".join(reversed(names[-1].split(", ", 1))))  # "Berg, Anna"
        row = platforms.matched(rows, names, form.name)
        if row is not None:
            left = [other for other in left if other is not row]
            line[wanted[0]] = platforms.points_there(row, most)
    order = sorted([*kept, *wanted])
    return platforms.as_csv(
        [head[place] for place in order], [[line[place] for place in order] for line in lines]
    ), [row["student"] for row in left]
