"""What `gamekit train othello` does between reading its options and printing its answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gamekit.evaluation.patterns import save_weights
from gamekit.training.report import as_dict, curves, errors_by_stage
from gamekit.training.run import Report, Run, whole
from gamekit.training.schemes import Step
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
