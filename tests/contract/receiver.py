#!/usr/bin/env python3
"""Receives webhooks and checks them with the library that the authors of
Standard Webhooks publish.

    receiver.py URL
"""
import json
import queue
import sys
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

received = queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        received.put((dict(self.headers), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def post(path, body, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(sys.argv[1] + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def create_player(name):
    created = post("/v1/players", {"name": name})
    return created["player"]["id"], created["token"]


def next_message(webhook):
    headers, body = received.get(timeout=60)
    message = webhook.verify(body, headers)
    try:
        webhook.verify(body.replace(b'"', b"'", 1), headers)
    except WebhookVerificationError:
        return message
    sys.exit("the signature fits another body")


def main():
    receiver = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    (ada, ada_token), (_, ben_token) = create_player("Ada"), create_player("Ben")
    registration = {"url": f"http://127.0.0.1:{receiver.server_port}/", "events": ["turn", "game_over"]}
    created = post("/v1/webhooks", registration, ada_token)
    webhook = Webhook(created["secret"])
    post(f"/v1/webhooks/{created['webhook']['id']}/test", {}, ada_token)
    assert next_message(webhook)["type"] == "test"
    game = post("/v1/games", {"players": 2, "open_seats": 1}, ada_token)["game"]["id"]
    post(f"/v1/games/{game}/seats", {}, ben_token)
    turn = next_message(webhook)
    assert turn["type"] == "turn" and turn["data"]["games"][0]["game_id"] == game, turn
    for token in ada_token, ben_token:
        post(f"/v1/games/{game}/proposal", {"type": "concede"}, token)
    over = next_message(webhook)
    assert over["type"] == "game_over" and over["data"]["games"][0]["game_id"] == game, over
    print("test, turn and game_over: signatures fit, and fit nothing else")


main()
