"""What a lab is: tasks, parts that earn points, questions, and how an answer is judged.

A lab is one folder, `gamekit/labs/labNN_name/`: `notebook.py`, the source of the notebook with the model
answers; `tasks.md`, which says what earns points, and hints; `mistakes.py`, the known mistakes; and
`spec.py`, which holds one `LAB = Lab(...)`: how questions are drawn and judged. The grader finds it there.

A `Task` is one function that the student writes. It is graded by asking questions:

1. `task.questions(random.Random(seed))` makes a list of `Question`s: for the learner's `check` from a seed
   that everybody may know, for marks from the instructor's secret seed and the student's name. Each question
   names its part, its kind (see `inside/kinds.py`: how the child turns the case into a call), the case (plain
   data, the only thing that the child is shown), and what is expected (which stays in the grader).
2. The child answers with plain data, such as `{"value": 20}`. What was visited the grader adds itself, since
   it holds the tree (`serving.py`): `"visits": 18, "order": [...]`. Some questions are dialogues, in which
   the grader asks many small ones, as in a match.
3. `task.judge(question, part, answer)` says whether that is right. It is a pure function on plain data; the
   data come from JSON, so their types are exactly int, float, bool, str, list, dict and None. A bool is no
   number here: use `same_number`.

A `Part` is earned whole or not at all: when every question of it is answered rightly. So one mistake costs
every student the same, whichever positions they drew; draw cases that can tell mistakes apart.

What a good lab keeps to, beside what its tests say (`make test ARGS="-k grading"`: the model earns
everything, the untouched exercise nothing, each mistake its points for every student, and `check` names it):

- What a submission measures of itself is not believed. The grader counts, and it holds dialogues: kinds of
  question that are generators, such as matches (`labs/common/matches.py`).
- No part is earned by a constant, nor by what gives a case away: its size, its place, its round numbers.
- A mistake ends: it is run when submissions are graded. Edits after which a model is still right stand in the
  library's `styles`: mistakes are looked for there too. Where equal mistakes may look different (floats,
  learnt weights), the library's `sees` says what two answers must share.
- `python tests/mutants.py lab18 20` changes the models line by line. What earns a part for some students only
  is written to the lab's `mutants.txt`, and then shows for all (`not PART`: for nobody). At last
  `python tests/mutants.py --write lab18` makes `slips.json`, by which `check` names slips of the pen.
- A right answer in another style stands in `OTHER_STYLES` of `tests/test_grading_labs.py`.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from gamekit.errors import BadText, GamekitError
from gamekit.grading.folder import Folder, Part
from gamekit.grading.mistakes import Library, Mistake
from gamekit.grading.question import Question as Question
from gamekit.isolation.limits import SandboxLimits
from gamekit.parts import COURSE, PACKAGE

VISIBLE_SEED = b"visible"  # what `check` draws from; marks come from the instructor's own


@dataclass(frozen=True)
class Task:
    """One function that the student writes, in the cell with this name as its `grade_id`."""

    library: Library  # the model answers of the lab, and what goes wrong with them
    name: str
    questions: Callable[[random.Random], list[Question]]
    # (question, part, answer) -> is it right? A question that decides two parts is judged for each.
    judge: Callable[[Question, str, dict[str, Any]], bool]
    # The question that a case is, so that `check` can ask a failing case again with parts left out.
    ask: Callable[[str, dict[str, Any]], Question] | None = None
    # Where cases are no trees: cases that are one step simpler than a case, and a case that was answered
    # wrongly in words, (question, what was given, what is right) -> text. Boards are best drawn.
    smaller: Callable[[dict[str, Any]], Iterable[dict[str, Any]]] | None = None
    tell: Callable[[Question, Any, Any], str] | None = None

    @property
    def points(self) -> float:
        return sum(part.points for part in self.parts)

    @property
    def says(self) -> str:
        """What it is about, in a few words."""
        return self.library.folder.tasks[self.name].says

    @property
    def parts(self) -> tuple[Part, ...]:
        return self.library.folder.tasks[self.name].parts

    @property
    def hints(self) -> tuple[str, ...]:
        """From a nudge to nearly the answer."""
        return self.library.folder.tasks[self.name].hints

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        return self.library.mistakes[self.name]

    def answer(self, question: Question, source: str | None = None) -> Any:
        """What the model answers, or another version; None where it raises."""
        return self.library.answer(self.name, question, source)


@dataclass(frozen=True)
class Lab:
    """A lab's specification."""

    tasks: tuple[Task, ...]
    # What a student's code may see of gamekit while it is graded: `gamekit/parts.py`, and what the lab shows
    # besides ("search/table.py", "data"), less what it hides, which may be a part of either ("perft.py"). Its
    # own `inside.py` it always shows.
    hides: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    warm: tuple[str, ...] = ()  # games whose compiled rules are loaded beforehand
    # Statements that are run once, before all submissions: calls that load or compile what answers need.
    loads: str = ""
    limits: SandboxLimits = field(default_factory=SandboxLimits)

    @property
    def name(self) -> str:
        """Such as lab03."""
        return self._folder.name.split("_")[0]

    @property
    def title(self) -> str:
        return self._folder.title

    @property
    def folder(self) -> str:
        """In solutions/ and exercises/, such as lab03-alphabeta; the notebook has the same name."""
        return self._folder.name.replace("_", "-")

    @property
    def shown(self) -> tuple[str, ...]:
        """What it shows, with its own `inside.py`: the kinds of question that only this lab has."""
        own = f"labs/{self._folder.name}/inside.py"
        return (*self.shows, own) if (PACKAGE / own).exists() else self.shows

    @property
    def _folder(self) -> Folder:
        return self.tasks[0].library.folder

    @property
    def points(self) -> float:
        """All that can be earned without the open question."""
        return sum(task.points for task in self.tasks)


