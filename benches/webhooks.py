"""The client and the receivers of benches/webhooks."""

import http.client
import http.server
import json
import os
import queue
import statistics
import sys
import threading
import time
from urllib.parse import urlsplit

MOVES = int(os.environ.get("MOVES", 1000))
OTHERS = int(os.environ.get("OTHERS", 1000))
GAMES = int(os.environ.get("GAMES", 5000))
SLOW = int(os.environ.get("SLOW", 400))
ROUNDS = int(os.environ.get("ROUNDS", 3))

# How many webhooks a player may have.
MOST = 5
DELAY = 4.7
TICKS = os.sysconf("SC_CLK_TCK")

URL, SERVICE, POSTMASTER = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
connection = http.client.HTTPConnection(urlsplit(URL).netloc)


def send(method, path, token=None, body=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 300:
        sys.exit(f"{path}: {answer.status} {text.decode()}")
    return json.loads(text)


def post(path, token=None, **body):
    return send("POST", path, token, body)


class Player:
    def __init__(self, name):
        made = post("/v1/players", name=name)
        self.id, self.token = made["player"]["id"], made["token"]

    def add_webhooks(self, url, count):
        for number in range(count):
            post("/v1/webhooks", self.token, url=f"{url}{number}", events=["turn"])


def new_game(first, second):
    """A game whose next move makes it the second player's turn, and that move."""
    made = post("/v1/games", first.token, players=2, open_seats=2)["game"]["id"]
    for player in first, second:
        post(f"/v1/games/{made}/seats", player.token)
    post(f"/v1/games/{made}/moves", first.token, text="yield")
    discard = send("GET", f"/v1/games/{made}/legal-moves", first.token)["items"][0]["text"]
    return made, discard


def give_turn(game, player):
    made, discard = game
    post(f"/v1/games/{made}/moves", player.token, text=discard)


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(self.server.delay)
        self.server.received.put(time.monotonic())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def receiver(delay):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.delay, server.received = delay, queue.Queue()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/"


def ticks(process, with_ended_children=False):
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if with_ended_children else 13]))


def database_ticks():
    with open(f"/proc/{POSTMASTER}/task/{POSTMASTER}/children") as file:
        children = file.read().split()
    return ticks(POSTMASTER, True) + sum(ticks(child) for child in children)


def cost(mover, other):
    """Processor time of a move in microseconds: of the service, of the database."""
    made = [new_game(mover, other) for _ in range(MOVES)]
    # The events of these games are delivered before the measurement.
    time.sleep(2)
    before = ticks(SERVICE), database_ticks()
    for game in made:
        give_turn(game, mover)
    time.sleep(2)
    after = ticks(SERVICE), database_ticks()
    return [(late - early) * 1e6 / TICKS / MOVES for early, late in zip(before, after)]


def print_cost(name, mover, other):
    rounds = [cost(mover, other) for _ in range(ROUNDS)]
    service, database = (statistics.median(figures) for figures in zip(*rounds))
    print(f"{name}: CPU µs a move: service {service:.0f}, database {database:.0f}", flush=True)


def main():
    _, prompt_url = receiver(0)
    other, other_url = receiver(0)
    slow, slow_url = receiver(DELAY)
    print_cost("no webhooks", Player("Mover"), Player("Other"))
    for number in range(OTHERS // MOST):
        Player(f"Owner {number}").add_webhooks(prompt_url, MOST)
    print_cost(f"{OTHERS} of other players", Player("Mover"), Player("Other"))
    mover, owner = Player("Mover"), Player("Owner")
    for _ in range(GAMES):
        new_game(mover, owner)
    owner.add_webhooks(prompt_url, MOST)
    print_cost(f"{MOST} of a player with {GAMES} running games", mover, owner)

    mover, owner = Player("Mover"), Player("Prompt")
    owner.add_webhooks(other_url, 1)
    own_games = [new_game(mover, owner) for _ in range(ROUNDS)]
    for number in range(SLOW // MOST):
        of_slow = Player(f"Slow {number}")
        of_slow.add_webhooks(slow_url, MOST)
        give_turn(new_game(mover, of_slow), mover)
    slow.received.get(timeout=60)
    waited = []
    for game in own_games:
        begun = time.monotonic()
        give_turn(game, mover)
        waited.append(other.received.get(timeout=60) - begun)
    print(f"{SLOW} at a receiver that answers after {DELAY} s: another owner's message comes after "
          f"{statistics.median(waited):.2f} s, at most {max(waited):.2f} s")
    print(f"{slow.received.qsize() + 1} of the slow ones have been answered")


main()
