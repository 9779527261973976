"""Plays a game with the client that openapi-python-client makes."""

import sys
import time
import uuid
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import httpx
from regicide_server_client import AuthenticatedClient, Client
from regicide_server_client.api.games import create_game
from regicide_server_client.api.moves import list_legal_moves, make_move
from regicide_server_client.api.players import create_player
from regicide_server_client.api.records import audit_game
from regicide_server_client.api.seats import take_seat
from regicide_server_client.models import (
    CreateGame,
    CreatePlayer,
    GameKind,
    LegalMove,
    MadeMoveAnswer,
    MakeMove,
    Problem,
    TakeSeat,
)
from regicide_server_client.types import Response

P = ParamSpec("P")
T = TypeVar("T")


def sent(operation: Callable[P, Response[T]], *args: P.args, **request: P.kwargs) -> T:
    """The body of the response. The request is repeated without a response, or after one with Retry-After
    (429, 503): a change has one Idempotency-Key, and is made once."""
    for _ in range(20):
        try:
            answer = operation(*args, **request)
        except httpx.TransportError as error:
            print(f"no answer: {error}", file=sys.stderr)
            time.sleep(1)
            continue
        if "Retry-After" in answer.headers:
            time.sleep(int(answer.headers["Retry-After"]))
        elif answer.parsed is None:
            raise SystemExit(f"{answer.status_code}: {answer.content.decode()}")
        else:
            return answer.parsed
    raise SystemExit("the service is not well")


def answered(answer: T | Problem) -> T:
    """An answer; a problem document as an error."""
    if isinstance(answer, Problem):
        raise SystemExit(f"{answer.code}: {answer.detail}")
    return answer


def new_key() -> str:
    return str(uuid.uuid4())


def choose(moves: list[LegalMove]) -> LegalMove:
    """The strategy to replace: the cheapest cover, otherwise the most cards."""
    discarding = any(legal.text.startswith("discard") for legal in moves)
    best = min if discarding else max
    return best(moves, key=lambda legal: len(legal.text))


def main(
    base_url: str = "http://127.0.0.1:8080", kind: str = "regicide", players: str = "2", language: str = "en"
) -> int:
    anonymous = Client(base_url=base_url)
    clients: list[AuthenticatedClient] = []
    for name in ("Ada", "Ben", "Cy", "Dan")[: int(players)]:
        come = CreatePlayer(name=name)
        player = sent(create_player.sync_detailed, client=anonymous, body=come, idempotency_key=new_key())
        clients.append(AuthenticatedClient(base_url=base_url, token=answered(player).token))
    # The first player creates the game and sits on its first seat, the others take the open ones.
    wanted = CreateGame(kind=GameKind(kind), players=int(players), open_seats=int(players) - 1)
    created = sent(create_game.sync_detailed, client=clients[0], body=wanted, idempotency_key=new_key())
    view = answered(created).game
    for client in clients[1:]:
        seat = TakeSeat()
        taken = sent(take_seat.sync_detailed, view.id, client=client, body=seat, idempotency_key=new_key())
        view = answered(taken).game
    while view.to_act is not None:
        client = clients[view.to_act]
        legal = answered(sent(list_legal_moves.sync_detailed, view.id, client=client))
        move = MakeMove(move=choose(legal.items).move, expected_seq=legal.seq)
        made = sent(
            make_move.sync_detailed,
            view.id,
            client=client,
            body=move,
            idempotency_key=new_key(),
            accept_language=language,
        )
        if not isinstance(made, MadeMoveAnswer):
            raise SystemExit(f"the move was not made: {made}")
        print(made.seq, *made.narration)
        view = made.game
    audit = answered(sent(audit_game.sync_detailed, view.id, client=clients[0]))
    print(f"{view.status} after {view.seq} moves: {view.result and view.result.to_dict()}, audit {audit.holds}")
    return 0 if audit.holds and view.status == "finished" else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
