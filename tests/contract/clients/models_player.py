"""Plays a game with the models that datamodel-codegen makes, which check
everything that is sent and answered."""

import json
import sys
import urllib.request

from models import (
    Audit,
    Created,
    CreateGame,
    DefeatedEffect,
    GameKind,
    LegalMoves,
    MadeMoveAnswer,
    MakeMove,
    MoveAnswer,
    TrickWonEffect,
)
from pydantic import BaseModel


def call(url: str, body: BaseModel | None = None, token: str = "") -> object:
    data = body.model_dump_json(exclude_none=True).encode() if body else None
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30) as answer:
        return json.load(answer)


def main(host: str = "http://127.0.0.1:8080", kind: str = "regicide") -> int:
    games = f"{host}/v1/games"
    created = Created.model_validate(call(games, CreateGame(kind=GameKind(kind), players=2)))
    view = created.game
    game = f"{games}/{view.id}"
    while view.to_act is not None:
        token = created.tokens[view.to_act.root].token
        legal = LegalMoves.model_validate(call(f"{game}/legal-moves", token=token))
        move = legal.items[legal.seq % len(legal.items)].move
        wanted = MakeMove(move=move, expected_seq=legal.seq)
        answer = MoveAnswer.model_validate(call(f"{game}/moves", wanted, token)).root
        assert isinstance(answer, MadeMoveAnswer), answer
        for effect in answer.effects:
            if isinstance(effect.root, DefeatedEffect):
                print(effect.root.card.root, effect.root.exact)
            if isinstance(effect.root, TrickWonEffect):
                print(effect.root.seat.root, effect.root.tricks_won)
        view = answer.game
    audit = Audit.model_validate(call(f"{game}/audit"))
    assert view.result is not None
    print(f"{view.status.value} after {view.seq} moves: {view.result.root}, audit {audit.holds}")
    return 0 if audit.holds and view.status.value == "finished" else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
