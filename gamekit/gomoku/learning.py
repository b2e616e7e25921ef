"""`gamekit train gomoku`: the program plays against itself, and the weights of its patterns are fitted.

A *round* is so many games with the weights so far, and a fit to all games of the round. Games come in pieces,
each from a seed of its own and kept in a file: after a stop the same command goes on with the next piece, and
any number of workers plays the same games. Some moves are drawn at random, so that positions come up which a
good player avoids and its search meets all the time.

What a position is worth is told by what the search found there and by what came of it: a share `TRUST` of its
label is the label of the next position, the rest the search's own value; the last label is the result. A move
that was drawn at random says nothing about the position before it, which then has the search's value alone.
Beside every position a second one is learnt from: after a move that was not played, with the search's value.
Most positions that the evaluation is asked about are of that kind, and in games they never come up.
Weights of points (see `shapes`) are learnt along with those of patterns if the recipe says so.
Positions with a five at hand are left out: the search never asks the evaluation about them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gamekit.errors import GamekitError
from gamekit.games.gomoku import EMPTY, start
from gamekit.gomoku.board import MOVE_OF, score_at, set_position, tables
from gamekit.gomoku.engine import Engine, Switches, as_outcome
from gamekit.gomoku.fit import (
    PARAMETERS,
    POINTS_PULL,
    PULL,
    STEPS,
    Games,
    descend,
    fit,
    loss,
    of_classes,
    patterns_of,
    start_weights,
    support_vectors,
    tied_and_tempo,
)
from gamekit.gomoku.openings import random_opening
from gamekit.gomoku.patterns import PATTERNS
from gamekit.gomoku.shapes import ONE_TALLY
from gamekit.gomoku.weights import Weights, save_weights, simple, spread, spread_points
from gamekit.rules import is_over, play, score, snapshot
from gamekit.search.result import Result
from gamekit.training.files import DAMAGED, load_arrays, save_arrays
from gamekit.training.reports import Say
from gamekit.training.workers import Workers

__all__ = ["NOTHING", "Recipe", "play_piece"]

PIECE = 20  # games
CHECKED = 10  # every tenth piece is not learnt from, but checks what was learnt
TRUST = 0.8  # in what came of a position; the rest in what the search says there
RANDOM_CHOICE = 8  # a random move is one of so many of the best points
ASIDE_CHOICE = 16  # and a move aside: one that the search looks at and nobody plays

NOTHING = Weights(np.zeros((PATTERNS, 2), np.int32), 0)  # a program that has learnt nothing

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Recipe:
    """All that decides what is learnt."""

    games: int = 2000  # a round
    rounds: int = 2
    nodes: int = 1000  # a move
    random: int = 30  # of a hundred moves, how many are drawn
    seed: int = 1
    nothing: bool = False  # begin with zeros, and tie no pattern to its shape
    points: bool = False  # learn weights of points, too


def play_piece(recipe: Recipe, round_number: int, number: int, weights: Weights) -> Games:
    """The positions of so many games, with the outcome to expect for the side to move."""
    engine = Engine(Switches(), table_mb=2, weights=weights)
    board = tables(start(), weights.of_patterns)
    at = board.record[0]
    starts, patterns, labels = [0], list[Any](), list[float]()
    for game in range(PIECE):
        rng = random.Random(f"{recipe.seed} {round_number} {number} {game}")
        engine.forget()
        state = random_opening(rng)
        seen, values, is_chosen, is_used = list[Any](), list[float](), list[bool](), list[bool]()
        asides, aside_labels = list[Any](), list[float]()
        while not is_over(state):
            set_position(board, state)
            found = engine.think(state, nodes=recipe.nodes)
            move = found.move
            is_chosen.append(rng.random() >= recipe.random / 100)
            if not is_chosen[-1]:
                move = _random_move(at, rng, RANDOM_CHOICE)
            seen.append(patterns_of(at, recipe.points))
            values.append(_probability(found))
            is_used.append(at.tallies[at.turn] & ONE_TALLY == 0)
            aside = play(snapshot(state), _random_move(at, rng, ASIDE_CHOICE))
            if not is_over(aside):
                set_position(board, aside)
                if at.tallies[at.turn] & ONE_TALLY == 0:
                    asides.append(patterns_of(at, recipe.points))
                    aside_labels.append(_probability(engine.think(aside, nodes=recipe.nodes)))
            state = play(state, move)
        label = (1 + score(state)) / 2  # for the side that would be to move
        game_labels = []
        for value, chosen in zip(reversed(values), reversed(is_chosen), strict=True):
            label = TRUST * (1 - label) + (1 - TRUST) * value if chosen else value
            game_labels.append(label)
        met = zip(seen, reversed(game_labels), is_used, strict=True)
        used = [(each, label) for each, label, is_in in met if is_in]
        for each, label in [*used, *zip(asides, aside_labels, strict=True)]:
            patterns.append(each)
            starts.append(starts[-1] + len(each))
            labels.append(label)
    return Games(np.array(starts, np.int64), np.concatenate(patterns), np.array(labels))


def _probability(found: Result) -> float:
    """How likely the side to move wins, as the search sees it."""
    return float(1 + as_outcome(found).value) / 2


def _random_move(at: Any, rng: random.Random, most: int) -> int:
    """One of so many of the best points, each as likely as any other."""
    board, words = at.board, at.words
    cells = [int(cell) for cell in at.candidates[: at.count] if board[cell] == EMPTY]
    cells.sort(key=lambda cell: -max(int(score_at(int(words[cell]), side)) for side in (0, 1)))
    return int(MOVE_OF[rng.choice(cells[:most])])


def train(
    recipe: Recipe,
    folder: Path,
    out: Path,
    command: str,
    *,
    workers: int = 1,
    say: Say = lambda line: None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Do all rounds, or those that are left, and write the weights: the facts of the run."""
    folder.mkdir(parents=True, exist_ok=True)
    _same_recipe(folder, recipe)
    pieces = max(2, -(-recipe.games // PIECE))
    learnt, playing = (np.zeros(PARAMETERS), NOTHING) if recipe.nothing else (start_weights(), simple())
    if recipe.nothing:
        save_weights(folder / "weights-0.npz", *tied_and_tempo(learnt), {})
    rounds = []
    with Workers(workers) as who:
        for round_number in range(recipe.rounds):
            paths = [folder / f"games-{round_number}-{number}.npz" for number in range(pieces)]
            missing = [number for number, path in enumerate(paths) if not path.exists()]
            tasks = [(recipe, round_number, number, playing) for number in missing]
            for number, found in zip(missing, who.in_order(play_piece, tasks), strict=True):
                save_arrays(paths[number], found._asdict())
                if progress is not None:
                    progress(round_number * pieces + number + 1, recipe.rounds * pieces)
            every = [load_games(path) for path in paths]
            # The last piece checks, too, so that a run of two pieces has one for each purpose.
            checks = {number for number in range(pieces) if number % CHECKED == CHECKED - 1} or {pieces - 1}
            checking = _joined([every[number] for number in sorted(checks)])
            learning = _joined([games for number, games in enumerate(every) if number not in checks])
            if recipe.nothing:  # from what the rounds before have learnt
                learnt = descend(learning, learnt, STEPS, PULL)
            else:
                learnt = fit(learning, start_weights(), pull=POINTS_PULL if recipe.points else PULL)
            facts: dict[str, Any] = {
                "round": round_number + 1,
                "positions": len(learning.results),
                "loss": round(loss(learning, learnt), 4),
                "checked": round(loss(checking, learnt), 4),
                "checked_by_hand": round(loss(checking, start_weights()), 4),
            }
            rounds.append(facts)
            say(
                f"round {facts['round']}: {facts['positions']} positions, log loss {facts['loss']}, on games "
                f"not learnt from {facts['checked']} (by hand {facts['checked_by_hand']})"
            )
            tied, tempo = tied_and_tempo(learnt)
            of_points = of_classes(learnt) if recipe.points else None
            playing = Weights(spread(tied), tempo, None if of_points is None else spread_points(of_points))
            save_weights(folder / f"weights-{round_number + 1}.npz", tied, tempo, facts, of_points)
    if recipe.nothing:  # the games of the last round alone, from zeros, learnt in two ways
        zeros = np.zeros(PARAMETERS)
        ways = {"svm": support_vectors(learning, zeros), "logistic": descend(learning, zeros, STEPS, PULL)}
        for name, found in ways.items():
            told = {"loss": round(loss(learning, found), 4), "checked": round(loss(checking, found), 4)}
            save_weights(folder / f"weights-{name}.npz", *tied_and_tempo(found), {"way": name, **told})
    assert len(learnt) == PARAMETERS
    facts = {"command": command, **asdict(recipe), "results": rounds}
    save_weights(out, *tied_and_tempo(learnt), facts, of_classes(learnt) if recipe.points else None)
    return facts


def _same_recipe(folder: Path, recipe: Recipe) -> None:
    """A folder belongs to one recipe; more rounds are no other recipe."""
    path = folder / "recipe.json"
    own = {name: each for name, each in asdict(recipe).items() if name != "rounds"}
    if path.exists():
        try:
            there = json.loads(path.read_text("utf-8"))
        except ValueError:
            there = None
        if there != own:
            raise GamekitError(f"{folder} holds the games of another recipe ({there}); choose another folder")
    else:
        path.write_text(json.dumps(own), "utf-8")


def load_games(path: Path) -> Games:
    """A piece of games that were played before."""
    try:
        return Games(**load_arrays(path))
    except DAMAGED as error:
        raise GamekitError(f"the games {path} cannot be read ({error}); delete the file") from None


def _joined(pieces: list[Games]) -> Games:
    starts, patterns, results = [np.zeros(1, np.int64)], [], []
    for games in pieces:
        starts.append(games.starts[1:] + starts[-1][-1])
        patterns.append(games.patterns)
        results.append(games.results)
    return Games(np.concatenate(starts), np.concatenate(patterns), np.concatenate(results))
