"""The transparency log of a service, checked: written from docs/spec/log.md and
the C2SP specifications that it names, to be read. The functions on trees follow
the definitions of RFC 6962, section 2.1.
"""
import base64
import hashlib
import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rules import Bad, require
from texts import Object, is_strict, read_file, read_objects

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = InvalidSignature = None

# Types of keys (signed-note): of signatures without and with a time.
PLAIN, TIMED = 1, 4
NUMBER = "0|[1-9][0-9]{0,15}"
NAME = "[!-*,-~]+"
LARGEST = 2**53 - 1
LAST = 253402300799  # the last second of the year 9999
# Points of small order: with such a key, a signature holds for any text.
SMALL = (
    "0[01](00){30}[08]0|e[cde](ff){30}[7f]f|26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc[08]5"
    "|c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac[7f]a"
)
ENTRY = "(?:game|commitment) ([0-9a-f]{64}) [0-9a-f]{64}"
demand = partial(require, clause="L4.3")


class Key(NamedTuple):
    name: str
    id: bytes
    kind: int
    public: bytes


class Checkpoint(NamedTuple):
    origin: str
    size: int
    root: bytes
    text: str  # what is signed
    signatures: list  # of (name, id of the key, signature)


class Receipt(NamedTuple):
    origin: str
    entry: str
    by: int
    text: str  # what is signed
    signatures: list  # of (name, id of the key, signature)


class Proof(NamedTuple):
    players: str | None
    since: tuple | None  # a size, and the hashes between that and the checkpoint's
    index: int
    hashes: list
    checkpoint: Checkpoint


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def decode(text, length=None):
    """Base64 in the one spelling that its bytes have."""
    try:
        content = base64.b64decode(text, validate=True)
    except ValueError:
        content = None
    good = content is not None and base64.b64encode(content).decode() == text and length in (None, len(content))
    demand(good, why=f"{text!r} is no such base64")
    return content


# Entries.

def players_hash(chain, ids):
    """PLAYERS (L1.3), of the last hash of the chain and `player_ids` as they are signed."""
    return sha(f"regicide/log/players/v1\0{chain}\0{ids}".encode()).hex()


def plain(id):
    """The one spelling of an id that counts in the log (L1.2)."""
    return id.encode().lower().replace(b"-", b"")


def game_entry(id, statement, players):
    subject = sha(b"regicide/log/subject/v1\0game\0", plain(id)).hex()
    return f"game {subject} " + sha(f"regicide/log/game/v1\0{statement}\0{players}".encode()).hex()


def subject_of(entry):
    """The SUBJECT in an entry (L1.2)."""
    parts = re.fullmatch(ENTRY, entry)
    require(parts, "L1.2", f"{entry!r} is no entry")
    return parts[1]


# Trees.

def leaf(entry):
    return sha(b"\0", entry.encode())


def node(left, right):
    return sha(b"\1", left, right)


def split(size):
    """The largest power of two that is smaller than the size."""
    return 1 << (size - 1).bit_length() - 1


def root_of(leaves):
    if len(leaves) < 2:
        return leaves[0] if leaves else sha()
    left = split(len(leaves))
    return node(root_of(leaves[:left]), root_of(leaves[left:]))


def root_by_inclusion(index, size, hash, proof):
    """The root that an inclusion proof leads to from a leaf: PATH backwards."""
    demand(0 <= index < size and bool(proof) == (size > 1), why="the inclusion proof has another length")
    if size == 1:
        return hash
    *before, last = proof
    left = split(size)
    if index < left:
        return node(root_by_inclusion(index, left, hash, before), last)
    return node(last, root_by_inclusion(index - left, size - left, hash, before))


def roots_by_consistency(old, size, root, proof):
    """The two roots that a consistency proof leads to: SUBPROOF backwards. `root`
    is that of the old tree, as long as that is what the proof leaves out."""
    demand(0 < old <= size, why="the consistency proof is of other sizes")
    if old == size:
        demand(len(proof) == (root is None), why="the consistency proof has another length")
        return (root or proof[0],) * 2
    demand(proof, why="the consistency proof has another length")
    *before, last = proof
    left = split(size)
    if old <= left:
        first, second = roots_by_consistency(old, left, root, before)
        return first, node(second, last)
    first, second = roots_by_consistency(old - left, size - left, None, before)
    return node(last, first), node(last, second)


