"""A cell that takes long says so: after some seconds a line counts them, and goes when the cell has ended.

Kernels tell when a cell begins and ends. Whoever has more to say, as a tournament has, says it besides.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

PATIENCE = 5.0  # seconds without a word
NOTHING = {"text/plain": "", "text/html": ""}


def watch_cells() -> None:
    """From this cell on; nothing where there is no notebook, or where they are watched already."""
    notebook = sys.modules.get("IPython")
    shell: Any = notebook.get_ipython() if notebook is not None else None
    if shell is None or not hasattr(shell, "kernel") or getattr(shell, "_gamekit_watch", None):
        return
    shell._gamekit_watch = watch = Watch(notebook.display.display)  # type: ignore[union-attr]
    shell.events.register("pre_run_cell", watch.begin)
    shell.events.register("post_run_cell", watch.end)
    # A thread at once, until this cell ends: it began before anybody could be told of it, it may compute
    # long, as the first cell of a lesson, and while it runs nothing but a thread can speak.
    watch.begin()


class Watch:
    """Counts the seconds of the cell that runs."""

    def __init__(self, display: Any, patience: float | None = None) -> None:
        self._display, self._patience = display, PATIENCE if patience is None else patience
        self._has_ended = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, *_: Any) -> None:
        """A cell begins; whatever was counted before has ended."""
        self._has_ended.set()
        self._has_ended = threading.Event()
        self._thread = threading.Thread(target=self._count, args=(self._has_ended,), daemon=True)
        self._thread.start()

    def end(self, *_: Any) -> None:
        """It has ended: the line goes before the cell's last word."""
        self._has_ended.set()
        if self._thread is not None:
            self._thread.join(1)

    def _count(self, has_ended: threading.Event) -> None:
        begin = time.monotonic()
        shown = None
        while not has_ended.wait(1.0 if shown else self._patience):
            line = f"computing, {time.monotonic() - begin:.0f} s so far ..."
            page = {"text/plain": line, "text/html": f'<p style="opacity:0.7;margin:0">{line}</p>'}
            if shown is None:
                shown = self._display(page, raw=True, display_id=True)
            else:
                shown.update(page, raw=True)
        if shown is not None:
            shown.update(NOTHING, raw=True)
