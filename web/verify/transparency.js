// A proof that an entry is in the transparency log, checked (docs/spec/log.md, and the C2SP specifications that it names).

import { fromBase64, fromHex, isSigned, sha256, toBase64, toHex } from "./bytes.js";
import { strictObject } from "./json.js";
import { keyOf, NAME, reachedAt, TIMED } from "./policy.js";
import { demand, leaf, rootByInclusion, rootsByConsistency } from "./tree.js";

/** @typedef {import("./tree.js").Hash} Hash */
/**
 * @typedef {ReturnType<typeof readCheckpoint>} Checkpoint
 * @typedef {ReturnType<typeof readProof>} Proof
 * @typedef {"first" | "same" | "grown"} Growth between the kept checkpoint and this one
 */

/** The last second of the year 9999. */
export const LAST = 253_402_300_799;
export const NUMBER = "0|[1-9][0-9]{0,15}";
/** The root of the tree without entries. */
const EMPTY = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

/** @param {string} digits */
export function number(digits) {
  demand(Number.isSafeInteger(Number(digits)), "a number is too large");
  return Number(digits);
}

/** @param {string} text @returns {Hash} */
function hash(text) {
  const bytes = fromBase64(text);
  demand(bytes?.length === 32, "a hash is malformed");
  return bytes;
}

/** @param {unknown} texts */
function hashList(texts) {
  demand(Array.isArray(texts) && texts.length <= 128, "there is no list of hashes");
  return texts.map(hash);
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
  const [, id] = / id=(\S+)$/.exec(line) ?? [];
  return entryOf("game", id, await sha256(`regicide/log/game/v1\0${statement}\0${players}`));
}

/** The entry of a challenge (L1.2, L1.5). @param {string} line of its commitment */
export async function commitmentEntry(line) {
  const [, id] = / challenge=(\S+)/.exec(line) ?? [];
  return entryOf("commitment", id, await sha256(line));
}

/** @param {"game" | "commitment"} kind @param {string | undefined} id @param {string} hash */
async function entryOf(kind, id, hash) {
  return `${kind} ${await subjectOf(kind, id ?? "")} ${hash}`;
}

/** The SUBJECT of an entry (L1.2). @param {"game" | "commitment"} kind @param {string} id */
export function subjectOf(kind, id) {
  return sha256(`regicide/log/subject/v1\0${kind}\0${plainId(id)}`);
}

/** An id in the form that all its spellings share (L1.2). @param {string} id */
export function plainId(id) {
  return id.toLowerCase().replaceAll("-", "");
}

/** A signed note, its signatures unchecked: `text` is what is signed. @param {string} note */
export function readNote(note) {
  const gap = note.lastIndexOf("\n\n");
  const lines = note.slice(gap + 2).split("\n");
  demand(gap > 0 && lines.length > 1 && lines.length <= 101 && lines.pop() === "", "this is no signed note");
  demand(new Blob([note]).size <= 65_536, "the note is too large");
  const signatures = lines.map((line) => {
    const [, name = "", code = ""] = new RegExp(`^— (${NAME}) (\\S+)$`).exec(line) ?? [];
    const bytes = fromBase64(code);
    demand(bytes && bytes.length > 4, "a line of a signature is malformed");
    return { name, id: toHex(bytes.subarray(0, 4)), signature: bytes.slice(4) };
  });
  return { text: note.slice(0, gap + 1), signatures, note };
}

/** A checkpoint (tlog-checkpoint, L2.2). @param {string} note */
export function readCheckpoint(note) {
  const signed = readNote(note);
  const [, origin, size = "", root = ""] = new RegExp(`^(${NAME})\n(${NUMBER})\n(\\S+)\n$`).exec(signed.text) ?? [];
  demand(origin && (size !== "0" || root === EMPTY), "this is no checkpoint");
  return { ...signed, origin, size: number(size), root: hash(root) };
}

