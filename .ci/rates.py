"""How many nodes, or simulations, players search in a second of one processor.

    python .ci/rates.py GAME[/SIZE] SPEC ...

Each SPEC says its nodes. The player plays both sides of a game from each of four openings, with nothing kept
between games. What counts is the processor's time, so other work on the machine hardly matters. Matches at
equal time are played at nodes in the proportion of these rates, so that they can be played again.
"""

from __future__ import annotations

import sys
import time

from gamekit import games
from gamekit.arena import random_openings
from gamekit.players import player
from gamekit.rules import is_over, play, snapshot

OPENINGS, PLIES, SEED = 4, 4, 18


def rate(game: str, size: str, spec: str) -> tuple[int, float]:
    """Nodes and seconds of the processor of all these games."""
    start = games.start(game, size) if size else games.start(game)
    player(spec).warm_up(start)
    nodes, begin = 0, time.process_time()
    for opening in random_openings(start, OPENINGS, PLIES, SEED):
        searcher, state = player(spec), snapshot(start)
        for move in opening:
            state = play(state, move)
        while not is_over(state):
            found = searcher.think(state)
            nodes += found.nodes
            state = play(state, found.move)
    return nodes, time.process_time() - begin


def main(game: str, *specs: str) -> None:
    """A line for each player."""
    name, _, size = game.partition("/")
    for spec in specs:
        nodes, seconds = rate(name, size, spec)
        print(f"{nodes / seconds:11,.0f} a second: {spec} ({nodes:,} in {seconds:.1f} s)", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
