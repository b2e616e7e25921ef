"""Which task told the class apart, and who made which mistake: for the instructor's page.

For each part: how many earned it, and how well it goes with the rest of the marks (the correlation of the
part with the points of all other parts). A part near 0 told nothing apart, a part below 0 went to those who
did worse elsewhere: look at its text.
"""

from __future__ import annotations

import html
from statistics import StatisticsError, correlation
from typing import NamedTuple

from gamekit.files import shown
from gamekit.grading.lab import Lab
from gamekit.grading.marking import Row

LEAST = 8  # submissions, below which a correlation says nothing


class Item(NamedTuple):
    """A part of a task, over the class."""

    task: str
    part: str
    says: str
    earned: float  # the share of the class
    apart: float | None  # how it goes with the other parts; None where nothing can be said


def items(lab: Lab, rows: list[Row]) -> list[Item]:
    """Every part of a lab."""
    found = []
    for task in lab.tasks:
        for part in task.parts:
            own = [float(row["tasks"][task.name]["parts"][part.name]["points"]) for row in rows]
            rest = [
                sum(marks["points"] for tasks in row["tasks"].values() for marks in tasks["parts"].values())
                - points
                for row, points in zip(rows, own, strict=True)
            ]
            share = sum(points > 0 for points in own) / max(1, len(rows))
            found.append(Item(task.name, part.name, part.says, share, _goes_with(own, rest)))
    return found


def _goes_with(own: list[float], rest: list[float]) -> float | None:
    try:
        return correlation(own, rest) if len(own) >= LEAST else None
    except StatisticsError:  # all the same
        return None


def section(lab: Lab, rows: list[Row]) -> str:
    """The table and the plot."""
    found = items(lab, rows)
    lines = "".join(
        f'<tr><td class="number">{number}</td><td><code>{html.escape(item.task)}</code></td>'
        f"<td>{html.escape(item.says)}</td>"
        f'<td class="number">{round(item.earned * len(rows))} of {len(rows)}</td>'
        f'<td class="number">{"" if item.apart is None else f"{item.apart:.2f}"}</td></tr>'
        for number, item in enumerate(found, 1)
    )
    head = (
        '<tr><th class="number"></th><th>task</th><th>part</th><th class="number">earned</th>'
        '<th class="number">goes with the rest</th></tr>'
    )
    return (
        f"<h2>How many earned each part, and what it told apart</h2>\n<table>{head}{lines}</table>"
        f"{_plot(found)}"
        '<p class="soft">How a part goes with the rest: 1 where those who earned it are those who earned the '
        "other parts, 0 where it told nobody apart, below 0 where those who did worse elsewhere earned "
        f"it. Nothing is said for fewer than {LEAST} submissions, or where all earned the same.</p>"
    )


def _plot(found: list[Item]) -> str:
    """Each part as a number: to the right what many earned, up what goes with the rest."""
    placed = [(number, item, item.apart) for number, item in enumerate(found, 1) if item.apart is not None]
    if not placed:
        return ""
    wide, tall = 560, 220

    def up(apart: float) -> float:
        return 20 + tall * (1 - (min(1.0, max(-0.5, apart)) + 0.5) / 1.5)

    marks = [
        f'<line x1="40" x2="{40 + wide}" y1="{up(level)}" y2="{up(level)}"/>'
        f'<text class="soft" x="34" y="{up(level) + 4}" text-anchor="end">{level:g}</text>'
        for level in (-0.5, 0.0, 0.5, 1.0)
    ]
    marks += [
        f'<text class="soft" x="{40 + wide * share / 100}" y="{tall + 38}" '
        f'text-anchor="middle">{share} %</text>'
        for share in (0, 25, 50, 75, 100)
    ]
    taken: set[tuple[int, int]] = set()
    for number, item, apart in placed:
        x, y = 40 + wide * item.earned, up(apart)
        step = 18 if item.earned < 0.5 else -18
        while (round(x / 18), round(y / 14)) in taken:  # beside those that lie at the same place
            x += step
        taken.add((round(x / 18), round(y / 14)))
        says = html.escape(f"{item.task}: {item.says}")
        marks.append(
            f'<text x="{x:.0f}" y="{y + 4:.0f}" text-anchor="middle"><title>{says}</title>{number}</text>'
        )
    marks.append(
        f'<text class="soft" x="{40 + wide / 2}" y="{tall + 56}" '
        'text-anchor="middle">earned by, of the class</text>'
    )
    return (
        f'<svg viewBox="0 0 {wide + 70} {tall + 62}" role="img" aria-label="the parts: how many earned each, '
        f'and how it goes with the rest">{"".join(marks)}</svg>'
    )


def who(rows: list[Row]) -> str:
    """Who made which mistake."""
    made: dict[str, list[str]] = {}
    for row in rows:
        for name, marks in row["tasks"].items():
            for mistake in marks["mistakes"][:1]:
                made.setdefault(f"{name}: {mistake}", []).append(shown(row["student"]))
    if not made:
        return ""
    lines = "".join(
        f"<tr><td>{html.escape(mistake)}</td><td>{html.escape(', '.join(names))}</td>"
        f'<td class="number">{len(names)}</td></tr>'
        for mistake, names in sorted(made.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    )
    return f"<h2>Who made which mistake, the commonest first</h2>\n<table>{lines}</table>"
