"""From a tree on which a function goes wrong to a small one, and the first node at which it does.

A case (see `inside/kinds.py`) is made smaller step by step as long as the answer stays wrong: a child instead
of the whole, a leaf instead of a node, one child less, smaller numbers, less depth. What is left cannot be
made smaller in any of these ways.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from gamekit import games
from gamekit.grading.inside import probe
from gamekit.grading.language import said
from gamekit.grading.question import Question
from gamekit.rules import INF, move_name, moves, play, position_text
from gamekit.tracing import Node, Trace

Case = dict[str, Any]
MOST_ASKED = 600


# --- trees as nested lists, which may begin with a dict of facts --------------------------------------------


def inner(tree: Any) -> list[Any]:
    """The children of a node.

    >>> inner([{"again": True}, 1, [2]]), inner(3)
    ([1, [2]], [])
    """
    if not isinstance(tree, list):
        return []
    return tree[1:] if isinstance(tree[0], dict) else tree


def facts(tree: Any) -> list[dict[str, Any]]:
    """What stands before the children: at most one dict."""
    return tree[:1] if isinstance(tree, list) and isinstance(tree[0], dict) else []


def size(tree: Any) -> int:
    """How many nodes there are.

    >>> size([[5, 3], [{"guess": 2}, 1]])
    6
    """
    return 1 + sum(map(size, inner(tree)))


def leaves(tree: Any) -> list[int]:
    """The numbers at the leaves, from left to right."""
    children = inner(tree)
    return [number for child in children for number in leaves(child)] if children else [tree]


def _smaller(tree: Any) -> Iterator[Any]:
    """The same tree with something left out, the largest pieces first."""
    children = inner(tree)
    if not children:
        return
    if len(children) > 1:
        for place in range(len(children)):
            yield [*facts(tree), *children[:place], *children[place + 1 :]]
    for place, child in enumerate(children):
        if inner(child):
            yield [*facts(tree), *children[:place], leaves(child)[0], *children[place + 1 :]]
    if facts(tree):
        yield children
    for place, child in enumerate(children):
        for less in _smaller(child):
            yield [*facts(tree), *children[:place], less, *children[place + 1 :]]


def _renumbered(tree: Any) -> Any:
    """The same order of leaves with the numbers 1, 2, 3 ..."""
    ranks = {number: rank for rank, number in enumerate(sorted(set(leaves(tree))), 1)}

    def anew(node: Any) -> Any:
        return [*facts(node), *map(anew, inner(node))] if inner(node) else ranks[node]

    return anew(tree)


def smaller_cases(case: Case) -> Iterator[Case]:
    """Cases that are one step simpler."""
    tree, turn, arguments = case["tree"], case["turn"], case["arguments"]
    other = [not given if isinstance(given, bool) else given for given in arguments]
    again = any(fact.get("again") for fact in facts(tree))
    for child in inner(tree):
        if inner(child):
            yield {
                **case,
                "tree": child,
                "turn": turn if again else 1 - turn,
                "arguments": arguments if again else other,
            }
    for less in _smaller(tree):
        yield {**case, "tree": less}
    if any(given in (-INF, INF) for given in arguments if type(given) is int):
        # The order of the numbers is all that matters there, unless there are guesses.
        plain_numbers = _renumbered(tree)
        if plain_numbers != tree:
            yield {**case, "tree": plain_numbers}
    for place, given in enumerate(arguments):
        if type(given) is int and 0 < given < 100 and not any(type(x) is int and x < 0 for x in arguments):
            yield {**case, "arguments": [*arguments[:place], given - 1, *arguments[place + 1 :]]}  # less deep


def smaller_positions(case: Case) -> Iterator[Case]:
    """The same question about the positions one move further on, and with less depth."""
    arguments = case["arguments"]
    for place, given in enumerate(arguments):
        if isinstance(given, dict) and "game" in given:
            state = games.parse(given["game"], given["text"], given.get("size"), given.get("rule"))
            for move in moves(state):
                child = {**given, "text": position_text(play(state, move))}
                yield {**case, "arguments": [*arguments[:place], child, *arguments[place + 1 :]]}
        elif type(given) is int and 0 < given < 100:
            yield {**case, "arguments": [*arguments[:place], given - 1, *arguments[place + 1 :]]}


def shrink(
    case: Case,
    question_of: Callable[[Case], Question],
    is_wrong: Callable[[Question], bool],
    seconds: float,
    simpler: Callable[[Case], Iterable[Case]] = smaller_cases,
) -> Question:
    """The smallest question found, starting from one that is answered wrongly."""
    end = time.monotonic() + seconds
    best, asked = question_of(case), 0
    going = True
    while going:
        going = False
        for smaller in simpler(best.case):
            asked += 1
            if asked > MOST_ASKED or time.monotonic() > end:
                return best
            try:
                question = question_of(smaller)
            except (ValueError, TypeError, IndexError, KeyError):
                continue  # nothing can be asked about so small a tree
            if is_wrong(question):
                best, going = question, True
                break
    return best


# --- the first wrong node -----------------------------------------------------------------------------------


class Wrong(NamedTuple):
    """The first node at which two searches of a tree part."""

    node: int  # its number, level by level
    path: tuple[int, ...]  # the moves that lead to it
    says: str

    @property
    def place(self) -> str:
        """Where it is, for people.

        >>> Wrong(4, (1, 0), "").place
        'the node after moves 2, 1'
        """
        names = ", ".join(str(move + 1) for move in self.path)
        if len(self.path) > 1:
            return said("the node after moves {}", names)
        return said("the node after move {}", names) if self.path else said("the root")


def paths(tree: Any) -> list[tuple[int, ...]]:
    """For each node, level by level, the moves that lead to it.

    >>> paths([[5, 3], 1])
    [(), (0,), (1,), (0, 0), (0, 1)]
    """
    found: list[tuple[int, ...]] = []
    level: list[tuple[Any, tuple[int, ...]]] = [(tree, ())]
    while level:
        found += [path for _, path in level]
        level = [(child, (*path, i)) for node, path in level for i, child in enumerate(inner(node))]
    return found


def first_wrong(case: Case, right: Any, given: Any, reference: Trace | None, learner: Trace | None) -> Wrong:
    """Where an answer parts from the right one: by the order of visits, then by the values on the way."""
    where = paths(case["tree"])
    orders = (right.get("order", []), given.get("order", []) if isinstance(given, dict) else [])
    for wanted, got in zip_longest(*orders):
        if wanted == got:
            continue
        if got is None:
            return Wrong(wanted, where[wanted], said("yours never looks at it, and it matters"))
        if orders[1].count(got) > 1 >= orders[0].count(got):
            return Wrong(got, where[got], said("yours looks at it more than once"))
        if wanted is None or got not in orders[0]:
            return Wrong(got, where[got], said("yours looks at it, and nothing depends on it"))
        before = Wrong(wanted, where[wanted], "").place
        return Wrong(got, where[got], said("yours looks at it before {}", before))
    if reference is not None and learner is not None:
        values = {
            id_of(node): node.value for node in learner.nodes if node.function == reference.root.function
        }
        for node in _from_below(reference.root):
            found = values.get(id_of(node), node.value)
            if found != node.value:
                says = said("here {} is right, and yours says {}", shown(node.value), shown(found))
                return Wrong(id_of(node), where[id_of(node)], says)
    return Wrong(0, (), said("everything on the way agrees, but the answer is wrong"))


def parting(case: Case, reference: Trace | None, learner: Trace | None) -> str:
    """One sentence on what a recorded search does otherwise than the reference, first of all."""
    if reference is None or learner is None:
        return ""
    if all(child.function != reference.root.function for child in reference.root.children):
        return ""  # nothing is searched inside
    where = paths(case["tree"])

    def place(node: Node) -> str:
        return Wrong(id_of(node), where[id_of(node)], "").place

    for (one, is_end), (other, has_ended) in zip(_events(reference), _events(learner), strict=False):
        if is_end != has_ended or (not is_end and id_of(one) != id_of(other)):
            yours, theirs = (
                f"has done with {place(node)}" if ended else f"goes on to {place(node)}"
                for node, ended in ((other, has_ended), (one, is_end))
            )
            return f"On the tree below, yours {yours}, where the reference {theirs}."
        if is_end and one.value != other.value and not _are_bounds(one, other):
            said, right = shown(other.value), shown(one.value)
            return (
                f"On the tree below, yours says {said} of {place(other)}, and the reference {right}; "
                "all that came before is the same."
            )
        for name, given in () if is_end else other.arguments.items():
            right = one.arguments.get(name, given)
            if type(given) in (int, bool) and given != right:
                asked = f"{place(one)} is asked about with {name} = {shown(given)}"
                how = _window(one, other) if name in ("alpha", "beta") else ""
                return f"On the tree below, {asked}, where the reference has {shown(right)}.{how}"
    return ""


def _window(one: Node, other: Node) -> str:
    """What is wrong with a child's window as a whole, beside the reference's."""
    (alpha, beta), given = ([node.arguments.get(name) for name in ("alpha", "beta")] for node in (one, other))
    if type(alpha) is not int or type(beta) is not int:
        return ""
    if given == [beta, alpha]:
        return " Alpha and beta are exchanged."
    if given == [-beta, -alpha]:
        return " Its window is that of the other side."
    if given == [-INF, beta] or given == [alpha, INF]:
        return " What is known from further up, or from the moves before, is not handed down."
    return ""


def _events(walk: Trace) -> Iterator[tuple[Node, bool]]:
    """Each call of the search itself as it begins, and as it ends (True)."""

    def go(node: Node) -> Iterator[tuple[Node, bool]]:
        is_search = node.function == walk.root.function
        yield from [(node, False)] * is_search
        for child in node.children:
            yield from go(child)
        yield from [(node, True)] * is_search

    return go(walk.root)


def _are_bounds(one: Node, other: Node) -> bool:
    """Do both values lie beyond the same end of the window? Then soft and hard are both right."""
    alpha, beta = (one.arguments.get(name) for name in ("alpha", "beta"))
    values = (one.value, other.value)
    if not all(isinstance(each, int | np.integer) for each in (alpha, beta, *values)):
        return False
    return all(value <= alpha for value in values) or all(value >= beta for value in values)


def id_of(node: Node) -> int:
    """The number of the tree's node that a call was about."""
    return -1 if node.state is None else int(node.state.node)


