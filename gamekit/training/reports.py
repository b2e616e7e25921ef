"""What long work tells people: a bar, and lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Say = Callable[[str], None]
Report = Callable[[str, int, int], None]  # what is being done, how much of it, of how much


@contextmanager
def counting_bar(is_shown: bool = True) -> Iterator[Report]:
    """On a terminal, a bar that says what is being done, and the time left for it."""
    if not is_shown or not sys.stderr.isatty():
        yield lambda what, done, wanted: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, speed_estimate_period=300) as bar:
        task = bar.add_task("starting", total=None)
        yield lambda what, done, wanted: bar.update(task, description=what, completed=done, total=wanted)
