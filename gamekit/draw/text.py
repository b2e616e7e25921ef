"""A trace as a text tree: what a search did, readable anywhere."""

from __future__ import annotations

from typing import Any

from gamekit.rules import INF, move_name, to_move
from gamekit.tracing import Node, Trace


def tree_text(trace: Trace, most_nodes: int = 200) -> str:
    """One line a node, in the order of visits: move, side, window if there is one, value, what was pruned.

    Values and windows stand as the search saw them at that node.
    """
    lines = _lines(trace.root, "", "")
    if len(lines) > most_nodes:
        lines = [*lines[:most_nodes], f"... and {len(lines) - most_nodes:,} lines more"]
    return "\n".join(lines)


def _lines(node: Node, first: str, rest: str) -> list[str]:
    found = [first + _label(node)]
    below = len(node.children) + bool(node.pruned)
    for number, child in enumerate(node.children):
        is_last = number == below - 1
        edge = "" if child.move is None or node.state is None else f"{move_name(node.state, child.move)}: "
        found += _lines(child, f"{rest}+- {edge}", rest + ("   " if is_last else "|  "))
    if node.pruned:
        names = " ".join(move_name(node.state, move) for move in node.pruned)
        found.append(f"{rest}+- never looked at: {names}")
    return found


def _label(node: Node) -> str:
    parts = []
    if node.state is not None and (node.children or node.pruned):
        parts.append("max" if to_move(node.state) == 0 else "min")
    if "alpha" in node.arguments and "beta" in node.arguments:
        parts.append(f"({_number(node.arguments['alpha'])}, {_number(node.arguments['beta'])})")
    parts.append(f"= {_number(node.value)}")
    return " ".join(parts)


def _number(value: Any) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) >= INF:
        return "inf" if value > 0 else "-inf"
    return str(value)
