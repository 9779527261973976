"""How the requests of either kind of client get to the service. All else is written once, as coroutines;
those of the synchronous client never wait for a loop, and `run` takes them to their end in one step."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Generator
from typing import Any, Protocol, TypeVar

import httpx

T = TypeVar("T")


class Wire(Protocol):
    build: Callable[..., httpx.Request]

    async def send(self, request: httpx.Request, stream: bool) -> httpx.Response:
        """Sends a request; reads all of the response, unless it is a success that is streamed."""
        ...

    def chunks(self, response: httpx.Response) -> AsyncIterator[bytes]: ...

    async def close(self, response: httpx.Response) -> None: ...

    async def pause(self, seconds: float) -> None: ...


class AsyncWire:
    def __init__(self, http: httpx.AsyncClient, sleep: Callable[[float], Awaitable[None]]):
        self.build, self.http, self.sleep = http.build_request, http, sleep

    async def send(self, request: httpx.Request, stream: bool) -> httpx.Response:
        response = await self.http.send(request, stream=stream)
        if not response.is_success:
            await response.aread()
        return response

    def chunks(self, response: httpx.Response) -> AsyncIterator[bytes]:
        return response.aiter_bytes()

    async def close(self, response: httpx.Response) -> None:
        await response.aclose()

    async def pause(self, seconds: float) -> None:
        await self.sleep(seconds)


class SyncWire:
    def __init__(self, http: httpx.Client, sleep: Callable[[float], None]):
        self.build, self.http, self.sleep = http.build_request, http, sleep

    async def send(self, request: httpx.Request, stream: bool) -> httpx.Response:
        response = self.http.send(request, stream=stream)
        if not response.is_success:
            response.read()
        return response

    async def chunks(self, response: httpx.Response) -> AsyncIterator[bytes]:
        for chunk in response.iter_bytes():
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
