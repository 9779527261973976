"""Judges the agent and a bot on deals that it has never played."""
import gymnasium
import numpy as np
from learn import logits
from regicide_engine import bots
from regicide_engine.rules import Setup

deals = [f"judge-{number}" for number in range(300)]
weights, env = np.load("weights.npy"), gymnasium.make("regicide_engine.env.single_agent:Regicide-v1")
defeated = {"agent": [], "random": []}
for player, found in defeated.items():
    random = np.random.default_rng(1)
    for deal in deals:
        seen, info = env.reset(options={"deal": deal})
        total, over = 0.0, False
        while not over:
            values = logits(weights * (player == "agent"), seen[None], info["action_mask"] == 1)[1][0]
            action = (values + random.gumbel(size=values.shape) * (player == "random")).argmax()
            seen, reward, terminated, truncated, info = env.step(action)
            total, over = total + reward, terminated or truncated
        found.append(12 * total)
games = bots.play_many(Setup(players=1), deals, ["novice"])
defeated["novice"] = [game["result"]["enemies_defeated"] for game in games]
for player, found in defeated.items():
    margin = 1.96 * np.std(found, ddof=1) / np.sqrt(len(found))
    print(f"{player}: {np.mean(found):.2f} ± {margin:.2f} enemies defeated, {sum(np.array(found) > 11.5)} won")
