"""Checks that examples/verify.py finds in the log the entries that are there, and no others.

Checks its modules against the vectors of the transparency log, docs/spec/log.md
L6, and runs it on the example of the specification with proofs and with a copy
of the log.
"""

import contextlib
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

from logs import EXAMPLE, ROOT, VECTORS, b64, log, public, write, write_copy
from rules import Bad

VERIFIER = ROOT / "examples" / "verify.py"
ENTRIES, KEYS = VECTORS["entries"], VECTORS["keys"]
NO_QUORUM = VECTORS["policy"].replace("quorum w", "quorum none")
NO_WITNESS = f"log {KEYS['log']['vkey']}\nquorum none\n"
LEAVES = [log.leaf(entry) for entry in ENTRIES]
ROOTS = {size: log.root_of(LEAVES[:size]) for size in range(len(LEAVES) + 1)}


def hashes(item):
    return [log.decode(one, 32) for one in item["hashes"]]


def refused(attempt, error=Bad):
    with contextlib.suppress(error):
        attempt()
        return False
    return True


def verify(text, entry=ENTRIES[VECTORS["proof"]["entry_index"]], policy=VECTORS["policy"], kept=VECTORS["kept"]):
    """Verifies a proof (L4.3) with one input changed as `about` describes."""
    known = log.Log(log.Policy(policy), kept and log.read_checkpoint(kept))
    log.subject_of(entry)
    return known.prove(entry, log.read_proof(text))


def entries_hold():
    for game in [*VECTORS["games"], VECTORS["changed_hands"], *VECTORS["closed"]]:
        statement = game["statement_line"].replace(f" player_ids={game['player_ids']}", "")
        assert log.players_hash(game["chain"], game["player_ids"]) == game["players"]
        assert log.game_entry(game["id"], statement, game["players"]) == game["entry"]
        assert log.subject_of(game["entry"]) == game["subject"]
    for one, other in VECTORS["same_subject"]:
        assert log.game_entry(one, "", "") == log.game_entry(other, "", "")
    for challenge in VECTORS["challenges"]:
        digits = hashlib.sha256(challenge["line"].encode()).hexdigest()
        assert f"commitment {challenge['subject']} {digits}" == challenge["entry"]
    logged = [item["entry"] for item in (*VECTORS["games"], *VECTORS["challenges"])]
    assert ENTRIES[:len(logged)] == logged
    assert len(log.places(ENTRIES)) == len(ENTRIES) and refused(lambda: log.places(VECTORS["twice"]))


def trees_hold():
    for size, root in VECTORS["roots"].items():
        assert b64(ROOTS[int(size)]) == root, size
    for item in VECTORS["inclusion"]:
        index, size = item["index"], item["size"]
        proven = log.root_by_inclusion(index, size, LEAVES[index], hashes(item))
        assert proven == ROOTS[size], item
        for length in range(len(item["hashes"])):
            assert refused(lambda: log.root_by_inclusion(index, size, LEAVES[index], hashes(item)[:length])), item
    for item in VECTORS["consistency"]:
        old, new = item["old"], item["new"]
        assert log.roots_by_consistency(old, new, ROOTS[old], hashes(item)) == (ROOTS[old], ROOTS[new]), item
        longer = [*hashes(item), ROOTS[1]]
        assert refused(lambda: log.roots_by_consistency(old, new, ROOTS[old], longer)), item


def files_hold(folder):
    for size in (300, 600):
        write_copy(folder, ENTRIES[:size])
    found = {}
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            found[str(path.relative_to(folder))] = {"sha256": hashlib.sha256(content).hexdigest(), "length": len(content)}
    assert found == VECTORS["files"]
    assert log.bundle(1234067, 256) == "x001/x234/067" and log.bundle(1000, 5) == "x001/000.p/5"


