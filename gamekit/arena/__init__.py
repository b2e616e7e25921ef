"""Players against players: tournaments, matches, ratings with their uncertainty.

from gamekit.arena import tournament
result = tournament("connect4", ["mcts,nodes=200", "mcts,careful,nodes=200", "random"], games=20)
result                        # the table; result.chart() is a picture, result.games the games
"""

from __future__ import annotations

import os
from typing import Any, NoReturn

from gamekit.arena import openings, ratings
from gamekit.arena.elo import Tally
from gamekit.arena.match import Match
from gamekit.arena.openings import random_openings
from gamekit.arena.sprt import Sprt
from gamekit.errors import GamekitError

ELSEWHERE = "tournaments need Linux or macOS, where players have processes of their own; use 'gamekit match'"

if hasattr(os, "fork"):  # players in processes of their own; matches and the ledger work everywhere
    from gamekit.arena.result import Played, TournamentResult
    from gamekit.arena.tournament import load, replay, tournament
else:  # a lesson imports them in its first cell, and goes as far as its tournament

    def _elsewhere(*_: Any, **__: Any) -> NoReturn:
        raise GamekitError(ELSEWHERE)

    load = replay = tournament = _elsewhere

__all__ = [
    "Match",
    "Played",
    "Sprt",
    "Tally",
    "TournamentResult",
    "load",
    "openings",
    "random_openings",
    "ratings",
    "replay",
    "tournament",
]
