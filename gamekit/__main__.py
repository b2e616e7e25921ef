"""The command line: `gamekit COMMAND ...`. Each command prints its bare answer on the last line."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

GAMES = "plates tree tictactoe connect4 othello gomoku"

DESCRIPTION = """\
gamekit: game-tree search you can read, run, draw and play against.

commands:
  lab      open the course in JupyterLab            gamekit lab --no-browser
  show     draw a position and list its moves       gamekit show othello f5d6c3
  play     play against the kit in the terminal     gamekit play othello
  search   find the best move                       gamekit search connect4 4453
  solve    solve a file of positions exactly        gamekit solve othello F.obf
  perft    count lines of play: the proof of rules  gamekit perft othello 9
  evaluate compare an evaluation with exact scores  gamekit evaluate othello F
  train    learn the weights of an evaluation       gamekit train othello
  match    play two players against each other      gamekit match othello A B
  gtp      be a program that others play against    gamekit gtp othello
  brain    be a program for gomoku tournaments      gamekit brain gomoku
  progress show which checks you have passed        gamekit progress
  grade    grade a folder of submissions            gamekit grade lab03 DIR
  handout  make the archive that students get       gamekit handout lab03
  warmup   compile everything now                   gamekit warmup
  bench    measure the kit against its targets      gamekit bench perft

games:
  plates  tree  tictactoe  connect4  othello  gomoku

'gamekit COMMAND --help' explains a command. --json prints one line of JSON."""


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence and exit status 2."""

    def error(self, message: str) -> NoReturn:
        complain(f"{message}; '{self.prog} --help' shows how to use it")


def complain(sentence: str) -> NoReturn:
    """Say what was wrong, on one line, and leave with status 2."""
    print(f"gamekit: {sentence}", file=sys.stderr)
    raise SystemExit(2)


