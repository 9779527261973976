"""When a request is sent again, and after which pause: the rules of docs/reference/api.md."""

from __future__ import annotations

from .errors import Problem, Unreachable

# Conflicts that pass by themselves.
PASSING = ("contended", "idempotency_key_running")
# Pauses in seconds where the service names none: the first, which doubles up to the last. None is shorter.
FIRST, LAST = 0.5, 8.0
# A computed result may take so many times as long as an answer.
COMPUTING = 10


def may_repeat(failure: Problem | Unreachable, repeatable: bool) -> bool:
    """True if a request may be sent again. A `repeatable` one is carried out once, however often sent."""
    code = failure.code if isinstance(failure, Problem) else None
    if isinstance(failure, Unreachable) and failure.status == 0:
        return repeatable or not failure.sent
    if failure.status < 500:
        # It has changed nothing.
        return failure.status in (408, 429) or code in PASSING
    return repeatable and failure.status in (500, 502, 503, 504) and code != "stored_game_corrupt"


class Patience:
    """The time to wait, in all, for a response."""

    def __init__(self, seconds: float):
        self.seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Starts anew after a response."""
        self.left, self.next = self.seconds, FIRST

    def pause(self, failure: Problem | Unreachable) -> float:
        """The time before the next try: the service's, otherwise longer each time. If that is
        too long, the failure is final."""
        pause: float
        if failure.retry_after is None:
            pause, self.next = self.next, min(2 * self.next, LAST)
        else:
            pause = max(failure.retry_after, FIRST)
        if pause > self.left:
            raise failure
        self.left -= pause
        return pause
