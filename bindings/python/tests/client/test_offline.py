"""The same games on a real service and in the package, move for move."""

from __future__ import annotations

import random
from contextlib import ExitStack
from typing import Any

import pytest
from regicide_engine import record
from regicide_engine.client import Client
from regicide_engine.rules import Setup

TABLES: list[dict[str, Any]] = [
    {"kind": "regicide", "players": 1, "options": {"solo_yield": "once"}},
    {"kind": "regicide", "players": 3, "options": {"variants": ["mulligan", "no_combos", "shared_damage"], "first": 2}},
    {"kind": "regicide-tricks", "players": 2, "options": {"target": 10}},
    {"kind": "regicide-tricks", "players": 4, "options": {"partners": True, "jokers": 0, "target": 10}},
]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table['kind']}-{table['players']}")
def test_the_service_plays_what_the_package_plays(service: str, table: dict[str, Any]) -> None:
    with ExitStack() as stack:
        created = stack.enter_context(Client(service)).create_game({**table, "seed": "offline"})  # type: ignore
        tokens = [seat["token"] for seat in created["tokens"]]
        seats = [stack.enter_context(Client(service, token=token, language="es")) for token in tokens]
        compare(table, created["game"]["id"], seats)


def compare(table: dict[str, Any], game_id: str, seats: list[Client]) -> None:
    position = Setup(table["kind"], table["players"], **table["options"]).deal("offline")
    chance = random.Random(1)
    while position.to_act is not None:
        mover = position.to_act
        for seat, client in enumerate(seats):
            seen = client.get_game(game_id)
            assert seen["table"] == position.view(seat)
            assert seen["to_act"] == mover and seen["seq"] == position.seq
        listed = seats[mover].list_legal_moves(game_id)["items"]
        assert [legal["text"] for legal in listed] == position.legal_moves()
        for legal in listed:
            assert position.forecast(legal["text"]) == legal.get("forecast")
        move = chance.choice(position.legal_moves())
        made = seats[mover].make_move(game_id, {"text": move})
        step = position.play(move)
        assert made["type"] == "made"
        assert made["effects"] == step.effects(mover)
        assert made["narration"] == step.narration(mover, language="es")
        position = step.position
    kept = seats[0].get_record(game_id)
    assert record.verify(kept).consistent
    _, steps = record.replay(kept)
    assert steps[-1].position == position and kept["position"] == position.line
