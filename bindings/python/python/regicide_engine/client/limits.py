"""Limits of the answers that a client accepts, from a service or anything in its place."""

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
    """How long one try may take, from the connection to the end of the answer, however its bytes come. Streams have
    no end: there it is the time to the end of the head, then 65 seconds for a line."""
