"""A training run on disk: stop it at any moment, start the same command again, and it goes on.

A checkpoint is one file, written beside and then moved into place, so a kill leaves the old one or the new
one, never half of one.
"""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gamekit.errors import GamekitError
from gamekit.othello.patterns import STAGES, WEIGHTS, Array


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


_ARRAYS = ("weights", "play", "learnt")


def save(path: Path, progress: Progress) -> None:
    """Write a checkpoint."""
    told = {name: fact for name, fact in vars(progress).items() if name not in _ARRAYS}
    arrays = {f"learnt_{name}": array for name, array in progress.learnt.items()}
    facts = np.frombuffer(json.dumps(told).encode(), np.uint8)
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(beside, "wb") as file:
            arrays |= {"facts": facts, "weights": progress.weights, "play": progress.play}
            np.savez(file, allow_pickle=False, **arrays)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as problem:
        raise GamekitError(f"cannot write the checkpoint {path}: {problem.strerror}") from None


def load(path: Path, setting: dict[str, Any]) -> Progress:
    """The checkpoint of a run with this setting; a fresh start where there is none."""
    if not path.exists():
        return Progress(setting)
    try:
        with open(path, "rb") as opened, np.load(opened, allow_pickle=False) as file:
            told = json.loads(file["facts"].tobytes())
            learnt = {name.removeprefix("learnt_"): file[name] for name in file if name.startswith("learnt_")}
            told["curve"] = [tuple(point) for point in told["curve"]]
            progress = Progress(**told, weights=file["weights"], play=file["play"], learnt=learnt)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        raise GamekitError(f"{path} is no checkpoint of a training run; remove it to start afresh") from None
    if progress.setting != json.loads(json.dumps(setting)):
        raise GamekitError(
            f"{path.parent} holds a run with other settings; use them again, or another --folder"
        )
    return progress
