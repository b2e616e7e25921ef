"""Known mistakes of a task that is judged by matches."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from gamekit.grading.mistakes import Library, Mistake
from gamekit.grading.question import Question

MOST_KEPT = 100  # matches


@dataclass
class Played(Library):
    """A library in which one task plays matches, by questions of its own `kind`.

    No two versions of such a task need agree, so an answer that is no known mistake's is like none of them.
    Matches take time, so those that a version has played are kept.
    """

    player_task: str = ""
    kind: str = ""
    _played: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def answer_case(self, task: str, kind: str, case: dict[str, Any], source: str | None = None) -> Any:
        """As always; a match is played once."""
        if kind != self.kind:
            return super().answer_case(task, kind, case, source)
        place = (source, json.dumps(case))
        if place not in self._played:
            if len(self._played) >= MOST_KEPT:
                self._played.clear()
            self._played[place] = super().answer_case(task, kind, case, source)
        return self._played[place]

    def similar(self, task: str, questions: list[Question], answers: list[Any]) -> Mistake | None:
        """Not asked of the task that plays: every version plays its own games."""
        return None if task == self.player_task else super().similar(task, questions, answers)
