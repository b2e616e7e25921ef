"""`check`: the learner's own look at a task, on visible cases.

It runs the function in a fork of the notebook's process, so an endless loop, a crash or a changed rule does
no harm to the notebook, and asks the same kind of questions as the grader, drawn from a seed that everybody
may know.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import warnings
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gamekit.errors import BadText
from gamekit.grading import lab as labs
from gamekit.grading.inside import harness
from gamekit.grading.inside.wire import MOST_SENT, Broken, TooLate, Wire
from gamekit.grading.marking import marks
from gamekit.grading.sandbox import Limits


@dataclass(frozen=True)
class Checked:
    """What the visible checks found."""

    task: labs.Task
    marks: dict[str, Any]
    trouble: str = ""

    def __str__(self) -> str:
        lines = [f"visible checks: {self.marks['points']:g} of {self.marks['most']:g} points"]
        for part in self.task.parts:
            found = self.marks["parts"][part.name]
            mark = "+" if found["points"] == found["most"] else "-"
            lines.append(f"{mark} {part.says}: {found['right']} of {found['asked']} right")
        return "\n".join([*lines, *([self.trouble] if self.trouble else [])])


def find_task(name: str) -> tuple[labs.Lab, labs.Task]:
    """The task that `lab03.alphabeta` means."""
    lab_name, _, task_name = name.partition(".")
    lab = labs.find(lab_name)
    for task in lab.tasks:
        if task.name == task_name:
            return lab, task
    known = ", ".join(f"{lab.name}.{task.name}" for task in lab.tasks)
    raise BadText(f"there is no task {name!r}; the tasks of this lab are {known}")


def look(name: str, function: Any) -> Checked:
    """Ask the visible questions of a task."""
    lab, task = find_task(name)
    questions = task.questions(labs.chance(labs.VISIBLE_SEED, lab.name, task.name))
    answers, trouble = ask_fork(function, task, questions, lab.limits)
    return Checked(task, marks(task, questions, answers), trouble)


def check(name: str, function: Any) -> float:
    """Say which parts of a task are right on the visible cases, and return the points.

    A cell that ends with it is what nbgrader wants: its value is a plain number, which counts as partial
    credit, and nothing is on stderr.
    """
    found = look(name, function)
    print(found)
    points: float = found.marks["points"]
    return points


def ask_fork(
    function: Any, task: labs.Task, questions: list[labs.Question], limits: Limits
) -> tuple[list[Any], str]:
    """Ask a function in a fork of this process; the answers, and a sentence on what went wrong."""
    ours, theirs = socket.socketpair()
    with warnings.catch_warnings():  # Python warns of threads, and one word on stderr costs all points
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        with suppress(BaseException):
            ours.close()
            nothing = os.open(os.devnull, os.O_RDWR)
            for standard in (0, 1, 2):
                os.dup2(nothing, standard)
            wire = Wire(theirs, MOST_SENT, 2**40)
            while True:
                question = wire.receive()
                wire.send({"nonce": question["nonce"], **harness.answer(function, question)})
        os._exit(0)
    theirs.close()
    answers: list[Any] = [None] * len(questions)
    trouble, seconds = "", limits.first_seconds
    try:
        wire = Wire(ours)
        for number, question in enumerate(questions):
            seconds = limits.question_seconds if number else limits.first_seconds
            nonce = secrets.token_hex(8)
            wire.send({"nonce": nonce, "way": question.way, "case": question.case}, seconds)
            reply = wire.receive(seconds)
            if reply.get("nonce") == nonce and "answer" in reply:
                answers[number] = reply["answer"]
            elif not trouble:
                raised = f"{task.name} raised {reply.get('error')}"
                trouble = f"{task.name} is no function" if reply.get("missing") else raised
    except TooLate:
        trouble = f"{task.name} gave no answer within {seconds:g} s: does it loop for ever?"
    except Broken:
        trouble = f"{task.name} ended the program that ran it"
    finally:
        ours.close()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return answers, trouble
