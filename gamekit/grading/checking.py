"""`check`: the learner's own look at a task, on visible cases, with what a good tutor would say.

It asks the same kind of questions as the grader, drawn from a seed that everybody may know. Where something
is wrong it names the likeliest mistake, looks for the smallest tree on which it shows, and says at which
node.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any

import gamekit
from gamekit.errors import BadText
from gamekit.grading import course, language, progress, slips
from gamekit.grading import lab as labs
from gamekit.grading.calling import Caller, can_fork, in_own_process, is_compiled, record
from gamekit.grading.card import card, plain_card
from gamekit.grading.comparing import Compared, compared
from gamekit.grading.folder import Part
from gamekit.grading.inside.kinds import arguments_of, is_dialogue
from gamekit.grading.language import said
from gamekit.grading.marking import is_right, marks
from gamekit.grading.mistakes import Mistake
from gamekit.grading.observing import observed
from gamekit.grading.question import Question
from gamekit.grading.shrinking import (
    Case,
    Wrong,
    answer_text,
    first_wrong,
    parting,
    rebuilt,
    shown,
    shrink,
    size,
    smaller_cases,
    smaller_positions,
)
from gamekit.rules import board_text, count_moves, is_over, key, moves, play, score, to_move
from gamekit.tracing import Trace

if not can_fork():  # a process to ask in is started now, so that the first check finds it warm
    from gamekit.grading import starting

    starting.get_ready()

SHRINK_SECONDS = 0.8
PLAIN_FIRST_SECONDS = 8.0  # nothing need be compiled for a plain function
HINTS = 3


@dataclass(frozen=True)
class WrongTree:
    """A small tree on which a function goes wrong, and where."""

    question: Question
    part: Part
    given: Any  # what the function answered; None where it raised
    right: Any
    first: Wrong
    reference: Trace | None
    learner: Trace | None

    def asked(self) -> str:
        """The tree and the call, in words."""
        case = self.question.case
        *earlier, called = (
            ", ".join(shown(given) for given in arguments if given != "$state")
            for arguments in (*case.get("before", ()), case["arguments"])
        )
        called = said("; further arguments: {}", called) if called else ""
        lines = [
            said("The smallest tree I found on which it goes wrong, first player to move{}:", called)
            if case["turn"] == 0
            else said("The smallest tree I found on which it goes wrong, second player to move{}:", called)
        ]
        lines.append(f"    {_tree_text(case['tree'])}")
        lines += [f"    {said('(equal subtrees are one position)')}"] if case.get("shared") else []
        lines += [f"    {said('asked before, with the same table: {}', given)}" for given in earlier]
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        return (
            f"{self.asked()}"
            f"{_answers(self)}\n"
            f"    {said('first wrong node: {}: {}', self.first.place, self.first.says)}"
        )

    @property
    def yours(self) -> str:
        """The learner's answer in words."""
        return answer_text(self.given)

    def side_by_side(self) -> Any:
        """The stepper with the reference beside the learner's search; None where one cannot be recorded."""
        from gamekit.widgets import SideBySide

        if self.reference is None or self.learner is None:
            return None
        return SideBySide(self.reference, self.learner, (said("the reference"), said("yours")))


@dataclass(frozen=True)
class WrongCall:
    """A call that goes wrong, where cases are no trees: a small position, or a few numbers."""

    task: str
    question: Question
    given: Any
    right: Any

    @property
    def state(self) -> Any:
        """The position that was asked about; None where there was none."""
        found = [state for state in arguments_of(self.question.case) if board_text.knows(type(state))]
        return found[0] if found else None

    def __str__(self) -> str:
        state = self.state
        board = "" if state is None else "".join(f"    {line}\n" for line in str(state).split("\n"))
        return (
            f"{said('The smallest case I found on which it goes wrong:')} {self.call}\n{board}"
            f"{_answers(self)}"
        )

    @property
    def yours(self) -> str:
        """The learner's answer, and what it did to its arguments."""
        after = self.given.get("after") if isinstance(self.given, dict) else None
        if after is None or after == self.question.case["arguments"]:
            return answer_text(self.given)
        return said("{}; what it was given is now {}", answer_text(self.given), ", ".join(map(shown, after)))

    @property
    def call(self) -> str:
        """The call, as the learner would write it."""
        arguments = [
            "state" if isinstance(given, dict) and "game" in given else shown(given)
            for given in self.question.case["arguments"]
        ]
        return f"{self.task}({', '.join(arguments)})"

    def picture(self) -> Any:
        """The position as a picture; None where there is none."""
        from gamekit.draw import board

        return None if self.state is None else board(self.state)


