// The hash tree of the transparency log: RFC 6962, section 2.1. Proofs are followed by the definitions there, backwards.

import { digest } from "./bytes.js";

/** @typedef {Uint8Array<ArrayBuffer>} Hash */

/** A proof that does not hold, or a text that is none. */
export class Unproven extends Error {
  /** @param {string} why @param {"fails" | "no_quorum" | "rewritten" | "no_ed25519"} outcome */
  constructor(why, outcome = "fails") {
    super(why);
    this.outcome = outcome;
  }
}

/** @param {unknown} holds @param {ConstructorParameters<typeof Unproven>} reason @returns {asserts holds} */
export function demand(holds, ...reason) {
  if (!holds) throw new Unproven(...reason);
}

/** @param {string} entry */
export function leaf(entry) {
  return digest(0, entry);
}

/** @param {Hash} left @param {Hash} right */
export function node(left, right) {
  return digest(1, left, right);
}

/** The largest power of two that is smaller than the size. @param {number} size */
export function split(size) {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/**
 * The root that an inclusion proof leads to.
 * @param {number} index
 * @param {number} size
 * @param {Hash} hash of the leaf
 * @param {Hash[]} proof
 * @returns {Promise<Hash>}
 */
export async function rootByInclusion(index, size, hash, proof) {
  demand(index < size && (proof.length > 0) === (size > 1), "the inclusion proof has another length");
  const last = proof.at(-1);
  if (!last) return hash;
  const left = split(size);
  const before = proof.slice(0, -1);
  if (index < left) return node(await rootByInclusion(index, left, hash, before), last);
  return node(last, await rootByInclusion(index - left, size - left, hash, before));
}

/**
 * The two roots that a consistency proof leads to.
 * @param {number} old
 * @param {number} size
 * @param {Hash | null} root of the old tree, as long as that is what the proof leaves out
 * @param {Hash[]} proof
 * @returns {Promise<[Hash, Hash]>}
 */
export async function rootsByConsistency(old, size, root, proof) {
  demand(old > 0 && old <= size, "the consistency proof is of other sizes", "rewritten");
  const last = proof.at(-1);
  if (old === size) {
    const only = root ?? last;
    demand(only && proof.length === (root ? 0 : 1), "the consistency proof has another length", "rewritten");
    return [only, only];
  }
  demand(last, "the consistency proof has another length", "rewritten");
  const left = split(size);
  const before = proof.slice(0, -1);
  if (old <= left) {
    const [first, second] = await rootsByConsistency(old, left, root, before);
    return [first, await node(second, last)];
  }
  const [first, second] = await rootsByConsistency(old - left, size - left, null, before);
  return [await node(last, first), await node(last, second)];
}
