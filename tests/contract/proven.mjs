// Verifies the cases of proven.py with the web client's modules: JSON from standard input,
// and the outcomes to standard output.

import { readFileSync } from "node:fs";
import "../web/browser.js";
import { change } from "../../web/store.js";
import { chainOf, commitmentOf } from "../../web/verify/chain.js";
import { findInLog } from "../../web/verify/logged.js";
import { readPolicy } from "../../web/verify/policy.js";
import { checkReceipt } from "../../web/verify/receipt.js";
import { signedLine } from "../../web/verify/signature.js";
import { readCheckpoint, readProof } from "../../web/verify/transparency.js";
import { Unproven } from "../../web/verify/tree.js";

/** The result of a function, or nothing if it refuses a text. */
async function read(form) {
  try {
    return await form();
  } catch (error) {
    if (error instanceof Unproven) return null;
    throw error;
  }
}

async function outcome({ record, policy, kept, receipt }) {
  const known = await read(() => readPolicy(policy));
  if (!known?.keys.length) return "no policy";
  const proof = await read(() => readProof(record.proof));
  if (!proof) return null;
  const { origin } = proof.checkpoint;
  // A checkpoint is kept for each origin.
  if (kept !== null && (await read(() => readCheckpoint(kept)))?.origin !== origin) return null;
  change({ checkpoints: kept === null ? {} : { [origin]: kept } });
  globalThis.fetch = async () => Response.json({ origin, policy, size: Number.MAX_SAFE_INTEGER, witnesses: [], refused: null });
  const links = await chainOf(record, await commitmentOf(record.seed));
  const found = await findInLog(signedLine(record, links.at(-1).hash, record.result ?? null), record, null);
  const promise = receipt === null ? null : await read(() => checkReceipt(receipt, policy, record.id));
  if (receipt !== null && !(promise?.origin === origin && promise.entry === found.entry && found.time <= promise.by)) return null;
  const holds = found.outcome === "holds" || found.outcome === "players";
  return holds ? [found.index, found.checkpoint.size, found.time, found.outcome === "holds"] : null;
}

const outcomes = [];
for (const one of JSON.parse(readFileSync(0, "utf8"))) outcomes.push(await outcome(one));
process.stdout.write(JSON.stringify(outcomes));
