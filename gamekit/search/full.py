"""Alpha-beta with everything: ordering, table, null windows, a clock. What is switched off costs nothing."""

from __future__ import annotations

import numpy as np

from gamekit.rules import INF, Move, State, Value, is_over, play, undo, value
from gamekit.search.clock import must_stop
from gamekit.search.context import MOST_PLIES, NO_MOVE, Context, is_on
from gamekit.search.ordering import arrange, note_cut
from gamekit.search.probcut import PAIRS, enough
from gamekit.search.table import recall, remember

SHARED_FROM = 3  # plies to go; below, asking costs more than searching


def full_search(state: State, depth: int, alpha: Value, beta: Value, ply: int, context: Context) -> Value:
    """Value for the side to move: exact inside (alpha, beta), a bound outside; nothing once `stop` is set."""
    work = context.work
    work.nodes += 1
    work.length[ply] = 0
    if must_stop(work):
        return 0
    if is_over(state):
        return value(context.evaluator, state)
    if depth == 0 or ply >= MOST_PLIES - 1:
        work.horizon = 1
        return value(context.evaluator, state)
    lower, upper, known_move, known_horizon = -INF, INF, NO_MOVE, 0
    if depth > 1:  # just above the leaves, searching is cheaper than looking up
        lower, upper, known_move, known_horizon = recall(context.table, state, depth, work)
    if ply > 0 and (lower >= beta or upper <= alpha or lower == upper):  # the root must find a move
        work.hits += 1
        work.horizon |= known_horizon
        return lower if lower >= beta else upper
    if is_on(context.probcut) and ply > 0:
        horizon_elsewhere = work.horizon
        for number in range(PAIRS):
            shallow, low, high = enough(context.probcut, state, depth, number, alpha, beta)
            if shallow == 0:
                break
            opinion = value(context.evaluator, state)
            if opinion >= beta:
                found = full_search(state, shallow, high - 1, high, ply, context)
                if work.stop:  # before anything is kept: what was being searched is worth nothing
                    return 0
                if found >= high:
                    remember(context.table, state, depth, beta, INF, NO_MOVE, 1, work)
                    return beta
            if opinion <= alpha:
                found = full_search(state, shallow, low, low + 1, ply, context)
                if work.stop:
                    return 0
                if found <= low:
                    remember(context.table, state, depth, -INF, alpha, NO_MOVE, 1, work)
                    return alpha
        work.length[ply], work.horizon = 0, horizon_elsewhere
    floor, best = alpha, -INF
    best_move: Move = NO_MOVE
    horizon_elsewhere = work.horizon
    work.horizon = 0
    for number in range(arrange(state, depth, ply, known_move, context)):
        move = np.int64(work.moves[ply, number])
        child = play(state, move)
        if is_on(context.null_windows) and number > 0:
            found = -full_search(child, depth - 1, -alpha - 1, -alpha, ply + 1, context)
            if alpha < found < beta:  # better than the first move after all: how much better?
                found = -full_search(child, depth - 1, -beta, -found, ply + 1, context)
        else:
            found = -full_search(child, depth - 1, -beta, -alpha, ply + 1, context)
        undo(state, move)
        if work.stop:
            return 0
        if work.threads > 1 and depth > SHARED_FROM and ply > 0:  # has another thread the answer by now?
            lower, upper, _, known_horizon = recall(context.table, state, depth, work)
            if lower >= beta or upper <= floor:
                work.horizon |= known_horizon | horizon_elsewhere
                return lower if lower >= beta else upper
        if ply == 0:
            work.previous[move] = found if found > alpha else -INF
        if found > best:
            best, best_move = found, move
            if best > alpha:
                alpha = best
                work.line[ply, 0] = move
                for i in range(work.length[ply + 1]):
                    work.line[ply, i + 1] = work.line[ply + 1, i]
                work.length[ply] = work.length[ply + 1] + 1
        if alpha >= beta:
            note_cut(state, depth, ply, move, context)
            break
    if depth > 1:
        at_least, at_most = best if best > floor else -INF, best if best < beta else INF
        if best > floor:  # else nothing is known of the moves but that none is good: the old one stays
            known_move = best_move
        remember(context.table, state, depth, at_least, at_most, known_move, work.horizon, work)
    work.horizon |= horizon_elsewhere
    return best
