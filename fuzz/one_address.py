"""Lets one address use up its budgets, and prints the effect on others.

    one_address.py BINARY DATABASE_URL [--seconds S] [--postgres PID] [--only NAME...]

The service is started twice on an empty database: without limits, to prepare
expensive data (a long game, many attempts, records), and with the default limits.
Then each attack runs alone, from 127.0.0.9: it sends on eight connections at
once, and waits only for `Retry-After`. From 127.0.0.7 a stranger
plays a game of two seats, and from 127.0.0.8 another one a game with a novice
bot. Printed are, for each attack, the share of the machine that the service
(and the server PID of Postgres, with its children) took, and how long the
strangers waited, first without any attack. Linux only: it reads /proc.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import pathlib
import queue
import random
import re
import signal
import subprocess
import threading
import time

ATTACKER, STRANGER, BOT_FRIEND = "127.0.0.9", "127.0.0.7", "127.0.0.8"
CONNECTIONS = 8
LIMITS = ["CREATIONS_PER_MINUTE", "CREATIONS_PER_DAY", "CHANGES_PER_MINUTE", "MOVES_PER_MINUTE",
          "READS_PER_MINUTE", "RECORDS_PER_MINUTE", "EXPORTS_PER_MINUTE", "STREAMS_PER_MINUTE",
          "COMPUTE_SECONDS_PER_HOUR", "BOT_GAMES", "CONNECTIONS_PER_ADDRESS"]


class Service:
    """A running service, ended with this."""

    def __init__(self, binary, database, limited):
        unlimited = {} if limited else {f"REGICIDE_{name}": "0" for name in LIMITS}
        settings = {"DATABASE_URL": database, "REGICIDE_LISTEN": "127.0.0.1:0", "REGICIDE_BOT_PAUSE_MS": "0",
                    "RUST_LOG": "info", "NO_COLOR": "1"}
        self.process = subprocess.Popen([binary, "serve"], env={**os.environ, **settings, **unlimited},
                                        stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"listening.*?address.*?127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                break
        else:
            raise SystemExit("the service does not start")
        self.errors = 0
        threading.Thread(target=self.read_log, daemon=True).start()

    def read_log(self):
        for line in self.process.stderr:
            if "ERROR" in line or "panic" in line:
                self.errors += 1
                if self.errors <= 3:
                    print("  log:", line.strip(), flush=True)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


class Client:
    """A connection from an address."""

    def __init__(self, port, address):
        self.port, self.address, self.http = port, address, None

    def send(self, method, path, token=None, body=None, headers=()):
        """Status, headers and the body as it came."""
        if self.http is None:
            self.http = http.client.HTTPConnection("127.0.0.1", self.port, timeout=90, source_address=(self.address, 0))
        headers = {"Content-Type": "application/json", **dict(headers)}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            text = body if body is None or isinstance(body, str) else json.dumps(body)
            self.http.request(method, path, text, headers)
            answer = self.http.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            self.http.close()
            self.http = None
            return 0, {}, b""

    def must(self, *request, **more):
        status, _, text = self.send(*request, **more)
        if not 200 <= status < 300:
            raise SystemExit(f"{request[:2]}: {status} {text[:300]}")
        return json.loads(text) if text[:1] in b"{[" else text


def play(client, options, moves, end="concede", choose=lambda legal: legal[0]):
    """A game whose seats all play from here, so many moves of it: id, tokens, whether it is over."""
    made = client.must("POST", "/v1/games", None, options)
    game, tokens = made["game"]["id"], [seat["token"] for seat in made["tokens"]]
    to_act, status = made["game"]["to_act"], "running"
    for _ in range(moves):
        legal = client.must("GET", f"/v1/games/{game}/legal-moves", tokens[to_act])["items"]
        moved = client.must("POST", f"/v1/games/{game}/moves", tokens[to_act], {"move": choose(legal)["move"]})
        to_act, status = moved["game"]["to_act"], moved["game"]["status"]
        if status != "running":
            break
    if end and status == "running":
        for token in tokens:
            client.send("POST", f"/v1/games/{game}/moves", token, {"text": end})
    return game, tokens


def prepare(port, many):
    """Data for the attacks, made without limits."""
    client = Client(port, "127.0.0.1")
    made = client.must("POST", "/v1/players", None, {"name": "Mallory"})
    player, token = made["player"]["id"], made["token"]
    closes_at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400))
    challenge = client.must("POST", "/v1/challenges", token, {
        "name": "Costs", "players": 1, "attempts": 100, "closes_at": closes_at, "visibility": "public"})
    challenge_id = challenge["id"]
    for number in range(many):
        attempt = client.must("POST", f"/v1/challenges/{challenge_id}/attempts", token, {})
        path = f"/v1/games/{attempt['game']['id']}"
        for _ in range(4):
            legal = client.must("GET", f"{path}/legal-moves", token)["items"]
            if not legal:
                break
            client.must("POST", f"{path}/moves", token, {"move": legal[0]["move"]})
        client.send("POST", f"{path}/moves", token, {"text": "concede"})
    crowd = []
    for number in range(100):
        one = client.must("POST", "/v1/players", None, {"name": f"Crowd {number}"})
        attempt = client.must("POST", f"/v1/challenges/{challenge_id}/attempts", one["token"], {})
        crowd.append((attempt["game"]["id"], one["token"]))
    for game, one in crowd[:90]:
        client.must("POST", f"/v1/games/{game}/moves", one, {"text": "concede"})
    for _ in range(2 * many):
        client.must("POST", "/v1/games", token, {"players": 1})
    dice = random.Random(7)
    long = {"kind": "regicide-tricks", "players": 4, "options": {"target": 100}}
    ended, _ = play(client, long, 3500, choose=dice.choice)
    record = client.must("GET", f"/v1/games/{ended}/record")
    length = len(record["moves"])
    made = client.must("POST", f"/v1/games/{ended}/forks", None, {"seq": length * 9 // 10})
    running, seats = made["game"]["id"], [seat["token"] for seat in made["tokens"]]
    print(f"the long game has {length} moves", flush=True)
    records = []
    for _ in range(40):
        game, _ = play(client, {"players": 1}, 60, choose=dice.choice)
        records.append(json.dumps(client.must("GET", f"/v1/games/{game}/record")))
    return {"player": player, "token": token, "challenge": challenge_id, "ended": ended, "running": running,
            "seats": seats, "length": length, "record": json.dumps(record), "records": records, "crowd": crowd[90:]}


def attacks(it):
    """Each attack: from the number of a request, the request."""
    token, game = it["token"], f"/v1/games/{it['ended']}"
    return {
        "own attempts": lambda n: ("GET", f"/v1/challenges/{it['challenge']}", token),
        "player's events": lambda n: ("GET", f"/v1/players/{it['player']}/events?wait=0", token),
        "player's games": lambda n: ("GET", f"/v1/players/{it['player']}/games", token),
        "replay of a long game": lambda n: ("GET", f"{game}/replay?after={n * 7 % it['length']}&limit=100"),
        "record, HEAD": lambda n: ("HEAD", f"{game}/record"),
        "record": lambda n: ("GET", f"{game}/record"),
        "audit": lambda n: ("GET", f"{game}/audit"),
        "illegal moves": lambda n: ("POST", f"/v1/games/{it['running']}/moves", it["seats"][n % 4], {"text": "play AS"}),
        "table, HEAD": lambda n: ("HEAD", f"/v1/games/{it['running']}/table.png"),
        "export": lambda n: ("GET", "/v1/records?limit=100"),
        "forks": lambda n: ("POST", f"{game}/forks", None, {"seq": it["length"] * 9 // 10}),
        "verify": lambda n: ("POST", "/v1/verification", None, it["record"]),
        "import": lambda n: ("POST", "/v1/records", None, it["records"][n % 40]),
        "leaderboard": lambda n: ("GET", f"/v1/challenges/{it['challenge']}/leaderboard?limit=100", token),
        "games": lambda n: ("GET", "/v1/games?status=finished"),
        "today": lambda n: ("GET", "/v1/daily"),
        "ready": lambda n: ("GET", "/readyz"),
        "games of strong bots": lambda n: ("POST", "/v1/games", None, {
            "kind": "regicide-tricks", "players": 4, "options": {"target": 100}, "bots": ["strong"] * 4}),
        "analyses of records": lambda n: ("POST", "/v1/analysis", None, {
            "type": "record", "record": json.loads(it["records"][n % 40])}),
        "analyses of games": None,
        "players": lambda n: ("POST", "/v1/players", None, {"name": f"Flood {n}"}),
        "readers of a challenge": None,
    }


def whole(client, stop, request):
    """One connection's requests until the end."""
    n = random.randrange(1000)
    counts = {}
    while not stop.is_set():
        status, headers, _ = client.send(*request(n))
        n += 1
        counts[status] = counts.get(status, 0) + 1
        if status in (0, 429, 503):
            stop.wait(min(10, float(headers.get("Retry-After", 0.2))))
    return counts


