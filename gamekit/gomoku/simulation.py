"""The gomoku tables under Monte Carlo tree search: what the program would be without alpha-beta.

`Shapes` is what the tables know: the tree has forced replies alone, else the best candidates by their points,
and it ends where a win is certain. `Informed` simulations stop fives and end where one cannot be stopped;
`FiveOrBlock` is what the reports had, and knows next to nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from gamekit.code_cache import helper
from gamekit.games.gomoku import EMPTY, NOBODY
from gamekit.gomoku.board import MOVE_OF, is_forbidden_here, place, score_at, undo_place
from gamekit.gomoku.search import (
    FORCED_MOVES,
    IS_LOST,
    MUST_BLOCK,
    OPEN,
    THREATENED,
    WINS_NOW,
    WINS_SOON,
    collect,
    is_worth_trying,
    keep_best,
    look,
    next_best,
    rank_of,
)
from gamekit.gomoku.shapes import FOUR_POINT
from gamekit.gomoku.threats import FIVE_SCORE, attack
from gamekit.gomoku.work import NO_CELL, new_work
from gamekit.rules import SECOND, Move, State
from gamekit.search.context import Off, On, Switch, is_on
from gamekit.search.mcts import (
    DRAW,
    LOSS,
    MCTS,
    UNKNOWN,
    WIN,
    below,
    certain,
    for_side,
    offer,
    play_out,
    simulate_move,
)
from gamekit.search.result import Result
from gamekit.search.thinker import best_first

DRAWN = 3  # cells that a simulation draws, to play the best of them by its points
MOST_SIMULATED = 40  # plies of a simulation; what is not decided by then counts as a draw


EXPLORATION = 0.5  # the C of UCT
POWER = 0.45  # of the visits, so many children are tried


class FiveOrBlock(NamedTuple):
    """Take a five, else stop one, else any candidate."""


@simulate_move.on(FiveOrBlock)
def _(policy: Any, state: State, rng: Any) -> Any:
    at = state.record[0]
    block: Any = 0
    for i in range(at.count):
        cell = np.int64(at.candidates[i])
        if at.board[cell] == EMPTY:
            word = at.words[cell]
            if score_at(word, at.turn) >= FIVE_SCORE:
                return cell
            if score_at(word, SECOND - at.turn) >= FIVE_SCORE:
                block = cell
    return any_candidate(at, rng) if block == 0 else block


@helper
def any_candidate(at: Any, rng: Any) -> Any:
    """A candidate at random; `NO_CELL` if none is empty."""
    first = below(rng, max(1, at.count))
    for i in range(at.count):  # the list holds cells that were taken since: go on to one that is empty
        cell = np.int64(at.candidates[(first + i) % at.count])
        if at.board[cell] == EMPTY:
            return cell
    return NO_CELL


class Informed(NamedTuple):
    """Take two fives to come, stop a five and two of the other side; else the best of a few candidates."""


class Shapes(NamedTuple):
    """What the tables know; `work` is a record of its own for lists and for the search of forced wins."""

    work: Any
    forced: Switch  # are forced replies alone in the tree?
    playing: Any  # the policy of simulations


def shapes(width: int, forcing: int, *, ordering: bool, forced: bool, informed: bool) -> Shapes:
    """The policy that offers so many candidates, and spends so many nodes on a win by fours at a leaf."""
    work = new_work()
    work["width"], work["forcing"], work["killing"], work["ordering"] = width, forcing, 0, int(ordering)
    return Shapes(work, On() if forced else Off(), Informed() if informed else FiveOrBlock())


@helper
def forced_win(at: Any, work: Any) -> Any:
    """The plies to a win by continuous fours, 0 if there is none; its first move is then in `work.forced`."""
    if work.forcing == 0 or at.tallies[at.turn] < 2 * FOUR_POINT:  # one alone leads nowhere
        return 0
    work.threat_nodes = work.forcing
    # Typed numbers, as in `search`: a literal would make a second machine code.
    if attack(at, work, np.int64(0), np.int64(FORCED_MOVES), np.int64(0)) == 0:
        return 0
    return work.forced_length[0] + 2


@certain.on(Shapes)
def _(policy: Any, state: State) -> Any:
    at, work = state.record[0], policy.work[0]
    if at.winner != NOBODY:
        return LOSS, 0
    if at.empties == 0:
        return DRAW, 0
    stands, _ = look(at)
    if stands == WINS_NOW:
        return WIN, 1
    if stands == WINS_SOON:
        return WIN, 3
    if stands == IS_LOST:
        return LOSS, 2
    plies = 0 if stands == MUST_BLOCK else forced_win(at, work)
    return (WIN, plies) if plies > 0 else (UNKNOWN, 0)


@offer.on(Shapes)
def _(policy: Any, state: State, walk: Any) -> Any:
    at, work = state.record[0], policy.work[0]
    if at.winner != NOBODY or at.empties == 0:
        return 0
    stands, cell = look(at)
    # Under a threat the list has all that can help. Otherwise nobody knows what far cells are good for.
    walk.partial = 1 if stands == OPEN else 0
    if is_on(policy.forced):
        if stands not in (OPEN, THREATENED):
            walk.offered[0] = cell
            return 1
        if forced_win(at, work) > 0:
            walk.offered[0] = work.forced[0, 0]
            return 1
        listed = collect(at, work, 0, stands, NO_CELL, NO_CELL, NO_CELL)
    else:
        listed = collect(at, work, 0, OPEN, NO_CELL, NO_CELL, NO_CELL)
    if work.ordering == 0:
        if listed > work.width:
            walk.partial = 1
        listed = keep_best(work, 0, listed, work.width)
    count, number = 0, 0
    while number < listed:
        if count == work.width:
            walk.partial = 1
            break
        cell = np.int64(work.moves[0, number]) if work.ordering == 0 else next_best(work, 0, number, listed)
        number += 1
        if not is_forbidden_here(at, cell):
            walk.offered[count] = cell
            count += 1
    if count == 0:  # nothing helps, or black may play none of it: any move
        walk.offered[0] = any_candidate(at, walk)
        walk.partial = 1
        count = 1
    return count


@helper
def good_candidate(at: Any, stands: Any, rng: Any) -> Any:
    """The best of a few candidates drawn at random; under a threat, of those that help."""
    best, highest = NO_CELL, -1
    if stands == THREATENED:
        seen = 0
        for i in range(at.count):
            cell = np.int64(at.candidates[i])
            if is_worth_trying(at, cell, stands):
                seen += 1
                if below(rng, seen) == 0:
                    best = cell
        if best != NO_CELL:
            return best
    for _ in range(DRAWN):
        cell = any_candidate(at, rng)
        if cell != NO_CELL and rank_of(at, cell) > highest:
            best, highest = cell, rank_of(at, cell)
    return best


@play_out.on(Shapes)
def _(policy: Any, state: State, walk: Any) -> Any:
    return play_out(policy.playing, state, walk)


@play_out.on(Informed)
def _(policy: Any, state: State, walk: Any) -> Any:
    at = state.record[0]
    points, length = DRAW, 0
    while length < MOST_SIMULATED and at.empties > 0:
        stands, cell = look(at)
        if at.winner != NOBODY or stands == IS_LOST:
            points = for_side(LOSS, at.turn)
            break
        if stands in (WINS_NOW, WINS_SOON):
            points = for_side(WIN, at.turn)
            break
        if stands != MUST_BLOCK:
            cell = good_candidate(at, stands, walk)
        if cell == NO_CELL:
            break
        place(at, cell)
        length += 1
    if at.winner != NOBODY:  # with the last stone
        points = for_side(LOSS, at.turn)
    for _ in range(length):
        undo_place(at)
    return points


# --- the tree ---------------------------------------------------------------------------------------------


class CellTree(MCTS):
    """Its moves are cells of the tables; what it reports and answers are legal moves of the game."""

    def _found(self, done: int, begin: float) -> Result:
        found, at = super()._found(done, begin), self._state.record[0]
        allowed = {cell: each for cell, each in found.values.items() if not is_forbidden_here(at, cell)}
        values = {int(MOVE_OF[cell]): each for cell, each in best_first(allowed).items()}
        line = tuple(int(MOVE_OF[cell]) for cell in found.line)
        if line[0] not in values:  # renju forbids it: the best of those that are allowed
            line = (next(iter(values), any_move(at)),)
        return replace(found, move=line[0], value=values.get(line[0], 0.0), line=line, values=values)


def any_move(at: Any) -> Move:
    """A legal move, near other stones if there is one, for whoever has found none."""
    free = [cell for cell in np.flatnonzero(at.board == EMPTY) if not is_forbidden_here(at, cell)]
    return int(MOVE_OF[next((cell for cell in free if at.listed[cell]), free[0])])
