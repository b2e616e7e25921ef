"""How long one move may take, and a clock for a whole game."""

from __future__ import annotations

from dataclasses import dataclass

from gamekit.errors import GamekitError


@dataclass(frozen=True)
class Limits:
    """How long one move may take; what is None does not limit."""

    depth: int | None = None
    nodes: int | None = None  # positions, or simulations where that is what is counted
    seconds: float | None = None

    def __bool__(self) -> bool:
        return any(limit is not None for limit in (self.depth, self.nodes, self.seconds))

    def left(self, nodes: int, seconds: float) -> Limits | None:
        """What is left of nodes and seconds after so many of them; None where nothing is.

        >>> Limits(nodes=100).left(30, 0.5)
        Limits(depth=None, nodes=70, seconds=None)
        """
        nodes_left = None if self.nodes is None else self.nodes - nodes
        seconds_left = None if self.seconds is None else self.seconds - seconds
        if (nodes_left is not None and nodes_left <= 0) or (seconds_left is not None and seconds_left <= 0):
            return None
        return Limits(nodes=nodes_left, seconds=seconds_left)

    def share(self, part: float) -> Limits:
        """A part of nodes and seconds, to the same depth.

        >>> Limits(depth=8, nodes=100).share(0.2)
        Limits(depth=8, nodes=20, seconds=None)
        """
        nodes = None if self.nodes is None else max(int(part * self.nodes), 1)
        return Limits(self.depth, nodes, None if self.seconds is None else part * self.seconds)


NO_LIMITS = Limits()
ONE_SECOND = Limits(seconds=1.0)


@dataclass
class GameClock:
    """A clock for a whole game: so many seconds, and some more with each move."""

    seconds: float
    increment: float = 0.0
    moves_ahead: int = 20  # spend a share of what is left, as if so many moves were to come

    def for_next_move(self) -> float:
        """How long the next move may take; never so long that the clock could run out.

        >>> GameClock(60).for_next_move()
        3.0
        """
        share = self.seconds / self.moves_ahead + 0.9 * self.increment
        return max(min(share, 0.9 * self.seconds - 0.01), 0.001)

    def spend(self, seconds: float) -> None:
        """A move took this long; `GamekitError` where the clock has run out."""
        self.seconds -= seconds
        if self.seconds < 0:
            raise GamekitError(f"the clock ran out {-self.seconds:.3f} s ago")
        self.seconds += self.increment
