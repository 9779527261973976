"""How the requests of either kind of client get to the service. All else is written once, as coroutines;
those of the synchronous client never wait for a loop, and `run` takes them to their end in one step."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Generator
from typing import Any, Protocol, TypeVar

import httpx

T = TypeVar("T")


class Wire(Protocol):
    build: Callable[..., httpx.Request]

    async def send(self, request: httpx.Request) -> httpx.Response:
        """Sends a request, and reads the head of the response."""
        ...

    def chunks(self, response: httpx.Response) -> AsyncIterator[bytes]:
        """The body of a response as it was sent."""
        ...

    async def close(self, response: httpx.Response) -> None: ...

    async def pause(self, seconds: float) -> None: ...


class AsyncWire:
    def __init__(self, http: httpx.AsyncClient, sleep: Callable[[float], Awaitable[None]]):
        self.build, self.http, self.sleep = http.build_request, http, sleep

    async def send(self, request: httpx.Request) -> httpx.Response:
        return await self.http.send(request, stream=True, follow_redirects=False)

    async def chunks(self, response: httpx.Response) -> AsyncIterator[bytes]:
        if response.is_stream_consumed:
            yield response.content
            return
        async for chunk in response.aiter_raw():
            yield chunk

    async def close(self, response: httpx.Response) -> None:
        await response.aclose()

    async def pause(self, seconds: float) -> None:
        await self.sleep(seconds)


class SyncWire:
    def __init__(self, http: httpx.Client, sleep: Callable[[float], None]):
        self.build, self.http, self.sleep = http.build_request, http, sleep

    async def send(self, request: httpx.Request) -> httpx.Response:
        return self.http.send(request, stream=True, follow_redirects=False)

    async def chunks(self, response: httpx.Response) -> AsyncIterator[bytes]:
        for chunk in [response.content] if response.is_stream_consumed else response.iter_raw():
            yield chunk

    async def close(self, response: httpx.Response) -> None:
        response.close()

    async def pause(self, seconds: float) -> None:
        self.sleep(seconds)


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine over a `SyncWire` returns."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError("something waits for a loop")


def iterate(items: AsyncGenerator[T, None]) -> Generator[T, None, None]:
    """The items of a generator over a `SyncWire`."""
    try:
        while True:
            try:
                item = run(items.__anext__())
            except StopAsyncIteration:
                return
            yield item
    finally:
        run(items.aclose())
