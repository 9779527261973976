"""Learns to play alone, by policy gradients for a linear policy."""
import numpy as np
from regicide_engine.env import Tables, actions, observation_size
from regicide_engine.rules import Setup

TABLES, MOVES, ROUNDS = 256, 32, 25


def logits(weights, observations, masks):
    """How good each legal action looks; a constant comes with what is seen."""
    seen = np.hstack([np.minimum(observations, 20) / 10, np.ones((len(observations), 1))]).astype(np.float32)
    return seen, np.where(masks, seen @ weights, -np.inf)


def main():
    random = np.random.default_rng(1)
    tables = Tables(Setup(players=1), TABLES, seed="learn")
    weights = np.zeros((observation_size("regicide") + 1, actions("regicide")), np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for number in range(1, ROUNDS + 1):
        played = []
        for _ in range(MOVES):
            seen, values = logits(weights, tables.observations, tables.masks == 1)
            chosen = (values + random.gumbel(size=values.shape)).argmax(1)
            tables.step(chosen)
            played.append((seen, values, chosen, tables.rewards[:, 0].copy(), tables.terminated.copy()))
        # What followed each action until its game was over, discounted.
        followed, after = [], np.zeros(TABLES, np.float32)
        for *_, rewards, over in reversed(played):
            after = rewards + 0.95 * np.where(over, 0, after)
            followed.insert(0, after)
        seen, values, chosen = (np.concatenate(part) for part in list(zip(*played))[:3])
        gain = np.concatenate(followed)
        odds = np.exp(values - values.max(1, keepdims=True))
        blame = -odds / odds.sum(1, keepdims=True)
        blame[np.arange(len(chosen)), chosen] += 1
        gradient = seen.T @ (blame * ((gain - gain.mean()) / gain.std())[:, None]) / len(chosen)
        # Adam.
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        weights += 0.03 * (mean / (1 - 0.9**number)) / (np.sqrt(square / (1 - 0.99**number)) + 1e-6)
    np.save("weights.npy", weights)


if __name__ == "__main__":
    main()