def notes_hold():
    key, witness = log.read_key(log.PLAIN, KEYS["log"]["vkey"]), log.read_key(log.TIMED, KEYS["witness"]["vkey"])
    assert key.public.hex() == KEYS["log"]["public"] and witness.public.hex() == KEYS["witness"]["public"]
    assert refused(lambda: log.read_key(log.TIMED, KEYS["log"]["vkey"]), ValueError)
    for bad in VECTORS["bad_keys"]:
        assert refused(lambda: log.read_key(log.PLAIN, bad["vkey"]), ValueError), bad["why"]
    assert log.make_key(key.name, log.TIMED, key.public) == log.read_key(log.TIMED, KEYS["log"]["timed_vkey"])
    known = log.Log(log.Policy(NO_QUORUM), None)
    times, cosigned_at = VECTORS["times"], VECTORS["cosignature"]["time"]
    for name, size, signed_at, seen_at in (
        ("kept", 300, times["kept"], times["kept"]),
        ("checkpoint", 600, times["checkpoint"], times["checkpoint"]),
        ("checkpoint_cosigned", 600, times["checkpoint"], cosigned_at),
    ):
        checkpoint = log.read_checkpoint(VECTORS[name])
        assert (known.signed_at(checkpoint)[0], known.seen_at(checkpoint)) == (signed_at, seen_at), name
        assert (checkpoint.origin, checkpoint.size, checkpoint.root) == (VECTORS["origin"], size, ROOTS[size])
    assert VECTORS["checkpoint"] + VECTORS["cosignature"]["line"] + "\n" == VECTORS["checkpoint_cosigned"]


def policies_hold():
    for bad in VECTORS["bad_policies"]:
        assert refused(lambda: log.Policy(bad["text"]), ValueError), bad["why"]
    for good in VECTORS["good_policies"]:
        policy = log.Policy(good["text"])
        assert policy.logs == [log.read_key(log.PLAIN, line) for line in good["logs"]], good["why"]
        assert list(policy.witnesses.values()) == [log.read_key(log.TIMED, line) for line in good["witnesses"]], good["why"]


def proofs_hold():
    text, before, note = VECTORS["proof"]["text"], VECTORS["proof_before"]["text"], VECTORS["checkpoint"]
    found = (0, 600, VECTORS["cosignature"]["time"])
    assert verify(text) == verify(text, policy=NO_QUORUM, kept=None) == verify(text, kept=note) == found
    assert verify(text, policy=NO_WITNESS) == (0, 600, VECTORS["times"]["checkpoint"])
    assert verify(before, kept=note)[:2] == verify(before)[:2] == (0, 300)
    assert verify(VECTORS["late"])[:2] == verify(VECTORS["early"])[:2] == (0, 600)
    for bad in VECTORS["bad"]:
        assert refused(lambda: verify(**arguments_of(bad))), bad["why"]
    for good in VECTORS["good"]:
        try:
            assert verify(**arguments_of(good))[2] == good["logged_at"], good["why"]
        except Bad as bad:
            raise AssertionError(good["why"]) from bad


def receipts_hold():
    def read(case):
        receipt = log.read_receipt(case["receipt"])
        log.Log(log.Policy(case.get("policy", VECTORS["policy"])), None, receipt)
        return receipt.entry, receipt.by

    for good in VECTORS["good_receipts"]:
        assert read(good) == (good["entry"], good["by"]), good["why"]
    for bad in VECTORS["bad_receipts"]:
        assert refused(lambda: read(bad)), bad["why"]


# The clauses of checks, of which each says so first of all that do not hold (S6.9).
CLAUSES = {"result": ("S5.2", "S6.4", "S6.15"), "signature": ("S6.7",), "log": ("L4.3", "L4.5", "S6.7"), None: ("S6.2",)}


def closed_hold(*policy):
    """Games that a deadline closed (S6.15)."""
    for good in VECTORS["closed"]:
        prints("; in the log (" if "proof" in good["record"] else "; no proof", [good["record"]], *policy)
        prints(" closed at ", [good["record"]])
        assert good["record"]["played_as"]["challenge_id"], good["why"]
    for bad in VECTORS["bad_closed"]:
        ran = run([bad["record"]], *policy)
        assert ran.returncode == 1 and any(f"({clause})" in ran.stdout for clause in CLAUSES[bad["check"]]), (bad["why"], ran)
    # The time of closing is part of the end (L4.6), in whatever spelling.
    one = {**VECTORS["closed"][0]["record"], "signature": None, "proof": None}
    at = one["closed_at"]
    prints("2 records: 2 hold, 0 do not", [one, {**one, "closed_at": at.replace("T", " ").replace("Z", "000-00:00")}])
    prints("record 2: FAILED, another record of this run has another end of the game", [one, {**one, "closed_at": at.replace("0Z", "1Z")}], status=1)


