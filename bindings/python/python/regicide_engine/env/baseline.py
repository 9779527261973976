"""A trained agent for the co-operative game.

    episode = run(Setup(), [baseline.agent], "banana")

The agent scores each legal action by a weighted sum of features, which it computes from the observation alone, and
takes the best one. `examples/train_baseline.py` in the repository found the weights in solo games.
"""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from .._native import actions as actions_of
from .._native import fields

Floats = NDArray[np.float32]
Row = NDArray[np.uint8]

FEATURES = (
    *("damage", "defeats", "defeats_exactly", "overkill", "attack", "attack_by_health", "uncovered", "fatal", "risky"),
    *("hand_left", "hand_left_share", "drawn", "drawn_too_many", "healed", "tavern_empty", "tavern_low", "spent"),
    *("kept", "kept_clubs", "kept_diamonds", "kept_hearts", "kept_spades", "kept_aces", "kept_royals"),
    *("kept_defeats", "kept_defeats_exactly", "spare", "yields", "flips", "flips_early"),
)
"""The features of an action; each has one weight for plays and one for discards."""

PHASES = ("plays", "discards")
ACTIONS = actions_of("regicide")

_PLACES = {name: slice(start, start + length) for name, start, length in fields("regicide")}
_RANKS = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 15, 20], np.float32)
# By the numbers of cards in observations: 0 is none, 1 to 52 the suits, then the jesters.
_VALUES = np.concatenate([[0], np.tile(_RANKS, 4), [0, 0]]).astype(np.float32)
_SUITS = np.concatenate([[-1], np.repeat(np.arange(4), 13), [-1, -1]])
_NUMBERED = np.concatenate([np.tile(_RANKS * (np.arange(13) < 10), 4), [0, 0]]).astype(np.float32)
_FLIP, _HAND = 256, 8


def features(observations: Row, actions: NDArray[np.intp]) -> Floats:
    """The features of an action in each observation: a row for each pair."""
    see = {name: observations[:, place].astype(np.float32) for name, place in _PLACES.items()}
    one = {name: values[:, 0] for name, values in see.items() if values.shape[1] == 1}
    play, flip = see["phase"][:, 0] == 1, actions == _FLIP
    moves_cards = (actions > 0) & ~flip & (actions < _FLIP)
    numbers = observations[:, _PLACES["hand_places"]]
    chosen = (actions[:, None] >> np.arange(_HAND) & 1 == 1) & moves_cards[:, None] & (numbers > 0)
    kept = (numbers > 0) & ~chosen & ~flip[:, None]
    values, suits = _VALUES[numbers], _SUITS[numbers]

    # The powers of the cards that are played.
    total = (values * chosen).sum(1)
    immune = see["immune_to"] == 1
    power = np.stack([((suits == suit) & chosen).any(1) & play & ~immune[:, suit] for suit in range(4)], 1)
    force = np.where(play, total * (1 + power[:, 0]), 0)
    discarded = see["discard_pile"].sum(1)
    healed = np.where(power[:, 2], np.minimum(total, discarded), 0)
    tavern = one["tavern_left"] + healed
    players = 1 + see["players"].argmax(1)
    room = (9 - players) * players - see["hand_sizes"].sum(1) + chosen.sum(1)
    wanted = np.where(flip, _HAND, np.where(power[:, 1], total, 0))
    drawn = np.minimum(wanted, np.where(flip, tavern, np.minimum(room, tavern)))
    tavern = tavern - drawn

    # The enemy afterwards, and what its attack leaves of the hand.
    health = one["enemy_health"]
    defeats, exact = play & moves_cards & (force >= health), play & moves_cards & (force == health)
    left = np.maximum(health - force, 0)
    shielded = np.maximum(one["enemy_attack"] - np.where(power[:, 3], total, 0), 0)
    attack = np.where(flip, one["to_cover"], np.where(play & ~defeats, shielded, 0))
    unseen = _NUMBERED * (1 - np.maximum(np.maximum(see["hand"], see["played"]), see["discard_pile"]))
    average = unseen.sum(1) / np.maximum((unseen > 0).sum(1), 1)
    worth, own_drawn = (values * kept).sum(1), np.where(flip, drawn, drawn / players)
    expected = worth + own_drawn * average
    after = np.maximum(expected - attack, 0)
    # A new enemy has at least the health of the present one.
    faced = np.where(defeats, 20 + 10 * see["enemy_rank"].argmax(1), left)[:, None]
    clubs = (suits == 0) & ~immune[:, :1]
    blows = np.where(kept, values * (1 + clubs), 0)
    columns = [
        np.minimum(force, health) / 10,
        defeats,
        exact,
        np.maximum(force - health, 0) / 10 * defeats,
        attack / 10,
        attack * np.minimum(left, 30) / 200,
        np.maximum(attack - expected, 0) / 10,
        attack > worth + own_drawn * 10,
        attack > worth,
        after / 20,
        (kept.sum(1) + own_drawn) * after / np.maximum(expected, 1) / 4,
        drawn / 4,
        (wanted - drawn) / 10 * ~flip,
        healed / 5,
        (tavern < 2) * 1.0,
        np.minimum(tavern, 12) / 12,
        total / 10,
        kept.sum(1) / 4,
        *((values * (kept & (suits == suit))).sum(1) / 10 for suit in range(4)),
        (kept & (values == 1)).sum(1),
        (kept & (values >= 10)).sum(1) / 2,
        (blows >= faced).any(1),
        ((blows == faced) & kept).any(1),
        np.where(play, 0, np.maximum(total - one["to_cover"], 0)) / 10,
        actions == 0,
        flip,
        flip * (one["enemies_defeated"] < 6),
    ]
    found = np.stack(columns, 1).astype(np.float32)
    return np.concatenate([found * play[:, None], found * ~play[:, None]], 1)


