"""Transparency logs that are signed with the keys of the vectors (docs/spec/log.md L6)."""

import base64
import json
import pathlib
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "examples"))

import transparency as log  # noqa: E402

VECTORS = json.loads((ROOT / "crates/engine/tests/data/vectors/log.json").read_text(encoding="utf-8"))
EXAMPLE = json.loads((ROOT / "docs/spec/example.json").read_text(encoding="utf-8"))


def b64(content):
    return base64.b64encode(content).decode()


def public(secret):
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def sign(secret, text):
    return Ed25519PrivateKey.from_private_bytes(secret).sign(text.encode())


def signature(name, kind, secret, text, time):
    """The line of a signature in a note."""
    id, signed = log.make_key(name, kind, public(secret)).id, text
    if kind == log.TIMED:
        id, signed = id + time.to_bytes(8, "big"), f"cosignature/v1\ntime {time}\n{text}"
    return f"\u2014 {name} {b64(id + sign(secret, signed))}\n"


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def write_copy(folder, entries):
    """The files of a log, without its checkpoint."""
    leaves = [log.leaf(entry) for entry in entries]
    for level in range(2):
        step = 256**level
        nodes = [log.root_of(leaves[first:first + step]) for first in range(0, len(leaves) // step * step, step)]
        for first in range(0, len(nodes), 256):
            tile = nodes[first:first + 256]
            name = log.bundle(first // 256, len(tile))
            write(folder / "tile" / str(level) / name, b"".join(tile))
            if level == 0:
                write(folder / "tile" / "entries" / name, encode_bundle(entries[first:first + len(tile)]))


def encode_bundle(entries):
    return b"".join(len(one).to_bytes(2, "big") + one.encode() for one in entries)
