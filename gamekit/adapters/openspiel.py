"""OpenSpiel: our players as its bots."""

from __future__ import annotations

from typing import Any

import pyspiel

from gamekit.adapters import Actions
from gamekit.errors import GamekitError
from gamekit.players import Player, player
from gamekit.rules import State, play

# OpenSpiel's names, and what we call the same rules. Numbers of actions are the same, or mirrored.
NAMES = {"tic_tac_toe": "tictactoe", "connect_four": "connect4", "othello": "othello", "gomoku": "gomoku"}


def ours(theirs: Any, actions: Actions) -> State:
    """Our state after the moves that led to theirs."""
    state = actions.start()
    for action in theirs.history():
        state = play(state, actions.move(action))
    return state


def actions_of(game: str) -> Actions:
    """The actions of a game that OpenSpiel calls so."""
    if game not in NAMES:
        raise GamekitError(f"of OpenSpiel's games these are here: {', '.join(NAMES)}; not {game}")
    return Actions(NAMES[game])


class KitBot(pyspiel.Bot):  # type: ignore[misc]  # the package has no types
    """One of our players, for OpenSpiel's games: `KitBot("othello", "engine,time=0.5")`."""

    def __init__(self, game: str, spec: str | Player) -> None:
        pyspiel.Bot.__init__(self)
        self._actions = actions_of(game)
        self._player = player(spec) if isinstance(spec, str) else spec

    def step(self, state: Any) -> int:
        """The action that the player chooses."""
        return self._actions.number(self._player(ours(state, self._actions)))

    def restart_at(self, state: Any) -> None:
        """Nothing is kept from one position to the next."""

    def provides_policy(self) -> bool:
        """It says one move, no chances."""
        return False
