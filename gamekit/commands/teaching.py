"""Commands for teachers: export, similar, report, slides."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gamekit.commands.common import COURSE_FILE, JSON, Command, complain, print_answer


def add(command: Command) -> None:
    command(
        "export",
        _export,
        "Write the marks of a graded lab in the form of a learning platform: moodle and canvas fill in the "
        "CSV that came from there, gradescope gets one results.json a student.",
        "gamekit export moodle graded/lab03 --form Grades-Lab3.csv --out filled.csv",
        ("PLATFORM", "moodle, canvas or gradescope"),
        ("GRADED", "the folder that 'gamekit grade' wrote"),
        ("--form CSV", "the platform's own file (moodle, canvas)"),
        ("--assignment NAME", "the title of Canvas's column; the lab's if not said"),
        ("--ladder DIR", "of 'gamekit arena --class': Gradescope's leaderboard"),
        ("--out PLACE", "the file (gradescope: folder) to write; beside the marks"),
        JSON,
    )
    command(
        "similar",
        _similar,
        "Find answers that resemble each other more than the class does, and show them side by side in "
        "similar.html. A likeness is a question, not a proof.",
        "gamekit similar lab03 submitted/",
        ("LAB", "such as lab03"),
        ("SUBMISSIONS+", "as for 'gamekit grade'"),
        ("--out DIR", "where to write; graded/LAB if not said"),
        JSON,
    )
    command(
        "report",
        _report,
        "Put all graded labs together, by the weights in course.toml: course.csv, and a page a student.",
        "gamekit report graded/",
        ("[GRADED]", "the folder of graded labs", "graded"),
        COURSE_FILE,
        JSON,
    )
    command(
        "slides",
        _slides,
        "Make slides of lessons, one file of HTML each that needs no network: headings, code, pictures, and "
        "questions with their answers behind a click.",
        "gamekit slides 03 --out slides/",
        ("LESSON*", "such as 03; all if not said"),
        ("--out DIR", "the folder (slides)", "slides"),
        JSON,
    )


def _slides(options: argparse.Namespace) -> None:
    from gamekit.course import slides

    made = [str(slides.write(number, Path(options.out))) for number in options.lesson or slides.lessons()]
    print_answer(options, "\n".join(made), slides=made)


def _export(options: argparse.Namespace) -> None:
    from gamekit.files import shown, write_file
    from gamekit.grading import lab, people, platforms
    from gamekit.grading.platforms import canvas, gradescope, moodle
    from gamekit.grading.report import feedback_name

    folder = Path(options.graded)
    if options.platform not in platforms.FORMS:
        complain(f"{options.platform!r} is not among the platforms: {', '.join(platforms.FORMS)}")
    result = platforms.read_result(folder)
    rows, chosen = result["students"], lab.find(result["lab"])
    left: list[str] = []
    if options.platform == "gradescope":
        standing = platforms.read_result(Path(options.ladder))["standing"] if options.ladder else None
        says = {task.name: {part.name: part.says for part in task.parts} for task in chosen.tasks}
        out = Path(options.out or folder / "gradescope")
        for row in rows:
            place = out / feedback_name(row["student"]).removesuffix(".html")
            place.mkdir(parents=True, exist_ok=True)
            write_file(place / "results.json", gradescope.results(row, says, standing))
    else:
        if not options.form:
            complain(f"{options.platform} wants its own CSV to fill in: --form FILE")
        form = Path(options.form)
        out = Path(options.out or folder / f"{options.platform}.csv")
        if options.platform == "moodle":
            text, left = moodle.fill(rows, form)
        else:
            text, left = canvas.fill(rows, form, options.assignment or chosen.title)
        out.parent.mkdir(parents=True, exist_ok=True)
        write_file(out, text)
    for student in left:
        print(f"gamekit: {shown(student)} is not in {options.form}", file=sys.stderr)
    if waiting := sum(any(map(people.is_waiting, row["tasks"].values())) for row in rows):
        print(
            f"gamekit: {waiting} open question{'s' if waiting > 1 else ''} not marked yet: 0 points so far",
            file=sys.stderr,
        )
    print_answer(options, str(out), students=len(rows), left=left, waiting=waiting)


def _similar(options: argparse.Namespace) -> None:
    from gamekit.files import shown
    from gamekit.grading import lab, similarity, submissions

    chosen = lab.find(options.lab)
    found = submissions.find(
        chosen, options.submissions, lambda said: print(f"gamekit: {said}", file=sys.stderr)
    )
    out = Path(options.out or Path("graded") / chosen.name)
    pairs = similarity.write(chosen, found, out)
    if not options.json:
        for pair in pairs[: similarity.MOST_PAIRS]:
            one, other = map(shown, pair.students)
            print(f"{100 * pair.alike:3.0f} % (usual {100 * pair.usual:.0f} %)  {pair.task}: {one}, {other}")
        print(similarity.WARNING)
    facts = similarity.as_facts(pairs)
    print_answer(options, str(out / "similar.html"), pairs=facts)


def _report(options: argparse.Namespace) -> None:
    from gamekit.grading import course, standing

    said = course.read(Path(options.course)) if options.course else course.find()
    everybody = standing.write(said, Path(options.graded))
    facts = {one.id: round(one.percent, 2) for one in everybody}
    answer = str(Path(options.graded) / "course.csv")
    print_answer(options, answer, percent=facts)