@dataclass(frozen=True)
class Checked:
    """What the visible checks found."""

    name: str
    task: labs.Task
    marks: dict[str, Any]
    trouble: str = ""
    mistake: Mistake | None = None
    is_exact: bool = True  # every answer is the mistake's; else most of them
    wrong_tree: WrongTree | None = None
    small_case: str = ""  # a small case that goes wrong, where cases are no trees
    wrong_call: WrongCall | None = None  # the same where the lab says nothing of its own
    raised: str = ""  # of the trouble, what Python itself would have said
    tells: str = "name"  # how much the course has `check` tell
    attempt: int = 0  # how often it was asked, where the course shows that

    @property
    def is_unknown(self) -> bool:
        """Is it wrong in a way that has no name, though names may be told?"""
        return self.tells == "name" and not self.mistake and not self.trouble

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints that may be given."""
        return self.task.hints if course.TELLS.index(self.tells) >= course.TELLS.index("hint") else ()

    def less(self, tells: str, attempt: int) -> Checked:
        """The same without what the course does not want told."""
        found = replace(self, tells=tells, attempt=attempt)
        if tells != "name":
            found = replace(found, mistake=None)
        if tells in ("nothing", "part"):
            found = replace(found, trouble=self.raised, small_case="", wrong_tree=None, wrong_call=None)
        return found

    @property
    def headline(self) -> str:
        """The points on visible cases."""
        if self.tells == "nothing":
            return said("this course has check tell nothing: the marks come later")
        points, most = (f"{self.marks[name]:g}" for name in ("points", "most"))
        return said("visible checks: {} of {} points", points, most)

    @property
    def of_marks(self) -> str:
        """What is left to say where all is right."""
        return said("The marks come from other cases of the same kind.")

    @property
    def likeness(self) -> str:
        """How sure the name of the mistake is."""
        if self.mistake is None:
            return said("This is no mistake that I know by name: the smallest case is all that I can show.")
        if self.is_exact:
            return said("This looks like a known mistake")
        return said("This looks most like a known mistake")

    def __str__(self) -> str:
        asked = f" ({said('attempt {}', self.attempt)})" if self.attempt else ""
        if self.tells == "nothing":
            return "\n".join([self.headline + asked, *([self.trouble] if self.trouble else [])])
        lines = [self.headline + asked]
        for part in self.task.parts:
            found = self.marks["parts"][part.name]
            mark = "+" if found["points"] == found["most"] else "-"
            right = said("{} of {} right", found["right"], found["asked"])
            lines.append(f"{mark} {said(part.says)}: {right}")
        if self.marks["points"] == self.marks["most"]:
            lines += [self.trouble] if self.trouble else []
            return "\n".join([*lines, self.of_marks])
        if self.trouble:
            lines += ["", self.trouble]
        if self.mistake:
            lines += ["", f"{self.likeness}: {said(self.mistake.name)}.", said(self.mistake.says)]
        elif self.is_unknown:
            lines += ["", self.likeness]
        if self.small_case:
            lines += ["", self.small_case]
        if self.wrong_call:
            lines += ["", str(self.wrong_call)]
        if self.wrong_tree:
            lines += ["", str(self.wrong_tree)]
        if self.hints:
            calls = f'hint("{self.name}")', f'hint("{self.name}", {HINTS})'
            lines += ["", said("Hints, when you want one: {}, up to {}.", *calls)]
        return "\n".join(lines)


def _answers(wrong: WrongTree | WrongCall) -> str:
    """The right answer above the learner's."""
    return f"    {said('right')}: {answer_text(wrong.right)}\n    {said('yours')}: {wrong.yours}"


