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
    if kind is np.ndarray and thing.ndim == 1:
        thing, kind = thing.tolist(), list
    if kind in (list, tuple) and len(thing) <= MOST_ITEMS and levels > 0:
        return [plain(item, levels - 1) for item in thing]
    return {"type": str(kind.__name__)[:80]}
