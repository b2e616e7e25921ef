"""The command line: `gamekit COMMAND ...`. Each command prints its bare answer on the last line."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from gamekit.commands import arena, course, games, learning, positions, teaching, upkeep
from gamekit.commands.common import GAMES, Parser, Row, add_options, complain
from gamekit.errors import GamekitError, likely
from gamekit.parts import version

DESCRIPTION = f"""\
gamekit: game-tree search you can read, run, draw and play against.

commands:
  lab      copy the course here and open it         gamekit lab my-course
  show     draw a position and list its moves       gamekit show othello f5d6c3
  play     play against the kit in the terminal     gamekit play othello
  search   find the best move                       gamekit search connect4 4453
  solve    solve a file of positions exactly        gamekit solve othello F.obf
  perft    count lines of play: the proof of rules  gamekit perft othello 9
  evaluate compare an evaluation with exact scores  gamekit evaluate othello F
  train    learn the weights of an evaluation       gamekit train othello
  match    play two players against each other      gamekit match othello A B
  arena    play a tournament and rate everybody     gamekit arena othello A B C
  gtp      be a program that others play against    gamekit gtp othello
  brain    be a program for gomoku tournaments      gamekit brain gomoku
  progress show which checks you have passed        gamekit progress
  grade    grade a folder of submissions            gamekit grade lab03 DIR
  handout  make the archive that students get       gamekit handout lab03
  warmup   compile everything now                   gamekit warmup
  bench    measure the kit against its targets      gamekit bench perft

games: {GAMES}
more: solutions slides export similar report new-lab nboard openings book
'gamekit COMMAND --help' explains one."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run one command."""
    given = [_as_position(word) for word in (sys.argv[1:] if argv is None else argv)]
    parser, known = _parser()
    if not given:
        print(DESCRIPTION)
        raise SystemExit(0)
    if not given[0].startswith("-") and given[0] not in known:
        complain(f"there is no command {given[0]!r}; {likely(given[0], known)}'gamekit --help' lists them")
    options, rest = parser.parse_known_args(given)
    if rest and options.command != "lab":
        complain(
            f"{options.command} does not know {' '.join(rest)}; 'gamekit {options.command} --help' helps"
        )
    options.rest, options.begin = rest, time.perf_counter()
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


def _parser() -> tuple[Parser, Iterable[str]]:
    parser = Parser(prog="gamekit", add_help=False)
    parser.add_argument("-h", "--help", action=_Help, nargs=0)
    parser.add_argument("--version", action=_Version, nargs=0)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser, required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], None], about: str, example: str, *rows: Row
    ) -> Parser:
        made: Parser = commands.add_parser(
            name,
            description=about,
            epilog=f"example:\n  {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        add_options(made, rows)
        return made

    for family in (course, teaching, positions, games, arena, learning, upkeep):
        family.add(command)
    return parser, commands.choices


class _Help(argparse.Action):
    def __call__(self, parser: Any, namespace: Any, values: Any, option: str | None = None) -> NoReturn:
        print(DESCRIPTION)
        raise SystemExit(0)


class _Version(argparse.Action):
    def __call__(self, parser: Any, namespace: Any, values: Any, option: str | None = None) -> NoReturn:
        print(f"gamekit {version()}")
        raise SystemExit(0)


if __name__ == "__main__":
    main()