def promises_hold(folder, copied, policy):
    """Receipts with a record and with a copy of the log (L8.3, L8.4)."""
    usual = {good["why"]: good for good in VECTORS["good_receipts"]}

    def receipt(why):
        case = usual.get(why) or VECTORS["bad_receipts"][0]
        write(folder / "receipt", case["receipt"].encode())
        return [*policy, "--receipt", str(folder / "receipt")]

    def shows(words, *arguments, status=0):
        """Without a record."""
        command = [sys.executable, str(VERIFIER), *arguments]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == status and words in ran.stdout + ran.stderr, (words, ran)

    own, closed, early = "the game of docs/spec/example.json", "a game that a deadline closed", "by is 0"
    proven = {**EXAMPLE, "proof": VECTORS["proof"]["text"]}
    untimed = {**EXAMPLE, "moves": [{**move, "at": None} for move in EXAMPLE["moves"]], "chain": None, "signature": None}
    prints("in the log (entry 0 of 600)\n", [proven], *receipt(own))
    prints("its entry is that of the receipt; no proof\n", [EXAMPLE], *receipt(own))
    prints("(L8.3)", [EXAMPLE], *receipt(closed), status=1)
    prints("(L8.3)", [untimed], *receipt(own), status=1)
    prints("(S6.7)", [{**EXAMPLE, "moves": [], "result": None, "chain": None, "position": None, "signature": None}], *receipt(own), status=1)
    prints("(L8.4)", [proven], *receipt(early), status=1)
    prints("in the log (entry 1 of 7)\n", [VECTORS["closed"][0]["record"]], *receipt(closed))
    prints("no receipt (L8.1)", [EXAMPLE], *receipt("bad"), status=1)
    prints("RECEIPT NOT CHECKED", [EXAMPLE], *receipt(own), options=["-S"])
    shows("and is there\n", *receipt(own), "--log", str(copied))
    shows("and is not there yet\n", *receipt(closed), "--log", str(copied))
    promise = log.read_receipt(usual[own]["receipt"])
    mirror = log.Copy(copied, log.Log(log.Policy(NO_WITNESS), None, promise))
    other = f"game {log.sha(b'other').hex()} {promise.entry[-64:]}"
    for changed, has in (({}, True), ({"entry": promise.entry[:-64] + ENTRIES[1][-64:]}, False), ({"entry": other}, None),
                         ({"entry": other, "by": mirror.signed_at}, None), ({"entry": other, "by": mirror.signed_at - 1}, False)):
        assert mirror.has(promise._replace(**changed)) is has, changed
    stranger = promise._replace(origin="another.example/log", signatures=[])
    assert refused(lambda: log.Log(log.Policy(NO_WITNESS), None, stranger))
    known = log.Log(log.Policy(NO_WITNESS), None)
    known.receipt = stranger
    assert refused(lambda: log.Copy(copied, known))


def arguments_of(case):
    return {name: value for name, value in case.items() if name not in ("why", "logged_at")}


def bad_proof(why):
    return next(bad for bad in VECTORS["bad"] if bad["why"] == why)


def run(records, *arguments, options=()):
    command = [sys.executable, *options, str(VERIFIER), *arguments, "-"]
    text = "\n".join(map(json.dumps, records))
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def prints(words, records, *arguments, status=0, options=()):
    ran = run(records, *arguments, options=options)
    assert ran.returncode == status and words in ran.stdout + ran.stderr, (words, ran)


