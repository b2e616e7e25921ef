"""Which boxes a picture of a tree shows: large trees are folded, and every fold knows how much it hides.

A box is a *place* of the tree. With two traces side by side it stands for the same moves in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gamekit.draw.traces import Reading, edge_name
from gamekit.errors import GamekitError
from gamekit.tracing import Node, Trace

MOST_ACROSS = 1700  # pixels that all ends of branches take together: what is wider cannot be read on one page
LEAF, GHOST, FOLD = 55, 45, 85  # what such an end usually takes
MOST_GHOSTS = 4  # moves never looked at below one node that are drawn one by one
MOST_CHILDREN = 12  # shown below one node where not all fit
FEWER_CHILDREN = (MOST_CHILDREN, 4, 2)  # tried in turn along the best line, until all of it fits
MOST_BOXES = 80  # in one picture


# --- the boxes of a picture -------------------------------------------------------------------------------


@dataclass(eq=False)
class Place:
    """A box of the picture: one node as each of the traces saw it, None where a trace never came here."""

    nodes: tuple[Node | None, ...]
    name: str = ""  # of the move that leads here
    kind: str = "node"  # or "ghost": moves that no trace looked at; or "fold": nodes that are not shown
    counts: tuple[int, ...] = ()  # of a fold: the nodes it hides in each trace
    moves: int = 1  # how many a ghost stands for
    level: int = 0
    is_open: bool = False  # are the boxes below it shown?
    shown: set[int] | None = None  # which of them, where not all are

    @cached_property
    def below(self) -> list[Place]:
        """Every box there is below this one: children in the order of moves tried, then ghosts."""
        children: dict[Any, list[Node | None]] = {}
        parent = next((node for node in self.nodes if node is not None), None)
        for view, node in enumerate(self.nodes):
            times: dict[Any, int] = {}
            for number, child in enumerate(node.children if node else ()):
                move = ("call", number) if child.move is None else child.move
                times[move] = times.get(move, 0) + 1  # a search may look at a move twice
                children.setdefault((move, times[move]), [None] * len(self.nodes))[view] = child
        if parent is None:
            return []
        found = [
            Place(tuple(nodes), edge_name(parent, next(n for n in nodes if n is not None).move))
            for nodes in children.values()
        ]
        visited = {move for move, _ in children}
        pruned = [move for node in self.nodes if node for move in node.pruned if move not in visited]
        names = [edge_name(parent, move) for move in dict.fromkeys(pruned)]
        if len(names) > MOST_GHOSTS:
            found.append(_ghost(self, f"{names[0]} to {names[-1]}", len(names)))
        else:
            found += [_ghost(self, name, 1) for name in names]
        for place in found:
            place.level = self.level + 1
        return found

    @cached_property
    def children(self) -> list[Place]:
        """The boxes shown below this one, folds among them. Asked for once all folding is decided."""
        if not self.is_open:
            return self._fold(self.below) if any(place.kind == "node" for place in self.below) else []
        found: list[Place] = []
        hidden: list[Place] = []
        for number, place in enumerate(self.below):
            if self.shows(number):
                found += self._fold(hidden) if hidden else []
                found.append(place)
                hidden = []
            else:
                hidden.append(place)
        return found + (self._fold(hidden) if hidden else [])

    def shows(self, number: int) -> bool:
        """Is this one of the boxes below shown? Moves never looked at always are."""
        return self.shown is None or number in self.shown or self.below[number].kind == "ghost"

    def count_folds(self) -> int:
        """How many folds there are among the boxes below."""
        shown = [self.is_open and self.shows(number) for number in range(len(self.below))]
        return sum(not now and (number == 0 or shown[number - 1]) for number, now in enumerate(shown))

    def _fold(self, hidden: Sequence[Place]) -> list[Place]:
        """One box for them all; a single leaf takes no more room than that, so it is shown itself."""
        places = [place for place in hidden if place.kind == "node"]
        if len(places) == 1 and not places[0].below:
            return places
        nodes = [place.nodes for place in places]
        counts = [sum(node.count() for node in view if node) for view in zip(*nodes, strict=True)]
        fold = Place((None,) * len(self.nodes), kind="fold", counts=tuple(counts))
        fold.level = self.level + 1
        return [fold]

    def walk(self) -> Iterator[Place]:
        """This box and all that are shown below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def _ghost(above: Place, name: str, moves: int) -> Place:
    return Place((None,) * len(above.nodes), name, kind="ghost", moves=moves)


