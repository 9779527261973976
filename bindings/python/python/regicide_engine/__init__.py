"""The card game Regicide and the trick-taking game of the same name.

- `regicide_engine.rules`: set-ups, deals, legal moves, moves and what they do, and what each seat sees
- `regicide_engine.record`: records of games, replayed, verified and built
- `regicide_engine.solver`: lines that win, proofs that there are none, and the analysis of finished games
- `regicide_engine.bots`: bots that see only what their seat may see
- `regicide_engine.env`: environments for Gymnasium, PettingZoo and OpenSpiel, and thousands of tables at once
- `regicide_engine.types`: the types of views, effects, forecasts, outcomes and records
- `regicide_engine.client`: the HTTP API of the server

A module is imported by its name. Environments and the client need other packages, which an `ImportError` names.
"""

from importlib.metadata import version as _version

__all__ = ["__version__"]

__version__ = _version("regicide-engine")