def find_task(name: str) -> tuple[labs.Lab, labs.Task]:
    """The task that `lab03.alphabeta` means."""
    if not isinstance(name, str):
        raise BadText(f'a task is named by a text such as "lab03.alphabeta", not by {type(name).__name__}')
    lab_name, _, task_name = name.partition(".")
    lab = labs.find(lab_name)
    for task in lab.tasks:
        if task.name == task_name:
            return lab, task
    known = ", ".join(f"{lab.name}.{task.name}" for task in lab.tasks)
    raise BadText(f"there is no task {name!r}; the tasks of this lab are {known}")


@cache
def visible_questions(name: str) -> tuple[Question, ...]:
    """What `check` asks: always the same."""
    lab, task = find_task(name)
    return tuple(task.questions(labs.rng_of(labs.VISIBLE_SEED, lab.name, task.name)))


def look(name: str, function: Any) -> Checked:
    """Ask the visible questions of a task, and find out what is wrong where something is."""
    lab, task = find_task(name)
    name = f"{lab.name}.{task.name}"
    questions = list(visible_questions(name))
    for game in lab.warm:
        _warm(game)
    _load(lab.loads)
    first = lab.limits.first_seconds
    if not is_compiled(function):
        first = min(first, PLAIN_FIRST_SECONDS)
    with in_own_process(function, task.name, first, lab.limits.question_seconds) as caller:
        answers = [caller.answer(question.kind, question.case) for question in questions]
        found = marks(task, questions, answers)
        pairs = [
            (question, task.answer(question), answer)
            for question, answer in zip(questions, answers, strict=True)
            if not is_dialogue(question.kind)
        ]
        if found["points"] == found["most"]:
            return Checked(name, task, found, _older(task.name))
        trouble = caller.trouble or _strange_values(task, questions, answers)
        if not trouble and not caller.lost:

            def ask_alone(asked: Question) -> Any:
                with in_own_process(function, task.name, first, lab.limits.question_seconds) as another:
                    return another.answer(asked.kind, asked.case, quietly=True)

            trouble = observed(
                task.name,
                pairs,
                lambda asked: caller.answer(asked.kind, asked.case, quietly=True),
                ask_alone,
            )
        if "NoneType" in trouble:
            trouble = said(
                "None came where a number is needed: does every way through {} return one? ({})",
                task.name,
                trouble,
            )
        trouble, raised = (_older(task.name) + each for each in (trouble, caller.trouble))
        failing = _failing(task, questions, answers)
        wrong, small_case, call, small = None, "", None, None
        if not caller.lost and any(answers):
            wrong = _wrong_tree(caller, task, failing)
            small_case, small = _small_case(caller, task, failing)
            call = _wrong_call(caller, task, failing) if not (wrong or small_case) else None
    matching = task.library.matching(task.name, questions, answers)
    exact = matching[0] if matching else slips.matching(task, questions, answers)
    if not exact and not trouble and language.is_english():  # these sentences have no translation yet
        parted = wrong and parting(wrong.question.case, wrong.reference, wrong.learner)
        on_show = wrong or call
        facts = _in_common(
            task, function, questions, answers, (on_show.question, on_show.given) if on_show else small
        )
        trouble = " ".join(sentence for sentence in (facts, parted) if sentence)
    mistake = exact or task.library.similar(task.name, questions, answers)
    return Checked(name, task, found, trouble, mistake, exact is not None, wrong, small_case, call, raised)


def check(name: str, function: Any = None) -> float:
    """Say which parts of a task are right on the visible cases, what is likely wrong, and return the points.

    A cell that ends with it is what nbgrader wants: its value is a plain number, which counts as partial
    credit, and nothing is on stderr.
    """
    wanted = _course()
    try:
        found = look(name, function)
    except KeyboardInterrupt:
        stopped = said("The check was interrupted: nothing was judged. Does the function end on small trees?")
        _say(stopped, lambda: plain_card(stopped))
        return Points(0)
    parts = found.marks["parts"]
    progress.remember(found.name, [part for part in parts if parts[part]["points"] == parts[part]["most"]])
    found = found.less(wanted.tells, progress.attempts(found.name) if wanted.attempts else 0)
    _show(found)
    return Points(0 if found.tells == "nothing" else found.marks["points"])


