"""Grade one submission: bytes of a notebook in, plain data out.

`grade_one` is the seam for whoever spreads the work over threads, processes or machines: its arguments and
its result are plain data (the sandbox apart, which each worker keeps for itself).
"""

from __future__ import annotations

import builtins
import secrets
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from gamekit import errors
from gamekit.files import one_line
from gamekit.grading import notebook
from gamekit.grading.inside.kinds import answered, is_dialogue
from gamekit.grading.lab import Lab, Question, Task, rng_of
from gamekit.grading.observing import wrong_kind
from gamekit.grading.serving import ServedTree
from gamekit.isolation.fence import own_wait
from gamekit.isolation.limits import SandboxLimits
from gamekit.isolation.plain import is_plain
from gamekit.isolation.sandbox import Sandbox
from gamekit.isolation.wire import Broken, TooLate, Wire

Row = dict[str, Any]  # marks as plain data: of a student in a lab, or of one task there
Found = TypeVar("Found")
# The names of exceptions that feedback repeats, and how far down a cell it tells the line: with names and
# numbers of their own choice students could tell each other what was asked.
TOLD_ERRORS = {name for name, kind in vars(builtins).items() if isinstance(kind, type)} | {
    *(name for name, kind in vars(errors).items() if isinstance(kind, type)),
    "TypingError",
}
TOLD_TYPES = {"bytes", "complex", "dict", "function", "generator", "list", "ndarray", "range", "set", "tuple"}
MOST_LINE = 200
JUDGE_SECONDS = 20  # of the processor, for one task


def sandbox_for(lab: Lab, isolation: str = "sandbox") -> Sandbox:
    """A sandbox for submissions of this lab; it is not started yet."""
    setup = (*(source for _, source in notebook.released(lab).setup), lab.loads)
    return Sandbox(isolation, lab.hides, lab.warm, setup, lab.shown, "gamekit.grading.inside.kinds")


def grade_one(
    lab: Lab, student: str, data: bytes, seed: bytes, sandbox: Sandbox, limits: SandboxLimits | None = None
) -> dict[str, Any]:
    """Marks, parts and remarks of one submission, as plain data.

    `{"student", "lab", "points", "most", "tasks": {name: {"points", "most", "parts": {name: {"points",
    "most", "right", "asked"}}}}, "remarks": [...], "copied": tasks that are the model answer, "late": did
    time run out?}`. Nothing in it tells of a hidden case.
    """
    work = notebook.read(data, notebook.released(lab))
    asked: dict[str, list[Question]] = {
        task.name: questions_for(lab, task, seed, student)
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
        "copied": [task.name for task in lab.tasks if notebook.is_copy(work, task)],
        "late": exam.is_late,
    }


def questions_for(lab: Lab, task: Task, seed: bytes, student: str) -> list[Question]:
    """The questions of one student in an order of their own: the place of one tells nothing of its answer."""
    asked = task.questions(rng_of(seed, lab.name, task.name, student))
    rng_of(seed, lab.name, f"{task.name}: order", student).shuffle(asked)
    return asked


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
        if remarks is not None and (strange := _in_time(lambda: _wrong_kind(task, questions, answers))):
            remarks.append(strange)
        mistakes = _in_time(lambda: task.library.diagnose(task.name, questions, answers))
    return {"points": points, "most": task.points, "parts": parts, "mistakes": mistakes or []}


def _wrong_kind(task: Task, questions: list[Question], answers: list[Any]) -> str:
    """A list for a number, or nothing at all: what kind it is tells nothing of a question."""
    return wrong_kind(task.name, [(q, task.answer(q), a) for q, a in zip(questions, answers, strict=True)])


def _parts(task: Task, questions: list[Question], answers: list[Any]) -> dict[str, dict[str, Any]]:
    parts = {}
    for part in task.parts:
        is_blind = partial(_is_blind, task, part.name, questions, answers)
        deciding = [
            is_right(task, question, part.name, answer)
            for question, answer in zip(questions, answers, strict=True)
            if part.name == question.part or part.name in question.also
        ]
        parts[part.name] = {
            "points": 0 if not deciding or not all(deciding) or is_blind() else part.points,
            "most": part.points,
            "right": sum(deciding),
            "asked": len(deciding),
        }
    return parts


def _is_blind(task: Task, part: str, questions: list[Question], answers: list[Any]) -> bool:
    """Would most answers to questions of other parts be right in this part too, where the model's are not?

    Then the function says the same whatever it is asked: `True`, 0, a raised exception. That earns nothing.
    """
    own = [question for question in questions if part == question.part or part in question.also]
    told_apart = blind = 0
    for other, answer in zip(questions, answers, strict=True):
        asked = [question for question in own if question.kind == other.kind]
        if other in own or not asked or is_dialogue(other.kind):  # nobody wins a match by a word
            continue
        if not all(is_right(task, question, part, answer) for question in asked):
            told_apart += 1
        elif not any(is_right(task, question, part, task.answer(other)) for question in asked):
            blind += 1
    return blind > told_apart


class _OutOfTime(BaseException):
    """The judge has had time enough."""


def _in_time(judge: Callable[[], Found]) -> Found | None:
    """What the judge finds; None where it raises, or takes more of the processor's seconds than it may.

    Its code is ours, but what it looks at is not. Only the main thread can be interrupted.
    """

    def stop(*_: object) -> None:
        raise _OutOfTime

    is_main = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
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


