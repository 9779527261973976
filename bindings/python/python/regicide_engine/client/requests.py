"""A request before it is sent."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote


def new_key() -> str:
    """A new idempotency key."""
    return str(uuid.uuid4())


def segment(value: str | int) -> str:
    """A value as a segment of a path."""
    return quote(str(value), safe="")


def _text(value: str | int | list[str] | list[int]) -> str:
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass
class Request:
    method: str
    path: str
    query: dict[str, Any] = field(default_factory=dict[str, Any])
    headers: dict[str, str | None] = field(default_factory=dict[str, "str | None"])
    body: Any = None
    key: str | None = None
    reads: bool = False
    accept: str = "application/json"

    @property
    def repeatable(self) -> bool:
        """True if it is carried out once however often it is sent: it only reads, or has a key."""
        return self.method == "GET" or self.reads or self.key is not None

    def query_texts(self) -> dict[str, str]:
        return {name: _text(value) for name, value in self.query.items() if value is not None}

    def header_texts(self) -> dict[str, str]:
        headers = {**self.headers, "Accept": self.accept, "Idempotency-Key": self.key}
        return {name: value for name, value in headers.items() if value is not None}
