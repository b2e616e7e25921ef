"""Commands that play: play, match, gtp, nboard, brain."""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import Any

from gamekit.commands.common import (
    GAMES,
    Command,
    add_game_options,
    complain,
    position,
    positive,
    print_answer,
    seed,
)


def add(command: Command) -> None:
    """Tell the command line of these commands."""
    made = command(
        "play",
        _play,
        "Play against a player in the terminal, or watch two of them.",
        "gamekit play connect4 --player mcts,solver,time=1 --second",
    )
    made.add_argument("game", metavar="GAME", help=GAMES)
    made.add_argument("position", metavar="POSITION", nargs="*", help="its usual text; the start if not said")
    made.add_argument("--player", metavar="SPEC", help="your opponent, such as pvs,tt,killers,depth=6")
    made.add_argument("--level", metavar="1-5", default="3", help="how strong, if you name no player")
    made.add_argument("--second", action="store_true", help="you move second")
    made.add_argument("--against", metavar="SPEC", help="watch --player, who is X, play against this player")
    made.add_argument("--time", metavar="S", help="seconds that a player thinks about a move")
    add_game_options(made, with_json=False)

    made = command(
        "match",
        _match,
        "Play two players against each other, every opening twice with colours swapped.",
        'gamekit match othello pvs,tt,killers "gtp:gtp-rhino -l 4 -b 0" --games 20 --time 0.5',
    )
    made.add_argument("game", metavar="GAME", help=GAMES)
    made.add_argument(
        "a", metavar="A", help="a player, such as pvs,tt,killers or mcts, gtp:COMMAND or piskvork:COMMAND"
    )
    made.add_argument("b", metavar="B", help="another, or the same")
    made.add_argument("--games", metavar="N", default="20", help="how many games (20)")
    made.add_argument(
        "--time", metavar="S", default="1", help="seconds a move, where a player's spec says no limit (1)"
    )
    made.add_argument(
        "--limit", metavar="S", help="a move that takes longer loses (10 times --time, and at least 60)"
    )
    made.add_argument(
        "--openings",
        metavar="PLIES|FILE",
        help="so many random moves first, or a file with one opening a line, such as f5d6c3",
    )
    made.add_argument("--seed", metavar="N", default="0", help="for the random openings (0)")
    made.add_argument("--save", metavar="DIR", help="write every game into this folder, as text")
    add_game_options(made)

    made = command(
        "gtp",
        _gtp,
        "Play by the Go Text Protocol on standard input and output.",
        "gamekit gtp othello --player pvs,tt,killers,time=0.5",
    )
    made.add_argument("game", metavar="GAME", help="othello")
    made.add_argument("--player", metavar="SPEC", default="pvs,tt,killers", help="who plays")

    made = command(
        "nboard",
        _nboard,
        "Be an engine for NBoard and other boards that speak its protocol, on standard input and output.",
        "gamekit nboard othello --player engine,time=1",
    )
    made.add_argument("game", metavar="GAME", help="othello")
    made.add_argument("--player", metavar="SPEC", default="engine", help="who plays")

    made = command(
        "brain",
        _brain,
        "Play on standard input and output by the protocol of gomoku tournaments (Gomocup, Piskvork).",
        "gamekit brain gomoku --debug",
    )
    made.add_argument("game", metavar="GAME", help="gomoku")
    made.add_argument("--player", metavar="SPEC", default="engine", help="who plays")
    made.add_argument("--debug", action="store_true", help="tell what was thought, on lines of DEBUG")


def _play(options: argparse.Namespace) -> None:
    from gamekit import terminal

    if options.second and options.against:
        complain("--second says where you sit and --against lets you watch; choose one")
    terminal.run(
        position(options, " ".join(options.position)),
        chosen=options.player,
        against=options.against,
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
    folder = _empty_folder(options.save)
    is_live = sys.stderr.isatty() and not options.json

    def show(number: int, record: Any) -> None:
        line = f"game {number} of {count}, move {len(record) + 1}; A : B = {match.tally}"
        print(f"\r\033[K{line[:100]}", end="", file=sys.stderr, flush=True)

    begin = time.perf_counter()
    with suppress(KeyboardInterrupt), closing(match.play(count, show if is_live else None)) as played:
        for game in played:
            if folder is not None:
                (folder / f"game-{game.number:04}.txt").write_text(game.text(match.names))
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
    print_answer(options.json, str(match.tally), time.perf_counter() - begin, **facts)


def _empty_folder(name: str | None) -> Any:
    """The folder for games, made if need be; games of another match in it are not overwritten."""
    if name is None:
        return None
    from pathlib import Path

    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        complain(f"the folder {name} cannot be made: {error}")
    if any(folder.glob("game-*.txt")):
        complain(f"the folder {name} has games in it already; choose another")
    return folder


def _gtp(options: argparse.Namespace) -> None:
    from gamekit.players import player
    from gamekit.protocols import gtp

    if options.game != gtp.GAME:
        complain(f"gtp knows {gtp.GAME}, not {options.game!r}")
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as commands:
        gtp.serve(player(options.player), commands, sys.stdout.buffer)


def _nboard(options: argparse.Namespace) -> None:
    from gamekit.players import player
    from gamekit.protocols import nboard

    if options.game != nboard.GAME:
        complain(f"nboard knows {nboard.GAME}, not {options.game!r}")
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as commands:
        nboard.serve(player(options.player), commands, sys.stdout.buffer)


def _brain(options: argparse.Namespace) -> None:
    from gamekit.players import player
    from gamekit.protocols import brain, piskvork
    from gamekit.protocols.outside import OutsidePlayer

    if options.game != piskvork.GAME:
        complain(f"brain knows {piskvork.GAME}, not {options.game!r}")
    chosen = player(options.player)
    # Without a buffer: Python cannot end while another thread waits for a line in one.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as commands:
        brain.serve(chosen, commands, sys.stdout.buffer, options.debug)
    if isinstance(chosen, OutsidePlayer):
        chosen.close()
    os._exit(0)  # managers wait a second for a brain to leave, and Python may take that long to tidy up
