"""Tournaments: `tournament(game, players)` plays one, `load(folder)` reads one, `replay` shows a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from gamekit.arena import log
from gamekit.arena import openings as opening_sets
from gamekit.arena.plan import Pairing, Plan
from gamekit.arena.playing import play_all
from gamekit.arena.processes import Entrant, entrant
from gamekit.arena.referee import LEAST_LIMIT, TIMES_LIMIT
from gamekit.arena.result import TournamentResult
from gamekit.arena.sprt import Sprt, read_sprt
from gamekit.errors import GamekitError
from gamekit.players import Limits, in_words
from gamekit.record import Record

Player = str | Callable[..., Any] | Entrant
Progress = Callable[[TournamentResult, int], None]  # the result so far, and how many games there will be


def tournament(
    game: str,
    players: Sequence[Player],
    *,
    sprt: str | tuple[float, float] | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    folder: str | Path | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> TournamentResult:
    """Let players play each other, every opening twice with colours swapped, and rate them.

    `players`: specs of the kit's players, names of .py files with a function `choose(state)` or
    `choose(state, seconds)`, or such functions; a dict gives them names. `sprt`: such as "0,30", ends each
    pair's games when the test is decided. `jobs`: games at once. `folder`: keeps a log, from which a
    tournament that was stopped goes on. `settings` decide what is played:

        games=20            of each pair
        openings=None       a file, a number of random plies, transcripts, or None for the kit's own
        seconds=, nodes=    a move, for players whose spec says no limit; a second if neither is said
        limit=              seconds after which a move loses
        memory=1024         megabytes that a player may take
        gauntlet=False      only the first player meets the others
        seed=0              of openings and of players who draw at random
        size=, rule=        of the game

    >>> result = tournament("tictactoe", ["alphabeta,depth=9", "random"], games=4)
    >>> result.tally(0).losses
    0
    """
    plan = make_plan(game, players, **settings)
    test = None if sprt is None else read_sprt(sprt) if isinstance(sprt, str) else Sprt(*sprt)
    from gamekit.arena.progress import in_notebook

    with in_notebook() if progress is None else nullcontext(progress) as told:
        return run(plan, sprt=test, jobs=jobs, scheduler=scheduler, folder=folder, progress=told)


def make_plan(
    game: str,
    players: Sequence[Player],
    *,
    openings: str | int | Iterable[str] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    limit: float | None = None,
    **settings: Any,
) -> Plan:
    """The plan of a tournament (see there); everything that can be wrong with it is refused here."""
    limits = Limits(nodes=nodes, seconds=seconds) if nodes or seconds else Limits(seconds=1.0)
    most_seconds = limit or max(LEAST_LIMIT, TIMES_LIMIT * (limits.seconds or 0.0))
    entrants = tuple(_entrants(players, game))
    plan = Plan(game, entrants, limits=limits, most_seconds=most_seconds, **settings)
    start = plan.start
    for each in entrants:
        each.check(start, limits)
    if openings is None or isinstance(openings, str | int):
        said = None if openings is None else str(openings)
        lines = opening_sets.chosen(game, start, said, (plan.games + 1) // 2, plan.seed)
    else:
        lines = [Record(start, text).moves for text in openings]
    return replace(plan, openings=tuple(tuple(line) for line in lines))


def _entrants(players: Sequence[Player] | dict[str, Player], game: str) -> list[Entrant]:
    """Who plays, by different names: a second `random` is `random (2)`, `gomoku:engine` is just `engine`."""
    if isinstance(players, dict):
        named = [replace(entrant(what), name=name) for name, what in players.items()]
    else:
        named = [entrant(what) for what in players]
    found: list[Entrant] = []
    seen: Counter[str] = Counter()
    for each in named:
        name = each.name.removeprefix(f"{game}:")
        seen[name] += 1
        found.append(replace(each, name=name if seen[name] == 1 else f"{name} ({seen[name]})"))
    return found


def run(
    plan: Plan,
    *,
    sprt: Sprt | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    folder: str | Path | None = None,
    progress: Progress | None = None,
) -> TournamentResult:
    """Play what is left of a plan; Ctrl-C ends it with what there is, in a folder it can go on later."""
    head = plan.as_dict()
    book = log.Log(folder, head) if folder is not None else None
    if book is not None and book.head["openings"] != head["openings"]:
        start = plan.start  # games that were played and games to come begin from the same openings
        plan = replace(
            plan, openings=tuple(tuple(Record(start, text).moves) for text in book.head["openings"])
        )
    so_far = (book.head, book.rows) if book else ({"arena": log.VERSION, **head}, [])
    result = TournamentResult(*so_far, sprt)
    try:
        if progress is not None:
            progress(result, plan.total)
        with closing(play_all(plan, _left(plan, result), jobs, scheduler)) as played:
            for row in played:
                if book is not None:
                    book.append(row)
                result.add(row)
                if progress is not None:
                    progress(result, plan.total)
    finally:
        if book is not None:
            book.close()
    return result


def _left(plan: Plan, result: TournamentResult) -> Iterator[Pairing]:
    """Games that are not in the log; of pairs that the test has decided none."""
    done = {row["id"] for row in result.rows}
    for pairing in plan.pairings():
        if pairing.name in done:
            continue
        if result.sprt is not None and result.verdict(*pairing.pair).accepted:
            continue
        yield pairing


def load(folder: str | Path, sprt: Sprt | None = None) -> TournamentResult:
    """A tournament from its folder."""
    head, rows = log.read(folder)
    return TournamentResult(head, rows, sprt)


def replay(where: str | Path | TournamentResult, number: int) -> Any:
    """A game of a tournament on a live board, from its start: step through it, and see what it was worth."""
    from gamekit.widgets import Board

    result = where if isinstance(where, TournamentResult) else load(where)
    game = result.game(number)
    return Board(game.record, replay=(_for_people(game.x), _for_people(game.o)))


def _for_people(name: str) -> str:
    """A player's spec in words; any other name as it is."""
    try:
        return in_words(name)
    except GamekitError:
        return name
