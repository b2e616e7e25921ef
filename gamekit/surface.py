"""What the kit offers: the modules that lessons, labs and everybody's own code import from.

A package that offers names from several files has a stub, `__init__.pyi`, with one line for each name.
Editors and mypy read the stub, and so does `offered`: a name is loaded when it is first asked for. So a
package stays quick to import, and works in a sandbox that sees only some of its files.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

# A submodule that one of these names in its `__all__` is offered too: what its own `__all__` names, else all
# that it defines.
SURFACE = (
    "gamekit",
    "gamekit.bits",
    "gamekit.games",
    "gamekit.perft",
    "gamekit.suite",
    "gamekit.search",
    "gamekit.othello",
    "gamekit.othello.learning",
    "gamekit.gomoku",
    "gamekit.connect4",
    "gamekit.players",
    "gamekit.arena",
    "gamekit.draw",
    "gamekit.widgets",
    "gamekit.page",
    "gamekit.grading",
    "gamekit.course",
)


def offered(package: str) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """`__all__`, `__getattr__` and `__dir__` of a package that offers what its stub names.

    >>> sorted(offered("gamekit.widgets")[0])
    ['Board', 'Explore', 'MCTSStepper', 'Predict', 'SideBySide', 'Stepper']
    """
    stub = Path(str(import_module(package).__file__)).with_suffix(".pyi")
    homes = {
        alias.name: str(line.module)
        for line in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
    }

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if homes[name] == package:
            return import_module(f"{package}.{name}")
        return getattr(import_module(homes[name]), name)

    return sorted(homes), load, lambda: sorted(homes)
