"""A gomoku position with all its tables, kept up to date move by move.

What the search asks at every node is never computed there. `place` and `undo` keep it:

    codes       the half-lines around each cell as ten bits (see `patterns`). A stone changes 40, by XOR
    runs        how many stones of a colour lie side by side next to a cell, each way. A stone writes eight of
                them and asks nothing first; two opposite ones that sum up to four or more are a win
    points      what a stone of either colour would make of an empty cell, by name and score (see `shapes`)
    sums        the weights of all patterns of all stones, and of all points: the evaluation
    tallies     how many empty cells would make a five, two fives to come, or a four: a word for each colour
    candidates  the cells within reach of a stone, in the order in which they came, and the set of them:
                the list only grows, so to undo is to cut it off
    key         the same Zobrist key as that of `gamekit.games.gomoku`

The patterns of the 40 cells around and the eight halves of the new stone itself are the 48 half-patterns that
a move touches. Undo is exact: it restores what `place` wrote down, or does the same XOR again.

The board is one array with five cells of rim between rows, so a look in any direction never leaves it:

    rows 0 to 4 rim; row 5 is the uppermost row of the board; columns 0 to 4 are rim and serve both sides.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.code_cache import helper, kernel
from gamekit.errors import BadText
from gamekit.games import gomoku
from gamekit.games.gomoku import (
    BLACK,
    EMPTY,
    FREESTYLE,
    NOBODY,
    RENJU,
    RIM,
    STONE_KEY,
    TURN_KEY,
    WHITE,
    only_five,
)
from gamekit.gomoku.patterns import CODES, EMPTY_SEEN, HALF, HALVES, PATTERNS, SEEN, SEEN_COLOUR, SIGHT
from gamekit.gomoku.shapes import NAMES, point_name, scores_of_points, shapes_of_patterns, tallies_of_points
from gamekit.rules import (
    FIRST,
    SECOND,
    Evaluator,
    Move,
    State,
    is_over,
    move_name,
    moves,
    play,
    undo,
    value,
)

__all__ = [
    "CELLS",
    "CELL_OF",
    "DIRECTIONS",
    "MOVE_OF",
    "NEAR",
    "SIGHT",
    "STEPS",
    "STRIDE",
    "BestPoints",
    "PatternSum",
    "points",
    "tables",
]

STRIDE = gomoku.MOST + SIGHT
CELLS = STRIDE * (gomoku.MOST + 2 * SIGHT + 1)
# Eight directions; direction d + 4 is the way back of direction d.
STEPS = (1, STRIDE, STRIDE + 1, STRIDE - 1, -1, -STRIDE, -STRIDE - 1, -STRIDE + 1)
AXES, DIRECTIONS = 4, 8
AROUND = DIRECTIONS * SIGHT  # 40 cells see a new stone
MOST_STONES = gomoku.MOST * gomoku.MOST

# Cells near a stone: first the eight at distance 1, then the sixteen at distance 2.
NEAR = tuple(
    row * STRIDE + column
    for distance in (1, 2)
    for row in range(-distance, distance + 1)
    for column in range(-distance, distance + 1)
    if max(abs(row), abs(column)) == distance
)
REACH = {1: 8, 2: 24}  # how many of them count

# The word of a cell: shapes of its four lines for black and for white, four bits each; then both scores.
WHITE_SHAPES, BLACK_SCORE, WHITE_SCORE = 16, 32, 48
SIXTEEN = 0xFFFF

MOVER, WAITER = 0, 1  # a weight for the case that the stone's side is to move, and one for the other case


def cell_of(move: Move) -> int:
    """Where a move of `gamekit.games.gomoku` lies on this board.

    >>> cell_of(gomoku.STRIDE + 1) == SIGHT * STRIDE + SIGHT
    True
    """
    row, column = divmod(int(move), gomoku.STRIDE)
    return (row - 1 + SIGHT) * STRIDE + column - 1 + SIGHT


def _both_ways() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """From cells of the game's board to cells of this one, and back; 0 for what lies outside."""
    there, back = np.zeros(gomoku.CELLS, np.int64), np.zeros(CELLS, np.int64)
    for row in range(1, gomoku.MOST + 1):
        for column in range(1, gomoku.MOST + 1):
            move = row * gomoku.STRIDE + column
            there[move] = cell_of(move)
            back[there[move]] = move
    return there, back


