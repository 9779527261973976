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
from texts import is_strict, read_file, read_objects

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = InvalidSignature = None

# Types of keys (signed-note): of a log, and of a witness.
LOG, WITNESS = 1, 4
NUMBER = "0|[1-9][0-9]{0,17}"
NAME = r"[^\s+]+"
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


class Proof(NamedTuple):
    extra: dict
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


def game_entry(statement, players):
    return "game " + sha(f"regicide/log/game/v1\0{statement}\0{players}".encode()).hex()


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

def read_key(kind, line):
    """A key line (signed-note); an error for argparse if it is none of this kind."""
    try:
        name, id, public = re.fullmatch(rf"({NAME})\+([0-9a-f]{{8}})\+(\S+)", line).groups()
        public = decode(public, 33)
    except (AttributeError, Bad) as error:
        raise ValueError("no key line") from error
    key = Key(name, sha(name.encode(), b"\n", public)[:4], public[0], public[1:])
    if key.id.hex() != id or key.kind != kind:
        raise ValueError("another id or type")
    return key


def read_checkpoint(note):
    """A signed checkpoint (signed-note, tlog-checkpoint, L2.2), its signatures unchecked."""
    text, gap, lines = note.rpartition("\n\n")
    *lines, end = lines.split("\n")
    body = re.fullmatch(rf"({NAME})\n({NUMBER})\n(\S+)", text)
    demand(gap and body and lines and not end, why="this is no checkpoint")
    signatures = []
    for line in lines:
        parts = re.fullmatch(rf"— ({NAME}) (\S+)", line)
        demand(parts, why="a signature's line is malformed")
        code = decode(parts[2])
        demand(len(code) > 4, why="a signature is too short")
        signatures.append((parts[1], code[:4], code[4:]))
    return Checkpoint(body[1], int(body[2]), decode(body[3], 32), text + "\n", signatures)


def read_proof(text):
    """A proof (tlog-proof) with what its `extra` holds (L4.2)."""
    head, _, note = text.partition("\n\n")
    parts = re.fullmatch(rf"c2sp\.org/tlog-proof@v1\n(?:extra (\S+)\n)?index ({NUMBER})((?:\n\S+)*)", head)
    demand(parts, why="this is no proof")
    try:
        [extra] = read_objects(decode(parts[1]).decode()) if parts[1] else [{}]
    except (ValueError, RecursionError):
        extra = None
    demand(isinstance(extra, dict) and is_strict(extra), why="extra is no JSON object")
    extra = {name: extra[name] for name in ("players", "since") if extra.get(name) is not None}
    since = extra.get("since", {"size": 0, "hashes": []})
    fits = isinstance(since, dict) and type(since.get("size")) is int and type(since.get("hashes")) is list
    demand(fits and all(type(one) is str for one in since["hashes"]), why="since is malformed")
    hashes = [decode(line, 32) for line in parts[3].split()]
    return Proof(extra, int(parts[2]), hashes, read_checkpoint(note))


# Requirements of a verifier (L4.3).

def holds(key, checkpoint, signature):
    text = checkpoint.text
    if key.kind == WITNESS:  # tlog-cosignature
        time, signature = int.from_bytes(signature[:8], "big"), signature[8:]
        text = f"cosignature/v1\ntime {time}\n{text}"
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature, text.encode())
    except InvalidSignature:
        return False
    return True


def is_signed(checkpoint, key):
    """A signature that names a key and does not hold spoils the checkpoint."""
    found = [signature for name, id, signature in checkpoint.signatures if (name, id) == (key.name, key.id)]
    demand(all(holds(key, checkpoint, one) for one in found), why=f"a signature of {key.name} does not hold")
    return bool(found)


class Log:
    """A verifier's keys and policy; `kept` is a checkpoint from before."""

    def __init__(self, key, witnesses, quorum, kept):
        self.key, self.witnesses, self.quorum = key, set(witnesses), quorum
        self.kept = kept and self.signed(kept)

    def signed(self, checkpoint):
        demand(checkpoint.origin == self.key.name, why=f"the checkpoint is of {checkpoint.origin}")
        demand(is_signed(checkpoint, self.key), why="the log has not signed the checkpoint")
        return checkpoint

    def trusted(self, checkpoint):
        """The checkpoint, if enough witnesses have seen it, too."""
        cosigned = sum([is_signed(checkpoint, witness) for witness in self.witnesses])
        demand(cosigned >= self.quorum, why=f"{cosigned} cosignatures, {self.quorum} wanted")
        return self.signed(checkpoint)

    def prove(self, entry, proof):
        """That an entry is in the log, by its proof; gives where."""
        checkpoint = self.trusted(proof.checkpoint)
        root = root_by_inclusion(proof.index, checkpoint.size, leaf(entry), proof.hashes)
        demand(root == checkpoint.root, why="the entry is not in the log")
        if self.kept and (self.kept.size, self.kept.root) != (checkpoint.size, checkpoint.root):
            since = proof.extra.get("since", {})
            fits = since.get("size") == self.kept.size
            demand(fits, why=f"nothing leads from the kept checkpoint of size {self.kept.size} to this one")
            hashes = [decode(one, 32) for one in since["hashes"]]
            roots = roots_by_consistency(self.kept.size, checkpoint.size, self.kept.root, hashes)
            demand(roots == (self.kept.root, checkpoint.root), why="the log is not the one of the kept checkpoint")
        return proof.index, checkpoint.size


class Copy:
    """A whole log in a folder (L3.1): its entries have to lead to its root."""

    def __init__(self, folder, log):
        folder = Path(folder)
        self.checkpoint = log.trusted(read_checkpoint(read_file(folder / "checkpoint")))
        entries = []
        for first in range(0, self.checkpoint.size, 256):
            width = min(256, self.checkpoint.size - first)
            content = (folder / "tile" / "entries" / bundle(first // 256, width)).read_bytes()
            while content:
                length = 2 + int.from_bytes(content[:2], "big")
                entries.append(content[2:length].decode("ascii"))
                content = content[length:]
        self.places = {entry: index for index, entry in enumerate(entries)}
        leaves = [leaf(entry) for entry in entries]
        fits = len(leaves) == self.checkpoint.size and root_of(leaves) == self.checkpoint.root
        demand(fits, why="the entries do not lead to the root")
        if log.kept:
            grown = log.kept.size <= len(leaves) and root_of(leaves[:log.kept.size]) == log.kept.root
            demand(grown, why="the log is not the one of the kept checkpoint")

    def find(self, entry):
        demand(entry in self.places, why="the entry is not in the log")
        return self.places[entry], self.checkpoint.size


def bundle(number, width):
    """The name of a bundle below its folder (tlog-tiles)."""
    digits = str(number)
    digits = digits.zfill((len(digits) + 2) // 3 * 3)
    *before, last = re.findall("...", digits)
    return "/".join([*("x" + part for part in before), last + (f".p/{width}" if width < 256 else "")])
