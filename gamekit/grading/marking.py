"""Grade one submission: bytes of a notebook in, plain data out.

`grade_one` is the seam for whoever spreads the work over threads, processes or machines: its arguments and
its result are plain data (the sandbox apart, which each worker keeps for itself).
"""

from __future__ import annotations

import re
import secrets
import signal
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from gamekit.files import one_line
from gamekit.grading import notebook
from gamekit.grading.lab import Lab, Question, Task, rng_of
from gamekit.isolation.sandbox import Limits, Sandbox
from gamekit.isolation.wire import Broken, TooLate, Wire

Found = TypeVar("Found")
JUDGE_SECONDS = 20  # of the processor, for one task


def sandbox_for(lab: Lab, isolation: str = "sandbox") -> Sandbox:
    """A sandbox for submissions of this lab; it is not started yet."""
    setup = (*(source for _, source in notebook.released(lab).setup), lab.loads)
    return Sandbox(isolation, lab.hides, lab.warm, setup, lab.shown, "gamekit.grading.inside.kinds")


def grade_one(
    lab: Lab, student: str, data: bytes, seed: bytes, sandbox: Sandbox, limits: Limits | None = None
) -> dict[str, Any]:
    """Marks, parts and remarks of one submission, as plain data.

    `{"student", "lab", "points", "most", "tasks": {name: {"points", "most", "parts": {name: {"points",
    "most", "right", "asked"}}}}, "remarks": [...], "late": did time run out?}`. Nothing in it tells of a
    hidden case.
    """
    work = notebook.read(data, notebook.released(lab))
    asked: dict[str, list[Question]] = {
        task.name: task.questions(rng_of(seed, lab.name, task.name, student))
        if work.readable and task.name not in work.untouched
        else []
        for task in lab.tasks
    }
    answers: dict[str, list[Any]] = {name: [None] * len(questions) for name, questions in asked.items()}
    remarks = list(work.remarks)
    exam = _Exam(lab, work, asked, answers, remarks, limits or lab.limits)
    if work.readable:
        exam.hold(sandbox)
    tasks = {task.name: marks(task, asked[task.name], answers[task.name], remarks) for task in lab.tasks}
    return {
        "student": student,
        "lab": lab.name,
        "points": sum(task["points"] for task in tasks.values()),
        "most": lab.points,
        "tasks": tasks,
        "remarks": [one_line(remark) for remark in dict.fromkeys(remarks)],
        "late": exam.is_late,
    }


def marks(
    task: Task, questions: list[Question], answers: list[Any], remarks: list[str] | None = None
) -> dict[str, Any]:
    """What each part of a task earned, and the known mistakes that the answers show.

    An answer is a dict (see `inside/kinds.py`), or None where there was none. A part earns all of its points
    or nothing. Answers that nobody can judge in time earn nothing, and `remarks` says so.
    """
    parts = _in_time(lambda: _parts(task, questions, answers))
    if parts is None:
        parts = _parts(task, questions, [None] * len(questions))
        if remarks is not None:
            remarks.append(f"{task.name}: its answers could not be judged")
    points = sum(part["points"] for part in parts.values())
    mistakes: list[str] | None = None
    if any(answer is not None for answer in answers) and points < task.points:
        mistakes = _in_time(lambda: task.library.diagnose(task.name, questions, answers))
    return {"points": points, "most": task.points, "parts": parts, "mistakes": mistakes or []}


def _parts(task: Task, questions: list[Question], answers: list[Any]) -> dict[str, dict[str, Any]]:
    parts = {}
    for part in task.parts:
        deciding = [
            is_right(task, question, part.name, answer)
            for question, answer in zip(questions, answers, strict=True)
            if part.name == question.part or part.name in question.also
        ]
        parts[part.name] = {
            "points": part.points if deciding and all(deciding) else 0,
            "most": part.points,
            "right": sum(deciding),
            "asked": len(deciding),
        }
    return parts


class _OutOfTime(BaseException):
    """The judge has had time enough."""


def _in_time(judge: Callable[[], Found]) -> Found | None:
    """What the judge finds; None where it raises, or takes more of the processor's seconds than it may.

    Its code is ours, but what it looks at is not. Only the main thread can be interrupted.
    """

    def stop(*_: object) -> None:
        raise _OutOfTime

    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGPROF, stop) if is_main else None
    try:
        if is_main:
            signal.setitimer(signal.ITIMER_PROF, JUDGE_SECONDS, 1)
        return judge()
    except (Exception, _OutOfTime):
        return None
    finally:
        if is_main:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)


