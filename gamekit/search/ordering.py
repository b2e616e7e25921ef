"""Move ordering: try the move first that is likely to cut.

    table move   what was best here before, perhaps at a lower depth
    killers      the two latest moves that cut at this ply: first in, first out
    history      moves that cut often, anywhere in the tree
    static       what the evaluator thinks of the position that the move leads to, or what a policy promises
    previous     at the root, the values of the iteration before

Each is a switch of its own. Where several speak, the order above decides. A search may keep to the first few.
"""

from __future__ import annotations

from typing import Any

from gamekit.rules import Evaluator, Move, State, moves, play, rule, to_move, undo, value
from gamekit.search.context import MOST_SQUARES, Off, On, is_on

TABLE_MOVE, FIRST_KILLER, SECOND_KILLER = 1 << 60, 1 << 59, 1 << 58
MOST_HISTORY = 1 << 30


@rule
def promise(order: Any, evaluator: Evaluator, state: State, move: Move) -> Any:
    """How good a move looks at first sight, by what orders moves."""


@promise.on(Off)
def _(order: Any, evaluator: Evaluator, state: State, move: Move) -> Any:
    return 0


@promise.on(On)
def _(order: Any, evaluator: Evaluator, state: State, move: Move) -> Any:
    found = -value(evaluator, play(state, move))
    undo(state, move)
    return found


def arrange(state: State, depth: int, ply: int, table_move: Move, context: Any) -> Any:
    """Write the moves into the record's list for this ply, best first; equal ones stay in their order."""
    work = context.work
    count = 0
    for move in moves(state):
        rank = 0
        if is_on(context.static) and depth >= work.static_from:
            rank = promise(context.static, context.evaluator, state, move) << 32
        if is_on(context.history):
            rank += work.history[to_move(state), move % MOST_SQUARES]
        if is_on(context.previous) and ply == 0:
            rank = work.previous[move % MOST_SQUARES]
        if is_on(context.killers):
            if move == work.killers[ply, 0]:
                rank = FIRST_KILLER
            elif move == work.killers[ply, 1]:
                rank = SECOND_KILLER
        if is_on(context.table) and move == table_move:
            rank = TABLE_MOVE
        place = count
        while place > 0 and work.ranks[ply, place - 1] < rank:
            work.ranks[ply, place] = work.ranks[ply, place - 1]
            work.moves[ply, place] = work.moves[ply, place - 1]
            place -= 1
        work.ranks[ply, place], work.moves[ply, place] = rank, move
        count += 1
    count = min(count, work.few)
    if work.thread > 0 and count > 2:
        _turn(count, ply, work)
    return count


def _turn(count: int, ply: int, work: Any) -> None:
    """Each thread begins elsewhere in the list, but with the same first move: mostly it alone is searched."""
    begin = work.thread * (count - 1) // work.threads
    for number in range(count - 1):
        work.ranks[ply, number] = work.moves[ply, 1 + (number + begin) % (count - 1)]
    for number in range(count - 1):
        work.moves[ply, number + 1] = work.ranks[ply, number]


def note_cut(state: State, depth: int, ply: int, move: Move, context: Any) -> None:
    """A move has cut: remember it for killers and history."""
    work = context.work
    work.cutoffs += 1
    if is_on(context.killers) and work.killers[ply, 0] != move:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = move
    if is_on(context.history):
        side = to_move(state)
        work.history[side, move % MOST_SQUARES] = min(
            work.history[side, move % MOST_SQUARES] + depth * depth, MOST_HISTORY
        )
