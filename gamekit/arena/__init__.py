"""Players against players: tournaments, matches, ratings with their uncertainty.

from gamekit.arena import tournament
result = tournament("connect4", ["mcts,nodes=200", "mcts,careful,nodes=200", "random"], games=20)
result                        # the table; result.chart() is a picture, result.games the games
"""

from __future__ import annotations

import os

from gamekit.arena import openings, ratings
from gamekit.arena.elo import Tally
from gamekit.arena.match import Match
from gamekit.arena.openings import random_openings
from gamekit.arena.sprt import Sprt

if hasattr(os, "fork"):  # players in processes of their own; matches and the ledger work everywhere
    from gamekit.arena.result import Played, TournamentResult
    from gamekit.arena.tournament import load, replay, tournament

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
