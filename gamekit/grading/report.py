"""Write what came out: a table, a page for each student, a page for the class.

Names and remarks come from students. So every text is escaped where it is put, a cell of the table that a
spreadsheet would take for a formula is marked as text, and a page's file name is made of plain letters only.
No page tells of a hidden case: parts are named, positions are not.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean, median

from gamekit.files import csv_text, no_formula, page, shown, write_file
from gamekit.grading import items, people
from gamekit.grading.lab import VISIBLE_SEED, Lab, Task
from gamekit.grading.marking import Row
from gamekit.grading.notebook import open_questions


def kind_of(seed: bytes) -> str:
    """What the page and the table say of the seed: "secret" or "public"."""
    return "public" if seed == VISIBLE_SEED else "secret"


def write_all(lab: Lab, rows: list[Row], out: Path, seed: bytes) -> None:
    """Write `marks.csv`, `report.html` and `feedback/*.html`; each file appears whole or not at all."""
    folder = out / "feedback"
    folder.mkdir(exist_ok=True)
    for row in rows:
        write_file(folder / feedback_name(row["student"]), feedback(lab, row))
    write_file(out / "report.html", class_report(lab, rows, kind_of(seed)))
    write_file(out / "marks.csv", table(lab, rows, kind_of(seed)))


def feedback_name(student: str) -> str:
    """The file name of a student's page.

    >>> feedback_name("anna"), feedback_name("../anna")[:5]
    ('anna.html', '_.._a')
    """
    name = re.sub(r"[^A-Za-z0-9._-]", "_", student)[:80] or "_"
    if name != student or name.startswith(".") or name.lower() != name:
        # Two names must not meet in one file, also where upper and lower case are the same.
        name += "-" + hashlib.sha256(student.encode(errors="surrogateescape")).hexdigest()[:8]
    return f"{name}.html" if not name.startswith(".") else f"_{name}.html"


# --- the table --------------------------------------------------------------------------------------------


def table(lab: Lab, rows: Iterable[Row], seed: str) -> str:
    """The marks as CSV: one row a student, the same bytes each time."""
    rows = list(rows)
    names = [*(task.name for task in lab.tasks), *people.asked_in(lab, rows)]
    about = ("mistakes", "remarks", "copied", "seed", "version")
    # What only a course knows.
    facts = ("id", "name", "group", "days_late") if any("id" in row for row in rows) else ()
    lines = [["student", "lab", "points", "most", "percent", *names, *about, *facts]]
    for row in rows:
        tasks = row["tasks"]
        mistakes = [mistake for name in names for mistake in tasks[name]["mistakes"]]
        lines.append(
            [
                no_formula(shown(row["student"])),
                row["lab"],
                f"{row['points']:g}",
                f"{row['most']:g}",
                f"{_percent(row):.1f}",
                *(_points(tasks[name]) for name in names),
                no_formula(" | ".join(mistakes)),
                no_formula(" | ".join(row["remarks"])),
                " | ".join(row["copied"]),
                seed,
                row["version"],
                *(no_formula(str(row.get(fact, ""))) for fact in facts),
            ]
        )
    return csv_text(lines)


def _points(task: Row) -> str:
    """A cell of a table, empty where a person has still to read it."""
    return "" if people.is_waiting(task) else f"{task['points']:g}"


def _percent(row: Row) -> float:
    return 100 * row["points"] / row["most"] if row["most"] else 0.0


# --- a student's page -------------------------------------------------------------------------------------


def feedback(lab: Lab, row: Row) -> str:
    """What a student gets back."""
    waiting = sum(task["most"] for task in row["tasks"].values() if people.is_waiting(task))
    body = [
        f"<h1>{html.escape(lab.title)}</h1>",
        f'<p class="soft">{html.escape(lab.name)} · {html.escape(shown(row["student"]))}</p>',
        f'<p class="total"><b>{row["points"]:g} of {row["most"]:g} points</b>'
        f"{f', {waiting:g} of them not marked yet' if waiting else ''}</p>",
    ]
    for task in lab.tasks:
        marks = row["tasks"][task.name]
        body.append(_task_section(task, marks))
        if marks.get("by") == people.PERSON:
            body.append(f"<p>A person gave {people.points_text(marks)} points for this task.</p>")
    for name in open_questions(lab):
        told = (
            people.points_text(row["tasks"][name])
            if name in row["tasks"]
            else "not marked yet, not in the total"
        )
        body.append(
            f"<h2>Open question: <code>{html.escape(name)}</code></h2>\n"
            f'<table><tr><td>read by a person</td><td class="number">{told}</td></tr></table>'
        )
    if row["remarks"]:
        items = "".join(f"<li>{html.escape(remark)}</li>" for remark in row["remarks"])
        body.append(f"<h2>Remarks</h2>\n<ul>{items}</ul>")
    body.append(
        '<p class="soft">Each part is earned when all of its questions are answered rightly. The positions '
        "were drawn for you alone and are not shown. In the notebook, <code>check</code> shows you where a "
        f"function goes wrong, on other positions. Graded by gamekit {html.escape(row['version'])}.</p>"
    )
    return page(f"{lab.title}: {shown(row['student'])}", "\n".join(body) + "\n")


def _task_section(task: Task, marks: Row) -> str:
    lines = []
    for part in task.parts:
        found = marks["parts"][part.name]
        earned = found["points"] == found["most"]
        mark = '<span class="good">✓</span>' if earned else '<span class="bad">✗</span>'
        right = f"{found['right']} of {found['asked']} right" if found["asked"] else "not asked"
        lines.append(
            f"<tr><td>{mark}</td><td>{html.escape(part.says)}</td>"
            f'<td class="number soft">{right}</td>'
            f'<td class="number">{found["points"]:g} / {found["most"]:g}</td></tr>'
        )
    says = {mistake.name: mistake.says for mistake in task.library.known(task.name)}
    mistakes = "".join(
        f'<p class="bad">Likely mistake: {html.escape(name)}</p><p>{html.escape(says.get(name, ""))}</p>'
        for name in marks["mistakes"]
    )
    return (
        f"<h2><code>{html.escape(task.name)}</code>: {html.escape(task.says)}</h2>\n"
        f"<table>{''.join(lines)}</table>{mistakes}"
    )


# --- the class --------------------------------------------------------------------------------------------


def class_report(lab: Lab, rows: list[Row], seed: str) -> str:
    """Marks of the whole class: histogram, parts, mistakes and remarks."""
    everybody, rows = rows, [row for row in rows if not row.get("absent")]
    points = [row["points"] for row in rows] or [0]
    copied = Counter(f"{shown(row['student'])}: {', '.join(row['copied'])}" for row in rows if row["copied"])
    # Remarks that differ only in numbers are the same to the class.
    remarks = Counter(r for row in rows for r in {re.sub(r"\d+", "…", remark) for remark in row["remarks"]})
    absent = f" · {len(everybody) - len(rows)} handed nothing in" if len(everybody) > len(rows) else ""
    body = [
        f"<h1>{html.escape(lab.title)}</h1>",
        f'<p class="soft">{html.escape(lab.name)} · {len(rows)} submissions · mean {fmean(points):.1f}, '
        f"median {median(points):g} of {everybody[0]['most']:g} points{absent}</p>",
        f'<p class="{"soft" if seed == "secret" else "bad"}">The questions were drawn from a {seed} seed'
        f"{'' if seed == 'secret' else ', which students can know: a trial, no marks'}.</p>",
        histogram([_percent(row) for row in rows]),
        items.section(lab, rows),
        items.who(rows),
        _counted("The same as the model answer, which every student has", copied),
        _counted("Commonest remarks", remarks),
        "<h2>All marks</h2>",
        _marks_table(lab, everybody),
    ]
    return page(f"{lab.title}: the class", "\n".join(body) + "\n")


def _counted(title: str, counted: Counter[str]) -> str:
    if not counted:
        return ""
    common = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:12]
    lines = "".join(
        f'<tr><td>{html.escape(text)}</td><td class="number">{count}</td></tr>' for text, count in common
    )
    return f"<h2>{title}</h2>\n<table>{lines}</table>"


def _marks_table(lab: Lab, rows: list[Row]) -> str:
    names = [*(task.name for task in lab.tasks), *people.asked_in(lab, rows)]
    head = "".join(f'<th class="number">{html.escape(name)}</th>' for name in names)
    lines = [f'<tr><th>student</th>{head}<th class="number">points</th></tr>']
    for row in rows:
        tasks = "".join(f'<td class="number">{_points(row["tasks"][name])}</td>' for name in names)
        link = f"feedback/{feedback_name(row['student'])}"
        name = f'<a href="{html.escape(link)}">{html.escape(shown(row["student"]))}</a>'
        lines.append(f'<tr><td>{name}</td>{tasks}<td class="number">{row["points"]:g}</td></tr>')
    return f"<table>{''.join(lines)}</table>"


def histogram(percents: list[float]) -> str:
    """Ten bars, one for each tenth of the points; full marks belong to the last."""
    counts = [0] * 10
    for percent in percents:
        counts[min(9, int(percent // 10))] += 1
    most, width, height = max(max(counts), 1), 60, 150
    bars = []
    for place, count in enumerate(counts):
        tall = round(height * count / most, 1)
        x = place * width
        label = f"{10 * place} to {'100' if place == 9 else f'below {10 * place + 10}'} %: {count}"
        bars.append(
            f'<rect x="{x + 4}" y="{20 + height - tall}" width="{width - 8}" height="{tall}">'
            f"<title>{label}</title></rect>"
        )
        if count:
            bars.append(
                f'<text x="{x + width / 2}" y="{14 + height - tall}" text-anchor="middle">{count}</text>'
            )
        bars.append(f'<text class="soft" x="{x}" y="{height + 36}" text-anchor="middle">{10 * place}</text>')
    bars.append(f'<text class="soft" x="{10 * width}" y="{height + 36}" text-anchor="middle">100 %</text>')
    line = f'<line x1="0" x2="{10 * width}" y1="{20 + height}" y2="{20 + height}"/>'
    told = ", ".join(f"{10 * n} %: {count}" for n, count in enumerate(counts) if count)
    return (
        f'<svg viewBox="-16 0 {10 * width + 44} {height + 46}" role="img" '
        f'aria-label="histogram of marks by tenths: {told}">{line}{"".join(bars)}</svg>'
    )
