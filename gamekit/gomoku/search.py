"""Alpha-beta over the gomoku tables: negamax, a table, killers, candidates in the order of their points.

At every node, before anything is searched:

    five at hand                            won
    the other side has a five at hand       only the cell that stops it, and it costs no depth
    we can make two fives to come           won in three plies
    the other side could do so              only fours, and cells where it would make a four
    we have fours                           do they win by force? (`threats`)

The tallies of the board answer the first four. Then the table's move is tried, and killers that threaten
something: if one of them cuts, no move was ever listed. What is left follows in the order of rank: what a
point is worth to both sides, and only the best `width` are tried (all, where those all lose: a win that is
announced is one), quiet ones late in the list a ply less deep unless they turn out to be good. Near the
leaves, where the evaluation lies far above beta, nothing is tried at all. Leaves are judged without placing
their stone. Every idea can be switched off by a number in the record, so that matches can say what it is
worth.

It is not `gamekit.search.full`: it looks only at the best candidates, extends forced replies, and judges a
leaf before its stone is placed; none of that can be said with the rules of a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.code_cache import helper, kernel
from gamekit.games.gomoku import BLACK, EMPTY, NOBODY, STONE_KEY, TURN_KEY
from gamekit.gomoku.board import (
    MOVE_OF,
    WON,
    best_points,
    change_of_points,
    evaluation,
    is_forbidden_here,
    place,
    score_at,
    shapes_at,
    stones_after,
    undo_place,
)
from gamekit.gomoku.shapes import FIVE_POINT, FOUR_POINT, ONE_TALLY, TWO_FIVES_POINT
from gamekit.gomoku.threats import (
    BIG_SCORE,
    FIVE_SCORE,
    attack,
    makes_four,
    makes_two_fives,
    note_failure,
)
from gamekit.gomoku.work import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    MOST_PLIES,
    NO_CELL,
    SURE,
    recall,
    remember,
    remembered,
)
from gamekit.rules import INF, SECOND
from gamekit.search.clock import must_stop

__all__ = ["play_move", "search", "take_back"]

FORCED_MOVES = 8  # fours in a row that the search looks for at its inner nodes
FORCING_DEPTH = 3  # where that many plies are left, or more
# Ranks: what a point is worth to the side to move and to the other, and more for a killer. Few nodes, of
# those that were tried.
MINE_FACTOR, ITS_FACTOR, KILLER_BONUS = 2, 1, 150
FIVES, TWO_FIVES = ONE_TALLY * FIVE_POINT, ONE_TALLY * TWO_FIVES_POINT
# Late and quiet: tried after so many others, with so many plies left, worth less than an open three.
EARLY_MOVES, REDUCED_DEPTH, QUIET_RANK = 4, 3, 1000
MARGIN_DEPTH = 3  # near the leaves: where so many plies are left, or fewer
OPEN, THREATENED, WINS_NOW, WINS_SOON, MUST_BLOCK, IS_LOST = range(6)  # before the search


@helper
def clipped(value: Any) -> Any:
    """An opinion, which must not look like a win."""
    return max(-SURE, min(SURE, value))


@helper
def look(at: Any) -> Any:
    """What the tallies say before any move is listed: (how things stand, the cell in question)."""
    me, other = at.turn, SECOND - at.turn
    mine, its = at.tallies[me], at.tallies[other]
    if (mine | its) & (FIVES | TWO_FIVES) == 0:
        return OPEN, NO_CELL
    blocks, block, soon = 0, NO_CELL, NO_CELL
    for i in range(at.count):
        cell = np.int64(at.candidates[i])
        if at.board[cell] != EMPTY:
            continue
        word = at.words[cell]
        score = score_at(word, me)
        if score >= FIVE_SCORE:
            return WINS_NOW, cell
        if score_at(word, other) >= FIVE_SCORE:
            blocks += 1
            block = cell
        is_big = score >= BIG_SCORE and makes_two_fives(shapes_at(word, me))
        if is_big and soon == NO_CELL and its & FIVES == 0 and not is_forbidden_here(at, cell):
            soon = cell
    if blocks > 0:
        return (IS_LOST if blocks > 1 or is_forbidden_here(at, block) else MUST_BLOCK), block
    if soon != NO_CELL:
        return WINS_SOON, soon
    return (THREATENED if its & TWO_FIVES else OPEN), NO_CELL


@helper
def is_worth_trying(at: Any, cell: Any, stands: Any) -> Any:
    """Is a cell that was good elsewhere a candidate here? Under a threat only fours and blocks are."""
    if at.board[cell] != EMPTY or at.listed[cell] == 0:
        return False
    word = at.words[cell]
    return (
        stands == OPEN or makes_four(score_at(word, at.turn)) or makes_four(score_at(word, SECOND - at.turn))
    )


@helper
def rank_of(at: Any, cell: Any) -> Any:
    """What a point is worth to both sides, as the order of moves counts it."""
    word = at.words[cell]
    return MINE_FACTOR * score_at(word, at.turn) + ITS_FACTOR * score_at(word, SECOND - at.turn)


@helper
def early_killer(at: Any, work: Any, ply: Any, number: Any, stands: Any) -> Any:
    """The killer, if it is to be tried before any move is listed, else `NO_CELL`.

    Only where it makes a threat: tried first everywhere, killers cost more nodes than they save. One that
    makes no threat waits in the list, with a better rank.
    """
    cell = np.int64(work.killers[ply, number])
    if cell == NO_CELL or not is_worth_trying(at, cell, stands) or rank_of(at, cell) < work.killer_least:
        return NO_CELL
    return cell


@helper
def collect(at: Any, work: Any, ply: Any, stands: Any, first: Any, second: Any, third: Any) -> Any:
    """List and rank the moves worth trying, but for those that were tried already: how many."""
    work.lists += 1
    me, other = at.turn, SECOND - at.turn
    killer, second_killer = NO_CELL, NO_CELL
    if work.killing != 0:
        killer, second_killer = np.int64(work.killers[ply, 0]), np.int64(work.killers[ply, 1])
    count = 0
    for i in range(at.count):
        cell = np.int64(at.candidates[i])
        if at.board[cell] != EMPTY or cell in (first, second, third):
            continue
        word = at.words[cell]
        mine, its = score_at(word, me), score_at(word, other)
        if stands == THREATENED and not (makes_four(mine) or makes_four(its)):
            continue
        rank = MINE_FACTOR * mine + ITS_FACTOR * its
        if cell in (killer, second_killer):
            rank += KILLER_BONUS
        work.moves[ply, count], work.ranks[ply, count] = cell, rank
        count += 1
    return count


@helper
def keep_best(work: Any, ply: Any, count: Any, width: Any) -> Any:
    """Drop the moves of the lowest rank until so many are left; the others stay in their order: how many."""
    while count > max(width, 0):
        worst = 0
        for i in range(1, count):
            if work.ranks[ply, i] <= work.ranks[ply, worst]:
                worst = i
        for i in range(worst + 1, count):
            work.moves[ply, i - 1], work.ranks[ply, i - 1] = work.moves[ply, i], work.ranks[ply, i]
        count -= 1
    return count


@helper
def rank_by_memory(at: Any, work: Any, ply: Any, count: Any) -> None:
    """Rank moves by what a shallower search found below them; those that it never saw come after them."""
    for i in range(count):
        cell = np.int64(work.moves[ply, i])
        child = at.key ^ STONE_KEY[MOVE_OF[cell], at.turn + BLACK] ^ TURN_KEY
        is_known, found = remembered(work, child)
        if is_known:
            work.ranks[ply, i] = 4 * WON - found
        elif work.ordering == 0:
            work.ranks[ply, i] = 0


@helper
def next_best(work: Any, ply: Any, number: Any, count: Any) -> Any:
    """Bring the best move that is left to this place of the list. After a cut the rest was never sorted."""
    best = number
    for i in range(number + 1, count):
        if work.ranks[ply, i] > work.ranks[ply, best]:
            best = i
    move, rank = work.moves[ply, best], work.ranks[ply, best]
    work.moves[ply, best], work.ranks[ply, best] = work.moves[ply, number], work.ranks[ply, number]
    work.moves[ply, number], work.ranks[ply, number] = move, rank
    return np.int64(move)


@helper
def note_line(work: Any, ply: Any, move: Any) -> None:
    """The best play from here: this move, and then as one ply deeper."""
    work.line[ply, 0] = move
    for i in range(work.length[ply + 1]):
        work.line[ply, i + 1] = work.line[ply + 1, i]
    work.length[ply] = work.length[ply + 1] + 1


# What a stone changes in the weights of points, for the side that plays it: about so much, and for 19 moves
# of 20 within so much of that. Asked at every leaf it costs a fifth of the rate, asked so a twelfth.
POINTS_GAIN, POINTS_MARGIN = 700, 1000


@helper
def leaf_value(at: Any, work: Any, move: Any, alpha: Any, beta: Any) -> Any:
    """What the position after a move is worth to the side that plays it.

    Points change all around a stone. They are asked only where that could bring the value into the window
    (`margins`).
    """
    work.nodes += 1
    if at.empties == 1:
        return 0
    if work.scoring == 0:
        found = -stones_after(at, move)
        if at.pointed != 0:
            least = found + POINTS_GAIN - POINTS_MARGIN
            most = found + POINTS_GAIN + POINTS_MARGIN
            if work.margin > 0 and least >= beta:
                return clipped(least)
            if work.margin > 0 and most <= alpha:
                return clipped(most)
            found -= change_of_points(at, move)
        return clipped(found)
    place(at, move)
    found = -best_points(at)
    undo_place(at)
    return found


@helper
def wins_by_force(at: Any, work: Any, depth: Any) -> Any:
    """Has the side to move a win by continuous fours, as far as we look? Its line is in `forced`."""
    if depth < FORCING_DEPTH or at.tallies[at.turn] < 2 * FOUR_POINT:  # one alone leads nowhere
        return False
    work.threat_nodes = work.forcing
    # Typed numbers: a literal would make a second machine code of a recursive function, and none is kept.
    if attack(at, work, np.int64(0), np.int64(FORCED_MOVES), np.int64(0)) == 1:
        return True
    note_failure(at, work, np.int64(FORCED_MOVES), np.int64(0))
    return False


@kernel
def search(at: Any, work: Any, depth: Any, alpha: Any, beta: Any, ply: Any) -> Any:
    """Value for the side to move: exact inside (alpha, beta), a bound outside; nothing once `stop` is set."""
    work.nodes += 1
    work.length[ply] = 0
    if must_stop(work):
        return 0
    if at.winner != NOBODY:
        return -WON + ply
    if at.empties == 0:
        return 0
    if depth <= 0 or ply >= MOST_PLIES - 1:
        work.horizon = 1
        return best_points(at) if work.scoring != 0 else clipped(evaluation(at))
    known = NO_CELL
    if work.remembering != 0 and depth > 1:
        value, bound, known = recall(work, at.key, depth, ply)
        if ply > 0 and (
            bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
        ):
            work.hits += 1
            work.horizon = 1
            return value

    stands, cell = look(at)
    work.length[ply + 1] = 0
    if stands == WINS_NOW:
        note_line(work, ply, cell)
        return WON - ply - 1
    if stands == IS_LOST:
        note_line(work, ply, cell)
        return -WON + ply + 2
    if stands == WINS_SOON:
        note_line(work, ply, cell)
        return WON - ply - 3
    if work.forcing > 0 and stands != MUST_BLOCK:
        if wins_by_force(at, work, depth):
            length = min(work.forced_length[0], MOST_PLIES - ply)
            for i in range(length):
                work.line[ply, i] = work.forced[0, i]
            work.length[ply] = length
            return WON - ply - length - 2
        if work.stop != 0:
            return 0

    if work.margin > 0 and stands == OPEN and depth <= MARGIN_DEPTH and ply > 0 and -SURE < beta < SURE:
        opinion = clipped(evaluation(at))
        if opinion - work.margin * depth >= beta:  # so far above that no move of so few plies will matter
            work.horizon = 1
            return opinion
    # The table's move and the killers come before any move is listed: a cut saves the listing.
    first, second, third = known, NO_CELL, NO_CELL
    if work.killing != 0 and stands != MUST_BLOCK:
        second, third = early_killer(at, work, ply, 0, stands), early_killer(at, work, ply, 1, stands)
    count, stage = -1, 0
    if stands == MUST_BLOCK:
        stage, first, second, third = 2, NO_CELL, NO_CELL, cell
    floor, best, best_move = alpha, -INF, NO_CELL
    number, tried, least = 0, 0, -INF
    width = at.count
    if work.width > 0:
        width = 2 * work.width if ply == 0 else work.width
    is_ranked = work.ordering != 0 or work.previous != 0
    while True:
        if stage < 3:
            move = first if stage == 0 else (second if stage == 1 else third)
            is_new = stage == 0 or (move != first and (stage == 1 or move != second))
            stage += 1
            if move == NO_CELL or not is_new or (stage == 1 and not is_worth_trying(at, move, stands)):
                continue
        else:
            if count < 0:
                if stands == MUST_BLOCK:
                    break
                count = collect(at, work, ply, stands, first, second, third)
                if work.ordering == 0 or work.previous != 0:
                    if count > width - tried:
                        work.horizon = 1
                        least = -SURE  # without the others no loss is proved
                    count = keep_best(work, ply, count, width - tried)
                if work.previous != 0:
                    rank_by_memory(at, work, ply, count)
            if number >= count:
                break
            # Moves may be left out of a choice, not of a proof: that everything loses is tried on everything.
            if tried >= width and best > -SURE:
                work.horizon = 1
                break
            if is_ranked:
                move = next_best(work, ply, number, count)
            else:
                move = np.int64(work.moves[ply, number])
            number += 1
        if is_forbidden_here(at, move):  # so late that a cut saves the question
            continue
        tried += 1
        if depth == 1 and stands != MUST_BLOCK:
            work.horizon = 1
            work.length[ply + 1] = 0
            found = leaf_value(at, work, move, alpha, beta)
        else:
            next_depth = depth if stands == MUST_BLOCK else depth - 1
            less = 0
            if work.reducing != 0 and tried > EARLY_MOVES and depth >= REDUCED_DEPTH and stands == OPEN:
                less = 1 if rank_of(at, move) < QUIET_RANK else 0
            place(at, move)
            if work.pruning == 0:
                found = -search(at, work, next_depth, np.int64(-INF), np.int64(INF), ply + 1)
            elif tried == 1:
                found = -search(at, work, next_depth, -beta, -alpha, ply + 1)
            else:
                found = -search(at, work, next_depth - less, -alpha - 1, -alpha, ply + 1)
                if less > 0 and found > alpha:  # better than it looked: as deep as the others after all
                    found = -search(at, work, next_depth, -alpha - 1, -alpha, ply + 1)
                if alpha < found < beta:  # better than the first move after all: how much better?
                    found = -search(at, work, next_depth, -beta, -alpha, ply + 1)
            undo_place(at)
        if work.stop != 0:
            return 0
        if found > best:
            best, best_move = found, move
            if best > alpha:
                alpha = best
                note_line(work, ply, move)
        if alpha >= beta and work.pruning != 0:
            work.cutoffs += 1
            if work.killing != 0 and work.killers[ply, 0] != move:
                work.killers[ply, 1] = work.killers[ply, 0]
                work.killers[ply, 0] = move
            break
    if tried == 0:  # nothing near that black may play
        work.horizon = 1
        return clipped(evaluation(at))
    best = max(best, least)
    if work.remembering != 0 and depth > 1:
        bound = AT_LEAST if best >= beta else (EXACT if best > floor else AT_MOST)
        remember(work, at.key, depth, ply, best, bound, best_move if best > floor else NO_CELL)
    return best


@kernel
def play_move(at: Any, cell: Any) -> None:
    """For Python: place a stone."""
    place(at, cell)


@kernel
def take_back(at: Any) -> None:
    """For Python: take the last stone back."""
    undo_place(at)
