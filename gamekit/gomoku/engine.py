"""The gomoku program: forced wins first, then an alpha-beta that deepens over patterns kept move by move.

    before the search    continuous fours, then fours and threes, within a share of the limits
    the search           negamax with null windows, a table, killers, the best candidates only, late ones a
                         ply less deep, continuous fours at inner nodes; ply by ply as long as time lasts

Each idea is a switch, so that matches can show what it is worth. `by_mcts` puts Monte Carlo tree search over
the same board in place of it all.

Values are thousandths of a log-odds unit for the side to move; `wins_in` reads the plies to a certain win
off them. All three rules are played; what renju forbids is asked only of moves that are about to be tried.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from gamekit.errors import BadText, GamekitError
from gamekit.games import gomoku
from gamekit.games.gomoku import EMPTY, Gomoku
from gamekit.gomoku import weights as weights_of
from gamekit.gomoku.board import MOVE_OF, PatternSum, Tables, set_position, tables
from gamekit.gomoku.board import WON as WON
from gamekit.gomoku.search import play_move, search, take_back
from gamekit.gomoku.shapes import ONE_TALLY
from gamekit.gomoku.simulation import EXPLORATION, POWER, CellTree, any_move, shapes
from gamekit.gomoku.threats import attack
from gamekit.gomoku.work import MOST_FORCED, MOST_PLIES, SURE, Memory, new_work
from gamekit.rules import INF, Move, State, Value, is_legal, is_over, score, value
from gamekit.search.clock import thinking_time
from gamekit.search.context import reset_work
from gamekit.search.deepening import collector_paused
from gamekit.search.limits import NO_LIMITS, ONE_SECOND, Limits
from gamekit.search.result import Result
from gamekit.search.thinker import Report, Thinker, best_first

# Quiet positions of a middle game, no win at hand: nodes and times are stated for them.
QUIET = ("h8 i9", "h8 i9 h7 h9 g9 i7", "h8 g7 i7 g9 g8 i8 h9")
WIDTH = 16  # moves tried in a position, the best by their points; 32 at the root
FORCED_SHARE = 0.1  # of the nodes or the time, for fours and threes before the search
NODES_A_SECOND = 400_000  # of that search, which places two stones a node
MOST_THREAT_NODES = 400_000  # of that search where nothing limits it
INNER_FORCED = 60  # nodes for continuous fours inside the search
MOST_UNSURE = 0.999  # an outcome that was not seen to its end
MARGIN = 350  # thousandths of a log-odds unit for each ply that is left
FORCED_DEPTH = 4  # for an opinion of a position with one move


@dataclass(frozen=True)
class Switches:
    """Which ideas the program uses, and how wide it looks."""

    pruning: bool = True
    killers: bool = True
    ordering: bool = True
    table: bool = True
    threats: bool = True
    by_hand: bool = False  # weights by hand instead of learnt ones
    points: bool = True  # empty cells where lines cross count, too
    score_table: bool = False  # leaves by the score table of the lesson instead of patterns
    by_mcts: bool = False
    forced: bool = True  # of by_mcts: forced replies alone are children
    proofs: bool = True  # of by_mcts: what is certain is passed up
    widening: bool = True  # of by_mcts: the more visits, the more children are tried
    informed: bool = True  # of by_mcts: simulations know more than to take a five or stop one
    exploration: float = EXPLORATION  # of by_mcts: the C of UCT
    width: int = WIDTH
    distance: int = 2  # of candidates from stones: 1 or 2
    reductions: bool = True  # quiet moves late in the list are tried a ply less deep first
    margins: bool = True  # near the leaves, a position far above beta is not searched
    previous: bool = False  # at every node, children in the order of what the shallower search found


EVERYTHING = Switches()


def wins_in(found: Value) -> int | None:
    """In how many plies, at most, the game is won (or, negative, lost); None where the value is an opinion.

    >>> wins_in(WON - 5), wins_in(-WON + 2), wins_in(300)
    (5, -2, None)
    """
    if abs(found) <= SURE:
        return None
    return int(WON - found) if found > 0 else -int(WON + found)


def as_outcome(found: Result) -> Result:
    """The same answer with values as outcomes to expect: 1 a sure win, 0 even chances, -1 a sure loss.

    >>> round(as_outcome(Result(250, 1000)).value, 3), as_outcome(Result(250, WON - 3)).value
    (0.462, 1.0)
    """

    def of_one(each: Value) -> float:
        is_one = abs(each) <= 1 and isinstance(each, float)  # of mcts
        return each if is_one else outcome(each)

    values = {move: of_one(each) for move, each in found.values.items()}
    return replace(found, value=of_one(found.value), values=values)


def outcome(found: Value) -> float:
    """The same of one value."""
    if abs(found) > SURE:
        return 1.0 if found > 0 else -1.0
    return max(-MOST_UNSURE, min(MOST_UNSURE, math.tanh(found / (2 * weights_of.UNIT))))


def nodes_to_depth(switches: Switches, depth: int) -> int:
    """The nodes of searches to a depth from `QUIET`, each with an empty table: what a switch is worth.

    >>> nodes_to_depth(Switches(table=False), 6) > nodes_to_depth(Switches(), 6)
    True
    """
    engine, nodes = Engine(switches), 0
    for text in QUIET:
        engine.forget()
        nodes += engine.think(gomoku.parse(text), depth=depth).nodes
    return nodes


def win_by_force(at: Any, work: Any, nodes: int, seconds: float) -> bool:
    """Is there a win by continuous fours, or else by fours and threes? Its line is in `work.forced`."""
    budget = MOST_THREAT_NODES
    if nodes:
        budget = min(budget, int(nodes * FORCED_SHARE))
    if seconds:
        budget = min(budget, int(seconds * NODES_A_SECOND * FORCED_SHARE))
    work.failed[:] = 0
    work.threat_nodes = budget // 4
    zero = np.int64(0)  # compiled for pages, it must not be a constant
    if attack(at, work, zero, np.int64(MOST_FORCED - 1), zero):
        return True
    work.threat_nodes += budget - budget // 4
    for left in range(1, MOST_FORCED):
        work.cut_short = 0
        if attack(at, work, zero, left, np.int64(1)):
            return True
        if not work.cut_short:  # more moves would find nothing more, or there is no more time
            break
    return False


class Engine(Thinker):
    """The gomoku program.

    >>> Engine(table_mb=1).think(gomoku.parse("h8 a1 h9 a2 h10 b1"), depth=4).value == WON - 3
    True
    """

    def __init__(
        self,
        switches: Switches = EVERYTHING,
        *,
        table_mb: float = 32,
        weights: Path | weights_of.Weights | None = None,
        seed: int = 0,
        outcomes: bool = False,
    ) -> None:
        """`weights` may be a file, or weights themselves, in place of those that the kit ships.

        `outcomes`: values are told as outcomes to expect (see `as_outcome`).
        """
        if switches.width < 1:
            raise BadText(f"width= wants a number above 0, not {switches.width}")
        if isinstance(weights, Path):
            weights = weights_of.load_weights(weights)[0]
        judged_by_points = switches.points and not switches.score_table and not switches.by_mcts
        if weights is None and switches.by_hand:
            weights = weights_of.simple()
        chosen = weights or (weights_of.with_points() if judged_by_points else weights_of.learnt())
        of_points = chosen.of_points if judged_by_points else None
        self.switches = switches
        self._tables = tables(gomoku.start(), chosen.of_patterns, chosen.tempo, switches.distance, of_points)
        self._work = new_work()
        for name, is_on in (
            ("pruning", switches.pruning),
            ("killing", switches.killers),
            ("ordering", switches.ordering),
            ("previous", switches.previous),
            ("reducing", switches.reductions),
            ("remembering", switches.table),
            ("scoring", switches.score_table),
        ):
            self._work[name] = int(is_on)
        self._work["forcing"] = INNER_FORCED if switches.threats else 0
        self._work["margin"] = MARGIN if switches.margins else 0
        self._work["width"] = switches.width
        if not switches.ordering:  # nothing else brings a killer forward
            self._work["killer_least"] = 0
        self._memory = Memory(table_mb if switches.table else 0.001)
        self._memory.attach(self._work)
        self._tree = self._new_tree(seed, table_mb) if switches.by_mcts else None
        self._outcomes = outcomes
        self._is_prepared = False

    def _new_tree(self, seed: int, memory_mb: float) -> CellTree:
        """The other way to search."""
        on = self.switches
        forcing = INNER_FORCED if on.threats else 0
        policy = shapes(on.width, forcing, ordering=on.ordering, forced=on.forced, informed=on.informed)
        power = POWER if on.widening else None
        return CellTree(policy, on.exploration, on.proofs, seed, memory_mb, power)

    def forget(self) -> None:
        """Empty the table and the killers, as before the first search."""
        if self._tree is not None:
            self._tree.forget()
        self._memory.clear()
        self._work["killers"] = 0
        self._work["failed"] = 0

    def cancel(self) -> None:
        """Stop thinking, from another thread; what is known by then is the answer."""
        super().cancel()
        self._work["stop"] = 1
        if self._tree is not None:
            self._tree.cancel()

    def check(self, state: State, limits: Limits) -> None:
        """It plays gomoku; by Monte Carlo tree search it has no depth."""
        if not isinstance(state, Gomoku):
            raise GamekitError(f"this engine plays gomoku, not {type(state).__name__}")
        if self._tree is not None:
            self._tree.check(state, limits)

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        """Choose a move; `report` hears of each depth. Without a limit it takes a second."""
        self._prepare(state)
        begin = time.perf_counter()
        known = self._without_search(state)
        if known is not None:
            return known
        limits = limits or ONE_SECOND
        if self._tree is not None:
            return self._tree.think(Tables(self._tables.record.copy()), limits, report)
        with collector_paused(limits.seconds is not None):
            reset_work(self._work, 0, 0.0)
            # One ply at once, so that there is an answer whatever the limits.
            best = self._found(state, 1, self._search(1), begin)
            self._obey(limits, begin)
            is_known = abs(best.value) > SURE  # won at once, or lost
            forced = None
            if self.switches.threats and not is_known:
                forced = self._win_by_force(state, limits, begin)
            if forced is not None:
                if report is not None:
                    report(self._in_units(forced))
                return self._in_units(forced)
            return self._in_units(self._deepen(state, best, limits.depth, begin, report))

    def _analyse(self, state: State, limits: Limits, report: Report | None) -> Result:
        """What every candidate is worth, depth by depth."""
        if self._tree is not None:  # it knows every move's value anyway
            return self._think(state, limits, report)
        self._prepare(state)
        begin = time.perf_counter()
        known = self._without_search(state)
        if known is not None:
            return known if known.move is None else replace(known, values={known.move: known.value})
        limits = limits or ONE_SECOND
        at = self._tables.record[0]
        cells = [int(cell) for cell in at.candidates[: at.count] if at.board[cell] == EMPTY]
        legal = [cell for cell in cells if is_legal(state, int(MOVE_OF[cell]))]
        best = Result(None, 0)
        reset_work(self._work, 0, 0.0)
        for at_depth in range(1, min(limits.depth or MOST_PLIES - 2, MOST_PLIES - 2) + 1):
            if at_depth == 2:  # the first depth takes no time to speak of, and is always done
                self._obey(limits, begin)
            found: dict[Move, Value] = {}
            lines: dict[Move, tuple[Move, ...]] = {}
            for cell in legal:
                move = int(MOVE_OF[cell])
                play_move(at, cell)
                try:
                    found[move] = -self._search(at_depth - 1)
                finally:
                    take_back(at)
                if abs(found[move]) > SURE:  # it was counted from one ply deeper
                    found[move] -= 1 if found[move] > 0 else -1
                lines[move] = (move, *self._line())
                if at_depth > 1 and self._work["stop"][0]:
                    return replace(best, nodes=self._nodes(), seconds=time.perf_counter() - begin)
            if not found:
                return self._in_units(self._any_move())
            is_decided = all(abs(each) > SURE for each in found.values())
            found = best_first(found)
            move = next(iter(found))
            spent = time.perf_counter() - begin
            nodes = self._nodes()
            best = self._in_units(Result(move, found[move], lines[move], at_depth, nodes, 0, 0, spent, found))
            if report is not None:
                report(best)
            if is_decided:
                break
        return best

    # --- steps ---

    def _prepare(self, state: State) -> None:
        """Compile before the clock starts."""
        self.check(state, NO_LIMITS)
        if not self._is_prepared:
            at, work = self._tables.record[0], self._work[0]
            reset_work(self._work, 0, 0.0)
            attack(at, work, 0, 0, 0)
            search(at, work, 0, -INF, INF, 0)
            value(PatternSum(), self._tables)
            is_legal(state, 0)
            self._is_prepared = True

    def _in_units(self, found: Result) -> Result:
        """The answer in the unit that was asked for."""
        return as_outcome(found) if self._outcomes else found

    def _obey(self, limits: Limits, begin: float) -> None:
        """From now on the limits count; whoever has cancelled before is heard too."""
        end = begin + thinking_time(limits.seconds) if limits.seconds else 0.0
        reset_work(self._work, limits.nodes or 0, end)
        if self._cancelled:
            self._work["stop"] = 1

    def _search(self, depth: int) -> int:
        return int(search(self._tables.record[0], self._work[0], depth, -INF, INF, 0))

    def _nodes(self) -> int:
        return int(self._work["nodes"][0])

    def _line(self) -> tuple[Move, ...]:
        """The line that the search has found, as moves of the game."""
        length = int(self._work["length"][0][0])
        return tuple(int(MOVE_OF[cell]) for cell in self._work["line"][0][0, :length])

    def _found(self, state: State, depth: int, found: Value, begin: float) -> Result:
        line = self._line()
        if not line or not is_legal(state, line[0]):  # renju: the only answer is forbidden
            return self._any_move()
        work = self._work[0]
        counts = int(work.nodes), int(work.cutoffs), int(work.hits)
        return Result(line[0], found, line, depth, *counts, time.perf_counter() - begin)

    def _any_move(self) -> Result:
        """A legal move where the search has none."""
        move = any_move(self._tables.record[0])
        return Result(move, 0, (move,))

    def _without_search(self, state: State) -> Result | None:
        """What needs no search: a game that is over, and the empty board, where every rule allows the centre.

        Otherwise the tables have the position now.
        """
        if is_over(state):
            return self._in_units(Result(None, score(state) * WON))
        set_position(self._tables, state)
        if self._tables.record[0].count > 0:
            return None
        at = state.record[0]
        centre = (int(at.height) + 1) // 2 * gomoku.STRIDE + (int(at.width) + 1) // 2
        return self._in_units(Result(centre, 0, (centre,)))

    def _win_by_force(self, state: State, limits: Limits, begin: float) -> Result | None:
        """A win by continuous fours, or else by fours and threes; None if none is found."""
        at, work = self._tables.record[0], self._work[0]
        if not win_by_force(at, work, limits.nodes or 0, limits.seconds or 0.0):
            return None
        line = tuple(int(MOVE_OF[cell]) for cell in work.forced[0, : work.forced_length[0]])
        if not is_legal(state, line[0]):
            return None
        # The line ends where five cannot be stopped any more, at most two plies before it stands.
        found = WON - len(line) - 2
        return Result(line[0], found, line, len(line), int(work.nodes), 0, 0, time.perf_counter() - begin)

    def _deepen(
        self, state: State, best: Result, depth: int | None, begin: float, report: Report | None
    ) -> Result:
        if report is not None and best.depth:
            report(self._in_units(best))
        last = min(depth or MOST_PLIES - 2, MOST_PLIES - 2)
        if depth is None and self._only_move():
            last = FORCED_DEPTH
        for at_depth in range(2, last + 1):
            if abs(best.value) > SURE:  # won, or lost whatever we do: nothing is left to find out
                break
            self._work["horizon"] = 0
            found = self._search(at_depth)
            if self._work["stop"][0] or self._cancelled:
                line = self._line()  # of a depth that was not finished: its first move was last depth's best
                if line and is_legal(state, line[0]):
                    best = replace(best, move=line[0], line=line)
                break
            best = self._found(state, at_depth, found, begin)
            if report is not None:
                report(self._in_units(best))
            if not self._work["horizon"][0]:  # every line was searched to the end of the game
                break
        work = self._work[0]
        return replace(
            best,
            nodes=int(work.nodes),
            cutoffs=int(work.cutoffs),
            table_hits=int(work.hits),
            seconds=time.perf_counter() - begin,
        )

    def _only_move(self) -> bool:
        """Must a five be stopped, or is one cell left?"""
        at = self._tables.record[0]
        return bool(at.empties == 1 or at.tallies[1 - int(at.turn)] & ONE_TALLY)
