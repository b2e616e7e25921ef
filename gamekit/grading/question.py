"""A question: one thing that the grader asks a student's function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Question:
    """One thing to ask the student's function."""

    part: str  # several parts may share a question: see `also`
    kind: str
    case: dict[str, Any]
    expected: Any
    also: tuple[str, ...] = ()  # further parts that this question decides
