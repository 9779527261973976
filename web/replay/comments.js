// Comments of a record file on the positions of its game (docs/spec/record.md S6.14).

import { NoRecord, readRecord, readText } from "../verify/file.js";

/** @typedef {import("./game.js").Story} Story */
/** @typedef {Map<number, string[]>} Comments by the move after which they stand */

/** A record that another page has opened. @type {Schemas["RecordFile"] | null} */
let opened = null;

/** Holds a record for the replay of its game, until the page is left. @param {Schemas["RecordFile"]} record */
export function holdRecord(record) {
  opened = record;
}

/** The comments of the held record, if it is of this game. @param {Story} story @returns {Comments} */
export function heldComments(story) {
  return opened && isOf(opened, story) ? commentsOf(opened) : new Map();
}

/** The comments of a file. @param {Blob} file @param {Story} story */
export async function commentsIn(file, story) {
  const record = readRecord(await readText(file));
  if (!isOf(record, story)) throw new NoRecord("comments_other");
  holdRecord(record);
  return commentsOf(record);
}

/** True if a record is of this game: its seed and its moves. @param {Schemas["RecordFile"]} record @param {Story} story */
export function isOf({ kind, seed, moves }, { game, frames }) {
  return kind === game.kind && seed === game.seed && moves.every((move, index) => {
    const line = frames[index + 1]?.line;
    return line && move?.seat === line.seat && move.text === line.text;
  });
}

/** @param {Schemas["RecordFile"]} record @returns {Comments} */
export function commentsOf({ comments }) {
  /** @type {Comments} */
  const found = new Map();
  if (comments !== undefined && comments !== null && !Array.isArray(comments)) throw new NoRecord();
  for (const comment of comments ?? []) {
    if (!Number.isInteger(comment?.seq) || typeof comment.text !== "string") throw new NoRecord();
    found.set(comment.seq, [...found.get(comment.seq) ?? [], comment.text]);
  }
  return found;
}
