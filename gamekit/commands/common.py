"""What the commands share: how they complain, answer and show progress."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, Protocol

from gamekit import games

GAMES = " ".join(games.names())


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence and exit status 2."""

    def error(self, message: str) -> NoReturn:
        complain(f"{message}; '{self.prog} --help' shows how to use it")


class Command(Protocol):
    """Adds a command to the command line and returns its parser; `rows`: see `add_options`."""

    def __call__(
        self, name: str, run: Callable[[argparse.Namespace], None], about: str, example: str, *rows: Row
    ) -> Parser: ...


def complain(sentence: str) -> NoReturn:
    """Say what was wrong, on one line, and leave with status 2."""
    print(f"gamekit: {sentence}", file=sys.stderr)
    raise SystemExit(2)


Row = tuple[str, str] | tuple[str, str, str]  # an option as help shows it, what it says, what is usual
JSON = ("--json", "print one line of JSON")
COURSE_FILE = ("--course F", "the course's file; course.toml here if not said")
# Of every command about one game; `position` reads them.
GAME_OPTIONS = (
    ("--size SIZE", "board size, such as 9x5 (tictactoe: 5x4x4, the last is the row to make)"),
    ("--rule RULE", "where a game has several (gomoku: freestyle, standard or renju)"),
)


def add_options(made: Parser, rows: Iterable[Row]) -> None:
    """`--games N` wants a word, `--second` is a switch, `GAME` stands without a name before it.

    `[FILE]` may be left out, and there may be several of `LAB*`, at least one of `LAB+`.
    """
    for form, says, *usual in rows:
        name, _, metavar = form.partition(" ")
        how: dict[str, Any] = {"help": says, "default": usual[0] if usual else None}
        if name.startswith("--"):
            how |= {"metavar": metavar} if metavar else {"action": "store_true", "default": False}
        else:
            metavar = name.strip("[]*+")
            how |= {"metavar": metavar, "nargs": {"]": "?", "*": "*", "+": "+"}.get(name[-1])}
            name = metavar.lower()
        made.add_argument(name, **how)


def position(options: argparse.Namespace, text: str) -> Any:
    """The state that a text means, with the options of a game; without a text the start."""
    if text.strip():
        return games.parse(options.game, text, options.size, options.rule)
    return games.start(options.game, options.size, options.rule)


def seed(text: str) -> int:
    if not re.fullmatch(r"\d{1,12}", text):
        complain(f"--seed wants a whole number, not {text!r}")
    return int(text)


def print_answer(
    options: argparse.Namespace, answer: Any, seconds: float | None = None, **facts: Any
) -> None:
    """The answer on the last line, or as JSON; `seconds` are those of the whole command if not said."""
    if options.json:
        seconds = time.perf_counter() - options.begin if seconds is None else seconds
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
