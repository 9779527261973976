"""The rules of both games: written from docs/spec alone, to be read.

A game is made from a record's fields, all defaults filled in, and its seed's
commitment. `make` plays one move or raises `Bad`; `line` is the position line
(docs/spec/record.md S4) and `result` what a record's `result` has to be (S6.4).
"""
from .game import Bad, require
from .regicide import Regicide
from .tricks import Tricks

__all__ = ["Bad", "Regicide", "Tricks", "require"]
