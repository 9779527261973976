"""The rules of both games.

A `Setup` is dealt from a seed, which gives the same cards on every machine and on the server; a `Position`
never changes, and `play` gives the next one. It holds every card: what a seat may see is in `view`, and in
the effects and the narration of a step for that viewer.
"""

from ._native import Position, Refusal, Setup, Step, commitment, languages, rulesets

__all__ = ["Position", "Refusal", "Setup", "Step", "commitment", "languages", "rulesets"]
