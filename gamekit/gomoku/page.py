"""The gomoku program in a web page: what `engine.py` does around its searches, compiled with them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamekit.games.gomoku import EMPTY, RIM, STRIDE
from gamekit.gomoku.board import MOVE_OF, WON, fill, set_position
from gamekit.gomoku.engine import FORCED_DEPTH, Engine, outcome, win_by_force
from gamekit.gomoku.search import play_move, search, take_back
from gamekit.gomoku.shapes import ONE_TALLY
from gamekit.gomoku.work import MOST_PLIES, SURE
from gamekit.page.engines import Driver, question
from gamekit.page.thinking import (
    LEAST,
    MOST,
    Allowed,
    clear,
    end_of,
    note,
    now,
    put,
    put_line,
    tell,
    whole,
)
from gamekit.rules import State, is_over, score
from gamekit.search.context import reset_work


def driver(engine: Engine, start: State, step: int) -> Driver:
    """What drives this program in games that begin with this state."""
    engine.forget()
    set_position(engine._tables, start)
    reset_work(engine._work, 0, 0.0)
    program = Gomoku(engine._tables.record[0], engine._work[0], np.array(MOVE_OF), engine.switches.threats)
    return Driver({"think": (think_gomoku, (*question(start), program))}, (engine._memory.entries,))


def set_up(at: Any, position: Any, move_of: Any) -> None:
    """As `set_position` on a board of the same size and rule: give the gomoku program a position."""
    given = position[0]
    at.turn, at.winner, at.empties, at.played = given.turn, given.winner, given.empties, 0
    for place in range(len(at.plain)):  # to assign it as a whole would allocate
        at.plain[place] = given.board[place]
    at.log[:] = 0
    at.listed[:] = 1
    at.candidates[:] = 0
    at.runs[:] = 0
    at.codes[:] = 0
    at.words[:] = 0
    for cell in range(len(move_of)):
        at.board[cell] = given.board[move_of[cell]] if move_of[cell] > 0 else RIM
    fill(at)


def put_cells(out: Any, cells: Any, length: Any, move_of: Any) -> None:
    """A line of the program's cells, as moves of the game."""
    for place in range(length):
        out.line[place] = move_of[cells[place]]
    put_line(out, out.line, length)


class Gomoku(NamedTuple):
    """Of the gomoku program: its tables, its record, the move of each cell; does it look for threats?"""

    at: Any
    work: Any
    move_of: Any
    threats: Any


def think_gomoku(state: State, analysing: Any, allowed: Allowed, answers: Any, program: Gomoku) -> None:
    """As `Engine._think` and `Engine._analyse`, for a board without forbidden squares."""
    out, begin, at, work, move_of = answers[0], now(), program.at, program.work, program.move_of
    clear(out, 0.0)
    if is_over(state):
        out.value = score(state)
        return
    set_up(at, state.record, move_of)
    if at.count == 0:
        centre = (at.height + 1) // 2 * STRIDE + (at.width + 1) // 2
        note(out, centre, 0.0, out.line, 0)
        out.count = 1 if analysing else 0
        return
    reset_work(work, 0, 0.0)
    if analysing:
        judge_candidates(allowed, answers, program, begin)
        return
    found = search(
        at, work, whole(1), LEAST, MOST, whole(0)
    )  # one ply at once: an answer whatever the limits
    put_cells(out, work.line[0], work.length[0], move_of)
    put(out, outcome(found), 1, work.nodes, now() - begin)
    reset_work(work, allowed.nodes, end_of(begin, allowed.seconds))
    if program.threats and abs(found) <= SURE and win_by_force(at, work, allowed.nodes, allowed.seconds):
        length = work.forced_length[0]
        put_cells(out, work.forced[0], length, move_of)
        put(out, outcome(WON - length - 2), length, work.nodes, now() - begin)
        tell()
        return
    tell()
    is_only = at.empties == 1 or at.tallies[1 - at.turn] & ONE_TALLY
    last = allowed.depth or (FORCED_DEPTH if is_only else MOST_PLIES)
    for depth in range(2, min(last, MOST_PLIES - 2) + 1):
        if abs(found) > SURE:
            break
        work.horizon = 0
        found = search(at, work, depth, LEAST, MOST, whole(0))
        if work.stop:
            if work.length[0]:  # of a depth that was not finished: its first move was last depth's best
                put_cells(out, work.line[0], work.length[0], move_of)
            break
        put_cells(out, work.line[0], work.length[0], move_of)
        put(out, outcome(found), depth, work.nodes, now() - begin)
        tell()
        if not work.horizon:
            break
    out.nodes, out.seconds = work.nodes, now() - begin


def judge_candidates(allowed: Allowed, answers: Any, program: Gomoku, begin: Any) -> None:
    """As `Engine._analyse`."""
    out, draft, child = answers[0], answers[1], answers[2]
    at, work, move_of = program.at, program.work, program.move_of
    for depth in range(1, min(allowed.depth or MOST_PLIES, MOST_PLIES - 2) + 1):
        if depth == 2:  # the first depth takes no time to speak of, and is always done
            reset_work(work, allowed.nodes, end_of(begin, allowed.seconds))
        clear(draft, 0.0)
        all_known = True
        for number in range(at.count):
            cell = whole(at.candidates[number])
            if at.board[cell] != EMPTY:
                continue
            play_move(at, cell)
            found = -search(at, work, depth - 1, LEAST, MOST, whole(0))
            take_back(at)
            if abs(found) > SURE:  # it was counted from one ply deeper
                found -= 1 if found > 0 else -1
            if depth > 1 and work.stop:
                out.nodes, out.seconds = work.nodes, now() - begin
                return
            all_known = all_known and abs(found) > SURE
            put_cells(child, work.line[0], work.length[0], move_of)
            note(draft, move_of[cell], np.float64(found), child.line, child.length)
        for place in range(draft.count):
            draft.values[place] = outcome(draft.values[place])
        put(draft, draft.values[0], depth, work.nodes, now() - begin)
        answers[0] = draft
        tell()
        if all_known:
            return
