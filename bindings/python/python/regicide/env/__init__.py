"""Environments for programs that learn to play. `docs/reference/encoding.md` of the server's repository says
what actions and observations are.

- `Table`: one game; `Tables`: thousands at once
- `regicide.env.single_agent`: one seat, for Gymnasium; bots have the others
- `regicide.env.multi_agent`: all seats, for PettingZoo
- `regicide.env.openspiel`: for OpenSpiel

An observation holds only what its seat may know.
"""

from .._native import Table, Tables, actions, fields

__all__ = ["VERSION", "Table", "Tables", "actions", "fields", "observation_size"]

VERSION = 1
"""The version of actions and observations."""


def observation_size(kind: str) -> int:
    """How many numbers an observation has."""
    _, start, length = fields(kind)[-1]  # type: ignore[arg-type]
    return start + length
