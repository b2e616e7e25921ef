"""Trees and positions that the labs draw lots for."""

from __future__ import annotations

import random
from typing import Any

from gamekit import games
from gamekit.rules import PASS, is_over, moves, play, position_text

Tree = Any  # a whole number at a leaf, else a list of trees, which may begin with a dict of facts


def draw_tree(
    lots: random.Random,
    levels: int,
    early: float = 0.0,
    again: float = 0.0,
    guesses: bool = False,
    numbers: int = 9,
) -> Tree:
    """A tree of so many levels with two or three children at each node.

    With chance `early` a node is a leaf already; with chance `again` the same side moves once more below it;
    with `guesses` each node has a number for the evaluator. Leaves lie between -`numbers` and `numbers`.
    """

    def grow(left: int, is_root: bool) -> Tree:
        if left == 0 or (not is_root and lots.random() < early):
            return lots.randint(-numbers, numbers)
        known: dict[str, Any] = {}
        if guesses:
            known["guess"] = lots.randint(-numbers, numbers)
        if left > 1 and lots.random() < again:
            known["again"] = True
        children = [grow(left - 1, False) for _ in range(2 if lots.random() < 2 / 3 else 3)]
        return [known, *children] if known else children

    return grow(levels, True)


def draw_position(lots: random.Random, game: str, plies: int, at_least: int = 1) -> dict[str, Any]:
    """A position after so many random moves, as an argument of a case; at least so many moves are left."""
    module = games.game(game)
    while True:
        state = module.start()
        for _ in range(plies):
            if is_over(state):
                break
            state = play(state, lots.choice(list(moves(state))))
        if is_over(state):
            continue
        following = state
        for _ in range(at_least - 1):
            if is_over(following):
                break
            following = play(following, lots.choice(list(moves(following))))
        if not is_over(following):
            return {"game": game, "text": position_text(state)}


def draw_before_pass(lots: random.Random, first_ply: int, last_ply: int) -> dict[str, Any]:
    """A position of Othello after so many moves, in which one more move leads to a forced pass."""
    module = games.game("othello")
    while True:
        stem = module.start()
        for _ in range(first_ply - 4):
            if is_over(stem):
                break
            stem = play(stem, lots.choice(list(moves(stem))))
        for _ in range(8):  # passes are rare: several ends of one game are sooner tried than several games
            before, state = stem, stem
            for ply in range(first_ply - 4, last_ply):
                found = list(moves(state))
                if not found:
                    break
                if found == [PASS] and ply >= first_ply:
                    return {"game": "othello", "text": position_text(before)}
                before, state = state, play(state, lots.choice(found))
