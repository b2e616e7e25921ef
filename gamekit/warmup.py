"""Compile everything once, so that no lesson waits for the compiler."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from gamekit import games, perft
from gamekit.connect4 import solver as connect4_solver
from gamekit.othello import solver as othello_solver
from gamekit.othello.learnt import LEARNT, learnt
from gamekit.players import Limits, player
from gamekit.rules import count_moves, is_over, key, moves, play, score, snapshot, to_move, undo, value
from gamekit.search.deepening import Searcher
from gamekit.search.table import Table

SIZES: dict[str, list[str | None]] = {
    "plates": [None],
    "tree": [None],
    "tictactoe": [None],
    "connect4": [None, "12x12"],
    "othello": [None, "6x6", "4x4"],
    "gomoku": [None],
}


NEARLY_OVER = "XXXXXXXX" * 7 + "XXXXXXO-" + " X;"


def jobs() -> Iterator[tuple[str, Callable[[], Any]]]:
    """What to compile: a label and a call that does it."""
    for name, sizes in SIZES.items():
        for size in sizes:
            yield f"{name} {size or ''}".strip(), partial(_use, name, size)
    yield "connect4 solver", lambda: connect4_solver.solve(games.parse("connect4", "414141"))
    for name in LEARNT:
        yield f"othello {name}", partial(_use_learnt, name)
    yield "othello solver", lambda: othello_solver.solve(games.parse("othello", NEARLY_OVER))
    yield "othello engine", lambda: player("engine").think(games.start("othello"), Limits(depth=2))
    # On an empty board it answers without a search, and nothing would be compiled.
    yield "gomoku engine", lambda: player("engine").think(games.parse("gomoku", "h8 i9"), Limits(depth=2))
    yield "connect4 engine", lambda: player("engine").think(games.start("connect4"), Limits(nodes=10))


def _use_learnt(name: str) -> None:
    """A learnt evaluation, in the searches that use it."""
    state, evaluator = games.start("othello"), learnt(name)
    value(evaluator, state)
    for switches in ({"killers": True, "history": True}, {"method": "pvs", "killers": True, "static": True}):
        Searcher(evaluator, table=Table(1), **switches).search(state, 2)


def _use(name: str, size: str | None) -> None:
    """Call each rule and each search once."""
    state = games.start(name, size)
    move = moves(state)[0]
    for rule in (is_over, score, to_move, key, count_moves):
        rule(state)
    undo(play(snapshot(state), move), move)
    perft.count_lines(state, 2)
    if size is None and name not in ("plates", "tree"):
        perft.count_positions(state, 1)
        player("pvs,tt,killers").think(state, Limits(depth=2))
    if size is None and name in ("tictactoe", "connect4", "othello"):
        player("mcts").think(state, Limits(nodes=10))


def run(show_progress: bool = True) -> int:
    """Do all jobs and return how many there were; the second time everything comes from the disk."""
    todo = list(jobs())
    if not show_progress or not sys.stderr.isatty():
        for _, job in todo:
            job()
        return len(todo)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("warming up"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(
        *columns, TextColumn("{task.description}"), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("", total=len(todo))
        for label, job in todo:
            bar.update(task, description=label)
            job()
            bar.advance(task)
    return len(todo)
