"""Compile everything once, so that no lesson waits for the compiler."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import get_host_cpu_name

from gamekit import code_cache, games, perft
from gamekit.game import Game
from gamekit.players import Limits, player
from gamekit.rules import count_moves, is_over, key, moves, play, score, snapshot, to_move, undo, value
from gamekit.search.deepening import Searcher
from gamekit.search.table import Table
from gamekit.training.reports import counting_bar

SEARCHES = ("pvs,tt,killers", "mcts")  # that lessons and levels use in every game with a board


def jobs() -> Iterator[tuple[str, Callable[[], Any]]]:
    """What to compile: a label and a call that does it."""
    for name in games.names():
        game = games.about(name)
        for size in (None, *game.sizes):
            yield f"{name} {size or ''}".strip(), partial(_use_rules, name, size)
        if game.face is not None:
            for spec in SEARCHES:
                yield f"{name} {spec}", partial(_think, game, spec)
        for evaluator in game.fits:
            yield f"{name} {evaluator}", partial(_use_learnt, game, evaluator)
        if game.solver is not None:
            yield f"{name} solver", partial(game.solver(None), _nearly_over(name), False)
        if game.engine is not None:
            yield f"{name} engine", partial(_think, game, "engine")


def _use_rules(name: str, size: str | None) -> None:
    state = games.start(name, size)
    move = moves(state)[0]
    for rule in (is_over, score, to_move, key, count_moves):
        rule(state)
    undo(play(snapshot(state), move), move)
    perft.count_lines(state, 2)
    if size is None and games.about(name).face is not None:
        perft.count_positions(state, 1)


def _think(game: Game, spec: str) -> None:
    """Let a player choose a move; on an empty board some engines answer without a search."""
    state = games.parse(game.name, game.example) if game.example else games.start(game.name)
    player(spec).think(state, Limits(nodes=10))


def _use_learnt(game: Game, evaluator: str) -> None:
    """A learnt evaluation, in the searches that use it."""
    state, learnt = games.start(game.name), game.evaluators[evaluator]()
    value(learnt, state)
    for switches in ({"killers": True, "history": True}, {"method": "pvs", "killers": True, "static": True}):
        Searcher(learnt, table=Table(1), **switches).search(state, 2)


def _nearly_over(name: str) -> Any:
    """A position soon before the end of a game, which a solver solves at once."""
    rng = random.Random(0)
    last = state = games.start(name)
    while not is_over(state):
        last, state = state, play(state, rng.choice(list(moves(state))))
    return last


def run(show_progress: bool = True) -> int:
    """Do all jobs and return how many there were; the second time everything comes from the disk."""
    todo = list(jobs())
    with counting_bar(show_progress) as report:
        for done, (label, job) in enumerate(todo):
            report(f"warming up: {label}", done, len(todo))
            job()
    _mark().touch()
    return len(todo)


def is_done() -> bool:
    """Has everything been compiled on this machine, with these versions of the kit, Python and numba?"""
    return _mark().exists()


def _mark() -> Path:
    versions = f"{sys.implementation.cache_tag}-{numba.__version__}-{get_host_cpu_name()}"
    return code_cache.folder() / f"warm-{versions}"