def shown(given: Any) -> str:
    """An argument or a value for people.

    >>> shown([-(10**9), 3, "$guess"])
    '[-INF, 3, the evaluator]'
    >>> shown(1 << 63)
    '0x8000000000000000'
    """
    if isinstance(given, int | np.integer) and abs(int(given)) > 2 * INF:  # a word of bits
        return hex(given)
    if isinstance(given, int | np.integer) and abs(int(given)) >= INF - 9:
        less = INF - abs(int(given))
        return ("INF" if given > 0 else "-INF") + (f" {'-' if given > 0 else '+'} {less}" if less > 0 else "")
    if isinstance(given, list | tuple):
        return f"[{', '.join(map(shown, given))}]"
    if isinstance(given, dict) and "type" in given:
        return said("a {}", given["type"])
    names = {
        "$guess": said("the evaluator"),
        "$table": said("the table"),
        "$known": said("the memory"),
        "$clock": said("the clock"),
    }
    return names.get(str(given), str(given))


def answer_text(answer: Any) -> str:
    """An answer for people.

    >>> answer_text({"value": 3, "visits": 1})
    '3 after looking at 1 node'
    """
    if not isinstance(answer, dict):
        return said("an exception, no answer")
    found = said("{} raised", answer["raised"]) if answer.get("raised") else shown(answer.get("value"))
    visits = answer.get("visits")
    if visits is None:
        return found
    return said(
        "{} after looking at {} node" if visits == 1 else "{} after looking at {} nodes", found, visits
    )


def _from_below(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield from _from_below(child)
    yield node


# --- traces that came over the wire -------------------------------------------------------------------------


def rebuilt(case: Case, data: list[dict[str, Any]] | None) -> Trace | None:
    """A trace from what `calling.as_data` told; None where it makes no sense."""
    try:
        return _rebuilt(case, data or [])
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return None


def _rebuilt(case: Case, data: list[dict[str, Any]]) -> Trace | None:
    root = probe.of_case(case)
    nodes: list[Node] = []
    for number, call in enumerate(data):
        state = None if call["at"] is None else probe.at_node(root, range(len(root.tree))[call["at"]])
        arguments = {str(name): given for name, given in call["arguments"].items()}
        node = Node(number, str(call["function"]), arguments, call["move"], state, call["value"])
        node.pruned = list(call["pruned"])
        if call["parent"] is not None:
            above = nodes[call["parent"]]
            above.children.append(node)
            if call["move"] is not None and above.state is not None:
                move_name(above.state, call["move"])
        nodes.append(node)
    return Trace(nodes[0].value, nodes[0], nodes) if nodes else None
