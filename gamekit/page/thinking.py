"""What players in a page do around their searches: when to stop, what to tell, when the solver takes over.

In Python a `Thinker` does this with objects, threads and a clock. A page has none of these, so here it is
written once more over records, to be compiled with the search; numbers and rules of thumb are the programs'
own. Each function names what it follows, and tests compare every answer.

A player answers in a record, `ANSWER`, and calls `tell` whenever it knows more. Values are those of the side
to move. A limit of 0 is none.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from gamekit.bits import Bits, popcount
from gamekit.connect4.board import NOBODY, drop, set_stones
from gamekit.games.gomoku import EMPTY, RIM, STRIDE
from gamekit.gomoku import engine as gomoku
from gamekit.gomoku.board import WON, fill
from gamekit.gomoku.search import play_move, search, take_back
from gamekit.gomoku.shapes import ONE_TALLY
from gamekit.gomoku.threats import attack
from gamekit.gomoku.weights import UNIT
from gamekit.gomoku.work import MOST_FORCED, SURE
from gamekit.gomoku.work import MOST_PLIES as MOST_GOMOKU_PLIES
from gamekit.othello import engine as othello
from gamekit.othello.solver import CACHE_LINE, _answer
from gamekit.rules import (
    FIRST,
    INF,
    State,
    count_moves,
    is_legal,
    is_over,
    moves,
    play,
    score,
    to_move,
    value,
)
from gamekit.search.clock import HAS_CLOCK, NODES_BETWEEN_LOOKS, _read_clock, thinking_time
from gamekit.search.context import MOST_PLIES, NO_MOVE, is_on
from gamekit.search.full import full_search
from gamekit.search.mcts import (
    DRAW,
    LONGEST_BATCH,
    LOSS,
    MOST_VISITS,
    ROOT,
    UNKNOWN,
    WIN,
    keep,
    nth_move,
    plant,
    run,
)
from gamekit.search.minimax import minimax
from gamekit.search.table import recall
from gamekit.search.thinker import SECONDS_BETWEEN_REPORTS

# A search calls itself with numbers, so it is first called with numbers too, not with constants: numba has a
# type for each of these.
whole: Any = np.int64
LEAST, MOST = whole(-INF), whole(INF)
PAGE_SHARE = 0.5  # of machine code's speed, at least, that a page has
MOST_NUMBER = 2**63 - 1

ANSWER = np.dtype(
    (
        np.record,
        [
            ("move", np.int64),  # NO_MOVE where there is none to choose
            ("value", np.float64),
            ("depth", np.int64),
            ("nodes", np.int64),
            ("seconds", np.float64),
            ("length", np.int64),
            ("line", np.int16, 1024),
            ("count", np.int64),  # of moves whose values are known, the best first
            ("moves", np.int16, 512),
            ("values", np.float64, 512),
        ],
    )
)


class Allowed(NamedTuple):
    """`Limits` as numbers, 0 for none."""

    depth: Any
    nodes: Any
    seconds: Any


def new_answers() -> Any:
    """The answer, and two records for what is not finished yet."""
    return np.zeros(3, ANSWER)


# --- what a page hears -----------------------------------------------------------------------------------

# Numba wants every name resolved, also where the code is only read: a page gives the real one.
_NOBODY_LISTENS = ctypes.CFUNCTYPE(None)(lambda: None)
llvm.add_symbol("page_tell", ctypes.cast(_NOBODY_LISTENS, ctypes.c_void_p).value)


@intrinsic
def tell(context: Any) -> Any:
    """Let the page read the answer so far."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [])
        function = builder.module.globals.get("page_tell") or ir.Function(builder.module, kind, "page_tell")
        builder.call(function, [])
        return context.get_dummy_value()

    return types.none(), generate


def now() -> float:
    """Seconds of the clock that searches look at."""
    if HAS_CLOCK:
        return float(_read_clock())
    return 0.0