CELL_OF, MOVE_OF = _both_ways()

TABLES = np.dtype(
    (
        np.record,
        [
            ("width", np.int64),
            ("height", np.int64),
            ("rule", np.int64),
            ("turn", np.int64),  # FIRST or SECOND
            ("winner", np.int64),  # NOBODY, BLACK or WHITE
            ("played", np.int64),  # moves that can be undone
            ("empties", np.int64),
            ("key", np.int64),
            ("reach", np.int64),  # how many cells around a stone are candidates: 8 or 24
            ("count", np.int64),  # candidates so far, those that were taken since included
            ("sums", np.int64, (2, 2)),  # of the weights of each colour, as MOVER and as WAITER
            ("tallies", np.int64, 2),  # of each colour: cells that make a five, two fives to come, a four
            ("board", np.int8, CELLS),
            ("plain", np.int8, gomoku.CELLS),  # the same stones as the rules of renju want them
            ("listed", np.int8, CELLS),  # is it among the candidates? 1 on the rim, so nothing there gets in
            ("candidates", np.int16, MOST_STONES + len(NEAR)),  # and room for one that does not get in
            ("codes", np.int16, CELLS * DIRECTIONS),
            ("runs", np.int8, (2, DIRECTIONS, CELLS)),
            ("words", np.int64, CELLS),
            # to undo
            ("log", np.int16, MOST_STONES + 1),
            ("old_count", np.int64, MOST_STONES + 1),
            ("old_sums", np.int64, (MOST_STONES + 1, 4)),
            ("old_tallies", np.int64, (MOST_STONES + 1, 2)),
            ("old_words", np.int64, (MOST_STONES + 1, AROUND)),
            # what never changes in a game
            ("half_of", np.uint8, (2, CODES)),
            ("seen_of", np.uint8, CODES),  # which of five cells hold stones that see the cell they start from
            ("shape_of", np.uint8, (2, PATTERNS)),  # of a pattern, for black and for white: rules differ
            ("score_of", np.int16, SIXTEEN + 1),  # of a point
            ("its_of", np.uint8, CODES),  # and whose they are
            ("tally_of", np.int32, SIXTEEN + 1),  # of a point
            ("weight_of", np.int32, (PATTERNS, 2)),  # as MOVER and as WAITER
            ("point_weight_of", np.int16, (SIXTEEN + 1, 2)),  # of a point, as MOVER and as WAITER
            ("pointed", np.int64),  # do points count? 0: stones alone
            ("empty_of", np.uint8, (2, CODES)),  # which of five cells are empty and see where they start
            ("tempo", np.int64),  # what it is worth to be to move
            ("far", np.int64),  # how far away a stone can change a shape: 4, and 5 where six do not win
        ],
    )
)


# --- what a cell is worth ---------------------------------------------------------------------------------


@helper
def pattern_at(at: Any, cell: Any, axis: Any, colour: Any) -> Any:
    """The number of the pattern that a stone of this colour has, or would have, on a cell."""
    ahead = np.int64(at.codes[cell * DIRECTIONS + axis])
    behind = np.int64(at.codes[cell * DIRECTIONS + axis + AXES])
    return np.int64(at.half_of[colour, ahead]) * HALVES + np.int64(at.half_of[colour, behind])


