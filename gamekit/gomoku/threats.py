"""Wins by force: threat-space search.

A four must be answered on the one cell that stops the five. So a side that makes four after four leaves the
other no choice, and a win by continuous fours is found deep below what a full search can see. An open three
must be answered too, on one of a few cells or by a four of one's own: the search by threes sees more, and has
more replies to refute.

The attacker tries only threats, the defender all replies that can help:

    against a five to come     the cell itself
    against an open four       the cells where the attacker would make a four (any other move leaves the
    to come                    open four as it is), and every four of the defender

So what is found is a win against every defence. What is not found may still be one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.code_cache import helper, kernel
from gamekit.games import gomoku
from gamekit.games.gomoku import EMPTY, RENJU
from gamekit.gomoku.board import MOVE_OF, STRIDE, is_forbidden_here, place, score_at, shapes_at, undo_place
from gamekit.gomoku.patterns import SIGHT
from gamekit.gomoku.shapes import DOUBLE_FOUR, FIVE, FOUR, OPEN_THREE, SCORES
from gamekit.gomoku.work import MOST_FORCED, MOST_THREATS, NO_CELL
from gamekit.rules import FIRST, SECOND
from gamekit.search.clock import must_stop

__all__ = ["attack"]

FIVE_SCORE, BIG_SCORE, FOUR_SCORE = SCORES["five"], SCORES["open four"], SCORES["four"]
THREE_SCORE = SCORES["open three"]


@helper
def makes_four(score: Any) -> Any:
    """Does a point of this score hold a four? (Two threes score more than a four, and are none.)"""
    return score == FOUR_SCORE or score >= BIG_SCORE


@helper
def makes_two_fives(shapes: Any) -> Any:
    """After a stone with these shapes, can five be made in two places?"""
    fours = 0
    for axis in range(4):
        shape = (shapes >> (4 * axis)) & 15
        if DOUBLE_FOUR <= shape <= FIVE:
            return True
        fours += shape == FOUR
    return fours >= 2


@helper
def has_open_three(shapes: Any) -> Any:
    """Is an open three among these shapes?"""
    found = False
    for axis in range(4):
        found |= (shapes >> (4 * axis)) & 15 == OPEN_THREE
    return found


@helper
def in_line(one: Any, other: Any) -> Any:
    """Do two cells lie on one line, so near that a stone on the one can change a shape on the other?"""
    across, down = abs(one % STRIDE - other % STRIDE), abs(one // STRIDE - other // STRIDE)
    return (across == 0 or down == 0 or across == down) and max(across, down) <= SIGHT


@helper
def _note_line(work: Any, level: Any, move: Any, reply: Any) -> None:
    """The win goes: move, reply, and then as it went one level deeper."""
    work.forced[level, 0] = move
    work.forced_length[level] = 1
    if reply != NO_CELL:
        length = work.forced_length[level + 1]
        work.forced[level, 1] = reply
        for i in range(length):
            work.forced[level, i + 2] = work.forced[level + 1, i]
        work.forced_length[level] = length + 2


@helper
def list_threats(at: Any, work: Any, level: Any, threes: Any) -> Any:
    """Threats of the side to move into the record's list, the strongest first: (how many, winning cell).

    The winning cell makes five, or two fives to come; `NO_CELL` where there is none.
    """
    me, other = at.turn, SECOND - at.turn
    count, block, big = 0, NO_CELL, NO_CELL
    for i in range(at.count):
        cell = np.int64(at.candidates[i])
        if at.board[cell] != EMPTY:
            continue
        word = at.words[cell]
        mine = score_at(word, me)
        if mine >= FIVE_SCORE:
            return 0, cell
        if score_at(word, other) >= FIVE_SCORE:
            if block != NO_CELL:
                block = -1  # two cells to block: only a five would help
            elif block == NO_CELL:
                block = cell
        is_threat = makes_four(mine) or (
            threes and mine >= THREE_SCORE and has_open_three(shapes_at(word, me))
        )
        if not is_threat:
            continue
        if mine >= BIG_SCORE and makes_two_fives(shapes_at(word, me)) and not is_forbidden_here(at, cell):
            big = cell
        if count < MOST_THREATS:
            here = count
            while here > 0 and score_at(at.words[np.int64(work.threats[level, here - 1])], me) < mine:
                work.threats[level, here] = work.threats[level, here - 1]
                here -= 1
            work.threats[level, here] = cell
            count += 1
    if block == NO_CELL:
        return count, big
    if block == -1:
        return 0, NO_CELL
    # A five must be stopped first. An open three that stood before stands after it, so the attack may go on.
    if threes or makes_four(score_at(at.words[block], me)):
        work.threats[level, 0] = block
        return 1, NO_CELL
    return 0, NO_CELL


@helper
def list_replies(at: Any, work: Any, level: Any) -> Any:
    """Replies of the side to move to a threat: how many; -1 if it need not reply, 0 if none helps."""
    me, attacker = at.turn, SECOND - at.turn
    block, count, open_four = NO_CELL, 0, NO_CELL
    for i in range(at.count):
        cell = np.int64(at.candidates[i])
        if at.board[cell] != EMPTY:
            continue
        word = at.words[cell]
        mine, its = score_at(word, me), score_at(word, attacker)
        if mine >= FIVE_SCORE:
            return -1
        if its >= FIVE_SCORE:
            if block != NO_CELL:
                block = -1
            elif block == NO_CELL:
                block = cell
        if its >= BIG_SCORE and open_four == NO_CELL and makes_two_fives(shapes_at(word, attacker)):
            is_black = at.rule == RENJU and attacker == FIRST
            if not (is_black and gomoku.is_forbidden(at.plain, MOVE_OF[cell])):
                open_four = cell
        if makes_four(mine) or makes_four(its):
            if count < MOST_THREATS:
                work.replies[level, count] = cell
            count += 1
    if block == -1:
        return 0
    if block != NO_CELL:
        work.replies[level, 0] = block
        return 1
    if open_four == NO_CELL or count > MOST_THREATS:
        return -1
    kept = 0
    for i in range(count):
        cell = np.int64(work.replies[level, i])
        # What is out of line with the cell of the open four leaves it as it is, and helps only as a four.
        if cell == open_four or in_line(cell, open_four) or makes_four(score_at(at.words[cell], me)):
            work.replies[level, kept] = cell
            kept += 1
    return kept


@kernel
def attack(at: Any, work: Any, level: Any, left: Any, threes: Any) -> Any:
    """Does the side to move win with at most so many threats more? 1 if so; the line is in `forced`."""
    work.nodes += 1
    work.threat_nodes -= 1
    if must_stop(work) or work.threat_nodes < 0:
        work.cut_short = 0
        return 0
    if threes == 0 and at.tallies[at.turn] == 0:  # no five, and nothing that makes a four
        return 0
    count, winning = list_threats(at, work, level, threes)
    if winning != NO_CELL:
        _note_line(work, level, winning, NO_CELL)
        return 1
    if left <= 0 or level >= MOST_FORCED:
        work.cut_short |= count > 0
        return 0
    mark = at.key ^ threes
    place_of_mark = mark & (len(work.failed) - 1)
    if work.failed[place_of_mark] == mark and work.failed_left[place_of_mark] >= left:
        return 0
    for i in range(count):
        move = np.int64(work.threats[level, i])
        if is_forbidden_here(at, move):
            continue
        place(at, move)
        replies = list_replies(at, work, level)
        wins = 1 if replies >= 0 else 0
        longest = -1
        for j in range(replies):
            reply = np.int64(work.replies[level, j])
            if is_forbidden_here(at, reply):
                continue
            place(at, reply)
            wins = attack(at, work, level + 1, left - 1, threes)
            undo_place(at)
            if wins == 0:
                break
            if work.forced_length[level + 1] > longest:
                longest = work.forced_length[level + 1]
                _note_line(work, level, move, reply)
        undo_place(at)
        if wins == 1:
            if longest < 0:
                _note_line(work, level, move, NO_CELL)
            return 1
        if work.stop != 0 or work.threat_nodes < 0:
            work.cut_short = 0
            return 0
    work.failed[place_of_mark], work.failed_left[place_of_mark] = mark, left
    return 0


@helper
def note_failure(at: Any, work: Any, left: Any, threes: Any) -> None:
    """Do not ask again about this position: the nodes that there were for it were not enough."""
    mark = at.key ^ threes
    place_of_mark = mark & (len(work.failed) - 1)
    work.failed[place_of_mark], work.failed_left[place_of_mark] = mark, left
