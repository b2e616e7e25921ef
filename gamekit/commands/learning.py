"""Commands that learn evaluations and judge them: evaluate, train."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gamekit.commands.common import JSON, Command, complain, positive, print_answer, seed


def add(command: Command) -> None:
    command(
        "evaluate",
        _evaluate,
        "Compare the learnt evaluation with the exact scores that a file states: the mean absolute error. "
        "With --swing: how far its values at odd and at even depths lie apart.",
        "gamekit evaluate othello endgame-16.obf --depth 4",
        ("GAME", "othello"),
        ("[FILE]", "OBF lines with scores; --swing has its own"),
        ("--depth D", "plies to look ahead (0); --swing: the last depth (11)"),
        ("--swing", "odd less even depths, by empty squares"),
        ("--weights FILE", "weights of your own instead of those that come with the kit"),
        JSON,
    )
    command(
        "train",
        _train,
        "Learn the weights of othello's or gomoku's patterns. After a stop the same command goes on where it "
        "was. With 'probcut': fit Multi-ProbCut to what the kit has learnt. With 'policy': learn to foresee "
        "the moves of othello's engine.",
        "gamekit train othello --scheme report --positions 5000000 --stages 2",
        ("WHAT", "othello, gomoku, probcut or policy"),
        ("--scheme NAME", "report or improved", "improved"),
        ("--positions N", "positions of a stage (report: of the last stage)"),
        ("--earlier-positions N", "report: positions of each earlier stage"),
        ("--stages K", "only the last K of the 15 stages"),
        ("--rounds R", "improved, gomoku: how often all is done again"),
        ("--games N", "gomoku, policy: games (of a round)"),
        ("--nodes N", "gomoku, policy: nodes a move"),
        ("--random P", "gomoku: of a hundred moves, how many are drawn"),
        ("--nothing", "gomoku: begin with zeros, not by hand"),
        ("--exact-empties E", "improved: exact labels up to E empty squares"),
        ("--depth D", "improved: other labels look D and D+1 plies ahead"),
        ("--start FILE", "othello: go on from these weights, not from nothing"),
        ("--far-depth D", "improved: the same from 44 discs on"),
        ("--every-position", "report: learn from each position of the label search"),
        ("--untied", "report: free tables, and all images as data"),
        ("--least-squares", "report: solve instead of descending"),
        ("--seed S", "another seed, other positions", "1"),
        ("--workers W", "processes; as many as there are cores if not said"),
        ("--scheduler ADDRESS", "a Dask scheduler, whose cluster does the work"),
        ("--folder FOLDER", "for checkpoints and games", "training-run"),
        ("--out FILE", "where the weights go; FOLDER/weights.npz if not said"),
        JSON,
    )


def _evaluate(options: argparse.Namespace) -> None:
    from gamekit.games.othello import GAME
    from gamekit.othello.learning.errors import judge
    from gamekit.othello.patterns import SHIPPED, patterns
    from gamekit.suite import read_obf

    if options.game != GAME.name:  # of which there are files of exact scores
        complain(f"evaluate knows {GAME.name}, not {options.game!r}")
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
    from gamekit.othello.learning.swing import CAREFUL, FIRST_DEPTH, LAST_DEPTH, swing
    from gamekit.othello.patterns import SHIPPED, patterns
    from gamekit.suite import read_obf

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


def _train(options: argparse.Namespace) -> None:
    kinds = {
        "othello": _train_patterns,
        "gomoku": _train_gomoku,
        "probcut": _train_probcut,
        "policy": _train_policy,
    }
    if options.what not in kinds:
        *some, last = kinds
        complain(f"train knows {', '.join(some)} and {last}, not {options.what!r}")
    words, answer, facts = kinds[options.what](options)
    if not options.json:
        print(words)
    print_answer(options, answer, **facts)


Learnt = tuple[str, Any, dict[str, Any]]  # what the answer is, the answer, all facts


def _given(options: argparse.Namespace, *names: str) -> dict[str, Any]:
    """Whole numbers by the names of their options."""
    return {name: positive(getattr(options, name), name.replace("_", "-"), whole=True) for name in names}


def _place_and_workers(options: argparse.Namespace, file: str) -> dict[str, Any]:
    """What every training is told: where its weights go, how they were made, who works."""
    from gamekit.training.workers import cores

    return {
        "out": Path(options.out or Path(options.folder) / file),
        "command": _what_was_asked(),
        "workers": positive(options.workers, "workers", whole=True) or cores(),
    }


def _teller(options: argparse.Namespace) -> Callable[[str], None]:
    return (lambda line: None) if options.json else lambda line: print(line, flush=True)


def _train_patterns(options: argparse.Namespace) -> Learnt:
    from gamekit.othello.learning.run import train
    from gamekit.othello.learning.schemes import scheme
    from gamekit.othello.patterns import load_weights

    numbers = ("positions", "earlier_positions", "stages", "rounds", "exact_empties", "depth", "far_depth")
    switches = {name: getattr(options, name) for name in ("every_position", "untied", "least_squares")}
    steps = scheme(options.scheme, **_given(options, *numbers), **switches, start=bool(options.start))
    try:
        facts = train(
            steps,
            seed=seed(options.seed),
            folder=Path(options.folder),
            **_place_and_workers(options, "weights.npz"),
            scheduler=options.scheduler,
            start=load_weights(options.start)[0] if options.start else None,
            say=_teller(options),
        )
    except KeyboardInterrupt:
        print("stopped; the same command goes on with the stage that was being learnt", file=sys.stderr)
        raise
    return "mean absolute error at the last stage that was learnt:", facts["errors"][-1]["absolute"], facts


# Who works and where files go changes nothing in them, and folders are nobody else's business.
_SAYS_NOTHING = ("--folder", "--out", "--workers", "--scheduler")


def _what_was_asked() -> str:
    """The command as a file of weights keeps it: whoever gives it gets the same weights."""
    words = iter(sys.argv[1:])
    kept = ["gamekit"]
    for word in words:
        if word in _SAYS_NOTHING:
            next(words, None)
        elif word == "--start":
            kept += [word, Path(next(words, "")).name]
        elif word != "--json" and not word.startswith(tuple(f"{name}=" for name in _SAYS_NOTHING)):
            kept.append(word)
    return " ".join(kept)


def _train_gomoku(options: argparse.Namespace) -> Learnt:
    from gamekit.gomoku.learning import Recipe, train

    numbers = _given(options, "games", "rounds", "nodes", "random")
    given = {name: each for name, each in numbers.items() if each}
    quiet = options.json or not sys.stderr.isatty()
    facts = train(
        Recipe(**given, seed=seed(options.seed), nothing=options.nothing),
        Path(options.folder),
        **_place_and_workers(options, "weights.npz"),
        say=_teller(options),
        progress=None if quiet else lambda done, of: print(f"{done}/{of} pieces", end="\r", file=sys.stderr),
    )
    return "log loss on games that were not learnt from:", facts["results"][-1]["checked"], facts


POLICY_GAMES, POLICY_NODES = 4000, 3000


def _train_policy(options: argparse.Namespace) -> Learnt:
    from gamekit.othello.learning.policy import train_policy
    from gamekit.training.reports import counting_bar

    given = _given(options, "games", "nodes")
    with counting_bar() as report:
        facts = train_policy(
            given["games"] or POLICY_GAMES,
            given["nodes"] or POLICY_NODES,
            seed=seed(options.seed),
            folder=Path(options.folder),
            **_place_and_workers(options, "policy.npz"),
            scheduler=options.scheduler,
            say=_teller(options),
            report=report,
        )
    words = f"of {facts['checked']:,} moves that were not learnt from, so many are among its first three:"
    return words, facts["first"][3], facts


PROBCUT_POSITIONS = 200  # a stage


def _train_probcut(options: argparse.Namespace) -> Learnt:
    from gamekit.othello.learning import probcut

    facts, fits = probcut.train_probcut(
        positive(options.positions, "positions", whole=True) or PROBCUT_POSITIONS,
        seed=seed(options.seed),
        **_place_and_workers(options, "probcut.json"),
        scheduler=options.scheduler,
    )
    return "median spread sigma, in discs:", round(probcut.median_spread(fits), 3), facts