@helper
def refresh_word(at: Any, cell: Any, axis: Any) -> None:
    """The half-lines of a cell on one axis have changed: name its shapes there anew."""
    place = 4 * axis
    word = at.words[cell]
    old_black, old_white = word & SIXTEEN, (word >> WHITE_SHAPES) & SIXTEEN
    black = old_black & ~(15 << place)
    black |= np.int64(at.shape_of[0, pattern_at(at, cell, axis, 0)]) << place
    white = old_white & ~(15 << place)
    white |= np.int64(at.shape_of[1, pattern_at(at, cell, axis, 1)]) << place
    at.tallies[0] += np.int64(at.tally_of[black]) - np.int64(at.tally_of[old_black])
    at.tallies[1] += np.int64(at.tally_of[white]) - np.int64(at.tally_of[old_white])
    if at.pointed != 0:
        add_point(at, 0, black, 1)
        add_point(at, 0, old_black, -1)
        add_point(at, 1, white, 1)
        add_point(at, 1, old_white, -1)
    scores = (np.int64(at.score_of[black]) << BLACK_SCORE) | (np.int64(at.score_of[white]) << WHITE_SCORE)
    at.words[cell] = black | (white << WHITE_SHAPES) | scores


@helper
def add_point(at: Any, colour: Any, shapes: Any, sign: Any) -> None:
    """Add the weights of a point to the sums, or take them away."""
    at.sums[colour, MOVER] += sign * np.int64(at.point_weight_of[shapes, MOVER])
    at.sums[colour, WAITER] += sign * np.int64(at.point_weight_of[shapes, WAITER])


@helper
def shapes_at(word: Any, colour: Any) -> Any:
    """The four shapes that a stone of this colour would make, packed."""
    return (word >> (WHITE_SHAPES * colour)) & SIXTEEN


@helper
def score_at(word: Any, colour: Any) -> Any:
    """The score of the point for this colour."""
    return (word >> (BLACK_SCORE + WHITE_SHAPES * colour)) & SIXTEEN


# --- a move and its undoing -------------------------------------------------------------------------------


@helper
def place(at: Any, cell: Any) -> None:
    """Put a stone of the side to move on an empty cell, and keep all tables."""
    colour = at.turn
    stone = colour + BLACK
    number = at.played
    at.log[number] = cell
    at.old_count[number] = at.count
    at.old_sums[number, 0], at.old_sums[number, 1] = at.sums[0, 0], at.sums[0, 1]
    at.old_sums[number, 2], at.old_sums[number, 3] = at.sums[1, 0], at.sums[1, 1]
    at.old_tallies[number, 0], at.old_tallies[number, 1] = at.tallies[0], at.tallies[1]
    word = at.words[cell]
    at.tallies[0] -= np.int64(at.tally_of[shapes_at(word, 0)])
    at.tallies[1] -= np.int64(at.tally_of[shapes_at(word, 1)])
    if at.pointed != 0:
        add_point(at, 0, shapes_at(word, 0), -1)
        add_point(at, 1, shapes_at(word, 1), -1)

    at.board[cell] = stone
    at.plain[MOVE_OF[cell]] = stone
    at.key ^= STONE_KEY[MOVE_OF[cell], stone] ^ TURN_KEY
    at.played = number + 1
    at.empties -= 1
    at.turn = SECOND - colour

    saved = 0
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        axis, back = direction & 3, direction ^ 4
        black_sees, white_sees = True, True  # from further out, the new stone?
        there = cell
        for distance in range(SIGHT):
            there += step
            at.old_words[number, saved] = at.words[there]
            saved += 1
            other = at.board[there]
            if other == RIM:
                black_sees = white_sees = False
            if other == BLACK and black_sees:
                change_of_weight(at, there, axis, 0, -1)
            elif other == WHITE and white_sees:
                change_of_weight(at, there, axis, 1, -1)
            at.codes[there * DIRECTIONS + back] ^= stone << (2 * distance)
            if other == EMPTY:
                if distance < at.far and (black_sees or white_sees):
                    refresh_word(at, there, axis)
            elif other == BLACK:
                if black_sees:
                    change_of_weight(at, there, axis, 0, 1)
                white_sees = False
            elif other == WHITE:
                if white_sees:
                    change_of_weight(at, there, axis, 1, 1)
                black_sees = False
    for axis in range(AXES):
        change_of_weight(at, cell, axis, colour, 1)

    longest_allowed = 5 if only_five(at.rule, colour) else 99
    for axis in range(AXES):
        step = STEPS[axis]
        ahead, behind = np.int64(at.runs[colour, axis, cell]), np.int64(at.runs[colour, axis + AXES, cell])
        row = ahead + 1 + behind
        at.runs[colour, axis + AXES, cell + (ahead + 1) * step] = row
        at.runs[colour, axis, cell - (behind + 1) * step] = row
        if 5 <= row <= longest_allowed:
            at.winner = stone

    count = at.count
    for i in range(at.reach):
        there = cell + NEAR[i]
        at.candidates[count] = there
        count += 1 - np.int64(at.listed[there])
        at.listed[there] = 1
    at.count = count


