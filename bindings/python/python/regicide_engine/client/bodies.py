"""The bodies of responses, decompressed in pieces and split into lines, within limits."""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing
from typing import Any, Protocol, cast

import httpx

# The most that is decompressed at a time: a small chunk can hold very much.
PIECE = 1 << 16
# Compressed as gzip or zlib, by its head.
ANY_HEAD = 47


class Broken(Exception):
    """A body that no service sends."""


class Inflater(Protocol):
    """A decompressor of `zlib`; its own class has no public name."""

    @property
    def unconsumed_tail(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


async def pieces(response: httpx.Response, chunks: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """The body of a response, from its chunks as they were sent."""
    encoding = response.headers.get("Content-Encoding", "").strip().lower()
    if encoding in ("", "identity") or response.is_stream_consumed:
        async for chunk in chunks:
            yield chunk
        return
    if encoding not in ("gzip", "deflate"):
        raise Broken(f"its encoding is {encoding[:40]!r}")
    inflater = zlib.decompressobj(ANY_HEAD)
    async for chunk in chunks:
        for piece in _inflated(inflater, chunk):
            yield piece
        if inflater.eof:
            return
    raise httpx.RemoteProtocolError("the compressed body has no end")


def _inflated(inflater: Inflater, chunk: bytes) -> Iterator[bytes]:
    while True:
        try:
            piece = inflater.decompress(chunk, PIECE)
        except zlib.error as error:
            raise Broken("it is not compressed as declared") from error
        yield piece
        if len(piece) < PIECE:
            return
        chunk = inflater.unconsumed_tail


async def whole(body: AsyncGenerator[bytes, None], most: int) -> bytes:
    """A body that has at most so many bytes."""
    found = bytearray()
    async with aclosing(body):
        async for piece in body:
            found += piece
            if len(found) > most:
                raise Broken(f"it has more than {most} bytes")
    return bytes(found)


async def lines(body: AsyncGenerator[bytes, None], most: int) -> AsyncGenerator[bytes, None]:
    """The lines of a body, each of at most so many bytes. A body that ends within a line was cut."""
    begun = bytearray()
    async with aclosing(body):
        async for piece in body:
            *ended, rest = piece.split(b"\n")
            for line in ended:
                yield bytes(begun + line)
                begun.clear()
            begun += rest
            if len(begun) > most:
                raise Broken(f"a line has more than {most} bytes")
    if begun:
        raise httpx.RemoteProtocolError("the body ends within a line")


def parsed(text: bytes) -> dict[str, Any]:
    """An object in JSON."""
    try:
        value = json.loads(text.decode(), parse_constant=_no_number)
    # Deeply nested lists exceed the depth of the stack.
    except (ValueError, RecursionError) as error:
        raise Broken("it is not JSON") from error
    if not isinstance(value, dict):
        raise Broken("it is not an object")
    return cast("dict[str, Any]", value)


def _no_number(name: str) -> float:
    raise ValueError(name)
