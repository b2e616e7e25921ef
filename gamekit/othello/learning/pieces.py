"""Work cut into numbered pieces: what a piece holds depends on its recipe, seed and number, never on who
makes it or when. That is why any number of processes, on one machine or on many, give the same result.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gamekit.othello.learning.fit import Data
from gamekit.othello.learning.labels import (
    FOUND,
    MOST_FOUND,
    label_all,
    label_by_search,
    label_exactly,
    solver_memory,
)
from gamekit.othello.learning.lookahead import new_scratch
from gamekit.othello.learning.positions import new_rng, own_games, random_positions
from gamekit.othello.patterns import Array, from_weights

__all__ = ["HELD_OUT", "TRAINING", "Recipe", "label", "make_piece"]

TRAINING, HELD_OUT, CHECKED = range(3)  # streams of positions that never mix


@dataclass(frozen=True)
class Recipe:
    """How the positions of a stage are found and labelled."""

    low: int  # discs
    high: int
    own_games: bool  # from games of the program against itself, else from random games
    exact_empties: int  # with at most so many empty squares the label is the exact score ...
    depth: int  # ... else the value after so many plies; 0: as many as lead to `high` + 1 discs
    both_parities: bool = False  # the mean of the values after `depth` and after `depth` + 1 plies
    every_position: bool = False  # take each position met in the label search (five empties at most)
    play_depth: int = 1  # how far the program looks ahead in games against itself


def make_piece(
    recipe: Recipe, seed: int, stream: int, number: int, count: int, labels: Array, play: Array
) -> Data:
    """The positions of one piece with their labels.

    `labels` and `play` are weights as `from_weights` takes them: those that label, and those that play.
    """
    rng = new_rng(seed, recipe.low, stream, number)
    if recipe.every_position:
        return _every_position(recipe, rng, count)
    players, opponents = np.empty(count, np.uint64), np.empty(count, np.uint64)
    scratch = new_scratch()
    if recipe.own_games:
        player = from_weights(play)
        own_games(rng, recipe.low, recipe.high, recipe.play_depth, player, scratch, players, opponents)
    else:
        random_positions(rng, recipe.low, recipe.high, players, opponents)
    return label(recipe, players, opponents, labels)


def label(recipe: Recipe, players: Array, opponents: Array, weights: Array) -> Data:
    """What the recipe thinks of the positions."""
    scores = np.zeros(len(players), np.float32)
    discs = np.bitwise_count(players | opponents)
    evaluator, scratch = from_weights(weights), new_scratch()
    for count in range(recipe.low, recipe.high + 1):
        here = discs == count
        found = scores[here]
        if 64 - count <= recipe.exact_empties:
            label_exactly(players[here], opponents[here], evaluator, *solver_memory(64 - count), found)
        else:
            depth = recipe.depth or recipe.high + 1 - count
            label_by_search(players[here], opponents[here], depth, evaluator, scratch, found)
            if recipe.both_parities:
                deeper = np.zeros_like(found)
                label_by_search(players[here], opponents[here], depth + 1, evaluator, scratch, deeper)
                found = (found + deeper) / 2
        scores[here] = found
    return Data(players, opponents, scores)


def _every_position(recipe: Recipe, rng: Array, count: int) -> Data:
    out, found = np.zeros(count, FOUND), np.zeros(MOST_FOUND, FOUND)
    players, opponents = np.empty(count, np.uint64), np.empty(count, np.uint64)
    random_positions(rng, recipe.low, recipe.high, players[: count // 2], opponents[: count // 2])
    written = label_all(players[: count // 2], opponents[: count // 2], True, found, out)
    out = out[:written]
    return Data(out["player"].copy(), out["opponent"].copy(), out["score"].astype(np.float32))
