"""Streams that are cut, end or are closed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from kinds import Pieces, passed_on
from regicide_engine.client import Problem, StreamClosed, Unreachable


def lines(*events: Any, cut: Exception | None = None) -> httpx.Response:
    """A stream of events, which ends or is cut."""
    pieces: list[bytes | Exception] = [json.dumps(event).encode() + b"\n" for event in events]
    return httpx.Response(200, stream=Pieces(iter(pieces + ([cut] if cut else []))))


class Connections:
    """Answers each request with the next response, and keeps the ids after which streams go on."""

    def __init__(self, *responses: httpx.Response):
        self.responses, self.after = list(responses), list[str | None]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.after.append(request.headers.get("Last-Event-ID", request.url.params.get("after")))
        return self.responses.pop(0)


def view(number: int, kind: str = "view") -> dict[str, Any]:
    return {"type": kind, "id": str(number), "game": {"seq": number}}


KEEPALIVE = {"type": "keepalive"}
CUT = httpx.ReadError("cut")


def test_a_cut_stream_goes_on_after_the_last_event(connect: Any) -> None:
    connections = Connections(
        lines(view(1), view(2, "move"), KEEPALIVE, cut=CUT),
        httpx.Response(503, headers={"Retry-After": "4"}),
        lines(view(3, "move"), {"type": "closed", "reason": "stopping"}),
        lines(view(4, "end")),
    )
    seen = [event["id"] for event in connect(answer=connections).game_events("1", after="0")]
    assert seen == ["1", "2", "3", "4"]
    assert connections.after == ["0", "2", "2", "3"]
    assert connect.pauses == [0.5, 4, 0.5]


def test_a_stream_ends_with_the_game_or_its_rematch(connect: Any) -> None:
    end, rematch = view(1, "end"), view(2, "rematch")
    assert list(connect(answer=Connections(lines(end, rematch))).game_events("1")) == [end]
    with_rematch = connect(answer=Connections(lines(end, rematch))).game_events("1", until_rematch=True)
    assert list(with_rematch) == [end, rematch]
    # After the end there are no more events.
    assert list(connect(answer=Connections(httpx.Response(204))).game_events("1", after="9.end")) == []


def test_minimal_moves_are_requested_again_after_a_cut(connect: Any) -> None:
    queries = []
    answers = [lines(view(1), cut=CUT), lines(view(2, "minimal_move"), view(3, "end"))]

    def answer(request: httpx.Request) -> httpx.Response:
        queries.append(dict(request.url.params))
        return answers.pop(0)

    seen = [event["type"] for event in connect(answer=answer).game_events("1", minimal=True)]
    assert seen == ["view", "minimal_move", "end"]
    assert [query["minimal"] for query in queries] == ["true", "true"]
    answers.append(lines(view(4), {"type": "closed", "reason": "stopping"}))
    next(iter(connect(answer=answer).events(["1", "2"], minimal=True)))
    assert queries[-1] == {"game_id": "1,2", "minimal": "true"}


def test_who_leaves_a_stream_closes_its_connection(connect: Any) -> None:
    response = lines(view(1), view(2))
    events = connect(answer=Connections(response)).game_events("1")
    assert next(events) == view(1)
    assert not response.is_closed
    events.close()
    assert response.is_closed


@pytest.mark.parametrize("reason", ["token_unknown", "forbidden", "embargoed"])
def test_a_stream_is_closed_for_good(connect: Any, reason: str) -> None:
    events = connect(answer=Connections(lines(view(1), {"type": "closed", "reason": reason}))).game_events("1")
    assert next(events) == view(1)
    with pytest.raises(StreamClosed, match=reason):
        next(events)


def test_a_stream_from_which_nothing_comes_is_given_up(connect: Any) -> None:
    failed = {"type": "closed", "reason": "failed"}
    events = connect(answer=Connections(*(lines(failed) for _ in range(4))), patience=4).events()
    with pytest.raises(Unreachable):
        next(events)
    # Whatever comes renews the patience.
    assert connect.pauses == [0.5, 1, 2]
    quiet = Connections(*(lines(KEEPALIVE, cut=CUT) for _ in range(100)), lines(view(1)))
    assert next(connect(answer=quiet, patience=4).events()) == view(1)


def test_a_stream_that_is_refused(connect: Any) -> None:
    document = {"code": "no_such_game", "status": 404, "title": "", "detail": "", "type": ""}
    refused = httpx.Response(404, headers={"Content-Type": "application/problem+json"}, json=document)
    with pytest.raises(Problem, match="no_such_game"):
        next(connect(answer=Connections(refused)).game_events("1"))
    with pytest.raises(ValueError, match="player_id"):
        next(connect().player_events())


def test_a_repeated_turn_is_one_turn(connect: Any) -> None:
    turn = {"seq": 3, "legal_moves": [{"text": "yield"}]}
    repeated = [{"type": kind, "id": kind, "game": turn} for kind in ("view", "seats")]
    over = {"type": "end", "id": "end", "game": {"seq": 4, "legal_moves": None}}
    signal = {"type": "signal", "id": "signal"}
    assert list(connect(answer=Connections(lines(*repeated, signal, over))).turns("1")) == [turn]


def test_an_export_goes_on_after_the_last_whole_record(connect: Any) -> None:
    records = [{"id": str(number), "name": "\u2028\x85"} for number in range(4)]
    text = [json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records]
    cut = Pieces(iter([text[0] + text[1][:5], text[1][5:] + text[2][:9], CUT]))
    connections = Connections(httpx.Response(200, stream=cut), lines(*records[2:]))
    assert list(connect(answer=connections).export_records()) == records
    assert connections.after == [None, "1"]


def test_an_export_that_ends_within_a_record_was_cut(connect: Any) -> None:
    first, second = (json.dumps({"id": number}).encode() + b"\n" for number in ("1", "2"))
    half = httpx.Response(200, stream=Pieces(iter([first + second[:5]])))
    connections = Connections(half, httpx.Response(200, stream=Pieces(iter([second]))))
    assert [record["id"] for record in connect(answer=connections).export_records()] == ["1", "2"]
    assert connections.after == [None, "1"]


def test_what_is_limited_stays_so(connect: Any) -> None:
    limits: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        limits.append(request.url.params["limit"])
        return lines({"id": "1"}, cut=CUT)

    assert len(list(connect(answer=answer).export_records(limit=3))) == 3
    assert limits == ["3", "2", "1"]


def test_a_real_stream_in_shreds_loses_and_repeats_no_move(
    service: str, connect: Any, connection: httpx.Client
) -> None:
    """Every second line is cut in half, and the rest comes with another connection."""
    opened: list[httpx.Response] = []

    def cutting(request: httpx.Request) -> httpx.Response:
        if not request.url.path.endswith("/events"):
            return passed_on(request, connection)
        response = connection.send(httpx.Request("GET", request.url, headers=request.headers), stream=True)
        opened.append(response)
        return httpx.Response(response.status_code, stream=Pieces(shreds(response)))

    def shreds(response: httpx.Response) -> Iterator[bytes | Exception]:
        found = response.iter_lines()
        yield next(found).encode() + b"\n"
        line = next(found).encode()
        yield line[: len(line) // 2]
        response.close()
        yield CUT

    client = connect(service, cutting)
    client.create_player({"name": "Ada"})
    game_id = client.create_game({"players": 1})["game"]["id"]
    moves: list[Any] = []
    for event in client.game_events(game_id):
        game = event["game"]
        if event["type"] == "move":
            moves.append(event["made"])
        if game["legal_moves"] and game["seq"] == len(moves) < 20:
            client.move(game, game["legal_moves"][0])
        elif game["legal_moves"]:
            client.move(game, "concede")
    assert len(opened) > len(moves) >= 4
    log = client.list_moves(game_id)["items"]
    assert [move["text"] for move in moves] == [move["text"] for move in log]
