"""`gamekit train othello`: a scheme, step by step, with a checkpoint after each.

Stop it at any moment, start the same command again, and it goes on with the step that was being done: the
pieces of a step depend on the seed alone, so it comes out the same.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gamekit.errors import GamekitError
from gamekit.othello.learning.fit import Data, joined
from gamekit.othello.learning.learners import learn, mean_errors
from gamekit.othello.learning.pieces import CHECKED, HELD_OUT, TRAINING, Recipe, make_piece
from gamekit.othello.learning.schemes import Step
from gamekit.othello.patterns import DISC, STAGES, WEIGHTS, Array, save_weights
from gamekit.training.files import DAMAGED, load_arrays, save_arrays
from gamekit.training.reports import Report, Say, counting_bar
from gamekit.training.workers import Workers

HELD_OUT_POSITIONS = 5_000
CHECKED_POSITIONS = 100  # solved exactly, beside the labels, where the solver takes milliseconds
CHECKED_EMPTIES = 16


# --- checkpoints ------------------------------------------------------------------------------------------


def _no_weights() -> Array:
    return np.zeros((STAGES, WEIGHTS), np.float32)


@dataclass
class Progress:
    """How far a run has come."""

    setting: dict[str, Any]  # what the run was started with; another setting is another run
    step: int = 0  # the step that comes next
    seconds: float = 0.0  # of work so far
    errors: list[dict[str, Any]] = field(default_factory=list)  # one entry a finished step
    weights: Array = field(default_factory=_no_weights)  # in discs, tied
    play: Array = field(default_factory=_no_weights)  # those that play the games of this round


def save_progress(path: Path, progress: Progress) -> None:
    """Write a checkpoint."""
    facts = {name: fact for name, fact in vars(progress).items() if name not in ("weights", "play")}
    told = np.frombuffer(json.dumps(facts).encode(), np.uint8)
    arrays = {"weights": progress.weights, "play": progress.play, "facts": told}
    save_arrays(path, arrays, "the checkpoint ")


def load_progress(path: Path, setting: dict[str, Any], begin: Array) -> Progress:
    """The checkpoint of a run with this setting; where there is none, a fresh start from these weights."""
    if not path.exists():
        return Progress(setting, weights=begin)
    try:
        arrays = load_arrays(path)
        facts = json.loads(arrays["facts"].tobytes())
        progress = Progress(**facts, weights=arrays["weights"], play=arrays["play"])
    except DAMAGED:
        raise GamekitError(f"{path} is no checkpoint of a training run; remove it to start afresh") from None
    if progress.setting != json.loads(json.dumps(setting)):
        raise GamekitError(
            f"{path.parent} holds a run with other settings; use them again, or another --folder"
        )
    return progress


# --- the run ----------------------------------------------------------------------------------------------


def whole(weights: Array) -> Array:
    """Weights in discs as `from_weights` takes them, small enough to be sent around."""
    small: Array = np.clip(np.rint(weights * DISC), -32768, 32767).astype(np.int16)
    return small


class Run:
    """A training run in a folder. `go` can be stopped at any moment and goes on where it was."""

    def __init__(
        self,
        steps: list[Step],
        seed: int,
        folder: Path,
        workers: Workers,
        start: Array | None = None,
    ) -> None:
        """`start`: tied weights of all stages to go on from, in hundredths of a disc; nothing if not said."""
        self.steps, self.seed, self.workers = steps, seed, workers
        self._path = folder / "checkpoint.npz"
        begin = _no_weights() if start is None else (start / DISC).astype(np.float32)
        setting = {
            "seed": seed,
            "steps": [asdict(step) for step in steps],
            "start": zlib.crc32(begin.tobytes()),
        }
        self.progress = load_progress(self._path, setting, begin)

    @property
    def is_done(self) -> bool:
        """Is every step finished?"""
        return self.progress.step >= len(self.steps)

    def go(
        self, report: Report | None = None, step_done: Callable[[dict[str, Any]], None] | None = None
    ) -> None:
        """Work until all is done."""
        while not self.is_done:
            self._one_step(self.steps[self.progress.step], report)
            if step_done is not None:
                step_done(self.progress.errors[-1])

    def _one_step(self, step: Step, report: Report | None) -> None:
        began, progress = time.monotonic(), self.progress
        if progress.step == 0 or self.steps[progress.step - 1].round != step.round:
            progress.play = progress.weights.copy()
        start = self._start(step)
        labels = progress.weights.copy()
        labels[list(step.stages)] = start  # until they are learnt; a pass may end a look ahead in this stage
        learnt = learn(step, start, self._pieces(step, labels, report))
        found = self._errors(step, labels, learnt)
        progress.weights[list(step.stages)] = learnt
        progress.errors.append({"step": progress.step, "round": step.round, "name": step.name, **found})
        progress.step += 1
        progress.seconds += time.monotonic() - began
        save_progress(self._path, progress)

    def _start(self, step: Step) -> Array:
        """The weights of the round before, changed as those of the stage behind have changed since."""
        weights, before = self.progress.weights, self.progress.play
        here, behind = step.stages[0], step.start_from
        change = 0.0 if behind is None else weights[behind] - before[behind]
        return np.asarray(before[here] + change)

    def _pieces(self, step: Step, labels: Array, report: Report | None) -> Iterator[Data]:
        """The pieces that a step learns from."""
        done = sum(before.positions for before in self.steps[: self.progress.step])
        wanted = sum(each.positions for each in self.steps)
        tasks = self._tasks(step, step.recipe, TRAINING, step.positions, labels)
        for number, data in enumerate(self.workers.in_order(make_piece, tasks), 1):
            if report is not None:
                report(step.name, done + min(number * step.piece, step.positions), wanted)
            yield data

    def _tasks(
        self, step: Step, recipe: Recipe, stream: int, positions: int, labels: Array
    ) -> Iterator[tuple[Any, ...]]:
        sent, play = whole(labels), whole(self.progress.play)
        seed = self.seed * 1000 + step.round
        for number in range(-(-positions // step.piece)):
            count = min(step.piece, positions - number * step.piece)
            yield recipe, seed, stream, number, count, sent, play

    def _errors(self, step: Step, labels: Array, learnt: Array) -> dict[str, Any]:
        """Errors on positions that the training never saw: against their labels, and against exact scores."""
        held_out = min(HELD_OUT_POSITIONS, step.positions)
        found = mean_errors(self._collect(step, step.recipe, HELD_OUT, held_out, labels), learnt)
        recipe = step.recipe
        if recipe.exact_empties >= 64 - recipe.low or 64 - recipe.high > CHECKED_EMPTIES:
            return found  # the labels are exact, or the solver would take too long
        exact = Recipe(
            max(recipe.low, 64 - CHECKED_EMPTIES),
            recipe.high,
            recipe.own_games,
            CHECKED_EMPTIES,
            recipe.depth,
        )
        data = self._collect(step, exact, CHECKED, CHECKED_POSITIONS, labels)
        return {**found, "exact": mean_errors(data, learnt)}

    def _collect(self, step: Step, recipe: Recipe, stream: int, positions: int, labels: Array) -> Data:
        return joined(self.workers.in_order(make_piece, self._tasks(step, recipe, stream, positions, labels)))


def train(
    steps: list[Step],
    *,
    seed: int,
    folder: Path,
    out: Path,
    command: str,
    workers: int = 1,
    scheduler: str | None = None,
    start: Array | None = None,
    say: Say = lambda line: None,
) -> dict[str, Any]:
    """Run a scheme, or go on with it, and write the weights: facts about them, which the file keeps too."""
    with Workers(workers, scheduler) as who, counting_bar() as report:
        run = Run(steps, seed, folder, who, start=start)
        if run.progress.step:
            say(f"going on from the checkpoint in {folder}")
        run.go(report, lambda entry: say(_line(entry)))
    facts = {
        "command": command,
        "seed": seed,
        "seconds": round(run.progress.seconds, 1),
        "positions": sum(step.positions for step in steps),
        "errors": [_rounded(entry) for entry in run.progress.errors],
    }
    save_weights(out, whole(run.progress.weights), facts)
    return facts


def _rounded(fact: Any) -> Any:
    if isinstance(fact, dict):
        return {name: _rounded(each) for name, each in fact.items()}
    return round(fact, 3) if isinstance(fact, float) else fact


def _line(entry: dict[str, Any]) -> str:
    exact = f", against exact scores {entry['exact']['absolute']:.2f}" if "exact" in entry else ""
    return (
        f"round {entry['round']}, {entry['name']}: mean absolute error {entry['absolute']:.2f}, "
        f"half squared {entry['half_squared']:.2f}{exact}"
    )
