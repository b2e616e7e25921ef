"""What a student's function returned, as plain data that can be sent."""

from __future__ import annotations

from typing import Any

import numpy as np

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
    if kind is np.ndarray and thing.ndim and thing.size <= MOST_ITEMS:
        thing, kind = thing.tolist(), list
    if kind in (list, tuple) and len(thing) <= MOST_ITEMS and levels > 0:
        return [plain(item, levels - 1) for item in thing]
    return {"type": str(kind.__name__)[:80]}


def is_plain(answer: Any) -> bool:
    """Can this be an answer: plain data as above, with counts that are counts and an order of node numbers?

    >>> is_plain({"value": 3, "visits": 2, "order": [0, 1]}), is_plain({"value": 3, "order": [5, -2]})
    (True, False)
    """
    if type(answer) is not dict or len(answer) > MOST_ITEMS:
        return False
    counts = [answer[name] for name in ("visits", "plays") if name in answer]
    order = answer.get("order", [])
    counts += order if type(order) is list else [order]
    return all(type(count) is int and count >= 0 for count in counts) and _fits(answer, MOST_LEVELS + 2)


def _fits(thing: Any, levels: int) -> bool:
    kind = type(thing)
    if kind in (list, dict):
        inner = [*thing, *thing.values()] if kind is dict else thing
        return levels > 0 and len(inner) <= 2 * MOST_ITEMS and all(_fits(each, levels - 1) for each in inner)
    if kind is int:
        return bool(thing.bit_length() <= MOST_BITS)
    if kind is float:
        return bool(abs(thing) < float("inf"))
    return thing is None or kind is bool or (kind is str and len(thing) <= MOST_LETTERS)
