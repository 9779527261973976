"""One seat, for Gymnasium.

env = gymnasium.make("regicide_engine.env.single_agent:Regicide-v1")
env = gymnasium.make("regicide_engine.env.single_agent:Regicide-v1", players=3, others="steady")
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Literal

from .._extras import require

require("env", "gymnasium")

import gymnasium
import numpy as np
from gymnasium import error, spaces
from numpy.typing import NDArray

from .._native import Observer, Setup, Table, actions, play_many

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._native import Kind, Reward
    from ..types import Options

Observation = NDArray[np.uint8]


class RegicideEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game. Bots have the others: they see only what their seats may see.

    `info` has the mask of legal actions (`action_mask`), and at the end the seed of the deal (`deal`), with which the
    game can be replayed anywhere. An action that is not legal ends the episode with a reward of -1. What bots do
    before the first turn is a part of the first reward.

    `reset(options={"deal": "banana"})` plays a deal; otherwise one is drawn.

    With `history=N` the last N moves follow the observation, the newest first.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        kind: Kind = "regicide",
        players: int = 1,
        *,
        seat: int = 0,
        others: str | None = None,
        reward: Reward = "progress",
        history: int = 0,
        render_mode: Literal["ansi"] | None = None,
        **options: Unpack[Options],
    ) -> None:
        self.setup = Setup(kind, players, **options)
        if not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat}")
        if players > 1 and others is None:
            raise ValueError("others names the bots of the other seats, such as steady")
        self.seat, self.others, self.reward, self.render_mode = seat, others, reward, render_mode
        self.history = history
        self.table = Table(self.setup, "regicide", reward=reward, history=history)
        self.observation_space = spaces.Box(0, 255, self.table.observe(seat).shape, np.uint8)
        self.action_space = spaces.Discrete(actions(kind))
        if others is not None:
            # A bot that does not exist is refused here, not in its first turn: no game is played.
            play_many(self.setup, [], [others] * players)
        self.deal = ""
        self._observers: dict[int, Observer] = {}
        self._over, self._before = True, 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals; bots play until the first turn of the seat. Returns its observation and `info`."""
        super().reset(seed=seed)
        named = (options or {}).get("deal")
        self._over = True
        while self._over:
            self.deal = named or self.np_random.bytes(16).hex()
            self.table = Table(self.setup, self.deal, reward=self.reward, history=self.history)
            dealt = self.table.position
            seats = range(self.setup.players) if self.others else ()
            self._observers = {seat: Observer(dealt, seat) for seat in seats if seat != self.seat}
            self._before, terminated, truncated = self._play_others()
            self._over = terminated or truncated
            if self._over and named:
                raise ValueError(f"the game of the deal {named} is over before the first turn of seat {self.seat}")
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action, then the bots until the next turn.

        Returns observation, reward, `terminated`, `truncated` and `info`.
        """
        if self._over:
            raise error.ResetNeeded("the episode is over")
        mask = self.table.mask()
        action = operator.index(action)
        if not 0 <= action < len(mask) or not mask[action]:
            self._over = True
            return self._observe(), -1.0, True, False, self._info()
        reward, terminated, truncated = self._play(action)
        if not (terminated or truncated):
            more, terminated, truncated = self._play_others()
            reward += more
        reward, self._before = reward + self._before, 0.0
        self._over = terminated or truncated
        return self._observe(), reward, terminated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now; the name that MaskablePPO looks for."""
        return self.table.mask().astype(np.bool_)

    def render(self) -> str | None:
        """The view of the seat as text."""
        return self.table.position.diagram(self.seat) if self.render_mode == "ansi" else None

    def _observe(self) -> Observation:
        return self.table.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.table.mask().astype(np.int8)}
        return info | {"deal": self.deal} if self._over else info

    def _play(self, action: int) -> tuple[float, bool, bool]:
        if self._observers:
            step = self.table.position.play(self.table.move_of(action))
            for observer in self._observers.values():
                observer.observe(step)
        rewards, terminated, truncated = self.table.play(action)
        return rewards[self.seat], terminated, truncated

    def _play_others(self) -> tuple[float, bool, bool]:
        """Plays until it is this seat's turn, or the game is over."""
        total, terminated, truncated = 0.0, False, False
        while not (terminated or truncated) and self.table.to_act != self.seat:
            assert self.table.to_act is not None and self.others is not None
            number = int(self.np_random.integers(2**63))
            move = self._observers[self.table.to_act].choose(self.others, number=number)
            reward, terminated, truncated = self._play(self.table.action_of(move))
            total += reward
        return total, terminated, truncated


gymnasium.register("Regicide-v1", entry_point=f"{__name__}:RegicideEnv")
