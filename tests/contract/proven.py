"""Checks that all verifiers agree on proofs of the transparency log: each is refused, or confirms
the same entry at the same time (docs/spec/log.md L4); and on receipts (L8).

    proven.py REGICIDE

Compares `regicide verify`, examples/verify.py, the web client's verifier and the package
`regicide-engine` if it is installed, on proofs, checkpoints, policies, receipts and records that are made
from the vectors: changed at random, by a fixed seed, and where that leads further signed anew.
"""

import base64
import collections
import datetime
import functools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from logs import EXAMPLE, VECTORS, b64, log, public, signature
from rules import Bad
from texts import read_objects
from verify import validate

HERE = pathlib.Path(__file__).parent
# Claims that a changed record would contradict are left out: other checks look at them.
CLAIMS = ("signature", "chain")
EXAMPLE = {name: value for name, value in EXAMPLE.items() if name not in CLAIMS}
POLICY, KEPT, PROOF = VECTORS["policy"], VECTORS["kept"], VECTORS["proof"]["text"]
# Outcomes without a verdict.
NO_POLICY, BAD_KEPT = "no policy", "bad kept checkpoint"
# The package verifies no receipts, which are the last.
COUNTS = {"proofs": 3000, "extras": 2000, "notes": 800, "policies": 600, "kept": 300, "records": 600, "closed": 600, "receipts": 400}
# The fewest cases of a kind that hold, and that do not: with fewer they would show nothing.
FEWEST = 10
dice = random.Random(48)

# Pieces that one reader takes for another, or for nothing.
PIECES = [
    "\n", "\n\n", " ", "\t", "\r", "\0", "\x7f", "\ufeff", "\u00a0", "\u0085", "\u2028", "\u00e9", "0", "1", "-", "+", "=", "A", "/", "_",
    "#", "\u2014 ", "\u2014 x AAAAAAA=\n", "\"", "{", "}", "[", "]", ":", ",", "\\", "\\u0061", "\\ud800", "\\ud83c\\udca1", "null", "true",
    "1e5", "1.0", "1e999", "-0", "9007199254740991", "9007199254740992", "\"players\":", "\"size\":300,", "\"hashes\":[]", "\"a\":1,",
    "log", "witness", "group", "quorum", "none", "any", "all", "w", "quorum none\n", "group g 1 w\n",
]


def mutate(text):
    """Changes a text at one to three places."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        first = dice.randrange(len(text) + 1)
        match dice.randrange(8):
            case 0 | 1:
                text = text[:first] + dice.choice(PIECES) + text[first:]
            case 2:
                text = text[:first] + text[first + dice.choice((1, 1, 2, 40)):]
            case 3:
                text = text[:first] + dice.choice(PIECES) + text[first + 1:]
            case 4:
                lines = text.split("\n")
                one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
                lines.insert(other, lines[one] if dice.randrange(2) else lines.pop(one))
                text = "\n".join(lines)
            case 5:
                other = dice.randrange(len(text) + 1)
                text = text[:other] + text[first:first + dice.choice((1, 4, 10, 60))] + text[other:]
            case 6:
                if words := list(re.finditer(r"\S+", text)):
                    first, last = dice.choice(words).span()
                    text = text[:first] + dice.choice(words)[0] + text[last:]
            case 7:
                if numbers := list(re.finditer(r"\b\d+\b", text)):
                    first, last = dice.choice(numbers).span()
                    text = text[:first] + dice.choice(("0{}", "+{}", "-{}", "{}.0", "{}e0", "{}0", "\u0660{}")).format(text[first:last]) + text[last:]
    return text


# Notes that are signed anew.

LOG, WITNESS = (bytes.fromhex(VECTORS["keys"][name]["secret"]) for name in ("log", "witness"))
ORIGIN, OTHER = VECTORS["origin"], "another.example/log"
# The secret keys of two logs, and the line of a policy for the second one.
SECRETS = {ORIGIN: LOG, OTHER: bytes(32)}
OTHER_KEY = log.make_key(OTHER, log.PLAIN, public(SECRETS[OTHER]))
OTHER_LINE = f"log {OTHER}+{OTHER_KEY.id.hex()}+{b64(bytes([OTHER_KEY.kind]) + OTHER_KEY.public)}\n"


@functools.cache
def root_at(size):
    return b64(log.root_of([log.leaf(entry) for entry in VECTORS["entries"][:size]]))


def make_note(size, origin=ORIGIN):
    """A checkpoint with the signatures of the log and its witness, sometimes changed before it is signed."""
    text = f"{origin}\n{size}\n{root_at(size)}\n"
    if not dice.randrange(3):
        text = mutate(text)
    name, secret, lines = dice.choice((origin, text.split("\n")[0])), SECRETS[origin], []
    for key in ((name, log.PLAIN, secret), (name, log.TIMED, secret), (VECTORS["keys"]["witness"]["name"], log.TIMED, WITNESS)):
        for _ in range(dice.choice((1, 1, 1, 1, 1, 0, 2))):
            time = VECTORS["times"]["checkpoint"] + dice.choice((0, 1, 2, 3, 30000, 70000, -86400, -10**9, 10**9))
            lines.append(signature(*key, text, dice.choice((time, time, time, 0, log.LAST, log.LAST + 1))))
    if not dice.randrange(4):
        dice.shuffle(lines)
    return text + "\n" + "".join(lines)


def make_proof():
    """A proof in a tree of the vectors, and a checkpoint that was kept."""
    included = dice.choice([item for item in VECTORS["inclusion"] if item["index"] == 0])
    since = dice.choice([item for item in VECTORS["consistency"] if included["size"] in (item["old"], item["new"])])
    old = since["old"] + since["new"] - included["size"]
    extra = json.dumps({"since": {"size": old, "hashes": since["hashes"]}})
    head = [f"extra {b64(extra.encode())}"] * dice.choice((1, 1, 1, 0)) + ["index 0", *included["hashes"]]
    lines = ["c2sp.org/tlog-proof@v1", *head, "", make_note(included["size"])]
    kept = make_note(dice.choice((old, old, old, included["size"], 0)), dice.choice((ORIGIN, ORIGIN, OTHER)))
    return "\n".join(lines), dice.choice((None, kept))


# The cases: a record, a policy, a kept checkpoint and a receipt.

def case(text, policy=POLICY, kept=KEPT, record=EXAMPLE, receipt=None):
    return {"record": {**record, "proof": text}, "policy": policy, "kept": kept, "receipt": receipt}


def cases_of(kind):
    """The vectors of a kind that are of the record's entry."""
    found = [one for one in VECTORS[kind] if "entry" not in one and len(one["text"]) < 4000]
    return [case(one["text"], one.get("policy", POLICY), one.get("kept", KEPT)) for one in found]


