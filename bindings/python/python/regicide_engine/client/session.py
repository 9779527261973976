"""Common code of both kinds of client: requests until they are answered, and streams until they end."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, cast

import httpx

from .bodies import Broken, lines, parsed, pieces, whole
from .errors import Problem, StreamClosed, Unreachable, answers, broken, cut, refusal, retry_seconds
from .limits import Limits
from .requests import Request, segment
from .retries import COMPUTING, FIRST, Patience, may_repeat
from .wires import TOO_LONG, Wire

NDJSON = "application/x-ndjson"
# A stream without a line for a minute is lost; a page of events takes up to 60 seconds (`wait`).
SILENCE = 65.0
TIMEOUT = httpx.Timeout(SILENCE, connect=10)
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
    limits: Limits
    clock: Callable[[], float]

    def __post_init__(self) -> None:
        if not self.base_url.startswith(("http://", "https://")):
            raise ValueError(f"the service's URL begins with http:// or https://, not {self.base_url!r}")

    async def send(self, method: str, path: str, **parts: Any) -> Any:
        """The final response of the service to a request."""
        request = Request(method, path, **parts)
        patience, left = Patience(self.patience), COMPUTING * self.patience
        response, body = await self._answer(request, patience)
        # It is being computed: the request is to be repeated.
        while response.status_code == 202 and "Retry-After" in response.headers:
            pause = max(retry_seconds(response) or 0, 2 * FIRST)
            if pause > left:
                raise Unreachable("the computed result does not come", status=202, retry_after=retry_seconds(response))
            left -= pause
            await self.wire.pause(pause)
            response, body = await self._answer(request, patience)
        if request.accept.startswith("image/"):
            return body
        try:
            return parsed(body) if request.accept == "application/json" else body.decode()
        except (Broken, UnicodeDecodeError) as error:
            raise broken(response, error) from error

    async def records(self, after: str | None, limit: int | None) -> AsyncGenerator[Any, None]:
        request = Request("GET", "/v1/records", {"after": after, "limit": limit}, accept=NDJSON)
        patience = Patience(self.patience)
        async with aclosing(self._lines(request, patience, ends=True)) as lines:
            async for record in lines:
                request.query["after"] = text_of(record, "id")
                patience.renew()
                if limit is not None:
                    limit -= 1
                    request.query["limit"] = limit
                yield record
                if limit == 0:
                    return

    def game_events(
        self, game_id: str, until_rematch: bool = False, minimal: bool = False, after: str | None = None
    ) -> AsyncGenerator[Any, None]:
        path, last = f"/v1/games/{segment(game_id)}/events", "rematch" if until_rematch else "end"
        return self._events(path, last, until_rematch=until_rematch or None, minimal=minimal or None, after=after)

    def player_events(self, after: str | None) -> AsyncGenerator[Any, None]:
        if self.player_id is None:
            raise ValueError("a client without a player: give it a player_id, or call create_player()")
        return self._events(f"/v1/players/{segment(self.player_id)}/events", after=after)

    def challenge_events(self, challenge_id: str, board: str | None, after: str | None) -> AsyncGenerator[Any, None]:
        return self._events(f"/v1/challenges/{segment(challenge_id)}/events", board=board, after=after)

    def games_events(
        self, game_ids: list[str] | None, minimal: bool = False, after: str | None = None
    ) -> AsyncGenerator[Any, None]:
        return self._events("/v1/events", game_id=game_ids, minimal=minimal or None, after=after)

    async def turns(self, game_id: str | None) -> AsyncGenerator[Any, None]:
        known = -1
        async with aclosing(self.game_events(game_id) if game_id else self.player_events(None)) as events:
            async for event in events:
                game = event.get("game")
                if event["type"] == "turn":
                    yield game
                # A game's other events repeat the turn.
                elif game_id and isinstance(game, dict):
                    view = cast("dict[str, Any]", game)
                    if view.get("legal_moves") and view.get("seq", -1) > known:
                        known = view["seq"]
                        yield view

    async def _events(self, path: str, last: str | None = None, **query: Any) -> AsyncGenerator[Any, None]:
        """The events of a stream, up to one of the type `last`; when it is cut, it is resumed."""
        request = Request("GET", path, query, accept=NDJSON)
        patience = Patience(self.patience)
        async with aclosing(self._lines(request, patience, ends=False)) as lines:
            async for event in lines:
                kind = text_of(event, "type")
                if kind == "closed":
                    if (reason := text_of(event, "reason")) not in PASSING:
                        raise StreamClosed(reason)
                    continue
                patience.renew()
                if kind == "keepalive":
                    continue
                request.headers["Last-Event-ID"] = header_text(text_of(event, "id"))
                yield event
                if kind == last:
                    return

    async def _answer(self, request: Request, patience: Patience, stream: bool = False) -> tuple[httpx.Response, bytes]:
        """A successful response to a request, sent again by the rules, with its body unless it is a stream."""
        while True:
            failure: Problem | Unreachable
            try:
                response, body = await self.wire.within(self.limits.seconds, self._once(request, stream))
                if answers(response, request.accept):
                    return response, body
                failure = refusal(response, body)
            except httpx.RequestError as error:
                failure = cut(error)
            if not may_repeat(failure, request.repeatable):
                raise failure
            await self.wire.pause(patience.pause(failure))

    async def _once(self, request: Request, stream: bool) -> tuple[httpx.Response, bytes]:
        """The response to one try, with its body unless it is a stream."""
        response = await self.wire.send(self._built(request))
        if stream and answers(response, request.accept):
            return response, b""
        try:
            return response, await whole(pieces(response, self.wire.chunks(response)), self.limits.body)
        except Broken as error:
            raise broken(response, error) from error
        finally:
            await self.wire.close(response)

    async def _pieces(self, response: httpx.Response, ends: Callable[[], float]) -> AsyncGenerator[bytes, None]:
        """The body of a stream in pieces, which have to come in time."""
        async with aclosing(pieces(response, self.wire.chunks(response))) as body:
            async for piece in body:
                if self.clock() > ends():
                    raise httpx.ReadTimeout(TOO_LONG)
                yield piece

    async def _lines(self, request: Request, patience: Patience, ends: bool) -> AsyncGenerator[Any, None]:
        """The lines of a response. If it is cut, or has no end, the request is sent again as it is then."""
        while True:
            response, _ = await self._answer(request, patience, stream=True)
            failure = Unreachable("the stream ends")
            lost = self.clock() + SILENCE
            try:
                if response.status_code == 204:
                    return
                body = self._pieces(response, lambda: lost)  # noqa: B023
                async with aclosing(lines(body, self.limits.line)) as found:
                    async for line in found:
                        yield parsed(line)
                        lost = self.clock() + SILENCE
                if ends:
                    return
            except Broken as error:
                raise broken(response, error) from error
            except httpx.RequestError as error:
                failure = cut(error)
            finally:
                await self.wire.close(response)
            await self.wire.pause(patience.pause(failure))

    def _built(self, request: Request) -> httpx.Request:
        headers = {"Accept-Language": self.language, "Accept-Encoding": "gzip", **request.header_texts()}
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


def text_of(found: dict[str, Any], name: str) -> str:
    """A text that a line of a stream has to have."""
    value = found.get(name)
    if not isinstance(value, str):
        raise Unreachable(f"a line that is not the service's: {name} is no text", status=200)
    return value


def header_text(value: str) -> str:
    """An id as a header's value."""
    if not value.isascii() or not value.isprintable():
        raise Unreachable("a line that is not the service's: its id is no header", status=200)
    return value
