"""Checks that the tables of docs/guides/audit.md are true, row by row.

    dishonest.py REGICIDE

A scenario for each row of the table of what a service does plays that service: it serves a log
that it signs, an export and challenges. What examples/verify.py, `regicide verify`,
`regicide log mirror` and `regicide log watch` find gives the words of the row's cells. A case for
each row of the other tables gives the verdict or exit status.
"""

import base64
import contextlib
import hashlib
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from datetime import UTC, datetime

from logs import EXAMPLE, ROOT, VECTORS, b64, encode_bundle, log, public, sign, signature, write, write_copy
from rules import Regicide
from texts import read_objects
from verify import read_record, replay, sha, signed, signed_fields, signed_line

BINARY = pathlib.Path(sys.argv[1]).resolve()
GUIDE = ROOT / "docs/guides/audit.md"
VERIFIERS = {"`verify.py`": [sys.executable, ROOT / "examples/verify.py"], "`regicide verify`": [BINARY, "verify"]}

HOUR, DAY = 3600, 86400
NOW = int(time.time())
# The first checkpoint is not older than `log watch` accepts, and its games were logged in time.
ENDED, PAST = NOW - 27 * HOUR, NOW - 25 * HOUR

ORIGIN, KEYS = VECTORS["origin"], VECTORS["keys"]
LOG, WITNESS = (bytes.fromhex(KEYS[name]["secret"]) for name in ("log", "witness"))
POLICY = f"log {KEYS['log']['vkey']}\nquorum none\n"
# Entries of games and challenges that are not public.
OTHERS = VECTORS["entries"][5:]
ZERO = "0" * 64


# Signed games, commitments, checkpoints and receipts.

def stamp(seconds):
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def signed_game(number, ended=ENDED, texts=("play 5C 5D", "concede"), player="ada"):
    """A record that the service has signed, and its entry."""
    record = {name: EXAMPLE[name] for name in ("format", "kind", "rules", "players", "options", "seed", "seed_by", "played_as")}
    moves = [{"seq": seq, "seat": 0, "text": text, "at": stamp(ended)} for seq, text in enumerate(texts, 1)]
    record |= {"id": f"01a1fe5b-64d4-7588-a591-{number:012}", "player_ids": [player], "moves": moves}
    [value] = read_objects(json.dumps(record))
    read = read_record(value)
    game = Regicide(read, EXAMPLE["commitment"])
    h, *_ = replay(game, read, sha(game.header))
    fields = signed_fields(read, game, h)
    code = base64.urlsafe_b64encode(sign(LOG, signed_line(fields))).decode().rstrip("=")
    key = hashlib.sha256(public(LOG)).hexdigest()[:16]
    players = log.players_hash(h, signed(fields.pop("player_ids")))
    entry = log.game_entry(record["id"], signed_line(fields), players)
    return {**record, "result": game.result(), "chain": h, "signature": f"{key}.{code}"}, entry


def commitment(number, opened, seed="banana"):
    """A challenge as the service shows it, and its entry."""
    id = f"01a1fb67-1800-7771-8101-{number:012}"
    times = {f"{name}_at": stamp(at) for name, at in (("opens", opened), ("closes", NOW + DAY), ("ends", NOW + DAY))}
    of_game = {name: EXAMPLE[name] for name in ("kind", "rules", "players", "options", "seed_by")}
    challenge = {**of_game, **times, "id": id, "commitment": sha("regicide/commit/v1\0" + seed), "attempts": 1}
    [value] = read_objects(json.dumps(EXAMPLE))
    header = sha(Regicide(read_record(value), challenge["commitment"]).header)
    said = " ".join(f"{name}={value}" for name, value in {
        "challenge": id, "header": header, "seed_by": challenge["seed_by"], **times, "attempts": 1}.items())
    subject = log.sha(b"regicide/log/subject/v1\0commitment\0", log.plain(id)).hex()
    challenge["announced_at"] = stamp(opened - DAY)
    return challenge, f"commitment {subject} {sha(f'regicide-commitment/1 {said}')}"


