// A receipt: the service's signed promise that a game will be in its log (docs/spec/log.md L8).

import { NAME, readPolicy } from "./policy.js";
import { LAST, NUMBER, number, readNote, signers, subjectOf } from "./transparency.js";
import { demand } from "./tree.js";

/** @param {string} note */
export function readReceipt(note) {
  const signed = readNote(note);
  const form = new RegExp(`^regicide/log/receipt/v1\n(${NAME})\n(game ([0-9a-f]{64}) [0-9a-f]{64})\nby (${NUMBER})\n$`);
  const [, origin, entry = "", subject = "", by = ""] = form.exec(signed.text) ?? [];
  demand(origin && number(by) <= LAST, "this is no receipt");
  return { ...signed, origin, entry, subject, by: number(by) };
}

/** Requires that a receipt holds by a policy (L8.3), and is of a game. @param {string} note @param {string} policy @param {string} game its id */
export async function checkReceipt(note, policy, game) {
  const receipt = readReceipt(note);
  const keys = (await readPolicy(policy)).keys.filter(({ name }) => name === receipt.origin);
  demand((await signers(receipt, keys)).size > 0, "the log has not signed the receipt");
  demand(receipt.subject === await subjectOf("game", game), "the receipt is of another game");
  return receipt;
}