# Texts.

def make_key(name, kind, public):
    return Key(name, sha(name.encode(), b"\n", bytes([kind]), public)[:4], kind, public)


def read_key(kind, line):
    """A key line (signed-note) of a kind; a ValueError if it is none."""
    try:
        name, id, public = re.fullmatch(rf"({NAME})\+([0-9a-f]{{8}})\+(\S+)", line).groups()
        public = decode(public, 33)
    except (AttributeError, Bad) as error:
        raise ValueError("no key line") from error
    key = make_key(name, public[0], public[1:])
    if key.id.hex() != id or key.kind != kind:
        raise ValueError("another id or type")
    return key


def read_number(digits):
    demand(int(digits) <= LARGEST, why=f"{digits} is too large")
    return int(digits)


def read_hashes(texts):
    fits = type(texts) is list and len(texts) <= 128 and all(type(text) is str for text in texts)
    demand(fits, why="there is no list of hashes")
    return [decode(text, 32) for text in texts]


def read_note(note):
    """The text of a signed note without its last line end, and the signatures, unchecked."""
    demand(len(note.encode()) <= 65536, why="the note is too large")
    text, gap, lines = note.rpartition("\n\n")
    *lines, end = lines.split("\n")
    demand(gap and 0 < len(lines) <= 100 and not end, why="this is no signed note")
    signatures = []
    for line in lines:
        parts = re.fullmatch(rf"— ({NAME}) (\S+)", line)
        demand(parts, why="a signature's line is malformed")
        code = decode(parts[2])
        demand(len(code) > 4, why="a signature is too short")
        signatures.append((parts[1], code[:4], code[4:]))
    return text, signatures


def read_checkpoint(note):
    """A signed checkpoint (signed-note, tlog-checkpoint, L2.2), its signatures unchecked."""
    text, signatures = read_note(note)
    body = re.fullmatch(rf"({NAME})\n({NUMBER})\n(\S+)", text)
    demand(body, why="this is no checkpoint")
    size, root = read_number(body[2]), decode(body[3], 32)
    demand(size or root == sha(), why="the empty tree has another root")
    return Checkpoint(body[1], size, root, text + "\n", signatures)


def read_receipt(note):
    """A receipt (L8.1), its signatures unchecked."""
    text, signatures = read_note(note)
    body = re.fullmatch(rf"regicide/log/receipt/v1\n({NAME})\n(game [0-9a-f]{{64}} [0-9a-f]{{64}})\nby ({NUMBER})", text)
    require(body and int(body[3]) <= LAST, "L8.1", "this is no receipt")
    return Receipt(body[1], body[2], int(body[3]), text + "\n", signatures)


def read_proof(text):
    """A proof (tlog-proof), its checkpoint's signatures unchecked."""
    head, _, note = text.partition("\n\n")
    parts = re.fullmatch(rf"c2sp\.org/tlog-proof@v1\n(?:extra (\S+)\n)?index ({NUMBER})((?:\n\S+)*)", head)
    demand(parts, why="this is no proof")
    players, since = read_extra(parts[1]) if parts[1] else (None, None)
    return Proof(players, since, read_number(parts[2]), read_hashes(parts[3].split()), read_checkpoint(note))


def read_extra(code):
    """What `extra` holds (L4.2), None for what it leaves out."""
    try:
        [extra] = read_objects(decode(code).decode())
    except (ValueError, RecursionError):
        extra = None
    demand(extra is not None and is_strict(extra), why="extra is no JSON object")
    players, since = extra.get("players"), extra.get("since")
    fits = players is None or type(players) is str and re.fullmatch("[0-9a-f]{64}", players)
    demand(fits, why="players is no hash")
    if since is not None:
        fits = isinstance(since, Object) and type(since.get("size")) is int and 0 < since["size"] <= LARGEST
        demand(fits, why="since has no size")
        since = since["size"], read_hashes(since.get("hashes"))
    return players, since