def verifier_holds(folder):
    """The command, on records with proofs and on a copy of the log."""
    def policy(name, text):
        write(folder / name, text.encode())
        return ["--policy", str(folder / name)]

    key, witness = policy("policy", NO_WITNESS), policy("witnessed", VECTORS["policy"])
    proven = {**EXAMPLE, "proof": VECTORS["proof"]["text"]}
    kept, newer, forged = folder / "kept", folder / "newer", folder / "forged"
    write(kept, VECTORS["kept"].encode())
    write(forged, bad_proof("the kept checkpoint is of another history")["kept"].encode())
    prints("in the log (entry 0 of 600)\n", [proven], *witness, "--checkpoint", str(kept))
    prints("(L4.3)", [proven], *key, "--checkpoint", str(forged), status=1)
    prints("; no proof\n", [EXAMPLE], *key)
    prints("signature holds for", [EXAMPLE], *key)
    # An older checkpoint than the kept one, and those that have the game too late or too early.
    write(newer, VECTORS["checkpoint"].encode())
    before = {**EXAMPLE, "proof": VECTORS["proof_before"]["text"]}
    prints("in the log (entry 0 of 300)\n", [before], *witness, "--checkpoint", str(newer))
    for name in ("late", "early"):
        for seen in (key, witness):
            prints("(L4.5)", [{**EXAMPLE, "proof": VECTORS[name]}], *seen, status=1)
    *moves, last = EXAMPLE["moves"]
    untimed = {**proven, "moves": [*moves, {**last, "at": None}], "chain": None, "signature": None}
    prints("no time (L4.5)", [untimed], *key, status=1)
    prints("(L4.3)", [{**EXAMPLE, "proof": VECTORS["bad"][0]["text"]}, proven], *key, "--checkpoint", str(forged), status=1)
    signed = VECTORS["changed_hands"]
    prints(f"players {signed['player_ids'].replace(',', ', ')};", [signed["record"]], *key)
    prints("(S6.7)", [{**signed["record"], "former_players": None}], *key, status=1)
    bad = bad_proof("no cosignature, where one is wanted")
    prints("(L4.3)", [{**EXAMPLE, "proof": bad["text"]}], *witness, status=1)
    prints("in the log", [{**EXAMPLE, "proof": bad["text"]}], *policy("quiet", NO_QUORUM))
    another = policy("another", bad_proof("the key that is known has another public key")["policy"])
    prints("SIGNATURE NOT CHECKED", [EXAMPLE], *another)
    prints("(L4.3)", [proven], *another, status=1)
    prints("LOG NOT CHECKED", [proven], *key, options=["-S"])
    prints("bad: line 3 is none of", [proven], *policy("bad", VECTORS["policy"].replace("quorum w", "quorum 1")), status=2)
    prints("bad: there is no log line", [proven], *policy("bad", "quorum none"), status=2)
    prints("missing: ", [proven], "--policy", str(folder / "missing"), status=2)
    for option in ("--log", "--checkpoint", "--receipt"):
        prints("need --policy", [proven], option, str(kept), status=2)
    # Another player does not change the rest of the statement.
    signature_less = {name: value for name, value in proven.items() if name != "signature"}
    prints("who played is not confirmed", [{**signature_less, "player_ids": ["another"]}], *key)
    former = [{"seat": 0, "until": 1, "player_id": None}]
    prints("who played is not confirmed", [{**signature_less, "former_players": former}], *key)
    prints("(L4.3)", [{**signature_less, "seed_by": "service"}], *key, status=1)

    copied = folder / "copy"
    write_copy(copied, ENTRIES)
    write(copied / "checkpoint", VECTORS["checkpoint_cosigned"].encode())
    prints("in the log (entry 0 of 600)\n", [EXAMPLE], *witness, "--log", str(copied), "--checkpoint", str(kept))
    closed_hold(*witness)
    promises_hold(folder, copied, witness)
    prints("no time (L4.5)", [untimed], *key, "--log", str(copied), status=1)
    prints("(L4.3)", [{**signature_less, "proof": "", "seed_by": "service"}], *key, "--log", str(copied), status=1)
    prints("another entry of the game (L4.3)", [{**signature_less, "seed_by": "service"}], *key, "--log", str(copied), status=1)
    prints("kept checkpoint (L4.3)", [EXAMPLE], *key, "--log", str(copied), "--checkpoint", str(forged), status=1)
    bundle = copied / "tile" / "entries" / "001"
    content = bundle.read_bytes()
    write(bundle, content[:-1] + bytes([content[-1] ^ 1]))
    prints("(L4.3)", [EXAMPLE], *key, "--log", str(copied), status=1)
    bundle.unlink()
    prints("001", [EXAMPLE], *key, "--log", str(copied), status=2)


def keys_fit():
    for key in KEYS.values():
        assert public(bytes.fromhex(key["secret"])).hex() == key["public"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        keys_fit()
        entries_hold()
        trees_hold()
        files_hold(pathlib.Path(folder) / "files")
        notes_hold()
        policies_hold()
        proofs_hold()
        receipts_hold()
        verifier_holds(pathlib.Path(folder))
    print(f"{len(ENTRIES)} entries hold; {len(VECTORS['good'])} unusual proofs hold, {len(VECTORS['bad'])} bad ones, {len(VECTORS['bad_receipts'])} bad receipts, {len(VECTORS['bad_keys'])} bad keys and {len(VECTORS['bad_policies'])} bad policies are refused")


main()
