"""Predict first: a cell that asks, takes the answer, then reveals what is right, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import traitlets

from gamekit.errors import BadText, GamekitError
from gamekit.notation import clip
from gamekit.tracing import Trace
from gamekit.widgets.live import Live, looks, script
from gamekit.widgets.predict.card import question_card
from gamekit.widgets.predict.judge import Verdict, judge_choice, judge_marks, judge_number, read_number
from gamekit.widgets.predict.marks import MarkTree

FOLDER = Path(__file__).parent
NUMBER, CHOICE, TREE = "number", "choice", "tree"
HOW_TO = {NUMBER: "type a number", CHOICE: "choose one", TREE: "click in the tree"}


class Predict(Live):
    """Asks a question before the notebook answers it.

    `answer` is what is right, or a function that computes it: it is called only after the learner has
    answered, and nothing of it reaches the page before. It is a number; one or several of the `choices`; or
    for a `tree` the numbers of the leaves to mark, or the trace of another search, which means the leaves
    that it leaves out. `kind` says which of these it is, for readers. `reason` (a text, or a function that
    returns one) is shown with it. A number is right within `tolerance`, or within a `factor` of the answer.
    After a first wrong guess there is a second one (unless only one choice is left); then it is told.

    >>> guess = Predict("How many nodes will it visit?", answer=lambda: 18, reason="Three cuts.")
    >>> print(guess.give(31))
    Not 31: it is less. Guess once more.
    >>> print(guess.give(16))
    Close: you said 16, it is 18. Three cuts.
    >>> guess.given, guess.right
    (16, False)
    """

    _esm = script(FOLDER / "predict.js")
    _css = looks("gk-predict", FOLDER / "predict.css")

    question = traitlets.Unicode().tag(sync=True)
    kind = traitlets.Unicode().tag(sync=True)
    choices: traitlets.List[Any] = traitlets.List().tag(sync=True)
    tree = traitlets.Dict().tag(sync=True)
    unit = traitlets.Unicode().tag(sync=True)
    reply = traitlets.Dict().tag(sync=True)  # empty until the learner has answered

    def __init__(
        self,
        question: str,
        answer: Any,
        *,
        kind: str | None = None,
        choices: Any = None,
        tree: Trace | None = None,
        tolerance: float = 0,
        factor: float | None = None,
        unit: str = "",
        reason: str | Callable[[], str] = "",
    ) -> None:
        asked = CHOICE if choices is not None else TREE if tree is not None else NUMBER
        if kind not in (None, asked):
            raise GamekitError(
                f"with choices= it is a choice, with tree= a tree, else a number, not {kind!r}"
            )
        if factor is not None and factor <= 1:
            raise GamekitError(f"factor= is more than 1, such as 10, not {factor}")
        self._answer, self._is_known, self._known = answer, False, None
        self._tolerance, self._factor, self._reason = tolerance, factor, reason
        self._marks = MarkTree(tree) if tree is not None else None
        self.given: Any = None
        self._is_second = False  # is the next guess the last before the answer is shown?
        super().__init__(
            question=question,
            kind=asked,
            choices=[] if choices is None else _names(choices),
            tree=self._marks.pack() if self._marks else {},
            unit=unit,
        )
        self.on_msg(self._heard)

    # --- for Python ---------------------------------------------------------------------------------------

    @property
    def answer(self) -> Any:
        """What is right: computed when it is first asked for."""
        if not self._is_known:
            found = self._answer() if callable(self._answer) else self._answer
            self._known, self._is_known = self._read_right(found), True
        return self._known

    @property
    def right(self) -> bool | None:
        """Was the latest answer right? None before there is one."""
        return None if self.given is None else self._judge(self.given).how == "right"

    def give(self, answer: Any) -> str:
        """Answer from Python, as a click or typing does on the page; returns what the page then says."""
        self.given = self._read(answer)
        if not self._is_second and len(self.choices) != 2:
            verdict = self._judge(self.given)
            self._is_second = True
            if verdict.how != "right":
                hint = f"{verdict.hint} Guess once more."
                self.reply = {"given": self._shown(), "how": "again", "words": hint}
                return hint
        return self.tell()

    def tell(self) -> str:
        """Show what is right, and why, after a guess; returns what the page then says."""
        if self.given is None:
            raise BadText("guess first: there is no answer yet")
        verdict = self._judge(self.given)
        reason = self._reason() if callable(self._reason) else self._reason
        self.reply = {
            "given": self._shown(),
            "how": verdict.how,
            "words": verdict.words,
            "reason": reason,
            "marks": list(self.answer) if self.kind == TREE else [],
            "right": list(self.answer) if self.kind == CHOICE else [],
        }
        return f"{verdict.words} {reason}".strip()

    def _shown(self) -> Any:
        return list(self.given) if isinstance(self.given, tuple) else str(self.given)

    # --- reading and judging ------------------------------------------------------------------------------

    def _read(self, given: Any) -> Any:
        """An answer as it comes from the page or from Python; a sentence where it cannot be read."""
        if self.kind == NUMBER:
            return read_number(given)
        if self.kind == CHOICE:
            return self._read_choice(given)
        assert self._marks is not None
        is_list = isinstance(given, list | tuple | set | frozenset | range)
        if not is_list or not all(type(one) is int and one in self._marks.pickable for one in given):
            raise BadText("the answer is a list of leaves of this tree")
        return tuple(sorted(set(given)))

    def _read_choice(self, given: Any) -> str:
        if str(given) not in self.choices:
            raise BadText(f"the choices are {', '.join(self.choices)}, not {clip(str(given))}")
        return str(given)

    def _read_right(self, found: Any) -> Any:
        """What is right, in the form in which it is compared."""
        if self.kind == NUMBER:
            return read_number(found.item() if hasattr(found, "item") else found)
        if self.kind == CHOICE:
            several = list(found) if isinstance(found, list | tuple | set | frozenset) else [found]
            return tuple(self._read_choice(one) for one in several)
        assert self._marks is not None
        return tuple(self._marks.left_out_by(found)) if isinstance(found, Trace) else self._read(found)

    def _judge(self, given: Any) -> Verdict:
        if self.kind == NUMBER:
            return judge_number(given, self.answer, self._tolerance, self._factor)
        if self.kind == CHOICE:
            return judge_choice(given, self.answer)
        return judge_marks(given, self.answer)

    # --- the page -----------------------------------------------------------------------------------------

    def _heard(self, widget: Any, content: Any, buffers: Any) -> None:
        """The page sends an answer. Whatever goes wrong, it hears a sentence and never waits for ever."""
        if not isinstance(content, dict) or not content.keys() & {"answer", "tell"}:
            return
        try:
            before = self.reply
            if "tell" in content:
                self.tell()
            else:
                self.give(content["answer"])
            if self.reply == before:  # the same answer again: nothing changes, but the page waits
                self.send({"again": True})
        except GamekitError as problem:
            self._say(f"{str(problem)[:1].upper()}{str(problem)[1:]}.")
        except (NotImplementedError, NameError):
            self._say(
                "Your answer is kept. What is right needs code that is not written yet: "
                "write it, run it, then answer again."
            )
        except Exception as problem:
            self._say(
                "Your answer is kept, but the right one cannot be computed yet "
                f"({type(problem).__name__}: {problem}). Run the cells that it needs, then answer again."
            )

    def _say(self, problem: str) -> None:
        self.send({"problem": problem})

    def _still(self) -> dict[str, str]:
        """The question on a card, which holds no answer."""
        return question_card(self.question, self.choices, self._marks, HOW_TO[self.kind])._repr_mimebundle_()


def _names(choices: Any) -> list[str]:
    names = list(map(str, choices))
    if len(names) < 2 or len(set(names)) < len(names):
        raise GamekitError("choices= are two or more different names")
    return names