# Requirements of a verifier (L4.3).

def time_of(signature):
    return int.from_bytes(signature[:8], "big")


def holds(key, note, signature):
    if key.kind == PLAIN:
        return is_signed(key.public, signature, note.text)
    time = time_of(signature)
    text = f"cosignature/v1\ntime {time}\n{note.text}"  # tlog-cosignature
    return time <= LAST and is_signed(key.public, signature[8:], text)


def is_signed(public, signature, text):
    if any(re.fullmatch(SMALL, point.hex()) for point in (public, signature[:32])):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text.encode())
    except InvalidSignature:
        return False
    return True


def signatures_of(key, note):
    """Of several ones the first counts. A signature that does not hold spoils the note."""
    found = [signature for name, id, signature in note.signatures if (name, id) == (key.name, key.id)]
    demand(all(holds(key, note, one) for one in found), why=f"a signature of {key.name} does not hold")
    return found


class Policy:
    """Known logs and witnesses, and the quorum of these (tlog-policy, L4.7)."""

    def __init__(self, text):
        self.logs, self.witnesses, self.groups, self.quorum = [], {}, {}, None
        self.free = {}  # by the name of a witness or group: True if it is a member of no group
        lines = text.removesuffix("\n").split("\n")
        for number, line in enumerate([*lines, None], 1):
            try:
                self.read(number, line)
            except ValueError as error:
                raise ValueError(f"line {number} is none of log, witness, group and quorum (L4.7)") from error

    def read(self, number, line):
        """Reads a line; None is the end."""
        if line is None:
            return check(self.quorum)
        check(number <= 1000 and not re.search("[\0-\x08\x0a-\x1f\x7f]", line))
        match re.findall("[^ \t]+", line):
            case []:
                pass
            case [word, *_] if word.startswith("#"):
                pass
            case ["log", key] | ["log", key, _]:
                self.logs.append(self.new_key(PLAIN, key))
            case ["witness", name, key] | ["witness", name, key, _]:
                self.witnesses[self.new_name(name)] = self.new_key(TIMED, key)
            case ["group", name, count, *members]:
                count = {"any": "1", "all": str(len(members))}.get(count, count)
                check(count in map(str, range(1, len(members) + 1)))
                for member in members:
                    check(self.free.get(member))
                    self.free[member] = False
                self.groups[self.new_name(name)] = int(count), members
            case ["quorum", name]:
                check(self.quorum is None and (name == "none" or name in self.free))
                self.quorum = name
            case _:
                check(False)

    def new_name(self, name):
        check(name != "none" and name not in self.free)
        self.free[name] = True
        return name

    def new_key(self, kind, line):
        key = read_key(kind, line)
        check(key.public not in {other.public for other in (*self.logs, *self.witnesses.values())})
        return key

    def reached_at(self, times):
        """The time at which the quorum was reached (L4.5), of those at which witnesses have signed."""
        if self.quorum == "none":
            return min(times.values(), default=None)
        times = dict(times)
        for name, (count, members) in self.groups.items():
            signed = sorted(times[member] for member in members if member in times)
            if len(signed) >= count:
                times[name] = signed[count - 1]
        return times.get(self.quorum)


def check(fits):
    if not fits:
        raise ValueError


