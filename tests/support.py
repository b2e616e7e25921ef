"""What several test files share: all games in small, random states, fresh processes."""

from __future__ import annotations

import importlib.util
import io
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from gamekit import games
from gamekit.__main__ import main
from gamekit.rules import INF, is_over, moves, play, score, snapshot

ROOT = Path(__file__).resolve().parent.parent
TRUTH = Path(__file__).resolve().parent / "truth"
# Lessons that `make test` runs in a browser, and in which program; of the others it runs some without one.
IN_BROWSER = {"00": "lab"}


def tool(name: str) -> Any:
    """A program of .ci/ as a module."""
    spec = importlib.util.spec_from_file_location(f"{name}_tool", ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def seconds_to_start(code: str) -> float:
    """How long a fresh Python takes to run this: a yardstick, since machines differ."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - begin)
    return min(times)


# Every game with the variants that the tests walk through: (name, size, rule).
VARIANTS: list[tuple[str, str | None, str | None]] = [
    ("plates", None, None),
    ("tree", None, None),
    ("tictactoe", None, None),
    ("tictactoe", "5x4x4", None),
    ("tictactoe", "8x8x5", None),
    ("connect4", None, None),
    ("connect4", "4x4", None),
    ("connect4", "9x5", None),
    ("connect4", "10x6", None),
    ("connect4", "12x12", None),
    ("othello", None, None),
    ("othello", "6x6", None),
    ("othello", "4x4", None),
    ("gomoku", "6x5", "freestyle"),
    ("gomoku", None, "standard"),
    ("gomoku", "7x7", "renju"),
]


def variant_name(variant: tuple[str, str | None, str | None]) -> str:
    return "-".join(part for part in variant if part)


def start(variant: tuple[str, str | None, str | None]) -> Any:
    return games.start(*variant)


def random_game(state: Any, seed: int) -> Iterator[Any]:
    """The states of one random game, start and end included."""
    chance = random.Random(seed)
    state = snapshot(state)
    yield snapshot(state)
    while not is_over(state):
        state = play(state, chance.choice(list(moves(state))))
        yield snapshot(state)


def run_python(code: str, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a fresh process; a package in the folder is the one it imports."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        cwd=folder,
        timeout=300,
    )


def call_gamekit(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in this process: what it answers is the same, and nothing is imported anew."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(3)]
    stdin, stdout, stderr = streams
    status, interrupt = 0, signal.getsignal(signal.SIGINT)
    with (
        mock.patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
        mock.patch.dict(os.environ, COLUMNS="80"),
    ):
        try:
            main(arguments)
        except SystemExit as left:
            assert isinstance(left.code, int | None)
            status = left.code or 0
        finally:
            signal.signal(signal.SIGINT, interrupt)  # commands that search have one of their own
    for stream in (stdout, stderr):
        stream.flush()
    said, complaints = (stream.buffer.getvalue().decode() for stream in (stdout, stderr))
    return subprocess.CompletedProcess(["gamekit", *arguments], status, said, complaints)


def run_gamekit(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a fresh process."""
    return subprocess.run(
        [sys.executable, "-m", "gamekit", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=300,
        stdin=subprocess.DEVNULL,
    )


def too_late(state: Any, alpha: Any, beta: Any) -> Any:
    """Negamax that cuts one move too late: at `>` in place of `>=`."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -too_late(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha > beta:
            break
    return best


def heard(widget: Any, *messages: Any) -> list[Any]:
    """What a widget answers to messages of the page."""
    answers: list[Any] = []
    widget.send = answers.append
    for message in messages:
        widget._handle_custom_msg(message, [])
    return answers
