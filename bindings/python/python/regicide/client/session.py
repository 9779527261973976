"""What both kinds of client do: requests until they are answered, and streams until they end."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import httpx

from .errors import Problem, StreamClosed, Unreachable, answers, cut, refusal
from .requests import Request, segment
from .retries import Patience, may_repeat
from .wires import Wire

NDJSON = "application/x-ndjson"
# A stream that is silent for a minute is lost; a page of events takes up to 60 seconds (`wait`).
TIMEOUT = httpx.Timeout(65, connect=10)
# Why a stream is closed that may be opened again.
PASSING = ("stopping", "failed")


@dataclass
class Session:
    wire: Wire
    base_url: str
    token: str | None
    player_id: str | None
    language: str
    patience: float

    def __post_init__(self) -> None:
        if not self.base_url.startswith(("http://", "https://")):
            raise ValueError(f"the service's URL begins with http:// or https://, not {self.base_url!r}")

    async def send(self, method: str, path: str, **parts: Any) -> Any:
        """What the service answers to a request, at last."""
        request = Request(method, path, **parts)
        response = await self._answer(request, Patience(self.patience))
        # It is being computed: the request is to be repeated.
        while response.status_code == 202 and "Retry-After" in response.headers:
            await self.wire.pause(float(response.headers["Retry-After"]))
            response = await self._answer(request, Patience(self.patience))
        return response.json() if request.accept == "application/json" else response.text

    async def records(self, after: str | None, limit: int | None) -> AsyncGenerator[Any, None]:
        request = Request("GET", "/v1/records", {"after": after, "limit": limit}, accept=NDJSON)
        patience = Patience(self.patience)
        async with aclosing(self._lines(request, patience, ends=True)) as lines:
            async for record in lines:
                patience.renew()
                request.query["after"] = record["id"]
                if limit is not None:
                    limit -= 1
                    request.query["limit"] = limit
                yield record
                if limit == 0:
                    return

    def game_events(self, game_id: str, until_rematch: bool, after: str | None) -> AsyncGenerator[Any, None]:
        last = "rematch" if until_rematch else "end"
        return self._events(
            f"/v1/games/{segment(game_id)}/events", last, until_rematch=until_rematch or None, after=after
        )

    def player_events(self, after: str | None) -> AsyncGenerator[Any, None]:
        if self.player_id is None:
            raise ValueError("nobody's client: give it a player_id, or let it come()")
        return self._events(f"/v1/players/{segment(self.player_id)}/events", after=after)

    def challenge_events(self, challenge_id: str, board: str | None, after: str | None) -> AsyncGenerator[Any, None]:
        return self._events(f"/v1/challenges/{segment(challenge_id)}/events", board=board, after=after)

    def games_events(self, game_ids: list[str] | None, after: str | None) -> AsyncGenerator[Any, None]:
        return self._events("/v1/events", game_id=game_ids, after=after)

    async def turns(self, game_id: str | None) -> AsyncGenerator[Any, None]:
        known = -1
        async with aclosing(self.game_events(game_id, False, None) if game_id else self.player_events(None)) as events:
            async for event in events:
                game = event.get("game")
                if event["type"] == "turn":
                    yield game
                # A game's other events tell the same turn again.
                elif game_id and game and game["legal_moves"] and game["seq"] > known:
                    known = game["seq"]
                    yield game

    async def _events(self, path: str, last: str | None = None, **query: Any) -> AsyncGenerator[Any, None]:
        """The events of a stream, up to one of the type `last`; when it is cut, it is resumed."""
        request = Request("GET", path, query, accept=NDJSON)
        patience = Patience(self.patience)
        async with aclosing(self._lines(request, patience, ends=False)) as lines:
            async for event in lines:
                if event["type"] == "closed":
                    if event["reason"] not in PASSING:
                        raise StreamClosed(event["reason"])
                    continue
                patience.renew()
                if event["type"] == "keepalive":
                    continue
                request.headers["Last-Event-ID"] = event["id"]
                yield event
                if event["type"] == last:
                    return

    async def _answer(self, request: Request, patience: Patience, stream: bool = False) -> httpx.Response:
        """A successful response to a request, sent again by the rules."""
        while True:
            failure: Problem | Unreachable
            try:
                response = await self.wire.send(self._built(request), stream)
                if answers(response, request.accept):
                    return response
                await self.wire.close(response)
                failure = refusal(response)
            except httpx.TransportError as error:
                failure = cut(error)
            if not may_repeat(failure, request.repeatable):
                raise failure
            await self.wire.pause(patience.pause(failure))

    async def _lines(self, request: Request, patience: Patience, ends: bool) -> AsyncGenerator[Any, None]:
        """The lines of a response. If it is cut, or has no end, the request is sent again as it is then."""
        while True:
            response = await self._answer(request, patience, stream=True)
            failure = Unreachable("the stream ends")
            try:
                if response.status_code == 204:
                    return
                rest = b""
                async for chunk in self.wire.chunks(response):
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        yield json.loads(line)
                if ends:
                    return
            except httpx.TransportError as error:
                failure = cut(error)
            finally:
                await self.wire.close(response)
            await self.wire.pause(patience.pause(failure))

    def _built(self, request: Request) -> httpx.Request:
        headers = {"Accept-Language": self.language, **request.header_texts()}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        return self.wire.build(
            request.method,
            self.base_url.rstrip("/") + request.path,
            params=request.query_texts(),
            headers=headers,
            json=request.body,
            timeout=TIMEOUT,
        )