# --- seeds ------------------------------------------------------------------------------------------------


def rng_of(seed: bytes, lab: str, task: str, student: str = "") -> random.Random:
    """The random numbers of one student in one task: always the same, and not to be guessed without the seed.

    >>> one, other = (rng_of(b"s", "lab03", "alphabeta", "anna") for _ in range(2))
    >>> one.random() == other.random()
    True
    """
    message = "\0".join((lab, task, student)).encode(errors="surrogateescape")
    return random.Random(hmac.new(seed, message, hashlib.sha256).digest())


# --- judging ----------------------------------------------------------------------------------------------


def is_number(answer: Any) -> bool:
    """Is this a number? True and False are none."""
    return type(answer) in (int, float)


def same_number(answer: Any, expected: int) -> bool:
    """Is this the expected number, and a number at all?

    >>> same_number(20, 20), same_number(20.0, 20), same_number(True, 1), same_number("20", 20)
    (True, True, False, False)
    """
    return is_number(answer) and bool(answer == expected)


def close_number(answer: Any, expected: float, tolerance: float = 1e-6) -> bool:
    """Is this a number that differs from the expected one by so small a share, or by so little near 0?

    >>> close_number(2.0000001, 2.0), close_number(2.1, 2.0), close_number(None, 0.0)
    (True, False, False)
    """
    return is_number(answer) and bool(abs(answer - expected) <= tolerance * max(1.0, abs(expected)))


# --- finding labs -----------------------------------------------------------------------------------------


def names() -> list[str]:
    return sorted(folders())


def folders() -> dict[str, str]:
    """The folder of each lab, by its name."""
    found = (path.parent.name for path in (PACKAGE / "labs").glob("lab*/spec.py"))
    return {name.split("_")[0]: name for name in found}


@cache
def find(name: str) -> Lab:
    """The lab of this name; `lab03-alphabeta` and `3` mean lab03 too.

    >>> find("lab03").title
    'Alpha-beta on the plates'
    """
    wanted = name.split("-")[0].lower()
    wanted = f"lab{int(wanted):02}" if wanted.isdecimal() and wanted.isascii() else wanted
    if wanted not in names():
        raise BadText(f"there is no lab {name!r}; the labs are {', '.join(names())}")
    lab: Lab = import_module(f"gamekit.labs.{folders()[wanted]}.spec").LAB
    return lab


def released_file(lab: Lab) -> Path:
    """The notebook of a lab as students get it."""
    path = COURSE / "exercises" / lab.folder / f"{lab.folder}.ipynb"
    if not path.is_file():
        raise GamekitError(
            f"exercises/{lab.folder} is not here; 'python .ci/exercises.py' (or 'make exercises') makes it"
        )
    return path
