"""Whole games between agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._native import Table

if TYPE_CHECKING:
    from .._native import Reward, Setup

Agent: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.uint8]], int]
"""An agent returns an action for an observation and the mask of legal actions."""


@dataclass(frozen=True)
class Transition:
    """A turn of a seat, and what follows until its next turn or the end of the game."""

    observation: NDArray[np.uint8]
    """The observation of the seat."""
    mask: NDArray[np.uint8]
    """1 for every legal action."""
    action: int
    """The action of the agent."""
    reward: float
    """The rewards of the seat until its next turn."""


@dataclass(frozen=True)
class Episode:
    """A finished game."""

    deal: str
    """The seed of the deal."""
    trajectories: list[list[Transition]] = field(repr=False)
    """The turns of each seat."""
    payoffs: list[float]
    """The sum of the rewards of each seat, with those before its first turn."""
    won: list[bool]
    """True for each seat whose side has won."""


def run(setup: Setup, agents: Sequence[Agent], deal: str, *, reward: Reward = "progress", history: int = 0) -> Episode:
    """Plays a deal to its end, with an agent for each seat.

    With `history=N` the last N moves follow each observation.

    Raises `ValueError` for an action that is not legal.
    """
    if len(agents) != setup.players:
        raise ValueError(f"{setup.players} agents are needed, one for each seat")
    table = Table(setup, deal, reward=reward, history=history)
    turns: list[list[tuple[NDArray[np.uint8], NDArray[np.uint8], int]]] = [[] for _ in agents]
    rewards: list[list[float]] = [[0.0] for _ in agents]
    while (seat := table.to_act) is not None:
        observation, mask = table.observe(seat), table.mask()
        action = int(agents[seat](observation, mask))
        rewarded, _, _ = table.play(action)
        turns[seat].append((observation, mask, action))
        rewards[seat].append(0.0)
        for number, reached in enumerate(rewarded):
            rewards[number][-1] += reached
    return Episode(
        deal,
        [
            [Transition(*turn, after) for turn, after in zip(turned, following[1:], strict=True)]
            for turned, following in zip(turns, rewards, strict=True)
        ],
        [sum(following) for following in rewards],
        [table.won(number) for number in range(setup.players)],
    )
