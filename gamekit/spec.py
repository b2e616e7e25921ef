"""A player's spec, taken apart: `othello:pvs,tt,depth=8` is a game, a method, switches and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Spec:
    """What a player's spec says; '' for what it does not say."""

    text: str  # as it was written
    method: str
    game: str = ""
    switches: tuple[str, ...] = ()  # in the order in which they were said
    numbers: Mapping[str, float] = field(default_factory=dict)
    evaluator: str = ""

    def has(self, switch: str) -> bool:
        """Is this switch on?"""
        return switch in self.switches

    def whole(self, name: str) -> int | None:
        """A number as a whole one; None where the spec does not say it."""
        return int(self.numbers[name]) if name in self.numbers else None

    def number(self, name: str, default: float) -> float:
        """A number, or what is usual."""
        return self.numbers.get(name, default)
