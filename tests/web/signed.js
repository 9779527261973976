// Notes that the log of the vectors has signed, and could have: its key is public.

import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { fromHex, toBase64 } from "../../web/verify/bytes.js";
import { keyOf } from "../../web/verify/policy.js";
import { leaf } from "../../web/verify/tree.js";

const { keys, origin } = JSON.parse(readFileSync(new URL("../../crates/engine/tests/data/vectors/log.json", import.meta.url), "utf8"));
const der = Buffer.from(`302e020100300506032b657004220420${keys.log.secret}`, "hex");
const signed = (text) => sign(null, Buffer.from(text), createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
const line = async (kind, ...parts) => `— ${origin} ${Buffer.concat([fromHex((await keyOf(origin, kind, fromHex(keys.log.public))).id), ...parts]).toString("base64")}`;

/** A note with a signature of type 1. */
export const noteOf = async (text) => `${text}\n${await line(1, signed(text))}\n`;

/** The proof of an entry in a log that has no other, signed at a time. */
export async function proofOf(entry, time) {
  const text = `${origin}\n1\n${toBase64(await leaf(entry))}\n`;
  const seconds = Buffer.alloc(8);
  seconds.writeBigUInt64BE(BigInt(time));
  return `c2sp.org/tlog-proof@v1\nindex 0\n\n${await noteOf(text)}${await line(4, seconds, signed(`cosignature/v1\ntime ${time}\n${text}`))}\n`;
}
