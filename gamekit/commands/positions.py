"""Commands about one position or a file of them: show, perft, search, solve."""

from __future__ import annotations

import argparse
import re
import signal
import sys
import time
from collections.abc import Callable
from inspect import signature
from typing import Any

from gamekit.commands.common import (
    GAME_OPTIONS,
    GAMES,
    JSON,
    Command,
    complain,
    plain,
    position,
    positive,
    print_answer,
)


def add(command: Command) -> None:
    command(
        "show",
        _show,
        "Draw a position and list its moves.",
        "gamekit show connect4 4453",
        ("GAME", GAMES),
        (
            "POSITION*",
            "its usual text: an OBF line or f5d6c3; columns such as 4453; rows from the top joined by /",
        ),
        *GAME_OPTIONS,
        JSON,
    )
    command(
        "search",
        _search,
        "Search a position and print each depth as it is finished.",
        "gamekit search othello f5d6c3 --player pvs,tt,killers --time 2",
        ("GAME", GAMES),
        ("POSITION*", "its usual text; the start if not said"),
        ("--player SPEC", "such as alphabeta,killers", "pvs,tt,killers"),
        ("--time S", "seconds to think (1 if nothing limits)"),
        ("--depth D", "plies to look ahead"),
        ("--nodes N", "positions to look at"),
        ("--threads N", "on how many cores (1; else nodes differ between runs)"),
        *GAME_OPTIONS,
        JSON,
    )
    command(
        "solve",
        _solve,
        "Solve every position of a file exactly and compare with the scores it states.",
        "gamekit solve connect4 9x5-end.txt --size 9x5 --columns-from 0",
        ("GAME", "one that has a solver, such as connect4"),
        ("FILE", "OBF lines, or lines of columns and a score"),
        ("--size SIZE", "board size, such as 9x5, where files do not tell it"),
        ("--columns-from 0|1", "where lines are columns: the number of the first", "1"),
        ("--limit N", "only the first N positions"),
        ("--outcome", "find only who wins, which is faster"),
        ("--threads N", "on how many cores, if the solver can (1)"),
        JSON,
    )
    command(
        "perft",
        _perft,
        "Count the lines of play to a depth.",
        "gamekit perft connect4 8 --size 9x5",
        ("GAME", GAMES),
        ("DEPTH", "how many plies"),
        ("--position POSITION", "where to start, as a position's text; the start of the game if not said"),
        ("--split", "count below each first move"),
        ("--distinct", "count different positions at that depth"),
        ("--free-passes", "a pass takes no ply"),
        *GAME_OPTIONS,
        JSON,
    )


def _show(options: argparse.Namespace) -> None:
    from gamekit import games
    from gamekit.rules import is_over, move_name, moves, position_text, score, to_move

    begin = time.perf_counter()
    state = position(options, " ".join(options.position).replace("\\n", "\n"))
    over = bool(is_over(state))
    names = [move_name(state, move) for move in moves(state)]
    facts: dict[str, Any] = {
        "game": options.game,
        "to_move": "first" if to_move(state) == 0 else "second",
        "over": over,
        "legal": names,
    }
    if over:
        facts["score"] = plain(score(state))
    about = games.about(options.game)
    remarks = dict(about.remarks(state)) if about.remarks is not None else {}
    facts |= remarks
    line = position_text(state)
    seconds = time.perf_counter() - begin
    if not options.json:
        print(state)
        print(
            f"game over, score {facts['score']} for the side to move" if over else f"moves: {' '.join(names)}"
        )
        for name, squares in remarks.items():
            if squares:
                print(f"{name}: " + ", ".join(f"{square} ({why})" for square, why in squares.items()))
    print_answer(options, line, seconds, **facts)


def _search(options: argparse.Namespace) -> None:
    from concurrent.futures import ThreadPoolExecutor, wait

    from gamekit.players import Limits, player
    from gamekit.search.result import Result

    limits = Limits(
        positive(options.depth, "depth", whole=True),
        positive(options.nodes, "nodes", whole=True),
        positive(options.time, "time", whole=False),
    )
    threads = positive(options.threads, "threads", whole=True)
    thinker = player(f"{options.player},threads={threads}" if threads else options.player)
    state = position(options, " ".join(options.position))

    def say(result: Result) -> None:
        line = " ".join(result.names(state))
        print(f"depth {result.depth:2}  value {result.value:6}  nodes {result.nodes:11,}  {line}", flush=True)

    # Ctrl-C: answer with what there is. The search runs in a thread of its own, so that Python hears it.
    signal.signal(signal.SIGINT, lambda *_: thinker.cancel())
    with ThreadPoolExecutor(1) as pool:
        thinking = pool.submit(thinker.think, state, limits or None, None if options.json else say)
        while not wait([thinking], timeout=0.2).done:
            pass
    found = thinking.result()
    facts = {key: plain(fact) for key, fact in found.as_dict(state).items()}
    if not options.json:
        rate = found.nodes / found.seconds / 1e6 if found.seconds else 0.0
        counted = f"{found.nodes:,} nodes, {found.seconds:.3f} s, {rate:.1f} M nodes/s"
        print(f"value {found.value}, depth {found.depth}, {counted}")
    print_answer(options, facts["move"] if facts["move"] is not None else "none", found.seconds, **facts)


