"""Trains the agent of `regicide_engine.env.baseline`, and compares it with the bot novice.

    python train_baseline.py train baseline.json    # ten minutes on one core
    python train_baseline.py judge baseline.json    # solo games of `deal-1` to `deal-1000`

The training is a search by the cross-entropy method: each generation draws 60 vectors of weights from normal
distributions, which move towards the 12 that defeated the most enemies in the 50 deals of the generation. The same
seed gives the same weights.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from regicide_engine import bots
from regicide_engine.env import Tables
from regicide_engine.env.baseline import FEATURES, Linear, best, candidates, features, load
from regicide_engine.rules import Setup

VECTORS, DEALS, CHOSEN, GENERATIONS = 60, 50, 12, 100


def defeated(weights: NDArray[np.float32], deals: list[str]) -> NDArray[np.float32]:
    """The enemies that each vector of weights defeats in each deal."""
    tables = Tables(Setup(), len(weights) * len(deals), deals=deals, threads=1)
    vectors = np.repeat(weights, len(deals), axis=0)
    reached = np.zeros(len(tables), np.float32)
    running = np.ones(len(tables), bool)
    while running.any():
        places, actions = np.flatnonzero(running), tables.masks.argmax(1)
        observations, masks = tables.observations[places], tables.masks[places]
        rows, tried = candidates(observations, masks)
        scores = np.einsum("ij,ij->i", features(observations[rows], tried), vectors[places[rows]])
        actions[places] = best(scores, rows, tried)
        tables.step(actions)
        reached[places] += tables.rewards[places, 0]
        running &= ~(tables.terminated | tables.truncated)
    return 12 * reached.reshape(len(weights), len(deals))


def train(seed: int, generations: int) -> NDArray[np.float64]:
    """The weights after the last generation."""
    random, size = np.random.default_rng(seed), 2 * len(FEATURES)
    mean, deviation = np.zeros(size), np.ones(size)
    for number in range(generations):
        drawn = mean + deviation * random.standard_normal((VECTORS, size))
        results = defeated(drawn.astype(np.float32), [f"train-{seed}-{number}-{deal}" for deal in range(DEALS)]).mean(1)
        chosen = drawn[np.argsort(-results)[:CHOSEN]]
        # Noise that fades keeps the search from stopping early.
        noise = 0.3 / (1 + number / 15)
        mean = 0.3 * mean + 0.7 * chosen.mean(0)
        deviation = 0.3 * deviation + 0.7 * (chosen.std(0) + noise)
        print(f"generation {number + 1}: {results.mean():.2f} enemies, at best {results.max():.2f}", flush=True)
    return mean


def judge(text: str, deals: list[str]) -> None:
    """Prints the results of the agent and of the bot novice in the same deals, with their difference."""
    records = bots.play_many(Setup(), deals, ["novice"], threads=1)
    found = {
        "baseline": defeated(load(text).weights[None], deals)[0].round(),
        "novice": np.array([record["result"]["enemies_defeated"] for record in records], np.float32),
    }
    found["difference"] = found["baseline"] - found["novice"]
    for name, numbers in found.items():
        margin = 1.96 * numbers.std(ddof=1) / np.sqrt(len(numbers))
        won = "" if name == "difference" else f", {(numbers == 12).mean():.1%} won"
        print(f"{name}: {numbers.mean():.2f} ± {margin:.2f} enemies defeated{won}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["train", "judge"])
    parser.add_argument("weights", type=Path, help="the file of the weights")
    parser.add_argument("--seed", type=int, default=1, help="of the training")
    parser.add_argument("--generations", type=int, default=GENERATIONS, help="of the training")
    parser.add_argument("--deals", type=int, default=1000, help="how many deals are played to judge")
    options = parser.parse_args()
    if options.command == "train":
        trained = Linear(train(options.seed, options.generations).astype(np.float32))
        options.weights.write_text(json.dumps(trained.explain(), indent=2) + "\n", encoding="utf-8")
    judge(options.weights.read_text(encoding="utf-8"), [f"deal-{number}" for number in range(1, options.deals + 1)])


if __name__ == "__main__":
    main()
