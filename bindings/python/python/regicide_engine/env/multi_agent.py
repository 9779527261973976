"""All seats, for PettingZoo.

env = multi_agent.env(players=3)
env = multi_agent.parallel_env(kind="regicide-tricks", players=4, partners=True)
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Literal

from .._extras import require

require("env", "gymnasium", "pettingzoo")

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from .._native import Setup, Table, actions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._native import Kind, Reward
    from ..types import Options


def env(**options: Any) -> AECEnv[str, dict[str, Any], int]:
    """The game with the usual wrappers: an action that is not legal ends it with a reward of -1."""
    game = wrappers.TerminateIllegalWrapper(RegicideAEC(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(game))


def parallel_env(**options: Any) -> ParallelEnv[str, dict[str, Any], int]:
    """The environment with simultaneous actions of all agents; only that of the seat to act counts."""
    return turn_based_aec_to_parallel(env(**options))


class RegicideAEC(AECEnv[str, dict[str, Any], int], EzPickle):
    """A game with an agent for each seat: `seat_0` and so on.

    What an agent observes is its observation and its mask of actions, in which nothing is legal while it is
    another's turn. `reset(options={"deal": "banana"})` plays a deal; otherwise one is drawn. The attribute `deal` has
    its seed, which reveals all cards; `infos` have it once the game is over.

    With `history=N` the last N moves follow each observation, the newest first.
    """

    metadata = {  # noqa: RUF012
        "name": "regicide_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": True,
        "render_fps": 1,
    }

    def __init__(
        self,
        kind: Kind = "regicide",
        players: int = 2,
        *,
        reward: Reward = "progress",
        history: int = 0,
        render_mode: Literal["ansi"] | None = None,
        **options: Unpack[Options],
    ) -> None:
        EzPickle.__init__(self, kind, players, reward=reward, history=history, render_mode=render_mode, **options)
        super().__init__()
        self.setup = Setup(kind, players, **options)
        self.reward, self.history, self.render_mode = reward, history, render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        mask = spaces.Box(0, 1, (actions(kind),), np.int8)
        self.table = Table(self.setup, "regicide", reward=reward, history=history)
        observation = spaces.Box(0, 255, self.table.observe(0).shape, np.uint8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions(kind)) for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observation and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals, and selects the first agent."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.deal = (options or {}).get("deal") or self.np_random.bytes(16).hex()
        self.table = Table(self.setup, self.deal, reward=self.reward, history=self.history)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent, with the mask of its actions."""
        seat = self._seats[agent]
        mask = self.table.mask().astype(np.int8)
        if self.table.to_act != seat:
            mask[:] = 0
        return {"observation": self.table.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the selected agent, and selects the next one."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        rewards, terminated, truncated = self.table.play(operator.index(action))
        self._cumulative_rewards[agent] = 0.0
        for other, seat in self._seats.items():
            self.rewards[other] = rewards[seat]
            self.terminations[other] = terminated
            self.truncations[other] = truncated
            if terminated or truncated:
                self.infos[other]["deal"] = self.deal
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The view of a spectator as text."""
        return self.table.position.diagram("spectator") if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is no window."""

    def _select(self) -> None:
        if self.table.to_act is not None:
            self.agent_selection = self.possible_agents[self.table.to_act]
