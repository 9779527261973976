"""Records of games: the JSON that the server exports, `RecordFile` in its OpenAPI document."""

from ._native import Verdict, build, replay, verify, verify_many

__all__ = ["Verdict", "build", "replay", "verify", "verify_many"]
