"""Environments for programs that learn to play. `docs/reference/encoding.md` of the server's repository defines
actions and observations.

- `Table`: one game; `Tables`: thousands at once
- `run`: a whole game between agents, with trajectories and payoffs
- `regicide_engine.env.single_agent`: one seat, for Gymnasium; bots have the others
- `regicide_engine.env.multi_agent`: all seats, for PettingZoo
- `regicide_engine.env.openspiel`: for OpenSpiel

An observation holds only what its seat may see. With `history=N` the last N moves follow it, the newest first.
"""

from .._extras import require

# The tables give arrays.
require("env", "numpy")

from .._native import ENCODING as VERSION
from .._native import MOVE_SIZE, Table, Tables, actions, fields, observation_size
from .episodes import Agent, Episode, Transition, run

__all__ = [
    "MOVE_SIZE",
    "VERSION",
    "Agent",
    "Episode",
    "Table",
    "Tables",
    "Transition",
    "actions",
    "fields",
    "observation_size",
    "run",
]
