// Record files, and their texts as shells and editors write them (S6.2).

import { object } from "../api.js";

/** The bytes of the largest record that the service accepts. */
export const LARGEST = 1024 * 1024;

/** A text that is no record file. */
export class NoRecord extends Error {
  /** @param {"verify_no_record" | "verify_utf16" | "comments_other"} message shown to the user */
  constructor(message = "verify_no_record") {
    super(message);
    this.text = message;
  }
}

/** The text of a file in UTF-8, without the byte order mark that it may begin with. @param {Blob} file */
export async function readText(file) {
  if (file.size > LARGEST) throw new NoRecord();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (marked || (bytes.length > 1 && (first === 0) !== (second === 0))) throw new NoRecord("verify_utf16");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new NoRecord();
  }
}

/** @param {string} text @returns {Schemas["RecordFile"]} */
export function readRecord(text) {
  const record = object(text);
  if (typeof record?.seed !== "string" || !Array.isArray(record.moves)) throw new NoRecord();
  return record;
}