@dataclass
class _Exam:
    """Asks all questions of a lab; a child that dies or hangs costs the rest of its task, not of the lab."""

    lab: Lab
    work: notebook.Work
    asked: dict[str, list[Question]]
    answers: dict[str, list[Any]]
    remarks: list[str]
    limits: SandboxLimits
    end: float = 0.0
    is_late: bool = False

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
                    survived = self._ask_all(wire, left.pop(0), sandbox)
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
        # Whatever ran there may have said this: it may speak of its cells, and in its own name.
        begins = tuple(f"cell {name}" for name, _, _ in self.work.cells)
        self.remarks += [
            f"the submission's code says: {line}"
            for line in said[:12]
            if isinstance(line, str) and line.startswith(begins)
        ]
        return True

    def _ask_all(self, wire: Wire, task: Task, sandbox: Sandbox) -> bool:
        """Ask all questions of a task; False when the child is lost."""
        for number, question in enumerate(self.asked[task.name]):
            most = self.limits.question_seconds if number else self.limits.first_seconds
            talk = _Talk(wire, task.name, self._seconds(most), sandbox)
            try:
                answer = answered(question.kind, question.case, talk.ask)
            except TooLate:
                self._say_late(f"{task.name}: no answer within {most:g} s")
                return False
            except Broken as error:
                self.remarks.append(f"{task.name} {_what_happened(error, 'it')}")
                return False
            except Exception as error:  # in a dialogue, which its answers led astray
                self.remarks.append(f"{task.name}: its answers could not be judged ({type(error).__name__})")
                return False
            self.end += talk.waited
            if talk.error is not None:
                self._say_error(task, talk.error)
                if talk.error.get("missing") is True:
                    return True
            self.answers[task.name][number] = answer
            self._look_at_type(task, answer)
        return True

    def _look_at_type(self, task: Task, answer: Any) -> None:
        """Say so where what was returned is nothing that can be judged."""
        value = answer.get("value") if type(answer) is dict else None
        if type(value) is dict and isinstance(kind := value.get("type"), str):
            if kind.startswith("float "):  # infinite, or no number: a judge may well expect that
                return
            kind = f"a value of type {kind}" if kind in TOLD_TYPES else "something"
            self.remarks.append(f"{task.name} returned {kind}, which cannot be judged")

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
        kind = kind if isinstance(kind, str) and kind in TOLD_ERRORS else "an error"
        where = reply.get("where")
        at = ""
        if isinstance(where, list) and len(where) == 2 and type(where[1]) is int:
            lines = {name: source.count("\n") + 1 for name, _, source in self.work.cells}
            most = min(lines.get(where[0], 0) if isinstance(where[0], str) else 0, MOST_LINE)
            if 0 < where[1] <= most:
                at = f" in cell {where[0]}, line {where[1]}"
        if kind == "NotImplementedError":
            at += "; is the line 'raise NotImplementedError' still there?"
        sentence = f"{task.name} raised {kind}{at}"
        if not any(remark.startswith(f"{task.name} raised") for remark in self.remarks):
            self.remarks.append(sentence)


class _Talk:
    """One question, or the many small ones of a dialogue: together they may take so many seconds.

    What can be measured is measured on this side: the visits of a tree, which is served from here, and the
    processor's seconds, which the server of the sandbox reads.
    """

    def __init__(self, wire: Wire, function: str, seconds: float, sandbox: Sandbox) -> None:
        self._wire, self._function, self._left, self._sandbox = wire, function, seconds, sandbox
        self.error: dict[str, Any] | None = None  # the first reply that was no answer
        self.waited = 0.0

    def ask(self, kind: str, case: dict[str, Any]) -> Any:
        """The answer, or None."""
        nonce, is_timed = secrets.token_hex(8), kind == "play_on_time"
        tree = ServedTree(case) if "tree" in case else None
        first = self._clock() if is_timed else (0.0, 0.0)
        begin = time.monotonic()
        question = {"nonce": nonce, "function": self._function, "kind": kind}
        self._wire.send({**question, "case": case if tree is None else tree.case}, max(0.01, self._left))
        reply = self._wire.receive(max(0.01, self._left), None if tree is None else tree.serve)
        taken = time.monotonic() - begin
        # The thinking of others is not counted, nor the time in which there was no core to think with.
        self._left -= taken - self._wire.waited
        self.waited += self._wire.waited
        if type(reply) is not dict or reply.get("nonce") != nonce:
            raise Broken("one came that nobody had asked for")
        answer = reply.get("answer")
        if "answer" not in reply:
            self.error = self.error or reply
        elif not is_plain(answer):
            return None
        elif type(answer) is dict and tree is not None:
            answer |= tree.measured()
        elif type(answer) is dict and is_timed:
            used, waited = (now - before for now, before in zip(self._clock(), first, strict=True))
            answer["late"] = max(used, taken - waited) - case["seconds"]  # who sleeps is late, too
        return answer

    def _clock(self) -> tuple[float, float]:
        """The processor's seconds that it used, and those in which it, or we, waited for a core."""
        used, waited = self._sandbox.tell("clock")
        return used, waited + own_wait()


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
