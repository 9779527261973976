"""Whole games on a real service."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from regicide_engine.client import AsyncClient, Problem
from regicide_engine.client.models import GameView, LegalMove

RECORDS = Path(__file__).parents[4] / "crates/engine/tests/data/games"


def best(game: GameView) -> LegalMove:
    assert game["legal_moves"]
    discarding = any(legal["text"].startswith("discard") for legal in game["legal_moves"])
    return (min if discarding else max)(game["legal_moves"], key=lambda legal: len(legal["text"]))


def test_a_player_comes_and_plays_alone(service: str, connect: Any) -> None:
    client = connect(service, language="es")
    assert client.create_player({"name": "Ada", "bot": True})["player"]["name"] == "Ada"
    game_id = client.create_game({"players": 1})["game"]["id"]
    made: list[Any] = [client.move(game, best(game)) for game in client.turns(game_id)]
    assert made[0]["narration"][0].startswith("Juegas")
    over = client.get_game(game_id)
    assert (over["status"], over["seq"]) == ("finished", len(made))
    assert client.audit_game(game_id)["holds"]
    assert client.list_player_games(client.player_id, status=["finished", "running"])["items"][0]["id"] == game_id


@pytest.mark.parametrize("kind", ["regicide", "regicide-tricks"])
def test_two_bots_play_on_events_alone(service: str, kind: Any) -> None:
    async def play(client: AsyncClient, game_id: str) -> int:
        made = 0
        async for game in client.turns(game_id):
            await client.move(game, best(game)["text"])
            made += 1
        return made

    async def both() -> None:
        async with AsyncClient(service) as ada, AsyncClient(service) as ben:
            await ada.create_player({"name": "Ada"})
            await ben.create_player({"name": "Ben"})
            created = await ada.create_game({"kind": kind, "players": 2, "open_seats": 1})
            game_id = created["game"]["id"]
            bots = [asyncio.create_task(play(client, game_id)) for client in (ada, ben)]
            await ben.take_seat(game_id, {})
            made = await asyncio.gather(*bots)
            assert min(made) > 0
            over = await ben.get_game(game_id)
            assert (over["status"], over["seq"]) == ("finished", sum(made))
            assert (await ben.audit_game(game_id))["holds"]

    asyncio.run(both())


@pytest.mark.parametrize("kind", ["regicide", "regicide-tricks"])
def test_seats_take_turns(service: str, connect: Any, kind: str) -> None:
    """Without players: each seat has a token."""
    created = connect(service).create_game({"kind": kind, "players": 2})
    seats = [connect(service, token=seat["token"]) for seat in created["tokens"]]
    game = created["game"]
    while game["to_act"] is not None:
        game = seats[game["to_act"]].get_game(game["id"])
        game = seats[game["to_act"]].move(game, best(game))["game"]
    assert seats[0].audit_game(game["id"])["holds"]
    record = seats[0].get_record(game["id"])
    assert seats[1].verify_record(record)["consistent"]
    exported = list(seats[0].export_records())
    assert record in exported
    assert list(seats[0].export_records(after=exported[0]["id"], limit=2)) == exported[1:3]


def test_turns_in_all_games_of_a_player(service: str, connect: Any) -> None:
    client = connect(service)
    client.create_player({"name": "Ada"})
    games = {client.create_game({"players": 1})["game"]["id"] for _ in range(3)}
    turns = client.turns()
    seen = {next(turns)["id"] for _ in games}
    turns.close()
    assert seen == games


def test_a_move_in_a_game_that_has_changed(service: str, connect: Any) -> None:
    client = connect(service)
    created = client.create_game({"players": 1, "seed": "banana"})
    seat = connect(service, token=created["tokens"][0]["token"])
    game = seat.get_game(created["game"]["id"])
    seat.move(game, "play 5C")
    with pytest.raises(Problem) as conflict:
        seat.move(game, "play 5D")
    assert (conflict.value.code, conflict.value.status, conflict.value.seq) == ("seq_conflict", 409, 1)


def test_problems_have_what_the_service_says(service: str, connect: Any) -> None:
    created = connect(service).create_game({"players": 1, "seed": "banana"})
    seat = connect(service, token=created["tokens"][0]["token"])
    with pytest.raises(Problem) as illegal:
        seat.make_move(created["game"]["id"], {"text": "play 9C 9H"})
    problem = illegal.value
    assert (problem.code, problem.status, problem.rule) == ("illegal_move", 422, "R4.3")
    assert problem.document["legal_moves_url"].endswith("/legal-moves")
    assert str(problem) == f"illegal_move: {problem.detail}"
    assert problem.request_id
    with pytest.raises(Problem) as invalid:
        seat.create_game({"players": 9})
    assert (invalid.value.code, invalid.value.field) == ("invalid_setup", "players")


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*-0[1-3].json")), ids=lambda file: file.stem)
def test_committed_records_are_verified_and_imported(service: str, connect: Any, file: Path) -> None:
    client, record = connect(service), json.loads(file.read_text(encoding="utf-8"))
    assert client.verify_record(record)["consistent"]
    imported = client.import_record(record)["game"]
    assert imported["result"] == {"kind": record["kind"], **record["result"]}
    assert [line["text"] for line in client.list_moves(imported["id"], limit=5)["items"]] == [
        move["text"] for move in record["moves"][:5]
    ]
