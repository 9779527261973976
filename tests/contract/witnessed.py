#!/usr/bin/env python3
"""The transparency log, judged by tools that others wrote: `aics-witness` signs
checkpoints of a running service; `aics-tlog` and a program with Go's own library
(tlog.go) check what the service serves.

    witnessed.py BINARY GO_PROGRAM DATABASE_URL FOLDER

The service gets a database of its own: a file in FOLDER, or one on the Postgres
server that the URL names.
"""
import base64
import contextlib
import hashlib
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import pg8000.native
from aics_tlog import (
    HttpTileReader,
    audit_tiles,
    parse_checkpoint,
    parse_note,
    parse_vkey,
    verify_checkpoint,
    verify_leaf_inclusion,
)

ROOT = pathlib.Path(__file__).parents[2]
BINARY, GO_PROGRAM, DATABASE, FOLDER = sys.argv[1], sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
TOOLS = pathlib.Path(sys.executable).parent
WITNESS = "witness.example/contract"
# The policy that the service gives, for readers.
POLICY = FOLDER / "policy"
# More than a tile has entries.
MANY = 260
LIMITS = ("CREATIONS", "CHANGES", "MOVES", "READS", "RECORDS")


class Process:
    """A program that logs the address on which it listens."""

    def __init__(self, name, command, listening, environment=None):
        self.file = FOLDER / f"{name}.log"
        self.process = subprocess.Popen(
            command, env={**os.environ, **(environment or {})}, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        with self.file.open("a") as log:
            for line in self.process.stderr:
                log.write(line)
                if found := re.search(listening, line):
                    self.url = found[1]
                    threading.Thread(target=self.keep_log).start()
                    return
        sys.exit(f"{name} does not start:\n{self.file.read_text()}")

    def keep_log(self):
        with self.process.stderr as lines, self.file.open("a") as log:
            log.writelines(lines)

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Witness(Process):
    def __init__(self):
        self.config = FOLDER / "witness.json"
        super().__init__("witness", [TOOLS / "aics-witness", "serve", "--config", self.config], r"listening on (\S+)")

    @classmethod
    def introduce(cls, origin, key):
        """Makes a witness for a log, and returns the witness's key."""
        config = ["--config", FOLDER / "witness.json"]
        made = run("aics-witness", "init", *config, "--name", WITNESS, "--listen", "127.0.0.1:0")
        run("aics-witness", "add-log", *config, "--origin", origin, "--vkey", key)
        return re.search(rf"{WITNESS}\+\S+", made)[0]

    def policy(self, key):
        """A file with the policy of an operator who requires this witness."""
        file = FOLDER / "operator-policy"
        file.write_text(f"witness contract {key} {self.url}\nquorum contract\n")
        return str(file)

    def state(self):
        (log,) = json.loads(run("aics-witness", "status", "--json", "--config", self.config))["logs"]
        return log


class Service(Process):
    def __init__(self, database, policy=None, guard=None):
        settings = {f"REGICIDE_{name}_PER_MINUTE": "0" for name in LIMITS} | {
            "DATABASE_URL": database,
            "REGICIDE_LISTEN": "127.0.0.1:0",
            "REGICIDE_CREATIONS_PER_DAY": "0",
            "REGICIDE_LOG_INTERVAL_SECONDS": "1",
            "REGICIDE_LOG_CHECKPOINT_FILE": guard or str(FOLDER / "checkpoint"),
            "RUST_LOG": "info",
        } | ({"REGICIDE_LOG_POLICY": policy} if policy else {})
        super().__init__("service", [BINARY, "serve"], r"listening address=(\S+)", settings)
        self.url = f"http://{self.url}"

    def request(self, path, body=None, token=None):
        """The status and body of the response."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(self.url + path, None if body is None else json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as problem:
            return problem.code, problem.read().decode()

    def get(self, path, body=None, token=None):
        status, text = self.request(path, body, token)
        assert status in (200, 201), (path, status, text)
        return text

    def log(self):
        return json.loads(self.get("/v1/log"))

    def play(self, count):
        """Plays games that end, and gives the last one."""
        token = json.loads(self.get("/v1/players", {"name": "Ada"}))["token"]
        for _ in range(count):
            game = json.loads(self.get("/v1/games", {"players": 1}, token))["game"]["id"]
            self.get(f"/v1/games/{game}/moves", {"text": "concede"}, token)
        return game


def run(tool, *arguments):
    ran = subprocess.run([TOOLS / tool, *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, (tool, arguments, ran)
    return ran.stdout


def until(what, condition):
    """Waits for what the service does by itself: it looks every second."""
    ends = time.monotonic() + 60
    while not (found := condition()):
        if time.monotonic() > ends:
            sys.exit(f"In a minute this was not so: {what}")
        time.sleep(0.1)
    return found


def cosigned(service, size):
    """The checkpoint of a size, as soon as the witness has signed it."""

    def found():
        status, note = service.request("/log/checkpoint")
        is_it = status == 200 and int(note.splitlines()[1]) == size
        return is_it and f"\n— {WITNESS} " in note and note

    return until(f"the witness has signed {size} entries", found)


class Databases:
    """The service's databases: files, or databases on a server."""

    def __init__(self):
        self.is_sqlite = DATABASE.startswith("sqlite:")
        if not self.is_sqlite:
            self.server = urllib.parse.urlsplit(DATABASE)
            self.execute("create database witnessed")

    def execute(self, statement):
        of = self.server
        named = {"host": of.hostname, "port": of.port, "database": of.path.strip("/"), "password": of.password}
        with contextlib.closing(pg8000.native.Connection(of.username, **named)) as connection:
            connection.run(statement)

    def url(self, name):
        if self.is_sqlite:
            return f"sqlite://{FOLDER / name}.db"
        return urllib.parse.urlunsplit(self.server._replace(path=f"/{name}"))

    def copy(self, name, copy):
        """Copies a database that is not in use."""
        if self.is_sqlite:
            of, to = (contextlib.closing(sqlite3.connect(FOLDER / f"{one}.db")) for one in (name, copy))
            with of as source, to as target:
                source.backup(target)
        else:
            self.execute(f"create database {copy} template {name}")


def size_of(note):
    return parse_checkpoint(parse_note(note).text).size


def timed(key):
    """The key line of the log's signatures with a time (L2.3), which others take for a witness's."""
    name, _, public = key.split("+", 2)
    public = b"\4" + base64.b64decode(public)[1:]
    digits = hashlib.sha256(name.encode() + b"\n" + public).hexdigest()[:8]
    return f"{name}+{digits}+{base64.b64encode(public).decode()}"


def proven(service, game, kept):
    """The proof of a game since a kept checkpoint, and its index in the log by examples/verify.py.
    Only that checks that the entry is the game's."""
    proof = service.get(f"/v1/games/{game}/proof?since={size_of(kept.read_text())}")
    record = {**json.loads(service.get(f"/v1/games/{game}/record")), "proof": proof}
    known = ["--policy", POLICY, "--checkpoint", kept]
    command = [sys.executable, ROOT / "examples/verify.py", *known, "-"]
    ours = subprocess.run(command, input=json.dumps(record), capture_output=True, text=True, check=False)
    found = re.search(r"in the log \(entry (\d+) of", ours.stdout)
    assert ours.returncode == 0 and found, ours
    return proof, int(found[1])


def verified(service, game, key, witness_key, kept):
    """Verifies the served log with independent tools and with examples/verify.py. The game
    is the last one."""
    tiles = f"{service.url}/log"
    of_log = ["--tiles", tiles, "--log-key", key, "--witness-key", witness_key, "--quorum", "1"]
    origin = parse_vkey(key).name
    head = json.loads(run("aics-tlog", "verify-checkpoint", *of_log, "--origin", origin, "--max-age", "600"))
    assert head["witnesses"] == [WITNESS], head
    run("aics-tlog", "verify-consistency", *of_log, "--old-checkpoint", kept)

    proof, place = proven(service, game, kept)
    lines, note = proof.split("\n\n", 1)
    _, _, index, *hashes = lines.split("\n")
    index, hashes = int(index.removeprefix("index ")), [base64.b64decode(line) for line in hashes]
    assert index == place
    checkpoint = parse_checkpoint(parse_note(note).text)
    for cosigner in (witness_key, timed(key)):
        signed = verify_checkpoint(parse_note(note), parse_vkey(key), [parse_vkey(cosigner)], quorum=1)
        assert signed.ok, signed
    logged = FOLDER / "entry"
    run("aics-tlog", "verify-inclusion", *of_log, "--index", str(index), "--entry-out", logged)
    entry = logged.read_bytes()
    assert verify_leaf_inclusion(entry, index, checkpoint.size, hashes, checkpoint.root)
    assert not verify_leaf_inclusion(entry + b"x", index, checkpoint.size, hashes, checkpoint.root)

    audit = audit_tiles(HttpTileReader([tiles]), checkpoint.size, checkpoint.root)
    # Of hashes one complete, the partial one beside it, and one above.
    assert (audit.tiles, audit.bundles) == (3, 2), audit
    go = subprocess.run([GO_PROGRAM, tiles, key, kept], capture_output=True, check=False)
    assert go.returncode == 0, go
    entries = go.stdout.splitlines()
    assert len(entries) == checkpoint.size and entries[index] == entry, (len(entries), checkpoint.size)
    return checkpoint.size


def refuses(database, witness, key, size):
    """No checkpoint is given, none is signed, and the witness is sent none."""
    reason, status = unsigned(database, witness.policy(key), f"the witness {WITNESS}")
    assert status == 503, status
    state = witness.state()
    assert (state["size"], state["evidence"]) == (size, 0), state
    return reason


def unsigned(database, policy, words=""):
    """The reason, with such words, why a service signs nothing that has only its witness to
    learn the last checkpoint from; and the status of its checkpoint."""

    def refused():
        reason = service.log()["refused"]
        return reason if reason and words in reason else None

    states = []
    for games in (3, 0):
        (FOLDER / "checkpoint").unlink(missing_ok=True)
        service = Service(database, policy)
        try:
            reason = until("the log is refused", refused)
            states.append((service.log()["size"], service.request("/log/checkpoint")[0]))
            # So that there is something to sign.
            if games:
                service.play(games)
        finally:
            service.stop()
    assert states[0] == states[1], states
    return reason, states[0][1]


def main():
    databases = Databases()
    database = databases.url("witnessed")
    service = witness = None
    try:
        # The log has to be registered at the witness first.
        service = Service(database)
        first = service.play(1)
        until("a checkpoint is signed", lambda: service.log()["size"] == 1)
        log = service.log()
        (key,) = re.findall(r"^log (\S+)$", log["policy"], re.M)
        assert service.get("/log/policy") == log["policy"], log
        witness_key = Witness.introduce(log["origin"], key)
        service.stop()
        witness = Witness()
        service = Service(database, witness.policy(witness_key))
        POLICY.write_text(service.get("/log/policy"))
        assert f" {witness_key}" in POLICY.read_text(), POLICY.read_text()
        kept = FOLDER / "kept"
        kept.write_text(cosigned(service, 1))
        game = service.play(MANY)
        later = FOLDER / "later"
        later.write_text(cosigned(service, MANY + 1))
        assert verified(service, game, key, witness_key, kept) == MANY + 1
        # In the first checkpoint that has the game, since a later one.
        proof, _ = proven(service, first, later)
        assert size_of(proof.split("\n\n", 1)[1]) == 1, proof

        # A witness that is down stops nothing, and gets further requests.
        service.stop()
        databases.copy("witnessed", "older")
        databases.copy("witnessed", "other")
        witness.stop()
        service = Service(database, witness.policy(witness_key))
        game = service.play(2)
        until("a checkpoint is published without it", lambda: size_of(service.get("/log/checkpoint")) == MANY + 3)
        assert WITNESS not in service.get("/log/checkpoint")
        service.stop()
        witness = Witness()
        service = Service(database, witness.policy(witness_key))
        cosigned(service, MANY + 3)
        verified(service, game, key, witness_key, kept)
        service.stop()

        # An older database.
        reason = refuses(databases.url("older"), witness, witness_key, MANY + 3)
        assert f"the log has {MANY + 1} entries" in reason, reason

        # An older database while the witness is away: nothing is signed. Without a guard the
        # service signs another history, and stops when the witness is back.
        witness.stop()
        _, status = unsigned(databases.url("other"), witness.policy(witness_key))
        assert status == 503, status
        service = Service(databases.url("other"), guard="unguarded")
        service.play(1)
        until("another history is signed", lambda: service.log()["size"] == MANY + 5)
        service.stop()
        witness = Witness()
        reason = refuses(databases.url("other"), witness, witness_key, MANY + 3)
        assert f"the first {MANY + 3} entries are not those" in reason, reason
    finally:
        for process in filter(None, (service, witness)):
            process.stop()
    print(f"{MANY + 3} entries are witnessed, and two other histories are refused")


main()
