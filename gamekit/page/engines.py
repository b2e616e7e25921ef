"""The players of live boards as modules for pages: rules and searches compiled, driven by `engine.js`.

A module has the rules (`look`, `after`) and what a player computes. Which player it is, its spec says, as
everywhere; `facts` tells the script what the module does not know: how squares are called, and how the player
is to be driven.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit import games
from gamekit.connect4.board import NOBODY, board_of, drop, set_stones
from gamekit.connect4.engine import Engine as Connect4Engine
from gamekit.errors import BadText
from gamekit.game import game_of
from gamekit.games.gomoku import RIM
from gamekit.gomoku import board as gomoku_board
from gamekit.gomoku.engine import Engine as GomokuEngine
from gamekit.gomoku.search import play_move, take_back
from gamekit.gomoku.search import search as gomoku_search
from gamekit.gomoku.threats import attack
from gamekit.othello.engine import Engine as OthelloEngine
from gamekit.othello.solver import _answer, new_table, new_work
from gamekit.page.webassembly import PageModule, module_for_page
from gamekit.players import player
from gamekit.rules import (
    EMPTY,
    INF,
    PASS,
    State,
    cells,
    is_over,
    move_at,
    move_name,
    moves,
    play,
    score,
    to_move,
    value,
)
from gamekit.search import mcts
from gamekit.search.context import On, reset_work
from gamekit.search.deepening import Searcher
from gamekit.search.full import full_search
from gamekit.search.limits import Limits
from gamekit.search.mcts import MCTS, keep, plant
from gamekit.search.minimax import Minimax, minimax
from gamekit.search.table import recall

TABLE_MB = 16  # of a player in a page
# Learnt weights are told in steps of so many hundredths of a disc. It costs about 0.1 discs of noise in a
# value whose own error is some discs, and saves a quarter of what a page has to fetch.
WEIGHT_STEP = 8
SOLVER_EMPTIES = 20  # the largest table of the solver

LOOK = np.dtype(
    (np.record, [("count", "i8"), ("over", "i8"), ("score", "i8"), ("turn", "i8"), ("moves", "i2", 512)])
)


# --- what is compiled -------------------------------------------------------------------------------------


def look(state: Any, out: Any) -> None:
    """The moves, whose turn it is, and how the game ended if it has."""
    count = 0
    out.over, out.turn, out.score = is_over(state), to_move(state), 0
    if out.over:
        out.score = score(state)
    else:
        for move in moves(state):
            out.moves[count] = move
            count += 1
    out.count = count


def after(state: Any, move: Any) -> Any:
    """The state after a move."""
    return play(state, move)


def change(state: Any, move: Any) -> None:
    """The same for a state that is changed by its moves."""
    play(state, move)


def value_of(state: Any, evaluator: Any) -> Any:
    """What the evaluator thinks."""
    return value(evaluator, state)


def known_move(state: Any, depth: Any, work: Any) -> Any:
    """The table's move."""
    return recall(On(), state, depth, work)[2]


def advance_tree(tree: Any, move: Any) -> None:
    """As `MCTS.advance`: keep what the tree knows of a move."""
    root = tree.nodes[0]
    for place in range(root.first, root.first + root.children):
        if tree.nodes[place].move == move:
            keep(tree, place)
            return
    plant(tree)


def plant_words(tree: Any, boards: Any, board: Any, empty: Any, sides: Any, state: Any) -> None:
    """As `board_of`, then plant: begin the tree of Connect Four's program anew with a state."""
    board[0] = empty[0]
    half, turn = len(state) // 2, to_move(state)
    for column in range(board[0].width):
        for row in range(board[0].height):
            bit = (board[0].height + 1) * column + row
            own = state[bit >> 6] >> np.uint64(bit & 63) & np.uint64(1)
            other = state[half + (bit >> 6)] >> np.uint64(bit & 63) & np.uint64(1)
            sides[column, row] = turn if own else 1 - turn if other else NOBODY
    set_stones(board, sides, turn)
    boards.pair.start = board[0]
    plant(tree)


def advance_boards(tree: Any, boards: Any, move: Any) -> None:
    """The same for the tree of Connect Four's program, which has a board of its own at its root."""
    drop(boards.pair.start, move)
    advance_tree(tree, move)


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
    gomoku_board.fill(at)


# --- modules ----------------------------------------------------------------------------------------------


def _rules(start: State) -> dict[str, Any]:
    out = np.zeros(1, LOOK)[0]
    return {"look": (look, (start, out)), "after": (change if _changes(start) else after, (start, 0))}


def _changes(start: State) -> bool:
    """Is a state changed by its moves?"""
    return not all(isinstance(part, int | np.integer) for part in start)


def rules_for_page(start: State) -> PageModule:
    """The rules alone: what a board needs to be played on by two people.

    >>> from gamekit.games import tictactoe
    >>> from gamekit.page.webassembly import linker
    >>> sorted(rules_for_page(tictactoe.start()).layout["functions"]) if linker() else ["after", "look"]
    ['after', 'look']
    """
    return _with_facts(module_for_page(_rules(start)), start, {"kind": "rules"})


def coarse(evaluator: Any, step: int) -> Any:
    """Learnt weights as multiples of so many hundredths of a disc: fewer bytes to fetch."""
    if step == 1 or not hasattr(evaluator, "tables"):
        return evaluator
    tables = np.zeros(1, evaluator.tables.dtype)
    tables[0] = evaluator.tables
    tables["weights"] = step * np.rint(tables["weights"] / step)
    return evaluator._replace(tables=tables[0])


