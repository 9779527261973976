"""A bot that lives on events: it creates a player, and makes a move whenever it is its turn.

    pip install "./bindings/python[client]"    # in a checkout of the server; needs Rust
    python bot.py http://127.0.0.1:8080 daily        # plays today's challenge for one
    python bot.py http://127.0.0.1:8080 start        # begins today's challenge for two, and waits for another
    python bot.py http://127.0.0.1:8080 join GAME    # takes a seat and plays

PLAYER_ID and PLAYER_TOKEN in the environment name a player that exists, ACCEPT_LANGUAGE has it speak
another language.
"""

import os
import sys

from regicide_engine.client import Client
from regicide_engine.client.models import LegalMove


def choose(moves: list[LegalMove]) -> LegalMove:
    """The strategy to replace: the cheapest cover, otherwise the most cards."""
    discarding = any(legal["text"].startswith("discard") for legal in moves)
    best = min if discarding else max
    return best(moves, key=lambda legal: len(legal["text"]))


def main(url: str = "http://127.0.0.1:8080", what: str = "daily", game_id: str = "") -> int:
    player, token = os.environ.get("PLAYER_ID"), os.environ.get("PLAYER_TOKEN")
    client = Client(url, player_id=player, token=token, language=os.environ.get("ACCEPT_LANGUAGE", "en"))
    if not player:
        client.create_player({"name": "Python", "bot": True})
    if what == "join":
        client.take_seat(game_id, {})
    else:
        today = client.get_daily()["challenges"][0 if what == "daily" else 1]
        game_id = client.start_attempt(today["id"], {})["game"]["id"]
    print(f"plays {game_id}", flush=True)
    for game in client.turns(game_id):
        made = client.move(game, choose(game["legal_moves"] or []))
        print(made["seq"], *made["narration"])
    over = client.get_game(game_id)
    print(f"{over['status']} after {over['seq']} moves: {over['result']}")
    return 0 if over["status"] == "finished" else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
