"""The methods that are generated, against the document."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from kinds import Pieces
from regicide_engine.client import AsyncClient, Client

PACKAGE = Path(__file__).parents[2]
DOCUMENT = json.loads((PACKAGE / "../../openapi/openapi.json").read_text(encoding="utf-8"))
# Sent by every request, or by those that go on; or of no use without a cache.
BY_ITSELF = {"Accept-Language", "Last-Event-ID", "If-None-Match"}


def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, methods in DOCUMENT["paths"].items()
        for method, operation in methods.items()
    }


def parameters(operation: dict[str, Any], place: str) -> list[str]:
    named = DOCUMENT["components"]["parameters"]
    found = [named[each["$ref"].split("/")[-1]] if "$ref" in each else each for each in operation.get("parameters", [])]
    return [each["name"] for each in found if each["in"] == place and each["name"] not in BY_ITSELF]


def test_the_committed_files_are_of_this_document() -> None:
    subprocess.run([sys.executable, PACKAGE / "generate.py", "--check"], check=True)


def test_every_operation_has_a_method() -> None:
    for kind in (Client, AsyncClient):
        assert [name for name in operations() if not callable(getattr(kind, name, None))] == []


@pytest.mark.parametrize("name", sorted(operations()))
def test_a_method_sends_what_the_document_says(connect: Any, name: str) -> None:
    method, path, operation = operations()[name]
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, stream=Pieces(iter([b'{"id": "last", "token": "t", "player": {"id": "p"}}\n'])))

    client = connect(answer=answer)
    signature = inspect.signature(getattr(Client, name)).parameters
    given = [each for each in signature.values() if each.name != "self"]
    positional = [each.name for each in given if each.kind is each.POSITIONAL_ONLY]
    named = {
        each.name: 5 if each.name == "limit" else f"a {each.name}" for each in given if each.kind is each.KEYWORD_ONLY
    }
    result = getattr(client, name)(*positional, **named)
    [request] = list(result) and sent
    assert request.method == method
    assert request.url.path == re.sub(r"\{\w+\}", "%s", path) % tuple(each for each in positional if each != "body")
    assert sorted(request.url.params) == sorted(parameters(operation, "query"))
    headers = parameters(operation, "header")
    assert [header for header in headers if request.headers[header] != f"a {header.lower().replace('-', '_')}"] == []
    assert bool(request.content) == ("requestBody" in operation)
    assert request.headers["Accept"] in next(
        response["content"] for response in operation["responses"].values() if "content" in response
    )
