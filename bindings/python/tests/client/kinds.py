"""Clients of both kinds, to be used alike, and what stands between them and a service."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
from regicide_engine.client import AsyncClient, Client


class Waited:
    """An `AsyncClient` to be used as a `Client`: whatever it does is waited for."""

    def __init__(self, client: AsyncClient):
        self.client, self.loop = client, asyncio.new_event_loop()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.client, name)
        return self.waiting(found) if callable(found) else found

    def waiting(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            result = method(*arguments, **options)
            if inspect.isasyncgen(result):
                return self.items(result)
            return self.loop.run_until_complete(result) if inspect.isawaitable(result) else result

        return call

    def items(self, generator: Any) -> Iterator[Any]:
        try:
            while True:
                try:
                    item = self.loop.run_until_complete(anext(generator))
                except StopAsyncIteration:
                    return
                yield item
        finally:
            self.loop.run_until_complete(generator.aclose())

    def end(self) -> None:
        # Streams that were left half read are closed in the next round of the loop.
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()


class Pieces(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The body of a response, for both kinds of client; an error among the pieces cuts it there."""

    def __init__(self, pieces: Iterator[bytes | Exception]):
        self.pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece


class Kind:
    """Makes clients of one kind, which do not sleep: they note their pauses."""

    def __init__(self, asynchronous: bool):
        self.asynchronous = asynchronous
        self.pauses: list[float] = []
        self.made: list[Any] = []

    def __call__(
        self,
        url: str = "http://service.test",
        answer: Callable[[httpx.Request], httpx.Response] | None = None,
        **settings: Any,
    ) -> Any:
        """A client of a service, or of a function that answers in its place."""
        transport = httpx.MockTransport(answer) if answer else None
        client: Any
        if self.asynchronous:
            http = httpx.AsyncClient(transport=transport)
            client = Waited(AsyncClient(url, http=http, sleep=self.pause, **settings))
        else:
            client = Client(url, http=httpx.Client(transport=transport), sleep=self.pauses.append, **settings)
        self.made.append(client)
        return client

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


def passed_on(request: httpx.Request, connection: httpx.Client) -> httpx.Response:
    """The response of the service to a request."""
    response = connection.send(
        httpx.Request(request.method, request.url, headers=request.headers, content=request.content)
    )
    response.headers.pop("Content-Encoding", None)
    return httpx.Response(response.status_code, headers=response.headers, content=response.content)
