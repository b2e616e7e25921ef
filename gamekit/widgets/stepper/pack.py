"""A film as plain data for the page: a few arrays, so that thousands of nodes travel as one small message."""

from __future__ import annotations

import json
from typing import Any

from gamekit.draw.traces import NO_VIEW, number_text
from gamekit.widgets.stepper.code import Code, acting
from gamekit.widgets.stepper.events import Playback


def packed(film: Playback, code: Code | None = None) -> bytes:
    """A film as the page gets it."""
    return json.dumps(pack(film, code), separators=(",", ":")).encode()


def pack(film: Playback, code: Code | None = None) -> dict[str, Any]:
    """What the page needs to play a film. Index i of an array is node i."""
    numbered = list(enumerate(film.nodes))
    return {
        "function": film.trace.root.function,
        "view": film.view,
        "hasView": film.own_view != NO_VIEW,
        "hasStates": film.trace.root.state is not None,
        "areWhole": all(value is None or value == int(value) for value in film.values),
        "parent": film.parent,
        "name": film.names,
        "mover": film.movers,
        "value": film.values,
        "alpha": [window[0] for window in film.windows],
        "beta": [window[1] for window in film.windows],
        "pruned": {str(place): names for place, names in enumerate(film.pruned_names) if names},
        # What a node returned that is no number, as it is written there and in full.
        "others": {
            str(place): [number_text(node.value), repr(node.value)]
            for place, node in numbered
            if film.values[place] is None
        },
        # What a function without states was called with.
        "calls": {
            str(place): ", ".join(f"{name} = {value}" for name, value in node.arguments.items())
            for place, node in numbered
            if node.state is None
        },
        "code": [] if code is None else code.lines,
        "lit": [] if code is None else [acting(code, film, step) for step in film.steps],
    }
