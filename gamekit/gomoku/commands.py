"""What `gamekit train` does for gomoku."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gamekit.commands.common import seed
from gamekit.commands.learning import Learnt, given, place_and_workers, printer
from gamekit.gomoku.learning import Recipe, train


def learn_patterns(options: argparse.Namespace) -> Learnt:
    """Learn the weights of patterns from games of its own."""
    numbers = given(options, "games", "rounds", "nodes", "random")
    said = {name: each for name, each in numbers.items() if each}
    quiet = options.json or not sys.stderr.isatty()
    facts = train(
        Recipe(**said, seed=seed(options.seed), nothing=options.nothing, points=options.points),
        Path(options.folder),
        **place_and_workers(options, "weights.npz"),
        say=printer(options),
        progress=None if quiet else lambda done, of: print(f"{done}/{of} pieces", end="\r", file=sys.stderr),
    )
    return Learnt("log loss on games that were not learnt from:", facts["results"][-1]["checked"], facts)
