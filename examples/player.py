"""Plays a game of Regicide to its end, with a client for each seat: the first thing to copy for a program in
Python.

    pip install "./bindings/python[client]"    # in a checkout of the server; needs Rust
    python player.py http://127.0.0.1:8080 [regicide|regicide-tricks] [PLAYERS] [LANGUAGE]
"""

import sys
from typing import cast

from regicide_engine.client import Client
from regicide_engine.client.models import GameKind, LegalMove


def choose(moves: list[LegalMove]) -> LegalMove:
    """The strategy to replace: the cheapest cover, otherwise the most cards."""
    discarding = any(legal["text"].startswith("discard") for legal in moves)
    best = min if discarding else max
    return best(moves, key=lambda legal: len(legal["text"]))


def main(url: str = "http://127.0.0.1:8080", kind: str = "regicide", players: str = "2", language: str = "en") -> int:
    clients = [Client(url, language=language) for _ in range(int(players))]
    for client, name in zip(clients, ("Ada", "Ben", "Cy", "Dan")):
        client.create_player({"name": name})
    # The first player creates the game and sits on its first seat, the others take the open ones.
    created = clients[0].create_game(
        {"kind": cast(GameKind, kind), "players": len(clients), "open_seats": len(clients) - 1}
    )
    game = created["game"]
    for client in clients[1:]:
        game = client.take_seat(game["id"], {})["game"]
    while (seat := game["to_act"]) is not None:
        seen = clients[seat].get_game(game["id"])
        made = clients[seat].move(seen, choose(seen["legal_moves"] or []))
        if made["type"] != "made":
            raise SystemExit(f"the move was not made: {made}")
        print(made["seq"], *made["narration"])
        game = made["game"]
    audit = clients[0].audit_game(game["id"])
    print(f"{game['status']} after {game['seq']} moves: {game['result']}, audit {audit['holds']}")
    return 0 if audit["holds"] and game["status"] == "finished" else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