class Log:
    """A log by a verifier's policy; `kept` is a checkpoint from another time, `receipt` one of its receipts."""

    def __init__(self, policy, kept, receipt=None):
        self.policy, self.kept, self.receipt = policy, kept, None
        if kept:
            self.signed_at(kept)
        if receipt:
            self.expect(receipt)

    def expect(self, receipt):
        """L8.3."""
        signed = [signatures_of(key, receipt) for key in self.policy.logs if key.name == receipt.origin]
        require(any(signed), "L8.3", f"no known key of {receipt.origin} has signed the receipt")
        self.receipt = receipt

    def signed_at(self, checkpoint):
        """The time at which the log has signed a checkpoint (L2.3), and those of its witnesses."""
        times = []
        for key in self.policy.logs:
            plain, timed = (signatures_of(make_key(key.name, kind, key.public), checkpoint) for kind in (PLAIN, TIMED))
            if key.name == checkpoint.origin and plain and timed:
                times.append(time_of(timed[0]))
        demand(times, why=f"no known key of {checkpoint.origin} has signed the checkpoint, with and without a time")
        found = {name: signatures_of(key, checkpoint) for name, key in self.policy.witnesses.items()}
        return times[0], {name: time_of(signatures[0]) for name, signatures in found.items() if signatures}

    def seen_at(self, checkpoint):
        """The time from which enough witnesses have seen a checkpoint, too (L4.5)."""
        for name, other in (("kept checkpoint", self.kept), ("receipt", self.receipt)):
            demand(not other or other.origin == checkpoint.origin, why=f"the {name} is of another log")
        signed_at, witnesses = self.signed_at(checkpoint)
        seen_at = self.policy.reached_at(witnesses)
        demand(seen_at is not None or self.policy.quorum == "none", why=f"{len(witnesses)} cosignatures are no quorum")
        return signed_at if seen_at is None else seen_at

    def prove(self, entry, proof):
        """That an entry is in the log, by its proof; gives where, and the time from which it was there."""
        checkpoint = proof.checkpoint
        logged_at = self.seen_at(checkpoint)
        root = root_by_inclusion(proof.index, checkpoint.size, leaf(entry), proof.hashes)
        demand(root == checkpoint.root, why="the entry is not in the log")
        if self.kept and self.kept.size > 0:
            size, hashes = proof.since or (None, [])
            fits = self.kept.size in (size, checkpoint.size)
            demand(fits, why=f"nothing leads from the kept checkpoint of size {self.kept.size} to this one")
            hashes = hashes if size == self.kept.size else []
            old, new = sorted((self.kept, checkpoint), key=lambda one: one.size)
            roots = roots_by_consistency(old.size, new.size, old.root, hashes)
            demand(roots == (old.root, new.root), why="the log is not the one of the kept checkpoint")
        return proof.index, checkpoint.size, logged_at


class Copy:
    """A whole log in a folder (L3.1): its entries have to lead to its root."""

    def __init__(self, folder, log):
        folder = Path(folder)
        checkpoint = read_checkpoint(read_file(folder / "checkpoint"))
        log.seen_at(checkpoint)
        self.signed_at, _ = log.signed_at(checkpoint)
        self.entries = []
        for first in range(0, checkpoint.size, 256):
            width = min(256, checkpoint.size - first)
            content = (folder / "tile" / "entries" / bundle(first // 256, width)).read_bytes()
            while content:
                length = 2 + int.from_bytes(content[:2], "big")
                self.entries.append(content[2:length].decode("ascii"))
                content = content[length:]
        leaves = [leaf(entry) for entry in self.entries]
        fits = len(leaves) == checkpoint.size and root_of(leaves) == checkpoint.root
        demand(fits, why="the entries do not lead to the root")
        if log.kept:
            grown = log.kept.size <= len(leaves) and root_of(leaves[:log.kept.size]) == log.kept.root
            demand(grown, why="the log is not the one of the kept checkpoint")
        self.places = places(self.entries)

    def find(self, entry):
        index = self.places.get(subject_of(entry))
        demand(index is not None, why="the game is not in the log")
        demand(self.entries[index] == entry, why="the log has another entry of the game")
        return index, len(self.entries)

    def has(self, receipt):
        """True if it has the entry of a receipt; None if it may get it in time (L8.4)."""
        if subject_of(receipt.entry) not in self.places and self.signed_at <= receipt.by:
            return None
        return receipt.entry in self.entries


def places(entries):
    """The index of each SUBJECT, which has only one entry (L1.7)."""
    found = {subject_of(entry): index for index, entry in enumerate(entries)}
    require(len(found) == len(entries), "L1.7", "a game or challenge has two entries")
    return found


def bundle(number, width):
    """The name of a bundle below its folder (tlog-tiles)."""
    digits = str(number)
    digits = digits.zfill((len(digits) + 2) // 3 * 3)
    *before, last = re.findall("...", digits)
    return "/".join([*("x" + part for part in before), last + (f".p/{width}" if width < 256 else "")])
