"""Requests that are refused, lost or answered twice."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from kinds import passed_on
from regicide_engine.client import Problem, Unreachable


def answer(status: int = 200, **parts: Any) -> Callable[[], httpx.Response]:
    """Makes a response, each time another."""
    return lambda: httpx.Response(status, **({"json": {"fine": True}} | parts))


def problem(status: int, code: str, retry_after: int | None = None) -> Callable[[], httpx.Response]:
    headers = {"Content-Type": "application/problem+json", "X-Request-Id": "here"}
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    document = {"type": f"/problems/{code}", "code": code, "status": status, "title": code, "detail": "no"}
    return answer(status, headers=headers, json=document)


class Script:
    """Answers requests with what it is given, in order: responses or errors."""

    def __init__(self, *answers: Callable[[], httpx.Response] | Exception):
        self.answers, self.requests = list(answers), list[httpx.Request]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer()


def get(client: Any) -> Any:
    return client.get_index()


def post(client: Any) -> Any:
    return client.create_game({"players": 1})


def keyless(client: Any) -> Any:
    return client.give_signal("1", {"signal": "good_play"})


def patch(client: Any) -> Any:
    return client.rename_player("1", {"name": "Ada"})


FINE = answer()


@pytest.mark.parametrize(
    ("send", "first", "pause"),
    [
        # The service names the pause.
        (get, problem(429, "too_many_requests", 7), 7),
        (post, problem(429, "too_many_requests", 7), 7),
        (get, problem(503, "unavailable", 1), 1),
        (post, problem(503, "analyses_busy", 10), 10),
        (post, problem(409, "idempotency_key_running", 3), 3),
        # It does not.
        (post, problem(409, "contended"), 0.5),
        (post, problem(408, "request_timeout"), 0.5),
        (post, problem(500, "internal"), 0.5),
        (post, httpx.ReadError("cut"), 0.5),
        (get, httpx.ReadTimeout("silent"), 0.5),
        (get, answer(502, text="from a proxy"), 0.5),
        (get, answer(503, headers={"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}), 0.5),
        # Of these without a key nothing was carried out.
        (keyless, problem(429, "too_many_requests", 7), 7),
        (patch, problem(429, "too_many_requests", 7), 7),
        (keyless, problem(409, "contended"), 0.5),
        (keyless, httpx.ConnectError("refused"), 0.5),
    ],
)
def test_is_sent_again(connect: Any, send: Any, first: Any, pause: float) -> None:
    script = Script(first, FINE)
    assert send(connect(answer=script)) == {"fine": True}
    assert connect.pauses == [pause]
    one, other = script.requests
    assert (one.method, one.url, one.content) == (other.method, other.url, other.content)
    keys = {request.headers.get("Idempotency-Key") for request in script.requests}
    if send is post:
        assert uuid.UUID(keys.pop()).version == 4
    assert keys in (set(), {None})


@pytest.mark.parametrize(
    ("send", "first"),
    [
        (post, problem(422, "illegal_move")),
        (post, problem(409, "seq_conflict")),
        (get, problem(401, "token_unknown")),
        (get, problem(500, "stored_game_corrupt")),
        (get, problem(501, "stored_rules_unknown")),
        (get, answer(404, text="from a proxy")),
        (get, answer(200, html="<p>Log in to this network", json=None)),
        # These may have been carried out, and have no key.
        (keyless, httpx.ReadError("cut")),
        (keyless, problem(503, "unavailable", 1)),
        (patch, httpx.ReadError("cut")),
        (lambda client: client.cancel_game("1"), problem(500, "internal")),
    ],
)
def test_is_not_sent_again(connect: Any, send: Any, first: Any) -> None:
    script = Script(first)
    with pytest.raises((Problem, Unreachable)):
        send(connect(answer=script))
    assert (len(script.requests), connect.pauses) == (1, [])


def test_patience_ends(connect: Any) -> None:
    script = Script(*[httpx.ConnectError("refused")] * 6)
    with pytest.raises(Unreachable, match="refused"):
        get(connect(answer=script, patience=20))
    assert connect.pauses == [0.5, 1, 2, 4, 8]
    # A pause until tomorrow's budget is not awaited.
    script = Script(problem(429, "too_many_requests", 30_000))
    with pytest.raises(Problem) as refused:
        post(connect(answer=script))
    assert refused.value.retry_after == 30_000
    assert refused.value.request_id == "here"


def test_what_is_computed_is_waited_for(connect: Any) -> None:
    known = [answer(202, headers={"Retry-After": "2"}, json={"complete": False})] * 100
    script = Script(*known, answer(json={"complete": True}))
    client = connect(answer=script)
    assert client.request_analysis({"type": "position", "position": "…"}) == {"complete": True}
    assert connect.pauses == [2] * 100


def test_a_key_of_the_caller(connect: Any) -> None:
    script = Script(FINE)
    connect(answer=script).create_game({"players": 1}, idempotency_key="mine")
    assert script.requests[0].headers["Idempotency-Key"] == "mine"


def test_what_is_sent(connect: Any) -> None:
    script = Script(FINE, FINE)
    client = connect("http://service.test/", script, token="secret", language="es")
    client.list_player_games("a/b", status=["running", "waiting"], limit=5)
    client.follow_game("1", until_rematch=True)
    games, events = script.requests
    assert str(games.url) == "http://service.test/v1/players/a%2Fb/games?status=running%2Cwaiting&limit=5"
    assert events.url.params["until_rematch"] == "true"
    assert games.headers["Authorization"] == "Bearer secret"
    assert games.headers["Accept-Language"] == "es"
    assert games.headers["Accept"] == "application/json"


def test_a_post_whose_answer_is_lost_is_carried_out_once(service: str, connect: Any, connection: httpx.Client) -> None:
    """The service gets every request; the answer to each first try is lost."""
    lost: list[str] = []

    def losing(request: httpx.Request) -> httpx.Response:
        answer = passed_on(request, connection)
        key = request.headers.get("Idempotency-Key")
        if key and key not in lost:
            lost.append(key)
            raise httpx.ReadError("lost")
        return answer

    client = connect(service, losing)
    client.create_player({"name": "Ada"})
    game_id = client.create_game({"players": 1, "seed": "banana"})["game"]["id"]
    game = client.get_game(game_id)
    made = client.move(game, "play 5C 5D")
    assert made["seq"] == 1
    assert len(set(lost)) == 3
    assert client.get_game(game_id)["seq"] == 1
    assert [game["id"] for game in client.list_player_games(client.player_id)["items"]] == [game_id]


def test_a_request_is_json(connect: Any) -> None:
    script = Script(FINE)
    post(connect(answer=script))
    assert json.loads(script.requests[0].content) == {"players": 1}
    assert script.requests[0].headers["Content-Type"] == "application/json"
