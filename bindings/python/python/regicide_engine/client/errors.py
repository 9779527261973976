"""Errors of requests and streams."""

from __future__ import annotations

import re
from typing import cast

import httpx

from .bodies import Broken, parsed
from .models import Code
from .models import Problem as ProblemDocument


class Problem(Exception):
    """The service refused a request (RFC 9457). For an unknown `code` use the `status`."""

    def __init__(self, document: ProblemDocument, retry_after: int | None = None, request_id: str | None = None):
        super().__init__(f"{document['code']}: {document['detail']}")
        self.document = document
        self.code: Code = document["code"]
        self.status = document["status"]
        self.detail = document["detail"]
        self.rule = document.get("rule")
        self.field = document.get("field")
        self.seq = document.get("seq")
        self.retry_after = retry_after
        """The seconds after which to try again, if the service sends them."""
        self.request_id = request_id
        """To be reported with faults of the service."""

    def __reduce__(self) -> tuple[type[Problem], tuple[ProblemDocument, int | None, str | None]]:
        return type(self), (self.document, self.retry_after, self.request_id)


class Unreachable(Exception):
    """The service did not answer, or something else answered in its place, such as a proxy."""

    def __init__(self, reason: str, *, status: int = 0, retry_after: int | None = None, sent: bool = True):
        super().__init__(reason)
        self.status = status
        """The status of what answered in its place, otherwise 0."""
        self.retry_after = retry_after
        self.sent = sent
        """True if the request may have been carried out."""


class StreamClosed(Exception):
    """The service ended a stream for good: the `reason` of its event `closed`."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


def answers(response: httpx.Response, accept: str) -> bool:
    """True if a response is the service's success, and not the page of a proxy."""
    return response.is_success and _media_type(response, accept) == accept


def refusal(response: httpx.Response, body: bytes) -> Problem | Unreachable:
    """Any other response as an error."""
    retry_after = retry_seconds(response)
    if _media_type(response, "") == "application/problem+json":
        try:
            document = parsed(body)
        except Broken as error:
            return broken(response, error)
        known = (("code", str), ("detail", str), ("status", int))
        if all(isinstance(document.get(name), kind) for name, kind in known):
            return Problem(cast(ProblemDocument, document), retry_after, response.headers.get("X-Request-Id"))
    reason = f"{response.status_code} that is not the service's"
    return Unreachable(reason, status=response.status_code, retry_after=retry_after)


def broken(response: httpx.Response, error: Exception) -> Unreachable:
    """A response that no service sends, as an error."""
    failure = Unreachable(f"{response.status_code} that is not the service's: {error}", status=response.status_code)
    failure.__cause__ = error
    return failure


def cut(error: httpx.RequestError) -> Unreachable:
    """A request without a response, or a cut stream, as an error."""
    unsent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
    failure = Unreachable(str(error) or type(error).__name__, sent=not isinstance(error, unsent))
    failure.__cause__ = error
    return failure


def retry_seconds(response: httpx.Response) -> int | None:
    """The seconds of `Retry-After`, if it has digits and nothing else."""
    text = response.headers.get("Retry-After", "")
    return int(text) if re.fullmatch("[0-9]{1,12}", text) else None


def _media_type(response: httpx.Response, default: str) -> str:
    return str(response.headers.get("Content-Type", default)).split(";")[0].strip().lower()