HELD = [*cases_of("good"), case(PROOF), case(PROOF, kept=None), case(VECTORS["proof_before"]["text"], kept=VECTORS["checkpoint"])]
BASES = [*HELD, *HELD, *cases_of("bad"), *(case(VECTORS[name]) for name in ("late", "early"))]


def changed_proof():
    base = dice.choice(BASES)
    return {**base, "record": {**EXAMPLE, "proof": mutate(base["record"]["proof"])}}


def changed_extra():
    base = dice.choice([one for one in HELD if "\nextra " in one["record"]["proof"]])
    first, extra, rest = base["record"]["proof"].split("\n", 2)
    content = mutate(base64.b64decode(extra.removeprefix("extra ")).decode()).encode()
    if not dice.randrange(30):
        content = content[:5] + bytes([dice.randrange(128, 256)]) + content[5:]
    proof = f"{first}\nextra {b64(content)}\n{rest}"
    return {**base, "record": {**EXAMPLE, "proof": proof}, "kept": dice.choice((None, base["kept"]))}


def signed_note():
    proof, kept = make_proof()
    policy = dice.choice((POLICY, POLICY.replace("quorum w", "quorum none")))
    return case(proof, policy + OTHER_LINE, kept)


def changed_policy():
    texts = [one["text"] for kind in ("good_policies", "bad_policies") for one in VECTORS[kind] if len(one["text"]) < 2000]
    base = dice.choice(BASES)
    text = dice.choice((base["policy"], dice.choice(texts)))
    return {**base, "policy": dice.choice((text, mutate(text), mutate(text))), "kept": None}


def changed_kept():
    note = dice.choice((KEPT, KEPT, VECTORS["checkpoint"], VECTORS["checkpoint_cosigned"]))
    return case(PROOF, kept=dice.choice((note, mutate(note), make_note(dice.choice((0, 300, 600))))))


ID, PLAYED = EXAMPLE["id"], EXAMPLE["played_as"]
*MOVES, LAST = EXAMPLE["moves"]
AT = datetime.datetime.fromisoformat(LAST["at"])
TIMES = [(AT + datetime.timedelta(seconds=seconds)).isoformat() for seconds in (0, 1, -1, 86400, -86400)]
SPELT = [LAST["at"].replace("T", " "), LAST["at"].lower(), LAST["at"].replace("Z", "000Z"), LAST["at"].replace("Z", "-00:00"), None]
# Values, good and bad, of the fields that lead to the entry, and of the time of the last move.
FIELDS = {
    "id": (ID.upper(), ID.replace("-", ""), ID[:3] + "--" + ID[3:], f"-{ID}", ID[:-1], f"{ID}\u212a", None),
    "seed_by": ("client", "service", None),
    "played_as": (PLAYED, {**PLAYED, "purpose": "casual"}, {**PLAYED, "attempt": 1}),
    "player_ids": (["ada"], ["-"], [None], None),
    "former_players": ([], None, [{"seat": 0, "until": 1, "player_id": None}], [{"seat": 0, "until": 2, "player_id": "bot"}]),
    "moves": [[*MOVES, {**LAST, "at": at}] for at in (*TIMES, *SPELT)],
}


