#!/usr/bin/env python3
"""Replaces two instances of an older program by two of a newer one, and back, while
games are played.

    upgrade.py OLDER NEWER DATABASE_URL PSQL

Clients play at any instance that is listed, as behind a proxy, and repeat a request,
with its idempotency key, only if an instance that is being stopped closed its
connection. Required are: no other request fails, every move that was answered is in
the log, both programs' audits hold, and after the schema was contracted the older
program is not ready and does not start. Exit status 1 otherwise.
"""

import http.client
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
import uuid

CLIENTS = 6
# How many moves are made in each phase of the upgrade, at the least.
MOVES = 60
# How long anything may take that is waited for, in seconds.
PATIENCE = 60
LIMITS = ["CREATIONS_PER_MINUTE", "CREATIONS_PER_DAY", "CHANGES_PER_MINUTE", "MOVES_PER_MINUTE", "READS_PER_MINUTE",
          "RECORDS_PER_MINUTE", "EXPORTS_PER_MINUTE", "STREAMS_PER_MINUTE", "CONNECTIONS_PER_ADDRESS", "BOT_GAMES"]


def wait_until(what, holds):
    """Waits for a condition, and fails if that takes too long."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > PATIENCE:
            raise AssertionError(f"not in {PATIENCE} s: {what}")
        threading.Event().wait(0.02)


class Instance:
    """A running instance of a program."""

    def __init__(self, name, program, database):
        unlimited = {f"REGICIDE_{limit}": "0" for limit in LIMITS}
        settings = {"DATABASE_URL": database, "REGICIDE_LISTEN": "127.0.0.1:0", "RUST_LOG": "info", "NO_COLOR": "1",
                    "REGICIDE_DAILY_DIFFICULTY": "off", "REGICIDE_BOT_PAUSE_MS": "20"}
        self.name, self.log, self.stopping = name, [], False
        self.process = subprocess.Popen([program, "serve"], env={**os.environ, **unlimited, **settings},
                                        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in self.process.stderr:
            self.log.append(line)
            if found := re.search(r"listening address=127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                break
        else:
            raise AssertionError(f"{name} does not start:\n" + "".join(self.log))
        threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True).start()

    def is_ready(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        finally:
            connection.close()

    def stop(self):
        self.stopping = True
        self.process.terminate()
        if self.process.wait(PATIENCE):
            raise AssertionError(f"{self.name} ended with {self.process.returncode}:\n" + "".join(self.log))


class Fleet:
    """The instances that clients are sent to."""

    def __init__(self):
        self.listed = []
        self.moves = 0
        self.repeated = 0
        self.failures = []
        self.over = threading.Event()
        self.lock = threading.Lock()

    def play_on(self):
        """Waits for some more moves."""
        enough = self.moves + MOVES
        wait_until("clients play", lambda: self.failures or self.moves >= enough)
        if self.failures:
            raise AssertionError(self.failures[0])

    def add(self, instance):
        wait_until(f"{instance.name} is ready", instance.is_ready)
        for listed in self.listed:
            if not listed.is_ready():
                raise AssertionError(f"{listed.name} is not ready beside {instance.name}:\n" + "".join(listed.log))
        self.listed = [*self.listed, instance]
        self.play_on()

    def remove(self, instance):
        """Stops an instance to which clients are still sent, and takes it off the list."""
        instance.stop()
        self.listed = [listed for listed in self.listed if listed is not instance]
        self.play_on()


class Client(threading.Thread):
    """Plays one game after the other, and remembers which moves were answered."""

    def __init__(self, number, fleet):
        super().__init__(daemon=True)
        self.fleet, self.random, self.connections = fleet, random.Random(number), {}
        self.games, self.token = {}, None

    def run(self):
        try:
            player = self.request("POST", "/v1/players", {"name": f"Ada {self.random.randrange(10**9)}"}, 201)
            self.token = player["token"]
            while not self.fleet.over.is_set():
                self.play()
        except Exception as failure:
            self.fleet.failures.append(f"{type(failure).__name__}: {failure}")

    def play(self):
        kind = self.random.choice(["regicide", "regicide", "regicide-tricks"])
        players, bots = (2, {"bots": [None, "novice"]}) if self.random.random() < 0.3 or kind != "regicide" else (1, {})
        created = self.request("POST", "/v1/games", {"kind": kind, "players": players, **bots}, 201)
        game = created["game"]["id"]
        moves = self.games[game] = {}
        most = self.random.randrange(5, 25)
        while len(moves) < most and not self.fleet.over.is_set():
            found = self.request("GET", f"/v1/games/{game}", None, 200)
            if found["to_act"] is None:
                break
            # Until its bot has moved, the client polls.
            if found["to_act"] != 0:
                continue
            legal = self.random.choice(found["legal_moves"])
            self.move(game, legal["text"])
            path = self.random.choice(["/v1/games", "/v1/challenges", f"/v1/games/{game}/moves", "/v1/records"])
            self.request("GET", path, None, 200, False)

    def move(self, game, text):
        made = self.request("POST", f"/v1/games/{game}/moves", {"text": text}, 201)
        self.games[game][made["seq"]] = made["text"]
        with self.fleet.lock:
            self.fleet.moves += 1

    def request(self, method, path, body, expected, is_json=True):
        """An answer, from one instance or, if that is being stopped, from another."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        while True:
            instance = self.random.choice(self.fleet.listed)
            connection = self.connections.get(instance.name)
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", instance.port, timeout=PATIENCE)
                self.connections[instance.name] = connection
            try:
                connection.request(method, path, body and json.dumps(body), headers)
                answer = connection.getresponse()
                text = answer.read()
            except (ConnectionError, http.client.HTTPException) as lost:
                del self.connections[instance.name]
                connection.close()
                if not instance.stopping:
                    raise AssertionError(f"{instance.name} closed a connection: {lost!r}") from lost
                with self.fleet.lock:
                    self.fleet.repeated += 1
                continue
            if answer.status != expected:
                raise AssertionError(f"{instance.name}: {method} {path} {body}: {answer.status} {text.decode()}")
            return json.loads(text) if is_json else None


