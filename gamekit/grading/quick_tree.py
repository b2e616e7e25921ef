"""The tree of `inside/probe.py` once more, for the grader's own sources: the same answers, sooner.

A lab draws cases on which known mistakes show, and `check` compares with dozens of wrong versions: thousands
of searches of small trees. There the model answers and the mistakes, which are sources, are run over plain
Python objects and plain functions instead of a game that must also work compiled. A test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import gamekit
from gamekit import rules
from gamekit.bits import Bits, mix
from gamekit.errors import IllegalMove
from gamekit.grading.inside.kinds import ask_often
from gamekit.grading.inside.probe import MOST_ORDER, MOST_VISITS, Guess, nodes_of


class CannotTell(Exception):
    """Only the real tree can say."""


class Log:
    """What has been done to a tree."""

    __slots__ = ("order", "plays", "visits")

    def __init__(self) -> None:
        self.plays, self.visits = 0, 0
        self.order: list[int] = []


class Plan:
    """A node of the tree, before anybody looks at it."""

    __slots__ = ("children", "name", "node", "number", "turn")

    def __init__(self, node: int, number: int, turn: int, name: int) -> None:
        self.node, self.number, self.turn, self.name = node, number, turn, name
        self.children: list[Plan] = []


class Spot:
    """A state: a node as `play` made it. Looked at, it is a visit, once."""

    __slots__ = ("is_seen", "log", "plan")

    def __init__(self, plan: Plan, log: Log) -> None:
        self.plan, self.log, self.is_seen = plan, log, False

    def __eq__(self, other: object) -> bool:
        return type(other) is Spot and self.log is other.log and self.plan.name == other.plan.name

    def __hash__(self) -> int:
        return self.plan.name


def planned(tree: Any, turn: int, shared: bool = False) -> Plan:
    """The root of a tree of nested lists; `shared` as in `probe.nodes_of`."""
    nodes = nodes_of(tree, turn, shared)
    plans = [Plan(*row) for row in zip(range(len(nodes.names)), *nodes[2:], strict=True)]
    for plan, first, count in zip(plans, nodes.first_child, nodes.children, strict=True):
        plan.children = plans[first : first + count]
    return plans[0]


class _Last:
    """The tree that was asked about last: many versions are asked about the same one."""

    # One tuple, since threads share it.
    known: tuple[Any, int, bool, Plan] = None, 0, False, Plan(0, 0, 0, 0)


def _plan_of(tree: Any, turn: int, shared: bool) -> Plan:
    last_tree, last_turn, was_shared, plan = _Last.known
    if tree is not last_tree or turn != last_turn or shared != was_shared:
        plan = planned(tree, turn, shared)
        _Last.known = (tree, turn, shared, plan)
    return plan


# --- the rules --------------------------------------------------------------------------------------------


def _look(state: Spot) -> Plan:
    if not state.is_seen:
        state.is_seen = True
        log = state.log
        log.visits += 1
        log.order.append(state.plan.node)
    return state.plan


def _play(state: Spot, move: Any) -> Spot:
    children = state.plan.children
    if not 0 <= move < len(children):
        raise IllegalMove(f"{move!r} is not legal here")
    log = state.log
    log.plays += 1
    if log.plays >= MOST_VISITS:
        raise CannotTell
    return Spot(children[move], log)


def _guess(state: Spot) -> int:
    plan = _look(state)
    return plan.number if plan.turn == 0 else -plan.number


@cache
def _key_of(node: int) -> Any:
    return mix(Bits(node + 1))


OWN: dict[str, Any] = {
    "moves": lambda state: range(len(_look(state).children)),
    "play": _play,
    "is_over": lambda state: not _look(state).children,
    "score": lambda state: 0 if _look(state).children else _guess(state),
    "count_moves": lambda state: len(_look(state).children),
    "is_legal": lambda state, move: 0 <= move < len(state.plan.children),
    "to_move": lambda state: state.plan.turn,
    "key": lambda state: _key_of(state.plan.name),
    "value": lambda by, state: _guess(state) if type(by) is Guess else rules.value(by, state),
}


def names() -> dict[str, Any]:
    """What a source finds when it is run: the kit's names, with the rules of these trees."""
    return {name: getattr(gamekit, name) for name in gamekit.__all__} | OWN


def search(function: Callable[..., Any], case: dict[str, Any]) -> dict[str, Any]:
    """What `kinds.search_tree` would answer for a function made among `names`.

    >>> space = names()
    >>> exec("def largest(state): return max(-score(play(state, move)) for move in moves(state))", space)
    >>> search(space["largest"], {"tree": [1, 2], "turn": 1, "arguments": ["$state"]})
    {'value': -1, 'visits': 3, 'order': [0, 1, 2]}
    """
    if not case.keys() <= {"tree", "turn", "arguments", "shared", "slots", "before", "raises"}:
        raise CannotTell  # a case of another kind
    log = Log()
    state = Spot(_plan_of(case["tree"], case.get("turn", 0), case.get("shared", False)), log)
    found = ask_often(function, case, state)
    return {**found, "visits": log.visits, "order": log.order[:MOST_ORDER]}