def changed_record():
    changed = {name: dice.choice(FIELDS[name]) for name in dice.sample(list(FIELDS), dice.choice((1, 1, 2)))}
    return case(dice.choice((PROOF, PROOF, VECTORS["late"], VECTORS["early"])), record={**EXAMPLE, **changed})


# Games that a deadline closed, with proofs in a log of their own.
CLOSED = [{name: value for name, value in one["record"].items() if name not in CLAIMS} for one in VECTORS["closed"] if "proof" in one["record"]]


def spelt(at):
    return dice.choice((at, at.replace("T", " "), at.lower(), at.replace("Z", "000Z"), at.replace("Z", "+00:00")))


def changed_closed():
    """Such a game with a proof whose note is signed anew about a day from its end, or with other fields."""
    base = dice.choice(CLOSED)
    at = datetime.datetime.fromisoformat(base["closed_at"])
    head, _, note = base["proof"].partition("\n\n")
    text = "".join(f"{line}\n" for line in note.split("\n")[:3])
    time = int(at.timestamp()) + dice.choice((-86401, -86400, 0, 86400, 86401))
    keys = ((ORIGIN, log.PLAIN, LOG), (ORIGIN, log.TIMED, LOG), (VECTORS["keys"]["witness"]["name"], log.TIMED, WITNESS))
    proof = f"{head}\n\n{text}\n" + "".join(signature(*key, text, time) for key in keys)
    closed_at = dice.choice([*[spelt(base["closed_at"])] * 5, mutate(base["closed_at"]), (at + datetime.timedelta(microseconds=1)).isoformat(), None])
    more = dice.choice([{}] * 5 + [{"result": {}}, {"result": {"outcome": "lost"}}, {"moves": base["moves"][:-1]}, {"moves": base["moves"] * 2}])
    return case(proof, kept=None, record={**base, "closed_at": closed_at, **more})


ENTRY, LOGGED_AT = VECTORS["entries"][0], VECTORS["cosignature"]["time"]
RECEIPTS = [one for kind in ("good_receipts", "bad_receipts") for one in VECTORS[kind] if len(one["receipt"]) < 2000]
SIGNERS = [(name, log.PLAIN, secret) for name in SECRETS for secret in (*SECRETS.values(), WITNESS)] + [(ORIGIN, log.TIMED, LOG)]


def made_receipt():
    """A receipt whose text is perhaps changed, and then signed anew."""
    entry = dice.choice((ENTRY, ENTRY, ENTRY, dice.choice(VECTORS["entries"])))
    by = dice.choice((LOGGED_AT + 9, LOGGED_AT + 9, LOGGED_AT, LOGGED_AT - 1, 0, log.LAST, log.LAST + 1))
    origin = dice.choice((ORIGIN, ORIGIN, ORIGIN, OTHER))
    text = f"regicide/log/receipt/v1\n{origin}\n{entry}\nby {by}\n"
    if not dice.randrange(3):
        text = mutate(text)
    signers = dice.choice(([(origin, log.PLAIN, SECRETS[origin])], dice.choices(SIGNERS, k=dice.choice((1, 1, 2, 3)))))
    lines = [signature(*key, text, by) for key in signers]
    if not dice.randrange(4):
        lines.append(mutate(dice.choice(lines)))
    return text + "\n" + "".join(lines)


def changed_receipt():
    base = dice.choice(RECEIPTS)
    # One of the players may have been deleted (L1.4).
    record = {**EXAMPLE, "player_ids": dice.choice((EXAMPLE["player_ids"], ["ada"]))}
    return case(PROOF, POLICY + OTHER_LINE, None, record, dice.choice((made_receipt(), mutate(base["receipt"]))))


MAKERS = {
    "proofs": changed_proof, "extras": changed_extra, "notes": signed_note, "policies": changed_policy,
    "kept": changed_kept, "records": changed_record, "closed": changed_closed, "receipts": changed_receipt,
}


def is_plain(one):
    """True if no file says something else than the text: a byte order mark and CRLF are taken from files."""
    texts = (one["policy"], one["kept"] or "", one["receipt"] or "")
    return not any("\r\n" in text or text.startswith("\ufeff") for text in texts)


