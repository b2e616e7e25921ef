"""What a person sees while a tournament is played: how far it is, and in a notebook the table so far."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gamekit.arena.result import TournamentResult
from gamekit.arena.tournament import Progress

LINES = 10  # that a whole tournament writes where nobody watches
AT_ONCE = 2.0  # seconds: what takes no longer shows nothing on its way


def time_left(seconds: float) -> str:
    """In words for people.

    >>> time_left(8), time_left(150), time_left(9000)
    ('8 s', '2 min 30 s', '2 h 30 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class Pace:
    """How long the rest will take, from the games since the start of this run."""

    def __init__(self) -> None:
        self._begin, self._before = time.monotonic(), -1

    def line(self, result: TournamentResult, total: int) -> str:
        """How far it is, and who leads."""
        done = len(result.rows)
        if self._before < 0:
            self._begin, self._before = time.monotonic(), done
        if not done:
            return f"0 of {total} games: the players start, then the first game is on"
        said, played = f"{done} of {total} games", done - self._before
        if played and done < total:
            spent = time.monotonic() - self._begin
            said += f", about {time_left(spent / played * (total - done))} left"
        best = result.standing()[0]
        return f"{said}; first is {best['player']}, Elo {best['elo']:+.0f}"


@contextmanager
def watched(is_live: bool, is_silent: bool = False) -> Iterator[Progress]:
    """Tell of games on one line of the terminal that changes, or now and then on a line of its own."""
    pace, said = Pace(), -1

    def tell(result: TournamentResult, total: int) -> None:
        nonlocal said
        tenth = LINES * len(result.rows) // total
        if is_live:
            print(f"\r\033[K{pace.line(result, total)[:100]}", end="", file=sys.stderr, flush=True)
        elif not is_silent and tenth != said:
            said, line = tenth, pace.line(result, total)
            if result.rows:
                print(line, flush=True)

    try:
        yield tell
    finally:
        if is_live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


@contextmanager
def in_notebook() -> Iterator[Progress | None]:
    """In a notebook, the table so far, drawn again after each game and gone at the end; None elsewhere."""
    notebook = sys.modules.get("IPython")
    if notebook is None or notebook.get_ipython() is None:
        yield None
        return
    pace, begin = Pace(), time.monotonic()
    shown: list[Any] = []

    def show(result: TournamentResult, total: int) -> None:
        line = pace.line(result, total)
        if time.monotonic() - begin < AT_ONCE:
            return
        page = {"text/plain": line, "text/html": f"{result._repr_html_()}<p>{line}</p>"}
        if shown:
            shown[0].update(page, raw=True)
        else:
            shown.append(notebook.display.display(page, raw=True, display_id=True))

    try:
        yield show
    finally:
        for each in shown:
            each.update({"text/plain": "", "text/html": ""}, raw=True)
