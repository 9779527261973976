// Keys of logs and witnesses, and a verifier's policy: which of them have to have signed (docs/spec/log.md L4.7).

import { digest, fromBase64, toHex } from "./bytes.js";
import { demand } from "./tree.js";

/**
 * @typedef {{ name: string, id: string, kind: number, key: string }} Key `id` and `key` in hex
 * @typedef {string | Group} Member the public key of a witness, or a group
 * @typedef {{ wanted: number, members: Member[] }} Group has signed if so many members have; with `quorum none` it is 0 of all witnesses
 * @typedef {Group[]} Quorum each group behind those that are its members; the last one has to have signed
 * @typedef {{ keys: Key[], witnesses: Key[], quorum: Quorum }} Policy
 */

/** Types of keys (signed-note): one of the second type signs with the time. */
const PLAIN = 1;
export const TIMED = 4;
export const NAME = "[!-*,-~]+";

/** A key line, or `null` if it is none. @param {string} line @returns {Promise<Key | null>} */
export async function readKey(line) {
  const [, name = "", id = "", code = ""] = new RegExp(`^(${NAME})\\+([0-9a-f]{8})\\+(\\S+)$`).exec(line) ?? [];
  const bytes = fromBase64(code);
  if (bytes?.length !== 33) return null;
  const [kind = 0] = bytes;
  const key = await keyOf(name, kind, bytes.subarray(1));
  return key.id === id && (kind === PLAIN || kind === TIMED) ? key : null;
}

/** @param {string} name @param {number} kind @param {Uint8Array} key @returns {Promise<Key>} */
export async function keyOf(name, kind, key) {
  return { name, id: toHex(await digest(`${name}\n`, kind, key)).slice(0, 8), kind, key: toHex(key) };
}

/** @param {string} text @returns {Promise<Policy>} */
export async function readPolicy(text) {
  const lines = text.replace(/\n$/, "").split("\n");
  demand(lines.length <= 1000 && !/[^\t\n -~\u0080-\uffff]/.test(text), "the policy has too many lines, or a control character");
  /** @type {Policy} */
  const policy = { keys: [], witnesses: [], quorum: [] };
  /** @type {Map<string, Member | null>} */
  const named = new Map([["none", null]]);
  /** @type {Member | null | undefined} */
  let quorum;
  const used = new Set();
  const isNew = (/** @type {string} */ item) => used.size < used.add(item).size;
  for (const line of lines) {
    // JavaScript's own white space has more characters.
    const [kind = "#", ...words] = line.split(/[ \t]+/).filter(Boolean);
    if (kind.startsWith("#")) continue;
    const [first = "", second = "", ...others] = words;
    const wrong = `the policy has an invalid line: ${line}`;
    if (kind === "log") {
      const key = await readKey(first);
      demand(key?.kind === PLAIN && words.length <= 2 && isNew(key.key), wrong);
      policy.keys.push(key);
    } else if (kind === "witness") {
      const key = await readKey(second);
      demand(key?.kind === TIMED && words.length <= 3 && isNew(key.key) && !named.has(first), wrong);
      policy.witnesses.push(key);
      named.set(first, key.key);
    } else if (kind === "group") {
      const wanted = second === "any" ? 1 : second === "all" ? others.length : Number(/^[1-9][0-9]*$/.exec(second)?.[0]);
      const members = others.flatMap((name) => (isNew(`member ${name}`) ? named.get(name) ?? [] : []));
      demand(wanted >= 1 && wanted <= others.length && members.length === others.length && !named.has(first), wrong);
      const group = { wanted, members };
      policy.quorum.push(group);
      named.set(first, group);
    } else {
      demand(kind === "quorum" && words.length === 1 && quorum === undefined && named.has(first), wrong);
      quorum = named.get(first);
    }
  }
  demand(quorum !== undefined, "the policy has no quorum");
  policy.quorum.push(quorum ? { wanted: 1, members: [quorum] } : { wanted: 0, members: policy.witnesses.map(({ key }) => key) });
  return policy;
}

/**
 * The time at which the quorum was reached, or nothing (L4.5).
 * @param {Quorum} quorum
 * @param {Map<string, number>} signed the times of signatures by public keys
 * @param {number} own the time of the log's own signature
 */
export function reachedAt(quorum, signed, own) {
  /** @type {Map<Member | undefined, number | undefined>} */
  const times = new Map(signed);
  for (const group of quorum) {
    const reached = group.members.flatMap((one) => times.get(one) ?? []).sort((one, other) => one - other);
    if (reached.length >= group.wanted) times.set(group, reached[group.wanted - 1] ?? reached[0] ?? own);
  }
  return times.get(quorum.at(-1));
}
