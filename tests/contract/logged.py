"""Checks that examples/verify.py finds in the log the entries that are there, and no others.

Checks its modules against the vectors of the transparency log, docs/spec/log.md
L6, and runs it on the example of the specification with proofs and with a copy
of the log.
"""

import base64
import contextlib
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ROOT = pathlib.Path(__file__).parents[2]
VERIFIER = ROOT / "examples" / "verify.py"
sys.path.insert(0, str(ROOT / "examples"))

import transparency as log  # noqa: E402
from rules import Bad  # noqa: E402

VECTORS = json.loads((ROOT / "crates/engine/tests/data/vectors/log.json").read_text(encoding="utf-8"))
EXAMPLE = json.loads((ROOT / "docs/spec/example.json").read_text(encoding="utf-8"))
ENTRIES, KEYS = VECTORS["entries"], VECTORS["keys"]
LEAVES = [log.leaf(entry) for entry in ENTRIES]
ROOTS = {size: log.root_of(LEAVES[:size]) for size in range(len(LEAVES) + 1)}


def b64(content):
    return base64.b64encode(content).decode()


def hashes(item):
    return [log.decode(one, 32) for one in item["hashes"]]


def refused(attempt):
    with contextlib.suppress(Bad):
        attempt()
        return False
    return True


def verify(text, entry=ENTRIES[VECTORS["proof"]["entry_index"]], log_key=KEYS["log"]["vkey"],
           witnesses=(KEYS["witness"]["vkey"],), quorum=1, kept=VECTORS["kept"]):
    """Verifies a proof (L4.3) with one input changed as `about` describes."""
    known = log.Log(
        log.read_key(log.PLAIN, log_key), [log.read_key(log.TIMED, witness) for witness in witnesses], quorum,
        kept and log.read_checkpoint(kept),
    )
    log.subject_of(entry)
    return known.prove(entry, log.read_proof(text))


def entries_hold():
    for game in [*VECTORS["games"], VECTORS["changed_hands"]]:
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


