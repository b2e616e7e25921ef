"""One version of a function beside another: all of its source, what changed marked."""

from __future__ import annotations

import difflib
import inspect
import re
import textwrap
from collections.abc import Callable
from html import escape
from typing import Any

CODE = "font-family:monospace;line-height:1.45;word-break:normal"  # JupyterLab breaks lines inside words
STYLE = {  # of a line that went, and of one that came; a sign in the margin says the same without colour
    "-": "background:rgb(213 94 0 / 18%);text-decoration:line-through",
    "+": "background:rgb(0 158 115 / 22%);font-weight:600",
}


class Changes:
    """The lines of a function, each with a mark: `-` is gone, `+` is new. Last in a cell, it is shown."""

    def __init__(self, lines: list[tuple[str, str]]) -> None:
        self.lines = lines

    def __str__(self) -> str:
        return "\n".join(f"{mark} {line}".rstrip() for mark, line in self.lines)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        rows = []
        for mark, line in self.lines:
            code = line.lstrip()
            indent = line[: len(line) - len(code)]
            rows.append(f'{mark} {indent}<span style="{STYLE.get(mark, "")}">{escape(code)}</span>')
        shown = "\n".join(rows)
        return {
            "text/plain": str(self),
            "text/html": f'<pre style="{CODE}">{shown}</pre>',
        }


def changes(before: Callable[..., Any], after: Callable[..., Any]) -> Changes:
    """How a function differs from an older version. Its new name and its docstring do not count as changes.

    >>> def old(n):
    ...     return n >= 3
    >>> def new(n):
    ...     return n > 3
    >>> print(changes(old, new))
      def new(n):
    -     return n >= 3
    +     return n > 3
    """
    old, new = _lines(before), _lines(after)
    renamed = [re.sub(rf"\b{before.__name__}\b", after.__name__, line) for line in old]
    lines: list[tuple[str, str]] = []
    for what, gone, end, came, last in difflib.SequenceMatcher(None, renamed, new).get_opcodes():
        if what == "equal":
            lines += [(" ", line) for line in new[came:last]]
        else:  # all that went, then all that came: mixed, a line seems to belong to its neighbour
            lines += [("-", line) for line in old[gone:end]] + [("+", line) for line in new[came:last]]
    return Changes(lines)


def _lines(function: Callable[..., Any]) -> list[str]:
    """The lines of a function without its docstring."""
    source = textwrap.dedent(inspect.getsource(function))
    return re.sub(r'\n *""".*?"""', "", source, count=1, flags=re.DOTALL).splitlines()
