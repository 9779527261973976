// Hashes and bytes, with the browser's Web Crypto.

/** True if the browser computes hashes: not on an address without TLS. */
export const canHash = globalThis.crypto?.subtle !== undefined;

const encoder = new TextEncoder();

/** SHA-256 in 64 hex digits. @param {string | Uint8Array} content */
export async function sha256(content) {
  return toHex(await digest(content));
}

/** SHA-256. @param {(Uint8Array | string | number)[]} parts bytes, texts and single bytes, one after the other */
export async function digest(...parts) {
  const bytes = parts.flatMap((part) => (typeof part === "number" ? part : [...typeof part === "string" ? encoder.encode(part) : part]));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex @returns {Uint8Array<ArrayBuffer>} */
export function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {string} text base64 with padding; only the one spelling that its bytes have @returns {Uint8Array<ArrayBuffer> | null} */
export function fromBase64(text) {
  try {
    const plain = atob(text);
    return btoa(plain) === text ? Uint8Array.from(plain, (character) => character.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** Points of small order: with such a key, a signature holds for any text (docs/spec/log.md, Forms). */
const SMALL = /^(?:0[01](?:00){30}[08]0|e[cde](?:ff){30}[7f]f|26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc[08]5|c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac[7f]a)$/;

/**
 * Verifies an Ed25519 signature (RFC 8032): `null` if this browser does not support them.
 * @param {{ key: string, signature: Uint8Array<ArrayBuffer>, line: string }} signed `key` in hex
 */
export async function isSigned({ key, signature, line }) {
  if (SMALL.test(key) || SMALL.test(toHex(signature.slice(0, 32)))) return false;
  const imported = await crypto.subtle.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]).catch(() => null);
  return imported && await crypto.subtle.verify("Ed25519", imported, signature, encoder.encode(line));
}
