#!/usr/bin/env python3
"""Receives webhooks, checks their signatures, and prints their content.

    webhook.py WEBHOOK.json PORT [--one]

WEBHOOK.json is the answer with which the webhook was registered.
"""
import base64
import hashlib
import hmac
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer


def is_genuine(secret, headers, body):
    """True if the service has signed the message, in the last five minutes."""
    sent, stamp = headers["webhook-id"], headers["webhook-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{sent}.{stamp}.".encode() + body
    signature = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    is_signed = any(hmac.compare_digest(signature, each) for each in headers["webhook-signature"].split())
    return is_signed and abs(time.time() - int(stamp)) < 300


def receiver(secret):
    """The handler of requests."""
    known = set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            genuine = is_genuine(secret, self.headers, body)
            self.send_response(204 if genuine else 401)
            self.end_headers()
            # A message may come twice.
            if genuine and self.headers["webhook-id"] not in known:
                known.add(self.headers["webhook-id"])
                message = json.loads(body)
                games = [game["game_id"] for game in message["data"].get("games", [])]
                print(message["type"], *games, flush=True)

        def log_message(self, *_):
            pass

    return Handler


def main(file, port, *flags):
    with open(file, encoding="utf-8-sig") as stream:
        secret = json.load(stream)["secret"]
    server = HTTPServer(("127.0.0.1", int(port)), receiver(secret))
    if "--one" in flags:
        server.handle_request()
    else:
        server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
