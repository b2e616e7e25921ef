"""Commands that learn evaluations and judge them: evaluate, train. A game's room does the work."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

from gamekit import games
from gamekit.commands.common import JSON, Command, complain, positive, print_answer


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
        ("--points", "gomoku: learn weights of empty cells where lines cross, too"),
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
    able = {game.name: game.evaluate for game in games.having("evaluate")}
    if options.game not in able:  # of which there are no files of exact scores
        complain(f"evaluate knows {' and '.join(able)}, not {options.game!r}")
    resolve_name(able[options.game])(options)


def _train(options: argparse.Namespace) -> None:
    rooms = sorted((game.train for game in games.having("train")), key=len, reverse=True)
    every = {what: function for room in rooms for what, function in room.items()}
    if options.what not in every:
        *some, last = sorted(every, key=lambda what: what not in games.names())
        complain(f"train knows {', '.join(some)} and {last}, not {options.what!r}")
    learnt: Learnt = resolve_name(every[options.what])(options)
    if not options.json:
        print(learnt.words)
    print_answer(options, learnt.answer, **learnt.facts)


# --- what all that learn share ----------------------------------------------------------------------------


class Learnt(NamedTuple):
    """What `gamekit train` says."""

    words: str  # what the answer is
    answer: Any
    facts: dict[str, Any]


def given(options: argparse.Namespace, *names: str) -> dict[str, Any]:
    """Whole numbers by the names of their options."""
    return {name: positive(getattr(options, name), name.replace("_", "-"), whole=True) for name in names}


def place_and_workers(options: argparse.Namespace, file: str) -> dict[str, Any]:
    """What every training is told: where its weights go, how they were made, who works."""
    from gamekit.training.workers import cores

    return {
        "out": Path(options.out or Path(options.folder) / file),
        "command": _what_was_asked(),
        "workers": positive(options.workers, "workers", whole=True) or cores(),
    }


def printer(options: argparse.Namespace) -> Callable[[str], None]:
    """Prints a line as soon as there is one; says nothing where the answer is JSON."""
    return (lambda line: None) if options.json else lambda line: print(line, flush=True)


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