@helper
def undo_place(at: Any) -> None:
    """Take the last stone back: every table is again what it was."""
    number = at.played - 1
    cell = np.int64(at.log[number])
    colour = SECOND - at.turn
    stone = colour + BLACK

    for i in range(at.old_count[number], at.count):
        at.listed[at.candidates[i]] = 0
    at.count = at.old_count[number]
    for axis in range(AXES):
        step = STEPS[axis]
        ahead, behind = np.int64(at.runs[colour, axis, cell]), np.int64(at.runs[colour, axis + AXES, cell])
        at.runs[colour, axis + AXES, cell + (ahead + 1) * step] = ahead
        at.runs[colour, axis, cell - (behind + 1) * step] = behind
    saved = 0
    for direction in range(DIRECTIONS):
        there = cell
        for distance in range(SIGHT):
            there += STEPS[direction]
            at.words[there] = at.old_words[number, saved]
            saved += 1
            at.codes[there * DIRECTIONS + (direction ^ 4)] ^= stone << (2 * distance)

    at.board[cell] = EMPTY
    at.plain[MOVE_OF[cell]] = EMPTY
    at.key ^= STONE_KEY[MOVE_OF[cell], stone] ^ TURN_KEY
    at.played = number
    at.log[number] = 0
    at.empties += 1
    at.turn = colour
    at.winner = NOBODY  # else the stone could not have been placed
    at.sums[0, 0], at.sums[0, 1] = at.old_sums[number, 0], at.old_sums[number, 1]
    at.sums[1, 0], at.sums[1, 1] = at.old_sums[number, 2], at.old_sums[number, 3]
    at.tallies[0], at.tallies[1] = at.old_tallies[number, 0], at.old_tallies[number, 1]


@helper
def change_of_weight(at: Any, cell: Any, axis: Any, colour: Any, sign: Any) -> None:
    """Add the weights of a stone's pattern to the sums, or take them away."""
    number = pattern_at(at, cell, axis, colour)
    at.sums[colour, MOVER] += sign * at.weight_of[number, MOVER]
    at.sums[colour, WAITER] += sign * at.weight_of[number, WAITER]


@helper
def evaluation(at: Any) -> Any:
    """What the position is worth to the side to move: its patterns and points against the other side's."""
    return at.tempo + at.sums[at.turn, MOVER] - at.sums[SECOND - at.turn, WAITER]