def main(argv: Sequence[str] | None = None) -> None:
    """Run one command."""
    given = [_as_position(word) for word in (sys.argv[1:] if argv is None else argv)]
    parser = _parser()
    if not given:
        print(DESCRIPTION)
        raise SystemExit(0)
    options, rest = parser.parse_known_args(given)
    if rest and options.command != "lab":
        complain(
            f"{options.command} does not know {' '.join(rest)}; 'gamekit {options.command} --help' helps"
        )
    options.rest = rest
    from gamekit.errors import GamekitError

    try:
        options.run(options)
    except GamekitError as error:
        complain(str(error))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:  # the reader, `head` perhaps, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def _as_position(word: str) -> str:
    """An Othello position may begin with `-`: a space before it tells the parser that it is no option."""
    return " " + word if re.match(r"-[-XO.xo*]{7}", word) and not re.match(r"--[a-z]", word) else word


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="gamekit", add_help=False)
    parser.add_argument("-h", "--help", action=_Help, nargs=0)
    parser.add_argument("--version", action=_Version, nargs=0)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser, required=True)

    def command(name: str, run: Callable[[argparse.Namespace], None], about: str, example: str) -> _Parser:
        made: _Parser = commands.add_parser(
            name,
            description=about,
            epilog=f"example:\n  {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        return made

    def game_options(made: _Parser) -> None:
        made.add_argument(
            "--size", help="board size, such as 9x5 (tictactoe: 5x4x4, the last is the row to make)"
        )
        made.add_argument("--rule", help="gomoku only: freestyle, standard or renju")
        made.add_argument("--json", action="store_true", help="print one line of JSON")

    made = command(
        "perft", _perft, "Count the lines of play to a depth.", "gamekit perft connect4 8 --size 9x5"
    )
    made.add_argument("game", metavar="GAME", help=GAMES)
    made.add_argument("depth", metavar="DEPTH", help="how many plies")
    made.add_argument(
        "--position", help="where to start, as a position's text; the start of the game if not said"
    )
    made.add_argument("--split", action="store_true", help="count below each first move")
    made.add_argument("--distinct", action="store_true", help="count different positions at that depth")
    made.add_argument("--free-passes", action="store_true", help="othello: a pass takes no ply")
    game_options(made)

    made = command("show", _show, "Draw a position and list its moves.", "gamekit show connect4 4453")
    made.add_argument("game", metavar="GAME", help=GAMES)
    made.add_argument(
        "position",
        metavar="POSITION",
        nargs="*",
        help="its usual text: an OBF line or f5d6c3; columns such as 4453; rows from the top joined by /",
    )
    game_options(made)

    made = command(
        "search",
        _search,
        "Search a position and print each depth as it is finished.",
        "gamekit search othello f5d6c3 --player pvs,tt,killers --time 2",
    )
    made.add_argument("game", metavar="GAME", help=GAMES)
    made.add_argument("position", metavar="POSITION", nargs="*", help="its usual text; the start if not said")
    made.add_argument("--player", metavar="TEXT", default="pvs,tt,killers", help="such as alphabeta,killers")
    made.add_argument("--time", metavar="S", help="seconds to think (1 if nothing limits)")
    made.add_argument("--depth", metavar="D", help="plies to look ahead")
    made.add_argument("--nodes", metavar="N", help="positions to look at")
    game_options(made)

    made = command(
        "play",
        _play,
        "Play against a player in the terminal, or watch two of them.",
        "gamekit play connect4 --player mcts,solver,time=1 --second",
    )
    made.add_argument("game", metavar="GAME", help=GAMES)
    made.add_argument("position", metavar="POSITION", nargs="*", help="its usual text; the start if not said")
    made.add_argument("--player", metavar="TEXT", help="your opponent, such as pvs,tt,killers,depth=6")
    made.add_argument("--level", metavar="1-5", default="3", help="how strong, if you name no player")
    made.add_argument("--second", action="store_true", help="you move second")
    made.add_argument("--against", metavar="TEXT", help="watch --player, who is X, play against this player")
    made.add_argument("--time", metavar="S", help="seconds that a player thinks about a move")
    made.add_argument(
        "--size", help="board size, such as 9x5 (tictactoe: 5x4x4, the last is the row to make)"
    )
    made.add_argument("--rule", help="gomoku only: freestyle, standard or renju")

    made = command(
        "solve",
        _solve,
        "Solve every position of a file exactly and compare with the scores it states.",
        "gamekit solve connect4 9x5-end.txt --size 9x5 --columns-from 0",
    )
    made.add_argument("game", metavar="GAME", help="othello or connect4")
    made.add_argument("file", metavar="FILE", help="OBF lines, or lines of columns and a score")
    made.add_argument("--size", help="connect4: board size, such as 9x5")
    made.add_argument(
        "--columns-from", metavar="0|1", default="1", help="connect4: the number of the first column"
    )
    made.add_argument("--limit", metavar="N", help="only the first N positions")
    made.add_argument("--outcome", action="store_true", help="find only who wins, which is faster")
    made.add_argument("--json", action="store_true", help="print one line of JSON")

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
        "--time", metavar="S", default="1", help="seconds a move, where a player's text says no limit (1)"
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
    game_options(made)

    made = command(
        "gtp",
        _gtp,
        "Play by the Go Text Protocol on standard input and output.",
        "gamekit gtp othello --player pvs,tt,killers,time=0.5",
    )
    made.add_argument("game", metavar="GAME", help="othello")
    made.add_argument("--player", metavar="TEXT", default="pvs,tt,killers", help="who plays")

    made = command(
        "brain",
        _brain,
        "Play on standard input and output by the protocol of gomoku tournaments (Gomocup, Piskvork).",
        "gamekit brain gomoku --debug",
    )
    made.add_argument("game", metavar="GAME", help="gomoku")
    made.add_argument("--player", metavar="TEXT", default="engine", help="who plays")
    made.add_argument("--debug", action="store_true", help="tell what was thought, on lines of DEBUG")

    made = command(
        "grade",
        _grade,
        "Grade submissions, each shut in a sandbox; write marks.csv, report.html and feedback/ to --out, "
        "and the marks into nbgrader's gradebook.",
        "gamekit grade lab03 submitted/ --secret-seed-file ~/seed.txt --out marks/lab03",
    )
    made.add_argument("lab", metavar="LAB", help="such as lab03")
    made.add_argument(
        "submissions",
        metavar="SUBMISSIONS",
        nargs="+",
        help="a folder of students' folders or of notebooks, nbgrader's submitted/, or notebooks",
    )
    made.add_argument(
        "--secret-seed-file",
        metavar="F",
        help="a file with any text that students do not know: cases are drawn from it",
    )
    made.add_argument("--out", metavar="DIR", help="where to write; graded/LAB if not said")
    made.add_argument("--jobs", metavar="N", help="how many at once; one a core if not said")
    made.add_argument(
        "--gradebook",
        metavar="URL|FILE",
        help="nbgrader's gradebook, or 'none'; if not said, $GAMEKIT_GRADEBOOK, else gradebook.db in the "
        "course folder where nbgrader is installed",
    )
    made.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask cluster that does the work, as tcp://host:8786"
    )
    made.add_argument(
        "--isolation",
        metavar="KIND",
        default="sandbox",
        help="sandbox, fresh (a new interpreter each: slower) or process (protects little, and says so)",
    )
    made.add_argument("--json", action="store_true", help="print one line of JSON")

    made = command(
        "handout",
        _handout,
        "Make the archive that students get: the exercise without the solution.",
        "gamekit handout lab03 --out handouts/",
    )
    made.add_argument("lab", metavar="LAB", help="such as lab03")
    made.add_argument("--out", metavar="FILE", default=".", help="the archive, or the folder for it (here)")
    made.add_argument("--json", action="store_true", help="print one line of JSON")

    made = command(
        "progress",
        _progress,
        "Show which visible checks of the exercises have passed on this computer. They are no marks.",
        "gamekit progress",
    )
    made.add_argument("--json", action="store_true", help="print one line of JSON")

    made = command(
        "evaluate",
        _evaluate,
        "Compare the learnt evaluation with the exact scores that a file states: the mean absolute error.",
        "gamekit evaluate othello endgame-16.obf --depth 4",
    )
    made.add_argument("game", metavar="GAME", help="othello")
    made.add_argument("file", metavar="FILE", help="OBF lines with scores")
    made.add_argument("--depth", metavar="D", help="plies to look ahead; none if not said")
    made.add_argument("--weights", metavar="FILE", help="weights of your own instead of those of the kit")
    made.add_argument("--json", action="store_true", help="print one line of JSON")

    made = command(
        "train",
        _train,
        "Learn the weights of othello's or gomoku's patterns. After a stop the same command goes on where it "
        "was. With 'probcut': fit Multi-ProbCut to the kit's weights.",
        "gamekit train othello --scheme report --positions 5000000 --stages 2",
    )
    made.add_argument("game", metavar="WHAT", help="othello, gomoku or probcut")
    made.add_argument("--scheme", metavar="NAME", default="improved", help="report or improved")
    made.add_argument("--positions", metavar="N", help="positions of a stage (report: of the last stage)")
    made.add_argument("--earlier-positions", metavar="N", help="report: positions of each earlier stage")
    made.add_argument("--stages", metavar="K", help="only the last K of the 15 stages")
    made.add_argument("--rounds", metavar="R", help="improved, gomoku: how often all is done again")
    made.add_argument("--games", metavar="N", help="gomoku: games of a round")
    made.add_argument("--nodes", metavar="N", help="gomoku: nodes a move")
    made.add_argument("--random", metavar="P", help="gomoku: of a hundred moves, how many are drawn")
    made.add_argument("--exact-empties", metavar="E", help="improved: exact labels up to E empty squares")
    made.add_argument("--depth", metavar="D", help="improved: plies that other labels look ahead")
    made.add_argument("--far-depth", metavar="D", help="improved: the same from 44 discs on")
    made.add_argument(
        "--every-position", action="store_true", help="report: learn from each position of the label search"
    )
    made.add_argument("--untied", action="store_true", help="report: free tables, and all images as data")
    made.add_argument("--least-squares", action="store_true", help="report: solve instead of descending")
    made.add_argument("--seed", metavar="S", default="1", help="another seed, other positions")
    made.add_argument("--workers", metavar="W", help="processes; as many as there are cores if not said")
    made.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, whose cluster does the work")
    made.add_argument("--folder", metavar="FOLDER", default="training-run", help="for checkpoints and report")
    made.add_argument("--out", metavar="FILE", help="where the weights go; FOLDER/weights.npz if not said")
    made.add_argument("--json", action="store_true", help="print one line of JSON")

    made = command(
        "warmup", _warmup, "Compile everything now, so that nothing waits later.", "gamekit warmup"
    )
    made.add_argument("--json", action="store_true", help="print one line of JSON")

    made = command("bench", _bench, "Measure the kit against its targets.", "gamekit bench perft-othello")
    made.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="which ones (a beginning is enough); all but the slow ones if not said",
    )
    made.add_argument("--json", action="store_true", help="print one line of JSON")

    made = command(
        "lab",
        _lab,
        "Warm up and open JupyterLab in notebooks/. Options it does not know go to JupyterLab.",
        "gamekit lab --no-browser --port 9999",
    )
    return parser