def write_copy(folder, size):
    """The files of a log of so many entries, without its checkpoint."""
    for level in range(2):
        step = 256**level
        nodes = [log.root_of(LEAVES[first:first + step]) for first in range(0, size // step * step, step)]
        for first in range(0, len(nodes), 256):
            tile = nodes[first:first + 256]
            name = log.bundle(first // 256, len(tile))
            write(folder / "tile" / str(level) / name, b"".join(tile))
            if level == 0:
                bundle = ENTRIES[first:first + len(tile)]
                write(folder / "tile" / "entries" / name, b"".join(len(one).to_bytes(2, "big") + one.encode() for one in bundle))


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def files_hold(folder):
    for size in (300, 600):
        write_copy(folder, size)
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
    assert refused_key(log.TIMED, KEYS["log"]["vkey"])
    for bad in VECTORS["bad_keys"]:
        assert refused_key(log.PLAIN, bad["vkey"]), bad["why"]
    known = log.Log(key, [witness], 0, None)
    assert known.timed == log.read_key(log.TIMED, KEYS["log"]["timed_vkey"])
    times, cosigned_at = VECTORS["times"], VECTORS["cosignature"]["time"]
    for name, size, signed_at, seen_at in (
        ("kept", 300, times["kept"], times["kept"]),
        ("checkpoint", 600, times["checkpoint"], times["checkpoint"]),
        ("checkpoint_cosigned", 600, times["checkpoint"], cosigned_at),
    ):
        checkpoint = log.read_checkpoint(VECTORS[name])
        assert (known.signed_at(checkpoint), known.seen_at(checkpoint)) == (signed_at, seen_at), name
        assert (checkpoint.origin, checkpoint.size, checkpoint.root) == (VECTORS["origin"], size, ROOTS[size])
    assert VECTORS["checkpoint"] + VECTORS["cosignature"]["line"] + "\n" == VECTORS["checkpoint_cosigned"]


def refused_key(kind, line):
    try:
        log.read_key(kind, line)
    except ValueError:
        return True
    return False


def proofs_hold():
    text, before, note = VECTORS["proof"]["text"], VECTORS["proof_before"]["text"], VECTORS["checkpoint"]
    found = (0, 600, VECTORS["cosignature"]["time"])
    assert verify(text) == verify(text, quorum=0, kept=None) == verify(text, kept=note) == found
    assert verify(text, quorum=0, witnesses=()) == (0, 600, VECTORS["times"]["checkpoint"])
    assert verify(before, kept=note)[:2] == verify(before)[:2] == (0, 300)
    assert verify(VECTORS["late"])[:2] == verify(VECTORS["early"])[:2] == (0, 600)
    for bad in VECTORS["bad"]:
        assert refused(lambda: verify(**arguments_of(bad))), bad["why"]
    for good in VECTORS["good"]:
        try:
            assert verify(**arguments_of(good))[2] == good["logged_at"], good["why"]
        except Bad as bad:
            raise AssertionError(good["why"]) from bad


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
    key = ["--log-key", KEYS["log"]["vkey"]]
    witness = ["--witness", KEYS["witness"]["vkey"]]
    proven = {**EXAMPLE, "proof": VECTORS["proof"]["text"]}
    kept, newer, forged = folder / "kept", folder / "newer", folder / "forged"
    write(kept, VECTORS["kept"].encode())
    write(forged, bad_proof("the kept checkpoint is of another history")["kept"].encode())
    prints("in the log (entry 0 of 600)\n", [proven], *key, *witness, "--checkpoint", str(kept))
    prints("(L4.3)", [proven], *key, "--checkpoint", str(forged), status=1)
    prints("(L4.3)", [EXAMPLE], *key, status=1)
    # An older checkpoint than the kept one, and those that have the game too late or too early.
    write(newer, VECTORS["checkpoint"].encode())
    before = {**EXAMPLE, "proof": VECTORS["proof_before"]["text"]}
    prints("in the log (entry 0 of 300)\n", [before], *key, *witness, "--checkpoint", str(newer))
    for name in ("late", "early"):
        for seen in ([], witness):
            prints("(L4.5)", [{**EXAMPLE, "proof": VECTORS[name]}], *key, *seen, status=1)
    *moves, last = EXAMPLE["moves"]
    untimed = {**proven, "moves": [*moves, {**last, "at": None}], "chain": None, "signature": None}
    prints("no time (L4.5)", [untimed], *key, status=1)
    prints("(L4.3)", [{**EXAMPLE, "proof": VECTORS["bad"][0]["text"]}, proven], *key, "--checkpoint", str(forged), status=1)
    signed = VECTORS["changed_hands"]
    prints(f"players {signed['player_ids'].replace(',', ', ')};", [signed["record"]], "--key", KEYS["log"]["public"])
    prints("(S6.7)", [{**signed["record"], "former_players": None}], "--key", KEYS["log"]["public"], status=1)
    bad = bad_proof("no cosignature, where one is wanted")
    prints("(L4.3)", [{**EXAMPLE, "proof": bad["text"]}], *key, *witness, status=1)
    prints("in the log", [{**EXAMPLE, "proof": bad["text"]}], *key, *witness, "--quorum", "0")
    prints("LOG NOT CHECKED", [proven], *key, options=["-S"])
    prints("--quorum 2 of 1", [proven], *key, *witness, "--quorum", "2", status=2)
    prints("--quorum 2 of 1", [proven], *key, *witness, "--witness", KEYS["log"]["timed_vkey"], status=2)
    prints("needs --log-key", [proven], *witness, status=2)
    # Another player does not change the rest of the statement.
    signature_less = {name: value for name, value in proven.items() if name != "signature"}
    prints("who played is not confirmed", [{**signature_less, "player_ids": ["another"]}], *key)
    former = [{"seat": 0, "until": 1, "player_id": None}]
    prints("who played is not confirmed", [{**signature_less, "former_players": former}], *key)
    prints("(L4.3)", [{**signature_less, "seed_by": "service"}], *key, status=1)

    copied = folder / "copy"
    write_copy(copied, 600)
    write(copied / "checkpoint", VECTORS["checkpoint_cosigned"].encode())
    prints("in the log (entry 0 of 600)\n", [EXAMPLE], *key, *witness, "--log", str(copied), "--checkpoint", str(kept))
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
        secret = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key["secret"]))
        assert secret.public_key().public_bytes_raw().hex() == key["public"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        keys_fit()
        entries_hold()
        trees_hold()
        files_hold(pathlib.Path(folder) / "files")
        notes_hold()
        proofs_hold()
        verifier_holds(pathlib.Path(folder))
    print(f"{len(ENTRIES)} entries hold; {len(VECTORS['good'])} unusual proofs hold, {len(VECTORS['bad'])} bad ones and {len(VECTORS['bad_keys'])} bad keys are refused")


main()
