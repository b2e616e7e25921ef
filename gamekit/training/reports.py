"""What a training run tells people: a bar while it works, and a page with pictures when it is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gamekit.errors import GamekitError

Say = Callable[[str], None]
Report = Callable[[str, int, int], None]  # what is being done, how much of it, of how much


@contextmanager
def counting_bar() -> Iterator[Report | None]:
    """On a terminal, a bar that says what is being done, and the time left for it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, speed_estimate_period=300) as bar:
        task = bar.add_task("starting", total=None)
        yield lambda what, done, wanted: bar.update(task, description=what, completed=done, total=wanted)


def write_report(folder: Path, files: dict[str, str]) -> Path:
    """Write files (name -> content) into a folder; the path of the first, which is the page."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8")
    except OSError as problem:
        raise GamekitError(f"cannot write the report into {folder}: {problem.strerror}") from None
    return folder / next(iter(files))


def picture_lines(pictures: dict[str, str]) -> list[str]:
    """The end of a page in Markdown; pictures are title -> file name."""
    return [line for title, name in pictures.items() for line in ("", f"![{title}]({name})")]
