"""The library of mistakes: deliberately wrong versions of each task, each with a name and a tutor's sentence.

A `Library` belongs to one lab. It holds the model answers, read from the lab's notebook, and, for each task,
the wrong versions, all as sources (most are edits of the model). Whoever answers the same questions as a
wrong version, with the same values and the same number of visits, has most likely made that mistake.

Questions are drawn until each of `mistakes` shows. Those of `further` are only named: they nearly always
show in what is drawn anyway, so that one name more changes nobody's questions.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import gamekit
from gamekit.grading import quick_tree
from gamekit.grading.folder import Folder
from gamekit.grading.inside import kinds
from gamekit.grading.question import Question

Sees = Callable[[Question, Any], Any]
NEARLY = 0.83  # five of six: so much of the answers must agree before a mistake is called similar


@dataclass(frozen=True)
class Mistake:
    """A wrong version of a task."""

    name: str
    points: float  # what it earns
    says: str  # what a tutor would say
    changes: tuple[tuple[str, str], ...]  # of the model, or of the source
    source: str = ""
    others: tuple[str, ...] = ()  # the same mistake in answers of another style, where it looks different


def wrong(
    name: str,
    points: float,
    says: str,
    *changes: tuple[str, str],
    source: str = "",
    others: tuple[str, ...] = (),
) -> Mistake:
    """A wrong version: the task's model (or `source`) with some pieces replaced."""
    return Mistake(name, points, says, changes, source, others)


def edited(model: str, *changes: tuple[str, str]) -> str:
    """The model with some pieces replaced; each must be there, so that no mistake is by mistake none.

    >>> edited("return a + b", ("+", "-"))
    'return a - b'
    """
    for old, new in changes:
        if old not in model:
            raise ValueError(f"the model does not hold {old!r}")
        model = model.replace(old, new)
    return model


def what_counts(question: Question, answer: Any) -> Any:
    """What two answers must share to show the same mistake: value, visits, and what became of the arguments.

    Not the number of plays: some make all children at once. A value outside a window is only a bound, so
    it counts as the edge of the window that it lies beyond.
    """
    if type(answer) is not dict:
        return None
    value, expected = answer.get("value"), question.expected
    if isinstance(expected, dict) and "alpha" in expected and type(value) in (int, float):
        value = min(max(value, expected["alpha"]), expected["beta"])
    return value, answer.get("visits"), answer.get("after")


def without_visits(seen: Any) -> Any:
    """The same without the number of visits."""
    return (seen[0], *seen[2:]) if type(seen) is tuple else seen


@dataclass
class Library:
    """The model answers of one lab and the known mistakes of each task, which get their sources here.

    `sees(question, answer)` is what two answers must share to show the same mistake. `styles` are edits that
    leave a model right: a mistake made in such an answer has the same name.
    """

    folder: Folder
    mistakes: dict[str, tuple[Mistake, ...]]
    further: dict[str, tuple[Mistake, ...]] = field(default_factory=dict)
    sees: Sees = what_counts
    styles: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    _known: dict[tuple[str, str, bool], Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.mistakes, self.further = (
            {
                task: tuple(self._written(task, mistake) for mistake in wrong_versions)
                for task, wrong_versions in known.items()
            }
            for known in (self.mistakes, self.further)
        )

    def known(self, task: str) -> tuple[Mistake, ...]:
        """All mistakes of a task that have a name."""
        return (*self.mistakes.get(task, ()), *self.further.get(task, ()))

    def _written(self, task: str, mistake: Mistake) -> Mistake:
        model, others = self.folder.answers[task], list(mistake.others)
        for style in () if mistake.source else self.styles.get(task, ()):
            with suppress(ValueError):  # the mistake cannot be made there
                others.append(edited(edited(model, style), *mistake.changes))
        return replace(
            mistake, source=edited(mistake.source or model, *mistake.changes), others=tuple(others)
        )

    def function(self, task: str, source: str | None = None) -> Callable[..., Any]:
        """A version of a task as a function; the model if not said. Other tasks are the models'."""
        return self._function(task, source, is_quick=False)

    def _function(self, task: str, source: str | None, is_quick: bool) -> Callable[..., Any]:
        source = self.folder.answers[task] if source is None else source
        if (task, source, is_quick) not in self._known:
            kit: dict[str, Any] = {name: getattr(gamekit, name) for name in gamekit.__all__}
            space = quick_tree.names() if is_quick else kit
            for code in (self.folder.given, *self.folder.answers.values(), source):
                exec(compile(code, f"<{task}>", "exec"), space)
            self._known[task, source, is_quick] = space[task]
        function: Callable[..., Any] = self._known[task, source, is_quick]
        return function

    def answer(self, task: str, question: Question, source: str | None = None) -> Any:
        """What a version answers; None where it raises."""
        return self.answer_case(task, question.kind, question.case, source)

    def answer_case(self, task: str, kind: str, case: dict[str, Any], source: str | None = None) -> Any:
        """The same for a case that is no question yet."""
        if kind == "search_tree":
            with suppress(Exception):  # what raises is asked again on the real tree
                return quick_tree.search(self._function(task, source, is_quick=True), case)
        function = self.function(task, source)

        def ask(name: str, given: dict[str, Any]) -> Any:
            try:
                return kinds.kind(name)(function, given)
            except Exception:
                return None

        return kinds.answered(kind, case, ask)

    def matching(self, task: str, questions: list[Question], answers: list[Any]) -> list[Mistake]:
        """The mistakes that answer every question just so."""
        if not any(answer is not None for answer in answers):
            return []
        seen = [
            (question, self.sees(question, answer))
            for question, answer in zip(questions, answers, strict=True)
        ]
        return [
            mistake
            for mistake in self.known(task)
            if any(
                all(
                    self.sees(question, self.answer(task, question, source)) == wanted
                    for question, wanted in seen
                )
                for source in (mistake.source, *mistake.others)
            )
        ]

    def similar(self, task: str, questions: list[Question], answers: list[Any]) -> Mistake | None:
        """The one mistake that answers most questions just so, and among them wrong ones; None if none does.

        Right answers do not count, since every half-right version gives those, unless the mistake has them
        wrong: that speaks against it. Where a value is wrong, the number of visits does not count: it depends
        on how things are written too.
        """
        told = [
            (question, self.sees(question, answer), self.sees(question, self.answer(task, question)))
            for question, answer in zip(questions, answers, strict=True)
            if answer is not None
        ]
        if sum(seen != right for _, seen, right in told) < 3:
            return None

        def share(mistake: Mistake) -> float:
            agreed: list[bool] = []
            for question, seen, right in told:
                theirs = self.sees(question, self.answer(task, question, mistake.source))
                values = [without_visits(each) for each in (seen, right, theirs)]
                if values[0] != values[1]:
                    agreed.append(values[2] == values[0])
                elif seen != right:
                    agreed.append(theirs == seen)
                elif values[2] != values[1]:
                    agreed.append(False)
            return sum(agreed) / len(agreed)

        best = max(self.known(task), key=share, default=None)
        return None if best is None or share(best) < NEARLY else best

    def diagnose(self, task: str, questions: list[Question], answers: list[Any]) -> list[str]:
        """The name of the likeliest mistake, or nothing; an answer is None where there was none."""
        return [mistake.name for mistake in self.matching(task, questions, answers)[:1]]