def end_of(begin: float, seconds: float) -> float:
    """When to stop; 0 for never."""
    return begin + thinking_time(seconds) if seconds else 0.0


def begin_work(work: Any, nodes: Any, end: Any) -> None:
    """As `reset_work`."""
    work.nodes = work.cutoffs = work.hits = work.stores = work.collisions = work.stop = work.horizon = 0
    work.node_limit = nodes or MOST_NUMBER
    work.next_look = min(nodes or NODES_BETWEEN_LOOKS, NODES_BETWEEN_LOOKS)
    work.deadline = end


def put(out: Any, found: Any, depth: Any, nodes: Any, seconds: Any) -> None:
    """An answer without its line."""
    out.value, out.depth, out.nodes, out.seconds = found, depth, nodes, seconds


def put_line(out: Any, line: Any, length: Any) -> None:
    """The line of an answer, and with it its move."""
    for place in range(length):
        out.line[place] = line[place]
    out.length = length
    out.move = out.line[0] if length else NO_MOVE


def clear(out: Any, found: Any) -> None:
    """An answer without a move."""
    out.move, out.length, out.count = NO_MOVE, 0, 0
    put(out, found, 0, 0, 0.0)


def note(out: Any, move: Any, found: Any, line: Any, length: Any) -> None:
    """What a move is worth, in its place among the others; the best one is the answer, with its line."""
    place = out.count
    while place > 0 and out.values[place - 1] < found:
        out.moves[place], out.values[place] = out.moves[place - 1], out.values[place - 1]
        place -= 1
    out.moves[place], out.values[place] = move, found
    out.count += 1
    if place == 0:
        out.move, out.value, out.line[0], out.length = move, found, move, length + 1
        for ply in range(length):
            out.line[ply + 1] = line[ply]


# --- search/deepening.py ----------------------------------------------------------------------------------


class Search(NamedTuple):
    """Of a `Searcher`: what it carries along, and how many points of its evaluator are one of its answers."""

    context: Any
    unit: Any


def deepen(state: State, allowed: Allowed, out: Any, search: Search, is_told: Any) -> Any:
    """As `Searcher._think`: was it stopped by a limit?"""
    begin, context, work = now(), search.context, search.context.work
    clear(out, value(context.evaluator, state) / search.unit)
    if is_over(state):
        return False
    out.line[0] = nth_move(state, 0)
    put_line(out, out.line, 1)
    begin_work(work, allowed.nodes, end_of(begin, allowed.seconds))
    for depth in range(1, min(allowed.depth or MOST_PLIES - 2, MOST_PLIES - 2) + 1):
        work.horizon = 0
        found = full_search(state, depth, LEAST, MOST, whole(0), context)
        if work.stop:
            break
        put_line(out, work.line[0], work.length[0])
        if is_on(context.table):
            make_longer(state, depth, out, context)
        put(out, found / search.unit, depth, work.nodes, now() - begin)
        if is_told:
            tell()
        if not work.horizon:
            break
    out.nodes, out.seconds = work.nodes, now() - begin
    return work.stop != 0


def make_longer(state: State, depth: Any, out: Any, context: Any) -> None:
    """As `Searcher._longer`."""
    for place in range(out.length):
        state = play(state, out.line[place])
    while out.length < depth and not is_over(state):
        move = recall(context.table, state, depth - out.length, context.work)[2]
        if not is_legal(state, move):
            break
        out.line[out.length] = move
        out.length += 1
        state = play(state, move)


