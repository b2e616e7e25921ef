"""Perft: count the lines of play to a depth. The habit that proves a game's rules.

A number that a hundred programs agree on leaves no room for a wrong rule. Published tables differ in two
points, so both are arguments: does a pass take a ply, and does a game that ended earlier still count?
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from gamekit.compiling import compiled
from gamekit.errors import GamekitError
from gamekit.game import rules_of
from gamekit.rules import (
    PASS,
    State,
    count_moves,
    is_over,
    move_name,
    moves,
    play,
    position_text,
    snapshot,
    undo,
)

__all__ = ["count_lines", "count_positions", "split"]


def perft(state: State, depth: int, pass_ply: int, ended: int) -> Any:
    """The number of lines of play of this length; `ended` is what a game that is over before counts."""
    if depth == 0:
        return 1
    if depth == 1:
        count = count_moves(state)  # the last ply need not be played
        if count > 0:
            return count
    if is_over(state):
        return ended
    count = 0
    for move in moves(state):
        spent = pass_ply if move == PASS else 1
        count += perft(play(state, move), depth - spent, pass_ply, ended)
        undo(state, move)
    return count


def distinct(state: State, depth: int) -> int:
    """The number of different positions after exactly this many plies."""
    frontier = set()
    frontier.add(state)
    for _ in range(depth):
        following = set()
        for position in frontier:
            for move in moves(position):
                following.add(play(position, move))
        frontier = following
    return len(frontier)


fast_perft = compiled(perft)
fast_distinct = compiled(distinct)


def counts_ended(state: Any) -> int:
    """What a game that was over before counts in the published tables, 0 or 1."""
    with suppress(GamekitError):  # a game of your own may have no record
        return int(rules_of(state).counts_ended)
    return 0


def count_lines(state: Any, depth: int, free_passes: bool = False, progress: bool = False) -> int:
    """Perft as the published tables have it; `progress` shows a bar on stderr.

    >>> from gamekit.games import othello
    >>> [count_lines(othello.start(), depth) for depth in range(6)]
    [1, 4, 12, 56, 244, 1396]
    """
    if progress and depth >= 3 and not is_over(state):
        return sum(split(state, depth, free_passes, progress).values())
    result: int = fast_perft(snapshot(state), depth, 0 if free_passes else 1, counts_ended(state))
    return result


def split(state: Any, depth: int, free_passes: bool = False, progress: bool = False) -> dict[str, int]:
    """Perft below each move at the root: where two programs differ, this finds the move.

    >>> from gamekit.games import tictactoe
    >>> split(tictactoe.parse("XOX/OXO/..."), 2)
    {'a1': 0, 'b1': 2, 'c1': 0}
    """
    from rich.console import Console
    from rich.progress import track

    found = {}
    bar = Console(stderr=True, quiet=not progress)
    for move in track(list(moves(state)), "counting", console=bar, transient=True):
        spent = 0 if free_passes and move == PASS else 1
        child = play(snapshot(state), move)
        found[move_name(state, move)] = count_lines(child, depth - spent, free_passes)
    return found


def count_positions(state: Any, depth: int) -> int:
    """The number of different positions after exactly this many plies.

    >>> from gamekit.games import tictactoe
    >>> [count_positions(tictactoe.start(), ply) for ply in range(5)]
    [1, 9, 72, 252, 756]
    """
    if all(isinstance(part, int) for part in state):
        result: int = fast_distinct(state, depth)
        return result
    frontier = {position_text(state): state}  # states with arrays cannot stand in a set; their texts can
    for _ in range(depth):
        following = {}
        for position in frontier.values():
            for move in moves(position):
                child = play(snapshot(position), move)
                following[position_text(child)] = child
        frontier = following
    return len(frontier)
