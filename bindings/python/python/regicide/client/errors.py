"""What can go wrong with a request or a stream."""

from __future__ import annotations

from typing import Any, cast

import httpx

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
        """After how many seconds to try again, if the service says it."""
        self.request_id = request_id
        """To be reported with faults of the service."""


class Unreachable(Exception):
    """The service did not answer, or something else answered in its place, such as a proxy."""

    def __init__(self, reason: str, *, status: int = 0, retry_after: int | None = None, sent: bool = True):
        super().__init__(reason)
        self.status = status
        """The status of what answered in its place, otherwise 0."""
        self.retry_after = retry_after
        self.sent = sent
        """Whether the request may have been carried out."""


class StreamClosed(Exception):
    """The service ended a stream for good: the `reason` of its event `closed`."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


def answers(response: httpx.Response, accept: str) -> bool:
    """Whether a response is the service's success, and not the page of a proxy."""
    content_type = response.headers.get("Content-Type", accept)
    return response.is_success and content_type.startswith(accept)


def refusal(response: httpx.Response) -> Problem | Unreachable:
    """Any other response as an error; one without success was read to its end."""
    seconds = response.headers.get("Retry-After", "")
    retry_after = int(seconds) if seconds.isdecimal() else None
    if response.headers.get("Content-Type", "").startswith("application/problem+json"):
        document: Any = response.json()
        return Problem(cast(ProblemDocument, document), retry_after, response.headers.get("X-Request-Id"))
    reason = f"{response.status_code} that is not the service's"
    return Unreachable(reason, status=response.status_code, retry_after=retry_after)


def cut(error: httpx.TransportError) -> Unreachable:
    """A request without a response, or a cut stream, as an error."""
    unsent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
    return Unreachable(str(error) or type(error).__name__, sent=not isinstance(error, unsent))
