"""One way to think, for all that choose moves: searchers, Monte Carlo trees, engines, other programs.

`think` chooses a move, `analyse` says what every move is worth, `cancel` ends either from another thread.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Self

from gamekit.rules import Move, State, Value, moves
from gamekit.search.limits import Limits
from gamekit.search.result import Result

Report = Callable[[Result], None]  # told of what is known so far: after each depth, or ten times a second
SECONDS_BETWEEN_REPORTS = 0.1  # where there are no depths to report


class MadeAnew:
    """Compiled code knows memory by its address, which means nothing in a copy or in another process.

    So a copy, or what a pickle becomes, is made anew with the same settings, and remembers nothing.

    >>> import pickle
    >>> pickle.loads(pickle.dumps(RandomMover(seed=3)))._made_with
    ((), {'seed': 3})
    """

    _made_with: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *given: Any, **named: Any) -> Self:
        made = super().__new__(cls)
        made._made_with = given, named
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        given, named = self._made_with
        return partial(type(self), *given, **named), ()


class Thinker(MadeAnew, ABC):
    """Chooses moves. Not to be shared by threads, but any thread may `cancel` it.

    Whoever writes one gives `_think`, which obeys the limits and looks at `_cancelled`, and `_analyse` where
    `_think` does not find the value of every move by itself.
    """

    _cancelled = False

    def think(
        self,
        state: State,
        limits: Limits | None = None,
        report: Report | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Result:
        """Choose a move within the limits, which may be said one by one: `think(state, depth=8)`.

        The answer is the best that was known when a limit was met. `report` hears of it as it gets better.
        """
        self._cancelled = False
        return self._think(state, limits or Limits(depth, nodes, seconds), report)

    def analyse(
        self,
        state: State,
        limits: Limits | None = None,
        report: Report | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Result:
        """What every move is worth to the side to move, best first in `values`, within the same limits."""
        self._cancelled = False
        found = self._analyse(state, limits or Limits(depth, nodes, seconds), report)
        return replace(found, values=best_first(found.values))

    def cancel(self) -> None:
        """Stop thinking, from another thread; what is known by then is the answer."""
        self._cancelled = True

    def check(self, state: State, limits: Limits) -> None:  # most play anything
        """`GamekitError` where it cannot play this state, or not within these limits."""

    @abstractmethod
    def _think(self, state: State, limits: Limits, report: Report | None) -> Result: ...

    def _analyse(self, state: State, limits: Limits, report: Report | None) -> Result:
        return self._think(state, limits, report)


def best_first(values: dict[Move, Value]) -> dict[Move, Value]:
    """The same values, the highest first.

    >>> best_first({2: -1, 7: 3})
    {7: 3, 2: -1}
    """
    return dict(sorted(values.items(), key=lambda pair: -pair[1]))


class RandomMover(Thinker):
    """Any legal move, each as likely as the others.

    >>> from gamekit.games import tictactoe
    >>> RandomMover(seed=3).think(tictactoe.start()).move
    3
    """

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        options = list(moves(state))
        move = self._rng.choice(options) if options else None
        return Result(move, 0, (move,) if options else (), values=dict.fromkeys(options, 0))
