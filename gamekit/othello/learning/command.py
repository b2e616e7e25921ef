"""What `gamekit train` does between reading its options and printing its answer."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gamekit.othello.learning import probcut
from gamekit.othello.learning.report import as_dict, curves, errors_by_stage
from gamekit.othello.learning.run import Report, Run, whole
from gamekit.othello.learning.schemes import Step
from gamekit.othello.patterns import save_weights
from gamekit.othello.probcut import Fit, save_fits
from gamekit.training.workers import Workers

Say = Callable[[str], None]


def train(
    steps: list[Step],
    *,
    seed: int,
    folder: Path,
    out: Path,
    command: str,
    workers: int = 1,
    scheduler: str | None = None,
    say: Say = lambda line: None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Run a scheme, or go on with it, and write the weights: facts for the report, data for its charts."""
    with Workers(workers, scheduler) as who:
        run = Run(steps, seed, folder, who)
        if run.progress.step or run.progress.piece:
            say(f"going on from the checkpoint in {folder}")
        with _bar() as report:
            run.go(report, lambda entry: say(_line(entry)))
    facts = as_dict(run.progress, command)
    save_weights(out, whole(run.progress.weights), facts)
    return facts, {"curves": curves(run.progress, steps), "errors": errors_by_stage(run.progress)}


def train_probcut(
    positions: int,
    *,
    seed: int,
    out: Path,
    command: str,
    evaluator: str = "patterns",
    workers: int = 1,
    scheduler: str | None = None,
) -> tuple[dict[str, Any], list[Fit], probcut.Pairs]:
    """Fit Multi-ProbCut to so many positions a stage and write the fits: facts, fits, and all pairs."""
    began = time.monotonic()
    with Workers(workers, scheduler) as who, counting_bar() as report:
        pairs = probcut.collect(positions, seed, who, evaluator=evaluator, report=report)
    fits = probcut.fit(pairs)
    facts = {
        "command": command,
        "seed": seed,
        "seconds": round(time.monotonic() - began, 1),
        "positions": sum(len(pairs[key]) for key in pairs if key[1:] == (1, 3)),
    }
    save_fits(out, fits, facts)
    return facts, fits, pairs


def _line(entry: dict[str, Any]) -> str:
    exact = f", against exact scores {entry['exact']['absolute']:.2f}" if "exact" in entry else ""
    return (
        f"round {entry['round']}, {entry['name']}: mean absolute error {entry['absolute']:.2f}, "
        f"half squared {entry['half_squared']:.2f}{exact}"
    )


@contextmanager
def _bar() -> Iterator[Report | None]:
    """On a terminal, a bar with the stage, the error and the time left."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=300) as bar:
        task = bar.add_task("starting", total=None)

        def report(step: Step, done: int, wanted: int, error: float) -> None:
            bar.update(task, completed=done, total=wanted, description=f"{step.name}, error {error:.2f}")

        yield report


@contextmanager
def counting_bar() -> Iterator[Callable[[str, int, int], None] | None]:
    """On a terminal, a bar that says what is being done, and the time left for it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, speed_estimate_period=300) as bar:
        task = bar.add_task("starting", total=None)
        yield lambda what, done, wanted: bar.update(task, description=what, completed=done, total=wanted)
