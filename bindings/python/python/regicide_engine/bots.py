"""Bots that see only what their seat may see.

A bot is the name of a level, `novice`, `steady` or `strong`, or a number of sampled deals as a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ._native import Observer, difficulty, levels, play_many

if TYPE_CHECKING:
    from ._native import Setup
    from .types import RecordFile

__all__ = ["Observer", "difficulty", "levels", "play", "play_many"]


def play(setup: Setup, seed: str, bots: Sequence[str], *, number: int = 0) -> RecordFile:
    """The record of a game between bots, one for each seat; another `number` gives another game."""
    return play_many(setup, [seed], bots, number=number, threads=1)[0]