def _solve(options: argparse.Namespace) -> None:
    from gamekit import suite
    from gamekit.training.reports import counting_bar

    limit = positive(options.limit, "limit", whole=True)
    cases, solve = _suite(options)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # compiled code does not see Python's own Ctrl-C
    cases = cases[:limit]
    if cases:
        solve(cases[0].state)  # loading compiled code is start-up, not solving
    begin = time.perf_counter()
    solved = []
    with counting_bar(options.json) as report:
        for each in suite.run(cases, solve, options.outcome):
            solved.append(each)
            report("solving", len(solved), len(cases))
            if not options.json:
                print(_solved_line(each), flush=True)
    facts = {
        "positions": len(solved),
        "stated": sum(each.is_right is not None for each in solved),
        "right": sum(each.is_right is True for each in solved),
        "nodes": sum(each.result.nodes for each in solved),
        "scores": [int(each.result.value) for each in solved],
    }
    print_answer(options, suite.summary(solved), time.perf_counter() - begin, **facts)


def _solved_line(each: Any) -> str:
    from gamekit.rules import move_name

    result = each.result
    move = "none" if result.move is None else move_name(each.case.state, result.move)
    verdict = "" if each.is_right is not False else f"  WRONG, the file says {each.case.expected_score:+}"
    return f"{result.value:+4} {move:>5} {result.nodes:12,} nodes {1000 * result.seconds:10.3f} ms{verdict}"


def _suite(options: argparse.Namespace) -> tuple[list[Any], Callable[[Any], Any]]:
    """The cases of the file, and how to solve one."""
    from gamekit import games

    having = games.having("solver")
    about = next((game for game in having if game.name == options.game), None)
    if about is None or about.solver is None or about.read_suite is None:
        known = " and ".join(game.name for game in reversed(having))
        complain(f"solve knows {known}, not {options.game!r}")
    if options.columns_from not in ("0", "1"):
        complain(f"--columns-from is 0 or 1, not {options.columns_from!r}")
    given: dict[str, Any] = {"size": options.size} if options.size else {}
    given |= {"columns_from": 0} if options.columns_from == "0" else {}
    if not given.keys() <= signature(about.read_suite).parameters.keys():
        complain(f"--size and --columns-from are not for {about.name}")
    more: dict[str, int] = {}
    if options.threads is not None:
        more["threads"] = positive(options.threads, "threads", whole=True)
        if "threads" not in signature(about.solver).parameters:
            complain(f"--threads is not for {about.name}, whose solver has one")
    solve = about.solver(options.size, **more)
    return about.read_suite(options.file, **given), lambda state: solve(state, options.outcome)


def _perft(options: argparse.Namespace) -> None:
    from gamekit import games, perft

    if not re.fullmatch(r"\d{1,3}", options.depth):
        complain(f"the depth is a whole number from 0 to 999, not {options.depth!r}")
    if options.distinct and options.split:
        complain("--distinct and --split do not go together; choose one")
    if options.free_passes and not games.about(options.game).has_passes:
        passing = " and ".join(game.name for game in games.having("has_passes"))
        complain(f"--free-passes is for {passing}; no other game has passes")
    depth = int(options.depth)
    state = position(options, options.position or "")
    # Compiled code does not see Python's own Ctrl-C; the system's does.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    begin = time.perf_counter()
    parts: dict[str, int] = {}
    if options.distinct:
        answer = perft.count_positions(state, depth)
    elif options.split and depth > 0:
        parts = perft.split(state, depth, options.free_passes)
        answer = sum(parts.values())
    else:
        answer = perft.count_lines(state, depth, options.free_passes, progress=sys.stderr.isatty())
    seconds = time.perf_counter() - begin
    if not options.json:
        for name, count in parts.items():
            print(f"{name}: {count}")
    facts = {"game": options.game, "depth": depth} | ({"split": parts} if options.split else {})
    print_answer(options, answer, seconds, **facts)