def deepen_below(state: State, allowed: Allowed, answers: Any, search: Search) -> None:
    """As `Searcher._analyse`."""
    out, draft, child = answers[0], answers[1], answers[2]
    begin, nodes, evaluator = now(), 0, search.context.evaluator
    clear(out, value(evaluator, state) / search.unit)
    if is_over(state):
        return
    for move in moves(state):  # the first depth, which looks at no limit, puts them in order
        out.moves[out.count] = move
        out.count += 1
    for depth in range(1, (allowed.depth or MOST_PLIES - 2) + 1):
        clear(draft, 0.0)
        reaches_the_end = True
        for place in range(out.count):
            move = whole(out.moves[place])
            after = play(state, move)
            is_end = is_over(after)
            if is_end or depth == 1:
                clear(child, value(evaluator, after) / search.unit)
                child.nodes = 1
            else:
                spent = now() - begin
                used_up = allowed.nodes and nodes >= allowed.nodes
                is_late = allowed.seconds and spent >= allowed.seconds
                if not (used_up or is_late):
                    nodes_left = allowed.nodes - nodes if allowed.nodes else 0
                    seconds_left = allowed.seconds - spent if allowed.seconds else 0.0
                    left = Allowed(depth - 1, nodes_left, seconds_left)
                    is_late = deepen(after, left, child, search, False)
                    nodes += child.nodes
                if used_up or is_late:  # what is not finished is worth nothing
                    out.nodes, out.seconds = nodes, now() - begin
                    return
                is_end = child.depth < depth - 1
                child.nodes = 0
            nodes += child.nodes
            reaches_the_end = reaches_the_end and is_end
            note(draft, move, -child.value, child.line, child.length)
        put(draft, draft.value, depth, nodes, now() - begin)
        answers[0] = draft
        tell()
        if reaches_the_end:
            return


def think_by_search(state: State, analysing: Any, allowed: Allowed, answers: Any, search: Search) -> None:
    """A `Searcher`."""
    if analysing:
        deepen_below(state, allowed, answers, search)
    else:
        deepen(state, allowed, answers[0], search, True)


# --- othello/engine.py ------------------------------------------------------------------------------------


def empties(state: State) -> Any:
    """How many squares are empty."""
    return 64 - whole(popcount(state.player | state.opponent))


def load(empty: Any, allowed: Allowed, most_empties: Any) -> Any:
    """As `exact_load`, with a page's speed; endless where the table of its solver is too small."""
    if empty > most_empties or (allowed.depth and allowed.depth < empty):
        return math.inf
    expected = othello.SECONDS_AT_14 * othello.GROWTH ** (empty - 14)
    by_time = expected / PAGE_SHARE / allowed.seconds if allowed.seconds else 0.0
    by_nodes = expected * othello.NODES_A_SECOND / allowed.nodes if allowed.nodes else 0.0
    return max(by_time, by_nodes)


def part_of(allowed: Allowed) -> Any:
    """As `Limits.share`, for the search that stands in for the solver."""
    nodes = max(whole(othello.FIRST_SHARE * allowed.nodes), 1) if allowed.nodes else 0
    return Allowed(allowed.depth, nodes, othello.FIRST_SHARE * allowed.seconds)


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
    left = solver.nodes - out.nodes if solver.nodes else MOST_NUMBER
    if solver.end:
        left = min(left, whole((solver.end - now()) * PAGE_SHARE * othello.NODES_A_SECOND))
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
    first = part_of(allowed) if weight > othello.AT_ONCE else at_once
    if analysing:
        if weight > othello.WORTH_TRYING:
            deepen_below(state, allowed, answers, search)
            return
        deepen_below(state, first, answers, search)
        exact_values(state, answers, in_time)
    elif allowed.seconds and count == 1 and weight > othello.AT_ONCE:  # nothing to choose
        depth = min(allowed.depth or othello.FORCED_DEPTH, othello.FORCED_DEPTH)
        deepen(state, Allowed(depth, 0, 0.0), out, search, True)
        return
    elif is_over(state) or othello.OUTCOME_SHARE * weight > othello.WORTH_TRYING:
        deepen(state, allowed, out, search, True)
        return
    else:
        deepen(state, first, out, search, weight > othello.AT_ONCE)
        solve(state, weight > othello.WORTH_TRYING, answers, in_time)
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


# --- search/mcts.py and connect4/engine.py ----------------------------------------------------------------


