// The presence of players at the table, and the number of spectators.

import { h } from "../dom.js";
import { t } from "../language.js";
import { seatsIn } from "../store.js";

/** A player who loads the page again is away for a moment only. */
export const AWAY_AFTER = 5_000;

/**
 * True if the player does not follow the game; nothing if that is unknown, as for a moment after the page was opened.
 * @param {Table} table
 * @param {number} seat
 */
function isAway({ id, missing }, seat) {
  if (!missing) return null;
  // One of several players on this device follows the game for all of them.
  if (seatsIn(id).some((one) => one.seat === seat)) return false;
  const missed = missing.get(seat);
  if (!missed) return false;
  return Date.now() - missed.since >= AWAY_AFTER ? true : missed.wasHere ? false : null;
}

/** The mark of a person's presence at a seat. @param {Table} table @param {Schemas["SeatInfo"]} info */
export function presenceMark(table, info) {
  if (info.open || info.bot_level) return null;
  const away = isAway(table, info.seat);
  return h("span", { class: `presence${away === null ? "" : away ? " away" : " here"}` },
    away ? h("span", { class: "spoken" }, `${t("away")}: `) : null);
}

/** The number of spectators, if there are any. @param {Table} table */
export function spectatorsText({ spectators }) {
  return spectators === 0 ? null : h("span", { class: "spectators soft" }, t("spectators", { n: spectators }));
}