@helper
def stones_after(at: Any, cell: Any) -> Any:
    """`evaluation_after` as if the stone changed no point: a first guess, and all of it where none count."""
    colour = at.turn
    stone = colour + BLACK
    found = at.tempo + at.sums[SECOND - colour, MOVER] - at.sums[colour, WAITER]
    for axis in range(AXES):
        found -= at.weight_of[pattern_at(at, cell, axis, colour), WAITER]
    for direction in range(DIRECTIONS):
        line = np.int64(at.codes[cell * DIRECTIONS + direction])
        stones = np.int64(at.seen_of[line])
        if stones == 0:  # nobody there sees the new stone
            continue
        back = direction ^ 4
        there, place_of_stone = cell, stone
        its = np.int64(at.its_of[line])
        while stones != 0:
            there += STEPS[direction]
            if stones & 1:
                base = there * DIRECTIONS
                code = np.int64(at.codes[base + back])
                far = np.int64(at.half_of[its, np.int64(at.codes[base + direction])])
                before = np.int64(at.half_of[its, code])
                after = np.int64(at.half_of[its, code ^ place_of_stone])
                # The two halves in the order of the axis; weights are tied, but only where they were made so.
                if back < AXES:
                    old, new = before * HALVES + far, after * HALVES + far
                else:
                    old, new = far * HALVES + before, far * HALVES + after
                if its == colour:
                    found -= at.weight_of[new, WAITER] - at.weight_of[old, WAITER]
                else:
                    found += at.weight_of[new, MOVER] - at.weight_of[old, MOVER]
            stones >>= 1
            place_of_stone <<= 2
    return found


@helper
def evaluation_after(at: Any, cell: Any) -> Any:
    """What `evaluation` would say, to the *other* side, after a stone here. Nothing is written."""
    found = stones_after(at, cell)
    return found + change_of_points(at, cell) if at.pointed != 0 else found


@helper
def change_of_points(at: Any, cell: Any) -> Any:
    """What a stone here changes in the weights of points, as the *other* side sees it."""
    me, other = at.turn, SECOND - at.turn
    word = at.words[cell]
    found = np.int64(at.point_weight_of[shapes_at(word, me), WAITER])
    found -= np.int64(at.point_weight_of[shapes_at(word, other), MOVER])
    for direction in range(DIRECTIONS):
        line = np.int64(at.codes[cell * DIRECTIONS + direction])
        mine, its = np.int64(at.empty_of[me, line]), np.int64(at.empty_of[other, line])
        back, axis = direction ^ 4, direction & 3
        there, place_of_stone = cell, me + BLACK
        for _ in range(at.far):
            if mine | its == 0:
                break
            there += STEPS[direction]
            if (mine | its) & 1:
                near = np.int64(at.codes[there * DIRECTIONS + back]) ^ place_of_stone
                beyond = np.int64(at.codes[there * DIRECTIONS + direction])
                word = at.words[there]
                if mine & 1:
                    found -= change_of_point(at, word, axis, me, WAITER, near, beyond)
                if its & 1:
                    found += change_of_point(at, word, axis, other, MOVER, near, beyond)
            mine >>= 1
            its >>= 1
            place_of_stone <<= 2
    return found


@helper
def change_of_point(at: Any, word: Any, axis: Any, colour: Any, role: Any, near: Any, beyond: Any) -> Any:
    """What new half-lines change in the weight of a point. A shape's mirror image is the same shape."""
    old = shapes_at(word, colour)
    number = np.int64(at.half_of[colour, near]) * HALVES + np.int64(at.half_of[colour, beyond])
    new = (old & ~(15 << 4 * axis)) | (np.int64(at.shape_of[colour, number]) << 4 * axis)
    return np.int64(at.point_weight_of[new, role]) - np.int64(at.point_weight_of[old, role])


@helper
def is_forbidden_here(at: Any, cell: Any) -> Any:
    """Does renju forbid the side to move this cell? Asked late: a move that is pruned is never asked."""
    return at.rule == RENJU and at.turn == FIRST and gomoku.is_forbidden(at.plain, MOVE_OF[cell])


# --- all tables from the stones alone ---------------------------------------------------------------------


