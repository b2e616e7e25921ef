"""`gamekit train policy`: the engine plays against itself, and a policy learns to foresee its moves.

Games come in pieces, each from a seed of its own and kept in a file: after a stop the same command goes on
with the next piece. A game begins with random moves, and some are random later on, so that positions come up
which the engine avoids and its search meets all the time; what is learnt is always the move that the engine
would have chosen.

Learning goes downhill, one position after the other. The loss of a position is minus the logarithm of the
chance that the policy gives to the engine's move; its slope for what a move promises is the move's chance,
less 1 if it is the engine's move. Each weight has a rate of its own, which falls with the slopes that it has
met (AdaGrad): most are met seldom, and must then learn much at once.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import ONE, lowest_square, popcount
from gamekit.code_cache import kernel
from gamekit.errors import GamekitError
from gamekit.games.othello import legal_mask, start
from gamekit.othello.engine import Engine
from gamekit.othello.patterns import Array
from gamekit.othello.policy import (
    COUNT,
    PHASES,
    WEIGHTS,
    Policy,
    entry_of,
    from_weights,
    phase_of,
    promise_of,
    save_policy,
    ties,
)
from gamekit.rules import is_over, moves, play
from gamekit.training.files import DAMAGED, load_arrays, save_arrays
from gamekit.training.reports import Report, Say
from gamekit.training.workers import Workers

PIECE = 25  # games
CHECKED = 10  # every tenth piece is not learnt from, but checks what was learnt
MOST_OPENING = 16  # random moves at the beginning
MOST_RANDOM = 20  # of a hundred later moves
PASSES, RATE, FIRST_SIZE = 4, 0.25, 4.0
FEW = (1, 2, 3, 5)  # how often is the engine's move among so many?


class Moves(NamedTuple):
    """Positions, and the squares that the engine moved to."""

    players: Array
    opponents: Array
    squares: Array

    def __len__(self) -> int:
        return len(self.squares)


def play_piece(seed: int, number: int, nodes: int) -> Moves:
    """What the engine chose in so many games, wherever there was a choice."""
    engine, rng = Engine(table_mb=2), random.Random(f"{seed} {number}")
    found = []
    for _ in range(PIECE):
        engine.searcher.forget()
        state = start()
        share, opening = rng.randint(0, MOST_RANDOM), rng.randint(2, MOST_OPENING)
        while not is_over(state):
            legal = list(moves(state))
            move = rng.choice(legal)
            if opening > 0:
                opening -= 1
            elif len(legal) > 1:
                best = engine.think(state, nodes=nodes).move
                found.append((state.player, state.opponent, best))
                if rng.randrange(100) >= share:
                    move = best
            state = play(state, move)
    players, opponents, squares = zip(*found, strict=True)
    return Moves(np.array(players, np.uint64), np.array(opponents, np.uint64), np.array(squares, np.uint8))


@kernel
def policy_steps(
    players: Any, opponents: Any, squares: Any, ties: Any, rate: Any, weights: Any, sizes: Any
) -> Any:
    """One step downhill for each position in turn; the sum of the losses before each step.

    `sizes` holds for each weight the sum of the squares of the slopes that it has met.
    """
    legal, loss = np.empty(64, np.int64), 0.0
    entries = np.empty((64, COUNT.max()), np.int64)  # of the weights that speak of each move
    for position in range(len(players)):
        player, opponent = players[position], opponents[position]
        phase, rest, count = phase_of(player, opponent), legal_mask(player, opponent), 0
        chance = np.zeros(popcount(rest))
        while rest:
            legal[count] = square = lowest_square(rest)
            rest &= rest - ONE
            for number in range(COUNT[square]):
                weight = ties[entry_of(player, opponent, square, number)]
                entries[count, number] = weight
                chance[count] += weights[phase, weight]
            count += 1
        chance = np.exp(chance - chance.max())
        chance /= chance.sum()
        for move in range(count):
            slope = chance[move]
            if legal[move] == squares[position]:
                loss -= np.log(slope)
                slope -= 1.0
            for number in range(COUNT[legal[move]]):
                weight = entries[move, number]
                sizes[phase, weight] += slope * slope
                weights[phase, weight] -= rate * slope / np.sqrt(sizes[phase, weight])
    return loss


def learn(data: Moves, seed: int, say: Say = lambda line: None) -> Array:
    """Tied weights [PHASES, WEIGHTS] that make the engine's moves likely, after some passes over the data."""
    weights = np.zeros((PHASES, WEIGHTS), np.float32)
    sizes = np.full((PHASES, WEIGHTS), FIRST_SIZE, np.float32)
    rng = np.random.default_rng(seed)
    for number in range(PASSES):
        order = rng.permutation(len(data))
        rate = RATE * (1 - number / PASSES)
        players, opponents, squares = (each[order] for each in data)
        loss = policy_steps(players, opponents, squares, ties(), rate, weights, sizes)
        say(f"pass {number + 1}: log loss {loss / len(data):.3f}")
    return weights


@kernel
def _places(players: Any, opponents: Any, squares: Any, weights: Any, out: Any) -> None:
    for position in range(len(players)):
        player, opponent = players[position], opponents[position]
        chosen = promise_of(weights, player, opponent, np.int64(squares[position]))
        rest = legal_mask(player, opponent)
        while rest:
            out[position] += promise_of(weights, player, opponent, lowest_square(rest)) > chosen
            rest &= rest - ONE


def places(data: Moves, policy: Policy) -> Array:
    """For each position the place of the engine's move in the order of the policy; 1 is the first."""
    found = np.ones(len(data), np.int64)
    _places(*data, policy.weights, found)
    return found


def train_policy(
    games: int,
    nodes: int,
    *,
    seed: int,
    folder: Path,
    out: Path,
    command: str,
    workers: int = 1,
    scheduler: str | None = None,
    say: Say = lambda line: None,
    report: Report | None = None,
) -> dict[str, Any]:
    """Play games, or those that are missing, learn from them and write the weights: facts about them."""
    begin = time.monotonic()
    pieces = max(2, -(-games // PIECE))
    paths = [folder / f"policy-{seed}-{nodes}-{number}.npz" for number in range(pieces)]
    missing = [number for number, path in enumerate(paths) if not path.exists()]
    with Workers(workers, scheduler) as who:
        played = who.in_order(play_piece, [(seed, number, nodes) for number in missing])
        for done, (number, piece) in enumerate(zip(missing, played, strict=True), 1 + pieces - len(missing)):
            save_arrays(paths[number], piece._asdict(), "the games ")
            if report is not None:
                report("games", PIECE * done, PIECE * pieces)
    every = [_load(path) for path in paths]
    learning = _joined([piece for number, piece in enumerate(every) if (number + 1) % CHECKED and number])
    checking = _joined(
        [piece for number, piece in enumerate(every) if not ((number + 1) % CHECKED and number)]
    )
    weights = learn(learning, seed, say)
    found = places(checking, from_weights(weights))
    facts = {
        "command": command,
        "seed": seed,
        "positions": len(learning),
        "checked": len(checking),
        "first": {few: round(float((found <= few).mean()), 4) for few in FEW},
    }
    save_policy(out, weights, facts)
    return facts | {"seconds": round(time.monotonic() - begin, 1)}


def _load(path: Path) -> Moves:
    try:
        return Moves(**load_arrays(path))
    except DAMAGED:
        raise GamekitError(f"{path} holds no games of a policy; remove it to play them again") from None


def _joined(pieces: list[Moves]) -> Moves:
    return Moves(*(np.concatenate(arrays) for arrays in zip(*pieces, strict=True)))
