// JSON that all verifiers read alike (docs/spec/record.md S6.2, docs/spec/log.md L4.2).

import { object } from "../api.js";
import { demand } from "./tree.js";

/** In a JSON text: a string, with the colon behind a name; a number; where a list or object begins or ends. */
const TOKEN = /("(?:[^"\\]+|\\.)*")([ \t\n\r]*:)?|-?\d[\d.eE+-]*|[[{}\]]/g;

/**
 * The object in a text, or `null` if there is none. A number that is not in digits alone is replaced by `null`.
 * @param {Uint8Array | null} bytes
 */
export function strictObject(bytes) {
  try {
    const text = bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text && object(text) && object(checked(text));
  } catch {
    // It is not UTF-8, or not strict.
    return null;
  }
}

/** @param {string} text JSON */
function checked(text) {
  /** @type {Set<string>[]} the names in each list and object that is open */
  const open = [];
  return text.replace(TOKEN, (token, string, colon) => {
    if (string) {
      const content = JSON.parse(string);
      const names = colon ? open.at(-1) : undefined;
      demand(!/\p{Surrogate}/u.test(content) && !names?.has(content), "half a character, or a name twice");
      names?.add(content);
      return token;
    }
    if (token === "{" || token === "[") demand(open.push(new Set()) <= 127, "too deep");
    else if (token === "}" || token === "]") open.pop();
    else {
      demand(Number.isFinite(Number(token)), "a number is too large");
      return /^\d+$/.test(token) ? token : "null";
    }
    return token;
  });
}
