"""The players of live boards as modules for pages: rules, searches and what drives them, compiled.

A module has the rules (`look`, `after`) and what a player computes. Which player it is, its spec says, as
everywhere; `facts` tells the script what the module does not know: how squares are called, and how the player
is to be driven.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from gamekit import games
from gamekit.errors import BadText
from gamekit.game import game_of
from gamekit.page import thinking
from gamekit.page.webassembly import PageModule, module_for_page
from gamekit.players import player
from gamekit.rules import (
    EMPTY,
    FIRST,
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
    winning_rows,
)
from gamekit.search.context import reset_work
from gamekit.search.deepening import Searcher
from gamekit.search.limits import Limits
from gamekit.search.mcts import MCTS, NODE
from gamekit.search.minimax import Minimax

TABLE_MB = 16  # of a player in a page
# Learnt weights are told in steps of so many points of the evaluator. With Othello's it costs about 0.1 discs
# of noise in a value whose own error is some discs, and saves a quarter of what a page has to fetch.
WEIGHT_STEP = 8

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
    """Learnt weights as multiples of so many points: fewer bytes to fetch."""
    if step == 1 or not hasattr(evaluator, "tables"):
        return evaluator
    tables = np.zeros(1, evaluator.tables.dtype)
    tables[0] = evaluator.tables
    tables["weights"] = step * np.rint(tables["weights"] / step)
    return evaluator._replace(tables=tables[0])


class Driver(NamedTuple):
    """A player in a page: functions by name, each with its examples, and arrays that records point at."""

    functions: dict[str, tuple[Any, tuple[Any, ...]]]
    reaches: tuple[Any, ...] = ()


def engine_for_page(spec: str, start: State, step: int = WEIGHT_STEP) -> PageModule:
    """The player of a spec, for games that begin with this state; limits are told when it is asked."""
    told = player(f"{spec},table={TABLE_MB}")
    made = told.thinker(start, Limits(depth=1) if told.method == "minimax" else Limits())
    room = game_of(start).page if told.method == "engine" else ""
    if room:
        found = import_module(room).driver(made, start, step)
    elif told.method == "random":  # engine.js does that
        found = Driver({})
    elif isinstance(made, Searcher) and _is_driven(made) and not _changes(start):
        found = search_driver(made, start, step)
    elif isinstance(made, Minimax) and not made.memory and made.seed is None:
        found = Driver({"think": (thinking.think_by_minimax, (*question(start), made.evaluator))})
    elif isinstance(made, MCTS):
        found = tree_driver(made, start)
    else:
        raise BadText(f"the player {spec} does not play in a page")
    return _with_facts(module_for_page(_rules(start) | found.functions, reaches=found.reaches), start)


def question(start: State) -> tuple[Any, ...]:
    """Examples of what every player is asked: the state, to judge all moves?, limits, room for answers."""
    return start, False, thinking.Allowed(1, 1, 0.0), thinking.new_answers()


def _is_driven(searcher: Searcher) -> bool:
    return searcher.method in ("alphabeta", "pvs") and not searcher.aspiration_width


def search_driver(searcher: Searcher, start: State, step: int) -> Driver:
    """Of a `Searcher`, for states that are values."""
    context = searcher.context
    context = context._replace(evaluator=coarse(context.evaluator, step))
    searcher.forget()
    reset_work(context.work, 0, 0.0)
    search = thinking.Search(context, searcher.unit)
    reaches = () if searcher.table is None else (searcher.table.entries,)
    return Driver({"think": (thinking.think_by_search, (*question(start), search))}, reaches)


def tree_driver(search: MCTS, start: State) -> Driver:
    """Of an `MCTS`; its tree lives on from move to move."""
    search.tree.nodes[:] = np.zeros(1, NODE)
    growing = thinking.Growing(search.tree, search.policy, search.options)
    return Driver(
        {
            "think": (thinking.think_by_tree, (*question(start), growing)),
            "plant": (thinking.plant_tree, (search.tree, start)),
            "advance": (thinking.advance_tree, (search.tree, 0)),
        }
    )


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
    found: dict[str, Any] = {
        "moveAt": [int(move) for move in here],
        "names": names,
        "changes": _changes(start),
    }
    if game_of(start).has_passes:
        names[PASS] = str(move_name(start, PASS))
    if not _changes(start):
        found |= {"start": [str(int(word)) for word in start], "bits": _bits(start)}
    return found | {"row": min(winning_rows(start, FIRST), default=0)}


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
