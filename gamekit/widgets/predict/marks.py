"""A tree to put marks in: where its nodes stand, and which of its leaves ought to be marked."""

from __future__ import annotations

from typing import Any

from gamekit.draw.layout import middles
from gamekit.draw.traces import FIRST_VIEW, number_text
from gamekit.draw.trees import text_width
from gamekit.errors import GamekitError
from gamekit.tracing import Trace
from gamekit.widgets.stepper.events import Playback

MOST_NODES = 400
LEVEL, GAP = 62, 8


class MarkTree:
    """The tree of a trace with values at the leaves only: the rest is for the learner to find out."""

    def __init__(self, trace: Trace) -> None:
        if not isinstance(trace, Trace):
            raise GamekitError(
                f"tree= is a trace, not {type(trace).__name__}: write trace(minimax)(state, ...)"
            )
        if len(trace) > MOST_NODES:
            raise GamekitError(
                f"a tree to mark has at most {MOST_NODES} nodes, this one {len(trace):,}: search less deep"
            )
        self.trace = trace
        self.film = Playback(trace, FIRST_VIEW)
        self.pickable = [node.number for node in trace.nodes if not node.children]
        film = self.film
        self.labels = [
            "" if node.children else number_text(node.value if value is None else value)
            for node, value in zip(trace.nodes, film.values, strict=True)
        ]
        widths = [
            max(30, text_width(label, 13, True) + 12, text_width(name, 11, True))
            for label, name in zip(self.labels, film.names, strict=True)
        ]
        self.x = middles(film.children, widths, GAP)
        leaves = [width for width, node in zip(widths, trace.nodes, strict=True) if not node.children]
        self.width = max(sum(leaves) + GAP * (len(leaves) - 1), 60.0)
        self.y = [18.0 + LEVEL * depth for depth in film.depth]
        self.height = 18 + LEVEL * max(film.depth) + 46

    def shape(self, at: int) -> str:
        """ "max", "min" or "leaf"."""
        if self.film.is_leaf(at) or self.film.movers[at] < 0:
            return "leaf"
        return "max" if self.film.movers[at] == 0 else "min"

    def pack(self) -> dict[str, Any]:
        """Plain data for the page: no value but those of the leaves."""
        film = self.film
        return {
            "parent": film.parent,
            "x": [round(x, 1) for x in self.x],
            "y": self.y,
            "shape": [self.shape(at) for at in range(len(film.nodes))],
            "label": self.labels,
            "name": film.names,
            "path": [
                ", ".join(film.names[step] for step in film.path(at)[1:]) for at in range(len(film.nodes))
            ],
            "pickable": self.pickable,
            "width": round(self.width, 1),
            "height": self.height,
        }

    def left_out_by(self, other: Trace) -> list[int]:
        """The nodes (of those that may be marked) that another search of the same position never visits."""
        theirs = Playback(other)
        seen = {0}
        waiting = [(0, 0)]
        while waiting:
            mine, its = waiting.pop()
            names = {theirs.names[child]: child for child in theirs.children[its]}
            for child in self.film.children[mine]:
                if self.film.names[child] in names:
                    seen.add(child)
                    waiting.append((child, names[self.film.names[child]]))
        return [at for at in self.pickable if at not in seen]
