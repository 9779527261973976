// The signature of a record: the signed line, and whether the signature is valid (docs/spec/record.md S6.7).

import { fromBase64, fromHex, isSigned, sha256 } from "./bytes.js";
import { timeOf } from "./chain.js";

/** @typedef {"holds" | "fails" | "none" | "unknown_key" | "no_ed25519"} Outcome */

/** Ids in the signed line must match this, so that the line is unambiguous. */
const ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;

/**
 * The signed line, or `null` if the record lacks a value for it.
 * @param {Schemas["RecordFile"]} record
 * @param {string} chain the last hash of the chain
 * @param {Schemas["GameOutcome"] | null} result the result of the moves; nothing of a game that its deadline closed
 */
export function signedLine(record, chain, result) {
  const { id, seed_by: seedBy, played_as: played, player_ids: players, closed_at: closedAt } = record;
  const former = record.former_players ?? [];
  if (!id || !seedBy || !played || !players || !(result ?? (closedAt && played.challenge_id))) return null;
  const ids = [id, played.challenge_id, played.forked_from?.game_id, ...players, ...former.map((one) => one.player_id)];
  if (ids.some((one) => one !== null && one !== undefined && !ID.test(one))) return null;
  const ended = !result ? [["outcome", "closed"], ["closed_at", timeOf(closedAt)]] : [
    ["outcome", result.outcome], ["conceded_by", value(result.conceded_by)],
    ..."winners" in result
      ? [["winners", list(result.winners)], ["points", list(result.points)]]
      : [["enemies_defeated", value(result.enemies_defeated)], ["medal", value(result.medal)]],
  ];
  const fields = [
    ["chain", chain], ["seed_by", seedBy],
    ...ended,
    ["kind", played.purpose],
    ["challenge", value(played.challenge_id)], ["attempt", value(played.attempt)],
    ["forked_from", value(played.forked_from?.game_id)], ["forked_at", value(played.forked_from?.seq)],
    // The players of a seat in their order, with the moves after which it changed hands.
    ["player_ids", list(players.map((last, seat) =>
      list([...former.filter((one) => one.seat === seat).flatMap((one) => [one.player_id, one.until]), last], "/")))],
    ["id", id],
  ];
  return ["regicide-signature/1", ...fields.map(([name, text]) => `${name}=${text}`)].join(" ");
}

/** @param {string | number | null | undefined} content */
function value(content) {
  return String(content ?? "-");
}

/** @param {Parameters<typeof value>[0][]} items */
function list(items, separator = ",") {
  return items.map(value).join(separator);
}

/**
 * Verifies a signature under the service's published keys.
 * @param {string | null | undefined} signature
 * @param {string | null} line
 * @param {Schemas["KeyInfo"][]} keys
 * @returns {Promise<{ outcome: Outcome, key: string | null }>} with the id of the key that the signature names
 */
export async function checkSignature(signature, line, keys) {
  if (!signature) return { outcome: "none", key: null };
  const [id = ""] = signature.split(".");
  const encoded = signature.slice(id.length + 1);
  const named = keys.find((key) => key.id === id);
  if (!named) return { outcome: "unknown_key", key: id };
  // The id is part of the key's hash, so it cannot belong to another key.
  const fingerprint = (await sha256(fromHex(named.public_key))).slice(0, 16);
  const bytes = /^[\w-]{86}$/.test(encoded) ? fromBase64(`${encoded.replaceAll("-", "+").replaceAll("_", "/")}==`) : null;
  if (line === null || fingerprint !== id || !bytes) return { outcome: "fails", key: id };
  const holds = await isSigned({ key: named.public_key, signature: bytes, line });
  return { outcome: holds === null ? "no_ed25519" : holds ? "holds" : "fails", key: id };
}
