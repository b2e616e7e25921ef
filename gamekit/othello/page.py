"""The Othello program in a web page: what `engine.py` does around search and solver, compiled with them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import popcount
from gamekit.othello.engine import (
    AT_ONCE,
    FIRST_SHARE,
    FORCED_DEPTH,
    NODES_A_SECOND,
    OUTCOME_SHARE,
    WORTH_TRYING,
    Engine,
    load_of,
)
from gamekit.othello.solver import CACHE_LINE, _answer, new_table, new_work
from gamekit.page.engines import TABLE_MB, Driver, search_driver
from gamekit.page.thinking import (
    PAGE_SHARE,
    Allowed,
    Search,
    clear,
    deepen,
    deepen_below,
    end_of,
    note,
    now,
    put,
    put_line,
    tell,
    whole,
)
from gamekit.rules import State, count_moves, is_over, moves, play, score
from gamekit.search.context import MOST_NODES

SOLVER_EMPTIES = 20  # the largest table of the solver


def driver(engine: Engine, start: State, step: int) -> Driver:
    """What drives this program in games that begin with this state."""
    searching = search_driver(engine.searcher, start, step)
    _, asked = searching.functions["think"]
    table = new_table(SOLVER_EMPTIES, TABLE_MB)
    solving = new_work(table, 2**64 - 1)
    # The solver's weights are those of the search, not once more.
    weights = np.frombuffer(asked[-1].context.evaluator.tables, np.uint8)
    solving["weights"] = weights.ctypes.data
    solver = Solver(solving, table, SOLVER_EMPTIES if engine.switches.endgame else -1)
    return Driver({"think": (think_othello, (*asked, solver))}, (*searching.reaches, table, weights))


def empties(state: State) -> Any:
    """How many squares are empty."""
    return 64 - whole(popcount(state.player | state.opponent))


def load(empty: Any, allowed: Allowed, most_empties: Any) -> Any:
    """As `exact_load`, with a page's speed; endless where the table of its solver is too small."""
    if empty > most_empties:
        return math.inf
    return load_of(empty, allowed.depth, allowed.nodes, PAGE_SHARE * allowed.seconds)


def part_of(allowed: Allowed) -> Any:
    """As `Limits.share`, for the search that stands in for the solver."""
    nodes = max(whole(FIRST_SHARE * allowed.nodes), 1) if allowed.nodes else 0
    return Allowed(allowed.depth, nodes, FIRST_SHARE * allowed.seconds)


class Solver(NamedTuple):
    """Of the exact solver: its record, its table, for how many empty squares at most, and its limits."""

    work: Any
    table: Any
    most_empties: Any
    nodes: Any = 0
    end: Any = 0.0


def ask(state: State, low: Any, high: Any, longest: Any, out: Any, solver: Solver) -> Any:
    """As `Engine._ask`: did the solver answer? Its nodes are added to those of the answer.

    Nobody can stop it here, so the time that is left is told in nodes.
    """
    work, empty = solver.work[0], empties(state)
    left = solver.nodes - out.nodes if solver.nodes else MOST_NODES
    if solver.end:
        left = min(left, whole((solver.end - now()) * PAGE_SHARE * NODES_A_SECOND))
    if left <= 0:
        return False
    size = CACHE_LINE << max(8, empty - 2)
    solver.table[:size] = 0
    work.bucket_mask, work.most_nodes = size - CACHE_LINE, left
    work.nodes = work.stop = work.root = work.given_up = work.answer = work.length = 0
    found = _answer(state.player, state.opponent, low, high, longest, solver.work)
    put(out, found, empty, out.nodes + work.nodes, 0.0)
    put_line(out, work.line, work.length)
    return work.stop == 0


def think_othello(
    state: State, analysing: Any, allowed: Allowed, answers: Any, search: Search, solver: Solver
) -> None:
    """As `Engine._think` and `Engine._analyse`."""
    out, begin, at_once = answers[0], now(), Allowed(1, 0, 0.0)
    count = count_moves(state)
    weight = load(empties(state), allowed, solver.most_empties) * (count if analysing else 1)
    in_time = Solver(solver.work, solver.table, 0, allowed.nodes, end_of(begin, allowed.seconds))
    first = part_of(allowed) if weight > AT_ONCE else at_once
    if analysing:
        if weight > WORTH_TRYING:
            deepen_below(state, allowed, answers, search)
            return
        deepen_below(state, first, answers, search)
        exact_values(state, answers, in_time)
    elif allowed.seconds and count == 1 and weight > AT_ONCE:  # nothing to choose
        depth = min(allowed.depth or FORCED_DEPTH, FORCED_DEPTH)
        deepen(state, Allowed(depth, 0, 0.0), out, search, True)
        return
    elif is_over(state) or OUTCOME_SHARE * weight > WORTH_TRYING:
        deepen(state, allowed, out, search, True)
        return
    else:
        deepen(state, first, out, search, weight > AT_ONCE)
        solve(state, weight > WORTH_TRYING, answers, in_time)
    out.seconds = now() - begin


def solve(state: State, outcome_first: Any, answers: Any, solver: Solver) -> None:
    """As `Engine._solve` and `_with_outcome`."""
    out, found = answers[0], answers[2]
    low, high, found.nodes = -64, 64, out.nodes
    if outcome_first and not ask(state, -2, 2, 1, found, solver):
        high = low
    elif outcome_first:
        if found.value < 0:  # all moves lose: the search chose one that loses little
            high, best = 0, min(out.value, -2.0)
        else:
            put_line(out, found.line, found.length)
            low, high, best = (0, 64, max(out.value, 2.0)) if found.value > 0 else (0, 0, 0.0)
        put(out, best, found.depth, found.nodes, 0.0)
        tell()
    if low < high and ask(state, low, high, 1, found, solver):
        put_line(out, found.line, found.length)
        put(out, found.value, found.depth, found.nodes, 0.0)
        tell()
    out.nodes = found.nodes


def exact_values(state: State, answers: Any, solver: Solver) -> None:
    """As `Engine._exact_values`: where time or nodes are not enough, the answer stays what it was."""
    out, draft, found = answers[0], answers[1], answers[2]
    clear(draft, 0.0)
    found.nodes = out.nodes
    for move in moves(state):
        after = play(state, move)
        if is_over(after):
            found.value, found.length = score(after), 0
        elif not ask(after, -64, 64, 128, found, solver):
            out.nodes = found.nodes
            return
        note(draft, move, -found.value, found.line, found.length)
    if draft.count:
        put(draft, draft.value, empties(state), found.nodes, 0.0)
        answers[0] = draft
        tell()
