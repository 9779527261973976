"""How the requests of either kind of client get to the service. All else is written once, as coroutines;
those of the synchronous client never wait for a loop, and `run` takes them to their end in one step."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Generator
from typing import Any, Protocol, TypeVar

import httpx

T = TypeVar("T")
Answer = tuple[httpx.Response, bytes]
TOO_LONG = "the answer takes too long"


class Wire(Protocol):
    build: Callable[..., httpx.Request]

    async def within(self, seconds: float, answer: Coroutine[Any, Any, Answer]) -> Answer:
        """Waits for a response and what is read of it for so many seconds in all, however its bytes come."""
        ...

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

    async def within(self, seconds: float, answer: Coroutine[Any, Any, Answer]) -> Answer:
        try:
            return await asyncio.wait_for(answer, seconds)
        except asyncio.TimeoutError as error:
            raise httpx.ReadTimeout(TOO_LONG) from error

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

    async def within(self, seconds: float, answer: Coroutine[Any, Any, Answer]) -> Answer:
        # The limits of httpx begin anew with each byte, and nothing else ends a read: another thread reads. One
        # that is too late goes on until its connection ends, and its result is dropped.
        done: concurrent.futures.Future[Answer] = concurrent.futures.Future()

        def read() -> None:
            try:
                found = run(answer)
            except BaseException as error:
                if done.set_running_or_notify_cancel():
                    done.set_exception(error)
                return
            if done.set_running_or_notify_cancel():
                done.set_result(found)
            else:
                found[0].close()

        context = contextvars.copy_context()
        threading.Thread(target=context.run, args=(read,), daemon=True, name="regicide-request").start()
        try:
            return done.result(seconds)
        except concurrent.futures.TimeoutError as error:
            if done.cancel():
                raise httpx.ReadTimeout(TOO_LONG) from error
            return done.result()
        finally:
            done.cancel()

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
    """The result of a coroutine over a `SyncWire`."""
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