def engine_for_page(spec: str, start: State, step: int = WEIGHT_STEP) -> PageModule:
    """The player of a spec, for games that begin with this state; limits are told when it is asked."""
    told = player(f"{spec},table={TABLE_MB}")
    made: Any = told._thinker(start, Limits(depth=1) if told.method == "minimax" else Limits())
    functions = _rules(start)
    reaches: list[Any] = []
    facts: dict[str, Any] = {}
    if isinstance(made, OthelloEngine | Searcher):
        searcher = made.searcher if isinstance(made, OthelloEngine) else made
        context = searcher._context
        context = context._replace(evaluator=coarse(context.evaluator, step))
        searcher.forget()
        reset_work(searcher._work, 0, 0.0)
        functions["search"] = (full_search, (start, 1, -INF, INF, 0, context))
        functions["value"] = (value_of, (start, context.evaluator))
        facts = {"kind": "search", "unit": searcher._unit}
        if searcher.table is not None:
            functions["recall"] = (known_move, (start, 1, context.work))
            reaches.append(searcher.table.entries)
        if isinstance(made, OthelloEngine):
            table = new_table(SOLVER_EMPTIES, TABLE_MB)
            solving = new_work(table, 2**64 - 1)
            weights = np.frombuffer(context.evaluator.tables, np.uint8)  # those of the search, not once more
            solving["weights"] = weights.ctypes.data
            reaches += [table, weights]
            functions["solve"] = (_answer, (np.uint64(0), np.uint64(0), -64, 64, 1, solving))
            facts |= {"kind": "othello", "endgame": made.switches.endgame}
    elif isinstance(made, Minimax) and not made.memory and made.seed is None:
        functions["minimax"] = (minimax, (start, 1, True, made.evaluator))
        facts = {"kind": "minimax"}
    elif isinstance(made, MCTS):
        made.tree.nodes[:] = np.zeros(1, mcts.NODE)
        stage = made._stage() if isinstance(made, Connect4Engine) else start
        functions["run"] = (mcts.run, (made.tree, stage, made.policy, made.options, 1))
        if isinstance(made, Connect4Engine):
            board, empty = board_of(start), board_of(start)
            sides = np.zeros((type(start).width, type(start).height), np.int64)
            functions["plant"] = (plant_words, (made.tree, stage, board, empty, sides, start))
            functions["advance"] = (advance_boards, (made.tree, stage, 0))
        else:
            functions["plant"] = (plant, (made.tree,))
            functions["advance"] = (advance_tree, (made.tree, 0))
        facts = {"kind": "connect4" if isinstance(made, Connect4Engine) else "mcts"}
    elif isinstance(made, GomokuEngine):
        made.forget()
        made._prepare(start)
        gomoku_board.set_position(made._tables, start)
        reset_work(made._work, 0, 0.0)
        at, work, move_of = made._tables.record[0], made._work[0], np.array(gomoku_board.MOVE_OF)
        functions["set_up"] = (set_up, (at, start.record, move_of))
        functions["search"] = (gomoku_search, (at, work, 1, -INF, INF, 0))
        functions["attack"] = (attack, (at, work, 0, 1, 0))
        functions["play_move"] = (play_move, (at, 0))
        functions["take_back"] = (take_back, (at,))
        reaches.append(made._memory.entries)
        facts = {"kind": "gomoku", "threats": made.switches.threats, "moveOf": move_of.tolist()}
    elif spec.startswith("random"):
        facts = {"kind": "random"}
    else:
        raise BadText(f"the player {spec} does not play in a page")
    return _with_facts(module_for_page(functions, reaches=reaches), start, facts)


def without_limits(spec: str) -> str:
    """A spec without what limits a player: players that differ in that alone share a module.

    >>> without_limits("engine,no-threats,depth=4")
    'engine,no-threats'
    """
    return ",".join(word for word in spec.split(",") if not word.startswith(("depth=", "nodes=", "time=")))


def _with_facts(module: PageModule, start: State, facts: dict[str, Any]) -> PageModule:
    return PageModule(module.wasm, module.layout | {"facts": facts | _facts(start)})


def _facts(start: State) -> dict[str, Any]:
    """What the script must know of the game: which move a cell is, its name, and where its stone lies."""
    here = [move_at(start, cell) for cell in range(sum(map(len, cells(start))))]
    names = {int(move): str(move_name(start, move)) for move in {*here}}
    game = game_of(start)
    found: dict[str, Any] = {
        "moveAt": [int(move) for move in here],
        "names": names,
        "changes": _changes(start),
    }
    if game.has_passes:
        names[PASS] = str(move_name(start, PASS))
    if not _changes(start):
        found |= {"start": [str(int(word)) for word in start], "bits": _bits(start)}
    rows = {"connect4": 4, "gomoku": 5, "tictactoe": getattr(type(start), "run", 3)}
    return found | {"row": rows.get(game.name, 0)}


def _bits(start: Any) -> list[int]:
    """For each cell the bit of its stone, counted through the words of a side."""
    words = getattr(type(start), "words", 1)
    found: dict[int, int] = {}
    for bit in range(64 * words):
        fields = [0] * len(start)
        fields[bit >> 6] = 1 << (bit & 63)
        seen = [stone for row in cells(type(start)(*fields)) for stone in row]
        if len(seen) - seen.count(EMPTY) == 1:
            found[next(cell for cell, stone in enumerate(seen) if stone != EMPTY)] = bit
    return [found[cell] for cell in range(len(found))]


def start_of(game: str, state: str) -> State:
    """The state with which a game of this class of states begins."""
    sizes = [None, *games.game(game).GAME.sizes]
    found = (games.start(game, size) for size in sizes)
    return next(start for start in found if type(start).__name__ == state)
