"""Our games as PettingZoo environments (AEC): learners of reinforcement learning use the same rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from gamekit.adapters import Actions
from gamekit.rules import board_text, cells, is_over, play, score, to_move

AGENTS = ("first", "second")


def env(game: str, size: str | None = None, rule: str | None = None, render_mode: str | None = None) -> Any:
    """The environment as learners use it: an illegal action ends the game, too early a call is told."""
    raw = GameEnv(game, size, rule, render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    )


class GameEnv(AECEnv):  # type: ignore[misc]  # the package has no types
    """A game of two players. An observation has the planes `mine` and `theirs`, and which actions are legal.

    The reward at the end is 1, 0 or -1. A player who must pass has one action.
    """

    def __init__(
        self, game: str, size: str | None = None, rule: str | None = None, render_mode: str | None = None
    ) -> None:
        self.actions, self.render_mode = Actions(game, size, rule), render_mode
        self.metadata = {"name": f"gamekit_{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = list(AGENTS)
        board = cells(self.actions.start())
        shape = (len(board), len(board[0]), 2)
        action = spaces.Discrete(self.actions.count)
        planes = spaces.Box(0, 1, shape, np.int8)
        mask = spaces.Box(0, 1, (self.actions.count,), np.int8)
        self.action_spaces = dict.fromkeys(AGENTS, action)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) for agent in AGENTS
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Back to the start; there is no chance in these games, so the seed says nothing."""
        self.state_now = self.actions.start()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[to_move(self.state_now)]

    def observe(self, agent: str) -> dict[str, Any]:
        """The board as this player sees it; nothing is legal for who is not to move."""
        who = AGENTS.index(agent)
        board = np.array(cells(self.state_now))
        planes = np.stack([board == who, board == 1 - who], axis=-1).astype(np.int8)
        mask = np.zeros(self.actions.count, np.int8)
        if agent == self.agent_selection and not any(self.terminations.values()):
            mask[self.actions.legal(self.state_now)] = 1
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play one action of the player whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.state_now = play(self.state_now, self.actions.move(int(action or 0)))
        self._cumulative_rewards[agent] = 0
        self.agent_selection = AGENTS[to_move(self.state_now)]
        if is_over(self.state_now):
            result = int(np.sign(score(self.state_now)))
            mover = AGENTS[to_move(self.state_now)]
            self.rewards = {each: result if each == mover else -result for each in AGENTS}
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[0]
        self._accumulate_rewards()

    def render(self) -> str | None:
        return str(board_text(self.state_now)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
