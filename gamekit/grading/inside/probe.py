"""A tree that counts who looks at it: the game on which searches are measured.

It obeys the rules like any other game, in Python and in compiled code, so a recursive function, a loop with
a stack, a class and an `@njit` function are all measured alike. A *visit* is a state that was made by `play`
(or is the root) and then asked `is_over`, `moves`, `score` or how many moves it has. Making children and
never looking at them is no visit; asking one state twice is one; playing the same move again and looking
again is two.

While marks are made the tree is not here. The grader holds it and serves it state by state: whoever looks at
a state asks for it over the wire, and learns how many children it has, its number, and of each child whose
turn it is and its key. So what was visited is what the grader has told, in the order in which it was asked
(`serving.py`), whatever the code in this process does to this file, the log or the states: what was not asked
for is not known here. A program may keep what it was told. That is a memory, which is honest work too.

Without a wire the whole tree lies in `tree`: so it is for `check`, for traces, and for the grader's own.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable

from gamekit.bits import Bits, mix
from gamekit.errors import GamekitError
from gamekit.isolation.wire import SERVED
from gamekit.rules import (
    Evaluator,
    Move,
    State,
    board_text,
    count_moves,
    is_legal,
    is_over,
    key,
    move_name,
    moves,
    play,
    position_text,
    score,
    to_move,
    value,
)

MOST_VISITS = 200_000
MOST_ORDER = 2000  # so many visits are told one by one
MOST_CHILDREN = 64
# In the log: states played and looked at, and how much was told
_PLAYS, _VISITS, _TOLD = 0, 1, 2
# Columns of the tree, a row for each node
_FIRST, _CHILDREN, _NUMBER, _TURN, _NAME = 0, 1, 2, 3, 4
# Columns of the facts, a row for each state: is it known and where in `told`; what it is; where it comes from
_KNOWN, _AT, _MOVER, _POSITION, _ORIGIN, _MOVE, _NODE = 0, 1, 2, 3, 4, 5, 6
_UNKNOWN, _PEEKED, _SEEN = 0, 1, 2

try:
    _libc = ctypes.CDLL(None)
    _send, _receive = _libc.write, _libc.read
    for _call in (_send, _receive):
        _call.argtypes, _call.restype = (ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t), ctypes.c_ssize_t
except TypeError:  # Windows names no such library; no marks are made there, so nobody is at the wire

    @register_jitable  # type: ignore[untyped-decorator, unused-ignore]
    def _send(wire: Any, place: Any, count: int) -> int:
        return 0

    _receive = _send


class Probe(NamedTuple):
    """A state: the tree and the log that all states of the tree share, and its own number."""

    tree: Any  # of each node, level by level: first child, children, number, turn, name; empty if served
    facts: Any  # of each state by its serial number
    told: Any  # of each state that is known: children, number, then turn and name of each child
    log: Any
    order: Any  # nodes in the order of visits, where the tree is here
    wire: int  # where to ask; -1 if the tree is here
    message: Any  # the request
    places: tuple[int, int]  # where it and `told` lie in memory
    serial: int  # no two states that `play` made have the same

    def __eq__(self, other: object) -> bool:
        """Equal positions of one tree, as states of any game: they may stand in a set."""
        return type(other) is Probe and self.facts is other.facts and self._position == other._position

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return self._position

    @property
    def _position(self) -> int:
        return int(self.facts[self.serial, _POSITION])

    @property
    def node(self) -> int:
        """Its place in the tree, where the tree is here."""
        return int(self.facts[self.serial, _NODE])


# Not one of the kit's own classes to the code cache: what is compiled for it must not be kept, since the
# grader's sources are not part of the cache's name.
Probe.__module__ = "grading_probe"


@register_jitable  # type: ignore[untyped-decorator, unused-ignore]
def _request(state: Any, is_look: int, begin: int) -> None:
    """Ask the grader for a state; what it tells goes to `told[begin:]`."""
    facts, serial, message = state.facts, state.serial, state.message
    message[1], message[2] = is_look, serial
    message[3], message[4] = facts[serial, _ORIGIN], facts[serial, _MOVE]
    _send(state.wire, state.places[0], 20)
    done = 0
    while done < 16 or done < 16 + 16 * state.told[begin]:
        got = _receive(state.wire, state.places[1] + 8 * begin + done, 16 + 16 * MOST_CHILDREN - done)
        if got <= 0:
            raise RuntimeError("the grader is gone")
        done += got


@register_jitable  # type: ignore[untyped-decorator, unused-ignore]
def _ask(state: Any, is_look: int) -> None:
    """Learn what there is to know of a state; unless it is a look, not its number."""
    facts, told, log = state.facts, state.told, state.log
    begin = int(log[_TOLD])
    if state.wire < 0:
        tree, node = state.tree, facts[state.serial, _NODE]
        first, count = tree[node, _FIRST], tree[node, _CHILDREN]
        told[begin], told[begin + 1] = count, tree[node, _NUMBER]
        for child in range(count):
            told[begin + 2 + 2 * child] = tree[first + child, _TURN]
            told[begin + 3 + 2 * child] = tree[first + child, _NAME]
        if is_look and log[_VISITS] < len(state.order):
            state.order[log[_VISITS]] = node
    else:
        _request(state, is_look, begin)
    facts[state.serial, _AT] = begin
    facts[state.serial, _KNOWN] = _SEEN if is_look else _PEEKED
    log[_TOLD] = begin + 2 + 2 * told[begin]
    log[_VISITS] += is_look


@register_jitable  # type: ignore[untyped-decorator, unused-ignore]
def _look(state: Any) -> Any:
    """Somebody looks at this state: how many children has it?"""
    if state.facts[state.serial, _KNOWN] != _SEEN:
        _ask(state, 1)
    return state.told[state.facts[state.serial, _AT]]


@register_jitable  # type: ignore[untyped-decorator, unused-ignore]
def _peek(state: Any) -> Any:
    """How many children has it? For `play`, which is no visit."""
    if state.facts[state.serial, _KNOWN] == _UNKNOWN:
        _ask(state, 0)
    return state.told[state.facts[state.serial, _AT]]


@moves.on(Probe, plain=True)
def _(state: State) -> Any:
    return range(_look(state))


@play.on(Probe, plain=True)
def _(state: State, move: Move) -> State:
    _peek(state)
    facts, serial, log, told = state.facts, state.serial, state.log, state.told
    made = log[_PLAYS] + 1
    if made >= len(facts) or log[_TOLD] + 2 + 2 * MOST_CHILDREN > len(told):
        raise RuntimeError("this tree has been searched for too long")
    log[_PLAYS] = made
    child = facts[serial, _AT] + 2 + 2 * move
    facts[made, _MOVER], facts[made, _POSITION] = told[child], told[child + 1]
    facts[made, _ORIGIN], facts[made, _MOVE] = serial, move
    if state.wire < 0:
        facts[made, _NODE] = state.tree[facts[serial, _NODE], _FIRST] + move
    message, places = state.message, state.places
    return Probe(state.tree, facts, told, log, state.order, state.wire, message, places, made)


@is_over.on(Probe, plain=True)
def _(state: State) -> Any:
    return _look(state) == 0


@score.on(Probe, plain=True)
def _(state: State) -> Any:  # before the end nobody has won: an evaluator knows more
    return value(Guess(), state) if _look(state) == 0 else 0


@count_moves.on(Probe, plain=True)
def _(state: State) -> Any:
    return _look(state)


@is_legal.on(Probe, plain=True)
def _(state: State, move: Move) -> Any:  # asked by `play`, which is no visit
    return 0 <= move < _peek(state)


@to_move.on(Probe, plain=True)
def _(state: State) -> Any:
    return state.facts[state.serial, _MOVER]


@key.on(Probe, plain=True)
def _(state: State) -> Any:
    return mix(Bits(state.facts[state.serial, _POSITION] + 1))


class Guess(NamedTuple):
    """The evaluator of such trees: it sees the number at a node, which at a leaf is the truth."""


@value.on(Guess, plain=True)
def _(evaluator: Evaluator, state: State) -> Any:
    _look(state)
    number = state.told[state.facts[state.serial, _AT] + 1]
    return number if state.facts[state.serial, _MOVER] == 0 else -number


@move_name.on(Probe)
def _(state: Probe, move: int) -> str:
    return str(move + 1)


@position_text.on(Probe)
def _(state: Probe) -> str:
    return f"node {state.node}"


@board_text.on(Probe)
def _(state: Probe) -> str:
    return f"node {state.node} of a tree with {len(state.tree)} nodes"


class Nodes(NamedTuple):
    """A tree in five columns: a number for each node, the nodes numbered level by level."""

    first_child: list[int]
    children: list[int]
    number: list[int]
    turns: list[int]
    names: list[int]


def nodes_of(lists: Any, turn: int = 0, shared: bool = False) -> Nodes:
    """The nodes of a tree of nested lists with whole numbers at the leaves.

    A list may begin with `{"guess": 3}`, the number an evaluator sees at that node, or `{"again": true}`:
    below it the same side moves once more. With `shared`, nodes below which everything is equal are one
    position: they have the same `key`, as when two orders of moves lead to one board.
    """
    nodes = Nodes([], [], [], [], [])
    known: dict[Any, int] = {}
    level, count = [(lists, turn)], 1
    while level:
        below: list[tuple[Any, int]] = []
        for node, mover in level:
            facts = node[0] if isinstance(node, list) and isinstance(node[0], dict) else {}
            inner = (node[1:] if facts else node) if isinstance(node, list) else []
            nodes.first_child.append(count + len(below) if inner else 0)
            nodes.children.append(len(inner))
            nodes.number.append(int(facts.get("guess", 0)) if inner else int(node))
            nodes.turns.append(mover)
            place = len(nodes.names)
            nodes.names.append(known.setdefault((repr(node), mover), place) if shared else place)
            below += [(child, mover if facts.get("again") else 1 - mover) for child in inner]
        count += len(below)
        level = below
    return nodes


def of_case(case: dict[str, Any], wire: int = -1) -> Probe:
    """The tree of a case (see `kinds.py`). One that the case does not hold is served by the grader."""
    if "tree" in case:
        return from_lists(case["tree"], case.get("turn", 0), case.get("shared", False))
    if wire < 0:
        raise GamekitError("there is neither a tree nor anybody to ask for it")
    return _root(np.zeros((0, 5), np.int64), case["turn"], case["name"], wire)


def from_lists(lists: Any, turn: int = 0, shared: bool = False) -> Probe:
    """A tree from nested lists (see `nodes_of`). A fresh one has been looked at by nobody.

    >>> root = from_lists([[5, 3], [1, 9]])
    >>> [int(score(play(play(root, 0), move))) for move in moves(root)]
    [5, 3]
    >>> measured(root)
    {'visits': 3, 'order': [0, 3, 4]}
    """
    nodes = nodes_of(lists, turn, shared)
    return _root(np.array(nodes, np.int64).T.copy(), turn, nodes.names[0], -1)


def _root(tree: Any, turn: int, name: int, wire: int) -> Probe:
    facts, told = np.zeros((MOST_VISITS, 7), np.int64), np.zeros(8 * MOST_VISITS, np.int64)
    facts[0, _MOVER], facts[0, _POSITION], facts[0, _ORIGIN] = turn, name, -1
    # The wire begins every message with its length, the high byte first.
    message = np.array([SERVED << 24, 0, 0, 0, 0], np.int32)
    places = (message.ctypes.data, told.ctypes.data)
    order, log = np.zeros(MOST_ORDER, np.int64), np.zeros(3, np.int64)
    return Probe(tree, facts, told, log, order, wire, message, places, 0)


def at_node(root: Probe, node: int) -> Probe:
    """A state at a node of a tree that is here, however one gets there."""
    made = root.log[_PLAYS] = root.log[_PLAYS] + 1
    root.facts[made, [_MOVER, _POSITION, _NODE]] = [*root.tree[node, [_TURN, _NAME]], node]
    return root._replace(serial=int(made))


def visits_of(state: Any) -> int:
    """How many nodes of its tree have been looked at so far."""
    log = state.log
    return int(log[_VISITS]) if isinstance(log, np.ndarray) else int(log.visits)


def measured(state: Probe) -> dict[str, Any]:
    """What has been done to a tree so far: visits, and the nodes in the order of visits."""
    visits = visits_of(state)
    return {"visits": visits, "order": [int(node) for node in state.order[:visits]]}