def checkpoint(entries, at, secret=LOG, witnesses=()):
    text = f"{ORIGIN}\n{len(entries)}\n{b64(log.root_of([log.leaf(entry) for entry in entries]))}\n"
    lines = [signature(ORIGIN, kind, secret, text, at) for kind in (log.PLAIN, log.TIMED)]
    lines += [signature(KEYS["witness"]["name"], log.TIMED, witness, text, at) for witness in witnesses]
    return f"{text}\n{''.join(lines)}"


def receipt(entry, by):
    text = f"regicide/log/receipt/v1\n{ORIGIN}\n{entry}\nby {by}\n"
    return f"{text}\n{signature(ORIGIN, log.PLAIN, LOG, text, by)}"


def inclusion(index, leaves):
    """PATH of RFC 6962."""
    if len(leaves) < 2:
        return []
    left = log.split(len(leaves))
    if index < left:
        return [*inclusion(index, leaves[:left]), log.root_of(leaves[left:])]
    return [*inclusion(index - left, leaves[left:]), log.root_of(leaves[:left])]


class Service(http.server.ThreadingHTTPServer):
    """Serves files of a log, an export and challenges that a test chooses."""

    def __init__(self, files):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files, self.records, self.challenges, self.entries, self.note = files, [], [], [], ""
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def sign(self, entries, at=NOW - 60, **signers):
        """Writes a log with these entries."""
        shutil.rmtree(self.files, ignore_errors=True)
        self.entries, self.note = list(entries), checkpoint(entries, at, **signers)
        write_copy(self.files, self.entries)
        write(self.files / "checkpoint", self.note.encode())
        write(self.files / "policy", POLICY.encode())

    def proof(self, entry):
        """By the last checkpoint."""
        if entry not in self.entries:
            return None
        leaves, index = [log.leaf(one) for one in self.entries], self.entries.index(entry)
        lines = ["c2sp.org/tlog-proof@v1", f"index {index}", *map(b64, inclusion(index, leaves)), "", self.note]
        return "\n".join(lines)

    def answer(self, path, query):
        match path.strip("/").split("/"):
            case ["log", *name]:
                file = self.files.joinpath(*name)
                return file.read_bytes() if file.is_file() else None
            case ["v1", "records"]:
                ids = [None, *(record["id"] for record in self.records)]
                if query.get("after") in ids:
                    page = self.records[ids.index(query.get("after")):][:100]
                    return "".join(f"{json.dumps(record)}\n" for record in page).encode()
            case ["v1", "challenges"]:
                items = [] if query["status"] == "over" else [shown for shown, _ in self.challenges]
                return json.dumps({"items": items, "next": None}).encode()
            case ["v1", "challenges", id, *proof]:
                for shown, entry in self.challenges:
                    if shown["id"] == id:
                        found = self.proof(entry) if proof else json.dumps(shown)
                        return found and found.encode()
        return None


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition("?")
        body = self.server.answer(path, dict(urllib.parse.parse_qsl(query)))
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        # Whoever has seen enough closes the connection.
        with contextlib.suppress(ConnectionError):
            self.wfile.write(body or b"")

    def log_message(self, *_):
        pass


# Runs of the verifiers and monitors.

def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


