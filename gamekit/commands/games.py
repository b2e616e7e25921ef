"""Commands that play: play, match, gtp, nboard, brain."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from gamekit.commands.common import (
    GAME_OPTIONS,
    GAMES,
    JSON,
    Command,
    complain,
    position,
    positive,
    print_answer,
    seed,
)


def add(command: Command) -> None:
    command(
        "play",
        _play,
        "Play against a player in the terminal.",
        "gamekit play connect4 --player mcts,solver,time=1 --second",
        ("GAME", GAMES),
        ("POSITION*", "its usual text; the start if not said"),
        ("--player SPEC", "your opponent, such as pvs,tt,killers,depth=6"),
        ("--level 1-5", "how strong, if you name no player", "3"),
        ("--second", "you move second"),
        ("--time S", "seconds that a player thinks about a move"),
        *GAME_OPTIONS,
    )
    command(
        "match",
        _match,
        "Play two players against each other, every opening twice with colours swapped.",
        'gamekit match othello pvs,tt,killers "gtp:gtp-rhino -l 4 -b 0" --games 20 --time 0.5',
        ("GAME", GAMES),
        ("A", "a player, such as pvs,tt,killers or mcts, gtp:COMMAND or piskvork:COMMAND"),
        ("B", "another, or the same"),
        ("--games N", "how many games (20)", "20"),
        ("--time S", "seconds a move, where a player's spec says no limit (1)", "1"),
        ("--limit S", "a move that takes longer loses (10 times --time, and at least 60)"),
        (
            "--openings PLIES|FILE",
            "so many random moves first, or a file with one opening a line, such as f5d6c3",
        ),
        ("--seed N", "for the random openings (0)", "0"),
        *GAME_OPTIONS,
        JSON,
    )
    command(
        "gtp",
        _gtp,
        "Play by the Go Text Protocol on standard input and output.",
        "gamekit gtp othello --player pvs,tt,killers,time=0.5",
        ("GAME", "othello"),
        ("--player SPEC", "who plays", "pvs,tt,killers"),
    )
    command(
        "nboard",
        _nboard,
        "Be an engine for NBoard and other boards that speak its protocol, on standard input and output.",
        "gamekit nboard othello --player engine,time=1",
        ("GAME", "othello"),
        ("--player SPEC", "who plays", "engine"),
    )
    command(
        "brain",
        _brain,
        "Play on standard input and output by the protocol of gomoku tournaments (Gomocup, Piskvork).",
        "gamekit brain gomoku --debug",
        ("GAME", "gomoku"),
        ("--player SPEC", "who plays", "engine"),
        ("--debug", "tell what was thought, on lines of DEBUG"),
    )


def _play(options: argparse.Namespace) -> None:
    from gamekit import terminal

    terminal.run(
        position(options, " ".join(options.position)),
        chosen=options.player,
        level=positive(options.level, "level", whole=True),
        second=options.second,
        seconds=positive(options.time, "time", whole=False),
    )


def _match(options: argparse.Namespace) -> None:
    from contextlib import closing, suppress

    from gamekit import games
    from gamekit.arena.match import Match
    from gamekit.arena.openings import random_openings, read_openings

    count = positive(options.games, "games", whole=True)
    start = games.start(options.game, options.size, options.rule)
    if options.openings is None or options.openings.isdecimal():
        plies = int(options.openings or games.about(options.game).random_plies)
        openings = random_openings(start, (count + 1) // 2, plies, seed(options.seed))
    else:
        openings = read_openings(options.openings, start)
    seconds = positive(options.time, "time", whole=False)
    match = Match(
        options.a, options.b, start, openings, seconds, positive(options.limit, "limit", whole=False)
    )
    is_live = sys.stderr.isatty() and not options.json

    def show(number: int, record: Any) -> None:
        line = f"game {number} of {count}, move {len(record) + 1}; A : B = {match.tally}"
        print(f"\r\033[K{line[:100]}", end="", file=sys.stderr, flush=True)

    with suppress(KeyboardInterrupt), closing(match.play(count, show if is_live else None)) as played:
        for game in played:
            if not options.json:
                clear = "\r\033[K" if is_live else ""
                who = "AB"[game.first]
                print(
                    f"{clear}{game.number:4}  X is {who}  {game.result}  {game.record.transcript}", flush=True
                )
    if is_live:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    if not options.json:
        if len(match.games) < count:
            print(f"stopped after {len(match.games)} of {count} games")
        print(match.table())
    facts = {"game": options.game, "wanted": count, **match.as_dict()}
    print_answer(options, str(match.tally), **facts)


def _gtp(options: argparse.Namespace) -> None:
    from gamekit.protocols import gtp

    _serve(options, gtp.GAME, gtp.serve)


def _nboard(options: argparse.Namespace) -> None:
    from gamekit.protocols import nboard

    _serve(options, nboard.GAME, nboard.serve)


def _brain(options: argparse.Namespace) -> None:
    from gamekit.protocols import brain, piskvork

    _serve(options, piskvork.GAME, partial(brain.serve, debug=options.debug))
    os._exit(0)  # managers wait a second for a brain to leave, and Python may take that long to tidy up


def _serve(options: argparse.Namespace, game: str, serve: Callable[..., None]) -> None:
    from gamekit.players import player
    from gamekit.protocols.outside import OutsidePlayer

    if options.game != game:
        complain(f"{options.command} knows {game}, not {options.game!r}")
    chosen = player(options.player)
    # Without a buffer: Python cannot end while another thread waits for a line in one.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as commands:
        serve(chosen, commands, sys.stdout.buffer)
    if isinstance(chosen, OutsidePlayer):
        chosen.close()
