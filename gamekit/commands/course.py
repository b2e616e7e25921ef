"""Commands of the course: lab, progress, grade, handout, solutions, new-lab."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from gamekit.commands.common import COURSE_FILE, JSON, Command, complain, positive, print_answer


def add(command: Command) -> None:
    made = command(
        "lab",
        _lab,
        "Copy the lessons and exercises to FOLDER (here if nothing is here, else gamekit-course/), never "
        "over what you have written, and open them in JupyterLab; or open a NOTEBOOK where it is. Options "
        "that are not known go to JupyterLab.",
        "gamekit lab my-course --no-browser --port 9999\n  gamekit lab --update",
        ("--update", "bring what is new, say what it is, open nothing"),
    )
    made.usage = "gamekit lab [FOLDER | NOTEBOOK] [--update] [OPTION OF JUPYTERLAB ...]"
    command(
        "progress",
        _progress,
        "Show which visible checks of the exercises have passed on this computer. They are no marks.",
        "gamekit progress",
        JSON,
    )
    command(
        "grade",
        _grade,
        "Grade submissions, each shut in a sandbox; write marks.csv, report.html and feedback/ to --out, "
        "and the marks into nbgrader's gradebook.",
        "gamekit grade lab03 submitted/ --secret-seed-file ~/seed.txt --out marks/lab03",
        ("[LAB]", "such as lab03"),
        (
            "SUBMISSIONS*",
            "a folder of students' folders or of notebooks, nbgrader's submitted/, or notebooks",
        ),
        (
            "--secret-seed-file F",
            "a file with any text that students do not know: cases are drawn from it; if not said, one "
            "is made for you outside the course's folder, and used again",
        ),
        ("--public-seed", "draw cases as check does: for trials, not for marks"),
        ("--only NAMES", "grade only these students, as in anna,bert; the others keep their marks"),
        ("--out DIR", "where to write; graded/LAB if not said"),
        COURSE_FILE,
        ("--handed-in CSV", "when each student handed in: columns student and time, or Moodle's worksheet"),
        ("--jobs N", "how many at once; one a core if not said"),
        (
            "--gradebook URL|FILE",
            "nbgrader's gradebook, or 'none'; if not said, $GAMEKIT_GRADEBOOK, else gradebook.db in this "
            "folder where nbgrader is installed",
        ),
        (
            "--isolation KIND",
            "sandbox, fresh (a new interpreter each: slower) or process (protects little, and says so)",
            "sandbox",
        ),
        ("--doctor", "grade nothing: tell how well this machine can shut code in"),
        JSON,
    )
    command(
        "handout",
        _handout,
        "Make the archives that students get: the exercises without the solutions.",
        "gamekit handout lab03 lab08 --out handouts/",
        ("LAB*", "such as lab03; those of course.toml if not said"),
        COURSE_FILE,
        ("--out DIR", "the folder (here), or FILE.zip for one lab", "."),
        JSON,
    )
    command(
        "solutions",
        _solutions,
        "Make the notebooks with the model answers. They are public: marks come from positions that nobody "
        "has seen, and the report names answers that are the model's.",
        "gamekit solutions lab03 --out solutions/",
        ("LAB*", "such as lab03; all if not said"),
        ("--out DIR", "the folder (solutions)", "solutions"),
        JSON,
    )
    command(
        "new-lab",
        _new_lab,
        "Make the folder of a new lab in gamekit/labs/, with one tiny task; then run "
        "'python .ci/exercises.py' (or 'make exercises').",
        'gamekit new-lab lab18_endgames --title "Endgames, solved"',
        ("NAME", "two digits and a word, such as lab18_endgames"),
        ("--title TEXT", "what people call it; the word if not said", ""),
        JSON,
    )


def _lab(options: argparse.Namespace) -> None:
    from gamekit import jupyterlab as lab

    is_place = bool(options.rest) and not options.rest[0].startswith("-")
    place, rest = (options.rest[0], options.rest[1:]) if is_place else (None, options.rest)
    lab.run(place, rest, options.update)


def _progress(options: argparse.Namespace) -> None:
    from gamekit.grading import progress

    done = progress.so_far()
    points, most = sum(lab.points for lab in done), sum(lab.most for lab in done)
    rows = [
        {
            "lab": lab.name,
            "title": lab.title,
            "points": lab.points,
            "most": lab.most,
            "tasks": [task._asdict() for task in lab.tasks],
        }
        for lab in done
    ]
    if not options.json:
        print(progress.table(done))
    answer = f"{points:g} of {most:g} points"
    print_answer(options, answer, points=points, most=most, labs=rows)


def _grade(options: argparse.Namespace) -> None:
    if sys.platform != "linux":
        complain(
            "grading with marks needs Linux, to shut students' code in: use WSL, a container or a server"
        )
    from gamekit.errors import BadText
    from gamekit.files import shown
    from gamekit.grading import batch, course, gradebook, lab, report, seed, submissions
    from gamekit.isolation import sandbox
    from gamekit.training.reports import counting_bar

    if options.doctor:
        _doctor(options)
        return
    if not options.submissions:
        complain("grade wants a lab and submissions, as in 'gamekit grade lab03 submitted/'")
    chosen = lab.find(options.lab)
    said = course.read(Path(options.course)) if options.course else course.find()
    is_due = said.plan(chosen).due is not None
    times = course.read_times(Path(options.handed_in)) if options.handed_in else None
    sandbox.check_isolation(options.isolation)
    jobs = positive(options.jobs, "jobs", whole=True) or os.cpu_count() or 1
    if options.public_seed and options.secret_seed_file:
        raise BadText("--public-seed and --secret-seed-file exclude each other")
    secret = lab.VISIBLE_SEED
    told = "the cases are drawn from a seed that students can know: a trial"
    if options.secret_seed_file:
        secret, told = seed.read(Path(options.secret_seed_file)), ""
    elif not options.public_seed:
        secret, place = seed.own()
        told = f"the secret seed is in {place}: keep it, the same marks come from the same seed"
    found = submissions.find(
        chosen, options.submissions, lambda said: print(f"gamekit: {said}", file=sys.stderr)
    )
    if options.only is not None:
        found = submissions.only(found, options.only.split(","), said.who)
    out = Path(options.out or Path("graded") / chosen.name)
    book = gradebook.find(options.gradebook)
    if book is not None:
        gradebook.prepare(book)
    if options.isolation == "process":
        print(f"gamekit: {sandbox.UNPROTECTED}", file=sys.stderr)
    if is_due and times is None:
        print(
            f"gamekit: nobody is late: {chosen.name} is due, but --handed-in was not given", file=sys.stderr
        )
    if told and not options.json:
        print(told, file=sys.stderr)
    try:
        with counting_bar(not options.json) as report_progress:
            rows = batch.grade_all(
                *(chosen, found, out, secret, jobs, options.isolation),
                progress=lambda done, of: report_progress("grading", done, of),
                book=book,
                course=said,
                times=times,
            )
    except KeyboardInterrupt:
        sandbox.forget_the_dead()  # finished rows are on disk
        print("\ngamekit: stopped; the same command goes on from here", file=sys.stderr, flush=True)
        os._exit(130)
    if not options.json:
        for row in rows:
            remark = f"  {row['remarks'][0]}" if row["remarks"] else ""
            print(f"{row['points']:5g} of {row['most']:g}  {shown(row['student'])}{remark}")
    print_answer(
        options,
        str(out / "marks.csv"),
        lab=chosen.name,
        out=str(out),
        students=len(rows),
        seed=report.kind_of(secret),
        **({"gradebook": book.shown} if book is not None else {}),  # type: ignore[arg-type]
        marks={row["student"]: row["points"] for row in rows},
    )


def _doctor(options: argparse.Namespace) -> None:
    from gamekit.isolation import doctor

    found = doctor.examine()
    missing = [each.what for each in found if each.is_needed and not each.is_there]
    if not options.json:
        print(doctor.table(found))
    answer = f"missing: {', '.join(missing)}" if missing else "students' code can be shut in here"
    facts = [each._asdict() for each in found]
    print_answer(options, answer, findings=facts)
    if missing:
        raise SystemExit(2)


def _handout(options: argparse.Namespace) -> None:
    from gamekit.grading import course, handout, lab

    said = course.read(Path(options.course)) if options.course else course.find()
    names = options.lab or list(said.labs)
    if not names:
        complain("handout wants the labs, as in 'gamekit handout lab03', or a course.toml that names them")
    made = [str(path) for path in handout.make([lab.find(name) for name in names], Path(options.out), said)]
    print_answer(options, "\n".join(made), archives=made)


def _solutions(options: argparse.Namespace) -> None:
    from gamekit.grading import lab, source

    labs = [lab.find(name) for name in options.lab or lab.names()]
    told = source.write_solutions(labs, Path(options.out))
    if not options.json:
        print("\n".join(told))
    print_answer(options, options.out, told=told)


def _new_lab(options: argparse.Namespace) -> None:
    from gamekit.grading import new_lab

    made = new_lab.make(options.name, options.title)
    print_answer(options, str(made))