class World:
    """A service that was honest until now, and those who have kept a checkpoint and a copy of its log."""

    def __init__(self, folder, words=""):
        # A finding is reported in one of these words.
        self.folder, self.words = pathlib.Path(folder), words
        self.service = Service(self.file("log"))
        games = [signed_game(1), signed_game(2)]
        self.service.records = [record for record, _ in games]
        self.service.challenges = [commitment(1, PAST + HOUR)]
        self.past = [*OTHERS[:20], *(entry for _, entry in games), self.service.challenges[0][1]]
        self.now = [*self.past, *OTHERS[20:300]]
        self.file("policy").write_text(POLICY)
        self.file("witnessed").write_text(POLICY.replace("quorum none", f"witness w {KEYS['witness']['vkey']}\nquorum w"))
        self.service.sign(self.past, PAST)
        self.file("kept").write_text(self.service.note)
        assert self.watch(copy=self.file("copy")) == "no"
        self.service.sign(self.now)

    def file(self, name):
        return self.folder / name

    def folder_of(self, of=None):
        """A new folder, with the files of another one."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        if of:
            shutil.copytree(of, folder, dirs_exist_ok=True)
        return folder

    def receipt(self, entry, by=ENDED + DAY):
        """The options with the receipt of a game."""
        self.file("receipt").write_text(receipt(entry, by))
        return "--receipt", self.file("receipt")

    def outcome(self, found, done):
        """The outcome of a run, if it gives the reason that the row has."""
        assert found == "no" or re.search(self.words, done.stdout + done.stderr), done
        return found

    def verify(self, *options, records=None, policy="policy", by=("--log", "log")):
        """Verifies records, by default those of the export, with a copy that has all files of the service."""
        records = self.service.records if records is None else records
        text = "\n".join(map(json.dumps, records))
        known = ["--policy", self.file(policy), *(self.file(one) if one == "log" else one for one in by)]
        refused = []
        for name, command in VERIFIERS.items():
            done = run(*command, *known, *options, text=text)
            assert done.returncode in (1, 2) or f"{len(records)} record" in done.stdout or "--receipt" in options, done
            if self.outcome("yes" if done.returncode else "no", done) == "yes":
                refused.append(name)
        return {0: "no", 1: "".join(refused), 2: "yes"}[len(refused)]

    def monitor(self, *command, copy=None, policy="policy", source=None):
        """The outcome of a command for whoever had a copy before, or in a folder."""
        copy = copy or self.folder_of(self.file("copy"))
        known = ["--policy", self.file(policy)]
        done = run(BINARY, "log", *command, *known, source or self.service.url, copy)
        found = {0: "no", 1: "contradiction", 2: "unreachable", 3: "suspicion"}[done.returncode]
        evidence = copy / "evidence.json"
        assert evidence.exists() == (found == "contradiction"), done
        judged = evidence.exists() and run(BINARY, "log", "check-evidence", *known, evidence)
        assert not judged or judged.returncode == 0, judged
        return self.outcome(found, done)

    def mirror(self, *options, **of):
        return self.monitor("mirror", *options, **of)

    def watch(self, *options, **of):
        return self.monitor("watch", "--once", *options, **of)


# The table of what a service does. A scenario gives for each column the outcome for each condition.

SCENARIOS = {}


def scenario(row, words=""):
    def register(function):
        SCENARIOS[row] = function, words
        return function
    return register


def only(*outcomes):
    """The one outcome of several cases."""
    assert len(set(outcomes)) == 1, outcomes
    return outcomes[0]


def cell(outcomes):
    """The words of a cell."""
    conditions = {}
    for condition, outcome in outcomes.items():
        if outcome != "no":
            conditions.setdefault(outcome, []).append(condition)
    # A finding without a condition needs none.
    assert "" in outcomes and all("" not in of or of == [""] for of in conditions.values()), outcomes
    parts = [(outcome, " or ".join(of)) for outcome, of in conditions.items()]
    return "; ".join(of if of and outcome == "yes" else f"{outcome} {of}".strip() for outcome, of in parts) or "no"


@scenario("An entry is changed or left out in a file, or a file is cut short or missing",
          "lacks tile/|does not fit|do(es)? not lead to the root|No such file|is damaged|tile/|another entry|no entry of this game")
def damaged_files(world):
    own = world.now.index(world.past[20])
    for path in [path for path in sorted(world.service.files.rglob("tile/**/*")) if path.is_file()]:
        _, kind, number, *_ = path.relative_to(world.service.files).parts
        content, first = path.read_bytes(), 256 * int(number.removesuffix(".p"))
        damaged = {"cut short": content[:-32], "missing": None}
        if kind == "entries":
            for index in {first, own} & set(range(first, first + 256)):
                before, (entry, *after) = world.now[first:index], world.now[index:first + 256]
                changed = entry[:-1] + ("1" if entry.endswith("0") else "0")
                damaged["changed", index] = encode_bundle([*before, changed, *after])
                damaged["left out", index] = encode_bundle([*before, *after])
        for damage, other in damaged.items():
            path.unlink() if other is None else path.write_bytes(other)
            # Footnote 1.
            assert world.verify() == ("yes" if kind == "entries" else "no"), (kind, number, damage)
            assert (world.mirror(), world.watch()) == ("suspicion", "suspicion"), (kind, number, damage)
            path.write_bytes(content)
    return {"": "yes"}, {"": "suspicion"}, {"": "suspicion"}


def entries_changed_before(index, entries):
    """Ways to write a log anew."""
    other = f"game {ZERO} {ZERO}"
    yield [*entries[:index], other, *entries[index + 1:]]
    yield [*entries[:index], entries[-1], *entries[index + 1:-1], entries[index]]
    yield [*entries[:index], *entries[index + 1:]]


@scenario("An entry from before your checkpoint is changed, exchanged or left out, and the log is signed anew",
          "kept checkpoint|checkpoint that was kept|does not go on")
def signed_anew(world):
    found = []
    for entries in entries_changed_before(7, world.now):
        world.service.sign(entries)
        found.append((world.verify(), world.verify("--checkpoint", world.file("kept")), world.mirror(), world.watch()))
    alone, kept, mirror, watch = only(*found)
    return {"": alone, "with `--checkpoint`": kept}, {"": mirror}, {"": watch}


@scenario("It shows you another history than others", "no quorum|not enough|another tree|does not go on")
def split_view(world):
    others, mine = world.folder_of(), world.folder_of()
    world.service.sign(world.now, witnesses=[WITNESS])
    shutil.copytree(world.service.files, others, dirs_exist_ok=True)
    assert {world.verify(policy="witnessed"), world.mirror(policy="witnessed"), world.watch(policy="witnessed")} == {"no"}
    world.service.sign([*world.past, f"game {ZERO} {ZERO}"])

    def conditions(look):
        assert look(copy=mine) == "no"
        yield "", look()
        yield "if you saw both", look(copy=world.folder_of(others))
        yield "from a copy of the others", look(copy=world.folder_of(mine), source=Service(others).url)
        yield "with a quorum", look(policy="witnessed")

    verify = {"": world.verify(), "with a quorum": world.verify(policy="witnessed")}
    return verify, dict(conditions(world.mirror)), dict(conditions(world.watch))


@scenario("It shows an older checkpoint", "kept")
def older_checkpoint(world):
    kept, copy = world.file("newer"), world.folder_of(world.file("copy"))
    kept.write_text(world.service.note)
    assert world.watch(copy=copy) == "no"
    world.service.sign(world.past, PAST)
    verify = {"": world.verify(), "with `--checkpoint`": world.verify("--checkpoint", kept)}
    return verify, {"": world.mirror(copy=copy)}, {"": world.watch(copy=copy)}


@scenario("Another key signs", "no known key|No known key")
def another_key(world):
    world.service.sign(world.now, secret=WITNESS)
    return {"": world.verify()}, {"": world.mirror()}, {"": world.watch()}


@scenario("A game or challenge has a second entry, whatever it states", "second entry|two entries")
def second_entry(world):
    found = []
    for index in (20, 22):
        entry = world.past[index]
        for second in (entry, f"{entry.rpartition(' ')[0]} {ZERO}"):
            world.service.sign([*world.now, second])
            found.append((world.verify(), world.mirror(), world.watch()))
    return tuple({"": outcome} for outcome in only(*found))


@scenario("A record was logged more than a day after its end", "more than a day")
def logged_late(world):
    record, entry = signed_game(3, NOW - 3 * DAY)
    world.service.sign([*world.now, entry])
    world.service.records.append(record)
    old, new = world.folder_of(world.file("copy")), world.folder_of()
    found = [{"": look(copy=new), "if the copy is from before": look(copy=old)} for look in (world.mirror, world.watch)]
    assert world.verify() == "no"
    by_copies = [world.verify(by=("--log", copy)) for copy in (new, old)]
    # Footnote 2.
    assert world.verify(records=[{**record, "proof": world.service.proof(entry)}], by=()) == "yes"
    return dict(zip(found[0], by_copies, strict=True)), *found


@scenario("A game has two signed ends", "ends in another way|another end|another entry|no entry of this game|No proof leads")
def two_ends(world):
    first = world.service.records[0]
    second, entry = signed_game(1, texts=("concede",))
    # Footnote 3.
    assert [world.verify(records=records, by=()) for records in ([first], [second], [first, second])] == ["no", "no", "yes"]
    verify = {"": world.verify(records=[first]), "if you have the one that is not logged": world.verify(records=[second])}
    world.service.records[0] = second
    mirror, watch = world.mirror(), world.watch()
    # Footnote 4.
    (guest, entry), (other, _) = (signed_game(3, texts=texts, player=None) for texts in (("play 5C 5D", "concede"), ("concede",)))
    world.service.records = [guest]
    world.service.sign([*world.now, entry])
    new = world.folder_of()
    assert world.watch(copy=new) == "no"
    world.service.records = [other]
    return verify, {"": mirror}, {"": watch, "where a player has no account": world.watch(copy=new)}


@scenario("A signed public game is not in the log", "not in the log|no entry of this game|lacks the game")
def not_logged(world):
    record, _ = signed_game(3)
    verify = {"": world.verify(), "if you have its record": world.verify(records=[record])}
    world.service.records.append(record)
    return verify, {"": world.mirror()}, {"": world.watch()}


@scenario("A game that was promised by a receipt is missing, or has another entry", "broken|another entry")
def broken_promise(world):
    missing, other = signed_game(3)[1], signed_game(1, texts=("concede",))[1]
    # One that was kept, and one whose time has not come.
    assert only(world.verify(*world.receipt(world.past[20])), world.verify(*world.receipt(missing, NOW))) == "no"
    promised = [world.verify(*world.receipt(entry, PAST)) for entry in (missing, other)]
    evidence = world.service.files / "evidence.json"
    assert run(BINARY, "log", "check-evidence", "--policy", world.file("policy"), evidence).returncode == 0
    return {"": world.verify(), "with `--receipt`": only(*promised)}, {"": world.mirror()}, {"": world.watch()}


@scenario("A record was changed, withdrawn or has lost its signature", "FAILED|does not hold|no longer exports|has no signature")
def changed_record(world):
    first, second = world.service.records
    moves = [{**move, "at": stamp(ENDED + 1)} for move in first["moves"]]
    changes = {"seed": "another", "moves": moves, "result": {**first["result"], "enemies_defeated": 12}, "player_ids": ["ben"],
               "played_as": {"purpose": "casual"}, "seed_by": "service"}
    changed = [{**first, name: value} for name, value in changes.items()]
    unsigned = {name: value for name, value in first.items() if name != "signature"}
    exports = [[second], [unsigned, second], *([record, second] for record in changed)]
    watch = []
    for world.service.records in exports:
        watch.append((world.mirror(), world.watch()))
    mirror, watch = only(*watch)
    alone = only(*(world.verify(records=records) for records in exports[:2]))
    return {"": alone, "what was changed": only(*(world.verify(records=[record]) for record in changed))}, {"": mirror}, {"": watch}


def by_challenge(world):
    """The outcome of `regicide verify --challenge`, which verify.py does not have."""
    [(shown, _)] = world.service.challenges
    done = run(BINARY, "verify", "--policy", world.file("policy"), "--challenge", f"{world.service.url}/challenges/{shown['id']}")
    return world.outcome({0: "no", 1: "`regicide verify`"}[done.returncode], done)


@scenario("A commitment is another than the logged one, or is not in the log", "another commitment|lacks the commitment|does not hold this game|commitment yet")
def other_commitment(world):
    world.service.sign(world.past, PAST)
    assert by_challenge(world) == "no"
    [(shown, entry)] = world.service.challenges
    other, _ = commitment(1, PAST + HOUR, seed="another")
    found = []
    for challenge in ((other, entry), commitment(2, PAST - HOUR)):
        world.service.challenges = [challenge]
        found.append((by_challenge(world), world.mirror(), world.watch()))
    verify, mirror, watch = only(*found)
    return {"": world.verify(), "with `--challenge`": verify}, {"": mirror}, {"": watch}


@scenario("A commitment was logged late", "after the challenge had opened")
def late_commitment(world):
    world.service.challenges = [commitment(2, PAST - HOUR)]
    world.service.sign([*world.now, world.service.challenges[0][1]])
    old, new = world.folder_of(world.file("copy")), world.folder_of()
    found = [{"": look(copy=new), "if the copy is from before": look(copy=old)} for look in (world.mirror, world.watch)]
    return {"": world.verify(), "with `--challenge`": by_challenge(world)}, *found


@scenario("The log stands still, though it is signed at least daily", "last checkpoint was signed at")
def frozen(world):
    world.service.sign(world.past, PAST)
    watch = {"": world.watch(), "after `--max-age`": world.watch("--max-age", "24")}
    return {"": world.verify()}, {"": world.mirror()}, watch


@scenario("A game was never shown to a client")
def never_shown(world):
    signed_game(3)
    return {"": world.verify()}, {"": world.mirror()}, {"": world.watch()}


# The tables of verdicts and of exit statuses.

def verdicts(world):
    """For each verdict of verify.py records and options that lead to it."""
    service, known = world.service, ("--policy", world.file("policy"))
    first, second = service.records
    service.sign(world.past, PAST)
    unsigned = {name: value for name, value in first.items() if name != "signature"}
    begun = {name: value for name, value in unsigned.items() if name not in ("chain", "result")}
    for verdict in ("`ok, N moves, to the end`", "`signature holds for …`", "`no proof`"):
        yield verdict, [first], known
    yield "`ok, N moves, no end`", [{**begun, "moves": begun["moves"][:1]}], known
    yield "`ok, N moves, closed at …`", [VECTORS["closed"][0]["record"]], known
    yield "`not signed`", [unsigned], known
    key = log.make_key(ORIGIN, log.PLAIN, public(WITNESS))
    world.file("another").write_text(f"log {ORIGIN}+{key.id.hex()}+{b64(bytes([log.PLAIN]) + key.public)}\nquorum none\n")
    yield "`SIGNATURE NOT CHECKED`", [first], ("--policy", world.file("another"))
    yield "`SIGNATURE NOT CHECKED`", [first], ("-S", *known)
    illegal = {**begun, "moves": [{**begun["moves"][0], "text": "play KC"}]}
    for record in ({**unsigned, "chain": ZERO}, illegal, {**first, "player_ids": ["ben"]}):
        yield "`FAILED, … (CLAUSE)`", [record], known

    proof = service.proof(world.past[20])
    copy = (*known, "--log", service.files)
    yield "`in the log (entry I of N)`", [{**first, "proof": proof}], known
    yield "`in the log (entry I of N)`", [first], copy
    players = b64(json.dumps({"players": log.players_hash(first["chain"], "ada")}).encode())
    other_players = {**unsigned, "player_ids": [None], "proof": proof.replace("\n", f"\nextra {players}\n", 1)}
    yield "`who played is not confirmed`", [other_players], known
    yield "`LOG NOT CHECKED`", [{**first, "proof": proof}], ("-S", *known)
    other_end, other_entry = signed_game(1, texts=("concede",))
    world.file("forged").write_text(checkpoint([*OTHERS[40:60], *world.past[20:]], PAST))
    yield "`FAILED, … (L4.3)`", [other_end], copy
    yield "`FAILED, … (L4.3)`", [{**second, "proof": proof}], known
    yield "`FAILED, … (L4.3)`", [{**first, "proof": proof}], (*known, "--checkpoint", world.file("forged"))
    yield "`FAILED, … (L4.6)`", [first, other_end], known
    for verdict in ("`receipt ok, …`", "`its entry is that of the receipt; no proof`"):
        yield verdict, [first], (*known, *world.receipt(world.past[20]))
    yield "`RECEIPT NOT CHECKED`", [first], ("-S", *known, *world.receipt(world.past[20]))
    for record, entry in ((second, world.past[20]), (first, other_entry)):
        yield "`FAILED, … (L8.3)`", [record], (*known, *world.receipt(entry))
    yield "`FAILED, … (L8.4)`", [{**first, "proof": proof}], (*known, *world.receipt(world.past[20], PAST - 1))
    for entry, by in ((other_entry, NOW), (signed_game(3)[1], PAST - 1)):
        yield "`verify.py: the log: the promise is broken: …`", [], (*copy, *world.receipt(entry, by))
    late, entry = signed_game(3, NOW)
    service.sign([*world.past, entry], PAST)
    yield "`FAILED, … (L4.5)`", [{**late, "proof": service.proof(entry)}], known
    untimed = {**begun, "moves": [{**move, "at": None} for move in begun["moves"]]}
    yield "`FAILED, … (L4.5)`", [untimed], copy
    service.sign(world.now)
    yield "`FAILED, … (L4.5)`", [{**first, "proof": service.proof(world.past[20])}], known
    world.file("bad").write_text("# A comment.\nlog nothing\n")
    yield "`FILE: line N is none of …`", [first], ("--policy", world.file("bad"))
    service.sign([*world.now, world.past[20]])
    yield "`verify.py: the log: … (L1.7)`", [first], copy


def pattern(verdict):
    words = re.escape(verdict.strip("`"))
    for placeholder, found in (("…", ".*"), ("CLAUSE", r"[A-Z]\\d+[.\\d]*"), (r"\bFILE\b", ".*"), (r"\b[IN]\b", r"\\d+")):
        words = re.sub(placeholder, found, words)
    return words


def check_verdicts(world, rows):
    found = set()
    for verdict, records, options in verdicts(world):
        without = [option for option in options if option == "-S"]
        options = [option for option in options if option != "-S"]
        text = "\n".join(map(json.dumps, records))
        done = run(sys.executable, *without, ROOT / "examples/verify.py", *options, text=text)
        output = done.stdout + done.stderr
        assert re.search(pattern(verdict), output) and "Traceback" not in output, (verdict, done)
        found.add(verdict)
    assert found == {verdict for verdict, _ in rows}, found.symmetric_difference(verdict for verdict, _ in rows)


def check_statuses(world, rows):
    statuses = {"0": "no", "1": "contradiction", "2": "unreachable", "3": "suspicion"}
    assert [status for status, _ in rows] == list(statuses)
    service = world.service

    def has_status(status, *looks):
        found = [look() for look in looks or (world.mirror, world.watch)]
        assert set(found) == {statuses[status]}, (status, found)

    has_status("0")
    # A file, a missing record and an old checkpoint; later all is well.
    tile = service.files / "tile/0/000"
    content = tile.read_bytes()
    tile.unlink()
    has_status("3")
    tile.write_bytes(content)
    has_status("0")
    records, service.records = service.records, service.records[1:]
    has_status("3", world.watch)
    goes_on(world, records)
    has_status("0")
    service.sign(world.now, NOW - 27 * HOUR)
    has_status("3", world.watch)
    # A page of a proxy, and a copy that is damaged.
    write(service.files / "checkpoint", b"Log in to this network")
    has_status("2")
    service.sign(world.now)
    damaged = world.folder_of(world.file("copy"))
    write(damaged / "checkpoint", b"")
    has_status("2", lambda: world.mirror(copy=damaged), lambda: world.watch(copy=damaged))
    service.sign([*world.now, world.now[7]])
    has_status("1")


def goes_on(world, records):
    """Without --once a suspicion does not end `log watch`."""
    command = [BINARY, "log", "watch", "--interval", "1", "--policy", world.file("policy"), world.service.url, world.folder_of(world.file("copy"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as watching:
        limit = threading.Timer(60, watching.kill)
        limit.start()
        assert any("SUSPICION" in line for line in watching.stdout)
        world.service.records = records
        world.now.append(OTHERS[320])
        world.service.sign(world.now)
        assert any(" 1 of them new" in line for line in watching.stdout)
        watching.terminate()
        limit.cancel()


def tables():
    """The rows of the guide's tables, by the first cell of their heads."""
    found, head = {}, None
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            head = None
            continue
        cells = [re.sub("[¹²³⁴]", "", one.strip()) for one in line.strip("|").split("|")]
        if head is None:
            head = cells[0]
        elif set(cells) != {"---"}:
            found.setdefault(head, []).append(cells)
    return found


@contextlib.contextmanager
def world_of(words=""):
    with tempfile.TemporaryDirectory() as folder:
        world = World(folder, words)
        yield world
        world.service.shutdown()
        world.service.server_close()


def main():
    guide = tables()
    assert set(guide) == {"What a service does", "Verdict", "Exit status"}, set(guide)
    documented = {row: cells for row, *cells in guide["What a service does"]}
    found = {}
    for row, (play, words) in SCENARIOS.items():
        try:
            with world_of(words) as world:
                found[row] = [cell(outcomes) for outcomes in play(world)]
        except AssertionError as error:
            found[row] = f"{error}"
    different = [row for row in {**documented, **found} if documented.get(row) != found.get(row)]
    for row in different:
        print(f"{row}: the guide has {documented.get(row)}, found was {found.get(row)}")
    with world_of() as world:
        check_verdicts(world, guide["Verdict"])
    with world_of() as world:
        check_statuses(world, guide["Exit status"])
    print(f"{len(found)} rows of the table of what a service does: {len(different)} differences")
    sys.exit(bool(different))


main()
