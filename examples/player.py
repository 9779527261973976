"""Plays a game of Regicide to its end: the first thing to copy for a bot in Python.

The client comes from the OpenAPI document:

    openapi-python-client generate --url http://127.0.0.1:8080/openapi.json --output-path client
    PYTHONPATH=client python player.py http://127.0.0.1:8080 [regicide|regicide-tricks] [PLAYERS] [LANGUAGE]
"""

import sys
from typing import TypeVar

from regicide_server_client import AuthenticatedClient, Client
from regicide_server_client.api.games import create_game
from regicide_server_client.api.moves import list_legal_moves, make_move
from regicide_server_client.api.players import create_player
from regicide_server_client.api.records import audit_game
from regicide_server_client.models import (
    CreateGame,
    CreatePlayer,
    GameKind,
    LegalMove,
    MadeMoveAnswer,
    MakeMove,
    Problem,
)

T = TypeVar("T")


def answered(answer: T | Problem | None) -> T:
    """What the service answered, or its problem document as an error."""
    if answer is None or isinstance(answer, Problem):
        raise SystemExit(f"{answer.code}: {answer.detail}" if answer else "no answer")
    return answer


def choose(moves: list[LegalMove]) -> LegalMove:
    """The strategy to replace: the cheapest cover, otherwise the most cards."""
    discarding = any(legal.text.startswith("discard") for legal in moves)
    best = min if discarding else max
    return best(moves, key=lambda legal: len(legal.text))


def main(
    base_url: str = "http://127.0.0.1:8080", kind: str = "regicide", players: str = "2", language: str = "en"
) -> int:
    anybody = Client(base_url=base_url)
    player = answered(create_player.sync(client=anybody, body=CreatePlayer(name="Ada")))
    ada = AuthenticatedClient(base_url=base_url, token=player.token)
    # Without `join`, the player would sit on the first seat: here each has a token.
    wanted = CreateGame(kind=GameKind(kind), players=int(players), join=False)
    created = answered(create_game.sync(client=ada, body=wanted))
    seats = [AuthenticatedClient(base_url=base_url, token=seat.token) for seat in created.tokens]
    view = created.game
    while view.to_act is not None:
        seat = seats[view.to_act]
        legal = answered(list_legal_moves.sync(view.id, client=seat))
        move = MakeMove(move=choose(legal.items).move, expected_seq=legal.seq)
        made = make_move.sync(view.id, client=seat, body=move, accept_language=language)
        if not isinstance(made, MadeMoveAnswer):
            raise SystemExit(f"the move was not made: {made}")
        print(made.seq, *made.narration)
        view = made.game
    audit = answered(audit_game.sync(view.id, client=anybody))
    print(f"{view.status} after {view.seq} moves: {view.result and view.result.to_dict()}, audit {audit.holds}")
    return 0 if audit.holds and view.status == "finished" else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