def attack(port, name, it, seconds, results):
    # It stands for other machines, which take no processor from this one.
    os.nice(19)
    random.seed(1)
    stop = threading.Event()
    threading.Timer(seconds, stop.set).start()
    total, threads = {}, []

    def run(request):
        for status, count in whole(Client(port, ATTACKER), stop, request).items():
            total[status] = total.get(status, 0) + count

    request = attacks(it)[name]
    if name == "analyses of games":
        ids = []
        client = Client(port, ATTACKER)
        for record in it["records"]:
            status, _, text = client.send("POST", "/v1/records", None, record)
            if status in (200, 201):
                ids.append(json.loads(text)["game"]["id"])
        ids = ids or [it["ended"]]
        request = lambda n: ("GET", f"/v1/games/{ids[n % len(ids)]}/analysis")
    if name == "readers of a challenge":
        import socket
        readers = []
        for _ in range(240):
            one = socket.create_connection(("127.0.0.1", port), source_address=(ATTACKER, 0))
            one.sendall(f"GET /v1/challenges/{it['challenge']}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                        f"Authorization: Bearer {it['token']}\r\nAccept: application/x-ndjson\r\n\r\n".encode())
            readers.append(one)

        def read(one):
            one.settimeout(0.5)
            while not stop.is_set():
                try:
                    if not one.recv(65536):
                        return
                except OSError:
                    pass

        for one in readers:
            threading.Thread(target=read, args=(one,), daemon=True).start()
        client = Client(port, ATTACKER)
        for game, one in it["crowd"]:
            total[client.send("POST", f"/v1/games/{game}/moves", one, {"text": "concede"})[0]] = 1
            stop.wait(seconds / 12)
        stop.wait()
    else:
        threads = [threading.Thread(target=run, args=(request,)) for _ in range(CONNECTIONS)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
    results.put(total)


def stranger(port, stop, found):
    """Plays, ten requests a second; the milliseconds of each."""
    client = Client(port, STRANGER)
    times = []

    def timed(*request):
        at = time.monotonic()
        status, _, text = client.send(*request)
        times.append(1000 * (time.monotonic() - at))
        return status, text

    game = None
    while not stop.is_set():
        if game is None:
            status, text = timed("POST", "/v1/games", None, {"kind": "regicide-tricks", "players": 2})
            if status == 201:
                made = json.loads(text)
                game, tokens = made["game"]["id"], [seat["token"] for seat in made["tokens"]]
                to_act = made["game"]["to_act"]
        else:
            status, text = timed("GET", f"/v1/games/{game}/legal-moves", tokens[to_act])
            moves = json.loads(text).get("moves") if status == 200 else None
            if moves:
                status, text = timed("POST", f"/v1/games/{game}/moves", tokens[to_act], {"move": moves[0]["move"]})
                if status == 201:
                    view = json.loads(text)["game"]
                    to_act = view["to_act"]
                    if view["status"] != "running":
                        game = None
        stop.wait(0.1)
    found.put(times)


def friend_of_bots(port, stop, found):
    """Plays with a novice bot; the milliseconds until its move can be seen."""
    client = Client(port, BOT_FRIEND)
    times, game = [], None
    while not stop.is_set():
        if game is None:
            status, _, text = client.send("POST", "/v1/games", None, {"players": 2, "bots": [None, "novice"]})
            if status != 201:
                stop.wait(0.5)
                continue
            made = json.loads(text)
            game, token = made["game"]["id"], made["tokens"][0]["token"]
        view = json.loads(client.send("GET", f"/v1/games/{game}", token)[2] or b"{}")
        if view.get("status") != "running":
            game = None
        elif view["to_act"] == 0:
            legal = json.loads(client.send("GET", f"/v1/games/{game}/legal-moves", token)[2])["items"]
            client.send("POST", f"/v1/games/{game}/moves", token, {"move": legal[0]["move"]})
        else:
            at = time.monotonic()
            while not stop.is_set():
                status, _, text = client.send("GET", f"/v1/games/{game}", token)
                if status == 200 and ((now := json.loads(text))["to_act"] != 1 or now["status"] != "running"):
                    times.append(1000 * (time.monotonic() - at))
                    break
                stop.wait(0.02)
        stop.wait(0.2)
    found.put(times)


def processor_time(pids):
    """Of processes and their children, in seconds."""
    ticks = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(stat.parent.name) in pids:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) in pids:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def p95(times):
    return sorted(times)[len(times) * 95 // 100] if times else float("nan")


def measure(service, name, it, arguments):
    """Runs an attack, or none, and prints a line."""
    stop, found, bot, results = (multiprocessing.Event(), multiprocessing.Queue(), multiprocessing.Queue(),
                                 multiprocessing.Queue())
    people = [multiprocessing.Process(target=stranger, args=(service.port, stop, found)),
              multiprocessing.Process(target=friend_of_bots, args=(service.port, stop, bot))]
    [one.start() for one in people]
    pids = {service.process.pid} | ({arguments.postgres} if arguments.postgres else set())
    before, at, total = processor_time(pids), time.monotonic(), {}
    if name:
        one = multiprocessing.Process(target=attack, args=(service.port, name, it, arguments.seconds, results))
        one.start()
        try:
            total = results.get(timeout=arguments.seconds + 120)
        except queue.Empty:
            total = "no end"
            one.kill()
        one.join()
    else:
        time.sleep(arguments.seconds)
    share = (processor_time(pids) - before) / (time.monotonic() - at) / os.cpu_count()
    stop.set()
    waits, bots = found.get(timeout=120), bot.get(timeout=120)
    [one.join() for one in people]
    print(f"{name or 'nothing':24} {100 * share:5.1f} % of the machine, stranger p95 {p95(waits):6.1f} ms ({len(waits)}), "
          f"novice p95 {p95(bots):7.1f} ms ({len(bots)})  {total}", flush=True)


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("binary")
    reader.add_argument("database")
    reader.add_argument("--only", nargs="*", metavar="NAME", help="attacks; all by default")
    reader.add_argument("--seconds", type=float, default=20)
    reader.add_argument("--many", type=int, default=100, help="attempts of one player, and half of the games")
    reader.add_argument("--postgres", type=int)
    arguments = reader.parse_args()
    service = Service(arguments.binary, arguments.database, limited=False)
    try:
        it = prepare(service.port, arguments.many)
    finally:
        service.stop()
    service = Service(arguments.binary, arguments.database, limited=True)
    try:
        for name in [None, *(arguments.only or attacks(it)), None]:
            measure(service, name, it, arguments)
    finally:
        service.stop()


main()
