// A proof that an entry is in the transparency log, checked (docs/spec/log.md,
// and the C2SP specifications that it names).

import { object } from "../api.js";
import { digest, fromBase64, isSigned, sha256, toBase64, toHex } from "./bytes.js";
import { demand, leaf, rootByInclusion, rootsByConsistency, Unproven } from "./tree.js";

/** @typedef {import("./tree.js").Hash} Hash */
/**
 * @typedef {{ name: string, id: string, kind: number, key: string }} Key `id` and `key` in hex
 *
 * @typedef {ReturnType<typeof readCheckpoint>} Checkpoint
 * @typedef {ReturnType<typeof readProof>} Proof
 * @typedef {{ keys: Key[], witnesses: Key[], kept: Checkpoint | null }} Known keys of the log and its witnesses, and the checkpoint from before
 * @typedef {"first" | "same" | "grown" | "unknown"} Growth since the kept checkpoint
 */

/** This browser does not support Ed25519. */
export class NoEd25519 extends Error {}

/** Types of keys (signed-note). */
const WITNESS = 4;
const NUMBER = "0|[1-9][0-9]{0,14}";
const NAME = "[^\\s+]+";

/** @param {string} text @returns {Hash} */
function hash(text) {
  const bytes = fromBase64(text);
  demand(bytes?.length === 32, "a hash is malformed");
  return bytes;
}

/** @param {Hash} one @param {Hash} other */
const same = (one, other) => toBase64(one) === toBase64(other);

/** PLAYERS of a line that is signed (L1.3). @param {string} line */
export async function playersOf(line) {
  const [, chain] = / chain=(\S+)/.exec(line) ?? [];
  const [, players] = / player_ids=(\S+)/.exec(line) ?? [];
  return await sha256(`regicide/log/players/v1\0${chain}\0${players}`);
}

/** The entry of a game (L1.2, L1.3). @param {string} line what is signed @param {string} players */
export async function gameEntry(line, players) {
  const statement = line.replace(/ player_ids=\S+/, "");
  return `game ${await sha256(`regicide/log/game/v1\0${statement}\0${players}`)}`;
}

/** A key line, or `null` if it is none. @param {string} line @returns {Promise<Key | null>} */
export async function readKey(line) {
  const [, name = "", id = "", code = ""] = new RegExp(`^(${NAME})\\+([0-9a-f]{8})\\+(\\S+)$`).exec(line) ?? [];
  const bytes = fromBase64(code);
  if (bytes?.length !== 33) return null;
  const [kind] = bytes;
  const own = toHex(await digest(`${name}\n`, bytes)).slice(0, 8);
  return own === id && (kind === 1 || kind === WITNESS) ? { name, id, kind, key: toHex(bytes.subarray(1)) } : null;
}

/** A checkpoint, its signatures unchecked (signed-note, tlog-checkpoint, L2.2): `text` is what is signed of the note. @param {string} note */
export function readCheckpoint(note) {
  const gap = note.lastIndexOf("\n\n");
  const [, origin = "", size = "", root = ""] = new RegExp(`^(${NAME})\n(${NUMBER})\n(\\S+)$`).exec(note.slice(0, gap)) ?? [];
  const lines = note.slice(gap + 2).split("\n");
  demand(gap > 0 && origin && lines.length > 1 && lines.pop() === "", "this is no checkpoint");
  const signatures = lines.map((line) => {
    const [, name = "", code = ""] = new RegExp(`^— (${NAME}) (\\S+)$`).exec(line) ?? [];
    const bytes = fromBase64(code);
    demand(bytes && bytes.length > 4, "a line of a signature is malformed");
    return { name, id: toHex(bytes.subarray(0, 4)), signature: bytes.slice(4) };
  });
  return { origin, size: Number(size), root: hash(root), text: note.slice(0, gap + 1), signatures, note };
}

