"""Plays a game with the client that openapi-generator makes as python."""

import sys

from openapi_client import (
    ApiClient,
    Configuration,
    CreateGame,
    DefeatedEffect,
    GameKind,
    GamesApi,
    MadeMoveAnswer,
    MakeMove,
    MovesApi,
    RecordsApi,
    TrickWonEffect,
)


def main(host: str = "http://127.0.0.1:8080", kind: str = "regicide") -> int:
    anonymous = ApiClient(Configuration(host=host))
    created = GamesApi(anonymous).create_game(CreateGame(kind=GameKind(kind), players=2))
    seats = [MovesApi(ApiClient(Configuration(host=host, access_token=seat.token))) for seat in created.tokens]
    view = created.game
    while view.to_act is not None:
        seat = seats[view.to_act]
        legal = seat.list_legal_moves(view.id)
        move = legal.items[legal.seq % len(legal.items)].move
        answer = seat.make_move(view.id, MakeMove(move=move, expected_seq=legal.seq)).actual_instance
        assert isinstance(answer, MadeMoveAnswer), answer
        for effect in answer.effects:
            done = effect.actual_instance
            if isinstance(done, DefeatedEffect):
                print(done.card, done.exact)
            if isinstance(done, TrickWonEffect):
                print(done.seat, done.tricks_won)
        view = answer.game
    audit = RecordsApi(anonymous).audit_game(view.id)
    assert view.result is not None
    print(f"{view.status.value} after {view.seq} moves: {view.result.actual_instance}, audit {audit.holds}")
    return 0 if audit.holds and view.status.value == "finished" else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