def check_log(client, instance):
    """Every answered move is in the log, at its place."""
    for game, moves in client.games.items():
        connection = http.client.HTTPConnection("127.0.0.1", instance.port, timeout=PATIENCE)
        # No game has more.
        headers = {"Authorization": f"Bearer {client.token}"}
        connection.request("GET", f"/v1/games/{game}/moves?limit=100", headers=headers)
        found = json.loads(connection.getresponse().read())
        connection.close()
        log = {made["seq"]: made["text"] for made in found["items"]}
        for seq, text in moves.items():
            if log.get(seq) != text:
                raise AssertionError(f"move {seq} of {game} was {text!r}, and is stored as {log.get(seq)!r}")


def audit(program, database):
    command = [program, "audit", "--json", "--database-url", database]
    audited = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    print(f"  {os.path.basename(program)}: {audited.stdout.strip().splitlines()[-1:]}")
    if audited.returncode:
        raise AssertionError(f"the audit of {program} ends with {audited.returncode}:\n{audited.stdout}{audited.stderr}")


def main(older, newer, database, psql):
    def report(what):
        print(f"{time.monotonic() - began:6.1f} s, {fleet.moves:4} moves: {what}", flush=True)

    def sql(statement):
        command = [psql, "-XAtc", statement, database]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    began, fleet, instances = time.monotonic(), Fleet(), []

    def start(name, program):
        instances.append(Instance(name, program, database))
        return instances[-1]

    newest = "select max(version) from _sqlx_migrations"
    try:
        first, second = start("older 1", older), start("older 2", older)
        fleet.listed = [first, second]
        clients = [Client(number, fleet) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        fleet.play_on()
        report(f"two older instances; the newest migration is {sql(newest)}")
        third = start("newer 1", newer)
        fleet.add(third)
        report(f"a newer instance has migrated to {sql(newest)} and plays beside them")
        fleet.remove(first)
        fourth = start("newer 2", newer)
        fleet.add(fourth)
        fleet.remove(second)
        report("the older instances are replaced")
        audit(newer, database)
        fifth = start("older 3", older)
        fleet.add(fifth)
        report("rollback: an older instance plays beside them")
        fleet.remove(third)
        sixth = start("older 4", older)
        fleet.add(sixth)
        fleet.remove(fourth)
        report("the newer instances are replaced")
        seventh = start("newer 3", newer)
        fleet.add(seventh)
        fleet.over.set()
        for client in clients:
            client.join(PATIENCE)
        if fleet.failures or any(client.is_alive() for client in clients):
            raise AssertionError(fleet.failures[:1] or "a client hangs")
        for client in clients:
            for instance in (fifth, seventh):
                check_log(client, instance)
        audit(older, database)
        audit(newer, database)
        games = sum(len(client.games) for client in clients)
        report(f"the moves of {games} games are in their logs; {fleet.repeated} requests were repeated")
        known = sql(newest)
        sql(f"""insert into _sqlx_migrations (version, description, success, checksum, execution_time)
            values ({int(known) + 1}, 'a contraction', true, '', 0);
            update schema_compatibility set least_known_migration = {int(known) + 1}""")
        wait_until("an older instance is not ready after a contraction", lambda: not fifth.is_ready())
        reason = f"it needs a program that knows migration {int(known) + 1}"
        wait_until("its log has the reason", lambda: any(reason in line for line in fifth.log))
        settings = {**os.environ, "DATABASE_URL": database, "REGICIDE_LISTEN": "127.0.0.1:0"}
        refused = subprocess.run([older, "serve"], env=settings, capture_output=True, text=True, timeout=PATIENCE)
        if not refused.returncode or reason not in refused.stderr:
            raise AssertionError(f"the older program starts on a contracted schema: {refused}")
        report("the older program is not ready on a contracted schema, and does not start")
    except AssertionError:
        for instance in instances:
            faults = [line for line in instance.log if " WARN " in line or "ERROR" in line]
            print(f"{instance.name} logged {len(faults)} faults:\n" + "".join(faults[:5]), flush=True)
        raise
    finally:
        fleet.over.set()
        for instance in instances:
            if instance.process.poll() is None:
                instance.process.terminate()
                instance.process.wait(PATIENCE)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except AssertionError as failure:
        sys.exit(f"FAILED: {failure}")
