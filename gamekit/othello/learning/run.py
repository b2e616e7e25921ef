"""Running a scheme: step by step, piece by piece, with a checkpoint now and then.

Stop it at any moment, start the same command again, and it goes on.
"""

from __future__ import annotations

import json
import signal
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gamekit.errors import GamekitError
from gamekit.othello.learning.fit import Data, joined
from gamekit.othello.learning.learners import Learner, mean_errors, new_learner
from gamekit.othello.learning.pieces import CHECKED, HELD_OUT, TRAINING, Recipe, make_piece
from gamekit.othello.learning.schemes import Step
from gamekit.othello.patterns import DISC, STAGES, WEIGHTS, Array
from gamekit.training.files import DAMAGED, load_arrays, save_arrays
from gamekit.training.reports import Report
from gamekit.training.workers import Workers

HELD_OUT_POSITIONS = 5_000
CHECKED_POSITIONS = 100  # solved exactly, beside the labels, where the solver takes milliseconds
CHECKED_EMPTIES = 16
SECONDS_BETWEEN_CHECKPOINTS = 30.0


# --- checkpoints ------------------------------------------------------------------------------------------


def _no_weights() -> Array:
    return np.zeros((STAGES, WEIGHTS), np.float32)


@dataclass
class Progress:
    """How far a run has come."""

    setting: dict[str, Any]  # what the run was started with; another setting is another run
    step: int = 0  # the step that is being worked on
    piece: int = 0  # pieces of it that were taken in
    seconds: float = 0.0  # of work so far
    errors: list[dict[str, Any]] = field(default_factory=list)  # one entry a finished step
    curve: list[tuple[int, int, float]] = field(default_factory=list)  # (step, positions, error met)
    weights: Array = field(default_factory=_no_weights)  # in discs, tied
    play: Array = field(default_factory=_no_weights)  # those that play the games of this round
    learnt: dict[str, Array] = field(default_factory=dict)  # the memory of the step's learner


def save_progress(path: Path, progress: Progress) -> None:
    """Write a checkpoint."""
    facts = {name: fact for name, fact in vars(progress).items() if name not in ("weights", "play", "learnt")}
    arrays = {f"learnt_{name}": array for name, array in progress.learnt.items()}
    arrays |= {"weights": progress.weights, "play": progress.play}
    arrays["facts"] = np.frombuffer(json.dumps(facts).encode(), np.uint8)
    save_arrays(path, arrays, "the checkpoint ")


def load_progress(path: Path, setting: dict[str, Any], begin: Array | None = None) -> Progress:
    """The checkpoint of a run with this setting; where there is none, a fresh start from these weights."""
    if not path.exists():
        return Progress(setting, weights=_no_weights() if begin is None else begin)
    try:
        arrays = load_arrays(path)
        facts = json.loads(arrays.pop("facts").tobytes())
        facts["curve"] = [tuple(point) for point in facts["curve"]]
        weights, play = arrays.pop("weights"), arrays.pop("play")
        learnt = {name.removeprefix("learnt_"): array for name, array in arrays.items()}
        progress = Progress(**facts, weights=weights, play=play, learnt=learnt)
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
        every_seconds: float = SECONDS_BETWEEN_CHECKPOINTS,
        start: Array | None = None,
    ) -> None:
        """`start`: tied weights of all stages to go on from, in hundredths of a disc; nothing if not said."""
        self.steps, self.seed, self.workers = steps, seed, workers
        self._path, self._every_seconds = folder / "checkpoint.npz", every_seconds
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
        """Work until all is done. Ctrl-C saves a checkpoint first and then is a `KeyboardInterrupt`."""
        with _CtrlC() as ctrl_c:
            while not self.is_done:
                self._one_step(self.steps[self.progress.step], report, ctrl_c)
                if step_done is not None:
                    step_done(self.progress.errors[-1])

    def _one_step(self, step: Step, report: Report | None, ctrl_c: _CtrlC) -> None:
        progress = self.progress
        first_of_round = progress.step == 0 or self.steps[progress.step - 1].round != step.round
        if first_of_round and progress.piece == 0:
            progress.play = progress.weights.copy()
        start = self._start(step)
        labels = progress.weights.copy()
        labels[list(step.stages)] = start  # until they are learnt; a pass may end a look ahead in this stage
        learner = new_learner(step, start)
        learner.recall(progress.learnt)
        progress.learnt = {}

        began, before = time.monotonic(), progress.seconds
        self._take_all(step, labels, learner, report, ctrl_c)
        learnt = learner.finish()
        found = self._errors(step, labels, learnt)
        progress.seconds = before + time.monotonic() - began
        progress.weights[list(step.stages)] = learnt
        progress.errors.append({"step": progress.step, "round": step.round, "name": step.name, **found})
        progress.step, progress.piece = progress.step + 1, 0
        save_progress(self._path, progress)

    def _start(self, step: Step) -> Array:
        """The weights of the round before, changed as those of the stage behind have changed since."""
        weights, before = self.progress.weights, self.progress.play
        here, behind = step.stages[0], step.start_from
        change = 0.0 if behind is None else weights[behind] - before[behind]
        return np.asarray(before[here] + change)

    def _take_all(
        self, step: Step, labels: Array, learner: Learner, report: Report | None, ctrl_c: _CtrlC
    ) -> None:
        """Learn from all pieces of a step that were not yet taken in."""
        progress = self.progress
        done = sum(before.positions for before in self.steps[: progress.step])
        wanted = sum(each.positions for each in self.steps)
        began = saved = time.monotonic()
        before = progress.seconds

        def save_now() -> None:
            progress.seconds = before + time.monotonic() - began
            progress.learnt = learner.memory()
            save_progress(self._path, progress)
            progress.learnt = {}

        tasks = self._tasks(step, step.recipe, TRAINING, step.positions, labels, first=progress.piece)
        try:
            for data in self.workers.in_order(make_piece, tasks):
                error = learner.take(data)
                progress.piece += 1
                taken = min(progress.piece * step.piece, step.positions)
                progress.curve.append((progress.step, taken, round(error, 4)))
                if report is not None:
                    report(f"{step.name}, error {error:.2f}", done + taken, wanted)
                if ctrl_c.was_pressed:
                    raise KeyboardInterrupt
                if time.monotonic() - saved > self._every_seconds:
                    save_now()
                    saved = time.monotonic()
        except (KeyboardInterrupt, GamekitError):
            save_now()
            raise

    def _tasks(
        self, step: Step, recipe: Recipe, stream: int, positions: int, labels: Array, first: int = 0
    ) -> Iterator[tuple[Any, ...]]:
        sent, play = whole(labels), whole(self.progress.play)
        seed = self.seed * 1000 + step.round
        for number in range(first, -(-positions // step.piece)):
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


class _CtrlC:
    """Takes note of Ctrl-C instead of tearing the work apart; the second time it is an interrupt at once."""

    was_pressed = False

    def __enter__(self) -> _CtrlC:
        self._is_mine = threading.current_thread() is threading.main_thread()
        if self._is_mine:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        if self._is_mine:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, *_: object) -> None:
        if self.was_pressed:
            raise KeyboardInterrupt
        self.was_pressed = True