/** A proof (tlog-proof) with what its `extra` holds (L4.2), such as PLAYERS (L1.4). @param {string} text */
export function readProof(text) {
  const gap = text.indexOf("\n\n");
  const form = new RegExp(`^c2sp\\.org/tlog-proof@v1\n(?:extra (\\S+)\n)?index (${NUMBER})((?:\n\\S+)*)$`);
  const [whole, extra, index = "", hashes = ""] = form.exec(text.slice(0, gap)) ?? [];
  demand(gap > 0 && whole, "this is no proof");
  const content = extra === undefined ? {} : strictObject(fromBase64(extra));
  demand(content, "extra is no JSON object");
  const { players = null, since = null } = content;
  demand(players === null || typeof players === "string" && /^[0-9a-f]{64}$/.test(players), "players is no hash");
  return {
    players,
    since: since === null ? null : readSince(since),
    index: number(index),
    hashes: hashList(hashes.split("\n").slice(1)),
    checkpoint: readCheckpoint(text.slice(gap + 2)),
  };
}

/** @param {any} since */
function readSince({ size, hashes }) {
  demand(Number.isSafeInteger(size) && size > 0, "since has no size");
  return { size, hashes: hashList(hashes) };
}

/**
 * The public keys that have signed, with the time of the first signature of each. An invalid
 * signature that names a key invalidates the note (L4.3).
 * @param {ReturnType<typeof readNote>} note
 * @param {import("./policy.js").Key[]} keys
 */
export async function signers({ text, signatures }, keys) {
  /** @type {Map<string, number>} */
  const signed = new Map();
  for (const { name, id, kind, key } of keys) {
    for (const { signature } of signatures.filter((one) => one.name === name && one.id === id)) {
      const time = kind === TIMED ? timeOf(signature) : 0;
      // tlog-cosignature
      const [line, bytes] = kind === TIMED ? [`cosignature/v1\ntime ${time}\n${text}`, signature.slice(8)] : [text, signature];
      const holds = await isSigned({ key, signature: bytes, line });
      demand(holds !== null, "", "no_ed25519");
      demand(holds, `a signature of ${name} does not hold`);
      if (!signed.has(key)) signed.set(key, time);
    }
  }
  return signed;
}

/** @param {Hash} signature */
function timeOf(signature) {
  demand(signature.length === 72, "a cosignature has another length");
  const time = Number(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0));
  demand(time <= LAST, "a cosignature has no time");
  return time;
}

/**
 * Requires that an entry is in the log, whose checkpoint is signed, and that
 * this is the log of the kept checkpoint (L4.3).
 * @param {Proof} proof
 * @param {string} entry
 * @param {import("./policy.js").Policy & { kept: Checkpoint | null }} policy and the checkpoint from before
 * @returns {Promise<{ witnesses: string[], time: number, growth: Growth | null }>} the witnesses whose cosignatures hold, when it was logged (L4.5), and no growth if the proof does not lead to the kept checkpoint
 */
export async function prove({ since, index, hashes, checkpoint }, entry, { keys, witnesses, quorum, kept }) {
  const signed = await signers(checkpoint, keys);
  const timed = await signers(checkpoint, await Promise.all(keys.map(({ name, key }) => keyOf(name, TIMED, fromHex(key)))));
  const [own] = keys.flatMap(({ name, key }) => (name === checkpoint.origin && signed.has(key) ? timed.get(key) ?? [] : []));
  demand(own !== undefined, "the log has not signed the checkpoint and its time");
  const cosigned = await signers(checkpoint, witnesses);
  const root = await rootByInclusion(index, checkpoint.size, await leaf(entry), hashes);
  demand(same(root, checkpoint.root), "the entry is not in the log");
  const grown = await growth(checkpoint, since, kept);
  const time = reachedAt(quorum, cosigned, own);
  demand(time !== undefined, "", "no_quorum");
  return { witnesses: witnesses.filter(({ key }) => cosigned.has(key)).map(({ name }) => name), time, growth: grown };
}

/** @param {Checkpoint} checkpoint @param {Proof["since"]} since @param {Checkpoint | null} kept @returns {Promise<Growth | null>} */
async function growth(checkpoint, since, kept) {
  if (!kept || (kept.size === 0 && kept.origin === checkpoint.origin)) return "first";
  const hashes = since?.size === kept.size ? since.hashes : null;
  if (kept.size !== checkpoint.size && !hashes) return null;
  const [old, last] = kept.size < checkpoint.size ? [kept, checkpoint] : [checkpoint, kept];
  const [before, after] = await rootsByConsistency(old.size, last.size, old.root, hashes ?? []);
  demand(kept.origin === checkpoint.origin && same(before, old.root) && same(after, last.root), "", "rewritten");
  return old.size === last.size ? "same" : "grown";
}
