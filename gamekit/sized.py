"""State classes for boards of many sizes, made when they are first asked for."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import Any

from gamekit.notation import shown
from gamekit.rules import word_state


def sized_class(module: str, name: str, about: str, fields: Sequence[str], **facts: int) -> Any:
    """A class of states whose fields are words; `facts` (width, height, ...) become attributes of the class.

    Each size has a class of its own, so that sizes are constants in compiled code. The code cache finds a
    class again by its name, so the module needs a `__getattr__` that makes it when asked for that name.
    """
    made: Any = namedtuple(name, fields)  # type: ignore[misc]  # it wants the name spelled out
    made.__module__, made.__doc__ = module, about
    for fact, number in facts.items():
        setattr(made, fact, number)
    return word_state(shown(made))
