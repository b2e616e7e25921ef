"""Commands of the arena: arena, openings."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from gamekit import games
from gamekit.commands.common import GAME_OPTIONS, GAMES, JSON, Command, complain, positive, print_answer, seed

CLASS_SECONDS = 1.0  # a move of a student's player, where nobody says otherwise


def add(command: Command) -> None:
    command(
        "arena",
        _arena,
        "Play a tournament: everybody meets everybody, every opening is played twice with colours swapped. "
        "The answer is a table of ratings with their errors. With --out a tournament that was stopped "
        "goes on. With --class students' players play in the sandbox of grading.",
        "gamekit arena othello pvs,tt,killers mcts my_player.py --games 40 --time 0.1 --out cup\n"
        "  gamekit arena gomoku:engine gomoku:engine,no-killers --nodes 2000 --sprt 0,30\n"
        "  gamekit arena --class submitted/ --game connect4 --games 10",
        ("--games N", "of each pair (20; with --class 10)"),
        ("--time S", "seconds a move, where a player's spec says no limit (1)"),
        ("--nodes N", "positions a move, instead of --time: the same games again"),
        ("--limit S", "a move that takes longer loses (10 times --time, at least 60)"),
        ("--memory MB", "that a player may take (1024; with --class 512)"),
        ("--openings PLIES|FILE", "random moves, or a file of lines such as f5d6c3 (the kit's own)"),
        ("--seed N", "for openings and for players that choose at random (0)", "0"),
        ("--gauntlet", "only the first player meets the others"),
        ("--sprt ELO0,ELO1", "end a pair's games once one of two Elo differences is accepted"),
        ("--jobs N", "games at once (1)", "1"),
        ("--scheduler ADDRESS", "of a Dask cluster that plays, as tcp://host:8786"),
        ("--out DIR", "keep every game there, and go on from there (with --class: ladder)"),
        ("--show DIR", "play nothing: show the tournament in this folder again"),
        ("--class DIR", "a folder of students' players"),
        ("--game GAME", "with --class: which game (connect4)"),
        ("--isolation KIND", "with --class: sandbox (usual), fresh or process"),
        *GAME_OPTIONS,
        JSON,
    ).add_argument(
        "players",
        metavar="GAME A B",
        nargs="*",
        help=f"a game ({GAMES}), then players: specs such as pvs,tt,killers or gtp:COMMAND, or .py files "
        "with a function choose(state)",
    )
    command(
        "openings",
        _openings,
        "Find openings after which our own search finds both sides even, for the arena.",
        "gamekit openings othello --count 50 --plies 8 --seed 1 --out openings.txt",
        ("GAME", "one whose openings can be judged, such as othello"),
        ("--count N", "how many (50)", "50"),
        ("--plies N", "moves of each; gomoku's have from 3 to 7 stones anyway"),
        ("--seed N", "of the random moves (0)", "0"),
        ("--out FILE", "write them there; if not said, to the screen"),
    )


def _arena(options: argparse.Namespace) -> None:
    if not hasattr(os, "fork"):
        from gamekit.arena import ELSEWHERE

        complain(ELSEWHERE)
    from gamekit.arena import output
    from gamekit.arena.progress import watched
    from gamekit.arena.sprt import read_sprt
    from gamekit.arena.tournament import load, run

    of_class = vars(options)["class"]
    sprt = read_sprt(options.sprt) if options.sprt is not None else None
    if options.show is not None:
        if options.players or options.out or of_class:
            complain("--show only shows what was played: give it no players and no other folder")
        result = load(options.show, sprt)
        output.write_all(result, options.show)
        _print(options, result, len(result.rows))
        return
    jobs = positive(options.jobs, "jobs", whole=True)
    plan = _class_plan(options, of_class) if of_class is not None else _plan(options)
    folder = options.out or ("ladder" if of_class is not None else None)
    result_so_far: list[Any] = []
    is_live = sys.stderr.isatty() and not options.json
    try:
        with watched(is_live, is_silent=options.json) as show:

            def keep_and_show(result: Any, total: int) -> None:
                result_so_far[:] = [result]
                show(result, total)

            run(
                plan, sprt=sprt, jobs=jobs, scheduler=options.scheduler, folder=folder, progress=keep_and_show
            )
    except KeyboardInterrupt:
        pass  # what there is, is shown, and in a folder it goes on later
    if not result_so_far:
        raise KeyboardInterrupt
    (result,) = result_so_far
    if folder is not None:
        output.write_all(result, folder)
    _print(options, result, plan.total)


def _plan(options: argparse.Namespace) -> Any:
    from gamekit.arena.tournament import make_plan

    if options.game is not None or options.isolation is not None:
        complain("--game and --isolation go with --class; else the game stands before the players")
    game, players = _game_and_players(options.players)
    return make_plan(
        game,
        players,
        games=positive(options.games or "20", "games", whole=True),
        memory=positive(options.memory or "1024", "memory", whole=True),
        **_shared(options),
    )


def _class_plan(options: argparse.Namespace, folder: str) -> Any:
    from gamekit.arena import classroom
    from gamekit.arena.tournament import make_plan
    from gamekit.grading import seed
    from gamekit.isolation.sandbox import check_isolation

    if options.players and options.players[0] in games.names():
        complain("with --class the game is said by --game; players named beside it are rungs of the ladder")
    shared = _shared(options)
    shared["seconds"] = shared["seconds"] or (None if shared["nodes"] else CLASS_SECONDS)
    shared["limit"] = shared["limit"] or classroom.hard_limit(shared["seconds"] or CLASS_SECONDS)
    game = options.game or "connect4"
    entrants = classroom.find(folder)
    rungs = options.players or games.about(game).rungs
    isolation = options.isolation or "sandbox"
    check_isolation(isolation)
    plan = make_plan(
        game,
        [*entrants, *rungs],
        games=positive(options.games or "10", "games", whole=True),
        memory=positive(options.memory or "512", "memory", whole=True),
        isolation=isolation,
        secret=seed.own()[0],
        **shared,
    )
    for remark in classroom.remarks(folder):
        print(f"gamekit: {remark}", file=sys.stderr)
    return plan


def _shared(options: argparse.Namespace) -> dict[str, Any]:
    """What every tournament is told."""
    if options.time is not None and options.nodes is not None:
        complain("--time and --nodes are two ways to say how long a move may take; choose one")
    return {
        "openings": options.openings,
        "seconds": positive(options.time, "time", whole=False),
        "nodes": positive(options.nodes, "nodes", whole=True),
        "limit": positive(options.limit, "limit", whole=False),
        "gauntlet": options.gauntlet,
        "seed": seed(options.seed),
        "size": options.size,
        "rule": options.rule,
    }


def _game_and_players(words: list[str]) -> tuple[str, list[str]]:
    """`othello A B`, or `othello:A othello:B`."""
    if not words:
        complain("arena wants a game and two players or more; 'gamekit arena --help' shows how to use it")
    if words[0] in games.names():
        return words[0], words[1:]
    named = {word.partition(":")[0] for word in words if word.partition(":")[0] in games.names()}
    if len(named) != 1:
        complain(f"name one game first, as in 'gamekit arena othello {words[0]} random'; games are {GAMES}")
    return named.pop(), words


def _print(options: argparse.Namespace, result: Any, total: int) -> None:
    if options.json:
        facts = result.as_dict()
        answer = facts["standing"][0]["player"]
        facts["wanted"] = total
        print_answer(options, answer, **facts)
        return
    if len(result.rows) < total and (result.sprt is None or not result.rows):
        print(f"stopped after {len(result.rows)} of {total} games")
    if len(result.players) > 2:
        print(result.crosstable())
        print()
    print(result.table())


def _openings(options: argparse.Namespace) -> None:
    from gamekit.arena.openings import openings_text
    from gamekit.training.reports import counting_bar

    plies_of = {game.name: game.even_plies for game in games.having("even")}
    if options.game not in plies_of:
        complain(f"openings are made for {', '.join(plies_of)}, not for {options.game!r}")
    count = positive(options.count, "count", whole=True)
    plies = positive(options.plies, "plies", whole=True) or plies_of[options.game]
    with counting_bar() as report:
        text = openings_text(
            options.game, count, plies, seed(options.seed), lambda done: report("openings", done, count)
        )
    if options.out is None:
        print(text, end="")
        return
    try:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        complain(f"{options.out} cannot be written: {error}")
    print(f"{text.count(chr(10)) - 3} openings in {options.out}")