@kernel
def fill(at: Any) -> None:
    """Compute every table from the board: how a position begins, and what the increments must agree with."""
    at.sums[:] = 0
    at.tallies[:] = 0
    at.count = 0
    at.key = STONE_KEY[at.width * gomoku.STRIDE + at.height, EMPTY] ^ STONE_KEY[at.rule, BLACK]
    if at.turn == SECOND:
        at.key ^= TURN_KEY
    for row in range(SIGHT, SIGHT + at.height):
        for cell in range(row * STRIDE + SIGHT, row * STRIDE + SIGHT + at.width):
            for direction in range(DIRECTIONS):
                code: Any = 0
                there, is_outside = cell, False
                for distance in range(SIGHT):
                    there += STEPS[direction]
                    is_outside |= at.board[there] == RIM
                    code |= (RIM if is_outside else np.int64(at.board[there])) << (2 * distance)
                at.codes[cell * DIRECTIONS + direction] = code
                for colour in range(2):
                    length, there = 0, cell + STEPS[direction]
                    while at.board[there] == colour + BLACK:
                        length += 1
                        there += STEPS[direction]
                    at.runs[colour, direction, cell] = length
    for row in range(SIGHT, SIGHT + at.height):
        for cell in range(row * STRIDE + SIGHT, row * STRIDE + SIGHT + at.width):
            at.listed[cell] = 0
            for i in range(at.reach):
                if at.board[cell + NEAR[i]] in (BLACK, WHITE):
                    at.listed[cell] = 1
            if at.listed[cell]:
                at.candidates[at.count] = cell
                at.count += 1
            at.words[cell] = 0
            stone = np.int64(at.board[cell])
            if stone != EMPTY:
                at.key ^= STONE_KEY[MOVE_OF[cell], stone]
            for axis in range(AXES):
                if stone == EMPTY:
                    refresh_word(at, cell, axis)
                else:
                    change_of_weight(at, cell, axis, stone - BLACK, 1)


# --- a state of its own -----------------------------------------------------------------------------------
#
# The rules are registered, so every search of the kit runs over these tables too. Moves are cells of this
# board, and only candidates are offered. Renju's ban is left to those who play the moves.


class Tables(NamedTuple):
    """A position: an array with one `TABLES`. Moves change it in place."""

    record: Any

    def __repr__(self) -> str:
        at = self.record[0]
        return f"<tables of a {at.width}x{at.height} gomoku board, {at.empties} empty>"


def tables(
    state: State,
    weights: NDArray[np.int32],
    tempo: int = 0,
    distance: int = 2,
    of_points: NDArray[np.int16] | None = None,
) -> Tables:
    """The tables of a position of `gamekit.games.gomoku`, for weights of shape (3969, 2).

    `of_points` are those of points, (65536, 2); without them stones alone count.

    >>> from gamekit.gomoku.weights import by_hand
    >>> tables(gomoku.parse("h8 i9"), by_hand())
    <tables of a 15x15 gomoku board, 223 empty>
    """
    if distance not in REACH:
        raise BadText(f"candidates lie at distance 1 or 2 from a stone, not {distance}")
    made = Tables(np.zeros(1, TABLES))
    at = made.record[0]
    at.half_of, at.score_of, at.tally_of = HALF, scores_of_points(), tallies_of_points()
    at.seen_of, at.its_of = SEEN, SEEN_COLOUR
    at.weight_of, at.tempo, at.reach = weights, tempo, REACH[distance]
    at.empty_of = EMPTY_SEEN
    if of_points is not None:
        at.point_weight_of, at.pointed = of_points, 1
    set_position(made, state)
    return made


def set_position(made: Tables, state: State) -> None:
    """Give tables another position; weights and reach stay."""
    at, given = made.record[0], state.record[0]
    for name in ("width", "height", "rule", "turn", "winner", "empties"):
        at[name] = given[name]
    at.plain = given.board
    at.played = 0
    at.log[:] = 0
    at.board[:] = RIM
    at.listed[:] = 1
    at.candidates[:] = 0
    at.runs[:] = 0
    at.codes[:] = 0
    at.words[:] = 0
    inside = MOVE_OF > 0
    at.board[inside] = given.board[MOVE_OF[inside]]
    for colour in (FIRST, SECOND):
        at.shape_of[colour] = shapes_of_patterns(bool(only_five(at.rule, colour)))
    at.far = SIGHT - 1 if at.rule == FREESTYLE else SIGHT
    fill(at)