/** A proof (tlog-proof) with what its `extra` holds (L4.2), such as PLAYERS (L1.4). @param {string} text */
export function readProof(text) {
  const gap = text.indexOf("\n\n");
  const form = new RegExp(`^c2sp\\.org/tlog-proof@v1\n(?:extra (\\S+)\n)?index (${NUMBER})((?:\n\\S+)*)$`);
  const [whole, extra, index, hashes = ""] = form.exec(text.slice(0, gap)) ?? [];
  demand(gap > 0 && whole, "this is no proof");
  const { players = null, since = null } = extra === undefined ? {} : readExtra(extra);
  demand(players === null || /^[0-9a-f]{64}$/.test(players), "players is no hash");
  return {
    players: /** @type {string | null} */ (players),
    since: since && readSince(since),
    index: Number(index),
    hashes: hashes.split("\n").slice(1).map(hash),
    checkpoint: readCheckpoint(text.slice(gap + 2)),
  };
}

/** @param {string} code @returns {{ players?: any, since?: any }} */
function readExtra(code) {
  const bytes = fromBase64(code);
  const extra = bytes && object(new TextDecoder().decode(bytes));
  demand(extra, "extra is no JSON object");
  return extra;
}

/** @param {any} since */
function readSince({ size, hashes }) {
  demand(Number.isSafeInteger(size) && Array.isArray(hashes), "since is malformed");
  return { size, hashes: hashes.map((one) => hash(String(one))) };
}

/**
 * The names of the keys that have signed. An invalid signature that names a key invalidates
 * the checkpoint (L4.3).
 * @param {Checkpoint} checkpoint
 * @param {Key[]} keys
 */
async function signers({ text, signatures }, keys) {
  const signed = new Set();
  for (const { name, id, kind, key } of keys) {
    for (const { signature } of signatures.filter((one) => one.name === name && one.id === id)) {
      // tlog-cosignature
      const [line, bytes] = kind === WITNESS ? [`cosignature/v1\ntime ${timeOf(signature)}\n${text}`, signature.slice(8)] : [text, signature];
      const holds = await isSigned({ key, signature: bytes, line }).catch(() => null);
      if (holds === null) throw new NoEd25519();
      demand(holds, `a signature of ${name} does not hold`);
      signed.add(name);
    }
  }
  return [...signed];
}

/** @param {Hash} signature */
function timeOf(signature) {
  demand(signature.length === 72, "a cosignature has another length");
  return new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
}

/**
 * Requires that an entry is in the log, whose checkpoint is signed, and that
 * this is the log of the kept checkpoint (L4.3).
 * @param {Proof} proof
 * @param {string} entry
 * @param {Known} known
 * @returns {Promise<{ witnesses: string[], growth: Growth }>} the witnesses whose cosignatures hold
 */
export async function prove({ since, index, hashes, checkpoint }, entry, { keys, witnesses, kept }) {
  const signed = await signers(checkpoint, keys.filter((key) => key.name === checkpoint.origin && key.kind !== WITNESS));
  demand(signed.length > 0, "the log has not signed the checkpoint");
  const cosigned = await signers(checkpoint, witnesses.filter((key) => key.kind === WITNESS));
  const root = await rootByInclusion(index, checkpoint.size, await leaf(entry), hashes);
  demand(same(root, checkpoint.root), "the entry is not in the log");
  return { witnesses: cosigned, growth: await growth(checkpoint, since, kept) };
}

/** Nothing leads from the kept checkpoint to this one. */
export class Rewritten extends Unproven {}

/**
 * @param {Checkpoint} checkpoint
 * @param {Proof["since"]} since
 * @param {Checkpoint | null} kept of the same origin
 * @returns {Promise<Growth>}
 */
async function growth(checkpoint, since, kept) {
  if (!kept) return "first";
  const equal = kept.size === checkpoint.size;
  if (!equal && since?.size !== kept.size) return "unknown";
  try {
    const [before, after] = await rootsByConsistency(kept.size, checkpoint.size, kept.root, equal ? [] : since?.hashes ?? []);
    if (same(before, kept.root) && same(after, checkpoint.root)) return equal ? "same" : "grown";
  } catch {
    // The proof has another length.
  }
  throw new Rewritten();
}
