"""What every search answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gamekit.rules import Move, State, Value, move_name, play, snapshot


@dataclass(frozen=True)
class Result:
    """The outcome of a search, for the side to move at the root."""

    move: Move  # None where there is no move to choose
    value: Value
    line: tuple[Move, ...] = ()  # the play that the search expects, `move` first
    depth: int = 0  # the last depth that was finished
    nodes: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    seconds: float = 0.0
    values: dict[Move, Value] = field(default_factory=dict)  # of root moves, where the search knows them

    def names(self, state: State) -> list[str]:
        """The expected play by name, from the state that was searched."""
        found, at = [], snapshot(state)
        for move in self.line:
            found.append(move_name(at, move))
            at = play(at, move)
        return found

    def as_dict(self, state: State) -> dict[str, Any]:
        """For JSON: plain numbers and names."""
        return {
            "move": None if self.move is None else move_name(state, self.move),
            "value": self.value,
            "line": self.names(state),
            "depth": self.depth,
            "nodes": self.nodes,
            "cutoffs": self.cutoffs,
            "table_hits": self.table_hits,
        }


Ask = Callable[[Value, Value], Value]  # a search of one position to one depth within a window (alpha, beta)


class Pass(NamedTuple):
    """One question and its answer, and what is known of the value afterwards."""

    alpha: Value
    beta: Value
    answer: Value
    lower: Value
    upper: Value
