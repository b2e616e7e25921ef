"""What the commands share: how they complain, answer and show progress."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, NoReturn, Protocol

from gamekit import games
from gamekit.training.reports import counting_bar

GAMES = " ".join(games.names())


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence and exit status 2."""

    def error(self, message: str) -> NoReturn:
        complain(f"{message}; '{self.prog} --help' shows how to use it")


class Command(Protocol):
    """Adds a command to the command line and returns its parser, for its options."""

    def __call__(
        self, name: str, run: Callable[[argparse.Namespace], None], about: str, example: str
    ) -> Parser: ...


def complain(sentence: str) -> NoReturn:
    """Say what was wrong, on one line, and leave with status 2."""
    print(f"gamekit: {sentence}", file=sys.stderr)
    raise SystemExit(2)


def add_game_options(made: Parser, with_json: bool = True) -> None:
    """Options of every command about one game."""
    made.add_argument(
        "--size", help="board size, such as 9x5 (tictactoe: 5x4x4, the last is the row to make)"
    )
    made.add_argument("--rule", help="gomoku only: freestyle, standard or renju")
    if with_json:
        made.add_argument("--json", action="store_true", help="print one line of JSON")


def position(options: argparse.Namespace, text: str) -> Any:
    """The state that a text means, with the options of `add_game_options`; without a text the start."""
    if text.strip():
        return games.parse(options.game, text, options.size, options.rule)
    return games.start(options.game, options.size, options.rule)


def seed(text: str) -> int:
    """A seed given as text."""
    if not re.fullmatch(r"\d{1,12}", text):
        complain(f"--seed wants a whole number, not {text!r}")
    return int(text)


def print_answer(as_json: bool, answer: Any, seconds: float, **facts: Any) -> None:
    """The answer on the last line, or as JSON."""
    if as_json:
        print(json.dumps({"answer": answer, "seconds": round(seconds, 6), **facts}))
    else:
        print(answer)


def positive(text: str | None, name: str, whole: bool) -> Any:
    """A limit given as text, or None."""
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,12}" if whole else r"\d{1,6}(\.\d{1,6})?", text) or float(text) == 0:
        complain(f"--{name} wants a {'whole ' if whole else ''}number above 0, not {text!r}")
    return int(text) if whole else float(text)


def plain(number: Any) -> Any:
    """What JSON can write: infinity has no number there."""
    if isinstance(number, str | list | dict) or number is None:
        return number
    number = number.item() if hasattr(number, "item") else number
    return str(number) if number in (float("inf"), float("-inf")) else number


@contextmanager
def progress_bar(about: str, is_shown: bool) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, fed with (done, of); nothing where nobody looks."""
    with counting_bar() if is_shown else nullcontext() as report:
        yield lambda done, of: report(about, done, of) if report is not None else None
