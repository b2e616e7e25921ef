"""The players of live boards as modules for pages: rules, searches and what drives them, compiled.

A module has the rules (`look`, `after`) and what a player computes. Which player it is, its spec says, as
everywhere; `facts` tells the script what the module does not know: how squares are called, and how the player
is to be driven.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit import games
from gamekit.connect4.board import board_of
from gamekit.connect4.engine import Engine as Connect4Engine
from gamekit.errors import BadText
from gamekit.game import game_of
from gamekit.gomoku import board as gomoku_board
from gamekit.gomoku.engine import Engine as GomokuEngine
from gamekit.othello.engine import Engine as OthelloEngine
from gamekit.othello.solver import new_table, new_work
from gamekit.page import thinking
from gamekit.page.webassembly import PageModule, module_for_page
from gamekit.players import player
from gamekit.rules import EMPTY, PASS, State, cells, is_over, move_at, move_name, moves, play, score, to_move
from gamekit.search.context import reset_work
from gamekit.search.deepening import Searcher
from gamekit.search.limits import Limits
from gamekit.search.mcts import MCTS, NODE
from gamekit.search.minimax import Minimax

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
    return _with_facts(module_for_page(_rules(start)), start)


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
    functions, reaches = _rules(start), list[Any]()
    question = (start, False, thinking.Allowed(1, 1, 0.0), thinking.new_answers())
    if isinstance(made, OthelloEngine | Searcher):
        searcher = made.searcher if isinstance(made, OthelloEngine) else made
        if searcher.method not in ("alphabeta", "pvs") or searcher.aspiration_width or _changes(start):
            raise BadText(f"the player {spec} does not play in a page")
        context = searcher._context
        context = context._replace(evaluator=coarse(context.evaluator, step))
        searcher.forget()
        reset_work(searcher._work, 0, 0.0)
        search = thinking.Search(context, searcher._unit)
        functions["think"] = (thinking.think_by_search, (*question, search))
        if searcher.table is not None:
            reaches.append(searcher.table.entries)
        if isinstance(made, OthelloEngine):
            table = new_table(SOLVER_EMPTIES, TABLE_MB)
            solving = new_work(table, 2**64 - 1)
            weights = np.frombuffer(context.evaluator.tables, np.uint8)  # those of the search, not once more
            solving["weights"] = weights.ctypes.data
            reaches += [table, weights]
            solver = thinking.Solver(solving, table, SOLVER_EMPTIES if made.switches.endgame else -1)
            functions["think"] = (thinking.think_othello, (*question, search, solver))
    elif isinstance(made, Minimax) and not made.memory and made.seed is None:
        functions["think"] = (thinking.think_by_minimax, (*question, made.evaluator))
    elif isinstance(made, MCTS):
        made.tree.nodes[:] = np.zeros(1, NODE)
        growing = thinking.Growing(made.tree, made.policy, made.options)
        functions["think"] = (thinking.think_by_tree, (*question, growing))
        boards = board = empty = sides = None
        if isinstance(made, Connect4Engine):
            boards, board, empty = made._stage(), board_of(start), board_of(start)
            sides = np.zeros((type(start).width, type(start).height), np.int64)
            functions["think"] = (thinking.think_on_boards, (*question, growing, boards))
        functions["plant"] = (thinking.plant_tree, (made.tree, start, boards, board, empty, sides))
        functions["advance"] = (thinking.advance_tree, (made.tree, 0, boards))
    elif isinstance(made, GomokuEngine):
        made.forget()
        made._prepare(start)
        gomoku_board.set_position(made._tables, start)
        reset_work(made._work, 0, 0.0)
        cells = np.array(gomoku_board.MOVE_OF)
        program = thinking.Gomoku(made._tables.record[0], made._work[0], cells, made.switches.threats)
        functions["think"] = (thinking.think_gomoku, (*question, program))
        reaches.append(made._memory.entries)
    elif not spec.startswith("random"):  # engine.js does that
        raise BadText(f"the player {spec} does not play in a page")
    return _with_facts(module_for_page(functions, reaches=reaches), start)


def without_limits(spec: str) -> str:
    """A spec without what limits a player: players that differ in that alone share a module.

    >>> without_limits("engine,no-threats,depth=4")
    'engine,no-threats'
    """
    return ",".join(word for word in spec.split(",") if not word.startswith(("depth=", "nodes=", "time=")))


def _with_facts(module: PageModule, start: State) -> PageModule:
    return PageModule(module.wasm, module.layout | {"facts": _facts(start)})


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
