"""How a question becomes a call of the student's function: each way is a function of (function, case).

A case is plain data, made by a lab's specification. The answer is plain data too: what was returned, and what
was measured. A new kind of question is a new way: write the function and name it in `WAYS`.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np

from gamekit import games
from gamekit.grading.inside import probe

Way = Callable[[Callable[..., Any], dict[str, Any]], dict[str, Any]]
MOST_ITEMS, MOST_LEVELS, MOST_BITS, MOST_LETTERS = 2000, 6, 256, 4000


def plain(thing: Any, levels: int = MOST_LEVELS) -> Any:
    """What was returned as plain data; a thing that is none becomes `{"type": its type's name}`.

    >>> plain((np.int64(3), 2.5, "a", {1}))
    [3, 2.5, 'a', {'type': 'set'}]
    """
    if isinstance(thing, np.generic):
        thing = thing.item()
    kind = type(thing)
    if kind is int and thing.bit_length() <= MOST_BITS:
        return thing
    if kind is bool or thing is None:
        return thing
    if kind is float:
        return thing if abs(thing) < float("inf") else {"type": f"float {thing}"}
    if kind is str and len(thing) <= MOST_LETTERS:
        return thing
    if kind is np.ndarray and thing.ndim == 1:
        thing, kind = thing.tolist(), list
    if kind in (list, tuple) and len(thing) <= MOST_ITEMS and levels > 0:
        return [plain(item, levels - 1) for item in thing]
    return {"type": str(kind.__name__)[:80]}


def arguments_of(case: dict[str, Any], state: Any = None) -> list[Any]:
    """The arguments that a case names: `"$state"` is the state, `"$guess"` the evaluator of trees."""

    def argument(given: Any) -> Any:
        if given == "$state":
            return state
        if given == "$guess":
            return probe.Guess()
        if isinstance(given, dict) and "game" in given:
            return games.parse(given["game"], given["text"], given.get("size"), given.get("rule"))
        return given

    return [argument(given) for given in case["arguments"]]


def search_tree(function: Callable[..., Any], case: dict[str, Any]) -> dict[str, Any]:
    """Search the tree `case["tree"]` (see `probe.from_lists`), where `case["turn"]` moves first.

    >>> search_tree(lambda state: 7, {"tree": [1, 2], "turn": 0, "arguments": ["$state"]})
    {'value': 7, 'visits': 0, 'plays': 0, 'order': []}
    """
    state = probe.from_lists(case["tree"], case.get("turn", 0))
    value = function(*arguments_of(case, state))
    return {"value": plain(value), **probe.measured(state)}


def call(function: Callable[..., Any], case: dict[str, Any]) -> dict[str, Any]:
    """Call it with `case["arguments"]`; `{"game": "othello", "text": ...}` is that position.

    >>> call(max, {"arguments": [3, 5]})
    {'value': 5}
    """
    return {"value": plain(function(*arguments_of(case)))}


def call_and_look(function: Callable[..., Any], case: dict[str, Any]) -> dict[str, Any]:
    """The same, and what became of the arguments: has the function changed what it was given?

    >>> call_and_look(lambda numbers: numbers.pop(), {"arguments": [[3, 5]]})
    {'value': 5, 'after': [[3]]}
    """
    arguments = arguments_of(deepcopy(case))
    value = plain(function(*arguments))
    return {"value": value, "after": plain(arguments)}


WAYS: dict[str, Way] = {"search_tree": search_tree, "call": call, "call_and_look": call_and_look}
