"""The Connect Four program: Monte Carlo tree search over threats, on every board from 4x4 to 12x12.

    simulations   win at sight, block at sight, play under no threat; else mostly at random
    the tree      has no moves that lose at once; results that are certain are passed up
    the memory    one array of nodes; the tree is kept from move to move

Each idea is a switch, so that lessons and matches can show what it is worth. Values are outcomes to expect
for the side to move: 1 a win, 0 a draw, -1 a loss. A position that is proven is answered at once; one that is
lost is played on, with the move that holds out longest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gamekit.connect4.board import board_of
from gamekit.connect4.simulation import BOARDS, SWITCHES, AtSight, Boards, play_games
from gamekit.errors import BadText, GamekitError
from gamekit.games import connect4
from gamekit.rules import State
from gamekit.search.limits import ONE_SECOND, Limits
from gamekit.search.mcts import DRAW, MCTS
from gamekit.search.mcts import Branch as Branch
from gamekit.search.result import Result
from gamekit.search.thinker import Report

EXPLORATION = 0.5  # the C of w/v + C * sqrt(2 ln V / v)
MEMORY_MB = 128.0


@dataclass(frozen=True)
class Switches:
    """Which ideas the program uses."""

    threats: bool = True  # simulations take wins and block them
    safe: bool = True  # and play under no threat
    follow: bool = True  # and often answer in the column of the last stone
    centre: bool = True  # and prefer the centre
    solver: bool = True  # what is certain is passed up
    forced: bool = True  # moves that lose at once are no children
    keep: bool = True  # the tree is kept between moves
    one_child: bool = False  # a visit adds one child; or else all children come at the second visit


EVERYTHING = Switches()


class Engine(MCTS):
    """The Connect Four program.

    Equal seeds and equal calls give equal answers, unless a clock or another thread ended a search.

    >>> engine = Engine(memory_mb=1)
    >>> found = engine.think(connect4.parse("112233"), nodes=1000)
    >>> found.move, found.value, found.nodes
    (3, 1.0, 1)
    """

    def __init__(
        self,
        switches: Switches = EVERYTHING,
        *,
        exploration: float = EXPLORATION,
        memory_mb: float = MEMORY_MB,
        seed: int = 0,
    ) -> None:
        if not 0 <= exploration <= 1000:
            raise BadText(f"exploration= wants a number from 0 to 1000, not {exploration}")
        self.switches = switches
        chosen = np.array([tuple(getattr(switches, name) for name in SWITCHES.names or ())], SWITCHES)[0]
        power = 1.0 if switches.one_child else None
        super().__init__(AtSight(chosen), exploration, switches.solver, seed, memory_mb, power)
        self._boards = Boards(np.zeros(1, BOARDS)[0])

    def check(self, state: State, limits: Limits) -> None:
        """It plays Connect Four on every board, and its tree has no depth."""
        if type(state).__module__ != connect4.__name__:
            raise GamekitError(f"this engine plays connect four, not {type(state).__name__}")
        super().check(state, limits)

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        """As of MCTS; without a limit it takes a second."""
        if not self.switches.keep:
            self.forget()
        return super()._think(state, limits or ONE_SECOND, report)

    def _stage(self) -> State:
        return self._boards

    def _follow(self, state: State) -> None:
        super()._follow(state)
        self._boards.pair.start = board_of(state)[0]

    def play_out(self, state: State, count: int) -> list[tuple[int, int]]:
        """So many simulations from a position, as the switches say: (1, 0 or -1 for X, stones at the end).

        >>> Engine(memory_mb=0).play_out(connect4.parse("112233"), 2)
        [(1, 7), (1, 7)]
        """
        self.forget()
        self._boards.pair.start = board_of(state)[0]
        ends = np.zeros((count, 2), np.int64)
        play_games(self._boards.pair, self.policy.switches, self.tree.walk[0], ends)
        return [(int(points) - DRAW, int(stones)) for points, stones in ends]