@helper
def _free_candidates(board: Any, candidates: Any, count: Any) -> Any:
    """The candidates that are still empty."""
    for i in range(count):
        cell = np.int64(candidates[i])
        if board[cell] == EMPTY:
            yield cell


@moves.on(Tables)
def _(state: State) -> Any:
    at = state.record[0]
    return _free_candidates(at.board, at.candidates, at.count if at.winner == NOBODY else 0)


@is_over.on(Tables)
def _(state: State) -> Any:
    at = state.record[0]
    return at.winner != NOBODY or at.empties == 0


@play.on(Tables)
def _(state: State, move: Move) -> State:
    place(state.record[0], move)
    return state


@undo.on(Tables)
def _(state: State, move: Move) -> State:
    undo_place(state.record[0])


gomoku.join_record(Tables)


@move_name.on(Tables)
def _(state: Tables, move: int) -> str:
    row, column = divmod(move, STRIDE)
    return f"{chr(ord('a') + column - SIGHT)}{state.record[0].height + SIGHT - row}"


# --- two evaluators ---------------------------------------------------------------------------------------

WON = 1_000_000  # a game that is won


class PatternSum(NamedTuple):
    """The pattern evaluation, for any search over `Tables`."""


@value.on(PatternSum)
def _(evaluator: Evaluator, state: State) -> Any:
    at = state.record[0]
    if at.winner != NOBODY:
        return WON if at.winner == at.turn + BLACK else -WON
    return evaluation(at) if at.empties > 0 else 0


class BestPoints(NamedTuple):
    """The table evaluation: the score of our best point less that of the other side's best."""


@helper
def best_points(at: Any) -> Any:
    """The highest score among all candidates for the side to move, less the highest for the other."""
    ours, theirs = 0, 0
    for i in range(at.count):
        cell = np.int64(at.candidates[i])
        if at.board[cell] == EMPTY:
            ours = max(ours, score_at(at.words[cell], at.turn))
            theirs = max(theirs, score_at(at.words[cell], SECOND - at.turn))
    return ours - theirs


@value.on(BestPoints)
def _(evaluator: Evaluator, state: State) -> Any:
    at = state.record[0]
    if at.winner != NOBODY:
        return WON if at.winner == at.turn + BLACK else -WON
    return best_points(at)


# --- for people -------------------------------------------------------------------------------------------


class Point(NamedTuple):
    """What a stone of one side would make of a cell."""

    name: str  # such as "four-three"
    score: int
    shapes: tuple[str, ...]  # along the row, the column and both diagonals


def points(state: State, colour: int | None = None) -> dict[str, Point]:
    """The point of every empty cell within two of a stone, for a side, else for the one to move.

    >>> found = points(gomoku.parse("...../.XXX./..O../...../..... X"))
    >>> found["a4"].name, found["c5"].shapes
    ('four', ('dead one', 'nothing', 'nothing', 'nothing'))
    """
    made = tables(state, np.zeros((PATTERNS, 2), np.int32))
    at = made.record[0]
    side = int(at.turn) if colour is None else colour
    found = {}
    for cell in sorted(int(each) for each in at.candidates[: at.count]):
        if at.board[cell] == EMPTY:
            word = int(at.words[cell])
            shapes = [int(shapes_at(word, side)) >> 4 * axis & 15 for axis in range(AXES)]
            names = tuple(NAMES[shape] for shape in shapes)
            found[move_name(made, cell)] = Point(point_name(shapes), int(score_at(word, side)), names)
    return found
