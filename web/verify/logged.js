// Searches the log of this service for an entry, compares it with the checkpoint that this browser has kept, and checks that a game was logged in time.

import { get, getFile, Problem } from "../api.js";
import { change, getState } from "../store.js";
import { microsOf } from "./chain.js";
import { readPolicy } from "./policy.js";
import { gameEntry, playersOf, prove, readCheckpoint, readProof } from "./transparency.js";
import { Unproven } from "./tree.js";

/** @typedef {import("./transparency.js").Checkpoint} Checkpoint */
/**
 * @typedef {{ path: string, token: string | null }} Source the game or challenge whose proof can be requested
 *
 * @typedef {"holds" | "pending" | "refused" | "no_proof" | "other" | "fails" | "no_quorum" | "unknown" | "rewritten" | "shrunk" | "no_ed25519" | "no_log"} SearchOutcome
 * @typedef {SearchOutcome | "players" | "unlogged" | "late"} GameOutcome
 */
/**
 * @template {string} Outcome
 * @typedef {object} Logged
 * @property {Outcome} outcome
 * @property {string} [detail] in words
 * @property {number} [status] of a refusal
 * @property {string} [entry]
 * @property {number} [index]
 * @property {Checkpoint} [checkpoint]
 * @property {Checkpoint | null} [kept] what the browser had kept before
 * @property {string | null} [players] as the proof names them (L1.4)
 * @property {string[]} [witnesses] whose cosignatures hold
 * @property {number} [time] when it was logged, in seconds since 1970
 * @property {import("./transparency.js").Growth | null} [growth] `null` if nothing leads to what was kept
 */

/** The microseconds between its end and the time at which a game was logged, at most (L4.5). */
const LIMIT = 86_400e6;

/**
 * @param {string | null} line what is signed of the record
 * @param {Pick<Schemas["RecordFile"], "moves" | "closed_at" | "proof">} record
 * @param {Source | null} game the game, if it was loaded by its address
 * @returns {Promise<Logged<GameOutcome>>}
 */
export async function findInLog(line, { moves, closed_at: closedAt, proof }, game) {
  if (line === null || / kind=import /.test(line)) return { outcome: "unlogged" };
  const own = await playersOf(line);
  const found = await search(proof ?? null, game, (players) => gameEntry(line, players ?? own));
  if (found.outcome !== "holds") return found;
  const isInTime = Math.abs(1e6 * (found.time ?? NaN) - microsOf(closedAt ?? moves.at(-1)?.at)) <= LIMIT;
  return { ...found, outcome: !isInTime ? "late" : (found.players ?? own) === own ? "holds" : "players" };
}

/**
 * @param {string | null} given a proof, if there is one already
 * @param {Source | null} source of another one
 * @param {(players: string | null) => Promise<string>} entryOf
 * @param {string} [policy] from before, in place of the service's
 * @returns {Promise<Logged<SearchOutcome>>}
 */
export async function search(given, source, entryOf, policy) {
  try {
    const log = await get("/v1/log");
    const kept = log.origin ? keptOf(log.origin) : null;
    if (kept && kept.size > log.size) return { outcome: "shrunk", kept };
    const text = given ?? (source && await requestProof(source, kept));
    if (text === null && source) return log.refused ? { outcome: "refused", detail: log.refused } : { outcome: "pending" };
    if (text === null) return { outcome: "no_proof" };
    const found = await judge(text, entryOf, { ...log, policy: policy ?? log.policy }, kept);
    // Where the comparison was requested, only a log with another history leaves it out.
    if (found.growth === null) return { ...found, outcome: source ? "rewritten" : "unknown" };
    return found.outcome === "other" && source ? { ...found, outcome: "fails" } : found;
  } catch (error) {
    if (error instanceof Problem) return { outcome: "no_log", detail: error.message, status: error.status };
    throw error;
  }
}

/** The proof at a source, or nothing while it is in no checkpoint. @param {Source} source @param {Checkpoint | null} kept */
async function requestProof({ path, token }, kept) {
  try {
    const file = await getFile(`${path}/proof${kept ? `?since=${kept.size}` : ""}`, { token });
    return await file.text();
  } catch (error) {
    if (error instanceof Problem && error.code === "not_logged") return null;
    throw error;
  }
}

/** @param {string} text @param {Parameters<typeof search>[2]} entryOf @param {Schemas["TransparencyLog"]} log @param {Checkpoint | null} kept @returns {ReturnType<typeof search>} */
async function judge(text, entryOf, log, kept) {
  /** @type {Logged<SearchOutcome>} */
  const found = { outcome: "fails", kept };
  try {
    const proof = readProof(text);
    const { checkpoint, index, players } = proof;
    Object.assign(found, { checkpoint, index, players });
    if (checkpoint.origin !== log.origin) return { ...found, outcome: "other" };
    const entry = await entryOf(players);
    found.entry = entry;
    const proven = await prove(proof, entry, { ...await readPolicy(log.policy ?? ""), kept });
    // The larger one is kept.
    if (proven.growth && checkpoint.size > (keptOf(checkpoint.origin)?.size ?? 0)) {
      change({ checkpoints: { ...getState().checkpoints, [checkpoint.origin]: checkpoint.note } });
    }
    return { ...found, ...proven, outcome: "holds" };
  } catch (error) {
    if (error instanceof Unproven) return { ...found, outcome: error.outcome, detail: error.message };
    throw error;
  }
}

/** @param {string} origin */
export function keptOf(origin) {
  try {
    const kept = readCheckpoint(getState().checkpoints[origin] ?? "");
    return kept.origin === origin ? kept : null;
  } catch {
    // There is none, or it is not ours.
    return null;
  }
}
