"""A film as plain data for the page: a few arrays, so that thousands of nodes travel as one small message."""

from __future__ import annotations

import json
from typing import Any

from gamekit.draw.traces import NO_VIEW, number_text
from gamekit.widgets.stepper.code import Code, acting
from gamekit.widgets.stepper.events import CUT, ENTER, RETURN, Playback
from gamekit.widgets.stepper.words import sentence

KINDS = {ENTER: 0, RETURN: 1, CUT: 2}
WORDS_AT_FIRST = 1000  # steps; the page asks for the rest of a long film once it is on show


def packed(film: Playback, code: Code | None = None) -> bytes:
    """A film as the page gets it."""
    return json.dumps(pack(film, code), separators=(",", ":")).encode()


def pack(film: Playback, code: Code | None = None) -> dict[str, Any]:
    """Everything the page needs to play a film. Index i of a node array is the i-th shown node."""
    steps = film.steps
    return {
        "function": film.trace.root.function,
        "view": film.view,
        "ownView": film.own_view,
        "hasView": film.own_view != NO_VIEW,
        "hasWindow": film.has_window,
        "total": len(film.trace),
        "note": note(film),
        # nodes
        "parent": film.parent,
        "depth": film.depth,
        "number": [node.number for node in film.nodes],
        "name": film.names,
        "mover": film.movers,
        "value": film.values,
        "valueText": [_value_text(film, place) for place in range(len(film.nodes))],
        "alpha": [window[0] for window in film.windows],
        "beta": [window[1] for window in film.windows],
        "folded": film.folded,
        "bestChild": film.best_child,
        "pruned": {str(place): names for place, names in enumerate(film.pruned_names) if names},
        "line": film.line(),
        "hasStates": film.trace.root.state is not None,
        # steps
        "kind": [KINDS[step.kind] for step in steps],
        "node": [step.node for step in steps],
        "at": [step.at for step in steps],
        "stepAlpha": [step.alpha for step in steps],
        "stepBeta": [step.beta for step in steps],
        "best": [step.best for step in steps],
        "visited": [step.visited for step in steps],
        "cut": [step.pruned for step in steps],
        "words": [sentence(film, step) for step in steps[:WORDS_AT_FIRST]],
        "code": [] if code is None else code.lines,
        "lit": [] if code is None else [acting(code, film, step) for step in steps],
    }


def note(film: Playback) -> str:
    """One sentence where not everything is shown; else nothing."""
    hidden = len(film.trace) - len(film.nodes)
    if not hidden:
        return ""
    return (
        f"This search has {len(film.trace):,} nodes on {film.deepest + 1} levels. The first "
        f"{film.levels + 1} levels are drawn, {len(film.nodes):,} nodes; "
        "what lies below comes up in one step and is counted."
    )


def _value_text(film: Playback, place: int) -> str:
    """What stands in a node: its value, or what else it returned."""
    value = film.values[place]
    return number_text(film.nodes[place].value) if value is None else number_text(value)