def _course() -> course.Course:
    """What the course says, in a `course.toml` beside the notebook or above it; a broken one says nothing."""
    try:
        found = course.find(levels=3)
    except (BadText, OSError) as problem:
        print(f"{problem}; it was left out of account.")
        found = course.Course()
    language.use(found.language)
    return found


class Points(float):
    """A plain number, as nbgrader wants it below a check; a page shows the card alone."""

    def __repr__(self) -> str:
        return f"{float(self):g}"

    def _repr_html_(self) -> str:
        hides = "<style>.jp-OutputArea-child:has(.gk-points){display:none}</style>"
        return f'{hides}<span class="gk-points"></span>'


def hint(name: str, level: int = 1) -> None:
    """Print a hint for a task: 1 is a nudge, 3 is nearly the answer."""
    may = _course().tells in ("hint", "name")
    print(hint_text(name, level) if may else said("In this course there are no hints."))


def hint_text(name: str, level: int) -> str:
    """A hint for a task.

    >>> hint_text("lab03.best_move", 1)
    'hint 1 of 3: It is the loop of alphabeta at the root, which remembers which move was best.'
    """
    _, task = find_task(name)
    if type(level) is not int or not 1 <= level <= len(task.hints):
        raise BadText(f"the hints for {name} are 1 to {len(task.hints)}, not {level!r}")
    return said("hint {} of {}: {}", level, len(task.hints), said(task.hints[level - 1]))


# --- what is wrong, in words ------------------------------------------------------------------------------


def _strange_values(task: labs.Task, questions: list[Question], answers: list[Any]) -> str:
    """A sentence where the answers are not even of the right type."""
    values = [answer["value"] for answer in answers if isinstance(answer, dict)]
    if not values or any(value is not None for value in values):
        return ""
    right = task.answer(questions[0])
    if isinstance(right, dict) and right["value"] is None:  # it is only asked to change what it is given
        return ""
    return said("{} returns None: does every way through it end with a return?", task.name)


def _in_common(
    task: labs.Task,
    function: Any,
    questions: list[Question],
    answers: list[Any],
    small: tuple[Question, Any] | None,
) -> str:
    """What all wrong answers have in common, that to the smallest case too: it is shown beside."""
    if small is not None:
        questions, answers = [*questions, small[0]], [*answers, small[1]]
    wrong = [id(question) for question, _, _ in _failing(task, questions, answers)]
    found = [
        Compared(question, task.answer(question), answer, id(question) not in wrong)
        for question, answer in zip(questions, answers, strict=True)
        if not is_dialogue(question.kind)
    ]
    return compared(task.name, function, task.library.function(task.name), found)


def _older(name: str) -> str:
    """A sentence where the newest cell with this function has a syntax error: an older one is judged."""
    shell = _shell()
    for source in reversed(shell.user_ns.get("In", []) if shell else []):
        if re.search(rf"^\s*def {name}\b", source, re.MULTILINE):
            try:
                compile(shell.transform_cell(source), name, "exec")
            except SyntaxError as problem:
                return said(
                    "The newest cell with {} has a syntax error (line {}: {}): an older {} was checked. ",
                    name,
                    problem.lineno,
                    problem.msg,
                    name,
                )
            return ""
    return ""


Failing = list[tuple[Question, Part, Any]]


def _failing(task: labs.Task, questions: list[Question], answers: list[Any]) -> Failing:
    """(question, part, answer) of everything that is wrong, in the order of the questions."""
    return [
        (question, part, answer)
        for question, answer in zip(questions, answers, strict=True)
        for part in task.parts
        if part.name in (question.part, *question.also) and not is_right(task, question, part.name, answer)
    ]


