"""What an instructor decides: `course.toml`, and the roster. Handout, check, grade and report read it.

Grading itself knows nothing of it: rows are graded as they are, kept in the journal, and settled afterwards
(`settle`). So a changed due date or weight needs no submission to be run again.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from gamekit.errors import BadText, likely
from gamekit.grading.lab import Lab
from gamekit.grading.lab import find as find_lab
from gamekit.grading.language import ENGLISH, languages
from gamekit.grading.marking import Row, marks
from gamekit.grading.notebook import open_questions
from gamekit.grading.people import asked_in
from gamekit.grading.platforms import moodle
from gamekit.parts import version

FILE = "course.toml"
# How much `check` tells; each tells what those before it tell too.
TELLS = ("nothing", "part", "hint", "name")
DAY = 24 * 60 * 60


@dataclass(frozen=True)
class Plan:
    """What the course says of one lab."""

    weight: float = 1.0
    points: float | None = None  # all that the lab is worth; the lab's own points if not said
    tasks: dict[str, float] = field(default_factory=dict)  # the same for some of its tasks
    due: datetime | None = None


class Person(NamedTuple):
    """A row of the roster."""

    id: str
    name: str = ""
    email: str = ""
    group: str = ""


@dataclass(frozen=True)
class Course:
    """A course; what its file does not say is as without a file."""

    title: str = ""
    labs: dict[str, Plan] = field(default_factory=dict)  # none: every lab there is
    people: tuple[Person, ...] = ()
    tells: str = "name"
    attempts: bool = False  # does `check` show how often it was asked?
    groups: bool = False  # does one member's work count for the group?
    late_percent: float = 0.0  # of a lab's points, for each day begun
    late_days: float = float("inf")  # after which nothing counts
    extensions: dict[str, dict[str, datetime]] = field(default_factory=dict)  # by the student's id
    language: str = ENGLISH  # that `check` speaks
    is_said: bool = False  # is there a file?

    def plan(self, lab: Lab) -> Plan:
        """What is said of a lab; a lab that the course has not chosen is refused."""
        if self.labs and lab.name not in self.labs:
            raise BadText(f"{lab.name} is not in this course; {FILE} chooses {', '.join(self.labs)}")
        return self.labs.get(lab.name, Plan())

    def who(self, student: str) -> Person | None:
        """The person that a folder or file is named after: by id, e-mail, name, or as platforms call it."""
        front = student.rpartition("_")[0]  # "Anna Berg_4711" is Moodle's "Anna Berg", participant 4711
        for wanted in (student, front):
            found = [one for one in self.people if wanted and wanted.casefold() in _called(one)]
            if len(found) == 1:
                return found[0]
        return None


def _called(one: Person) -> set[str]:
    return {text.casefold() for text in (one.id, one.name, one.email) if text}


# --- reading ----------------------------------------------------------------------------------------------


def find(folder: Path | None = None, levels: int = 1) -> Course:
    """The course of a folder: its `course.toml`, or one so many levels above it; else an empty one."""
    here = Path.cwd() if folder is None else folder
    for place in (here, *here.parents)[:levels]:
        if (place / FILE).is_file():
            return read(place / FILE)
    return Course()


def read(path: Path) -> Course:
    """The course that a file describes; what is wrong with it is told in a sentence."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise BadText(f"{path} cannot be read") from None
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadText(f"{path.name}: {error}") from None
    known = "title roster tells attempts groups language late labs extensions"
    texts = {"title": str, "roster": str, "tells": str, "language": str}
    config = _only(said, known, path.name, **texts, attempts=bool, groups=bool)
    late = _only(config.get("late", {}), "percent days", f"{path.name}, late", percent=float, days=float)
    if config.get("tells", "name") not in TELLS:
        raise BadText(f"{path.name}: tells is one of {', '.join(TELLS)}, not {config['tells']!r}")
    if config.get("language", ENGLISH) not in languages():
        raise BadText(f"{path.name}: language is one of {', '.join(languages())}, not {config['language']!r}")
    people = read_roster(path.parent / config["roster"]) if "roster" in config else ()
    for who in config.get("extensions", {}):
        if people and who not in (ids := [one.id for one in people]):
            raise BadText(
                f"{path.name}, extensions: {who!r} is no id of the roster; {likely(who, ids)}".rstrip("; ")
            )
    return Course(
        config.get("title", ""),
        {find_lab(name).name: _plan(name, plan, path.name) for name, plan in config.get("labs", {}).items()},
        people,
        config.get("tells", "name"),
        config.get("attempts", False),
        config.get("groups", False),
        late.get("percent", 0.0),
        late.get("days", float("inf")),
        {
            who: {find_lab(lab).name: _moment(due, f"{path.name}, extensions") for lab, due in given.items()}
            for who, given in config.get("extensions", {}).items()
        },
        config.get("language", ENGLISH),
        True,
    )


