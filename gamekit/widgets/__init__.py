"""Live things for notebooks: boards to play on, searches to step through, questions to answer first.

    from gamekit.widgets import Board, Explore, Predict, SideBySide, Stepper

Each is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "Board": "board",
    "Explore": "explore",
    "Predict": "predict",
    "SideBySide": "stepper",
    "Stepper": "stepper",
}
__all__ = ["Board", "Explore", "Predict", "SideBySide", "Stepper"]  # made by __getattr__


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
