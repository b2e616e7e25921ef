"""What a page must know of each widget of a lesson, so that it lives there without Python.

`make notebooks` runs `collect()` after each cell that shows a widget. What it says goes to a file beside the
notebook, and from there into the book: a learner who runs a lesson pays nothing for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from math import prod
from typing import Any

from ipywidgets.widgets import widget as ipywidgets_widget

from gamekit.game import game_of
from gamekit.games.plates import Plates
from gamekit.games.tree import Tree
from gamekit.players import levels
from gamekit.rules import position_text
from gamekit.tracing import Trace
from gamekit.widgets.board import Board
from gamekit.widgets.explore import Explore, as_output
from gamekit.widgets.predict import Predict
from gamekit.widgets.stepper import MCTSStepper, SideBySide, Stepper, state_shown

MIME = "application/vnd.gamekit.page+json"  # model id -> description
MOST_PICTURES = 80  # of one Explore: beyond that every second value of its longest control goes
MOST_STATES = 120  # nodes of a film whose states are drawn


def collect() -> dict[str, Any]:
    """A description of every widget that this process has made, by the widget's id.

    >>> guess = Predict("How many nodes?", answer=18)
    >>> collect()[guess.model_id]["secret"]["answer"]
    18
    """
    found = {}
    for model, widget in list(ipywidgets_widget._instances.items()):
        for kind, describe in DESCRIBED.items():
            if isinstance(widget, kind):
                found[model] = describe(widget)
    return found


def show_collected() -> None:
    """Give what was collected to whoever runs the notebook."""
    from IPython.display import publish_display_data

    publish_display_data({MIME: json.loads(json.dumps(collect()))})  # type: ignore[no-untyped-call]


# --- steppers ---------------------------------------------------------------------------------------------


def _film(widget: Any) -> dict[str, Any]:
    """Its films, and pictures of their states."""
    traits = {name: getattr(widget, name) for name in ("step", "moments", "differences", "titles")}
    explicit = None if isinstance(widget, MCTSStepper) else _explicit(widget._films[0].trace)
    return {
        "widget": "stepper",
        "model": traits | {"packs": [json.loads(one) for one in widget.packs]},
        "states": [_states(film) for film in widget._films],
        "explicit": explicit,
    }


def _explicit(trace: Trace) -> dict[str, str] | None:
    """A tree that a reader can change in the page: which game, and which of the page's searches it was."""
    state, search = trace.root.state, trace.root.function
    if not isinstance(state, Plates | Tree) or search not in ("minimax", "alphabeta", "negamax"):
        return None
    return {"game": game_of(state).name, "text": str(position_text(state)), "search": search}


def _states(film: Any) -> dict[str, Any]:
    """Pictures and texts of the states of a film, equal ones once."""
    pictures: list[dict[str, str]] = []
    of = []
    for node in film.nodes[:MOST_STATES]:
        one = state_shown(node.state)
        if one not in pictures:
            pictures.append(one)
        of.append(pictures.index(one))
    return {"pictures": pictures, "of": of}


# --- questions --------------------------------------------------------------------------------------------


def _question(widget: Predict) -> dict[str, Any]:
    """The question, and apart from it what is right and why."""
    names = ("question", "kind", "choices", "tree", "unit")
    told = {"widget": "predict", "model": {name: getattr(widget, name) for name in names}, "secret": None}
    try:
        answer = widget.answer
        reason = widget._reason() if callable(widget._reason) else widget._reason
    except Exception:  # it needs a cell below: the next collection has it
        return told
    right = list(answer) if isinstance(answer, tuple) else answer
    judged = {"tolerance": widget._tolerance, "factor": widget._factor}
    return told | {"secret": {"answer": right, "reason": reason} | judged}


# --- experiments ------------------------------------------------------------------------------------------


def _explored(widget: Explore) -> dict[str, Any]:
    """Its controls, and what its function gives for each of their values."""
    known: dict[str, Any] | None = getattr(widget, "_collected", None)  # a second look costs nothing
    if known is not None:
        return known
    controls = {}
    for name, made in widget._made.items():
        options = getattr(made, "options", None)
        values = (
            [(str(one), one) for one in range(made.min, made.max + 1)] if options is None else list(options)
        )
        controls[name] = (values, made.value)
    while prod(len(values) for values, _ in controls.values()) > MOST_PICTURES:
        name = max(controls, key=lambda one: len(controls[one][0]))
        values, begin = controls[name]
        at = [value for _, value in values].index(begin)
        controls[name] = (values[at % 2 :: 2], begin)
    chosen = [
        dict(zip(controls, one, strict=True))
        for one in product(*([value for _, value in values] for values, _ in controls.values()))
    ]
    pictures = [_pictured(widget, values) for values in chosen]
    if widget._axes:  # there are charts: now that the widest is known, all reach as far
        pictures = [_pictured(widget, values) for values in chosen]
    told = [
        {"name": name, "labels": [label for label, _ in values], "begin": [v for _, v in values].index(begin)}
        for name, (values, begin) in controls.items()
    ]
    found: dict[str, Any] = {"widget": "explore", "controls": told, "pictures": pictures}
    object.__setattr__(widget, "_collected", found)
    return found


def _pictured(widget: Explore, values: dict[str, Any]) -> list[str]:
    """What its function gives for these values: the form, the answer in it, and a text."""
    try:
        data = as_output(widget.asked(**values))["data"]
    except Exception as problem:
        data = {"text/plain": f"{type(problem).__name__}: {problem}"}
    best = next(form for form in ("image/svg+xml", "text/html", "text/plain") if form in data)
    return [best, data[best], data.get("text/plain", "")[:400]]


# --- boards -----------------------------------------------------------------------------------------------


def _board(widget: Board) -> dict[str, Any]:
    """The game, who plays it, and all that the page shows before it is played on."""
    session = widget._session
    record = session.record
    return {
        "widget": "board",
        "model": {"position": widget.position, "thought": {}, "width": widget.width},
        "game": game_of(record.start).name,
        "state": type(record.start).__name__,
        "start": str(position_text(record.start)),
        "moves": [int(move) for move in (*record.moves, *reversed(session.undone))],
        "played": len(record.moves),
        "player": session.named if session.thinker is not None else None,
        "levels": list(levels(record.start)),
    }


DESCRIBED: dict[type, Callable[[Any], dict[str, Any]]] = {
    Stepper: _film,
    SideBySide: _film,
    MCTSStepper: _film,
    Predict: _question,
    Explore: _explored,
    Board: _board,
}