def worth(node: Any) -> Any:
    """As `Branch.value`."""
    if node.proof != UNKNOWN:
        return np.float64(node.proof) - DRAW
    return np.float64(node.points) / node.visits - 1 if node.visits else 0.0


def preference(node: Any) -> Any:
    """As the function of this name there; of equals the lowest move."""
    plies, visits = whole(node.plies), whole(node.visits)
    if node.proof == WIN:
        return 2, -plies, visits, -whole(node.move)
    if node.proof == LOSS:
        return 0, plies, visits, -whole(node.move)
    return 1, visits, 0, -whole(node.move)


def read_tree(nodes: Any, out: Any, done: Any, begin: Any) -> None:
    """As `MCTS._found`."""
    clear(out, 0.0)
    parent, length = nodes[ROOT], 0
    for place in range(parent.first, parent.first + parent.children):
        if nodes[place].visits > 0:
            note(out, nodes[place].move, worth(nodes[place]), out.line, 0)
    while parent.children > 0:
        best = whole(parent.first)
        for place in range(parent.first + 1, parent.first + parent.children):
            if preference(nodes[place]) > preference(nodes[best]):
                best = place
        parent = nodes[best]
        if parent.visits == 0:
            break
        if length == 0:
            out.value = worth(parent)
        out.line[length] = parent.move
        length += 1
    put_line(out, out.line, length)
    put(out, out.value, length, done, now() - begin)


class Growing(NamedTuple):
    """Of an `MCTS`: its tree, and how it grows."""

    tree: Any
    policy: Any
    options: Any


def grow(state: State, stage: Any, allowed: Allowed, out: Any, growing: Growing) -> None:
    """As `MCTS._think` and `MCTS._run`."""
    if is_over(state):
        clear(out, np.sign(np.float64(score(state))))
        return
    tree, begin, root = growing.tree, now(), growing.tree.nodes[ROOT]
    if root.proof != UNKNOWN and root.children == 0:  # known at sight, but no move of it was ever tried
        plant(tree)
    most = MOST_VISITS - whole(root.visits)
    if allowed.nodes:
        most = min(most, allowed.nodes)
    end = end_of(begin, allowed.seconds) if allowed.seconds else np.float64(INF)
    done, batch, at, told = 0, 1, begin, begin
    while done < most and root.proof == UNKNOWN:
        before = at
        batch = min(batch, most - done)
        done += run(tree, stage, growing.policy, growing.options, batch)
        at = now()
        if at >= end:
            break
        if at >= told + SECONDS_BETWEEN_REPORTS:
            told = at
            read_tree(tree.nodes, out, done, begin)
            tell()
        # A page's clock may stand still between two looks.
        batch = max(1, whole(batch * min(LONGEST_BATCH, (end - at) / 4) / max(at - before, 1e-5)))
    read_tree(tree.nodes, out, done, begin)
    tell()


def think_by_tree(state: State, analysing: Any, allowed: Allowed, answers: Any, growing: Growing) -> None:
    """An `MCTS`: it knows every move's value anyway."""
    grow(state, state, allowed, answers[0], growing)


def think_on_boards(
    state: State, analysing: Any, allowed: Allowed, answers: Any, growing: Growing, boards: Any
) -> None:
    """Connect Four's program, which has a board of its own at its root."""
    grow(state, boards, allowed, answers[0], growing)


def plant_tree(tree: Any, state: State, boards: Any, board: Any, empty: Any, sides: Any) -> None:
    """Begin the tree anew with a state; the board is made as `board_of` makes it."""
    if boards is not None:
        board[0] = empty[0]
        half, turn = len(state) // 2, to_move(state)
        for column in range(board[0].width):
            for row in range(board[0].height):
                bit = (board[0].height + 1) * column + row
                own = state[bit >> 6] >> Bits(bit & 63) & Bits(1)
                other = state[half + (bit >> 6)] >> Bits(bit & 63) & Bits(1)
                sides[column, row] = turn if own else 1 - turn if other else NOBODY
        set_stones(board, sides, turn)
        boards.pair.start = board[0]
    plant(tree)


