"""Commands that learn evaluations and judge them: evaluate, train."""

from __future__ import annotations

import argparse
import sys
import time

from gamekit.commands.common import Command, complain, positive, print_answer, seed

EVALUATED = ("othello",)  # games whose evaluations can be judged by files of exact scores


def add(command: Command) -> None:
    """Tell the command line of these commands."""
    made = command(
        "evaluate",
        _evaluate,
        "Compare the learnt evaluation with the exact scores that a file states: the mean absolute error. "
        "With --swing: how far its values at odd and at even depths lie apart.",
        "gamekit evaluate othello endgame-16.obf --depth 4",
    )
    made.add_argument("game", metavar="GAME", help="othello")
    made.add_argument("file", metavar="FILE", nargs="?", help="OBF lines with scores; --swing has its own")
    made.add_argument("--depth", metavar="D", help="plies to look ahead (0); --swing: the last depth (11)")
    made.add_argument("--swing", action="store_true", help="odd less even depths, by empty squares")
    made.add_argument(
        "--weights", metavar="FILE", help="weights of your own instead of those that come with the kit"
    )
    made.add_argument("--json", action="store_true", help="print one line of JSON")

    made = command(
        "train",
        _train,
        "Learn the weights of othello's or gomoku's patterns. After a stop the same command goes on where it "
        "was. With 'probcut': fit Multi-ProbCut to what the kit has learnt. With 'policy': learn to foresee "
        "the moves of othello's engine.",
        "gamekit train othello --scheme report --positions 5000000 --stages 2",
    )
    made.add_argument("game", metavar="WHAT", help="othello, gomoku, probcut or policy")
    made.add_argument("--scheme", metavar="NAME", default="improved", help="report or improved")
    made.add_argument("--positions", metavar="N", help="positions of a stage (report: of the last stage)")
    made.add_argument("--earlier-positions", metavar="N", help="report: positions of each earlier stage")
    made.add_argument("--stages", metavar="K", help="only the last K of the 15 stages")
    made.add_argument("--rounds", metavar="R", help="improved, gomoku: how often all is done again")
    made.add_argument("--games", metavar="N", help="gomoku, policy: games (of a round)")
    made.add_argument("--nodes", metavar="N", help="gomoku, policy: nodes a move")
    made.add_argument("--random", metavar="P", help="gomoku: of a hundred moves, how many are drawn")
    made.add_argument("--nothing", action="store_true", help="gomoku: begin with zeros, not by hand")
    made.add_argument("--exact-empties", metavar="E", help="improved: exact labels up to E empty squares")
    made.add_argument("--depth", metavar="D", help="improved: other labels look D and D+1 plies ahead")
    made.add_argument("--start", metavar="FILE", help="othello: go on from these weights, not from nothing")
    made.add_argument("--far-depth", metavar="D", help="improved: the same from 44 discs on")
    made.add_argument(
        "--every-position", action="store_true", help="report: learn from each position of the label search"
    )
    made.add_argument("--untied", action="store_true", help="report: free tables, and all images as data")
    made.add_argument("--least-squares", action="store_true", help="report: solve instead of descending")
    made.add_argument("--seed", metavar="S", default="1", help="another seed, other positions")
    made.add_argument("--workers", metavar="W", help="processes; as many as there are cores if not said")
    made.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, whose cluster does the work")
    made.add_argument("--folder", metavar="FOLDER", default="training-run", help="for checkpoints and games")
    made.add_argument("--out", metavar="FILE", help="where the weights go; FOLDER/weights.npz if not said")
    made.add_argument("--json", action="store_true", help="print one line of JSON")


def _evaluate(options: argparse.Namespace) -> None:
    from gamekit.othello.learning.errors import judge
    from gamekit.othello.patterns import SHIPPED, patterns
    from gamekit.suite import read_obf

    if options.game not in EVALUATED:
        complain(f"evaluate knows {' and '.join(EVALUATED)}, not {options.game!r}")
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
    print_answer(options.json, round(judged.absolute, 3), judged.seconds, **facts)


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
    print_answer(options.json, round(found.size, 3), seconds, **facts)


def _train(options: argparse.Namespace) -> None:
    kinds = {
        "othello": _train_patterns,
        "gomoku": _train_gomoku,
        "probcut": _train_probcut,
        "policy": _train_policy,
    }
    if options.game not in kinds:
        *some, last = kinds
        complain(f"train knows {', '.join(some)} and {last}, not {options.game!r}")
    kinds[options.game](options)