def _wrong_tree(caller: Caller, task: labs.Task, failing: Failing) -> WrongTree | None:
    """Shrink the smallest failing tree."""
    trees = [found for found in failing if "tree" in found[0].case]
    if task.ask is None or not trees:
        return None
    # A part with few points is the plainer one: a wrong value before a wrong count.
    question, part, _ = min(
        trees, key=lambda found: (task.parts.index(found[1]), size(found[0].case["tree"]))
    )

    smallest, given = _shrunk(caller, task, question, part, task.smaller or smaller_cases)
    right = task.answer(smallest)
    try:
        reference = record(task.library.function(task.name), smallest.case)
    except Exception:
        reference = None
    learner = rebuilt(smallest.case, caller.trace(smallest.case))
    first = first_wrong(smallest.case, right, given, reference, learner)
    return WrongTree(smallest, part, given, right, first, reference, learner)


def _shrunk(
    caller: Caller, task: labs.Task, question: Question, part: Part, simpler: Callable[[Case], Iterable[Case]]
) -> tuple[Question, Any]:
    """The smallest question found that is answered wrongly still, and the answer."""
    ask = task.ask
    if ask is not None:

        def is_wrong(asked: Question) -> bool:
            given = caller.answer(asked.kind, asked.case, quietly=True)
            return not caller.lost and not is_right(task, asked, part.name, given)

        question = shrink(question.case, lambda case: ask(part.name, case), is_wrong, SHRINK_SECONDS, simpler)
    return question, caller.answer(question.kind, question.case, quietly=True)


def _small_case(caller: Caller, task: labs.Task, failing: Failing) -> tuple[str, tuple[Question, Any] | None]:
    """The first failing case that is no tree, made smaller, in words; and the case."""
    no_trees = [found for found in failing if "tree" not in found[0].case]
    if task.tell is None or not no_trees:
        return "", None
    question, part, given = min(no_trees, key=lambda found: task.parts.index(found[1]))
    if task.smaller is not None:
        question, given = _shrunk(caller, task, question, part, task.smaller)
    return task.tell(question, given, task.answer(question)), (question, given)


def _wrong_call(caller: Caller, task: labs.Task, failing: Failing) -> WrongCall | None:
    """The plainest failing call, its position played on as long as the answer stays wrong."""
    failing = [found for found in failing if "arguments" in found[0].case]  # a match is no call
    if not failing:
        return None
    question, part, given = min(failing, key=lambda found: task.parts.index(found[1]))
    if task.ask is not None:
        question, given = _shrunk(caller, task, question, part, smaller_positions)
    return WrongCall(task.name, question, given, task.answer(question))


def _tree_text(tree: Any) -> str:
    """Nested lists; what stands before the children is written before the bracket.

    >>> _tree_text([{"again": True}, 1, [{"guess": 3}, 2, 5]])
    'again[1, 3:[2, 5]]'
    """
    if not isinstance(tree, list):
        return str(tree)
    known = tree[0] if isinstance(tree[0], dict) else {}
    before = ("again" if known.get("again") else "") + (f"{known['guess']}:" if "guess" in known else "")
    return f"{before}[{', '.join(map(_tree_text, tree[1:] if known else tree))}]"


# --- around it --------------------------------------------------------------------------------------------


@cache
def _warm(game: str) -> None:
    """Load the compiled rules of a game here, so that a fork need not do it each time."""
    state = import_module(f"gamekit.games.{game}").start()
    child = play(state, next(iter(moves(state))))
    for rule in (is_over, score, to_move, key, count_moves):
        rule(child)


@cache
def _load(statements: str) -> None:
    """The same for what else a lab wants loaded."""
    exec(statements, {name: getattr(gamekit, name) for name in gamekit.__all__})


def _shell() -> Any:
    """The notebook's IPython; None elsewhere."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def _say(text: str, html: Callable[[], str]) -> None:
    """A text, on a card where there is a notebook to show it in."""
    if _shell() is None:
        print(text)
    else:
        sys.modules["IPython"].display.display({"text/html": html(), "text/plain": text}, raw=True)


def _show(found: Checked) -> None:
    """The card, and in a notebook a button to step through both searches."""
    _say(str(found), lambda: card(found))
    wrong = found.wrong_tree if _shell() is not None else None
    if wrong is not None and wrong.reference is not None and wrong.learner is not None:
        from gamekit.widgets.offer import Offer

        sys.modules["IPython"].display.display(Offer(said("Step through both"), wrong.side_by_side))
