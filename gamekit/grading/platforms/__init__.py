"""Marks in the form that learning platforms read, one file a platform.

Each fills in a file that came from the platform, so that its own names, columns and order stay as they were;
or writes the file that its documentation describes. `result.json`, which `gamekit grade` writes, is what all
of them read, and is for whatever platform is not here.
"""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

from gamekit.errors import BadText, GamekitError
from gamekit.files import csv_text
from gamekit.grading import people
from gamekit.grading.marking import Row

RESULT = "result.json"
FORMS = ("moodle", "canvas", "gradescope")


def as_json(lab: Any, rows: list[Row], seed: str) -> str:
    """All marks of a lab as one file: the generic form."""
    told = [{name: found for name, found in row.items() if name != "content"} for row in rows]
    return json.dumps({"lab": lab.name, "title": lab.title, "seed": seed, "students": told}, indent=1) + "\n"


def read_result(folder: Path) -> Row:
    """What `gamekit grade` wrote into a folder."""
    try:
        found: Row = json.loads((folder / RESULT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise GamekitError(
            f"there is no {RESULT} of a graded lab in {folder}; 'gamekit grade' writes it"
        ) from None
    return found


def called(row: Row) -> set[str]:
    """What a student is called by their folder and by the roster."""
    names = (row["student"], row.get("id"), row.get("name"), row.get("email"))
    return {text.casefold() for text in names if text}


def _called_there(row: Row) -> set[str]:
    """The same by the platform whose archive the work came from: "Anna Berg_4711" is Anna Berg, or 4711."""
    front, _, number = row["student"].rpartition("_")
    return {front.casefold(), number} if front and number.isdecimal() else set()


def matched(rows: list[Row], names: list[str], where: str) -> Row | None:
    """The row of the student who bears one of these names, the surest name first; None where nobody does."""
    for calls in (called, _called_there):
        for name in names:
            found = [row for row in rows if name and name.casefold() in calls(row)]
            if len(found) > 1:
                raise BadText(f"{where}: {name} could be {found[0]['student']} and {found[1]['student']}")
            if found:
                return found[0]
    return None


def read_form(path: Path) -> tuple[list[str], list[list[str]]]:
    """The head and the rows of a platform's CSV."""
    try:
        lines = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    except (OSError, UnicodeDecodeError, csv.Error):
        raise BadText(f"{path} cannot be read as a CSV in UTF-8") from None
    if not lines:
        raise BadText(f"{path} is empty")
    return lines[0], [line + [""] * (len(lines[0]) - len(line)) for line in lines[1:] if any(line)]


def column(head: list[str], name: str, path: Path, platform: str) -> int:
    """The place of a column; the file is not the platform's where it is missing."""
    if name not in head:
        raise BadText(f"{path.name} has no column {name!r}: is it {platform}'s?")
    return head.index(name)


def as_csv(head: list[str], lines: list[list[str]]) -> str:
    return csv_text([head, *lines], "\r\n")


def points_there(row: Row, most: str) -> str:
    """The points as the platform counts, which says what is the most; ours where it does not."""
    number = most.replace(",", ".")
    most_there = float(number) if re.fullmatch(r"\d+(\.\d+)?", number) else 0.0
    scale = most_there / row["most"] if most_there and row["most"] else 1.0
    return f"{row['points'] * scale:.2f}"


def words(row: Row) -> str:
    """What a student should read beside the number, on one line."""
    said = [
        f"{name}: {people.points_text(task)}" + (f" ({task['mistakes'][0]})" if task["mistakes"] else "")
        for name, task in row["tasks"].items()
    ]
    return "; ".join([*said, *row["remarks"]])