# --- folding ----------------------------------------------------------------------------------------------


def fold_below(root: Place, reading: Reading) -> None:
    """Open as many whole levels as the size of the picture allows, yet keep room for the best line."""
    for levels in range(_open_levels(root, MOST_BOXES), -1, -1):
        for children in FEWER_CHILDREN:
            _close(root)
            if levels == 0:
                _open_in_part(root, children, reading)
            _open_levels(root, levels)
            if _open_the_line(root, children, reading):
                return


def _close(place: Place) -> None:
    """Fold everything below."""
    if place.is_open:
        for below in place.below:
            _close(below)
        place.is_open, place.shown = False, None


def _open_levels(root: Place, levels: int, most: int = MOST_BOXES) -> int:
    """Open this many levels, or as many as fit; how many there are."""
    level, opened = [root], 0
    while level and opened < levels:
        inner = [place for place in level if place.below]
        for place in inner:
            place.is_open = True
        if not _fits(root, most):
            for place in inner:
                place.is_open = False
            break
        opened += 1
        level = [below for place in inner for below in place.below]
    return opened


def _fits(root: Place, most: int = MOST_BOXES) -> bool:
    """Are there few enough boxes as things stand, in all and side by side? Counts no further than it must."""
    boxes, wide, waiting = 0, 0, [root]
    while waiting:
        place = waiting.pop()
        below = [each for number, each in enumerate(place.below) if place.is_open and place.shows(number)]
        folds = place.count_folds()
        waiting += below
        boxes += 1 + folds
        wide += folds * FOLD + (0 if place.below else GHOST if place.kind == "ghost" else LEAF)
        if boxes > most or wide > MOST_ACROSS:
            return False
    return True


def _open_in_part(place: Place, count: int, reading: Reading) -> None:
    """Show some of the boxes below: the one on the best line and those next to it."""
    keep = next((i for i, below in enumerate(place.below) if reading.is_on_line(below.nodes[0])), 0)
    count = min(max(count, 1), len(place.below))
    first = max(0, min(keep - count // 2, len(place.below) - count))
    place.is_open, place.shown = True, set(range(first, first + count))


def _open_the_line(root: Place, children: int, reading: Reading) -> bool:
    """Follow the best line below what is open already; could all of it be shown?"""
    place: Place | None = root
    while place is not None:
        if not place.is_open and place.below:
            _open_in_part(place, children, reading)
            if not _fits(root):
                place.is_open, place.shown = False, None
                return False
        place = next((below for below in place.below if reading.is_on_line(below.nodes[0])), None)
    return True


def path_to(trace: Trace, around: Node | int) -> list[Node]:
    """The nodes from the root to this one."""
    if isinstance(around, Node):
        if around.number >= len(trace) or trace.nodes[around.number] is not around:
            raise GamekitError(f"{around!r} is not a node of this trace")
    elif not 0 <= around < len(trace):
        raise GamekitError(
            f"there is no node {around}: the nodes of this trace are numbered 0 to {len(trace) - 1}"
        )
    number = around.number if isinstance(around, Node) else around
    path = [trace.root]
    while path[-1].number != number:
        # Nodes are numbered in the order of visits, so the last child not beyond the number leads there.
        path.append([child for child in path[-1].children if child.number <= number][-1])
    return path


def fold_around(root: Place, path: list[Node], levels: int) -> None:
    """Show the way to the last node of the path, its neighbours, and some levels below it."""
    place = root
    for node in path[1:]:
        number = next(i for i, below in enumerate(place.below) if below.nodes[0] is node)
        place.is_open = True
        place.shown = {number}
        if node is path[-1]:
            near = range(max(0, number - MOST_CHILDREN // 2), number + MOST_CHILDREN // 2 + 1)
            place.shown = set(near) & set(range(len(place.below)))
        place = place.below[number]
    if not _open_levels(place, levels, MOST_BOXES - len(path) - MOST_CHILDREN) and place.below:
        place.is_open, place.shown = True, set(range(min(len(place.below), MOST_CHILDREN)))
