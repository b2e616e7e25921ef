"""Wrong answers from `invented.txt`."""

from __future__ import annotations

from ast import literal_eval
from pathlib import Path
from typing import NamedTuple

from gamekit.grading import lab as labs
from gamekit.grading.mistakes import edited


class Invented(NamedTuple):
    task: str
    what: str  # is wrong
    tutor: str  # what a good tutor would say; "" where nobody has written it down
    source: str

    @property
    def name(self) -> str:
        return f"{self.task}: {self.what}"


def _read(block: str) -> Invented:
    head, _, source = block.partition("\n")
    task, what, *tutor = head.split(" | ")
    if source.startswith("edit "):
        lab, _, name = task.partition(".")
        model = labs.find(lab).tasks[0].library.folder.answers[name]
        source = edited(model, *map(literal_eval, source.removeprefix("edit ").split("\nedit ")))
    return Invented(task, what, tutor[0] if tutor else "", source)


INVENTED = list(map(_read, Path(__file__).with_suffix(".txt").read_text("utf-8").split("=== ")[1:]))
