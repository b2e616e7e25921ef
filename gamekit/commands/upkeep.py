"""Commands about the kit itself: warmup, bench."""

from __future__ import annotations

import argparse
import time

from gamekit.commands.common import Command, print_answer


def add(command: Command) -> None:
    """Tell the command line of these commands."""
    made = command(
        "warmup", _warmup, "Compile everything now, so that nothing waits later.", "gamekit warmup"
    )
    made.add_argument("--json", action="store_true", help="print one line of JSON")

    made = command("bench", _bench, "Measure the kit against its targets.", "gamekit bench perft-othello")
    made.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="which ones (a beginning is enough); all but the slow ones if not said",
    )
    made.add_argument("--json", action="store_true", help="print one line of JSON")


def _warmup(options: argparse.Namespace) -> None:
    from gamekit import warmup

    begin = time.perf_counter()
    count = warmup.run(show_progress=not options.json)
    print_answer(options.json, count, time.perf_counter() - begin)


def _bench(options: argparse.Namespace) -> None:
    from gamekit import bench

    begin = time.perf_counter()
    rows = bench.run(options.names, show_progress=not options.json)
    seconds = time.perf_counter() - begin
    met = sum(row.met for row in rows)
    if not options.json:
        print(bench.table(rows))
    facts = {"rows": [row.as_dict() for row in rows]}
    print_answer(
        options.json, f"{met} of {len(rows)} reach their target", seconds, **(facts if options.json else {})
    )