class _Help(argparse.Action):
    def __call__(self, parser: Any, namespace: Any, values: Any, option: str | None = None) -> NoReturn:
        print(DESCRIPTION)
        raise SystemExit(0)


class _Version(argparse.Action):
    def __call__(self, parser: Any, namespace: Any, values: Any, option: str | None = None) -> NoReturn:
        from importlib.metadata import version

        print(f"gamekit {version('gamekit')}")
        raise SystemExit(0)


# --- the commands -----------------------------------------------------------------------------------------


def _answer(as_json: bool, answer: Any, seconds: float, **facts: Any) -> None:
    """The answer on the last line, or as JSON."""
    if as_json:
        print(json.dumps({"answer": answer, "seconds": round(seconds, 6), **facts}))
    else:
        print(answer)


def _perft(options: argparse.Namespace) -> None:
    from gamekit import games, perft

    if not re.fullmatch(r"\d{1,3}", options.depth):
        complain(f"the depth is a whole number from 0 to 999, not {options.depth!r}")
    if options.distinct and options.split:
        complain("--distinct and --split do not go together; choose one")
    if options.free_passes and options.game != "othello":
        complain("--free-passes is for othello; no other game has passes")
    depth = int(options.depth)
    if options.position is None:
        state = games.start(options.game, options.size, options.rule)
    else:
        state = games.parse(options.game, options.position, options.size, options.rule)
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
    _answer(options.json, answer, seconds, **facts)


