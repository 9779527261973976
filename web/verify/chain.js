// Commitment, header line and hash chain of a record (docs/spec/record.md S1, S5, T13).

import { sha256 } from "./bytes.js";

/** @typedef {Schemas["RecordFile"]} RecordFile */
/** @typedef {RecordFile["moves"][number]} RecordMove */
/** @typedef {{ seq: number, text: string, hash: string }} Link a link of the chain: what is hashed, and its hash */

/** The commitment to a seed (S1.2). @param {string} seed */
export function commitmentOf(seed) {
  return sha256(`regicide/commit/v1\0${seed}`);
}

/** The line that the chain begins with (S5.1, T13). @param {Pick<RecordFile, "kind" | "rules" | "players" | "options">} record @param {string} commitment */
export function headerLine(record, commitment) {
  const { kind, rules, players, options = {} } = record;
  const first = options.first ?? 0;
  if (kind === "regicide-tricks") {
    return `regicide-tricks/${rules} players=${players} first=${first} jokers=${options.jokers ?? 2}`
      + ` partners=${options.partners ? "yes" : "no"} target=${options.target ?? 50} commitment=${commitment}`;
  }
  const variants = [...(options.variants ?? [])].sort().join(",") || "-";
  return `regicide/${rules} players=${players} first=${first} solo_yield=${options.solo_yield ?? "never"}`
    + ` variants=${variants} commitment=${commitment}`;
}

/**
 * The whole chain: the header line, and a link for each move (S5.2).
 * @param {RecordFile} record
 * @param {string} commitment
 * @returns {Promise<Link[]>}
 */
export async function chainOf(record, commitment) {
  const header = headerLine(record, commitment);
  let hash = await sha256(header);
  const links = [{ seq: 0, text: header, hash }];
  for (const move of record.moves) {
    const line = `${move.seq} ${move.seat} ${timeOf(move.at)} ${await hidden(record.seed, move)}`;
    hash = await sha256(`${hash} ${line}`);
    links.push({ seq: move.seq, text: line, hash });
  }
  return links;
}

/** A move as it is hashed: a buried card stays hidden in the chain (S5.3). @param {string} seed @param {RecordMove} move */
async function hidden(seed, { seq, text: move }) {
  return move.startsWith("bury ") ? `bury #${await sha256(`regicide/hide/v1\0${seed}\0${seq} ${move}`)}` : move;
}

/** A date and time of RFC 3339 with the offset zero, in its parts (S5.5). */
const TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:[Zz]|[+-]00:00)$/;

/**
 * A time in the one form that is hashed: six decimals (S5.5). A text that is
 * no such time is left unchanged; the service reports the error.
 * @param {string | null | undefined} at
 */
export function timeOf(at) {
  if (at === null || at === undefined) return "-";
  const [, date, time, decimals = ""] = TIME.exec(at) ?? [];
  return date ? `${date}T${time}.${decimals.slice(0, 6).padEnd(6, "0")}Z` : at;
}

/** A time in microseconds since 1970; not a number if it is none. @param {string | null | undefined} at */
export function microsOf(at) {
  const text = timeOf(at);
  return TIME.test(text) ? Date.parse(`${text.slice(0, 19)}Z`) * 1000 + Number(text.slice(20, 26)) : NaN;
}
