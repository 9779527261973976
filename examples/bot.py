"""A bot that lives on events: it reads the lines of its player's stream, and moves when it is its turn.

It comes as a new player, or as the player whose id and token it is given, and then only waits: for its
turn in any game where the player sits. Python's own library is all it needs.

    python bot.py http://127.0.0.1:8080 daily        # plays today's challenge for one
    python bot.py http://127.0.0.1:8080 start        # begins today's challenge for two, and waits for another
    python bot.py http://127.0.0.1:8080 join GAME    # takes a seat and plays

PLAYER_ID and PLAYER_TOKEN in the environment make it come as that player, ACCEPT_LANGUAGE has it speak
another language.
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

# A connection that was refused or cut.
CUT = (OSError, http.client.HTTPException)


class Service:
    def __init__(self, base: str, language: str):
        self.base, self.language, self.token = base, language, None

    def open(self, method: str, path: str, body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items() if value}
        headers["Accept-Language"] = self.language
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, body, headers, method=method)
        # A stream from which nothing comes for a minute is cut.
        return urllib.request.urlopen(request, timeout=60)

    def ask(self, method: str, path: str, body=None):
        # The same key with every try: what is asked for is done once.
        key = str(uuid.uuid4()) if method == "POST" else None
        while True:
            wait = 1
            try:
                with self.open(method, path, body, Idempotency_Key=key) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                # Too much asked (429), or the service is not well (503).
                if "Retry-After" not in error.headers:
                    problem = json.load(error)
                    raise SystemExit(f"{problem['code']}: {problem['detail']}") from error
                wait = int(error.headers["Retry-After"])
            except CUT as error:
                print(f"no answer: {error}", file=sys.stderr)
            time.sleep(wait)

    def events(self, path: str):
        """The events of a stream; when it is cut, it is opened again after the last one."""
        last = None
        while True:
            wait = 1
            try:
                accept = "application/x-ndjson"
                with self.open("GET", path, Accept=accept, Last_Event_ID=last) as lines:
                    for line in lines:
                        event = json.loads(line)
                        last = event.get("id", last)
                        if event["type"] == "closed" and event["reason"] != "stopping":
                            raise SystemExit(f"the stream is closed: {event['reason']}")
                        yield event
            except urllib.error.HTTPError as error:
                if "Retry-After" not in error.headers:
                    raise
                wait = int(error.headers["Retry-After"])
            except CUT as error:
                print(f"cut: {error}", file=sys.stderr)
            time.sleep(wait)


def choose(moves: list) -> dict:
    """The strategy to replace: the cheapest cover, otherwise the most cards."""
    discarding = any(legal["text"].startswith("discard") for legal in moves)
    best = min if discarding else max
    return best(moves, key=lambda legal: len(legal["text"]))


def play(service: Service, player: str, only: str) -> dict:
    """Plays whatever comes until one game is over: that game."""
    for event in service.events(f"/v1/players/{player}/events"):
        if event["type"] == "turn":
            game = event["game"]
            body = {"move": choose(game["legal_moves"])["move"], "expected_seq": game["seq"]}
            made = service.ask("POST", f"/v1/games/{game['id']}/moves", body)
            print(made["seq"], *made["narration"])
        elif event["type"] == "game":
            game = event["game"]
            print(f"{game['id']} is {game['status']}")
            if game["id"] == only and game["status"] not in ("waiting", "running"):
                return game
    raise AssertionError("streams have no end")


def main(base="http://127.0.0.1:8080", what="daily", game=None) -> int:
    service = Service(base, os.environ.get("ACCEPT_LANGUAGE", "en"))
    player = os.environ.get("PLAYER_ID")
    service.token = os.environ.get("PLAYER_TOKEN")
    if not player:
        come = service.ask("POST", "/v1/players", {"name": "Python", "bot": True})
        player, service.token = come["player"]["id"], come["token"]
    if what == "join":
        service.ask("POST", f"/v1/games/{game}/seats", {})
    else:
        players = 1 if what == "daily" else 2
        today = service.ask("GET", "/v1/daily")["challenges"][players - 1]
        game = service.ask("POST", f"/v1/challenges/{today['id']}/attempts", {})["game"]["id"]
    print(f"plays {game}", flush=True)
    over = play(service, player, game)
    print(f"{over['status']} after {over['seq']} moves: {over['result']}")
    return 0 if over["status"] == "finished" else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
