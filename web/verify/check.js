// Checks a record: commitment, chain, signature and log here in the browser, the rules by the service.

import { get, post } from "../api.js";
import { canHash } from "./bytes.js";
import { chainOf, commitmentOf } from "./chain.js";
import { checkChallenge } from "./commitment.js";
import { readRecord } from "./file.js";
import { findInLog } from "./logged.js";
import { checkSignature, signedLine } from "./signature.js";

/**
 * @typedef {{ commitment: string, chain: string }} Expected values noted elsewhere; empty if there are none
 * @typedef {Awaited<ReturnType<typeof check>>} Checked
 */

/**
 * @param {string} text
 * @param {Expected} expected
 * @param {import("./logged.js").Source | null} game the game whose record it is, if it was loaded by its address
 */
export async function check(text, expected, game) {
  const record = readRecord(text);
  const [verdict, { items: keys }] = await Promise.all([serviceVerdict(text, expected), get("/v1/keys")]);
  // Some browsers cannot hash, as on an address without TLS.
  return { record, expected, verdict, computed: canHash ? await compute(record, verdict, keys, game) : null };
}

/**
 * The values that the browser computes: `line` is what is signed.
 * @param {Schemas["RecordFile"]} record
 * @param {Schemas["Verdict"]} verdict
 * @param {Schemas["KeyInfo"][]} keys
 * @param {import("./logged.js").Source | null} game
 */
async function compute(record, verdict, keys, game) {
  const commitment = await commitmentOf(record.seed);
  const links = await chainOf(record, commitment);
  const line = signedLine(record, links.at(-1)?.hash ?? "", verdict.result ?? null);
  const [signature, log] = await Promise.all([checkSignature(record.signature, line, keys), findInLog(line, record, game)]);
  // After the game, whose checkpoint may be kept by now, so that both are of one log.
  const challenge = await checkChallenge(record, links.at(0)?.hash ?? "");
  return { commitment, links, line, signature, log, challenge };
}

/** The service's verdict on the original text: parsing and writing it again could remove its errors. @param {string} text @param {Expected} expected */
function serviceVerdict(text, { commitment, chain }) {
  const wanted = new URLSearchParams({ ...(commitment ? { commitment } : {}), ...(chain ? { chain } : {}) });
  return post(`/v1/verification?${wanted}`, { body: text });
}
