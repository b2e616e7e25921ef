"""Over all labs that were graded: `course.csv`, and a page for each student."""

from __future__ import annotations

import html
from pathlib import Path
from typing import NamedTuple

from gamekit.errors import GamekitError
from gamekit.files import csv_text, no_formula, page, shown, write_file
from gamekit.grading import lab as labs
from gamekit.grading import platforms
from gamekit.grading.course import Course, Plan
from gamekit.grading.marking import Row
from gamekit.grading.people import is_waiting
from gamekit.grading.report import feedback_name


class Standing(NamedTuple):
    """A student over all labs."""

    id: str
    name: str
    rows: dict[str, Row]  # by lab; none where there is no row
    percent: float  # of all labs graded, by their weights; nothing handed in is 0


def standings(course: Course, folder: Path) -> tuple[list[str], list[Standing]]:
    """The labs in the folder, and everybody who has a row in one."""
    found = {
        result["lab"]: result["students"]
        for result in map(platforms.read_result, sorted(path.parent for path in folder.glob("*/result.json")))
        if not course.labs or result["lab"] in course.labs
    }
    if not found:
        raise GamekitError(f"there is no graded lab in {folder}; 'gamekit grade' writes one")
    weights = {lab: course.labs.get(lab, Plan()).weight for lab in found}
    people: dict[str, dict[str, Row]] = {}
    for lab, rows in found.items():
        for row in rows:
            people.setdefault(row.get("id", row["student"]), {})[lab] = row
    return sorted(found), [
        Standing(who, next(iter(rows.values())).get("name", ""), rows, _percent(rows, weights))
        for who, rows in sorted(people.items())
    ]


def _percent(rows: dict[str, Row], weights: dict[str, float]) -> float:
    earned = 0.0
    for lab, row in rows.items():
        earned += weights[lab] * row["points"] / (row["most"] or 1)
    return 100 * earned / (sum(weights.values()) or 1)


def write(course: Course, folder: Path) -> list[Standing]:
    """Write `course.csv` and `students/*.html` into the folder of graded labs."""
    names, everybody = standings(course, folder)
    table = [["id", "name", *names, "percent"]]
    for one in everybody:
        points = [f"{one.rows[lab]['points']:g}" if lab in one.rows else "" for lab in names]
        table.append([no_formula(shown(one.id)), no_formula(shown(one.name)), *points, f"{one.percent:.1f}"])
    write_file(folder / "course.csv", csv_text(table))
    (folder / "students").mkdir(exist_ok=True)
    for one in everybody:
        write_file(folder / "students" / feedback_name(one.id), _page(course, names, one))
    return everybody


def _page(course: Course, names: list[str], one: Standing) -> str:
    lines = []
    for name in names:
        lab, row = labs.find(name), one.rows.get(name)
        weight = course.labs.get(name, Plan()).weight
        points, link, told = "nothing handed in", html.escape(lab.title), list[str]()
        if row is not None:
            points = f"{row['points']:g} of {row['most']:g}"
            told = [mistake for task in row["tasks"].values() for mistake in task["mistakes"][:1]]
            told += [f"{task} is not marked yet" for task, found in row["tasks"].items() if is_waiting(found)]
            told += row["remarks"]
            if not row.get("absent"):
                link = f'<a href="../{name}/feedback/{html.escape(feedback_name(row["student"]))}">{link}</a>'
        lines.append(
            f"<tr><td>{name}</td><td>{link}</td><td>{html.escape('; '.join(told))}</td>"
            f'<td class="number">{weight:g}</td><td class="number">{points}</td></tr>'
        )
    numbers = "".join(f'<th class="number">{name}</th>' for name in ("weight", "points"))
    head = f"<tr><th>lab</th><th></th><th>mistakes and remarks</th>{numbers}</tr>"
    title = course.title or "The course so far"
    who = f"{shown(one.name)} · {shown(one.id)}" if one.name else shown(one.id)
    body = (
        f'<h1>{html.escape(title)}</h1>\n<p class="soft">{html.escape(who)}</p>\n'
        f'<p class="total"><b>{one.percent:.1f} %</b> of the labs graded so far ({len(names)}), '
        f"by their weights</p>\n<table>{head}{''.join(lines)}</table>\n"
        '<p class="soft">An open question counts once a person has begun to mark it.</p>\n'
    )
    return page(f"{title}: {who}", body)
