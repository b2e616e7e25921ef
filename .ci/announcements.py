"""How many plies before the end the gomoku engine says that it wins, with and without the threat search.

    python .ci/announcements.py DIR

DIR is the folder of a tournament (`gamekit arena gomoku engine OTHER --nodes N --out DIR`). In every game
that the first player won, the engine looks at its positions once more, with as many nodes; so does one
without the threat search, which only watches. What counts is since when each says that it wins, for good.
Positions of the opening are left out. Of games that the other lost by forfeit it says how many were announced
by then. Prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
from statistics import mean, median

from gamekit.arena import Played, load
from gamekit.gomoku import Engine, Switches, wins_in
from gamekit.rules import play

VERSIONS = {"with": Switches(), "without": Switches(threats=False)}


def announced(game: Played, switches: Switches, nodes: int) -> int:
    """Plies from the announcement of a win to the last move of the game; 0 where there was none."""
    engine, state, end = Engine(switches), game.record.start, len(game.record.moves)
    since = end
    for ply, move in enumerate(game.record.moves):
        # Who moves last has won: by a five, or since the other found no reply.
        if ply >= len(game.opening.split()) and ply % 2 == (end - 1) % 2:
            says_so = (wins_in(engine.think(state, nodes=nodes).value) or 0) > 0
            since = min(since, ply) if says_so else end
        state = play(state, move)
    return end - since


def main(folder: str) -> None:
    """Every game that the first player won."""
    result = load(folder)
    nodes, name = result.head["limits"]["nodes"], result.players[0]
    won = [game for game in result.games if (game.points if game.x == name else 1 - game.points) == 1]
    told: dict[str, object] = {"nodes": nodes}
    for version, switches in VERSIONS.items():
        plies: list[int] = []
        by_then: list[int] = []
        for number, game in enumerate(won, 1):
            (plies if game.ending.loser is None else by_then).append(announced(game, switches, nodes))
            print(f"\r{version}: {number} of {len(won)} games ", end="", file=sys.stderr, flush=True)
        told |= {"games": len(plies), "forfeited": len(by_then)}
        told[version] = {
            "median": median(plies),
            "mean": round(mean(plies), 1),
            "plies": plies,
            "forfeited": sum(each > 0 for each in by_then),
        }
    print(file=sys.stderr)
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1])