def _plan(name: str, said: Any, file: str) -> Plan:
    where = f"{file}, labs.{name}"
    config = _only(said, "weight points tasks due", where, weight=float, points=float)
    lab, tasks = find_lab(name), config.get("tasks", {})
    if tasks:
        own = [*(task.name for task in lab.tasks), *open_questions(lab)]
        _only(tasks, " ".join(own), f"{where}.tasks", **dict.fromkeys(own, float))
    due = _moment(config["due"], where) if "due" in config else None
    return Plan(config.get("weight", 1.0), config.get("points"), tasks, due)


def _only(said: Any, known: str, where: str, **kinds: type) -> dict[str, Any]:
    """The settings, if all of them are known and of the right kind."""
    if not isinstance(said, dict):
        raise BadText(f"{where} is a table of settings, not {said!r}")
    for name, given in said.items():
        if name not in known.split():
            advice = likely(name, known.split()) or f"the settings are {known}"
            raise BadText(f"{where}: there is no setting {name!r}; {advice.strip()}")
        kind = kinds.get(name)
        if kind is float and (type(given) not in (int, float) or not 0 <= given < 1e6):
            raise BadText(f"{where}: {name} is a number from 0 on, not {given!r}")
        if kind in (str, bool) and type(given) is not kind:
            raise BadText(f"{where}: {name} is {'a text' if kind is str else 'true or false'}, not {given!r}")
    return said


def _moment(said: Any, where: str) -> datetime:
    if not isinstance(said, datetime):
        raise BadText(f"{where}: a due date looks like 2026-11-20T23:59:00+01:00, not like {said!r}")
    return said if said.tzinfo else said.astimezone()  # without a zone it is this machine's


def read_roster(path: Path) -> tuple[Person, ...]:
    """Who is in the course: a CSV with a column `id` and, if you like, `name`, `email` and `group`."""
    people, seen = [], set[str]()
    for number, row in enumerate(read_table(path), 2):
        given = {(name or "").strip().lower(): (text or "").strip() for name, text in row.items()}
        if "id" not in given:
            raise BadText(f"{path.name} has no column id")
        if not given["id"] or given["id"] in seen:
            raise BadText(f"{path.name}, line {number}: the id {given['id']!r} is empty or there twice")
        seen.add(given["id"])
        people.append(Person(*(given.get(name, "") for name in Person._fields)))
    return tuple(people)


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV, whatever program wrote it: with a mark at its begin, `,` or `;` or tabs."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadText(f"{path} cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadText(f"{path} cannot be read as UTF-8") from None
    first = text.partition("\n")[0]
    return [
        {name: cell or "" for name, cell in row.items() if isinstance(name, str)}
        for row in csv.DictReader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    ]


def read_times(path: Path) -> dict[str, datetime]:
    """When each student handed in: a CSV with `student` (or `id`) and `time`, or Moodle's worksheet."""
    times: dict[str, datetime] = {}
    for row in read_table(path):
        if moodle.MODIFIED in row:
            times |= moodle.times(row)
            continue
        who = row.get("student") or row.get("id")
        if who is None or "time" not in row:
            raise BadText(f"{path.name} wants the columns student and time, or to be Moodle's worksheet")
        try:
            times[who] = datetime.fromisoformat(row["time"]).astimezone()
        except ValueError:
            raise BadText(f"{path.name}: {row['time']!r} is no time like 2026-11-20T23:59:00+01:00") from None
    return times


# --- settling ---------------------------------------------------------------------------------------------