def _show(options: argparse.Namespace) -> None:
    from gamekit import games
    from gamekit.rules import is_over, move_name, moves, position_text, score, to_move

    begin = time.perf_counter()
    text = " ".join(options.position).replace("\\n", "\n")
    if text.strip():
        state = games.parse(options.game, text, options.size, options.rule)
    else:
        state = games.start(options.game, options.size, options.rule)
    over = bool(is_over(state))
    names = [move_name(state, move) for move in moves(state)]
    facts: dict[str, Any] = {
        "game": options.game,
        "to_move": "first" if to_move(state) == 0 else "second",
        "over": over,
        "legal": names,
    }
    if over:
        facts["score"] = _plain(score(state))
    if options.game == "gomoku":
        facts["forbidden"] = games.game("gomoku").forbidden(state)
    line = position_text(state)
    seconds = time.perf_counter() - begin
    if not options.json:
        print(state)
        print(
            f"game over, score {facts['score']} for the side to move" if over else f"moves: {' '.join(names)}"
        )
        if facts.get("forbidden"):
            print("forbidden: " + ", ".join(f"{s} ({why})" for s, why in facts["forbidden"].items()))
    _answer(options.json, line, seconds, **facts)


def _search(options: argparse.Namespace) -> None:
    from concurrent.futures import ThreadPoolExecutor, wait

    from gamekit import games
    from gamekit.players import Limits, player
    from gamekit.search.result import Result

    limits = Limits(
        _positive(options.depth, "depth", whole=True),
        _positive(options.nodes, "nodes", whole=True),
        _positive(options.time, "time", whole=False),
    )
    thinker = player(options.player)
    text = " ".join(options.position)
    if text.strip():
        state = games.parse(options.game, text, options.size, options.rule)
    else:
        state = games.start(options.game, options.size, options.rule)

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
    facts = {key: _plain(fact) for key, fact in found.as_dict(state).items()}
    if not options.json:
        rate = found.nodes / found.seconds / 1e6 if found.seconds else 0.0
        counted = f"{found.nodes:,} nodes, {found.seconds:.3f} s, {rate:.1f} M nodes/s"
        print(f"value {found.value}, depth {found.depth}, {counted}")
    _answer(options.json, facts["move"] if facts["move"] is not None else "none", found.seconds, **facts)


