"""Moodle: the worksheet of an assignment ("Download grading worksheet"), and the archive of its submissions.

The worksheet's importer (mod/assign/feedback/offline) wants the columns `Identifier` ("Participant 4711"),
`Grade` and `Last modified (grade)`; `Feedback comments` is taken where that feedback is switched on. The
archive has folders `Anna Berg_4711_assignsubmission_file_`, or files that begin so.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from gamekit.errors import BadText
from gamekit.grading import platforms
from gamekit.grading.marking import Row

IDENTIFIER, GRADE, MOST = "Identifier", "Grade", "Maximum Grade"
FEEDBACK, CHANGED, MODIFIED = "Feedback comments", "Last modified (grade)", "Last modified (submission)"
_NAME = re.compile(r"(.+)_(\d+)_assignsubmission_(?:file|onlinetext)(?:_|$)")
_TIME = "%A, %d %B %Y, %I:%M %p"


def student(name: str) -> str | None:
    """Who a folder or file of Moodle's archive belongs to; None where it is not Moodle's.

    >>> student("Anna Berg_4711_assignsubmission_file_"), student("anna.ipynb")
    ('Anna Berg_4711', None)
    """
    found = _NAME.match(name)
    return f"{found[1]}_{found[2]}" if found else None


def fill(rows: list[Row], form: Path) -> tuple[str, list[str]]:
    """The worksheet with grades and comments, and who of ours is not in it."""
    head, lines = platforms.read_form(form)
    place = {name: platforms.column(head, name, form, "Moodle") for name in (IDENTIFIER, GRADE, CHANGED)}
    place |= {name: head.index(name) for name in (MOST, FEEDBACK) if name in head}
    surest = [name for name in (IDENTIFIER, "ID number", "Email address", "Full name") if name in head]
    left = list(rows)
    for line in lines:
        names = [line[head.index(name)].removeprefix("Participant ").strip() for name in surest]
        row = platforms.matched(rows, names, form.name)
        if row is None:
            continue
        left = [other for other in left if other is not row]
        line[place[GRADE]] = platforms.points_there(row, line[place[MOST]] if MOST in place else "")
        if FEEDBACK in place:
            line[place[FEEDBACK]] = platforms.words(row)
    return platforms.as_csv(head, lines), [row["student"] for row in left]


def times(line: dict[str, str]) -> dict[str, datetime]:
    """When a row's work was handed in, under each name that the row has."""
    said = line[MODIFIED].strip()
    if said in ("", "-"):
        return {}
    try:
        when = datetime.strptime(said, _TIME).astimezone()
    except ValueError:
        raise BadText(f"{said!r} is no time as Moodle writes it in English") from None
    number = line.get(IDENTIFIER, "").removeprefix("Participant ")
    names = (line.get("Email address"), line.get("ID number"), line.get("Full name"))
    return {name: when for name in (f"{line.get('Full name', '')}_{number}", *names) if name}
