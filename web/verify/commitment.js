// Checks that the commitment of a challenge was logged in time, and that a record is of a
// game of its challenge (docs/spec/log.md L4.9).

import { get, Problem, Unreachable } from "../api.js";
import { sha256 } from "./bytes.js";
import { headerLine, microsOf, timeOf } from "./chain.js";
import { search } from "./logged.js";
import { commitmentEntry, plainId } from "./transparency.js";

/**
 * @typedef {Schemas["ChallengeInfo"]} Challenge
 * @typedef {Exclude<import("./logged.js").SearchOutcome, "holds"> | "committed" | "announced" | "uncommitted" | "other_game" | "no_challenge"} CommitmentOutcome
 *   `announced`: after it opened, but within an hour of its announcement; `uncommitted`: later than that
 * @typedef {import("./logged.js").Logged<CommitmentOutcome>} LoggedCommitment
 */

/** In microseconds. */
const HOUR = 3_600e6;

/** The line of a challenge's commitment (L1.5). @param {Challenge} challenge */
export async function commitmentLine(challenge) {
  const header = await sha256(headerLine(challenge, challenge.commitment));
  const { id, seed_by: by, opens_at: opens, closes_at: closes, ends_at: ends, attempts } = challenge;
  return `regicide-commitment/1 challenge=${id} header=${header} seed_by=${by}`
    + ` opens_at=${timeOf(opens)} closes_at=${timeOf(closes)} ends_at=${timeOf(ends)} attempts=${attempts}`;
}

/** @param {Challenge} challenge @returns {Promise<LoggedCommitment>} */
export async function findCommitment(challenge) {
  const line = await commitmentLine(challenge);
  const { outcome, ...found } = await search(null, { path: `/v1/challenges/${challenge.id}`, token: null }, () => commitmentEntry(line));
  if (outcome !== "holds") return { ...found, outcome };
  const [opens, announced] = [microsOf(challenge.opens_at), microsOf(challenge.announced_at)];
  const since = 1e6 * (found.time ?? NaN);
  if (since <= opens) return { ...found, outcome: "committed" };
  return { ...found, outcome: since <= Math.max(opens, announced + HOUR) ? "announced" : "uncommitted" };
}

/**
 * The commitment of a record's challenge; `null` if the record is of none.
 * @param {Schemas["RecordFile"]} record
 * @param {string} header the hash that its chain begins with
 * @returns {Promise<LoggedCommitment | null>}
 */
export async function checkChallenge({ moves, closed_at: closed, played_as: played }, header) {
  const id = played?.challenge_id;
  if (!id) return null;
  try {
    const challenge = await get(`/v1/challenges/${encodeURIComponent(id)}`);
    const times = [...moves.map((move) => move.at), ...closed ? [closed] : []].map(microsOf);
    const [first = NaN] = times;
    const [opens, ends] = [microsOf(challenge.opens_at), microsOf(challenge.ends_at)];
    const isItsGame = plainId(id) === plainId(challenge.id) && (await commitmentLine(challenge)).includes(` header=${header} `)
      && first >= opens && times.every((time) => time <= ends) && (!closed || times.at(-1) === ends);
    const found = isItsGame && await findCommitment(challenge);
    if (!found) return { outcome: "other_game" };
    return found.outcome === "announced" && first < 1e6 * (found.time ?? NaN) - HOUR ? { ...found, outcome: "uncommitted" } : found;
  } catch (error) {
    if (error instanceof Problem || error instanceof Unreachable) return { outcome: "no_challenge" };
    throw error;
  }
}