def _play(options: argparse.Namespace) -> None:
    from gamekit import terminal

    if options.second and options.against:
        complain("--second says where you sit and --against lets you watch; choose one")
    terminal.run(
        options.game,
        " ".join(options.position),
        chosen=options.player,
        against=options.against,
        level=_positive(options.level, "level", whole=True),
        second=options.second,
        size=options.size,
        rule=options.rule,
        seconds=_positive(options.time, "time", whole=False),
    )


def _solve(options: argparse.Namespace) -> None:
    from gamekit.rules import move_name
    from gamekit.solvers import suite

    limit = _positive(options.limit, "limit", whole=True)
    cases, solve = _suite(options)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # compiled code does not see Python's own Ctrl-C
    cases = cases[:limit]
    if cases:
        solve(cases[0].state)  # loading compiled code is start-up, not solving
    begin = time.perf_counter()
    solved = []
    for each in _with_progress(suite.run(cases, solve, options.outcome), len(cases)):
        solved.append(each)
        if not options.json:
            result, state = each.result, each.case.state
            move = "none" if result.move is None else move_name(state, result.move)
            verdict = (
                "" if each.is_right is not False else f"  WRONG, the file says {each.case.expected_score:+}"
            )
            milliseconds = 1000 * result.seconds
            print(f"{result.value:+4} {move:>5} {result.nodes:12,} nodes {milliseconds:10.3f} ms{verdict}")
    facts = {
        "positions": len(solved),
        "stated": sum(each.is_right is not None for each in solved),
        "right": sum(each.is_right is True for each in solved),
        "nodes": sum(each.result.nodes for each in solved),
        "scores": [int(each.result.value) for each in solved],
    }
    _answer(options.json, suite.summary(solved), time.perf_counter() - begin, **facts)


def _suite(options: argparse.Namespace) -> tuple[list[Any], Callable[[Any], Any]]:
    """The cases of the file, and how to solve one."""
    from gamekit.solvers import suite

    if options.game == "connect4":
        from gamekit.games import connect4 as rules
        from gamekit.solvers.connect4 import Solver

        if options.columns_from not in ("0", "1"):
            complain(f"--columns-from is 0 or 1, not {options.columns_from!r}")
        board = type(rules.start(options.size))
        solver = Solver(board.width, board.height)
        cases = suite.read_connect4(options.file, options.size, int(options.columns_from))
        return cases, lambda state: solver.solve(state, outcome_only=options.outcome)
    if options.game != "othello":
        complain(f"solve knows othello and connect4, not {options.game!r}")
    if options.size or options.columns_from != "1":
        complain("--size and --columns-from are for connect4")
    from gamekit.solvers import othello

    return suite.read_obf(options.file), lambda state: othello.solve(state, outcome_only=options.outcome)


def _with_progress(items: Any, total: int) -> Any:
    """Show a bar on a terminal while going through the items."""
    if not sys.stderr.isatty() or total < 2:
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, "solving", total=total, console=Console(stderr=True), transient=True)


def _positive(text: str | None, name: str, whole: bool) -> Any:
    """A limit given as text, or None."""
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,12}" if whole else r"\d{1,6}(\.\d{1,6})?", text) or float(text) == 0:
        complain(f"--{name} wants a {'whole ' if whole else ''}number above 0, not {text!r}")
    return int(text) if whole else float(text)


def _plain(number: Any) -> Any:
    """What JSON can write: infinity has no number there."""
    if isinstance(number, str | list | dict) or number is None:
        return number
    number = number.item() if hasattr(number, "item") else number
    return str(number) if number in (float("inf"), float("-inf")) else number