def advance_tree(tree: Any, move: Any, boards: Any) -> None:
    """As `MCTS.advance`: keep what the tree knows of a move."""
    if boards is not None:
        drop(boards.pair.start, move)
    root = tree.nodes[ROOT]
    for place in range(root.first, root.first + root.children):
        if tree.nodes[place].move == move:
            keep(tree, place)
            return
    plant(tree)


# --- gomoku/engine.py -------------------------------------------------------------------------------------


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


def outcome(found: Any) -> Any:
    """As in `as_outcome`."""
    if abs(found) > SURE:
        return 1.0 if found > 0 else -1.0
    return max(-gomoku.MOST_UNSURE, min(gomoku.MOST_UNSURE, math.tanh(found / (2 * UNIT))))


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
    begin_work(work, 0, 0.0)
    if analysing:
        judge_candidates(allowed, answers, program, begin)
        return
    found = search(
        at, work, whole(1), LEAST, MOST, whole(0)
    )  # one ply at once: an answer whatever the limits
    put_cells(out, work.line[0], work.length[0], move_of)
    put(out, outcome(found), 1, work.nodes, now() - begin)
    begin_work(work, allowed.nodes, end_of(begin, allowed.seconds))
    if program.threats and abs(found) <= SURE and win_by_force(allowed, at, work):
        length = work.forced_length[0]
        put_cells(out, work.forced[0], length, move_of)
        put(out, outcome(WON - length - 2), length, work.nodes, now() - begin)
        tell()
        return
    tell()
    is_only = at.empties == 1 or at.tallies[1 - at.turn] & ONE_TALLY
    last = allowed.depth or (gomoku.FORCED_DEPTH if is_only else MOST_GOMOKU_PLIES)
    for depth in range(2, min(last, MOST_GOMOKU_PLIES - 2) + 1):
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


def win_by_force(allowed: Allowed, at: Any, work: Any) -> Any:
    """As `Engine._win_by_force`: is there a win by fours, or by fours and threes?"""
    budget = gomoku.MOST_THREAT_NODES
    if allowed.nodes:
        budget = min(budget, whole(allowed.nodes * gomoku.FORCED_SHARE))
    if allowed.seconds:
        budget = min(budget, whole(allowed.seconds * gomoku.NODES_A_SECOND * gomoku.FORCED_SHARE))
    work.failed[:] = 0
    work.threat_nodes = budget // 4
    if attack(at, work, whole(0), whole(MOST_FORCED - 1), whole(0)):
        return True
    work.threat_nodes += budget - budget // 4
    for left in range(1, MOST_FORCED):
        work.cut_short = 0
        if attack(at, work, whole(0), left, whole(1)):
            return True
        if not work.cut_short:
            break
    return False


def judge_candidates(allowed: Allowed, answers: Any, program: Gomoku, begin: Any) -> None:
    """As `Engine._analyse`."""
    out, draft, child = answers[0], answers[1], answers[2]
    at, work, move_of = program.at, program.work, program.move_of
    for depth in range(1, min(allowed.depth or MOST_GOMOKU_PLIES, MOST_GOMOKU_PLIES - 2) + 1):
        if depth == 2:  # the first depth takes no time to speak of, and is always done
            begin_work(work, allowed.nodes, end_of(begin, allowed.seconds))
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


# --- search/minimax.py ------------------------------------------------------------------------------------


def think_by_minimax(state: State, analysing: Any, allowed: Allowed, answers: Any, evaluator: Any) -> None:
    """As `choose`."""
    out, begin = answers[0], now()
    clear(out, value(evaluator, state))
    is_first = to_move(state) == FIRST
    for move in moves(state):
        found = minimax(play(state, move), allowed.depth - 1, not is_first, evaluator)
        note(out, move, found if is_first else -found, out.line, 0)
    if out.count:
        put(out, out.value, allowed.depth, 0, now() - begin)
