"""Commands about the kit itself: warmup, bench, book."""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from gamekit.commands.common import JSON, Command, print_answer
from gamekit.errors import GamekitError
from gamekit.parts import PACKAGE


def add(command: Command) -> None:
    command("warmup", _warmup, "Compile everything now, so that nothing waits later.", "gamekit warmup", JSON)
    command(
        "bench",
        _bench,
        "Measure the kit against its targets.",
        "gamekit bench perft-othello",
        ("NAME*", "which ones (a beginning is enough); all but the slow ones if not said"),
        JSON,
    )
    command(
        "book",
        _book,
        "Make web pages of the course, for any web site.",
        "gamekit book site",
        ("FOLDER", "where: a new folder, or one with an older book"),
    )


def _warmup(options: argparse.Namespace) -> None:
    from gamekit import warmup

    count = warmup.run(show_progress=not options.json)
    print_answer(options, count)


def _bench(options: argparse.Namespace) -> None:
    from gamekit import bench

    rows = bench.run(options.name, show_progress=not options.json)
    met = sum(row.met for row in rows)
    if not options.json:
        print(bench.table(rows))
    print_answer(options, f"{met} of {len(rows)} reach their target", rows=[row.as_dict() for row in rows])


def _book(options: argparse.Namespace) -> None:
    maker, folder = PACKAGE.parent / ".ci" / "book.py", Path(options.folder)
    if not maker.is_file():
        raise GamekitError("the book is made from a clone of the course, and this is an installed copy")
    if find_spec("myst_nb") is None:
        raise GamekitError("the book needs more packages: pip install '.[book]' in the clone")
    if (
        folder.exists()
        and not (folder / "index.html").is_file()
        and (not folder.is_dir() or any(folder.iterdir()))
    ):
        raise GamekitError(f"{folder} holds something else: name a new folder, or one with an older book")
    status = subprocess.run([sys.executable, str(maker), str(folder)]).returncode
    if status:
        raise SystemExit(status)
