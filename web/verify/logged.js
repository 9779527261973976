// Checks that a record's game is in the transparency log of this service, in time, and
// that this is still the log whose checkpoint this browser has kept.

import { get, getFile, Problem } from "../api.js";
import { change, getState } from "../store.js";
import { timeOf } from "./chain.js";
import { gameEntry, NoEd25519, playersOf, prove, readCheckpoint, readKey, readProof, Rewritten } from "./transparency.js";
import { Unproven } from "./tree.js";

/** @typedef {import("./transparency.js").Checkpoint} Checkpoint */
/** @typedef {import("./transparency.js").Key} Key */
/** @typedef {Schemas["TransparencyLog"]} LogInfo */
/**
 * @typedef {{ id: string, token: string | null }} Game a game whose proof can be requested
 *
 * @typedef {"holds" | "players" | "pending" | "refused" | "no_proof" | "unlogged" | "other" | "fails" | "unknown" | "late" | "rewritten" | "shrunk" | "no_ed25519" | "no_log"} LogOutcome
 *
 * @typedef {object} Logged
 * @property {LogOutcome} outcome
 * @property {string} [detail] in words
 * @property {string} [entry]
 * @property {number} [index]
 * @property {Checkpoint} [checkpoint]
 * @property {Checkpoint | null} [kept] what the browser had kept before
 * @property {string[]} [witnesses] whose cosignatures hold
 * @property {number} [time] when it was logged, in seconds since 1970
 * @property {import("./transparency.js").Growth | null} [growth] `null` if nothing leads to what was kept
 */

/** The seconds between its last move and the time at which a game was logged, at most (L4.5). */
const LIMIT = 86_400;

/**
 * @param {string | null} line what is signed of the record
 * @param {Pick<Schemas["RecordFile"], "moves" | "proof">} record
 * @param {Game | null} game the game, if it was loaded by its address
 * @returns {Promise<Logged>}
 */
export async function findInLog(line, { moves, proof }, game) {
  if (line === null || / kind=import /.test(line)) return { outcome: "unlogged" };
  try {
    const log = await get("/v1/log");
    const kept = log.origin ? keptOf(log.origin) : null;
    if (kept && kept.size > log.size) return { outcome: "shrunk", kept };
    const text = proof ?? (game && await requestProof(game, kept));
    if (text === null && game) return log.refused ? { outcome: "refused", detail: log.refused } : { outcome: "pending" };
    if (text === null) return { outcome: "no_proof" };
    const found = await judge(text, line, log, kept);
    // Where the comparison was requested, only a log with another history leaves it out.
    if (found.growth === null) return { ...found, outcome: game ? "rewritten" : "unknown" };
    const { time } = found;
    if (time === undefined) return found;
    const at = timeOf(moves.at(-1)?.at);
    const bound = (/** @type {number} */ seconds) => timeOf(new Date((time + seconds) * 1000).toISOString());
    return at >= bound(-LIMIT) && at <= bound(LIMIT) ? found : { ...found, outcome: "late" };
  } catch (error) {
    if (error instanceof Problem) return { outcome: "no_log", detail: error.message };
    throw error;
  }
}

/**
 * The proof of a game, or nothing while it is in no checkpoint.
 * @param {Game} game
 * @param {Checkpoint | null} kept
 */
async function requestProof({ id, token }, kept) {
  try {
    const file = await getFile(`/v1/games/${id}/proof${kept ? `?since=${kept.size}` : ""}`, { token });
    return await file.text();
  } catch (error) {
    if (error instanceof Problem && error.code === "not_logged") return null;
    throw error;
  }
}

/**
 * @param {string} text
 * @param {string} line
 * @param {LogInfo} log
 * @param {Checkpoint | null} kept
 * @returns {Promise<Logged>}
 */
async function judge(text, line, log, kept) {
  /** @type {Logged} */
  const found = { outcome: "fails", kept };
  try {
    const proof = readProof(text);
    const { checkpoint, index } = proof;
    Object.assign(found, { checkpoint, index });
    if (checkpoint.origin !== log.origin) return { ...found, outcome: "other" };
    const players = await playersOf(line);
    const entry = await gameEntry(line, proof.players ?? players);
    found.entry = entry;
    const known = { keys: await keysOf(log.keys), witnesses: await keysOf(log.witnesses.map(({ key }) => key)), quorum: 0, kept };
    const proven = await prove(proof, entry, known);
    if (proven.growth) keep(checkpoint);
    return { ...found, ...proven, outcome: (proof.players ?? players) === players ? "holds" : "players" };
  } catch (error) {
    if (error instanceof Rewritten) return { ...found, outcome: "rewritten" };
    if (error instanceof Unproven) return { ...found, detail: error.message };
    if (error instanceof NoEd25519) return { ...found, outcome: "no_ed25519" };
    throw error;
  }
}

/** @param {string[]} lines */
async function keysOf(lines) {
  return (await Promise.all(lines.map(readKey))).filter((key) => key !== null);
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

/** Keeps the larger one. @param {Checkpoint} checkpoint */
function keep({ origin, size, note }) {
  if (size > (keptOf(origin)?.size ?? 0)) change({ checkpoints: { ...getState().checkpoints, [origin]: note } });
}
