"""What a client takes from a service, or from what answers in its place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Beyond these an answer is no service's: `Unreachable`."""

    body: int = 64 << 20
    """The bytes of one answer, decompressed."""
    line: int = 8 << 20
    """The bytes of one line of a stream or an export."""
    seconds: float = 300.0
    """How long one answer may take from its head to its end. Streams have no end: there it is 65 seconds for a line."""