def _train_patterns(options: argparse.Namespace) -> None:
    from pathlib import Path

    from gamekit.othello.learning.run import train
    from gamekit.othello.learning.schemes import scheme
    from gamekit.othello.patterns import load_weights
    from gamekit.training.workers import cores

    numbers = ("positions", "earlier_positions", "stages", "rounds", "exact_empties", "depth", "far_depth")
    counts = {name: positive(getattr(options, name), name.replace("_", "-"), whole=True) for name in numbers}
    switches = {name: getattr(options, name) for name in ("every_position", "untied", "least_squares")}
    steps = scheme(options.scheme, **counts, **switches, start=bool(options.start))
    workers = positive(options.workers, "workers", whole=True) or cores()
    folder = Path(options.folder)
    try:
        facts = train(
            steps,
            seed=seed(options.seed),
            folder=folder,
            out=Path(options.out or folder / "weights.npz"),
            command=_what_was_asked(),
            workers=workers,
            scheduler=options.scheduler,
            start=load_weights(options.start)[0] if options.start else None,
            say=(lambda line: None) if options.json else lambda line: print(line, flush=True),
        )
    except KeyboardInterrupt:
        print("stopped; the same command goes on with the stage that was being learnt", file=sys.stderr)
        raise
    if not options.json:
        print("mean absolute error at the last stage that was learnt:")
    seconds = facts.pop("seconds")
    print_answer(options.json, facts["errors"][-1]["absolute"], seconds, **facts)


# Who works and where files go changes nothing in them, and folders are nobody else's business.
_SAYS_NOTHING = ("--folder", "--out", "--workers", "--scheduler")


def _what_was_asked() -> str:
    """The command as a file of weights keeps it: whoever gives it gets the same weights."""
    from pathlib import Path

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


def _train_gomoku(options: argparse.Namespace) -> None:
    from pathlib import Path

    from gamekit.gomoku.learning import Recipe, train
    from gamekit.training.workers import cores

    numbers = {
        name: positive(getattr(options, name), name, whole=True)
        for name in ("games", "rounds", "nodes", "random")
    }
    given = {name: each for name, each in numbers.items() if each}
    recipe = Recipe(**given, seed=seed(options.seed), nothing=options.nothing)
    folder = Path(options.folder)
    quiet = options.json or not sys.stderr.isatty()
    begin = time.perf_counter()
    facts = train(
        recipe,
        folder,
        Path(options.out or folder / "weights.npz"),
        _what_was_asked(),
        workers=positive(options.workers, "workers", whole=True) or cores(),
        say=(lambda line: None) if options.json else lambda line: print(line, flush=True),
        progress=None if quiet else lambda done, of: print(f"{done}/{of} pieces", end="\r", file=sys.stderr),
    )
    if not options.json:
        print("log loss on games that were not learnt from:")
    print_answer(options.json, facts["results"][-1]["checked"], time.perf_counter() - begin, **facts)


POLICY_GAMES, POLICY_NODES = 4000, 3000


def _train_policy(options: argparse.Namespace) -> None:
    from pathlib import Path

    from gamekit.othello.learning.policy import train_policy
    from gamekit.training.reports import counting_bar
    from gamekit.training.workers import cores

    folder = Path(options.folder)
    with counting_bar() as report:
        facts = train_policy(
            positive(options.games, "games", whole=True) or POLICY_GAMES,
            positive(options.nodes, "nodes", whole=True) or POLICY_NODES,
            seed=int(options.seed),
            folder=folder,
            out=Path(options.out or folder / "policy.npz"),
            command=_what_was_asked(),
            workers=positive(options.workers, "workers", whole=True) or cores(),
            scheduler=options.scheduler,
            say=(lambda line: None) if options.json else lambda line: print(line, flush=True),
            report=report,
        )
    if not options.json:
        print(f"of {facts['checked']:,} moves that were not learnt from, so many are among its first three:")
    seconds = facts.pop("seconds")
    print_answer(options.json, facts["first"][3], seconds, **facts)


PROBCUT_POSITIONS = 200  # a stage


def _train_probcut(options: argparse.Namespace) -> None:
    from pathlib import Path

    from gamekit.othello.learning import probcut
    from gamekit.training.workers import cores

    folder = Path(options.folder)
    facts, fits = probcut.train_probcut(
        positive(options.positions, "positions", whole=True) or PROBCUT_POSITIONS,
        seed=seed(options.seed),
        out=Path(options.out or folder / "probcut.json"),
        command=_what_was_asked(),
        workers=positive(options.workers, "workers", whole=True) or cores(),
        scheduler=options.scheduler,
    )
    if not options.json:
        print("median spread sigma, in discs:")
    seconds = facts.pop("seconds")
    print_answer(options.json, round(probcut.median_spread(fits), 3), seconds, **facts)
