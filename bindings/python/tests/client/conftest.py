"""A real service, and clients of both kinds."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections import deque
from collections.abc import Iterator
from typing import IO

import httpx
import pytest
from kinds import Kind

LIMITS = ("CREATIONS", "CHANGES", "MOVES", "READS", "STREAMS", "RECORDS", "EXPORTS")


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service on a database of its own. `REGICIDE_BINARY` names the program."""
    binary = os.environ["REGICIDE_BINARY"]
    settings = {f"REGICIDE_{name}_PER_MINUTE": "0" for name in LIMITS} | {
        "DATABASE_URL": f"sqlite://{tmp_path_factory.mktemp('service')}/client.db",
        "REGICIDE_LISTEN": "127.0.0.1:0",
        "REGICIDE_CREATIONS_PER_DAY": "0",
        "RUST_LOG": "info",
    }
    process = subprocess.Popen([binary, "serve"], env={**os.environ, **settings}, stderr=subprocess.PIPE, text=True)
    try:
        yield f"http://{listening(process)}"
    finally:
        process.terminate()
        process.wait()


def listening(process: subprocess.Popen[str]) -> str:
    """The address of a service, from its log; the rest of the log is read and dropped."""
    assert process.stderr
    log: list[str] = []
    for line in process.stderr:
        log.append(line)
        if found := re.search(r"listening address=(\S+)", line):
            threading.Thread(target=drop, args=(process.stderr,)).start()
            return found[1]
    pytest.fail(f"the service does not start:\n{''.join(log)}")


def drop(log: IO[str]) -> None:
    with log:
        deque(log, 0)


@pytest.fixture(params=[False, True], ids=["sync", "async"])
def connect(request: pytest.FixtureRequest) -> Iterator[Kind]:
    kind = Kind(request.param)
    yield kind
    for client in kind.made:
        client.close()
        if kind.asynchronous:
            client.end()


@pytest.fixture
def connection() -> Iterator[httpx.Client]:
    """A plain connection, for functions that stand between a client and the service."""
    with httpx.Client(timeout=60) as client:
        yield client
