"""`gamekit train othello`: a run and its report, a page with the error table and the same numbers as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gamekit.othello.learning.run import Progress, Run, whole
from gamekit.othello.learning.schemes import Step
from gamekit.othello.patterns import Array, save_weights
from gamekit.training.reports import Say, counting_bar, picture_lines, write_report
from gamekit.training.workers import Workers

PARTS = 60  # points of a learning curve that are kept


def curves(progress: Progress, steps: list[Step]) -> dict[str, dict[float, float]]:
    """For each step of the last round: positions learnt from -> mean absolute error met on the way."""
    found: dict[str, dict[float, float]] = {}
    for number, step in enumerate(steps):
        points = [(taken, error) for at, taken, error in progress.curve if at == number]
        if points and step.round == steps[-1].round:
            some = points[:: max(1, len(points) // PARTS)]
            found[step.name] = {float(taken): error for taken, error in some}
    return found


def errors_by_stage(progress: Progress) -> dict[str, dict[float, float]]:
    """For each round: discs at the start of a stage -> held-out mean absolute error against the labels."""
    found: dict[str, dict[float, float]] = {}
    for entry in progress.errors:
        discs = float(entry["name"].split()[0])
        found.setdefault(f"round {entry['round']}", {})[discs] = entry["absolute"]
    return {name: dict(sorted(errors.items())) for name, errors in found.items()}


def as_dict(progress: Progress, command: str) -> dict[str, Any]:
    """All that a reader, or a program, may want to know; small enough to go with the weights."""
    return {
        "command": command,
        "seed": progress.setting["seed"],
        "seconds": round(progress.seconds, 1),
        "positions": sum(step["positions"] for step in progress.setting["steps"]),
        "errors": [_rounded(entry) for entry in progress.errors],
    }


def _rounded(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        name: round(fact, 3)
        if isinstance(fact, float)
        else _rounded(fact)
        if isinstance(fact, dict)
        else fact
        for name, fact in entry.items()
    }


def page(facts: dict[str, Any], pictures: dict[str, str]) -> str:
    """The report in Markdown; pictures are title -> file name."""
    lines = [
        "# A training run",
        "",
        f"Made by `{facts['command']}` with seed {facts['seed']}: {facts['positions']:,} positions in "
        f"{facts['seconds']:,.0f} s.",
        "",
        "Errors are in discs, on positions that the training never saw: the mean absolute error and the mean "
        "of half the squared error against their labels, and the mean absolute error against exact scores "
        "where the labels are not exact themselves and the solver reaches.",
        "",
        "| round | stage | absolute | half squared | against exact scores |",
        "| ---: | --- | ---: | ---: | ---: |",
    ]
    for entry in facts["errors"]:
        exact = f"{entry['exact']['absolute']:.2f}" if "exact" in entry else ""
        figures = f"{entry['absolute']:.2f} | {entry['half_squared']:.2f} | {exact}"
        lines.append(f"| {entry['round']} | {entry['name']} | {figures} |")
    return "\n".join([*lines, *picture_lines(pictures), ""])


def write(folder: Path, facts: dict[str, Any], pictures: dict[str, str]) -> Path:
    """Write report.md, report.json and the pictures (title -> SVG); the path of the page."""
    names = {title: f"{title.lower().replace(' ', '-')}.svg" for title in pictures}
    files = {"report.md": page(facts, names), "report.json": json.dumps(facts, indent=1) + "\n"}
    return write_report(folder, files | {names[title]: svg for title, svg in pictures.items()})


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
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Run a scheme, or go on with it, and write the weights: facts for the report, data for its charts."""
    with Workers(workers, scheduler) as who:
        run = Run(steps, seed, folder, who, start=start)
        if run.progress.step or run.progress.piece:
            say(f"going on from the checkpoint in {folder}")
        with counting_bar() as report:
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