# The verifiers. An outcome is index, size, time and whether the players are confirmed; or None.

def of_verdict(verdict):
    found = verdict and all(check["outcome"] != "failed" for check in verdict["checks"]) and verdict.get("log")
    if not found:
        return None
    time = datetime.datetime.fromisoformat(found["logged_at"]).timestamp()
    return [found["index"], found["size"], int(time), found["confirms_players"]]


def by_program(binary, cases):
    groups = collections.defaultdict(list)
    for place, one in enumerate(cases):
        groups[one["policy"], one["kept"], one["receipt"]].append(place)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for (policy, kept, receipt), places in groups.items():
            options = ["--policy", "policy"]
            pathlib.Path(folder, "policy").write_bytes(policy.encode())
            if kept is not None:
                pathlib.Path(folder, "kept").write_bytes(kept.encode())
                options += ["--checkpoint", "kept"]
            if receipt is not None:
                pathlib.Path(folder, "receipt").write_bytes(receipt.encode())
                options += ["--receipt", "receipt"]
            texts = "\n".join(json.dumps(cases[place]["record"]) for place in places)
            command = [binary, "verify", "--json", *options]
            done = subprocess.run(command, input=texts, capture_output=True, text=True, check=False, cwd=folder)
            lines = [json.loads(line) for line in done.stdout.splitlines()[:-1]]
            if done.returncode == 2 and not lines:
                faults = {"policy": NO_POLICY, "kept": BAD_KEPT, "receipt": None}
                found.update(dict.fromkeys(places, faults[done.stderr.split(":")[1].strip()]))
            else:
                assert len(lines) == len(places), done.stderr
                found.update(zip(places, (of_verdict(line["verdict"]) for line in lines), strict=True))
    return [found[place] for place in range(len(cases))]


class Seen(log.Log):
    """Keeps what a proof has shown."""

    found = None

    def prove(self, entry, proof):
        self.found = super().prove(entry, proof)
        return self.found


def by_example(one):
    try:
        policy = log.Policy(one["policy"])
    except ValueError:
        policy = None
    if not policy or not policy.logs:
        return NO_POLICY
    try:
        known = Seen(policy, one["kept"] and log.read_checkpoint(one["kept"]))
    except Bad:
        return BAD_KEPT
    try:
        if one["receipt"] is not None:
            known.expect(log.read_receipt(one["receipt"]))
        [value] = read_objects(json.dumps(one["record"]))
        said = validate(value, known, None, {})
    except Bad:
        return None
    return [*known.found, "not confirmed" not in said]


def by_client(cases):
    command = ["node", str(HERE / "proven.mjs")]
    done = subprocess.run(command, input=json.dumps(cases), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def by_package(one):
    from regicide_engine.record import verify
    try:
        return of_verdict(verify(one["record"], policy=one["policy"], checkpoint=one["kept"]).as_dict())
    except ValueError as error:
        return NO_POLICY if " of the policy " in str(error) else BAD_KEPT


def main(binary):
    cases, kinds = [], []
    for kind, count in COUNTS.items():
        made = [one for one in (MAKERS[kind]() for _ in range(count)) if is_plain(one)]
        cases += made
        kinds += [kind] * len(made)
    wanted = [by_example(one) for one in cases]
    others = {"regicide": by_program(pathlib.Path(binary).resolve(), cases), "the web client": by_client(cases)}
    try:
        others["the package"] = [by_package(one) for one in cases if one["receipt"] is None]
    except ImportError:
        print("The package regicide-engine is not installed.")

    different = 0
    for verifier, found in others.items():
        for place, outcome in enumerate(found):
            # The browser keeps only checkpoints that it has verified.
            if outcome != wanted[place] and (verifier, wanted[place]) != ("the web client", BAD_KEPT):
                different += 1
                if different <= 20:
                    record, policy, kept, receipt = cases[place].values()
                    text = f"policy {policy!r}, kept {kept!r}, receipt {receipt!r}, proof {record['proof']!r}"
                    print(f"{kinds[place]}: {verifier}: {outcome}, verify.py: {wanted[place]}: {text}")
    for kind in COUNTS:
        found = [outcome for outcome, of in zip(wanted, kinds, strict=True) if of == kind]
        held = sum(isinstance(outcome, list) for outcome in found)
        print(f"{len(found)} {kind}, of which {held} hold")
        assert min(held, len(found) - held) >= FEWEST, f"too few {kind} of one outcome"
    print(f"{different} differences between verify.py and {', '.join(others)}")
    sys.exit(bool(different))


main(*sys.argv[1:])