def settle(
    course: Course, lab: Lab, rows: Iterable[Row], times: dict[str, datetime] | None = None
) -> list[Row]:
    """The rows as the course counts them: points scaled, days late paid for, groups and absentees filled in.

    A row gets `id`, `name`, `group` and, where it was late, `days_late` and `cost`.
    """
    if not course.is_said:
        return list(rows)
    plan, settled, rows = course.plan(lab), [], list(rows)
    for row in rows:
        person = course.who(row["student"]) or Person(row["student"])
        remarks = [] if person in course.people or not course.people else ["not on the roster"]
        row = {**_scaled(row, plan), **person._asdict(), "remarks": [*row["remarks"], *remarks]}
        moment = next((when for who, when in (times or {}).items() if who in (row["student"], *person)), None)
        settled.append(_charged(row, course, lab.name, plan, moment))
    if course.groups:
        settled += _shared(settled, course)
    there = {row["id"] for row in settled}
    nothing = {task.name: marks(task, [], []) for task in lab.tasks} | {
        name: {"points": 0, "most": most, "parts": {}, "mistakes": []}
        for name, most in asked_in(lab, rows).items()
    }
    absent = [_absent(person, lab, plan, nothing) for person in course.people if person.id not in there]
    return sorted([*settled, *absent], key=lambda row: (row["id"], row["student"]))


def _scaled(row: Row, plan: Plan) -> Row:
    """The same row with the course's points in place of the lab's."""
    worth = {name: plan.tasks.get(name, task["most"]) for name, task in row["tasks"].items()}
    scale = 1.0 if plan.points is None else plan.points / (sum(worth.values()) or 1)

    def times(marks: Row, factor: float) -> Row:
        return {**marks, "points": _neat(marks["points"] * factor), "most": _neat(marks["most"] * factor)}

    tasks = {}
    for name, task in row["tasks"].items():
        factor = scale * worth[name] / (task["most"] or 1)
        parts = {part: times(marks, factor) for part, marks in task["parts"].items()}
        tasks[name] = {**times(task, factor), "parts": parts}
    points, most = (_neat(sum(task[what] for task in tasks.values())) for what in ("points", "most"))
    return {**row, "tasks": tasks, "points": points, "most": most}


def _charged(row: Row, course: Course, lab: str, plan: Plan, moment: datetime | None) -> Row:
    """The row less what being late costs."""
    due = course.extensions.get(row["id"], {}).get(lab, plan.due)
    if due is None or moment is None or moment <= due:
        return row
    days = ceil((moment - due).total_seconds() / DAY)
    cost = row["most"] * course.late_percent * days / 100 if days <= course.late_days else row["points"]
    cost = _neat(min(row["points"], cost))
    remark = f"{days} day{'s' if days > 1 else ''} late: {cost:g} points less"
    points = _neat(row["points"] - cost)
    return {**row, "points": points, "days_late": days, "cost": cost, "remarks": [*row["remarks"], remark]}


def _shared(rows: list[Row], course: Course) -> list[Row]:
    """For members of groups who handed nothing in: the best that the group handed in, its name or theirs."""
    there = {row["id"] for row in rows}
    best: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: row["points"]):
        best[row["group"] or row["id"]] = row  # a folder may bear the group's own name
    found = []
    for person in course.people:
        if person.group in best and person.id not in there:
            row = best[person.group]
            remark = f"handed in by {row['id']} for the group {person.group}"
            own = {"student": person.id, "copied": [], "remarks": [*row["remarks"], remark]}
            found.append({**row, **person._asdict(), **own})
    return found


def _absent(person: Person, lab: Lab, plan: Plan, tasks: Row) -> Row:
    """The row of whoever handed nothing in."""
    row: Row = {"student": person.id, "lab": lab.name, "tasks": tasks}
    row |= {"remarks": ["nothing was handed in"], "copied": [], "version": version(), "absent": True}
    return {**_scaled(row, plan), **person._asdict()}


def _neat(points: float) -> float:
    """At most two digits, and a whole number where it is one."""
    points = round(points, 2)
    return int(points) if points == int(points) else points


# --- for students -----------------------------------------------------------------------------------------


def for_students(course: Course, lab: Lab) -> str:
    """What `check` may know, as the `course.toml` that goes into the handout; "" where nothing is said."""
    if not course.is_said:
        return ""
    due = course.plan(lab).due
    lines = [f'tells = "{course.tells}"', f"attempts = {'true' if course.attempts else 'false'}"]
    lines += [f'language = "{course.language}"'] if course.language != ENGLISH else []
    lines += [f"[labs.{lab.name}]", f"due = {due.isoformat()}"] if due else []
    return "\n".join(lines) + "\n"
