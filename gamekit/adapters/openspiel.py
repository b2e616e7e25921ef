"""OpenSpiel: our rules compared with its own, and our players as its bots."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel

from gamekit.adapters import Actions
from gamekit.errors import GamekitError
from gamekit.players import Player, player
from gamekit.rules import State, is_over, play, score, to_move

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


def compare(game: str, games: int = 100, seed: int = 0) -> int:
    """Play random games by both rules; how many positions agreed, or `GamekitError` where they first differ.

    Compared are whose turn it is, the legal actions, whether the game is over, and the result.
    """
    rng, actions, count = random.Random(seed), actions_of(game), 0
    theirs_game = pyspiel.load_game(game)
    for _ in range(games):
        theirs, state = theirs_game.new_initial_state(), actions.start()
        while True:
            count += 1
            facts = _facts_of_theirs(theirs), _facts_of_ours(state, actions)
            if facts[0] != facts[1]:
                raise GamekitError(f"after {theirs.history()} OpenSpiel has {facts[0]}, we have {facts[1]}")
            if theirs.is_terminal():
                break
            action = rng.choice(theirs.legal_actions())
            theirs.apply_action(action)
            state = play(state, actions.move(action))
    return count


def _facts_of_theirs(state: Any) -> tuple[Any, ...]:
    if state.is_terminal():
        return "over", int(np.sign(state.returns()[0]))
    return state.current_player(), tuple(state.legal_actions())


def _facts_of_ours(state: State, actions: Actions) -> tuple[Any, ...]:
    if is_over(state):
        sign = 1 if to_move(state) == 0 else -1
        return "over", sign * int(np.sign(score(state)))
    return int(to_move(state)), tuple(actions.legal(state))


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