def candidates(observations: Row, masks: Row) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows and actions that are scored: all legal ones, but no discards with a needless card."""
    rows, actions = np.nonzero(masks)
    values = _VALUES[observations[rows][:, _PLACES["hand_places"]]]
    chosen = (actions[:, None] >> np.arange(_HAND) & 1 == 1) & (actions[:, None] < _FLIP)
    least = np.where(chosen, values, 99).min(1)
    to_cover = observations[rows, _PLACES["to_cover"].start]
    needless = (to_cover > 0) & (actions < _FLIP) & ((values * chosen).sum(1) - least >= to_cover)
    return rows[~needless], actions[~needless]


def best(scores: Floats, rows: NDArray[np.intp], actions: NDArray[np.intp]) -> NDArray[np.intp]:
    """The action with the highest score of each row, the first one if several have it."""
    order = np.lexsort((-scores, rows))
    return actions[order[np.flatnonzero(np.diff(rows[order], prepend=-1))]]


class Linear:
    """An agent with these weights, for `run`."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights

    def __call__(self, observation: Row, mask: Row) -> int:
        return int(self.many(observation[None], mask[None])[0])

    def explain(self) -> dict[str, dict[str, float]]:
        """The weights of plays and of discards, by the names of the features: the content of a file of weights."""
        halves = np.split(self.weights.astype(float).round(4), 2)
        return {
            phase: dict(zip(FEATURES, half.tolist(), strict=True)) for phase, half in zip(PHASES, halves, strict=True)
        }

    def many(self, observations: Row, masks: Row) -> NDArray[np.intp]:
        """The action for each row, as `Tables` have them."""
        if masks.shape[1] != ACTIONS:
            raise ValueError("the agent plays only the co-operative game")
        rows, actions = candidates(observations, masks)
        return best(features(observations[rows], actions) @ self.weights, rows, actions)


def load(text: str) -> Linear:
    """The agent with the weights of a JSON text: of plays and of discards, by the names of the features."""
    weights = json.loads(text)
    return Linear(np.array([weights[phase][name] for phase in PHASES for name in FEATURES], np.float32))


agent = load(files(__package__).joinpath("baseline.json").read_text(encoding="utf-8"))
"""The trained agent."""
