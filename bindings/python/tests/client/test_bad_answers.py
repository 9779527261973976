"""Answers that no service sends: each ends, and is `Unreachable` with its cause."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from bad_server import bad_server, dripping_server
from kinds import Pieces
from regicide_engine.client import Limits, Problem, Unreachable
from regicide_engine.client.bodies import pieces

BAD = json.loads((Path(__file__).parents[4] / "tests/support/bad_answers.json").read_text(encoding="utf-8"))
LIMITS = Limits(body=1 << 20, line=1 << 20)
# Bad answers that are no consequence of another error, and connections that end as they may.
NO_CAUSE = {"a page", "a redirect in a circle", "a problem without a code", "a problem that is a list"}


def cases(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("name", BAD[kind])


@cases("requests")
def test_a_bad_answer_is_unreachable(connect: Any, name: str) -> None:
    with bad_server(BAD["requests"][name]) as url, pytest.raises(Unreachable) as failed:
        connect(url, limits=LIMITS).get_index()
    assert name in NO_CAUSE or failed.value.__cause__
    assert sum(connect.pauses) <= 60


@cases("requests")
def test_a_bad_answer_to_a_stream_is_unreachable(connect: Any, name: str) -> None:
    with bad_server(BAD["requests"][name]) as url, pytest.raises(Unreachable):
        next(connect(url, limits=LIMITS).events())
    assert sum(connect.pauses) <= 60


@cases("streams")
def test_a_bad_stream_is_unreachable(connect: Any, name: str) -> None:
    with bad_server(BAD["streams"][name]) as url, pytest.raises(Unreachable):
        next(connect(url, limits=LIMITS).events())
    assert sum(connect.pauses) <= 60


@pytest.mark.parametrize(
    "name", sorted(set(BAD["streams"]) - {"a stream that ends at once", "an event without a type"})
)
def test_a_bad_export_is_unreachable(connect: Any, name: str) -> None:
    events = {"an event without an id", "a stream that is closed without a reason", "an id that is no header"}
    answer = [piece.replace('"id"', '"name"') if isinstance(piece, str) else piece for piece in BAD["streams"][name]]
    with bad_server(answer if name in events else BAD["streams"][name]) as url, pytest.raises(Unreachable):
        next(connect(url, limits=LIMITS).export_records())
    assert sum(connect.pauses) <= 60


@pytest.mark.parametrize("status", [202, 429, 503])
@pytest.mark.parametrize("retry_after", [*BAD["retry_after"], "9" * 5000])
def test_waiting_ends(connect: Any, status: int, retry_after: str) -> None:
    kind = "application/json" if status == 202 else "application/problem+json"
    document = {"code": "unavailable", "status": status, "title": "", "detail": "", "complete": False}
    headers = {"Content-Type": kind, "Retry-After": retry_after}
    client = connect(answer=lambda request: httpx.Response(status, headers=headers, json=document))
    with pytest.raises(Unreachable if status == 202 else Problem):
        client.request_analysis({"type": "position", "position": "…"})
    assert all(pause >= 0.5 for pause in connect.pauses)
    assert sum(connect.pauses) <= (600 if status == 202 else 60)


def test_little_is_decompressed_at_a_time() -> None:
    bomb = gzip.compress(bytes(64 << 20))

    async def chunks() -> AsyncIterator[bytes]:
        yield bomb

    async def sizes() -> list[int]:
        response = httpx.Response(200, headers={"Content-Encoding": "gzip"}, stream=Pieces(iter([])))
        return [len(piece) async for piece in pieces(response, chunks())]

    found = asyncio.run(sizes())
    assert sum(found) == 64 << 20
    assert max(found) <= 1 << 16


class Drip:
    """A clock, and bodies of which a byte comes each minute."""

    def __init__(self) -> None:
        self.now = 0.0

    def clock(self) -> float:
        return self.now

    def pieces(self, text: bytes) -> Iterator[bytes | Exception]:
        while True:
            for byte in text:
                self.now += 60
                yield bytes([byte])


HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize("begin", [HEAD + "X-Drip: ", HEAD + "\r\n"], ids=["head", "body"])
def test_an_answer_in_drips_is_unreachable(connect: Any, begin: str) -> None:
    with dripping_server(begin) as url, pytest.raises(Unreachable, match="takes too long"):
        connect(url, limits=Limits(seconds=0.2), patience=0).get_index()


def test_a_stream_with_a_head_in_drips_is_unreachable(connect: Any) -> None:
    with dripping_server(HEAD + "X-Drip: ") as url, pytest.raises(Unreachable, match="takes too long"):
        next(connect(url, limits=Limits(seconds=0.2), patience=0).events())


def test_a_stream_in_drips_is_unreachable(connect: Any) -> None:
    drip = Drip()
    answers = [httpx.Response(200, stream=Pieces(drip.pieces(b"{"))) for _ in range(100)]
    with pytest.raises(Unreachable, match="takes too long"):
        next(connect(answer=lambda request: answers.pop(), clock=drip.clock).events())
    assert sum(connect.pauses) <= 60


def test_lines_that_come_slowly_are_no_drips(connect: Any) -> None:
    drip = Drip()
    events = [json.dumps({"type": "view", "id": str(number)}).encode() + b"\n" for number in range(5)]

    def slowly() -> Iterator[bytes | Exception]:
        for event in events:
            drip.now += 60
            yield event

    stream = connect(answer=lambda request: httpx.Response(200, stream=Pieces(slowly())), clock=drip.clock).events()
    seen = []
    for _ in events:
        seen.append(next(stream)["id"])
        # The reader takes an hour for an event.
        drip.now += 3600
    assert seen == ["0", "1", "2", "3", "4"]
    assert connect.pauses == []


def test_a_compressed_answer_is_read(connect: Any) -> None:
    for encoding in ("gzip", "deflate"):
        text = '{"items": "' + "x" * 500_000 + '"}'
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: {encoding}\r\n\r\n"
        with bad_server([head, {encoding: text, "times": 1}]) as url:
            assert connect(url, limits=LIMITS).get_index() == json.loads(text)


def test_a_player_that_is_none(connect: Any) -> None:
    with pytest.raises(Unreachable):
        connect(answer=lambda request: httpx.Response(201, json={"player": 5})).create_player({"name": "Ada"})
