"""The grader's end of a tree that is searched elsewhere: it tells what is asked for, and keeps count.

See `inside/probe.py`: a state is known here by the number that the child gave it and by where it came from.
Whoever asks for a state that cannot be there is `Broken`.
"""

from __future__ import annotations

import random
import struct
from typing import Any

from gamekit.errors import GamekitError
from gamekit.grading.inside.probe import MOST_CHILDREN, MOST_ORDER, MOST_VISITS, nodes_of
from gamekit.isolation.wire import Broken

_REQUEST = struct.Struct("<4i")


class ServedTree:
    """A tree, and who has looked at what.

    >>> tree = ServedTree({"tree": [[5, 3], 1], "turn": 0, "shared": True, "arguments": ["$state"]})
    >>> tree.case
    {'arguments': ['$state'], 'turn': 0, 'name': 0}
    >>> struct.unpack("<6q", tree.serve(_REQUEST.pack(1, 0, -1, 0)))  # two children; turn and name of each
    (2, 0, 1, 1, 1, 2)
    >>> tree.measured()
    {'visits': 1, 'order': [0]}
    """

    def __init__(self, case: dict[str, Any]) -> None:
        turn = case.get("turn", 0)
        self._nodes = nodes_of(case["tree"], turn, case.get("shared", False))
        if max(self._nodes.children) > MOST_CHILDREN:
            raise GamekitError(f"a node of a tree has at most {MOST_CHILDREN} children")
        if not case.get("shared", False):  # the place of a node would tell how many others there are
            names = random.Random(repr(case["tree"])).sample(range(2**30), len(self._nodes.names))
            self._nodes = self._nodes._replace(names=names)
        self._place = {0: 0}  # the node of each state
        self._order: list[int] = []
        self._asked = 0
        self.case = {name: given for name, given in case.items() if name not in ("tree", "turn", "shared")}
        self.case |= {"turn": turn, "name": self._nodes.names[0]}  # what the child is shown

    def serve(self, request: bytes) -> bytes:
        """What the child learns of a state; of one that it only plays a move in, not the number."""
        is_look, state, origin, move = _REQUEST.unpack(request)
        nodes, self._asked = self._nodes, self._asked + 1
        if self._asked > 2 * MOST_VISITS:
            raise Broken("it asked too often")
        if state:
            above = self._place.get(origin)
            if above is None or not 0 <= move < nodes.children[above]:
                raise Broken("it asked for what is not in the tree")
            self._place[state] = nodes.first_child[above] + move
        node = self._place[state]
        if is_look:
            self._order.append(node)
        first, count = nodes.first_child[node], nodes.children[node]
        told = [count, nodes.number[node] if is_look else 0]
        for child in range(first, first + count):
            told += (nodes.turns[child], nodes.names[child])
        return struct.pack(f"<{len(told)}q", *told)

    def measured(self) -> dict[str, Any]:
        """As `probe.measured`."""
        return {"visits": len(self._order), "order": self._order[:MOST_ORDER]}
