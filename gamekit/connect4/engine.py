"""The Connect Four program: Monte Carlo tree search over threats, on every board from 4x4 to 12x12.

    simulations   win at sight, block at sight, play under no threat; else mostly at random
    the tree      has no moves that lose at once; results that are certain are passed up
    the memory    one pool of nodes; the tree is kept from move to move, and what is cut off is used again

Each idea is a switch, so that lessons and matches can show what it is worth. Values are outcomes to expect
for the side to move: 1 a win, 0 a draw, -1 a loss. A position that is proven is answered at once; one that is
lost is played on, with the move that holds out longest.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from gamekit.connect4.board import board_of
from gamekit.connect4.pool import NOTHING, new_tree
from gamekit.connect4.simulation import play_games
from gamekit.connect4.tree import advance, plant, run
from gamekit.errors import BadText, GamekitError
from gamekit.games import connect4
from gamekit.rules import INF, Move, State, is_over, moves, play, score
from gamekit.search.clock import thinking_time
from gamekit.search.limits import ONE_SECOND, Limits
from gamekit.search.mcts import DRAW, LONGEST_BATCH, LOSS, MOST_VISITS, UNKNOWN, WIN
from gamekit.search.result import Result
from gamekit.search.thinker import SECONDS_BETWEEN_REPORTS, Report, Thinker

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


IDEAS = ("threats", "safe", "follow", "centre", "solver", "forced", "keep")  # that can be switched off
EXTRAS = ("one_child",)  # that can be switched on
EVERYTHING = Switches()


@dataclass(frozen=True)
class Branch:
    """What the tree knows of a position: of the side that chose `move`, as everything here."""

    move: Move | None  # None at the root
    visits: int
    points: int  # half points: 2 a win, 1 a draw
    proof: str  # "win", "draw", "loss", or "" where nothing is certain
    plies: int  # to the end of the game, where it is certain
    place: int  # in the pool

    @property
    def value(self) -> float:
        """From -1, a loss, to 1, a win."""
        if self.proof:
            return {"win": 1.0, "draw": 0.0, "loss": -1.0}[self.proof]
        return self.points / self.visits - 1 if self.visits else 0.0


PROOFS = {UNKNOWN: "", LOSS: "loss", DRAW: "draw", WIN: "win"}


class Engine(Thinker):
    """The Connect Four program.

    Equal seeds and equal calls give equal answers, unless a clock or another thread ended a search.

    >>> engine = Engine(memory_mb=1)
    >>> found = engine.think(connect4.parse("112233"), nodes=1000)
    >>> found.move, found.value, found.nodes
    (3, 1.0, 0)
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
        self.tree = new_tree(memory_mb, seed)
        walk = self.tree.walk
        walk["exploration"] = exploration
        for name in ("threats", "safe", "follow", "centre", "solver", "forced"):
            walk[name] = int(getattr(switches, name))
        walk["all_children"] = int(not switches.one_child)
        self._state: State = None  # at the root
        self._answer: Move = None  # our last answer, which was probably played

    def forget(self) -> None:
        """Begin the next search with an empty tree."""
        self._state = self._answer = None

    def check(self, state: State, limits: Limits) -> None:
        """It plays Connect Four on every board, and its tree has no depth."""
        if type(state).__module__ != connect4.__name__:
            raise GamekitError(f"this engine plays connect four, not {type(state).__name__}")
        if limits.depth is not None:
            raise BadText("mcts has no depth: give it nodes= (simulations) or time=")

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        """Choose a move within so many simulations or seconds; without a limit it takes a second.

        `nodes` of the result counts the simulations of this search, `values` has each move that was tried and
        `line` is the most visited path. `report` hears of the search ten times a second.
        """
        self.check(state, limits)
        if is_over(state):
            return Result(None, float((score(state) > 0) - (score(state) < 0)))
        run(self.tree, 0)  # so that it is compiled when the clock starts
        self._follow(state)
        begin = perf_counter()
        done = self._run(begin, limits or ONE_SECOND, report)
        found = self._found(done, begin)
        self._answer = found.move
        return found

    def advance(self, move: Move) -> None:
        """A move was played: what the tree knows of the position after it is kept."""
        if self._state is None:
            raise GamekitError("advance follows a search; there was none yet")
        self._state = play(self._state, move)
        self._answer = None
        advance(self.tree, move)

    def root(self) -> Branch:
        """What the tree knows of the position that was searched last."""
        return self._branch(int(self.tree.walk[0].root))

    def children(self, branch: Branch | None = None) -> list[Branch]:
        """What it knows of the moves there, by column; of those at the root if nothing is said."""
        place = self.tree.nodes[(branch or self.root()).place]["first"]
        found = []
        while place != NOTHING:
            found.append(self._branch(int(place)))
            place = self.tree.nodes[place]["next"]
        return sorted(found, key=lambda each: each.move or 0)

    def __len__(self) -> int:
        """How many nodes the tree has."""
        if self._state is None:
            return 0
        nodes, count = self.tree.nodes, 1
        level = np.array([self.tree.walk[0].root])
        while len(level):
            children = nodes["first"][level]
            below = []
            while len(children := children[children != NOTHING]):
                below.append(children)
                children = nodes["next"][children]
            level = np.concatenate([*below, np.empty(0, np.int32)])
            count += len(level)
        return count

    def play_out(self, state: State, count: int) -> list[tuple[int, int]]:
        """So many simulations from a position, as the switches say: (1, 0 or -1 for X, stones at the end).

        >>> Engine(memory_mb=0).play_out(connect4.parse("112233"), 2)
        [(1, 7), (1, 7)]
        """
        boards = np.concatenate([board_of(state), board_of(state)])
        ends = np.zeros((count, 2), np.int64)
        play_games(boards, self.tree.walk, ends)
        return [(int(points) - DRAW, int(stones)) for points, stones in ends]

    # --- steps ---

    def _run(self, begin: float, limits: Limits, report: Report | None) -> int:
        """Simulate batch by batch, since compiled code sees neither the clock nor other threads."""
        root = self.tree.nodes[self.tree.walk[0].root]
        most = MOST_VISITS - int(root["visits"])
        if limits.nodes is not None:
            most = min(most, max(1, limits.nodes))
        end = INF if limits.seconds is None else begin + thinking_time(limits.seconds)
        done, batch, now, told = 0, 16, begin, begin
        while done < most and root["proof"] == UNKNOWN:
            before = now
            batch = min(batch, most - done)
            done += run(self.tree, batch)
            now = perf_counter()
            if now >= end or self._cancelled:
                break
            if report is not None and now >= told + SECONDS_BETWEEN_REPORTS:
                told = now
                report(self._found(done, begin))
            # A quarter of what is left: on a busy machine the next batch may take much longer than the last.
            batch = max(1, int(batch * min(LONGEST_BATCH, (end - now) / 4) / (now - before)))
        if report is not None:
            report(self._found(done, begin))
        return done

    def _follow(self, state: State) -> None:
        """Move the root to this state, with the tree below it if we have one and may keep it."""
        if self.switches.keep and type(self._state) is type(state):
            if self._state == state:
                return
            reply = self._reply_to_answer(state)
            if reply is not None:
                self.advance(self._answer)
                self.advance(reply)
                return
        self._state = state
        plant(self.tree, board_of(state))

    def _reply_to_answer(self, state: State) -> Move:
        """The move that leads from our last answer to this state; None if there is none."""
        if self._answer is None:
            return None
        after = play(self._state, self._answer)
        return next((reply for reply in moves(after) if play(after, reply) == state), None)

    def _branch(self, place: int) -> Branch:
        node = self.tree.nodes[place]
        move = None if place == self.tree.walk[0].root else int(node["move"])
        proof = PROOFS[int(node["proof"])]
        return Branch(move, int(node["visits"]), int(node["points"]), proof, int(node["plies"]), place)

    def _found(self, done: int, begin: float) -> Result:
        line = self._line()
        if not line:  # the result was seen at the first look, before the tree grew
            line = (self._at_sight(),)
        known = {each.move: each.value for each in self.children() if each.visits > 0}
        value = known.get(line[0], -self.root().value)
        return Result(
            move=line[0],
            value=value,
            line=line,
            depth=len(line),
            nodes=done,
            seconds=perf_counter() - begin,
            values=known or {line[0]: value},
        )

    def _line(self) -> tuple[Move, ...]:
        """The best child of the root, its best child, and so on."""
        found: list[Move] = []
        family = self.children()
        while family:
            best = max(family, key=preference)
            if best.visits == 0:
                break
            found.append(best.move)
            family = self.children(best)
        return tuple(found)

    def _at_sight(self) -> Move:
        """The move where there is no tree: win, else block."""
        board: Any = self.tree.walk[0].start
        me = int(board.turn)
        for columns in (int(board.ready[me]), int(board.ready[1 - me]), int(board.open)):
            if columns:
                return (columns & -columns).bit_length() - 1
        raise GamekitError("the game is over")


def preference(child: Branch) -> tuple[int, int, int]:
    """The nearest win, else the most visited, whose value is the surest; of losses the longest."""
    if child.proof == "win":
        return 2, -child.plies, child.visits
    if child.proof == "loss":
        return 0, child.plies, child.visits
    return 1, child.visits, 0
