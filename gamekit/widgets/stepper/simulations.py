"""Monte Carlo tree search as a film: one simulation a step, read from the paths that it took.

A search tells of each simulation which nodes it went through and how it ended. Visits, averages and the
terms of UCB at every step are worked out from that, so the figures are those of the search's own tree.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log, sqrt
from typing import Any

from gamekit.draw.picture import Picture
from gamekit.draw.trees import tree
from gamekit.errors import GamekitError
from gamekit.rules import FIRST, is_over, move_name, to_move
from gamekit.tracing import Node, Trace

MOST_SIMULATIONS = 2000
RESULTS = {1.0: "the first player wins", 0.0: "the second player wins", 0.5: "a draw"}


class Simulations:
    """The film of a search. `nodes` are those visited, in the order of their first visit."""

    def __init__(self, runs: Iterable[tuple[Sequence[Any], float]], exploration: float) -> None:
        self.runs = [(list(path), float(points)) for path, points in runs]
        if not self.runs or not all(path for path, _ in self.runs):
            raise GamekitError("there is no simulation to show: give a list of (path, points)")
        if len(self.runs) > MOST_SIMULATIONS:
            raise GamekitError(f"at most {MOST_SIMULATIONS:,} simulations can be stepped through")
        if any(path[0] is not self.runs[0][0][0] for path, _ in self.runs):
            raise GamekitError("every path begins at the same root")
        self.exploration = exploration
        self.nodes: list[Any] = []
        self.parent: list[int] = []
        self.names: list[str] = []
        self.places: dict[int, int] = {}  # by the node's identity
        self.visits: dict[int, int] = {}
        self.gains: dict[int, float] = {}
        self.paths: list[list[int]] = []
        self.tables: list[list[dict[str, Any]]] = []
        self.words: list[str] = []
        for number, (path, points) in enumerate(self.runs, 1):
            self._step(number, path, points)

    def _step(self, number: int, path: list[Any], points: float) -> None:
        tables = [self._table(node, below) for node, below in pairwise(path) if node.children]
        is_new = id(path[-1]) not in self.places
        for above, node in zip([None, *path], path, strict=False):
            if id(node) not in self.places:
                self.places[id(node)] = len(self.nodes)
                self.nodes.append(node)
                self.parent.append(-1 if above is None else self.places[id(above)])
                self.names.append("" if above is None else str(move_name(above.state, node.move)))
            self.visits[id(node)] = self.visits.get(id(node), 0) + 1
            self.gains[id(node)] = self.gains.get(id(node), 0.0) + self._gain(above, points)
        self.paths.append([self.places[id(node)] for node in path])
        self.tables.append(tables)
        self.words.append(self._in_words(number, path, points, tables, is_new))

    def _gain(self, above: Any, points: float) -> float:
        """What a result is worth to the side that chose a node; at the root, to the first player."""
        return points if above is None or to_move(above.state) == FIRST else 1 - points

    def _table(self, node: Any, chosen: Any) -> dict[str, Any]:
        """The terms of UCB of each child before this simulation."""
        total, rows = self.visits.get(id(node), 0), []
        for child in node.children:
            visits = self.visits.get(id(child), 0)
            average = self.gains[id(child)] / visits if visits else None
            bonus = self.exploration * sqrt(2 * log(max(total, 1)) / visits) if visits else None
            name = str(move_name(node.state, child.move))
            rows.append([name, visits, _round(average), _round(bonus), int(child is chosen)])
        at = self.places.get(id(node), 0)
        return {"at": at, "side": "XO"[to_move(node.state)], "total": total, "rows": rows}

    def _in_words(
        self, number: int, path: list[Any], points: float, tables: list[dict[str, Any]], is_new: bool
    ) -> str:
        said = [f"Simulation {number}."]
        ways = [_way(table["rows"]) for table in tables]
        if ways:
            said.append(f"From the start it goes to {', then to '.join(ways)}.")
        ended = RESULTS.get(points, f"{points:g} points for the first player")
        if is_over(path[-1].state):
            said.append(f"The game is over there: {ended}.")
        else:
            new = "A new node stands there. " if is_new and len(path) > 1 else ""
            said.append(f"{new}A random game from {'it' if len(path) > 1 else 'the start'}: {ended}.")
        who = f"all {len(path)} nodes of the path get" if len(path) > 1 else "the root gets"
        said.append(f"Backed up: {who} one more visit, and the result in the average.")
        return " ".join(said)

    def pack(self) -> dict[str, Any]:
        """Everything that the page needs."""
        return {
            "function": "Monte Carlo tree search",
            "note": "In a node: its visits, and below them the average for the side that chose it.",
            "hasView": False,
            "hasStates": True,
            "parent": self.parent,
            "name": self.names,
            "mover": [int(to_move(node.state)) for node in self.nodes],
            "pruned": {},
            "paths": self.paths,
            "points": [points for _, points in self.runs],
            "tables": self.tables,
            "words": self.words,
        }

    def packed(self) -> bytes:
        """The film as the page gets it."""
        return json.dumps(self.pack(), separators=(",", ":")).encode()

    def picture(self) -> Picture:
        """The tree at the end: in each node its average and its visits."""
        boxes: list[Node] = []
        for place, node in enumerate(self.nodes):
            visits = self.visits[id(node)]
            text = f"{self.gains[id(node)] / visits:.2f} of {visits}"
            boxes.append(Node(place, "mcts", {"visits": visits}, node.move, node.state, text))
            if place:
                boxes[self.parent[place]].children.append(boxes[-1])
        order = []  # as a trace counts them: depth first
        waiting = [boxes[0]]
        while waiting:
            order.append(waiting.pop())
            waiting.extend(reversed(order[-1].children))
        for number, box in enumerate(order):
            box.number = number
        return tree(Trace(boxes[0].value, boxes[0], order))


def _round(number: float | None) -> float | None:
    return None if number is None else round(number, 5)


def _way(rows: list[list[Any]]) -> str:
    """Which child was chosen at a node, and why."""
    name, visits, average, bonus, _ = next(row for row in rows if row[4])
    if not visits:
        return f"{name} (never visited: it comes first)"
    highest = max((row for row in rows if row[1]), key=lambda row: row[2] + row[3])
    bound = average + bonus
    fits = all(row[1] for row in rows) and bound >= highest[2] + highest[3] - 0.002
    why = "the highest bound" if fits else "though UCB would not choose it"
    return f"{name} ({average:.2f} + {bonus:.2f} = {bound:.2f}, {why})"
