"""What players in a page do around their searches: when to stop, and what to tell.

In Python a `Thinker` does this with objects, threads and a clock. A page has none of these, so here it is
written once more over records, to be compiled with the search; numbers and rules of thumb are the programs'
own. Each function names what it follows, and tests compare every answer. What drives a game's own program
stands in the room of that game, such as `gamekit/othello/page.py`.

A player answers in a record, `ANSWER`, and calls `tell` whenever it knows more. Values are those of the side
to move. A limit of 0 is none.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from gamekit.rules import (
    FIRST,
    INF,
    State,
    is_legal,
    is_over,
    moves,
    play,
    score,
    to_move,
    value,
)
from gamekit.search.clock import HAS_CLOCK, _read_clock, thinking_time
from gamekit.search.context import MOST_PLIES, NO_MOVE, is_on, reset_work
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
    reset_work(work, allowed.nodes, end_of(begin, allowed.seconds))
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


# --- search/mcts.py ------------------------------------------------------------------------------------


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


def plant_tree(tree: Any, state: State) -> None:
    """Begin the tree anew: where a tree grows on boards of its own, a state has more to say."""
    plant(tree)


def advance_tree(tree: Any, move: Any) -> None:
    """As `MCTS.advance`: keep what the tree knows of a move."""
    root = tree.nodes[ROOT]
    for place in range(root.first, root.first + root.children):
        if tree.nodes[place].move == move:
            keep(tree, place)
            return
    plant(tree)


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
