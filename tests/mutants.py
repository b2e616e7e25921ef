"""Ask every mutant of a model answer the questions of several students: what does each part earn?

python tests/mutants.py lab14,lab15.elo 20     a table of those that earn by luck, or everything
python tests/mutants.py --pin lab14,lab15      those that earn everything, in pinned/mutants.txt
python tests/mutants.py --slips lab14.put       what `check` calls the slips of a task
python tests/mutants.py --write lab14,lab15    the same of labs, in their slips.json
"""

from __future__ import annotations

import json
import re
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mutating import Mutant, mutants, wider

from gamekit.grading import lab as labs
from gamekit.grading import marking, slips
from gamekit.grading.checking import find_task, visible_questions
from gamekit.grading.comparing import parameters
from gamekit.parts import PACKAGE

SEED = b"a secret of the mutants"
PINNED = Path(__file__).parent / "pinned" / "mutants.txt"
# How these play is up to the student: a mutant is another evaluation, another player, another rate.
FREE = {"lab06.evaluate", "lab12.learn", "lab17.choose"}
NAME_FOR_NAME = re.compile("`(.*)` for `(.*)`")
MOST_TOLD = 3  # slips that one set of answers may come from
SECONDS = 0.6  # of the processor, for the answers of a mutant to one student


class Endless(BaseException):
    """A mutant need not end."""


@contextmanager
def ending(seconds: float) -> Iterator[None]:
    """So many seconds, and a gigabyte more than there is: a shift with its arguments exchanged takes all."""

    def stop(*_):
        raise Endless

    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + 2**30, most[1]))
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, most)


def answers_of(task: labs.Task, questions: list, source: str) -> list:
    """The answers; None from where it does not end."""
    found = [None] * len(questions)
    try:
        with ending(SECONDS):
            for number, question in enumerate(questions):
                found[number] = task.library.answer(task.name, question, source)
    except (Endless, MemoryError, SyntaxError):
        pass
    return found


def earned(lab: labs.Lab, task: labs.Task, student: str, versions: list[Mutant]) -> list[frozenset[str]]:
    """The parts that each mutant earns with this student's questions."""
    questions = marking.questions_for(lab, task, SEED, student)
    rows = []
    for version in versions:
        parts = marking._parts(task, questions, answers_of(task, questions, version.source))
        rows.append(frozenset(name for name, part in parts.items() if part["points"] == part["most"]))
    return rows


def survey(lab: labs.Lab, task: labs.Task, students: list[str]) -> dict[Mutant, list[frozenset[str]]]:
    """What each mutant of a task earns, student by student."""
    versions = mutants(task.library.folder.answers[task.name])
    columns = [earned(lab, task, student, versions) for student in students]
    return {version: [column[row] for column in columns] for row, version in enumerate(versions)}


def lucky_parts(rows: list[frozenset[str]]) -> list[str]:
    """The parts that some students earn with it, and some do not."""
    return sorted(frozenset.union(*rows) - frozenset.intersection(*rows))


def slips_in_words(lab: labs.Lab, task: labs.Task) -> dict[str, str]:
    """The digest of what each mutant answers to the visible questions, and its change in words.

    Where two or three changes make the same answers, all are told; where more do, nothing is known.
    """
    questions = list(visible_questions(f"{lab.name}.{task.name}"))
    model = [task.answer(question) for question in questions]
    right = [slips.digest(task, questions, model, with_visits) for with_visits in (True, False)]
    arguments = questions[0].case.get("arguments", ())
    has_visits = any("visits" in answer for answer in model if isinstance(answer, dict))
    found: dict[str, list[str]] = {}
    source = task.library.folder.answers[task.name]
    kinds = dict(zip(parameters(task.library.function(task.name)), map(type, arguments), strict=False))
    for mutant in (*mutants(source), *wider(source)):
        taken = NAME_FOR_NAME.fullmatch(mutant.words)
        if taken and len({kinds.get(name) for name in taken.groups()}) > 1:
            continue  # nobody takes a depth for a position
        try:
            with ending(SECONDS):
                answers = [task.library.answer(task.name, asked, mutant.source) for asked in questions]
        except (Endless, MemoryError, SyntaxError):
            continue
        if any(answers):
            for with_visits in (True, False)[: 1 + has_visits]:
                told = found.setdefault(slips.digest(task, questions, answers, with_visits), [])
                if mutant.words.removesuffix(", in every place") not in told:
                    told.append(mutant.words)
    return {
        digest: ", or ".join(dict.fromkeys(told))
        for digest, told in sorted(found.items())
        if digest not in right and len(set(told)) <= MOST_TOLD
    }


def write_slips(lab: labs.Lab) -> None:
    path = PACKAGE / "labs" / lab.tasks[0].library.folder.name / "slips.json"
    tasks = [task for task in lab.tasks if f"{lab.name}.{task.name}" not in FREE]
    path.write_text(json.dumps({task.name: slips_in_words(lab, task) for task in tasks}, indent=0) + "\n")


def report_of(lab: labs.Lab, task: labs.Task, count: int) -> str:
    """How many mutants a task has, those that earn everything, and those that earn by luck."""
    found = survey(lab, task, [f"student {number}" for number in range(count)])
    everything = {part.name for part in task.parts}
    passing = [mutant for mutant, rows in found.items() if all(row == everything for row in rows)]
    lucky = {mutant: parts for mutant, rows in found.items() if (parts := lucky_parts(rows))}
    name = f"{lab.name}.{task.name}"
    lines = [f"== {name}: {len(found)} mutants, {len(passing)} pass, {len(lucky)} lucky"]
    lines += [f"   passes  {mutant.kind:10} {mutant.line}: {mutant.text}" for mutant in passing]
    for mutant, parts in lucky.items():
        shares = {part: sum(part in row for row in found[mutant]) for part in parts}
        lines.append(f"   lucky   {mutant.kind:10} {mutant.line}: {mutant.text} | {shares}")
    return "".join(f"{line}\n" for line in lines)


def pinned() -> tuple[str, dict[str, str]]:
    """What a person said above the list, and the report of each task."""
    head, *blocks = re.split("^== ", PINNED.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return head, {block.partition(":")[0]: f"== {block}" for block in blocks}


def chosen(names: list[str]) -> Iterator[tuple[labs.Lab, labs.Task]]:
    """The tasks of these labs, or these tasks."""
    for name in names:
        lab = labs.find(name.partition(".")[0])
        for task in lab.tasks:
            full = f"{lab.name}.{task.name}"
            if full not in FREE and name in (lab.name, full):
                yield lab, task


if __name__ == "__main__":
    if sys.argv[1] == "--pin":
        head, known = pinned()
        for lab, task in chosen(sys.argv[2].split(",") if len(sys.argv) > 2 else labs.names()):
            known[f"{lab.name}.{task.name}"] = report_of(lab, task, 3)
            PINNED.write_text(head + "".join(known.values()), encoding="utf-8")
        sys.exit()
    if sys.argv[1] == "--slips":
        lab, task = find_task(sys.argv[2])
        print(json.dumps(slips_in_words(lab, task)))
        sys.exit()
    if sys.argv[1] == "--write":
        for name in sys.argv[2].split(",") if len(sys.argv) > 2 else labs.names():
            write_slips(labs.find(name))
            print(name, flush=True)
        sys.exit()
    for lab, task in chosen(sys.argv[1].split(",")):
        print(report_of(lab, task, int(sys.argv[2])), end="", flush=True)
