"""What `gamekit train` and `gamekit evaluate` do for Othello."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from gamekit.commands.common import complain, positive, print_answer, seed
from gamekit.commands.learning import Learnt, given, place_and_workers, printer
from gamekit.othello.learning.errors import judge
from gamekit.othello.learning.policy import train_policy
from gamekit.othello.learning.probcut import median_spread, train_probcut
from gamekit.othello.learning.run import train
from gamekit.othello.learning.schemes import scheme
from gamekit.othello.learning.swing import CAREFUL, FIRST_DEPTH, LAST_DEPTH, swing
from gamekit.othello.patterns import SHIPPED, load_weights, patterns
from gamekit.suite import read_obf
from gamekit.training.reports import counting_bar

POLICY_GAMES, POLICY_NODES = 4000, 3000
PROBCUT_POSITIONS = 200  # a stage


def evaluate(options: argparse.Namespace) -> None:
    """Judge a file of positions with exact scores."""
    if options.swing:
        return _evaluate_swing(options)
    if options.file is None:
        complain("evaluate wants a FILE of positions with scores, or --swing")
    depth = 0 if options.depth == "0" else positive(options.depth, "depth", whole=True) or 0
    judged = judge(read_obf(options.file), patterns(options.weights or SHIPPED), depth)
    facts = {
        "positions": len(judged.scores),
        "depth": depth,
        "weights": options.weights or "patterns",
        "root_mean_square": round(judged.root_mean_square, 3),
        "bias": round(judged.bias, 3),
        "values": [round(found, 2) for found in judged.values],
    }
    if not options.json:
        what = f"after {depth} plies" if depth else "without looking ahead"
        print(f"{len(judged.scores)} positions, judged by {facts['weights']} {what}: errors in discs")
        print(f"root mean square {facts['root_mean_square']}, too high by {facts['bias']} on average")
        print("mean absolute:")
    print_answer(options, round(judged.absolute, 3), judged.seconds, **facts)


def _evaluate_swing(options: argparse.Namespace) -> None:
    last = positive(options.depth, "depth", whole=True) or LAST_DEPTH
    if last <= FIRST_DEPTH:
        complain(f"--swing compares depths {FIRST_DEPTH} to --depth, so that is at least {FIRST_DEPTH + 1}")
    begin = time.perf_counter()
    found = swing(read_obf(options.file or CAREFUL), patterns(options.weights or SHIPPED), last)
    seconds = time.perf_counter() - begin
    parts = {
        empties: {"positions": len(part.swings), "mean": round(part.mean, 3), "size": round(part.size, 3)}
        for empties, part in found.by_empties().items()
    }
    if not options.json:
        print(f"{len(found.swings)} positions, depths {FIRST_DEPTH} to {last}: odd less even, in discs")
        for empties, part in parts.items():
            print(f"{empties:2} empty squares: mean {part['mean']:+.2f}, mean size {part['size']:.2f}")
        print("mean size of all:")
    facts = {"mean": round(found.mean, 3), "depth": last, "by_empties": parts}
    print_answer(options, round(found.size, 3), seconds, **facts)


def learn_patterns(options: argparse.Namespace) -> Learnt:
    """Learn the weights of patterns."""
    numbers = ("positions", "earlier_positions", "stages", "rounds", "exact_empties", "depth", "far_depth")
    switches = {name: getattr(options, name) for name in ("every_position", "untied", "least_squares")}
    steps = scheme(options.scheme, **given(options, *numbers), **switches, start=bool(options.start))
    try:
        facts = train(
            steps,
            seed=seed(options.seed),
            folder=Path(options.folder),
            **place_and_workers(options, "weights.npz"),
            scheduler=options.scheduler,
            start=load_weights(options.start)[0] if options.start else None,
            say=printer(options),
        )
    except KeyboardInterrupt:
        print("stopped; the same command goes on with the stage that was being learnt", file=sys.stderr)
        raise
    words = "mean absolute error at the last stage that was learnt:"
    return Learnt(words, facts["errors"][-1]["absolute"], facts)


def learn_policy(options: argparse.Namespace) -> Learnt:
    """Learn to foresee the engine's moves."""
    numbers = given(options, "games", "nodes")
    with counting_bar() as report:
        facts = train_policy(
            numbers["games"] or POLICY_GAMES,
            numbers["nodes"] or POLICY_NODES,
            seed=seed(options.seed),
            folder=Path(options.folder),
            **place_and_workers(options, "policy.npz"),
            scheduler=options.scheduler,
            say=printer(options),
            report=report,
        )
    words = f"of {facts['checked']:,} moves that were not learnt from, so many are among its first three:"
    return Learnt(words, facts["first"][3], facts)


def fit_probcut(options: argparse.Namespace) -> Learnt:
    """Fit Multi-ProbCut to what the kit has learnt."""
    facts, fits = train_probcut(
        positive(options.positions, "positions", whole=True) or PROBCUT_POSITIONS,
        seed=seed(options.seed),
        **place_and_workers(options, "probcut.json"),
        scheduler=options.scheduler,
    )
    return Learnt("median spread sigma, in discs:", round(median_spread(fits), 3), facts)
