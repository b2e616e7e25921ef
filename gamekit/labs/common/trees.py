"""Trees and positions that the labs draw, and minimax on trees."""

from __future__ import annotations

import random
from typing import Any

from gamekit import games
from gamekit.rules import PASS, is_over, moves, play, position_text

Tree = Any  # a whole number at a leaf, else a list of trees, which may begin with a dict of facts


def draw_tree(
    rng: random.Random,
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
        if left == 0 or (not is_root and rng.random() < early):
            return rng.randint(-numbers, numbers)
        known: dict[str, Any] = {}
        if guesses:
            known["guess"] = rng.randint(-numbers, numbers)
        if left > 1 and rng.random() < again:
            known["again"] = True
        children = [grow(left - 1, False) for _ in range(2 if rng.random() < 2 / 3 else 3)]
        return [known, *children] if known else children

    return grow(levels, True)


def minimax(tree: Tree, maximising: bool, depth: int = 99) -> tuple[int, int]:
    """(value for the first player, nodes): a node is worth its guess where the depth ends.

    >>> minimax([{"guess": 7}, [5, 3], [1, 9]], True), minimax([{"guess": 7}, [5, 3], [1, 9]], True, 0)
    ((3, 7), (7, 1))
    """
    if not isinstance(tree, list):
        return tree, 1
    known = tree[0] if isinstance(tree[0], dict) else {}
    if depth == 0:
        return known.get("guess", 0), 1
    value, nodes = None, 1
    for child in tree[1:] if known else tree:
        found, below = minimax(child, not maximising, depth - 1)
        nodes += below
        if value is None or (found > value if maximising else found < value):
            value = found
    assert value is not None
    return value, nodes


def value_for_mover(tree: Tree, turn: int, depth: int = 99) -> int:
    """What the tree is worth to the side whose turn it is, so many plies deep.

    >>> value_for_mover([[5, 3], [1, 9]], 0), value_for_mover([5, 3], 1)
    (3, -3)
    """
    value, _ = minimax(tree, turn == 0, depth)
    return value if turn == 0 else -value


def draw_position(rng: random.Random, game: str, plies: int, at_least: int = 1) -> dict[str, Any]:
    """A position after so many random moves, as an argument of a case; at least so many moves are left."""
    module = games.game(game)
    while True:
        state = module.start()
        for _ in range(plies):
            if is_over(state):
                break
            state = play(state, rng.choice(list(moves(state))))
        if is_over(state):
            continue
        following = state
        for _ in range(at_least - 1):
            if is_over(following):
                break
            following = play(following, rng.choice(list(moves(following))))
        if not is_over(following):
            return {"game": game, "text": position_text(state)}


def draw_before_pass(rng: random.Random, first_ply: int, last_ply: int) -> dict[str, Any]:
    """A position of Othello after so many moves, in which one more move leads to a forced pass."""
    module = games.game("othello")
    while True:
        stem = module.start()
        for _ in range(first_ply - 4):
            if is_over(stem):
                break
            stem = play(stem, rng.choice(list(moves(stem))))
        for _ in range(8):  # passes are rare: several ends of one game are sooner tried than several games
            before, state = stem, stem
            for ply in range(first_ply - 4, last_ply):
                found = list(moves(state))
                if not found:
                    break
                if found == [PASS] and ply >= first_ply:
                    return {"game": "othello", "text": position_text(before)}
                before, state = state, play(state, rng.choice(found))


def draw_before_end(rng: random.Random, plies: int) -> dict[str, Any]:
    """A position of Othello in which one move ends the game although squares are empty."""
    while True:
        stem = games.parse("othello", draw_position(rng, "othello", plies)["text"])
        for _ in range(50):  # such ends are rarer still
            before, state = stem, stem
            while not is_over(state):
                before, state = state, play(state, rng.choice(list(moves(state))))
            if "-" in position_text(state).split()[0]:
                return {"game": "othello", "text": position_text(before)}