def _match(options: argparse.Namespace) -> None:
    from contextlib import closing, suppress

    from gamekit import games
    from gamekit.arena.match import PLIES, Match, random_openings, read_openings

    count = _positive(options.games, "games", whole=True)
    if not re.fullmatch(r"\d{1,12}", options.seed):
        complain(f"--seed wants a whole number, not {options.seed!r}")
    start = games.start(options.game, options.size, options.rule)
    if options.openings is None or options.openings.isdecimal():
        plies = int(options.openings or PLIES.get(options.game, 0))
        openings = random_openings(start, (count + 1) // 2, plies, int(options.seed))
    else:
        openings = read_openings(options.openings, start)
    seconds = _positive(options.time, "time", whole=False)
    match = Match(
        options.a, options.b, start, openings, seconds, _positive(options.limit, "limit", whole=False)
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
    _answer(options.json, str(match.tally), time.perf_counter() - begin, **facts)


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

    if options.game != "othello":
        complain(f"gtp knows othello, not {options.game!r}")
    gtp.serve(player(options.player), sys.stdin.buffer, sys.stdout.buffer)


def _brain(options: argparse.Namespace) -> None:
    from gamekit.players import player
    from gamekit.protocols import brain
    from gamekit.protocols.outside import OutsidePlayer

    if options.game != "gomoku":
        complain(f"brain knows gomoku, not {options.game!r}")
    chosen = player(options.player)
    # Without a buffer: Python cannot end while another thread waits for a line in one.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as commands:
        brain.serve(chosen, commands, sys.stdout.buffer, options.debug)
    if isinstance(chosen, OutsidePlayer):
        chosen.close()
    os._exit(0)  # managers wait a second for a brain to leave, and Python may take that long to tidy up


def _grade(options: argparse.Namespace) -> None:
    from pathlib import Path

    from gamekit.grading import batch, gradebook, lab, report, sandbox, submissions

    chosen = lab.find(options.lab)
    sandbox.check_isolation(options.isolation)
    jobs = _positive(options.jobs, "jobs", whole=True) or os.cpu_count() or 1
    seed = lab.VISIBLE_SEED
    if options.secret_seed_file:
        seed = lab.read_seed(Path(options.secret_seed_file))
    found = submissions.find(chosen, options.submissions)
    out = Path(options.out or Path("graded") / chosen.name)
    book = gradebook.find(options.gradebook)
    if book is not None:
        gradebook.prepare(book)
    if options.isolation == "process":
        print(f"gamekit: {sandbox.UNPROTECTED}", file=sys.stderr)
    if not options.secret_seed_file and not options.json:
        print(
            "no --secret-seed-file: the cases are drawn from a seed that students can know", file=sys.stderr
        )
    begin = time.perf_counter()
    try:
        with _bar("grading", sys.stderr.isatty() and not options.json) as progress:
            rows = batch.grade_all(
                *(chosen, found, out, seed, jobs, options.isolation),
                progress=progress,
                book=book,
                scheduler=options.scheduler,
            )
    except KeyboardInterrupt:
        # Finished rows are on disk, and sandboxes end with this process: leaving at once loses nothing more.
        sandbox.forget_staging(of_the_dead=False)
        print("\ngamekit: stopped; the same command goes on from here", file=sys.stderr, flush=True)
        os._exit(130)
    seconds = time.perf_counter() - begin
    if not options.json:
        for row in rows:
            remark = f"  {row['remarks'][0]}" if row["remarks"] else ""
            print(f"{row['points']:5g} of {row['most']:g}  {report.shown(row['student'])}{remark}")
    facts = {"lab": chosen.name, "out": str(out), "students": len(rows)}
    facts |= {"gradebook": book.shown} if book is not None else {}
    facts |= {"marks": {row["student"]: row["points"] for row in rows}} if options.json else {}
    _answer(options.json, str(out / "marks.csv"), seconds, **facts)


@contextmanager
def _bar(about: str, is_shown: bool) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, fed with (done, of); nothing where nobody looks."""
    if not is_shown:
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(about), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(about, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _handout(options: argparse.Namespace) -> None:
    from pathlib import Path

    from gamekit.grading import handout, lab

    begin = time.perf_counter()
    made = handout.make(lab.find(options.lab), Path(options.out))
    _answer(options.json, str(made), time.perf_counter() - begin)


def _progress(options: argparse.Namespace) -> None:
    from gamekit.grading import progress

    begin = time.perf_counter()
    done = progress.so_far()
    points, most = sum(lab.points for lab in done), sum(lab.most for lab in done)
    rows = [
        {
            "lab": lab.name,
            "title": lab.title,
            "points": lab.points,
            "most": lab.most,
            "tasks": [task._asdict() for task in lab.tasks],
        }
        for lab in done
    ]
    if not options.json:
        print(progress.table(done))
    answer = f"{points:g} of {most:g} points"
    _answer(options.json, answer, time.perf_counter() - begin, points=points, most=most, labs=rows)


def _evaluate(options: argparse.Namespace) -> None:
    from gamekit.evaluation.patterns import SHIPPED, patterns
    from gamekit.solvers.suite import read_obf
    from gamekit.training.errors import judge

    if options.game != "othello":
        complain(f"evaluate knows othello, not {options.game!r}")
    depth = _positive(options.depth, "depth", whole=True) or 0
    judged = judge(read_obf(options.file), patterns(options.weights or SHIPPED), depth)
    facts = {
        "positions": len(judged.scores),
        "depth": depth,
        "root_mean_square": round(judged.root_mean_square, 3),
        "bias": round(judged.bias, 3),
        "values": [round(found, 2) for found in judged.values],
    }
    if not options.json:
        what = f"after {depth} plies" if depth else "without looking ahead"
        print(f"{len(judged.scores)} positions, {what}: errors in discs")
        print(f"root mean square {facts['root_mean_square']}, too high by {facts['bias']} on average")
        print("mean absolute:")
    _answer(options.json, round(judged.absolute, 3), judged.seconds, **facts)


def _train(options: argparse.Namespace) -> None:
    from pathlib import Path

    from gamekit.training.command import train
    from gamekit.training.report import write
    from gamekit.training.schemes import scheme
    from gamekit.training.workers import cores

    if options.game not in ("othello", "probcut", "gomoku"):
        complain(f"train knows othello, gomoku and probcut, not {options.game!r}")
    if not re.fullmatch(r"\d{1,9}", options.seed):
        complain(f"--seed wants a whole number, not {options.seed!r}")
    if options.game == "probcut":
        return _train_probcut(options)
    if options.game == "gomoku":
        return _train_gomoku(options)
    numbers = ("positions", "earlier_positions", "stages", "rounds", "exact_empties", "depth", "far_depth")
    counts = {name: _positive(getattr(options, name), name.replace("_", "-"), whole=True) for name in numbers}
    switches = {name: getattr(options, name) for name in ("every_position", "untied", "least_squares")}
    steps = scheme(options.scheme, **counts, **switches)
    workers = _positive(options.workers, "workers", whole=True) or cores()
    folder = Path(options.folder)
    try:
        facts, charts = train(
            steps,
            seed=int(options.seed),
            folder=folder,
            out=Path(options.out or folder / "weights.npz"),
            command=_what_was_asked(),
            workers=workers,
            scheduler=options.scheduler,
            say=(lambda line: None) if options.json else lambda line: print(line, flush=True),
        )
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on from {folder / 'checkpoint.npz'}", file=sys.stderr)
        raise
    page = write(folder, facts, _pictures_of_training(charts))
    if not options.json:
        print(f"the report is in {page}")
        print("mean absolute error at the last stage that was learnt:")
    seconds = facts.pop("seconds")
    _answer(options.json, facts["errors"][-1]["absolute"], seconds, **facts)


# Who works and where files go changes nothing in them, and folders are nobody else's business.
_SAYS_NOTHING = ("--folder", "--out", "--workers", "--scheduler")


def _what_was_asked() -> str:
    """The command as a file of weights keeps it: whoever gives it gets the same weights."""
    words = iter(sys.argv[1:])
    kept = ["gamekit"]
    for word in words:
        if word in _SAYS_NOTHING:
            next(words, None)
        elif word != "--json" and not word.startswith(tuple(f"{name}=" for name in _SAYS_NOTHING)):
            kept.append(word)
    return " ".join(kept)


def _train_gomoku(options: argparse.Namespace) -> None:
    from pathlib import Path

    from gamekit.training.gomoku import Recipe, train
    from gamekit.training.workers import cores

    numbers = {
        name: _positive(getattr(options, name), name, whole=True)
        for name in ("games", "rounds", "nodes", "random")
    }
    recipe = Recipe(**{name: each for name, each in numbers.items() if each}, seed=int(options.seed))
    folder = Path(options.folder)
    quiet = options.json or not sys.stderr.isatty()
    begin = time.perf_counter()
    facts = train(
        recipe,
        folder,
        Path(options.out or folder / "weights.npz"),
        _what_was_asked(),
        workers=_positive(options.workers, "workers", whole=True) or cores(),
        say=(lambda line: None) if options.json else lambda line: print(line, flush=True),
        progress=None if quiet else lambda done, of: print(f"{done}/{of} pieces", end="\r", file=sys.stderr),
    )
    if not options.json:
        print("log loss on games that were not learnt from:")
    _answer(options.json, facts["results"][-1]["checked"], time.perf_counter() - begin, **facts)


PROBCUT_POSITIONS = 200  # a stage


def _train_probcut(options: argparse.Namespace) -> None:
    from pathlib import Path

    from gamekit.draw.charts import scatter_with_fit
    from gamekit.evaluation.patterns import DISC
    from gamekit.training import probcut
    from gamekit.training.command import train_probcut
    from gamekit.training.workers import cores

    folder = Path(options.folder)
    facts, fits, pairs = train_probcut(
        _positive(options.positions, "positions", whole=True) or PROBCUT_POSITIONS,
        seed=int(options.seed),
        out=Path(options.out or folder / "probcut.json"),
        command=_what_was_asked(),
        workers=_positive(options.workers, "workers", whole=True) or cores(),
        scheduler=options.scheduler,
    )
    pictures, titles = {}, {}
    for stage, shallow, deep in probcut.examples(pairs):
        title = f"{4 * stage + 1} to {4 * stage + 4} discs, {shallow} and {deep} plies"
        x, y = pairs[stage, shallow, deep].T / DISC
        labels = {"x_label": f"value after {shallow} plies", "y_label": f"after {deep}"}
        titles[title] = f"probcut-{4 * stage + 1}-{shallow}-{deep}.svg"
        pictures[titles[title]] = scatter_with_fit(x, y, residuals=True, title=title, **labels).svg
    page = probcut.write(folder, probcut.page(fits, facts, titles), pictures)
    if not options.json:
        print(f"the report is in {page}")
        print("median spread sigma, in discs:")
    seconds = facts.pop("seconds")
    _answer(options.json, round(probcut.median_spread(fits), 3), seconds, **facts)


def _pictures_of_training(charts: dict[str, Any]) -> dict[str, str]:
    """Title -> SVG for the report of a training run."""
    from gamekit.draw.charts import learning_curves

    pictures = {}
    longest = {name: curve for name, curve in charts["curves"].items() if len(curve) > 1}
    if longest:
        pictures["Learning curves"] = learning_curves(
            longest, log_x=True, x_label="positions", y_label="mean absolute error met"
        ).svg
    pictures["Error by stage"] = learning_curves(
        charts["errors"],
        title="Held-out error by stage",
        x_label="discs",
        y_label="mean absolute error",
    ).svg
    return pictures


def _warmup(options: argparse.Namespace) -> None:
    from gamekit import warmup

    begin = time.perf_counter()
    count = warmup.run(show_progress=not options.json)
    _answer(options.json, count, time.perf_counter() - begin)


def _bench(options: argparse.Namespace) -> None:
    from gamekit import bench

    begin = time.perf_counter()
    rows = bench.run(options.names, show_progress=not options.json)
    seconds = time.perf_counter() - begin
    met = sum(row.met for row in rows)
    if not options.json:
        print(bench.table(rows))
    facts = {"rows": [row.as_dict() for row in rows]}
    _answer(
        options.json, f"{met} of {len(rows)} reach their target", seconds, **(facts if options.json else {})
    )


def _lab(options: argparse.Namespace) -> None:
    from gamekit import lab

    lab.run(options.rest)


if __name__ == "__main__":
    main()
