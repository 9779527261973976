"""Environments for programs that learn to play. `docs/reference/encoding.md` of the server's repository defines
actions and observations.

- `Table`: one game; `Tables`: thousands at once
- `regicide_engine.env.single_agent`: one seat, for Gymnasium; bots have the others
- `regicide_engine.env.multi_agent`: all seats, for PettingZoo
- `regicide_engine.env.openspiel`: for OpenSpiel

An observation holds only what its seat may see.
"""

# Without it the tables could not give arrays: `pip install "regicide-engine[env]"` brings it.
import numpy  # noqa: F401

from .._native import ENCODING as VERSION
from .._native import Table, Tables, actions, fields, observation_size

__all__ = ["VERSION", "Table", "Tables", "actions", "fields", "observation_size"]
