"""What a person sees while a tournament is played: a table that is drawn again, or a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gamekit.arena.result import TournamentResult
from gamekit.arena.tournament import Progress

LINES = 10  # that a whole tournament writes where nobody watches
REDRAW = 0.5  # seconds
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
        """How far it is."""
        done = len(result.rows)
        if self._before < 0:
            self._begin, self._before = time.monotonic(), done
        played = done - self._before
        left = total - done
        said = f"{done} of {total} games" + ("" if done else ": the players start, then the first game is on")
        if played and left:
            said += f", about {time_left((time.monotonic() - self._begin) / played * left)} left"
        return said


@contextmanager
def watched(is_live: bool, is_silent: bool = False) -> Iterator[Progress]:
    """Whoever watches is told of every game."""
    pace = Pace()
    if is_silent:
        yield lambda result, total: None
        return
    if is_live:
        with _live_table(pace) as show:
            yield show
        return
    said = [-1]

    def tell(result: TournamentResult, total: int) -> None:
        line, tenth = pace.line(result, total), LINES * len(result.rows) // total
        if tenth != said[0] and result.rows:
            said[0] = tenth
            best = result.standing()[0]
            print(f"{line}; first is {best['player']}, Elo {best['elo']:+.0f}", flush=True)

    yield tell


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


@contextmanager
def _live_table(pace: Pace) -> Iterator[Progress]:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    drawn = 0.0
    with Live(console=Console(file=sys.stderr), transient=True, auto_refresh=False) as live:

        def show(result: TournamentResult, total: int) -> None:
            nonlocal drawn
            now: Any = time.monotonic()
            if now - drawn > REDRAW or len(result.rows) == total:
                drawn = now
                table = Text(f"{result.table()}\n{pace.line(result, total)}", no_wrap=True)
                live.update(table, refresh=True)

        yield show
