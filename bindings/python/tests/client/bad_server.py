"""A server that answers every request with the same bytes, whatever they are."""

from __future__ import annotations

import socket
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

GZIP, ZLIB = 31, 15
CHUNK = 1 << 16


@contextmanager
def bad_server(answer: list[Any]) -> Iterator[str]:
    """The address of a server with this answer, as tests/support/bad_answers.json has them."""
    parts = [made(piece) for piece in answer]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener, parts))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            # A blocked accept does not return after a close.
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


@contextmanager
def dripping_server(begin: str) -> Iterator[str]:
    """The address of a server whose answers begin so, and then have a byte now and then, until the context ends."""
    ended = threading.Event()

    def drip() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with connection, suppress(OSError):
                    connection.sendall(begin.encode())
                    while not ended.wait(0.01):
                        connection.sendall(b" ")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=drip)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            ended.set()
            # A blocked accept does not return after a close.
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def made(piece: Any) -> tuple[bytes, bool]:
    """The bytes of a piece, and whether they are repeated without an end."""
    if isinstance(piece, str):
        return piece.encode(), False
    if "hex" in piece:
        return bytes.fromhex(piece["hex"]), False
    if "reset" in piece:
        return b"", False
    if "repeat" in piece:
        text = piece["repeat"].encode()
        times = piece.get("times")
        return (text * (times or CHUNK // len(text)), times is None)
    kind = "gzip" if "gzip" in piece else "deflate"
    packer = zlib.compressobj(wbits=GZIP if kind == "gzip" else ZLIB)
    return packer.compress(piece[kind].encode() * piece["times"]) + packer.flush(), False


def serve(listener: socket.socket, parts: list[tuple[bytes, bool]]) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                connection.recv(CHUNK)
                play(connection, parts)


def play(connection: socket.socket, parts: list[tuple[bytes, bool]]) -> None:
    for part, is_endless in parts:
        connection.sendall(part)
        while is_endless:
            connection.sendall(part)
    if parts and parts[-1] == (b"", False):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