class _Exam:
    """Asks all questions of a lab; a child that dies or hangs costs the rest of its task, not of the lab."""

    def __init__(
        self,
        lab: Lab,
        work: notebook.Work,
        asked: dict[str, list[Question]],
        answers: dict[str, list[Any]],
        remarks: list[str],
        limits: Limits,
    ) -> None:
        self.lab, self.work, self.asked, self.answers = lab, work, asked, answers
        self.remarks, self.limits = remarks, limits
        self.end = 0.0
        self.is_late = False

    def hold(self, sandbox: Sandbox) -> None:
        """Ask everything; a new child for what is left when one was lost."""
        self.end = time.monotonic() + self.limits.total_seconds
        left = [task for task in self.lab.tasks if task.name not in self.work.untouched]
        while left:
            if time.monotonic() >= self.end:
                self._say_late(f"it took longer than {self.limits.total_seconds:g} s in all")
                return
            with sandbox.child(self.limits) as wire:
                if not self._set_up(wire):
                    return
                while left:
                    survived = self._ask_all(wire, left.pop(0))
                    if not survived:
                        break

    def _set_up(self, wire: Wire) -> bool:
        """Run the cells. Without them there is nothing to ask."""
        try:
            wire.send({"cells": self.work.cells}, seconds=self.limits.setup_seconds)
            reply = wire.receive(self._seconds(self.limits.setup_seconds))
        except TooLate:
            self._say_late(f"the cells did not finish within {self.limits.setup_seconds:g} s")
            return False
        except Broken as error:
            self.remarks.append(f"the cells {_what_happened(error, 'them')}")
            return False
        said = reply.get("remarks") if isinstance(reply, dict) else None
        if not isinstance(said, list):
            self.remarks.append("the cells disturbed the program that ran them")
            return False
        # Whatever ran there may have said this: it may speak of its cells, not of its marks.
        begins = tuple(f"cell {name}" for name, _, _ in self.work.cells)
        self.remarks += [line for line in said[:12] if isinstance(line, str) and line.startswith(begins)]
        return True

    def _ask_all(self, wire: Wire, task: Task) -> bool:
        """Ask all questions of a task; False when the child is lost."""
        for number, question in enumerate(self.asked[task.name]):
            most = self.limits.question_seconds if number else self.limits.first_seconds
            nonce = secrets.token_hex(8)
            ask = {"nonce": nonce, "function": task.name, "kind": question.kind, "case": question.case}
            try:
                wire.send(ask, seconds=self._seconds(most))
                reply = wire.receive(self._seconds(most))
            except TooLate:
                self._say_late(f"{task.name}: no answer within {most:g} s")
                return False
            except Broken as error:
                self.remarks.append(f"{task.name} {_what_happened(error, 'it')}")
                return False
            if type(reply) is not dict or reply.get("nonce") != nonce:
                self.remarks.append(f"{task.name}: an answer came that nobody had asked for")
                return False
            if "answer" not in reply:
                self._say_error(task, reply)
                if reply.get("missing") is True:
                    return True
                continue
            self.answers[task.name][number] = reply["answer"]
        return True

    def _say_late(self, sentence: str) -> None:
        self.is_late = True
        self.remarks.append(sentence)

    def _seconds(self, most: float) -> float:
        return max(0.01, min(most, self.end - time.monotonic()))

    def _say_error(self, task: Task, reply: dict[str, Any]) -> None:
        """Name the error and its place, nothing else: its message could tell of the question."""
        if reply.get("missing") is True:
            self.remarks.append(f"there is no function {task.name}")
            return
        kind = reply.get("error")
        kind = kind if isinstance(kind, str) and re.fullmatch(r"[A-Za-z]{1,40}", kind) else "an error"
        where = reply.get("where")
        at = ""
        if isinstance(where, list) and len(where) == 2 and type(where[1]) is int:
            known = {name for name, _, _ in self.work.cells}
            if where[0] in known and 0 < where[1] < 100_000:
                at = f" in cell {where[0]}, line {where[1]}"
        if kind == "NotImplementedError":
            at += "; is the line 'raise NotImplementedError' still there?"
        sentence = f"{task.name} raised {kind}{at}"
        if not any(remark.startswith(f"{task.name} raised") for remark in self.remarks):
            self.remarks.append(sentence)


def _what_happened(error: Broken, who: str) -> str:
    return f"ended the program that ran {who}" if error.went_away else f"disturbed the answers: {error}"


def is_right(task: Task, question: Question, part: str, answer: Any) -> bool:
    """Judge; an answer that has not the shape of one is wrong."""
    if type(answer) is not dict:
        return False
    try:
        return task.judge(question, part, answer) is True
    except Exception:
        return False
