"""The last moves of a game as numbers, as a seat saw them (docs/reference/encoding.md)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._native import Step

KINDS = ("play", "discard", "yield", "flip", "next", "take", "pass", "trump", "keep", "change", "bury")
SUITS = "CDHS"
DECK = [rank + suit for suit in SUITS for rank in "A23456789TJQK"] + ["X1", "X2"]
SIZE = 4 + len(KINDS) + len(SUITS) + 1 + 4 + len(DECK)
"""The length of a move."""


class History:
    """The last moves that one seat saw, the newest first."""

    def __init__(self, seat: int, players: int, length: int) -> None:
        if length < 0:
            raise ValueError(f"history: {length} is negative")
        self.seat, self.players = seat, players
        self.moves = np.zeros((length, SIZE), np.uint8)

    def add(self, step: Step) -> None:
        """Adds a move."""
        self.moves[1:] = self.moves[:-1]
        if len(self.moves):
            self.moves[0] = move_row(step, self.seat, self.players)

    def copy(self) -> History:
        """The same moves, to be continued apart."""
        other = History(self.seat, self.players, 0)
        other.moves = self.moves.copy()
        return other


def move_row(step: Step, seat: int, players: int) -> NDArray[np.uint8]:
    """A move as a seat saw it: a card that another seat buried is hidden."""
    row = np.zeros(SIZE, np.uint8)
    seats, kinds, suits, reverse, target, cards = np.split(row, np.cumsum([4, len(KINDS), len(SUITS), 1, 4]))
    seats[(step.seat - seat) % players] = 1
    kind, *words = step.move.split()
    if kind not in KINDS:
        return row
    kinds[KINDS.index(kind)] = 1
    for word in words:
        if word in DECK and (kind != "bury" or step.seat == seat):
            cards[DECK.index(word)] = 1
        elif kind == "next":
            target[(int(word) - seat) % players] = 1
        elif word in SUITS:
            suits[SUITS.index(word)] = 1
        elif word == "reverse":
            reverse[0] = 1
    return row
