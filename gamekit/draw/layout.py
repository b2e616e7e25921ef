"""Where the boxes of a tree stand: Graphviz computes it, in process where it can.

Only the places are taken from Graphviz. The drawing is the kit's own, so that it looks the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

POINTS = 72  # in an inch, which is what Graphviz counts in
HOW_TO_GET_PICTURES = (
    "Graphviz is missing, so this tree is drawn as text: `pip install pygraphviz` brings pictures."
)


class Box(NamedTuple):
    """One box of a tree, with the box above it; -1 for the root."""

    width: float
    height: float
    parent: int


def places(boxes: Sequence[Box], between: float = 10, levels: float = 34) -> list[tuple[float, float]] | None:
    """The centre of each box, y downwards, the left upper corner of all at (0, 0). None without Graphviz.

    >>> places([Box(60, 40, -1), Box(60, 40, 0), Box(60, 40, 0)], between=20)
    [(70.0, 20.0), (30.0, 94.0), (110.0, 94.0)]
    """
    source = _source(boxes, between, levels)
    plain = _in_process(source) or _by_program(source)
    return None if plain is None else _read(plain, len(boxes))


def middles(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float = 0) -> list[float]:
    """How far from the left each node of a small tree stands: leaves side by side, the others above theirs.

    >>> middles([[1, 2], [], []], [0, 30, 10], gap=5)
    [27.5, 15.0, 40.0]
    """
    found, edge = [0.0] * len(children), 0.0

    def stand(node: int) -> None:
        nonlocal edge
        for child in children[node]:
            stand(child)
        if children[node]:
            found[node] = (found[children[node][0]] + found[children[node][-1]]) / 2
        else:
            found[node] = edge + widths[node] / 2
            edge += widths[node] + gap

    stand(0)
    return found


def _source(boxes: Sequence[Box], between: float, levels: float) -> str:
    lines = [
        "digraph { graph [rankdir=TB ordering=out splines=false",
        f"nodesep={between / POINTS:.4f} ranksep={levels / POINTS:.4f}]",
        'node [shape=box fixedsize=true label=""] edge [arrowhead=none]',
    ]
    for number, box in enumerate(boxes):
        lines.append(f"{number} [width={box.width / POINTS:.4f} height={box.height / POINTS:.4f}]")
        if box.parent >= 0:
            lines.append(f"{box.parent} -> {number}")
    return "\n".join([*lines, "}"])


def _in_process(source: str) -> str | None:
    try:
        from pygraphviz import AGraph
    except (ImportError, OSError):  # not there, or built for another system
        return None
    answer: bytes = AGraph(string=source).draw(format="plain", prog="dot")
    return answer.decode()


def _by_program(source: str) -> str | None:
    try:
        import graphviz
    except ImportError:
        return None
    try:
        answer: bytes = graphviz.Source(source).pipe(format="plain", engine="dot", quiet=True)
    except (graphviz.ExecutableNotFound, graphviz.CalledProcessError, OSError):
        return None
    return answer.decode()


def _read(plain: str, count: int) -> list[tuple[float, float]]:
    """Graphviz's plain format: `graph scale width height`, then `node name x y ...`; inches, y upwards."""
    found = [(0.0, 0.0)] * count
    height = 0.0
    for line in plain.splitlines():
        words = line.split()
        if words[0] == "graph":
            height = float(words[3])
        elif words[0] == "node":
            found[int(words[1])] = (
                round(float(words[2]) * POINTS, 1),
                round((height - float(words[3])) * POINTS, 1),
            )
    return found
